//! Modules made of others.

use super::kind::kind;
use crate::autograd;
use crate::error::{Error, Result, Status};
use crate::nn::module::{Call, Layer, Module};
use crate::ops::BinaryOp;
use crate::tensor::Tensor;
use std::sync::Arc;

/// How a container computes with its children.
#[derive(Clone, Copy)]
enum Container {
    /// Each reads the output of the one before it.
    Sequential,
    /// The input plus what the children make of it one after another.
    Residual,
    /// Each reads the input; the outputs are added.
    Sum,
    /// Each reads the input; the outputs are joined along an axis.
    Concat(i64),
    /// It is not computed as a whole.
    List(&'static str),
}

/// A `Sequential` without children.
pub fn sequential() -> Arc<Module> {
    Module::new(Container::Sequential, Vec::new())
}

/// A `Residual` without children.
pub fn residual() -> Arc<Module> {
    Module::new(Container::Residual, Vec::new())
}

/// A `Parallel` without children, which adds their outputs, or joins them along an axis.
pub fn parallel(axis: Option<i64>) -> Arc<Module> {
    Module::new(axis.map_or(Container::Sum, Container::Concat), Vec::new())
}

/// A `ModuleList` without children.
pub fn module_list() -> Arc<Module> {
    Module::new(Container::List("ModuleList"), Vec::new())
}

/// A `ModuleDict` without children.
pub fn module_dict() -> Arc<Module> {
    Module::new(Container::List("ModuleDict"), Vec::new())
}

/// An `Identity`, which returns its input as a fresh reference.
pub fn identity() -> Arc<Module> {
    kind("Identity", String::new(), Vec::new(), |_, x| Ok(x.clone()))
}

impl Layer for Container {
    fn kind(&self) -> &str {
        match self {
            Container::Sequential => "Sequential",
            Container::Residual => "Residual",
            Container::Sum | Container::Concat(_) => "Parallel",
            Container::List(kind) => kind,
        }
    }

    fn settings(&self) -> String {
        match self {
            Container::Concat(axis) => format!("dim={axis}"),
            _ => String::new(),
        }
    }

    fn copy(&self) -> Box<dyn Layer> {
        Box::new(*self)
    }

    fn run(&self, call: &Call, x: &Tensor) -> Result<Tensor> {
        match *self {
            Container::Sequential => one_after_another(call, x),
            Container::Residual => autograd::binary(BinaryOp::Add, x, &one_after_another(call, x)?),
            Container::Sum => {
                let mut outputs = each(call, x)?.into_iter();
                let first = outputs.next().expect("there is one at least");
                outputs.try_fold(first, |sum, output| autograd::binary(BinaryOp::Add, &sum, &output))
            }
            Container::Concat(axis) => {
                let outputs = each(call, x)?;
                autograd::concat(&outputs.iter().collect::<Vec<_>>(), axis)
            }
            Container::List(kind) => {
                let text = format!("a {kind} is not computed as a whole: call its parts");
                Err(Error::new(Status::Unsupported, text))
            }
        }
    }

    fn refuses(&self, _name: &str) -> Option<String> {
        None
    }
}

fn one_after_another(call: &Call, x: &Tensor) -> Result<Tensor> {
    let mut at = None;
    for (name, child) in call.children().iter() {
        at = Some(call.run(name, child, at.as_ref().unwrap_or(x))?);
    }
    Ok(at.unwrap_or_else(|| x.clone()))
}

/// The outputs of all children for the same input.
fn each(call: &Call, x: &Tensor) -> Result<Vec<Tensor>> {
    let children = call.children();
    if children.is_empty() {
        return Err(Error::argument("a Parallel needs at least one part"));
    }
    children.iter().map(|(name, child)| call.run(name, child, x)).collect()
}
