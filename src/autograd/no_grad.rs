//! `NoGrad`: a guard during which nothing that its thread computes is recorded.
//!
//! Invariant: a guard counts for the thread that made it and ends wherever it is dropped. The
//! thread finds out when it next computes with a recorded tensor. A program without a guard pays
//! for one load.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Guards of all threads.
static GUARDS: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static OWN: RefCell<Vec<Arc<AtomicBool>>> = const { RefCell::new(Vec::new()) };
}

/// While it lives, nothing that the thread that made it computes is recorded, on a tape or for
/// leaves, and leaves may be changed in place.
pub struct NoGrad(Arc<AtomicBool>);

impl NoGrad {
    /// Begins now, on this thread. Guards nest.
    pub fn new() -> NoGrad {
        let holds = Arc::new(AtomicBool::new(true));
        GUARDS.fetch_add(1, Ordering::Relaxed);
        let _ = OWN.try_with(|own| own.borrow_mut().push(holds.clone()));
        NoGrad(holds)
    }
}

impl Default for NoGrad {
    fn default() -> NoGrad {
        NoGrad::new()
    }
}

impl Drop for NoGrad {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
        GUARDS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Runs `call` as if no guard of this thread lived.
pub(crate) fn recording<R>(call: impl FnOnce() -> R) -> R {
    struct Resumed(Vec<Arc<AtomicBool>>);
    impl Drop for Resumed {
        fn drop(&mut self) {
            let _ = OWN.try_with(|own| own.borrow_mut().append(&mut self.0));
        }
    }
    let _resumed = Resumed(OWN.try_with(|own| std::mem::take(&mut *own.borrow_mut())).unwrap_or_default());
    call()
}

/// Whether a guard of this thread lives.
#[inline]
pub(super) fn is_paused() -> bool {
    GUARDS.load(Ordering::Relaxed) > 0 && has_own()
}

#[cold]
fn has_own() -> bool {
    let ask = |own: &RefCell<Vec<Arc<AtomicBool>>>| {
        let mut own = own.borrow_mut();
        own.retain(|holds| holds.load(Ordering::Acquire));
        !own.is_empty()
    };
    OWN.try_with(ask).unwrap_or(false)
}
