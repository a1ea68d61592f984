//! On how many threads operations compute.

use crate::error::{Error, Result};
use crate::{memory, threads};

/// Sets how many threads compute at most at once in operations, the callers included. It holds from the next operation on.
///
/// - `Tenure::set_threads()`
/// - `count`: how many; 0 for the default: the processors that this process may use
/// - `INVALID_ARGUMENT`: it is negative or above 1024
pub fn set(count: i64) -> Result<()> {
    threads::set_threads(checked(count)?)
}

/// As [`set`], unless the number was set before; 0 sets nothing. For what the process was started with: several copies of
/// a wrapper may read it, each when it is loaded, and none of them undoes what the program has set since.
pub fn set_initial(count: i64) -> Result<()> {
    threads::set_initial_threads(checked(count)?)
}

/// How many threads compute at most at once in operations, the callers included.
///
/// - `Tenure::threads()`
pub fn count() -> Result<i64> {
    Ok(threads::threads() as i64)
}

/// Ends the threads that have nothing to do, and the one that gives unused memory back, which gives all back first: for a
/// wrapper that is unloaded. Those that work end half a minute after they have done so, and later operations start others.
pub fn end_idle() -> Result<()> {
    threads::end_idle();
    memory::end_decay();
    Ok(())
}

/// A number of threads that a caller gave.
pub(super) fn checked(count: i64) -> Result<usize> {
    match usize::try_from(count) {
        Ok(count) if count <= threads::MOST => Ok(count),
        _ => Err(Error::argument(format!("{count} threads: not from 0 to {}", threads::MOST))),
    }
}
