//! The pool: blocks that were freed, by size class, to be handed out again.
//!
//! ```text
//!   thread   a list per small class, no lock        take and give: a few loads
//!   shared   a list per class under its own lock    what threads pass on; all blocks above 32 KiB
//!   system   spans of 64 KiB to 1 MiB for small classes, one mapping a block above 32 KiB
//! ```
//!
//! Invariant: a block is in exactly one place, handed out or on one list, and `reserved` counts
//! every byte that was taken from the system and not given back. In the steady state of a loop,
//! whose blocks repeat, nothing here calls the system: `system_allocations` stands still.

use super::account;
pub(super) use super::classes::Block;
use super::classes::{CLASSES, MAX_BLOCK, SMALL_CLASSES, size_of_class};
use super::platform::{self, page, whole_pages};
use super::spans::Spans;
use crate::error::{Error, Result, Status};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of one small class that move between a thread and the shared list at a time.
const TRANSFER: usize = 16 << 10;

/// A list of blocks that any thread may use.
struct Blocks {
    /// The one that was given last is the last.
    free: Vec<Block>,
    /// The fewest that it has had since the last [`decay`].
    least: usize,
}

// SAFETY: a block on a list belongs to the list, whichever thread put it there.
unsafe impl Send for Blocks {}

static SMALL: [Mutex<Spans>; SMALL_CLASSES] = [const { Mutex::new(Spans::new()) }; SMALL_CLASSES];
/// Of the classes above the small ones.
static LISTS: [Mutex<Blocks>; CLASSES - SMALL_CLASSES] =
    [const { Mutex::new(Blocks { free: Vec::new(), least: 0 }) }; CLASSES - SMALL_CLASSES];
static RESERVED: AtomicU64 = AtomicU64::new(0);
static PEAK_RESERVED: AtomicU64 = AtomicU64::new(0);
static SYSTEM_ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static RETRIES: AtomicU64 = AtomicU64::new(0);
static OUT_OF_MEMORY: AtomicU64 = AtomicU64::new(0);

/// Numbers of the pool alone.
pub(super) struct Counters {
    pub(super) reserved: u64,
    pub(super) peak_reserved: u64,
    pub(super) system_allocations: u64,
    pub(super) retries: u64,
    pub(super) out_of_memory: u64,
}

/// How many blocks of a small class move at a time.
pub(super) fn transfer_count(class: usize) -> usize {
    (TRANSFER / size_of_class(class)).clamp(1, 64)
}

/// Takes up to `wanted` blocks of a small class, reused ones first, and passes each to `keep`. At
/// least one, or an error. Returns how many of them were reused.
pub(super) fn take_small(class: usize, wanted: usize, mut keep: impl FnMut(Block)) -> Result<usize> {
    let size = size_of_class(class);
    loop {
        let next = {
            let mut spans = SMALL[class].lock();
            let (reused, fresh) = spans.take(size, wanted, &mut keep);
            if reused + fresh > 0 {
                return Ok(reused);
            }
            spans.next_bytes()
        };
        // Without the lock: if there is no room, what is not in use goes back, of this class too.
        let span = reserve(next).or_else(|_| reserve(size)).inspect_err(|_| count_out_of_memory())?;
        SMALL[class].lock().add(span.0, span.1);
    }
}

/// Gives blocks of a class to the shared list.
pub(super) fn give(class: usize, blocks: impl Iterator<Item = Block>) {
    match class.checked_sub(SMALL_CLASSES) {
        None => SMALL[class].lock().give(blocks),
        Some(large) => LISTS[large].lock().free.extend(blocks),
    }
}

/// A block above the small classes, and whether it is fresh, that is zeroed, from the system.
pub(super) fn take_large(class: usize) -> Result<(Block, bool)> {
    let reused = {
        let mut list = LISTS[class - SMALL_CLASSES].lock();
        let reused = list.free.pop();
        list.least = list.least.min(list.free.len());
        reused
    };
    if let Some(block) = reused {
        return Ok((block, false));
    }
    match reserve(size_of_class(class)) {
        Ok((block, _)) => Ok((block, true)),
        Err(error) => {
            count_out_of_memory();
            Err(error)
        }
    }
}

/// Gives back to the system what is not in use: blocks above the small classes, and of these the spans none of whose blocks is.
pub(super) fn trim() {
    trim_large();
    trim_small(true);
}

fn trim_large() {
    for (class, list) in (SMALL_CLASSES..).zip(&LISTS) {
        let size = whole_pages(size_of_class(class), page());
        let blocks = {
            let list = &mut *list.lock();
            list.least = 0;
            std::mem::take(&mut list.free)
        };
        give_back(blocks.into_iter().map(|block| (block, size)));
    }
}

/// Of the classes of which enough has come since the last time, or of all.
fn trim_small(all: bool) {
    for spans in &SMALL {
        let free = spans.lock().take_free(all);
        give_spans_back(spans, free, usize::MAX);
    }
}

/// The unused spans among these blocks, up to so many blocks.
fn give_spans_back(spans: &Mutex<Spans>, mut free: Vec<Block>, most: usize) {
    if !free.is_empty() {
        free.sort_unstable(); // they may be millions, so not under the lock
        let unused = spans.lock().remove_unused(&free, most);
        give_back(unused.into_iter());
    }
}

/// Gives back to the system what nobody has used since the last call of this. Returns the bytes that are kept for the next use.
pub(super) fn decay() -> usize {
    let mut kept = 0;
    for (class, list) in (SMALL_CLASSES..).zip(&LISTS) {
        let size = whole_pages(size_of_class(class), page());
        let idle: Vec<Block> = {
            let list = &mut *list.lock();
            let idle = list.free.drain(..list.least.min(list.free.len())).collect();
            list.least = list.free.len();
            kept += list.free.len() * size;
            idle
        };
        give_back(idle.into_iter().map(|block| (block, size)));
    }
    for (class, spans) in SMALL.iter().enumerate() {
        let size = size_of_class(class);
        let (free, idle) = spans.lock().take_idle(size);
        give_spans_back(spans, free, idle);
        kept += spans.lock().free_bytes(size);
    }
    kept
}

/// Whether nothing is kept for the next use, but by threads.
pub(super) fn is_empty() -> bool {
    LISTS.iter().all(|list| list.lock().free.is_empty()) && SMALL.iter().all(|spans| spans.lock().free_bytes(1) == 0)
}

fn give_back(mappings: impl Iterator<Item = (Block, usize)>) {
    let mut bytes = 0;
    for (start, length) in mappings {
        // SAFETY: it is one mapping of this length, and nobody has any of its blocks.
        unsafe { platform::unmap(start, length) };
        bytes += length as u64;
    }
    RESERVED.fetch_sub(bytes, Ordering::AcqRel);
}

pub(super) fn counters() -> Counters {
    Counters {
        reserved: RESERVED.load(Ordering::Acquire),
        peak_reserved: PEAK_RESERVED.load(Ordering::Acquire),
        system_allocations: SYSTEM_ALLOCATIONS.load(Ordering::Acquire),
        retries: RETRIES.load(Ordering::Acquire),
        out_of_memory: OUT_OF_MEMORY.load(Ordering::Acquire),
    }
}

pub(super) fn reset_peak() {
    PEAK_RESERVED.store(RESERVED.load(Ordering::Acquire), Ordering::Release);
}

pub(crate) fn count_out_of_memory() {
    OUT_OF_MEMORY.fetch_add(1, Ordering::Relaxed);
}

/// Memory from the system, in whole pages, and how much it is. Live bytes are under the limit
/// already; before what is reserved passes it too, the blocks that are only kept for reuse go back,
/// and once more when the system refuses.
fn reserve(bytes: usize) -> Result<(Block, usize)> {
    debug_assert!(bytes <= MAX_BLOCK);
    let bytes = whole_pages(bytes, page());
    make_room(bytes);
    let mapped = platform::map(bytes).or_else(|| {
        RETRIES.fetch_add(1, Ordering::Relaxed);
        trim();
        platform::map(bytes)
    });
    let Some(block) = mapped else {
        let reserved = RESERVED.load(Ordering::Relaxed);
        let text = format!("the system refused {bytes} bytes, {reserved} are reserved for cpu");
        return Err(Error::new(Status::OutOfMemory, text));
    };
    SYSTEM_ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
    let reserved = RESERVED.fetch_add(bytes as u64, Ordering::AcqRel) + bytes as u64;
    PEAK_RESERVED.fetch_max(reserved, Ordering::AcqRel);
    Ok((block, bytes))
}

/// So many bytes more or less that do not come from the pool but count as reserved.
pub(super) fn reserved_outside(change: i64) {
    if change < 0 {
        RESERVED.fetch_sub(change.unsigned_abs(), Ordering::AcqRel);
        return;
    }
    SYSTEM_ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
    let reserved = RESERVED.fetch_add(change as u64, Ordering::AcqRel) + change as u64;
    PEAK_RESERVED.fetch_max(reserved, Ordering::AcqRel);
}

/// Gives back what is only kept for reuse if so many bytes more would pass the limit.
pub(super) fn make_room(bytes: usize) {
    let is_over = || RESERVED.load(Ordering::Relaxed).saturating_add(bytes as u64) > account::CPU.limit();
    if is_over() {
        trim_large();
    }
    if is_over() {
        trim_small(false);
    }
}
