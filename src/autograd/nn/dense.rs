//! `linear`, `embedding`, `dropout`, `normalize`, and `pixel_shuffle` with its inverse.

use crate::autograd::derived::{Of, give_all, record};
use crate::autograd::elementwise::{binary, where_};
use crate::autograd::half;
use crate::autograd::matmul::matmul;
use crate::autograd::reduce::reduce;
use crate::autograd::saved::{Operand, Saved};
use crate::autograd::scalar::binary_scalar;
use crate::autograd::scatter::index_add;
use crate::autograd::statistics::norm;
use crate::autograd::views::{expand, permute, reshape, transpose};
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp, CompareOp, ReduceOp, Source, grad, nn};
use crate::tensor::{DType, Scalar, Tensor, shape};

/// `x weightᵀ + bias` for a `weight` of `[out, in]` and a `bias` of `[out]`: the last axis of `x`
/// becomes `out`.
pub fn linear(x: &Tensor, weight: &Tensor, bias: Option<&Tensor>) -> Result<Tensor> {
    if let Some(dtype) = half::same("linear", &[Some(x), Some(weight), bias])? {
        let out = linear(&half::wide(x)?, &half::wide(weight)?, half::wide_if(bias)?.as_ref())?;
        return half::rounded(out, dtype);
    }
    let on = record(&[Some(x), Some(weight), bias])?;
    let saved = on.as_ref().map(|on| vec![Saved::when(on.has(1), x), Saved::when(on.has(0), weight)]);
    if weight.rank() != 2 {
        let got = shape::display(weight.shape());
        return Err(Error::shape(format!("linear: the weight has shape {got}, not [out,in]")));
    }
    let out = ops::matmul(x, &weight.transpose_view(0, 1)?)?;
    if let Some(bias) = bias {
        if bias.shape() != &weight.shape()[..1] {
            let (got, n) = (shape::display(bias.shape()), weight.shape()[0]);
            return Err(Error::shape(format!("linear: the bias has shape {got}, not [{n}]")));
        }
        ops::binary_in_place(BinaryOp::Add, &out, &bias.untracked())?;
    }
    let Some(on) = on else { return Ok(out) };
    let like = Operand::of(x);
    let of = &[Of::Input(0), Of::Input(1)];
    on.done_by_recorded("linear", out, saved.expect("made with the record"), of, move |grad, saved, sink| {
        let rows = |t: &Tensor| reshape(t, &[-1, *t.shape().last().expect("matmul asked for an axis")]);
        if sink.wants(0) {
            let weight = saved[1].expect("saved for the input");
            sink.give(0, like.reduce(matmul(&grad, weight)?)?)?;
        }
        if sink.wants(1) {
            let x = saved[0].expect("saved for the weight");
            sink.give(
                1,
                if grad.size() * x.size() == 0 {
                    Tensor::zeroed(
                        x.device(),
                        x.dtype(),
                        &crate::tensor::Shape::new(&[grad.shape()[grad.rank() - 1], x.shape()[x.rank() - 1]])?,
                    )?
                } else {
                    matmul(&transpose(&rows(&grad)?, 0, 1)?, &rows(x)?)?
                },
            )?;
        }
        if sink.wants(2) {
            let axes: Vec<i64> = (0..grad.rank() as i64 - 1).collect();
            sink.give(2, if axes.is_empty() { grad } else { reduce(ReduceOp::Sum, &grad, &axes, false)? })?;
        }
        Ok(())
    })
}

/// Options of [`embedding_with`].
#[derive(Clone, Copy, Debug)]
pub struct EmbeddingSettings {
    /// The row that gets no gradient; a negative index counts from the last.
    pub padding: Option<i64>,
    /// The largest norm of a row. Rows that are looked up and exceed it are scaled down in the
    /// matrix itself.
    pub max_norm: f64,
    /// The `p` of the norm.
    pub norm_type: f64,
    /// Whether the gradient of a row is divided by the number of times it was looked up.
    pub scale_grad_by_freq: bool,
}

impl EmbeddingSettings {
    /// A plain lookup.
    pub fn plain(padding: Option<i64>) -> EmbeddingSettings {
        EmbeddingSettings { padding, max_norm: f64::INFINITY, norm_type: 2.0, scale_grad_by_freq: false }
    }
}

/// The rows of `weight`, `[V, D]`, that `indices` names. The result has the shape of `indices` with
/// `D` appended. The row `padding`, if any, gets no gradient.
pub fn embedding(weight: &Tensor, indices: &Tensor, padding: Option<i64>) -> Result<Tensor> {
    embedding_with(weight, indices, EmbeddingSettings::plain(padding))
}

/// [`embedding`] with a maximum norm of rows, which first scales rows of the matrix itself, and
/// with gradients scaled by frequency.
///
/// Errors: also `INVALID_ARGUMENT` for a maximum norm that is not positive, and `DTYPE_MISMATCH`
/// for a maximum norm and a matrix of integers.
pub fn embedding_with(weight: &Tensor, indices: &Tensor, how: EmbeddingSettings) -> Result<Tensor> {
    let (out, bounded) = embedding_unbounded(weight, indices, how)?;
    // Last, so that a failure does not change the matrix.
    bounded.map_or(Ok(()), |bounded| bounded.write(weight))?;
    Ok(out)
}

/// [`embedding_with`] whose matrix is not changed yet: by what is returned beside the result.
pub(super) fn embedding_unbounded(
    weight: &Tensor,
    indices: &Tensor,
    how: EmbeddingSettings,
) -> Result<(Tensor, Option<Bounded>)> {
    if weight.rank() != 2 {
        let got = shape::display(weight.shape());
        return Err(Error::shape(format!("embedding: the weight has shape {got}, not [rows,width]")));
    }
    let rows = weight.shape()[0];
    let padding = how.padding.map(|p| if p < 0 { p + rows } else { p });
    if let Some(padding) = padding.filter(|p| !(0..rows).contains(p)) {
        return Err(Error::argument(format!("embedding: padding index {padding} is out of range for {rows} rows")));
    }
    let flat = ops::reshape(indices, &[indices.size() as i64])?;
    let bounded = (how.max_norm != f64::INFINITY).then(|| bounded_rows(weight, &flat, how.max_norm, how.norm_type));
    let bounded = bounded.transpose()?;
    let out = match &bounded {
        Some(bounded) => ops::index_select(&bounded.rows, 0, &bounded.places)?,
        None => ops::look_up(weight, &flat)?,
    };
    let dims = [indices.shape(), &weight.shape()[1..]].concat();
    let out = looked_up(weight, &flat, ops::reshape(&out, &dims)?, padding, how.scale_grad_by_freq)?;
    Ok((out, bounded))
}

/// Records a lookup of rows.
fn looked_up(weight: &Tensor, flat: &Tensor, out: Tensor, padding: Option<i64>, by_frequency: bool) -> Result<Tensor> {
    let Some(on) = record(&[Some(weight)])? else { return Ok(out) };
    let (like, rows) = (Operand::of(weight), weight.shape()[0]);
    let saved = vec![Some(Saved::new(flat))];
    on.done_by_recorded("embedding", out, saved, &[Of::Constant], move |grad, saved, sink| {
        let index = saved[0].expect("always saved");
        let grad = reshape(&grad, &[index.size() as i64, like.shape[1]])?;
        if sink.is_recording() {
            return sink.give(0, recorded_rows(&like, index, &grad, padding, by_frequency)?);
        }
        if padding.is_none() && !by_frequency {
            return sink.give_part(0, &like, |sum| grad::index_add(sum, 0, index, &grad));
        }
        let mut sum = like.zeros()?;
        grad::index_add(&mut sum, 0, index, &grad)?;
        if by_frequency {
            let times = ops::bincount(index, None, rows)?;
            let times = ops::reshape(&ops::binary_scalar(BinaryOp::Maximum, &times, 1.0)?, &[rows, 1])?;
            ops::binary_in_place(BinaryOp::Div, &sum, &ops::cast(&times, sum.dtype())?)?;
        }
        if let Some(padding) = padding {
            ops::fill(&sum.select_view(0, padding)?, 0.0)?;
        }
        sink.give(0, sum)
    })
}

/// The gradient of rows that were looked up, recorded.
fn recorded_rows(
    like: &Operand,
    index: &Tensor,
    grad: &Tensor,
    padding: Option<i64>,
    by_frequency: bool,
) -> Result<Tensor> {
    let rows = like.shape[0];
    let mut sum = index_add(&like.zeros()?, 0, index, grad, Scalar::I64(1))?;
    if by_frequency {
        let times = ops::bincount(index, None, rows)?;
        let times = ops::reshape(&ops::binary_scalar(BinaryOp::Maximum, &times, 1.0)?, &[rows, 1])?;
        sum = binary(BinaryOp::Div, &sum, &ops::cast(&times, sum.dtype())?)?;
    }
    let Some(padding) = padding else { return Ok(sum) };
    let numbers = ops::arange(like.device, DType::I64, 0i64, rows, 1i64)?;
    let is_padding = ops::reshape(&ops::compare_scalar(CompareOp::Eq, &numbers, padding)?, &[rows, 1])?;
    where_(&is_padding, &ops::number_beside(&sum, 0.0)?, &sum)
}

/// The rows that were looked up, with their norms bounded.
pub(super) struct Bounded {
    /// The indices of the rows, each once.
    named: Tensor,
    rows: Tensor,
    /// For each lookup, the position of its row among them.
    places: Tensor,
}

impl Bounded {
    /// Writes the rows into their matrix.
    pub(super) fn write(self, weight: &Tensor) -> Result<()> {
        ops::index_scatter_in_place(&weight.untracked(), 0, &self.named, Source::Tensor(&self.rows), None)
    }
}

/// The rows of `weight` that `flat` names, each scaled to the norm `most` if its own is larger. As
/// in PyTorch, the tape does not record the scaling: gradients are those of the scaled rows.
fn bounded_rows(weight: &Tensor, flat: &Tensor, most: f64, norm_type: f64) -> Result<Bounded> {
    if most.is_nan() || most <= 0.0 {
        return Err(Error::argument(format!("embedding: a greatest norm of {most} is not positive")));
    }
    let weight = &weight.untracked();
    let unique = ops::unique(flat)?;
    let rows = half::wide(&ops::look_up(weight, &unique.values)?)?;
    let norms = norm(&rows, norm_type, &[1], true)?;
    // PyTorch adds the same small number.
    let floor = ops::binary_scalar(BinaryOp::Add, &norms, 1e-7)?;
    let scaled = ops::binary(BinaryOp::Mul, &rows, &ops::scalar_binary(BinaryOp::Div, most, &floor)?)?;
    let rows = ops::where_(&ops::compare_scalar(CompareOp::Gt, &norms, most)?, &scaled, &rows)?;
    Ok(Bounded { named: unique.values, rows: ops::cast(&rows, weight.dtype())?, places: unique.inverse })
}

/// If `training`, sets each element to 0 with probability `p` and divides the others by `1 - p`;
/// otherwise returns `x`.
pub fn dropout(x: &Tensor, p: f64, training: bool) -> Result<Tensor> {
    if !(0.0..=1.0).contains(&p) {
        return Err(Error::argument(format!("dropout: a probability of {p} is not from 0 to 1")));
    }
    if !training || p == 0.0 {
        return crate::autograd::views::copy(x);
    }
    if let Some(dtype) = half::joint(&[x]) {
        return half::rounded(dropout(&half::wide(x)?, p, training)?, dtype);
    }
    let scale = if p < 1.0 { 1.0 / (1.0 - p) } else { 0.0 };
    masked(x, &nn::dropout_mask(x, p)?, scale)
}

/// [`nn::masked`], recorded. Its gradient is masked in the same way.
fn masked(x: &Tensor, mask: &Tensor, scale: f64) -> Result<Tensor> {
    let out = nn::masked(x, mask, scale)?;
    let Some(on) = record(&[Some(x)])? else { return Ok(out) };
    let saved = vec![Some(Saved::new(mask))];
    on.done_by_recorded("dropout", out, saved, &[Of::Constant], move |grad, saved, sink| {
        give_all([Some(masked(&grad, saved[0].expect("always saved"), scale)?)], sink)
    })
}

/// Divides each vector along `axis` by its p-norm, or by `eps` if that is larger.
pub fn normalize(x: &Tensor, p: f64, axis: i64, eps: f64) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[x]) {
        return half::rounded(normalize(&half::wide(x)?, p, axis, eps)?, dtype);
    }
    let x = if x.dtype().is_float() { x } else { &ops::cast(x, crate::tensor::DType::F32)? };
    let norm = norm(x, p, &[axis], true)?;
    let norm = binary_scalar(BinaryOp::Maximum, &norm, eps)?;
    binary(BinaryOp::Div, x, &expand(&norm, x.shape())?)
}

/// Rearranges `[..., C r r, H, W]` to `[..., C, H r, W r]`.
pub fn pixel_shuffle(x: &Tensor, factor: i64) -> Result<Tensor> {
    let (rank, dims) = (x.rank(), x.shape());
    let square = factor.checked_mul(factor).filter(|_| factor > 0);
    let Some(square) = square.filter(|r| rank >= 3 && dims[rank - 3] % r == 0) else {
        let shape = shape::display(dims);
        return Err(Error::argument(format!(
            "pixel_shuffle of shape {shape} by {factor}: the number of channels is not a multiple"
        )));
    };
    let (c, h, w, before) = (dims[rank - 3] / square, dims[rank - 2], dims[rank - 1], &dims[..rank - 3]);
    let many: i64 = before.iter().product();
    let parts = reshape(x, &[many, c, factor, factor, h, w])?;
    reshape(&permute(&parts, &[0, 1, 4, 2, 5, 3])?, &[before, &[c, h * factor, w * factor]].concat())
}

/// Rearranges `[..., C, H r, W r]` to `[..., C r r, H, W]`: the inverse of [`pixel_shuffle`].
pub fn pixel_unshuffle(x: &Tensor, factor: i64) -> Result<Tensor> {
    let (rank, dims) = (x.rank(), x.shape());
    let fits = factor > 0 && rank >= 3 && dims[rank - 2] % factor == 0 && dims[rank - 1] % factor == 0;
    let square = factor.checked_mul(factor).filter(|_| fits);
    let Some(channels) = square.and_then(|square| dims[rank - 3].checked_mul(square)) else {
        let shape = shape::display(dims);
        return Err(Error::argument(format!(
            "pixel_unshuffle of shape {shape} by {factor}: the height and the width are not multiples"
        )));
    };
    let (c, h, w, before) = (dims[rank - 3], dims[rank - 2] / factor, dims[rank - 1] / factor, &dims[..rank - 3]);
    let many: i64 = before.iter().product();
    let parts = reshape(x, &[many, c, h, factor, w, factor])?;
    reshape(&permute(&parts, &[0, 1, 3, 5, 2, 4])?, &[before, &[channels, h, w]].concat())
}
