//! `.npy`: one array as NumPy's `save` and `load` write and read it.
//!
//! Source: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>, versions 1.0 to 3.0. The crate
//! `npyz` reads and writes the header; `vet` sees it first.

use super::file::{self, Source};
use crate::error::{Error, Result, Status};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor};
use npyz::{Endianness, NpyHeader, Order, TypeChar, WriterBuilder};
use std::io::{Read, Seek};
use std::path::Path;

const MAGIC: &[u8] = b"\x93NUMPY";
/// No array of numbers needs more; NumPy itself refuses more than 10,000 by default.
const MAX_HEADER: u64 = 1 << 14;
/// Brackets inside one another: an array of numbers has two, a structured type a few more.
const MAX_DEPTH: u32 = 6;

/// Reads an array. *Returns new*, on the processor. An array in Fortran order comes as a transposed view, as in NumPy.
///
/// Errors: `IO` when the file cannot be read or is not a whole `.npy` file, `UNSUPPORTED` when its element type is not
/// one of ours or it has more than 8 dimensions, `LIMIT_EXCEEDED` and `OUT_OF_MEMORY` as for any tensor.
pub fn load(path: &Path) -> Result<Tensor> {
    Source::open(path).and_then(read).map_err(|e| e.context(format_args!("reading '{}'", path.display())))
}

/// The same for a file whose bytes are in memory.
pub fn load_bytes(bytes: &[u8]) -> Result<Tensor> {
    read(Source::of(bytes))
}

/// Writes a tensor of any layout, in C order and little-endian. *Borrows.* The file appears whole or not at all.
///
/// Errors: `IO`; the file that was there before is then as it was.
pub fn save(path: &Path, tensor: &Tensor) -> Result<()> {
    let result = header_of(tensor).and_then(|header| {
        file::replace(path, |out| {
            out.write_all(&header).map_err(file::refused)?;
            file::write_elements(tensor, out)
        })
    });
    result.map_err(|e| e.context(format_args!("writing '{}'", path.display())))
}

fn read(mut source: Source<impl Read + Seek>) -> Result<Tensor> {
    let header = header(&mut source)?;
    let (dtype, swapped) = dtype(&header)?;
    let dims: Option<Vec<i64>> = header.shape().iter().map(|&d| i64::try_from(d).ok()).collect();
    let mut dims = dims.ok_or_else(|| Error::io(format!("shape {:?} has too many elements", header.shape())))?;
    if dims.len() > MAX_RANK {
        let text = format!("rank {} is above the limit of {MAX_RANK}", dims.len());
        return Err(Error::new(Status::Unsupported, text));
    }
    // Fortran order is C order of the transposed array.
    let fortran = header.order() == Order::Fortran;
    if fortran {
        dims.reverse();
    }
    let shape = Shape::new(&dims).map_err(|e| Error::io(e.message()))?;
    let tensor = source.tensor(dtype, &shape, swapped)?;
    if !fortran {
        return Ok(tensor);
    }
    let reversed: Vec<i64> = (0..dims.len() as i64).rev().collect();
    tensor.permute(&reversed)
}

/// The header, after which the elements come.
fn header(source: &mut Source<impl Read + Seek>) -> Result<NpyHeader> {
    let total = source.left();
    let mut bytes = source.bytes(total.min(8), "magic and version")?;
    if bytes.len() < 8 || !bytes.starts_with(MAGIC) {
        let first = &bytes[..bytes.len().min(6)];
        return Err(Error::io(format!("not a .npy file: it has {total} bytes and begins with {first:02x?}")));
    }
    let (major, minor) = (bytes[6], bytes[7]);
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
    let text = source.bytes(length, "the bytes of the header")?;
    vet(&text)?;
    bytes.extend_from_slice(&field);
    bytes.extend_from_slice(&text);
    NpyHeader::from_reader(&bytes[..]).map_err(file::refused)
}

/// Refuses what the header's parser must not see. It takes any Python literal, by backtracking: time and stack grow
/// with the depth of the brackets, without a limit of its own, and a product of sizes that overflows panics in a debug
/// build. A header that says what an array is needs strings without escapes, few brackets, and decimal numbers.
fn vet(text: &[u8]) -> Result<()> {
    let not_a_header = |what: String| Err(Error::io(format!("not a header of an array: {what}")));
    let (mut depth, mut product) = (0u32, 1u64);
    let mut i = 0;
    while i < text.len() {
        match text[i] {
            quote @ (b'\'' | b'"') => {
                let end = text[i + 1..].iter().position(|&c| c == quote || c == b'\\' || c == b'\n');
                match end {
                    Some(end) if text[i + 1 + end] == quote => i += end + 1,
                    _ => return not_a_header(format!("the string at byte {i} has no end or an escape")),
                }
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'0'..=b'9' => {
                let digits = text[i..].iter().take_while(|c| c.is_ascii_digit()).count();
                let number = std::str::from_utf8(&text[i..i + digits]).ok().and_then(|n| n.parse::<u64>().ok());
                match number.and_then(|n| product.checked_mul(n.max(1))) {
                    Some(n) => product = n,
                    None => return not_a_header(format!("the sizes up to byte {i} are too many elements")),
                }
                i += digits - 1;
            }
            b'-' => return not_a_header(format!("the number at byte {i} is negative")),
            b'A'..=b'Z' | b'a'..=b'z' => {
                // Other words would be a number in another notation, or a string of another kind.
                let letters = text[i..].iter().take_while(|c| c.is_ascii_alphabetic()).count();
                let word = &text[i..i + letters];
                if ![&b"True"[..], b"False", b"None"].contains(&word) {
                    return not_a_header(format!("the word '{}' at byte {i}", String::from_utf8_lossy(word)));
                }
                i += letters - 1;
            }
            b',' | b':' | b' ' | b'\n' => {}
            other => return not_a_header(format!("byte {other:#04x} at {i}")),
        }
        if depth > MAX_DEPTH {
            return not_a_header(format!("more than {MAX_DEPTH} brackets inside one another"));
        }
        i += 1;
    }
    Ok(())
}

/// Our dtype of a header, and whether the bytes of its elements come in the other order.
fn dtype(header: &NpyHeader) -> Result<(DType, bool)> {
    let found = header.dtype();
    if let npyz::DType::Plain(plain) = &found {
        let dtype = match (plain.type_char(), plain.size_field()) {
            (TypeChar::Float, 4) => Some(DType::F32),
            (TypeChar::Float, 8) => Some(DType::F64),
            (TypeChar::Int, 4) => Some(DType::I32),
            (TypeChar::Int, 8) => Some(DType::I64),
            (TypeChar::Uint, 1) => Some(DType::U8),
            (TypeChar::Bool, 1) => Some(DType::Bool),
            _ => None,
        };
        if let Some(dtype) = dtype {
            return Ok((dtype, plain.endianness() == Endianness::Big));
        }
    }
    let ours = DType::ALL.map(DType::name).join(", ");
    Err(Error::new(Status::Unsupported, format!("elements are {}, not one of {ours}", found.descr())))
}

fn header_of(tensor: &Tensor) -> Result<Vec<u8>> {
    let descr = match tensor.dtype() {
        DType::F32 => "<f4",
        DType::F64 => "<f8",
        DType::I32 => "<i4",
        DType::I64 => "<i8",
        DType::U8 => "|u1",
        DType::Bool => "|b1",
    };
    let descr = descr.parse().expect("a type string of NumPy");
    let shape: Vec<u64> = tensor.shape().iter().map(|&d| d as u64).collect();
    npyz::WriteOptions::new_header_only()
        .dtype(npyz::DType::Plain(descr))
        .shape(&shape)
        .writer(Vec::new())
        .write_header_only()
        .map_err(file::refused)
}
