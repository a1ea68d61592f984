package dev.tenure.models;

/** Wrappers around numbers that name no trainer or metric. */
public final class ModelsForged {
    private ModelsForged() {}

    public static Batcher batcher(long handle) {
        return new Batcher(handle);
    }

    public static Metric metric(long handle) {
        return new Metric(handle);
    }

    public static Trainer trainer(long handle) {
        return new Trainer(handle);
    }
}
