//! Losses with a margin: 0 where an element, a pair or a class is right by at least the margin.
//! Each is composed of operations that have gradients.

use super::loss::reduced;
use crate::autograd::elementwise::{binary, unary, where_};
use crate::autograd::gather::gather;
use crate::autograd::half;
use crate::autograd::in_place::unsupported;
use crate::autograd::reduce::reduce;
use crate::autograd::scalar::{binary_scalar, scalar_binary};
use crate::autograd::statistics::norm;
use crate::autograd::views::{expand, reshape};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops::nn::Reduction;
use crate::ops::{self, BinaryOp, CompareOp, ReduceOp, UnaryOp};
use crate::tensor::{DType, Shape, Tensor, shape};

/// `max(0, margin - t (a - b))`: whether `a` is greater (1) or less (-1) than `b`.
pub fn margin_ranking_loss(a: &Tensor, b: &Tensor, t: &Tensor, margin: f64, reduction: Reduction) -> Result<Tensor> {
    if let Some(dtype) = half::same("margin_ranking_loss", &[Some(a), Some(b), Some(t)])? {
        let (a, b, t) = (half::wide(a)?, half::wide(b)?, half::wide(t)?);
        return half::rounded(margin_ranking_loss(&a, &b, &t, margin, reduction)?, dtype);
    }
    same_float("margin_ranking_loss", &[a, b, t])?;
    let apart = binary(BinaryOp::Mul, t, &binary(BinaryOp::Sub, a, b)?)?;
    reduced(&above(margin, &apart)?, reduction)
}

/// `max(0, margin - t x)`.
pub fn hinge_loss(x: &Tensor, t: &Tensor, margin: f64, reduction: Reduction) -> Result<Tensor> {
    if let Some(dtype) = half::same("hinge_loss", &[Some(x), Some(t)])? {
        return half::rounded(hinge_loss(&half::wide(x)?, &half::wide(t)?, margin, reduction)?, dtype);
    }
    same_float("hinge_loss", &[x, t])?;
    reduced(&above(margin, &binary(BinaryOp::Mul, t, x)?)?, reduction)
}

/// `x` where the target is 1, `max(0, margin - x)` where it is -1.
pub fn hinge_embedding_loss(x: &Tensor, t: &Tensor, margin: f64, reduction: Reduction) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[x]) {
        return half::rounded(hinge_embedding_loss(&half::wide(x)?, t, margin, reduction)?, dtype);
    }
    same_float("hinge_embedding_loss", &[x])?;
    let zero = ops::number_beside(x, 0.0)?;
    let is_not = |value: f64| ops::compare_scalar(CompareOp::Ne, t, value);
    let far = where_(&is_not(1.0)?, &above(margin, x)?, &zero)?;
    let near = where_(&is_not(-1.0)?, x, &zero)?;
    reduced(&binary(BinaryOp::Add, &far, &near)?, reduction)
}

/// `ln(1 + exp(-t x))`.
pub fn soft_margin_loss(x: &Tensor, t: &Tensor, reduction: Reduction) -> Result<Tensor> {
    if let Some(dtype) = half::same("soft_margin_loss", &[Some(x), Some(t)])? {
        return half::rounded(soft_margin_loss(&half::wide(x)?, &half::wide(t)?, reduction)?, dtype);
    }
    same_float("soft_margin_loss", &[x, t])?;
    let apart = unary(UnaryOp::Neg, &binary(BinaryOp::Mul, t, x)?)?;
    reduced(&unary(UnaryOp::Softplus, &apart)?, reduction)
}

/// How the distances of [`triplet_margin_loss`] are measured.
#[derive(Clone, Copy, Debug)]
pub struct Triplet {
    /// By how much the negative is to be farther away.
    pub margin: f64,
    /// The norm.
    pub p: f64,
    /// Added to each difference.
    pub eps: f64,
    /// Whether the distance from the positive counts, if the negative is nearer to it.
    pub swap: bool,
}

/// `max(0, margin + |a - p| - |a - n|)` of vectors along the last axis.
pub fn triplet_margin_loss(
    anchor: &Tensor,
    positive: &Tensor,
    negative: &Tensor,
    how: Triplet,
    reduction: Reduction,
) -> Result<Tensor> {
    let all = [anchor, positive, negative];
    if let Some(dtype) = half::same("triplet_margin_loss", &all.map(Some))? {
        let [a, p, n] = [half::wide(anchor)?, half::wide(positive)?, half::wide(negative)?];
        return half::rounded(triplet_margin_loss(&a, &p, &n, how, reduction)?, dtype);
    }
    same_float("triplet_margin_loss", &all)?;
    if anchor.rank() == 0 {
        return Err(Error::argument("triplet_margin_loss needs vectors, got a scalar"));
    }
    let distance = |x: &Tensor, y: &Tensor| {
        let apart = binary_scalar(BinaryOp::Add, &binary(BinaryOp::Sub, x, y)?, how.eps)?;
        norm(&apart, how.p, &[-1], false)
    };
    let near = distance(anchor, positive)?;
    let mut far = distance(anchor, negative)?;
    if how.swap {
        far = binary(BinaryOp::Minimum, &far, &distance(positive, negative)?)?;
    }
    reduced(&above(how.margin, &binary(BinaryOp::Sub, &far, &near)?)?, reduction)
}

/// `sum over classes j of max(0, margin - x[y] + x[j])^p / C`, except the target `y`, of rows
/// `[N, C]` or a row `[C]`.
pub fn multi_margin_loss(
    x: &Tensor,
    targets: &Tensor,
    p: i64,
    margin: f64,
    weight: Option<&Tensor>,
    reduction: Reduction,
) -> Result<Tensor> {
    let op = "multi_margin_loss";
    if let Some(dtype) = half::same(op, &[Some(x), weight])? {
        let weight = half::wide_if(weight)?;
        let out = multi_margin_loss(&half::wide(x)?, targets, p, margin, weight.as_ref(), reduction)?;
        return half::rounded(out, dtype);
    }
    if p != 1 && p != 2 {
        return Err(Error::argument(format!("{op}: p {p} is neither 1 nor 2")));
    }
    same_float(op, &[x])?;
    unsupported(op, &weight.into_iter().collect::<Vec<_>>())?;
    let (rows, classes) = rows_of(op, x)?;
    if targets.shape() != &x.shape()[..x.rank() - 1] {
        let (got, of) = (shape::display(targets.shape()), shape::display(x.shape()));
        return Err(Error::shape(format!("{op}: targets of shape {got} for elements of shape {of}")));
    }
    let x = reshape(x, &[rows, classes])?;
    let index = ops::reshape(&ops::cast(&integers(op, targets)?, DType::I64)?, &[rows, 1])?;
    let right = gather(&x, 1, &index)?; // which refuses targets out of range
    let mut apart = above(margin, &binary(BinaryOp::Sub, &right, &x)?)?;
    if p == 2 {
        apart = binary(BinaryOp::Mul, &apart, &apart)?;
    }
    if let Some(weight) = weight {
        if weight.shape() != [classes] {
            let got = shape::display(weight.shape());
            return Err(Error::shape(format!("{op}: the weight has shape {got}, not [{classes}]")));
        }
        let factors = ops::reshape(&ops::index_select(weight, 0, &ops::reshape(&index, &[rows])?)?, &[rows, 1])?;
        apart = binary(BinaryOp::Mul, &apart, &factors)?;
    }
    let others = ops::compare(CompareOp::Ne, &columns(&x, classes)?, &index)?;
    let terms = where_(&others, &apart, &ops::number_beside(&apart, 0.0)?)?;
    over_classes(&terms, classes, targets.shape(), reduction)
}

/// `sum of max(0, 1 - (x[j] - x[k])) / C` over the target classes `j`, up to the first -1, and all
/// other classes `k`.
pub fn multilabel_margin_loss(x: &Tensor, targets: &Tensor, reduction: Reduction) -> Result<Tensor> {
    let op = "multilabel_margin_loss";
    if let Some(dtype) = half::joint(&[x]) {
        return half::rounded(multilabel_margin_loss(&half::wide(x)?, targets, reduction)?, dtype);
    }
    same_float(op, &[x])?;
    ops::same_device(x, targets)?;
    let (rows, classes) = rows_of(op, x)?;
    if targets.shape() != x.shape() {
        let (got, of) = (shape::display(targets.shape()), shape::display(x.shape()));
        return Err(Error::shape(format!("{op}: targets of shape {got} for elements of shape {of}")));
    }
    let wide = ops::contiguous(&ops::cast(&integers(op, targets)?, DType::I64)?)?;
    let listed = ops::to_device(&wide, Device::Cpu)?.to_vec::<i64>()?;
    let mut mask = vec![0f64; listed.len()];
    for (row, list) in listed.chunks_exact(classes.max(1) as usize).enumerate() {
        for &class in list.iter().take_while(|class| **class >= 0) {
            if class >= classes {
                return Err(Error::argument(format!("target {class} is out of range for {classes} classes")));
            }
            mask[row * classes as usize + class as usize] = 1.0;
        }
    }
    let mask = ops::to_device(&Tensor::from_slice(&mask, &Shape::new(&[rows, classes])?)?, x.device())?;
    let is = |value: f64| ops::compare_scalar(CompareOp::Eq, &mask, value);
    let x = reshape(x, &[rows, classes])?;
    // Each pair of a target class and another one: [rows, target, other].
    let apart = binary(BinaryOp::Sub, &reshape(&x, &[rows, classes, 1])?, &reshape(&x, &[rows, 1, classes])?)?;
    let pairs = ops::logic(
        ops::LogicOp::And,
        &ops::reshape(&is(1.0)?, &[rows, classes, 1])?,
        &ops::reshape(&is(0.0)?, &[rows, 1, classes])?,
    )?;
    let terms = where_(&pairs, &above(1.0, &apart)?, &ops::number_beside(&apart, 0.0)?)?;
    let terms = reduce(ReduceOp::Sum, &terms, &[1], false)?;
    over_classes(&terms, classes, &targets.shape()[..targets.rank() - 1], reduction)
}

/// The mean over the last axis of `-(t ln sigmoid(x) + (1 - t) ln sigmoid(-x))`, times `weight`.
pub fn multilabel_soft_margin_loss(
    x: &Tensor,
    t: &Tensor,
    weight: Option<&Tensor>,
    reduction: Reduction,
) -> Result<Tensor> {
    let op = "multilabel_soft_margin_loss";
    if let Some(dtype) = half::same(op, &[Some(x), Some(t), weight])? {
        let weight = half::wide_if(weight)?;
        let out = multilabel_soft_margin_loss(&half::wide(x)?, &half::wide(t)?, weight.as_ref(), reduction)?;
        return half::rounded(out, dtype);
    }
    same_float(op, &[x, t])?;
    unsupported(op, &weight.into_iter().collect::<Vec<_>>())?;
    if x.rank() == 0 {
        return Err(Error::argument(format!("{op} needs classes along the last axis, got a scalar")));
    }
    let shape = shape::broadcast(x.shape(), t.shape())?;
    let (x, t) = (expand(x, &shape)?, expand(t, &shape)?);
    // softplus(x) - t x is the same sum.
    let mut terms = binary(BinaryOp::Sub, &unary(UnaryOp::Softplus, &x)?, &binary(BinaryOp::Mul, &t, &x)?)?;
    if let Some(weight) = weight {
        terms = binary(BinaryOp::Mul, &terms, &expand(weight, &shape)?)?;
    }
    reduced(&reduce(ReduceOp::Mean, &terms, &[-1], false)?, reduction)
}

/// `max(0, margin - x)`.
fn above(margin: f64, x: &Tensor) -> Result<Tensor> {
    unary(UnaryOp::Relu, &scalar_binary(BinaryOp::Sub, margin, x)?)
}

/// Rows and classes of `[N, C]` or `[C]`.
fn rows_of(op: &str, x: &Tensor) -> Result<(i64, i64)> {
    match *x.shape() {
        [classes] => Ok((1, classes)),
        [rows, classes] => Ok((rows, classes)),
        _ => {
            let got = shape::display(x.shape());
            Err(Error::shape(format!("{op} needs shape [N,C] or [C], not {got}")))
        }
    }
}

/// The number of the class in each column of `[rows, classes]`.
fn columns(x: &Tensor, classes: i64) -> Result<Tensor> {
    ops::arange(x.device(), DType::I64, 0i64, classes, 1i64)
}

fn over_classes(terms: &Tensor, classes: i64, rows: &[i64], reduction: Reduction) -> Result<Tensor> {
    let losses = binary_scalar(BinaryOp::Div, &reduce(ReduceOp::Sum, terms, &[1], false)?, classes as f64)?;
    reduced(&reshape(&losses, rows)?, reduction)
}

fn integers(op: &str, targets: &Tensor) -> Result<Tensor> {
    if targets.dtype().is_float() || targets.dtype() == DType::Bool {
        return Err(Error::dtype(format!("{op}: targets are integers, not {}", targets.dtype())));
    }
    Ok(targets.untracked())
}

/// `DTYPE_MISMATCH` if the operands are not all of one floating-point dtype.
pub(super) fn same_float(op: &str, operands: &[&Tensor]) -> Result<()> {
    let dtype = operands[0].dtype();
    if !dtype.is_float() {
        return Err(Error::dtype(format!("{op} needs a floating-point tensor, not {dtype}")));
    }
    match operands.iter().find(|t| t.dtype() != dtype) {
        Some(other) => Err(Error::dtype(format!("{op} of {dtype} with an operand of {}", other.dtype()))),
        None => Ok(()),
    }
}
