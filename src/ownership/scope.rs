//! Scopes: nodes of a tree that own handles, child scopes among them.
//!
//! Invariant: a handle is a member of at most one scope, and the members of a scope are exactly those on its list.
//! A child scope is a member of its parent like any other, so moving, keeping and closing need no second rule.
//!
//! Closing takes LIVE from the scope first: from then on nobody can join. Then members are taken off the list, newest
//! first, a batch at a time under the lock, and released without it. A member that is a scope is drained before the
//! older ones go on; the way back is kept on a vector, so depth costs no stack.

use super::handle::{Handle, Kind};
use super::report;
use super::slot::{Kill, SlotLock};
use super::sync::Ordering;
use super::table::{Payload, Pin, Table};
use crate::error::{Error, Result};

/// Members released between two takings of the lock.
const BATCH: usize = 64;

/// What a scope and all scopes below it own at this moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScopeStats {
    /// Handles owned, of all kinds.
    pub members: u64,
    /// Tensors among them.
    pub tensors: u64,
    /// Scopes among them.
    pub scopes: u64,
    /// Bytes of those tensors' elements; two views of one storage count each.
    pub bytes: u64,
}

impl<T: Payload> Table<T> {
    /// Closes a scope: releases its members, newest first, and all scopes below it. Goes on to the end whatever
    /// other threads do. A scope that is closed already is `INVALID_HANDLE`.
    pub fn close(&'static self, scope: Handle) -> Result<()> {
        if scope.is(Kind::Scope)
            && let Some(slot) = self.slots.get(scope.slot())
            && slot.kill(scope, true) != Kill::Lost
        {
            self.drain(scope.slot());
            return Ok(());
        }
        Err(report::invalid(self, scope, Some(Kind::Scope)))
    }

    /// Closes `scope` after moving those of `keep` that it, or a scope below it, owns to its parent (to nobody when
    /// it has none). Handles owned elsewhere stay where they are.
    ///
    /// Errors: `INVALID_HANDLE` for the scope or a kept handle, `INVALID_ARGUMENT` for keeping the scope itself,
    /// `SCOPE_CLOSED` when the parent is being closed. Then nothing has moved and the scope is open.
    pub fn pop(&'static self, scope: Handle, keep: &[Handle]) -> Result<()> {
        if keep.is_empty() {
            return self.close(scope);
        }
        let closing = self.pin(scope, Kind::Scope)?;
        let mut pins = Vec::with_capacity(keep.len());
        for &handle in keep {
            if handle == scope {
                return Err(Error::argument(format!("scope {scope} cannot be kept from its own closing")));
            }
            pins.push(self.pin_any(handle)?);
        }
        let mut moved = Vec::with_capacity(keep.len());
        for pin in &pins {
            let from = pin.slot.owner.load(Ordering::Acquire);
            if !self.is_below(pin.index, closing.index) {
                continue;
            }
            if let Err(error) = self.move_beside(pin, &closing) {
                // The parent went away under us, so this scope goes too; until then all is where it was.
                for (pin, from) in moved {
                    self.move_back(pin, from);
                }
                return Err(error);
            }
            moved.push((pin, from));
        }
        self.close(scope)
    }

    /// Moves a handle to this scope. It stays where it was if that is closed or below it.
    pub fn attach(&'static self, scope: Handle, member: Handle) -> Result<()> {
        let member = self.pin_any(member)?;
        let live = scope.is(Kind::Scope) && self.slots.get(scope.slot()).is_some_and(|slot| slot.is_live(scope));
        if !live {
            return Err(report::scope_closed(self, scope));
        }
        // A pinned scope may be closed meanwhile, but its slot cannot come to hold another one.
        let target = self.pin(scope, Kind::Scope).map_err(|_| report::scope_closed(self, scope))?;
        let _one_at_a_time = member.members().is_some().then(|| self.moving_scopes.lock());
        if member.members().is_some() && (member.index == target.index || self.is_below(target.index, member.index)) {
            return Err(Error::argument("a scope cannot be moved into itself or a scope below it"));
        }
        while !self.try_move(&member, member.slot.owner.load(Ordering::Acquire), target.index, 0)? {}
        Ok(())
    }

    /// Takes a handle out of the scope that owns it: nobody owns it then. No scope: nothing changes.
    pub fn detach(&'static self, member: Handle) -> Result<()> {
        let member = self.pin_any(member)?;
        while !self.try_move(&member, member.slot.owner.load(Ordering::Acquire), 0, 0)? {}
        Ok(())
    }

    /// Moves a handle to the parent of the scope that owns it, to nobody if that has no parent. Owned by nobody:
    /// nothing changes.
    pub fn keep(&'static self, member: Handle) -> Result<()> {
        let member = self.pin_any(member)?;
        loop {
            let owner = member.slot.owner.load(Ordering::Acquire);
            if owner == 0 {
                return Ok(());
            }
            let parent = self.slots.linked(owner).owner.load(Ordering::Acquire);
            if self.try_move(&member, owner, parent, owner)? {
                return Ok(());
            }
        }
    }

    /// The scope that owns this handle at this moment.
    pub fn owner(&'static self, member: Handle) -> Result<Option<Handle>> {
        let member = self.pin_any(member)?;
        let owner = member.slot.owner.load(Ordering::Acquire);
        Ok(if owner == 0 { None } else { self.slots.linked(owner).live_handle(owner) })
    }

    /// What this scope and all below it own. Exact when no other thread changes them meanwhile.
    pub fn stats(&'static self, scope: Handle) -> Result<ScopeStats> {
        let root = self.pin(scope, Kind::Scope)?;
        let mut stats = ScopeStats::default();
        let mut scopes = vec![root];
        while let Some(scope) = scopes.pop() {
            let mut children = Vec::new();
            {
                let lock = scope.slot.lock();
                let mut at = self.members_of(scope.index, &lock).newest();
                while at != 0 {
                    let slot = self.slots.linked(at);
                    if let Some(handle) = slot.live_handle(at) {
                        stats.members += 1;
                        stats.bytes += slot.get().bytes();
                        stats.tensors += u64::from(handle.is(Kind::Tensor));
                        if handle.is(Kind::Scope) {
                            stats.scopes += 1;
                            children.push(handle);
                        }
                    }
                    at = slot.next.load(Ordering::Relaxed);
                }
            }
            // Pinned without the lock: dropping a pin may release, and that takes locks.
            scopes.extend(children.into_iter().filter_map(|child| self.pin(child, Kind::Scope).ok()));
        }
        Ok(stats)
    }

    /// Moves a pinned member to where the pinned `scope` is: to its parent, or to nobody.
    fn move_beside(&'static self, member: &Pin<'_, T>, scope: &Pin<'_, T>) -> Result<()> {
        loop {
            let owner = member.slot.owner.load(Ordering::Acquire);
            let parent = scope.slot.owner.load(Ordering::Acquire);
            if self.try_move(member, owner, parent, scope.index)? {
                return Ok(());
            }
        }
    }

    /// Moves a pinned member back into a scope that it was taken out of, if that is still there.
    fn move_back(&'static self, member: &Pin<'_, T>, scope: u32) {
        let Some(handle) = self.slots.linked(scope).live_handle(scope) else { return };
        let Ok(home) = self.pin(handle, Kind::Scope) else { return };
        while let Ok(false) = self.try_move(member, member.slot.owner.load(Ordering::Acquire), home.index, 0) {}
    }

    /// Moves a pinned member from scope slot `from` to scope slot `target`; 0 is nobody. All or nothing.
    ///
    /// `child` says how the caller knows that `target` is still the scope it means: 0 when it has pinned it, else
    /// a scope whose parent it is. That scope is `from`, or pinned, so it is what it was; and while it is a member of
    /// `target`, which the lock shows, `target` is what it was too. Returns false when another thread has moved
    /// something, and the caller must look again.
    fn try_move(&'static self, member: &Pin<'_, T>, from: u32, target: u32, child: u32) -> Result<bool> {
        if from == target {
            return Ok(member.slot.owner.load(Ordering::Acquire) == from);
        }
        // The lower slot first, so that two moves in opposite directions cannot wait for each other.
        let (low, high) = (from.min(target), from.max(target));
        let low_lock = (low != 0).then(|| self.slots.linked(low).lock());
        let high_lock = self.slots.linked(high).lock();
        let moved_meanwhile = member.slot.owner.load(Ordering::Relaxed) != from
            || (child != 0 && self.slots.linked(child).owner.load(Ordering::Acquire) != target);
        if moved_meanwhile {
            return Ok(false);
        }
        let refused = if member.slot.live_handle(member.index).is_none() {
            Some(report::closed_meanwhile as fn(Kind) -> Error)
        } else if [target, child].into_iter().any(|s| s != 0 && self.slots.linked(s).live_handle(s).is_none()) {
            // A closing parent takes its children off its list first: a child without a parent may be one of those.
            Some((|_| report::scope_closing()) as fn(Kind) -> Error)
        } else {
            None
        };
        if let Some(error) = refused {
            drop((low_lock, high_lock));
            return Err(error(member.kind()));
        }
        let (from_lock, target_lock) =
            if from == high { (Some(&high_lock), low_lock.as_ref()) } else { (low_lock.as_ref(), Some(&high_lock)) };
        match from_lock {
            Some(lock) => self.take_off(from, member.index, lock),
            // From nobody: no lock guards that, so two threads may both be here, each with its own target.
            None => {
                let taken = member.slot.owner.compare_exchange(0, target, Ordering::AcqRel, Ordering::Relaxed);
                if taken.is_err() {
                    return Ok(false);
                }
            }
        }
        match target_lock {
            Some(lock) => self.link(target, member.index, lock),
            None => member.slot.owner.store(0, Ordering::Release),
        }
        Ok(true)
    }

    /// Puts a slot on the list of the scope whose lock is held.
    #[inline]
    pub(super) fn link(&self, scope: u32, index: u32, lock: &SlotLock<'_>) {
        let members = self.members_of(scope, lock);
        let slot = self.slots.linked(index);
        let newest = members.newest();
        slot.prev.store(0, Ordering::Relaxed);
        slot.next.store(newest, Ordering::Relaxed);
        if newest != 0 {
            self.slots.linked(newest).prev.store(index, Ordering::Relaxed);
        }
        members.set_newest(index);
        members.set_count(members.count() + 1);
        slot.owner.store(scope, Ordering::Release);
    }

    /// Takes a slot off the list of its scope, if it has one. The caller is the releaser, so it joins no other.
    #[inline]
    pub(super) fn unlink(&self, index: u32) {
        let slot = self.slots.linked(index);
        loop {
            let owner = slot.owner.load(Ordering::Acquire);
            if owner == 0 {
                return;
            }
            let lock = self.slots.linked(owner).lock();
            if slot.owner.load(Ordering::Relaxed) == owner {
                self.take_off(owner, index, &lock);
                slot.owner.store(0, Ordering::Release);
                return;
            }
        }
    }

    /// Takes a member off the list. Its `owner` is the caller's to set, before the lock goes.
    fn take_off(&self, scope: u32, index: u32, lock: &SlotLock<'_>) {
        let members = self.members_of(scope, lock);
        let slot = self.slots.linked(index);
        let (newer, older) = (slot.prev.load(Ordering::Relaxed), slot.next.load(Ordering::Relaxed));
        if newer == 0 {
            members.set_newest(older);
        } else {
            self.slots.linked(newer).next.store(older, Ordering::Relaxed);
        }
        if older != 0 {
            self.slots.linked(older).prev.store(newer, Ordering::Relaxed);
        }
        members.set_count(members.count() - 1);
    }

    /// Releases everything below a scope that this thread has killed with a pin, then gives that pin up.
    fn drain(&'static self, scope: u32) {
        let mut way = vec![scope];
        while let Some(&at) = way.last() {
            let mut batch = [0u32; BATCH];
            let (taken, child) = self.take_batch(at, &mut batch);
            for &index in &batch[..taken] {
                self.release(index);
            }
            if let Some(child) = child {
                way.push(child);
            } else if taken == 0 {
                way.pop();
                if self.slots.linked(at).unpin() {
                    self.release(at);
                }
            }
        }
    }

    /// Takes members off a scope's list, newest first, until the batch is full or a child scope comes, which has then
    /// been killed with a pin. What another thread is releasing, or has pinned, is only taken off.
    /// Returns how many are to be released, and the child. Nothing of either means that the list is empty.
    fn take_batch(&self, scope: u32, batch: &mut [u32; BATCH]) -> (usize, Option<u32>) {
        let lock = self.slots.linked(scope).lock();
        let mut taken = 0;
        while taken < BATCH {
            let index = self.members_of(scope, &lock).newest();
            if index == 0 {
                break;
            }
            let slot = self.slots.linked(index);
            let is_scope = slot.state().is(Kind::Scope);
            // While it is linked it cannot be vacated, so its handle is the one that is killed here.
            let kill = match slot.live_handle(index) {
                Some(handle) => slot.kill(handle, is_scope),
                None => Kill::Lost,
            };
            self.take_off(scope, index, &lock);
            slot.owner.store(0, Ordering::Release);
            match kill {
                Kill::Release => {
                    batch[taken] = index;
                    taken += 1;
                }
                Kill::Pinned if is_scope => return (taken, Some(index)),
                Kill::Pinned | Kill::Lost => {}
            }
        }
        (taken, None)
    }

    /// Whether slot `index` is owned by scope slot `ancestor`, directly or through scopes between.
    fn is_below(&self, index: u32, ancestor: u32) -> bool {
        let mut at = index;
        loop {
            at = self.slots.linked(at).owner.load(Ordering::Acquire);
            if at == 0 || at == ancestor {
                return at != 0;
            }
        }
    }

    /// The member list of the scope in this slot, whose lock is held. Holding the lock alone does not keep the
    /// payload in place: the caller knows that the scope is live, or that it has a member, or has pinned it.
    fn members_of(&self, scope: u32, _lock: &SlotLock<'_>) -> &super::Members {
        self.slots.linked(scope).get().members().expect("only scopes own members")
    }
}
