//! The allocation context of a call: where its memory comes from. It is found by walking up from
//! the owner, and cached.
//!
//! ```text
//!   owner -> nearest source   a walk with one pin per level, about 30 ns each
//!   owner -> cached source    8 owners per thread, until a scope moves or a workspace ends
//!                             (the table's epoch)
//! ```
//!
//! Invariant: a cached source was looked up after the epoch stored with it had begun. A move during
//! a look-up ends that epoch, so no wrong entry stays in the cache. If two threads race, memory may
//! come from the wrong source meanwhile; that is safe, because memory lives as long as its last
//! reference.

use super::known;
use super::resource::{PinnedTensor, Resource, TABLE, owner_for};
use super::source::MemorySource;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::memory::AllocationContext;
use crate::memory::workspace::Workspace;
use crate::ops;
use crate::ownership::{DEVICES, Handle, Kind, LIMITS, SOURCES, THREADS};
use crate::tensor::Tensor;
use crate::threads::Limit;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

/// Owners that a thread caches.
const REMEMBERED: usize = 8;

/// What the cache holds for an owner.
#[derive(Default)]
enum Found {
    #[default]
    Nothing,
    Pool,
    In(Arc<Workspace>),
}

#[derive(Default)]
struct Memory {
    epoch: Cell<u64>,
    owners: [(Cell<u64>, Cell<Found>); REMEMBERED],
}

thread_local! {
    static MEMORY: Memory = Memory::default();
}

impl Memory {
    #[inline]
    fn entry(&self, owner: Handle) -> &(Cell<u64>, Cell<Found>) {
        // The slot's number is in the low bits.
        &self.owners[owner.0 as usize % REMEMBERED]
    }

    /// Clears the cache if its epoch has ended.
    #[inline]
    fn renew(&self) {
        let epoch = TABLE.epoch();
        if self.epoch.get() != epoch {
            self.owners.iter().for_each(|(_, found)| drop(found.take()));
            self.epoch.set(epoch);
        }
    }

    /// Takes what is cached for an owner out of its entry.
    #[inline]
    fn take(&self, owner: Handle) -> Found {
        self.renew();
        let (of, found) = self.entry(owner);
        if of.get() == owner.0 { found.take() } else { Found::Nothing }
    }

    #[inline]
    fn put(&self, owner: Handle, what: Found) {
        let (of, found) = self.entry(owner);
        of.set(owner.0);
        found.set(what);
    }

    fn forget(&self, ended: &Workspace) {
        for (_, found) in &self.owners {
            match found.take() {
                Found::In(workspace) if std::ptr::eq(&*workspace, ended) => {}
                other => found.set(other),
            }
        }
    }
}

/// Runs `make`, which creates a tensor for `scope`, or, when that is 0, for the owner of `operand`.
/// Its memory comes from the workspace that the owner is in, or from the pool. If the owner or a
/// scope above it has a limit, a request that exceeds what the limit leaves is refused before
/// memory is taken, and the error names the limit.
#[inline(always)] // `make` is called in one place, so that its result is built where it will be stored
pub(crate) fn within_limits<T>(
    scope: u64,
    operand: Option<&PinnedTensor>,
    make: impl FnOnce() -> Result<T>,
) -> Result<T> {
    let context = if TABLE.features_in_use() != 0 { enter_context(scope, operand, false) } else { None };
    match make() {
        Ok(made) => Ok(made),
        Err(error) => Err(explained(error, context)),
    }
}

/// Like [`within_limits`], for results that outlive the cycles of a workspace: memory comes from
/// the pool even if the owner is in a workspace.
pub(crate) fn in_pool_within_limits<T>(scope: u64, make: impl FnOnce() -> Result<T>) -> Result<T> {
    let owner = owner_for(scope, None).filter(|_| TABLE.features_in_use() & LIMITS != 0);
    let room = owner.and_then(|owner| Some((owner, TABLE.room(owner)?)));
    let context = room.map(|(owner, room)| (owner, AllocationContext::enter(room, None, false)));
    make().map_err(|error| match &context {
        Some((owner, context)) if context.refused() != 0 => {
            TABLE.would_refuse(*owner, context.refused()).unwrap_or(error)
        }
        _ => error,
    })
}

/// Like [`within_limits`], for gradients.
pub(crate) fn within_gradients<T>(scope: u64, operand: &PinnedTensor, make: impl FnOnce() -> Result<T>) -> Result<T> {
    let context = if TABLE.features_in_use() != 0 { enter_context(scope, Some(operand), true) } else { None };
    make().map_err(|error| explained(error, context))
}

#[cold]
#[inline(never)]
fn enter_context(scope: u64, operand: Option<&PinnedTensor>, gradient: bool) -> Option<Entered> {
    Entered::enter(owner_for(scope, operand)?, gradient)
}

#[cold]
fn explained(error: Error, context: Option<Entered>) -> Error {
    match context.map(|context| (context.owner(), context.refused())) {
        None | Some((_, 0)) => error,
        Some((owner, bytes)) => TABLE.would_refuse(owner, bytes).unwrap_or(error),
    }
}

/// The workspace that supplies the memory of what this scope owns, if there is one.
pub(super) fn find(owner: Handle) -> Option<Arc<Workspace>> {
    let known = MEMORY.try_with(|memory| memory.take(owner)).unwrap_or_default();
    match known {
        Found::Pool => {
            let _ = MEMORY.try_with(|memory| memory.put(owner, Found::Pool));
            None
        }
        Found::In(workspace) => Some(workspace),
        Found::Nothing => search(owner).and_then(|found| {
            if found.is_none() {
                let _ = MEMORY.try_with(|memory| memory.put(owner, Found::Pool));
            }
            found
        }),
    }
}

/// Puts the result of [`find`] back into the cache.
#[inline]
fn remember(owner: Handle, workspace: Arc<Workspace>) {
    let _ = MEMORY.try_with(|memory| memory.put(owner, Found::In(workspace)));
}

/// Frees the memory of this thread's workspaces that other threads have ended.
pub(crate) fn tidy() {
    if TABLE.features_in_use() & SOURCES != 0 {
        let _ = MEMORY.try_with(Memory::renew);
        known::tidy();
    }
}

/// Removes a workspace from this thread's cache.
pub(super) fn forget(workspace: &Workspace) {
    let _ = MEMORY.try_with(|memory| memory.forget(workspace));
}

/// The number of the workspace in whose memory new tensors of this scope are allocated.
pub(crate) fn number(owner: Option<Handle>) -> Option<u64> {
    let owner = owner?;
    let workspace = find(owner)?;
    let number = workspace.number();
    remember(owner, workspace);
    Some(number)
}

/// The maximum number of threads for what this scope owns: the smallest limit of it and the scopes
/// above it.
#[cold]
fn threads(owner: Handle) -> Option<usize> {
    let (mut at, mut least) = (owner, None::<u16>);
    loop {
        let Ok(scope) = TABLE.pin_scope(at) else { break };
        let Some(node) = scope.node() else { break };
        let limit = Some(node.threads()).filter(|&count| count > 0);
        least = limit.map(|count| least.map_or(count, |least| least.min(count))).or(least);
        match scope.owner() {
            Some(parent) => at = parent,
            None => break,
        }
    }
    least.map(usize::from)
}

/// Instead of a device's code: the default device of the scope that owns the result.
pub(crate) const OF_SCOPE: i32 = -1;

/// The device of a new tensor for `scope`: that of the code, or the scope's default.
#[inline]
pub(crate) fn device_for(scope: u64, code: i32) -> Result<Device> {
    if code == OF_SCOPE { Ok(default_device(scope)) } else { Device::from_code(code) }
}

/// Sets the device on which makers without a device make what this scope or a scope below it owns.
pub(crate) fn set_default_device(scope: u64, device: Device) -> Result<()> {
    device.require()?;
    let scope = TABLE.pin(Handle(scope), Kind::Scope)?;
    if let Resource::Scope(node) = &*scope {
        node.set_device(device);
        TABLE.note_devices();
    }
    Ok(())
}

/// The code of the device where no scope has a default. Only tests change it.
static FALLBACK: AtomicI32 = AtomicI32::new(0);

/// Sets the device where no scope has a default, in place of the processor.
pub(crate) fn set_fallback_device(device: Device) -> Result<()> {
    device.require()?;
    FALLBACK.store(device.code(), Ordering::Release);
    TABLE.note_devices();
    Ok(())
}

/// The default device of what this scope owns: its own, or that of the nearest scope above it that
/// has one; else the processor.
#[inline]
pub(crate) fn default_device(scope: u64) -> Device {
    if TABLE.features_in_use() & DEVICES == 0 { Device::Cpu } else { nearest_device(scope) }
}

#[cold]
fn nearest_device(scope: u64) -> Device {
    let mut at = owner_for(scope, None);
    while let Some(owner) = at {
        let Ok(scope) = TABLE.pin_scope(owner) else { break };
        let Some(node) = scope.node() else { break };
        if let Some(device) = node.device() {
            return device;
        }
        at = scope.owner();
    }
    Device::from_code(FALLBACK.load(Ordering::Acquire)).unwrap_or(Device::Cpu)
}

/// A tensor that was made on the processor, on the default device of the scope that will own it.
pub(crate) fn placed(scope: u64, made: Tensor) -> Result<Tensor> {
    match default_device(scope) {
        Device::Cpu => Ok(made),
        device => ops::to_device(&made, device),
    }
}

/// Walks up to the nearest source: `None` when a scope on the way is closed, `Some(None)` for the
/// pool.
#[cold]
fn search(owner: Handle) -> Option<Option<Arc<Workspace>>> {
    let mut at = owner;
    loop {
        let scope = TABLE.pin_scope(at).ok()?;
        let node = scope.node()?;
        match node.source() {
            MemorySource::Workspace(state) => return Some(state.memory(false).cloned()),
            MemorySource::RingCycle(state) => return Some(state.memory(true).cloned()),
            MemorySource::Pool => return Some(None),
            MemorySource::Inherit => match scope.owner() {
                Some(parent) => at = parent,
                None => return Some(None),
            },
        }
    }
}

/// A guard: while it lives, memory comes from the owner's source, within the limits of the owner
/// and the scopes above it.
struct Entered {
    owner: Handle,
    context: Option<AllocationContext>,
    threads: Option<Limit>,
}

impl Entered {
    /// `None` if no scope from the owner upwards has a limit, a workspace or a thread limit.
    #[inline]
    fn enter(owner: Handle, gradient: bool) -> Option<Entered> {
        let features = TABLE.features_in_use();
        let room = if features & LIMITS != 0 { TABLE.room(owner) } else { None };
        let workspace = if features & SOURCES != 0 { find(owner) } else { None };
        let threads = if features & THREADS != 0 { threads(owner) } else { None };
        let is_plain = room.is_none() && workspace.is_none();
        if is_plain && threads.is_none() {
            return None;
        }
        let enter = || AllocationContext::enter(room.unwrap_or(u64::MAX), workspace, gradient);
        Some(Entered { owner, context: (!is_plain).then(enter), threads: threads.map(Limit::enter) })
    }

    /// The owner of new results.
    fn owner(&self) -> Handle {
        self.owner
    }

    /// The size in bytes of the request that a limit refused, 0 if none was refused.
    fn refused(&self) -> u64 {
        self.context.as_ref().map_or(0, AllocationContext::refused)
    }
}

impl Drop for Entered {
    #[inline]
    fn drop(&mut self) {
        self.threads = None;
        if let Some(workspace) = self.context.as_mut().and_then(AllocationContext::end) {
            remember(self.owner, workspace);
        }
    }
}
