//! Code that is not recorded: evaluation, and changes of parameters by hand.

use super::types::{Disposed, Owner};
use crate::autograd::NoGrad;
use crate::error::Result;
use crate::ownership::{Handle, Kind};
use crate::session::own::own;
use crate::session::resource::{Object, Resource, TABLE};
use std::sync::Arc;

/// The handle of a new guard.
pub type NewNoGrad = u64;

impl Object for NoGrad {
    const KIND: Kind = Kind::NoGrad;
}

/// Begins code that is not recorded: until the guard is closed, nothing that this thread computes
/// is recorded, on a tape or for leaves, and leaves may be changed in place. Guards nest. A guard
/// counts for the thread that opened it, whichever thread closes it. *Returns new.*
///
///
/// - `open()`
/// - `SCOPE_CLOSED`: the scope that would own it is closed
/// - `SCOPE_CAPPED`: that scope is capped
pub fn open(scope: Owner) -> Result<NewNoGrad> {
    own(scope, Resource::object(Arc::new(NoGrad::new())))
}

/// Ends a guard: its thread records again, unless it has another one. *Consumes.*
pub fn dispose(no_grad: Disposed) -> Result<()> {
    TABLE.dispose(Handle(no_grad), Kind::NoGrad)
}
