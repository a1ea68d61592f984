//! `ScanOp`: what a scan computes.

/// How a scan combines the elements up to each one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanOp {
    /// Their sum.
    Sum,
    /// Their product.
    Prod,
    /// The largest; NaN from the first NaN on. Keeps the dtype.
    Max,
    /// The smallest; NaN from the first NaN on. Keeps the dtype.
    Min,
}

impl ScanOp {
    /// The name of the public function.
    pub fn name(self) -> &'static str {
        match self {
            ScanOp::Sum => "cumsum",
            ScanOp::Prod => "cumprod",
            ScanOp::Max => "cummax",
            ScanOp::Min => "cummin",
        }
    }
}
