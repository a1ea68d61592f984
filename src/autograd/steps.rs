//! Slices with a step that may be negative, as in Python: `x[5:0:-2]`.
//!
//! Invariant: strides are not negative, as in PyTorch, because kernels and other libraries rely on
//! it. So a slice with a negative step is a copy: the view of the same indices in ascending order
//! is read backwards. Writes go through that view ([`forwards`]).

use super::rearrange::flip;
use super::views;
use crate::error::Result;
use crate::tensor::{Tensor, shape};

/// The indices of an axis from `start` up to but not including `end`, `step` apart; recorded.
/// Negative bounds count from the end, and bounds out of range are clipped. The result is a view,
/// or a copy if `step` is negative.
///
/// Errors: `INVALID_ARGUMENT` for an axis that does not exist and for a step of 0.
pub fn slice(t: &Tensor, axis: i64, start: i64, end: i64, step: i64) -> Result<Tensor> {
    let view = forwards(t, axis, start, end, step)?;
    if step < 0 { flip(&view, &[axis]) } else { Ok(view) }
}

/// A view of the indices that [`slice`] selects, in ascending order.
pub fn forwards(t: &Tensor, axis: i64, start: i64, end: i64, step: i64) -> Result<Tensor> {
    if step >= 0 {
        return views::slice(t, axis, start, end, step);
    }
    let size = t.shape()[shape::axis(axis, t.rank())?];
    let bound = |i: i64| if i < 0 { i.saturating_add(size).max(-1) } else { i.min(size - 1) };
    let (last, before, step) = (bound(start), bound(end), step.saturating_neg());
    if last <= before {
        return views::slice(t, axis, 0, 0, 1);
    }
    views::slice(t, axis, last - (last - before - 1) / step * step, last + 1, step)
}
