//! Resizes images with antialiasing: each element of the result is a mean of the input elements
//! under a triangle (linear) or a cubic convolution with a = -0.5, which is as wide as the result
//! is smaller, as Pillow and torchvision do.
//!
//! Invariant: columns are resized first, then rows; an axis that keeps its size is not touched.

use super::resize::{InterpolateMode, cubic};
use super::shared::operand;
use crate::error::Result;
use crate::ops::cpu::nn::antialias::{self, Filter};
use crate::tensor::{Shape, Tensor};

/// Resizes the last two axes of `x`, `[..., H, W]`, where none of these sizes is 0. Returns new.
///
/// Errors: `DTYPE_MISMATCH` for anything but float32 and float64, those of [`Tensor::uninit`].
pub fn antialiased(op: &str, x: &Tensor, [height, width]: [usize; 2], mode: InterpolateMode) -> Result<Tensor> {
    let x = operand(op, x)?;
    let axis = x.rank() - 2;
    let (rows, columns) = (x.shape()[axis] as usize, x.shape()[axis + 1] as usize);
    let by_columns = if columns == width { x } else { resized(&x, axis + 1, width, mode)? };
    if rows == height { Ok(by_columns) } else { resized(&by_columns, axis, height, mode) }
}

/// Resizes one of the last two axes.
fn resized(x: &Tensor, axis: usize, output: usize, mode: InterpolateMode) -> Result<Tensor> {
    let mut dims = x.shape().to_vec();
    dims[axis] = output as i64;
    let out = Tensor::uninit(x.device(), x.dtype(), &Shape::new(&dims)?)?;
    let filter = match mode {
        InterpolateMode::Cubic => Filter { support: 2.0, weight: |distance| cubic(distance, -0.5) },
        _ => Filter { support: 1.0, weight: |distance| (1.0 - distance.abs()).max(0.0) },
    };
    antialias::resize([&out, x], axis, filter)?;
    Ok(out)
}
