//! `.npz` files: arrays of NumPy by name. Lists of names are texts with one name a line; a tab, a line feed and a backslash
//! in a name are written `\t`, `\n` and `\\`.

use super::safetensors::{self as files, Named};
use super::types::{DTypeCode, NewTensor, Owner, TensorRefs};
use crate::error::Result;
use crate::io::{self, npz::Reader};
use crate::session::own::read_into;
use crate::tensor::{DType, Tensor};
use std::io::{Read, Seek};
use std::path::Path;

/// Writes arrays to a file, as many names as tensors; with `compressed` it is smaller and takes longer. The file is
/// replaced as a whole: if this fails, the old file stays as it was. Errors: `INVALID_ARGUMENT` if the numbers differ, or a
/// name is given twice, is empty or contains a NUL; `UNSUPPORTED` for bfloat16, which NumPy does not have; `IO` if it
/// cannot be written.
pub fn save(path: &str, names: &str, tensors: TensorRefs, compressed: bool) -> Result<()> {
    let names = files::lines(names);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    files::with_named(&names, tensors, |named| io::npz::save(Path::new(path), named, compressed))
}

/// The bytes that [`save`] would write. Errors: as for `save`, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
pub fn to_bytes(names: &[&str], tensors: TensorRefs, compressed: bool) -> Result<Vec<u8>> {
    files::with_named(names, tensors, |named| io::npz::to_bytes(named, compressed))
}

/// What a file says of its arrays, without reading them: a line for each, with fields separated by tabs: its name, the
/// type of its elements, the code of the dtype that is read or 0, that of the dtype that holds its elements or 0, its
/// bytes, and its sizes. Errors: `IO` if the file cannot be read or is not a valid `.npz` file, `UNSUPPORTED` if an array is
/// encrypted or compressed in another way than NumPy does.
pub fn entries(path: &str) -> Result<String> {
    Ok(files::rows(Reader::open(Path::new(path))?.entries()?))
}

/// The same for a file whose bytes are in memory; messages call it `file`. Errors: those of [`entries`].
pub fn entries_bytes(bytes: &[u8], file: &str) -> Result<String> {
    Ok(files::rows(Reader::of_bytes(bytes, file)?.entries()?))
}

/// Reads one array of a file, into the processor's memory. *Returns new.* Errors: `IO` if the file cannot be read or is
/// not valid, `INVALID_ARGUMENT` if it has no array of this name, `UNSUPPORTED` if its element type is not supported or it
/// has more than 16 axes.
pub fn load(scope: Owner, path: &str, name: &str) -> Result<NewTensor> {
    let read = || Reader::open(Path::new(path))?.load(name, None);
    read_into(scope, read)
}

/// Reads one array as a dtype, as [`super::npy::load_as`] does. *Returns new.* Errors: those of [`load`].
pub fn load_as(scope: Owner, path: &str, name: &str, dtype: DTypeCode) -> Result<NewTensor> {
    let wanted = Some(DType::from_code(dtype)?);
    let read = || Reader::open(Path::new(path))?.load(name, wanted);
    read_into(scope, read)
}

/// Reads several arrays by their names, one a line, in that order; `dtype` is 0 for as they are stored. *Returns new*, all
/// or none. Errors: those of [`load`].
pub fn load_list(scope: Owner, path: &str, names: &str, dtype: DTypeCode) -> Result<Vec<NewTensor>> {
    let names = files::lines(names);
    files::all_of(scope, Reader::open(Path::new(path))?, &names, files::wanted(dtype)?)
}

/// The same for a file whose bytes are in memory; messages call it `file`. *Returns new*, all or none. Errors: those of
/// [`load`].
pub fn load_list_bytes(
    scope: Owner,
    bytes: &[u8],
    file: &str,
    names: &str,
    dtype: DTypeCode,
) -> Result<Vec<NewTensor>> {
    let names = files::lines(names);
    files::all_of(scope, Reader::of_bytes(bytes, file)?, &names, files::wanted(dtype)?)
}

impl<R: Read + Seek> Named for Reader<R> {
    fn read(&mut self, name: &str, wanted: Option<DType>) -> Result<Tensor> {
        self.load(name, wanted)
    }
}
