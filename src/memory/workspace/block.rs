//! A block: address space reserved once, memory committed as it is needed.
//!
//! ```text
//!   start                size            committed                     reserved
//!   | what is handed out | up to a step  | PROT_NONE: address space only |
//! ```
//!
//! Invariant: `size <= committed <= reserved`, and `start` never changes, so the block grows under
//! live pointers. In RAM `size` is charged to the limit of the process; a file is not memory that
//! anything could run out of. Its disk space is taken before it is mapped: writing to a hole on a
//! full disk would be a SIGBUS.

use super::config::Location;
use super::file::Extent;
use crate::error::{Error, Result, Status};
use crate::memory::system::page;
use crate::memory::{account, local, pool};
use std::io;
use std::ptr::NonNull;

/// From this size on memory is committed in such steps, and huge pages are asked for.
const HUGE: usize = 2 << 20;
/// Address space reserved at least, so that growth seldom has to move to another block.
#[cfg(all(unix, not(miri)))]
const RESERVE: usize = 16 << 30;

/// See the top of the file.
pub(super) struct Block {
    start: NonNull<u8>,
    size: usize,
    committed: usize,
    reserved: usize,
    /// The whole mapping, of which the aligned part is used.
    mapping: (usize, usize),
    file: Option<Extent>,
}

// SAFETY: the block owns its memory, whichever thread holds it.
unsafe impl Send for Block {}

impl Block {
    /// `size` bytes, not 0. `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`, `IO`: then nothing has changed.
    pub(super) fn new(size: usize, location: &Location, folder: &str) -> Result<Block> {
        // Before address space: a limit says more than a refusal of the system.
        let file = match location {
            Location::Ram => None,
            Location::Mmap => Some(Extent::new(folder)?),
        };
        let (mapping, start, reserved) = map::reserve(step(size, page())).ok_or_else(|| refused(size))?;
        let mut block = Block { start, size: 0, committed: 0, reserved, mapping, file };
        block.grow(size)?;
        Ok(block)
    }

    /// The first byte, on a page's bound.
    pub(super) fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// How long it is.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Whether it can become as large as this.
    pub(super) fn can_hold(&self, size: usize) -> bool {
        step(size, page()) <= self.reserved
    }

    /// Makes `size` bytes usable; what there was stays where it is. An error has changed nothing.
    pub(super) fn grow(&mut self, size: usize) -> Result<()> {
        debug_assert!(size >= self.size && self.can_hold(size));
        let (more, pages) = (size - self.size, step(size, page()).saturating_sub(self.committed));
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
            self.committed += pages;
            if in_memory {
                pool::reserved_outside(pages as i64);
            }
        }
        self.size = size;
        Ok(())
    }

    fn commit(&mut self, pages: usize) -> Result<()> {
        // SAFETY: what is committed is less than what is reserved.
        let from = unsafe { self.start.add(self.committed) };
        if let Some(file) = &mut self.file {
            return file.map(from, self.committed, pages);
        }
        pool::make_room(pages);
        // SAFETY: the range lies in this block's reserved part, which nobody uses yet.
        unsafe { map::commit(from, pages) }.map_err(|error| not_committed(pages, &error))
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: whoever owns the block has no pointer into it any more.
        unsafe { map::release(self.mapping) };
        if self.file.is_none() {
            discharge(self.size);
            pool::reserved_outside(-(self.committed as i64));
        }
    }
}

/// Bytes that are committed for a size, where a page has so many.
fn step(size: usize, page: usize) -> usize {
    size.next_multiple_of(if size < HUGE { page } else { HUGE.max(page) })
}

fn charge(bytes: usize) -> Result<()> {
    local::with(|local| {
        local.shared().credit.spend(bytes as u64).inspect_err(|_| pool::count_out_of_memory())?;
        local.shared().credit.note_peak();
        Ok(())
    })
}

fn discharge(bytes: usize) {
    local::with(|local| local.shared().credit.earn(bytes as u64));
}

#[cold]
fn refused(bytes: usize) -> Error {
    pool::count_out_of_memory();
    let limit = account::CPU.limit();
    Error::new(Status::OutOfMemory, format!("the system refused {bytes} bytes for a workspace, the limit is {limit}"))
}

/// The system did not make reserved pages usable: for want of memory, or because this library asked
/// wrongly.
#[cfg(unix)]
#[cold]
fn not_committed(bytes: usize, error: &io::Error) -> Error {
    if error.raw_os_error() == Some(libc::ENOMEM) {
        return refused(bytes);
    }
    Error::new(Status::Internal, format!("mprotect of {bytes} bytes of a workspace, in pages of {}: {error}", page()))
}

#[cfg(not(unix))]
#[cold]
fn not_committed(bytes: usize, _: &io::Error) -> Error {
    refused(bytes)
}

/// Address space, on unix.
#[cfg(all(unix, not(miri)))]
mod map {
    use super::{HUGE, NonNull, RESERVE, io};

    /// Address space for `least` bytes or more, aligned to 2 MiB: the mapping, its aligned start,
    /// its usable bytes.
    pub(super) fn reserve(least: usize) -> Option<((usize, usize), NonNull<u8>, usize)> {
        let mut bytes = least.checked_mul(2)?.max(RESERVE).next_multiple_of(HUGE);
        let least = least.next_multiple_of(HUGE);
        loop {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            // SAFETY: an anonymous mapping at an address of the system's choice touches nothing
            // that exists.
            let at = unsafe { libc::mmap(std::ptr::null_mut(), bytes + HUGE, libc::PROT_NONE, flags, -1, 0) };
            if at != libc::MAP_FAILED {
                let start = (at as usize).next_multiple_of(HUGE);
                return Some(((at as usize, bytes + HUGE), NonNull::new(start as *mut u8)?, bytes));
            }
            // Under a limit on address space (ulimit -v): as much as there is.
            if bytes == least {
                return None;
            }
            bytes = (bytes / 4).next_multiple_of(HUGE).max(least);
        }
    }

    /// # Safety
    /// The pages were reserved and nobody uses them.
    pub(super) unsafe fn commit(from: NonNull<u8>, bytes: usize) -> io::Result<()> {
        let at = from.as_ptr().cast();
        // SAFETY: the caller owns these pages; they become usable.
        if unsafe { libc::mprotect(at, bytes, libc::PROT_READ | libc::PROT_WRITE) } != 0 {
            return Err(io::Error::last_os_error());
        }
        #[cfg(target_os = "linux")]
        if bytes >= HUGE {
            // SAFETY: advice changes no contents.
            unsafe { libc::madvise(at, bytes, libc::MADV_HUGEPAGE) };
        }
        Ok(())
    }

    /// # Safety
    /// Nothing reads or writes the mapping any more.
    pub(super) unsafe fn release(mapping: (usize, usize)) {
        // SAFETY: the caller owns the whole mapping.
        unsafe { libc::munmap(mapping.0 as *mut libc::c_void, mapping.1) };
    }
}

/// Elsewhere all of it comes from the allocator of the platform, and a block does not grow.
#[cfg(any(not(unix), miri))]
mod map {
    use super::{NonNull, io};
    use crate::memory::system;

    pub(super) fn reserve(least: usize) -> Option<((usize, usize), NonNull<u8>, usize)> {
        let start = system::map(least)?;
        Some(((start.as_ptr() as usize, least), start, least))
    }

    pub(super) unsafe fn commit(_: NonNull<u8>, _: usize) -> io::Result<()> {
        Ok(())
    }

    pub(super) unsafe fn release(mapping: (usize, usize)) {
        if let Some(start) = NonNull::new(mapping.0 as *mut u8) {
            // SAFETY: it came from `reserve` with this length, and the caller owns it.
            unsafe { system::unmap(start, mapping.1) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(block: &Block, value: u8) {
        // SAFETY: the block is that long and nobody else has it.
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
            // What is committed first and what is added later both begin and end on a page.
            assert_eq!(step(64, page), page);
            assert_eq!(step(page + 64, page) - step(64, page), page);
        }
        assert_eq!(step(64, page()), page());
    }

    #[cfg(unix)]
    #[test]
    fn a_refusal_that_is_not_for_want_of_memory_is_not_told_as_one() {
        let block = Block::new(64, &Location::Ram, "").expect("there is room");
        // Not on a page's bound: what a wrong page size would come to.
        // SAFETY: within the block, and the system refuses it.
        let refused = unsafe { map::commit(block.start().add(64), 4096) }.expect_err("no page begins there");
        let error = not_committed(4096, &refused);
        assert_eq!(error.status(), Status::Internal, "{error}");
        assert!(error.message().contains("4096 bytes") && error.message().contains("Invalid argument"), "{error}");
        let error = not_committed(4096, &io::Error::from_raw_os_error(libc::ENOMEM));
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
