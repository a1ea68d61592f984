//! Views: other windows on the same storage, without a copy.
//!
//! Invariant: each function computes a layout that reaches only elements that the given tensor
//! reaches, so nothing here can leave the storage, whatever the arguments. All follow NumPy and
//! PyTorch in name and meaning, and every error names the shape and the argument.

use super::layout::Layout;
use super::shape::{self, MAX_RANK, Shape};
use super::tensor::Tensor;
use crate::error::{Error, Result};

impl Tensor {
    /// The same elements in another shape, if strides can express it; `None` if it needs a copy.
    /// One size may be -1: it is computed from the others. A different number of elements is
    /// `SHAPE_MISMATCH`.
    pub(crate) fn reshape_view(&self, dims: &[i64]) -> Result<Option<Tensor>> {
        let shape = infer(self.shape(), dims)?;
        Ok(self.layout().reshape(&shape).map(|layout| self.with_layout(layout, self.offset())))
    }

    /// Reorders the dimensions as in `axes`, which names each exactly once.
    pub(crate) fn permute_view(&self, axes: &[i64]) -> Result<Tensor> {
        let rank = self.rank();
        if axes.len() != rank {
            return Err(Error::argument(format!(
                "permute {} needs each of the {rank} axes of shape {}",
                shape::display(axes),
                shape::display(self.shape())
            )));
        }
        shape::axes(axes, rank)?;
        let (mut dims, mut strides) = ([0; MAX_RANK], [0; MAX_RANK]);
        for (i, &a) in axes.iter().enumerate() {
            let from = shape::axis(a, rank)?;
            dims[i] = self.shape()[from];
            strides[i] = self.strides()[from];
        }
        Ok(self.with_layout(Layout::new(&dims[..rank], &strides[..rank]), self.offset()))
    }

    /// Exchanges two dimensions.
    pub(crate) fn transpose_view(&self, a: i64, b: i64) -> Result<Tensor> {
        let (a, b) = (shape::axis(a, self.rank())?, shape::axis(b, self.rank())?);
        let (mut dims, mut strides) = (self.shape().to_owned_dims(), self.strides().to_owned_dims());
        dims.swap(a, b);
        strides.swap(a, b);
        Ok(self.with_layout(Layout::new(&dims[..self.rank()], &strides[..self.rank()]), self.offset()))
    }

    /// Indices `start`, `start + step`, ... below `end` of one dimension. Negative bounds count
    /// from the end and bounds out of range are clamped, as in Python; `step` is at least 1.
    pub(crate) fn slice_view(&self, axis: i64, start: i64, end: i64, step: i64) -> Result<Tensor> {
        let axis = shape::axis(axis, self.rank())?;
        if step < 1 {
            return Err(Error::argument(format!("slice step {step} is not positive")));
        }
        let size = self.shape()[axis];
        let bound = |i: i64| if i < 0 { i.saturating_add(size).max(0) } else { i.min(size) };
        let (start, end) = (bound(start), bound(end));
        let length = if end > start { (end - start - 1) / step + 1 } else { 0 };
        let (mut dims, mut strides) = (self.shape().to_owned_dims(), self.strides().to_owned_dims());
        dims[axis] = length;
        if length > 1 {
            strides[axis] = shape::product(strides[axis], step)?;
        }
        self.window(Layout::new(&dims[..self.rank()], &strides[..self.rank()]), &[(start, self.strides()[axis])])
    }

    /// Selects one index of a dimension and removes that dimension. Negative indices count from the
    /// end.
    pub(crate) fn select_view(&self, axis: i64, index: i64) -> Result<Tensor> {
        let at = shape::axis(axis, self.rank())?;
        let size = self.shape()[at];
        let from_front = if index < 0 { index.saturating_add(size) } else { index };
        if from_front < 0 || from_front >= size {
            return Err(Error::argument(format!(
                "index {index} is out of range for axis {axis} of shape {}",
                shape::display(self.shape())
            )));
        }
        self.window(self.without(1 << at), &[(from_front, self.strides()[at])])
    }

    /// Windows of `size` indices of one dimension, `step` apart: that dimension counts the windows,
    /// and a new last dimension contains the indices of each. They overlap if the step is smaller
    /// than the size.
    pub(crate) fn unfold_view(&self, axis: i64, size: i64, step: i64) -> Result<Tensor> {
        let rank = self.rank();
        let at = shape::axis(axis, rank)?;
        if rank == MAX_RANK {
            return Err(Error::argument(format!("rank {} is above the limit of {MAX_RANK}", rank + 1)));
        }
        let length = self.shape()[at];
        if size < 0 || size > length || step < 1 {
            return Err(Error::argument(format!(
                "unfold axis {axis} of shape {} in windows of {size}, {step} apart",
                shape::display(self.shape())
            )));
        }
        let (mut dims, mut strides) = (self.shape().to_owned_dims(), self.strides().to_owned_dims());
        dims[at] = (length - size) / step + 1;
        if dims[at] > 1 {
            strides[at] = shape::product(strides[at], step)?;
        }
        (dims[rank], strides[rank]) = (size, self.strides()[at]);
        let shape = Shape::new(&dims[..=rank])?;
        Ok(self.with_layout(Layout::new(&shape, &strides[..=rank]), self.offset()))
    }

    /// Removes the dimension if its size is 1; unchanged otherwise, as in PyTorch.
    pub(crate) fn squeeze_view(&self, axis: i64) -> Result<Tensor> {
        let axis = shape::axis(axis, self.rank())?;
        let gone = if self.shape()[axis] == 1 { 1 << axis } else { 0 };
        Ok(self.with_layout(self.without(gone), self.offset()))
    }

    /// Removes every dimension of size 1.
    pub(crate) fn squeeze_all_view(&self) -> Tensor {
        let ones = (0..self.rank()).filter(|&i| self.shape()[i] == 1).fold(0u16, |bits, i| bits | 1 << i);
        self.with_layout(self.without(ones), self.offset())
    }

    /// Inserts a new dimension of size 1 before dimension `axis`; -1 puts it last.
    pub(crate) fn unsqueeze_view(&self, axis: i64) -> Result<Tensor> {
        let rank = self.rank();
        if rank == MAX_RANK {
            return Err(Error::argument(format!("rank {} is above the limit of {MAX_RANK}", rank + 1)));
        }
        let at = shape::axis(axis, rank + 1)?;
        let (mut dims, mut strides) = ([1i64; MAX_RANK], [1i64; MAX_RANK]);
        for i in 0..rank {
            let to = if i < at { i } else { i + 1 };
            dims[to] = self.shape()[i];
            strides[to] = self.strides()[i];
        }
        Ok(self.with_layout(Layout::new(&dims[..rank + 1], &strides[..rank + 1]), self.offset()))
    }

    /// Stretches dimensions of size 1 to `dims` with a stride of 0, and inserts new ones in front;
    /// -1 keeps a size. Any other size is `SHAPE_MISMATCH`.
    pub(crate) fn expand_view(&self, dims: &[i64]) -> Result<Tensor> {
        let own = self.shape();
        let misfit =
            || Error::shape(format!("shape {} cannot be expanded to {}", shape::display(own), shape::display(dims)));
        if dims.len() < own.len() {
            return Err(misfit());
        }
        let new = dims.len() - own.len();
        let (mut target, mut strides) = (Vec::with_capacity(dims.len()), Vec::with_capacity(dims.len()));
        for (i, &dim) in dims.iter().enumerate() {
            if i < new {
                // A new dimension has no size to keep.
                if dim == -1 {
                    return Err(misfit());
                }
                target.push(dim);
                strides.push(0);
                continue;
            }
            let (size, stride) = (own[i - new], self.strides()[i - new]);
            match dim {
                -1 => (target.push(size), strides.push(stride)),
                dim if dim == size => (target.push(size), strides.push(stride)),
                dim if size == 1 => (target.push(dim), strides.push(0)),
                _ => return Err(misfit()),
            };
        }
        let shape = Shape::new(&target)?;
        Ok(self.with_layout(Layout::new(&shape, &strides), self.offset()))
    }

    /// Whether several elements share a location in memory, as after [`Tensor::expand_view`], or may
    /// share one, as after [`Tensor::unfold_view`]: some dimension steps by less than the extent of all
    /// dimensions with smaller strides.
    pub(crate) fn overlaps_itself(&self) -> bool {
        if self.is_contiguous() || self.size() == 0 {
            return false;
        }
        let mut steps = [(0, 0); MAX_RANK];
        let longer = self.strides().iter().zip(self.shape()).filter(|&(_, &dim)| dim > 1);
        let rank = steps.iter_mut().zip(longer).map(|(step, (&stride, &dim))| *step = (stride, dim)).count();
        shape::sort_few(&mut steps[..rank], |a, b| a > b);
        let mut reach = 0;
        steps[..rank].iter().any(|&(stride, dim)| {
            let overlaps = stride <= reach;
            reach += stride * (dim - 1);
            overlaps
        })
    }

    /// A view whose first element is at these indices of this tensor: pairs of an index and its
    /// stride, for dimensions in which the index is below the size. An empty view has no first
    /// element: it begins where this one does.
    pub(crate) fn window(&self, layout: Layout, first: &[(i64, i64)]) -> Result<Tensor> {
        if layout.shape().contains(&0) {
            return Ok(self.with_layout(layout, self.offset()));
        }
        let skipped = first.iter().try_fold(0i64, |sum, &(index, stride)| {
            let skipped = shape::product(index, stride)?;
            sum.checked_add(skipped).ok_or_else(|| shape::too_far(index, stride))
        })?;
        let offset = self.offset().checked_add_signed(skipped as isize).ok_or_else(|| shape::too_far(skipped, 1))?;
        Ok(self.with_layout(layout, offset))
    }

    /// The strides after stretching to a shape that [`shape::broadcast`] computed from this one's.
    /// It cannot fail, so kernels use it.
    pub(crate) fn broadcast_strides(&self, target: &[i64]) -> [i64; MAX_RANK] {
        let (shape, strides) = (self.shape(), self.strides());
        let mut out = [0i64; MAX_RANK];
        let new = target.len() - shape.len();
        for i in 0..shape.len() {
            out[new + i] = if shape[i] == 1 && target[new + i] != 1 { 0 } else { strides[i] };
        }
        out
    }

    /// This layout without the dimensions whose bits are set.
    fn without(&self, gone: u16) -> Layout {
        let (mut dims, mut strides) = ([0i64; MAX_RANK], [0i64; MAX_RANK]);
        let mut n = 0;
        for i in (0..self.rank()).filter(|i| gone & (1 << i) == 0) {
            dims[n] = self.shape()[i];
            strides[n] = self.strides()[i];
            n += 1;
        }
        Layout::new(&dims[..n], &strides[..n])
    }
}

/// Dimensions copied into an array that can be changed in place.
trait OwnedDims {
    fn to_owned_dims(&self) -> [i64; MAX_RANK];
}

impl OwnedDims for [i64] {
    fn to_owned_dims(&self) -> [i64; MAX_RANK] {
        let mut out = [0; MAX_RANK];
        out[..self.len()].copy_from_slice(self);
        out
    }
}

/// The shape that `dims` means for a tensor of shape `old`, with -1 computed.
fn infer(old: &[i64], dims: &[i64]) -> Result<Shape> {
    let have = shape::elements(old);
    let Some(hole) = dims.iter().position(|&d| d == -1) else {
        let shape = Shape::new(dims)?;
        if shape.elements() != have {
            return Err(Error::shape(format!(
                "shape {} has {have} elements, view {} needs {}",
                shape::display(old),
                shape::display(dims),
                shape.elements()
            )));
        }
        return Ok(shape);
    };
    let mut filled = dims.to_vec();
    filled[hole] = 1;
    // A second -1 is refused here as a negative size.
    let rest = Shape::new(&filled).map_err(|e| e.context(format_args!("view {}", shape::display(dims))))?.elements();
    if rest == 0 || !have.is_multiple_of(rest) {
        return Err(Error::shape(format!(
            "shape {} has {have} elements, which do not fill view {}",
            shape::display(old),
            shape::display(dims)
        )));
    }
    filled[hole] = (have / rest) as i64;
    Shape::new(&filled)
}
