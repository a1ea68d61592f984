package dev.tenure;

/** Where a workspace's block lies. */
public enum LocationPolicy {
    /** In memory. */
    RAM,

    /** In a file without a name, in the folder {@link WorkspaceConfig#tempFilePath()}. */
    MMAP
}
