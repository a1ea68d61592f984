//! `reshape` and `astype` of the array API, where the caller chooses whether the result may share
//! the memory of its operand.

use super::views::{cast, copy, reshape};
use crate::error::{Error, Result};
use crate::tensor::{CopyMode, DType, Tensor, shape};

/// [`reshape`], sharing memory or copying as `mode` asks.
///
/// Errors: also `INVALID_ARGUMENT` if `mode` forbids a copy and strides cannot express the shape.
pub fn reshape_as(t: &Tensor, dims: &[i64], mode: CopyMode) -> Result<Tensor> {
    let needs_copy = t.reshape_view(dims)?.is_none();
    if needs_copy && mode == CopyMode::Never {
        return Err(Error::argument(format!(
            "reshape of shape {} with strides {} to {} needs a copy, and none is allowed",
            shape::display(t.shape()),
            shape::display(t.strides()),
            shape::display(dims)
        )));
    }
    if needs_copy || mode != CopyMode::Always { reshape(t, dims) } else { reshape(&copy(t)?, dims) }
}

/// [`cast`], sharing memory or copying as `mode` asks.
///
/// Errors: also `INVALID_ARGUMENT` if `mode` forbids a copy and the dtype differs.
pub fn cast_as(t: &Tensor, dtype: DType, mode: CopyMode) -> Result<Tensor> {
    match mode {
        CopyMode::Never if t.dtype() != dtype => {
            Err(Error::argument(format!("a cast of {} to {dtype} needs a copy, and none is allowed", t.dtype())))
        }
        CopyMode::Always if t.dtype() == dtype => copy(t),
        _ => cast(t, dtype),
    }
}

/// Casts `t` to a floating-point dtype for the operation `what`, which computes in it.
///
/// Errors: `DTYPE_MISMATCH` for any other dtype.
pub fn cast_to_float(what: &str, t: &Tensor, dtype: DType) -> Result<Tensor> {
    if !dtype.is_float() {
        return Err(Error::dtype(format!("{what} in {dtype} is not defined: name a floating-point type")));
    }
    cast(t, dtype)
}
