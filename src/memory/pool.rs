//! The pool: blocks that were freed, by size class, to be handed out again.
//!
//! ```text
//!   thread   a list per small class, no lock        take and give: a few loads
//!   shared   a list per class under its own lock    what threads pass on; all blocks above 32 KiB
//!   system   chunks of 1 MiB for small classes, one mapping a block above 32 KiB
//! ```
//!
//! Invariant: a block is in exactly one place, handed out or on one list, and `reserved` counts
//! every byte that was taken from the system and not given back. In the steady state of a loop,
//! whose blocks repeat, nothing here calls the system: `system_allocations` stands still.

use super::account;
use super::classes::{CLASSES, MAX_BLOCK, SMALL_CLASSES, size_of_class};
use super::platform::{self, page, whole_pages};
use crate::error::{Error, Result, Status};
use parking_lot::Mutex;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes taken from the system at a time for small classes.
const CHUNK: usize = 1 << 20;
/// Bytes of one small class that move between a thread and the shared list at a time.
const TRANSFER: usize = 16 << 10;

/// A block of raw memory. Whoever has it owns it.
pub(super) type Block = NonNull<u8>;

/// A list of blocks that any thread may use.
struct Blocks(Vec<Block>);

// SAFETY: a block on a list belongs to the list, whichever thread put it there.
unsafe impl Send for Blocks {}

/// What is left of the chunk that small blocks are cut from.
struct Chunk {
    start: usize,
    left: usize,
}

static LISTS: [Mutex<Blocks>; CLASSES] = [const { Mutex::new(Blocks(Vec::new())) }; CLASSES];
static CURRENT: Mutex<Chunk> = Mutex::new(Chunk { start: 0, left: 0 });
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
    let reused = {
        let mut list = LISTS[class].lock();
        let from = list.0.len() - wanted.min(list.0.len());
        let reused = list.0.len() - from;
        list.0.drain(from..).for_each(&mut keep);
        reused
    };
    if reused > 0 {
        return Ok(reused);
    }
    let size = size_of_class(class);
    let mut chunk = CURRENT.lock();
    if chunk.left < size {
        // What is left of the old chunk is smaller than this class and stays unused.
        let start = reserve(CHUNK).or_else(|_| reserve(size).inspect(|_| chunk.left = 0));
        let fresh = start.inspect_err(|_| count_out_of_memory())?;
        *chunk = Chunk { start: fresh.0.as_ptr() as usize, left: fresh.1 };
    }
    for _ in 0..wanted.min(chunk.left / size) {
        keep(NonNull::new(chunk.start as *mut u8).expect("the system maps nothing at 0"));
        chunk.start += size;
        chunk.left -= size;
    }
    Ok(0)
}

/// Gives blocks of a class to the shared list.
pub(super) fn give(class: usize, blocks: impl Iterator<Item = Block>) {
    LISTS[class].lock().0.extend(blocks);
}

/// A block above the small classes, and whether it is fresh, that is zeroed, from the system.
pub(super) fn take_large(class: usize) -> Result<(Block, bool)> {
    debug_assert!(class >= SMALL_CLASSES);
    let reused = LISTS[class].lock().0.pop();
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

/// Gives every block above the small classes that is not in use back to the system.
pub(super) fn trim() {
    for (class, list) in LISTS.iter().enumerate().skip(SMALL_CLASSES) {
        let blocks = std::mem::take(&mut list.lock().0);
        let size = whole_pages(size_of_class(class), page());
        for block in &blocks {
            // SAFETY: it was on the list, so nobody uses it, and large blocks are one mapping of
            // their class's size.
            unsafe { platform::unmap(*block, size) };
        }
        RESERVED.fetch_sub((blocks.len() * size) as u64, Ordering::AcqRel);
    }
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
    if RESERVED.load(Ordering::Relaxed).saturating_add(bytes as u64) > account::CPU.limit() {
        trim();
    }
}
