//! Writes `include/tenure.h` from `bindings/c` with cbindgen, so that the header cannot drift from the code.

use std::path::PathBuf;

/// The files whose items cross the C boundary, in the order of the header.
const SOURCES: [&str; 16] = [
    "src/error.rs",
    "src/tensor/dtype.rs",
    "bindings/c/library.rs",
    "bindings/c/memory.rs",
    "bindings/c/scope.rs",
    "bindings/c/workspace.rs",
    "bindings/c/handle.rs",
    "bindings/c/tensor_create.rs",
    "bindings/c/tensor_info.rs",
    "bindings/c/tensor_view.rs",
    "bindings/c/tensor_math.rs",
    "bindings/c/tensor_compare.rs",
    "bindings/c/tensor_reduce.rs",
    "bindings/c/tensor_in_place.rs",
    "bindings/c/optimize.rs",
    "bindings/c/files.rs",
];

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let header = root.join("include/tenure.h");
    for file in SOURCES.iter().chain(&["build.rs", "cbindgen.toml", "include/tenure.h"]) {
        println!("cargo:rerun-if-changed={file}");
    }
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("cbindgen.toml is well formed");
    let builder = cbindgen::Builder::new().with_config(config);
    let builder = SOURCES.iter().fold(builder, |builder, file| builder.with_src(root.join(file)));
    match builder.generate() {
        // Writes only when something has changed, so an unchanged build leaves the file's time alone.
        Ok(bindings) => {
            bindings.write_to_file(header);
        }
        // rustc will say what is wrong with the source, and better.
        Err(error) => println!("cargo:warning=include/tenure.h was not written: {error}"),
    }
}
