//! Making tensors of series, of random numbers, and like others. Errors and owners as in `create`.

use super::create::{made, shaped};
use super::map;
use crate::api::types::{DTypeCode, DeviceCode, Dims, NewTensor, Owner, ScalarValue, TensorRef};
use crate::error::Result;
use crate::ops::{self, Triangle};
use crate::tensor::DType;

/// A tensor of one axis with evenly spaced numbers, of which the first and the last are given.
///
/// - `start`: the first number
/// - `end`: the last one
/// - `steps`: how many
/// - `DTYPE_MISMATCH`: the element type is bool
/// - `INVALID_ARGUMENT`: there are fewer than none, a number is not finite, or an integer element type cannot hold one
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
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

/// A tensor of one axis with evenly spaced numbers, of which the last may be left out.
///
/// - `linspace()`
/// - `start`: the first number
/// - `end`: the last one, or the one that would follow it
/// - `steps`: how many
/// - `endpoint`: whether the end is one of them
/// - `DTYPE_MISMATCH`: the element type is bool
/// - `INVALID_ARGUMENT`: there are fewer than none, a number is not finite, or an integer element type cannot hold one
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
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

/// A tensor of one axis with the powers of a base to evenly spaced exponents.
///
/// - `start`: the first exponent
/// - `end`: the last one
/// - `steps`: how many
/// - `radix` = 10: the base of the powers
/// - `DTYPE_MISMATCH`: the element type is bool
/// - `INVALID_ARGUMENT`: there are fewer than none, an exponent is not finite, or an integer element type cannot hold a power
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
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

/// A matrix with 1 on the diagonal and 0 elsewhere.
///
/// - `rows`: how many rows
/// - `columns`: how many columns
/// - `INVALID_ARGUMENT`: a size is negative, or their product is too large
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn eye(scope: Owner, device: DeviceCode, dtype: DTypeCode, rows: i64, columns: i64) -> Result<NewTensor> {
    made(scope, device, dtype, |device, dtype| ops::eye(device, dtype, rows, columns, 0))
}

/// A matrix with 1 on one of its diagonals and 0 elsewhere.
///
/// - `rows`: how many rows
/// - `columns`: how many columns
/// - `diagonal`: which one; above the main one if positive
/// - `INVALID_ARGUMENT`: a size is negative, or their product is too large
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
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

/// A tensor of random integers, each equally likely, from the stream that [`crate::api::random::seed`] starts.
///
/// - `low`: the least
/// - `high`: one more than the greatest
/// - `INVALID_ARGUMENT`: a size is negative, there are more than eight, or their product is too large; there are no such integers, or the element type cannot hold one
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
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

/// The integers from 0 on in random order, each order equally likely, from the stream that [`crate::api::random::seed`] starts.
///
/// - `n`: how many
/// - `DTYPE_MISMATCH`: the element type is bool
/// - `INVALID_ARGUMENT`: there are fewer than none, or the element type cannot hold one
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn randperm(scope: Owner, device: DeviceCode, dtype: DTypeCode, n: i64) -> Result<NewTensor> {
    ops::drawing(|| made(scope, device, dtype, |device, dtype| ops::randperm(device, dtype, n)))
}

/// A tensor of random numbers of a normal distribution, from the stream that [`crate::api::random::seed`] starts.
///
/// - `mean`: the mean
/// - `std`: the standard deviation
/// - `DTYPE_MISMATCH`: the element type is not floating-point
/// - `INVALID_ARGUMENT`: a size is negative, there are more than eight, or their product is too large; the deviation is negative
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
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

/// A tensor of random numbers, evenly spread between two bounds, from the stream that [`crate::api::random::seed`] starts.
///
/// - `low`: the lower bound
/// - `high`: the upper one, which only rounding reaches
/// - `DTYPE_MISMATCH`: the element type is not floating-point
/// - `INVALID_ARGUMENT`: a size is negative, there are more than eight, or their product is too large; the bounds are not finite or not in order
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
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

/// The places of the elements of a matrix on and below a diagonal: a row of row indices above one of column indices.
///
/// - `rows`: how many rows the matrix has
/// - `columns`: how many columns
/// - `diagonal` = 0: which one; above the main one if positive
/// - `INVALID_ARGUMENT`: a size is negative, or their product is too large
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn tril_indices(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    rows: i64,
    columns: i64,
    diagonal: i64,
) -> Result<NewTensor> {
    made(scope, device, dtype, |_, dtype| {
        ops::cast(&ops::triangle_indices(Triangle::Lower, rows, columns, diagonal)?, dtype)
    })
}

/// The places of the elements of a matrix on and above a diagonal: a row of row indices above one of column indices.
///
/// - `rows`: how many rows the matrix has
/// - `columns`: how many columns
/// - `diagonal` = 0: which one; above the main one if positive
/// - `INVALID_ARGUMENT`: a size is negative, or their product is too large
/// - `OUT_OF_MEMORY`: there is no memory for it
/// - `LIMIT_EXCEEDED`: a limit of the device or of a scope would be passed
/// - `SCOPE_CLOSED`: the scope that is to own it is closed
/// - `SCOPE_CAPPED`: that scope takes no members
/// - `DEVICE_UNAVAILABLE`: there is no such device
pub fn triu_indices(
    scope: Owner,
    device: DeviceCode,
    dtype: DTypeCode,
    rows: i64,
    columns: i64,
    diagonal: i64,
) -> Result<NewTensor> {
    made(scope, device, dtype, |_, dtype| {
        ops::cast(&ops::triangle_indices(Triangle::Upper, rows, columns, diagonal)?, dtype)
    })
}

/// Zeros of this shape and element type.
pub fn zeros_like(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::zeros(t.device(), t.dtype(), &t.to_shape()))
}

/// Ones of this shape and element type.
pub fn ones_like(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::ones(t.device(), t.dtype(), &t.to_shape()))
}

/// A tensor of this shape and element type, whose elements are whatever its memory held.
pub fn empty_like(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    map(scope, t, |t| ops::empty(t.device(), t.dtype(), &t.to_shape()))
}

/// Random numbers of this shape and element type, evenly spread from 0 to below 1.
///
/// - `DTYPE_MISMATCH`: the element type is not floating-point
pub fn rand_like(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    ops::drawing(|| map(scope, t, |t| ops::rand(t.device(), t.dtype(), &t.to_shape())))
}

/// Random numbers of this shape and element type, of the standard normal distribution.
///
/// - `DTYPE_MISMATCH`: the element type is not floating-point
pub fn randn_like(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    ops::drawing(|| map(scope, t, |t| ops::randn(t.device(), t.dtype(), &t.to_shape())))
}

/// A number in every element of this shape and element type.
///
/// - `value`: the number
/// - `INVALID_ARGUMENT`: an integer element type cannot hold the number
pub fn full_like(scope: Owner, t: TensorRef, value: ScalarValue) -> Result<NewTensor> {
    map(scope, t, |t| ops::full(t.device(), t.dtype(), value, &t.to_shape()))
}

/// Random integers of this shape and element type, each equally likely.
///
/// - `low`: the least
/// - `high`: one more than the greatest
/// - `INVALID_ARGUMENT`: there are no such integers, or the element type cannot hold one
pub fn randint_like(scope: Owner, t: TensorRef, low: i64, high: i64) -> Result<NewTensor> {
    ops::drawing(|| map(scope, t, |t| ops::randint(t.device(), t.dtype(), low, high, &t.to_shape())))
}

/// Zeros of this shape and another element type.
///
/// - `zeros_like()`
/// - `dtype`: the element type
pub fn zeros_like_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| ops::zeros(t.device(), dtype, &t.to_shape()))
}

/// Ones of this shape and another element type.
///
/// - `ones_like()`
/// - `dtype`: the element type
pub fn ones_like_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| ops::ones(t.device(), dtype, &t.to_shape()))
}

/// A tensor of this shape and another element type, whose elements are whatever its memory held.
///
/// - `empty_like()`
/// - `dtype`: the element type
pub fn empty_like_dtype(scope: Owner, t: TensorRef, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| ops::empty(t.device(), dtype, &t.to_shape()))
}

/// A number in every element of this shape and another element type.
///
/// - `full_like()`
/// - `value`: the number
/// - `dtype`: the element type
/// - `INVALID_ARGUMENT`: an integer element type cannot hold the number
pub fn full_like_dtype(scope: Owner, t: TensorRef, value: ScalarValue, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    map(scope, t, |t| ops::full(t.device(), dtype, value, &t.to_shape()))
}
