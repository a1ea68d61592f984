package dev.tenure.internal;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The native library for a platform in a jar: {@code META-INF/native/tenure/PLATFORM} contains
 * {@code library.properties} (version, file, sha256) and the file. It is found on the class path,
 * in a fat jar, and in a module, even if no other module requires that.
 *
 * <p>Invariant: {@link #find} returns a library of the same release as these classes.
 *
 * @param where the jar or folder, for messages
 * @param opener opens the library
 */
record PackagedLibrary(String where, String version, String file, String sha256, Opener opener) {
    private static final String FOLDER = "META-INF/native/tenure/";
    private static final String PROPERTIES = "/library.properties";
    private static final String MODULES = "dev.tenure.natives.";

    /** Opens a resource; may be called repeatedly. */
    @FunctionalInterface
    interface Opener {
        InputStream open() throws IOException;
    }

    /**
     * Finds the library for this platform and release. Without one, the
     * {@code UnsatisfiedLinkError} says what to add.
     */
    static PackagedLibrary find() {
        String platform = Platform.classifier();
        List<PackagedLibrary> found;
        try {
            found = of(platform);
        } catch (IOException | UncheckedIOException e) {
            String message = "the package with Tenure's library for " + platform + " cannot be read: " + e;
            throw NativeLoader.because(message, e);
        }
        for (PackagedLibrary library : found) {
            if (library.version.equals(Version.LIBRARY)) {
                return library;
            }
        }
        throw new UnsatisfiedLinkError(found.isEmpty() ? nothingFor(platform) : otherVersion(platform, found.get(0)));
    }

    private static List<PackagedLibrary> of(String platform) throws IOException {
        String folder = FOLDER + platform;
        ClassLoader loader = PackagedLibrary.class.getClassLoader();
        List<PackagedLibrary> found = new ArrayList<>();
        for (URL url : Collections.list(loader.getResources(folder + PROPERTIES))) {
            String where = url.toString().replace(folder + PROPERTIES, "").replaceAll("^jar:|!/$", "");
            Properties properties = properties(open(url));
            URL library = new URL(url, properties.getProperty("file"));
            found.add(of(where, properties, () -> open(library)));
        }
        if (found.isEmpty()) {
            for (ModuleReference module : modules()) {
                if (has(module, folder + PROPERTIES)) {
                    Properties properties = properties(open(module, folder + PROPERTIES));
                    String file = folder + "/" + properties.getProperty("file");
                    found.add(of(module.location().toString(), properties, () -> open(module, file)));
                }
            }
        }
        return found;
    }

    private static PackagedLibrary of(String where, Properties properties, Opener opener) {
        return new PackagedLibrary(
                where,
                String.valueOf(properties.getProperty("version")),
                String.valueOf(properties.getProperty("file")),
                String.valueOf(properties.getProperty("sha256")),
                opener);
    }

    private static Properties properties(InputStream stream) throws IOException {
        try (stream) {
            Properties properties = new Properties();
            properties.load(stream);
            return properties;
        }
    }

    /** Bypasses the cache of jars, which would keep them open after their class loader is gone. */
    static InputStream open(URL url) throws IOException {
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        return connection.getInputStream();
    }

    /**
     * The modules with libraries on the module path and in a jlink image. They are not resolved,
     * because no module requires them.
     */
    private static List<ModuleReference> modules() {
        String path = System.getProperty("jdk.module.path", "");
        Path[] entries = Stream.of(path.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toArray(Path[]::new);
        try {
            return ModuleFinder.compose(ModuleFinder.of(entries), ModuleFinder.ofSystem()).findAll().stream()
                    .filter(module -> module.descriptor().name().startsWith(MODULES))
                    .toList();
        } catch (FindException e) {
            return List.of();
        }
    }

    private static boolean has(ModuleReference module, String name) throws IOException {
        try (ModuleReader reader = module.open()) {
            return reader.find(name).isPresent();
        }
    }

    private static InputStream open(ModuleReference module, String name) throws IOException {
        try (ModuleReader reader = module.open()) {
            InputStream stream = reader.open(name).orElseThrow(() -> new FileNotFoundException(name + " in " + module));
            try (stream) {
                return new ByteArrayInputStream(stream.readAllBytes());
            }
        }
    }

    private static String nothingFor(String platform) {
        String or = "\nOr name a file by system property " + NativeLoader.PROPERTY + " or environment variable "
                + NativeLoader.VARIABLE + ".";
        if (!Platform.PACKAGED.contains(platform)) {
            return "Tenure " + Version.LIBRARY + " has no native library for " + platform + ", only for "
                    + String.join(", ", Platform.PACKAGED) + "." + or;
        }
        String others = String.join(", ", Platform.PACKAGED.stream().filter(PackagedLibrary::isThere).toList());
        return "No native library of Tenure for " + platform + " is on the class path or the module path"
                + (others.isEmpty() ? "" : ", only for " + others) + ". Add it to the build:"
                + "\n  Maven:  <dependency><groupId>dev.tenure</groupId><artifactId>tenure</artifactId><version>"
                + Version.LIBRARY + "</version><classifier>" + platform + "</classifier></dependency>"
                + "\n  Gradle: runtimeOnly(\"dev.tenure:tenure:" + Version.LIBRARY + ":" + platform + "\")"
                + "\ndev.tenure:tenure-all:" + Version.LIBRARY + " has the libraries of every platform." + or;
    }

    private static boolean isThere(String platform) {
        try {
            return !of(platform).isEmpty();
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static String otherVersion(String platform, PackagedLibrary other) {
        return "The native library for " + platform + " in " + other.where + " is of Tenure " + other.version
                + ", the Java classes are of Tenure " + Version.LIBRARY
                + ": give both one version, which dev.tenure:tenure-bom does for all of them.";
    }
}
