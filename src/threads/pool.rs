//! `Pool`: the threads that help callers, and who may have how many of them.
//!
//! Invariant: the threads that compute in calls of this pool, callers and workers together, are never more than the limit
//! unless the callers alone are. A caller takes workers that have nothing to do and never waits for one to become free, so
//! calls of any number of threads go on beside each other, and the later ones on fewer threads. A worker computes for one
//! caller at a time.
//!
//! A worker that was given a job and has not begun when the caller has done all of it is not waited for: the caller takes
//! the job back. So a worker that the system does not let run costs nobody time. A worker with nothing to do sleeps, and
//! ends after a while, so that nothing need tell a library that nobody uses any more.
#![allow(unsafe_code)] // a job is on its caller's stack, which the caller does not leave while a worker has it

use super::job::{Cut, Job, Work};
use crate::locks::sync::{Arc, Condvar, Mutex, MutexGuard, lock};
use std::panic::resume_unwind;
use std::sync::PoisonError;
use std::time::Duration;

/// How long a worker sleeps before it ends.
const PATIENCE: Duration = Duration::from_secs(30);

/// See the top of the file.
pub struct Pool {
    state: Mutex<State>,
}

struct State {
    /// Those that have nothing to do, the one that worked last at the end: its caches are warm.
    idle: Vec<Arc<Worker>>,
    /// Those that have not ended.
    workers: usize,
    /// Threads that compute: callers that were given workers, and those workers.
    running: usize,
}

/// One thread of the pool.
struct Worker {
    order: Mutex<Order>,
    wake: Condvar,
}

/// What a worker is to do next.
enum Order {
    Wait,
    Help(JobPointer),
    End,
}

/// A job on its caller's stack.
struct JobPointer(*const Job<'static>);

// SAFETY: a job is for several threads, and its caller waits for whoever has the pointer.
unsafe impl Send for JobPointer {}

impl Pool {
    /// Without threads.
    #[cfg(not(loom))]
    pub const fn new() -> Pool {
        Pool { state: Mutex::new(State { idle: Vec::new(), workers: 0, running: 0 }) }
    }

    /// As above: loom's locks are made at run time.
    #[cfg(loom)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Pool {
        Pool { state: Mutex::new(State { idle: Vec::new(), workers: 0, running: 0 }) }
    }

    /// Calls `work` with the ranges of `cut` on this thread and on at most `threads - 1` others, while no more than `limit`
    /// compute in all. A panic in `work` is a panic here, after all others have stopped.
    pub fn run(&'static self, cut: Cut, threads: usize, limit: usize, work: &Work) {
        let helpers = self.take(threads.min(cut.most).saturating_sub(1), limit);
        if helpers.is_empty() {
            return work(0..cut.items);
        }
        let parts = cut.most.min((helpers.len() + 1) * cut.each);
        let job = Job::new(work, cut.items, parts, helpers.len());
        for helper in &helpers {
            // SAFETY: only the lifetime changes; below, the job is taken back or waited for before it goes.
            helper.give(JobPointer(unsafe { std::mem::transmute::<*const Job<'_>, *const Job<'static>>(&job) }));
        }
        let mine = job.take_part();
        let mut unused = helpers;
        unused.retain(|helper| helper.take_back(&job));
        for _ in &unused {
            job.finish(Ok(()));
        }
        self.put_back(unused);
        let theirs = job.wait();
        self.leave();
        if let Err(panic) = mine {
            resume_unwind(panic);
        }
        if let Some(panic) = theirs {
            resume_unwind(panic);
        }
    }

    /// Ends the workers that have nothing to do; those that work end when they have slept for a while.
    pub fn end_idle(&self) {
        let idle = {
            let mut state = lock(&self.state);
            state.workers -= state.idle.len();
            std::mem::take(&mut state.idle)
        };
        for worker in idle {
            *lock(&worker.order) = Order::End;
            worker.wake.notify_one();
        }
    }

    /// How many threads the pool has, and how many compute.
    pub fn counts(&self) -> (usize, usize) {
        let state = lock(&self.state);
        (state.workers, state.running)
    }

    /// Up to so many workers, for a caller that counts as running from now on if it gets any.
    fn take(&'static self, wanted: usize, limit: usize) -> Vec<Arc<Worker>> {
        let (mut taken, missing) = {
            let mut state = lock(&self.state);
            let allowed = wanted.min(limit.saturating_sub(state.running + 1));
            if allowed == 0 {
                return Vec::new();
            }
            let kept = state.idle.len() - allowed.min(state.idle.len());
            let taken = state.idle.split_off(kept);
            let missing = allowed - taken.len();
            state.workers += missing;
            state.running += 1 + allowed;
            (taken, missing)
        };
        for begun in 0..missing {
            let worker = Arc::new(Worker { order: Mutex::new(Order::Wait), wake: Condvar::new() });
            let own = worker.clone();
            if !start(move || self.live(&own)) {
                // The system has no more threads: on with those that there are.
                let mut state = lock(&self.state);
                state.workers -= missing - begun;
                state.running -= missing - begun;
                break;
            }
            taken.push(worker);
        }
        if taken.is_empty() {
            self.leave();
        }
        taken
    }

    /// These have nothing to do any more.
    fn put_back(&self, workers: impl IntoIterator<Item = Arc<Worker>>) {
        let mut state = lock(&self.state);
        for worker in workers {
            state.idle.push(worker);
            state.running -= 1;
        }
    }

    /// A caller that was given workers has ended its call.
    fn leave(&self) {
        lock(&self.state).running -= 1;
    }

    /// The life of a worker.
    fn live(&self, worker: &Arc<Worker>) {
        super::limit::this_is_a_worker();
        loop {
            match worker.next() {
                Order::Help(JobPointer(job)) => {
                    // SAFETY: whoever gave the job waits until this worker has finished with it.
                    let job = unsafe { &*job };
                    let result = job.take_part();
                    // First, so that the caller's next call finds this worker again.
                    self.put_back([worker.clone()]);
                    job.finish(result);
                }
                Order::End => return,
                Order::Wait => {
                    let mut state = lock(&self.state);
                    // A caller that has just taken this worker is about to give it a job.
                    if let Some(at) = state.idle.iter().position(|idle| Arc::ptr_eq(idle, worker)) {
                        state.idle.remove(at);
                        state.workers -= 1;
                        return;
                    }
                }
            }
        }
    }
}

impl Worker {
    fn give(&self, job: JobPointer) {
        *lock(&self.order) = Order::Help(job);
        self.wake.notify_one();
    }

    /// Whether the worker had not begun this job; it will not then. One that has may have another caller's by now.
    fn take_back(&self, job: &Job) -> bool {
        let mut order = lock(&self.order);
        let waits =
            matches!(&*order, Order::Help(JobPointer(given)) if given.cast::<()>() == std::ptr::from_ref(job).cast());
        if waits {
            *order = Order::Wait;
        }
        waits
    }

    /// The next order, or none after a long wait.
    fn next(&self) -> Order {
        let mut order = lock(&self.order);
        loop {
            match std::mem::replace(&mut *order, Order::Wait) {
                Order::Wait => {
                    let (woken, is_late) = wait_long(&self.wake, order);
                    order = woken;
                    if is_late && matches!(*order, Order::Wait) {
                        return Order::Wait;
                    }
                }
                given => return given,
            }
        }
    }
}

/// Waits to be woken for as long as a worker has patience; whether that is over.
fn wait_long<'a>(wake: &Condvar, order: MutexGuard<'a, Order>) -> (MutexGuard<'a, Order>, bool) {
    let (order, result) = wake.wait_timeout(order, PATIENCE).unwrap_or_else(PoisonError::into_inner);
    (order, result.timed_out())
}

/// Starts a thread; `false` if the system refuses.
#[cfg(not(loom))]
fn start(body: impl FnOnce() + Send + 'static) -> bool {
    std::thread::Builder::new().name("tenure-worker".into()).spawn(body).is_ok()
}

/// As above.
#[cfg(loom)]
fn start(body: impl FnOnce() + Send + 'static) -> bool {
    loom::thread::spawn(body);
    true
}
