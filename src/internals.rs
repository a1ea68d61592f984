//! What the tests of this crate look into: functions that are otherwise private.
//!
//! Invariant: it decides nothing. Each function calls the private one of the same name.

use crate::device::Device;
use crate::error::Result;
use crate::memory::Storage;
use crate::tensor::{DType, Host, Shape, Tensor, Track};

/// Ends the idle threads of the library.
pub fn end_idle() {
    crate::threads::end_idle();
}

/// The number of helper threads, including sleeping ones, and the number of threads that currently
/// compute in divided calls.
#[cfg(not(loom))]
pub fn counts() -> (usize, usize) {
    crate::threads::counts()
}

/// `use tenure::internals::TensorInternals;` makes these methods visible.
pub trait TensorInternals: Sized {
    /// A new contiguous tensor whose elements nobody has written.
    fn uninit(device: Device, dtype: DType, shape: &Shape) -> Result<Self>;
    /// A new contiguous tensor of zeros.
    fn zeroed(device: Device, dtype: DType, shape: &Shape) -> Result<Self>;
    /// The storage of the elements.
    fn storage(&self) -> &Storage;
    /// Where a tape recorded this tensor, if one did.
    fn track(&self) -> Option<&Track>;
    /// This tensor, if the processor can read and write its elements.
    fn host(&self) -> Result<Host<'_>>;
    /// Whether two indices reach one element.
    fn overlaps_itself(&self) -> bool;
}

impl TensorInternals for Tensor {
    fn uninit(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
        Tensor::uninit(device, dtype, shape)
    }

    fn zeroed(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
        Tensor::zeroed(device, dtype, shape)
    }

    fn storage(&self) -> &Storage {
        Tensor::storage(self)
    }

    fn track(&self) -> Option<&Track> {
        Tensor::track(self)
    }

    fn host(&self) -> Result<Host<'_>> {
        Tensor::host(self)
    }

    fn overlaps_itself(&self) -> bool {
        Tensor::overlaps_itself(self)
    }
}
