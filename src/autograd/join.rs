//! Joining and gathering: `concat`, `stack`, `index_select`.

use super::backward::Sink;
use super::node::{Inputs, Operand, Rule, Saved};
use super::tape::Recorder;
use crate::error::Result;
use crate::ops::{self, grad};
use crate::tensor::{DType, Tensor};

/// [`ops::concat`], recorded.
pub fn concat(tensors: &[&Tensor], axis: i64) -> Result<Tensor> {
    let Some(on) = Recorder::of_tracked(tensors)? else { return ops::concat(tensors, axis) };
    let out = ops::concat(tensors, axis)?;
    let at = crate::tensor::shape::axis(axis, out.rank())?;
    let parts = tensors.iter().map(|t| Part { size: t.shape()[at], dtype: t.dtype() }).collect();
    let inputs = Inputs::Many(tensors.iter().map(|t| on.id(t)).collect());
    on.record(out, inputs, Rule::Concat(ConcatRule { axis: at as i64, parts }))
}

/// [`ops::stack`], recorded.
pub fn stack(tensors: &[&Tensor], axis: i64) -> Result<Tensor> {
    let Some(on) = Recorder::of_tracked(tensors)? else { return ops::stack(tensors, axis) };
    let out = ops::stack(tensors, axis)?;
    let dtypes = tensors.iter().map(|t| t.dtype()).collect();
    let inputs = Inputs::Many(tensors.iter().map(|t| on.id(t)).collect());
    on.record(out, inputs, Rule::Stack(StackRule { axis, dtypes }))
}

/// [`ops::index_select`], recorded. The index has no gradient.
pub fn index_select(t: &Tensor, axis: i64, index: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return ops::index_select(t, axis, index) };
    let rule = IndexSelectRule { operand: Operand::of(t), axis, index: Saved::new(index) };
    on.one(ops::index_select(t, axis, index)?, t, Rule::IndexSelect(Box::new(rule)))
}

/// Each operand gets its window of the gradient.
pub(super) struct ConcatRule {
    axis: i64,
    parts: Box<[Part]>,
}

/// One operand: its size along the axis.
struct Part {
    size: i64,
    dtype: DType,
}

impl ConcatRule {
    pub fn backward(self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let mut start = 0;
        for (k, part) in self.parts.iter().enumerate() {
            let end = start + part.size;
            if sink.wants(k) {
                sink.give(k, with_dtype(grad.slice(self.axis, start, end, 1)?, part.dtype)?)?;
            }
            start = end;
        }
        Ok(())
    }
}

/// Each operand gets its index of the gradient.
pub(super) struct StackRule {
    axis: i64,
    dtypes: Box<[DType]>,
}

impl StackRule {
    pub fn backward(self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        for (k, &dtype) in self.dtypes.iter().enumerate() {
            if sink.wants(k) {
                sink.give(k, with_dtype(grad.select(self.axis, k as i64)?, dtype)?)?;
            }
        }
        Ok(())
    }
}

/// Each row of the gradient is added to the row it was taken from.
pub(super) struct IndexSelectRule {
    operand: Operand,
    axis: i64,
    pub(super) index: Saved,
}

impl IndexSelectRule {
    pub fn backward(self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let index = self.index.get("index_select")?;
        sink.give_part(0, &self.operand, |sum| grad::index_add(sum, self.axis, index, &grad))
    }
}

fn with_dtype(grad: Tensor, dtype: DType) -> Result<Tensor> {
    if grad.dtype() == dtype { Ok(grad) } else { ops::cast(&grad, dtype) }
}
