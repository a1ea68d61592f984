//! A thread's part of the pool: its free blocks, its credit, its counts.
//!
//! Invariant: only the thread itself touches its lists; its credit and counts may be read by any thread. A thread that
//! ends gives all of it back. Code that runs after that (destructors of other thread-locals) finds no local part
//! and goes to the shared pool, through [`with`]'s fallback.

use super::account::{self, Credit};
use super::classes::{SMALL_CLASSES, size_of_class};
use super::pool::{self, Block};
use super::pressure::Unowned;
use super::workspace::Workspace;
use crate::error::Result;
use parking_lot::Mutex;
use std::cell::{Cell, OnceCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of one class that a thread keeps at most, or two transfers' worth if that is more.
const KEPT: usize = 64 << 10;

/// What other threads may read of this one.
pub(super) struct Shared {
    pub(super) credit: Credit,
    pub(super) allocations: AtomicU64,
    pub(super) reuses: AtomicU64,
    pub(super) unowned: Unowned,
}

impl Shared {
    const fn new() -> Shared {
        Shared {
            credit: Credit::new(),
            allocations: AtomicU64::new(0),
            reuses: AtomicU64::new(0),
            unowned: Unowned::new(),
        }
    }
}

/// A list of free blocks that runs through the blocks themselves.
struct List {
    head: Cell<Option<Block>>,
    count: Cell<u32>,
}

/// See the top of the file.
pub(super) struct Local {
    lists: [List; SMALL_CLASSES],
    shared: OnceCell<Arc<Shared>>,
    /// The most that one request may ask for: what is left to a scope with a limit, while a call works for it.
    pub(super) room: Cell<u64>,
    /// The request that did not fit.
    pub(super) refused: Cell<u64>,
    /// What `room` would be if no workspace met the requests.
    pub(super) limit: Cell<u64>,
    /// The workspace that meets the requests of the call, or that takes back what it frees; null for none.
    pub(super) workspace: Cell<*const Workspace>,
    /// Whether what the call asks for is a gradient.
    pub(super) gradient: Cell<bool>,
}

thread_local! {
    static LOCAL: Local = const { Local::new() };
}

/// Every living thread that has allocated; first the part of those that have ended.
static THREADS: Mutex<Vec<Arc<Shared>>> = Mutex::new(Vec::new());
static ENDED_ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static ENDED_REUSES: AtomicU64 = AtomicU64::new(0);

/// Runs `f` with this thread's part; with an empty one of its own when that is gone already.
#[inline]
pub(super) fn with<R>(f: impl FnOnce(&Local) -> R) -> R {
    let mut f = Some(f);
    let result = LOCAL.try_with(|local| f.take().expect("called once")(local));
    result.unwrap_or_else(|_| with_a_passing_one(f.take().expect("not called above")))
}

#[cold]
fn with_a_passing_one<R>(f: impl FnOnce(&Local) -> R) -> R {
    f(&const { Local::new() })
}

/// What is charged and not held as credit.
pub(super) fn live_bytes() -> u64 {
    with_live_bytes(|live| live)
}

/// Runs `f` with [`live_bytes`]. Within it no thread gives its credit back by ending, which would count twice or not at all, and
/// nobody else looks at the peak.
pub(super) fn with_live_bytes<R>(f: impl FnOnce(u64) -> R) -> R {
    let threads = THREADS.lock();
    let unspent: u64 = threads.iter().map(|thread| thread.credit.unspent()).sum();
    f(account::charged().saturating_sub(unspent))
}

/// Sums over all threads: allocations, reuses.
pub(super) fn sums() -> (u64, u64) {
    let threads = THREADS.lock();
    let mut sums = (ENDED_ALLOCATIONS.load(Ordering::Acquire), ENDED_REUSES.load(Ordering::Acquire));
    for thread in threads.iter() {
        sums.0 += thread.allocations.load(Ordering::Relaxed);
        sums.1 += thread.reuses.load(Ordering::Relaxed);
    }
    sums
}

/// What threads keep of a sum of what is unowned, and what they have passed on. A thread that ends does so before or after.
pub(super) fn sum_of(kept: impl Fn(&Unowned) -> i64, passed_on: impl FnOnce() -> i64) -> u64 {
    let threads = THREADS.lock();
    let kept: i64 = threads.iter().map(|thread| kept(&thread.unowned)).sum();
    (passed_on() + kept).max(0) as u64
}

/// Credit that cannot be spent any more, over all threads.
pub(super) fn stale_credit() -> u64 {
    THREADS.lock().iter().map(|thread| thread.credit.stale()).sum()
}

impl Local {
    const fn new() -> Local {
        Local {
            lists: [const { List { head: Cell::new(None), count: Cell::new(0) } }; SMALL_CLASSES],
            shared: OnceCell::new(),
            room: Cell::new(u64::MAX),
            refused: Cell::new(0),
            limit: Cell::new(u64::MAX),
            workspace: Cell::new(std::ptr::null()),
            gradient: Cell::new(false),
        }
    }

    /// Credit and counts of this thread.
    #[inline]
    pub(super) fn shared(&self) -> &Shared {
        self.shared.get_or_init(|| {
            let shared = Arc::new(Shared::new());
            THREADS.lock().push(shared.clone());
            shared
        })
    }

    /// A block of a small class.
    #[inline]
    pub(super) fn take(&self, class: usize) -> Result<Block> {
        let shared = self.shared();
        bump(&shared.allocations);
        if let Some(block) = self.pop(class) {
            bump(&shared.reuses);
            return Ok(block);
        }
        self.refill(class)
    }

    /// As [`Local::take`], for what the statistics do not count.
    #[inline]
    pub(super) fn take_uncounted(&self, class: usize) -> Result<Block> {
        if let Some(block) = self.pop(class) { Ok(block) } else { self.refill(class) }
    }

    /// Gives a block of a small class back.
    #[inline]
    pub(super) fn give(&self, class: usize, block: Block) {
        self.push(class, block);
        if self.lists[class].count.get() as usize > kept(class) {
            self.pass_on(class, kept(class) / 2);
        }
    }

    /// Counts a block above the small classes.
    pub(super) fn count_large(&self, reused: bool) {
        bump(&self.shared().allocations);
        if reused {
            bump(&self.shared().reuses);
        }
    }

    #[cold]
    fn refill(&self, class: usize) -> Result<Block> {
        let reused = pool::take_small(class, pool::transfer_count(class), |block| self.push(class, block))?;
        if reused > 0 {
            bump(&self.shared().reuses);
        }
        Ok(self.pop(class).expect("at least one block came"))
    }

    #[cold]
    fn pass_on(&self, class: usize, keep: usize) {
        let more = self.lists[class].count.get() as usize - keep;
        pool::give(class, (0..more).map_while(|_| self.pop(class)));
    }

    #[inline]
    fn pop(&self, class: usize) -> Option<Block> {
        let list = &self.lists[class];
        let block = list.head.get()?;
        // SAFETY: a block on this list is ours and holds the link that `push` wrote.
        list.head.set(unsafe { block.cast::<Option<Block>>().read() });
        list.count.set(list.count.get() - 1);
        Some(block)
    }

    #[inline]
    fn push(&self, class: usize, block: Block) {
        let list = &self.lists[class];
        // SAFETY: the block was given to us, is at least 64 bytes long and 64-byte aligned.
        unsafe { block.cast::<Option<Block>>().write(list.head.get()) };
        list.head.set(Some(block));
        list.count.set(list.count.get() + 1);
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        for class in 0..SMALL_CLASSES {
            if self.lists[class].count.get() > 0 {
                self.pass_on(class, 0);
            }
        }
        if let Some(shared) = self.shared.get() {
            shared.credit.note_peak();
            let mut threads = THREADS.lock();
            shared.credit.end();
            shared.unowned.pass_on();
            ENDED_ALLOCATIONS.fetch_add(shared.allocations.load(Ordering::Relaxed), Ordering::AcqRel);
            ENDED_REUSES.fetch_add(shared.reuses.load(Ordering::Relaxed), Ordering::AcqRel);
            threads.retain(|other| !Arc::ptr_eq(other, shared));
        }
    }
}

/// How many blocks of a class a thread keeps.
#[inline]
fn kept(class: usize) -> usize {
    (KEPT / size_of_class(class)).max(4)
}

/// One more, by the only thread that writes it.
#[inline]
fn bump(count: &AtomicU64) {
    count.store(count.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
}
