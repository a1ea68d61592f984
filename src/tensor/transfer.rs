//! Transfers: copying the elements of a tensor to another device.
//!
//! Invariant: the result is contiguous and has a storage of its own. Only bytes are transferred;
//! the host handles the layout, because it has kernels for that, so a device needs none.

use super::layout::Layout;
use super::tensor::Tensor;
use crate::device::Device;
use crate::error::Result;
use crate::memory::Storage;

impl Tensor {
    /// Copies the elements of this contiguous tensor on the processor to another device. Panics
    /// unless it is contiguous.
    ///
    /// Errors: those of [`Tensor::uninit`], and those of the device.
    pub(crate) fn sent_to(&self, device: Device) -> Result<Tensor> {
        assert!(self.is_contiguous());
        let (from, shape) = (self.host()?.as_ptr(), self.to_shape());
        let there = Tensor::uninit(device, self.dtype(), &shape)?;
        // SAFETY: the elements are contiguous, and in another storage.
        unsafe { there.storage().copy_in(0, from, self.nbytes())? };
        Ok(there)
    }

    /// A tensor on the processor with the elements of this one, which may be on any device: the
    /// part of the storage that the elements span, in the same layout.
    ///
    /// Errors: those of [`Tensor::uninit`], and those of the device.
    pub(crate) fn fetched(&self) -> Result<Tensor> {
        let size = self.dtype().size();
        let (first, last) = self.span();
        let bytes = if self.size() == 0 { 0 } else { (last - first + 1) * size };
        let here = Storage::alloc(Device::Cpu, bytes)?;
        // SAFETY: the storage is new and has this many bytes.
        unsafe { self.storage().copy_out(first * size, here.host()?.as_ptr(), bytes)? };
        let layout = Layout::new(self.shape(), self.strides());
        Ok(Tensor::of_parts(here, self.dtype(), layout, self.offset() - first))
    }

    /// The first and the last element of the storage that the layout reaches; twice the offset if
    /// there are none.
    fn span(&self) -> (usize, usize) {
        let (mut first, mut last) = (self.offset() as i64, self.offset() as i64);
        if self.size() > 0 {
            for (&extent, &stride) in self.shape().iter().zip(self.strides()) {
                let reach = (extent - 1) * stride;
                first += reach.min(0);
                last += reach.max(0);
            }
        }
        (first as usize, last as usize)
    }
}
