//! Sorting rows on the processor.
//!
//! Invariant: each row becomes unsigned integers with the order of the elements in their high bits
//! and the index in their low bits. No two are equal, so every sorting algorithm is stable. Long
//! rows are sorted by digits (radix sort), short ones by comparison.

use super::types::{ForNumber, by_number};
use super::walk::Base;
use crate::error::Result;
use crate::ops::number::Number;
use crate::ops::parallel;
use crate::tensor::{DType, Host, Shape, Tensor};
use std::ops::Range;

/// Rows that are sorted in parallel, each with its own scratch memory.
const SLOTS: usize = 8;

/// Rows of this length or more are sorted by digits.
const LONG: usize = 1500;

/// The rows of one call, along the axis `at`. `values` and `indices` are new, of the shape of `t`
/// except along that axis, where they have as many elements as `places` has ranks.
pub(in crate::ops) struct Rows<'a> {
    pub t: Host<'a>,
    pub at: usize,
    pub places: Range<usize>,
    pub descending: bool,
    pub values: Host<'a>,
    pub indices: Host<'a>,
}

/// Writes the elements at these ranks in the order of each row, and their indices.
///
/// Errors: those of [`Tensor::uninit`], for the scratch memory.
pub(in crate::ops) fn rows(call: Rows) -> Result<()> {
    by_number(call.t.dtype(), call)
}

impl ForNumber for Rows<'_> {
    type Output = Result<()>;

    fn of<T: Number>(self) -> Result<()> {
        let n = self.t.shape()[self.at] as usize;
        let rows = self.t.size() / n;
        let slots = rows.min(SLOTS);
        // Each number takes 16 bytes at most.
        let room = self.room(n).saturating_mul(2);
        let words = Shape::new(&[room.saturating_mul(slots) as i64])?;
        let scratch = Tensor::uninit(self.t.device(), DType::I64, &words)?;
        let scratch = Base::<i64>::of(scratch.host()?);
        parallel::ranges(slots, rows / slots * n * 8, |range| {
            for slot in range {
                let memory = scratch.at((slot * room) as isize);
                for row in slot * rows / slots..(slot + 1) * rows / slots {
                    // SAFETY: only this slot has this memory, and storages are aligned for any
                    // number.
                    unsafe { self.row::<T>(row, n, memory) };
                }
            }
        });
        Ok(())
    }
}

impl Rows<'_> {
    /// How many numbers are kept while a row of `n` is sorted: all of them twice, or some of those
    /// that may be chosen.
    fn room(&self, n: usize) -> usize {
        if self.places.len() == n { 2 * n } else { (2 * self.places.end).max(256).min(n) }
    }

    /// # Safety
    /// `memory` has [`Rows::room`] for numbers of 16 bytes, and is not shared.
    unsafe fn row<T: Number>(&self, row: usize, n: usize, memory: *mut i64) {
        let row = Row {
            from: self.t.as_ptr().cast::<T>().wrapping_offset(self.offset(&self.t, row)),
            step: self.t.strides()[self.at] as isize,
            n,
            is_bool: self.t.dtype() == DType::Bool,
            to: (self.offset(&self.values, row), self.offset(&self.indices, row)),
        };
        let small = n <= u32::MAX as usize;
        let narrow = T::DTYPE.size() <= 4;
        let (least, most) = if narrow { (0, u64::from(u32::MAX)) } else { row.keys() };
        // SAFETY: the caller's promise.
        unsafe {
            if small && most - least <= u64::from(u32::MAX) {
                self.sorted::<T, u64>(&row, (least, most), memory.cast());
            } else {
                self.sorted::<T, u128>(&row, (least, most), memory.cast());
            }
        }
    }

    /// # Safety
    /// The conditions of [`Rows::row`].
    unsafe fn sorted<T: Number, P: Packed>(&self, row: &Row<T>, (least, most): (u64, u64), memory: *mut P) {
        let n = row.n;
        let pack = |i: usize| {
            let key = row.key(i);
            P::pack(if self.descending { most.wrapping_sub(key) } else { key.wrapping_sub(least) }, i)
        };
        let Range { start, end } = self.places;
        let sorted = if end - start < n {
            // SAFETY: the memory has the room that a selection needs.
            let chosen = unsafe { smallest(n, end, self.room(n), memory, pack) };
            chosen.select_nth_unstable(start);
            chosen[start..].sort_unstable();
            chosen
        } else {
            for i in 0..n {
                // SAFETY: there is room for two rows.
                unsafe { memory.add(i).write(pack(i)) };
            }
            // SAFETY: these `n` were just written.
            let packed = unsafe { std::slice::from_raw_parts_mut(memory, n) };
            if n < LONG || n > u32::MAX as usize {
                packed.sort_unstable();
                packed
            } else {
                // SAFETY: after the row there is room for another.
                unsafe { by_digits(packed, memory.add(n)) }
            }
        };
        let out_step = self.values.strides()[self.at] as isize;
        for (j, one) in sorted[start..end].iter().enumerate() {
            let (at, j) = (one.index(), j as isize * out_step);
            let key = if self.descending { most.wrapping_sub(one.key()) } else { one.key().wrapping_add(least) };
            // SAFETY: the index is that of an element of the row; the results have a row of this
            // length.
            unsafe {
                self.values.as_ptr().cast::<T>().offset(row.to.0 + j).write(row.value(key, at));
                self.indices.as_ptr().cast::<i64>().offset(row.to.1 + j).write(at as i64);
            }
        }
    }

    /// The offset at which a row of `of` starts: row numbers count the other axes in row-major
    /// order.
    fn offset(&self, of: &Tensor, row: usize) -> isize {
        let (mut left, mut offset) = (row as i64, 0);
        for d in (0..of.rank()).rev().filter(|&d| d != self.at) {
            offset += left % of.shape()[d] * of.strides()[d];
            left /= of.shape()[d];
        }
        offset as isize
    }
}

/// One row, and where its results go.
struct Row<T> {
    from: *const T,
    step: isize,
    n: usize,
    is_bool: bool,
    to: (isize, isize),
}

impl<T: Number> Row<T> {
    #[inline(always)]
    fn element(&self, i: usize) -> T {
        debug_assert!(i < self.n);
        // SAFETY: the row has `n` elements with this stride.
        unsafe { self.from.offset(i as isize * self.step).read() }
    }

    /// An integer with the order of the element; below 2^32 for elements of at most 4 bytes.
    #[inline(always)]
    fn key(&self, i: usize) -> u64 {
        let x = self.element(i);
        match (T::DTYPE.is_float(), T::DTYPE.size() <= 4) {
            _ if self.is_bool => u64::from(x.as_u8() != 0),
            _ if T::DTYPE.is_unsigned() => x.as_u64(),
            (false, true) => u64::from(x.as_i32() as u32 ^ 1 << 31),
            (false, false) => x.as_i64() as u64 ^ 1 << 63,
            (true, true) => {
                let x = x.as_f32() + 0.0; // -0 becomes 0
                let bits = x.to_bits();
                let ordered = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
                u64::from(if x.is_nan() { u32::MAX } else { ordered })
            }
            (true, false) => {
                let x = x.as_f64() + 0.0; // as above
                let bits = x.to_bits();
                let ordered = if bits >> 63 == 0 { bits | 1 << 63 } else { !bits };
                if x.is_nan() { u64::MAX } else { ordered }
            }
        }
    }

    /// The element of a key. If different elements share the key, the element at `i` is read, which
    /// is out of order, and slow in a long row.
    #[inline(always)]
    fn value(&self, key: u64, i: usize) -> T {
        match (T::DTYPE.is_float(), T::DTYPE.size() <= 4) {
            _ if self.is_bool => self.element(i),
            _ if T::DTYPE.is_unsigned() => T::cast_from(key),
            (false, true) => T::cast_from((key as u32 ^ 1 << 31) as i32),
            (false, false) => T::cast_from((key ^ 1 << 63) as i64),
            (true, true) => match key as u32 {
                0x8000_0000 | u32::MAX => self.element(i),
                bits if bits >> 31 == 1 => T::cast_from(f32::from_bits(bits & !(1 << 31))),
                bits => T::cast_from(f32::from_bits(!bits)),
            },
            (true, false) => match key {
                0x8000_0000_0000_0000 | u64::MAX => self.element(i),
                bits if bits >> 63 == 1 => T::cast_from(f64::from_bits(bits & !(1 << 63))),
                bits => T::cast_from(f64::from_bits(!bits)),
            },
        }
    }

    /// The least and the greatest key.
    fn keys(&self) -> (u64, u64) {
        (0..self.n).fold((u64::MAX, 0), |(least, most), i| (least.min(self.key(i)), most.max(self.key(i))))
    }
}

/// Bits of a digit.
const DIGIT: usize = 11;

/// The most digits of a key.
const DIGITS: usize = 6;

/// A key above an index.
trait Packed: Copy + Ord + Send + Sync {
    /// Digits of a key.
    const COUNT: usize;
    const GREATEST: Self;
    fn pack(key: u64, index: usize) -> Self;
    fn key(self) -> u64;
    fn index(self) -> usize;
    fn digit(self, number: usize) -> usize;
}

impl Packed for u64 {
    const COUNT: usize = 3;
    const GREATEST: u64 = u64::MAX;

    #[inline(always)]
    fn pack(key: u64, index: usize) -> u64 {
        key << 32 | index as u64
    }

    #[inline(always)]
    fn key(self) -> u64 {
        self >> 32
    }

    #[inline(always)]
    fn index(self) -> usize {
        self as u32 as usize
    }

    #[inline(always)]
    fn digit(self, number: usize) -> usize {
        (self >> (32 + number * DIGIT)) as usize & ((1 << DIGIT) - 1)
    }
}

impl Packed for u128 {
    const COUNT: usize = DIGITS;
    const GREATEST: u128 = u128::MAX;

    #[inline(always)]
    fn pack(key: u64, index: usize) -> u128 {
        u128::from(key) << 64 | index as u128
    }

    #[inline(always)]
    fn key(self) -> u64 {
        (self >> 64) as u64
    }

    #[inline(always)]
    fn index(self) -> usize {
        self as u64 as usize
    }

    #[inline(always)]
    fn digit(self, number: usize) -> usize {
        ((self >> 64) as u64 >> (number * DIGIT)) as usize & ((1 << DIGIT) - 1)
    }
}

/// The `k` smallest of `n` numbers, in any order except that the greatest is last. Numbers that
/// cannot be among them are dropped as soon as that is known.
///
/// # Safety
/// `memory` has `room` for more than `k` numbers, or for `n`, and is not shared.
unsafe fn smallest<'a, P: Packed>(
    n: usize,
    k: usize,
    room: usize,
    memory: *mut P,
    number: impl Fn(usize) -> P,
) -> &'a mut [P] {
    let (mut kept, mut limit) = (0, P::GREATEST);
    for i in 0..n {
        let one = number(i);
        if one <= limit {
            if kept == room {
                // SAFETY: this many were written.
                let all = unsafe { std::slice::from_raw_parts_mut(memory, kept) };
                limit = *all.select_nth_unstable(k - 1).1;
                kept = k;
            }
            // SAFETY: there is room.
            unsafe { memory.add(kept).write(one) };
            kept += 1;
        }
    }
    // SAFETY: this many were written, and at least `k` of `n` numbers are kept.
    let all = unsafe { std::slice::from_raw_parts_mut(memory, kept) };
    all.select_nth_unstable(k - 1);
    &mut all[..k]
}

/// Sorts by one digit after another, from the lowest on; a digit that all numbers have in common is
/// skipped. Returns where the result is: in `from` or in `spare`.
///
/// # Safety
/// There are at most `u32::MAX` numbers, and `spare` has room for as many, does not overlap them
/// and is not shared.
unsafe fn by_digits<P: Packed>(from: &mut [P], spare: *mut P) -> &mut [P] {
    let n = from.len();
    let mut counts = [[0u32; 1 << DIGIT]; DIGITS];
    for one in from.iter() {
        for (number, counts) in counts[..P::COUNT].iter_mut().enumerate() {
            counts[one.digit(number)] += 1;
        }
    }
    let (mut here, mut there) = (from.as_mut_ptr(), spare);
    for (number, starts) in counts[..P::COUNT].iter_mut().enumerate() {
        if starts.contains(&(n as u32)) {
            continue;
        }
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += std::mem::replace(start, sum);
        }
        for i in 0..n {
            // SAFETY: the counts add up to `n`, so each position is inside; `here` was written
            // before.
            unsafe {
                let one = here.add(i).read();
                let place = &mut starts[one.digit(number)];
                there.add(*place as usize).write(one);
                *place += 1;
            }
        }
        (here, there) = (there, here);
    }
    // SAFETY: all `n` were written, and `from`, borrowed for as long, and `spare` are the only
    // references to them.
    unsafe { std::slice::from_raw_parts_mut(here, n) }
}
