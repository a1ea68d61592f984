//! Any bytes as a `.npy` file: a tensor no larger than the file, or an error with a status that the
//! function promises.

use tenure::Status;
use tenure::io::npy;

pub fn run(bytes: &[u8]) {
    match npy::load_bytes(bytes) {
        Ok(tensor) => {
            assert!(tensor.nbytes() <= bytes.len());
            // Printing reads elements all over the tensor, by its strides.
            let _ = tensor.to_string();
        }
        Err(error) => assert!(matches!(error.status(), Status::Io | Status::Unsupported), "{error:?}"),
    }
}
