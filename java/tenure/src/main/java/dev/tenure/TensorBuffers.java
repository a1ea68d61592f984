package dev.tenure;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;

/** Tensors and {@code java.nio} buffers; {@link Tensor} inherits it. */
abstract sealed class TensorBuffers extends TensorData permits TensorViews {
    private static final int ANY = 0; // in place of an element type: bytes are bytes

    TensorBuffers(long handle, Object owner) {
        super(handle, owner);
    }

    /**
     * The tensor's own memory as a buffer, in native byte order: what is written to one is seen in the other. The
     * buffer,
     * and every slice, duplicate and view of it, keeps the memory alive, whatever is closed; it goes when the collector
     * finds the last of them.
     *
     * <pre>{@code
     * FloatBuffer pixels = image.asByteBuffer().asFloatBuffer();
     * }</pre>
     *
     * <p>Of a tensor that lies in a {@link Workspace} it pins the memory: that outlives the cycle until the collector has found
     * the buffer.
     *
     * @return a direct buffer of {@code nbytes()} bytes
     * @throws InvalidArgumentException if this is not contiguous, or has more than 2 GiB
     */
    public ByteBuffer asByteBuffer() {
        long alias = Call.handle(null, scope -> Native.share(handle));
        ByteBuffer buffer;
        try {
            buffer = Native.data(alias);
            Backstop.watch(buffer, alias, null);
        } catch (Throwable e) {
            Native.tensorDispose(alias);
            throw e;
        }
        Use.done(this);
        Pressure.check();
        return buffer.order(ByteOrder.nativeOrder());
    }

    /**
     * Copies the elements' bytes to a buffer, from its position on; the position does not move.
     *
     * @param bytes where to; {@code remaining()} is {@code nbytes()}
     * @throws ShapeMismatchException if it is not
     */
    public void copyTo(ByteBuffer bytes) {
        if (bytes.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        ByteBuffer direct = bytes.isDirect() ? bytes : ByteBuffer.allocateDirect(bytes.remaining());
        Native.copyToBuffer(handle, ANY, direct, direct.position(), direct.remaining());
        Use.done(this, direct);
        if (direct != bytes) {
            bytes.duplicate().put(direct);
        }
    }

    /**
     * Copies a buffer's bytes in, from its position to its limit; the position does not move.
     *
     * @param bytes where from; {@code remaining()} is {@code nbytes()}
     * @throws ShapeMismatchException if it is not
     */
    public void copyFrom(ByteBuffer bytes) {
        ByteBuffer direct = bytes;
        if (!bytes.isDirect()) {
            direct = ByteBuffer.allocateDirect(bytes.remaining()).put(bytes.duplicate()).flip();
        }
        Native.copyFromBuffer(handle, ANY, direct, direct.position(), direct.remaining());
        Use.done(this, direct);
    }

    /**
     * Copies the elements to a buffer, in row-major order, from its position on; the position does not move.
     *
     * @param values where to; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not F32
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyTo(FloatBuffer values) {
        if (values.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (isNative(values, values.order())) {
            long unit = Float.BYTES;
            Native.copyToBuffer(
                    handle, DType.F32.code(), values, values.position() * unit, values.remaining() * unit);
            Use.done(this, values);
        } else {
            float[] copy = new float[values.remaining()];
            copyTo(copy);
            values.duplicate().put(copy);
        }
    }

    /**
     * Copies elements in, in row-major order, from a buffer's position to its limit; the position does not move.
     *
     * @param values where from; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not F32
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyFrom(FloatBuffer values) {
        if (isNative(values, values.order())) {
            long unit = Float.BYTES;
            Native.copyFromBuffer(
                    handle, DType.F32.code(), values, values.position() * unit, values.remaining() * unit);
            Use.done(this, values);
        } else {
            float[] copy = new float[values.remaining()];
            values.duplicate().get(copy);
            copyFrom(copy);
        }
    }

    /**
     * Copies the elements to a buffer, in row-major order, from its position on; the position does not move.
     *
     * @param values where to; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not F64
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyTo(DoubleBuffer values) {
        if (values.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (isNative(values, values.order())) {
            long unit = Double.BYTES;
            Native.copyToBuffer(
                    handle, DType.F64.code(), values, values.position() * unit, values.remaining() * unit);
            Use.done(this, values);
        } else {
            double[] copy = new double[values.remaining()];
            copyTo(copy);
            values.duplicate().put(copy);
        }
    }

    /**
     * Copies elements in, in row-major order, from a buffer's position to its limit; the position does not move.
     *
     * @param values where from; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not F64
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyFrom(DoubleBuffer values) {
        if (isNative(values, values.order())) {
            long unit = Double.BYTES;
            Native.copyFromBuffer(
                    handle, DType.F64.code(), values, values.position() * unit, values.remaining() * unit);
            Use.done(this, values);
        } else {
            double[] copy = new double[values.remaining()];
            values.duplicate().get(copy);
            copyFrom(copy);
        }
    }

    /**
     * Copies the elements to a buffer, in row-major order, from its position on; the position does not move.
     *
     * @param values where to; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not I32
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyTo(IntBuffer values) {
        if (values.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (isNative(values, values.order())) {
            long unit = Integer.BYTES;
            Native.copyToBuffer(
                    handle, DType.I32.code(), values, values.position() * unit, values.remaining() * unit);
            Use.done(this, values);
        } else {
            int[] copy = new int[values.remaining()];
            copyTo(copy);
            values.duplicate().put(copy);
        }
    }

    /**
     * Copies elements in, in row-major order, from a buffer's position to its limit; the position does not move.
     *
     * @param values where from; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not I32
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyFrom(IntBuffer values) {
        if (isNative(values, values.order())) {
            long unit = Integer.BYTES;
            Native.copyFromBuffer(
                    handle, DType.I32.code(), values, values.position() * unit, values.remaining() * unit);
            Use.done(this, values);
        } else {
            int[] copy = new int[values.remaining()];
            values.duplicate().get(copy);
            copyFrom(copy);
        }
    }

    /**
     * Copies the elements to a buffer, in row-major order, from its position on; the position does not move.
     *
     * @param values where to; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not I64
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyTo(LongBuffer values) {
        if (values.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (isNative(values, values.order())) {
            long unit = Long.BYTES;
            Native.copyToBuffer(
                    handle, DType.I64.code(), values, values.position() * unit, values.remaining() * unit);
            Use.done(this, values);
        } else {
            long[] copy = new long[values.remaining()];
            copyTo(copy);
            values.duplicate().put(copy);
        }
    }

    /**
     * Copies elements in, in row-major order, from a buffer's position to its limit; the position does not move.
     *
     * @param values where from; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not I64
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyFrom(LongBuffer values) {
        if (isNative(values, values.order())) {
            long unit = Long.BYTES;
            Native.copyFromBuffer(
                    handle, DType.I64.code(), values, values.position() * unit, values.remaining() * unit);
            Use.done(this, values);
        } else {
            long[] copy = new long[values.remaining()];
            values.duplicate().get(copy);
            copyFrom(copy);
        }
    }
}
