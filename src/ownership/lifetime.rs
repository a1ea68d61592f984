//! The life of a handle: created, pinned, disposed, released.
//!
//! [`Table::insert`] takes a free slot, fills it, and publishes it under the lock of the scope that
//! will own it, so that a close on another thread sees either no handle or a member. [`Table::pin`]
//! compares and adds a pin in one step. [`Table::dispose`] clears LIVE; only the first thread to do
//! so has disposed it.

use super::access::{Filled, Locked, Releasing, Taken};
use super::handle::{Handle, Kind};
use super::members::NotAdmitted;
use super::pin::Pin;
use super::report;
use super::slot::{Dying, GONE, Kill, PinOutcome};
use super::table::{Payload, Table};
use crate::error::Result;
use crate::locks::sync::Ordering;
use crate::record;

/// The owner that a new resource will have.
pub enum Owner<'a, T: Payload> {
    /// This scope; the error is `SCOPE_CLOSED` if it has been closed.
    Scope(Handle),
    /// This scope, if in addition it has not been emptied since the counter of
    /// [endings](Table::endings) had this value.
    Since(Handle, u64),
    /// The scope that owns this resource, or none if it is unowned. If that scope keeps its
    /// members, the nearest one above that does not.
    Beside(&'a Pin<'a, T>),
    /// This module, which keeps the resource as a member.
    Module(Handle),
    /// No scope: the caller disposes of it.
    Unowned,
}

impl<T: Payload> Table<T> {
    /// Gives `value` a handle and an owner. On failure it is dropped and nothing has changed.
    ///
    /// Errors: `SCOPE_CLOSED` or `INVALID_HANDLE` for the scope, `OUT_OF_MEMORY` when all handles
    /// are in use.
    #[inline(always)]
    pub fn insert(&'static self, owner: Owner<'_, T>, value: T) -> Result<Handle> {
        self.insert_with(owner, value.kind(), || value)
    }

    /// Like [`Table::insert`], for a resource of this kind that `make` builds in its slot, so that
    /// it is not moved.
    #[inline(always)]
    pub fn insert_with(&'static self, owner: Owner<'_, T>, kind: Kind, make: impl FnOnce() -> T) -> Result<Handle> {
        let taken = Taken::new(&self.slots, kind)?;
        let filled = taken.fill(make());
        match owner {
            Owner::Unowned => Ok(publish_unowned(filled)),
            Owner::Scope(scope) => self.publish_in(Kind::Scope, scope, u64::MAX, filled),
            Owner::Since(scope, endings) => self.publish_in(Kind::Scope, scope, endings, filled),
            Owner::Module(module) => self.publish_in(Kind::Module, module, u64::MAX, filled),
            Owner::Beside(operand) => self.publish_beside(operand, filled),
        }
    }

    /// The resource of this handle, which is not released until the pin is dropped. A handle of
    /// another kind, or an invalid one, is `INVALID_HANDLE`.
    #[inline(always)]
    pub fn pin(&'static self, handle: Handle, kind: Kind) -> Result<Pin<'static, T>> {
        if handle.is(kind)
            && let Some(pinned) = self.try_pin(handle)
        {
            return pinned;
        }
        Err(report::invalid(self, handle, Some(kind)))
    }

    /// Like [`Table::pin`], for a scope or a module.
    #[inline]
    pub fn pin_scope(&'static self, handle: Handle) -> Result<Pin<'static, T>> {
        let kind = if handle.is(Kind::Module) { Kind::Module } else { Kind::Scope };
        self.pin(handle, kind)
    }

    /// Like [`Table::pin`], for a handle of any kind.
    pub fn pin_any(&'static self, handle: Handle) -> Result<Pin<'static, T>> {
        // Callers never get a pending return, so a number that names one is forged.
        let pinned = if handle.kind().is_some() { self.try_pin(handle) } else { None };
        pinned.unwrap_or_else(|| Err(report::invalid(self, handle, None)))
    }

    /// `None` when the handle is not valid.
    #[inline(always)]
    fn try_pin(&'static self, handle: Handle) -> Option<Result<Pin<'static, T>>> {
        match self.pin_slot(handle) {
            Ok(pin) => Some(Ok(pin)),
            Err(PinOutcome::TooMany) => Some(Err(report::too_many_pins(handle))),
            Err(_) => None,
        }
    }

    /// Gives the reference up: the resource is released now, or with its last pin. Scopes are
    /// closed with [`Table::close`]. An invalid handle, or one of another kind, is
    /// `INVALID_HANDLE`.
    #[inline]
    pub fn dispose(&'static self, handle: Handle, kind: Kind) -> Result<()> {
        debug_assert!(!kind.is_scope());
        if handle.is(kind)
            && let Some(slot) = self.slots.get(handle.slot())
        {
            match slot.kill(handle, false) {
                Kill::Release(dying) => {
                    self.release(dying);
                    return Ok(());
                }
                Kill::Pinned => return Ok(()),
                Kill::Lost => {}
            }
        }
        Err(report::invalid(self, handle, Some(kind)))
    }

    /// Drops a dying resource and returns its slot. A chain of loans is released in a loop, not by
    /// recursion: a tensor that was lent on a million times has a chain that long, which would
    /// overflow the stack.
    #[inline]
    pub(super) fn release(&'static self, dying: Dying) {
        let mut next = self.release_one(dying);
        while let Some(pending) = next {
            next = self.release_one(pending);
        }
    }

    /// Returns the pending return to be released next, if any.
    #[inline]
    fn release_one(&'static self, dying: Dying) -> Option<Dying> {
        let dying = Releasing::of(&self.slots, dying);
        let owner = self.unlink(&dying);
        if owner == 0 {
            dying.resource().set_unowned(false);
        }
        if record::is_on() {
            dying.record(owner);
        }
        let kind = dying.resource().kind();
        let has_loan = dying.slot().is_lent() || kind == Kind::PendingReturn;
        let next = if has_loan { self.end_loan(&dying) } else { None };
        self.discard(dying, kind);
        next
    }

    /// The end of [`Table::release`], for a resource that is on no list and has no loan.
    #[inline(always)]
    pub(super) fn discard(&'static self, dying: Releasing<'_, T>, kind: Kind) {
        let index = dying.index();
        // Not earlier: until its loan has ended, GONE distinguishes a pending return whose scope
        // has closed from one that had no owner.
        dying.slot().owner.store(0, Ordering::Relaxed);
        if dying.vacate() {
            self.slots.put(index, kind);
        } else {
            self.slots.retire(kind);
        }
    }

    #[inline]
    fn publish_in(&'static self, kind: Kind, scope: Handle, endings: u64, filled: Filled<T>) -> Result<Handle> {
        if scope.is(kind)
            && let Some(slot) = self.slots.get(scope.slot())
        {
            let lock = slot.lock(scope.slot());
            if let Some(open) = lock.open(scope).filter(|open| open.members.emptied() <= endings) {
                let joined = self.join(open, filled);
                drop(lock);
                return joined.map_err(|refusal| report::not_admitted(self, refusal));
            }
        }
        Err(report::scope_closed(self, scope))
    }

    /// Links and publishes a new slot in a scope. If it is refused, it is returned, to be dropped
    /// without the lock.
    #[inline(always)]
    fn join(&self, scope: Locked<'_, T>, filled: Filled<T>) -> std::result::Result<Handle, NotAdmitted> {
        self.admit(scope, filled.get(), false)?;
        self.link(scope, filled.slot(), filled.index());
        Ok(filled.publish())
    }

    fn publish_beside(&'static self, operand: &Pin<'_, T>, filled: Filled<T>) -> Result<Handle> {
        let (mut beside, mut module) = (operand.slot, None);
        loop {
            let owner = beside.owner.load(Ordering::Acquire);
            // A module on the way up has no pin: once it is closed, its slot may hold something
            // else.
            let is_gone = || module.is_some_and(|module| !beside.is_live(module));
            if owner == 0 && !is_gone() {
                return Ok(publish_unowned(filled));
            }
            if owner == GONE || owner == 0 {
                return Err(report::scope_closing());
            }
            let lock = self.slots.linked(owner).lock(owner);
            if beside.owner.load(Ordering::Relaxed) != owner {
                continue; // It moved between the two looks.
            }
            let Some(open) = lock.live().filter(|_| !is_gone()) else {
                drop(lock);
                return Err(report::scope_closing());
            };
            if open.members.keeps() {
                module = open.handle();
                beside = self.slots.linked(owner);
                continue;
            }
            let joined = self.join(open, filled);
            drop(lock);
            return joined.map_err(|refusal| report::not_admitted(self, refusal));
        }
    }
}

#[inline]
fn publish_unowned<T: Payload>(filled: Filled<T>) -> Handle {
    filled.get().set_unowned(true);
    filled.publish()
}
