//! What ND4J's workspaces get wrong, as far as it is the memory's affair, and the rules that the
//! model does not state.

use super::*;

fn workspace(config: Config) -> Workspace {
    Workspace::new("batch", config).expect("no contradiction")
}

/// Ends the open cycle.
fn leave(workspace: &Workspace) -> CycleReport {
    let mut report = None;
    workspace.end_cycle(|ended| report = Some(*ended));
    report.expect("a cycle is open")
}

/// One cycle with these requests, all released.
fn cycle(workspace: &Workspace, sizes: &[usize]) -> CycleReport {
    workspace.begin_cycle().expect("nothing is in the way");
    for size in sizes {
        let allocation = workspace.allocate(*size).expect("there is room");
        fill(&allocation, 7);
        workspace.release(allocation);
    }
    leave(workspace)
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
fn a_ring_keeps_each_cycle_until_k_more_are_entered() {
    let workspace = workspace(Config { initial_size: 3 << 10, ..ring(3) });
    let mut held = std::collections::VecDeque::new();
    for turn in 1..20u64 {
        if held.len() == 3 {
            workspace.release(held.pop_front().expect("three"));
        }
        assert_eq!(workspace.begin_cycle().expect("none is open"), turn);
        let allocation = workspace.allocate(500).expect("there is room");
        assert!(!allocation.is_external(), "nothing is pinned, so the block is there");
        fill(&allocation, turn as u8);
        held.push_back(allocation);
        for (age, old) in held.iter().rev().enumerate() {
            assert_eq!((old.cycle(), first(old)), (turn - age as u64, (turn - age as u64) as u8));
        }
        leave(&workspace);
        assert!(held.iter().all(|old| first(old) == old.cycle() as u8), "valid past its leave");
    }
    held.into_iter().for_each(|allocation| workspace.release(allocation));
    assert!(workspace.counters().adds_up());
}

#[test]
fn a_ring_without_a_block_meets_requests_outside_and_frees_them() {
    let workspace = workspace(ring(2));
    workspace.begin_cycle().expect("not entered");
    let held = workspace.allocate(1 << 20).expect("outside");
    assert!(held.is_external());
    workspace.release(held);
    leave(&workspace);
    cycle(&workspace, &[64]);
    assert_eq!(workspace.counters().spilled, 1 << 20, "the first cycle did not come round yet");
    cycle(&workspace, &[64]);
    assert_eq!(workspace.counters().spilled, 0);
    // Refused at once where the policy says so.
    let config = Config { initial_size: 128, spill: Spill::Fail, ..ring(2) };
    let workspace = super::tests::workspace(config);
    workspace.begin_cycle().expect("not entered");
    let error = workspace.allocate(1 << 20).expect_err("it does not fit");
    assert_eq!(error.status(), Status::Workspace);
    assert!(error.message().contains("1048576 bytes (1.0 MiB) asked for, 128 of 128 are free"), "{error}");
    assert_eq!(workspace.counters().allocated, 0, "nothing has changed");
    leave(&workspace);
}

#[test]
fn a_pinned_block_goes_to_its_pins_and_the_next_cycle_has_its_own() {
    let workspace = workspace(Config { initial_size: 4096, ..Config::default() });
    workspace.begin_cycle().expect("not entered");
    let (kept, other) = (workspace.allocate(100).expect("room"), workspace.allocate(200).expect("room"));
    fill(&kept, 5);
    workspace.release(other);
    assert_eq!(leave(&workspace).pinned, 100);
    let counters = workspace.counters();
    assert_eq!((counters.pinned, counters.live, counters.committed), (100, 0, counters.free));
    workspace.begin_cycle().expect("not entered");
    let new = workspace.allocate(1000).expect("room");
    fill(&new, 6);
    assert!(!new.is_external() && first(&kept) == 5, "another block");
    workspace.release(new);
    leave(&workspace);
    // The last pin may go on any thread, after the workspace.
    drop(workspace);
    std::thread::spawn(move || (first(&kept), kept.release()).0)
        .join()
        .map(|byte| assert_eq!(byte, 5))
        .expect("it ends");
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
    workspace.begin_cycle().expect("not entered");
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
    leave(&workspace);
    assert_eq!(workspace.counters().toggled_off, 0);
}

#[test]
fn small_spills_share_slabs() {
    let config =
        Config { initial_size: 64, allocation: AllocationPolicy::Strict, temp_block_size: 4096, ..Config::default() };
    let workspace = workspace(config);
    workspace.begin_cycle().expect("not entered");
    let held: Vec<_> = (0..65).map(|_| workspace.allocate(64).expect("room")).collect();
    assert_eq!(workspace.counters().spilled, 4096, "64 of them in one slab");
    let large = workspace.allocate(5000).expect("room");
    let next = workspace.allocate(64).expect("room");
    assert_eq!(workspace.counters().spilled, 4096 + 5056 + 4096);
    held.into_iter().chain([large, next]).for_each(|allocation| workspace.release(allocation));
    leave(&workspace);
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
fn gradient_bytes_are_counted_by_where_they_are() {
    let workspace = workspace(Config { initial_size: 128, allocation: AllocationPolicy::Strict, ..Config::default() });
    workspace.begin_cycle().expect("not entered");
    let inside = workspace.allocate_gradient(100).expect("room");
    let outside = workspace.allocate_gradient(200).expect("room");
    let of = |c: Counters| (c.gradient_standard, c.gradient_external, c.gradient_deferred);
    assert_eq!(of(workspace.counters()), (100, 200, 0));
    leave(&workspace);
    assert_eq!(of(workspace.counters()), (0, 0, 300));
    workspace.release(inside);
    assert_eq!(of(workspace.counters()), (0, 0, 200));
    outside.release();
    assert_eq!(of(workspace.counters()), (0, 0, 0));
}

#[test]
fn a_foreign_thread_is_refused_by_name_or_shares_under_a_lock() {
    let mine = workspace(Config::default());
    mine.begin_cycle().expect("not entered");
    let error = std::thread::scope(|scope| scope.spawn(|| mine.allocate(64).map(|_| ())).join().expect("no panic"));
    let error = error.expect_err("another thread's");
    assert!(error.status() == Status::Workspace && error.message().contains("'batch'"), "{error}");
    leave(&mine);
    let shared = workspace(Config { mode: Mode::Single, initial_size: 1 << 20, ..Config::default() });
    shared.begin_cycle().expect("not entered");
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
    leave(&shared);
}

#[test]
fn errors_change_nothing() {
    let workspace = workspace(Config { initial_size: 4096, ..Config::default() });
    assert_eq!(workspace.allocate(8).map(|_| ()).expect_err("not entered").status(), Status::Workspace);
    workspace.begin_cycle().expect("not entered");
    let before = workspace.counters();
    for bytes in [usize::MAX, usize::MAX - 63, 1 << 60, (1 << 47) + 1] {
        assert_eq!(workspace.allocate(bytes).map(|_| ()).expect_err("too much").status(), Status::OutOfMemory);
    }
    let refused = workspace.allocate(1 << 46).map(|_| ()).expect_err("above the limit");
    assert_eq!(refused.status(), Status::LimitExceeded);
    assert_eq!(workspace.counters(), before);
    leave(&workspace);
    let huge = Config { initial_size: 1 << 46, ..Config::default() };
    let error = Workspace::new("batch", huge).map(|_| ()).expect_err("above the limit");
    assert!(error.status() == Status::LimitExceeded && error.message().contains("'batch'"), "{error}");
}

#[test]
fn destroyed_it_has_nothing_and_can_begin_again() {
    let workspace = workspace(Config { initial_size: 1 << 20, ..Config::default() });
    workspace.begin_cycle().expect("not entered");
    let kept = workspace.allocate(64).expect("room");
    workspace.destroy();
    assert_eq!((workspace.committed(), workspace.pinned()), (0, 64));
    kept.release();
    assert_eq!(cycle(&workspace, &[64]).spilled, 0, "the block is there again");
    assert!(workspace.committed() > 0 && workspace.pinned() == 0);
}
