//! Tickets: numbers that a host gives with memory of its own, and gets back when no storage uses that
//! memory any more.
//!
//! Invariant: each ticket comes back once, to its lender: several copies of a wrapper, in load contexts
//! of one process, share this library, and none may take for its own what another one has lent. A
//! ticket begins with the number of its lender. Nothing of the host is called: the numbers wait here
//! until the host takes them, so memory may be given up by any thread, at any time. The room for a
//! number is taken when it is lent, so giving it back needs no memory.

use super::storage::Lent;
use parking_lot::Mutex;
use std::ffi::c_void;

/// The bits of a ticket that its lender chooses.
const OWN_BITS: u32 = 40;

static LENDERS: Mutex<Vec<Lender>> = Mutex::new(Vec::new());

/// The tickets of one lender, which is one more than its place in the list.
struct Lender {
    /// How many have not come back.
    lent: usize,
    /// Those that have, and were not taken.
    back: Vec<u64>,
}

/// The first ticket of a new lender, who counts on from it: up to 2^40 tickets.
pub fn lender() -> u64 {
    let mut lenders = LENDERS.lock();
    lenders.push(Lender { lent: 0, back: Vec::new() });
    (lenders.len() as u64) << OWN_BITS
}

/// What gives a ticket back when it is released. Without a lender the ticket is lost.
pub fn lend(ticket: u64) -> Lent {
    with(ticket, |lender| {
        lender.lent += 1;
        let lent = lender.lent;
        lender.back.reserve(lent);
    });
    Lent { release: Some(give_back), context: std::ptr::without_provenance_mut(ticket as usize) }
}

unsafe extern "C" fn give_back(ticket: *mut c_void) {
    let ticket = ticket.addr() as u64;
    with(ticket, |lender| {
        lender.lent -= 1;
        lender.back.push(ticket);
    });
}

/// Takes up to `room` of the tickets that came back to the lender of this one.
pub fn take(of: u64, room: usize) -> Vec<u64> {
    let taken = with(of, |lender| {
        let rest = lender.back.len() - room.min(lender.back.len());
        lender.back.split_off(rest)
    });
    taken.unwrap_or_default()
}

fn with<T>(ticket: u64, change: impl FnOnce(&mut Lender) -> T) -> Option<T> {
    let mut lenders = LENDERS.lock();
    let at = usize::try_from((ticket >> OWN_BITS).checked_sub(1)?).ok()?;
    lenders.get_mut(at).map(change)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(lent: &[Lent]) {
        for one in lent {
            // SAFETY: it is released once, with its own argument.
            unsafe { one.release.expect("it has one")(one.context) };
        }
    }

    #[test]
    fn a_ticket_comes_back_once_and_in_any_number() {
        let first = lender();
        let lent: Vec<Lent> = (first..first + 5).map(lend).collect();
        assert!(take(first, 10).is_empty());
        release(&lent);
        let mut back = take(first, 2);
        assert_eq!(back.len(), 2);
        back.extend(take(first + 3, 100));
        back.sort_unstable();
        assert_eq!(back, (first..first + 5).collect::<Vec<u64>>());
        assert!(take(first, 1).is_empty());
    }

    #[test]
    fn tickets_come_back_to_their_lender() {
        let (one, other) = (lender(), lender());
        let lent = [lend(one), lend(other), lend(one + 1)];
        release(&lent);
        assert_eq!(take(other, 9), [other]);
        let mut back = take(one, 9);
        back.sort_unstable();
        assert_eq!(back, [one, one + 1]);
        release(&[lend(7)]);
        assert!(take(7, 9).is_empty(), "it has no lender");
    }
}
