//! `Slots`: the storage of all slots, and the lists of free ones.
//!
//! Invariant: a slot never moves and is never unmapped, so a reference to one is valid for the
//! table's life, and a look-up with any index is a bounds check and two loads. The table grows by
//! segments that double in size; the unused part of a segment is zero, which no handle matches, and
//! takes no memory.
//!
//! Invariant of the free lists: a slot is on at most one of them, and a thread that ends returns
//! its own. The one table of the process keeps up to [`CACHED`] free slots per thread, so that
//! creating and disposing take no process-wide lock; other tables (tests, the model checker) use
//! the shared list only.

#![allow(unsafe_code)]

use super::handle::{Handle, Kind};
use super::slot::Slot;
use crate::error::{Error, Result, Status};
use crate::memory;
use parking_lot::Mutex;
use std::cell::{Cell, OnceCell, UnsafeCell};
use std::sync::atomic::{AtomicI64, AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Slots in the first segment.
#[cfg(not(loom))]
const FIRST: u32 = 1024;
/// The model checker tracks every slot; a segment of eight is enough for it.
#[cfg(loom)]
const FIRST: u32 = 8;
const SEGMENTS: usize = (Handle::MAX_SLOTS / FIRST).ilog2() as usize + 1;
/// The most free slots that a thread keeps; half of them move at a time.
const CACHED: usize = 128;
/// From this many handles on, and at every STEP more, the table checks whether there is memory for
/// them.
const MANY: u32 = 1 << 20;
const STEP: u32 = 1 << 16;

/// The slots of one table.
pub(super) struct Slots<T: 'static> {
    /// The first slot of each segment, null until it is allocated. A segment is never freed.
    segments: [AtomicPtr<Slot<T>>; SEGMENTS],
    /// For each slot the pending return of its loan, 0 = it is not lent. Stored beside the slots,
    /// because few are ever lent and their 128 bytes are full; allocated with the first loan.
    loans: [OnceLock<Box<[AtomicU32]>>; SEGMENTS],
    /// For each slot the stale-handle notes of its last four handles; allocated when the first
    /// cycle ends.
    stale_notes: [OnceLock<Box<[Notes]>>; SEGMENTS],
    shared: Mutex<Shared>,
    /// Live handles of each kind that were counted by threads that have ended, or without a
    /// thread's cache.
    ended: [AtomicI64; Kind::COUNTED],
    nonce: OnceLock<u8>,
    cached: bool,
}

/// For the last four generations of a slot: the generation, and the tag. 0 = no note.
type Notes = [AtomicU64; 4];

/// Bits of a stale-handle note's tag.
pub(super) const TAG_BITS: u32 = 64 - Handle::GENERATION_BITS;

struct Shared {
    /// Slots below this have been used at least once; 0 is never used.
    bump: u32,
    free: Vec<u32>,
    threads: Vec<Arc<Counts>>,
    /// The peak number of live tensors since the last call of [`Slots::take_most_tensors`], as far
    /// as threads have reported it.
    most: i64,
}

impl Shared {
    /// Live handles of a kind, by its index among the counts; `ended` are the counts of ended
    /// threads.
    fn live(&self, kind: usize, ended: &[AtomicI64]) -> i64 {
        let of = |counts: &[AtomicI64]| counts[kind].load(Ordering::Acquire);
        of(ended) + self.threads.iter().map(|counts| of(&counts.live)).sum::<i64>()
    }

    /// A thread reports its peak number of tensors since its last report.
    fn note_most(&mut self, ended: &[AtomicI64], counts: &Counts) {
        let now = counts.live[TENSORS].load(Ordering::Relaxed);
        let above = counts.most.swap(now, Ordering::AcqRel) - now;
        counts.noted.store(now, Ordering::Relaxed);
        self.most = self.most.max(self.live(TENSORS, ended) + above);
    }
}

const TENSORS: usize = Kind::Tensor as usize - 1;
/// A thread reports after its number of tensors has changed by this many.
const LOOK: i64 = 512;

/// Live handles of each kind, created minus disposed by one thread. Only that thread writes; any
/// thread may sum. The count of a thread is negative if it disposes of handles that others created.
struct Counts {
    live: [AtomicI64; Kind::COUNTED],
    /// The peak number of tensors since the last report ([`Shared::note_most`]), which resets it.
    most: AtomicI64,
    /// The number of tensors at that report.
    noted: AtomicI64,
}

impl Counts {
    /// Whether the number has changed enough since the last report to report again.
    fn is_noteworthy(&self) -> bool {
        let tensors = self.live[TENSORS].load(Ordering::Relaxed);
        (tensors - self.noted.load(Ordering::Relaxed)).abs() >= LOOK
    }
}

/// A thread's free slots.
struct Cache {
    len: Cell<usize>,
    slots: UnsafeCell<[u32; CACHED]>,
    home: OnceCell<Home>,
}

struct Home {
    table: &'static dyn GiveBack,
    counts: Arc<Counts>,
}

/// The table as a thread's cache uses it, without the type of its resources.
trait GiveBack: Sync {
    fn give_back(&self, slots: &[u32]);
    fn note_most(&self, counts: &Counts);
    fn end_thread(&self, slots: &[u32], counts: &Arc<Counts>);
}

thread_local! {
    static CACHE: Cache = const {
        Cache { len: Cell::new(0), slots: UnsafeCell::new([0; CACHED]), home: OnceCell::new() }
    };
}

/// The segment of a slot, and its index there.
#[inline(always)]
fn location_of(index: u32) -> (usize, usize) {
    let position = index + FIRST;
    let segment = (position / FIRST).ilog2();
    (segment as usize, (position - (FIRST << segment)) as usize)
}

impl<T: Send + Sync + 'static> Slots<T> {
    /// No slots. `cached` only for the one table that lives as long as the process.
    pub(super) const fn new(cached: bool) -> Slots<T> {
        Slots {
            segments: [const { AtomicPtr::new(std::ptr::null_mut()) }; SEGMENTS],
            loans: [const { OnceLock::new() }; SEGMENTS],
            stale_notes: [const { OnceLock::new() }; SEGMENTS],
            shared: Mutex::new(Shared { bump: 1, free: Vec::new(), threads: Vec::new(), most: 0 }),
            ended: [const { AtomicI64::new(0) }; Kind::COUNTED],
            nonce: OnceLock::new(),
            cached,
        }
    }

    /// The slot of this index, `None` beyond the current size of the table.
    #[inline(always)]
    pub(super) fn get(&self, index: u32) -> Option<&Slot<T>> {
        let (segment, at) = location_of(index);
        let first = self.segments[segment].load(Ordering::Acquire);
        if first.is_null() {
            return None;
        }
        // SAFETY: an allocated segment is `FIRST << segment` slots long and never freed, and `at`
        // is less than that.
        Some(unsafe { &*first.add(at) })
    }

    /// The slot of an index that came out of this table's own links.
    #[inline]
    pub(super) fn linked(&self, index: u32) -> &Slot<T> {
        self.get(index).expect("links name slots that exist")
    }

    /// The word that holds the pending return of this slot.
    pub(super) fn loan(&self, index: u32) -> &AtomicU32 {
        let (segment, at) = location_of(index);
        let words = self.loans[segment].get_or_init(|| {
            let words = Box::new_zeroed_slice((FIRST << segment) as usize);
            // SAFETY: atomic numbers may be 0.
            unsafe { words.assume_init() }
        });
        &words[at]
    }

    fn notes(&self, index: u32) -> &Notes {
        let (segment, at) = location_of(index);
        let notes = self.stale_notes[segment].get_or_init(|| {
            let notes = Box::new_zeroed_slice((FIRST << segment) as usize);
            // SAFETY: atomic numbers may be 0.
            unsafe { notes.assume_init() }
        });
        &notes[at]
    }

    /// Records the tag of a handle that is about to be released.
    pub(super) fn write_stale_note(&self, handle: Handle, tag: u64) {
        let (generation, tag) = (handle.generation(), tag & ((1 << TAG_BITS) - 1));
        let word = u64::from(generation) << TAG_BITS | tag;
        self.notes(handle.slot())[generation as usize & 3].store(word, Ordering::Relaxed);
    }

    /// The tag of a handle that is no longer valid, if it is among the last four of its slot.
    pub(super) fn stale_note(&self, handle: Handle) -> Option<u64> {
        self.stale_notes[location_of(handle.slot()).0].get()?;
        // The caller has just seen that the handle is closed; the fence makes the note, which was
        // written before, visible.
        std::sync::atomic::fence(Ordering::Acquire);
        let word = self.notes(handle.slot())[handle.generation() as usize & 3].load(Ordering::Relaxed);
        (word >> TAG_BITS == u64::from(handle.generation())).then_some(word & ((1 << TAG_BITS) - 1))
    }

    /// All slots that have been used at least once are below this index, and so is slot 0, which is
    /// never used.
    pub(super) fn end(&self) -> u32 {
        self.shared.lock().bump
    }

    /// This library copy's nonce. Two copies in one process have the same with probability 1/256.
    pub(super) fn nonce(&self) -> u8 {
        *self.nonce.get_or_init(|| {
            // Derived from the load address and the time: both differ between copies, and neither
            // has to be secret.
            let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_nanos());
            let mixed = (std::ptr::from_ref(self) as u64 ^ clock as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed >> 56) as u8
        })
    }

    /// Live handles of this kind. Exact if no thread is creating or disposing meanwhile.
    pub(super) fn live(&self, kind: Kind) -> u64 {
        self.shared.lock().live(kind as usize - 1, &self.ended).max(0) as u64
    }

    /// The peak number of live tensors since the last call. Exact if one thread creates and closes
    /// tensors; with several threads, each may add an error of what it does between two reports.
    pub(super) fn take_most_tensors(&self) -> u64 {
        let mut shared = self.shared.lock();
        let live = shared.live(TENSORS, &self.ended);
        let mut above = 0;
        for thread in &shared.threads {
            let now = thread.live[TENSORS].load(Ordering::Acquire);
            above = above.max(thread.most.swap(now, Ordering::AcqRel) - now);
        }
        let most = shared.most.max(live + above);
        shared.most = live;
        most.max(0) as u64
    }
}

impl<T: Send + Sync + 'static> Slots<T> {
    /// A vacant slot that belongs to this thread, counted as a live handle of this kind.
    #[inline(always)]
    pub(super) fn take(&'static self, kind: Kind) -> Result<u32> {
        if self.cached
            && let Ok(Some(slot)) = CACHE.try_with(|cache| cache.pop(self, kind))
        {
            return Ok(slot);
        }
        self.take_slowly(kind)
    }

    /// Returns a vacant slot that held a handle of this kind.
    #[inline(always)]
    pub(super) fn put(&'static self, slot: u32, kind: Kind) {
        if !self.cached || !CACHE.try_with(|cache| cache.push(slot, self, kind)).unwrap_or(false) {
            self.give_back(&[slot]);
            self.count_ended(kind, -1);
        }
    }

    /// Counts a handle whose slot is retired.
    pub(super) fn retire(&self, kind: Kind) {
        self.count_ended(kind, -1);
    }

    fn count_ended(&self, kind: Kind, change: i64) {
        self.ended[kind as usize - 1].fetch_add(change, Ordering::AcqRel);
    }

    #[cold]
    fn take_slowly(&'static self, kind: Kind) -> Result<u32> {
        let wanted = if self.cached { CACHED / 2 } else { 1 };
        let mut batch = [0u32; CACHED / 2];
        let got = self.refill(&mut batch[..wanted])?;
        let rest = &batch[1..got];
        if !self.cached || !CACHE.try_with(|cache| cache.fill(rest, self, kind)).unwrap_or(false) {
            self.give_back(rest);
            self.count_ended(kind, 1);
        }
        Ok(batch[0])
    }

    /// Fills the batch from the shared list, then with slots never used before. Returns how many,
    /// at least 1.
    fn refill(&self, batch: &mut [u32]) -> Result<usize> {
        let mut shared = self.shared.lock();
        let mut got = 0;
        while got < batch.len() {
            let slot = match shared.free.pop() {
                Some(slot) => slot,
                None => match self.grow_to(shared.bump) {
                    Ok(()) => {
                        shared.bump += 1;
                        shared.bump - 1
                    }
                    Err(_) if got > 0 => break,
                    Err(error) => {
                        memory::count_out_of_memory();
                        return Err(error);
                    }
                },
            };
            batch[got] = slot;
            got += 1;
        }
        Ok(got)
    }

    /// Makes the slot of this index vacant, and allocates its segment if needed. The caller holds
    /// the lock of the shared list. Errors: `OUT_OF_MEMORY`, `LIMIT_EXCEEDED`.
    fn grow_to(&self, index: u32) -> Result<()> {
        if index >= Handle::MAX_SLOTS {
            let text = format!("all {} handles are in use", Handle::MAX_SLOTS - 1);
            return Err(Error::new(Status::OutOfMemory, text));
        }
        if index >= MANY && index.is_multiple_of(STEP) {
            memory::require_room_for(u64::from(index), "handles")?;
        }
        let (segment, at) = location_of(index);
        let mut first = self.segments[segment].load(Ordering::Relaxed);
        if first.is_null() {
            first = self.segment_of((FIRST << segment) as usize)?;
            self.segments[segment].store(first, Ordering::Release);
        }
        #[cfg(not(loom))]
        // SAFETY: the segment is allocated and never freed, and `at` is within it.
        unsafe { &*first.add(at) }.begin(self.nonce());
        Ok(())
    }

    #[cfg(not(loom))]
    fn segment_of(&self, slots: usize) -> Result<*mut Slot<T>> {
        let bytes = slots * size_of::<Slot<T>>();
        let pages = memory::pages(bytes).ok_or_else(|| {
            let text = format!("the system refused {bytes} bytes for {slots} more handles");
            Error::new(Status::OutOfMemory, text)
        })?;
        Ok(pages.cast().as_ptr())
    }

    /// The model checker's atomics cannot be zeroed memory.
    #[cfg(loom)]
    fn segment_of(&self, slots: usize) -> Result<*mut Slot<T>> {
        let slots: Box<[Slot<T>]> = (0..slots).map(|_| Slot::new(self.nonce())).collect();
        Ok(Box::leak(slots).as_mut_ptr())
    }
}

impl<T: Send + Sync + 'static> GiveBack for Slots<T> {
    fn give_back(&self, slots: &[u32]) {
        self.shared.lock().free.extend_from_slice(slots);
    }

    fn note_most(&self, counts: &Counts) {
        self.shared.lock().note_most(&self.ended, counts);
    }

    fn end_thread(&self, slots: &[u32], counts: &Arc<Counts>) {
        let mut shared = self.shared.lock();
        shared.note_most(&self.ended, counts);
        shared.free.extend_from_slice(slots);
        shared.threads.retain(|other| !Arc::ptr_eq(other, counts));
        for (sum, count) in self.ended.iter().zip(&counts.live) {
            sum.fetch_add(count.load(Ordering::Acquire), Ordering::AcqRel);
        }
    }
}

impl Cache {
    #[inline(always)]
    fn pop<T: Send + Sync + 'static>(&self, table: &'static Slots<T>, kind: Kind) -> Option<u32> {
        let home = self.home(table)?;
        let len = self.len.get().checked_sub(1)?;
        self.len.set(len);
        home.count(kind, 1);
        // SAFETY: the array is this thread's, and no reference to it outlives one of these
        // functions.
        Some(unsafe { (*self.slots.get())[len] })
    }

    /// False if the cache belongs to another table.
    #[inline(always)]
    fn push<T: Send + Sync + 'static>(&self, slot: u32, table: &'static Slots<T>, kind: Kind) -> bool {
        let Some(home) = self.home(table) else { return false };
        let mut len = self.len.get();
        if len == CACHED {
            len = self.pass_half_on(table);
        }
        // SAFETY: as in `pop`.
        unsafe { (*self.slots.get())[len] = slot };
        self.len.set(len + 1);
        home.count(kind, -1);
        true
    }

    /// Returns half of a full cache to the shared list, and returns how many slots are left.
    #[cold]
    fn pass_half_on<T: Send + Sync + 'static>(&self, table: &'static Slots<T>) -> usize {
        // SAFETY: as in `pop`; `give_back` does not come back to this thread's cache.
        table.give_back(unsafe { &(&*self.slots.get())[CACHED / 2..] });
        if let Some(home) = self.home.get().filter(|home| home.counts.is_noteworthy()) {
            table.note_most(&home.counts);
        }
        CACHED / 2
    }

    /// Puts slots into a cache that was just found empty, and counts the slot that the caller
    /// takes. False if the cache belongs to another table.
    fn fill<T: Send + Sync + 'static>(&self, slots: &[u32], table: &'static Slots<T>, kind: Kind) -> bool {
        let Some(home) = self.home(table).filter(|_| self.len.get() == 0) else { return false };
        if home.counts.is_noteworthy() {
            table.note_most(&home.counts);
        }
        home.count(kind, 1);
        // SAFETY: as in `pop`.
        unsafe { (&mut *self.slots.get())[..slots.len()].copy_from_slice(slots) };
        self.len.set(slots.len());
        true
    }

    /// The cache's home, if it is this table; the first table to use the cache becomes its home.
    #[inline(always)]
    fn home<T: Send + Sync + 'static>(&self, table: &'static Slots<T>) -> Option<&Home> {
        let home = match self.home.get() {
            Some(home) => home,
            None => self.move_in(table),
        };
        std::ptr::addr_eq(home.table, table).then_some(home)
    }

    #[cold]
    fn move_in<T: Send + Sync + 'static>(&self, table: &'static Slots<T>) -> &Home {
        self.home.get_or_init(|| {
            let live = [const { AtomicI64::new(0) }; Kind::COUNTED];
            let counts = Arc::new(Counts { live, most: AtomicI64::new(0), noted: AtomicI64::new(0) });
            table.shared.lock().threads.push(counts.clone());
            Home { table, counts }
        })
    }
}

impl Home {
    /// Adds to the count of handles; only this thread writes it.
    #[inline(always)]
    fn count(&self, kind: Kind, change: i64) {
        let count = &self.counts.live[kind as usize - 1];
        let now = count.load(Ordering::Relaxed) + change;
        count.store(now, Ordering::Release);
        if kind == Kind::Tensor && now > self.counts.most.load(Ordering::Relaxed) {
            self.counts.most.store(now, Ordering::Relaxed);
        }
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        if let Some(home) = self.home.get() {
            home.table.end_thread(&self.slots.get_mut()[..self.len.get()], &home.counts);
        }
    }
}
