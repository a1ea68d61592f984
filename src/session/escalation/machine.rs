//! Decides what threads under memory pressure do next.
//!
//! One thread at a time escalates, in the order of a [`Line`]. A thread that came because too much
//! is unowned, or before a call with a single try, escalates once, unless another thread has done
//! so meanwhile. A refused call is retried when its turn comes, and again whenever something was
//! freed meanwhile; the thread keeps its turn, so that no other thread takes what its collection
//! has freed.
//!
//! Invariant: a call is refused for good only after a collection that began after its first refusal
//! has ended, its garbage has been freed, and the call is refused again: at once if nothing was
//! freed and nothing is unowned, otherwise when this has happened so often that what is freed
//! cannot be enough. The result of another thread's escalation is used only if nothing was freed
//! and nothing allocated since. Waiting for other threads is never a reason to refuse, as long as
//! they make progress.

use super::attempt::{Attempt, Collection, Counts, Reason, Rules, Stage, Step};
use super::generations::Generations;
use super::line::{Line, SILENCE};
use crate::memory::Took;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// More than one, because a collection may run between the moment another thread drops an object
/// and the moment it creates the next.
const FRUITLESS: u32 = 3;
/// The time between two checks whether other threads make progress, in nanoseconds.
const SLICE: u64 = 100_000_000;
/// The number of threads that belong to a collector, such as its finalizer thread.
const COLLECTORS: u64 = 0;
/// An attempt whose thread has not called for an hour is lost: the thread has ended otherwise.
const LOST: u64 = 3_600_000_000_000;

/// Tickets are 1 to this: wrappers may keep them, shifted by one bit, in a 32-bit integer.
const TICKETS: u64 = (1 << 30) - 1;

/// For a collector that always collects the whole heap.
static WHOLE: Rules =
    Rules { generational: false, longest: 500_000_000, longest_refused: 500_000_000, stuck: None, futile: 16 };
/// For a generational collector. It waits longer before refusing, because refusing memory that is
/// garbage is worse than waiting: on a busy machine finalizers may not run for a while.
static GENERATIONAL: Rules =
    Rules { generational: true, longest: 500_000_000, longest_refused: 3_000_000_000, stuck: Some(5), futile: 64 };

/// What the caller must do before the step is taken, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// A collection is over, and its garbage was freed.
    pub relieved: Option<Took>,
    /// Freed blocks are returned to the system: their sizes may be ones that the call cannot use.
    pub trim: bool,
    /// A collection is about to be requested.
    pub relieving: bool,
}

/// The instruction to a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// What the thread does next.
    pub step: Step,
    /// What the caller does before that.
    pub effects: Effects,
}

impl From<Step> for Told {
    fn from(step: Step) -> Self {
        Self { step, effects: Effects::default() }
    }
}

/// The result of past escalations: at these counts of freed and allocated blocks, nothing more can
/// be freed. What is created later may be garbage.
#[derive(Debug, Default)]
struct Verdict {
    /// The last of those escalations.
    begun: u64,
    freed: u64,
    allocations: u64,
}

/// All attempts of the threads of one collector. Times are in nanoseconds of one clock.
#[derive(Debug)]
pub struct Escalation {
    rules: &'static Rules,
    line: Line,
    attempts: BTreeMap<u64, Attempt>,
    heap: Generations,
    verdict: Verdict,
    /// The last ticket that was issued.
    ticket: u64,
    /// Escalations begun.
    begun: u64,
    /// Escalations completed.
    relieved: u64,
}

impl Escalation {
    /// For a collector that collects the whole heap each time.
    pub const fn whole() -> Self {
        Self::new(&WHOLE)
    }

    /// For a generational collector.
    pub const fn generational() -> Self {
        Self::new(&GENERATIONAL)
    }

    const fn new(rules: &'static Rules) -> Self {
        Self {
            rules,
            line: Line::new(),
            attempts: BTreeMap::new(),
            heap: Generations::new(),
            verdict: Verdict { begun: 0, freed: 0, allocations: 0 },
            ticket: 0,
            begun: 0,
            relieved: 0,
        }
    }

    /// Starts an escalation of a thread, which must [`leave`](Self::leave) with the returned
    /// ticket. `None` if there is no reason to escalate. `thread` 0 is a thread that the collector
    /// needs, so it must not wait for the collector.
    pub fn enter(&mut self, reason: Reason, thread: u64, now: u64, counts: &Counts) -> Option<u64> {
        match reason {
            Reason::Refused => {}
            _ if thread == COLLECTORS => return None,
            Reason::High if !counts.high => return None,
            Reason::OnlyTry if !self.may_be_missed(counts) => return None,
            _ => {}
        }
        self.attempts.retain(|_, attempt| now.saturating_sub(attempt.heard) < LOST);
        loop {
            self.ticket = self.ticket % TICKETS + 1;
            if let Entry::Vacant(place) = self.attempts.entry(self.ticket) {
                place.insert(Attempt::new(reason, thread, now, self.begun, self.relieved));
                return Some(self.ticket);
            }
        }
    }

    /// What the thread with this ticket does next. Calling this after [`Step::Again`] means that
    /// the call was refused again.
    pub fn next(&mut self, ticket: u64, now: u64, counts: &Counts) -> Told {
        let Some(mut attempt) = self.attempts.remove(&ticket) else { return Step::End.into() };
        attempt.heard = now;
        let told = if attempt.thread == COLLECTORS {
            once(&mut attempt, counts)
        } else if self.line.enter(ticket, attempt.thread, attempt.came, now) {
            match attempt.stage {
                Stage::Waits => self.first(&mut attempt, now, counts),
                Stage::Calls => self.refused_again(&mut attempt, now, counts),
                Stage::Collects(collection) => self.collected(&mut attempt, collection, now, counts),
            }
        } else {
            attempt.stage = Stage::Waits;
            waits(&attempt, now).into()
        };
        self.attempts.insert(ticket, attempt);
        told
    }

    /// The collector has finished, or could not finish in time; `used` bytes of its heap are in
    /// use.
    pub fn over(&mut self, ticket: u64, found: bool, used: u64, now: u64, counts: &Counts) {
        let Some(attempt) = self.attempts.get_mut(&ticket) else { return };
        attempt.heard = now;
        if let Stage::Collects(collection) = &mut attempt.stage {
            collection.over(found, used, now, counts);
        }
    }

    /// Whether the thread with this ticket keeps waiting for its collection, or for its garbage to
    /// be freed.
    pub fn waits(&mut self, ticket: u64, now: u64, counts: &Counts) -> bool {
        let Some(attempt) = self.attempts.get_mut(&ticket) else { return false };
        attempt.heard = now;
        let Stage::Collects(mut collection) = attempt.stage else { return false };
        let waits = collection.waits(attempt, self.rules, now, counts);
        attempt.stage = Stage::Collects(collection);
        waits
    }

    /// Ends the attempt of the thread with this ticket. Returns the ticket that has the turn now,
    /// if that has changed.
    pub fn leave(&mut self, ticket: u64, now: u64) -> Option<u64> {
        self.attempts.remove(&ticket);
        let next = self.line.leave(ticket, now)?;
        if let Some(attempt) = self.attempts.get_mut(&next) {
            attempt.heard = now;
        }
        Some(next)
    }

    /// Whether this ticket waits for its turn.
    pub fn is_waiting(&self, ticket: u64) -> bool {
        self.line.is_waiting(ticket)
    }

    fn may_be_missed(&mut self, counts: &Counts) -> bool {
        counts.is_scarce() && (!self.rules.generational || self.heap.may_hold_garbage(counts.unowned))
    }

    /// The first step after the turn has come. The refusal may be older than the last freeing of
    /// memory, which no escalation would free again. A thread that was not refused may find that
    /// another thread's escalation was enough.
    fn first(&mut self, attempt: &mut Attempt, now: u64, counts: &Counts) -> Told {
        let is_due = match attempt.reason {
            Reason::Refused => return calls(attempt, counts),
            Reason::High => counts.high,
            Reason::OnlyTry => self.may_be_missed(counts),
        };
        if !is_due || self.relieved != attempt.relieved {
            return Step::End.into();
        }
        attempt.tried = *counts;
        self.escalate(attempt, Effects::default(), now, counts)
    }

    fn refused_again(&mut self, attempt: &mut Attempt, now: u64, counts: &Counts) -> Told {
        let verdict = &self.verdict;
        let shown =
            verdict.begun > attempt.begun && verdict.freed == counts.freed && verdict.allocations == counts.allocations;
        if attempt.escalations == 0 && shown {
            return Step::End.into();
        }
        self.once_more(attempt, Effects::default(), now, counts)
    }

    fn once_more(&mut self, attempt: &mut Attempt, mut effects: Effects, now: u64, counts: &Counts) -> Told {
        if attempt.is_futile(self.rules, now) {
            return Told { step: Step::End, effects }; // its request is too large, which means nothing for the others
        }
        effects.trim = true;
        self.escalate(attempt, effects, now, counts)
    }

    fn escalate(&mut self, attempt: &mut Attempt, mut effects: Effects, now: u64, counts: &Counts) -> Told {
        self.begun += 1;
        attempt.escalates(self.rules, now);
        let is_high = attempt.reason == Reason::High;
        let all = !self.rules.generational || is_high && self.heap.wants_all(counts.unowned);
        effects.relieving = true;
        let step = self.collects(attempt, all, now, (now, counts.unowned));
        Told { step, effects }
    }

    /// Starts a collection. `began` and `before`: when the escalation began, and how much was
    /// unowned then.
    fn collects(&mut self, attempt: &mut Attempt, all: bool, now: u64, (began, before): (u64, u64)) -> Step {
        let enough = if attempt.reason == Reason::High { self.heap.few(before) } else { 0 };
        attempt.stage = Stage::Collects(Collection::new(all, began, before, enough));
        self.line.works(true, now);
        if all { Step::CollectAll } else { Step::CollectYoung }
    }

    /// The collection has ended, and its garbage was freed as far as the thread waited for that.
    fn collected(&mut self, attempt: &mut Attempt, collection: Collection, now: u64, counts: &Counts) -> Told {
        self.line.works(false, now);
        if self.rules.generational {
            let is_high = attempt.reason == Reason::High;
            if is_high && !collection.is_complete() {
                // What is still to be freed is not in use: a thread that allocates more waits for
                // its turn.
                return Step::End.into();
            }
            let is_enough = if is_high {
                self.heap.collected(collection.all, counts.unowned);
                counts.unowned <= self.heap.few(collection.before)
            } else {
                counts.freed_since(&attempt.tried)
            };
            if !collection.all && !is_enough {
                return self.collects(attempt, true, now, (collection.began, collection.before)).into();
            }
            if is_high {
                self.heap.relieved(counts.unowned);
            }
        }
        let effects = Effects { relieved: self.ended(&collection, now), ..Effects::default() };
        match attempt.reason {
            Reason::Refused => self.judged(attempt, effects, now, counts),
            Reason::High => Told { step: Step::End, effects },
            Reason::OnlyTry => {
                self.heap.found_in_use(counts.unowned);
                Told { step: Step::End, effects }
            }
        }
    }

    /// The escalation is over. If the collection did not finish in time, the garbage it would have
    /// found is not counted as in use.
    fn ended(&mut self, collection: &Collection, now: u64) -> Option<Took> {
        if !collection.is_complete() {
            return None;
        }
        self.relieved += 1;
        let waited = self.line.is_waited_in();
        Some(Took { began: collection.began, ended: now, used: collection.used, waited })
    }

    fn judged(&mut self, attempt: &mut Attempt, effects: Effects, now: u64, counts: &Counts) -> Told {
        if counts.freed_since(&attempt.tried) {
            attempt.fruitless = 0;
            return Told { effects, ..calls(attempt, counts) };
        }
        attempt.fruitless += 1;
        if attempt.fruitless == FRUITLESS || counts.unowned == 0 {
            self.verdict = Verdict { begun: self.begun, freed: counts.freed, allocations: counts.allocations };
            return Told { step: Step::End, effects };
        }
        self.once_more(attempt, effects, now, counts)
    }
}

fn calls(attempt: &mut Attempt, counts: &Counts) -> Told {
    attempt.tried = *counts;
    attempt.stage = Stage::Calls;
    Step::Again.into()
}

/// Makes the call once: the refusal may be older than the last freeing, and there is nothing more
/// to wait for.
fn once(attempt: &mut Attempt, counts: &Counts) -> Told {
    if matches!(attempt.stage, Stage::Waits) { calls(attempt, counts) } else { Step::End.into() }
}

fn waits(attempt: &Attempt, now: u64) -> Step {
    let waited = now.saturating_sub(attempt.came);
    match attempt.reason {
        // This does not refuse a call: the next allocation escalates again.
        Reason::High if waited >= SILENCE => Step::End,
        Reason::High => Step::Wait(SLICE.min(SILENCE - waited)),
        _ => Step::Wait(SLICE),
    }
}
