package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.onnx.OnnxOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A path whose text is not the path: a file name of bytes that are no text, which Java shows with U+FFFD. What is read and
 * written is the file of that path, never one whose name is the text.
 */
class PathTextTest {
    /** A path that ends in the bytes {@code ff}, as a listing has it: no text becomes it. */
    @EnabledOnOs(OS.LINUX)
    @Test
    void aNameThatIsNoText(@TempDir Path folder) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", "printf '' > \"$1/$(printf 'n\\377')\"", "sh", folder.toString())
                .inheritIO()
                .start();
        assertEquals(0, shell.waitFor());
        Path odd;
        try (Stream<Path> listed = Files.list(folder)) {
            odd = listed.findFirst().orElseThrow();
        }
        Path shown = folder.resolve("n\ufffd");
        Files.writeString(shown, "of somebody else");
        try (Scope scope = Scope.open()) {
            Tensor.of(1, 2).saveNpy(odd);
            assertEquals("of somebody else", Files.readString(shown));
            assertArrayEquals(new int[] {1, 2}, Tensor.loadNpy(odd).toIntArray());
            SafeTensors.save(odd, Map.of("t", Tensor.of(3)));
            assertEquals("of somebody else", Files.readString(shown));
            assertEquals(List.of("t"), SafeTensors.names(odd));
            assertArrayEquals(new int[] {3}, SafeTensors.load(odd, "t").toIntArray());
            assertEquals(1, SafeTensors.load(odd).size());
        }
        String[] said = new String[2];
        said[0] = assertThrows(InvalidArgumentException.class, () -> OnnxOptions.defaults().library(odd)).getMessage();
        said[1] = assertThrows(InvalidArgumentException.class, () -> OnnxOptions.defaults().profile(odd)).getMessage();
        for (String message : said) {
            assertEquals("path '" + odd + "' cannot be expressed as text", message);
        }
    }

    /** ONNX Runtime opens these itself, and would take the file of the same name on the disk. */
    @Test
    void ofAnotherFileSystem(@TempDir Path folder) throws IOException {
        URI zip = URI.create("jar:" + folder.resolve("a.zip").toUri());
        try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
            Path inside = files.getPath("/tmp/libonnxruntime.so");
            Files.createDirectories(inside.getParent());
            Files.write(inside, "x".getBytes(StandardCharsets.US_ASCII));
            for (String message : List.of(
                    assertThrows(InvalidArgumentException.class, () -> OnnxOptions.defaults().library(inside)).getMessage(),
                    assertThrows(InvalidArgumentException.class, () -> OnnxOptions.defaults().profile(inside)).getMessage())) {
                assertEquals("path '/tmp/libonnxruntime.so' is of a file system other than the default", message);
            }
        }
        assertTrue(Files.exists(folder.resolve("a.zip")));
        assertFalse(Files.exists(folder.resolve("b.zip")));
    }
}
