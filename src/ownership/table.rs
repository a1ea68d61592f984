//! `Table`: handles to resources and back.
//!
//! Invariant: a resource is in exactly one slot, each of its releases happens once, and whoever holds a [`Pin`] may
//! use the resource whatever other threads close meanwhile: the last pin releases then.
//!
//! The way of a handle: [`Table::insert`] takes a free slot, fills it, and publishes it under the lock of the scope
//! that will own it, so that a close on another thread sees either no handle or a member. [`Table::pin`] compares
//! and adds a pin in one step. [`Table::dispose`] clears LIVE; who does so first, and only he, has disposed it.

use super::handle::{Handle, Kind};
use super::members::Members;
use super::report;
use super::slot::{Kill, PinOutcome, Slot};
use super::slots::Slots;
use super::sync::Ordering;
use crate::error::Result;
use parking_lot::Mutex;
use std::ops::Deref;

/// What the table must know of the resources it holds.
pub trait Payload: Send + Sync + 'static {
    /// Its kind, the same for its whole life.
    fn kind(&self) -> Kind;
    /// The members, if it is a scope.
    fn members(&self) -> Option<&Members>;
    /// Bytes that a scope's statistics count for it.
    fn bytes(&self) -> u64;
}

/// Who will own a new resource.
pub enum Owner<'a, T: Payload> {
    /// This scope: `SCOPE_CLOSED` if it has been closed.
    Scope(Handle),
    /// The scope that owns this resource, or nobody if none does.
    Beside(&'a Pin<'a, T>),
    /// Nobody: the caller disposes.
    Nobody,
}

/// See the top of the file.
pub struct Table<T: Payload> {
    pub(super) slots: Slots<T>,
    /// Held while a scope is moved to another scope, so that two moves cannot make a ring.
    pub(super) moving_scopes: Mutex<()>,
}

/// A resource in use: nothing releases it before this is dropped.
pub struct Pin<'a, T: Payload> {
    pub(super) table: &'static Table<T>,
    pub(super) slot: &'a Slot<T>,
    pub(super) index: u32,
}

impl<T: Payload> Table<T> {
    /// The table of the process; threads keep free slots of it.
    pub const fn new() -> Table<T> {
        Table { slots: Slots::new(true), moving_scopes: Mutex::new(()) }
    }

    /// A table for a test: leaked, since a table outlives every handle, and without caches in threads.
    pub fn leaked() -> &'static Table<T> {
        Box::leak(Box::new(Table { slots: Slots::new(false), moving_scopes: Mutex::new(()) }))
    }

    /// Live handles of this kind. Exact when no thread is creating or disposing at this moment.
    pub fn live(&self, kind: Kind) -> u64 {
        self.slots.live(kind)
    }

    /// Gives `value` a handle and an owner. On failure it is dropped and nothing has changed.
    ///
    /// Errors: `SCOPE_CLOSED` or `INVALID_HANDLE` for the scope, `OUT_OF_MEMORY` when all handles are in use.
    #[inline(always)] // the resource is then built in its slot, not moved there
    pub fn insert(&'static self, owner: Owner<'_, T>, value: T) -> Result<Handle> {
        let kind = value.kind();
        let index = self.slots.take(kind)?;
        let slot = self.slots.linked(index);
        slot.fill(value);
        let published = match owner {
            Owner::Nobody => Ok(slot.publish(index, kind)),
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
        self.try_pin(handle).unwrap_or_else(|| Err(report::invalid(self, handle, None)))
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

    /// Drops a dying resource with no pins and gives its slot back. The caller is the releaser.
    #[inline]
    pub(super) fn release(&'static self, index: u32) {
        self.unlink(index);
        let slot = self.slots.linked(index);
        let kind = slot.get().kind();
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
                self.link(scope.slot(), index, &lock);
                return Ok(slot.publish(index, kind));
            }
        }
        Err(report::scope_closed(self, scope))
    }

    fn publish_beside(&'static self, operand: &Pin<'_, T>, index: u32, slot: &Slot<T>, kind: Kind) -> Result<Handle> {
        loop {
            let owner = operand.slot.owner.load(Ordering::Acquire);
            if owner == 0 {
                return Ok(slot.publish(index, kind));
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
            self.link(owner, index, &lock);
            return Ok(slot.publish(index, kind));
        }
    }
}

impl<T: Payload> Default for Table<T> {
    fn default() -> Table<T> {
        Table::new()
    }
}

impl<T: Payload> Deref for Pin<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        self.slot.get()
    }
}

impl<T: Payload> Drop for Pin<'_, T> {
    #[inline]
    fn drop(&mut self) {
        if self.slot.unpin() {
            self.table.release(self.index);
        }
    }
}
