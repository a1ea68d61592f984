//! Operations in place. They return nothing: the receiver is the caller's as before. Writing through a view writes the
//! storage that all its windows share. A receiver on a tape is `INVALID_ARGUMENT`; one whose elements overlap too.

use crate::api::resource::tensor;
use crate::autograd;
use crate::error::Result;
use crate::ops::{self, BinaryOp};

/// `t += other`, which broadcasts to `t`. `DTYPE_MISMATCH` when the result would be a float and `t` is not.
pub fn add_in_place(t: u64, other: u64) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::check_in_place(&t)?;
    ops::binary_in_place(BinaryOp::Add, &t, &other)
}

/// `t += value`.
pub fn add_scalar_in_place(t: u64, value: f64) -> Result<()> {
    let t = tensor(t)?;
    autograd::check_in_place(&t)?;
    ops::binary_scalar_in_place(BinaryOp::Add, &t, value)
}

/// `t -= other`, which broadcasts to `t`. `DTYPE_MISMATCH` when the result would be a float and `t` is not.
pub fn sub_in_place(t: u64, other: u64) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::check_in_place(&t)?;
    ops::binary_in_place(BinaryOp::Sub, &t, &other)
}

/// `t -= value`.
pub fn sub_scalar_in_place(t: u64, value: f64) -> Result<()> {
    let t = tensor(t)?;
    autograd::check_in_place(&t)?;
    ops::binary_scalar_in_place(BinaryOp::Sub, &t, value)
}

/// `t *= other`, which broadcasts to `t`. `DTYPE_MISMATCH` when the result would be a float and `t` is not.
pub fn mul_in_place(t: u64, other: u64) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::check_in_place(&t)?;
    ops::binary_in_place(BinaryOp::Mul, &t, &other)
}

/// `t *= value`.
pub fn mul_scalar_in_place(t: u64, value: f64) -> Result<()> {
    let t = tensor(t)?;
    autograd::check_in_place(&t)?;
    ops::binary_scalar_in_place(BinaryOp::Mul, &t, value)
}

/// `t /= other`, which broadcasts to `t`. `DTYPE_MISMATCH` when the result would be a float and `t` is not.
pub fn div_in_place(t: u64, other: u64) -> Result<()> {
    let (t, other) = (tensor(t)?, tensor(other)?);
    autograd::check_in_place(&t)?;
    ops::binary_in_place(BinaryOp::Div, &t, &other)
}

/// `t /= value`.
pub fn div_scalar_in_place(t: u64, value: f64) -> Result<()> {
    let t = tensor(t)?;
    autograd::check_in_place(&t)?;
    ops::binary_scalar_in_place(BinaryOp::Div, &t, value)
}

/// Every element becomes `value`, cast to the dtype.
pub fn fill(t: u64, value: f64) -> Result<()> {
    let t = tensor(t)?;
    autograd::check_in_place(&t)?;
    ops::fill(&t, value)
}

/// Every element becomes 0.
pub fn zero(t: u64) -> Result<()> {
    fill(t, 0.0)
}
