//! Linear algebra: the last two axes are matrices, those before them a batch. All return new references. Names and
//! parameters are those of `torch.linalg`; the crate `faer` does the computation.
//!
//! - `gradient`: yes

use super::{map, map2, several};
use crate::api::types::{Axes, DTypeCode, MatrixNormOrderCode, NewTensor, NewTensors, Owner, TensorRef};
use crate::autograd;
use crate::autograd::linalg::MatrixNormOrder;
use crate::error::{Error, Result};
use crate::ops;
use crate::session::resource::tensor;
use crate::tensor::{DType, Tensor};

/// Computes the determinant of each square matrix.
/// Shapes: `[..., n, n] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `INVALID_ARGUMENT`: the last two dimensions are missing or not equal
pub fn det(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::linalg::det)
}

/// The determinant of each square matrix as a sign and a logarithm, so that it does not overflow:
/// `det = sign exp(logabsdet)`.
/// Shapes: `[..., n, n] -> [...], [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `-> sign`: 1, -1, or 0 if the matrix is singular
/// - `-> logabsdet`: the natural logarithm of the absolute value of the determinant; negative infinity if the matrix is
///   singular
/// - `INVALID_ARGUMENT`: the last two dimensions are missing or not equal
pub fn slogdet(scope: Owner, t: TensorRef) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::linalg::slogdet(t).map(<[_; 2]>::from))
}

/// Computes the inverse of each square matrix.
/// Shapes: `[..., n, n] -> [..., n, n]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `INVALID_ARGUMENT`: the last two dimensions are missing or not equal, or a matrix is singular; the message names
///   it
pub fn inv(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::linalg::inv)
}

/// Computes the Moore-Penrose pseudoinverse of each matrix, by its singular values.
/// Shapes: `[..., m, n] -> [..., n, m]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `rtol` = none: singular values of at most `rtol` times the largest one count as 0; none: `max(m, n)` times the
///   machine epsilon, of float64 for float64 and of float32 for every other dtype
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 dimensions, an element is NaN or infinite, the iteration does not
///   converge, or `rtol` is negative or NaN
pub fn pinv(scope: Owner, t: TensorRef, rtol: Option<f64>) -> Result<NewTensor> {
    let rtol = tolerance(rtol)?;
    map(scope, t, |t| autograd::linalg::pinv(t, rtol))
}

/// Solves `A x = b` for each square matrix `A` of this tensor.
/// Shapes: `[..., n, n], [..., n, k] -> [..., n, k]`; the batch axes broadcast. A vector `b` of `n` elements gives
/// `[..., n]`. Dtype: the promoted dtype of both operands, or float32 if that is not floating-point.
///
/// - `b`: the right-hand sides: matrices, or one vector
/// - `INVALID_ARGUMENT`: the last two dimensions are missing or not equal, `b` is a scalar, or a matrix is singular;
///   the message names it
/// - `SHAPE_MISMATCH`: `b` does not have `n` rows, or the batch axes do not broadcast
pub fn solve(scope: Owner, t: TensorRef, b: TensorRef) -> Result<NewTensor> {
    map2(scope, t, b, autograd::linalg::solve)
}

/// Solves `A x = b`, or `x A = b`, for each triangular matrix `A` of this tensor. Only one triangle of this tensor is
/// read.
/// Shapes: `[..., n, n], [..., n, k] -> [..., n, k]`, or with `left` false `[..., n, n], [..., k, n] -> [..., k, n]`;
/// the batch axes broadcast. Dtype: the promoted dtype of both operands, or float32 if that is not floating-point.
///
/// - `b`: the right-hand sides, at least 2 dimensions
/// - `upper` = false: whether the triangle above the diagonal is read, else the one below
/// - `left` = true: whether to solve `A x = b`, else `x A = b`
/// - `unitriangular` = false: whether the diagonal counts as 1 and is not read
/// - `INVALID_ARGUMENT`: the last two dimensions are missing or not equal, `b` has fewer than 2 dimensions, or an
///   element of the diagonal is 0
/// - `SHAPE_MISMATCH`: the sizes of `A` and `b` do not fit, or the batch axes do not broadcast
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

/// The least-squares solution of `A x = b` for each matrix `A` of this tensor: the `x` for which the sum of squares of
/// `b - A x` is least, and the one with the least norm if there are several.
/// Shapes: `[..., m, n], [..., m, k] -> [..., n, k], [..., k], [...], [..., min(m, n)]`; the batch axes broadcast. A
/// vector `b` of `m` elements gives `[..., n], [...], [...], [..., min(m, n)]`.
/// Dtype: the promoted dtype of both operands, or float32 if that is not floating-point; the rank is int64.
///
/// - `b`: the right-hand sides: matrices, or one vector
/// - `rtol` = none: singular values of at most `rtol` times the largest one count as 0; none: `max(m, n)` times the
///   machine epsilon, of float64 for float64 and of float32 for every other dtype
/// - `-> solution`: the solutions `x`
/// - `-> residuals`: the sum of squares of each column of `b - A x`
/// - `-> rank`: the rank of each matrix
/// - `-> singular_values`: the singular values of each matrix, the largest first
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 dimensions, `b` is a scalar, an element of this tensor is NaN or
///   infinite, the iteration does not converge, or `rtol` is negative or NaN
/// - `SHAPE_MISMATCH`: `b` does not have `m` rows, or the batch axes do not broadcast
pub fn lstsq(scope: Owner, t: TensorRef, b: TensorRef, rtol: Option<f64>) -> Result<NewTensors<4>> {
    let (b, rtol) = (tensor(b)?, tolerance(rtol)?);
    several(scope, t, |t| {
        let found = autograd::linalg::lstsq(t, &b, rtol)?;
        Ok([found.solution, found.residuals, found.rank, found.singular_values])
    })
}

/// Computes the Cholesky decomposition of each symmetric positive definite matrix: the lower triangular `L` of
/// `A = L Lᵀ`, or the upper triangular `U` of `A = Uᵀ U`. Only the triangle of this tensor that the result has is read.
/// Shapes: `[..., n, n] -> [..., n, n]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `upper` = false: whether to return `U`, else `L`
/// - `INVALID_ARGUMENT`: the last two dimensions are missing or not equal, or a matrix is not positive definite; the
///   message names it
pub fn cholesky(scope: Owner, t: TensorRef, upper: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::linalg::cholesky(t, upper))
}

/// Solves `A x = b` by the Cholesky factor of `A`, for each matrix `b` of this tensor.
/// Shapes: `[..., n, k], [..., n, n] -> [..., n, k]`; the batch axes broadcast. Dtype: the promoted dtype of both
/// operands, or float32 if that is not floating-point.
///
/// - `factor`: the result of `cholesky` of `A`
/// - `upper` = false: whether `factor` is upper triangular
/// - `INVALID_ARGUMENT`: the last two dimensions of `factor` are missing or not equal, this tensor has fewer than 2
///   dimensions, or an element of the diagonal of `factor` is 0
/// - `SHAPE_MISMATCH`: the sizes of both operands do not fit, or the batch axes do not broadcast
pub fn cholesky_solve(scope: Owner, t: TensorRef, factor: TensorRef, upper: bool) -> Result<NewTensor> {
    map2(scope, t, factor, |t, factor| autograd::linalg::cholesky_solve(t, factor, upper))
}

/// The QR decomposition `A = Q R` of each matrix: `Q` has orthonormal columns, `R` is upper triangular.
/// Shapes, with `k = min(m, n)`: `[..., m, n] -> [..., m, k], [..., k, n]`, or with `complete`
/// `[..., m, n] -> [..., m, m], [..., m, n]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `complete` = false: whether `Q` is square
/// - `-> q`: the matrix `Q`
/// - `-> r`: the matrix `R`
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 dimensions
/// - `UNSUPPORTED`: this tensor is recorded on a tape, `complete` is true, and there are more rows than columns
/// - `gradient`: yes
pub fn qr(scope: Owner, t: TensorRef, complete: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::linalg::qr(t, complete))
}

/// The singular value decomposition `A = U diag(S) Vh` of each matrix.
/// Shapes, with `k = min(m, n)`: `[..., m, n] -> [..., m, m], [..., k], [..., n, n]`, or with `full_matrices` false
/// `[..., m, n] -> [..., m, k], [..., k], [..., k, n]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `full_matrices` = true: whether `U` and `Vh` are square
/// - `-> u`: the left singular vectors, as columns
/// - `-> s`: the singular values, the largest first
/// - `-> vh`: the right singular vectors, as rows
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 dimensions, an element is NaN or infinite, or the iteration does
///   not converge
/// - `UNSUPPORTED`: this tensor is recorded on a tape, `full_matrices` is true, and the matrices are not square
/// - `gradient`: yes
pub fn svd(scope: Owner, t: TensorRef, full_matrices: bool) -> Result<NewTensors<3>> {
    several(scope, t, |t| autograd::linalg::svd(t, full_matrices))
}

/// Computes the singular values of each matrix, the largest first.
/// Shapes: `[..., m, n] -> [..., min(m, n)]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 dimensions, an element is NaN or infinite, or the iteration does
///   not converge
pub fn svdvals(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, autograd::linalg::svdvals)
}

/// The eigenvalues and eigenvectors of each symmetric matrix: `A = V diag(w) Vᵀ`. Only one triangle of this tensor is
/// read.
/// Shapes: `[..., n, n] -> [..., n], [..., n, n]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `upper` = false: whether the triangle above the diagonal is read, else the one below
/// - `-> eigenvalues`: the eigenvalues `w`, the smallest first
/// - `-> eigenvectors`: the orthonormal eigenvectors, as the columns of `V`
/// - `INVALID_ARGUMENT`: the last two dimensions are missing or not equal, an element is NaN or infinite (in either
///   triangle), or the iteration does not converge
pub fn eigh(scope: Owner, t: TensorRef, upper: bool) -> Result<NewTensors<2>> {
    several(scope, t, |t| autograd::linalg::eigh(t, upper))
}

/// Computes the eigenvalues of each symmetric matrix, the smallest first. Only one triangle of this tensor is read.
/// Shapes: `[..., n, n] -> [..., n]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `upper` = false: whether the triangle above the diagonal is read, else the one below
/// - `INVALID_ARGUMENT`: the last two dimensions are missing or not equal, an element is NaN or infinite (in either
///   triangle), or the iteration does not converge
pub fn eigvalsh(scope: Owner, t: TensorRef, upper: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::linalg::eigvalsh(t, upper))
}

/// Computes the rank of each matrix: the number of singular values that do not count as 0.
/// Shapes: `[..., m, n] -> [...]`. Dtype: int64.
///
/// - `rtol` = none: singular values of at most `rtol` times the largest one count as 0; none: `max(m, n)` times the
///   machine epsilon, of float64 for float64 and of float32 for every other dtype
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 dimensions, an element is NaN or infinite, the iteration does not
///   converge, or `rtol` is negative or NaN
/// - `gradient`: no
pub fn matrix_rank(scope: Owner, t: TensorRef, rtol: Option<f64>) -> Result<NewTensor> {
    let rtol = tolerance(rtol)?;
    map(scope, t, |t| ops::linalg::matrix_rank(t, rtol))
}

/// Computes a norm of each matrix.
/// Shapes: `[..., m, n] -> [...]`, or `[..., 1, 1]` with `keepdim`, if the axes are the last two. Dtype: a float dtype
/// is kept; integers and bool give float32.
///
/// - `ord` = FRO: the norm: `FRO` is the Frobenius norm `sqrt(sum(x^2))`; `NUC` is the sum of the singular values,
///   `TWO` and `NEG_TWO` are the largest and the smallest one; of the sums of absolute values, `INF` and `NEG_INF` are
///   the largest and the smallest one of a row, `ONE` and `NEG_ONE` of a column
/// - `axes` = []: the axis of the rows and the axis of the columns; empty: the last two
/// - `keepdim` = false: whether the reduced axes are kept with size 1
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 dimensions, `axes` does not name two different axes of it, a
///   largest or smallest value is taken over no elements, or the norm needs singular values and an element is NaN or
///   infinite
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

/// Computes the norm of the vectors along axes: `sum(|x|^ord)^(1 / ord)`.
/// Shapes: `[..., n, ...] -> [..., ...]`, or `[..., 1, ...]` with `keepdim`; several axes count as one vector. Dtype: a
/// float dtype is kept; integers and bool give float32.
///
/// - `ord` = 2: the order: 1 gives the sum of absolute values, 2 the Euclidean norm, infinity the largest, negative
///   infinity the smallest absolute value, and 0 the number of nonzero elements
/// - `axes` = []: the axes of the vectors; a negative one counts from the last; empty: all
/// - `keepdim` = false: whether the reduced axes are kept with size 1
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, or `ord` is infinite and the vectors have no elements
pub fn vector_norm(scope: Owner, t: TensorRef, ord: f64, axes: Axes, keepdim: bool) -> Result<NewTensor> {
    map(scope, t, |t| autograd::linalg::vector_norm(t, ord, axes, keepdim))
}

/// Converts the elements to `dtype`, then computes a norm of each matrix.
/// Shapes: `[..., m, n] -> [...]`, or `[..., 1, 1]` with `keepdim`, if the axes are the last two. Dtype: `dtype`.
///
/// - `matrix_norm()`
/// - `ord`: the norm: `FRO` is the Frobenius norm `sqrt(sum(x^2))`; `NUC` is the sum of the singular values, `TWO` and
///   `NEG_TWO` are the largest and the smallest one; of the sums of absolute values, `INF` and `NEG_INF` are the
///   largest and the smallest one of a row, `ONE` and `NEG_ONE` of a column
/// - `axes`: the axis of the rows and the axis of the columns; empty: the last two
/// - `keepdim`: whether the reduced axes are kept with size 1
/// - `dtype`: the floating-point dtype of the computation and of the result
/// - `INVALID_ARGUMENT`: this tensor has fewer than 2 dimensions, `axes` does not name two different axes of it, a
///   largest or smallest value is taken over no elements, or the norm needs singular values and an element is NaN or
///   infinite
/// - `DTYPE_MISMATCH`: `dtype` is not floating-point
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

/// Converts the elements to `dtype`, then computes the norm of the vectors along axes: `sum(|x|^ord)^(1 / ord)`.
/// Shapes: `[..., n, ...] -> [..., ...]`, or `[..., 1, ...]` with `keepdim`; several axes count as one vector. Dtype:
/// `dtype`.
///
/// - `vector_norm()`
/// - `ord`: the order: 1 gives the sum of absolute values, 2 the Euclidean norm, infinity the largest, negative
///   infinity the smallest absolute value, and 0 the number of nonzero elements
/// - `axes`: the axes of the vectors; a negative one counts from the last; empty: all
/// - `keepdim`: whether the reduced axes are kept with size 1
/// - `dtype`: the floating-point dtype of the computation and of the result
/// - `INVALID_ARGUMENT`: an axis is out of range or named twice, or `ord` is infinite and the vectors have no elements
/// - `DTYPE_MISMATCH`: `dtype` is not floating-point
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
pub(super) fn tolerance(rtol: Option<f64>) -> Result<f64> {
    match rtol {
        None => Ok(-1.0),
        Some(rtol) if rtol < 0.0 => Err(Error::argument(format!("a relative tolerance of {rtol} is negative"))),
        Some(rtol) => Ok(rtol),
    }
}
