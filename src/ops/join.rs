//! `concat` and `stack`: joining several tensors.

use super::cast::as_dtype;
use super::cuda;
use super::device::all_on_one_device;
use super::rearrange::copy_to;
use super::{cast, contiguous, reshape};
use crate::error::{Error, Result};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor, shape};

/// Joins the tensors along `axis`; all other sizes are equal. Different dtypes promote. Returns
/// new.
///
/// Errors: no tensors, one of rank 0 and an axis out of range are `INVALID_ARGUMENT`; sizes that
/// differ are `SHAPE_MISMATCH`.
pub fn concat(tensors: &[&Tensor], axis: i64) -> Result<Tensor> {
    let first = first("concat", tensors)?;
    if first.rank() == 0 {
        return Err(Error::argument("concat of tensors of rank 0 (stack joins those)"));
    }
    let at = shape::axis(axis, first.rank())?;
    let mut dims = [0i64; MAX_RANK];
    let dims = &mut dims[..first.rank()];
    dims.copy_from_slice(first.shape());
    for t in &tensors[1..] {
        let fits = t.rank() == dims.len() && (0..dims.len()).all(|i| i == at || t.shape()[i] == dims[i]);
        if !fits {
            return Err(Error::shape(format!(
                "concat of shapes {} and {} along axis {axis}",
                shape::display(first.shape()),
                shape::display(t.shape())
            )));
        }
        // Each size is below 2^60, but there may be many tensors.
        dims[at] = dims[at].saturating_add(t.shape()[at]);
    }
    interleave(tensors, at, &Shape::new(dims)?)
}

/// Joins the tensors along a new dimension `axis`, -1 for the last; all shapes are equal. Different
/// dtypes promote. Returns new. Errors as for [`concat()`], and a result of rank above 8 is
/// `INVALID_ARGUMENT`.
pub fn stack(tensors: &[&Tensor], axis: i64) -> Result<Tensor> {
    let first = first("stack", tensors)?;
    let at = shape::axis(axis, first.rank() + 1)?;
    for t in &tensors[1..] {
        if t.shape() != first.shape() {
            return Err(Error::shape(format!(
                "stack of shapes {} and {}",
                shape::display(first.shape()),
                shape::display(t.shape())
            )));
        }
    }
    let mut dims = [0i64; MAX_RANK + 1];
    dims[..at].copy_from_slice(&first.shape()[..at]);
    dims[at] = tensors.len() as i64;
    dims[at + 1..=first.rank()].copy_from_slice(&first.shape()[at..]);
    interleave(tensors, at, &Shape::new(&dims[..=first.rank()])?)
}

fn first<'a>(what: &str, tensors: &[&'a Tensor]) -> Result<&'a Tensor> {
    tensors.first().copied().ok_or_else(|| Error::argument(format!("{what} of no tensors")))
}

/// For each index of the dimensions before `axis`, copies the parts of all tensors in turn.
fn interleave(tensors: &[&Tensor], axis: usize, shape: &Shape) -> Result<Tensor> {
    all_on_one_device(tensors)?;
    cuda::reachable(tensors[0])?; // stands for the others, which are on the same device
    let dtype = tensors.iter().try_fold(DType::Bool, |dtype, t| dtype.promote(t.dtype()))?;
    let out = Tensor::uninit(tensors[0].device(), dtype, shape)?;
    let pieces = shape::elements(&shape[..axis]);
    if out.size() == 0 {
        return Ok(out);
    }
    if cuda::on(&out).is_some() {
        return joined_there(tensors, out, pieces as i64);
    }
    let (to, row) = (out.host()?, out.nbytes() / pieces);
    let mut done = 0;
    for t in tensors {
        let same = if t.dtype() == dtype { contiguous(t)? } else { contiguous(&cast(t, dtype)?)? };
        let (same, piece) = (same.host()?, same.nbytes() / pieces);
        for i in 0..pieces {
            // SAFETY: `out` consists of `pieces` rows, each with the pieces of all tensors, whose
            // sizes add up; the source is contiguous and `out` is not shared yet.
            unsafe {
                let to = to.as_ptr().add(i * row + done);
                std::ptr::copy_nonoverlapping(same.as_ptr().add(i * piece), to, piece);
            }
        }
        done += piece;
    }
    Ok(out)
}

/// Copies the tensors into a new one on a CUDA device, side by side in each of its pieces.
fn joined_there(tensors: &[&Tensor], out: Tensor, pieces: i64) -> Result<Tensor> {
    let rows = out.reshape_view(&[pieces, -1])?.expect("it is contiguous");
    let mut done = 0;
    for t in tensors.iter().filter(|t| t.size() > 0) {
        let width = t.size() as i64 / pieces;
        let same = as_dtype(t, out.dtype())?;
        let from = reshape(&same, &[pieces, width])?;
        copy_to(&rows.slice_view(1, done, done + width, 1)?, &from)?;
        done += width;
    }
    Ok(out)
}
