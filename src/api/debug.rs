//! Failures on demand, so that a binding can test how it reports each of them.

use super::types::StatusCode;
use crate::error::{Error, Result, Status};

/// Fails with the status of this code. `OK` succeeds, and `PANIC` panics, as an internal error would. A number that is
/// not the code of a status is `INVALID_ARGUMENT`.
pub fn raise(status: StatusCode) -> Result<()> {
    match Status::from_code(status) {
        None => {
            Err(Error::argument(format!("{status} is not the code of a status (0 to {} are)", Status::ALL.len() - 1)))
        }
        Some(Status::Ok) => Ok(()),
        Some(Status::Panic) => panic!("raised on demand"),
        Some(status) => Err(Error::new(status, format!("{} raised on demand", status.name()))),
    }
}
