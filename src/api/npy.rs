//! `.npy` files: one tensor each.

use super::types::{NewTensor, Owner, TensorRef};
use crate::error::Result;
use crate::io;
use crate::session::context::within_limits;
use crate::session::own::own;
use crate::session::resource::{Resource, tensor};
use std::path::Path;

/// Reads the tensor of a file, into the processor's memory. *Returns new.* Errors: `IO` if the file cannot be read or
/// is not a valid `.npy` file, `UNSUPPORTED` if its element type is not supported or it has more than 8 axes.
pub fn load(scope: Owner, path: &str) -> Result<NewTensor> {
    own(scope, Resource::Tensor(within_limits(scope, None, || io::npy::load(Path::new(path)))?))
}

/// Reads the tensor of a file whose bytes are in memory; messages call the file `name`. *Returns new.* Errors: those of
/// [`load`].
pub fn load_bytes(scope: Owner, bytes: &[u8], name: &str) -> Result<NewTensor> {
    let read = || io::npy::load_bytes(bytes).map_err(|e| e.context(format_args!("reading '{name}'")));
    own(scope, Resource::Tensor(within_limits(scope, None, read)?))
}

/// The bytes that [`save`] would write. Errors: `UNSUPPORTED` for bfloat16, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
pub fn to_bytes(t: TensorRef) -> Result<Vec<u8>> {
    io::npy::to_bytes(&*tensor(t)?)
}

/// Writes a tensor to a file, which is replaced as a whole: if this fails, the old file stays as it was. Errors: `IO`
/// if it cannot be written, for example because the disk is full, and `UNSUPPORTED` for bfloat16, which NumPy does not
/// have.
pub fn save(path: &str, t: TensorRef) -> Result<()> {
    io::npy::save(Path::new(path), &*tensor(t)?)
}
