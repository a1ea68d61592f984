//! Admission: what may join a scope. The cap, the limits, and the meters that count for them.
//!
//! Invariant: a member of a metered scope is charged to that scope's meter exactly while it is
//! linked, under the lock of the scope. A scope's meter is its own, or else the meter of its
//! nearest ancestor that has one, so moving a scope swaps the meters of everything below it. Such
//! moves are serialised by the move lock ([`Table::scope_move_lock`]), also because two concurrent
//! moves could create a cycle.

use super::access::{Locked, MoveLock};
use super::handle::{Handle, Kind};
use super::members::NotAdmitted;
use super::meter::{Charges, Measured, Meter, Refusal};
use super::pin::Pin;
use super::report;
use super::table::{LIMITS, Payload, Table};
use crate::error::{Error, Result};
use std::sync::Arc;

impl<T: Payload> Table<T> {
    /// With `capped`, only child scopes may join; without it, any member may join again.
    pub fn set_capped(&'static self, scope: Handle, capped: bool) -> Result<()> {
        let scope = self.pin(scope, Kind::Scope)?;
        let lock = scope.lock();
        lock.pinned(&scope).members.set_capped(capped);
        Ok(())
    }

    /// Whether it is capped.
    pub fn is_capped(&'static self, scope: Handle) -> Result<bool> {
        let scope = self.pin(scope, Kind::Scope)?;
        let lock = scope.lock();
        Ok(lock.pinned(&scope).members.is_capped())
    }

    /// Sets the limit in bytes for this scope and everything below it, 0 for no limit. From now on
    /// the scope is also measured.
    pub fn set_limit(&'static self, scope: Handle, bytes: u64) -> Result<()> {
        self.own_meter(scope).map(|meter| meter.set_limit(bytes))
    }

    /// Starts recording peaks of this scope and everything below it.
    pub fn measure(&'static self, scope: Handle) -> Result<()> {
        self.own_meter(scope).map(drop)
    }

    /// Peaks and limit of a scope that has a meter of its own.
    pub(super) fn reading(&'static self, scope: &Pin<'_, T>, handle: Handle) -> Option<Measured> {
        let lock = scope.lock();
        let meter = lock.pinned(scope).members.meter()?;
        (meter.scope() == handle).then(|| meter.reading())
    }

    /// Bytes that the limits of this scope and its ancestors leave; `None` if there is no limit.
    /// This is only a first check, before memory is allocated; the resource is admitted or refused
    /// when it joins.
    pub fn room(&'static self, scope: Handle) -> Option<u64> {
        self.tightest(scope).map(|tightest| tightest.limit.saturating_sub(tightest.held))
    }

    /// The error for this many bytes that do not fit into [`Table::room`].
    pub fn would_refuse(&'static self, scope: Handle, bytes: u64) -> Option<Error> {
        let tightest = self.tightest(scope)?;
        Some(report::not_admitted(self, NotAdmitted::Limit(Refusal { asked: bytes, ..tightest })))
    }

    fn tightest(&'static self, scope: Handle) -> Option<Refusal> {
        let scope = self.pin_scope(scope).ok()?;
        self.meter_of(&scope)?.room()
    }

    /// [`Table::move_lock`] for a thread that may move a scope.
    pub(super) fn scope_move_lock(&self) -> ScopeMoveLock<'_, T> {
        ScopeMoveLock { lock: self.move_lock(), table: self }
    }

    /// Checks whether a resource may join a scope, and charges it. With `force` it is never
    /// refused.
    #[inline(always)]
    pub(super) fn admit(&self, scope: Locked<'_, T>, joining: &T, force: bool) -> Admission {
        if scope.members.is_plain() { Ok(()) } else { admit_slowly(scope, joining, force) }
    }

    /// Undoes [`Table::admit`] when the resource leaves this scope.
    #[inline(always)]
    pub(super) fn dismiss(&self, scope: Locked<'_, T>, leaving: &T) {
        if scope.members.is_metered() {
            dismiss_slowly(scope, leaving);
        }
    }

    /// The meter of this scope itself, created if there is none.
    fn own_meter(&'static self, handle: Handle) -> Result<Arc<Meter>> {
        let scope = self.pin_scope(handle)?;
        let mut below = Vec::new();
        let _one_at_a_time = self.move_lock();
        let old = self.meter_of(&scope);
        if let Some(meter) = &old
            && meter.scope() == handle
        {
            return Ok(meter.clone());
        }
        self.features_in_use.fetch_or(LIMITS, std::sync::atomic::Ordering::Relaxed);
        let new = Arc::new(Meter::new(handle, old.clone()));
        self.each_scope_from(&scope, &mut below, |scope, table| {
            let meter = scope.members.meter();
            if same(meter.as_ref(), old.as_ref()) {
                table.each_charged(scope, |charges, is_tensor| new.adopt(charges, is_tensor));
                scope.members.set_meter(Some(new.clone()));
                return true;
            }
            if let Some(meter) = meter.filter(|meter| meter.is_below(old.as_ref())) {
                meter.insert_above(&new);
            }
            false
        });
        Ok(new)
    }

    /// Charges everything that a scope and the scopes below it hold to `new` instead of `old`, the
    /// current meter. The caller holds [`Table::scope_move_lock`] and keeps `below` until it is
    /// released. If this is refused, nothing has changed.
    pub(super) fn remeter(
        &'static self,
        scope: &Pin<'static, T>,
        below: &mut Vec<Pin<'static, T>>,
        old: Option<&Arc<Meter>>,
        new: Option<&Arc<Meter>>,
        force: bool,
    ) -> std::result::Result<(), Refusal> {
        if same(old, new) {
            return Ok(());
        }
        let mut refused = None;
        self.each_scope_from(scope, below, |scope, table| {
            if refused.is_some() {
                return false;
            }
            let meter = scope.members.meter();
            if !same(meter.as_ref(), old) {
                if let Some(own) = meter.filter(|meter| meter.is_below(old)) {
                    refused = own.move_below(new.cloned(), force).err();
                }
                return false;
            }
            let mut charged = 0;
            if let Some(new) = new {
                table.each_charged(scope, |charges, is_tensor| {
                    if refused.is_none() {
                        refused = new.charge(charges, is_tensor, force).err();
                        charged += usize::from(refused.is_none());
                    }
                });
            }
            let (off, count) = if refused.is_none() { (old, usize::MAX) } else { (new, charged) };
            if let Some(off) = off {
                let mut left = count;
                table.each_charged(scope, |charges, is_tensor| {
                    if left > 0 {
                        off.discharge(charges, is_tensor);
                        left -= 1;
                    }
                });
            }
            if refused.is_none() {
                scope.members.set_meter(new.cloned());
            }
            refused.is_none()
        });
        match refused {
            None => Ok(()),
            Some(refusal) => {
                // The scopes before the one that did not fit go back to their old meter, which had
                // counted them a moment ago, so they fit.
                let _ = self.remeter(scope, below, new, old, true);
                Err(refusal)
            }
        }
    }

    /// The meter of a pinned scope, or else of its nearest ancestor that has one.
    pub(super) fn meter_of(&self, scope: &Pin<'_, T>) -> Option<Arc<Meter>> {
        let lock = scope.lock();
        lock.pinned(scope).members.meter()
    }

    /// Visits a scope and the scopes below it, each under its own lock, and descends where `visit`
    /// returns true. Pins go to `below`, because dropping one may release a resource, which takes
    /// locks.
    fn each_scope_from(
        &'static self,
        scope: &Pin<'static, T>,
        below: &mut Vec<Pin<'static, T>>,
        mut visit: impl FnMut(Locked<'_, T>, &'static Table<T>) -> bool,
    ) {
        let first = below.len();
        let mut next = first;
        loop {
            let mut children = Vec::new();
            {
                let at = if next == first { scope } else { &below[next - 1] };
                let lock = at.lock();
                let locked = lock.pinned(at);
                if visit(locked, self) {
                    self.each_member(locked, |index, slot, _| {
                        children.extend(slot.live_handle(index).filter(|handle| handle.is_scope()));
                    });
                }
            }
            below.extend(children.into_iter().filter_map(|child| self.pin_scope(child).ok()));
            if next == below.len() {
                return;
            }
            next += 1;
        }
    }

    /// Visits each member of a scope that a meter counts: all except scopes, whose members are
    /// counted themselves.
    fn each_charged(&self, scope: Locked<'_, T>, mut visit: impl FnMut(Charges, bool)) {
        self.each_member(scope, |_, _, member| {
            if member.members().is_none() {
                let (charges, is_tensor) = charges_of(member);
                visit(charges, is_tensor);
            }
        });
    }
}

/// The guard of [`Table::scope_move_lock`]. Its end starts a new epoch, because a scope may have
/// moved.
pub(super) struct ScopeMoveLock<'a, T: Payload> {
    pub(super) lock: MoveLock<'a, T>,
    table: &'a Table<T>,
}

impl<T: Payload> Drop for ScopeMoveLock<'_, T> {
    fn drop(&mut self) {
        self.table.end_epoch();
    }
}

#[cold]
fn admit_slowly<T: Payload>(scope: Locked<'_, T>, joining: &T, force: bool) -> Admission {
    let own = joining.members();
    if scope.members.is_capped() && own.is_none() && !force {
        return Err(NotAdmitted::Capped(scope.handle().unwrap_or(Handle(0))));
    }
    let Some(meter) = scope.members.meter() else { return Ok(()) };
    match own {
        // A new scope, or one whose meters have been updated already.
        Some(own) if !own.is_metered() => own.set_meter(Some(meter)),
        Some(_) => {}
        None => {
            let (charges, is_tensor) = charges_of(joining);
            meter.charge(charges, is_tensor, force).map_err(NotAdmitted::Limit)?;
        }
    }
    Ok(())
}

#[cold]
fn dismiss_slowly<T: Payload>(scope: Locked<'_, T>, leaving: &T) {
    if let Some(meter) = scope.members.meter()
        && leaving.members().is_none()
    {
        let (charges, is_tensor) = charges_of(leaving);
        meter.discharge(charges, is_tensor);
    }
}

/// The result of [`Table::admit`].
pub(super) type Admission = std::result::Result<(), NotAdmitted>;

fn charges_of<T: Payload>(member: &T) -> (Charges, bool) {
    (member.charges(), member.kind() == Kind::Tensor)
}

fn same(a: Option<&Arc<Meter>>, b: Option<&Arc<Meter>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    }
}
