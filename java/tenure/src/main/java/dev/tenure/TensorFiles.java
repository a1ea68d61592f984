package dev.tenure;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;

/** Tensors from buffers and files; {@link Tensor} inherits it. */
abstract sealed class TensorFiles extends TensorFactory permits TensorData {
    TensorFiles(long handle, Object owner) {
        super(handle, owner);
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a direct one in
     * native
     * order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the dimensions
     * @return a new tensor, F32
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(FloatBuffer values, long... shape) {
        if (isNative(values, values.order())) {
            return fromBuffer(DType.F32, values, shape);
        }
        float[] copy = new float[values.remaining()];
        values.duplicate().get(copy);
        return of(copy, shape);
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a direct one in
     * native
     * order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the dimensions
     * @return a new tensor, F64
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DoubleBuffer values, long... shape) {
        if (isNative(values, values.order())) {
            return fromBuffer(DType.F64, values, shape);
        }
        double[] copy = new double[values.remaining()];
        values.duplicate().get(copy);
        return of(copy, shape);
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a direct one in
     * native
     * order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the dimensions
     * @return a new tensor, I32
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(IntBuffer values, long... shape) {
        if (isNative(values, values.order())) {
            return fromBuffer(DType.I32, values, shape);
        }
        int[] copy = new int[values.remaining()];
        values.duplicate().get(copy);
        return of(copy, shape);
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a direct one in
     * native
     * order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the dimensions
     * @return a new tensor, I64
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(LongBuffer values, long... shape) {
        if (isNative(values, values.order())) {
            return fromBuffer(DType.I64, values, shape);
        }
        long[] copy = new long[values.remaining()];
        values.duplicate().get(copy);
        return of(copy, shape);
    }

    /**
     * A tensor of the bytes that a buffer holds from its position to its limit. The buffer does not change.
     *
     * @param dtype what the bytes are; in the machine's own byte order
     * @param bytes the elements in row-major order, copied
     * @param shape the dimensions
     * @return a new tensor
     * @throws ShapeMismatchException if the shape does not have as many bytes
     */
    public static Tensor of(DType dtype, ByteBuffer bytes, long... shape) {
        ByteBuffer direct = bytes;
        if (!bytes.isDirect()) {
            direct = ByteBuffer.allocateDirect(bytes.remaining()).put(bytes.duplicate()).flip();
        }
        return fromBuffer(dtype, direct, shape);
    }

    /**
     * Reads an {@code .npy} file.
     *
     * @param path the file
     * @return a new tensor
     * @throws TensorException if the file cannot be read, or holds no array of a type that there is
     */
    public static Tensor loadNpy(Path path) {
        return Call.made(Current.scope(), scope -> Native.npyLoad(scope, path.toString()), null);
    }

    /**
     * Writes this as an {@code .npy} file.
     *
     * @param path the file; one that is there is replaced
     * @throws TensorException if it cannot be written
     */
    public void saveNpy(Path path) {
        Native.npySave(path.toString(), handle);
        Use.done(this);
    }

    /** Whether the core can read and write the buffer's memory itself. */
    static boolean isNative(Buffer buffer, ByteOrder order) {
        return buffer.isDirect() && order == ByteOrder.nativeOrder();
    }

    /** Bytes of one element of a buffer. */
    static long unit(Buffer buffer) {
        if (buffer instanceof ByteBuffer) {
            return Byte.BYTES;
        }
        return buffer instanceof FloatBuffer || buffer instanceof IntBuffer ? Integer.BYTES : Long.BYTES;
    }

    private static Tensor fromBuffer(DType dtype, Buffer buffer, long[] shape) {
        long unit = unit(buffer);
        long offset = buffer.position() * unit;
        long nbytes = buffer.remaining() * unit;
        int device = Device.CPU.code();
        return Call.made(
                Current.scope(),
                scope -> Native.fromBuffer(scope, device, dtype.code(), buffer, offset, nbytes, shape),
                buffer);
    }
}
