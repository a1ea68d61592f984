//! For tests of bindings: failures on demand, so that a binding can test how it reports each of
//! them, and another device in the place of the processor, so that it can run its tests there.

use super::types::{DeviceCode, StatusCode};
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::session::context;

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

/// Sets the default device where no scope has one, which is the processor otherwise: with it tests
/// of scopes, limits and leaks run on that device as they are. It holds for the process. Errors:
/// `INVALID_ARGUMENT` for a number that is not the code of a device, `DEVICE_UNAVAILABLE` if the
/// device does not exist.
pub fn set_default_device(device: DeviceCode) -> Result<()> {
    context::set_fallback_device(Device::from_code(device)?)
}
