package dev.tenure.optim;

/** Wrappers around numbers that name no optimizer or scheduler. */
public final class OptimForged {
    private OptimForged() {}

    public static Optimizer optimizer(long handle) {
        return new Optimizer(handle);
    }

    public static Scheduler scheduler(long handle) {
        return new Scheduler(handle);
    }
}
