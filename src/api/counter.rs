//! Counters: measure what a block of code does to the processor's memory. Counters may be nested or overlap.

pub use super::records::CounterStats;
use super::types::{Disposed, Owner};
use crate::error::Result;
use crate::ownership::{Handle, Kind};
use crate::session::counter::Counter;
use crate::session::own::own;
use crate::session::resource::{Resource, TABLE, object};

/// A counter's handle, borrowed.
pub type CounterRef = u64;

/// The handle of a new counter.
pub type NewCounter = u64;

/// Starts a counter of what happens to native memory from now on, on all threads. *Returns new.*
///
///
/// - `Tenure::measure()`
/// - `SCOPE_CLOSED`: the scope that would own it is closed
/// - `SCOPE_CAPPED`: that scope is capped
pub fn start(scope: Owner) -> Result<NewCounter> {
    own(scope, Resource::object(Counter::start()))
}

/// What has happened since this counter was started, on all threads. *Borrows.*
///
///
/// - `stats()`
/// - `INVALID_HANDLE`: this counter is closed
pub fn read(counter: CounterRef) -> Result<CounterStats> {
    let counter = object::<Counter>(counter)?;
    let (since, now) = counter.read();
    let (tensors, bytes) = counter.peaks();
    let (then, pool) = (since.pool, now.pool);
    Ok(CounterStats {
        tensors: now.tensors as i64 - since.tensors as i64,
        bytes: pool.live_bytes as i64 - then.live_bytes as i64,
        peak_tensors: tensors.saturating_sub(since.tensors),
        peak_bytes: bytes.saturating_sub(then.live_bytes),
        allocations: pool.allocations - then.allocations,
        reuses: pool.reuses - then.reuses,
        system_allocations: pool.system_allocations - then.system_allocations,
        retries: pool.retries - then.retries,
        out_of_memory: pool.out_of_memory - then.out_of_memory,
        backstop_freed: now.collected - since.collected,
    })
}

/// Ends a counter. *Consumes.*
pub fn dispose(counter: Disposed) -> Result<()> {
    TABLE.dispose(Handle(counter), Kind::Counter)
}
