//! Users may nest scopes to any depth: depth costs no stack, and a report of n nested scopes does
//! not take n² bytes.
//!
//! Counts belong to the process, so these tests run one after another.
#![cfg(not(loom))]

use std::sync::{Mutex, PoisonError};
use tenure::api::{handle, leak, memory, report, scope, tensor};
use tenure::error::Status;
use tenure::tensor::DType;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
const U8: i32 = DType::U8 as i32;
const DEEP: usize = 100_000;

/// Runs a test on a thread with a smaller stack than any thread of a JVM or of .NET.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(test).expect("room for a thread");
    thread.join().expect("no panic");
    let stats = memory::stats(0).expect("cpu");
    assert_eq!((stats.live_handles, stats.live_bytes), (0, 0));
}

fn bytes(owner: u64, n: i64) -> tenure::error::Result<u64> {
    tensor::zeros(owner, 0, U8, &[n])
}

/// Nested scopes, the outermost first, each with the limit that `limit` returns for it.
fn nested(levels: usize, limit: impl Fn(usize) -> Option<u64>) -> Vec<u64> {
    let mut scopes = Vec::with_capacity(levels);
    for level in 0..levels {
        let scope = scope::push(scopes.last().copied().unwrap_or(0)).expect("open");
        if let Some(limit) = limit(level) {
            scope::set_limit(scope, limit).expect("open");
        }
        scopes.push(scope);
    }
    scopes
}

#[test]
fn limits_may_be_nested_as_deep_as_scopes() {
    on_a_small_stack(|| {
        let scopes = nested(DEEP, |level| Some(1000 + (DEEP - level) as u64));
        let (root, deepest) = (scopes[0], scopes[DEEP - 1]);
        scope::set_limit(root, 100).expect("open");
        handle::set_name(root, "root").expect("open");
        let t = bytes(deepest, 60).expect("room");
        let refused = bytes(deepest, 41).expect_err("the root's limit");
        assert_eq!(refused.status(), Status::LimitExceeded);
        assert!(refused.message().contains("scope 'root' holds 60"), "{refused}");
        for scope in [root, scopes[DEEP / 2], deepest] {
            let stats = scope::stats(scope).expect("open");
            assert_eq!((stats.bytes, stats.peak_bytes, stats.peak_tensors), (60, 60, 1), "nothing of what was refused");
        }
        let room = bytes(deepest, 40).expect("exactly what is left");
        tensor::dispose(room).expect("alive");
        tensor::dispose(t).expect("alive");
        assert_eq!(scope::stats(root).expect("open").bytes, 0);
        scope::close(root).expect("open");
    });
}

#[test]
fn a_deep_subtree_with_limits_moves_and_is_charged_to_a_deep_target() {
    on_a_small_stack(|| {
        let from = nested(DEEP / 2, |_| Some(1 << 20));
        let to = nested(DEEP / 2, |_| Some(1 << 20));
        bytes(from[DEEP / 2 - 1], 60).expect("room");
        scope::set_limit(to[0], 59).expect("open");
        let target = to[DEEP / 2 - 1];
        let refused = scope::attach(target, from[1]).expect_err("1 byte too many");
        assert_eq!(refused.status(), Status::LimitExceeded);
        assert_eq!(scope::stats(target).expect("open").peak_bytes, 0, "a refusal leaves no trace");
        scope::set_limit(to[0], 60).expect("open");
        scope::attach(target, from[1]).expect("it fits");
        assert_eq!(scope::stats(from[0]).expect("open").bytes, 0);
        assert_eq!(scope::stats(to[0]).expect("open").bytes, 60);
        scope::close(to[0]).expect("open");
        scope::close(from[0]).expect("open");
    });
}

#[test]
fn what_is_used_last_ends_a_deep_chain_of_limits() {
    on_a_small_stack(|| {
        let scopes = nested(DEEP, |_| Some(1 << 20));
        // Removed from the tree, it keeps the accounts of all scopes above it until it is moved
        // itself.
        let deepest = scopes[DEEP - 1];
        let t = bytes(deepest, 1).expect("room");
        scope::keep(t).expect("alive");
        scope::detach(deepest).expect("alive");
        scope::close(scopes[0]).expect("open");
        scope::close(deepest).expect("open");
    });
}

#[test]
fn a_chain_of_scopes_is_built_by_attaching_each_to_the_one_before() {
    on_a_small_stack(|| {
        let root = scope::push(0).expect("a scope");
        let mut deepest = root;
        for _ in 1..DEEP * 3 {
            let next = scope::push(0).expect("a scope");
            bytes(next, 1).expect("room");
            scope::attach(deepest, next).expect("open");
            deepest = next;
        }
        let ring = scope::attach(deepest, root).expect_err("a ring");
        assert_eq!(ring.status(), Status::InvalidArgument);
        scope::close(root).expect("open");
    });
}

#[test]
fn a_report_of_nested_scopes_is_as_long_as_they_are_many() {
    on_a_small_stack(|| {
        const LEVELS: usize = 20_000;
        let scopes = nested(LEVELS, |_| None);
        handle::set_name(scopes[0], "outermost").expect("open");
        let t = bytes(scopes[LEVELS - 1], 1).expect("room");
        for format in [0, 1, 2] {
            for text in [leak::report(format, &[]).expect("a format"), report::dump(0, format).expect("a format")] {
                assert!(text.len() < LEVELS * 500, "format {format}: {} bytes", text.len());
            }
        }
        let rows = leak::report(2, &[]).expect("a format");
        let row = rows.lines().find(|row| row.starts_with("tensor")).expect("it is alive");
        let path = row.split('\t').nth(7).expect("the path");
        assert!(
            path.starts_with("'outermost' > an unnamed scope > ") && path.ends_with("> an unnamed scope"),
            "{path}"
        );
        assert!(path.contains(" more > "), "{path}");
        tensor::dispose(t).expect("alive");
        scope::close(scopes[0]).expect("open");
    });
}
