//! Pooling over one to three axes of `[N, C, ...]` or `[C, ...]`. All return new references; names and parameters are those
//! of `torch.nn.functional`. A list of numbers has one for each axis, or one for all.

use super::{map, several};
use crate::api::types::{Ints, NewTensor, NewTensors, Owner, TensorRef};
use crate::autograd::nn::{self, PoolSettings};
use crate::error::Result;

/// The greatest element of each window over the last axis. NaN is greater than any number.
///
/// - `kernel`: elements of a window
/// - `stride` = []: from window to window; none: the kernel
/// - `padding` = []: places on either side that are never the greatest; none: 0
/// - `dilation` = []: distances of a window's elements; none: 1
/// - `ceil_mode` = false: whether windows may end behind the padding
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, or a number is out of range
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn max_pool1d(
    scope: Owner,
    t: TensorRef,
    kernel: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
) -> Result<NewTensor> {
    let how = PoolSettings { kernel, stride, padding, dilation, ceil_mode, ..PoolSettings::default() };
    map(scope, t, |t| nn::max_pool::<1>(t, &how).map(|(values, _)| values))
}

/// The greatest element of each window over the last axis, and where it is. NaN is greater than any number.
///
/// - `kernel`: elements of a window
/// - `stride` = []: from window to window; none: the kernel
/// - `padding` = []: places on either side that are never the greatest; none: 0
/// - `dilation` = []: distances of a window's elements; none: 1
/// - `ceil_mode` = false: whether windows may end behind the padding
/// - `-> values`: the greatest elements
/// - `-> indices`: where they are in their planes, in row-major order, i64
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, or a number is out of range
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn max_pool1d_with_indices(
    scope: Owner,
    t: TensorRef,
    kernel: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
) -> Result<NewTensors<2>> {
    let how = PoolSettings { kernel, stride, padding, dilation, ceil_mode, ..PoolSettings::default() };
    several(scope, t, |t| nn::max_pool::<1>(t, &how).map(|(values, indices)| [values, indices]))
}

/// The greatest element of each window over the last two axes. NaN is greater than any number.
///
/// - `kernel`: elements of a window
/// - `stride` = []: from window to window; none: the kernel
/// - `padding` = []: places on either side that are never the greatest; none: 0
/// - `dilation` = []: distances of a window's elements; none: 1
/// - `ceil_mode` = false: whether windows may end behind the padding
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, or a number is out of range
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn max_pool2d(
    scope: Owner,
    t: TensorRef,
    kernel: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
) -> Result<NewTensor> {
    let how = PoolSettings { kernel, stride, padding, dilation, ceil_mode, ..PoolSettings::default() };
    map(scope, t, |t| nn::max_pool::<2>(t, &how).map(|(values, _)| values))
}

/// The greatest element of each window over the last two axes, and where it is. NaN is greater than any number.
///
/// - `kernel`: elements of a window
/// - `stride` = []: from window to window; none: the kernel
/// - `padding` = []: places on either side that are never the greatest; none: 0
/// - `dilation` = []: distances of a window's elements; none: 1
/// - `ceil_mode` = false: whether windows may end behind the padding
/// - `-> values`: the greatest elements
/// - `-> indices`: where they are in their planes, in row-major order, i64
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, or a number is out of range
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn max_pool2d_with_indices(
    scope: Owner,
    t: TensorRef,
    kernel: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
) -> Result<NewTensors<2>> {
    let how = PoolSettings { kernel, stride, padding, dilation, ceil_mode, ..PoolSettings::default() };
    several(scope, t, |t| nn::max_pool::<2>(t, &how).map(|(values, indices)| [values, indices]))
}

/// The greatest element of each window over the last three axes. NaN is greater than any number.
///
/// - `kernel`: elements of a window
/// - `stride` = []: from window to window; none: the kernel
/// - `padding` = []: places on either side that are never the greatest; none: 0
/// - `dilation` = []: distances of a window's elements; none: 1
/// - `ceil_mode` = false: whether windows may end behind the padding
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, or a number is out of range
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn max_pool3d(
    scope: Owner,
    t: TensorRef,
    kernel: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
) -> Result<NewTensor> {
    let how = PoolSettings { kernel, stride, padding, dilation, ceil_mode, ..PoolSettings::default() };
    map(scope, t, |t| nn::max_pool::<3>(t, &how).map(|(values, _)| values))
}

/// The greatest element of each window over the last three axes, and where it is. NaN is greater than any number.
///
/// - `kernel`: elements of a window
/// - `stride` = []: from window to window; none: the kernel
/// - `padding` = []: places on either side that are never the greatest; none: 0
/// - `dilation` = []: distances of a window's elements; none: 1
/// - `ceil_mode` = false: whether windows may end behind the padding
/// - `-> values`: the greatest elements
/// - `-> indices`: where they are in their planes, in row-major order, i64
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, or a number is out of range
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn max_pool3d_with_indices(
    scope: Owner,
    t: TensorRef,
    kernel: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
) -> Result<NewTensors<2>> {
    let how = PoolSettings { kernel, stride, padding, dilation, ceil_mode, ..PoolSettings::default() };
    several(scope, t, |t| nn::max_pool::<3>(t, &how).map(|(values, indices)| [values, indices]))
}

/// The mean of each window over the last axis.
///
/// - `kernel`: elements of a window
/// - `stride` = []: from window to window; none: the kernel
/// - `padding` = []: zeros on either side; none: 0
/// - `ceil_mode` = false: whether windows may end behind the padding
/// - `count_include_pad` = true: whether the padding counts
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, or a number is out of range
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn avg_pool1d(
    scope: Owner,
    t: TensorRef,
    kernel: Ints,
    stride: Ints,
    padding: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
) -> Result<NewTensor> {
    let how =
        PoolSettings { kernel, stride, padding, dilation: &[], ceil_mode, count_include_pad, divisor_override: None };
    map(scope, t, |t| nn::avg_pool::<1>(t, &how))
}

/// The mean of each window over the last two axes.
///
/// - `kernel`: elements of a window
/// - `stride` = []: from window to window; none: the kernel
/// - `padding` = []: zeros on either side; none: 0
/// - `ceil_mode` = false: whether windows may end behind the padding
/// - `count_include_pad` = true: whether the padding counts
/// - `divisor` = none: what sums are divided by, not 0; none: the count
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, or a number is out of range
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn avg_pool2d(
    scope: Owner,
    t: TensorRef,
    kernel: Ints,
    stride: Ints,
    padding: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor: Option<i64>,
) -> Result<NewTensor> {
    let how = PoolSettings {
        kernel,
        stride,
        padding,
        dilation: &[],
        ceil_mode,
        count_include_pad,
        divisor_override: divisor.map(|divisor| divisor as f64),
    };
    map(scope, t, |t| nn::avg_pool::<2>(t, &how))
}

/// The mean of each window over the last three axes.
///
/// - `kernel`: elements of a window
/// - `stride` = []: from window to window; none: the kernel
/// - `padding` = []: zeros on either side; none: 0
/// - `ceil_mode` = false: whether windows may end behind the padding
/// - `count_include_pad` = true: whether the padding counts
/// - `divisor` = none: what sums are divided by, not 0; none: the count
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, or a number is out of range
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn avg_pool3d(
    scope: Owner,
    t: TensorRef,
    kernel: Ints,
    stride: Ints,
    padding: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor: Option<i64>,
) -> Result<NewTensor> {
    let how = PoolSettings {
        kernel,
        stride,
        padding,
        dilation: &[],
        ceil_mode,
        count_include_pad,
        divisor_override: divisor.map(|divisor| divisor as f64),
    };
    map(scope, t, |t| nn::avg_pool::<3>(t, &how))
}

/// The greatest element of each of so many windows that divide the last axis.
///
/// - `size`: windows along each axis
/// - `INVALID_ARGUMENT`: the input has nothing to divide, or a size is negative
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_max_pool1d(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensor> {
    map(scope, t, |t| nn::adaptive_max_pool::<1>(t, size).map(|(values, _)| values))
}

/// The same, and where the elements are.
///
/// - `size`: windows along each axis
/// - `-> values`: the greatest elements
/// - `-> indices`: where they are in their planes, in row-major order, i64
/// - `INVALID_ARGUMENT`: the input has nothing to divide, or a size is negative
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_max_pool1d_with_indices(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensors<2>> {
    several(scope, t, |t| nn::adaptive_max_pool::<1>(t, size).map(|(values, indices)| [values, indices]))
}

/// The mean of each of so many windows that divide the last axis.
///
/// - `size`: windows along each axis
/// - `INVALID_ARGUMENT`: the input has nothing to divide, or a size is negative
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_avg_pool1d(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensor> {
    map(scope, t, |t| nn::adaptive_avg_pool::<1>(t, size))
}

/// The greatest element of each of so many windows that divide the last two axes.
///
/// - `size`: windows along each axis
/// - `INVALID_ARGUMENT`: the input has nothing to divide, or a size is negative
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_max_pool2d(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensor> {
    map(scope, t, |t| nn::adaptive_max_pool::<2>(t, size).map(|(values, _)| values))
}

/// The same, and where the elements are.
///
/// - `size`: windows along each axis
/// - `-> values`: the greatest elements
/// - `-> indices`: where they are in their planes, in row-major order, i64
/// - `INVALID_ARGUMENT`: the input has nothing to divide, or a size is negative
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_max_pool2d_with_indices(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensors<2>> {
    several(scope, t, |t| nn::adaptive_max_pool::<2>(t, size).map(|(values, indices)| [values, indices]))
}

/// The mean of each of so many windows that divide the last two axes.
///
/// - `size`: windows along each axis
/// - `INVALID_ARGUMENT`: the input has nothing to divide, or a size is negative
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_avg_pool2d(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensor> {
    map(scope, t, |t| nn::adaptive_avg_pool::<2>(t, size))
}

/// The greatest element of each of so many windows that divide the last three axes.
///
/// - `size`: windows along each axis
/// - `INVALID_ARGUMENT`: the input has nothing to divide, or a size is negative
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_max_pool3d(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensor> {
    map(scope, t, |t| nn::adaptive_max_pool::<3>(t, size).map(|(values, _)| values))
}

/// The same, and where the elements are.
///
/// - `size`: windows along each axis
/// - `-> values`: the greatest elements
/// - `-> indices`: where they are in their planes, in row-major order, i64
/// - `INVALID_ARGUMENT`: the input has nothing to divide, or a size is negative
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_max_pool3d_with_indices(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensors<2>> {
    several(scope, t, |t| nn::adaptive_max_pool::<3>(t, size).map(|(values, indices)| [values, indices]))
}

/// The mean of each of so many windows that divide the last three axes.
///
/// - `size`: windows along each axis
/// - `INVALID_ARGUMENT`: the input has nothing to divide, or a size is negative
/// - `SHAPE_MISMATCH`: there is another number of axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_avg_pool3d(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensor> {
    map(scope, t, |t| nn::adaptive_avg_pool::<3>(t, size))
}
