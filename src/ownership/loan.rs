//! Loans: a member that is in another scope temporarily, and returns to its origin when that scope
//! closes.
//!
//! ```text
//!   A lends t to B, B lends it to C:        A: [ .. a .. ]   B: [ .. b .. ]   C: [ .. t .. ]
//!                                           t -loan-> b -loan-> a
//! ```
//!
//! A [`PendingReturn`] is a slot that keeps the location of a lent member in the list of its
//! origin. There it counts like the member itself: it is charged to the origin's limit, and when
//! its scope closes it returns to its own origin, if it was lent, or else is released. So a chain
//! unwinds in any order: if B closes first, `b` goes to A and replaces `a`; if A closes first, `a`
//! is released and `b` returns nowhere. A lent member that was unowned has a pending return that is
//! unowned.
//!
//! If `t` is lent on to A again, it needs no second location there: `a` is released, and `b`
//! returns to where `a` would have. Whichever scope closes first, `t` returns to the same owner.
//! Since no scope is in a chain twice, lending a member back and forth does not use more memory
//! each time.
//!
//! Invariant: `x.loan == p` exactly when `p` is a pending return with `borrowed == x`; both change
//! only under [`Table::move_lock`]. A slot named by either is initialised while that lock is held,
//! because releasing it goes through [`Table::end_loan`] first.

use super::access::{Locked, MoveLock, Releasing, Taken};
use super::handle::{Handle, Kind};
use super::members::NotAdmitted;
use super::meter::Meter;
use super::pending::PendingReturn;
use super::pin::Pin;
use super::relocate::{NotJoined, kept, record_move};
use super::report;
use super::slot::{Dying, GONE, Kill};
use super::table::{Payload, Table};
use super::token::{Named, Token};
use crate::error::Result;
use crate::locks::sync::Ordering;
use crate::record::{self, EventKind};
use std::sync::Arc;

/// Loans that are returned while the locks are held once.
const RUN: usize = 64;

/// The result of one attempt to lend a member.
#[derive(PartialEq, Eq)]
enum Lend {
    Done,
    /// The target already owns it.
    Owned,
    /// Another thread has moved it; retry.
    Again,
}

impl<T: Payload> Table<T> {
    /// Lends a handle to `scope`: it returns to its current location when `scope` closes. A member
    /// of `scope` is left unchanged.
    ///
    /// On an error it stays where it was: `SCOPE_CLOSED`, `SCOPE_CAPPED`, `LIMIT_EXCEEDED`,
    /// `INVALID_HANDLE`, `INVALID_ARGUMENT` for a scope that would own itself.
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

    /// One attempt to lend a member that is not a scope.
    #[inline(always)]
    fn lend<M: Token<T>>(&'static self, member: &M, scope: Handle) -> Result<Lend> {
        let mut pending = Some(Taken::new(&self.slots, Kind::PendingReturn)?);
        let (lent, freed) = {
            let loans = self.move_lock();
            let from = member.slot().owner.load(Ordering::Acquire);
            self.try_lend(member, scope, from, &mut pending, &loans)
        };
        if let Some(freed) = freed {
            self.release(freed);
        }
        lent.map_err(|refused| refused.into_error(self))
    }

    /// Whether `scope`, `None` for none, owns this handle and it is not on loan.
    pub fn owns_for_good(&'static self, scope: Option<Handle>, member: Handle) -> Result<bool> {
        let (owner, is_settled) = {
            let _loans = self.move_lock(); // lending and returning hold this lock
            let owner = self.owner(member);
            let slot = self.slots.get(member.slot());
            let is_settled = slot
                .is_some_and(|slot| !slot.is_lent() && (scope.is_some() || slot.owner.load(Ordering::Acquire) == 0));
            (owner, is_settled)
        };
        Ok(owner? == scope && is_settled)
    }

    /// Lends a scope, which moves the meters of everything below it.
    fn lend_scope(&'static self, member: &Pin<'static, T>, target: &Pin<'static, T>, scope: Handle) -> Result<()> {
        let mut pending = Some(Taken::new(&self.slots, Kind::PendingReturn)?);
        let mut below = Vec::new();
        let freed = {
            let moving = self.scope_move_lock();
            self.refuse_rings(member, target)?;
            loop {
                let from = member.slot.owner.load(Ordering::Acquire);
                if from == target.index() {
                    return Ok(());
                }
                if let Some(refused) = member.stays() {
                    return Err(refused);
                }
                let Some(old) = self.meter_above(from, member.index()) else { continue };
                let new = self.meter_of(target);
                self.remeter_scope(member, &mut below, old.as_ref(), new.as_ref(), false)?;
                let (lent, freed) = self.try_lend(member, scope, from, &mut pending, &moving.lock);
                if matches!(lent, Ok(Lend::Done)) {
                    break freed;
                }
                self.remeter_scope(member, &mut below, new.as_ref(), old.as_ref(), true)?;
                lent.map_err(|refused| refused.into_error(self))?;
            }
        };
        if let Some(freed) = freed {
            self.release(freed);
        }
        Ok(())
    }

    /// Moves a member from scope slot `from`, 0 for none, to `scope`, and puts the pending return,
    /// which is then taken, in its place. All or nothing. Also returns what the caller must
    /// release.
    #[inline(always)]
    fn try_lend<M: Token<T>>(
        &'static self,
        member: &M,
        scope: Handle,
        from: u32,
        pending: &mut Option<Taken<T>>,
        loans: &MoveLock<'_, T>,
    ) -> (std::result::Result<Lend, NotJoined>, Option<Dying>) {
        let lent = self.lend_locked(member, scope, from, pending, loans);
        match lent {
            Ok(Some(pending)) => (Ok(Lend::Done), self.shorten(pending, scope.slot(), loans)),
            Ok(None) if from == scope.slot() => (Ok(Lend::Owned), None),
            Ok(None) => (Ok(Lend::Again), None),
            Err(refused) => (Err(refused), None),
        }
    }

    /// Returns the slot of the pending return; `None` if the member is not in `from`, or if the
    /// target is `from`.
    #[inline(always)]
    fn lend_locked<M: Token<T>>(
        &'static self,
        member: &M,
        scope: Handle,
        from: u32,
        pending: &mut Option<Taken<T>>,
        loans: &MoveLock<'_, T>,
    ) -> std::result::Result<Option<u32>, NotJoined> {
        let (slot, index, target) = (member.slot(), member.index(), scope.slot());
        if from == target {
            return Ok(None);
        }
        if from == GONE {
            return Err(NotJoined::Closed(member.kind()));
        }
        let locks = self.lock_both(from, target);
        let origin = if from == 0 { None } else { locks.of(from).owner_of(slot) };
        let resource = match origin {
            Some(origin) => origin.resource(slot),
            None if from == 0 => member.pinned(),
            None => None,
        };
        let Some(resource) = resource else { return Ok(None) };
        if origin.is_some_and(|origin| origin.members.keeps()) {
            return Err(kept(slot, index));
        }
        let target = locks.of(target).open(scope).ok_or(NotJoined::NotOpen(scope))?;
        if !member.is_live() {
            return Err(NotJoined::Closed(member.kind()));
        }
        self.admit(target, resource, false).map_err(NotJoined::Refused)?;
        if origin.is_none() {
            if slot.owner.compare_exchange(0, target.index, Ordering::AcqRel, Ordering::Relaxed).is_err() {
                self.dismiss(target, resource);
                return Ok(None);
            }
            resource.set_unowned(false);
        }
        let taken = pending.take().expect("lent once");
        let pending = taken.fill(T::from_pending_return(PendingReturn::new(resource.charges())));
        let at = pending.index();
        match origin {
            Some(origin) => {
                self.substitute(origin, (index, resource), (at, pending.get()));
                pending.publish();
            }
            None => drop(pending.publish()),
        }
        self.put_in(index, target, at, loans);
        if record::is_on() {
            record_move(EventKind::Lent, slot, index, from, target.index);
        }
        Ok(Some(at))
    }

    /// Puts a lent member on the borrower's list, and records the loan.
    fn put_in(&self, index: u32, target: Locked<'_, T>, pending: u32, loans: &MoveLock<'_, T>) {
        // Before it is linked: the target may be closing, and the thread that drains it must see
        // that this member returns.
        self.set_loan(pending, self.loan_of(index), loans);
        self.set_loan(index, pending, loans);
        self.link(target, self.slots.linked(index), index);
    }

    /// Removes this scope from the chain of a pending return, because the lent member is now in the
    /// scope itself. Returns the pending return that the caller must release. [`Table::move_lock`]
    /// is held.
    fn shorten(&self, way: u32, scope: u32, loans: &MoveLock<'_, T>) -> Option<Dying> {
        let mut at = way;
        loop {
            let pending = self.loan_of(at);
            if pending == 0 {
                return None;
            }
            if self.slots.linked(pending).owner.load(Ordering::Acquire) == scope {
                return self.unwind(at, pending, loans);
            }
            at = pending;
        }
    }

    /// Moves a lent member from its borrower to its origin, if the origin still exists and the
    /// member is still with the borrower. The caller is closing the borrower.
    pub(super) fn return_to_origin(&'static self, lent: &Pin<'static, T>, borrower: u32) {
        let mut below = Vec::new();
        let freed = {
            let moving = self.scope_move_lock();
            self.find_origin(lent, borrower, &mut below, &moving.lock)
        };
        if let Some(pending) = freed {
            self.release(pending);
        }
    }

    /// Returns the pending return if the caller must release it.
    fn find_origin(
        &'static self,
        lent: &Pin<'static, T>,
        borrower: u32,
        below: &mut Vec<Pin<'static, T>>,
        loans: &MoveLock<'_, T>,
    ) -> Option<Dying> {
        loop {
            let pending = self.loan_of(lent.index());
            if pending == 0 || lent.slot.owner.load(Ordering::Acquire) != borrower {
                return None;
            }
            let origin_slot = self.slots.linked(pending).owner.load(Ordering::Acquire);
            if origin_slot == GONE {
                self.set_loan(lent.index(), 0, loans);
                return None;
            }
            if lent.members().is_some() && origin_slot != 0 && self.is_below(origin_slot, lent.index()) {
                // Its origin has been moved below it. It cannot return into itself, so it is
                // released with the borrower.
                self.set_loan(lent.index(), 0, loans);
                return self.kill_pending(pending, loans);
            }
            if origin_slot == borrower {
                // It was lent on and lent back: its location here ends with this scope, and it
                // returns to the origin before that.
                return self.unwind(lent.index(), pending, loans);
            }
            let (mut old, mut new) = (None, None);
            if lent.members().is_some() {
                let meters = (self.meter_above(borrower, lent.index()), self.meter_above(origin_slot, pending));
                let (Some(above_borrower), Some(above_origin)) = meters else { continue };
                (old, new) = (above_borrower, above_origin);
            }
            let forced = self.remeter_scope(lent, below, old.as_ref(), new.as_ref(), true);
            debug_assert!(forced.is_ok());
            let locks = self.lock_both(borrower, origin_slot);
            let location = self.slots.linked(pending);
            let from = locks.of(borrower).owner_of(lent.slot);
            let origin = if origin_slot == 0 { None } else { locks.of(origin_slot).owner_of(location) };
            let is_there =
                if origin_slot == 0 { location.owner.load(Ordering::Relaxed) == 0 } else { origin.is_some() };
            let Some(from) = from.filter(|_| is_there) else {
                drop(locks);
                let _ = self.remeter_scope(lent, below, new.as_ref(), old.as_ref(), true);
                continue;
            };
            if let Some(origin) = origin {
                return self.put_back((lent.index(), lent), (from, origin), pending, loans);
            }
            self.take_off(from, lent.slot);
            lent.set_unowned(true);
            lent.slot.owner.store(0, Ordering::Release);
            if record::is_on() {
                record_move(EventKind::LoanEnded, lent.slot, lent.index(), borrower, 0);
            }
            return self.unwind(lent.index(), pending, loans);
        }
    }

    /// Like [`Table::return_to_origin`], for a run of members, starting with the given one, that
    /// come from the same scope. This is the usual case, and its lock is then taken once instead of
    /// once per member. Returns false if the first member needs the general case.
    pub(super) fn return_together(&'static self, first: &Pin<'static, T>, borrower: u32) -> bool {
        let mut freed = [const { None }; RUN];
        let mut moved = 0;
        {
            let loans = self.move_lock();
            let origin_of = |pending: u32| self.slots.linked(pending).owner.load(Ordering::Acquire);
            let origin_slot = match self.loan_of(first.index()) {
                0 => return false,
                pending => origin_of(pending),
            };
            if origin_slot == 0 || origin_slot == GONE || origin_slot == borrower {
                return false;
            }
            let locks = self.lock_both(borrower, origin_slot);
            let mut index = first.index();
            while index != 0 && moved < RUN {
                let slot = self.slots.linked(index);
                // The first may have been moved meanwhile; the others are on the list, so their
                // resources stay.
                let Some(from) = locks.of(borrower).owner_of(slot).filter(|_| slot.live_handle(index).is_some()) else {
                    break;
                };
                let pending = self.loan_of(index);
                let Some(resource) =
                    from.resource(slot).filter(|resource| pending != 0 && resource.members().is_none())
                else {
                    break;
                };
                let Some(origin) = locks.of(origin_slot).owner_of(self.slots.linked(pending)) else { break };
                let next = slot.next.load(Ordering::Relaxed);
                freed[moved] = self.put_back((index, resource), (from, origin), pending, &loans);
                moved += 1;
                index = next;
            }
        }
        for pending in freed.into_iter().take(moved).flatten() {
            // Its loan has ended already, so it need not be ended under the lock again.
            let pending = Releasing::of(&self.slots, pending);
            self.unlink(&pending);
            self.discard(pending, Kind::PendingReturn);
        }
        moved > 0
    }

    /// Moves a member of the first scope to the location that its pending return keeps in the
    /// second. Returns the pending return if the caller must release it.
    fn put_back(
        &self,
        (index, resource): (u32, &T),
        (borrower, origin): (Locked<'_, T>, Locked<'_, T>),
        pending: u32,
        loans: &MoveLock<'_, T>,
    ) -> Option<Dying> {
        let location = self.slots.linked(pending);
        let returning = origin.resource(location).expect("the caller has looked");
        self.take_off(borrower, self.slots.linked(index));
        self.substitute(origin, (pending, returning), (index, resource));
        location.owner.store(GONE, Ordering::Release);
        if record::is_on() {
            record_move(EventKind::LoanEnded, self.slots.linked(index), index, borrower.index, origin.index);
        }
        self.pass_loan_on(index, pending, loans);
        self.kill_returned(pending, origin, loans).or_else(|| self.kill_pending(pending, loans))
    }

    /// Completes a return: the member takes over the loan of its pending return, if that was lent
    /// too.
    pub(super) fn unwind(&self, index: u32, pending: u32, loans: &MoveLock<'_, T>) -> Option<Dying> {
        self.pass_loan_on(index, pending, loans);
        self.kill_pending(pending, loans)
    }

    /// Passes the loan of a pending return on to the returned member.
    fn pass_loan_on(&self, index: u32, pending: u32, loans: &MoveLock<'_, T>) {
        let next = self.loan_of(pending);
        self.set_loan(pending, 0, loans);
        self.set_loan(index, next, loans);
    }

    /// Ends the loan of a resource that is being released; if it is a pending return, ends the loan
    /// of the member it waits for. The caller releases the returned pending return, if any.
    pub(super) fn end_loan(&'static self, dying: &Releasing<'_, T>) -> Option<Dying> {
        let loans = self.move_lock();
        if let Some(pending) = dying.resource().pending_return() {
            let borrowed = pending.borrowed();
            if borrowed != 0 {
                pending.set_borrowed(0);
                self.slots.loan(borrowed).store(0, std::sync::atomic::Ordering::Relaxed);
                self.slots.linked(borrowed).set_lent(false);
            }
        }
        self.end_loan_of(dying.index(), &loans)
    }

    /// Ends the loan of slot `index`, if it has one; the caller holds [`Table::move_lock`]. The
    /// caller releases the returned pending return, if any, without that lock.
    pub(super) fn end_loan_of(&self, index: u32, loans: &MoveLock<'_, T>) -> Option<Dying> {
        let pending = self.loan_of(index);
        self.set_loan(index, 0, loans);
        if pending == 0 { None } else { self.kill_pending(pending, loans) }
    }

    /// The pending return of slot `index`, if it is lent.
    pub(super) fn pending_return_of(&self, index: u32, _loans: &MoveLock<'_, T>) -> Option<u32> {
        Some(self.loan_of(index)).filter(|&pending| pending != 0)
    }

    fn loan_of(&self, index: u32) -> u32 {
        self.slots.loan(index).load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Sets both ends of a loan; 0 ends one. [`Table::move_lock`] is held.
    fn set_loan(&self, index: u32, pending: u32, loans: &MoveLock<'_, T>) {
        let before = self.loan_of(index);
        if before == pending {
            return; // most members have no loan
        }
        if before != 0 && self.pending(before, loans).borrowed() == index {
            self.pending(before, loans).set_borrowed(0);
        }
        self.slots.loan(index).store(pending, std::sync::atomic::Ordering::Relaxed);
        let slot = self.slots.linked(index);
        if slot.is_lent() != (pending != 0) {
            slot.set_lent(pending != 0);
        }
        if pending != 0 {
            self.pending(pending, loans).set_borrowed(index);
        }
    }

    /// [`Table::move_lock`] is held, so the slot cannot hold another resource by now. Returns the
    /// pending return if the caller must release it.
    fn kill_pending(&self, pending: u32, _loans: &MoveLock<'_, T>) -> Option<Dying> {
        let slot = self.slots.linked(pending);
        match slot.kill(slot.live_handle(pending)?, false) {
            Kill::Release(dying) => Some(dying),
            Kill::Pinned | Kill::Lost => None,
        }
    }

    /// Puts slot `new` in the place of slot `old` on the list of a scope, whose lock is held. The
    /// caller sets the owner of `old` before it releases the lock.
    fn substitute(&self, scope: Locked<'_, T>, (old, leaving): (u32, &T), (new, joining): (u32, &T)) {
        // In this order: both hold the same storage, which a meter counts once, so no other
        // resource can take its room in between.
        let forced = self.admit(scope, joining, true);
        debug_assert!(forced.is_ok());
        self.dismiss(scope, leaving);
        let members = scope.members;
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
        slot.owner.store(scope.index, Ordering::Release);
    }

    /// Swaps the meters below a scope that is about to move; does nothing for other members.
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
