//! `unique`: the different elements of a tensor, and where they are.
//!
//! Invariant: the values come in ascending order, NaN last. Each NaN is different from any other, as in PyTorch and the
//! array API; 0 and -0 are equal.

use super::number::Number;
use super::types::{ForNumber, by_number};
use super::{reshape, sort};
use crate::error::Result;
use crate::tensor::{DType, Shape, Tensor};

/// What [`unique`] found, each a new tensor.
pub struct Unique {
    /// The different elements in ascending order.
    pub values: Tensor,
    /// For each value the index of its first element in the flattened tensor, int64.
    pub indices: Tensor,
    /// For each element of the tensor the index of its value, int64 of the tensor's shape.
    pub inverse: Tensor,
    /// For each value how many elements it has, int64.
    pub counts: Tensor,
}

/// The different elements of `t`, which is borrowed.
pub fn unique(t: &Tensor) -> Result<Unique> {
    let (sorted, order) = sort(&reshape(t, &[-1])?, 0, false)?;
    by_number(t.dtype(), Runs { t, sorted: &sorted, order: &order })
}

/// Sorted elements and their indices, which nobody else has.
struct Runs<'a> {
    t: &'a Tensor,
    sorted: &'a Tensor,
    order: &'a Tensor,
}

impl ForNumber for Runs<'_> {
    type Output = Result<Unique>;

    fn of<T: Number>(self) -> Result<Unique> {
        let (from, bools) = (self.sorted.as_ptr().cast::<T>(), self.t.dtype() == DType::Bool);
        self.found(&|i| {
            // SAFETY: `i` is below the number of elements.
            i == 0
                || unsafe {
                    let (a, b) = (from.add(i - 1).read(), from.add(i).read());
                    if bools { (a.as_u8() != 0) != (b.as_u8() != 0) } else { a != b }
                }
        })
    }
}

impl Runs<'_> {
    /// The runs; `starts` says whether one begins at an index below the number of elements.
    fn found(self, starts: &dyn Fn(usize) -> bool) -> Result<Unique> {
        let Runs { t, sorted, order } = self;
        let n = sorted.size();
        let (from, order, size) = (sorted.as_ptr(), order.as_ptr().cast::<i64>(), t.dtype().size());
        let count = Shape::new(&[(0..n).filter(|&i| starts(i)).count() as i64])?;
        let fresh = |dtype, shape: &Shape| Tensor::empty(t.device(), dtype, shape);
        let found = Unique {
            values: fresh(t.dtype(), &count)?,
            indices: fresh(DType::I64, &count)?,
            inverse: fresh(DType::I64, &t.to_shape())?,
            counts: fresh(DType::I64, &count)?,
        };
        let (values, counts) = (found.values.as_ptr(), found.counts.as_ptr().cast::<i64>());
        let (indices, inverse) = (found.indices.as_ptr().cast::<i64>(), found.inverse.as_ptr().cast::<i64>());
        let mut next = 0;
        for i in 0..n {
            // SAFETY: a run starts as often as was counted, since nobody writes the sorted elements; the order has each
            // index once.
            unsafe {
                if starts(i) {
                    values.add(next * size).copy_from_nonoverlapping(from.add(i * size), size);
                    indices.add(next).write(order.add(i).read());
                    counts.add(next).write(0);
                    next += 1;
                }
                *counts.add(next - 1) += 1;
                inverse.offset(order.add(i).read() as isize).write(next as i64 - 1);
            }
        }
        Ok(found)
    }
}
