//! `Custom`: a module whose `forward` is written in the caller's language.

use super::tree::{Call, Inputs, Layer, Module, Outputs};
use crate::error::{Error, Result, Status};
use crate::tensor::Tensor;
use std::any::Any;
use std::sync::Arc;

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

impl Module {
    /// The kind of its first part that is written in the caller's language, if there is one.
    pub fn custom_part(self: &Arc<Module>) -> Option<String> {
        let mut found = None;
        self.each(&mut |_, module| {
            let layer: &dyn Any = module.layer();
            if found.is_none() && layer.is::<Custom>() {
                found = Some(module.kind().to_string());
            }
        });
        found
    }
}

fn unsupported(class: &str) -> Error {
    let text = format!("the forward of {class} is written in the caller's language: the core cannot call it");
    Error::new(Status::Unsupported, text)
}
