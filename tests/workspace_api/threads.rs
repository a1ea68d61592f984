//! Several threads: results for another thread's workspace are right or refused, and what ends on
//! another thread is freed eventually.

use crate::DEVICE;
use crate::world::*;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use tenure::api::{scope, tensor, workspace};
use tenure::error::Status;

#[test]
fn another_thread_s_workspace_is_not_entered_and_what_it_owns_there_comes_from_the_pool() {
    let _world = World::new();
    let batch = make(r#"{"initialSize": 65536}"#);
    let (scope, _) = workspace::enter(batch, 0).expect("open");
    let t = full(scope, 2.0, 10);
    thread::scope(|threads| {
        threads.spawn(|| {
            refused(
                workspace::enter(batch, 0),
                Status::Workspace,
                "is another thread's: workspaceMode SINGLE shares one",
            );
            let sum = tensor::add(0, t, t).expect("readable");
            assert_eq!((home(sum), scope::owner(sum).expect("valid"), first(sum)), (0, batch, 4.0));
            assert_eq!(stats(batch).depth, 1);
        });
    });
    assert_eq!(scope::stats(batch).expect("open").tensors, 2);
    workspace::leave(batch, &[]).expect("entered");
    close(batch);
}

#[test]
fn left_on_another_thread_everything_goes_and_the_owner_goes_on() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(r#"{"initialSize": 65536}"#));
    for round in 1..=3 {
        let (scope, cycle) = workspace::enter(batch, outer).expect("open");
        assert_eq!(cycle, round);
        let (t, kept) = (full(scope, 2.0, 10), full(scope, 3.0, 10));
        thread::scope(|threads| {
            threads.spawn(|| workspace::leave(batch, &[kept]).expect("entered")).join().expect("ok")
        });
        stale(tensor::item(t), &format!("of cycle {round} of workspace 'batch', which has left cycle {round}"));
        assert_eq!((first(kept), home(kept)), (3.0, 0));
        assert_eq!(home(full(batch, 1.0, 10)), 0, "it is left");
        refused(workspace::leave(batch, &[]), Status::Workspace, "left but not entered");
    }
    assert_eq!(scope::stats(batch).expect("open").members, 1);
    cycle(batch, |scope| assert_eq!(home(full(scope, 1.0, 10)), batch));
    close(outer);
    close(batch);
}

#[test]
fn closed_on_another_thread_in_the_middle_of_a_cycle() {
    let _world = World::new();
    let batch = make(r#"{"initialSize": 1048576}"#);
    let (scope, _) = workspace::enter(batch, 0).expect("open");
    let t = full(scope, 2.0, 10);
    thread::scope(|threads| threads.spawn(|| workspace::destroy(batch).expect("open")).join().expect("ok"));
    stale(tensor::item(t), "is closed");
    refused(tensor::full(scope, DEVICE, F32, 1.0.into(), &[3]), Status::ScopeClosed, "closed");
    // The block is freed already, although its own thread has not returned; the world checks the
    // rest.
}

#[test]
fn one_that_its_thread_has_entered_lately_is_gone_for_it_too_when_another_destroys_it() {
    let _world = World::new();
    let batch = make("{}");
    for _ in 0..3 {
        workspace::enter(batch, 0).expect("ours");
        workspace::leave(batch, &[]).expect("entered");
    }
    thread::scope(|threads| threads.spawn(|| workspace::destroy(batch).expect("open")).join().expect("ok"));
    assert_eq!(workspace::stats(0).expect("always").workspaces, 0);
    assert_eq!(workspace::report(0, true).expect("always"), "[]");
    assert_eq!(workspace::enter(batch, 0).expect_err("gone").status(), Status::InvalidHandle);
    assert_eq!(workspace::leave(batch, &[]).expect_err("gone").status(), Status::InvalidHandle);
}

#[test]
fn entered_and_left_while_another_thread_destroys_it_is_one_after_the_other() {
    let _world = World::new();
    for round in 0..500 {
        let batch = make("{}");
        workspace::enter(batch, 0).expect("ours");
        workspace::leave(batch, &[]).expect("entered");
        let start = Barrier::new(2);
        thread::scope(|threads| {
            threads.spawn(|| {
                start.wait();
                (0..round % 50).for_each(|_| std::hint::spin_loop());
                workspace::destroy(batch).expect("open");
            });
            start.wait();
            let mut cycles = 0;
            while cycles < 1_000_000 && workspace::enter(batch, 0).is_ok() {
                // If it was destroyed meanwhile it is left, and everything created in it is
                // released.
                let t = tensor::empty(batch, DEVICE, F32, &[100]);
                let left = workspace::leave(batch, &[]);
                assert!(t.is_err() || left.is_err() || t.is_ok_and(|t| tensor::size(t).is_err()));
                cycles += 1;
            }
            assert!(cycles < 1_000_000, "it is destroyed and still entered");
        });
        assert_eq!(workspace::stats(0).expect("always").workspaces, 0);
    }
}

#[test]
fn a_shared_one_is_right_from_two_threads_at_once() {
    let _world = World::new();
    let single = make(r#"{"workspaceMode": "SINGLE", "initialSize": 262144}"#);
    let together = Barrier::new(2);
    thread::scope(|threads| {
        for mine in 0..2u32 {
            let together = &together;
            threads.spawn(move || {
                for round in 0..300u32 {
                    together.wait();
                    let (scope, _) = workspace::enter(single, 0).expect("open");
                    together.wait();
                    let value = mine * 1000 + round;
                    let made: Vec<u64> = (0..8).map(|_| full(scope, f64::from(value), 64)).collect();
                    let doubled = tensor::add(0, made[0], made[7]).expect("valid");
                    assert!(made.iter().all(|&t| values(t) == vec![value as f32; 64]), "round {round}");
                    assert_eq!(values(doubled), vec![2.0 * value as f32; 64]);
                    together.wait();
                    workspace::leave(single, &[]).expect("entered twice");
                }
            });
        }
    });
    let left = stats(single);
    assert_eq!((left.depth, left.pinned, left.cycle), (0, 0, 300));
    close(single);
}

#[test]
fn of_a_shared_one_each_thread_keeps_for_where_it_has_come_from() {
    let _world = World::new();
    let single = make(r#"{"workspaceMode": "SINGLE", "initialSize": 262144}"#);
    let outers = [(); 2].map(|()| scope::push(0).expect("a scope"));
    let (entered, kept) = (Barrier::new(2), Barrier::new(2));
    let keep = |outer: u64, waits: bool| {
        if waits {
            entered.wait();
        }
        let (owner, _) = workspace::enter(single, outer).expect("shared");
        if !waits {
            entered.wait();
        }
        kept.wait(); // both have entered
        let [first, second] = [1.0, 2.0].map(|value| full(owner, value, 10));
        scope::keep(first).expect("alive");
        assert_eq!(scope::owner(first).expect("alive"), outer);
        kept.wait();
        // Whether the other has left or continues does not matter to this one.
        if waits {
            kept.wait();
        }
        scope::ret(owner, second).expect("alive");
        assert_eq!(scope::owner(second).expect("alive"), outer);
        workspace::leave(single, &[]).expect("entered");
        if !waits {
            kept.wait();
        }
    };
    thread::scope(|threads| {
        threads.spawn(|| keep(outers[0], false));
        keep(outers[1], true);
    });
    assert_eq!(stats(single).depth, 0);
    outers.into_iter().for_each(close);
    close(single);
}

#[test]
fn one_for_each_thread_that_goes_with_it() {
    let _world = World::new();
    let mine = workspace::get("loop", 0, Some(&there(r#"{"initialSize": 65536}"#))).expect("new");
    assert_eq!(workspace::get("loop", 0, None).expect("there"), mine);
    assert_eq!(workspace::find("loop", 0).expect("asked"), mine);
    assert_eq!(workspace::find("other", 0).expect("asked"), 0);
    refused(
        workspace::get("loop", 0, Some(&there(r#"{"initialSize": 128, "strict": true}"#))),
        Status::InvalidArgument,
        "workspace 'loop' is there already with initialSize 65536, asked for was 128; strict false, asked for was true",
    );
    let theirs = thread::spawn(move || {
        assert_eq!(workspace::find("loop", 0).expect("asked"), 0);
        let theirs = workspace::get("loop", 0, Some(&there(r#"{"initialSize": 4096}"#))).expect("new");
        assert_ne!(theirs, mine);
        let (scope, _) = workspace::enter(theirs, 0).expect("open");
        full(scope, 1.0, 100);
        theirs
    });
    let theirs = theirs.join().expect("no panic");
    stale(workspace::stats(theirs), "is closed");
    close(mine);
    let again = workspace::get("loop", 0, None).expect("new");
    assert_ne!(again, mine);
    close(again);
}

#[test]
fn a_virtual_thread_s_goes_with_its_number_and_a_shared_one_with_its_name() {
    let _world = World::new();
    let virtual_one = workspace::get("loop", 41, Some(&there(r#"{"initialSize": 4096}"#))).expect("new");
    thread::scope(|threads| {
        threads.spawn(|| {
            assert_eq!(workspace::get("loop", 41, None).expect("there"), virtual_one);
            cycle(virtual_one, |scope| assert_eq!(home(full(scope, 1.0, 10)), virtual_one));
        });
    });
    cycle(virtual_one, |scope| assert_eq!(home(full(scope, 1.0, 10)), virtual_one));
    refused(workspace::get("loop", 1 << 63, None), Status::InvalidArgument, "below 2^63");
    let single = r#"{"workspaceMode": "SINGLE"}"#;
    refused(workspace::get("loop", 0, Some(&there(single))), Status::InvalidArgument, "workspaceMode");
    let shared = workspace::get("all", 0, Some(&there(single))).expect("new");
    let there = thread::spawn(|| workspace::get("all", 0, None).expect("there")).join().expect("ok");
    assert_eq!(there, shared);
    close(virtual_one);
    close(shared);
}

#[test]
fn copied_out_while_another_thread_reads_it() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(r#"{"initialSize": 262144}"#));
    for _ in 0..50 {
        let (scope, _) = workspace::enter(batch, outer).expect("open");
        let t = full(scope, 6.0, 1000);
        let done = AtomicBool::new(false);
        let ready = Barrier::new(2);
        thread::scope(|threads| {
            threads.spawn(|| {
                ready.wait();
                while !done.load(Ordering::Acquire) {
                    assert_eq!(values(t), vec![6.0; 1000]);
                }
            });
            ready.wait();
            scope::keep(t).expect("valid");
            workspace::leave(batch, &[]).expect("entered");
            overwrite(batch, 20_000);
            done.store(true, Ordering::Release);
        });
        assert_eq!((home(t), first(t)), (0, 6.0));
        tensor::dispose(t).expect("valid");
    }
    close(outer);
    close(batch);
}

#[test]
fn two_threads_copy_the_same_tensor_out() {
    let _world = World::new();
    let (outer, batch) = (scope::push(0).expect("open"), make(r#"{"initialSize": 262144}"#));
    for _ in 0..100 {
        let (scope, _) = workspace::enter(batch, outer).expect("open");
        let t = full(scope, 6.0, 100);
        let together = Barrier::new(2);
        thread::scope(|threads| {
            for _ in 0..2 {
                threads.spawn(|| {
                    together.wait();
                    scope::attach(outer, t).expect("valid");
                    assert_eq!(values(t), vec![6.0; 100]);
                });
            }
        });
        assert_eq!((home(t), scope::owner(t).expect("valid")), (0, outer));
        workspace::leave(batch, &[]).expect("entered");
        tensor::dispose(t).expect("valid");
    }
    close(outer);
    close(batch);
}

#[test]
fn leaving_while_another_thread_works_with_the_cycle_s_tensors() {
    let _world = World::new();
    let batch = make(r#"{"initialSize": 262144}"#);
    let (stop, current) = (AtomicBool::new(false), std::sync::atomic::AtomicU64::new(0));
    thread::scope(|threads| {
        threads.spawn(|| {
            while !stop.load(Ordering::Acquire) {
                let t = current.load(Ordering::Acquire);
                match tensor::add(0, t, t) {
                    Ok(sum) => {
                        // It may have been released with its cycle.
                        if let Ok(n) = tensor::size(sum) {
                            let mut bytes = vec![0; n as usize * 4];
                            if tensor::copy_to(sum, &mut bytes).is_ok() {
                                let all = bytes.chunks_exact(4).all(|b| b == 4f32.to_ne_bytes());
                                assert!(all, "another cycle's numbers");
                            }
                        }
                    }
                    Err(error) => {
                        let status = error.status();
                        assert!(matches!(status, Status::InvalidHandle | Status::ScopeClosed), "{error:?}");
                    }
                }
            }
        });
        for round in 0..rounds(2000) {
            let (scope, _) = workspace::enter(batch, 0).expect("open");
            let other = full(scope, f64::from(round), 256);
            current.store(full(scope, 2.0, 256), Ordering::Release);
            assert_eq!(first(other), round as f32);
            workspace::leave(batch, &[]).expect("entered");
        }
        stop.store(true, Ordering::Release);
    });
    cycle(batch, |_| ());
    assert_eq!(stats(batch).pinned, 0);
    close(batch);
}

#[test]
fn a_new_thread_is_not_let_into_the_open_cycle_of_one_that_has_ended() {
    let _world = World::new();
    let begin = || {
        let batch = make(r#"{"initialSize": 65536}"#);
        let (scope, _) = workspace::enter(batch, 0).expect("open");
        (batch, full(scope, 2.0, 10))
    };
    let (batch, _) = thread::spawn(begin).join().expect("no panic");
    for _ in 0..50 {
        let entered = thread::spawn(move || workspace::enter(batch, 0).map(drop)).join().expect("no panic");
        refused(entered, Status::Workspace, "is another thread's");
    }
    close(batch);
}
