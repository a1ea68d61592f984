//! `strict`: a cycle whose memory is pinned is not left, and nothing changes. Without it the block
//! goes to its pins.

use crate::DEVICE;
use crate::world::*;
use tenure::api::{handle, scope, tape, tensor, workspace};
use tenure::error::Status;

const STRICT: &str = r#"{"initialSize": 65536, "strict": true}"#;

#[test]
fn a_tape_is_named_and_nothing_is_released() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(STRICT));
    let tape = tape::open(outer).expect("open");
    let (scope, _) = workspace::enter(batch, outer).expect("open");
    let x = full(scope, 3.0, 100);
    handle::set_name(x, "x").expect("valid");
    let w = tape::watch(scope, tape, x).expect("a float");
    let square = tensor::mul(scope, w, w).expect("valid");
    let place = if DEVICE == 0 { "" } else { " on cuda:0" };
    let text = format!(
        "workspace 'batch' cannot end cycle 1: 400 bytes are still held: float32 [100]{place} 'x' (400 bytes) (strict)"
    );
    for _ in 0..2 {
        refused(workspace::leave(batch, &[square]), Status::Workspace, &text);
        assert_eq!((first(x), first(square), home(square), stats(batch).depth), (3.0, 9.0, batch, 1));
    }
    tensor::dispose(x).expect("valid");
    tensor::dispose(w).expect("valid");
    refused(workspace::leave(batch, &[]), Status::Workspace, "400 bytes without a handle, by a tape");
    tape::dispose(tape).expect("open");
    workspace::leave(batch, &[square]).expect("nothing holds it");
    assert_eq!((first(square), stats(batch).pinned), (9.0, 0));
    close(outer);
    close(batch);
}

#[test]
fn views_and_aliases_within_are_no_pins() {
    let _world = World::new();
    let batch = make(STRICT);
    cycle(batch, |scope| {
        let below = scope::push(scope).expect("open");
        let t = full(scope, 1.0, 100);
        tensor::alias(below, t).expect("valid");
        tensor::slice(below, t, 0, 0, 5, 1).expect("valid");
        tensor::dispose(t).expect("valid");
        full(scope, 1.0, 100)
    });
    close(batch);
}

#[test]
fn handed_over_the_block_is_never_written_by_the_next_cycle() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(r#"{"initialSize": 65536}"#));
    let tape = tape::open(outer).expect("open");
    let (scope, _) = workspace::enter(batch, outer).expect("open");
    let w = tape::watch(scope, tape, full(scope, 3.0, 100)).expect("a float");
    let loss = tensor::sum(scope, tensor::mul(scope, w, w).expect("valid"), &[], false).expect("valid");
    workspace::leave(batch, &[w, loss]).expect("handed over");
    assert_eq!(stats(batch).pinned, 400);
    (0..3).for_each(|_| overwrite(batch, 5000));
    assert_eq!(values(tape::backward(outer, tape, loss, &[w]).expect("recorded")[0]), [6.0; 100]);
    assert_eq!(stats(batch).pinned, 0);
    close(outer);
    close(batch);
}

#[test]
fn a_ring_refuses_to_take_a_part_that_is_held() {
    let _world = World::new();
    let ring =
        r#"{"policyReset": "ENDOFBUFFER_REACHED", "overallocationLimit": 1.0, "initialSize": 8192, "strict": true}"#;
    let (outer, batch) = (scope::push(0).expect("open"), make(ring));
    let tape = tape::open(outer).expect("open");
    let (scope, _) = workspace::enter(batch, outer).expect("open");
    let w = tape::watch(scope, tape, full(scope, 3.0, 10)).expect("a float");
    let square = tensor::mul(scope, w, w).expect("valid");
    workspace::leave(batch, &[]).expect("nothing is taken yet");
    cycle(batch, |_| ());
    refused(workspace::enter(batch, outer), Status::Workspace, "cannot end cycle 1: 40 bytes are still held");
    assert_eq!((first(square), stats(batch).depth), (9.0, 0));
    tape::dispose(tape).expect("open");
    cycle(batch, |_| ());
    stale(tensor::item(square), "of cycle 1 of");
    close(outer);
    close(batch);
}
