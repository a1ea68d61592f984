//! Scopes: nodes of a tree that own handles.

use super::args::call_out;
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

/// What the scope and all below it own at this moment.
///
/// # Safety
/// `out` is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_scope_stats(scope: TenureHandle, out: *mut TenureScopeStats) -> Status {
    // SAFETY: as the caller says of out.
    unsafe { call_out(out, || scope::stats(scope).map(TenureScopeStats::from)) }
}
