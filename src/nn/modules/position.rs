//! `PositionalEncoding`: adds the position of each step to its features, by waves of many lengths
//! (Vaswani et al., 2017).

use super::kind::{at_least_one, kind, probability};
use crate::autograd::{self, nn};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::nn::module::{Module, Role, Slot};
use crate::ops::{self, BinaryOp, RealOp, UnaryOp};
use crate::tensor::{DType, Tensor, shape};
use std::sync::Arc;

/// The base of the wave lengths, which is that of the paper.
const BASE: f64 = 10_000.0;

/// Adds `sin(p / 10000^(2i / width))` to feature `2i` of step `p`, and the cosine to feature
/// `2i + 1`; then dropout. The table for `most` steps is a buffer `pe`.
pub fn positional_encoding(width: i64, drop: f64, most: i64, batch_first: bool) -> Result<Arc<Module>> {
    at_least_one("d_model", width)?;
    at_least_one("max_len", most)?;
    probability("dropout", drop)?;
    let axis = if batch_first { 0 } else { 1 };
    let slots = vec![Slot::new("pe", Role::Buffer, table(width, most)?.unsqueeze_view(axis)?)];
    let settings = format!("{width}, dropout={drop:?}, max_len={most}");
    Ok(kind("PositionalEncoding", settings, slots, move |call, x| {
        let is_right = (x.rank() == 2 || x.rank() == 3) && x.shape()[x.rank() - 1] == width;
        let at = if x.rank() == 3 && batch_first { 1 } else { 0 };
        if !is_right || x.shape()[at] > most {
            let (got, batch) = (shape::display(x.shape()), if batch_first { "N,L" } else { "L,N" });
            return Err(Error::shape(format!(
                "PositionalEncoding: a shape of {got} is not [{batch},{width}] or [L,{width}] of at most {most} steps"
            )));
        }
        let table = autograd::narrow(&call.value(0), 1 - axis, 0, x.shape()[at])?;
        let table = if x.rank() == 3 { table } else { autograd::squeeze(&table, axis)? };
        let sum = autograd::binary(BinaryOp::Add, x, &table)?;
        if call.is_training() && drop > 0.0 { nn::dropout(&sum, drop, true) } else { Ok(sum) }
    }))
}

/// The waves, `[most, width]`, computed in float64.
fn table(width: i64, most: i64) -> Result<Tensor> {
    let numbers = |end: i64, step: i64| ops::arange(Device::Cpu, DType::F64, 0i64, end, step);
    let rates = ops::binary_scalar(BinaryOp::Mul, &numbers(width, 2)?, -BASE.ln() / width as f64)?;
    let rates = ops::unary(UnaryOp::Exp, &rates)?;
    let angles = ops::binary(BinaryOp::Mul, &numbers(most, 1)?.unsqueeze_view(1)?, &rates)?;
    let (sines, cosines) = (ops::real(RealOp::Sin, &angles)?, ops::real(RealOp::Cos, &angles)?);
    let pairs = autograd::stack(&[&sines, &cosines], 2)?;
    let flat = ops::reshape(&pairs, &[most, 2 * pairs.shape()[1]])?;
    ops::contiguous(&ops::cast(&flat.slice_view(1, 0, width, 1)?, DType::F32)?)
}
