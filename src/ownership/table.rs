//! `Table`: the slots of a process and what is recorded about their resources.
//!
//! Invariant: a resource is in exactly one slot and is released exactly once. The holder of a `Pin`
//! may use the resource even if other threads close it meanwhile; the last pin then releases it.

use super::handle::{Handle, Kind};
use super::leaks::LeakLog;
use super::members::Members;
use super::metadata::MetadataStore;
use super::meter::{Charges, StorageCharge};
use super::pending::PendingReturn;
use super::slots::Slots;
use crate::error::Error;
use std::sync::atomic::{AtomicU8, AtomicU64};

/// What the table requires of the resources it holds.
pub trait Payload: Send + Sync + 'static {
    /// Its kind, the same for its whole life.
    fn kind(&self) -> Kind;
    /// The members, if it is a scope.
    fn members(&self) -> Option<&Members>;
    /// The storage that it keeps alive, if any.
    fn charge(&self) -> Option<StorageCharge>;
    /// Memory that it keeps alive besides that storage: the gradient of a leaf.
    fn second_charge(&self) -> Option<StorageCharge> {
        None
    }
    /// Both.
    fn charges(&self) -> Charges {
        [self.charge(), self.second_charge()]
    }
    /// Whether something else may keep that storage alive too at present.
    fn is_shared(&self) -> bool {
        true
    }
    /// A resource that consists of this pending return.
    fn from_pending_return(pending: PendingReturn) -> Self;
    /// The pending return, if the resource is one.
    fn pending_return(&self) -> Option<&PendingReturn>;
    /// The error for an attempt to move or lend it, if it must stay with its owner; otherwise
    /// `None`.
    fn stays(&self) -> Option<Error> {
        None
    }
    /// The error for an attempt to move or lend this member of a scope that keeps its members.
    fn kept(member: Handle) -> Error {
        Error::argument(format!("{member} must stay in the scope that owns it"))
    }
    /// Called when the resource becomes unowned, and when it gets an owner again or is released.
    fn set_unowned(&self, _unowned: bool) {}
    /// The reason why a handle is stale after it was drained with this tag: `of cycle 41 of
    /// workspace 'batch'`.
    fn stale_note(_tag: u64) -> Option<String> {
        None
    }
    /// A small number for the events of a recording: the dtype of a tensor.
    fn tag(&self) -> u8 {
        0
    }
    /// The device of its memory, as in the tag of an allocation of a recording.
    fn device(&self) -> u8 {
        0
    }
    /// A description for reports: `f32 [2, 3]`. Empty if the kind is enough.
    fn describe(&self) -> String {
        String::new()
    }
}

/// Some scope has a limit or is measured.
pub const LIMITS: u8 = 1;
/// Some scope has a memory source of its own.
pub const SOURCES: u8 = 2;

/// Some scope limits the number of threads that compute its results.
pub const THREADS: u8 = 4;
/// Some scope has a default device.
pub const DEVICES: u8 = 8;

/// The handle table: slots, metadata and leak log.
pub struct Table<T: Payload> {
    pub(super) slots: Slots<T>,
    /// Names and creation sites.
    pub(super) metadata: MetadataStore,
    /// The backstop's finds, and the moments of leak checks.
    pub(super) leaks: LeakLog,
    /// Whether any scope was ever given a meter ([`LIMITS`]), a memory source ([`SOURCES`]), a
    /// thread limit ([`THREADS`]), or a default device ([`DEVICES`]).
    pub(super) features_in_use: AtomicU8,
    /// Incremented after each move of a scope.
    pub(super) epoch: AtomicU64,
    /// The counter of [`Table::endings`]. Starts at 1, so that a caller's 0 precedes every ending.
    pub(super) endings: AtomicU64,
    /// The lock of [`Table::move_lock`].
    #[cfg(not(loom))]
    pub(super) moving: parking_lot::Mutex<()>,
}

impl<T: Payload> Table<T> {
    /// The table of the process, with free slots cached per thread.
    pub const fn new() -> Table<T> {
        Table::with_slots(Slots::new(true))
    }

    /// A table for a test, without thread caches. It is leaked, because a table outlives every
    /// handle.
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

    /// The features that any scope has used so far: [`LIMITS`], [`SOURCES`], [`THREADS`] and
    /// [`DEVICES`]. A program that uses none pays one load.
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

    /// From now on scopes may have default devices.
    pub fn note_devices(&self) {
        self.features_in_use.fetch_or(DEVICES, std::sync::atomic::Ordering::Relaxed);
    }

    /// A number that changes after a scope has moved: ancestors that were found before may no
    /// longer be current.
    #[inline]
    pub fn epoch(&self) -> u64 {
        self.epoch.load(std::sync::atomic::Ordering::Acquire)
    }

    /// Starts a new epoch.
    pub fn end_epoch(&self) {
        self.epoch.fetch_add(1, std::sync::atomic::Ordering::AcqRel);
    }

    /// Counts events in which scopes ended together with another: with an ancestor, or because an
    /// ancestor was emptied. A caller that closes a scope itself can tell that it is closed. For a
    /// scope further down it can cache that the scope is open until this number changes, and then
    /// check again.
    #[inline]
    pub fn endings(&self) -> &AtomicU64 {
        &self.endings
    }

    /// Increments that counter. Returns the new number.
    pub fn end_some(&self) -> u64 {
        self.endings.fetch_add(1, std::sync::atomic::Ordering::AcqRel) + 1
    }

    /// Live handles of this kind. Exact if no thread is creating or disposing meanwhile.
    pub fn live(&self, kind: Kind) -> u64 {
        self.slots.live(kind)
    }

    /// The peak number of live tensors since the last call.
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
