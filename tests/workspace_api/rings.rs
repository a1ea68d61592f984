//! A ring: a cycle's tensors are valid until its part of the ring is reused.

use crate::world::*;
use tenure::api::{handle, scope, tensor, workspace};
use tenure::error::Status;

const RING: &str = r#"{"policyReset": "ENDOFBUFFER_REACHED", "overallocationLimit": 2.0, "initialSize": 12288}"#;

#[test]
fn a_tensor_of_cycle_c_is_valid_until_cycle_c_plus_k_is_entered() {
    let _world = World::new();
    let ring = make(RING);
    let mut made = Vec::new();
    for number in 1..=10u32 {
        let (scope, cycle) = workspace::enter(ring, 0).expect("open");
        assert_eq!((cycle, scope::owner(scope).expect("open")), (u64::from(number), ring));
        if number > 3 {
            let text = format!("tensor of cycle {} of workspace 'batch', now in cycle {number}", number - 3);
            stale(tensor::item(made[number as usize - 4]), &text);
        }
        let t = full(scope, f64::from(number), 100);
        assert_eq!(workspace::of_tensor(t).expect("valid"), (ring, cycle));
        made.push(t);
        workspace::leave(ring, &[]).expect("entered");
        let valid = &made[made.len().saturating_sub(3)..];
        for (i, &t) in valid.iter().rev().enumerate() {
            assert_eq!(first(t), (number - i as u32) as f32);
        }
    }
    assert_eq!(stats(ring).pinned, 0);
    close(ring);
    stale(tensor::item(made[9]), "is closed");
}

#[test]
fn what_is_kept_of_a_ring_leaves_it() {
    let _world = World::new();
    let (outer, ring) = (scope::push(0).expect("open"), make(RING));
    let (scope, _) = workspace::enter(ring, outer).expect("open");
    let (a, b, c) = (full(scope, 1.0, 10), full(scope, 2.0, 10), full(scope, 3.0, 10));
    scope::keep(a).expect("valid");
    workspace::leave(ring, &[b]).expect("entered");
    assert_eq!((scope::owner(a).expect("valid"), scope::owner(b).expect("valid")), (outer, outer));
    assert_eq!((home(a), home(b), home(c)), (0, 0, ring));
    scope::keep(c).expect("valid between cycles too");
    assert_eq!((home(c), scope::owner(c).expect("valid")), (0, 0));
    (0..5).for_each(|_| overwrite(ring, 900));
    assert_eq!([a, b, c].map(first), [1.0, 2.0, 3.0]);
    tensor::dispose(c).expect("valid");
    close(outer);
    close(ring);
}

#[test]
fn what_the_handle_of_a_ring_owns_outlives_its_cycles() {
    let _world = World::new();
    let ring = make(RING);
    workspace::enter(ring, 0).expect("open");
    let t = full(ring, 1.0, 10);
    assert_eq!(home(t), 0);
    workspace::leave(ring, &[]).expect("entered");
    (0..5).for_each(|_| cycle(ring, |_| ()));
    assert_eq!(first(t), 1.0);
    close(ring);
}

#[test]
fn without_memory_it_is_a_scope_that_leaving_empties() {
    let _world = World::new();
    let none = make(r#"{"workspaceMode": "NONE"}"#);
    let t = cycle(none, |scope| {
        let t = full(scope, 1.0, 10);
        assert_eq!(home(t), 0);
        t
    });
    stale(tensor::item(t), "tensor of cycle 1 of workspace 'batch'");
    assert_eq!(stats(none).committed, 0);
    close(none);
}

#[test]
fn the_scope_of_a_cycle_stays_in_its_workspace() {
    let _world = World::new();
    let ring = make(RING);
    let elsewhere = scope::push(0).expect("a scope");
    for _ in 0..2 {
        let (cycle, _) = workspace::enter(ring, 0).expect("open");
        full(cycle, 1.0, 10);
        let text = "workspace 'batch' keeps the scopes of its cycles";
        refused(scope::detach(cycle), Status::Workspace, text);
        refused(scope::keep(cycle), Status::Workspace, text);
        refused(scope::attach(elsewhere, cycle), Status::Workspace, text);
        refused(scope::temp_attach(elsewhere, cycle), Status::Workspace, text);
        refused(scope::ret(ring, cycle), Status::Workspace, text);
        refused(workspace::leave(ring, &[cycle]), Status::Workspace, text);
        assert_eq!(scope::owner(cycle).expect("open"), ring);
        assert_eq!(handle::name(cycle).expect("open").as_deref(), Some("batch"));
        workspace::leave(ring, &[]).expect("entered");
    }
    workspace::destroy(ring).expect("open");
    close(elsewhere);
}
