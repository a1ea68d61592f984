//! `Biased` under the model checker: the owner's thread and another, in every interleaving.
//!
//! Run with `RUSTFLAGS="--cfg loom" cargo test --profile loom --test loom_biased`. In a normal
//! build this test is empty.
//!
//! The variant with the owner's fence is modelled. The variant for systems with membarrier(2) has
//! the same steps, but the other thread runs the barrier in the owner. No model checker supports
//! that, so it relies on the argument at the top of `biased.rs` and on a race in its unit tests.
//!
//! A lock without an owner is not modelled, because loom 0.7 blocks in `try_lock` like in `lock`.
//!
//! Seen to fail: the two models in which one thread waits, with a version of `try_with` that looked
//! and then waited; all four without the owner's fence.
#![cfg(loom)]

use loom::sync::{Arc, Notify};
use loom::thread;
use std::hash::{DefaultHasher, Hash, Hasher};
use tenure::locks::OwnerThread;

type Biased<T> = tenure::locks::Biased<T, Model>;

/// A thread of the model checker, 0 for none; all of them are one system thread.
struct Model(usize);

impl OwnerThread for Model {
    fn here() -> Model {
        let mut hasher = DefaultHasher::new();
        thread::current().id().hash(&mut hasher);
        Model(hasher.finish() as usize | 1)
    }

    fn none() -> Model {
        Model(0)
    }

    fn is_none(&self) -> bool {
        self.0 == 0
    }

    fn is_here(&self) -> bool {
        self.0 == Model::here().0
    }

    fn number_here(&self) -> usize {
        Model::here().0
    }

    /// Loom has no barrier for every thread, so its models use the owner's fence.
    fn has_barrier() -> bool {
        false
    }

    fn barrier() {
        unreachable!("nobody asks for what is not there");
    }
}

fn check(model: impl Fn() + Send + Sync + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(4);
    builder.check(model);
}

/// A step that would be lost if two threads were inside; the model checker also checks that.
fn add(value: &mut u32) {
    *value += 1;
}

#[test]
fn one_thread_at_a_time_is_in() {
    check(|| {
        let biased = Arc::new(Biased::here(0));
        let other = biased.clone();
        let thread = thread::spawn(move || other.with(add));
        biased.with(add);
        biased.with(add);
        thread.join().expect("no panic");
        assert_eq!(biased.with(|value| *value), 3);
    });
}

#[test]
fn one_that_tries_is_in_alone_or_not_at_all() {
    check(|| {
        let biased = Arc::new(Biased::here(0));
        let other = biased.clone();
        let thread = thread::spawn(move || u32::from(other.try_with(add).is_some()));
        let mine = u32::from(biased.try_with(add).is_some());
        biased.with(add);
        let theirs = thread.join().expect("no panic");
        assert_eq!(biased.with(|value| *value), mine + theirs + 1);
    });
}

#[test]
fn another_thread_that_tries_never_waits_for_the_owner() {
    check(|| {
        let biased = Arc::new(Biased::here(0));
        let other = biased.clone();
        let thread = thread::spawn(move || other.try_with(add).is_some());
        // Stays inside until the other has tried; if that waited, this would be a deadlock.
        let theirs = biased.with(|_| thread.join().expect("no panic"));
        assert_eq!(biased.with(|value| *value), u32::from(theirs));
    });
}

#[test]
fn the_owner_that_tries_never_waits_for_another_thread() {
    check(|| {
        let biased = Arc::new(Biased::here(0));
        let tried = Arc::new(Notify::new());
        let (other, told) = (biased.clone(), tried.clone());
        let thread = thread::spawn(move || other.with(|_| told.wait()));
        let mine = biased.try_with(add).is_some();
        tried.notify();
        thread.join().expect("no panic");
        assert_eq!(biased.with(|value| *value), u32::from(mine));
    });
}
