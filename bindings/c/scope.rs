//! Scopes: nodes of a tree that own handles.

use super::args::{call, call_out, put_handles, put_text, slice};
use super::library::TenureHandle;
use crate::api::{report, scope};
use crate::error::Status;
use crate::ownership::ScopeStats;
use safer_ffi::prelude::*;
use std::ffi::c_char;

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
    /// Bytes of the storages that those tensors keep alive, each once.
    pub bytes: u64,
    /// The most tensors since the scope was measured; 0 if it is not.
    pub peak_tensors: u64,
    /// The most bytes since the scope was measured; 0 if it is not.
    pub peak_bytes: u64,
    /// The limit of this very scope; 0 for none.
    pub limit_bytes: u64,
    /// 1 if peaks are kept, else 0.
    pub measured: u64,
}

impl From<ScopeStats> for TenureScopeStats {
    fn from(stats: ScopeStats) -> TenureScopeStats {
        let ScopeStats { members, tensors, scopes, bytes, peak_tensors, peak_bytes, limit, measured } = stats;
        let (limit_bytes, measured) = (limit, u64::from(measured));
        TenureScopeStats { members, tensors, scopes, bytes, peak_tensors, peak_bytes, limit_bytes, measured }
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

/// Lends a handle of any kind to `scope`: when that closes, the handle goes back to its place in its origin; is released if
/// that has closed; is nobody's again if it was. Attach, keep, detach and dispose end a loan. On failure it stays where it was.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_scope_temp_attach(scope: TenureHandle, handle: TenureHandle) -> Status {
    call(|| scope::temp_attach(scope, handle))
}

/// Moves a handle of any kind to the parent of `scope`, to nobody if that has none.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_scope_ret(scope: TenureHandle, handle: TenureHandle) -> Status {
    call(|| scope::ret(scope, handle))
}

/// Releases everything that the scope owns but `keep`; those of them that a scope below it owns move to it. It stays open.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_scope_close_all_but(
    scope: TenureHandle,
    keep: *const TenureHandle,
    n_keep: usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| scope::close_all_but(scope, unsafe { slice(keep, n_keep, "keep")? }))
}

/// 1: no further members but child scopes (`TENURE_STATUS_SCOPE_CAPPED`); 0: again any.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_scope_set_capped(scope: TenureHandle, capped: i32) -> Status {
    call(|| scope::set_capped(scope, capped != 0))
}

/// 1 if the scope is capped, else 0.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_scope_is_capped(scope: TenureHandle, out: *mut i32) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || scope::is_capped(scope).map(i32::from)) }
}

/// The most bytes that the scope and all below it may keep alive; 0 for no limit. From here on peaks are kept.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_scope_set_limit(scope: TenureHandle, bytes: u64) -> Status {
    call(|| scope::set_limit(scope, bytes))
}

/// Keeps peaks of the scope and all below it from here on.
#[unsafe(no_mangle)]
pub extern "C" fn tenure_scope_measure(scope: TenureHandle) -> Status {
    call(|| scope::measure(scope))
}

/// The direct members, oldest first, borrowed: as many as there is room for. `count` receives how many there are.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_scope_members(
    scope: TenureHandle,
    out: *mut TenureHandle,
    cap: usize,
    count: *mut usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_handles(&scope::members(scope)?, out, cap, count) })
}

/// The tree below a scope, or of the whole process for 0, with counts, bytes, shapes and names, the largest first.
/// `format`: 0 text, 1 JSON, 2 rows of the direct members (see `tenure_leak_report`). `needed` counts the NUL.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_scope_dump(
    scope: TenureHandle,
    format: i32,
    buf: *mut c_char,
    cap: usize,
    needed: *mut usize,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_text(report::dump(scope, format)?.as_bytes(), buf, cap, needed) })
}

/// The scopes that hold more at the end of each cycle (a child that closes) than at the end of the one before, and what
/// feeds them. `format`: 0 text, 1 JSON, 2 rows: handle, name, path, members, bytes, cycles, members a cycle, what feeds it.
///
/// # Safety
/// Each pointer is NULL or points to as much as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_scope_growing(format: i32, buf: *mut c_char, cap: usize, needed: *mut usize) -> Status {
    // SAFETY: as the caller says of each pointer.
    call(|| unsafe { put_text(report::growing(format)?.as_bytes(), buf, cap, needed) })
}
