//! Walks an operand in tiles of contiguous elements, for functions.
//!
//! Invariant: for each type and instruction set a formula is compiled into one loop over contiguous
//! elements. Elements of any other layout are first gathered into a tile on the stack. All formulas
//! of a type share the walk, so each further function adds little code.

use super::formula::Formula;
use crate::ops::cpu::dispatch::{self, Kernel};
use crate::ops::cpu::vecmath::Real;
use crate::ops::parallel;
use crate::ops::strided::Plan;
use crate::tensor::cells;

const TILE: usize = 256;

/// The loops of a formula.
pub(super) trait Loops<T> {
    /// `out = f(a)`.
    ///
    /// # Safety
    /// Both pointers are to `n` elements, which do not overlap.
    unsafe fn values(&self, n: usize, out: *mut T, a: *const T);

    /// `grad = grad f'(x)`.
    ///
    /// # Safety
    /// The conditions of [`Loops::values`].
    unsafe fn slopes(&self, n: usize, grad: *mut T, x: *const T);
}

impl<T: Real, F: Formula> Loops<T> for F {
    unsafe fn values(&self, n: usize, out: *mut T, a: *const T) {
        dispatch::run(Value { n, out, a, f: *self });
    }

    unsafe fn slopes(&self, n: usize, grad: *mut T, x: *const T) {
        dispatch::run(Slope { n, grad, x, f: *self });
    }
}

/// The approximate cost of one element, in the unit of `parallel`.
const COST: usize = 8;

/// `out = f(a)`, walked along the plan of out and a.
///
/// # Safety
/// Every offset of the plan is inside what `out` and `a` point to; `out` does not overlap `a` or is
/// the same.
pub(super) unsafe fn values<T: Real>(plan: &Plan<2>, out: *mut T, a: *const T, f: &dyn Loops<T>) {
    // SAFETY: the caller's promise; parts write different elements.
    unsafe { plan.parts(COST, &|part, [o, i]| walk(part, out.wrapping_offset(o), a.wrapping_offset(i), f)) };
}

/// `grad = grad f'(x)` for `n` elements.
///
/// # Safety
/// The conditions of [`Loops::slopes`].
pub(super) unsafe fn slopes<T: Real>(n: usize, grad: *mut T, x: *const T, f: &dyn Loops<T>) {
    let part = |range: std::ops::Range<usize>| {
        // SAFETY: the caller's promise; ranges have different elements.
        unsafe { f.slopes(range.len(), grad.wrapping_add(range.start), x.wrapping_add(range.start)) };
    };
    // SAFETY: as above.
    unsafe { parallel::ranges_apart(n, COST, part) };
}

/// # Safety
/// The conditions of [`values`].
unsafe fn walk<T: Real>(plan: &Plan<2>, out: *mut T, a: *const T, f: &dyn Loops<T>) {
    let [out_step, step] = plan.steps;
    // In place, tiles are needed too, because the loops of a formula must not read and write the
    // same memory.
    let is_apart = !std::ptr::eq(out, a);
    let mut rows = plan.rows();
    loop {
        let (out, a) = (out.wrapping_offset(rows.offsets[0]), a.wrapping_offset(rows.offsets[1]));
        // SAFETY: the caller vouches for every offset of the plan.
        unsafe {
            if is_apart && (out_step, step) == (1, 1) {
                f.values(plan.len, out, a);
            } else {
                row(plan.len, (out, out_step), (a, step), f);
            }
        }
        if !rows.advance() {
            return;
        }
    }
}

/// Processes one row through tiles on the stack: a row of any steps, or one that overwrites its
/// operand.
///
/// # Safety
/// The first `n` elements at these steps are inside what the pointers point to.
unsafe fn row<T: Real>(n: usize, (out, out_step): (*mut T, isize), (a, step): (*const T, isize), f: &dyn Loops<T>) {
    let (mut from, mut to) = ([T::ZERO; TILE], [T::ZERO; TILE]);
    let mut done = 0;
    while done < n {
        let count = TILE.min(n - done);
        let operand = if step == 1 {
            a.wrapping_add(done)
        } else {
            for (i, slot) in from[..count].iter_mut().enumerate() {
                // SAFETY: the caller vouches for n elements.
                *slot = unsafe { a.wrapping_offset((done + i) as isize * step).read() };
            }
            from.as_ptr()
        };
        // SAFETY: both have this many elements, and the tile of results overlaps nothing else.
        unsafe { f.values(count, to.as_mut_ptr(), operand) };
        if out_step == 1 {
            // SAFETY: the caller vouches for n elements, with which the tile does not overlap.
            unsafe { std::ptr::copy_nonoverlapping(to.as_ptr(), out.wrapping_add(done), count) };
        } else {
            for (i, value) in to[..count].iter().enumerate() {
                // SAFETY: the caller vouches for n elements.
                unsafe { out.wrapping_offset((done + i) as isize * out_step).write(*value) };
            }
        }
        done += count;
    }
}

/// `out = f(a)`. The creator guarantees `n` elements at both pointers, which do not overlap.
struct Value<T, F> {
    n: usize,
    out: *mut T,
    a: *const T,
    f: F,
}

impl<T: Real, F: Formula> Kernel for Value<T, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        // SAFETY: the creator guarantees it.
        let (out, a) = unsafe { (std::slice::from_raw_parts_mut(self.out, self.n), cells(self.a, self.n)) };
        for (out, x) in out.iter_mut().zip(a) {
            *out = self.f.value(x.get());
        }
    }
}

/// `grad = grad f'(x)`, with the guarantees of [`Value`].
struct Slope<T, F> {
    n: usize,
    grad: *mut T,
    x: *const T,
    f: F,
}

impl<T: Real, F: Formula> Kernel for Slope<T, F> {
    type Output = ();
    const WIDE: bool = false;

    #[inline(always)]
    fn run(self) {
        // SAFETY: the creator guarantees it.
        let (grad, x) = unsafe { (std::slice::from_raw_parts_mut(self.grad, self.n), cells(self.x, self.n)) };
        for (grad, x) in grad.iter_mut().zip(x) {
            *grad = *grad * self.f.slope(x.get());
        }
    }
}
