//! Handles that leave a scope that closes, or stay in one that is emptied, while another thread
//! moves them elsewhere: they stay where that thread has put them, whichever call is first.

use crate::DEVICE;
use crate::world::{alone, rounds, there};
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use tenure::api::{scope, tensor, workspace};

const ROUNDS: usize = 20_000;
const FAILED: usize = usize::MAX;

/// Stops the other thread when this one stops.
struct Ends<'a>(&'a AtomicUsize);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(FAILED, Ordering::Release);
    }
}

/// Runs `one` here and `other` on another thread at the same time, with a varying delay in each
/// round.
fn duel(times: usize, make: impl Fn() -> [u64; 3] + Sync, one: impl Fn([u64; 3]), other: impl Fn([u64; 3]) + Sync) {
    let (begun, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let thing = std::sync::Mutex::new([0; 3]);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            for round in 1..=rounds(times) {
                while begun.load(Ordering::Acquire) < round {
                    std::thread::yield_now();
                }
                if begun.load(Ordering::Acquire) == FAILED {
                    return;
                }
                let mine = *thing.lock().expect("nobody panics with it");
                (0..round * 37 % 200).for_each(|_| std::hint::spin_loop());
                other(mine);
                done.store(round, Ordering::Release);
            }
        });
        let _ends = Ends(&begun);
        for round in 1..=rounds(times) {
            let made = make();
            *thing.lock().expect("nobody panics with it") = made;
            begun.store(round, Ordering::Release);
            (0..round * 53 % 200).for_each(|_| std::hint::spin_loop());
            one(made);
            while done.load(Ordering::Acquire) < round {
                std::thread::yield_now();
            }
            assert_eq!(scope::owner(made[1]).expect("alive"), made[2], "round {round}");
            scope::close(made[2]).expect("open");
        }
    });
}

fn ones(owner: u64) -> u64 {
    tensor::ones(owner, DEVICE, 1, &[1]).expect("there is room")
}

/// A scope, a tensor in it or in a scope below, and the scope that the tensor is moved to.
fn body(depth: usize) -> [u64; 3] {
    let body = scope::push(0).expect("a scope");
    let inner = (0..depth).fold(body, |above, _| scope::push(above).expect("a scope"));
    [body, ones(inner), scope::push(0).expect("a scope")]
}

fn take([_, t, elsewhere]: [u64; 3]) {
    scope::attach(elsewhere, t).expect("both are there");
}

#[test]
fn what_escapes() {
    let _alone = alone();
    for depth in 0..2 {
        let several = |[body, t, _]: [u64; 3]| {
            let more = ones(body);
            scope::pop(body, &[t, more]).expect("open");
            tensor::dispose(more).expect("it has escaped");
        };
        duel(ROUNDS, || body(depth), several, take);
        duel(ROUNDS, || body(depth), |[body, t, _]| scope::pop(body, &[t]).expect("open"), take);
    }
}

#[test]
fn what_stays_when_the_rest_is_closed() {
    let _alone = alone();
    let emptied = |[body, t, _]: [u64; 3]| {
        scope::close_all_but(body, &[t]).expect("open");
        scope::close(body).expect("open");
    };
    // Moved by the second call or not at all: otherwise it would be released with the scope.
    duel(ROUNDS, || body(1), |[body, t, _]| scope::close_all_but(body, &[t]).expect("open"), take);
    let late = |thing: [u64; 3]| {
        take(thing);
        emptied(thing);
    };
    duel(ROUNDS / 10, || body(1), late, |_| ());
}

#[test]
fn what_leaves_a_workspace() {
    let _alone = alone();
    let batch = workspace::create(0, "", 0, Some(&there(r#"{"initialSize": 65536}"#))).expect("made");
    let outer = scope::push(0).expect("a scope");
    let made = || {
        workspace::enter(batch, outer).expect("its thread");
        [batch, ones(batch), scope::push(0).expect("a scope")]
    };
    duel(ROUNDS / 10, made, |[batch, t, _]| workspace::leave(batch, &[t]).expect("entered"), take);
    workspace::destroy(batch).expect("open");
    scope::close(outer).expect("open");
}

/// Two threads end one scope, and the first keeps a borrowed and an owned handle. It gets both, or
/// the borrowed one has returned to its owner.
#[test]
fn what_is_lent_goes_home_or_escapes_when_another_thread_closes_the_scope() {
    let _alone = alone();
    let ends: [fn(u64, [u64; 2]); 3] = [
        |body, _| drop(scope::close(body)),
        |body, [lent, other]| drop(scope::pop(body, &[lent, other])),
        |_, [_, other]| drop(tensor::dispose(other)),
    ];
    for other_end in ends {
        let (start, round) = (Barrier::new(2), std::sync::Mutex::new((0, [0; 2])));
        std::thread::scope(|threads| {
            threads.spawn(|| {
                for i in 0..rounds(ROUNDS / 4) {
                    start.wait();
                    let (body, kept) = *round.lock().expect("nobody panics with it");
                    (0..i * 37 % 200).for_each(|_| std::hint::spin_loop());
                    other_end(body, kept);
                    start.wait();
                }
            });
            for i in 0..rounds(ROUNDS / 4) {
                let (origin, parent) = (scope::push(0).expect("a scope"), scope::push(0).expect("a scope"));
                let body = scope::push(parent).expect("open");
                let (lent, other) = (ones(origin), ones(body));
                scope::temp_attach(body, lent).expect("open");
                *round.lock().expect("nobody panics with it") = (body, [lent, other]);
                start.wait();
                (0..i * 53 % 200).for_each(|_| std::hint::spin_loop());
                let popped = scope::pop(body, &[lent, other]);
                start.wait();
                if popped.is_err() {
                    drop(scope::close(body)); // if it was refused because `other` had ended, the scope is open
                }
                let owner = scope::owner(lent).expect("it is alive in either case");
                assert!(owner == parent || popped.is_err() && owner == origin, "round {i}: {popped:?}");
                assert!(scope::owner(other).is_ok_and(|owner| owner == parent) || owner == origin || popped.is_ok());
                scope::close(parent).and(scope::close(origin)).expect("open");
            }
        });
    }
}
