//! Results that lie on the memory of their operand or do not, as the caller wants it: `reshape` and `astype` of the array API.

use super::views::{cast, copy, reshape};
use crate::error::{Error, Result};
use crate::tensor::{CopyMode, DType, Tensor, shape};

/// [`reshape`], on the same memory or in a copy.
///
/// Errors: also `INVALID_ARGUMENT` if there is to be no copy and strides cannot express the shape.
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

/// [`cast`], on the same memory or in a copy.
///
/// Errors: also `INVALID_ARGUMENT` if there is to be no copy and the elements are of another dtype.
pub fn cast_as(t: &Tensor, dtype: DType, mode: CopyMode) -> Result<Tensor> {
    match mode {
        CopyMode::Never if t.dtype() != dtype => {
            Err(Error::argument(format!("a cast of {} to {dtype} needs a copy, and none is allowed", t.dtype())))
        }
        CopyMode::Always if t.dtype() == dtype => copy(t),
        _ => cast(t, dtype),
    }
}

/// [`cast`] to a floating-point dtype in which `what` is then computed.
///
/// Errors: `DTYPE_MISMATCH` for any other.
pub fn cast_to_float(what: &str, t: &Tensor, dtype: DType) -> Result<Tensor> {
    if !dtype.is_float() {
        return Err(Error::dtype(format!("{what} in {dtype} is not defined: name a floating-point type")));
    }
    cast(t, dtype)
}
