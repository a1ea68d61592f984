//! `interpolate`: resizes the last axes.

use crate::autograd::derived::record;
use crate::autograd::half;
use crate::autograd::views::reshape;
use crate::error::{Error, Result};
use crate::ops::nn::{self, InterpolateMode, Scale};
use crate::tensor::{Tensor, shape};

/// Resizes `x`, `[N, C, ...]` with 1 to 3 more axes, to the given sizes, or by the given factors.
/// Each list has one number for all axes or one for each; exactly one of the lists is empty.
pub fn interpolate(
    x: &Tensor,
    size: &[i64],
    factors: &[f64],
    mode: InterpolateMode,
    align_corners: bool,
) -> Result<Tensor> {
    let op = "interpolate";
    if let Some(dtype) = half::joint(&[x]) {
        return half::rounded(interpolate(&half::wide(x)?, size, factors, mode, align_corners)?, dtype);
    }
    let rank = x.rank();
    if !(3..=5).contains(&rank) {
        let got = shape::display(x.shape());
        return Err(Error::shape(format!("interpolate: an input of shape {got} needs rank 3, 4 or 5")));
    }
    let axes = rank - 2;
    if size.is_empty() == factors.is_empty() {
        return Err(Error::argument("interpolate needs sizes or scale factors, and not both"));
    }
    let given = size.len().max(factors.len());
    if given != 1 && given != axes {
        return Err(Error::argument(format!("interpolate: {given} numbers for {axes} axes: give 1 or {axes}")));
    }
    if align_corners && mode.is_nearest() {
        let mode = mode.image_name();
        return Err(Error::argument(format!("interpolate: corners cannot be aligned in the mode {mode}")));
    }
    if mode == InterpolateMode::Cubic && axes != 2 {
        let got = shape::display(x.shape());
        return Err(Error::shape(format!("interpolate: an input of shape {got} needs rank 4 in the mode bicubic")));
    }
    let mut scales = [Scale::new(1, 1, None, false, InterpolateMode::Nearest); 3];
    for a in 0..axes {
        let input = x.shape()[2 + a];
        let at = if given == 1 { 0 } else { a };
        let factor = factors.get(at).copied();
        let output = match factor {
            None => size[at],
            Some(factor) => (input as f64 * factor).floor() as i64,
        };
        if input < 1 || output < 1 || factor.is_some_and(|f| !f.is_finite()) {
            return Err(Error::argument(format!("interpolate: a side of {input} cannot become {output}")));
        }
        scales[3 - axes + a] = Scale::new(input as usize, output as usize, factor, align_corners, mode);
    }
    let ones = [1i64; 3];
    let whole = reshape(x, &[&x.shape()[..2], &ones[axes..], &x.shape()[2..]].concat())?;
    let out = resized(op, &whole, scales)?;
    reshape(&out, &[&out.shape()[..2], &out.shape()[5 - axes..]].concat())
}

/// [`nn::resize`], recorded.
fn resized(op: &'static str, whole: &Tensor, scales: [Scale; 3]) -> Result<Tensor> {
    let on = record(&[Some(whole)])?;
    let out = nn::resize(op, whole, &scales)?;
    let Some(on) = on else { return Ok(out) };
    on.done_by_recorded(op, out, vec![], &[], move |grad, _, sink| sink.give(0, slopes(op, &grad, scales)?))
}

/// [`nn::resize_grad`], recorded.
fn slopes(op: &'static str, grad: &Tensor, scales: [Scale; 3]) -> Result<Tensor> {
    let on = record(&[Some(grad)])?;
    let out = nn::resize_grad(grad, &scales)?;
    let Some(on) = on else { return Ok(out) };
    on.done_by_recorded(op, out, vec![], &[], move |grad, _, sink| sink.give(0, resized(op, &grad, scales)?))
}
