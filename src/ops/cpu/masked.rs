//! Loops over a mask: reading or writing the elements where it is true.
//!
//! Invariant: unselected elements are neither read nor written, because another thread may write
//! there. Elements that are selected are found 64 booleans at a time.

use super::dispatch::{self, Kernel};
use super::truths::{each_truth, truths};
use super::types::{ForBytes, by_width};
use crate::ops::strided::Plan;
use crate::tensor::{Host, Width};

/// Writes the one element of `value` to `to` where the mask is true.
///
/// # Safety
/// The plan walks `to` and the mask, and `value` is of the dtype of `to`.
pub(in crate::ops) unsafe fn filled(plan: &Plan<2>, to: Host, truths: Host, value: Host) {
    // SAFETY: the caller's promise; the type has the dtype's size.
    unsafe {
        match to.dtype().width() {
            Width::One => fill_with::<u8>(plan, to, truths, value),
            Width::Two => fill_with::<u16>(plan, to, truths, value),
            Width::Four => fill_with::<u32>(plan, to, truths, value),
            Width::Eight => fill_with::<u64>(plan, to, truths, value),
        }
    }
}

/// # Safety
/// The plan belongs to these tensors, whose elements have the size of `T`.
unsafe fn fill_with<T: Copy + Send + Sync>(plan: &Plan<2>, to: Host, mask: Host, value: Host) {
    let (to, mask) = (to.as_ptr().cast::<T>(), mask.as_ptr().cast_const());
    // SAFETY: the caller's promise: there is one element.
    let value = unsafe { value.as_ptr().cast::<T>().read() };
    // SAFETY: the caller's promise; parts write different elements.
    unsafe {
        plan.parts(2, &|plan, [o, m]| {
            dispatch::run(Fill { plan, to: to.wrapping_offset(o), mask: mask.wrapping_offset(m), value });
        });
    }
}

/// Writes a value where a mask is true, and nothing elsewhere, because another thread may write
/// there. The creator guarantees every offset of the plan.
struct Fill<'a, T> {
    plan: &'a Plan<2>,
    to: *mut T,
    mask: *const u8,
    value: T,
}

impl<T: Copy> Kernel for Fill<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut rows = self.plan.rows();
        loop {
            let (to, mask) = (self.to.wrapping_offset(rows.offsets[0]), self.mask.wrapping_offset(rows.offsets[1]));
            // SAFETY: the creator guarantees the plan.
            unsafe {
                match self.plan.steps {
                    // A separate loop, which compiles to masked stores.
                    [1, 1] => fill_row(self.plan.len, (to, 1), (mask, 1), self.value),
                    [step, mask_step] => fill_row(self.plan.len, (to, step), (mask, mask_step), self.value),
                }
            }
            if !rows.advance() {
                return;
            }
        }
    }
}

/// # Safety
/// The first `n` elements at these steps are valid.
#[inline(always)]
unsafe fn fill_row<T: Copy>(n: usize, (to, step): (*mut T, isize), (mask, mask_step): (*const u8, isize), value: T) {
    for i in 0..n as isize {
        // SAFETY: the caller's promise.
        unsafe {
            if mask.offset(i * mask_step).read() != 0 {
                to.offset(i * step).write(value);
            }
        }
    }
}

/// Copies the elements of `t` where the mask is true to `out`, at most as many as it has; all are
/// contiguous. Returns how many.
pub(in crate::ops) fn selected(t: Host, mask: Host, out: Host) -> usize {
    by_width(t.dtype().width(), Select { t, mask, out })
}

/// Copies the selected elements; both are contiguous. Returns how many.
struct Select<'a> {
    t: Host<'a>,
    mask: Host<'a>,
    out: Host<'a>,
}

impl ForBytes for Select<'_> {
    type Output = usize;

    fn of<T: Copy + Send + Sync>(self) -> usize {
        let (from, to, n) = (self.t.as_ptr().cast::<T>(), self.out.as_ptr().cast::<T>(), self.out.size());
        each_truth(truths(self.mask), n, |nth, at| {
            // SAFETY: `at` is below the size of `t`, and `nth` below that of `out`.
            unsafe { to.add(nth).write(from.add(at).read()) };
        })
    }
}
