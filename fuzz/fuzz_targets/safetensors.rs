//! Any bytes as a `.safetensors` file: each of its tensors loads and fits the file, or ends in an error with a status
//! that the function promises.
//!
//! Run: `cargo +nightly fuzz run safetensors fuzz/corpus/safetensors tests/data/io` (the second folder is the seeds).
#![no_main]

use libfuzzer_sys::fuzz_target;
use tenure::error::Status;
use tenure::io::safetensors;

fuzz_target!(|bytes: &[u8]| {
    let names = match safetensors::names_bytes(bytes) {
        Ok(names) => names,
        Err(error) => return assert_eq!(error.status(), Status::Io, "{error:?}"),
    };
    for name in names.iter().take(4) {
        match safetensors::load_bytes(bytes, name) {
            Ok(tensor) => {
                assert!(tensor.nbytes() <= bytes.len());
                let _ = tensor.to_string();
            }
            Err(error) => assert!(matches!(error.status(), Status::Io | Status::Unsupported), "{error:?}"),
        }
    }
});
