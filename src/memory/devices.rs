//! The pools of this process, one for each available device.
//!
//! Invariant: [`of`] has a pool for each device that [`Device::require`] accepts. The pool of a
//! CUDA device is made when the device is first used, and stays until the process ends.

use super::account::Account;
use super::pool::{self, Pool};
use crate::device::{Device, cuda};
use crate::error::Result;
use std::sync::OnceLock;

/// The pools of CUDA devices, by index.
static CUDA: [OnceLock<&'static Pool>; cuda::MAX_DEVICES] = [const { OnceLock::new() }; cuda::MAX_DEVICES];

/// The pool of a device. Errors: `DEVICE_UNAVAILABLE`.
pub(super) fn of(device: Device) -> Result<&'static Pool> {
    match device {
        Device::Cpu => Ok(&pool::CPU),
        #[cfg(any(test, feature = "internals"))]
        Device::Test => Ok(&super::test_device::POOL),
        Device::Cuda(index) => of_cuda(device, index),
    }
}

#[cold]
fn of_cuda(device: Device, index: u16) -> Result<&'static Pool> {
    let gpu = cuda::device(index)?;
    let make = || -> &'static Pool {
        let account = Box::leak(Box::new(Account::new(device, default_limit)));
        Box::leak(Box::new(Pool::new(device, gpu, account)))
    };
    Ok(CUDA[usize::from(index)].get_or_init(make))
}

/// The default limit of a CUDA device: the memory that was free when this process first used it. 0
/// for a device that is not available.
fn default_limit(device: Device) -> u64 {
    match device {
        Device::Cuda(index) => cuda::device(index).map_or(0, |gpu| gpu.free_at_start()),
        _ => 0,
    }
}

/// How many CUDA devices this process has used.
pub(super) fn in_use() -> usize {
    CUDA.iter().filter(|pool| pool.get().is_some()).count()
}

/// The smallest limit of the processor and the CUDA devices in use.
pub(super) fn least_limit() -> u64 {
    let cuda = CUDA.iter().filter_map(|pool| pool.get());
    cuda.map(|pool| pool.account().limit()).fold(pool::CPU.account().limit(), u64::min)
}

/// All pools.
pub(super) fn all() -> impl Iterator<Item = &'static Pool> {
    let pools = [
        &pool::CPU,
        #[cfg(any(test, feature = "internals"))]
        &super::test_device::POOL,
    ];
    pools.into_iter().chain(CUDA.iter().filter_map(|pool| pool.get().copied()))
}
