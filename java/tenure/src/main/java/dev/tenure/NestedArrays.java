package dev.tenure;

import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.LongStream;

/**
 * Converts arrays of arrays to tensors and back. The class of a Java array gives its depth, but
 * only its elements give its lengths, so rows of different lengths are found here, before a tensor
 * is made.
 */
final class NestedArrays {
    private NestedArrays() {}

    /** Makes a tensor from an array of arrays, owned by {@code owner}. */
    static Tensor made(Scope owner, Object[] nested) {
        Objects.requireNonNull(nested, "nested");
        Class<?> element = nested.getClass();
        int rank = 0;
        for (; element.isArray(); rank++) {
            element = element.getComponentType();
        }
        DType dtype = element == byte.class ? DType.I8 : dtype(element); // bytes of Java are signed
        long[] shape = shape(nested, rank);
        Object flat = Array.newInstance(element, size(shape));
        collect(nested, shape, 0, flat, 0, "nested");
        return Create.array(owner, dtype, flat, shape);
    }

    /** Copies the elements of a tensor to an array of class {@code type}. */
    static <A> A of(Tensor t, Class<A> type) {
        Objects.requireNonNull(type, "type");
        Class<?> element = type;
        int depth = 0;
        for (; element.isArray(); depth++) {
            element = element.getComponentType();
        }
        long[] shape = t.shape();
        if (depth != shape.length || depth == 0) {
            throw new ShapeMismatchException(
                    Status.SHAPE_MISMATCH.code(),
                    "a tensor of " + shape.length + " dimensions is no " + type.getTypeName());
        }
        int code = dtype(element).code();
        Object flat = KeepAlive.value(Native.toArray(t.handle, code, true), t);
        return type.cast(depth == 1 ? flat : nest(flat, type, shape, 0, new int[1]));
    }

    private static DType dtype(Class<?> element) {
        if (element == float.class) {
            return DType.F32;
        }
        if (element == double.class) {
            return DType.F64;
        }
        if (element == int.class) {
            return DType.I32;
        }
        if (element == long.class) {
            return DType.I64;
        }
        if (element == short.class) {
            return DType.I16;
        }
        if (element == byte.class) {
            return DType.U8;
        }
        if (element == boolean.class) {
            return DType.BOOL;
        }
        throw new DTypeMismatchException(
                Status.DTYPE_MISMATCH.code(), "no element type holds " + element.getTypeName() + ": use a primitive one");
    }

    /** The lengths of the first row at each depth. */
    private static long[] shape(Object[] nested, int rank) {
        long[] shape = new long[rank];
        Object at = nested;
        for (int axis = 0; axis < rank && at != null; axis++) {
            shape[axis] = Array.getLength(at);
            at = axis + 1 < rank && shape[axis] > 0 ? Array.get(at, 0) : null;
        }
        return shape;
    }

    private static int size(long[] shape) {
        BigInteger size = LongStream.of(shape).mapToObj(BigInteger::valueOf).reduce(BigInteger.ONE, BigInteger::multiply);
        if (size.bitLength() >= Integer.SIZE) {
            throw new InvalidArgumentException("nested arrays of shape " + Arrays.toString(shape).replace(" ", "") + " have " + size
                    + " elements, and at most " + Integer.MAX_VALUE + " can be copied at once: make a tensor of each and stack them");
        }
        return size.intValue();
    }

    /**
     * Copies the elements into {@code flat} from {@code start} on, and returns the index after the
     * last.
     */
    private static int collect(Object from, long[] shape, int axis, Object flat, int start, String place) {
        Objects.requireNonNull(from, place);
        int length = Array.getLength(from);
        if (length != shape[axis]) {
            throw new ShapeMismatchException(
                    Status.SHAPE_MISMATCH.code(),
                    place + " has " + length + " elements, and those before it have " + shape[axis]);
        }
        if (axis + 1 == shape.length) {
            System.arraycopy(from, 0, flat, start, length);
            return start + length;
        }
        int end = start;
        for (int i = 0; i < length; i++) {
            end = collect(Array.get(from, i), shape, axis + 1, flat, end, place + "[" + i + "]");
        }
        return end;
    }

    /**
     * Makes the subarray for axes {@code axis} and on; {@code next[0]} is the index of its first
     * element in {@code flat}.
     */
    private static Object nest(Object flat, Class<?> type, long[] shape, int axis, int[] next) {
        if (shape[axis] > Integer.MAX_VALUE) {
            throw new ShapeMismatchException(
                    Status.SHAPE_MISMATCH.code(), "an array has no " + shape[axis] + " elements, as axis " + axis);
        }
        int length = (int) shape[axis];
        Object array = Array.newInstance(type.getComponentType(), length);
        if (axis + 1 == shape.length) {
            System.arraycopy(flat, next[0], array, 0, length);
            next[0] += length;
            return array;
        }
        for (int i = 0; i < length; i++) {
            Array.set(array, i, nest(flat, type.getComponentType(), shape, axis + 1, next));
        }
        return array;
    }
}
