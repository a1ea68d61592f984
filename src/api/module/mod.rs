//! Modules: layers with parameters, in a tree. Names, shapes, defaults and initial values are those
//! of `torch.nn`.
//!
//! Each kind is a function that makes a module, and a class of Java and C#. A module is owned like
//! a scope: closing it releases its parameters and the modules below it, and its parameters stay
//! with it.

mod activation;
mod container;
mod conv;
mod dropout;
mod linear;
mod norm;
mod pool;
mod recurrent;
mod sequence;
mod shape;
mod transform;
mod transformer;
mod tree;

pub use activation::*;
pub use container::*;
pub use conv::*;
pub use dropout::*;
pub use linear::*;
pub use norm::*;
pub use pool::*;
pub use recurrent::*;
pub use sequence::*;
pub use shape::*;
pub use transform::*;
pub use transformer::*;
pub use tree::*;
