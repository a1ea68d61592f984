//! What a batcher asks of a model: the rows of its inputs and outputs are variable.

use super::model::Model;
use super::port::{self, Port};
use super::types::Dim;
use crate::error::{Error, Result, Status};
use crate::io::batcher::Rowwise;
use crate::tensor::Tensor;
use std::sync::Arc;

impl Model {
    /// Checks that all inputs and outputs have a variable first size.
    ///
    /// Errors: `INVALID_ARGUMENT` names those that do not; `UNSUPPORTED` one that is not a tensor of
    /// numbers.
    pub fn check_rows(&self) -> Result<()> {
        let ports = [("input", self.inputs()), ("output", self.outputs())];
        let of_ports = ports.iter().flat_map(|(what, ports)| ports.iter().map(move |port| (what, port)));
        if let Some((what, port)) = of_ports.into_iter().find(|(_, port)| port.dtype().is_none()) {
            let text = format!("a batcher joins tensors of numbers, and {what} '{}' is {}", port.name, port.ty);
            return Err(Error::new(Status::Unsupported, text));
        }
        let fixed = |what: &str, ports: &[Port]| -> Vec<String> {
            let fixed = ports.iter().filter_map(|port| match port.dims().first() {
                Some(Dim::Fixed(size)) => Some(format!("{what} '{}' is always {size}", port.name)),
                None if !port.ty.is_any_rank() => {
                    Some(format!("{what} '{}' does not exist: it is a scalar", port.name))
                }
                _ => None,
            });
            fixed.collect()
        };
        if self.inputs().is_empty() {
            return Err(Error::argument(
                "requests are joined along the first size of their inputs, and the model has none",
            ));
        }
        let mut refused = fixed("input", self.inputs());
        refused.extend(fixed("output", self.outputs()));
        if !refused.is_empty() {
            let text = format!("requests are joined along the first size, and that of {}", refused.join(", of "));
            return Err(Error::argument(text));
        }
        Ok(())
    }
}

impl Rowwise for Arc<Model> {
    fn fits(&self, inputs: &[&Tensor]) -> bool {
        self.inputs().len() == inputs.len() && port::check(self.inputs(), inputs).is_ok()
    }

    fn run(&self, inputs: &[&Tensor]) -> Result<Vec<Tensor>> {
        Model::run(self, inputs, None)
    }
}
