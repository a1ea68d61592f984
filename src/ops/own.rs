//! `Own`: memory of an operation's own, as plain slices.
//!
//! Invariant: the tensor is contiguous, lies in the processor's memory, and nobody else holds its storage; so plain
//! references to its elements are right, and the memory is counted and obeys limits as that of any tensor.

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
    /// A tensor that was just made, contiguous, each of whose elements is a `T` or a part of one. Where nothing
    /// has been written yet, `T` is a type that needs no value.
    ///
    /// Errors: `UNSUPPORTED` for a tensor on another device.
    pub fn of(tensor: Tensor) -> Result<Own<T>> {
        assert!(is_owned(&tensor) && tensor.nbytes().is_multiple_of(size_of::<T>()), "it was just made");
        let first = NonNull::new(tensor.host()?.as_ptr().cast()).expect("no memory is at 0");
        Ok(Own { tensor, first })
    }

    /// What holds the memory.
    pub fn tensor(&self) -> &Tensor {
        &self.tensor
    }

    pub fn slice(&self) -> &[T] {
        // SAFETY: as the type says: these are the elements, and whoever writes them has `self` for that.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len()) }
    }

    pub fn slice_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and `self` is borrowed for writing.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.len()) }
    }

    fn len(&self) -> usize {
        self.tensor.nbytes() / size_of::<T>()
    }
}
