package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.user.ModuleProgram;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library in a package: it is found, unpacked and loaded, or one message says what is wrong and what to do. */
class LoaderTest {
    private static final String PLATFORM =
            System.getProperty("os.arch").equals("amd64") ? "linux-x86_64" : "linux-aarch_64";
    private static final String FILE = System.mapLibraryName("tenure");

    @TempDir
    Path temp;

    /** What a natives jar holds, as a folder of the class path. */
    private Path natives;

    private Path cache;

    @BeforeEach
    void makePackage() throws IOException {
        natives = temp.resolve("natives");
        cache = temp.resolve("cache");
        pack(Files.readAllBytes(Path.of(ChildJvm.LIBRARY)), Tenure.version());
    }

    private Path folder() {
        return natives.resolve("META-INF/native/tenure").resolve(PLATFORM);
    }

    private void pack(byte[] library, String version) throws IOException {
        Files.createDirectories(folder());
        Files.write(folder().resolve(FILE), library);
        describe(version, hash(library));
    }

    private void describe(String version, String hash) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("version", version);
        properties.setProperty("file", FILE);
        properties.setProperty("sha256", hash);
        try (OutputStream stream = Files.newOutputStream(folder().resolve("library.properties"))) {
            properties.store(stream, null);
        }
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private ProcessBuilder builder(List<String> options, String... arguments) {
        String path = String.join(
                File.pathSeparator,
                System.getProperty("tenure.classes"),
                System.getProperty("tenure.test.classes"),
                natives.toString());
        ProcessBuilder builder = ChildJvm.builderOn(path, LoaderProgram.class, options, arguments);
        builder.environment().remove("TENURE_CACHE");
        builder.environment().remove("XDG_CACHE_HOME");
        return builder;
    }

    private ChildJvm.Output run(String... options) {
        return ChildJvm.run(builder(List.of(options)));
    }

    private String inCache() {
        return "-Dtenure.cache=" + cache;
    }

    private static void assertSays(ChildJvm.Output output, String... parts) {
        assertEquals(1, output.code(), output.text());
        for (String part : parts) {
            assertTrue(output.contains(part), () -> part + " is not in: " + output.text());
        }
    }

    private static void assertRan(ChildJvm.Output output) {
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("hello from " + Tenure.version() + ", 2.0"), output.text());
    }

    private static void assertPrivate(Path folder) throws IOException {
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    }

    /** Two applications of one server have a copy of the library each, and one ONNX Runtime. */
    @Test
    void twoCopiesRunModels() {
        String library = System.getenv("TENURE_ONNXRUNTIME");
        assumeTrue(library != null && !library.isEmpty(), "TENURE_ONNXRUNTIME names no library");
        ChildJvm.Output output = ChildJvm.run(builder(named(), "models"));
        assertEquals(0, output.code(), output.text());
        for (String name : List.of("first", "second", "third")) {
            assertTrue(output.contains(name + " model 14.5"), output.text());
        }
    }

    /** The library by its name, and where the sources are. */
    private static List<String> named() {
        return List.of("-Dtenure.library=" + ChildJvm.LIBRARY, "-Dtenure.root=" + System.getProperty("tenure.root"));
    }

    /** The unpacked library. */
    private static Path unpackedIn(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.filter(Files::isRegularFile).toList();
            assertEquals(1, all.size(), all.toString());
            return all.get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void itIsUnpackedOnceForThisUserAlone() throws IOException {
        assertRan(run(inCache()));
        Path file = unpackedIn(cache);
        assertArrayEquals(Files.readAllBytes(Path.of(ChildJvm.LIBRARY)), Files.readAllBytes(file));
        assertTrue(file.getParent().getFileName().toString().startsWith(Tenure.version() + "-"), file.toString());
        assertPrivate(file.getParent());
        FileTime old = FileTime.fromMillis(1_000_000_000_000L);
        Files.setLastModifiedTime(file, old);
        assertRan(run(inCache()));
        assertEquals(old, Files.getLastModifiedTime(file));
    }

    @Test
    void theEnvironmentNamesTheCacheToo() {
        ProcessBuilder builder = builder(List.of());
        builder.environment().put("TENURE_CACHE", cache.toString());
        assertRan(ChildJvm.run(builder));
        unpackedIn(cache);
    }

    @Test
    void withoutANameItGoesToTheUsersCache() throws IOException {
        assertRan(run("-Duser.home=" + temp));
        Path file = unpackedIn(temp.resolve(".cache/tenure"));
        assertPrivate(file.getParent().getParent());
    }

    @Test
    void whatIsThereAndDiffersIsWrittenAgain() throws IOException {
        assertRan(run(inCache()));
        Path file = unpackedIn(cache);
        byte[] half = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(half, half.length / 2));
        assertRan(run(inCache()));
        assertEquals(half.length, Files.size(file));
    }

    @Test
    void anotherReleaseLiesBesideIt() throws IOException {
        assertRan(run(inCache()));
        byte[] other = Files.readAllBytes(Path.of(ChildJvm.LIBRARY));
        pack(Arrays.copyOf(other, other.length + 1), Tenure.version()); // what follows its end nobody reads
        assertRan(run(inCache()));
        try (Stream<Path> folders = Files.list(cache)) {
            assertEquals(2, folders.count());
        }
    }

    @Test
    void manyProcessesStartAtOnce() throws IOException {
        List<CompletableFuture<ChildJvm.Output>> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            all.add(CompletableFuture.supplyAsync(() -> run(inCache())));
        }
        all.forEach(one -> assertRan(one.join()));
        unpackedIn(cache); // no half of a file is left
    }

    @Test
    void twoClassLoadersLoadIt() {
        String[] options = {inCache(), "-Dtenure.root=" + System.getProperty("tenure.root")};
        ChildJvm.Output output = ChildJvm.run(builder(List.of(options), "twice"));
        assertRan(output);
        assertEquals(3, output.text().split("hello from", -1).length, output.text());
        unpackedIn(cache); // the second one's copy is gone
    }

    @Test
    void twoClassLoadersLoadTheNamedOne() {
        ChildJvm.Output output = ChildJvm.run(builder(named(), "twice"));
        assertRan(output);
        assertEquals(3, output.text().split("hello from", -1).length, output.text());
    }

    @Test
    void aReadOnlyHomeIsPassedOver() throws IOException {
        // A file instead of a folder: root may write wherever the modes forbid it.
        Path home = Files.writeString(temp.resolve("home"), "");
        Path tmp = Files.createDirectory(temp.resolve("tmp"));
        assertRan(run("-Duser.home=" + home, "-Djava.io.tmpdir=" + tmp));
        unpackedIn(tmp);
    }

    @Test
    void aFolderThatOthersMayWriteIsPassedOver() throws IOException {
        Path open = Files.createDirectories(temp.resolve(".cache/tenure"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path tmp = Files.createDirectory(temp.resolve("tmp"));
        assertRan(run("-Duser.home=" + temp, "-Djava.io.tmpdir=" + tmp));
        unpackedIn(tmp);
    }

    @Test
    void everyFolderThatWasTriedIsNamed() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), "");
        assertSays(run("-Duser.home=" + file, "-Djava.io.tmpdir=" + file),
                "could not be unpacked and loaded. Tried:", file + "/.cache/tenure: ", file + "/tenure-",
                "tenure.cache", "TENURE_CACHE");
    }

    @Test
    void aLibraryThatCannotBeLoadedSaysWhy() throws IOException {
        pack(new byte[100], Tenure.version());
        ChildJvm.Output output = run(inCache());
        assertSays(output, "system property tenure.library");
        // Not only in the cause: many programs print the message alone.
        assertTrue(output.text().lines().anyMatch(line ->
                line.startsWith("  " + cache + ": ") && line.contains("invalid ELF header")), output::text);
    }

    @Test
    void everyUseAfterAFailureThrowsTheSameError() throws IOException {
        describe("9.9.9", "00");
        ChildJvm.Output output = ChildJvm.run(builder(List.of(inCache()), "again"));
        List<String> lines = output.text().lines().toList();
        assertSays(output, "UnsatisfiedLinkError: The native library for " + PLATFORM);
        assertEquals(5, lines.size(), output::text);
        assertEquals(1, lines.stream().distinct().count(), output::text);
    }

    @Test
    void everyClassThrowsTheSameErrorAfterAFailure() throws IOException, ReflectiveOperationException {
        List<String> names = PublicTypes.all().stream().map(Class::getName).toList();
        Path list = Files.write(temp.resolve("classes"), names);
        String path = System.getProperty("tenure.classes") + File.pathSeparator + System.getProperty("tenure.test.classes");
        List<String> options = List.of("-Dtenure.library=" + temp.resolve("absent"));
        ChildJvm.Output output = ChildJvm.run(ChildJvm.builderOn(path, FirstUseProgram.class, options, list.toString()));
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("which is not a file"), output::text);
    }

    @Test
    void aDamagedPackageIsNotLoaded() throws IOException {
        describe(Tenure.version(), "00".repeat(32));
        assertSays(run(inCache()), FILE + " in file:" + natives, "is damaged", "fetch the package again");
        describe(Tenure.version(), hash(Files.readAllBytes(Path.of(ChildJvm.LIBRARY))));
        assertRan(run(inCache()));
    }

    @Test
    void aPackageOfAnotherReleaseIsNamed() throws IOException {
        describe("9.9.9", "00");
        assertSays(run(inCache()), "is of Tenure 9.9.9, the Java classes are of Tenure " + Tenure.version(), "tenure-bom");
        assertFalse(Files.exists(cache));
    }

    @Test
    void classesOfAnotherReleaseAreRefused() {
        assertNotEquals("9.9.9", Tenure.version());
        assertSays(ChildJvm.run(builder(named(), "as", "9.9.9")),
                ChildJvm.LIBRARY + ": the library is Tenure " + Tenure.version() + ", the Java classes are Tenure 9.9.9",
                "use the library of the same release");
    }

    @Test
    void withoutAPackageTheLineToAddIsNamed() throws IOException {
        Files.move(folder(), folder().resolveSibling("windows-x86_64"));
        String line = "<version>" + Tenure.version() + "</version><classifier>" + PLATFORM + "</classifier>";
        assertSays(run(inCache()), "No native library of Tenure for " + PLATFORM, "only for windows-x86_64", line,
                "runtimeOnly(\"dev.tenure:tenure:" + Tenure.version() + ":" + PLATFORM + "\")", "TENURE_LIBRARY");
    }

    @Test
    void aPlatformWithoutReleaseIsNamed() {
        assertSays(run(inCache(), "-Dos.arch=riscv64"),
                "Tenure " + Tenure.version() + " has no native library for linux-riscv64, only for linux-x86_64");
        assertSays(run(inCache(), "-Dos.name=FreeBSD"), "has no native library for freebsd-x86_64");
        assertSays(run(inCache(), "-Dos.name=Mac OS X", "-Dos.arch=aarch64"), "No native library of Tenure for osx-aarch_64");
        assertSays(run(inCache(), "-Dos.name=Windows 11"), "No native library of Tenure for windows-x86_64");
    }

    @Test
    void aModuleThatNobodyRequiresIsFound() throws IOException {
        Path jar = temp.resolve("natives.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Automatic-Module-Name", "dev.tenure.natives.here");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                Stream<Path> files = Files.walk(natives)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(natives.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        String modules = System.getProperty("tenure.classes") + File.pathSeparator + jar;
        List<String> options = new ArrayList<>(List.of(inCache(), "-p", modules, "--add-modules", "dev.tenure"));
        if (Runtime.version().feature() >= 22) {
            options.add("--enable-native-access=dev.tenure");
        }
        ProcessBuilder builder =
                ChildJvm.builderOn(System.getProperty("tenure.test.classes"), ModuleProgram.class, options);
        ChildJvm.Output output = ChildJvm.run(builder);
        assertEquals(0, output.code(), output.text());
        assertTrue(output.contains("module dev.tenure, " + Tenure.version()), output.text());
        unpackedIn(cache);
    }

    @Test
    void deniedNativeAccessNamesTheOption() {
        String[] deny = {"--illegal-native-access=deny", inCache()};
        if (!ChildJvm.takes(deny[0])) { // JDK 23 and older
            assertTrue(Runtime.version().feature() < 24);
            return;
        }
        ProcessBuilder builder = builder(List.of(deny));
        builder.command().removeIf(part -> part.startsWith("--enable-native-access"));
        ChildJvm.Output output = ChildJvm.run(builder);
        assertSays(output, "start it with --enable-native-access=ALL-UNNAMED");
        assertFalse(output.contains("noexec"), output::text); // which is not why
    }
}
