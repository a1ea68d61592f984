//! The losses that training chooses from: those of a prediction and a target.
//!
//! Invariant: a loss is the mean over the batch, computed by the function of the same name in
//! `autograd::nn`, so its bits are that function's.

use crate::autograd::nn::{self, ClassLoss, pointwise_loss};
use crate::error::{Error, Result};
use crate::ops::nn::{Pointwise, Reduction};
use crate::tensor::{Tensor, shape};

/// How far a prediction is from its target. Names are PyTorch's.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossKind {
    /// Logits and classes, or shares of classes. Settings: label_smoothing, ignore_index.
    CrossEntropy = 0,
    /// The square of the difference.
    Mse = 1,
    /// The absolute difference.
    L1 = 2,
    /// The absolute difference, squared where it is small. Setting: beta.
    SmoothL1 = 3,
    /// The square of the difference, linear where it is large. Setting: delta.
    Huber = 4,
    /// Probabilities of one class.
    BinaryCrossEntropy = 5,
    /// Logits of one class.
    BinaryCrossEntropyWithLogits = 6,
    /// Log-probabilities and probabilities. Setting: log_target.
    KlDiv = 7,
    /// Log-probabilities and classes. Setting: ignore_index.
    Nll = 8,
    /// A margin to targets of 1 and -1. Setting: margin.
    Hinge = 9,
    /// Distances with targets of 1 and -1. Setting: margin.
    HingeEmbedding = 10,
    /// A smooth margin to targets of 1 and -1.
    SoftMargin = 11,
    /// A margin between classes. Settings: margin, p.
    MultiMargin = 12,
    /// A margin between several target classes and the others.
    MultilabelMargin = 13,
    /// Logits of several classes of which any may apply.
    MultilabelSoftMargin = 14,
    /// Rates of counts. Settings: log_input, full, eps.
    PoissonNll = 15,
    /// A quantile of the targets. Setting: q.
    Quantile = 16,
}

impl LossKind {
    const ALL: [LossKind; 17] = [
        LossKind::CrossEntropy,
        LossKind::Mse,
        LossKind::L1,
        LossKind::SmoothL1,
        LossKind::Huber,
        LossKind::BinaryCrossEntropy,
        LossKind::BinaryCrossEntropyWithLogits,
        LossKind::KlDiv,
        LossKind::Nll,
        LossKind::Hinge,
        LossKind::HingeEmbedding,
        LossKind::SoftMargin,
        LossKind::MultiMargin,
        LossKind::MultilabelMargin,
        LossKind::MultilabelSoftMargin,
        LossKind::PoissonNll,
        LossKind::Quantile,
    ];

    /// The loss of this code. Errors: `INVALID_ARGUMENT` for any other code.
    pub fn from_code(code: i32) -> Result<LossKind> {
        let found = usize::try_from(code).ok().and_then(|at| LossKind::ALL.get(at));
        found.copied().ok_or_else(|| Error::argument(format!("{code} is not the code of a loss (0 to 16 are)")))
    }

    /// Its settings with their defaults, by PyTorch's names; 1 and 0 for true and false.
    fn settings(self) -> &'static [(&'static str, f64)] {
        match self {
            LossKind::CrossEntropy => &[("label_smoothing", 0.0), ("ignore_index", -100.0)],
            LossKind::SmoothL1 => &[("beta", 1.0)],
            LossKind::Huber => &[("delta", 1.0)],
            LossKind::KlDiv => &[("log_target", 0.0)],
            LossKind::Nll => &[("ignore_index", -100.0)],
            LossKind::Hinge | LossKind::HingeEmbedding => &[("margin", 1.0)],
            LossKind::MultiMargin => &[("margin", 1.0), ("p", 1.0)],
            LossKind::PoissonNll => &[("log_input", 1.0), ("full", 0.0), ("eps", 1e-8)],
            LossKind::Quantile => &[("q", 0.5)],
            _ => &[],
        }
    }

    /// Whether its targets broadcast, and so may have another shape by mistake.
    fn is_of_elements(self) -> bool {
        matches!(
            self,
            LossKind::Mse
                | LossKind::L1
                | LossKind::SmoothL1
                | LossKind::Huber
                | LossKind::BinaryCrossEntropy
                | LossKind::BinaryCrossEntropyWithLogits
                | LossKind::KlDiv
                | LossKind::Hinge
                | LossKind::HingeEmbedding
                | LossKind::SoftMargin
                | LossKind::MultilabelSoftMargin
                | LossKind::PoissonNll
                | LossKind::Quantile
        )
    }

    fn takes_weight(self) -> bool {
        use LossKind::{BinaryCrossEntropy, BinaryCrossEntropyWithLogits, CrossEntropy, MultiMargin, Nll};
        matches!(self, CrossEntropy | Nll | MultiMargin | BinaryCrossEntropy | BinaryCrossEntropyWithLogits)
            || self == LossKind::MultilabelSoftMargin
    }
}

/// A loss with its settings.
#[derive(Clone)]
pub struct Loss {
    kind: LossKind,
    settings: Vec<f64>,
    weight: Option<Tensor>,
}

impl Loss {
    /// The loss with PyTorch's defaults.
    pub fn new(kind: LossKind) -> Loss {
        Loss { kind, settings: kind.settings().iter().map(|(_, value)| *value).collect(), weight: None }
    }

    /// Changes a setting. Errors: `INVALID_ARGUMENT` for a name that is not that of a setting, and
    /// for NaN.
    pub fn set(&mut self, name: &str, value: f64) -> Result<()> {
        let all = self.kind.settings();
        let Some(at) = all.iter().position(|(there, _)| *there == name) else {
            let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(Error::argument(format!("'{name}' is not a setting of {:?}, which has {names}", self.kind)));
        };
        if value.is_nan() {
            return Err(Error::argument(format!("{name} is NaN")));
        }
        self.settings[at] = value;
        Ok(())
    }

    /// Sets a factor for each class, or of each element. Errors: `INVALID_ARGUMENT` for a loss
    /// without one.
    pub fn set_weight(&mut self, weight: Tensor) -> Result<()> {
        if !self.kind.takes_weight() {
            return Err(Error::argument(format!("{:?} has no weight", self.kind)));
        }
        self.weight = Some(weight);
        Ok(())
    }

    /// The mean loss of a batch, recorded. Errors: those of the function of that name, and
    /// `SHAPE_MISMATCH` if the loss of each element would broadcast.
    pub fn of(&self, x: &Tensor, y: &Tensor) -> Result<Tensor> {
        if self.kind.is_of_elements() && x.shape() != y.shape() {
            let (x, y) = (shape::display(x.shape()), shape::display(y.shape()));
            return Err(Error::shape(format!("the prediction has shape {x}, the target {y}")));
        }
        let (mean, weight) = (Reduction::Mean, self.weight.as_ref());
        let of_each = |op, loss| pointwise_loss(op, loss, x, y, (weight, None), mean);
        let at = |setting: usize| self.settings[setting];
        match self.kind {
            LossKind::CrossEntropy => self.cross_entropy(x, y),
            LossKind::Mse => of_each("mse_loss", Pointwise::Mse),
            LossKind::L1 => of_each("l1_loss", Pointwise::L1),
            LossKind::SmoothL1 => of_each("smooth_l1_loss", Pointwise::SmoothL1(at(0))),
            LossKind::Huber => of_each("huber_loss", Pointwise::Huber(at(0))),
            LossKind::BinaryCrossEntropy => of_each("binary_cross_entropy", Pointwise::Bce),
            LossKind::BinaryCrossEntropyWithLogits => {
                of_each("binary_cross_entropy_with_logits", Pointwise::BceWithLogits)
            }
            LossKind::KlDiv if at(0) != 0.0 => of_each("kl_div", Pointwise::KlDivOfLogs),
            LossKind::KlDiv => of_each("kl_div", Pointwise::KlDiv),
            LossKind::Nll => nn::nll_loss_with(x, y, ClassLoss { weight, ignore_index: at(0) as i64, ..plain() }),
            LossKind::Hinge => nn::hinge_loss(x, y, at(0), mean),
            LossKind::HingeEmbedding => nn::hinge_embedding_loss(x, y, at(0), mean),
            LossKind::SoftMargin => nn::soft_margin_loss(x, y, mean),
            LossKind::MultiMargin => nn::multi_margin_loss(x, y, at(1) as i64, at(0), weight, mean),
            LossKind::MultilabelMargin => nn::multilabel_margin_loss(x, y, mean),
            LossKind::MultilabelSoftMargin => nn::multilabel_soft_margin_loss(x, y, weight, mean),
            LossKind::PoissonNll => nn::poisson_nll_loss(x, y, (at(0) != 0.0, at(1) != 0.0, at(2)), mean),
            LossKind::Quantile => nn::quantile_loss(x, y, at(0), mean),
        }
    }

    fn cross_entropy(&self, x: &Tensor, y: &Tensor) -> Result<Tensor> {
        let (label_smoothing, ignore_index) = (self.settings[0], self.settings[1] as i64);
        let is_plain = self.weight.is_none() && label_smoothing == 0.0 && ignore_index == -100;
        if is_plain && x.rank() == 2 && !y.dtype().is_float() {
            return nn::cross_entropy(x, y); // the shortest way to the same bits
        }
        let how = ClassLoss { weight: self.weight.as_ref(), ignore_index, label_smoothing, reduction: Reduction::Mean };
        nn::cross_entropy_loss(x, y, how)
    }
}

fn plain<'a>() -> ClassLoss<'a> {
    ClassLoss::default()
}
