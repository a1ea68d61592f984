//! Reductions: `sum`, `mean`, `max`, `min`.
//!
//! Equal largest (or smallest) elements share the gradient evenly, as PyTorch's `amax` and `amin`
//! do.

use super::elementwise::{binary, where_};
use super::node::Rule;
use super::origin::Origin;
use super::saved::{Operand, Saved, check};
use super::scalar::binary_scalar;
use super::sink::Sink;
use super::tape::Recorder;
use super::views::{cast, expand, reshape};
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, CompareOp, ReduceOp};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor, shape};
use std::sync::Arc;

/// [`ops::reduce`], recorded.
pub fn reduce(op: ReduceOp, t: &Tensor, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return ops::reduce(op, t, axes, keepdim) };
    match op {
        ReduceOp::Prod => return product(on, t, axes, keepdim),
        // These do not change if the operand changes a little, so they have no gradient.
        ReduceOp::All | ReduceOp::Any | ReduceOp::CountNonzero => return ops::reduce(op, t, axes, keepdim),
        ReduceOp::Sum | ReduceOp::Mean | ReduceOp::Max | ReduceOp::Min => {}
    }
    let input = Saved::when(matches!(op, ReduceOp::Max | ReduceOp::Min), t);
    let out = ops::reduce(op, t, axes, keepdim)?;
    let extremes = input.map(|input| (input, Saved::new(&out)));
    let rule = ReduceRule { op, operand: Operand::of(t), reduced: shape::axes(axes, t.rank())?, extremes };
    on.one(out, t, Arc::new(rule))
}

/// [`reduce`] of the elements cast to `dtype`, which is also the dtype of the result. Integers
/// wrap; a bool result is true if the value is not 0.
///
/// Errors: `DTYPE_MISMATCH` for a mean in a dtype that is not floating-point.
pub fn reduce_as(op: ReduceOp, t: &Tensor, dtype: DType, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    if op == ReduceOp::Mean && !dtype.is_float() {
        return Err(Error::dtype(format!("a mean in {dtype} is not defined: name a floating-point type")));
    }
    cast(&reduce(op, &cast(t, dtype)?, axes, keepdim)?, dtype)
}

fn product(on: Recorder<'_>, t: &Tensor, axes: &[i64], keepdim: bool) -> Result<Tensor> {
    let out = ops::reduce(ReduceOp::Prod, t, axes, keepdim)?;
    let rule = ProductRule { x: Saved::new(t), reduced: shape::axes(axes, t.rank())? };
    on.one(out, t, Arc::new(rule))
}

/// A product over the dimensions whose bits are set in `reduced`: the gradient of each factor is
/// the product of the others, also where factors are 0.
struct ProductRule {
    x: Saved,
    reduced: u16,
}

impl Rule for ProductRule {
    fn name(&self) -> &'static str {
        "prod"
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let x = self.x.get("prod")?;
        let rank = x.rank();
        let (kept, gone): (Vec<usize>, Vec<usize>) = (0..rank).partition(|i| self.reduced & (1 << i) == 0);
        let order: Vec<i64> = kept.iter().chain(&gone).map(|&i| i as i64).collect();
        let turned = x.permute_view(&order)?;
        let results = grad.size() as i64;
        let factors = if results == 0 { 0 } else { x.size() as i64 / results };
        let rows = ops::reshape(&turned, &[results, factors])?;
        // The product is the last element of a cumulative product.
        let last = ops::pad_constant(&ops::reshape(&grad, &[results, 1])?, &[(factors - 1).max(0), 0], 0.0)?;
        let slopes = if factors == 0 { rows } else { ops::cumprod_gradient(&last, &rows, 1)? };
        let mut back = vec![0; rank];
        order.iter().enumerate().for_each(|(place, &axis)| back[axis as usize] = place as i64);
        sink.give(0, ops::reshape(&slopes, turned.shape())?.permute_view(&back)?)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.x)], "prod")
    }
}

/// A reduction over the dimensions whose bits are set in `reduced`.
struct ReduceRule {
    op: ReduceOp,
    operand: Operand,
    reduced: u16,
    /// Operand and result of `max` and `min`.
    extremes: Option<(Saved, Saved)>,
}

impl Rule for ReduceRule {
    fn name(&self) -> &'static str {
        self.op.name()
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        self.backward(grad, sink)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let kept = self.kept_shape();
        let grad = reshape(&grad, &kept)?;
        let grad = match (self.op, &self.extremes) {
            (ReduceOp::Max | ReduceOp::Min, Some((input, out))) => {
                self.to_extremes(&grad, &kept, input.get(self.name())?, out.get(self.name())?)?
            }
            (ReduceOp::Mean, _) => {
                // Divide before expanding: the mean of no elements has a count of 0 and no elements
                // that receive a gradient.
                let count = self.operand.shape.elements() / kept.elements().max(1);
                expand(&binary_scalar(BinaryOp::Div, &grad, count.max(1) as f64)?, &self.operand.shape)?
            }
            _ => expand(&grad, &self.operand.shape)?,
        };
        sink.give(0, grad)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        self.extremes.iter().try_for_each(|(input, out)| check([Some(input), Some(out)], self.name()))
    }
}

impl ReduceRule {
    /// The operand's shape with a 1 for every reduced dimension.
    fn kept_shape(&self) -> Shape {
        let mut dims = [1i64; MAX_RANK];
        for (i, &size) in self.operand.shape.iter().enumerate() {
            if self.reduced & (1 << i) == 0 {
                dims[i] = size;
            }
        }
        Shape::of(&dims[..self.operand.shape.rank()])
    }

    /// Divides the gradient evenly among the elements that are equal to the result.
    fn to_extremes(&self, grad: &Tensor, kept: &Shape, input: &Tensor, out: &Tensor) -> Result<Tensor> {
        let chosen = ops::compare(CompareOp::Eq, input, &ops::reshape(out, kept)?)?;
        let axes: Vec<i64> =
            (0..self.operand.shape.rank()).filter(|i| self.reduced & (1 << i) != 0).map(|i| i as i64).collect();
        if axes.is_empty() {
            return Ok(grad.clone());
        }
        let computed_in = grad.dtype().computed_in();
        let count = ops::cast(&ops::reduce(ReduceOp::Sum, &chosen, &axes, true)?, computed_in)?;
        let share = cast(&binary(BinaryOp::Div, &cast(grad, computed_in)?, &count)?, grad.dtype())?;
        let zero = Tensor::zeroed(grad.device(), grad.dtype(), &Shape::scalar())?;
        where_(&chosen, &share, &zero)
    }
}
