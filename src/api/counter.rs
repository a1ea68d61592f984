//! Counters: measure what a block of code does to the processor's memory. Counters may be nested or overlap.
//!
//! Invariant: peaks are kept once, in windows: whenever a counter starts, is read or is disposed of, the window's peak
//! is passed to every counter that was running in it, and a new window begins. So counters do not disturb each other.

use super::own::own;
pub use super::records::CounterStats;
use super::resource::{Object, Resource, TABLE, object};
use super::types::{Disposed, Owner};
use crate::device::Device;
use crate::error::Result;
use crate::memory;
use crate::ownership::{Handle, Kind};
use parking_lot::Mutex;
use std::sync::{Arc, Weak};

/// A counter's handle, borrowed.
pub type CounterRef = u64;

/// The handle of a new counter.
pub type NewCounter = u64;

/// What a counter's handle holds.
pub(super) struct Counter {
    start: Moment,
    /// The most tensors and bytes of the windows so far.
    peaks: Mutex<(u64, u64)>,
}

impl Object for Counter {
    const KIND: Kind = Kind::Counter;
}

#[derive(Clone, Copy)]
struct Moment {
    tensors: u64,
    pool: memory::PoolStats,
    collected: u64,
}

/// Those that are running, and some that have gone.
static RUNNING: Mutex<Vec<Weak<Counter>>> = Mutex::new(Vec::new());
/// The most live tensors of the process.
static MOST_TENSORS: Mutex<u64> = Mutex::new(0);

/// Starts a counter of what happens to native memory from now on, on all threads. *Returns new.*
///
///
/// - `Tenure::measure()`
/// - `SCOPE_CLOSED`: the scope that would own it is closed
/// - `SCOPE_CAPPED`: that scope is capped
pub fn start(scope: Owner) -> Result<NewCounter> {
    let mut running = RUNNING.lock();
    end_window(&mut running);
    let start = moment();
    let counter = Arc::new(Counter { start, peaks: Mutex::new((start.tensors, start.pool.live_bytes)) });
    running.push(Arc::downgrade(&counter));
    drop(running);
    own(scope, Resource::object(counter))
}

/// What has happened since this counter was started, on all threads. *Borrows.*
///
///
/// - `stats()`
/// - `INVALID_HANDLE`: this counter is closed
pub fn read(counter: CounterRef) -> Result<CounterStats> {
    let counter = object::<Counter>(counter)?;
    end_window(&mut RUNNING.lock());
    let (start, now) = (counter.start, moment());
    let (tensors, bytes) = *counter.peaks.lock();
    let (then, pool) = (start.pool, now.pool);
    Ok(CounterStats {
        tensors: now.tensors as i64 - start.tensors as i64,
        bytes: pool.live_bytes as i64 - then.live_bytes as i64,
        peak_tensors: tensors.saturating_sub(start.tensors),
        peak_bytes: bytes.saturating_sub(then.live_bytes),
        allocations: pool.allocations - then.allocations,
        reuses: pool.reuses - then.reuses,
        system_allocations: pool.system_allocations - then.system_allocations,
        retries: pool.retries - then.retries,
        out_of_memory: pool.out_of_memory - then.out_of_memory,
        backstop_freed: now.collected - start.collected,
    })
}

/// Ends a counter. *Consumes.*
pub fn dispose(counter: Disposed) -> Result<()> {
    TABLE.dispose(Handle(counter), Kind::Counter)
}

/// The most live tensors that the process ever had.
pub(super) fn most_tensors() -> u64 {
    end_window(&mut RUNNING.lock());
    *MOST_TENSORS.lock()
}

/// Starts the peaks of a device anew at what they are now; counters keep what they have seen.
pub(super) fn reset_peaks(device: Device) -> Result<()> {
    end_window(&mut RUNNING.lock());
    *MOST_TENSORS.lock() = TABLE.live(Kind::Tensor);
    memory::reset_peak(device)
}

fn end_window(running: &mut Vec<Weak<Counter>>) {
    let (tensors, bytes) = (TABLE.take_most_tensors(), memory::take_peak());
    let mut most = MOST_TENSORS.lock();
    *most = tensors.max(*most);
    running.retain(|counter| {
        let Some(counter) = counter.upgrade() else { return false };
        let mut peaks = counter.peaks.lock();
        *peaks = (peaks.0.max(tensors), peaks.1.max(bytes));
        true
    });
}

fn moment() -> Moment {
    Moment { tensors: TABLE.live(Kind::Tensor), pool: memory::cpu_stats(), collected: TABLE.collected() }
}
