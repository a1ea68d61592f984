package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.access.Flight;
import dev.tenure.reports.LeakLevel;
import dev.tenure.user.Maker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the JVM's flight recorder gets of the library: in a recording, and only there. */
@ExtendWith(Clean.class)
class FlightTest {
    private static final long SAMPLED = 512 << 10; // bytes from one sample to the next, on average

    @TempDir
    Path folder;

    private interface Body {
        void run() throws Exception;
    }

    /** The events of the library while the body runs. */
    private List<RecordedEvent> recorded(Body body) throws Exception {
        Path file = folder.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("dev.tenure.Memory").withPeriod(Duration.ofMillis(20));
            recording.enable("dev.tenure.Scope").withThreshold(Duration.ofMillis(20));
            for (String name : List.of("Allocation", "Leak", "Refused", "BackstopFreed")) {
                recording.enable("dev.tenure." + name);
            }
            recording.start();
            try (Scope scope = Scope.open()) { // the first use while the recorder runs has the events registered
                Tensor.zeros(1);
            }
            body.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("dev.tenure."))
                .toList();
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
        return events.stream().filter(event -> event.getEventType().getName().equals("dev.tenure." + name)).toList();
    }

    private static RecordedEvent one(List<RecordedEvent> events, String name, Predicate<RecordedEvent> wanted) {
        List<RecordedEvent> found = of(events, name).stream().filter(wanted).toList();
        assertEquals(1, found.size(), () -> name + " in " + events);
        return found.get(0);
    }

    private static boolean hasFrame(RecordedEvent event, String method) {
        return event.getStackTrace() != null
                && event.getStackTrace().getFrames().stream()
                        .anyMatch(frame -> frame.getMethod().getName().equals(method));
    }

    @Test
    void aLongScopeIsRecordedWithWhatItOwned() throws Exception {
        List<RecordedEvent> events = recorded(() -> {
            try (Scope scope = Scope.open("long")) {
                Tensor.zeros(250);
                Thread.sleep(40);
            }
            try (Scope scope = Scope.open("short")) {
                Tensor.zeros(250);
            }
        });
        RecordedEvent scope = one(events, "Scope", event -> event.getString("scopeName") != null);
        assertEquals("long", scope.getString("scopeName"));
        assertEquals(1, scope.getLong("tensors"));
        assertEquals(1000, scope.getLong("bytes"));
        assertTrue(scope.getDuration().toMillis() >= 40, scope.toString());
    }

    @Test
    void memoryIsRecordedPeriodically() throws Exception {
        List<RecordedEvent> events = recorded(() -> {
            try (Scope scope = Scope.open()) {
                Tensor.zeros(123);
                Thread.sleep(300);
            }
        });
        assertTrue(of(events, "Memory").stream().anyMatch(event -> event.getLong("liveBytes") == 492
                && event.getLong("liveTensors") == 1
                && event.getString("device").equals("cpu")
                && event.getLong("limitBytes") == Tenure.stats().limitBytes()), () -> events.toString());
    }

    @Test
    void aRefusalHasTheLineThatWasRefused() throws Exception {
        List<RecordedEvent> events = recorded(() -> {
            try (Scope scope = Scope.open("tight").limit(1000)) {
                assertThrows(NativeMemoryException.class, FlightTest::tooMuch);
            }
        });
        RecordedEvent refused = one(events, "Refused", event -> true);
        assertTrue(refused.getString("message").contains("'tight'"), refused.toString());
        assertTrue(hasFrame(refused, "tooMuch"), refused.toString());
    }

    private static void tooMuch() {
        Tensor.zeros(1000);
    }

    @Test
    void allocationsAreSampledByBytesWithTheirLines() throws Exception {
        int rounds = 2000;
        List<RecordedEvent> events = recorded(() -> {
            for (int i = 0; i < rounds; i++) {
                try (Scope scope = Scope.open()) {
                    Tensor big = makesTensors();
                    big.reshape(-1); // a view allocates nothing
                }
            }
        });
        List<RecordedEvent> samples = of(events, "Allocation");
        double expected = rounds * 65536.0 / SAMPLED; // 250: five standard deviations are 80
        assertTrue(Math.abs(samples.size() - expected) < 80, samples.size() + " samples");
        assertTrue(samples.stream().allMatch(event -> Set.of(65536L, 4L).contains(event.getLong("bytes"))), samples::toString);
        double weight = samples.stream().mapToLong(event -> event.getLong("weight")).sum();
        assertEquals(1, weight / (rounds * 65536.0), 0.35);
        assertTrue(hasFrame(samples.get(0), "makesTensors"), () -> samples.get(0).toString());
    }

    private static Tensor makesTensors() {
        return Tensor.zeros(128, 128);
    }

    @Test
    void leaksAndWhatTheBackstopFreesAreRecorded() throws Exception {
        Tenure.leakLevel(LeakLevel.ALL);
        try {
            List<RecordedEvent> events = recorded(() -> {
                long before = Tenure.stats().leaks();
                forget();
                for (int i = 0; i < 1000 && Tenure.stats().leaks() < before + 5; i++) {
                    System.gc();
                    Thread.sleep(10);
                }
                Thread.sleep(200); // the thread for reports
            });
            RecordedEvent leak = of(events, "Leak").get(0);
            assertEquals("tensor", leak.getString("kind"));
            assertEquals(24, leak.getLong("bytes"));
            assertEquals(Maker.MADE, leak.getString("site"));
            assertEquals(5, of(events, "Leak").size());
            long freed = of(events, "BackstopFreed").stream().mapToLong(event -> event.getLong("handles")).sum();
            assertTrue(freed >= 5, events::toString);
        } finally {
            Tenure.leakLevel(LeakLevel.OFF);
            Tenure.forgetLeaks();
        }
    }

    private static void forget() {
        for (int i = 0; i < 5; i++) {
            Maker.make();
        }
    }

    @Test
    void nothingIsKeptOfScopesWithoutARecording() throws Exception {
        recorded(() -> {});
        assertTrue(Flight.isOn(), "the recorder stays initialized");
        try (Scope scope = Scope.open()) {
            assertEquals(null, scope.flight);
        }
    }

    @Test
    void theRecorderIsNotStartedByTheLibrary() throws IOException {
        ChildJvm.Output output = ChildJvm.run(LogProgram.class, List.of("-Xlog:class+load=info"));
        assertFalse(output.contains("dev.tenure.access.FlightEvents"), "loaded");
        assertEquals(0, output.code());
    }
}
