//! A file without a name, which a block lies in instead of memory.
//!
//! Invariant: disk space is taken before it is mapped, so that a full disk is an error at creation:
//! writing to a hole of a file on a full disk would be a SIGBUS. The file has no name, so it goes
//! with the process, however that ends.

use crate::error::{Error, Result};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

/// See the top of the file.
pub(super) struct Extent {
    file: File,
    folder: PathBuf,
}

impl Extent {
    /// An empty one in this folder, the system's if it has no name. `IO`.
    pub(super) fn new(folder: &str) -> Result<Extent> {
        if cfg!(miri) {
            return Err(Error::io("Miri maps no files".to_owned()));
        }
        let folder = if folder.is_empty() { std::env::temp_dir() } else { PathBuf::from(folder) };
        let file = nameless(&folder).map_err(|error| {
            Error::io(format!("tempFilePath '{}' takes no file of a workspace: {error}", folder.display()))
        })?;
        Ok(Extent { file, folder })
    }

    /// Takes disk space for `bytes` at `offset` and maps them over reserved pages.
    pub(super) fn map(&mut self, at: NonNull<u8>, offset: usize, bytes: usize) -> Result<()> {
        let (Ok(from), Ok(length)) = (libc::off_t::try_from(offset), libc::off_t::try_from(bytes)) else {
            return Err(self.full(bytes, io::Error::from_raw_os_error(libc::EFBIG)));
        };
        let free = free_space(&self.folder).unwrap_or(u64::MAX);
        if free < bytes as u64 {
            return Err(self.full(bytes, io::Error::from_raw_os_error(libc::ENOSPC)));
        }
        let fd = self.file.as_raw_fd();
        // SAFETY: it changes nothing but the file, which is ours.
        let code = unsafe { libc::posix_fallocate(fd, from, length) };
        if code != 0 {
            return Err(self.full(bytes, io::Error::from_raw_os_error(code)));
        }
        let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_FIXED);
        // SAFETY: the caller owns these reserved pages and nobody uses them, so they may be mapped
        // over.
        let mapped = unsafe { libc::mmap(at.as_ptr().cast(), bytes, protection, flags, fd, from) };
        if mapped == libc::MAP_FAILED {
            return Err(self.full(bytes, io::Error::last_os_error()));
        }
        Ok(())
    }

    #[cold]
    fn full(&self, bytes: usize, error: io::Error) -> Error {
        let free = free_space(&self.folder).unwrap_or(0);
        let folder = self.folder.display();
        Error::io(format!("{bytes} bytes for a workspace in '{folder}', which has {free} free: {error}"))
    }
}

fn nameless(folder: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).custom_flags(libc::O_TMPFILE).mode(0o600).open(folder);
    // A file system that has no such files says one of these; then a name that goes at once must
    // do.
    match file {
        Err(error) if matches!(error.raw_os_error(), Some(libc::EOPNOTSUPP | libc::EISDIR)) => {}
        other => return other,
    }
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let name = format!(".tenure-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let path = folder.join(name);
    let file = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(&path)?;
    std::fs::remove_file(&path)?;
    Ok(file)
}

fn free_space(folder: &Path) -> Option<u64> {
    use std::os::unix::ffi::OsStrExt;
    let path = std::ffi::CString::new(folder.as_os_str().as_bytes()).ok()?;
    let mut space = std::mem::MaybeUninit::<libc::statvfs>::zeroed();
    // SAFETY: the path ends in 0 and the answer has room.
    if unsafe { libc::statvfs(path.as_ptr(), space.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: all zeroes is a valid answer, and it was written.
    let space = unsafe { space.assume_init() };
    Some(space.f_bavail.saturating_mul(space.f_frsize))
}
