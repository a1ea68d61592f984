//! `Biased`: a lock that its owner's thread takes without a locked instruction. Threads enter and leave workspaces, and
//! ask them for memory, under it.
//!
//! ```text
//!   owner    stores "inside", looks whether somebody has taken it, works, stores "outside"
//!   others   lock, store "taken", pass a barrier in every thread, wait until the owner is outside, work, give it back
//! ```
//!
//! Invariant: one thread at a time is in. The owner must not look before its store is out, or two
//! could be in; a fence there costs more than the rest of a request, so others put it there
//! instead, when they come: membarrier(2) of Linux runs one on every thread of the process. Where the
//! system has none the owner has a fence of its own. The system is asked through [`OwnerThread`], so that this file names none.
//!
//! `tests/loom_biased` checks the variant with the fence: the model checker knows no membarrier.
//! What stands for it here is the kernel's promise that every running thread passes a full barrier
//! during the call.

use super::sync::pause;
#[cfg(loom)]
use loom::{
    cell::UnsafeCell,
    sync::atomic::{AtomicBool, Ordering, fence},
    sync::{Mutex, MutexGuard},
};
#[cfg(not(loom))]
use parking_lot::{Mutex, MutexGuard};
#[cfg(not(loom))]
use std::cell::UnsafeCell;
use std::sync::atomic::compiler_fence;
#[cfg(not(loom))]
use std::sync::atomic::{AtomicBool, Ordering, fence};

/// A thread that may own a lock, and the barrier that others run in it.
pub trait OwnerThread {
    /// This one.
    fn here() -> Self;

    /// No thread.
    fn none() -> Self;

    /// Whether it is no thread.
    fn is_none(&self) -> bool;

    /// Whether it is this one.
    fn is_here(&self) -> bool;

    /// The number of this thread, which no other thread ever has.
    fn number_here(&self) -> usize;

    /// Whether the system runs a full barrier in every thread when it is asked to.
    fn has_barrier() -> bool;

    /// Runs that barrier.
    fn barrier();
}

/// A value behind a lock that favours one thread.
pub struct Biased<T, O> {
    value: UnsafeCell<T>,
    /// The owner's thread; if it is none, all threads come in by the lock.
    owner: O,
    fenced: bool,
    inside: AtomicBool,
    taken: AtomicBool,
    lock: Mutex<()>,
}

// SAFETY: one thread at a time reaches the value, as the top of the file says.
unsafe impl<T: Send, O: Sync> Sync for Biased<T, O> {}

impl<T, O: OwnerThread> Biased<T, O> {
    /// Owned by this thread.
    pub fn here(value: T) -> Biased<T, O> {
        Biased::new(value, O::here(), !O::has_barrier())
    }

    /// Without an owner: a lock like any other.
    pub fn shared(value: T) -> Biased<T, O> {
        Biased::new(value, O::none(), false)
    }

    fn new(value: T, owner: O, fenced: bool) -> Biased<T, O> {
        let (inside, taken) = (AtomicBool::new(false), AtomicBool::new(false));
        Biased { value: UnsafeCell::new(value), owner, fenced, inside, taken, lock: Mutex::new(()) }
    }

    /// Whether this thread owns it.
    #[inline(always)]
    pub fn is_here(&self) -> bool {
        self.owner.is_here()
    }

    /// Whether it has no owner.
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.owner.is_none()
    }

    /// The number of this thread, which no other thread ever has.
    #[inline]
    pub fn this_thread(&self) -> usize {
        self.owner.number_here()
    }

    /// From any thread. `f` must not come back here.
    #[inline(always)]
    pub fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        if self.is_here() { self.with_here(f) } else { self.with_lock(f) }
    }

    /// From the owner's thread, which the caller has seen this to be.
    #[inline(always)]
    pub fn with_here<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        debug_assert!(self.is_here());
        if !self.come_in() {
            return self.with_lock(f);
        }
        let _inside = Flag { of: &self.inside };
        // SAFETY: this is the owner's thread, nobody has taken it, and who comes now waits until
        // `inside` is false.
        unsafe { self.reach(f) }
    }

    /// As [`Biased::with`], but never waits: `None` when somebody is in or on the way in, this very
    /// thread further out included.
    pub fn try_with<R>(&self, f: impl FnOnce(&mut T) -> R) -> Option<R> {
        if self.inside.load(Ordering::Relaxed) {
            return None;
        }
        if !self.is_here() {
            let _locked = try_lock(&self.lock)?;
            let _taken = if self.is_shared() { None } else { Some(self.begin_taking()) };
            if self.inside.load(Ordering::Acquire) {
                return None;
            }
            // SAFETY: under the lock, and the owner, if there is one, was seen outside after it
            // could see `taken`.
            return Some(unsafe { self.reach(f) });
        }
        if !self.come_in() {
            return None;
        }
        let _inside = Flag { of: &self.inside };
        // SAFETY: as in `with_here`.
        Some(unsafe { self.reach(f) })
    }

    /// As [`Biased::with`], waiting for the owner; `None` when the owner is this very thread, and
    /// in. Of what all threads share, as [`Biased::try_with`].
    pub fn with_unless_in<R>(&self, f: impl FnOnce(&mut T) -> R) -> Option<R> {
        if self.is_shared() {
            return self.try_with(f);
        }
        let is_in = self.is_here() && self.inside.load(Ordering::Relaxed);
        if is_in { None } else { Some(self.with(f)) }
    }

    /// False: another thread has it, and the owner has to queue like any other.
    #[inline(always)]
    fn come_in(&self) -> bool {
        // Two references would be out; whoever breaks the rule gets a panic, which the boundary
        // turns into a status.
        assert!(!self.inside.load(Ordering::Relaxed), "a lock is taken by who has it");
        self.inside.store(true, Ordering::Relaxed);
        if self.fenced {
            fence(Ordering::SeqCst);
        } else {
            compiler_fence(Ordering::SeqCst);
        }
        if self.taken.load(Ordering::Acquire) {
            self.inside.store(false, Ordering::Release);
            return false;
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn with_lock<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        let _locked = lock(&self.lock);
        let _in = if self.is_shared() {
            None
        } else if self.is_here() {
            // Nobody takes it without the lock. That it is in, this thread must see if it comes
            // back here.
            self.inside.store(true, Ordering::Relaxed);
            Some(Flag { of: &self.inside })
        } else {
            Some(self.take())
        };
        // SAFETY: under the lock; and the owner is outside, or this is its thread, and finds it
        // taken until it is given back.
        unsafe { self.reach(f) }
    }

    /// Keeps the owner out and waits until it is. The caller has the lock.
    fn take(&self) -> Flag<'_> {
        let taken = self.begin_taking();
        let mut looks = 0;
        while self.inside.load(Ordering::Acquire) {
            looks += 1;
            pause(looks);
        }
        taken
    }

    /// From here on the owner does not come in; it may be in still. The caller has the lock.
    fn begin_taking(&self) -> Flag<'_> {
        self.taken.store(true, Ordering::SeqCst);
        let taken = Flag { of: &self.taken };
        if self.fenced {
            fence(Ordering::SeqCst);
        } else {
            O::barrier();
        }
        taken
    }

    /// Runs `f` on the value.
    ///
    /// # Safety
    /// No other thread is in, nor this one further out, and none comes in before this returns.
    #[inline(always)]
    unsafe fn reach<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        #[cfg(loom)]
        {
            // SAFETY: as the caller says; the model checker looks whether that is so.
            self.value.with_mut(|value| f(unsafe { &mut *value }))
        }
        #[cfg(not(loom))]
        {
            // SAFETY: as the caller says.
            f(unsafe { &mut *self.value.get() })
        }
    }
}

/// A flag that is set, and is cleared at the end, also after a panic.
struct Flag<'a> {
    of: &'a AtomicBool,
}

impl Drop for Flag<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.of.store(false, Ordering::Release);
    }
}

#[cfg(not(loom))]
fn lock(of: &Mutex<()>) -> MutexGuard<'_, ()> {
    of.lock()
}

#[cfg(not(loom))]
fn try_lock(of: &Mutex<()>) -> Option<MutexGuard<'_, ()>> {
    of.try_lock()
}

#[cfg(loom)]
fn lock(of: &Mutex<()>) -> MutexGuard<'_, ()> {
    of.lock().expect("a model that panics ends")
}

#[cfg(loom)]
fn try_lock(of: &Mutex<()>) -> Option<MutexGuard<'_, ()>> {
    of.try_lock().ok()
}

#[cfg(test)]
mod tests {
    use super::OwnerThread;
    use crate::memory::workspace::Thread;
    use std::sync::Arc;

    /// With the threads and the barrier of this system.
    type Biased<T> = super::Biased<T, Thread>;

    /// Two halves that are equal whenever nobody is in.
    fn race(fenced: bool) {
        const ROUNDS: u64 = if cfg!(miri) { 500 } else { 200_000 };
        let biased = Arc::new(Biased::new((0u64, 0u64), Thread::here(), fenced));
        let other = Arc::clone(&biased);
        let add = |halves: &mut (u64, u64)| {
            assert_eq!(halves.0, halves.1);
            halves.0 += 1;
            std::hint::black_box(&mut *halves);
            halves.1 += 1;
        };
        let thread = std::thread::spawn(move || (0..ROUNDS / 50).for_each(|_| other.with(add)));
        (0..ROUNDS).for_each(|_| biased.with(add));
        thread.join().expect("no panic");
        assert_eq!(biased.with(|halves| *halves), (ROUNDS + ROUNDS / 50, ROUNDS + ROUNDS / 50));
    }

    #[test]
    fn one_thread_at_a_time_is_in() {
        race(true);
        race(!Thread::has_barrier());
    }

    #[test]
    fn who_is_in_is_not_let_in_again() {
        let biased = Biased::here(1);
        assert_eq!(biased.with(|_| biased.try_with(|_| ())), None);
        assert_eq!(biased.with(|_| biased.with_unless_in(|_| ())), None);
        assert_eq!(biased.with_unless_in(|one| *one), Some(1));
        assert_eq!(biased.try_with(|one| *one), Some(1));
        let shared = Biased::shared(2);
        assert_eq!(shared.with(|_| shared.try_with(|_| ())), None);
        assert_eq!(shared.try_with(|two| *two), Some(2));
        assert_eq!(shared.with(|_| shared.with_unless_in(|_| ())), None);
    }

    #[test]
    fn trying_never_waits_for_who_is_in() {
        let biased = Biased::here(1);
        // Each of the two is in until the other has tried.
        biased.with(|_| {
            std::thread::scope(|threads| {
                let tried = threads.spawn(|| biased.try_with(|_| ())).join().expect("no panic");
                assert_eq!(tried, None, "the owner is in");
            });
        });
        std::thread::scope(|threads| {
            let (is_in, told) = std::sync::mpsc::channel();
            let (ended, end) = std::sync::mpsc::channel::<()>();
            let biased = &biased;
            threads.spawn(move || {
                biased.with(|_| {
                    is_in.send(()).expect("it is waited for");
                    end.recv().expect("it will be sent");
                })
            });
            told.recv().expect("it comes in");
            assert_eq!(biased.try_with(|_| ()), None, "another thread is in");
            ended.send(()).expect("it is waited for");
        });
        assert_eq!(biased.try_with(|one| *one), Some(1));
        std::thread::scope(|threads| {
            assert_eq!(threads.spawn(|| biased.try_with(|one| *one)).join().expect("no panic"), Some(1));
        });
    }

    #[test]
    fn what_all_share_is_tried_without_waiting() {
        let shared = Biased::shared(1);
        shared.with(|_| {
            std::thread::scope(|threads| {
                let tried = threads.spawn(|| (shared.try_with(|_| ()), shared.with_unless_in(|_| ())));
                assert_eq!(tried.join().expect("no panic"), (None, None), "another thread is in");
            });
        });
        assert_eq!(shared.try_with(|one| *one), Some(1));
    }

    #[test]
    fn the_owner_is_not_let_in_again_where_it_came_in_by_the_lock() {
        let biased = Biased::here(1);
        let again = biased.with_lock(|_| biased.try_with(|_| ()));
        assert_eq!(again, None);
        assert_eq!(biased.with_lock(|_| biased.with_unless_in(|_| ())), None);
    }

    #[test]
    fn a_panic_inside_lets_go() {
        let biased = Biased::here(0);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| biased.with(|_| panic!("for a test"))));
        assert!(panicked.is_err());
        std::thread::scope(|threads| {
            threads.spawn(|| biased.with(|value| *value = 7));
        });
        assert_eq!(biased.with(|value| *value), 7);
    }
}
