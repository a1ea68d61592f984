//! Reductions over any axes. No axes named means all; `keepdim` leaves a size of 1. All return new references.
//! An axis that is not there or is named twice is `INVALID_ARGUMENT`.

use super::map;
use crate::autograd;
use crate::error::Result;
use crate::ops::{self, ReduceOp};

/// The sum; of integers and booleans as i64.
pub fn sum(scope: u64, t: u64, axes: &[i64], keepdim: bool) -> Result<u64> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Sum, t, axes, keepdim))
}

/// The mean; of integers as f32.
pub fn mean(scope: u64, t: u64, axes: &[i64], keepdim: bool) -> Result<u64> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Mean, t, axes, keepdim))
}

/// The largest; NaN wins. `INVALID_ARGUMENT` of nothing.
pub fn max(scope: u64, t: u64, axes: &[i64], keepdim: bool) -> Result<u64> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Max, t, axes, keepdim))
}

/// The smallest; NaN wins. `INVALID_ARGUMENT` of nothing.
pub fn min(scope: u64, t: u64, axes: &[i64], keepdim: bool) -> Result<u64> {
    map(scope, t, |t| autograd::reduce(ReduceOp::Min, t, axes, keepdim))
}

/// The index of the first largest element, i64; over several axes, the index into them flattened.
pub fn argmax(scope: u64, t: u64, axes: &[i64], keepdim: bool) -> Result<u64> {
    map(scope, t, |t| ops::argmax(t, axes, keepdim))
}
