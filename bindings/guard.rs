//! The barrier between a foreign caller and a panic.
//!
//! Invariant: no panic leaves the library. A panic becomes an [`Error`] of status `PANIC`.

use crate::api::report::explain;
use crate::error::{Error, Result, Status};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `f`. A panic becomes an error, and a memory error lists the largest holders. Costs nothing
/// on success.
#[inline]
pub(crate) fn guard<T>(f: impl FnOnce() -> Result<T>) -> Result<T> {
    caught(f).map_err(explain)
}

/// Like [`guard`], for use inside a guard: the outer one adds the explanation.
#[inline]
pub(crate) fn caught<T>(f: impl FnOnce() -> Result<T>) -> Result<T> {
    // Anything a panic may have left half done is behind handles and locks that do not poison.
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| Err(panicked(&*panic)))
}

#[cold]
fn panicked(panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Error::new(Status::Panic, format!("internal error; please report it: {}", text.unwrap_or("a panic without a text")))
}
