//! Several handles moved at once: all or none.

use super::handle::{Handle, Kind};
use super::pin::Pin;
use super::relocate::{Destination, Move, Whereabouts};
use super::table::{Payload, Table};
use crate::error::Result;

impl<T: Payload> Table<T> {
    /// Moves handles that lie below `within`, if that is given, to a scope, or to none; those that
    /// lie elsewhere stay. Errors leave every one where it was: those of [`Table::attach`].
    pub fn move_all(&'static self, within: Option<Handle>, members: &[Handle], to: Option<Handle>) -> Result<()> {
        let within = within.map(|scope| self.pin(scope, Kind::Scope)).transpose()?;
        let target = to.map(|scope| self.target(scope)).transpose()?;
        let pins = members.iter().map(|&member| self.pin_any(member)).collect::<Result<Vec<_>>>()?;
        let destination = target.as_ref().map_or(Destination::Unowned, |target| Destination::Scope(target.index));
        let asked = Move { to: destination, within: within.as_ref().map(|scope| scope.index), force: false };
        let mut moved: Vec<(&Pin<'static, T>, Whereabouts)> = Vec::with_capacity(pins.len());
        for pin in &pins {
            let from = self.whereabouts(pin);
            match self.relocate(pin, asked) {
                Ok(true) => moved.push((pin, from)),
                Ok(false) => {}
                Err(error) => {
                    for (pin, from) in moved {
                        self.move_back(pin, from);
                    }
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Whether a handle lies below this scope, directly or through scopes between.
    pub fn lies_below(&'static self, member: Handle, scope: Handle) -> Result<bool> {
        let (member, scope) = (self.pin_any(member)?, self.pin_any(scope)?);
        Ok(self.is_below(member.index, scope.index))
    }
}
