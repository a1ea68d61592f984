//! `CopyMode`: whether a result may lie on the memory that it is made of, as `copy` of the array API says it.

use crate::error::{Error, Result};

/// Whether a result is a copy, or lies on the memory of its operand.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyMode {
    /// A copy where it cannot be without one.
    IfNeeded = 0,
    /// Always a copy, in memory of its own.
    Always = 1,
    /// Never a copy: what would need one fails.
    Never = 2,
}

impl CopyMode {
    /// The one of a code. A number that is none is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<CopyMode> {
        use CopyMode::*;
        let found = [IfNeeded, Always, Never].into_iter().find(|one| *one as i32 == code);
        found.ok_or_else(|| Error::argument(format!("{code} is not the code of a way to copy (0 to 2 are)")))
    }
}
