//! Elementwise operations of tensors: `binary`, `unary`, `where_`.
//!
//! At a tie, `maximum` and `minimum` give each side half, and `relu` and `abs` give 0 at 0: PyTorch's choices.

use super::backward::Sink;
use super::node::{Operand, Rule, Saved, need};
use super::tape::Recorder;
use crate::error::Result;
use crate::ops::grad::{self, Reads, Side};
use crate::ops::{self, BinaryOp, UnaryOp};
use crate::tensor::{Shape, Tensor};

/// [`ops::binary`], recorded.
pub fn binary(op: BinaryOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([a, b])? else { return ops::binary(op, a, b) };
    let operands = [Operand::of(a), Operand::of(b)];
    let rule = match op {
        BinaryOp::Add => Rule::Add(Box::new(operands)),
        BinaryOp::Sub => Rule::Sub(Box::new(operands)),
        BinaryOp::Mul => {
            let (x, y) = (Saved::when(on.has(b), a), Saved::when(on.has(a), b));
            Rule::Binary(Box::new(BinaryRule { op, operands, x, y }))
        }
        BinaryOp::Div | BinaryOp::Pow | BinaryOp::Maximum | BinaryOp::Minimum => {
            let x = Saved::when(on.has(b) || op != BinaryOp::Div, a);
            Rule::Binary(Box::new(BinaryRule { op, operands, x, y: Some(Saved::new(b)) }))
        }
    };
    on.two(ops::binary(op, a, b)?, a, b, rule)
}

/// [`ops::unary`], recorded.
pub fn unary(op: UnaryOp, t: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return ops::unary(op, t) };
    let reads = grad::unary_reads(op);
    let operand = Saved::when(reads == Reads::Operand, t);
    let out = ops::unary(op, t)?;
    let value = operand.or_else(|| Saved::when(reads == Reads::Result, &out));
    on.one(out, t, Rule::Unary(Box::new(UnaryRule { op, value })))
}

/// [`ops::where_`], recorded. The condition has no gradient.
pub fn where_(cond: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([a, b])? else { return ops::where_(cond, a, b) };
    let rule = WhereRule { cond: Saved::new(cond), operands: [Operand::of(a), Operand::of(b)] };
    on.two(ops::where_(cond, a, b)?, a, b, Rule::Where(Box::new(rule)))
}

/// d(a + b) = da + db.
pub(super) fn add_backward(operands: &[Operand; 2], grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
    if !sink.wants(1) {
        return sink.give(0, operands[0].reduce(grad)?);
    }
    if sink.wants(0) {
        sink.give(0, operands[0].reduce(grad.clone())?)?;
    }
    sink.give(1, operands[1].reduce(grad)?)
}

/// d(a - b) = da - db.
pub(super) fn sub_backward(operands: &[Operand; 2], grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
    if sink.wants(1) {
        // Negated after the sum, which is the smaller of the two when it was broadcast.
        let sum = operands[1].reduce(grad.clone())?;
        sink.give(1, ops::unary(UnaryOp::Neg, &sum)?)?;
    }
    if sink.wants(0) {
        sink.give(0, operands[0].reduce(grad)?)?;
    }
    Ok(())
}

/// A binary operation whose gradients read its operands.
pub(super) struct BinaryRule {
    op: BinaryOp,
    operands: [Operand; 2],
    pub(super) x: Option<Saved>,
    pub(super) y: Option<Saved>,
}

impl BinaryRule {
    pub fn backward(self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        if sink.wants(0) {
            sink.give(0, self.operands[0].reduce(self.left(&grad)?)?)?;
        }
        if sink.wants(1) {
            sink.give(1, self.operands[1].reduce(self.right(grad)?)?)?;
        }
        Ok(())
    }

    /// Whether the left operand is read for the inputs that are asked for.
    pub(super) fn reads_left(&self, wants: impl Fn(usize) -> bool) -> bool {
        wants(1) || !matches!(self.op, BinaryOp::Mul | BinaryOp::Div)
    }

    /// Whether the right one is.
    pub(super) fn reads_right(&self, wants: impl Fn(usize) -> bool) -> bool {
        wants(0) || self.op != BinaryOp::Mul
    }

    /// The gradient of the left operand before it is summed back to its shape.
    fn left(&self, grad: &Tensor) -> Result<Tensor> {
        let name = self.name();
        match self.op {
            BinaryOp::Mul => ops::binary(BinaryOp::Mul, grad, need(&self.y, name)?),
            BinaryOp::Div => ops::binary(BinaryOp::Div, grad, need(&self.y, name)?),
            _ => grad::binary(self.op, Side::Left, grad.clone(), need(&self.x, name)?, need(&self.y, name)?),
        }
    }

    /// The gradient of the right operand before it is summed back to its shape.
    fn right(&self, grad: Tensor) -> Result<Tensor> {
        let name = self.name();
        match self.op {
            BinaryOp::Mul => ops::binary(BinaryOp::Mul, &grad, need(&self.x, name)?),
            _ => grad::binary(self.op, Side::Right, grad, need(&self.x, name)?, need(&self.y, name)?),
        }
    }

    pub(super) fn name(&self) -> &'static str {
        match self.op {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "sub",
            BinaryOp::Mul => "mul",
            BinaryOp::Div => "div",
            BinaryOp::Pow => "pow",
            BinaryOp::Maximum => "maximum",
            BinaryOp::Minimum => "minimum",
        }
    }
}

/// A unary operation; `value` is what its gradient reads: the operand, the result or nothing.
pub(super) struct UnaryRule {
    op: UnaryOp,
    pub(super) value: Option<Saved>,
}

impl UnaryRule {
    pub fn backward(self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let grad = match &self.value {
            None => ops::unary(UnaryOp::Neg, &grad)?,
            Some(value) => grad::unary(self.op, grad, value.get(self.name())?)?,
        };
        sink.give(0, grad)
    }

    pub(super) fn name(&self) -> &'static str {
        self.op.name()
    }
}

/// Each element's gradient goes to the side it was taken from.
pub(super) struct WhereRule {
    pub(super) cond: Saved,
    operands: [Operand; 2],
}

impl WhereRule {
    pub fn backward(self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let cond = self.cond.get("where")?;
        let zero = Tensor::zeros(grad.device(), grad.dtype(), &Shape::scalar())?;
        if sink.wants(0) {
            sink.give(0, self.operands[0].reduce(ops::where_(cond, &grad, &zero)?)?)?;
        }
        if sink.wants(1) {
            sink.give(1, self.operands[1].reduce(ops::where_(cond, &zero, &grad)?)?)?;
        }
        Ok(())
    }
}
