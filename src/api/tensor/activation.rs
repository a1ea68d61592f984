//! Activations beyond those of `math`. All return new references; names and parameters are those of `torch.nn.functional`.

use super::function::real;
use crate::api::types::{NewTensor, Owner, TensorRef};
use crate::error::Result;
use crate::ops::RealOp;

/// `x sigmoid(x)` of each `x`.
pub fn silu(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Silu)
}

/// `x tanh(softplus(x))` of each `x`.
pub fn mish(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Mish)
}

/// elu with the scale and the alpha of Klambauer et al., "Self-normalizing neural networks", 2017.
pub fn selu(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Selu)
}

/// `x / (1 + |x|)` of each `x`.
pub fn softsign(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Softsign)
}

/// `x / 6 + 1 / 2` of each `x`, put between 0 and 1.
pub fn hardsigmoid(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Hardsigmoid)
}

/// Each element times its hardsigmoid.
pub fn hardswish(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Hardswish)
}

/// The logarithm of the logistic function.
pub fn log_sigmoid(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::LogSigmoid)
}

/// Each element put between 0 and 6.
pub fn relu6(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    real(scope, t, RealOp::Hardtanh { min: 0.0, max: 6.0 })
}

/// Each element, or a part of it where it is negative.
///
/// - `negative_slope` = 0.01: which part
pub fn leaky_relu(scope: Owner, t: TensorRef, negative_slope: f64) -> Result<NewTensor> {
    real(scope, t, RealOp::LeakyRelu { slope: negative_slope })
}

/// Each `x`, or `alpha (exp(x) - 1)` where it is negative.
///
/// - `alpha` = 1: minus the limit far below 0
pub fn elu(scope: Owner, t: TensorRef, alpha: f64) -> Result<NewTensor> {
    real(scope, t, RealOp::Elu { alpha })
}

/// Each `x`, or `alpha (exp(x / alpha) - 1)` where it is negative.
///
/// - `alpha` = 1: minus the limit far below 0
pub fn celu(scope: Owner, t: TensorRef, alpha: f64) -> Result<NewTensor> {
    real(scope, t, RealOp::Celu { alpha })
}

/// Each element put between two numbers; its gradient goes where it was between them.
///
/// - `min` = -1: the lower bound
/// - `max` = 1: the upper bound
pub fn hardtanh(scope: Owner, t: TensorRef, min: f64, max: f64) -> Result<NewTensor> {
    real(scope, t, RealOp::Hardtanh { min, max })
}
