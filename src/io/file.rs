//! What both formats need of a file: bytes that come with their number, and a write that happens whole or not at all.
//!
//! Invariant: nothing is allocated before the bytes that will fill it are known to be there; a file that shrinks while
//! it is being read ends in an error, since every read asks for an exact count.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, Shape, Tensor};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Cursor, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Small writes are gathered into blocks of this size; larger ones go straight to the file.
const BLOCK: usize = 1 << 16;

/// Bytes to read and how many are left of them.
pub(super) struct Source<R> {
    reader: R,
    left: u64,
}

impl Source<File> {
    /// A regular file. A directory, a pipe or a device has no length that a header could be checked against: `IO`.
    pub(super) fn open(path: &Path) -> Result<Source<File>> {
        // Before opening: to open a pipe would wait for its writer.
        regular(&fs::metadata(path).map_err(refused)?)?;
        let file = File::open(path).map_err(refused)?;
        let metadata = file.metadata().map_err(refused)?;
        regular(&metadata)?;
        Ok(Source { reader: file, left: metadata.len() })
    }
}

impl<'a> Source<Cursor<&'a [u8]>> {
    /// Bytes in memory.
    pub(super) fn of(bytes: &'a [u8]) -> Source<Cursor<&'a [u8]>> {
        Source { reader: Cursor::new(bytes), left: bytes.len() as u64 }
    }
}

impl<R: Read + Seek> Source<R> {
    /// Bytes that have not been read.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// The next `n` bytes, which are `what` to the reader of the message. Fewer left: `IO`.
    pub(super) fn bytes(&mut self, n: u64, what: &str) -> Result<Vec<u8>> {
        self.require(n, what)?;
        let mut bytes = vec![0; n as usize];
        self.reader.read_exact(&mut bytes).map_err(refused)?;
        self.left -= n;
        Ok(bytes)
    }

    /// Goes over the next `n` bytes. Fewer left: `IO`.
    pub(super) fn skip(&mut self, n: u64, what: &str) -> Result<()> {
        self.require(n, what)?;
        let distance = i64::try_from(n).map_err(|_| Error::io(format!("{n} bytes are too far to go")))?;
        self.reader.seek(SeekFrom::Current(distance)).map_err(refused)?;
        self.left -= n;
        Ok(())
    }

    /// A new contiguous tensor of the next bytes, read into its storage without a copy between; `swapped` says that
    /// their order inside an element is the other one. Fewer bytes left than the shape needs: `IO`, before any memory
    /// is taken for them.
    pub(super) fn tensor(&mut self, dtype: DType, shape: &Shape, swapped: bool) -> Result<Tensor> {
        let n = (shape.elements() * dtype.size()) as u64;
        self.require(n, &format!("{dtype} elements of shape {shape}"))?;
        let tensor = Tensor::filled(Device::Cpu, dtype, shape, |bytes| {
            self.reader.read_exact(bytes).map_err(refused)?;
            if swapped {
                bytes.chunks_exact_mut(dtype.size()).for_each(<[u8]>::reverse);
            }
            Ok(())
        })?;
        self.left -= n;
        Ok(tensor)
    }

    fn require(&self, n: u64, what: &str) -> Result<()> {
        if n > self.left {
            return Err(Error::io(format!("{what} take {n} bytes, {} are left", self.left)));
        }
        Ok(())
    }
}

/// Writes the elements of a tensor of any layout in row-major order.
pub(super) fn write_elements(tensor: &Tensor, out: &mut dyn Write) -> Result<()> {
    if let Some(bytes) = tensor.as_bytes() {
        return out.write_all(bytes).map_err(refused);
    }
    for i in 0..tensor.shape()[0] {
        write_elements(&tensor.select(0, i)?, out)?;
    }
    Ok(())
}

/// Makes `path` what `write` writes: first to a new file beside it, which takes its name when it is whole and on the
/// disk. When anything fails `path` is as it was, and the new file is gone. What is no regular file (`/dev/stdout`, a
/// pipe) is written directly: it must not be replaced by a file.
pub(super) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    // Opening asks the system whether this file may be written; the rename would not.
    let (target, old) = match OpenOptions::new().write(true).open(path) {
        Ok(file) => {
            let metadata = file.metadata().map_err(refused)?;
            if !metadata.is_file() {
                return buffered(&file, write);
            }
            // The file that a symbolic link names is replaced, not the link.
            (fs::canonicalize(path).map_err(refused)?, Some(metadata))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => (path.to_path_buf(), None),
        Err(error) => return Err(refused(error)),
    };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let (temporary, file) = Temporary::create(folder)?;
    if let Some(old) = old {
        file.set_permissions(old.permissions()).map_err(refused)?;
    }
    buffered(&file, write)?;
    file.sync_all().map_err(refused)?;
    drop(file);
    fs::rename(&temporary.path, &target).map_err(refused)?;
    // The name is on the disk only when the folder is. Not every system can do this, and the file is whole anyway.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

fn buffered(file: &File, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut out = BufWriter::with_capacity(BLOCK, file);
    write(&mut out)?;
    out.flush().map_err(refused)
}

/// A file that is removed when this goes; after the rename nothing has its name any more.
struct Temporary {
    path: PathBuf,
}

impl Temporary {
    fn create(folder: &Path) -> Result<(Temporary, File)> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            // The name is short whatever the target's is, which may be as long as names can be.
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".tenure-{}-{number}.tmp", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((Temporary { path }, file)),
                // Left by a process of the same number that was killed.
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

/// What the system said, as an error of status `IO`.
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
