//! Fourier transforms and their gradients: a transform is linear, so its rule is a transform too.
//!
//! A complex tensor has a last axis of size 2 for the real and the imaginary part. `axis` does not
//! count it, so -1 is the second to last axis of the tensor. A transform over several axes is one
//! transform after another.

use super::derived::record;
use super::elementwise::binary;
use super::join::concat;
use super::rearrange::roll;
use super::views::{copy, select, slice};
use crate::error::{Error, Result};
use crate::ops::fft::{self, Along, FftNorm};
use crate::ops::{self, BinaryOp};
use crate::tensor::{DType, Shape, Tensor, shape};

/// Transforms a complex tensor along an axis with `n` points; `n` of -1 is the size of the axis.
///
/// Errors: `SHAPE_MISMATCH` for a tensor that is not complex; `INVALID_ARGUMENT` for fewer than one
/// point or an axis that does not exist.
pub fn fft(t: &Tensor, n: i64, axis: i64, norm: FftNorm) -> Result<Tensor> {
    complex("fft", t, n, axis, norm, true)
}

/// The inverse of [`fft()`]. Errors as for [`fft()`].
pub fn ifft(t: &Tensor, n: i64, axis: i64, norm: FftNorm) -> Result<Tensor> {
    complex("ifft", t, n, axis, norm, false)
}

/// The first `n / 2 + 1` coefficients of the transform of a real tensor. Errors as for [`fft()`].
pub fn rfft(t: &Tensor, n: i64, axis: i64, norm: FftNorm) -> Result<Tensor> {
    let axis = shape::axis(axis, t.rank())?;
    let n = points("rfft", n, size(t, axis))?;
    from_real("rfft", t, Along { axis, n, scale: norm.scale(n, true) })
}

/// The inverse of [`rfft`], which returns `n` real numbers; `n` of -1 is `2 (pairs - 1)`. Errors as
/// for [`fft()`].
pub fn irfft(t: &Tensor, n: i64, axis: i64, norm: FftNorm) -> Result<Tensor> {
    let axis = complex_axis("irfft", t, axis)?;
    let n = points("irfft", n, 2 * (size(t, axis) - 1))?;
    to_real("irfft", t, Along { axis, n, scale: norm.scale(n, false) })
}

/// The real transform of a signal of which one half is given and the other is its conjugate. Errors
/// as for [`fft()`].
pub fn hfft(t: &Tensor, n: i64, axis: i64, norm: FftNorm) -> Result<Tensor> {
    let axis = complex_axis("hfft", t, axis)?;
    let n = points("hfft", n, 2 * (size(t, axis) - 1))?;
    to_real("hfft", &conjugate(t)?, Along { axis, n, scale: norm.scale(n, true) })
}

/// The inverse of [`hfft`]. Errors as for [`fft()`].
pub fn ihfft(t: &Tensor, n: i64, axis: i64, norm: FftNorm) -> Result<Tensor> {
    let axis = shape::axis(axis, t.rank())?;
    let n = points("ihfft", n, size(t, axis))?;
    conjugate(&from_real("ihfft", t, Along { axis, n, scale: norm.scale(n, false) })?)
}

/// [`fft()`] along several axes. `sizes` has the number of points of each axis, or is empty.
/// Without `axes`, transforms the last `sizes.len()` axes, or all if `sizes` is empty too. Errors
/// as for [`fft()`].
pub fn fftn(t: &Tensor, sizes: &[i64], axes: &[i64], norm: FftNorm) -> Result<Tensor> {
    over("fftn", t, sizes, axes, norm, true)
}

/// The inverse of [`fftn`]. Errors as for [`fft()`].
pub fn ifftn(t: &Tensor, sizes: &[i64], axes: &[i64], norm: FftNorm) -> Result<Tensor> {
    over("ifftn", t, sizes, axes, norm, false)
}

/// [`rfft`] along the last of several axes, then [`fft()`] along the others. Errors as for
/// [`fft()`].
pub fn rfftn(t: &Tensor, sizes: &[i64], axes: &[i64], norm: FftNorm) -> Result<Tensor> {
    let mut steps = steps("rfftn", t, t.rank(), sizes, axes)?;
    let Some((axis, n)) = steps.pop() else {
        return Err(Error::argument(format!("rfftn of shape {}: it has no axis", t.to_shape())));
    };
    let mut result = rfft(t, n, axis, norm)?;
    for (axis, n) in steps.into_iter().rev() {
        result = fft(&result, n, axis, norm)?;
    }
    Ok(result)
}

/// The inverse of [`rfftn`]. Errors as for [`fft()`].
pub fn irfftn(t: &Tensor, sizes: &[i64], axes: &[i64], norm: FftNorm) -> Result<Tensor> {
    complex_axis("irfftn", t, 0)?;
    let mut steps = steps("irfftn", t, t.rank() - 1, sizes, axes)?;
    let (last, n) = steps.pop().expect("a complex tensor has an axis");
    let mut result = t.clone();
    for (axis, n) in steps {
        result = ifft(&result, n, axis, norm)?;
    }
    irfft(&result, n, last, norm)
}

/// Moves frequency 0 to the middle of each of `axes`, or of all axes if none is given. Here an axis
/// is any axis of the tensor, including the last one of a complex tensor.
///
/// Errors: an axis out of range or named twice is `INVALID_ARGUMENT`.
pub fn fftshift(t: &Tensor, axes: &[i64]) -> Result<Tensor> {
    shifted(t, axes, |size| size / 2)
}

/// Undoes [`fftshift`]. Errors as for [`fftshift`].
pub fn ifftshift(t: &Tensor, axes: &[i64]) -> Result<Tensor> {
    shifted(t, axes, |size| -(size / 2))
}

fn shifted(t: &Tensor, axes: &[i64], by: impl Fn(i64) -> i64) -> Result<Tensor> {
    let bits = shape::axes(axes, t.rank())?;
    let axes: Vec<i64> = (0..t.rank() as i64).filter(|&i| bits & (1 << i) != 0).collect();
    let shifts: Vec<i64> = axes.iter().map(|&i| by(t.shape()[i as usize])).collect();
    if axes.is_empty() { super::views::copy(t) } else { roll(t, &shifts, &axes) }
}

fn over(op: &str, t: &Tensor, sizes: &[i64], axes: &[i64], norm: FftNorm, is_forward: bool) -> Result<Tensor> {
    complex_axis(op, t, 0)?;
    let steps = steps(op, t, t.rank() - 1, sizes, axes)?;
    let name = if is_forward { "fft" } else { "ifft" };
    let mut result = t.clone();
    for (axis, n) in steps.into_iter().rev() {
        result = complex(name, &result, n, axis, norm, is_forward)?;
    }
    Ok(result)
}

/// The axes to transform, made non-negative, each with its number of points.
fn steps(op: &str, t: &Tensor, rank: usize, sizes: &[i64], axes: &[i64]) -> Result<Vec<(i64, i64)>> {
    let last: Vec<i64> = match (axes.is_empty(), sizes.is_empty()) {
        (false, _) => axes.to_vec(),
        (true, true) => (0..rank as i64).collect(),
        (true, false) => (-(sizes.len() as i64)..0).collect(),
    };
    if !sizes.is_empty() && sizes.len() != last.len() {
        return Err(Error::argument(format!(
            "{op} of shape {}: {} sizes for {} axes",
            t.to_shape(),
            sizes.len(),
            last.len()
        )));
    }
    if !last.is_empty() {
        shape::axes(&last, rank)?; // each once
    }
    let place = |(i, &axis): (usize, &i64)| {
        let n = sizes.get(i).copied().unwrap_or(-1);
        Ok((shape::axis(axis, rank)? as i64, n))
    };
    last.iter().enumerate().map(place).collect()
}

fn complex(op: &'static str, t: &Tensor, n: i64, axis: i64, norm: FftNorm, is_forward: bool) -> Result<Tensor> {
    let axis = complex_axis(op, t, axis)?;
    let have = size(t, axis);
    let n = points(op, n, have)?;
    let along = Along { axis, n, scale: norm.scale(n, is_forward) };
    turned(op, t, along, (have, n), is_forward)
}

/// [`fft::complex`] from one number of points to another, recorded.
fn turned(op: &'static str, t: &Tensor, along: Along, (from, to): (i64, i64), is_forward: bool) -> Result<Tensor> {
    let out = fft::complex(t, along, to, is_forward)?;
    let Some(on) = record(&[Some(t)])? else { return Ok(out) };
    on.done_by_recorded(op, out, vec![], &[], move |grad, _, sink| {
        sink.give(0, turned(op, &grad, along, (to, from), !is_forward)?)
    })
}

/// [`fft::from_real`], recorded. The gradient is the real part of the inverse transform of the
/// given pairs, with the missing ones 0.
fn from_real(op: &'static str, t: &Tensor, along: Along) -> Result<Tensor> {
    let have = size(t, along.axis);
    let Some(on) = record(&[Some(t)])? else { return fft::from_real(t, along) };
    on.done_by_recorded(op, fft::from_real(t, along)?, vec![], &[], move |grad, _, sink| {
        let pairs = size(&grad, along.axis);
        sink.give(0, copy(&select(&turned(op, &grad, along, (pairs, have), false)?, -1, 0)?)?)
    })
}

/// [`fft::to_real`], recorded. The gradient is the transform of the real gradient, doubled for each
/// pair whose conjugate is implied.
fn to_real(op: &'static str, t: &Tensor, along: Along) -> Result<Tensor> {
    let have = size(t, along.axis);
    let Some(on) = record(&[Some(t)])? else { return fft::to_real(t, along) };
    on.done_by_recorded(op, fft::to_real(t, along)?, vec![], &[], move |grad, _, sink| {
        let half = from_real(op, &grad, along)?;
        let axis = along.axis as i64;
        let pairs = half.shape()[along.axis];
        let doubled = ops::ones(half.device(), half.dtype(), &Shape::new(&[pairs, 1])?)?;
        let twice = doubled.slice_view(0, 1, if along.n % 2 == 0 { pairs - 1 } else { pairs }.max(1), 1)?;
        ops::fill(&twice, 2.0)?;
        let mut dims = vec![1; half.rank()];
        dims[along.axis] = pairs;
        let half = binary(BinaryOp::Mul, &half, &ops::reshape(&doubled, &dims)?)?;
        let kept = slice(&half, axis, 0, have.min(pairs), 1)?;
        if have <= pairs {
            return sink.give(0, copy(&kept)?);
        }
        let mut dims = half.shape().to_vec();
        dims[along.axis] = have - pairs;
        let rest = Tensor::zeroed(half.device(), half.dtype(), &Shape::new(&dims)?)?;
        sink.give(0, concat(&[&kept, &rest], axis)?)
    })
}

/// Negates each imaginary part.
fn conjugate(t: &Tensor) -> Result<Tensor> {
    let signs = Tensor::from_slice(&[1.0f32, -1.0], &Shape::new(&[2])?)?;
    let dtype = if t.dtype().is_float() { t.dtype() } else { DType::F32 };
    binary(BinaryOp::Mul, t, &ops::cast(&signs, dtype)?)
}

fn complex_axis(op: &str, t: &Tensor, axis: i64) -> Result<usize> {
    match t.shape() {
        [_, .., 2] => shape::axis(axis, t.rank() - 1),
        _ => Err(Error::shape(format!(
            "{op} of shape {}: a complex tensor has a last axis of 2 behind others",
            t.to_shape()
        ))),
    }
}

fn size(t: &Tensor, axis: usize) -> i64 {
    t.shape().get(axis).copied().unwrap_or(0)
}

fn points(op: &str, n: i64, have: i64) -> Result<i64> {
    let n = if n == -1 { have } else { n };
    if n >= 1 { Ok(n) } else { Err(Error::argument(format!("{op} of {n} points: at least one is needed"))) }
}
