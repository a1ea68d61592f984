//! `max_pool1d` to `max_pool3d`, `avg_pool1d` to `avg_pool3d`, and the adaptive ones.

use super::conv::{each, sides};
use crate::autograd::derived::{Of, give_all, record};
use crate::autograd::gather::gather;
use crate::autograd::half;
use crate::autograd::saved::Saved;
use crate::autograd::views::reshape;
use crate::error::{Error, Result};
use crate::ops;
use crate::ops::nn::{self, Axis, Pool};
use crate::tensor::{Tensor, shape};

/// How windows slide: one number for all axes, or one for each. An empty list is the default.
#[derive(Clone, Copy, Debug, Default)]
pub struct PoolSettings<'a> {
    /// The size of a window.
    pub kernel: &'a [i64],
    /// The kernel by default.
    pub stride: &'a [i64],
    /// 0 by default.
    pub padding: &'a [i64],
    /// 1 by default; used by max pooling only.
    pub dilation: &'a [i64],
    /// Whether the last window may extend past the padding.
    pub ceil_mode: bool,
    /// Whether the mean counts padding elements.
    pub count_include_pad: bool,
    /// The divisor of the sums, in place of the number of elements.
    pub divisor_override: Option<f64>,
}

/// Reshapes `x`, `[N, C, ...]` or `[C, ...]` with `N` more axes, to `[N, C, D, H, W]`.
fn full<const N: usize>(op: &str, x: &Tensor) -> Result<Tensor> {
    if x.rank() != N + 1 && x.rank() != N + 2 {
        let got = shape::display(x.shape());
        return Err(Error::shape(format!("{op}: an input of shape {got} needs rank {} or {}", N + 1, N + 2)));
    }
    let [d, h, w] = sides::<N>(x);
    let before = &x.shape()[..x.rank() - N];
    let (first, second) = if before.len() == 2 { (before[0], before[1]) } else { (1, before[0]) };
    reshape(x, &[first, second, d, h, w])
}

/// Reshapes a result of rank 5 to the rank of its operand `x`.
fn back<const N: usize>(x: &Tensor, out: &Tensor) -> Result<Tensor> {
    let before = &x.shape()[..x.rank() - N];
    reshape(out, &[before, &out.shape()[5 - N..]].concat())
}

fn windows<const N: usize>(op: &str, x: &Tensor, how: &PoolSettings) -> Result<Pool> {
    if how.kernel.is_empty() {
        return Err(Error::argument(format!("{op} needs a kernel")));
    }
    let kernel = each::<N>(op, "kernel", how.kernel, 1, 1)?;
    let stride = if how.stride.is_empty() { kernel } else { each::<N>(op, "stride", how.stride, 1, 1)? };
    let padding = each::<N>(op, "padding", how.padding, 0, 0)?;
    let dilation = each::<N>(op, "dilation", how.dilation, 1, 1)?;
    let sizes = sides::<N>(x);
    let mut axes = [Axis::whole(1); 3];
    for a in 3 - N..3 {
        axes[a] = Axis::sliding(op, sizes[a], [kernel[a], stride[a], padding[a], dilation[a]], how.ceil_mode)?;
    }
    Ok(Pool { axes, count_padding: how.count_include_pad, divisor: how.divisor_override })
}

fn adaptive<const N: usize>(op: &str, x: &Tensor, output: &[i64]) -> Result<Pool> {
    if output.is_empty() {
        return Err(Error::argument(format!("{op}: the output size is missing")));
    }
    let (sizes, output) = (sides::<N>(x), each::<N>(op, "the output size", output, 1, 0)?);
    let mut axes = [Axis::whole(1); 3];
    for a in 3 - N..3 {
        if sizes[a] == 0 {
            let got = shape::display(x.shape());
            return Err(Error::argument(format!("{op}: an input of shape {got} has nothing to divide")));
        }
        axes[a] = Axis::adaptive(sizes[a] as usize, output[a] as usize);
    }
    Ok(Pool { axes, count_padding: false, divisor: None })
}

/// The largest element of each window, and its index within its plane (i64).
pub fn max_pool<const N: usize>(x: &Tensor, how: &PoolSettings) -> Result<(Tensor, Tensor)> {
    let op = ["max_pool1d", "max_pool2d", "max_pool3d"][N - 1];
    let whole = full::<N>(op, x)?;
    let how = windows::<N>(op, x, how)?;
    greatest::<N>(op, x, whole, how)
}

/// Like [`max_pool`], with windows that divide the input evenly into `output` parts.
pub fn adaptive_max_pool<const N: usize>(x: &Tensor, output: &[i64]) -> Result<(Tensor, Tensor)> {
    let op = ["adaptive_max_pool1d", "adaptive_max_pool2d", "adaptive_max_pool3d"][N - 1];
    let whole = full::<N>(op, x)?;
    let how = adaptive::<N>(op, x, output)?;
    greatest::<N>(op, x, whole, how)
}

fn greatest<const N: usize>(op: &'static str, x: &Tensor, whole: Tensor, how: Pool) -> Result<(Tensor, Tensor)> {
    if let Some(dtype) = half::joint(&[&whole]) {
        let (out, places) = greatest::<N>(op, x, half::wide(&whole)?, how)?;
        return Ok((half::rounded(out, dtype)?, places));
    }
    let on = record(&[Some(&whole)])?;
    let (out, places) = nn::greatest(op, &whole, &how)?;
    let given = ops::reshape(&places, &[&x.shape()[..x.rank() - N], &places.shape()[5 - N..]].concat())?;
    let Some(on) = on else { return Ok((back::<N>(x, &out)?, given)) };
    let saved = vec![Some(Saved::new(&places))];
    let out = on.done_by_recorded(op, out, saved, &[Of::Constant], move |grad, saved, sink| {
        give_all([Some(greatest_slopes(op, &grad, saved[0].expect("always saved"), how)?)], sink)
    })?;
    Ok((back::<N>(x, &out)?, given))
}

/// [`nn::greatest_grad`], recorded. Its gradient is read from where it put the elements.
fn greatest_slopes(op: &'static str, grad: &Tensor, places: &Tensor, how: Pool) -> Result<Tensor> {
    let out = nn::greatest_grad(grad, places, &how)?;
    let Some(on) = record(&[Some(grad)])? else { return Ok(out) };
    let like = grad.to_shape();
    let saved = vec![Some(Saved::new(places))];
    on.done_by_recorded(op, out, saved, &[Of::Constant], move |grad, saved, sink| {
        let planes = grad.shape()[0] * grad.shape()[1];
        let places = ops::reshape(saved[0].expect("always saved"), &[planes, like[2] * like[3] * like[4]])?;
        let (dims, taken) = (grad.shape(), |t: &Tensor| gather(t, 1, &places));
        sink.give(0, reshape(&taken(&reshape(&grad, &[planes, dims[2] * dims[3] * dims[4]])?)?, &like)?)
    })
}

/// The mean of each window.
pub fn avg_pool<const N: usize>(x: &Tensor, how: &PoolSettings) -> Result<Tensor> {
    let op = ["avg_pool1d", "avg_pool2d", "avg_pool3d"][N - 1];
    if how.divisor_override == Some(0.0) {
        return Err(Error::argument(format!("{op}: a divisor of 0")));
    }
    let whole = full::<N>(op, x)?;
    let how = windows::<N>(op, x, how)?;
    average::<N>(op, x, whole, how)
}

/// Like [`avg_pool`], with windows that divide the input evenly into `output` parts.
pub fn adaptive_avg_pool<const N: usize>(x: &Tensor, output: &[i64]) -> Result<Tensor> {
    let op = ["adaptive_avg_pool1d", "adaptive_avg_pool2d", "adaptive_avg_pool3d"][N - 1];
    let whole = full::<N>(op, x)?;
    let how = adaptive::<N>(op, x, output)?;
    average::<N>(op, x, whole, how)
}

fn average<const N: usize>(op: &'static str, x: &Tensor, whole: Tensor, how: Pool) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[&whole]) {
        return half::rounded(average::<N>(op, x, half::wide(&whole)?, how)?, dtype);
    }
    back::<N>(x, &means(op, &whole, how)?)
}

/// [`nn::average`], recorded.
fn means(op: &'static str, whole: &Tensor, how: Pool) -> Result<Tensor> {
    let on = record(&[Some(whole)])?;
    let out = nn::average(op, whole, &how)?;
    let Some(on) = on else { return Ok(out) };
    on.done_by_recorded(op, out, vec![], &[], move |grad, _, sink| sink.give(0, mean_slopes(op, &grad, how)?))
}

/// [`nn::average_grad`], recorded.
fn mean_slopes(op: &'static str, grad: &Tensor, how: Pool) -> Result<Tensor> {
    let on = record(&[Some(grad)])?;
    let out = nn::average_grad(grad, &how)?;
    let Some(on) = on else { return Ok(out) };
    on.done_by_recorded(op, out, vec![], &[], move |grad, _, sink| sink.give(0, means(op, &grad, how)?))
}
