//! Operations that reorder or repeat elements. The gradient takes the reverse path, and is summed
//! where an element was copied several times.

use super::join::index_select;
use super::node::Rule;
use super::origin::Origin;
use super::reduce::reduce;
use super::saved::Operand;
use super::sink::Sink;
use super::tape::Recorder;
use super::views::{self, copy, diagonal, reshape, slice};
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, PadMode, ReduceOp, Triangle};
use crate::tensor::{MAX_RANK, Scalar, Tensor, shape};
use std::sync::Arc;

/// [`ops::flip`], recorded.
pub fn flip(t: &Tensor, axes: &[i64]) -> Result<Tensor> {
    record(t, ops::flip(t, axes)?, || Back::Flip(axes.into()))
}

/// [`ops::roll`], recorded.
pub fn roll(t: &Tensor, shifts: &[i64], axes: &[i64]) -> Result<Tensor> {
    let back = || Back::Roll(shifts.iter().map(|shift| shift.wrapping_neg()).collect(), axes.into());
    // The smallest integer cannot be negated; its remainder can.
    if shifts.contains(&i64::MIN) {
        let size = t.shape().iter().product::<i64>().max(1);
        let shifts: Vec<i64> = shifts.iter().map(|shift| shift.rem_euclid(size)).collect();
        return roll(t, &shifts, axes);
    }
    record(t, ops::roll(t, shifts, axes)?, back)
}

/// [`ops::repeat`], recorded.
pub fn repeat(t: &Tensor, repeats: &[i64]) -> Result<Tensor> {
    record(t, ops::repeat(t, repeats)?, || Back::Repeat(repeats.into()))
}

/// [`ops::tile`], recorded.
pub fn tile(t: &Tensor, repeats: &[i64]) -> Result<Tensor> {
    let mut all = [1; MAX_RANK];
    if repeats.len() >= t.rank() {
        return repeat(t, repeats);
    }
    all[t.rank() - repeats.len()..t.rank()].copy_from_slice(repeats);
    repeat(t, &all[..t.rank()])
}

/// [`ops::repeat_interleave`], recorded; without an axis, of the flattened tensor.
pub fn repeat_interleave(t: &Tensor, repeats: i64, axis: Option<i64>) -> Result<Tensor> {
    let Some(axis) = axis else { return repeat_interleave(&reshape(t, &[-1])?, repeats, Some(0)) };
    let at = shape::axis(axis, t.rank())?;
    record(t, ops::repeat_interleave(t, repeats, axis)?, || Back::Interleave(repeats, at))
}

/// Repeats each slice along the axis as often as the matching number of `repeats`, recorded;
/// without an axis, of the flattened tensor.
///
/// Errors: as for [`ops::repeats_index`].
pub fn repeat_interleave_each(t: &Tensor, repeats: &Tensor, axis: Option<i64>) -> Result<Tensor> {
    let Some(axis) = axis else { return repeat_interleave_each(&reshape(t, &[-1])?, repeats, Some(0)) };
    let at = shape::axis(axis, t.rank())?;
    index_select(t, axis, &ops::repeats_index(repeats, t.shape()[at])?)
}

/// Adds elements around `t`, or removes them where a number is negative (see [`ops::pads`]);
/// recorded.
///
/// Errors: those of [`ops::pads`] and [`ops::pad_index`]; `INVALID_ARGUMENT` for a value with a
/// mode that takes none.
pub fn pad(t: &Tensor, padding: &[i64], mode: PadMode, value: Scalar) -> Result<Tensor> {
    if mode == PadMode::Constant {
        let out = ops::pad_constant(t, padding, value)?;
        return record(t, out, || Back::Pad(padding.iter().map(|n| n.wrapping_neg()).collect()));
    }
    if value.is_true() {
        return Err(Error::argument(format!("pad with a value of {value} in mode {mode:?}, which takes none")));
    }
    let pairs = ops::pads(t.shape(), padding)?;
    let mut out = t.clone();
    for (at, &(before, after)) in pairs[..t.rank()].iter().enumerate() {
        let axis = at as i64;
        if before < 0 || after < 0 {
            let size = out.shape()[at];
            let end = size - (-after).clamp(0, size);
            out = slice(&out, axis, (-before).clamp(0, end), end, 1)?;
        }
        if before > 0 || after > 0 {
            let index = ops::pad_index(t, mode, out.shape()[at], (before.max(0), after.max(0)))?;
            out = index_select(&out, axis, &index)?;
        }
    }
    // The result never shares the memory of the operand, not even as a window of it.
    if out.storage().is_same(t.storage()) { super::copy(&out) } else { Ok(out) }
}

/// [`ops::triangle`], recorded.
pub fn triangle(t: &Tensor, side: Triangle, offset: i64) -> Result<Tensor> {
    record(t, ops::triangle(t, side, offset)?, || Back::Triangle(side, offset))
}

/// [`ops::diag`], recorded.
pub fn diag(t: &Tensor, offset: i64) -> Result<Tensor> {
    if t.rank() == 1 {
        return diag_embed(t, offset, 0, 1);
    }
    record(t, ops::diag(t, offset)?, || Back::Diagonal(offset))
}

/// [`ops::diag_embed`], recorded.
pub fn diag_embed(t: &Tensor, offset: i64, first: i64, second: i64) -> Result<Tensor> {
    let out = ops::diag_embed(t, offset, first, second)?;
    let axes = (shape::axis(first, out.rank())?, shape::axis(second, out.rank())?);
    record(t, out, || Back::Embedded(offset, axes))
}

fn record(t: &Tensor, out: Tensor, back: impl FnOnce() -> Back) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return Ok(out) };
    on.one(out, t, Arc::new(RearrangeRule { operand: Operand::of(t), back: back() }))
}

struct RearrangeRule {
    operand: Operand,
    back: Back,
}

/// How the gradient is moved back.
enum Back {
    Flip(Box<[i64]>),
    Roll(Box<[i64]>, Box<[i64]>),
    Repeat(Box<[i64]>),
    /// The number of repeats, and the axis.
    Interleave(i64, usize),
    Pad(Box<[i64]>),
    Triangle(Triangle, i64),
    Diagonal(i64),
    Embedded(i64, (usize, usize)),
}

impl Rule for RearrangeRule {
    fn name(&self) -> &'static str {
        match self.back {
            Back::Flip(_) => "flip",
            Back::Roll(..) => "roll",
            Back::Repeat(_) => "repeat",
            Back::Interleave(..) => "repeat_interleave",
            Back::Pad(_) => "pad",
            Back::Triangle(Triangle::Lower, _) => "tril",
            Back::Triangle(Triangle::Upper, _) => "triu",
            Back::Diagonal(_) => "diag",
            Back::Embedded(..) => "diag_embed",
        }
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let operand = &self.operand;
        let grad = match &self.back {
            Back::Flip(axes) => flip(&grad, axes)?,
            Back::Roll(shifts, axes) => roll(&grad, shifts, axes)?,
            Back::Repeat(repeats) => summed(operand, grad, repeats)?,
            Back::Interleave(times, at) => {
                let outer = shape::elements(&operand.shape[..=*at]) as i64;
                let inner = shape::elements(&operand.shape[at + 1..]) as i64;
                let sum = reduce(ReduceOp::Sum, &reshape(&grad, &[outer, *times, inner])?, &[1], false)?;
                reshape(&sum, &operand.shape)?
            }
            Back::Pad(padding) => pad(&grad, padding, PadMode::Constant, Scalar::F64(0.0))?,
            Back::Triangle(side, offset) => triangle(&grad, *side, *offset)?,
            Back::Diagonal(offset) => {
                return sink.give_part(0, operand, |sum| {
                    ops::binary_in_place(BinaryOp::Add, &ops::diagonal(sum, *offset, 0, 1)?, &grad)
                });
            }
            Back::Embedded(offset, (a, b)) => copy(&diagonal(&grad, *offset, *a as i64, *b as i64)?)?,
        };
        sink.give(0, grad)
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        match self.back {
            Back::Diagonal(offset) => sink.give(0, views::on_diagonal(&grad, &self.operand, offset)?),
            _ => self.backward(grad, sink),
        }
    }
}

/// Sums the gradients of the copies of each element.
fn summed(operand: &Operand, grad: Tensor, repeats: &[i64]) -> Result<Tensor> {
    if operand.shape.elements() == 0 || grad.size() == 0 {
        return operand.zeros();
    }
    let new = repeats.len() - operand.shape.rank();
    let mut sum = grad;
    for (d, &times) in repeats.iter().enumerate().filter(|&(_, &times)| times != 1) {
        let mut dims = [0; MAX_RANK];
        dims[..sum.rank()].copy_from_slice(sum.shape());
        dims[d] = if d < new { 1 } else { operand.shape[d - new] };
        let outer = shape::elements(&dims[..d]) as i64;
        let piece = shape::elements(&dims[d..sum.rank()]) as i64;
        let rank = sum.rank();
        let parts = reshape(&sum, &[outer, times, piece])?;
        sum = reshape(&reduce(ReduceOp::Sum, &parts, &[1], false)?, &dims[..rank])?;
    }
    reshape(&sum, &operand.shape)
}
