package dev.tenure.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Finds the library of ONNX Runtime for the core, which reads no property and no jar. In this order: the file that the
 * system property {@code tenure.onnxruntime} names, the file that the environment variable {@code TENURE_ONNXRUNTIME} names,
 * that of this platform in Maven's {@code com.microsoft.onnxruntime:onnxruntime}, unpacked as Tenure's own library is.
 */
public final class OnnxLibrary {
    static final String PROPERTY = "tenure.onnxruntime";
    static final String VARIABLE = "TENURE_ONNXRUNTIME";

    private static volatile String unpacked;

    private OnnxLibrary() {}

    /** Its path; empty leaves it to the system's loader, which the core then asks. */
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

    /** The file in the cache; empty if no jar has the library. */
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

    /** The natives lie in folders that are no packages, so that they are found in modules as well. */
    private static URL resource(String name) {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        URL found = context == null ? null : context.getResource(name);
        if (found != null) {
            return found;
        }
        ClassLoader own = OnnxLibrary.class.getClassLoader();
        return own == null ? ClassLoader.getSystemResource(name) : own.getResource(name);
    }

    /** The platform as that jar names it, {@code linux-x64}. */
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
