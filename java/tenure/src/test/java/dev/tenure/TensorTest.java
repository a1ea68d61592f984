package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import dev.tenure.optim.Optimizer;
import java.io.IOException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Java alone has: arrays and buffers in and out, overloads, nulls. The rest is in the scenarios. */
class TensorTest {
    private Scope scope;

    @BeforeEach
    void open() {
        Live.drain();
        scope = Scope.open();
    }

    @AfterEach
    void close() {
        scope.close();
        Live.drain(); // buffers are the collector's to free
    }

    @Test
    void arraysOfArraysComeBackAsTheyWent() {
        float[][] floats = {{1, 2, 3}, {4, 5, 6}};
        Tensor matrix = Tensor.of(floats);
        assertArrayEquals(new long[] {2, 3}, matrix.shape());
        assertEquals(DType.F32, matrix.dtype());
        assertArrayEquals(floats, matrix.toArray(float[][].class));
        assertArrayEquals(
                new float[][] {{1, 4}, {2, 5}, {3, 6}}, matrix.transpose().toArray(float[][].class));
        double[][][] doubles = {{{1, 2}}, {{3, 4}}, {{5, 6}}};
        assertArrayEquals(doubles, scope.of(doubles).toArray(double[][][].class));
        int[][] ints = {{1}, {-2}};
        assertArrayEquals(ints, Tensor.of(ints).toArray(int[][].class));
        long[][] longs = {{1L << 60, 2}};
        assertArrayEquals(longs, Tensor.of(longs).toArray(long[][].class));
        byte[][] bytes = {{1, -1}};
        assertArrayEquals(bytes, Tensor.of(bytes).toArray(byte[][].class));
        short[][] shorts = {{-300}};
        assertArrayEquals(shorts, Tensor.of(shorts).toArray(short[][].class));
        float[][] halves = {{0.5f, 1}};
        assertArrayEquals(halves, Tensor.of(halves).cast(DType.F16).toArray(float[][].class));
        boolean[][] truths = {{true, false}};
        assertArrayEquals(truths, Tensor.of(truths).toArray(boolean[][].class));
        assertArrayEquals(new long[] {0, 0}, Tensor.of(new float[0][5]).shape());
        assertArrayEquals(new int[2][0][3], Tensor.zeros(DType.I32, 2, 0, 3).toArray(int[][][].class));
        assertArrayEquals(new long[] {7}, Tensor.of(7L).toArray(long[].class));
    }

    @Test
    void arraysThatAreNoTensorsAreRefused() {
        String ragged = assertThrows(
                        ShapeMismatchException.class, () -> Tensor.of(new float[][][] {{{1}}, {{1, 2}}}))
                .getMessage();
        assertEquals("nested[1][0] has 2 elements, and those before it have 1", ragged);
        String none = assertThrows(NullPointerException.class, () -> Tensor.of(new int[][] {{1}, null}))
                .getMessage();
        assertEquals("nested[1]", none);
        assertThrows(DTypeMismatchException.class, () -> Tensor.of(new String[] {"1"}));
        assertThrows(DTypeMismatchException.class, () -> Tensor.of(new char[][] {{1}}));
        Tensor t = Tensor.ones(2, 3);
        assertThrows(ShapeMismatchException.class, () -> t.toArray(float[].class));
        assertThrows(ShapeMismatchException.class, () -> t.sum().toArray(Float.class));
        assertThrows(DTypeMismatchException.class, () -> t.toArray(double[][].class));
        assertThrows(NullPointerException.class, () -> t.toArray(null));
    }

    @Test
    void textsObeyTheirOptions() {
        Tensor t = Tensor.of(new double[][] {{1.23456, 2}, {3, 4}});
        assertEquals("[[1.23 2.  ]\n [3.   4.  ]]", t.toString(2));
        assertEquals("[0 ... 9]", Tensor.arange(10).toString(8, 5, 1, 75));
        assertEquals("[0 1\n 2 3]", Tensor.arange(4).toString(8, 1000, 3, 5));
        assertThrows(InvalidArgumentException.class, () -> t.toString(-1));
        t.close();
        assertEquals("Tensor(closed)", t.toString(2));
    }

    @Test
    void arraysOfEveryTypeComeBackAsTheyWent() {
        float[] floats = {1.5f, -0f, Float.NaN, 4, 5};
        double[] doubles = {1.5, -2};
        int[] ints = {Integer.MIN_VALUE, 7};
        long[] longs = {Long.MIN_VALUE, 7};
        byte[] bytes = {-1, 7};
        boolean[] truths = {true, false};
        assertArrayEquals(floats, Tensor.of(floats).toFloatArray());
        assertArrayEquals(doubles, Tensor.of(doubles).toDoubleArray());
        assertArrayEquals(ints, Tensor.of(ints).toIntArray());
        assertArrayEquals(longs, Tensor.of(longs).toLongArray());
        assertArrayEquals(bytes, Tensor.of(bytes).toByteArray());
        assertArrayEquals(truths, Tensor.of(truths).toBooleanArray());
        assertEquals(7, Tensor.of(bytes).max().item());
    }

    @Test
    void unsignedTypesAreArraysOfTheNextThatJavaHasOrOfTheirBits() {
        Tensor half = Tensor.of(DType.U16, new int[] {0, 1, 65535});
        assertEquals(6, half.nbytes());
        assertArrayEquals(new int[] {0, 1, 65535}, half.toIntArray());
        assertArrayEquals(new short[] {0, 1, -1}, half.toShortArrayExact());
        assertThrows(DTypeMismatchException.class, half::toIntArrayExact);
        assertArrayEquals(new int[] {65535, 7}, scope.of(DType.U16, new short[] {-1, 7}, 2).toIntArray());
        Tensor word = Tensor.of(DType.U32, new long[] {7, 4294967295L});
        assertArrayEquals(new long[] {7, 4294967295L}, word.toLongArray());
        assertArrayEquals(new int[] {7, -1}, word.toIntArrayExact());
        assertEquals(4294967295L, word.max().toScalar());
        Tensor large = Tensor.of(DType.U64, new long[] {7, -1});
        assertArrayEquals(new long[] {7, -1}, large.toLongArrayExact());
        assertEquals(1.8446744073709552e19, large.max().item());
        assertEquals(-1, large.max().itemLong());
        assertEquals(new java.math.BigInteger("18446744073709551615"), large.max().toScalar());
        assertEquals(7L, large.min().toScalar());
        word.copyFrom(new int[] {-1, 0});
        assertArrayEquals(new long[] {4294967295L, 0}, word.toLongArray());
        assertThrows(DTypeMismatchException.class, () -> large.add(Tensor.of(-1, 1)));
        assertEquals(DType.I64, word.add(Tensor.of(-1, 1)).dtype());
    }

    @Test
    void narrowTypesAreArraysOfTheNextThatJavaHas() {
        short[] shorts = {Short.MIN_VALUE, 7};
        byte[] bytes = {-1, 7};
        float[] floats = {1.5f, 0.1f, Float.NaN, 65520, -1e30f};
        assertEquals(DType.I16, Tensor.of(shorts).dtype());
        assertArrayEquals(shorts, Tensor.of(shorts).toShortArray());
        Tensor signed = Tensor.of(DType.I8, bytes, 2);
        assertEquals(-1, signed.min().item());
        assertArrayEquals(bytes, signed.toByteArray());
        assertEquals(255, Tensor.of(DType.U8, bytes, 2).max().item());
        Tensor half = Tensor.of(DType.F16, floats, 5);
        assertEquals(10, half.nbytes());
        assertArrayEquals(
                new float[] {1.5f, 0.099975586f, Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY},
                half.toFloatArray());
        Tensor brain = scope.of(DType.BF16, floats, 5);
        assertArrayEquals(new float[] {1.5f, 0.10009765625f, Float.NaN, 65536, -1.0002555517425873e30f}, brain.toFloatArray());
        brain.copyFrom(new float[] {1, 2, 3, 4, 0.1f});
        FloatBuffer out = FloatBuffer.allocate(5);
        brain.copyTo(out);
        assertArrayEquals(new float[] {1, 2, 3, 4, 0.10009765625f}, out.array());
        assertThrows(DTypeMismatchException.class, half::toDoubleArrayExact);
        assertThrows(DTypeMismatchException.class, half::toShortArrayExact);
        assertThrows(DTypeMismatchException.class, () -> Tensor.of(bytes).toShortArrayExact());
        assertThrows(ShapeMismatchException.class, () -> Tensor.of(DType.F16, floats, 4));
        assertThrows(NullPointerException.class, () -> Tensor.of((DType) null, floats, 5));
    }

    @Test
    void floatsOfEveryShortLengthComeBack() {
        for (int n = 0; n < 7; n++) {
            float[] values = new float[n];
            for (int i = 0; i < n; i++) {
                values[i] = i + 1;
            }
            assertArrayEquals(values, Tensor.of(values).toFloatArray());
            assertArrayEquals(new long[] {n}, Tensor.of(values).shape());
        }
    }

    @Test
    void whatIsLeftOutIsWhatTheCoreSays() {
        Tensor t = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 1, 2, 3);
        assertArrayEquals(new long[] {1, 3, 2}, t.transpose().shape());
        assertArrayEquals(t.softmax(2).toFloatArray(), t.softmax().toFloatArray());
        assertArrayEquals(t.logSoftmax(2).toFloatArray(), t.logSoftmax().toFloatArray());
        assertArrayEquals(new long[] {2, 3}, Tensor.of(0L, 2).oneHot().shape());
        assertArrayEquals(t.slice(2, 0, 2, 1).toFloatArray(), t.slice(2, 0, 2).toFloatArray());
        assertArrayEquals(new long[] {3, 1, 2}, t.permute(new int[] {2, 0, 1}).shape());
        assertArrayEquals(
                Tensor.full(DType.I32, new long[] {2}, 7).toIntArray(),
                Tensor.full(DType.I32, Device.CPU, new long[] {2}, 7).toIntArray());
        assertArrayEquals(
                Tensor.arange(DType.I64, 0, 3, 1).toLongArray(),
                Tensor.arange(DType.I64, Device.CPU, 0, 3, 1).toLongArray());
    }

    @Test
    void literalsChooseTheirType() {
        assertEquals(DType.I32, Tensor.of(1, 2).dtype());
        assertEquals(DType.I64, Tensor.of(1L, 2).dtype());
        assertEquals(DType.F32, Tensor.of(1f, 2).dtype());
        assertEquals(DType.F64, Tensor.of(1.0, 2).dtype());
        assertEquals(DType.BOOL, Tensor.of(true).dtype());
        assertEquals(DType.I64, Tensor.arange(3).dtype());
        assertEquals(DType.F32, Tensor.zeros().dtype());
        assertEquals(0, Tensor.of(new float[] {1}, new long[0]).rank());
    }

    @Test
    void shapesBeyondFourDimensionsCross() {
        long[] shape = {1, 2, 1, 2, 1, 2};
        assertArrayEquals(shape, Tensor.zeros(shape).shape());
        assertArrayEquals(shape, Tensor.ones(DType.I32, shape).shape());
        assertArrayEquals(shape, Tensor.full(shape, 3).shape());
        assertArrayEquals(shape, Tensor.rand(shape).shape());
        assertArrayEquals(shape, Tensor.randn(shape).shape());
        assertArrayEquals(shape, Tensor.arange(8).reshape(shape).shape());
        assertArrayEquals(shape, Tensor.zeros(1, 1, 1, 1, 1, 1).expand(shape).shape());
        assertArrayEquals(new long[] {2, 1, 2, 1, 2, 1}, Tensor.zeros(shape).permute(5, 4, 3, 2, 1, 0).shape());
        assertArrayEquals(new long[] {2}, Tensor.ones(shape).sum(0, 1, 2, 3, 4).shape());
        assertArrayEquals(new long[] {1, 1, 1, 1, 1, 2}, Tensor.ones(shape).max(true, 0, 1, 2, 3, 4).shape());
    }

    @Test
    void shapesOfSixteenDimensionsCross() {
        assertEquals(16, Tensor.MAX_RANK);
        long[] shape = {1, 2, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 2};
        long[] axes = new long[16];
        for (int i = 0; i < 16; i++) {
            axes[i] = 15 - i;
        }
        Tensor t = Tensor.arange(24).reshape(shape);
        assertEquals(16, t.rank());
        assertArrayEquals(shape, t.shape());
        assertArrayEquals(new long[] {24, 12, 12, 12, 6, 6, 6, 6, 2, 2, 2, 2, 2, 2, 2, 1}, t.strides());
        Tensor turned = t.permute(axes);
        assertArrayEquals(new long[] {2, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 2, 1, 1, 2, 1}, turned.shape());
        assertEquals(21, turned.getLong(new long[] {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0}));
        t.setItem(7, new long[] {0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1});
        assertEquals(7, turned.getLong(new long[] {1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 1, 0}));
        assertArrayEquals(shape, Tensor.of(new float[24], shape).shape());
        assertArrayEquals(shape, Tensor.zeros(DType.U8, shape).shape());
        int[] sizes = Arrays.stream(shape).mapToInt(Math::toIntExact).toArray();
        Object[] nested = (Object[]) Array.newInstance(float.class, sizes);
        assertArrayEquals(shape, Tensor.of(nested).shape());
        long[] more = new long[17];
        Arrays.fill(more, 1);
        assertThrows(InvalidArgumentException.class, () -> Tensor.zeros(more));
        assertThrows(InvalidArgumentException.class, () -> Tensor.of(new float[1], more));
        assertThrows(InvalidArgumentException.class, () -> Tensor.ones(1).reshape(more));
        assertThrows(InvalidArgumentException.class, () -> t.unsqueeze(0));
    }

    @Test
    void anIntegerBeyondWhatADoubleHoldsIsRead() {
        for (long value : new long[] {Long.MAX_VALUE, Long.MIN_VALUE, (1L << 53) + 1, 0}) {
            assertEquals(value, Tensor.of(value).itemLong());
        }
        assertEquals(-7, Tensor.of(-7).itemLong());
        assertEquals(-1, Tensor.of((byte) -1).itemLong());
        assertEquals(255, Tensor.ofUnsigned((byte) -1).itemLong());
        assertEquals(1, Tensor.of(true).itemLong());
        DTypeMismatchException e = assertThrows(DTypeMismatchException.class, () -> Tensor.of(1.5).itemLong());
        assertTrue(e.getMessage().contains("float64"), e.getMessage());
        assertThrows(InvalidArgumentException.class, () -> Tensor.of(1L, 2L).itemLong());
    }

    @Test
    void membersAreKnownByTheirId() {
        Tensor a = Tensor.ones(2);
        Tensor b = Tensor.ones(2);
        Scope child = scope.child();
        assertEquals(List.of(a.id(), b.id(), child.id()), scope.members().stream().map(Member::id).toList());
        long id = a.id();
        a.close();
        assertEquals(id, a.id());
        assertEquals(List.of(b.id(), child.id()), scope.members().stream().map(Member::id).toList());
        Scope unused = Scope.create();
        unused.close();
        assertEquals(unused.id(), unused.id());
    }

    @Test
    void whatCopiesInOrOutExactlyConvertsNothing() {
        DTypeMismatchException e = assertThrows(DTypeMismatchException.class, () -> Tensor.of(1, 2).toFloatArrayExact());
        assertEquals("the tensor is int32, the array or buffer holds float32", e.getMessage());
        assertThrows(DTypeMismatchException.class, () -> Tensor.of(1, 2).copyFrom(new float[2]));
        assertThrows(DTypeMismatchException.class, () -> Tensor.of(1, 2).copyTo(FloatBuffer.allocate(2)));
    }

    @Test
    void lengthsMustAgree() {
        Tensor t = Tensor.of(1f, 2f);
        assertThrows(ShapeMismatchException.class, () -> t.copyTo(new float[3]));
        assertThrows(ShapeMismatchException.class, () -> t.copyFrom(new float[1]));
        assertThrows(ShapeMismatchException.class, () -> t.copyTo(ByteBuffer.allocateDirect(7)));
        assertThrows(ShapeMismatchException.class, () -> Tensor.of(new float[3], 2, 2));
        assertArrayEquals(new float[] {1, 2}, t.toFloatArray());
        assertEquals("float32 tensor of shape [2] on cpu has 2 elements, the buffer has 3",
                assertThrows(ShapeMismatchException.class, () -> t.copyTo(FloatBuffer.allocate(3))).getMessage());
        assertEquals("float32 tensor of shape [2,2] needs 4 elements, 3 were given",
                assertThrows(ShapeMismatchException.class, () -> Tensor.of(new float[3], 2, 2)).getMessage());
    }

    @Test
    void viewsCopyOutAndInRowMajor() {
        Tensor t = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3).transpose(0, 1);
        assertArrayEquals(new float[] {1, 4, 2, 5, 3, 6}, t.toFloatArray());
        t.copyFrom(new float[] {1, 2, 3, 4, 5, 6});
        assertArrayEquals(new float[] {1, 3, 5, 2, 4, 6}, t.transpose(0, 1).toFloatArray());
        assertThrows(InvalidArgumentException.class, t::asByteBuffer);
    }

    @Test
    void buffersOfEveryKindCopyInAndOut() {
        float[] values = {1, 2, 3};
        FloatBuffer direct = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder()).asFloatBuffer();
        FloatBuffer swapped = ByteBuffer.allocateDirect(16).order(ByteOrder.BIG_ENDIAN).asFloatBuffer();
        FloatBuffer heap = FloatBuffer.allocate(4);
        for (FloatBuffer buffer : List.of(direct, swapped, heap)) {
            buffer.put(0, 9).put(1, values).position(1);
            Tensor t = Tensor.of(buffer, 3);
            assertArrayEquals(values, t.toFloatArray());
            t.mulInPlace(2);
            t.copyTo(buffer);
            assertEquals(9, buffer.get(0));
            assertEquals(6, buffer.get(3));
            t.zero();
            t.copyFrom(buffer);
            assertArrayEquals(new float[] {2, 4, 6}, t.toFloatArray());
            assertEquals(1, buffer.position());
            assertThrows(ReadOnlyBufferException.class, () -> t.copyTo(buffer.asReadOnlyBuffer()));
        }
        assertArrayEquals(values, Tensor.of(FloatBuffer.wrap(values).asReadOnlyBuffer(), 3).toFloatArray());
    }

    @Test
    void bytesAreBytes() {
        ByteBuffer heap = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
        heap.asLongBuffer().put(new long[] {-5, 1L << 40});
        Tensor t = Tensor.of(DType.I64, heap, 2);
        assertArrayEquals(new long[] {-5, 1L << 40}, t.toLongArray());
        ByteBuffer out = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
        t.copyTo(out);
        assertEquals(heap, out);
        LongBuffer inside = t.asByteBuffer().asLongBuffer();
        assertEquals(1L << 40, inside.get(1));
        t.copyFrom(out.put(0, (byte) -6).rewind());
        assertEquals(-6, inside.get(0));
        assertEquals(0, Tensor.zeros(0).asByteBuffer().capacity());
    }

    @Test
    void nullIsRefusedAndChangesNothing() {
        Tensor t = Tensor.of(1f, 2f);
        Live before = Live.now();
        assertThrows(NullPointerException.class, () -> t.add((Tensor) null));
        assertThrows(NullPointerException.class, () -> Tensor.zeros((long[]) null));
        assertThrows(NullPointerException.class, () -> Tensor.concat(0, t, null));
        assertThrows(NullPointerException.class, () -> t.copyTo((float[]) null));
        assertThrows(NullPointerException.class, () -> Tensor.of(new float[1], (long[]) null));
        assertThrows(NullPointerException.class, () -> Tensor.loadNpy(null));
        assertEquals(before, Live.now());
    }

    @Test
    void everyStatusHasItsException() {
        Map<Class<? extends RuntimeException>, List<Status>> table = new HashMap<>(Map.of(
                ClosedException.class, List.of(Status.INVALID_HANDLE),
                InvalidArgumentException.class, List.of(Status.INVALID_ARGUMENT),
                ShapeMismatchException.class, List.of(Status.SHAPE_MISMATCH),
                DTypeMismatchException.class, List.of(Status.DTYPE_MISMATCH),
                DeviceMismatchException.class, List.of(Status.DEVICE_MISMATCH),
                NativeMemoryException.class, List.of(Status.OUT_OF_MEMORY, Status.LIMIT_EXCEEDED),
                BusyException.class, List.of(Status.BUSY),
                CancelledException.class, List.of(Status.CANCELLED),
                ScopeException.class, List.of(Status.SCOPE_CLOSED, Status.SCOPE_CAPPED, Status.WORKSPACE),
                TensorException.class, List.of(
                        Status.UNSUPPORTED, Status.DEVICE_UNAVAILABLE, Status.DEVICE_FAILED, Status.IO, Status.PANIC,
                        Status.INTERNAL)));
        table.put(NotFiniteException.class, List.of(Status.NOT_FINITE));
        assertEquals(Status.values().length - 1, table.values().stream().mapToInt(List::size).sum());
        table.forEach((type, statuses) -> statuses.forEach(status -> {
            RuntimeException e = assertThrows(type, () -> Native.debugRaise(status.code()));
            assertEquals(status, statusOf(e));
            assertTrue(e.getMessage().contains("raised on demand"), e.getMessage());
        }));
        Native.debugRaise(Status.OK.code());
        assertThrows(InvalidArgumentException.class, () -> Native.debugRaise(Status.values().length));
    }

    private static Status statusOf(RuntimeException e) {
        try {
            return (Status) e.getClass().getMethod("status").invoke(e);
        } catch (ReflectiveOperationException missing) {
            throw new AssertionError(missing);
        }
    }

    @Test
    void filesOfAnyName(@TempDir Path folder) throws IOException {
        Tensor t = Tensor.of(new int[] {1, 2, 3, 4}, 2, 2);
        Path npy = folder.resolve("zahl-ü-😀.npy");
        t.saveNpy(npy);
        assertArrayEquals(t.toIntArray(), Tensor.loadNpy(npy).toIntArray());
        Path both = folder.resolve("both.safetensors");
        SafeTensors.save(both, Map.of("ä", t, "b", Tensor.of(1f)));
        assertEquals(List.of("b", "ä"), SafeTensors.names(both).stream().sorted().toList());
        assertArrayEquals(t.toIntArray(), SafeTensors.load(both).get("ä").toIntArray());
        TensorException e = assertThrows(TensorException.class, () -> Tensor.loadNpy(folder.resolve("none.npy")));
        assertEquals(Status.IO, e.status());
        assertTrue(e.getMessage().contains("none.npy"), e.getMessage());
        assertThrows(InvalidArgumentException.class, () -> SafeTensors.load(both, "\uD800"));
    }

    @Test
    void gradientsSurviveTheirIntermediates() {
        Tensor w = Tensor.of(new float[] {1, 2}, 2, 1);
        Tensor x = Tensor.of(new float[] {3, 4}, 1, 2);
        Tape tape = Tape.open();
        Tensor tracked = tape.watch(w);
        Tensor product = x.matmul(tracked);
        Tensor loss = product.mul(product).sum();
        product.close();
        x.close();
        Tensor[] gradients = tape.backward(loss, tracked);
        assertArrayEquals(new float[] {66, 88}, gradients[0].toFloatArray());
        assertThrows(ClosedException.class, () -> tape.watch(w));
        Optimizer sgd = Optimizer.sgd(List.of(w), 0.5, 0);
        sgd.step(gradients);
        assertArrayEquals(new float[] {-32, -42}, w.toFloatArray());
    }

    @Test
    void theLimitIsKept() {
        Tenure.setMemoryLimit(Device.CPU, Tenure.stats().liveBytes() + 1024);
        try {
            Tensor.zeros(1); // the scope is in the core from here on
            Live before = Live.now();
            NativeMemoryException e = assertThrows(NativeMemoryException.class, () -> Tensor.zeros(1 << 20));
            assertEquals(Status.LIMIT_EXCEEDED, e.status());
            assertEquals(before, Live.now());
        } finally {
            Tenure.setMemoryLimit(Device.CPU, 0);
        }
        assertTrue(Tenure.version().matches("\\d+\\.\\d+\\.\\d+"));
        assertThrows(TensorException.class, () -> Tenure.stats(Device.cuda(0)));
    }

    @Test
    void aByteBufferHasItsOwnByteOrder() {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            for (ByteBuffer bytes : new ByteBuffer[] {ByteBuffer.allocate(28), ByteBuffer.allocateDirect(28)}) {
                bytes.order(order).position(4).putFloat(1.5f).putFloat(-2).putInt(7).putLong(1L << 40).position(4).limit(12);
                try (Scope s = Scope.open()) {
                    Tensor t = Tensor.of(DType.F32, bytes);
                    assertArrayEquals(new float[] {1.5f, -2}, t.toFloatArray());
                    assertEquals(7, Tensor.of(DType.I32, bytes.limit(16).position(12)).itemLong());
                    assertEquals(1L << 40, Tensor.of(DType.I64, bytes.limit(24).position(16), 1, 1).itemLong());
                    t.mul(2).copyTo(bytes.position(8).limit(16));
                    assertEquals(3, bytes.getFloat(8));
                    assertEquals(-4, bytes.getFloat(12));
                    t.copyFrom(bytes);
                    assertArrayEquals(new float[] {3, -4}, t.toFloatArray());
                    Tensor half = Tensor.of(DType.F16, new float[] {1, 2});
                    half.copyTo(bytes.position(0).limit(4));
                    assertEquals(0x4000, bytes.getShort(2)); // 2 as float16
                    assertEquals(0, bytes.position());
                    assertThrows(ShapeMismatchException.class, () -> Tensor.of(DType.I32, bytes.limit(3)));
                    assertThrows(ShapeMismatchException.class, () -> t.copyTo(bytes.limit(7)));
                    assertThrows(ShapeMismatchException.class, () -> t.copyFrom(bytes));
                }
            }
        }
    }

    @Test
    void rowsAreCopiedToAndFromAPartOfAnArray() {
        try (Scope s = Scope.open()) {
            Tensor t = Tensor.of(new long[] {1, 2, 3, 4, 5, 6}, 3, 2).transpose(0, 1); // [[1, 3, 5], [2, 4, 6]]
            long[] all = new long[10];
            t.copyTo(all, 3);
            assertArrayEquals(new long[] {0, 0, 0, 1, 3, 5, 2, 4, 6, 0}, all);
            long[] apart = new long[10];
            t.copyTo(apart, 1, 5);
            assertArrayEquals(new long[] {0, 1, 3, 5, 0, 0, 2, 4, 6, 0}, apart);
            apart[7] = 1L << 60;
            t.copyFrom(apart, 1, 5);
            assertEquals(1L << 60, t.getLong(1, 1));
            t.copyFrom(all, 3);
            assertArrayEquals(new long[] {1, 3, 5, 2, 4, 6}, t.toLongArray());
            Tensor image = Tensor.of(DType.U8, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 2, 2, 3); // [H, W, C]
            byte[] pitch = new byte[16];
            image.copyTo(pitch, 0, 8);
            assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0}, pitch);
            float[] halves = new float[4];
            Tensor.of(DType.BF16, new float[] {1, 2}).copyTo(halves, 2);
            assertArrayEquals(new float[] {0, 0, 1, 2}, halves);
            boolean[] truths = new boolean[3];
            Tensor.of(true, true).copyTo(truths, 1);
            assertArrayEquals(new boolean[] {false, true, true}, truths);
            double[] one = new double[3];
            Tensor.full(DType.F64, new long[0], 5.0).copyTo(one, 2, 9);
            assertArrayEquals(new double[] {0, 0, 5}, one);
            String text = assertThrows(ShapeMismatchException.class, () -> t.copyTo(all, 5)).getMessage();
            assertTrue(text.contains("in rows 3 apart, from element 5 on, ends at element 11; the buffer has 10"), text);
            text = assertThrows(InvalidArgumentException.class, () -> t.copyTo(all, -1)).getMessage();
            assertTrue(text.contains("from element -1 on: one is negative"), text);
            assertThrows(InvalidArgumentException.class, () -> t.copyTo(all, 0, 2));
            assertThrows(DTypeMismatchException.class, () -> t.copyTo(new int[6], 0));
            assertThrows(ShapeMismatchException.class, () -> t.copyFrom(new long[6], 1));
        }
    }
}
