//! Rotates images about their centers, as torchvision rotates tensors.
//!
//! Invariant: the position that an element of the result has in the input is computed in float64,
//! whatever the dtype. What lies outside of the input is `fill`; for bilinear results, elements at the
//! border are mixed with it as torchvision mixes them, by the share of their weight that is inside.

use super::resize::InterpolateMode;
use super::shared::{Compute, In, Out, operand};
use crate::error::Result;
use crate::ops::parallel;
use crate::tensor::{SharedCell, Tensor};

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
    with_float!(x.dtype(), T, {
        let (from, to) = (In::<T>::of(&x)?, Out::<T>::of(&out)?);
        parallel::ranges(x.size() / plane, plane, |range| {
            for at in range {
                let part = at * plane..(at + 1) * plane;
                // SAFETY: each plane is in one range.
                let to = unsafe { to.part(part.clone()) };
                rotate::<T>(from.part(part), to, [height, width], how);
            }
        });
    });
    Ok(out)
}

fn rotate<T: Compute>(from: &[SharedCell<T>], to: &mut [T], [height, width]: [usize; 2], how: Rotation) {
    let (sin, cos) = libm::sincos(how.degrees.to_radians());
    let [middle_y, middle_x] = [height, width].map(|size| (size as f64 - 1.0) / 2.0);
    let inside = |at: f64, size: usize| at >= 0.0 && at < size as f64;
    let value = |y: f64, x: f64| from[y as usize * width + x as usize].get().as_f64();
    for (i, element) in to.iter_mut().enumerate() {
        let (y, x) = ((i / width) as f64 - middle_y, (i % width) as f64 - middle_x);
        let (y, x) = (sin * x + cos * y + middle_y, cos * x - sin * y + middle_x);
        if how.mode == InterpolateMode::Nearest {
            let (y, x) = (y.round_ties_even(), x.round_ties_even());
            let is_inside = inside(y, height) && inside(x, width);
            *element = T::cast_from(if is_inside { value(y, x) } else { how.fill });
            continue;
        }
        let (top, left) = (y.floor(), x.floor());
        let (mut sum, mut share) = (0.0, 0.0);
        for (y, part_y) in [(top, 1.0 - (y - top)), (top + 1.0, y - top)] {
            for (x, part_x) in [(left, 1.0 - (x - left)), (left + 1.0, x - left)] {
                if inside(y, height) && inside(x, width) {
                    sum += value(y, x) * (part_y * part_x);
                    share += part_y * part_x;
                }
            }
        }
        *element = T::cast_from(sum * share + how.fill * (1.0 - share));
    }
}
