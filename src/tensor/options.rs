//! `TensorOptions`: what a new tensor is made of and where, for makers that take both.
//!
//! Invariant: what is not named has one default everywhere: the processor, and the element type that
//! the maker's documentation names.

use super::dtype::DType;
use crate::device::Device;

/// The element type and the device of a new tensor. A [`DType`], a [`Device`], or a pair of both
/// converts to options.
///
/// ```
/// use tenure::{DType, Device, Tensor};
///
/// # fn main() -> tenure::Result<()> {
/// let a = Tensor::zeros_with(DType::F64, &[2, 3])?;
/// let b = Tensor::zeros_with((DType::F64, Device::Cpu), &[2, 3])?;
/// assert_eq!((a.dtype(), a.device()), (b.dtype(), b.device()));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TensorOptions {
    /// The element type; that of the maker if none is named.
    pub dtype: Option<DType>,
    /// The device; the processor if none is named.
    pub device: Option<Device>,
}

impl TensorOptions {
    /// The device and the element type, with this one if none is named.
    #[inline]
    pub(crate) fn or(self, dtype: DType) -> (Device, DType) {
        (self.device.unwrap_or(Device::Cpu), self.dtype.unwrap_or(dtype))
    }
}

impl From<DType> for TensorOptions {
    fn from(dtype: DType) -> TensorOptions {
        TensorOptions { dtype: Some(dtype), device: None }
    }
}

impl From<Device> for TensorOptions {
    fn from(device: Device) -> TensorOptions {
        TensorOptions { dtype: None, device: Some(device) }
    }
}

impl From<(DType, Device)> for TensorOptions {
    fn from((dtype, device): (DType, Device)) -> TensorOptions {
        TensorOptions { dtype: Some(dtype), device: Some(device) }
    }
}
