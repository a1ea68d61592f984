//! Another resource under the same handle: what a tensor becomes that is copied out of a workspace.
//!
//! Invariant: the resource is exchanged while the only pin is that of the thread that exchanges it,
//! in a state of the slot that lets no other pin in, and under the lock of the owner, through which
//! others look at members without pinning them. So whoever has looked at a resource has it for as
//! long as that pin or that lock lasts.

use super::pin::Pin;
use super::report;
use super::slot::GONE;
use super::table::{Payload, Table};
use crate::error::Result;
use crate::locks::sync::Ordering;

/// What became of an exchange.
pub enum Replaced<T> {
    /// It was made: this is what was there before.
    Old(T),
    /// Another call uses the resource: this is what should have replaced it. Nothing has changed.
    InUse(T),
}

impl<T: Payload> Table<T> {
    /// Puts `value`, of the same kind, instead of what this pin holds, if this pin is the only one.
    /// Owner, handle and loans stay; the owner is charged with the new one, whatever its limit.
    ///
    /// It never waits for other pins: of two threads that wait for each other's, neither would go
    /// on. A caller that wants to wait gives the pin up meanwhile.
    ///
    /// Errors: `INVALID_HANDLE` when it was closed meanwhile; `value` is gone then.
    pub fn replace(&'static self, pin: &mut Pin<'static, T>, value: T) -> Result<Replaced<T>> {
        debug_assert!(value.kind() == pin.kind() && pin.members().is_none());
        let (slot, index) = (pin.slot, pin.index);
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
            // Out of no scope it moves into one without a lock, by a thread that has a pin: that
            // may have been just now.
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
            return Ok(Replaced::Old(old));
        }
    }
}
