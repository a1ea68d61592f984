// The words of a workspace's configuration. Their order is of no meaning: the core is told names.

namespace Tenure;

/// <summary>Where a workspace's requests are met.</summary>
public enum AllocationPolicy
{
    /// <summary>From the block, which is exactly as large as was said or learned.</summary>
    Strict,

    /// <summary>From the block, which is larger by <see cref="WorkspaceConfig.OverallocationLimit"/>.</summary>
    Overallocate,

    /// <summary>Each from a block of its own, freed at the end of the cycle.</summary>
    Always,
}

/// <summary>How the size of a workspace's block is found.</summary>
public enum LearningPolicy
{
    /// <summary>It is <see cref="WorkspaceConfig.InitialSize"/>.</summary>
    None,

    /// <summary>From the first cycle.</summary>
    Optimized,

    /// <summary>From the first <see cref="WorkspaceConfig.CyclesBeforeInitialization"/> cycles, and again when a cycle needs more.</summary>
    Training,
}

/// <summary>Whether there is a second plane of a workspace's block.</summary>
public enum MirroringPolicy
{
    /// <summary>Host and device, equal offsets, copied when the other side first uses it.</summary>
    Enabled,

    /// <summary>The primary plane only.</summary>
    Disabled,

    /// <summary>The host only.</summary>
    HostOnly,
}

/// <summary>What becomes of a request that a workspace's block has no room for.</summary>
public enum SpillPolicy
{
    /// <summary>It is refused; nothing has changed.</summary>
    Fail,

    /// <summary>It is met outside, and at the end of the cycle the block grows by that.</summary>
    Reallocate,

    /// <summary>It is met outside, by memory that is freed at the end of the cycle.</summary>
    External,
}

/// <summary>When a workspace's memory is used anew.</summary>
public enum ResetPolicy
{
    /// <summary>When the cycle is left.</summary>
    BlockLeft,

    /// <summary>When the ring comes round: it holds 1 + <see cref="WorkspaceConfig.OverallocationLimit"/> cycles, rounded down.</summary>
    EndOfBufferReached,
}

/// <summary>Where a workspace's block lies.</summary>
public enum LocationPolicy
{
    /// <summary>In memory.</summary>
    Ram,

    /// <summary>In a file without a name, in <see cref="WorkspaceConfig.TempFilePath"/>.</summary>
    Mmap,
}

/// <summary>Who shares a workspace's block.</summary>
public enum WorkspaceMode
{
    /// <summary>Nobody: there is one for each name and thread.</summary>
    Enabled,

    /// <summary>All threads: there is one for each name, behind a lock.</summary>
    Single,

    /// <summary>There is no block: the workspace is a plain scope that leaving empties.</summary>
    None,
}
