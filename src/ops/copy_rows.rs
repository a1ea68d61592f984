//! Elements moved between a tensor and a part of a buffer, whose rows may lie apart, as those of an
//! image do.
//!
//! Invariant: the place of every row is checked against the length of the buffer before any element
//! is moved, and bytes outside of the rows are neither read nor written.

use super::copy::{copy, here, overlaps, to_device};
use super::cpu::copy::elements;
use super::strided::Plan;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, MAX_RANK, RawBytes, RawBytesMut, Tensor};
use std::borrow::Cow;

/// Where the rows of a tensor lie in a buffer, in elements. A row is what one index along the first
/// axis selects, in row-major order.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    offset: u64,
    stride: u64,
    /// The end of the last row; `None` if it exceeds any buffer.
    end: Option<u64>,
}

impl Rows {
    /// Rows of `t` that begin `offset` elements after the start, each `stride` elements after the one
    /// before; 0 stands for the size of a row.
    ///
    /// Errors: `INVALID_ARGUMENT` for a negative number, and for a stride that is less than a row.
    pub fn new(t: &Tensor, offset: i64, stride: i64) -> Result<Rows> {
        let (Ok(offset), Ok(stride)) = (u64::try_from(offset), u64::try_from(stride)) else {
            return Err(Error::argument(format!("rows {stride} apart, from element {offset} on: one is negative")));
        };
        let count = t.shape().first().map_or(1, |&size| size as u64);
        let row = t.size() as u64 / count.max(1);
        if stride != 0 && stride < row {
            return Err(Error::argument(format!("{t:?} has rows of {row} elements, which overlap {stride} apart")));
        }
        let stride = if stride == 0 { row } else { stride };
        let end = match t.size() {
            0 => Some(offset),
            _ => (count - 1).checked_mul(stride).and_then(|last| last.checked_add(row)?.checked_add(offset)),
        };
        Ok(Rows { offset, stride, end })
    }

    /// `SHAPE_MISMATCH` if the rows of `t`, as elements of this size, do not lie in so many bytes.
    fn check(self, t: &Tensor, size: usize, bytes: usize) -> Result<()> {
        let has = (bytes / size) as u64;
        if self.end.is_some_and(|end| end <= has) {
            return Ok(());
        }
        let Rows { offset, stride, end } = self;
        let end = end.map_or_else(|| "more than 2^64".to_owned(), |end| end.to_string());
        Err(Error::shape(format!(
            "{t:?} in rows {stride} apart, from element {offset} on, ends at element {end}; the buffer has {has}"
        )))
    }

    /// The strides of the rows in the buffer.
    fn strides(self, t: &Tensor) -> [i64; MAX_RANK] {
        let mut strides = [0; MAX_RANK];
        let mut step = 1;
        for axis in (0..t.rank()).rev() {
            strides[axis] = if axis == 0 { self.stride as i64 } else { step };
            step *= t.shape()[axis];
        }
        strides
    }
}

/// Copies the elements to their rows in `bytes`, booleans as 0 and 1. The bytes may be memory of the
/// tensor's own storage.
///
/// Errors: `SHAPE_MISMATCH` if the rows do not lie in the bytes.
pub fn copy_rows_to<'a>(t: &Tensor, rows: Rows, bytes: impl Into<RawBytesMut<'a>>) -> Result<()> {
    let (bytes, size) = (bytes.into(), t.dtype().size());
    rows.check(t, size, bytes.len())?;
    if t.size() == 0 {
        return Ok(());
    }
    let start = bytes.as_mut_ptr();
    let t = if overlaps(t, start, bytes.len()) { Cow::Owned(copy(t)?) } else { here(t)? };
    let t = t.host()?;
    let strides = rows.strides(&t);
    let plan = Plan::new(t.shape(), [&strides[..t.rank()], t.strides()]);
    // SAFETY: `check` found that the rows lie in the bytes, of which none is the tensor's, and the plan
    // was made from the layouts of both.
    let first = unsafe { start.add(rows.offset as usize * size) };
    // SAFETY: as above.
    unsafe { elements(&plan, t.dtype().width(), first, t.as_ptr()) };
    if t.dtype() == DType::Bool {
        let count = t.shape().first().map_or(1, |&size| size as usize);
        for i in 0..t.size() {
            let (row, column) = (i / (t.size() / count), i % (t.size() / count));
            // SAFETY: this byte was just written.
            unsafe {
                let byte = first.add(row * rows.stride as usize + column);
                byte.write(u8::from(byte.read() != 0));
            }
        }
    }
    Ok(())
}

/// A new contiguous tensor of the shape and on the device of `t`, of elements of this dtype, from
/// their rows in `bytes`.
///
/// Errors: `SHAPE_MISMATCH` if the rows do not lie in the bytes; those of [`Tensor::uninit`].
pub fn gathered_rows<'a>(t: &Tensor, dtype: DType, rows: Rows, bytes: impl Into<RawBytes<'a>>) -> Result<Tensor> {
    let bytes = bytes.into();
    rows.check(t, dtype.size(), bytes.len())?;
    let made = Tensor::uninit(Device::Cpu, dtype, &t.to_shape())?;
    if t.size() > 0 {
        let strides = rows.strides(t);
        let plan = Plan::new(t.shape(), [made.strides(), &strides[..t.rank()]]);
        // SAFETY: `check` found that the rows lie in the bytes, and the plan was made from the layouts of
        // both; the tensor is new.
        unsafe {
            let first = bytes.as_ptr().add(rows.offset as usize * dtype.size());
            elements(&plan, dtype.width(), made.host()?.as_ptr(), first);
        }
    }
    to_device(&made, t.device())
}
