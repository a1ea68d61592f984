//! Scopes: nodes of a tree that own handles.

use super::args::{call, call_out, slice};
use super::library::TenureHandle;
use crate::api::scope;
use crate::error::Status;
use crate::ownership::ScopeStats;
use safer_ffi::prelude::*;

/// What a scope and all scopes below it own.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TenureScopeStats {
    /// Handles of all kinds.
    pub members: u64,
    /// Tensors among them.
    pub tensors: u64,
    /// Scopes among them.
    pub scopes: u64,
    /// Bytes of those tensors' elements; two views of one storage count each.
    pub bytes: u64,
}

impl From<ScopeStats> for TenureScopeStats {
    fn from(stats: ScopeStats) -> TenureScopeStats {
        let ScopeStats { members, tensors, scopes, bytes } = stats;
        TenureScopeStats { members, tensors, scopes, bytes }
    }
}

/// A new scope, member of `parent`; 0 makes a root.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_scope_push(parent: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || scope::push(parent)) }
}

/// Moves those of `keep` that the scope, or one below it, owns to its parent (to nobody if it has none), then closes it:
/// one crossing. *Consumes* the scope. On failure it is open and owns what it did.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_scope_pop(scope: TenureHandle, keep: *const TenureHandle, n_keep: usize) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| scope::pop(scope, unsafe { slice(keep, n_keep, "keep")? }))
}

/// Releases everything that the scope owns, newest first, scopes below it included. *Consumes.*
#[unsafe(no_mangle)]
pub extern "C" fn tenure_scope_close(scope: TenureHandle) -> Status {
    call(|| scope::close(scope))
}

/// Moves a handle of any kind to the parent of the scope that owns it, to nobody if that has none.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_scope_keep(handle: TenureHandle) -> Status {
    call(|| scope::keep(handle))
}

/// Moves a handle of any kind to `scope`. On failure it stays where it was.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_scope_attach(scope: TenureHandle, handle: TenureHandle) -> Status {
    call(|| scope::attach(scope, handle))
}

/// Takes a handle of any kind out of its scope: it is the caller's to dispose.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_scope_detach(handle: TenureHandle) -> Status {
    call(|| scope::detach(handle))
}

/// The scope that owns a handle of any kind, borrowed; 0 for nobody.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_scope_owner(handle: TenureHandle, out: *mut TenureHandle) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || scope::owner(handle)) }
}

/// What the scope and all below it own at this moment.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_scope_stats(scope: TenureHandle, out: *mut TenureScopeStats) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || scope::stats(scope).map(TenureScopeStats::from)) }
}
