//! Where files without a name are not known yet: `policyLocation` MMAP is refused.
//!
//! Invariant: there is no [`Extent`].

use crate::error::{Error, Result, Status};
use std::convert::Infallible;
use std::ptr::NonNull;

/// See the top of the file.
pub(super) struct Extent(Infallible);

impl Extent {
    /// `UNSUPPORTED`.
    pub(super) fn new(_: &str) -> Result<Extent> {
        Err(Error::new(Status::Unsupported, "policyLocation MMAP exists on Linux only"))
    }

    /// Never called.
    pub(super) fn map(&mut self, _: NonNull<u8>, _: usize, _: usize) -> Result<()> {
        match self.0 {}
    }
}
