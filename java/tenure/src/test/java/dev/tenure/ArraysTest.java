package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Arrays and buffers in and out: without a shape a tensor has one axis, and what comes out is converted unless it says exact. */
class ArraysTest {
    private Scope scope;

    @BeforeEach
    void open() {
        Live.drain();
        scope = Scope.open();
    }

    @AfterEach
    void close() {
        scope.close();
        Live.assertNothing();
    }

    private static void assertVector(DType dtype, Tensor t) {
        assertArrayEquals(new long[] {3}, t.shape());
        assertEquals(dtype, t.dtype());
        assertArrayEquals(new double[] {1, 2, 3}, t.cast(DType.F64).toDoubleArray());
    }

    @Test
    void withoutAShapeThereIsOneAxis() {
        assertVector(DType.F32, Tensor.of(FloatBuffer.wrap(new float[] {1, 2, 3})));
        assertVector(DType.F64, Tensor.of(DoubleBuffer.wrap(new double[] {1, 2, 3})));
        assertVector(DType.I32, Tensor.of(IntBuffer.wrap(new int[] {0, 1, 2, 3}, 1, 3)));
        assertVector(DType.I64, Tensor.of(LongBuffer.wrap(new long[] {1, 2, 3})));
        assertVector(DType.I16, Tensor.of(ShortBuffer.wrap(new short[] {1, 2, 3})));
        assertVector(DType.F16, Tensor.of(DType.F16, new float[] {1, 2, 3}));
        assertVector(DType.I8, Tensor.of(DType.I8, new byte[] {1, 2, 3}));
        assertVector(DType.F16, scope.of(DType.F16, new float[] {1, 2, 3}));
        ByteBuffer bytes = ByteBuffer.allocateDirect(24).order(ByteOrder.nativeOrder());
        bytes.asLongBuffer().put(new long[] {1, 2, 3});
        assertVector(DType.I64, Tensor.of(DType.I64, bytes));
        assertThrows(ShapeMismatchException.class, () -> Tensor.of(DType.I64, bytes.slice(0, 20)));
        assertArrayEquals(new long[] {0}, Tensor.of(FloatBuffer.allocate(0)).shape());
        // A shape that is given, and has no dimensions, is that of a scalar.
        assertArrayEquals(new long[0], Tensor.of(FloatBuffer.allocate(1), new long[0]).shape());
        assertArrayEquals(new long[0], Tensor.of(new float[] {5}, new long[0]).shape());
        assertThrows(ShapeMismatchException.class, () -> Tensor.of(FloatBuffer.allocate(3), new long[0]));
    }

    @Test
    void whatComesOutIsConverted() {
        Tensor floats = Tensor.of(-1.5f, 2.75f, Float.NaN, Float.POSITIVE_INFINITY, 300, -1e30f);
        assertArrayEquals(new double[] {-1.5, 2.75, Double.NaN, Double.POSITIVE_INFINITY, 300, -1e30f}, floats.toDoubleArray());
        assertArrayEquals(new int[] {-1, 2, 0, Integer.MAX_VALUE, 300, Integer.MIN_VALUE}, floats.toIntArray());
        assertArrayEquals(new long[] {-1, 2, 0, Long.MAX_VALUE, 300, Long.MIN_VALUE}, floats.toLongArray());
        assertArrayEquals(new short[] {-1, 2, 0, Short.MAX_VALUE, 300, Short.MIN_VALUE}, floats.toShortArray());
        assertArrayEquals(new byte[] {0, 2, 0, (byte) 255, (byte) 255, 0}, floats.toByteArray());
        assertArrayEquals(new boolean[] {true, true, true, true, true, true}, floats.toBooleanArray());
        Tensor longs = Tensor.of(0L, -1L, (1L << 53) + 1, 257L, 1L << 40);
        assertArrayEquals(new float[] {0, -1, 0x1p53f, 257, 0x1p40f}, longs.toFloatArray());
        assertArrayEquals(new double[] {0, -1, 0x1p53, 257, 0x1p40}, longs.toDoubleArray());
        assertArrayEquals(new int[] {0, -1, 1, 257, 0}, longs.toIntArray());
        assertArrayEquals(new byte[] {0, -1, 1, 1, 0}, longs.toByteArray());
        assertArrayEquals(new boolean[] {false, true, true, true, true}, longs.toBooleanArray());
        assertArrayEquals(new float[] {1, 0}, Tensor.of(true, false).toFloatArray());
        assertArrayEquals(new byte[] {-7, 7}, Tensor.of(DType.I8, new byte[] {-7, 7}).toByteArray());
        assertArrayEquals(new int[] {-7, 7}, Tensor.of(new byte[] {-7, 7}).toIntArray());
        assertArrayEquals(new int[] {249, 7}, Tensor.ofUnsigned(new byte[] {-7, 7}).toIntArray());
        assertArrayEquals(new float[] {1, 3, 2, 4}, Tensor.of(new int[][] {{1, 2}, {3, 4}}).transpose(0, 1).toFloatArray());
        assertArrayEquals(new float[0], Tensor.zeros(DType.I64, 0).toFloatArray());
    }

    @Test
    void exactArraysRefuseOtherTypes() {
        Tensor floats = Tensor.of(1.5f);
        Tensor doubles = Tensor.of(1.5);
        Tensor ints = Tensor.of(1);
        assertArrayEquals(new float[] {1.5f}, floats.toFloatArrayExact());
        assertArrayEquals(new float[] {1.5f}, floats.cast(DType.BF16).toFloatArrayExact());
        assertArrayEquals(new double[] {1.5}, doubles.toDoubleArrayExact());
        assertArrayEquals(new int[] {1}, ints.toIntArrayExact());
        assertArrayEquals(new long[] {1}, Tensor.of(1L).toLongArrayExact());
        assertArrayEquals(new short[] {1}, Tensor.of((short) 1).toShortArrayExact());
        assertArrayEquals(new byte[] {1}, Tensor.of((byte) 1).toByteArrayExact());
        assertArrayEquals(new byte[] {-1}, Tensor.of(DType.I8, new byte[] {-1}).toByteArrayExact());
        assertArrayEquals(new boolean[] {true}, Tensor.of(true).toBooleanArrayExact());
        DTypeMismatchException e = assertThrows(DTypeMismatchException.class, doubles::toFloatArrayExact);
        assertEquals("the tensor is float64, the array or buffer holds float32", e.getMessage());
        for (org.junit.jupiter.api.function.Executable exact : List.<org.junit.jupiter.api.function.Executable>of(
                floats::toDoubleArrayExact, floats::toIntArrayExact, ints::toLongArrayExact, ints::toShortArrayExact,
                ints::toByteArrayExact, ints::toBooleanArrayExact)) {
            assertThrows(DTypeMismatchException.class, exact);
        }
    }

    /** Elements that Java has no array for: 2^31 of them, of which none takes memory. */
    @Test
    void moreThanAnArrayHolds() {
        Tensor many = Tensor.of(1f).expand(1L << 31);
        for (org.junit.jupiter.api.function.Executable whole : List.<org.junit.jupiter.api.function.Executable>of(
                many::toFloatArray, many::toFloatArrayExact, many::toByteArray, many::toDoubleArray,
                () -> many.toArray(float[].class))) {
            InvalidArgumentException e = assertThrows(InvalidArgumentException.class, whole);
            assertEquals("2147483648 elements do not fit a Java array: copy to a buffer, or slice", e.getMessage());
        }
        float[] row = new float[1 << 16];
        float[][] rows = new float[1 << 16][];
        java.util.Arrays.fill(rows, row);
        InvalidArgumentException e = assertThrows(InvalidArgumentException.class, () -> Tensor.of(rows));
        assertEquals("nested arrays of shape [65536,65536] have 4294967296 elements, and at most 2147483647 can be copied at "
                + "once: make a tensor of each and stack them", e.getMessage());
    }

    @Test
    void negativeOptionsAreRefusedWhereTheyAreWritten() {
        InvalidArgumentException limit = assertThrows(InvalidArgumentException.class, () -> Scope.options().limit(-1));
        assertEquals(assertThrows(InvalidArgumentException.class, () -> scope.limit(-1)).getMessage(), limit.getMessage());
        assertThrows(InvalidArgumentException.class, () -> Device.cuda(-1));
        assertThrows(InvalidArgumentException.class, () -> Device.cuda(1 << 16));
    }
}
