//! The stream of random numbers, of which there is one for the process.

use crate::error::Result;
use crate::ops;

/// Restarts the stream of random numbers. The same seed gives the same numbers on every machine and in every language.
pub fn seed(seed: u64) -> Result<()> {
    ops::seed(seed);
    Ok(())
}
