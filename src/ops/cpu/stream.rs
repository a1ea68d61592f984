//! Rows longer than the caches, written with non-temporal stores, and rows that overwrite an
//! operand.
//!
//! Invariant: the elements are those of a plain loop. A plain store to a line that is not in the
//! cache first reads it from memory. A row of this length would leave the cache before it is read
//! again, so that read is wasted. Each block is computed in the L1 cache and written to memory from
//! there in whole lines. When an operand is overwritten, the blocks give a loop memory that does
//! not overlap, which it needs to be vectorised.

use crate::ops::strided::Plan;
use std::mem::MaybeUninit;

/// The bytes from which a row bypasses the caches. A shorter one may still be cached for the next
/// operation.
const FROM: usize = 32 << 20;
/// Bytes that are computed at a time; larger blocks were slower, because reading and writing
/// alternate.
const BLOCK: usize = 1024;
const LINE: usize = 64;

/// The destination of results.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Out {
    pub start: *mut u8,
    /// Bytes of an element.
    pub size: usize,
    /// Whether these are the elements of an operand, in the same order.
    pub is_operand: bool,
}

/// Like [`Plan::parts`], where `walk` also gets the destination: the first operand is `out`.
///
/// # Safety
/// The conditions of [`Plan::parts`]; `out` has room for the plan, and `walk` writes as many
/// elements to its destination as its plan has.
pub(in crate::ops) unsafe fn parts<const N: usize>(
    plan: &Plan<N>,
    cost: usize,
    Out { start: out, size, is_operand }: Out,
    walk: &dyn Fn(&Plan<N>, [isize; N], *mut u8),
) {
    let to = |offset: isize| out.wrapping_offset(offset * size as isize);
    let is_long = cfg!(target_arch = "x86_64") && plan.steps[0] == 1 && plan.len * size >= FROM && !is_operand;
    let through = is_operand && plan.steps[0] == 1;
    let part = |part: &Plan<N>, start: [isize; N]| {
        if !is_long && !through {
            return walk(part, start, to(start[0]));
        }
        let mut rows = part.rows();
        loop {
            let first: [isize; N] = std::array::from_fn(|k| start[k] + rows.offsets[k]);
            let block = |at: usize, count: usize, to: *mut u8| {
                let offsets = std::array::from_fn(|k| first[k] + at as isize * part.steps[k]);
                walk(&Plan::flat(count, part.steps), offsets, to);
            };
            // SAFETY: the caller's promise.
            unsafe {
                if through {
                    row_over(part.len, (to(first[0]), size), &block);
                } else {
                    row(part.len, (to(first[0]), size), &block);
                }
            }
            if !rows.advance() {
                return;
            }
        }
    };
    // SAFETY: the caller's promise.
    unsafe { plan.parts(cost, &part) };
}

/// Writes `n` elements of `size` bytes to `out`; `elements` gets the first index, the count, and
/// the destination.
///
/// # Safety
/// `out` has room for `n` elements, which no other thread accesses, and `elements` writes them all.
unsafe fn row(n: usize, (out, size): (*mut u8, usize), elements: &dyn Fn(usize, usize, *mut u8)) {
    let (mut end, step) = bounds(n, size, out);
    // The width alone does not decide, because a short row may have it too.
    let is_cut = step != n;
    let is_wide = is_cut && is_wide();
    let mut block = MaybeUninit::<Block>::uninit();
    let mut start = 0;
    while start < n {
        let whole = is_cut && end - start == step;
        let there = out.wrapping_add(start * size);
        let to = if whole { block.as_mut_ptr().cast::<u8>() } else { there };
        elements(start, end - start, to);
        if whole {
            // SAFETY: the block was just filled, there is room for it in `out`, and both begin at a
            // line.
            unsafe { if is_wide { write_lines(there, to) } else { write(there, to) } };
        }
        start = end;
        end = n.min(end + step);
    }
    if is_cut {
        fence();
    }
}

/// Like [`row`], for elements that `elements` also reads, each before it is written.
///
/// # Safety
/// The conditions of [`row`].
unsafe fn row_over(n: usize, (out, size): (*mut u8, usize), elements: &dyn Fn(usize, usize, *mut u8)) {
    let mut block = MaybeUninit::<[Block; 4]>::uninit();
    let at_a_time = size_of_val(&block) / size;
    for start in (0..n).step_by(at_a_time) {
        let (count, to) = (at_a_time.min(n - start), block.as_mut_ptr().cast::<u8>());
        elements(start, count, to);
        // SAFETY: the block holds this many elements, which were just written, and does not
        // overlap.
        unsafe { std::ptr::copy_nonoverlapping(to, out.wrapping_add(start * size), count * size) };
    }
}

#[repr(C, align(64))]
struct Block([u8; BLOCK]);

/// The end of the first part of a long row, after which the next begins at a cache line, and the
/// length of the other parts.
fn bounds(n: usize, size: usize, out: *mut u8) -> (usize, usize) {
    let before = out.align_offset(LINE);
    // In memory from outside, elements may never begin at a line.
    if !before.is_multiple_of(size) || !BLOCK.is_multiple_of(size) {
        return (n, n);
    }
    let (before, width) = (before / size, BLOCK / size);
    (if before == 0 { width } else { before }.min(n), width)
}

/// Whether a line can be written in one store.
#[cfg(target_arch = "x86_64")]
fn is_wide() -> bool {
    is_x86_feature_detected!("avx512f")
}

#[cfg(not(target_arch = "x86_64"))]
fn is_wide() -> bool {
    false
}

/// Writes a block to memory, line by line, each in one store, which is a quarter faster than in
/// four.
///
/// # Safety
/// Both point to [`BLOCK`] bytes and are aligned to [`LINE`]; the processor has AVX-512.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn write_lines(to: *mut u8, from: *const u8) {
    use std::arch::x86_64::{__m512i, _mm512_load_si512, _mm512_stream_si512};
    for i in 0..BLOCK / size_of::<__m512i>() {
        // SAFETY: the caller's promise.
        unsafe { _mm512_stream_si512(to.cast::<__m512i>().add(i), _mm512_load_si512(from.cast::<__m512i>().add(i))) };
    }
}

/// Writes a block to memory, line by line.
///
/// # Safety
/// Both point to [`BLOCK`] bytes and are aligned to [`LINE`].
#[cfg(target_arch = "x86_64")]
unsafe fn write(to: *mut u8, from: *const u8) {
    use std::arch::x86_64::{__m128i, _mm_load_si128, _mm_stream_si128};
    for i in 0..BLOCK / size_of::<__m128i>() {
        // SAFETY: the caller's promise. Every x86-64 has these instructions.
        unsafe { _mm_stream_si128(to.cast::<__m128i>().add(i), _mm_load_si128(from.cast::<__m128i>().add(i))) };
    }
}

/// Orders these stores before others, so that a thread that learns that the row is complete finds
/// it complete.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn fence() {
    // SAFETY: every x86-64 has this instruction.
    unsafe { std::arch::x86_64::_mm_sfence() };
}

#[cfg(not(target_arch = "x86_64"))]
unsafe fn write(_: *mut u8, _: *const u8) {
    unreachable!("`row` does not come here");
}

#[cfg(not(target_arch = "x86_64"))]
unsafe fn write_lines(_: *mut u8, _: *const u8) {
    unreachable!("as above");
}

#[cfg(not(target_arch = "x86_64"))]
fn fence() {}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    /// Writes `element(i)` for each `i` below `n`.
    ///
    /// # Safety
    /// The conditions of [`row`].
    unsafe fn write_row<R: Copy>(n: usize, out: *mut R, element: impl Fn(usize) -> R) {
        let elements = |start: usize, count: usize, to: *mut u8| {
            for i in 0..count {
                // SAFETY: there is room for as many.
                unsafe { to.cast::<R>().add(i).write_unaligned(element(start + i)) };
            }
        };
        // SAFETY: the caller's promise.
        unsafe { row(n, (out.cast(), size_of::<R>()), &elements) };
    }

    fn same<R: Copy + PartialEq>(n: usize, skipped: usize, start: R, element: impl Fn(usize) -> R) {
        let mut out = vec![start; n + skipped + 1];
        // SAFETY: `n` elements follow the skipped ones.
        unsafe { write_row(n, out.as_mut_ptr().add(skipped), &element) };
        assert!(out[skipped..skipped + n].iter().enumerate().all(|(i, value)| *value == element(i)));
        assert!(out[skipped + n] == start, "it wrote behind the row");
    }

    #[test]
    fn a_long_row_has_the_elements_of_a_short_one() {
        for extra in [0, 1, 1023, 1024, 1025] {
            same(FROM / 4 + extra, extra % 5, -1f32, |i| i as f32);
            same(FROM + extra, extra % 5, 3u8, |i| i as u8);
        }
        same(100, 0, -1f32, |i| i as f32);
    }

    #[test]
    fn elements_that_begin_at_no_line_are_written_too() {
        let mut bytes = vec![0u8; FROM + 5];
        let out = bytes.as_mut_ptr().wrapping_add(1).cast::<[u8; 4]>();
        // SAFETY: so many elements follow the first byte, and they need no alignment.
        unsafe { write_row(FROM / 4, out, |i| (i as u32).to_ne_bytes()) };
        assert_eq!(bytes[1..].as_chunks::<4>().0[FROM / 4 - 1], (FROM as u32 / 4 - 1).to_ne_bytes());
    }
}
