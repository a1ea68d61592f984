//! Any bytes as a `.npz` file: each of its arrays loads and fits what its bytes can hold, or ends
//! in an error with a status that the function promises.

use tenure::Status;
use tenure::io::npz::Reader;

pub fn run(bytes: &[u8]) {
    let mut reader = match Reader::of_bytes(bytes, "any.npz") {
        Ok(reader) => reader,
        Err(error) => return assert_eq!(error.status(), Status::Io, "{error:?}"),
    };
    for name in reader.names().iter().take(4) {
        match reader.load(name, None) {
            Ok(tensor) => {
                // Deflate makes at most 1032 bytes of one.
                assert!(tensor.nbytes() <= bytes.len() * 1032 + 4096);
                let _ = tensor.to_string();
            }
            Err(error) => {
                let expected = [Status::Io, Status::Unsupported, Status::InvalidArgument];
                assert!(expected.contains(&error.status()), "{error:?}");
            }
        }
    }
    if let Err(error) = reader.entries() {
        assert!(matches!(error.status(), Status::Io | Status::Unsupported | Status::InvalidArgument), "{error:?}");
    }
}
