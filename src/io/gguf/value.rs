//! Values of the metadata: numbers, booleans, texts and arrays of these.
//!
//! Invariant: a value is read from no more bytes than the file has, arrays are nested no deeper than
//! [`MAX_DEPTH`], and all of the header lies in its first [`MAX_HEADER`] bytes. Opening a file passes
//! the values over; they become text when they are asked for.

use super::super::file::Source;
use crate::error::{Error, Result};
use std::fmt::Write;
use std::io::{Read, Seek};

/// The most bytes of a header. Those of published models have less than 20 million.
pub(super) const MAX_HEADER: u64 = 256 << 20;
/// The most bytes that the metadata has as text.
pub(super) const MAX_TEXT: usize = 256 << 20;
/// How deep arrays may be nested.
const MAX_DEPTH: u32 = 8;

/// The numbers of the types in a file.
pub(super) const UINT32: u32 = 4;
const TEXT: u32 = 8;
const ARRAY: u32 = 9;

/// The next unsigned integer of 32 bits.
pub(super) fn u32_of(source: &mut Source<impl Read>, what: &str) -> Result<u32> {
    Ok(u32::from_le_bytes(array_of(source, what)?))
}

/// The next unsigned integer of 64 bits. Errors: `IO` beyond [`MAX_HEADER`].
pub(super) fn u64_of(source: &mut Source<impl Read>, what: &str) -> Result<u64> {
    let at = source.length() - source.left();
    if at > MAX_HEADER {
        return Err(Error::io(format!("its header has more than {MAX_HEADER} bytes")));
    }
    Ok(u64::from_le_bytes(array_of(source, what)?))
}

/// The next text of at most `most` bytes. Errors: `IO` if it is longer or not UTF-8.
pub(super) fn name_of(source: &mut Source<impl Read>, most: u64, what: &str) -> Result<String> {
    let length = u64_of(source, what)?;
    if length > most {
        return Err(Error::io(format!("{what} of {length} bytes is above the limit of {most}")));
    }
    let bytes = source.bytes(length, what)?;
    String::from_utf8(bytes).map_err(|e| Error::io(format!("{what} is not UTF-8: {e}")))
}

/// Passes a value over. Errors: `IO`.
pub(super) fn skip(source: &mut Source<impl Read + Seek>, kind: u32) -> Result<()> {
    skip_at(source, kind, 0)
}

fn skip_at(source: &mut Source<impl Read + Seek>, kind: u32, depth: u32) -> Result<()> {
    match (size_of(kind), kind) {
        (Some(size), _) => source.skip(size, "a value"),
        (None, TEXT) => {
            let length = u64_of(source, "a text")?;
            source.skip(length, "a text")
        }
        (None, ARRAY) => {
            let (kind, count) = items(source, depth)?;
            match size_of(kind) {
                Some(size) => source.skip(count * size, "an array"),
                None => (0..count).try_for_each(|_| skip_at(source, kind, depth + 1)),
            }
        }
        (None, _) => Err(unknown(kind)),
    }
}

/// A value as text: a text as it is, anything else as JSON, of at most `room` bytes. What of a text
/// is not UTF-8 becomes U+FFFD. Errors: `IO`.
pub(super) fn read(source: &mut Source<impl Read>, kind: u32, room: usize) -> Result<String> {
    if kind == TEXT {
        let text = text(source)?;
        return fits(&text, room).map(|()| text);
    }
    let mut json = String::new();
    write(source, kind, 0, &mut json, room)?;
    Ok(json)
}

fn write(source: &mut Source<impl Read>, kind: u32, depth: u32, out: &mut String, room: usize) -> Result<()> {
    fits(out, room)?;
    match kind {
        TEXT => out.push_str(&serde_json::Value::from(text(source)?).to_string()),
        ARRAY => {
            let (kind, count) = items(source, depth)?;
            out.push('[');
            for i in 0..count {
                if i > 0 {
                    out.push(',');
                }
                write(source, kind, depth + 1, out, room)?;
            }
            out.push(']');
        }
        _ => write_number(source, kind, out)?,
    }
    Ok(())
}

fn write_number(source: &mut Source<impl Read>, kind: u32, out: &mut String) -> Result<()> {
    let what = "a value";
    let _ = match kind {
        0 => write!(out, "{}", u8::from_le_bytes(array_of(source, what)?)),
        1 => write!(out, "{}", i8::from_le_bytes(array_of(source, what)?)),
        2 => write!(out, "{}", u16::from_le_bytes(array_of(source, what)?)),
        3 => write!(out, "{}", i16::from_le_bytes(array_of(source, what)?)),
        UINT32 => write!(out, "{}", u32::from_le_bytes(array_of(source, what)?)),
        5 => write!(out, "{}", i32::from_le_bytes(array_of(source, what)?)),
        6 => {
            let number = f32::from_le_bytes(array_of(source, what)?);
            write!(out, "{}", float(f64::from(number), &format!("{number:?}")))
        }
        7 => write!(out, "{}", array_of::<1>(source, what)? != [0]),
        10 => write!(out, "{}", u64::from_le_bytes(array_of(source, what)?)),
        11 => write!(out, "{}", i64::from_le_bytes(array_of(source, what)?)),
        12 => {
            let number = f64::from_le_bytes(array_of(source, what)?);
            write!(out, "{}", float(number, &format!("{number:?}")))
        }
        _ => return Err(unknown(kind)),
    };
    Ok(())
}

/// A float as JSON has it, and where JSON has none, as Python's `json` writes it.
fn float(number: f64, digits: &str) -> &str {
    match number {
        _ if number.is_finite() => digits,
        _ if number.is_nan() => "NaN",
        _ if number > 0.0 => "Infinity",
        _ => "-Infinity",
    }
}

/// The next text; what is not UTF-8 of it becomes U+FFFD, since tokens of some models are not.
fn text(source: &mut Source<impl Read>) -> Result<String> {
    let what = "a text";
    let length = u64_of(source, what)?;
    if length > MAX_HEADER {
        return Err(Error::io(format!("{what} of {length} bytes is above the limit of {MAX_HEADER}")));
    }
    Ok(String::from_utf8_lossy(&source.bytes(length, what)?).into_owned())
}

/// The type of an array's items, and how many there are: no more than the file has bytes for.
fn items(source: &mut Source<impl Read>, depth: u32) -> Result<(u32, u64)> {
    if depth == MAX_DEPTH {
        return Err(Error::io(format!("its arrays are nested deeper than {MAX_DEPTH}")));
    }
    let kind = u32_of(source, "an array")?;
    let count = u64_of(source, "an array")?;
    // A text has a length before it, and an array a type and a length.
    let least = match (size_of(kind), kind) {
        (Some(size), _) => size,
        (None, TEXT) => 8,
        (None, ARRAY) => 12,
        (None, _) => return Err(unknown(kind)),
    };
    source.require(count.saturating_mul(least), &format!("{count} items of an array"))?;
    Ok((kind, count))
}

/// The bytes of a number or a boolean; `None` for texts, arrays and types that are not known.
fn size_of(kind: u32) -> Option<u64> {
    Some(match kind {
        0 | 1 | 7 => 1,
        2 | 3 => 2,
        UINT32..=6 => 4,
        10..=12 => 8,
        _ => return None,
    })
}

fn fits(out: &str, room: usize) -> Result<()> {
    if out.len() > room {
        return Err(Error::io(format!("its metadata has more than {MAX_TEXT} bytes as text")));
    }
    Ok(())
}

fn array_of<const N: usize>(source: &mut Source<impl Read>, what: &str) -> Result<[u8; N]> {
    let mut bytes = [0; N];
    source.fill(&mut bytes, what)?;
    Ok(bytes)
}

#[cold]
fn unknown(kind: u32) -> Error {
    Error::io(format!("a value has type {kind}, which the format does not have"))
}
