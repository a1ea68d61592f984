//! `Ahead`: makes the batches of a loader ahead, on threads of its own.
//!
//! ```text
//!   caller:   take the batch that waits | wait for the one that is being made | make it itself
//!   threads:  wait for room -> make the next batch of this epoch -> let it wait
//! ```
//!
//! Invariant: a caller never waits for a batch that no thread has begun, so a thread that could not be
//! started, or that a fork has not copied, costs time and nothing else. Batches that wait or are being
//! made are at most `limit`. The threads pause at the end of an epoch and after a failure, which the
//! caller gets from `take`, and go on when the caller has made a batch itself. Batches are dropped
//! without a lock.

use super::job::Job;
use crate::error::{Error, Result, Status};
use crate::tensor::Tensor;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// An epoch and a batch of it.
type Position = (u64, u64);

/// Batches made ahead.
pub(super) struct Ahead {
    limit: usize,
    threads: usize,
    /// The process that has the threads; a forked one has none.
    process: u32,
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    is_closed: bool,
    running: usize,
    /// The number of the settings that the batches were made by.
    changes: u64,
    waiting: BTreeMap<Position, Result<Vec<Tensor>>>,
    making: Vec<Position>,
    /// What a thread makes next.
    next: Option<Job>,
}

impl Ahead {
    pub fn new(limit: usize, threads: usize) -> Ahead {
        let process = std::process::id();
        Ahead { limit, threads: threads.min(limit), process, queue: Mutex::default(), changed: Condvar::new() }
    }

    /// Ends the threads after the batches that they are making, and drops what waits.
    pub fn close(&self) {
        if self.process != std::process::id() {
            return; // a thread of the other process may have held the lock
        }
        let mut queue = self.queue.lock();
        queue.is_closed = true;
        let dropped = (std::mem::take(&mut queue.waiting), queue.next.take());
        drop(queue);
        self.changed.notify_all();
        drop(dropped);
    }

    /// The batch of `job`. `changes` is the number of its settings.
    pub fn take(self: &Arc<Ahead>, job: &mut Job, changes: u64) -> Result<Vec<Tensor>> {
        job.prepare()?;
        if self.process != std::process::id() {
            return job.run();
        }
        let at = (job.epoch, job.batch);
        let mut queue = self.queue.lock();
        let old = if queue.changes != changes {
            (queue.changes, queue.next) = (changes, None);
            std::mem::take(&mut queue.waiting)
        } else {
            let later = queue.waiting.split_off(&at);
            std::mem::replace(&mut queue.waiting, later)
        };
        let found = loop {
            match queue.waiting.remove(&at) {
                None if queue.making.contains(&at) && !queue.is_closed => self.changed.wait(&mut queue),
                found => break found,
            }
        };
        let is_behind = queue.next.as_ref().is_none_or(|next| (next.epoch, next.batch) <= at);
        if found.is_none() && is_behind && !queue.is_closed {
            let mut next = job.clone();
            next.batch += 1;
            queue.next = Some(next);
            self.start(&mut queue);
        }
        drop(queue);
        self.changed.notify_all();
        drop(old);
        found.unwrap_or_else(|| job.run())
    }

    fn start(self: &Arc<Ahead>, queue: &mut Queue) {
        while queue.running < self.threads {
            let ahead = self.clone();
            let thread = std::thread::Builder::new().name("tenure-prefetch".into());
            if thread.spawn(move || ahead.work()).is_err() {
                return; // the next batch that the caller makes itself tries again
            }
            queue.running += 1;
        }
    }

    /// A thread.
    fn work(&self) {
        let mut queue = self.queue.lock();
        while !queue.is_closed {
            let Some(mut job) = self.taken(&mut queue) else {
                self.changed.wait(&mut queue);
                continue;
            };
            let (at, changes) = ((job.epoch, job.batch), queue.changes);
            queue.making.push(at);
            let made = MutexGuard::unlocked(&mut queue, || {
                let made = catch_unwind(AssertUnwindSafe(|| job.run()));
                drop(job);
                made.unwrap_or_else(|_| Err(Error::new(Status::Internal, "making a batch ahead panicked")))
            });
            let of = queue.making.iter().position(|making| *making == at);
            of.map(|of| queue.making.swap_remove(of));
            if queue.is_closed || queue.changes != changes {
                MutexGuard::unlocked(&mut queue, || drop(made));
            } else {
                if made.is_err() {
                    queue.next = None;
                }
                queue.waiting.insert(at, made);
            }
            self.changed.notify_all();
        }
        queue.running -= 1;
    }

    /// The batch that a thread is to make, if there is room for it.
    fn taken(&self, queue: &mut Queue) -> Option<Job> {
        let is_room = queue.waiting.len() + queue.making.len() < self.limit;
        let next = queue.next.as_mut().filter(|next| is_room && next.batch < next.batches)?;
        let job = next.clone();
        next.batch += 1;
        Some(job)
    }
}
