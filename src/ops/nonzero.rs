//! `nonzero`, and how truth values are counted.
//!
//! Invariant: truth values are counted first and read again when something is written for each. Another thread may write them
//! in between, so the second reading never goes beyond the count.

use super::{cast, contiguous};
use crate::error::Result;
use crate::tensor::{DType, Host, MAX_RANK, Shape, SharedCell, Tensor, cells};

/// The places of the elements that are not 0 (NaN is not), in row-major order: int64 of shape `[n, rank]`. Returns new.
pub fn nonzero(t: &Tensor) -> Result<Tensor> {
    let mask = contiguous(&cast(t, DType::Bool)?)?;
    let truths = truths(mask.host()?);
    let (n, rank) = (count(truths), t.rank());
    let out = Tensor::empty(t.device(), DType::I64, &Shape::new(&[n as i64, rank as i64])?)?;
    let to = out.host()?.as_ptr().cast::<i64>();
    let mut found = 0;
    let mut place = [0i64; MAX_RANK];
    for truth in truths {
        if truth.get() != 0 && found < n {
            for (column, &at) in place[..rank].iter().enumerate() {
                // SAFETY: row `found` of `n` has `rank` elements.
                unsafe { to.add(found * rank + column).write(at) };
            }
            found += 1;
        }
        for d in (0..rank).rev() {
            place[d] += 1;
            if place[d] < t.shape()[d] {
                break;
            }
            place[d] = 0;
        }
    }
    shortened(out, found, n)
}

/// The truth values of a contiguous tensor of booleans.
pub(super) fn truths(mask: Host<'_>) -> &[SharedCell<u8>] {
    // SAFETY: the caller made it contiguous, and booleans are bytes.
    unsafe { cells(mask.as_ptr(), mask.size()) }
}

/// How many are true.
pub(super) fn count(truths: &[SharedCell<u8>]) -> usize {
    truths.iter().map(|truth| usize::from(truth.get() != 0)).sum()
}

/// The first `found` of `n` rows: the mask was written meanwhile if there are fewer.
pub(super) fn shortened(out: Tensor, found: usize, n: usize) -> Result<Tensor> {
    if found == n { Ok(out) } else { out.slice(0, 0, found as i64, 1) }
}
