//! `.npy` files: one tensor each.

use super::own::own;
use super::resource::{Resource, tensor};
use super::types::{NewTensor, Owner, TensorRef};
use super::workspace::within_limits;
use crate::error::Result;
use crate::io;
use std::path::Path;

/// The tensor of a file, on the processor. *Returns new.* Errors: `IO`, `UNSUPPORTED` for an element type of its own.
pub fn load(scope: Owner, path: &str) -> Result<NewTensor> {
    own(scope, Resource::Tensor(within_limits(scope, None, || io::npy::load(Path::new(path)))?))
}

/// The tensor of a file whose bytes are in memory; `name` is what messages call it. *Returns new.* Errors: as for [`load`].
pub fn load_bytes(scope: Owner, bytes: &[u8], name: &str) -> Result<NewTensor> {
    let read = || io::npy::load_bytes(bytes).map_err(|e| e.context(format_args!("reading '{name}'")));
    own(scope, Resource::Tensor(within_limits(scope, None, read)?))
}

/// The bytes that [`save`] would write. Errors: `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
pub fn to_bytes(t: TensorRef) -> Result<Vec<u8>> {
    io::npy::to_bytes(&*tensor(t)?)
}

/// Writes a tensor; the old file stays as it was when that fails. Errors: `IO`, also where the disk has less room than the
/// file needs.
pub fn save(path: &str, t: TensorRef) -> Result<()> {
    io::npy::save(Path::new(path), &*tensor(t)?)
}
