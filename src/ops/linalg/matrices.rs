//! `Matrices`: a batch of f64 matrices in the layout of `faer`, column by column, one matrix after
//! another.
//!
//! Invariant: the memory is new and not shared (see `Own`). A row-major tensor read in this order
//! holds the transposes of its matrices. If a method can work on those, it saves a transposed copy.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops::own::Own;
use crate::ops::{cast, contiguous, copy};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor, shape};
use faer::{MatMut, MatRef};

/// A batch of float64 matrices, each stored column by column.
pub(super) struct Matrices {
    /// `[batch..., columns, rows]`, contiguous.
    columns: Own<f64>,
    pub rows: usize,
    pub cols: usize,
}

impl Matrices {
    /// A copy of the matrices of `t`.
    pub fn of(t: &Tensor) -> Result<Matrices> {
        Matrices::transposed(&t.transpose_view(-1, -2)?)
    }

    /// A copy of the transposes of the matrices of `t`.
    pub fn transposed(t: &Tensor) -> Result<Matrices> {
        let columns = if t.dtype() == DType::F64 { copy(t)? } else { cast(t, DType::F64)? };
        let (rows, cols) = (columns.shape()[t.rank() - 1] as usize, columns.shape()[t.rank() - 2] as usize);
        Ok(Matrices { columns: Own::of(columns)?, rows, cols })
    }

    /// Matrices of zeros, one for each index of `batch`.
    pub fn zeros(device: Device, batch: &[i64], rows: i64, cols: i64) -> Result<Matrices> {
        let columns = Tensor::zeroed(device, DType::F64, &joined(batch, &[cols, rows])?)?;
        Ok(Matrices { columns: Own::of(columns)?, rows: rows as usize, cols: cols as usize })
    }

    /// Like [`Matrices::zeros`], with 1 on the diagonal.
    pub fn units(device: Device, batch: &[i64], rows: i64, cols: i64) -> Result<Matrices> {
        let mut units = Matrices::zeros(device, batch, rows, cols)?;
        for i in 0..units.count() {
            let mut unit = units.get_mut(i);
            (0..unit.nrows().min(unit.ncols())).for_each(|k| unit[(k, k)] = 1.0);
        }
        Ok(units)
    }

    /// The number of matrices that have elements, so that a batch of empty ones takes no time.
    pub fn count(&self) -> usize {
        if self.columns.slice().is_empty() { 0 } else { self.batch() }
    }

    /// The number of matrices.
    fn batch(&self) -> usize {
        shape::elements(batch(self.columns.tensor()))
    }

    /// Matrix `i`.
    pub fn get(&self, i: usize) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(self.slice(i), self.rows, self.cols)
    }

    /// Matrix `i`, for writing.
    pub fn get_mut(&mut self, i: usize) -> MatMut<'_, f64> {
        let (rows, cols) = (self.rows, self.cols);
        MatMut::from_column_major_slice_mut(self.slice_mut(i), rows, cols)
    }

    /// The elements of matrix `i`, column by column.
    pub fn slice(&self, i: usize) -> &[f64] {
        let n = self.rows * self.cols;
        &self.columns.slice()[i * n..(i + 1) * n]
    }

    /// Like [`Matrices::slice`], for writing.
    pub fn slice_mut(&mut self, i: usize) -> &mut [f64] {
        let n = self.rows * self.cols;
        &mut self.columns.slice_mut()[i * n..(i + 1) * n]
    }

    /// The matrices as a tensor of this dtype.
    pub fn done(self, dtype: DType) -> Result<Tensor> {
        done(&self.columns.tensor().transpose_view(-1, -2)?, dtype)
    }

    /// The transposes as a tensor of this dtype.
    pub fn done_transposed(self, dtype: DType) -> Result<Tensor> {
        done(self.columns.tensor(), dtype)
    }

    /// Writes zeros above the diagonals of square matrices, for an operation that ignores these
    /// elements.
    pub fn forget_upper(&mut self) {
        let rows = self.rows;
        for i in 0..self.count() {
            (0..rows).for_each(|column| self.slice_mut(i)[column * rows..][..column].fill(0.0));
        }
    }

    /// `INVALID_ARGUMENT` if a matrix has a NaN or infinite element, with which iterations would
    /// fail.
    pub fn finite(&self, op: &str) -> Result<()> {
        match (0..self.count()).find(|&i| self.slice(i).iter().any(|x| !x.is_finite())) {
            None => Ok(()),
            Some(i) => Err(Error::argument(format!("{op}: {} has elements that are NaN or infinite", self.which(i)))),
        }
    }

    /// The name of matrix `i` in errors.
    pub fn which(&self, i: usize) -> String {
        if self.columns.tensor().rank() == 2 { "the matrix".into() } else { format!("matrix {i} of the batch") }
    }
}

/// The elements in row-major order, cast to this dtype.
pub(super) fn done(t: &Tensor, dtype: DType) -> Result<Tensor> {
    if t.dtype() == dtype { contiguous(t) } else { cast(t, dtype) }
}

/// The shape of a batch of elements of shape `each`.
pub(super) fn joined(batch: &[i64], each: &[i64]) -> Result<Shape> {
    Shape::new(&[batch, each].concat())
}

/// The sizes before the last two.
pub(super) fn batch(t: &Tensor) -> &[i64] {
    &t.shape()[..t.rank() - 2]
}

/// The sizes of each matrix.
pub(super) fn sizes(t: &Tensor) -> (i64, i64) {
    (t.shape()[t.rank() - 2], t.shape()[t.rank() - 1])
}

/// The matrices expanded to a larger batch, as a view.
pub(super) fn expanded(t: &Tensor, batch: &[i64]) -> Result<Tensor> {
    let (m, n) = sizes(t);
    t.expand_view(&joined(batch, &[m, n])?)
}

/// The floating-point dtype of results computed from elements of this dtype.
pub fn real_dtype(dtype: DType) -> DType {
    if dtype.is_float() { dtype } else { DType::F32 }
}

/// `INVALID_ARGUMENT` if `t` has fewer than 2 dimensions.
pub fn matrix(op: &str, t: &Tensor) -> Result<()> {
    debug_assert!(t.rank() <= MAX_RANK);
    if t.rank() >= 2 {
        return Ok(());
    }
    Err(Error::argument(format!("{op} of shape {}: it needs at least 2 dimensions", shape::display(t.shape()))))
}

/// `INVALID_ARGUMENT` if the last two dimensions of `t` are not equal.
pub fn square(op: &str, t: &Tensor) -> Result<()> {
    match t.shape() {
        [.., m, n] if m == n => Ok(()),
        _ => Err(Error::argument(format!(
            "{op} of shape {}: the last two dimensions must be equal",
            shape::display(t.shape())
        ))),
    }
}
