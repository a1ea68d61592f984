//! Memory pressure: what a thread does when it was refused memory, or when more memory is unowned than the threshold
//! allows.
//!
//! A garbage collector does not see native bytes, so a wrapper asks its own collector for them, and frees what that
//! finds. This file decides when and how hard: the wrapper gets a *ticket*, asks for the [`next`] step, does it, and
//! asks again, until it is told to end or to repeat its call.
//!
//! ```text
//!   ticket = refused(...)          or high(...), only_try(...): 0 is no ticket, and nothing to do
//!   loop next(ticket):
//!     COLLECT  ask the collector, wait for it while `waits` is true, report that it is `over`,
//!              free what was found, while `waits` is true if others free it
//!     AGAIN    repeat the call; if it is refused again, ask for the next step once more
//!     WAIT     park until woken, or for the given time; `wait_next` does that itself
//!     END      a call that was refused stays refused
//!   leave(ticket)
//! ```
//!
//! Invariant: no lock is held while a collector works or a call is made, so that threads of two wrappers in a process
//! never block each other; each kind of collector has its own queue.

use super::memory::collected;
use super::resource::TABLE;
use super::types::{Bytes, CollectorCode};
use super::workspace;
use crate::error::{Error, Result};
use crate::memory;
use crate::memory::Collector;
use crate::memory::escalation::{Counts, Escalation, Reason, Step, Told};
use parking_lot::{Condvar, Mutex};
use std::sync::LazyLock;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// By the code of the collector, which is the last bit of a ticket.
static ESCALATIONS: [Mutex<Escalation>; 2] = [Mutex::new(Escalation::whole()), Mutex::new(Escalation::generational())];
/// Threads wait here: few share one, and never those of two collectors, whose tickets differ in the last bit.
static BELLS: [Condvar; 64] = [const { Condvar::new() }; 64];
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

const END: u64 = 0;
const AGAIN: u64 = 1;
const COLLECT_YOUNG: u64 = 2;
const COLLECT_ALL: u64 = 3;

/// The kind of a collector of a managed heap.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectorKind {
    /// Each collection looks at all of the heap, as the JVM's.
    Whole = 0,
    /// It has generations, as .NET's: a collection of the young is cheap.
    Generational = 1,
}

impl CollectorKind {
    fn from_code(code: i32) -> Result<CollectorKind> {
        use CollectorKind::*;
        let found = [Whole, Generational].into_iter().find(|kind| *kind as i32 == code);
        found.ok_or_else(|| {
            Error::argument(format!("{code} is not a kind of collector: 0 looks at all of its heap, 1 has generations"))
        })
    }
}

/// Sets what collects the managed heap of this process; the default threshold of unowned memory depends on it. Errors:
/// `INVALID_ARGUMENT` for another code.
pub fn set_collector(collector: CollectorCode) -> Result<()> {
    memory::set_collector(match CollectorKind::from_code(collector)? {
        CollectorKind::Whole => Collector::Whole,
        CollectorKind::Generational => Collector::Generational,
    });
    Ok(())
}

/// Returns a ticket for a call that was refused memory. Threads that are refused at the same time queue, so that none
/// takes what another's collection has freed. `thread` is the thread's own number, or 0 for a thread that the collector
/// needs, such as that of finalizers: it does not collect, since it would wait for itself, and its call is repeated
/// only once. Errors: `INVALID_ARGUMENT` for another code of a collector.
pub fn refused(collector: CollectorCode, thread: u64) -> Result<u64> {
    enter(collector, Reason::Refused, thread)
}

/// Returns a ticket because the pressure word is set; 0 if it no longer is, or for thread 0. Errors: `INVALID_ARGUMENT`
/// for another code of a collector.
pub fn high(collector: CollectorCode, thread: u64) -> Result<u64> {
    enter(collector, Reason::High, thread)
}

/// Returns a ticket for a call that follows and cannot be repeated, since it consumes something; 0 if memory is not
/// scarce or the collector could not free any, or for thread 0. Errors: `INVALID_ARGUMENT` for another code of a
/// collector.
pub fn only_try(collector: CollectorCode, thread: u64) -> Result<u64> {
    enter(collector, Reason::OnlyTry, thread)
}

/// Returns the next step for the thread with this ticket: 0 END, 1 AGAIN, 2 COLLECT the young, 3 COLLECT all; any
/// larger number is WAIT, for at most that many nanoseconds. Asking again after AGAIN means that the call was refused
/// once more. An invalid ticket gets END. Tickets fit into 31 bits.
pub fn next(ticket: u64) -> Result<u64> {
    let (counts, escalation) = (counts(), of(ticket));
    let Told { step, effects } = escalation.lock().next(ticket >> 1, now(), &counts);
    if let Some(took) = effects.relieved {
        memory::relieved(collected(), Some(took));
    }
    if effects.trim {
        workspace::tidy();
        memory::trim_all();
    }
    if effects.relieving {
        memory::relieving(collected());
    }
    Ok(match step {
        Step::End => END,
        Step::Again => AGAIN,
        Step::CollectYoung => COLLECT_YOUNG,
        Step::CollectAll => COLLECT_ALL,
        Step::Wait(nanoseconds) => nanoseconds.max(COLLECT_ALL + 1),
    })
}

/// Returns the next step like [`next`], but parks the thread instead of returning WAIT.
pub fn wait_next(ticket: u64) -> Result<u64> {
    loop {
        let step = next(ticket)?;
        if step <= COLLECT_ALL {
            return Ok(step);
        }
        let mut escalation = of(ticket).lock();
        if escalation.is_waiting(ticket >> 1) {
            bell(ticket).wait_for(&mut escalation, Duration::from_nanos(step));
        }
    }
}

/// Whether the thread with this ticket, which was told to collect, keeps waiting: for the collection, and after
/// [`over`] for what it found to be freed.
pub fn waits(ticket: u64) -> Result<bool> {
    let counts = counts();
    Ok(of(ticket).lock().waits(ticket >> 1, now(), &counts))
}

/// Reports that the collection of the thread with this ticket is over. `found` is true if it was completed, as far as
/// possible, and false if it was only not completed in time. `used` is how many bytes of the managed heap are in use
/// after it.
pub fn over(ticket: u64, found: bool, used: Bytes) -> Result<()> {
    let counts = counts();
    of(ticket).lock().over(ticket >> 1, found, used, now(), &counts);
    Ok(())
}

/// Gives a ticket back. Returns the ticket of the thread whose turn it is now, to be woken if it is not parked in
/// [`wait_next`]; 0 if that has not changed. An invalid ticket is ignored.
pub fn leave(ticket: u64) -> Result<u64> {
    let next = of(ticket).lock().leave(ticket >> 1, now());
    let next = next.map_or(0, |next| next << 1 | ticket & 1);
    if next != 0 {
        bell(next).notify_all();
    }
    Ok(next)
}

fn enter(collector: CollectorCode, reason: Reason, thread: u64) -> Result<u64> {
    let counts = counts();
    let ticket = escalation(collector)?.lock().enter(reason, thread, now(), &counts);
    Ok(ticket.map_or(0, |ticket| ticket << 1 | collector as u64))
}

fn escalation(collector: CollectorCode) -> Result<&'static Mutex<Escalation>> {
    Ok(&ESCALATIONS[CollectorKind::from_code(collector)? as usize])
}

/// The line that a ticket is of.
fn of(ticket: u64) -> &'static Mutex<Escalation> {
    &ESCALATIONS[(ticket & 1) as usize]
}

fn bell(ticket: u64) -> &'static Condvar {
    &BELLS[ticket as usize % BELLS.len()]
}

fn now() -> u64 {
    START.elapsed().as_nanos() as u64
}

/// Taken before any lock of this file.
fn counts() -> Counts {
    workspace::tidy();
    let stats = memory::cpu_stats();
    Counts {
        freed: TABLE.collected(),
        live: stats.live_bytes,
        unowned: stats.unowned_bytes,
        allocations: stats.allocations,
        limit: stats.limit_bytes,
        high: memory::pressure_word().load(Ordering::Acquire) != 0,
    }
}
