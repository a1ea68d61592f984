//! `Table`: the slots of a process and what it knows of its resources.
//!
//! Invariant: a resource is in exactly one slot, each of its releases happens once, and whoever
//! holds a `Pin` may use the resource whatever other threads close meanwhile: the last pin releases
//! then.

use super::handle::{Handle, Kind};
use super::leaks::LeakLog;
use super::members::Members;
use super::metadata::MetadataStore;
use super::meter::StorageCharge;
use super::pending::PendingReturn;
use super::slots::Slots;
use crate::error::Error;
use std::sync::atomic::{AtomicU8, AtomicU64};

/// What the table must know of the resources it holds.
pub trait Payload: Send + Sync + 'static {
    /// Its kind, the same for its whole life.
    fn kind(&self) -> Kind;
    /// The members, if it is a scope.
    fn members(&self) -> Option<&Members>;
    /// The storage that it keeps alive, if any.
    fn charge(&self) -> Option<StorageCharge>;
    /// Whether something else may keep that alive too, at this moment.
    fn is_shared(&self) -> bool {
        true
    }
    /// A resource that holds nothing but this.
    fn from_pending_return(pending: PendingReturn) -> Self;
    /// What [`Payload::from_pending_return`] was given.
    fn pending_return(&self) -> Option<&PendingReturn>;
    /// Why it stays with the scope that owns it, whoever wants to move or lend it; `None`: it does not.
    fn stays(&self) -> Option<Error> {
        None
    }
    /// From now on no scope owns it, or one does again, or it goes.
    fn set_unowned(&self, _unowned: bool) {}
    /// What to say of a handle that a drain with this tag has released: `of cycle 41 of workspace
    /// 'batch'`.
    fn stale_note(_tag: u64) -> Option<String> {
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

/// A scope says on how many threads what it is to own may be computed.
pub const THREADS: u8 = 4;

/// See the top of the file.
pub struct Table<T: Payload> {
    pub(super) slots: Slots<T>,
    /// Names and creation sites.
    pub(super) metadata: MetadataStore,
    /// What the backstop found, and what a check knows of the others.
    pub(super) leaks: LeakLog,
    /// Whether any scope was ever given a meter ([`LIMITS`]), memory of its own ([`SOURCES`]), or a number of
    /// threads ([`THREADS`]).
    pub(super) features_in_use: AtomicU8,
    /// Counts moves of scopes, each when it has been made.
    pub(super) epoch: AtomicU64,
    /// See [`Table::endings`]. From 1, so that a caller's 0 is before all.
    pub(super) endings: AtomicU64,
    /// See [`Table::move_lock`].
    #[cfg(not(loom))]
    pub(super) moving: parking_lot::Mutex<()>,
}

impl<T: Payload> Table<T> {
    /// The table of the process; threads keep free slots of it.
    pub const fn new() -> Table<T> {
        Table::with_slots(Slots::new(true))
    }

    /// A table for a test: leaked, since a table outlives every handle, and without caches in
    /// threads.
    pub fn leaked() -> &'static Table<T> {
        Box::leak(Box::new(Table::with_slots(Slots::new(false))))
    }

    const fn with_slots(slots: Slots<T>) -> Table<T> {
        Table {
            slots,
            metadata: MetadataStore::new(),
            leaks: LeakLog::new(),
            features_in_use: AtomicU8::new(0),
            epoch: AtomicU64::new(0),
            endings: AtomicU64::new(1),
            #[cfg(not(loom))]
            moving: parking_lot::Mutex::new(()),
        }
    }

    /// The features that any scope has used so far, of [`LIMITS`], [`SOURCES`] and [`THREADS`]. A program that uses none
    /// pays one load.
    #[inline]
    pub fn features_in_use(&self) -> u8 {
        self.features_in_use.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// From now on scopes may have memory sources of their own.
    pub fn note_sources(&self) {
        self.features_in_use.fetch_or(SOURCES, std::sync::atomic::Ordering::Relaxed);
    }

    /// From now on scopes may limit the threads that compute.
    pub fn note_threads(&self) {
        self.features_in_use.fetch_or(THREADS, std::sync::atomic::Ordering::Relaxed);
    }

    /// A number that is another one after a scope has moved: what was found among its ancestors
    /// before may not be there now.
    #[inline]
    pub fn epoch(&self) -> u64 {
        self.epoch.load(std::sync::atomic::Ordering::Acquire)
    }

    /// Makes it another number.
    pub fn end_epoch(&self) {
        self.epoch.fetch_add(1, std::sync::atomic::Ordering::AcqRel);
    }

    /// Counts how often scopes have ended with another: with one further up, or when that was
    /// emptied. Who closes a scope knows that it is closed; who has one further down remembers that
    /// it is open until this is another number, and asks again.
    #[inline]
    pub fn endings(&self) -> &AtomicU64 {
        &self.endings
    }

    /// Counts one. Returns the new number.
    pub fn end_some(&self) -> u64 {
        self.endings.fetch_add(1, std::sync::atomic::Ordering::AcqRel) + 1
    }

    /// Live handles of this kind. Exact when no thread is creating or disposing at this moment.
    pub fn live(&self, kind: Kind) -> u64 {
        self.slots.live(kind)
    }

    /// The most live tensors since the last call of this.
    pub fn take_most_tensors(&self) -> u64 {
        self.slots.take_most_tensors()
    }

    /// Whether the handle is valid at this moment.
    #[inline]
    pub fn is_live(&self, handle: Handle) -> bool {
        self.slots.get(handle.slot()).is_some_and(|slot| slot.is_live(handle))
    }
}

impl<T: Payload> Default for Table<T> {
    fn default() -> Table<T> {
        Table::new()
    }
}
