//! Pooling over the last one to three axes of `[N, C, ...]` or `[C, ...]`. All return new references; names and
//! parameters are those of `torch.nn.functional`. A list of numbers has one for each axis, or one for all.
//!
//! - `gradient`: yes

use super::{map, several};
use crate::api::types::{Ints, NewTensor, NewTensors, Owner, TensorRef};
use crate::autograd::nn::{self, PoolSettings};
use crate::error::Result;

/// The largest element of each window over the last axis. NaN is greater than any number.
/// Shapes: `[N, C, L] -> [N, C, L']`, or the same without `N`; `L' = floor((L + 2 p - d (k - 1) - 1) / s) + 1` for
/// kernel `k`, stride `s`, padding `p` and dilation `d`. The dtype is kept.
///
/// - `kernel`: the size of a window; at least 1
/// - `stride` = []: the distance from one window to the next, at least 1; none means the kernel
/// - `padding` = []: the number of positions added on either side, which are never the largest; none means 0
/// - `dilation` = []: the distance between the elements of a window, at least 1; none means 1
/// - `ceil_mode` = false: whether the sizes are rounded up, so that a last window may extend past the padded input
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, a number is below its minimum, the padding is more
///   than half the kernel, or a list has the wrong length
/// - `SHAPE_MISMATCH`: this tensor does not have two or three axes
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

/// The largest element of each window over the last axis, and its position. NaN is greater than any number.
/// Shapes: `[N, C, L] -> [N, C, L']`, or the same without `N`; `L' = floor((L + 2 p - d (k - 1) - 1) / s) + 1` for
/// kernel `k`, stride `s`, padding `p` and dilation `d`. The values keep the dtype; the indices are int64.
///
/// - `kernel`: the size of a window; at least 1
/// - `stride` = []: the distance from one window to the next, at least 1; none means the kernel
/// - `padding` = []: the number of positions added on either side, which are never the largest; none means 0
/// - `dilation` = []: the distance between the elements of a window, at least 1; none means 1
/// - `ceil_mode` = false: whether the sizes are rounded up, so that a last window may extend past the padded input
/// - `-> values`: the largest elements
/// - `-> indices`: the position of each along the axis, int64
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, a number is below its minimum, the padding is more
///   than half the kernel, or a list has the wrong length
/// - `SHAPE_MISMATCH`: this tensor does not have two or three axes
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

/// The largest element of each window over the last two axes. NaN is greater than any number.
/// Shapes: `[N, C, H, W] -> [N, C, H', W']`, or the same without `N`; `H' = floor((H + 2 p - d (k - 1) - 1) / s) + 1`
/// for kernel `k`, stride `s`, padding `p` and dilation `d`, and likewise for the other axes. The dtype is kept.
///
/// - `kernel`: the size of a window, one number for each axis or one for all; at least 1
/// - `stride` = []: the distance from one window to the next, at least 1; none means the kernel
/// - `padding` = []: the number of positions added on either side, which are never the largest; none means 0
/// - `dilation` = []: the distance between the elements of a window, at least 1; none means 1
/// - `ceil_mode` = false: whether the sizes are rounded up, so that a last window may extend past the padded input
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, a number is below its minimum, the padding is more
///   than half the kernel, or a list has the wrong length
/// - `SHAPE_MISMATCH`: this tensor does not have three or four axes
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

/// The largest element of each window over the last two axes, and its position. NaN is greater than any number.
/// Shapes: `[N, C, H, W] -> [N, C, H', W']`, or the same without `N`; `H' = floor((H + 2 p - d (k - 1) - 1) / s) + 1`
/// for kernel `k`, stride `s`, padding `p` and dilation `d`, and likewise for the other axes. The values keep the
/// dtype; the indices are int64.
///
/// - `kernel`: the size of a window, one number for each axis or one for all; at least 1
/// - `stride` = []: the distance from one window to the next, at least 1; none means the kernel
/// - `padding` = []: the number of positions added on either side, which are never the largest; none means 0
/// - `dilation` = []: the distance between the elements of a window, at least 1; none means 1
/// - `ceil_mode` = false: whether the sizes are rounded up, so that a last window may extend past the padded input
/// - `-> values`: the largest elements
/// - `-> indices`: the position of each in the flattened plane of its channel, int64
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, a number is below its minimum, the padding is more
///   than half the kernel, or a list has the wrong length
/// - `SHAPE_MISMATCH`: this tensor does not have three or four axes
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

/// The largest element of each window over the last three axes. NaN is greater than any number.
/// Shapes: `[N, C, D, H, W] -> [N, C, D', H', W']`, or the same without `N`;
/// `D' = floor((D + 2 p - d (k - 1) - 1) / s) + 1` for kernel `k`, stride `s`, padding `p` and dilation `d`, and
/// likewise for the other axes. The dtype is kept.
///
/// - `kernel`: the size of a window, one number for each axis or one for all; at least 1
/// - `stride` = []: the distance from one window to the next, at least 1; none means the kernel
/// - `padding` = []: the number of positions added on either side, which are never the largest; none means 0
/// - `dilation` = []: the distance between the elements of a window, at least 1; none means 1
/// - `ceil_mode` = false: whether the sizes are rounded up, so that a last window may extend past the padded input
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, a number is below its minimum, the padding is more
///   than half the kernel, or a list has the wrong length
/// - `SHAPE_MISMATCH`: this tensor does not have four or five axes
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

/// The largest element of each window over the last three axes, and its position. NaN is greater than any number.
/// Shapes: `[N, C, D, H, W] -> [N, C, D', H', W']`, or the same without `N`;
/// `D' = floor((D + 2 p - d (k - 1) - 1) / s) + 1` for kernel `k`, stride `s`, padding `p` and dilation `d`, and
/// likewise for the other axes. The values keep the dtype; the indices are int64.
///
/// - `kernel`: the size of a window, one number for each axis or one for all; at least 1
/// - `stride` = []: the distance from one window to the next, at least 1; none means the kernel
/// - `padding` = []: the number of positions added on either side, which are never the largest; none means 0
/// - `dilation` = []: the distance between the elements of a window, at least 1; none means 1
/// - `ceil_mode` = false: whether the sizes are rounded up, so that a last window may extend past the padded input
/// - `-> values`: the largest elements
/// - `-> indices`: the position of each in the flattened volume of its channel, int64
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, a number is below its minimum, the padding is more
///   than half the kernel, or a list has the wrong length
/// - `SHAPE_MISMATCH`: this tensor does not have four or five axes
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
/// Shapes: `[N, C, L] -> [N, C, L']`, or the same without `N`; `L' = floor((L + 2 p - k) / s) + 1` for kernel `k`,
/// stride `s` and padding `p`. The dtype is kept.
///
/// - `kernel`: the size of a window; at least 1
/// - `stride` = []: the distance from one window to the next, at least 1; none means the kernel
/// - `padding` = []: the number of zeros added on either side; none means 0
/// - `ceil_mode` = false: whether the sizes are rounded up, so that a last window may extend past the padded input
/// - `count_include_pad` = true: whether the padding counts in the number of elements that a sum is divided by
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, a number is below its minimum, the padding is more
///   than half the kernel, or a list has the wrong length
/// - `SHAPE_MISMATCH`: this tensor does not have two or three axes
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
/// Shapes: `[N, C, H, W] -> [N, C, H', W']`, or the same without `N`; `H' = floor((H + 2 p - k) / s) + 1` for kernel
/// `k`, stride `s` and padding `p`, and likewise for the other axes. The dtype is kept.
///
/// - `kernel`: the size of a window, one number for each axis or one for all; at least 1
/// - `stride` = []: the distance from one window to the next, at least 1; none means the kernel
/// - `padding` = []: the number of zeros added on either side; none means 0
/// - `ceil_mode` = false: whether the sizes are rounded up, so that a last window may extend past the padded input
/// - `count_include_pad` = true: whether the padding counts in the number of elements that a sum is divided by
/// - `divisor` = none: the divisor of the sums, not 0; none means the number of elements
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, a number is below its minimum, the padding is more
///   than half the kernel, a list has the wrong length, or the divisor is 0
/// - `SHAPE_MISMATCH`: this tensor does not have three or four axes
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
/// Shapes: `[N, C, D, H, W] -> [N, C, D', H', W']`, or the same without `N`; `D' = floor((D + 2 p - k) / s) + 1` for
/// kernel `k`, stride `s` and padding `p`, and likewise for the other axes. The dtype is kept.
///
/// - `kernel`: the size of a window, one number for each axis or one for all; at least 1
/// - `stride` = []: the distance from one window to the next, at least 1; none means the kernel
/// - `padding` = []: the number of zeros added on either side; none means 0
/// - `ceil_mode` = false: whether the sizes are rounded up, so that a last window may extend past the padded input
/// - `count_include_pad` = true: whether the padding counts in the number of elements that a sum is divided by
/// - `divisor` = none: the divisor of the sums, not 0; none means the number of elements
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, a number is below its minimum, the padding is more
///   than half the kernel, a list has the wrong length, or the divisor is 0
/// - `SHAPE_MISMATCH`: this tensor does not have four or five axes
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

/// The largest element of each of a given number of windows that divide the last axis. NaN is greater than any number.
/// Shapes: `[N, C, L] -> [N, C, L']`, or the same without `N`, where `size` gives the last size. Window `i` of `L'`
/// covers the elements from `floor(i L / L')` to before `ceil((i + 1) L / L')`. The dtype is kept.
///
/// - `size`: the number of windows; an empty list means 1
/// - `INVALID_ARGUMENT`: an axis to divide has size 0, a size is negative, or the number of sizes is wrong
/// - `SHAPE_MISMATCH`: this tensor does not have two or three axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_max_pool1d(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensor> {
    map(scope, t, |t| nn::adaptive_max_pool::<1>(t, size).map(|(values, _)| values))
}

/// The largest element of each of a given number of windows that divide the last axis, and its position. NaN is greater
/// than any number.
/// Shapes: `[N, C, L] -> [N, C, L']`, or the same without `N`, where `size` gives the last size. Window `i` of `L'`
/// covers the elements from `floor(i L / L')` to before `ceil((i + 1) L / L')`. The values keep the dtype; the indices
/// are int64.
///
/// - `size`: the number of windows; an empty list means 1
/// - `-> values`: the largest elements
/// - `-> indices`: the position of each along the axis, int64
/// - `INVALID_ARGUMENT`: an axis to divide has size 0, a size is negative, or the number of sizes is wrong
/// - `SHAPE_MISMATCH`: this tensor does not have two or three axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_max_pool1d_with_indices(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensors<2>> {
    several(scope, t, |t| nn::adaptive_max_pool::<1>(t, size).map(|(values, indices)| [values, indices]))
}

/// The mean of each of a given number of windows that divide the last axis.
/// Shapes: `[N, C, L] -> [N, C, L']`, or the same without `N`, where `size` gives the last size. Window `i` of `L'`
/// covers the elements from `floor(i L / L')` to before `ceil((i + 1) L / L')`. The dtype is kept.
///
/// - `size`: the number of windows; an empty list means 1
/// - `INVALID_ARGUMENT`: an axis to divide has size 0, a size is negative, or the number of sizes is wrong
/// - `SHAPE_MISMATCH`: this tensor does not have two or three axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_avg_pool1d(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensor> {
    map(scope, t, |t| nn::adaptive_avg_pool::<1>(t, size))
}

/// The largest element of each of a given number of windows that divide the last two axes. NaN is greater than any
/// number.
/// Shapes: `[N, C, H, W] -> [N, C, H', W']`, or the same without `N`, where `size` gives the last sizes. Window `i` of
/// `H'` covers the elements from `floor(i H / H')` to before `ceil((i + 1) H / H')`, and likewise for the other axes.
/// The dtype is kept.
///
/// - `size`: the number of windows along each axis, or one number for all; an empty list means 1
/// - `INVALID_ARGUMENT`: an axis to divide has size 0, a size is negative, or the number of sizes is wrong
/// - `SHAPE_MISMATCH`: this tensor does not have three or four axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_max_pool2d(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensor> {
    map(scope, t, |t| nn::adaptive_max_pool::<2>(t, size).map(|(values, _)| values))
}

/// The largest element of each of a given number of windows that divide the last two axes, and its position. NaN is
/// greater than any number.
/// Shapes: `[N, C, H, W] -> [N, C, H', W']`, or the same without `N`, where `size` gives the last sizes. Window `i` of
/// `H'` covers the elements from `floor(i H / H')` to before `ceil((i + 1) H / H')`, and likewise for the other axes.
/// The values keep the dtype; the indices are int64.
///
/// - `size`: the number of windows along each axis, or one number for all; an empty list means 1
/// - `-> values`: the largest elements
/// - `-> indices`: the position of each in the flattened plane of its channel, int64
/// - `INVALID_ARGUMENT`: an axis to divide has size 0, a size is negative, or the number of sizes is wrong
/// - `SHAPE_MISMATCH`: this tensor does not have three or four axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_max_pool2d_with_indices(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensors<2>> {
    several(scope, t, |t| nn::adaptive_max_pool::<2>(t, size).map(|(values, indices)| [values, indices]))
}

/// The mean of each of a given number of windows that divide the last two axes.
/// Shapes: `[N, C, H, W] -> [N, C, H', W']`, or the same without `N`, where `size` gives the last sizes. Window `i` of
/// `H'` covers the elements from `floor(i H / H')` to before `ceil((i + 1) H / H')`, and likewise for the other axes.
/// The dtype is kept.
///
/// - `size`: the number of windows along each axis, or one number for all; an empty list means 1
/// - `INVALID_ARGUMENT`: an axis to divide has size 0, a size is negative, or the number of sizes is wrong
/// - `SHAPE_MISMATCH`: this tensor does not have three or four axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_avg_pool2d(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensor> {
    map(scope, t, |t| nn::adaptive_avg_pool::<2>(t, size))
}

/// The largest element of each of a given number of windows that divide the last three axes. NaN is greater than any
/// number.
/// Shapes: `[N, C, D, H, W] -> [N, C, D', H', W']`, or the same without `N`, where `size` gives the last sizes. Window
/// `i` of `D'` covers the elements from `floor(i D / D')` to before `ceil((i + 1) D / D')`, and likewise for the other
/// axes. The dtype is kept.
///
/// - `size`: the number of windows along each axis, or one number for all; an empty list means 1
/// - `INVALID_ARGUMENT`: an axis to divide has size 0, a size is negative, or the number of sizes is wrong
/// - `SHAPE_MISMATCH`: this tensor does not have four or five axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_max_pool3d(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensor> {
    map(scope, t, |t| nn::adaptive_max_pool::<3>(t, size).map(|(values, _)| values))
}

/// The largest element of each of a given number of windows that divide the last three axes, and its position. NaN is
/// greater than any number.
/// Shapes: `[N, C, D, H, W] -> [N, C, D', H', W']`, or the same without `N`, where `size` gives the last sizes. Window
/// `i` of `D'` covers the elements from `floor(i D / D')` to before `ceil((i + 1) D / D')`, and likewise for the other
/// axes. The values keep the dtype; the indices are int64.
///
/// - `size`: the number of windows along each axis, or one number for all; an empty list means 1
/// - `-> values`: the largest elements
/// - `-> indices`: the position of each in the flattened volume of its channel, int64
/// - `INVALID_ARGUMENT`: an axis to divide has size 0, a size is negative, or the number of sizes is wrong
/// - `SHAPE_MISMATCH`: this tensor does not have four or five axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_max_pool3d_with_indices(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensors<2>> {
    several(scope, t, |t| nn::adaptive_max_pool::<3>(t, size).map(|(values, indices)| [values, indices]))
}

/// The mean of each of a given number of windows that divide the last three axes.
/// Shapes: `[N, C, D, H, W] -> [N, C, D', H', W']`, or the same without `N`, where `size` gives the last sizes. Window
/// `i` of `D'` covers the elements from `floor(i D / D')` to before `ceil((i + 1) D / D')`, and likewise for the other
/// axes. The dtype is kept.
///
/// - `size`: the number of windows along each axis, or one number for all; an empty list means 1
/// - `INVALID_ARGUMENT`: an axis to divide has size 0, a size is negative, or the number of sizes is wrong
/// - `SHAPE_MISMATCH`: this tensor does not have four or five axes
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn adaptive_avg_pool3d(scope: Owner, t: TensorRef, size: Ints) -> Result<NewTensor> {
    map(scope, t, |t| nn::adaptive_avg_pool::<3>(t, size))
}
