//! `Region`: bytes of a pool without a storage header: data above 32 KiB, what a workspace
//! allocates outside its block, and the block of a workspace on a device.
//!
//! Invariant: a region's requested bytes are charged exactly, before memory is allocated, and
//! discharged after it is freed.

use super::classes::{SMALL_CLASSES, class_of};
use super::decay;
use super::faults;
use super::local::{self, Local};
use super::pool::{self, Block, Pool};
use crate::device::Device;
use crate::error::{Error, Result, Status, amount, in_bytes};
use crate::record::{self, EventKind};

/// Bytes of a pool. Dropping it, on any thread, frees them.
pub(super) struct Region {
    start: Block,
    bytes: usize,
    pool: &'static Pool,
}

// SAFETY: the bytes are the region's alone and are reached through a raw pointer only.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

impl Region {
    /// Allocates this many uninitialised bytes, 64-byte aligned, of this pool. Errors:
    /// `LIMIT_EXCEEDED`, `OUT_OF_MEMORY`.
    pub(super) fn new(pool: &'static Pool, bytes: usize) -> Result<Region> {
        let start = if pool.device() == Device::Cpu { Region::take(bytes)? } else { pool.take_charged(bytes)?.0 };
        record_change(pool.device(), EventKind::WorkspaceGrew, bytes);
        Ok(Region { start, bytes, pool })
    }

    /// Memory of the processor, by way of the lists of this thread.
    fn take(bytes: usize) -> Result<Block> {
        local::with(|local| {
            if bytes as u64 > local.room.get() {
                return Err(no_room(local, bytes));
            }
            local.shared().credit.spend(bytes as u64).inspect_err(|_| pool::CPU.count_out_of_memory(bytes as u64))?;
            let class = class_of(bytes);
            let taken =
                if class < SMALL_CLASSES { local.take(class) } else { large(local, class).map(|(start, _)| start) };
            taken.inspect_err(|_| local.shared().credit.refund(bytes as u64))
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
        record_change(self.pool.device(), EventKind::WorkspaceShrank, self.bytes);
        if self.pool.device() != Device::Cpu {
            // Its next use comes later on the same stream.
            self.pool.give_charged(self.start, self.bytes);
            decay::begin();
            return;
        }
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

/// Records that the memory of workspaces on a device grows or shrinks.
pub(super) fn record_change(device: Device, kind: EventKind, bytes: usize) {
    if record::is_on() && bytes > 0 {
        record::write(kind, 0, bytes as u64, 0, device.tag());
    }
}

/// A counted block above the small classes, and whether it is fresh from the system and so zeroed.
pub(super) fn large(local: &Local, class: usize) -> Result<(Block, bool)> {
    faults::check()?;
    let (block, untouched) = pool::CPU.take_large(class)?;
    local.count_large(!untouched);
    local.shared().credit.note_peak();
    Ok((block, untouched))
}

/// The error for a request that exceeds what the scope has left; the scope's limit replaces it by
/// an error that names the scope.
#[cold]
pub(super) fn no_room(local: &Local, bytes: usize) -> Error {
    pool::CPU.count_out_of_memory(bytes as u64);
    local.refused.set((bytes as u64).saturating_add(local.held.get()));
    let (asked, room) = (in_bytes(bytes as u64), amount(local.limit.get()));
    Error::new(Status::LimitExceeded, format!("{asked} asked for, the limit of a scope leaves {room}"))
}
