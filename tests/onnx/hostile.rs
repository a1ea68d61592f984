//! Models that somebody has damaged on purpose: they fail to load, or their runs fail, or they compute
//! something, but nothing crashes and nothing is left.
//!
//! The stored models are changed by a sequence of random numbers that is the same each time.
//! `TENURE_ONNX_MUTATIONS` says how many: few here, more in `ci/fuzz`.

use crate::world::{CPU, file, in_scope, library, options};
use tenure::api::{onnx_model, onnx_run_options, scope, tensor};

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

/// A model with some bytes changed, left out, repeated, or from another.
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

/// Zeros for each input; none if there is no memory for them.
fn zeros(scope: u64, model: u64) -> Option<Vec<u64>> {
    let inputs = onnx_model::inputs(model).ok()?;
    let zeros = |line: &str| {
        let mut fields = line.split('\t').skip(1);
        let dtype = fields.next()?.parse().ok()?;
        let dims: Vec<i64> = fields.map(|size| size.parse().unwrap_or(2)).collect();
        tensor::zeros(scope, CPU, dtype, &dims).ok()
    };
    inputs.lines().map(zeros).collect()
}

#[test]
fn a_damaged_model_fails_or_computes_and_leaves_nothing() {
    let Some(library) = library() else { return };
    let count = std::env::var("TENURE_ONNX_MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(2000);
    let names = ["affine", "sum", "types", "pick", "pass", "grow", "keep", "words", "parts", "beside"];
    let models: Vec<Vec<u8>> = names.iter().map(|name| std::fs::read(file(name)).expect("a model")).collect();
    let text = options(&library, "\"threads\": 1, \"logSeverity\": \"FATAL\"");
    let kept = std::env::temp_dir().join(format!("tenure-hostile-{}.onnx", std::process::id()));
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let (mut loaded, mut ran) = (0, 0);
    for _ in 0..count {
        let bytes = mutated(&mut numbers, &models);
        // What crashes the process can be looked at.
        std::fs::write(&kept, &bytes).expect("a folder for temporary files");
        in_scope(|root| {
            let inner = scope::push(root).expect("open");
            scope::set_limit(inner, 64 << 20).expect("open");
            let Ok(model) = onnx_model::load_bytes(inner, &bytes, Some(&text)) else { return };
            loaded += 1;
            let Some(inputs) = zeros(inner, model) else { return };
            let options = onnx_run_options::create(inner, None).expect("the defaults");
            std::thread::scope(|threads| {
                let (done, is_done) = std::sync::mpsc::channel::<()>();
                // A model may be a loop without an end.
                threads.spawn(move || {
                    if is_done.recv_timeout(std::time::Duration::from_secs(2)).is_err() {
                        let _ = onnx_run_options::cancel(options);
                    }
                });
                ran += usize::from(onnx_model::run_with(inner, model, options, None, &inputs).is_ok());
                let _ = done.send(());
            });
        });
    }
    let _ = std::fs::remove_file(&kept);
    assert!(loaded > 0 && ran > 0, "of {count}, {loaded} were loaded and {ran} computed");
    eprintln!("of {count} damaged models {loaded} were loaded, and {ran} of these computed");
}
