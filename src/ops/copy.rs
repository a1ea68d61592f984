//! Moving elements unchanged: copies, and exporting bytes.
//!
//! Invariant: the window of the tensor is copied in row-major order, whatever its layout. Elements
//! are moved as bytes of their size, so a buffer from outside need not be aligned.

use super::cpu::dispatch::{self, Kernel};
use super::cpu::map::{self, Map1};
use super::cuda;
use super::parallel;
use super::strided::{self, Plan};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, RawBytesMut, Tensor, Width};
use std::borrow::Cow;
use std::mem::MaybeUninit;

/// A new contiguous tensor with the same elements.
///
/// Errors: those of [`Tensor::uninit`].
pub fn copy(t: &Tensor) -> Result<Tensor> {
    if let Some(gpu) = cuda::on(t) {
        let out = Tensor::uninit(t.device(), t.dtype(), &t.to_shape())?;
        // SAFETY: the plan was made from t's layout, and out is new and of its shape.
        unsafe { cuda::copy(gpu, &strided::alike(t), [&out, t])? };
        return Ok(out);
    }
    let t = t.host()?;
    let out = Tensor::uninit(t.device(), t.dtype(), &t.to_shape())?;
    // SAFETY: the plan was made from t's layout, and out is new and of its shape.
    unsafe { elements(&strided::alike(&t), t.dtype().width(), out.host()?.as_ptr(), t.as_ptr()) };
    Ok(out)
}

/// The same elements contiguous in row-major order: on the same storage if they already are,
/// otherwise a copy.
///
/// Errors: those of [`Tensor::uninit`].
pub fn contiguous(t: &Tensor) -> Result<Tensor> {
    if t.is_contiguous() { Ok(t.untracked()) } else { copy(t) }
}

/// The same elements in another shape, one size of which may be -1: a view if strides can express
/// it, otherwise a copy.
///
/// Errors: `SHAPE_MISMATCH` for another number of elements, those of [`Tensor::uninit`].
pub fn reshape(t: &Tensor, dims: &[i64]) -> Result<Tensor> {
    if let Some(view) = t.reshape_view(dims)? {
        return Ok(view);
    }
    let view = copy(t)?.reshape_view(dims)?;
    Ok(view.expect("a contiguous tensor takes any shape of its size"))
}

/// The same elements on another device; on the same storage if they are already there.
///
/// Errors: `DEVICE_UNAVAILABLE`.
pub fn to_device(t: &Tensor, device: Device) -> Result<Tensor> {
    device.require()?;
    if device == t.device() {
        return Ok(t.untracked());
    }
    let here = match t.device() {
        Device::Cpu => Cow::Borrowed(t),
        // A copy there first, so that no more than the elements is transferred.
        Device::Cuda(_) => Cow::Owned(contiguous(t)?.fetched()?),
        #[cfg(any(test, feature = "internals"))]
        Device::Test => Cow::Owned(t.fetched()?),
    };
    let here = contiguous(&here)?;
    if device == Device::Cpu { Ok(here) } else { here.sent_to(device) }
}

/// Copies the elements in row-major order as native-endian bytes, booleans as 0 and 1. A length
/// other than the tensor's is `SHAPE_MISMATCH`. The bytes may be memory of the tensor's own
/// storage: they are then overwritten with the previous elements.
pub fn copy_bytes_to<'a>(t: &Tensor, bytes: impl Into<RawBytesMut<'a>>) -> Result<()> {
    let bytes = bytes.into();
    check_length(t, bytes.len())?;
    let to = bytes.as_mut_ptr();
    let t = if overlaps(t, to, bytes.len()) { Cow::Owned(copy(t)?) } else { here(t)? };
    let t = t.host()?;
    // SAFETY: the plan was made from t's layout, and the bytes have room for exactly its elements,
    // with which they do not overlap.
    unsafe { elements(&strided::alike(&t), t.dtype().width(), to, t.as_ptr()) };
    if t.dtype() == DType::Bool {
        for i in 0..bytes.len() {
            // SAFETY: this byte was just written.
            unsafe { to.add(i).write(u8::from(to.add(i).read() != 0)) };
        }
    }
    Ok(())
}

/// Whether some of these bytes are in the storage of `t`, which is possible if a program got them
/// as a view of its memory.
pub(super) fn overlaps(t: &Tensor, bytes: *const u8, len: usize) -> bool {
    let (start, end) = (t.storage().addr(), t.storage().addr() + t.storage().bytes());
    bytes.addr() < end && start < bytes.addr() + len
}

/// The tensor, or its elements on the processor if it is on a CUDA device; this waits for the
/// device.
pub(crate) fn here(t: &Tensor) -> Result<Cow<'_, Tensor>> {
    if cuda::on(t).is_some() { Ok(Cow::Owned(t.fetched()?)) } else { Ok(Cow::Borrowed(t)) }
}

/// `SHAPE_MISMATCH` unless the tensor's elements take this many bytes.
pub(super) fn check_length(t: &Tensor, bytes: usize) -> Result<()> {
    if bytes == t.nbytes() {
        return Ok(());
    }
    let size = t.dtype().size();
    let text = if bytes.is_multiple_of(size) {
        format!("{t:?} has {} elements, the buffer has {}", t.size(), bytes / size)
    } else {
        format!("{t:?} has {} bytes, the buffer has {bytes}", t.nbytes())
    };
    Err(Error::shape(text))
}

/// Copies elements of this size, walked along the plan of out and a.
///
/// # Safety
/// The pointers and the plan meet the conditions of [`map::map1`] for elements of this size;
/// neither need be aligned.
pub(super) unsafe fn elements(plan: &Plan<2>, width: Width, out: *mut u8, a: *const u8) {
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
