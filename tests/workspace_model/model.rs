//! The plain model: the behaviour of a workspace by the sentences of the design, without regard to
//! speed.

use std::collections::VecDeque;
use tenure::memory::workspace::*;

/// The model of one cycle.
#[derive(Clone, Default)]
pub struct Cycle {
    pub number: u64,
    pub size: u64,
    pub used: u64,
    pub asked: u64,
    pub released: u64,
    pub gradient: u64,
    pub out_spilled: u64,
    pub out_off: u64,
    pub out_needed: u64,
    pub out_asked: u64,
    pub out_live: u64,
    pub out_gradient: u64,
    /// The slab that is being filled: whether its requests were made while toggled off, and how
    /// much of it is left.
    pub slab: Option<(bool, u64)>,
}

pub struct Live {
    pub allocation: Allocation,
    pub gradient: bool,
    pub pattern: u8,
}

pub struct Model {
    pub config: Config,
    pub k: u64,
    /// The oldest first, the current one last.
    pub cycles: VecDeque<Cycle>,
    pub now: u64,
    pub open: bool,
    pub off: u32,
    pub pinned: u64,
    pub deferred: u64,
    pub needs: u64,
    pub largest: u64,
    pub size: u64,
}

pub fn rounded(bytes: u64) -> u64 {
    bytes.div_ceil(64) * 64
}

impl Model {
    pub fn new(config: &Config) -> Model {
        let k = if config.reset == Reset::BlockLeft { 1 } else { (1.0 + config.overallocation_limit).floor() as u64 };
        let mut model = Model {
            config: config.clone(),
            k,
            cycles: vec![Cycle::default(); k as usize].into(),
            now: 0,
            open: false,
            off: 0,
            pinned: 0,
            deferred: 0,
            needs: 0,
            largest: 0,
            size: 0,
        };
        if config.initial_size > 0 && config.mode != Mode::None {
            model.size = model.enlarged(config.initial_size);
        }
        let part = model.part();
        model.cycles.iter_mut().for_each(|cycle| cycle.size = part);
        model
    }

    pub fn part(&self) -> u64 {
        self.size / self.k / 64 * 64
    }

    pub fn enlarged(&self, bytes: u64) -> u64 {
        let over = self.config.allocation == AllocationPolicy::Overallocate;
        let more = if over { (bytes as f64 * self.config.overallocation_limit).ceil() as u64 } else { 0 };
        self.cut(rounded(bytes + more))
    }

    pub fn cut(&self, size: u64) -> u64 {
        if self.config.max_size > 0 { size.min(self.config.max_size / 64 * 64) } else { size }
    }

    pub fn learn(&mut self, needed: u64) {
        let config = &self.config;
        if needed == 0 || config.allocation == AllocationPolicy::Always || config.mode == Mode::None {
            return;
        }
        self.needs += 1;
        self.largest = self.largest.max(needed);
        let training = config.learning == Learning::Training;
        let wait = if config.initial_size > 0 {
            0
        } else if training {
            config.cycles_before_initialization
        } else {
            1
        };
        let grows = training || config.spill == Spill::Reallocate;
        if self.needs == wait || (self.needs > wait && grows && needed > self.part()) {
            let learned = self.cut(self.enlarged(self.largest).max(rounded(config.min_size)));
            self.size = self.size.max(learned);
        }
    }

    pub fn end(&mut self, mut cycle: Cycle) -> Cycle {
        let held = cycle.asked - cycle.released;
        self.pinned += held + cycle.out_live;
        self.deferred += cycle.gradient + cycle.out_gradient;
        if held > 0 {
            cycle.size = 0;
        }
        Cycle { size: cycle.size, ..Cycle::default() }
    }

    pub fn current(&mut self) -> &mut Cycle {
        self.cycles.back_mut().expect("there is one at least")
    }

    pub fn held(cycle: &Cycle) -> u64 {
        cycle.asked - cycle.released + cycle.out_live
    }

    pub fn counters(&self) -> Counters {
        let mut sum = Counters { pinned: self.pinned, gradient_deferred: self.deferred, ..Counters::default() };
        for cycle in &self.cycles {
            sum.allocated += cycle.asked + cycle.out_asked;
            sum.live += cycle.asked - cycle.released;
            sum.unreferenced += cycle.released;
            sum.padding += cycle.used - cycle.asked;
            sum.free += cycle.size - cycle.used;
            sum.committed += cycle.size;
            sum.spilled += cycle.out_spilled;
            sum.toggled_off += cycle.out_off;
            sum.gradient_standard += cycle.gradient;
            sum.gradient_external += cycle.out_gradient;
        }
        sum
    }
}
