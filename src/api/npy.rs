//! `.npy` files: one tensor each.

use super::resource::{Resource, own, tensor, within_limits};
use crate::error::Result;
use crate::io;
use std::path::Path;

/// The tensor of a file, on the processor. *Returns new.* Errors: `IO`, `UNSUPPORTED` for an element type of its own.
pub fn load(scope: u64, path: &str) -> Result<u64> {
    own(scope, Resource::Tensor(within_limits(scope, None, || io::npy::load(Path::new(path)))?))
}

/// Writes a tensor; the old file stays as it was when that fails. Errors: `IO`.
pub fn save(path: &str, t: u64) -> Result<()> {
    io::npy::save(Path::new(path), &*tensor(t)?)
}
