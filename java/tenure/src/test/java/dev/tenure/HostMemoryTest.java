package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.collector.HostMemory;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tensors on memory of the caller. */
class HostMemoryTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void start() {
        Live.drain();
    }

    @AfterEach
    void end() {
        Live.drain();
        Live.collectUntil("no buffer is kept", () -> HostMemory.size() == 0);
    }

    private static ByteBuffer floats(float... values) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(4 * values.length).order(ByteOrder.nativeOrder());
        buffer.asFloatBuffer().put(values);
        return buffer;
    }

    @Test
    void writesAreSeenInBothDirections() {
        ByteBuffer buffer = floats(1, 2, 3, 4, 5, 6);
        try (Scope s = Scope.open()) {
            long counted = Tenure.stats().liveBytes(), foreign = Tenure.stats().foreignBytes();
            Tensor t = Tensor.wrap(DType.F32, buffer, 2, 3);
            assertEquals(s, t.scope());
            assertEquals(counted, Tenure.stats().liveBytes());
            assertEquals(foreign + 24, Tenure.stats().foreignBytes());
            buffer.putFloat(4, 9);
            assertArrayEquals(new float[] {1, 9, 3, 4, 5, 6}, t.toFloatArray());
            t.addInPlace(1);
            assertEquals(7, buffer.getFloat(20));
            assertEquals(0, buffer.position());
            buffer.position(8).limit(16);
            assertArrayEquals(new float[] {4, 5}, Tensor.wrap(DType.F32, buffer).toFloatArray());
            assertArrayEquals(new long[] {2, 1}, Tensor.wrap(DType.F32, buffer, new int[] {2, 1}).shape());
            assertEquals(4, Tensor.wrap(DType.F32, buffer.limit(12), new long[0]).item());
            assertEquals(0, Tensor.wrap(DType.F32, buffer.limit(8)).size());
        }
    }

    @Test
    void aMappedFileIsWrittenThrough() throws IOException {
        Path file = folder.resolve("numbers");
        Files.write(file, new byte[16]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Scope s = Scope.open()) {
            ByteBuffer mapped = channel.map(MapMode.READ_WRITE, 0, 16).order(ByteOrder.nativeOrder());
            Tensor.wrap(DType.I64, mapped).fill(-1);
            assertEquals(-1, mapped.getLong(8));
            ByteBuffer readOnly = channel.map(MapMode.READ_ONLY, 0, 16).order(ByteOrder.nativeOrder());
            Tensor t = Tensor.wrap(DType.I64, readOnly, 1, 2);
            assertEquals(-2, t.sum().itemLong());
            assertTrue(t.isReadOnly() && t.transpose(0, 1).isReadOnly() && !t.copy().isReadOnly());
            String text = assertThrows(InvalidArgumentException.class, () -> t.fill(0)).getMessage();
            assertTrue(text.contains("the 16 bytes of this tensor are read-only"), text);
            assertThrows(InvalidArgumentException.class, t::asByteBuffer);
            assertEquals(-1, t.asReadOnlyByteBuffer().getLong(8));
        }
        assertEquals(-1, Files.readAllBytes(file)[15]);
    }

    @Test
    void whatCannotBeWrappedSaysWhy() {
        ByteBuffer buffer = floats(1, 2, 3, 4);
        refused("a heap buffer", ByteBuffer.allocate(8), 2);
        refused("a buffer of byte order BIG_ENDIAN", ByteBuffer.allocateDirect(8), 2);
        refused("is not aligned to the 4 bytes of float32", buffer.duplicate().order(ByteOrder.nativeOrder()).position(2).limit(10), 2);
        ShapeMismatchException shape = assertThrows(
                ShapeMismatchException.class, () -> Tensor.wrap(DType.F32, buffer, 5));
        assertTrue(shape.getMessage().contains("needs 5 elements, 4 were given"), shape.getMessage());
        assertThrows(NullPointerException.class, () -> Tensor.wrap(null, buffer));
        assertThrows(NullPointerException.class, () -> Tensor.wrap(DType.F32, null));
        assertThrows(NullPointerException.class, () -> Tensor.wrap(DType.F32, buffer, (long[]) null));
        try (Tensor bytes = Tensor.wrap(DType.U8, ByteBuffer.allocateDirect(3))) {
            assertEquals(3, bytes.size()); // bytes have no order
        }
    }

    private static void refused(String why, ByteBuffer buffer, long size) {
        InvalidArgumentException e =
                assertThrows(InvalidArgumentException.class, () -> Tensor.wrap(DType.F32, buffer, size));
        assertTrue(e.getMessage().contains(why), e.getMessage());
    }

    @Test
    void theBufferStaysUntilTheLastTensorIsGone() throws InterruptedException {
        Tensor[] view = new Tensor[1];
        WeakReference<ByteBuffer> buffer = viewed(view);
        System.gc();
        Thread.sleep(600); // longer than the daemon waits
        System.gc();
        assertNotNull(buffer.get());
        assertArrayEquals(new float[] {3, 4}, view[0].toFloatArray());
        Thread closing = new Thread(view[0]::close);
        closing.start();
        closing.join();
        Live.collectUntil("the buffer is collected", () -> buffer.get() == null);
    }

    private static WeakReference<ByteBuffer> viewed(Tensor[] view) {
        ByteBuffer buffer = floats(1, 2, 3, 4);
        try (Scope s = Scope.open()) {
            view[0] = Tensor.wrap(DType.F32, buffer, 2, 2).get(1);
            view[0].detachFromScope();
        }
        return new WeakReference<>(buffer);
    }

    @Test
    void aTapeHoldsTheBuffer() {
        try (Scope s = Scope.open();
                Tape tape = Tape.open()) {
            Tensor[] watched = new Tensor[1];
            Tensor loss = recorded(tape, watched);
            System.gc();
            HostMemory.release();
            assertEquals(1, HostMemory.size());
            assertArrayEquals(new float[] {2, 4, 6}, tape.backward(loss, watched[0])[0].toFloatArray());
        }
    }

    /** A number that depends on a wrapped buffer, of which nothing but the tape and its tensors is left. */
    private static Tensor recorded(Tape tape, Tensor[] watched) {
        Tensor wrapped = Tensor.wrap(DType.F32, floats(1, 2, 3));
        watched[0] = tape.watch(wrapped);
        wrapped.close();
        return watched[0].mul(watched[0]).sum();
    }

    @Test
    void manyLeaveNothing() {
        ByteBuffer buffer = floats(1, 2);
        for (int i = 0; i < 100_000; i++) {
            try (Tensor t = Tensor.wrap(DType.F32, buffer, 2)) {
                assertEquals(2, t.size());
            }
            assertTrue(HostMemory.size() <= 2, () -> HostMemory.size() + " are kept");
        }
    }

    @Test
    void aForgottenTensorLetsGoOfItsBuffer() {
        WeakReference<ByteBuffer> buffer = forgotten();
        Live.collectUntil("the buffer is collected", () -> buffer.get() == null);
    }

    private static WeakReference<ByteBuffer> forgotten() {
        ByteBuffer buffer = floats(1);
        Tensor.wrap(DType.F32, buffer);
        return new WeakReference<>(buffer);
    }
}
