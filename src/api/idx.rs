//! `.idx` files: one tensor each, as MNIST's.

use super::types::{NewTensor, Owner};
use crate::error::Result;
use crate::io;
use crate::session::own::read_into;
use std::path::Path;

/// Reads the tensor of a file, plain or compressed with gzip, into the processor's memory. *Returns new.* Errors: `IO` if the
/// file cannot be read or is not a complete `.idx` file, `UNSUPPORTED` if it has more than 16 axes.
pub fn load(scope: Owner, path: &str) -> Result<NewTensor> {
    read_into(scope, || io::idx::load(Path::new(path)))
}

/// The same for a file whose bytes are in memory; messages call it `file`. *Returns new.* Errors: those of [`load`].
pub fn load_bytes(scope: Owner, bytes: &[u8], file: &str) -> Result<NewTensor> {
    let read = || io::idx::load_bytes(bytes).map_err(|e| e.context(format_args!("reading '{file}'")));
    read_into(scope, read)
}
