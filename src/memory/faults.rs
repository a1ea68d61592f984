//! Faults: a test can make the n-th memory request fail, as if the system had no memory.
//!
//! Invariant: only debug builds with the feature `internals` can refuse a request; otherwise
//! [`check`] is empty and costs nothing. Requests of all threads are counted together, because
//! helper threads work for the tested call.

use crate::error::Result;

#[cfg(all(feature = "internals", debug_assertions))]
pub use armed::{Faults, REASON, Which};

/// `OUT_OF_MEMORY` if a test wants this request refused.
#[cfg(not(all(feature = "internals", debug_assertions)))]
#[inline(always)]
pub(super) fn check() -> Result<()> {
    Ok(())
}

/// `OUT_OF_MEMORY` if a test wants this request refused.
#[cfg(all(feature = "internals", debug_assertions))]
#[inline]
pub(super) fn check() -> Result<()> {
    armed::check()
}

#[cfg(all(feature = "internals", debug_assertions))]
mod armed {
    use crate::error::{Error, Result, Status};
    use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

    /// Which requests are refused.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Which {
        /// Exactly one request.
        One,
        /// One request and all later ones.
        AllFrom,
    }

    /// While this lives, requests are refused. There can be one at a time in a process.
    pub struct Faults(());

    /// The text of the error.
    pub const REASON: &str = "a test has this request refused";

    /// Requests until one is refused; negative if none will be.
    static LEFT: AtomicI64 = AtomicI64::new(-1);
    static IS_ALL: AtomicBool = AtomicBool::new(false);
    static REFUSED: AtomicU64 = AtomicU64::new(0);

    impl Faults {
        /// Refuses the request that comes after `n` others.
        pub fn after(n: u32, which: Which) -> Faults {
            REFUSED.store(0, Ordering::Release);
            IS_ALL.store(which == Which::AllFrom, Ordering::Release);
            LEFT.store(i64::from(n), Ordering::Release);
            Faults(())
        }

        /// Refuses nothing but counts: `after(n)` with an `n` that no call reaches.
        pub fn count() -> Faults {
            Faults::after(u32::MAX, Which::One)
        }

        /// The number of requests since [`Faults::count`].
        pub fn requests(&self) -> u64 {
            u64::from(u32::MAX) - LEFT.load(Ordering::Acquire).unsigned_abs()
        }

        /// The number of refused requests.
        pub fn refused(&self) -> u64 {
            REFUSED.load(Ordering::Acquire)
        }
    }

    impl Drop for Faults {
        fn drop(&mut self) {
            LEFT.store(-1, Ordering::Release);
        }
    }

    #[inline]
    pub(in crate::memory) fn check() -> Result<()> {
        if LEFT.load(Ordering::Relaxed) < 0 { Ok(()) } else { count() }
    }

    #[cold]
    fn count() -> Result<()> {
        let is_all = IS_ALL.load(Ordering::Acquire);
        let next = |left: i64| match left {
            ..0 => None,
            0 if is_all => Some(0),
            _ => Some(left - 1),
        };
        match LEFT.fetch_update(Ordering::AcqRel, Ordering::Acquire, next) {
            Ok(0) => {
                REFUSED.fetch_add(1, Ordering::AcqRel);
                Err(Error::new(Status::OutOfMemory, REASON))
            }
            _ => Ok(()),
        }
    }
}
