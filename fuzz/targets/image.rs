//! Any bytes as a PNG or JPEG image: pixels, or an error with a status that the function promises.

use tenure::error::Status;
use tenure::io::image::{self, Options};

pub fn run(bytes: &[u8]) {
    let channels = [0, 1, 3, 4][bytes.len() % 4];
    match image::decode(bytes, Options { channels, channels_last: bytes.len() % 8 < 4, as_bytes: bytes.len() % 16 < 8 })
    {
        Ok(tensor) => assert_eq!(tensor.rank(), 3),
        Err(error) => {
            let known = [Status::Io, Status::Unsupported, Status::LimitExceeded, Status::OutOfMemory];
            assert!(known.contains(&error.status()), "{error:?}");
        }
    }
}
