package dev.tenure.data;

/** Wrappers around numbers that name no data. */
public final class DataForged {
    private DataForged() {}

    public static DataLoader dataLoader(long handle) {
        return new DataLoader(handle);
    }

    public static Table table(long handle) {
        return new Table(handle);
    }
}
