//! Models that were damaged on purpose. They fail to load, their runs fail, or they compute
//! something, but nothing crashes and nothing is left behind.
//!
//! The stored models are changed by a fixed sequence of random numbers: 2000 models, or as many as
//! fit in `TENURE_ONNX_FUZZ_SECONDS`, which `ci/fuzz` sets.

use crate::world::{CPU, file, in_scope, library, options};
use std::time::{Duration, Instant};
use tenure::api::{onnx_model, onnx_run_options, onnx_value, scope, tensor};
use tenure::error::Status;
use tenure::tensor::DType;

/// Xorshift.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// A model with some bytes changed, removed, repeated, or taken from another model.
fn mutated(numbers: &mut Numbers, models: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = models[numbers.below(models.len())].clone();
    for _ in 0..1 + numbers.below(3) {
        let at = numbers.below(bytes.len());
        let end = (at + 1 + numbers.below(16)).min(bytes.len());
        match numbers.below(10) {
            0 | 7 | 8 if at < end => bytes[at] ^= 1 << numbers.below(8),
            1 | 9 if at < end => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][numbers.below(5)],
            2 => drop(bytes.drain(at..end)),
            3 => drop(bytes.splice(at..at, (0..8).map(|_| numbers.below(256) as u8))),
            4 if at > 0 => bytes.truncate(at),
            5 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            _ => {
                let other = &models[numbers.below(models.len())];
                let from = numbers.below(other.len());
                let part = other[from..(from + 32).min(other.len())].to_vec();
                bytes.splice(at..end, part);
            }
        }
    }
    bytes
}

/// Zeros or empty strings for each input; `None` if there is no memory for them, or for other types.
fn zeros(scope: u64, model: u64) -> Option<Vec<u64>> {
    let inputs = onnx_model::inputs(model).ok()?;
    let zeros = |line: &str| {
        let mut fields = line.split('\t').skip(1);
        let dtype: i32 = fields.next()?.parse().ok()?;
        let is_string = dtype == 0 && fields.next()? == "string";
        let dims: Vec<i64> = fields.map(|size| size.parse().unwrap_or(2)).collect();
        if !is_string {
            return tensor::zeros(scope, CPU, dtype, &dims).ok();
        }
        let n = tensor::shape(tensor::zeros(scope, CPU, 5, &dims).ok()?).ok()?.elements() as i64;
        let (bytes, ends) = (tensor::zeros(scope, CPU, 5, &[0]).ok()?, tensor::zeros(scope, CPU, 4, &[n + 1]).ok()?);
        onnx_value::of_strings(scope, bytes, ends, &dims).ok()
    };
    inputs.lines().map(zeros).collect()
}

#[test]
fn a_damaged_model_fails_or_computes_and_leaves_nothing() {
    let library = library();
    let seconds = std::env::var("TENURE_ONNX_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let names =
        ["affine", "sum", "types", "pick", "pass", "grow", "keep", "words", "parts", "beside", "classifier", "texts"];
    let models: Vec<Vec<u8>> = names.iter().map(|name| std::fs::read(file(name)).expect("a model")).collect();
    // No limit counts what a load computes itself, so half of the models compute everything in
    // runs.
    let texts = ["ALL", "NONE"].map(|level| {
        options(&library, &format!("\"threads\": 1, \"logSeverity\": \"FATAL\", \"optimization\": \"{level}\""))
    });
    let kept = std::env::temp_dir().join(format!("tenure-hostile-{}.onnx", std::process::id()));
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut count, mut loaded, mut ran) = (0, 0, 0);
    while until.map_or(count < 2000, |until| Instant::now() < until) {
        count += 1;
        let bytes = mutated(&mut numbers, &models);
        // Keeps the file, so that a crash can be examined.
        std::fs::write(&kept, &bytes).expect("a folder for temporary files");
        in_scope(|root| {
            let inner = scope::push(root).expect("open");
            scope::set_limit(inner, 64 << 20).expect("open");
            let text = &texts[numbers.below(2)];
            let Ok(model) = onnx_model::load_bytes(inner, &bytes, Some(text)) else { return };
            loaded += 1;
            let Some(inputs) = zeros(inner, model) else { return };
            let options = onnx_run_options::create(inner, None).expect("the defaults");
            std::thread::scope(|threads| {
                let (done, is_done) = std::sync::mpsc::channel::<()>();
                // A model may contain an infinite loop.
                threads.spawn(move || {
                    if is_done.recv_timeout(Duration::from_secs(2)).is_err() {
                        let _ = onnx_run_options::cancel(options);
                    }
                });
                ran += usize::from(onnx_model::run_values_with_options(inner, model, options, None, &inputs).is_ok());
                let _ = done.send(());
            });
        });
    }
    let _ = std::fs::remove_file(&kept);
    assert!(loaded > 0 && ran > 0, "of {count}, {loaded} were loaded and {ran} computed");
    eprintln!("of {count} damaged models {loaded} were loaded, and {ran} of these computed");
}

/// The model `keep`, of 189 bytes, with a constant of 512 x (512 + `more`) elements instead of 512
/// x 512.
fn with_a_constant_of(more: i64) -> Vec<u8> {
    let mut bytes = std::fs::read(file("keep")).expect("a model");
    let sizes = |wide: i64| -> Vec<u8> { [512, wide].iter().flat_map(|size| size.to_le_bytes()).collect() };
    let at = bytes.windows(16).position(|window| window == sizes(512)).expect("the shape of its constant");
    bytes[at..at + 16].copy_from_slice(&sizes(512 + more));
    bytes
}

#[test]
fn what_a_model_computes_from_nothing_is_within_limits_unless_it_is_loaded_with_it() {
    let library = library();
    let text = |level| {
        options(&library, &format!("\"threads\": 1, \"logSeverity\": \"FATAL\", \"optimization\": \"{level}\""))
    };
    in_scope(|root| {
        let inner = scope::push(root).expect("open");
        scope::set_limit(inner, 64 << 20).expect("open");
        // 17 GB, requested in the run.
        let bytes = with_a_constant_of(8 << 20);
        let model = onnx_model::load_bytes(inner, &bytes, Some(&text("NONE"))).expect("nothing is computed yet");
        let x = tensor::zeros(inner, CPU, DType::F32.code(), &[1, 512]).expect("small");
        let refused = onnx_model::run(inner, model, None, &[x]).expect_err("17 GB are above 64 MiB");
        assert_eq!(refused.status(), Status::LimitExceeded, "{refused}");
        // 2 PB, requested from the system by the load: more than there are addresses.
        let refused = onnx_model::load_bytes(inner, &with_a_constant_of(1 << 40), Some(&text("ALL")));
        let refused = refused.expect_err("no system has them");
        assert_eq!(refused.status(), Status::OutOfMemory, "{refused}");
        assert!(refused.to_string().contains("the system has not the memory"), "{refused}");
    });
}
