package dev.tenure;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.reports.MemoryServer;
import dev.tenure.reports.MemorySnapshot;
import dev.tenure.reports.SnapshotFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings begin and end as a block of code does, and a snapshot has what was recorded. */
class RecordingTest {
    @TempDir
    Path folder;

    @Test
    void aRecordingHasWhatHappenedInItsBlock() {
        try (Recording recording = Tenure.record(); Scope scope = Scope.open("epoch")) {
            Tensor.zeros(10).name("weight");
            Tenure.mark("after the weight");
            String json = MemorySnapshot.take().json();
            for (String part : new String[] {"\"epoch\"", "\"weight\"", "\"after the weight\"", "\"[10]\"", "\"float32\""}) {
                assertTrue(json.contains(part), () -> part + " in " + json);
            }
            assertEquals(0, recording.dropped());
        }
        Tenure.mark("of no recording");
        assertFalse(MemorySnapshot.take().json().contains("of no recording"));
    }

    @Test
    void wrongUseIsRefused() {
        for (long events : new long[] {0, -1, Long.MIN_VALUE, (1L << 26) + 1}) {
            assertThrows(InvalidArgumentException.class, () -> Tenure.record(events));
        }
        Recording recording = Tenure.record(100);
        assertThrows(BusyException.class, Tenure::record);
        for (int i = 0; i < 1000; i++) {
            Tenure.mark("a mark");
        }
        assertTrue(recording.dropped() >= 900);
        recording.close();
        recording.close();
        assertThrows(ClosedException.class, recording::dropped);
        try (Recording another = Tenure.record(1)) {
            recording.close(); // of the first one, which is over
            assertEquals(0, another.dropped());
        }
    }

    @Test
    void sampledTensorsHaveTheLineThatMadeThem() {
        try (Recording recording = Tenure.record(1000, 1 << 10); Scope scope = Scope.open("lines")) {
            MemorySnapshot earlier = MemorySnapshot.take();
            Tensor.zeros(1000);
            Tensor.zeros(2000).add(1);
            String json = MemorySnapshot.take().json();
            // The line of who called this package, since the test is in it.
            String line = "org.junit.platform.commons.util.ReflectionUtils.invokeMethod(";
            // The scope may have a handle that was free before it, so the order of the rows is open.
            Matcher sampled = Pattern.compile("\"sampled\": \\[([01,]+)]").matcher(json);
            assertTrue(json.contains(line) && sampled.find(), json);
            assertEquals("0,1,1,1", Arrays.stream(sampled.group(1).split(",")).sorted().collect(joining(",")), json);
            assertTrue(json.contains("\"site_bytes\": 1024"), json);
            String since = MemorySnapshot.take().since(earlier);
            assertTrue(since.contains("by site, estimated from samples, one each 1024 bytes on average"), since);
            assertTrue(since.contains("+3 handles, +20000 bytes, -0, -0 bytes  " + line), since);
        }
        try (Recording recording = Tenure.record(1000, 0); Scope scope = Scope.open("no lines")) {
            Tensor.zeros(1 << 20);
            assertFalse(MemorySnapshot.take().json().contains("org.junit"));
        }
        assertThrows(InvalidArgumentException.class, () -> Tenure.record(1000, -1));
        Tenure.record(1, Long.MAX_VALUE).close();
    }

    @Test
    void thePageIsServedToWhoKnowsItsAddress() throws IOException {
        URI address;
        try (MemoryServer server = Tenure.serveMemoryPage(0); Scope scope = Scope.open("served scope")) {
            Tensor.zeros(3);
            address = server.address();
            try (InputStream page = address.toURL().openStream()) {
                String text = new String(page.readAllBytes(), StandardCharsets.UTF_8);
                assertTrue(text.contains("\"served scope\"") && text.contains("<h1>Native memory</h1>"), text);
            }
            for (String path : new String[] {"/", "/" + "0".repeat(32) + "/"}) {
                assertThrows(FileNotFoundException.class, () -> address.resolve(path).toURL().openStream(), path); // 404
            }
            assertThrows(BusyException.class, () -> Tenure.serveMemoryPage(address.getPort()));
            server.close();
        }
        assertThrows(ConnectException.class, () -> address.toURL().openStream());
        for (int port : new int[] {-1, 65_536, Integer.MIN_VALUE}) {
            assertThrows(InvalidArgumentException.class, () -> Tenure.serveMemoryPage(port));
        }
    }

    @Test
    void aRecordingMayEndWhileThreadsWrite() throws InterruptedException {
        AtomicBoolean isOver = new AtomicBoolean();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                while (!isOver.get()) {
                    try (Scope scope = Scope.open("turn")) {
                        Tensor.zeros(3).add(1);
                    }
                }
            });
            threads[i].start();
        }
        for (int i = 1; i < 100; i++) {
            try (Recording recording = Tenure.record(i)) {
                MemorySnapshot snapshot = MemorySnapshot.take();
                assertTrue(snapshot.since(snapshot).contains("0 new handles"));
            }
        }
        isOver.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void snapshotsAreSavedReadAndCompared() throws IOException {
        Path file = folder.resolve("a.tenure-memory.json");
        try (Recording recording = Tenure.record(1000); Scope scope = Scope.open("</script>")) {
            Tensor.zeros(1); // the scope exists in the core from here on
            MemorySnapshot earlier = MemorySnapshot.take();
            Tensor.zeros(10);
            MemorySnapshot later = MemorySnapshot.take();
            assertTrue(later.since(earlier).contains("1 new handles with 40 bytes"), later.since(earlier));
            later.save(file);
            assertEquals(later.json(), MemorySnapshot.read(file).json());
            for (SnapshotFormat format : SnapshotFormat.values()) {
                Path other = folder.resolve(format.name());
                later.save(other, format);
                assertTrue(Files.size(other) > 0, other::toString);
            }
            Tenure.memoryPage(folder.resolve("page.html"));
            String page = Files.readString(folder.resolve("page.html"));
            assertTrue(page.contains("\\u003c/script>") && page.contains("default-src 'none'"), "the name is data");
            assertEquals(3, page.split("</script>", -1).length, "two elements end");
            assertFalse(page.contains("@SNAPSHOT@"), "the snapshot is in it");
            assertThrows(NullPointerException.class, () -> later.save(file, null));
            assertThrows(NullPointerException.class, () -> later.save(null));
        }
        Files.writeString(file, Files.readString(file).replace("\"version\": 1", "\"version\": 7"));
        TensorException refused = assertThrows(TensorException.class, () -> MemorySnapshot.read(file));
        assertTrue(refused.getMessage().contains("it has version 7, this library reads version 1"), refused::getMessage);
        assertEquals(Status.IO, refused.status());
        assertThrows(TensorException.class, () -> MemorySnapshot.read(folder.resolve("absent")));
        assertThrows(TensorException.class, () -> MemorySnapshot.take().save(folder.resolve("no/such/folder")));
    }
}
