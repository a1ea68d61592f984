//! `Biased`: a lock that its owning thread takes without an atomic read-modify-write instruction.
//! Threads enter and leave workspaces, and request memory from them, under this lock.
//!
//! ```text
//!   owner    stores "inside", checks "taken", works, stores "outside"
//!   others   lock, store "taken", run a barrier in every thread, wait until the owner is outside,
//!            work, clear "taken"
//! ```
//!
//! Invariant: at most one thread is inside. The owner's store must be visible before it checks
//! "taken", or two threads could be inside. A fence there would cost more than the rest of a
//! request, so the other threads supply it: membarrier(2) of Linux runs a barrier on every thread
//! of the process. Where the system has none, the owner runs a fence itself. The system is reached
//! through [`OwnerThread`], so this file names no system.
//!
//! `tests/loom_biased` checks the variant with the fence, because the model checker does not model
//! membarrier. The other variant relies on the kernel's guarantee that every running thread passes
//! a full barrier during the call.

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

/// A thread that may own a lock, and the barrier that other threads run in it.
pub trait OwnerThread {
    /// The current thread.
    fn here() -> Self;

    /// A value that stands for no thread.
    fn none() -> Self;

    /// Whether this value stands for no thread.
    fn is_none(&self) -> bool;

    /// Whether this is the current thread.
    fn is_here(&self) -> bool;

    /// A number of the current thread that no other thread ever has.
    fn number_here(&self) -> usize;

    /// Whether the system can run a full barrier in every thread.
    fn has_barrier() -> bool;

    /// Runs a full barrier in every thread.
    fn barrier();
}

/// A value behind a lock that favours one thread.
pub struct Biased<T, O> {
    value: UnsafeCell<T>,
    /// The owning thread; if there is none, all threads use the mutex.
    owner: O,
    fenced: bool,
    inside: AtomicBool,
    taken: AtomicBool,
    lock: Mutex<()>,
}

// SAFETY: at most one thread at a time reaches the value (the file's invariant).
unsafe impl<T: Send, O: Sync> Sync for Biased<T, O> {}

impl<T, O: OwnerThread> Biased<T, O> {
    /// A lock owned by the current thread.
    pub fn here(value: T) -> Biased<T, O> {
        Biased::new(value, O::here(), !O::has_barrier())
    }

    /// A lock without an owner, which behaves like an ordinary mutex.
    pub fn shared(value: T) -> Biased<T, O> {
        Biased::new(value, O::none(), false)
    }

    fn new(value: T, owner: O, fenced: bool) -> Biased<T, O> {
        let (inside, taken) = (AtomicBool::new(false), AtomicBool::new(false));
        Biased { value: UnsafeCell::new(value), owner, fenced, inside, taken, lock: Mutex::new(()) }
    }

    /// Whether the current thread owns it.
    #[inline(always)]
    pub fn is_here(&self) -> bool {
        self.owner.is_here()
    }

    /// Whether it has no owner.
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.owner.is_none()
    }

    /// A number of the current thread that no other thread ever has.
    #[inline]
    pub fn this_thread(&self) -> usize {
        self.owner.number_here()
    }

    /// Runs `f` under the lock, from any thread. `f` must not take this lock again.
    #[inline(always)]
    pub fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        if self.is_here() { self.with_here(f) } else { self.with_lock(f) }
    }

    /// Runs `f` under the lock. The caller has checked that the current thread is the owner.
    #[inline(always)]
    pub fn with_here<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        debug_assert!(self.is_here());
        if !self.come_in() {
            return self.with_lock(f);
        }
        let _inside = Flag { of: &self.inside };
        // SAFETY: this is the owning thread, no other thread has taken the lock, and a thread that
        // arrives now waits until `inside` is false.
        unsafe { self.reach(f) }
    }

    /// Like [`Biased::with`], but never waits: returns `None` if a thread is inside or about to be,
    /// which includes the current thread further up its stack.
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
            // SAFETY: the mutex is held, and the owner, if there is one, was seen outside after
            // `taken` became visible to it.
            return Some(unsafe { self.reach(f) });
        }
        if !self.come_in() {
            return None;
        }
        let _inside = Flag { of: &self.inside };
        // SAFETY: as in `with_here`.
        Some(unsafe { self.reach(f) })
    }

    /// Like [`Biased::with`], including the wait for the owner, but returns `None` if the current
    /// thread is the owner and is already inside. For a lock without an owner, like
    /// [`Biased::try_with`].
    pub fn with_unless_in<R>(&self, f: impl FnOnce(&mut T) -> R) -> Option<R> {
        if self.is_shared() {
            return self.try_with(f);
        }
        let is_in = self.is_here() && self.inside.load(Ordering::Relaxed);
        if is_in { None } else { Some(self.with(f)) }
    }

    /// Returns false if another thread has taken the lock; the owner then queues like any other
    /// thread.
    #[inline(always)]
    fn come_in(&self) -> bool {
        // There would be two references to the value. A violation panics, and the API boundary
        // turns the panic into a status.
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
            // No other thread gets in without the mutex. The flag lets this thread detect a
            // reentrant call.
            self.inside.store(true, Ordering::Relaxed);
            Some(Flag { of: &self.inside })
        } else {
            Some(self.take())
        };
        // SAFETY: the mutex is held, and the owner is either outside, or is this thread and finds
        // the lock taken until it is released.
        unsafe { self.reach(f) }
    }

    /// Keeps the owner out and waits until it is outside. The caller holds the mutex.
    fn take(&self) -> Flag<'_> {
        let taken = self.begin_taking();
        let mut looks = 0;
        while self.inside.load(Ordering::Acquire) {
            looks += 1;
            pause(looks);
        }
        taken
    }

    /// From now on the owner cannot enter, though it may still be inside. The caller holds the
    /// mutex.
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
    /// No thread is inside, including this thread further up its stack, and none enters before this
    /// returns.
    #[inline(always)]
    unsafe fn reach<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        #[cfg(loom)]
        {
            // SAFETY: the caller guarantees exclusive access, which the model checker verifies.
            self.value.with_mut(|value| f(unsafe { &mut *value }))
        }
        #[cfg(not(loom))]
        {
            // SAFETY: the caller guarantees exclusive access.
            f(unsafe { &mut *self.value.get() })
        }
    }
}

/// A set flag that is cleared on drop, also after a panic.
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

    /// With the thread type and the barrier of this system.
    type Biased<T> = super::Biased<T, Thread>;

    /// Two halves that are equal whenever no thread is inside.
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
        // Each of the two threads stays inside until the other has tried.
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
