//! A limit to how often the same kind of record is logged.
//!
//! Invariant: of the records of one period the first is logged, and the next one that is logged says
//! how many were not. The clock is the caller's, so that tests have their own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The shortest time between two records.
const PERIOD: Duration = Duration::from_secs(1);

/// Decides for one kind of record.
pub(super) struct Throttle {
    /// When the next record may be logged, in nanoseconds.
    next: AtomicU64,
    skipped: AtomicU64,
}

impl Throttle {
    pub(super) const fn new() -> Throttle {
        Throttle { next: AtomicU64::new(0), skipped: AtomicU64::new(0) }
    }

    /// Whether a record at this time is to be logged, and how many were not since the last one.
    pub(super) fn admit(&self, now: Duration) -> Option<u64> {
        let now = now.as_nanos() as u64;
        let admitted = self.next.fetch_update(Ordering::AcqRel, Ordering::Acquire, |next| {
            (now >= next).then(|| now + PERIOD.as_nanos() as u64)
        });
        match admitted {
            Ok(_) => Some(self.skipped.swap(0, Ordering::AcqRel)),
            Err(_) => {
                self.skipped.fetch_add(1, Ordering::AcqRel);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_record_a_period_counts_the_others() {
        let throttle = Throttle::new();
        let at = |millis| throttle.admit(Duration::from_millis(millis));
        assert_eq!([at(0), at(1), at(999)], [Some(0), None, None]);
        assert_eq!([at(1000), at(1001), at(1999)], [Some(2), None, None]);
        assert_eq!(at(100_000), Some(2));
        assert_eq!(at(200_000), Some(0));
    }
}
