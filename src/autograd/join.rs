//! Joining and gathering: `concat`, `stack`, `index_select`.

use super::calculus::index_add;
use super::node::{Inputs, Rule};
use super::origin::Origin;
use super::saved::{Operand, Saved, check};
use super::sink::Sink;
use super::tape::Recorder;
use super::views::{cast, reshape, select, slice};
use crate::error::Result;
use crate::ops::{self, grad};
use crate::tensor::{DType, Tensor};
use std::sync::Arc;

/// [`ops::concat`], recorded.
pub fn concat(tensors: &[&Tensor], axis: i64) -> Result<Tensor> {
    let Some(on) = Recorder::of_tracked(tensors)? else { return ops::concat(tensors, axis) };
    let out = ops::concat(tensors, axis)?;
    let at = crate::tensor::shape::axis(axis, out.rank())?;
    let parts = tensors.iter().map(|t| Part { size: t.shape()[at], dtype: t.dtype() }).collect();
    let inputs = Inputs::of(tensors.iter().map(|t| on.id(t)));
    on.record(out, inputs, Arc::new(ConcatRule { axis: at as i64, parts }))
}

/// [`concat()`] of the tensors as vectors, each in row-major order.
pub fn concat_flat(tensors: &[&Tensor]) -> Result<Tensor> {
    let flat: Vec<Tensor> = tensors.iter().map(|t| reshape(t, &[-1])).collect::<Result<_>>()?;
    concat(&flat.iter().collect::<Vec<_>>(), 0)
}

/// [`concat()`] along axis 1, or of scalars and vectors along their axis.
pub fn hstack(tensors: &[&Tensor]) -> Result<Tensor> {
    let parts = with_axes(tensors, 1)?;
    let axis = i64::from(parts.first().is_some_and(|first| first.rank() > 1));
    concat(&parts.iter().collect::<Vec<_>>(), axis)
}

/// [`concat()`] along axis 0, where a vector is a row.
pub fn vstack(tensors: &[&Tensor]) -> Result<Tensor> {
    concat(&with_axes(tensors, 2)?.iter().collect::<Vec<_>>(), 0)
}

/// The tensors with at least `least` axes; new axes come first and have size 1.
fn with_axes(tensors: &[&Tensor], least: usize) -> Result<Vec<Tensor>> {
    let with_axes = |t: &&Tensor| match least.saturating_sub(t.rank()) {
        0 => Ok((*t).clone()),
        missing => reshape(t, &[vec![1; missing], t.shape().to_vec()].concat()),
    };
    tensors.iter().map(with_axes).collect()
}

/// [`ops::stack`], recorded.
pub fn stack(tensors: &[&Tensor], axis: i64) -> Result<Tensor> {
    let Some(on) = Recorder::of_tracked(tensors)? else { return ops::stack(tensors, axis) };
    let out = ops::stack(tensors, axis)?;
    let dtypes = tensors.iter().map(|t| t.dtype()).collect();
    let inputs = Inputs::of(tensors.iter().map(|t| on.id(t)));
    on.record(out, inputs, Arc::new(StackRule { axis, dtypes }))
}

/// [`ops::index_select`], recorded. The index has no gradient.
pub fn index_select(t: &Tensor, axis: i64, index: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return ops::index_select(t, axis, index) };
    let rule = IndexSelectRule { operand: Operand::of(t), axis, index: Saved::new(index) };
    on.one(ops::index_select(t, axis, index)?, t, Arc::new(rule))
}

/// Gives each operand its window of the gradient.
struct ConcatRule {
    axis: i64,
    parts: Box<[Part]>,
}

/// One operand: its size along the axis.
struct Part {
    size: i64,
    dtype: DType,
}

impl Rule for ConcatRule {
    fn name(&self) -> &'static str {
        "concat"
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let mut start = 0;
        for (k, part) in self.parts.iter().enumerate() {
            let end = start + part.size;
            if sink.wants(k) {
                sink.give(k, with_dtype(slice(&grad, self.axis, start, end, 1)?, part.dtype)?)?;
            }
            start = end;
        }
        Ok(())
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        self.backward(grad, sink)
    }
}

/// Gives each operand its index of the gradient.
struct StackRule {
    axis: i64,
    dtypes: Box<[DType]>,
}

impl Rule for StackRule {
    fn name(&self) -> &'static str {
        "stack"
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        for (k, &dtype) in self.dtypes.iter().enumerate() {
            if sink.wants(k) {
                sink.give(k, with_dtype(select(&grad, self.axis, k as i64)?, dtype)?)?;
            }
        }
        Ok(())
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        self.backward(grad, sink)
    }
}

/// Adds each row of the gradient to the row that it was taken from.
struct IndexSelectRule {
    operand: Operand,
    axis: i64,
    index: Saved,
}

impl Rule for IndexSelectRule {
    fn name(&self) -> &'static str {
        "index_select"
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let index = self.index.get(self.name())?;
        sink.give(0, index_add(&self.operand.zeros()?, self.axis, index, &grad)?)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let index = self.index.get("index_select")?;
        sink.give_part(0, &self.operand, |sum| grad::index_add(sum, self.axis, index, &grad))
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.index)], "index_select")
    }
}

fn with_dtype(grad: Tensor, dtype: DType) -> Result<Tensor> {
    if grad.dtype() == dtype { Ok(grad) } else { cast(&grad, dtype) }
}
