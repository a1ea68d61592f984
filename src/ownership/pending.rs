//! `PendingReturn`: the slot that keeps the location of a lent member in the list of its origin.

use super::meter::Charges;
use crate::locks::sync::{AtomicU32, Ordering};

/// The location to which a lent member returns; `loan` explains loans.
pub struct PendingReturn {
    /// The slot of the lent member, 0 = it is gone, or was moved for good.
    borrowed: AtomicU32,
    /// The storage of the lent member, which stays charged to the origin; otherwise the member
    /// might not fit when it returns.
    charges: Charges,
}

impl PendingReturn {
    /// A pending return without a lent member yet.
    pub(super) fn new(charges: Charges) -> PendingReturn {
        PendingReturn { borrowed: AtomicU32::new(0), charges }
    }

    /// The charges of the lent member.
    pub fn charges(&self) -> Charges {
        self.charges
    }

    pub(super) fn borrowed(&self) -> u32 {
        self.borrowed.load(Ordering::Relaxed)
    }

    /// Sets the slot of the lent member, under the move lock.
    pub(super) fn set_borrowed(&self, slot: u32) {
        self.borrowed.store(slot, Ordering::Relaxed);
    }
}
