package dev.tenure.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is unpacked from a jar leaves the jar closed, so that it can be replaced when its class loader is gone. */
class OnnxLibraryTest {
    private static final byte[] LIBRARY = {1, 2, 3, 4};

    @EnabledOnOs(OS.LINUX)
    @Test
    void itsJarIsClosedWhenTheLoaderIsGone(@TempDir Path folder) throws IOException, InterruptedException {
        Path jar = folder.resolve("onnxruntime.jar");
        write(jar);
        String before = System.getProperty("tenure.cache");
        System.setProperty("tenure.cache", folder.resolve("cache").toString());
        WeakReference<ClassLoader> loader;
        try {
            loader = unpack(jar);
        } finally {
            if (before == null) {
                System.clearProperty("tenure.cache");
            } else {
                System.setProperty("tenure.cache", before);
            }
        }
        for (int i = 0; i < 500 && loader.get() != null; i++) {
            System.gc();
            Thread.sleep(2);
        }
        assertNull(loader.get(), "the loader is not collected");
        assertEquals(List.of(), open(jar));
    }

    private static WeakReference<ClassLoader> unpack(Path jar) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            thread.setContextClassLoader(loader);
            assertArrayEquals(LIBRARY, Files.readAllBytes(Path.of(OnnxLibrary.unpack())));
            return new WeakReference<>(loader);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** With the library of every platform, so that this one's is among them. */
    private static void write(Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String platform : List.of("linux-x64", "linux-aarch64")) {
                zip.putNextEntry(new ZipEntry("ai/onnxruntime/native/" + platform + "/libonnxruntime.so"));
                zip.write(LIBRARY);
                zip.closeEntry();
            }
        }
    }

    /** The descriptors of this process that name the file. */
    private static List<String> open(Path file) throws IOException {
        List<String> open = new ArrayList<>();
        try (var descriptors = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors) {
                try {
                    String target = Files.readSymbolicLink(descriptor).toString();
                    if (target.startsWith(file.toString())) {
                        open.add(descriptor + " -> " + target);
                    }
                } catch (IOException e) {
                    continue; // closed meanwhile: that of this listing
                }
            }
        }
        return open;
    }
}
