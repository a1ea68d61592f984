//! Writes `include/tenure.h` from `bindings/c` with cbindgen, so that the header cannot drift from the code; and turns
//! the feature `loom` into the `cfg(loom)` that the sources ask for.

#[cfg(feature = "bindings")]
use std::path::{Path, PathBuf};

#[cfg(feature = "bindings")]
/// The files whose items cross the C boundary, in the order of the header.
const SOURCES: [&str; 68] = [
    "src/error.rs",
    "src/tensor/dtype.rs",
    "src/tensor/limits.rs",
    "src/tensor/scalar.rs",
    "src/tensor/copy_mode.rs",
    "src/ops/rearrange.rs",
    "src/ops/scatter.rs",
    "src/ops/fft/mod.rs",
    "src/ops/nn/bag.rs",
    "src/ops/nn/loss.rs",
    "src/ops/nn/resize.rs",
    "src/nn/init.rs",
    "src/nn/trainer/loss.rs",
    "src/nn/trainer/metric.rs",
    "src/nn/schedule/cycle.rs",
    "src/autograd/linalg/norms.rs",
    "src/autograd/quantile.rs",
    "src/ownership/metadata.rs",
    "src/log/level.rs",
    "src/record/export.rs",
    "src/session/report/mod.rs",
    "src/api/pressure.rs",
    "bindings/c/library.rs",
    "src/api/records.rs",
    "bindings/c/generated/debug.rs",
    "bindings/c/generated/random.rs",
    "bindings/c/generated/init.rs",
    "bindings/c/generated/dtype.rs",
    "bindings/c/generated/threads.rs",
    "bindings/c/generated/log.rs",
    "bindings/c/generated/record.rs",
    "bindings/c/memory.rs",
    "bindings/c/generated/memory.rs",
    "bindings/c/generated/device.rs",
    "bindings/c/generated/pressure.rs",
    "bindings/c/generated/scope.rs",
    "bindings/c/scope.rs",
    "bindings/c/workspace.rs",
    "bindings/c/generated/workspace.rs",
    "bindings/c/handle.rs",
    "bindings/c/generated/handle.rs",
    "bindings/c/generated/leak.rs",
    "bindings/c/generated/counter.rs",
    "bindings/c/generated/tensor.rs",
    "bindings/c/tensor_memory.rs",
    "bindings/c/generated/tape.rs",
    "bindings/c/generated/no_grad.rs",
    "bindings/c/optimize.rs",
    "bindings/c/generated/optimizer.rs",
    "bindings/c/generated/scheduler.rs",
    "bindings/c/generated/module.rs",
    "bindings/c/generated/data_loader.rs",
    "bindings/c/generated/trainer.rs",
    "bindings/c/generated/metric.rs",
    "bindings/c/generated/table.rs",
    "bindings/c/files.rs",
    "bindings/c/generated/npy.rs",
    "bindings/c/generated/npz.rs",
    "bindings/c/generated/pth.rs",
    "bindings/c/generated/gguf.rs",
    "bindings/c/generated/idx.rs",
    "bindings/c/generated/image.rs",
    "bindings/c/generated/safetensors.rs",
    "bindings/c/onnx.rs",
    "bindings/c/generated/onnx_model.rs",
    "bindings/c/generated/onnx_run_options.rs",
    "bindings/c/generated/onnx_value.rs",
    "bindings/c/generated/batcher.rs",
];

/// What makes the two arguments that a number is: its kind, and its 64 bits.
#[cfg(feature = "bindings")]
const SCALARS: &str = "

// A number beside a tensor is two arguments: its kind, which is a TenureScalarKind, and its 64 bits. Each of these macros
// makes both of them, so that an integer stays exact: tenure_tensor_add_scalar(0, t, TENURE_I64(7), &sum).
#define TENURE_I64(x) TENURE_SCALAR_KIND_I64, ((int64_t)(x))
#define TENURE_U64(x) TENURE_SCALAR_KIND_U64, ((int64_t)(uint64_t)(x))
#define TENURE_F64(x) TENURE_SCALAR_KIND_F64, tenure_f64_bits(x)
#define TENURE_BOOL(x) TENURE_SCALAR_KIND_BOOL, ((int64_t)((x) ? 1 : 0))

// The bits of a double, for TENURE_F64.
static inline int64_t tenure_f64_bits(double x) {
  int64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // For this crate alone, by its feature: as a flag of the compiler it would build every dependency anew.
    if std::env::var_os("CARGO_FEATURE_LOOM").is_some() {
        println!("cargo:rustc-cfg=loom");
    }
    #[cfg(feature = "bindings")]
    write_header();
}

/// Writes the header, if the bindings that it declares are compiled.
#[cfg(feature = "bindings")]
fn write_header() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    for file in SOURCES.iter().chain(&["cbindgen.toml", "include/tenure.h", "src/api/mod.rs"]) {
        println!("cargo:rerun-if-changed={file}");
    }
    let mut config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml is well formed");
    config.after_includes = Some(versions(&root) + SCALARS);
    let builder = cbindgen::Builder::new().with_config(config);
    let builder = SOURCES.iter().fold(builder, |builder, file| builder.with_src(root.join(file)));
    match builder.generate() {
        // Writes only when something has changed, so an unchanged build leaves the file's time alone.
        Ok(bindings) => {
            bindings.write_to_file(root.join("include/tenure.h"));
        }
        // rustc will say what is wrong with the source, and better.
        Err(error) => println!("cargo:warning=include/tenure.h was not written: {error}"),
    }
}

/// The versions that a program was compiled with, to compare with `tenure_version` and `tenure_abi_version`.
#[cfg(feature = "bindings")]
fn versions(root: &Path) -> String {
    let version = std::env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    let abi = abi(root);
    format!(
        "\n// The release that this header is of.\n#define TENURE_VERSION \"{version}\"\n#define TENURE_ABI_VERSION {abi}"
    )
}

/// The version of the C ABI.
#[cfg(feature = "bindings")]
fn abi(root: &Path) -> u32 {
    let api = std::fs::read_to_string(root.join("src/api/mod.rs")).expect("it is part of the crate");
    let abi = api.split_once("ABI_VERSION: u32 = ").and_then(|(_, rest)| rest.split_once(';'));
    abi.and_then(|(abi, _)| abi.parse().ok()).expect("it has one")
}
