//! Activation functions that `math` does not have. All return new references; names and parameters are those of
//! `torch.nn.functional`.
//!
//! - `gradient`: yes

use super::family;
use crate::api::types::{NewTensor, Owner, TensorRef};
use crate::error::Result;
use crate::ops::RealOp;

/// Computes the SiLU (swish) activation of each element: `x sigmoid(x)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn silu(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Silu)
}

/// Computes the Mish activation of each element: `x tanh(softplus(x))`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn mish(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Mish)
}

/// Computes the SELU activation of each element: `1.0507 x` if `x > 0`, else `1.0507 * 1.6733 (exp(x) - 1)` (Klambauer
/// et al., "Self-normalizing neural networks", 2017; the constants are given there with all digits).
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn selu(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Selu)
}

/// Computes the softsign activation of each element: `x / (1 + |x|)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn softsign(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Softsign)
}

/// Computes the hard sigmoid of each element, a piecewise linear sigmoid: `min(max(x + 3, 0), 6) / 6`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn hardsigmoid(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Hardsigmoid)
}

/// Computes the hard swish activation of each element: `x min(max(x + 3, 0), 6) / 6`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn hardswish(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Hardswish)
}

/// Computes the logarithm of the sigmoid of each element: `-ln(1 + exp(-x))`, without overflow.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn log_sigmoid(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::LogSigmoid)
}

/// Limits each element to the range 0 to 6: `min(max(x, 0), 6)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `in_place`
pub fn relu6(scope: Owner, t: TensorRef) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Hardtanh { min: 0.0, max: 6.0 })
}

/// Multiplies negative elements by a small slope: `x` if `x > 0`, else `negative_slope x`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `negative_slope` = 0.01: the factor for negative elements
/// - `in_place`
pub fn leaky_relu(scope: Owner, t: TensorRef, negative_slope: f64) -> Result<NewTensor> {
    family::real(scope, t, RealOp::LeakyRelu { slope: negative_slope })
}

/// Computes the ELU activation of each element: `x` if `x > 0`, else `alpha (exp(x) - 1)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `alpha` = 1: the scale of the negative part, which tends to `-alpha`
/// - `in_place`
pub fn elu(scope: Owner, t: TensorRef, alpha: f64) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Elu { alpha })
}

/// Computes the CELU activation of each element: `x` if `x > 0`, else `alpha (exp(x / alpha) - 1)`.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `alpha` = 1: the scale of the negative part, which tends to `-alpha`
/// - `in_place`
pub fn celu(scope: Owner, t: TensorRef, alpha: f64) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Celu { alpha })
}

/// Limits each element to the range from `min` to `max`. If `min` is greater than `max`, every element becomes `max`.
/// The gradient is 1 strictly between the bounds and 0 elsewhere.
/// Shapes: `[...] -> [...]`. Dtype: a float dtype is kept; integers and bool give float32.
///
/// - `min` = -1: the lower bound
/// - `max` = 1: the upper bound
/// - `in_place`
pub fn hardtanh(scope: Owner, t: TensorRef, min: f64, max: f64) -> Result<NewTensor> {
    family::real(scope, t, RealOp::Hardtanh { min, max })
}
