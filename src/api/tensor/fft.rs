//! Fourier transforms. A complex tensor has a last axis of size 2 for the real and the imaginary part; the axes of a
//! transform are counted without it. All return new references. Names and parameters are those of `torch.fft`.
//!
//! - `gradient`: yes

use super::create::made;
use super::map;
use crate::api::types::{Axes, DTypeCode, DeviceCode, FftNormCode, Ints, NewTensor, Owner, TensorRef};
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops;
use crate::ops::fft::FftNorm;

/// Computes the discrete Fourier transform of a complex tensor along one axis:
/// `y[k] = sum over j of x[j] exp(-2 pi i j k / n)`.
/// Shapes: `[..., m, 2] -> [..., n, 2]` along the last axis. Dtype: a float dtype is kept; integers and bool give
/// float32.
///
/// - `n` = none: the number of points; a longer axis is cut, a shorter one is padded with zeros; none: the size of the
///   axis
/// - `axis` = -1: the axis, counted without the last axis of size 2; a negative one counts from the last
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by `n`, `FORWARD` the forward one,
///   `ORTHO` both by `sqrt(n)`
/// - `INVALID_ARGUMENT`: the axis is out of range, or there is less than one point
/// - `SHAPE_MISMATCH`: this tensor is not complex: it does not have a last axis of size 2 after at least one other axis
pub fn fft(scope: Owner, t: TensorRef, n: Option<i64>, axis: i64, norm: FftNormCode) -> Result<NewTensor> {
    let n = points("fft", n)?;
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::fft(t, n, axis, norm))
}

/// Computes the inverse discrete Fourier transform of a complex tensor along one axis:
/// `x[j] = sum over k of y[k] exp(2 pi i j k / n) / n`.
/// Shapes: `[..., m, 2] -> [..., n, 2]` along the last axis. Dtype: a float dtype is kept; integers and bool give
/// float32.
///
/// - `n` = none: the number of points; a longer axis is cut, a shorter one is padded with zeros; none: the size of the
///   axis
/// - `axis` = -1: the axis, counted without the last axis of size 2; a negative one counts from the last
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by `n`, `FORWARD` the forward one,
///   `ORTHO` both by `sqrt(n)`
/// - `INVALID_ARGUMENT`: the axis is out of range, or there is less than one point
/// - `SHAPE_MISMATCH`: this tensor is not complex: it does not have a last axis of size 2 after at least one other axis
pub fn ifft(scope: Owner, t: TensorRef, n: Option<i64>, axis: i64, norm: FftNormCode) -> Result<NewTensor> {
    let n = points("ifft", n)?;
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::ifft(t, n, axis, norm))
}

/// Computes the Fourier transform of a real tensor along one axis. Of the `n` results, the first `n / 2 + 1` are
/// returned; the others are their conjugates.
/// Shapes: `[..., m] -> [..., n / 2 + 1, 2]` along the last axis, rounded down. Dtype: a float dtype is kept; integers
/// and bool give float32.
///
/// - `n` = none: the number of points; a longer axis is cut, a shorter one is padded with zeros; none: the size of the
///   axis
/// - `axis` = -1: the axis; a negative one counts from the last
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by `n`, `FORWARD` the forward one,
///   `ORTHO` both by `sqrt(n)`
/// - `INVALID_ARGUMENT`: the axis is out of range, or there is less than one point
pub fn rfft(scope: Owner, t: TensorRef, n: Option<i64>, axis: i64, norm: FftNormCode) -> Result<NewTensor> {
    let n = points("rfft", n)?;
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::rfft(t, n, axis, norm))
}

/// Computes the inverse of `rfft`: `n` real numbers from a complex tensor that holds the first half of their transform.
/// Shapes: `[..., m, 2] -> [..., n]` along the last axis. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `n` = none: the number of points; a longer axis is cut, a shorter one is padded with zeros; none: `2 (m - 1)`
/// - `axis` = -1: the axis, counted without the last axis of size 2; a negative one counts from the last
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by `n`, `FORWARD` the forward one,
///   `ORTHO` both by `sqrt(n)`
/// - `INVALID_ARGUMENT`: the axis is out of range, or there is less than one point
/// - `SHAPE_MISMATCH`: this tensor is not complex: it does not have a last axis of size 2 after at least one other axis
pub fn irfft(scope: Owner, t: TensorRef, n: Option<i64>, axis: i64, norm: FftNormCode) -> Result<NewTensor> {
    let n = points("irfft", n)?;
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::irfft(t, n, axis, norm))
}

/// Computes the Fourier transform of a complex signal whose second half is the conjugate of the first, which is given.
/// The result is real.
/// Shapes: `[..., m, 2] -> [..., n]` along the last axis. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `n` = none: the number of points; a longer axis is cut, a shorter one is padded with zeros; none: `2 (m - 1)`
/// - `axis` = -1: the axis, counted without the last axis of size 2; a negative one counts from the last
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by `n`, `FORWARD` the forward one,
///   `ORTHO` both by `sqrt(n)`
/// - `INVALID_ARGUMENT`: the axis is out of range, or there is less than one point
/// - `SHAPE_MISMATCH`: this tensor is not complex: it does not have a last axis of size 2 after at least one other axis
pub fn hfft(scope: Owner, t: TensorRef, n: Option<i64>, axis: i64, norm: FftNormCode) -> Result<NewTensor> {
    let n = points("hfft", n)?;
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::hfft(t, n, axis, norm))
}

/// Computes the inverse of `hfft`: the first `n / 2 + 1` complex numbers of the signal from a real tensor.
/// Shapes: `[..., m] -> [..., n / 2 + 1, 2]` along the last axis, rounded down. Dtype: a float dtype is kept; integers
/// and bool give float32.
///
/// - `n` = none: the number of points; a longer axis is cut, a shorter one is padded with zeros; none: the size of the
///   axis
/// - `axis` = -1: the axis; a negative one counts from the last
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by `n`, `FORWARD` the forward one,
///   `ORTHO` both by `sqrt(n)`
/// - `INVALID_ARGUMENT`: the axis is out of range, or there is less than one point
pub fn ihfft(scope: Owner, t: TensorRef, n: Option<i64>, axis: i64, norm: FftNormCode) -> Result<NewTensor> {
    let n = points("ihfft", n)?;
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::ihfft(t, n, axis, norm))
}

/// Computes the Fourier transform of a complex tensor along its last two axes.
/// Shapes: `[..., m, n, 2] -> [..., m', n', 2]`, where `m'` and `n'` are the numbers of points. Dtype: a float dtype is
/// kept; integers and bool give float32.
///
/// - `sizes` = []: the number of points of each of the two axes, -1 for the size of the axis; a longer axis is cut, a
///   shorter one is padded with zeros; empty: the sizes of the axes
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by the number of points, `FORWARD` the
///   forward one, `ORTHO` both by the square root of that number
/// - `INVALID_ARGUMENT`: there are fewer than two axes, `sizes` does not have two numbers, or an axis has less than one
///   point
/// - `SHAPE_MISMATCH`: this tensor is not complex: it does not have a last axis of size 2 after at least one other axis
pub fn fft2(scope: Owner, t: TensorRef, sizes: Ints, norm: FftNormCode) -> Result<NewTensor> {
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::fftn(t, sizes, &[-2, -1], norm))
}

/// Computes the inverse of `fft2`.
/// Shapes: `[..., m, n, 2] -> [..., m', n', 2]`, where `m'` and `n'` are the numbers of points. Dtype: a float dtype is
/// kept; integers and bool give float32.
///
/// - `sizes` = []: the number of points of each of the two axes, -1 for the size of the axis; a longer axis is cut, a
///   shorter one is padded with zeros; empty: the sizes of the axes
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by the number of points, `FORWARD` the
///   forward one, `ORTHO` both by the square root of that number
/// - `INVALID_ARGUMENT`: there are fewer than two axes, `sizes` does not have two numbers, or an axis has less than one
///   point
/// - `SHAPE_MISMATCH`: this tensor is not complex: it does not have a last axis of size 2 after at least one other axis
pub fn ifft2(scope: Owner, t: TensorRef, sizes: Ints, norm: FftNormCode) -> Result<NewTensor> {
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::ifftn(t, sizes, &[-2, -1], norm))
}

/// Computes the Fourier transform of a real tensor along its last two axes. The last axis of the result holds the first
/// half of the results; the others follow from them.
/// Shapes: `[..., m, n] -> [..., m', n' / 2 + 1, 2]`, rounded down, where `m'` and `n'` are the numbers of points.
/// Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `sizes` = []: the number of points of each of the two axes, -1 for the size of the axis; a longer axis is cut, a
///   shorter one is padded with zeros; empty: the sizes of the axes
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by the number of points, `FORWARD` the
///   forward one, `ORTHO` both by the square root of that number
/// - `INVALID_ARGUMENT`: there are fewer than two axes, `sizes` does not have two numbers, or an axis has less than one
///   point
pub fn rfft2(scope: Owner, t: TensorRef, sizes: Ints, norm: FftNormCode) -> Result<NewTensor> {
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::rfftn(t, sizes, &[-2, -1], norm))
}

/// Computes the inverse of `rfft2`. The result is real.
/// Shapes: `[..., m, n, 2] -> [..., m', n']`, where `m'` and `n'` are the numbers of points. Dtype: a float dtype is
/// kept; integers and bool give float32.
///
/// - `sizes` = []: the number of points of each of the two axes, -1 for the size of the axis; a longer axis is cut, a
///   shorter one is padded with zeros; empty: the sizes of the axes; for the last axis, -1 and an empty list stand for
///   `2 (size - 1)`
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by the number of points, `FORWARD` the
///   forward one, `ORTHO` both by the square root of that number
/// - `INVALID_ARGUMENT`: there are fewer than two axes, `sizes` does not have two numbers, or an axis has less than one
///   point
/// - `SHAPE_MISMATCH`: this tensor is not complex: it does not have a last axis of size 2 after at least one other axis
pub fn irfft2(scope: Owner, t: TensorRef, sizes: Ints, norm: FftNormCode) -> Result<NewTensor> {
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::irfftn(t, sizes, &[-2, -1], norm))
}

/// Computes the Fourier transform of a complex tensor along several axes.
/// Shapes: `[..., 2] -> [..., 2]`; each transformed axis gets its number of points. Dtype: a float dtype is kept;
/// integers and bool give float32.
///
/// - `sizes` = []: the number of points of each transformed axis, -1 for the size of the axis; a longer axis is cut, a
///   shorter one is padded with zeros; empty: the sizes of the axes
/// - `axes` = []: the axes to transform, counted without the last axis of size 2; empty: as many of the last axes as
///   `sizes` has numbers, or all if that is empty
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by the number of points, `FORWARD` the
///   forward one, `ORTHO` both by the square root of that number
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, `sizes` and `axes` have different lengths, or an axis
///   has less than one point
/// - `SHAPE_MISMATCH`: this tensor is not complex: it does not have a last axis of size 2 after at least one other axis
pub fn fftn(scope: Owner, t: TensorRef, sizes: Ints, axes: Axes, norm: FftNormCode) -> Result<NewTensor> {
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::fftn(t, sizes, axes, norm))
}

/// Computes the inverse of `fftn`.
/// Shapes: `[..., 2] -> [..., 2]`; each transformed axis gets its number of points. Dtype: a float dtype is kept;
/// integers and bool give float32.
///
/// - `sizes` = []: the number of points of each transformed axis, -1 for the size of the axis; a longer axis is cut, a
///   shorter one is padded with zeros; empty: the sizes of the axes
/// - `axes` = []: the axes to transform, counted without the last axis of size 2; empty: as many of the last axes as
///   `sizes` has numbers, or all if that is empty
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by the number of points, `FORWARD` the
///   forward one, `ORTHO` both by the square root of that number
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, `sizes` and `axes` have different lengths, or an axis
///   has less than one point
/// - `SHAPE_MISMATCH`: this tensor is not complex: it does not have a last axis of size 2 after at least one other axis
pub fn ifftn(scope: Owner, t: TensorRef, sizes: Ints, axes: Axes, norm: FftNormCode) -> Result<NewTensor> {
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::ifftn(t, sizes, axes, norm))
}

/// Computes the Fourier transform of a real tensor along several axes. The last of these axes holds the first half of
/// the results; the others follow from them.
/// Shapes: `[...] -> [..., 2]`; each transformed axis gets its number of points `n`, the last of them `n / 2 + 1`,
/// rounded down. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `sizes` = []: the number of points of each transformed axis, -1 for the size of the axis; a longer axis is cut, a
///   shorter one is padded with zeros; empty: the sizes of the axes
/// - `axes` = []: the axes to transform; empty: as many of the last axes as `sizes` has numbers, or all if that is
///   empty
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by the number of points, `FORWARD` the
///   forward one, `ORTHO` both by the square root of that number
/// - `INVALID_ARGUMENT`: there is no axis, an axis is out of range or named twice, `sizes` and `axes` have different
///   lengths, or an axis has less than one point
pub fn rfftn(scope: Owner, t: TensorRef, sizes: Ints, axes: Axes, norm: FftNormCode) -> Result<NewTensor> {
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::rfftn(t, sizes, axes, norm))
}

/// Computes the inverse of `rfftn`. The result is real.
/// Shapes: `[..., 2] -> [...]`; each transformed axis gets its number of points. Dtype: a float dtype is kept; integers
/// and bool give float32.
///
/// - `sizes` = []: the number of points of each transformed axis, -1 for the size of the axis; a longer axis is cut, a
///   shorter one is padded with zeros; empty: the sizes of the axes; for the last transformed axis, -1 and an empty
///   list stand for `2 (size - 1)`
/// - `axes` = []: the axes to transform, counted without the last axis of size 2; empty: as many of the last axes as
///   `sizes` has numbers, or all if that is empty
/// - `norm` = BACKWARD: the scaling: `BACKWARD` divides the inverse transform by the number of points, `FORWARD` the
///   forward one, `ORTHO` both by the square root of that number
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, `sizes` and `axes` have different lengths, or an axis
///   has less than one point
/// - `SHAPE_MISMATCH`: this tensor is not complex: it does not have a last axis of size 2 after at least one other axis
pub fn irfftn(scope: Owner, t: TensorRef, sizes: Ints, axes: Axes, norm: FftNormCode) -> Result<NewTensor> {
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| autograd::fft::irfftn(t, sizes, axes, norm))
}

/// Moves the frequency 0 of each axis to its middle: rolls the axis by half of its size, rounded down.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `axes` = []: the axes, counted as those of any tensor, so leave out the last axis of a complex tensor; empty: all
///   axes
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
pub fn fftshift(scope: Owner, t: TensorRef, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::fft::fftshift(t, axes))
}

/// Undoes `fftshift`: rolls each axis back by half of its size, rounded down.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `axes` = []: the axes, counted as those of any tensor, so leave out the last axis of a complex tensor; empty: all
///   axes
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice
pub fn ifftshift(scope: Owner, t: TensorRef, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::fft::ifftshift(t, axes))
}

/// Creates a vector of the frequencies of the `n` results of `fft`: `0, 1, ..., (n - 1) / 2, -(n / 2), ..., -1`, with
/// quotients rounded down, each divided by `d n`. It has `n` elements of the given floating-point dtype.
///
/// - `n`: the number of points of the transform
/// - `d` = 1: the distance between two samples
/// - `DTYPE_MISMATCH`: the dtype is not floating-point
/// - `INVALID_ARGUMENT`: `n` is less than 1, or `d` is 0, infinite or NaN
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn fftfreq(scope: Owner, device: DeviceCode, dtype: DTypeCode, n: i64, d: f64) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| ops::fft::fftfreq(device, dtype, n, d))
}

/// Creates a vector of the frequencies of the results of `rfft` of `n` points: `0, 1, ..., n / 2`, with the quotient
/// rounded down, each divided by `d n`. It has `n / 2 + 1` elements of the given floating-point dtype.
///
/// - `n`: the number of points of the transform
/// - `d` = 1: the distance between two samples
/// - `DTYPE_MISMATCH`: the dtype is not floating-point
/// - `INVALID_ARGUMENT`: `n` is less than 1, or `d` is 0, infinite or NaN
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn rfftfreq(scope: Owner, device: DeviceCode, dtype: DTypeCode, n: i64, d: f64) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| ops::fft::rfftfreq(device, dtype, n, d))
}

/// How many points a transform has, as `autograd` has it: -1 for as many as follow from the axis.
pub(super) fn points(op: &str, n: Option<i64>) -> Result<i64> {
    match n {
        None => Ok(-1),
        Some(n) if n < 1 => Err(Error::argument(format!("{op} of {n} points: at least one is needed"))),
        Some(n) => Ok(n),
    }
}
