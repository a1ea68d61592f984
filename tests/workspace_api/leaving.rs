//! The ways out of a workspace: each gives the tensor other memory, under the same handle.

use crate::world::*;
use tenure::api::{optimizer, scope, tape, tensor, workspace};
use tenure::error::{Result, Status};

/// A tensor of a cycle leaves by `way`, to `to`; then the cycle ends, and the next one overwrites
/// its memory.
fn survives(way: impl FnOnce(u64, u64) -> Result<()>, wanted_owner: impl FnOnce(u64) -> u64) {
    let outer = scope::push(0).expect("open");
    let batch = make(r#"{"initialSize": 65536}"#);
    let (scope, _) = workspace::enter(batch, outer).expect("open");
    let t = full(scope, 5.0, 100);
    let view = tensor::slice(scope, t, 0, 0, 10, 1).expect("valid");
    assert_eq!(home(t), batch);
    way(outer, t).expect("it may leave");
    assert_eq!((home(t), scope::owner(t).expect("valid")), (0, wanted_owner(outer)));
    assert_eq!((values(t), first(view)), (vec![5.0; 100], 5.0));
    workspace::leave(batch, &[]).expect("entered");
    stale(tensor::item(view), "tensor of cycle 1 of workspace 'batch'");
    cycle(batch, |scope| full(scope, 9.0, 2000));
    assert_eq!(values(t), vec![5.0; 100]);
    assert_eq!(stats(batch).pinned, 0);
    tensor::dispose(t).expect("valid");
    close(batch);
    close(outer);
}

#[test]
fn by_keep_attach_detach_and_ret() {
    let _world = World::new();
    survives(|_, t| scope::keep(t), |outer| outer);
    survives(scope::attach, |outer| outer);
    survives(|_, t| scope::detach(t), |_| 0);
    survives(|_, t| scope::ret(scope::owner(t)?, t), |outer| outer);
}

#[test]
fn by_leaving_with_keep_to_where_it_was_entered_from() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(r#"{"initialSize": 65536}"#));
    let mut kept = Vec::new();
    for round in 1..=3 {
        let (scope, _) = workspace::enter(batch, outer).expect("open");
        let below = scope::push(scope).expect("open");
        let (a, b, c) = (full(scope, f64::from(round), 50), full(below, 20.0, 50), full(scope, 30.0, 50));
        // One is listed twice, and one is in other memory.
        let elsewhere = full(outer, 1.0, 1);
        workspace::leave(batch, &[a, b, a, elsewhere]).expect("entered");
        assert_eq!((home(a), home(b), scope::owner(b).expect("valid")), (0, 0, outer));
        stale(tensor::item(c), &format!("of cycle {round} of"));
        kept.push(a);
    }
    assert_eq!(kept.iter().map(|&t| first(t)).collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
    // Entered from no scope or from a closed one: it becomes unowned.
    let gone = scope::push(0).expect("open");
    let (scope, _) = workspace::enter(batch, gone).expect("open");
    let t = full(scope, 4.0, 50);
    close(gone);
    workspace::leave(batch, &[t]).expect("entered");
    assert_eq!((scope::owner(t).expect("valid"), first(t)), (0, 4.0));
    tensor::dispose(t).expect("valid");
    close(outer);
    close(batch);
}

#[test]
fn a_refused_leaving_changes_nothing() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(r#"{"initialSize": 65536}"#));
    scope::set_limit(outer, 300).expect("open");
    let (scope, _) = workspace::enter(batch, outer).expect("open");
    let (a, b) = (full(scope, 1.0, 50), full(scope, 2.0, 50));
    // Except for peaks: the first of two was there for a moment.
    let held = |of| scope::stats(of).map(|stats| (stats.members, stats.bytes)).expect("open");
    let before = (held(scope), held(outer));
    refused(workspace::leave(batch, &[a, b]), Status::LimitExceeded, "limit is 300");
    assert_eq!((held(scope), held(outer)), before);
    assert_eq!((home(a), home(b), first(a), first(b)), (batch, batch, 1.0, 2.0));
    scope::set_capped(outer, true).expect("open");
    refused(scope::attach(outer, a), Status::ScopeCapped, "is capped");
    assert_eq!((home(a), scope::owner(a).expect("valid")), (batch, batch));
    stale(workspace::leave(batch, &[a, outer ^ 0x10_0000_0000_0000]), "");
    assert_eq!(stats(batch).depth, 1);
    workspace::leave(batch, &[]).expect("entered");
    close(outer);
    close(batch);
}

#[test]
fn a_scope_that_leaves_takes_its_tensors_out_and_one_in_another_workspace_s_takes_them_there() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(r#"{"initialSize": 65536}"#));
    let other = make(r#"{"initialSize": 65536}"#);
    workspace::enter(other, 0).expect("open");
    let (scope, _) = workspace::enter(batch, outer).expect("open");
    let below = scope::push(scope).expect("open");
    let deeper = scope::push(below).expect("open");
    let (a, b) = (full(below, 1.0, 10), full(deeper, 2.0, 10));
    let alias = tensor::alias(0, a).expect("valid");
    scope::attach(outer, below).expect("open");
    assert_eq!((home(a), home(b), home(alias)), (0, 0, 0));
    assert_eq!((first(a), first(b), first(alias)), (1.0, 2.0, 1.0));
    let c = full(scope, 3.0, 10);
    scope::attach(other, c).expect("open");
    assert_eq!((home(c), first(c)), (other, 3.0));
    let d = full(scope, 4.0, 10);
    scope::close_all_but(scope, &[d]).expect("open");
    assert_eq!(home(d), batch, "it did not leave");
    workspace::leave(batch, &[]).expect("entered");
    assert_eq!(first(c), 3.0);
    workspace::leave(other, &[]).expect("entered");
    stale(tensor::item(c), "of cycle 1");
    [outer, batch, other].into_iter().for_each(close);
}

#[test]
fn lending_out_is_refused_and_lending_in_is_counted() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(r#"{"initialSize": 65536}"#));
    let (scope, _) = workspace::enter(batch, outer).expect("open");
    let (inside, guest, gift) = (full(scope, 1.0, 6), full(outer, 2.0, 10), full(outer, 3.0, 20));
    let text = "a float32 tensor of shape [6] lies in the memory of workspace 'batch': it cannot be lent to";
    refused(scope::temp_attach(outer, inside), Status::Workspace, text);
    scope::temp_attach(scope, guest).expect("open");
    scope::attach(scope, gift).expect("open");
    assert_eq!((home(guest), home(gift)), (0, 0));
    let counters = stats(batch);
    assert_eq!((counters.borrowed, counters.adopted), (40, 80));
    workspace::leave(batch, &[]).expect("entered");
    assert_eq!((first(guest), scope::owner(guest).expect("home")), (2.0, outer));
    stale(tensor::item(gift), "of cycle 1");
    assert_eq!((stats(batch).borrowed, stats(batch).adopted), (0, 0));
    close(outer);
    close(batch);
}

#[test]
fn a_view_for_an_owner_outside_is_a_copy_and_leverage_is_one_only_where_it_must_be() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(r#"{"initialSize": 65536}"#));
    let (scope, _) = workspace::enter(batch, outer).expect("open");
    let t = full(scope, 1.0, 10);
    let (near, far) = (tensor::alias(scope, t).expect("valid"), tensor::alias(outer, t).expect("valid"));
    let view = tensor::slice(outer, t, 0, 2, 4, 1).expect("valid");
    assert_eq!((home(near), home(far), home(view)), (batch, 0, 0));
    tensor::add_scalar_in_place(t, 1.0.into()).expect("valid");
    assert_eq!((first(near), first(far), first(view)), (2.0, 1.0, 1.0));
    let same = tensor::leverage(scope, t).expect("valid");
    let out = tensor::leverage(0, t).expect("valid");
    let up = tensor::leverage(outer, t).expect("valid");
    tensor::add_scalar_in_place(t, 1.0.into()).expect("valid");
    assert_eq!((first(same), first(out), first(up)), (3.0, 2.0, 2.0));
    assert_eq!((home(same), home(out), scope::owner(out).expect("valid")), (batch, 0, 0));
    let back = tensor::leverage(scope, up).expect("valid");
    assert_eq!((home(back), first(back)), (batch, 2.0));
    workspace::leave(batch, &[]).expect("entered");
    assert_eq!(first(out), 2.0);
    tensor::dispose(out).expect("valid");
    close(outer);
    close(batch);
}

#[test]
fn what_is_tracked_stays_on_its_tape_when_it_leaves() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(r#"{"initialSize": 65536}"#));
    let tape = tape::open(outer).expect("open");
    let (scope, _) = workspace::enter(batch, outer).expect("open");
    let x = full(scope, 3.0, 4);
    let w = tape::watch(scope, tape, x).expect("a float");
    let loss = tensor::sum(scope, tensor::mul(scope, w, w).expect("valid"), &[], false).expect("valid");
    workspace::leave(batch, &[w, loss]).expect("entered");
    assert!(stats(batch).pinned > 0, "the tape holds what it saved");
    let gradients = tape::backward(outer, tape, loss, &[w]).expect("recorded");
    assert_eq!(values(gradients[0]), [6.0; 4]);
    assert_eq!(stats(batch).pinned, 0);
    close(outer);
    close(batch);
}

#[test]
fn gradients_lie_in_the_cycle_and_are_counted_apart() {
    let _world = World::new();
    let batch = make(r#"{"initialSize": 65536}"#);
    cycle(batch, |scope| {
        let tape = tape::open(scope).expect("open");
        let w = tape::watch(scope, tape, full(scope, 3.0, 4)).expect("a float");
        let loss = tensor::sum(scope, tensor::mul(scope, w, w).expect("valid"), &[], false).expect("valid");
        assert_eq!(stats(batch).gradient_standard, 0);
        let gradients = tape::backward(scope, tape, loss, &[w]).expect("recorded");
        assert_eq!((home(gradients[0]), first(gradients[0])), (batch, 6.0));
        assert_eq!(stats(batch).gradient_standard, 16);
    });
    assert_eq!(stats(batch).gradient_standard, 0);
    close(batch);
}

#[test]
fn optimizer_state_never_lies_in_a_workspace() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(r#"{"initialSize": 65536}"#));
    let p = full(outer, 1.0, 10);
    let (scope, _) = workspace::enter(batch, outer).expect("open");
    let descent = optimizer::sgd(outer, &[p], 0.5, 0.9, 0.0, 0.0, false, false).expect("floats");
    let gradient = full(scope, 1.0, 10);
    optimizer::step(descent, &[gradient]).expect("one gradient");
    workspace::leave(batch, &[]).expect("entered");
    assert_eq!((stats(batch).pinned, first(p)), (0, 0.5));
    close(outer);
    close(batch);
}
