package dev.tenure.reports;

import dev.tenure.internal.Native;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What was alive at one moment, with its owners, and the events of the recording that was in
 * progress then. It is a text, so it owns no native memory.
 */
public final class MemorySnapshot {
    private final String json;

    private MemorySnapshot(String json) {
        this.json = json;
    }

    /**
     * Takes a snapshot. It is exact if no other thread creates or closes anything meanwhile.
     *
     * @return a snapshot of this moment
     */
    public static MemorySnapshot take() {
        return new MemorySnapshot(Native.recordSnapshot());
    }

    /**
     * Reads a file that {@link #save(Path)} has written.
     *
     * @param file the file, on the default file system
     * @return the snapshot
     * @throws dev.tenure.TensorException if the file cannot be read, or is not a snapshot of this
     *     version of the format
     */
    public static MemorySnapshot read(Path file) {
        return new MemorySnapshot(Native.recordLoad(name(file)));
    }

    /**
     * Returns what is new and still alive, and what is gone, since an earlier snapshot of the same
     * process: by scope, by line, and the largest handles.
     *
     * @param earlier the earlier snapshot
     * @return a text for people
     */
    public String since(MemorySnapshot earlier) {
        return Native.recordSince(json, Objects.requireNonNull(earlier, "earlier").json);
    }

    /**
     * Writes it to a file, usually named {@code *.tenure-memory.json}: the whole file, or nothing.
     *
     * @param file the file, on the default file system
     * @throws dev.tenure.TensorException if the file cannot be written
     */
    public void save(Path file) {
        save(file, SnapshotFormat.JSON);
    }

    /**
     * Writes it to a file in the format of another tool: the whole file, or nothing.
     *
     * @param file the file, on the default file system
     * @param format the format
     * @throws dev.tenure.TensorException if the file cannot be written
     */
    public void save(Path file, SnapshotFormat format) {
        Objects.requireNonNull(format, "format");
        Native.recordExport(json, name(file), format.code());
    }

    /**
     * Writes a page that shows it: one HTML file, which needs no network. It has the live bytes over
     * time, who holds what at a moment of the recording, and what is new from one moment to another.
     *
     * @param file the file, on the default file system
     * @throws dev.tenure.TensorException if the file cannot be written
     */
    public void savePage(Path file) {
        Native.recordPage(json, template(), name(file));
    }

    private static String template() {
        try (InputStream page = MemorySnapshot.class.getResourceAsStream("memory-page.html")) {
            return new String(page.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // the package of this class cannot be read
        }
    }

    /**
     * Returns the text of the file.
     *
     * @return JSON
     */
    public String json() {
        return json;
    }

    private static String name(Path file) {
        return Objects.requireNonNull(file, "file").toFile().getPath();
    }
}
