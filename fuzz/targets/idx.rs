//! Any bytes as an `.idx` file: a tensor no larger than the file can hold, or an error with a status
//! that the function promises.

use tenure::error::Status;
use tenure::io::idx;

pub fn run(bytes: &[u8]) {
    match idx::load_bytes(bytes) {
        // A compressed file has up to 1032 bytes for each of its own.
        Ok(tensor) => assert!(tensor.nbytes() <= bytes.len() * 1032),
        Err(error) => assert!(matches!(error.status(), Status::Io | Status::Unsupported), "{error:?}"),
    }
}
