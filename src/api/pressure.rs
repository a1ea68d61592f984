//! Memory pressure: what a thread does when it was refused memory, or when more memory is unowned than the threshold
//! allows.
//!
//! A garbage collector does not see native bytes, so a wrapper asks its own collector for them, and frees what that
//! finds. The core decides when and how hard: the wrapper gets a *ticket*, asks for the [`next`] step, does it, and
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

use super::types::{Bytes, CollectorCode};
use crate::error::{Error, Result};
use crate::memory::{self, Collector};
use crate::session::pressure::{self, Reason, Step};

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

    fn collector(code: i32) -> Result<Collector> {
        Ok(match CollectorKind::from_code(code)? {
            CollectorKind::Whole => Collector::Whole,
            CollectorKind::Generational => Collector::Generational,
        })
    }
}

/// Sets what collects the managed heap of this process; the default threshold of unowned memory depends on it. Errors:
/// `INVALID_ARGUMENT` for another code.
pub fn set_collector(collector: CollectorCode) -> Result<()> {
    memory::set_collector(CollectorKind::collector(collector)?);
    Ok(())
}

/// Returns a ticket for a call that was refused memory. Threads that are refused at the same time queue, so that none
/// takes what another's collection has freed. `thread` is the thread's own number, or 0 for a thread that the collector
/// needs, such as that of finalizers: it does not collect, since it would wait for itself, and its call is repeated
/// only once. Errors: `INVALID_ARGUMENT` for another code of a collector.
pub fn refused(collector: CollectorCode, thread: u64) -> Result<u64> {
    Ok(pressure::enter(CollectorKind::collector(collector)?, Reason::Refused, thread))
}

/// Returns a ticket because the pressure word is set; 0 if it no longer is, or for thread 0. Errors: `INVALID_ARGUMENT`
/// for another code of a collector.
pub fn high(collector: CollectorCode, thread: u64) -> Result<u64> {
    Ok(pressure::enter(CollectorKind::collector(collector)?, Reason::High, thread))
}

/// Returns a ticket for a call that follows and cannot be repeated, since it consumes something; 0 if memory is not
/// scarce or the collector could not free any, or for thread 0. Errors: `INVALID_ARGUMENT` for another code of a
/// collector.
pub fn only_try(collector: CollectorCode, thread: u64) -> Result<u64> {
    Ok(pressure::enter(CollectorKind::collector(collector)?, Reason::OnlyTry, thread))
}

/// Returns the next step for the thread with this ticket: 0 END, 1 AGAIN, 2 COLLECT the young, 3 COLLECT all; any
/// larger number is WAIT, for at most that many nanoseconds. Asking again after AGAIN means that the call was refused
/// once more. An invalid ticket gets END. Tickets fit into 31 bits.
pub fn next(ticket: u64) -> Result<u64> {
    Ok(number(pressure::next(ticket)))
}

/// Returns the next step like [`next`], but parks the thread instead of returning WAIT.
pub fn wait_next(ticket: u64) -> Result<u64> {
    Ok(number(pressure::wait_next(ticket)))
}

/// Whether the thread with this ticket, which was told to collect, keeps waiting: for the collection, and after
/// [`over`] for what it found to be freed.
pub fn waits(ticket: u64) -> Result<bool> {
    Ok(pressure::waits(ticket))
}

/// Reports that the collection of the thread with this ticket is over. `found` is true if it was completed, as far as
/// possible, and false if it was only not completed in time. `used` is how many bytes of the managed heap are in use
/// after it.
pub fn over(ticket: u64, found: bool, used: Bytes) -> Result<()> {
    pressure::over(ticket, found, used);
    Ok(())
}

/// Gives a ticket back. Returns the ticket of the thread whose turn it is now, to be woken if it is not parked in
/// [`wait_next`]; 0 if that has not changed. An invalid ticket is ignored.
pub fn leave(ticket: u64) -> Result<u64> {
    Ok(pressure::leave(ticket))
}

/// A step as the number that crosses the boundary.
fn number(step: Step) -> u64 {
    match step {
        Step::End => END,
        Step::Again => AGAIN,
        Step::CollectYoung => COLLECT_YOUNG,
        Step::CollectAll => COLLECT_ALL,
        Step::Wait(nanoseconds) => nanoseconds.max(COLLECT_ALL + 1),
    }
}
