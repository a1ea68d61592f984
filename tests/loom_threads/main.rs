//! Models of how `src/threads` hands work to its threads, over every interleaving: each item is
//! done once, the caller sees the results, and no worker accesses a job after its caller has
//! returned.
//!
//! Empty without `--features loom`.
#![cfg(loom)]

use loom::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use tenure::threads::batches::{Batches, Rules};
use tenure::threads::{Cut, Pool};

struct Cells<const N: usize>([UnsafeCell<u32>; N]);
// SAFETY: loom checks that no two threads use a cell at the same time.
unsafe impl<const N: usize> Sync for Cells<N> {}

impl<const N: usize> Cells<N> {
    fn add(&self, i: usize) {
        // SAFETY: as above.
        self.0[i].with_mut(|cell| unsafe { *cell += 1 });
    }
}

/// Each item is done once, and the caller sees the results.
fn call(pool: &'static Pool, threads: usize, limit: usize) {
    let cells = Cells::<2>(std::array::from_fn(|_| UnsafeCell::new(0)));
    pool.run(Cut { items: 2, most: 2, each: 1 }, threads, limit, &|range| {
        range.for_each(|i| cells.add(i));
    });
    for cell in &cells.0 {
        // SAFETY: as above.
        cell.with(|cell| assert_eq!(unsafe { *cell }, 1));
    }
}

fn pool() -> &'static Pool {
    Box::leak(Box::new(Pool::new()))
}

fn check(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(model);
}

#[test]
fn a_worker_helps_or_is_not_waited_for() {
    check(|| {
        let pool = pool();
        call(pool, 2, 2);
        call(pool, 2, 2);
        assert_eq!(pool.counts(), (1, 0));
        pool.end_idle();
    });
}

#[test]
fn two_callers_share_a_worker() {
    check(|| {
        let pool = pool();
        let other = loom::thread::spawn(move || call(pool, 2, 2));
        call(pool, 2, 2);
        other.join().expect("it ends");
        pool.end_idle();
    });
}

#[test]
fn a_panic_ends_the_call_alone() {
    check(|| {
        let pool = pool();
        let panic = catch_unwind(AssertUnwindSafe(|| {
            pool.run(Cut { items: 2, most: 2, each: 1 }, 2, 2, &|range| assert!(range.start == 0, "item 1"));
        }));
        assert!(panic.is_err());
        assert_eq!(pool.counts(), (1, 0));
        pool.end_idle();
    });
}

/// Each caller gets its part of a joined run, or computes alone, and all calls end.
#[test]
fn callers_of_a_batch_lead_and_follow() {
    check(|| {
        let rules = Rules { size: 2, delay: Duration::ZERO, parallel: 1, capacity: 9, timeout: None };
        let batches = Arc::new(Batches::<u8, u32, [u32; 2]>::new(rules));
        let ask = |batches: &Batches<u8, u32, [u32; 2]>, i: u32| {
            let compute = |both: Vec<u32>| Some([both[0] + 10, both[1] + 10]);
            let finish = |part: Option<([u32; 2], usize)>| part.map_or(i + 10, |(both, first)| both[first]);
            assert_eq!(batches.run(0, 1, i, compute, finish), Ok(i + 10));
        };
        let others: Vec<_> = [1, 2]
            .into_iter()
            .map(|i| {
                let batches = batches.clone();
                loom::thread::spawn(move || ask(&batches, i))
            })
            .collect();
        ask(&batches, 3);
        others.into_iter().for_each(|other| other.join().expect("it ends"));
        assert_eq!((batches.counts().requests, batches.counts().rows), (3, 3));
    });
}
