//! Powers of two that bring matrices to the middle of the range of f64, and results back.
//!
//! Invariant: the largest absolute value of a matrix to decompose is from 1 to 2, so no square
//! overflows or underflows, whatever the scale of the matrix. Factors are powers of two, so they
//! round only values that leave the range, and matrices that differ by such a factor have results
//! that differ by one.

use crate::device::Device;
use crate::error::Result;
use crate::ops::own::Own;
use crate::tensor::{DType, Shape, Tensor};

/// The `e` for which the largest absolute value is from 2^e to 2^(e + 1); 0 if all values are 0 or
/// one is infinite. NaN does not count.
pub(super) fn exponent(values: impl Iterator<Item = f64>) -> i32 {
    let most = values.fold(0.0, |most: f64, x| most.max(x.abs()));
    if most == 0.0 || most == f64::INFINITY { 0 } else { libm::ilogb(most) }
}

/// `x` times 2^e, rounded once.
#[inline]
pub(super) fn scaled(x: f64, e: i32) -> f64 {
    if (-1022..=1023).contains(&e) { x * f64::from_bits(((e + 1023) as u64) << 52) } else { libm::ldexp(x, e) }
}

/// Multiplies each element by 2^e.
pub(super) fn scale(values: &mut [f64], e: i32) {
    if e != 0 {
        values.iter_mut().for_each(|x| *x = scaled(*x, e));
    }
}

/// One exponent for each of several vectors or matrices, in memory that is counted.
pub(super) struct Exponents(Own<i32>);

impl Exponents {
    /// All exponents 0.
    pub fn new(device: Device, count: usize) -> Result<Exponents> {
        Own::of(Tensor::zeroed(device, DType::I32, &Shape::new(&[count as i64])?)?).map(Exponents)
    }

    /// Finds the exponent of each vector of `n` elements in a new tensor of f64, and divides the
    /// vector by its power of two.
    pub fn normalise(t: &mut Tensor, n: usize) -> Result<Exponents> {
        let mut found = Exponents::new(t.device(), t.size().checked_div(n).unwrap_or(0))?;
        let own = found.all_mut();
        for (values, e) in elements(t)?.chunks_exact_mut(n.max(1)).zip(own) {
            *e = exponent(values.iter().copied());
            scale(values, -*e);
        }
        Ok(found)
    }

    pub fn all(&self) -> &[i32] {
        self.0.slice()
    }

    pub fn all_mut(&mut self) -> &mut [i32] {
        self.0.slice_mut()
    }

    /// Divides a new tensor of f64 into one equal part for each exponent, and multiplies each part
    /// by 2 to `times` its exponent.
    pub fn apply(&self, t: &mut Tensor, times: i32) -> Result<()> {
        let each = t.size().checked_div(self.all().len()).unwrap_or(0);
        for (values, e) in elements(t)?.chunks_exact_mut(each.max(1)).zip(self.all()) {
            scale(values, times * e);
        }
        Ok(())
    }
}

/// Exponents for which a product or a quotient of a few numbers stays in range, so that the
/// matrices need no scaling.
const MODERATE: std::ops::RangeInclusive<i32> = -250..=250;

fn is_moderate(values: &[f64]) -> bool {
    let is_in = |x: &f64| MODERATE.contains(&(((x.to_bits() >> 52) & 0x7ff) as i32 - 1023)) | (*x == 0.0);
    values.iter().fold(true, |all, x| all & is_in(x))
}

/// Scales the square matrices of linear equations by powers of two, one for each row and each
/// column. Afterwards no element is 2 or larger, and the largest one at each place of the vectors
/// is at least 1. Matrices of moderate elements are unchanged, and so are those with NaN or
/// infinities.
pub(super) struct Balance {
    /// The exponents of the vectors, which follow each other in memory, and of the places within
    /// them.
    vectors: Exponents,
    places: Exponents,
    /// The exponents of the columns of the right-hand side.
    sides: Exponents,
}

impl Balance {
    /// For matrices of `n` rows and right-hand sides of `k` columns.
    pub fn new(device: Device, n: usize, k: usize) -> Result<Balance> {
        let [vectors, places] = [Exponents::new(device, n)?, Exponents::new(device, n)?];
        Ok(Balance { vectors, places, sides: Exponents::new(device, k)? })
    }

    /// Scales a matrix. `reads` selects the elements that count, by vector and place.
    pub fn divide(&mut self, matrix: &mut [f64], reads: impl Fn(usize, usize) -> bool) {
        let (vectors, places) = (self.vectors.all_mut(), self.places.all_mut());
        let n = places.len();
        vectors.fill(0);
        places.fill(0);
        if n == 0 || is_moderate(matrix) || matrix.iter().any(|x| !x.is_finite()) {
            return;
        }
        places.fill(i32::MIN);
        for (v, (vector, own)) in matrix.chunks_exact(n).zip(&mut *vectors).enumerate() {
            *own = exponent(vector.iter().enumerate().filter(|(p, _)| reads(v, *p)).map(|(_, x)| *x));
            for (p, (&x, most)) in vector.iter().zip(&mut *places).enumerate() {
                if x != 0.0 && reads(v, p) {
                    *most = (libm::ilogb(x) - *own).max(*most);
                }
            }
        }
        places.iter_mut().filter(|e| **e == i32::MIN).for_each(|e| *e = 0);
        for (vector, v) in matrix.chunks_exact_mut(n).zip(&*vectors) {
            vector.iter_mut().zip(&*places).for_each(|(x, p)| *x = scaled(*x, -v - p));
        }
    }

    /// The sum of all exponents, which is the exponent of the determinant.
    pub fn total(&self) -> i64 {
        self.vectors.all().iter().chain(self.places.all()).map(|e| i64::from(*e)).sum()
    }

    /// Scales the columns of a right-hand side in the same way as the rows of the matrix.
    pub fn before(&mut self, columns: &mut [f64], of_rows: Rows) {
        let rows = match of_rows {
            Rows::Vectors => self.vectors.all(),
            Rows::Places => self.places.all(),
        };
        let sides = self.sides.all_mut();
        sides.fill(0);
        if rows.is_empty() || (rows.iter().all(|e| *e == 0) && is_moderate(columns)) {
            return;
        }
        for (column, side) in columns.chunks_exact_mut(rows.len()).zip(sides) {
            let there = column.iter().zip(rows).filter(|(x, _)| **x != 0.0 && x.is_finite());
            *side = there.map(|(x, e)| libm::ilogb(*x) - e).max().unwrap_or(0);
            column.iter_mut().zip(rows).for_each(|(x, e)| *x = scaled(*x, -e - *side));
        }
    }

    /// Scales the columns of a solution back to that of the original matrix and right-hand side.
    pub fn after(&self, columns: &mut [f64], of_rows: Rows) {
        let own = match of_rows {
            Rows::Vectors => self.places.all(),
            Rows::Places => self.vectors.all(),
        };
        for (column, side) in columns.chunks_exact_mut(own.len().max(1)).zip(self.sides.all()) {
            column.iter_mut().zip(own).for_each(|(x, e)| *x = if side == e { *x } else { scaled(*x, side - e) });
        }
    }
}

/// What the vectors of a matrix in memory are.
#[derive(Clone, Copy)]
pub(super) enum Rows {
    /// The vectors are rows.
    Vectors,
    /// The vectors are columns, so the places are rows.
    Places,
}

/// The elements of a tensor of f64 that is not shared.
pub(super) fn elements(t: &mut Tensor) -> Result<&mut [f64]> {
    debug_assert!(t.is_contiguous() && t.dtype() == DType::F64);
    let first = t.host()?.as_ptr().cast();
    // SAFETY: the caller has just created `t`, contiguous and of f64.
    Ok(unsafe { std::slice::from_raw_parts_mut(first, t.size()) })
}
