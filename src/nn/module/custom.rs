//! `Custom`: a module whose `forward` is written in the caller's language.

use super::tree::{Call, Inputs, Layer, Outputs};
use crate::error::{Error, Result, Status};
use crate::tensor::Tensor;

/// A module whose `forward` is written in the caller's language.
pub struct Custom {
    class: String,
}

impl Custom {
    /// Of a class of this name.
    pub fn new(class: &str) -> Custom {
        Custom { class: class.into() }
    }
}

impl Layer for Custom {
    fn kind(&self) -> &str {
        &self.class
    }

    fn copy(&self) -> Box<dyn Layer> {
        Box::new(Custom::new(&self.class))
    }

    fn run(&self, _call: &Call, _x: &Tensor) -> Result<Tensor> {
        Err(unsupported(&self.class))
    }

    fn run_all(&self, _call: &Call, _inputs: Inputs) -> Result<Outputs> {
        Err(unsupported(&self.class))
    }

    fn refuses(&self, _name: &str) -> Option<String> {
        None
    }
}

fn unsupported(class: &str) -> Error {
    let text = format!("the forward of {class} is written in the caller's language: the core cannot call it");
    Error::new(Status::Unsupported, text)
}
