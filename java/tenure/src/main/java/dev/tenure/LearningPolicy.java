package dev.tenure;

/** How a workspace finds the size of its block. */
public enum LearningPolicy {
    /** It is what {@link WorkspaceConfig#initialSize()} says. */
    NONE,

    /** From the first cycle. */
    OPTIMIZED,

    /**
     * From the first {@link WorkspaceConfig#cyclesBeforeInitialization()} cycles, and again whenever a cycle needed
     * more.
     */
    TRAINING
}
