//! Replaces the resource under a handle: used for a tensor that is copied out of a workspace.
//!
//! Invariant: the resource is exchanged while the exchanging thread holds the only pin, in a slot
//! state that admits no other pin, and under the lock of the owner, under which other threads
//! access members without a pin. So a reference to a resource stays valid as long as its pin or
//! lock.

use super::access::record_handle;
use super::handle::Handle;
use super::pin::Pin;
use super::report;
use super::slot::GONE;
use super::table::{Payload, Table};
use crate::error::Result;
use crate::locks::sync::Ordering;
use crate::record::{self, EventKind};

/// The result of an exchange.
pub enum Replaced<T> {
    /// It was exchanged: this is the old resource.
    Old(T),
    /// Another call uses the resource: this is the replacement. Nothing has changed.
    InUse(T),
}

impl<T: Payload> Table<T> {
    /// Replaces the resource of this pin with `value`, of the same kind, if this is the only pin.
    /// Owner, handle and loans stay; the owner is charged for the new resource, whatever its limit.
    ///
    /// It never waits for other pins, because two threads that wait for each other's pins would
    /// deadlock. A caller that wants to wait drops the pin meanwhile.
    ///
    /// Errors: `INVALID_HANDLE` if it was closed meanwhile; `value` is then dropped.
    pub fn replace(&'static self, pin: &mut Pin<'static, T>, value: T) -> Result<Replaced<T>> {
        debug_assert!(value.kind() == pin.kind() && pin.members().is_none());
        let (slot, index) = (pin.slot, pin.index());
        loop {
            let owner = slot.owner.load(Ordering::Acquire);
            if owner == GONE || slot.live_handle(index).is_none() {
                return Err(report::closed_meanwhile(value.kind()));
            }
            let lock = (owner != 0).then(|| self.slots.linked(owner).lock(owner));
            let scope = lock.as_ref().and_then(|lock| lock.owner_of(slot));
            if scope.is_none() && owner != 0 {
                continue; // It moved between the two looks.
            }
            let Some(mut exchange) = pin.begin_exchange() else { return Ok(Replaced::InUse(value)) };
            // A thread with a pin can move an unowned member into a scope without a lock, which may
            // have happened just now.
            if slot.owner.load(Ordering::Acquire) != owner {
                continue;
            }
            if let Some(scope) = scope {
                self.dismiss(scope, exchange.get());
            }
            let old = exchange.swap(value, scope);
            match scope {
                Some(scope) => {
                    let forced = self.admit(scope, exchange.get(), true);
                    debug_assert!(forced.is_ok());
                }
                None => {
                    exchange.get().set_unowned(true);
                    old.set_unowned(false);
                }
            }
            if record::is_on() {
                // The handle stays, so a reader sees it end with the old storage and begin with the
                // new one.
                let handle = Handle(slot.state().0 | u64::from(index));
                record_handle([EventKind::Released; 2], handle, &old, owner);
                record_handle([EventKind::Made; 2], handle, exchange.get(), owner);
            }
            return Ok(Replaced::Old(old));
        }
    }
}
