//! Initial values of parameters, by PyTorch's distributions. They are float32; `to_dtype` converts them.

use crate::device::Device;
use crate::error::Result;
use crate::nn::module::{Role, Slot};
use crate::ops;
use crate::tensor::{DType, Shape, Tensor};

/// A parameter whose elements are uniform in `[-bound, bound)`.
pub(super) fn uniform(name: &str, dims: &[i64], bound: f64) -> Result<Slot> {
    parameter(name, ops::uniform(Device::Cpu, DType::F32, -bound, bound, &Shape::new(dims)?)?)
}

/// A parameter whose elements are normal, with mean 0 and variance 1.
pub(super) fn normal(dims: &[i64]) -> Result<Tensor> {
    ops::randn(Device::Cpu, DType::F32, &Shape::new(dims)?)
}

/// A parameter of one number.
pub(super) fn filled(name: &str, dims: &[i64], value: f64) -> Result<Slot> {
    parameter(name, constant(dims, value)?)
}

/// A buffer of one number.
pub(super) fn buffer(name: &str, dims: &[i64], value: f64) -> Result<Slot> {
    Ok(Slot::new(name, Role::Buffer, constant(dims, value)?))
}

/// A buffer that counts, in int64.
pub(super) fn counter(name: &str) -> Result<Slot> {
    Ok(Slot::new(name, Role::Buffer, Tensor::zeros(Device::Cpu, DType::I64, &Shape::scalar())?))
}

/// PyTorch's bound for weights and biases that read `fan_in` inputs each: `1 / sqrt(fan_in)`.
pub(super) fn bound(fan_in: i64) -> f64 {
    if fan_in > 0 { 1.0 / (fan_in as f64).sqrt() } else { 0.0 }
}

pub(super) fn parameter(name: &str, value: Tensor) -> Result<Slot> {
    Ok(Slot::new(name, Role::Parameter, value))
}

fn constant(dims: &[i64], value: f64) -> Result<Tensor> {
    ops::full(Device::Cpu, DType::F32, value, &Shape::new(dims)?)
}
