//! Pools. A list of numbers has one for each axis, or one for all.

use crate::api::types::{Ints, NewModule, Owner};
use crate::error::Result;
use crate::nn::modules::{self, PoolOptions};
use crate::session::module::make;

/// The largest element of each window.
/// Shapes: `[N, C, L] -> [N, C, L']`, or the same without `N`.
///
/// - `MaxPool1d::new()`
/// - `kernel_size`: the size of a window
/// - `stride` = []: the distance from one window to the next; empty: the kernel
/// - `padding` = []: the number of positions added on either side; empty: 0
/// - `dilation` = []: the distance between the elements of a window; empty: 1
/// - `ceil_mode` = false: whether sizes are rounded up
/// - `INVALID_ARGUMENT`: a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn max_pool1d(
    scope: Owner,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
) -> Result<NewModule> {
    let how = PoolOptions { kernel: kernel_size, stride, padding, dilation, ceil_mode, count_include_pad: true };
    make(scope, || modules::pool::<1>(how, true))
}

/// The largest element of each window.
/// Shapes: `[N, C, H, W] -> [N, C, H', W']`, or the same without `N`.
///
/// - `MaxPool2d::new()`
/// - `kernel_size`: the size of a window
/// - `stride` = []: the distance from one window to the next; empty: the kernel
/// - `padding` = []: the number of positions added on either side; empty: 0
/// - `dilation` = []: the distance between the elements of a window; empty: 1
/// - `ceil_mode` = false: whether sizes are rounded up
/// - `INVALID_ARGUMENT`: a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn max_pool2d(
    scope: Owner,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
) -> Result<NewModule> {
    let how = PoolOptions { kernel: kernel_size, stride, padding, dilation, ceil_mode, count_include_pad: true };
    make(scope, || modules::pool::<2>(how, true))
}

/// The largest element of each window.
/// Shapes: `[N, C, D, H, W] -> [N, C, D', H', W']`, or the same without `N`.
///
/// - `MaxPool3d::new()`
/// - `kernel_size`: the size of a window
/// - `stride` = []: the distance from one window to the next; empty: the kernel
/// - `padding` = []: the number of positions added on either side; empty: 0
/// - `dilation` = []: the distance between the elements of a window; empty: 1
/// - `ceil_mode` = false: whether sizes are rounded up
/// - `INVALID_ARGUMENT`: a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn max_pool3d(
    scope: Owner,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
) -> Result<NewModule> {
    let how = PoolOptions { kernel: kernel_size, stride, padding, dilation, ceil_mode, count_include_pad: true };
    make(scope, || modules::pool::<3>(how, true))
}

/// The mean of each window.
/// Shapes: `[N, C, L] -> [N, C, L']`, or the same without `N`.
///
/// - `AvgPool1d::new()`
/// - `kernel_size`: the size of a window
/// - `stride` = []: the distance from one window to the next; empty: the kernel
/// - `padding` = []: the number of zeros added on either side; empty: 0
/// - `ceil_mode` = false: whether sizes are rounded up
/// - `count_include_pad` = true: whether the added zeros count in a mean
/// - `INVALID_ARGUMENT`: a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn avg_pool1d(
    scope: Owner,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
) -> Result<NewModule> {
    let how = PoolOptions { kernel: kernel_size, stride, padding, dilation: &[], ceil_mode, count_include_pad };
    make(scope, || modules::pool::<1>(how, false))
}

/// The mean of each window.
/// Shapes: `[N, C, H, W] -> [N, C, H', W']`, or the same without `N`.
///
/// - `AvgPool2d::new()`
/// - `kernel_size`: the size of a window
/// - `stride` = []: the distance from one window to the next; empty: the kernel
/// - `padding` = []: the number of zeros added on either side; empty: 0
/// - `ceil_mode` = false: whether sizes are rounded up
/// - `count_include_pad` = true: whether the added zeros count in a mean
/// - `INVALID_ARGUMENT`: a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn avg_pool2d(
    scope: Owner,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
) -> Result<NewModule> {
    let how = PoolOptions { kernel: kernel_size, stride, padding, dilation: &[], ceil_mode, count_include_pad };
    make(scope, || modules::pool::<2>(how, false))
}

/// The mean of each window.
/// Shapes: `[N, C, D, H, W] -> [N, C, D', H', W']`, or the same without `N`.
///
/// - `AvgPool3d::new()`
/// - `kernel_size`: the size of a window
/// - `stride` = []: the distance from one window to the next; empty: the kernel
/// - `padding` = []: the number of zeros added on either side; empty: 0
/// - `ceil_mode` = false: whether sizes are rounded up
/// - `count_include_pad` = true: whether the added zeros count in a mean
/// - `INVALID_ARGUMENT`: a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn avg_pool3d(
    scope: Owner,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
) -> Result<NewModule> {
    let how = PoolOptions { kernel: kernel_size, stride, padding, dilation: &[], ceil_mode, count_include_pad };
    make(scope, || modules::pool::<3>(how, false))
}

/// The largest element of windows that divide the input into so many.
/// Shapes: `[N, C, L] -> [N, C, output]`, or the same without `N`.
///
/// - `AdaptiveMaxPool1d::new()`
/// - `output_size`: the size of a result
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn adaptive_max_pool1d(scope: Owner, output_size: Ints) -> Result<NewModule> {
    make(scope, || modules::adaptive_pool::<1>(output_size, true))
}

/// The mean of windows that divide the input into so many.
/// Shapes: `[N, C, L] -> [N, C, output]`, or the same without `N`.
///
/// - `AdaptiveAvgPool1d::new()`
/// - `output_size`: the size of a result
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn adaptive_avg_pool1d(scope: Owner, output_size: Ints) -> Result<NewModule> {
    make(scope, || modules::adaptive_pool::<1>(output_size, false))
}

/// The largest element of windows that divide the input into so many.
/// Shapes: `[N, C, H, W] -> [N, C, output]`, or the same without `N`.
///
/// - `AdaptiveMaxPool2d::new()`
/// - `output_size`: the size of a result
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn adaptive_max_pool2d(scope: Owner, output_size: Ints) -> Result<NewModule> {
    make(scope, || modules::adaptive_pool::<2>(output_size, true))
}

/// The mean of windows that divide the input into so many.
/// Shapes: `[N, C, H, W] -> [N, C, output]`, or the same without `N`.
///
/// - `AdaptiveAvgPool2d::new()`
/// - `output_size`: the size of a result
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn adaptive_avg_pool2d(scope: Owner, output_size: Ints) -> Result<NewModule> {
    make(scope, || modules::adaptive_pool::<2>(output_size, false))
}

/// The largest element of windows that divide the input into so many.
/// Shapes: `[N, C, D, H, W] -> [N, C, output]`, or the same without `N`.
///
/// - `AdaptiveMaxPool3d::new()`
/// - `output_size`: the size of a result
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn adaptive_max_pool3d(scope: Owner, output_size: Ints) -> Result<NewModule> {
    make(scope, || modules::adaptive_pool::<3>(output_size, true))
}

/// The mean of windows that divide the input into so many.
/// Shapes: `[N, C, D, H, W] -> [N, C, output]`, or the same without `N`.
///
/// - `AdaptiveAvgPool3d::new()`
/// - `output_size`: the size of a result
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn adaptive_avg_pool3d(scope: Owner, output_size: Ints) -> Result<NewModule> {
    make(scope, || modules::adaptive_pool::<3>(output_size, false))
}

/// The largest element of each channel.
/// Shapes: `[N, C, L] -> [N, C]`, or the same without `N`.
///
/// - `GlobalMaxPool1d::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn global_max_pool1d(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::global_pool::<1>(true)))
}

/// The mean of each channel.
/// Shapes: `[N, C, L] -> [N, C]`, or the same without `N`.
///
/// - `GlobalAvgPool1d::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn global_avg_pool1d(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::global_pool::<1>(false)))
}

/// The largest element of each channel.
/// Shapes: `[N, C, H, W] -> [N, C]`, or the same without `N`.
///
/// - `GlobalMaxPool2d::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn global_max_pool2d(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::global_pool::<2>(true)))
}

/// The mean of each channel.
/// Shapes: `[N, C, H, W] -> [N, C]`, or the same without `N`.
///
/// - `GlobalAvgPool2d::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn global_avg_pool2d(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::global_pool::<2>(false)))
}

/// The largest element of each channel.
/// Shapes: `[N, C, D, H, W] -> [N, C]`, or the same without `N`.
///
/// - `GlobalMaxPool3d::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn global_max_pool3d(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::global_pool::<3>(true)))
}

/// The mean of each channel.
/// Shapes: `[N, C, D, H, W] -> [N, C]`, or the same without `N`.
///
/// - `GlobalAvgPool3d::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn global_avg_pool3d(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::global_pool::<3>(false)))
}
