//! `nonzero`, and how truth values are counted and found.
//!
//! Invariant: truth values are counted first and read again when results are written. Another
//! thread may write them in between, so the second reading never exceeds the count.
//!
//! 64 truth values are read as the bits of one word. A word without true values costs nothing more;
//! the others are walked from one true value to the next, without a branch for each value.

use super::cuda;
use super::{ReduceOp, cast, contiguous, copy, item_i64, reduce};
use crate::error::Result;
use crate::tensor::{DType, Host, MAX_RANK, Shape, SharedCell, Tensor, cells};

/// The positions of the nonzero elements (including NaN) in row-major order: int64 of shape
/// `[n, rank]`. Returns new.
pub fn nonzero(t: &Tensor) -> Result<Tensor> {
    if let Some(gpu) = cuda::on(t) {
        let places = places_there(t)?;
        let out = Tensor::uninit(t.device(), DType::I64, &Shape::new(&[places.size() as i64, t.rank() as i64])?)?;
        // SAFETY: both are contiguous and of these shapes.
        unsafe { cuda::unravel(gpu, [&out, &places], t.shape())? };
        return Ok(out);
    }
    let mask = contiguous(&cast(t, DType::Bool)?)?;
    let truths = truths(mask.host()?);
    let (n, rank) = (count(truths), t.rank());
    let out = Tensor::uninit(t.device(), DType::I64, &Shape::new(&[n as i64, rank as i64])?)?;
    let to = out.host()?.as_ptr().cast::<i64>();
    let (outer, last) = t.shape().split_at(rank.saturating_sub(1));
    let length = last.first().map_or(1, |&n| n as usize);
    let mut found = 0;
    let mut place = [0i64; MAX_RANK];
    for row in truths.chunks(length.max(1)) {
        found += each_truth(row, n - found, |nth, column| {
            // SAFETY: fewer than `n` rows, each of `rank` elements, are written before this one.
            let to = unsafe { to.add((found + nth) * rank) };
            for (d, &at) in place[..outer.len()].iter().enumerate() {
                // SAFETY: as above.
                unsafe { to.add(d).write(at) };
            }
            if !last.is_empty() {
                // SAFETY: as above.
                unsafe { to.add(outer.len()).write(column as i64) };
            }
        });
        for d in (0..outer.len()).rev() {
            place[d] += 1;
            if place[d] < outer[d] {
                break;
            }
            place[d] = 0;
        }
    }
    shortened(out, found, n)
}

/// The positions of the nonzero elements of a tensor on a CUDA device, in row-major order: int64.
/// Waits for the device.
pub(super) fn places_there(t: &Tensor) -> Result<Tensor> {
    let gpu = cuda::on(t).expect("the caller has seen that it is");
    let mask = if t.dtype() == DType::Bool { copy(t)? } else { contiguous(&cast(t, DType::Bool)?)? };
    // SAFETY: the mask is new and contiguous.
    unsafe { cuda::truths(gpu, &mask) }
}

/// How often a boolean tensor is true. On a CUDA device this waits for it.
pub(super) fn count_of(mask: &Tensor) -> Result<usize> {
    if cuda::on(mask).is_some() {
        return item_i64(&reduce(ReduceOp::CountNonzero, mask, &[], false)?).map(|count| count as usize);
    }
    Ok(count(truths(contiguous(mask)?.host()?)))
}

/// The truth values of a contiguous boolean tensor.
pub(super) fn truths(mask: Host<'_>) -> &[SharedCell<u8>] {
    // SAFETY: the caller made it contiguous, and booleans are bytes.
    unsafe { cells(mask.as_ptr(), mask.size()) }
}

/// The number of true values.
pub(super) fn count(truths: &[SharedCell<u8>]) -> usize {
    let (words, rest) = truths.as_chunks::<WORD>();
    let whole: usize = words.iter().map(|word| bits(word).count_ones() as usize).sum();
    whole + bits_of_few(rest).count_ones() as usize
}

/// Calls `each` with the number and the position of each true value, for the first `most` of them.
/// Returns how many there were.
#[inline(always)]
pub(super) fn each_truth(truths: &[SharedCell<u8>], most: usize, mut each: impl FnMut(usize, usize)) -> usize {
    let (words, rest) = truths.as_chunks::<WORD>();
    let mut found = 0;
    let mut in_word = |start: usize, mut bits: u64| {
        let end = most.min(found + bits.count_ones() as usize);
        while found < end {
            each(found, start + bits.trailing_zeros() as usize);
            bits &= bits - 1;
            found += 1;
        }
    };
    for (i, word) in words.iter().enumerate() {
        in_word(i * WORD, bits(word));
    }
    in_word(words.len() * WORD, bits_of_few(rest));
    found
}

/// The number of truth values in a word.
const WORD: usize = 64;

/// A bit for each true value, the first one lowest.
#[inline(always)]
fn bits(truths: &[SharedCell<u8>; WORD]) -> u64 {
    let (eights, _) = truths.as_chunks::<8>();
    eights.iter().enumerate().fold(0, |bits, (i, eight)| bits | (bits_of_eight(eight) << (8 * i)))
}

/// The same for eight values: every nonzero byte sets the highest bit of its own byte, and a
/// product gathers those.
#[inline(always)]
fn bits_of_eight(truths: &[SharedCell<u8>; 8]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let bytes = u64::from_le_bytes(truths.each_ref().map(SharedCell::get));
    let highest = (((bytes & LOW) + LOW) | bytes) & !LOW;
    (highest >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The same for less than a word.
#[inline(always)]
fn bits_of_few(truths: &[SharedCell<u8>]) -> u64 {
    truths.iter().enumerate().fold(0, |bits, (i, truth)| bits | (u64::from(truth.get() != 0) << i))
}

/// The first `found` of `n` rows; there are fewer than `n` if the mask was written meanwhile.
pub(super) fn shortened(out: Tensor, found: usize, n: usize) -> Result<Tensor> {
    if found == n { Ok(out) } else { out.slice_view(0, 0, found as i64, 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truths_are_found_whatever_their_number_and_their_bytes() {
        for n in [0, 1, 7, 8, 63, 64, 65, 128, 200] {
            for (step, byte) in [(1, 1u8), (2, 255), (3, 0x80), (7, 2), (1000, 1)] {
                let mut bytes: Vec<u8> = (0..n).map(|i| if i % step == step / 2 { byte } else { 0 }).collect();
                let wanted: Vec<(usize, usize)> = (0..n).filter(|i| i % step == step / 2).enumerate().collect();
                let truths = SharedCell::of_mut(&mut bytes);
                assert_eq!(count(truths), wanted.len());
                for most in [0, 1, wanted.len(), n + 1] {
                    let mut seen = Vec::new();
                    let found = each_truth(truths, most, |nth, at| seen.push((nth, at)));
                    assert_eq!((found, &seen[..]), (seen.len(), &wanted[..most.min(wanted.len())]), "{n} by {step}");
                }
            }
        }
    }
}
