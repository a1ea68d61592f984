//! `RealOp`: which function of one real number.

use crate::tensor::Scalar;

/// A function of one real number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RealOp {
    /// 2 to the power of x.
    Exp2,
    /// `exp(x) - 1`, with all digits near 0.
    Expm1,
    /// The logarithm to base 2.
    Log2,
    /// The logarithm to base 10.
    Log10,
    /// `log(1 + x)`, with all digits near 0.
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
    /// The angle of a sine.
    Asin,
    /// The angle of a cosine.
    Acos,
    /// The angle of a tangent.
    Atan,
    /// The hyperbolic sine.
    Sinh,
    /// The hyperbolic cosine.
    Cosh,
    /// The number of a hyperbolic sine.
    Asinh,
    /// The number of a hyperbolic cosine, not negative.
    Acosh,
    /// The number of a hyperbolic tangent.
    Atanh,
    /// The logarithm of the absolute value of the gamma function.
    Lgamma,
    /// The derivative of that.
    Digamma,
    /// `log(x / (1 - x))` of x put between `eps` and `1 - eps`; of x as it is where `eps` is NaN.
    Logit {
        /// NaN for none.
        eps: f64,
    },
    /// x without its integral part, with its sign. Not of integers.
    Frac,
    /// The greatest integer not above x.
    Floor,
    /// The least integer not below x.
    Ceil,
    /// The nearest integer, the even one of two.
    Round,
    /// The same of x times `scale`, divided by that again.
    RoundTo {
        /// A power of 10.
        scale: f64,
    },
    /// The nearest integer towards 0.
    Trunc,
    /// -1, 0 or 1. NaN gives 0, as PyTorch has it.
    Sign,
    /// Numbers in the place of NaN and of the infinities.
    NanToNum {
        /// For NaN.
        nan: f64,
        /// For infinity; infinity is the largest number of the dtype.
        above: f64,
        /// For negative infinity, likewise.
        below: f64,
    },
    /// x put between two bounds, of which infinite ones are none.
    Clamp {
        /// The lower bound.
        min: Scalar,
        /// The upper bound, which wins.
        max: Scalar,
    },
    /// The same of integers too as real numbers.
    Hardtanh {
        /// The lower bound.
        min: f64,
        /// The upper bound, which wins.
        max: f64,
    },
    /// x, or `slope x` where that is negative.
    LeakyRelu {
        /// The factor.
        slope: f64,
    },
    /// x, or `alpha (exp(x) - 1)` where that is negative.
    Elu {
        /// Minus the limit far below 0.
        alpha: f64,
    },
    /// The same times a number, with those of Klambauer et al., "Self-normalizing neural networks", 2017.
    Selu,
    /// x, or `alpha (exp(x / alpha) - 1)` where that is negative.
    Celu {
        /// Minus the limit far below 0.
        alpha: f64,
    },
    /// `x sigmoid(x)`
    Silu,
    /// `x tanh(softplus(x))`
    Mish,
    /// `x / (1 + |x|)`
    Softsign,
    /// `x / 6 + 1 / 2`, between 0 and 1.
    Hardsigmoid,
    /// That times x.
    Hardswish,
    /// `log(sigmoid(x))`
    LogSigmoid,
}

impl RealOp {
    /// Rounding to so many decimal places; a negative number rounds to tens, hundreds and so on.
    pub fn round_to(decimals: i64) -> RealOp {
        RealOp::RoundTo { scale: 10f64.powi(decimals.clamp(-308, 308) as i32) }
    }

    /// As the public function is called.
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
