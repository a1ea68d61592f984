//! The allocator of workspaces against a plain model of it: 10 million random steps over random
//! configurations.
//!
//! After every step all counts equal the model's and add up, and a randomly selected live
//! allocation holds its pattern. Each new allocation is compared with its neighbours in address
//! order, so all live ones are disjoint.

mod model;

use model::*;
use std::collections::BTreeMap;
use tenure::error::Status;
use tenure::memory::workspace::*;

/// 10 million in total.
const STEPS: u64 = 2_500_000;
/// The number of steps with one configuration.
const STEPS_EACH: u64 = 2_000;

/// splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

/// The workspace, the model, and the live allocations.
struct Pair {
    workspace: Workspace,
    model: Model,
    live: Vec<Live>,
    by_address: BTreeMap<usize, usize>,
    random: Random,
}

impl Pair {
    fn step(&mut self) {
        match self.random.below(64) {
            0..=2 => self.enter_or_leave(),
            3 if self.random.one_in(4) => self.toggle(),
            6 if self.random.one_in(64) => self.destroy(),
            7..=24 => self.release_any(),
            _ => self.allocate(),
        }
        let counters = self.workspace.counters();
        assert!(counters.adds_up(), "{counters:?}");
        assert_eq!(counters, self.model.counters());
        assert_eq!(self.workspace.moment(), (self.model.now, self.model.part() * self.model.k));
        if !self.live.is_empty() {
            let at = self.random.below(self.live.len() as u64) as usize;
            let live = &self.live[at];
            let byte = self.random.below(live.allocation.bytes() as u64) as usize;
            // SAFETY: inside a live allocation.
            assert_eq!(unsafe { *live.allocation.as_ptr().add(byte) }, live.pattern);
        }
    }

    fn size(&mut self) -> usize {
        let size = match self.random.below(32) {
            0 => 0,
            1..=4 => 64 * self.random.below(40),
            5 => self.random.below(20_000),
            _ => self.random.below(700),
        };
        size as usize
    }

    fn allocate(&mut self) {
        let (bytes, gradient) = (self.size(), self.random.one_in(8));
        let real = match gradient {
            true => self.workspace.allocate_gradient(bytes),
            false => self.workspace.allocate(bytes),
        };
        let (fails, learned) = (self.model.config.spill == Spill::Fail, self.model.size > 0);
        let always = self.model.config.allocation == AllocationPolicy::Always;
        let slab_size = if always { 0 } else { rounded(self.model.config.temp_block_size) };
        let (open, off, now) = (self.model.open, self.model.off > 0, self.model.now);
        let (asked, padded) = (bytes as u64, rounded(bytes as u64));
        let cycle = self.model.current();
        let inside = !off && cycle.size - cycle.used >= padded;
        if !open || (bytes > 0 && !inside && !off && fails && learned) {
            assert_eq!(real.map(|_| ()).expect_err("refused by the model").status(), Status::Workspace);
            return;
        }
        let real = real.expect("met by the model");
        assert_eq!((real.bytes(), real.cycle()), (bytes, if bytes > 0 { now } else { 0 }));
        assert_eq!(real.as_ptr() as usize % 64, 0);
        if bytes == 0 {
            return self.workspace.release(real);
        }
        assert_eq!(real.is_external(), !inside);
        if inside {
            assert_eq!(real.offset() as u64, cycle.used);
            cycle.used += padded;
            cycle.asked += asked;
            cycle.gradient += if gradient { asked } else { 0 };
        } else {
            cycle.out_asked += asked;
            cycle.out_live += asked;
            cycle.out_gradient += if gradient { asked } else { 0 };
            cycle.out_needed += if off { 0 } else { padded };
            let taken = match &mut cycle.slab {
                Some((of, left)) if *of == off && *left >= padded => {
                    *left -= padded;
                    0
                }
                slab if padded <= slab_size => {
                    *slab = Some((off, slab_size - padded));
                    slab_size
                }
                _ => padded,
            };
            *if off { &mut cycle.out_off } else { &mut cycle.out_spilled } += taken;
        }
        let start = real.as_ptr() as usize;
        let before = self.by_address.range(..=start).next_back();
        assert!(before.is_none_or(|(at, bytes)| at + bytes <= start), "it overlaps the one before");
        let after = self.by_address.range(start..).next();
        assert!(after.is_none_or(|(at, _)| start + bytes <= *at), "it overlaps the one after");
        self.by_address.insert(start, bytes);
        let pattern = self.random.next() as u8;
        // SAFETY: it was just allocated with this size.
        unsafe { real.as_ptr().write_bytes(pattern, bytes) };
        self.live.push(Live { allocation: real, gradient, pattern });
    }

    fn release_any(&mut self) {
        if !self.live.is_empty() {
            let at = self.random.below(self.live.len() as u64) as usize;
            self.release(at);
        }
    }

    fn release(&mut self, at: usize) {
        let Live { allocation, gradient, pattern } = self.live.swap_remove(at);
        let asked = allocation.bytes() as u64;
        // SAFETY: it is alive, has this size, and is not written meanwhile.
        let bytes = unsafe { std::slice::from_raw_parts(allocation.as_ptr(), allocation.bytes()) };
        assert!(bytes.iter().all(|byte| *byte == pattern), "its contents have changed");
        self.by_address.remove(&(allocation.as_ptr() as usize)).expect("it was alive");
        let of_gradient = if gradient { asked } else { 0 };
        let found = self.model.cycles.iter_mut().find(|cycle| cycle.number == allocation.cycle());
        match found {
            Some(cycle) if allocation.is_external() => {
                cycle.out_live -= asked;
                cycle.out_gradient -= of_gradient;
            }
            Some(cycle) => {
                cycle.released += asked;
                cycle.gradient -= of_gradient;
            }
            None => {
                self.model.pinned -= asked;
                self.model.deferred -= of_gradient;
            }
        }
        // The first is the call of the owner, the second that of all other threads.
        if self.random.one_in(3) { allocation.release() } else { self.workspace.release(allocation) }
    }

    fn release_cycle(&mut self, cycle: u64) {
        while let Some(at) = self.live.iter().position(|live| live.allocation.cycle() == cycle) {
            self.release(at);
        }
    }

    fn enter_or_leave(&mut self) {
        if self.model.open {
            self.workspace.begin_cycle().expect_err("one is open");
            self.leave();
        } else {
            self.enter();
        }
    }

    fn enter(&mut self) {
        // Most cycles release what the loop leaves behind, so that not every one is pinned.
        let oldest = self.model.cycles.front().expect("there is one").clone();
        if self.model.k > 1 && self.random.below(4) > 0 {
            self.release_cycle(oldest.number);
        }
        self.model.now += 1;
        assert_eq!(self.workspace.begin_cycle().expect("nothing is in the way"), self.model.now);
        self.model.open = true;
        if self.model.k > 1 {
            let oldest = self.model.cycles.pop_front().expect("there is one");
            let ended = self.model.end(oldest);
            self.model.cycles.push_back(ended);
        }
        let (part, now) = (self.model.part(), self.model.now);
        let current = self.model.current();
        current.number = now;
        current.size = current.size.max(part);
    }

    fn leave(&mut self) {
        let now = self.model.now;
        if self.model.k == 1 && self.random.below(4) > 0 {
            self.release_cycle(now);
        }
        let cycle = self.model.current().clone();
        let report = leave(&self.workspace);
        self.model.learn(cycle.used + cycle.out_needed);
        self.model.open = false;
        self.model.off = 0;
        if self.model.k == 1 {
            let ended = self.model.end(cycle.clone());
            let part = self.model.part();
            *self.model.current() = Cycle { size: ended.size.max(part), ..ended };
        }
        let expected = CycleReport {
            cycle: now,
            offset: cycle.used,
            spilled: cycle.out_spilled,
            padding: cycle.used - cycle.asked,
            pinned: Model::held(&cycle),
            learned: self.model.part() * self.model.k,
            refused: false,
        };
        assert_eq!(report, expected);
    }

    fn toggle(&mut self) {
        if self.random.one_in(2) {
            self.workspace.toggle_off().expect("the owner");
            self.model.off += u32::from(self.model.open);
        } else {
            self.workspace.toggle_on().expect("the owner");
            self.model.off = self.model.off.saturating_sub(1);
        }
    }

    fn destroy(&mut self) {
        self.workspace.destroy();
        let cycles = std::mem::take(&mut self.model.cycles);
        for cycle in cycles {
            self.model.end(cycle);
            self.model.cycles.push_back(Cycle::default());
        }
        (self.model.open, self.model.off) = (false, 0);
    }
}

/// Ends the open cycle.
fn leave(workspace: &Workspace) -> CycleReport {
    let mut report = None;
    workspace.end_cycle(|ended| report = Some(*ended));
    report.expect("a cycle is open")
}

fn configuration(random: &mut Random) -> Config {
    loop {
        let ring = random.one_in(3);
        let config = Config {
            initial_size: random.of(&[0, 0, 64, 1000, 20_000, 3 << 20]),
            max_size: random.of(&[0, 0, 4000, 50_000, 8 << 20]),
            min_size: random.of(&[0, 0, 3000]),
            overallocation_limit: if ring { random.of(&[1.0, 1.5, 2.25, 4.0]) } else { random.of(&[0.0, 0.3, 1.7]) },
            allocation: random.of(AllocationPolicy::ALL),
            learning: random.of(Learning::ALL),
            cycles_before_initialization: random.of(&[1, 1, 4]),
            spill: random.of(Spill::ALL),
            temp_block_size: random.of(&[0, 1000, 4096]),
            reset: if ring { Reset::EndOfBufferReached } else { Reset::BlockLeft },
            location: random.of(&[Location::Ram, Location::Ram, Location::Ram, Location::Mmap]),
            mode: random.of(&[Mode::Enabled, Mode::Enabled, Mode::Enabled, Mode::Single, Mode::None]),
            use_cycle_detector: random.one_in(4),
            strict: random.one_in(4),
            ..Config::default()
        };
        if config.check().is_ok() {
            return Config::from_json(&config.to_json()).expect("its own words");
        }
    }
}

fn run(seed: u64) {
    let mut random = Random(seed);
    let mut steps = 0;
    while steps < STEPS {
        let config = configuration(&mut random);
        let workspace = Workspace::new("model", config.clone()).expect("no contradiction, and there is room");
        let model = Model::new(&config);
        let random = Random(random.next());
        let mut pair = Pair { workspace, model, live: Vec::new(), by_address: BTreeMap::new(), random };
        for _ in 0..STEPS_EACH {
            pair.step();
        }
        steps += STEPS_EACH;
        // The rest is released after the workspace, in any order.
        let Pair { workspace, live, .. } = pair;
        drop(workspace);
        live.into_iter().for_each(|live| live.allocation.release());
    }
}

#[test]
fn ten_million_steps_1() {
    run(1);
}

#[test]
fn ten_million_steps_2() {
    run(2);
}

#[test]
fn ten_million_steps_3() {
    run(3);
}

#[test]
fn ten_million_steps_4() {
    run(4);
}
