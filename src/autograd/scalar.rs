//! Operations of a tensor and a number: `binary_scalar` and, with the number on the left,
//! `scalar_binary`.

use super::elementwise::unary;
use super::node::{Rule, Same};
use super::origin::Origin;
use super::saved::{Saved, check, need};
use super::sink::Sink;
use super::slopes;
use super::tape::Recorder;
use crate::error::Result;
use crate::ops::grad::{self, Side};
use crate::ops::{self, BinaryOp, UnaryOp};
use crate::tensor::{Scalar, Tensor};
use std::sync::Arc;

/// [`ops::binary_scalar`], recorded.
pub fn binary_scalar(op: BinaryOp, a: &Tensor, value: impl Into<Scalar>) -> Result<Tensor> {
    let value = value.into();
    let Some(on) = Recorder::of([a])? else { return ops::binary_scalar(op, a, value) };
    let rule: Arc<dyn Rule> = match op {
        BinaryOp::Add | BinaryOp::Sub => Arc::new(Same),
        BinaryOp::Mul | BinaryOp::Div => Arc::new(ScalarRule { op, value, saved: None, side: Side::Left }),
        BinaryOp::Pow | BinaryOp::Maximum | BinaryOp::Minimum => {
            Arc::new(ScalarRule { op, value, saved: Some(Saved::new(a)), side: Side::Left })
        }
    };
    on.one(ops::binary_scalar(op, a, value)?, a, rule)
}

/// [`ops::scalar_binary`], recorded.
pub fn scalar_binary(op: BinaryOp, value: impl Into<Scalar>, a: &Tensor) -> Result<Tensor> {
    let value = value.into();
    let Some(on) = Recorder::of([a])? else { return ops::scalar_binary(op, value, a) };
    let rule: Arc<dyn Rule> = match op {
        BinaryOp::Add => Arc::new(Same),
        BinaryOp::Sub | BinaryOp::Mul => Arc::new(ScalarRule { op, value, saved: None, side: Side::Right }),
        BinaryOp::Div | BinaryOp::Pow | BinaryOp::Maximum | BinaryOp::Minimum => {
            Arc::new(ScalarRule { op, value, saved: Some(Saved::new(a)), side: Side::Right })
        }
    };
    on.one(ops::scalar_binary(op, value, a)?, a, rule)
}

/// An operation with a number whose gradient is not just passed on.
struct ScalarRule {
    op: BinaryOp,
    value: Scalar,
    saved: Option<Saved>,
    /// On which side the tensor was.
    side: Side,
}

impl Rule for ScalarRule {
    fn name(&self) -> &'static str {
        self.op.name()
    }

    fn derive(&self, grad: Tensor, origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let grad = match (self.op, &self.saved) {
            (BinaryOp::Sub, _) => unary(UnaryOp::Neg, &grad)?,
            (BinaryOp::Mul | BinaryOp::Div, None) => binary_scalar(self.op, &grad, self.value)?,
            _ => {
                let x = origin.input(0, need(&self.saved, self.name())?);
                slopes::of_scalar(self.op, self.side, &grad, &x, self.value)?
            }
        };
        sink.give(0, grad)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let grad = match (self.op, &self.saved) {
            (BinaryOp::Sub, _) => ops::unary(UnaryOp::Neg, &grad)?,
            (BinaryOp::Mul | BinaryOp::Div, None) => ops::binary_scalar(self.op, &grad, self.value)?,
            _ => grad::scalar(self.op, self.side, grad, need(&self.saved, self.name())?, self.value)?,
        };
        sink.give(0, grad)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([self.saved.as_ref()], self.name())
    }
}
