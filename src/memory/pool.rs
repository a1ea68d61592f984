//! The pool: freed blocks, by size class, for reuse.
//!
//! ```text
//!   thread   a list per small class, no lock        take and give: a few loads
//!   shared   a list per class under its own lock    blocks that threads pass on; all blocks above 32 KiB
//!   system   spans of 64 KiB to 1 MiB for small classes, one mapping per block above 32 KiB
//! ```
//!
//! Invariant: a block is either handed out or on exactly one list, and `reserved` counts every byte
//! that was allocated from the system and not returned. In the steady state of a loop, whose blocks
//! repeat, nothing here calls the system: `system_allocations` does not change.

use super::account::{self, Account};
pub(super) use super::classes::Block;
use super::classes::{CLASSES, MAX_BLOCK, SMALL_CLASSES, class_of, size_of_class};
use super::faults;
use super::platform::whole_pages;
use super::processor::Processor;
use super::spans::Spans;
use super::threads;
use crate::device::{Device, Memory};
use crate::error::{Error, Result, Status, amount, in_bytes};
use crate::record::{self, EventKind};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of one small class that move between a thread and the shared list at a time.
const TRANSFER: usize = 16 << 10;

/// A list of blocks that any thread may use.
struct Blocks {
    /// The last element is the block that was freed last.
    free: Vec<Block>,
    /// The minimum length since the last [`decay`].
    least: usize,
}

// SAFETY: a block on a list belongs to the list, whichever thread put it there.
unsafe impl Send for Blocks {}

/// The pool of one device.
pub(super) struct Pool {
    device: Device,
    memory: &'static dyn Memory,
    account: &'static Account,
    small: [Mutex<Spans>; SMALL_CLASSES],
    /// Lists of the classes above the small ones.
    lists: [Mutex<Blocks>; CLASSES - SMALL_CLASSES],
    /// Blocks that [`Pool::take_charged`] has handed out, and how many of them were reused. The
    /// processor's are counted per thread.
    allocations: AtomicU64,
    reuses: AtomicU64,
    reserved: AtomicU64,
    peak_reserved: AtomicU64,
    system_allocations: AtomicU64,
    retries: AtomicU64,
    out_of_memory: AtomicU64,
    /// Bytes of other libraries and of the caller that live storages use.
    foreign: AtomicU64,
}

/// The processor's pool.
pub(super) static CPU: Pool = Pool::new(Device::Cpu, &Processor, &account::CPU);

/// Statistics of the pool itself.
pub(super) struct Counters {
    pub(super) allocations: u64,
    pub(super) reuses: u64,
    pub(super) reserved: u64,
    pub(super) peak_reserved: u64,
    pub(super) system_allocations: u64,
    pub(super) retries: u64,
    pub(super) out_of_memory: u64,
    pub(super) foreign: u64,
}

/// How many blocks of a small class move at a time.
pub(super) fn transfer_count(class: usize) -> usize {
    (TRANSFER / size_of_class(class)).clamp(1, 64)
}

impl Pool {
    /// An empty pool of this memory, whose bytes are charged to this account.
    pub(super) const fn new(device: Device, memory: &'static dyn Memory, account: &'static Account) -> Pool {
        let [allocations, reuses, reserved, peak_reserved] = [const { AtomicU64::new(0) }; 4];
        let [system_allocations, retries, out_of_memory, foreign] = [const { AtomicU64::new(0) }; 4];
        Pool {
            device,
            memory,
            account,
            small: [const { Mutex::new(Spans::new()) }; SMALL_CLASSES],
            lists: [const { Mutex::new(Blocks { free: Vec::new(), least: 0 }) }; CLASSES - SMALL_CLASSES],
            allocations,
            reuses,
            reserved,
            peak_reserved,
            system_allocations,
            retries,
            out_of_memory,
            foreign,
        }
    }

    /// Counts memory of another library that a storage begins to use.
    pub(super) fn lend(&self, bytes: usize) {
        self.foreign.fetch_add(bytes as u64, Ordering::AcqRel);
    }

    /// Undoes [`Pool::lend`].
    pub(super) fn end_loan(&self, bytes: usize) {
        self.foreign.fetch_sub(bytes as u64, Ordering::AcqRel);
    }

    /// The account that its bytes are charged to.
    pub(super) fn account(&self) -> &'static Account {
        self.account
    }

    /// The device whose memory it holds.
    pub(super) fn device(&self) -> Device {
        self.device
    }

    /// The bytes that it holds from the system.
    pub(super) fn reserved_bytes(&self) -> u64 {
        self.reserved.load(Ordering::Acquire)
    }

    /// The memory that it allocates from.
    pub(super) fn memory(&self) -> &'static dyn Memory {
        self.memory
    }

    /// Takes up to `wanted` blocks of a small class, reused ones first, and passes each to `keep`:
    /// at least one, or an error. Returns how many of them were reused.
    pub(super) fn take_small(&self, class: usize, wanted: usize, mut keep: impl FnMut(Block)) -> Result<usize> {
        let size = size_of_class(class);
        loop {
            let next = {
                let mut spans = self.small[class].lock();
                let (reused, fresh) = spans.take(size, wanted, &mut keep);
                if reused + fresh > 0 {
                    return Ok(reused);
                }
                spans.next_bytes()
            };
            // Without the lock: if there is no room, unused memory is returned, of this class too.
            let span = self
                .reserve(next)
                .or_else(|_| self.reserve(size))
                .inspect_err(|_| self.count_out_of_memory(size as u64))?;
            self.small[class].lock().add(span.0, span.1);
        }
    }

    /// Gives blocks of a class to the shared list.
    pub(super) fn give(&self, class: usize, blocks: impl Iterator<Item = Block>) {
        match class.checked_sub(SMALL_CLASSES) {
            None => self.small[class].lock().give(blocks),
            Some(large) => self.lists[large].lock().free.extend(blocks),
        }
    }

    /// A block above the small classes, and whether it is fresh from the system and so zeroed.
    pub(super) fn take_large(&self, class: usize) -> Result<(Block, bool)> {
        let reused = {
            let mut list = self.lists[class - SMALL_CLASSES].lock();
            let reused = list.free.pop();
            list.least = list.least.min(list.free.len());
            reused
        };
        if let Some(block) = reused {
            return Ok((block, false));
        }
        match self.reserve(size_of_class(class)) {
            Ok((block, _)) => Ok((block, true)),
            Err(error) => {
                self.count_out_of_memory(size_of_class(class) as u64);
                Err(error)
            }
        }
    }

    /// Takes this many bytes, not 0, charged to the account; also returns whether they are fresh
    /// from the device. For devices whose blocks no thread caches.
    pub(super) fn take_charged(&self, bytes: usize) -> Result<(Block, bool)> {
        faults::check()?;
        if bytes > MAX_BLOCK {
            self.count_out_of_memory(bytes as u64);
            let text = format!("{bytes} bytes are more than any device has");
            return Err(Error::new(Status::OutOfMemory, text));
        }
        self.account.charge(bytes as u64).inspect_err(|_| self.count_out_of_memory(bytes as u64))?;
        let (block, fresh) = self.take(class_of(bytes)).inspect_err(|_| self.account.discharge(bytes as u64))?;
        self.allocations.fetch_add(1, Ordering::Relaxed);
        self.reuses.fetch_add(u64::from(!fresh), Ordering::Relaxed);
        Ok((block, fresh))
    }

    /// Returns a block of [`Pool::take_charged`] of this many bytes. Queued work may still use it,
    /// because its next use comes later on the same stream.
    pub(super) fn give_charged(&self, block: Block, bytes: usize) {
        self.give(class_of(bytes), std::iter::once(block));
        self.account.discharge(bytes as u64);
    }

    fn take(&self, class: usize) -> Result<(Block, bool)> {
        if class >= SMALL_CLASSES {
            return self.take_large(class);
        }
        let mut taken = None;
        let reused = self.take_small(class, 1, |block| taken = Some(block))?;
        Ok((taken.expect("at least one block came"), reused == 0))
    }

    /// Returns unused memory to the system: blocks above the small classes, and those spans of the
    /// small classes that have no block in use.
    pub(super) fn trim(&self) {
        self.trim_large();
        self.trim_small(true);
    }

    fn trim_large(&self) {
        for (class, list) in (SMALL_CLASSES..).zip(&self.lists) {
            let size = whole_pages(size_of_class(class), self.memory.unit());
            let blocks = {
                let list = &mut *list.lock();
                list.least = 0;
                std::mem::take(&mut list.free)
            };
            self.give_back(blocks.into_iter().map(|block| (block, size)));
        }
    }

    /// Trims the classes that have received enough blocks since the last time, or all.
    fn trim_small(&self, all: bool) {
        for spans in &self.small {
            let free = spans.lock().take_free(all);
            self.give_spans_back(spans, free, usize::MAX);
        }
    }

    /// Returns the unused spans among these blocks, up to `most` blocks.
    fn give_spans_back(&self, spans: &Mutex<Spans>, mut free: Vec<Block>, most: usize) {
        if !free.is_empty() {
            free.sort_unstable(); // there may be millions, so not under the lock
            let unused = spans.lock().remove_unused(&free, most);
            self.give_back(unused.into_iter());
        }
    }

    /// Returns to the system what has not been used since the last call. Returns the bytes that are
    /// still kept for reuse.
    pub(super) fn decay(&self) -> usize {
        let mut kept = 0;
        for (class, list) in (SMALL_CLASSES..).zip(&self.lists) {
            let size = whole_pages(size_of_class(class), self.memory.unit());
            let idle: Vec<Block> = {
                let list = &mut *list.lock();
                let idle = list.free.drain(..list.least.min(list.free.len())).collect();
                list.least = list.free.len();
                kept += list.free.len() * size;
                idle
            };
            self.give_back(idle.into_iter().map(|block| (block, size)));
        }
        for (class, spans) in self.small.iter().enumerate() {
            let size = size_of_class(class);
            let (free, idle) = spans.lock().take_idle(size);
            self.give_spans_back(spans, free, idle);
            kept += spans.lock().free_bytes(size);
        }
        kept
    }

    /// Whether nothing is kept for reuse, except by threads.
    pub(super) fn is_empty(&self) -> bool {
        self.lists.iter().all(|list| list.lock().free.is_empty())
            && self.small.iter().all(|spans| spans.lock().free_bytes(1) == 0)
    }

    fn give_back(&self, mappings: impl Iterator<Item = (Block, usize)>) {
        let mut bytes = 0;
        for (start, length) in mappings {
            // SAFETY: it is one mapping of this length, and none of its blocks is in use.
            unsafe { self.memory.free(start, length) };
            bytes += length as u64;
        }
        self.reserved.fetch_sub(bytes, Ordering::AcqRel);
    }

    pub(super) fn counters(&self) -> Counters {
        let (allocations, reuses) = match self.device {
            Device::Cpu => threads::counts(),
            _ => (self.allocations.load(Ordering::Acquire), self.reuses.load(Ordering::Acquire)),
        };
        Counters {
            allocations,
            reuses,
            reserved: self.reserved.load(Ordering::Acquire),
            peak_reserved: self.peak_reserved.load(Ordering::Acquire),
            system_allocations: self.system_allocations.load(Ordering::Acquire),
            retries: self.retries.load(Ordering::Acquire),
            out_of_memory: self.out_of_memory.load(Ordering::Acquire),
            foreign: self.foreign.load(Ordering::Acquire),
        }
    }

    pub(super) fn reset_peak(&self) {
        self.peak_reserved.store(self.reserved.load(Ordering::Acquire), Ordering::Release);
    }

    /// Counts a refused request for this many bytes, 0 if their number is not known.
    pub(super) fn count_out_of_memory(&self, bytes: u64) {
        self.out_of_memory.fetch_add(1, Ordering::Relaxed);
        if record::is_on() {
            record::write(EventKind::Refused, 0, bytes, 0, self.device.tag());
        }
    }

    /// Allocates memory from the device in whole units; also returns its size. Live bytes are
    /// within the limit already. If the reserved bytes would exceed it too, blocks that are only
    /// kept for reuse are returned first, and again if the device refuses.
    fn reserve(&self, bytes: usize) -> Result<(Block, usize)> {
        debug_assert!(bytes <= MAX_BLOCK);
        let bytes = whole_pages(bytes, self.memory.unit());
        self.make_room(bytes);
        let taken = self.memory.allocate(bytes).or_else(|_| {
            self.retries.fetch_add(1, Ordering::Relaxed);
            self.trim();
            self.memory.allocate(bytes)
        });
        let block = taken.map_err(|error| self.refused(bytes, error))?;
        self.system_allocations.fetch_add(1, Ordering::Relaxed);
        let reserved = self.reserved.fetch_add(bytes as u64, Ordering::AcqRel) + bytes as u64;
        self.peak_reserved.fetch_max(reserved, Ordering::AcqRel);
        Ok((block, bytes))
    }

    /// The error of a request that the device has refused, with the reserved bytes.
    #[cold]
    fn refused(&self, bytes: usize, error: Error) -> Error {
        if error.status() != Status::OutOfMemory {
            return error;
        }
        let (device, reserved) = (self.device, self.reserved.load(Ordering::Relaxed));
        let (asked, reserved) = (in_bytes(bytes as u64), amount(reserved));
        let text = format!("the system refused {asked}, {reserved} are reserved for {device}");
        Error::new(Status::OutOfMemory, text)
    }

    /// Counts this many bytes more or less as reserved that do not come from the pool.
    pub(super) fn reserved_outside(&self, change: i64) {
        if change < 0 {
            self.reserved.fetch_sub(change.unsigned_abs(), Ordering::AcqRel);
            return;
        }
        self.system_allocations.fetch_add(1, Ordering::Relaxed);
        let reserved = self.reserved.fetch_add(change as u64, Ordering::AcqRel) + change as u64;
        self.peak_reserved.fetch_max(reserved, Ordering::AcqRel);
    }

    /// Returns memory that is only kept for reuse, if this many more bytes would exceed the limit.
    pub(super) fn make_room(&self, bytes: usize) {
        let is_over = || self.reserved.load(Ordering::Relaxed).saturating_add(bytes as u64) > self.account.limit();
        if is_over() {
            self.trim_large();
        }
        if is_over() {
            self.trim_small(false);
        }
    }
}
