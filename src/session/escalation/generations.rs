//! How hard a collector with generations is asked: for the young first, which costs 50 us and finds
//! what an ordinary collection has just promoted, or for all, which stops a big heap for 100 ms and
//! more.
//!
//! Invariant: what it costs stays in proportion. All generations are collected only when the young
//! leave too much, or when several times as much has gathered since as was found to be in use.

/// In bytes.
#[derive(Debug)]
pub(super) struct Generations {
    /// Unowned after the last time.
    left: u64,
    /// Unowned after the last time that all generations were collected: as much is in use at most.
    floor: u64,
    /// Gathered since.
    since: u64,
    /// What was left when a call with a single try wanted room.
    in_use: u64,
}

impl Generations {
    pub(super) const fn new() -> Self {
        Self { left: 0, floor: 0, since: 0, in_use: 0 }
    }

    /// So much is unowned, which is too much. Whether what died in an older generation is to be
    /// looked for at once: it is found in time when several times as much has been made.
    pub(super) fn wants_all(&mut self, unowned: u64) -> bool {
        self.floor = self.floor.min(unowned); // no more can be in use than there is
        self.since = self.since.saturating_add(unowned - unowned.min(self.left));
        self.since > self.floor.saturating_add(unowned).saturating_mul(8)
    }

    /// Half of what there was above what is in use: a collection that leaves no more has been worth
    /// it.
    pub(super) fn few(&self, before: u64) -> u64 {
        self.floor + before.saturating_sub(self.floor) / 2
    }

    /// After a collection so much is left.
    pub(super) fn collected(&mut self, all: bool, left: u64) {
        self.floor = if all { left } else { self.floor.min(left) };
        if all {
            self.since = 0;
        }
    }

    /// The escalation is over, and so much is left.
    pub(super) fn relieved(&mut self, left: u64) {
        self.left = left;
    }

    /// Whether a call with a single try has a reason to collect: what was found to be in use is not
    /// looked for again.
    pub(super) fn may_hold_garbage(&mut self, unowned: u64) -> bool {
        self.in_use = self.in_use.min(unowned);
        unowned > self.in_use + self.in_use / 4
    }

    /// So much was left when a call with a single try had looked.
    pub(super) fn found_in_use(&mut self, unowned: u64) {
        self.in_use = unowned;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_wanted_when_many_times_as_much_was_made_as_is_in_use() {
        let mut heap = Generations::new();
        heap.collected(true, 10);
        heap.relieved(10);
        let mut asked = 0;
        while !heap.wants_all(40) {
            asked += 1;
            heap.collected(false, 10);
            heap.relieved(10);
        }
        assert_eq!(asked, 13, "30 more each time: 8 times 50 are passed with the 14th");
        heap.collected(true, 10);
        assert!(!heap.wants_all(40), "they were");
    }

    #[test]
    fn few_is_half_of_what_may_be_garbage() {
        let mut heap = Generations::new();
        assert_eq!(heap.few(100), 50);
        heap.collected(true, 40);
        assert_eq!((heap.few(100), heap.few(20)), (70, 40));
        heap.collected(false, 60);
        assert_eq!(heap.few(100), 70, "of the young nobody knows that it is in use");
        heap.wants_all(20);
        assert_eq!(heap.few(100), 60);
    }

    #[test]
    fn what_is_in_use_is_not_looked_for_again() {
        let mut heap = Generations::new();
        assert!(heap.may_hold_garbage(100));
        heap.found_in_use(100);
        assert!(!heap.may_hold_garbage(125) && heap.may_hold_garbage(126));
        assert!(!heap.may_hold_garbage(8));
        assert!(heap.may_hold_garbage(11), "what was in use has gone since");
    }
}
