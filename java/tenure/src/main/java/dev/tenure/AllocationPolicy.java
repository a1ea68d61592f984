package dev.tenure;

/** Where a workspace meets requests. */
public enum AllocationPolicy {
    /** From the block, which is exactly as large as was said or learned. */
    STRICT,

    /** From the block, which is larger by {@link WorkspaceConfig#overallocationLimit()}. */
    OVERALLOCATE,

    /** Each from a block of its own, freed at the end of the cycle. */
    ALWAYS
}
