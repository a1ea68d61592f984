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
use crate::log::DEVICE;
use driver::{Driver, driver};
use once_cell::sync::OnceCell;
use parking_lot::Mutex;

/// The most devices that a process can use.
pub(crate) const MAX_DEVICES: usize = 64;

static DEVICES: [OnceCell<Gpu>; MAX_DEVICES] = [const { OnceCell::new() }; MAX_DEVICES];

/// The device of this index, opened at the first use.
///
/// Errors: `DEVICE_UNAVAILABLE` with the reason. A device that has failed is still returned: its
/// calls fail.
pub fn device(index: u16) -> Result<&'static Gpu> {
    match DEVICES.get(usize::from(index)) {
        Some(device) => match device.get() {
            Some(gpu) => Ok(gpu),
            None => {
                let found = logged_driver().map_err(|reason| unavailable(index, &reason))?;
                device.get_or_try_init(|| open(found, index))
            }
        },
        None => Err(unavailable(index, &format!("indices go up to {}", MAX_DEVICES - 1))),
    }
}

/// How many CUDA devices the driver sees; 0 if there is no driver.
pub fn count() -> usize {
    logged_driver().ok().and_then(|driver| driver.count().ok()).unwrap_or(0)
}

/// The version of CUDA that the driver is for, major and minor; `None` without a driver.
#[cfg(feature = "internals")]
pub fn version() -> Option<(i32, i32)> {
    driver().ok().and_then(|driver| driver.cuda().ok())
}

/// The driver. That it was opened is logged once, and why it cannot be opened once for each reason:
/// here, where no cell is being initialised, because a program's logger may ask for a device.
fn logged_driver() -> std::result::Result<Driver, String> {
    static LOGGED: Mutex<Option<String>> = Mutex::new(None);
    let found = driver();
    if !log::log_enabled!(target: DEVICE, log::Level::Info) {
        return found;
    }
    let text = match &found {
        Ok(driver) => {
            let (major, minor) = driver.cuda().unwrap_or_default();
            format!("the CUDA driver was opened; it is for CUDA {major}.{minor}")
        }
        Err(reason) => format!("CUDA devices cannot be used: {reason}"),
    };
    let is_new = LOGGED.lock().replace(text.clone()).as_ref() != Some(&text);
    match &found {
        _ if !is_new => {}
        Ok(_) => log::info!(target: DEVICE, event = "opened"; "{text}"),
        Err(_) => log::info!(target: DEVICE, event = "absent"; "{text}"),
    }
    found
}

fn open(driver: Driver, index: u16) -> Result<Gpu> {
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
