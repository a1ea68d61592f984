//! Converts words to values, and elements to values that can be compared.

use super::words::Word;
use super::{Fault, wrong};
use std::fmt;
use std::str::FromStr;
use tenure::api;
use tenure::error::Status;
use tenure::tensor::{BF16, DType, F16, Scalar};

/// One element. Floats are compared as float64, which holds every float32.
#[derive(Clone, Copy)]
pub enum Value {
    Float(f64),
    Integer(i64),
}

impl Value {
    /// Whether both are equal as numbers; NaN equals NaN.
    pub fn is(self, other: Value) -> bool {
        match (self, other) {
            (Value::Float(a), Value::Float(b)) => a == b || a.is_nan() && b.is_nan(),
            (Value::Integer(a), Value::Integer(b)) => a == b,
            _ => false,
        }
    }

    /// As float64.
    pub fn float(self) -> f64 {
        match self {
            Value::Float(value) => value,
            Value::Integer(value) => value as f64,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Float(value) => write!(f, "{value}"),
            Value::Integer(value) => write!(f, "{value}"),
        }
    }
}

/// Values as a list, for messages.
pub fn display(values: &[Value]) -> String {
    let inner: Vec<String> = values.iter().map(Value::to_string).collect();
    format!("[{}]", inner.join(","))
}

/// A word as a number of any type.
pub fn number<T: FromStr>(word: &Word) -> Result<T, Fault> {
    text_as(&word.text)
}

/// A word as a number of any type, or `none`.
pub fn optional_number<T: FromStr>(word: &Word) -> Result<Option<T>, Fault> {
    if word.text == "none" { Ok(None) } else { number(word).map(Some) }
}

fn text_as<T: FromStr>(text: &str) -> Result<T, Fault> {
    text.parse().or_else(|_| wrong(format!("'{text}' is not a {}", std::any::type_name::<T>())))
}

fn items(word: &Word) -> Result<Vec<&str>, Fault> {
    let inner = word.text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    match inner {
        Some("") => Ok(Vec::new()),
        Some(inner) => Ok(inner.split(',').collect()),
        None => wrong(format!("'{}' is not a list", word.text)),
    }
}

/// A word as a truth value.
pub fn flag(word: &Word) -> Result<bool, Fault> {
    text_as(&word.text)
}

/// A word as a number operand: an integer if it is written as one.
pub fn scalar(word: &Word) -> Result<Scalar, Fault> {
    let text = word.text.as_str();
    let integer = || text.parse().map(Scalar::I64).ok().or_else(|| text.parse().map(Scalar::U64).ok());
    match (text.parse().map(Scalar::Bool).ok()).or_else(integer) {
        Some(exact) => Ok(exact),
        None => number(word).map(Scalar::F64),
    }
}

/// A word as a list of integers.
pub fn integers(word: &Word) -> Result<Vec<i64>, Fault> {
    items(word)?.into_iter().map(text_as).collect()
}

/// A word as a dtype.
pub fn dtype(word: &Word) -> Result<DType, Fault> {
    Ok(match word.text.as_str() {
        "f32" => DType::F32,
        "f64" => DType::F64,
        "i32" => DType::I32,
        "i64" => DType::I64,
        "u8" => DType::U8,
        "bool" => DType::Bool,
        "f16" => DType::F16,
        "bf16" => DType::BF16,
        "i8" => DType::I8,
        "i16" => DType::I16,
        "u16" => DType::U16,
        "u32" => DType::U32,
        "u64" => DType::U64,
        other => return wrong(format!("'{other}' is not a dtype")),
    })
}

/// A word as the code of a device.
pub fn device(word: &Word) -> Result<i32, Fault> {
    match word.text.as_str() {
        "cpu" => Ok(0),
        "cuda:0" => Ok(1 << 16),
        other => wrong(format!("'{other}' is not a device")),
    }
}

/// The status of this name.
pub fn status(name: &str) -> Result<Status, Fault> {
    let found = Status::ALL.into_iter().find(|status| status.name() == name);
    found.map_or_else(|| wrong(format!("'{name}' is not a status")), Ok)
}

/// The bytes of a tensor of this dtype with a list of values.
pub fn bytes(dtype: DType, word: &Word) -> Result<Vec<u8>, Fault> {
    let mut out = Vec::new();
    for item in items(word)? {
        match dtype {
            DType::F32 => out.extend(text_as::<f32>(item)?.to_ne_bytes()),
            DType::F64 => out.extend(text_as::<f64>(item)?.to_ne_bytes()),
            DType::I32 => out.extend(text_as::<i32>(item)?.to_ne_bytes()),
            DType::I64 => out.extend(text_as::<i64>(item)?.to_ne_bytes()),
            DType::U8 => out.push(text_as(item)?),
            DType::I8 => out.extend(text_as::<i8>(item)?.to_ne_bytes()),
            DType::I16 => out.extend(text_as::<i16>(item)?.to_ne_bytes()),
            DType::U16 => out.extend(text_as::<u16>(item)?.to_ne_bytes()),
            DType::U32 => out.extend(text_as::<u32>(item)?.to_ne_bytes()),
            DType::U64 => out.extend(text_as::<u64>(item)?.to_ne_bytes()),
            DType::F16 => out.extend(F16::from_f32(text_as(item)?).to_bits().to_ne_bytes()),
            DType::BF16 => out.extend(BF16::from_f32(text_as(item)?).to_bits().to_ne_bytes()),
            DType::Bool if item == "0" || item == "1" => out.push(text_as(item)?),
            DType::Bool => return wrong(format!("'{item}' is not 0 or 1")),
        }
    }
    Ok(out)
}

/// The bytes of a tensor's elements as values.
pub fn values(dtype: DType, bytes: &[u8]) -> Vec<Value> {
    bytes
        .chunks_exact(dtype.size())
        .map(|chunk| match dtype {
            DType::F32 => Value::Float(f32::from_ne_bytes(chunk.try_into().expect("4 bytes")).into()),
            DType::F64 => Value::Float(f64::from_ne_bytes(chunk.try_into().expect("8 bytes"))),
            DType::I32 => Value::Integer(i32::from_ne_bytes(chunk.try_into().expect("4 bytes")).into()),
            DType::I64 => Value::Integer(i64::from_ne_bytes(chunk.try_into().expect("8 bytes"))),
            DType::U8 | DType::Bool => Value::Integer(chunk[0].into()),
            DType::I8 => Value::Integer((chunk[0] as i8).into()),
            DType::I16 => Value::Integer(i16::from_ne_bytes(chunk.try_into().expect("2 bytes")).into()),
            DType::U16 => Value::Integer(bits_of(chunk).into()),
            DType::U32 => Value::Integer(u32::from_ne_bytes(chunk.try_into().expect("4 bytes")).into()),
            // Its bits, since values are compared with values of the same dtype.
            DType::U64 => Value::Integer(i64::from_ne_bytes(chunk.try_into().expect("8 bytes"))),
            DType::F16 => Value::Float(F16::from_bits(bits_of(chunk)).to_f32().into()),
            DType::BF16 => Value::Float(BF16::from_bits(bits_of(chunk)).to_f32().into()),
        })
        .collect()
}

fn bits_of(chunk: &[u8]) -> u16 {
    u16::from_ne_bytes(chunk.try_into().expect("2 bytes"))
}

/// A tensor's dtype and its elements' bytes, row-major.
pub fn contents(t: u64) -> Result<(DType, Vec<u8>), Fault> {
    let dtype = DType::from_code(api::tensor::dtype(t)?)?;
    let mut bytes = vec![0; usize::try_from(api::tensor::nbytes(t)?).expect("it is in memory")];
    api::tensor::copy_to(t, &mut bytes)?;
    Ok((dtype, bytes))
}
