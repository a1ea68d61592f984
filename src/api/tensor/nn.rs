//! Layers: `linear`, `embedding`, `dropout`, attention, and functions that rearrange or resize images. All return new
//! references; names and parameters are those of `torch.nn.functional`.
//!
//! - `gradient`: yes

use super::{map, map2, optional};
use crate::api::types::{InterpolateModeCode, Ints, NewTensor, OptionalTensorRef, Owner, TensorRef};
use crate::autograd::nn::{self, EmbeddingSettings};
use crate::error::{Error, Result};
use crate::ops::{self, nn::InterpolateMode};
use crate::session::context::within_limits;
use crate::session::own::own_beside;
use crate::session::resource::tensor;
use crate::tensor::Tensor;

/// Multiplies by a transposed matrix along the last axis, and adds a bias: `x W^T + b`.
/// Shapes: `[..., in], [out, in] -> [..., out]`. The dtype is the one that this tensor and `weight` promote to.
///
/// - `weight`: the matrix `[out, in]`
/// - `bias` = none: a vector of `out` elements that is added
/// - `SHAPE_MISMATCH`: `weight` is not a matrix, its second size differs from the last size of this tensor, or `bias`
///   has another shape
/// - `DTYPE_MISMATCH`: this tensor is float16 or bfloat16 and another operand has a different floating-point dtype,
///   this tensor and `weight` are both bool, or `bias` is floating-point and the product is not
/// - `INVALID_ARGUMENT`: this tensor has no axis
pub fn linear(scope: Owner, t: TensorRef, weight: TensorRef, bias: OptionalTensorRef) -> Result<NewTensor> {
    let bias = optional(bias)?;
    map2(scope, t, weight, |t, weight| nn::linear(t, weight, bias.as_deref()))
}

/// Looks up rows of this matrix: the result holds, for each index, the row with that number.
/// Shapes: `[V, D]` with indices of shape `[...]` gives `[..., D]`. The dtype is kept.
///
/// - `indices`: row numbers from 0 to below `V`, integers of any shape
/// - `padding_index` = none: a row that gets no gradient; negative values count from the last row
/// - `INVALID_ARGUMENT`: an index or the padding index is out of range, or the result would have more than 16 axes
/// - `SHAPE_MISMATCH`: this tensor is not a matrix
/// - `DTYPE_MISMATCH`: `indices` is not of an integer type
pub fn embedding(scope: Owner, t: TensorRef, indices: TensorRef, padding_index: Option<i64>) -> Result<NewTensor> {
    map2(scope, t, indices, |t, indices| nn::embedding(t, indices, padding(t, padding_index)?))
}

/// Looks up rows of this matrix, after it has scaled each of them whose norm is above a limit to that limit. The
/// scaling changes this matrix in place, and a tape does not record it.
/// Shapes: `[V, D]` with indices of shape `[...]` gives `[..., D]`. The dtype is kept.
///
/// - `embedding()`
/// - `indices`: row numbers from 0 to below `V`, integers of any shape
/// - `padding_index`: a row that gets no gradient, or none; negative values count from the last row
/// - `max_norm`: the largest norm of a row that is looked up; infinity for no limit
/// - `norm_type` = 2: the order `p` of the norm
/// - `scale_grad_by_freq` = false: whether the gradient of a row is divided by the number of times that it is looked up
/// - `INVALID_ARGUMENT`: an index or the padding index is out of range, the limit is not positive, or the result would
///   have more than 16 axes
/// - `SHAPE_MISMATCH`: this tensor is not a matrix
/// - `DTYPE_MISMATCH`: `indices` is not of an integer type, or this tensor is not floating-point and the limit is
///   finite
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
pub(super) fn padding(t: &Tensor, index: Option<i64>) -> Result<Option<i64>> {
    let rows = t.shape().first().copied().unwrap_or(0);
    let counted = |index: i64| {
        let at = if index < 0 { index + rows } else { index };
        let outside = || Error::argument(format!("a padding index of {index} is out of range for {rows} rows"));
        (0..rows).contains(&at).then_some(at).ok_or_else(outside)
    };
    index.map(counted).transpose()
}

/// In training, sets each element to 0 with probability `p`, and multiplies the others by `1 / (1 - p)`. Otherwise
/// returns a copy. The random numbers come from the stream that [`crate::api::random::seed`] starts.
/// Shapes: any; the shape and dtype are kept.
///
/// - `p` = 0.5: the probability that an element is set to 0
/// - `training` = true: whether elements are dropped
/// - `INVALID_ARGUMENT`: `p` is not between 0 and 1
/// - `DTYPE_MISMATCH`: the elements are not floating-point, in training with `p` above 0
pub fn dropout(scope: Owner, t: TensorRef, p: f64, training: bool) -> Result<NewTensor> {
    ops::drawing(|| map(scope, t, |t| nn::dropout(t, p, training)))
}

/// Divides each vector along an axis by its p-norm: `x / max(norm(x, p), eps)`.
/// Shapes: any with at least one axis; the shape is kept. Floating-point dtypes are kept; integers and bool give
/// float32.
///
/// - `p` = 2: the order of the norm
/// - `axis` = 1: the axis of the vectors; negative values count from the last axis
/// - `eps` = 1e-12: the smallest divisor
/// - `INVALID_ARGUMENT`: the axis is out of range, or has size 0 and `p` is infinite
pub fn normalize(scope: Owner, t: TensorRef, p: f64, axis: i64, eps: f64) -> Result<NewTensor> {
    map(scope, t, |t| nn::normalize(t, p, axis, eps))
}

/// Moves groups of channels into the image, which becomes `r` times as high and wide.
/// Shapes: `[..., C r r, H, W] -> [..., C, H r, W r]`. The dtype is kept. The result is a view if strides can express
/// it, else a copy.
///
/// - `factor`: the factor `r`, at least 1
/// - `INVALID_ARGUMENT`: there are fewer than three axes, `r` is below 1, or the number of channels is not a multiple
///   of `r r`
pub fn pixel_shuffle(scope: Owner, t: TensorRef, factor: i64) -> Result<NewTensor> {
    map(scope, t, |t| nn::pixel_shuffle(t, factor))
}

/// Moves blocks of `r` by `r` pixels into channels: the inverse of `pixel_shuffle`.
/// Shapes: `[..., C, H r, W r] -> [..., C r r, H, W]`. The dtype is kept. The result is a view if strides can express
/// it, else a copy.
///
/// - `factor`: the factor `r`, at least 1
/// - `INVALID_ARGUMENT`: there are fewer than three axes, `r` is below 1, or the height or width is not a multiple of
///   `r`
pub fn pixel_unshuffle(scope: Owner, t: TensorRef, factor: i64) -> Result<NewTensor> {
    map(scope, t, |t| nn::pixel_unshuffle(t, factor))
}

/// Resizes the axes after the first two, to given sizes or by a scale, taking the nearest element or interpolating
/// linearly (bilinearly or trilinearly for two or three axes) or cubically (two axes only).
/// Shapes: `[N, C, d1, ...] -> [N, C, s1, ...]` with one to three such axes; with a scale, `s1 = floor(d1 * scale)`.
/// The dtype is kept.
///
/// - `size` = []: the new sizes, one for each axis or one for all; leave empty to use `scale`
/// - `scale` = none: the factor of all sizes; leave out to use `size`
/// - `mode` = NEAREST: how the new elements are computed
/// - `align_corners` = false: whether the first and last elements of each axis stay in place, in the modes linear and cubic
/// - `INVALID_ARGUMENT`: sizes and a scale are both given or both missing, the number of sizes is wrong, a size or the
///   scale is out of range, an axis to resize has size 0, or corners are aligned in a nearest mode
/// - `SHAPE_MISMATCH`: this tensor does not have three to five axes, or not four in the mode cubic
/// - `DTYPE_MISMATCH`: the elements are not floating-point
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

/// Attention with this tensor as the query: `softmax(Q K^T * scale + mask) V`. Memory use does not grow with `L` times
/// `S`. If a query sees no key, its result is 0.
/// Shapes: `[..., L, E], [..., S, E], [..., S, V] -> [..., L, V]`; the axes before the last two broadcast. The dtype is
/// kept.
///
/// - `key`: the keys, `[..., S, E]`
/// - `value`: the values, `[..., S, V]`
/// - `mask` = none: broadcasts to `[..., L, S]`; either bool, true where a query sees a key, or numbers of the same
///   dtype that are added to the scaled products
/// - `causal` = false: whether query `i` sees only the keys 0 to `i`
/// - `scale` = none: the factor of the products; none means `1 / sqrt(E)`
/// - `SHAPE_MISMATCH`: an operand has fewer than two axes, the sizes `E` or `S` differ, or the other axes or the mask
///   do not broadcast
/// - `DTYPE_MISMATCH`: the operands are not floating-point, or have different dtypes
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
