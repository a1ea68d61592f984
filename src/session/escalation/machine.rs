//! Tells threads under memory pressure what to do next.
//!
//! One thread at a time escalates, in the order of a [`Line`]. Who came because too much is unowned,
//! or before a call with a single try, escalates once, unless another has done so meanwhile. A
//! call that was refused is made again when the turn comes, and once more whenever something was
//! freed meanwhile; the turn is kept, so that no other thread takes what this one's collection has
//! freed.
//!
//! Invariant: a call is refused for good only when a collection that began after its first refusal
//! is over, what that found has been freed, and the call is refused again: at once if nothing was
//! freed and nothing is unowned, else when that has happened so often that what is freed cannot be
//! enough. What another's escalations have shown is used only if nothing was freed and nothing
//! handed out since. Waiting for others is never a reason, as long as they come on.

use super::attempt::{Attempt, Collection, Counts, Reason, Rules, Stage, Step};
use super::generations::Generations;
use super::line::{Line, SILENCE};
use crate::memory::Took;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A collection may come between the moment another thread drops something and the moment it makes
/// the next.
const FRUITLESS: u32 = 3;
/// Between two looks at whether others come on, in nanoseconds.
const SLICE: u64 = 100_000_000;
/// The thread of a collector's own, such as that of finalizers.
const COLLECTORS: u64 = 0;
/// An attempt that nobody has heard of for an hour was lost: its thread ended otherwise.
const LOST: u64 = 3_600_000_000_000;

/// Tickets are 1 to this: wrappers may keep them, and a bit more, in an integer of 32 bits.
const TICKETS: u64 = (1 << 30) - 1;

/// A collection looks at all of the heap.
static WHOLE: Rules =
    Rules { generational: false, longest: 500_000_000, longest_refused: 500_000_000, stuck: None, futile: 16 };
/// To be refused what is garbage is worse than to wait: a machine may be so busy that finalizers do
/// not run for a while.
static GENERATIONAL: Rules =
    Rules { generational: true, longest: 500_000_000, longest_refused: 3_000_000_000, stuck: Some(5), futile: 64 };

/// What has to happen outside of the machine before the step is taken, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// A collection is over, and what it found was freed.
    pub relieved: Option<Took>,
    /// Freed blocks are given back: they may be of sizes that the call cannot use.
    pub trim: bool,
    /// A collection is about to be asked for.
    pub relieving: bool,
}

/// What a thread is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// What it does next.
    pub step: Step,
    /// What happens before.
    pub effects: Effects,
}

impl From<Step> for Told {
    fn from(step: Step) -> Self {
        Self { step, effects: Effects::default() }
    }
}

/// What somebody's escalations have shown: with so much freed and so many blocks handed out there is
/// nothing to be had. What is made later may be garbage.
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
    /// The last that was given out.
    ticket: u64,
    /// Escalations.
    begun: u64,
    /// Those that were complete.
    relieved: u64,
}

impl Escalation {
    /// For a collector that looks at all of the heap each time.
    pub const fn whole() -> Self {
        Self::new(&WHOLE)
    }

    /// For a collector with generations.
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

    /// A thread escalates, and has to [`leave`](Self::leave) with this ticket. `None` if there is no
    /// reason to. `thread` 0 is one that the collector needs: it must not wait for it.
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

    /// What the thread with this ticket does next. After [`Step::Again`] this says that the call was
    /// refused again.
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

    /// The collector is through, or could not be had in time; `used` bytes of its heap are in use.
    pub fn over(&mut self, ticket: u64, found: bool, used: u64, now: u64, counts: &Counts) {
        let Some(attempt) = self.attempts.get_mut(&ticket) else { return };
        attempt.heard = now;
        if let Stage::Collects(collection) = &mut attempt.stage {
            collection.over(found, used, now, counts);
        }
    }

    /// Whether the thread with this ticket waits on for its collection, or for what that found to be
    /// freed.
    pub fn waits(&mut self, ticket: u64, now: u64, counts: &Counts) -> bool {
        let Some(attempt) = self.attempts.get_mut(&ticket) else { return false };
        attempt.heard = now;
        let Stage::Collects(mut collection) = attempt.stage else { return false };
        let waits = collection.waits(attempt, self.rules, now, counts);
        attempt.stage = Stage::Collects(collection);
        waits
    }

    /// The thread with this ticket needs no more. Returns the ticket whose turn it is now, if that
    /// has changed.
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

    /// The turn has come. The refusal may be older than what was freed last, which no escalation
    /// frees again; and who was not refused may find that another has worked for it, too.
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
            return Told { step: Step::End, effects }; // it asks for too much: that says nothing of the others
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

    /// `began` and `before`: when the escalation began, and what was unowned then.
    fn collects(&mut self, attempt: &mut Attempt, all: bool, now: u64, (began, before): (u64, u64)) -> Step {
        let enough = if attempt.reason == Reason::High { self.heap.few(before) } else { 0 };
        attempt.stage = Stage::Collects(Collection::new(all, began, before, enough));
        self.line.works(true, now);
        if all { Step::CollectAll } else { Step::CollectYoung }
    }

    /// The collection is over, and what it found was freed as far as that was waited for.
    fn collected(&mut self, attempt: &mut Attempt, collection: Collection, now: u64, counts: &Counts) -> Told {
        self.line.works(false, now);
        if self.rules.generational {
            let is_high = attempt.reason == Reason::High;
            if is_high && !collection.is_complete() {
                // What is still to be freed is not in use: whoever makes more waits in its turn.
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

    /// The escalation is over. If it was not had in time, what it would have found is not in use.
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

/// The refusal may be older than what was freed last. More cannot be waited for.
fn once(attempt: &mut Attempt, counts: &Counts) -> Told {
    if matches!(attempt.stage, Stage::Waits) { calls(attempt, counts) } else { Step::End.into() }
}

fn waits(attempt: &Attempt, now: u64) -> Step {
    let waited = now.saturating_sub(attempt.came);
    match attempt.reason {
        // This is no refusal: what is made next asks again.
        Reason::High if waited >= SILENCE => Step::End,
        Reason::High => Step::Wait(SLICE.min(SILENCE - waited)),
        _ => Step::Wait(SLICE),
    }
}
