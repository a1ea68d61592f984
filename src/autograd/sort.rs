//! Sorting and selection by order. The gradient of each element is added to its source element; the
//! indices have no gradient.

use super::gather::AlongRule;
use super::in_place::unsupported;
use super::saved::{Operand, Saved};
use super::tape::Recorder;
use crate::error::Result;
use crate::ops;
use crate::tensor::{Tensor, shape};
use std::sync::Arc;

/// [`ops::sort`], recorded.
pub fn sort(t: &Tensor, axis: i64, descending: bool) -> Result<(Tensor, Tensor)> {
    record(t, axis, false, ops::sort(t, axis, descending)?)
}

/// [`ops::topk`], recorded.
pub fn topk(t: &Tensor, k: i64, axis: i64, largest: bool) -> Result<(Tensor, Tensor)> {
    record(t, axis, false, ops::topk(t, k, axis, largest)?)
}

/// [`ops::kthvalue`], recorded.
pub fn kthvalue(t: &Tensor, k: i64, axis: i64, keepdim: bool) -> Result<(Tensor, Tensor)> {
    record(t, axis, !keepdim, ops::kthvalue(t, k, axis, keepdim)?)
}

/// [`ops::unique`], which has no gradient: `UNSUPPORTED` for a recorded operand.
pub fn unique(t: &Tensor) -> Result<ops::Unique> {
    unsupported("unique", &[t])?;
    ops::unique(t)
}

/// [`ops::unique_along`]; errors as for [`unique`].
pub fn unique_along(t: &Tensor, axis: i64) -> Result<ops::Unique> {
    unsupported("unique", &[t])?;
    ops::unique_along(t, axis)
}

fn record(t: &Tensor, axis: i64, squeezed: bool, (values, indices): (Tensor, Tensor)) -> Result<(Tensor, Tensor)> {
    let Some(on) = Recorder::of([t])? else { return Ok((values, indices)) };
    let axis = shape::axis(axis, t.rank())? as i64;
    let rule = AlongRule { operand: Operand::of(t), axis, index: Saved::new(&indices), squeezed };
    Ok((on.one(values, t, Arc::new(rule))?, indices))
}
