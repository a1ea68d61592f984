//! The walk of a function over its operand in tiles of contiguous elements.
//!
//! Invariant: a formula is compiled into one loop over contiguous elements for each type and instruction set, whatever the
//! layout: other layouts are gathered into a tile on the stack first. The walk itself is shared by all formulas of a type. So a
//! function more costs little space.

use super::formula::Formula;
use crate::ops::dispatch::{self, Kernel};
use crate::ops::parallel;
use crate::ops::strided::Plan;
use crate::ops::vecmath::Real;
use crate::tensor::cells;

const TILE: usize = 256;

/// The loops of a formula.
pub(super) trait Loops<T> {
    /// `out = f(a)`.
    ///
    /// # Safety
    /// Both pointers are to `n` elements, which lie apart.
    unsafe fn values(&self, n: usize, out: *mut T, a: *const T);

    /// `grad = grad f'(x)`.
    ///
    /// # Safety
    /// As of [`Loops::values`].
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

/// About how long one element takes, in the unit of `parallel`.
const COST: usize = 8;

/// `out = f(a)`, walked as the plan of out and a says.
///
/// # Safety
/// Every offset of the plan is inside what `out` and `a` point to; `out` overlaps `a` nowhere or is it.
pub(super) unsafe fn values<T: Real>(plan: &Plan<2>, out: *mut T, a: *const T, f: &dyn Loops<T>) {
    // SAFETY: the caller's promise; parts write different elements.
    unsafe { plan.parts(COST, &|part, [o, i]| walk(part, out.wrapping_offset(o), a.wrapping_offset(i), f)) };
}

/// `grad = grad f'(x)` for `n` elements.
///
/// # Safety
/// As of [`Loops::slopes`].
pub(super) unsafe fn slopes<T: Real>(n: usize, grad: *mut T, x: *const T, f: &dyn Loops<T>) {
    let part = |range: std::ops::Range<usize>| {
        // SAFETY: the caller's promise; ranges are different elements.
        unsafe { f.slopes(range.len(), grad.wrapping_add(range.start), x.wrapping_add(range.start)) };
    };
    // SAFETY: as above.
    unsafe { parallel::ranges_apart(n, COST, part) };
}

/// # Safety
/// The conditions of [`values`].
unsafe fn walk<T: Real>(plan: &Plan<2>, out: *mut T, a: *const T, f: &dyn Loops<T>) {
    let [out_step, step] = plan.steps;
    // In place through tiles: the loops of a formula read and write memory that lies apart.
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

/// A row of any steps, or one that is written over, through tiles on the stack.
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
        // SAFETY: both have as many elements, and the tile of the results is apart from all else.
        unsafe { f.values(count, to.as_mut_ptr(), operand) };
        if out_step == 1 {
            // SAFETY: the caller vouches for n elements, which the tile does not overlap.
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

/// `out = f(a)`; who makes one vouches for `n` elements behind both pointers, which lie apart.
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

/// `grad = grad f'(x)`; as [`Value`].
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
