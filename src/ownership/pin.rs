//! `Pin`: a resource in use.

#![allow(unsafe_code)]

use super::handle::Handle;
use super::slot::{Kill, PinOutcome, Slot, SlotLock};
use super::table::{Payload, Table};
use std::ops::Deref;

/// A resource in use: it is not released before this is dropped.
pub struct Pin<'a, T: Payload> {
    pub(super) table: &'static Table<T>,
    pub(super) slot: &'a Slot<T>,
    /// The slot's number, as wide as a register. A pin is returned in memory and then copied in whole
    /// words, and a word of which half has just been written cannot be read before the write has
    /// reached the cache: that takes as long as the rest of the look-up.
    index: usize,
}

impl<T: Payload> Table<T> {
    /// A pin on the slot of this handle, or why there is none.
    #[inline(always)]
    pub(super) fn pin_slot(&'static self, handle: Handle) -> Result<Pin<'static, T>, PinOutcome> {
        let index = handle.slot();
        let slot = self.slots.get(index).ok_or(PinOutcome::Invalid)?;
        match slot.pin(handle) {
            PinOutcome::Pinned => Ok(Pin { table: self, slot, index: index as usize }),
            refused => Err(refused),
        }
    }

    /// Clears LIVE and pins the slot in the same step: the resource is released with the pin.
    /// `None`: the handle is not valid.
    pub(super) fn kill_pinned(&'static self, handle: Handle) -> Option<Pin<'static, T>> {
        let index = handle.slot();
        let slot = self.slots.get(index)?;
        (slot.kill(handle, true) == Kill::Pinned).then(|| Pin { table: self, slot, index: index as usize })
    }
}

impl<T: Payload> Pin<'_, T> {
    /// The number of the slot.
    #[inline(always)]
    pub(super) fn index(&self) -> u32 {
        self.index as u32
    }

    /// The slot's lock, which guards the member list if this is a scope.
    #[inline(always)]
    pub(super) fn lock(&self) -> SlotLock<'_, T> {
        self.slot.lock(self.index())
    }

    /// Whether it is lent to the scope that owns it.
    pub fn is_lent(&self) -> bool {
        self.slot.is_lent()
    }

    /// Whether another call is using it now.
    pub fn is_used_elsewhere(&self) -> bool {
        self.slot.has_more_pins()
    }

    /// The scope that currently owns it.
    pub fn owner(&self) -> Option<Handle> {
        self.table.owner_of(self.slot)
    }
}

impl<T: Payload> Deref for Pin<'_, T> {
    type Target = T;
    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the pin keeps it from being released.
        unsafe { self.slot.get() }
    }
}

impl<T: Payload> Drop for Pin<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: this is a pin, and it ends here.
        if let Some(dying) = unsafe { self.slot.unpin(self.index()) } {
            self.table.release(dying);
        }
    }
}
