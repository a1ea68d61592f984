//! The assumption of wrappers about scopes: one that was seen open is open until the counter of
//! ended scopes changes.

use crate::DEVICE;
use crate::world::{alone, rounds, there};
use std::sync::atomic::Ordering;
use tenure::api::scope;
use tenure::error::Status;

fn endings() -> u64 {
    scope::endings().load(Ordering::Acquire)
}

#[test]
fn what_ends_with_another_is_counted_after_it_has_ended() {
    let _alone = alone();
    let outer = scope::push(0).expect("a root");
    let inner = scope::push(outer).expect("below it");
    let before = endings();
    assert!(before > 0);
    assert!(scope::is_open(inner, u64::MAX).expect("any number"));
    scope::close(outer).expect("open");
    assert!(endings() > before);
    assert!(!scope::is_open(inner, u64::MAX).expect("any number"));
    assert!(!scope::is_open(0, u64::MAX).expect("any number"));
    assert!(!scope::is_open(17, u64::MAX).expect("any number"));
    let now = endings();
    scope::ended().expect("counted");
    assert!(endings() > now);
}

#[test]
fn what_was_opened_before_a_scope_was_emptied_comes_too_late() {
    let _alone = alone();
    let outer = scope::push(0).expect("a root");
    let opened = endings();
    assert!(scope::is_open(outer, opened).expect("open"));
    let in_time = scope::push_since(outer, opened, false).expect("not emptied");
    scope::close_all_but(outer, &[]).expect("open");
    assert!(!scope::is_open(in_time, u64::MAX).expect("it went"));
    for outside in [false, true] {
        let late = scope::push_since(outer, opened, outside).expect_err("emptied since");
        assert_eq!(late.status(), Status::ScopeClosed);
    }
    assert!(!scope::is_open(outer, opened).expect("emptied since"));
    assert!(scope::is_open(outer, endings()).expect("it stays"));
    scope::push_since(outer, endings(), true).expect("in time");
    scope::close(outer).expect("open");
}

/// The end of a cycle empties a workspace, even if it owns nothing.
#[test]
fn a_cycle_that_ends_counts() {
    let _alone = alone();
    use tenure::api::workspace;
    let batch = workspace::create(0, "", 0, Some(&there("{}"))).expect("made");
    for with_member in [false, true] {
        workspace::enter(batch, 0).expect("its thread");
        let opened = endings();
        let member = with_member.then(|| scope::push_since(batch, opened, false).expect("in time"));
        workspace::leave(batch, &[]).expect("entered");
        let late = scope::push_since(batch, opened, false).expect_err("of the cycle before");
        assert_eq!(late.status(), Status::ScopeClosed);
        assert!(member.is_none_or(|member| !scope::is_open(member, u64::MAX).expect("any number")));
    }
    workspace::destroy(batch).expect("open");
}

/// The scope is closed, its parent is not: a caller that keeps members gets the error of the scope.
#[test]
fn members_kept_while_another_thread_closes_their_scope_are_kept_or_gone() {
    let _alone = alone();
    use std::sync::Barrier;
    use std::thread;
    use tenure::api::tensor;
    const F32: i32 = tenure::tensor::DType::F32 as i32;
    let parent = scope::push(0).expect("a root");
    for round in 0..rounds(1_000) {
        let inner = scope::push(parent).expect("below it");
        let kept: Vec<u64> = (0..200).map(|_| tensor::zeros(inner, DEVICE, F32, &[1]).expect("memory")).collect();
        let start = Barrier::new(2);
        let popped = thread::scope(|threads| {
            threads.spawn(|| {
                start.wait();
                (0..20 * (round % 100)).for_each(|_| std::hint::spin_loop());
                let _ = scope::close(inner);
            });
            start.wait();
            scope::pop(inner, &kept)
        });
        match popped {
            Ok(()) => kept.iter().for_each(|&one| tensor::dispose(one).expect("it was kept")),
            Err(error) => assert_eq!(error.status(), Status::InvalidHandle, "{error}"),
        }
        assert_eq!(scope::stats(parent).expect("open").members, 0);
    }
    scope::close(parent).expect("open");
}
