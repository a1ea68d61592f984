//! Moves several handles at once: all or none.
//!
//! Invariant: a loan ends only when all members have moved: a member that is moved back is on loan
//! as before. If its previous scope has closed meanwhile, the effect of that close is completed: a
//! lent member returns to its origin, and any other member is released.

use super::access::MoveLock;
use super::admission::ScopeMoveLock;
use super::handle::{Handle, Kind};
use super::pin::Pin;
use super::relocate::{Destination, Move};
use super::report;
use super::slot::Dying;
use super::table::{Payload, Table};
use crate::error::{Error, Result, Status};
use crate::locks::sync::Ordering;

/// Where a member was. Scopes are given by their handle, because the slot of a closed one may hold
/// another scope by now.
enum Whereabouts {
    Unowned,
    Scope(Handle),
    /// In a scope that was being closed.
    Closing,
}

/// A member that was moved.
struct Moved<'a, T: Payload> {
    member: &'a Pin<'static, T>,
    from: Whereabouts,
    /// The slot of its new scope, 0 for none.
    to: u32,
    /// Whether it was lent when it was moved, and still is.
    on_loan: bool,
}

impl<T: Payload> Table<T> {
    /// Moves the handles in `keep` that `scope`, or a scope below it, owns to its parent (to no
    /// scope if it has none). Handles owned elsewhere stay where they are.
    ///
    /// On an error all handles stay where they were: `INVALID_HANDLE` for the scope, also if
    /// another thread closes it meanwhile, or for a kept handle; `INVALID_ARGUMENT` for keeping the
    /// scope itself; `SCOPE_CLOSED` if the parent is being closed; and the errors of
    /// [`Table::attach`].
    pub fn escape(&'static self, scope: Handle, keep: &[Handle]) -> Result<()> {
        let closing = self.pin(scope, Kind::Scope)?;
        if keep.contains(&scope) {
            return Err(Error::argument("a scope cannot be kept from its own closing"));
        }
        let pins = keep.iter().map(|&handle| self.pin_any(handle)).collect::<Result<Vec<_>>>()?;
        let moved = self.move_together(&pins, Move::out_of(closing.index(), Destination::ParentOf(closing.index())));
        match moved {
            Err(error) if error.status() == Status::ScopeClosed && !self.is_live(scope) => {
                Err(report::invalid(self, scope, Some(Kind::Scope)))
            }
            moved => moved.map(drop),
        }
    }

    /// Moves handles that are below `within`, if that is given, to a scope, or to none; other
    /// handles stay. On an error all of them stay where they were. Errors are those of
    /// [`Table::attach`].
    pub fn move_all(&'static self, within: Option<Handle>, members: &[Handle], to: Option<Handle>) -> Result<()> {
        let within = within.map(|scope| self.pin(scope, Kind::Scope)).transpose()?;
        let target = to.map(|scope| self.target(scope)).transpose()?;
        let pins = members.iter().map(|&member| self.pin_any(member)).collect::<Result<Vec<_>>>()?;
        let destination = target.as_ref().map_or(Destination::Unowned, |target| Destination::Scope(target.index()));
        let asked = Move { within: within.as_ref().map(|scope| scope.index()), ..Move::to(destination) };
        self.move_together(&pins, asked).map(drop)
    }

    /// Whether a handle is below this scope, directly or through scopes between.
    pub fn lies_below(&'static self, member: Handle, scope: Handle) -> Result<bool> {
        let (member, scope) = (self.pin_any(member)?, self.pin_any(scope)?);
        Ok(self.is_below(member.index(), scope.index()))
    }

    /// Moves all members that the request covers, and returns which ones; or moves none.
    pub(super) fn move_together(&'static self, pins: &[Pin<'static, T>], asked: Move) -> Result<Vec<bool>> {
        let mut moved: Vec<Moved<'_, T>> = Vec::with_capacity(pins.len());
        let mut is_moved = Vec::with_capacity(pins.len());
        // Kept until the lock is released, because dropping the last pin takes it.
        let (mut below, mut freed, mut doomed) = (Vec::new(), Vec::new(), Vec::new());
        let mut lock = None;
        let mut result = Ok(());
        for member in pins {
            let from = self.whereabouts(member);
            match self.move_one(member, asked, &mut lock, &mut below) {
                Ok(Some((to, on_loan))) => moved.push(Moved { member, from, to, on_loan }),
                Ok(None) if member.slot.live_handle(member.index()).is_none() => {
                    result = Err(report::closed_meanwhile(member.kind()));
                    break;
                }
                Ok(None) => {}
                Err(error) => {
                    result = Err(error);
                    break;
                }
            }
            is_moved.push(moved.last().is_some_and(|last| std::ptr::eq(last.member, member)));
        }
        match &result {
            Ok(()) => {
                if let Some(lock) = &lock {
                    let on_loan = moved.iter().filter(|moved| moved.on_loan);
                    freed.extend(on_loan.filter_map(|moved| self.end_loan_if_lent(moved.member, &lock.lock)));
                }
            }
            Err(_) if moved.is_empty() => {}
            Err(_) => {
                let lock = lock.get_or_insert_with(|| self.scope_move_lock());
                for moved in moved.iter().rev() {
                    let is_back = self.move_back(moved, &mut below)
                        || self.return_moved(moved, &mut below, &mut freed, &lock.lock);
                    if !is_back {
                        doomed.push(moved.member);
                    }
                }
            }
        }
        drop(lock);
        freed.into_iter().for_each(|pending| self.release(pending));
        doomed.into_iter().for_each(|member| self.end(member));
        result.map(|()| is_moved)
    }

    /// Moves one member, with its loan. Returns the slot of its new scope, and whether it is on
    /// loan; `None`: the request does not cover it. The lock is taken for the first member that
    /// needs it and held to the end, so that no loan is ended that another thread has made since.
    fn move_one<'a>(
        &'static self,
        member: &Pin<'static, T>,
        asked: Move,
        lock: &mut Option<ScopeMoveLock<'a, T>>,
        below: &mut Vec<Pin<'static, T>>,
    ) -> Result<Option<(u32, bool)>> {
        if lock.is_none()
            && member.members().is_none()
            && let Some(moved) = self.move_unless_lent(member, asked)?
        {
            return Ok(moved.map(|to| (to, false)));
        }
        lock.get_or_insert_with(|| self.scope_move_lock());
        let moved = self.relocate_on_loan(member, asked, below)?;
        Ok(moved.map(|to| (to, member.is_lent())))
    }

    fn whereabouts(&self, member: &Pin<'_, T>) -> Whereabouts {
        match member.owner() {
            Some(scope) => Whereabouts::Scope(scope),
            None if member.slot.owner.load(Ordering::Acquire) == 0 => Whereabouts::Unowned,
            None => Whereabouts::Closing,
        }
    }

    /// Moves a member back, unless another thread has moved it since. False: its previous scope has
    /// closed.
    fn move_back(&'static self, moved: &Moved<'_, T>, below: &mut Vec<Pin<'static, T>>) -> bool {
        let back =
            |to, below: &mut Vec<_>| self.relocate_on_loan(moved.member, Move::back(moved.to, to), below).is_ok();
        match moved.from {
            Whereabouts::Unowned => back(Destination::Unowned, below),
            Whereabouts::Scope(scope) => {
                let Ok(scope) = self.pin_scope(scope) else { return false };
                let is_back = back(Destination::Scope(scope.index()), below);
                below.push(scope);
                is_back
            }
            Whereabouts::Closing => false,
        }
    }

    /// Moves a member that was lent to a scope that has closed meanwhile to its origin. False:
    /// there is none.
    fn return_moved(
        &'static self,
        moved: &Moved<'_, T>,
        below: &mut Vec<Pin<'static, T>>,
        freed: &mut Vec<Dying>,
        loans: &MoveLock<'_, T>,
    ) -> bool {
        let member = moved.member;
        while moved.on_loan
            && let Some(pending) = self.pending_return_of(member.index(), loans)
        {
            let home = self.relocate_on_loan(member, Move::back(moved.to, Destination::ParentOf(pending)), below);
            if matches!(home, Ok(None)) {
                return true; // another thread has moved it since
            }
            freed.extend(self.unwind(member.index(), pending, loans));
            if home.is_ok() {
                return true;
            }
        }
        false
    }

    /// Closes or disposes of a pinned resource of any kind; does nothing if another thread already
    /// did.
    fn end(&'static self, member: &Pin<'static, T>) {
        let Some(handle) = member.slot.live_handle(member.index()) else { return };
        let _ = if member.members().is_some() { self.close(handle) } else { self.dispose(handle, member.kind()) };
    }
}
