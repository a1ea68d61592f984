//! File access for all formats: reading with a known remaining length, and writing whole files or
//! nothing.
//!
//! Invariant: nothing is allocated before the file is known to contain the bytes for it. A file
//! that shrinks while it is being read gives an error, because every read requests an exact count.
//! Nothing is written before the file system is known to have room for all of it, because a view
//! may have more elements than any disk.

use super::stored::Stored;
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::memory;
use crate::ops;
use crate::tensor::{DType, Shape, Tensor};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Cursor, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Small writes are gathered into blocks of this size; larger ones go directly to the file.
const BLOCK: usize = 1 << 16;
/// The most symbolic links that are followed to a file that does not exist yet; the same as on
/// Linux.
const MAX_LINKS: u32 = 40;

/// A source of bytes, and how many are left.
pub(super) struct Source<R> {
    reader: R,
    length: u64,
    left: u64,
}

impl Source<File> {
    /// A regular file. A directory, a pipe or a device has no length to check a header against:
    /// `IO`.
    pub(super) fn open(path: &Path) -> Result<Source<File>> {
        // Checked before opening, because opening a pipe would wait for its writer.
        regular(&fs::metadata(path).map_err(refused)?)?;
        let file = File::open(path).map_err(refused)?;
        let metadata = file.metadata().map_err(refused)?;
        regular(&metadata)?;
        Ok(Source::new(file, metadata.len()))
    }
}

impl<'a> Source<Cursor<&'a [u8]>> {
    /// Bytes in memory.
    pub(super) fn of(bytes: &'a [u8]) -> Source<Cursor<&'a [u8]>> {
        Source::new(Cursor::new(bytes), bytes.len() as u64)
    }
}

impl<R: Read> Source<R> {
    /// A reader of this many bytes, such as a member of an archive.
    pub(super) fn new(reader: R, length: u64) -> Source<R> {
        Source { reader, length, left: length }
    }

    /// The reader, where it is.
    pub(super) fn into_reader(self) -> R {
        self.reader
    }

    /// The reader, borrowed.
    pub(super) fn reader(&self) -> &R {
        &self.reader
    }

    /// All bytes, read or not.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Bytes that have not been read.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// The next `n` bytes, which messages call `what`. If fewer are left: `IO`.
    pub(super) fn bytes(&mut self, n: u64, what: &str) -> Result<Vec<u8>> {
        self.require(n, what)?;
        let mut bytes = vec![0; n as usize];
        self.reader.read_exact(&mut bytes).map_err(refused)?;
        self.left -= n;
        Ok(bytes)
    }

    /// Up to `n` more bytes, for a message about what they are.
    pub(super) fn some(&mut self, n: usize) -> Vec<u8> {
        self.bytes(self.left.min(n as u64), "the first bytes").unwrap_or_default()
    }

    /// A new contiguous tensor of the next bytes, read directly into its storage, or widened a
    /// block at a time; `swapped` is set if their byte order differs from this machine's. If fewer
    /// bytes are left than the shape needs: `IO`, before any memory is allocated for them.
    pub(super) fn tensor(&mut self, stored: Stored, shape: &Shape, swapped: bool) -> Result<Tensor> {
        let size = stored.size();
        let n = (shape.elements() as u64).saturating_mul(size as u64);
        self.require(n, &format!("{} elements of shape {shape}", stored.name()))?;
        let dtype = stored.widened();
        let tensor = Tensor::filled(Device::Cpu, dtype, shape, |bytes| {
            if let Stored::Ours(_) = stored {
                return self.elements(bytes, size, swapped);
            }
            let mut block = vec![0; BLOCK.min(n as usize)];
            for part in bytes.chunks_mut(BLOCK / size * dtype.size()) {
                let from = &mut block[..part.len() / dtype.size() * size];
                self.elements(from, size, swapped)?;
                stored.widen(from, part);
            }
            Ok(())
        })?;
        self.left -= n;
        Ok(tensor)
    }

    /// Fills `bytes` with the next elements in this machine's byte order.
    fn elements(&mut self, bytes: &mut [u8], size: usize, swapped: bool) -> Result<()> {
        self.reader.read_exact(bytes).map_err(refused)?;
        if swapped {
            bytes.chunks_exact_mut(size).for_each(<[u8]>::reverse);
        }
        Ok(())
    }

    /// Reads what is left, by which a member of an archive is checked against its checksum.
    pub(super) fn finish(mut self) -> Result<()> {
        io::copy(&mut self.reader, &mut io::sink()).map(drop).map_err(refused)
    }

    /// A new contiguous tensor of the next bytes, which are whole blocks of `from` bytes for `to`
    /// bytes of elements each, by `decode`, which gets any number of blocks. Errors: those of
    /// [`Source::tensor`].
    pub(super) fn decoded(
        &mut self,
        dtype: DType,
        shape: &Shape,
        (from, to): (usize, usize),
        decode: impl Fn(&[u8], &mut [u8]),
    ) -> Result<Tensor> {
        let blocks = shape.elements() * dtype.size() / to;
        let n = (blocks as u64).saturating_mul(from as u64);
        self.require(n, &format!("{blocks} blocks of shape {shape}"))?;
        let tensor = Tensor::filled(Device::Cpu, dtype, shape, |bytes| {
            let at_once = (BLOCK / from).max(1);
            let mut block = vec![0; at_once.min(blocks) * from];
            for part in bytes.chunks_mut(at_once * to) {
                let read = &mut block[..part.len() / to * from];
                self.reader.read_exact(read).map_err(refused)?;
                decode(read, part);
            }
            Ok(())
        })?;
        self.left -= n;
        Ok(tensor)
    }

    /// Fills `bytes` with the next ones, which messages call `what`. If fewer are left: `IO`.
    pub(super) fn fill(&mut self, bytes: &mut [u8], what: &str) -> Result<()> {
        self.require(bytes.len() as u64, what)?;
        self.reader.read_exact(bytes).map_err(refused)?;
        self.left -= bytes.len() as u64;
        Ok(())
    }

    /// If fewer than `n` bytes, which messages call `what`, are left: `IO`.
    pub(super) fn require(&self, n: u64, what: &str) -> Result<()> {
        if n > self.left {
            return Err(Error::io(format!(
                "{what} take {n} bytes, {} are left: it was cut off, or is still being written",
                self.left
            )));
        }
        Ok(())
    }
}

impl<R: Read + Seek> Source<R> {
    /// Passes `n` bytes over, which messages call `what`. If fewer are left: `IO`.
    pub(super) fn skip(&mut self, n: u64, what: &str) -> Result<()> {
        self.require(n, what)?;
        // No file is longer than i64::MAX, and a seek that far fails.
        self.reader.seek_relative(i64::try_from(n).unwrap_or(i64::MAX)).map_err(refused)?;
        self.left -= n;
        Ok(())
    }

    /// Seeks, forwards or back, to where this many bytes are left, in a source that began at the
    /// start of its reader. After a read that failed this is right too, because it does not depend
    /// on the position of the reader.
    pub(super) fn go_to(&mut self, left: u64) -> Result<()> {
        self.reader.seek(SeekFrom::Start(self.length - left)).map_err(refused)?;
        self.left = left;
        Ok(())
    }
}

/// Writes the elements of a tensor of any layout in row-major order, booleans as 0 and 1.
pub(super) fn write_elements(tensor: &Tensor, out: &mut dyn Write) -> Result<()> {
    if let Device::Cuda(_) = tensor.device() {
        return write_elements(&ops::to_device(tensor, Device::Cpu)?, out);
    }
    write_through(&mut vec![0; BLOCK.min(tensor.nbytes())], tensor, out)
}

/// Other threads may write the tensor meanwhile, so a writer must not get its memory as a slice: it
/// gets a copy.
fn write_through(block: &mut [u8], tensor: &Tensor, out: &mut dyn Write) -> Result<()> {
    if !tensor.is_contiguous() {
        return (0..tensor.shape()[0]).try_for_each(|i| write_through(block, &tensor.select_view(0, i)?, out));
    }
    let (mut done, all) = (0, tensor.nbytes());
    while done < all {
        let part = block.len().min(all - done);
        tensor.host()?.copy_bytes_at(done, &mut block[..part]);
        out.write_all(&block[..part]).map_err(refused)?;
        done += part;
    }
    Ok(())
}

/// Appends the elements of these tensors, one after another. If there is no room: `LIMIT_EXCEEDED`
/// if the limit of the process is the reason, although it does not count these bytes; otherwise
/// `OUT_OF_MEMORY`.
pub(super) fn append_elements(tensors: &[&Tensor], bytes: &mut Vec<u8>) -> Result<()> {
    reserve(tensors, bytes)?;
    tensors.iter().try_for_each(|tensor| write_elements(tensor, bytes))
}

/// Makes room for the elements of these tensors. Errors: those of [`append_elements`].
pub(super) fn reserve(tensors: &[&Tensor], bytes: &mut Vec<u8>) -> Result<()> {
    let more = tensors.iter().try_fold(0usize, |sum, tensor| sum.checked_add(tensor.nbytes()));
    memory::require_bytes(more.unwrap_or(usize::MAX) as u64, "the bytes of the file")?;
    if more.is_none_or(|more| bytes.try_reserve_exact(more).is_err()) {
        let text = "there is no memory for the bytes of the file: save it to the default file system";
        return Err(Error::new(Status::OutOfMemory, text));
    }
    Ok(())
}

/// Replaces `path` by the output of `write`: it is written to a new file beside it, which is
/// renamed when it is complete and on the disk. A symbolic link stays: the file it names is created
/// or replaced. If anything fails, `path` is unchanged and the new file is removed. `bytes` is the
/// size of the output: if less is free in that folder, the error is `IO`, before a file is created.
/// Anything other than a regular file (`/dev/stdout`, a pipe) is written directly, because it must
/// not be replaced by a file.
pub(super) fn replace(path: &Path, bytes: u64, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    // Opening checks whether this file may be written, which the rename would not.
    let (target, old) = match OpenOptions::new().write(true).open(path) {
        Ok(file) => {
            let metadata = file.metadata().map_err(refused)?;
            if !metadata.is_file() {
                return buffered(&file, write);
            }
            // The file that a symbolic link names is replaced, not the link.
            (fs::canonicalize(path).map_err(refused)?, Some(metadata))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => (linked(path)?, None),
        Err(error) => return Err(refused(error)),
    };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    if let Some(free) = memory::free_space(folder).filter(|&free| free < bytes) {
        return Err(Error::io(format!("the file needs {bytes} bytes, {free} are free in '{}'", folder.display())));
    }
    let in_folder = |e: Error| e.context(format_args!("no new file can be made in '{}'", folder.display()));
    let (temporary, file) = Temporary::create(folder).map_err(in_folder)?;
    if let Some(old) = old {
        file.set_permissions(old.permissions()).map_err(refused)?;
    }
    buffered(&file, write)?;
    file.sync_all().map_err(refused)?;
    drop(file);
    fs::rename(&temporary.path, &target).map_err(refused)?;
    // The name is on the disk only when the folder is. Not every system supports syncing it, and
    // the file is complete anyway.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// The file to create for `path`, where nothing exists: if that is a symbolic link, its final
/// target.
fn linked(path: &Path) -> Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        // Fails for anything except a link.
        let Ok(named) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(named);
    }
    Err(Error::io(format!("more than {MAX_LINKS} symbolic links after one another")))
}

fn buffered(file: &File, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut out = BufWriter::with_capacity(BLOCK, file);
    write(&mut out)?;
    out.flush().map_err(refused)
}

/// A file that is removed when this is dropped; after the rename nothing has its name any more.
struct Temporary {
    path: PathBuf,
}

impl Temporary {
    fn create(folder: &Path) -> Result<(Temporary, File)> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            // The name is short even if the target's is as long as names can be.
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".tenure-{}-{number}.tmp", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((Temporary { path }, file)),
                // Left behind by a killed process with the same number.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(refused(error)),
            }
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The error with the file in front that was being read.
#[cold]
pub(super) fn in_file(path: &Path, error: Error) -> Error {
    error.context(format_args!("reading '{}'", path.display()))
}

/// The system's error as an error of status `IO`.
pub(super) fn refused(error: io::Error) -> Error {
    Error::io(error.to_string())
}

fn regular(metadata: &fs::Metadata) -> Result<()> {
    match metadata {
        m if m.is_file() => Ok(()),
        m if m.is_dir() => Err(Error::io("it is a directory")),
        _ => Err(Error::io("it is not a regular file")),
    }
}
