//! Fourier transforms. A complex tensor has a last axis of size 2, the real and the imaginary part; the axes of transforms are
//! counted without it. All return new references. Names and parameters are those of `torch.fft`.

use super::create::made;
use super::map;
use crate::api::types::{Axes, DTypeCode, DeviceCode, FftNormCode, Ints, NewTensor, Owner, TensorRef};
use crate::autograd;
use crate::error::{Error, Result};
use crate::ops;
use crate::ops::fft::FftNorm;
use crate::tensor::Tensor;

/// The discrete Fourier transform of a complex tensor `[..., n, 2]` along one axis: complex.
///
/// - `n` = none: how many points; the axis is cut, or filled up with zeros; none: the size of the axis
/// - `axis` = -1: which of those before the real and imaginary parts; a negative one counts from the last
/// - `norm` = BACKWARD: which direction is divided by `n`
/// - `INVALID_ARGUMENT`: there is no such axis, or no point
/// - `SHAPE_MISMATCH`: the tensor is not complex
pub fn fft(scope: Owner, t: TensorRef, n: Option<i64>, axis: i64, norm: FftNormCode) -> Result<NewTensor> {
    let n = points("fft", n)?;
    scaled(scope, t, norm, |t, norm| autograd::fft::fft(t, n, axis, norm))
}

/// The inverse of `fft`: complex.
///
/// - `n` = none: how many points; the axis is cut, or filled up with zeros; none: the size of the axis
/// - `axis` = -1: which of those before the real and imaginary parts; a negative one counts from the last
/// - `norm` = BACKWARD: which direction is divided by `n`
/// - `INVALID_ARGUMENT`: there is no such axis, or no point
/// - `SHAPE_MISMATCH`: the tensor is not complex
pub fn ifft(scope: Owner, t: TensorRef, n: Option<i64>, axis: i64, norm: FftNormCode) -> Result<NewTensor> {
    let n = points("ifft", n)?;
    scaled(scope, t, norm, |t, norm| autograd::fft::ifft(t, n, axis, norm))
}

/// The transform of a real tensor along one axis: of the `n` results the first `n / 2 + 1`, complex, since the others are their
/// conjugates.
///
/// - `n` = none: how many points; the axis is cut, or filled up with zeros; none: the size of the axis
/// - `axis` = -1: which of the axes; a negative one counts from the last
/// - `norm` = BACKWARD: which direction is divided by `n`
/// - `INVALID_ARGUMENT`: there is no such axis, or no point
pub fn rfft(scope: Owner, t: TensorRef, n: Option<i64>, axis: i64, norm: FftNormCode) -> Result<NewTensor> {
    let n = points("rfft", n)?;
    scaled(scope, t, norm, |t, norm| autograd::fft::rfft(t, n, axis, norm))
}

/// The inverse of `rfft`: of complex `[..., m, 2]`, taken for the first half of `n` results, `n` real numbers.
///
/// - `n` = none: how many points; the axis is cut, or filled up with zeros; none: `2 (m - 1)`
/// - `axis` = -1: which of those before the real and imaginary parts; a negative one counts from the last
/// - `norm` = BACKWARD: which direction is divided by `n`
/// - `INVALID_ARGUMENT`: there is no such axis, or no point
/// - `SHAPE_MISMATCH`: the tensor is not complex
pub fn irfft(scope: Owner, t: TensorRef, n: Option<i64>, axis: i64, norm: FftNormCode) -> Result<NewTensor> {
    let n = points("irfft", n)?;
    scaled(scope, t, norm, |t, norm| autograd::fft::irfft(t, n, axis, norm))
}

/// The transform of a complex tensor `[..., m, 2]` that is the first half of a signal whose other half is its conjugate: `n` real
/// numbers.
///
/// - `n` = none: how many points; the axis is cut, or filled up with zeros; none: `2 (m - 1)`
/// - `axis` = -1: which of those before the real and imaginary parts; a negative one counts from the last
/// - `norm` = BACKWARD: which direction is divided by `n`
/// - `INVALID_ARGUMENT`: there is no such axis, or no point
/// - `SHAPE_MISMATCH`: the tensor is not complex
pub fn hfft(scope: Owner, t: TensorRef, n: Option<i64>, axis: i64, norm: FftNormCode) -> Result<NewTensor> {
    let n = points("hfft", n)?;
    scaled(scope, t, norm, |t, norm| autograd::fft::hfft(t, n, axis, norm))
}

/// The inverse of `hfft`: of a real tensor the first `n / 2 + 1` complex numbers of the signal.
///
/// - `n` = none: how many points; the axis is cut, or filled up with zeros; none: the size of the axis
/// - `axis` = -1: which of the axes; a negative one counts from the last
/// - `norm` = BACKWARD: which direction is divided by `n`
/// - `INVALID_ARGUMENT`: there is no such axis, or no point
pub fn ihfft(scope: Owner, t: TensorRef, n: Option<i64>, axis: i64, norm: FftNormCode) -> Result<NewTensor> {
    let n = points("ihfft", n)?;
    scaled(scope, t, norm, |t, norm| autograd::fft::ihfft(t, n, axis, norm))
}

/// The transform of a complex tensor along the last two axes before the real and imaginary parts: complex.
///
/// - `sizes` = []: how many points each axis has, -1 for its size; none: their sizes
/// - `norm` = BACKWARD: which direction is divided by the number of points
/// - `INVALID_ARGUMENT`: there are not two axes, or no point
/// - `SHAPE_MISMATCH`: the tensor is not complex
pub fn fft2(scope: Owner, t: TensorRef, sizes: Ints, norm: FftNormCode) -> Result<NewTensor> {
    scaled(scope, t, norm, |t, norm| autograd::fft::fftn(t, sizes, &[-2, -1], norm))
}

/// The inverse of `fft2`: complex.
///
/// - `sizes` = []: how many points each axis has, -1 for its size; none: their sizes
/// - `norm` = BACKWARD: which direction is divided by the number of points
/// - `INVALID_ARGUMENT`: there are not two axes, or no point
/// - `SHAPE_MISMATCH`: the tensor is not complex
pub fn ifft2(scope: Owner, t: TensorRef, sizes: Ints, norm: FftNormCode) -> Result<NewTensor> {
    scaled(scope, t, norm, |t, norm| autograd::fft::ifftn(t, sizes, &[-2, -1], norm))
}

/// The transform of a real tensor along its last two axes; the last one has the first half of the results: complex.
///
/// - `sizes` = []: how many points each axis has, -1 for its size; none: their sizes
/// - `norm` = BACKWARD: which direction is divided by the number of points
/// - `INVALID_ARGUMENT`: there are not two axes, or no point
pub fn rfft2(scope: Owner, t: TensorRef, sizes: Ints, norm: FftNormCode) -> Result<NewTensor> {
    scaled(scope, t, norm, |t, norm| autograd::fft::rfftn(t, sizes, &[-2, -1], norm))
}

/// The inverse of `rfft2`: real.
///
/// - `sizes` = []: how many points each axis has, -1 for its size; none: their sizes
/// - `norm` = BACKWARD: which direction is divided by the number of points
/// - `INVALID_ARGUMENT`: there are not two axes, or no point
/// - `SHAPE_MISMATCH`: the tensor is not complex
pub fn irfft2(scope: Owner, t: TensorRef, sizes: Ints, norm: FftNormCode) -> Result<NewTensor> {
    scaled(scope, t, norm, |t, norm| autograd::fft::irfftn(t, sizes, &[-2, -1], norm))
}

/// The transform of a complex tensor along several axes: complex.
///
/// - `sizes` = []: how many points each of these axes has, -1 for its size; none: their sizes
/// - `axes` = []: along these of those before the real and imaginary parts; none: as many of the last as there are sizes, else all
/// - `norm` = BACKWARD: which direction is divided by the number of points
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, there are not as many sizes, or no point
/// - `SHAPE_MISMATCH`: the tensor is not complex
pub fn fftn(scope: Owner, t: TensorRef, sizes: Ints, axes: Axes, norm: FftNormCode) -> Result<NewTensor> {
    scaled(scope, t, norm, |t, norm| autograd::fft::fftn(t, sizes, axes, norm))
}

/// The inverse of `fftn`: complex.
///
/// - `sizes` = []: how many points each of these axes has, -1 for its size; none: their sizes
/// - `axes` = []: along these of those before the real and imaginary parts; none: as many of the last as there are sizes, else all
/// - `norm` = BACKWARD: which direction is divided by the number of points
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, there are not as many sizes, or no point
/// - `SHAPE_MISMATCH`: the tensor is not complex
pub fn ifftn(scope: Owner, t: TensorRef, sizes: Ints, axes: Axes, norm: FftNormCode) -> Result<NewTensor> {
    scaled(scope, t, norm, |t, norm| autograd::fft::ifftn(t, sizes, axes, norm))
}

/// The transform of a real tensor along several axes, of which the last has the first half of the results: complex.
///
/// - `sizes` = []: how many points each of these axes has, -1 for its size; none: their sizes
/// - `axes` = []: along these; none: as many of the last as there are sizes, else all
/// - `norm` = BACKWARD: which direction is divided by the number of points
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, there are not as many sizes, or no point
pub fn rfftn(scope: Owner, t: TensorRef, sizes: Ints, axes: Axes, norm: FftNormCode) -> Result<NewTensor> {
    scaled(scope, t, norm, |t, norm| autograd::fft::rfftn(t, sizes, axes, norm))
}

/// The inverse of `rfftn`: real.
///
/// - `sizes` = []: how many points each of these axes has, -1 for its size; none: their sizes
/// - `axes` = []: along these of those before the real and imaginary parts; none: as many of the last as there are sizes, else all
/// - `norm` = BACKWARD: which direction is divided by the number of points
/// - `INVALID_ARGUMENT`: there is no such axis, it is named twice, there are not as many sizes, or no point
/// - `SHAPE_MISMATCH`: the tensor is not complex
pub fn irfftn(scope: Owner, t: TensorRef, sizes: Ints, axes: Axes, norm: FftNormCode) -> Result<NewTensor> {
    scaled(scope, t, norm, |t, norm| autograd::fft::irfftn(t, sizes, axes, norm))
}

/// The frequency 0 moved to the middle of axes.
///
/// - `axes` = []: of which axes, counted as those of any tensor: of a complex one leave out the last; none: of all
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn fftshift(scope: Owner, t: TensorRef, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::fft::fftshift(t, axes))
}

/// Undoes `fftshift`.
///
/// - `axes` = []: of which axes, counted as those of any tensor: of a complex one leave out the last; none: of all
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn ifftshift(scope: Owner, t: TensorRef, axes: Axes) -> Result<NewTensor> {
    map(scope, t, |t| autograd::fft::ifftshift(t, axes))
}

/// The frequency of each of the `n` results of a transform: `0, 1, ..., -1`, divided by `d n`.
///
/// - `n`: how many points
/// - `d` = 1: the distance of two samples
/// - `DTYPE_MISMATCH`: the element type is not floating-point
/// - `INVALID_ARGUMENT`: there is no point, or no distance
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn fftfreq(scope: Owner, device: DeviceCode, dtype: DTypeCode, n: i64, d: f64) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| ops::fft::fftfreq(device, dtype, n, d))
}

/// The frequency of each of the `n / 2 + 1` results of a transform of `n` real numbers: `0, 1, ...`, divided by `d n`.
///
/// - `n`: how many points
/// - `d` = 1: the distance of two samples
/// - `DTYPE_MISMATCH`: the element type is not floating-point
/// - `INVALID_ARGUMENT`: there is no point, or no distance
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn rfftfreq(scope: Owner, device: DeviceCode, dtype: DTypeCode, n: i64, d: f64) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| ops::fft::rfftfreq(device, dtype, n, d))
}

/// A transform of one operand whose result is scaled by a norm.
fn scaled(
    scope: Owner,
    t: TensorRef,
    norm: FftNormCode,
    transform: impl Fn(&Tensor, FftNorm) -> Result<Tensor>,
) -> Result<NewTensor> {
    let norm = FftNorm::from_code(norm)?;
    map(scope, t, |t| transform(t, norm))
}

/// How many points a transform has, as `autograd` has it: -1 for as many as follow from the axis.
fn points(op: &str, n: Option<i64>) -> Result<i64> {
    match n {
        None => Ok(-1),
        Some(n) if n < 1 => Err(Error::argument(format!("{op} of {n} points: at least one is needed"))),
        Some(n) => Ok(n),
    }
}
