package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a program may do with memory that was shown to it, and what the core makes of it. */
class ExportTest {
    @BeforeEach
    void start() {
        Live.drain();
    }

    @AfterEach
    void end() {
        Live.drain();
    }

    @Test
    void everyByteOfABooleanBut0IsTrue() {
        try (Scope s = Scope.open()) {
            Tensor t = Tensor.zeros(DType.BOOL, 4);
            t.asByteBuffer().put(new byte[] {2, 0, -1, 1});
            assertEquals(3, t.sum().item());
            assertEquals(0.75, t.mean().item());
            assertEquals(1, t.max().item());
            assertEquals(3, t.eq(Tensor.ones(DType.BOOL, 4)).sum().item());
            assertArrayEquals(new int[] {1, 0, 1, 1}, t.cast(DType.I32).toIntArray());
            assertArrayEquals(new boolean[] {true, false, true, true}, t.toBooleanArray());
            assertEquals("[ True False  True  True]", t.toString());
            ByteBuffer out = ByteBuffer.allocateDirect(4);
            t.copyTo(out);
            assertArrayEquals(new byte[] {1, 0, 1, 1}, new byte[] {out.get(0), out.get(1), out.get(2), out.get(3)});
            Tensor added = t.add(Tensor.zeros(DType.BOOL, 4));
            assertEquals(1, added.asReadOnlyByteBuffer().get(0));
            t.asByteBuffer().put(0, (byte) 7);
            t.copyFrom(ByteBuffer.allocateDirect(4).put(0, (byte) 5));
            assertArrayEquals(new boolean[] {true, false, false, false}, t.toBooleanArray());
        }
    }

    @Test
    void aTensorsOwnMemoryIsABufferToo() {
        try (Scope s = Scope.open()) {
            Tensor t = Tensor.of(new int[] {1, 2, 3, 4}, 2, 2);
            t.copyTo(t.asByteBuffer());
            assertArrayEquals(new int[] {1, 2, 3, 4}, t.toIntArray());
            t.transpose(0, 1).copyTo(t.asByteBuffer());
            assertArrayEquals(new int[] {1, 3, 2, 4}, t.toIntArray());
            t.transpose(0, 1).copyFrom(t.asByteBuffer());
            assertArrayEquals(new int[] {1, 2, 3, 4}, t.toIntArray());
        }
    }

    @Test
    void memoryHandedOutToBeWrittenIsNoLongerWhatATapeSaved() {
        try (Scope s = Scope.open()) {
            Tensor x = Tensor.of(3f, -4f);
            Tape tape = Tape.open();
            Tensor w = tape.watch(x);
            Tensor loss = w.mul(w).sum();
            x.asByteBuffer();
            InvalidArgumentException e = assertThrows(InvalidArgumentException.class, () -> tape.backward(loss, w));
            assertTrue(e.getMessage().contains("or its memory handed out to be written"), e.getMessage());
        }
    }

    @Test
    void lookingIsNoWrite() {
        try (Scope s = Scope.open()) {
            Tensor x = Tensor.of(3f, -4f);
            Tape tape = Tape.open();
            Tensor w = tape.watch(x);
            Tensor loss = w.mul(w).sum();
            ByteBuffer look = x.asReadOnlyByteBuffer();
            assertEquals(-4, look.getFloat(4));
            assertThrows(ReadOnlyBufferException.class, () -> look.put(0, (byte) 1));
            assertEquals(3, x.toFloatArray()[0]);
            assertEquals(25, loss.item());
            assertArrayEquals(new float[] {6, -8}, tape.backward(loss, w)[0].toFloatArray());
        }
    }

    /** The header was parsed once a tensor: twenty thousand took minutes. The limit is there to end that. */
    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aFileOfManyTensorsIsReadOnce(@TempDir Path folder) {
        Path path = folder.resolve("many.safetensors");
        int n = 20_000;
        try (Scope s = Scope.open()) {
            Map<String, Tensor> tensors = new HashMap<>();
            for (int i = 0; i < n; i++) {
                tensors.put("tensor." + i, Tensor.full(new long[] {1}, i));
            }
            SafeTensors.save(path, tensors);
        }
        try (Scope s = Scope.open()) {
            Map<String, Tensor> loaded = SafeTensors.load(path);
            assertEquals(n, loaded.size());
            assertEquals(List.copyOf(loaded.keySet()), SafeTensors.names(path));
            assertEquals(n - 1, loaded.get("tensor." + (n - 1)).item());
            assertEquals(s, loaded.get("tensor.0").scope());
            assertEquals(n, s.stats().tensors());
        }
    }

    @Test
    void loadingAFileIsAllOrNothing(@TempDir Path folder) {
        Path path = folder.resolve("some.safetensors");
        try (Scope s = Scope.open()) {
            SafeTensors.save(path, Map.of("a", Tensor.zeros(10), "b", Tensor.zeros(1000)));
            try (Scope small = Scope.open().limit(100)) {
                assertThrows(NativeMemoryException.class, () -> SafeTensors.load(path));
                assertEquals(0, small.stats().tensors());
            }
        }
    }
}
