//! Loops over a mask: reading or writing the elements where it is true.
//!
//! Invariant: a mask is read 64 booleans at a time, and unselected elements are neither read nor
//! written, because another thread may write there; on a CUDA device, whose work is done in order,
//! they are written with what they are. This is below the operations on masks (`mask`),
//! and `gather` and `scatter` use it too.

use super::cpu::dispatch::{self, Kernel};
use super::cpu::types::{ForBytes, by_width};
use super::cuda::{self, Positions};
use super::device::same_device;
use super::in_place::copy_into;
use super::nonzero::{count, each_truth, places_there, shortened, truths};
use super::strided::Plan;
use super::{contiguous, where_};
use crate::error::{Error, Result};
use crate::tensor::{DType, Host, Shape, Tensor, Width, shape};

/// The elements of `t` where `mask` is true, in row-major order, as one axis; both broadcast.
/// Borrows both, returns new.
///
/// Errors: `DTYPE_MISMATCH` if the mask is not boolean, `SHAPE_MISMATCH` if they do not broadcast.
pub fn masked_select(t: &Tensor, mask: &Tensor) -> Result<Tensor> {
    same_device(t, mask)?;
    require_bool("masked_select", mask)?;
    let shape = shape::broadcast(t.shape(), mask.shape())?;
    let (t, mask) = (contiguous(&t.expand_view(&shape)?)?, contiguous(&mask.expand_view(&shape)?)?);
    if let Some(gpu) = cuda::on(&t) {
        let places = places_there(&mask)?;
        let out = Tensor::uninit(t.device(), t.dtype(), &places.to_shape())?;
        let at = Positions { index: &places, size: t.size() as i64, step: 1, from_end: false };
        // SAFETY: all three are contiguous, and out is new and as long as the positions.
        let inside = unsafe { cuda::take(gpu, &Plan::flat(out.size(), [1, 0, 1]), [&out, &t], at)? };
        assert!(inside, "positions of our own are in range");
        return Ok(out);
    }
    let (t, mask) = (t.host()?, mask.host()?);
    let n = count(truths(mask));
    let out = Tensor::uninit(t.device(), t.dtype(), &Shape::new(&[n as i64])?)?;
    let found = by_width(t.dtype().width(), Select { t, mask, out: out.host()? });
    shortened(out, found, n)
}

/// Writes the one element of `value` to `t` where `mask` is true. `t` is writable, `value` has its
/// dtype and `mask` its shape.
pub(super) fn fill_where(t: &Tensor, mask: &Tensor, value: &Tensor) -> Result<()> {
    if cuda::on(t).is_some() {
        return copy_into(t, &where_(mask, value, t)?);
    }
    // A mask that shares memory is copied, so that it is read as it was before.
    let mask = if mask.storage().may_share(t.storage()) { &super::copy(mask)? } else { mask };
    let (to, truths, value) = (t.host()?, mask.host()?, value.host()?);
    t.storage().bump_version();
    let plan = Plan::new(t.shape(), [t.strides(), mask.strides()]);
    // SAFETY: the plan was made from these tensors' layouts, and the type has the dtype's size.
    unsafe {
        match t.dtype().width() {
            Width::One => fill_with::<u8>(&plan, to, truths, value),
            Width::Two => fill_with::<u16>(&plan, to, truths, value),
            Width::Four => fill_with::<u32>(&plan, to, truths, value),
            Width::Eight => fill_with::<u64>(&plan, to, truths, value),
        }
    }
    Ok(())
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

/// `DTYPE_MISMATCH` if the mask is not boolean.
pub(super) fn require_bool(what: &str, mask: &Tensor) -> Result<()> {
    if mask.dtype() == DType::Bool {
        return Ok(());
    }
    Err(Error::dtype(format!("the mask of {what} is {}, not bool", mask.dtype())))
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
