//! `RealOp`: an enum of the functions of one real number.

use crate::tensor::Scalar;

/// A function of one real number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RealOp {
    /// 2 to the power of x.
    Exp2,
    /// `exp(x) - 1`, accurate near 0.
    Expm1,
    /// The logarithm to base 2.
    Log2,
    /// The logarithm to base 10.
    Log10,
    /// `log(1 + x)`, accurate near 0.
    Log1p,
    /// `1 / sqrt(x)`
    Rsqrt,
    /// `1 / x`
    Reciprocal,
    /// The sine of an angle in radians.
    Sin,
    /// The cosine.
    Cos,
    /// The tangent.
    Tan,
    /// The arcsine, in radians.
    Asin,
    /// The arccosine, in radians.
    Acos,
    /// The arctangent, in radians.
    Atan,
    /// The hyperbolic sine.
    Sinh,
    /// The hyperbolic cosine.
    Cosh,
    /// The inverse hyperbolic sine.
    Asinh,
    /// The inverse hyperbolic cosine, which is not negative.
    Acosh,
    /// The inverse hyperbolic tangent.
    Atanh,
    /// The logarithm of the absolute value of the gamma function.
    Lgamma,
    /// The derivative of `Lgamma`.
    Digamma,
    /// `log(x / (1 - x))` with x limited to `eps` and `1 - eps`; not limited if `eps` is NaN.
    Logit {
        /// The bound, or NaN for none.
        eps: f64,
    },
    /// The fractional part of x, with the sign of x. Not for integers.
    Frac,
    /// The largest integer not above x.
    Floor,
    /// The smallest integer not below x.
    Ceil,
    /// The nearest integer; ties go to the even one.
    Round,
    /// `Round` of x times `scale`, divided by `scale`.
    RoundTo {
        /// A power of 10.
        scale: f64,
    },
    /// The integer part of x, rounded towards 0.
    Trunc,
    /// -1, 0 or 1. NaN gives 0, as in PyTorch.
    Sign,
    /// Replaces NaN and the infinities.
    NanToNum {
        /// The replacement of NaN.
        nan: f64,
        /// The replacement of infinity; an infinite one stands for the largest number of the dtype.
        above: f64,
        /// The replacement of negative infinity, likewise.
        below: f64,
    },
    /// x limited to two bounds; an infinite bound is no bound.
    Clamp {
        /// The lower bound.
        min: Scalar,
        /// The upper bound, which wins if the bounds cross.
        max: Scalar,
    },
    /// Like `Clamp`, but integers give float32.
    Hardtanh {
        /// The lower bound.
        min: f64,
        /// The upper bound, which wins if the bounds cross.
        max: f64,
    },
    /// x, or `slope x` if x is negative.
    LeakyRelu {
        /// The factor of negative numbers.
        slope: f64,
    },
    /// x, or `alpha (exp(x) - 1)` if x is negative.
    Elu {
        /// The negated limit far below 0.
        alpha: f64,
    },
    /// `Elu` times a factor, with the constants of Klambauer et al., "Self-normalizing neural
    /// networks", 2017.
    Selu,
    /// x, or `alpha (exp(x / alpha) - 1)` if x is negative.
    Celu {
        /// The negated limit far below 0.
        alpha: f64,
    },
    /// `x sigmoid(x)`
    Silu,
    /// `x tanh(softplus(x))`
    Mish,
    /// `x / (1 + |x|)`
    Softsign,
    /// `x / 6 + 1 / 2`, limited to 0 and 1.
    Hardsigmoid,
    /// x times `Hardsigmoid` of x.
    Hardswish,
    /// `log(sigmoid(x))`
    LogSigmoid,
}

impl RealOp {
    /// Rounds to this many decimal places; a negative number rounds to tens, hundreds and so on.
    pub fn round_to(decimals: i64) -> RealOp {
        RealOp::RoundTo { scale: 10f64.powi(decimals.clamp(-308, 308) as i32) }
    }

    /// The name of the public function.
    pub fn name(self) -> &'static str {
        match self {
            RealOp::Exp2 => "exp2",
            RealOp::Expm1 => "expm1",
            RealOp::Log2 => "log2",
            RealOp::Log10 => "log10",
            RealOp::Log1p => "log1p",
            RealOp::Rsqrt => "rsqrt",
            RealOp::Reciprocal => "reciprocal",
            RealOp::Sin => "sin",
            RealOp::Cos => "cos",
            RealOp::Tan => "tan",
            RealOp::Asin => "asin",
            RealOp::Acos => "acos",
            RealOp::Atan => "atan",
            RealOp::Sinh => "sinh",
            RealOp::Cosh => "cosh",
            RealOp::Asinh => "asinh",
            RealOp::Acosh => "acosh",
            RealOp::Atanh => "atanh",
            RealOp::Lgamma => "lgamma",
            RealOp::Digamma => "digamma",
            RealOp::Logit { .. } => "logit",
            RealOp::Frac => "frac",
            RealOp::Floor => "floor",
            RealOp::Ceil => "ceil",
            RealOp::Round => "round",
            RealOp::RoundTo { .. } => "round_to",
            RealOp::Trunc => "trunc",
            RealOp::Sign => "sign",
            RealOp::NanToNum { .. } => "nan_to_num",
            RealOp::Clamp { .. } => "clamp",
            RealOp::Hardtanh { .. } => "hardtanh",
            RealOp::LeakyRelu { .. } => "leaky_relu",
            RealOp::Elu { .. } => "elu",
            RealOp::Selu => "selu",
            RealOp::Celu { .. } => "celu",
            RealOp::Silu => "silu",
            RealOp::Mish => "mish",
            RealOp::Softsign => "softsign",
            RealOp::Hardsigmoid => "hardsigmoid",
            RealOp::Hardswish => "hardswish",
            RealOp::LogSigmoid => "log_sigmoid",
        }
    }
}
