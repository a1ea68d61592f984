//! The records that cross the boundary, each defined only here.
//!
//! Invariant: every field has 64 bits and none is added between others, so that a record is also a
//! row of numbers. cbindgen writes the structs of the header from this file; `generate/` writes the
//! records of Java and C# from it, with these comments, and the code that reads them.

use super::types::Flag;
use safer_ffi::prelude::*;

/// What is alive on a device at this moment, and what has happened since the process began. Handles
/// are counted over all devices. A scope counts from its first use on: a scope in which nothing was
/// ever created is not counted.
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
    /// Bytes of live storages as requested, each storage counted once.
    pub live_bytes: u64,
    /// The largest value of `live_bytes` so far; exact if one thread allocates at a time, else within
    /// 128 KiB for each thread.
    pub peak_bytes: u64,
    /// Bytes taken from the system: in use, lost to rounding, or kept for the next tensor.
    pub reserved_bytes: u64,
    /// The largest value of `reserved_bytes` so far.
    pub peak_reserved_bytes: u64,
    /// The limit in force, in bytes.
    pub limit_bytes: u64,
    /// Blocks of memory handed out.
    pub allocations: u64,
    /// Blocks among them that had been used before.
    pub reuses: u64,
    /// The number of times that memory was taken from the system.
    pub system_allocations: u64,
    /// The number of times that the system refused memory, and was asked again after some had been
    /// given back to it.
    pub retries: u64,
    /// Requests that the limit or the system refused.
    pub out_of_memory: u64,
    /// The largest value of `live_tensors` so far; exact if one thread creates and closes tensors, else
    /// within about 500 for each thread that does.
    pub peak_tensors: u64,
    /// Bytes of live storages that unowned handles keep alive: the garbage collector frees those that
    /// the program does not close.
    pub unowned_bytes: u64,
    /// Handles that the program did not close, and that were freed because the garbage collector found
    /// them.
    pub backstop_freed: u64,
    /// The number of times that the garbage collector was asked to find such handles.
    pub collections: u64,
    /// Workspaces among the scopes.
    pub live_workspaces: u64,
    /// Calls that failed because a limit of a device or a scope, or the system, refused memory. A call
    /// that is repeated after a collection counts each time that it fails.
    pub refusals: u64,
    /// Leaks that were found when the garbage collector freed them, while the leak level was not OFF.
    pub leaks: u64,
    /// Bytes of memory of other libraries, of the caller and of mapped files that live storages use,
    /// each use counted. No limit counts them, and `live_bytes` does not.
    pub foreign_bytes: u64,
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
    /// The largest value of `tensors` since measuring began; 0 if the scope is not measured.
    pub peak_tensors: u64,
    /// The largest value of `bytes` since measuring began; 0 if the scope is not measured.
    pub peak_bytes: u64,
    /// The limit of this scope itself, which `bytes` may not exceed; 0 for none.
    pub limit_bytes: u64,
    /// 1 if peaks are kept, because the scope was measured or has a limit, else 0.
    pub measured: Flag,
}

/// What has happened to the memory of the processor since a counter was started, on all threads.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterStats {
    /// Live tensors now minus those at the start; negative if more were closed than created.
    pub tensors: i64,
    /// Live bytes now minus those at the start.
    pub bytes: i64,
    /// The largest value of `tensors` since the start; 0 if it was never positive.
    pub peak_tensors: u64,
    /// The largest value of `bytes` since the start; 0 if it was never positive.
    pub peak_bytes: u64,
    /// Blocks of memory handed out.
    pub allocations: u64,
    /// Blocks among them that had been used before.
    pub reuses: u64,
    /// The number of times that memory was taken from the system.
    pub system_allocations: u64,
    /// The number of times that the system refused memory, and was asked again after some had been
    /// given back to it.
    pub retries: u64,
    /// Requests that the limit or the system refused.
    pub out_of_memory: u64,
    /// Handles that the program did not close, and that were freed because the garbage collector found
    /// them.
    pub backstop_freed: u64,
}

/// A workspace at one moment, in bytes unless stated otherwise:
/// `committed = live + unreferenced + padding + free`.
///
/// For a workspace of another thread, `committed`, `pinned`, `gradient_deferred`, `cycle`, `depth` and
/// `learned` are exact, and its block counts as free.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkspaceStats {
    /// Requested in the cycles that are still valid, in the block and outside, released or not.
    pub allocated: u64,
    /// In the block and not released.
    pub live: u64,
    /// In the block and released, but not yet available again.
    pub unreferenced: u64,
    /// In the block, lost by rounding requests up to multiples of 64.
    pub padding: u64,
    /// In the block, not yet handed out.
    pub free: u64,
    /// The size of the block.
    pub committed: u64,
    /// Taken outside because the block had no room, or there is no block.
    pub spilled: u64,
    /// Taken outside while the workspace was toggled off.
    pub toggled_off: u64,
    /// Memory of cycles that have ended, still held by something.
    pub pinned: u64,
    /// Memory from elsewhere that the workspace or a scope below it owns.
    pub adopted: u64,
    /// Memory from elsewhere that is lent to the workspace or a scope below it.
    pub borrowed: u64,
    /// Gradients in the block.
    pub gradient_standard: u64,
    /// Gradients outside the block.
    pub gradient_external: u64,
    /// Gradients of cycles that have ended, still held by something.
    pub gradient_deferred: u64,
    /// The number of the last cycle that was entered; in a sum, the number of all cycles.
    pub cycle: u64,
    /// How many times it is entered now.
    pub depth: u64,
    /// The size that was learned for the block; 0 if none has been learned yet.
    pub learned: u64,
    /// The number of workspaces that this is the sum of.
    pub workspaces: u64,
}

/// A cycle of a workspace that has been left, in bytes unless stated otherwise.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkspaceCycle {
    /// Its number, from 1.
    pub cycle: u64,
    /// Bytes of the block that were used, including rounding.
    pub offset: u64,
    /// Bytes taken outside the block.
    pub spilled: u64,
    /// Bytes that were not released at its end.
    pub pinned: u64,
    /// The size that had been learned for the block by then.
    pub learned: u64,
    /// 1 if the block could not be made that large, else 0.
    pub refused: Flag,
}

/// How the requests of a batcher were joined since it was made.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatcherStats {
    /// Requests that waited for a run, or were refused.
    pub requests: u64,
    /// Refused requests among them.
    pub refused: u64,
    /// Runs that were begun, each of one or several requests.
    pub runs: u64,
    /// The rows of all these runs together.
    pub rows: u64,
    /// The largest number of rows in one run.
    pub largest: u64,
}

/// The range and the precision of a floating-point element type.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FloatInfo {
    /// Bits of an element.
    pub bits: u64,
    /// The distance from 1 to the next larger number.
    pub eps: f64,
    /// The largest finite number.
    pub max: f64,
    /// The smallest finite number, which is negative.
    pub min: f64,
    /// The smallest positive number of full precision.
    pub smallest_normal: f64,
}

/// The range of an integer element type.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntegerInfo {
    /// Bits of an element.
    pub bits: u64,
    /// The largest number; that of uint64 has all 64 bits, so that it is -1 where it is read with a sign.
    pub max: u64,
    /// The smallest number.
    pub min: i64,
}

/// The memory and the compute capability of a CUDA device.
#[derive_ReprC]
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceProperties {
    /// Bytes of memory of the device.
    pub total_bytes: u64,
    /// Bytes of it that no process uses at this moment.
    pub free_bytes: u64,
    /// The major number of the compute capability, 9 for Hopper.
    pub compute_major: u64,
    /// The minor number.
    pub compute_minor: u64,
}
