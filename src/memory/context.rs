//! `AllocationContext`: where the memory of a call comes from, and how much of it there may be.
//!
//! ```text
//!   room        no request for more than so many bytes is met
//!   workspace   a workspace that is entered meets the requests, else the pool
//! ```
//!
//! What a call holds of the room before a scope is charged for it is taken off meanwhile ([`hold`]).
//!
//! Invariant: a storage that is made compares its bytes with one number, whatever is in force: with
//! a workspace that number is 0, so that every request goes the longer way, where the two are told
//! apart. When a context ends, also by a panic, what held before holds again, so contexts nest.

use super::local::{self, Source};
use super::workspace::Workspace;
use std::marker::PhantomData;
use std::ptr;
use std::sync::Arc;

/// While it lives it holds for this thread. See the top of the file.
pub struct AllocationContext {
    before: Option<(u64, u64, Source, bool)>,
    workspace: Option<Arc<Workspace>>,
}

impl AllocationContext {
    /// No request for more than `room` bytes is met; `workspace` meets them, counted as gradients if
    /// they are.
    #[inline]
    pub fn enter(room: u64, workspace: Option<Arc<Workspace>>, gradient: bool) -> AllocationContext {
        local::with(|local| {
            local.refused.set(0);
            let limit = room.min(local.limit.get());
            let room = if workspace.is_some() { 0 } else { limit };
            let before = (
                local.room.replace(room),
                local.limit.replace(limit),
                local.source.replace(workspace.as_deref().map_or(Source::POOL, source)),
                local.gradient.replace(gradient),
            );
            AllocationContext { before: Some(before), workspace }
        })
    }

    /// The request that was not met for want of room, 0 if all were.
    pub fn refused(&self) -> u64 {
        local::with(|local| local.refused.get())
    }

    /// Ends it before its time, and returns the workspace.
    #[inline]
    pub fn end(&mut self) -> Option<Arc<Workspace>> {
        if let Some((room, limit, source, gradient)) = self.before.take() {
            local::with(|local| {
                local.room.set(room);
                local.limit.set(limit);
                local.source.set(source);
                local.gradient.set(gradient);
            });
        }
        self.workspace.take()
    }
}

impl Drop for AllocationContext {
    fn drop(&mut self) {
        self.end();
    }
}

/// Takes the bytes of a storage that was made off the room of this thread's context, until
/// [`release`]. A run of a model makes many, and a scope is charged for its outputs only at the end.
#[inline]
pub(crate) fn hold(bytes: u64) {
    resize(|held, room| (held + bytes, room.saturating_sub(bytes)));
}

/// Undoes [`hold`], in the same context.
#[inline]
pub(crate) fn release(bytes: u64) {
    resize(|held, room| (held.saturating_sub(bytes), room.saturating_add(bytes)));
}

/// How much a request of this thread's context may ask for at most.
pub(crate) fn room() -> u64 {
    local::with(|local| local.limit.get())
}

/// Notes that so many bytes beside what is held did not fit, as another thread found that works for this one.
pub(crate) fn note_refused(bytes: u64) {
    local::with(|local| local.refused.set(bytes.saturating_add(local.held.get())));
}

#[inline]
fn resize(change: impl Fn(u64, u64) -> (u64, u64)) {
    local::with(|local| {
        if local.limit.get() == u64::MAX {
            return; // nothing is limited
        }
        let (held, limit) = change(local.held.get(), local.limit.get());
        local.held.set(held);
        local.limit.set(limit);
        if local.source.get() == Source::POOL {
            local.room.set(limit);
        }
    });
}

/// While it lives, what this thread frees of a workspace goes back without a lock; requests are met
/// as before.
pub struct Releasing<'a> {
    before: Source,
    workspace: PhantomData<&'a Workspace>,
}

impl<'a> Releasing<'a> {
    /// From here on.
    #[inline]
    pub fn enter(workspace: &'a Workspace) -> Releasing<'a> {
        let before = local::with(|local| local.source.replace(source(workspace)));
        Releasing { before, workspace: PhantomData }
    }
}

impl Drop for Releasing<'_> {
    fn drop(&mut self) {
        local::with(|local| local.source.set(self.before));
    }
}

#[inline(always)]
fn source(workspace: &Workspace) -> Source {
    Source(ptr::from_ref(workspace).cast())
}

/// The workspace of a memory source, `None` for the pool.
///
/// # Safety
/// The context that put the source there has not ended: it keeps the workspace alive.
#[inline(always)]
pub(super) unsafe fn workspace_of<'a>(source: Source) -> Option<&'a Workspace> {
    // SAFETY: every source but the pool's is made by `source`; the workspace lives, as the caller
    // says.
    unsafe { source.0.cast::<Workspace>().as_ref() }
}
