//! Elements moved unchanged on the processor, walked along a plan.
//!
//! Invariant: elements are moved as bytes of their size, so a buffer from outside need not be
//! aligned. Transposed matrices go in squares, whose cache lines are used up before they are
//! evicted.

use super::dispatch::{self, Kernel};
use super::map::{self, Map1};
use crate::ops::parallel;
use crate::ops::strided::Plan;
use crate::tensor::Width;
use std::mem::MaybeUninit;

/// Copies elements of this size, walked along the plan of out and a.
///
/// # Safety
/// The pointers and the plan meet the conditions of [`map::map1`] for elements of this size;
/// neither need be aligned.
pub(in crate::ops) unsafe fn elements(plan: &Plan<2>, width: Width, out: *mut u8, a: *const u8) {
    // SAFETY: the caller's promise is handed on.
    unsafe {
        if plan.is_flat() && plan.steps == [1, 1] {
            let bytes = width.bytes();
            return parallel::ranges_apart(plan.len, bytes.div_ceil(4), |range| {
                let start = range.start * bytes;
                std::ptr::copy_nonoverlapping(a.add(start), out.add(start), range.len() * bytes);
            });
        }
        match width {
            Width::One => walk(plan, out, a),
            Width::Two => walk(plan, out.cast::<[u8; 2]>(), a.cast::<[u8; 2]>()),
            Width::Four => walk(plan, out.cast::<[u8; 4]>(), a.cast::<[u8; 4]>()),
            Width::Eight => walk(plan, out.cast::<[u8; 8]>(), a.cast::<[u8; 8]>()),
        }
    }
}

/// # Safety
/// The conditions of [`elements`].
unsafe fn walk<T: Copy>(plan: &Plan<2>, out: *mut T, a: *const T) {
    let nearer = |row: isize, around: isize| around != 0 && around.abs() < row.abs();
    // SAFETY: the caller's promise is handed on.
    unsafe {
        let is_turned = |around: [isize; 2]| nearer(plan.steps[0], around[0]) || nearer(plan.steps[1], around[1]);
        let around = plan.outer_dims().next_back().filter(|&(_, strides)| is_turned(strides));
        match around.and_then(|_| plan.split()) {
            Some((size, strides, rest)) => {
                // In bands as wide as a square, so that two threads share cache lines of either
                // side only at band edges.
                let columns = rest.len.div_ceil(SIDE);
                let cost = 4 * size * SIDE * rest.elements().div_ceil(rest.len.max(1));
                parallel::ranges_apart(columns, cost, |range| {
                    let start = (range.start * SIDE) as isize;
                    let mut band = rest;
                    band.len = rest.len.min(range.end * SIDE) - range.start * SIDE;
                    let (out, a) =
                        (out.wrapping_offset(start * rest.steps[0]), a.wrapping_offset(start * rest.steps[1]));
                    tiled(&band, (size, strides), out, a);
                });
            }
            _ => map::map1(plan, out, a, Same),
        }
    }
}

/// Elements of a side of the squares in which matrices are transposed.
const SIDE: usize = 32;

/// Copies a transposed matrix for each row of `outer`, made of the rows of the plan and the
/// dimension around them. It works in squares small enough that the cache lines of both sides are
/// used up before they are evicted.
///
/// # Safety
/// As [`elements`], for the walk that `outer` and the dimension around it were split from.
unsafe fn tiled<T: Copy>(outer: &Plan<2>, (height, around): (usize, [isize; 2]), out: *mut T, a: *const T) {
    if outer.steps[0] == 1 && around[1] == 1 {
        // SAFETY: the caller's promise.
        return unsafe { transposed(outer, height, around[0], out, a) };
    }
    let (width, steps) = (outer.len, outer.steps);
    let mut rows = outer.rows();
    loop {
        let (out, a) = (out.wrapping_offset(rows.offsets[0]), a.wrapping_offset(rows.offsets[1]));
        for top in (0..height).step_by(SIDE) {
            for left in (0..width).step_by(SIDE) {
                for y in top..height.min(top + SIDE) {
                    for x in left..width.min(left + SIDE) {
                        let at = |k: usize| y as isize * around[k] + x as isize * steps[k];
                        // SAFETY: this is an offset of the walk, which the caller vouches for.
                        unsafe { out.wrapping_offset(at(0)).write(a.wrapping_offset(at(1)).read()) };
                    }
                }
            }
        }
        if !rows.advance() {
            return;
        }
    }
}

/// Like [`tiled`], for the common case: rows of `a` become columns of `out`, whose rows are `pitch`
/// apart.
/// # Safety
/// The conditions of [`tiled`].
unsafe fn transposed<T: Copy>(outer: &Plan<2>, height: usize, pitch: isize, out: *mut T, a: *const T) {
    let mut rows = outer.rows();
    loop {
        let (out, a) = (out.wrapping_offset(rows.offsets[0]), a.wrapping_offset(rows.offsets[1]));
        let (width, from_pitch) = (outer.len, outer.steps[1]);
        match size_of::<T>() {
            1 => dispatch::run(Transpose::<T, 32> { width, height, from_pitch, pitch, out, a }),
            4 => dispatch::run(Transpose::<T, 16> { width, height, from_pitch, pitch, out, a }),
            _ => dispatch::run(Transpose::<T, 8> { width, height, from_pitch, pitch, out, a }),
        }
        if !rows.advance() {
            return;
        }
    }
}

/// One matrix of `width` rows of `height` elements, transposed in squares of `S` elements. A side
/// is one cache line, so that each line is read once and written once, wherever it falls in the
/// cache. Rows whose distance is a power of two map to the same cache set, and would otherwise
/// evict each other before they were used up.
struct Transpose<T, const S: usize> {
    width: usize,
    height: usize,
    from_pitch: isize,
    pitch: isize,
    out: *mut T,
    a: *const T,
}

impl<T: Copy, const S: usize> Kernel for Transpose<T, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Transpose { width, height, from_pitch, pitch, out, a } = self;
        for left in (0..width).step_by(S) {
            for top in (0..height).step_by(S) {
                let from = a.wrapping_offset(left as isize * from_pitch + top as isize);
                let to = out.wrapping_offset(top as isize * pitch + left as isize);
                // SAFETY: the creator guarantees the whole matrix, of which this is a square or a
                // part of one.
                unsafe {
                    if width - left >= S && height - top >= S {
                        square::<T, S>(from, from_pitch, to, pitch);
                        continue;
                    }
                    for y in 0..S.min(height - top) {
                        for x in 0..S.min(width - left) {
                            to.offset(y as isize * pitch + x as isize)
                                .write(from.offset(x as isize * from_pitch + y as isize).read());
                        }
                    }
                }
            }
        }
    }
}

/// # Safety
/// Both have `S` rows of `S` elements, at these distances.
#[inline(always)]
unsafe fn square<T: Copy, const S: usize>(from: *const T, from_pitch: isize, to: *mut T, pitch: isize) {
    // SAFETY: the caller's promise; the elements may lie at any address.
    unsafe {
        let mut rows = [MaybeUninit::<[T; S]>::uninit(); S];
        for (x, row) in rows.iter_mut().enumerate() {
            row.write(from.offset(x as isize * from_pitch).cast::<[T; S]>().read_unaligned());
        }
        let rows = rows.map(|row| row.assume_init());
        #[allow(clippy::needless_range_loop)] // indexes a column across all rows
        for y in 0..S {
            let line: [T; S] = std::array::from_fn(|x| rows[x][y]);
            to.offset(y as isize * pitch).cast::<[T; S]>().write_unaligned(line);
        }
    }
}

#[derive(Clone, Copy)]
struct Same;

impl<T: Copy> Map1<T, T> for Same {
    #[inline(always)]
    fn map(self, x: T) -> T {
        x
    }
}
