//! Counters: how the processor's memory statistics have changed since a counter was started.
//!
//! Invariant: there is one peak per window. Whenever a counter starts, is read or is disposed of,
//! the window's peak is passed to every counter that was running in it, and a new window begins. So
//! counters do not disturb each other.

use super::resource::{Object, TABLE};
use crate::device::Device;
use crate::error::Result;
use crate::memory;
use crate::ownership::Kind;
use parking_lot::Mutex;
use std::sync::{Arc, Weak};

/// The resource behind a counter's handle.
pub(crate) struct Counter {
    start: Moment,
    /// The peak number of tensors and bytes of the windows so far.
    peaks: Mutex<(u64, u64)>,
}

impl Object for Counter {
    const KIND: Kind = Kind::Counter;
}

/// The counted values at one moment.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    /// Live tensors.
    pub(crate) tensors: u64,
    /// Statistics of the processor's memory.
    pub(crate) pool: memory::PoolStats,
    /// Handles that backstops have freed.
    pub(crate) collected: u64,
}

/// The running counters; some may already have been dropped.
static RUNNING: Mutex<Vec<Weak<Counter>>> = Mutex::new(Vec::new());
/// The peak number of live tensors in the process.
static MOST_TENSORS: Mutex<u64> = Mutex::new(0);

impl Counter {
    /// Starts a counter.
    pub(crate) fn start() -> Arc<Counter> {
        let mut running = RUNNING.lock();
        end_window(&mut running);
        let start = moment();
        let counter = Arc::new(Counter { start, peaks: Mutex::new((start.tensors, start.pool.live_bytes)) });
        running.push(Arc::downgrade(&counter));
        counter
    }

    /// The values when it was started, and the current ones.
    pub(crate) fn read(&self) -> (Moment, Moment) {
        end_window(&mut RUNNING.lock());
        (self.start, moment())
    }

    /// The peak number of tensors and bytes, up to the last reading of any counter.
    pub(crate) fn peaks(&self) -> (u64, u64) {
        *self.peaks.lock()
    }
}

/// The peak number of live tensors in the process.
pub(crate) fn most_tensors() -> u64 {
    end_window(&mut RUNNING.lock());
    *MOST_TENSORS.lock()
}

/// Resets the peaks of a device to the current values; counters keep the peaks they have recorded.
pub(crate) fn reset_peaks(device: Device) -> Result<()> {
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
