//! A file without a name that backs a block instead of memory.
//!
//! Invariant: disk space is allocated before it is mapped, so a full disk is an error at creation.
//! The file is deleted with the process, however the process ends.

use crate::error::{Error, Result, Status};
use crate::memory::platform::{Space, free_space, nameless_file};
use std::io;
use std::path::PathBuf;

/// The file of one block.
pub(super) struct Extent {
    folder: PathBuf,
}

impl Extent {
    /// Creates an empty file in this folder, or in the system's temporary folder if the name is
    /// empty, with address space for `least` bytes or more. Errors: `IO`; `OUT_OF_MEMORY` without
    /// address space; `UNSUPPORTED`.
    pub(super) fn new(folder: &str, least: usize) -> Result<(Extent, Space)> {
        let folder = if folder.is_empty() { std::env::temp_dir() } else { PathBuf::from(folder) };
        let file = nameless_file(&folder).map_err(|error| match error.kind() {
            io::ErrorKind::Unsupported => {
                Error::new(Status::Unsupported, "policyLocation MMAP exists on Linux, macOS and Windows only")
            }
            _ => Error::io(format!("tempFilePath '{}' takes no file of a workspace: {error}", folder.display())),
        })?;
        let extent = Extent { folder };
        extent.require_free(least)?;
        let space = Space::of_file(file, least).map_err(|error| match error.kind() {
            io::ErrorKind::OutOfMemory => Error::new(
                Status::OutOfMemory,
                format!("the system refused {least} bytes of address space for a workspace"),
            ),
            _ => extent.full(least, error),
        })?;
        Ok((extent, space))
    }

    /// Allocates disk space for this many more bytes and maps them.
    pub(super) fn grow(&self, space: &mut Space, bytes: usize) -> Result<()> {
        self.require_free(bytes)?;
        space.grow(bytes).map_err(|error| self.full(bytes, error))
    }

    /// Checks the free space before anything is changed, because some file systems promise more
    /// than they have.
    fn require_free(&self, bytes: usize) -> Result<()> {
        match free_space(&self.folder) {
            Some(free) if free < bytes as u64 => Err(self.full(bytes, io::ErrorKind::StorageFull.into())),
            _ => Ok(()),
        }
    }

    #[cold]
    fn full(&self, bytes: usize, error: io::Error) -> Error {
        let free = free_space(&self.folder).unwrap_or(0);
        let folder = self.folder.display();
        Error::io(format!("{bytes} bytes for a workspace in '{folder}', which has {free} free: {error}"))
    }
}
