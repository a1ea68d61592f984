//! Operations that reorder or repeat elements: `flip`, `roll`, `repeat`, `repeat_interleave`,
//! `pad`.
//!
//! Invariant: the result is new, and each of its elements is an unchanged element of the operand
//! (or the constant of `pad`).

use super::copy::{copy, here, to_device};
use super::cpu::copy::elements;
use super::cuda;
use super::index::positions;
use super::strided::{Plan, row_major};
use super::{contiguous, full, reshape};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, MAX_RANK, Scalar, Shape, Tensor, shape};

/// What padding consists of.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PadMode {
    /// A number.
    Constant = 0,
    /// The elements inside, mirrored at the outermost element, which is not repeated.
    Reflect = 1,
    /// The outermost element.
    Replicate = 2,
    /// The elements at the other end, as if the axis were a ring.
    Circular = 3,
}

impl PadMode {
    /// The mode with this code; any other code is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<PadMode> {
        use PadMode::*;
        let found = [Constant, Reflect, Replicate, Circular].into_iter().find(|mode| *mode as i32 == code);
        found.ok_or_else(|| Error::argument(format!("{code} is not the code of a pad mode (0 to 3 are)")))
    }
}

/// Reverses the elements along `axes`, or along all axes if none is given. Borrows `t`, returns
/// new.
///
/// Errors: an axis out of range or named twice is `INVALID_ARGUMENT`.
pub fn flip(t: &Tensor, axes: &[i64]) -> Result<Tensor> {
    let axes = shape::axes(axes, t.rank())?;
    cuda::reachable(t)?;
    let out = Tensor::uninit(t.device(), t.dtype(), &t.to_shape())?;
    if out.size() == 0 {
        return Ok(out);
    }
    let (mut strides, mut last) = ([0; MAX_RANK], 0);
    for (d, &stride) in t.strides().iter().enumerate() {
        let flipped = axes & (1 << d) != 0;
        strides[d] = if flipped { -stride } else { stride };
        last += if flipped { (t.shape()[d] - 1) * stride } else { 0 };
    }
    let plan = Plan::new(t.shape(), [&row_major(t.shape())[..t.rank()], &strides[..t.rank()]]);
    if let Some(gpu) = cuda::on(t) {
        // SAFETY: as below.
        unsafe { cuda::copy_from(gpu, &plan, [&out, t], last)? };
        return Ok(out);
    }
    let from = t.host()?.as_ptr().wrapping_add(last as usize * t.dtype().size());
    // SAFETY: `from` is the last element along each flipped axis, from which the negative stride
    // leads to the first; out is new.
    unsafe { elements(&plan, t.dtype().width(), out.host()?.as_ptr(), from) };
    Ok(out)
}

/// Shifts the elements by `shifts` along `axes`; elements that leave at one end enter at the other.
/// Without axes, shifts in row-major order by a single number. An axis that is named twice is
/// shifted by the sum. Borrows `t`, returns new.
///
/// Errors: `INVALID_ARGUMENT` for an axis out of range and if the numbers of shifts and axes
/// differ.
pub fn roll(t: &Tensor, shifts: &[i64], axes: &[i64]) -> Result<Tensor> {
    if axes.is_empty() && shifts.len() == 1 {
        let flat = reshape(t, &[-1])?;
        return roll(&flat, shifts, &[0]).and_then(|rolled| reshape(&rolled, t.shape()));
    }
    if axes.len() != shifts.len() {
        return Err(Error::argument(format!("roll by {} shifts along {} axes", shifts.len(), axes.len())));
    }
    let mut by = [0i64; MAX_RANK];
    for (&axis, &shift) in axes.iter().zip(shifts) {
        let at = shape::axis(axis, t.rank())?;
        let size = t.shape()[at].max(1);
        by[at] = (by[at] + shift.rem_euclid(size)) % size;
    }
    cuda::reachable(t)?; // checked before anything is created
    let out = Tensor::uninit(t.device(), t.dtype(), &t.to_shape())?;
    if out.size() > 0 {
        rolled(&out, t, &by[..t.rank()])?;
    }
    Ok(out)
}

/// Copies `from` to `to`, which have the same shape, shifted along the axes from the first shifted
/// one on.
fn rolled(to: &Tensor, from: &Tensor, by: &[i64]) -> Result<()> {
    let Some(at) = by.iter().position(|&shift| shift != 0) else {
        return copy_to(to, from);
    };
    let (axis, shift, size) = (at as i64, by[at], to.shape()[at]);
    let mut rest = [0; MAX_RANK];
    rest[..by.len()].copy_from_slice(by);
    rest[at] = 0;
    let rest = &rest[..by.len()];
    rolled(&to.slice_view(axis, shift, size, 1)?, &from.slice_view(axis, 0, size - shift, 1)?, rest)?;
    rolled(&to.slice_view(axis, 0, shift, 1)?, &from.slice_view(axis, size - shift, size, 1)?, rest)
}

/// Copies elements to a window of a new tensor, of the same shape and dtype.
pub(super) fn copy_to(to: &Tensor, from: &Tensor) -> Result<()> {
    if let Some(gpu) = cuda::on(to) {
        // SAFETY: as below.
        return unsafe { cuda::copy(gpu, &Plan::new(to.shape(), [to.strides(), from.strides()]), [to, from]) };
    }
    let (to, from) = (to.host()?, from.host()?);
    let plan = Plan::new(to.shape(), [to.strides(), from.strides()]);
    // SAFETY: the plan was made from these layouts, which have the same shape, and the window is
    // part of a tensor that is not shared.
    unsafe { elements(&plan, to.dtype().width(), to.as_ptr(), from.as_ptr()) };
    Ok(())
}

/// Repeats the tensor along each axis; more numbers than axes add axes in front. Borrows `t`,
/// returns new.
///
/// Errors: `INVALID_ARGUMENT` for fewer numbers than axes, a negative number, a rank above 16, and
/// too many elements.
pub fn repeat(t: &Tensor, repeats: &[i64]) -> Result<Tensor> {
    if repeats.len() < t.rank() {
        return Err(Error::argument(format!(
            "repeat by {} of shape {}: there are more axes",
            shape::display(repeats),
            shape::display(t.shape())
        )));
    }
    let mut dims = [1; MAX_RANK];
    let n = repeats.len();
    let shape = Shape::new(repeats)?; // none is negative, and the product is not too large
    let new = n - t.rank();
    dims[new..n].copy_from_slice(t.shape());
    let mut wanted = [0; MAX_RANK];
    for d in 0..n {
        wanted[d] = dims[d].saturating_mul(shape[d]);
    }
    let wanted = Shape::new(&wanted[..n])?;
    if wanted.elements() == 0 {
        return Tensor::uninit(t.device(), t.dtype(), &wanted);
    }
    let mut out = reshape(t, &dims[..n])?;
    for d in (0..n).rev().filter(|&d| shape[d] != 1) {
        out = several(&out, d, d, shape[d])?;
    }
    // Without a repetition the result would be the operand itself.
    if out.storage().is_same(t.storage()) { copy(&out) } else { Ok(out) }
}

/// Like [`repeat`], where missing numbers in front are 1.
pub fn tile(t: &Tensor, repeats: &[i64]) -> Result<Tensor> {
    let mut all = [1; MAX_RANK];
    if repeats.len() >= t.rank() {
        return repeat(t, repeats);
    }
    all[t.rank() - repeats.len()..t.rank()].copy_from_slice(repeats);
    repeat(t, &all[..t.rank()])
}

/// Repeats each element `repeats` times in a row along the axis. Borrows `t`, returns new.
///
/// Errors: `INVALID_ARGUMENT` for a negative number, an axis out of range and too many elements.
pub fn repeat_interleave(t: &Tensor, repeats: i64, axis: i64) -> Result<Tensor> {
    let at = shape::axis(axis, t.rank())?;
    let mut dims = [0; MAX_RANK];
    dims[..t.rank()].copy_from_slice(t.shape());
    Shape::new(&[repeats])?;
    dims[at] = dims[at].saturating_mul(repeats);
    let wanted = Shape::new(&dims[..t.rank()])?;
    if wanted.elements() == 0 {
        return Tensor::uninit(t.device(), t.dtype(), &wanted);
    }
    several(t, at, at + 1, repeats)
}

/// The index with which `index_select` repeats each slice of an axis of `size`. `repeats`, an
/// integer tensor, has one number for each slice, or one for all. Returns a new int64 tensor.
///
/// Errors: `DTYPE_MISMATCH` for other dtypes, `SHAPE_MISMATCH` for another length,
/// `INVALID_ARGUMENT` for a negative number.
pub fn repeats_index(repeats: &Tensor, size: i64) -> Result<Tensor> {
    let repeats = positions("repeat_interleave", repeats)?;
    let fits = repeats.rank() == 0 || (repeats.rank() == 1 && [1, size].contains(&repeats.shape()[0]));
    if !fits {
        return Err(Error::shape(format!(
            "repeat_interleave by numbers of shape {} along an axis of size {size}",
            shape::display(repeats.shape())
        )));
    }
    let device = repeats.device();
    let repeats = repeats.expand_view(&[size])?;
    let counts = copy(here(&repeats)?.as_ref())?; // not shared, so no other thread writes it
    let at = counts.host()?.as_ptr().cast::<i64>();
    // SAFETY: the copy is contiguous and has `size` elements.
    let count = |i: i64| unsafe { at.offset(i as isize).read() };
    let mut total = 0i64;
    for i in 0..size {
        if count(i) < 0 {
            return Err(Error::argument(format!("repeat_interleave {} times", count(i))));
        }
        total = total.saturating_add(count(i));
    }
    let out = Tensor::uninit(Device::Cpu, DType::I64, &Shape::new(&[total])?)?;
    let mut to = out.host()?.as_ptr().cast::<i64>();
    for i in 0..size {
        for _ in 0..count(i) {
            // SAFETY: the counts sum up to the size of `out`.
            unsafe {
                to.write(i);
                to = to.add(1);
            }
        }
    }
    to_device(&out, device)
}

/// Makes `n` copies of the axes from `inner` on, for each index of the axes before them; the copies
/// become part of the axis `axis`.
fn several(t: &Tensor, axis: usize, inner: usize, n: i64) -> Result<Tensor> {
    let (outer, piece) = (shape::elements(&t.shape()[..inner]) as i64, shape::elements(&t.shape()[inner..]) as i64);
    let copies =
        contiguous(t)?.reshape_view(&[outer, 1, piece])?.expect("contiguous").expand_view(&[outer, n, piece])?;
    let mut dims = [0; MAX_RANK];
    dims[..t.rank()].copy_from_slice(t.shape());
    dims[axis] *= n;
    reshape(&copy(&copies)?, &dims[..t.rank()])
}

/// The number of elements that `pad` adds before and after each axis of a tensor: pairs from the
/// last axis on, as in PyTorch. A negative number removes elements.
///
/// Errors: `INVALID_ARGUMENT` for an odd count, for more pairs than axes, and if more elements are
/// removed than there are.
pub fn pads(dims: &[i64], pads: &[i64]) -> Result<[(i64, i64); MAX_RANK]> {
    if !pads.len().is_multiple_of(2) || pads.len() / 2 > dims.len() {
        return Err(Error::argument(format!(
            "pad by {} of shape {}: it needs two numbers for each axis, from the last on",
            shape::display(pads),
            shape::display(dims)
        )));
    }
    let mut pairs = [(0, 0); MAX_RANK];
    for (k, pair) in pads.chunks_exact(2).enumerate() {
        let at = dims.len() - 1 - k;
        pairs[at] = (pair[0], pair[1]);
        // As in PyTorch, elements added on one side do not make up for those removed on the other.
        let taken = |n: i64| i128::from(n.min(0));
        if i128::from(dims[at]) + taken(pair[0]) + taken(pair[1]) < 0 {
            return Err(Error::argument(format!(
                "pad by ({}, {}) takes away more than axis {at} of shape {} has",
                pair[0],
                pair[1],
                shape::display(dims)
            )));
        }
    }
    Ok(pairs)
}

/// Surrounds `t` with `value`, as many elements as [`pads`] says. Borrows `t`, returns new.
///
/// Errors: those of [`pads`]; `INVALID_ARGUMENT` for a number that is out of range for the integer
/// dtype, and for too many elements.
pub fn pad_constant(t: &Tensor, padding: &[i64], value: impl Into<Scalar>) -> Result<Tensor> {
    let pairs = pads(t.shape(), padding)?;
    let mut dims = [0; MAX_RANK];
    for d in 0..t.rank() {
        dims[d] = t.shape()[d].saturating_add(pairs[d].0).saturating_add(pairs[d].1);
    }
    let out = full(t.device(), t.dtype(), value, &Shape::new(&dims[..t.rank()])?)?;
    let (mut to, mut from) = (out.untracked(), t.untracked());
    for (d, &(before, after)) in pairs[..t.rank()].iter().enumerate() {
        let (size, axis) = (t.shape()[d], d as i64);
        from = from.slice_view(axis, -before.min(0), size + after.min(0), 1)?; // `pads` checked that enough are there
        let start = before.max(0);
        to = to.slice_view(axis, start, start + from.shape()[d], 1)?;
    }
    if from.size() > 0 {
        copy_to(&to, &from)?;
    }
    Ok(out)
}

/// The index with which `index_select` pads an axis of `size` by `before` elements in front and
/// `after` at the end. Returns a new int64 tensor.
///
/// Errors: `INVALID_ARGUMENT` if the mode cannot supply as many elements (an empty axis, a
/// reflection as long as the axis, more than once around a ring).
pub fn pad_index(like: &Tensor, mode: PadMode, size: i64, (before, after): (i64, i64)) -> Result<Tensor> {
    let most = match mode {
        PadMode::Reflect => size - 1,
        PadMode::Circular => size,
        PadMode::Constant | PadMode::Replicate => {
            if size > 0 {
                i64::MAX
            } else {
                0
            }
        }
    };
    if before.max(after) > most.max(0) {
        return Err(Error::argument(format!(
            "pad by ({before}, {after}) of an axis of size {size}: {mode:?} adds at most {most}"
        )));
    }
    let length = size.saturating_add(before).saturating_add(after);
    let out = Tensor::uninit(Device::Cpu, DType::I64, &Shape::new(&[length])?)?;
    let to = out.host()?.as_ptr().cast::<i64>();
    for i in 0..length {
        let from = i - before;
        let from = match mode {
            PadMode::Reflect if from < 0 => -from,
            PadMode::Reflect if from >= size => 2 * (size - 1) - from,
            PadMode::Circular => from.rem_euclid(size),
            _ => from.clamp(0, size - 1),
        };
        // SAFETY: `i` is below the length.
        unsafe { to.offset(i as isize).write(from) };
    }
    to_device(&out, like.device())
}
