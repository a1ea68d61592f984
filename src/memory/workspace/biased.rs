//! `Biased`: a lock that its owner's thread takes without a locked instruction, which a workspace is entered, left and
//! asked for memory with.
//!
//! ```text
//!   owner    stores "inside", looks whether somebody has taken it, works, stores "outside"
//!   others   lock, store "taken", pass a barrier in every thread, wait until the owner is outside, work, give it back
//! ```
//!
//! Invariant: one thread at a time is in. The owner must not look before his store is out, or two could be in; a fence
//! there costs more than the rest of a request, so others put it there instead, when they come: membarrier(2) runs one
//! on every thread of the process. Where the system has none the owner has his fence.

use parking_lot::Mutex;
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering, compiler_fence, fence};

/// See the top of the file.
pub(crate) struct Biased<T> {
    value: UnsafeCell<T>,
    /// The owner's thread; 0: all threads come in by the lock.
    owner: usize,
    fenced: bool,
    inside: AtomicBool,
    taken: AtomicBool,
    lock: Mutex<()>,
}

// SAFETY: one thread at a time reaches the value, as the top of the file says.
unsafe impl<T: Send> Sync for Biased<T> {}

impl<T> Biased<T> {
    /// Owned by this thread.
    pub(crate) fn here(value: T) -> Biased<T> {
        Biased::new(value, this_thread(), !barrier::is_there())
    }

    /// Nobody's: a lock like any other.
    pub(crate) fn shared(value: T) -> Biased<T> {
        Biased::new(value, 0, false)
    }

    fn new(value: T, owner: usize, fenced: bool) -> Biased<T> {
        let [inside, taken] = [const { AtomicBool::new(false) }; 2];
        Biased { value: UnsafeCell::new(value), owner, fenced, inside, taken, lock: Mutex::new(()) }
    }

    /// Whether this thread owns it.
    #[inline(always)]
    pub(crate) fn is_here(&self) -> bool {
        self.owner == this_thread()
    }

    /// Whether it has no owner.
    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        self.owner == 0
    }

    /// From any thread. `f` must not come back here.
    #[inline(always)]
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        if self.is_here() { self.with_here(f) } else { self.with_lock(f) }
    }

    /// From the owner's thread, which the caller has seen this to be.
    #[inline(always)]
    pub(crate) fn with_here<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        debug_assert!(self.is_here());
        if !self.come_in() {
            return self.with_lock(f);
        }
        let _inside = Inside { of: &self.inside };
        // SAFETY: this is the owner's thread, nobody has taken it, and who comes now waits until `inside` is false.
        f(unsafe { &mut *self.value.get() })
    }

    /// As [`Biased::with`], without waiting; `None` when somebody, perhaps this very thread further out, is in.
    pub(crate) fn try_with<R>(&self, f: impl FnOnce(&mut T) -> R) -> Option<R> {
        if self.inside.load(Ordering::Relaxed) || self.lock.is_locked() {
            return None;
        }
        Some(self.with(f))
    }

    /// As [`Biased::with`], waiting for the owner; `None` when he is this very thread, and in. Of what all share, as
    /// [`Biased::try_with`].
    pub(crate) fn with_unless_in<R>(&self, f: impl FnOnce(&mut T) -> R) -> Option<R> {
        let is_in = if self.is_shared() {
            self.lock.is_locked()
        } else {
            self.is_here() && self.inside.load(Ordering::Relaxed)
        };
        if is_in { None } else { Some(self.with(f)) }
    }

    /// False: another thread has it, and the owner has to queue like any other.
    #[inline(always)]
    fn come_in(&self) -> bool {
        // Two references would be out; whoever breaks the rule gets a panic, which the boundary turns into a status.
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
        let _locked = self.lock.lock();
        let _taken = self.take();
        // SAFETY: under the lock; and the owner is outside, or this is he, and he finds it taken until it is given back.
        f(unsafe { &mut *self.value.get() })
    }

    fn take(&self) -> Option<Taken<'_>> {
        if self.is_shared() || self.is_here() {
            return None; // the owner is kept out by nobody else than who has the lock
        }
        self.taken.store(true, Ordering::SeqCst);
        let taken = Taken { of: &self.taken };
        if self.fenced {
            fence(Ordering::SeqCst);
        } else {
            barrier::run();
        }
        let mut looks = 0;
        while self.inside.load(Ordering::Acquire) {
            looks += 1;
            if looks < 64 { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
        Some(taken)
    }
}

/// Also after a panic.
struct Inside<'a> {
    of: &'a AtomicBool,
}

impl Drop for Inside<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.of.store(false, Ordering::Release);
    }
}

struct Taken<'a> {
    of: &'a AtomicBool,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.of.store(false, Ordering::Release);
    }
}

/// A number that no other living thread has, never 0. One that comes after an ended thread may take it over, and with it
/// what that thread had.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[inline(always)]
pub(crate) fn this_thread() -> usize {
    let control: usize;
    // A thread-local of a library that is loaded late costs a call, and every request asks this.
    // SAFETY: on this system fs:0 holds the address of the thread's control block (ELF Handling For TLS, variant II).
    unsafe {
        std::arch::asm!("mov {}, fs:0", out(reg) control, options(pure, readonly, nostack, preserves_flags));
    }
    control
}

/// As above.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
#[inline(always)]
pub(crate) fn this_thread() -> usize {
    thread_local!(static MARK: u8 = const { 0 });
    MARK.with(|mark| std::ptr::from_ref(mark) as usize)
}

/// A full barrier on every running thread of the process.
#[cfg(target_os = "linux")]
mod barrier {
    use std::sync::OnceLock;

    const PRIVATE_EXPEDITED: i32 = 1 << 3;
    const REGISTER_PRIVATE_EXPEDITED: i32 = 1 << 4;

    fn membarrier(command: i32) -> bool {
        // SAFETY: this system call takes numbers and touches no memory of ours.
        unsafe { libc::syscall(libc::SYS_membarrier, command, 0, 0) == 0 }
    }

    pub(super) fn is_there() -> bool {
        static REGISTERED: OnceLock<bool> = OnceLock::new();
        *REGISTERED.get_or_init(|| membarrier(REGISTER_PRIVATE_EXPEDITED))
    }

    pub(super) fn run() {
        let ran = membarrier(PRIVATE_EXPEDITED);
        assert!(ran, "the process has registered for it");
    }
}

#[cfg(not(target_os = "linux"))]
mod barrier {
    pub(super) fn is_there() -> bool {
        false
    }

    pub(super) fn run() {
        unreachable!("nobody asks for what is not there");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// Two halves that are equal whenever nobody is in.
    fn race(fenced: bool) {
        const ROUNDS: u64 = 200_000;
        let biased = Arc::new(Biased::new((0u64, 0u64), this_thread(), fenced));
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
        race(!barrier::is_there());
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
