//! `Thread`: which thread owns something, as every request asks.
//!
//! Invariant: the number of a thread is never used again, so what a thread owns stays closed to those that come after its
//! end. To ask for the number of this thread costs a call in a library that is loaded late. The system's own mark of a
//! thread costs one instruction, but a later thread may have it too; so it decides alone only while no thread that owns
//! something has ended since the numbers were compared.

use crate::locks::OwnerThread;
use crate::memory::platform::{self, thread_mark};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many threads that own something have ended.
static ENDED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// 0 = it has none yet.
    static NUMBER: Cell<usize> = const { Cell::new(0) };
    static ENDING: Ending = const { Ending };
}

/// Its end is that of a thread.
struct Ending;

impl Drop for Ending {
    fn drop(&mut self) {
        ENDED.fetch_add(1, Ordering::AcqRel);
    }
}

/// The number of this thread, never 0. No other thread of the process ever has it.
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

/// The thread that owns something, or none.
pub struct Thread {
    /// 0 = no thread.
    number: usize,
    mark: usize,
    /// What [`ENDED`] was when this thread was last known by its number.
    seen: AtomicUsize,
}

impl OwnerThread for Thread {
    fn here() -> Thread {
        let seen = ENDED.load(Ordering::Acquire);
        // A thread that has ended as far as this counts is compared by its number each time.
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

    /// Without a call if this thread is the owner.
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
        // If it has ended in its own eyes, its destructors still run, and nobody counts its end any more.
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
