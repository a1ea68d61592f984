package dev.tenure.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Finds and loads the native library, once. In this order: the file that the system property {@code tenure.library}
 * names, the file that the environment variable {@code TENURE_LIBRARY} names, the one in this jar. A name that was
 * given
 * and is wrong is an error; it is never passed over in silence.
 */
public final class NativeLoader {
    /** What the core calls a collector that looks at all of its heap each time. */
    public static final int COLLECTOR = 0;

    private static final int ABI_VERSION = 3;
    private static final String PROPERTY = "tenure.library";
    private static final String VARIABLE = "TENURE_LIBRARY";

    private NativeLoader() {}

    /** Called once, by the initializer of {@link Native}. */
    public static void load() {
        String given = System.getProperty(PROPERTY);
        String from = "system property " + PROPERTY;
        if (given == null) {
            given = System.getenv(VARIABLE);
            from = "environment variable " + VARIABLE;
        }
        if (given != null) {
            loadGiven(Path.of(given).toAbsolutePath(), from);
        } else {
            loadFromJar();
        }
        int abi = Native.abiVersion();
        if (abi != ABI_VERSION) {
            throw new UnsatisfiedLinkError(
                    "the native library has ABI version " + abi + ", these classes need " + ABI_VERSION);
        }
        Native.memorySetManagedMax(Runtime.getRuntime().maxMemory());
        Native.pressureSetCollector(COLLECTOR);
    }

    /** The folder of this machine's library: {@code linux-x86_64}. */
    public static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String system = os.startsWith("linux") ? "linux" : os.startsWith("mac") ? "macos" : "windows";
        return system + "-" + (arch.equals("amd64") ? "x86_64" : arch);
    }

    private static void loadGiven(Path file, String from) {
        if (!Files.isRegularFile(file)) {
            throw new UnsatisfiedLinkError(from + " names " + file + ", which is not a file");
        }
        System.load(file.toString());
    }

    private static void loadFromJar() {
        String resource = "/dev/tenure/native/" + platform() + "/" + System.mapLibraryName("tenure");
        try (InputStream library = NativeLoader.class.getResourceAsStream(resource)) {
            if (library == null) {
                throw new UnsatisfiedLinkError("no native library for " + platform() + ": system property " + PROPERTY
                        + " and environment variable " + VARIABLE + " are not set, and there is no resource "
                        + resource + " in the jar");
            }
            Path file = Files.createTempFile("tenure-", "-" + System.mapLibraryName("tenure"));
            try {
                Files.write(file, library.readAllBytes());
                System.load(file.toString());
            } finally {
                // Linux keeps the loaded pages; elsewhere the file cannot go before the process does.
                if (!file.toFile().delete()) {
                    file.toFile().deleteOnExit();
                }
            }
        } catch (IOException e) {
            throw (UnsatisfiedLinkError) new UnsatisfiedLinkError(
                            "the native library could not be unpacked from resource /dev/tenure/" + resource)
                    .initCause(e);
        }
    }
}
