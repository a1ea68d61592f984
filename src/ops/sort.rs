//! `sort`, `argsort`, `topk` and `kthvalue`.
//!
//! Invariant: the order is total and stable. NaN is greater than any number, -0 equals 0, and of equal elements the one with
//! the smaller index comes first, also in descending order.
//!
//! Each row becomes unsigned integers that have the order of the elements in their high bits and the index in their low
//! bits: no two are equal, so any way of sorting them is stable. Long rows are sorted by digits, short ones by comparison.

use super::number::Number;
use super::parallel;
use super::place::Base;
use super::types::{ForNumber, by_number};
use crate::error::{Error, Result};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor, shape};
use std::ops::Range;

/// The elements along `axis` in ascending order, or descending, and the int64 index of each. Borrows `t`, returns new.
///
/// Errors: an axis out of range is `INVALID_ARGUMENT`.
pub fn sort(t: &Tensor, axis: i64, descending: bool) -> Result<(Tensor, Tensor)> {
    let at = shape::axis(axis, t.rank())?;
    chosen(t, at, 0..t.shape()[at], descending)
}

/// The indices of [`sort`] alone.
pub fn argsort(t: &Tensor, axis: i64, descending: bool) -> Result<Tensor> {
    sort(t, axis, descending).map(|(_, indices)| indices)
}

/// The `k` largest elements along `axis`, or the smallest, in order, and the int64 index of each. Borrows `t`, returns new.
///
/// Errors: an axis out of range, and a `k` below 0 or above its size, are `INVALID_ARGUMENT`.
pub fn topk(t: &Tensor, k: i64, axis: i64, largest: bool) -> Result<(Tensor, Tensor)> {
    let at = shape::axis(axis, t.rank())?;
    if k < 0 || k > t.shape()[at] {
        return Err(Error::argument(format!("topk of {k} along axis {at} of shape {}", shape::display(t.shape()))));
    }
    chosen(t, at, 0..k, largest)
}

/// The `k`-th smallest element along `axis`, counted from 1, and its int64 index. Borrows `t`, returns new.
///
/// Errors: an axis out of range, and a `k` below 1 or above its size, are `INVALID_ARGUMENT`.
pub fn kthvalue(t: &Tensor, k: i64, axis: i64, keepdim: bool) -> Result<(Tensor, Tensor)> {
    let at = shape::axis(axis, t.rank())?;
    if k < 1 || k > t.shape()[at] {
        return Err(Error::argument(format!("kthvalue {k} along axis {at} of shape {}", shape::display(t.shape()))));
    }
    let (values, indices) = chosen(t, at, k - 1..k, false)?;
    if keepdim { Ok((values, indices)) } else { Ok((values.squeeze(at as i64)?, indices.squeeze(at as i64)?)) }
}

/// What stands at these places of the order of each row.
fn chosen(t: &Tensor, at: usize, places: Range<i64>, descending: bool) -> Result<(Tensor, Tensor)> {
    let mut dims = [0; MAX_RANK];
    dims[..t.rank()].copy_from_slice(t.shape());
    dims[at] = places.end - places.start;
    let shape = Shape::new(&dims[..t.rank()])?;
    let values = Tensor::empty(t.device(), t.dtype(), &shape)?;
    let indices = Tensor::empty(t.device(), DType::I64, &shape)?;
    if shape.elements() > 0 {
        let places = places.start as usize..places.end as usize;
        by_number(t.dtype(), Rows { t, at, places, descending, values: &values, indices: &indices })?;
    }
    Ok((values, indices))
}

/// Rows that are sorted at once, each with its own memory to sort in.
const SLOTS: usize = 8;

/// From this length on rows are sorted by digits.
const LONG: usize = 1500;

/// The rows of one call.
struct Rows<'a> {
    t: &'a Tensor,
    at: usize,
    places: Range<usize>,
    descending: bool,
    values: &'a Tensor,
    indices: &'a Tensor,
}

impl ForNumber for Rows<'_> {
    type Output = Result<()>;

    fn of<T: Number>(self) -> Result<()> {
        let narrow = T::DTYPE.size() <= 4 && self.t.shape()[self.at] <= i64::from(u32::MAX);
        if narrow { self.all::<T, u64>() } else { self.all::<T, u128>() }
    }
}

impl Rows<'_> {
    fn all<T: Number, P: Packed>(&self) -> Result<()> {
        let n = self.t.shape()[self.at] as usize;
        let rows = self.t.size() / n;
        let slots = rows.min(SLOTS);
        let words = (slots * 2 * n).saturating_mul(size_of::<P>() / 8);
        let scratch = Tensor::empty(self.t.device(), DType::I64, &Shape::new(&[words as i64])?)?;
        let scratch = Base::<P>::of(&scratch);
        parallel::ranges(slots, rows / slots * n * 8, |range| {
            for slot in range {
                let memory = scratch.at((slot * 2 * n) as isize);
                for row in slot * rows / slots..(slot + 1) * rows / slots {
                    // SAFETY: the memory of this slot has room for twice a row, and storages are aligned for any number.
                    unsafe { self.row::<T, P>(row, n, memory) };
                }
            }
        });
        Ok(())
    }

    /// # Safety
    /// `memory` has room for `2 n` numbers that nobody else uses.
    unsafe fn row<T: Number, P: Packed>(&self, row: usize, n: usize, memory: *mut P) {
        let from = self.t.as_ptr().cast::<T>().wrapping_offset(self.offset(self.t, row));
        let step = self.t.strides()[self.at] as isize;
        let flip = if self.descending { u64::MAX } else { 0 };
        let bools = self.t.dtype() == DType::Bool;
        for i in 0..n {
            // SAFETY: the row has `n` elements with this stride, and the memory room for them.
            unsafe {
                let element = from.offset(i as isize * step).read();
                let key = if bools { u64::from(element.as_u8() != 0) } else { P::key(element) };
                memory.add(i).write(P::pack(key ^ flip, i));
            }
        }
        // SAFETY: these `n` were just written.
        let packed = unsafe { std::slice::from_raw_parts_mut(memory, n) };
        let sorted = if self.places.len() < n {
            let (start, end) = (self.places.start, self.places.end);
            if end < n {
                packed.select_nth_unstable(end - 1);
            }
            packed[..end].select_nth_unstable(start);
            packed[start..end].sort_unstable();
            packed
        } else if n < LONG || n > u32::MAX as usize {
            packed.sort_unstable();
            packed
        } else {
            // SAFETY: behind the row there is room for another.
            unsafe { by_digits(packed, memory.add(n)) }
        };
        let (values, indices) = (self.offset(self.values, row), self.offset(self.indices, row));
        let out_step = self.values.strides()[self.at] as isize;
        for (j, one) in sorted[self.places.clone()].iter().enumerate() {
            let at = one.index();
            // SAFETY: the index is that of an element of the row; the results have a row of this length.
            unsafe {
                let value = from.offset(at as isize * step).read();
                self.values.as_ptr().cast::<T>().offset(values + j as isize * out_step).write(value);
                self.indices.as_ptr().cast::<i64>().offset(indices + j as isize * out_step).write(at as i64);
            }
        }
    }

    /// Where a row of `of` starts: row numbers count the other axes in row-major order.
    fn offset(&self, of: &Tensor, row: usize) -> isize {
        let (mut left, mut offset) = (row as i64, 0);
        for d in (0..of.rank()).rev().filter(|&d| d != self.at) {
            offset += left % of.shape()[d] * of.strides()[d];
            left /= of.shape()[d];
        }
        offset as isize
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
    /// The order of the element, in as many bits as this type has room for.
    fn key<T: Number>(element: T) -> u64;
    fn pack(key: u64, index: usize) -> Self;
    fn index(self) -> usize;
    fn digit(self, number: usize) -> usize;
}

impl Packed for u64 {
    const COUNT: usize = 3;

    #[inline(always)]
    fn key<T: Number>(element: T) -> u64 {
        if !T::DTYPE.is_float() {
            return u64::from(element.as_i32() as u32 ^ 1 << 31);
        }
        let x = element.as_f32() + 0.0; // -0 becomes 0
        let bits = x.to_bits();
        u64::from(if x.is_nan() {
            u32::MAX
        } else if bits >> 31 == 0 {
            bits | 1 << 31
        } else {
            !bits
        })
    }

    #[inline(always)]
    fn pack(key: u64, index: usize) -> u64 {
        key << 32 | index as u64
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

    #[inline(always)]
    fn key<T: Number>(element: T) -> u64 {
        if !T::DTYPE.is_float() {
            return element.as_i64() as u64 ^ 1 << 63;
        }
        let x = element.as_f64() + 0.0; // as above
        let bits = x.to_bits();
        if x.is_nan() {
            u64::MAX
        } else if bits >> 63 == 0 {
            bits | 1 << 63
        } else {
            !bits
        }
    }

    #[inline(always)]
    fn pack(key: u64, index: usize) -> u128 {
        u128::from(key) << 64 | index as u128
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

/// Sorts by one digit after another, from the lowest on; one that all have in common is left out. Returns where the result
/// is: in `from` or in `spare`.
///
/// # Safety
/// There are at most `u32::MAX`, and `spare` has room for as many, apart from it, that nobody else uses.
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
            // SAFETY: the counts add up to `n`, so each place is inside; `here` was written before.
            unsafe {
                let one = here.add(i).read();
                let place = &mut starts[one.digit(number)];
                there.add(*place as usize).write(one);
                *place += 1;
            }
        }
        (here, there) = (there, here);
    }
    // SAFETY: all `n` were written, and `from`, borrowed for as long, and `spare` are the only ways to them.
    unsafe { std::slice::from_raw_parts_mut(here, n) }
}
