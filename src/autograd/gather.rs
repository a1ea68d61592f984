//! Elements taken by indices and masks. The gradient of each is added to its source element.

use super::calculus::{index_put, masked_scatter, scatter_add};
use super::node::Rule;
use super::origin::Origin;
use super::saved::{Operand, Saved, check};
use super::sink::Sink;
use super::tape::Recorder;
use super::views::{expand, reshape, unsqueeze};
use super::where_;
use crate::error::{Error, Result};
use crate::ops::{self, ScatterReduce, Source};
use crate::tensor::{DType, Scalar, Shape, Tensor, shape};
use std::sync::Arc;

/// [`ops::gather`], recorded. The index has no gradient.
pub fn gather(t: &Tensor, axis: i64, index: &Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return ops::gather(t, axis, index) };
    let rule = AlongRule { operand: Operand::of(t), axis, index: Saved::new(index), squeezed: false };
    on.one(ops::gather(t, axis, index)?, t, Arc::new(rule))
}

/// [`ops::take_along_dim`], recorded.
pub fn take_along_dim(t: &Tensor, index: &Tensor, axis: Option<i64>) -> Result<Tensor> {
    let Some(axis) = axis else { return gather(&reshape(t, &[-1])?, 0, &ops::reshape(index, &[-1])?) };
    let (like, index) = ops::aligned(t, index, axis)?;
    gather(&expand(t, like.shape())?, axis, &index)
}

/// [`ops::take`], recorded.
pub fn take(t: &Tensor, at: &Tensor) -> Result<Tensor> {
    if at.dtype() == DType::Bool {
        return Err(Error::dtype("take by bool: positions are integers, and masked_select takes a mask"));
    }
    index(&reshape(t, &[-1])?, &[at])
}

/// [`ops::index`], recorded.
pub fn index(t: &Tensor, indices: &[&Tensor]) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return ops::index(t, indices) };
    let indices_saved = indices.iter().map(|index| Saved::new(index)).collect();
    let rule = IndexRule { operand: Operand::of(t), indices: indices_saved };
    on.one(ops::index(t, indices)?, t, Arc::new(rule))
}

/// [`ops::masked_select`], recorded. The mask has no gradient.
pub fn masked_select(t: &Tensor, mask: &Tensor) -> Result<Tensor> {
    if Recorder::of([t])?.is_none() {
        return ops::masked_select(t, mask);
    }
    let t = &expand(t, &shape::broadcast(t.shape(), mask.shape())?)?;
    let Some(on) = Recorder::of([t])? else { return ops::masked_select(t, mask) };
    let rule = MaskedRule { operand: Operand::of(t), mask: Saved::new(mask) };
    on.one(ops::masked_select(t, mask)?, t, Arc::new(rule))
}

/// [`ops::masked_fill`], recorded.
pub fn masked_fill(t: &Tensor, mask: &Tensor, value: impl Into<Scalar>) -> Result<Tensor> {
    if Recorder::of([t])?.is_none() {
        return ops::masked_fill(t, mask, value);
    }
    where_(mask, &ops::full(t.device(), t.dtype(), value, &Shape::scalar())?, t)
}

/// The rule of elements taken along an axis, each by its own index.
pub(super) struct AlongRule {
    pub operand: Operand,
    pub axis: i64,
    pub index: Saved,
    /// Whether the result and the index were squeezed along the axis, which had one element.
    pub squeezed: bool,
}

impl Rule for AlongRule {
    fn name(&self) -> &'static str {
        "gather"
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let (mut grad, mut index) = (grad, self.index.get(self.name())?.untracked());
        if self.squeezed {
            (grad, index) = (unsqueeze(&grad, self.axis)?, index.unsqueeze_view(self.axis)?);
        }
        let none = self.operand.zeros()?;
        sink.give(0, scatter_add(&none, self.axis, &index, &grad)?)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let (mut grad, mut index) = (grad, self.index.get("gather")?.untracked());
        if self.squeezed {
            (grad, index) = (grad.unsqueeze_view(self.axis)?, index.unsqueeze_view(self.axis)?);
        }
        sink.give_part(0, &self.operand, |sum| {
            ops::scatter_in_place(sum, self.axis, &index, Source::Tensor(&grad), Some(ScatterReduce::Sum))
        })
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.index)], "gather")
    }
}

struct IndexRule {
    operand: Operand,
    indices: Box<[Saved]>,
}

impl Rule for IndexRule {
    fn name(&self) -> &'static str {
        "index"
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let indices = self.indices.iter().map(|index| index.get("index")).collect::<Result<Vec<_>>>()?;
        sink.give(0, index_put(&self.operand.zeros()?, &indices, &grad)?)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let indices = self.indices.iter().map(|index| index.get("index")).collect::<Result<Vec<_>>>()?;
        sink.give_part(0, &self.operand, |sum| ops::index_put_in_place(sum, &indices, &grad, true))
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        self.indices.iter().try_for_each(|index| index.get("index").map(drop))
    }
}

struct MaskedRule {
    operand: Operand,
    mask: Saved,
}

impl Rule for MaskedRule {
    fn name(&self) -> &'static str {
        "masked_select"
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let part = masked_scatter(&self.operand.zeros()?, self.mask.get("masked_select")?, &grad)?;
        sink.give(0, part)
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        self.backward(grad, sink)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([Some(&self.mask)], "masked_select")
    }
}
