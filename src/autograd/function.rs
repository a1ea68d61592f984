//! Functions of one and of two real numbers: `real` and `pair`.

use super::elementwise::{binary, unary, where_};
use super::in_place::unsupported;
use super::node::Rule;

use super::origin::Origin;
use super::saved::{Operand, Saved, check};
use super::sink::Sink;
use super::slopes;
use super::tape::Recorder;
use super::views::cast;
use crate::error::Result;
use crate::ops::{self, BinaryOp, CompareOp, LogicOp, PairOp, RealOp, UnaryOp};
use crate::tensor::{Scalar, Tensor};
use std::sync::Arc;

/// [`ops::real`], recorded.
pub fn real(op: RealOp, t: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return ops::real(op, t) };
    let is_flat = matches!(
        op,
        RealOp::Floor | RealOp::Ceil | RealOp::Round | RealOp::RoundTo { .. } | RealOp::Trunc | RealOp::Sign
    );
    let rule: Arc<dyn Rule> = if is_flat { Arc::new(FlatRule) } else { Arc::new(RealRule { op, x: Saved::new(t) }) };
    on.one(ops::real(op, t)?, t, rule)
}

/// [`ops::pair`], recorded. `floor_divide` has no gradient.
pub fn pair(op: PairOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    if op == PairOp::FloorDivide {
        unsupported(op.name(), &[a, b])?;
    }
    let Some(on) = Recorder::of([a, b])? else { return ops::pair(op, a, b) };
    let rule = PairRule { op, operands: [Operand::of(a), Operand::of(b)], a: Saved::new(a), b: Saved::new(b) };
    on.two(ops::pair(op, a, b)?, a, b, Arc::new(rule))
}

/// [`pair`] with a number, which is the left operand if `reversed`.
pub fn pair_scalar(op: PairOp, t: &Tensor, value: Scalar, reversed: bool) -> Result<Tensor> {
    let number = ops::number_for(op, t, value)?;
    if reversed { pair(op, &number, t) } else { pair(op, t, &number) }
}

/// [`ops::next_after`], which has no gradient.
pub fn next_after(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    unsupported("nextafter", &[a, b])?;
    ops::next_after(a, b)
}

/// A function of one number; its gradient reads that operand.
struct RealRule {
    op: RealOp,
    x: Saved,
}

impl Rule for RealRule {
    fn name(&self) -> &'static str {
        self.op.name()
    }

    fn derive(&self, grad: Tensor, origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let x = origin.input(0, self.x.get(self.name())?);
        sink.give(0, slopes::of_real(self.op, &grad, &x)?)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        sink.give(0, ops::real_gradient(self.op, grad, self.x.get(self.op.name())?)?)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.x)], self.op.name())
    }
}

/// A piecewise constant function, whose gradient is 0.
struct FlatRule;

impl Rule for FlatRule {
    fn name(&self) -> &'static str {
        "round"
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        self.backward(grad, sink)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        sink.give(0, Tensor::zeroed(grad.device(), grad.dtype(), &grad.to_shape())?)
    }
}

/// A function of two numbers; its gradients read both operands.
struct PairRule {
    op: PairOp,
    operands: [Operand; 2],
    a: Saved,
    b: Saved,
}

impl Rule for PairRule {
    fn name(&self) -> &'static str {
        self.op.name()
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        self.give(&grad, self.a.get(self.name())?, self.b.get(self.name())?, sink)
    }

    fn derive(&self, grad: Tensor, origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let (a, b) = (self.a.get(self.name())?, self.b.get(self.name())?);
        self.give(&grad, &origin.input(0, a), &origin.input(1, b), sink)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.a), Some(&self.b)], self.op.name())
    }
}

impl PairRule {
    fn give(&self, grad: &Tensor, a: &Tensor, b: &Tensor, sink: &mut Sink<'_>) -> Result<()> {
        // Halves are computed in float32; `reduce` casts the result to the operand's dtype.
        let wide = |t: &Tensor| cast(t, t.dtype().computed_in());
        let (grad, a, b) = (wide(grad)?, &wide(a)?, &wide(b)?);
        if sink.wants(0) {
            sink.give(0, self.operands[0].reduce(left(self.op, &grad, a, b)?)?)?;
        }
        if sink.wants(1) {
            sink.give(1, self.operands[1].reduce(right(self.op, &grad, a, b)?)?)?;
        }
        Ok(())
    }
}

/// The gradient of the first operand before it is summed back to its shape.
fn left(op: PairOp, grad: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    match op {
        PairOp::FloorDivide => zeros(grad),
        PairOp::Remainder | PairOp::Fmod => Ok(grad.clone()),
        PairOp::Atan2 => mul(grad, &div(b, &square_sum(a, b)?)?),
        PairOp::Hypot => mul(grad, &div(a, &pair(PairOp::Hypot, a, b)?)?),
        PairOp::CopySign => {
            let sign = ops::real(RealOp::Sign, &a.untracked())?;
            let turned = ops::pair(PairOp::CopySign, &ops::number_beside(grad, 1.0)?, &b.untracked())?;
            mul(grad, &mul(&sign, &turned)?)
        }
        PairOp::LogAddExp => mul(grad, &unary(UnaryOp::Sigmoid, &sub(a, b)?)?),
        PairOp::Xlogy => {
            let none = ops::logic(
                LogicOp::And,
                &ops::compare_scalar(CompareOp::Eq, &a.untracked(), 0.0)?,
                &ops::compare_scalar(CompareOp::Le, &b.untracked(), 0.0)?,
            )?;
            where_(&none, &ops::number_beside(grad, 0.0)?, &mul(grad, &unary(UnaryOp::Log, b)?)?)
        }
    }
}

/// Like [`left`], for the second operand.
fn right(op: PairOp, grad: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    match op {
        PairOp::FloorDivide | PairOp::CopySign => zeros(grad),
        PairOp::Remainder => neg(&mul(grad, &ops::pair(PairOp::FloorDivide, &a.untracked(), &b.untracked())?)?),
        PairOp::Fmod => neg(&mul(grad, &ops::real(RealOp::Trunc, &div(&a.untracked(), &b.untracked())?)?)?),
        PairOp::Atan2 => neg(&mul(grad, &div(a, &square_sum(a, b)?)?)?),
        PairOp::Hypot => mul(grad, &div(b, &pair(PairOp::Hypot, a, b)?)?),
        PairOp::LogAddExp => mul(grad, &unary(UnaryOp::Sigmoid, &sub(b, a)?)?),
        PairOp::Xlogy => mul(grad, &div(a, b)?),
    }
}

fn zeros(grad: &Tensor) -> Result<Tensor> {
    Tensor::zeroed(grad.device(), grad.dtype(), &grad.to_shape())
}

fn square_sum(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    binary(BinaryOp::Add, &mul(a, a)?, &mul(b, b)?)
}

fn mul(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    binary(BinaryOp::Mul, a, b)
}

fn sub(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    binary(BinaryOp::Sub, a, b)
}

fn div(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    binary(BinaryOp::Div, a, b)
}

fn neg(t: &Tensor) -> Result<Tensor> {
    unary(UnaryOp::Neg, t)
}
