package dev.tenure.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds and loads the native library, once. In this order: the file that the system property {@code tenure.library}
 * names, the file that the environment variable {@code TENURE_LIBRARY} names, the library of this platform on the class
 * path or the module path. A name that was given and is wrong is an error; it is never passed over in silence.
 *
 * <p>Whatever goes wrong is an {@code UnsatisfiedLinkError} whose message says what was tried and what to do.
 */
public final class NativeLoader {
    /** What the core calls a collector that looks at all of its heap each time. */
    public static final int COLLECTOR = 0;

    static final String PROPERTY = "tenure.library";
    static final String VARIABLE = "TENURE_LIBRARY";
    private static final String THREADS = "tenure.threads";
    private static final String THREADS_VARIABLE = "TENURE_THREADS";
    private static final int MOST_THREADS = 1024;

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
            Extraction.load(PackagedLibrary.find());
        }
        int abi = Native.abiVersion();
        if (abi != Version.ABI) {
            throw new UnsatisfiedLinkError("the native library is Tenure " + Native.version() + " with ABI version "
                    + abi + ", the Java classes are Tenure " + Version.LIBRARY + " with ABI version " + Version.ABI);
        }
        Native.memorySetManagedMax(Runtime.getRuntime().maxMemory());
        Native.pressureSetCollector(COLLECTOR);
        Native.threadsSetInitial(threads(System.getProperty(THREADS, System.getenv(THREADS_VARIABLE))));
    }

    /** The number that a setting names; 0, the default, for none. */
    public static int threads(String given) {
        if (given == null || given.isBlank()) {
            return 0;
        }
        try {
            int count = Integer.parseInt(given.strip());
            if (count >= 0 && count <= MOST_THREADS) {
                return count;
            }
        } catch (NumberFormatException e) {
            // the same answer
        }
        throw new IllegalArgumentException("system property " + THREADS + " or environment variable " + THREADS_VARIABLE
                + " is '" + given + "', not a number from 0 to " + MOST_THREADS);
    }

    private static void loadGiven(Path file, String from) {
        if (!Files.isRegularFile(file)) {
            throw new UnsatisfiedLinkError(from + " names " + file + ", which is not a file");
        }
        if (!Files.isReadable(file)) {
            throw new UnsatisfiedLinkError(from + " names " + file + ", which this user may not read");
        }
        try {
            load(file, file.getParent());
        } catch (UnsatisfiedLinkError e) {
            throw because(from + " names " + file + ", which cannot be loaded: " + e.getMessage(), e);
        }
    }

    /**
     * Loads a file. A JVM loads one file for one class loader only: where another one has it already, a copy is loaded,
     * which has nothing in common with the first.
     *
     * @param folder of the copy, unless that is no place for it
     */
    static void load(Path file, Path folder) {
        try {
            system(file);
        } catch (UnsatisfiedLinkError e) {
            if (e.getMessage() == null || !e.getMessage().contains("already loaded in another classloader")) {
                throw e;
            }
            loadCopy(file, folder, e);
        }
    }

    private static void loadCopy(Path file, Path folder, UnsatisfiedLinkError first) {
        try {
            Path where = Files.isWritable(folder) ? folder : Path.of(System.getProperty("java.io.tmpdir"));
            Path copy = Files.createTempFile(where, "copy-", "-" + System.mapLibraryName("tenure"));
            try {
                Files.write(copy, Files.readAllBytes(file));
                system(copy);
            } finally {
                // Linux and macOS keep the loaded pages; on Windows the file cannot go before the process does.
                if (!copy.toFile().delete()) {
                    copy.toFile().deleteOnExit();
                }
            }
        } catch (IOException e) {
            first.addSuppressed(e);
            throw first;
        }
    }

    /** {@code System.load}, with every refusal in the words of this library. */
    private static void system(Path file) {
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError e) {
            throw e;
        } catch (IllegalCallerException e) { // JDK 24 and later, when native access is denied
            Module module = NativeLoader.class.getModule();
            String name = module.isNamed() ? module.getName() : "ALL-UNNAMED";
            throw because("this JVM denies native access: start it with --enable-native-access=" + name, e);
        } catch (LinkageError e) { // of the library, when the classes are not of its release
            throw because(file + ": " + e.getMessage() + "; use the library of the same release", e);
        }
    }

    static UnsatisfiedLinkError because(String message, Throwable cause) {
        return (UnsatisfiedLinkError) new UnsatisfiedLinkError(message).initCause(cause);
    }
}
