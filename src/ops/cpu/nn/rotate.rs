//! The kernel of rotations of images, as torchvision rotates tensors.
//!
//! Invariant: the position that an element of the result has in the input is computed in float64,
//! whatever the dtype. What lies outside of the input is `fill`; for bilinear results, elements at
//! the border are mixed with it as torchvision mixes them, by the share of their weight that is
//! inside.

use super::shared::{Compute, In, Out};
use crate::error::Result;
use crate::ops::parallel;
use crate::tensor::{SharedCell, Tensor};

/// A rotation.
#[derive(Clone, Copy)]
pub(in crate::ops) struct Turn {
    /// Degrees, counter-clockwise.
    pub degrees: f64,
    /// Whether an element is the nearest one, otherwise a mean of those around it.
    pub is_nearest: bool,
    /// What is outside of the input.
    pub fill: f64,
}

/// Writes planes of this size to `out`, which is new. A plane has elements.
pub(in crate::ops) fn rotate([out, x]: [&Tensor; 2], [height, width]: [usize; 2], how: Turn) -> Result<()> {
    let plane = height * width;
    with_float!(x.dtype(), T, {
        let (from, to) = (In::<T>::of(x)?, Out::<T>::of(out)?);
        parallel::ranges(x.size() / plane, plane, |range| {
            for at in range {
                let part = at * plane..(at + 1) * plane;
                // SAFETY: each plane is in one range.
                let to = unsafe { to.part(part.clone()) };
                rotate_of::<T>(from.part(part), to, [height, width], how);
            }
        });
    });
    Ok(())
}

fn rotate_of<T: Compute>(from: &[SharedCell<T>], to: &mut [T], [height, width]: [usize; 2], how: Turn) {
    let (sin, cos) = libm::sincos(how.degrees.to_radians());
    let [middle_y, middle_x] = [height, width].map(|size| (size as f64 - 1.0) / 2.0);
    let inside = |at: f64, size: usize| at >= 0.0 && at < size as f64;
    let value = |y: f64, x: f64| from[y as usize * width + x as usize].get().as_f64();
    for (i, element) in to.iter_mut().enumerate() {
        let (y, x) = ((i / width) as f64 - middle_y, (i % width) as f64 - middle_x);
        let (y, x) = (sin * x + cos * y + middle_y, cos * x - sin * y + middle_x);
        if how.is_nearest {
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
