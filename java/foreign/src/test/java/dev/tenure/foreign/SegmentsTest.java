package dev.tenure.foreign;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.DType;
import dev.tenure.InvalidArgumentException;
import dev.tenure.Scope;
import dev.tenure.ScopeException;
import dev.tenure.ShapeMismatchException;
import dev.tenure.Tape;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.onnx.OnnxModel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** Tensors on segments, and segments on tensors. */
class SegmentsTest {
    @TempDir
    private Path folder;

    /** Nothing is alive after a test: what a wrapped segment keeps goes at most a quarter of a second later. */
    @AfterEach
    void nothingIsLeft() throws InterruptedException {
        for (int i = 0; i < 200 && Tenure.stats().liveHandles() > 0; i++) {
            System.gc(); // for arenas of the collector
            Thread.sleep(20);
        }
        assertEquals(0, Tenure.stats().liveHandles(), () -> Tenure.leaks().toString() + Tenure.exportedBuffers());
        assertEquals(0, Tenure.stats().liveBytes());
    }

    private static MemorySegment floats(Arena arena, float... values) {
        return arena.allocateFrom(ValueLayout.JAVA_FLOAT, values);
    }

    @Test
    void writesAreSeenInBothDirections() {
        for (Arena arena : new Arena[] {Arena.ofAuto(), Arena.global()}) {
            MemorySegment memory = floats(arena, 1, 2, 3, 4, 5, 6);
            try (Scope s = Scope.open()) {
                long counted = Tenure.stats().liveBytes();
                Tensor t = Segments.wrap(DType.F32, memory, 2, 3);
                assertEquals(s, t.scope());
                assertEquals(counted, Tenure.stats().liveBytes());
                memory.setAtIndex(ValueLayout.JAVA_FLOAT, 1, 9);
                assertArrayEquals(new float[] {1, 9, 3, 4, 5, 6}, t.toFloatArray());
                t.addInPlace(1);
                assertEquals(7, memory.getAtIndex(ValueLayout.JAVA_FLOAT, 5));
                assertArrayEquals(new float[] {4, 5}, Segments.wrap(DType.F32, memory.asSlice(8, 8)).toFloatArray());
                assertEquals(10, Segments.wrap(DType.F32, memory.asSlice(4, 4), new long[0]).item());
                assertEquals(0, Segments.wrap(DType.F32, memory.asSlice(4, 0)).size());
            }
        }
        MemorySegment ofBuffer = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(8));
        try (Tensor t = Segments.wrap(DType.I64, ofBuffer)) {
            t.fill(7);
            assertEquals(7, ofBuffer.get(ValueLayout.JAVA_LONG, 0));
        }
    }

    @Test
    void anArenaThatCouldCloseIsRefusedByName() throws InterruptedException {
        try (Arena confined = Arena.ofConfined(); Arena shared = Arena.ofShared()) {
            refused("a segment of a confined arena", floats(confined, 1));
            refused("a segment of a shared arena", floats(shared, 1));
            refused("a segment of a shared arena", MemorySegment.ofBuffer(floats(shared, 1).asByteBuffer()));
            try (Tensor t = Tensor.ones(2)) {
                refused("a segment of a shared arena", Segments.of(t, shared));
            }
        }
        refused("a heap segment, which the collector moves,", MemorySegment.ofArray(new float[] {1}));
        refused("is not aligned to the 4 bytes of float32", Arena.ofAuto().allocate(9).asSlice(1, 4));
        MemorySegment gone;
        try (Arena closed = Arena.ofConfined()) {
            gone = floats(closed, 1);
        }
        String text = assertThrows(IllegalStateException.class, () -> Segments.wrap(DType.F32, gone)).getMessage();
        assertEquals("the arena of this segment of 4 bytes is closed", text);
        assertThrows(IllegalStateException.class, () -> Segments.copyOf(DType.F32, gone, 1));
        ByteBuffer stale = gone.asByteBuffer().order(ByteOrder.nativeOrder());
        assertThrows(IllegalStateException.class, () -> Tensor.wrap(DType.F32, stale));
        assertThrows(IllegalStateException.class, () -> Tensor.of(DType.F32, stale));
        assertThrows(IllegalStateException.class, () -> Tensor.of(stale.asFloatBuffer()));
        assertThrows(IllegalStateException.class, () -> OnnxModel.load(stale));
        try (Tensor t = Tensor.ones(1)) {
            assertThrows(IllegalStateException.class, () -> t.copyTo(stale));
            assertThrows(IllegalStateException.class, () -> t.copyFrom(stale));
            assertThrows(IllegalStateException.class, () -> t.copyTo(stale.asFloatBuffer()));
            assertThrows(IllegalStateException.class, () -> Segments.copyTo(t, gone));
            assertThrows(IllegalStateException.class, () -> Segments.copyFrom(t, gone));
        }
        try (Arena confined = Arena.ofConfined()) { // of this thread, used on another
            ByteBuffer own = floats(confined, 1).asByteBuffer().order(ByteOrder.nativeOrder());
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread other = new Thread(() -> thrown.set(assertThrows(Throwable.class, () -> Tensor.of(DType.F32, own))));
            other.start();
            other.join();
            assertEquals(WrongThreadException.class, thrown.get().getClass());
        }
    }

    private static void refused(String why, MemorySegment memory) {
        String text = assertThrows(InvalidArgumentException.class, () -> Segments.wrap(DType.F32, memory)).getMessage();
        assertTrue(text.contains(why), text);
    }

    @Test
    void theShapeMustFit() {
        MemorySegment memory = floats(Arena.ofAuto(), 1, 2, 3);
        String text = assertThrows(ShapeMismatchException.class, () -> Segments.wrap(DType.F32, memory, 2, 2)).getMessage();
        assertTrue(text.contains("needs 4 elements, 3 were given"), text);
        text = assertThrows(ShapeMismatchException.class, () -> Segments.copyOf(DType.F32, memory, 2, 2)).getMessage();
        assertEquals("shape [2, 2] of float32 has 16 bytes, the segment has 12", text);
        try (Tensor t = Tensor.ones(2)) {
            assertThrows(ShapeMismatchException.class, () -> Segments.copyTo(t, memory));
            assertThrows(ShapeMismatchException.class, () -> Segments.copyFrom(t, memory));
        }
    }

    @Test
    void aReadOnlySegmentGivesAReadOnlyTensor() throws IOException {
        Path file = folder.resolve("numbers");
        Files.write(file, new byte[] {1, 2, 3, 4});
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ); Scope s = Scope.open()) {
            Tensor t = Segments.wrap(DType.U8, channel.map(MapMode.READ_ONLY, 0, 4, Arena.ofAuto()), 2, 2);
            assertTrue(t.isReadOnly() && t.transpose(0, 1).isReadOnly());
            assertFalse(t.add(1).isReadOnly() || t.copy().isReadOnly());
            String text = assertThrows(InvalidArgumentException.class, () -> t.addInPlace(1)).getMessage();
            assertTrue(text.contains("the 4 bytes of this tensor are read-only"), text);
            assertThrows(InvalidArgumentException.class, () -> t.transpose(0, 1).fill(1));
            assertThrows(InvalidArgumentException.class, t::asByteBuffer);
            assertThrows(InvalidArgumentException.class, () -> Segments.of(t, Arena.ofAuto()));
            assertEquals(4, t.asReadOnlyByteBuffer().get(3));
            MemorySegment again = Segments.ofReadOnly(t, Segments.arena(s));
            assertEquals(3, again.get(ValueLayout.JAVA_BYTE, 2));
            assertTrue(again.isReadOnly());
            assertEquals(10, t.sum().itemLong());
        }
    }

    @Test
    void aSegmentOfATensorEndsWithItsArena() {
        MemorySegment segment;
        long before = Tenure.stats().liveBytes();
        try (Arena arena = Arena.ofConfined()) {
            try (Scope s = Scope.open()) {
                segment = Segments.of(Tensor.of(1f, 2f), arena);
            }
            // The memory stays although tensor and scope are closed.
            assertTrue(Tenure.stats().liveBytes() > before);
            assertEquals(2, segment.getAtIndex(ValueLayout.JAVA_FLOAT, 1));
            segment.setAtIndex(ValueLayout.JAVA_FLOAT, 1, 5);
            assertThrows(IndexOutOfBoundsException.class, () -> segment.getAtIndex(ValueLayout.JAVA_FLOAT, 2));
        }
        assertThrows(IllegalStateException.class, () -> segment.getAtIndex(ValueLayout.JAVA_FLOAT, 1));
        assertEquals(before, Tenure.stats().liveBytes());
        try (Tensor t = Tensor.ones(2, 2); Tensor turned = t.transpose(0, 1); Arena closed = Arena.ofConfined()) {
            closed.close();
            assertThrows(IllegalStateException.class, () -> Segments.of(t, closed));
            assertThrows(InvalidArgumentException.class, () -> Segments.of(turned, Arena.ofAuto()));
        } catch (IllegalStateException e) {
            assertEquals("Already closed", e.getMessage()); // of the second close
        }
    }

    @Test
    void anArenaEndsWithItsScope() {
        MemorySegment mine;
        MemorySegment ofTensor;
        Arena arena;
        Tensor kept;
        try (Scope s = Scope.open()) {
            arena = Segments.arena(s);
            mine = floats(arena, 1, 2);
            ofTensor = Segments.of(Tensor.of(3f), arena);
            assertTrue(s.stats().bytes() >= 12, () -> s.stats().toString());
            Tensor t = Segments.wrap(DType.F32, mine);
            t.addInPlace(10);
            assertEquals(12, mine.getAtIndex(ValueLayout.JAVA_FLOAT, 1));
            kept = t;
            kept.detachFromScope();
        }
        assertThrows(IllegalStateException.class, () -> mine.get(ValueLayout.JAVA_FLOAT, 0));
        assertThrows(IllegalStateException.class, () -> ofTensor.get(ValueLayout.JAVA_FLOAT, 0));
        assertThrows(IllegalStateException.class, () -> arena.allocate(4));
        assertThrows(IllegalStateException.class, arena::close);
        assertThrows(IllegalStateException.class, () -> Segments.wrap(DType.F32, mine));
        assertTrue(Tenure.stats().liveBytes() > 0); // its memory is there, and nothing else takes it
        try (Scope s = Scope.open()) {
            for (int i = 0; i < 100; i++) {
                Tensor.full(DType.U8, new long[] {8}, 255);
            }
            assertArrayEquals(new float[] {11, 12}, kept.toFloatArray());
        }
        kept.close();
    }

    @Test
    void anArenaMayCloseBeforeItsScope() {
        try (Scope s = Scope.open()) {
            Arena arena = Segments.arena(s);
            MemorySegment aligned = arena.allocate(100, 4096);
            assertEquals(0, aligned.address() % 4096);
            assertEquals(0, aligned.get(ValueLayout.JAVA_BYTE, 99));
            assertEquals(100, Segments.wrap(DType.U8, aligned).size());
            assertEquals(0, arena.allocate(0, 1).byteSize());
            assertThrows(IllegalArgumentException.class, () -> arena.allocate(8, 3));
            assertThrows(IllegalArgumentException.class, () -> arena.allocate(-1, 1));
            arena.close();
            assertThrows(IllegalStateException.class, () -> aligned.get(ValueLayout.JAVA_BYTE, 0));
            Segments.arena(s); // ends with the scope, after the one that is closed
        }
        Scope closed = Scope.create();
        closed.close();
        assertThrows(ScopeException.class, () -> Segments.arena(closed));
        try (Scope s = Scope.open()) {
            s.limit(1000);
            assertThrows(dev.tenure.NativeMemoryException.class, () -> Segments.arena(s).allocate(2000));
        }
    }

    /** Tensors compute on a segment while its scope closes: nothing reads memory that is gone. */
    @Test
    void aScopeClosesWhileATensorOfItsArenaIsRead() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            AtomicBoolean failed = new AtomicBoolean();
            Thread reader;
            try (Scope s = Scope.open()) {
                MemorySegment memory = Segments.arena(s).allocate(ValueLayout.JAVA_FLOAT, 10_000);
                Tensor t = Segments.wrap(DType.F32, memory);
                t.fill(1);
                t.detachFromScope();
                reader = new Thread(() -> {
                    try (t) {
                        for (int j = 0; j < 50; j++) {
                            try (Tensor sum = t.sum()) {
                                failed.compareAndSet(false, sum.item() != 10_000);
                            }
                        }
                    }
                });
                reader.start();
            }
            try (Scope s = Scope.open()) {
                while (reader.isAlive()) {
                    Tensor.full(DType.U8, new long[] {40_000}, 255).close(); // would take the memory if it were freed
                }
            }
            reader.join();
            assertFalse(failed.get());
        }
    }

    @Test
    void elementsAreCopiedInAnyLayout() {
        try (Scope s = Scope.open(); Arena confined = Arena.ofConfined(); Arena shared = Arena.ofShared()) {
            Tensor t = Segments.copyOf(DType.F32, MemorySegment.ofArray(new float[] {1, 2, 3, 4, 5, 6}), 2, 3);
            for (MemorySegment to : new MemorySegment[] {
                confined.allocate(24), shared.allocate(24), MemorySegment.ofArray(new float[6]), Arena.ofAuto().allocate(24)
            }) {
                Segments.copyTo(t.transpose(0, 1), to);
                assertArrayEquals(new float[] {1, 4, 2, 5, 3, 6}, to.toArray(ValueLayout.JAVA_FLOAT));
                Segments.copyFrom(t.transpose(0, 1), to);
                assertArrayEquals(new float[] {1, 2, 3, 4, 5, 6}, t.toFloatArray());
                assertArrayEquals(new float[] {1, 4, 2, 5, 3, 6}, Segments.copyOf(DType.F32, to, 6).toFloatArray());
            }
            assertThrows(IllegalArgumentException.class, () -> Segments.copyTo(t, confined.allocate(24).asReadOnly()));
            Tensor truths = Tensor.of(true, false);
            MemorySegment bytes = confined.allocate(2);
            Segments.copyTo(truths, bytes);
            assertArrayEquals(new byte[] {1, 0}, bytes.toArray(ValueLayout.JAVA_BYTE));
            Tensor scalar = Tensor.of(0L);
            Segments.copyFrom(scalar, MemorySegment.ofArray(new long[] {1L << 60}));
            assertEquals(1L << 60, scalar.itemLong());
        }
    }

    @Test
    void aTapeSeesThatASegmentMayBeWritten() {
        try (Scope s = Scope.open(); Tape tape = Tape.open()) {
            Tensor x = tape.watch(Tensor.of(2f));
            Tensor saved = Tensor.of(3f);
            Tensor y = x.mul(saved).sum();
            Segments.ofReadOnly(saved, Segments.arena(s));
            assertEquals(1, tape.backward(y, x).length);
        }
        try (Scope s = Scope.open(); Tape tape = Tape.open()) {
            Tensor x = tape.watch(Tensor.of(2f));
            Tensor saved = Tensor.of(3f);
            Tensor y = x.mul(saved).sum();
            Segments.of(saved, Segments.arena(s));
            assertThrows(InvalidArgumentException.class, () -> tape.backward(y, x));
        }
    }

    @Test
    void nullsAreRefusedByName() {
        MemorySegment memory = Arena.ofAuto().allocate(4);
        named("dtype", () -> Segments.wrap(null, memory));
        named("memory", () -> Segments.wrap(DType.F32, null));
        named("shape", () -> Segments.wrap(DType.F32, memory, (long[]) null));
        named("elements", () -> Segments.copyOf(DType.F32, null));
        named("tensor", () -> Segments.of(null, Arena.global()));
        named("scope", () -> Segments.arena(null));
        named("file", () -> Segments.loadModel(null));
        try (Tensor t = Tensor.ones(1)) {
            named("arena", () -> Segments.of(t, null));
            named("to", () -> Segments.copyTo(t, null));
            named("from", () -> Segments.copyFrom(t, null));
        }
    }

    private static void named(String name, org.junit.jupiter.api.function.Executable call) {
        assertEquals(name, assertThrows(NullPointerException.class, call).getMessage());
    }

    @Test
    @EnabledIfEnvironmentVariable(named = "TENURE_ONNXRUNTIME", matches = ".+")
    @SuppressWarnings("restricted")
    void aModelIsLoadedFromASegmentAndReadsOne() throws IOException {
        Path file = Path.of(System.getProperty("tenure.root"), "tests/onnx/data/affine.onnx");
        byte[] bytes = Files.readAllBytes(file);
        try (Arena confined = Arena.ofConfined(); Arena shared = Arena.ofShared()) {
            for (MemorySegment from : new MemorySegment[] {
                MemorySegment.ofArray(bytes),
                confined.allocateFrom(ValueLayout.JAVA_BYTE, bytes),
                shared.allocateFrom(ValueLayout.JAVA_BYTE, bytes),
                Arena.ofAuto().allocateFrom(ValueLayout.JAVA_BYTE, bytes)
            }) {
                try (Scope s = Scope.open(); OnnxModel model = Segments.loadModel(from)) {
                    Tensor x = Segments.wrap(DType.F32, floats(Segments.arena(s), 1, 2, 3), 1, 3);
                    assertArrayEquals(new float[] {14.5f, 139.5f}, model.run(x)[0].toFloatArray());
                }
            }
        }
        MemorySegment large = MemorySegment.NULL.reinterpret(1L << 32);
        String text = assertThrows(InvalidArgumentException.class, () -> Segments.loadModel(large)).getMessage();
        assertTrue(text.startsWith("a model of 4294967296 bytes: an .onnx file has at most 2 GiB"), text);
    }
}
