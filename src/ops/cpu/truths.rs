//! How truth values are counted and found.
//!
//! Invariant: 64 truth values are read as the bits of one word, each value once. A word without
//! true values costs nothing more; the others are walked from one true value to the next, without
//! a branch for each value.

use crate::tensor::{Host, MAX_RANK, SharedCell, cells};

/// Writes the positions of the true values, in row-major order of a tensor of these sizes, as rows
/// of `out`, which has `n` of them: contiguous int64. Returns how many there were.
pub(in crate::ops) fn positions(truths: &[SharedCell<u8>], dims: &[i64], n: usize, out: Host) -> usize {
    let (to, rank) = (out.as_ptr().cast::<i64>(), dims.len());
    let (outer, last) = dims.split_at(rank.saturating_sub(1));
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
    found
}

/// The truth values of a contiguous boolean tensor.
pub(in crate::ops) fn truths(mask: Host<'_>) -> &[SharedCell<u8>] {
    // SAFETY: the caller made it contiguous, and booleans are bytes.
    unsafe { cells(mask.as_ptr(), mask.size()) }
}

/// The number of true values.
pub(in crate::ops) fn count(truths: &[SharedCell<u8>]) -> usize {
    let (words, rest) = truths.as_chunks::<WORD>();
    let whole: usize = words.iter().map(|word| bits(word).count_ones() as usize).sum();
    whole + bits_of_few(rest).count_ones() as usize
}

/// Calls `each` with the number and the position of each true value, for the first `most` of them.
/// Returns how many there were.
#[inline(always)]
pub(in crate::ops) fn each_truth(truths: &[SharedCell<u8>], most: usize, mut each: impl FnMut(usize, usize)) -> usize {
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
