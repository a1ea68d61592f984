//! Products of vectors, matrices and tensors. All return new references; names and parameters are PyTorch's.

use super::{map, map2};
use crate::api::own::own_beside;
use crate::api::resource::{borrowed, tensors as pins_of};
use crate::api::types::{DTypeCode, Ints, NewTensor, Owner, TensorRef, TensorRefs};
use crate::api::workspace::within_limits;
use crate::autograd;
use crate::error::{Error, Result};
use crate::tensor::DType;

/// The inner product of two vectors, or the product of matrices: `matmul`, by the name that NumPy and DJL have for it.
///
/// - `other`: the other operand
/// - `INVALID_ARGUMENT`: one has no axis
/// - `SHAPE_MISMATCH`: they do not fit
pub fn dot(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, autograd::matmul)
}

/// The inner products of the vectors along an axis; the other axes broadcast. The result has the type that both promote to,
/// in which integers wrap.
///
/// - `other`: the other vectors, of the same size along the axis
/// - `axis` = -1: along which they lie; a negative one counts from the last
/// - `SHAPE_MISMATCH`: the shapes do not broadcast, or the sizes along the axis differ
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn vecdot(scope: Owner, t: TensorRef, other: TensorRef, axis: i64) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::vecdot(a, b, axis))
}

/// Each element of a vector times each of another: a matrix with a row for each of this.
///
/// - `other`: the other vector
/// - `INVALID_ARGUMENT`: one is no vector
pub fn outer(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, autograd::outer)
}

/// The products of matrices `[N, I, K]` and as many `[N, K, J]`.
///
/// - `other`: the other matrices
/// - `INVALID_ARGUMENT`: a rank is not 3
/// - `SHAPE_MISMATCH`: there are not as many, or they do not fit
pub fn bmm(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, autograd::bmm)
}

/// The sum of a diagonal of each matrix.
///
/// - `offset` = 0: which diagonal: above the main one, or below it if negative
/// - `INVALID_ARGUMENT`: it is no matrix
pub fn trace(scope: Owner, t: TensorRef, offset: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::trace(t, offset))
}

/// The sum of a diagonal of each matrix, of the elements cast to an element type, which is the result's: integers wrap.
///
/// - `trace()`
/// - `offset`: which diagonal: above the main one, or below it if negative
/// - `dtype`: the element type
/// - `INVALID_ARGUMENT`: it is no matrix
pub fn trace_dtype(scope: Owner, t: TensorRef, offset: i64, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::trace_as(t, offset, dtype))
}

/// The cross products of the vectors along an axis of size 3, broadcast.
///
/// - `other`: the other vectors
/// - `axis` = -1: along which they lie; a negative one counts from the last
/// - `SHAPE_MISMATCH`: the size of the axis is not 3, or the shapes do not broadcast
/// - `INVALID_ARGUMENT`: there is no such axis
pub fn cross(scope: Owner, t: TensorRef, other: TensorRef, axis: i64) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::cross(a, b, axis))
}

/// Each element times a whole other tensor, in its place: the Kronecker product.
///
/// - `other`: the other tensor
/// - `INVALID_ARGUMENT`: a rank is above 4
pub fn kron(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, autograd::kron)
}

/// The sums of products over the last axes of this and the first of another.
///
/// - `other`: the other tensor
/// - `axes`: over how many
/// - `SHAPE_MISMATCH`: they have other sizes
/// - `INVALID_ARGUMENT`: there are not as many
pub fn tensordot(scope: Owner, t: TensorRef, other: TensorRef, axes: i64) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::tensordot_last(a, b, axes))
}

/// The sums of products over these axes of this and those of another, each over one of each.
///
/// - `tensordot()`
/// - `other`: the other tensor
/// - `of_this`: the axes of this; a negative one counts from the last
/// - `of_other`: as many of the other
/// - `SHAPE_MISMATCH`: they have other sizes
/// - `INVALID_ARGUMENT`: there is no such axis, one is named twice, or there are not as many
pub fn tensordot_axes(
    scope: Owner,
    t: TensorRef,
    other: TensorRef,
    of_this: Ints,
    of_other: Ints,
) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::tensordot(a, b, of_this, of_other))
}

/// Each matrix times itself so often: the unit matrix for 0; if negative, its inverse.
///
/// - `n`: how often
/// - `INVALID_ARGUMENT`: it is no square matrix, or `n` is negative and it is singular
pub fn matrix_power(scope: Owner, t: TensorRef, n: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::matrix_power(t, n))
}

/// Sums of products by Einstein's notation: `"ij,jk->ik"` is a product of matrices. A letter names an axis; what does not stand
/// after `->` is summed over. `...` stands for axes without a letter, which broadcast.
///
/// - `equation`: the axes of each operand, and those of the result
/// - `tensors`: the operands
/// - `INVALID_ARGUMENT`: the equation is none, or does not fit the operands
/// - `SHAPE_MISMATCH`: an axis has two sizes
pub fn einsum(scope: Owner, equation: &str, tensors: TensorRefs) -> Result<NewTensor> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("einsum of no tensors")) };
    own_beside(scope, first, within_limits(scope, Some(first), || autograd::einsum(equation, &borrowed(&pins)))?)
}
