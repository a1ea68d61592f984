//! Elements written by indices and masks. A written value has the gradient of the place it was
//! written to, and a value that was overwritten has the gradient 0.

use super::elementwise::binary;
use super::gather;
use super::half;
use super::in_place::{receiver, unsupported};
use super::join::{concat, index_select};
use super::node::Rule;
use super::origin::Origin;
use super::rearrange::pad;
use super::saved::{Operand, Saved, check};
use super::scalar::binary_scalar;
use super::sink::Sink;
use super::tape::Recorder;
use super::views::reshape;
use crate::error::Result;
use crate::ops::{self, BinaryOp, CompareOp, PadMode, ScatterReduce, Source};
use crate::tensor::{DType, Scalar, Shape, Tensor};
use std::sync::Arc;

/// [`ops::scatter`] without a reduction, recorded. The index has no gradient.
pub fn scatter(t: &Tensor, axis: i64, index: &Tensor, source: Source) -> Result<Tensor> {
    record(t, source, || ops::scatter(t, axis, index, source, None), || (Places::along(axis, index), false))
}

/// [`ops::scatter_reduce`], recorded. For `Max` and `Min`, equal extrema share the gradient.
pub fn scatter_reduce(
    t: &Tensor,
    axis: i64,
    index: &Tensor,
    source: &Tensor,
    reduce: ScatterReduce,
    include_self: bool,
) -> Result<Tensor> {
    if t.dtype() == source.dtype()
        && let Some(dtype) = half::joint(&[t])
    {
        let (t, source) = (half::wide(t)?, half::wide(source)?);
        return half::rounded(scatter_reduce(&t, axis, index, &source, reduce, include_self)?, dtype);
    }
    let Some(on) = Recorder::of([t, source])? else {
        return ops::scatter_reduce(t, axis, index, source, reduce, include_self);
    };
    if !include_self {
        let neutral = match reduce {
            ScatterReduce::Sum | ScatterReduce::Mean => 0.0,
            ScatterReduce::Prod => 1.0,
            ScatterReduce::Amax => f64::NEG_INFINITY,
            ScatterReduce::Amin => f64::INFINITY,
        };
        let start = scatter(t, axis, index, Source::Value(Scalar::F64(neutral)))?;
        if reduce != ScatterReduce::Mean {
            return scatter_reduce(&start, axis, index, source, reduce, true);
        }
        let sum = scatter_reduce(&start, axis, index, source, ScatterReduce::Sum, true)?;
        return binary(BinaryOp::Div, &sum, &counts(t, axis, index, 0.0)?);
    }
    match reduce {
        ScatterReduce::Sum => {
            let out = || ops::scatter_reduce(t, axis, index, source, reduce, true);
            record(t, Source::Tensor(source), out, || (Places::along(axis, index), true))
        }
        ScatterReduce::Mean => {
            let sum = scatter_reduce(t, axis, index, source, ScatterReduce::Sum, true)?;
            binary(BinaryOp::Div, &sum, &counts(t, axis, index, 1.0)?)
        }
        _ => {
            let [saved_t, saved_source, saved_index] = [t, source, index].map(Saved::new);
            let out = ops::scatter_reduce(t, axis, index, source, reduce, true)?;
            let operand = Operand::of(source);
            let rule = ReduceRule { operand, axis, reduce, values: [saved_t, saved_source, saved_index] };
            on.two(out, t, source, Arc::new(rule))
        }
    }
}

/// The number of elements that each mean is computed from.
fn counts(t: &Tensor, axis: i64, index: &Tensor, own: f64) -> Result<Tensor> {
    let own = ops::full(t.device(), t.dtype(), own, &t.to_shape())?;
    let counts = ops::scatter(&own, axis, index, Source::Value(Scalar::I64(1)), Some(ScatterReduce::Sum))?;
    ops::binary_scalar(BinaryOp::Maximum, &counts, 1.0)
}

/// Adds `alpha` times the slices of `source` to the slices of `t` that `index` names; recorded.
pub fn index_add(t: &Tensor, axis: i64, index: &Tensor, source: &Tensor, alpha: Scalar) -> Result<Tensor> {
    let source = &times(source, alpha)?;
    let out = || ops::index_scatter(t, axis, index, Source::Tensor(source), Some(ScatterReduce::Sum));
    record(t, Source::Tensor(source), out, || (Places::slices(axis, index), true))
}

/// [`ops::index_scatter`] without a reduction, recorded.
pub fn index_write(t: &Tensor, axis: i64, index: &Tensor, source: Source) -> Result<Tensor> {
    record(t, source, || ops::index_scatter(t, axis, index, source, None), || (Places::slices(axis, index), false))
}

/// [`ops::index_put`], recorded.
pub fn index_put(t: &Tensor, indices: &[&Tensor], values: &Tensor, accumulate: bool) -> Result<Tensor> {
    let places = || Places::Named(indices.iter().map(|index| Saved::new(index)).collect());
    let out = || ops::index_put(t, indices, values, accumulate);
    record(t, Source::Tensor(values), out, || (places(), accumulate))
}

/// [`ops::masked_scatter`], recorded. The mask has no gradient.
pub fn masked_scatter(t: &Tensor, mask: &Tensor, source: &Tensor) -> Result<Tensor> {
    let out = || ops::masked_scatter(t, mask, source);
    record(t, Source::Tensor(source), out, || (Places::Masked(Saved::new(mask)), false))
}

/// [`ops::scatter_in_place`] if no operand is tracked; errors as for [`super::binary_in_place`].
pub fn scatter_in_place(
    t: &Tensor,
    axis: i64,
    index: &Tensor,
    source: Source,
    reduce: Option<ScatterReduce>,
) -> Result<()> {
    ops::scatter_in_place(&*free(t, source)?, axis, index, source, reduce)
}

/// [`index_add`] in place, if no operand is tracked; errors as for [`super::binary_in_place`].
pub fn index_add_in_place(t: &Tensor, axis: i64, index: &Tensor, source: &Tensor, alpha: Scalar) -> Result<()> {
    let t = &*free(t, Source::Tensor(source))?;
    let source = &times(source, alpha)?;
    ops::index_scatter_in_place(t, axis, index, Source::Tensor(source), Some(ScatterReduce::Sum))
}

/// [`index_write`] in place, if no operand is tracked; errors as for [`super::binary_in_place`].
pub fn index_write_in_place(t: &Tensor, axis: i64, index: &Tensor, source: Source) -> Result<()> {
    ops::index_scatter_in_place(&*free(t, source)?, axis, index, source, None)
}

/// [`ops::index_put_in_place`] if no operand is tracked; errors as for [`super::binary_in_place`].
pub fn index_put_in_place(t: &Tensor, indices: &[&Tensor], values: &Tensor, accumulate: bool) -> Result<()> {
    ops::index_put_in_place(&*free(t, Source::Tensor(values))?, indices, values, accumulate)
}

/// [`ops::masked_fill_in_place`] of a tensor that is not tracked; errors as for
/// [`super::check_in_place`].
pub fn masked_fill_in_place(t: &Tensor, mask: &Tensor, value: Scalar) -> Result<()> {
    ops::masked_fill_in_place(&*receiver(t)?, mask, value)
}

/// [`ops::masked_scatter_in_place`] if no operand is tracked; errors as for
/// [`super::binary_in_place`].
pub fn masked_scatter_in_place(t: &Tensor, mask: &Tensor, source: &Tensor) -> Result<()> {
    ops::masked_scatter_in_place(&*free(t, Source::Tensor(source))?, mask, source)
}

/// The target without its track, if neither it nor the source is tracked.
fn free<'a>(t: &'a Tensor, source: Source) -> Result<std::borrow::Cow<'a, Tensor>> {
    if let Source::Tensor(source) = source {
        unsupported("an in-place operation", &[source])?;
    }
    receiver(t)
}

/// `alpha` times `source`; `source` itself if `alpha` is 1.
fn times(source: &Tensor, alpha: Scalar) -> Result<Tensor> {
    if alpha.to_f64() == 1.0 { Ok(source.clone()) } else { binary_scalar(BinaryOp::Mul, source, alpha) }
}

/// Records a result in which elements of `source` replace elements of `t` or are added to them.
fn record(
    t: &Tensor,
    source: Source,
    out: impl FnOnce() -> Result<Tensor>,
    rule: impl FnOnce() -> (Places, bool),
) -> Result<Tensor> {
    let rule = |source| {
        let (places, adds) = rule();
        Arc::new(PutRule { places, adds, source })
    };
    match source {
        Source::Tensor(s) => {
            let Some(on) = Recorder::of([t, s])? else { return out() };
            let rule = rule(Some(Operand::of(s)));
            on.two(out()?, t, s, rule)
        }
        Source::Value(_) => {
            let Some(on) = Recorder::of([t])? else { return out() };
            let rule = rule(None);
            on.one(out()?, t, rule)
        }
    }
}

/// The elements of a tensor that were written.
enum Places {
    Along { axis: i64, index: Saved },
    Slices { axis: i64, index: Saved },
    Named(Box<[Saved]>),
    Masked(Saved),
}

impl Places {
    fn along(axis: i64, index: &Tensor) -> Places {
        Places::Along { axis, index: Saved::new(index) }
    }

    fn slices(axis: i64, index: &Tensor) -> Places {
        Places::Slices { axis, index: Saved::new(index) }
    }

    fn saved(&self) -> &[Saved] {
        match self {
            Places::Along { index, .. } | Places::Slices { index, .. } | Places::Masked(index) => {
                std::slice::from_ref(index)
            }
            Places::Named(indices) => indices,
        }
    }

    fn named(&self) -> Result<Vec<&Tensor>> {
        self.saved().iter().map(|index| index.get(NAME)).collect()
    }

    /// The gradient, with 0 at the written elements.
    fn cleared(&self, grad: &Tensor) -> Result<Tensor> {
        let zero = Source::Value(Scalar::I64(0));
        match self {
            Places::Along { axis, index } => scatter(grad, *axis, index.get(NAME)?, zero),
            Places::Slices { axis, index } => index_write(grad, *axis, index.get(NAME)?, zero),
            Places::Named(_) => {
                let zero = Tensor::zeroed(grad.device(), grad.dtype(), &Shape::scalar())?;
                index_put(grad, &self.named()?, &zero, false)
            }
            Places::Masked(mask) => gather::masked_fill(grad, mask.get(NAME)?, 0.0),
        }
    }

    /// The gradient of the source, recorded: that of the written elements, and 0 for elements that
    /// were not used.
    fn taken(&self, grad: &Tensor, source: &Operand) -> Result<Tensor> {
        match self {
            Places::Along { axis, index } => {
                let part = gather::gather(grad, *axis, index.get(NAME)?)?;
                let missing = |d: usize| source.shape[d] - part.shape()[d];
                let padding: Vec<i64> = (0..part.rank()).rev().flat_map(|d| [0, missing(d)]).collect();
                pad(&part, &padding, PadMode::Constant, Scalar::F64(0.0))
            }
            Places::Slices { axis, index } => index_select(grad, *axis, index.get(NAME)?),
            Places::Named(_) => source.reduce(gather::index(grad, &self.named()?)?),
            Places::Masked(mask) => {
                let part = gather::masked_select(grad, &mask.get(NAME)?.expand_view(grad.shape())?)?;
                let rest = source.shape.elements() as i64 - part.shape()[0];
                let rest = Tensor::zeroed(grad.device(), grad.dtype(), &Shape::new(&[rest])?)?;
                reshape(&concat(&[&part, &rest], 0)?, &source.shape)
            }
        }
    }

    /// Gives the gradient at the written elements to the second input.
    fn give(&self, grad: &Tensor, source: &Operand, sink: &mut Sink<'_>) -> Result<()> {
        match self {
            Places::Along { axis, index } => {
                let part = ops::gather(grad, *axis, index.get(NAME)?)?;
                sink.give_part(1, source, |sum| ops::binary_in_place(BinaryOp::Add, &front(sum, part.shape())?, &part))
            }
            Places::Slices { axis, index } => sink.give(1, ops::index_select(grad, *axis, index.get(NAME)?)?),
            Places::Named(_) => sink.give(1, source.reduce(ops::index(grad, &self.named()?)?)?),
            Places::Masked(mask) => {
                let mask = mask.get(NAME)?.expand_view(grad.shape())?;
                let part = ops::masked_select(grad, &mask)?;
                sink.give_part(1, source, |sum| {
                    let flat = ops::reshape(sum, &[-1])?.slice_view(0, 0, part.shape()[0], 1)?;
                    ops::binary_in_place(BinaryOp::Add, &flat, &part)
                })
            }
        }
    }
}

/// The window of `t` that starts at index 0 and has these sizes.
fn front(t: &Tensor, dims: &[i64]) -> Result<Tensor> {
    dims.iter().enumerate().try_fold(t.untracked(), |t, (d, &size)| t.slice_view(d as i64, 0, size, 1))
}

const NAME: &str = "an indexed operation";

struct PutRule {
    places: Places,
    /// Whether the source was added to the previous values instead of replacing them.
    adds: bool,
    source: Option<Operand>,
}

impl Rule for PutRule {
    fn name(&self) -> &'static str {
        NAME
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        if let Some(source) = &self.source
            && sink.wants(1)
        {
            sink.give(1, self.places.taken(&grad, source)?)?;
        }
        if sink.wants(0) {
            sink.give(0, if self.adds { grad } else { self.places.cleared(&grad)? })?;
        }
        Ok(())
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        if let Some(source) = &self.source
            && sink.wants(1)
        {
            self.places.give(&grad, source, sink)?;
        }
        if sink.wants(0) {
            sink.give(0, if self.adds { grad } else { self.places.cleared(&grad)? })?;
        }
        Ok(())
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        self.places.named().map(drop)
    }
}

/// The rule of products and extrema.
struct ReduceRule {
    operand: Operand,
    axis: i64,
    reduce: ScatterReduce,
    /// The tensor reduced into, the source, and the index.
    values: [Saved; 3],
}

impl Rule for ReduceRule {
    fn name(&self) -> &'static str {
        NAME
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let [t, source, index] = &self.values;
        let (t, source, index) = (t.get(NAME)?, source.get(NAME)?, index.get(NAME)?);
        let used = front(source, index.shape())?;
        let at = Along { axis: self.axis, index };
        let (own, other) = match self.reduce {
            ScatterReduce::Prod => {
                (product_of_receiver(&at, t, &used, &grad)?, product_of_source(&at, t, &used, &grad)?)
            }
            _ => extremum(&at, self.reduce, t, &used, &grad)?,
        };
        if sink.wants(1) {
            sink.give_part(1, &self.operand, |sum| {
                ops::binary_in_place(BinaryOp::Add, &front(sum, other.shape())?, &other)
            })?;
        }
        if sink.wants(0) {
            sink.give(0, own)?;
        }
        Ok(())
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        let [t, source, index] = &self.values;
        check([Some(t), Some(source), Some(index)], NAME)
    }
}

/// An index along an axis.
struct Along<'a> {
    axis: i64,
    index: &'a Tensor,
}

impl Along<'_> {
    fn gather(&self, t: &Tensor) -> Result<Tensor> {
        ops::gather(t, self.axis, self.index)
    }

    fn reduce(&self, t: &Tensor, source: &Tensor, reduce: ScatterReduce) -> Result<Tensor> {
        ops::scatter(t, self.axis, self.index, Source::Tensor(source), Some(reduce))
    }
}

/// The gradient of the tensor that a product was reduced into: the gradient of the result times the
/// other factors, which is right also where the element is 0.
fn product_of_receiver(at: &Along, t: &Tensor, source: &Tensor, grad: &Tensor) -> Result<Tensor> {
    let one = ops::masked_fill(t, &ops::compare_scalar(CompareOp::Eq, t, 0.0)?, 1.0)?;
    let others = ops::binary(BinaryOp::Div, &at.reduce(&one, source, ScatterReduce::Prod)?, &one)?;
    ops::binary(BinaryOp::Mul, grad, &others)
}

/// The gradient of the source of a product. The only 0 among the factors of a product gets the
/// product of the others.
fn product_of_source(at: &Along, t: &Tensor, source: &Tensor, grad: &Tensor) -> Result<Tensor> {
    let zero = ops::compare_scalar(CompareOp::Eq, source, 0.0)?;
    let none = Tensor::zeroed(t.device(), t.dtype(), &t.to_shape())?;
    let zeros = at.gather(&at.reduce(&none, &ops::cast(&zero, t.dtype())?, ScatterReduce::Sum)?)?;
    let single = ops::binary(BinaryOp::Minimum, &zero, &ops::compare_scalar(CompareOp::Eq, &zeros, 1.0)?)?;
    let product = |factors: &Tensor| {
        let result = at.reduce(t, factors, ScatterReduce::Prod)?;
        at.gather(&ops::binary(BinaryOp::Mul, grad, &result)?)
    };
    let of_others = product(&ops::masked_fill(source, &single, 1.0)?)?;
    let divided = ops::binary(BinaryOp::Div, &product(source)?, &ops::masked_fill(source, &zero, 1.0)?)?;
    ops::where_(&single, &of_others, &divided)
}

/// The gradients of both sides of an extremum: the elements equal to it share the gradient.
fn extremum(at: &Along, reduce: ScatterReduce, t: &Tensor, source: &Tensor, grad: &Tensor) -> Result<(Tensor, Tensor)> {
    let result = at.reduce(t, source, reduce)?;
    let float = |truths: Tensor| ops::cast(&truths, t.dtype());
    debug_assert!(t.dtype() != DType::Bool);
    let own = float(ops::compare(CompareOp::Eq, t, &result)?)?;
    let other = float(ops::compare(CompareOp::Eq, source, &at.gather(&result)?)?)?;
    let share = ops::binary(BinaryOp::Div, grad, &at.reduce(&own, &other, ScatterReduce::Sum)?)?;
    Ok((ops::binary(BinaryOp::Mul, &own, &share)?, ops::binary(BinaryOp::Mul, &other, &at.gather(&share)?)?))
}
