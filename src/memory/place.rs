//! `Place`: where the memory of a call comes from, and how much of it there may be.
//!
//! ```text
//!   room        no request for more than so many bytes is met
//!   workspace   a workspace that is entered meets them, else the pool
//! ```
//!
//! Invariant: a storage that is made compares its bytes with one number, whatever is in force: with a workspace that
//! number is 0, so that every request goes the longer way, where the two are told apart. The end of a place puts back
//! what held before, also after a panic, so places nest.

use super::local;
use super::workspace::Workspace;
use std::marker::PhantomData;
use std::ptr;
use std::sync::Arc;

/// While it lives it holds for this thread. See the top of the file.
pub struct Place {
    before: Option<(u64, u64, *const Workspace, bool)>,
    workspace: Option<Arc<Workspace>>,
}

impl Place {
    /// No request for more than `room` bytes is met; `workspace` meets them, counted as gradients if they are.
    #[inline]
    pub fn enter(room: u64, workspace: Option<Arc<Workspace>>, gradient: bool) -> Place {
        local::with(|local| {
            local.refused.set(0);
            let limit = room.min(local.limit.get());
            let room = if workspace.is_some() { 0 } else { limit };
            let before = (
                local.room.replace(room),
                local.limit.replace(limit),
                local.workspace.replace(workspace.as_ref().map_or(ptr::null(), Arc::as_ptr)),
                local.gradient.replace(gradient),
            );
            Place { before: Some(before), workspace }
        })
    }

    /// The request that was not met for want of room, 0 if all were.
    pub fn refused(&self) -> u64 {
        local::with(|local| local.refused.get())
    }

    /// Ends it before its time; the workspace comes back.
    #[inline]
    pub fn end(&mut self) -> Option<Arc<Workspace>> {
        if let Some((room, limit, workspace, gradient)) = self.before.take() {
            local::with(|local| {
                local.room.set(room);
                local.limit.set(limit);
                local.workspace.set(workspace);
                local.gradient.set(gradient);
            });
        }
        self.workspace.take()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.end();
    }
}

/// While it lives, what this thread frees of a workspace goes back without a lock; requests are met as before.
pub struct Releasing<'a> {
    before: *const Workspace,
    workspace: PhantomData<&'a Workspace>,
}

impl<'a> Releasing<'a> {
    /// From here on.
    #[inline]
    pub fn enter(workspace: &'a Workspace) -> Releasing<'a> {
        let before = local::with(|local| local.workspace.replace(workspace));
        Releasing { before, workspace: PhantomData }
    }
}

impl Drop for Releasing<'_> {
    fn drop(&mut self) {
        local::with(|local| local.workspace.set(self.before));
    }
}
