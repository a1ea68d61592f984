//! A thread's part of the pool: its free blocks, its credit, its counts.
//!
//! Invariant: only the thread itself touches its lists; any thread may read its credit and counts.
//! It keeps at most [`KEPT`] bytes, of all classes together. A trim takes effect at the thread's
//! next step that goes beyond its own lists; a thread that ends returns all of it. Code that runs
//! after that (destructors of other thread-locals) finds no local part and uses the shared pool,
//! through [`with`]'s fallback.

use super::classes::{SMALL_CLASSES, SMALL_MAX, size_of_class};
use super::decay;
use super::faults;
use super::pool::{self, Block};
use super::threads::Shared;
use crate::error::Result;
use std::cell::{Cell, OnceCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most bytes of free blocks that a thread keeps.
const KEPT: usize = 1 << 20;
/// When it passes blocks on, it keeps this many bytes of the class that it was just given a block
/// of.
const KEPT_OF_ONE: usize = KEPT / 4;
/// The same for each other class, whose blocks may be from an earlier phase. All of this together
/// is half of what it may keep.
const KEPT_OF_OTHERS: usize = KEPT / 4 / SMALL_CLASSES;

/// The size of each small class, as a look-up table.
static SIZES: [u16; SMALL_CLASSES] = {
    let mut sizes = [0; SMALL_CLASSES];
    let mut class = 0;
    while class < SMALL_CLASSES {
        sizes[class] = size_of_class(class) as u16; // at most SMALL_MAX
        class += 1;
    }
    sizes
};
const _: () = assert!(SMALL_MAX <= u16::MAX as usize);

/// The address of a workspace, or null for the pool. It is untyped, so that the pool does not
/// depend on workspaces, which take their memory from it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Source(pub(super) *const ());

impl Source {
    /// Requests go to the pool.
    pub(super) const POOL: Source = Source(std::ptr::null());
}

/// One thread's part of the pool.
pub(super) struct Local {
    /// The first free block of each class; the list runs through the blocks themselves.
    lists: [Cell<Option<Block>>; SMALL_CLASSES],
    /// Bytes of all blocks on the lists.
    kept: Cell<usize>,
    /// The number of trims it has carried out.
    trims: Cell<u64>,
    shared: OnceCell<Arc<Shared>>,
    /// The largest request that takes the fast path: what a scope's limit leaves while a call works
    /// for it, 0 with a workspace.
    pub(super) room: Cell<u64>,
    /// What the call has subtracted from that room and not returned, if it allocates much before a
    /// scope is charged.
    pub(super) held: Cell<u64>,
    /// The request that did not fit, plus what was held then.
    pub(super) refused: Cell<u64>,
    /// What `room` would be if the pool supplied all requests.
    pub(super) limit: Cell<u64>,
    /// The memory source of the call, or the workspace that takes back what it frees. `context`
    /// defines what it points to; this file only stores it.
    pub(super) source: Cell<Source>,
    /// Whether the call's allocations count as gradients.
    pub(super) gradient: Cell<bool>,
}

thread_local! {
    static LOCAL: Local = const { Local::new() };
}

/// Counts trims: a thread that has carried out fewer passes its blocks on.
static TRIMS: AtomicU64 = AtomicU64::new(0);

/// Makes every thread pass on its blocks: this one at once, another when it next uses the shared
/// lists.
pub(super) fn trim() {
    TRIMS.fetch_add(1, Ordering::AcqRel);
    with(Local::pass_all_on);
}

/// Runs `f` with this thread's part, or with an empty temporary one if the thread's part is already
/// gone.
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

impl Local {
    const fn new() -> Local {
        Local {
            lists: [const { Cell::new(None) }; SMALL_CLASSES],
            kept: Cell::new(0),
            trims: Cell::new(0),
            shared: OnceCell::new(),
            room: Cell::new(u64::MAX),
            held: Cell::new(0),
            refused: Cell::new(0),
            limit: Cell::new(u64::MAX),
            source: Cell::new(Source::POOL),
            gradient: Cell::new(false),
        }
    }

    /// Credit and counts of this thread.
    #[inline]
    pub(super) fn shared(&self) -> &Shared {
        self.shared.get_or_init(Shared::join)
    }

    /// Takes a block of a small class.
    #[inline]
    pub(super) fn take(&self, class: usize) -> Result<Block> {
        faults::check()?;
        let shared = self.shared();
        bump(&shared.allocations);
        if let Some(block) = self.pop(class) {
            bump(&shared.reuses);
            return Ok(block);
        }
        self.refill(class)
    }

    /// Like [`Local::take`], for blocks that the statistics do not count.
    #[inline]
    pub(super) fn take_uncounted(&self, class: usize) -> Result<Block> {
        faults::check()?;
        if let Some(block) = self.pop(class) { Ok(block) } else { self.refill(class) }
    }

    /// Gives a block of a small class back.
    #[inline]
    pub(super) fn give(&self, class: usize, block: Block) {
        self.push(class, block);
        if self.kept.get() > KEPT {
            self.pass_most_on(class);
        }
    }

    /// Passes every block that it keeps to the shared lists.
    pub(super) fn pass_all_on(&self) {
        self.trims.set(TRIMS.load(Ordering::Acquire));
        (0..SMALL_CLASSES).for_each(|class| self.pass_on(class, 0));
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
        self.obey_trims();
        let reused = pool::CPU.take_small(class, pool::transfer_count(class), |block| self.push(class, block))?;
        if reused > 0 {
            bump(&self.shared().reuses);
        }
        Ok(self.pop(class).expect("at least one block came"))
    }

    /// Called when it keeps too much: passes most blocks to the shared lists, and keeps mostly
    /// blocks of this class.
    #[cold]
    fn pass_most_on(&self, class: usize) {
        self.obey_trims();
        for each in 0..SMALL_CLASSES {
            let kept = if each == class { KEPT_OF_ONE } else { KEPT_OF_OTHERS };
            self.pass_on(each, kept / size_of_class(each));
        }
        decay::begin();
    }

    fn obey_trims(&self) {
        if self.trims.get() != TRIMS.load(Ordering::Acquire) {
            self.pass_all_on();
        }
    }

    /// Passes all blocks of a class except the first `keep` to the shared lists.
    fn pass_on(&self, class: usize, keep: usize) {
        if self.lists[class].get().is_none() {
            return;
        }
        let mut kept = None::<Block>;
        for _ in 0..keep {
            let Some(block) = self.pop(class) else { break };
            // SAFETY: the block is ours and large enough, as in `push`.
            unsafe { block.cast::<Option<Block>>().write(kept) };
            kept = Some(block);
        }
        if self.lists[class].get().is_some() {
            pool::CPU.give(class, std::iter::from_fn(|| self.pop(class)));
        }
        while let Some(block) = kept {
            // SAFETY: it was just written, and the block is ours.
            kept = unsafe { block.cast::<Option<Block>>().read() };
            self.push(class, block);
        }
    }

    #[inline]
    fn pop(&self, class: usize) -> Option<Block> {
        let block = self.lists[class].get()?;
        // SAFETY: a block on this list is ours and holds the link that `push` wrote.
        self.lists[class].set(unsafe { block.cast::<Option<Block>>().read() });
        self.kept.set(self.kept.get() - usize::from(SIZES[class]));
        Some(block)
    }

    #[inline]
    fn push(&self, class: usize, block: Block) {
        // SAFETY: the block was given to us, is at least 64 bytes long and 64-byte aligned.
        unsafe { block.cast::<Option<Block>>().write(self.lists[class].get()) };
        self.lists[class].set(Some(block));
        self.kept.set(self.kept.get() + usize::from(SIZES[class]));
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        self.pass_all_on();
        if let Some(shared) = self.shared.get() {
            shared.credit.note_peak();
            shared.leave(|shared| {
                shared.credit.end();
                shared.unowned.pass_on();
            });
        }
    }
}

/// Adds one to a counter that only this thread writes.
#[inline]
fn bump(count: &AtomicU64) {
    count.store(count.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    /// Takes this many bytes of each class and gives them back.
    fn use_every_class(bytes: usize) {
        with(|local| {
            for class in 0..SMALL_CLASSES {
                let blocks: Vec<Block> =
                    (0..bytes / size_of_class(class)).map(|_| local.take(class).expect("there is room")).collect();
                blocks.into_iter().for_each(|block| local.give(class, block));
                assert!(local.kept.get() <= KEPT);
            }
        });
    }

    fn on_its_lists(local: &Local) -> usize {
        let mut bytes = 0;
        for class in 0..SMALL_CLASSES {
            let mut next = local.lists[class].get();
            while let Some(block) = next {
                bytes += size_of_class(class);
                // SAFETY: on this thread's list.
                next = unsafe { block.cast::<Option<Block>>().read() };
            }
        }
        bytes
    }

    #[test]
    fn a_thread_keeps_no_more_than_it_may_of_all_classes_together() {
        std::thread::spawn(|| {
            for _ in 0..3 {
                use_every_class(64 << 10);
                with(|local| assert_eq!(on_its_lists(local), local.kept.get()));
            }
            // The blocks it used last are still there.
            with(|local| assert!(local.lists[SMALL_CLASSES - 1].get().is_some()));
        })
        .join()
        .expect("no panic");
    }

    #[test]
    fn a_trim_gets_what_other_threads_keep() {
        let (full, trimmed) = (Barrier::new(2), Barrier::new(2));
        std::thread::scope(|threads| {
            threads.spawn(|| {
                use_every_class(16 << 10);
                with(|local| assert!(local.kept.get() > 256 << 10));
                full.wait();
                trimmed.wait();
                // Its next step beyond its own lists: it takes more of the smallest class than it
                // had.
                let class = 0;
                let more = (16 << 10) / size_of_class(class) + 1;
                let blocks: Vec<Block> =
                    (0..more).map(|_| with(|local| local.take(class)).expect("there is room")).collect();
                with(|local| assert!(local.kept.get() <= 16 << 10, "{} bytes kept", local.kept.get()));
                with(|local| blocks.into_iter().for_each(|block| local.give(class, block)));
            });
            full.wait();
            trim();
            with(|local| assert_eq!((local.kept.get(), on_its_lists(local)), (0, 0)));
            trimmed.wait();
        });
    }
}
