//! `.npy`: one array in the format of NumPy's `save` and `load`.
//!
//! Source: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>, versions 1.0
//! to 3.0.

use super::file::{self, Source};
use super::listing::Entry;
use super::npy_header::{self, Dictionary, Header};
use super::npy_type;
use super::sniff;
use super::stored::as_wanted;
use crate::error::{Error, Result, Status};
use crate::tensor::{DType, Shape, Tensor};
use std::io::{Read, Write};
use std::path::Path;

const MAGIC: &[u8] = b"\x93NUMPY";
/// No numeric array needs a longer header; NumPy itself refuses more than 10,000 by default.
const MAX_HEADER: u64 = 1 << 14;

/// Reads an array. *Returns new*, on the processor. An array in Fortran order becomes a transposed
/// view, as in NumPy.
///
/// Errors: `IO` if the file cannot be read or is not a complete `.npy` file, `UNSUPPORTED` if its
/// element type is not supported or it has more than 16 dimensions, `LIMIT_EXCEEDED` and
/// `OUT_OF_MEMORY` as for any tensor.
pub fn load(path: &Path) -> Result<Tensor> {
    load_as(path, None)
}

/// Like [`load`]; with `wanted` elements are converted to that, and those that no tensor has, such
/// as uint16, are read too.
pub fn load_as(path: &Path, wanted: Option<DType>) -> Result<Tensor> {
    let read = Source::open(path).and_then(|mut source| array(&mut source, wanted));
    read.map_err(|e| file::in_file(path, e))
}

/// Like [`load`], for a file whose bytes are in memory.
pub fn load_bytes(bytes: &[u8]) -> Result<Tensor> {
    load_bytes_as(bytes, None)
}

/// Like [`load_as`], for a file whose bytes are in memory.
pub fn load_bytes_as(bytes: &[u8], wanted: Option<DType>) -> Result<Tensor> {
    array(&mut Source::of(bytes), wanted)
}

/// Writes a tensor of any layout, in C order and little-endian. *Borrows.* The file is written
/// completely or not at all.
///
/// Errors: `UNSUPPORTED` for bfloat16, which NumPy lacks; `IO`, also if the disk has less room than
/// the file needs. On an error the previous file is unchanged.
pub fn save(path: &Path, tensor: &Tensor) -> Result<()> {
    let result = npy_header::write(tensor.dtype(), tensor.shape()).and_then(|header| {
        file::replace(path, (header.len() as u64).saturating_add(tensor.nbytes() as u64), |out| {
            write(tensor, &header, out)
        })
    });
    result.map_err(|e| e.context(format_args!("writing '{}'", path.display())))
}

/// The bytes that [`save`] would write. *Borrows.* Errors: `UNSUPPORTED` as there,
/// `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
pub fn to_bytes(tensor: &Tensor) -> Result<Vec<u8>> {
    let mut bytes = npy_header::write(tensor.dtype(), tensor.shape())?;
    file::append_elements(&[tensor], &mut bytes)?;
    Ok(bytes)
}

/// The array that comes next in `source`, as `wanted` if that is given. Errors: those of [`load`].
pub(super) fn array(source: &mut Source<impl Read>, wanted: Option<DType>) -> Result<Tensor> {
    let Header { stored, swapped, fortran, shape } = npy_header::read(&header_text(source)?)?;
    let dtype = stored.read_as(wanted)?;
    if !fortran {
        return as_wanted(source.tensor(stored, &shape, swapped)?, dtype);
    }
    // Fortran order is C order of the transposed array.
    let reversed: Vec<i64> = shape.iter().rev().copied().collect();
    let axes: Vec<i64> = (0..shape.len() as i64).rev().collect();
    as_wanted(source.tensor(stored, &Shape::new(&reversed)?, swapped)?, dtype)?.permute_view(&axes)
}

/// What the header of the array that comes next says; its name is empty. An array whose elements no
/// tensor has is described too, with the type as the header names it.
///
/// Errors: `IO`.
pub(super) fn describe(source: &mut Source<impl Read>) -> Result<Entry> {
    let Dictionary { descr, dims, .. } = npy_header::dictionary(&header_text(source)?)?;
    let stored = match npy_type::elements(&descr) {
        Ok((stored, _)) => Some(stored),
        Err(error) if error.status() == Status::Unsupported => None,
        Err(error) => return Err(error),
    };
    let (dtype, widened) = Entry::dtypes(stored);
    let shape: Vec<u64> = dims.iter().map(|&size| size as u64).collect();
    let bytes = match stored {
        Some(stored) => shape.iter().fold(stored.size() as u64, |bytes, &size| bytes.saturating_mul(size)),
        None => source.left(),
    };
    // Texts cross the C boundary with a NUL at their end.
    let unknown = || descr.trim_matches(['\'', '"']).replace('\0', "\\0");
    let stored = stored.map_or_else(unknown, |stored| stored.name().to_owned());
    Ok(Entry { name: String::new(), stored, dtype, widened, shape, bytes })
}

/// Magic, header and elements, as [`save`] writes them.
pub(super) fn write(tensor: &Tensor, header: &[u8], out: &mut dyn Write) -> Result<()> {
    out.write_all(header).map_err(file::refused)?;
    file::write_elements(tensor, out)
}

/// The text of the header, which precedes the elements. Errors: `IO`.
fn header_text(source: &mut Source<impl Read>) -> Result<Vec<u8>> {
    let total = source.left();
    let mut start = source.bytes(total.min(8), "magic and version")?;
    if start.len() < 8 && start.starts_with(MAGIC) {
        return Err(Error::io(format!("not a .npy file: it has {total} bytes")));
    }
    if start.len() < 8 || !start.starts_with(MAGIC) {
        start.extend(source.some(sniff::LOOKED_AT - start.len()));
        return Err(Error::io(format!("not a .npy file: {}", sniff::seems(&start, total))));
    }
    let (major, minor) = (start[6], start[7]);
    let length_bytes = match (major, minor) {
        (1, 0) => 2,
        (2 | 3, 0) => 4,
        _ => return Err(Error::io(format!("version {major}.{minor} of the .npy format is not known"))),
    };
    let field = source.bytes(length_bytes, "the bytes of the header's length")?;
    let length = field.iter().rev().fold(0u64, |n, &byte| n << 8 | u64::from(byte));
    if length > MAX_HEADER {
        return Err(Error::io(format!("a header of {length} bytes is above the limit of {MAX_HEADER}")));
    }
    source.bytes(length, "the bytes of the header")
}
