//! The header of a `.gguf` file: where its metadata is, and the type, the sizes and the place of
//! each tensor.
//!
//! Invariant: a header that is returned fits the file: each tensor whose type is known lies within
//! it, is aligned and overlaps no other, and names are told apart. A type that is not known keeps its
//! own tensor from being read, and no other.

use super::super::file::Source;
use super::super::sniff;
use super::elements::Kind;
use super::value::{self, name_of, u32_of, u64_of};
use crate::error::{Error, Result, Status};
use std::collections::HashSet;
use std::io::{Read, Seek};

/// The key of the number of bytes that the start of each tensor is a multiple of.
const ALIGNMENT: &str = "general.alignment";
const DEFAULT_ALIGNMENT: u64 = 32;
const MAX_ALIGNMENT: u32 = 1 << 20;
/// The most tensors, and the most entries of metadata. Large models have a few thousand tensors.
const MAX_COUNT: u64 = 1 << 20;
/// The format's limit for keys.
const MAX_NAME: u64 = 65_535;
/// The most sizes of a tensor that are read; tensors here have fewer, those of ggml at most 4.
const MAX_SIZES: u32 = 64;

/// What the header says of a tensor.
pub(super) struct Info {
    /// The number of the type of its elements.
    pub kind: u32,
    /// Outermost size first.
    pub shape: Vec<u64>,
    /// Where its bytes begin in the file.
    pub start: u64,
    /// How many there are; 0 if the type is not known.
    pub bytes: u64,
}

/// A value of the metadata: its type, and the bytes from its start to the end of the file.
pub(super) struct Value {
    pub kind: u32,
    pub left: u64,
}

/// A header that was read.
pub(super) struct Header {
    /// Sorted by name.
    tensors: Vec<(String, Info)>,
    /// Sorted by key.
    pub metadata: Vec<(String, Value)>,
}

impl Header {
    /// Reads it from the start of a file. Errors: `IO` if the file is not one of these or is damaged,
    /// `UNSUPPORTED` for other versions and big-endian files.
    pub fn read(source: &mut Source<impl Read + Seek>) -> Result<Header> {
        check_start(source)?;
        let tensors = count_of(source, "tensors")?;
        let keys = count_of(source, "entries of metadata")?;
        let (metadata, alignment) = read_metadata(source, keys)?;
        let mut infos = read_infos(source, tensors)?;
        let header = source.length() - source.left();
        let data = header.next_multiple_of(alignment);
        infos.sort_by(|(a, _), (b, _)| a.cmp(b));
        if let Some([(name, _), _]) = infos.array_windows::<2>().find(|[(a, _), (b, _)]| a == b) {
            return Err(Error::io(format!("tensor '{name}' is there twice")));
        }
        for (name, info) in &mut infos {
            let placed = place(info, data, alignment, source.length());
            placed.map_err(|e| e.context(format_args!("tensor '{name}'")))?;
        }
        check_apart(&infos)?;
        Ok(Header { tensors: infos, metadata })
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

/// The magic and the version.
fn check_start(source: &mut Source<impl Read>) -> Result<()> {
    let total = source.left();
    let mut first = source.some(4);
    if first != b"GGUF" {
        first.extend(source.some(sniff::LOOKED_AT - first.len()));
        return Err(Error::io(format!("not a .gguf file: {}", sniff::seems(&first, total))));
    }
    let version = u32_of(source, "the version")?;
    let refused = match version {
        2 | 3 => return Ok(()),
        _ if version & 0xffff == 0 && version != 0 => {
            let swapped = version.swap_bytes();
            format!(
                "it is a big-endian .gguf file of version {swapped}: convert it with gguf_convert_endian.py of llama.cpp"
            )
        }
        _ => format!("version {version} of the .gguf format is not 2 or 3: convert the model again with llama.cpp"),
    };
    Err(Error::new(Status::Unsupported, refused))
}

fn count_of(source: &mut Source<impl Read>, what: &str) -> Result<u64> {
    let count = u64_of(source, "a count")?;
    if count > MAX_COUNT {
        return Err(Error::io(format!("{count} {what} are above the limit of {MAX_COUNT}")));
    }
    Ok(count)
}

/// The metadata, sorted by key, and the alignment of tensors.
fn read_metadata(source: &mut Source<impl Read + Seek>, count: u64) -> Result<(Vec<(String, Value)>, u64)> {
    let (mut metadata, mut seen, mut alignment) = (Vec::new(), HashSet::new(), DEFAULT_ALIGNMENT);
    for _ in 0..count {
        let key = name_of(source, MAX_NAME, "a key")?;
        check_name(&key)?;
        if !seen.insert(key.clone()) {
            return Err(Error::io(format!("the key '{key}' is there twice")));
        }
        let about = |e: Error| e.context(format_args!("metadata '{key}'"));
        let kind = u32_of(source, "the type of a value")?;
        let left = source.left();
        if key == ALIGNMENT {
            alignment = alignment_of(source, kind).map_err(about)?;
        } else {
            value::skip(source, kind).map_err(about)?;
        }
        metadata.push((key, Value { kind, left }));
    }
    metadata.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok((metadata, alignment))
}

fn alignment_of(source: &mut Source<impl Read>, kind: u32) -> Result<u64> {
    if kind != value::UINT32 {
        return Err(Error::io(format!("it has type {kind} instead of {}, uint32", value::UINT32)));
    }
    let alignment = u32_of(source, "an alignment")?;
    if !alignment.is_power_of_two() || alignment > MAX_ALIGNMENT {
        return Err(Error::io(format!("{alignment} is not a power of two up to {MAX_ALIGNMENT}")));
    }
    Ok(u64::from(alignment))
}

/// What it says of the tensors, in the order of the file; `start` counts from the first of them.
fn read_infos(source: &mut Source<impl Read>, count: u64) -> Result<Vec<(String, Info)>> {
    let mut infos = Vec::new();
    for _ in 0..count {
        let name = name_of(source, MAX_NAME, "the name of a tensor")?;
        check_name(&name)?;
        let sizes = u32_of(source, "the number of sizes")?;
        if sizes > MAX_SIZES {
            return Err(Error::io(format!("tensor '{name}' has {sizes} sizes, the limit is {MAX_SIZES}")));
        }
        let mut shape = (0..sizes).map(|_| u64_of(source, "a size")).collect::<Result<Vec<u64>>>()?;
        shape.reverse();
        let kind = u32_of(source, "the type of a tensor")?;
        let start = u64_of(source, "the place of a tensor")?;
        infos.push((name, Info { kind, shape, start, bytes: 0 }));
    }
    Ok(infos)
}

/// Names cross the C boundary with a NUL at their end.
fn check_name(name: &str) -> Result<()> {
    if name.contains('\0') {
        return Err(Error::io(format!("the name {name:?} has a NUL in it")));
    }
    Ok(())
}

/// Puts a tensor where its bytes are in a file of `length` bytes. Errors: `IO`.
fn place(info: &mut Info, data: u64, alignment: u64, length: u64) -> Result<()> {
    let from = info.start;
    if !from.is_multiple_of(alignment) {
        return Err(Error::io(format!(
            "it begins at byte {from}, which is not a multiple of the alignment {alignment}"
        )));
    }
    let bytes = match Kind::of(info.kind) {
        Some(kind) => kind.bytes_of(&info.shape)?,
        None => 0,
    };
    let start = data.saturating_add(from);
    if bytes > 0 && start.checked_add(bytes).is_none_or(|end| end > length) {
        let text = format!("its {bytes} bytes from byte {start} on end beyond the {length} of the file");
        return Err(Error::io(format!("{text}: it was cut off, or is still being written")));
    }
    (info.start, info.bytes) = (start, bytes);
    Ok(())
}

/// Refuses tensors that have bytes in common.
fn check_apart(infos: &[(String, Info)]) -> Result<()> {
    let mut places: Vec<&(String, Info)> = infos.iter().filter(|(_, info)| info.bytes > 0).collect();
    places.sort_by_key(|(_, info)| info.start);
    for [(first, a), (second, b)] in places.array_windows::<2>() {
        if a.start + a.bytes > b.start {
            let text = format!("tensor '{second}' begins at byte {}, before tensor '{first}' ends at", b.start);
            return Err(Error::io(format!("{text} {}", a.start + a.bytes)));
        }
    }
    Ok(())
}
