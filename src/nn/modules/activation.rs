//! Activations: functions of each element, or of each row.

use super::draw::filled;
use super::kind::{at_least_one, kind, probability, truth};
use crate::autograd;
use crate::error::{Error, Result};
use crate::nn::module::Module;
use crate::ops::{self, BinaryOp, CompareOp, RealOp, UnaryOp};
use crate::tensor::{Shape, Tensor};
use std::sync::Arc;

/// The rectified linear unit: `max(x, 0)`.
pub fn relu() -> Arc<Module> {
    unary("ReLU", UnaryOp::Relu)
}

/// The logistic function: `1 / (1 + exp(-x))`.
pub fn sigmoid() -> Arc<Module> {
    unary("Sigmoid", UnaryOp::Sigmoid)
}

/// The hyperbolic tangent.
pub fn tanh() -> Arc<Module> {
    unary("Tanh", UnaryOp::Tanh)
}

/// The SiLU (swish) activation: `x sigmoid(x)`.
pub fn silu() -> Arc<Module> {
    real("SiLU", String::new(), RealOp::Silu)
}

/// The Mish activation: `x tanh(softplus(x))`.
pub fn mish() -> Arc<Module> {
    real("Mish", String::new(), RealOp::Mish)
}

/// The SELU activation: `1.0507 x` if `x > 0`, else `1.0507 * 1.6733 (exp(x) - 1)`.
pub fn selu() -> Arc<Module> {
    real("SELU", String::new(), RealOp::Selu)
}

/// `x / (1 + |x|)`.
pub fn softsign() -> Arc<Module> {
    real("Softsign", String::new(), RealOp::Softsign)
}

/// `x / 6 + 1 / 2`, at least 0 and at most 1.
pub fn hardsigmoid() -> Arc<Module> {
    real("Hardsigmoid", String::new(), RealOp::Hardsigmoid)
}

/// `x hardsigmoid(x)`.
pub fn hardswish() -> Arc<Module> {
    real("Hardswish", String::new(), RealOp::Hardswish)
}

/// The logarithm of the logistic function.
pub fn log_sigmoid() -> Arc<Module> {
    real("LogSigmoid", String::new(), RealOp::LogSigmoid)
}

/// `x`, at least 0 and at most 6.
pub fn relu6() -> Arc<Module> {
    real("ReLU6", String::new(), RealOp::Hardtanh { min: 0.0, max: 6.0 })
}

/// `x`, times `slope` where it is negative.
pub fn leaky_relu(slope: f64) -> Arc<Module> {
    real("LeakyReLU", format!("negative_slope={slope:?}"), RealOp::LeakyRelu { slope })
}

/// `x` if `x > 0`, else `alpha (exp(x) - 1)`.
pub fn elu(alpha: f64) -> Arc<Module> {
    real("ELU", format!("alpha={alpha:?}"), RealOp::Elu { alpha })
}

/// `x` if `x > 0`, else `alpha (exp(x / alpha) - 1)`.
pub fn celu(alpha: f64) -> Arc<Module> {
    real("CELU", format!("alpha={alpha:?}"), RealOp::Celu { alpha })
}

/// `x`, at least `min` and at most `max`.
pub fn hardtanh(min: f64, max: f64) -> Arc<Module> {
    real("Hardtanh", format!("min_val={min:?}, max_val={max:?}"), RealOp::Hardtanh { min, max })
}

/// A function of each element without settings.
fn unary(name: &'static str, op: UnaryOp) -> Arc<Module> {
    kind(name, String::new(), Vec::new(), move |_, x| autograd::unary(op, x))
}

/// A function of each element, with settings as PyTorch prints them.
fn real(name: &'static str, settings: String, op: RealOp) -> Arc<Module> {
    kind(name, settings, Vec::new(), move |_, x| autograd::real(op, x))
}

/// `x - tanh(x)`.
pub fn tanhshrink() -> Arc<Module> {
    kind("Tanhshrink", String::new(), Vec::new(), |_, x| {
        autograd::binary(BinaryOp::Sub, x, &autograd::unary(UnaryOp::Tanh, x)?)
    })
}

/// `log(1 + exp(beta x)) / beta`, and `x` where `beta x` is above `threshold`. Errors:
/// `INVALID_ARGUMENT` for a `beta` of 0.
pub fn softplus(beta: f64, threshold: f64) -> Result<Arc<Module>> {
    if beta == 0.0 {
        return Err(Error::argument("beta is 0, it must be another number"));
    }
    let settings = format!("beta={beta:?}, threshold={threshold:?}");
    Ok(kind("Softplus", settings, Vec::new(), move |_, x| {
        let scaled = if beta == 1.0 { x.clone() } else { autograd::binary_scalar(BinaryOp::Mul, x, beta)? };
        let soft = autograd::unary(UnaryOp::Softplus, &scaled)?;
        let soft = if beta == 1.0 { soft } else { autograd::binary_scalar(BinaryOp::Div, &soft, beta)? };
        autograd::where_(&ops::compare_scalar(CompareOp::Gt, &scaled.untracked(), threshold)?, x, &soft)
    }))
}

/// `x` above `threshold`, else `value`.
pub fn threshold(threshold: f64, value: f64) -> Arc<Module> {
    kind("Threshold", format!("threshold={threshold:?}, value={value:?}"), Vec::new(), move |_, x| {
        let other = ops::full(x.device(), x.dtype(), value, &Shape::scalar())?;
        // A NaN stays, as in PyTorch.
        let below = ops::compare_scalar(CompareOp::Le, &x.untracked(), threshold)?;
        autograd::where_(&below, &other, x)
    })
}

/// 0 between `-lambda` and `lambda`, else `x`.
pub fn hardshrink(lambda: f64) -> Arc<Module> {
    kind("Hardshrink", format!("{lambda:?}"), Vec::new(), move |_, x| {
        let zero = ops::full(x.device(), x.dtype(), 0.0, &Shape::scalar())?;
        autograd::where_(&within(x, lambda)?, &zero, x)
    })
}

/// 0 between `-lambda` and `lambda`, else `x` moved towards 0 by `lambda`. Errors:
/// `INVALID_ARGUMENT` for a negative one.
pub fn softshrink(lambda: f64) -> Result<Arc<Module>> {
    if lambda < 0.0 || lambda.is_nan() {
        return Err(Error::argument(format!("lambda is {lambda}, it must be at least 0")));
    }
    Ok(kind("Softshrink", format!("{lambda:?}"), Vec::new(), move |_, x| {
        // x less what lies between the bounds.
        let bounded = autograd::real(RealOp::Hardtanh { min: -lambda, max: lambda }, x)?;
        autograd::binary(BinaryOp::Sub, x, &bounded)
    }))
}

fn within(x: &Tensor, lambda: f64) -> Result<Tensor> {
    let size = ops::unary(UnaryOp::Abs, &x.untracked())?;
    ops::compare_scalar(CompareOp::Le, &size, lambda)
}

/// The first half of an axis times the sigmoid of the second.
pub fn glu(axis: i64) -> Arc<Module> {
    kind("GLU", format!("dim={axis}"), Vec::new(), move |_, x| {
        let size = x.shape()[crate::tensor::shape::axis(axis, x.rank())?];
        if size % 2 != 0 {
            return Err(Error::shape(format!("GLU: axis {axis} has {size} elements, an even number is needed")));
        }
        let halves = autograd::chunk(x, 2, axis)?;
        autograd::binary(BinaryOp::Mul, &halves[0], &autograd::unary(UnaryOp::Sigmoid, &halves[1])?)
    })
}

/// `x`, or a learned factor times `x` where that is negative: one factor, or one for each channel.
pub fn prelu(count: i64, initial: f64) -> Result<Arc<Module>> {
    at_least_one("num_parameters", count)?;
    let slots = vec![filled("weight", &[count], initial)?];
    Ok(kind("PReLU", format!("num_parameters={count}"), slots, move |call, x| {
        let mut weight = call.value(0);
        if count > 1 {
            if x.rank() < 2 || x.shape()[1] != count {
                let got = crate::tensor::shape::display(x.shape());
                return Err(Error::shape(format!("PReLU: a shape of {got} has not {count} channels")));
            }
            let mut dims = vec![1; x.rank()];
            dims[1] = count;
            weight = autograd::reshape(&weight, &dims)?;
        }
        let positive = autograd::unary(UnaryOp::Relu, x)?;
        let zero = ops::full(x.device(), x.dtype(), 0.0, &Shape::scalar())?;
        let above = ops::compare_scalar(CompareOp::Gt, &x.untracked(), 0.0)?;
        let negative = autograd::where_(&above, &zero, x)?;
        autograd::binary(BinaryOp::Add, &positive, &autograd::binary(BinaryOp::Mul, &weight, &negative)?)
    }))
}

/// A leaky rectifier whose slope is random in training, between `lower` and `upper`, and their mean
/// otherwise.
pub fn rrelu(lower: f64, upper: f64) -> Result<Arc<Module>> {
    probability("lower", lower)?;
    probability("upper", upper)?;
    if lower > upper {
        return Err(Error::argument(format!("lower is {lower}, above upper, which is {upper}")));
    }
    Ok(kind("RReLU", format!("lower={lower:?}, upper={upper:?}"), Vec::new(), move |call, x| {
        if !call.is_training() {
            return autograd::real(RealOp::LeakyRelu { slope: (lower + upper) / 2.0 }, x);
        }
        let slopes = ops::uniform(x.device(), x.dtype(), lower, upper, &x.to_shape())?;
        let below = ops::compare_scalar(CompareOp::Lt, &x.untracked(), 0.0)?;
        autograd::where_(&below, &autograd::binary(BinaryOp::Mul, x, &slopes)?, x)
    }))
}

/// Softmax along an axis.
pub fn softmax(axis: i64) -> Arc<Module> {
    kind("Softmax", format!("dim={axis}"), Vec::new(), move |_, x| autograd::softmax(x, axis))
}

/// The logarithm of softmax along an axis.
pub fn log_softmax(axis: i64) -> Arc<Module> {
    kind("LogSoftmax", format!("dim={axis}"), Vec::new(), move |_, x| autograd::log_softmax(x, axis))
}

/// Softmax of `-x` along an axis.
pub fn softmin(axis: i64) -> Arc<Module> {
    kind("Softmin", format!("dim={axis}"), Vec::new(), move |_, x| {
        autograd::softmax(&autograd::unary(UnaryOp::Neg, x)?, axis)
    })
}

/// GELU, exact or by tanh.
pub fn gelu(tanh: bool) -> Arc<Module> {
    let op = if tanh { UnaryOp::GeluTanh } else { UnaryOp::Gelu };
    kind("GELU", format!("approximate_tanh={}", truth(tanh)), Vec::new(), move |_, x| autograd::unary(op, x))
}
