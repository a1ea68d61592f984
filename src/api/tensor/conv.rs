//! Convolutions over one to three axes of `[N, C, ...]` or `[C, ...]`. All return new references; names and parameters
//! are those of `torch.nn.functional`. A list of numbers has one number for each axis, or one for all.
//!
//! - `gradient`: yes

use super::{map2, optional};
use crate::api::types::{Ints, NewTensor, OptionalTensorRef, Owner, TensorRef};
use crate::autograd::nn::{self, ConvSettings};
use crate::error::Result;

/// Convolves this tensor with `weight` over the last axis and adds `bias`. As in PyTorch, the kernel is not flipped
/// (cross-correlation).
/// Shapes: `[N, C, L] -> [N, C', L']` or `[C, L] -> [C', L']`, where
/// `L' = (L + 2 padding - dilation (K - 1) - 1) / stride + 1`, rounded down.
/// Dtype: the floating-point dtype of the operands, which is the same for all.
///
/// - `weight`: the kernels, `[C', C / groups, K]`
/// - `bias` = none: the numbers to add, `[C']`
/// - `stride` = []: the step of the kernel; empty: 1
/// - `padding` = []: the number of zeros added on both sides; empty: 0
/// - `dilation` = []: the distance between neighboring elements of the kernel; empty: 1
/// - `groups` = 1: the number of groups that the channels are divided into; each group has weights of its own
/// - `INVALID_ARGUMENT`: a list has the wrong length, a number is out of range, the kernel has no elements, or the
///   kernel is larger than the padded input
/// - `SHAPE_MISMATCH`: this tensor or `weight` has the wrong number of dimensions, or the channels of the operands and
///   `groups` do not fit
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or another operand has a different dtype
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

/// Convolves this tensor with `weight` over the last two axes and adds `bias`. As in PyTorch, the kernel is not flipped
/// (cross-correlation).
/// Shapes: `[N, C, H, W] -> [N, C', H', W']` or `[C, H, W] -> [C', H', W']`, where
/// `W' = (W + 2 padding - dilation (KW - 1) - 1) / stride + 1`, rounded down, and likewise for `H'`.
/// Dtype: the floating-point dtype of the operands, which is the same for all.
///
/// - `weight`: the kernels, `[C', C / groups, KH, KW]`
/// - `bias` = none: the numbers to add, `[C']`
/// - `stride` = []: the step of the kernel, one number for each axis or one for all; empty: 1
/// - `padding` = []: the number of zeros added on both sides, one number for each axis or one for all; empty: 0
/// - `dilation` = []: the distance between neighboring elements of the kernel, one number for each axis or one for all;
///   empty: 1
/// - `groups` = 1: the number of groups that the channels are divided into; each group has weights of its own
/// - `INVALID_ARGUMENT`: a list has the wrong length, a number is out of range, the kernel has no elements, or the
///   kernel is larger than the padded input
/// - `SHAPE_MISMATCH`: this tensor or `weight` has the wrong number of dimensions, or the channels of the operands and
///   `groups` do not fit
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or another operand has a different dtype
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

/// Convolves this tensor with `weight` over the last three axes and adds `bias`. As in PyTorch, the kernel is not
/// flipped (cross-correlation).
/// Shapes: `[N, C, D, H, W] -> [N, C', D', H', W']` or `[C, D, H, W] -> [C', D', H', W']`, where
/// `W' = (W + 2 padding - dilation (KW - 1) - 1) / stride + 1`, rounded down, and likewise for the other axes.
/// Dtype: the floating-point dtype of the operands, which is the same for all.
///
/// - `weight`: the kernels, `[C', C / groups, KD, KH, KW]`
/// - `bias` = none: the numbers to add, `[C']`
/// - `stride` = []: the step of the kernel, one number for each axis or one for all; empty: 1
/// - `padding` = []: the number of zeros added on both sides, one number for each axis or one for all; empty: 0
/// - `dilation` = []: the distance between neighboring elements of the kernel, one number for each axis or one for all;
///   empty: 1
/// - `groups` = 1: the number of groups that the channels are divided into; each group has weights of its own
/// - `INVALID_ARGUMENT`: a list has the wrong length, a number is out of range, the kernel has no elements, or the
///   kernel is larger than the padded input
/// - `SHAPE_MISMATCH`: this tensor or `weight` has the wrong number of dimensions, or the channels of the operands and
///   `groups` do not fit
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or another operand has a different dtype
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

/// Computes the transposed convolution of this tensor with `weight` over the last axis and adds `bias`. It maps the
/// shape of a convolution's result back to the shape of its input.
/// Shapes: `[N, C, L] -> [N, C', L']` or `[C, L] -> [C', L']`, where
/// `L' = (L - 1) stride - 2 padding + dilation (K - 1) + output_padding + 1`.
/// Dtype: the floating-point dtype of the operands, which is the same for all.
///
/// - `weight`: the kernels, `[C, C' / groups, K]`
/// - `bias` = none: the numbers to add, `[C']`
/// - `stride` = []: the step of the kernel; empty: 1
/// - `padding` = []: the number of elements of the result left out on both sides; empty: 0
/// - `output_padding` = []: the number of elements added at the end of the result, less than the stride or the
///   dilation; empty: 0
/// - `groups` = 1: the number of groups that the channels are divided into; each group has weights of its own
/// - `dilation` = []: the distance between neighboring elements of the kernel; empty: 1
/// - `INVALID_ARGUMENT`: a list has the wrong length, a number is out of range, the kernel has no elements, or the
///   result has no elements
/// - `SHAPE_MISMATCH`: this tensor or `weight` has the wrong number of dimensions, or the channels of the operands and
///   `groups` do not fit
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or another operand has a different dtype
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

/// Computes the transposed convolution of this tensor with `weight` over the last two axes and adds `bias`. It maps the
/// shape of a convolution's result back to the shape of its input.
/// Shapes: `[N, C, H, W] -> [N, C', H', W']` or `[C, H, W] -> [C', H', W']`, where
/// `W' = (W - 1) stride - 2 padding + dilation (KW - 1) + output_padding + 1`, and likewise for `H'`.
/// Dtype: the floating-point dtype of the operands, which is the same for all.
///
/// - `weight`: the kernels, `[C, C' / groups, KH, KW]`
/// - `bias` = none: the numbers to add, `[C']`
/// - `stride` = []: the step of the kernel, one number for each axis or one for all; empty: 1
/// - `padding` = []: the number of elements of the result left out on both sides, one number for each axis or one for
///   all; empty: 0
/// - `output_padding` = []: the number of elements added at the end of the result, one number for each axis or one for
///   all, less than the stride or the dilation; empty: 0
/// - `groups` = 1: the number of groups that the channels are divided into; each group has weights of its own
/// - `dilation` = []: the distance between neighboring elements of the kernel, one number for each axis or one for all;
///   empty: 1
/// - `INVALID_ARGUMENT`: a list has the wrong length, a number is out of range, the kernel has no elements, or the
///   result has no elements
/// - `SHAPE_MISMATCH`: this tensor or `weight` has the wrong number of dimensions, or the channels of the operands and
///   `groups` do not fit
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or another operand has a different dtype
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

/// Computes the transposed convolution of this tensor with `weight` over the last three axes and adds `bias`. It maps
/// the shape of a convolution's result back to the shape of its input.
/// Shapes: `[N, C, D, H, W] -> [N, C', D', H', W']` or `[C, D, H, W] -> [C', D', H', W']`, where
/// `W' = (W - 1) stride - 2 padding + dilation (KW - 1) + output_padding + 1`, and likewise for the other axes.
/// Dtype: the floating-point dtype of the operands, which is the same for all.
///
/// - `weight`: the kernels, `[C, C' / groups, KD, KH, KW]`
/// - `bias` = none: the numbers to add, `[C']`
/// - `stride` = []: the step of the kernel, one number for each axis or one for all; empty: 1
/// - `padding` = []: the number of elements of the result left out on both sides, one number for each axis or one for
///   all; empty: 0
/// - `output_padding` = []: the number of elements added at the end of the result, one number for each axis or one for
///   all, less than the stride or the dilation; empty: 0
/// - `groups` = 1: the number of groups that the channels are divided into; each group has weights of its own
/// - `dilation` = []: the distance between neighboring elements of the kernel, one number for each axis or one for all;
///   empty: 1
/// - `INVALID_ARGUMENT`: a list has the wrong length, a number is out of range, the kernel has no elements, or the
///   result has no elements
/// - `SHAPE_MISMATCH`: this tensor or `weight` has the wrong number of dimensions, or the channels of the operands and
///   `groups` do not fit
/// - `DTYPE_MISMATCH`: this tensor is not floating-point, or another operand has a different dtype
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
