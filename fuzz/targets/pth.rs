//! Any bytes as a file of `torch.save`: each of its tensors loads, or ends in an error with a
//! status that the function promises.

use tenure::Status;
use tenure::io::pth::Reader;

pub fn run(bytes: &[u8]) {
    let mut file = match Reader::of_bytes(bytes, "fuzz.pth") {
        Ok(file) => file,
        Err(error) => return assert!(matches!(error.status(), Status::Io | Status::Unsupported), "{error:?}"),
    };
    for name in file.names().iter().take(8) {
        match file.load(&[name], None) {
            Ok(tensors) => {
                // A stride of 0 makes a tensor of any shape out of one element.
                assert!(tensors[0].nbytes() <= bytes.len().next_multiple_of(64));
            }
            Err(error) => assert!(matches!(error.status(), Status::Io | Status::Unsupported), "{error:?}"),
        }
    }
}
