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
