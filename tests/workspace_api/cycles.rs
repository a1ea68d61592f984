//! Entering, leaving, and the state of a cycle's tensors afterwards.

use crate::DEVICE;
use crate::world::*;
use tenure::api::{handle, memory, scope, tensor, workspace};
use tenure::error::Status;

#[test]
fn a_cycle_s_tensors_lie_in_its_block_and_are_stale_by_name_when_it_is_left() {
    let _world = World::new();
    let batch = make("{}");
    let mut seen = Vec::new();
    for round in 0..3 {
        let t = cycle(batch, |scope| {
            let t = full(scope, 2.0, 1000);
            assert_eq!(home(t), batch);
            assert_eq!(scope::owner(t).expect("valid"), batch);
            let sum = tensor::add(0, t, t).expect("there is room");
            assert_eq!((first(sum), home(sum)), (4.0, batch));
            let now = stats(batch);
            assert_eq!((now.cycle, now.depth), (round + 1, 1));
            assert_eq!(now.live, if round == 0 { 0 } else { 8000 });
            t
        });
        stale(tensor::item(t), &format!("tensor of cycle {} of workspace 'batch', which has left cycle", round + 1));
        seen.push(t);
    }
    workspace::enter(batch, 0).expect("open");
    stale(tensor::item(seen[2]), "tensor of cycle 3 of workspace 'batch', now in cycle 4");
    workspace::leave(batch, &[]).expect("entered");
    let left = stats(batch);
    assert_eq!(left.committed, left.free);
    assert_eq!(left.pinned, 0);
    close(batch);
    stale(tensor::item(seen[0]), "workspace 'batch', which is closed");
}

#[test]
fn after_the_learning_cycle_nothing_reaches_the_pool_or_the_system() {
    let _world = World::new();
    let batch = make("{}");
    let step = |scope| {
        for _ in 0..10 {
            let t = full(scope, 1.0, 1000);
            let u = tensor::mul(scope, t, t).expect("there is room");
            tensor::dispose(t).expect("valid");
            assert_eq!(first(u), 1.0);
        }
    };
    cycle(batch, step);
    cycle(batch, step);
    let before = memory::stats(DEVICE).expect("it is there");
    (0..100).for_each(|_| cycle(batch, step));
    let after = memory::stats(DEVICE).expect("it is there");
    assert_eq!(after.allocations, before.allocations);
    assert_eq!(after.system_allocations, before.system_allocations);
    assert_eq!(after.live_bytes, before.live_bytes);
    let learned = stats(batch).learned;
    assert!(learned >= 20 * 4032, "{learned}");
    close(batch);
}

#[test]
fn scopes_below_have_the_workspace_s_memory_and_those_outside_the_pool_s() {
    let _world = World::new();
    let batch = make(r#"{"initialSize": 65536}"#);
    cycle(batch, |scope| {
        let below = scope::push(scope).expect("open");
        let deeper = scope::push(below).expect("open");
        let outside = scope::push_outside(deeper).expect("open");
        assert_eq!(home(full(deeper, 1.0, 10)), batch);
        assert_eq!(home(full(outside, 1.0, 10)), 0);
        assert_eq!(home(full(0, 1.0, 10)), 0, "nobody's is the pool's");
        let within = scope::push(outside).expect("open");
        assert_eq!(home(full(within, 1.0, 10)), 0);
        scope::attach(scope, within).expect("open");
        assert_eq!(home(full(within, 1.0, 10)), batch, "it has moved");
    });
    assert_eq!(scope::stats(batch).expect("open").members, 0);
    // A workspace that is not entered is a scope: its tensors come from the pool.
    assert_eq!(home(full(batch, 1.0, 10)), 0);
    for handle in handle::live().expect("it never fails") {
        if handle != batch {
            let _ = tensor::dispose(handle);
        }
    }
    close(batch);
}

#[test]
fn a_then_b_then_a_goes_one_deeper_and_leaves_the_arrays_alone() {
    let _world = World::new();
    let (a, b) = (make(r#"{"initialSize": 4096}"#), make(r#"{"initialSize": 4096}"#));
    let (in_a, _) = workspace::enter(a, 0).expect("open");
    let t = full(in_a, 7.0, 10);
    let (in_b, _) = workspace::enter(b, in_a).expect("open");
    let (again, number) = workspace::enter(a, in_b).expect("open");
    assert_eq!((again, number), (in_a, 1));
    let u = full(again, 8.0, 10);
    workspace::leave(a, &[]).expect("entered");
    workspace::leave(b, &[]).expect("entered");
    assert_eq!((first(t), first(u)), (7.0, 8.0));
    workspace::leave(a, &[]).expect("entered");
    stale(tensor::item(t), "cycle 1");
    refused(workspace::leave(a, &[]), Status::Workspace, "workspace 'batch' is left but not entered");
    close(a);
    close(b);
    let careful = make(r#"{"useCycleDetector": true}"#);
    workspace::enter(careful, 0).expect("open");
    refused(workspace::enter(careful, 0), Status::Workspace, "is entered again in its cycle 1 (useCycleDetector)");
    workspace::leave(careful, &[]).expect("entered once");
    close(careful);
}

#[test]
fn a_scope_is_no_workspace_and_a_closed_one_is_stale() {
    let _world = World::new();
    let plain = scope::push(0).expect("open");
    refused(workspace::enter(plain, 0), Status::InvalidArgument, "is a scope, but no workspace");
    close(plain);
    stale(workspace::enter(plain, 0), "is closed");
    refused(
        workspace::create(0, "x", 0, Some("{\"maxSize\": 1, \"initialSize\": 2}")),
        Status::InvalidArgument,
        "maxSize",
    );
    refused(
        workspace::create(0, "x", 0, Some("{\"policyMirroring\": \"ENABLED\"}")),
        Status::Unsupported,
        "policyMirroring ENABLED",
    );
}

#[test]
fn toggled_off_it_takes_from_outside_and_by_hand_it_is_sized_before_its_time() {
    let _world = World::new();
    let batch = make(r#"{"policyLearning": "TRAINING", "cyclesBeforeInitialization": 9, "overallocationLimit": 0}"#);
    refused(workspace::initialize(batch), Status::Workspace, "nothing to size it from");
    cycle(batch, |scope| full(scope, 1.0, 160));
    assert_eq!(stats(batch).learned, 0);
    workspace::initialize(batch).expect("it has seen a cycle");
    assert_eq!((stats(batch).learned, stats(batch).committed), (640, 640));
    cycle(batch, |scope| {
        refused(workspace::initialize(batch), Status::Workspace, "between cycles");
        workspace::toggle(batch, false).expect("entered");
        full(scope, 1.0, 16);
        assert_eq!(stats(batch).toggled_off, 64);
        workspace::toggle(batch, true).expect("entered");
        full(scope, 1.0, 16);
        assert_eq!(stats(batch).live, 64);
    });
    assert_eq!(stats(batch).toggled_off, 0);
    refused(workspace::toggle(batch, false), Status::Workspace, "is toggled but not entered");
    close(batch);
}

#[test]
fn limits_hold_inside() {
    let _world = World::new();
    let batch = make(r#"{"initialSize": 65536}"#);
    scope::set_limit(batch, 1000).expect("open");
    cycle(batch, |scope| {
        full(scope, 1.0, 200);
        refused(tensor::full(scope, DEVICE, F32, 1.0.into(), &[100]), Status::LimitExceeded, "scope 'batch' holds 800");
        full(scope, 1.0, 50);
    });
    close(batch);
}
