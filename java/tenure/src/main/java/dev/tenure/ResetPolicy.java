package dev.tenure;

/** When a workspace's memory is used anew. */
public enum ResetPolicy {
    /** When the cycle is left. */
    BLOCK_LEFT,

    /**
     * When the ring comes round: with an {@link WorkspaceConfig#overallocationLimit()} of 1 a tensor of one cycle is
     * valid through the next one too, with 2 through the next two.
     */
    ENDOFBUFFER_REACHED
}
