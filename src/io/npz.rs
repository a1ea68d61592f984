//! `.npz`: arrays by name, each a `.npy` file in a ZIP archive, as NumPy's `savez` and
//! `savez_compressed` write them.
//!
//! Invariant: an array is read when it is asked for, and no other. What a member claims to hold is
//! bounded by what its bytes in the file can hold: deflate makes at most `MAX_RATIO` bytes of one,
//! and members do not share bytes. So an archive that is made to fill the memory of its reader is
//! refused before memory is taken.

use super::file::{self, Source, in_file};
use super::listing::{Entry, missing};
use super::npy::{self, array};
use super::npy_header;
use super::sniff;
use crate::error::{Error, Result, Status};
use crate::tensor::{DType, Tensor};
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use zip::read::ZipFile;
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The most bytes that deflate makes of one byte.
const MAX_RATIO: u64 = 1032;
/// Bytes that a member may have beyond that: an empty one has a few.
const SLACK: u64 = 1 << 12;
const ENDING: &str = ".npy";

/// An open archive whose directory has been read.
pub struct Reader<R = BufReader<File>> {
    archive: ZipArchive<R>,
    /// What messages call it.
    path: PathBuf,
}

impl Reader {
    /// Opens a file and reads its directory. Errors: `IO` if it cannot be read or is not a ZIP
    /// archive.
    pub fn open(path: &Path) -> Result<Reader> {
        let opened = Source::open(path).map(Source::into_reader);
        opened.and_then(|file| Reader::of(BufReader::new(file), path)).map_err(|e| in_file(path, e))
    }
}

impl<'a> Reader<Cursor<&'a [u8]>> {
    /// The same for a file whose bytes are in memory; `file` is what messages call it. Errors:
    /// `IO`.
    pub fn of_bytes(bytes: &'a [u8], file: &str) -> Result<Self> {
        let path = Path::new(file);
        Reader::of(Cursor::new(bytes), path).map_err(|e| in_file(path, e))
    }
}

impl<R: Read + Seek> Reader<R> {
    fn of(mut reader: R, path: &Path) -> Result<Reader<R>> {
        let length = reader.seek(SeekFrom::End(0)).map_err(file::refused)?;
        reader.rewind().map_err(file::refused)?;
        let mut first = Vec::new();
        (&mut reader).take(sniff::LOOKED_AT as u64).read_to_end(&mut first).map_err(file::refused)?;
        if !first.starts_with(b"PK") {
            return Err(Error::io(format!("not a .npz file: {}", sniff::seems(&first, length))));
        }
        let cut = |e| Error::io(format!("{}; if it was cut off, fetch it again", without_end(e)));
        let archive = ZipArchive::new(reader).map_err(cut)?;
        let mut packed = 0u64;
        for i in 0..archive.len() {
            packed = packed.saturating_add(archive.by_index_data(i).map_err(|e| refused(&e))?.compressed_size());
        }
        if packed > length {
            return Err(Error::io(format!("its members claim {packed} bytes of its {length}, so some share theirs")));
        }
        // Names cross the C boundary with a NUL at their end.
        if let Some(name) = archive.file_names().filter_map(|name| name.ok()).find(|name| name.contains('\0')) {
            return Err(Error::io(format!("the name {name:?} has a NUL in it")));
        }
        let opened = Reader { archive, path: path.to_path_buf() };
        let n = opened.archive.len();
        if n > 0 && opened.names().is_empty() {
            let seems = sniff::seems(&first, length);
            return Err(Error::io(format!("not a .npz file: none of its {n} members is a .npy file; {seems}")));
        }
        Ok(opened)
    }

    /// The names of its arrays, in the order of the archive and without the ending `.npy`.
    pub fn names(&self) -> Vec<String> {
        self.archive.file_names().filter_map(|name| name.ok()?.strip_suffix(ENDING).map(str::to_string)).collect()
    }

    /// What the archive says of each array, also of those that no tensor can have; only their
    /// headers are read. Errors: `IO`, and `UNSUPPORTED` for a member that is encrypted or
    /// compressed in another way than NumPy does.
    pub fn entries(&mut self) -> Result<Vec<Entry>> {
        let names = self.names();
        names.into_iter().map(|name| self.entry(&name).map_err(|e| self.about(&name, e))).collect()
    }

    /// Reads one array, as `wanted` if that is given. *Returns new.*
    ///
    /// Errors: `INVALID_ARGUMENT` if the archive has none of this name, those of [`npy::load`].
    pub fn load(&mut self, name: &str, wanted: Option<DType>) -> Result<Tensor> {
        self.read(name, wanted).map_err(|e| self.about(name, e))
    }

    fn read(&mut self, name: &str, wanted: Option<DType>) -> Result<Tensor> {
        let mut source = self.member(name)?;
        let tensor = array(&mut source, wanted)?;
        source.finish()?;
        Ok(tensor)
    }

    fn entry(&mut self, name: &str) -> Result<Entry> {
        let mut source = self.member(name)?;
        let described = npy::describe(&mut source)?;
        Ok(Entry { name: name.to_string(), ..described })
    }

    /// The bytes of an array's `.npy` file.
    fn member(&mut self, name: &str) -> Result<Source<impl Read>> {
        let Some(index) = self.archive.index_for_name(&format!("{name}{ENDING}")) else {
            return Err(missing("array", name, self.names().iter()));
        };
        let member = self.archive.by_index(index).map_err(|e| refused(&e))?;
        let size = checked(&member)?;
        Ok(Source::new(BufReader::new(member), size))
    }

    fn about(&self, name: &str, error: Error) -> Error {
        // The message about a missing array has the name already.
        let error = if error.status() == Status::InvalidArgument {
            error
        } else {
            error.context(format_args!("array '{name}'"))
        };
        in_file(&self.path, error)
    }
}

/// Writes arrays under their names, stored or compressed. *Borrows.* The file appears whole or not
/// at all.
///
/// Errors: `INVALID_ARGUMENT` for a name that is given twice or has a NUL in it, `UNSUPPORTED` for
/// bfloat16, which NumPy lacks; `IO`. On an error the previous file is unchanged.
pub fn save(path: &Path, tensors: &[(&str, &Tensor)], compressed: bool) -> Result<()> {
    let result = headers_of(tensors).and_then(|headers| {
        let bytes: u64 = tensors.iter().fold(0u64, |sum, (_, tensor)| sum.saturating_add(tensor.nbytes() as u64));
        // How much is left of it when it is compressed is not known before.
        let needed = if compressed { 0 } else { bytes };
        file::replace(path, needed, |out| archive_of(tensors, &headers, compressed, out))
    });
    result.map_err(|e| e.context(format_args!("writing '{}'", path.display())))
}

/// The bytes that [`save`] would write. *Borrows.* Errors: as for `save`, `LIMIT_EXCEEDED`,
/// `OUT_OF_MEMORY`.
pub fn to_bytes(tensors: &[(&str, &Tensor)], compressed: bool) -> Result<Vec<u8>> {
    let headers = headers_of(tensors)?;
    let mut bytes = Vec::new();
    if !compressed {
        let borrowed: Vec<&Tensor> = tensors.iter().map(|(_, tensor)| *tensor).collect();
        file::reserve(&borrowed, &mut bytes)?;
    }
    archive_of(tensors, &headers, compressed, &mut bytes)?;
    Ok(bytes)
}

fn headers_of(tensors: &[(&str, &Tensor)]) -> Result<Vec<Vec<u8>>> {
    let mut seen = HashSet::new();
    for &(name, _) in tensors {
        if !seen.insert(name) {
            return Err(Error::argument(format!("two arrays are named '{name}'")));
        }
        if name.is_empty() || name.contains('\0') || name.len() > usize::from(u16::MAX) - ENDING.len() {
            return Err(Error::argument(format!("an array cannot be named {name:?}")));
        }
    }
    let header = |(name, tensor): &(&str, &Tensor)| {
        let made = npy_header::write(tensor.dtype(), tensor.shape());
        made.map_err(|e| e.context(format_args!("array '{name}'")))
    };
    tensors.iter().map(header).collect()
}

fn archive_of(tensors: &[(&str, &Tensor)], headers: &[Vec<u8>], compressed: bool, out: &mut dyn Write) -> Result<()> {
    let method = if compressed { CompressionMethod::Deflated } else { CompressionMethod::Stored };
    let mut archive = ZipWriter::new_stream(out);
    for ((name, tensor), header) in tensors.iter().zip(headers) {
        let is_large = tensor.nbytes() as u64 + SLACK > u64::from(u32::MAX);
        let options = SimpleFileOptions::default().compression_method(method).large_file(is_large);
        archive.start_file(format!("{name}{ENDING}"), options).map_err(|e| refused(&e))?;
        npy::write(tensor, header, &mut archive)?;
    }
    archive.finish().map(drop).map_err(|e| refused(&e))
}

/// The size of a member, which its bytes in the file can have.
fn checked<R: Read>(member: &ZipFile<'_, R>) -> Result<u64> {
    if member.encrypted() {
        return Err(Error::new(
            Status::Unsupported,
            "the member is encrypted: unpack the archive with its password first",
        ));
    }
    let (size, packed) = (member.size(), member.compressed_size());
    let most = match member.compression() {
        CompressionMethod::Stored => packed,
        CompressionMethod::Deflated => packed.saturating_mul(MAX_RATIO).saturating_add(SLACK),
        other => {
            let text = format!("the member is compressed with {other:?}; NumPy stores or deflates arrays");
            return Err(Error::new(Status::Unsupported, text));
        }
    };
    if size > most {
        return Err(Error::io(format!("{packed} compressed bytes cannot be the {size} bytes that the archive names")));
    }
    Ok(size)
}

#[cold]
fn refused(error: &ZipError) -> Error {
    Error::io(without_end(error))
}

fn without_end(error: impl std::fmt::Display) -> String {
    format!("the archive is not understood: {}", error.to_string().trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_archive_is_named() {
        let archive = |names: &[&str]| {
            let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
            for name in names {
                let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
                writer.start_file(*name, stored).expect("memory");
            }
            writer.finish().expect("memory").into_inner()
        };
        let bytes = archive(&["archive/data.pkl", "archive/version"]);
        let error = Reader::of_bytes(&bytes, "a.npz").err().expect("a checkpoint");
        let text = "not a .npz file: none of its 2 members is a .npy file; it seems to be a PyTorch checkpoint";
        assert!(error.message().contains(text), "{error}");
        Reader::of_bytes(&archive(&[]), "a.npz").expect("an archive without arrays");
        let mixed = archive(&["x.npy", "notes.txt"]);
        assert_eq!(Reader::of_bytes(&mixed, "a.npz").expect("one array").names(), ["x"]);
    }
}
