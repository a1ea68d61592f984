//! CUDA devices: found by the driver, used through one stream each, with kernels that `ci/kernels`
//! has compiled.
//!
//! ```text
//!   driver    the only file that calls the driver      gpu        a device: memory, stream, events, launches, its fault
//!   blas      products by cuBLAS, if it is there
//!   kernels   the PTX that is part of the library      kernels/   its sources, CUDA C
//! ```
//!
//! Invariant: nothing here runs before a CUDA device is named, so a program that uses none pays
//! nothing. A device is opened once; if that fails, the error has the reason, and the next use
//! tries again.

mod blas;
mod driver;
mod gpu;
mod kernels;

pub use blas::{Kind, Matrix};
pub use gpu::{Gpu, Properties, THREADS};
#[cfg(feature = "internals")]
pub use kernels::{module, names};

use crate::error::{Error, Result, Status};
use driver::driver;
use once_cell::sync::OnceCell;

/// The most devices that a process can use.
pub(crate) const MAX_DEVICES: usize = 64;

static DEVICES: [OnceCell<Gpu>; MAX_DEVICES] = [const { OnceCell::new() }; MAX_DEVICES];

/// The device of this index, opened at the first use.
///
/// Errors: `DEVICE_UNAVAILABLE` with the reason. A device that has failed is still returned: its
/// calls fail.
pub fn device(index: u16) -> Result<&'static Gpu> {
    match DEVICES.get(usize::from(index)) {
        Some(device) => device.get_or_try_init(|| open(index)),
        None => Err(unavailable(index, &format!("indices go up to {}", MAX_DEVICES - 1))),
    }
}

/// How many CUDA devices the driver sees; 0 if there is no driver.
pub fn count() -> usize {
    driver().ok().and_then(|driver| driver.count().ok()).unwrap_or(0)
}

fn open(index: u16) -> Result<Gpu> {
    let driver = driver().map_err(|reason| unavailable(index, &reason))?;
    let count = driver.count().map_err(|fault| unavailable(index, &fault.text))?;
    if usize::from(index) >= count {
        return Err(unavailable(index, &format!("the driver sees {count} devices")));
    }
    Gpu::open(driver, index).map_err(|reason| unavailable(index, &reason))
}

#[cold]
fn unavailable(index: u16, reason: &str) -> Error {
    Error::new(Status::DeviceUnavailable, format!("device cuda:{index} is not available: {reason}"))
}
