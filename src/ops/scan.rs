//! Scans: the sum, product or extremum of all elements up to each one along an axis.
//!
//! Invariant: elements are combined one after another from the first on, so the bits depend on
//! nothing else. As in PyTorch, float32 is summed in float64 and a half in float32, and each result
//! is rounded. Integers and booleans are summed in int64, which wraps.

use super::cast::{as_dtype, cast, rounded, wide};
use super::copy;
use super::cpu::scan::{Blocks, extremum_slopes, product_slopes, scanned};
use super::cuda;
use super::settings::ScanOp;
use crate::device::cuda::Gpu;
use crate::error::Result;
use crate::tensor::{DType, Tensor, shape};

/// Scans along `axis`. Borrows `t`, returns new. Errors: `INVALID_ARGUMENT` for an axis out of
/// range.
pub fn scan(op: ScanOp, t: &Tensor, axis: i64) -> Result<Tensor> {
    let at = shape::axis(axis, t.rank())?;
    let keeps = t.dtype().is_float() || matches!(op, ScanOp::Max | ScanOp::Min);
    let dtype = if keeps || t.dtype() == DType::U64 { t.dtype() } else { DType::I64 };
    if dtype != dtype.in_signed() {
        return cast(&scan(op, &cast(t, dtype.in_signed())?, axis)?, dtype);
    }
    // Every nonzero byte of a boolean is equally true, but an extremum would distinguish them.
    let source = if dtype == DType::Bool { DType::U8 } else { dtype };
    let t = copy::contiguous(&*as_dtype(t, source)?)?;
    if let Some(gpu) = cuda::on(&t) {
        let out = Tensor::uninit(t.device(), dtype, &t.to_shape())?;
        if out.size() > 0 {
            let Blocks { n, inner, .. } = Blocks::of(&t, at);
            // Sums and products have the same bits with and without a sign.
            let is_of_bits = matches!(op, ScanOp::Sum | ScanOp::Prod);
            let of_kernel = if is_of_bits { source.of_same_bits() } else { source };
            // SAFETY: both are contiguous and of one size and dtype; the result is new.
            unsafe { cuda::scan(gpu, &format!("scan_{}_{of_kernel}", op.name()), [&out, &t], (n, inner))? };
        }
        return Ok(out);
    }
    let t = t.host()?;
    let out = Tensor::uninit(t.device(), dtype, &t.to_shape())?;
    if out.size() == 0 {
        return Ok(out);
    }
    scanned(op, t, out.host()?, at);
    Ok(out)
}

/// The gradient of the operand of a product scan along `axis`: `p[k] s[k]` where `p[k]` is the
/// product of all `x` before k, and `s[k] = grad[k] + x[k + 1] s[k + 1]`. There is no division, so
/// zeros need no special case. All have the same shape and float dtype.
pub fn cumprod_gradient(grad: &Tensor, x: &Tensor, axis: i64) -> Result<Tensor> {
    let at = shape::axis(axis, x.rank())?;
    let dtype = x.dtype();
    let (grad, x) = (copy::contiguous(&*wide(grad)?)?, copy::contiguous(&*wide(x)?)?);
    if let Some(gpu) = cuda::on(&x) {
        let out = Tensor::uninit(x.device(), x.dtype(), &x.to_shape())?;
        slopes_there(gpu, "cumprod", [&out, &grad, &x], at)?;
        return rounded(out, dtype);
    }
    let (grad, x) = (grad.host()?, x.host()?);
    let out = Tensor::uninit(x.device(), x.dtype(), &x.to_shape())?;
    if out.size() == 0 {
        return rounded(out, dtype);
    }
    product_slopes(grad, x, out.host()?, at);
    rounded(out, dtype)
}

/// The gradient of the operand of a scan of extrema along `axis`: an element gets the gradients of
/// the results that are that element. Of equal elements the last one gets them, and of NaNs too, as
/// in PyTorch. Both have the same shape and float dtype.
pub fn cumulative_extremum_gradient(op: ScanOp, grad: &Tensor, x: &Tensor, axis: i64) -> Result<Tensor> {
    let at = shape::axis(axis, x.rank())?;
    let dtype = x.dtype();
    let (grad, x) = (copy::contiguous(&*wide(grad)?)?, copy::contiguous(&*wide(x)?)?);
    let out = Tensor::zeroed(x.device(), x.dtype(), &x.to_shape())?;
    if let Some(gpu) = cuda::on(&x) {
        slopes_there(gpu, op.name(), [&out, &grad, &x], at)?;
    } else if out.size() > 0 {
        let (grad, x, to) = (grad.host()?, x.host()?, out.host()?);
        extremum_slopes(op == ScanOp::Max, grad, x, to, at);
    }
    rounded(out, dtype)
}

/// The gradient of a scan on a CUDA device, from contiguous tensors of one shape and float dtype.
fn slopes_there(gpu: &Gpu, name: &str, tensors: [&Tensor; 3], at: usize) -> Result<()> {
    let [out, _, x] = tensors;
    if out.size() == 0 {
        return Ok(());
    }
    let Blocks { n, inner, .. } = Blocks::of(x, at);
    // SAFETY: all are contiguous, of one shape and one float dtype; the result is new.
    unsafe { cuda::scan(gpu, &format!("{name}_grad_{}", x.dtype()), tensors, (n, inner)) }
}
