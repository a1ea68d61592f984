//! Workspaces: scopes with memory of their own.

use super::args::call_out_both;
use super::library::TenureHandle;
use crate::api::workspace;
use crate::error::Status;

/// Begins a cycle, or goes one deeper into the open one. `out_scope` receives the scope to make current, `out_cycle` the
/// cycle's number. What is kept from among its members goes to the scope `outer`, unowned for 0.
///
/// # Safety
/// Each pointer is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_enter(
    workspace: TenureHandle,
    outer: TenureHandle,
    out_scope: *mut TenureHandle,
    out_cycle: *mut u64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out_both((out_scope, "out_scope"), (out_cycle, "out_cycle"), || workspace::enter(workspace, outer)) }
}

/// The number of the last cycle that was entered, 0 for none, and how often it is entered at this moment. Unlike
/// `tenure_workspace_stats` it looks at no member.
///
/// # Safety
/// Each pointer is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_workspace_cycle(
    workspace: TenureHandle,
    out_cycle: *mut u64,
    out_depth: *mut u64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe { call_out_both((out_cycle, "out_cycle"), (out_depth, "out_depth"), || workspace::cycle(workspace)) }
}

/// The workspace whose memory a tensor lies in, borrowed, 0 when that is the pool's, and the cycle.
///
/// # Safety
/// Each pointer is NULL or points to memory for its type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tenure_tensor_workspace(
    tensor: TenureHandle,
    out_workspace: *mut TenureHandle,
    out_cycle: *mut u64,
) -> Status {
    // SAFETY: as the caller says of each pointer.
    unsafe {
        call_out_both((out_workspace, "out_workspace"), (out_cycle, "out_cycle"), || workspace::of_tensor(tensor))
    }
}
