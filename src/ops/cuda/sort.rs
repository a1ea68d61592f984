//! Sorting on a CUDA device, in the stable order of `ops/sort.rs`.
//!
//! Invariant: pairs of a number with the order and an index are tensors of their own, so they are
//! counted, and limits hold for them.

use super::launch::{elements, grid};
use crate::device::cuda::Gpu;
use crate::error::{Error, Result};
use crate::tensor::{DType, Shape, Tensor};

/// Pairs that a block sorts in shared memory.
const CHUNK: usize = 1024;

/// The indices of the elements of each row of `n` in their order, `[rows, padded]`, where padding
/// comes last.
///
/// # Safety
/// `t` is contiguous, with rows of `n` elements, and not empty.
pub(in crate::ops) unsafe fn sorted(gpu: &Gpu, t: &Tensor, n: usize, descending: bool) -> Result<Tensor> {
    let padded = n.checked_next_power_of_two().ok_or_else(|| Error::argument("a sort of too many elements"))?;
    let rows = t.size() / n;
    let shape = Shape::new(&[rows as i64, padded as i64])?;
    let make = || Tensor::uninit(t.device(), DType::I64, &shape);
    let (keys, index) = (make()?, make()?);
    let all = shape.elements();
    let addresses = [keys.addr() as u64, index.addr() as u64];
    let numbers = [all as i64, n as i64, padded as i64, i64::from(descending)];
    let given = [&addresses[..], &[t.addr() as u64]].concat();
    // SAFETY: the caller's promise; the pairs have room for all rows.
    unsafe {
        elements(gpu, &format!("sort_keys_{}", t.dtype()), all, &given, &numbers, &[])?;
        network(gpu, [&keys, &index], padded)?;
    }
    Ok(index)
}

/// Writes to `out` for each of `values` the index at which it would be inserted into its row of
/// `sorted`, before equal elements or after them.
///
/// # Safety
/// `sorted` and `values` are contiguous and of one dtype, with one row in `sorted` or one for each row
/// of `values`; `out` is contiguous int64 with an element for each of `values`, not empty.
pub(in crate::ops) unsafe fn searched(gpu: &Gpu, [out, sorted, values]: [&Tensor; 3], right: bool) -> Result<()> {
    let length = sorted.shape()[sorted.rank() - 1];
    let each = if sorted.rank() == 1 { values.size() as i64 } else { values.shape()[values.rank() - 1] };
    let keys = |t: &Tensor| {
        let shape = Shape::new(&[t.size() as i64])?;
        let make = || Tensor::uninit(t.device(), DType::I64, &shape);
        let (keys, index) = (make()?, make()?);
        let (addresses, all) = ([keys.addr() as u64, index.addr() as u64, t.addr() as u64], t.size() as i64);
        if all > 0 {
            // SAFETY: the caller's promise: `t` is contiguous, and the pairs have room for its elements
            // as one row.
            unsafe {
                elements(gpu, &format!("sort_keys_{}", t.dtype()), t.size(), &addresses, &[all, all, all, 0], &[])?
            };
        }
        Ok(keys)
    };
    let (sorted, wanted) = (keys(sorted)?, keys(values)?);
    let addresses = [out, &sorted, &wanted].map(|t| t.addr() as u64);
    let numbers = [out.size() as i64, length, each, i64::from(right)];
    // SAFETY: the caller's promise.
    unsafe { elements(gpu, "sort_search", out.size(), &addresses, &numbers, &[]) }
}

/// Sorts the pairs of each row of `padded`, a power of two.
///
/// # Safety
/// Both are contiguous, of 8 bytes an element and of one size.
pub(super) unsafe fn network(gpu: &Gpu, [keys, index]: [&Tensor; 2], padded: usize) -> Result<()> {
    let (all, addresses) = (keys.size(), [keys.addr() as u64, index.addr() as u64]);
    // SAFETY: the caller's promise; the arguments are those of the kernels.
    unsafe {
        let near = |from: usize, to: usize| {
            let numbers = [all, from, to, padded].map(|number| number as i64);
            grid(gpu, "sort_near", all.div_ceil(CHUNK), &addresses, &numbers, &[])
        };
        near(2, padded.min(CHUNK))?;
        let mut size = 2 * CHUNK;
        while size <= padded {
            let mut span = size / 2;
            while span >= CHUNK {
                let numbers = [all / 2, size, span, padded].map(|number| number as i64);
                elements(gpu, "sort_far", all / 2, &addresses, &numbers, &[])?;
                span /= 2;
            }
            near(size, size)?;
            size *= 2;
        }
    }
    Ok(())
}
