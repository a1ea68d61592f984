//! A block: address space reserved once, memory committed as needed. (On another device a block is
//! a region of its pool, which does not grow.)
//!
//! ```text
//!   start                size            committed                     reserved
//!   | what is handed out | up to a step  | PROT_NONE: address space only |
//! ```
//!
//! Invariant: `size <= committed <= reserved`, and `start` never changes, so the block grows under
//! live pointers. In RAM `size` is charged to the limit of the process; a file is not charged. Disk
//! space for a file is allocated before it is mapped, because writing to a hole on a full disk
//! would raise SIGBUS.

use super::config::Location;
use super::file::Extent;
use crate::device::Device;
use crate::error::{Error, Result, Status, amount, in_bytes};
use crate::memory::platform::{HUGE, Space, page};
use crate::memory::region::record_change;
use crate::memory::{account, faults, local, pool};
use crate::record::EventKind;
use std::io;
use std::ptr::NonNull;

/// A block that grows in place.
pub(super) struct Block {
    space: Space,
    size: usize,
    file: Option<Extent>,
}

impl Block {
    /// A block of `size` bytes, not 0. On `LIMIT_EXCEEDED`, `OUT_OF_MEMORY` or `IO` nothing has
    /// changed.
    pub(super) fn new(size: usize, location: &Location, folder: &str) -> Result<Block> {
        let least = step(size, page());
        let (space, file) = match location {
            Location::Ram => {
                // Checked before address space is reserved: the limit's error is clearer than the
                // system's, and Wine allocates memory for reservations.
                spend(size)?;
                discharge(size);
                (Space::of_memory(least).ok_or_else(|| refused(size))?, None)
            }
            Location::Mmap => {
                let no_room = |error: Error| if error.status() == Status::OutOfMemory { refused(size) } else { error };
                let (file, space) = Extent::new(folder, least).map_err(no_room)?;
                (space, Some(file))
            }
        };
        let mut block = Block { space, size: 0, file };
        block.grow(size)?;
        Ok(block)
    }

    /// The first byte, on a page boundary.
    pub(super) fn start(&self) -> NonNull<u8> {
        self.space.start()
    }

    /// The size in bytes.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Whether it can grow to this size.
    pub(super) fn can_hold(&self, size: usize) -> bool {
        step(size, page()) <= self.space.bytes()
    }

    /// Makes `size` bytes usable; existing contents stay in place. An error changes nothing.
    pub(super) fn grow(&mut self, size: usize) -> Result<()> {
        debug_assert!(size >= self.size && self.can_hold(size));
        let (more, pages) = (size - self.size, step(size, page()).saturating_sub(self.space.committed()));
        let in_memory = self.file.is_none();
        if in_memory {
            charge(more)?;
        }
        if pages > 0 {
            let committed = self.commit(pages);
            committed.inspect_err(|_| {
                if in_memory {
                    discharge(more)
                }
            })?;
            if in_memory {
                pool::CPU.reserved_outside(pages as i64);
            }
        }
        self.size = size;
        Ok(())
    }

    fn commit(&mut self, pages: usize) -> Result<()> {
        if let Some(file) = &self.file {
            return file.grow(&mut self.space, pages);
        }
        faults::check()?;
        pool::CPU.make_room(pages);
        self.space.grow(pages).map_err(|error| not_committed(pages, &error))
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        let committed = self.space.committed();
        self.space.release(); // before the limit is credited
        if self.file.is_none() {
            discharge(self.size);
            pool::CPU.reserved_outside(-(committed as i64));
        }
    }
}

/// The bytes that are committed for a size, given the page size.
fn step(size: usize, page: usize) -> usize {
    size.next_multiple_of(if size < HUGE { page } else { HUGE.max(page) })
}

/// Charges this many bytes to the limit.
fn spend(bytes: usize) -> Result<()> {
    local::with(|local| {
        local.shared().credit.spend(bytes as u64).inspect_err(|_| pool::CPU.count_out_of_memory(bytes as u64))
    })?;
    record_change(Device::Cpu, EventKind::WorkspaceGrew, bytes);
    Ok(())
}

fn charge(bytes: usize) -> Result<()> {
    spend(bytes)?;
    local::with(|local| local.shared().credit.note_peak());
    Ok(())
}

fn discharge(bytes: usize) {
    record_change(Device::Cpu, EventKind::WorkspaceShrank, bytes);
    local::with(|local| local.shared().credit.earn(bytes as u64));
}

#[cold]
fn refused(bytes: usize) -> Error {
    pool::CPU.count_out_of_memory(bytes as u64);
    let (asked, limit) = (in_bytes(bytes as u64), amount(account::CPU.limit()));
    let text = format!("the system refused {asked} for a workspace, the limit of cpu is {limit}");
    Error::new(Status::OutOfMemory, text)
}

/// The error when the system did not make reserved pages usable: out of memory, or a wrong request
/// by this library.
#[cold]
fn not_committed(bytes: usize, error: &io::Error) -> Error {
    if error.kind() == io::ErrorKind::OutOfMemory {
        return refused(bytes);
    }
    let text = format!("the system did not commit {bytes} bytes of a workspace, in pages of {}: {error}", page());
    Error::new(Status::Internal, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::platform::FILES_GROW;

    fn fill(block: &Block, value: u8) {
        // SAFETY: the block has this length and is not shared.
        unsafe { block.start().as_ptr().write_bytes(value, block.size) };
    }

    fn byte(block: &Block, at: usize) -> u8 {
        assert!(at < block.size);
        // SAFETY: inside the block.
        unsafe { *block.start().as_ptr().add(at) }
    }

    #[test]
    fn it_grows_without_moving_and_keeps_its_contents() {
        for location in [Location::Ram, Location::Mmap] {
            let mut block = Block::new(64, &location, "").expect("there is room");
            let start = block.start();
            fill(&block, 1);
            if matches!(location, Location::Mmap) && !FILES_GROW {
                assert!(block.can_hold(page()) && !block.can_hold(page() + 1), "it is mapped whole");
                continue;
            }
            for size in [4096, 5000 * 64, (2 << 20) + 64, 5 << 20] {
                assert!(block.can_hold(size));
                let before = block.size;
                block.grow(size).expect("there is room");
                assert_eq!((block.start(), block.size), (start, size));
                assert_eq!((byte(&block, 0), byte(&block, before - 1)), (1, 1));
                fill(&block, 1);
            }
        }
    }

    #[test]
    fn what_is_committed_is_whole_pages_whatever_their_size() {
        for page in [4 << 10, 16 << 10, 64 << 10] {
            for size in [1, 64, page - 1, page, page + 1, HUGE - 64, HUGE, HUGE + 64, (16 << 20) + 1] {
                let step = step(size, page);
                assert!(step >= size && step.is_multiple_of(page), "{size} bytes in pages of {page}: {step}");
                assert!(size < HUGE || step.is_multiple_of(HUGE), "{size} bytes: {step}");
            }
            // Both the first commit and each addition begin and end on a page.
            assert_eq!(step(64, page), page);
            assert_eq!(step(page + 64, page) - step(64, page), page);
        }
        assert_eq!(step(64, page()), page());
    }

    #[test]
    fn a_refusal_that_is_not_for_want_of_memory_is_not_told_as_one() {
        let error = not_committed(4096, &io::Error::from(io::ErrorKind::InvalidInput));
        assert_eq!(error.status(), Status::Internal, "{error}");
        assert!(error.message().contains("4096 bytes") && error.message().contains("invalid input"), "{error}");
        let error = not_committed(4096, &io::ErrorKind::OutOfMemory.into());
        assert_eq!(error.status(), Status::OutOfMemory, "{error}");
    }

    #[test]
    fn a_file_that_the_disk_has_no_room_for_is_an_error_at_creation() {
        let error = Block::new(1 << 46, &Location::Mmap, "").map(|_| ()).expect_err("no disk is that large");
        assert_eq!(error.status(), Status::Io, "{error}");
        assert!(error.message().contains("70368744177664 bytes"), "{error}");
        let error = Block::new(64, &Location::Mmap, "/no/such/folder").map(|_| ()).expect_err("no folder");
        assert!(error.status() == Status::Io && error.message().contains("/no/such/folder"), "{error}");
    }
}
