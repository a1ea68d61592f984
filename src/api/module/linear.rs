//! Linear layers.

use crate::api::types::{NewModule, Owner};
use crate::error::Result;
use crate::nn::modules;
use crate::session::module::make;

/// A linear layer: `y = x Wᵀ + b`.
/// Shapes: `[..., in] -> [..., out]`. Dtype: that of the parameters.
///
/// - `Linear::new()`
/// - `in_features`: the size of the last axis of an input
/// - `out_features`: the size of the last axis of an output
/// - `bias` = true: whether a bias is added
/// - `INVALID_ARGUMENT`: a number is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn linear(scope: Owner, in_features: i64, out_features: i64, bias: bool) -> Result<NewModule> {
    make(scope, || modules::linear(in_features, out_features, bias))
}

/// A bilinear layer of two inputs: `y = x₁ᵀ W x₂ + b`.
/// Shapes: `[..., in1], [..., in2] -> [..., out]`. Dtype: that of the parameters.
///
/// - `Bilinear::new()`
/// - `in1_features`: the size of the last axis of the first input
/// - `in2_features`: the size of the last axis of the second input
/// - `out_features`: the size of the last axis of an output
/// - `bias` = true: whether a bias is added
/// - `INVALID_ARGUMENT`: a number is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn bilinear(
    scope: Owner,
    in1_features: i64,
    in2_features: i64,
    out_features: i64,
    bias: bool,
) -> Result<NewModule> {
    make(scope, || modules::bilinear(in1_features, in2_features, out_features, bias))
}
