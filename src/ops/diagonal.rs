//! Diagonals and triangles of matrices: the last two axes of a tensor; the axes before them are a
//! batch.
//!
//! Invariant: the result is new. The diagonal `offset` consists of the elements whose column is
//! their row plus `offset`; an offset outside the matrix gives an empty diagonal.

use super::cpu::types::{ForBytes, by_width};
use super::cuda;
use super::rearrange::copy_to;
use super::scalar::each_is_an_element;
use super::{cast, copy, fill, to_device, zeros};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, Host, Layout, MAX_RANK, Shape, Tensor, shape};

/// Which triangle of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Triangle {
    /// The diagonal and everything below it.
    Lower,
    /// The diagonal and everything above it.
    Upper,
}

/// Keeps the elements on the diagonal `offset` and on one side of it, and sets all others to 0.
/// Borrows `t`, returns new.
///
/// Errors: a rank below 2 is `INVALID_ARGUMENT`.
pub fn triangle(t: &Tensor, side: Triangle, offset: i64) -> Result<Tensor> {
    if t.rank() < 2 {
        return Err(Error::argument(format!("a triangle of shape {}: it needs two axes", shape::display(t.shape()))));
    }
    let out = copy(t)?;
    if let Some(gpu) = cuda::on(&out) {
        let sizes = [t.shape()[t.rank() - 2], t.shape()[t.rank() - 1]];
        // SAFETY: it is new and contiguous, and its last two sizes are these.
        unsafe { cuda::triangle(gpu, &out, sizes, offset, side == Triangle::Upper)? };
        return Ok(out);
    }
    by_width(t.dtype().width(), Cleared { out: out.host()?, side, offset });
    Ok(out)
}

/// The columns of a row that belong to a triangle.
fn columns(side: Triangle, row: i64, columns: i64, offset: i64) -> std::ops::Range<i64> {
    let diagonal = row.saturating_add(offset);
    match side {
        Triangle::Lower => 0..diagonal.saturating_add(1).clamp(0, columns),
        Triangle::Upper => diagonal.clamp(0, columns)..columns,
    }
}

struct Cleared<'a> {
    out: Host<'a>,
    side: Triangle,
    offset: i64,
}

impl ForBytes for Cleared<'_> {
    type Output = ();

    fn of<T: Copy + Send + Sync>(self) {
        let rank = self.out.rank();
        let (height, width) = (self.out.shape()[rank - 2], self.out.shape()[rank - 1]);
        let rows = shape::elements(&self.out.shape()[..rank - 1]);
        for row in 0..if width > 0 { rows } else { 0 } {
            let kept = columns(self.side, row as i64 % height, width, self.offset);
            let start = self.out.as_ptr().cast::<T>().wrapping_add(row * width as usize);
            // SAFETY: the columns are below the width of a row of a new contiguous tensor; zero
            // bytes are a number 0.
            unsafe {
                start.write_bytes(0, kept.start as usize);
                start.add(kept.end as usize).write_bytes(0, (width - kept.end) as usize);
            }
        }
    }
}

/// The positions in a triangle of a matrix of this height and width: `[2, n]`, rows above columns.
/// Returns new.
///
/// Errors: `INVALID_ARGUMENT` for a negative size and an index that the dtype cannot hold.
pub fn triangle_indices(
    (device, dtype): (Device, DType),
    side: Triangle,
    height: i64,
    width: i64,
    offset: i64,
) -> Result<Tensor> {
    Shape::new(&[height, width])?;
    let count = i64::try_from(elements_of(side, height, width, offset)).map_err(|_| {
        Error::argument(format!("a triangle of {height} rows and {width} columns has too many elements"))
    })?;
    let out = Tensor::uninit(Device::Cpu, DType::I64, &Shape::new(&[2, count])?)?;
    let to = out.host()?.as_ptr().cast::<i64>();
    let (mut next, mut largest) = (0, 0);
    // The rows before or after these have no elements, however many there are.
    let rows = match side {
        Triangle::Lower => offset.saturating_neg().clamp(0, height)..height,
        Triangle::Upper => 0..width.saturating_sub(offset).clamp(0, height),
    };
    for row in if count > 0 { rows } else { 0..0 } {
        for column in columns(side, row, width, offset) {
            // SAFETY: the positions were counted before.
            unsafe {
                to.add(next).write(row);
                to.add(next + count as usize).write(column);
            }
            (next, largest) = (next + 1, largest.max(row).max(column));
        }
    }
    if dtype != DType::Bool {
        each_is_an_element(dtype, 0, largest)?;
    }
    cast(&to_device(&out, device)?, dtype)
}

/// The number of positions in a triangle: the sum over the rows `r` of `r + first`, clamped to 0
/// and the width.
fn elements_of(side: Triangle, height: i64, width: i64, offset: i64) -> i128 {
    let (height, width, offset) = (i128::from(height), i128::from(width), i128::from(offset));
    let first = match side {
        Triangle::Lower => offset + 1,
        // With its rows from last to first.
        Triangle::Upper => width - height + 1 - offset,
    };
    // The same sum from row 0 of a triangle that begins with one element.
    let up_to = |row: i128| {
        let (growing, full) = (row.clamp(0, width), (row - width).max(0));
        (growing * (growing + 1) / 2).saturating_add(full.saturating_mul(width))
    };
    up_to(height - 1 + first).saturating_sub(up_to(first - 1))
}

/// A matrix with 1 on a diagonal and 0 elsewhere. Returns new. Errors: those of [`Tensor::uninit`].
pub fn eye(device: Device, dtype: DType, height: i64, width: i64, offset: i64) -> Result<Tensor> {
    let out = zeros(device, dtype, &Shape::new(&[height, width])?)?;
    fill(&diagonal(&out, offset, 0, 1)?, 1.0)?;
    Ok(out)
}

/// The diagonal of a matrix as a vector, or a matrix with the given vector on its diagonal and 0
/// elsewhere. Borrows `t`, returns new.
///
/// Errors: any other rank is `INVALID_ARGUMENT`.
pub fn diag(t: &Tensor, offset: i64) -> Result<Tensor> {
    match t.rank() {
        1 => diag_embed(t, offset, 0, 1),
        2 => copy(&diagonal(t, offset, 0, 1)?),
        _ => {
            Err(Error::argument(format!("diag of shape {}: it takes a vector or a matrix", shape::display(t.shape()))))
        }
    }
}

/// Matrices with the vectors along the last axis of `t` as their diagonals and 0 elsewhere. The
/// matrices span the axes `first` and `second` of the result, which has one more axis. Borrows `t`,
/// returns new.
///
/// Errors: `INVALID_ARGUMENT` for a rank of 0 or above 7, an axis out of range, the same axis twice
/// or too large an offset.
pub fn diag_embed(t: &Tensor, offset: i64, first: i64, second: i64) -> Result<Tensor> {
    let (a, b) = (shape::axis(first, t.rank() + 1)?, shape::axis(second, t.rank() + 1)?);
    if a == b || t.rank() == 0 {
        return Err(Error::argument(format!(
            "diag_embed of shape {} in axes {first} and {second}",
            shape::display(t.shape())
        )));
    }
    let side = t.shape()[t.rank() - 1].saturating_add(offset.saturating_abs());
    let mut dims = [0; MAX_RANK + 1];
    let mut others = t.shape()[..t.rank() - 1].iter();
    for (d, dim) in dims[..=t.rank()].iter_mut().enumerate() {
        *dim = if d == a || d == b { side } else { *others.next().expect("one axis less has the others") };
    }
    let out = zeros(t.device(), t.dtype(), &Shape::new(&dims[..=t.rank()])?)?;
    if t.size() > 0 {
        copy_to(&diagonal(&out, offset, a, b)?, t)?;
    }
    Ok(out)
}

/// The diagonal of the axes `a` and `b` as a view: those axes are removed, and the diagonal is the
/// last axis.
pub fn diagonal(t: &Tensor, offset: i64, a: usize, b: usize) -> Result<Tensor> {
    let (height, width) = (t.shape()[a], t.shape()[b]);
    let (down, right) = (offset.saturating_neg().max(0), offset.max(0));
    let length = (height.saturating_sub(down)).min(width.saturating_sub(right)).max(0);
    let (mut dims, mut strides, mut n) = ([0; MAX_RANK], [0; MAX_RANK], 0);
    for d in (0..t.rank()).filter(|&d| d != a && d != b) {
        (dims[n], strides[n]) = (t.shape()[d], t.strides()[d]);
        n += 1;
    }
    (dims[n], strides[n]) = (length, t.strides()[a].saturating_add(t.strides()[b]));
    t.window(Layout::new(&dims[..=n], &strides[..=n]), &[(down, t.strides()[a]), (right, t.strides()[b])])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_is_counted_without_walking_it() {
        for side in [Triangle::Lower, Triangle::Upper] {
            for (height, width) in [(0, 0), (0, 3), (3, 0), (1, 1), (4, 3), (3, 5)] {
                for offset in -7..8 {
                    let rows = (0..height).map(|row| columns(side, row, width, offset));
                    let walked: i64 = rows.map(|kept| (kept.end - kept.start).max(0)).sum();
                    assert_eq!(elements_of(side, height, width, offset), i128::from(walked));
                }
            }
        }
        assert_eq!(elements_of(Triangle::Upper, 1 << 40, 0, 0), 0);
        assert!(
            triangle_indices((Device::Cpu, DType::I64), Triangle::Lower, 1 << 40, 0, i64::MAX)
                .expect("no place")
                .size()
                == 0
        );
    }
}
