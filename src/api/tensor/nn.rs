//! Layers: `linear`, `embedding`, `dropout`, attention, and what rearranges or resizes the planes
//! of images. All return new references; names and parameters are those of `torch.nn.functional`.

use super::{map, map2, optional};
use crate::api::own::own_beside;
use crate::api::resource::tensor;
use crate::api::types::{InterpolateModeCode, Ints, NewTensor, OptionalTensorRef, Owner, TensorRef};
use crate::api::workspace::within_limits;
use crate::autograd::nn::{self, EmbeddingSettings};
use crate::error::{Error, Result};
use crate::ops::{self, nn::InterpolateMode};
use crate::tensor::Tensor;

/// The product with a transposed matrix, plus a bias: the last axis becomes as long as the matrix has rows.
///
/// - `weight`: a matrix with as many columns as the last axis has elements
/// - `bias` = none: one element for each row of the matrix
/// - `SHAPE_MISMATCH`: the weight or the bias does not fit
pub fn linear(scope: Owner, t: TensorRef, weight: TensorRef, bias: OptionalTensorRef) -> Result<NewTensor> {
    let bias = optional(bias)?;
    map2(scope, t, weight, |t, weight| nn::linear(t, weight, bias.as_deref()))
}

/// Rows of this matrix, `[V, D]`, by their numbers: the shape of the indices with `D` behind it.
///
/// - `indices`: which rows, integers of any shape
/// - `padding_index` = none: a row that gets no gradient; a negative one counts from the last
/// - `INVALID_ARGUMENT`: there is no such row
/// - `SHAPE_MISMATCH`: this is no matrix
/// - `DTYPE_MISMATCH`: the indices are not integers
pub fn embedding(scope: Owner, t: TensorRef, indices: TensorRef, padding_index: Option<i64>) -> Result<NewTensor> {
    map2(scope, t, indices, |t, indices| nn::embedding(t, indices, padding(t, padding_index)?))
}

/// Rows of this matrix, `[V, D]`, by their numbers: the shape of the indices with `D` behind it.
/// Rows that are too long are scaled first, in this matrix itself, which no tape records.
///
/// - `embedding()`
/// - `indices`: which rows, integers of any shape
/// - `padding_index`: a row that gets no gradient, or none; a negative one counts from the last
/// - `max_norm`: the greatest norm of a row that is looked up; infinity: any
/// - `norm_type` = 2: which norm
/// - `scale_grad_by_freq` = false: whether the gradient of a row is divided by how often it is looked up
/// - `INVALID_ARGUMENT`: there is no such row, or the greatest norm is not positive
/// - `SHAPE_MISMATCH`: this is no matrix
/// - `DTYPE_MISMATCH`: the indices are not integers, or norms of integers are bounded
pub fn embedding_max_norm(
    scope: Owner,
    t: TensorRef,
    indices: TensorRef,
    padding_index: Option<i64>,
    max_norm: f64,
    norm_type: f64,
    scale_grad_by_freq: bool,
) -> Result<NewTensor> {
    map2(scope, t, indices, |t, indices| {
        let padding = padding(t, padding_index)?;
        nn::embedding_with(t, indices, EmbeddingSettings { padding, max_norm, norm_type, scale_grad_by_freq })
    })
}

/// The row that gets no gradient, counted from the first.
fn padding(t: &Tensor, index: Option<i64>) -> Result<Option<i64>> {
    let rows = t.shape().first().copied().unwrap_or(0);
    let counted = |index: i64| {
        let at = if index < 0 { index + rows } else { index };
        let outside = || Error::argument(format!("a padding index of {index} is out of range for {rows} rows"));
        (0..rows).contains(&at).then_some(at).ok_or_else(outside)
    };
    index.map(counted).transpose()
}

/// Where it is training, each element 0 with a probability and otherwise divided by what is left of
/// it; else a copy. The random numbers come from the stream that `seed` starts.
///
/// - `p` = 0.5: the probability
/// - `training` = true: whether anything is dropped
/// - `INVALID_ARGUMENT`: the probability is not from 0 to 1
/// - `DTYPE_MISMATCH`: the elements are not floating-point
pub fn dropout(scope: Owner, t: TensorRef, p: f64, training: bool) -> Result<NewTensor> {
    ops::drawing(|| map(scope, t, |t| nn::dropout(t, p, training)))
}

/// Each vector along an axis divided by its p-norm.
///
/// - `p` = 2: which norm
/// - `axis` = 1: which one; a negative one counts from the last
/// - `eps` = 1e-12: the least that is divided by
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn normalize(scope: Owner, t: TensorRef, p: f64, axis: i64, eps: f64) -> Result<NewTensor> {
    map(scope, t, |t| nn::normalize(t, p, axis, eps))
}

/// Channels moved into the planes: `[..., C r r, H, W]` becomes `[..., C, H r, W r]`.
///
/// - `factor`: `r`
/// - `INVALID_ARGUMENT`: the channels are no multiple of its square
pub fn pixel_shuffle(scope: Owner, t: TensorRef, factor: i64) -> Result<NewTensor> {
    map(scope, t, |t| nn::pixel_shuffle(t, factor))
}

/// Planes moved into the channels: `[..., C, H r, W r]` becomes `[..., C r r, H, W]`.
///
/// - `factor`: `r`
/// - `INVALID_ARGUMENT`: the sides are no multiples of it
pub fn pixel_unshuffle(scope: Owner, t: TensorRef, factor: i64) -> Result<NewTensor> {
    map(scope, t, |t| nn::pixel_unshuffle(t, factor))
}

/// The last axes of `[N, C, ...]`, one to three, in other sizes.
///
/// - `size` = []: one for each axis, or one for all; none: by the scale
/// - `scale` = none: how many times longer each axis is to be, where there are no sizes
/// - `mode` = NEAREST: how elements between others are made
/// - `align_corners` = false: whether the first and last elements stay where they are, in the mode linear
/// - `INVALID_ARGUMENT`: there are sizes and a scale, or neither, or a side would have no element
/// - `SHAPE_MISMATCH`: there are fewer than three axes, or more than five
pub fn interpolate(
    scope: Owner,
    t: TensorRef,
    size: Ints,
    scale: Option<f64>,
    mode: InterpolateModeCode,
    align_corners: bool,
) -> Result<NewTensor> {
    let mode = InterpolateMode::from_code(mode)?;
    map(scope, t, |t| nn::interpolate(t, size, scale.as_slice(), mode, align_corners))
}

/// Attention of these queries, `[..., L, E]`: the softmax of their scaled products with the keys, times the values:
/// `[..., L, V]`. No memory grows with `L` times `S`. A query that sees no key gives zeros.
///
/// - `key`: `[..., S, E]`
/// - `value`: `[..., S, V]`
/// - `mask` = none: `[..., L, S]`, true where a query sees a key, or numbers that are added to the scaled products
/// - `causal` = false: whether query `i` sees the keys from 0 to `i` only
/// - `scale` = none: what products are multiplied by; none: `1 / sqrt(E)`
/// - `SHAPE_MISMATCH`: the shapes do not fit
/// - `DTYPE_MISMATCH`: the operands have different element types
pub fn scaled_dot_product_attention(
    scope: Owner,
    t: TensorRef,
    key: TensorRef,
    value: TensorRef,
    mask: OptionalTensorRef,
    causal: bool,
    scale: Option<f64>,
) -> Result<NewTensor> {
    let (t, key, value, mask) = (tensor(t)?, tensor(key)?, tensor(value)?, optional(mask)?);
    let attend = || nn::scaled_dot_product_attention(&t, &key, &value, mask.as_deref(), causal, scale);
    own_beside(scope, &t, within_limits(scope, Some(&t), attend)?)
}
