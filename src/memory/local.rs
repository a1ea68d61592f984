//! What a thread keeps of the pool: its free blocks, its credit, its counts.
//!
//! Invariant: only the thread itself touches its lists; its credit and counts may be read by any
//! thread. What it keeps is at most [`KEPT`] bytes, of all classes together. A trim gets it with
//! the thread's next step that is not one of its own lists alone; a thread that ends gives all of
//! it back. Code that runs after that (destructors of other thread-locals) finds no local part and
//! goes to the shared pool, through [`with`]'s fallback.

use super::classes::{SMALL_CLASSES, SMALL_MAX, size_of_class};
use super::decay;
use super::faults;
use super::pool::{self, Block};
use super::threads::Shared;
use crate::error::Result;
use std::cell::{Cell, OnceCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of free blocks that a thread keeps at most.
const KEPT: usize = 1 << 20;
/// Of the class that it has just been given a block of, it keeps so many when it passes the rest
/// on.
const KEPT_OF_ONE: usize = KEPT / 4;
/// Of each other class: those may be of another time. Together it is half of what it may keep.
const KEPT_OF_OTHERS: usize = KEPT / 4 / SMALL_CLASSES;

/// The bytes of a small class, to be looked up.
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

/// The address of a workspace, or null for the pool. Without its type, so that the pool, from which
/// workspaces take their memory, knows nothing of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Source(pub(super) *const ());

impl Source {
    /// Requests go to the pool.
    pub(super) const POOL: Source = Source(std::ptr::null());
}

/// See the top of the file.
pub(super) struct Local {
    /// The first free block of each class; the list runs through the blocks themselves.
    lists: [Cell<Option<Block>>; SMALL_CLASSES],
    /// Bytes of all blocks on the lists.
    kept: Cell<usize>,
    /// How many trims it has obeyed.
    trims: Cell<u64>,
    shared: OnceCell<Arc<Shared>>,
    /// The most that one request may ask for: what is left to a scope with a limit, while a call
    /// works for it.
    pub(super) room: Cell<u64>,
    /// What the call has taken of that room and not given back, where it takes much before a scope is
    /// charged for any of it.
    pub(super) held: Cell<u64>,
    /// The request that did not fit, with what was held then.
    pub(super) refused: Cell<u64>,
    /// What `room` would be if the pool met all requests.
    pub(super) limit: Cell<u64>,
    /// The memory source that meets the requests of the call, or that takes back what it frees.
    /// `allocation` says what it points to: this file only keeps it.
    pub(super) source: Cell<Source>,
    /// Whether what the call asks for is counted as gradients.
    pub(super) gradient: Cell<bool>,
}

thread_local! {
    static LOCAL: Local = const { Local::new() };
}

/// Counts trims: a thread that has obeyed fewer passes on what it keeps.
static TRIMS: AtomicU64 = AtomicU64::new(0);

/// Has every thread pass on what it keeps: this one at once, another when it next comes by the
/// shared lists.
pub(super) fn trim() {
    TRIMS.fetch_add(1, Ordering::AcqRel);
    with(Local::pass_all_on);
}

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

    /// A block of a small class.
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

    /// As [`Local::take`], for what the statistics do not count.
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

    /// Gives every block that it keeps to all threads.
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

    /// It keeps too much: most goes to all threads, and what is kept is mostly of this class.
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

    /// Gives all blocks of a class to all threads but the first `keep`.
    fn pass_on(&self, class: usize, keep: usize) {
        if self.lists[class].get().is_none() {
            return;
        }
        let mut kept = None::<Block>;
        for _ in 0..keep {
            let Some(block) = self.pop(class) else { break };
            // SAFETY: as in `push`.
            unsafe { block.cast::<Option<Block>>().write(kept) };
            kept = Some(block);
        }
        if self.lists[class].get().is_some() {
            pool::CPU.give(class, std::iter::from_fn(|| self.pop(class)));
        }
        while let Some(block) = kept {
            // SAFETY: written just now, and ours.
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

/// One more, by the only thread that writes it.
#[inline]
fn bump(count: &AtomicU64) {
    count.store(count.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    /// Takes so many bytes of each class and gives them back.
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
            // What it has used last is still there.
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
                // Its next step beyond its own lists: of the smallest class it takes more than it
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
