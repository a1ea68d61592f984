//! What stands between a foreign caller and a panic.
//!
//! Invariant: no panic leaves the library. One becomes an [`Error`] of status `PANIC` like any other failure.

use crate::api::report::explain;
use crate::error::{Error, Result, Status};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `f`; a panic in it is an error, and an error of memory says who holds it. Costs nothing when there is none.
#[inline]
pub(crate) fn guard<T>(f: impl FnOnce() -> Result<T>) -> Result<T> {
    caught(f).map_err(explain)
}

/// As [`guard`], inside one: the outer one explains.
#[inline]
pub(crate) fn caught<T>(f: impl FnOnce() -> Result<T>) -> Result<T> {
    // What a panic may have left half done is behind handles and locks that do not poison.
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|panic| Err(panicked(&*panic)))
}

#[cold]
fn panicked(panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Error::new(Status::Panic, format!("internal error; please report it: {}", text.unwrap_or("a panic without a text")))
}
