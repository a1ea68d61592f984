//! How many threads compute the operations.

use crate::error::{Error, Result};
use crate::{memory, threads};

/// Sets how many threads may compute operations at the same time, the callers included. It applies from the next
/// operation on.
///
///
/// - `Tenure::set_threads()`
/// - `count`: the number of threads; 0 for the default: the processors that this process may use
/// - `INVALID_ARGUMENT`: the number is negative or above 1024
pub fn set(count: i64) -> Result<()> {
    threads::set_threads(checked(count)?)
}

/// Sets the number of threads like [`set`], unless it was set before; 0 sets nothing. For the value that the process
/// was started with: several copies of a wrapper may read it, each when it is loaded, and none of them overrides what
/// the program has set since. Errors: `INVALID_ARGUMENT` for a negative number or one above 1024.
pub fn set_initial(count: i64) -> Result<()> {
    threads::set_initial_threads(checked(count)?)
}

/// How many threads may compute operations at the same time, the callers included.
///
///
/// - `Tenure::threads()`
pub fn count() -> Result<i64> {
    Ok(threads::threads() as i64)
}

/// Ends the idle threads, and the thread that returns unused memory to the system, after it has returned all of it. For
/// a wrapper that is unloaded. Busy threads end half a minute after they have finished; later operations start new
/// threads.
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
