//! The one stream of random numbers.

use crate::error::Result;
use crate::ops;

/// Starts the stream anew: the same numbers follow on every machine and in every language.
pub fn seed(seed: u64) -> Result<()> {
    ops::seed(seed);
    Ok(())
}
