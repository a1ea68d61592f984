//! `.npy` files: one tensor each.

use super::types::{DTypeCode, NewTensor, Owner, TensorRef};
use crate::error::Result;
use crate::io;
use crate::session::own::read_into;
use crate::session::resource::tensor;
use crate::tensor::DType;
use std::path::Path;

/// Reads the tensor of a file, into the processor's memory. *Returns new.* Errors: `IO` if the file cannot be read or
/// is not a valid `.npy` file, `UNSUPPORTED` if its element type is not supported or it has more than 16 axes.
pub fn load(scope: Owner, path: &str) -> Result<NewTensor> {
    read_into(scope, || io::npy::load(Path::new(path)))
}

/// Reads the tensor of a file and converts it to a dtype as [`super::tensor::cast`] does: also elements that no tensor
/// holds, which are uint16, uint32 and uint64. *Returns new.* Errors: those of [`load`], `UNSUPPORTED` for a uint64 above
/// the greatest int64.
pub fn load_as(scope: Owner, path: &str, dtype: DTypeCode) -> Result<NewTensor> {
    let dtype = DType::from_code(dtype)?;
    read_into(scope, || io::npy::load_as(Path::new(path), Some(dtype)))
}

/// Reads the tensor of a file whose bytes are in memory, as `dtype` if it is given; messages call the file `name`.
/// *Returns new.* Errors: those of [`load`] and [`load_as`].
pub fn load_bytes(scope: Owner, bytes: &[u8], name: &str, dtype: Option<DType>) -> Result<NewTensor> {
    let read = || io::npy::load_bytes_as(bytes, dtype).map_err(|e| e.context(format_args!("reading '{name}'")));
    read_into(scope, read)
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
