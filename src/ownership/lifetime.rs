//! The life of a handle: made, pinned, disposed, released.
//!
//! [`Table::insert`] takes a free slot, fills it, and publishes it under the lock of the scope that will own it, so that a
//! close on another thread sees either no handle or a member. [`Table::pin`] compares and adds a pin in one step.
//! [`Table::dispose`] clears LIVE; only the first thread to do so has disposed it.

use super::handle::{Handle, Kind};
use super::report;
use super::slot::{GONE, Kill, PinOutcome, Slot, SlotLock};
use super::slots::Slots;
use super::sync::Ordering;
use super::table::{Owner, Payload, Pin, Table};
use crate::error::Result;

impl<T: Payload> Table<T> {
    /// Gives `value` a handle and an owner. On failure it is dropped and nothing has changed.
    ///
    /// Errors: `SCOPE_CLOSED` or `INVALID_HANDLE` for the scope, `OUT_OF_MEMORY` when all handles are in use.
    #[inline(always)]
    pub fn insert(&'static self, owner: Owner<'_, T>, value: T) -> Result<Handle> {
        self.insert_with(owner, value.kind(), || value)
    }

    /// As [`Table::insert`] for what is made, of this kind, when its slot is there: it is then built in it and not moved.
    #[inline(always)]
    pub fn insert_with(&'static self, owner: Owner<'_, T>, kind: Kind, make: impl FnOnce() -> T) -> Result<Handle> {
        let taken = Taken::new(&self.slots, kind)?;
        let index = taken.index;
        let slot = self.slots.linked(index);
        slot.fill(make());
        std::mem::forget(taken); // from here on nothing panics
        let published = match owner {
            Owner::Unowned => Ok(publish_unowned(slot, index, kind)),
            Owner::Scope(scope) => self.publish_in(scope, index, slot, kind),
            Owner::Beside(operand) => self.publish_beside(operand, index, slot, kind),
        };
        if published.is_err() {
            let value = slot.unfill();
            self.slots.put(index, kind);
            drop(value);
        }
        published
    }

    /// The resource of this handle, kept from being released until the pin is dropped.
    /// Any other kind of handle, or one that is not valid, is `INVALID_HANDLE`.
    #[inline]
    pub fn pin(&'static self, handle: Handle, kind: Kind) -> Result<Pin<'static, T>> {
        if handle.is(kind)
            && let Some(pinned) = self.try_pin(handle)
        {
            return pinned;
        }
        Err(report::invalid(self, handle, Some(kind)))
    }

    /// As [`Table::pin`], for a handle of any kind.
    pub fn pin_any(&'static self, handle: Handle) -> Result<Pin<'static, T>> {
        // No caller holds a pending return, so a number that names one is forged.
        let pinned = if handle.kind().is_some() { self.try_pin(handle) } else { None };
        pinned.unwrap_or_else(|| Err(report::invalid(self, handle, None)))
    }

    /// `None` when the handle is not valid.
    #[inline]
    fn try_pin(&'static self, handle: Handle) -> Option<Result<Pin<'static, T>>> {
        let index = handle.slot();
        let slot = self.slots.get(index)?;
        match slot.pin(handle) {
            PinOutcome::Pinned => Some(Ok(Pin { table: self, slot, index })),
            PinOutcome::Invalid => None,
            PinOutcome::TooMany => Some(Err(report::too_many_pins(handle))),
        }
    }

    /// Gives the reference up: the resource goes now, or with its last pin. Scopes are closed with
    /// [`Table::close`]. A handle that is not valid, or of another kind, is `INVALID_HANDLE`.
    #[inline]
    pub fn dispose(&'static self, handle: Handle, kind: Kind) -> Result<()> {
        debug_assert_ne!(kind, Kind::Scope);
        if handle.is(kind)
            && let Some(slot) = self.slots.get(handle.slot())
        {
            match slot.kill(handle, false) {
                Kill::Release => {
                    self.release(handle.slot());
                    return Ok(());
                }
                Kill::Pinned => return Ok(()),
                Kill::Lost => {}
            }
        }
        Err(report::invalid(self, handle, Some(kind)))
    }

    /// Drops a dying resource with no pins and gives its slot back. The caller is the releaser. The way home of what was lent
    /// goes one after the other: lent on a million times it is one of a million, which no stack would take.
    #[inline]
    pub(super) fn release(&'static self, index: u32) {
        let mut next = self.release_one(index);
        while let Some(pending) = next {
            next = self.release_one(pending);
        }
    }

    /// Returns the pending return that is to be released after it, if any.
    #[inline]
    fn release_one(&'static self, index: u32) -> Option<u32> {
        let slot = self.slots.linked(index);
        if self.unlink(index) == 0 {
            slot.get().set_unowned(false);
        }
        let kind = slot.get().kind();
        let next = if slot.is_lent() || kind == Kind::PendingReturn { self.end_loan(index) } else { None };
        self.discard(index, kind);
        next
    }

    /// The end of [`Table::release`], for what is on no list and has no loan.
    #[inline(always)]
    pub(super) fn discard(&'static self, index: u32, kind: Kind) {
        let slot = self.slots.linked(index);
        // Only now: until its loan has ended, GONE tells a pending return whose scope has closed from one that was nobody's.
        slot.owner.store(0, Ordering::Relaxed);
        if slot.vacate() {
            self.slots.put(index, kind);
        } else {
            self.slots.retire(kind);
        }
    }

    #[inline]
    fn publish_in(&'static self, scope: Handle, index: u32, slot: &Slot<T>, kind: Kind) -> Result<Handle> {
        if scope.is(Kind::Scope)
            && let Some(home) = self.slots.get(scope.slot())
        {
            let lock = home.lock();
            if home.is_live(scope) {
                return self.join(scope.slot(), index, slot, kind, lock);
            }
        }
        Err(report::scope_closed(self, scope))
    }

    /// Links and publishes a new slot in a scope that is live, whose lock is held.
    #[inline]
    fn join(&self, scope: u32, index: u32, slot: &Slot<T>, kind: Kind, lock: SlotLock<'_>) -> Result<Handle> {
        if let Err(refusal) = self.admit(scope, index, false, &lock) {
            drop(lock);
            return Err(report::not_admitted(self, refusal));
        }
        self.link(scope, index, &lock);
        Ok(slot.publish(index, kind))
    }

    fn publish_beside(&'static self, operand: &Pin<'_, T>, index: u32, slot: &Slot<T>, kind: Kind) -> Result<Handle> {
        loop {
            let owner = operand.slot.owner.load(Ordering::Acquire);
            if owner == 0 {
                return Ok(publish_unowned(slot, index, kind));
            }
            if owner == GONE {
                return Err(report::scope_closing());
            }
            let home = self.slots.linked(owner);
            let lock = home.lock();
            if operand.slot.owner.load(Ordering::Relaxed) != owner {
                continue; // It moved between the two looks.
            }
            let Some(scope) = home.live_handle(owner) else {
                drop(lock);
                return Err(report::scope_closing());
            };
            debug_assert!(scope.is(Kind::Scope));
            return self.join(owner, index, slot, kind, lock);
        }
    }
}

/// A vacant slot that was taken and not filled yet. It goes back if what is to fill it panics.
pub(super) struct Taken<T: Payload> {
    slots: &'static Slots<T>,
    pub(super) index: u32,
    kind: Kind,
}

impl<T: Payload> Taken<T> {
    #[inline(always)]
    pub(super) fn new(slots: &'static Slots<T>, kind: Kind) -> Result<Taken<T>> {
        Ok(Taken { slots, index: slots.take(kind)?, kind })
    }
}

impl<T: Payload> Drop for Taken<T> {
    fn drop(&mut self) {
        self.slots.put(self.index, self.kind);
    }
}

#[inline]
fn publish_unowned<T: Payload>(slot: &Slot<T>, index: u32, kind: Kind) -> Handle {
    slot.get().set_unowned(true);
    slot.publish(index, kind)
}
