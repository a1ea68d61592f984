//! Workspaces and the memory of the process: limits are kept, all memory is returned, and a loop
//! that has learned its size requests no more.
//!
//! The process has one account, so these tests take turns.

use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use tenure::device::Device;
use tenure::error::Status;
use tenure::memory::workspace::{Allocation, Config, CycleReport, Learning, Workspace};
use tenure::memory::{self, PoolStats};

/// Ends the open cycle.
fn leave(workspace: &Workspace) -> CycleReport {
    let mut report = None;
    workspace.end_cycle(|ended| report = Some(*ended));
    report.expect("a cycle is open")
}

static TURN: Mutex<()> = Mutex::new(());

fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn workspace(config: Config) -> Workspace {
    Workspace::new("batch", config).expect("there is room")
}

fn held(stats: PoolStats) -> u64 {
    stats.live_bytes
}

#[test]
fn committed_bytes_count_as_alive_until_the_last_pin_goes() {
    let _turn = turn();
    let before = held(memory::cpu_stats());
    let batch = workspace(Config { initial_size: 1 << 20, overallocation_limit: 0.0, ..Config::default() });
    assert_eq!(held(memory::cpu_stats()), before + (1 << 20));
    batch.begin_cycle().expect("not entered");
    let pinned = batch.allocate(100).expect("room");
    leave(&batch);
    assert_eq!(held(memory::cpu_stats()), before + (2 << 20), "the pin has the first block");
    drop(batch);
    assert_eq!(held(memory::cpu_stats()), before + (1 << 20));
    std::thread::spawn(move || pinned.release()).join().expect("it ends");
    assert_eq!(held(memory::cpu_stats()), before);
    assert_eq!(memory::cpu_stats().reserved_bytes % 4096, 0);
}

#[test]
fn a_limit_refuses_blocks_and_what_goes_outside() {
    let _turn = turn();
    let limit = held(memory::cpu_stats()) + (8 << 20);
    memory::set_limit(Device::Cpu, limit).expect("it is there");
    let refused = Workspace::new("batch", Config { initial_size: 9 << 20, ..Config::default() });
    assert_eq!(refused.map(|_| ()).expect_err("above the limit").status(), Status::LimitExceeded);
    let batch = workspace(Config { learning: Learning::Training, ..Config::default() });
    batch.begin_cycle().expect("not entered");
    let large = batch.allocate(7 << 20).expect("below the limit");
    let more = batch.allocate(2 << 20).map(|_| ()).expect_err("above the limit");
    assert_eq!(more.status(), Status::LimitExceeded);
    batch.release(large);
    let report = leave(&batch);
    assert!(report.refused && batch.committed() == 0, "{report:?}");
    assert!(batch.counters().adds_up());
    // The refused block is requested again.
    memory::set_limit(Device::Cpu, 0).expect("it is there");
    batch.begin_cycle().expect("not entered");
    assert!(batch.committed() >= 7 << 20);
    leave(&batch);
}

#[test]
fn a_loop_that_has_learned_asks_nobody() {
    let _turn = turn();
    let batch = workspace(Config::default());
    let cycle = || {
        batch.begin_cycle().expect("not entered");
        for size in [64, 1000, 40_000, 5] {
            let allocation = batch.allocate(size).expect("room");
            // SAFETY: it was just allocated with this size.
            unsafe { allocation.as_ptr().write_bytes(1, size) };
            batch.release(allocation);
        }
        leave(&batch);
    };
    (0..100).for_each(|_| cycle());
    let (before, resident) = (memory::cpu_stats(), resident());
    (0..100_000).for_each(|_| cycle());
    let after = memory::cpu_stats();
    assert_eq!(
        (after.allocations, after.system_allocations, after.live_bytes),
        (before.allocations, before.system_allocations, before.live_bytes)
    );
    // Rust's allocator may keep something, but a page per cycle would be more.
    assert!(self::resident() <= resident + (1 << 20), "{resident} bytes before, {} after", self::resident());
}

/// Resident bytes; 0 if the system does not report them in this way.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    let bytes = line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024;
    assert!(bytes > 0 || cfg!(not(target_os = "linux")));
    bytes
}

#[test]
fn pins_that_go_on_other_threads_while_cycles_end_free_each_block_once() {
    let _turn = turn();
    let before = held(memory::cpu_stats());
    let batch = workspace(Config { initial_size: 64 << 10, temp_block_size: 4096, ..Config::default() });
    std::thread::scope(|scope| {
        let senders: Vec<_> = (0..3)
            .map(|_| {
                let (sender, receiver) = mpsc::sync_channel::<(Allocation, u8)>(64);
                scope.spawn(move || {
                    for (allocation, value) in receiver {
                        // SAFETY: it is not released, so its bytes may be read.
                        let bytes = unsafe { std::slice::from_raw_parts(allocation.as_ptr(), allocation.bytes()) };
                        assert!(bytes.iter().all(|byte| *byte == value), "reused while it was pinned");
                        allocation.release();
                    }
                });
                sender
            })
            .collect();
        for cycle in 0..5_000usize {
            batch.begin_cycle().expect("not entered");
            for turn in 0..8 {
                let bytes = 1 + (cycle * 37 + turn * 1013) % 20_000;
                let allocation = batch.allocate(bytes).expect("room");
                let value = (cycle + turn) as u8;
                // SAFETY: it was just allocated with this size.
                unsafe { allocation.as_ptr().write_bytes(value, bytes) };
                match senders.get((cycle + turn) % 5) {
                    Some(sender) => sender.send((allocation, value)).expect("it listens"),
                    None => batch.release(allocation),
                }
            }
            leave(&batch);
            let counters = batch.counters();
            assert!(counters.adds_up() && counters.live == 0, "{counters:?}");
        }
    });
    assert_eq!((batch.pinned(), batch.counters().external()), (0, 0));
    drop(batch);
    assert_eq!(held(memory::cpu_stats()), before);
}
