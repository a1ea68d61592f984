package dev.tenure.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds and loads the native library, once. The first of these applies: the file that the system
 * property {@code tenure.library} names; the file that the environment variable
 * {@code TENURE_LIBRARY} names; the library for this platform on the class path or the module path.
 * If a given file cannot be loaded, that is an error; the others are not tried.
 *
 * <p>Every failure is an {@code UnsatisfiedLinkError} whose message says what was tried and what to
 * do.
 */
public final class NativeLoader {
    /** The core's code for a collector that examines its whole heap each time. */
    public static final int COLLECTOR = 0;

    static final String PROPERTY = "tenure.library";
    static final String VARIABLE = "TENURE_LIBRARY";
    private static final String THREADS = "tenure.threads";
    private static final String THREADS_VARIABLE = "TENURE_THREADS";
    private static final int MOST_THREADS = 1024;

    private NativeLoader() {}

    // The error of the only attempt to load; it is thrown again for every later use.
    private static UnsatisfiedLinkError failure;

    /**
     * Throws the error that loading has thrown, if it did. Without this call, the second use would
     * throw a {@code NoClassDefFoundError} that only names {@link Native}.
     */
    public static void require() {
        UnsatisfiedLinkError first = failure;
        if (first != null) {
            throw because(first.getMessage(), first);
        }
    }

    /** Loads the library unless it is loaded; throws the error of loading, the first time and later. */
    public static void ensure() {
        require();
        Native.abiVersion();
    }

    /** Called once, by the initializer of {@link Native}. */
    public static void load() {
        try {
            loadOnce();
        } catch (UnsatisfiedLinkError e) {
            failure = e;
        } catch (RuntimeException e) { // a setting of the process is wrong
            failure = because(e.getMessage(), e);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static void loadOnce() {
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
        Native.logSetInitialLevel(Log.Setting.level());
        Native.memorySetManagedMax(Runtime.getRuntime().maxMemory());
        Native.pressureSetCollector(COLLECTOR);
        Native.threadsSetInitial(threads(System.getProperty(THREADS, System.getenv(THREADS_VARIABLE))));
    }

    /** Parses the setting; 0, the default, if it is absent. */
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
            // same error as for a number out of range
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
     * Loads a file. A JVM loads a file for one class loader only: if another class loader has
     * loaded it already, this loads a copy, which shares nothing with the first.
     *
     * @param folder the folder of the copy; if it is not writable, the folder for temporary files
     *     is used
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
                // Linux and macOS keep the loaded pages; Windows cannot delete the file before the
                // process ends.
                if (!copy.toFile().delete()) {
                    copy.toFile().deleteOnExit();
                }
            }
        } catch (IOException e) {
            first.addSuppressed(e);
            throw first;
        }
    }

    /** Calls {@code System.load}, and adds what to do to its errors. */
    private static void system(Path file) {
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError e) {
            throw e;
        } catch (IllegalCallerException e) { // JDK 24 and later, when native access is denied
            Module module = NativeLoader.class.getModule();
            String name = module.isNamed() ? module.getName() : "ALL-UNNAMED";
            throw because("this JVM denies native access: start it with --enable-native-access=" + name, e);
        } catch (LinkageError e) { // thrown by the library if the classes are of another release
            throw because(file + ": " + e.getMessage() + "; use the library of the same release", e);
        }
    }

    static UnsatisfiedLinkError because(String message, Throwable cause) {
        return (UnsatisfiedLinkError) new UnsatisfiedLinkError(message).initCause(cause);
    }
}
