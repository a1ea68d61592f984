package dev.tenure.nn;

/** Wrappers around numbers that name no module. */
public final class ModuleForged {
    private ModuleForged() {}

    public static Module module(long handle) {
        return new Module(handle);
    }
}
