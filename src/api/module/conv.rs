//! Convolutions. A list of numbers has one for each axis, or one for all.

use crate::api::types::{Ints, NewModule, Owner, PadModeCode};
use crate::error::Result;
use crate::nn::modules::{self, ConvOptions};
use crate::ops::PadMode;
use crate::session::module::make;

fn options<'a>(
    inputs: i64,
    outputs: i64,
    kernel: Ints<'a>,
    [stride, padding, dilation]: [Ints<'a>; 3],
    groups: i64,
    bias: bool,
) -> ConvOptions<'a> {
    ConvOptions { inputs, outputs, kernel, stride, padding, dilation, groups, bias }
}

/// A convolution over the last axis, with a bias.
/// Shapes: `[N, C, L] -> [N, C', L']`, or the same without `N`.
///
/// - `Conv1d::new()`
/// - `in_channels`: the channels of an input
/// - `out_channels`: the channels of an output
/// - `kernel_size`: the size of the kernel
/// - `stride` = []: the step of the kernel; empty: 1
/// - `padding` = []: the number of elements added on both sides; empty: 0
/// - `dilation` = []: the distance between neighboring elements of the kernel; empty: 1
/// - `groups` = 1: the number of groups that the channels are divided into
/// - `bias` = true: whether a bias is added
/// - `padding_mode` = CONSTANT: what is added: zeros, or elements of the input
/// - `INVALID_ARGUMENT`: a number is below its minimum, channels are not a multiple of `groups`, or
///   a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn conv1d(
    scope: Owner,
    in_channels: i64,
    out_channels: i64,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: i64,
    bias: bool,
    padding_mode: PadModeCode,
) -> Result<NewModule> {
    let how = options(in_channels, out_channels, kernel_size, [stride, padding, dilation], groups, bias);
    make(scope, || modules::conv::<1>(how, PadMode::from_code(padding_mode)?))
}

/// A convolution over the last two axes, with a bias.
/// Shapes: `[N, C, H, W] -> [N, C', H', W']`, or the same without `N`.
///
/// - `Conv2d::new()`
/// - `in_channels`: the channels of an input
/// - `out_channels`: the channels of an output
/// - `kernel_size`: the size of the kernel
/// - `stride` = []: the step of the kernel; empty: 1
/// - `padding` = []: the number of elements added on both sides; empty: 0
/// - `dilation` = []: the distance between neighboring elements of the kernel; empty: 1
/// - `groups` = 1: the number of groups that the channels are divided into
/// - `bias` = true: whether a bias is added
/// - `padding_mode` = CONSTANT: what is added: zeros, or elements of the input
/// - `INVALID_ARGUMENT`: a number is below its minimum, channels are not a multiple of `groups`, or
///   a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn conv2d(
    scope: Owner,
    in_channels: i64,
    out_channels: i64,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: i64,
    bias: bool,
    padding_mode: PadModeCode,
) -> Result<NewModule> {
    let how = options(in_channels, out_channels, kernel_size, [stride, padding, dilation], groups, bias);
    make(scope, || modules::conv::<2>(how, PadMode::from_code(padding_mode)?))
}

/// A convolution over the last three axes, with a bias.
/// Shapes: `[N, C, D, H, W] -> [N, C', D', H', W']`, or the same without `N`.
///
/// - `Conv3d::new()`
/// - `in_channels`: the channels of an input
/// - `out_channels`: the channels of an output
/// - `kernel_size`: the size of the kernel
/// - `stride` = []: the step of the kernel; empty: 1
/// - `padding` = []: the number of elements added on both sides; empty: 0
/// - `dilation` = []: the distance between neighboring elements of the kernel; empty: 1
/// - `groups` = 1: the number of groups that the channels are divided into
/// - `bias` = true: whether a bias is added
/// - `padding_mode` = CONSTANT: what is added: zeros, or elements of the input
/// - `INVALID_ARGUMENT`: a number is below its minimum, channels are not a multiple of `groups`, or
///   a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn conv3d(
    scope: Owner,
    in_channels: i64,
    out_channels: i64,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: i64,
    bias: bool,
    padding_mode: PadModeCode,
) -> Result<NewModule> {
    let how = options(in_channels, out_channels, kernel_size, [stride, padding, dilation], groups, bias);
    make(scope, || modules::conv::<3>(how, PadMode::from_code(padding_mode)?))
}

/// A transposed convolution over the last axis, with a bias.
/// Shapes: `[N, C, L] -> [N, C', L']`, or the same without `N`.
///
/// - `ConvTranspose1d::new()`
/// - `in_channels`: the channels of an input
/// - `out_channels`: the channels of an output
/// - `kernel_size`: the size of the kernel
/// - `stride` = []: the step of the kernel; empty: 1
/// - `padding` = []: the number of elements of the result left out on both sides; empty: 0
/// - `output_padding` = []: the number of elements added at the end of the result; empty: 0
/// - `groups` = 1: the number of groups that the channels are divided into
/// - `bias` = true: whether a bias is added
/// - `dilation` = []: the distance between neighboring elements of the kernel; empty: 1
/// - `INVALID_ARGUMENT`: a number is below its minimum, channels are not a multiple of `groups`, or
///   a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn conv_transpose1d(
    scope: Owner,
    in_channels: i64,
    out_channels: i64,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    output_padding: Ints,
    groups: i64,
    bias: bool,
    dilation: Ints,
) -> Result<NewModule> {
    let how = options(in_channels, out_channels, kernel_size, [stride, padding, dilation], groups, bias);
    make(scope, || modules::conv_transpose::<1>(how, output_padding))
}

/// A transposed convolution over the last two axes, with a bias.
/// Shapes: `[N, C, H, W] -> [N, C', H', W']`, or the same without `N`.
///
/// - `ConvTranspose2d::new()`
/// - `in_channels`: the channels of an input
/// - `out_channels`: the channels of an output
/// - `kernel_size`: the size of the kernel
/// - `stride` = []: the step of the kernel; empty: 1
/// - `padding` = []: the number of elements of the result left out on both sides; empty: 0
/// - `output_padding` = []: the number of elements added at the end of the result; empty: 0
/// - `groups` = 1: the number of groups that the channels are divided into
/// - `bias` = true: whether a bias is added
/// - `dilation` = []: the distance between neighboring elements of the kernel; empty: 1
/// - `INVALID_ARGUMENT`: a number is below its minimum, channels are not a multiple of `groups`, or
///   a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn conv_transpose2d(
    scope: Owner,
    in_channels: i64,
    out_channels: i64,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    output_padding: Ints,
    groups: i64,
    bias: bool,
    dilation: Ints,
) -> Result<NewModule> {
    let how = options(in_channels, out_channels, kernel_size, [stride, padding, dilation], groups, bias);
    make(scope, || modules::conv_transpose::<2>(how, output_padding))
}

/// A transposed convolution over the last three axes, with a bias.
/// Shapes: `[N, C, D, H, W] -> [N, C', D', H', W']`, or the same without `N`.
///
/// - `ConvTranspose3d::new()`
/// - `in_channels`: the channels of an input
/// - `out_channels`: the channels of an output
/// - `kernel_size`: the size of the kernel
/// - `stride` = []: the step of the kernel; empty: 1
/// - `padding` = []: the number of elements of the result left out on both sides; empty: 0
/// - `output_padding` = []: the number of elements added at the end of the result; empty: 0
/// - `groups` = 1: the number of groups that the channels are divided into
/// - `bias` = true: whether a bias is added
/// - `dilation` = []: the distance between neighboring elements of the kernel; empty: 1
/// - `INVALID_ARGUMENT`: a number is below its minimum, channels are not a multiple of `groups`, or
///   a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn conv_transpose3d(
    scope: Owner,
    in_channels: i64,
    out_channels: i64,
    kernel_size: Ints,
    stride: Ints,
    padding: Ints,
    output_padding: Ints,
    groups: i64,
    bias: bool,
    dilation: Ints,
) -> Result<NewModule> {
    let how = options(in_channels, out_channels, kernel_size, [stride, padding, dilation], groups, bias);
    make(scope, || modules::conv_transpose::<3>(how, output_padding))
}
