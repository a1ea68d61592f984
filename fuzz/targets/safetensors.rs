//! Any bytes as a `.safetensors` file: each of its tensors loads and fits the file, or ends in an
//! error with a status that the function promises.

use tenure::Status;
use tenure::io::safetensors;

pub fn run(bytes: &[u8]) {
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
}
