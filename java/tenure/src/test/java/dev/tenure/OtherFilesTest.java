package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.access.OtherFiles;
import dev.tenure.reports.MemorySnapshot;
import dev.tenure.reports.SnapshotFormat;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths of a zip file are that zip file's, never those of the default file system that are spelled alike. */
class OtherFilesTest {
    private static final float[] VALUES = {1.5f, -2, 3};

    @TempDir
    Path folder;

    private Scope scope;
    private FileSystem zip;

    @BeforeEach
    void open() throws IOException {
        Live.drain();
        zip = FileSystems.newFileSystem(folder.resolve("a.zip"), Map.of("create", "true"));
        scope = Scope.open();
    }

    @AfterEach
    void close() throws IOException {
        scope.close();
        zip.close();
        Live.assertNothing();
    }

    /** A path of the zip file that is spelled as one of the default file system in {@link #folder}. */
    private Path inZip(String name) throws IOException {
        Path path = zip.getPath(folder.resolve(name).toString());
        Files.createDirectories(path.getParent());
        return path;
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void npyIsReadAndWrittenInTheZipFile() throws IOException {
        Path path = inZip("x.npy");
        Tensor t = Tensor.of(VALUES);
        t.saveNpy(path);
        assertFalse(Files.exists(folder.resolve("x.npy")), "it was written to the default file system");
        t.saveNpy(folder.resolve("same.npy"));
        assertArrayEquals(Files.readAllBytes(folder.resolve("same.npy")), Files.readAllBytes(path));
        Tensor.zeros(3).saveNpy(folder.resolve("x.npy")); // not this one
        assertArrayEquals(VALUES, Tensor.loadNpy(path).toFloatArray());
        Tensor.of(1, 2, 3, 4).reshape(2, 2).transpose(0, 1).saveNpy(path); // replaces it
        assertArrayEquals(new int[] {1, 3, 2, 4}, Tensor.loadNpy(path).toIntArray());
        assertEquals(List.of("x.npy"), names(path.getParent()));
    }

    @Test
    void safetensorsAreReadAndWrittenInTheZipFile() throws IOException {
        Path path = inZip("x.safetensors");
        Map<String, Tensor> tensors = Map.of("ä", Tensor.of(VALUES), "b", Tensor.of(1L, 2).reshape(2, 1), "c", Tensor.zeros(0));
        SafeTensors.save(path, tensors);
        assertFalse(Files.exists(folder.resolve("x.safetensors")), "it was written to the default file system");
        SafeTensors.save(folder.resolve("same"), tensors);
        assertArrayEquals(Files.readAllBytes(folder.resolve("same")), Files.readAllBytes(path));
        SafeTensors.save(folder.resolve("x.safetensors"), Map.of("other", Tensor.zeros(1)));
        assertEquals(List.of("b", "c", "ä"), SafeTensors.names(path));
        assertArrayEquals(VALUES, SafeTensors.load(path, "ä").toFloatArray());
        Map<String, Tensor> loaded = SafeTensors.load(path);
        assertEquals(List.of("b", "c", "ä"), loaded.keySet().stream().sorted().toList());
        assertArrayEquals(new long[] {2, 1}, loaded.get("b").shape());
        assertEquals(List.of("x.safetensors"), names(path.getParent()));
    }

    @Test
    void snapshotsAreReadAndWrittenInTheZipFile() throws IOException {
        Path path = inZip("x.tenure-memory.json");
        MemorySnapshot snapshot = MemorySnapshot.take();
        snapshot.save(path);
        assertFalse(Files.exists(folder.resolve("x.tenure-memory.json")), "it was written to the default file system");
        assertEquals(snapshot.json(), MemorySnapshot.read(path).json());
        for (SnapshotFormat format : SnapshotFormat.values()) {
            snapshot.save(path, format);
            snapshot.save(folder.resolve("same"), format);
            assertArrayEquals(Files.readAllBytes(folder.resolve("same")), Files.readAllBytes(path), format.toString());
        }
        TensorException refused = assertThrows(TensorException.class, () -> MemorySnapshot.read(path));
        assertTrue(refused.getMessage().contains("'jar:file:"), refused.getMessage());
        snapshot.savePage(path);
        snapshot.savePage(folder.resolve("same"));
        assertArrayEquals(Files.readAllBytes(folder.resolve("same")), Files.readAllBytes(path));
        Path absent = path.resolveSibling("absent");
        for (Path one : List.of(absent, folder.resolve("absent"))) {
            assertInstanceOf(NoSuchFileException.class,
                    assertThrows(TensorException.class, () -> MemorySnapshot.read(one)).getCause());
        }
        assertEquals(List.of("x.tenure-memory.json"), names(path.getParent()));
    }

    @Test
    void whatIsNotThereIsNotLookedForElsewhere() throws IOException {
        Path npy = inZip("x.npy");
        Tensor.of(VALUES).saveNpy(folder.resolve("x.npy"));
        TensorException e = assertThrows(TensorException.class, () -> Tensor.loadNpy(npy));
        assertEquals(Status.IO, e.status());
        assertInstanceOf(NoSuchFileException.class, e.getCause());
        assertTrue(e.getMessage().startsWith("reading 'jar:file:") && e.getMessage().contains("a.zip!"), e.getMessage());
        assertInstanceOf(NoSuchFileException.class,
                assertThrows(TensorException.class, () -> SafeTensors.load(npy)).getCause());
        assertInstanceOf(NoSuchFileException.class,
                assertThrows(TensorException.class, () -> SafeTensors.names(npy)).getCause());
        assertInstanceOf(NoSuchFileException.class,
                assertThrows(TensorException.class, () -> SafeTensors.load(npy, "a")).getCause());
    }

    @Test
    void aDamagedFileIsNamedAndTheOldOneStays() throws IOException {
        Path path = inZip("x.npy");
        Files.write(path, new byte[] {1, 2, 3});
        TensorException e = assertThrows(TensorException.class, () -> Tensor.loadNpy(path));
        assertTrue(e.getMessage().contains("a.zip!") && e.getMessage().contains("not a .npy file"), e.getMessage());
        assertInstanceOf(IOException.class, e.getCause());
        Tensor closed = Tensor.of(VALUES);
        closed.close();
        assertThrows(ClosedException.class, () -> closed.saveNpy(path));
        assertArrayEquals(new byte[] {1, 2, 3}, Files.readAllBytes(path));
        Path directory = Files.createDirectories(inZip("d"));
        assertInstanceOf(FileSystemException.class,
                assertThrows(TensorException.class, () -> Tensor.of(VALUES).saveNpy(directory)).getCause());
        assertTrue(Files.isDirectory(directory));
        Path orphan = zip.getPath("/none/x.npy");
        assertInstanceOf(NoSuchFileException.class,
                assertThrows(TensorException.class, () -> Tensor.of(VALUES).saveNpy(orphan)).getCause());
        assertFalse(Files.exists(orphan));
    }

    @Test
    void aFileSystemThatCannotBeWrittenSaysSo() {
        Path path = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base/x.npy");
        TensorException e = assertThrows(TensorException.class, () -> Tensor.of(VALUES).saveNpy(path));
        assertEquals(Status.IO, e.status());
        assertTrue(e.getMessage().contains("writing 'jrt:/") && e.getMessage().contains("read-only"), e.getMessage());
        assertInstanceOf(IOException.class, e.getCause());
    }

    /** On the default file system too: what Java's users catch and look for is there. */
    @Test
    void anErrorOfAFileCarriesTheExceptionOfJava() throws IOException {
        Path none = folder.resolve("none");
        for (TensorException e : List.of(
                assertThrows(TensorException.class, () -> Tensor.loadNpy(none)),
                assertThrows(TensorException.class, () -> SafeTensors.load(none)),
                assertThrows(TensorException.class, () -> SafeTensors.names(none)),
                assertThrows(TensorException.class, () -> SafeTensors.load(none, "a")),
                assertThrows(TensorException.class, () -> Tensor.of(VALUES).saveNpy(none.resolve("x"))),
                assertThrows(TensorException.class, () -> SafeTensors.save(none.resolve("x"), Map.of())))) {
            assertEquals(Status.IO, e.status());
            assertTrue(assertInstanceOf(NoSuchFileException.class, e.getCause()).getFile().startsWith(none.toString()));
        }
        Path damaged = Files.write(folder.resolve("damaged"), new byte[20]);
        assertInstanceOf(IOException.class, assertThrows(TensorException.class, () -> Tensor.loadNpy(damaged)).getCause());
        assertInstanceOf(IOException.class, assertThrows(TensorException.class, () -> SafeTensors.load(damaged)).getCause());
        Path sealed = Path.of("/proc/self/clear_refs"); // may be opened by nobody for reading, root included
        if (Files.exists(sealed)) {
            IOException cause = assertInstanceOf(IOException.class,
                    assertThrows(TensorException.class, () -> Tensor.loadNpy(sealed)).getCause());
            assertFalse(cause instanceof NoSuchFileException);
        }
        assertInstanceOf(AccessDeniedException.class, deniedBy(folder));
    }

    /** A file that may not be read; where everything may be, as by root, what the core would say of one. */
    private static Throwable deniedBy(Path folder) throws IOException {
        Path file = Files.write(folder.resolve("denied"), new byte[1]);
        Files.setPosixFilePermissions(file, Set.of());
        return Files.isReadable(file)
                ? OtherFiles.cause(file, "reading 'denied': Permission denied (os error 13)")
                : assertThrows(TensorException.class, () -> Tensor.loadNpy(file)).getCause();
    }
}
