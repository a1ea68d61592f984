//! Tests of the promises of an escalation, with an artificial clock and counts.

use super::line::SILENCE;
use super::machine::{Effects, Escalation};
use super::{Counts, Reason, Step};
use crate::memory::Took;
use Reason::{High, OnlyTry, Refused};
use Step::{Again, CollectAll, CollectYoung, End, Wait};

const MS: u64 = 1_000_000;
const MIB: u64 = 1 << 20;

struct Play {
    machine: Escalation,
    now: u64,
    counts: Counts,
    effects: Effects,
}

impl Play {
    fn new(machine: Escalation) -> Self {
        let counts = Counts { live: 100 * MIB, unowned: 50 * MIB, limit: 100 * MIB, high: true, ..Counts::default() };
        Self { machine, now: 0, counts, effects: Effects::default() }
    }

    fn whole() -> Self {
        Self::new(Escalation::whole())
    }

    fn generational() -> Self {
        Self::new(Escalation::generational())
    }

    /// A ticket of a separate thread.
    fn enter(&mut self, reason: Reason) -> u64 {
        self.enter_on(reason, self.now + 1000 + self.counts.allocations)
    }

    fn enter_on(&mut self, reason: Reason, thread: u64) -> u64 {
        self.machine.enter(reason, thread, self.now, &self.counts).expect("there is a reason")
    }

    /// A ticket that has the turn and whose call was refused again.
    fn refused(&mut self) -> u64 {
        let ticket = self.enter_on(Refused, 1_000_000 + self.now);
        assert_eq!(self.next(ticket), Again, "the refusal may be older than what was freed last");
        ticket
    }

    fn next(&mut self, ticket: u64) -> Step {
        let told = self.machine.next(ticket, self.now, &self.counts);
        self.effects = told.effects;
        told.step
    }

    fn waits(&mut self, ticket: u64) -> bool {
        self.machine.waits(ticket, self.now, &self.counts)
    }

    fn over(&mut self, ticket: u64, found: bool) {
        self.machine.over(ticket, found, 7, self.now, &self.counts);
    }

    fn leave(&mut self, ticket: u64) -> Option<u64> {
        self.machine.leave(ticket, self.now)
    }

    /// A backstop frees something.
    fn free(&mut self, references: u64, bytes: u64) {
        self.counts.freed += references;
        self.counts.live -= bytes;
        self.counts.unowned -= bytes;
    }

    /// Ends the requested collection, which frees this much, and returns the next step.
    fn collect(&mut self, ticket: u64, references: u64, bytes: u64) -> Step {
        self.now += 10 * MS;
        self.over(ticket, true);
        self.free(references, bytes);
        self.next(ticket)
    }
}

#[test]
fn a_refused_call_is_made_again_once_something_was_freed_and_keeps_its_turn() {
    let mut play = Play::whole();
    let first = play.refused();
    let second = play.enter_on(Refused, 2);
    assert!(matches!(play.next(second), Wait(_)));
    assert_eq!(play.next(first), CollectAll);
    assert_eq!(play.effects, Effects { trim: true, relieving: true, relieved: None });
    assert_eq!(play.collect(first, 3, MIB), Again);
    let took = Took { began: 0, ended: 10 * MS, used: 7, waited: true };
    assert_eq!(play.effects, Effects { relieved: Some(took), ..Effects::default() });
    assert!(matches!(play.next(second), Wait(_)), "what was freed is the first one's");
    assert_eq!(play.leave(first), Some(second));
    assert_eq!(play.next(second), Again, "before it collects");
    assert_eq!(play.leave(second), None);
}

#[test]
fn what_others_close_counts_as_freed_too() {
    let mut play = Play::whole();
    let ticket = play.refused();
    assert_eq!(play.next(ticket), CollectAll);
    assert_eq!(play.collect(ticket, 0, MIB), Again);
}

#[test]
fn with_nothing_unowned_one_fruitless_collection_refuses() {
    let mut play = Play::whole();
    play.counts.unowned = 0;
    let ticket = play.refused();
    assert_eq!(play.next(ticket), CollectAll);
    assert_eq!(play.collect(ticket, 0, 0), End);
}

#[test]
fn as_long_as_something_is_unowned_three_fruitless_collections_in_a_row_refuse() {
    let mut play = Play::whole();
    let ticket = play.refused();
    assert_eq!(play.next(ticket), CollectAll);
    assert_eq!(play.collect(ticket, 0, 0), CollectAll);
    assert_eq!(play.collect(ticket, 1, 1), Again, "two were fruitless, and the third was not");
    assert_eq!(play.next(ticket), CollectAll);
    assert_eq!(play.collect(ticket, 0, 0), CollectAll);
    assert_eq!(play.collect(ticket, 0, 0), CollectAll);
    assert_eq!(play.collect(ticket, 0, 0), End);
}

#[test]
fn a_call_for_more_than_there_is_ends_although_others_free() {
    for (mut play, most, collect) in [(Play::whole(), 16, CollectAll), (Play::generational(), 64, CollectYoung)] {
        let ticket = play.refused();
        for _ in 0..most {
            assert_eq!(play.next(ticket), collect);
            play.now += 100 * MS;
            assert_eq!(play.collect(ticket, 1, 0), Again);
        }
        assert_eq!(play.next(ticket), End);
        play.leave(ticket);
        let other = play.refused();
        assert_eq!(play.next(other), collect, "that says nothing of the others");
    }
}

#[test]
fn quick_collections_are_not_futile_before_half_a_second() {
    let mut play = Play::whole();
    let ticket = play.refused();
    for _ in 0..30 {
        assert_eq!(play.next(ticket), CollectAll);
        assert_eq!(play.collect(ticket, 1, 0), Again);
    }
}

#[test]
fn what_anothers_escalations_have_shown_is_used_if_nothing_was_freed_or_handed_out_since() {
    let told = |change: fn(&mut Counts)| {
        let mut play = Play::whole();
        let first = play.refused();
        let second = play.enter_on(Refused, 2);
        assert!(matches!(play.next(second), Wait(_)));
        assert_eq!(play.next(first), CollectAll);
        assert_eq!(play.collect(first, 0, 0), CollectAll);
        assert_eq!(play.collect(first, 0, 0), CollectAll);
        assert_eq!(play.collect(first, 0, 0), End);
        play.leave(first);
        assert_eq!(play.next(second), Again);
        change(&mut play.counts);
        play.next(second)
    };
    assert_eq!(told(|_| {}), End);
    assert_eq!(told(|counts| counts.freed += 1), CollectAll);
    assert_eq!(told(|counts| counts.allocations += 1), CollectAll, "what was made since may be garbage");
}

#[test]
fn a_collection_that_began_before_the_refusal_shows_nothing() {
    let mut play = Play::whole();
    play.counts.unowned = 0;
    let first = play.refused();
    assert_eq!(play.next(first), CollectAll);
    let second = play.enter_on(Refused, 2);
    assert!(matches!(play.next(second), Wait(_)));
    assert_eq!(play.collect(first, 0, 0), End);
    play.leave(first);
    assert_eq!(play.next(second), Again);
    assert_eq!(play.next(second), CollectAll);
}

#[test]
fn refused_threads_wait_as_long_as_others_come_on_and_in_their_order() {
    let mut play = Play::whole();
    let mut tickets: Vec<u64> = (1..=200).map(|thread| play.enter_on(Refused, thread)).collect();
    assert_eq!(play.next(tickets[0]), Again);
    for ticket in &tickets[1..] {
        assert!(matches!(play.next(*ticket), Wait(_)));
    }
    while tickets.len() > 1 {
        play.now += SILENCE; // a hundred seconds for the last one
        let first = tickets.remove(0);
        for ticket in &tickets {
            assert!(matches!(play.next(*ticket), Wait(_)));
        }
        assert_eq!(play.leave(first), Some(tickets[0]));
        assert_eq!(play.next(tickets[0]), Again);
    }
}

#[test]
fn whoever_does_not_come_back_from_its_call_loses_the_turn_and_whoever_collects_does_not() {
    let mut play = Play::whole();
    let first = play.refused();
    let second = play.enter_on(Refused, 2);
    assert!(matches!(play.next(second), Wait(_)));
    assert_eq!(play.next(first), CollectAll);
    play.now += 100 * SILENCE;
    assert!(matches!(play.next(second), Wait(_)), "a collection ends by itself");
    assert_eq!(play.collect(first, 1, 1), Again);
    play.now += SILENCE + 1;
    assert_eq!(play.next(second), Again);
    assert!(matches!(play.next(first), Wait(_)), "it is back, and was refused");
    assert_eq!(play.leave(second), Some(first));
    assert_eq!(play.next(first), Again);
}

#[test]
fn a_thread_that_has_the_turn_does_not_wait_for_itself() {
    let mut play = Play::whole();
    let outer = play.enter_on(Refused, 1);
    assert_eq!(play.next(outer), Again);
    let inner = play.enter_on(High, 1);
    assert_eq!(play.next(inner), CollectAll);
    assert_eq!(play.collect(inner, 1, 1), End);
    assert_eq!(play.leave(inner), None);
    assert_eq!(play.next(outer), CollectAll);
}

#[test]
fn a_thread_that_the_collector_needs_waits_for_nobody_and_makes_its_call_once_more() {
    let mut play = Play::generational();
    let holder = play.refused();
    assert_eq!(play.next(holder), CollectYoung);
    assert_eq!(play.machine.enter(High, 0, 0, &play.counts), None);
    assert_eq!(play.machine.enter(OnlyTry, 0, 0, &play.counts), None);
    let ticket = play.enter_on(Refused, 0);
    assert_eq!((play.next(ticket), play.next(ticket)), (Again, End));
    assert_eq!(play.leave(ticket), None);
    assert_eq!(play.collect(holder, 1, 1), Again);
}

#[test]
fn too_much_unowned_is_collected_once_for_all_who_found_it() {
    let mut play = Play::whole();
    let (first, second) = (play.enter_on(High, 1), play.enter_on(High, 2));
    assert_eq!(play.next(first), CollectAll);
    assert_eq!(play.next(second), Wait(100 * MS));
    assert_eq!(play.collect(first, 1, MIB), End);
    assert!(play.effects.relieved.is_some());
    assert_eq!(play.leave(first), Some(second));
    assert_eq!(play.next(second), End, "although it is high again");
}

#[test]
fn a_program_that_is_below_its_threshold_never_collects() {
    let mut play = Play::whole();
    let late = play.enter(High);
    play.counts.high = false;
    assert_eq!(play.machine.enter(High, 1, 0, &play.counts), None);
    assert_eq!(play.next(late), End);
}

#[test]
fn whoever_was_not_refused_waits_half_a_second_at_most() {
    let mut play = Play::whole();
    let first = play.enter_on(High, 1);
    assert_eq!(play.next(first), CollectAll);
    let (high, refused) = (play.enter_on(High, 2), play.enter_on(Refused, 3));
    assert_eq!(play.next(high), Wait(100 * MS));
    play.now += 450 * MS;
    assert_eq!((play.next(high), play.next(refused)), (Wait(50 * MS), Wait(100 * MS)));
    play.now += 50 * MS;
    assert_eq!((play.next(high), play.next(refused)), (End, Wait(100 * MS)));
}

#[test]
fn a_call_with_one_try_collects_if_less_is_left_than_is_unowned() {
    let mut play = Play::whole();
    play.counts = Counts { live: 60, unowned: 40, limit: 100, ..Counts::default() };
    assert_eq!(play.machine.enter(OnlyTry, 1, 0, &play.counts), None);
    play.counts.live = 61;
    let ticket = play.enter(OnlyTry);
    assert_eq!(play.next(ticket), CollectAll);
    assert_eq!(play.collect(ticket, 0, 0), End);
    play.leave(ticket);
    let ticket = play.enter(OnlyTry);
    assert_eq!(play.next(ticket), CollectAll, "what was in use may be garbage by now");
    assert_eq!(play.collect(ticket, 1, 10), End);
    play.leave(ticket);
    assert_eq!(play.machine.enter(OnlyTry, 1, 0, &play.counts), None);
}

#[test]
fn with_generations_a_call_with_one_try_does_not_look_again_for_what_is_in_use() {
    let mut play = Play::generational();
    let ticket = play.enter(OnlyTry);
    assert_eq!(play.next(ticket), CollectYoung);
    assert_eq!(play.collect(ticket, 0, 0), CollectAll);
    assert_eq!(play.collect(ticket, 1, 10 * MIB), End);
    play.leave(ticket);
    play.counts.unowned = 50 * MIB;
    play.counts.live = 100 * MIB;
    assert_eq!(play.machine.enter(OnlyTry, 1, 0, &play.counts), None, "40 MiB are in use");
    play.counts.unowned += 1;
    let ticket = play.enter(OnlyTry);
    assert_eq!(play.next(ticket), CollectYoung);
}

#[test]
fn a_collection_that_is_not_had_in_time_relieves_nothing() {
    let mut play = Play::whole();
    let ticket = play.enter(High);
    let other = play.enter_on(High, 2);
    assert_eq!(play.next(ticket), CollectAll);
    assert!(matches!(play.next(other), Wait(_)));
    assert!(play.waits(ticket));
    play.now = 500 * MS;
    assert!(!play.waits(ticket));
    play.over(ticket, false);
    assert!(play.waits(ticket), "what was found all the same is freed");
    play.now += 500 * MS;
    assert!(!play.waits(ticket));
    assert_eq!(play.next(ticket), End);
    assert_eq!(play.effects, Effects::default());
}

#[test]
fn all_generations_are_collected_only_if_the_young_leave_too_much() {
    for (freed, then) in [(30, End), (20, CollectAll)] {
        let mut play = Play::generational();
        let ticket = play.enter(High);
        assert_eq!(play.next(ticket), CollectYoung);
        assert!(play.effects.relieving);
        assert_eq!(play.collect(ticket, 1, freed * MIB), then);
        if then == CollectAll {
            assert_eq!(play.effects, Effects::default(), "one escalation");
            assert_eq!(play.collect(ticket, 0, 0), End);
            assert_eq!(play.effects.relieved.map(|took| took.began), Some(0));
        }
    }
}

#[test]
fn a_refused_call_looks_through_all_generations_only_if_the_young_free_nothing() {
    let mut play = Play::generational();
    let ticket = play.refused();
    assert_eq!(play.next(ticket), CollectYoung);
    assert_eq!(play.collect(ticket, 1, 1), Again);
    assert_eq!(play.next(ticket), CollectYoung);
    assert_eq!(play.collect(ticket, 0, 0), CollectAll);
    assert_eq!(play.collect(ticket, 1, 1), Again);
}

#[test]
fn finalizers_are_waited_for_unless_they_are_stuck() {
    let mut play = Play::generational();
    let ticket = play.enter(High);
    assert_eq!(play.next(ticket), CollectYoung);
    play.over(ticket, true);
    play.now += 99 * MS;
    assert!(play.waits(ticket));
    play.free(1, 1);
    play.now += MS;
    assert!(play.waits(ticket), "they come on");
    play.now += 100 * MS;
    assert!(!play.waits(ticket), "nothing will be freed any more");
    assert_eq!(play.next(ticket), CollectAll);
    play.over(ticket, true);
    play.now += 100 * MS;
    assert!(!play.waits(ticket));
    assert_eq!(play.next(ticket), End);
    assert!(play.effects.relieved.is_some(), "what they keep is in use, for all that anybody knows");
}

#[test]
fn whoever_looks_late_sees_as_well_that_finalizers_are_stuck() {
    let mut play = Play::generational();
    let ticket = play.enter(High);
    assert_eq!(play.next(ticket), CollectYoung);
    play.over(ticket, true);
    play.now += 500 * MS;
    assert!(!play.waits(ticket));
    assert_eq!(play.next(ticket), CollectAll);
}

#[test]
fn where_collections_are_cheap_each_escalation_has_its_time() {
    let mut play = Play::generational();
    let ticket = play.refused();
    assert_eq!(play.next(ticket), CollectYoung);
    play.now += 2_999 * MS;
    assert!(play.waits(ticket));
    assert_eq!(play.collect(ticket, 1, 1), Again);
    assert_eq!(play.next(ticket), CollectYoung);
    assert!(play.waits(ticket));
    play.now += 3_000 * MS;
    assert!(!play.waits(ticket));
}

#[test]
fn what_finalizers_are_behind_with_is_still_due() {
    let behind = |bytes: u64| {
        let mut play = Play::generational();
        let ticket = play.enter(High);
        assert_eq!(play.next(ticket), CollectYoung);
        play.over(ticket, true);
        for _ in 0..10 {
            play.free(1, bytes);
            assert!(play.waits(ticket));
            play.now += 50 * MS;
        }
        assert!(!play.waits(ticket));
        (play.next(ticket), play.effects.relieved.is_some())
    };
    assert_eq!(behind(1), (End, false), "the next who makes something waits for them, too");
    assert_eq!(behind(3 * MIB), (End, true), "enough was freed");
}

#[test]
fn a_refused_thread_waits_longer_for_finalizers() {
    let mut play = Play::generational();
    let ticket = play.refused();
    assert_eq!(play.next(ticket), CollectYoung);
    play.over(ticket, true);
    play.now += 599 * MS;
    assert!(play.waits(ticket));
    play.free(1, 1);
    for _ in 0..4 {
        assert!(play.waits(ticket));
        play.now += 590 * MS;
        play.free(1, 1);
    }
    assert!(play.waits(ticket));
    play.now += 42 * MS;
    assert!(!play.waits(ticket), "three seconds");
    assert_eq!(play.next(ticket), Again);
}

#[test]
fn a_ticket_that_is_not_valid_is_told_to_end() {
    let mut play = Play::whole();
    assert_eq!((play.next(77), play.waits(77), play.leave(77)), (End, false, None));
    play.over(77, true);
    let ticket = play.enter(High);
    play.leave(ticket);
    assert_eq!(play.next(ticket), End);
}

#[test]
fn an_attempt_that_was_lost_is_forgotten_after_an_hour() {
    let mut play = Play::whole();
    let lost = play.refused();
    play.now += 3_600_000 * MS;
    let other = play.enter_on(Refused, 2);
    assert!(matches!(play.next(other), Wait(_)));
    play.now += SILENCE + 1;
    assert_eq!(play.next(other), Again);
    assert_eq!(play.next(lost), End);
}
