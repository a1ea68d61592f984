//! Matrix product: dA = dC Bᵀ and dB = Aᵀ dC, summed over broadcast batches.

use super::node::Rule;
use super::saved::{Operand, Saved, check, need};
use super::sink::Sink;
use super::tape::Recorder;
use crate::error::Result;
use crate::ops;
use crate::tensor::Tensor;

/// [`ops::matmul`], recorded.
pub fn matmul(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([a, b])? else { return ops::matmul(a, b) };
    let rule = MatmulRule {
        operands: [Operand::of(a), Operand::of(b)],
        a: Saved::when(on.has(b), a),
        b: Saved::when(on.has(a), b),
    };
    on.two(ops::matmul(a, b)?, a, b, Box::new(rule))
}

/// A matrix product. Each operand is saved if the gradient of the other is wanted.
struct MatmulRule {
    operands: [Operand; 2],
    a: Option<Saved>,
    b: Option<Saved>,
}

impl Rule for MatmulRule {
    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let [a_like, b_like] = &self.operands;
        // A vector on the left is a row, one on the right a column. The result lacks that
        // dimension.
        let grad = if b_like.shape.rank() == 1 { grad.unsqueeze_view(-1)? } else { grad };
        let grad = if a_like.shape.rank() == 1 { grad.unsqueeze(-2)? } else { grad };
        if sink.wants(0) {
            let b = as_matrix(need(&self.b, "matmul")?, -1)?;
            sink.give(0, fit(ops::matmul(&grad, &b.transpose_view(-1, -2)?)?, a_like, 0)?)?;
        }
        if sink.wants(1) {
            let a = as_matrix(need(&self.a, "matmul")?, 0)?;
            sink.give(1, fit(right(&a, &grad, b_like)?, b_like, -1)?)?;
        }
        Ok(())
    }

    fn check_saved(&self, wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([self.a.as_ref().filter(|_| wants(1)), self.b.as_ref().filter(|_| wants(0))], "matmul")
    }
}

/// Aᵀ dC. If a single matrix on the right was multiplied by every batch on the left, the batches
/// are stacked to the rows of one product.
fn right(a: &Tensor, grad: &Tensor, b_like: &Operand) -> Result<Tensor> {
    if b_like.shape.rank() <= 2 && a.rank() > 2 {
        let (a, grad) = (rows(a)?, rows(grad)?);
        return ops::matmul(&a.transpose_view(0, 1)?, &grad);
    }
    ops::matmul(&a.transpose_view(-1, -2)?, grad)
}

/// Stacks the rows of all batches into one matrix.
fn rows(t: &Tensor) -> Result<Tensor> {
    let (last, before) = t.shape().split_last().expect("a matrix has two dimensions");
    ops::reshape(t, &[before.iter().product(), *last])
}

/// A vector as a matrix, its new dimension at `axis`.
fn as_matrix(t: &Tensor, axis: i64) -> Result<Tensor> {
    if t.rank() == 1 { t.unsqueeze_view(axis) } else { Ok(t.untracked()) }
}

/// The gradient of an operand from the gradient of its matrix. If the operand is a vector, the
/// matrix has an extra dimension at `axis`.
fn fit(grad: Tensor, like: &Operand, axis: i64) -> Result<Tensor> {
    if like.shape.rank() != 1 {
        return like.reduce(grad);
    }
    like.reduce(grad.select_view(if axis == 0 { -2 } else { -1 }, 0)?)
}
