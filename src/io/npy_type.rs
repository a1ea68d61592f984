//! The element type of a `.npy` file, in every spelling that `numpy.load` takes: `'<f8'`, `'f8'`,
//! `'float64'`, `'d'`, `'?'`.
//!
//! Invariant: a type of NumPy that no tensor has is refused for that reason (`UNSUPPORTED`); what
//! NumPy does not know either makes the header wrong (`IO`).

use super::stored::Stored;
use crate::error::{Error, Result, Status};
use crate::tensor::DType;

/// The name of a dtype in files that are written; none for bfloat16, which NumPy lacks.
pub(super) fn descr_of(dtype: DType) -> Option<&'static str> {
    Some(match dtype {
        DType::F32 => "<f4",
        DType::F64 => "<f8",
        DType::F16 => "<f2",
        DType::I8 => "|i1",
        DType::I16 => "<i2",
        DType::I32 => "<i4",
        DType::I64 => "<i8",
        DType::U8 => "|u1",
        DType::U16 => "<u2",
        DType::U32 => "<u4",
        DType::U64 => "<u8",
        DType::Bool => "|b1",
        DType::BF16 => return None,
    })
}

/// The elements that a type in the header means, and whether their byte order differs from this
/// machine's.
pub(super) fn elements(descr: &str) -> Result<(Stored, bool)> {
    let Some(text) = descr.strip_prefix(['\'', '"']).and_then(|rest| rest.strip_suffix(['\'', '"'])) else {
        return Err(refused(
            descr,
            match descr.as_bytes().first() {
                Some(b'[' | b'{') => "records with fields: save each field as an array of its own",
                _ => "arrays inside of elements: view it as a type of numbers in Python, and save that",
            },
        ));
    };
    let (order, name) = match text.as_bytes().first() {
        Some(b'<' | b'>' | b'=' | b'|') => text.split_at(1),
        _ => ("", text),
    };
    if let Some(found) = number(name) {
        return Ok((found, order == ">" && found.size() > 1));
    }
    match reason(name) {
        Some(reason) => Err(refused(descr, reason)),
        None => Err(Error::io(format!("not a header of an array: {descr} is not a NumPy type"))),
    }
}

/// The numbers of this name, without a byte order.
fn number(name: &str) -> Option<Stored> {
    Some(match name {
        "b1" | "?" | "bool" | "bool_" | "bool8" => Stored::Ours(DType::Bool),
        "i1" | "b" | "int8" | "byte" => Stored::Ours(DType::I8),
        "i2" | "h" | "int16" | "short" => Stored::Ours(DType::I16),
        "i4" | "i" | "int32" | "intc" => Stored::Ours(DType::I32),
        "i8" | "q" | "l" | "p" | "int64" | "longlong" | "int" | "int_" | "intp" => Stored::Ours(DType::I64),
        "u1" | "B" | "uint8" | "ubyte" => Stored::Ours(DType::U8),
        "u2" | "H" | "uint16" | "ushort" => Stored::Ours(DType::U16),
        "u4" | "I" | "uint32" | "uintc" => Stored::Ours(DType::U32),
        "u8" | "Q" | "L" | "P" | "uint64" | "ulonglong" | "uint" | "uintp" => Stored::Ours(DType::U64),
        "f2" | "e" | "float16" | "half" => Stored::Ours(DType::F16),
        "f4" | "f" | "float32" | "single" => Stored::Ours(DType::F32),
        "f8" | "d" | "float64" | "double" | "float" | "float_" => Stored::Ours(DType::F64),
        _ => return None,
    })
}

/// Says why tensors do not support a type of NumPy; `None` if the text does not name a type of
/// NumPy.
fn reason(name: &str) -> Option<&'static str> {
    const COMPLEX: &str = "complex numbers: save the real and the imaginary part by themselves";
    const LONG: &str = "long doubles, which differ from machine to machine: save it as float64";
    const DATES: &str = "dates or spans of time: save a.view('int64')";
    const TEXT: &str = "text: no tensor holds it";
    const OBJECTS: &str =
        "Python objects, whose reading would run code: save numbers, as in numpy.save(path, a.astype('float64'))";
    const RAW: &str =
        "raw bytes without a type, which is how bfloat16 is saved: save it as float32, or as .safetensors";
    match name {
        "O" | "object" | "object_" | "O4" | "O8" => return Some(OBJECTS),
        "F" | "D" | "G" | "complex64" | "complex128" | "complex" | "csingle" | "cdouble" => return Some(COMPLEX),
        "g" | "longdouble" | "float128" | "float96" => return Some(LONG),
        _ => {}
    }
    let letter = name.chars().next()?;
    let rest = &name[letter.len_utf8()..];
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (size, unit) = rest.split_at(digits);
    let has_unit = unit.starts_with('[') && unit.ends_with(']');
    if !(size.is_empty() || size.parse::<u64>().is_ok()) || !(unit.is_empty() || has_unit) {
        return None;
    }
    match letter {
        'c' => Some(COMPLEX),
        'f' if matches!(size, "10" | "12" | "16") => Some(LONG),
        'M' | 'm' => Some(DATES),
        'S' | 'a' | 'U' => Some(TEXT),
        'V' => Some(RAW),
        _ => None,
    }
}

fn refused(descr: &str, what: &str) -> Error {
    Error::new(Status::Unsupported, format!("elements are {descr}, {what}"))
}
