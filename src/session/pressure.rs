//! Memory pressure: runs the escalation of each kind of collector for the threads that hold its
//! tickets.
//!
//! Invariant: no lock is held while a collector works or a call is made, so threads of two wrappers
//! in one process never block each other. Each kind of collector has its own queue.

use super::context;
use super::escalation::{Counts, Escalation, Told};
pub(crate) use super::escalation::{Reason, Step};
use super::release::collected;
use super::resource::TABLE;
use crate::memory::{self, Collector};
use parking_lot::{Condvar, Mutex};
use std::sync::LazyLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Indexed by the kind of collector, which is the last bit of a ticket.
static ESCALATIONS: [Mutex<Escalation>; 2] = [Mutex::new(Escalation::whole()), Mutex::new(Escalation::generational())];
/// Threads wait here. Few tickets share one, and never those of two collectors, because their last
/// bits differ.
static BELLS: [Condvar; 64] = [const { Condvar::new() }; 64];
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Issues a ticket to a thread, which the wrapper has numbered; 0 if there is nothing to do.
pub(crate) fn enter(collector: Collector, reason: Reason, thread: u64) -> u64 {
    let counts = counts();
    let kind = u64::from(collector == Collector::Generational);
    let ticket = of(kind).lock().enter(reason, thread, now(), &counts);
    ticket.map_or(0, |ticket| ticket << 1 | kind)
}

/// The next step for the thread with this ticket.
pub(crate) fn next(ticket: u64) -> Step {
    let (counts, escalation) = (counts(), of(ticket));
    let Told { step, effects } = escalation.lock().next(ticket >> 1, now(), &counts);
    if let Some(took) = effects.relieved {
        memory::relieved(collected(), Some(took));
    }
    if effects.trim {
        context::tidy();
        memory::trim_all();
    }
    if effects.relieving {
        memory::relieving(collected());
    }
    step
}

/// Like [`next`], but parks the thread instead of returning [`Step::Wait`].
pub(crate) fn wait_next(ticket: u64) -> Step {
    loop {
        let step = next(ticket);
        let Step::Wait(nanoseconds) = step else { return step };
        let mut escalation = of(ticket).lock();
        if escalation.is_waiting(ticket >> 1) {
            bell(ticket).wait_for(&mut escalation, Duration::from_nanos(nanoseconds));
        }
    }
}

/// Whether a thread that was told to collect keeps waiting.
pub(crate) fn waits(ticket: u64) -> bool {
    let counts = counts();
    of(ticket).lock().waits(ticket >> 1, now(), &counts)
}

/// Reports that the collection of the thread with this ticket is over.
pub(crate) fn over(ticket: u64, found: bool, used: u64) {
    let counts = counts();
    of(ticket).lock().over(ticket >> 1, found, used, now(), &counts);
}

/// Gives a ticket back. Returns the ticket of the thread that has the turn now, 0 if that has not
/// changed.
pub(crate) fn leave(ticket: u64) -> u64 {
    let next = of(ticket).lock().leave(ticket >> 1, now());
    let next = next.map_or(0, |next| next << 1 | ticket & 1);
    if next != 0 {
        bell(next).notify_all();
    }
    next
}

/// The escalation that a ticket belongs to.
fn of(ticket: u64) -> &'static Mutex<Escalation> {
    &ESCALATIONS[(ticket & 1) as usize]
}

fn bell(ticket: u64) -> &'static Condvar {
    &BELLS[ticket as usize % BELLS.len()]
}

fn now() -> u64 {
    START.elapsed().as_nanos() as u64
}

/// Must be called before any lock of this file is taken.
fn counts() -> Counts {
    context::tidy();
    let high = memory::pressure_word().load(Ordering::Acquire) != 0;
    let mut counts = Counts { freed: TABLE.collected(), high, ..Counts::default() };
    // What the scarcest device has left.
    let mut spare = i128::MAX;
    for (_, of) in memory::all_stats() {
        counts.live += of.live_bytes;
        counts.unowned = of.unowned_bytes; // of all devices
        counts.allocations += of.allocations;
        spare = spare.min(i128::from(of.limit_bytes) - i128::from(of.live_bytes));
    }
    counts.limit = (spare + i128::from(counts.live)).clamp(0, u64::MAX.into()) as u64;
    counts
}
