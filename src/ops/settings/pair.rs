//! `PairOp`: functions of two numbers.

/// A function of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairOp {
    /// The quotient, rounded down.
    FloorDivide,
    /// The remainder of that, with the sign of the divisor.
    Remainder,
    /// The remainder of the quotient rounded towards 0, with the sign of the dividend.
    Fmod,
    /// The angle of the point `(b, a)`.
    Atan2,
    /// `sqrt(a^2 + b^2)`, without intermediate overflow.
    Hypot,
    /// The magnitude of `a` with the sign of `b`.
    CopySign,
    /// `log(exp(a) + exp(b))`, without intermediate overflow.
    LogAddExp,
    /// `a log(b)`, 0 where `a` is 0.
    Xlogy,
}

impl PairOp {
    /// The name of the public function.
    pub fn name(self) -> &'static str {
        match self {
            PairOp::FloorDivide => "floor_divide",
            PairOp::Remainder => "remainder",
            PairOp::Fmod => "fmod",
            PairOp::Atan2 => "atan2",
            PairOp::Hypot => "hypot",
            PairOp::CopySign => "copysign",
            PairOp::LogAddExp => "logaddexp",
            PairOp::Xlogy => "xlogy",
        }
    }

    /// Whether it is a quotient or a remainder, which integers have too.
    pub(in crate::ops) fn divides(self) -> bool {
        matches!(self, PairOp::FloorDivide | PairOp::Remainder | PairOp::Fmod)
    }
}
