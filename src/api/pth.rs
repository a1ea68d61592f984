//! `.pt` and `.pth` files, which `torch.save` of PyTorch writes: tensors by name. Lists of names are texts with one name a
//! line; a tab, a line feed and a backslash in a name are written `\t`, `\n` and `\\`.
//!
//! A name is the keys and positions that lead to a tensor, joined by dots: `weight`, `state_dict.encoder.weight`.

use super::safetensors as files;
use super::types::{DTypeCode, NewTensor, Owner};
use crate::error::Result;
use crate::io::pth::Reader;
use crate::session::context::{placed, within_limits};
use crate::session::own::{own_all, read_into};
use crate::tensor::DType;
use std::io::{Read, Seek};
use std::path::Path;

/// What a file says of its tensors, without reading them: a line for each, sorted by name, with fields separated by tabs:
/// its name, what PyTorch calls the type of its elements, the code of the dtype that is read or 0, that of the dtype that
/// holds its elements or 0, its bytes, and its sizes. Nothing in the file is run. Errors: `IO` if the file cannot be read
/// or is not one of `torch.save`; `UNSUPPORTED` for a pickled module, a TorchScript program and the format that PyTorch
/// wrote before version 1.6: the message says how to convert it.
pub fn entries(path: &str) -> Result<String> {
    Ok(files::rows(Reader::open(Path::new(path))?.entries()))
}

/// The same for a file whose bytes are in memory; messages call it `file`. Errors: those of [`entries`].
pub fn entries_bytes(bytes: &[u8], file: &str) -> Result<String> {
    Ok(files::rows(Reader::of_bytes(bytes, file)?.entries()))
}

/// Reads one tensor of a file, into the processor's memory. *Returns new.* Errors: those of [`entries`],
/// `INVALID_ARGUMENT` if it has no tensor of this name, `UNSUPPORTED` if its element type is not supported, it is not dense
/// or it has more than 16 axes.
pub fn load(scope: Owner, path: &str, name: &str) -> Result<NewTensor> {
    let read = || Ok(Reader::open(Path::new(path))?.load(&[name], None)?.remove(0));
    read_into(scope, read)
}

/// Reads several tensors of a file by their names, one a line, in that order; `dtype` is 0 for as they are stored.
/// Tensors of one storage share memory, as in PyTorch. *Returns new*, all or none. Errors: those of [`load`].
pub fn load_list(scope: Owner, path: &str, names: &str, dtype: DTypeCode) -> Result<Vec<NewTensor>> {
    all_of(scope, Reader::open(Path::new(path))?, names, files::wanted(dtype)?)
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
    all_of(scope, Reader::of_bytes(bytes, file)?, names, files::wanted(dtype)?)
}

fn all_of(
    scope: Owner,
    mut file: Reader<impl Read + Seek>,
    names: &str,
    wanted: Option<DType>,
) -> Result<Vec<NewTensor>> {
    let names = files::lines(names);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let read = || file.load(&names, wanted)?.into_iter().map(|made| placed(scope, made)).collect::<Result<Vec<_>>>();
    own_all(scope, within_limits(scope, None, read)?)
}
