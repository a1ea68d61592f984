//! What a workspace refuses, and its messages: stale cycles, entering again, strict leaving.

use crate::world::*;
use tenure::api::{scope, tape, tensor, workspace};
use tenure::error::Status;

#[test]
fn a_cycle_of_the_past_is_stale_by_name() {
    let _world = World::new();
    let batch = make("{}");
    let mut old = 0;
    for turn in 1..=42 {
        let t = cycle(batch, |scope| full(scope, 1.0, 2));
        old = if turn == 41 { t } else { old };
    }
    let (scope, now) = workspace::enter(batch, 0).expect("open");
    assert_eq!(now, 43);
    let here = full(scope, 2.0, 2);
    assert_eq!(first(here), 2.0);
    stale(tensor::item(old), "of cycle 41 of workspace 'batch', now in cycle 43");
    workspace::leave(batch, &[]).expect("entered");
    stale(tensor::item(here), "of cycle 43 of workspace 'batch', which has left cycle 43");
    close(batch);
}

#[test]
fn entering_a_b_a_resets_nothing() {
    let _world = World::new();
    let (a, b) = (make("{}"), make("{}"));
    let (in_a, _) = workspace::enter(a, 0).expect("open");
    let held = full(in_a, 9.0, 16);
    let (in_b, _) = workspace::enter(b, in_a).expect("open");
    assert_eq!(workspace::enter(a, in_b).expect("one deeper"), (in_a, 1));
    workspace::leave(a, &[]).expect("an inner one ends nothing");
    assert_eq!((first(held), stats(a).depth), (9.0, 1));
    workspace::leave(b, &[]).expect("entered");
    assert_eq!(first(held), 9.0);
    workspace::leave(a, &[]).expect("the outermost");
    refused(workspace::leave(a, &[]), Status::Workspace, "not entered");
    let careful = make(r#"{"useCycleDetector": true}"#);
    workspace::enter(careful, 0).expect("not entered");
    refused(
        workspace::enter(careful, 0),
        Status::Workspace,
        "'batch' is entered again in its cycle 1 (useCycleDetector)",
    );
    workspace::leave(careful, &[]).expect("still entered once");
    [a, b, careful].into_iter().for_each(close);
}

#[test]
fn strict_refuses_to_leave_pins_and_says_which() {
    let _world = World::new();
    let batch = make(r#"{"strict": true}"#);
    let outside = scope::push(0).expect("open");
    let tape = tape::open(outside).expect("open");
    let (scope, _) = workspace::enter(batch, 0).expect("open");
    let kept = tape::watch(scope, tape, full(scope, 1.0, 25)).expect("a float");
    tensor::mul(scope, kept, kept).expect("valid");
    refused(workspace::leave(batch, &[]), Status::Workspace, "cannot end cycle 1: 100 bytes are still held");
    assert_eq!((first(kept), stats(batch).depth), (1.0, 1), "the cycle is still open");
    tape::dispose(tape).expect("open");
    workspace::leave(batch, &[]).expect("released");
    close(outside);
    close(batch);
}
