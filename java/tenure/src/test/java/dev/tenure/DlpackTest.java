package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.options.CopyMode;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tensors of other libraries and for them, by the address of a DLPack structure. */
class DlpackTest {
    /** Where fields of a DLManagedTensorVersioned begin. */
    private static final int DELETER = 16;

    private static final int FLAGS = 24;
    private static final int DATA = 32;
    private static final int LANES = 54;
    private static final int SIZE = 80;

    @BeforeEach
    void start() {
        Live.drain();
    }

    @AfterEach
    void end() {
        Live.drain();
    }

    @Test
    void whatIsLentComesBackOnTheSameMemory() {
        try (Scope s = Scope.open()) {
            Tensor t = Tensor.of(new float[] {1, 2, 3});
            for (boolean versioned : new boolean[] {true, false}) {
                Tensor back = Tensor.fromDlpack(t.toDlpack(versioned), versioned, CopyMode.NEVER);
                assertEquals(s, back.scope());
                assertEquals(2, t.useCount());
                back.addInPlace(1);
                back.close();
            }
            assertArrayEquals(new float[] {3, 4, 5}, t.toFloatArray());
            Tensor copy = Tensor.fromDlpack(t.toDlpack(), true, CopyMode.ALWAYS);
            copy.zero();
            assertEquals(1, t.useCount());
            assertEquals(12, t.sum().item());
        }
    }

    @Test
    void whatIsLentOutlivesItsScopeAndIsListed() {
        int before = Tenure.exportedBuffers().size();
        long lent;
        try (Scope s = Scope.open()) {
            lent = Tensor.of(new long[] {1, 2, 3}).toDlpack();
        }
        assertEquals(before + 1, Tenure.exportedBuffers().size());
        try (Tensor back = Tensor.fromDlpack(lent)) {
            assertEquals(before, Tenure.exportedBuffers().size());
            assertArrayEquals(new long[] {1, 2, 3}, back.toLongArray());
        }
    }

    /** Another library's structure: one of ours without its deleter, so that nobody knows whose it is. */
    @Test
    void memoryOfAnotherLibraryIsReadAndWrittenInPlace() throws ReflectiveOperationException {
        try (Scope s = Scope.open()) {
            Tensor t = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2).transpose();
            long own = t.toDlpack();
            Memory memory = new Memory();
            long theirs = memory.copy(own, SIZE);
            memory.putLong(theirs + DELETER, 0);
            Tensor other = Tensor.fromDlpack(theirs);
            assertEquals(1, other.useCount());
            assertArrayEquals(new float[] {1, 3, 2, 4}, other.toFloatArray());
            other.mulInPlace(2);
            assertEquals(20, t.sum().item());
            other.close();
            memory.putLong(theirs + FLAGS, 1);
            assertThrows(
                    InvalidArgumentException.class, () -> Tensor.fromDlpack(theirs, true, CopyMode.NEVER));
            try (Tensor copy = Tensor.fromDlpack(theirs)) {
                copy.zero();
            }
            assertEquals(20, t.sum().item());
            memory.putShort(theirs + LANES, (short) 2);
            TensorException lanes = assertThrows(TensorException.class, () -> Tensor.fromDlpack(theirs));
            assertEquals(Status.UNSUPPORTED, lanes.status());
            assertTrue(lanes.getMessage().contains("2 lanes"), lanes.getMessage());
            memory.putShort(theirs + LANES, (short) 1);
            memory.putLong(theirs + DATA, 0);
            assertThrows(InvalidArgumentException.class, () -> Tensor.fromDlpack(theirs));
            memory.free(theirs);
            Tensor.fromDlpack(own).close();
        }
    }

    @Test
    void whatIsNoAddressIsRefused() {
        assertThrows(InvalidArgumentException.class, () -> Tensor.fromDlpack(0));
        assertThrows(InvalidArgumentException.class, () -> Tensor.fromDlpack(3));
        assertThrows(NullPointerException.class, () -> Tensor.fromDlpack(0, true, null));
        Tensor closed = Tensor.zeros(1);
        closed.close();
        assertThrows(ClosedException.class, closed::toDlpack);
    }

    /** Memory by address, of which Java 17 has nothing that is public: by name, since the compiler warns of it. */
    private static final class Memory {
        private final Object unsafe;

        Memory() throws ReflectiveOperationException {
            Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            unsafe = field.get(null);
        }

        private Object call(String name, Class<?>[] types, Object... arguments) throws ReflectiveOperationException {
            Method method = unsafe.getClass().getMethod(name, types);
            return method.invoke(unsafe, arguments);
        }

        long copy(long from, long size) throws ReflectiveOperationException {
            long to = (Long) call("allocateMemory", new Class<?>[] {long.class}, size);
            call("copyMemory", new Class<?>[] {long.class, long.class, long.class}, from, to, size);
            return to;
        }

        void putLong(long address, long value) throws ReflectiveOperationException {
            call("putLong", new Class<?>[] {long.class, long.class}, address, value);
        }

        void putShort(long address, short value) throws ReflectiveOperationException {
            call("putShort", new Class<?>[] {long.class, short.class}, address, value);
        }

        void free(long address) throws ReflectiveOperationException {
            call("freeMemory", new Class<?>[] {long.class}, address);
        }
    }
}
