//! Creates tensors of series and of random numbers, and tensors with the shape of another one. Errors and owners are as
//! in `create`.

use super::create::{made, shaped};
use super::map;
use crate::api::types::{DTypeCode, DeviceCode, Dims, NewTensor, Owner, ScalarValue, TensorRef};
use crate::error::Result;
use crate::ops::{self, Triangle};
use crate::tensor::DType;

/// Creates a vector of evenly spaced numbers from `start` to `end`, both included:
/// `start + i (end - start) / (steps - 1)`.
/// It has `steps` elements, of any dtype but bool; an integer dtype drops fractions.
///
/// - `start`: the first number
/// - `end`: the last number
/// - `steps`: the number of elements
/// - `DTYPE_MISMATCH`: the dtype is bool
/// - `INVALID_ARGUMENT`: `steps` is negative, `start` or `end` is not finite, or an integer dtype cannot hold `start`
///   or `end`
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn linspace(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    start: f64,
    end: f64,
    steps: i64,
) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| ops::linspace(device, dtype, (start, end), steps, true))
}

/// Creates a vector of evenly spaced numbers from `start` to `end`, which may be included or not:
/// `start + i (end - start) / d`, where `d` is `steps - 1` if it is included, else `steps`.
/// It has `steps` elements, of any dtype but bool; an integer dtype drops fractions.
///
/// - `linspace()`
/// - `start`: the first number
/// - `end`: the last number, or the one that would follow it
/// - `steps`: the number of elements
/// - `endpoint`: whether `end` is included
/// - `DTYPE_MISMATCH`: the dtype is bool
/// - `INVALID_ARGUMENT`: `steps` is negative, `start` or `end` is not finite, or an integer dtype cannot hold `start`
///   or `end`
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn linspace_endpoint(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    start: f64,
    end: f64,
    steps: i64,
    endpoint: bool,
) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| ops::linspace(device, dtype, (start, end), steps, endpoint))
}

/// Creates a vector of the powers of `radix` whose exponents are evenly spaced from `start` to `end`, both included.
/// It has `steps` elements, of any dtype but bool; an integer dtype drops fractions.
///
/// - `start`: the first exponent
/// - `end`: the last exponent
/// - `steps`: the number of elements
/// - `radix` = 10: the base of the powers
/// - `DTYPE_MISMATCH`: the dtype is bool
/// - `INVALID_ARGUMENT`: `steps` is negative, `start` or `end` is not finite, or an integer dtype cannot hold the first
///   or the last power
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn logspace(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    start: f64,
    end: f64,
    steps: i64,
    radix: f64,
) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| ops::logspace(device, dtype, start, end, steps, radix))
}

/// Creates a matrix with 1 on the main diagonal and 0 elsewhere.
/// It has the shape `[rows, columns]` and any dtype.
///
/// - `rows`: the number of rows
/// - `columns` = rows: the number of columns
/// - `INVALID_ARGUMENT`: a size is negative, the matrix has too many elements, or an index is out of range for the dtype
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn eye(scope: Owner, device: DeviceCode, dtype: DTypeCode, rows: i64, columns: i64) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| ops::eye(device, dtype, rows, columns, 0))
}

/// Creates a matrix with 1 on one diagonal and 0 elsewhere: element `[i, i + diagonal]` is 1.
/// It has the shape `[rows, columns]` and any dtype.
///
/// - `rows`: the number of rows
/// - `columns`: the number of columns
/// - `diagonal`: the diagonal; 0 is the main one, a positive one is above it
/// - `INVALID_ARGUMENT`: a size is negative, the matrix has too many elements, or an index is out of range for the dtype
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn eye_diagonal(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    rows: i64,
    columns: i64,
    diagonal: i64,
) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| ops::eye(device, dtype, rows, columns, diagonal))
}

/// Creates a tensor of the given shape and dtype, of random integers uniformly distributed from `low` to `high - 1`,
/// drawn from the stream that [`crate::api::random::seed`] starts.
///
/// - `low`: the least integer
/// - `high`: one more than the greatest integer
/// - `dtype` = I64: the dtype of the result
/// - `INVALID_ARGUMENT`: a size is negative, there are more than 16 sizes, the shape has too many elements, `low` is not
///   less than `high`, or the dtype does not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn randint(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    low: i64,
    high: i64,
    dims: Dims,
) -> Result<NewTensor> {
    ops::drawing(|| {
        shaped(scope, device, dtype, dims, |device, dtype, shape| ops::randint(device, dtype, low, high, shape))
    })
}

/// Creates a random permutation of the integers from 0 to `n - 1`, each one equally likely, drawn from the stream that
/// [`crate::api::random::seed`] starts.
/// It has `n` elements, of any dtype but bool.
///
/// - `n`: the number of integers
/// - `dtype` = I64: the dtype of the result
/// - `DTYPE_MISMATCH`: the dtype is bool
/// - `INVALID_ARGUMENT`: `n` is negative, or the dtype does not hold each of the integers
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn randperm(scope: Owner, device: DeviceCode, dtype: DTypeCode, n: i64) -> Result<NewTensor> {
    ops::drawing(|| made(scope, device, dtype, |device, dtype| ops::randperm(device, dtype, n)))
}

/// Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal distribution, drawn
/// from the stream that [`crate::api::random::seed`] starts.
///
/// - `mean`: the mean
/// - `std`: the standard deviation
/// - `DTYPE_MISMATCH`: the dtype is not floating-point
/// - `INVALID_ARGUMENT`: a size is negative, there are more than 16 sizes, the shape has too many elements, or the
///   standard deviation is negative or NaN
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn normal(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    mean: f64,
    std: f64,
    dims: Dims,
) -> Result<NewTensor> {
    ops::drawing(|| {
        shaped(scope, device, dtype, dims, |device, dtype, shape| ops::normal(device, dtype, mean, std, shape))
    })
}

/// Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly distributed between two
/// bounds, drawn from the stream that [`crate::api::random::seed`] starts.
///
/// - `low`: the lower bound
/// - `high`: the upper bound, which a number reaches by rounding only
/// - `DTYPE_MISMATCH`: the dtype is not floating-point
/// - `INVALID_ARGUMENT`: a size is negative, there are more than 16 sizes, the shape has too many elements, `low` is
///   greater than `high`, or their difference is not finite
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn uniform(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    low: f64,
    high: f64,
    dims: Dims,
) -> Result<NewTensor> {
    ops::drawing(|| {
        shaped(scope, device, dtype, dims, |device, dtype, shape| ops::uniform(device, dtype, low, high, shape))
    })
}

/// Lists the positions of the elements of a matrix at or below a diagonal, where `column - row <= diagonal`, in
/// row-major order: the row indices in the first row, the column indices in the second.
/// The result has the shape `[2, count]`, one column for each position, and any dtype that holds the
/// indices.
///
/// - `rows`: the number of rows of the matrix
/// - `columns`: the number of columns of the matrix
/// - `diagonal` = 0: the diagonal; 0 is the main one, a positive one is above it
/// - `dtype` = I64: the dtype of the result
/// - `INVALID_ARGUMENT`: a size is negative, the matrix has too many elements, or an index is out of range for the dtype
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn tril_indices(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    rows: i64,
    columns: i64,
    diagonal: i64,
) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| {
        ops::triangle_indices((device, dtype), Triangle::Lower, rows, columns, diagonal)
    })
}

/// Lists the positions of the elements of a matrix at or above a diagonal, where `column - row >= diagonal`, in
/// row-major order: the row indices in the first row, the column indices in the second.
/// The result has the shape `[2, count]`, one column for each position, and any dtype that holds the
/// indices.
///
/// - `rows`: the number of rows of the matrix
/// - `columns`: the number of columns of the matrix
/// - `diagonal` = 0: the diagonal; 0 is the main one, a positive one is above it
/// - `dtype` = I64: the dtype of the result
/// - `INVALID_ARGUMENT`: a size is negative, the matrix has too many elements, or an index is out of range for the dtype
/// - `OUT_OF_MEMORY`: the memory cannot be allocated
/// - `LIMIT_EXCEEDED`: the allocation would exceed a limit of the device or of a scope
/// - `SCOPE_CLOSED`: the owning scope is closed
/// - `SCOPE_CAPPED`: the owning scope accepts no more members
/// - `DEVICE_UNAVAILABLE`: the device is not available
pub fn triu_indices(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    rows: i64,
    columns: i64,
    diagonal: i64,
) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| {
        ops::triangle_indices((device, dtype), Triangle::Upper, rows, columns, diagonal)
    })
}

/// Creates a tensor with the shape of this one, filled with 0.
/// Shapes: `[...] -> [...]`. Dtype: kept.
pub fn zeros_like(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::zeros(t.device(), t.dtype(), &t.to_shape()))
}

/// Creates a tensor with the shape of this one, filled with 1.
/// Shapes: `[...] -> [...]`. Dtype: kept.
pub fn ones_like(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::ones(t.device(), t.dtype(), &t.to_shape()))
}

/// Creates a tensor with the shape of this one without initializing it: its elements are whatever the memory held.
/// Shapes: `[...] -> [...]`. Dtype: kept.
pub fn empty_like(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::empty(t.device(), t.dtype(), &t.to_shape()))
}

/// Creates a tensor with the shape of this one, of random numbers uniformly distributed in `[0, 1)`.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
pub fn rand_like(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    ops::drawing(|| map(scope, t, |t| ops::rand(t.device(), t.dtype(), &t.to_shape())))
}

/// Creates a tensor with the shape of this one, of random numbers from the normal distribution with mean 0 and standard
/// deviation 1.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `DTYPE_MISMATCH`: this tensor is not floating-point
pub fn randn_like(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    ops::drawing(|| map(scope, t, |t| ops::randn(t.device(), t.dtype(), &t.to_shape())))
}

/// Creates a tensor with the shape of this one, filled with one number. A float dtype rounds the number; bool stores
/// whether it is nonzero.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `value`: the number, the same for every element
/// - `INVALID_ARGUMENT`: an integer dtype cannot hold the number
pub fn full_like(scope: Owner, t: TensorRef, value: ScalarValue) -> Result<NewTensor> {
    map(scope, t, |t| ops::full(t.device(), t.dtype(), value, &t.to_shape()))
}

/// Creates a tensor with the shape of this one, of random integers uniformly distributed from `low` to `high - 1`.
/// Shapes: `[...] -> [...]`. Dtype: kept.
///
/// - `low`: the least integer
/// - `high`: one more than the greatest integer
/// - `INVALID_ARGUMENT`: `low` is not less than `high`, or the dtype does not hold each integer of the range
pub fn randint_like(scope: Owner, t: TensorRef, low: i64, high: i64) -> Result<NewTensor> {
    ops::drawing(|| map(scope, t, |t| ops::randint(t.device(), t.dtype(), low, high, &t.to_shape())))
}

/// Creates a tensor with the shape of this one and another dtype, filled with 0.
/// Shapes: `[...] -> [...]`. Dtype: `dtype`.
///
/// - `zeros_like()`
/// - `dtype`: the dtype of the result
pub fn zeros_like_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| ops::zeros(t.device(), dtype, &t.to_shape()))
}

/// Creates a tensor with the shape of this one and another dtype, filled with 1.
/// Shapes: `[...] -> [...]`. Dtype: `dtype`.
///
/// - `ones_like()`
/// - `dtype`: the dtype of the result
pub fn ones_like_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| ops::ones(t.device(), dtype, &t.to_shape()))
}

/// Creates a tensor with the shape of this one and another dtype without initializing it: its elements are whatever the
/// memory held.
/// Shapes: `[...] -> [...]`. Dtype: `dtype`.
///
/// - `empty_like()`
/// - `dtype`: the dtype of the result
pub fn empty_like_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| ops::empty(t.device(), dtype, &t.to_shape()))
}

/// Creates a tensor with the shape of this one and another dtype, filled with one number. A float dtype rounds the
/// number; bool stores whether it is nonzero.
/// Shapes: `[...] -> [...]`. Dtype: `dtype`.
///
/// - `full_like()`
/// - `value`: the number, the same for every element
/// - `dtype`: the dtype of the result
/// - `INVALID_ARGUMENT`: an integer dtype cannot hold the number
pub fn full_like_dtype(scope: Owner, t: TensorRef, value: ScalarValue, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| ops::full(t.device(), dtype, value, &t.to_shape()))
}
