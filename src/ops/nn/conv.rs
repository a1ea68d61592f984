//! Convolution: `correlate`, which slides weights over an input, and the gradient of the weights.
//!
//! A transposed convolution, and the gradient of an input, are correlations of stride 1 of a spread
//! input (`insert`) with reversed weights.
//!
//! A CUDA device multiplies the weights with the columns of some samples at a time.

use super::shared::{beside, operand};
use crate::error::{Error, Result};
use crate::ops::cpu::nn::conv::{self, Correlation};
use crate::ops::cuda::{self, Slide};
use crate::ops::settings::Geometry;
use crate::ops::{BinaryOp, ReduceOp, binary_in_place, contiguous, copy_into, flip, matmul, reduce, reshape};
use crate::tensor::{Shape, Tensor};

/// Weights, `[outer, inner, taps]` for each group.
#[derive(Clone, Copy)]
pub struct Weights<'a> {
    /// Contiguous, `[groups * a, b, taps]`.
    pub tensor: &'a Tensor,
    /// Whether `a` counts the input's channels and the taps are reversed, as in a transposed
    /// convolution.
    pub reversed: bool,
}

/// Convolves `x`, `[N, C, D, H, W]`, with these weights and adds `bias`: `[N, C', D', H', W']`.
/// Returns new.
pub fn correlate(op: &str, x: &Tensor, weights: Weights, bias: Option<&Tensor>, how: &Geometry) -> Result<Tensor> {
    let x = operand(op, x)?;
    let weight = beside(op, "the weight", weights.tensor, &x)?;
    let bias = bias.map(|b| beside(op, "the bias", b, &x)).transpose()?;
    let dims = weight.shape();
    let (first, second) = (dims[0] as usize / how.groups, dims[1] as usize);
    let (inner, outer) = if weights.reversed { (first, second) } else { (second, first) };
    let [d, h, w] = how.output.map(|n| n as i64);
    let shape = Shape::new(&[x.shape()[0], (how.groups * outer) as i64, d, h, w])?;
    let out = Tensor::uninit(x.device(), x.dtype(), &shape)?;
    if out.size() == 0 {
        return Ok(out);
    }
    if cuda::on(&x).is_some() {
        return correlate_there(&x, Weights { tensor: &weight, ..weights }, bias.as_ref(), out, how, (inner, outer));
    }
    let reversed = weights.reversed;
    conv::correlate(&Correlation {
        x: &x,
        weight: &weight,
        reversed,
        bias: bias.as_ref(),
        out: &out,
        how,
        inner,
        outer,
    })?;
    Ok(out)
}

/// The most elements of the columns of a convolution on a CUDA device, unless one sample has more.
const COLUMNS: usize = 1 << 26;

/// The columns of samples of a contiguous `x` on a CUDA device: for each group, `[inner * taps]`
/// rows of results.
fn columns_there(x: &Tensor, how: &Geometry, inner: usize) -> Result<Tensor> {
    let gpu = cuda::on(x).expect("the caller has seen that it is");
    let results: usize = how.output.iter().product();
    let dims = [x.shape()[0], how.groups as i64, (inner * how.taps()) as i64, results as i64];
    let columns = Tensor::uninit(x.device(), x.dtype(), &Shape::new(&dims)?)?;
    let of = |sizes: [usize; 3]| sizes.map(|n| n as i64);
    let slide = Slide {
        input: of(how.input),
        output: of(how.output),
        kernel: of(how.kernel),
        stride: of(how.stride),
        dilation: of(how.dilation),
        before: how.before,
        insert: of(how.insert),
    };
    // SAFETY: both are contiguous, of one float dtype and of these sizes; the columns are new.
    unsafe { cuda::sliding_columns(gpu, [&columns, x], &slide)? };
    Ok(columns)
}

/// The samples whose columns are computed together.
fn samples_there(x: &Tensor, how: &Geometry, inner: usize) -> usize {
    let results: usize = how.output.iter().product();
    let each = how.groups.saturating_mul(inner * how.taps()).saturating_mul(results);
    (COLUMNS / each.max(1)).clamp(1, x.shape()[0].max(1) as usize)
}

/// [`correlate`] on a CUDA device: a product of the weights and the columns of some samples at a
/// time.
fn correlate_there(
    x: &Tensor,
    weights: Weights,
    bias: Option<&Tensor>,
    out: Tensor,
    how: &Geometry,
    (inner, outer): (usize, usize),
) -> Result<Tensor> {
    let [groups, inner_size, outer_size, taps] = [how.groups, inner, outer, how.taps()].map(|n| n as i64);
    let rows = if weights.reversed {
        let taken = reshape(weights.tensor, &[groups, inner_size, outer_size, taps])?;
        contiguous(&flip(&taken, &[3])?.transpose_view(1, 2)?)?
    } else {
        weights.tensor.untracked()
    };
    let rows = reshape(&rows, &[1, groups, outer_size, inner_size * taps])?;
    let n = x.shape()[0] as usize;
    let to = reshape(&out, &[n as i64, groups, outer_size, -1])?;
    let samples = samples_there(x, how, inner);
    for start in (0..n).step_by(samples) {
        let [start, end] = [start, n.min(start + samples)].map(|at| at as i64);
        let columns = columns_there(&x.slice_view(0, start, end, 1)?, how, inner)?;
        copy_into(&to.slice_view(0, start, end, 1)?, &matmul(&rows, &columns)?)?;
    }
    if let Some(bias) = bias {
        binary_in_place(BinaryOp::Add, &out, &reshape(bias, &[-1, 1, 1, 1])?)?;
    }
    Ok(out)
}

/// [`weight_grad`] on a CUDA device: the sum over samples of products of gradients and columns.
fn weight_grad_there(
    x: &Tensor,
    grad: &Tensor,
    out: Tensor,
    how: &Geometry,
    (inner, outer): (usize, usize),
) -> Result<Tensor> {
    let n = x.shape()[0] as usize;
    let samples = samples_there(x, how, inner);
    let sum = reshape(&out, &[how.groups as i64, outer as i64, -1])?;
    for start in (0..n).step_by(samples) {
        let [start, end] = [start, n.min(start + samples)].map(|at| at as i64);
        let columns = columns_there(&x.slice_view(0, start, end, 1)?, how, inner)?;
        let of = grad.slice_view(0, start, end, 1)?;
        let given = reshape(&of, &[end - start, how.groups as i64, outer as i64, -1])?;
        let products = matmul(&given, &columns.transpose_view(-1, -2)?)?;
        binary_in_place(BinaryOp::Add, &sum, &reduce(ReduceOp::Sum, &products, &[0], false)?)?;
    }
    Ok(out)
}

/// The gradient of the weights of `correlate(x, weights)`, from the gradient of its result:
/// `[C', C / groups, D, H, W]`. Returns new.
pub fn weight_grad(x: &Tensor, grad: &Tensor, how: &Geometry) -> Result<Tensor> {
    let (x, grad) = (operand("conv", x)?, operand("conv", grad)?);
    let (inner, outer) = (x.shape()[1] as usize / how.groups, grad.shape()[1] as usize / how.groups);
    let [d, h, w] = how.kernel.map(|n| n as i64);
    let shape = Shape::new(&[(how.groups * outer) as i64, inner as i64, d, h, w])?;
    let out = Tensor::zeroed(x.device(), x.dtype(), &shape)?;
    if cuda::on(&x).is_some() && out.size() > 0 && grad.size() > 0 {
        return weight_grad_there(&x, &grad, out, how, (inner, outer));
    }
    if out.size() > 0 && grad.size() > 0 {
        conv::weight_grad(&x, &grad, &out, how, (inner, outer))?;
    }
    Ok(out)
}

/// `INVALID_ARGUMENT` for a dilated kernel that is larger than the padded input.
pub(super) fn too_large(op: &str, kernel: i64, dilation: i64, size: i64, padding: i64) -> Error {
    Error::argument(format!(
        "{op}: a kernel of {kernel} with dilation {dilation} is larger than the input of {size} with padding {padding}"
    ))
}
