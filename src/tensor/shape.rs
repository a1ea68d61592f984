//! `Shape`: the sizes of a tensor's dimensions.
//!
//! Invariant: at most [`MAX_RANK`] dimensions, none negative, and the number of elements times 8
//! bytes fits in an `isize`, so that no later size or offset computation can overflow. This is
//! checked here, once, when numbers from outside become a shape.

use crate::error::{Error, Result};
use std::fmt;
use std::mem::MaybeUninit;
use std::ops::Deref;

/// The maximum number of dimensions of a tensor.
pub const MAX_RANK: usize = 16;

/// The widest element has 8 bytes; a shape that could not be allocated with such elements is
/// refused.
const MAX_ELEMENTS: i64 = i64::MAX / 8;

/// The sizes of a tensor's dimensions, outermost first. Rank 0 is a single element.
#[derive(Clone, Copy)]
pub struct Shape {
    rank: u8,
    /// The first `rank` are written, and the first four in any case. The rest is not, because every creation makes a
    /// shape, and nearly all have few dimensions.
    dims: [MaybeUninit<i64>; MAX_RANK],
    /// Their product, which every creation needs.
    elements: usize,
}

/// A shape of one to four sizes below 2^15, as nearly every shape is: their product is below 2^60.
/// It is its own type, so that creating a tensor is straight-line code on registers.
#[derive(Clone, Copy)]
pub(crate) struct Small {
    pub(super) rank: u8,
    /// 0 beyond the rank.
    pub(super) dims: [i64; 4],
    pub(crate) elements: usize,
}

impl Small {
    /// `None` for any other shape, and for invalid dimensions.
    #[inline(always)]
    pub(crate) fn new(dims: &[i64]) -> Option<Small> {
        let ([a, b, c, d], elements) = match *dims {
            [a] => ([a, 0, 0, 0], a),
            [a, b] => ([a, b, 0, 0], a.wrapping_mul(b)),
            [a, b, c] => ([a, b, c, 0], a.wrapping_mul(b).wrapping_mul(c)),
            [a, b, c, d] => ([a, b, c, d], a.wrapping_mul(b).wrapping_mul(c).wrapping_mul(d)),
            _ => return None,
        };
        // As unsigned, a negative size is a large one.
        if (a | b | c | d) as u64 >= 1 << 15 {
            return None;
        }
        Some(Small { rank: dims.len() as u8, dims: [a, b, c, d], elements: elements as usize })
    }
}

impl Shape {
    /// Checks `dims` and makes a shape of them.
    ///
    /// A negative size, more than [`MAX_RANK`] dimensions, or more elements than can be addressed
    /// are `INVALID_ARGUMENT`. A shape with a size of 0 has 0 elements, whatever its other sizes;
    /// the product of those must still be addressable, because strides are computed from it.
    #[inline(always)]
    pub fn new(dims: &[i64]) -> Result<Shape> {
        match Small::new(dims) {
            Some(Small { rank, dims, elements }) => Ok(Shape { rank, ..Shape::starting(dims, elements) }),
            None => Shape::checked(dims),
        }
    }

    #[inline(never)]
    fn checked(dims: &[i64]) -> Result<Shape> {
        if dims.len() > MAX_RANK {
            return Err(Error::argument(format!("rank {} is above the limit of {MAX_RANK}", dims.len())));
        }
        let mut elements = 1i64;
        for &dim in dims {
            if dim < 0 {
                return Err(Error::argument(format!("shape {} has a negative size", display(dims))));
            }
            elements = elements
                .checked_mul(dim.max(1))
                .filter(|&n| n <= MAX_ELEMENTS)
                .ok_or_else(|| Error::argument(format!("shape {} has too many elements", display(dims))))?;
        }
        Ok(Shape::of(dims))
    }

    /// A shape whose sizes come from checked shapes (a permutation, a reduction): at most
    /// [`MAX_RANK`] of them.
    pub(crate) fn of(dims: &[i64]) -> Shape {
        let mut shape = Shape { rank: dims.len() as u8, ..Shape::starting([0; 4], elements(dims)) };
        for (place, &dim) in shape.dims[..dims.len()].iter_mut().zip(dims) {
            place.write(dim);
        }
        shape
    }

    /// A shape of rank 0 whose first four sizes are written.
    #[inline(always)]
    fn starting(first: [i64; 4], elements: usize) -> Shape {
        let mut dims = [MaybeUninit::uninit(); MAX_RANK];
        for (place, dim) in dims.iter_mut().zip(first) {
            place.write(dim);
        }
        Shape { rank: 0, dims, elements }
    }

    /// A shape of up to four dimensions as a `Small`.
    #[inline(always)]
    pub(super) fn first(&self) -> Small {
        let [a, b, c, d, ..] = self.dims;
        // SAFETY: the first four are written, whatever the rank.
        let dims = unsafe { [a.assume_init(), b.assume_init(), c.assume_init(), d.assume_init()] };
        Small { rank: self.rank, dims, elements: self.elements }
    }

    /// The shape of a single element, of rank 0.
    pub fn scalar() -> Shape {
        Shape::starting([0; 4], 1)
    }

    /// The number of elements.
    #[inline]
    pub fn elements(&self) -> usize {
        self.elements
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        usize::from(self.rank)
    }
}

impl Deref for Shape {
    type Target = [i64];
    fn deref(&self) -> &[i64] {
        // SAFETY: the first `rank` are written.
        unsafe { std::slice::from_raw_parts(self.dims.as_ptr().cast(), usize::from(self.rank)) }
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Shape) -> bool {
        **self == **other
    }
}

impl Eq for Shape {}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&display(self))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&display(self))
    }
}

/// The number of elements of checked dimensions. It is also called with strides; their product is
/// meaningless and may wrap.
pub fn elements(dims: &[i64]) -> usize {
    dims.iter().fold(1i64, |product, &dim| product.wrapping_mul(dim)) as usize
}

/// A number of indices times a stride. Within a storage it cannot overflow, but the strides of a
/// tensor without elements, which may come from elsewhere, can be anything.
pub(crate) fn product(indices: i64, stride: i64) -> Result<i64> {
    indices.checked_mul(stride).ok_or_else(|| too_far(indices, stride))
}

#[cold]
pub(crate) fn too_far(indices: i64, stride: i64) -> Error {
    Error::argument(format!("{indices} times a stride of {stride} is more than an address holds"))
}

/// Dimensions as messages write them: `[2,3]`.
pub fn display(dims: &[i64]) -> String {
    let inner: Vec<String> = dims.iter().map(i64::to_string).collect();
    format!("[{}]", inner.join(","))
}

/// The dimension that `axis` names in a tensor of this rank; negative ones count from the end. An
/// axis out of range is `INVALID_ARGUMENT`.
pub fn axis(axis: i64, rank: usize) -> Result<usize> {
    let from_front = if axis < 0 { axis.saturating_add(rank as i64) } else { axis };
    if from_front < 0 || from_front >= rank as i64 {
        return Err(Error::argument(format!("axis {axis} is out of range for rank {rank}")));
    }
    Ok(from_front as usize)
}

/// The dimensions that `axes` names, as one bit each; an empty list means all of them. An axis out
/// of range or named twice is `INVALID_ARGUMENT`.
pub fn axes(axes: &[i64], rank: usize) -> Result<u16> {
    let mut bits = 0u16;
    for &a in axes {
        let bit = 1u16 << axis(a, rank)?;
        if bits & bit != 0 {
            return Err(Error::argument(format!("axis {a} is named twice in {}", display(axes))));
        }
        bits |= bit;
    }
    if axes.is_empty() {
        bits = ((1u32 << rank) - 1) as u16;
    }
    Ok(bits)
}

/// The shape that `a` and `b` broadcast to by NumPy's rule: aligned at the end, a size of 1
/// stretches. If they do not broadcast, `SHAPE_MISMATCH` names both.
pub fn broadcast(a: &[i64], b: &[i64]) -> Result<Shape> {
    let rank = a.len().max(b.len());
    let mut out = [0i64; MAX_RANK];
    for i in 0..rank {
        let x = if i + a.len() >= rank { a[i + a.len() - rank] } else { 1 };
        let y = if i + b.len() >= rank { b[i + b.len() - rank] } else { 1 };
        out[i] = match (x, y) {
            (x, y) if x == y => x,
            (1, y) => y,
            (x, 1) => x,
            _ => return Err(Error::shape(format!("shapes {} and {} do not broadcast", display(a), display(b)))),
        };
    }
    // Two addressable shapes may broadcast to one that is not ([2^40,1] with [1,2^40]).
    Shape::new(&out[..rank])
}

/// A stable insertion sort: tensors have few dimensions, and the standard library's sorts are
/// several thousand bytes of code for each type.
pub(crate) fn sort_few<T>(items: &mut [T], is_behind: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && is_behind(&items[at - 1], &items[at]) {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Status;

    #[test]
    fn refuses_what_cannot_be_a_shape() {
        for (dims, text) in [
            (&[2, -1][..], "shape [2,-1] has a negative size"),
            (&[i64::MAX, 2], "shape [9223372036854775807,2] has too many elements"),
            (&[1, 1, 1, i64::MAX], "shape [1,1,1,9223372036854775807] has too many elements"),
            (&[1, 1, i64::MAX], "shape [1,1,9223372036854775807] has too many elements"),
            (&[i64::MAX, 0], "shape [9223372036854775807,0] has too many elements"),
            (&[1; 17], "rank 17 is above the limit of 16"),
        ] {
            let error = Shape::new(dims).expect_err(text);
            assert_eq!((error.status(), error.message()), (Status::InvalidArgument, text));
        }
    }

    #[test]
    fn broadcasts_as_numpy_does() {
        assert_eq!(&*broadcast(&[2, 1, 3], &[4, 1]).expect("they fit"), &[2, 4, 3]);
        assert_eq!(&*broadcast(&[], &[0, 1]).expect("they fit"), &[0, 1]);
        assert_eq!(&*broadcast(&[0], &[1]).expect("they fit"), &[0]);
        let error = broadcast(&[2, 3], &[4]).expect_err("they do not");
        assert_eq!((error.status(), error.message()), (Status::ShapeMismatch, "shapes [2,3] and [4] do not broadcast"));
        let huge = broadcast(&[1 << 40, 1], &[1, 1 << 40]).expect_err("2^80 elements");
        assert_eq!(huge.status(), Status::InvalidArgument);
    }

    #[test]
    fn axes_count_from_either_end_and_only_once() {
        assert_eq!(axes(&[0, -1], 3).expect("in range"), 0b101);
        assert_eq!(axes(&[], 3).expect("all"), 0b111);
        assert_eq!(axes(&[], 0).expect("none to name"), 0);
        assert_eq!(axes(&[], MAX_RANK).expect("all"), u16::MAX);
        assert_eq!(axes(&[-1], MAX_RANK).expect("in range"), 1 << 15);
        assert!(axes(&[0, -3], 3).is_err());
        assert_eq!(axis(3, 2).expect_err("out").message(), "axis 3 is out of range for rank 2");
        assert!(axis(i64::MIN, 2).is_err());
    }
}
