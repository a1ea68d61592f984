//! Any bytes as a `.npy` file: a tensor no larger than the file, or an error with a status that the function promises.
//!
//! Run: `cargo +nightly fuzz run npy fuzz/corpus/npy tests/data/io` (the second folder is the seeds).
#![no_main]

use libfuzzer_sys::fuzz_target;
use tenure::error::Status;
use tenure::io::npy;

fuzz_target!(|bytes: &[u8]| {
    match npy::load_bytes(bytes) {
        Ok(tensor) => {
            assert!(tensor.nbytes() <= bytes.len());
            // Printing reads elements all over the tensor, by its strides.
            let _ = tensor.to_string();
        }
        Err(error) => assert!(matches!(error.status(), Status::Io | Status::Unsupported), "{error:?}"),
    }
});
