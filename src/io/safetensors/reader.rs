//! `Reader`: an open `.safetensors` file whose header has been read.
//!
//! Invariant: a tensor is read, or mapped, when it is asked for, and no other; whatever the file
//! contains, the result is a tensor or a typed error that names the file.

use super::super::file::{self, Source};
use super::super::listing::{Entry, missing};
use super::super::sniff;
use super::super::stored::{Stored, as_wanted};
use super::header::{self, Header, Info, MAX_HEADER};
use crate::error::{Error, Result, Status};
use crate::memory::FileMapping;
use crate::tensor::{DType, MAX_RANK, Shape, Tensor};
use std::fs::File;
use std::io::{Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An open file whose header has been read: any number of its tensors cost one reading of that.
pub struct Reader<R = File> {
    source: Source<R>,
    header: Header,
    path: Option<PathBuf>,
}

impl Reader {
    /// Opens a file and checks its header against its length. Errors: `IO`.
    pub fn open(path: &Path) -> Result<Reader> {
        let source = Source::open(path).map_err(|e| in_file(Some(path), e))?;
        Reader::of(source, Some(path))
    }

    /// Tensors of these names on the memory of the file, without a copy: a page of it is read when
    /// it is first used, and copied when it is written, so the file does not change. What is not
    /// aligned, or has to be widened for `wanted`, is read instead. *Returns new.*
    ///
    /// Errors: those of [`super::load`].
    pub fn map(&mut self, names: &[&str], wanted: Option<DType>) -> Result<Vec<Tensor>> {
        let mapping = FileMapping::open(self.source.reader()).map_err(file::refused);
        let mapping = Arc::new(mapping.map_err(|e| in_file(self.path.as_deref(), e))?);
        names.iter().map(|name| self.mapped(name, wanted, &mapping)).collect()
    }

    fn mapped(&mut self, name: &str, wanted: Option<DType>, mapping: &Arc<FileMapping>) -> Result<Tensor> {
        let Some(info) = self.header.info(name) else {
            return Err(in_file(self.path.as_deref(), self.missing(name)));
        };
        // From the length that the header was checked against: the file may have grown since.
        let start = self.source.length() - self.header.bytes + info.start;
        if let Some(Stored::Ours(dtype)) = info.stored()
            && wanted.is_none_or(|wanted| wanted == dtype)
            && start.is_multiple_of(dtype.size() as u64)
            && info.end > info.start
        {
            let shape = shape_of(info).map_err(|e| self.about(name, e))?;
            return Tensor::mapped(mapping, start as usize, dtype, &shape).map_err(|e| self.about(name, e));
        }
        self.load(name, wanted)
    }
}

impl<'a> Reader<Cursor<&'a [u8]>> {
    /// The same for a file whose bytes are in memory; `file` is what messages call it. Errors:
    /// `IO`.
    pub fn of_bytes(bytes: &'a [u8], file: &str) -> Result<Self> {
        Reader::of(Source::of(bytes), Some(Path::new(file)))
    }
}

impl<R: Read + Seek> Reader<R> {
    pub(super) fn of(mut source: Source<R>, path: Option<&Path>) -> Result<Reader<R>> {
        let header = checked_header(&mut source).map_err(|e| in_file(path, e))?;
        Ok(Reader { source, header, path: path.map(Path::to_path_buf) })
    }

    /// The names of its tensors, sorted.
    pub fn names(&self) -> Vec<String> {
        self.header.tensors().iter().map(|(name, _)| name.clone()).collect()
    }

    /// The metadata of the file, sorted by key.
    pub fn metadata(&self) -> &[(String, String)] {
        &self.header.metadata
    }

    /// What the file says of each tensor, sorted by name.
    pub fn entries(&self) -> Vec<Entry> {
        let entry = |(name, info): &(String, Info)| {
            let (dtype, widened) = Entry::dtypes(info.stored());
            let (stored, shape) = (info.dtype.clone(), info.shape.clone());
            Entry { name: name.clone(), stored, dtype, widened, shape, bytes: info.end - info.start }
        };
        self.header.tensors().iter().map(entry).collect()
    }

    /// Reads one tensor, any number of times and in any order, as `wanted` if that is given: then
    /// also elements that no tensor has, such as floats of a byte. *Returns new.* Errors: those of
    /// [`super::load`].
    pub fn load(&mut self, name: &str, wanted: Option<DType>) -> Result<Tensor> {
        if self.header.info(name).is_none() {
            return Err(in_file(self.path.as_deref(), self.missing(name)));
        }
        self.read(name, wanted).map_err(|e| self.about(name, e))
    }

    fn read(&mut self, name: &str, wanted: Option<DType>) -> Result<Tensor> {
        let info = self.header.info(name).expect("the caller looked");
        let stored = info.stored().ok_or_else(|| header::unknown(&info.dtype))?;
        let dtype = stored.read_as(wanted)?;
        let shape = shape_of(info)?;
        self.source.go_to(self.header.bytes - info.start)?;
        as_wanted(self.source.tensor(stored, &shape, false)?, dtype)
    }

    fn about(&self, name: &str, error: Error) -> Error {
        in_file(self.path.as_deref(), error.context(format_args!("tensor '{name}'")))
    }

    #[cold]
    fn missing(&self, name: &str) -> Error {
        missing("tensor", name, self.header.tensors().iter().map(|(name, _)| name))
    }
}

pub(super) fn in_file(path: Option<&Path>, error: Error) -> Error {
    match path {
        Some(path) => file::in_file(path, error),
        None => error,
    }
}

/// The shape of a tensor in a file. Errors: `UNSUPPORTED` for more than 16 dimensions, `IO`.
fn shape_of(info: &Info) -> Result<Shape> {
    let dims: Option<Vec<i64>> = info.shape.iter().map(|&d| i64::try_from(d).ok()).collect();
    let dims = dims.ok_or_else(|| Error::io(format!("shape {:?} has too many elements", info.shape)))?;
    if dims.len() > MAX_RANK {
        let text = format!("rank {} is above the limit of {MAX_RANK}", dims.len());
        return Err(Error::new(Status::Unsupported, text));
    }
    Shape::new(&dims).map_err(|e| Error::io(e.message()))
}

/// The header, checked against the length of the file; the elements come after it.
fn checked_header(source: &mut Source<impl Read + Seek>) -> Result<Header> {
    let total = source.left();
    let field = source.bytes(total.min(8), "the header's length")?;
    let length = field.iter().rev().fold(0u64, |n, &byte| n << 8 | u64::from(byte));
    if field.len() < 8 || length > MAX_HEADER || length > source.left() {
        let why = match length {
            _ if field.len() < 8 => "it has less than 8 bytes".to_string(),
            length if length > MAX_HEADER => format!("a header of {length} bytes is above the limit of {MAX_HEADER}"),
            length => format!("the bytes of the header take {length} bytes, {} are left", source.left()),
        };
        return Err(not_one(source, field, &why));
    }
    let text = source.bytes(length, "the bytes of the header")?;
    let header = Header::read(&text).map_err(|e| {
        let first: Vec<u8> = field.iter().chain(&text).take(sniff::LOOKED_AT).copied().collect();
        if text.first() == Some(&b'{') {
            e
        } else {
            Error::io(format!("{}: {}", e.message(), sniff::seems(&first, total)))
        }
    })?;
    let (named, there) = (header.bytes, source.left());
    if named != there {
        let hint = if there < named { ": it was cut off, or is still being written" } else { "" };
        return Err(Error::io(format!("its header names {named} bytes of elements, {there} are there{hint}")));
    }
    Ok(header)
}

/// The error for a file that does not begin as one of these does.
#[cold]
fn not_one(source: &mut Source<impl Read>, mut first: Vec<u8>, why: &str) -> Error {
    let total = source.left() + first.len() as u64;
    first.extend(source.some(sniff::LOOKED_AT - first.len()));
    Error::io(format!("not a .safetensors file: {why}; {}", sniff::seems(&first, total)))
}
