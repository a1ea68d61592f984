//! `Pointwise`: the losses of pairs of elements.

/// The loss of an element and its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pointwise {
    /// `(x - t)^2`.
    Mse,
    /// `|x - t|`.
    L1,
    /// `(x - t)^2 / (2 beta)` if `|x - t|` is below beta, otherwise `|x - t| - beta / 2`.
    SmoothL1(f64),
    /// `(x - t)^2 / 2` if `|x - t|` is at most delta, otherwise `delta (|x - t| - delta / 2)`.
    Huber(f64),
    /// `-(t ln x + (1 - t) ln(1 - x))`, with logarithms limited to -100.
    Bce,
    /// `Bce` of `sigmoid(x)`, with a factor for `t ln x`.
    BceWithLogits,
    /// `t (ln t - x)`.
    KlDiv,
    /// `exp(t) (t - x)`.
    KlDivOfLogs,
}
