package dev.tenure.reports;

import dev.tenure.access.OtherFiles;
import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Supplier;

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
        NativeLoader.require();
        return new MemorySnapshot(Native.recordSnapshot());
    }

    /**
     * Reads a file that {@link #save(Path)} has written.
     *
     * @param file the file
     * @return the snapshot
     * @throws dev.tenure.TensorException if the file cannot be read, or is not a snapshot of this
     *     version of the format; the cause is an {@link IOException}
     */
    public static MemorySnapshot read(Path file) {
        Objects.requireNonNull(file, "file");
        return new MemorySnapshot(
                OtherFiles.read(file, () -> Native.recordLoad(file.toString()), Native::recordLoadBytes));
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
     * @param file the file
     * @throws dev.tenure.TensorException if the file cannot be written; the cause is an {@link IOException}
     */
    public void save(Path file) {
        save(file, SnapshotFormat.JSON);
    }

    /**
     * Writes it to a file in the format of another tool: the whole file, or nothing.
     *
     * @param file the file
     * @param format the format
     * @throws dev.tenure.TensorException if the file cannot be written; the cause is an {@link IOException}
     */
    public void save(Path file, SnapshotFormat format) {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(format, "format");
        write(
                file,
                () -> Native.recordExport(json, file.toString(), format.code()),
                () -> Native.recordExportBytes(json, format.code()));
    }

    /**
     * Writes a page that shows it: one HTML file, which needs no network. It has the live bytes over
     * time, who holds what at a moment of the recording, and what is new from one moment to another.
     *
     * @param file the file
     * @throws dev.tenure.TensorException if the file cannot be written; the cause is an {@link IOException}
     */
    public void savePage(Path file) {
        Objects.requireNonNull(file, "file");
        String template = template();
        write(
                file,
                () -> Native.recordPage(json, template, file.toString()),
                () -> Native.recordPageBytes(json, template));
    }

    private static void write(Path file, Runnable direct, Supplier<byte[]> bytes) {
        OtherFiles.write(file, direct, () -> 0, bytes); // the bytes of a text that is in memory fit an array
    }

    static String template() {
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
}
