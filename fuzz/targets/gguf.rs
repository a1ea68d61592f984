//! Any bytes as a `.gguf` file: its metadata is text and each of its tensors loads, or ends in an
//! error with a status that the function promises.

use tenure::Status;
use tenure::io::gguf::Reader;

/// The most bytes of float32 that a byte of a file becomes: a block of `Q2_K` has 84 for 256 elements.
const WIDENED: usize = 13;

pub fn run(bytes: &[u8]) {
    let mut file = match Reader::of_bytes(bytes, "fuzz.gguf") {
        Ok(file) => file,
        Err(error) => return assert!(matches!(error.status(), Status::Io | Status::Unsupported), "{error:?}"),
    };
    match file.metadata() {
        Ok(texts) => {
            let length: usize = texts.iter().map(|(_, text)| text.len()).sum();
            assert!(length <= 16 * bytes.len());
        }
        Err(error) => assert_eq!(error.status(), Status::Io, "{error:?}"),
    }
    for name in file.names().iter().take(8) {
        match file.load(name, None) {
            Ok(tensor) => assert!(tensor.nbytes() <= WIDENED * bytes.len()),
            Err(error) => assert!(matches!(error.status(), Status::Io | Status::Unsupported), "{error:?}"),
        }
    }
}
