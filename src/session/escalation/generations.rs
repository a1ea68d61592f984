//! Decides how much a generational collector collects: only the young generations, which costs 50
//! us and finds what an ordinary collection has just promoted, or all, which stops a big heap for
//! 100 ms or more.
//!
//! Invariant: the cost stays in proportion. All generations are collected only if too much is left
//! after a young collection, or if several times as much has accumulated since as was found to be
//! in use.

/// Unowned memory as seen by past collections, in bytes.
#[derive(Debug)]
pub(super) struct Generations {
    /// Unowned after the last escalation.
    left: u64,
    /// Unowned after the last collection of all generations: an upper bound of what is in use.
    floor: u64,
    /// Accumulated since that collection.
    since: u64,
    /// Unowned after the last collection for a call with a single try.
    in_use: u64,
}

impl Generations {
    pub(super) const fn new() -> Self {
        Self { left: 0, floor: 0, since: 0, in_use: 0 }
    }

    /// Given that too much (`unowned` bytes) is unowned, decides whether to collect all generations
    /// at once. Garbage in an older generation is found in time, when several times as much has
    /// been created.
    pub(super) fn wants_all(&mut self, unowned: u64) -> bool {
        self.floor = self.floor.min(unowned); // no more can be in use than there is
        self.since = self.since.saturating_add(unowned - unowned.min(self.left));
        self.since > self.floor.saturating_add(unowned).saturating_mul(8)
    }

    /// The target of a young collection: half of what exceeded the memory in use. A collection that
    /// leaves no more than this was worthwhile.
    pub(super) fn few(&self, before: u64) -> u64 {
        self.floor + before.saturating_sub(self.floor) / 2
    }

    /// Records what is left after a collection.
    pub(super) fn collected(&mut self, all: bool, left: u64) {
        self.floor = if all { left } else { self.floor.min(left) };
        if all {
            self.since = 0;
        }
    }

    /// Records what is left after an escalation.
    pub(super) fn relieved(&mut self, left: u64) {
        self.left = left;
    }

    /// Whether a call with a single try has a reason to collect: memory that was found to be in use
    /// is not searched again.
    pub(super) fn may_hold_garbage(&mut self, unowned: u64) -> bool {
        self.in_use = self.in_use.min(unowned);
        unowned > self.in_use + self.in_use / 4
    }

    /// Records what was left after the collection for a call with a single try.
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
