//! `Own`: the unshared memory of an operation, as plain slices.
//!
//! Invariant: the tensor is contiguous, in host memory, and nothing else holds its storage. So
//! plain references to its elements are sound, and the memory is counted and obeys limits like that
//! of any tensor.

use super::grad::is_owned;
use crate::error::Result;
use crate::tensor::Tensor;
use std::ptr::NonNull;

/// A new tensor's memory as a slice of `T`.
pub(super) struct Own<T> {
    tensor: Tensor,
    first: NonNull<T>,
}

impl<T: Copy> Own<T> {
    /// Takes a tensor that was just created, is contiguous, and each of whose elements is a `T` or
    /// a part of one. If nothing has been written yet, `T` is a type that needs no initialisation.
    ///
    /// Errors: `UNSUPPORTED` for a tensor on another device.
    pub fn of(tensor: Tensor) -> Result<Own<T>> {
        assert!(is_owned(&tensor) && tensor.nbytes().is_multiple_of(size_of::<T>()), "it was just made");
        let first = NonNull::new(tensor.host()?.as_ptr().cast()).expect("no memory is at 0");
        Ok(Own { tensor, first })
    }

    /// The tensor that holds the memory.
    pub fn tensor(&self) -> &Tensor {
        &self.tensor
    }

    pub fn slice(&self) -> &[T] {
        // SAFETY: by the invariant these are the elements, and they are only written through
        // `&mut self`.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len()) }
    }

    pub fn slice_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and `self` is mutably borrowed.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.len()) }
    }

    fn len(&self) -> usize {
        self.tensor.nbytes() / size_of::<T>()
    }
}
