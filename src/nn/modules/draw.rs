//! Makes the slots of new modules, with PyTorch's initial values. They are float32; `to_dtype`
//! converts them.
//!
//! `nn::init` fills tensors that exist. Its rules need two axes and derive the bound from the
//! shape; here the bound is given, because a bias has that of its weight and each kind has its own
//! fan.

use crate::device::Device;
use crate::error::Result;
use crate::nn::module::{Role, Slot};
use crate::ops;
use crate::tensor::{DType, Shape, Tensor};

/// A weight of shape `dims` and, if `bias`, a bias of `outputs` elements, both uniform within
/// PyTorch's [`bound`].
pub(super) fn weight_and_bias(dims: &[i64], fan_in: i64, outputs: i64, bias: bool) -> Result<Vec<Slot>> {
    let mut slots = vec![uniform("weight", dims, bound(fan_in))?];
    if bias {
        slots.push(uniform("bias", &[outputs], bound(fan_in))?);
    }
    Ok(slots)
}

/// A parameter whose elements are uniform in `[-bound, bound)`.
pub(super) fn uniform(name: &str, dims: &[i64], bound: f64) -> Result<Slot> {
    Ok(parameter(name, ops::uniform(Device::Cpu, DType::F32, -bound, bound, &Shape::new(dims)?)?))
}

/// A tensor whose elements are normal, with mean 0 and variance 1.
pub(super) fn normal(dims: &[i64]) -> Result<Tensor> {
    ops::randn(Device::Cpu, DType::F32, &Shape::new(dims)?)
}

/// A parameter whose elements are all `value`.
pub(super) fn filled(name: &str, dims: &[i64], value: f64) -> Result<Slot> {
    Ok(parameter(name, constant(dims, value)?))
}

/// A buffer whose elements are all `value`.
pub(super) fn buffer(name: &str, dims: &[i64], value: f64) -> Result<Slot> {
    Ok(Slot::new(name, Role::Buffer, constant(dims, value)?))
}

/// A buffer that counts, in int64.
pub(super) fn counter(name: &str) -> Result<Slot> {
    Ok(Slot::new(name, Role::Buffer, Tensor::zeroed(Device::Cpu, DType::I64, &Shape::scalar())?))
}

/// PyTorch's bound for weights and biases of outputs that read `fan_in` inputs: `1 / sqrt(fan_in)`.
pub(super) fn bound(fan_in: i64) -> f64 {
    if fan_in > 0 { 1.0 / (fan_in as f64).sqrt() } else { 0.0 }
}

/// A parameter with this initial value.
pub(super) fn parameter(name: &str, value: Tensor) -> Slot {
    Slot::new(name, Role::Parameter, value)
}

fn constant(dims: &[i64], value: f64) -> Result<Tensor> {
    ops::full(Device::Cpu, DType::F32, value, &Shape::new(dims)?)
}
