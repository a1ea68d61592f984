//! The transforms: complex to complex, real to complex, complex to real.
//!
//! Invariant: the axis is moved to the end, so each row is contiguous. It is transformed in the
//! memory of the result, or in a separate row if the result is shorter. The result is allocated
//! before a plan is made, so a limit refuses the call first.

use super::plans::{Kind, Plan, plan};
use crate::error::{Error, Result};
use crate::ops::linalg::call::call;
use crate::ops::linalg::real_dtype;
use crate::ops::own::Own;
use crate::ops::{cast, contiguous};
use crate::tensor::{DType, Host, Shape, Tensor, shape};
use rustfft::num_complex::Complex64;

/// How an axis is transformed.
#[derive(Clone, Copy, Debug)]
pub struct Along {
    /// The axis, not counting the axis of real and imaginary parts.
    pub axis: usize,
    /// The number of points, at least 1. The input is cut to it, or padded with zeros.
    pub n: i64,
    /// The factor of the result.
    pub scale: f64,
}

/// The transform of a complex tensor, or its inverse, multiplied by `along.scale`. Writes the first
/// `kept` of the n results, followed by zeros if `kept` is larger than n. Borrows `t`, returns new.
///
/// Errors: `SHAPE_MISMATCH` if the last axis does not have size 2.
pub fn complex(t: &Tensor, along: Along, kept: i64, is_forward: bool) -> Result<Tensor> {
    pairs("a transform", t)?;
    let (rows, m) = Rows::of_pairs(t, along.axis)?;
    let (n, kept) = (along.n as usize, kept as usize);
    let out = rows.result(kept, true)?;
    let (source, result) = (rows.t.host()?, out.host()?);
    let mut spare = Row::new(if kept < n { n } else { 0 })?;
    let kind = if is_forward { Kind::Forward } else { Kind::Inverse };
    if rows.count > 0 && out.size() > 0 {
        let Plan::Complex(plan) = plan(kind, n) else { unreachable!("a plan of this kind is complex") };
        let mut scratch = Row::new(plan.get_inplace_scratch_len())?;
        for i in 0..rows.count {
            // SAFETY: the result is new and has `kept` pairs for each row.
            let (to, from) = unsafe { (row_mut::<Complex64>(result, i, kept), row::<Complex64>(source, i, m)) };
            if kept < n {
                let work = spare.slice();
                fill(work, from, m);
                call(|| plan.process_with_scratch(work, scratch.slice()));
                to.copy_from_slice(&work[..kept]);
            } else {
                let work = &mut to[..n];
                fill(work, from, m);
                call(|| plan.process_with_scratch(work, scratch.slice()));
            }
            to.iter_mut().for_each(|x| *x *= along.scale);
        }
    }
    rows.done(out, true)
}

/// The first `n / 2 + 1` results of the transform of a real tensor; the others are their
/// conjugates. Borrows `t`, returns new.
pub fn from_real(t: &Tensor, along: Along) -> Result<Tensor> {
    let (rows, m) = Rows::of(t, along.axis)?;
    let n = along.n as usize;
    let half = n / 2 + 1;
    let out = rows.result(half, true)?;
    let (source, result) = (rows.t.host()?, out.host()?);
    if rows.count > 0 && out.size() > 0 {
        let Plan::FromReal(plan) = plan(Kind::FromReal, n) else { unreachable!("a plan of this kind reads reals") };
        let (mut input, mut scratch) = (Row::new(n.div_ceil(2))?, Row::new(plan.get_scratch_len())?);
        for i in 0..rows.count {
            // SAFETY: the result is new and has `half` pairs for each row.
            let (to, from) = unsafe { (row_mut::<Complex64>(result, i, half), row::<f64>(source, i, m)) };
            let work = &mut input.reals()[..n];
            fill(work, from, m);
            call(|| plan.process_with_scratch(work, to, scratch.slice())).map_err(internal)?;
            to.iter_mut().for_each(|x| *x *= along.scale);
        }
    }
    rows.done(out, true)
}

/// The inverse of [`from_real`]: n real numbers from the first `n / 2 + 1` pairs along an axis.
/// Imaginary parts that the transform of real numbers cannot have are read as 0. Borrows `t`,
/// returns new.
///
/// Errors: as for [`complex`].
pub fn to_real(t: &Tensor, along: Along) -> Result<Tensor> {
    pairs("a transform", t)?;
    let (rows, m) = Rows::of_pairs(t, along.axis)?;
    let n = along.n as usize;
    let half = n / 2 + 1;
    let out = rows.result(n, false)?;
    let (source, result) = (rows.t.host()?, out.host()?);
    if rows.count > 0 && out.size() > 0 {
        let Plan::ToReal(plan) = plan(Kind::ToReal, n) else { unreachable!("a plan of this kind gives reals") };
        let (mut input, mut scratch) = (Row::new(half)?, Row::new(plan.get_scratch_len())?);
        for i in 0..rows.count {
            // SAFETY: the result is new and has n numbers for each row.
            let (to, from) = unsafe { (row_mut::<f64>(result, i, n), row::<Complex64>(source, i, m)) };
            let work = input.slice();
            fill(work, from, m);
            work[0].im = 0.0;
            if n.is_multiple_of(2) {
                work[half - 1].im = 0.0;
            }
            call(|| plan.process_with_scratch(work, to, scratch.slice())).map_err(internal)?;
            to.iter_mut().for_each(|x| *x *= along.scale);
        }
    }
    rows.done(out, false)
}

/// `SHAPE_MISMATCH` if the last axis does not hold a real and an imaginary part.
fn pairs(op: &str, t: &Tensor) -> Result<()> {
    match t.shape() {
        [_, .., 2] => Ok(()),
        _ => Err(Error::shape(format!(
            "{op} of shape {}: a complex tensor has a last axis of 2 behind others",
            shape::display(t.shape())
        ))),
    }
}

fn internal(error: realfft::FftError) -> Error {
    Error::new(crate::error::Status::Internal, format!("a transform failed: {error}"))
}

/// A tensor of f64 whose rows run along one axis.
struct Rows {
    t: Tensor,
    count: usize,
    /// The position of the axis in the operand, and the sizes of the other axes.
    axis: usize,
    others: Vec<i64>,
    dtype: DType,
}

impl Rows {
    fn of(t: &Tensor, axis: usize) -> Result<(Rows, usize)> {
        Rows::along(t, axis, 0)
    }

    fn of_pairs(t: &Tensor, axis: usize) -> Result<(Rows, usize)> {
        Rows::along(t, axis, 1)
    }

    /// The rows and their length; the last `behind` axes stay last.
    fn along(t: &Tensor, axis: usize, behind: usize) -> Result<(Rows, usize)> {
        let last = t.rank() - behind;
        let mut order: Vec<i64> = (0..last as i64).filter(|&i| i != axis as i64).collect();
        let others: Vec<i64> = order.iter().map(|&i| t.shape()[i as usize]).collect();
        order.push(axis as i64);
        order.extend(last as i64..t.rank() as i64);
        let turned = contiguous(&cast(&t.permute_view(&order)?, DType::F64)?)?;
        let count = shape::elements(&others);
        let length = t.shape()[axis] as usize;
        Ok((Rows { t: turned, count, axis, others, dtype: real_dtype(t.dtype()) }, length))
    }

    /// A tensor of zeros for rows of this length.
    fn result(&self, length: usize, are_pairs: bool) -> Result<Tensor> {
        let mut dims = self.others.clone();
        dims.push(length as i64);
        if are_pairs {
            dims.push(2);
        }
        Tensor::zeroed(self.t.device(), DType::F64, &Shape::new(&dims)?)
    }

    /// The result with the axis moved back, in the dtype of the result.
    fn done(self, out: Tensor, are_pairs: bool) -> Result<Tensor> {
        let rank = self.others.len();
        let mut order: Vec<i64> = (0..rank as i64).collect();
        order.insert(self.axis, rank as i64);
        if are_pairs {
            order.push(rank as i64 + 1);
        }
        contiguous(&cast(&out.permute_view(&order)?, self.dtype)?)
    }
}

/// The start of row `i`, where each row has `m` elements of this size.
fn row<T>(t: Host, i: usize, m: usize) -> *const T {
    t.as_ptr().cast::<T>().wrapping_add(i * m)
}

/// # Safety
/// `t` is contiguous, has at least `i + 1` rows of `n` elements of this size, and is not shared.
unsafe fn row_mut<T>(t: Host<'_>, i: usize, n: usize) -> &mut [T] {
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(t.as_ptr().cast::<T>().wrapping_add(i * n), n) }
}

/// Copies up to `m` elements of the input to `work`, and fills the rest with zeros.
fn fill<T: Copy + Default>(work: &mut [T], from: *const T, m: usize) {
    let n = m.min(work.len());
    // SAFETY: `from` is the start of a row of m elements, and `work` is not shared. The row may
    // belong to the caller, who may write it at any time, so no reference to it is made.
    unsafe { std::ptr::copy_nonoverlapping(from.cast::<u8>(), work.as_mut_ptr().cast::<u8>(), n * size_of::<T>()) };
    work[n..].fill(T::default());
}

/// Memory for a number of complex pairs.
struct Row(Own<Complex64>);

impl Row {
    fn new(n: usize) -> Result<Row> {
        let shape = Shape::new(&[n as i64, 2])?;
        Own::of(Tensor::zeroed(crate::device::Device::Cpu, DType::F64, &shape)?).map(Row)
    }

    fn slice(&mut self) -> &mut [Complex64] {
        self.0.slice_mut()
    }

    fn reals(&mut self) -> &mut [f64] {
        let pairs = self.0.slice_mut();
        // SAFETY: a complex number is two f64, and the result borrows the pairs.
        unsafe { std::slice::from_raw_parts_mut(pairs.as_mut_ptr().cast(), 2 * pairs.len()) }
    }
}
