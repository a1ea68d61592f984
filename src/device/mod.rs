//! Devices: where the bytes of a storage are, and what a device provides: [`Memory`] and
//! [`Stream`].
//!
//! Invariant: a `Device` value may name a device that is not available; only [`Device::require`]
//! checks this, and [`cuda`] looks for a driver only then. Code that reads or writes bytes gets the
//! pointer from `Tensor::host` or `Storage::host`, which fail for bytes on any other
//! device. So an operation without a kernel for another device refuses its tensors instead of
//! reading their addresses.
#![allow(unsafe_code)] // a device copies between addresses that its caller vouches for

pub mod cuda;
mod memory;

pub use memory::{Event, Memory, Stream};

use crate::error::{Error, Result, Status};
use std::fmt;

/// A device: a kind and an index. The code is `kind << 16 | index`; kinds are append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Device {
    /// The processor's memory. Code 0.
    Cpu,
    /// A CUDA device by its index. Code `0x10000 + index`.
    Cuda(u16),
    /// A device for tests of this crate: memory that the host cannot access, and work that runs
    /// late. Release builds do not include it.
    #[cfg(any(test, feature = "internals"))]
    Test,
}

/// The code of [`Device::Test`], a kind that no real device will have.
#[cfg(any(test, feature = "internals"))]
const TEST: i32 = 0x7fff << 16;

impl Device {
    /// The code that crosses the boundary.
    pub fn code(self) -> i32 {
        match self {
            Device::Cpu => 0,
            Device::Cuda(index) => (1 << 16) | i32::from(index),
            #[cfg(any(test, feature = "internals"))]
            Device::Test => TEST,
        }
    }

    /// A small number for the events of a recording: 0 for the processor, from 1 on for CUDA
    /// devices.
    pub(crate) fn tag(self) -> u8 {
        match self {
            Device::Cpu => 0,
            Device::Cuda(index) => index.min(125) as u8 + 1,
            #[cfg(any(test, feature = "internals"))]
            Device::Test => 127,
        }
    }

    /// The device of a code, available or not. An unknown code is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<Device> {
        match (code >> 16, code & 0xffff) {
            (0, 0) => Ok(Device::Cpu),
            (1, index) => Ok(Device::Cuda(index as u16)),
            #[cfg(any(test, feature = "internals"))]
            _ if code == TEST => Ok(Device::Test),
            _ => Err(Error::argument(format!("{code} names no device (0 is cpu, {} is cuda:0)", 1 << 16))),
        }
    }

    /// The device of a name, as it is displayed, available or not; `None` for any other text.
    pub(crate) fn from_name(name: &str) -> Option<Device> {
        match name {
            "cpu" => Some(Device::Cpu),
            #[cfg(any(test, feature = "internals"))]
            "test" => Some(Device::Test),
            _ => name.strip_prefix("cuda:")?.parse().ok().map(Device::Cuda),
        }
    }

    /// `DEVICE_UNAVAILABLE` with the reason if this device is not available.
    pub fn require(self) -> Result<()> {
        match self {
            Device::Cpu => Ok(()),
            #[cfg(any(test, feature = "internals"))]
            Device::Test => Ok(()),
            Device::Cuda(index) => cuda::device(index).map(drop),
        }
    }

    /// The error of a processor operation for bytes on this device.
    #[cold]
    #[inline(never)]
    pub(crate) fn elsewhere(self) -> Error {
        let text = format!("this operation is not available on {self}: copy the tensor with to(cpu)");
        Error::new(Status::Unsupported, text)
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Device::Cpu => f.write_str("cpu"),
            Device::Cuda(index) => write!(f, "cuda:{index}"),
            #[cfg(any(test, feature = "internals"))]
            Device::Test => f.write_str("test"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip_and_others_are_refused() {
        for device in [Device::Cpu, Device::Cuda(0), Device::Cuda(u16::MAX), Device::Test] {
            assert_eq!(Device::from_code(device.code()).expect("a code of its own"), device);
            assert_eq!(Device::from_name(&device.to_string()), Some(device));
        }
        for code in [-1, 1, 0xffff, 2 << 16, i32::MIN] {
            assert!(Device::from_code(code).is_err(), "{code}");
        }
        for name in ["", "CPU", "cuda", "cuda:", "cuda:65536", "cuda:-1", "cpu "] {
            assert_eq!(Device::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_device_that_is_not_there_is_named() {
        let error = Device::Cuda(u16::MAX).require().expect_err("no machine has so many");
        assert_eq!(error.status(), Status::DeviceUnavailable);
        assert!(error.message().contains("cuda:65535"), "{error}");
    }
}
