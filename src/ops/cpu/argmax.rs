//! The search for the index of the greatest element.
//!
//! Invariant: elements are visited in the order of their index, so of equal elements the first is
//! the one seen first; a NaN is chosen before any number.

use super::dispatch::{self, Kernel};
use super::fold::{Max, Ordered, lanes};
use crate::ops::loops::{Loop, Loops};
use crate::ops::number::is_nan;
use crate::ops::parallel;
use crate::tensor::{DType, Host, SharedCell, cells};

/// Writes to `out`, int64, the index of the greatest element of each result. Halves were cast to
/// float32, and uint16 and uint32 to signed integers.
///
/// # Safety
/// The loops over the results, and over the elements of each, are those of `t` and `out`.
pub(in crate::ops) unsafe fn search(t: Host, (results, elements): (Loops, Loops), out: Host) {
    match t.dtype() {
        DType::F32 | DType::F16 | DType::BF16 => Search::<f32>::new(t, results, elements, out).divided(),
        DType::F64 => Search::<f64>::new(t, results, elements, out).divided(),
        DType::I8 => Search::<i8>::new(t, results, elements, out).divided(),
        DType::I16 => Search::<i16>::new(t, results, elements, out).divided(),
        DType::I32 => Search::<i32>::new(t, results, elements, out).divided(),
        DType::I64 => Search::<i64>::new(t, results, elements, out).divided(),
        DType::U64 => Search::<u64>::new(t, results, elements, out).divided(),
        DType::U8 | DType::Bool => Search::<u8>::new(t, results, elements, out).divided(),
        DType::U16 | DType::U32 => unreachable!("they were cast to signed integers"),
    }
}

/// The loops of one call, with every offset inside `input` and `out`.
#[derive(Clone, Copy)]
struct Search<T> {
    input: *const T,
    results: Loops,
    elements: Loops,
    out: *mut i64,
}

impl<T: Ordered> Search<T> {
    fn new(t: Host, results: Loops, elements: Loops, out: Host) -> Search<T> {
        Search { input: t.as_ptr().cast(), results, elements, out: out.as_ptr().cast() }
    }

    /// Divides the search among threads by results.
    fn divided(self) {
        let (along, items) = self.results.longest();
        let cost = self.elements.passes() * self.results.passes() / items.max(1);
        let part = |range| {
            let (results, (i, o)) = self.results.part(along, range);
            let (input, out) = (self.input.wrapping_offset(i), self.out.wrapping_offset(o));
            Search { input, results, out, ..self }.search();
        };
        // SAFETY: parts have different results.
        unsafe { parallel::ranges_apart(items, cost, part) };
    }
}

impl<T: Ordered> Search<T> {
    #[inline(never)]
    fn search(mut self) {
        let stride = |loops: &Loops| loops.as_slice().last().map_or(0, |l| l.input);
        // Adjacent results are searched together, if their indices fit into as many bytes as an
        // element.
        let fit = size_of::<T>() == 8 || self.elements.passes() <= u32::MAX as usize;
        if stride(&self.results) == 1 && stride(&self.elements) > 1 && fit {
            let columns = self.results.pop();
            self.columns(columns);
        } else {
            let run = self.elements.pop();
            self.runs(run);
        }
    }
}

/// Whether a later value replaces the best so far.
#[inline(always)]
fn beats<T: Ordered>(value: T, best: T) -> bool {
    !is_nan(best) & ((value > best) | is_nan(value))
}

/// Results that are searched together: enough to read memory in long runs, and few enough that the
/// best values and their indices stay in the L1 cache.
const WIDTH: usize = 2048;

/// The number of a row in as many bytes as an element, or 4, so that a vector holds the same number
/// of both.
trait Place: Copy {
    fn of(row: usize) -> Self;
    fn value(self) -> i64;
}

impl Place for u32 {
    #[inline(always)]
    fn of(row: usize) -> u32 {
        row as u32
    }
    #[inline(always)]
    fn value(self) -> i64 {
        i64::from(self)
    }
}

impl Place for u64 {
    #[inline(always)]
    fn of(row: usize) -> u64 {
        row as u64
    }
    #[inline(always)]
    fn value(self) -> i64 {
        self as i64
    }
}

/// A row of values that may replace the best so far; the first row replaces all.
struct Row<'a, T, P> {
    best: &'a mut [T],
    index: &'a mut [P],
    values: &'a [SharedCell<T>],
    row: usize,
}

impl<T: Ordered, P: Place> Kernel for Row<'_, T, P> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        let (place, is_first) = (P::of(self.row), self.row == 0);
        for ((best, index), value) in self.best.iter_mut().zip(self.index.iter_mut()).zip(self.values) {
            let value = value.get();
            let wins = is_first | beats(value, *best);
            *best = if wins { value } else { *best };
            *index = if wins { place } else { *index };
        }
    }
}

/// Rows that are searched as a group.
const GROUP: usize = 8;

/// A group of rows whose greatest values may replace the best so far, with the number of the group.
/// Returns whether a NaN is among them; the bests are then not reliable.
struct Group<'a, T, P> {
    best: &'a mut [T],
    index: &'a mut [P],
    rows: [&'a [SharedCell<T>]; GROUP],
    group: usize,
}

impl<T: Ordered, P: Place> Kernel for Group<'_, T, P> {
    type Output = bool;
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) -> bool {
        let (place, width) = (P::of(self.group), self.best.len());
        let (best, index) = (self.best, &mut self.index[..width]);
        let [a, b, c, d, e, f, g, h] = self.rows.map(|row| &row[..width]);
        let greater = |a: T, b: T| if a > b { a } else { b };
        let is_nan = |a: T, b: T| is_nan(a) | is_nan(b);
        let mut nan = false;
        for i in 0..width {
            let (a, b, c, d) = (a[i].get(), b[i].get(), c[i].get(), d[i].get());
            let (e, f, g, h) = (e[i].get(), f[i].get(), g[i].get(), h[i].get());
            let value = greater(greater(greater(a, b), greater(c, d)), greater(greater(e, f), greater(g, h)));
            let wins = value > best[i];
            best[i] = greater(value, best[i]);
            index[i] = if wins { place } else { index[i] };
            nan |= is_nan(a, b) | is_nan(c, d) | is_nan(e, f) | is_nan(g, h);
        }
        nan
    }

    /// Small code: searches the rows one by one.
    fn run_small(self) -> bool {
        true
    }
}

impl<T: Ordered> Search<T> {
    fn columns(&self, columns: Loop) {
        let is_wide = size_of::<T>() == 8 || self.elements.passes() > u32::MAX as usize;
        if is_wide { self.columns_with::<u64>(columns) } else { self.columns_with::<u32>(columns) }
    }

    fn columns_with<P: Place>(&self, columns: Loop) {
        let mut best = [T::LEAST; WIDTH];
        let mut index = [P::of(0); WIDTH];
        self.results.each_by(&mut |i, o| {
            for start in (0..columns.size).step_by(WIDTH) {
                let width = WIDTH.min(columns.size - start);
                let (best, index) = (&mut best[..width], &mut index[..width]);
                let from = self.input.wrapping_offset(i + start as isize);
                if !self.in_groups(from, best, index) {
                    self.row_by_row(from, best, index);
                }
                for (column, index) in index.iter().enumerate() {
                    // SAFETY: the offsets come from the plan.
                    unsafe { self.out.offset(o + (start + column) as isize * columns.output).write(index.value()) };
                }
            }
        });
    }

    /// Finds the index of the greatest value in columns from `from` on, three times as fast as
    /// [`Search::row_by_row`]. The row within its group is looked up at the end. Returns false,
    /// without indices, if a NaN is found or the rows are not equally far apart.
    fn in_groups<P: Place>(&self, from: *const T, best: &mut [T], index: &mut [P]) -> bool {
        let &[Loop { size: n, input: step, .. }] = self.elements.as_slice() else { return false };
        // Smaller elements fit more per vector, and would double the code for each type.
        if size_of::<T>() < 4 {
            return false;
        }
        let width = best.len();
        // SAFETY: the offsets come from the plan, and the columns are adjacent. Past the last row,
        // the last row repeats.
        let row = |row: usize| unsafe { cells(from.offset(row.min(n - 1) as isize * step), width) };
        best.fill(T::LEAST);
        index.fill(P::of(0));
        for group in 0..n.div_ceil(GROUP) {
            let rows = std::array::from_fn(|i| row(group * GROUP + i));
            if dispatch::run(Group { best: &mut *best, index: &mut *index, rows, group }) {
                return false;
            }
        }
        for (column, (best, index)) in best.iter().zip(index).enumerate() {
            let first = index.value() as usize * GROUP;
            let mut found = first;
            // All rows of the group are read independently: they have left the cache, so the misses
            // overlap.
            for row_of in (first..(first + GROUP).min(n)).rev() {
                found = if row(row_of)[column].get() == *best { row_of } else { found };
            }
            *index = P::of(found);
        }
        true
    }

    fn row_by_row<P: Place>(&self, from: *const T, best: &mut [T], index: &mut [P]) {
        let mut row = 0;
        self.elements.each_by(&mut |j, _| {
            // SAFETY: the offsets are the plan's, and the columns lie next to each other.
            let values = unsafe { cells(from.offset(j), best.len()) };
            dispatch::run(Row { best: &mut *best, index: &mut *index, values, row });
            row += 1;
        });
    }

    fn runs(&self, run: Loop) {
        self.results.each(|i, o| {
            let mut best: Option<T> = None;
            let (mut index, mut seen) = (0, 0);
            self.elements.each_by(&mut |j, _| {
                // SAFETY: the offsets are the plan's.
                let (at, value) = unsafe { first_greatest(self.input.offset(i + j), run) };
                if best.is_none_or(|best| beats(value, best)) {
                    best = Some(value);
                    index = seen + at;
                }
                seen += run.size;
            });
            // SAFETY: the offsets are the plan's.
            unsafe { self.out.offset(o).write(index as i64) };
        });
    }
}

/// The first greatest element of a run of at least one, and its index.
///
/// # Safety
/// The run can be read.
unsafe fn first_greatest<T: Ordered>(from: *const T, run: Loop) -> (usize, T) {
    if run.input == 1 && run.size >= 2 * LANES {
        // SAFETY: the elements follow each other.
        return dispatch::run(Values(unsafe { cells(from, run.size) }));
    }
    // SAFETY: the caller's promise.
    let (mut index, mut best) = (0, unsafe { *from });
    for i in 1..run.size {
        // SAFETY: the caller's promise.
        let value = unsafe { *from.offset(i as isize * run.input) };
        if beats(value, best) {
            (index, best) = (i, value);
        }
    }
    (index, best)
}

/// The values that [`first_of`] looks through.
struct Values<'a, T>(&'a [SharedCell<T>]);

impl<T: Ordered> Kernel for Values<'_, T> {
    type Output = (usize, T);
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) -> (usize, T) {
        first_of(self.0)
    }
}

/// Elements that are compared at once.
const LANES: usize = 64;

/// Finds the greatest value first and then its index, both in whole vectors; one pass with indices
/// would take twice as long.
#[inline(always)]
fn first_of<T: Ordered>(values: &[SharedCell<T>]) -> (usize, T) {
    let best = lanes::<Max<T, T>, LANES>(values);
    if is_nan(best) {
        return (values.iter().position(|value| is_nan(value.get())).unwrap_or(0), best);
    }
    let found = |value: &SharedCell<T>| value.get() == best;
    let (chunks, _) = values.as_chunks::<LANES>();
    let chunk = chunks.iter().position(|chunk| chunk.iter().fold(false, |any, value| any | found(value)));
    let start = chunk.unwrap_or(chunks.len()) * LANES;
    // Another thread may have overwritten it since; then any valid index will do.
    let at = values[start..].iter().position(found).map_or(0, |at| start + at);
    (at, best)
}
