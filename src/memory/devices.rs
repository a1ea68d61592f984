//! The pools of this process, one for each available device.
//!
//! Invariant: [`of`] has a pool for each device that [`Device::require`] accepts.

use super::pool::{self, Pool};
use crate::device::Device;
use crate::error::Result;

/// The pool of a device. Errors: `DEVICE_UNAVAILABLE`.
pub(super) fn of(device: Device) -> Result<&'static Pool> {
    device.require()?;
    match device {
        Device::Cpu => Ok(&pool::CPU),
        #[cfg(any(test, feature = "internals"))]
        Device::Test => Ok(&super::test_device::POOL),
        Device::Cuda(_) => unreachable!("no build has one yet, and `require` has said so"),
    }
}

/// All pools.
pub(super) fn all() -> impl Iterator<Item = &'static Pool> {
    let pools = [
        &pool::CPU,
        #[cfg(any(test, feature = "internals"))]
        &super::test_device::POOL,
    ];
    pools.into_iter()
}
