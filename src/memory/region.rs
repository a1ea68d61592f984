//! `Region`: bytes of the pool that no storage heads: data above 32 KiB, and what a workspace takes
//! outside its block.
//!
//! Invariant: a region is accounted to the byte as asked for, before anything is taken, and given
//! back after it is freed.

use super::classes::{SMALL_CLASSES, class_of};
use super::decay;
use super::faults;
use super::local::{self, Local};
use super::pool::{self, Block};
use crate::error::{Error, Result, Status};

/// See the top of the file. Freed when it is dropped, from any thread.
pub(super) struct Region {
    start: Block,
    bytes: usize,
}

// SAFETY: the bytes are the region's alone and are reached through a raw pointer only.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

impl Region {
    /// So many bytes, 64-byte aligned, with whatever the memory held. Errors: `LIMIT_EXCEEDED`,
    /// `OUT_OF_MEMORY`.
    pub(super) fn new(bytes: usize) -> Result<Region> {
        local::with(|local| {
            if bytes as u64 > local.room.get() {
                return Err(no_room(local, bytes));
            }
            local.shared().credit.spend(bytes as u64).inspect_err(|_| pool::CPU.count_out_of_memory())?;
            let class = class_of(bytes);
            let taken =
                if class < SMALL_CLASSES { local.take(class) } else { large(local, class).map(|(start, _)| start) };
            let start = taken.inspect_err(|_| local.shared().credit.refund(bytes as u64))?;
            Ok(Region { start, bytes })
        })
    }

    pub(super) fn start(&self) -> Block {
        self.start
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        local::with(|local| {
            let class = class_of(self.bytes);
            if class < SMALL_CLASSES {
                local.give(class, self.start);
            } else {
                pool::CPU.give(class, std::iter::once(self.start));
                decay::begin();
            }
            local.shared().credit.earn(self.bytes as u64);
        });
    }
}

/// A block above the small classes, counted, and whether it is fresh from the system, so all zero.
pub(super) fn large(local: &Local, class: usize) -> Result<(Block, bool)> {
    faults::check()?;
    let (block, untouched) = pool::CPU.take_large(class)?;
    local.count_large(!untouched);
    local.shared().credit.note_peak();
    Ok((block, untouched))
}

/// The scope that the call works for has less left: its limit says so by name, once it sees this.
#[cold]
pub(super) fn no_room(local: &Local, bytes: usize) -> Error {
    pool::CPU.count_out_of_memory();
    local.refused.set((bytes as u64).saturating_add(local.held.get()));
    let room = local.limit.get();
    Error::new(Status::LimitExceeded, format!("{bytes} bytes asked for, the limit of a scope leaves {room}"))
}
