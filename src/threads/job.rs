//! `Job`: the ranges of one call, which its caller and the workers assigned to it take one after
//! another.
//!
//! Invariant: every range is taken once. A job lives on its caller's stack, and [`Job::wait`]
//! returns when no worker that has begun will access it again; the caller ensures that no other
//! worker begins.

use crate::locks::sync::{AtomicUsize, Condvar, Mutex, Ordering, lock, wait};
use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The function that is called with each range of the items.
pub type Work<'a> = dyn Fn(Range<usize>) + Sync + 'a;

/// How items are divided.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// At least 1.
    pub items: usize,
    /// The maximum number of ranges; at most `items`.
    pub most: usize,
    /// Ranges per thread: with several, slower threads take fewer.
    pub each: usize,
}

pub(super) struct Job<'a> {
    work: &'a Work<'a>,
    items: usize,
    parts: usize,
    /// The next part that is not taken.
    next: AtomicUsize,
    state: Mutex<State>,
    ended: Condvar,
}

struct State {
    /// Workers that were assigned the job and have not finished with it.
    workers: usize,
    /// The first panic of a worker.
    panic: Option<Box<dyn Any + Send>>,
}

impl<'a> Job<'a> {
    /// Divides `items` into `parts` ranges, whose lengths differ by at most one, for this many
    /// workers.
    pub fn new(work: &'a Work<'a>, items: usize, parts: usize, workers: usize) -> Job<'a> {
        Job {
            work,
            items,
            parts,
            next: AtomicUsize::new(0),
            state: Mutex::new(State { workers, panic: None }),
            ended: Condvar::new(),
        }
    }

    /// Works on parts until none is left, or until a panic, which it returns; after a panic no
    /// thread begins another part.
    pub fn take_part(&self) -> Result<(), Box<dyn Any + Send>> {
        let result = catch_unwind(AssertUnwindSafe(|| {
            loop {
                // The lock of `state` makes the results visible to the caller.
                let part = self.next.fetch_add(1, Ordering::Relaxed);
                if part >= self.parts {
                    return;
                }
                (self.work)(self.start(part)..self.start(part + 1));
            }
        }));
        if result.is_err() {
            self.next.store(self.parts, Ordering::Relaxed);
        }
        result
    }

    /// Called when a worker has done its share, or when the caller has taken the job back before
    /// the worker began. The worker does not access the job after this.
    pub fn finish(&self, result: Result<(), Box<dyn Any + Send>>) {
        let mut state = lock(&self.state);
        if let Err(panic) = result {
            state.panic.get_or_insert(panic);
        }
        state.workers -= 1;
        if state.workers == 0 {
            // Under the lock: otherwise the caller could return, and drop the condition variable,
            // before it is notified.
            self.ended.notify_one();
        }
    }

    /// Waits for the workers that have begun; returns the panic of one, if there was any.
    pub fn wait(&self) -> Option<Box<dyn Any + Send>> {
        let mut state = lock(&self.state);
        while state.workers > 0 {
            state = wait(&self.ended, state);
        }
        state.panic.take()
    }

    /// The first item of a part.
    fn start(&self, part: usize) -> usize {
        let (each, more) = (self.items / self.parts, self.items % self.parts);
        part * each + part.min(more)
    }
}
