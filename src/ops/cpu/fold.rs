//! Folds: the kernels that combine many elements into one, for sums and extrema.
//!
//! Invariant: the order in which elements are combined depends only on shape and strides, never on
//! the machine, so a sum has the same bits everywhere. Floating-point sums keep many partial sums
//! and combine those, which is as accurate as NumPy's pairwise summation and lets the compiler use
//! vectors of any width.
//!
//! There are two ways to walk. If the elements of one result are adjacent, each result is a *run*.
//! If the results themselves are adjacent, a row of accumulators takes row after row (*columns*),
//! which also reads memory in order, so that a sum over axis 0 costs the same as one over the last
//! axis.

use super::dispatch::{self, Kernel};
use crate::ops::loops::{Loop, Loops};
use crate::ops::number::{Number, is_nan};
use crate::ops::parallel;
use crate::tensor::{BF16, DType, Element, F16, SharedCell, cells};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;

/// How elements of a type are combined.
pub(in crate::ops) trait Fold {
    type In: Element;
    type Acc: Element;
    /// The kernels of a CUDA device, without their dtypes.
    const KERNEL: &'static str;
    /// The neutral element: combined with it, a value stays the same.
    const START: Self::Acc;
    /// Whether [`Fold::merge`] checks for NaN in each element. Columns instead check pairs of
    /// elements and merge as numbers, which takes half the instructions; columns with a NaN are
    /// corrected afterwards.
    const SEEKS_NAN: bool = false;
    /// Whether the order of merging affects the bits.
    const ROUNDS: bool = false;
    fn lift(value: Self::In) -> Self::Acc;
    fn merge(a: Self::Acc, b: Self::Acc) -> Self::Acc;
    /// The same if neither is NaN, otherwise one of the two.
    #[inline(always)]
    fn merge_numbers(a: Self::Acc, b: Self::Acc) -> Self::Acc {
        Self::merge(a, b)
    }
    /// Whether one of the two is NaN; always false if the fold does not check for NaN.
    #[inline(always)]
    fn has_nan(_a: Self::Acc, _b: Self::Acc) -> bool {
        false
    }
}

/// A type with a greatest and a least value. NaN counts as both greater and less than any number,
/// so it wins.
pub(in crate::ops) trait Ordered: Number {
    const LEAST: Self;
    const GREATEST: Self;
    const HAS_NAN: bool = false;
}

impl Ordered for f32 {
    const LEAST: f32 = f32::NEG_INFINITY;
    const GREATEST: f32 = f32::INFINITY;
    const HAS_NAN: bool = true;
}
impl Ordered for f64 {
    const LEAST: f64 = f64::NEG_INFINITY;
    const GREATEST: f64 = f64::INFINITY;
    const HAS_NAN: bool = true;
}
impl Ordered for i32 {
    const LEAST: i32 = i32::MIN;
    const GREATEST: i32 = i32::MAX;
}
impl Ordered for i64 {
    const LEAST: i64 = i64::MIN;
    const GREATEST: i64 = i64::MAX;
}
impl Ordered for u64 {
    const LEAST: u64 = 0;
    const GREATEST: u64 = u64::MAX;
}
impl Ordered for F16 {
    const LEAST: F16 = F16::from_bits(0xfc00);
    const GREATEST: F16 = F16::from_bits(0x7c00);
}
impl Ordered for BF16 {
    const LEAST: BF16 = BF16::from_bits(0xff80);
    const GREATEST: BF16 = BF16::from_bits(0x7f80);
}
impl Ordered for i8 {
    const LEAST: i8 = i8::MIN;
    const GREATEST: i8 = i8::MAX;
}
impl Ordered for i16 {
    const LEAST: i16 = i16::MIN;
    const GREATEST: i16 = i16::MAX;
}
impl Ordered for u8 {
    const LEAST: u8 = u8::MIN;
    const GREATEST: u8 = u8::MAX;
}

/// The greater of two, NaN if either is.
#[inline(always)]
pub(in crate::ops) fn greater<T: Ordered>(a: T, b: T) -> T {
    if a > b || is_nan(a) { a } else { b }
}

/// The lesser of two, NaN if either is.
#[inline(always)]
pub(in crate::ops) fn lesser<T: Ordered>(a: T, b: T) -> T {
    if a < b || is_nan(a) { a } else { b }
}

/// Elements of `T` summed in `A`.
pub(in crate::ops) struct Sum<T, A>(PhantomData<(T, A)>);
/// Elements of `T` multiplied in `A`.
pub(in crate::ops) struct Prod<T, A>(PhantomData<(T, A)>);
/// The greatest and the least of elements of `T`, compared in `A`, which can hold each of them.
pub(in crate::ops) struct Max<T, A>(PhantomData<(T, A)>);
pub(in crate::ops) struct Min<T, A>(PhantomData<(T, A)>);
/// For booleans, where every nonzero byte is true: the number of true ones, whether any is, whether
/// all are.
pub(in crate::ops) struct Count;
pub(in crate::ops) struct Any;
pub(in crate::ops) struct All;

impl<T: Number, A: Number> Fold for Sum<T, A> {
    type In = T;
    type Acc = A;
    const KERNEL: &'static str = "sum";
    const START: A = A::ZERO;
    const ROUNDS: bool = matches!(A::DTYPE, DType::F32 | DType::F64);
    #[inline(always)]
    fn lift(value: T) -> A {
        A::cast_from(value)
    }
    #[inline(always)]
    fn merge(a: A, b: A) -> A {
        a.add(b)
    }
}

impl<T: Number, A: Number> Fold for Prod<T, A> {
    type In = T;
    type Acc = A;
    const KERNEL: &'static str = "prod";
    const START: A = A::UNIT;
    const ROUNDS: bool = matches!(A::DTYPE, DType::F32 | DType::F64);
    #[inline(always)]
    fn lift(value: T) -> A {
        A::cast_from(value)
    }
    #[inline(always)]
    fn merge(a: A, b: A) -> A {
        a.mul(b)
    }
}

impl<T: Number, A: Ordered> Fold for Max<T, A> {
    type In = T;
    type Acc = A;
    const KERNEL: &'static str = "max";
    const START: A = A::LEAST;
    #[inline(always)]
    fn lift(value: T) -> A {
        A::cast_from(value)
    }
    #[inline(always)]
    fn merge(a: A, b: A) -> A {
        greater(a, b)
    }
    const SEEKS_NAN: bool = A::HAS_NAN;
    #[inline(always)]
    fn merge_numbers(a: A, b: A) -> A {
        if a > b { a } else { b }
    }
    #[inline(always)]
    fn has_nan(a: A, b: A) -> bool {
        A::HAS_NAN && (is_nan(a) | is_nan(b))
    }
}

impl<T: Number, A: Ordered> Fold for Min<T, A> {
    type In = T;
    type Acc = A;
    const KERNEL: &'static str = "min";
    const START: A = A::GREATEST;
    #[inline(always)]
    fn lift(value: T) -> A {
        A::cast_from(value)
    }
    #[inline(always)]
    fn merge(a: A, b: A) -> A {
        lesser(a, b)
    }
    const SEEKS_NAN: bool = A::HAS_NAN;
    #[inline(always)]
    fn merge_numbers(a: A, b: A) -> A {
        if a < b { a } else { b }
    }
    #[inline(always)]
    fn has_nan(a: A, b: A) -> bool {
        A::HAS_NAN && (is_nan(a) | is_nan(b))
    }
}

impl Fold for Count {
    type In = u8;
    type Acc = i64;
    const KERNEL: &'static str = "sum";
    const START: i64 = 0;
    #[inline(always)]
    fn lift(value: u8) -> i64 {
        i64::from(value != 0)
    }
    #[inline(always)]
    fn merge(a: i64, b: i64) -> i64 {
        a.wrapping_add(b)
    }
}

impl Fold for Any {
    type In = u8;
    type Acc = u8;
    const KERNEL: &'static str = "any";
    const START: u8 = 0;
    #[inline(always)]
    fn lift(value: u8) -> u8 {
        u8::from(value != 0)
    }
    #[inline(always)]
    fn merge(a: u8, b: u8) -> u8 {
        a | b
    }
}

impl Fold for All {
    type In = u8;
    type Acc = u8;
    const KERNEL: &'static str = "all";
    const START: u8 = 1;
    #[inline(always)]
    fn lift(value: u8) -> u8 {
        u8::from(value != 0)
    }
    #[inline(always)]
    fn merge(a: u8, b: u8) -> u8 {
        a & b
    }
}

/// The walk of a fold: loops over the results and, for each, over its elements.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Plan {
    /// Results, without `vector` if that is kept.
    outer: Loops,
    /// Elements of a result, without `vector` if that is folded.
    inner: Loops,
    /// The dimension with the shortest stride.
    vector: Loop,
    /// Whether `vector` is folded (a run) or kept (columns).
    folded: bool,
}

impl Plan {
    /// `results` steps in the input and the output, `elements` in the input only.
    pub fn new(mut results: Loops, mut elements: Loops) -> Plan {
        for loops in [&mut results, &mut elements] {
            // Without elements there is one empty loop, whatever the other sizes are.
            loops.or_empty();
            loops.sort();
            loops.merge();
        }
        // Stride 0 (an expanded dimension) is last after sorting, but does not advance in memory.
        let shortest = |loops: &Loops| match loops.as_slice() {
            [.., last] if last.input > 0 => last.input,
            _ => isize::MAX,
        };
        let folded = shortest(&elements) <= shortest(&results);
        let vector = if folded { elements.pop() } else { results.pop() };
        Plan { outer: results, inner: elements, vector, folded }
    }

    /// The loops over results, those over the elements of each, and the dimension with the shortest
    /// stride, which both are without.
    pub fn loops(&self) -> (Loops, Loops, Loop) {
        (self.outer, self.inner, self.vector)
    }

    /// Whether the elements of a result are adjacent; otherwise the results are.
    pub fn is_folded(&self) -> bool {
        self.folded
    }

    /// The total number of elements that are folded.
    pub fn elements(&self) -> usize {
        self.outer.passes() * self.inner.passes() * self.vector.size
    }

    /// Whether there are results that can be divided.
    fn divides(&self) -> bool {
        self.items() > 1
    }

    /// The unit in which results are divided: strips of columns, or passes of the longest loop.
    fn items(&self) -> usize {
        let strips = if self.folded { 0 } else { self.vector.size.div_ceil(STRIP) };
        self.outer.longest().1.max(strips)
    }

    /// The part with these items, and the elements of the input and the output before it.
    fn part(&self, range: Range<usize>) -> (Plan, (isize, isize)) {
        let (along, longest) = self.outer.longest();
        let mut part = *self;
        let before = if !self.folded && self.vector.size.div_ceil(STRIP) > longest {
            let (start, end) = (range.start * STRIP, self.vector.size.min(range.end * STRIP));
            part.vector.size = end - start;
            (self.vector.input * start as isize, self.vector.output * start as isize)
        } else {
            let (outer, start) = self.outer.part(along, range);
            part.outer = outer;
            start
        };
        (part, before)
    }
}

/// Accumulators of one row of columns: enough to read memory in long runs, and few enough that
/// three rows of them and the added elements stay in the L1 and L2 caches.
const WIDTH: usize = 2048;
/// Columns that are divided among threads.
const STRIP: usize = 512;
/// Accumulators for narrow rows, including copies. It determines the order of additions, and so the
/// bits.
pub(in crate::ops) const NARROW: usize = 256;
/// Rows that one level of accumulators takes before it is added to the next.
pub(in crate::ops) const LEVEL: usize = 64;
/// Elements of a run that are summed with one set of lanes.
pub(in crate::ops) const BLOCK: usize = 4096;

/// A fold with its types erased behind function pointers, so that the code around its loops is
/// compiled once and not for each type.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Folding {
    /// Bytes of an element, and of a result.
    sizes: (usize, usize),
    /// The kernels of a CUDA device, without their dtypes.
    kernel: &'static str,
    walk: unsafe fn(*const u8, &Plan, *mut u8),
    join: unsafe fn(*const u8, (usize, usize), *mut u8),
}

impl Folding {
    pub fn of<F: Fold>() -> Folding {
        let sizes = (size_of::<F::In>(), size_of::<F::Acc>());
        Folding { sizes, kernel: F::KERNEL, walk: walk::<F>, join: join::<F> }
    }

    /// The kernels of a CUDA device, without their dtypes.
    pub fn kernel(&self) -> &'static str {
        self.kernel
    }

    /// Bytes of an element, and of a result.
    pub fn sizes(&self) -> (usize, usize) {
        self.sizes
    }

    /// Folds every result of `plan` and writes it to `out`.
    ///
    /// # Safety
    /// Every offset of the plan's loops is inside what `input` and `out` point to, which are
    /// elements of these sizes, and no other thread reads `out`.
    pub unsafe fn run(&self, input: *const u8, plan: &Plan, out: *mut u8) {
        let elements = plan.elements();
        if !plan.divides() {
            // SAFETY: the caller's promise.
            return unsafe {
                if parallel::is_long(elements, 1) {
                    self.whole(input, plan, out)
                } else {
                    (self.walk)(input, plan, out)
                }
            };
        }
        let bytes = |elements: isize, size: usize| elements * size as isize;
        let part = |range| {
            let (part, (i, o)) = plan.part(range);
            let (input, out) =
                (input.wrapping_offset(bytes(i, self.sizes.0)), out.wrapping_offset(bytes(o, self.sizes.1)));
            // SAFETY: the caller's promise.
            unsafe { (self.walk)(input, &part, out) };
        };
        let items = plan.items();
        // SAFETY: parts have different results, and each combines its elements in the same order as
        // the whole.
        unsafe { parallel::ranges_apart(items, elements / items.max(1), part) };
    }

    /// One long run, whose blocks several threads may fold. Each part has as many blocks as the
    /// tree of [`Pairwise`] has below one of its nodes, so the bits are the same as with one
    /// thread.
    ///
    /// # Safety
    /// The conditions of [`Folding::run`].
    unsafe fn whole(&self, input: *const u8, plan: &Plan, out: *mut u8) {
        let Loop { size: n, input: stride, .. } = plan.vector;
        let blocks = n.div_ceil(BLOCK);
        let each = blocks.div_ceil(PARTS).next_power_of_two();
        let parts = n.div_ceil(each * BLOCK);
        if !plan.folded || plan.inner.passes() != 1 || plan.outer.passes() != 1 || parts <= 1 {
            // SAFETY: the caller's promise.
            return unsafe { (self.walk)(input, plan, out) };
        }
        // Room for results of any type; no type is larger or has a stricter alignment.
        let mut results = [0u64; PARTS];
        let (at, (element, result)) = (results.as_mut_ptr().cast::<u8>(), self.sizes);
        debug_assert!(result <= size_of::<u64>());
        let part = |range: Range<usize>| {
            for part in range {
                let start = part * each * BLOCK;
                let vector = Loop { size: (each * BLOCK).min(n - start), ..plan.vector };
                let plan = Plan { vector, ..*plan };
                let input = input.wrapping_offset(start as isize * stride * element as isize);
                // SAFETY: each part writes its own result; the elements are the plan's.
                unsafe { (self.walk)(input, &plan, at.wrapping_add(part * result)) };
            }
        };
        // SAFETY: parts write different places, of which there are enough.
        unsafe { parallel::ranges_apart(parts, each * BLOCK, part) };
        // SAFETY: all parts were written; `out` is the plan's one result.
        unsafe { (self.join)(at, (n / (each * BLOCK), parts), out) };
    }
}

/// Combines the results of parts in the same way as the tree that has them below its nodes. Of
/// `parts`, `full` are whole; the last one may have fewer elements, and is what the tree combines
/// first.
///
/// # Safety
/// This many results are at `results`, and `out` has room for one.
unsafe fn join<F: Fold>(results: *const u8, (full, parts): (usize, usize), out: *mut u8) {
    let mut top = Pairwise::<F>::new();
    // SAFETY: the caller's promise.
    let result = |i: usize| unsafe { results.cast::<F::Acc>().add(i).read() };
    (0..full).for_each(|i| top.push(result(i)));
    let total = top.finish_after(if full < parts { result(full) } else { F::START });
    // SAFETY: the caller's promise.
    unsafe { out.cast::<F::Acc>().write(total) };
}

/// The most parts of one run.
const PARTS: usize = 256;

/// Folds on this thread.
///
/// # Safety
/// The conditions of [`Folding::run`].
#[inline(never)]
unsafe fn walk<F: Fold>(input: *const u8, plan: &Plan, out: *mut u8) {
    // SAFETY: the caller's promise.
    unsafe {
        if plan.folded {
            runs::<F>(input.cast(), plan, out.cast())
        } else {
            columns::<F>(input.cast(), plan, out.cast())
        }
    }
}

/// Each result from its runs.
#[inline(always)]
unsafe fn runs<F: Fold>(input: *const F::In, plan: &Plan, out: *mut F::Acc) {
    let Loop { size: n, input: stride, .. } = plan.vector;
    let single = plan.inner.passes() == 1 && n <= BLOCK;
    plan.outer.each(|i, o| {
        // SAFETY: the plan's offsets are inside both tensors.
        let (from, to) = unsafe { (input.offset(i), out.offset(o)) };
        let result = if single {
            // SAFETY: the run is one of the plan's.
            unsafe { run::<F>(from, n, stride) }
        } else {
            let mut parts = Pairwise::<F>::new();
            plan.inner.each_by(&mut |i, _| {
                for start in (0..n).step_by(BLOCK) {
                    // SAFETY: start is inside the run, and so are the elements up to the lesser of
                    // its end.
                    parts.push(unsafe {
                        run::<F>(from.offset(i + start as isize * stride), BLOCK.min(n - start), stride)
                    });
                }
            });
            parts.finish()
        };
        // SAFETY: as above.
        unsafe { to.write(result) };
    });
}

/// One run of at most [`BLOCK`] elements.
unsafe fn run<F: Fold>(from: *const F::In, n: usize, stride: isize) -> F::Acc {
    if stride == 1 {
        return dispatch::run(Run::<F> { from, n });
    }
    // SAFETY: the caller's promise.
    unsafe { strided_run::<F>(from, n, stride) }
}

/// Like [`run`], of any stride.
#[inline(never)]
unsafe fn strided_run<F: Fold>(from: *const F::In, n: usize, stride: isize) -> F::Acc {
    let mut lanes = [F::START; 4];
    for i in 0..n {
        // SAFETY: the caller's promise.
        lanes[i % 4] = F::merge(lanes[i % 4], F::lift(unsafe { *from.offset(i as isize * stride) }));
    }
    combine::<F, 4>(lanes)
}

/// A run of adjacent elements. The number of lanes fills four registers of the widest machines. The
/// creator guarantees `n` elements.
struct Run<F: Fold> {
    from: *const F::In,
    n: usize,
}

impl<F: Fold> Kernel for Run<F> {
    type Output = F::Acc;
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) -> F::Acc {
        // SAFETY: the creator guarantees `n` elements.
        let values = unsafe { cells(self.from, self.n) };
        match size_of::<F::Acc>() {
            1 => lanes::<F, 256>(values),
            2 => lanes::<F, 128>(values),
            4 => lanes::<F, 64>(values),
            _ => lanes::<F, 32>(values),
        }
    }
}

/// Uses `N` accumulators side by side, then a quarter of them on the rest, then one.
#[inline(always)]
pub(in crate::ops) fn lanes<F: Fold, const N: usize>(values: &[SharedCell<F::In>]) -> F::Acc {
    let (chunks, rest) = values.as_chunks::<N>();
    let mut total = F::START;
    if !chunks.is_empty() {
        let mut lanes = [F::START; N];
        for chunk in chunks {
            for (lane, value) in lanes.iter_mut().zip(chunk) {
                *lane = F::merge(*lane, F::lift(value.get()));
            }
        }
        total = combine::<F, N>(lanes);
    }
    let (chunks, rest) = rest.as_chunks::<8>();
    if !chunks.is_empty() {
        let mut lanes = [F::START; 8];
        for chunk in chunks {
            for (lane, value) in lanes.iter_mut().zip(chunk) {
                *lane = F::merge(*lane, F::lift(value.get()));
            }
        }
        total = F::merge(total, combine::<F, 8>(lanes));
    }
    for value in rest {
        total = F::merge(total, F::lift(value.get()));
    }
    total
}

/// The lanes folded in halves. `N` is a power of two.
#[inline(always)]
fn combine<F: Fold, const N: usize>(mut lanes: [F::Acc; N]) -> F::Acc {
    let mut half = N / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] = F::merge(lanes[i], lanes[i + half]);
        }
        half /= 2;
    }
    lanes[0]
}

/// Partial results combined as a balanced tree, whatever their number: `levels[k]` holds 2^k of
/// them.
struct Pairwise<F: Fold> {
    levels: [F::Acc; usize::BITS as usize],
    count: usize,
}

impl<F: Fold> Pairwise<F> {
    #[inline(always)]
    fn new() -> Self {
        Pairwise { levels: [F::START; usize::BITS as usize], count: 0 }
    }

    #[inline(never)]
    fn push(&mut self, mut value: F::Acc) {
        let full = self.count.trailing_ones() as usize;
        for &level in &self.levels[..full] {
            value = F::merge(level, value);
        }
        self.levels[full] = value;
        self.count += 1;
    }

    fn finish(&self) -> F::Acc {
        self.finish_after(F::START)
    }

    /// Like [`Pairwise::finish`], where `total` is the result of the elements after all that were
    /// pushed.
    #[inline(never)]
    fn finish_after(&self, mut total: F::Acc) -> F::Acc {
        let (mut left, mut k) = (self.count, 0);
        while left != 0 {
            if left & 1 == 1 {
                total = F::merge(total, self.levels[k]);
            }
            (left, k) = (left >> 1, k + 1);
        }
        total
    }
}

/// Adjacent results: a row of accumulators takes row after row.
#[inline(always)]
unsafe fn columns<F: Fold>(input: *const F::In, plan: &Plan, out: *mut F::Acc) {
    let Loop { size: n, input: stride, output: step } = plan.vector;
    let mut inner = plan.inner;
    let rows = inner.pop();
    // Several narrow contiguous rows are taken at once, and the copies of each column are combined
    // at the end.
    let narrow = stride == 1 && n < 32 && rows.input == n as isize && rows.size >= 2 * LEVEL;
    let copies = if narrow { NARROW / n } else { 1 };
    let mut levels = Levels::<F>::new();
    plan.outer.each_by(&mut |i, o| {
        for start in (0..n).step_by(WIDTH) {
            let width = WIDTH.min(n - start);
            levels.clear(width * copies);
            inner.each_by(&mut |j, _| {
                let from = input.wrapping_offset(i + j + start as isize * stride);
                let done = rows.size / copies * copies;
                // The plan's offsets lie inside the input; so do `copies` rows at a time and what
                // is left.
                let parts = [
                    (width * copies, from, rows.size / copies, rows.input * copies as isize),
                    (width, from.wrapping_offset(done as isize * rows.input), rows.size - done, rows.input),
                ];
                for (width, from, n, row) in parts.into_iter().filter(|part| part.2 > 0) {
                    dispatch::run(Take { levels: &mut levels, rows: Rows { width, from, n, row, stride } });
                }
            });
            let to = out.wrapping_offset(o + start as isize * step);
            // SAFETY: the plan's offsets are inside the output.
            unsafe { write_totals::<F>(levels.finish(), (width, copies), to, step) };
        }
    });
}

/// Combines the copies of each column, and writes the results at a step.
///
/// # Safety
/// There is room for `width` results.
#[inline(never)]
unsafe fn write_totals<F: Fold>(totals: &[F::Acc], (width, copies): (usize, usize), out: *mut F::Acc, step: isize) {
    for column in 0..width {
        let mut total = totals[column];
        for copy in 1..copies {
            total = F::merge(total, totals[column + copy * width]);
        }
        // SAFETY: the caller's promise.
        unsafe { out.offset(column as isize * step).write(total) };
    }
}

/// Three rows of accumulators, each the sum of [`LEVEL`] of the previous: rounding errors are those
/// of three short sums, however many rows there are.
struct Levels<F: Fold> {
    rows: [[MaybeUninit<F::Acc>; WIDTH]; 3],
    /// Rows in the first level, and whether the others hold anything.
    taken: usize,
    seconds: usize,
    third: bool,
    width: usize,
}

impl<F: Fold> Levels<F> {
    #[inline(always)]
    fn new() -> Self {
        Levels { rows: [[MaybeUninit::uninit(); WIDTH]; 3], taken: 0, seconds: 0, third: false, width: 0 }
    }

    #[inline(always)]
    fn clear(&mut self, width: usize) {
        (self.taken, self.seconds, self.third, self.width) = (0, 0, false, width);
        self.rows[0][..width].fill(MaybeUninit::new(F::START));
    }

    /// Takes `n` rows of `width` elements, at most the width that was cleared; with `is_fast` it
    /// may use vectors of any width.
    #[inline(always)]
    unsafe fn take(&mut self, Rows { width, mut from, mut n, row, stride }: Rows<F>, is_fast: bool) {
        while n > 0 {
            let now = n.min(LEVEL - self.taken);
            // SAFETY: `clear` wrote the first `width` accumulators; the rows are the caller's
            // promise.
            unsafe {
                let acc = self.rows[0][..width].assume_init_mut();
                match stride {
                    1 if is_fast => add_rows::<F>(acc, from, now, row),
                    1 if F::ROUNDS => add_fours::<F>(acc, from, now, row),
                    _ => add_strided::<F>(acc, from, now, row, stride),
                }
                from = from.offset(now as isize * row);
            }
            n -= now;
            self.taken += now;
            if self.taken == LEVEL {
                self.carry();
            }
        }
    }

    /// Adds the first level to the second, and the second to the third if it is full.
    #[inline(always)]
    fn carry(&mut self) {
        let [first, second, third] = &mut self.rows;
        // SAFETY: the first level is always written; a later one is written if its mark is set.
        unsafe { pour::<F>(&mut first[..self.width], &mut second[..self.width], self.seconds == 0) };
        (self.taken, self.seconds) = (0, self.seconds + 1);
        if self.seconds == LEVEL {
            // SAFETY: as above.
            unsafe { pour::<F>(&mut second[..self.width], &mut third[..self.width], !self.third) };
            (self.seconds, self.third) = (0, true);
        }
    }

    /// Combines all levels.
    #[inline(never)]
    fn finish(&mut self) -> &[F::Acc] {
        let [first, second, third] = &mut self.rows;
        // SAFETY: as in `carry`.
        unsafe {
            if self.seconds > 0 {
                pour::<F>(&mut second[..self.width], &mut first[..self.width], false);
            }
            if self.third {
                pour::<F>(&mut third[..self.width], &mut first[..self.width], false);
            }
            first[..self.width].assume_init_ref()
        }
    }
}

/// Rows of `width` elements, `n` of them.
struct Rows<F: Fold> {
    width: usize,
    from: *const F::In,
    n: usize,
    row: isize,
    stride: isize,
}

/// Rows that the accumulators take. The creator guarantees the rows, and a width of at most what
/// was cleared.
struct Take<'a, F: Fold> {
    levels: &'a mut Levels<F>,
    rows: Rows<F>,
}

impl<F: Fold> Kernel for Take<'_, F> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        // SAFETY: the creator guarantees the rows.
        unsafe { self.levels.take(self.rows, true) };
    }

    fn run_small(self) {
        // SAFETY: as above.
        unsafe { self.levels.take(self.rows, false) };
    }
}

/// Adds `from` to `to`, or moves it there if `to` is `fresh`, and resets `from`.
///
/// # Safety
/// `from` is initialised, and `to` unless it is fresh.
#[inline(never)] // once in 64 rows
unsafe fn pour<F: Fold>(from: &mut [MaybeUninit<F::Acc>], to: &mut [MaybeUninit<F::Acc>], fresh: bool) {
    for (from, to) in from.iter_mut().zip(to) {
        // SAFETY: the caller's promise.
        let value = unsafe { from.assume_init() };
        // SAFETY: the caller's promise.
        to.write(if fresh { value } else { F::merge(unsafe { to.assume_init() }, value) });
        from.write(F::START);
    }
}

/// Eight rows at a time: each load and store of an accumulator serves eight elements. Groups of
/// four are combined first, and then with the accumulator, as in [`add_fours`].
#[inline(always)]
unsafe fn add_rows<F: Fold>(acc: &mut [F::Acc], from: *const F::In, n: usize, row: isize) {
    let width = acc.len();
    // SAFETY: row `i` of the caller's `n` rows has `width` elements.
    let at = |i: usize| unsafe { cells(from.offset(i as isize * row), width) };
    // An accumulator that is already NaN would be lost when merging as numbers.
    let mut nan = false;
    for acc in acc.iter() {
        nan |= F::has_nan(*acc, *acc);
    }
    let eights = if F::SEEKS_NAN && nan { 0 } else { n / 8 * 8 };
    let four = |a: F::Acc, b: F::Acc, c: F::Acc, d: F::Acc| {
        (F::merge_numbers(F::merge_numbers(a, b), F::merge_numbers(c, d)), F::has_nan(a, b) | F::has_nan(c, d))
    };
    for i in (0..eights).step_by(8) {
        let rows: [_; 8] = std::array::from_fn(|k| at(i + k));
        for j in 0..width {
            let [a, b, c, d, e, f, g, h] = rows.map(|row| F::lift(row[j].get()));
            let (first, second) = (four(a, b, c, d), four(e, f, g, h));
            acc[j] = F::merge_numbers(F::merge_numbers(acc[j], first.0), second.0);
            nan |= first.1 | second.1;
        }
    }
    // SAFETY: the caller's promise.
    unsafe {
        if F::SEEKS_NAN && nan {
            put_nans::<F>(acc, from, eights, row);
        }
        if F::ROUNDS && eights < n {
            return add_fours::<F>(acc, from.offset(eights as isize * row), n - eights, row);
        }
    }
    for i in eights..n {
        for (acc, value) in acc.iter_mut().zip(at(i)) {
            *acc = F::merge(*acc, F::lift(value.get()));
        }
    }
}

/// Four rows at a time, and single rows at the end: for the rest after groups of eight, and for all
/// rows on the oldest machines, where the order matters.
///
/// # Safety
/// The conditions of [`add_rows`].
#[inline(never)]
unsafe fn add_fours<F: Fold>(acc: &mut [F::Acc], from: *const F::In, n: usize, row: isize) {
    let width = acc.len();
    // SAFETY: row `i` of the caller's `n` rows has `width` elements.
    let at = |i: usize| unsafe { cells(from.offset(i as isize * row), width) };
    let fours = n / 4 * 4;
    for i in (0..fours).step_by(4) {
        let (a, b, c, d) = (at(i), at(i + 1), at(i + 2), at(i + 3));
        for j in 0..width {
            let left = F::merge(F::lift(a[j].get()), F::lift(b[j].get()));
            let right = F::merge(F::lift(c[j].get()), F::lift(d[j].get()));
            acc[j] = F::merge(acc[j], F::merge(left, right));
        }
    }
    for i in fours..n {
        for (acc, value) in acc.iter_mut().zip(at(i)) {
            *acc = F::merge(*acc, F::lift(value.get()));
        }
    }
}

/// Writes the first NaN of each column that has one into its accumulator.
///
/// # Safety
/// The conditions of [`add_rows`].
#[cold]
#[inline(never)]
unsafe fn put_nans<F: Fold>(acc: &mut [F::Acc], from: *const F::In, n: usize, row: isize) {
    let width = acc.len();
    for i in (0..n as isize).rev() {
        // SAFETY: row `i` of the caller's `n` rows has `width` elements.
        for (acc, value) in acc.iter_mut().zip(unsafe { cells(from.offset(i * row), width) }) {
            let value = F::lift(value.get());
            *acc = if F::has_nan(value, value) { value } else { *acc };
        }
    }
}

#[inline(never)]
unsafe fn add_strided<F: Fold>(acc: &mut [F::Acc], from: *const F::In, n: usize, row: isize, stride: isize) {
    for i in 0..n as isize {
        for (j, acc) in acc.iter_mut().enumerate() {
            // SAFETY: element `j` of the caller's row `i`.
            *acc = F::merge(*acc, F::lift(unsafe { *from.offset(i * row + j as isize * stride) }));
        }
    }
}
