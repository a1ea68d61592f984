//! Another resource under the same handle: what a tensor becomes that is copied out of a workspace.
//!
//! Invariant: the resource is exchanged while the only pin is that of who exchanges it, in a state of the slot that lets
//! no other pin in, and under the lock of the owner, through which others look at members without pinning them. So
//! whoever has looked at a resource has it for as long as his pin or his lock lasts.

use super::report;
use super::slot::GONE;
use super::sync::{Ordering, pause};
use super::table::{Payload, Pin, Table};
use crate::error::Result;

impl<T: Payload> Table<T> {
    /// Puts `value`, of the same kind, in the place of what this pin holds, and returns that. Owner, handle and loans stay;
    /// the owner is charged with the new one, whatever its limit. Waits until this pin is the only one: of two threads
    /// that wait for each other's, neither would go on, so callers come one at a time and have pinned after that.
    ///
    /// Errors: `INVALID_HANDLE` when it was closed meanwhile; `value` is gone then.
    pub fn replace(&'static self, pin: &mut Pin<'static, T>, value: T) -> Result<T> {
        debug_assert!(value.kind() == pin.kind() && pin.members().is_none());
        let (slot, index) = (pin.slot, pin.index);
        let mut spins = 0;
        loop {
            let owner = slot.owner.load(Ordering::Acquire);
            if owner == GONE || slot.live_handle(index).is_none() {
                return Err(report::closed_meanwhile(value.kind()));
            }
            let lock = (owner != 0).then(|| self.slots.linked(owner).lock());
            if slot.owner.load(Ordering::Acquire) != owner {
                continue; // It moved between the two looks.
            }
            if slot.begin_exchange() {
                // From nobody to a scope it goes without a lock, by who has a pin: he may have been here just now.
                if slot.owner.load(Ordering::Acquire) != owner {
                    slot.end_exchange();
                    continue;
                }
                if let Some(lock) = &lock {
                    self.dismiss(owner, index, lock);
                }
                let old = slot.exchange(value);
                match &lock {
                    Some(lock) => {
                        let forced = self.admit(owner, index, true, lock);
                        debug_assert!(forced.is_ok());
                    }
                    None => {
                        slot.get().set_unowned(true);
                        old.set_unowned(false);
                    }
                }
                slot.end_exchange();
                return Ok(old);
            }
            drop(lock);
            pause(spins);
            spins += 1;
        }
    }
}
