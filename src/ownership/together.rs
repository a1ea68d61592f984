//! Several handles moved at once: all or none.

use super::handle::Handle;
use super::pin::Pin;
use super::relocate::{Destination, Whereabouts};
use super::table::{Payload, Table};
use crate::error::Result;

impl<T: Payload> Table<T> {
    /// Moves handles to a scope, or to none. Errors leave every one where it was: those of
    /// [`Table::attach`].
    pub fn move_all(&'static self, members: &[Handle], to: Option<Handle>) -> Result<()> {
        let target = to.map(|scope| self.target(scope)).transpose()?;
        let pins = members.iter().map(|&member| self.pin_any(member)).collect::<Result<Vec<_>>>()?;
        let destination = target.as_ref().map_or(Destination::Unowned, |target| Destination::Scope(target.index));
        let mut moved: Vec<(&Pin<'static, T>, Whereabouts)> = Vec::with_capacity(pins.len());
        for pin in &pins {
            let from = self.whereabouts(pin);
            if let Err(error) = self.relocate(pin, destination, false) {
                for (pin, from) in moved {
                    self.move_back(pin, from);
                }
                return Err(error);
            }
            moved.push((pin, from));
        }
        Ok(())
    }

    /// Whether a handle lies below this scope, directly or through scopes between.
    pub fn lies_below(&'static self, member: Handle, scope: Handle) -> Result<bool> {
        let (member, scope) = (self.pin_any(member)?, self.pin_any(scope)?);
        Ok(self.is_below(member.index, scope.index))
    }
}
