//! Elementwise operations of tensors: `binary`, `unary`, `where_`.
//!
//! At a tie, `maximum` and `minimum` give each side half, and `relu` and `abs` give 0 at 0:
//! PyTorch's choices.

use super::node::Rule;
use super::origin::Origin;
use super::saved::{Operand, Saved, check, need};
use super::sink::Sink;
use super::slopes;
use super::tape::Recorder;
use crate::error::Result;
use crate::ops::grad::{self, Reads, Side};
use crate::ops::{self, BinaryOp, UnaryOp};
use crate::tensor::{Shape, Tensor};
use std::sync::Arc;

/// [`ops::binary`], recorded.
pub fn binary(op: BinaryOp, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([a, b])? else { return ops::binary(op, a, b) };
    let operands = [Operand::of(a), Operand::of(b)];
    let rule: Arc<dyn Rule> = match op {
        BinaryOp::Add => Arc::new(AddRule(operands)),
        BinaryOp::Sub => Arc::new(SubRule(operands)),
        BinaryOp::Mul => {
            let (x, y) = (Saved::when(on.has(b), a), Saved::when(on.has(a), b));
            Arc::new(BinaryRule { op, operands, x, y })
        }
        BinaryOp::Div | BinaryOp::Pow | BinaryOp::Maximum | BinaryOp::Minimum => {
            let x = Saved::when(on.has(b) || op != BinaryOp::Div, a);
            Arc::new(BinaryRule { op, operands, x, y: Some(Saved::new(b)) })
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
    on.one(out, t, Arc::new(UnaryRule { op, value }))
}

/// [`ops::where_`], recorded. The condition has no gradient.
pub fn where_(cond: &Tensor, a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([a, b])? else { return ops::where_(cond, a, b) };
    let rule = WhereRule { cond: Saved::new(cond), operands: [Operand::of(a), Operand::of(b)] };
    on.two(ops::where_(cond, a, b)?, a, b, Arc::new(rule))
}

/// d(a + b) = da + db.
struct AddRule([Operand; 2]);

impl Rule for AddRule {
    fn name(&self) -> &'static str {
        "add"
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let [a, b] = &self.0;
        if !sink.wants(1) {
            return sink.give(0, a.reduce(grad)?);
        }
        if sink.wants(0) {
            sink.give(0, a.reduce(grad.clone())?)?;
        }
        sink.give(1, b.reduce(grad)?)
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        self.backward(grad, sink)
    }
}

/// d(a - b) = da - db.
struct SubRule([Operand; 2]);

impl Rule for SubRule {
    fn name(&self) -> &'static str {
        "sub"
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let [a, b] = &self.0;
        if sink.wants(1) {
            // Negate after the sum, which has fewer elements if the operand was broadcast.
            let sum = b.reduce(grad.clone())?;
            sink.give(1, unary(UnaryOp::Neg, &sum)?)?;
        }
        if sink.wants(0) {
            sink.give(0, a.reduce(grad)?)?;
        }
        Ok(())
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        self.backward(grad, sink)
    }
}

/// A binary operation whose gradients read its operands.
struct BinaryRule {
    op: BinaryOp,
    operands: [Operand; 2],
    x: Option<Saved>,
    y: Option<Saved>,
}

impl Rule for BinaryRule {
    fn name(&self) -> &'static str {
        self.op.name()
    }

    fn derive(&self, grad: Tensor, origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let name = self.name();
        let again = |k: usize, saved: &Option<Saved>| -> Result<Option<Tensor>> {
            saved.as_ref().map(|saved| Ok(origin.input(k, saved.get(name)?))).transpose()
        };
        let (x, y) = (again(0, &self.x)?, again(1, &self.y)?);
        let (x, y) = (x.as_ref(), y.as_ref());
        let expected = "the recorder saved every value that a wanted gradient reads";
        for (k, side) in [(0, Side::Left), (1, Side::Right)] {
            if !sink.wants(k) {
                continue;
            }
            let of_side = match (self.op, side) {
                (BinaryOp::Mul, Side::Left) => binary(BinaryOp::Mul, &grad, y.expect(expected))?,
                (BinaryOp::Mul, Side::Right) => binary(BinaryOp::Mul, &grad, x.expect(expected))?,
                (BinaryOp::Div, Side::Left) => binary(BinaryOp::Div, &grad, y.expect(expected))?,
                (op, side) => slopes::of_binary(op, side, &grad, x.expect(expected), y.expect(expected))?,
            };
            sink.give(k, self.operands[k].reduce(of_side)?)?;
        }
        Ok(())
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        if sink.wants(0) {
            sink.give(0, self.operands[0].reduce(self.left(&grad)?)?)?;
        }
        if sink.wants(1) {
            sink.give(1, self.operands[1].reduce(self.right(grad)?)?)?;
        }
        Ok(())
    }

    fn check_saved(&self, wants: &dyn Fn(usize) -> bool) -> Result<()> {
        // The gradient of a product reads the other factor; that of a quotient always reads the
        // divisor.
        let reads_left = wants(1) || !matches!(self.op, BinaryOp::Mul | BinaryOp::Div);
        let reads_right = wants(0) || self.op != BinaryOp::Mul;
        check([self.x.as_ref().filter(|_| reads_left), self.y.as_ref().filter(|_| reads_right)], self.name())
    }
}

impl BinaryRule {
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
}

/// A unary operation. `value` is what its gradient reads: the operand, the result, or nothing.
struct UnaryRule {
    op: UnaryOp,
    value: Option<Saved>,
}

impl Rule for UnaryRule {
    fn name(&self) -> &'static str {
        self.op.name()
    }

    fn derive(&self, grad: Tensor, origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let Some(value) = &self.value else { return sink.give(0, unary(UnaryOp::Neg, &grad)?) };
        let value = value.get(self.name())?;
        let again = match grad::unary_reads(self.op) {
            Reads::Result => origin.result(value),
            _ => origin.input(0, value),
        };
        sink.give(0, slopes::of_unary(self.op, &grad, &again)?)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let grad = match &self.value {
            None => ops::unary(UnaryOp::Neg, &grad)?,
            Some(value) => grad::unary(self.op, grad, value.get(self.name())?)?,
        };
        sink.give(0, grad)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([self.value.as_ref()], self.name())
    }
}

/// Gives each element's gradient to the side that the element was taken from.
struct WhereRule {
    cond: Saved,
    operands: [Operand; 2],
}

impl Rule for WhereRule {
    fn name(&self) -> &'static str {
        "where"
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        self.backward(grad, sink)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let cond = self.cond.get("where")?;
        let zero = Tensor::zeroed(grad.device(), grad.dtype(), &Shape::scalar())?;
        if sink.wants(0) {
            sink.give(0, self.operands[0].reduce(where_(cond, &grad, &zero)?)?)?;
        }
        if sink.wants(1) {
            sink.give(1, self.operands[1].reduce(where_(cond, &zero, &grad)?)?)?;
        }
        Ok(())
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.cond)], "where")
    }
}
