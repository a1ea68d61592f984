//! `PendingReturn`: the slot that keeps the location of something lent in the list of its origin.

use super::meter::StorageCharge;
use crate::locks::sync::{AtomicU32, Ordering};

/// See the top of the file, and `loan`.
pub struct PendingReturn {
    /// The slot of what is to return, 0 = that is gone, or was given away for good.
    borrowed: AtomicU32,
    /// What that is charged to the origin: it stays charged while it is lent, or it could not
    /// return.
    charge: Option<StorageCharge>,
}

impl PendingReturn {
    /// For nothing yet.
    pub(super) fn new(charge: Option<StorageCharge>) -> PendingReturn {
        PendingReturn { borrowed: AtomicU32::new(0), charge }
    }

    /// What it is charged with.
    pub fn charge(&self) -> Option<StorageCharge> {
        self.charge
    }

    pub(super) fn borrowed(&self) -> u32 {
        self.borrowed.load(Ordering::Relaxed)
    }

    /// Under the lock of loans.
    pub(super) fn set_borrowed(&self, slot: u32) {
        self.borrowed.store(slot, Ordering::Relaxed);
    }
}
