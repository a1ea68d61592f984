//! `Host`: a tensor whose elements are in the processor's memory, so that kernels may read and
//! write them.
//!
//! Invariant: [`Tensor::host`] is the only way to a pointer to elements. It fails for a tensor on
//! another device, so no kernel reads a device's address as if it were one of the processor's. Code
//! that only compares addresses uses [`Tensor::addr`], a number that cannot be dereferenced.

use super::cell::{SharedCell, cells};
use super::dtype::{DType, Element};
use super::tensor::{Tensor, normalize_bools};
use crate::error::Result;
use std::ops::Deref;

/// A borrowed tensor whose elements are in the processor's memory.
#[derive(Clone, Copy)]
pub struct Host<'a> {
    tensor: &'a Tensor,
    first: *mut u8,
}

// SAFETY: it is a reference to a tensor, which threads may share, and the address of the tensor's
// elements, which are accessed by the rules of `tensor::cell`.
unsafe impl Send for Host<'_> {}
// SAFETY: as above.
unsafe impl Sync for Host<'_> {}

impl Tensor {
    /// This tensor, if the processor can read and write its elements.
    ///
    /// Errors: `UNSUPPORTED` if they are on another device.
    #[inline]
    pub(crate) fn host(&self) -> Result<Host<'_>> {
        let start = self.storage().host()?.as_ptr();
        // An empty tensor may have an offset at the very end, so the addition must not be `add`.
        Ok(Host { tensor: self, first: start.wrapping_add(self.offset() * self.dtype().size()) })
    }
}

impl<'a> Host<'a> {
    /// The tensor, borrowed for as long as it was for [`Tensor::host`].
    #[inline]
    pub fn tensor(self) -> &'a Tensor {
        self.tensor
    }

    /// The address of the first element. Valid as long as any tensor holds the storage; elements
    /// are at `strides` from it. Writing through it is only allowed for a new tensor that has not
    /// been handed out yet, or for an in-place operation.
    #[inline]
    pub fn as_ptr(self) -> *mut u8 {
        self.first
    }

    /// Like [`Tensor::as_slice`], for kernels: other threads may write the elements.
    #[inline]
    pub(crate) fn cells<T: Element>(self) -> Option<&'a [SharedCell<T>]> {
        // SAFETY: contiguous, of this element type, inside the storage that the tensor holds; no
        // plain references to it exist.
        (self.holds::<T>() && self.is_contiguous()).then(|| unsafe { cells(self.first.cast(), self.size()) })
    }

    /// Copies bytes of a contiguous tensor, starting at byte `from`, until `out` is full; booleans
    /// as 0 and 1. Panics if there are not enough bytes.
    pub(crate) fn copy_bytes_at(self, from: usize, out: &mut [u8]) {
        assert!(self.is_contiguous() && from <= self.nbytes() && out.len() <= self.nbytes() - from);
        // SAFETY: the bytes were just found to be the tensor's, and no `&mut` over a storage that
        // has a tensor exists.
        unsafe { std::ptr::copy_nonoverlapping(self.first.add(from), out.as_mut_ptr(), out.len()) };
        if self.dtype() == DType::Bool {
            normalize_bools(out);
        }
    }
}

impl Deref for Host<'_> {
    type Target = Tensor;

    #[inline]
    fn deref(&self) -> &Tensor {
        self.tensor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Device;
    use crate::error::Status;
    use crate::tensor::Shape;

    #[test]
    fn the_elements_of_another_device_have_no_pointer() {
        let t = Tensor::from_slice(&[1.0f32, 2.0, 3.0], &Shape::new(&[3]).expect("small")).expect("small");
        let last = t.slice(0, 2, 3, 1).expect("inside");
        let here = last.host().expect("on the processor");
        assert_eq!(here.cells::<f32>().expect("one float32")[0].get(), 3.0);
        assert_eq!(here.as_ptr().addr(), last.addr());
    }

    #[test]
    fn a_tensor_on_another_device_is_not_read() {
        let t = Tensor::zeroed(Device::Test, DType::F32, &Shape::new(&[3]).expect("small")).expect("small");
        let last = t.slice(0, 2, 3, 1).expect("inside");
        let error = last.host().err().expect("on another device");
        assert_eq!(error.status(), Status::Unsupported);
        assert_eq!(error.message(), "this operation is not available on test: copy the tensor with to(cpu)");
        let error = last.to_vec::<f32>().expect_err("on another device");
        assert_eq!(error.message(), "to_vec: this operation is not available on test: copy the tensor with to(cpu)");
        // SAFETY: no thread writes the elements.
        let error = unsafe { last.as_slice::<f32>() }.expect_err("on another device");
        assert_eq!((error.status(), error.message().starts_with("as_slice: ")), (Status::Unsupported, true));
        assert_eq!(last.to_string(), "[0.]", "the elements are copied to be printed");
    }
}
