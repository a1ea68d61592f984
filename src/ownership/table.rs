//! `Table`: handles to resources and back.
//!
//! Invariant: a resource is in exactly one slot, each of its releases happens once, and whoever holds a [`Pin`] may
//! use the resource whatever other threads close meanwhile: the last pin releases then.
//!
//! The way of a handle: [`Table::insert`] takes a free slot, fills it, and publishes it under the lock of the scope
//! that will own it, so that a close on another thread sees either no handle or a member. [`Table::pin`] compares
//! and adds a pin in one step. [`Table::dispose`] clears LIVE; who does so first, and only he, has disposed it.

use super::handle::{Handle, Kind};
use super::loan::StandIn;
use super::members::Members;
use super::meter::Holding;
use super::records::Records;
use super::report;
use super::slot::{GONE, Kill, PinOutcome, Slot, SlotLock};
use super::slots::Slots;
use super::sync::Ordering;
use crate::error::Result;
use std::ops::Deref;
use std::sync::atomic::{AtomicU8, AtomicU64};

/// What the table must know of the resources it holds.
pub trait Payload: Send + Sync + 'static {
    /// Its kind, the same for its whole life.
    fn kind(&self) -> Kind;
    /// The members, if it is a scope.
    fn members(&self) -> Option<&Members>;
    /// The storage that it keeps alive, if any.
    fn holding(&self) -> Option<Holding>;
    /// Whether something else may keep that alive too, at this moment.
    fn is_shared(&self) -> bool {
        true
    }
    /// A resource that holds nothing but this.
    fn from_stand_in(stand_in: StandIn) -> Self;
    /// What [`Payload::from_stand_in`] was given.
    fn stand_in(&self) -> Option<&StandIn>;
    /// From now on nobody owns it, or somebody does again, or it goes.
    fn set_unowned(&self, _unowned: bool) {}
    /// What to say of a handle that a drain with this tag has released: `of cycle 41 of workspace 'batch'`.
    fn epitaph(_tag: u64) -> Option<String> {
        None
    }
    /// What it is, for a report: `f32 [2, 3]`. Empty when its kind says all.
    fn describe(&self) -> String {
        String::new()
    }
}

/// A scope has a limit or is measured.
pub const LIMITS: u8 = 1;
/// A scope says where the memory of what it owns comes from.
pub const SOURCES: u8 = 2;

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
    /// Names, creation sites, what the backstop found.
    pub(super) records: Records,
    /// Whether any scope was ever given a meter ([`LIMITS`]), or memory of its own ([`SOURCES`]).
    pub(super) rules: AtomicU8,
    /// Counts moves of scopes, each when it has been made.
    pub(super) epoch: AtomicU64,
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
        let (rules, epoch) = (AtomicU8::new(0), AtomicU64::new(0));
        Table { slots: Slots::new(true), records: Records::new(), rules, epoch }
    }

    /// A table for a test: leaked, since a table outlives every handle, and without caches in threads.
    pub fn leaked() -> &'static Table<T> {
        Box::leak(Box::new(Table {
            slots: Slots::new(false),
            records: Records::new(),
            rules: AtomicU8::new(0),
            epoch: AtomicU64::new(0),
        }))
    }

    /// What was ever asked of any scope, [`LIMITS`] or [`SOURCES`]: who never asks pays one load.
    #[inline]
    pub fn rules(&self) -> u8 {
        self.rules.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// From now on scopes say where memory comes from.
    pub fn note_sources(&self) {
        self.rules.fetch_or(SOURCES, std::sync::atomic::Ordering::Relaxed);
    }

    /// A number that is another one after a scope has moved: what was found above a scope before may not be there now.
    #[inline]
    pub fn epoch(&self) -> u64 {
        self.epoch.load(std::sync::atomic::Ordering::Acquire)
    }

    /// Makes it another number.
    pub fn end_epoch(&self) {
        self.epoch.fetch_add(1, std::sync::atomic::Ordering::AcqRel);
    }

    /// Live handles of this kind. Exact when no thread is creating or disposing at this moment.
    pub fn live(&self, kind: Kind) -> u64 {
        self.slots.live(kind)
    }

    /// The most live tensors since the last call of this.
    pub fn take_most_tensors(&self) -> u64 {
        self.slots.take_most_tensors()
    }

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
        let taken = Taken { slots: &self.slots, index: self.slots.take(kind)?, kind };
        let index = taken.index;
        let slot = self.slots.linked(index);
        slot.fill(make());
        std::mem::forget(taken); // from here on nothing panics
        let published = match owner {
            Owner::Nobody => Ok(publish_unowned(slot, index, kind)),
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

    /// Whether the handle is valid at this moment.
    #[inline]
    pub fn is_live(&self, handle: Handle) -> bool {
        self.slots.get(handle.slot()).is_some_and(|slot| slot.is_live(handle))
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
        // No caller holds a stand-in, so a number that names one is forged.
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
        while let Some(stand_in) = next {
            next = self.release_one(stand_in);
        }
    }

    /// Returns the stand-in that is to be released after it, if any.
    #[inline]
    fn release_one(&'static self, index: u32) -> Option<u32> {
        let slot = self.slots.linked(index);
        if self.unlink(index) == 0 {
            slot.get().set_unowned(false);
        }
        let kind = slot.get().kind();
        let next = if slot.is_lent() || kind == Kind::StandIn { self.end_loan(index) } else { None };
        self.discard(index, kind);
        next
    }

    /// The end of [`Table::release`], for what is on no list and has no loan.
    #[inline(always)]
    pub(super) fn discard(&'static self, index: u32, kind: Kind) {
        let slot = self.slots.linked(index);
        // Only now: until its loan has ended, GONE tells a stand-in whose scope has closed from one that was nobody's.
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
struct Taken<T: Payload> {
    slots: &'static Slots<T>,
    index: u32,
    kind: Kind,
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

impl<T: Payload> Pin<'_, T> {
    /// Whether it is lent to the scope that owns it.
    pub fn is_lent(&self) -> bool {
        self.slot.is_lent()
    }

    /// Whether another call uses it at this moment.
    pub fn is_used_elsewhere(&self) -> bool {
        self.slot.has_more_pins()
    }

    /// The scope that owns it at this moment.
    pub fn owner(&self) -> Option<Handle> {
        loop {
            let owner = self.slot.owner.load(Ordering::Acquire);
            if owner == 0 || owner == GONE {
                return None;
            }
            let scope = self.table.slots.linked(owner).live_handle(owner);
            // Still there: what was seen is the scope that owns it, and not what came into its slot later.
            if self.slot.owner.load(Ordering::Acquire) == owner {
                return scope;
            }
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
