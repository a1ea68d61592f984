//! Loans: a member that is in another scope for a while, and comes home when that closes.
//!
//! ```text
//!   A lends t to B, B lends it to C:        A: [ .. a .. ]   B: [ .. b .. ]   C: [ .. t .. ]
//!                                           t -loan-> b -loan-> a
//! ```
//!
//! A *stand-in* is a slot that keeps the place of what was lent in the list of its origin, and stands in for it in every
//! respect: it is charged to the origin's limit, and when its scope closes it goes home itself, if it was lent, or dies.
//! So a chain unwinds in any order: B closed first, `b` goes to A and takes the place of `a`; A closed first, `a` dies and
//! nobody has a way home any more. An origin that is nobody is a stand-in that nobody owns.
//!
//! Lent on to A again, `t` needs no place there besides itself: `a` goes, and `b` has the way that `a` had. Whichever of the
//! scopes closes first, it comes to lie where it would have; and no scope is on a way home twice, so that what is lent to and fro
//! for ever takes no more for it.
//!
//! Invariant: `x.loan == s` exactly when `s` is a stand-in with `borrowed == x`, changed under [`Table::loans`] only. What
//! is found in one of the two is initialised while that lock is held, since releasing either goes through
//! [`Table::end_loan`] first.

use super::admit::NotAdmitted;
use super::handle::{Handle, Kind};
use super::meter::{Holding, Meter};
use super::relocate::Locks;
use super::report;
use super::slot::{GONE, Kill, SlotLock};
use super::sync::{AtomicU32, Ordering};
use super::table::{Payload, Pin, Table};
use crate::error::Result;
use std::sync::Arc;

/// Loans that come home under one taking of the locks.
const RUN: usize = 64;

/// Keeps the place of something lent.
pub struct StandIn {
    /// The slot of what it stands in for, 0 = that is gone, or was given away for good.
    borrowed: AtomicU32,
    /// What that holds: still charged to the origin, or it could not come home.
    holding: Option<Holding>,
}

impl StandIn {
    /// For nothing yet.
    pub(super) fn new(holding: Option<Holding>) -> StandIn {
        StandIn { borrowed: AtomicU32::new(0), holding }
    }

    /// What it is charged with.
    pub fn holding(&self) -> Option<Holding> {
        self.holding
    }
}

impl<T: Payload> Table<T> {
    /// Lends a handle to `scope`: when that closes it goes back to where it was. A member of `scope` stays what it is.
    ///
    /// Errors leave it where it was: `SCOPE_CLOSED`, `SCOPE_CAPPED`, `LIMIT_EXCEEDED`, `INVALID_HANDLE`,
    /// `INVALID_ARGUMENT` for a scope that would own itself.
    pub fn temp_attach(&'static self, scope: Handle, member: Handle) -> Result<()> {
        if self.lend_shortly(member, scope) {
            return Ok(());
        }
        let member = self.pin_any(member)?;
        self.refuse_closed(scope)?;
        let target = if member.members().is_some() { Some(self.target(scope)?) } else { None };
        let index = self.slots.take(Kind::StandIn)?;
        let slot = self.slots.linked(index);
        let holding = if member.members().is_none() { member.holding() } else { None };
        slot.fill(T::from_stand_in(StandIn::new(holding)));
        let handle = slot.publish(index, Kind::StandIn);
        let mut below = Vec::new();
        let (lent, freed) = {
            let _one_at_a_time = self.moves();
            let lent = match &target {
                Some(target) => self.lend_scope(&member, target, (scope, index), &mut below),
                None => self.lend(&member, scope, index),
            };
            let freed = match lent {
                Ok(true) => self.shorten(index, scope.slot()),
                _ => (slot.kill(handle, false) == Kill::Release).then_some(index),
            };
            (lent, freed)
        };
        if let Some(stand_in) = freed {
            self.release(stand_in);
        }
        lent.map(drop)
    }

    /// Puts `member` into `target` and the stand-in into its place. False when it is there already.
    fn lend(&'static self, member: &Pin<'static, T>, target: Handle, stand_in: u32) -> Result<bool> {
        loop {
            let from = member.slot.owner.load(Ordering::Acquire);
            if from == target.slot() {
                return Ok(false);
            }
            if self.try_lend(member, target, from, stand_in)? {
                return Ok(true);
            }
        }
    }

    /// As [`Table::lend`] for a scope, which takes the meters of all below it along.
    fn lend_scope(
        &'static self,
        member: &Pin<'static, T>,
        target: &Pin<'static, T>,
        (handle, stand_in): (Handle, u32),
        below: &mut Vec<Pin<'static, T>>,
    ) -> Result<bool> {
        self.refuse_rings(member, target)?;
        loop {
            let from = member.slot.owner.load(Ordering::Acquire);
            if from == target.index {
                return Ok(false);
            }
            let Some(old) = self.meter_above(from, member.index) else { continue };
            let new = self.meter_of(target);
            self.remeter_scope(member, below, old.as_ref(), new.as_ref(), false)?;
            let lent = self.try_lend(member, handle, from, stand_in);
            if !matches!(lent, Ok(true)) {
                self.remeter_scope(member, below, new.as_ref(), old.as_ref(), true)?;
            }
            if lent? {
                return Ok(true);
            }
        }
    }

    /// False when another thread has moved it, and the caller must look again.
    fn try_lend(&'static self, member: &Pin<'static, T>, scope: Handle, from: u32, stand_in: u32) -> Result<bool> {
        if from == GONE {
            return Err(report::closed_meanwhile(member.kind()));
        }
        let target = scope.slot();
        let locks = self.lock_both(from, target);
        if member.slot.owner.load(Ordering::Relaxed) != from {
            return Ok(false);
        }
        if !self.slots.linked(target).is_live(scope) {
            drop(locks);
            return Err(report::scope_closed(self, scope));
        }
        if let Err(refused) = self.may_join(member, target, false, locks.of(target)) {
            drop(locks);
            return Err(refused.into_error(self));
        }
        if from == 0 {
            let taken = member.slot.owner.compare_exchange(0, target, Ordering::AcqRel, Ordering::Relaxed);
            if taken.is_err() {
                self.dismiss(target, member.index, locks.of(target));
                return Ok(false);
            }
            member.set_unowned(false);
        } else {
            self.substitute(from, member.index, stand_in, locks.of(from));
        }
        self.put_in(member.index, target, stand_in, &locks);
        Ok(true)
    }

    /// Puts what is lent on the borrower's list, and writes the loan down.
    pub(super) fn put_in(&self, index: u32, target: u32, stand_in: u32, locks: &Locks<'_>) {
        // Before it is linked: the target may be closing, and whoever drains it must see that this one goes home.
        self.set_loan(stand_in, self.loan_of(index));
        self.set_loan(index, stand_in);
        self.link(target, index, locks.of(target));
    }

    /// Takes this scope off the way home from a stand-in, since what that stands in for lies there itself now. Returns the
    /// stand-in that the caller must release. [`Table::loans`] is held.
    pub(super) fn shorten(&self, way: u32, scope: u32) -> Option<u32> {
        let mut at = way;
        loop {
            let stand_in = self.loan_of(at);
            if stand_in == 0 {
                return None;
            }
            if self.slots.linked(stand_in).owner.load(Ordering::Acquire) == scope {
                return self.unwind(at, stand_in);
            }
            at = stand_in;
        }
    }

    /// Moves something lent from the scope that borrowed it to its origin, if it still has one and is still there. The
    /// caller is closing the borrower.
    pub(super) fn come_home(&'static self, lent: &Pin<'static, T>, borrower: u32) {
        let mut below = Vec::new();
        let freed = {
            let _one_at_a_time = self.moves();
            self.find_home(lent, borrower, &mut below)
        };
        if let Some(stand_in) = freed {
            self.release(stand_in);
        }
    }

    /// Returns the stand-in when the caller must release it.
    fn find_home(
        &'static self,
        lent: &Pin<'static, T>,
        borrower: u32,
        below: &mut Vec<Pin<'static, T>>,
    ) -> Option<u32> {
        loop {
            let stand_in = self.loan_of(lent.index);
            if stand_in == 0 || lent.slot.owner.load(Ordering::Acquire) != borrower {
                return None;
            }
            let home = self.slots.linked(stand_in).owner.load(Ordering::Acquire);
            if home == GONE {
                self.set_loan(lent.index, 0);
                return None;
            }
            if lent.members().is_some() && home != 0 && self.is_below(home, lent.index) {
                // Its origin has come to lie below it: there is no way home into itself, so it goes with the borrower.
                self.set_loan(lent.index, 0);
                return self.kill_stand_in(stand_in);
            }
            if home == borrower {
                // Lent on and back again: its place here goes with this scope, and it goes to the one further back.
                return self.unwind(lent.index, stand_in);
            }
            let (mut old, mut new) = (None, None);
            if lent.members().is_some() {
                let meters = (self.meter_above(borrower, lent.index), self.meter_above(home, stand_in));
                let (Some(above_borrower), Some(above_home)) = meters else { continue };
                (old, new) = (above_borrower, above_home);
            }
            let forced = self.remeter_scope(lent, below, old.as_ref(), new.as_ref(), true);
            debug_assert!(forced.is_ok());
            let locks = self.lock_both(borrower, home);
            let moved_meanwhile = lent.slot.owner.load(Ordering::Relaxed) != borrower
                || self.slots.linked(stand_in).owner.load(Ordering::Relaxed) != home;
            if moved_meanwhile {
                drop(locks);
                let _ = self.remeter_scope(lent, below, new.as_ref(), old.as_ref(), true);
                continue;
            }
            if home != 0 {
                return self.put_back(lent.index, (borrower, home), stand_in, &locks);
            }
            self.take_off(borrower, lent.index, locks.of(borrower));
            lent.set_unowned(true);
            lent.slot.owner.store(0, Ordering::Release);
            return self.unwind(lent.index, stand_in);
        }
    }

    /// As [`Table::come_home`] for a run of members from the one given on that come from one scope, which is what loans mostly
    /// do: its lock is then taken once and not for each. False when the first needs more care.
    pub(super) fn come_home_together(&'static self, first: &Pin<'static, T>, borrower: u32) -> bool {
        let mut freed = [0u32; RUN];
        let (mut killed, mut moved) = (0, 0);
        {
            let _one_at_a_time = self.loans();
            let home_of = |stand_in: u32| self.slots.linked(stand_in).owner.load(Ordering::Acquire);
            let home = match self.loan_of(first.index) {
                0 => return false,
                stand_in => home_of(stand_in),
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
                let stand_in = self.loan_of(index);
                if stand_in == 0 || slot.get().members().is_some() || home_of(stand_in) != home {
                    break;
                }
                let next = slot.next.load(Ordering::Relaxed);
                if let Some(stand_in) = self.put_back(index, (borrower, home), stand_in, &locks) {
                    freed[killed] = stand_in;
                    killed += 1;
                }
                moved += 1;
                index = next;
            }
        }
        for &stand_in in &freed[..killed] {
            // Nothing is left of its loan, so that it needs not be ended under the lock once more.
            self.unlink(stand_in);
            self.discard(stand_in, Kind::StandIn);
        }
        moved > 0
    }

    /// Moves a member of the first scope to the place that its stand-in keeps in the second. Returns the stand-in when the
    /// caller must release it.
    fn put_back(&self, index: u32, (borrower, home): (u32, u32), stand_in: u32, locks: &Locks<'_>) -> Option<u32> {
        self.take_off(borrower, index, locks.of(borrower));
        self.substitute(home, stand_in, index, locks.of(home));
        let place = self.slots.linked(stand_in);
        place.owner.store(GONE, Ordering::Release);
        self.end_way(index, stand_in);
        // Both locks that it can be pinned or killed under are held, and nobody can name it.
        if place.kill_unshared() { Some(stand_in) } else { self.kill_stand_in(stand_in) }
    }

    /// It is home: what is left of the loan is that of its stand-in, if that was lent.
    fn unwind(&self, index: u32, stand_in: u32) -> Option<u32> {
        self.end_way(index, stand_in);
        self.kill_stand_in(stand_in)
    }

    /// The loan of what a stand-in stood in for is the stand-in's own from here on, and that has none.
    fn end_way(&self, index: u32, stand_in: u32) {
        let next = self.loan_of(stand_in);
        self.set_loan(stand_in, 0);
        self.set_loan(index, next);
    }

    /// Ends the loan of slot `index`, which was moved for good or is being released; a stand-in that is being released
    /// takes the way home from what it stood in for. The stand-in that is returned, if any, is to be released.
    pub(super) fn end_loan(&'static self, index: u32) -> Option<u32> {
        let _one_at_a_time = self.loans();
        if let Some(dying) = self.slots.linked(index).get().stand_in() {
            let borrowed = dying.borrowed.load(Ordering::Relaxed);
            if borrowed != 0 {
                dying.borrowed.store(0, Ordering::Relaxed);
                self.slots.loan(borrowed).store(0, std::sync::atomic::Ordering::Relaxed);
                self.slots.linked(borrowed).set_lent(false);
            }
        }
        self.end_loan_of(index)
    }

    /// Ends the loan of slot `index`, if it has one, for a caller that holds [`Table::loans`]. The stand-in that is
    /// returned, if any, is to be released without that lock.
    pub(super) fn end_loan_of(&self, index: u32) -> Option<u32> {
        let stand_in = self.loan_of(index);
        self.set_loan(index, 0);
        if stand_in == 0 { None } else { self.kill_stand_in(stand_in) }
    }

    fn loan_of(&self, index: u32) -> u32 {
        self.slots.loan(index).load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Sets both ends of a loan; 0 ends one. [`Table::loans`] is held.
    fn set_loan(&self, index: u32, stand_in: u32) {
        let before = self.loan_of(index);
        if before == stand_in {
            return; // most have no loan of their own
        }
        let borrowed = |stand_in: u32| {
            let resource = self.slots.linked(stand_in).get();
            &resource.stand_in().expect("loans name stand-ins").borrowed
        };
        if before != 0 && borrowed(before).load(Ordering::Relaxed) == index {
            borrowed(before).store(0, Ordering::Relaxed);
        }
        self.slots.loan(index).store(stand_in, std::sync::atomic::Ordering::Relaxed);
        let slot = self.slots.linked(index);
        if slot.is_lent() != (stand_in != 0) {
            slot.set_lent(stand_in != 0);
        }
        if stand_in != 0 {
            borrowed(stand_in).store(index, Ordering::Relaxed);
        }
    }

    /// [`Table::loans`] is held, so that the slot cannot have come to hold something else. Returns it when the caller
    /// must release it.
    fn kill_stand_in(&self, stand_in: u32) -> Option<u32> {
        let slot = self.slots.linked(stand_in);
        let handle = slot.live_handle(stand_in)?;
        (slot.kill(handle, false) == Kill::Release).then_some(stand_in)
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
