//! `Reader`: an open `.gguf` file whose header has been read.
//!
//! Invariant: a tensor is read, or mapped, when it is asked for, and no other; whatever the file
//! contains, the result is a tensor or a typed error that names the file.

use super::super::file::{self, Source, in_file};
use super::super::listing::{Entry, missing};
use super::super::stored::{Stored, as_wanted};
use super::elements::{self, Elements, Kind};
use super::header::{Header, Info};
use super::value;
use crate::error::{Error, Result, Status};
use crate::memory::FileMapping;
use crate::tensor::{DType, MAX_RANK, Shape, Tensor};
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The bytes of a header that are read at once; elements are read past this.
const AT_ONCE: usize = 1 << 16;

/// An open file whose header has been read: any number of its tensors cost one reading of that.
pub struct Reader<R = File> {
    source: Source<BufReader<R>>,
    header: Header,
    /// What messages call it.
    path: PathBuf,
}

impl Reader {
    /// Opens a file and checks its header against its length. Errors: `IO` if it cannot be read or
    /// is damaged, `UNSUPPORTED` for versions other than 2 and 3, and for big-endian files.
    pub fn open(path: &Path) -> Result<Reader> {
        let source = Source::open(path).map_err(|e| in_file(path, e))?;
        let length = source.length();
        Reader::of(source.into_reader(), length, path)
    }

    /// Tensors of these names, those that are not quantised on the memory of the file, without a
    /// copy: a page of it is read when it is first used, and copied when it is written, so the file
    /// does not change. What is quantised, not aligned, or has to be converted for `wanted`, is read
    /// instead. *Returns new.*
    ///
    /// Errors: those of [`Reader::load`].
    pub fn map(&mut self, names: &[&str], wanted: Option<DType>) -> Result<Vec<Tensor>> {
        let mapping = FileMapping::open(self.source.reader().get_ref()).map_err(file::refused);
        let mapping = Arc::new(mapping.map_err(|e| in_file(&self.path, e))?);
        names.iter().map(|name| self.mapped(name, wanted, &mapping)).collect()
    }

    fn mapped(&mut self, name: &str, wanted: Option<DType>, mapping: &Arc<FileMapping>) -> Result<Tensor> {
        if let Some(info) = self.header.info(name)
            && let Some(Elements::Ours(dtype)) = Kind::of(info.kind).map(|kind| kind.read)
            && wanted.is_none_or(|wanted| wanted == dtype)
            && info.start.is_multiple_of(dtype.size() as u64)
            && info.bytes > 0
        {
            let tensor = shape_of(info).and_then(|s| Tensor::mapped(mapping, info.start as usize, dtype, &s));
            return tensor.map_err(|e| self.about(name, e));
        }
        self.load(name, wanted)
    }
}

impl<'a> Reader<Cursor<&'a [u8]>> {
    /// The same for a file whose bytes are in memory; `file` is what messages call it. Errors:
    /// those of [`Reader::open`].
    pub fn of_bytes(bytes: &'a [u8], file: &str) -> Result<Self> {
        Reader::of(Cursor::new(bytes), bytes.len() as u64, Path::new(file))
    }
}

impl<R: Read + Seek> Reader<R> {
    fn of(reader: R, length: u64, path: &Path) -> Result<Reader<R>> {
        let mut source = Source::new(BufReader::with_capacity(AT_ONCE, reader), length);
        let header = Header::read(&mut source).map_err(|e| in_file(path, e))?;
        Ok(Reader { source, header, path: path.to_path_buf() })
    }

    /// The names of its tensors, sorted.
    pub fn names(&self) -> Vec<String> {
        self.header.tensors().iter().map(|(name, _)| name.clone()).collect()
    }

    /// The metadata of the file, sorted by key: a text as it is, numbers, booleans and arrays as
    /// JSON. Errors: `IO`.
    pub fn metadata(&mut self) -> Result<Vec<(String, String)>> {
        let (mut texts, mut room) = (Vec::new(), value::MAX_TEXT);
        for (key, found) in &self.header.metadata {
            let text = self.source.go_to(found.left).and_then(|()| value::read(&mut self.source, found.kind, room));
            let text = text.map_err(|e| in_file(&self.path, e.context(format_args!("metadata '{key}'"))))?;
            room = room.saturating_sub(text.len());
            texts.push((key.clone(), text));
        }
        Ok(texts)
    }

    /// What the file says of each tensor, sorted by name.
    pub fn entries(&self) -> Vec<Entry> {
        let entry = |(name, info): &(String, Info)| {
            let dtype = match Kind::of(info.kind).map(|kind| kind.read) {
                Some(Elements::Ours(dtype)) => Some(dtype),
                Some(Elements::Quantised(_)) => Some(DType::F32),
                Some(Elements::Unread) | None => None,
            };
            let (stored, shape) = (Kind::name_of(info.kind), info.shape.clone());
            Entry { name: name.clone(), stored, dtype, widened: dtype, shape, bytes: info.bytes }
        };
        self.header.tensors().iter().map(entry).collect()
    }

    /// Reads one tensor, any number of times and in any order, as `wanted` if that is given, else
    /// as it is stored, and quantised elements as float32. *Returns new*, on the processor.
    ///
    /// Errors: `INVALID_ARGUMENT` when the file has none of this name, `UNSUPPORTED` for a quantised
    /// type that is not read and for more than 16 dimensions, `IO`, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
    pub fn load(&mut self, name: &str, wanted: Option<DType>) -> Result<Tensor> {
        if self.header.info(name).is_none() {
            let names = self.header.tensors().iter().map(|(name, _)| name);
            return Err(in_file(&self.path, missing("tensor", name, names)));
        }
        self.read(name, wanted).map_err(|e| self.about(name, e))
    }

    fn read(&mut self, name: &str, wanted: Option<DType>) -> Result<Tensor> {
        let info = self.header.info(name).expect("the caller looked");
        let kind = Kind::of(info.kind).ok_or_else(|| elements::unread(info.kind))?;
        let shape = shape_of(info)?;
        // A tensor without elements may begin beyond the end.
        self.source.go_to(if info.bytes > 0 { self.source.length() - info.start } else { 0 })?;
        let read = match kind.read {
            Elements::Ours(dtype) => self.source.tensor(Stored::Ours(dtype), &shape, false)?,
            Elements::Quantised(quant) => {
                let (from, to) = (kind.bytes as usize, kind.block as usize * DType::F32.size());
                self.source.decoded(DType::F32, &shape, (from, to), |from, to| quant.decode(from, to))?
            }
            Elements::Unread => return Err(elements::unread(info.kind)),
        };
        let dtype = wanted.unwrap_or(read.dtype());
        as_wanted(read, dtype)
    }

    fn about(&self, name: &str, error: Error) -> Error {
        in_file(&self.path, error.context(format_args!("tensor '{name}'")))
    }
}

/// The shape of a tensor in a file. Errors: `UNSUPPORTED` for more than 16 dimensions, `IO`.
fn shape_of(info: &Info) -> Result<Shape> {
    if info.shape.len() > MAX_RANK {
        let text = format!("rank {} is above the limit of {MAX_RANK}", info.shape.len());
        return Err(Error::new(Status::Unsupported, text));
    }
    let dims: Option<Vec<i64>> = info.shape.iter().map(|&d| i64::try_from(d).ok()).collect();
    let dims = dims.ok_or_else(|| Error::io(format!("shape {:?} has too many elements", info.shape)))?;
    Shape::new(&dims).map_err(|e| Error::io(e.message()))
}
