//! Records operations with one operand and several results.
//!
//! A node has one result, so the results are joined to one vector. The vector is recorded, and the
//! results are views of it, so their gradients meet in one vector again.

use crate::autograd::derived::{Of, record};
use crate::autograd::saved::Saved;
use crate::autograd::views::{cast, reshape, slice};
use crate::error::Result;
use crate::ops;
use crate::tensor::{DType, Shape, Tensor};
use std::sync::atomic::{AtomicBool, Ordering};

/// Records that `results` were computed from `operand`. `back` computes the operand's gradient from
/// the results and their gradients, by recorded operations. Without a tape, returns the results
/// unchanged.
pub(super) fn packed<const N: usize, B>(
    op: &'static str,
    operand: &Tensor,
    results: [Tensor; N],
    back: B,
) -> Result<[Tensor; N]>
where
    B: Fn([Tensor; N], [Tensor; N]) -> Result<Tensor> + Clone + Send + Sync + 'static,
{
    packed_in_part(op, operand, results, (back.clone(), back))
}

/// Like [`packed`], where the caller keeps some of the results only. `back` computes the gradient
/// from theirs, `whole` from those of all results: the gradient of a gradient has them.
pub(super) fn packed_in_part<const N: usize, B, W>(
    op: &'static str,
    operand: &Tensor,
    results: [Tensor; N],
    (back, whole): (B, W),
) -> Result<[Tensor; N]>
where
    B: Fn([Tensor; N], [Tensor; N]) -> Result<Tensor> + Send + Sync + 'static,
    W: Fn([Tensor; N], [Tensor; N]) -> Result<Tensor> + Send + Sync + 'static,
{
    let Some(on) = record(&[Some(operand)])? else { return Ok(results) };
    let shapes = results.each_ref().map(Tensor::to_shape);
    let dtype = operand.dtype();
    let flat = results.iter().map(|part| ops::reshape(part, &[-1])).collect::<Result<Vec<Tensor>>>()?;
    let all = ops::concat(&flat.iter().collect::<Vec<_>>(), 0)?;
    let saved = vec![Some(Saved::new(&all))];
    let taken_apart = shapes;
    // Once a gradient was computed from all results by recorded operations, it may have gradients
    // with respect to each of them.
    let is_whole = AtomicBool::new(false);
    let all = on.done_by_recorded(op, all, saved, &[Of::Result], move |grad, saved, sink| {
        let results = saved[0].expect("always saved");
        let parts = unpacked(results, &taken_apart)?;
        let grads = unpacked(&grad, &taken_apart)?;
        is_whole.fetch_or(sink.is_recording(), Ordering::Relaxed);
        let grad = if is_whole.load(Ordering::Relaxed) { whole(parts, grads)? } else { back(parts, grads)? };
        sink.give(0, as_dtype(grad, dtype)?)
    })?;
    let mut start = 0;
    let mut parts = Vec::with_capacity(N);
    for shape in &shapes {
        let end = start + shape.elements() as i64;
        parts.push(reshape(&slice(&all, 0, start, end, 1)?, shape)?);
        start = end;
    }
    Ok(parts.try_into().map_err(|_| ()).expect("as many as there were"))
}

fn unpacked<const N: usize>(all: &Tensor, shapes: &[Shape; N]) -> Result<[Tensor; N]> {
    let mut start = 0;
    let mut parts = Vec::with_capacity(N);
    for shape in shapes {
        let end = start + shape.elements() as i64;
        parts.push(reshape(&slice(all, 0, start, end, 1)?, shape)?);
        start = end;
    }
    Ok(parts.try_into().map_err(|_| ()).expect("as many as there are shapes"))
}

fn as_dtype(grad: Tensor, dtype: DType) -> Result<Tensor> {
    if grad.dtype() == dtype { Ok(grad) } else { cast(&grad, dtype) }
}
