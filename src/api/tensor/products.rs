//! Products of vectors, matrices and tensors. All return new references; names and parameters are PyTorch's.
//!
//! - `gradient`: yes

use super::{map, map2, map3};
use crate::api::types::{DTypeCode, Ints, NewTensor, Owner, TensorRef, TensorRefs};
use crate::autograd;
use crate::error::{Error, Result};
use crate::session::context::within_limits;
use crate::session::own::own_beside;
use crate::session::resource::{borrowed, tensors as pins_of};
use crate::tensor::DType;

/// The inner product of two vectors, or the matrix product: `matmul`, by the name that NumPy and DJL use. A vector on
/// the left counts as a row, one on the right as a column, and the result lacks that axis.
/// Shapes: `[k], [k] -> []`; `[..., m, k], [..., k, n] -> [..., m, n]`, where the axes before the last two broadcast.
/// The dtype is the one that both promote to; integers wrap around.
///
/// - `other`: the right operand
/// - `INVALID_ARGUMENT`: an operand has no axis
/// - `SHAPE_MISMATCH`: the inner sizes differ, or the other axes do not broadcast
/// - `DTYPE_MISMATCH`: both operands are bool
pub fn dot(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, autograd::matmul)
}

/// The inner products of vectors along an axis: `sum(x * other)` over it.
/// Shapes: `[..., k, ...], [..., k, ...] -> [...]`; the other axes broadcast. The dtype is the one that both promote
/// to; integers wrap around.
///
/// - `other`: the other vectors, of the same size along the axis
/// - `axis` = -1: the axis of the vectors, counted in the broadcast shape; negative values count from the last axis
/// - `SHAPE_MISMATCH`: the sizes along the axis differ, or the other axes do not broadcast
/// - `INVALID_ARGUMENT`: the axis is out of range
pub fn vecdot(scope: Owner, t: TensorRef, other: TensorRef, axis: i64) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::vecdot(a, b, axis))
}

/// The outer product of two vectors: `result[i][j] = this[i] * other[j]`.
/// Shapes: `[m], [n] -> [m, n]`. The dtype is the one that both promote to; integers wrap around.
///
/// - `other`: the other vector
/// - `INVALID_ARGUMENT`: an operand does not have exactly one axis
pub fn outer(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, autograd::outer)
}

/// The products of matrices, one by one.
/// Shapes: `[N, m, k], [N, k, n] -> [N, m, n]`. The dtype is the one that both promote to; integers wrap around.
///
/// - `other`: the right matrices
/// - `INVALID_ARGUMENT`: an operand does not have exactly three axes
/// - `SHAPE_MISMATCH`: the numbers of matrices or the inner sizes differ
/// - `DTYPE_MISMATCH`: both operands are bool
pub fn bmm(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, autograd::bmm)
}

/// A matrix product added to this tensor: `beta * this + alpha * (mat1 @ mat2)`. If `beta` is 0, this tensor counts for
/// its dtype and shape alone: NaN in it is ignored.
/// Shapes: `[m, n], [m, k], [k, n] -> [m, n]`; this tensor broadcasts. The dtype is the one that all promote to, and that
/// of a number beside a tensor if a factor is a fraction; integers wrap around.
///
/// - `mat1`: the left matrix
/// - `mat2`: the right matrix
/// - `beta` = 1: what this tensor is multiplied by
/// - `alpha` = 1: what the product is multiplied by
/// - `INVALID_ARGUMENT`: a factor does not have exactly two axes
/// - `SHAPE_MISMATCH`: the inner sizes differ, or this tensor does not broadcast to the product
/// - `DTYPE_MISMATCH`: both factors are bool
pub fn addmm(scope: Owner, t: TensorRef, mat1: TensorRef, mat2: TensorRef, beta: f64, alpha: f64) -> Result<NewTensor> {
    map3(scope, t, mat1, mat2, |t, a, b| autograd::addmm(t, a, b, beta, alpha))
}

/// Products of matrices, one by one, added to this tensor: `beta * this + alpha * (batch1 @ batch2)`. If `beta` is 0, this
/// tensor counts for its dtype and shape alone: NaN in it is ignored.
/// Shapes: `[N, m, n], [N, m, k], [N, k, n] -> [N, m, n]`; this tensor broadcasts. The dtype is the one that all promote
/// to, and that of a number beside a tensor if a factor is a fraction; integers wrap around.
///
/// - `batch1`: the left matrices
/// - `batch2`: the right matrices
/// - `beta` = 1: what this tensor is multiplied by
/// - `alpha` = 1: what the products are multiplied by
/// - `INVALID_ARGUMENT`: a factor does not have exactly three axes
/// - `SHAPE_MISMATCH`: the numbers of matrices or the inner sizes differ, or this tensor does not broadcast to the product
/// - `DTYPE_MISMATCH`: both factors are bool
pub fn baddbmm(
    scope: Owner,
    t: TensorRef,
    batch1: TensorRef,
    batch2: TensorRef,
    beta: f64,
    alpha: f64,
) -> Result<NewTensor> {
    map3(scope, t, batch1, batch2, |t, a, b| autograd::baddbmm(t, a, b, beta, alpha))
}

/// The sum of a diagonal of each matrix.
/// Shapes: `[..., m, n] -> [...]`. Floating-point dtypes are kept; integers and bool give int64.
///
/// - `offset` = 0: which diagonal; positive values are above the main diagonal
/// - `INVALID_ARGUMENT`: there are fewer than two axes
pub fn trace(scope: Owner, t: TensorRef, offset: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::trace(t, offset))
}

/// The sum of a diagonal of each matrix, whose elements are first converted to a dtype.
/// Shapes: `[..., m, n] -> [...]`. The result has that dtype; integers wrap around.
///
/// - `trace()`
/// - `offset`: which diagonal; positive values are above the main diagonal
/// - `dtype`: the dtype of the elements and of the result
/// - `INVALID_ARGUMENT`: there are fewer than two axes
pub fn trace_dtype(scope: Owner, t: TensorRef, offset: i64, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| autograd::trace_as(t, offset, dtype))
}

/// The cross products of vectors of three elements along an axis.
/// Shapes: `[..., 3, ...], [..., 3, ...] -> [..., 3, ...]`; the other axes broadcast. The dtype is the one that both
/// promote to; integers wrap around.
///
/// - `other`: the other vectors
/// - `axis` = -1: the axis of the vectors in each operand; negative values count from its last axis
/// - `SHAPE_MISMATCH`: an operand does not have size 3 along the axis, or the shapes do not broadcast
/// - `INVALID_ARGUMENT`: the axis is out of range
/// - `DTYPE_MISMATCH`: both operands are bool
pub fn cross(scope: Owner, t: TensorRef, other: TensorRef, axis: i64) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::cross(a, b, axis))
}

/// The Kronecker product: each element of this tensor times the whole other tensor, in the element's place.
/// Shapes: `[m1, m2], [n1, n2] -> [m1 n1, m2 n2]`, and likewise for other numbers of axes; missing axes in front have
/// size 1. The dtype is the one that both promote to; integers wrap around.
///
/// - `other`: the other tensor
/// - `INVALID_ARGUMENT`: the result would be too large
pub fn kron(scope: Owner, t: TensorRef, other: TensorRef) -> Result<NewTensor> {
    map2(scope, t, other, autograd::kron)
}

/// Sums the products of elements over the last axes of this tensor and the first axes of the other.
/// Shapes: `[..., k1, ..., kn], [k1, ..., kn, ...] -> [..., ...]`: the remaining axes of this tensor, then those of the
/// other. The dtype is the one that both promote to; integers wrap around.
///
/// - `other`: the other tensor
/// - `axes`: the number of axes to sum over
/// - `SHAPE_MISMATCH`: the sizes of these axes differ
/// - `INVALID_ARGUMENT`: the number is negative or larger than the number of axes of an operand, or the result would
///   have more than 16 axes
/// - `DTYPE_MISMATCH`: both operands are bool
pub fn tensordot(scope: Owner, t: TensorRef, other: TensorRef, axes: i64) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::tensordot_last(a, b, axes))
}

/// Sums the products of elements over pairs of axes, one of this tensor and one of the other.
/// Shapes: the result has the remaining axes of this tensor, then those of the other. The dtype is the one that both
/// promote to; integers wrap around.
///
/// - `tensordot()`
/// - `other`: the other tensor
/// - `of_this`: the axes of this tensor; negative values count from the last axis
/// - `of_other`: the axes of the other tensor, as many
/// - `SHAPE_MISMATCH`: the sizes of a pair of axes differ
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, the two lists differ in length, or the result would
///   have more than 16 axes
/// - `DTYPE_MISMATCH`: both operands are bool
pub fn tensordot_axes(
    scope: Owner,
    t: TensorRef,
    other: TensorRef,
    of_this: Ints,
    of_other: Ints,
) -> Result<NewTensor> {
    map2(scope, t, other, |a, b| autograd::tensordot(a, b, of_this, of_other))
}

/// Multiplies each square matrix by itself `n` times: the identity matrix for 0, powers of the inverse for negative
/// `n`.
/// Shapes: `[..., m, m] -> [..., m, m]`. The dtype is kept, and integers wrap around; with negative `n`, integers and
/// bool give float32.
///
/// - `n`: the exponent
/// - `INVALID_ARGUMENT`: the matrices are not square, or `n` is negative and a matrix is singular
/// - `DTYPE_MISMATCH`: the matrices are bool and `n` is above 1
pub fn matrix_power(scope: Owner, t: TensorRef, n: i64) -> Result<NewTensor> {
    map(scope, t, |t| autograd::matrix_power(t, n))
}

/// Sums of products in Einstein notation: `"ij,jk->ik"` is the matrix product. Each letter names an axis; axes that do
/// not appear after `->` are summed over. A letter that appears twice in one operand takes its diagonal. `...` stands
/// for axes without letters, which broadcast. Without `->`, the result has the axes of `...`, then the letters that
/// appear once, in alphabetical order.
/// Shapes: as the equation says; a letter may have size 1 in one operand and another size elsewhere. The dtype is the
/// one that the operands promote to, and integers wrap around; axes that are summed in one operand alone make integers
/// and bool int64.
///
/// - `equation`: the axes of each operand, separated by commas, and those of the result
/// - `tensors`: the operands, at least one
/// - `INVALID_ARGUMENT`: the equation is malformed, or does not fit the number or the axes of the operands, or the
///   result would have more than 16 axes
/// - `SHAPE_MISMATCH`: an axis has two different sizes
/// - `DTYPE_MISMATCH`: two bool operands have an axis in common that is summed over
pub fn einsum(scope: Owner, equation: &str, tensors: TensorRefs) -> Result<NewTensor> {
    let pins = pins_of(tensors)?;
    let Some(first) = pins.first() else { return Err(Error::argument("einsum of no tensors")) };
    own_beside(scope, first, within_limits(scope, Some(first), || autograd::einsum(equation, &borrowed(&pins)))?)
}
