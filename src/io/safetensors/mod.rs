//! `.safetensors`: named tensors in one file, as Hugging Face's package writes and reads them.
//!
//! Source: <https://github.com/huggingface/safetensors>, format of version 0.8: 8 bytes with the
//! length of a JSON header, the header with dtype, shape and offsets of each tensor, the elements,
//! without gaps or overlaps. Large models are several such files beside an index (`shards`).

mod header;
mod reader;
mod shards;

pub use reader::Reader;
pub use shards::Weights;

use super::file::{self, Source};
use crate::error::Result;
use crate::tensor::Tensor;
use std::path::Path;

/// Writes tensors of any layout under their names. *Borrows.* Errors: those of [`save_with`].
pub fn save(path: &Path, tensors: &[(&str, &Tensor)]) -> Result<()> {
    save_with(path, tensors, &[])
}

/// Writes tensors of any layout under their names, and metadata. *Borrows.* The same tensors under
/// the same names, in whatever order, give the same bytes, those of the reference implementation.
/// The file appears whole or not at all.
///
/// Errors: `INVALID_ARGUMENT` for a name that is given twice, that has a NUL in it, or that is
/// `__metadata__`; `IO`. On an error the previous file is unchanged.
pub fn save_with(path: &Path, tensors: &[(&str, &Tensor)], metadata: &[(&str, &str)]) -> Result<()> {
    let sorted = in_file_order(tensors);
    let result = header::write(&sorted, metadata).and_then(|header| {
        let elements: u64 = sorted.iter().map(|(_, tensor)| tensor.nbytes() as u64).sum(); // the header has added them up
        file::replace(path, elements.saturating_add(8 + header.len() as u64), |out| {
            out.write_all(&(header.len() as u64).to_le_bytes()).map_err(file::refused)?;
            out.write_all(&header).map_err(file::refused)?;
            sorted.iter().try_for_each(|(_, tensor)| file::write_elements(tensor, out))
        })
    });
    result.map_err(|e| e.context(format_args!("writing '{}'", path.display())))
}

/// The bytes that [`save`] would write. *Borrows.* Errors: those of [`to_bytes_with`].
pub fn to_bytes(tensors: &[(&str, &Tensor)]) -> Result<Vec<u8>> {
    to_bytes_with(tensors, &[])
}

/// The bytes that [`save_with`] would write. *Borrows.* Errors: as there, `LIMIT_EXCEEDED`,
/// `OUT_OF_MEMORY`.
pub fn to_bytes_with(tensors: &[(&str, &Tensor)], metadata: &[(&str, &str)]) -> Result<Vec<u8>> {
    let sorted = in_file_order(tensors);
    let header = header::write(&sorted, metadata)?;
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(&header);
    let tensors: Vec<&Tensor> = sorted.iter().map(|&(_, tensor)| tensor).collect();
    file::append_elements(&tensors, &mut bytes)?;
    Ok(bytes)
}

/// By element size and kind, so that elements are aligned, then by name: as the reference
/// implementation orders them.
fn in_file_order<'a>(tensors: &[(&'a str, &'a Tensor)]) -> Vec<(&'a str, &'a Tensor)> {
    let mut sorted = tensors.to_vec();
    sorted.sort_by(|(a_name, a), (b_name, b)| {
        header::order(a.dtype()).cmp(&header::order(b.dtype())).then(a_name.cmp(b_name))
    });
    sorted
}

/// The names of the tensors in a file, sorted. Errors: `IO`.
pub fn names(path: &Path) -> Result<Vec<String>> {
    Reader::open(path).map(|reader| reader.names())
}

/// Reads one tensor. *Returns new*, on the processor. Other tensors of the file are not read.
///
/// Errors: `INVALID_ARGUMENT` when the file has none of this name, `UNSUPPORTED` when no tensor has
/// its elements or it has more than 16 dimensions, `IO` when the file cannot be read or is not a
/// whole `.safetensors` file, `LIMIT_EXCEEDED` and `OUT_OF_MEMORY` as for any tensor.
pub fn load(path: &Path, name: &str) -> Result<Tensor> {
    Reader::open(path)?.load(name, None)
}

/// [`names`] for a file whose bytes are in memory. Errors: those of [`names`].
pub fn names_bytes(bytes: &[u8]) -> Result<Vec<String>> {
    Reader::of(Source::of(bytes), None).map(|reader| reader.names())
}

/// [`load`] for a file whose bytes are in memory. Errors: those of [`load`].
pub fn load_bytes(bytes: &[u8], name: &str) -> Result<Tensor> {
    Reader::of(Source::of(bytes), None)?.load(name, None)
}
