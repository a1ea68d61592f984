package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import dev.tenure.onnx.OnnxModel;
import dev.tenure.onnx.OnnxOptions;
import dev.tenure.reports.LogLevel;
import dev.tenure.workspaces.SpillPolicy;
import dev.tenure.workspaces.WorkspaceConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The core's records reach the program's loggers, each with its level and the category as the logger's name. */
class LogTest {
    private final Logger root = Logger.getLogger("dev.tenure");
    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            records.add(record);
            try (Scope scope = Scope.open()) { // a logger may use the library
                Tensor.zeros(1);
            }
            failures.incrementAndGet();
            throw new IllegalStateException("a handler that fails");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        root.setUseParentHandlers(false);
        root.setLevel(Level.ALL);
        handler.setLevel(Level.ALL);
        root.addHandler(handler);
    }

    @AfterEach
    void silence() {
        Tenure.logLevel(LogLevel.WARNING);
        root.removeHandler(handler);
        root.setLevel(null);
        root.setUseParentHandlers(true);
    }

    private boolean has(String category, Level level, String part) {
        return records.stream().anyMatch(record -> record.getLoggerName().equals("dev.tenure." + category)
                && record.getLevel().equals(level)
                && record.getMessage().contains(part));
    }

    /** Waits a while, since another thread may have taken the record and be about to pass it on. */
    private void assertHas(String category, Level level, String part) {
        for (int i = 0; i < 500 && !has(category, level, part); i++) {
            LockSupport.parkNanos(10_000_000);
        }
        assertTrue(has(category, level, part), () -> part + " in " + records.stream().map(LogRecord::getMessage).toList());
    }

    @Test
    void theLibraryAndItsThreadsAreIntroducedOnce() {
        List<String> lines = ChildJvm.run(LogProgram.class, List.of("-Dtenure.log=info")).text().lines().toList();
        assertEquals(1, lines.stream().filter(line -> line.contains("Tenure " + Tenure.version() + " was opened from")).count(),
                lines::toString);
        assertTrue(lines.stream().anyMatch(line -> line.contains(Path.of(ChildJvm.LIBRARY).getFileName().toString())), lines::toString);
        assertTrue(lines.stream().anyMatch(line -> line.contains("threads that compute at once: ")), lines::toString);
    }

    @Test
    void aSettingThatIsNoLevelIsNamed() {
        ChildJvm.Output output = ChildJvm.run(LogProgram.class, List.of("-Dtenure.log=loud"));
        assertTrue(output.contains("system property tenure.log or environment variable TENURE_LOG is 'loud', not OFF, ERROR"),
                output.text());
    }

    @Test
    void theLevelIsTheCores() {
        assertEquals(LogLevel.WARNING, Tenure.logLevel());
        for (LogLevel level : LogLevel.values()) {
            Tenure.logLevel(level);
            assertEquals(level, Tenure.logLevel());
            assertEquals(level.ordinal(), Native.logLevel());
        }
        assertThrows(NullPointerException.class, () -> Tenure.logLevel(null));
        assertThrows(InvalidArgumentException.class, () -> Native.logSetLevel(6));
    }

    @Test
    void aRefusedLimitNamesItsScopeAndItsHolders() throws InterruptedException {
        Thread.sleep(1000); // one refusal a second is recorded, and other tests have some
        try (Scope scope = Scope.open("requests").limit(1000)) {
            Tensor.zeros(200);
            assertThrows(NativeMemoryException.class, () -> Tensor.zeros(100));
        }
        assertHas("memory", Level.WARNING, "requests");
        assertHas("memory", Level.WARNING, "400 bytes");
        assertHas("memory", Level.WARNING, "held by: 'requests' 800 B");
        for (int i = 0; i < 500 && failures.get() == 0; i++) { // the record is there before the handler throws
            LockSupport.parkNanos(10_000_000);
        }
        assertTrue(failures.get() > 0, "the handler has thrown, and nothing has noticed");
    }

    @Test
    void aTrimIsRecordedWhenItHasReturned() {
        Tenure.logLevel(LogLevel.DEBUG);
        Tenure.trim(Device.CPU);
        assertHas("memory", Level.FINE, "trimmed cpu: ");
    }

    @Test
    void threadsAreRecordedWithTheReason() {
        long before = Tenure.threads();
        Tenure.logLevel(LogLevel.INFO);
        Tenure.setThreads(before + 1);
        assertHas("threads", Level.INFO, (before + 1) + " (set by the program)");
        Tenure.setThreads(0);
    }

    @Test
    void aWorkspaceRecordsWhatItLearnedAndSpilled() {
        Tenure.logLevel(LogLevel.DEBUG);
        try (Scope scope = Scope.open()) {
            Workspace workspace = Workspace.create("logged", WorkspaceConfig.builder().overallocationLimit(0).build());
            for (long n : new long[] {1000, 2000}) {
                try (Workspace cycle = workspace.enter()) {
                    Tensor.zeros(n);
                }
            }
        }
        assertHas("workspace", Level.INFO, "workspace 'logged' has learned a size of 4032 bytes in cycle 1");
        assertHas("workspace", Level.FINE, "8000 bytes of cycle 2 were outside its block of 4032 bytes");
    }

    @Test
    void aBlockThatWasRefusedIsAWarning() {
        WorkspaceConfig config = WorkspaceConfig.builder().overallocationLimit(3).policySpill(SpillPolicy.REALLOCATE).build();
        try (Scope scope = Scope.open()) {
            Workspace workspace = Workspace.create("large", config);
            Tenure.setMemoryLimit(Device.CPU, Tenure.stats().liveBytes() + (48 << 20));
            try (Workspace cycle = workspace.enter()) {
                Tensor.ones(4 << 20);
            }
        } finally {
            Tenure.setMemoryLimit(Device.CPU, 0);
        }
        assertHas("workspace", Level.WARNING, "workspace 'large': the block of ");
    }

    @Test
    void aMissingDriverIsRecordedOnceWithTheReason() {
        ProcessBuilder builder = ChildJvm.builder(LogProgram.class, List.of("-Dtenure.log=info", "-Dtenure.library=" + ChildJvm.LIBRARY));
        builder.environment().put("TENURE_CUDA", "/no/such/libcuda.so");
        String text = ChildJvm.run(builder).text();
        assertEquals(2, text.split("CUDA devices cannot be used: TENURE_CUDA names /no/such/libcuda.so: ", -1).length, text);
    }

    @Test
    void whatWasMissedIsCounted() {
        Tenure.logLevel(LogLevel.DEBUG);
        for (int i = 0; i < 10_000; i++) { // more than are kept, however often they are read meanwhile
            Native.memoryTrim(0);
        }
        Tenure.trim(Device.CPU);
        assertHas("library", Level.WARNING, " records were missed");
    }

    @Test
    void anAbsentLibraryIsAWarning() {
        OnnxOptions options = OnnxOptions.defaults().library(Path.of("/no/such/onnxruntime.so"));
        assertThrows(TensorException.class, () -> OnnxModel.load(new byte[] {0x3a, 0}, options));
        assertHas("onnx", Level.WARNING, "/no/such/onnxruntime.so");
    }

    @Test
    void whatTheBackstopFreesIsRecordedByAThreadOfTheLibrary() throws InterruptedException {
        Tenure.logLevel(LogLevel.DEBUG);
        forget();
        for (int i = 0; i < 500 && !has("memory", Level.FINE, "the backstop freed "); i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertHas("memory", Level.FINE, "the backstop freed ");
    }

    private static void forget() {
        for (int i = 0; i < 100; i++) {
            Tensor.zeros(1);
        }
    }
}
