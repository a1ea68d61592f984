//! `Thread`: the thread that owns something, compared with the current thread on every request.
//!
//! Invariant: the number of a thread is never reused, so what a thread owns stays closed to later
//! threads. Getting the number of the current thread costs a call in a library that is loaded late.
//! The system's mark of a thread costs one instruction, but a later thread may have the same mark.
//! So the mark alone decides only while no owning thread has ended since the numbers were last
//! compared.

use crate::locks::OwnerThread;
use crate::memory::platform::{self, thread_mark};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of owning threads that have ended.
static ENDED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// 0 = not numbered yet.
    static NUMBER: Cell<usize> = const { Cell::new(0) };
    static ENDING: Ending = const { Ending };
}

/// Dropped at the end of a thread.
struct Ending;

impl Drop for Ending {
    fn drop(&mut self) {
        ENDED.fetch_add(1, Ordering::AcqRel);
    }
}

/// The number of this thread, never 0 and never reused in the process.
#[inline]
pub fn this_thread() -> usize {
    match NUMBER.get() {
        0 => number_thread(),
        number => number,
    }
}

#[cold]
fn number_thread() -> usize {
    static NEXT: AtomicUsize = AtomicUsize::new(1);
    NUMBER.set(NEXT.fetch_add(1, Ordering::Relaxed));
    NUMBER.get()
}

/// The owning thread, or none.
pub struct Thread {
    /// 0 = no thread.
    number: usize,
    mark: usize,
    /// The value of [`ENDED`] when this thread was last compared by its number.
    seen: AtomicUsize,
}

impl OwnerThread for Thread {
    fn here() -> Thread {
        let seen = ENDED.load(Ordering::Acquire);
        // A thread whose end has already been counted is compared by its number each time.
        let seen = ENDING.try_with(|_| seen).unwrap_or(usize::MAX);
        Thread { number: this_thread(), mark: thread_mark(), seen: AtomicUsize::new(seen) }
    }

    fn none() -> Thread {
        Thread { number: 0, mark: 0, seen: AtomicUsize::new(0) }
    }

    #[inline(always)]
    fn is_none(&self) -> bool {
        self.number == 0
    }

    #[inline(always)]
    fn is_here(&self) -> bool {
        let unseen = self.seen.load(Ordering::Relaxed) ^ ENDED.load(Ordering::Relaxed);
        // One branch in the usual case.
        if (self.mark ^ thread_mark()) | unseen == 0 { true } else { self.mark == thread_mark() && self.compare() }
    }

    /// Makes no call if this thread is the owner.
    #[inline]
    fn number_here(&self) -> usize {
        if self.is_here() { self.number } else { this_thread() }
    }

    fn has_barrier() -> bool {
        platform::has_barrier()
    }

    fn barrier() {
        platform::barrier();
    }
}

impl Thread {
    #[cold]
    fn compare(&self) -> bool {
        let ended = ENDED.load(Ordering::Acquire);
        let is_here = self.number == this_thread();
        // After the end of this thread was counted its destructors still run, and its end is not
        // counted again.
        if is_here && ENDING.try_with(|_| ()).is_ok() {
            self.seen.store(ended, Ordering::Relaxed);
        }
        is_here
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_thread_has_the_number_of_one_that_has_ended() {
        let numbers: HashSet<usize> =
            (0..50).map(|_| std::thread::spawn(this_thread).join().expect("it ends")).collect();
        assert_eq!(numbers.len(), 50);
    }

    #[test]
    fn a_thread_that_has_ended_is_never_here_again() {
        let mut ended: Vec<Thread> = Vec::new();
        for _ in 0..50 {
            let (here, was_here) = std::thread::scope(|threads| {
                let look = || (Thread::here(), ended.iter().filter(|thread| thread.is_here()).count());
                threads.spawn(look).join().expect("it ends")
            });
            assert_eq!(was_here, 0);
            assert!(!here.is_here());
            ended.push(here);
        }
        let here = Thread::here();
        assert!(here.is_here() && here.is_here() && !here.is_none());
        assert_eq!(here.number_here(), this_thread());
        assert!(Thread::none().is_none() && !Thread::none().is_here());
    }
}
