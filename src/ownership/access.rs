//! Ways to a slot's resource, each with the token that makes it right.
//!
//! | token | what it shows |
//! |---|---|
//! | [`Taken`] | the slot is vacant and this thread's |
//! | [`Filled`] | it holds a resource that no other thread can name yet |
//! | [`Locked`] | it holds a scope that stays there until its lock goes |
//! | [`Dying`] | this thread, and no other, is to release it |
//! | [`Exchange`] | no other pin is left, and none gets in |
//! | [`MoveLock`] | loans stay as they are |
//!
//! Invariant: nothing here asks its caller for more than the token, so no caller needs unsafe code
//! to be right.

#![allow(unsafe_code)]

use super::handle::{Handle, Kind};
use super::members::Members;
use super::pending::PendingReturn;
use super::pin::Pin;
use super::slot::{Dying, Slot, SlotLock};
use super::slots::Slots;
use super::table::{Payload, Table};
use crate::locks::sync::Ordering;

/// A vacant slot that was taken off a free list. It goes back when it is dropped.
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

    /// Puts a resource into it. The slot is looked up before the resource is made, and this is
    /// inlined, so that the resource is built in its place and not moved there.
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

/// A slot with a resource that is not published. Dropped, it takes the resource with it.
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

    /// From now on its handle is valid.
    #[inline(always)]
    pub(super) fn publish(self) -> Handle {
        // SAFETY: filled by this thread, and used up here.
        let handle = unsafe { self.slot.publish(self.index, self.kind) };
        std::mem::forget(self);
        handle
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

/// A scope whose lock is held and which stays where it is until that lock goes: it was seen, under
/// the lock, to be live or to have a member, or is pinned. Closing a scope takes its lock before it
/// is released.
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
        // SAFETY: live under its lock, which closing it takes before it is released.
        if scope.is(Kind::Scope) && self.slot.is_live(scope) { Some(unsafe { self.locked() }) } else { None }
    }

    /// The scope that is here, if it is open.
    #[inline(always)]
    pub(super) fn live(&self) -> Option<Locked<'_, T>> {
        let handle = self.slot.live_handle(self.index)?;
        self.open(handle)
    }

    /// The scope that owns this member, if that is the one whose lock this is.
    #[inline(always)]
    pub(super) fn owner_of(&self, member: &Slot<T>) -> Option<Locked<'_, T>> {
        // SAFETY: a scope with a member is not released, and a member leaves under this lock only.
        if member.owner.load(Ordering::Relaxed) == self.index { Some(unsafe { self.locked() }) } else { None }
    }

    /// This pinned scope, whose lock this is.
    #[inline(always)]
    pub(super) fn pinned<'a>(&'a self, scope: &'a Pin<'_, T>) -> Locked<'a, T> {
        assert!(self.index == scope.index, "the lock of another slot");
        Locked { index: self.index, members: members_of(&**scope), slot: self.slot }
    }

    /// # Safety
    /// The slot holds a scope that is not released before the lock goes.
    #[inline(always)]
    unsafe fn locked(&self) -> Locked<'_, T> {
        // SAFETY: as the caller says.
        Locked { index: self.index, members: members_of(unsafe { self.slot.get() }), slot: self.slot }
    }
}

#[inline(always)]
fn members_of<T: Payload>(scope: &T) -> &Members {
    scope.members().expect("only scopes own members")
}

impl<'a, T: Payload> Locked<'a, T> {
    /// The resource of a member of this scope, `None` if it is none.
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

/// A slot that this thread releases, looked up once.
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

    /// What is to be released.
    #[inline(always)]
    pub(super) fn resource(&self) -> &T {
        // SAFETY: only the one that has this releases it.
        unsafe { self.slot.get() }
    }

    /// Drops what is to be released. Whether the slot may be used again.
    #[inline(always)]
    pub(super) fn vacate(self) -> bool {
        // SAFETY: it is used up here.
        unsafe { self.slot.vacate() }
    }
}

impl<T: Payload> Table<T> {
    /// Each member, newest first, pending returns included: its slot's number, the slot, the
    /// resource.
    pub(super) fn each_member(&self, scope: Locked<'_, T>, mut visit: impl FnMut(u32, &Slot<T>, &T)) {
        let mut at = scope.members.newest();
        while at != 0 {
            let slot = self.slots.linked(at);
            // SAFETY: on the list, which is changed under this lock only; a member leaves it before
            // it is released.
            visit(at, slot, unsafe { slot.get() });
            at = slot.next.load(Ordering::Relaxed);
        }
    }

    /// A pending return that a loan names.
    pub(super) fn pending<'a>(&'a self, index: u32, _loans: &'a MoveLock<'_, T>) -> &'a PendingReturn {
        // SAFETY: releasing it ends its loan first, under this lock, so what a loan names is not
        // released.
        let resource = unsafe { self.slots.linked(index).get() };
        resource.pending_return().expect("loans name pending returns")
    }

    /// Ends a pending return that was just taken off the list of its scope, if it is live. It is
    /// then to be released.
    pub(super) fn kill_returned(
        &self,
        pending: u32,
        _origin: Locked<'_, T>,
        _loans: &MoveLock<'_, T>,
    ) -> Option<Dying> {
        // SAFETY: under the lock of the scope that had it, and the one of loans; no caller can name
        // it.
        unsafe { self.slots.linked(pending).kill_unshared(pending) }
    }
}

/// Held while scopes move, meters change, or something is lent or returns.
pub(super) struct MoveLock<'a, T: Payload> {
    #[cfg(not(loom))]
    _guard: parking_lot::MutexGuard<'a, ()>,
    /// The model checker takes the lock of slot 0, which is never given out: it must see every
    /// lock.
    #[cfg(loom)]
    _guard: SlotLock<'a, T>,
    #[cfg(not(loom))]
    table: std::marker::PhantomData<&'a Table<T>>,
}

impl<T: Payload> Table<T> {
    /// The move lock. It is taken before any lock of a slot, and never by a thread that may be
    /// dropping the last pin of something.
    pub(super) fn move_lock(&self) -> MoveLock<'_, T> {
        #[cfg(not(loom))]
        return MoveLock { _guard: self.moving.lock(), table: std::marker::PhantomData };
        #[cfg(loom)]
        return MoveLock { _guard: self.slots.linked(0).lock(0) };
    }
}

/// No other pin is left, and none gets in until this is dropped.
pub(super) struct Exchange<'a, T: Payload> {
    slot: &'a Slot<T>,
}

impl<T: Payload> Pin<'_, T> {
    /// `None` when there are other pins.
    pub(super) fn begin_exchange(&mut self) -> Option<Exchange<'_, T>> {
        self.slot.begin_exchange().then(|| Exchange { slot: self.slot })
    }
}

impl<T: Payload> Exchange<'_, T> {
    /// Puts another resource in. Panics unless `owner` is the scope that owns it, `None` for none.
    pub(super) fn swap(&mut self, value: T, owner: Option<Locked<'_, T>>) -> T {
        let now = self.slot.owner.load(Ordering::Relaxed);
        assert!(now == owner.map_or(0, |owner| owner.index), "the lock of its owner is held");
        // SAFETY: no other pin is left, and the lock through which others look at members without
        // one is held.
        unsafe { self.slot.exchange(value) }
    }

    pub(super) fn get(&self) -> &T {
        // SAFETY: the pin that this was made of keeps it.
        unsafe { self.slot.get() }
    }
}

impl<T: Payload> Drop for Exchange<'_, T> {
    fn drop(&mut self) {
        self.slot.end_exchange();
    }
}
