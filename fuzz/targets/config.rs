//! Any text as the configuration of a workspace: it is refused as an argument, or what it says is
//! written with every parameter, and what was written is read to the same.

use tenure::Status;
use tenure::api::workspace::config_check;

pub fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match config_check(text) {
        Ok(written) => {
            let again = config_check(&written).expect("our own words");
            assert_eq!(again, written, "{text}");
        }
        Err(error) => assert_eq!(error.status(), Status::InvalidArgument, "{error:?}"),
    }
}
