//! `Queue`: the waiting requests, and which of them form the next batch.
//!
//! Invariant: a pure state machine without a lock or a clock. A request is waiting, is in exactly
//! one batch, or has left. A batch contains requests with the same key in order of arrival, with at
//! most `size` rows unless it has a single request. If several batches are due, the one with the
//! oldest request is first.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The rules by which requests become a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The maximum number of rows of a batch.
    pub size: usize,
    /// How long a request waits for others to fill its batch; 0 takes only those already waiting.
    pub delay: Duration,
    /// The maximum number of batches that are computed at the same time.
    pub parallel: usize,
    /// The maximum number of waiting requests.
    pub capacity: usize,
    /// How long a request waits for its batch to begin; `None` for no limit.
    pub timeout: Option<Duration>,
}

/// Counts since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Requests that arrived.
    pub requests: u64,
    /// Requests that were refused: the queue was full, or they waited too long.
    pub refused: u64,
    /// Batches that were begun.
    pub batches: u64,
    /// The total number of their rows.
    pub rows: u64,
    /// The most rows of one batch.
    pub largest: u64,
}

/// A request that waits.
pub(super) struct Waiting<K, S> {
    pub(super) key: K,
    pub(super) rows: usize,
    pub(super) arrived: Instant,
    pub(super) seat: S,
}

/// The queue of one batcher.
pub(super) struct Queue<K, S> {
    rules: Rules,
    waiting: VecDeque<Waiting<K, S>>,
    running: usize,
    counts: Counts,
}

impl<K: PartialEq, S> Queue<K, S> {
    pub(super) fn new(rules: Rules) -> Queue<K, S> {
        Queue { rules, waiting: VecDeque::new(), running: 0, counts: Counts::default() }
    }

    /// Adds a request. `false` if the queue is full.
    pub(super) fn arrive(&mut self, request: Waiting<K, S>) -> bool {
        self.counts.requests += 1;
        if self.waiting.len() >= self.rules.capacity {
            self.counts.refused += 1;
            return false;
        }
        self.waiting.push_back(request);
        true
    }

    /// The next batch, which counts as being computed until [`Queue::done`]; `None` if none is due
    /// or the maximum number is being computed.
    pub(super) fn next(&mut self, now: Instant) -> Option<Vec<Waiting<K, S>>> {
        if self.running >= self.rules.parallel {
            return None;
        }
        let first = self.due(now)?;
        let mut batch = vec![self.waiting.remove(first)?];
        let mut rows = batch[0].rows;
        let mut at = first;
        while let Some(next) = self.waiting.get(at) {
            if next.key != batch[0].key {
                at += 1;
                continue;
            }
            if rows.saturating_add(next.rows) > self.rules.size {
                break; // a later one that fits would overtake this one
            }
            rows += next.rows;
            batch.extend(self.waiting.remove(at));
        }
        self.running += 1;
        self.counts.batches += 1;
        self.counts.rows += rows as u64;
        self.counts.largest = self.counts.largest.max(rows as u64);
        Some(batch)
    }

    /// Makes requests no longer wait for others.
    pub(super) fn hurry(&mut self) {
        self.rules.delay = Duration::ZERO;
    }

    /// A batch has been computed.
    pub(super) fn done(&mut self) {
        self.running -= 1;
    }

    /// Removes a request that has waited too long; `false` if it is no longer waiting.
    pub(super) fn leave(&mut self, is_it: impl Fn(&S) -> bool) -> bool {
        let Some(at) = self.waiting.iter().position(|request| is_it(&request.seat)) else { return false };
        self.waiting.remove(at);
        self.counts.refused += 1;
        true
    }

    /// The current counts.
    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// The position of the oldest request whose batch is full or has waited long enough.
    fn due(&self, now: Instant) -> Option<usize> {
        (0..self.waiting.len()).find(|&i| {
            let first = &self.waiting[i];
            let is_first = !self.waiting.iter().take(i).any(|other| other.key == first.key);
            is_first && (now.saturating_duration_since(first.arrived) >= self.rules.delay || self.is_full(i))
        })
    }

    /// Whether the rows of this request's key fill a batch; it is the first of them.
    fn is_full(&self, first: usize) -> bool {
        let key = &self.waiting[first].key;
        let mut rows = 0usize;
        self.waiting.iter().skip(first).filter(|request| request.key == *key).any(|request| {
            rows = rows.saturating_add(request.rows);
            rows >= self.rules.size
        })
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rules(size: usize, delay: u64, parallel: usize) -> Rules {
        let delay = Duration::from_millis(delay);
        Rules { size, delay, parallel, capacity: 100, timeout: None }
    }

    /// Requests of a key and rows, one a millisecond; its seat is its number.
    fn filled(rules: Rules, requests: &[(u8, usize)], start: Instant) -> Queue<u8, usize> {
        let mut queue = Queue::new(rules);
        for (i, &(key, rows)) in requests.iter().enumerate() {
            let arrived = start + Duration::from_millis(i as u64);
            assert!(queue.arrive(Waiting { key, rows, arrived, seat: i }));
        }
        queue
    }

    fn seats(batch: Option<Vec<Waiting<u8, usize>>>) -> Vec<usize> {
        batch.into_iter().flatten().map(|request| request.seat).collect()
    }

    #[test]
    fn a_batch_is_full_or_old_and_of_one_key() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut queue = filled(rules(3, 10, 9), &[(1, 1), (2, 1), (1, 1), (2, 1), (2, 1), (2, 1)], start);
        assert_eq!(seats(queue.next(at(6))), [1, 3, 4], "the second key has filled a batch");
        assert_eq!(seats(queue.next(at(6))), [] as [usize; 0], "the others still wait for more");
        assert_eq!(seats(queue.next(at(10))), [0, 2], "the oldest has waited for long enough");
        assert_eq!(seats(queue.next(at(14))), [] as [usize; 0]);
        assert_eq!(seats(queue.next(at(15))), [5]);
        let counts = Counts { requests: 6, refused: 0, batches: 3, rows: 6, largest: 3 };
        assert_eq!(queue.counts(), counts);
    }

    #[test]
    fn no_request_overtakes_another_of_its_key() {
        let start = Instant::now();
        let mut queue = filled(rules(4, 0, 9), &[(1, 3), (1, 2), (1, 1), (1, 9), (1, 1)], start);
        let mut next = || seats(queue.next(start));
        assert_eq!([next(), next(), next(), next()], [vec![0], vec![1, 2], vec![3], vec![4]]);
    }

    #[test]
    fn no_more_batches_than_may_run_and_no_more_requests_than_may_wait() {
        let start = Instant::now();
        let mut queue = filled(Rules { capacity: 3, ..rules(1, 0, 2) }, &[(1, 1), (1, 1), (1, 1)], start);
        assert!(!queue.arrive(Waiting { key: 1, rows: 1, arrived: start, seat: 9 }), "three wait");
        assert_eq!((seats(queue.next(start)), seats(queue.next(start))), (vec![0], vec![1]));
        assert!(queue.next(start).is_none(), "two run");
        assert!(queue.leave(|&seat| seat == 2) && !queue.leave(|&seat| seat == 2));
        queue.done();
        assert!(queue.next(start).is_none(), "nobody waits");
        assert_eq!((queue.counts().requests, queue.counts().refused), (4, 2));
    }

    proptest! {
        #[test]
        fn each_request_is_in_one_batch(
            requests in prop::collection::vec((0u8..3, 1usize..6), 1..40),
            size in 1usize..8,
            delay in 0u64..20,
        ) {
            let start = Instant::now();
            let mut queue = filled(rules(size, delay, 1), &requests, start);
            let mut seen = Vec::new();
            for ms in 0..100 {
                while let Some(batch) = queue.next(start + Duration::from_millis(ms)) {
                    let rows: usize = batch.iter().map(|request| request.rows).sum();
                    prop_assert!(batch.len() == 1 || rows <= size);
                    prop_assert!(batch.iter().all(|request| request.key == batch[0].key));
                    let all = requests.iter().enumerate().filter(|(_, request)| request.0 == batch[0].key);
                    let left = all.map(|(i, _)| i).filter(|i| !seen.contains(i));
                    prop_assert!(left.take(batch.len()).eq(batch.iter().map(|request| request.seat)), "in order");
                    seen.extend(batch.iter().map(|request| request.seat));
                    queue.done();
                }
            }
            seen.sort();
            prop_assert_eq!(seen, (0..requests.len()).collect::<Vec<_>>());
        }
    }
}
