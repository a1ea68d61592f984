//! Cumulative operations along an axis: sums, products and extrema of all elements up to each one.

use super::join::concat;
use super::node::{Rule, no_second};
use super::origin::Origin;
use super::rearrange::flip;
use super::saved::{Saved, check};
use super::sink::Sink;
use super::tape::Recorder;
use super::views::cast;
use crate::error::Result;
use crate::ops::{self, ScanOp};
use crate::tensor::{DType, Shape, Tensor, shape};
use std::sync::Arc;

/// [`ops::scan`], recorded.
pub fn scan(op: ScanOp, t: &Tensor, axis: i64) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return ops::scan(op, t, axis) };
    let x = Saved::when(op != ScanOp::Sum, t);
    on.one(ops::scan(op, t, axis)?, t, Arc::new(ScanRule { op, axis, x }))
}

/// [`scan`] of the elements cast to `dtype`, which is also the dtype of the result. Integers wrap;
/// a bool result is true if the value is not 0.
pub fn scan_as(op: ScanOp, t: &Tensor, dtype: DType, axis: i64) -> Result<Tensor> {
    cast(&scan(op, &cast(t, dtype)?, axis)?, dtype)
}

/// Prepends the start value, 0 for sums and 1 for products, to the result of a [`scan`].
pub fn from_start(op: ScanOp, scan: &Tensor, axis: i64) -> Result<Tensor> {
    let mut dims = scan.to_shape().to_vec();
    dims[shape::axis(axis, scan.rank())?] = 1;
    let start = f64::from(u8::from(op == ScanOp::Prod));
    let first = ops::full(scan.device(), scan.dtype(), start, &Shape::new(&dims)?)?;
    concat(&[&first, scan], axis)
}

/// An element is part of every sum from its position on; in a product scan it is a factor of them.
/// An extremum is one element, which gets its gradient.
struct ScanRule {
    op: ScanOp,
    axis: i64,
    /// The elements; `None` for sums.
    x: Option<Saved>,
}

impl Rule for ScanRule {
    fn name(&self) -> &'static str {
        self.op.name()
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        if self.x.is_some() && grad.rank() > 0 {
            return Err(no_second(self.name()));
        }
        self.backward(grad, sink)
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let grad = match &self.x {
            _ if grad.rank() == 0 => grad,
            Some(x) if self.op == ScanOp::Prod => ops::cumprod_gradient(&grad, x.get("cumprod")?, self.axis)?,
            Some(x) => ops::cumulative_extremum_gradient(self.op, &grad, x.get(self.op.name())?, self.axis)?,
            None => {
                let turned = flip(&grad, &[self.axis])?;
                flip(&scan(ScanOp::Sum, &turned, self.axis)?, &[self.axis])?
            }
        };
        sink.give(0, grad)
    }

    fn check_saved(&self, _wants: &dyn Fn(usize) -> bool) -> Result<()> {
        check([self.x.as_ref()], self.op.name())
    }
}
