//! `Layout`: shape and strides of a tensor in compact form.
//!
//! Invariant: sizes come from a checked [`Shape`], and every element that shape and strides reach
//! is in the storage of the tensor; each view computes its layout from one for which this holds.
//!
//! It is not two vectors, because a tensor lives inside its handle slot (128 bytes,
//! `ownership::slot`), so creating one must allocate nothing. Up to four dimensions, which covers
//! nearly every tensor, are stored in place; more are boxed.

use super::shape::{MAX_RANK, Shape, Small};

/// Dimensions stored in place.
const INLINE_RANK: usize = 4;

/// Shape and strides, both counted in elements.
#[derive(Clone)]
pub struct Layout {
    repr: Repr,
}

/// Sizes come first, strides after them, each half of the array.
#[derive(Clone)]
enum Repr {
    Inline { rank: u8, values: [i64; 2 * INLINE_RANK] },
    Boxed { values: Box<[i64]> },
}

impl Layout {
    /// Row-major: the last dimension has stride 1.
    #[inline(always)]
    pub fn contiguous(shape: &Shape) -> Layout {
        if shape.rank() > INLINE_RANK { Layout::contiguous_boxed(shape) } else { Layout::small(shape.first()) }
    }

    /// Like [`Layout::contiguous`]. Every creation runs this, so it is straight-line code on whole
    /// arrays. Sizes beyond the rank are 0 and count as 1, so nothing depends on the rank.
    #[inline(always)]
    pub(crate) fn small(shape: Small) -> Layout {
        let [a, b, c, d] = shape.dims;
        let to_c = d.max(1);
        let to_b = c.max(1) * to_c;
        let to_a = b.max(1) * to_b;
        Layout { repr: Repr::Inline { rank: shape.rank, values: [a, b, c, d, to_a, to_b, to_c, 1] } }
    }

    fn contiguous_boxed(shape: &Shape) -> Layout {
        let mut strides = [0i64; MAX_RANK];
        let mut stride = 1;
        for i in (0..shape.len()).rev() {
            strides[i] = stride;
            stride *= shape[i].max(1);
        }
        Layout::new(shape, &strides[..shape.len()])
    }

    /// Shape and strides of the same length, which the caller has checked against the storage.
    pub fn new(shape: &[i64], strides: &[i64]) -> Layout {
        debug_assert_eq!(shape.len(), strides.len());
        let rank = shape.len();
        let repr = if rank <= INLINE_RANK {
            let mut values = [0i64; 2 * INLINE_RANK];
            values[..rank].copy_from_slice(shape);
            values[INLINE_RANK..INLINE_RANK + rank].copy_from_slice(strides);
            Repr::Inline { rank: rank as u8, values }
        } else {
            Repr::Boxed { values: [shape, strides].concat().into_boxed_slice() }
        };
        Layout { repr }
    }

    /// The sizes, outermost first.
    #[inline]
    pub fn shape(&self) -> &[i64] {
        match &self.repr {
            Repr::Inline { rank, values } => &values[..usize::from(*rank)],
            Repr::Boxed { values } => &values[..values.len() / 2],
        }
    }

    /// Elements to step over to the next index of each dimension; 0 in a dimension that was
    /// expanded.
    #[inline]
    pub fn strides(&self) -> &[i64] {
        match &self.repr {
            Repr::Inline { rank, values } => &values[INLINE_RANK..INLINE_RANK + usize::from(*rank)],
            Repr::Boxed { values } => &values[values.len() / 2..],
        }
    }

    /// The offset of the element at these indices, of which negative ones count from the end; `None`
    /// unless there is one in range for each dimension.
    #[inline(always)]
    pub(crate) fn offset_at(&self, indices: &[i64]) -> Option<isize> {
        let (rank, (sizes, strides)) = match &self.repr {
            Repr::Inline { rank, values } => (usize::from(*rank), values.split_at(INLINE_RANK)),
            Repr::Boxed { values } => (values.len() / 2, values.split_at(values.len() / 2)),
        };
        if indices.len() != rank {
            return None;
        }
        let mut at = 0;
        for ((&index, &size), &stride) in indices.iter().zip(sizes).zip(strides) {
            let from_front = if index < 0 { index.wrapping_add(size) } else { index };
            if from_front < 0 || from_front >= size {
                return None;
            }
            at += from_front * stride;
        }
        Some(at as isize)
    }

    /// Whether the elements are adjacent in row-major order. Strides of dimensions of size 1 do not
    /// matter, and no strides matter if there are no elements.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        let (shape, strides) = (self.shape(), self.strides());
        let mut expected = 1;
        for i in (0..shape.len()).rev() {
            if shape[i] == 0 {
                return true;
            }
            if shape[i] != 1 {
                if strides[i] != expected {
                    // With an earlier dimension of size 0 it is contiguous anyway.
                    return shape[..i].contains(&0);
                }
                expected *= shape[i];
            }
        }
        true
    }

    /// The layout of `shape` on the same elements in the same order, if strides can express it.
    ///
    /// Dimensions are merged where the outer stride is size times stride of the inner one; each new
    /// dimension must lie inside one merged run. This is NumPy's `_attempt_nocopy_reshape`.
    pub fn reshape(&self, shape: &Shape) -> Option<Layout> {
        if self.is_contiguous() {
            return Some(Layout::contiguous(shape));
        }
        let (old_shape, old_strides) = (self.shape(), self.strides());
        let mut kept = [(0i64, 0i64); MAX_RANK];
        let mut n_kept = 0;
        for (&dim, &stride) in old_shape.iter().zip(old_strides) {
            if dim != 1 {
                kept[n_kept] = (dim, stride);
                n_kept += 1;
            }
        }
        let mut strides = [0i64; MAX_RANK];
        let (mut o, mut n) = (0, 0);
        while o < n_kept && n < shape.len() {
            // Grow both groups until they have the same number of elements.
            let (mut o_end, mut n_end) = (o + 1, n + 1);
            let (mut old_count, mut new_count) = (kept[o].0, shape[n]);
            while old_count != new_count {
                if old_count < new_count {
                    old_count *= kept[o_end].0;
                    o_end += 1;
                } else {
                    new_count *= shape[n_end];
                    n_end += 1;
                }
            }
            for i in o..o_end - 1 {
                if kept[i].1 != kept[i + 1].0 * kept[i + 1].1 {
                    return None;
                }
            }
            let mut stride = kept[o_end - 1].1;
            for i in (n..n_end).rev() {
                strides[i] = stride;
                stride *= shape[i];
            }
            (o, n) = (o_end, n_end);
        }
        for stride in &mut strides[n..shape.len()] {
            *stride = 1; // Only sizes of 1 are left.
        }
        Some(Layout::new(shape, &strides[..shape.len()]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(shape: &[i64], strides: &[i64]) -> Layout {
        Layout::new(shape, strides)
    }

    #[test]
    fn contiguous_ignores_ones_and_empty() {
        let contiguous = |dims: &[i64]| Layout::contiguous(&Shape::new(dims).expect("small"));
        assert!(contiguous(&[2, 3, 4]).is_contiguous());
        assert_eq!(contiguous(&[2, 3, 4]).strides(), &[12, 4, 1]);
        assert_eq!(contiguous(&[2, 0, 4]).strides(), &[4, 4, 1]);
        assert!(layout(&[1, 3], &[77, 1]).is_contiguous());
        assert!(layout(&[0, 3], &[1, 5]).is_contiguous());
        assert!(!layout(&[3, 2], &[1, 3]).is_contiguous());
        assert!(!layout(&[3], &[0]).is_contiguous());
        assert!(contiguous(&[]).is_contiguous());
    }

    #[test]
    fn reshape_is_a_view_exactly_when_strides_allow() {
        let shape = |dims: &[i64]| Shape::new(dims).expect("small");
        let transposed = layout(&[3, 2], &[1, 3]);
        assert!(transposed.reshape(&shape(&[6])).is_none());
        let split = transposed.reshape(&shape(&[3, 2, 1])).expect("a size of 1 is free");
        assert_eq!(&split.strides()[..2], &[1, 3]);
        // Every other row of a 4 x 6 matrix: rows can be split, not merged.
        let rows = layout(&[2, 6], &[12, 1]);
        assert_eq!(rows.reshape(&shape(&[2, 2, 3])).expect("split").strides(), &[12, 3, 1]);
        assert!(rows.reshape(&shape(&[12])).is_none());
    }

    #[test]
    fn more_than_four_dimensions_are_kept_too() {
        let deep = Layout::contiguous(&Shape::new(&[2, 1, 3, 1, 2, 1, 1, 2]).expect("small"));
        assert_eq!(deep.shape(), &[2, 1, 3, 1, 2, 1, 1, 2]);
        assert_eq!(deep.strides(), &[12, 12, 4, 4, 2, 2, 2, 1]);
        assert!(size_of::<Layout>() <= 72, "a tensor must fit its slot");
    }
}
