//! What ND4J's workspaces get wrong, as far as it is the memory's affair, and the rules that the model does not state.

use super::*;

fn workspace(config: Config) -> Workspace {
    Workspace::new("batch", config).expect("no contradiction")
}

/// One cycle with these requests, all released.
fn cycle(workspace: &Workspace, sizes: &[usize]) -> CycleReport {
    workspace.enter().expect("nothing is in the way");
    for size in sizes {
        let allocation = workspace.allocate(*size).expect("there is room");
        fill(&allocation, 7);
        workspace.release(allocation);
    }
    workspace.leave("").expect("it is entered").expect("the outermost")
}

fn fill(allocation: &Allocation, value: u8) {
    // SAFETY: it is ours and that long.
    unsafe { allocation.as_ptr().write_bytes(value, allocation.bytes()) };
}

fn first(allocation: &Allocation) -> u8 {
    // SAFETY: it is ours and not empty.
    unsafe { *allocation.as_ptr() }
}

fn ring(cycles: u32) -> Config {
    Config { reset: Reset::EndOfBufferReached, overallocation_limit: f64::from(cycles - 1), ..Config::default() }
}

#[test]
fn after_the_learning_cycle_all_comes_from_the_block() {
    let workspace = workspace(Config::default());
    let report = cycle(&workspace, &[100, 1000, 10_000]);
    assert_eq!((report.offset, report.spilled, report.learned), (0, 11_200, 14_592));
    for _ in 0..3 {
        let report = cycle(&workspace, &[100, 1000, 10_000]);
        assert_eq!((report.offset, report.spilled), (11_200, 0));
    }
}

#[test]
fn a_cycle_of_the_past_is_stale_by_name() {
    let workspace = workspace(Config::default());
    for _ in 0..42 {
        cycle(&workspace, &[8]);
    }
    let now = workspace.enter().expect("not entered");
    workspace.check(now).expect("the open one");
    let error = workspace.check(41).expect_err("long ago");
    assert_eq!(error.status(), Status::InvalidHandle);
    assert_eq!(error.message(), "tensor of cycle 41 of workspace 'batch', now in cycle 43");
    assert!(workspace.check(44).is_err() && workspace.check(0).is_err());
    workspace.leave("").expect("entered");
    assert!(workspace.check(43).is_err(), "a block's cycle ends when it is left");
}

#[test]
fn a_ring_keeps_each_cycle_until_k_more_are_entered() {
    let workspace = workspace(ring(3));
    for turn in 1..20u64 {
        let now = workspace.enter().expect("not entered");
        assert_eq!(now, turn);
        for old in now.saturating_sub(5).max(1)..now {
            assert_eq!(workspace.check(old).is_ok(), old + 3 > now, "{old} in {now}");
        }
        let allocation = workspace.allocate(500).expect("there is room");
        workspace.leave("").expect("entered");
        workspace.check(now).expect("valid past its leave");
        workspace.release(allocation);
    }
    assert!(workspace.counters().adds_up());
}

#[test]
fn a_ring_without_a_block_meets_requests_outside_and_frees_them() {
    let workspace = workspace(ring(2));
    workspace.enter().expect("not entered");
    let held = workspace.allocate(1 << 20).expect("outside");
    assert!(held.is_external());
    workspace.release(held);
    workspace.leave("").expect("entered");
    cycle(&workspace, &[64]);
    assert_eq!(workspace.counters().spilled, 1 << 20, "the first cycle did not come round yet");
    cycle(&workspace, &[64]);
    assert_eq!(workspace.counters().spilled, 0);
    // Refused at once where the policy says so.
    let config = Config { initial_size: 128, spill: Spill::Fail, ..ring(2) };
    let workspace = super::tests::workspace(config);
    workspace.enter().expect("not entered");
    let error = workspace.allocate(1 << 20).expect_err("it does not fit");
    assert_eq!(error.status(), Status::Workspace);
    assert!(error.message().contains("1048576 bytes asked for, 128 of 128 are free"), "{error}");
    assert_eq!(workspace.counters().allocated, 0, "nothing has changed");
    workspace.leave("").expect("entered");
}

#[test]
fn entering_a_b_a_resets_nothing() {
    let (a, b) = (workspace(Config::default()), workspace(Config::default()));
    a.enter().expect("not entered");
    let held = a.allocate(64).expect("there is room");
    fill(&held, 9);
    b.enter().expect("not entered");
    assert_eq!(a.enter().expect("one deeper"), 1);
    assert!(a.leave("").expect("entered").is_none(), "an inner one ends nothing");
    a.check(held.cycle()).expect("still open");
    b.leave("").expect("entered");
    assert_eq!(first(&held), 9);
    a.release(held);
    a.leave("").expect("entered").expect("the outermost");
    assert_eq!(a.leave("").expect_err("not entered").status(), Status::Workspace);
    let careful = workspace(Config { use_cycle_detector: true, ..Config::default() });
    careful.enter().expect("not entered");
    let error = careful.enter().expect_err("the detector refuses");
    assert!(error.message().contains("'batch'") && error.message().contains("useCycleDetector"), "{error}");
    careful.leave("").expect("still entered once").expect("the outermost");
}

#[test]
fn a_pinned_block_goes_to_its_pins_and_the_next_cycle_has_its_own() {
    let workspace = workspace(Config { initial_size: 4096, ..Config::default() });
    workspace.enter().expect("not entered");
    let (kept, other) = (workspace.allocate(100).expect("room"), workspace.allocate(200).expect("room"));
    fill(&kept, 5);
    workspace.release(other);
    assert_eq!(workspace.leave("").expect("entered").expect("outermost").pinned, 100);
    let counters = workspace.counters();
    assert_eq!((counters.pinned, counters.live, counters.committed), (100, 0, counters.free));
    workspace.enter().expect("not entered");
    let new = workspace.allocate(1000).expect("room");
    fill(&new, 6);
    assert!(!new.is_external() && first(&kept) == 5, "another block");
    workspace.release(new);
    workspace.leave("").expect("entered");
    // The last pin may go on any thread, after the workspace.
    drop(workspace);
    std::thread::spawn(move || (first(&kept), kept.release()).0)
        .join()
        .map(|byte| assert_eq!(byte, 5))
        .expect("it ends");
}

#[test]
fn strict_refuses_to_leave_pins_and_says_which() {
    let workspace = workspace(Config { strict: true, ..Config::default() });
    workspace.enter().expect("not entered");
    let kept = workspace.allocate(100).expect("room");
    let error = workspace.leave("a tape").expect_err("pinned");
    assert_eq!(error.message(), "workspace 'batch': 100 bytes of cycle 1 are still held by a tape (strict)");
    workspace.check(1).expect("the cycle is still open");
    kept.release();
    workspace.leave("").expect("released").expect("the outermost");
}

#[test]
fn max_size_holds_under_every_spill_policy() {
    for spill in [Spill::External, Spill::Reallocate] {
        for learning in [Learning::Optimized, Learning::Training] {
            let workspace = workspace(Config { max_size: 10_000, spill, learning, ..Config::default() });
            for needed in [100, 9_000, 50_000, 200, 50_000] {
                cycle(&workspace, &[needed]);
                assert!(workspace.committed() <= 10_000);
            }
        }
    }
}

#[test]
fn toggled_off_bytes_go_with_the_cycle() {
    let workspace = workspace(Config { initial_size: 4096, ..Config::default() });
    workspace.enter().expect("not entered");
    workspace.toggle_off().expect("owner");
    workspace.toggle_off().expect("owner");
    let outside = workspace.allocate(100).expect("room");
    workspace.toggle_on().expect("owner");
    assert!(workspace.allocate(0).is_ok() && outside.is_external());
    workspace.toggle_on().expect("owner");
    let inside = workspace.allocate(100).expect("room");
    assert!(!inside.is_external());
    assert_eq!(workspace.counters().toggled_off, 128);
    workspace.release(outside);
    workspace.release(inside);
    workspace.leave("").expect("entered");
    assert_eq!(workspace.counters().toggled_off, 0);
}

#[test]
fn small_spills_share_slabs() {
    let config =
        Config { initial_size: 64, allocation: AllocationPolicy::Strict, temp_block_size: 4096, ..Config::default() };
    let workspace = workspace(config);
    workspace.enter().expect("not entered");
    let held: Vec<_> = (0..65).map(|_| workspace.allocate(64).expect("room")).collect();
    assert_eq!(workspace.counters().spilled, 4096, "64 of them in one slab");
    let large = workspace.allocate(5000).expect("room");
    let next = workspace.allocate(64).expect("room");
    assert_eq!(workspace.counters().spilled, 4096 + 5056 + 4096);
    held.into_iter().chain([large, next]).for_each(|allocation| workspace.release(allocation));
    workspace.leave("").expect("entered");
    assert_eq!(workspace.counters().external(), 0);
}

#[test]
fn always_gives_each_request_a_block_of_its_own() {
    for config in [
        Config { allocation: AllocationPolicy::Always, temp_block_size: 4096, ..Config::default() },
        Config { mode: Mode::None, ..Config::default() },
    ] {
        let workspace = workspace(config);
        for _ in 0..3 {
            let report = cycle(&workspace, &[100, 100]);
            assert_eq!((report.spilled, report.learned, workspace.committed()), (256, 0, 0));
        }
    }
}

#[test]
fn marked_bytes_are_counted_by_where_they_are() {
    let workspace = workspace(Config { initial_size: 128, allocation: AllocationPolicy::Strict, ..Config::default() });
    workspace.enter().expect("not entered");
    let inside = workspace.allocate_marked(100).expect("room");
    let outside = workspace.allocate_marked(200).expect("room");
    let of = |c: Counters| (c.marked_standard, c.marked_external, c.marked_deferred);
    assert_eq!(of(workspace.counters()), (100, 200, 0));
    workspace.leave("").expect("entered");
    assert_eq!(of(workspace.counters()), (0, 0, 300));
    workspace.release(inside);
    assert_eq!(of(workspace.counters()), (0, 0, 200));
    outside.release();
    assert_eq!(of(workspace.counters()), (0, 0, 0));
}

#[test]
fn a_foreign_thread_is_refused_by_name_or_shares_under_a_lock() {
    let mine = workspace(Config::default());
    mine.enter().expect("not entered");
    let error = std::thread::scope(|scope| scope.spawn(|| mine.allocate(64).map(|_| ())).join().expect("no panic"));
    let error = error.expect_err("another thread's");
    assert!(error.status() == Status::Workspace && error.message().contains("'batch'"), "{error}");
    mine.leave("").expect("entered");
    let shared = workspace(Config { mode: Mode::Single, initial_size: 1 << 20, ..Config::default() });
    shared.enter().expect("not entered");
    std::thread::scope(|scope| {
        for value in 0..4u8 {
            let shared = &shared;
            scope.spawn(move || {
                for round in 0..if cfg!(miri) { 20 } else { 2000usize } {
                    let allocation = shared.allocate(1 + round % 700).expect("room");
                    fill(&allocation, value);
                    std::thread::yield_now();
                    assert_eq!(first(&allocation), value);
                    shared.release(allocation);
                }
            });
        }
    });
    let counters = shared.counters();
    assert!(counters.adds_up() && counters.live == 0, "{counters:?}");
    shared.leave("").expect("entered");
}

#[test]
fn errors_change_nothing() {
    let workspace = workspace(Config { initial_size: 4096, ..Config::default() });
    assert_eq!(workspace.allocate(8).map(|_| ()).expect_err("not entered").status(), Status::Workspace);
    workspace.enter().expect("not entered");
    let before = workspace.counters();
    for bytes in [usize::MAX, usize::MAX - 63, 1 << 60, (1 << 47) + 1] {
        assert_eq!(workspace.allocate(bytes).map(|_| ()).expect_err("too much").status(), Status::OutOfMemory);
    }
    let refused = workspace.allocate(1 << 46).map(|_| ()).expect_err("above the limit");
    assert_eq!(refused.status(), Status::LimitExceeded);
    assert_eq!(workspace.counters(), before);
    workspace.leave("").expect("entered");
    let huge = Config { initial_size: 1 << 46, ..Config::default() };
    let error = Workspace::new("batch", huge).map(|_| ()).expect_err("above the limit");
    assert!(error.status() == Status::LimitExceeded && error.message().contains("'batch'"), "{error}");
}

#[test]
fn destroyed_it_has_nothing_and_can_begin_again() {
    let workspace = workspace(Config { initial_size: 1 << 20, ..Config::default() });
    workspace.enter().expect("not entered");
    let kept = workspace.allocate(64).expect("room");
    workspace.destroy();
    assert_eq!((workspace.committed(), workspace.pinned()), (0, 64));
    assert!(workspace.check(1).is_err());
    kept.release();
    assert_eq!(cycle(&workspace, &[64]).spilled, 0, "the block is there again");
    assert!(workspace.committed() > 0 && workspace.pinned() == 0);
}
