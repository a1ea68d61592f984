//! Modules made of others.

use crate::api::types::{NewModule, Owner};
use crate::error::Result;
use crate::nn::modules;
use crate::session::module::make;

/// A sequence of modules: each reads the output of the one before it. A call of it is one call of
/// the library.
///
///
/// - `Sequential::of()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn sequential(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::sequential()))
}

/// The input plus the output of a sequence of modules that reads it.
/// Shapes: `[...] -> [...]`.
///
/// - `Residual::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn residual(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::residual()))
}

/// Modules that all read the same input. Their outputs are added, or joined along an axis.
///
///
/// - `Parallel::new()`
/// - `axis` = none: the axis along which outputs are joined; none adds them
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn parallel(scope: Owner, axis: Option<i64>) -> Result<NewModule> {
    make(scope, || Ok(modules::parallel(axis)))
}

/// A list of modules, which are called one by one: it is not computed as a whole.
///
///
/// - `ModuleList::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn list(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::list("ModuleList")))
}

/// Modules by name, which are called one by one: it is not computed as a whole.
///
///
/// - `ModuleDict::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn dict(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::list("ModuleDict")))
}

/// A module that returns its input, as a new reference.
/// Shapes: `[...] -> [...]`.
///
/// - `Identity::new()`
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn identity(scope: Owner) -> Result<NewModule> {
    make(scope, || Ok(modules::identity()))
}
