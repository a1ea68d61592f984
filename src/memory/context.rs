//! `AllocationContext`: where the memory of a call comes from, and how much it may allocate.
//!
//! ```text
//!   room        the largest request that is allowed
//!   workspace   an entered workspace supplies the memory, otherwise the pool
//! ```
//!
//! What a call allocates before a scope is charged for it is subtracted from the room ([`hold`]).
//!
//! Invariant: creating a storage compares its bytes with one number, whatever is in force. With a
//! workspace of the processor that number is 0, so every request takes the slow path, where room and
//! workspace are told apart. A workspace of another device is asked by requests for that device. When a context ends, also by a panic, the previous values are restored, so contexts
//! nest.

use super::local::{self, Source};
use super::workspace::Workspace;
use crate::device::Device;
use std::marker::PhantomData;
use std::ptr;
use std::sync::Arc;

/// The allocation context of this thread, while this guard lives.
pub struct AllocationContext {
    before: Option<(u64, u64, Source, bool)>,
    workspace: Option<Arc<Workspace>>,
}

impl AllocationContext {
    /// Refuses requests for more than `room` bytes and allocates from `workspace`, counted as
    /// gradients if `gradient` is set.
    #[inline]
    pub fn enter(room: u64, workspace: Option<Arc<Workspace>>, gradient: bool) -> AllocationContext {
        local::with(|local| {
            local.refused.set(0);
            let limit = room.min(local.limit.get());
            let supplies = workspace.as_deref().is_some_and(supplies_the_processor);
            let room = if supplies { 0 } else { limit };
            let before = (
                local.room.replace(room),
                local.limit.replace(limit),
                local.source.replace(workspace.as_deref().map_or(Source::POOL, source)),
                local.gradient.replace(gradient),
            );
            AllocationContext { before: Some(before), workspace }
        })
    }

    /// The size of the request that was refused for lack of room, 0 if there was none.
    pub fn refused(&self) -> u64 {
        local::with(|local| local.refused.get())
    }

    /// Ends the context early, and returns the workspace.
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

/// Subtracts the bytes of a new storage from the room of this thread's context, until [`release`].
/// A run of a model makes many storages, and a scope is charged for its outputs only at the end.
#[inline]
pub(crate) fn hold(bytes: u64) {
    resize(|held, room| (held + bytes, room.saturating_sub(bytes)));
}

/// Undoes [`hold`], in the same context.
#[inline]
pub(crate) fn release(bytes: u64) {
    resize(|held, room| (held.saturating_sub(bytes), room.saturating_add(bytes)));
}

/// The largest request that this thread's context allows.
pub(crate) fn room() -> u64 {
    local::with(|local| local.limit.get())
}

/// Records that this many bytes, in addition to what is held, did not fit; another thread that
/// works for this one found that out.
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
        // SAFETY: the context that set the source has not ended, because this thread works within it.
        if !unsafe { workspace_of(local.source.get()) }.is_some_and(supplies_the_processor) {
            local.room.set(limit);
        }
    });
}

/// While this guard lives, memory of a workspace that this thread frees is returned without a lock;
/// requests are not affected.
pub struct Releasing<'a> {
    before: Source,
    workspace: PhantomData<&'a Workspace>,
}

impl<'a> Releasing<'a> {
    /// Begins for this workspace; for one of another device, whose requests would be affected, it does
    /// nothing.
    #[inline]
    pub fn enter(workspace: &'a Workspace) -> Releasing<'a> {
        let before = local::with(|local| match supplies_the_processor(workspace) {
            true => local.source.replace(source(workspace)),
            false => local.source.get(),
        });
        Releasing { before, workspace: PhantomData }
    }
}

impl Drop for Releasing<'_> {
    fn drop(&mut self) {
        local::with(|local| local.source.set(self.before));
    }
}

#[inline(always)]
fn supplies_the_processor(workspace: &Workspace) -> bool {
    workspace.device() == Device::Cpu
}

#[inline(always)]
fn source(workspace: &Workspace) -> Source {
    Source(ptr::from_ref(workspace).cast())
}

/// The workspace of a memory source, `None` for the pool.
///
/// # Safety
/// The context that set the source has not ended, so the workspace is alive.
#[inline(always)]
pub(super) unsafe fn workspace_of<'a>(source: Source) -> Option<&'a Workspace> {
    // SAFETY: every source except the pool's is made by `source`, and the caller guarantees that
    // the workspace is alive.
    unsafe { source.0.cast::<Workspace>().as_ref() }
}
