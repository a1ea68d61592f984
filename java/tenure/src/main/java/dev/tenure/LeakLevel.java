package dev.tenure;

/** How much is recorded of where native resources come from; {@link Tenure#leakLevel(LeakLevel)} sets it. */
public enum LeakLevel {
    /** Nothing; it costs nothing. */
    OFF,
    /** The line and the time of one creation in 128: cheap enough for production. */
    SAMPLED,
    /** Those of each creation, and the line of each close. */
    ALL
}
