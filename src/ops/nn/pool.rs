//! Pooling: the largest element or the mean of each window. Windows slide, or divide the input
//! evenly.

use super::shared::operand;
use crate::error::{Error, Result};
use crate::ops::cpu::nn::pool;
use crate::ops::cuda::{self, Steps, Windows};
use crate::ops::settings::{Axis, Pool, Sliding};
use crate::tensor::{DType, Shape, Tensor};

impl Axis {
    /// No pooling: each element is its own window.
    pub fn whole(size: usize) -> Axis {
        let one = Sliding { kernel: 1, stride: 1, padding: 0, dilation: 1 };
        Axis { size, output: size, sliding: Some(one) }
    }

    /// Divides the input into `output` parts that overlap by at most one element.
    pub fn adaptive(size: usize, output: usize) -> Axis {
        Axis { size, output, sliding: None }
    }

    /// Windows counted as in PyTorch. With `ceil`, windows that begin inside and end after the
    /// padding count too, so there may be one although the kernel is larger than the padded input.
    ///
    /// Errors: a kernel, stride or dilation below 1, a padding of more than half the kernel, and a
    /// kernel larger than the padded input, are `INVALID_ARGUMENT`.
    pub fn sliding(op: &str, size: i64, [kernel, stride, padding, dilation]: [i64; 4], ceil: bool) -> Result<Axis> {
        if kernel < 1 || stride < 1 || dilation < 1 {
            return Err(Error::argument(format!(
                "{op}: kernel {kernel}, stride {stride} and dilation {dilation} must be 1 or more"
            )));
        }
        if padding < 0 || padding > kernel / 2 {
            return Err(Error::argument(format!(
                "{op}: a padding of {padding} is not from 0 to half the kernel of {kernel}"
            )));
        }
        let too_large = || super::conv::too_large(op, kernel, dilation, size, padding);
        let reach = dilation.checked_mul(kernel - 1);
        // What remains of the padded input after the first window; negative if the window ends
        // after it.
        let left = reach.and_then(|reach| size.checked_add(2 * padding)?.checked_sub(reach)?.checked_sub(1));
        let left = left.ok_or_else(too_large)?;
        let mut output = left.div_euclid(stride) + 1;
        if ceil {
            output += i64::from(left.rem_euclid(stride) != 0);
            if (output - 1).saturating_mul(stride) >= size.saturating_add(padding) {
                output -= 1;
            }
        }
        if output < 1 {
            return Err(too_large());
        }
        let [kernel, stride, padding, dilation] = [kernel, stride, padding, dilation].map(|n| n as usize);
        let sliding = Some(Sliding { kernel, stride, padding, dilation });
        Ok(Axis { size: size as usize, output: output as usize, sliding })
    }
}

impl Pool {
    /// The same for the kernels of a CUDA device.
    fn for_cuda(&self) -> Windows {
        let axes = self.axes.map(|axis| {
            let none = Sliding { kernel: 0, stride: 1, padding: 0, dilation: 1 };
            let Sliding { kernel, stride, padding, dilation } = axis.sliding.unwrap_or(none);
            let [size, output, kernel, stride, padding, dilation] =
                [axis.size, axis.output, kernel, stride, padding, dilation].map(|n| n as i64);
            Steps { size, output, kernel, stride, padding, dilation }
        });
        let divisor = self.divisor.unwrap_or(f64::NAN);
        Windows { axes, count_padding: i64::from(self.count_padding), divisor }
    }

    fn shape(&self, x: &Tensor) -> Result<Shape> {
        let [d, h, w] = self.axes.map(|a| a.output as i64);
        Shape::new(&[x.shape()[0], x.shape()[1], d, h, w])
    }
}

/// The largest element of each window of `x`, `[N, C, D, H, W]`, and its index in its plane (i64).
/// Of equal elements the first one; NaN is the largest. Returns new.
pub fn greatest(op: &str, x: &Tensor, how: &Pool) -> Result<(Tensor, Tensor)> {
    let x = operand(op, x)?;
    let shape = how.shape(&x)?;
    let out = Tensor::uninit(x.device(), x.dtype(), &shape)?;
    let places = Tensor::uninit(x.device(), DType::I64, &shape)?;
    if let Some(gpu) = cuda::on(&x) {
        // SAFETY: all are contiguous and of these sizes; the results are new.
        unsafe { cuda::greatest(gpu, [&out, &places, &x], &how.for_cuda())? };
        return Ok((out, places));
    }
    pool::greatest([&out, &x], &places, how)?;
    Ok((out, places))
}

/// The gradient of [`greatest`] for an input of this shape: adds each element of `grad` where its
/// value came from.
pub fn greatest_grad(grad: &Tensor, places: &Tensor, how: &Pool) -> Result<Tensor> {
    let grad = operand("max_pool", grad)?;
    let [d, h, w] = how.axes.map(|a| a.size as i64);
    let out = Tensor::zeroed(grad.device(), grad.dtype(), &Shape::new(&[grad.shape()[0], grad.shape()[1], d, h, w])?)?;
    if let Some(gpu) = cuda::on(&grad) {
        let places = crate::ops::contiguous(places)?;
        // SAFETY: all are contiguous and of these sizes; the result is new.
        unsafe { cuda::pool_grad(gpu, [&out, &grad], Some(&places), &how.for_cuda())? };
        return Ok(out);
    }
    pool::greatest_grad([&out, &grad], places, how)?;
    Ok(out)
}

/// The mean of each window of `x`, `[N, C, D, H, W]`. Returns new.
pub fn average(op: &str, x: &Tensor, how: &Pool) -> Result<Tensor> {
    let x = operand(op, x)?;
    let out = Tensor::uninit(x.device(), x.dtype(), &how.shape(&x)?)?;
    if let Some(gpu) = cuda::on(&x) {
        // SAFETY: both are contiguous and of these sizes; the result is new.
        unsafe { cuda::average(gpu, [&out, &x], &how.for_cuda())? };
        return Ok(out);
    }
    pool::average([&out, &x], how)?;
    Ok(out)
}

/// The gradient of [`average`]. Returns new.
pub fn average_grad(grad: &Tensor, how: &Pool) -> Result<Tensor> {
    let grad = operand("avg_pool", grad)?;
    let [d, h, w] = how.axes.map(|a| a.size as i64);
    let out = Tensor::zeroed(grad.device(), grad.dtype(), &Shape::new(&[grad.shape()[0], grad.shape()[1], d, h, w])?)?;
    if let Some(gpu) = cuda::on(&grad) {
        // SAFETY: both are contiguous and of these sizes; the result is new.
        unsafe { cuda::pool_grad(gpu, [&out, &grad], None, &how.for_cuda())? };
        return Ok(out);
    }
    pool::average_grad([&out, &grad], how)?;
    Ok(out)
}
