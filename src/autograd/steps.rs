//! Slices whose step may be negative, as Python has them: `x[5:0:-2]`.
//!
//! Invariant: strides are not negative, as in PyTorch, since kernels and other libraries rely on it. So a slice with a
//! step below 0 is a copy: the view of the same indices in the order of the axis, and then turned round. What is written
//! goes through that view ([`forwards`]).

use super::rearrange::flip;
use super::views;
use crate::error::Result;
use crate::tensor::{Tensor, shape};

/// The indices of an axis from `start` on to before `end`, each `step` apart; recorded. Negative bounds count from the
/// end, bounds outside are cut. A view, but a copy for a step below 0.
///
/// Errors: no such axis and a step of 0 are `INVALID_ARGUMENT`.
pub fn slice(t: &Tensor, axis: i64, start: i64, end: i64, step: i64) -> Result<Tensor> {
    let view = forwards(t, axis, start, end, step)?;
    if step < 0 { flip(&view, &[axis]) } else { Ok(view) }
}

/// A view of the indices that [`slice`] names, in the order of the axis.
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
