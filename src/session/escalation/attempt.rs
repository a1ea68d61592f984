//! One thread's escalation attempt: why it began, how far it has come, and when its time is up.
//!
//! Invariant: an attempt waits a bounded time, by its caller's clock, for a collection and for its
//! garbage to be freed.

/// Why a thread escalates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A call was refused memory. It has changed nothing and can be retried.
    Refused,
    /// More memory is unowned than the threshold allows.
    High,
    /// The next call can be made only once, and may need memory that only a collector can free.
    OnlyTry,
}

/// What a thread does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Stops: a call that was refused stays refused.
    End,
    /// Retries the call.
    Again,
    /// Runs its collector on the young generations.
    CollectYoung,
    /// Runs its collector on the whole heap.
    CollectAll,
    /// Waits for its turn, at most this many nanoseconds, and then calls `next` again.
    Wait(u64),
}

/// The core's counters at one moment, of all devices together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Handles that a backstop has freed so far.
    pub freed: u64,
    /// Bytes alive.
    pub live: u64,
    /// How many of the live bytes are unowned.
    pub unowned: u64,
    /// Blocks allocated so far.
    pub allocations: u64,
    /// The limit, in bytes. With several devices, the one that makes memory
    /// [scarce](Counts::is_scarce) exactly when it is on one of them.
    pub limit: u64,
    /// Whether more memory is unowned than the threshold allows.
    pub high: bool,
}

impl Counts {
    /// Whether less memory is left below the limit than is unowned.
    pub(super) fn is_scarce(&self) -> bool {
        self.unowned > self.limit.saturating_sub(self.live)
    }

    /// Whether memory has been freed since `before`, by a backstop or by closing something.
    pub(super) fn freed_since(&self, before: &Counts) -> bool {
        self.freed != before.freed || self.live < before.live
    }
}

/// The differences between collectors. Times are in nanoseconds.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) generational: bool,
    /// The longest wait for a collection and for its garbage to be freed.
    pub(super) longest: u64,
    /// The same for a thread that was refused memory.
    pub(super) longest_refused: u64,
    /// If nothing is freed during this fraction (1/n) of the wait, nothing more will be freed.
    pub(super) stuck: Option<u64>,
    /// How many times threads that have not been refused yet may take what was freed.
    pub(super) futile: u32,
}

impl Rules {
    fn longest(&self, reason: Reason) -> u64 {
        if reason == Reason::High { self.longest } else { self.longest_refused }
    }
}

/// A collection that a thread was told to run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Collection {
    pub(super) all: bool,
    /// When the escalation that it belongs to began.
    pub(super) began: u64,
    /// Unowned bytes at that time.
    pub(super) before: u64,
    /// This many bytes may stay unowned if time is short.
    pub(super) enough: u64,
    /// When the collection ended; its garbage may still have to be freed.
    over: Option<u64>,
    found: bool,
    late: bool,
    /// The freed count at the last change, and the time of that change.
    freed: (u64, u64),
    pub(super) used: u64,
}

impl Collection {
    pub(super) fn new(all: bool, began: u64, before: u64, enough: u64) -> Self {
        Self { all, began, before, enough, over: None, found: false, late: false, freed: (0, 0), used: 0 }
    }

    /// The collector has finished, or did not finish in time.
    pub(super) fn over(&mut self, found: bool, used: u64, now: u64, counts: &Counts) {
        self.found = found;
        self.used = used;
        self.over = Some(now);
        self.freed = (counts.freed, now);
    }

    /// Whether all garbage was found, and freed as far as it will be.
    pub(super) fn is_complete(&self) -> bool {
        self.found && !self.late
    }

    /// Whether to keep waiting, first for the collection and then for its garbage to be freed.
    /// Finalizers that free it may be stuck, and threads that constantly create garbage always
    /// leave some to be freed.
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
    /// Waits for its turn.
    Waits,
    /// Makes its call.
    Calls,
    Collects(Collection),
}

/// One thread's escalation, from its ticket to the end.
#[derive(Debug)]
pub(super) struct Attempt {
    pub(super) reason: Reason,
    pub(super) thread: u64,
    pub(super) stage: Stage,
    /// When it began, and how many escalations had begun and had completed by then.
    pub(super) came: u64,
    pub(super) begun: u64,
    pub(super) relieved: u64,
    /// When its thread last called.
    pub(super) heard: u64,
    /// The counts when its call was last made.
    pub(super) tried: Counts,
    pub(super) escalations: u32,
    /// Consecutive escalations after which nothing was freed.
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

    /// Starts another escalation. Where collections are cheap, each escalation has its own
    /// deadline.
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
