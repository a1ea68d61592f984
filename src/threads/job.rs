//! `Job`: the ranges of one call, which its caller and the workers that it was given take one after another.
//!
//! Invariant: every range is taken once. A job lives on its caller's stack, and [`Job::wait`] returns when no worker that has
//! begun will look at it again; it is the caller's to see that no other worker begins.

use crate::locks::sync::{AtomicUsize, Condvar, Mutex, Ordering, lock, wait};
use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What is done with a range of the items.
pub type Work<'a> = dyn Fn(Range<usize>) + Sync + 'a;

/// How items are divided.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// At least 1.
    pub items: usize,
    /// Ranges at most; at most `items`.
    pub most: usize,
    /// Ranges for each thread: with several, threads that are slower than others take fewer.
    pub each: usize,
}

pub(super) struct Job<'a> {
    work: &'a Work<'a>,
    items: usize,
    parts: usize,
    /// The next part that nobody has taken.
    next: AtomicUsize,
    state: Mutex<State>,
    ended: Condvar,
}

struct State {
    /// Workers that were given the job and have not finished with it.
    workers: usize,
    /// The first panic of a worker.
    panic: Option<Box<dyn Any + Send>>,
}

impl<'a> Job<'a> {
    /// `items` in `parts` ranges, which differ by one item at most; for so many workers.
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

    /// Works on parts until none is left, or until a panic, which it returns; nobody begins another part after one.
    pub fn take_part(&self) -> Result<(), Box<dyn Any + Send>> {
        let result = catch_unwind(AssertUnwindSafe(|| {
            loop {
                // Who writes a result is seen by the caller through the lock of `state`.
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

    /// One of its workers has done its share, or the caller has taken the job back before that one began. A worker does not
    /// look at the job again after this.
    pub fn finish(&self, result: Result<(), Box<dyn Any + Send>>) {
        let mut state = lock(&self.state);
        if let Err(panic) = result {
            state.panic.get_or_insert(panic);
        }
        state.workers -= 1;
        if state.workers == 0 {
            // Under the lock: without it the caller could return, and the condition with it, before it is told.
            self.ended.notify_one();
        }
    }

    /// Waits for the workers that have begun; the panic of one, if there was any.
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
