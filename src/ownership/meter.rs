//! `Meter`: counts what a scope and everything below it hold, with peaks, and refuses what exceeds
//! its limit.
//!
//! A scope has a meter only if it was given a limit or is measured. Scopes below it use the same
//! meter, or their own with this one as its parent. So programs without limits pay nothing.
//!
//! Invariant: `bytes` is the sum over the *distinct* storages of the subtree: a view and its base
//! count once. A charge here is also charged to every parent meter, and a refusal by a parent
//! leaves nothing changed here. Locks are taken from child to parent, never the other way.
//!
//! Users nest limits as deep as they like, so nothing here recurses. A charge locks and checks
//! every meter on the way up, then writes and unlocks on the way down ([`Meter::with_ancestors`]).
//! The way down is linked through the meters themselves, so it costs neither stack nor allocation.

#![allow(unsafe_code)]

use super::handle::Handle;
use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::AtomicPtr;

/// The memory of a member: the identity of its storage and its size in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StorageCharge {
    /// The same for every member that shares this storage.
    pub storage: usize,
    /// The storage's bytes.
    pub bytes: u64,
}

/// All the memory of a member.
pub type Charges = [Option<StorageCharge>; 2];

/// The meter of one scope.
pub(super) struct Meter {
    scope: Handle,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    parent: Option<Arc<Meter>>,
    /// The meter below, which the same thread locked before this one; null for the first.
    below: AtomicPtr<Meter>,
    /// 0 = none.
    limit: u64,
    /// How many members hold each storage, and its bytes.
    held: HashMap<usize, (u64, u64)>,
    bytes: u64,
    peak_bytes: u64,
    tensors: u64,
    peak_tensors: u64,
}

/// The readings of a scope's meter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// The peak number of bytes since it was first measured.
    pub peak_bytes: u64,
    /// The peak number of tensors.
    pub peak_tensors: u64,
    /// Its limit, 0 for none.
    pub limit: u64,
}

/// A request that a limit refused.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusal {
    pub(super) scope: Handle,
    pub(super) asked: u64,
    pub(super) held: u64,
    pub(super) limit: u64,
}

impl Meter {
    /// A meter of this scope, which has none of its own yet, below `parent`.
    pub(super) fn new(scope: Handle, parent: Option<Arc<Meter>>) -> Meter {
        Meter { scope, counts: Mutex::new(Counts { parent, ..Counts::default() }) }
    }

    /// The scope it belongs to.
    pub(super) fn scope(&self) -> Handle {
        self.scope
    }

    /// Counts one more member here and in every parent. If it is refused, nothing has changed; with
    /// `force` it is never refused.
    pub(super) fn charge(&self, charges: Charges, is_tensor: bool, force: bool) -> Result<(), Refusal> {
        let check = |scope, counts: &Counts| if force { Ok(()) } else { counts.check(scope, charges) };
        self.with_ancestors(check, |counts| counts.add_member(charges, is_tensor))
    }

    /// Counts one member less here and in every parent.
    pub(super) fn discharge(&self, charges: Charges, is_tensor: bool) {
        let remove = |counts: &mut Counts| {
            counts.remove(charges[0], is_tensor, 1);
            counts.remove(charges[1], false, 1);
        };
        let _ = self.with_ancestors(|_, _| Ok(()), remove);
    }

    /// Counts a member that the parents already count, because the scope has just been given this
    /// meter.
    pub(super) fn adopt(&self, charges: Charges, is_tensor: bool) {
        self.counts.lock().add_member(charges, is_tensor);
    }

    /// Moves this meter's counts from its old parent to another one. If this is refused, nothing
    /// has changed.
    pub(super) fn move_below(&self, parent: Option<Arc<Meter>>, force: bool) -> Result<(), Refusal> {
        let mut counts = self.counts.lock();
        if let Some(parent) = &parent {
            parent.charge_all(&counts, force)?;
        }
        if let Some(old) = counts.parent.take() {
            old.discharge_all(&counts);
        }
        counts.parent = parent;
        Ok(())
    }

    /// Inserts a new meter between this one and its parent: it counts what this one counts, and
    /// nothing changes further up.
    pub(super) fn insert_above(&self, between: &Arc<Meter>) {
        let mut counts = self.counts.lock();
        let mut new = between.counts.lock();
        for (&storage, &(members, bytes)) in &counts.held {
            new.add(Some(StorageCharge { storage, bytes }), false, members);
        }
        new.add_tensors(counts.tensors);
        drop(new);
        counts.parent = Some(between.clone());
    }

    /// Whether its parent is this one.
    pub(super) fn is_below(&self, parent: Option<&Arc<Meter>>) -> bool {
        match (&self.counts.lock().parent, parent) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }

    /// Sets the limit; 0 removes it. A limit below what is held now prevents growth but frees
    /// nothing.
    pub(super) fn set_limit(&self, bytes: u64) {
        self.counts.lock().limit = bytes;
    }

    /// Peaks and limit.
    pub(super) fn reading(&self) -> Measured {
        let counts = self.counts.lock();
        Measured { peak_bytes: counts.peak_bytes, peak_tensors: counts.peak_tensors, limit: counts.limit }
    }

    /// The smallest room left here and in every parent, as the refusal it would give.
    pub(super) fn room(&self) -> Option<Refusal> {
        let left = |refusal: &Refusal| refusal.limit.saturating_sub(refusal.held);
        let mut tightest: Option<Refusal> = None;
        let look = |scope, counts: &Counts| {
            let own = Refusal { scope, asked: 0, held: counts.bytes, limit: counts.limit };
            if counts.limit > 0 && tightest.as_ref().is_none_or(|tightest| left(&own) < left(tightest)) {
                tightest = Some(own);
            }
            Ok(())
        };
        let _ = self.with_ancestors(look, |_| ());
        tightest
    }

    /// Charges everything that `child`, which is locked, counts.
    fn charge_all(&self, child: &Counts, force: bool) -> Result<(), Refusal> {
        let check = |scope, counts: &Counts| if force { Ok(()) } else { counts.check_all(scope, child) };
        self.with_ancestors(check, |counts| {
            for (&storage, &(members, bytes)) in &child.held {
                counts.add(Some(StorageCharge { storage, bytes }), false, members);
            }
            counts.add_tensors(child.tensors);
        })
    }

    /// Undoes [`Meter::charge_all`].
    fn discharge_all(&self, child: &Counts) {
        let remove = |counts: &mut Counts| {
            for (&storage, &(members, bytes)) in &child.held {
                counts.remove(Some(StorageCharge { storage, bytes }), false, members);
            }
            counts.tensors -= child.tensors;
        };
        let _ = self.with_ancestors(|_, _| Ok(()), remove);
    }

    /// Locks this meter and all its parents, calls `check` on each, the lowest first, and then,
    /// unless one refused, `change` on each. All of them stay locked until the last was checked, so
    /// no thread sees a partial change.
    #[inline]
    fn with_ancestors(
        &self,
        mut check: impl FnMut(Handle, &Counts) -> Result<(), Refusal>,
        mut change: impl FnMut(&mut Counts),
    ) -> Result<(), Refusal> {
        let mut locked = Locked { top: std::ptr::null(), lowest: PhantomData };
        let mut next: *const Meter = self;
        // SAFETY: it is `self`, or the parent of a locked meter, which keeps its parent alive and
        // cannot get another one.
        while let Some(meter) = unsafe { next.as_ref() } {
            let counts = meter.counts.lock();
            check(meter.scope, &counts)?;
            next = counts.parent.as_ref().map_or(std::ptr::null(), Arc::as_ptr);
            locked.push(meter, counts);
        }
        while let Some(counts) = locked.top() {
            change(counts);
            locked.pop();
        }
        Ok(())
    }
}

/// Drops a chain of meters one by one, not by recursion.
impl Drop for Meter {
    fn drop(&mut self) {
        let mut next = self.counts.get_mut().parent.take();
        while let Some(mut parent) = next.and_then(Arc::into_inner) {
            next = parent.counts.get_mut().parent.take();
        }
    }
}

/// A meter and its parents, all locked. Dropping this unlocks them, the highest first.
struct Locked<'a> {
    /// The highest locked meter, null for none.
    top: *const Meter,
    lowest: PhantomData<&'a Meter>,
}

impl Locked<'_> {
    fn push(&mut self, meter: &Meter, mut counts: MutexGuard<'_, Counts>) {
        *counts.below.get_mut() = self.top.cast_mut();
        std::mem::forget(counts); // unlocked by `pop`
        self.top = meter;
    }

    fn top(&mut self) -> Option<&mut Counts> {
        // SAFETY: a locked meter is either the lowest, which the caller of `with_ancestors` keeps
        // alive, or kept alive by the one below it.
        let meter = unsafe { self.top.as_ref()? };
        // SAFETY: this thread holds the lock, and no other reference to the guarded data is left.
        Some(unsafe { &mut *meter.counts.data_ptr() })
    }

    fn pop(&mut self) {
        let Some(counts) = self.top() else { return };
        let below = *counts.below.get_mut();
        // SAFETY: `push` locked it and forgot the guard; it is alive for the same reason as in
        // `top`.
        unsafe { (*self.top).counts.force_unlock() };
        self.top = below;
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        while !self.top.is_null() {
            self.pop();
        }
    }
}

impl Counts {
    fn check(&self, scope: Handle, charges: Charges) -> Result<(), Refusal> {
        if self.limit == 0 {
            return Ok(());
        }
        let fresh = charges.iter().flatten().filter(|charge| !self.held.contains_key(&charge.storage));
        let asked = fresh.fold(0u64, |sum, charge| sum.saturating_add(charge.bytes));
        let fits = asked == 0 || self.bytes.checked_add(asked).is_some_and(|sum| sum <= self.limit);
        let refusal = Refusal { scope, asked, held: self.bytes, limit: self.limit };
        if fits { Ok(()) } else { Err(refusal) }
    }

    /// Like [`Counts::check`], for everything that `child` counts.
    fn check_all(&self, scope: Handle, child: &Counts) -> Result<(), Refusal> {
        if self.limit == 0 {
            return Ok(());
        }
        let fresh = child.held.iter().filter(|(storage, _)| !self.held.contains_key(storage)).map(|(_, held)| held.1);
        let fresh: u64 = fresh.sum();
        if fresh > 0 && self.bytes.saturating_add(fresh) > self.limit {
            return Err(Refusal { scope, asked: fresh, held: self.bytes, limit: self.limit });
        }
        Ok(())
    }

    fn add_member(&mut self, charges: Charges, is_tensor: bool) {
        self.add(charges[0], is_tensor, 1);
        self.add(charges[1], false, 1);
    }

    fn add(&mut self, charge: Option<StorageCharge>, is_tensor: bool, members: u64) {
        if let Some(StorageCharge { storage, bytes }) = charge {
            let held = self.held.entry(storage).or_insert((0, bytes));
            if held.0 == 0 {
                self.bytes += bytes;
                self.peak_bytes = self.peak_bytes.max(self.bytes);
            }
            held.0 += members;
        }
        self.add_tensors(u64::from(is_tensor));
    }

    fn add_tensors(&mut self, tensors: u64) {
        self.tensors += tensors;
        self.peak_tensors = self.peak_tensors.max(self.tensors);
    }

    fn remove(&mut self, charge: Option<StorageCharge>, is_tensor: bool, members: u64) {
        if let Some(StorageCharge { storage, .. }) = charge
            && let Some(held) = self.held.get_mut(&storage)
        {
            held.0 -= members;
            if held.0 == 0 {
                self.bytes -= held.1;
                self.held.remove(&storage);
            }
        }
        self.tensors -= u64::from(is_tensor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charge(storage: usize, bytes: u64) -> Charges {
        [Some(StorageCharge { storage, bytes }), None]
    }

    #[test]
    fn a_storage_counts_once_and_a_refusal_above_changes_nothing_below() {
        let root = Arc::new(Meter::new(Handle(1), None));
        root.set_limit(100);
        let child = Arc::new(Meter::new(Handle(2), Some(root.clone())));
        child.charge(charge(1, 60), true, false).expect("fits");
        child.charge(charge(1, 60), true, false).expect("a view of it costs nothing");
        let refusal = child.charge(charge(2, 41), true, false).expect_err("does not fit above");
        assert_eq!((refusal.scope, refusal.asked, refusal.held), (Handle(1), 41, 60));
        assert_eq!(child.reading().peak_bytes, 60);
        child.discharge(charge(1, 60), true);
        child.discharge(charge(1, 60), true);
        child.charge(charge(2, 41), true, false).expect("fits now");
        assert_eq!(root.reading(), Measured { peak_bytes: 60, peak_tensors: 2, limit: 100 });
    }

    #[test]
    fn a_gradient_counts_with_its_member_and_is_refused_with_it() {
        let meter = Meter::new(Handle(1), None);
        meter.set_limit(100);
        let leaf = [charge(1, 60)[0], charge(2, 41)[0]];
        let refusal = meter.charge(leaf, true, false).expect_err("one byte more than fits");
        assert_eq!((refusal.asked, refusal.held), (101, 0));
        meter.set_limit(101);
        meter.charge(leaf, true, false).expect("fits");
        meter.charge(charge(2, 41), true, false).expect("the gradient is counted already");
        meter.discharge(leaf, true);
        assert_eq!(meter.counts.lock().bytes, 41);
    }

    #[test]
    fn a_meter_moves_with_all_that_it_counts() {
        let (old, new) = (Arc::new(Meter::new(Handle(1), None)), Arc::new(Meter::new(Handle(2), None)));
        let child = Meter::new(Handle(3), Some(old.clone()));
        child.charge(charge(1, 60), true, false).expect("no limit");
        new.set_limit(59);
        child.move_below(Some(new.clone()), false).expect_err("does not fit");
        assert!(child.is_below(Some(&old)));
        new.set_limit(60);
        child.move_below(Some(new.clone()), false).expect("fits");
        assert_eq!((old.counts.lock().bytes, new.counts.lock().bytes), (0, 60));
        assert_eq!((old.counts.lock().tensors, new.counts.lock().tensors), (0, 1));
    }
}
