//! A queue of threads that do something one after another, in order of arrival.
//!
//! Invariant: while any thread waits, some thread has the turn. A waiting thread keeps its place.
//! The turn is taken away only from a thread that has not called for a while and is not at work: it
//! may have died or be blocked in user code, and the others must not wait for it. A thread that has
//! the turn gets it again at once, because it would otherwise wait for itself.

use std::collections::VecDeque;

/// A thread that has not called for this many nanoseconds may lose its turn.
pub(super) const SILENCE: u64 = 500_000_000;

#[derive(Clone, Copy, Debug)]
struct Place {
    ticket: u64,
    thread: u64,
}

/// The queue of waiting threads and the holder of the turn. Times are in nanoseconds.
#[derive(Debug)]
pub(super) struct Line {
    /// The holder of the turn: several places of one thread, the innermost last.
    turn: Vec<Place>,
    waiting: VecDeque<Place>,
    /// When the holder of the turn last called.
    heard: u64,
    works: bool,
}

impl Line {
    pub(super) const fn new() -> Self {
        Self { turn: Vec::new(), waiting: VecDeque::new(), heard: 0, works: false }
    }

    /// Whether it is this ticket's turn; if not, the ticket is queued by its arrival time `came`.
    pub(super) fn enter(&mut self, ticket: u64, thread: u64, came: u64, now: u64) -> bool {
        if let Some(at) = self.turn.iter().position(|place| place.ticket == ticket) {
            self.turn.truncate(at + 1);
            self.heard = now;
            return true;
        }
        let place = Place { ticket, thread };
        if self.turn.last().is_none_or(|holder| holder.thread == thread) {
            self.turn.push(place);
            self.heard = now;
            return true;
        }
        if !self.is_waiting(ticket) {
            self.waiting.push_back(place);
        }
        if !self.works && now.saturating_sub(self.heard) > SILENCE && now.saturating_sub(came) > SILENCE {
            self.turn.clear();
            self.pass_on(now);
        }
        self.has_turn(ticket)
    }

    fn has_turn(&self, ticket: u64) -> bool {
        self.turn.iter().any(|place| place.ticket == ticket)
    }

    /// Whether this ticket waits for its turn.
    pub(super) fn is_waiting(&self, ticket: u64) -> bool {
        self.waiting.iter().any(|place| place.ticket == ticket)
    }

    /// The holder of the turn begins or ends work that is certain to terminate.
    pub(super) fn works(&mut self, works: bool, now: u64) {
        self.works = works;
        self.heard = now;
    }

    /// Whether a thread waits for the turn.
    pub(super) fn is_waited_in(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Removes a ticket. Returns the ticket that has the turn now, if that has changed.
    pub(super) fn leave(&mut self, ticket: u64, now: u64) -> Option<u64> {
        self.waiting.retain(|place| place.ticket != ticket);
        let at = self.turn.iter().position(|place| place.ticket == ticket)?;
        self.turn.truncate(at);
        self.works(false, now);
        if self.turn.is_empty() { self.pass_on(now) } else { None }
    }

    fn pass_on(&mut self, now: u64) -> Option<u64> {
        let next = self.waiting.pop_front()?;
        self.turn.push(next);
        self.works(false, now);
        Some(next.ticket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_in_which_they_came_is_kept() {
        let mut line = Line::new();
        assert!(line.enter(1, 1, 0, 0));
        assert!(!line.enter(2, 2, 0, 0) && !line.enter(3, 3, 0, 0) && !line.enter(4, 4, 0, 0));
        assert!(!line.enter(4, 4, 0, 1) && !line.enter(2, 2, 0, 1), "asking again changes nothing");
        assert_eq!(line.leave(3, 2), None, "not its turn yet");
        assert_eq!(line.leave(1, 2), Some(2));
        assert!(line.enter(2, 2, 0, 3) && !line.enter(4, 4, 0, 3));
        assert_eq!(line.leave(2, 4), Some(4));
        assert!(!line.is_waited_in());
        assert_eq!(line.leave(4, 5), None);
        assert!(line.enter(5, 5, 6, 6));
    }

    #[test]
    fn whoever_has_the_turn_gets_it_again() {
        let mut line = Line::new();
        assert!(line.enter(1, 7, 0, 0) && !line.enter(2, 8, 0, 0));
        assert!(line.enter(3, 7, 0, 0));
        assert_eq!(line.leave(3, 0), None, "the outer one goes on");
        assert!(line.enter(1, 7, 0, 0));
        assert_eq!(line.leave(1, 0), Some(2));
    }

    #[test]
    fn the_turn_of_a_thread_that_is_silent_goes_to_the_next() {
        let mut line = Line::new();
        assert!(line.enter(1, 1, 0, 0));
        assert!(!line.enter(2, 2, 0, 0) && !line.enter(3, 3, 0, 0));
        assert!(!line.enter(3, 3, 0, SILENCE));
        assert!(!line.enter(3, 3, 0, SILENCE + 1), "the first gets it, whoever sees the silence");
        assert!(line.enter(2, 2, 0, SILENCE + 2));
        assert!(!line.enter(3, 3, 0, SILENCE + 3), "two is heard of");
        assert!(!line.enter(1, 1, 0, SILENCE + 3), "it is back, and waits");
        assert_eq!(line.leave(2, SILENCE + 4), Some(3));
        assert_eq!(line.leave(3, SILENCE + 4), Some(1));
    }

    #[test]
    fn work_is_waited_for() {
        let mut line = Line::new();
        assert!(line.enter(1, 1, 0, 0) && !line.enter(2, 2, 0, 0));
        line.works(true, 0);
        assert!(!line.enter(2, 2, 0, 100 * SILENCE));
        line.works(false, 100 * SILENCE);
        assert!(!line.enter(2, 2, 0, 101 * SILENCE), "it was heard of when it was done");
        assert!(line.enter(2, 2, 0, 101 * SILENCE + 1));
    }

    #[test]
    fn nobody_that_came_a_moment_ago_takes_a_turn_away() {
        let mut line = Line::new();
        assert!(line.enter(1, 1, 0, 0));
        assert!(!line.enter(2, 2, 10 * SILENCE, 10 * SILENCE));
    }
}
