//! The positions of the largest rows of bags, for `embedding_bag`.

use super::shared::{Compute, In, Out, operand};
use crate::error::{Error, Result};
use crate::ops::{contiguous, cuda, full};
use crate::tensor::{DType, Shape, SharedCell, Tensor};

/// How the rows of a bag are combined.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BagMode {
    /// Their sum.
    Sum = 0,
    /// Their mean.
    Mean = 1,
    /// The largest element of each column.
    Max = 2,
}

impl BagMode {
    /// The mode with this code; any other code is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<BagMode> {
        match code {
            0 => Ok(BagMode::Sum),
            1 => Ok(BagMode::Mean),
            2 => Ok(BagMode::Max),
            _ => Err(Error::argument(format!("{code} is not the code of a mode of bags (0 to 2 are)"))),
        }
    }
}

/// For each bag and column of `rows`, `[M, D]`, the number of the row with the largest element, the
/// first of equal ones; -1 for a bag without rows. `bags`, `[M]` of int64 from 0 to below `count`, has
/// the bag of each row, in order; a row for which `left_out`, `[M]` of booleans, is true belongs to
/// none. Returns new int64, `[count, D]`.
pub fn greatest_of_bags(rows: &Tensor, bags: &Tensor, left_out: Option<&Tensor>, count: i64) -> Result<Tensor> {
    let (rows, bags) = (operand("embedding_bag", rows)?, contiguous(bags)?);
    let left_out = left_out.map(contiguous).transpose()?;
    let width = rows.shape()[1];
    let out = full(rows.device(), DType::I64, -1i64, &Shape::new(&[count, width])?)?;
    if let Some(gpu) = cuda::on(&rows) {
        // SAFETY: all are contiguous, and of these dtypes and shapes; `out` is new.
        unsafe { cuda::greatest_of_bags(gpu, [&out, &rows, &bags], left_out.as_ref())? };
        return Ok(out);
    }
    let bags = bags.host()?.cells::<i64>().expect("the caller made them int64");
    let left_out = left_out.as_ref().map(|t| Ok(t.host()?.cells::<u8>().expect("booleans are bytes"))).transpose()?;
    with_float!(rows.dtype(), T, {
        // SAFETY: the tensor was just made, and nobody else has it.
        let to = unsafe { Out::<i64>::of(&out)?.part(0..out.size()) };
        greatest::<T>(In::<T>::of(&rows)?.all(), (bags, left_out), width as usize, to);
    });
    Ok(out)
}

fn greatest<T: Compute>(
    rows: &[SharedCell<T>],
    (bags, left_out): (&[SharedCell<i64>], Option<&[SharedCell<u8>]>),
    width: usize,
    to: &mut [i64],
) {
    for (row, bag) in bags.iter().map(SharedCell::get).enumerate() {
        let start = usize::try_from(bag).ok().and_then(|bag| bag.checked_mul(width));
        let start = start.filter(|start| start.saturating_add(width) <= to.len());
        let is_left_out = left_out.is_some_and(|left_out| left_out[row].get() != 0);
        let Some(start) = start.filter(|_| !is_left_out) else { continue };
        let best = &mut to[start..start + width];
        for (column, best) in best.iter_mut().enumerate() {
            let at = |row: usize| rows[row * width + column].get();
            if *best < 0 || at(row) > at(*best as usize) {
                *best = row as i64;
            }
        }
    }
}
