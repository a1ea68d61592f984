package dev.tenure.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The platform of this JVM, in the notation of the packages' classifiers. */
public final class Platform {
    /** The platforms for which a release has a library. */
    static final List<String> PACKAGED = List.of(
            "linux-x86_64",
            "linux-aarch_64",
            "linux-musl-x86_64",
            "linux-musl-aarch_64",
            "osx-x86_64",
            "osx-aarch_64",
            "windows-x86_64");

    private Platform() {}

    /**
     * The platform as os-maven-plugin names it, such as {@code linux-x86_64}; with {@code musl} if
     * that is the C library.
     */
    public static String classifier() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        return classifier(os, arch, os.startsWith("linux") && isMusl());
    }

    static String classifier(String os, String arch, boolean musl) {
        String system = os.startsWith("linux") ? "linux"
                : os.startsWith("mac") || os.startsWith("darwin") ? "osx"
                : os.startsWith("windows") ? "windows"
                : os.replaceAll("[^a-z0-9]+", "");
        String processor = switch (arch) {
            case "amd64", "x86_64", "x64" -> "x86_64";
            case "aarch64", "arm64" -> "aarch_64";
            default -> arch.replaceAll("[^a-z0-9]+", "_");
        };
        return system + (musl ? "-musl-" : "-") + processor;
    }

    /**
     * Looks for musl in this process's mappings, or if they cannot be read, among the installed
     * libraries.
     */
    private static boolean isMusl() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.anyMatch(line -> line.contains("/ld-musl-"));
        } catch (IOException | RuntimeException e) {
            try (Stream<Path> files = Files.list(Path.of("/lib"))) {
                return files.anyMatch(file -> file.getFileName().toString().startsWith("ld-musl-"));
            } catch (IOException | RuntimeException none) {
                return false;
            }
        }
    }
}
