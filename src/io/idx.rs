//! `.idx`: one array, in the format of MNIST's files, plain or compressed with gzip.
//!
//! ```text
//!   0 0  type  rank   size ...             elements
//!   2    1     1      4 each, big-endian   big-endian, row-major
//! ```
//!
//! Invariant: a file has exactly the bytes that its header needs. What a compressed file claims to
//! hold is bounded by what gzip can make of its bytes, so no memory is taken for a claim that cannot
//! be true.

use super::file::{self, Source};
use super::sniff;
use super::stored::Stored;
use crate::error::{Error, Result, Status};
use crate::tensor::{DType, Shape, Tensor};
use flate2::read::MultiGzDecoder;
use std::io::{BufReader, Read};
use std::path::Path;

const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The most bytes that gzip makes of one byte.
const MAX_RATIO: u64 = 1032;

/// Reads an array. *Returns new*, on the processor.
///
/// Errors: `IO` if the file cannot be read or is not a complete `.idx` file, `UNSUPPORTED` if it has
/// more than 16 dimensions; `LIMIT_EXCEEDED` and `OUT_OF_MEMORY` as for any tensor.
pub fn load(path: &Path) -> Result<Tensor> {
    let read = Source::open(path).and_then(|source| {
        let length = source.length();
        either(BufReader::new(source.into_reader()), length)
    });
    read.map_err(|e| file::in_file(path, e))
}

/// Like [`load`], for a file whose bytes are in memory.
pub fn load_bytes(bytes: &[u8]) -> Result<Tensor> {
    either(bytes, bytes.len() as u64)
}

/// The array of a file of this many bytes, decompressed if they are gzip's.
fn either(mut reader: impl Read, length: u64) -> Result<Tensor> {
    let mut first = Vec::new();
    (&mut reader).take(sniff::LOOKED_AT as u64).read_to_end(&mut first).map_err(file::refused)?;
    let whole = (&first[..]).chain(reader);
    if !first.starts_with(&GZIP) {
        let mut source = Source::new(whole, length);
        let tensor = array(&mut source, &first)?;
        return match source.left() {
            0 => Ok(tensor),
            more => Err(Error::io(format!("{more} bytes follow the elements"))),
        };
    }
    let most = length.saturating_mul(MAX_RATIO);
    let mut unpacked = MultiGzDecoder::new(whole);
    let mut first = Vec::new();
    let damaged = |e| file::refused(e).context("it is compressed with gzip, and damaged or cut off");
    (&mut unpacked).take(sniff::LOOKED_AT as u64).read_to_end(&mut first).map_err(damaged)?;
    let mut source = Source::new((&first[..]).chain(unpacked), most);
    let tensor = array(&mut source, &first).map_err(|e| e.context("the file in this gzip file"))?;
    // Reaching the end compares the checksum.
    match source.into_reader().read(&mut [0]).map_err(damaged)? {
        0 => Ok(tensor),
        _ => Err(Error::io("more bytes follow the elements")),
    }
}

/// The array in `source`, which begins with `first`.
fn array(source: &mut Source<impl Read>, first: &[u8]) -> Result<Tensor> {
    let other = || Error::io(format!("not an .idx file: {}", sniff::seems(first, first.len() as u64)));
    let &[0, 0, code, rank, ..] = first else { return Err(other()) };
    let dtype = dtype_of(code).ok_or_else(other)?;
    source.bytes(4, "the magic number")?;
    let sizes = source.bytes(u64::from(rank) * 4, "the sizes of the header")?;
    let (sizes, _) = sizes.as_chunks::<4>();
    let dims: Vec<i64> = sizes.iter().map(|&size| i64::from(u32::from_be_bytes(size))).collect();
    let shape = Shape::new(&dims).map_err(|e| Error::new(Status::Unsupported, format!("its header: {e}")))?;
    source.tensor(Stored::Ours(dtype), &shape, dtype.size() > 1)
}

/// The dtype of this code of the format.
fn dtype_of(code: u8) -> Option<DType> {
    Some(match code {
        0x08 => DType::U8,
        0x09 => DType::I8,
        0x0b => DType::I16,
        0x0c => DType::I32,
        0x0d => DType::F32,
        0x0e => DType::F64,
        _ => return None,
    })
}
