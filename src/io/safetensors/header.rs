//! The header of a `.safetensors` file: JSON with the type, the sizes and the place of each tensor,
//! and metadata.
//!
//! Invariant: a header that is returned fits the elements behind it: tensors follow each other
//! without gaps or overlaps, and each whose type is known has as many bytes as its sizes say. A
//! type that is not known is kept as text: it keeps its own tensor from being read, and no other.

use super::super::stored::Stored;
use crate::error::{Error, Result, Status};
use crate::tensor::{DType, Tensor};
use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The format's own limit.
pub(super) const MAX_HEADER: u64 = 100_000_000;
/// The one key of the header that is not a tensor.
const METADATA: &str = "__metadata__";

/// What the header says of a tensor.
pub(super) struct Info {
    /// The type of its elements, as the file names it.
    pub dtype: String,
    pub shape: Vec<u64>,
    /// Where its bytes begin and end, from the end of the header on.
    pub start: u64,
    pub end: u64,
}

/// A header that was read.
pub(super) struct Header {
    /// Sorted by name.
    tensors: Vec<(String, Info)>,
    /// Sorted by key.
    pub metadata: Vec<(String, String)>,
    /// The bytes of all elements.
    pub bytes: u64,
}

impl Header {
    /// Reads the JSON. Errors: `IO`.
    pub fn read(text: &[u8]) -> Result<Header> {
        let understood = |e: &dyn std::fmt::Display| Error::io(format!("its header is not understood: {e}"));
        let Entries { mut tensors, metadata } = serde_json::from_slice(text).map_err(|e| understood(&e))?;
        tensors.sort_by_key(|(_, info)| (info.start, info.end));
        let mut at = 0;
        for (name, info) in &tensors {
            if info.start != at || info.end < info.start {
                let text = format!("tensor '{name}' has bytes {} to {}, after {at}", info.start, info.end);
                return Err(understood(&text));
            }
            let has = info.end - info.start;
            match info.needed() {
                Some(None) => return Err(understood(&format!("shape {:?} has too many elements", info.shape))),
                Some(Some(needed)) if needed != has => {
                    let text = format!("{} of shape {:?} take {needed} bytes", info.dtype, info.shape);
                    return Err(understood(&format!("tensor '{name}' has {has} bytes, {text}")));
                }
                _ => {}
            }
            at = info.end;
        }
        tensors.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut metadata: Vec<(String, String)> = metadata.into_iter().collect();
        metadata.sort();
        Ok(Header { tensors, metadata, bytes: at })
    }

    /// What it says of each tensor, sorted by name.
    pub fn tensors(&self) -> &[(String, Info)] {
        &self.tensors
    }

    /// What it says of a tensor.
    pub fn info(&self, name: &str) -> Option<&Info> {
        let at = self.tensors.binary_search_by(|(own, _)| own.as_str().cmp(name)).ok()?;
        Some(&self.tensors[at].1)
    }
}

impl Info {
    /// The elements; none of a type that is not known here.
    pub fn stored(&self) -> Option<Stored> {
        let ours = DType::ALL.into_iter().find(|&dtype| name_of(dtype) == self.dtype).map(Stored::Ours);
        ours.or(match self.dtype.as_str() {
            "F8_E4M3" => Some(Stored::F8E4M3),
            "F8_E5M2" => Some(Stored::F8E5M2),
            "F8_E8M0" => Some(Stored::F8E8M0),
            _ => None,
        })
    }

    /// The bytes that its sizes need, none if they overflow; nothing for a type that is not known.
    fn needed(&self) -> Option<Option<u64>> {
        let bits = match (self.stored(), self.dtype.as_str()) {
            (Some(stored), _) => 8 * stored.size() as u64,
            (None, "C64") => 64,
            (None, "F4") => 4,
            (None, "F6_E2M3" | "F6_E3M2") => 6,
            (None, _) => return None,
        };
        let elements = self.shape.iter().try_fold(1u64, |product, &size| product.checked_mul(size));
        Some(elements.and_then(|elements| elements.checked_mul(bits)).map(|bits| bits.div_ceil(8)))
    }
}

/// The header of tensors in the order in which their elements follow it, padded to 8 bytes: those
/// of the reference implementation.
///
/// Errors: `INVALID_ARGUMENT` for a name or a key that is given twice, that has a NUL in it, or
/// that is `__metadata__`.
pub(super) fn write(tensors: &[(&str, &Tensor)], metadata: &[(&str, &str)]) -> Result<Vec<u8>> {
    let mut text = String::from("{");
    if !metadata.is_empty() {
        let mut sorted = metadata.to_vec();
        sorted.sort_unstable();
        if let Some([(key, _), _]) = sorted.array_windows::<2>().find(|[(a, _), (b, _)]| a == b) {
            return Err(Error::argument(format!("two entries of the metadata are named '{key}'")));
        }
        let entries: Vec<String> =
            sorted.iter().map(|(key, value)| format!("{}:{}", quoted(key), quoted(value))).collect();
        let _ = write!(text, "{}:{{{}}}", quoted(METADATA), entries.join(","));
    }
    let (mut seen, mut offset) = (HashSet::new(), 0usize);
    for &(name, tensor) in tensors {
        if !seen.insert(name) {
            return Err(Error::argument(format!("two tensors are named '{name}'")));
        }
        if name == METADATA || name.contains('\0') {
            return Err(Error::argument(format!("a tensor cannot be named {name:?}")));
        }
        let end = offset.checked_add(tensor.nbytes());
        let end = end.ok_or_else(|| Error::argument("the tensors have more bytes than a file can"))?;
        let sizes: Vec<String> = tensor.shape().iter().map(i64::to_string).collect();
        let comma = if text.len() > 1 { "," } else { "" };
        let _ = write!(
            text,
            "{comma}{}:{{\"dtype\":\"{}\",\"shape\":[{}],\"data_offsets\":[{offset},{end}]}}",
            quoted(name),
            name_of(tensor.dtype()),
            sizes.join(",")
        );
        offset = end;
    }
    text.push('}');
    let mut text = text.into_bytes();
    text.resize(text.len().next_multiple_of(8), b' ');
    if text.len() as u64 > MAX_HEADER {
        let text = format!("names and shapes take {} bytes, the format allows {MAX_HEADER}", text.len());
        return Err(Error::argument(text));
    }
    Ok(text)
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The place of a dtype in the order of a file: larger elements come first, so that all are
/// aligned.
pub(super) fn order(dtype: DType) -> u8 {
    match dtype {
        DType::U64 => 0,
        DType::I64 => 1,
        DType::F64 => 2,
        DType::F32 => 3,
        DType::U32 => 4,
        DType::I32 => 5,
        DType::BF16 => 6,
        DType::F16 => 7,
        DType::U16 => 8,
        DType::I16 => 9,
        DType::I8 => 10,
        DType::U8 => 11,
        DType::Bool => 12,
    }
}

/// The name of a dtype in a file.
fn name_of(dtype: DType) -> &'static str {
    match dtype {
        DType::F32 => "F32",
        DType::F64 => "F64",
        DType::I32 => "I32",
        DType::I64 => "I64",
        DType::U8 => "U8",
        DType::Bool => "BOOL",
        DType::F16 => "F16",
        DType::BF16 => "BF16",
        DType::I8 => "I8",
        DType::I16 => "I16",
        DType::U16 => "U16",
        DType::U32 => "U32",
        DType::U64 => "U64",
    }
}

/// `UNSUPPORTED` for elements of a type that is not known.
#[cold]
pub(super) fn unknown(dtype: &str) -> Error {
    let ours = DType::ALL.map(DType::name).join(", ");
    Error::new(Status::Unsupported, format!("elements are {dtype}, not one of {ours}"))
}

/// The parts of a header, as the text has them.
#[derive(Default)]
struct Entries {
    tensors: Vec<(String, Info)>,
    metadata: HashMap<String, String>,
}

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Entries, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = Entries;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of tensors")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Entries, A::Error> {
                let (mut seen, mut entries) = (HashSet::new(), Entries::default());
                while let Some(name) = map.next_key::<String>()? {
                    if !seen.insert(name.clone()) {
                        return Err(A::Error::custom(format_args!("'{name}' is there twice")));
                    }
                    if name == METADATA {
                        entries.metadata = map.next_value::<Option<HashMap<String, String>>>()?.unwrap_or_default();
                    } else if name.contains('\0') {
                        // Names cross the C boundary with a NUL at their end.
                        return Err(A::Error::custom(format_args!("the name {name:?} has a NUL in it")));
                    } else {
                        entries.tensors.push((name, map.next_value()?));
                    }
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Names)
    }
}

impl<'de> Deserialize<'de> for Info {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Info, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Info;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object with dtype, shape and data_offsets")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Info, A::Error> {
                let (mut dtype, mut shape, mut offsets) = (None, None, None);
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "dtype" => dtype = Some(map.next_value::<String>()?),
                        "shape" => shape = Some(map.next_value::<Vec<u64>>()?),
                        "data_offsets" => offsets = Some(map.next_value::<(u64, u64)>()?),
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                let missing = |field| A::Error::missing_field(field);
                let dtype = dtype.ok_or_else(|| missing("dtype"))?;
                let shape = shape.ok_or_else(|| missing("shape"))?;
                let (start, end) = offsets.ok_or_else(|| missing("data_offsets"))?;
                Ok(Info { dtype, shape, start, end })
            }
        }
        deserializer.deserialize_map(Fields)
    }
}
