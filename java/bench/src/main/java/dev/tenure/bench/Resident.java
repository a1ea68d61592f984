package dev.tenure.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Memory of this process as Linux counts it, which is the same measure for every worker. */
final class Resident {
    private Resident() {}

    static long now() {
        return bytes("VmRSS");
    }

    /** The most since {@link #resetPeak}. */
    static long peak() {
        return bytes("VmHWM");
    }

    /** Of mapped files alone. */
    static long ofFiles() {
        return bytes("RssFile");
    }

    static void resetPeak() {
        try {
            Files.writeString(Path.of("/proc/self/clear_refs"), "5");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long bytes(String name) {
        try {
            String line = Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(text -> text.startsWith(name))
                    .findFirst()
                    .orElseThrow();
            return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
