//! `.gguf` files of llama.cpp: the weights of a language model by name, and its metadata. Lists of names are texts with one
//! name a line; a tab, a line feed and a backslash in a name are written `\t`, `\n` and `\\`.
//!
//! Quantised elements (`Q4_0`, `Q4_1`, `Q5_0`, `Q5_1`, `Q8_0`, `Q2_K` to `Q6_K`) are read as float32, with the bits of
//! ggml's reference. Versions 2 and 3 of the format, little endian.

use super::safetensors::{self as files, Named};
use super::types::{DTypeCode, NewTensor, Owner};
use crate::error::Result;
use crate::io::gguf::Reader;
use crate::session::context::within_limits;
use crate::session::own::{own_all, read_into};
use crate::tensor::{DType, Tensor};
use std::io::{Read, Seek};
use std::path::Path;

/// What a file says of its tensors, without reading them: a line for each, sorted by name, with fields separated by tabs:
/// its name, the type of its elements such as `Q4_K`, the code of the dtype that is read or 0, that of the dtype that
/// holds its elements or 0, its bytes in the file, and its sizes, outermost first. Errors: `IO` if the file cannot be read
/// or is not a valid `.gguf` file, `UNSUPPORTED` for a version other than 2 and 3 and for a big-endian file.
pub fn entries(path: &str) -> Result<String> {
    Ok(files::rows(Reader::open(Path::new(path))?.entries()))
}

/// The metadata of a file: a line for each entry, sorted by key, with a key and a value separated by a tab. A value is a
/// text as it is, and else JSON: `32`, `true`, `[1,2]`, `["a","b"]`. What of a text is not UTF-8 becomes U+FFFD. Errors:
/// those of [`entries`].
pub fn metadata(path: &str) -> Result<String> {
    Ok(files::text_of(&Reader::open(Path::new(path))?.metadata()?))
}

/// [`entries`] of a file whose bytes are in memory; messages call it `file`.
pub fn entries_bytes(bytes: &[u8], file: &str) -> Result<String> {
    Ok(files::rows(Reader::of_bytes(bytes, file)?.entries()))
}

/// [`metadata`] of a file whose bytes are in memory; messages call it `file`.
pub fn metadata_bytes(bytes: &[u8], file: &str) -> Result<String> {
    Ok(files::text_of(&Reader::of_bytes(bytes, file)?.metadata()?))
}

/// Reads one tensor of a file, into the processor's memory: quantised elements as float32, others as they are. *Returns
/// new.* Errors: those of [`entries`], `INVALID_ARGUMENT` if it has no tensor of this name, `UNSUPPORTED` if its type of
/// elements is not read or it has more than 16 axes.
pub fn load(scope: Owner, path: &str, name: &str) -> Result<NewTensor> {
    let read = || Reader::open(Path::new(path))?.load(name, None);
    read_into(scope, read)
}

/// Reads one tensor and converts it to a dtype as [`super::tensor::cast`] does. *Returns new.* Errors: those of [`load`].
pub fn load_as(scope: Owner, path: &str, name: &str, dtype: DTypeCode) -> Result<NewTensor> {
    let wanted = Some(DType::from_code(dtype)?);
    let read = || Reader::open(Path::new(path))?.load(name, wanted);
    read_into(scope, read)
}

/// Reads several tensors, in the order of a text of names; `dtype` is 0 for those of [`load`]. *Returns new*, all or none.
/// Errors: those of [`load`].
pub fn load_list(scope: Owner, path: &str, names: &str, dtype: DTypeCode) -> Result<Vec<NewTensor>> {
    files::all_of(scope, Reader::open(Path::new(path))?, &files::lines(names), files::wanted(dtype)?)
}

/// Makes several tensors, in the order of a text of names: those that are not quantised on the memory of the file, without
/// reading it, as [`super::safetensors::map`] does, and others as [`load`] does. The file must not be changed or cut while
/// a tensor of it is alive. No limit counts mapped memory. *Returns new*, all or none. Errors: those of [`load`].
pub fn map(scope: Owner, path: &str, names: &str) -> Result<Vec<NewTensor>> {
    let names = files::lines(names);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    own_all(scope, within_limits(scope, None, || Reader::open(Path::new(path))?.map(&names, None))?)
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
    files::all_of(scope, Reader::of_bytes(bytes, file)?, &files::lines(names), files::wanted(dtype)?)
}

impl<R: Read + Seek> Named for Reader<R> {
    fn read(&mut self, name: &str, wanted: Option<DType>) -> Result<Tensor> {
        self.load(name, wanted)
    }
}
