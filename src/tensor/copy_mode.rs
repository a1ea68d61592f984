//! `CopyMode`: whether a result may share the memory of its operand, as the argument `copy` of the
//! array API.

use crate::error::{Error, Result};

/// Whether a result is a copy or shares the memory of its operand.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyMode {
    /// A copy only if the memory cannot be shared.
    IfNeeded = 0,
    /// Always a copy, in its own memory.
    Always = 1,
    /// Never a copy; fails if one would be needed.
    Never = 2,
}

impl CopyMode {
    /// The mode with this code; any other code is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<CopyMode> {
        use CopyMode::*;
        let found = [IfNeeded, Always, Never].into_iter().find(|one| *one as i32 == code);
        found.ok_or_else(|| Error::argument(format!("{code} is not the code of a way to copy (0 to 2 are)")))
    }
}
