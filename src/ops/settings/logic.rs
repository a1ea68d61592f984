//! `TestOp` and `BitOp`: tests of floats, and operations on bits.

/// A test of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TestOp {
    /// Is NaN.
    Nan,
    /// Is infinite, of either sign.
    Inf,
    /// Is neither NaN nor infinite.
    Finite,
    /// Has a negative sign, including -0 and a negative NaN.
    SignBit,
}

/// An operation on the bits of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOp {
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a << b`; 0 if `b` is negative or at least the number of bits. Not for booleans.
    LeftShift,
    /// `a >> b` with sign extension; for such a `b` all bits are the sign. Not for booleans.
    RightShift,
}

impl BitOp {
    /// The name of the public function.
    pub fn name(self) -> &'static str {
        match self {
            BitOp::And => "bitwise_and",
            BitOp::Or => "bitwise_or",
            BitOp::Xor => "bitwise_xor",
            BitOp::LeftShift => "bitwise_left_shift",
            BitOp::RightShift => "bitwise_right_shift",
        }
    }
}
