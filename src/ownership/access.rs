//! Access to a slot's resource, each way with the token that makes it sound.
//!
//! | token | what it shows |
//! |---|---|
//! | [`Taken`] | the slot is vacant and belongs to this thread |
//! | [`Filled`] | the slot holds a resource that no other thread can name yet |
//! | [`Locked`] | the slot holds a scope that stays there until its lock is released |
//! | [`Dying`] | only this thread releases the resource |
//! | [`Exchange`] | there is no other pin, and none can be taken |
//! | [`MoveLock`] | loans do not change |
//!
//! Invariant: no function here requires more of its caller than the token, so callers need no
//! unsafe code.

#![allow(unsafe_code)]

use super::handle::{Handle, Kind};
use super::members::Members;
use super::pending::PendingReturn;
use super::pin::Pin;
use super::slot::{Dying, Slot, SlotLock};
use super::slots::Slots;
use super::table::{Payload, Table};
use crate::locks::sync::Ordering;
use crate::record::{self, EventKind};

/// A vacant slot taken off a free list. Dropping it returns the slot.
pub(super) struct Taken<T: Payload> {
    slots: &'static Slots<T>,
    slot: &'static Slot<T>,
    index: u32,
    kind: Kind,
}

impl<T: Payload> Taken<T> {
    #[inline(always)]
    pub(super) fn new(slots: &'static Slots<T>, kind: Kind) -> crate::error::Result<Taken<T>> {
        let index = slots.take(kind)?;
        Ok(Taken { slots, slot: slots.linked(index), index, kind })
    }

    /// Puts a resource into the slot. The slot is looked up before the resource is made, and this
    /// is inlined, so that the resource is built in place and not moved.
    #[inline(always)]
    pub(super) fn fill(self, value: T) -> Filled<T> {
        let Taken { slots, slot, index, kind } = self;
        // SAFETY: taken off a free list, and used up here.
        unsafe { slot.fill(value) };
        std::mem::forget(self);
        Filled { slots, slot, index, kind }
    }
}

impl<T: Payload> Drop for Taken<T> {
    fn drop(&mut self) {
        self.slots.put(self.index, self.kind);
    }
}

/// A slot with a resource that is not published. Dropping it drops the resource.
pub(super) struct Filled<T: Payload> {
    slots: &'static Slots<T>,
    slot: &'static Slot<T>,
    index: u32,
    kind: Kind,
}

impl<T: Payload> Filled<T> {
    #[inline(always)]
    pub(super) fn index(&self) -> u32 {
        self.index
    }

    #[inline(always)]
    pub(super) fn slot(&self) -> &Slot<T> {
        self.slot
    }

    #[inline(always)]
    pub(super) fn get(&self) -> &T {
        // SAFETY: filled by this thread, which alone can empty it.
        unsafe { self.slot.get() }
    }

    /// Makes its handle valid.
    #[inline(always)]
    pub(super) fn publish(self) -> Handle {
        if record::is_on() {
            self.record();
        }
        // SAFETY: filled by this thread, and used up here.
        let handle = unsafe { self.slot.publish(self.index, self.kind) };
        std::mem::forget(self);
        handle
    }
}

impl<T: Payload> Filled<T> {
    /// Records that the handle is made. Its owner is set already. Called before the handle is valid,
    /// so that this is its first event.
    #[cold]
    #[inline(never)]
    fn record(&self) {
        let handle = Handle(self.slot.state().with_kind(self.kind).0 | u64::from(self.index));
        let made = [EventKind::Made, EventKind::ScopeOpened];
        record_handle(made, handle, self.get(), self.slot.owner.load(Ordering::Relaxed));
    }
}

/// Records that a handle begins or ends: as the second kind for a scope, otherwise as the first.
pub(super) fn record_handle<T: Payload>(kinds: [EventKind; 2], handle: Handle, resource: &T, owner: u32) {
    match resource.kind() {
        Kind::PendingReturn => {}
        Kind::Scope => record::write(kinds[1], handle.0, 0, owner, 0),
        _ => {
            let storage = resource.charge().map_or(0, |charge| charge.storage as u64);
            record::write(kinds[0], handle.0, storage, owner, resource.tag());
            if kinds[0] == EventKind::Made && !resource.is_shared() {
                record::sample(handle.0, resource.charge().map_or(0, |charge| charge.bytes));
            }
        }
    }
}

impl<T: Payload> Drop for Filled<T> {
    fn drop(&mut self) {
        // SAFETY: filled by this thread and not published.
        let value = unsafe { self.slot.unfill() };
        self.slots.put(self.index, self.kind);
        drop(value);
    }
}

/// A scope whose lock is held and that stays in its slot until the lock is released. Under the lock
/// it was seen to be live or to have a member, or it is pinned. Closing a scope takes its lock
/// before the scope is released.
pub(super) struct Locked<'a, T> {
    pub(super) index: u32,
    pub(super) members: &'a Members,
    slot: &'a Slot<T>,
}

impl<T> Clone for Locked<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Locked<'_, T> {}

impl<T: Payload> SlotLock<'_, T> {
    /// The scope of this handle, if it is open.
    #[inline(always)]
    pub(super) fn open(&self, scope: Handle) -> Option<Locked<'_, T>> {
        // SAFETY: it is live under its lock, which closing takes before the scope is released.
        if scope.is_scope() && self.slot.is_live(scope) { Some(unsafe { self.locked() }) } else { None }
    }

    /// The scope in this slot, if it is open.
    #[inline(always)]
    pub(super) fn live(&self) -> Option<Locked<'_, T>> {
        let handle = self.slot.live_handle(self.index)?;
        self.open(handle)
    }

    /// The scope that owns this member, if this is its lock.
    #[inline(always)]
    pub(super) fn owner_of(&self, member: &Slot<T>) -> Option<Locked<'_, T>> {
        // SAFETY: a scope with a member is not released, and members are removed only under this
        // lock.
        if member.owner.load(Ordering::Relaxed) == self.index { Some(unsafe { self.locked() }) } else { None }
    }

    /// The pinned scope that this lock belongs to.
    #[inline(always)]
    pub(super) fn pinned<'a>(&'a self, scope: &'a Pin<'_, T>) -> Locked<'a, T> {
        assert!(self.index == scope.index(), "the lock of another slot");
        Locked { index: self.index, members: members_of(&**scope), slot: self.slot }
    }

    /// # Safety
    /// The slot holds a scope that is not released before the lock is.
    #[inline(always)]
    unsafe fn locked(&self) -> Locked<'_, T> {
        // SAFETY: the caller guarantees that the slot holds a scope.
        Locked { index: self.index, members: members_of(unsafe { self.slot.get() }), slot: self.slot }
    }
}

#[inline(always)]
fn members_of<T: Payload>(scope: &T) -> &Members {
    scope.members().expect("only scopes own members")
}

impl<'a, T: Payload> Locked<'a, T> {
    /// The resource of a slot, `None` if it is not a member of this scope.
    #[inline(always)]
    pub(super) fn resource(self, member: &'a Slot<T>) -> Option<&'a T> {
        // SAFETY: a member is unlinked under this lock before it is released.
        if member.owner.load(Ordering::Relaxed) == self.index { Some(unsafe { member.get() }) } else { None }
    }

    /// The valid handle of this scope, if it is open.
    pub(super) fn handle(&self) -> Option<Handle> {
        self.slot.live_handle(self.index)
    }
}

/// A slot that this thread releases; looked up once.
pub(super) struct Releasing<'a, T> {
    slot: &'a Slot<T>,
    dying: Dying,
}

impl<'a, T> Releasing<'a, T> {
    #[inline(always)]
    pub(super) fn of(slots: &'a Slots<T>, dying: Dying) -> Releasing<'a, T>
    where
        T: Send + Sync,
    {
        Releasing { slot: slots.linked(dying.index()), dying }
    }

    #[inline(always)]
    pub(super) fn index(&self) -> u32 {
        self.dying.index()
    }

    #[inline(always)]
    pub(super) fn slot(&self) -> &'a Slot<T> {
        self.slot
    }

    /// Records that the handle ends. `owner` is the scope that owned it.
    #[cold]
    #[inline(never)]
    pub(super) fn record(&self, owner: u32)
    where
        T: Payload,
    {
        let handle = Handle(self.slot.state().0 | u64::from(self.index()));
        record_handle([EventKind::Released, EventKind::ScopeClosed], handle, self.resource(), owner);
    }

    /// The resource to be released.
    #[inline(always)]
    pub(super) fn resource(&self) -> &T {
        // SAFETY: only the holder of this token releases it.
        unsafe { self.slot.get() }
    }

    /// Drops the resource. Returns whether the slot may be reused.
    #[inline(always)]
    pub(super) fn vacate(self) -> bool {
        // SAFETY: the token is consumed here.
        unsafe { self.slot.vacate() }
    }
}

impl<T: Payload> Table<T> {
    /// Visits each member, newest first, pending returns included: its slot's number, the slot, the
    /// resource.
    pub(super) fn each_member(&self, scope: Locked<'_, T>, mut visit: impl FnMut(u32, &Slot<T>, &T)) {
        let mut at = scope.members.newest();
        while at != 0 {
            let slot = self.slots.linked(at);
            // SAFETY: it is on the list, which changes only under this lock, and a member leaves
            // the list before it is released.
            visit(at, slot, unsafe { slot.get() });
            at = slot.next.load(Ordering::Relaxed);
        }
    }

    /// A pending return that a loan names.
    pub(super) fn pending<'a>(&'a self, index: u32, _loans: &'a MoveLock<'_, T>) -> &'a PendingReturn {
        // SAFETY: releasing it first ends its loan, under this lock, so a pending return named by a
        // loan has not been released.
        let resource = unsafe { self.slots.linked(index).get() };
        resource.pending_return().expect("loans name pending returns")
    }

    /// Ends a pending return that was just removed from the list of its scope, if it is live. The
    /// caller then releases it.
    pub(super) fn kill_returned(
        &self,
        pending: u32,
        _origin: Locked<'_, T>,
        _loans: &MoveLock<'_, T>,
    ) -> Option<Dying> {
        // SAFETY: under the lock of its former scope and the move lock; no caller has a handle of
        // it.
        unsafe { self.slots.linked(pending).kill_unshared(pending) }
    }
}

/// Held while scopes move, meters change, or a member is lent or returned.
pub(super) struct MoveLock<'a, T: Payload> {
    #[cfg(not(loom))]
    _guard: parking_lot::MutexGuard<'a, ()>,
    /// The model checker takes the lock of slot 0, which is never used otherwise, because it must
    /// see every lock.
    #[cfg(loom)]
    _guard: SlotLock<'a, T>,
    #[cfg(not(loom))]
    table: std::marker::PhantomData<&'a Table<T>>,
}

impl<T: Payload> Table<T> {
    /// The move lock. It is taken before any lock of a slot, and never by a thread that may be
    /// dropping the last pin of a resource.
    pub(super) fn move_lock(&self) -> MoveLock<'_, T> {
        #[cfg(not(loom))]
        return MoveLock { _guard: self.moving.lock(), table: std::marker::PhantomData };
        #[cfg(loom)]
        return MoveLock { _guard: self.slots.linked(0).lock(0) };
    }
}

/// While this lives, there is no other pin, and none can be taken.
pub(super) struct Exchange<'a, T: Payload> {
    slot: &'a Slot<T>,
}

impl<T: Payload> Pin<'_, T> {
    /// `None` if there are other pins.
    pub(super) fn begin_exchange(&mut self) -> Option<Exchange<'_, T>> {
        self.slot.begin_exchange().then(|| Exchange { slot: self.slot })
    }
}

impl<T: Payload> Exchange<'_, T> {
    /// Replaces the resource. Panics unless `owner` is the scope that owns it, `None` for none.
    pub(super) fn swap(&mut self, value: T, owner: Option<Locked<'_, T>>) -> T {
        let now = self.slot.owner.load(Ordering::Relaxed);
        assert!(now == owner.map_or(0, |owner| owner.index), "the lock of its owner is held");
        // SAFETY: there is no other pin, and the lock under which other threads access members
        // without a pin is held.
        unsafe { self.slot.exchange(value) }
    }

    pub(super) fn get(&self) -> &T {
        // SAFETY: the pin that this was made from keeps it alive.
        unsafe { self.slot.get() }
    }
}

impl<T: Payload> Drop for Exchange<'_, T> {
    fn drop(&mut self) {
        self.slot.end_exchange();
    }
}
