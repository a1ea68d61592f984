//! Losses with their reductions, weights and options.

use crate::autograd::derived::{Of, give_all, record};
use crate::autograd::elementwise::{binary, unary, where_};
use crate::autograd::function::real;
use crate::autograd::half;
use crate::autograd::in_place::unsupported;
use crate::autograd::loss::log_softmax;
use crate::autograd::reduce::reduce;
use crate::autograd::saved::Saved;
use crate::autograd::scalar::{binary_scalar, scalar_binary};
use crate::autograd::sink::Sink;
use crate::autograd::views::{cast, expand, reshape};
use crate::error::{Error, Result, Status};
use crate::ops::nn::{self, Pointwise, Reduction, Targets};
use crate::ops::{self, BinaryOp, CompareOp, RealOp, ReduceOp, UnaryOp};
use crate::tensor::{DType, Scalar, Shape, Tensor, shape};

/// The loss of each element of `x` and `targets`, which broadcast, times `weight` if it is given.
/// `factors` are the positive weights of [`Pointwise::BceWithLogits`] and broadcast too.
pub fn pointwise_loss(
    op: &'static str,
    loss: Pointwise,
    x: &Tensor,
    targets: &Tensor,
    (weight, factors): (Option<&Tensor>, Option<&Tensor>),
    reduction: Reduction,
) -> Result<Tensor> {
    if let Some(dtype) = half::same(op, &[Some(x), Some(targets), weight, factors])? {
        let (weight, factors) = (half::wide_if(weight)?, half::wide_if(factors)?);
        let weights = (weight.as_ref(), factors.as_ref());
        let out = pointwise_loss(op, loss, &half::wide(x)?, &half::wide(targets)?, weights, reduction)?;
        return half::rounded(out, dtype);
    }
    match loss {
        Pointwise::SmoothL1(beta) if beta < 0.0 || beta.is_nan() => {
            return Err(Error::argument(format!("{op}: a beta of {beta} is not 0 or more")));
        }
        Pointwise::Huber(delta) if delta <= 0.0 || delta.is_nan() => {
            return Err(Error::argument(format!("{op}: a delta of {delta} is not above 0")));
        }
        _ => {}
    }
    unsupported(op, &[weight, factors].into_iter().flatten().collect::<Vec<_>>())?;
    let shape = shape::broadcast(x.shape(), targets.shape())?;
    let (x, targets) = (expand(x, &shape)?, expand(targets, &shape)?);
    let factors = factors.map(|f| f.untracked().expand_view(&shape)).transpose()?;
    let each = if weight.is_some() { Reduction::None } else { reduction };
    let on = record(&[Some(&x), Some(&targets)])?;
    let mut out = nn::pointwise(op, loss, &x, &targets, factors.as_ref(), each)?;
    if let Some(on) = on {
        let wants_targets = on.has(1);
        let saved = vec![Some(Saved::new(&x)), Some(Saved::new(&targets)), factors.as_ref().map(Saved::new)];
        let forth = move |saved: &[Option<&Tensor>]| {
            let (x, targets) = (saved[0].expect("always saved"), saved[1].expect("always saved"));
            reduced(&composed(loss, x, targets, saved[2])?, each)
        };
        let back = move |grad: Tensor, saved: &[Option<&Tensor>], sink: &mut Sink<'_>| {
            let (x, targets) = (saved[0].expect("always saved"), saved[1].expect("always saved"));
            let wants = [sink.wants(0), wants_targets && sink.wants(1)];
            give_all(nn::pointwise_grad(loss, &grad, x, targets, saved[2], each, wants)?, sink)
        };
        let of = &[Of::Input(0), Of::Input(1), Of::Constant];
        out = on.done_again(op, out, saved, of, (back, forth))?;
    }
    match weight {
        None => Ok(out),
        Some(weight) => reduced(&binary(BinaryOp::Mul, &out, &expand(weight, &shape)?)?, reduction),
    }
}

/// The loss of each element by recorded operations.
fn composed(loss: Pointwise, x: &Tensor, t: &Tensor, factors: Option<&Tensor>) -> Result<Tensor> {
    let half_square = |d: &Tensor| (d * d)? * 0.5;
    let limited_log = |x: &Tensor| {
        real(RealOp::Clamp { min: Scalar::F64(-100.0), max: Scalar::F64(f64::INFINITY) }, &unary(UnaryOp::Log, x)?)
    };
    let d = (x - t)?;
    let size = unary(UnaryOp::Abs, &d)?;
    let below = |bound: f64, strict: bool| {
        ops::compare_scalar(if strict { CompareOp::Lt } else { CompareOp::Le }, &size.untracked(), bound)
    };
    match loss {
        Pointwise::Mse => &d * &d,
        Pointwise::SmoothL1(beta) if beta > 0.0 => {
            where_(&below(beta, true)?, &(half_square(&d)? / beta)?, &(&size - 0.5 * beta)?)
        }
        Pointwise::L1 | Pointwise::SmoothL1(_) => Ok(size),
        Pointwise::Huber(delta) => where_(&below(delta, false)?, &half_square(&d)?, &((&size - 0.5 * delta)? * delta)?),
        Pointwise::Bce => {
            let rest = ((1.0 - t)? * limited_log(&(1.0 - x)?))?;
            let both = ((t * limited_log(x))? + rest)?;
            -both
        }
        Pointwise::BceWithLogits => {
            let lost = unary(UnaryOp::Softplus, &(-x)?)?;
            let lost = match factors {
                Some(factors) => (((factors - 1.0)? * t)? + 1.0)? * lost,
                None => Ok(lost),
            };
            ((1.0 - t)? * x)? + lost
        }
        Pointwise::KlDiv => {
            let none = ops::compare_scalar(CompareOp::Eq, &t.untracked(), 0.0)?;
            let positive = where_(&none, &ops::number_beside(t, 1.0)?, t)?;
            let each = (t * (unary(UnaryOp::Log, &positive)? - x))?;
            where_(&none, &ops::number_beside(&each, 0.0)?, &each)
        }
        Pointwise::KlDivOfLogs => unary(UnaryOp::Exp, t)? * (t - x),
    }
}

pub(super) fn reduced(t: &Tensor, reduction: Reduction) -> Result<Tensor> {
    match reduction {
        Reduction::None => Ok(t.clone()),
        Reduction::Mean => reduce(ReduceOp::Mean, t, &[], false),
        Reduction::Sum => reduce(ReduceOp::Sum, t, &[], false),
    }
}

/// Options of [`cross_entropy_loss`] and [`nll_loss_with`].
#[derive(Clone, Copy)]
pub struct ClassLoss<'a> {
    /// A factor for each class, `[C]`.
    pub weight: Option<&'a Tensor>,
    /// The class whose targets are ignored.
    pub ignore_index: i64,
    /// The weight of the mean loss over all classes, from 0 to 1.
    pub label_smoothing: f64,
    /// How the losses of the rows are combined.
    pub reduction: Reduction,
}

impl Default for ClassLoss<'_> {
    fn default() -> Self {
        ClassLoss { weight: None, ignore_index: -100, label_smoothing: 0.0, reduction: Reduction::Mean }
    }
}

/// The cross entropy of logits `[N, C, ...]` or `[C]`. Targets are classes, `[N, ...]` or a scalar,
/// or probabilities in the shape of the logits.
pub fn cross_entropy_loss(logits: &Tensor, targets: &Tensor, how: ClassLoss) -> Result<Tensor> {
    if let Some(dtype) = half::same("cross_entropy", &[Some(logits), Some(targets), how.weight])? {
        let weight = half::wide_if(how.weight)?;
        let how = ClassLoss { weight: weight.as_ref(), ..how };
        return half::rounded(cross_entropy_loss(&half::wide(logits)?, &half::wide(targets)?, how)?, dtype);
    }
    if !(0.0..=1.0).contains(&how.label_smoothing) {
        let s = how.label_smoothing;
        return Err(Error::argument(format!("cross_entropy: a label smoothing of {s} is not from 0 to 1")));
    }
    if !logits.dtype().is_float() {
        return Err(Error::dtype(format!("cross_entropy needs a floating-point tensor, not {}", logits.dtype())));
    }
    let axis = i64::from(logits.rank() > 1);
    if targets.dtype().is_float() {
        if targets.dtype() != logits.dtype() {
            let (of, with) = (logits.dtype(), targets.dtype());
            return Err(Error::dtype(format!("cross_entropy of {of} with probabilities of {with}")));
        }
        return of_shares(logits, targets, axis, how);
    }
    let plain = how.weight.is_none() && how.label_smoothing == 0.0 && how.reduction == Reduction::Mean;
    if plain && how.ignore_index < 0 && logits.rank() == 2 && !has(targets, how.ignore_index)? {
        return crate::autograd::loss::cross_entropy(logits, targets);
    }
    classes("cross_entropy", &log_softmax(logits, axis)?, targets, how)
}

/// The mean cross entropy of rows of logits and classes, where the class -100 is ignored, as in
/// PyTorch. Ignored targets cost time only where there are any.
pub fn cross_entropy(logits: &Tensor, targets: &Tensor) -> Result<Tensor> {
    let out = crate::autograd::loss::cross_entropy(logits, targets);
    if ignores(&out, targets)? { cross_entropy_loss(logits, targets, ClassLoss::default()) } else { out }
}

/// Like [`cross_entropy`], for log-probabilities.
pub fn nll_loss(logs: &Tensor, targets: &Tensor) -> Result<Tensor> {
    let out = crate::autograd::loss::nll_loss(logs, targets);
    if ignores(&out, targets)? { nll_loss_with(logs, targets, ClassLoss::default()) } else { out }
}

/// Whether a target was refused and some are ignored.
fn ignores(out: &Result<Tensor>, targets: &Tensor) -> Result<bool> {
    let is_refused = matches!(out, Err(error) if error.status() == Status::InvalidArgument);
    Ok(is_refused && !targets.dtype().is_float() && has(targets, ClassLoss::default().ignore_index)?)
}

/// Whether an integer tensor has an element of this value. If a class is ignored, the mean is over
/// fewer rows.
fn has(targets: &Tensor, value: i64) -> Result<bool> {
    if targets.size() == 0 || targets.dtype() == crate::tensor::DType::U8 {
        return Ok(false);
    }
    let there = ops::compare_scalar(CompareOp::Eq, targets, value as f64)?;
    Ok(ops::item_i64(&ops::reduce(ReduceOp::Max, &there, &[], false)?)? != 0)
}

/// The negative log-likelihood of log-probabilities `[N, C, ...]` or `[C]` for classes `[N, ...]`
/// or a scalar.
pub fn nll_loss_with(logs: &Tensor, targets: &Tensor, how: ClassLoss) -> Result<Tensor> {
    if let Some(dtype) = half::same("nll_loss", &[Some(logs), how.weight])? {
        let weight = half::wide_if(how.weight)?;
        return half::rounded(
            nll_loss_with(&half::wide(logs)?, targets, ClassLoss { weight: weight.as_ref(), ..how })?,
            dtype,
        );
    }
    classes("nll_loss", logs, targets, ClassLoss { label_smoothing: 0.0, ..how })
}

fn classes(op: &'static str, logs: &Tensor, targets: &Tensor, how: ClassLoss) -> Result<Tensor> {
    unsupported(op, &how.weight.into_iter().collect::<Vec<_>>())?;
    let dims = logs.shape();
    let wanted: Vec<i64> = match dims {
        [] => return Err(Error::shape(format!("{op} of a scalar: it needs shapes [N,C,...] and [N,...]"))),
        [_] => Vec::new(),
        [n, _, rest @ ..] => [&[*n], rest].concat(),
    };
    if targets.shape() != wanted {
        let (a, b) = (shape::display(dims), shape::display(targets.shape()));
        return Err(Error::shape(format!("{op} needs shapes [N,C,...] and [N,...], not {a} and {b}")));
    }
    let (n, c) = if dims.len() == 1 { (1, dims[0]) } else { (dims[0], dims[1]) };
    let inner = if dims.len() == 1 { 1 } else { dims[2..].iter().product() };
    let logs = reshape(logs, &[n, c, inner])?;
    let flat = ops::reshape(targets, &[n, inner])?;
    let of = Targets {
        classes: &flat,
        weight: how.weight,
        ignored: how.ignore_index,
        smoothing: how.label_smoothing,
        reduction: how.reduction,
    };
    let out = class_values(op, &logs, of)?;
    if how.reduction == Reduction::None { reshape(&out, &wanted) } else { Ok(out) }
}

/// [`nn::class_loss`], recorded. It is linear in the logarithms.
fn class_values(op: &'static str, logs: &Tensor, of: Targets) -> Result<Tensor> {
    let on = record(&[Some(logs)])?;
    let (out, divisor) = nn::class_loss(op, logs, &of)?;
    let Some(on) = on else { return Ok(out) };
    let (shape, saved) = (logs.to_shape(), vec![Some(Saved::new(of.classes)), of.weight.map(Saved::new)]);
    let Targets { ignored, smoothing, reduction, .. } = of;
    on.done_by_recorded(op, out, saved, &[Of::Constant, Of::Constant], move |grad, saved, sink| {
        let (classes, weight) = (saved[0].expect("always saved"), saved[1]);
        let of = Targets { classes, weight, ignored, smoothing, reduction };
        sink.give(0, class_slopes(op, &grad, shape, of, divisor)?)
    })
}

/// [`nn::class_loss_grad`], recorded: the loss of a gradient is its gradient.
fn class_slopes(op: &'static str, grad: &Tensor, shape: Shape, of: Targets, divisor: f64) -> Result<Tensor> {
    let on = record(&[Some(grad)])?;
    let out = nn::class_loss_grad(grad, &shape, &of, divisor)?;
    let Some(on) = on else { return Ok(out) };
    let saved = vec![Some(Saved::new(of.classes)), of.weight.map(Saved::new)];
    let Targets { ignored, smoothing, reduction, .. } = of;
    on.done_by_recorded(op, out, saved, &[Of::Constant, Of::Constant], move |grad, saved, sink| {
        let (classes, weight) = (saved[0].expect("always saved"), saved[1]);
        sink.give(0, class_values(op, &grad, Targets { classes, weight, ignored, smoothing, reduction })?)
    })
}

/// The cross entropy with targets that are probabilities.
fn of_shares(logits: &Tensor, targets: &Tensor, axis: i64, how: ClassLoss) -> Result<Tensor> {
    if targets.shape() != logits.shape() || logits.rank() == 0 {
        let (a, b) = (shape::display(logits.shape()), shape::display(targets.shape()));
        return Err(Error::shape(format!("cross_entropy of probabilities needs one shape, not {a} and {b}")));
    }
    let classes = logits.shape()[axis as usize];
    let mut shares = targets.clone();
    if how.label_smoothing > 0.0 {
        shares = binary_scalar(BinaryOp::Mul, &shares, 1.0 - how.label_smoothing)?;
        shares = binary_scalar(BinaryOp::Add, &shares, how.label_smoothing / classes as f64)?;
    }
    let mut terms = binary(BinaryOp::Mul, &log_softmax(logits, axis)?, &shares)?;
    if let Some(weight) = how.weight {
        if weight.shape() != [classes] {
            let got = shape::display(weight.shape());
            return Err(Error::shape(format!("cross_entropy: the weight has shape {got}, not [{classes}]")));
        }
        let mut dims = vec![1; logits.rank()];
        dims[axis as usize] = classes;
        terms = binary(BinaryOp::Mul, &terms, &reshape(weight, &dims)?)?;
    }
    let losses = unary(UnaryOp::Neg, &reduce(ReduceOp::Sum, &terms, &[axis], false)?)?;
    reduced(&losses, how.reduction)
}

/// The cosine of the angle between vectors along `axis`. Lengths below `eps` count as `eps`.
pub fn cosine_similarity(a: &Tensor, b: &Tensor, axis: i64, eps: f64) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[a, b]) {
        return half::rounded(cosine_similarity(&half::wide(a)?, &half::wide(b)?, axis, eps)?, dtype);
    }
    let shape = shape::broadcast(a.shape(), b.shape())?;
    // Squares of integers would wrap around.
    let joint = a.dtype().promote(b.dtype())?;
    let joint = if joint.is_float() { joint } else { DType::F32 };
    let operand = |t: &Tensor| {
        let t = expand(t, &shape)?;
        if t.dtype() == joint { Ok(t) } else { cast(&t, joint) }
    };
    let (a, b) = (operand(a)?, operand(b)?);
    let sum = |x: &Tensor, y: &Tensor| reduce(ReduceOp::Sum, &binary(BinaryOp::Mul, x, y)?, &[axis], false);
    // The vectors of each operand, scaled into range, and their lengths.
    let measured = |x: &Tensor| -> Result<(Tensor, Tensor)> {
        let squares = sum(x, x)?;
        let Some(ops::Scales { down, .. }) = ops::scales(x, 2.0, &[axis], &squares)? else {
            return Ok((x.clone(), unary(UnaryOp::Sqrt, &binary_scalar(BinaryOp::Maximum, &squares, eps * eps)?)?));
        };
        let x = binary(BinaryOp::Mul, x, &down)?;
        let floor = ops::reshape(&ops::binary_scalar(BinaryOp::Mul, &down, eps)?, squares.shape())?;
        let floor = ops::binary(BinaryOp::Mul, &floor, &floor)?;
        let length = unary(UnaryOp::Sqrt, &binary(BinaryOp::Maximum, &sum(&x, &x)?, &floor)?)?;
        Ok((x, length))
    };
    let ((a, of_a), (b, of_b)) = (measured(&a)?, measured(&b)?);
    binary(BinaryOp::Div, &sum(&a, &b)?, &binary(BinaryOp::Mul, &of_a, &of_b)?)
}

/// `1 - cos` for vectors whose target is 1, `max(0, cos - margin)` for those whose target is -1.
pub fn cosine_embedding_loss(
    a: &Tensor,
    b: &Tensor,
    targets: &Tensor,
    margin: f64,
    reduction: Reduction,
) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[a, b]) {
        let (a, b) = (half::wide(a)?, half::wide(b)?);
        return half::rounded(cosine_embedding_loss(&a, &b, targets, margin, reduction)?, dtype);
    }
    let cos = cosine_similarity(a, b, -1, 1e-6)?;
    if cos.shape() != targets.shape() {
        let (got, wanted) = (shape::display(targets.shape()), shape::display(cos.shape()));
        return Err(Error::shape(format!("cosine_embedding_loss: the target has shape {got}, not {wanted}")));
    }
    let is = |target: f64| ops::compare_scalar(CompareOp::Eq, targets, target);
    let near = scalar_binary(BinaryOp::Sub, 1.0, &cos)?;
    let far = unary(UnaryOp::Relu, &binary_scalar(BinaryOp::Sub, &cos, margin)?)?;
    let zero = ops::number_beside(&cos, 0.0)?;
    let apart = where_(&is(-1.0)?, &far, &zero)?;
    reduced(&where_(&is(1.0)?, &near, &apart)?, reduction)
}
