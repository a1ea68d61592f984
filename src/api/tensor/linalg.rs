//! Linear algebra: the last two axes are matrices, those before them a batch. All return new references. Names and parameters
//! are those of `torch.linalg`; the crate `faer` computes.

use super::{map, map2, several};
use crate::api::own::own_all_beside;
use crate::api::resource::tensor;
use crate::api::types::{Axes, DTypeCode, MatrixNormOrderCode, NewTensor, NewTensors, Owner, TensorRef};
use crate::api::workspace::within_limits;
use crate::autograd;
use crate::autograd::linalg::MatrixNormOrder;
use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::{DType, Tensor};

/// The determinant of each square matrix.
///
/// - `INVALID_ARGUMENT`: it is no square matrix
pub fn det(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::linalg::det)
}

/// The determinant of each square matrix in two parts, so that it does not overflow.
///
/// - `-> sign`: 1, -1, or 0 if the matrix is singular
/// - `-> logabsdet`: the logarithm of its size, negative infinity if the matrix is singular
/// - `INVALID_ARGUMENT`: it is no square matrix
pub fn slogdet(scope: Owner, t: TensorRef) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::linalg::slogdet(t).map(<[_; 2]>::from))
}

/// The inverse of each square matrix.
///
/// - `INVALID_ARGUMENT`: it is no square matrix, or singular: the error says which of the batch
pub fn inv(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::linalg::inv)
}

/// The pseudoinverse of each matrix `[m, n]`, by Moore and Penrose: `[n, m]`.
///
/// - `rtol` = none: singular values up to this part of the greatest count as 0; none: `max(m, n)` times the precision of
///   the element type
/// - `INVALID_ARGUMENT`: it is no matrix, or has elements that are NaN or infinite
pub fn pinv(scope: Owner, t: TensorRef, rtol: Option<f64>) -> Result<NewTensor> {
    let rtol = tolerance(rtol)?;
    map(scope, t, |t| autograd::linalg::pinv(t, rtol))
}

/// `x` of `A x = b`, where the matrices A are this.
///
/// - `b`: matrices with as many rows, or one vector
/// - `INVALID_ARGUMENT`: this is no square matrix, or singular: the error says which of the batch
/// - `SHAPE_MISMATCH`: the sizes do not fit
pub fn solve(scope: Owner, t: TensorRef, b: TensorRef) -> Result<NewTensor> {
    map2(scope, t, b, autograd::linalg::solve)
}

/// `x` of `A x = b`, where the matrices A are one triangle of this.
///
/// - `b`: matrices with as many rows
/// - `upper` = false: whether it is the triangle above the diagonal
/// - `left` = true: whether A stands on the left; else `x A = b` is solved
/// - `unitriangular` = false: whether 1 is taken for each element of the diagonal
/// - `INVALID_ARGUMENT`: this is no square matrix, or an element of its diagonal is 0
/// - `SHAPE_MISMATCH`: the sizes do not fit
pub fn solve_triangular(
    scope: Owner,
    t: TensorRef,
    b: TensorRef,
    upper: bool,
    left: bool,
    unitriangular: bool,
) -> Result<NewTensor> {
    map2(scope, t, b, |t, b| autograd::linalg::solve_triangular(t, b, upper, left, unitriangular))
}

/// The solutions of `A x = b` with the least sum of squares of `b - A x`, where the matrices A are this, `[m, n]`; where there are
/// several, the one of the least norm.
///
/// - `b`: `[m, k]`, or one vector
/// - `rtol` = none: singular values up to this part of the greatest count as 0; none: `max(m, n)` times the precision of
///   the element type
/// - `-> solution`: `x`, `[n, k]`
/// - `-> residuals`: the sum of squares of each column of `b - A x`
/// - `-> rank`: the rank of each matrix, i64
/// - `-> singular_values`: those of each matrix
/// - `INVALID_ARGUMENT`: this is no matrix, or has elements that are NaN or infinite
/// - `SHAPE_MISMATCH`: the sizes do not fit
pub fn lstsq(scope: Owner, t: TensorRef, b: TensorRef, rtol: Option<f64>) -> Result<NewTensors<4>> {
    let (t, b) = (tensor(t)?, tensor(b)?);
    let rtol = tolerance(rtol)?;
    let found = within_limits(scope, Some(&t), || autograd::linalg::lstsq(&t, &b, rtol))?;
    let all = vec![found.solution, found.residuals, found.rank, found.singular_values];
    Ok(own_all_beside(scope, &t, all)?.try_into().expect("four results"))
}

/// The triangular matrix L of each symmetric positive definite matrix `L Lᵀ`, of which only the triangle that is asked for is
/// read.
///
/// - `upper` = false: whether the transpose of L is wanted
/// - `INVALID_ARGUMENT`: it is no square matrix, or not positive definite: the error says which of the batch
pub fn cholesky(scope: Owner, t: TensorRef, upper: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::linalg::cholesky(t, upper))
}

/// `x` of `A x = b`, where the matrices b are this.
///
/// - `factor`: what `cholesky` gave of A
/// - `upper` = false: whether that is the transpose
/// - `INVALID_ARGUMENT`: it is no square matrix, or an element of its diagonal is 0
/// - `SHAPE_MISMATCH`: the sizes do not fit
pub fn cholesky_solve(scope: Owner, t: TensorRef, factor: TensorRef, upper: bool) -> Result<NewTensor> {
    map2(scope, t, factor, |t, factor| autograd::linalg::cholesky_solve(t, factor, upper))
}

/// Each matrix `[m, n]` as the product of one with orthonormal columns and an upper triangular one.
///
/// - `complete` = false: whether Q is `[m, m]` and R `[m, n]`; else there are only the `min(m, n)` columns and rows that matter
/// - `-> q`: the orthonormal columns
/// - `-> r`: the triangle
/// - `INVALID_ARGUMENT`: it is no matrix
/// - `UNSUPPORTED`: a tape records this tensor, Q is complete, and there are more rows than columns
pub fn qr(scope: Owner, t: TensorRef, complete: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::linalg::qr(t, complete))
}

/// The singular value decomposition of each matrix, `U diag(S) Vh`.
///
/// - `full_matrices` = true: whether U and Vh are square; else there are only as many vectors as singular values
/// - `-> u`: the left singular vectors as columns
/// - `-> s`: the singular values, the greatest first
/// - `-> vh`: the right singular vectors as rows
/// - `INVALID_ARGUMENT`: it is no matrix, or has elements that are NaN or infinite
/// - `UNSUPPORTED`: a tape records this tensor, the matrices are full, and it is not square
pub fn svd(scope: Owner, t: TensorRef, full_matrices: bool) -> Result<NewTensors<3>> {
    several(scope, t, |t| autograd::linalg::svd(t, full_matrices))
}

/// The singular values of each matrix, the greatest first.
///
/// - `INVALID_ARGUMENT`: it is no matrix, or has elements that are NaN or infinite
pub fn svdvals(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::linalg::svdvals)
}

/// The eigenvalues and eigenvectors of each symmetric matrix, of which one triangle is read.
///
/// - `upper` = false: whether it is the triangle above the diagonal
/// - `-> eigenvalues`: the least first
/// - `-> eigenvectors`: orthonormal, as columns
/// - `INVALID_ARGUMENT`: it is no square matrix, or has elements that are NaN or infinite
pub fn eigh(scope: Owner, t: TensorRef, upper: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::linalg::eigh(t, upper))
}

/// The eigenvalues of each symmetric matrix, of which one triangle is read, the least first.
///
/// - `upper` = false: whether it is the triangle above the diagonal
/// - `INVALID_ARGUMENT`: it is no square matrix, or has elements that are NaN or infinite
pub fn eigvalsh(scope: Owner, t: TensorRef, upper: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::linalg::eigvalsh(t, upper))
}

/// The rank of each matrix, i64: how many singular values do not count as 0.
///
/// - `rtol` = none: singular values up to this part of the greatest count as 0; none: `max(m, n)` times the precision of
///   the element type
/// - `INVALID_ARGUMENT`: it is no matrix, or has elements that are NaN or infinite
pub fn matrix_rank(scope: Owner, t: TensorRef, rtol: Option<f64>) -> Result<NewTensor> {
    let rtol = tolerance(rtol)?;
    map(scope, t, |t| ops::linalg::matrix_rank(t, rtol))
}

/// The norm of each matrix.
///
/// - `ord` = FRO: which one
/// - `axes` = []: of the rows and of the columns; none: the last two
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there are not two axes, there is no such axis, or the greatest of no elements is asked for
pub fn matrix_norm(
    scope: Owner,
    t: TensorRef,
    ord: MatrixNormOrderCode,
    axes: Axes,
    keepdim: bool,
) -> Result<NewTensor> {
    let ord = MatrixNormOrder::from_code(ord)?;
    map(scope, t, |t| autograd::linalg::matrix_norm(t, ord, axes, keepdim))
}

/// The norm of the vectors over axes: the root of the sum of squares, or that of another order.
///
/// - `ord` = 2: the order; 1 for the sum of sizes, the infinities for the greatest and the least, 0 for how many are not 0
/// - `axes` = []: over these; a negative one counts from the last; none means all
/// - `keepdim` = false: whether these axes stay, with size 1
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
pub fn vector_norm(scope: Owner, t: TensorRef, ord: f64, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::linalg::vector_norm(t, ord, axes, keepdim))
}

/// The norm of each matrix, of the elements cast to an element type, which is the result's.
///
/// - `matrix_norm()`
/// - `ord`: which one
/// - `axes`: of the rows and of the columns; none: the last two
/// - `keepdim`: whether these axes stay, with size 1
/// - `dtype`: the element type
/// - `INVALID_ARGUMENT`: there are not two axes, there is no such axis, or the greatest of no elements is asked for
/// - `DTYPE_MISMATCH`: the element type is not floating-point
pub fn matrix_norm_dtype(
    scope: Owner,
    t: TensorRef,
    ord: MatrixNormOrderCode,
    axes: Axes,
    keepdim: bool,
    dtype: DTypeCode,
) -> Result<NewTensor> {
    let (ord, dtype) = (MatrixNormOrder::from_code(ord)?, DType::from_code(dtype)?);
    let cast = |t: &Tensor| autograd::cast_to_float("matrix_norm", t, dtype);
    map(scope, t, |t| autograd::linalg::matrix_norm(&cast(t)?, ord, axes, keepdim))
}

/// The norm of the vectors over axes, of the elements cast to an element type, which is the result's.
///
/// - `vector_norm()`
/// - `ord`: the order; 1 for the sum of sizes, the infinities for the greatest and the least, 0 for how many are not 0
/// - `axes`: over these; a negative one counts from the last; none means all
/// - `keepdim`: whether these axes stay, with size 1
/// - `dtype`: the element type
/// - `INVALID_ARGUMENT`: there is no such axis, or it is named twice
/// - `DTYPE_MISMATCH`: the element type is not floating-point
pub fn vector_norm_dtype(
    scope: Owner,
    t: TensorRef,
    ord: f64,
    axes: Axes,
    keepdim: bool,
    dtype: DTypeCode,
) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    let cast = |t: &Tensor| autograd::cast_to_float("vector_norm", t, dtype);
    map(scope, t, |t| autograd::linalg::vector_norm(&cast(t)?, ord, axes, keepdim))
}

/// A relative tolerance, as the kernels have it: negative for the precision of the element type.
fn tolerance(rtol: Option<f64>) -> Result<f64> {
    match rtol {
        None => Ok(-1.0),
        Some(rtol) if rtol < 0.0 => Err(Error::argument(format!("a relative tolerance of {rtol} is negative"))),
        Some(rtol) => Ok(rtol),
    }
}
