//! Shortcuts: a member goes from one scope to another without being pinned, as in most moves, loans and escapes.
//!
//! Invariant: a member of a scope whose lock is held stays in its slot, since who releases it takes that lock first, to
//! unlink it. So looking at it under the lock is as good as a pin, and two locked instructions cheaper. What is out of the
//! ordinary (a scope, something lent, nobody's, a refusal) is left as it is; the long way goes on with it, or says why not.

use super::handle::{Handle, Kind};
use super::loan::StandIn;
use super::relocate::{Destination, Locks};
use super::slot::{GONE, Kill, Slot};
use super::sync::Ordering;
use super::table::{Payload, Table};

impl<T: Payload> Table<T> {
    /// Moves a member to the scope that is named, or to the parent of its own. False: nothing has changed.
    pub(super) fn move_shortly(&'static self, member: Handle, to: Destination) -> bool {
        let Some((index, slot, from)) = self.owned(member) else { return false };
        let (target, open, child) = match to {
            Destination::Open(scope) if !self.is_open(scope) => return false, // any number at all
            Destination::Open(scope) => (scope.slot(), Some(scope), 0),
            Destination::Outer => (self.slots.linked(from).owner.load(Ordering::Acquire), None, from),
            Destination::Scope(_) | Destination::Beside(_) | Destination::Nobody => return false,
        };
        if target == 0 || target == GONE || target == from {
            return false;
        }
        let locks = self.lock_both(from, target);
        if !is_plain_member(slot, member, from) || !self.is_target(target, open, child) {
            return false;
        }
        self.pass(index, (from, target), &locks)
    }

    /// Closes a scope of which one member escapes to its parent. False: nothing has changed.
    pub(super) fn pop_shortly(&'static self, scope: Handle, member: Handle) -> bool {
        let Some((index, slot, from)) = self.owned(member) else { return false };
        if !scope.is(Kind::Scope) || from != scope.slot() {
            return false;
        }
        let closing = self.slots.linked(from);
        let parent = closing.owner.load(Ordering::Acquire);
        if parent == 0 || parent == GONE {
            return false;
        }
        let locks = self.lock_both(from, parent);
        let is_all_there = is_plain_member(slot, member, from)
            && closing.is_live(scope)
            && !closing.is_lent()
            && self.is_target(parent, None, from)
            && self.pass(index, (from, parent), &locks);
        if !is_all_there {
            return false;
        }
        if self.members_of(from, locks.of(from)).newest() != 0 {
            drop(locks);
            // Whoever closed it meanwhile has done what was to be done.
            let _ = self.close(scope);
            return true;
        }
        // Nothing is left to release, and nobody joins while its lock is held: it goes off its parent's list at once.
        if closing.kill(scope, false) == Kill::Release {
            self.take_off(parent, from, locks.of(parent));
            closing.owner.store(0, Ordering::Release);
            self.end_cycle(parent, locks.of(parent));
            drop(locks);
            self.discard(from, Kind::Scope);
        }
        true
    }

    /// Lends a member to a scope. False: nothing has changed.
    pub(super) fn lend_shortly(&'static self, member: Handle, scope: Handle) -> bool {
        let Ok(stand_in) = self.slots.take(Kind::StandIn) else { return false };
        let (lent, freed) = {
            let _one_at_a_time = self.loans();
            let lent = self.lend_member(member, scope, stand_in);
            (lent, if lent { self.shorten(stand_in, scope.slot()) } else { None })
        };
        if !lent {
            self.slots.put(stand_in, Kind::StandIn);
        }
        if let Some(freed) = freed {
            self.release(freed);
        }
        lent
    }

    fn lend_member(&'static self, member: Handle, scope: Handle, stand_in: u32) -> bool {
        let Some((index, slot, from)) = self.owned(member) else { return false };
        let target = scope.slot();
        if from == target || !self.is_open(scope) {
            return false;
        }
        let locks = self.lock_both(from, target);
        let may = slot.owner.load(Ordering::Relaxed) == from
            && slot.is_live(member)
            && self.is_target(target, Some(scope), 0)
            && self.admit(target, index, false, locks.of(target)).is_ok();
        if may {
            let place = self.slots.linked(stand_in);
            place.fill(T::from_stand_in(StandIn::new(slot.get().holding())));
            place.publish(stand_in, Kind::StandIn);
            self.substitute(from, index, stand_in, locks.of(from));
            self.put_in(index, target, stand_in, &locks);
        }
        may
    }

    /// The slot of a member that is no scope, and its owner.
    #[inline(always)]
    fn owned(&'static self, member: Handle) -> Option<(u32, &'static Slot<T>, u32)> {
        if !member.kind().is_some_and(|kind| kind != Kind::Scope) {
            return None;
        }
        let slot = self.slots.get(member.slot())?;
        let owner = slot.owner.load(Ordering::Acquire);
        (owner != 0 && owner != GONE).then_some((member.slot(), slot, owner))
    }

    /// Whether a slot whose lock is held is the scope that is meant: the one named, or the parent of `child`, whose lock is
    /// held too, and which is not closing.
    #[inline(always)]
    fn is_target(&self, target: u32, open: Option<Handle>, child: u32) -> bool {
        let slot = self.slots.linked(target);
        match open {
            Some(scope) => scope.is(Kind::Scope) && slot.is_live(scope),
            None => {
                let child_slot = self.slots.linked(child);
                child_slot.owner.load(Ordering::Acquire) == target
                    && child_slot.live_handle(child).is_some()
                    && slot.live_handle(target).is_some()
            }
        }
    }

    /// From one list to another, both of which are locked. False when it is refused.
    #[inline(always)]
    fn pass(&self, index: u32, (from, target): (u32, u32), locks: &Locks<'_>) -> bool {
        if self.admit(target, index, false, locks.of(target)).is_err() {
            return false;
        }
        self.take_off(from, index, locks.of(from));
        self.link(target, index, locks.of(target));
        true
    }
}

/// Whether it is a member of the scope, whose lock is held, and not lent.
#[inline(always)]
fn is_plain_member<T>(slot: &Slot<T>, member: Handle, scope: u32) -> bool {
    slot.owner.load(Ordering::Relaxed) == scope && slot.is_live(member) && !slot.is_lent()
}
