//! Scopes: nodes of a tree that own handles, including child scopes.
//!
//! Invariant: a handle is a member of at most one scope, and the members of a scope are exactly
//! those on its list. A child scope is an ordinary member of its parent, so moving, keeping and
//! closing need no separate rules for scopes.
//!
//! Closing first clears LIVE of the scope; from then on nothing can join. Then members are taken
//! off the list, newest first, a batch at a time under the lock, and released without it. A member
//! that is a scope is drained before older members are taken; the way back is kept in a vector, so
//! depth costs no stack.

use super::access::{Locked, Releasing};
use super::handle::{Handle, Kind};
use super::leak_heuristic::{LeakHeuristic, SUMMED};
use super::pin::Pin;
use super::relocate::{Destination, Lent, Move, Step};
use super::report;
use super::slot::{Dying, GONE, Kill, Slot};
use super::table::{Payload, Table};
use super::token::{Named, Token};
use crate::error::Result;
use crate::locks::sync::Ordering;
use crate::record;
use std::cell::Cell;
use std::collections::HashSet;

/// Members that are taken off while the lock is held once.
const BATCH: usize = 64;

/// What a scope and all scopes below it own now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScopeStats {
    /// Handles owned, of all kinds.
    pub members: u64,
    /// Tensors among them.
    pub tensors: u64,
    /// Scopes among them.
    pub scopes: u64,
    /// Bytes of the storages that those tensors keep alive, each once.
    pub bytes: u64,
    /// The peak number of tensors since measuring began, 0 if it is not measured.
    pub peak_tensors: u64,
    /// Like `peak_tensors`, for `bytes`.
    pub peak_bytes: u64,
    /// The limit of this scope itself, 0 for none.
    pub limit: u64,
    /// Whether peaks are kept.
    pub measured: bool,
}

/// The members that a scope does not release.
pub struct Kept<T: Payload> {
    scope: Pin<'static, T>,
    members: HashSet<u32>,
    /// The last kept member that was passed: members newer than it have been passed or have joined
    /// since.
    passed: Cell<u32>,
    /// Keep their slots from being reused.
    _pins: Vec<Pin<'static, T>>,
}

/// Why [`Table::take_batch`] returned.
enum Stop<T: Payload> {
    /// The end of the list was reached.
    End,
    /// The batch is full.
    Full,
    /// This child scope has been killed, and must be drained.
    Child(Pin<'static, T>),
    /// This member was lent and must return.
    Lent(Pin<'static, T>),
}

/// A member that was taken out of a scope, to be released without a lock.
enum Item<T: Payload> {
    Dying(Dying),
    /// A scope that has closed, or a member that has returned to its origin; this may be the last
    /// pin.
    Pinned(Pin<'static, T>),
}

/// Members that were taken out of a scope, the newest first. They are released at the latest when
/// this is dropped.
pub struct Removed<T: Payload> {
    table: &'static Table<T>,
    items: Vec<Item<T>>,
}

impl<T: Payload> Removed<T> {
    /// Whether there is nothing to release.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Releases the members. No lock may be held, because a release may call back.
    pub fn release(&mut self) {
        self.items.drain(..).for_each(|item| self.table.release_item(item));
    }
}

impl<T: Payload> Drop for Removed<T> {
    fn drop(&mut self) {
        self.release();
    }
}

impl<T: Payload> Table<T> {
    /// Closes a scope: releases its members, newest first, and all scopes below it. It completes
    /// whatever other threads do. A closed scope is `INVALID_HANDLE`.
    pub fn close(&'static self, scope: Handle) -> Result<()> {
        if scope.is_scope()
            && let Some(closing) = self.kill_pinned(scope)
        {
            self.drain(&closing, None, None, |item| self.release_item(item));
            return Ok(());
        }
        Err(report::invalid(self, scope, scope.kind().filter(|kind| kind.is_scope()).or(Some(Kind::Scope))))
    }

    /// Like [`Table::close`], for a scope of this kind. Any other handle is `INVALID_HANDLE`.
    #[inline]
    pub fn close_kind(&'static self, scope: Handle, kind: Kind) -> Result<()> {
        if scope.is(kind) { self.close(scope) } else { Err(report::invalid(self, scope, Some(kind))) }
    }

    /// Moves the handles in `keep` that `scope`, or a scope below it, owns to its parent (to no
    /// scope if it has none), and then closes `scope`. Handles owned elsewhere stay where they are.
    ///
    /// Errors: `INVALID_HANDLE` for the scope or a kept handle, `INVALID_ARGUMENT` for keeping the
    /// scope itself, `SCOPE_CLOSED` if the parent is being closed. On an error nothing has moved
    /// and the scope is open.
    pub fn pop(&'static self, scope: Handle, keep: &[Handle]) -> Result<()> {
        if keep.is_empty() {
            return self.close(scope);
        }
        if let &[one] = keep
            && self.try_pop_fast(scope, one)
        {
            return Ok(());
        }
        self.escape(scope, keep)?;
        // If another thread closed it meanwhile, there is nothing left to do.
        let _ = self.close(scope);
        Ok(())
    }

    /// Closes a scope of which one member moves to the parent: without a pin, and usually taking
    /// the locks once. False: nothing has changed.
    fn try_pop_fast(&'static self, scope: Handle, member: Handle) -> bool {
        let Some(member) = Named::of(&self.slots, member).filter(|_| scope.is(Kind::Scope)) else { return false };
        let way = self.way(member.index(), Destination::Parent);
        let Some(way) = way.filter(|way| way.from == scope.slot() && way.is_between_scopes()) else { return false };
        let (from, parent) = (way.from, way.target);
        let closing = self.slots.linked(from);
        let locks = self.lock_both(from, parent);
        // Checked now, because another thread may kill it before it is closed here.
        let (Some(closed), Some(owner)) = (locks.of(from).open(scope), locks.of(parent).owner_of(closing)) else {
            return false;
        };
        if closing.is_lent() || !matches!(self.move_locked(&member, way, false, Lent::Refused, &locks), Ok(Step::Done))
        {
            return false;
        }
        if closed.members.newest() != 0 {
            drop(locks);
            // If another thread closed it meanwhile, there is nothing left to do.
            let _ = self.close(scope);
            return true;
        }
        // Nothing is left to release, and nothing can join while its lock is held, so it leaves its
        // parent's list at once.
        if let Kill::Release(dying) = closing.kill(scope, false) {
            self.take_off(owner, closing);
            closing.owner.store(0, Ordering::Release);
            self.end_cycle(owner);
            drop(locks);
            let dying = Releasing::of(&self.slots, dying);
            if record::is_on() {
                dying.record(parent);
            }
            self.discard(dying, Kind::Scope);
        }
        true
    }

    /// Releases everything that the scope owns except `keep`; kept handles that a scope below owns
    /// move to it. It stays open. Errors: `INVALID_HANDLE`, `SCOPE_CAPPED`, `LIMIT_EXCEEDED`: then
    /// nothing has changed.
    pub fn close_all_but(&'static self, scope: Handle, keep: &[Handle]) -> Result<()> {
        self.gather(scope, keep).map(|kept| self.close_others(kept))
    }

    /// The first half of [`Table::close_all_but`]: moves the kept handles, and releases nothing.
    pub fn gather(&'static self, scope: Handle, keep: &[Handle]) -> Result<Kept<T>> {
        let scope = self.pin(scope, Kind::Scope)?;
        let pins = keep.iter().map(|&handle| self.pin_any(handle)).collect::<Result<Vec<_>>>()?;
        let moved = self.move_together(&pins, Move::out_of(scope.index(), Destination::Scope(scope.index())))?;
        let members = pins.iter().zip(moved).filter_map(|(pin, moved)| moved.then_some(pin.index())).collect();
        Ok(Kept { scope, members, passed: Cell::new(0), _pins: pins })
    }

    /// The second half of [`Table::close_all_but`]: releases the other members.
    pub fn close_others(&'static self, kept: Kept<T>) {
        self.note_emptied(&kept.scope);
        self.drain(&kept.scope, Some(&kept), None, |item| self.release_item(item));
    }

    /// Removes everything that an open scope owns, as closing it does, but the scope stays open.
    /// The handles end here, and an error for a later use includes the [`Payload::stale_note`] of
    /// the tag. The caller releases `removed` without a lock, because a release may call back, and
    /// then calls this again, with `is_again`, for what has joined meanwhile.
    pub fn remove_members(
        &'static self,
        scope: Handle,
        is_again: bool,
        stale_note: Option<u64>,
        removed: &mut Removed<T>,
    ) -> Result<()> {
        let scope = self.pin(scope, Kind::Scope)?;
        let owns_nothing = scope.members().is_none_or(|members| members.newest() == 0);
        if !(is_again && owns_nothing) {
            // Resources that join from now on belong to the time after.
            self.note_emptied(&scope);
        }
        if !owns_nothing {
            self.drain(&scope, None, stale_note, |item| removed.items.push(item));
            removed.items.push(Item::Pinned(scope));
        }
        Ok(())
    }

    /// An empty list to pass to [`Table::remove_members`].
    pub fn nothing_removed(&'static self) -> Removed<T> {
        Removed { table: self, items: Vec::new() }
    }

    /// Releases one member that was taken out of a scope.
    #[inline(always)]
    fn release_item(&'static self, item: Item<T>) {
        match item {
            Item::Dying(dying) => self.release(dying),
            Item::Pinned(pin) => drop(pin),
        }
    }

    /// Like [`Table::remove_members`], for a scope that owns nothing. False: it owns something, or
    /// is not open.
    pub fn try_empty(&self, scope: Handle) -> bool {
        let Some(slot) = self.slots.get(scope.slot()).filter(|_| scope.is(Kind::Scope)) else { return false };
        let lock = slot.lock(scope.slot());
        let Some(open) = lock.open(scope).filter(|open| open.members.newest() == 0) else { return false };
        open.members.set_emptied(self.end_some());
        true
    }

    /// Records that the scope is emptied now, so that results meant for it before this moment are
    /// refused.
    fn note_emptied(&self, scope: &Pin<'static, T>) {
        let lock = scope.lock();
        lock.pinned(scope).members.set_emptied(self.end_some());
    }

    /// Whether it is open, and has not been emptied since the counter of [endings](Table::endings)
    /// had this value.
    pub fn is_open_since(&self, scope: Handle, endings: u64) -> bool {
        let Some(slot) = self.slots.get(scope.slot()).filter(|_| scope.is(Kind::Scope)) else { return false };
        let lock = slot.lock(scope.slot());
        lock.open(scope).is_some_and(|open| open.members.emptied() <= endings)
    }

    /// Moves a handle to this scope. On an error it stays where it was: if the scope is closed,
    /// capped, full, or below the handle.
    pub fn attach(&'static self, scope: Handle, member: Handle) -> Result<()> {
        if self.try_move_fast(member, Destination::Open(scope)) {
            return Ok(());
        }
        let member = self.pin_any(member)?;
        if member.members().is_none() {
            self.refuse_closed(scope)?;
            return self.relocate(&member, Move::to(Destination::Open(scope))).map(drop);
        }
        let target = self.target(scope)?;
        self.relocate(&member, Move::to(Destination::Scope(target.index()))).map(drop)
    }

    /// Moves a handle to a module, which keeps it from then on. If this fails, the handle stays where
    /// it was.
    pub fn adopt(&'static self, module: Handle, member: Handle) -> Result<()> {
        let (module, member) = (self.pin(module, Kind::Module)?, self.pin_any(member)?);
        self.relocate(&member, Move::to(Destination::Scope(module.index()))).map(drop)
    }

    /// Removes a handle from the scope that owns it, so that it is unowned. Does nothing if it
    /// already is.
    pub fn detach(&'static self, member: Handle) -> Result<()> {
        let member = self.pin_any(member)?;
        self.relocate(&member, Move::to(Destination::Unowned)).map(drop)
    }

    /// Moves a handle to the parent of the scope that owns it; it is unowned if there is no parent.
    /// Does nothing if it already is unowned.
    pub fn keep(&'static self, member: Handle) -> Result<()> {
        if self.try_move_fast(member, Destination::Parent) {
            return Ok(());
        }
        let member = self.pin_any(member)?;
        self.relocate(&member, Move::to(Destination::Parent)).map(drop)
    }

    /// Moves a handle to the parent of `scope`; it is unowned if there is no parent.
    pub fn ret(&'static self, scope: Handle, member: Handle) -> Result<()> {
        let member = self.pin_any(member)?;
        let scope = self.pin(scope, Kind::Scope)?;
        self.relocate(&member, Move::to(Destination::ParentOf(scope.index()))).map(drop)
    }

    /// The scope that currently owns this handle.
    pub fn owner(&'static self, member: Handle) -> Result<Option<Handle>> {
        if member.kind().is_some()
            && let Some(slot) = self.slots.get(member.slot())
        {
            let owner = self.owner_of(slot);
            // Checked afterwards: if the slot still holds the handle, it has held nothing else
            // meanwhile.
            if slot.is_live(member) {
                return Ok(owner);
            }
        }
        Err(report::invalid(self, member, None))
    }

    /// The scope that currently owns the resource in this slot; also `None` if that scope is
    /// closing.
    pub(super) fn owner_of(&self, slot: &Slot<T>) -> Option<Handle> {
        loop {
            let owner = slot.owner.load(Ordering::Acquire);
            if owner == 0 || owner == GONE {
                return None;
            }
            let scope = self.slots.linked(owner).live_handle(owner);
            // The owner is unchanged, so this is the scope that owns it, and not one that took over
            // its slot later.
            if slot.owner.load(Ordering::Acquire) == owner {
                return scope;
            }
        }
    }

    /// The direct members of this scope, oldest first.
    pub fn members(&'static self, scope: Handle) -> Result<Vec<Handle>> {
        let scope = self.pin_scope(scope)?;
        let mut handles = Vec::new();
        let lock = scope.lock();
        self.each_member(lock.pinned(&scope), |index, slot, _| {
            let handle = slot.live_handle(index);
            handles.extend(handle.filter(|handle| handle.kind().is_some()));
        });
        handles.reverse();
        Ok(handles)
    }

    /// What this scope and everything below it own. Exact if no other thread changes them
    /// meanwhile.
    pub fn stats(&'static self, scope: Handle) -> Result<ScopeStats> {
        let root = self.pin_scope(scope)?;
        let reading = self.reading(&root, scope);
        let mut stats = self.sum_below(vec![root]);
        if let Some(reading) = reading {
            stats.measured = true;
            stats.peak_tensors = reading.peak_tensors;
            stats.peak_bytes = reading.peak_bytes;
            stats.limit = reading.limit;
        }
        Ok(stats)
    }

    /// The sum of what the open scopes of this name and everything below them own, without peaks. A
    /// scope inside of another one of the name is counted with that one.
    pub fn stats_named(&'static self, name: &str) -> ScopeStats {
        let named: HashSet<Handle> = self.handles_named(name).into_iter().filter(|handle| handle.is_scope()).collect();
        let above = |&scope: &Handle| self.owner(scope).ok().flatten();
        let is_outermost =
            |&scope: &Handle| !std::iter::successors(above(&scope), above).any(|above| named.contains(&above));
        let roots = named.iter().copied().filter(is_outermost);
        self.sum_below(roots.filter_map(|scope| self.pin_scope(scope).ok()).collect())
    }

    /// What these scopes and everything below them own, each storage once.
    fn sum_below(&'static self, mut scopes: Vec<Pin<'static, T>>) -> ScopeStats {
        let mut stats = ScopeStats::default();
        let mut storages = HashSet::new();
        while let Some(scope) = scopes.pop() {
            let mut children = Vec::new();
            {
                let lock = scope.lock();
                self.each_member(lock.pinned(&scope), |index, slot, resource| {
                    let Some(handle) = slot.live_handle(index).filter(|handle| handle.kind().is_some()) else { return };
                    stats.members += 1;
                    stats.tensors += u64::from(handle.is(Kind::Tensor));
                    let fresh = resource.charges().into_iter().flatten();
                    let fresh = fresh.filter(|charge| storages.insert(charge.storage));
                    stats.bytes += fresh.map(|charge| charge.bytes).sum::<u64>();
                    stats.scopes += u64::from(handle.is(Kind::Scope));
                    if handle.is_scope() {
                        children.push(handle);
                    }
                });
            }
            // Pinned without the lock: dropping a pin may release a resource, which takes locks.
            scopes.extend(children.into_iter().filter_map(|child| self.pin_scope(child).ok()));
        }
        stats
    }

    /// The scope of this handle as a target: `SCOPE_CLOSED` if it is closed. A pinned scope may be
    /// closed meanwhile, but its slot is not reused.
    pub(super) fn target(&'static self, scope: Handle) -> Result<Pin<'static, T>> {
        self.refuse_closed(scope)?;
        self.pin(scope, Kind::Scope).map_err(|_| report::scope_closed(self, scope))
    }

    /// `SCOPE_CLOSED` unless it is an open scope.
    pub(super) fn refuse_closed(&'static self, scope: Handle) -> Result<()> {
        if self.is_open(scope) { Ok(()) } else { Err(report::scope_closed(self, scope)) }
    }

    /// Whether it is an open scope.
    #[inline]
    pub(super) fn is_open(&self, scope: Handle) -> bool {
        scope.is(Kind::Scope) && self.is_live(scope)
    }

    /// Puts a slot, which has the number `index`, on the list of the scope whose lock is held.
    #[inline(always)]
    pub(super) fn link(&self, scope: Locked<'_, T>, slot: &Slot<T>, index: u32) {
        let members = scope.members;
        let newest = members.newest();
        slot.prev.store(0, Ordering::Relaxed);
        slot.next.store(newest, Ordering::Relaxed);
        if newest != 0 {
            self.slots.linked(newest).prev.store(index, Ordering::Relaxed);
        }
        members.set_newest(index);
        members.set_count(members.count() + 1);
        slot.owner.store(scope.index, Ordering::Release);
    }

    /// Takes a slot off the list of its scope, if it has one. Only the releaser calls this, so the
    /// slot joins no other scope. Returns its owner, 0 for none.
    #[inline(always)]
    pub(super) fn unlink(&self, dying: &Releasing<'_, T>) -> u32 {
        let slot = dying.slot();
        loop {
            let owner = slot.owner.load(Ordering::Acquire);
            if owner == 0 || owner == GONE {
                return owner;
            }
            let lock = self.slots.linked(owner).lock(owner);
            if let Some(scope) = lock.owner_of(slot) {
                self.take_off(scope, slot);
                slot.owner.store(0, Ordering::Release);
                if dying.resource().members().is_some() {
                    self.end_cycle(scope);
                }
                return owner;
            }
        }
    }

    /// Takes a member off the list and off the meter. The caller sets its `owner` before it
    /// releases the lock.
    #[inline(always)]
    pub(super) fn take_off(&self, scope: Locked<'_, T>, slot: &Slot<T>) {
        let members = scope.members;
        if members.is_metered() {
            self.dismiss(scope, scope.resource(slot).expect("the caller has seen it to be a member"));
        }
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

    /// Counts a closed child of this scope, whose lock is held, as a cycle, and samples some of the
    /// cycles.
    pub(super) fn end_cycle(&self, scope: Locked<'_, T>) {
        let members = scope.members;
        let cycle = members.count_cycle();
        if !LeakHeuristic::is_sampled(cycle) {
            return;
        }
        let mut bytes = 0;
        if members.count() <= SUMMED {
            self.each_member(scope, |_, _, resource| {
                bytes += resource.charges().iter().flatten().map(|charge| charge.bytes).sum::<u64>();
            });
        }
        let mut growth = members.leak_heuristic().lock();
        growth.get_or_insert_default().sample(cycle, u64::from(members.count()), bytes);
    }

    /// Takes everything below a scope except `kept` off its list, and passes it to `release`
    /// without a scope's lock. A child that was killed is released with its pin.
    fn drain(
        &'static self,
        scope: &Pin<'static, T>,
        kept: Option<&Kept<T>>,
        stale_note: Option<u64>,
        mut release: impl FnMut(Item<T>),
    ) {
        // The way back from a child; for a scope without children it stays empty and allocates
        // nothing.
        let mut way: Vec<Pin<'static, T>> = Vec::new();
        loop {
            let at = way.last().unwrap_or(scope);
            let mut batch = [const { None }; BATCH];
            let (taken, stop) = self.take_batch(at, &mut batch, kept, stale_note);
            // Iterated in place, so that the array is not moved.
            for dying in batch[..taken].iter_mut().filter_map(Option::take) {
                release(Item::Dying(dying));
            }
            match stop {
                Stop::Child(child) => way.push(child),
                Stop::Lent(lent) => {
                    let borrower = at.index();
                    if !self.return_together(&lent, borrower) {
                        self.return_to_origin(&lent, borrower);
                    }
                    release(Item::Pinned(lent));
                }
                Stop::Full => {}
                Stop::End => match way.pop() {
                    Some(drained) => release(Item::Pinned(drained)),
                    None => return,
                },
            }
        }
    }

    /// Takes members off a scope's list, newest first, until the batch is full or something else
    /// must be done first. Members that another thread is releasing or has pinned are only taken
    /// off. Returns how many are to be released.
    fn take_batch(
        &'static self,
        scope: &Pin<'static, T>,
        batch: &mut [Option<Dying>; BATCH],
        kept: Option<&Kept<T>>,
        stale_note: Option<u64>,
    ) -> (usize, Stop<T>) {
        let lock = scope.lock();
        let locked = lock.pinned(scope);
        let scope = scope.index();
        let mut taken = 0;
        let passed = kept.filter(|kept| kept.scope.index() == scope).map_or(0, |kept| kept.passed.get());
        let mut index = if passed != 0 && self.slots.linked(passed).owner.load(Ordering::Relaxed) == scope {
            self.slots.linked(passed).next.load(Ordering::Relaxed)
        } else {
            locked.members.newest()
        };
        while taken < BATCH {
            if index == 0 {
                return (taken, Stop::End);
            }
            let slot = self.slots.linked(index);
            let next = slot.next.load(Ordering::Relaxed);
            if let Some(kept) = kept.filter(|kept| kept.scope.index() == scope && kept.members.contains(&index)) {
                kept.passed.set(index);
                index = next;
                continue;
            }
            // A linked slot cannot be vacated, so the handle killed here is its current one.
            let handle = slot.live_handle(index);
            let is_scope = slot.state().is_scope();
            if let Some(handle) = handle
                && slot.is_lent()
                && let Ok(lent) = self.pin_slot(handle)
            {
                return (taken, Stop::Lent(lent));
            }
            if let (Some(handle), Some(tag)) = (handle, stale_note) {
                // Written first, so that a thread that finds the handle closed also finds the
                // reason.
                self.slots.write_stale_note(handle, tag);
            }
            let child = handle.filter(|_| is_scope).and_then(|handle| self.kill_pinned(handle));
            let kill = handle.filter(|_| !is_scope).map_or(Kill::Lost, |handle| slot.kill(handle, false));
            self.take_off(locked, slot);
            slot.owner.store(GONE, Ordering::Release);
            if let Some(child) = child {
                self.end_some();
                return (taken, Stop::Child(child));
            }
            if let Kill::Release(dying) = kill {
                batch[taken] = Some(dying);
                taken += 1;
            }
            index = next;
        }
        (taken, Stop::Full)
    }

    /// Whether slot `index` is owned by scope slot `ancestor`, directly or through scopes between.
    pub(super) fn is_below(&self, index: u32, ancestor: u32) -> bool {
        let mut at = index;
        loop {
            at = self.slots.linked(at).owner.load(Ordering::Acquire);
            if at == 0 || at == GONE || at == ancestor {
                return at == ancestor;
            }
        }
    }
}
