//! Models that people use: the results are those of ONNX Runtime's Python package, which
//! `answers.py` has stored.
//!
//! The models lie in wheels of PyPI, which `ci/onnxruntime --models` fetches: `TENURE_ONNX_MODELS`
//! names the folder.

use crate::world::{floats, in_scope, ints, library, options, read_floats};
use std::path::{Path, PathBuf};
use tenure::api::{onnx_model, scope, tensor};

const CPU: i32 = 0;
const I32: i32 = 3;

/// The folder of the models; none where there is none, which the test then says by its name.
fn models() -> Option<PathBuf> {
    let folder = std::env::var("TENURE_ONNX_MODELS").ok().filter(|path| !path.is_empty());
    if folder.is_none() {
        let name = std::thread::current().name().unwrap_or("?").to_owned();
        eprintln!("skipped: {name}, since TENURE_ONNX_MODELS names no folder");
    }
    folder.map(PathBuf::from)
}

/// As `numbers` of `answers.py`.
fn numbers(n: usize) -> Vec<i64> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as i64
    };
    (0..n).map(|_| next()).collect()
}

fn answers(name: &str) -> Vec<f32> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/onnx/data").join(format!("{name}.answers"));
    let bytes = std::fs::read(path).expect("it is there");
    bytes.chunks(4).map(|b| f32::from_le_bytes(b.try_into().expect("4 bytes"))).collect()
}

/// Equal to the last bit where the kernels are those of the machine that stored the answers; else
/// as close as kernels are.
fn compare(name: &str, computed: &[f32]) {
    let stored = answers(name);
    assert_eq!(computed.len(), stored.len());
    let same = computed.iter().zip(&stored).filter(|(a, b)| a.to_bits() == b.to_bits()).count();
    let most = computed.iter().zip(&stored).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    println!("{name}: {same} of {} answers are the same bits, the largest difference is {most:e}", stored.len());
    assert!(most <= 1e-5, "{name}: {most}");
    assert!(stored.iter().any(|value| *value > 1e-3), "{name} says nothing");
}

fn load(scope: u64, library: &str, path: &Path) -> u64 {
    onnx_model::load(scope, &path.to_string_lossy(), Some(&options(library, "\"threads\": 1"))).expect("a good model")
}

#[test]
fn magika() {
    let (Some(library), Some(models)) = (library(), models()) else { return };
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
    let (Some(library), Some(models)) = (library(), models()) else { return };
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
