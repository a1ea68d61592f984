//! Devices: how many there are, what each is, and why one is not available.

pub use super::records::DeviceProperties;
use super::types::DeviceCode;
use crate::device::{Device, cuda};
use crate::error::{Error, Result};

/// The number of CUDA devices that the driver sees; 0 without a driver.
pub fn cuda_count() -> Result<u64> {
    Ok(cuda::count() as u64)
}

/// Why a device is not available, in words; empty if it is. The driver is looked for at this call.
/// Errors: `INVALID_ARGUMENT` for a code that no device has.
pub fn reason(device: DeviceCode) -> Result<String> {
    let device = Device::from_code(device)?;
    Ok(device.require().err().map(|error| error.message().to_owned()).unwrap_or_default())
}

/// The product's name; `cpu` for the processor. Errors: `DEVICE_UNAVAILABLE` with the reason.
pub fn name(device: DeviceCode) -> Result<String> {
    match Device::from_code(device)? {
        Device::Cuda(index) => Ok(cuda::device(index)?.properties().name.clone()),
        device => Ok(device.to_string()),
    }
}

/// The memory and the compute capability of a CUDA device. Errors: `DEVICE_UNAVAILABLE` with the
/// reason; `INVALID_ARGUMENT` for the processor, which has neither; `DEVICE_FAILED`.
pub fn properties(device: DeviceCode) -> Result<DeviceProperties> {
    let device = Device::from_code(device)?;
    let Device::Cuda(index) = device else {
        return Err(Error::argument(format!("{device} has no properties of a CUDA device")));
    };
    let gpu = cuda::device(index)?;
    let of = gpu.properties();
    Ok(DeviceProperties {
        total_bytes: of.memory,
        free_bytes: gpu.free_memory()?,
        compute_major: of.capability.0.into(),
        compute_minor: of.capability.1.into(),
    })
}
