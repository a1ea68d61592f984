//! One thread's attempt to get along: why it began, how far it is, and when its time is up.
//!
//! Invariant: an attempt waits for a collection, and for what that found to be freed, for a bounded
//! time, by the clock of whoever drives it.

/// Why a thread escalates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A call was refused memory. It has changed nothing and can be made again.
    Refused,
    /// More is unowned than the threshold allows.
    High,
    /// A call follows that can be made only once, and may want memory that only a collector can free.
    OnlyTry,
}

/// What a thread does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing more: a call that was refused stays refused.
    End,
    /// Makes the call again.
    Again,
    /// Asks its collector to collect the young generations.
    CollectYoung,
    /// Asks its collector to collect all of its heap.
    CollectAll,
    /// Waits for its turn, so many nanoseconds at most, and asks again.
    Wait(u64),
}

/// What the core counts, at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Handles that a backstop has freed so far.
    pub freed: u64,
    /// Bytes alive.
    pub live: u64,
    /// Bytes without an owner among them.
    pub unowned: u64,
    /// Blocks handed out so far.
    pub allocations: u64,
    /// The limit, in bytes.
    pub limit: u64,
    /// Whether more is unowned than the threshold allows.
    pub high: bool,
}

impl Counts {
    /// Whether less is left below the limit than is unowned.
    pub(super) fn is_scarce(&self) -> bool {
        self.unowned > self.limit.saturating_sub(self.live)
    }

    /// Whether anything was freed since: by a backstop, or by whoever closes something.
    pub(super) fn freed_since(&self, before: &Counts) -> bool {
        self.freed != before.freed || self.live < before.live
    }
}

/// What differs between collectors. Times are in nanoseconds.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) generational: bool,
    /// How long a collection and what it found are waited for.
    pub(super) longest: u64,
    /// As long by a thread that was refused memory.
    pub(super) longest_refused: u64,
    /// While so large a part of that passes and nothing is freed, nothing will be.
    pub(super) stuck: Option<u64>,
    /// So often may threads that were not refused yet take what was freed.
    pub(super) futile: u32,
}

impl Rules {
    fn longest(&self, reason: Reason) -> u64 {
        if reason == Reason::High { self.longest } else { self.longest_refused }
    }
}

/// A collection that a thread was told to make.
#[derive(Clone, Copy, Debug)]
pub(super) struct Collection {
    pub(super) all: bool,
    /// When the escalation began that it is a part of.
    pub(super) began: u64,
    /// What was unowned then.
    pub(super) before: u64,
    /// So much may stay unowned if time is short.
    pub(super) enough: u64,
    /// When the collection was over, and what it found has still to be freed.
    over: Option<u64>,
    found: bool,
    late: bool,
    /// What had been freed when something was freed last, and when that was.
    freed: (u64, u64),
    pub(super) used: u64,
}

impl Collection {
    pub(super) fn new(all: bool, began: u64, before: u64, enough: u64) -> Self {
        Self { all, began, before, enough, over: None, found: false, late: false, freed: (0, 0), used: 0 }
    }

    /// The collector is through, or was not in time.
    pub(super) fn over(&mut self, found: bool, used: u64, now: u64, counts: &Counts) {
        self.found = found;
        self.used = used;
        self.over = Some(now);
        self.freed = (counts.freed, now);
    }

    /// Whether all that is garbage was found, and freed as far as it will be.
    pub(super) fn is_complete(&self) -> bool {
        self.found && !self.late
    }

    /// Whether to wait on, first for the collection and then for what it found to be freed: where
    /// finalizers free it they may be stuck, and where threads make garbage all the time there is
    /// always some to be freed.
    pub(super) fn waits(&mut self, attempt: &Attempt, rules: &Rules, now: u64, counts: &Counts) -> bool {
        let Some(over) = self.over else { return now < attempt.deadline };
        let end = if rules.generational { attempt.deadline } else { over + rules.longest };
        let is_stuck = rules.stuck.is_some_and(|part| now - self.freed.1 >= rules.longest(attempt.reason) / part);
        if now >= end {
            self.late = rules.generational && counts.unowned > self.enough && !is_stuck;
            return false;
        }
        if counts.freed != self.freed.0 {
            self.freed = (counts.freed, now);
            return true;
        }
        !is_stuck
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Stage {
    /// It has to get the turn first.
    Waits,
    /// It makes its call.
    Calls,
    Collects(Collection),
}

/// See the top of the file.
#[derive(Debug)]
pub(super) struct Attempt {
    pub(super) reason: Reason,
    pub(super) thread: u64,
    pub(super) stage: Stage,
    /// When it began, and how many escalations had begun and were complete by then.
    pub(super) came: u64,
    pub(super) begun: u64,
    pub(super) relieved: u64,
    /// When it was heard of last.
    pub(super) heard: u64,
    /// The counts when its call was made last.
    pub(super) tried: Counts,
    pub(super) escalations: u32,
    /// Escalations in a row after which nothing was freed.
    pub(super) fruitless: u32,
    deadline: u64,
}

impl Attempt {
    pub(super) fn new(reason: Reason, thread: u64, now: u64, begun: u64, relieved: u64) -> Self {
        Self {
            reason,
            thread,
            stage: Stage::Waits,
            came: now,
            begun,
            relieved,
            heard: now,
            tried: Counts::default(),
            escalations: 0,
            fruitless: 0,
            deadline: 0,
        }
    }

    /// One escalation more. Where each collection is cheap, each has a time of its own.
    pub(super) fn escalates(&mut self, rules: &Rules, now: u64) {
        self.escalations += 1;
        if self.escalations == 1 || rules.generational {
            self.deadline = now + rules.longest(self.reason);
        }
    }

    /// Whether it has escalated so often that what is freed cannot be enough.
    pub(super) fn is_futile(&self, rules: &Rules, now: u64) -> bool {
        self.escalations >= rules.futile && (rules.generational || now >= self.deadline)
    }
}
