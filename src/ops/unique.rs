//! `unique`: the distinct elements of a tensor, or slices of an axis, and where they occur.
//!
//! Invariant: the values are in ascending order, NaN last. Each NaN is distinct from any other, as
//! in PyTorch and the array API; 0 and -0 are equal. On a CUDA device the distinct elements are
//! found by other operations, and waiting for their number is the only wait.

use super::cpu::unique::{elements, slices};
use super::scan::scan;
use super::settings::ScanOp;
use super::{BinaryOp, CompareOp, Source, cuda};
use super::{binary, binary_scalar, cast, compare, concat, copy, full, index_select, nonzero, reshape, scatter, sort};
use crate::error::Result;
use crate::tensor::{DType, MAX_RANK, Shape, Tensor, shape};

/// The results of [`unique`], each a new tensor.
pub struct Unique {
    /// The distinct elements, or slices, in ascending order.
    pub values: Tensor,
    /// For each value, the index of its first element in the flattened tensor, or of its first
    /// slice; int64.
    pub indices: Tensor,
    /// For each element, the index of its value, int64 in the shape of the tensor; or for each
    /// slice.
    pub inverse: Tensor,
    /// For each value, how often it occurs; int64.
    pub counts: Tensor,
}

/// The distinct elements of `t`, which is borrowed.
pub fn unique(t: &Tensor) -> Result<Unique> {
    let (sorted, order) = sort(&reshape(t, &[-1])?, 0, false)?;
    if cuda::on(t).is_some() {
        return unique_there(t, &sorted, &order);
    }
    let [values, indices, inverse, counts] = elements(t, sorted.host()?, order.host()?)?;
    Ok(Unique { values, indices, inverse, counts })
}

/// [`unique`] on a CUDA device, from the sorted elements and their indices.
fn unique_there(t: &Tensor, sorted: &Tensor, order: &Tensor) -> Result<Unique> {
    let (device, n) = (t.device(), sorted.size() as i64);
    let number = |value: i64| full(device, DType::I64, value, &Shape::new(&[1])?);
    let first = full(device, DType::Bool, true, &Shape::new(&[n.min(1)])?)?;
    let others = n.max(1) - 1;
    let differs =
        compare(CompareOp::Ne, &sorted.slice_view(0, n - others, n, 1)?, &sorted.slice_view(0, 0, others, 1)?)?;
    let starts = concat(&[&first, &differs], 0)?;
    let run = binary_scalar(BinaryOp::Sub, &scan(ScanOp::Sum, &cast(&starts, DType::I64)?, 0)?, 1i64)?;
    let places = reshape(&nonzero(&starts)?, &[-1])?;
    let runs = places.size() as i64;
    let ends = concat(&[&places.slice_view(0, runs.min(1), runs, 1)?, &number(n)?], 0)?;
    let inverse = scatter(&run, 0, order, Source::Tensor(&run), None)?;
    Ok(Unique {
        values: index_select(sorted, 0, &places)?,
        indices: index_select(order, 0, &places)?,
        inverse: reshape(&inverse, t.shape())?,
        counts: binary(BinaryOp::Sub, &ends.slice_view(0, 0, runs, 1)?, &places)?,
    })
}

/// The distinct slices of `t`, which is borrowed, along `axis`, ordered by their elements in
/// row-major order. The result has the shape of `t`, with the number of distinct slices along the
/// axis. Each slice with a NaN is distinct. The inverse has one index for each slice.
///
/// Errors: an axis out of range is `INVALID_ARGUMENT`.
pub fn unique_along(t: &Tensor, axis: i64) -> Result<Unique> {
    let at = shape::axis(axis, t.rank())?;
    let n = t.shape()[at];
    let mut order = [0; MAX_RANK];
    (0..t.rank()).filter(|&d| d != at).enumerate().for_each(|(i, d)| order[1 + i] = d as i64);
    order[0] = at as i64;
    // An unshared copy, so that runs cannot change between counting and writing.
    let turned = copy(&t.permute_view(&order[..t.rank()])?)?;
    let [indices, inverse, counts] = slices(turned.host()?, n as usize)?;
    Ok(Unique { values: index_select(t, axis, &indices)?, indices, inverse, counts })
}
