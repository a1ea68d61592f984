//! Promises 2 and 5: every allocation is freed exactly once, limits are never exceeded, and a
//! failed call changes nothing.
//!
//! Each device has its own pool and account, with the same promises.

use crate::POOLS;
use crate::world::alone;
use std::time::{Duration, Instant};
use tenure::device::Device;
use tenure::error::Status;
use tenure::memory::{self, PoolStats, Storage};

fn alloc(device: Device, bytes: usize) -> Storage {
    Storage::alloc(device, bytes).expect("there is room")
}

fn stats(device: Device) -> PoolStats {
    memory::stats(device).expect("it is there")
}

#[test]
fn live_bytes_are_exact_to_the_byte() {
    let _alone = alone();
    for &device in POOLS {
        let before = stats(device).live_bytes;
        let sizes = [0, 1, 63, 64, 65, 1000, 32 << 10, (32 << 10) + 1, 1 << 20, (5 << 20) + 3];
        let mut held = Vec::new();
        let mut expected = before;
        for size in sizes {
            held.push(alloc(device, size));
            expected += size as u64;
            assert_eq!(stats(device).live_bytes, expected, "after {size}");
        }
        while let Some(storage) = held.pop() {
            expected -= storage.bytes() as u64;
            let second = storage.clone();
            drop(storage);
            assert_eq!(stats(device).live_bytes, expected + second.bytes() as u64, "a second reference keeps it");
            drop(second);
            assert_eq!(stats(device).live_bytes, expected);
        }
        assert_eq!(expected, before);
    }
}

#[test]
fn a_loop_that_repeats_makes_no_system_allocation() {
    let _alone = alone();
    for &device in POOLS {
        let cycle = || {
            let held: Vec<Storage> =
                [64, 8192, 100_000, 3 << 20, 8192, 40_960].into_iter().map(|bytes| alloc(device, bytes)).collect();
            drop(held);
        };
        cycle();
        let warm = stats(device);
        for _ in 0..1000 {
            cycle();
        }
        let after = stats(device);
        assert_eq!(after.system_allocations, warm.system_allocations);
        assert_eq!(after.reserved_bytes, warm.reserved_bytes);
        assert_eq!(after.reuses - warm.reuses, after.allocations - warm.allocations);
    }
}

/// The upper limit of what may be left of memory for small blocks: the thread's cache, and a span
/// for what is still alive.
const LEFT: u64 = 3 << 20;

#[test]
fn small_blocks_go_back_to_the_system() {
    let _alone = alone();
    for &device in POOLS {
        memory::trim_all();
        let before = stats(device).reserved_bytes;
        let mut held: Vec<Storage> = (0..64 << 10).map(|_| alloc(device, 900)).collect();
        assert!(stats(device).reserved_bytes >= before + (60 << 20));
        let last = held.pop();
        let first = held.swap_remove(0);
        drop(held);
        memory::trim_all();
        let after = stats(device).reserved_bytes;
        assert!(after < before + LEFT, "{after} bytes after the trim, {before} before");
        drop((first, last));
        memory::trim_all();
        assert!(stats(device).reserved_bytes <= before + (64 << 10));
        // As before, from new spans.
        let again: Vec<Storage> = (0..10_000).map(|_| alloc(device, 900)).collect();
        drop(again);
    }
}

#[test]
fn what_nobody_uses_goes_back_by_itself() {
    let _alone = alone();
    for &device in POOLS {
        memory::trim_all();
        let before = stats(device).reserved_bytes;
        memory::set_decay(Duration::from_millis(20));
        drop((0..64 << 10).map(|_| alloc(device, 900)).collect::<Vec<Storage>>());
        drop((0..8).map(|_| alloc(device, 4 << 20)).collect::<Vec<Storage>>());
        let since = Instant::now();
        while stats(device).reserved_bytes >= before + LEFT {
            assert!(since.elapsed() < Duration::from_secs(60), "{:?}", stats(device));
            std::thread::sleep(Duration::from_millis(5));
        }
        memory::set_decay(Duration::from_secs(10));
    }
}

/// A loop whose cycles are shorter than the period keeps its memory, however much was freed in
/// between.
#[test]
fn what_was_used_within_the_period_stays() {
    let _alone = alone();
    for &device in POOLS {
        memory::set_decay(Duration::from_secs(3600));
        memory::trim_all();
        let cycle = || {
            let held: Vec<Storage> =
                [64, 900, 8192, 100_000, 200 << 20].into_iter().map(|bytes| alloc(device, bytes)).collect();
            drop((0..1_000).map(|_| alloc(device, 900)).collect::<Vec<Storage>>());
            drop(held);
        };
        // Outside of the loop, once.
        drop((0..10_000).map(|_| alloc(device, 500)).collect::<Vec<Storage>>());
        (0..2).for_each(|_| cycle());
        let warm = stats(device);
        for _ in 0..5 {
            memory::give_idle_back();
            cycle();
        }
        let after = stats(device);
        assert_eq!(after.system_allocations, warm.system_allocations, "the loop uses what it has");
        assert!(after.reserved_bytes < warm.reserved_bytes - (3 << 20), "what was made beside it has gone");
        memory::give_idle_back();
        memory::give_idle_back();
        assert!(stats(device).reserved_bytes < after.reserved_bytes - (199 << 20), "200 MiB were kept");
        memory::set_decay(Duration::from_secs(10));
    }
}

/// Memory of small blocks becomes available for large ones when a limit would be exceeded.
#[test]
fn small_blocks_make_room_for_large_ones() {
    let _alone = alone();
    for &device in POOLS {
        memory::trim_all();
        let before = stats(device);
        memory::set_limit(device, before.reserved_bytes + (72 << 20)).expect("it is there");
        for _ in 0..3 {
            drop((0..64 << 10).map(|_| alloc(device, 900)).collect::<Vec<Storage>>());
            drop((0..60).map(|_| alloc(device, 1 << 20)).collect::<Vec<Storage>>());
            let reserved = stats(device).reserved_bytes;
            assert!(reserved <= before.reserved_bytes + (76 << 20), "{reserved} bytes reserved");
        }
        memory::set_limit(device, 0).expect("it is there");
        memory::trim_all();
    }
}

#[test]
fn the_limit_holds_to_the_byte_and_a_refusal_changes_nothing() {
    let _alone = alone();
    for &device in POOLS {
        let before = stats(device).live_bytes;
        memory::set_limit(device, before + 10_000).expect("it is there");
        let first = alloc(device, 9_000);
        let error = Storage::alloc(device, 1_001).err().expect("one byte too many");
        assert_eq!(error.status(), Status::LimitExceeded);
        assert!(error.message().starts_with("1001 bytes asked for"), "{error}");
        assert_eq!(stats(device).live_bytes, before + 9_000);
        let second = alloc(device, 1_000);
        assert!(Storage::alloc(device, 1).is_err());
        drop(first);
        drop(alloc(device, 9_000));
        drop(second);
        memory::set_limit(device, 0).expect("it is there");
        assert_eq!(stats(device).live_bytes, before);
    }
}

#[test]
fn a_thread_that_sleeps_on_credit_does_not_make_others_fail() {
    let _alone = alone();
    let device = POOLS[0];
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let (ready, is_ready) = std::sync::mpsc::channel::<()>();
    let sleeper = std::thread::spawn(move || {
        drop(alloc(device, 100)); // the thread now has about 64 KiB of credit
        ready.send(()).expect("the test waits");
        wait.recv().expect("the test tells");
    });
    is_ready.recv().expect("the thread tells");
    memory::set_limit(device, stats(device).live_bytes + 1_000).expect("it is there");
    drop(alloc(device, 1_000));
    memory::set_limit(device, 0).expect("it is there");
    go.send(()).expect("the thread waits");
    sleeper.join().expect("it does not panic");
}

#[test]
fn what_no_machine_has_is_refused_and_counted() {
    let _alone = alone();
    for &device in POOLS {
        memory::set_limit(device, u64::MAX).expect("it is there");
        let before = stats(device);
        for bytes in [1usize << 46, 1 << 62] {
            let error = Storage::alloc(device, bytes).err().expect("nobody has that");
            assert_eq!(error.status(), Status::OutOfMemory);
        }
        let after = stats(device);
        memory::set_limit(device, 0).expect("it is there");
        assert_eq!(after.out_of_memory, before.out_of_memory + 2);
        assert_eq!(after.live_bytes, before.live_bytes);
        assert_eq!(after.retries, before.retries + 1);
    }
}

#[test]
fn trimming_gives_freed_blocks_back() {
    let _alone = alone();
    for &device in POOLS {
        drop(alloc(device, 1)); // the first storage of a process takes the chunk for small blocks, which stays
        memory::trim_all();
        let before = stats(device).reserved_bytes;
        drop(alloc(device, 8 << 20));
        assert!(stats(device).reserved_bytes >= before + (8 << 20));
        memory::trim_all();
        assert_eq!(stats(device).reserved_bytes, before);
    }
}

#[test]
fn the_peak_is_what_was_alive_at_once() {
    let _alone = alone();
    for &device in POOLS {
        memory::reset_peak(device).expect("it is there");
        let before = stats(device);
        assert_eq!(before.peak_bytes, before.live_bytes);
        for _ in 0..100 {
            let _a = alloc(device, 1_000);
            let _b = alloc(device, 2_000);
        }
        drop(alloc(device, 2_500));
        assert_eq!(stats(device).peak_bytes, before.live_bytes + 3_000);
    }
}

#[test]
fn threads_that_pass_blocks_on_lose_none() {
    let _alone = alone();
    for &device in POOLS {
        let before = stats(device).live_bytes;
        for _ in 0..20 {
            let (send, receive) = std::sync::mpsc::channel::<Storage>();
            let maker = std::thread::spawn(move || {
                for i in 0..2_000usize {
                    send.send(alloc(device, i * 37 % 5_000)).expect("the taker runs");
                }
            });
            let taker = std::thread::spawn(move || receive.into_iter().map(|s| s.bytes()).sum::<usize>());
            maker.join().expect("no panic");
            assert_eq!(taker.join().expect("no panic"), (0..2_000usize).map(|i| i * 37 % 5_000).sum::<usize>());
        }
        assert_eq!(stats(device).live_bytes, before);
    }
}
