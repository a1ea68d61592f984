//! `conv1d` to `conv3d` and `conv_transpose1d` to `conv_transpose3d`.

use crate::autograd::derived::{Of, record};
use crate::autograd::half;
use crate::autograd::reduce::reduce;
use crate::autograd::saved::Saved;
use crate::autograd::views::{reshape, squeeze, unsqueeze};
use crate::error::{Error, Result};
use crate::ops::ReduceOp;
use crate::ops::nn::{Geometry, Weights, correlate, weight_grad};
use crate::tensor::{Tensor, shape};

/// How a kernel slides: one number for all axes, or one for each. An empty list is the default.
#[derive(Clone, Copy, Debug)]
pub struct ConvSettings<'a> {
    /// 1 by default.
    pub stride: &'a [i64],
    /// Zeros added on either side; 0 by default.
    pub padding: &'a [i64],
    /// 1 by default.
    pub dilation: &'a [i64],
    /// Extra elements at one side of a transposed convolution's result; 0 by default.
    pub output_padding: &'a [i64],
    /// The number of groups that the channels are divided into.
    pub groups: i64,
}

/// Convolves `x`, `[N, C, ...]` or `[C, ...]`, with `weight`, `[C', C / groups, ...]`, over its
/// last `N` axes, and adds `bias`, `[C']`.
pub fn conv<const N: usize>(x: &Tensor, weight: &Tensor, bias: Option<&Tensor>, how: &ConvSettings) -> Result<Tensor> {
    run::<N>(x, weight, bias, how, false)
}

/// The transposed convolution of `x`, `[N, C, ...]` or `[C, ...]`, with `weight`,
/// `[C, C' / groups, ...]`, plus `bias`, `[C']`. It is the gradient of a convolution with respect
/// to its input.
pub fn conv_transpose<const N: usize>(
    x: &Tensor,
    weight: &Tensor,
    bias: Option<&Tensor>,
    how: &ConvSettings,
) -> Result<Tensor> {
    run::<N>(x, weight, bias, how, true)
}

fn run<const N: usize>(
    x: &Tensor,
    weight: &Tensor,
    bias: Option<&Tensor>,
    how: &ConvSettings,
    transposed: bool,
) -> Result<Tensor> {
    let op = name(N, transposed);
    if let Some(dtype) = half::same(op, &[Some(x), Some(weight), bias])? {
        let (x, weight, bias) = (half::wide(x)?, half::wide(weight)?, half::wide_if(bias)?);
        return half::rounded(run::<N>(&x, &weight, bias.as_ref(), how, transposed)?, dtype);
    }
    if x.rank() == N + 1 {
        return squeeze(&run::<N>(&unsqueeze(x, 0)?, weight, bias, how, transposed)?, 0);
    }
    if x.rank() != N + 2 || weight.rank() != N + 2 {
        let (x, w) = (shape::display(x.shape()), shape::display(weight.shape()));
        return Err(Error::shape(format!("{op}: an input of shape {x} and a weight of shape {w} need rank {}", N + 2)));
    }
    let geometry = if transposed { spread::<N>(op, x, weight, how)? } else { slide::<N>(op, x, weight, how)? };
    let channels = weight.shape()[1] * if transposed { how.groups } else { 1 };
    let channels = if transposed { channels } else { weight.shape()[0] };
    if let Some(bias) = bias.filter(|b| b.shape() != [channels]) {
        let got = shape::display(bias.shape());
        return Err(Error::shape(format!("{op}: the bias has shape {got}, not [{channels}]")));
    }
    // Fewer than three axes are preceded by axes of size 1.
    let full = |t: &Tensor| {
        let ones = [1i64; 3];
        reshape(t, &[&t.shape()[..2], &ones[N..], &t.shape()[2..]].concat())
    };
    let out = recorded(op, &full(x)?, &full(weight)?, bias, geometry, transposed)?;
    if N == 3 { Ok(out) } else { reshape(&out, &[&out.shape()[..2], &out.shape()[5 - N..]].concat()) }
}

fn name(axes: usize, transposed: bool) -> &'static str {
    match (axes, transposed) {
        (1, false) => "conv1d",
        (2, false) => "conv2d",
        (_, false) => "conv3d",
        (1, true) => "conv_transpose1d",
        (2, true) => "conv_transpose2d",
        (_, true) => "conv_transpose3d",
    }
}

/// The convolution or transposed convolution of operands of rank 5. `how` slides over the larger
/// one of input and result.
fn recorded(
    op: &'static str,
    x: &Tensor,
    weight: &Tensor,
    bias: Option<&Tensor>,
    how: Geometry,
    transposed: bool,
) -> Result<Tensor> {
    let on = record(&[Some(x), Some(weight), bias])?;
    let saved = on.as_ref().map(|on| vec![Saved::when(on.has(1), x), Saved::when(on.has(0), weight)]);
    let forth = if transposed { how.transposed() } else { how };
    let out = correlate(op, x, Weights { tensor: weight, reversed: transposed }, bias, &forth)?;
    let Some(on) = on else { return Ok(out) };
    let of = &[Of::Input(0), Of::Input(1)];
    on.done_by_recorded(op, out, saved.expect("made with the record"), of, move |grad, saved, sink| {
        if sink.wants(0) {
            let weight = saved[1].expect("saved for the input");
            sink.give(0, recorded(op, &grad, weight, None, how, !transposed)?)?;
        }
        if sink.wants(1) {
            let x = saved[0].expect("saved for the weight");
            let (large, small) = if transposed { (&grad, x) } else { (x, &grad) };
            sink.give(1, weight_slopes(op, large, small, how)?)?;
        }
        if sink.wants(2) {
            sink.give(2, reduce(ReduceOp::Sum, &grad, &[0, 2, 3, 4], false)?)?;
        }
        Ok(())
    })
}

/// [`weight_grad`], recorded. It is linear in both operands: the gradient of the larger one is the
/// transposed convolution of the smaller, that of the smaller the convolution of the larger.
fn weight_slopes(op: &'static str, large: &Tensor, small: &Tensor, how: Geometry) -> Result<Tensor> {
    let out = weight_grad(large, small, &how)?;
    let Some(on) = record(&[Some(large), Some(small)])? else { return Ok(out) };
    let saved = vec![Saved::when(on.has(1), large), Saved::when(on.has(0), small)];
    on.done_by_recorded(op, out, saved, &[Of::Input(0), Of::Input(1)], move |grad, saved, sink| {
        if sink.wants(0) {
            let small = saved[1].expect("saved for the larger one");
            sink.give(0, recorded(op, small, &grad, None, how, true)?)?;
        }
        if sink.wants(1) {
            let large = saved[0].expect("saved for the smaller one");
            sink.give(1, recorded(op, large, &grad, None, how, false)?)?;
        }
        Ok(())
    })
}

/// One number for each axis, from a list of none, one or `N`; missing axes have the default.
pub(super) fn each<const N: usize>(op: &str, name: &str, list: &[i64], default: i64, least: i64) -> Result<[i64; 3]> {
    let mut all = [default; 3];
    match list.len() {
        0 => {}
        1 => all[3 - N..].fill(list[0]),
        n if n == N => all[3 - N..].copy_from_slice(list),
        n => return Err(Error::argument(format!("{op}: {name} has {n} numbers, not 1 or {N}"))),
    }
    match all[3 - N..].iter().find(|&&value| value < least) {
        Some(value) => Err(Error::argument(format!("{op}: {name} is {value}, below {least}"))),
        None => Ok(all),
    }
}

/// The sizes of the last `N` axes, preceded by ones.
pub(super) fn sides<const N: usize>(t: &Tensor) -> [i64; 3] {
    let mut sizes = [1; 3];
    sizes[3 - N..].copy_from_slice(&t.shape()[t.rank() - N..]);
    sizes
}

struct Steps {
    kernel: [i64; 3],
    stride: [i64; 3],
    padding: [i64; 3],
    dilation: [i64; 3],
}

fn steps<const N: usize>(op: &str, weight: &Tensor, how: &ConvSettings) -> Result<Steps> {
    let kernel = sides::<N>(weight);
    if kernel.contains(&0) {
        return Err(Error::argument(format!(
            "{op}: a kernel of shape {} has no elements",
            shape::display(weight.shape())
        )));
    }
    let stride = each::<N>(op, "stride", how.stride, 1, 1)?;
    let padding = pad::<N>(each::<N>(op, "padding", how.padding, 0, 0)?);
    let dilation = each::<N>(op, "dilation", how.dilation, 1, 1)?;
    if how.groups < 1 {
        return Err(Error::argument(format!("{op}: {} groups, which must be 1 or more", how.groups)));
    }
    Ok(Steps { kernel, stride: pad_ones::<N>(stride), padding, dilation: pad_ones::<N>(dilation) })
}

fn pad<const N: usize>(mut all: [i64; 3]) -> [i64; 3] {
    all[..3 - N].fill(0);
    all
}

fn pad_ones<const N: usize>(mut all: [i64; 3]) -> [i64; 3] {
    all[..3 - N].fill(1);
    all
}

impl Steps {
    fn geometry(&self, input: [i64; 3], output: [i64; 3], groups: i64) -> Geometry {
        let sizes = |list: [i64; 3]| list.map(|n| n as usize);
        Geometry {
            input: sizes(input),
            output: sizes(output),
            kernel: sizes(self.kernel),
            stride: sizes(self.stride),
            dilation: sizes(self.dilation),
            before: self.padding,
            insert: [1; 3],
            groups: groups as usize,
        }
    }
}

fn slide<const N: usize>(op: &str, x: &Tensor, weight: &Tensor, how: &ConvSettings) -> Result<Geometry> {
    let steps = steps::<N>(op, weight, how)?;
    let (channels, dims) = (x.shape()[1], weight.shape());
    if dims[1].checked_mul(how.groups) != Some(channels) || dims[0] % how.groups != 0 {
        return Err(Error::shape(format!(
            "{op}: a weight of shape {} with {} groups does not fit an input of {channels} channels",
            shape::display(dims),
            how.groups
        )));
    }
    let (input, mut output) = (sides::<N>(x), [1; 3]);
    for a in 3 - N..3 {
        let (size, kernel, padding, dilation) = (input[a], steps.kernel[a], steps.padding[a], steps.dilation[a]);
        let left = dilation
            .checked_mul(kernel - 1)
            .and_then(|reach| padding.checked_mul(2)?.checked_add(size)?.checked_sub(reach)?.checked_sub(1));
        let Some(left) = left.filter(|&left| left >= 0) else {
            return Err(Error::argument(format!(
                "{op}: a kernel of {kernel} with dilation {dilation} is larger than the input of {size} with padding {padding}"
            )));
        };
        output[a] = left / steps.stride[a] + 1;
    }
    Ok(steps.geometry(input, output, how.groups))
}

/// The geometry of the convolution that this one transposes: its input is our result.
fn spread<const N: usize>(op: &str, x: &Tensor, weight: &Tensor, how: &ConvSettings) -> Result<Geometry> {
    let steps = steps::<N>(op, weight, how)?;
    let extra = each::<N>(op, "output_padding", how.output_padding, 0, 0)?;
    let (channels, dims) = (x.shape()[1], weight.shape());
    if dims[0] != channels || channels % how.groups != 0 {
        return Err(Error::shape(format!(
            "{op}: a weight of shape {} with {} groups does not fit an input of {channels} channels",
            shape::display(dims),
            how.groups
        )));
    }
    let (input, mut output) = (sides::<N>(x), [1; 3]);
    for a in 3 - N..3 {
        let (kernel, stride, padding, dilation) =
            (steps.kernel[a], steps.stride[a], steps.padding[a], steps.dilation[a]);
        if extra[a] >= stride.max(dilation) {
            return Err(Error::argument(format!(
                "{op}: an output padding of {} is not below stride {stride} or dilation {dilation}",
                extra[a]
            )));
        }
        let size = (input[a] - 1)
            .checked_mul(stride)
            .and_then(|n| n.checked_sub(padding.checked_mul(2)?)?.checked_add(dilation.checked_mul(kernel - 1)?))
            .and_then(|n| n.checked_add(extra[a] + 1));
        let Some(size) = size.filter(|&size| size > 0) else {
            return Err(Error::argument(format!(
                "{op}: an input of {} with padding {padding} gives no result",
                input[a]
            )));
        };
        output[a] = size;
    }
    Ok(steps.geometry(output, input, how.groups))
}
