//! `Space`: address space that is reserved once and backed with memory or a file as needed.
//!
//! Invariant: the first `committed` bytes are usable, `committed <= bytes`, and `start` never
//! changes, so the contents grow without moving. A system that cannot reserve without allocating
//! provides exactly what was requested, and then nothing grows.

use super::system;
use std::fs::File;
use std::io;
use std::ptr::NonNull;

/// The bytes of a huge page. Mappings of this size or more are aligned to it and marked for huge
/// pages where the system has them, which makes page faults six times faster.
pub const HUGE: usize = 2 << 20;

/// The least address space to reserve, so that growth seldom has to move elsewhere.
const RESERVE: usize = 16 << 30;

/// A reserved range of address space. Dropping it frees it with all its contents.
pub struct Space {
    start: NonNull<u8>,
    committed: usize,
    bytes: usize,
    /// The whole mapping, of which the aligned part is used.
    mapping: (NonNull<u8>, usize),
    file: Option<File>,
}

// SAFETY: the space owns its memory, whichever thread holds it.
unsafe impl Send for Space {}

impl Space {
    /// Space for memory: `least` bytes or more, in whole pages. `None` if the system refuses.
    pub fn of_memory(least: usize) -> Option<Space> {
        if system::GROWS {
            return Space::wide(least, None, |_, bytes| system::reserve(bytes));
        }
        let start = system::reserve(least)?;
        Some(Space { start, committed: 0, bytes: least, mapping: (start, least), file: None })
    }

    /// Space for the contents of an empty file: `least` bytes or more, in whole pages.
    pub fn of_file(file: File, least: usize) -> io::Result<Space> {
        if system::FILES_GROW {
            let space = Space::wide(least, Some(file), |file, bytes| {
                system::reserve_for_file(file.expect("it was just given"), bytes).ok()
            });
            return space.ok_or_else(|| io::ErrorKind::OutOfMemory.into());
        }
        let start = system::reserve_for_file(&file, least)?;
        Ok(Space { start, committed: 0, bytes: least, mapping: (start, least), file: Some(file) })
    }

    /// Reserves more than is needed, aligned to a huge page.
    fn wide(
        least: usize,
        file: Option<File>,
        reserve: impl Fn(Option<&File>, usize) -> Option<NonNull<u8>>,
    ) -> Option<Space> {
        let mut bytes = least.checked_mul(2)?.max(RESERVE).next_multiple_of(HUGE);
        let least = least.next_multiple_of(HUGE);
        loop {
            let wide = bytes.checked_add(HUGE)?;
            if let Some(at) = reserve(file.as_ref(), wide) {
                let ahead = (at.as_ptr() as usize).next_multiple_of(HUGE) - at.as_ptr() as usize;
                // SAFETY: `ahead` is less than a huge page, which was reserved beyond `bytes`.
                let start = unsafe { at.add(ahead) };
                return Some(Space { start, committed: 0, bytes, mapping: (at, wide), file });
            }
            // Under a limit on address space (ulimit -v), reserve as much as is available.
            if bytes == least {
                return None;
            }
            bytes = (bytes / 4).next_multiple_of(HUGE).max(least);
        }
    }

    /// The first byte, on a page boundary.
    pub fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// How many bytes from the start on are usable.
    pub fn committed(&self) -> usize {
        self.committed
    }

    /// How many bytes can become usable.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Makes the next `pages` bytes, whole pages, usable. An error changes at most the length of
    /// the file.
    pub fn grow(&mut self, pages: usize) -> io::Result<()> {
        assert!(pages <= self.bytes - self.committed, "more than is reserved");
        // SAFETY: it is within the reserved range.
        let from = unsafe { self.start.add(self.committed) };
        match &self.file {
            // SAFETY: these pages are reserved and not used yet.
            None => unsafe { system::commit(from, pages, HUGE) },
            // SAFETY: these pages are reserved and not used yet.
            Some(file) => unsafe { system::commit_file(file, from, self.committed, pages) },
        }?;
        self.committed += pages;
        Ok(())
    }

    /// Frees all of it now.
    pub fn release(&mut self) {
        let (at, bytes) = (self.mapping.0, std::mem::take(&mut self.mapping.1));
        (self.committed, self.bytes) = (0, 0);
        if bytes == 0 {
            return;
        }
        // SAFETY: reserved by the matching function, and the owner of the space has no pointer into
        // it any more.
        unsafe { if self.file.is_some() { system::release_file(at, bytes) } else { system::release(at, bytes) } }
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        self.release();
    }
}
