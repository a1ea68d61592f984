//! Loans: a member that is in another scope for a while, and returns to its origin when that scope closes.
//!
//! ```text
//!   A lends t to B, B lends it to C:        A: [ .. a .. ]   B: [ .. b .. ]   C: [ .. t .. ]
//!                                           t -loan-> b -loan-> a
//! ```
//!
//! A [`PendingReturn`] is a slot that keeps the location of what was lent in the list of its origin. There it counts like
//! the member itself: it is charged to the origin's limit, and when its scope closes it returns to its own origin, if it
//! was lent, or is released. So a chain unwinds in any order: B closed first, `b` goes to A and replaces `a`; A closed first,
//! `a` is released and `b` returns nowhere. What no scope owned has a pending return that no scope owns.
//!
//! Lent on to A again, `t` needs no location there besides its own: `a` is released, and `b` returns to where `a` would have.
//! Whichever scope closes first, `t` returns to the same owner; and since no scope is in a chain twice, lending a member to
//! and fro takes no more memory each time.
//!
//! Invariant: `x.loan == p` exactly when `p` is a pending return with `borrowed == x`, changed under [`Table::move_lock`] only.
//! What is found in one of the two is initialised while that lock is held, since releasing either goes through
//! [`Table::end_loan`] first.

use super::handle::{Handle, Kind};
use super::lifetime::Taken;
use super::members::NotAdmitted;
use super::meter::Meter;
use super::pending::PendingReturn;
use super::relocate::{Locks, NotJoined};
use super::report;
use super::slot::{GONE, Kill, SlotLock};
use super::sync::Ordering;
use super::table::{Payload, Pin, Table};
use super::token::{Named, Token};
use crate::error::Result;
use std::sync::Arc;

/// Loans that return under one taking of the locks.
const RUN: usize = 64;

/// What one try to lend something came to.
#[derive(PartialEq, Eq)]
enum Lend {
    Done,
    /// The target owns it already.
    Owned,
    /// Another thread has moved it: look again.
    Again,
}

impl<T: Payload> Table<T> {
    /// Lends a handle to `scope`: when that closes it goes back to where it was. A member of `scope` stays what it is.
    ///
    /// Errors leave it where it was: `SCOPE_CLOSED`, `SCOPE_CAPPED`, `LIMIT_EXCEEDED`, `INVALID_HANDLE`,
    /// `INVALID_ARGUMENT` for a scope that would own itself.
    pub fn temp_attach(&'static self, scope: Handle, member: Handle) -> Result<()> {
        if let Some(named) = Named::of(&self.slots, member).filter(|_| self.is_open(scope))
            && let Ok(Lend::Done) = self.lend(&named, scope)
        {
            return Ok(());
        }
        let member = self.pin_any(member)?;
        self.refuse_closed(scope)?;
        if member.members().is_some() {
            return self.lend_scope(&member, &self.target(scope)?, scope);
        }
        while self.lend(&member, scope)? == Lend::Again {}
        Ok(())
    }

    /// One try to lend a member that is no scope.
    #[inline(always)]
    fn lend<M: Token<T>>(&'static self, member: &M, scope: Handle) -> Result<Lend> {
        let pending = Taken::new(&self.slots, Kind::PendingReturn)?;
        let (lent, freed) = {
            let _one_at_a_time = self.move_lock();
            let from = member.slot().owner.load(Ordering::Acquire);
            let lent = self.try_lend(member, scope, from, pending.index);
            let freed = if matches!(lent, Ok(Lend::Done)) { self.shorten(pending.index, scope.slot()) } else { None };
            (lent, freed)
        };
        if matches!(lent, Ok(Lend::Done)) {
            std::mem::forget(pending); // it is in use
        }
        if let Some(freed) = freed {
            self.release(freed);
        }
        lent.map_err(|refused| refused.into_error(self))
    }

    /// Lends a scope, which takes the meters of all below it along.
    fn lend_scope(&'static self, member: &Pin<'static, T>, target: &Pin<'static, T>, scope: Handle) -> Result<()> {
        let pending = Taken::new(&self.slots, Kind::PendingReturn)?;
        let mut below = Vec::new();
        let freed = {
            let _one_at_a_time = self.scope_move_lock();
            self.refuse_rings(member, target)?;
            loop {
                let from = member.slot.owner.load(Ordering::Acquire);
                if from == target.index {
                    return Ok(());
                }
                let Some(old) = self.meter_above(from, member.index) else { continue };
                let new = self.meter_of(target);
                self.remeter_scope(member, &mut below, old.as_ref(), new.as_ref(), false)?;
                let lent = self.try_lend(member, scope, from, pending.index);
                if matches!(lent, Ok(Lend::Done)) {
                    break;
                }
                self.remeter_scope(member, &mut below, new.as_ref(), old.as_ref(), true)?;
                lent.map_err(|refused| refused.into_error(self))?;
            }
            self.shorten(pending.index, scope.slot())
        };
        std::mem::forget(pending); // it is in use
        if let Some(freed) = freed {
            self.release(freed);
        }
        Ok(())
    }

    /// Puts a member that is in scope slot `from`, 0 for none, into `scope`, and the pending return into its location. All or
    /// nothing. [`Table::move_lock`] is held.
    #[inline(always)]
    fn try_lend<M: Token<T>>(
        &'static self,
        member: &M,
        scope: Handle,
        from: u32,
        pending: u32,
    ) -> std::result::Result<Lend, NotJoined> {
        let (slot, index, target) = (member.slot(), member.index(), scope.slot());
        if from == target {
            return Ok(Lend::Owned);
        }
        if from == GONE {
            return Err(NotJoined::Closed(member.kind()));
        }
        if from == 0 && !M::IS_PIN {
            return Ok(Lend::Again);
        }
        let locks = self.lock_both(from, target);
        if slot.owner.load(Ordering::Relaxed) != from {
            return Ok(Lend::Again);
        }
        if !self.slots.linked(target).is_live(scope) {
            return Err(NotJoined::NotOpen(scope));
        }
        self.may_join(member, target, false, locks.of(target))?;
        if from == 0 {
            if slot.owner.compare_exchange(0, target, Ordering::AcqRel, Ordering::Relaxed).is_err() {
                self.dismiss(target, index, locks.of(target));
                return Ok(Lend::Again);
            }
            slot.get().set_unowned(false);
        }
        let place = self.slots.linked(pending);
        place.fill(T::from_pending_return(PendingReturn::new(slot.get().charge())));
        place.publish(pending, Kind::PendingReturn);
        if from != 0 {
            self.substitute(from, index, pending, locks.of(from));
        }
        self.put_in(index, target, pending, &locks);
        Ok(Lend::Done)
    }

    /// Puts what is lent on the borrower's list, and writes the loan down.
    pub(super) fn put_in(&self, index: u32, target: u32, pending: u32, locks: &Locks<'_>) {
        // Before it is linked: the target may be closing, and whoever drains it must see that this one goes home.
        self.set_loan(pending, self.loan_of(index));
        self.set_loan(index, pending);
        self.link(target, index, locks.of(target));
    }

    /// Takes this scope off the way home from a pending return, since what that stands in for lies there itself now. Returns the
    /// pending return that the caller must release. [`Table::move_lock`] is held.
    pub(super) fn shorten(&self, way: u32, scope: u32) -> Option<u32> {
        let mut at = way;
        loop {
            let pending = self.loan_of(at);
            if pending == 0 {
                return None;
            }
            if self.slots.linked(pending).owner.load(Ordering::Acquire) == scope {
                return self.unwind(at, pending);
            }
            at = pending;
        }
    }

    /// Moves something lent from the scope that borrowed it to its origin, if it still has one and is still there. The
    /// caller is closing the borrower.
    pub(super) fn return_to_origin(&'static self, lent: &Pin<'static, T>, borrower: u32) {
        let mut below = Vec::new();
        let freed = {
            let _one_at_a_time = self.scope_move_lock();
            self.find_origin(lent, borrower, &mut below)
        };
        if let Some(pending) = freed {
            self.release(pending);
        }
    }

    /// Returns the pending return when the caller must release it.
    fn find_origin(
        &'static self,
        lent: &Pin<'static, T>,
        borrower: u32,
        below: &mut Vec<Pin<'static, T>>,
    ) -> Option<u32> {
        loop {
            let pending = self.loan_of(lent.index);
            if pending == 0 || lent.slot.owner.load(Ordering::Acquire) != borrower {
                return None;
            }
            let home = self.slots.linked(pending).owner.load(Ordering::Acquire);
            if home == GONE {
                self.set_loan(lent.index, 0);
                return None;
            }
            if lent.members().is_some() && home != 0 && self.is_below(home, lent.index) {
                // Its origin has come to lie below it: there is no way home into itself, so it goes with the borrower.
                self.set_loan(lent.index, 0);
                return self.kill_pending(pending);
            }
            if home == borrower {
                // Lent on and back again: its place here goes with this scope, and it goes to the one further back.
                return self.unwind(lent.index, pending);
            }
            let (mut old, mut new) = (None, None);
            if lent.members().is_some() {
                let meters = (self.meter_above(borrower, lent.index), self.meter_above(home, pending));
                let (Some(above_borrower), Some(above_home)) = meters else { continue };
                (old, new) = (above_borrower, above_home);
            }
            let forced = self.remeter_scope(lent, below, old.as_ref(), new.as_ref(), true);
            debug_assert!(forced.is_ok());
            let locks = self.lock_both(borrower, home);
            let moved_meanwhile = lent.slot.owner.load(Ordering::Relaxed) != borrower
                || self.slots.linked(pending).owner.load(Ordering::Relaxed) != home;
            if moved_meanwhile {
                drop(locks);
                let _ = self.remeter_scope(lent, below, new.as_ref(), old.as_ref(), true);
                continue;
            }
            if home != 0 {
                return self.put_back(lent.index, (borrower, home), pending, &locks);
            }
            self.take_off(borrower, lent.index, locks.of(borrower));
            lent.set_unowned(true);
            lent.slot.owner.store(0, Ordering::Release);
            return self.unwind(lent.index, pending);
        }
    }

    /// As [`Table::return_to_origin`] for a run of members from the one given on that come from one scope, which is what loans mostly
    /// do: its lock is then taken once and not for each. False when the first needs more care.
    pub(super) fn return_together(&'static self, first: &Pin<'static, T>, borrower: u32) -> bool {
        let mut freed = [0u32; RUN];
        let (mut killed, mut moved) = (0, 0);
        {
            let _one_at_a_time = self.move_lock();
            let home_of = |pending: u32| self.slots.linked(pending).owner.load(Ordering::Acquire);
            let home = match self.loan_of(first.index) {
                0 => return false,
                pending => home_of(pending),
            };
            if home == 0 || home == GONE || home == borrower {
                return false;
            }
            let locks = self.lock_both(borrower, home);
            let mut index = first.index;
            while index != 0 && moved < RUN {
                let slot = self.slots.linked(index);
                // The first may have been moved meanwhile; the others are on the list, so what is in them stays.
                if slot.owner.load(Ordering::Relaxed) != borrower || slot.live_handle(index).is_none() {
                    break;
                }
                let pending = self.loan_of(index);
                if pending == 0 || slot.get().members().is_some() || home_of(pending) != home {
                    break;
                }
                let next = slot.next.load(Ordering::Relaxed);
                if let Some(pending) = self.put_back(index, (borrower, home), pending, &locks) {
                    freed[killed] = pending;
                    killed += 1;
                }
                moved += 1;
                index = next;
            }
        }
        for &pending in &freed[..killed] {
            // Nothing is left of its loan, so that it needs not be ended under the lock once more.
            self.unlink(pending);
            self.discard(pending, Kind::PendingReturn);
        }
        moved > 0
    }

    /// Moves a member of the first scope to the place that its pending return keeps in the second. Returns the pending return when the
    /// caller must release it.
    fn put_back(&self, index: u32, (borrower, home): (u32, u32), pending: u32, locks: &Locks<'_>) -> Option<u32> {
        self.take_off(borrower, index, locks.of(borrower));
        self.substitute(home, pending, index, locks.of(home));
        let place = self.slots.linked(pending);
        place.owner.store(GONE, Ordering::Release);
        self.end_way(index, pending);
        // Both locks that it can be pinned or killed under are held, and nobody can name it.
        if place.kill_unshared() { Some(pending) } else { self.kill_pending(pending) }
    }

    /// It is home: what is left of the loan is that of its pending return, if that was lent.
    fn unwind(&self, index: u32, pending: u32) -> Option<u32> {
        self.end_way(index, pending);
        self.kill_pending(pending)
    }

    /// The loan of what a pending return stood in for is the pending return's own from here on, and that has none.
    fn end_way(&self, index: u32, pending: u32) {
        let next = self.loan_of(pending);
        self.set_loan(pending, 0);
        self.set_loan(index, next);
    }

    /// Ends the loan of slot `index`, which was moved for good or is being released; a pending return that is being released
    /// takes the way home from what it stood in for. The pending return that is returned, if any, is to be released.
    pub(super) fn end_loan(&'static self, index: u32) -> Option<u32> {
        let _one_at_a_time = self.move_lock();
        if let Some(dying) = self.slots.linked(index).get().pending_return() {
            let borrowed = dying.borrowed();
            if borrowed != 0 {
                dying.set_borrowed(0);
                self.slots.loan(borrowed).store(0, std::sync::atomic::Ordering::Relaxed);
                self.slots.linked(borrowed).set_lent(false);
            }
        }
        self.end_loan_of(index)
    }

    /// Ends the loan of slot `index`, if it has one, for a caller that holds [`Table::move_lock`]. The pending return that is
    /// returned, if any, is to be released without that lock.
    pub(super) fn end_loan_of(&self, index: u32) -> Option<u32> {
        let pending = self.loan_of(index);
        self.set_loan(index, 0);
        if pending == 0 { None } else { self.kill_pending(pending) }
    }

    fn loan_of(&self, index: u32) -> u32 {
        self.slots.loan(index).load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Sets both ends of a loan; 0 ends one. [`Table::move_lock`] is held.
    fn set_loan(&self, index: u32, pending: u32) {
        let before = self.loan_of(index);
        if before == pending {
            return; // most have no loan of their own
        }
        let pending_of = |pending: u32| {
            let resource = self.slots.linked(pending).get();
            resource.pending_return().expect("loans name pending returns")
        };
        if before != 0 && pending_of(before).borrowed() == index {
            pending_of(before).set_borrowed(0);
        }
        self.slots.loan(index).store(pending, std::sync::atomic::Ordering::Relaxed);
        let slot = self.slots.linked(index);
        if slot.is_lent() != (pending != 0) {
            slot.set_lent(pending != 0);
        }
        if pending != 0 {
            pending_of(pending).set_borrowed(index);
        }
    }

    /// [`Table::move_lock`] is held, so that the slot cannot have come to hold something else. Returns it when the caller
    /// must release it.
    fn kill_pending(&self, pending: u32) -> Option<u32> {
        let slot = self.slots.linked(pending);
        let handle = slot.live_handle(pending)?;
        (slot.kill(handle, false) == Kill::Release).then_some(pending)
    }

    /// Puts slot `new` where slot `old` is on the list of a scope, whose lock is held. The owner of `old` is the caller's to
    /// set, before the lock goes.
    pub(super) fn substitute(&self, scope: u32, old: u32, new: u32, lock: &SlotLock<'_>) {
        // In this order: both hold the same storage, which a meter counts once, so that nobody takes its room in between.
        let forced = self.admit(scope, new, true, lock);
        debug_assert!(forced.is_ok());
        self.dismiss(scope, old, lock);
        let members = self.members_of(scope, lock);
        let (old, slot) = (self.slots.linked(old), self.slots.linked(new));
        let (newer, older) = (old.prev.load(Ordering::Relaxed), old.next.load(Ordering::Relaxed));
        slot.prev.store(newer, Ordering::Relaxed);
        slot.next.store(older, Ordering::Relaxed);
        if newer == 0 {
            members.set_newest(new);
        } else {
            self.slots.linked(newer).next.store(new, Ordering::Relaxed);
        }
        if older != 0 {
            self.slots.linked(older).prev.store(new, Ordering::Relaxed);
        }
        slot.owner.store(scope, Ordering::Release);
    }

    /// Swaps the meters below a scope that is about to move; nothing for any other member.
    pub(super) fn remeter_scope(
        &'static self,
        member: &Pin<'static, T>,
        below: &mut Vec<Pin<'static, T>>,
        old: Option<&Arc<Meter>>,
        new: Option<&Arc<Meter>>,
        force: bool,
    ) -> Result<()> {
        if member.members().is_none() {
            return Ok(());
        }
        self.remeter(member, below, old, new, force)
            .map_err(|refusal| report::not_admitted(self, NotAdmitted::Limit(refusal)))
    }
}
