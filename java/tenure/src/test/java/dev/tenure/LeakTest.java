package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.reports.CounterStats;
import dev.tenure.reports.Growth;
import dev.tenure.reports.Leak;
import dev.tenure.reports.LeakLevel;
import dev.tenure.user.Maker;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who is alive, who had to be freed by the collector, and the lines that made them. */
class LeakTest {
    @BeforeEach
    void start() {
        Tenure.leakLevel(LeakLevel.OFF);
        Live.drain();
        Tenure.forgetLeaks();
    }

    @AfterEach
    void end() {
        Tenure.onLeak(null);
        Tenure.leakLevel(LeakLevel.OFF);
        Live.drain();
        Tenure.forgetLeaks();
    }

    /** A line of a report without its age. */
    private static String ageless(String line) {
        return line.replaceAll("alive for \\d+\\.\\d s", "alive for N s");
    }

    @Test
    void nothingIsNotedWhenItIsOff() {
        try (Tensor t = Maker.make()) {
            Leak leak = Tenure.leaks().get(0);
            assertEquals("tensor", leak.kind());
            assertEquals(Optional.empty(), leak.site());
            assertEquals(Optional.empty(), leak.path());
            assertEquals(24, leak.bytes());
            assertFalse(leak.collected());
            AssertionError e = assertThrows(AssertionError.class, Tenure::assertNoLeaks);
            assertTrue(e.getMessage().contains("float32 [2,3]"), e::getMessage);
        }
        assertEquals(List.of(), Tenure.leaks());
        Tenure.assertNoLeaks();
    }

    @Test
    void linesAreNotedOfEverythingAtAll() {
        Tenure.leakLevel(LeakLevel.ALL);
        assertEquals(LeakLevel.ALL, Tenure.leakLevel());
        try (Scope s = Maker.open("epoch")) {
            Tensor t = Maker.make().name("batch");
            Leak scope = Tenure.leaks().stream().filter(l -> l.kind().equals("scope")).findFirst().orElseThrow();
            Leak leak = Tenure.leaks().stream().filter(l -> l.kind().equals("tensor")).findFirst().orElseThrow();
            assertEquals(Optional.of(Maker.OPENED), scope.site());
            assertEquals(Optional.of("epoch"), scope.name());
            assertEquals(Optional.of(Maker.MADE), leak.site());
            assertEquals(Optional.of("'epoch'"), leak.path());
            assertTrue(leak.age().orElseThrow().toHours() < 1);
            assertEquals(
                    "float32 [2,3]" + TestDevice.on() + " 'batch', 24 B in 'epoch', alive for N s, made at " + Maker.MADE,
                    ageless(leak.toString()));
            AssertionError e = assertThrows(AssertionError.class, Tenure::assertNoLeaks);
            assertTrue(ageless(e.getMessage()).contains("\n" + ageless(leak.toString()) + "\n"), e::getMessage);
            assertTrue(s.debugDump().contains(Maker.MADE), s::debugDump);
            assertEquals(Optional.of(Maker.MADE), s.members().get(0).site());
            Tensor mapped = Maker.map(t);
            assertEquals(Optional.of(Maker.MAPPED), s.members().get(1).site());
            mapped.close();
        }
        Tenure.assertNoLeaks();
    }

    @Test
    void theErrorOfWhatIsClosedSaysWhereThatWas() throws Exception {
        Tenure.leakLevel(LeakLevel.ALL);
        Tensor t = Maker.make();
        Maker.close(t);
        ClosedException e = assertThrows(ClosedException.class, t::size);
        assertTrue(e.getMessage().contains(Maker.CLOSED), e::getMessage);
        Scope s = Scope.open();
        Tensor member = Maker.make();
        Maker.close(s);
        e = assertThrows(ClosedException.class, member::size);
        assertTrue(e.getMessage().contains(Maker.CLOSED), e::getMessage);
        Tensor inside = Scope.using(() -> {
            Tensor escapes = Maker.make();
            return Maker.call(() -> escapes);
        });
        assertEquals(6, inside.size());
        inside.close();
    }

    @Test
    void oneIn128IsNotedWhenSampled() {
        Tenure.leakLevel(LeakLevel.SAMPLED);
        try (Scope s = Scope.open()) {
            for (int i = 0; i < 1280; i++) {
                Maker.make();
            }
            long noted = s.members().stream().filter(m -> m.site().isPresent()).count();
            assertEquals(10, noted);
        }
    }

    @Test
    void whatTheCollectorFreedIsToldAndReported() throws InterruptedException {
        Tenure.leakLevel(LeakLevel.ALL);
        BlockingQueue<Leak> told = new LinkedBlockingQueue<>();
        BlockingQueue<String> threads = new LinkedBlockingQueue<>();
        Tenure.onLeak(leak -> {
            threads.add(Thread.currentThread().getName());
            told.add(leak);
            throw new IllegalStateException("a listener's own affair");
        });
        for (int i = 0; i < 3; i++) {
            Maker.make();
            Live.collectUntil("it is freed", () -> Live.now().equals(Live.NOTHING));
            Leak leak = told.poll(1, TimeUnit.MINUTES);
            assertTrue(leak.collected());
            assertEquals(Optional.of(Maker.MADE), leak.site());
            assertEquals("tenure-reports", threads.take());
        }
        assertEquals(3, Tenure.leaks().size());
        AssertionError e = assertThrows(AssertionError.class, Tenure::assertNoLeaks);
        assertTrue(e.getMessage().contains("freed by the collector"), e::getMessage);
        Tenure.forgetLeaks();
        Tenure.assertNoLeaks();
        assertTrue(told.isEmpty());
    }

    /** What one check has reported fails no later one, alive or found by the collector since. */
    @Test
    void aLeakFailsOneCheck() {
        Tenure.leakLevel(LeakLevel.ALL);
        Tensor[] leaked = {Maker.make()};
        assertThrows(AssertionError.class, Tenure::assertNoLeaks);
        Tenure.assertNoLeaks();
        try (LeakCheck later = LeakCheck.begin()) {
            leaked[0] = null;
            Live.collectUntil("it is freed", () -> Live.now().equals(Live.NOTHING));
            assertEquals(List.of(), later.leaks());
        }
        Tenure.assertNoLeaks();
        LeakCheck.begin().close();
        assertEquals(1, Tenure.leaks().size());
    }

    /** What was made before a check, and was never reported, is not the check's. */
    @Test
    void aCheckDoesNotCountWhatWasMadeBefore() {
        Maker.make();
        try (LeakCheck check = LeakCheck.begin()) {
            Live.collectUntil("it is freed", () -> Live.now().equals(Live.NOTHING));
            assertEquals(List.of(), check.leaks());
            try (LeakCheck inner = LeakCheck.begin()) {
                assertEquals(List.of(), inner.leaks());
            }
        }
        LeakCheck check = LeakCheck.begin();
        Maker.make();
        Live.collectUntil("it is freed", () -> Live.now().equals(Live.NOTHING));
        assertTrue(assertThrows(AssertionError.class, check::close).getMessage().contains(Maker.MADE));
    }

    /** Of checks that overlap, as those of two threads do, the first may end first. */
    @Test
    void theLevelIsWhatItWasWhenAllChecksHaveEnded() {
        LeakLevel before = Tenure.leakLevel();
        LeakCheck first = LeakCheck.begin();
        LeakCheck second = LeakCheck.begin();
        first.close();
        assertEquals(LeakLevel.ALL, Tenure.leakLevel());
        first.cancel();
        assertEquals(LeakLevel.ALL, Tenure.leakLevel());
        second.close();
        assertEquals(before, Tenure.leakLevel());
    }

    @Test
    @Tag("host")
    void exportedBuffersAreListedApart() {
        Tenure.leakLevel(LeakLevel.ALL);
        BlockingQueue<Leak> told = new LinkedBlockingQueue<>();
        Tenure.onLeak(told::add);
        ByteBuffer buffer;
        try (LeakCheck check = LeakCheck.begin(); Tensor t = Maker.make()) {
            buffer = Maker.export(t);
        }
        Leak exported = Tenure.exportedBuffers().get(0);
        assertEquals("buffer of float32 [2,3], 24 B, alive for N s, made at " + Maker.EXPORTED, ageless(exported.toString()));
        assertEquals(1, Tenure.exportedBuffers().size());
        assertEquals(List.of(), Tenure.leaks());
        Tenure.assertNoLeaks();
        buffer.put(0, (byte) 1);
        buffer = null;
        Live.collectUntil("it is freed", () -> Live.now().equals(Live.NOTHING));
        assertEquals(List.of(), Tenure.exportedBuffers());
        assertEquals(List.of(), Tenure.leaks());
        Tenure.assertNoLeaks();
        assertTrue(told.isEmpty());
    }

    @Test
    void aForgottenScopeIsNamedWithWhatItHeld() throws InterruptedException {
        Tenure.leakLevel(LeakLevel.ALL);
        Maker.forgetScope("epoch");
        Live.collectUntil("it is freed", () -> Live.now().equals(Live.NOTHING));
        assertEquals(1, Tenure.leaks().size());
        Leak leak = Tenure.leaks().get(0);
        assertEquals("scope", leak.kind());
        assertEquals(Optional.of("epoch"), leak.name());
        assertEquals(68, leak.bytes());
        assertTrue(leak.collected());
        String contents = leak.contents().orElseThrow();
        assertTrue(contents.startsWith("2 x float32 [2,3]" + TestDevice.on() + " at "), contents);
        assertTrue(contents.contains("; 1 x float32 [5]" + TestDevice.on() + " 'weight' at "), contents);
        assertTrue(leak.toString().contains("scope 'epoch', 68 B in 3 tensors") && leak.toString().endsWith(contents), leak::toString);
    }

    @Test
    void aScopeThatGrowsIsNamed() {
        Tenure.leakLevel(LeakLevel.ALL);
        try (Scope model = Scope.open("model")) {
            assertEquals(List.of(), Tenure.growing());
            for (int i = 0; i < 20; i++) {
                try (Scope batch = Scope.open("batch")) {
                    Tensor.ones(4);
                    Maker.make().moveToOuterScope();
                }
            }
            Growth growth = Tenure.growing().get(0);
            assertEquals("model", growth.name());
            assertEquals("'model'", growth.path());
            assertEquals(20, growth.members());
            assertEquals(480, growth.bytes());
            assertEquals(20, growth.cycles());
            assertEquals(1, growth.membersPerCycle());
            assertTrue(growth.fedBy().startsWith("20 x float32 [2,3]" + TestDevice.on() + " at " + Maker.MADE), growth::fedBy);
            assertTrue(Tenure.debugDump().contains("GROWING"), Tenure::debugDump);
            assertTrue(Tenure.debugDumpJson().contains("\"model\""), Tenure::debugDumpJson);
        }
        assertEquals(List.of(), Tenure.growing());
    }

    @Test
    @Tag("host")
    void countersMeasureABlock() {
        try (Counter outer = Tenure.measure()) {
            try (Scope s = Scope.open()) {
                Counter inner = Tenure.measure().name("inner");
                assertEquals(s, inner.scope());
                Tensor.ones(100).close();
                Tensor.ones(10);
                CounterStats stats = inner.stats();
                assertEquals(1, stats.tensors());
                assertEquals(40, stats.bytes());
                assertEquals(1, stats.peakTensors());
                assertEquals(400, stats.peakBytes());
                assertEquals(2, stats.allocations());
                s.close();
                assertThrows(ClosedException.class, inner::stats);
            }
            assertEquals(0, outer.stats().tensors());
            assertEquals(400, outer.stats().peakBytes());
            assertEquals(0, outer.stats().outOfMemory());
        }
        Live.assertNothing();
    }
}
