//! Common helpers of the tests.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tenure::api::{handle, memory, onnx_model, scope, tensor};
use tenure::error::Result;

pub const CPU: i32 = 0;
pub const F32: i32 = 1;
pub const I64: i32 = 4;

/// The library. Without it a test fails; `ci/test` then skips such tests by their names, and counts
/// them as skipped.
pub fn library() -> String {
    let library = std::env::var("TENURE_ONNXRUNTIME").ok().filter(|path| !path.is_empty());
    library.expect("TENURE_ONNXRUNTIME names ONNX Runtime's library, whose path ci/onnxruntime prints")
}

/// The options, with the library and these fields of JSON.
pub fn options(library: &str, fields: &str) -> String {
    let library = library.replace('\\', "\\\\");
    let comma = if fields.is_empty() { "" } else { ", " };
    format!("{{\"library\": \"{library}\"{comma}{fields}}}")
}

/// The file of a model.
pub fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/onnx/data").join(format!("{name}.onnx"))
}

/// A model of the tests, with one thread.
pub fn model(scope: u64, library: &str, name: &str) -> Result<u64> {
    onnx_model::load(scope, &file(name).to_string_lossy(), Some(&options(library, "\"threads\": 1")))
}

pub fn floats(scope: u64, values: &[f32], dims: &[i64]) -> u64 {
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_ne_bytes()).collect();
    tensor::from_data(scope, CPU, F32, &bytes, dims).expect("memory")
}

pub fn ints(scope: u64, values: &[i64], dims: &[i64]) -> u64 {
    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_ne_bytes()).collect();
    tensor::from_data(scope, CPU, I64, &bytes, dims).expect("memory")
}

pub fn read_floats(t: u64) -> Vec<f32> {
    let mut bytes = vec![0; 4 * tensor::shape(t).expect("alive").elements()];
    tensor::copy_to(t, &mut bytes).expect("alive");
    bytes.chunks(4).map(|b| f32::from_ne_bytes(b.try_into().expect("4 bytes"))).collect()
}

/// Live bytes of the process.
pub fn live() -> u64 {
    memory::stats(CPU).expect("the processor").live_bytes
}

/// One test at a time in a process, because what is alive is counted for all of it.
static TURN: Mutex<()> = Mutex::new(());

/// Runs a test in a separate scope, and checks that nothing is left of it.
pub fn in_scope(test: impl FnOnce(u64)) {
    let _turn = TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let (before, handles) = (live(), handle::live().expect("any").len());
    let root = scope::push(0).expect("a scope");
    test(root);
    scope::close(root).expect("it is open");
    assert_eq!((live(), handle::live().expect("any").len()), (before, handles), "something is left");
}
