//! The records that cross the boundary, each defined here alone.
//!
//! Invariant: every field has 64 bits and none is added between others, so that a record is as well
//! a row of numbers. cbindgen writes the structs of the header from this file; `generate/` writes
//! the records of Java and C# from it, with these comments, and how they are read.

use super::types::Flag;
use safer_ffi::prelude::*;

/// What is alive on a device at this moment, and what has happened since the process began. Handles
/// are counted over all devices. A scope counts from its first use on: one in which nothing was ever
/// created is not there.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryStats {
    /// Handles of all kinds.
    pub live_handles: u64,
    /// Tensors among them; each alias and each view is one.
    pub live_tensors: u64,
    /// Scopes among them.
    pub live_scopes: u64,
    /// Bytes of live storages, each counted once, as asked for.
    pub live_bytes: u64,
    /// The most that `live_bytes` has been; exact while one thread allocates at a time, else within
    /// 128 KiB for each thread.
    pub peak_bytes: u64,
    /// Bytes taken from the system: in use, lost to rounding, or kept for the next tensor.
    pub reserved_bytes: u64,
    /// The most that `reserved_bytes` has been.
    pub peak_reserved_bytes: u64,
    /// The limit in force, in bytes.
    pub limit_bytes: u64,
    /// Blocks handed out.
    pub allocations: u64,
    /// Blocks among them that had been used before.
    pub reuses: u64,
    /// Times that memory was taken from the system.
    pub system_allocations: u64,
    /// Times that the system refused memory and was asked again after some had been given back.
    pub retries: u64,
    /// Requests that failed, by the limit or the system.
    pub out_of_memory: u64,
    /// The most that `live_tensors` has been; exact while one thread creates and closes tensors, else
    /// within about 500 for each thread that does.
    pub peak_tensors: u64,
    /// Bytes of live storages that something without an owner keeps alive: the garbage collector
    /// frees it if nobody closes it.
    pub unowned_bytes: u64,
    /// Handles that nobody closed, and that were freed because the garbage collector found them.
    pub backstop_freed: u64,
    /// Times that the garbage collector was asked to find some.
    pub collections: u64,
}

/// What a scope and all scopes below it own at this moment. A scope counts from its first use on.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScopeStats {
    /// Handles of all kinds.
    pub members: u64,
    /// Tensors among them.
    pub tensors: u64,
    /// Scopes among them.
    pub scopes: u64,
    /// Bytes of the storages that those tensors keep alive, each counted once.
    pub bytes: u64,
    /// The most tensors since the scope was measured; 0 if it is not.
    pub peak_tensors: u64,
    /// The most bytes since the scope was measured; 0 if it is not.
    pub peak_bytes: u64,
    /// The limit of this very scope, which `bytes` may not pass; 0 for none.
    pub limit_bytes: u64,
    /// 1 if peaks are kept, because the scope was measured or has a limit, else 0.
    pub measured: Flag,
}

/// What has happened to the memory of the processor since a counter was started, on all threads.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterStats {
    /// Live tensors now, less those at the start; negative if more were closed than created.
    pub tensors: i64,
    /// Live bytes now, less those at the start.
    pub bytes: i64,
    /// The most that `tensors` has been since; 0 if it was never above.
    pub peak_tensors: u64,
    /// The most that `bytes` has been since; 0 if it was never above.
    pub peak_bytes: u64,
    /// Blocks handed out.
    pub allocations: u64,
    /// Blocks among them that had been used before.
    pub reuses: u64,
    /// Times that memory was taken from the system.
    pub system_allocations: u64,
    /// Times that the system refused memory and was asked again after some had been given back.
    pub retries: u64,
    /// Requests that failed, by the limit or the system.
    pub out_of_memory: u64,
    /// Handles that nobody closed, and that were freed because the garbage collector found them.
    pub backstop_freed: u64,
}

/// A workspace at one moment, in bytes unless said: `committed = live + unreferenced + padding + free`.
///
/// Of a workspace of another thread, `committed`, `pinned`, `gradient_deferred`, `cycle`, `depth` and
/// `learned` are exact; its block counts as free.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkspaceStats {
    /// Asked for in the cycles that are valid, in the block and outside, released or not.
    pub allocated: u64,
    /// In the block and not released.
    pub live: u64,
    /// In the block and released, but not yet to be used again.
    pub unreferenced: u64,
    /// In the block, lost to rounding up to 64.
    pub padding: u64,
    /// In the block, not yet handed out.
    pub free: u64,
    /// The size of the block.
    pub committed: u64,
    /// Taken outside because the block had no room, or there is none.
    pub spilled: u64,
    /// Taken outside while the workspace was toggled off.
    pub toggled_off: u64,
    /// Of cycles that have ended, and still held.
    pub pinned: u64,
    /// Owned by the workspace or a scope below it, but with memory from elsewhere.
    pub adopted: u64,
    /// Lent to the workspace or a scope below it.
    pub borrowed: u64,
    /// Gradients in the block.
    pub gradient_standard: u64,
    /// Gradients outside the block.
    pub gradient_external: u64,
    /// Gradients of cycles that have ended, still held.
    pub gradient_deferred: u64,
    /// The number of the last cycle that was entered; of a sum, of all cycles.
    pub cycle: u64,
    /// How often it is entered.
    pub depth: u64,
    /// The size that was learned for the block; 0 if none has been yet.
    pub learned: u64,
    /// Workspaces that this is the sum of.
    pub workspaces: u64,
}

/// A cycle of a workspace that has been left, in bytes unless said.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkspaceCycle {
    /// Its number, from 1.
    pub cycle: u64,
    /// Used of the block, rounding included.
    pub offset: u64,
    /// Taken outside the block.
    pub spilled: u64,
    /// Not released at its end.
    pub pinned: u64,
    /// The size of the block as learned by then.
    pub learned: u64,
    /// 1 if the block could not be made as large as that, else 0.
    pub refused: Flag,
}

/// How the requests of a batcher were joined, since it was made.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnnxBatcherStats {
    /// Requests that waited for a run, or were refused a place.
    pub requests: u64,
    /// Those among them that were refused.
    pub refused: u64,
    /// Runs that were begun, of one request or several.
    pub runs: u64,
    /// The rows of all of these together.
    pub rows: u64,
    /// The most rows of one run.
    pub largest: u64,
}

/// The range and the precision of a floating-point element type.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FloatInfo {
    /// Bits of an element.
    pub bits: u64,
    /// How far the next number above 1 is from it.
    pub eps: f64,
    /// The greatest finite number.
    pub max: f64,
    /// The least finite number.
    pub min: f64,
    /// The least positive number of full precision.
    pub smallest_normal: f64,
}

/// The range of an integer element type.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntegerInfo {
    /// Bits of an element.
    pub bits: u64,
    /// The greatest number.
    pub max: i64,
    /// The least number.
    pub min: i64,
}
