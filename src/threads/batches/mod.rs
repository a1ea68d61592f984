//! `Batches`: requests of several threads that are computed together, by one of these threads.
//!
//! ```text
//!   caller   run(request) -- waits ------------------------- its part of the result
//!   caller   run(request) -- leads: computes for the batch -- its part of the result
//! ```
//!
//! There is no dedicated thread: when a batch is due, one of its callers leads it. `queue` decides
//! which requests form the next batch.
//!
//! Invariant: each caller gets a part of one result, or is told to compute alone, or is refused.
//! However a leader ends, even by a panic, its batch ends, so no thread waits for it any more. No
//! lock is held during a computation. After a caller has returned, nothing here refers to its
//! request.

mod queue;

use crate::locks::sync::{Arc, Condvar, Mutex, lock, wait};
pub use queue::{Counts, Rules};
use queue::{Queue, Waiting};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

/// A batcher. Requests with equal keys `K` can be joined; `T` is a request, `R` the result of a
/// batch, of which each caller gets a clone.
pub struct Batches<K, T, R> {
    rules: Rules,
    queue: Mutex<Queue<K, Arc<Seat<T, R>>>>,
}

/// Why a request was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The queue of waiting requests is full.
    Full,
    /// No batch began within the time that a request may wait.
    Late,
}

/// The result of a batch, and the first row that belongs to the caller's request.
pub type Part<R> = (R, usize);

/// The state of a waiting caller.
struct Seat<T, R> {
    state: Mutex<State<T, R>>,
    changed: Condvar,
}

struct State<T, R> {
    /// Present until the leader takes it.
    request: Option<T>,
    told: Option<Told<T, R>>,
}

enum Told<T, R> {
    /// Its batch has begun, and it leads.
    Leads(Batch<T, R>),
    /// Its batch has ended; without a part the caller computes alone.
    Has(Option<Part<R>>),
}

/// The seats of a batch with their numbers of rows.
type Batch<T, R> = Vec<(Arc<Seat<T, R>>, usize)>;

impl<K: PartialEq, T, R: Clone> Batches<K, T, R> {
    /// A batcher without requests.
    pub fn new(rules: Rules) -> Batches<K, T, R> {
        Batches { rules, queue: Mutex::new(Queue::new(rules)) }
    }

    /// The rules by which requests become a batch.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The current counts.
    pub fn counts(&self) -> Counts {
        lock(&self.queue).counts()
    }

    /// From now on no request waits for others: waiting requests begin as soon as possible.
    pub fn hurry(&self) {
        let mut queue = lock(&self.queue);
        queue.hurry();
        begin(&mut queue, Instant::now(), None);
    }

    /// Computes a request of this many rows together with others of an equal key, and returns the
    /// result of `finish` for its part. If this caller leads, it calls `compute` with the requests
    /// of the batch in order. If `compute` returns `None`, or the request is the only one of its
    /// batch, `finish` gets `None` and computes alone.
    pub fn run<X>(
        &self,
        key: K,
        rows: usize,
        request: T,
        compute: impl FnOnce(Vec<T>) -> Option<R>,
        finish: impl FnOnce(Option<Part<R>>) -> X,
    ) -> Result<X, Refused> {
        let state = Mutex::new(State { request: Some(request), told: None });
        let seat = Arc::new(Seat { state, changed: Condvar::new() });
        let arrived = Instant::now();
        let mut queue = lock(&self.queue);
        if !queue.arrive(Waiting { key, rows, arrived, seat: seat.clone() }) {
            return Err(Refused::Full);
        }
        begin(&mut queue, arrived, Some(&seat));
        drop(queue);
        match self.wait(&seat, arrived)? {
            Told::Has(part) => Ok(finish(part)),
            Told::Leads(batch) => {
                let turn = Turn { batches: self, batch, own: seat };
                if turn.batch.len() == 1 {
                    drop(turn.requests());
                    return Ok(finish(None)); // while it still has its turn
                }
                let part = turn.lead(compute);
                Ok(finish(part))
            }
        }
    }

    /// Waits until this caller leads, or its batch has ended.
    fn wait(&self, seat: &Arc<Seat<T, R>>, arrived: Instant) -> Result<Told<T, R>, Refused> {
        let mut last = self.rules.timeout.and_then(|timeout| arrived.checked_add(timeout));
        let mut due = arrived.checked_add(self.rules.delay).filter(|_| !self.rules.delay.is_zero());
        loop {
            if let Some(told) = seat.told(due.into_iter().chain(last).min()) {
                return Ok(told);
            }
            let (mut queue, now) = (lock(&self.queue), Instant::now());
            due = due.filter(|due| *due > now);
            begin(&mut queue, now, Some(seat));
            if last.is_some_and(|last| last <= now) {
                if queue.leave(|other| Arc::ptr_eq(other, seat)) {
                    return Err(Refused::Late);
                }
                last = None; // its batch has begun
            }
        }
    }
}

/// Begins the batches that are due. The leader is `me` if it is in the batch, otherwise the oldest
/// request.
fn begin<K: PartialEq, T, R>(queue: &mut Queue<K, Arc<Seat<T, R>>>, now: Instant, me: Option<&Arc<Seat<T, R>>>) {
    while let Some(batch) = queue.next(now) {
        let mine = me.filter(|me| batch.iter().any(|request| Arc::ptr_eq(&request.seat, me)));
        let leader = mine.unwrap_or(&batch[0].seat).clone();
        leader.tell(Told::Leads(batch.into_iter().map(|request| (request.seat, request.rows)).collect()));
    }
}

impl<T, R> Seat<T, R> {
    /// Wakes its caller with this.
    fn tell(&self, told: Told<T, R>) {
        lock(&self.state).told = Some(told);
        self.changed.notify_one();
    }

    /// Waits for a result, indefinitely or until the given time.
    fn told(&self, until: Option<Instant>) -> Option<Told<T, R>> {
        let mut state = lock(&self.state);
        loop {
            if let Some(told) = state.told.take() {
                return Some(told);
            }
            state = match until.map(|until| until.saturating_duration_since(Instant::now())) {
                None => wait(&self.changed, state),
                Some(Duration::ZERO) => return None,
                Some(left) => self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
            };
        }
    }
}

/// A batch that is being computed. When it ends, the next one begins, and requests without a result
/// are computed alone.
struct Turn<'a, K: PartialEq, T, R> {
    batches: &'a Batches<K, T, R>,
    batch: Batch<T, R>,
    own: Arc<Seat<T, R>>,
}

impl<K: PartialEq, T, R: Clone> Turn<'_, K, T, R> {
    /// Computes for all callers, and returns the leader's own part.
    fn lead(mut self, compute: impl FnOnce(Vec<T>) -> Option<R>) -> Option<Part<R>> {
        let result = compute(self.requests())?;
        let (mut first, mut own) = (0, None);
        for (seat, rows) in std::mem::take(&mut self.batch) {
            let part = (result.clone(), first);
            first += rows;
            if Arc::ptr_eq(&seat, &self.own) {
                own = Some(part);
            } else {
                seat.tell(Told::Has(Some(part)));
            }
        }
        own
    }

    /// Takes the requests of the batch for the leader.
    fn requests(&self) -> Vec<T> {
        self.batch.iter().filter_map(|(seat, _)| lock(&seat.state).request.take()).collect()
    }
}

impl<K: PartialEq, T, R> Drop for Turn<'_, K, T, R> {
    fn drop(&mut self) {
        let mut queue = lock(&self.batches.queue);
        queue.done();
        begin(&mut queue, Instant::now(), None);
        drop(queue);
        for (seat, _) in self.batch.drain(..) {
            if !Arc::ptr_eq(&seat, &self.own) {
                seat.tell(Told::Has(None));
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn rules(size: usize) -> Rules {
        Rules { size, delay: Duration::from_secs(600), parallel: 1, capacity: 1000, timeout: None }
    }

    /// Numbers from `threads` threads, each doubled by the leader.
    fn doubled(batches: &Batches<u8, usize, Vec<usize>>, threads: usize) {
        let all = Barrier::new(threads);
        std::thread::scope(|scope| {
            for i in 0..threads {
                let (all, batches) = (&all, &batches);
                scope.spawn(move || {
                    all.wait();
                    let compute = |numbers: Vec<usize>| Some(numbers.iter().map(|n| 2 * n).collect());
                    let part = batches.run(0, 1, i, compute, |part| part).expect("there is room");
                    let (numbers, first) = part.expect("all are joined");
                    assert_eq!(numbers[first], 2 * i);
                });
            }
        });
    }

    #[test]
    fn a_full_batch_does_not_wait_and_each_gets_its_part() {
        let batches = Batches::new(rules(4));
        doubled(&batches, 8);
        let counts = batches.counts();
        assert_eq!((counts.batches, counts.rows, counts.largest), (2, 8, 4));
    }

    #[test]
    fn the_delay_ends_and_a_single_request_is_computed_alone() {
        let batches = Batches::<u8, u8, u8>::new(Rules { delay: Duration::from_millis(1), ..rules(4) });
        let alone = batches.run(0, 1, 7, |_| unreachable!("nobody else is there"), |part| part.is_none());
        assert_eq!(alone, Ok(true));
    }

    #[test]
    fn a_failure_or_panic_of_the_leader_leaves_nobody_waiting() {
        for panics in [false, true] {
            let batches = Batches::<u8, usize, u8>::new(rules(3));
            let alone = AtomicUsize::new(0);
            std::thread::scope(|scope| {
                for i in 0..3 {
                    let (batches, alone) = (&batches, &alone);
                    scope.spawn(move || {
                        let compute = |_| {
                            assert!(!panics, "a defect");
                            None
                        };
                        let run = || batches.run(0, 1, i, compute, |part| part.is_none());
                        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
                        alone.fetch_add(usize::from(matches!(result, Ok(Ok(true)))), Ordering::Relaxed);
                    });
                }
            });
            assert_eq!(alone.into_inner(), if panics { 2 } else { 3 });
            let mut queue = batches.queue.into_inner().unwrap_or_else(PoisonError::into_inner);
            assert!(queue.arrive(Waiting {
                key: 0,
                rows: 3,
                arrived: Instant::now(),
                seat: Arc::new(Seat {
                    state: Mutex::new(State { request: None, told: None }),
                    changed: Condvar::new()
                }),
            }));
            assert!(queue.next(Instant::now()).is_some(), "the place of the batch is free again");
        }
    }

    #[test]
    fn in_a_hurry_nobody_waits_for_others() {
        let batches = Batches::<u8, u8, u8>::new(rules(2));
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| batches.run(0, 1, 7, |_| None, |part| part.is_none()));
            while batches.counts().requests == 0 {
                std::thread::yield_now();
            }
            batches.hurry();
            assert_eq!(waits.join().expect("it ends"), Ok(true));
        });
        assert_eq!(batches.run(0, 1, 7, |_| None, |part| part.is_none()), Ok(true));
    }

    #[test]
    fn who_finds_no_place_or_waits_too_long_is_refused() {
        let few = Rules { delay: Duration::ZERO, capacity: 1, timeout: Some(Duration::from_millis(1)), ..rules(1) };
        let batches = Batches::<u8, u8, u8>::new(few);
        let (begun, refused) = (Barrier::new(2), Barrier::new(2));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let hold = |_| {
                    begun.wait();
                    refused.wait();
                };
                batches.run(0, 1, 1, |_| None, hold).expect("the first");
            });
            begun.wait();
            assert_eq!(batches.run(0, 1, 2, |_| None, |_| ()), Err(Refused::Late));
            let late = scope.spawn(|| batches.run(0, 1, 3, |_| None, |_| ()));
            assert_eq!(late.join().expect("it ends"), Err(Refused::Late), "its place is free again");
            refused.wait();
        });
        let closed = Batches::<u8, u8, u8>::new(Rules { capacity: 0, ..few });
        assert_eq!(closed.run(0, 1, 1, |_| None, |_| ()), Err(Refused::Full));
        assert_eq!(batches.counts().refused, 2);
    }
}
