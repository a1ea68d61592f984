package dev.tenure;

/** What becomes of a request that a workspace's block has no room for. */
public enum SpillPolicy {
    /** It is a {@link ScopeException}; nothing has changed. */
    FAIL,

    /** It gets a block outside, and at the end of the cycle the workspace's own grows by that. */
    REALLOCATE,

    /** It gets a block outside, freed at the end of the cycle. */
    EXTERNAL
}
