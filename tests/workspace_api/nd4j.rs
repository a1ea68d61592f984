//! Bugs of ND4J 1.0.0-M2.1, each confirmed there several times.

use crate::DEVICE;
use crate::world::*;
use std::thread;
use tenure::api::{scope, tensor, workspace};
use tenure::error::Status;

/// There: element access, printing and views of an array of a left workspace give the next cycle's
/// numbers, or crash.
#[test]
fn an_array_used_after_its_cycle_is_refused_through_views_and_aliases_on_every_thread() {
    let _world = World::new();
    let batch = make("{}");
    let mut old = Vec::new();
    cycle(batch, |scope| {
        let t = full(scope, 1.0, 10);
        old = vec![
            t,
            tensor::alias(0, t).expect("valid"),
            tensor::slice(0, t, 0, 2, 5, 1).expect("valid"),
            tensor::reshape(0, t, &[2, 5]).expect("valid"),
        ];
        let below = scope::push(scope).expect("open");
        old.push(tensor::transpose(below, old[3], 0, 1).expect("valid"));
    });
    workspace::enter(batch, 0).expect("open");
    let over = full(batch, 9.0, 10);
    let look = || {
        for &t in &old {
            let text = "tensor of cycle 1 of workspace 'batch', now in cycle 2";
            stale(tensor::item(t), text);
            stale(tensor::to_string(t), text);
            stale(tensor::shape(t), text);
            stale(tensor::add(0, t, over), text);
            stale(tensor::add_scalar_in_place(t, 1.0.into()), text);
            stale(tensor::fill(t, 0.0.into()), text);
            stale(tensor::dispose(t), text);
            stale(scope::keep(t), text);
        }
    };
    look();
    thread::scope(|threads| threads.spawn(look).join().expect("no panic"));
    assert_eq!(values(over), [9.0; 10]);
    workspace::leave(batch, &[]).expect("entered");
    close(batch);
}

/// There: recursion until the stack overflows, whatever the spill policy; without learning a ring
/// is never built.
#[test]
fn a_request_larger_than_a_ring_without_a_block_is_met_outside() {
    let _world = World::new();
    for learning in ["NONE", "OPTIMIZED"] {
        let ring = make(&format!(
            r#"{{"policyReset": "ENDOFBUFFER_REACHED", "overallocationLimit": 1.0, "policySpill": "REALLOCATE",
                "policyLearning": "{learning}"}}"#
        ));
        for _ in 0..6 {
            cycle(ring, |scope| assert_eq!(first(full(scope, 1.0, 1000)), 1.0));
        }
        let now = stats(ring);
        assert!(now.committed >= 8000 && now.spilled == 0, "{learning}: {now:?}");
        close(ring);
    }
}

/// There: growing stops for good, over-allocation applies once, TRAINING with 0 cycles never
/// begins, and maxSize is exceeded.
#[test]
fn sizes_are_learned_again_and_again_and_never_pass_the_cap() {
    let _world = World::new();
    let batch = make(r#"{"policySpill": "REALLOCATE", "overallocationLimit": 0.5, "maxSize": 8192}"#);
    let mut sizes = Vec::new();
    for floats in [16, 160, 10_000, 320, 1600] {
        cycle(batch, |scope| full(scope, 1.0, floats));
        sizes.push(stats(batch).learned);
    }
    assert_eq!(sizes, [128, 960, 8192, 8192, 8192]);
    close(batch);
    refused(
        workspace::create(0, "x", 0, Some(r#"{"policyLearning": "TRAINING", "cyclesBeforeInitialization": 0}"#)),
        Status::InvalidArgument,
        "policyLearning TRAINING contradicts cyclesBeforeInitialization 0",
    );
    let external = make(r#"{"policySpill": "EXTERNAL", "maxSize": 8192}"#);
    cycle(external, |scope| full(scope, 1.0, 10_000));
    assert!(stats(external).committed <= 8192);
    close(external);
}

/// There: they are kept until the workspace is destroyed.
#[test]
fn what_was_taken_while_toggled_off_goes_with_its_cycle() {
    let _world = World::new();
    let batch = make(r#"{"initialSize": 4096}"#);
    let live = || tenure::api::memory::stats(DEVICE).expect("it is there").live_bytes;
    let before = live();
    cycle(batch, |scope| {
        workspace::toggle(batch, false).expect("entered");
        full(scope, 1.0, 1000);
        assert_eq!(stats(batch).toggled_off, 4032);
    });
    assert_eq!(live(), before);
    close(batch);
}

/// There: `leverage` copies with the wrong type.
#[test]
fn leverage_keeps_the_type() {
    let _world = World::new();
    let batch = make(r#"{"initialSize": 4096}"#);
    cycle(batch, |scope| {
        for dtype in tenure::tensor::DType::ALL {
            let t = tensor::full(scope, DEVICE, dtype.code(), 1.0.into(), &[3]).expect("there is room");
            let out = tensor::leverage(0, t).expect("valid");
            assert_eq!(tensor::dtype(out).expect("valid"), dtype.code());
            assert_eq!(tensor::to_string(out).expect("valid"), tensor::to_string(t).expect("valid"));
            tensor::dispose(out).expect("valid");
        }
    });
    close(batch);
}

/// There: a commit that throws leaves the scope open.
#[test]
fn leaving_that_cannot_grow_the_block_still_leaves() {
    let _world = World::new();
    let batch = make(r#"{"policySpill": "REALLOCATE"}"#);
    let live = tenure::api::memory::stats(DEVICE).expect("it is there").live_bytes;
    workspace::enter(batch, 0).expect("open");
    full(batch, 1.0, 1 << 16);
    tenure::api::memory::set_limit(DEVICE, live + (300 << 10)).expect("it is there");
    workspace::leave(batch, &[]).expect("entered");
    tenure::api::memory::set_limit(DEVICE, 0).expect("it is there");
    let row = *workspace::history(batch).expect("mine").last().expect("one");
    assert_eq!(row.refused, 1, "{row:?}");
    assert_eq!(stats(batch).depth, 0);
    cycle(batch, |scope| assert_eq!(first(full(scope, 1.0, 1 << 16)), 1.0));
    close(batch);
}
