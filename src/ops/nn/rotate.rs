//! Rotates images about their centers, as torchvision rotates tensors.

use super::resize::InterpolateMode;
use super::shared::operand;
use crate::error::Result;
use crate::ops::cpu::nn::rotate::{self, Turn};
use crate::tensor::Tensor;

/// How the images are rotated.
#[derive(Clone, Copy, Debug)]
pub struct Rotation {
    /// Degrees, counter-clockwise.
    pub degrees: f64,
    /// How an element between others is computed.
    pub mode: InterpolateMode,
    /// What is outside of the input.
    pub fill: f64,
}

/// Rotates the last two axes of `x`, `[..., H, W]`. Returns new.
///
/// Errors: `DTYPE_MISMATCH` for anything but float32 and float64, those of [`Tensor::uninit`].
pub fn rotated(op: &str, x: &Tensor, how: Rotation) -> Result<Tensor> {
    let x = operand(op, x)?;
    let [height, width] = [x.rank() - 2, x.rank() - 1].map(|axis| x.shape()[axis] as usize);
    let out = Tensor::uninit(x.device(), x.dtype(), &x.to_shape())?;
    let plane = height * width;
    if plane == 0 {
        return Ok(out);
    }
    let Rotation { degrees, mode, fill } = how;
    let turn = Turn { degrees, is_nearest: mode == InterpolateMode::Nearest, fill };
    rotate::rotate([&out, &x], [height, width], turn)?;
    Ok(out)
}
