//! Dropout of elements, and of whole channels.

use super::kind::{kind, of_axes, probability};
use crate::autograd::{self, nn};
use crate::error::{Error, Result};
use crate::nn::module::Module;
use crate::ops::{self, BinaryOp};
use crate::tensor::{Shape, shape};
use std::sync::Arc;

/// In training, sets each element to 0 with probability `p`, and divides the others by `1 - p`.
pub fn dropout(p: f64) -> Result<Arc<Module>> {
    probability("p", p)?;
    Ok(kind("Dropout", format!("p={p:?}"), Vec::new(), move |call, x| nn::dropout(x, p, call.is_training())))
}

/// The same of whole channels of `[N, C, ...]` with `N` more axes, or of `[C, ...]`.
pub fn dropout_channels<const N: usize>(p: f64) -> Result<Arc<Module>> {
    probability("p", p)?;
    let name = of_axes::<N>(["Dropout1d", "Dropout2d", "Dropout3d"]);
    Ok(kind(name, format!("p={p:?}"), Vec::new(), move |call, x| {
        if x.rank() != N + 1 && x.rank() != N + 2 {
            let got = shape::display(x.shape());
            return Err(Error::shape(format!("{name}: a shape of {got} has not {} or {} axes", N + 1, N + 2)));
        }
        if !call.is_training() || p == 0.0 {
            return Ok(x.clone());
        }
        let mut dims = x.shape().to_vec();
        dims[x.rank() - N..].fill(1);
        let ones = ops::full(x.device(), x.dtype(), 1.0, &Shape::new(&dims)?)?;
        autograd::binary(BinaryOp::Mul, x, &nn::dropout(&ones, p, true)?)
    }))
}
