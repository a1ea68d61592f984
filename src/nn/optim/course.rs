//! What L-BFGS remembers, in PyTorch's layout: that of `state[0]`, whose lists are numbered.
//!
//! ```text
//!   state[0]["n_iter"]        a number    state.0.n_iter
//!   state[0]["d"]             a tensor    state.0.d
//!   state[0]["old_dirs"][2]   a tensor    state.0.old_dirs.2
//! ```
//!
//! `al` is work space and not read.

use super::search::Memory;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::{DType, Shape, Tensor, shape};
use std::collections::BTreeMap;

const PREFIX: &str = "state.0.";

/// The tensors with their names; none before the first step.
pub(super) fn named(memory: &Memory) -> Result<Vec<(String, Tensor)>> {
    let mut all = Vec::new();
    if memory.func_evals == 0 {
        return Ok(all);
    }
    let number = |value: f64, dtype| ops::full(Device::Cpu, dtype, value, &Shape::new(&[])?);
    all.push((format!("{PREFIX}func_evals"), number(memory.func_evals as f64, DType::I64)?));
    all.push((format!("{PREFIX}n_iter"), number(memory.n_iter as f64, DType::I64)?));
    let (Some(d), Some(gradient)) = (&memory.d, &memory.prev_flat_grad) else { return Ok(all) };
    all.push((format!("{PREFIX}d"), d.clone()));
    for (name, value) in [("t", memory.t), ("H_diag", memory.h_diag), ("prev_loss", memory.prev_loss)] {
        all.push((format!("{PREFIX}{name}"), number(value, DType::F64)?));
    }
    all.push((format!("{PREFIX}prev_flat_grad"), gradient.clone()));
    for i in 0..memory.ro.len() {
        all.push((format!("{PREFIX}old_dirs.{i}"), memory.old_dirs[i].clone()));
        all.push((format!("{PREFIX}old_stps.{i}"), memory.old_stps[i].clone()));
        all.push((format!("{PREFIX}ro.{i}"), number(memory.ro[i], DType::F64)?));
    }
    Ok(all)
}

/// Takes what was named so out of `given`, for parameters of so many elements. Errors:
/// `INVALID_ARGUMENT` if a part of it is missing, `SHAPE_MISMATCH`.
pub(super) fn read<'a>(given: &mut BTreeMap<&'a str, &'a Tensor>, elements: usize, dtype: DType) -> Result<Memory> {
    let scratch = format!("{PREFIX}al");
    given.retain(|name, _| *name != scratch && !name.starts_with(&format!("{scratch}.")));
    let mut memory = Memory::default();
    if given.is_empty() {
        return Ok(memory);
    }
    let has_direction = given.contains_key(format!("{PREFIX}d").as_str());
    let mut reader = Reader { given, elements, dtype };
    memory.func_evals = reader.count("func_evals")?;
    memory.n_iter = reader.count("n_iter")?;
    if !has_direction {
        return Ok(memory);
    }
    memory.d = Some(reader.vector("d")?);
    (memory.t, memory.h_diag) = (reader.number("t")?, reader.number("H_diag")?);
    memory.prev_loss = reader.number("prev_loss")?;
    memory.prev_flat_grad = Some(reader.vector("prev_flat_grad")?);
    while reader.has(&format!("ro.{}", memory.ro.len())) {
        let i = memory.ro.len();
        memory.old_dirs.push(reader.vector(&format!("old_dirs.{i}"))?);
        memory.old_stps.push(reader.vector(&format!("old_stps.{i}"))?);
        memory.ro.push(reader.number(&format!("ro.{i}"))?);
    }
    Ok(memory)
}

struct Reader<'a, 'b> {
    given: &'a mut BTreeMap<&'b str, &'b Tensor>,
    elements: usize,
    dtype: DType,
}

impl<'b> Reader<'_, 'b> {
    fn has(&self, name: &str) -> bool {
        self.given.contains_key(format!("{PREFIX}{name}").as_str())
    }

    fn take(&mut self, name: &str) -> Result<&'b Tensor> {
        let found = self.given.remove(format!("{PREFIX}{name}").as_str());
        found.ok_or_else(|| Error::argument(format!("the state of another optimizer: missing {PREFIX}{name}")))
    }

    fn number(&mut self, name: &str) -> Result<f64> {
        let tensor = self.take(name)?;
        if tensor.size() != 1 {
            let got = shape::display(tensor.shape());
            return Err(Error::shape(format!("{PREFIX}{name} has shape {got}, not one element")));
        }
        ops::item(tensor)
    }

    fn count(&mut self, name: &str) -> Result<u64> {
        let value = self.number(name)?;
        if value >= 0.0 && value.fract() == 0.0 && value < 9e15 {
            return Ok(value as u64);
        }
        Err(Error::argument(format!("{PREFIX}{name} is {value}, not a number of evaluations")))
    }

    fn vector(&mut self, name: &str) -> Result<Tensor> {
        let (wanted, tensor) = (self.elements, self.take(name)?);
        if tensor.rank() != 1 || tensor.size() != wanted {
            let got = shape::display(tensor.shape());
            return Err(Error::shape(format!("{PREFIX}{name} has shape {got}, the parameters {wanted} elements")));
        }
        if tensor.dtype() == self.dtype { ops::copy(tensor) } else { ops::cast(tensor, self.dtype) }
    }
}
