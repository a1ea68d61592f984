//! `embedding_bag`: sums, means and maxima of rows of a matrix that bags of indices name.
//!
//! Composed of other operations: the rows are looked up, those of the padding become zeros, and
//! they are added to the rows of their bags, or the largest are gathered.

use super::dense::{EmbeddingSettings, embedding_unbounded};
use crate::autograd::gather::gather;
use crate::autograd::half;
use crate::autograd::scatter::index_add;
use crate::autograd::views::{reshape, unsqueeze};
use crate::autograd::{binary, where_};
use crate::error::{Error, Result};
use crate::ops::nn::{self, BagMode};
use crate::ops::{self, BinaryOp, CompareOp};
use crate::tensor::{DType, Scalar, Shape, Tensor, shape};

/// Options of [`embedding_bag`].
#[derive(Clone, Copy, Debug)]
pub struct BagSettings {
    /// How the rows of a bag are combined.
    pub mode: BagMode,
    /// How rows are looked up. The padding is left out of bags.
    pub rows: EmbeddingSettings,
    /// Whether the last offset is the number of indices instead of the start of a bag.
    pub include_last_offset: bool,
}

/// Combines the rows of `weight`, `[V, D]`, that each bag of `indices` names. Indices of shape
/// `[B, L]` are `B` bags; of `[M]`, `offsets` has the position at which each bag starts. `factors`
/// has a factor for each index, for sums. A bag without rows gives zeros. The result is `[B, D]`.
pub fn embedding_bag(
    weight: &Tensor,
    indices: &Tensor,
    offsets: Option<&Tensor>,
    factors: Option<&Tensor>,
    how: BagSettings,
) -> Result<Tensor> {
    if let Some(factors) = factors {
        check_factors(weight, indices, factors, how.mode)?;
    }
    let (bags, count) = match (indices.rank(), offsets) {
        (2, None) => rectangular(indices)?,
        (1, Some(offsets)) => by_offsets(indices, offsets, how.include_last_offset)?,
        (2, Some(_)) => {
            return Err(Error::argument("embedding_bag: indices of 2 axes take no offsets: each row is a bag"));
        }
        (1, None) => return Err(Error::argument("embedding_bag: indices of 1 axis need offsets")),
        _ => {
            let got = shape::display(indices.shape());
            return Err(Error::shape(format!("embedding_bag: indices of shape {got} have not 1 or 2 axes")));
        }
    };
    let flat = ops::reshape(indices, &[indices.size() as i64])?;
    let dtype = weight.dtype();
    let (rows, bounded) = embedding_unbounded(weight, &flat, how.rows)?;
    let mut rows = half::wide(&rows)?;
    let flat = ops::cast(&flat, DType::I64)?;
    let is_padding = how.rows.padding.map(|padding| ops::compare_scalar(CompareOp::Eq, &flat, padding)).transpose()?;
    if let Some(is_padding) = &is_padding {
        rows = where_(&is_padding.unsqueeze_view(1)?, &number(0.0, &rows)?, &rows)?;
    }
    if let Some(factors) = factors {
        let factors = half::wide(&reshape(factors, &[flat.size() as i64])?)?;
        rows = binary(BinaryOp::Mul, &rows, &unsqueeze(&factors, 1)?)?;
    }
    let out = if how.mode == BagMode::Max && rows.size() > 0 {
        let best = nn::greatest_of_bags(&rows.untracked(), &bags, is_padding.as_ref(), count)?;
        let is_empty = ops::compare_scalar(CompareOp::Lt, &best, 0i64)?;
        let found = gather(&rows, 0, &ops::where_(&is_empty, &number(0i64, &best)?, &best)?)?;
        where_(&is_empty, &number(0.0, &rows)?, &found)?
    } else {
        let zeros = Tensor::zeroed(rows.device(), rows.dtype(), &Shape::new(&[count, rows.shape()[1]])?)?;
        let sums = index_add(&zeros, 0, &bags, &rows, Scalar::I64(1))?;
        if how.mode == BagMode::Mean {
            binary(BinaryOp::Div, &sums, &sizes(&bags, is_padding.as_ref(), &sums)?)?
        } else {
            sums
        }
    };
    let out = half::rounded(out, dtype)?;
    // Last, so that a failure does not change the matrix.
    bounded.map_or(Ok(()), |bounded| bounded.write(weight))?;
    Ok(out)
}

fn check_factors(weight: &Tensor, indices: &Tensor, factors: &Tensor, mode: BagMode) -> Result<()> {
    if mode != BagMode::Sum {
        return Err(Error::argument(format!("embedding_bag: factors of indices are for sums, the mode is {mode:?}")));
    }
    if factors.shape() != indices.shape() {
        let (got, want) = (shape::display(factors.shape()), shape::display(indices.shape()));
        return Err(Error::shape(format!("embedding_bag: factors of shape {got} for indices of shape {want}")));
    }
    if factors.dtype() != weight.dtype() {
        let (got, want) = (factors.dtype(), weight.dtype());
        return Err(Error::dtype(format!("embedding_bag: factors are {got}, the weight {want}")));
    }
    Ok(())
}

fn number(value: impl Into<Scalar>, like: &Tensor) -> Result<Tensor> {
    ops::full(like.device(), like.dtype(), value, &Shape::scalar())
}

/// The bag of each index where each row of indices is a bag, and the number of bags.
fn rectangular(indices: &Tensor) -> Result<(Tensor, i64)> {
    let (count, each) = (indices.shape()[0], indices.shape()[1]);
    let bags = ops::arange(indices.device(), DType::I64, 0i64, count, 1i64)?;
    Ok((ops::repeat_interleave(&bags, each, 0)?, count))
}

/// The bag of each index where bags start at `offsets`, and the number of bags.
fn by_offsets(indices: &Tensor, offsets: &Tensor, include_last: bool) -> Result<(Tensor, i64)> {
    if offsets.dtype().is_float() || offsets.dtype() == DType::Bool {
        return Err(Error::dtype(format!("embedding_bag: offsets must be integers, not {}", offsets.dtype())));
    }
    if offsets.rank() != 1 {
        let got = shape::display(offsets.shape());
        return Err(Error::shape(format!("embedding_bag: offsets of shape {got} have not 1 axis")));
    }
    ops::same_device(indices, offsets)?;
    let total = indices.size() as i64;
    let starts = ops::copy(&ops::cast(offsets, DType::I64)?)?;
    let here = ops::here(&starts)?;
    let mut last = 0;
    for (i, start) in here.host()?.cells::<i64>().expect("they were cast").iter().map(|cell| cell.get()).enumerate() {
        if (i == 0 && start != 0) || start < last || start > total {
            return Err(Error::argument(format!(
                "embedding_bag: offset {i} is {start}, it must be {} for {total} indices",
                if i == 0 { "0".into() } else { format!("between {last} and {total}") }
            )));
        }
        last = start;
    }
    let given = starts.shape()[0];
    if include_last && (given == 0 || last != total) {
        let last = if given == 0 { "missing".into() } else { last.to_string() };
        return Err(Error::argument(format!("embedding_bag: the last offset is {last}, not the {total} indices")));
    }
    if given == 0 && total > 0 {
        return Err(Error::argument(format!("embedding_bag: {total} indices, and no offset")));
    }
    let count = given - i64::from(include_last);
    let places = ops::arange(indices.device(), DType::I64, 0i64, total, 1i64)?;
    let bags = ops::searchsorted(&starts.slice_view(0, 0, count, 1)?, &places, true)?;
    Ok((ops::binary_scalar(BinaryOp::Sub, &bags, 1i64)?, count))
}

/// The number of rows of each bag, at least 1, as a column beside `sums`.
fn sizes(bags: &Tensor, is_padding: Option<&Tensor>, sums: &Tensor) -> Result<Tensor> {
    let ones = match is_padding {
        Some(is_padding) => ops::cast(&ops::logical_not(is_padding)?, sums.dtype())?,
        None => ops::full(sums.device(), sums.dtype(), 1.0, &bags.to_shape())?,
    };
    let zeros = Tensor::zeroed(sums.device(), sums.dtype(), &Shape::new(&sums.shape()[..1])?)?;
    let counts = index_add(&zeros, 0, bags, &ones, Scalar::I64(1))?;
    ops::binary_scalar(BinaryOp::Maximum, &counts, 1.0)?.unsqueeze_view(1)
}
