//! `Slot`: 128 bytes that hold one handle's resource, its generation, its pins and its links in a
//! scope.
//!
//! ```text
//!   0  state   generation | kind | nonce | LIVE | LENT | pins: one compare-and-swap per look-up
//!   8  owner   slot of the owning scope, 0 = none, GONE = its scope is closing and has dropped it
//!  12  prev    newer member of the same scope, 0 = this is the newest
//!  16  next    older member of the same scope, 0 = this is the oldest; while vacant: unused
//!  20  lock    guards the member list of the scope in this slot
//!  24  payload the resource itself (a tensor is 104 bytes)
//! ```
//!
//! States, and who may change them:
//!
//! | state | LIVE | kind | pins | next states |
//! |---|---|---|---|---|
//! | unused | 0 | 0 | 0 | vacant, by the thread that grows the table; all bytes are zero |
//! | vacant | 0 | 0 | 0 | live, by the thread that took it off a free list |
//! | live | 1 | set | n | n±1 (pin, unpin); dying, by the thread that clears LIVE; exchanging, if n = 1 |
//! | exchanging | any | set | all | live or dying with 1 pin, by the same thread; LIVE may be cleared |
//! | dying | 0 | set | n | dying with n-1 (unpin); released by the thread that brings pins to 0 |
//! | retired | 0 | 0 | 0 | none: its generations are used up |
//!
//! Invariant: the payload is initialised exactly while the kind is set. It is read only with a pin,
//! under the owner's lock or by the releaser, and dropped only by the releaser, of which there is
//! one.
//!
//! Invariant of the links: `owner` changes from a scope to another value only under that scope's
//! lock. It changes from 0 to a scope by a compare-and-swap under the new scope's lock, by a thread
//! that holds a pin (or has not published the slot yet). So a releaser, with no pins left, sees it
//! change only to 0. `prev`, `next` and the list in the scope's payload are guarded by the owner's
//! lock. Slots are never unmapped, so taking the lock of a slot that no longer holds that scope is
//! harmless: the check of `owner` under the lock fails, and the caller retries.

#![allow(unsafe_code)]

use super::handle::{Handle, Kind};
use crate::locks::sync::{AtomicU32, AtomicU64, Ordering, UnsafeCell, pause};
use std::mem::MaybeUninit;
use std::num::NonZeroU32;

/// Set in `state` while handles of this generation are valid.
const LIVE: u64 = 1 << (Handle::TAG_SHIFT - 1);
/// Set in `state` while a pending return keeps its location in its origin.
const LENT: u64 = LIVE >> 1;
/// The pin count: the bits below LENT.
const PINS: u64 = LENT - 1;
/// The maximum pin count: all bits set means that the resource is being exchanged
/// ([`Slot::begin_exchange`]).
const MOST_PINS: u64 = PINS - 1;
/// The `owner` of a slot that a closing scope has taken off its list: it is released with its last
/// pin and joins no other scope.
pub(super) const GONE: u32 = u32::MAX;

/// One slot of the table.
#[repr(C, align(128))]
pub(super) struct Slot<T> {
    state: AtomicU64,
    pub(super) owner: AtomicU32,
    /// Guarded by the owner's lock; atomic, so that reading it in a slot that has moved is not
    /// undefined.
    pub(super) prev: AtomicU32,
    /// Like `prev`.
    pub(super) next: AtomicU32,
    lock: AtomicU32,
    payload: UnsafeCell<MaybeUninit<T>>,
}

/// The right and the duty to release a dying slot: created exactly once, when LIVE is clear and the
/// last pin is gone.
#[derive(PartialEq, Eq, Debug)]
#[must_use = "the slot is lost if it is not released"]
pub(super) struct Dying(NonZeroU32);

impl Dying {
    /// The slot's number.
    #[inline(always)]
    pub(super) fn index(&self) -> u32 {
        self.0.get()
    }

    #[inline(always)]
    fn of(index: u32) -> Option<Dying> {
        NonZeroU32::new(index).map(Dying)
    }
}

/// The result of clearing LIVE.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Kill {
    /// This thread cleared it and no pin is left: this thread must release.
    Release(Dying),
    /// This thread cleared it; the last unpin releases.
    Pinned,
    /// The handle is not valid, or another thread was first.
    Lost,
}

/// The result of taking a pin.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum PinOutcome {
    Pinned,
    Invalid,
    /// 16 million pins at once: a caller passed one handle in a list of that length.
    TooMany,
}

impl<T> Slot<T> {
    /// unused -> vacant, of the first generation.
    #[cfg(not(loom))]
    pub(super) fn begin(&self, nonce: u8) {
        self.state.store(Handle::tag(1, None, nonce), Ordering::Release);
    }

    /// A vacant slot of the first generation.
    #[cfg(any(loom, test))]
    pub(super) fn new(nonce: u8) -> Slot<T> {
        Slot {
            state: AtomicU64::new(Handle::tag(1, None, nonce)),
            owner: AtomicU32::new(0),
            prev: AtomicU32::new(0),
            next: AtomicU32::new(0),
            lock: AtomicU32::new(0),
            payload: UnsafeCell::new(MaybeUninit::uninit()),
        }
    }

    /// The state word as a handle without a slot, for messages.
    pub(super) fn state(&self) -> Handle {
        Handle(self.state.load(Ordering::Acquire) & !(LIVE | LENT | PINS))
    }

    /// Whether `handle` is valid at this moment.
    #[inline]
    pub(super) fn is_live(&self, handle: Handle) -> bool {
        matches(self.state.load(Ordering::Acquire), handle)
    }

    /// The valid handle of this slot, which is `index`, if it is live.
    pub(super) fn live_handle(&self, index: u32) -> Option<Handle> {
        let state = self.state.load(Ordering::Acquire);
        (state & LIVE != 0).then_some(Handle(state & !(LIVE | LENT | PINS) | u64::from(index)))
    }

    /// Puts `value` into a vacant slot. Its handle is not valid until [`Slot::publish`].
    ///
    /// # Safety
    /// This thread took the slot off a free list, and has not filled it.
    #[inline(always)]
    pub(super) unsafe fn fill(&self, value: T) {
        // The free list's lock orders this after the slot's previous use. The model checker does
        // not see that lock; this read-modify-write, which always reads the newest state, shows it
        // the order.
        #[cfg(loom)]
        self.state.fetch_add(0, Ordering::AcqRel);
        self.payload.with_mut(|p| {
            // SAFETY: the caller guarantees that the slot is this thread's alone, so its payload is
            // uninitialised.
            unsafe { (*p).write(value) };
        });
    }

    /// Takes back the value of [`Slot::fill`] after publishing was refused.
    ///
    /// # Safety
    /// This thread has filled the slot and not published it.
    pub(super) unsafe fn unfill(&self) -> T {
        // SAFETY: filled by this thread and never published, so no other thread has seen it.
        let value = self.payload.with(|p| unsafe { (*p).assume_init_read() });
        #[cfg(loom)] // as in `fill`
        self.state.fetch_add(0, Ordering::AcqRel);
        value
    }

    /// vacant -> live. Returns the handle.
    ///
    /// # Safety
    /// This thread has filled the slot and not published it.
    #[inline]
    pub(super) unsafe fn publish(&self, index: u32, kind: Kind) -> Handle {
        let tag = Handle(self.state.load(Ordering::Relaxed)).with_kind(kind).0;
        self.state.store(tag | LIVE, Ordering::Release);
        Handle(tag | u64::from(index))
    }

    /// live with n pins -> live with n + 1.
    #[inline]
    pub(super) fn pin(&self, handle: Handle) -> PinOutcome {
        // The state without pins, as a guess that saves a load.
        let mut state = handle.tag_bits() | LIVE;
        loop {
            if !matches(state, handle) {
                return PinOutcome::Invalid;
            }
            if state & PINS >= MOST_PINS {
                if state & PINS == MOST_PINS {
                    return PinOutcome::TooMany;
                }
                state = self.after_exchange();
                continue;
            }
            match self.state.compare_exchange_weak(state, state + 1, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => return PinOutcome::Pinned,
                Err(seen) => state = seen,
            }
        }
    }

    /// Removes one pin of this slot, which has the number `index`. If it was the last one of a
    /// dying slot, the caller must release it.
    ///
    /// # Safety
    /// The caller has a pin, and gives it up.
    #[inline]
    pub(super) unsafe fn unpin(&self, index: u32) -> Option<Dying> {
        let before = self.state.fetch_sub(1, Ordering::AcqRel);
        debug_assert_ne!(before & PINS, 0);
        if before & (LIVE | PINS) == 1 { Dying::of(index) } else { None }
    }

    /// Waits until no thread is exchanging the resource, and returns the state.
    #[cold]
    fn after_exchange(&self) -> u64 {
        let mut spins = 0;
        loop {
            let state = self.state.load(Ordering::Relaxed);
            if state & PINS != PINS {
                return state;
            }
            pause(spins);
            spins += 1;
        }
    }

    /// live or dying with 1 pin, the caller's -> exchanging, so that no other pin can be taken.
    /// False if there are more pins.
    pub(super) fn begin_exchange(&self) -> bool {
        let state = self.state.load(Ordering::Relaxed);
        state & PINS == 1
            && self.state.compare_exchange(state, state | PINS, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    /// Replaces the resource.
    ///
    /// # Safety
    /// The caller is between [`Slot::begin_exchange`] and [`Slot::end_exchange`], and holds the
    /// owner's lock if there is an owner.
    pub(super) unsafe fn exchange(&self, value: T) -> T {
        debug_assert_eq!(self.state.load(Ordering::Relaxed) & PINS, PINS);
        // SAFETY: with all pins taken only this thread reaches the payload, which is initialised
        // while it has a pin.
        self.payload.with_mut(|p| std::mem::replace(unsafe { (*p).assume_init_mut() }, value))
    }

    /// Ends the exchange; the caller then has the one pin.
    pub(super) fn end_exchange(&self) {
        self.state.fetch_sub(PINS - 1, Ordering::AcqRel);
    }

    /// live -> dying. With `keep_pin` the caller gets a pin in the same step, so that no other
    /// thread releases the resource before the caller unpins; the result is then never
    /// [`Kill::Release`].
    #[inline]
    pub(super) fn kill(&self, handle: Handle, keep_pin: bool) -> Kill {
        let mut state = handle.tag_bits() | LIVE; // as in `pin`
        loop {
            if !matches(state, handle) {
                return Kill::Lost;
            }
            let dying = (state & !LIVE) + u64::from(keep_pin);
            match self.state.compare_exchange_weak(state, dying, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) if dying & PINS == 0 => return Dying::of(handle.slot()).map_or(Kill::Lost, Kill::Release),
                Ok(_) => return Kill::Pinned,
                Err(seen) => state = seen,
            }
        }
    }

    /// live -> dying with a plain store, if there is no pin, for this slot, which has the number
    /// `index`. `None`: nothing was done.
    ///
    /// # Safety
    /// No other thread can pin or kill it at this moment.
    #[inline]
    pub(super) unsafe fn kill_unshared(&self, index: u32) -> Option<Dying> {
        let state = self.state.load(Ordering::Acquire);
        let is_alone = state & LIVE != 0 && state & PINS == 0;
        if is_alone {
            self.state.store(state & !LIVE, Ordering::Release);
            return Dying::of(index);
        }
        None
    }

    /// dying -> vacant or retired. Drops the resource in place, which avoids moving it, and returns
    /// whether the slot may be reused.
    ///
    /// # Safety
    /// The caller has the [`Dying`] of this slot, and consumes it.
    #[inline]
    pub(super) unsafe fn vacate(&self) -> bool {
        // SAFETY: dying with no pins, so this thread is the only releaser and no other thread reads
        // the payload.
        self.payload.with_mut(|p| unsafe { (*p).assume_init_drop() });
        let (next, reusable) = Handle(self.state.load(Ordering::Relaxed)).next();
        self.state.store(next.0, Ordering::Release);
        reusable
    }

    /// The resource.
    ///
    /// # Safety
    /// While the result is used, the slot is filled and not vacated: because of a pin, because the
    /// caller filled it or releases it, or because of a lock that the releaser must take first.
    #[inline]
    pub(super) unsafe fn get(&self) -> &T {
        // SAFETY: the caller's pin or lock keeps the payload initialised and in place.
        self.payload.with(|p| unsafe { (*p).assume_init_ref() })
    }

    /// Whether there are pins other than the caller's.
    pub(super) fn has_more_pins(&self) -> bool {
        self.state.load(Ordering::Acquire) & PINS > 1
    }

    /// Whether a pending return keeps its location in its origin.
    #[inline]
    pub(super) fn is_lent(&self) -> bool {
        self.state.load(Ordering::Acquire) & LENT != 0
    }

    /// Sets that flag. A thread that then sees it cleared also sees what was done before.
    pub(super) fn set_lent(&self, lent: bool) {
        if lent {
            self.state.fetch_or(LENT, Ordering::AcqRel);
        } else {
            self.state.fetch_and(!LENT, Ordering::AcqRel);
        }
    }

    /// Takes the lock of the scope in this slot, which has the number `index`; the scope may be
    /// gone by now.
    #[inline]
    pub(super) fn lock(&self, index: u32) -> SlotLock<'_, T> {
        let mut spins = 0;
        while self.lock.compare_exchange_weak(0, 1, Ordering::Acquire, Ordering::Relaxed).is_err() {
            pause(spins);
            spins += 1;
        }
        SlotLock { slot: self, index }
    }

    #[cfg(test)]
    pub(super) fn set_generation_for_test(&self, generation: u32) {
        let state = Handle(self.state.load(Ordering::Relaxed));
        self.state.store(Handle::tag(generation, None, state.nonce()), Ordering::Relaxed);
    }
}

/// Whether a state word and a handle agree in generation, kind and nonce, and the slot is live.
#[inline]
fn matches(state: u64, handle: Handle) -> bool {
    (state ^ handle.0) >> Handle::TAG_SHIFT == 0 && state & LIVE != 0
}

/// Held while a scope's member list is read or changed.
pub(super) struct SlotLock<'a, T> {
    pub(super) slot: &'a Slot<T>,
    pub(super) index: u32,
}

impl<T> Drop for SlotLock<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.slot.lock.store(0, Ordering::Release);
    }
}

// SAFETY: the payload moves between threads only through the state word, whose transitions are
// acquire and release.
unsafe impl<T: Send + Sync> Sync for Slot<T> {}

/// std's cell with loom's two accessors, so that the code above is the same under both.
#[cfg(not(loom))]
trait CellExt<T> {
    fn with<R>(&self, f: impl FnOnce(*const T) -> R) -> R;
    fn with_mut<R>(&self, f: impl FnOnce(*mut T) -> R) -> R;
}

#[cfg(not(loom))]
impl<T> CellExt<T> for UnsafeCell<T> {
    #[inline]
    fn with<R>(&self, f: impl FnOnce(*const T) -> R) -> R {
        f(self.get())
    }
    #[inline]
    fn with_mut<R>(&self, f: impl FnOnce(*mut T) -> R) -> R {
        f(self.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_is_two_cache_lines() {
        assert_eq!(size_of::<Slot<[u64; 13]>>(), 128);
    }

    #[test]
    fn a_slot_whose_generations_are_used_up_is_retired() {
        let slot = Slot::<u8>::new(7);
        slot.set_generation_for_test(Handle::MAX_GENERATION - 1);
        for reusable in [true, false] {
            // SAFETY: no other thread has the slot.
            let handle = unsafe {
                slot.fill(1);
                slot.publish(3, Kind::Tensor)
            };
            assert_eq!(slot.kill(handle, false), Kill::Release(Dying::of(3).expect("not 0")));
            // SAFETY: it was just killed, with no pins.
            assert_eq!(unsafe { slot.vacate() }, reusable);
            assert!(!slot.is_live(handle));
        }
    }
}
