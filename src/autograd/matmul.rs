//! Matrix product: dA = dC Bᵀ and dB = Aᵀ dC, summed over broadcast batches.

use super::node::Rule;
use super::origin::Origin;
use super::saved::{Operand, Saved, check, need};
use super::sink::Sink;
use super::tape::Recorder;
use super::views::{reshape, select, transpose, unsqueeze};
use crate::error::Result;
use crate::ops;
use crate::tensor::Tensor;
use std::sync::Arc;

/// [`ops::matmul`], recorded.
pub fn matmul(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([a, b])? else { return ops::matmul(a, b) };
    let rule = MatmulRule {
        operands: [Operand::of(a), Operand::of(b)],
        a: Saved::when(on.has(b), a),
        b: Saved::when(on.has(a), b),
    };
    on.two(ops::matmul(a, b)?, a, b, Arc::new(rule))
}

/// A matrix product. Each operand is saved if the gradient of the other is wanted.
struct MatmulRule {
    operands: [Operand; 2],
    a: Option<Saved>,
    b: Option<Saved>,
}

impl Rule for MatmulRule {
    fn name(&self) -> &'static str {
        "matmul"
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        self.give(grad, |_, saved| need(saved, "matmul").map(Tensor::untracked), sink)
    }

    fn derive(&self, grad: Tensor, origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        self.give(grad, |k, saved| Ok(origin.input(k, need(saved, "matmul")?)), sink)
    }

    fn check_saved(&self, wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([self.a.as_ref().filter(|_| wants(1)), self.b.as_ref().filter(|_| wants(0))], "matmul")
    }
}

impl MatmulRule {
    /// `read` returns a saved operand by its number.
    fn give(
        &self,
        grad: Tensor,
        read: impl Fn(usize, &Option<Saved>) -> Result<Tensor>,
        sink: &mut Sink<'_>,
    ) -> Result<()> {
        let [a_like, b_like] = &self.operands;
        // A vector on the left is a row, one on the right a column. The result lacks that
        // dimension.
        let grad = if b_like.shape.rank() == 1 { unsqueeze(&grad, -1)? } else { grad };
        let grad = if a_like.shape.rank() == 1 { unsqueeze(&grad, -2)? } else { grad };
        if sink.wants(0) {
            let b = as_matrix(read(1, &self.b)?, -1)?;
            sink.give(0, fit(matmul(&grad, &transpose(&b, -1, -2)?)?, a_like, 0)?)?;
        }
        if sink.wants(1) {
            let a = as_matrix(read(0, &self.a)?, 0)?;
            sink.give(1, fit(right(&a, &grad, b_like)?, b_like, -1)?)?;
        }
        Ok(())
    }
}

/// Aᵀ dC. If a single matrix on the right was multiplied by every batch on the left, the batches
/// are stacked to the rows of one product.
fn right(a: &Tensor, grad: &Tensor, b_like: &Operand) -> Result<Tensor> {
    if b_like.shape.rank() <= 2 && a.rank() > 2 {
        let (a, grad) = (rows(a)?, rows(grad)?);
        return matmul(&transpose(&a, 0, 1)?, &grad);
    }
    matmul(&transpose(a, -1, -2)?, grad)
}

/// Stacks the rows of all batches into one matrix.
fn rows(t: &Tensor) -> Result<Tensor> {
    let (last, before) = t.shape().split_last().expect("a matrix has two dimensions");
    reshape(t, &[before.iter().product(), *last])
}

/// A vector as a matrix, its new dimension at `axis`.
fn as_matrix(t: Tensor, axis: i64) -> Result<Tensor> {
    if t.rank() == 1 { unsqueeze(&t, axis) } else { Ok(t) }
}

/// The gradient of an operand from the gradient of its matrix. If the operand is a vector, the
/// matrix has an extra dimension at `axis`.
fn fit(grad: Tensor, like: &Operand, axis: i64) -> Result<Tensor> {
    if like.shape.rank() != 1 {
        return like.reduce(grad);
    }
    like.reduce(select(&grad, if axis == 0 { -2 } else { -1 }, 0)?)
}
