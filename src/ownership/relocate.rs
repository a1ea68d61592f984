//! Moving a handle from one owner to another: all or nothing, whatever other threads do.
//!
//! Invariant: a member leaves one list and joins the other under the locks of both scopes, the
//! lower slot's first. So two moves in opposite directions cannot deadlock, and no thread sees the
//! member owned by both or by neither.
//!
//! There is one way to move a member, [`Table::move_locked`], with a token that shows why the
//! member stays in its slot. Most members are moved by their handle, under the lock of their scope
//! alone; the other cases use a pin.

use super::access::{Locked, MoveLock};
use super::handle::{Handle, Kind};
use super::members::NotAdmitted;
use super::meter::Meter;
use super::pin::Pin;
use super::report;
use super::slot::{Dying, GONE, Slot, SlotLock};
use super::table::{Payload, Table};
use super::token::{Named, Token};
use crate::error::{Error, Result};
use crate::locks::sync::Ordering;
use crate::record::{self, EventKind};
use std::sync::Arc;

/// The destination of a move.
#[derive(Clone, Copy)]
pub(super) enum Destination {
    /// The scope of this slot, which the caller has pinned.
    Scope(u32),
    /// The scope of this handle, pinned or not; never for a scope that moves.
    Open(Handle),
    /// The parent of the scope of this slot, which the caller has pinned.
    ParentOf(u32),
    /// The parent of the scope that owns it.
    Parent,
    Unowned,
}

/// A requested move.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) to: Destination,
    /// Moves only members below the scope of this slot, which the caller has pinned.
    pub(super) within: Option<u32>,
    /// Moves only a member of the scope of this slot, 0 for none.
    pub(super) from: Option<u32>,
    /// Neither a cap nor a limit refuses it.
    pub(super) force: bool,
}

impl Move {
    /// From any scope.
    pub(super) fn to(to: Destination) -> Move {
        Move { to, within: None, from: None, force: false }
    }

    /// Only if it is below the scope of this slot.
    pub(super) fn out_of(within: u32, to: Destination) -> Move {
        Move { to, within: Some(within), from: None, force: false }
    }

    /// Back to its previous location, if it is still in this scope.
    pub(super) fn back(from: u32, to: Destination) -> Move {
        Move { to, within: None, from: Some(from), force: true }
    }
}

/// The source and target scope slots of a move, 0 for none.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) from: u32,
    pub(super) target: u32,
    proof: Proof,
}

/// Why the mover, once it holds the lock of a target, can rely on the slot holding the intended
/// scope.
#[derive(Clone, Copy)]
enum Proof {
    /// The caller has pinned it, or there is no target.
    Pinned,
    /// It is the scope of this handle, if that is still open.
    Handle(Handle),
    /// It is the parent of this scope, which the member comes from or which is pinned, so this
    /// scope is unchanged. While this scope is a member of the target, which the lock shows, the
    /// target is unchanged too.
    ParentOf(u32),
}

impl Way {
    /// Whether both ends are scopes and differ.
    pub(super) fn is_between_scopes(self) -> bool {
        let is_scope = |slot: u32| slot != 0 && slot != GONE;
        is_scope(self.from) && is_scope(self.target) && self.from != self.target
    }
}

/// Why a member cannot join.
pub(super) enum NotJoined {
    Closed(Kind),
    /// The target is being closed.
    Closing,
    /// The target has been closed.
    NotOpen(Handle),
    Refused(NotAdmitted),
    /// The scope that owns this member keeps it.
    Kept(Handle),
}

/// Whether a move may take a lent member. Only the holder of [`Table::move_lock`] can end a loan.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lent {
    Moved,
    Refused,
}

/// The result of one attempt to move a member.
#[derive(PartialEq, Eq)]
pub(super) enum Step {
    /// It is at its destination.
    Done,
    /// Another thread has moved something; retry.
    Again,
    /// It is lent, which the caller did not allow. Nothing has changed.
    IsLent,
    /// It is not below the scope out of which it should be moved. Nothing has changed.
    Elsewhere,
}

/// The result of a move.
enum Moved {
    /// It is at its destination; the caller releases this pending return, if any.
    Done(Option<Dying>),
    /// Like [`Step::Elsewhere`].
    Elsewhere,
}

/// Records that a member has another owner. The caller holds the locks of both scopes.
#[cold]
#[inline(never)]
pub(super) fn record_move<T: Payload>(kind: EventKind, slot: &Slot<T>, index: u32, from: u32, to: u32) {
    let handle = Handle(slot.state().0 | u64::from(index));
    if handle.kind().is_some() {
        record::write(kind, handle.0, u64::from(from), to, 0);
    }
}

/// The locks of one or two scopes.
pub(super) struct Locks<'a, T> {
    low: (u32, Option<SlotLock<'a, T>>),
    high: (u32, Option<SlotLock<'a, T>>),
}

impl<'a, T> Locks<'a, T> {
    /// The lock of this scope, which is one of the two.
    #[inline(always)]
    pub(super) fn of(&self, scope: u32) -> &SlotLock<'a, T> {
        let lock = if self.low.0 == scope { &self.low.1 } else { &self.high.1 };
        lock.as_ref().expect("one of the two, and not none")
    }
}

impl NotJoined {
    /// Called without a lock held, because it looks up names.
    pub(super) fn into_error<T: Payload>(self, table: &'static Table<T>) -> Error {
        match self {
            NotJoined::Closed(kind) => report::closed_meanwhile(kind),
            NotJoined::Closing => report::scope_closing(),
            NotJoined::NotOpen(scope) => report::scope_closed(table, scope),
            NotJoined::Refused(refused) => report::not_admitted(table, refused),
            NotJoined::Kept(member) => T::kept(member),
        }
    }
}

impl<T: Payload> Table<T> {
    /// Moves a pinned member, and ends its current loan. False: it is not where it should be moved
    /// from, and stays where another thread has put it.
    pub(super) fn relocate(&'static self, member: &Pin<'static, T>, asked: Move) -> Result<bool> {
        let moved = if member.members().is_some() {
            self.relocate_scope(member, asked)?
        } else {
            self.relocate_member(member, asked)?
        };
        match moved {
            Moved::Elsewhere => return Ok(false),
            Moved::Done(Some(pending)) => self.release(pending),
            Moved::Done(None) => {}
        }
        Ok(true)
    }

    /// Moves a member from one scope to another without a pin, which works for most moves. False:
    /// nothing has changed, and the caller moves it with a pin or reports the error.
    pub(super) fn try_move_fast(&'static self, member: Handle, to: Destination) -> bool {
        let Some(member) = Named::of(&self.slots, member) else { return false };
        if let Destination::Open(scope) = to
            && !self.is_open(scope)
        {
            return false; // the number is not checked yet
        }
        let Some(way) = self.way(member.index(), to).filter(|way| way.is_between_scopes()) else { return false };
        let locks = self.lock_both(way.from, way.target);
        matches!(self.move_locked(&member, way, false, Lent::Refused, &locks), Ok(Step::Done))
    }

    /// `INVALID_ARGUMENT` if `member` is a scope that would come to own itself.
    pub(super) fn refuse_rings(&self, member: &Pin<'_, T>, target: &Pin<'_, T>) -> Result<()> {
        self.refuse_ring(member, target.index())
    }

    fn refuse_ring(&self, member: &Pin<'_, T>, target: u32) -> Result<()> {
        let index = member.index();
        if member.members().is_some()
            && (index == target || self.may_own_scopes(member) && self.is_below(target, index))
        {
            return Err(Error::argument("a scope cannot be moved into itself or a scope below it"));
        }
        Ok(())
    }

    /// False if no scope is below this one, except scopes created there from now on. Saves a walk
    /// from the target up to its root, with which a chain of n scopes, each attached to the
    /// previous one, would take n² steps.
    fn may_own_scopes(&self, scope: &Pin<'_, T>) -> bool {
        const LOOKED_AT: usize = 32;
        let lock = scope.lock();
        let mut at = lock.pinned(scope).members.newest();
        for _ in 0..LOOKED_AT {
            if at == 0 {
                return false;
            }
            let slot = self.slots.linked(at);
            if slot.state().is_scope() {
                return true;
            }
            at = slot.next.load(Ordering::Relaxed);
        }
        true
    }

    /// A member that is not lent moves under the locks of both scopes. For a lent member, the loan
    /// is ended under [`Table::move_lock`], which is taken before the move; otherwise another
    /// thread could lend the member on after the move, and that new loan would be ended. Returns
    /// the pending return that the caller must release.
    #[inline]
    fn relocate_member(&'static self, member: &Pin<'_, T>, asked: Move) -> Result<Moved> {
        match self.move_unless_lent(member, asked)? {
            Some(Some(_)) => Ok(Moved::Done(None)),
            Some(None) => Ok(Moved::Elsewhere),
            None => self.relocate_lent(member, asked),
        }
    }

    #[cold]
    #[inline(never)]
    fn relocate_lent(&'static self, member: &Pin<'_, T>, asked: Move) -> Result<Moved> {
        let loans = self.move_lock();
        Ok(match self.move_on_loan(member, asked)? {
            Some(_) => Moved::Done(self.end_loan_if_lent(member, &loans)),
            None => Moved::Elsewhere,
        })
    }

    /// Moves a member that is neither a scope nor lent. Returns the slot of its new scope, 0 for
    /// none; `Some(None)`: it is elsewhere; `None`: it is lent.
    #[inline]
    pub(super) fn move_unless_lent(&'static self, member: &Pin<'_, T>, asked: Move) -> Result<Option<Option<u32>>> {
        loop {
            match self.step(member, asked, Lent::Refused)? {
                (Step::Done, to) => return Ok(Some(Some(to))),
                (Step::Again, _) => {}
                (Step::IsLent, _) => return Ok(None),
                (Step::Elsewhere, _) => return Ok(Some(None)),
            }
        }
    }

    /// Moves a member that is not a scope, with its loan if it has one. Returns the slot of its new
    /// scope, 0 for none; `None`: it is elsewhere. The caller holds [`Table::move_lock`].
    fn move_on_loan(&'static self, member: &Pin<'_, T>, asked: Move) -> Result<Option<u32>> {
        loop {
            match self.step(member, asked, Lent::Moved)? {
                (Step::Done, to) => return Ok(Some(to)),
                (Step::Again | Step::IsLent, _) => {}
                (Step::Elsewhere, _) => return Ok(None),
            }
        }
    }

    fn relocate_scope(&'static self, member: &Pin<'static, T>, asked: Move) -> Result<Moved> {
        let mut below = Vec::new();
        let moving = self.scope_move_lock();
        Ok(match self.move_scope(member, asked, &mut below)? {
            Some(_) => Moved::Done(self.end_loan_if_lent(member, &moving.lock)),
            None => Moved::Elsewhere,
        })
    }

    /// Like [`Table::relocate`], for a caller that holds [`Table::scope_move_lock`]; a loan of the
    /// member continues. Returns the slot of its new scope, 0 for none; `None`: it is elsewhere.
    /// The caller keeps `below` until that lock is released.
    pub(super) fn relocate_on_loan(
        &'static self,
        member: &Pin<'static, T>,
        asked: Move,
        below: &mut Vec<Pin<'static, T>>,
    ) -> Result<Option<u32>> {
        if member.members().is_some() {
            self.move_scope(member, asked, below)
        } else {
            self.move_on_loan(member, asked)
        }
    }

    /// Moves a scope with everything below it: first their meters, which can be refused, then the
    /// scope itself. Returns a slot like `relocate_on_loan`.
    fn move_scope(
        &'static self,
        member: &Pin<'static, T>,
        asked: Move,
        below: &mut Vec<Pin<'static, T>>,
    ) -> Result<Option<u32>> {
        while let Some(way) = self.way(member.index(), asked.to) {
            let Way { from, target, .. } = way;
            if !self.lies_where_asked(from, asked) {
                return Ok(None);
            }
            if target != 0 && target != GONE {
                self.refuse_ring(member, target)?;
            }
            if from == target {
                return Ok(Some(target));
            }
            if let Some(refused) = member.stays() {
                return Err(refused);
            }
            let (old, new) = (self.meter_above(from, member.index()), self.meter_at(way));
            let (Some(old), Some(new)) = (old, new) else { continue };
            self.remeter_scope(member, below, old.as_ref(), new.as_ref(), asked.force)?;
            let moved = self.try_move(member, way, asked.force, Lent::Moved);
            if matches!(moved, Ok(Step::Done)) {
                return Ok(Some(target));
            }
            // Back to the meter it was charged to, which cannot be refused.
            let _ = self.remeter_scope(member, below, new.as_ref(), old.as_ref(), true);
            moved?;
        }
        Ok(Some(0))
    }

    /// Whether the requested move covers a member of the scope of slot `from`.
    fn lies_where_asked(&self, from: u32, asked: Move) -> bool {
        let is_below = |ancestor| from == ancestor || from != 0 && from != GONE && self.is_below(from, ancestor);
        asked.within.is_none_or(is_below) && asked.from.is_none_or(|only| from == only)
    }

    /// Like [`Table::end_loan_of`], without a look-up of the loan for members that are not lent,
    /// which most are.
    pub(super) fn end_loan_if_lent(&self, member: &Pin<'_, T>, loans: &MoveLock<'_, T>) -> Option<Dying> {
        if member.slot.is_lent() { self.end_loan_of(member.index(), loans) } else { None }
    }

    /// One attempt to move a pinned member that is not a scope; also returns the slot of its target
    /// scope.
    fn step(&'static self, member: &Pin<'_, T>, asked: Move, lent: Lent) -> Result<(Step, u32)> {
        match self.way(member.index(), asked.to) {
            None => Ok((Step::Done, 0)),
            Some(way) if !self.lies_where_asked(way.from, asked) => Ok((Step::Elsewhere, way.target)),
            Some(way) => self.try_move(member, way, asked.force, lent).map(|step| (step, way.target)),
        }
    }

    /// The way of a member to its destination; `None`: it may stay.
    #[inline(always)]
    pub(super) fn way(&self, member: u32, to: Destination) -> Option<Way> {
        let owner = |index: u32| self.slots.linked(index).owner.load(Ordering::Acquire);
        let from = owner(member);
        let (target, proof) = match to {
            Destination::Scope(target) => (target, Proof::Pinned),
            Destination::Open(target) => (target.slot(), Proof::Handle(target)),
            Destination::ParentOf(scope) => (owner(scope), Proof::ParentOf(scope)),
            Destination::Unowned => (0, Proof::Pinned),
            Destination::Parent if from == 0 => return None,
            Destination::Parent if from == GONE => (0, Proof::Pinned),
            Destination::Parent => (owner(from), Proof::ParentOf(from)),
        };
        Some(Way { from, target, proof })
    }

    /// One attempt to move a pinned member, all or nothing.
    fn try_move(&'static self, member: &Pin<'_, T>, way: Way, force: bool, lent: Lent) -> Result<Step> {
        let Way { from, target, .. } = way;
        if from == GONE {
            return Err(report::closed_meanwhile(member.kind()));
        }
        if target == GONE {
            return Err(report::scope_closing());
        }
        let locks = self.lock_both(from, if from == target { 0 } else { target });
        let moved = if from == target {
            Ok(match member.slot.owner.load(Ordering::Acquire) == from {
                true if lent == Lent::Refused && member.slot.is_lent() => Step::IsLent,
                true => Step::Done,
                false => Step::Again,
            })
        } else {
            self.move_locked(member, way, force, lent, &locks)
        };
        drop(locks);
        moved.map_err(|refused| refused.into_error(self))
    }

    /// Moves a member under the locks of both scopes, which differ. All or nothing. Without a pin,
    /// both ends must be scopes.
    #[inline(always)]
    pub(super) fn move_locked<M: Token<T>>(
        &self,
        member: &M,
        way: Way,
        force: bool,
        lent: Lent,
        locks: &Locks<'_, T>,
    ) -> std::result::Result<Step, NotJoined> {
        let Way { from, target, proof } = way;
        let (slot, index) = (member.slot(), member.index());
        debug_assert!(M::IS_PIN || way.is_between_scopes());
        match proof {
            Proof::Handle(scope) if locks.of(target).open(scope).is_none() => return Err(NotJoined::NotOpen(scope)),
            Proof::ParentOf(child) if self.slots.linked(child).owner.load(Ordering::Acquire) != target => {
                return Ok(Step::Again);
            }
            _ => {}
        }
        let origin = if from == 0 { None } else { locks.of(from).owner_of(slot) };
        let resource = match origin {
            Some(origin) => origin.resource(slot),
            None if from == 0 && slot.owner.load(Ordering::Relaxed) == 0 => member.pinned(),
            None => None,
        };
        let Some(resource) = resource else { return Ok(Step::Again) };
        if origin.is_some_and(|origin| origin.members.keeps()) {
            return Err(kept(slot, index));
        }
        // A loan of a member of `from` begins and ends under that lock, so this stays true until it
        // has moved. An unowned member is not lent, except for the moment in which it returns.
        if lent == Lent::Refused && slot.is_lent() {
            return Ok(Step::IsLent);
        }
        if let Proof::ParentOf(child) = proof
            && self.slots.linked(child).live_handle(child).is_none()
        {
            // A closing parent first takes its children off its list, so a child without a parent
            // may be one of those.
            return Err(NotJoined::Closing);
        }
        require_live(member)?;
        let joined = if target == 0 { None } else { Some(self.may_join(resource, force, locks.of(target))?) };
        if let Some(origin) = origin {
            self.take_off(origin, slot);
        } else if slot.owner.compare_exchange(0, target, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
            resource.set_unowned(false);
        } else {
            // Unowned members have no lock, so two threads may both get here, each with its own
            // target.
            if let Some(joined) = joined {
                self.dismiss(joined, resource);
            }
            return Ok(Step::Again);
        }
        match joined {
            Some(joined) => self.link(joined, slot, index),
            None => {
                resource.set_unowned(true);
                slot.owner.store(0, Ordering::Release);
            }
        }
        if record::is_on() {
            record_move(EventKind::Moved, slot, index, from, target);
        }
        Ok(Step::Done)
    }

    /// Whether a resource may join the scope that this lock belongs to; if so, it has been charged.
    #[inline(always)]
    pub(super) fn may_join<'a>(
        &self,
        joining: &T,
        force: bool,
        target: &'a SlotLock<'_, T>,
    ) -> std::result::Result<Locked<'a, T>, NotJoined> {
        let target = target.live().ok_or(NotJoined::Closing)?;
        self.admit(target, joining, force).map_err(NotJoined::Refused)?;
        Ok(target)
    }

    /// The locks of two different scopes, 0 for none, the lower slot's first.
    #[inline(always)]
    pub(super) fn lock_both(&self, a: u32, b: u32) -> Locks<'_, T> {
        let (low, high) = (a.min(b), a.max(b));
        let lock = |index: u32| (index, (index != 0).then(|| self.slots.linked(index).lock(index)));
        Locks { low: lock(low), high: lock(high) }
    }

    /// The meter of the scope in slot `scope`, 0 for none; `Some(None)` if it has none. `None` if
    /// `child` is no longer a member of it.
    pub(super) fn meter_above(&self, scope: u32, child: u32) -> Option<Option<Arc<Meter>>> {
        if scope == 0 || scope == GONE {
            return Some(None);
        }
        let lock = self.slots.linked(scope).lock(scope);
        let owner = lock.owner_of(self.slots.linked(child))?;
        Some(owner.members.meter())
    }

    /// The meter of the target of a way; `None` if the slot no longer holds the intended scope.
    fn meter_at(&self, way: Way) -> Option<Option<Arc<Meter>>> {
        match way.proof {
            Proof::ParentOf(child) => self.meter_above(way.target, child),
            _ if way.target == 0 => Some(None),
            _ => {
                let lock = self.slots.linked(way.target).lock(way.target);
                // A closing scope has none, and the move is then refused.
                Some(lock.live().and_then(|target| target.members.meter()))
            }
        }
    }
}

/// The error for a member that its scope keeps.
#[cold]
pub(super) fn kept<T: Payload>(slot: &Slot<T>, index: u32) -> NotJoined {
    NotJoined::Kept(slot.live_handle(index).unwrap_or(Handle(0)))
}

/// Fails if a member is closed.
#[inline(always)]
fn require_live<T: Payload>(member: &impl Token<T>) -> std::result::Result<(), NotJoined> {
    if member.is_live() { Ok(()) } else { Err(NotJoined::Closed(member.kind())) }
}
