//! Elements selected by a mask: the `masked_` operations.
//!
//! Invariant: a mask is counted first and read again when elements are moved. Another thread may
//! write it in between, so the second reading never exceeds the count.

use super::device::same_device;
use super::in_place::writable;
use super::masked::{fill_where, require_bool};
use super::nonzero::count_of;
use super::scatter::{index_put, index_put_in_place, same_dtype};
use super::{full, where_};
use crate::error::{Error, Result};
use crate::tensor::{Scalar, Shape, Tensor};

/// `value` where `mask` is true, otherwise the elements of `t`; both broadcast. The dtype is that
/// of `t`. Returns new.
///
/// Errors as for [`super::masked_select`]; `INVALID_ARGUMENT` for a number that is out of range for
/// an integer dtype.
pub fn masked_fill(t: &Tensor, mask: &Tensor, value: impl Into<Scalar>) -> Result<Tensor> {
    same_device(t, mask)?;
    require_bool("masked_fill", mask)?;
    where_(mask, &full(t.device(), t.dtype(), value, &Shape::scalar())?, t)
}

/// [`masked_fill`] in place; the mask broadcasts to the shape of `t`.
pub fn masked_fill_in_place(t: &Tensor, mask: &Tensor, value: impl Into<Scalar>) -> Result<()> {
    same_device(t, mask)?;
    require_bool("masked_fill", mask)?;
    let value = full(t.device(), t.dtype(), value, &Shape::scalar())?;
    let mask = mask.expand_view(t.shape())?;
    writable(t)?;
    fill_where(t, &mask, &value)
}

/// A copy of `t` with the elements of `source`, in row-major order, where `mask` is true; the mask
/// broadcasts to `t`. Returns new.
///
/// Errors as for [`super::masked_select`]; `DTYPE_MISMATCH` if the dtypes differ,
/// `INVALID_ARGUMENT` if the source has too few elements.
pub fn masked_scatter(t: &Tensor, mask: &Tensor, source: &Tensor) -> Result<Tensor> {
    let (mask, source) = enough(t, mask, source)?;
    super::reshape(&index_put(&ranked(t)?, &[&mask], &source, false)?, t.shape())
}

/// [`masked_scatter`] in place.
pub fn masked_scatter_in_place(t: &Tensor, mask: &Tensor, source: &Tensor) -> Result<()> {
    let (mask, source) = enough(t, mask, source)?;
    index_put_in_place(&ranked(t)?, &[&mask], &source, false)
}

/// The mask in the shape of `t`, in unshared memory, and as many elements of the source as it has
/// true values.
fn enough(t: &Tensor, mask: &Tensor, source: &Tensor) -> Result<(Tensor, Tensor)> {
    same_device(t, mask)?;
    same_device(t, source)?;
    require_bool("masked_scatter", mask)?;
    same_dtype("masked_scatter", t, source)?;
    let mask = super::copy(&ranked(&mask.expand_view(t.shape())?)?)?;
    let n = count_of(&mask)?;
    if n > source.size() {
        return Err(Error::argument(format!(
            "masked_scatter of {} elements where a mask is true {n} times",
            source.size()
        )));
    }
    let source = super::reshape(source, &[-1])?.slice_view(0, 0, n as i64, 1)?;
    Ok((mask, source))
}

/// Gives a tensor of rank 0 an axis of size 1.
fn ranked(t: &Tensor) -> Result<Tensor> {
    if t.rank() == 0 { t.unsqueeze_view(0) } else { Ok(t.clone()) }
}
