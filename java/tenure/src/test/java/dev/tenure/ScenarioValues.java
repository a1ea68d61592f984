package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Numbers and lists as scenarios write them, and tensors' elements in the same form. */
final class ScenarioValues {
    private ScenarioValues() {}

    static double number(String word) {
        return switch (word) {
            case "nan" -> Double.NaN;
            case "inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(word);
        };
    }

    static DType dtype(String word) {
        return DType.valueOf(word.toUpperCase(java.util.Locale.ROOT));
    }

    static Device device(String word) {
        return word.equals("cpu") ? Device.CPU : Device.cuda(Integer.parseInt(word.substring("cuda:".length())));
    }

    static String[] items(String list) {
        if (!list.startsWith("[") || !list.endsWith("]")) {
            throw new AssertionError(list + " is no list");
        }
        return list.length() == 2 ? new String[0] : list.substring(1, list.length() - 1).split(",");
    }

    static long[] integers(String list) {
        return Arrays.stream(items(list)).mapToLong(Long::parseLong).toArray();
    }

    static Tensor tensor(DType dtype, long[] shape, String list) {
        Object array = array(dtype, list);
        return switch (dtype) {
            case F32 -> Tensor.of((float[]) array, shape);
            case F64 -> Tensor.of((double[]) array, shape);
            case I32 -> Tensor.of((int[]) array, shape);
            case I64 -> Tensor.of((long[]) array, shape);
            case F16, BF16 -> Tensor.of(dtype, (float[]) array, shape);
            case I8, U8 -> Tensor.of(dtype, (byte[]) array, shape);
            case I16 -> Tensor.of((short[]) array, shape);
            case U16 -> Tensor.of(dtype, (int[]) array, shape);
            case U32, U64 -> Tensor.of(dtype, (long[]) array, shape);
            case BOOL -> Tensor.of((boolean[]) array, shape);
        };
    }

    static Tensor tensorIn(Scope scope, DType dtype, long[] shape, String list) {
        Object array = array(dtype, list);
        return switch (dtype) {
            case F32 -> scope.of((float[]) array, shape);
            case F64 -> scope.of((double[]) array, shape);
            case I32 -> scope.of((int[]) array, shape);
            case I64 -> scope.of((long[]) array, shape);
            case F16, BF16 -> scope.of(dtype, (float[]) array, shape);
            case I8, U8 -> scope.of(dtype, (byte[]) array, shape);
            case I16 -> scope.of((short[]) array, shape);
            case U16 -> scope.of(dtype, (int[]) array, shape);
            case U32, U64 -> scope.of(dtype, (long[]) array, shape);
            case BOOL -> scope.of((boolean[]) array, shape);
        };
    }

    static void copyFrom(Tensor t, String list) {
        DType dtype = t.dtype();
        Object array = array(dtype, list);
        switch (dtype) {
            case F32, F16, BF16 -> t.copyFrom((float[]) array);
            case F64 -> t.copyFrom((double[]) array);
            case I32 -> t.copyFrom((int[]) array);
            case I64 -> t.copyFrom((long[]) array);
            case I8, U8 -> t.copyFrom((byte[]) array);
            case I16 -> t.copyFrom((short[]) array);
            case U16 -> t.copyFrom(bits(dtype, list).toShortArrayExact());
            case U32 -> t.copyFrom(bits(dtype, list).toIntArrayExact());
            case U64 -> t.copyFrom(bits(dtype, list).toLongArrayExact());
            case BOOL -> t.copyFrom((boolean[]) array);
        }
    }

    /** A vector, for the bits of its elements. */
    private static Tensor bits(DType dtype, String list) {
        return tensor(dtype, new long[] {items(list).length}, list);
    }

    /** The elements, row-major: exact numbers, or doubles where they are not finite. */
    static List<Number> elements(Tensor t) {
        return numbers(switch (t.dtype()) {
            case F32, F16, BF16 -> t.toFloatArray();
            case I8 -> signed(t.toByteArray());
            case I16 -> t.toShortArray();
            case U16 -> t.toIntArray();
            case U32, U64 -> t.toLongArray();
            case F64 -> t.toDoubleArray();
            case I32 -> t.toIntArray();
            case I64 -> t.toLongArray();
            case U8 -> t.toByteArray();
            case BOOL -> t.toBooleanArray();
        });
    }

    static void expectValues(Tensor t, String list) {
        assertEquals(wanted(t.dtype(), list), elements(t));
    }

    static void expectClose(Tensor t, String list, double tolerance) {
        List<Number> got = elements(t);
        List<Number> wanted = wanted(t.dtype(), list);
        assertEquals(wanted.size(), got.size());
        for (int i = 0; i < got.size(); i++) {
            double want = wanted.get(i).doubleValue();
            double have = got.get(i).doubleValue();
            boolean close = Double.isFinite(want)
                    ? Math.abs(have - want) <= tolerance * Math.max(1, Math.abs(want))
                    : Double.compare(want, have) == 0;
            assertTrue(close, () -> "wanted " + wanted + ", got " + got);
        }
    }

    /** The values as the dtype reads them: those of two bytes are what a tensor of them gives back. */
    private static List<Number> wanted(DType dtype, String list) {
        Object array = array(dtype, list);
        if (dtype == DType.F16 || dtype == DType.BF16) {
            float[] floats = (float[]) array;
            try (Tensor rounded = Tensor.of(dtype, floats, floats.length)) {
                return elements(rounded);
            }
        }
        return numbers(dtype == DType.I8 ? signed((byte[]) array) : array);
    }

    /** As shorts: a byte of a test is one of U8 otherwise. */
    private static short[] signed(byte[] bytes) {
        short[] shorts = new short[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            shorts[i] = bytes[i];
        }
        return shorts;
    }

    static void expectSame(Tensor a, Tensor b) {
        assertEquals(a.dtype(), b.dtype());
        assertEquals(Arrays.toString(a.shape()), Arrays.toString(b.shape()));
        assertTrue(Arrays.equals(bytes(a), bytes(b)), () -> "wanted " + b + ", got " + a);
    }

    static byte[] bytes(Tensor t) {
        byte[] bytes = new byte[(int) t.nbytes()];
        t.copyTo(java.nio.ByteBuffer.wrap(bytes));
        return bytes;
    }

    private static Object array(DType dtype, String list) {
        String[] items = items(list);
        switch (dtype) {
            case F32, F16, BF16 -> {
                float[] values = new float[items.length];
                for (int i = 0; i < values.length; i++) {
                    boolean finite = Double.isFinite(number(items[i]));
                    values[i] = finite ? Float.parseFloat(items[i]) : (float) number(items[i]);
                }
                return values;
            }
            case F64 -> {
                return Arrays.stream(items).mapToDouble(ScenarioValues::number).toArray();
            }
            case I32 -> {
                return Arrays.stream(items).mapToInt(Integer::parseInt).toArray();
            }
            case I64 -> {
                return Arrays.stream(items).mapToLong(Long::parseLong).toArray();
            }
            case U16 -> {
                return Arrays.stream(items).mapToInt(Integer::parseInt).toArray();
            }
            case U32, U64 -> {
                return Arrays.stream(items).mapToLong(Long::parseUnsignedLong).toArray();
            }
            case I16 -> {
                short[] values = new short[items.length];
                for (int i = 0; i < values.length; i++) {
                    values[i] = Short.parseShort(items[i]);
                }
                return values;
            }
            case I8, U8 -> {
                byte[] values = new byte[items.length];
                for (int i = 0; i < values.length; i++) {
                    values[i] = (byte) Integer.parseInt(items[i]);
                }
                return values;
            }
            default -> {
                boolean[] values = new boolean[items.length];
                for (int i = 0; i < values.length; i++) {
                    values[i] = Integer.parseInt(items[i]) != 0;
                }
                return values;
            }
        }
    }

    /** Numbers that are equal exactly when the elements are: -0 as 0, integers exactly. */
    private static List<Number> numbers(Object array) {
        if (array instanceof long[] longs) {
            return new ArrayList<>(LongStream.of(longs).boxed().toList());
        }
        DoubleStream values;
        if (array instanceof float[] floats) {
            values = IntStream.range(0, floats.length).mapToDouble(i -> floats[i]);
        } else if (array instanceof double[] doubles) {
            values = Arrays.stream(doubles);
        } else if (array instanceof int[] ints) {
            values = Arrays.stream(ints).asDoubleStream();
        } else if (array instanceof short[] shorts) {
            values = IntStream.range(0, shorts.length).mapToDouble(i -> shorts[i]);
        } else if (array instanceof byte[] bytes) {
            values = IntStream.range(0, bytes.length).mapToDouble(i -> bytes[i] & 0xFF);
        } else {
            boolean[] truths = (boolean[]) array;
            values = IntStream.range(0, truths.length).mapToDouble(i -> truths[i] ? 1 : 0);
        }
        return new ArrayList<>(values.map(v -> v == 0 ? 0.0 : v).boxed().toList());
    }
}
