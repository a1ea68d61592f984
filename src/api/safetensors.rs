//! `.safetensors` files: named tensors. A path that ends in `.json` is the index of several such files.
//!
//! A text of names has one name a line, and one of pairs a name and a value a line, separated by a tab; a tab, a line feed
//! and a backslash inside are written `\t`, `\n` and `\\`.

use super::types::{DTypeCode, NewTensor, Owner, TensorRefs};
use crate::error::{Error, Result};
use crate::io::{
    self, Entry,
    safetensors::{Reader, Weights},
};
use crate::session::context::within_limits;
use crate::session::own::{own_all, read_into};
use crate::session::release::release;
use crate::session::resource::tensors as pins_of;
use crate::session::rows::{Rows, fields};
use crate::tensor::{DType, Tensor};
use std::io::{Read, Seek};
use std::path::Path;

/// Writes named tensors to a file, as many names as tensors. The file is replaced as a whole: if this fails, the old
/// file stays as it was. Errors: `INVALID_ARGUMENT` if the numbers differ, or a name is given twice, contains a NUL, or
/// is `__metadata__`; `IO` if it cannot be written, for example because the disk is full.
pub fn save(path: &str, names: &[&str], tensors: TensorRefs) -> Result<()> {
    with_named(names, tensors, |named| io::safetensors::save(Path::new(path), named))
}

/// Writes named tensors and metadata to a file, as [`save`] does. `names` is a text of names, `metadata` one of pairs.
/// Errors: those of [`save`], `INVALID_ARGUMENT` for a key that is given twice.
pub fn save_list(path: &str, names: &str, tensors: TensorRefs, metadata: Option<&str>) -> Result<()> {
    let names = lines(names);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let metadata = metadata.map_or_else(|| Ok(Vec::new()), pairs)?;
    with_named(&names, tensors, |named| io::safetensors::save_with(Path::new(path), named, &borrowed(&metadata)))
}

/// The bytes that [`save_list`] would write. Errors: as there, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
pub fn to_bytes(names: &[&str], tensors: TensorRefs, metadata: Option<&str>) -> Result<Vec<u8>> {
    let metadata = metadata.map_or_else(|| Ok(Vec::new()), pairs)?;
    with_named(names, tensors, |named| io::safetensors::to_bytes_with(named, &borrowed(&metadata)))
}

pub(super) fn with_named<T>(
    names: &[&str],
    tensors: TensorRefs,
    f: impl FnOnce(&[(&str, &Tensor)]) -> Result<T>,
) -> Result<T> {
    if names.len() != tensors.len() {
        return Err(Error::argument(format!("{} names for {} tensors", names.len(), tensors.len())));
    }
    let pins = pins_of(tensors)?;
    let named: Vec<(&str, &Tensor)> = names.iter().copied().zip(pins.iter().map(|pin| &**pin)).collect();
    f(&named)
}

/// The names in a file, sorted. Errors: `IO` if it cannot be read or is not a valid `.safetensors` file.
pub fn names(path: &str) -> Result<Vec<String>> {
    Ok(Weights::open(Path::new(path))?.names())
}

/// What a file says of its tensors, without reading them: a line for each, sorted by name, with fields separated by tabs:
/// its name, the type of its elements such as `F8_E4M3`, the code of the dtype that is read or 0, that of the dtype that
/// holds its elements or 0, its bytes, and its sizes. Errors: those of [`names`].
pub fn entries(path: &str) -> Result<String> {
    Ok(rows(Weights::open(Path::new(path))?.entries()?))
}

/// The metadata of a file, or of the index of several: a text of pairs, sorted by key. Errors: those of [`names`].
pub fn metadata(path: &str) -> Result<String> {
    Ok(text_of(Weights::open(Path::new(path))?.metadata()))
}

/// [`entries`] of a file whose bytes are in memory; messages call it `file`.
pub fn entries_bytes(bytes: &[u8], file: &str) -> Result<String> {
    Ok(rows(Reader::of_bytes(bytes, file)?.entries()))
}

/// [`metadata`] of a file whose bytes are in memory; messages call it `file`.
pub fn metadata_bytes(bytes: &[u8], file: &str) -> Result<String> {
    Ok(text_of(Reader::of_bytes(bytes, file)?.metadata()))
}

/// Reads one tensor of a file, into the processor's memory. *Returns new.* Errors: `IO` if the file cannot be read or
/// is not valid, `INVALID_ARGUMENT` if it has no tensor of this name, `UNSUPPORTED` if the element type is not
/// supported or the tensor has more than 16 axes.
pub fn load(scope: Owner, path: &str, name: &str) -> Result<NewTensor> {
    let read = || Weights::open(Path::new(path))?.load(name, None);
    read_into(scope, read)
}

/// Reads one tensor and converts it to a dtype as [`super::tensor::cast`] does: also elements that no tensor holds, such as
/// floats of a byte and unsigned integers. *Returns new.* Errors: those of [`load`].
pub fn load_as(scope: Owner, path: &str, name: &str, dtype: DTypeCode) -> Result<NewTensor> {
    let wanted = Some(DType::from_code(dtype)?);
    let read = || Weights::open(Path::new(path))?.load(name, wanted);
    read_into(scope, read)
}

/// Reads several tensors, in the order of a text of names; `dtype` is 0 for as they are stored. *Returns new*, all or none.
/// Errors: those of [`load`].
pub fn load_list(scope: Owner, path: &str, names: &str, dtype: DTypeCode) -> Result<Vec<NewTensor>> {
    all_of(scope, Weights::open(Path::new(path))?, &lines(names), wanted(dtype)?)
}

/// Makes several tensors on the memory of the file, in the order of a text of names, without reading it: a page is read
/// when it is first used, and copied when it is written, so the file stays as it is. What is not aligned in the file is
/// read. The file must not be changed or cut while a tensor of it is alive. No limit counts this memory. *Returns new*, all
/// or none. Errors: those of [`load`].
pub fn map(scope: Owner, path: &str, names: &str) -> Result<Vec<NewTensor>> {
    let names = lines(names);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    own_all(scope, within_limits(scope, None, || Weights::open(Path::new(path))?.map(&names, None))?)
}

/// The names in a file whose bytes are in memory, sorted; messages call it `file`. Errors: those of [`names`].
pub fn names_bytes(bytes: &[u8], file: &str) -> Result<Vec<String>> {
    io::safetensors::names_bytes(bytes).map_err(|e| e.context(format_args!("reading '{file}'")))
}

/// Reads one tensor of a file whose bytes are in memory; messages call it `file`. *Returns new.* Errors: those of
/// [`load`].
pub fn load_bytes(scope: Owner, bytes: &[u8], file: &str, name: &str) -> Result<NewTensor> {
    let read = || io::safetensors::load_bytes(bytes, name).map_err(|e| e.context(format_args!("reading '{file}'")));
    read_into(scope, read)
}

/// Reads several tensors of a file by their names, in that order, into the processor's memory. The file is opened once
/// and its header read once. *Returns new*, all or none. Errors: those of [`load`].
pub fn load_many(scope: Owner, path: &str, names: &[&str]) -> Result<Vec<NewTensor>> {
    all_of(scope, Weights::open(Path::new(path))?, names, None)
}

/// [`load_list`] of a file whose bytes are in memory; messages call it `file`. *Returns new*, all or none. Errors: those of
/// [`load`].
pub fn load_list_bytes(
    scope: Owner,
    bytes: &[u8],
    file: &str,
    names: &str,
    dtype: DTypeCode,
) -> Result<Vec<NewTensor>> {
    all_of(scope, Reader::of_bytes(bytes, file)?, &lines(names), wanted(dtype)?)
}

/// A file with tensors by name.
pub(super) trait Named {
    /// Reads one tensor, as `wanted` if that is given. *Returns new.*
    fn read(&mut self, name: &str, wanted: Option<DType>) -> Result<Tensor>;
}

impl<R: Read + Seek> Named for Reader<R> {
    fn read(&mut self, name: &str, wanted: Option<DType>) -> Result<Tensor> {
        self.load(name, wanted)
    }
}

impl Named for Weights {
    fn read(&mut self, name: &str, wanted: Option<DType>) -> Result<Tensor> {
        self.load(name, wanted)
    }
}

pub(super) fn all_of(
    scope: Owner,
    mut file: impl Named,
    names: &[impl AsRef<str>],
    wanted: Option<DType>,
) -> Result<Vec<NewTensor>> {
    let mut handles = Vec::with_capacity(names.len());
    for name in names {
        match read_into(scope, || file.read(name.as_ref(), wanted)) {
            Ok(handle) => handles.push(handle),
            Err(error) => {
                release(&handles);
                return Err(error);
            }
        }
    }
    Ok(handles)
}

/// The dtype of this code; none for 0.
pub(super) fn wanted(dtype: DTypeCode) -> Result<Option<DType>> {
    if dtype == 0 { Ok(None) } else { DType::from_code(dtype).map(Some) }
}

/// The names of a text.
pub(super) fn lines(text: &str) -> Vec<String> {
    fields(text).into_iter().map(|row| row.into_iter().next().unwrap_or_default()).collect()
}

/// Entries as a text.
pub(super) fn rows(entries: Vec<Entry>) -> String {
    let mut rows = Rows::default();
    for entry in entries {
        let code = |dtype: Option<DType>| dtype.map_or(0, DType::code).to_string();
        let mut fields =
            vec![entry.name, entry.stored, code(entry.dtype), code(entry.widened), entry.bytes.to_string()];
        fields.extend(entry.shape.iter().map(u64::to_string));
        rows.row(&fields.iter().map(String::as_str).collect::<Vec<&str>>());
    }
    rows.text
}

fn pairs(text: &str) -> Result<Vec<(String, String)>> {
    let pair = |row: Vec<String>| match <[String; 2]>::try_from(row) {
        Ok([key, value]) => Ok((key, value)),
        Err(row) => {
            Err(Error::argument(format!("a line of the metadata has {} fields, not a key and a value", row.len())))
        }
    };
    fields(text).into_iter().map(pair).collect()
}

fn borrowed(pairs: &[(String, String)]) -> Vec<(&str, &str)> {
    pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
}

pub(super) fn text_of(pairs: &[(String, String)]) -> String {
    let mut rows = Rows::default();
    pairs.iter().for_each(|(key, value)| rows.row(&[key, value]));
    rows.text
}
