//! `.pt` and `.pth`: the tensors of a file that `torch.save` wrote, read without Python.
//!
//! Such a file is a zip archive: a pickle that describes the objects, and a record of bytes for
//! each storage. The tensors that dictionaries and lists of the pickle lead to have names, which
//! are the keys on the way, joined by dots: `weight` of a state dict, `state_dict.encoder.weight`
//! of a checkpoint of Lightning.
//!
//! Invariant: nothing in the file is run (see `pickle.rs`), and no element is read before its
//! window was found to be within its record and its record within the file. Tensors of one storage
//! that are read together share memory, as they do in PyTorch.

mod archive;
mod names;
mod pickle;

use self::archive::{Archive, Record};
use self::names::{Described, Kind};
use self::pickle::Pickle;
use super::file::{Source, in_file, refused};
use super::listing::{Entry, missing};
use super::sniff;
use super::stored::{Stored, as_wanted};
use crate::error::{Error, Result, Status};
use crate::tensor::{DType, Layout, MAX_RANK, Shape, Tensor, shape};
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The most bytes of the pickle; that of 100,000 tensors has about 20 MB.
const MAX_PICKLE: u64 = 256 << 20;

/// An open file whose pickle has been read.
pub struct Reader<R = File> {
    reader: R,
    archive: Archive,
    tensors: BTreeMap<String, Described>,
    /// Whether the elements have the other byte order than this machine.
    swapped: bool,
    /// What messages call it.
    path: PathBuf,
}

impl Reader {
    /// Opens a file and reads which tensors it has. Errors: `IO` if it cannot be read or is
    /// damaged, `UNSUPPORTED` for a file of PyTorch that holds no tensors by name: a pickled
    /// module, a TorchScript program, the format before 1.6.
    pub fn open(path: &Path) -> Result<Reader> {
        let opened = Source::open(path).map(Source::into_reader);
        opened.and_then(|file| Reader::of(file, path)).map_err(|e| in_file(path, e))
    }
}

impl<'a> Reader<Cursor<&'a [u8]>> {
    /// The same for a file whose bytes are in memory; `file` is what messages call it.
    /// Errors: those of [`Reader::open`].
    pub fn of_bytes(bytes: &'a [u8], file: &str) -> Result<Self> {
        let path = Path::new(file);
        Reader::of(Cursor::new(bytes), path).map_err(|e| in_file(path, e))
    }
}

impl<R: Read + Seek> Reader<R> {
    fn of(mut reader: R, path: &Path) -> Result<Reader<R>> {
        let length = reader.seek(SeekFrom::End(0)).map_err(refused)?;
        refuse_others(&mut reader, length)?;
        let archive = Archive::read(&mut reader, length)?;
        let record = archive.record("data.pkl").expect("the archive was found by it");
        if record.bytes > MAX_PICKLE {
            return Err(Error::io(format!("its pickle has {} bytes, the limit is {MAX_PICKLE}", record.bytes)));
        }
        let bytes = bytes_of(&mut reader, record)?;
        let tensors = names::of(&Pickle::read(&bytes)?)?;
        let swapped = match archive.record("byteorder") {
            Some(record) if record.bytes <= 16 => bytes_of(&mut reader, record)? == b"big",
            _ => false,
        };
        Ok(Reader { reader, archive, tensors, swapped, path: path.to_path_buf() })
    }

    /// The names of its tensors, sorted.
    pub fn names(&self) -> Vec<String> {
        self.tensors.keys().cloned().collect()
    }

    /// What the file says of each tensor, sorted by name; no element is read.
    pub fn entries(&self) -> Vec<Entry> {
        let entry = |(name, described): (&String, &Described)| {
            let stored = if let Kind::Elements { stored, .. } = described.kind { Some(stored) } else { None };
            let (dtype, widened) = Entry::dtypes(stored);
            let shape: Vec<u64> = described.shape.iter().map(|&size| size.max(0) as u64).collect();
            let size = stored.map_or(0, Stored::size) as u64;
            let bytes = shape.iter().fold(size, |bytes, &size| bytes.saturating_mul(size));
            Entry { name: name.clone(), stored: described.class.clone(), dtype, widened, shape, bytes }
        };
        self.tensors.iter().map(entry).collect()
    }

    /// Reads tensors by name, in that order, as `wanted` if that is given. Those of one storage
    /// share memory. *Returns new*, on the processor.
    ///
    /// Errors: `INVALID_ARGUMENT` for a name that is not there, `UNSUPPORTED` for a tensor of
    /// another element type, of more than 16 axes, or without elements in memory (sparse,
    /// quantized); `IO`, `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
    pub fn load(&mut self, names: &[&str], wanted: Option<DType>) -> Result<Vec<Tensor>> {
        self.read(names, wanted).map_err(|e| in_file(&self.path, e))
    }

    fn read(&mut self, names: &[&str], wanted: Option<DType>) -> Result<Vec<Tensor>> {
        let windows = names.iter().map(|name| self.window(name, wanted)).collect::<Result<Vec<Window>>>()?;
        // What is read of each storage: everything from the first to the last element that a tensor
        // has of it.
        let mut spans: HashMap<(String, &str), (u64, u64)> = HashMap::new();
        for window in &windows {
            let span = spans.entry(window.storage()).or_insert((window.first, window.end));
            *span = (span.0.min(window.first), span.1.max(window.end));
        }
        let mut read: HashMap<(String, &str), Tensor> = HashMap::new();
        let mut tensors = Vec::with_capacity(windows.len());
        for (window, name) in windows.iter().zip(names) {
            let (first, end) = spans[&window.storage()];
            let about = |e: Error| e.context(format_args!("tensor '{name}'"));
            let storage = match read.get(&window.storage()) {
                Some(storage) => storage.untracked(),
                // Converted before it is shared: a window of stride 0 has more elements than the
                // file.
                None => self.elements(window, first, end, wanted).map_err(about)?,
            };
            tensors.push(storage.with_layout(window.layout.clone(), (window.first - first) as usize));
            read.insert(window.storage(), storage);
        }
        Ok(tensors)
    }

    /// Elements of a record as a tensor of one axis, as `wanted` if that is given.
    fn elements(&mut self, window: &Window, first: u64, end: u64, wanted: Option<DType>) -> Result<Tensor> {
        let (record, before) = (window.record, first * window.stored.size() as u64);
        self.reader.seek(SeekFrom::Start(record.start + before)).map_err(refused)?;
        let mut source = Source::new(&mut self.reader, record.bytes - before);
        let elements = source.tensor(window.stored, &Shape::new(&[(end - first) as i64])?, self.swapped)?;
        as_wanted(elements, wanted.unwrap_or(window.stored.widened()))
    }

    fn window(&self, name: &str, wanted: Option<DType>) -> Result<Window> {
        let Some(described) = self.tensors.get(name) else {
            return Err(missing("tensor", name, self.tensors.keys()));
        };
        let about = |e: Error| e.context(format_args!("tensor '{name}'"));
        let (key, stored) = match &described.kind {
            Kind::Elements { key, stored } => (key, *stored),
            Kind::Unsupported(why) => return Err(about(Error::new(Status::Unsupported, why.clone()))),
        };
        stored.read_as(wanted).map_err(about)?;
        let record = self.archive.record(&format!("data/{key}"));
        let record =
            record.ok_or_else(|| about(Error::io(format!("its record 'data/{key}' is not in the archive"))))?;
        Window::new(described, key, stored, record).map_err(about)
    }
}

/// A tensor's elements within a record.
struct Window {
    key: String,
    stored: Stored,
    record: Record,
    layout: Layout,
    /// The first element, and the one behind the last.
    first: u64,
    end: u64,
}

impl Window {
    fn new(described: &Described, key: &str, stored: Stored, record: Record) -> Result<Window> {
        let (dims, strides) = (&described.shape, &described.strides);
        if dims.len() > MAX_RANK {
            let text = format!("rank {} is above the limit of {MAX_RANK}", dims.len());
            return Err(Error::new(Status::Unsupported, text));
        }
        let shape = Shape::new(dims).map_err(|e| Error::io(e.message()))?;
        let text = || format!("shape {shape} with strides {} at {}", shape::display(strides), described.offset);
        if strides.len() != dims.len() || described.offset < 0 || strides.iter().any(|&stride| stride < 0) {
            return Err(Error::io(format!("{} is not a window of a storage", text())));
        }
        let first = described.offset as u64;
        let last = dims.iter().zip(strides).try_fold(first, |last, (&size, &stride)| {
            (size.max(1) as u64 - 1).checked_mul(stride as u64).and_then(|more| last.checked_add(more))
        });
        let there = record.bytes / stored.size() as u64;
        let (first, end) = match last {
            _ if shape.elements() == 0 => (0, 0),
            Some(last) if last < there => (first, last + 1),
            _ => {
                let text = format!("{} does not fit into its {there} elements of {}", text(), stored.name());
                return Err(Error::io(text));
            }
        };
        // The strides of no elements, and that of an axis of size 1, may be any number, with which
        // a later view would overflow.
        let strides: Vec<i64> = strides.iter().map(|&stride| stride.min(there as i64)).collect();
        let is_empty = shape.elements() == 0;
        let layout = if is_empty { Layout::contiguous(&shape) } else { Layout::new(dims, &strides) };
        Ok(Window { key: key.to_owned(), stored, record, layout, first, end })
    }

    /// What tensors that share memory have in common.
    fn storage(&self) -> (String, &'static str) {
        (self.key.clone(), self.stored.name())
    }
}

fn bytes_of(reader: &mut (impl Read + Seek), record: Record) -> Result<Vec<u8>> {
    reader.seek(SeekFrom::Start(record.start)).map_err(refused)?;
    Source::new(reader, record.bytes).bytes(record.bytes, "the bytes of a record")
}

/// Refuses what is not a zip archive. What PyTorch wrote before version 1.6 is a pickle that begins
/// with a certain number, or a tar archive.
fn refuse_others(reader: &mut (impl Read + Seek), length: u64) -> Result<()> {
    const MAGIC: &[u8] = b"\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.";
    reader.rewind().map_err(refused)?;
    let first = Source::new(&mut *reader, length).some(sniff::LOOKED_AT);
    let is_tar = first.get(257..262) == Some(b"ustar");
    if is_tar || first.get(2..).is_some_and(|rest| rest.starts_with(MAGIC)) {
        let text = "it is in the format that PyTorch wrote before version 1.6; convert it in Python: \
                    torch.save(torch.load(path, weights_only=True), path)";
        return Err(Error::new(Status::Unsupported, text));
    }
    if !first.starts_with(b"PK") {
        return Err(Error::io(format!("not a file of torch.save: {}", sniff::seems(&first, length))));
    }
    Ok(())
}
