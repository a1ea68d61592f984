//! `LeakHeuristic`: whether a scope holds more at the end of each cycle than at the end of the one
//! before.
//!
//! A cycle of a scope ends when a child of it closes: a batch in an epoch, a call in a model. A
//! scope that is used well then holds as much as before. A scope that gains a member in each cycle
//! (an intermediate result that was attached to the trainer's scope, DJL's classic leak) holds
//! more, cycle after cycle.
//!
//! Samples are taken at each of the first cycles and at every 64th cycle later, so that the cost of
//! closing a scope does not depend on how much its parent holds. For the same reason bytes are
//! summed for short member lists only.

/// Samples that must rise, each above the previous one.
const SAMPLES: usize = 8;
/// The first cycles, each of which is sampled.
const EACH: u64 = 32;
/// After those, one cycle in this many is sampled.
const STRIDE: u64 = 64;
/// The most members whose bytes are summed.
pub(super) const SUMMED: u32 = 64;

/// The last samples of one scope.
#[derive(Default)]
pub(super) struct LeakHeuristic {
    /// The newest are at the end.
    samples: [Sample; SAMPLES],
    taken: usize,
}

/// The contents of a scope at the end of a cycle.
#[derive(Clone, Copy, Default)]
pub(super) struct Sample {
    pub(super) cycle: u64,
    pub(super) members: u64,
    /// 0 if there were too many members to sum.
    pub(super) bytes: u64,
}

/// How a scope grew over the last samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeakEstimate {
    /// Cycles so far.
    pub cycles: u64,
    /// Members gained per cycle over the samples.
    pub members_per_cycle: f64,
    /// Bytes gained per cycle, 0 if unknown.
    pub bytes_per_cycle: f64,
}

impl LeakHeuristic {
    /// Whether the end of this cycle, counted from 1, is sampled. Separate from the samples, so
    /// that most cycles only count.
    pub(super) fn is_sampled(cycle: u64) -> bool {
        cycle <= EACH || cycle.is_multiple_of(STRIDE)
    }

    /// Adds a sample at the end of this cycle.
    pub(super) fn sample(&mut self, cycle: u64, members: u64, bytes: u64) {
        self.samples.rotate_left(1);
        self.samples[SAMPLES - 1] = Sample { cycle, members, bytes };
        self.taken = (self.taken + 1).min(SAMPLES);
    }

    /// `Some` if members or bytes rose from each sample to the next; `cycles` is the current number
    /// of cycles.
    pub(super) fn growing(&self, cycles: u64) -> Option<LeakEstimate> {
        if self.taken < SAMPLES {
            return None;
        }
        let rises = |of: fn(&Sample) -> u64| self.samples.windows(2).all(|pair| of(&pair[1]) > of(&pair[0]));
        if !rises(|sample| sample.members) && !rises(|sample| sample.bytes) {
            return None;
        }
        let (first, last) = (self.samples[0], self.samples[SAMPLES - 1]);
        let over = (last.cycle - first.cycle).max(1) as f64;
        Some(LeakEstimate {
            cycles,
            members_per_cycle: (last.members as f64 - first.members as f64) / over,
            bytes_per_cycle: if first.bytes == 0 { 0.0 } else { (last.bytes as f64 - first.bytes as f64) / over },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(cycles: u64, held: impl Fn(u64) -> (u64, u64)) -> Option<LeakEstimate> {
        let mut growth = LeakHeuristic::default();
        for cycle in 0..cycles {
            let (members, bytes) = held(cycle);
            if LeakHeuristic::is_sampled(cycle + 1) {
                growth.sample(cycle + 1, members, bytes);
            }
        }
        growth.growing(cycles)
    }

    #[test]
    fn a_scope_that_gains_a_member_each_cycle_grows() {
        let growing = after(100, |cycle| (5 + cycle, 0)).expect("it grows");
        assert_eq!((growing.members_per_cycle, growing.cycles), (1.0, 100));
        assert!(after(8, |cycle| (cycle, 0)).is_some(), "eight cycles are enough");
        assert_eq!(after(7, |cycle| (cycle, 0)), None);
    }

    #[test]
    fn one_whose_bytes_grow_does_too_and_a_steady_one_does_not() {
        assert!(after(40, |cycle| (5, 100 + cycle)).is_some());
        assert_eq!(after(1000, |_| (5, 100)), None);
        assert_eq!(after(1000, |cycle| (cycle % 3, 7)), None, "one that breathes");
        assert_eq!(after(1000, |cycle| (cycle.min(20), 7)), None, "one that has stopped");
    }
}
