//! `.safetensors` files: named tensors.

use super::resource::{Resource, own, tensors, within_limits};
use crate::error::{Error, Result};
use crate::io;
use crate::tensor::Tensor;
use std::path::Path;

/// Writes named tensors; the old file stays as it was when that fails. As many names as tensors.
/// Errors: `INVALID_ARGUMENT` for a name given twice, `IO`.
pub fn save(path: &str, names: &[&str], handles: &[u64]) -> Result<()> {
    if names.len() != handles.len() {
        return Err(Error::argument(format!("{} names for {} tensors", names.len(), handles.len())));
    }
    let pins = tensors(handles)?;
    let named: Vec<(&str, &Tensor)> = names.iter().copied().zip(pins.iter().map(|pin| &**pin)).collect();
    io::safetensors::save(Path::new(path), &named)
}

/// The names in a file, in the order of the file. Errors: `IO`.
pub fn names(path: &str) -> Result<Vec<String>> {
    io::safetensors::names(Path::new(path))
}

/// One tensor of a file, on the processor. *Returns new.* Errors: `IO`, `INVALID_ARGUMENT` for a name that is not in
/// the file, `UNSUPPORTED` for an element type of its own.
pub fn load(scope: u64, path: &str, name: &str) -> Result<u64> {
    own(scope, Resource::Tensor(within_limits(scope, None, || io::safetensors::load(Path::new(path), name))?))
}
