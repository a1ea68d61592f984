//! Convolutions, over one to three axes of `[N, C, ...]` or `[C, ...]`. All return new references; names and parameters are
//! those of `torch.nn.functional`. A list of numbers has one for each axis, or one for all.

use super::{map2, optional};
use crate::api::types::{Ints, NewTensor, OptionalTensorRef, Owner, TensorRef};
use crate::autograd::nn::{self, ConvSettings};
use crate::error::Result;

/// The convolution with weights over the last axis, plus a bias.
///
/// - `weight`: `[C', C / groups, K]`
/// - `bias` = none: `[C']`
/// - `stride` = []: steps of the kernel; none: 1
/// - `padding` = []: zeros on either side; none: 0
/// - `dilation` = []: distances of the kernel's elements; none: 1
/// - `groups` = 1: in how many parts channels are divided, each with weights of its own
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, or a number is out of range
/// - `SHAPE_MISMATCH`: the weight or the bias does not fit the channels
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn conv1d(
    scope: Owner,
    t: TensorRef,
    weight: TensorRef,
    bias: OptionalTensorRef,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: i64,
) -> Result<NewTensor> {
    let (bias, how) = (optional(bias)?, ConvSettings { stride, padding, dilation, output_padding: &[], groups });
    map2(scope, t, weight, |t, weight| nn::conv::<1>(t, weight, bias.as_deref(), &how))
}

/// The convolution with weights over the last two axes, plus a bias.
///
/// - `weight`: `[C', C / groups, KH, KW]`
/// - `bias` = none: `[C']`
/// - `stride` = []: steps of the kernel; none: 1
/// - `padding` = []: zeros on either side; none: 0
/// - `dilation` = []: distances of the kernel's elements; none: 1
/// - `groups` = 1: in how many parts channels are divided, each with weights of its own
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, or a number is out of range
/// - `SHAPE_MISMATCH`: the weight or the bias does not fit the channels
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn conv2d(
    scope: Owner,
    t: TensorRef,
    weight: TensorRef,
    bias: OptionalTensorRef,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: i64,
) -> Result<NewTensor> {
    let (bias, how) = (optional(bias)?, ConvSettings { stride, padding, dilation, output_padding: &[], groups });
    map2(scope, t, weight, |t, weight| nn::conv::<2>(t, weight, bias.as_deref(), &how))
}

/// The convolution with weights over the last three axes, plus a bias.
///
/// - `weight`: `[C', C / groups, KD, KH, KW]`
/// - `bias` = none: `[C']`
/// - `stride` = []: steps of the kernel; none: 1
/// - `padding` = []: zeros on either side; none: 0
/// - `dilation` = []: distances of the kernel's elements; none: 1
/// - `groups` = 1: in how many parts channels are divided, each with weights of its own
/// - `INVALID_ARGUMENT`: the kernel is larger than the padded input, or a number is out of range
/// - `SHAPE_MISMATCH`: the weight or the bias does not fit the channels
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn conv3d(
    scope: Owner,
    t: TensorRef,
    weight: TensorRef,
    bias: OptionalTensorRef,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    groups: i64,
) -> Result<NewTensor> {
    let (bias, how) = (optional(bias)?, ConvSettings { stride, padding, dilation, output_padding: &[], groups });
    map2(scope, t, weight, |t, weight| nn::conv::<3>(t, weight, bias.as_deref(), &how))
}

/// The transposed convolution over the last axis, plus a bias: what leads from a
/// convolution's result back to the shape of its input.
///
/// - `weight`: `[C, C' / groups, K]`
/// - `bias` = none: `[C']`
/// - `stride` = []: steps of the kernel; none: 1
/// - `padding` = []: what is left out on either side; none: 0
/// - `output_padding` = []: elements more at the end; none: 0
/// - `groups` = 1: in how many parts channels are divided, each with weights of its own
/// - `dilation` = []: distances of the kernel's elements; none: 1
/// - `INVALID_ARGUMENT`: there would be no result, or a number is out of range
/// - `SHAPE_MISMATCH`: the weight or the bias does not fit the channels
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn conv_transpose1d(
    scope: Owner,
    t: TensorRef,
    weight: TensorRef,
    bias: OptionalTensorRef,
    stride: Ints,
    padding: Ints,
    output_padding: Ints,
    groups: i64,
    dilation: Ints,
) -> Result<NewTensor> {
    let (bias, how) = (optional(bias)?, ConvSettings { stride, padding, dilation, output_padding, groups });
    map2(scope, t, weight, |t, weight| nn::conv_transpose::<1>(t, weight, bias.as_deref(), &how))
}

/// The transposed convolution over the last two axes, plus a bias: what leads from a
/// convolution's result back to the shape of its input.
///
/// - `weight`: `[C, C' / groups, KH, KW]`
/// - `bias` = none: `[C']`
/// - `stride` = []: steps of the kernel; none: 1
/// - `padding` = []: what is left out on either side; none: 0
/// - `output_padding` = []: elements more at the end; none: 0
/// - `groups` = 1: in how many parts channels are divided, each with weights of its own
/// - `dilation` = []: distances of the kernel's elements; none: 1
/// - `INVALID_ARGUMENT`: there would be no result, or a number is out of range
/// - `SHAPE_MISMATCH`: the weight or the bias does not fit the channels
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn conv_transpose2d(
    scope: Owner,
    t: TensorRef,
    weight: TensorRef,
    bias: OptionalTensorRef,
    stride: Ints,
    padding: Ints,
    output_padding: Ints,
    groups: i64,
    dilation: Ints,
) -> Result<NewTensor> {
    let (bias, how) = (optional(bias)?, ConvSettings { stride, padding, dilation, output_padding, groups });
    map2(scope, t, weight, |t, weight| nn::conv_transpose::<2>(t, weight, bias.as_deref(), &how))
}

/// The transposed convolution over the last three axes, plus a bias: what leads from a
/// convolution's result back to the shape of its input.
///
/// - `weight`: `[C, C' / groups, KD, KH, KW]`
/// - `bias` = none: `[C']`
/// - `stride` = []: steps of the kernel; none: 1
/// - `padding` = []: what is left out on either side; none: 0
/// - `output_padding` = []: elements more at the end; none: 0
/// - `groups` = 1: in how many parts channels are divided, each with weights of its own
/// - `dilation` = []: distances of the kernel's elements; none: 1
/// - `INVALID_ARGUMENT`: there would be no result, or a number is out of range
/// - `SHAPE_MISMATCH`: the weight or the bias does not fit the channels
/// - `DTYPE_MISMATCH`: the elements are not floating-point, or of different types
#[allow(clippy::too_many_arguments)] // PyTorch's
pub fn conv_transpose3d(
    scope: Owner,
    t: TensorRef,
    weight: TensorRef,
    bias: OptionalTensorRef,
    stride: Ints,
    padding: Ints,
    output_padding: Ints,
    groups: i64,
    dilation: Ints,
) -> Result<NewTensor> {
    let (bias, how) = (optional(bias)?, ConvSettings { stride, padding, dilation, output_padding, groups });
    map2(scope, t, weight, |t, weight| nn::conv_transpose::<3>(t, weight, bias.as_deref(), &how))
}
