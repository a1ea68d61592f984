//! Elements moved as they are: copies, and the bytes that go out.
//!
//! Invariant: what is copied is the window in row-major order, whatever its layout. Elements are moved as bytes of
//! their size, so that a buffer from outside need not be aligned.

use super::map::{self, Map1};
use super::strided::{self, Plan};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, Tensor, shape};

/// A new contiguous tensor with the same elements.
///
/// Errors: those of [`Tensor::empty`].
pub fn copy(t: &Tensor) -> Result<Tensor> {
    let out = Tensor::empty(t.device(), t.dtype(), &t.to_shape())?;
    // SAFETY: the plan was made from t's layout, and out is new and of its shape.
    unsafe { elements(&strided::alike(t), t.dtype().size(), out.as_ptr(), t.as_ptr()) };
    Ok(out)
}

/// The same elements in row-major order one after another: on the same storage when they are already, else a copy.
///
/// Errors: those of [`Tensor::empty`].
pub fn contiguous(t: &Tensor) -> Result<Tensor> {
    if t.is_contiguous() { Ok(t.untracked()) } else { copy(t) }
}

/// The same elements in another shape, one size of which may be -1: a view when strides can express it, else a copy.
///
/// Errors: `SHAPE_MISMATCH` for another number of elements, those of [`Tensor::empty`].
pub fn reshape(t: &Tensor, dims: &[i64]) -> Result<Tensor> {
    if let Some(view) = t.reshape_view(dims)? {
        return Ok(view);
    }
    let view = copy(t)?.reshape_view(dims)?;
    Ok(view.expect("a contiguous tensor takes any shape of its size"))
}

/// The same elements on another device; on the same storage when they are there already.
///
/// Errors: `DEVICE_UNAVAILABLE`.
pub fn to_device(t: &Tensor, device: Device) -> Result<Tensor> {
    device.require()?;
    Ok(t.untracked()) // There is one device.
}

/// The elements in row-major order as native-endian bytes. A length other than the tensor's is `SHAPE_MISMATCH`.
pub fn copy_bytes_to(t: &Tensor, bytes: &mut [u8]) -> Result<()> {
    check_length(t, bytes.len())?;
    // SAFETY: the plan was made from t's layout, and the bytes have room for exactly its elements.
    unsafe { elements(&strided::alike(t), t.dtype().size(), bytes.as_mut_ptr(), t.as_ptr()) };
    Ok(())
}

/// The value of the only element. Any other number of elements is `INVALID_ARGUMENT`.
pub fn item(t: &Tensor) -> Result<f64> {
    if t.size() != 1 {
        return Err(Error::argument(format!(
            "item needs a tensor of one element, shape {} has {}",
            shape::display(t.shape()),
            t.size()
        )));
    }
    let at = t.as_ptr();
    // SAFETY: there is one element of this dtype, and it lies inside the storage that t holds.
    Ok(unsafe {
        match t.dtype() {
            DType::F32 => f64::from(at.cast::<f32>().read()),
            DType::F64 => at.cast::<f64>().read(),
            DType::I32 => f64::from(at.cast::<i32>().read()),
            DType::I64 => at.cast::<i64>().read() as f64,
            DType::U8 | DType::Bool => f64::from(at.read()),
        }
    })
}

/// `SHAPE_MISMATCH` unless the tensor's elements take so many bytes.
pub(super) fn check_length(t: &Tensor, bytes: usize) -> Result<()> {
    if bytes == t.nbytes() {
        return Ok(());
    }
    Err(Error::shape(format!("{t:?} has {} bytes, the buffer has {bytes}", t.nbytes())))
}

/// Copies elements of so many bytes, walked as the plan of out and a says.
///
/// # Safety
/// The pointers and the plan keep the promises of [`map::map1`] for elements of this size; neither need be aligned.
pub(super) unsafe fn elements(plan: &Plan<2>, size: usize, out: *mut u8, a: *const u8) {
    // SAFETY: the caller's promise is handed on.
    unsafe {
        if plan.is_flat() && plan.steps == [1, 1] {
            return std::ptr::copy_nonoverlapping(a, out, plan.len * size);
        }
        match size {
            1 => walk(plan, out, a),
            4 => walk(plan, out.cast::<[u8; 4]>(), a.cast::<[u8; 4]>()),
            _ => walk(plan, out.cast::<[u8; 8]>(), a.cast::<[u8; 8]>()),
        }
    }
}

/// # Safety
/// As [`elements`].
unsafe fn walk<T: Copy>(plan: &Plan<2>, out: *mut T, a: *const T) {
    let nearer = |row: isize, around: isize| around != 0 && around.abs() < row.abs();
    // SAFETY: the caller's promise is handed on.
    unsafe {
        match plan.split() {
            Some((size, strides, rest)) if nearer(plan.steps[0], strides[0]) || nearer(plan.steps[1], strides[1]) => {
                tiled(&rest, (size, strides), out, a);
            }
            _ => map::map1(plan, out, a, Same),
        }
    }
}

/// Copies a transposed matrix for each row of `outer`: the rows of the plan and the dimension around them, in squares
/// so small that the cache lines of both sides are used up before they are lost.
///
/// # Safety
/// As [`elements`], for the walk that `outer` and the dimension around it were split from.
unsafe fn tiled<T: Copy>(outer: &Plan<2>, (height, around): (usize, [isize; 2]), out: *mut T, a: *const T) {
    const SIDE: usize = 32;
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

#[derive(Clone, Copy)]
struct Same;

impl<T: Copy> Map1<T, T> for Same {
    #[inline(always)]
    fn map(self, x: T) -> T {
        x
    }
}
