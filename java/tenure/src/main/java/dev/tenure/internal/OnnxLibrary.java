package dev.tenure.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Finds the library of ONNX Runtime for the core, which cannot read properties or jars. The first
 * of these applies: the file that the system property {@code tenure.onnxruntime} names; the file
 * that the environment variable {@code TENURE_ONNXRUNTIME} names; the library for this platform in
 * Maven's {@code com.microsoft.onnxruntime:onnxruntime}, extracted like Tenure's own library.
 */
public final class OnnxLibrary {
    static final String PROPERTY = "tenure.onnxruntime";
    static final String VARIABLE = "TENURE_ONNXRUNTIME";

    private static volatile String unpacked;

    private OnnxLibrary() {}

    /** The path of the library; if it is empty, the core uses the system's loader. */
    public static String find() {
        String given = System.getProperty(PROPERTY, System.getenv(VARIABLE));
        if (given != null && !given.isEmpty()) {
            return Path.of(given).toAbsolutePath().toString();
        }
        if (unpacked == null) {
            unpacked = unpack();
        }
        return unpacked;
    }

    /** Extracts the library to the cache and returns its path; empty if no jar contains it. */
    static String unpack() {
        String file = System.mapLibraryName("onnxruntime");
        URL resource = resource("ai/onnxruntime/native/" + folder() + "/" + file);
        if (resource == null) {
            return "";
        }
        try {
            PackagedLibrary.Opener opener = () -> PackagedLibrary.open(resource);
            String hash;
            try (InputStream stream = opener.open()) {
                hash = Extraction.hash(stream.readAllBytes());
            }
            return Extraction.unpacked(new PackagedLibrary(resource.toString(), "onnxruntime", file, hash, opener))
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(resource + " cannot be unpacked", e);
        }
    }

    /**
     * The folders of the natives are not valid package names, so the resources are accessible in
     * modules too.
     */
    private static URL resource(String name) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        URL found = context == null ? null : context.getResource(name);
        if (found != null) {
            return found;
        }
        ClassLoader own = OnnxLibrary.class.getClassLoader();
        return own == null ? ClassLoader.getSystemResource(name) : own.getResource(name);
    }

    /** The platform in the notation of that jar, such as {@code linux-x64}. */
    private static String folder() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String system = os.startsWith("windows") ? "win" : os.startsWith("mac") ? "osx" : "linux";
        return system + switch (arch) {
            case "amd64", "x86_64", "x64" -> "-x64";
            default -> "-aarch64";
        };
    }
}
