//! Scopes: nodes of a tree that own handles. Which scope is *current* is up to the wrappers; here each call names a
//! scope.
//!
//! A tensor that leaves a workspace through one of these functions is copied out of it, and keeps its handle.

use super::memory::amount;
pub use super::records::ScopeStats;
use super::threads;
use super::types::{AnyRef, AnyRefs, Bytes, DeviceCode, Disposed, NewScope, ScopeRef};
use crate::device::Device;
use crate::error::Result;
use crate::ownership::{self, Handle, Kind};
use crate::session::context;
use crate::session::resource::TABLE;
use crate::session::scope;
use std::sync::atomic::AtomicU64;

/// Opens a new scope that is a member of `parent`; with 0 it is a root. *Returns new.* Errors: `SCOPE_CLOSED` if the
/// parent is closed.
pub fn push(parent: ScopeRef) -> Result<NewScope> {
    scope::push(parent, None, false)
}

/// Opens a new scope, like [`push`], but the memory of everything that it and the scopes below it own comes from the
/// pool, even inside a workspace. *Returns new.* Errors: `SCOPE_CLOSED` if the parent is closed.
pub fn push_outside(parent: ScopeRef) -> Result<NewScope> {
    scope::push(parent, None, true)
}

/// Opens a new scope, like [`push`], for a caller that opened it when the counter [`endings`] had this value, and tells
/// the core only when it is first used. With `outside` it is like [`push_outside`]. *Returns new.* Errors:
/// `SCOPE_CLOSED` if the parent is closed, or has been emptied since.
pub fn push_since(parent: ScopeRef, endings: u64, outside: bool) -> Result<NewScope> {
    scope::push(parent, Some(endings), outside)
}

/// Whether a scope is open, and has not been emptied (by [`close_all_but`], or at the end of a workspace's cycle) since
/// the counter [`endings`] had this value. Any number is accepted: if it is not a scope, it is not open.
pub fn is_open(scope: ScopeRef, endings: u64) -> Result<bool> {
    Ok(TABLE.is_open_since(Handle(scope), endings))
}

/// The counter of scopes that ended together with another one: because the scope above them was closed or emptied. A
/// caller that found a scope open needs to ask again only when the counter has changed. It is never 0, and stays valid
/// for the life of the process.
pub fn endings() -> &'static AtomicU64 {
    TABLE.endings()
}

/// Adds one to [`endings`]: the caller has closed a scope that it had not told the core about, and other scopes may lie
/// below it.
pub fn ended() -> Result<()> {
    TABLE.end_some();
    Ok(())
}

/// Moves those handles of `keep` that this scope or a scope below it owns to the parent of this scope, then closes this
/// scope. Without a parent they become unowned; from a workspace that is entered, they move to the scope that was given
/// with this thread's last entry. *Consumes* the scope.
///
/// If this fails, nothing has moved and the scope is still open. Errors: `INVALID_HANDLE` if the scope or a kept handle
/// is closed; `INVALID_ARGUMENT` if the scope itself is to be kept; `SCOPE_CLOSED` if the parent is being closed;
/// `SCOPE_CAPPED` or `LIMIT_EXCEEDED` if it does not admit a handle; `WORKSPACE` if the scope of a workspace's cycle is
/// to be kept; `OUT_OF_MEMORY` if a tensor must be copied out of a workspace.
pub fn pop(scope: ScopeRef, keep: AnyRefs) -> Result<()> {
    scope::pop(scope, keep)
}

/// Closes a scope, like [`pop`], and keeps one handle. Returns the scope that owns the handle afterwards, 0 if it is
/// unowned or its owner is being closed. Errors: those of [`pop`].
pub fn pop_one(scope: ScopeRef, kept: AnyRef) -> Result<ScopeRef> {
    pop(scope, &[kept])?;
    Ok(owner(kept).unwrap_or(0)) // another thread may have closed it since
}

/// Closes a scope: releases everything that it owns, newest first, including the scopes below it. *Consumes* the scope.
/// Errors: `INVALID_HANDLE` if it is closed already.
pub fn close(scope: Disposed) -> Result<()> {
    TABLE.close(Handle(scope))
}

/// Moves a handle of any kind to the parent of the scope that owns it; without a parent it becomes unowned. From a
/// workspace that is entered, it moves to the scope that was given with this thread's last entry, or, if this thread
/// has made none, with the last entry of any thread.
///
/// If this fails, the handle stays where it was. Errors: `INVALID_HANDLE` if it is closed; `SCOPE_CLOSED` if a scope is
/// being closed; `SCOPE_CAPPED` or `LIMIT_EXCEEDED` if the parent does not admit it; `WORKSPACE` for the scope of a
/// workspace's cycle; `OUT_OF_MEMORY` if a tensor must be copied out of a workspace.
pub fn keep(handle: AnyRef) -> Result<()> {
    scope::keep(handle)
}

/// Moves a handle of any kind to `scope`, which then owns it.
///
/// If this fails, the handle stays where it was. Errors: `INVALID_HANDLE` if it is closed; `SCOPE_CLOSED` if the scope
/// is; `SCOPE_CAPPED` or `LIMIT_EXCEEDED` if the scope does not admit it; `INVALID_ARGUMENT` if a scope would own
/// itself; `WORKSPACE` for the scope of a workspace's cycle; `OUT_OF_MEMORY` if a tensor must be copied out of a
/// workspace.
pub fn attach(scope: ScopeRef, handle: AnyRef) -> Result<()> {
    scope::attach(scope, handle)
}

/// Takes a handle of any kind out of the scope that owns it. It becomes unowned, and the caller must dispose of it.
///
/// If this fails, the handle stays where it was. Errors: `INVALID_HANDLE` if it is closed; `WORKSPACE` for the scope of
/// a workspace's cycle; `LIMIT_EXCEEDED` or `OUT_OF_MEMORY` if a tensor must be copied out of a workspace.
pub fn detach(handle: AnyRef) -> Result<()> {
    scope::detach(handle)
}

/// Fails unless `scope` or a scope below it owns a handle of any kind; an unowned handle passes. For operations that
/// act on the members of one scope only. *Borrows both.* Errors: `INVALID_ARGUMENT`, which names both scopes, and
/// `INVALID_HANDLE` if one of them is closed.
pub fn check_owns(scope: ScopeRef, handle: AnyRef) -> Result<()> {
    scope::check_owns(scope, handle)
}

/// The scope that owns a handle of any kind; 0 if it is unowned or its owner is being closed. For a parameter or a part
/// of a module it is the scope that owns the module. *Borrows.* Errors: `INVALID_HANDLE` if the handle is closed.
pub fn owner(handle: AnyRef) -> Result<ScopeRef> {
    scope::owning_scope(handle)
}

/// Whether `scope` owns a handle of any kind other than on loan; with 0, whether it is unowned. *Borrows both.* Errors:
/// `INVALID_HANDLE` if the handle is closed.
pub fn owns_for_good(scope: ScopeRef, handle: AnyRef) -> Result<bool> {
    TABLE.owns_for_good(Some(Handle(scope)).filter(|_| scope != 0), Handle(handle))
}

/// Lends a handle of any kind to `scope`. When that scope closes, the handle returns to its origin: the scope that
/// owned it before, or no scope if it was unowned. If the origin has closed by then, the handle is released. A handle
/// that `scope` owns already stays as it is. Attaching, keeping, detaching or disposing of a handle ends its loan.
///
/// If this fails, the handle stays where it was. Errors: `INVALID_HANDLE` if it is closed; `SCOPE_CLOSED` if the scope
/// is; `SCOPE_CAPPED` or `LIMIT_EXCEEDED` if the scope does not admit it; `INVALID_ARGUMENT` if a scope would own
/// itself; `WORKSPACE` if the handle has memory of a workspace that `scope` does not lie in, or is the scope of a
/// workspace's cycle.
pub fn temp_attach(scope: ScopeRef, handle: AnyRef) -> Result<()> {
    scope::temp_attach(scope, handle)
}

/// Moves a handle of any kind to the parent of `scope`; without a parent it becomes unowned. Errors: those of [`keep`].
pub fn ret(scope: ScopeRef, handle: AnyRef) -> Result<()> {
    scope::ret(scope, handle)
}

/// Releases everything that the scope owns except the handles in `keep`; those of them that a scope below it owns move
/// to this scope. The scope stays open.
///
/// If this fails, nothing has been released. Errors: `INVALID_HANDLE` if the scope or a kept handle is closed;
/// `SCOPE_CAPPED` or `LIMIT_EXCEEDED` if the scope does not admit a handle from below; `OUT_OF_MEMORY` if a tensor must
/// be copied out of a workspace.
pub fn close_all_but(scope: ScopeRef, keep: AnyRefs) -> Result<()> {
    scope::close_all_but(scope, keep)
}

/// Caps a scope, so that nothing but child scopes can join it (`SCOPE_CAPPED`), or removes the cap.
///
///
/// - `cap(capped = true) -> self`: caps this scope: from now on nothing but child scopes can join it, and any other
///   attempt throws. What it owns stays, and what it has lent still returns
/// - `uncap(capped = false) -> self`: removes the cap: the scope admits new members again
/// - `INVALID_HANDLE`: this scope is closed
pub fn set_capped(scope: ScopeRef, capped: bool) -> Result<()> {
    TABLE.set_capped(Handle(scope), capped)
}

/// Whether this scope is capped and admits no new members except child scopes.
///
///
/// - `is_capped()`
/// - `INVALID_HANDLE`: this scope is closed
pub fn is_capped(scope: ScopeRef) -> Result<bool> {
    TABLE.is_capped(Handle(scope))
}

/// Sets the most bytes that this scope and all scopes below it may keep alive; 0 means no limit. A limit below what
/// they hold now prevents growth, but frees nothing. From now on their peaks are kept too. Errors: `INVALID_ARGUMENT`
/// for a negative number, `INVALID_HANDLE` if the scope is closed.
pub fn set_limit(scope: ScopeRef, bytes: Bytes) -> Result<()> {
    TABLE.set_limit(Handle(scope), amount(bytes, "a limit")?)
}

/// Limits how many threads compute the operations whose results this scope, or a scope below it, will own. In-place
/// operations and optimizers have no result, and follow the limit of the process.
///
///
/// - `limit_threads() -> self`
/// - `count`: the number of threads, the caller's included; 0 removes the limit of this scope
/// - `INVALID_ARGUMENT`: the number is negative or above 1024
/// - `INVALID_HANDLE`: this scope is closed
pub fn limit_threads(scope: ScopeRef, count: i64) -> Result<()> {
    let count = u16::try_from(threads::checked(count)?).expect("it was just compared with less");
    scope::limit_threads(scope, count)
}

/// Sets the default device: makers that name no device make what this scope, or a scope below it, will own on it.
/// What is loaded from files, and modules, are made on the processor and copied there. A scope below may have another
/// default.
///
///
/// - `set_default_device() -> self`
/// - `device`: the device
/// - `DEVICE_UNAVAILABLE`: the device is not available
/// - `INVALID_HANDLE`: this scope is closed
pub fn set_default_device(scope: ScopeRef, device: DeviceCode) -> Result<()> {
    context::set_default_device(scope, Device::from_code(device)?)
}

/// The device on which makers that name no device make what this scope will own: its default, or that of the nearest
/// scope above it that has one; else the processor.
///
///
/// - `default_device()`
/// - `INVALID_HANDLE`: this scope is closed
pub fn default_device(scope: ScopeRef) -> Result<DeviceCode> {
    drop(TABLE.pin(Handle(scope), Kind::Scope)?);
    Ok(context::default_device(scope).code())
}

/// Starts to keep the peaks of this scope and all scopes below it, which [`stats`] returns.
///
///
/// - `measure() -> self`: starts to keep the peaks of this scope and all scopes below it, which `stats()` returns
/// - `INVALID_HANDLE`: this scope is closed
pub fn measure(scope: ScopeRef) -> Result<()> {
    TABLE.measure(Handle(scope))
}

/// The direct members of a scope, oldest first. *Borrows.* Errors: `INVALID_HANDLE` if the scope is closed.
pub fn members(scope: ScopeRef) -> Result<Vec<AnyRef>> {
    Ok(TABLE.members(Handle(scope))?.into_iter().map(|handle| handle.0).collect())
}

/// What this scope and all scopes below it own at this moment.
///
///
/// - `stats()`
/// - `INVALID_HANDLE`: this scope is closed
pub fn stats(scope: ScopeRef) -> Result<ScopeStats> {
    Ok(record(TABLE.stats(Handle(scope))?))
}

/// What the open scopes of this name, and all scopes below them, own at this moment. A scope inside of another one of
/// the name counts once. Peaks, limit and `measured` are 0, since they are not those of one scope. If no open scope has
/// the name, everything is 0.
///
///
/// - `Tenure::scope_stats()`
/// - `name`: the name of the scopes
pub fn named_stats(name: &str) -> Result<ScopeStats> {
    Ok(record(TABLE.stats_named(name)))
}

fn record(owned: ownership::ScopeStats) -> ScopeStats {
    ScopeStats {
        members: owned.members,
        tensors: owned.tensors,
        scopes: owned.scopes,
        bytes: owned.bytes,
        peak_tensors: owned.peak_tensors,
        peak_bytes: owned.peak_bytes,
        limit_bytes: owned.limit,
        measured: u64::from(owned.measured),
    }
}
