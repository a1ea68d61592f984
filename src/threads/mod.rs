//! Threads: dividing work on independent items among a few threads owned by this library.
//!
//! `job` is the work of one call, `pool` the threads that help with it, `limit` the number of
//! threads. A caller always works itself, and never waits for a thread that has not begun.
//! `batches` joins the requests of several callers.
//!
//! Invariant: after `fork` the child has none of these threads, and computes everything on the
//! calling thread. It inherits only numbers, because no lock of this module is taken there.

#[cfg(feature = "internals")]
pub mod batches;
#[cfg(not(feature = "internals"))]
pub(crate) mod batches;
mod job;
mod limit;
mod pool;

#[cfg(not(loom))]
pub(crate) use job::Cut;
pub(crate) use limit::{Limit, described, set_initial_threads};
pub use limit::{MOST, set_threads, threads, with_threads};

/// For the models of tests/loom_threads.
#[cfg(loom)]
pub use {job::Cut, pool::Pool};

use std::ops::Range;
#[cfg(not(loom))]
use {
    pool::Pool,
    std::sync::atomic::{AtomicU32, Ordering},
};

#[cfg(not(loom))]
static POOL: Pool = Pool::new();

/// The process that uses the pool; 0 before the first.
#[cfg(not(loom))]
static PROCESS: AtomicU32 = AtomicU32::new(0);

/// Calls `work` with ranges that together are all items of `cut`, in parallel on this thread and on
/// others. Work inside `work` is not divided further. A panic in it is propagated.
#[cfg(not(loom))]
pub(crate) fn run(cut: Cut, work: &(dyn Fn(Range<usize>) + Sync)) {
    let limit = threads();
    let here = limit.min(limit::here());
    if here <= 1 || cut.most <= 1 || is_forked() {
        return work(0..cut.items);
    }
    with_threads(1, || POOL.run(cut, here, limit, work));
}

/// The model checker has its own threads, and tests the pool separately.
#[cfg(loom)]
pub(crate) fn run(cut: Cut, work: &(dyn Fn(Range<usize>) + Sync)) {
    work(0..cut.items);
}

/// Ends the idle threads; called before the library is unloaded. Later calls start new ones.
pub(crate) fn end_idle() {
    #[cfg(not(loom))]
    if !is_forked() {
        POOL.end_idle();
    }
}

/// The number of helper threads, including sleeping ones, and the number of threads that currently
/// compute in divided calls.
#[cfg(not(loom))]
pub(crate) fn counts() -> (usize, usize) {
    if is_forked() { (0, 0) } else { POOL.counts() }
}

/// Whether this is a child of the process that has the threads.
#[cfg(not(loom))]
fn is_forked() -> bool {
    let this = std::process::id();
    match PROCESS.compare_exchange(0, this, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => false,
        Err(owner) => owner != this,
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::AtomicUsize;
    use std::sync::{Barrier, Mutex};
    use std::thread;

    const LIMIT: usize = 4;

    fn pool() -> &'static Pool {
        Box::leak(Box::new(Pool::new()))
    }

    fn cut(items: usize) -> Cut {
        Cut { items, most: items, each: 4 }
    }

    #[test]
    fn each_item_is_done_once() {
        let pool = pool();
        for items in [1, 2, 7, 100, 1001] {
            let done: Vec<AtomicUsize> = (0..items).map(|_| AtomicUsize::new(0)).collect();
            pool.run(cut(items), 3, LIMIT, &|range| {
                range.for_each(|i| {
                    done[i].fetch_add(1, Ordering::Relaxed);
                })
            });
            assert!(done.iter().all(|n| n.load(Ordering::Relaxed) == 1), "{items}");
        }
        assert_eq!(pool.counts(), (2, 0));
        pool.end_idle();
        assert_eq!(pool.counts(), (0, 0));
    }

    #[test]
    fn work_is_done_by_several_threads_at_once() {
        let (pool, threads, all) = (pool(), Mutex::new(HashSet::new()), Barrier::new(3));
        pool.run(Cut { items: 3, most: 3, each: 1 }, 3, LIMIT, &|_| {
            all.wait();
            threads.lock().expect("nobody panics").insert(thread::current().id());
        });
        assert_eq!(threads.into_inner().expect("nobody panics").len(), 3);
        pool.end_idle();
    }

    #[test]
    fn a_panic_of_any_thread_is_the_caller_s() {
        let pool = pool();
        for bad in 0..8 {
            let panic = catch_unwind(AssertUnwindSafe(|| {
                pool.run(Cut { items: 8, most: 8, each: 4 }, 2, LIMIT, &|range| {
                    assert!(!range.contains(&bad), "item {bad}");
                });
            }));
            let panic = panic.expect_err("it panics");
            assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some(format!("item {bad}").as_str()));
            assert_eq!(pool.counts(), (1, 0));
        }
        pool.run(cut(8), 2, LIMIT, &|_| {});
        pool.end_idle();
    }

    #[test]
    fn work_inside_of_work_stays_on_its_thread() {
        with_threads(8, || {
            let inner = |_: Range<usize>| {
                let here = thread::current().id();
                run(cut(100), &|_| assert_eq!(thread::current().id(), here));
            };
            run(cut(4), &inner);
        });
    }
}
