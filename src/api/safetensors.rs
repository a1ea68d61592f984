//! `.safetensors` files: named tensors.

use super::types::{NewTensor, Owner, TensorRefs};
use crate::error::{Error, Result};
use crate::io::{self, safetensors::Reader};
use crate::session::context::within_limits;
use crate::session::own::own;
use crate::session::release::release;
use crate::session::resource::{Resource, tensors as pins_of};
use crate::tensor::Tensor;
use std::io::{Read, Seek};
use std::path::Path;

/// Writes named tensors to a file, as many names as tensors. The file is replaced as a whole: if this fails, the old
/// file stays as it was. Errors: `INVALID_ARGUMENT` if the numbers differ, or a name is given twice, contains a NUL, or
/// is `__metadata__`; `IO` if it cannot be written, for example because the disk is full.
pub fn save(path: &str, names: &[&str], tensors: TensorRefs) -> Result<()> {
    with_named(names, tensors, |named| io::safetensors::save(Path::new(path), named))
}

/// The bytes that [`save`] would write. Errors: `INVALID_ARGUMENT` as for `save`, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
pub fn to_bytes(names: &[&str], tensors: TensorRefs) -> Result<Vec<u8>> {
    with_named(names, tensors, io::safetensors::to_bytes)
}

fn with_named<T>(names: &[&str], tensors: TensorRefs, f: impl FnOnce(&[(&str, &Tensor)]) -> Result<T>) -> Result<T> {
    if names.len() != tensors.len() {
        return Err(Error::argument(format!("{} names for {} tensors", names.len(), tensors.len())));
    }
    let pins = pins_of(tensors)?;
    let named: Vec<(&str, &Tensor)> = names.iter().copied().zip(pins.iter().map(|pin| &**pin)).collect();
    f(&named)
}

/// The names in a file, sorted. Errors: `IO` if it cannot be read or is not a valid `.safetensors` file.
pub fn names(path: &str) -> Result<Vec<String>> {
    io::safetensors::names(Path::new(path))
}

/// Reads one tensor of a file, into the processor's memory. *Returns new.* Errors: `IO` if the file cannot be read or
/// is not valid, `INVALID_ARGUMENT` if it has no tensor of this name, `UNSUPPORTED` if the element type is not
/// supported or the tensor has more than 8 axes.
pub fn load(scope: Owner, path: &str, name: &str) -> Result<NewTensor> {
    own(scope, Resource::Tensor(within_limits(scope, None, || io::safetensors::load(Path::new(path), name))?))
}

/// The names in a file whose bytes are in memory, sorted; messages call it `file`. Errors: those of [`names`].
pub fn names_bytes(bytes: &[u8], file: &str) -> Result<Vec<String>> {
    io::safetensors::names_bytes(bytes).map_err(|e| e.context(format_args!("reading '{file}'")))
}

/// Reads one tensor of a file whose bytes are in memory; messages call it `file`. *Returns new.* Errors: those of
/// [`load`].
pub fn load_bytes(scope: Owner, bytes: &[u8], file: &str, name: &str) -> Result<NewTensor> {
    let read = || io::safetensors::load_bytes(bytes, name).map_err(|e| e.context(format_args!("reading '{file}'")));
    own(scope, Resource::Tensor(within_limits(scope, None, read)?))
}

/// Reads several tensors of a file by their names, in that order, into the processor's memory. The file is opened once
/// and its header read once. *Returns new*, all or none. Errors: those of [`load`].
pub fn load_many(scope: Owner, path: &str, names: &[&str]) -> Result<Vec<NewTensor>> {
    all_of(scope, Reader::open(Path::new(path))?, names)
}

/// Reads several tensors of a file whose bytes are in memory, like [`load_many`]; messages call it `file`. *Returns
/// new*, all or none. Errors: those of [`load`].
pub fn load_many_bytes(scope: Owner, bytes: &[u8], file: &str, names: &[&str]) -> Result<Vec<NewTensor>> {
    all_of(scope, Reader::of_bytes(bytes, file)?, names)
}

fn all_of(scope: Owner, mut file: Reader<impl Read + Seek>, names: &[&str]) -> Result<Vec<NewTensor>> {
    let mut handles = Vec::with_capacity(names.len());
    for name in names {
        let tensor = within_limits(scope, None, || file.load(name));
        match tensor.and_then(|tensor| own(scope, Resource::Tensor(tensor))) {
            Ok(handle) => handles.push(handle),
            Err(error) => {
                release(&handles);
                return Err(error);
            }
        }
    }
    Ok(handles)
}
