//! `Linear` and `Bilinear`.

use super::draw::weight_and_bias;
use super::kind::{at_least_one, kind, kind_of_many, truth};
use crate::autograd::{self, nn};
use crate::error::Result;
use crate::nn::module::Module;
use crate::ops::BinaryOp;
use std::sync::Arc;

/// `y = x Wᵀ + b`, from `inputs` to `outputs` features. Errors: `INVALID_ARGUMENT` for a number
/// below 1.
pub fn linear(inputs: i64, outputs: i64, bias: bool) -> Result<Arc<Module>> {
    at_least_one("in_features", inputs)?;
    at_least_one("out_features", outputs)?;
    let slots = weight_and_bias(&[outputs, inputs], inputs, outputs, bias)?;
    let settings = format!("in_features={inputs}, out_features={outputs}, bias={}", truth(bias));
    Ok(kind("Linear", settings, slots, move |call, x| nn::linear(x, &call.value(0), call.value_if(bias, 1).as_ref())))
}

/// `y = x₁ᵀ W x₂ + b` of two inputs. Errors: `INVALID_ARGUMENT` for a number below 1.
pub fn bilinear(first: i64, second: i64, outputs: i64, bias: bool) -> Result<Arc<Module>> {
    at_least_one("in1_features", first)?;
    at_least_one("in2_features", second)?;
    at_least_one("out_features", outputs)?;
    let slots = weight_and_bias(&[outputs, first, second], first, outputs, bias)?;
    let settings = format!("in1_features={first}, in2_features={second}, out_features={outputs}, bias={}", truth(bias));
    Ok(kind_of_many("Bilinear", settings, slots, &[2], move |call, inputs| {
        let (x, y) = (inputs[0], inputs[1]);
        let out = autograd::einsum("...i,oij,...j->...o", &[x, &call.value(0), y])?;
        match call.value_if(bias, 1) {
            Some(bias) => Ok(vec![autograd::binary(BinaryOp::Add, &out, &bias)?]),
            None => Ok(vec![out]),
        }
    }))
}
