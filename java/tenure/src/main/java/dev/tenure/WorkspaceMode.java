package dev.tenure;

/** Who shares a workspace's block. */
public enum WorkspaceMode {
    /** One for each id and thread. */
    ENABLED,

    /** One for the process; many threads may be in it at once. */
    SINGLE,

    /** There is no block: a plain scope, whose memory is the pool's. */
    NONE
}
