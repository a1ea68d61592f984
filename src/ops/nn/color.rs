//! Changes the colours of images, as torchvision does.

use super::shared::operand;
use crate::error::{Error, Result};
use crate::ops::cpu::nn::color;
use crate::ops::settings::Color;
use crate::tensor::{Tensor, shape};

/// Changes `x`, `[..., C, H, W]` with one or three channels. With `is_whole` its values are whole
/// numbers from 0 to 255, otherwise they are from 0 to 1. Returns new.
///
/// Errors: `SHAPE_MISMATCH` for other channels, `DTYPE_MISMATCH` for anything but float32 and
/// float64, those of [`Tensor::uninit`].
pub fn recolored(op: &str, x: &Tensor, change: Color, is_whole: bool) -> Result<Tensor> {
    let x = operand(op, x)?;
    let channels = if x.rank() < 3 { 0 } else { x.shape()[x.rank() - 3] };
    if channels != 1 && channels != 3 {
        let got = shape::display(x.shape());
        return Err(Error::shape(format!("{op}: a shape of {got} is not [..., C, H, W] with 1 or 3 channels")));
    }
    let out = Tensor::uninit(x.device(), x.dtype(), &x.to_shape())?;
    let image = x.shape()[x.rank() - 3..].iter().product::<i64>() as usize;
    if image == 0 || x.size() == 0 {
        return Ok(out);
    }
    color::recolor([&out, &x], (channels as usize, image), change, is_whole)?;
    Ok(out)
}
