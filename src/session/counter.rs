//! Counters: what has happened to the processor's memory since a moment.
//!
//! Invariant: peaks are kept once, in windows: whenever a counter starts, is read or is disposed of, the window's peak
//! is passed to every counter that was running in it, and a new window begins. So counters do not disturb each other.

use super::resource::{Object, TABLE};
use crate::device::Device;
use crate::error::Result;
use crate::memory;
use crate::ownership::Kind;
use parking_lot::Mutex;
use std::sync::{Arc, Weak};

/// What a counter's handle holds.
pub(crate) struct Counter {
    start: Moment,
    /// The most tensors and bytes of the windows so far.
    peaks: Mutex<(u64, u64)>,
}

impl Object for Counter {
    const KIND: Kind = Kind::Counter;
}

/// What is counted, at one moment.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    /// Live tensors.
    pub(crate) tensors: u64,
    /// The memory of the processor.
    pub(crate) pool: memory::PoolStats,
    /// Handles that backstops have freed.
    pub(crate) collected: u64,
}

/// Those that are running, and some that have gone.
static RUNNING: Mutex<Vec<Weak<Counter>>> = Mutex::new(Vec::new());
/// The most live tensors of the process.
static MOST_TENSORS: Mutex<u64> = Mutex::new(0);

impl Counter {
    /// One that runs from now on.
    pub(crate) fn start() -> Arc<Counter> {
        let mut running = RUNNING.lock();
        end_window(&mut running);
        let start = moment();
        let counter = Arc::new(Counter { start, peaks: Mutex::new((start.tensors, start.pool.live_bytes)) });
        running.push(Arc::downgrade(&counter));
        counter
    }

    /// The moment at which it was started, and this one.
    pub(crate) fn read(&self) -> (Moment, Moment) {
        end_window(&mut RUNNING.lock());
        (self.start, moment())
    }

    /// The most tensors and bytes at one time, up to the last reading of any counter.
    pub(crate) fn peaks(&self) -> (u64, u64) {
        *self.peaks.lock()
    }
}

/// The most live tensors that the process ever had.
pub(crate) fn most_tensors() -> u64 {
    end_window(&mut RUNNING.lock());
    *MOST_TENSORS.lock()
}

/// Starts the peaks of a device anew at what they are now; counters keep what they have seen.
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
