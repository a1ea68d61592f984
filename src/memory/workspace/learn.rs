//! Learns the size of the block from the sizes of cycles.
//!
//! Invariant: the size is a multiple of 64, never above `max_size`, never less than before, and
//! large enough for the largest cycle it was learned from unless `max_size` cuts it. A cycle that
//! `max_size` cuts does not end learning: the next one is used as well.

use super::config::{Allocation, Config, Learning, Mode, Spill};

/// The learned size of one workspace, and what it is learned from.
pub(super) struct Learner {
    ratio: f64,
    min: u64,
    max: u64,
    /// Cycles that the workspace holds at once, each in a block of its own.
    cycles_held: u64,
    learning: Learning,
    reallocate: bool,
    /// There is never a block.
    never: bool,
    /// Cycles to observe before the first block.
    ahead: u64,
    largest: u64,
    size: u64,
    /// The size for one cycle.
    cycle_size: u64,
}

impl Learner {
    pub(super) fn new(config: &Config) -> Learner {
        let over = config.allocation == Allocation::Overallocate;
        let max = if config.max_size == 0 { u64::MAX } else { config.max_size };
        let mut learner = Learner {
            ratio: if over { config.overallocation_limit } else { 0.0 },
            min: config.min_size,
            max: max & !63,
            cycles_held: config.cycles_held(),
            learning: config.learning,
            reallocate: config.spill == Spill::Reallocate,
            never: config.allocation == Allocation::Always || config.mode == Mode::None,
            ahead: match config.learning {
                Learning::Training => config.cycles_before_initialization,
                Learning::None | Learning::Optimized => 1,
            },
            largest: 0,
            size: 0,
            cycle_size: 0,
        };
        if config.initial_size > 0 && !learner.never {
            learner.ahead = 0;
            learner.set(learner.with_ratio(config.initial_size));
        }
        learner
    }

    /// The size of one cycle's block; 0 while there is none.
    pub(super) fn cycle_size(&self) -> u64 {
        self.cycle_size
    }

    /// The size of all blocks.
    pub(super) fn size(&self) -> u64 {
        self.cycle_size * self.cycles_held
    }

    /// Whether the size is known.
    pub(super) fn is_learned(&self) -> bool {
        self.size > 0
    }

    /// Records the size that an ended cycle needed, including rounding and memory outside.
    pub(super) fn see(&mut self, needed: u64) {
        // A cycle without requests is ignored.
        if self.never || needed == 0 {
            return;
        }
        self.largest = self.largest.max(needed);
        if self.ahead > 0 {
            // Without learning, the first spill creates the block, which REALLOCATE grows.
            self.ahead -= 1;
            if self.ahead == 0 {
                self.set(self.learned());
            }
        } else if (self.reallocate || self.learning == Learning::Training) && needed > self.cycle_size {
            self.set(self.size.max(self.learned()));
        }
    }

    /// Ends the observation: the size follows from the cycles so far, or is the minimum. `false` if
    /// there is neither.
    pub(super) fn decide(&mut self) -> bool {
        if !self.is_learned() && !self.never && (self.largest > 0 || self.min > 0) {
            self.ahead = 0;
            self.set(self.learned());
        }
        self.is_learned()
    }

    fn set(&mut self, size: u64) {
        self.size = size;
        self.cycle_size = (size / self.cycles_held) & !63;
    }

    fn learned(&self) -> u64 {
        self.with_ratio(self.largest.max(1)).max(self.min.next_multiple_of(64)).min(self.max)
    }

    fn with_ratio(&self, bytes: u64) -> u64 {
        // Exact without a ratio; with one, sizes are far below 2^53.
        let more = (bytes as f64 * self.ratio).ceil() as u64;
        bytes.saturating_add(more).min(1 << 60).next_multiple_of(64).min(self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::Reset;
    use super::*;

    fn sizes(config: Config, cycles: &[u64]) -> Vec<u64> {
        config.check().expect("no contradiction");
        let mut learner = Learner::new(&config);
        cycles.iter().map(|needed| (learner.see(*needed), learner.size()).1).collect()
    }

    #[test]
    fn optimized_sizes_from_the_first_cycle_that_asks_for_something() {
        assert_eq!(sizes(Config::default(), &[0, 6400, 64000]), [0, 8320, 8320]);
        let strict = Config { allocation: Allocation::Strict, ..Config::default() };
        assert_eq!(sizes(strict, &[6400, 64000]), [6400, 6400]);
    }

    #[test]
    fn training_sizes_after_its_cycles_and_regrows() {
        let config = Config {
            allocation: Allocation::Strict,
            learning: Learning::Training,
            cycles_before_initialization: 3,
            ..Config::default()
        };
        assert_eq!(sizes(config, &[640, 1280, 64, 64, 6400, 64]), [0, 0, 1280, 1280, 6400, 6400]);
    }

    #[test]
    fn overallocation_applies_to_every_size_not_only_the_first() {
        let config = Config { learning: Learning::Training, overallocation_limit: 0.5, ..Config::default() };
        assert_eq!(sizes(config.clone(), &[640, 6400]), [960, 9600]);
        let initial = Config { initial_size: 640, ..config };
        assert_eq!(Learner::new(&initial).size(), 960);
        assert_eq!(sizes(initial, &[6400]), [9600]);
    }

    #[test]
    fn reallocate_goes_on_after_a_cycle_that_needed_the_cap() {
        let config = Config { spill: Spill::Reallocate, max_size: 1000, ..Config::default() };
        assert_eq!(sizes(config.clone(), &[64, 640, 5000, 6000]), [128, 832, 960, 960]);
        let config = Config { learning: Learning::None, max_size: 0, ..config };
        assert_eq!(sizes(config, &[64, 64, 640]), [128, 128, 832]);
    }

    #[test]
    fn min_size_raises_and_max_size_cuts() {
        let config = Config { min_size: 5000, max_size: 8000, ..Config::default() };
        assert_eq!(sizes(config.clone(), &[64]), [5056]);
        assert_eq!(sizes(config, &[1 << 40]), [8000]);
    }

    #[test]
    fn each_part_of_a_ring_holds_the_largest_cycle() {
        for ratio in [1.0, 1.7, 2.0, 3.3, 9.99] {
            let config = Config { reset: Reset::EndOfBufferReached, overallocation_limit: ratio, ..Config::default() };
            for needed in [64, 640, 64 * 12345] {
                let mut learner = Learner::new(&config);
                learner.see(needed);
                assert!(learner.cycle_size() >= needed && learner.cycle_size().is_multiple_of(64), "{ratio} {needed}");
            }
        }
    }
}
