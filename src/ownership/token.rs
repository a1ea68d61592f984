//! Tokens: why a member's resource stays in its slot while the member is moved or lent.
//!
//! Invariant: the thread that releases a member of a scope first takes that scope's lock, to unlink
//! it. So under that lock accessing the member is as safe as with a pin, and two atomic
//! read-modify-write instructions cheaper. A member that is not owned by a scope has no such lock,
//! and needs a pin.

use super::handle::{Handle, Kind};
use super::pin::Pin;
use super::slot::{GONE, Slot};
use super::slots::Slots;
use super::table::Payload;
use crate::locks::sync::Ordering;

/// A reason why a member's resource stays in its slot.
pub(super) trait Token<T: Payload> {
    /// Whether it keeps the resource in place without a lock.
    const IS_PIN: bool;
    /// The member's slot.
    fn slot(&self) -> &Slot<T>;
    /// The number of that slot.
    fn index(&self) -> u32;
    /// The resource, if this token keeps it in place without a lock.
    fn pinned(&self) -> Option<&T>;
    /// The kind of the handle.
    fn kind(&self) -> Kind;
    /// Whether the member is not closed.
    fn is_live(&self) -> bool;
}

impl<T: Payload> Token<T> for Pin<'_, T> {
    const IS_PIN: bool = true;

    #[inline(always)]
    fn slot(&self) -> &Slot<T> {
        self.slot
    }

    #[inline(always)]
    fn index(&self) -> u32 {
        self.index()
    }

    #[inline(always)]
    fn pinned(&self) -> Option<&T> {
        Some(self)
    }

    #[inline]
    fn kind(&self) -> Kind {
        Payload::kind(&**self)
    }

    #[inline(always)]
    fn is_live(&self) -> bool {
        self.slot.live_handle(self.index()).is_some()
    }
}

/// A member that a handle names and a scope owns. Its resource may only be accessed under the lock
/// of that scope, after `owner` and [`Token::is_live`] have been checked.
pub(super) struct Named<'a, T> {
    handle: Handle,
    slot: &'a Slot<T>,
}

impl<'a, T: Payload> Named<'a, T> {
    /// The member of this handle, if it is not a scope and a scope owns it.
    #[inline(always)]
    pub(super) fn of(slots: &'a Slots<T>, handle: Handle) -> Option<Named<'a, T>> {
        if handle.kind().is_none_or(|kind| kind.is_scope()) {
            return None;
        }
        let slot = slots.get(handle.slot())?;
        let owner = slot.owner.load(Ordering::Acquire);
        (owner != 0 && owner != GONE).then_some(Named { handle, slot })
    }
}

impl<T: Payload> Token<T> for Named<'_, T> {
    const IS_PIN: bool = false;

    #[inline(always)]
    fn slot(&self) -> &Slot<T> {
        self.slot
    }

    #[inline(always)]
    fn index(&self) -> u32 {
        self.handle.slot()
    }

    #[inline(always)]
    fn pinned(&self) -> Option<&T> {
        None
    }

    #[inline]
    fn kind(&self) -> Kind {
        self.handle.kind().expect("looked at when it was made")
    }

    #[inline(always)]
    fn is_live(&self) -> bool {
        self.slot.is_live(self.handle)
    }
}
