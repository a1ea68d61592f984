//! `ctc_loss`: the connectionist temporal classification loss.

use super::loss::reduced;
use crate::autograd::derived::record;
use crate::autograd::elementwise::{binary, where_};
use crate::autograd::half;
use crate::autograd::saved::Saved;
use crate::autograd::views::{squeeze, unsqueeze};
use crate::error::{Error, Result};
use crate::ops::nn::{self, Labels, Reduction};
use crate::ops::{self, BinaryOp, CompareOp};
use crate::tensor::{DType, Shape, SharedCell, Tensor, shape};

/// Options of [`ctc_loss`].
#[derive(Clone, Copy, Debug)]
pub struct CtcSettings {
    /// The class of the blank.
    pub blank: i64,
    /// How the losses of the samples are combined. For the mean each is divided by its number of
    /// labels first.
    pub reduction: Reduction,
    /// Whether infinite losses, of labels that do not fit into the steps, are 0.
    pub zero_infinity: bool,
}

/// The loss of log-probabilities `[T, N, C]`, or `[T, C]` of one sample. Targets are the labels of the
/// samples, `[N, S]`, or all of them one after another, `[sum]`. The lengths, `[N]`, are the numbers
/// of steps and of labels of each sample.
pub fn ctc_loss(logs: &Tensor, targets: &Tensor, lengths: [&Tensor; 2], how: CtcSettings) -> Result<Tensor> {
    if let Some(dtype) = half::joint(&[logs]) {
        return half::rounded(ctc_loss(&half::wide(logs)?, targets, lengths, how)?, dtype);
    }
    if !logs.dtype().is_float() {
        return Err(Error::dtype(format!("ctc_loss needs floating-point log-probabilities, not {}", logs.dtype())));
    }
    let is_single = logs.rank() == 2;
    if !is_single && logs.rank() != 3 {
        let got = shape::display(logs.shape());
        return Err(Error::shape(format!("ctc_loss: log-probabilities of shape {got} are not [T,N,C] or [T,C]")));
    }
    let logs = if is_single { unsqueeze(logs, 1)? } else { logs.clone() };
    let classes = logs.shape()[2];
    if !(0..classes).contains(&how.blank) {
        return Err(Error::argument(format!("ctc_loss: blank {} is out of range for {classes} classes", how.blank)));
    }
    let (labels, samples, most) = plan(&logs, targets, lengths, how.blank)?;
    let of = Labels { labels: &labels, samples: &samples, most, blank: how.blank as usize };
    let on = record(&[Some(&logs)])?;
    let saved = on.is_some().then(|| Saved::new(&logs));
    let (mut losses, alphas) = nn::ctc(&logs, &of)?;
    if let Some(on) = on {
        let saved = vec![saved, Some(Saved::new(&labels)), Some(Saved::new(&samples)), Some(Saved::new(&losses))];
        let blank = how.blank as usize;
        losses = on.done("ctc_loss", losses, saved, move |grad, saved, sink| {
            let [logs, labels, samples, losses] = [0, 1, 2, 3].map(|i| saved[i].expect("always saved"));
            let of = Labels { labels, samples, most, blank };
            sink.give(0, nn::ctc_grad(logs, &of, (losses, &alphas), &grad, how.zero_infinity)?)
        })?;
    }
    if how.zero_infinity {
        let is_infinite = ops::compare_scalar(CompareOp::Eq, &losses.untracked(), f64::INFINITY)?;
        losses = where_(&is_infinite, &ops::number_beside(&losses, 0.0)?, &losses)?;
    }
    match how.reduction {
        Reduction::None if is_single => squeeze(&losses, 0),
        Reduction::Mean => {
            let counts =
                ops::cast(&ops::binary_scalar(BinaryOp::Maximum, &samples.select_view(1, 1)?, 1i64)?, losses.dtype())?;
            reduced(&binary(BinaryOp::Div, &losses, &counts)?, Reduction::Mean)
        }
        reduction => reduced(&losses, reduction),
    }
}

/// The labels, the plan of the samples ([`Labels`]), and the greatest number of labels of one, all
/// checked.
fn plan(logs: &Tensor, targets: &Tensor, lengths: [&Tensor; 2], blank: i64) -> Result<(Tensor, Tensor, usize)> {
    let [steps, samples, classes] = [0, 1, 2].map(|i| logs.shape()[i]);
    [targets, lengths[0], lengths[1]].iter().try_for_each(|t| ops::same_device(logs, t))?;
    let labels = integers("targets", targets)?;
    let is_padded = targets.rank() == 2;
    if targets.rank() != 1 && (!is_padded || targets.shape()[0] != samples) {
        let got = shape::display(targets.shape());
        return Err(Error::shape(format!(
            "ctc_loss: targets of shape {got} are not [{samples},S] or [sum of lengths]"
        )));
    }
    let all = [integers("input lengths", lengths[0])?, integers("target lengths", lengths[1])?];
    for (name, lengths) in ["input", "target"].into_iter().zip(&all) {
        if lengths.size() as i64 != samples || lengths.rank() > 1 {
            let got = shape::display(lengths.shape());
            return Err(Error::shape(format!("ctc_loss: {name} lengths of shape {got} for {samples} samples")));
        }
    }
    let room = if is_padded { targets.shape()[1] } else { targets.size() as i64 };
    let plan = Tensor::zeroed(labels.device(), DType::I64, &Shape::new(&[samples, 3])?)?;
    let (cells, to) = (cells(&labels)?, cells(&plan)?);
    let (inputs, counts) = (self::cells(&all[0])?, self::cells(&all[1])?);
    let (mut next, mut most) = (0, 0);
    let each = inputs.iter().map(SharedCell::get).zip(counts.iter().map(SharedCell::get));
    for (sample, (input, count)) in each.enumerate() {
        if !(0..=steps).contains(&input) {
            return Err(Error::argument(format!(
                "ctc_loss: input length {input} of sample {sample} for {steps} steps"
            )));
        }
        let first = if is_padded { sample as i64 * room } else { next };
        let left = if is_padded { room } else { room - next };
        if !(0..=left).contains(&count) {
            return Err(Error::argument(format!(
                "ctc_loss: target length {count} of sample {sample}, there are {left} targets"
            )));
        }
        for label in cells[first as usize..(first + count) as usize].iter().map(SharedCell::get) {
            if !(0..classes).contains(&label) || label == blank {
                let why = if label == blank {
                    "is the blank".into()
                } else {
                    format!("is out of range for {classes} classes")
                };
                return Err(Error::argument(format!("ctc_loss: target {label} of sample {sample} {why}")));
            }
        }
        [first, count, input].into_iter().enumerate().for_each(|(i, value)| to[sample * 3 + i].set(value));
        next += count;
        most = most.max(count as usize);
    }
    if !is_padded && next != room {
        return Err(Error::argument(format!("ctc_loss: {room} targets, the target lengths sum to {next}")));
    }
    Ok((ops::to_device(&labels, logs.device())?, ops::to_device(&plan, logs.device())?, most))
}

/// A copy of an integer tensor as int64, which nobody else can change; on the processor if the tensor
/// is on a CUDA device, because what is in it is an error of the call.
fn integers(name: &str, t: &Tensor) -> Result<Tensor> {
    if t.dtype().is_float() || t.dtype() == DType::Bool {
        return Err(Error::dtype(format!("ctc_loss: {name} must be integers, not {}", t.dtype())));
    }
    let here = ops::here(t)?;
    ops::copy(&ops::cast(&here, DType::I64)?)
}

fn cells(t: &Tensor) -> Result<&[SharedCell<i64>]> {
    Ok(t.host()?.cells::<i64>().expect("it is contiguous int64"))
}
