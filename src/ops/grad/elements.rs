//! Access to the elements of gradients: which may be written in place, and how they are read.

use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::{DType, Element, SharedCell, Tensor};

/// Whether `t` is contiguous, and nothing else holds its storage.
pub(crate) fn is_owned(t: &Tensor) -> bool {
    t.storage().ref_count() == 1 && t.is_contiguous() && !t.storage().is_foreign()
}

#[cold]
pub(in crate::ops) fn not_floating(dtype: DType) -> Error {
    Error::dtype(format!("a gradient is of floating-point numbers, not {dtype}"))
}

/// A half as float32; any other tensor unchanged, on the same storage.
pub(in crate::ops) fn widened(t: &Tensor) -> Result<Tensor> {
    ops::cast(t, t.dtype().computed_in())
}

/// The same values in memory that may be written: `t` itself if it is owned, otherwise a copy.
pub(in crate::ops) fn owned(t: Tensor) -> Result<Tensor> {
    if is_owned(&t) { Ok(t) } else { ops::copy(&t) }
}

/// The elements of a tensor that the caller made contiguous and of this dtype.
pub(in crate::ops) fn values<T: Element>(t: &Tensor) -> Result<&[SharedCell<T>]> {
    Ok(t.host()?.cells().expect("the caller made it contiguous and of this dtype"))
}

/// The elements of a gradient for which [`is_owned`] is true.
pub(in crate::ops) fn values_mut<T: Element>(t: &mut Tensor) -> Result<&mut [T]> {
    assert!(T::DTYPE == t.dtype() && is_owned(t), "the caller made it its own");
    let first = t.host()?.as_ptr().cast::<T>();
    // SAFETY: contiguous elements of T inside the storage, which only `t` holds; `t` is borrowed
    // mutably.
    Ok(unsafe { std::slice::from_raw_parts_mut(first, t.size()) })
}
