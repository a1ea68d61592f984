//! Norms of vectors and of matrices, composed of operations that have gradients.

use super::spectral::svdvals;
use crate::autograd::axes::movedim;
use crate::autograd::elementwise::unary;
use crate::autograd::reduce::reduce;
use crate::autograd::statistics::norm;
use crate::autograd::views::{cast, unsqueeze};
use crate::error::{Error, Result};
use crate::ops::{ReduceOp, UnaryOp, linalg};
use crate::tensor::{Tensor, shape};

/// The kind of a matrix norm.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatrixNormOrder {
    /// Frobenius: the root of the sum of squares.
    Fro = 0,
    /// Nuclear: the sum of the singular values.
    Nuc = 1,
    /// The largest row sum of absolute values.
    Inf = 2,
    /// The smallest row sum of absolute values.
    NegInf = 3,
    /// The largest column sum of absolute values.
    One = 4,
    /// The smallest column sum of absolute values.
    NegOne = 5,
    /// The largest singular value.
    Two = 6,
    /// The smallest singular value.
    NegTwo = 7,
}

impl MatrixNormOrder {
    /// The norm with this code; any other code is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<MatrixNormOrder> {
        use MatrixNormOrder::*;
        let found = [Fro, Nuc, Inf, NegInf, One, NegOne, Two, NegTwo].into_iter().find(|norm| *norm as i32 == code);
        found.ok_or_else(|| Error::argument(format!("{code} is not the code of a norm of a matrix (0 to 7 are)")))
    }
}

/// The norm of the matrices whose rows and columns are the two `axes`.
///
/// Errors: `INVALID_ARGUMENT` if `axes` is neither empty (the last two axes) nor two axes, or if a
/// matrix without elements is to have a largest or smallest value.
pub fn matrix_norm(t: &Tensor, which: MatrixNormOrder, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    linalg::matrix("matrix_norm", t)?;
    let axes = if axes.is_empty() { &[-2, -1] } else { axes };
    let [rows, columns] = *axes else {
        return Err(Error::argument(format!("matrix_norm over the axes {axes:?}: it takes two")));
    };
    shape::axes(axes, t.rank())?;
    let places = [shape::axis(rows, t.rank())?, shape::axis(columns, t.rank())?];
    let x = movedim(&cast(t, linalg::real_dtype(t.dtype()))?, axes, &[-2, -1])?;
    let sums = |along: i64| reduce(ReduceOp::Sum, &unary(UnaryOp::Abs, &x)?, &[along], false);
    let last = |op: ReduceOp, t: &Tensor| reduce(op, t, &[-1], false);
    let result = match which {
        MatrixNormOrder::Fro => norm(&x, 2.0, &[-2, -1], false)?,
        MatrixNormOrder::Nuc => last(ReduceOp::Sum, &svdvals(&x)?)?,
        MatrixNormOrder::Inf => last(ReduceOp::Max, &sums(-1)?)?,
        MatrixNormOrder::NegInf => last(ReduceOp::Min, &sums(-1)?)?,
        MatrixNormOrder::One => last(ReduceOp::Max, &sums(-2)?)?,
        MatrixNormOrder::NegOne => last(ReduceOp::Min, &sums(-2)?)?,
        MatrixNormOrder::Two => last(ReduceOp::Max, &svdvals(&x)?)?,
        MatrixNormOrder::NegTwo => last(ReduceOp::Min, &svdvals(&x)?)?,
    };
    if !keepdim {
        return Ok(result);
    }
    let [low, high] = [places[0].min(places[1]) as i64, places[0].max(places[1]) as i64];
    unsqueeze(&unsqueeze(&result, low)?, high)
}

/// The `p`-norm of vectors: [`norm`], with integers computed in float32.
pub fn vector_norm(t: &Tensor, p: f64, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    norm(&cast(t, linalg::real_dtype(t.dtype()))?, p, axes, keepdim)
}
