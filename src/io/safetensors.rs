//! `.safetensors`: named tensors in one file, as Hugging Face's package writes and reads them.
//!
//! Source: <https://github.com/huggingface/safetensors>, format of version 0.8: 8 bytes with the length of a JSON header,
//! the header with dtype, shape and offsets of each tensor, the elements, without gaps or overlaps. The crate
//! `safetensors` has the types of the header and checks sizes against offsets. The rest is here because the crate
//! wants the whole file in memory, and lets a name that is there twice pass.

use super::file::{self, Source};
use crate::error::{Error, Result, Status};
use crate::tensor::{DType, MAX_RANK, Shape, Tensor};
use ::safetensors::tensor::{Dtype, Metadata, TensorInfo};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{Cursor, Read, Seek};
use std::path::{Path, PathBuf};

/// The format's own limit.
const MAX_HEADER: u64 = 100_000_000;
/// The one key of the header that is no tensor.
const METADATA: &str = "__metadata__";

/// Writes tensors of any layout under their names. *Borrows.* The same tensors under the same names, in whatever order,
/// give the same bytes, those of the reference implementation. The file appears whole or not at all.
///
/// Errors: `INVALID_ARGUMENT` for a name that is given twice, that has a NUL in it, or that is `__metadata__`; `IO`,
/// and the file that was there before is then as it was.
pub fn save(path: &Path, tensors: &[(&str, &Tensor)]) -> Result<()> {
    let sorted = in_file_order(tensors);
    let result = header_of(&sorted).and_then(|header| {
        let elements: u64 = sorted.iter().map(|(_, tensor)| tensor.nbytes() as u64).sum(); // the header has added them up
        file::replace(path, elements.saturating_add(8 + header.len() as u64), |out| {
            out.write_all(&(header.len() as u64).to_le_bytes()).map_err(file::refused)?;
            out.write_all(&header).map_err(file::refused)?;
            sorted.iter().try_for_each(|(_, tensor)| file::write_elements(tensor, out))
        })
    });
    result.map_err(|e| e.context(format_args!("writing '{}'", path.display())))
}

/// The bytes that [`save`] would write. *Borrows.* Errors: as for `save`, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
pub fn to_bytes(tensors: &[(&str, &Tensor)]) -> Result<Vec<u8>> {
    let sorted = in_file_order(tensors);
    let header = header_of(&sorted)?;
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(&header);
    let tensors: Vec<&Tensor> = sorted.iter().map(|&(_, tensor)| tensor).collect();
    file::append_elements(&tensors, &mut bytes)?;
    Ok(bytes)
}

/// By element size and kind, so that elements are aligned, then by name: as the reference implementation orders them.
fn in_file_order<'a>(tensors: &[(&'a str, &'a Tensor)]) -> Vec<(&'a str, &'a Tensor)> {
    let mut sorted = tensors.to_vec();
    sorted.sort_by(|(a_name, a), (b_name, b)| to_file(b.dtype()).cmp(&to_file(a.dtype())).then(a_name.cmp(b_name)));
    sorted
}

/// The names of the tensors in a file, sorted. Errors: `IO`.
pub fn names(path: &Path) -> Result<Vec<String>> {
    Reader::open(path).map(|reader| reader.names())
}

/// Reads one tensor. *Returns new*, on the processor. Other tensors of the file are not read.
///
/// Errors: `INVALID_ARGUMENT` when the file has none of this name, `UNSUPPORTED` when its element type is not one of
/// ours or it has more than 8 dimensions, `IO` when the file cannot be read or is not a whole `.safetensors` file,
/// `LIMIT_EXCEEDED` and `OUT_OF_MEMORY` as for any tensor.
pub fn load(path: &Path, name: &str) -> Result<Tensor> {
    Reader::open(path)?.load(name)
}

/// [`names`] for a file whose bytes are in memory.
pub fn names_bytes(bytes: &[u8]) -> Result<Vec<String>> {
    Reader::of(Source::of(bytes), None).map(|reader| reader.names())
}

/// [`load`] for a file whose bytes are in memory.
pub fn load_bytes(bytes: &[u8], name: &str) -> Result<Tensor> {
    Reader::of(Source::of(bytes), None)?.load(name)
}

/// An open file whose header has been read: any number of its tensors cost one reading of that.
pub struct Reader<R = File> {
    source: Source<R>,
    header: Metadata,
    path: Option<PathBuf>,
}

impl Reader {
    /// Opens a file and checks its header against its length. Errors: `IO`.
    pub fn open(path: &Path) -> Result<Reader> {
        let source = Source::open(path).map_err(|e| in_file(Some(path), e))?;
        Reader::of(source, Some(path))
    }
}

impl<'a> Reader<Cursor<&'a [u8]>> {
    /// The same for a file whose bytes are in memory; `file` is what messages call it. Errors: `IO`.
    pub fn of_bytes(bytes: &'a [u8], file: &str) -> Result<Self> {
        Reader::of(Source::of(bytes), Some(Path::new(file)))
    }
}

impl<R: Read + Seek> Reader<R> {
    fn of(mut source: Source<R>, path: Option<&Path>) -> Result<Reader<R>> {
        let header = header(&mut source).map_err(|e| in_file(path, e))?;
        Ok(Reader { source, header, path: path.map(Path::to_path_buf) })
    }

    /// The names of its tensors, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names = self.header.offset_keys();
        names.sort_unstable();
        names
    }

    /// Reads one tensor, any number of times and in any order. *Returns new.* Errors: those of the function [`load`].
    pub fn load(&mut self, name: &str) -> Result<Tensor> {
        self.read(name).map_err(|e| in_file(self.path.as_deref(), e))
    }

    fn read(&mut self, name: &str) -> Result<Tensor> {
        let Some(info) = self.header.info(name) else { return Err(self.missing(name)) };
        let about = |e: Error| e.context(format_args!("tensor '{name}'"));
        let dtype = from_file(info.dtype).map_err(about)?;
        let dims: Option<Vec<i64>> = info.shape.iter().map(|&d| i64::try_from(d).ok()).collect();
        let dims = dims.ok_or_else(|| about(Error::io(format!("shape {:?} has too many elements", info.shape))))?;
        if dims.len() > MAX_RANK {
            let text = format!("rank {} is above the limit of {MAX_RANK}", dims.len());
            return Err(about(Error::new(Status::Unsupported, text)));
        }
        let shape = Shape::new(&dims).map_err(|e| about(Error::io(e.message())))?;
        let before = info.data_offsets.0;
        self.source.go_to((self.header.data_len() - before) as u64).map_err(about)?;
        self.source.tensor(dtype, &shape, false).map_err(about)
    }

    fn missing(&self, name: &str) -> Error {
        let names = self.names();
        let shown = names.iter().take(10).map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
        let more = if names.len() > 10 { ", ..." } else { "" };
        Error::argument(format!("there is no tensor '{name}' among its {}: {shown}{more}", names.len()))
    }
}

fn in_file(path: Option<&Path>, error: Error) -> Error {
    match path {
        Some(path) => error.context(format_args!("reading '{}'", path.display())),
        None => error,
    }
}

/// The header, checked against the length of the file; the elements come after it.
fn header(source: &mut Source<impl Read + Seek>) -> Result<Metadata> {
    let field = source.bytes(8, "the bytes of the header's length")?;
    let length = field.iter().rev().fold(0u64, |n, &byte| n << 8 | u64::from(byte));
    if length > MAX_HEADER {
        return Err(Error::io(format!("a header of {length} bytes is above the limit of {MAX_HEADER}")));
    }
    let text = source.bytes(length, "the bytes of the header")?;
    let understood = |e: &dyn std::fmt::Display| Error::io(format!("its header is not understood: {e}"));
    let Entries(mut entries) = serde_json::from_slice(&text).map_err(|e| understood(&e))?;
    entries.sort_by_key(|(_, info)| info.data_offsets);
    let header = Metadata::new(None, entries).map_err(|e| understood(&e))?;
    let (named, there) = (header.data_len() as u64, source.left());
    if named != there {
        return Err(Error::io(format!("its header names {named} bytes of elements, {there} are there")));
    }
    Ok(header)
}

/// The tensors of a header, in the order of the text.
struct Entries(Vec<(String, TensorInfo)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Entries, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = Entries;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of tensors")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Entries, A::Error> {
                let (mut seen, mut entries) = (HashSet::new(), Vec::new());
                while let Some(name) = map.next_key::<String>()? {
                    if !seen.insert(name.clone()) {
                        return Err(A::Error::custom(format_args!("'{name}' is there twice")));
                    }
                    if name == METADATA {
                        map.next_value::<HashMap<String, String>>()?;
                    } else if name.contains('\0') {
                        // Names cross the C boundary with a NUL at their end.
                        return Err(A::Error::custom(format_args!("the name {name:?} has a NUL in it")));
                    } else {
                        entries.push((name, map.next_value()?));
                    }
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Names)
    }
}

/// The header of tensors in the order in which their elements follow it, padded to 8 bytes.
fn header_of(tensors: &[(&str, &Tensor)]) -> Result<Vec<u8>> {
    let mut seen = HashSet::new();
    let (mut entries, mut offset) = (Vec::with_capacity(tensors.len()), 0usize);
    for &(name, tensor) in tensors {
        if !seen.insert(name) {
            return Err(Error::argument(format!("two tensors are named '{name}'")));
        }
        if name == METADATA || name.contains('\0') {
            return Err(Error::argument(format!("a tensor cannot be named {name:?}")));
        }
        let end = offset.checked_add(tensor.nbytes());
        let end = end.ok_or_else(|| Error::argument("the tensors have more bytes than a file can".to_string()))?;
        let shape = tensor.shape().iter().map(|&d| d as usize).collect();
        let info = TensorInfo { dtype: to_file(tensor.dtype()), shape, data_offsets: (offset, end) };
        entries.push((name.to_string(), info));
        offset = end;
    }
    let internal = |e: &dyn std::fmt::Display| Error::new(Status::Internal, format!("the header was refused: {e}"));
    let header = Metadata::new(None, entries).map_err(|e| internal(&e))?;
    let mut text = serde_json::to_vec(&header).map_err(|e| internal(&e))?;
    text.resize(text.len().next_multiple_of(8), b' ');
    if text.len() as u64 > MAX_HEADER {
        let text = format!("names and shapes take {} bytes, the format allows {MAX_HEADER}", text.len());
        return Err(Error::argument(text));
    }
    Ok(text)
}

fn to_file(dtype: DType) -> Dtype {
    match dtype {
        DType::F32 => Dtype::F32,
        DType::F64 => Dtype::F64,
        DType::I32 => Dtype::I32,
        DType::I64 => Dtype::I64,
        DType::U8 => Dtype::U8,
        DType::Bool => Dtype::BOOL,
        DType::F16 => Dtype::F16,
        DType::BF16 => Dtype::BF16,
        DType::I8 => Dtype::I8,
        DType::I16 => Dtype::I16,
    }
}

fn from_file(dtype: Dtype) -> Result<DType> {
    DType::ALL.into_iter().find(|&ours| to_file(ours) == dtype).ok_or_else(|| {
        let ours = DType::ALL.map(DType::name).join(", ");
        Error::new(Status::Unsupported, format!("elements are {dtype:?}, not one of {ours}"))
    })
}
