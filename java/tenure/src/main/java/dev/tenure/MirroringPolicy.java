package dev.tenure;

/** Whether a workspace has a second plane. */
public enum MirroringPolicy {
    /** Host and device, at equal offsets; copied when the other side first uses it. */
    ENABLED,

    /** The primary plane only. */
    DISABLED,

    /** The host only. */
    HOST_ONLY
}
