//! `Pool`: the threads that help callers, and how many of them each caller gets.
//!
//! Invariant: the threads that compute in calls of this pool, callers and workers together, never
//! exceed the limit, unless the callers alone do. A caller takes idle workers and never waits for
//! one to become free, so calls of any number of threads proceed concurrently, later ones with
//! fewer threads. A worker computes for one caller at a time.
//!
//! If a worker was given a job but has not begun when the caller has finished all of it, the caller
//! takes the job back instead of waiting. So a worker that the system does not schedule delays no
//! caller. An idle worker sleeps, and ends after a while, so a program need not shut the library
//! down.
#![allow(unsafe_code)] // a job is on its caller's stack, which the caller does not leave while a worker has it

use super::job::{Cut, Job, Work};
use crate::locks::sync::{Arc, Condvar, Mutex, MutexGuard, lock};
use std::panic::resume_unwind;
use std::sync::PoisonError;
use std::time::Duration;

/// How long a worker sleeps before it ends.
const PATIENCE: Duration = Duration::from_secs(30);

/// The pool of worker threads.
pub struct Pool {
    state: Mutex<State>,
}

struct State {
    /// Idle workers; the one that worked last is at the end, because its caches are warm.
    idle: Vec<Arc<Worker>>,
    /// The number of workers that have not ended.
    workers: usize,
    /// Computing threads: callers that were given workers, and those workers.
    running: usize,
}

/// One thread of the pool.
struct Worker {
    order: Mutex<Order>,
    wake: Condvar,
}

/// The next order to a worker.
enum Order {
    Wait,
    Help(JobPointer),
    End,
}

/// A job on its caller's stack.
struct JobPointer(*const Job<'static>);

// SAFETY: a job may be shared by threads, and its caller waits for every holder of the pointer.
unsafe impl Send for JobPointer {}

impl Pool {
    /// A pool without threads.
    #[cfg(not(loom))]
    pub const fn new() -> Pool {
        Pool { state: Mutex::new(State { idle: Vec::new(), workers: 0, running: 0 }) }
    }

    /// A pool without threads; not const, because loom's locks are created at run time.
    #[cfg(loom)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Pool {
        Pool { state: Mutex::new(State { idle: Vec::new(), workers: 0, running: 0 }) }
    }

    /// Calls `work` with the ranges of `cut` on this thread and on at most `threads - 1` others,
    /// while at most `limit` threads compute in total. A panic in `work` is propagated after all
    /// others have stopped.
    pub fn run(&'static self, cut: Cut, threads: usize, limit: usize, work: &Work) {
        let helpers = self.take(threads.min(cut.most).saturating_sub(1), limit);
        if helpers.is_empty() {
            return work(0..cut.items);
        }
        let parts = cut.most.min((helpers.len() + 1) * cut.each);
        let job = Job::new(work, cut.items, parts, helpers.len());
        for helper in &helpers {
            // SAFETY: only the lifetime changes; below, the job is taken back or waited for before
            // it goes.
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

    /// Ends the idle workers; busy ones end later, after they have slept for a while.
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

    /// The number of workers, and the number of computing threads.
    pub fn counts(&self) -> (usize, usize) {
        let state = lock(&self.state);
        (state.workers, state.running)
    }

    /// Takes up to `wanted` workers, for a caller that counts as running from now on if it gets
    /// any.
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
                // The system refused more threads: continue with those that were started.
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

    /// Returns these workers to the idle list.
    fn put_back(&self, workers: impl IntoIterator<Item = Arc<Worker>>) {
        let mut state = lock(&self.state);
        for worker in workers {
            state.idle.push(worker);
            state.running -= 1;
        }
    }

    /// Called when a caller that was given workers has ended its call.
    fn leave(&self) {
        lock(&self.state).running -= 1;
    }

    /// The main loop of a worker.
    fn live(&self, worker: &Arc<Worker>) {
        super::limit::this_is_a_worker();
        loop {
            match worker.next() {
                Order::Help(JobPointer(job)) => {
                    // SAFETY: the caller that gave the job waits until this worker has finished
                    // with it.
                    let job = unsafe { &*job };
                    let result = job.take_part();
                    // Before `finish`, so that the caller's next call finds this worker again.
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

    /// Takes the job back if the worker has not begun it, and returns whether it did. A worker that
    /// has begun may have another caller's job by now.
    fn take_back(&self, job: &Job) -> bool {
        let mut order = lock(&self.order);
        let waits =
            matches!(&*order, Order::Help(JobPointer(given)) if given.cast::<()>() == std::ptr::from_ref(job).cast());
        if waits {
            *order = Order::Wait;
        }
        waits
    }

    /// Waits for the next order; ends the worker after a long wait.
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

/// Waits to be woken, at most for the idle time of a worker; also returns whether that time is
/// over.
fn wait_long<'a>(wake: &Condvar, order: MutexGuard<'a, Order>) -> (MutexGuard<'a, Order>, bool) {
    let (order, result) = wake.wait_timeout(order, PATIENCE).unwrap_or_else(PoisonError::into_inner);
    (order, result.timed_out())
}

/// Starts a thread; `false` if the system refuses.
#[cfg(not(loom))]
fn start(body: impl FnOnce() + Send + 'static) -> bool {
    std::thread::Builder::new().name("tenure-worker".into()).spawn(body).is_ok()
}

/// Starts a thread of the model checker.
#[cfg(loom)]
fn start(body: impl FnOnce() + Send + 'static) -> bool {
    loom::thread::spawn(body);
    true
}
