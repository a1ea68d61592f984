//! The reports of a workspace, and of its misuses.

use crate::world::*;
use serde_json::Value;
use std::thread;
use tenure::api::{handle, scope, tape, tensor, workspace};

/// The rows of one kind about this workspace.
fn misuses(of: u64, kind: &str) -> Vec<Value> {
    let rows: Vec<Value> = serde_json::from_str(&workspace::misuses().expect("asked")).expect("JSON");
    rows.into_iter().filter(|row| row["handle"] == of && row["kind"] == kind).collect()
}

fn serves(rows: &[Value], name: &str) -> Value {
    rows.iter().map(|row| row["serves"][name].clone()).find(|value| !value.is_null()).unwrap_or(Value::Null)
}

#[test]
fn the_report_has_a_row_for_each_cycle() {
    let _world = World::new();
    let batch = make(r#"{"overallocationLimit": 0}"#);
    handle::note(batch, "Train.java:31").expect("open");
    cycle(batch, |scope| full(scope, 1.0, 100));
    cycle(batch, |scope| (full(scope, 1.0, 100), full(scope, 1.0, 50)));
    let text = workspace::report(batch, false).expect("open");
    assert!(text.contains("workspace 'batch': ENABLED, BLOCK_LEFT, OVERALLOCATE, OPTIMIZED"), "{text}");
    assert!(text.contains("made at Train.java:31") && text.contains("learned 448, committed 448"), "{text}");
    let wanted = format!("{:>10} {:>12} {:>12} {:>12} {:>12}", 2, 448, 256, 0, 448);
    assert!(text.contains(&wanted), "{text}");
    let json: Value = serde_json::from_str(&workspace::report(batch, true).expect("open")).expect("JSON");
    assert_eq!(
        (json["name"].as_str(), json["cycle"].as_u64(), json["learned"].as_u64()),
        (Some("batch"), Some(2), Some(448))
    );
    assert_eq!(json["cycles"][1]["spilled"], 256);
    assert_eq!(json["counters"]["free"], 448);
    assert_eq!(json["config"]["policySpill"], "EXTERNAL");
    let elsewhere = thread::spawn(move || workspace::report(batch, false).expect("open")).join().expect("ok");
    assert!(elsewhere.contains(&wanted), "from any thread: {elsewhere}");
    let rows = workspace::history(batch).expect("mine");
    assert_eq!(rows.iter().map(|row| (row.cycle, row.offset)).collect::<Vec<_>>(), [(1, 0), (2, 448)]);
    let all: Value = serde_json::from_str(&workspace::report(0, true).expect("asked")).expect("JSON");
    assert!(all.as_array().expect("a list").iter().any(|one| one["handle"] == batch));
    close(batch);
}

/// A program that creates a workspace for each request creates very many.
#[test]
fn one_that_outlives_very_many_is_still_reported() {
    let _world = World::new();
    let service = make("{}");
    let (owner, _) = workspace::enter(service, 0).expect("open");
    let stale = full(owner, 1.0, 100);
    workspace::leave(service, &[]).expect("entered");
    // As many as a tag can distinguish.
    for _ in 0..1 << 17 {
        close(workspace::create(0, "request", 0, None).expect("there is room"));
    }
    assert_eq!(workspace::stats(0).expect("asked").workspaces, 1);
    let all: Value = serde_json::from_str(&workspace::report(0, true).expect("asked")).expect("JSON");
    assert!(all.as_array().expect("a list").iter().any(|one| one["handle"] == service));
    let error = tensor::size(stale).expect_err("its cycle has ended");
    assert!(error.message().contains("of workspace 'batch', which has left cycle 1"), "{error}");
    close(service);
}

#[test]
fn one_that_ends_while_it_is_entered_was_not_closed() {
    let _world = World::new();
    let batch = make("{}");
    handle::note(batch, "Train.java:7").expect("open");
    workspace::enter(batch, 0).expect("open");
    assert!(misuses(batch, "not_closed").is_empty(), "it may be in use");
    close(batch);
    let rows = misuses(batch, "not_closed");
    assert_eq!((rows.len(), rows[0]["site"].as_str()), (1, Some("Train.java:7")));
    assert_eq!(serves(&rows, "leave"), 1);
    let said_so = make("{}");
    workspace::enter(said_so, 0).expect("open");
    workspace::destroy(said_so).expect("open");
    assert!(misuses(said_so, "not_closed").is_empty(), "it was destroyed on purpose");
    let of_a_thread = thread::spawn(|| {
        let of_this = workspace::get("forgotten", 0, None).expect("new");
        workspace::enter(of_this, 0).expect("open");
        of_this
    });
    let of_a_thread = of_a_thread.join().expect("ok");
    assert_eq!(misuses(of_a_thread, "not_closed").len(), 1);
}

#[test]
fn one_that_stays_in_its_cycle_was_forgotten() {
    let _world = World::new();
    let batch = make("{}");
    workspace::enter(batch, 0).expect("open");
    assert!(misuses(batch, "not_closed").is_empty());
    thread::sleep(std::time::Duration::from_millis(1100));
    assert_eq!(misuses(batch, "not_closed").len(), 1);
    workspace::leave(batch, &[]).expect("entered");
    assert!(misuses(batch, "not_closed").is_empty());
    workspace::enter(batch, 0).expect("open");
    assert!(misuses(batch, "not_closed").is_empty(), "another cycle");
    workspace::leave(batch, &[]).expect("entered");
    close(batch);
}

#[test]
fn external_bytes_that_grow_and_a_cycle_that_is_many() {
    let _world = World::new();
    let batch = make(r#"{"initialSize": 640, "overallocationLimit": 0}"#);
    for round in 1..=6 {
        cycle(batch, |scope| full(scope, 1.0, 1000 * round));
        assert_eq!(misuses(batch, "used_too_long").is_empty(), round < 5, "{round}");
    }
    assert_eq!(serves(&misuses(batch, "used_too_long"), "policySpill"), "REALLOCATE");
    close(batch);
    let long = make(r#"{"initialSize": 6400, "overallocationLimit": 0}"#);
    cycle(long, |scope| {
        (0..100).for_each(|_| assert_eq!(first(full(scope, 1.0, 160)), 1.0));
        assert_eq!(serves(&misuses(long, "used_too_long"), "initialSize"), 64000);
    });
    assert!(misuses(long, "used_too_long").is_empty());
    close(long);
}

#[test]
fn what_is_held_past_its_cycle() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(r#"{"initialSize": 6400}"#));
    let tape = tape::open(outer).expect("open");
    let old = cycle(batch, |scope| {
        let x = tape::watch(scope, tape, full(scope, 1.0, 10)).expect("a float");
        let square = tensor::mul(scope, x, x).expect("valid");
        // A value that the tape has saved stays, because the tape is alive.
        tensor::sum(outer, square, &[], false).expect("valid");
        square
    });
    assert_eq!(serves(&misuses(batch, "held_past_the_cycle"), "strict"), true);
    stale(tensor::item(old), "of cycle 1");
    assert_eq!(serves(&misuses(batch, "held_past_the_cycle"), "keep"), 1);
    close(outer);
    close(batch);
}

#[test]
fn spills_and_padding_above_a_quarter_with_what_would_have_served() {
    let _world = World::new();
    let batch = make(r#"{"initialSize": 640, "maxSize": 640}"#);
    cycle(batch, |scope| full(scope, 1.0, 100));
    assert!(misuses(batch, "wrong_configuration").is_empty());
    cycle(batch, |scope| (full(scope, 1.0, 100), full(scope, 1.0, 100)));
    let rows = misuses(batch, "wrong_configuration");
    assert_eq!(serves(&rows, "maxSize"), 896, "{rows:?}");
    close(batch);
    let enough = make(r#"{"initialSize": 896}"#);
    cycle(enough, |scope| (full(scope, 1.0, 100), full(scope, 1.0, 100)));
    assert!(misuses(enough, "wrong_configuration").is_empty());
    cycle(enough, |scope| (0..12).for_each(|_| assert_eq!(first(full(scope, 1.0, 1)), 1.0)));
    assert_eq!(serves(&misuses(enough, "wrong_configuration"), "multipleOf"), 64);
    close(enough);
}

#[test]
fn many_idle_ones_are_named_and_summed() {
    let _world = World::new();
    let most = 2 * thread::available_parallelism().expect("known").get();
    let config = r#"{"initialSize": 6400, "overallocationLimit": 0}"#;
    let mut all: Vec<u64> = (1..=most as u64)
        .map(|thread| workspace::get("per thread", thread, Some(&there(config))).expect("new"))
        .collect();
    assert!(misuses(all[0], "too_many").is_empty());
    all.push(workspace::get("per thread", 1 << 40, Some(&there(config))).expect("new"));
    let rows = misuses(all[0], "too_many");
    let message = rows[0]["message"].as_str().expect("a text");
    assert!(
        message.contains(&format!("{} of this name are idle and hold {} bytes", most + 1, 6400 * (most + 1))),
        "{message}"
    );
    let sum = stats(0);
    assert_eq!((sum.workspaces, sum.committed), (most as u64 + 1, 6400 * (most as u64 + 1)));
    all.into_iter().for_each(close);
    assert_eq!(stats(0).workspaces, 0);
}
