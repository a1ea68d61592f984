//! Pressure through `api`: threads of two collectors, whose garbage is a list of handles here.
//!
//! `src/session/escalation/tests.rs` tests the policy itself, with artificial clocks.

use crate::DEVICE;
use crate::world::alone;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tenure::api::{handle, memory, pressure, tensor};
use tenure::error::{Result, Status};
use tenure::tensor::DType;

/// Its limit and the managed heap give the default threshold.
const CPU: i32 = 0;
const WHOLE: i32 = 0;
const GENERATIONAL: i32 = 1;
const END: u64 = 0;
const AGAIN: u64 = 1;
const COLLECT_YOUNG: u64 = 2;
const COLLECT_ALL: u64 = 3;
const MIB: u64 = 1 << 20;

fn make() -> std::result::Result<u64, Status> {
    tensor::empty(0, DEVICE, DType::U8 as i32, &[MIB as i64]).map_err(|error| error.status())
}

fn told<T>(answer: Result<T>) -> T {
    answer.expect("it never fails")
}

/// A heap whose collector finds everything that was dropped.
#[derive(Default)]
struct Heap {
    dropped: Mutex<Vec<u64>>,
    collections: [AtomicUsize; 2],
}

impl Heap {
    fn collect(&self, collector: i32, ticket: u64) {
        self.collections[collector as usize].fetch_add(1, Ordering::Relaxed);
        let mut dropped = self.dropped.lock().expect("no thread panics with it");
        told(pressure::over(ticket, true, 0));
        handle::collect(&dropped);
        dropped.clear();
    }

    /// Makes a tensor as a wrapper does.
    fn make(&self, collector: i32, thread: u64) -> std::result::Result<u64, Status> {
        let mut made = make();
        if made.is_ok() {
            return made;
        }
        let ticket = told(pressure::refused(collector, thread));
        loop {
            match told(pressure::wait_next(ticket)) {
                END => break,
                AGAIN => made = make(),
                _ => self.collect(collector, ticket),
            }
            if made.is_ok() {
                break;
            }
        }
        told(pressure::leave(ticket));
        made
    }
}

/// No thread of one collector waits for the other's for ever either. There are never more tensors
/// in hand than threads, so each collection finds 44 MiB. 16 collections, after which a call is
/// refused, find more than is ever created.
#[test]
fn none_of_many_threads_of_two_collectors_is_refused_while_all_is_garbage() {
    let _alone = alone();
    memory::set_limit(DEVICE, memory::stats(DEVICE).expect("it is there").live_bytes + 64 * MIB).expect("it is there");
    let (heap, refused) = (Heap::default(), AtomicUsize::new(0));
    std::thread::scope(|threads| {
        for thread in 1..=20 {
            let (heap, refused) = (&heap, &refused);
            threads.spawn(move || {
                for _ in 0..30 {
                    match heap.make((thread % 2) as i32, thread) {
                        Ok(made) => heap.dropped.lock().expect("no thread panics with it").push(made),
                        Err(_) => _ = refused.fetch_add(1, Ordering::Relaxed),
                    }
                }
            });
        }
    });
    memory::set_limit(DEVICE, 0).expect("it is there");
    assert_eq!(refused.into_inner(), 0);
    assert!(heap.collections.into_iter().map(AtomicUsize::into_inner).sum::<usize>() > 0);
    handle::release(&heap.dropped.into_inner().expect("no thread has panicked"));
}

#[test]
fn what_is_in_use_is_refused_with_the_status_of_the_call_and_the_turn_goes_on() {
    let _alone = alone();
    let held = make().expect("room");
    memory::set_limit(DEVICE, memory::stats(DEVICE).expect("it is there").live_bytes).expect("it is there");
    let heap = Heap::default();
    assert_eq!(heap.make(WHOLE, 1), Err(Status::LimitExceeded));
    assert_eq!(heap.make(WHOLE, 2), Err(Status::LimitExceeded));
    handle::release(&[held]);
    let made = heap.make(WHOLE, 3).expect("room");
    handle::release(&[made]);
    memory::set_limit(DEVICE, 0).expect("it is there");
}

#[test]
fn whoever_waits_is_woken_when_its_turn_comes() {
    let _alone = alone();
    let first = told(pressure::refused(GENERATIONAL, 1));
    assert_eq!(told(pressure::next(first)), AGAIN);
    let second = told(pressure::refused(GENERATIONAL, 2));
    assert!(told(pressure::next(second)) > COLLECT_ALL);
    assert_eq!(told(pressure::next(first)), COLLECT_YOUNG); // otherwise a busy machine could take the turn away
    let other = std::thread::spawn(move || told(pressure::wait_next(second)));
    assert_eq!(told(pressure::leave(first)), second);
    assert_eq!(other.join().expect("it does not panic"), AGAIN);
    assert_eq!(told(pressure::leave(second)), 0);
}

#[test]
fn the_lines_of_two_collectors_are_apart() {
    let _alone = alone();
    let tickets = [WHOLE, GENERATIONAL].map(|collector| told(pressure::refused(collector, 1)));
    assert_eq!(tickets.map(|ticket| told(pressure::next(ticket))), [AGAIN, AGAIN]);
    assert_eq!(tickets.map(|ticket| told(pressure::leave(ticket))), [0, 0]);
    assert_eq!(tickets.map(|ticket| told(pressure::wait_next(ticket))), [END, END], "they are not valid any more");
    for enter in [pressure::refused, pressure::high, pressure::only_try] {
        assert_eq!(enter(2, 1).map_err(|error| error.status()), Err(Status::InvalidArgument));
    }
    assert!(pressure::set_collector(-1).is_err());
}

#[test]
fn a_call_that_cannot_be_made_again_asks_before_it() {
    let _alone = alone();
    let live = memory::stats(DEVICE).expect("it is there").live_bytes;
    memory::set_unowned_threshold(DEVICE, 1 << 40).expect("it is there");
    memory::set_limit(DEVICE, live + 4 * MIB).expect("it is there");
    assert_eq!(told(pressure::only_try(WHOLE, 1)), 0, "nothing is unowned");
    let dropped = [(); 3].map(|()| make().expect("there is room"));
    let ticket = told(pressure::only_try(WHOLE, 1));
    assert_ne!(ticket, 0, "less is left than is unowned");
    assert_eq!(told(pressure::wait_next(ticket)), COLLECT_ALL);
    told(pressure::over(ticket, true, 0));
    handle::collect(&dropped);
    told(pressure::leave(ticket));
    memory::set_limit(DEVICE, 0).expect("it is there");
    memory::set_unowned_threshold(DEVICE, 0).expect("it is there");
}

/// Unowned memory is one number of the process: it does not grow because one more device is used.
#[test]
fn what_was_found_in_use_is_not_asked_for_again_when_another_device_comes_into_use() {
    let _alone = alone();
    memory::set_unowned_threshold(CPU, 1 << 40).expect("cpu");
    let held = tensor::empty(0, CPU, DType::U8 as i32, &[3 * MIB as i64]).expect("there is room");
    memory::set_limit(CPU, memory::stats(CPU).expect("cpu").live_bytes + MIB).expect("cpu");
    let ticket = told(pressure::only_try(GENERATIONAL, 1));
    for collection in [COLLECT_YOUNG, COLLECT_ALL] {
        assert_eq!(told(pressure::wait_next(ticket)), collection);
        told(pressure::over(ticket, true, 0));
    }
    assert_eq!(told(pressure::wait_next(ticket)), END);
    told(pressure::leave(ticket));
    assert_eq!(told(pressure::only_try(GENERATIONAL, 1)), 0, "all of it is in use");
    memory::stats(DEVICE).expect("it is there");
    assert_eq!(told(pressure::only_try(GENERATIONAL, 1)), 0, "nothing has been made since");
    handle::release(&[held]);
    memory::set_limit(CPU, 0).expect("cpu");
    memory::set_unowned_threshold(CPU, 0).expect("cpu");
}

#[test]
fn the_default_threshold_follows_the_collector_and_the_limit_unless_it_is_set() {
    let _alone = alone();
    let threshold = || memory::unowned_threshold(CPU).expect("cpu");
    memory::set_limit(DEVICE, 1 << 40).expect("it is there");
    memory::set_limit(CPU, 80 * MIB).expect("cpu");
    assert_eq!(threshold(), 16 * MIB);
    pressure::set_collector(GENERATIONAL).expect("it is known");
    assert_eq!(threshold(), 10 * MIB);
    pressure::set_collector(WHOLE).expect("it is known");
    assert_eq!(threshold(), 20 * MIB);
    memory::set_unowned_threshold(CPU, 5 * MIB).expect("cpu");
    memory::set_limit(CPU, 40 * MIB).expect("cpu");
    assert_eq!(threshold(), 5 * MIB);
    memory::set_unowned_threshold(CPU, 0).expect("cpu");
    assert_eq!(threshold(), 10 * MIB);
    memory::set_limit(CPU, 1 << 40).expect("cpu");
    memory::set_managed_max(800 * MIB).expect("it never fails");
    assert_eq!(threshold(), 300 * MIB);
    memory::set_managed_max(0).expect("it never fails");
    assert_eq!(threshold(), 64 * MIB);
    memory::set_limit(CPU, 0).expect("cpu");
    memory::set_limit(DEVICE, 0).expect("it is there");
}
