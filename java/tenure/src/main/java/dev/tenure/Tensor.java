package dev.tenure;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.collector.Backstop;
import dev.tenure.internal.Native;
import dev.tenure.internal.Numbers;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.ShortBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of one type in native memory, arranged in up to eight dimensions.
 *
 * <p>A tensor belongs to the scope that is current when it is made; else to the scope of the first operand it is made
 * from; else to nobody, and is its creator's to close:
 *
 * <pre>{@code
 * try (Scope s = Scope.open()) {
 *     Tensor a = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
 *     Tensor b = a.mul(2).add(1);   // every operation makes a new tensor, s owns each
 *     Tensor c = b.slice(1, 0, 2);  // a view: the same memory
 *     c.fill(0);                    // so b has changed too
 *     b.close();                    // early; c goes on: the memory stays until the last view is closed
 *     System.out.println(c);
 * }
 *
 * try (Tensor t = Tensor.zeros(3)) { // no scope is open: closed here
 *     t.addInPlace(1);
 * }
 * }</pre>
 *
 * <p>A view ({@link #slice}, {@link #select}, {@link #transpose} and others) and an {@link #alias} lie on the memory of the
 * tensor that they are made of: what is written to one is seen in the other. There is one exception. The memory of a
 * tensor that lies in a {@link Workspace} is used anew when its cycle ends; so if the owner of a view or alias of it is no
 * scope of that workspace, the view or alias is a copy.
 *
 * <p>Use after closing is a {@link ClosedException}, never a crash. Tensors may be used by many threads at once; what a
 * reader sees while another thread changes the elements is not defined, but harmless.
 *
 * <p>Operations follow PyTorch's names and NumPy's broadcasting. Between two element types the result has the one
 * further
 * on in: bool, uint8, int32, int64, float32, float64. A number keeps the tensor's type, except that a fraction makes
 * float32 of integers; a {@code long} stays exact, however large it is.
 */
public sealed class Tensor extends NativeResource permits Parameter {
    /** The most dimensions that a tensor may have. */
    public static final int MAX_RANK = 8;

    private static final int ANY = 0; // in place of an element type: bytes are bytes

    Tensor(long handle, Scope owner) {
        super(handle, owner);
    }

    // Making: what is not generated further below.

    /**
     * One value without dimensions, float32, in the processor's memory.
     *
     * @param value its element
     * @return a new tensor
     */
    public static Tensor scalar(double value) {
        return scalar(DType.F32, value);
    }

    /**
     * One value without dimensions, float32, in the processor's memory.
     *
     * @param value its element
     * @return a new tensor
     */
    public static Tensor scalar(long value) {
        return scalar(DType.F32, value);
    }

    /**
     * One value without dimensions, float32, in the processor's memory.
     *
     * @param value its element
     * @return a new tensor
     */
    public static Tensor scalar(boolean value) {
        return scalar(DType.F32, value);
    }

    /**
     * One value without dimensions, in the processor's memory.
     *
     * @param dtype its element type
     * @param value its element
     * @return a new tensor
     */
    public static Tensor scalar(DType dtype, double value) {
        return full(dtype, new long[0], value);
    }

    /**
     * One value without dimensions, in the processor's memory.
     *
     * @param dtype its element type
     * @param value its element
     * @return a new tensor
     */
    public static Tensor scalar(DType dtype, long value) {
        return full(dtype, new long[0], value);
    }

    /**
     * One value without dimensions, in the processor's memory.
     *
     * @param dtype its element type
     * @param value its element
     * @return a new tensor
     */
    public static Tensor scalar(DType dtype, boolean value) {
        return full(dtype, new long[0], value);
    }

    /**
     * {@link #full(long[], double)} with its value first.
     *
     * @param value every element
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @deprecated {@code full(2, 3)} reads as a shape, as it is in NumPy and PyTorch: say {@code full(new long[] {3}, 2)}
     */
    @Deprecated(since = "0.1.0")
    public static Tensor full(double value, long... shape) {
        return full(shape, value);
    }

    /**
     * {@link #full(long[], double)} with its value first.
     *
     * @param value every element
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @deprecated {@code full(2, 3)} reads as a shape, as it is in NumPy and PyTorch: say {@code full(new long[] {3}, 2)}
     */
    @Deprecated(since = "0.1.0")
    public static Tensor full(long value, long... shape) {
        return full(shape, value);
    }

    /**
     * {@link #full(DType, long[], double)} with its value first.
     *
     * @param dtype its element type
     * @param value every element
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @deprecated see {@link #full(double, long...)}: say {@code full(dtype, new long[] {3}, 2)}
     */
    @Deprecated(since = "0.1.0")
    public static Tensor full(DType dtype, double value, long... shape) {
        return full(dtype, shape, value);
    }

    /**
     * {@link #full(DType, long[], double)} with its value first.
     *
     * @param dtype its element type
     * @param value every element
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @deprecated see {@link #full(double, long...)}: say {@code full(dtype, new long[] {3}, 2)}
     */
    @Deprecated(since = "0.1.0")
    public static Tensor full(DType dtype, long value, long... shape) {
        return full(dtype, shape, value);
    }

    /**
     * The integers from 0 to below {@code end}, int64.
     *
     * @param end where to stop
     * @return a new tensor of one dimension
     */
    public static Tensor arange(long end) {
        return arange(DType.I64, 0, end, 1);
    }

    // Making: of buffers and files.

    /**
     * A tensor of one axis, of the bytes that a buffer holds from its position to its limit. The buffer does not change.
     *
     * @param dtype what the bytes are; in the machine's own byte order
     * @param bytes the elements, copied
     * @return a new tensor
     * @throws ShapeMismatchException if the bytes are not a whole number of elements
     */
    public static Tensor of(DType dtype, ByteBuffer bytes) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(bytes, "bytes");
        return of(dtype, bytes, new long[] {bytes.remaining() / dtype.size()});
    }

    /**
     * A tensor of the bytes that a buffer holds from its position to its limit. The buffer does not change.
     *
     * @param dtype what the bytes are; in the machine's own byte order
     * @param bytes the elements in row-major order, copied
     * @param shape the dimensions; an empty array for a scalar
     * @return a new tensor
     * @throws ShapeMismatchException if the shape does not have as many bytes
     */
    public static Tensor of(DType dtype, ByteBuffer bytes, long... shape) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(bytes, "bytes");
        Objects.requireNonNull(shape, "shape");
        ByteBuffer direct = bytes;
        if (!bytes.isDirect()) {
            direct = ByteBuffer.allocateDirect(bytes.remaining()).put(bytes.duplicate()).flip();
        }
        return fromBuffer(dtype, direct, shape);
    }

    /**
     * A copy of an array of arrays, such as {@code float[][]}, with a dimension for each depth.
     *
     * @param nested arrays of one length at each depth, of a primitive type that there is an element type for
     * @return a new tensor
     * @throws ShapeMismatchException if rows have several lengths; the message names the place
     * @throws DTypeMismatchException if the elements are of another type
     */
    public static Tensor of(Object[] nested) {
        return NestedArrays.made(Current.scope(), nested);
    }

    /**
     * Reads an {@code .npy} file.
     *
     * @param path the file, of any file system; outside the default one, of at most 2 GiB
     * @return a new tensor
     * @throws TensorException if the file cannot be read, or holds no array of a type that there is; its cause is an
     *     {@link java.io.IOException}, a {@link java.nio.file.NoSuchFileException} if there is no such file, unless its
     *     status is {@link Status#UNSUPPORTED}
     */
    public static Tensor loadNpy(Path path) {
        return Create.npy(Current.scope(), path);
    }

    /**
     * Writes this as an {@code .npy} file.
     *
     * @param path the file, of any file system; one that is there is replaced
     * @throws TensorException if it cannot be written, or, outside the default file system, has more than 2 GiB; its
     *     cause is an {@link java.io.IOException}, and a file that was there is as it was
     */
    public void saveNpy(Path path) {
        Objects.requireNonNull(path, "path");
        OtherFiles.write(
                path,
                () -> Native.npySave(path.toString(), handle),
                () -> Native.nbytes(handle),
                () -> Native.npyToBytes(handle));
        KeepAlive.done(this);
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

    /** The elements in a new array of the primitive type of {@code elements}. */
    private Object array(DType elements, boolean exact) {
        Object[] made = new Object[1];
        try {
            made[0] = Native.toArray(handle, elements.code(), exact);
        } catch (NativeMemoryException refused) { // a conversion takes memory
            Call.again(refused, () -> made[0] = Native.toArray(handle, elements.code(), exact));
        }
        return KeepAlive.value(made[0], this);
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

    /**
     * {@link #of(DType, ByteBuffer, long...)}, its dimensions as {@code int}s.
     *
     * @param dtype what the bytes are
     * @param bytes the elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DType dtype, ByteBuffer bytes, int[] shape) {
        return of(dtype, bytes, Numbers.longs(shape));
    }

    // Buffers of bytes.

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
     * <p>Nobody can close a buffer: it is no leak, and {@link Tenure#exportedBuffers()} lists those
     * that are there.
     *
     * <p>Of a tensor that lies in a {@link Workspace} it pins the memory: that outlives the cycle until the collector has found
     * the buffer.
     *
     * <p>No tape sees what is written to the buffer, so asking for it counts as a write: a tape that has saved this memory
     * refuses {@link Tape#backward}. What a tape saves later must not be written through a buffer that was there before. To
     * look only, use {@link #asReadOnlyByteBuffer()}.
     *
     * @return a direct buffer of {@code nbytes()} bytes
     * @throws InvalidArgumentException if this is not contiguous, or has more than 2 GiB
     */
    public ByteBuffer asByteBuffer() {
        return memory(Native::data);
    }

    /**
     * As {@link #asByteBuffer()}, to be read only. It does not count as a write.
     *
     * @return a direct, read-only buffer of {@code nbytes()} bytes
     * @throws InvalidArgumentException if this is not contiguous, or has more than 2 GiB
     */
    public ByteBuffer asReadOnlyByteBuffer() {
        return memory(Native::dataConst).asReadOnlyBuffer().order(ByteOrder.nativeOrder());
    }

    /** Backstop and views know the buffer that the core made: a read-only one keeps that reachable. */
    private ByteBuffer memory(LongFunction<ByteBuffer> core) {
        Backstop.Entry keeper = Backstop.watch(this, 0, null); // until the buffer is watched itself
        ByteBuffer buffer;
        long alias = 0;
        try {
            alias = Call.handle(null, scope -> Native.export(handle));
            keeper.handle = alias;
            buffer = core.apply(alias);
            Backstop.watch(buffer, alias, null);
        } catch (Throwable e) {
            Native.tensorDispose(alias);
            Backstop.forget(keeper);
            throw e;
        }
        Backstop.forget(keeper);
        KeepAlive.done(this);
        Leaks.made(alias);
        Pressure.check();
        return buffer.order(ByteOrder.nativeOrder());
    }

    /**
     * A tensor on the memory of another library, by DLPack: {@link #fromDlpack(long, boolean, CopyMode)} of a structure with a
     * version, which is copied only where it has to be.
     *
     * @param address of a {@code DLManagedTensorVersioned}, consumed on success
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if this is not the address of such a structure
     * @throws TensorException if there is no such element type, or the memory is not the processor's
     */
    public static Tensor fromDlpack(long address) {
        return fromDlpack(address, true, CopyMode.IF_NEEDED);
    }

    /**
     * A tensor on the memory of another library, by <a href="https://dmlc.github.io/dlpack/latest/">DLPack</a>, without a copy
     * where that is possible: memory that is read-only, misaligned or has negative strides is copied.
     *
     * <p>If this succeeds, the structure is this library's: its deleter is called once, when nothing uses the memory any more,
     * on the thread that gives the last reference up, which may be the backstop's. Of a copy it has been called when this
     * returns. If this fails, the structure is the caller's as before. The memory is in no count and under no limit.
     *
     * <p>An address that is not that of such a structure, or of one that was consumed before, ends the process.
     *
     * @param address of the structure
     * @param versioned whether it is a {@code DLManagedTensorVersioned} and not a {@code DLManagedTensor}
     * @param copy {@code NEVER} refuses what would be copied; {@code ALWAYS} copies in any case
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if this is not the address of such a structure, or a copy is needed and not allowed
     * @throws TensorException if there is no such element type, or the memory is not the processor's
     */
    public static Tensor fromDlpack(long address, boolean versioned, CopyMode copy) {
        Objects.requireNonNull(copy, "copy");
        return Call.made(
                Current.scope(), scope -> Native.fromDlpack(scope, address, versioned ? 1 : 0, copy.code()), null);
    }

    /**
     * Lends this memory to another library: {@link #toDlpack(boolean)} with a version.
     *
     * @return the address of a {@code DLManagedTensorVersioned}
     */
    public long toDlpack() {
        return toDlpack(true);
    }

    /**
     * Lends this memory to another library, by DLPack, without a copy. Whoever has the address calls the deleter that stands in
     * the structure, once, on any thread. Until then the memory stays, whatever is closed here, and
     * {@link Tenure#exportedBuffers()} lists it. Nothing calls the deleter if nobody takes the address.
     *
     * <p>Other libraries may write the memory, and no tape sees it, so this counts as a write, as {@link #asByteBuffer()} does.
     *
     * @param versioned whether the structure is a {@code DLManagedTensorVersioned} (of version 1.1) and not a {@code
     *     DLManagedTensor}
     * @return the address of the structure
     */
    public long toDlpack(boolean versioned) {
        return KeepAlive.value(Native.toDlpack(handle, versioned ? 1 : 0), this);
    }

    /**
     * Copies the elements' bytes to a buffer, from its position on; the position does not move.
     *
     * @param bytes where to; {@code remaining()} is {@code nbytes()}
     * @throws ShapeMismatchException if it is not
     */
    public void copyTo(ByteBuffer bytes) {
        Objects.requireNonNull(bytes, "bytes");
        if (bytes.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        ByteBuffer direct = bytes.isDirect() ? bytes : ByteBuffer.allocateDirect(bytes.remaining());
        Native.copyToBuffer(handle, ANY, direct, direct.position(), direct.remaining());
        KeepAlive.done(this, direct);
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
        Objects.requireNonNull(bytes, "bytes");
        ByteBuffer direct = bytes;
        if (!bytes.isDirect()) {
            direct = ByteBuffer.allocateDirect(bytes.remaining()).put(bytes.duplicate()).flip();
        }
        Native.copyFromBuffer(handle, ANY, direct, direct.position(), direct.remaining());
        KeepAlive.done(this, direct);
    }

    /**
     * The window that an index names, on the same memory: {@code t.get(slice(1, -1), ALL, at(0))}.
     *
     * @param index a part for each axis from the first on; the others stay whole
     * @return a new tensor
     * @throws InvalidArgumentException if it names too many axes, or an index that is not there
     */
    public Tensor get(Index... index) {
        return get(Index.text(index));
    }

    /**
     * What stands at one index of each axis from the first on: {@code t.get(0, 2)} is {@code t[0, 2]} of Python.
     *
     * @param index the index of each axis; a negative one counts from the end
     * @return a new tensor, on the same memory
     * @throws InvalidArgumentException if there are more than axes, or one is not there
     */
    public Tensor get(long... index) {
        Objects.requireNonNull(index, "index");
        return get(LongStream.of(index).mapToObj(Index::at).toArray(Index[]::new));
    }

    /**
     * The elements that a mask names, one after another; or, of integers, these indices of the first axis. Both are copies.
     *
     * @param index truth values of this shape, or integers
     * @return a new tensor
     * @throws ShapeMismatchException if a mask has another shape
     * @throws InvalidArgumentException if an index is not there
     */
    public Tensor get(Tensor index) {
        Objects.requireNonNull(index, "index");
        return index(new Tensor[] {index});
    }

    /**
     * Writes a tensor, broadcast and cast, into the window that an index names.
     *
     * @param value what to write
     * @param index a part for each axis from the first on; the others stay whole
     * @throws InvalidArgumentException if it names too many axes, or an index that is not there
     * @throws ShapeMismatchException if the tensor does not broadcast to the window
     * @throws DTypeMismatchException if it is of floats and this is not
     */
    public void set(Tensor value, Index... index) {
        set(Index.text(index), value);
    }

    /**
     * Writes a number into all of the window that an index names.
     *
     * @param value the number
     * @param index a part for each axis from the first on; the others stay whole
     * @throws InvalidArgumentException if it names too many axes, or an index that is not there
     */
    public void set(double value, Index... index) {
        set(Index.text(index), value);
    }

    /**
     * Writes a number into all of the window that an index names.
     *
     * @param value the number
     * @param index a part for each axis from the first on; the others stay whole
     * @throws InvalidArgumentException if it names too many axes, or an index that is not there
     */
    public void set(long value, Index... index) {
        set(Index.text(index), value);
    }

    /**
     * Writes a number into all of the window that an index names.
     *
     * @param value the number
     * @param index a part for each axis from the first on; the others stay whole
     * @throws InvalidArgumentException if it names too many axes, or an index that is not there
     */
    public void set(boolean value, Index... index) {
        set(Index.text(index), value);
    }

    // What maps one to one to a function of the core.

    // <generated by ci/generate from src/api; do not edit>
    /**
     * A tensor of zeros. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor zeros(long... shape) {
        return Call.create(Current.scope(), Native::zeros, Native::zeros, DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor of zeros. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor zeros(DType dtype, long... shape) {
        return Call.create(Current.scope(), Native::zeros, Native::zeros, dtype, Device.CPU, shape);
    }

    /**
     * A tensor of zeros.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor zeros(DType dtype, Device device, long... shape) {
        return Call.create(Current.scope(), Native::zeros, Native::zeros, dtype, device, shape);
    }

    /**
     * A tensor of zeros. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor zeros(int[] shape) {
        return zeros(Numbers.longs(shape));
    }

    /**
     * A tensor of zeros. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor zeros(DType dtype, int[] shape) {
        return zeros(dtype, Numbers.longs(shape));
    }

    /**
     * A tensor of zeros.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor zeros(DType dtype, Device device, int[] shape) {
        return zeros(dtype, device, Numbers.longs(shape));
    }

    /**
     * A tensor whose elements are whatever its memory held: those of earlier tensors of this
     * process, or zeros. It is for code that writes all of them. It is float32, in the processor's
     * memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor empty(long... shape) {
        return Call.create(Current.scope(), Native::empty, Native::empty, DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor whose elements are whatever its memory held: those of earlier tensors of this
     * process, or zeros. It is for code that writes all of them. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor empty(DType dtype, long... shape) {
        return Call.create(Current.scope(), Native::empty, Native::empty, dtype, Device.CPU, shape);
    }

    /**
     * A tensor whose elements are whatever its memory held: those of earlier tensors of this
     * process, or zeros. It is for code that writes all of them.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor empty(DType dtype, Device device, long... shape) {
        return Call.create(Current.scope(), Native::empty, Native::empty, dtype, device, shape);
    }

    /**
     * A tensor whose elements are whatever its memory held: those of earlier tensors of this
     * process, or zeros. It is for code that writes all of them. It is float32, in the processor's
     * memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor empty(int[] shape) {
        return empty(Numbers.longs(shape));
    }

    /**
     * A tensor whose elements are whatever its memory held: those of earlier tensors of this
     * process, or zeros. It is for code that writes all of them. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor empty(DType dtype, int[] shape) {
        return empty(dtype, Numbers.longs(shape));
    }

    /**
     * A tensor whose elements are whatever its memory held: those of earlier tensors of this
     * process, or zeros. It is for code that writes all of them.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor empty(DType dtype, Device device, int[] shape) {
        return empty(dtype, device, Numbers.longs(shape));
    }

    /**
     * A tensor of ones. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor ones(long... shape) {
        return Call.create(Current.scope(), Native::ones, Native::ones, DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor of ones. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor ones(DType dtype, long... shape) {
        return Call.create(Current.scope(), Native::ones, Native::ones, dtype, Device.CPU, shape);
    }

    /**
     * A tensor of ones.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor ones(DType dtype, Device device, long... shape) {
        return Call.create(Current.scope(), Native::ones, Native::ones, dtype, device, shape);
    }

    /**
     * A tensor of ones. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor ones(int[] shape) {
        return ones(Numbers.longs(shape));
    }

    /**
     * A tensor of ones. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor ones(DType dtype, int[] shape) {
        return ones(dtype, Numbers.longs(shape));
    }

    /**
     * A tensor of ones.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor ones(DType dtype, Device device, int[] shape) {
        return ones(dtype, device, Numbers.longs(shape));
    }

    /**
     * A tensor of one value, cast to the element type. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor full(long[] shape, double value) {
        return full(DType.F32, Device.CPU, shape, value);
    }

    /**
     * A tensor of one value, cast to the element type. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor full(DType dtype, long[] shape, double value) {
        return full(dtype, Device.CPU, shape, value);
    }

    /**
     * A tensor of one value, cast to the element type.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor full(DType dtype, Device device, long[] shape, double value) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                Current.scope(),
                scope -> shape.length <= Call.INLINE
                        ? Native.full(scope, device.code(), dtype.code(), Numbers.REAL, Double.doubleToRawLongBits(value), shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.full(scope, device.code(), dtype.code(), Numbers.REAL, Double.doubleToRawLongBits(value), shape),
                null);
    }

    /**
     * A tensor of one value, cast to the element type. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor full(int[] shape, double value) {
        return full(Numbers.longs(shape), value);
    }

    /**
     * A tensor of one value, cast to the element type. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor full(DType dtype, int[] shape, double value) {
        return full(dtype, Numbers.longs(shape), value);
    }

    /**
     * A tensor of one value, cast to the element type.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor full(DType dtype, Device device, int[] shape, double value) {
        return full(dtype, device, Numbers.longs(shape), value);
    }

    /**
     * A tensor of one value, cast to the element type. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor full(long[] shape, long value) {
        return full(DType.F32, Device.CPU, shape, value);
    }

    /**
     * A tensor of one value, cast to the element type. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor full(DType dtype, long[] shape, long value) {
        return full(dtype, Device.CPU, shape, value);
    }

    /**
     * A tensor of one value, cast to the element type.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor full(DType dtype, Device device, long[] shape, long value) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                Current.scope(),
                scope -> shape.length <= Call.INLINE
                        ? Native.full(scope, device.code(), dtype.code(), Numbers.INTEGER, value, shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.full(scope, device.code(), dtype.code(), Numbers.INTEGER, value, shape),
                null);
    }

    /**
     * A tensor of one value, cast to the element type. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor full(int[] shape, long value) {
        return full(Numbers.longs(shape), value);
    }

    /**
     * A tensor of one value, cast to the element type. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor full(DType dtype, int[] shape, long value) {
        return full(dtype, Numbers.longs(shape), value);
    }

    /**
     * A tensor of one value, cast to the element type.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor full(DType dtype, Device device, int[] shape, long value) {
        return full(dtype, device, Numbers.longs(shape), value);
    }

    /**
     * A tensor of one value, cast to the element type. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor full(long[] shape, boolean value) {
        return full(DType.F32, Device.CPU, shape, value);
    }

    /**
     * A tensor of one value, cast to the element type. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor full(DType dtype, long[] shape, boolean value) {
        return full(dtype, Device.CPU, shape, value);
    }

    /**
     * A tensor of one value, cast to the element type.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor full(DType dtype, Device device, long[] shape, boolean value) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                Current.scope(),
                scope -> shape.length <= Call.INLINE
                        ? Native.full(scope, device.code(), dtype.code(), Numbers.TRUTH, value ? 1 : 0, shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.full(scope, device.code(), dtype.code(), Numbers.TRUTH, value ? 1 : 0, shape),
                null);
    }

    /**
     * A tensor of one value, cast to the element type. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor full(int[] shape, boolean value) {
        return full(Numbers.longs(shape), value);
    }

    /**
     * A tensor of one value, cast to the element type. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor full(DType dtype, int[] shape, boolean value) {
        return full(dtype, Numbers.longs(shape), value);
    }

    /**
     * A tensor of one value, cast to the element type.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param value every element
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor full(DType dtype, Device device, int[] shape, boolean value) {
        return full(dtype, device, Numbers.longs(shape), value);
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1, from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor rand(long... shape) {
        return Call.create(Current.scope(), Native::rand, Native::rand, DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1, from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor rand(DType dtype, long... shape) {
        return Call.create(Current.scope(), Native::rand, Native::rand, dtype, Device.CPU, shape);
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1, from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor rand(DType dtype, Device device, long... shape) {
        return Call.create(Current.scope(), Native::rand, Native::rand, dtype, device, shape);
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1, from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor rand(int[] shape) {
        return rand(Numbers.longs(shape));
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1, from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor rand(DType dtype, int[] shape) {
        return rand(dtype, Numbers.longs(shape));
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1, from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor rand(DType dtype, Device device, int[] shape) {
        return rand(dtype, device, Numbers.longs(shape));
    }

    /**
     * A tensor of random numbers of the standard normal distribution, from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor randn(long... shape) {
        return Call.create(Current.scope(), Native::randn, Native::randn, DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor of random numbers of the standard normal distribution, from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor randn(DType dtype, long... shape) {
        return Call.create(Current.scope(), Native::randn, Native::randn, dtype, Device.CPU, shape);
    }

    /**
     * A tensor of random numbers of the standard normal distribution, from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor randn(DType dtype, Device device, long... shape) {
        return Call.create(Current.scope(), Native::randn, Native::randn, dtype, device, shape);
    }

    /**
     * A tensor of random numbers of the standard normal distribution, from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor randn(int[] shape) {
        return randn(Numbers.longs(shape));
    }

    /**
     * A tensor of random numbers of the standard normal distribution, from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor randn(DType dtype, int[] shape) {
        return randn(dtype, Numbers.longs(shape));
    }

    /**
     * A tensor of random numbers of the standard normal distribution, from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor randn(DType dtype, Device device, int[] shape) {
        return randn(dtype, device, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis: {@code start}, {@code start + step} and so on, below {@code end}, or
     * above it if the step is negative. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end where to stop; not reached
     * @param step from each number to the next; may be negative
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if the step is 0, a number is not finite, or there are too
     *     many
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor arange(DType dtype, double start, double end, double step) {
        return arange(dtype, Device.CPU, start, end, step);
    }

    /**
     * A tensor of one axis: {@code start}, {@code start + step} and so on, below {@code end}, or
     * above it if the step is negative.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first number
     * @param end where to stop; not reached
     * @param step from each number to the next; may be negative
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if the step is 0, a number is not finite, or there are too
     *     many
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor arange(DType dtype, Device device, double start, double end, double step) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                Current.scope(),
                scope -> Native.arange(scope, device.code(), dtype.code(), Numbers.REAL, Double.doubleToRawLongBits(start), Numbers.REAL, Double.doubleToRawLongBits(end), Numbers.REAL, Double.doubleToRawLongBits(step)),
                null);
    }

    /**
     * A tensor of one axis: {@code start}, {@code start + step} and so on, below {@code end}, or
     * above it if the step is negative. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end where to stop; not reached
     * @param step from each number to the next; may be negative
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if the step is 0, a number is not finite, or there are too
     *     many
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor arange(DType dtype, long start, long end, long step) {
        return arange(dtype, Device.CPU, start, end, step);
    }

    /**
     * A tensor of one axis: {@code start}, {@code start + step} and so on, below {@code end}, or
     * above it if the step is negative.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first number
     * @param end where to stop; not reached
     * @param step from each number to the next; may be negative
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if the step is 0, a number is not finite, or there are too
     *     many
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor arange(DType dtype, Device device, long start, long end, long step) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                Current.scope(),
                scope -> Native.arange(scope, device.code(), dtype.code(), Numbers.INTEGER, start, Numbers.INTEGER, end, Numbers.INTEGER, step),
                null);
    }

    /**
     * A tensor of one axis with evenly spaced numbers, of which the first and the last are given.
     * It is in the processor's memory.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end the last one
     * @param steps how many
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is bool
     * @throws InvalidArgumentException if there are fewer than none, a number is not finite, or an
     *     integer element type cannot hold one
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor linspace(DType dtype, double start, double end, long steps) {
        return linspace(dtype, Device.CPU, start, end, steps);
    }

    /**
     * A tensor of one axis with evenly spaced numbers, of which the first and the last are given.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first number
     * @param end the last one
     * @param steps how many
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is bool
     * @throws InvalidArgumentException if there are fewer than none, a number is not finite, or an
     *     integer element type cannot hold one
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor linspace(DType dtype, Device device, double start, double end, long steps) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                Current.scope(),
                scope -> Native.linspace(scope, device.code(), dtype.code(), start, end, steps),
                null);
    }

    /**
     * A tensor of one axis with evenly spaced numbers, of which the last may be left out. It is in
     * the processor's memory.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end the last one, or the one that would follow it
     * @param steps how many
     * @param endpoint whether the end is one of them
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is bool
     * @throws InvalidArgumentException if there are fewer than none, a number is not finite, or an
     *     integer element type cannot hold one
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor linspace(DType dtype, double start, double end, long steps, boolean endpoint) {
        return linspace(dtype, Device.CPU, start, end, steps, endpoint);
    }

    /**
     * A tensor of one axis with evenly spaced numbers, of which the last may be left out.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first number
     * @param end the last one, or the one that would follow it
     * @param steps how many
     * @param endpoint whether the end is one of them
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is bool
     * @throws InvalidArgumentException if there are fewer than none, a number is not finite, or an
     *     integer element type cannot hold one
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor linspace(DType dtype, Device device, double start, double end, long steps, boolean endpoint) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                Current.scope(),
                scope -> Native.linspaceEndpoint(scope, device.code(), dtype.code(), start, end, steps, endpoint),
                null);
    }

    /**
     * A tensor of one axis with the powers of a base to evenly spaced exponents. It is in the
     * processor's memory.
     *
     * @param dtype the element type
     * @param start the first exponent
     * @param end the last one
     * @param steps how many
     * @param radix the base of the powers
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is bool
     * @throws InvalidArgumentException if there are fewer than none, an exponent is not finite, or
     *     an integer element type cannot hold a power
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor logspace(DType dtype, double start, double end, long steps, double radix) {
        return logspace(dtype, Device.CPU, start, end, steps, radix);
    }

    /**
     * A tensor of one axis with the powers of a base to evenly spaced exponents.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first exponent
     * @param end the last one
     * @param steps how many
     * @param radix the base of the powers
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is bool
     * @throws InvalidArgumentException if there are fewer than none, an exponent is not finite, or
     *     an integer element type cannot hold a power
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor logspace(DType dtype, Device device, double start, double end, long steps, double radix) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                Current.scope(),
                scope -> Native.logspace(scope, device.code(), dtype.code(), start, end, steps, radix),
                null);
    }

    /**
     * A matrix with 1 on the diagonal and 0 elsewhere. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param rows how many rows
     * @param columns how many columns
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, or their product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor eye(DType dtype, long rows, long columns) {
        return eye(dtype, Device.CPU, rows, columns);
    }

    /**
     * A matrix with 1 on the diagonal and 0 elsewhere.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param rows how many rows
     * @param columns how many columns
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, or their product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor eye(DType dtype, Device device, long rows, long columns) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                Current.scope(),
                scope -> Native.eye(scope, device.code(), dtype.code(), rows, columns),
                null);
    }

    /**
     * A matrix with 1 on one of its diagonals and 0 elsewhere. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param rows how many rows
     * @param columns how many columns
     * @param diagonal which one; above the main one if positive
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, or their product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor eyeDiagonal(DType dtype, long rows, long columns, long diagonal) {
        return eyeDiagonal(dtype, Device.CPU, rows, columns, diagonal);
    }

    /**
     * A matrix with 1 on one of its diagonals and 0 elsewhere.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param rows how many rows
     * @param columns how many columns
     * @param diagonal which one; above the main one if positive
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, or their product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor eyeDiagonal(DType dtype, Device device, long rows, long columns, long diagonal) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                Current.scope(),
                scope -> Native.eyeDiagonal(scope, device.code(), dtype.code(), rows, columns, diagonal),
                null);
    }

    /**
     * A tensor of random integers, each equally likely, from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the least
     * @param high one more than the greatest
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; there are no such integers, or the element type cannot hold one
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor randint(long[] shape, long low, long high) {
        return randint(DType.F32, Device.CPU, shape, low, high);
    }

    /**
     * A tensor of random integers, each equally likely, from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param low the least
     * @param high one more than the greatest
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; there are no such integers, or the element type cannot hold one
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor randint(DType dtype, long[] shape, long low, long high) {
        return randint(dtype, Device.CPU, shape, low, high);
    }

    /**
     * A tensor of random integers, each equally likely, from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param low the least
     * @param high one more than the greatest
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; there are no such integers, or the element type cannot hold one
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor randint(DType dtype, Device device, long[] shape, long low, long high) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                Current.scope(),
                scope -> shape.length <= Call.INLINE
                        ? Native.randint(scope, device.code(), dtype.code(), low, high, shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.randint(scope, device.code(), dtype.code(), low, high, shape),
                null);
    }

    /**
     * A tensor of random integers, each equally likely, from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the least
     * @param high one more than the greatest
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; there are no such integers, or the element type cannot hold one
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor randint(int[] shape, long low, long high) {
        return randint(Numbers.longs(shape), low, high);
    }

    /**
     * A tensor of random integers, each equally likely, from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param low the least
     * @param high one more than the greatest
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; there are no such integers, or the element type cannot hold one
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor randint(DType dtype, int[] shape, long low, long high) {
        return randint(dtype, Numbers.longs(shape), low, high);
    }

    /**
     * A tensor of random integers, each equally likely, from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param low the least
     * @param high one more than the greatest
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; there are no such integers, or the element type cannot hold one
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor randint(DType dtype, Device device, int[] shape, long low, long high) {
        return randint(dtype, device, Numbers.longs(shape), low, high);
    }

    /**
     * The integers from 0 on in random order, each order equally likely, from the stream that
     * {@link Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param n how many
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is bool
     * @throws InvalidArgumentException if there are fewer than none, or the element type cannot
     *     hold one
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor randperm(DType dtype, long n) {
        return randperm(dtype, Device.CPU, n);
    }

    /**
     * The integers from 0 on in random order, each order equally likely, from the stream that
     * {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param n how many
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is bool
     * @throws InvalidArgumentException if there are fewer than none, or the element type cannot
     *     hold one
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor randperm(DType dtype, Device device, long n) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                Current.scope(),
                scope -> Native.randperm(scope, device.code(), dtype.code(), n),
                null);
    }

    /**
     * A tensor of random numbers of a normal distribution, from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; the deviation is negative
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor normal(long[] shape, double mean, double std) {
        return normal(DType.F32, Device.CPU, shape, mean, std);
    }

    /**
     * A tensor of random numbers of a normal distribution, from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; the deviation is negative
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor normal(DType dtype, long[] shape, double mean, double std) {
        return normal(dtype, Device.CPU, shape, mean, std);
    }

    /**
     * A tensor of random numbers of a normal distribution, from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; the deviation is negative
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor normal(DType dtype, Device device, long[] shape, double mean, double std) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                Current.scope(),
                scope -> shape.length <= Call.INLINE
                        ? Native.normal(scope, device.code(), dtype.code(), mean, std, shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.normal(scope, device.code(), dtype.code(), mean, std, shape),
                null);
    }

    /**
     * A tensor of random numbers of a normal distribution, from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; the deviation is negative
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor normal(int[] shape, double mean, double std) {
        return normal(Numbers.longs(shape), mean, std);
    }

    /**
     * A tensor of random numbers of a normal distribution, from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; the deviation is negative
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor normal(DType dtype, int[] shape, double mean, double std) {
        return normal(dtype, Numbers.longs(shape), mean, std);
    }

    /**
     * A tensor of random numbers of a normal distribution, from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; the deviation is negative
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor normal(DType dtype, Device device, int[] shape, double mean, double std) {
        return normal(dtype, device, Numbers.longs(shape), mean, std);
    }

    /**
     * A tensor of random numbers, evenly spread between two bounds, from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper one, which only rounding reaches
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; the bounds are not finite or not in order
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor uniform(long[] shape, double low, double high) {
        return uniform(DType.F32, Device.CPU, shape, low, high);
    }

    /**
     * A tensor of random numbers, evenly spread between two bounds, from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper one, which only rounding reaches
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; the bounds are not finite or not in order
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor uniform(DType dtype, long[] shape, double low, double high) {
        return uniform(dtype, Device.CPU, shape, low, high);
    }

    /**
     * A tensor of random numbers, evenly spread between two bounds, from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper one, which only rounding reaches
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; the bounds are not finite or not in order
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor uniform(DType dtype, Device device, long[] shape, double low, double high) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                Current.scope(),
                scope -> shape.length <= Call.INLINE
                        ? Native.uniform(scope, device.code(), dtype.code(), low, high, shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.uniform(scope, device.code(), dtype.code(), low, high, shape),
                null);
    }

    /**
     * A tensor of random numbers, evenly spread between two bounds, from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper one, which only rounding reaches
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; the bounds are not finite or not in order
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor uniform(int[] shape, double low, double high) {
        return uniform(Numbers.longs(shape), low, high);
    }

    /**
     * A tensor of random numbers, evenly spread between two bounds, from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper one, which only rounding reaches
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; the bounds are not finite or not in order
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor uniform(DType dtype, int[] shape, double low, double high) {
        return uniform(dtype, Numbers.longs(shape), low, high);
    }

    /**
     * A tensor of random numbers, evenly spread between two bounds, from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper one, which only rounding reaches
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than eight, or their
     *     product is too large; the bounds are not finite or not in order
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor uniform(DType dtype, Device device, int[] shape, double low, double high) {
        return uniform(dtype, device, Numbers.longs(shape), low, high);
    }

    /**
     * The places of the elements of a matrix on and below a diagonal: a row of row indices above
     * one of column indices. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param rows how many rows the matrix has
     * @param columns how many columns
     * @param diagonal which one; above the main one if positive
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, or their product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor trilIndices(DType dtype, long rows, long columns, long diagonal) {
        return trilIndices(dtype, Device.CPU, rows, columns, diagonal);
    }

    /**
     * The places of the elements of a matrix on and below a diagonal: a row of row indices above
     * one of column indices.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param rows how many rows the matrix has
     * @param columns how many columns
     * @param diagonal which one; above the main one if positive
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, or their product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor trilIndices(DType dtype, Device device, long rows, long columns, long diagonal) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                Current.scope(),
                scope -> Native.trilIndices(scope, device.code(), dtype.code(), rows, columns, diagonal),
                null);
    }

    /**
     * The places of the elements of a matrix on and above a diagonal: a row of row indices above
     * one of column indices. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param rows how many rows the matrix has
     * @param columns how many columns
     * @param diagonal which one; above the main one if positive
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, or their product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor triuIndices(DType dtype, long rows, long columns, long diagonal) {
        return triuIndices(dtype, Device.CPU, rows, columns, diagonal);
    }

    /**
     * The places of the elements of a matrix on and above a diagonal: a row of row indices above
     * one of column indices.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param rows how many rows the matrix has
     * @param columns how many columns
     * @param diagonal which one; above the main one if positive
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, or their product is too large
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor triuIndices(DType dtype, Device device, long rows, long columns, long diagonal) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                Current.scope(),
                scope -> Native.triuIndices(scope, device.code(), dtype.code(), rows, columns, diagonal),
                null);
    }

    /**
     * The frequency of each of the {@code n} results of a transform: {@code 0, 1, ..., -1}, divided
     * by {@code d n}. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param n how many points
     * @param d the distance of two samples
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if there is no point, or no distance
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor fftfreq(DType dtype, long n, double d) {
        return fftfreq(dtype, Device.CPU, n, d);
    }

    /**
     * The frequency of each of the {@code n} results of a transform: {@code 0, 1, ..., -1}, divided
     * by {@code d n}.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param n how many points
     * @param d the distance of two samples
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if there is no point, or no distance
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor fftfreq(DType dtype, Device device, long n, double d) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                Current.scope(),
                scope -> Native.fftfreq(scope, device.code(), dtype.code(), n, d),
                null);
    }

    /**
     * The frequency of each of the {@code n / 2 + 1} results of a transform of {@code n} real
     * numbers: {@code 0, 1, ...}, divided by {@code d n}. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param n how many points
     * @param d the distance of two samples
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if there is no point, or no distance
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     */
    public static Tensor rfftfreq(DType dtype, long n, double d) {
        return rfftfreq(dtype, Device.CPU, n, d);
    }

    /**
     * The frequency of each of the {@code n / 2 + 1} results of a transform of {@code n} real
     * numbers: {@code 0, 1, ...}, divided by {@code d n}.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param n how many points
     * @param d the distance of two samples
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the element type is not floating-point
     * @throws InvalidArgumentException if there is no point, or no distance
     * @throws NativeMemoryException if there is no memory for it, or a limit of the device or of a
     *     scope would be passed
     * @throws ScopeException if the scope that is to own it is closed, or that scope takes no
     *     members
     * @throws TensorException if there is no such device
     */
    public static Tensor rfftfreq(DType dtype, Device device, long n, double d) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                Current.scope(),
                scope -> Native.rfftfreq(scope, device.code(), dtype.code(), n, d),
                null);
    }

    /**
     * A tensor of one axis, of 32-bit floating-point numbers.
     *
     * @param values its elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(float... values) {
        return Call.floats(Current.scope(), values);
    }

    /**
     * A tensor of 32-bit floating-point numbers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(float[] values, long... shape) {
        return Create.array(Current.scope(), DType.F32, values, shape);
    }

    /**
     * A tensor of 32-bit floating-point numbers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(float[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of floating-point numbers, {@code F16} and {@code BF16} among them: each is rounded.
     *
     * @param dtype the element type of the tensor
     * @param values its elements along its one axis, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(DType dtype, float[] values) {
        Objects.requireNonNull(values, "values");
        return of(dtype, values, new long[] {values.length});
    }

    /**
     * A tensor of floating-point numbers, {@code F16} and {@code BF16} among them: each is rounded.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DType dtype, float[] values, long... shape) {
        return Create.array(Current.scope(), dtype, DType.F32, values, shape);
    }

    /**
     * A tensor of floating-point numbers, {@code F16} and {@code BF16} among them: each is rounded.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DType dtype, float[] values, int[] shape) {
        return of(dtype, values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of 64-bit floating-point numbers.
     *
     * @param values its elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(double... values) {
        return Create.vector(Current.scope(), DType.F64, values);
    }

    /**
     * A tensor of 64-bit floating-point numbers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(double[] values, long... shape) {
        return Create.array(Current.scope(), DType.F64, values, shape);
    }

    /**
     * A tensor of 64-bit floating-point numbers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(double[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of 32-bit integers.
     *
     * @param values its elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(int... values) {
        return Create.vector(Current.scope(), DType.I32, values);
    }

    /**
     * A tensor of 32-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(int[] values, long... shape) {
        return Create.array(Current.scope(), DType.I32, values, shape);
    }

    /**
     * A tensor of 32-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(int[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of 64-bit integers.
     *
     * @param values its elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(long... values) {
        return Create.vector(Current.scope(), DType.I64, values);
    }

    /**
     * A tensor of 64-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(long[] values, long... shape) {
        return Create.array(Current.scope(), DType.I64, values, shape);
    }

    /**
     * A tensor of 64-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(long[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of 16-bit integers.
     *
     * @param values its elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(short... values) {
        return Create.vector(Current.scope(), DType.I16, values);
    }

    /**
     * A tensor of 16-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(short[] values, long... shape) {
        return Create.array(Current.scope(), DType.I16, values, shape);
    }

    /**
     * A tensor of 16-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(short[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of unsigned 8-bit integers.
     *
     * @param values its elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(byte... values) {
        return Create.vector(Current.scope(), DType.U8, values);
    }

    /**
     * A tensor of unsigned 8-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(byte[] values, long... shape) {
        return Create.array(Current.scope(), DType.U8, values, shape);
    }

    /**
     * A tensor of unsigned 8-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(byte[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of 8-bit integers: {@code I8} takes the bytes as they are, {@code U8} as 0 to 255.
     *
     * @param dtype the element type of the tensor
     * @param values its elements along its one axis, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(DType dtype, byte[] values) {
        Objects.requireNonNull(values, "values");
        return of(dtype, values, new long[] {values.length});
    }

    /**
     * A tensor of 8-bit integers: {@code I8} takes the bytes as they are, {@code U8} as 0 to 255.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DType dtype, byte[] values, long... shape) {
        return Create.array(Current.scope(), dtype, dtype == DType.I8 ? DType.I8 : DType.U8, values, shape);
    }

    /**
     * A tensor of 8-bit integers: {@code I8} takes the bytes as they are, {@code U8} as 0 to 255.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DType dtype, byte[] values, int[] shape) {
        return of(dtype, values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of truth values.
     *
     * @param values its elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(boolean... values) {
        return Create.vector(Current.scope(), DType.BOOL, values);
    }

    /**
     * A tensor of truth values.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(boolean[] values, long... shape) {
        return Create.array(Current.scope(), DType.BOOL, values, shape);
    }

    /**
     * A tensor of truth values.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(boolean[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of what a buffer holds from its position to its limit. The buffer does
     * not change; a direct one in native order is read where it is.
     *
     * @param values the elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(FloatBuffer values) {
        Objects.requireNonNull(values, "values");
        return of(values, new long[] {values.remaining()});
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a
     * direct one in native order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(FloatBuffer values, long... shape) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(shape, "shape");
        if (isNative(values, values.order())) {
            return fromBuffer(DType.F32, values, shape);
        }
        float[] copy = new float[values.remaining()];
        values.duplicate().get(copy);
        return of(copy, shape);
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a
     * direct one in native order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(FloatBuffer values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of what a buffer holds from its position to its limit. The buffer does
     * not change; a direct one in native order is read where it is.
     *
     * @param values the elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(DoubleBuffer values) {
        Objects.requireNonNull(values, "values");
        return of(values, new long[] {values.remaining()});
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a
     * direct one in native order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DoubleBuffer values, long... shape) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(shape, "shape");
        if (isNative(values, values.order())) {
            return fromBuffer(DType.F64, values, shape);
        }
        double[] copy = new double[values.remaining()];
        values.duplicate().get(copy);
        return of(copy, shape);
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a
     * direct one in native order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DoubleBuffer values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of what a buffer holds from its position to its limit. The buffer does
     * not change; a direct one in native order is read where it is.
     *
     * @param values the elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(IntBuffer values) {
        Objects.requireNonNull(values, "values");
        return of(values, new long[] {values.remaining()});
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a
     * direct one in native order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(IntBuffer values, long... shape) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(shape, "shape");
        if (isNative(values, values.order())) {
            return fromBuffer(DType.I32, values, shape);
        }
        int[] copy = new int[values.remaining()];
        values.duplicate().get(copy);
        return of(copy, shape);
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a
     * direct one in native order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(IntBuffer values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of what a buffer holds from its position to its limit. The buffer does
     * not change; a direct one in native order is read where it is.
     *
     * @param values the elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(LongBuffer values) {
        Objects.requireNonNull(values, "values");
        return of(values, new long[] {values.remaining()});
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a
     * direct one in native order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(LongBuffer values, long... shape) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(shape, "shape");
        if (isNative(values, values.order())) {
            return fromBuffer(DType.I64, values, shape);
        }
        long[] copy = new long[values.remaining()];
        values.duplicate().get(copy);
        return of(copy, shape);
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a
     * direct one in native order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(LongBuffer values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of what a buffer holds from its position to its limit. The buffer does
     * not change; a direct one in native order is read where it is.
     *
     * @param values the elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(ShortBuffer values) {
        Objects.requireNonNull(values, "values");
        return of(values, new long[] {values.remaining()});
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a
     * direct one in native order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(ShortBuffer values, long... shape) {
        Objects.requireNonNull(values, "values");
        Objects.requireNonNull(shape, "shape");
        if (isNative(values, values.order())) {
            return fromBuffer(DType.I16, values, shape);
        }
        short[] copy = new short[values.remaining()];
        values.duplicate().get(copy);
        return of(copy, shape);
    }

    /**
     * A tensor of what a buffer holds from its position to its limit. The buffer does not change; a
     * direct one in native order is read where it is.
     *
     * @param values the elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(ShortBuffer values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * Zeros of this shape and element type.
     *
     * @return a new tensor
     */
    public Tensor zerosLike() {
        return Call.unary(Native::zerosLike, this);
    }

    /**
     * Ones of this shape and element type.
     *
     * @return a new tensor
     */
    public Tensor onesLike() {
        return Call.unary(Native::onesLike, this);
    }

    /**
     * A tensor of this shape and element type, whose elements are whatever its memory held.
     *
     * @return a new tensor
     */
    public Tensor emptyLike() {
        return Call.unary(Native::emptyLike, this);
    }

    /**
     * Random numbers of this shape and element type, evenly spread from 0 to below 1.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if the element type is not floating-point
     */
    public Tensor randLike() {
        return Call.unary(Native::randLike, this);
    }

    /**
     * Random numbers of this shape and element type, of the standard normal distribution.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if the element type is not floating-point
     */
    public Tensor randnLike() {
        return Call.unary(Native::randnLike, this);
    }

    /**
     * A number in every element of this shape and element type.
     *
     * @param value the number
     * @return a new tensor
     * @throws InvalidArgumentException if an integer element type cannot hold the number
     */
    public Tensor fullLike(double value) {
        return Call.scalar(Native::fullLike, this, Numbers.REAL, Double.doubleToRawLongBits(value));
    }

    /**
     * A number in every element of this shape and element type.
     *
     * @param value the number
     * @return a new tensor
     * @throws InvalidArgumentException if an integer element type cannot hold the number
     */
    public Tensor fullLike(long value) {
        return Call.scalar(Native::fullLike, this, Numbers.INTEGER, value);
    }

    /**
     * A number in every element of this shape and element type.
     *
     * @param value the number
     * @return a new tensor
     * @throws InvalidArgumentException if an integer element type cannot hold the number
     */
    public Tensor fullLike(boolean value) {
        return Call.scalar(Native::fullLike, this, Numbers.TRUTH, value ? 1 : 0);
    }

    /**
     * Random integers of this shape and element type, each equally likely.
     *
     * @param low the least
     * @param high one more than the greatest
     * @return a new tensor
     * @throws InvalidArgumentException if there are no such integers, or the element type cannot
     *     hold one
     */
    public Tensor randintLike(long low, long high) {
        return Call.from(this, scope -> Native.randintLike(scope, handle, low, high));
    }

    /**
     * Zeros of this shape and another element type.
     *
     * @param dtype the element type
     * @return a new tensor
     */
    public Tensor zerosLike(DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.zerosLikeDtype(scope, handle, dtype.code()));
    }

    /**
     * Ones of this shape and another element type.
     *
     * @param dtype the element type
     * @return a new tensor
     */
    public Tensor onesLike(DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.onesLikeDtype(scope, handle, dtype.code()));
    }

    /**
     * A tensor of this shape and another element type, whose elements are whatever its memory held.
     *
     * @param dtype the element type
     * @return a new tensor
     */
    public Tensor emptyLike(DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.emptyLikeDtype(scope, handle, dtype.code()));
    }

    /**
     * A number in every element of this shape and another element type.
     *
     * @param value the number
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if an integer element type cannot hold the number
     */
    public Tensor fullLike(double value, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.fullLikeDtype(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(value), dtype.code()));
    }

    /**
     * A number in every element of this shape and another element type.
     *
     * @param value the number
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if an integer element type cannot hold the number
     */
    public Tensor fullLike(long value, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.fullLikeDtype(scope, handle, Numbers.INTEGER, value, dtype.code()));
    }

    /**
     * A number in every element of this shape and another element type.
     *
     * @param value the number
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if an integer element type cannot hold the number
     */
    public Tensor fullLike(boolean value, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.fullLikeDtype(scope, handle, Numbers.TRUTH, value ? 1 : 0, dtype.code()));
    }

    /**
     * A second reference to the same elements, with an owner and an end of its own. A tape goes
     * with it. If the elements lie in the memory of a workspace that the owner is no scope of, it
     * is a copy, since that memory is used anew in each cycle.
     *
     * @return a new tensor
     */
    public Tensor alias() {
        return Call.unary(Native::alias, this);
    }

    /**
     * {@return how many references hold the memory: tensors, views and aliases that are not closed,
     * and tapes}
     */
    public long useCount() {
        return KeepAlive.value(Native.useCount(handle), this);
    }

    /** {@return the type of the elements} */
    public DType dtype() {
        return DType.of((int) KeepAlive.value(Native.dtype(handle), this));
    }

    /** {@return where the memory is} */
    public Device device() {
        return Device.of((int) KeepAlive.value(Native.device(handle), this));
    }

    /** {@return the number of axes, 0 to 8} */
    public int rank() {
        return (int) KeepAlive.value(Native.rank(handle), this);
    }

    /** {@return the number of elements: the product of the sizes along all axes} */
    public long size() {
        return KeepAlive.value(Native.size(handle), this);
    }

    /** {@return the number of bytes that the elements take, one after another} */
    public long nbytes() {
        return KeepAlive.value(Native.nbytes(handle), this);
    }

    /** {@return the number of elements along each axis, in a new array; empty for a scalar} */
    public long[] shape() {
        return KeepAlive.value(Native.shape(handle), this);
    }

    /** {@return how many elements further the next one along each axis is, in a new array} */
    public long[] strides() {
        return KeepAlive.value(Native.strides(handle), this);
    }

    /**
     * {@return whether the elements lie one after another in row-major order, as those of a new
     * tensor do that is no view}
     */
    public boolean isContiguous() {
        return KeepAlive.value(Native.isContiguous(handle), this);
    }

    /**
     * The same elements in another shape: a view if strides can express it, else a copy.
     *
     * @param shape the size along each axis; one of them may be -1, and is found out
     * @return a new tensor
     * @throws ShapeMismatchException if the shape has another number of elements
     */
    public Tensor reshape(long... shape) {
        Objects.requireNonNull(shape, "shape");
        return Call.from(
                this,
                scope -> shape.length <= Call.INLINE
                        ? Native.reshape(scope, handle, shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.reshape(scope, handle, shape));
    }

    /**
     * The same elements in another shape: a view if strides can express it, else a copy.
     *
     * @param shape the size along each axis; one of them may be -1, and is found out
     * @return a new tensor
     * @throws ShapeMismatchException if the shape has another number of elements
     */
    public Tensor reshape(int[] shape) {
        return reshape(Numbers.longs(shape, "shape"));
    }

    /**
     * The same elements in another shape: a view, or a copy, as the caller wants it.
     *
     * @param shape the size along each axis; one of them may be -1, and is found out
     * @param copy whether it is a copy
     * @return a new tensor
     * @throws ShapeMismatchException if the shape has another number of elements
     * @throws InvalidArgumentException if there is to be no copy, and no strides can express the
     *     shape
     */
    public Tensor reshape(long[] shape, CopyMode copy) {
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(copy, "copy");
        return Call.from(this, scope -> Native.reshapeCopy(scope, handle, copy.code(), shape));
    }

    /**
     * The same elements in another shape: a view, or a copy, as the caller wants it.
     *
     * @param shape the size along each axis; one of them may be -1, and is found out
     * @param copy whether it is a copy
     * @return a new tensor
     * @throws ShapeMismatchException if the shape has another number of elements
     * @throws InvalidArgumentException if there is to be no copy, and no strides can express the
     *     shape
     */
    public Tensor reshape(int[] shape, CopyMode copy) {
        return reshape(Numbers.longs(shape, "shape"), copy);
    }

    /**
     * A view with the axes in another order.
     *
     * @param axes which one comes where; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is missing, is named twice, or does not exist
     */
    public Tensor permute(long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.permute(scope, handle, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.permute(scope, handle, axes));
    }

    /**
     * A view with the axes in another order.
     *
     * @param axes which one comes where; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is missing, is named twice, or does not exist
     */
    public Tensor permute(int[] axes) {
        return permute(Numbers.longs(axes, "axes"));
    }

    /**
     * A view with two axes exchanged.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor transpose() {
        return transpose(-2, -1);
    }

    /**
     * A view with two axes exchanged.
     *
     * @param first the one; a negative one counts from the last
     * @param second the other
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor transpose(long first, long second) {
        return Call.from(this, scope -> Native.transpose(scope, handle, first, second));
    }

    /**
     * A view of every {@code step}-th index of an axis, with Python's meaning of bounds: a negative
     * one counts from the end, and one that is too large is cut. With a negative step, which goes
     * backwards, the result is a copy, since strides are not negative.
     *
     * @param axis which one; a negative one counts from the last
     * @param start the first index
     * @param end where to stop; not reached. The least of all integers stops behind index 0 on the
     *     way back
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or the step is 0
     */
    public Tensor slice(long axis, long start, long end) {
        return slice(axis, start, end, 1);
    }

    /**
     * A view of every {@code step}-th index of an axis, with Python's meaning of bounds: a negative
     * one counts from the end, and one that is too large is cut. With a negative step, which goes
     * backwards, the result is a copy, since strides are not negative.
     *
     * @param axis which one; a negative one counts from the last
     * @param start the first index
     * @param end where to stop; not reached. The least of all integers stops behind index 0 on the
     *     way back
     * @param step how far it is to the next index; a negative one goes backwards
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or the step is 0
     */
    public Tensor slice(long axis, long start, long end, long step) {
        return Call.from(this, scope -> Native.slice(scope, handle, axis, start, end, step));
    }

    /**
     * A view of one index of an axis, without that axis.
     *
     * @param axis which one; a negative one counts from the last
     * @param index which index; a negative one counts from the end
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or index
     */
    public Tensor select(long axis, long index) {
        return Call.from(this, scope -> Native.select(scope, handle, axis, index));
    }

    /**
     * A view without an axis, if its size is 1.
     *
     * @param axis which one; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor squeeze(long axis) {
        return Call.from(this, scope -> Native.squeeze(scope, handle, axis));
    }

    /**
     * A view without the axes of size 1.
     *
     * @return a new tensor
     */
    public Tensor squeeze() {
        return Call.unary(Native::squeezeAllAxes, this);
    }

    /**
     * A view with one more axis, of size 1.
     *
     * @param axis where it comes to be; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such place
     */
    public Tensor unsqueeze(long axis) {
        return Call.from(this, scope -> Native.unsqueeze(scope, handle, axis));
    }

    /**
     * A view that repeats axes of size 1, and has new ones in front.
     *
     * @param shape the size along each axis; -1 keeps one
     * @return a new tensor
     * @throws ShapeMismatchException if a size that is not 1 would change
     */
    public Tensor expand(long... shape) {
        Objects.requireNonNull(shape, "shape");
        return Call.from(
                this,
                scope -> shape.length <= Call.INLINE
                        ? Native.expand(scope, handle, shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.expand(scope, handle, shape));
    }

    /**
     * A view that repeats axes of size 1, and has new ones in front.
     *
     * @param shape the size along each axis; -1 keeps one
     * @return a new tensor
     * @throws ShapeMismatchException if a size that is not 1 would change
     */
    public Tensor expand(int[] shape) {
        return expand(Numbers.longs(shape, "shape"));
    }

    /**
     * Views of an axis one after another, each of a size that is named.
     *
     * @param sizes of each part; together they are the axis
     * @return new tensors
     * @throws ShapeMismatchException if the sizes are not the axis, or one is negative
     * @throws InvalidArgumentException if there is no such axis
     */
    public List<Tensor> split(long[] sizes) {
        return split(sizes, 0);
    }

    /**
     * Views of an axis one after another, each of a size that is named.
     *
     * @param sizes of each part; together they are the axis
     * @param axis which one; a negative one counts from the last
     * @return new tensors
     * @throws ShapeMismatchException if the sizes are not the axis, or one is negative
     * @throws InvalidArgumentException if there is no such axis
     */
    public List<Tensor> split(long[] sizes, long axis) {
        Objects.requireNonNull(sizes, "sizes");
        Tensor[] made = Call.listed(this, (scope, room) -> Native.split(scope, handle, axis, sizes, room));
        return List.of(made);
    }

    /**
     * Views of an axis one after another, all of one size but for the last, which may be smaller.
     *
     * @param size of a part, at least 1
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis, the size is less than 1, or there
     *     would be more than 2^20 parts
     */
    public List<Tensor> split(long size) {
        return split(size, 0);
    }

    /**
     * Views of an axis one after another, all of one size but for the last, which may be smaller.
     *
     * @param size of a part, at least 1
     * @param axis which one; a negative one counts from the last
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis, the size is less than 1, or there
     *     would be more than 2^20 parts
     */
    public List<Tensor> split(long size, long axis) {
        Tensor[] made = Call.listed(this, (scope, room) -> Native.splitScalar(scope, handle, size, axis, room));
        return List.of(made);
    }

    /**
     * Views of an axis one after another, as many as are asked for where that is possible: all of
     * one size, rounded up, but for the last.
     *
     * @param chunks how many, at least 1
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis, or no part is asked for
     */
    public List<Tensor> chunk(long chunks) {
        return chunk(chunks, 0);
    }

    /**
     * Views of an axis one after another, as many as are asked for where that is possible: all of
     * one size, rounded up, but for the last.
     *
     * @param chunks how many, at least 1
     * @param axis which one; a negative one counts from the last
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis, or no part is asked for
     */
    public List<Tensor> chunk(long chunks, long axis) {
        Tensor[] made = Call.listed(this, (scope, room) -> Native.chunk(scope, handle, chunks, axis, room));
        return List.of(made);
    }

    /**
     * A view of each index of an axis, without that axis.
     *
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis
     */
    public List<Tensor> unbind() {
        return unbind(0);
    }

    /**
     * A view of each index of an axis, without that axis.
     *
     * @param axis which one; a negative one counts from the last
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis
     */
    public List<Tensor> unbind(long axis) {
        Tensor[] made = Call.listed(this, (scope, room) -> Native.unbind(scope, handle, axis, room));
        return List.of(made);
    }

    /**
     * The coordinates of a grid: of vectors, a tensor for each, in which its elements stand along
     * its own axis and are repeated along those of the others.
     *
     * @param tensors vectors, or scalars as vectors of one element; at least one
     * @return new tensors
     * @throws ShapeMismatchException if one has two axes or more
     * @throws InvalidArgumentException if there is no tensor
     */
    public static List<Tensor> meshgrid(Tensor[] tensors) {
        return meshgrid(tensors, false);
    }

    /**
     * The coordinates of a grid: of vectors, a tensor for each, in which its elements stand along
     * its own axis and are repeated along those of the others.
     *
     * @param tensors vectors, or scalars as vectors of one element; at least one
     * @param xy the first two axes change places, as a plot has them (NumPy's {@code
     *     indexing="xy"})
     * @return new tensors
     * @throws ShapeMismatchException if one has two axes or more
     * @throws InvalidArgumentException if there is no tensor
     */
    public static List<Tensor> meshgrid(Tensor[] tensors, boolean xy) {
        Arguments.notNull("tensors", tensors);
        Tensor[] made = Call.listed(tensors, (scope, room) -> Native.meshgrid(scope, KeepAlive.handles(tensors), xy, room));
        KeepAlive.done(tensors);
        return List.of(made);
    }

    /**
     * A view of some indices of an axis, which must all be there.
     *
     * @param axis which one; a negative one counts from the last
     * @param start the first index; a negative one counts from the end
     * @param length how many
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it has not all of these indices
     */
    public Tensor narrow(long axis, long start, long length) {
        return Call.from(this, scope -> Native.narrow(scope, handle, axis, start, length));
    }

    /**
     * A view with some axes in other places; the others keep their order.
     *
     * @param source the axes that move; a negative one counts from the last
     * @param destination where each of them comes to be
     * @return a new tensor
     * @throws InvalidArgumentException if an axis does not exist or is named twice, or there are
     *     not as many places as axes
     */
    public Tensor movedim(long[] source, long[] destination) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(destination, "destination");
        return Call.from(this, scope -> Native.movedim(scope, handle, source, destination));
    }

    /**
     * Neighbouring axes as one: a view if strides can express it, else a copy. A scalar becomes a
     * vector of one element.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or the last comes before the first
     */
    public Tensor flatten() {
        return flatten(0, -1);
    }

    /**
     * Neighbouring axes as one: a view if strides can express it, else a copy. A scalar becomes a
     * vector of one element.
     *
     * @param start the first of them; a negative one counts from the last
     * @param end the last of them
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or the last comes before the first
     */
    public Tensor flatten(long start, long end) {
        return Call.from(this, scope -> Native.flatten(scope, handle, start, end));
    }

    /**
     * A view with an axis divided into several.
     *
     * @param axis which one; a negative one counts from the last
     * @param sizes those that come instead; one of them may be -1, and is found out
     * @return a new tensor
     * @throws ShapeMismatchException if the sizes do not make up the axis
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor unflatten(long axis, long[] sizes) {
        Objects.requireNonNull(sizes, "sizes");
        return Call.from(this, scope -> Native.unflatten(scope, handle, axis, sizes));
    }

    /**
     * A view of the diagonal of two axes, which go; it is the last axis.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or both are the same
     */
    public Tensor diagonal() {
        return diagonal(0, 0, 1);
    }

    /**
     * A view of the diagonal of two axes, which go; it is the last axis.
     *
     * @param offset which one; above the main one if positive
     * @param first the axis of rows; a negative one counts from the last
     * @param second the axis of columns
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or both are the same
     */
    public Tensor diagonal(long offset, long first, long second) {
        return Call.from(this, scope -> Native.diagonal(scope, handle, offset, first, second));
    }

    /**
     * A view of windows of an axis, which may overlap: the axis counts the windows, and a new last
     * axis has what is in each.
     *
     * @param axis which one; a negative one counts from the last
     * @param size the indices of a window
     * @param step how far it is from one to the next
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, a window is larger than it, or the
     *     step is less than 1
     */
    public Tensor unfold(long axis, long size, long step) {
        return Call.from(this, scope -> Native.unfold(scope, handle, axis, size, step));
    }

    /**
     * A view that repeats axes of size 1, and has new ones in front: {@code expand} by NumPy's
     * name.
     *
     * @param shape the size along each axis; -1 keeps one
     * @return a new tensor
     * @throws ShapeMismatchException if a size that is not 1 would change
     */
    public Tensor broadcastTo(long... shape) {
        Objects.requireNonNull(shape, "shape");
        return Call.from(
                this,
                scope -> shape.length <= Call.INLINE
                        ? Native.broadcastTo(scope, handle, shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.broadcastTo(scope, handle, shape));
    }

    /**
     * A view that repeats axes of size 1, and has new ones in front: {@code expand} by NumPy's
     * name.
     *
     * @param shape the size along each axis; -1 keeps one
     * @return a new tensor
     * @throws ShapeMismatchException if a size that is not 1 would change
     */
    public Tensor broadcastTo(int[] shape) {
        return broadcastTo(Numbers.longs(shape, "shape"));
    }

    /**
     * A view with two axes exchanged: {@code transpose} by NumPy's name.
     *
     * @param first the one; a negative one counts from the last
     * @param second the other
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor swapaxes(long first, long second) {
        return Call.from(this, scope -> Native.swapaxes(scope, handle, first, second));
    }

    /**
     * A view of each matrix transposed: the last two axes exchanged.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor matrixTranspose() {
        return Call.unary(Native::matrixTranspose, this);
    }

    /**
     * A view without those of some axes whose size is 1.
     *
     * @param axes which ones; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor squeezeAxes(long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.squeezeAxes(scope, handle, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.squeezeAxes(scope, handle, axes));
    }

    /**
     * A view without those of some axes whose size is 1.
     *
     * @param axes which ones; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor squeezeAxes(int[] axes) {
        return squeezeAxes(Numbers.longs(axes, "axes"));
    }

    /**
     * Views of tensors in the shape that they broadcast to: {@code broadcast_arrays} of the array
     * API.
     *
     * @param tensors which ones; at least one
     * @return new tensors
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if there is no tensor
     */
    public static List<Tensor> broadcastTensors(Tensor[] tensors) {
        Arguments.notNull("tensors", tensors);
        Tensor[] made = Call.listed(tensors, (scope, room) -> Native.broadcastTensors(scope, KeepAlive.handles(tensors), room));
        KeepAlive.done(tensors);
        return List.of(made);
    }

    /**
     * {@return the only element, as a double} An integer beyond 2^53 is rounded; {@link
     * Tensor#itemLong} is exact.
     *
     * @throws InvalidArgumentException if there is not exactly one element
     */
    public double item() {
        return KeepAlive.value(Native.item(handle), this);
    }

    /**
     * {@return the only element of a tensor of integers or truth values, exactly; 0 or 1 for a
     * truth value}
     *
     * @throws InvalidArgumentException if there is not exactly one element
     * @throws DTypeMismatchException if it is a floating-point number: cast it, or take {@link
     *     Tensor#item}
     */
    public long itemLong() {
        return KeepAlive.value(Native.itemI64(handle), this);
    }

    /**
     * A copy in memory of its own, in row-major order.
     *
     * @return a new tensor
     */
    public Tensor copy() {
        return Call.unary(Native::copy, this);
    }

    /**
     * The same elements in row-major order: a second reference if they lie so already, else a copy.
     *
     * @return a new tensor
     */
    public Tensor contiguous() {
        return Call.unary(Native::contiguous, this);
    }

    /**
     * The elements converted to another type. A floating-point number that becomes an integer is
     * rounded toward zero and cut to what the type can hold; NaN becomes 0.
     *
     * @param dtype the element type of the result
     * @return a new tensor
     */
    public Tensor cast(DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.cast(scope, handle, dtype.code()));
    }

    /**
     * The elements converted to another type, on the same memory or in a copy, as the caller wants
     * it. What has the type already is the same elements.
     *
     * @param dtype the element type of the result
     * @param copy whether it is a copy
     * @return a new tensor
     * @throws InvalidArgumentException if there is to be no copy, and the elements are of another
     *     type
     */
    public Tensor cast(DType dtype, CopyMode copy) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(copy, "copy");
        return Call.from(this, scope -> Native.castCopy(scope, handle, dtype.code(), copy.code()));
    }

    /**
     * The elements on a device: a second reference if they are there already, else a copy.
     *
     * @param device where to
     * @return a new tensor
     * @throws TensorException if there is no such device
     */
    public Tensor toDevice(Device device) {
        Objects.requireNonNull(device, "device");
        return Call.from(this, scope -> Native.toDevice(scope, handle, device.code()));
    }

    /**
     * The sum, element by element.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor add(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::add, this, other);
    }

    /**
     * The difference, element by element.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor sub(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::sub, this, other);
    }

    /**
     * The product, element by element.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor mul(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::mul, this, other);
    }

    /**
     * The quotient, element by element; of integers, f32.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor div(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::div, this, other);
    }

    /**
     * Each element to a power.
     *
     * @param exponent the power
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor pow(Tensor exponent) {
        Objects.requireNonNull(exponent, "exponent");
        return Call.binary(Native::pow, this, exponent);
    }

    /**
     * The larger of each two; NaN if either is.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor maximum(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::maximum, this, other);
    }

    /**
     * The smaller of each two; NaN if either is.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor minimum(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::minimum, this, other);
    }

    /**
     * The sum, element by element.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor add(double other) {
        return Call.scalar(Native::addScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The sum, element by element.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor add(long other) {
        return Call.scalar(Native::addScalar, this, Numbers.INTEGER, other);
    }

    /**
     * The difference, element by element.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor sub(double other) {
        return Call.scalar(Native::subScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The difference, element by element.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor sub(long other) {
        return Call.scalar(Native::subScalar, this, Numbers.INTEGER, other);
    }

    /**
     * The product, element by element.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor mul(double other) {
        return Call.scalar(Native::mulScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The product, element by element.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor mul(long other) {
        return Call.scalar(Native::mulScalar, this, Numbers.INTEGER, other);
    }

    /**
     * The quotient, element by element; of integers, f32.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor div(double other) {
        return Call.scalar(Native::divScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The quotient, element by element; of integers, f32.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor div(long other) {
        return Call.scalar(Native::divScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Each element to a power.
     *
     * @param exponent the power, of every element
     * @return a new tensor
     */
    public Tensor pow(double exponent) {
        return Call.scalar(Native::powScalar, this, Numbers.REAL, Double.doubleToRawLongBits(exponent));
    }

    /**
     * Each element to a power.
     *
     * @param exponent the power, of every element
     * @return a new tensor
     */
    public Tensor pow(long exponent) {
        return Call.scalar(Native::powScalar, this, Numbers.INTEGER, exponent);
    }

    /**
     * The larger of each two; NaN if either is.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor maximum(double other) {
        return Call.scalar(Native::maximumScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The larger of each two; NaN if either is.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor maximum(long other) {
        return Call.scalar(Native::maximumScalar, this, Numbers.INTEGER, other);
    }

    /**
     * The smaller of each two; NaN if either is.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor minimum(double other) {
        return Call.scalar(Native::minimumScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The smaller of each two; NaN if either is.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor minimum(long other) {
        return Call.scalar(Native::minimumScalar, this, Numbers.INTEGER, other);
    }

    /**
     * A number less each element.
     *
     * @param other what is subtracted from
     * @return a new tensor
     */
    public Tensor rsub(double other) {
        return Call.scalar(Native::rsubScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * A number less each element.
     *
     * @param other what is subtracted from
     * @return a new tensor
     */
    public Tensor rsub(long other) {
        return Call.scalar(Native::rsubScalar, this, Numbers.INTEGER, other);
    }

    /**
     * A number divided by each element; of integers, f32.
     *
     * @param other what is divided
     * @return a new tensor
     */
    public Tensor rdiv(double other) {
        return Call.scalar(Native::rdivScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * A number divided by each element; of integers, f32.
     *
     * @param other what is divided
     * @return a new tensor
     */
    public Tensor rdiv(long other) {
        return Call.scalar(Native::rdivScalar, this, Numbers.INTEGER, other);
    }

    /**
     * A number to the power of each element.
     *
     * @param other what is raised
     * @return a new tensor
     */
    public Tensor rpow(double other) {
        return Call.scalar(Native::rpowScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * A number to the power of each element.
     *
     * @param other what is raised
     * @return a new tensor
     */
    public Tensor rpow(long other) {
        return Call.scalar(Native::rpowScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Where both are equal, bool.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor eq(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::eq, this, other);
    }

    /**
     * Where both are equal, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor eq(double other) {
        return Call.scalar(Native::eqScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Where both are equal, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor eq(long other) {
        return Call.scalar(Native::eqScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Where both are equal, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor eq(boolean other) {
        return Call.scalar(Native::eqScalar, this, Numbers.TRUTH, other ? 1 : 0);
    }

    /**
     * Where both differ, bool.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor ne(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::ne, this, other);
    }

    /**
     * Where both differ, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor ne(double other) {
        return Call.scalar(Native::neScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Where both differ, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor ne(long other) {
        return Call.scalar(Native::neScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Where both differ, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor ne(boolean other) {
        return Call.scalar(Native::neScalar, this, Numbers.TRUTH, other ? 1 : 0);
    }

    /**
     * Where this is less than the other, bool.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor lt(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::lt, this, other);
    }

    /**
     * Where this is less than the other, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor lt(double other) {
        return Call.scalar(Native::ltScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Where this is less than the other, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor lt(long other) {
        return Call.scalar(Native::ltScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Where this is less than the other or equal, bool.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor le(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::le, this, other);
    }

    /**
     * Where this is less than the other or equal, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor le(double other) {
        return Call.scalar(Native::leScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Where this is less than the other or equal, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor le(long other) {
        return Call.scalar(Native::leScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Where this is greater than the other, bool.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor gt(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::gt, this, other);
    }

    /**
     * Where this is greater than the other, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor gt(double other) {
        return Call.scalar(Native::gtScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Where this is greater than the other, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor gt(long other) {
        return Call.scalar(Native::gtScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Where this is greater than the other or equal, bool.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor ge(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::ge, this, other);
    }

    /**
     * Where this is greater than the other or equal, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor ge(double other) {
        return Call.scalar(Native::geScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Where this is greater than the other or equal, bool.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor ge(long other) {
        return Call.scalar(Native::geScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Each element with the other sign.
     *
     * @return a new tensor
     */
    public Tensor neg() {
        return Call.unary(Native::neg, this);
    }

    /**
     * e to the power of each element.
     *
     * @return a new tensor
     */
    public Tensor exp() {
        return Call.unary(Native::exp, this);
    }

    /**
     * The natural logarithm.
     *
     * @return a new tensor
     */
    public Tensor log() {
        return Call.unary(Native::log, this);
    }

    /**
     * The square root.
     *
     * @return a new tensor
     */
    public Tensor sqrt() {
        return Call.unary(Native::sqrt, this);
    }

    /**
     * The absolute value.
     *
     * @return a new tensor
     */
    public Tensor abs() {
        return Call.unary(Native::abs, this);
    }

    /**
     * Each element where it is positive, else 0.
     *
     * @return a new tensor
     */
    public Tensor relu() {
        return Call.unary(Native::relu, this);
    }

    /**
     * The logistic function, {@code 1 / (1 + exp(-x))} of each {@code x}.
     *
     * @return a new tensor
     */
    public Tensor sigmoid() {
        return Call.unary(Native::sigmoid, this);
    }

    /**
     * The hyperbolic tangent.
     *
     * @return a new tensor
     */
    public Tensor tanh() {
        return Call.unary(Native::tanh, this);
    }

    /**
     * {@code log(1 + exp(x))} of each {@code x}: relu without its corner.
     *
     * @return a new tensor
     */
    public Tensor softplus() {
        return Call.unary(Native::softplus, this);
    }

    /**
     * The error function, {@code 2 / sqrt(pi)} times the integral of {@code exp(-t^2)} from 0 to
     * each element.
     *
     * @return a new tensor
     */
    public Tensor erf() {
        return Call.unary(Native::erf, this);
    }

    /**
     * {@code 1 - erf(x)} of each {@code x}, with all digits where that is nearly 0.
     *
     * @return a new tensor
     */
    public Tensor erfc() {
        return Call.unary(Native::erfc, this);
    }

    /**
     * Each {@code x} times the share of the normal distribution below it.
     *
     * @return a new tensor
     */
    public Tensor gelu() {
        return Call.unary(Native::gelu, this);
    }

    /**
     * {@code x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2} of each {@code x}, which
     * approximates {@code gelu}.
     *
     * @return a new tensor
     */
    public Tensor geluTanh() {
        return Call.unary(Native::geluTanh, this);
    }

    /**
     * Chooses by truth values: elements of {@code a} where the condition is true, of {@code b}
     * elsewhere.
     *
     * @param a taken where it is true
     * @param b taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor where(Tensor a, Tensor b) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.where(scope, handle, a.handle, b.handle));
        KeepAlive.done(a, b);
        return result;
    }

    /**
     * Chooses by truth values: elements of {@code a} where the condition is true, a number
     * elsewhere.
     *
     * @param a taken where it is true
     * @param b taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor where(Tensor a, double b) {
        Objects.requireNonNull(a, "a");
        Tensor result = Call.from(this, scope -> Native.whereTensorScalar(scope, handle, a.handle, Numbers.REAL, Double.doubleToRawLongBits(b)));
        KeepAlive.done(a);
        return result;
    }

    /**
     * Chooses by truth values: elements of {@code a} where the condition is true, a number
     * elsewhere.
     *
     * @param a taken where it is true
     * @param b taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor where(Tensor a, long b) {
        Objects.requireNonNull(a, "a");
        Tensor result = Call.from(this, scope -> Native.whereTensorScalar(scope, handle, a.handle, Numbers.INTEGER, b));
        KeepAlive.done(a);
        return result;
    }

    /**
     * Chooses by truth values: elements of {@code a} where the condition is true, a number
     * elsewhere.
     *
     * @param a taken where it is true
     * @param b taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor where(Tensor a, boolean b) {
        Objects.requireNonNull(a, "a");
        Tensor result = Call.from(this, scope -> Native.whereTensorScalar(scope, handle, a.handle, Numbers.TRUTH, b ? 1 : 0));
        KeepAlive.done(a);
        return result;
    }

    /**
     * Chooses by truth values: a number where the condition is true, elements of {@code b}
     * elsewhere.
     *
     * @param a taken where it is true
     * @param b taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor where(double a, Tensor b) {
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.whereScalarTensor(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(a), b.handle));
        KeepAlive.done(b);
        return result;
    }

    /**
     * Chooses by truth values: a number where the condition is true, elements of {@code b}
     * elsewhere.
     *
     * @param a taken where it is true
     * @param b taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor where(long a, Tensor b) {
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.whereScalarTensor(scope, handle, Numbers.INTEGER, a, b.handle));
        KeepAlive.done(b);
        return result;
    }

    /**
     * Chooses by truth values: a number where the condition is true, elements of {@code b}
     * elsewhere.
     *
     * @param a taken where it is true
     * @param b taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor where(boolean a, Tensor b) {
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.whereScalarTensor(scope, handle, Numbers.TRUTH, a ? 1 : 0, b.handle));
        KeepAlive.done(b);
        return result;
    }

    /**
     * Chooses one of two numbers by truth values: i64 if both are integers, else f32.
     *
     * @param a taken where it is true
     * @param b taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     */
    public Tensor where(double a, double b) {
        return Call.from(this, scope -> Native.whereScalarScalar(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(a), Numbers.REAL, Double.doubleToRawLongBits(b)));
    }

    /**
     * Chooses one of two numbers by truth values: i64 if both are integers, else f32.
     *
     * @param a taken where it is true
     * @param b taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     */
    public Tensor where(long a, double b) {
        return Call.from(this, scope -> Native.whereScalarScalar(scope, handle, Numbers.INTEGER, a, Numbers.REAL, Double.doubleToRawLongBits(b)));
    }

    /**
     * Chooses one of two numbers by truth values: i64 if both are integers, else f32.
     *
     * @param a taken where it is true
     * @param b taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     */
    public Tensor where(double a, long b) {
        return Call.from(this, scope -> Native.whereScalarScalar(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(a), Numbers.INTEGER, b));
    }

    /**
     * Chooses one of two numbers by truth values: i64 if both are integers, else f32.
     *
     * @param a taken where it is true
     * @param b taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     */
    public Tensor where(long a, long b) {
        return Call.from(this, scope -> Native.whereScalarScalar(scope, handle, Numbers.INTEGER, a, Numbers.INTEGER, b));
    }

    /**
     * Chooses one of two numbers by truth values: i64 if both are integers, else f32.
     *
     * @param a taken where it is true
     * @param b taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     */
    public Tensor where(boolean a, boolean b) {
        return Call.from(this, scope -> Native.whereScalarScalar(scope, handle, Numbers.TRUTH, a ? 1 : 0, Numbers.TRUTH, b ? 1 : 0));
    }

    /**
     * The product of matrices, by PyTorch's rules: the last two axes, the others broadcast; one
     * axis is a vector, and of two vectors it is the dot product.
     *
     * @param other the right operand
     * @return a new tensor
     * @throws ShapeMismatchException if the inner dimensions differ
     */
    public Tensor matmul(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::matmul, this, other);
    }

    /**
     * {@code exp(x)} of each {@code x}, divided by their sum along an axis.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor softmax() {
        return softmax(-1);
    }

    /**
     * {@code exp(x)} of each {@code x}, divided by their sum along an axis.
     *
     * @param axis which one; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor softmax(long axis) {
        return Call.from(this, scope -> Native.softmax(scope, handle, axis));
    }

    /**
     * The logarithm of the softmax along an axis, computed without its rounding.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor logSoftmax() {
        return logSoftmax(-1);
    }

    /**
     * The logarithm of the softmax along an axis, computed without its rounding.
     *
     * @param axis which one; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor logSoftmax(long axis) {
        return Call.from(this, scope -> Native.logSoftmax(scope, handle, axis));
    }

    /**
     * The softmax along an axis, of the elements cast to an element type, which is the result's.
     *
     * @param axis which one; a negative one counts from the last
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     * @throws DTypeMismatchException if the element type is not floating-point
     */
    public Tensor softmax(long axis, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.softmaxDtype(scope, handle, axis, dtype.code()));
    }

    /**
     * The logarithm of the softmax along an axis, of the elements cast to an element type, which is
     * the result's.
     *
     * @param axis which one; a negative one counts from the last
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     * @throws DTypeMismatchException if the element type is not floating-point
     */
    public Tensor logSoftmax(long axis, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.logSoftmaxDtype(scope, handle, axis, dtype.code()));
    }

    /**
     * The mean over rows of the negative {@code log_softmax} at the target: of logits {@code [N,
     * C]} and targets {@code [N]} a scalar.
     *
     * @param targets the class of each row, integers
     * @return a new tensor
     * @throws InvalidArgumentException if a target is no class
     */
    public Tensor crossEntropy(Tensor targets) {
        Objects.requireNonNull(targets, "targets");
        return Call.binary(Native::crossEntropy, this, targets);
    }

    /**
     * The mean over rows of the negative logarithm of the probability at the target: of these
     * logarithms {@code [N, C]} and targets {@code [N]} a scalar.
     *
     * @param targets the class of each row, integers
     * @return a new tensor
     * @throws InvalidArgumentException if a target is no class
     */
    public Tensor nllLoss(Tensor targets) {
        Objects.requireNonNull(targets, "targets");
        return Call.binary(Native::nllLoss, this, targets);
    }

    /**
     * Tensors one after another along an axis; their shapes agree in all others.
     *
     * @param axis which one; a negative one counts from the last
     * @param tensors at least one
     * @return a new tensor
     * @throws ShapeMismatchException if they differ along another axis
     * @throws InvalidArgumentException if there is no such axis, or no tensor
     */
    public static Tensor concat(long axis, Tensor... tensors) {
        Arguments.notNull("tensors", tensors);
        return Call.joined(tensors, scope -> Native.concat(scope, KeepAlive.handles(tensors), axis));
    }

    /**
     * Tensors one after another along an axis; their shapes agree in all others.
     *
     * @param axis which one; a negative one counts from the last
     * @param tensors at least one
     * @return a new tensor
     * @throws ShapeMismatchException if they differ along another axis
     * @throws InvalidArgumentException if there is no such axis, or no tensor
     */
    public static Tensor concat(long axis, List<? extends Tensor> tensors) {
        return concat(axis, Arguments.array("tensors", tensors));
    }

    /**
     * Tensors one after another, each flattened in row-major order: a vector. {@code concat} of the
     * array API without an axis.
     *
     * @param tensors at least one, of any shapes
     * @return a new tensor
     * @throws InvalidArgumentException if there is no tensor
     */
    public static Tensor concatFlat(Tensor... tensors) {
        Arguments.notNull("tensors", tensors);
        return Call.joined(tensors, scope -> Native.concatFlat(scope, KeepAlive.handles(tensors)));
    }

    /**
     * Tensors one after another, each flattened in row-major order: a vector. {@code concat} of the
     * array API without an axis.
     *
     * @param tensors at least one, of any shapes
     * @return a new tensor
     * @throws InvalidArgumentException if there is no tensor
     */
    public static Tensor concatFlat(List<? extends Tensor> tensors) {
        return concatFlat(Arguments.array("tensors", tensors));
    }

    /**
     * Tensors of one shape along a new axis.
     *
     * @param axis where the new one is; a negative one counts from the last
     * @param tensors at least one
     * @return a new tensor
     * @throws ShapeMismatchException if their shapes differ
     * @throws InvalidArgumentException if there is no such place, or no tensor
     */
    public static Tensor stack(long axis, Tensor... tensors) {
        Arguments.notNull("tensors", tensors);
        return Call.joined(tensors, scope -> Native.stack(scope, KeepAlive.handles(tensors), axis));
    }

    /**
     * Tensors of one shape along a new axis.
     *
     * @param axis where the new one is; a negative one counts from the last
     * @param tensors at least one
     * @return a new tensor
     * @throws ShapeMismatchException if their shapes differ
     * @throws InvalidArgumentException if there is no such place, or no tensor
     */
    public static Tensor stack(long axis, List<? extends Tensor> tensors) {
        return stack(axis, Arguments.array("tensors", tensors));
    }

    /**
     * A copy of chosen indices of an axis, in the order given.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or index
     */
    public Tensor indexSelect(long axis, Tensor index) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.indexSelect(scope, handle, axis, index.handle));
        KeepAlive.done(index);
        return result;
    }

    /**
     * Each integer as a row of zeros with a one in its place: one more axis, i64.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an element is no class
     */
    public Tensor oneHot() {
        return oneHot(-1);
    }

    /**
     * Each integer as a row of zeros with a one in its place: one more axis, i64.
     *
     * @param classes the length of the rows; -1 is the largest plus 1
     * @return a new tensor
     * @throws InvalidArgumentException if an element is no class
     */
    public Tensor oneHot(long classes) {
        return Call.from(this, scope -> Native.oneHot(scope, handle, classes));
    }

    /**
     * 2 to the power of each element.
     *
     * @return a new tensor
     */
    public Tensor exp2() {
        return Call.unary(Native::exp2, this);
    }

    /**
     * {@code exp(x) - 1} of each {@code x}, with all digits near 0.
     *
     * @return a new tensor
     */
    public Tensor expm1() {
        return Call.unary(Native::expm1, this);
    }

    /**
     * The logarithm to base 2.
     *
     * @return a new tensor
     */
    public Tensor log2() {
        return Call.unary(Native::log2, this);
    }

    /**
     * The logarithm to base 10.
     *
     * @return a new tensor
     */
    public Tensor log10() {
        return Call.unary(Native::log10, this);
    }

    /**
     * {@code log(1 + x)} of each {@code x}, with all digits near 0.
     *
     * @return a new tensor
     */
    public Tensor log1p() {
        return Call.unary(Native::log1p, this);
    }

    /**
     * 1 divided by the square root.
     *
     * @return a new tensor
     */
    public Tensor rsqrt() {
        return Call.unary(Native::rsqrt, this);
    }

    /**
     * 1 divided by each element.
     *
     * @return a new tensor
     */
    public Tensor reciprocal() {
        return Call.unary(Native::reciprocal, this);
    }

    /**
     * Each element times itself.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor square() {
        return Call.unary(Native::square, this);
    }

    /**
     * The sine of angles in radians.
     *
     * @return a new tensor
     */
    public Tensor sin() {
        return Call.unary(Native::sin, this);
    }

    /**
     * The cosine of angles in radians.
     *
     * @return a new tensor
     */
    public Tensor cos() {
        return Call.unary(Native::cos, this);
    }

    /**
     * The tangent of angles in radians.
     *
     * @return a new tensor
     */
    public Tensor tan() {
        return Call.unary(Native::tan, this);
    }

    /**
     * The angle whose sine each element is, in radians; NaN of what is none.
     *
     * @return a new tensor
     */
    public Tensor asin() {
        return Call.unary(Native::asin, this);
    }

    /**
     * The angle whose cosine each element is, in radians; NaN of what is none.
     *
     * @return a new tensor
     */
    public Tensor acos() {
        return Call.unary(Native::acos, this);
    }

    /**
     * The angle whose tangent each element is, in radians.
     *
     * @return a new tensor
     */
    public Tensor atan() {
        return Call.unary(Native::atan, this);
    }

    /**
     * The hyperbolic sine.
     *
     * @return a new tensor
     */
    public Tensor sinh() {
        return Call.unary(Native::sinh, this);
    }

    /**
     * The hyperbolic cosine.
     *
     * @return a new tensor
     */
    public Tensor cosh() {
        return Call.unary(Native::cosh, this);
    }

    /**
     * The inverse of the hyperbolic sine.
     *
     * @return a new tensor
     */
    public Tensor asinh() {
        return Call.unary(Native::asinh, this);
    }

    /**
     * The inverse of the hyperbolic cosine; NaN below 1.
     *
     * @return a new tensor
     */
    public Tensor acosh() {
        return Call.unary(Native::acosh, this);
    }

    /**
     * The inverse of the hyperbolic tangent; NaN outside of -1 to 1.
     *
     * @return a new tensor
     */
    public Tensor atanh() {
        return Call.unary(Native::atanh, this);
    }

    /**
     * The logarithm of the absolute value of the gamma function.
     *
     * @return a new tensor
     */
    public Tensor lgamma() {
        return Call.unary(Native::lgamma, this);
    }

    /**
     * The derivative of the logarithm of the gamma function.
     *
     * @return a new tensor
     */
    public Tensor digamma() {
        return Call.unary(Native::digamma, this);
    }

    /**
     * {@code log(x / (1 - x))} of each {@code x}, the inverse of sigmoid; NaN outside of 0 to 1.
     *
     * @return a new tensor
     */
    public Tensor logit() {
        return Call.unary(Native::logit, this);
    }

    /**
     * {@code log(x / (1 - x))} of each {@code x} put between {@code eps} and {@code 1 - eps}.
     *
     * @param eps how far from 0 and 1
     * @return a new tensor
     */
    public Tensor logit(double eps) {
        return Call.real(Native::logitEps, this, eps);
    }

    /**
     * Each element less its integral part, with its sign.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor frac() {
        return Call.unary(Native::frac, this);
    }

    /**
     * The greatest integer that is not above each element; integers stay.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor floor() {
        return Call.unary(Native::floor, this);
    }

    /**
     * The least integer that is not below each element; integers stay.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor ceil() {
        return Call.unary(Native::ceil, this);
    }

    /**
     * The nearest integer, of two the even one; integers stay.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor round() {
        return Call.unary(Native::round, this);
    }

    /**
     * The nearest integer towards 0; integers stay.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor trunc() {
        return Call.unary(Native::trunc, this);
    }

    /**
     * -1, 0 or 1, as each element is; of NaN 0.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor sign() {
        return Call.unary(Native::sign, this);
    }

    /**
     * The nearest number of so many decimals, of two the one whose last digit is even.
     *
     * @param decimals how many; if negative, tens, hundreds and so on
     * @return a new tensor
     */
    public Tensor round(long decimals) {
        return Call.from(this, scope -> Native.roundDecimals(scope, handle, decimals));
    }

    /**
     * Each element, but 0 in the place of NaN, and the largest ones of the type in that of the
     * infinities.
     *
     * @return a new tensor
     */
    public Tensor nanToNum() {
        return Call.unary(Native::nanToNum, this);
    }

    /**
     * Each element, but numbers in the place of NaN and of the infinities.
     *
     * @param nan what NaN becomes
     * @param posinf what infinity becomes; infinity is the largest number of the type
     * @param neginf what negative infinity becomes, likewise
     * @return a new tensor
     */
    public Tensor nanToNum(double nan, double posinf, double neginf) {
        return Call.from(this, scope -> Native.nanToNumValues(scope, handle, nan, posinf, neginf));
    }

    /**
     * Each element put between two numbers; its gradient goes where it was between them.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound, which wins; infinity for none
     * @return a new tensor
     * @throws InvalidArgumentException if a bound is integral and an integer element type cannot
     *     hold it
     */
    public Tensor clamp(double min, double max) {
        return Call.from(this, scope -> Native.clampScalar(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(min), Numbers.REAL, Double.doubleToRawLongBits(max)));
    }

    /**
     * Each element put between two numbers; its gradient goes where it was between them.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound, which wins; infinity for none
     * @return a new tensor
     * @throws InvalidArgumentException if a bound is integral and an integer element type cannot
     *     hold it
     */
    public Tensor clamp(long min, double max) {
        return Call.from(this, scope -> Native.clampScalar(scope, handle, Numbers.INTEGER, min, Numbers.REAL, Double.doubleToRawLongBits(max)));
    }

    /**
     * Each element put between two numbers; its gradient goes where it was between them.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound, which wins; infinity for none
     * @return a new tensor
     * @throws InvalidArgumentException if a bound is integral and an integer element type cannot
     *     hold it
     */
    public Tensor clamp(double min, long max) {
        return Call.from(this, scope -> Native.clampScalar(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(min), Numbers.INTEGER, max));
    }

    /**
     * Each element put between two numbers; its gradient goes where it was between them.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound, which wins; infinity for none
     * @return a new tensor
     * @throws InvalidArgumentException if a bound is integral and an integer element type cannot
     *     hold it
     */
    public Tensor clamp(long min, long max) {
        return Call.from(this, scope -> Native.clampScalar(scope, handle, Numbers.INTEGER, min, Numbers.INTEGER, max));
    }

    /**
     * Each element put between those of two tensors; at a tie each side has half of the gradient.
     *
     * @param min the lower bounds, or none
     * @param max the upper bounds, which win, or none
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if there is neither
     */
    public Tensor clamp(@Nullable Tensor min, @Nullable Tensor max) {
        Tensor result = Call.from(this, scope -> Native.clamp(scope, handle, min == null ? 0 : min.handle, max == null ? 0 : max.handle));
        KeepAlive.done(min, max);
        return result;
    }

    /**
     * The quotient rounded down, as {@code //} of Python. It has no gradient.
     *
     * @param divisor what to divide by
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if both are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     * @throws TensorException if an operand is on a tape
     */
    public Tensor floorDivide(Tensor divisor) {
        Objects.requireNonNull(divisor, "divisor");
        return Call.binary(Native::floorDivide, this, divisor);
    }

    /**
     * The quotient rounded down, as {@code //} of Python. It has no gradient.
     *
     * @param divisor what to divide by, for every element
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     * @throws TensorException if it is on a tape
     */
    public Tensor floorDivide(double divisor) {
        return Call.scalar(Native::floorDivideScalar, this, Numbers.REAL, Double.doubleToRawLongBits(divisor));
    }

    /**
     * The quotient rounded down, as {@code //} of Python. It has no gradient.
     *
     * @param divisor what to divide by, for every element
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     * @throws TensorException if it is on a tape
     */
    public Tensor floorDivide(long divisor) {
        return Call.scalar(Native::floorDivideScalar, this, Numbers.INTEGER, divisor);
    }

    /**
     * The quotient of a number and each element, rounded down: {@code 7 // x} of Python. It has no
     * gradient.
     *
     * @param other what is divided
     * @return a new tensor
     * @throws InvalidArgumentException if an integer is divided by 0
     * @throws TensorException if it is on a tape
     */
    public Tensor rfloordiv(double other) {
        return Call.scalar(Native::rfloordivScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The quotient of a number and each element, rounded down: {@code 7 // x} of Python. It has no
     * gradient.
     *
     * @param other what is divided
     * @return a new tensor
     * @throws InvalidArgumentException if an integer is divided by 0
     * @throws TensorException if it is on a tape
     */
    public Tensor rfloordiv(long other) {
        return Call.scalar(Native::rfloordivScalar, this, Numbers.INTEGER, other);
    }

    /**
     * What the quotient of a number and each element, rounded down, leaves: {@code 7 % x} of
     * Python.
     *
     * @param other what is divided
     * @return a new tensor
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public Tensor rmod(double other) {
        return Call.scalar(Native::rmodScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * What the quotient of a number and each element, rounded down, leaves: {@code 7 % x} of
     * Python.
     *
     * @param other what is divided
     * @return a new tensor
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public Tensor rmod(long other) {
        return Call.scalar(Native::rmodScalar, this, Numbers.INTEGER, other);
    }

    /**
     * What the quotient rounded down leaves, with the sign of the divisor, as {@code %} of Python.
     *
     * @param divisor what to divide by
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if both are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public Tensor remainder(Tensor divisor) {
        Objects.requireNonNull(divisor, "divisor");
        return Call.binary(Native::remainder, this, divisor);
    }

    /**
     * What the quotient rounded down leaves, with the sign of the divisor, as {@code %} of Python.
     *
     * @param divisor what to divide by, for every element
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public Tensor remainder(double divisor) {
        return Call.scalar(Native::remainderScalar, this, Numbers.REAL, Double.doubleToRawLongBits(divisor));
    }

    /**
     * What the quotient rounded down leaves, with the sign of the divisor, as {@code %} of Python.
     *
     * @param divisor what to divide by, for every element
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public Tensor remainder(long divisor) {
        return Call.scalar(Native::remainderScalar, this, Numbers.INTEGER, divisor);
    }

    /**
     * What the quotient rounded towards 0 leaves, with the sign of the element, as {@code %} of
     * Java, C# and C.
     *
     * @param divisor what to divide by
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if both are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public Tensor fmod(Tensor divisor) {
        Objects.requireNonNull(divisor, "divisor");
        return Call.binary(Native::fmod, this, divisor);
    }

    /**
     * What the quotient rounded towards 0 leaves, with the sign of the element, as {@code %} of
     * Java, C# and C.
     *
     * @param divisor what to divide by, for every element
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public Tensor fmod(double divisor) {
        return Call.scalar(Native::fmodScalar, this, Numbers.REAL, Double.doubleToRawLongBits(divisor));
    }

    /**
     * What the quotient rounded towards 0 leaves, with the sign of the element, as {@code %} of
     * Java, C# and C.
     *
     * @param divisor what to divide by, for every element
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public Tensor fmod(long divisor) {
        return Call.scalar(Native::fmodScalar, this, Numbers.INTEGER, divisor);
    }

    /**
     * The angle of the points whose ordinates these are, in radians.
     *
     * @param other the abscissas
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor atan2(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::atan2, this, other);
    }

    /**
     * The angle of the points whose ordinates these are, in radians.
     *
     * @param other the abscissa, for every element
     * @return a new tensor
     */
    public Tensor atan2(double other) {
        return Call.scalar(Native::atan2Scalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The angle of the points whose ordinates these are, in radians.
     *
     * @param other the abscissa, for every element
     * @return a new tensor
     */
    public Tensor atan2(long other) {
        return Call.scalar(Native::atan2Scalar, this, Numbers.INTEGER, other);
    }

    /**
     * {@code sqrt(x^2 + y^2)} of each two, without overflow on the way.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor hypot(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::hypot, this, other);
    }

    /**
     * {@code sqrt(x^2 + y^2)} of each two, without overflow on the way.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor hypot(double other) {
        return Call.scalar(Native::hypotScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * {@code sqrt(x^2 + y^2)} of each two, without overflow on the way.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor hypot(long other) {
        return Call.scalar(Native::hypotScalar, this, Numbers.INTEGER, other);
    }

    /**
     * The size of each element with another sign.
     *
     * @param other whose signs to take
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor copysign(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::copysign, this, other);
    }

    /**
     * The size of each element with another sign.
     *
     * @param other whose signs to take, for every element
     * @return a new tensor
     */
    public Tensor copysign(double other) {
        return Call.scalar(Native::copysignScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The size of each element with another sign.
     *
     * @param other whose signs to take, for every element
     * @return a new tensor
     */
    public Tensor copysign(long other) {
        return Call.scalar(Native::copysignScalar, this, Numbers.INTEGER, other);
    }

    /**
     * {@code log(exp(x) + exp(y))} of each two, without overflow on the way.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor logaddexp(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::logaddexp, this, other);
    }

    /**
     * {@code log(exp(x) + exp(y))} of each two, without overflow on the way.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor logaddexp(double other) {
        return Call.scalar(Native::logaddexpScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * {@code log(exp(x) + exp(y))} of each two, without overflow on the way.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor logaddexp(long other) {
        return Call.scalar(Native::logaddexpScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Each element times the logarithm of another; 0 where it is 0.
     *
     * @param other whose logarithms to take
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor xlogy(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::xlogy, this, other);
    }

    /**
     * Each element times the logarithm of another; 0 where it is 0.
     *
     * @param other whose logarithms to take, for every element
     * @return a new tensor
     */
    public Tensor xlogy(double other) {
        return Call.scalar(Native::xlogyScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Each element times the logarithm of another; 0 where it is 0.
     *
     * @param other whose logarithms to take, for every element
     * @return a new tensor
     */
    public Tensor xlogy(long other) {
        return Call.scalar(Native::xlogyScalar, this, Numbers.INTEGER, other);
    }

    /**
     * The way from each element to another, as far as a weight says: {@code x + weight (end - x)}.
     *
     * @param end where the weight is 1
     * @param weight how far
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor lerp(Tensor end, Tensor weight) {
        Objects.requireNonNull(end, "end");
        Objects.requireNonNull(weight, "weight");
        Tensor result = Call.from(this, scope -> Native.lerp(scope, handle, end.handle, weight.handle));
        KeepAlive.done(end, weight);
        return result;
    }

    /**
     * The way from each element to another, as far as a weight says: {@code x + weight (end - x)}.
     *
     * @param end where the weight is 1
     * @param weight how far, for every element
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor lerp(Tensor end, double weight) {
        Objects.requireNonNull(end, "end");
        Tensor result = Call.from(this, scope -> Native.lerpScalar(scope, handle, end.handle, Numbers.REAL, Double.doubleToRawLongBits(weight)));
        KeepAlive.done(end);
        return result;
    }

    /**
     * The way from each element to another, as far as a weight says: {@code x + weight (end - x)}.
     *
     * @param end where the weight is 1
     * @param weight how far, for every element
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor lerp(Tensor end, long weight) {
        Objects.requireNonNull(end, "end");
        Tensor result = Call.from(this, scope -> Native.lerpScalar(scope, handle, end.handle, Numbers.INTEGER, weight));
        KeepAlive.done(end);
        return result;
    }

    /**
     * Each element plus the product of two others, times a number.
     *
     * @param a a factor
     * @param b a factor
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor addcmul(Tensor a, Tensor b) {
        return addcmul(a, b, 1);
    }

    /**
     * Each element plus the product of two others, times a number.
     *
     * @param a a factor
     * @param b a factor
     * @param value what the product is multiplied by
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor addcmul(Tensor a, Tensor b, double value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.addcmul(scope, handle, a.handle, b.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(a, b);
        return result;
    }

    /**
     * Each element plus the product of two others, times a number.
     *
     * @param a a factor
     * @param b a factor
     * @param value what the product is multiplied by
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor addcmul(Tensor a, Tensor b, long value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.addcmul(scope, handle, a.handle, b.handle, Numbers.INTEGER, value));
        KeepAlive.done(a, b);
        return result;
    }

    /**
     * Each element plus the quotient of two others, times a number.
     *
     * @param a the dividends
     * @param b the divisors
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor addcdiv(Tensor a, Tensor b) {
        return addcdiv(a, b, 1);
    }

    /**
     * Each element plus the quotient of two others, times a number.
     *
     * @param a the dividends
     * @param b the divisors
     * @param value what the quotient is multiplied by
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor addcdiv(Tensor a, Tensor b, double value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.addcdiv(scope, handle, a.handle, b.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(a, b);
        return result;
    }

    /**
     * Each element plus the quotient of two others, times a number.
     *
     * @param a the dividends
     * @param b the divisors
     * @param value what the quotient is multiplied by
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor addcdiv(Tensor a, Tensor b, long value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.addcdiv(scope, handle, a.handle, b.handle, Numbers.INTEGER, value));
        KeepAlive.done(a, b);
        return result;
    }

    /**
     * Where two elements are nearly equal: they differ by no more than {@code atol + rtol |other|}.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor isclose(Tensor other) {
        return isclose(other, 1e-5, 1e-8, false);
    }

    /**
     * Where two elements are nearly equal: they differ by no more than {@code atol + rtol |other|}.
     *
     * @param other the other operand
     * @param rtol how much they may differ, times the size of the other
     * @param atol what is added to that
     * @param equalNan whether NaN is near NaN
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor isclose(Tensor other, double rtol, double atol, boolean equalNan) {
        Objects.requireNonNull(other, "other");
        Tensor result = Call.from(this, scope -> Native.isclose(scope, handle, other.handle, rtol, atol, equalNan));
        KeepAlive.done(other);
        return result;
    }

    /**
     * Whether all elements are nearly equal, each to its own.
     *
     * @param other the other operand
     * @return the answer
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public boolean allclose(Tensor other) {
        return allclose(other, 1e-5, 1e-8, false);
    }

    /**
     * Whether all elements are nearly equal, each to its own.
     *
     * @param other the other operand
     * @param rtol how much they may differ, times the size of the other
     * @param atol what is added to that
     * @param equalNan whether NaN is near NaN
     * @return the answer
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public boolean allclose(Tensor other, double rtol, double atol, boolean equalNan) {
        Objects.requireNonNull(other, "other");
        boolean answer = KeepAlive.value(Native.allclose(handle, other.handle, rtol, atol, equalNan), this);
        KeepAlive.done(other);
        return answer;
    }

    /**
     * Whether both have the same shape and, their types aside, the same elements; NaN equals
     * nothing.
     *
     * @param other the other tensor
     * @return the answer
     */
    public boolean equal(Tensor other) {
        Objects.requireNonNull(other, "other");
        boolean answer = KeepAlive.value(Native.equal(handle, other.handle), this);
        KeepAlive.done(other);
        return answer;
    }

    /**
     * The float that is next to each element in a direction. It has no gradient.
     *
     * @param other what to go towards; an element that it equals stays
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws TensorException if an operand is on a tape
     */
    public Tensor nextafter(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::nextafter, this, other);
    }

    /**
     * The float that is next to each element in the direction of a number. It has no gradient.
     *
     * @param other what to go towards; an element that it equals stays
     * @return a new tensor
     * @throws TensorException if an operand is on a tape
     */
    public Tensor nextafter(double other) {
        return Call.scalar(Native::nextafterScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The float that is next to each element in the direction of a number. It has no gradient.
     *
     * @param other what to go towards; an element that it equals stays
     * @return a new tensor
     * @throws TensorException if an operand is on a tape
     */
    public Tensor nextafter(long other) {
        return Call.scalar(Native::nextafterScalar, this, Numbers.INTEGER, other);
    }

    /**
     * A copy of numbers: {@code +x}.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor positive() {
        return Call.unary(Native::positive, this);
    }

    /**
     * The angle of the points of which these are the abscissas, and the ordinate is a number, in
     * radians.
     *
     * @param other the ordinate, for every element
     * @return a new tensor
     */
    public Tensor ratan2(double other) {
        return Call.scalar(Native::ratan2Scalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The angle of the points of which these are the abscissas, and the ordinate is a number, in
     * radians.
     *
     * @param other the ordinate, for every element
     * @return a new tensor
     */
    public Tensor ratan2(long other) {
        return Call.scalar(Native::ratan2Scalar, this, Numbers.INTEGER, other);
    }

    /**
     * The size of a number with the sign of each element.
     *
     * @param other whose size to take
     * @return a new tensor
     */
    public Tensor rcopysign(double other) {
        return Call.scalar(Native::rcopysignScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The size of a number with the sign of each element.
     *
     * @param other whose size to take
     * @return a new tensor
     */
    public Tensor rcopysign(long other) {
        return Call.scalar(Native::rcopysignScalar, this, Numbers.INTEGER, other);
    }

    /**
     * The float that is next to a number in the direction of each element. It has no gradient.
     *
     * @param other whose neighbours they are; an element that equals it stays
     * @return a new tensor
     * @throws TensorException if it is on a tape
     */
    public Tensor rnextafter(double other) {
        return Call.scalar(Native::rnextafterScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * The float that is next to a number in the direction of each element. It has no gradient.
     *
     * @param other whose neighbours they are; an element that equals it stays
     * @return a new tensor
     * @throws TensorException if it is on a tape
     */
    public Tensor rnextafter(long other) {
        return Call.scalar(Native::rnextafterScalar, this, Numbers.INTEGER, other);
    }

    /**
     * {@code x sigmoid(x)} of each {@code x}.
     *
     * @return a new tensor
     */
    public Tensor silu() {
        return Call.unary(Native::silu, this);
    }

    /**
     * {@code x tanh(softplus(x))} of each {@code x}.
     *
     * @return a new tensor
     */
    public Tensor mish() {
        return Call.unary(Native::mish, this);
    }

    /**
     * elu with the scale and the alpha of Klambauer et al., "Self-normalizing neural networks",
     * 2017.
     *
     * @return a new tensor
     */
    public Tensor selu() {
        return Call.unary(Native::selu, this);
    }

    /**
     * {@code x / (1 + |x|)} of each {@code x}.
     *
     * @return a new tensor
     */
    public Tensor softsign() {
        return Call.unary(Native::softsign, this);
    }

    /**
     * {@code x / 6 + 1 / 2} of each {@code x}, put between 0 and 1.
     *
     * @return a new tensor
     */
    public Tensor hardsigmoid() {
        return Call.unary(Native::hardsigmoid, this);
    }

    /**
     * Each element times its hardsigmoid.
     *
     * @return a new tensor
     */
    public Tensor hardswish() {
        return Call.unary(Native::hardswish, this);
    }

    /**
     * The logarithm of the logistic function.
     *
     * @return a new tensor
     */
    public Tensor logSigmoid() {
        return Call.unary(Native::logSigmoid, this);
    }

    /**
     * Each element put between 0 and 6.
     *
     * @return a new tensor
     */
    public Tensor relu6() {
        return Call.unary(Native::relu6, this);
    }

    /**
     * Each element, or a part of it where it is negative.
     *
     * @return a new tensor
     */
    public Tensor leakyRelu() {
        return leakyRelu(0.01);
    }

    /**
     * Each element, or a part of it where it is negative.
     *
     * @param negativeSlope which part
     * @return a new tensor
     */
    public Tensor leakyRelu(double negativeSlope) {
        return Call.real(Native::leakyRelu, this, negativeSlope);
    }

    /**
     * Each {@code x}, or {@code alpha (exp(x) - 1)} where it is negative.
     *
     * @return a new tensor
     */
    public Tensor elu() {
        return elu(1);
    }

    /**
     * Each {@code x}, or {@code alpha (exp(x) - 1)} where it is negative.
     *
     * @param alpha minus the limit far below 0
     * @return a new tensor
     */
    public Tensor elu(double alpha) {
        return Call.real(Native::elu, this, alpha);
    }

    /**
     * Each {@code x}, or {@code alpha (exp(x / alpha) - 1)} where it is negative.
     *
     * @return a new tensor
     */
    public Tensor celu() {
        return celu(1);
    }

    /**
     * Each {@code x}, or {@code alpha (exp(x / alpha) - 1)} where it is negative.
     *
     * @param alpha minus the limit far below 0
     * @return a new tensor
     */
    public Tensor celu(double alpha) {
        return Call.real(Native::celu, this, alpha);
    }

    /**
     * Each element put between two numbers; its gradient goes where it was between them.
     *
     * @return a new tensor
     */
    public Tensor hardtanh() {
        return hardtanh(-1, 1);
    }

    /**
     * Each element put between two numbers; its gradient goes where it was between them.
     *
     * @param min the lower bound
     * @param max the upper bound
     * @return a new tensor
     */
    public Tensor hardtanh(double min, double max) {
        return Call.from(this, scope -> Native.hardtanh(scope, handle, min, max));
    }

    /**
     * Where neither is 0, bool; NaN is not 0.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor logicalAnd(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::logicalAnd, this, other);
    }

    /**
     * Where at least one is not 0, bool; NaN is not 0.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor logicalOr(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::logicalOr, this, other);
    }

    /**
     * Where just one is not 0, bool; NaN is not 0.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor logicalXor(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::logicalXor, this, other);
    }

    /**
     * Where an element is 0, bool; NaN is not 0.
     *
     * @return a new tensor
     */
    public Tensor logicalNot() {
        return Call.unary(Native::logicalNot, this);
    }

    /**
     * Where an element is NaN, bool.
     *
     * @return a new tensor
     */
    public Tensor isnan() {
        return Call.unary(Native::isnan, this);
    }

    /**
     * Where an element is infinite, of either sign, bool.
     *
     * @return a new tensor
     */
    public Tensor isinf() {
        return Call.unary(Native::isinf, this);
    }

    /**
     * Where an element is neither NaN nor infinite, bool; every integer is finite.
     *
     * @return a new tensor
     */
    public Tensor isfinite() {
        return Call.unary(Native::isfinite, this);
    }

    /**
     * Where an element has a negative sign, bool: so have -0 and some NaN.
     *
     * @return a new tensor
     */
    public Tensor signbit() {
        return Call.unary(Native::signbit, this);
    }

    /**
     * The bits that both have, of integers or booleans.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if an operand is of floats
     */
    public Tensor bitwiseAnd(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::bitwiseAnd, this, other);
    }

    /**
     * The bits that at least one has, of integers or booleans.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if an operand is of floats
     */
    public Tensor bitwiseOr(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::bitwiseOr, this, other);
    }

    /**
     * The bits that just one has, of integers or booleans.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if an operand is of floats
     */
    public Tensor bitwiseXor(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::bitwiseXor, this, other);
    }

    /**
     * Every bit of an integer, and every boolean, the other way; {@code bitwise_invert} of the
     * array API.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if the tensor is of floats
     */
    public Tensor bitwiseNot() {
        return Call.unary(Native::bitwiseNot, this);
    }

    /**
     * The bits, further to the left by the other operand; 0 where it is negative or as many as
     * there are bits.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if an operand is of floats, or both are of booleans
     */
    public Tensor bitwiseLeftShift(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::bitwiseLeftShift, this, other);
    }

    /**
     * The bits, further to the right by the other operand, keeping the sign; only the sign is left
     * where it is negative or as many as there are bits.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if an operand is of floats, or both are of booleans
     */
    public Tensor bitwiseRightShift(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::bitwiseRightShift, this, other);
    }

    /**
     * The bits that both have, of integers or booleans.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the element type cannot hold the number
     * @throws DTypeMismatchException if the elements are floats
     */
    public Tensor bitwiseAnd(long other) {
        return Call.from(this, scope -> Native.bitwiseAndScalar(scope, handle, other));
    }

    /**
     * The bits that at least one has, of integers or booleans.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the element type cannot hold the number
     * @throws DTypeMismatchException if the elements are floats
     */
    public Tensor bitwiseOr(long other) {
        return Call.from(this, scope -> Native.bitwiseOrScalar(scope, handle, other));
    }

    /**
     * The bits that just one has, of integers or booleans.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the element type cannot hold the number
     * @throws DTypeMismatchException if the elements are floats
     */
    public Tensor bitwiseXor(long other) {
        return Call.from(this, scope -> Native.bitwiseXorScalar(scope, handle, other));
    }

    /**
     * The bits, further to the left; 0 where the distance is negative or as many as there are bits.
     *
     * @param other how far, for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the element type cannot hold the number
     * @throws DTypeMismatchException if the elements are floats or booleans
     */
    public Tensor bitwiseLeftShift(long other) {
        return Call.from(this, scope -> Native.bitwiseLeftShiftScalar(scope, handle, other));
    }

    /**
     * The bits, further to the right, keeping the sign; only the sign is left where the distance is
     * negative or as many as there are bits.
     *
     * @param other how far, for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the element type cannot hold the number
     * @throws DTypeMismatchException if the elements are floats or booleans
     */
    public Tensor bitwiseRightShift(long other) {
        return Call.from(this, scope -> Native.bitwiseRightShiftScalar(scope, handle, other));
    }

    /**
     * Where neither is 0, bool; NaN is not 0.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor logicalAnd(double other) {
        return Call.scalar(Native::logicalAndScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Where neither is 0, bool; NaN is not 0.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor logicalAnd(long other) {
        return Call.scalar(Native::logicalAndScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Where neither is 0, bool; NaN is not 0.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor logicalAnd(boolean other) {
        return Call.scalar(Native::logicalAndScalar, this, Numbers.TRUTH, other ? 1 : 0);
    }

    /**
     * Where at least one is not 0, bool; NaN is not 0.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor logicalOr(double other) {
        return Call.scalar(Native::logicalOrScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Where at least one is not 0, bool; NaN is not 0.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor logicalOr(long other) {
        return Call.scalar(Native::logicalOrScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Where at least one is not 0, bool; NaN is not 0.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor logicalOr(boolean other) {
        return Call.scalar(Native::logicalOrScalar, this, Numbers.TRUTH, other ? 1 : 0);
    }

    /**
     * Where just one is not 0, bool; NaN is not 0.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor logicalXor(double other) {
        return Call.scalar(Native::logicalXorScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Where just one is not 0, bool; NaN is not 0.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor logicalXor(long other) {
        return Call.scalar(Native::logicalXorScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Where just one is not 0, bool; NaN is not 0.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor logicalXor(boolean other) {
        return Call.scalar(Native::logicalXorScalar, this, Numbers.TRUTH, other ? 1 : 0);
    }

    /**
     * The bits of a number, further to the left by each element: {@code 1 << x} of Python; 0 where
     * that is negative or as many as there are bits.
     *
     * @param other what is moved
     * @return a new tensor
     * @throws InvalidArgumentException if the element type cannot hold the number
     * @throws DTypeMismatchException if the elements are floats or booleans
     */
    public Tensor rlshift(long other) {
        return Call.from(this, scope -> Native.rlshiftScalar(scope, handle, other));
    }

    /**
     * The bits of a number, further to the right by each element, keeping the sign: {@code 64 >> x}
     * of Python; only the sign is left where that is negative or as many as there are bits.
     *
     * @param other what is moved
     * @return a new tensor
     * @throws InvalidArgumentException if the element type cannot hold the number
     * @throws DTypeMismatchException if the elements are floats or booleans
     */
    public Tensor rrshift(long other) {
        return Call.from(this, scope -> Native.rrshiftScalar(scope, handle, other));
    }

    /**
     * The window that an index names, on the same memory: {@code "1:-1, ..., 0"}. A number is one
     * index of an axis, which goes away; {@code 1:5:2} are the indices from 1 to before 5, each 2
     * apart; {@code ...} stands for the axes between, {@code None} for a new one of size 1. A
     * negative step goes backwards: {@code ::-1} is an axis in reverse. Then the result is a copy,
     * since strides are not negative.
     *
     * @param index parts with commas between them; axes that none names stay whole
     * @return a new tensor
     * @throws InvalidArgumentException if it cannot be read as an index, names too many axes, or an
     *     index that is not there
     */
    public Tensor get(String index) {
        Objects.requireNonNull(index, "index");
        return Call.from(this, scope -> Native.get(scope, handle, index));
    }

    /**
     * Writes a tensor, broadcast and cast, into the window that an index names.
     *
     * @param index as {@code get} has it, also with negative steps; empty for the whole tensor
     * @param value what to write
     * @throws InvalidArgumentException if it cannot be read as an index, names too many axes, or an
     *     index that is not there
     * @throws ShapeMismatchException if the tensor does not broadcast to the window
     * @throws DTypeMismatchException if it is of floats and this is not
     */
    public void set(String index, Tensor value) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(value, "value");
        Call.change(() -> Native.set(handle, index, value.handle));
        KeepAlive.done(this);
        KeepAlive.done(value);
    }

    /**
     * Writes a number into all of the window that an index names.
     *
     * @param index as {@code get} has it, also with negative steps; empty for the whole tensor
     * @param value the number
     * @throws InvalidArgumentException if it cannot be read as an index, names too many axes, or an
     *     index that is not there
     */
    public void set(String index, double value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.setScalar(handle, index, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(this);
    }

    /**
     * Writes a number into all of the window that an index names.
     *
     * @param index as {@code get} has it, also with negative steps; empty for the whole tensor
     * @param value the number
     * @throws InvalidArgumentException if it cannot be read as an index, names too many axes, or an
     *     index that is not there
     */
    public void set(String index, long value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.setScalar(handle, index, Numbers.INTEGER, value));
        KeepAlive.done(this);
    }

    /**
     * Writes a number into all of the window that an index names.
     *
     * @param index as {@code get} has it, also with negative steps; empty for the whole tensor
     * @param value the number
     * @throws InvalidArgumentException if it cannot be read as an index, names too many axes, or an
     *     index that is not there
     */
    public void set(String index, boolean value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.setScalar(handle, index, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(this);
    }

    /**
     * For each element of an index the element at that position along an axis, and at its own place
     * along the others. The result has the shape of the index.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis (a negative one counts from the end), of as many axes
     *     as this tensor and nowhere longer but along that one
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or position
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers
     */
    public Tensor gather(long axis, Tensor index) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.gather(scope, handle, axis, index.handle));
        KeepAlive.done(index);
        return result;
    }

    /**
     * Elements along an axis by an index that broadcasts along the others; without an axis of the
     * flattened tensor.
     *
     * @param index positions along the axis; a negative one counts from the end
     * @param axes one axis, or none; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or position, or there are two axes
     * @throws ShapeMismatchException if the index has another number of axes, or does not broadcast
     * @throws DTypeMismatchException if the index is not of integers
     */
    public Tensor takeAlongDim(Tensor index, long[] axes) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(axes, "axes");
        Tensor result = Call.from(this, scope -> Native.takeAlongDim(scope, handle, index.handle, axes));
        KeepAlive.done(index);
        return result;
    }

    /**
     * Elements by their place in row-major order. The result has the shape of the index.
     *
     * @param index places; a negative one counts from the end
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such place
     * @throws DTypeMismatchException if the index is not of integers
     */
    public Tensor take(Tensor index) {
        Objects.requireNonNull(index, "index");
        return Call.binary(Native::take, this, index);
    }

    /**
     * What index tensors name, one for each of the first axes. They broadcast to each other, and
     * their shape takes the place of those axes. A mask names the positions where it is true, and
     * stands for as many axes as it has: for none if it is a single truth value, which makes a new
     * axis of size 1, or 0 if it is false.
     *
     * @param indices of integers, of which negative ones count from the end, or truth values
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such position, no index, or there are more
     *     than axes
     * @throws ShapeMismatchException if the indices do not broadcast, or a mask has other sizes
     *     than its axes (0 may stand for any)
     * @throws DTypeMismatchException if an index is neither of integers nor of truth values
     */
    public Tensor index(Tensor[] indices) {
        Arguments.notNull("indices", indices);
        Tensor result = Call.from(this, scope -> Native.index(scope, handle, KeepAlive.handles(indices)));
        KeepAlive.done(indices);
        return result;
    }

    /**
     * A copy in which each element of a source stands at the position that an index names along an
     * axis, and at its own place along the others. Of several at one position the last stays.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis (a negative one counts from the end), nowhere longer
     *     than the source, nor than this tensor but along the axis
     * @param source what is put there, of this element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or position
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers, or the source has another
     *     element type
     */
    public Tensor scatter(long axis, Tensor index, Tensor source) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Tensor result = Call.from(this, scope -> Native.scatter(scope, handle, axis, index.handle, source.handle));
        KeepAlive.done(index, source);
        return result;
    }

    /**
     * A copy with a number at the positions that an index names along an axis.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis (a negative one counts from the end), nowhere longer
     *     than this tensor but along the axis
     * @param value what is put there
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or position, or an integer element
     *     type cannot hold the number
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers
     */
    public Tensor scatter(long axis, Tensor index, double value) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.scatterScalar(scope, handle, axis, index.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(index);
        return result;
    }

    /**
     * A copy with a number at the positions that an index names along an axis.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis (a negative one counts from the end), nowhere longer
     *     than this tensor but along the axis
     * @param value what is put there
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or position, or an integer element
     *     type cannot hold the number
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers
     */
    public Tensor scatter(long axis, Tensor index, long value) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.scatterScalar(scope, handle, axis, index.handle, Numbers.INTEGER, value));
        KeepAlive.done(index);
        return result;
    }

    /**
     * A copy with a number at the positions that an index names along an axis.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis (a negative one counts from the end), nowhere longer
     *     than this tensor but along the axis
     * @param value what is put there
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or position, or an integer element
     *     type cannot hold the number
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers
     */
    public Tensor scatter(long axis, Tensor index, boolean value) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.scatterScalar(scope, handle, axis, index.handle, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(index);
        return result;
    }

    /**
     * A copy with the elements of a source added at the positions that an index names along an
     * axis; several at one position are added in the order of the index.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis (a negative one counts from the end), nowhere longer
     *     than the source, nor than this tensor but along the axis
     * @param source what is added, of this element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or position
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers, or the source has another
     *     element type
     */
    public Tensor scatterAdd(long axis, Tensor index, Tensor source) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Tensor result = Call.from(this, scope -> Native.scatterAdd(scope, handle, axis, index.handle, source.handle));
        KeepAlive.done(index, source);
        return result;
    }

    /**
     * A copy with the elements of a source combined at the positions that an index names along an
     * axis.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis (a negative one counts from the end), nowhere longer
     *     than the source, nor than this tensor but along the axis
     * @param source what is combined, of this element type
     * @param reduce how
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or position
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers, the source has another
     *     element type, or the mean is of integers
     */
    public Tensor scatterReduce(long axis, Tensor index, Tensor source, ScatterReduce reduce) {
        return scatterReduce(axis, index, source, reduce, true);
    }

    /**
     * A copy with the elements of a source combined at the positions that an index names along an
     * axis.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis (a negative one counts from the end), nowhere longer
     *     than the source, nor than this tensor but along the axis
     * @param source what is combined, of this element type
     * @param reduce how
     * @param includeSelf whether what is there takes part
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or position
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers, the source has another
     *     element type, or the mean is of integers
     */
    public Tensor scatterReduce(long axis, Tensor index, Tensor source, ScatterReduce reduce, boolean includeSelf) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(reduce, "reduce");
        Tensor result = Call.from(this, scope -> Native.scatterReduce(scope, handle, axis, index.handle, source.handle, reduce.code(), includeSelf));
        KeepAlive.done(index, source);
        return result;
    }

    /**
     * A copy with slices of a source added to those that an index names, in the order of the index.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param source N slices along the axis, of this element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or index
     * @throws ShapeMismatchException if the source has another shape
     * @throws DTypeMismatchException if the index is not of integers, or the source has another
     *     element type
     */
    public Tensor indexAdd(long axis, Tensor index, Tensor source) {
        return indexAdd(axis, index, source, 1);
    }

    /**
     * A copy with slices of a source added to those that an index names, in the order of the index.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param source N slices along the axis, of this element type
     * @param alpha what they are multiplied by
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or index
     * @throws ShapeMismatchException if the source has another shape
     * @throws DTypeMismatchException if the index is not of integers, or the source has another
     *     element type
     */
    public Tensor indexAdd(long axis, Tensor index, Tensor source, double alpha) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Tensor result = Call.from(this, scope -> Native.indexAdd(scope, handle, axis, index.handle, source.handle, Numbers.REAL, Double.doubleToRawLongBits(alpha)));
        KeepAlive.done(index, source);
        return result;
    }

    /**
     * A copy with slices of a source added to those that an index names, in the order of the index.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param source N slices along the axis, of this element type
     * @param alpha what they are multiplied by
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or index
     * @throws ShapeMismatchException if the source has another shape
     * @throws DTypeMismatchException if the index is not of integers, or the source has another
     *     element type
     */
    public Tensor indexAdd(long axis, Tensor index, Tensor source, long alpha) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Tensor result = Call.from(this, scope -> Native.indexAdd(scope, handle, axis, index.handle, source.handle, Numbers.INTEGER, alpha));
        KeepAlive.done(index, source);
        return result;
    }

    /**
     * A copy with slices of a source in place of those that an index names; of several the last
     * stays.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param source N slices along the axis, of this element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or index
     * @throws ShapeMismatchException if the source has another shape
     * @throws DTypeMismatchException if the index is not of integers, or the source has another
     *     element type
     */
    public Tensor indexCopy(long axis, Tensor index, Tensor source) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Tensor result = Call.from(this, scope -> Native.indexCopy(scope, handle, axis, index.handle, source.handle));
        KeepAlive.done(index, source);
        return result;
    }

    /**
     * A copy with a number in every element of the slices that an index names.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param value the number
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or index, or an integer element
     *     type cannot hold the number
     * @throws DTypeMismatchException if the index is not of integers
     */
    public Tensor indexFill(long axis, Tensor index, double value) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.indexFill(scope, handle, axis, index.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(index);
        return result;
    }

    /**
     * A copy with a number in every element of the slices that an index names.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param value the number
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or index, or an integer element
     *     type cannot hold the number
     * @throws DTypeMismatchException if the index is not of integers
     */
    public Tensor indexFill(long axis, Tensor index, long value) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.indexFill(scope, handle, axis, index.handle, Numbers.INTEGER, value));
        KeepAlive.done(index);
        return result;
    }

    /**
     * A copy with a number in every element of the slices that an index names.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param value the number
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or index, or an integer element
     *     type cannot hold the number
     * @throws DTypeMismatchException if the index is not of integers
     */
    public Tensor indexFill(long axis, Tensor index, boolean value) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.indexFill(scope, handle, axis, index.handle, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(index);
        return result;
    }

    /**
     * A copy with values at what index tensors name, as {@code index} has it; they broadcast. Of
     * several at one place the last stays, or all are added, in the order of the indices.
     *
     * @param indices of integers, of which negative ones count from the end, or truth values
     * @param values of this element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such position, no index, or there are more
     *     than axes
     * @throws ShapeMismatchException if the indices or the values do not broadcast, or a mask has
     *     other sizes than its axes
     * @throws DTypeMismatchException if an index is neither of integers nor of truth values, or the
     *     values have another element type
     */
    public Tensor indexPut(Tensor[] indices, Tensor values) {
        return indexPut(indices, values, false);
    }

    /**
     * A copy with values at what index tensors name, as {@code index} has it; they broadcast. Of
     * several at one place the last stays, or all are added, in the order of the indices.
     *
     * @param indices of integers, of which negative ones count from the end, or truth values
     * @param values of this element type
     * @param accumulate whether they are added to what is there
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such position, no index, or there are more
     *     than axes
     * @throws ShapeMismatchException if the indices or the values do not broadcast, or a mask has
     *     other sizes than its axes
     * @throws DTypeMismatchException if an index is neither of integers nor of truth values, or the
     *     values have another element type
     */
    public Tensor indexPut(Tensor[] indices, Tensor values, boolean accumulate) {
        Arguments.notNull("indices", indices);
        Objects.requireNonNull(values, "values");
        Tensor result = Call.from(this, scope -> Native.indexPut(scope, handle, KeepAlive.handles(indices), values.handle, accumulate));
        KeepAlive.done(indices, values);
        return result;
    }

    /**
     * The elements where a mask is true, in row-major order, as one axis.
     *
     * @param mask of truth values; both broadcast
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the mask is not bool
     */
    public Tensor maskedSelect(Tensor mask) {
        Objects.requireNonNull(mask, "mask");
        return Call.binary(Native::maskedSelect, this, mask);
    }

    /**
     * A number where a mask is true, the elements of this tensor elsewhere.
     *
     * @param mask of truth values; both broadcast
     * @param value the number
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the mask is not bool
     * @throws InvalidArgumentException if an integer element type cannot hold the number
     */
    public Tensor maskedFill(Tensor mask, double value) {
        Objects.requireNonNull(mask, "mask");
        Tensor result = Call.from(this, scope -> Native.maskedFill(scope, handle, mask.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(mask);
        return result;
    }

    /**
     * A number where a mask is true, the elements of this tensor elsewhere.
     *
     * @param mask of truth values; both broadcast
     * @param value the number
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the mask is not bool
     * @throws InvalidArgumentException if an integer element type cannot hold the number
     */
    public Tensor maskedFill(Tensor mask, long value) {
        Objects.requireNonNull(mask, "mask");
        Tensor result = Call.from(this, scope -> Native.maskedFill(scope, handle, mask.handle, Numbers.INTEGER, value));
        KeepAlive.done(mask);
        return result;
    }

    /**
     * A number where a mask is true, the elements of this tensor elsewhere.
     *
     * @param mask of truth values; both broadcast
     * @param value the number
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the mask is not bool
     * @throws InvalidArgumentException if an integer element type cannot hold the number
     */
    public Tensor maskedFill(Tensor mask, boolean value) {
        Objects.requireNonNull(mask, "mask");
        Tensor result = Call.from(this, scope -> Native.maskedFill(scope, handle, mask.handle, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(mask);
        return result;
    }

    /**
     * A copy with the elements of a source, one after another, where a mask is true.
     *
     * @param mask of truth values; it broadcasts to this shape
     * @param source at least as many elements as the mask is true, of this element type
     * @return a new tensor
     * @throws ShapeMismatchException if the mask does not broadcast
     * @throws DTypeMismatchException if the mask is not bool, or the source has another element
     *     type
     * @throws InvalidArgumentException if the source has too few elements
     */
    public Tensor maskedScatter(Tensor mask, Tensor source) {
        Objects.requireNonNull(mask, "mask");
        Objects.requireNonNull(source, "source");
        Tensor result = Call.from(this, scope -> Native.maskedScatter(scope, handle, mask.handle, source.handle));
        KeepAlive.done(mask, source);
        return result;
    }

    /**
     * Puts each element of a source at the position that an index names along an axis, as {@code
     * scatter}.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis; a negative one counts from the end
     * @param source what is put there, of this element type
     * @throws InvalidArgumentException if there is no such axis or position
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers, or the source has another
     *     element type
     */
    public void scatterInPlace(long axis, Tensor index, Tensor source) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Call.change(() -> Native.scatterInPlace(handle, axis, index.handle, source.handle));
        KeepAlive.done(this);
        KeepAlive.done(index, source);
    }

    /**
     * Puts a number at the positions that an index names along an axis.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis; a negative one counts from the end
     * @param value what is put there
     * @throws InvalidArgumentException if there is no such axis or position, or an integer element
     *     type cannot hold the number
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers
     */
    public void scatterInPlace(long axis, Tensor index, double value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.scatterScalarInPlace(handle, axis, index.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(this);
        KeepAlive.done(index);
    }

    /**
     * Puts a number at the positions that an index names along an axis.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis; a negative one counts from the end
     * @param value what is put there
     * @throws InvalidArgumentException if there is no such axis or position, or an integer element
     *     type cannot hold the number
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers
     */
    public void scatterInPlace(long axis, Tensor index, long value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.scatterScalarInPlace(handle, axis, index.handle, Numbers.INTEGER, value));
        KeepAlive.done(this);
        KeepAlive.done(index);
    }

    /**
     * Puts a number at the positions that an index names along an axis.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis; a negative one counts from the end
     * @param value what is put there
     * @throws InvalidArgumentException if there is no such axis or position, or an integer element
     *     type cannot hold the number
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers
     */
    public void scatterInPlace(long axis, Tensor index, boolean value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.scatterScalarInPlace(handle, axis, index.handle, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(this);
        KeepAlive.done(index);
    }

    /**
     * Adds the elements of a source at the positions that an index names along an axis, as {@code
     * scatter_add}.
     *
     * @param axis which one; a negative one counts from the last
     * @param index positions along the axis; a negative one counts from the end
     * @param source what is added, of this element type
     * @throws InvalidArgumentException if there is no such axis or position
     * @throws ShapeMismatchException if the index has another number of axes, or is too long
     * @throws DTypeMismatchException if the index is not of integers, or the source has another
     *     element type
     */
    public void scatterAddInPlace(long axis, Tensor index, Tensor source) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Call.change(() -> Native.scatterAddInPlace(handle, axis, index.handle, source.handle));
        KeepAlive.done(this);
        KeepAlive.done(index, source);
    }

    /**
     * Adds slices of a source to those that an index names, as {@code index_add}.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param source N slices along the axis, of this element type
     * @throws InvalidArgumentException if there is no such axis or index
     * @throws ShapeMismatchException if the source has another shape
     * @throws DTypeMismatchException if the index is not of integers, or the source has another
     *     element type
     */
    public void indexAddInPlace(long axis, Tensor index, Tensor source) {
        indexAddInPlace(axis, index, source, 1);
    }

    /**
     * Adds slices of a source to those that an index names, as {@code index_add}.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param source N slices along the axis, of this element type
     * @param alpha what they are multiplied by
     * @throws InvalidArgumentException if there is no such axis or index
     * @throws ShapeMismatchException if the source has another shape
     * @throws DTypeMismatchException if the index is not of integers, or the source has another
     *     element type
     */
    public void indexAddInPlace(long axis, Tensor index, Tensor source, double alpha) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Call.change(() -> Native.indexAddInPlace(handle, axis, index.handle, source.handle, Numbers.REAL, Double.doubleToRawLongBits(alpha)));
        KeepAlive.done(this);
        KeepAlive.done(index, source);
    }

    /**
     * Adds slices of a source to those that an index names, as {@code index_add}.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param source N slices along the axis, of this element type
     * @param alpha what they are multiplied by
     * @throws InvalidArgumentException if there is no such axis or index
     * @throws ShapeMismatchException if the source has another shape
     * @throws DTypeMismatchException if the index is not of integers, or the source has another
     *     element type
     */
    public void indexAddInPlace(long axis, Tensor index, Tensor source, long alpha) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Call.change(() -> Native.indexAddInPlace(handle, axis, index.handle, source.handle, Numbers.INTEGER, alpha));
        KeepAlive.done(this);
        KeepAlive.done(index, source);
    }

    /**
     * Puts slices of a source in place of those that an index names.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param source N slices along the axis, of this element type
     * @throws InvalidArgumentException if there is no such axis or index
     * @throws ShapeMismatchException if the source has another shape
     * @throws DTypeMismatchException if the index is not of integers, or the source has another
     *     element type
     */
    public void indexCopyInPlace(long axis, Tensor index, Tensor source) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Call.change(() -> Native.indexCopyInPlace(handle, axis, index.handle, source.handle));
        KeepAlive.done(this);
        KeepAlive.done(index, source);
    }

    /**
     * Sets every element of the slices that an index names to a number.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param value the number
     * @throws InvalidArgumentException if there is no such axis or index, or an integer element
     *     type cannot hold the number
     * @throws DTypeMismatchException if the index is not of integers
     */
    public void indexFillInPlace(long axis, Tensor index, double value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.indexFillInPlace(handle, axis, index.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(this);
        KeepAlive.done(index);
    }

    /**
     * Sets every element of the slices that an index names to a number.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param value the number
     * @throws InvalidArgumentException if there is no such axis or index, or an integer element
     *     type cannot hold the number
     * @throws DTypeMismatchException if the index is not of integers
     */
    public void indexFillInPlace(long axis, Tensor index, long value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.indexFillInPlace(handle, axis, index.handle, Numbers.INTEGER, value));
        KeepAlive.done(this);
        KeepAlive.done(index);
    }

    /**
     * Sets every element of the slices that an index names to a number.
     *
     * @param axis which one; a negative one counts from the last
     * @param index {@code [N]} of integers; a negative one counts from the end
     * @param value the number
     * @throws InvalidArgumentException if there is no such axis or index, or an integer element
     *     type cannot hold the number
     * @throws DTypeMismatchException if the index is not of integers
     */
    public void indexFillInPlace(long axis, Tensor index, boolean value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.indexFillInPlace(handle, axis, index.handle, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(this);
        KeepAlive.done(index);
    }

    /**
     * Puts values, which broadcast, at what index tensors name, as {@code index_put}.
     *
     * @param indices of integers, of which negative ones count from the end, or truth values
     * @param values of this element type
     * @throws InvalidArgumentException if there is no such position, no index, or there are more
     *     than axes
     * @throws ShapeMismatchException if the indices or the values do not broadcast, or a mask has
     *     other sizes than its axes
     * @throws DTypeMismatchException if an index is neither of integers nor of truth values, or the
     *     values have another element type
     */
    public void indexPutInPlace(Tensor[] indices, Tensor values) {
        indexPutInPlace(indices, values, false);
    }

    /**
     * Puts values, which broadcast, at what index tensors name, as {@code index_put}.
     *
     * @param indices of integers, of which negative ones count from the end, or truth values
     * @param values of this element type
     * @param accumulate whether they are added to what is there
     * @throws InvalidArgumentException if there is no such position, no index, or there are more
     *     than axes
     * @throws ShapeMismatchException if the indices or the values do not broadcast, or a mask has
     *     other sizes than its axes
     * @throws DTypeMismatchException if an index is neither of integers nor of truth values, or the
     *     values have another element type
     */
    public void indexPutInPlace(Tensor[] indices, Tensor values, boolean accumulate) {
        Arguments.notNull("indices", indices);
        Objects.requireNonNull(values, "values");
        Call.change(() -> Native.indexPutInPlace(handle, KeepAlive.handles(indices), values.handle, accumulate));
        KeepAlive.done(this);
        KeepAlive.done(indices, values);
    }

    /**
     * Sets the elements where a mask is true to a number.
     *
     * @param mask of truth values; it broadcasts to this shape
     * @param value the number
     * @throws ShapeMismatchException if the mask does not broadcast
     * @throws DTypeMismatchException if the mask is not bool
     * @throws InvalidArgumentException if an integer element type cannot hold the number
     */
    public void maskedFillInPlace(Tensor mask, double value) {
        Objects.requireNonNull(mask, "mask");
        Call.change(() -> Native.maskedFillInPlace(handle, mask.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(this);
        KeepAlive.done(mask);
    }

    /**
     * Sets the elements where a mask is true to a number.
     *
     * @param mask of truth values; it broadcasts to this shape
     * @param value the number
     * @throws ShapeMismatchException if the mask does not broadcast
     * @throws DTypeMismatchException if the mask is not bool
     * @throws InvalidArgumentException if an integer element type cannot hold the number
     */
    public void maskedFillInPlace(Tensor mask, long value) {
        Objects.requireNonNull(mask, "mask");
        Call.change(() -> Native.maskedFillInPlace(handle, mask.handle, Numbers.INTEGER, value));
        KeepAlive.done(this);
        KeepAlive.done(mask);
    }

    /**
     * Sets the elements where a mask is true to a number.
     *
     * @param mask of truth values; it broadcasts to this shape
     * @param value the number
     * @throws ShapeMismatchException if the mask does not broadcast
     * @throws DTypeMismatchException if the mask is not bool
     * @throws InvalidArgumentException if an integer element type cannot hold the number
     */
    public void maskedFillInPlace(Tensor mask, boolean value) {
        Objects.requireNonNull(mask, "mask");
        Call.change(() -> Native.maskedFillInPlace(handle, mask.handle, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(this);
        KeepAlive.done(mask);
    }

    /**
     * Puts the elements of a source, one after another, where a mask is true.
     *
     * @param mask of truth values; it broadcasts to this shape
     * @param source at least as many elements as the mask is true, of this element type
     * @throws ShapeMismatchException if the mask does not broadcast
     * @throws DTypeMismatchException if the mask is not bool, or the source has another element
     *     type
     * @throws InvalidArgumentException if the source has too few elements
     */
    public void maskedScatterInPlace(Tensor mask, Tensor source) {
        Objects.requireNonNull(mask, "mask");
        Objects.requireNonNull(source, "source");
        Call.change(() -> Native.maskedScatterInPlace(handle, mask.handle, source.handle));
        KeepAlive.done(this);
        KeepAlive.done(mask, source);
    }

    /**
     * The elements in reverse order along axes.
     *
     * @param axes along these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor flip(long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.flip(scope, handle, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.flip(scope, handle, axes));
    }

    /**
     * The elements in reverse order along axes.
     *
     * @param axes along these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor flip(int[] axes) {
        return flip(Numbers.longs(axes, "axes"));
    }

    /**
     * The tensor several times along each axis.
     *
     * @param shape how often, for each axis; more numbers than axes make new ones in front
     * @return a new tensor
     * @throws InvalidArgumentException if a number is negative, there are fewer than axes, or the
     *     result would be too large
     */
    public Tensor repeat(long... shape) {
        Objects.requireNonNull(shape, "shape");
        return Call.from(
                this,
                scope -> shape.length <= Call.INLINE
                        ? Native.repeat(scope, handle, shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.repeat(scope, handle, shape));
    }

    /**
     * The tensor several times along each axis.
     *
     * @param shape how often, for each axis; more numbers than axes make new ones in front
     * @return a new tensor
     * @throws InvalidArgumentException if a number is negative, there are fewer than axes, or the
     *     result would be too large
     */
    public Tensor repeat(int[] shape) {
        return repeat(Numbers.longs(shape, "shape"));
    }

    /**
     * As {@code repeat}, where missing numbers in front are 1.
     *
     * @param shape how often, for each of the last axes; more numbers than axes make new ones in
     *     front
     * @return a new tensor
     * @throws InvalidArgumentException if a number is negative, or the result would be too large
     */
    public Tensor tile(long... shape) {
        Objects.requireNonNull(shape, "shape");
        return Call.from(
                this,
                scope -> shape.length <= Call.INLINE
                        ? Native.tile(scope, handle, shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.tile(scope, handle, shape));
    }

    /**
     * As {@code repeat}, where missing numbers in front are 1.
     *
     * @param shape how often, for each of the last axes; more numbers than axes make new ones in
     *     front
     * @return a new tensor
     * @throws InvalidArgumentException if a number is negative, or the result would be too large
     */
    public Tensor tile(int[] shape) {
        return tile(Numbers.longs(shape, "shape"));
    }

    /**
     * Each slice along an axis several times in a row; without an axis each element of the
     * flattened tensor.
     *
     * @param repeats how often
     * @param axes one axis, or none; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, there are two, the number is
     *     negative, or the result would be too large
     */
    public Tensor repeatInterleave(long repeats, long[] axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.repeatInterleave(scope, handle, repeats, axes));
    }

    /**
     * Each slice along an axis as often as a number of its own says; without an axis each element
     * of the flattened tensor.
     *
     * @param repeats {@code [N]} of integers for N slices, or one for all
     * @param axes one axis, or none; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, there are two, a number is
     *     negative, or the result would be too large
     * @throws ShapeMismatchException if there is another number of repeats
     * @throws DTypeMismatchException if the repeats are not integers
     */
    public Tensor repeatInterleaveEach(Tensor repeats, long[] axes) {
        Objects.requireNonNull(repeats, "repeats");
        Objects.requireNonNull(axes, "axes");
        Tensor result = Call.from(this, scope -> Native.repeatInterleaveCounts(scope, handle, repeats.handle, axes));
        KeepAlive.done(repeats);
        return result;
    }

    /**
     * More elements around the tensor, or fewer where a number is negative.
     *
     * @param pads how many before and after the last axis, before and after the one in front of it,
     *     and so on
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two for each axis, the mode cannot fill
     *     them, or more is taken away than there is
     */
    public Tensor pad(long[] pads) {
        return pad(pads, PadMode.CONSTANT, 0);
    }

    /**
     * More elements around the tensor, or fewer where a number is negative.
     *
     * @param pads how many before and after the last axis, before and after the one in front of it,
     *     and so on
     * @param mode what they are
     * @param value the number of the constant mode
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two for each axis, the mode cannot fill
     *     them, or more is taken away than there is
     */
    public Tensor pad(long[] pads, PadMode mode, double value) {
        Objects.requireNonNull(pads, "pads");
        Objects.requireNonNull(mode, "mode");
        return Call.from(this, scope -> Native.pad(scope, handle, mode.code(), Numbers.REAL, Double.doubleToRawLongBits(value), pads));
    }

    /**
     * More elements around the tensor, or fewer where a number is negative.
     *
     * @param pads how many before and after the last axis, before and after the one in front of it,
     *     and so on
     * @param mode what they are
     * @param value the number of the constant mode
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two for each axis, the mode cannot fill
     *     them, or more is taken away than there is
     */
    public Tensor pad(long[] pads, PadMode mode, long value) {
        Objects.requireNonNull(pads, "pads");
        Objects.requireNonNull(mode, "mode");
        return Call.from(this, scope -> Native.pad(scope, handle, mode.code(), Numbers.INTEGER, value, pads));
    }

    /**
     * More elements around the tensor, or fewer where a number is negative.
     *
     * @param pads how many before and after the last axis, before and after the one in front of it,
     *     and so on
     * @param mode what they are
     * @param value the number of the constant mode
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two for each axis, the mode cannot fill
     *     them, or more is taken away than there is
     */
    public Tensor pad(long[] pads, PadMode mode, boolean value) {
        Objects.requireNonNull(pads, "pads");
        Objects.requireNonNull(mode, "mode");
        return Call.from(this, scope -> Native.pad(scope, handle, mode.code(), Numbers.TRUTH, value ? 1 : 0, pads));
    }

    /**
     * The elements of matrices on and below a diagonal, and 0 elsewhere. The matrices are in the
     * last two axes.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor tril() {
        return tril(0);
    }

    /**
     * The elements of matrices on and below a diagonal, and 0 elsewhere. The matrices are in the
     * last two axes.
     *
     * @param diagonal which one; above the main one if positive
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor tril(long diagonal) {
        return Call.from(this, scope -> Native.tril(scope, handle, diagonal));
    }

    /**
     * The elements of matrices on and above a diagonal, and 0 elsewhere. The matrices are in the
     * last two axes.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor triu() {
        return triu(0);
    }

    /**
     * The elements of matrices on and above a diagonal, and 0 elsewhere. The matrices are in the
     * last two axes.
     *
     * @param diagonal which one; above the main one if positive
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor triu(long diagonal) {
        return Call.from(this, scope -> Native.triu(scope, handle, diagonal));
    }

    /**
     * A copy of a diagonal of a matrix; of a vector a matrix that has it as its diagonal, and 0
     * elsewhere.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if it is neither a vector nor a matrix
     */
    public Tensor diag() {
        return diag(0);
    }

    /**
     * A copy of a diagonal of a matrix; of a vector a matrix that has it as its diagonal, and 0
     * elsewhere.
     *
     * @param diagonal which one; above the main one if positive
     * @return a new tensor
     * @throws InvalidArgumentException if it is neither a vector nor a matrix
     */
    public Tensor diag(long diagonal) {
        return Call.from(this, scope -> Native.diag(scope, handle, diagonal));
    }

    /**
     * Matrices that have the vectors along the last axis as their diagonals, and 0 elsewhere: one
     * more axis.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, both are the same, or this is a
     *     scalar
     */
    public Tensor diagEmbed() {
        return diagEmbed(0, -2, -1);
    }

    /**
     * Matrices that have the vectors along the last axis as their diagonals, and 0 elsewhere: one
     * more axis.
     *
     * @param diagonal which one; above the main one if positive
     * @param first the axis of the result with the rows; a negative one counts from the last
     * @param second the axis of the result with the columns
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, both are the same, or this is a
     *     scalar
     */
    public Tensor diagEmbed(long diagonal, long first, long second) {
        return Call.from(this, scope -> Native.diagEmbed(scope, handle, diagonal, first, second));
    }

    /**
     * The indices that sort the elements along an axis, i64. Equal elements keep their order.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor argsort() {
        return argsort(-1, false);
    }

    /**
     * The indices that sort the elements along an axis, i64. Equal elements keep their order.
     *
     * @param axis which one; a negative one counts from the last
     * @param descending whether the largest is the first
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor argsort(long axis, boolean descending) {
        return Call.from(this, scope -> Native.argsort(scope, handle, axis, descending));
    }

    /**
     * The different elements in ascending order, one axis. Each NaN is different.
     *
     * @return a new tensor
     * @throws TensorException if a tape records this tensor, and there is no gradient
     */
    public Tensor uniqueValues() {
        return Call.unary(Native::uniqueValues, this);
    }

    /**
     * The places of the elements that are not 0, in row-major order: one row of indices for each,
     * i64.
     *
     * @return a new tensor
     */
    public Tensor nonzero() {
        return Call.unary(Native::nonzero, this);
    }

    /**
     * For each value the index at which it would stand in this tensor, which ascends along its last
     * axis: i64.
     *
     * @param values what is searched; this tensor has one axis, or those of the values but for the
     *     last
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes differ in another axis than the last
     */
    public Tensor searchsorted(Tensor values) {
        return searchsorted(values, false);
    }

    /**
     * For each value the index at which it would stand in this tensor, which ascends along its last
     * axis: i64.
     *
     * @param values what is searched; this tensor has one axis, or those of the values but for the
     *     last
     * @param right whether it stands behind equal ones, and not before them
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes differ in another axis than the last
     */
    public Tensor searchsorted(Tensor values, boolean right) {
        Objects.requireNonNull(values, "values");
        Tensor result = Call.from(this, scope -> Native.searchsorted(scope, handle, values.handle, right));
        KeepAlive.done(values);
        return result;
    }

    /**
     * For each element the index of the bucket that it is in: how many of the boundaries are below
     * it, i64.
     *
     * @param boundaries {@code [N]}, ascending
     * @return a new tensor
     * @throws ShapeMismatchException if the boundaries have several axes
     */
    public Tensor bucketize(Tensor boundaries) {
        return bucketize(boundaries, false);
    }

    /**
     * For each element the index of the bucket that it is in: how many of the boundaries are below
     * it, i64.
     *
     * @param boundaries {@code [N]}, ascending
     * @param right whether an element that is equal to a boundary is above it
     * @return a new tensor
     * @throws ShapeMismatchException if the boundaries have several axes
     */
    public Tensor bucketize(Tensor boundaries, boolean right) {
        Objects.requireNonNull(boundaries, "boundaries");
        Tensor result = Call.from(this, scope -> Native.bucketize(scope, handle, boundaries.handle, right));
        KeepAlive.done(boundaries);
        return result;
    }

    /**
     * How many elements lie in each of several ranges of one width, in this element type. What lies
     * outside is not counted.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are no ranges, or the bounds are not finite or not
     *     in order
     * @throws DTypeMismatchException if the elements are not floating-point
     * @throws TensorException if a tape records this tensor, and there is no gradient
     */
    public Tensor histc() {
        return histc(100, 0, 0);
    }

    /**
     * How many elements lie in each of several ranges of one width, in this element type. What lies
     * outside is not counted.
     *
     * @param bins how many ranges
     * @param min where the first begins
     * @param max where the last ends, which belongs to it; if both are equal, from the least
     *     element to the greatest
     * @return a new tensor
     * @throws InvalidArgumentException if there are no ranges, or the bounds are not finite or not
     *     in order
     * @throws DTypeMismatchException if the elements are not floating-point
     * @throws TensorException if a tape records this tensor, and there is no gradient
     */
    public Tensor histc(long bins, double min, double max) {
        return Call.from(this, scope -> Native.histc(scope, handle, bins, min, max));
    }

    /**
     * A tensor of this shape and element type of 0 and 1: 1 with the probability that the element
     * is.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an element is no probability
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor bernoulli() {
        return Call.unary(Native::bernoulli, this);
    }

    /**
     * Classes drawn with a chance in proportion to their weights, which are along the last of one
     * or two axes: i64.
     *
     * @param samples how many for each row of weights
     * @return a new tensor
     * @throws InvalidArgumentException if a weight is negative or not finite, fewer than are drawn
     *     are positive, or there are other axes
     * @throws DTypeMismatchException if the weights are not floating-point
     */
    public Tensor multinomial(long samples) {
        return multinomial(samples, false);
    }

    /**
     * Classes drawn with a chance in proportion to their weights, which are along the last of one
     * or two axes: i64.
     *
     * @param samples how many for each row of weights
     * @param replacement whether a class may be drawn several times
     * @return a new tensor
     * @throws InvalidArgumentException if a weight is negative or not finite, fewer than are drawn
     *     are positive, or there are other axes
     * @throws DTypeMismatchException if the weights are not floating-point
     */
    public Tensor multinomial(long samples, boolean replacement) {
        return Call.from(this, scope -> Native.multinomial(scope, handle, samples, replacement));
    }

    /**
     * For each value the index at which it would stand in this tensor if that were sorted, i64.
     *
     * @param values what is searched; this tensor has one axis, or those of the values but for the
     *     last
     * @param right whether it stands behind equal ones, and not before them
     * @param sorter the indices that sort this tensor along its last axis, as {@code argsort} gives
     *     them; none if it is sorted
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes differ in another axis than the last, or the
     *     sorter has another shape than this tensor
     * @throws InvalidArgumentException if the sorter has an index that there is not
     * @throws DTypeMismatchException if the sorter is not of integers
     */
    public Tensor searchsorted(Tensor values, boolean right, @Nullable Tensor sorter) {
        Objects.requireNonNull(values, "values");
        Tensor result = Call.from(this, scope -> Native.searchsortedSorter(scope, handle, values.handle, right, sorter == null ? 0 : sorter.handle));
        KeepAlive.done(values, sorter);
        return result;
    }

    /**
     * The elements along an axis in order, and where they came from. Equal elements keep their
     * order.
     *
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis
     */
    public Sort sort() {
        return sort(-1, false);
    }

    /**
     * The elements along an axis in order, and where they came from. Equal elements keep their
     * order.
     *
     * @param axis which one; a negative one counts from the last
     * @param descending whether the largest is the first
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis
     */
    public Sort sort(long axis, boolean descending) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.sort(scope, handle, axis, descending, room));
        return new Sort(made[0], made[1]);
    }

    /**
     * The largest elements along an axis, the largest first, or the smallest, and where they are.
     *
     * @param k how many
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis, or it has fewer elements
     */
    public Topk topk(long k) {
        return topk(k, -1, true);
    }

    /**
     * The largest elements along an axis, the largest first, or the smallest, and where they are.
     *
     * @param k how many
     * @param axis which one; a negative one counts from the last
     * @param largest whether it is the largest
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis, or it has fewer elements
     */
    public Topk topk(long k, long axis, boolean largest) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.topk(scope, handle, k, axis, largest, room));
        return new Topk(made[0], made[1]);
    }

    /**
     * The k-th smallest element along an axis, and where it is.
     *
     * @param k which one, from 1 on
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis, or it has fewer elements
     */
    public Kthvalue kthvalue(long k) {
        return kthvalue(k, -1, false);
    }

    /**
     * The k-th smallest element along an axis, and where it is.
     *
     * @param k which one, from 1 on
     * @param axis along which; a negative one counts from the last
     * @param keepdim whether the axis stays, with size 1
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis, or it has fewer elements
     */
    public Kthvalue kthvalue(long k, long axis, boolean keepdim) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.kthvalue(scope, handle, k, axis, keepdim, room));
        return new Kthvalue(made[0], made[1]);
    }

    /**
     * The different elements in ascending order, and where they are. Each NaN is different.
     *
     * @return new tensors
     * @throws TensorException if a tape records this tensor, and there is no gradient
     */
    public Unique unique() {
        Tensor[] made = Call.several(this, 4, (scope, room) -> Native.unique(scope, handle, room));
        return new Unique(made[0], made[1], made[2], made[3]);
    }

    /**
     * The different slices of an axis, in the order of their elements, and where they are. Each
     * slice with a NaN is different.
     *
     * @param axis which one; a negative one counts from the last
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis
     * @throws TensorException if a tape records this tensor, and there is no gradient
     */
    public Unique unique(long axis) {
        Tensor[] made = Call.several(this, 4, (scope, room) -> Native.uniqueAxis(scope, handle, axis, room));
        return new Unique(made[0], made[1], made[2], made[3]);
    }

    /**
     * The different elements in ascending order, and how many there are of each. Each NaN is
     * different.
     *
     * @return new tensors
     * @throws TensorException if a tape records this tensor, and there is no gradient
     */
    public UniqueCounts uniqueCounts() {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.uniqueCounts(scope, handle, room));
        return new UniqueCounts(made[0], made[1]);
    }

    /**
     * The different elements in ascending order, and which of them each element is. Each NaN is
     * different.
     *
     * @return new tensors
     * @throws TensorException if a tape records this tensor, and there is no gradient
     */
    public UniqueInverse uniqueInverse() {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.uniqueInverse(scope, handle, room));
        return new UniqueInverse(made[0], made[1]);
    }

    /**
     * The elements moved on along axes; those that leave at one end come in at the other. Without
     * axes they are moved in row-major order.
     *
     * @param shifts how far, for each axis; one number if there are no axes
     * @param axes along these; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or another number of shifts
     */
    public Tensor roll(long[] shifts, long[] axes) {
        Objects.requireNonNull(shifts, "shifts");
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.roll(scope, handle, shifts, axes));
    }

    /**
     * How often each number from 0 on is among the elements, i64; or the sum of their weights, f32
     * of such weights, else f64.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an element or the length is negative
     * @throws ShapeMismatchException if there are several axes, or another number of weights
     * @throws DTypeMismatchException if the elements are not integers
     */
    public Tensor bincount() {
        return bincount(null, 0);
    }

    /**
     * How often each number from 0 on is among the elements, i64; or the sum of their weights, f32
     * of such weights, else f64.
     *
     * @param weights one number for each element
     * @param minlength how many counts there are at least
     * @return a new tensor
     * @throws InvalidArgumentException if an element or the length is negative
     * @throws ShapeMismatchException if there are several axes, or another number of weights
     * @throws DTypeMismatchException if the elements are not integers
     */
    public Tensor bincount(@Nullable Tensor weights, long minlength) {
        Tensor result = Call.from(this, scope -> Native.bincount(scope, handle, weights == null ? 0 : weights.handle, minlength));
        KeepAlive.done(weights);
        return result;
    }

    /**
     * The sum; of integers and truth values, i64.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor sum(long... axes) {
        return sum(false, axes);
    }

    /**
     * The sum; of integers and truth values, i64.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor sum(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.sum(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.sum(scope, handle, keepdim, axes));
    }

    /**
     * The mean; of integers, f32.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor mean(long... axes) {
        return mean(false, axes);
    }

    /**
     * The mean; of integers, f32.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor mean(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.mean(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.mean(scope, handle, keepdim, axes));
    }

    /**
     * The largest; NaN if one is.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor max(long... axes) {
        return max(false, axes);
    }

    /**
     * The largest; NaN if one is.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor max(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.max(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.max(scope, handle, keepdim, axes));
    }

    /**
     * The smallest; NaN if one is.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor min(long... axes) {
        return min(false, axes);
    }

    /**
     * The smallest; NaN if one is.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor min(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.min(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.min(scope, handle, keepdim, axes));
    }

    /**
     * The index of the largest, the first of equals, i64; over several axes, as if they were one.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor argmax(long... axes) {
        return argmax(false, axes);
    }

    /**
     * The index of the largest, the first of equals, i64; over several axes, as if they were one.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor argmax(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.argmax(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.argmax(scope, handle, keepdim, axes));
    }

    /**
     * The product; of integers and truth values, i64; of nothing 1.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor prod(long... axes) {
        return prod(false, axes);
    }

    /**
     * The product; of integers and truth values, i64; of nothing 1.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor prod(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.prod(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.prod(scope, handle, keepdim, axes));
    }

    /**
     * The largest, as {@code max}: the name that PyTorch has for it.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor amax(long... axes) {
        return amax(false, axes);
    }

    /**
     * The largest, as {@code max}: the name that PyTorch has for it.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor amax(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.amax(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.amax(scope, handle, keepdim, axes));
    }

    /**
     * The smallest, as {@code min}: the name that PyTorch has for it.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor amin(long... axes) {
        return amin(false, axes);
    }

    /**
     * The smallest, as {@code min}: the name that PyTorch has for it.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor amin(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.amin(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.amin(scope, handle, keepdim, axes));
    }

    /**
     * The index of the smallest, the first of equals, i64; over several axes, as if they were one.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor argmin(long... axes) {
        return argmin(false, axes);
    }

    /**
     * The index of the smallest, the first of equals, i64; over several axes, as if they were one.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor argmin(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.argmin(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.argmin(scope, handle, keepdim, axes));
    }

    /**
     * Whether all are not 0, bool; of nothing true.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor all(long... axes) {
        return all(false, axes);
    }

    /**
     * Whether all are not 0, bool; of nothing true.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor all(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.all(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.all(scope, handle, keepdim, axes));
    }

    /**
     * Whether one is not 0, bool; of nothing false.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor any(long... axes) {
        return any(false, axes);
    }

    /**
     * Whether one is not 0, bool; of nothing false.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor any(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.any(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.any(scope, handle, keepdim, axes));
    }

    /**
     * How many are not 0, i64.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor countNonzero(long... axes) {
        return countNonzero(false, axes);
    }

    /**
     * How many are not 0, i64.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor countNonzero(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.countNonzero(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.countNonzero(scope, handle, keepdim, axes));
    }

    /**
     * The logarithm of the sum of the exponentials, without overflow on the way; float32 of
     * integers and booleans.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor logsumexp(long... axes) {
        return logsumexp(false, axes);
    }

    /**
     * The logarithm of the sum of the exponentials, without overflow on the way; float32 of
     * integers and booleans.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes over these; a negative one counts from the last; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, or it has no
     *     index
     */
    public Tensor logsumexp(boolean keepdim, long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.logsumexp(scope, handle, keepdim, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.logsumexp(scope, handle, keepdim, axes));
    }

    /**
     * The sum, of the elements cast to an element type, which is the result's: integers wrap.
     *
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor sum(DType dtype) {
        return sum(dtype, new long[0], false);
    }

    /**
     * The sum, of the elements cast to an element type, which is the result's: integers wrap.
     *
     * @param dtype the element type
     * @param axes over these; a negative one counts from the last; none means all
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor sum(DType dtype, long[] axes, boolean keepdim) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.sumDtype(scope, handle, dtype.code(), keepdim, axes));
    }

    /**
     * The product, of the elements cast to an element type, which is the result's: integers wrap;
     * of nothing 1.
     *
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor prod(DType dtype) {
        return prod(dtype, new long[0], false);
    }

    /**
     * The product, of the elements cast to an element type, which is the result's: integers wrap;
     * of nothing 1.
     *
     * @param dtype the element type
     * @param axes over these; a negative one counts from the last; none means all
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor prod(DType dtype, long[] axes, boolean keepdim) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.prodDtype(scope, handle, dtype.code(), keepdim, axes));
    }

    /**
     * The mean, of the elements cast to an element type, which is the result's.
     *
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     * @throws DTypeMismatchException if the element type is not floating-point
     */
    public Tensor mean(DType dtype) {
        return mean(dtype, new long[0], false);
    }

    /**
     * The mean, of the elements cast to an element type, which is the result's.
     *
     * @param dtype the element type
     * @param axes over these; a negative one counts from the last; none means all
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     * @throws DTypeMismatchException if the element type is not floating-point
     */
    public Tensor mean(DType dtype, long[] axes, boolean keepdim) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.meanDtype(scope, handle, dtype.code(), keepdim, axes));
    }

    /**
     * The mean of the squared distances from the mean.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor var() {
        return var(new long[0], 1, false);
    }

    /**
     * The mean of the squared distances from the mean.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @param correction how much less than their number their sum is divided by: 1 for a sample, 0
     *     for all there is
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor var(long[] axes, double correction, boolean keepdim) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.var(scope, handle, correction, keepdim, axes));
    }

    /**
     * The standard deviation, the root of the variance; its gradient is 0 where it is 0.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor std() {
        return std(new long[0], 1, false);
    }

    /**
     * The standard deviation, the root of the variance; its gradient is 0 where it is 0.
     *
     * @param axes over these; a negative one counts from the last; none means all
     * @param correction how much less than their number their sum is divided by: 1 for a sample, 0
     *     for all there is
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor std(long[] axes, double correction, boolean keepdim) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.std(scope, handle, correction, keepdim, axes));
    }

    /**
     * The norm of vectors: the root of the sum of squares, or that of another order.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor norm() {
        return norm(2, new long[0], false);
    }

    /**
     * The norm of vectors: the root of the sum of squares, or that of another order.
     *
     * @param p the order; 1 for the sum of sizes, the infinities for the greatest and the least, 0
     *     for how many are not 0
     * @param axes over these; a negative one counts from the last; none means all
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor norm(double p, long[] axes, boolean keepdim) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.norm(scope, handle, p, keepdim, axes));
    }

    /**
     * The sum of all elements up to each one; of integers and truth values, i64.
     *
     * @param axis along which; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cumsum(long axis) {
        return Call.from(this, scope -> Native.cumsum(scope, handle, axis));
    }

    /**
     * The product of all elements up to each one; of integers and truth values, i64.
     *
     * @param axis along which; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cumprod(long axis) {
        return Call.from(this, scope -> Native.cumprod(scope, handle, axis));
    }

    /**
     * The largest of all elements up to each one; NaN from the first NaN on. It has no gradient.
     *
     * @param axis along which; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     * @throws TensorException if it is on a tape
     */
    public Tensor cummax(long axis) {
        return Call.from(this, scope -> Native.cummax(scope, handle, axis));
    }

    /**
     * The smallest of all elements up to each one; NaN from the first NaN on. It has no gradient.
     *
     * @param axis along which; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     * @throws TensorException if it is on a tape
     */
    public Tensor cummin(long axis) {
        return Call.from(this, scope -> Native.cummin(scope, handle, axis));
    }

    /**
     * The differences of neighbours along an axis, or the differences of those.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or {@code n} is negative
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor diff() {
        return diff(1, -1);
    }

    /**
     * The differences of neighbours along an axis, or the differences of those.
     *
     * @param n how many times
     * @param axis along which; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or {@code n} is negative
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor diff(long n, long axis) {
        return Call.from(this, scope -> Native.diff(scope, handle, n, axis));
    }

    /**
     * What stands in the middle of the order along an axis, of two the lesser, and where it is; NaN
     * where there is one.
     *
     * @param axis along which; a negative one counts from the last
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis, or it has no index
     */
    public Median median(long axis) {
        return median(axis, false);
    }

    /**
     * What stands in the middle of the order along an axis, of two the lesser, and where it is; NaN
     * where there is one.
     *
     * @param axis along which; a negative one counts from the last
     * @param keepdim whether the axis stays, with size 1
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis, or it has no index
     */
    public Median median(long axis, boolean keepdim) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.median(scope, handle, axis, keepdim, room));
        return new Median(made[0], made[1]);
    }

    /**
     * What stands in the middle of the order of all elements, of two the lesser; NaN where there is
     * one.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no element
     */
    public Tensor median() {
        return Call.unary(Native::medianAllAxes, this);
    }

    /**
     * What stands at a share of the order along an axis, between two neighbours in proportion; NaN
     * where there is one.
     *
     * @param q the share, from 0 for the least to 1 for the greatest
     * @param axis along which; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it has no index, or {@code q} is
     *     not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor quantile(double q, long axis) {
        return quantile(q, axis, false);
    }

    /**
     * What stands at a share of the order along an axis, between two neighbours in proportion; NaN
     * where there is one.
     *
     * @param q the share, from 0 for the least to 1 for the greatest
     * @param axis along which; a negative one counts from the last
     * @param keepdim whether the axis stays, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it has no index, or {@code q} is
     *     not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor quantile(double q, long axis, boolean keepdim) {
        return Call.from(this, scope -> Native.quantile(scope, handle, q, axis, keepdim));
    }

    /**
     * What stands at a share of the order of all elements, between two neighbours in proportion;
     * NaN where there is one.
     *
     * @param q the share, from 0 for the least to 1 for the greatest
     * @return a new tensor
     * @throws InvalidArgumentException if there is no element, or {@code q} is not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor quantile(double q) {
        return Call.real(Native::quantileAllAxes, this, q);
    }

    /**
     * What stands at each of several shares of the order, along a new first axis; NaN where there
     * is one. The shares have no gradient.
     *
     * @param q the shares, a vector of numbers from 0 for the least to 1 for the greatest; of a
     *     single number there is no new axis
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, it has no
     *     index, or a share is not between 0 and 1
     * @throws ShapeMismatchException if the shares have several axes
     * @throws DTypeMismatchException if the elements or the shares are not floating-point
     */
    public Tensor quantile(Tensor q) {
        return quantile(q, new long[0], false, QuantileInterpolation.LINEAR);
    }

    /**
     * What stands at each of several shares of the order, along a new first axis; NaN where there
     * is one. The shares have no gradient.
     *
     * @param q the shares, a vector of numbers from 0 for the least to 1 for the greatest; of a
     *     single number there is no new axis
     * @param axes over these; a negative one counts from the last; none means all
     * @param keepdim whether these axes stay, with size 1
     * @param interpolation what lies between two neighbours
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, it has no
     *     index, or a share is not between 0 and 1
     * @throws ShapeMismatchException if the shares have several axes
     * @throws DTypeMismatchException if the elements or the shares are not floating-point
     */
    public Tensor quantile(Tensor q, long[] axes, boolean keepdim, QuantileInterpolation interpolation) {
        Objects.requireNonNull(q, "q");
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(interpolation, "interpolation");
        Tensor result = Call.from(this, scope -> Native.quantileInterpolation(scope, handle, q.handle, keepdim, interpolation.code(), axes));
        KeepAlive.done(q);
        return result;
    }

    /**
     * The sum of all elements up to each one, by the array API's name: {@code cumsum}, which can
     * begin with 0.
     *
     * @param axis along which; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cumulativeSum(long axis) {
        return cumulativeSum(axis, false);
    }

    /**
     * The sum of all elements up to each one, by the array API's name: {@code cumsum}, which can
     * begin with 0.
     *
     * @param axis along which; a negative one counts from the last
     * @param includeInitial whether a 0 comes before the first, so that the axis is longer by 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cumulativeSum(long axis, boolean includeInitial) {
        return Call.from(this, scope -> Native.cumulativeSum(scope, handle, axis, includeInitial));
    }

    /**
     * The product of all elements up to each one, by the array API's name: {@code cumprod}, which
     * can begin with 1.
     *
     * @param axis along which; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cumulativeProd(long axis) {
        return cumulativeProd(axis, false);
    }

    /**
     * The product of all elements up to each one, by the array API's name: {@code cumprod}, which
     * can begin with 1.
     *
     * @param axis along which; a negative one counts from the last
     * @param includeInitial whether a 1 comes before the first, so that the axis is longer by 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cumulativeProd(long axis, boolean includeInitial) {
        return Call.from(this, scope -> Native.cumulativeProd(scope, handle, axis, includeInitial));
    }

    /**
     * The sum of all elements up to each one, cast to an element type, which is the result's:
     * integers wrap.
     *
     * @param axis along which; a negative one counts from the last
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cumsum(long axis, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.cumsumDtype(scope, handle, axis, dtype.code()));
    }

    /**
     * The sum of all elements up to each one, cast to an element type, which is the result's:
     * {@code cumsum}, which can begin with 0.
     *
     * @param axis along which; a negative one counts from the last
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cumulativeSum(long axis, DType dtype) {
        return cumulativeSum(axis, dtype, false);
    }

    /**
     * The sum of all elements up to each one, cast to an element type, which is the result's:
     * {@code cumsum}, which can begin with 0.
     *
     * @param axis along which; a negative one counts from the last
     * @param dtype the element type
     * @param includeInitial whether a 0 comes before the first, so that the axis is longer by 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cumulativeSum(long axis, DType dtype, boolean includeInitial) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.cumulativeSumDtype(scope, handle, axis, dtype.code(), includeInitial));
    }

    /**
     * The product of all elements up to each one, cast to an element type, which is the result's:
     * integers wrap.
     *
     * @param axis along which; a negative one counts from the last
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cumprod(long axis, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.cumprodDtype(scope, handle, axis, dtype.code()));
    }

    /**
     * The product of all elements up to each one, cast to an element type, which is the result's:
     * {@code cumprod}, which can begin with 1.
     *
     * @param axis along which; a negative one counts from the last
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cumulativeProd(long axis, DType dtype) {
        return cumulativeProd(axis, dtype, false);
    }

    /**
     * The product of all elements up to each one, cast to an element type, which is the result's:
     * {@code cumprod}, which can begin with 1.
     *
     * @param axis along which; a negative one counts from the last
     * @param dtype the element type
     * @param includeInitial whether a 1 comes before the first, so that the axis is longer by 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cumulativeProd(long axis, DType dtype, boolean includeInitial) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.cumulativeProdDtype(scope, handle, axis, dtype.code(), includeInitial));
    }

    /**
     * The differences of neighbours along an axis, with tensors before and behind this one.
     *
     * @param n how many times; 0 gives this tensor alone
     * @param axis along which; a negative one counts from the last
     * @param prepend what comes before, or none
     * @param append what comes behind, or none
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or {@code n} is negative
     * @throws ShapeMismatchException if one of them differs along another axis
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor diff(long n, long axis, @Nullable Tensor prepend, @Nullable Tensor append) {
        Tensor result = Call.from(this, scope -> Native.diffPrependAppend(scope, handle, n, axis, prepend == null ? 0 : prepend.handle, append == null ? 0 : append.handle));
        KeepAlive.done(prepend, append);
        return result;
    }

    /**
     * What stands in the middle of the order of what is not NaN along an axis, of two the lesser,
     * and where it is; NaN where there is nothing else.
     *
     * @param axis along which; a negative one counts from the last
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis, or it has no index
     */
    public Nanmedian nanmedian(long axis) {
        return nanmedian(axis, false);
    }

    /**
     * What stands in the middle of the order of what is not NaN along an axis, of two the lesser,
     * and where it is; NaN where there is nothing else.
     *
     * @param axis along which; a negative one counts from the last
     * @param keepdim whether the axis stays, with size 1
     * @return new tensors
     * @throws InvalidArgumentException if there is no such axis, or it has no index
     */
    public Nanmedian nanmedian(long axis, boolean keepdim) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.nanmedian(scope, handle, axis, keepdim, room));
        return new Nanmedian(made[0], made[1]);
    }

    /**
     * What stands in the middle of the order of all elements that are not NaN, of two the lesser;
     * NaN where there is nothing else.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no element
     */
    public Tensor nanmedian() {
        return Call.unary(Native::nanmedianAllAxes, this);
    }

    /**
     * What stands at a share of the order of what is not NaN along an axis, between two neighbours
     * in proportion; NaN where there is nothing else.
     *
     * @param q the share, from 0 for the least to 1 for the greatest
     * @param axis along which; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it has no index, or {@code q} is
     *     not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor nanquantile(double q, long axis) {
        return nanquantile(q, axis, false);
    }

    /**
     * What stands at a share of the order of what is not NaN along an axis, between two neighbours
     * in proportion; NaN where there is nothing else.
     *
     * @param q the share, from 0 for the least to 1 for the greatest
     * @param axis along which; a negative one counts from the last
     * @param keepdim whether the axis stays, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it has no index, or {@code q} is
     *     not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor nanquantile(double q, long axis, boolean keepdim) {
        return Call.from(this, scope -> Native.nanquantile(scope, handle, q, axis, keepdim));
    }

    /**
     * What stands at a share of the order of all elements that are not NaN, between two neighbours
     * in proportion; NaN where there is nothing else.
     *
     * @param q the share, from 0 for the least to 1 for the greatest
     * @return a new tensor
     * @throws InvalidArgumentException if there is no element, or {@code q} is not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor nanquantile(double q) {
        return Call.real(Native::nanquantileAllAxes, this, q);
    }

    /**
     * What stands at each of several shares of the order of what is not NaN, along a new first
     * axis; NaN where there is nothing else. The shares have no gradient.
     *
     * @param q the shares, a vector of numbers from 0 for the least to 1 for the greatest; of a
     *     single number there is no new axis
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, it has no
     *     index, or a share is not between 0 and 1
     * @throws ShapeMismatchException if the shares have several axes
     * @throws DTypeMismatchException if the elements or the shares are not floating-point
     */
    public Tensor nanquantile(Tensor q) {
        return nanquantile(q, new long[0], false, QuantileInterpolation.LINEAR);
    }

    /**
     * What stands at each of several shares of the order of what is not NaN, along a new first
     * axis; NaN where there is nothing else. The shares have no gradient.
     *
     * @param q the shares, a vector of numbers from 0 for the least to 1 for the greatest; of a
     *     single number there is no new axis
     * @param axes over these; a negative one counts from the last; none means all
     * @param keepdim whether these axes stay, with size 1
     * @param interpolation what lies between two neighbours
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, it has no
     *     index, or a share is not between 0 and 1
     * @throws ShapeMismatchException if the shares have several axes
     * @throws DTypeMismatchException if the elements or the shares are not floating-point
     */
    public Tensor nanquantile(Tensor q, long[] axes, boolean keepdim, QuantileInterpolation interpolation) {
        Objects.requireNonNull(q, "q");
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(interpolation, "interpolation");
        Tensor result = Call.from(this, scope -> Native.nanquantileInterpolation(scope, handle, q.handle, keepdim, interpolation.code(), axes));
        KeepAlive.done(q);
        return result;
    }

    /**
     * The norm of vectors, of the elements cast to an element type, which is the result's.
     *
     * @param p the order; 1 for the sum of sizes, the infinities for the greatest and the least, 0
     *     for how many are not 0
     * @param axes over these; a negative one counts from the last; none means all
     * @param keepdim whether these axes stay, with size 1
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     * @throws DTypeMismatchException if the element type is not floating-point
     */
    public Tensor norm(double p, long[] axes, boolean keepdim, DType dtype) {
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.normDtype(scope, handle, p, keepdim, dtype.code(), axes));
    }

    /**
     * The inner product of two vectors, or the product of matrices: {@code matmul}, by the name
     * that NumPy and DJL have for it.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws InvalidArgumentException if one has no axis
     * @throws ShapeMismatchException if they do not fit
     */
    public Tensor dot(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::dot, this, other);
    }

    /**
     * The inner products of the vectors along an axis; the other axes broadcast. The result has the
     * type that both promote to, in which integers wrap.
     *
     * @param other the other vectors, of the same size along the axis
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast, or the sizes along the axis
     *     differ
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor vecdot(Tensor other) {
        return vecdot(other, -1);
    }

    /**
     * The inner products of the vectors along an axis; the other axes broadcast. The result has the
     * type that both promote to, in which integers wrap.
     *
     * @param other the other vectors, of the same size along the axis
     * @param axis along which they lie; a negative one counts from the last
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast, or the sizes along the axis
     *     differ
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor vecdot(Tensor other, long axis) {
        Objects.requireNonNull(other, "other");
        Tensor result = Call.from(this, scope -> Native.vecdot(scope, handle, other.handle, axis));
        KeepAlive.done(other);
        return result;
    }

    /**
     * Each element of a vector times each of another: a matrix with a row for each of this.
     *
     * @param other the other vector
     * @return a new tensor
     * @throws InvalidArgumentException if one is no vector
     */
    public Tensor outer(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::outer, this, other);
    }

    /**
     * The products of matrices {@code [N, I, K]} and as many {@code [N, K, J]}.
     *
     * @param other the other matrices
     * @return a new tensor
     * @throws InvalidArgumentException if a rank is not 3
     * @throws ShapeMismatchException if there are not as many, or they do not fit
     */
    public Tensor bmm(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::bmm, this, other);
    }

    /**
     * The sum of a diagonal of each matrix.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if it is no matrix
     */
    public Tensor trace() {
        return trace(0);
    }

    /**
     * The sum of a diagonal of each matrix.
     *
     * @param offset which diagonal: above the main one, or below it if negative
     * @return a new tensor
     * @throws InvalidArgumentException if it is no matrix
     */
    public Tensor trace(long offset) {
        return Call.from(this, scope -> Native.trace(scope, handle, offset));
    }

    /**
     * The sum of a diagonal of each matrix, of the elements cast to an element type, which is the
     * result's: integers wrap.
     *
     * @param offset which diagonal: above the main one, or below it if negative
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if it is no matrix
     */
    public Tensor trace(long offset, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.traceDtype(scope, handle, offset, dtype.code()));
    }

    /**
     * The cross products of the vectors along an axis of size 3, broadcast.
     *
     * @param other the other vectors
     * @return a new tensor
     * @throws ShapeMismatchException if the size of the axis is not 3, or the shapes do not
     *     broadcast
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cross(Tensor other) {
        return cross(other, -1);
    }

    /**
     * The cross products of the vectors along an axis of size 3, broadcast.
     *
     * @param other the other vectors
     * @param axis along which they lie; a negative one counts from the last
     * @return a new tensor
     * @throws ShapeMismatchException if the size of the axis is not 3, or the shapes do not
     *     broadcast
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor cross(Tensor other, long axis) {
        Objects.requireNonNull(other, "other");
        Tensor result = Call.from(this, scope -> Native.cross(scope, handle, other.handle, axis));
        KeepAlive.done(other);
        return result;
    }

    /**
     * Each element times a whole other tensor, in its place: the Kronecker product.
     *
     * @param other the other tensor
     * @return a new tensor
     * @throws InvalidArgumentException if a rank is above 4
     */
    public Tensor kron(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::kron, this, other);
    }

    /**
     * The sums of products over the last axes of this and the first of another.
     *
     * @param other the other tensor
     * @param axes over how many
     * @return a new tensor
     * @throws ShapeMismatchException if they have other sizes
     * @throws InvalidArgumentException if there are not as many
     */
    public Tensor tensordot(Tensor other, long axes) {
        Objects.requireNonNull(other, "other");
        Tensor result = Call.from(this, scope -> Native.tensordot(scope, handle, other.handle, axes));
        KeepAlive.done(other);
        return result;
    }

    /**
     * The sums of products over these axes of this and those of another, each over one of each.
     *
     * @param other the other tensor
     * @param ofThis the axes of this; a negative one counts from the last
     * @param ofOther as many of the other
     * @return a new tensor
     * @throws ShapeMismatchException if they have other sizes
     * @throws InvalidArgumentException if there is no such axis, one is named twice, or there are
     *     not as many
     */
    public Tensor tensordot(Tensor other, long[] ofThis, long[] ofOther) {
        Objects.requireNonNull(other, "other");
        Objects.requireNonNull(ofThis, "ofThis");
        Objects.requireNonNull(ofOther, "ofOther");
        Tensor result = Call.from(this, scope -> Native.tensordotAxes(scope, handle, other.handle, ofThis, ofOther));
        KeepAlive.done(other);
        return result;
    }

    /**
     * Each matrix times itself so often: the unit matrix for 0; if negative, its inverse.
     *
     * @param n how often
     * @return a new tensor
     * @throws InvalidArgumentException if it is no square matrix, or {@code n} is negative and it
     *     is singular
     */
    public Tensor matrixPower(long n) {
        return Call.from(this, scope -> Native.matrixPower(scope, handle, n));
    }

    /**
     * Sums of products by Einstein's notation: {@code "ij,jk->ik"} is a product of matrices. A
     * letter names an axis; what does not stand after {@code ->} is summed over. {@code ...} stands
     * for axes without a letter, which broadcast.
     *
     * @param equation the axes of each operand, and those of the result
     * @param tensors the operands
     * @return a new tensor
     * @throws InvalidArgumentException if the equation is none, or does not fit the operands
     * @throws ShapeMismatchException if an axis has two sizes
     */
    public static Tensor einsum(String equation, Tensor... tensors) {
        Arguments.notNull("tensors", tensors);
        Objects.requireNonNull(equation, "equation");
        return Call.joined(tensors, scope -> Native.einsum(scope, equation, KeepAlive.handles(tensors)));
    }

    /**
     * Sums of products by Einstein's notation: {@code "ij,jk->ik"} is a product of matrices. A
     * letter names an axis; what does not stand after {@code ->} is summed over. {@code ...} stands
     * for axes without a letter, which broadcast.
     *
     * @param equation the axes of each operand, and those of the result
     * @param tensors the operands
     * @return a new tensor
     * @throws InvalidArgumentException if the equation is none, or does not fit the operands
     * @throws ShapeMismatchException if an axis has two sizes
     */
    public static Tensor einsum(String equation, List<? extends Tensor> tensors) {
        return einsum(equation, Arguments.array("tensors", tensors));
    }

    /**
     * The determinant of each square matrix.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if it is no square matrix
     */
    public Tensor det() {
        return Call.unary(Native::det, this);
    }

    /**
     * The determinant of each square matrix in two parts, so that it does not overflow.
     *
     * @return new tensors
     * @throws InvalidArgumentException if it is no square matrix
     */
    public Slogdet slogdet() {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.slogdet(scope, handle, room));
        return new Slogdet(made[0], made[1]);
    }

    /**
     * The inverse of each square matrix.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if it is no square matrix, or singular: the error says which
     *     of the batch
     */
    public Tensor inv() {
        return Call.unary(Native::inv, this);
    }

    /**
     * The pseudoinverse of each matrix {@code [m, n]}, by Moore and Penrose: {@code [n, m]}.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if it is no matrix, or has elements that are NaN or infinite
     */
    public Tensor pinv() {
        return pinv(null);
    }

    /**
     * The pseudoinverse of each matrix {@code [m, n]}, by Moore and Penrose: {@code [n, m]}.
     *
     * @param rtol singular values up to this part of the greatest count as 0; none: {@code max(m,
     *     n)} times the precision of the element type
     * @return a new tensor
     * @throws InvalidArgumentException if it is no matrix, or has elements that are NaN or infinite
     */
    public Tensor pinv(@Nullable Double rtol) {
        return Call.from(this, scope -> Native.pinv(scope, handle, rtol != null, rtol == null ? 0 : rtol));
    }

    /**
     * The pseudoinverse of each matrix {@code [m, n]}, by Moore and Penrose: {@code [n, m]}.
     *
     * @param rtol singular values up to this part of the greatest count as 0; none: {@code max(m,
     *     n)} times the precision of the element type
     * @return a new tensor
     * @throws InvalidArgumentException if it is no matrix, or has elements that are NaN or infinite
     */
    public Tensor pinv(double rtol) {
        return pinv(Double.valueOf(rtol));
    }

    /**
     * {@code x} of {@code A x = b}, where the matrices A are this.
     *
     * @param b matrices with as many rows, or one vector
     * @return a new tensor
     * @throws InvalidArgumentException if this is no square matrix, or singular: the error says
     *     which of the batch
     * @throws ShapeMismatchException if the sizes do not fit
     */
    public Tensor solve(Tensor b) {
        Objects.requireNonNull(b, "b");
        return Call.binary(Native::solve, this, b);
    }

    /**
     * {@code x} of {@code A x = b}, where the matrices A are one triangle of this.
     *
     * @param b matrices with as many rows
     * @return a new tensor
     * @throws InvalidArgumentException if this is no square matrix, or an element of its diagonal
     *     is 0
     * @throws ShapeMismatchException if the sizes do not fit
     */
    public Tensor solveTriangular(Tensor b) {
        return solveTriangular(b, false, true, false);
    }

    /**
     * {@code x} of {@code A x = b}, where the matrices A are one triangle of this.
     *
     * @param b matrices with as many rows
     * @param upper whether it is the triangle above the diagonal
     * @param left whether A stands on the left; else {@code x A = b} is solved
     * @param unitriangular whether 1 is taken for each element of the diagonal
     * @return a new tensor
     * @throws InvalidArgumentException if this is no square matrix, or an element of its diagonal
     *     is 0
     * @throws ShapeMismatchException if the sizes do not fit
     */
    public Tensor solveTriangular(Tensor b, boolean upper, boolean left, boolean unitriangular) {
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.solveTriangular(scope, handle, b.handle, upper, left, unitriangular));
        KeepAlive.done(b);
        return result;
    }

    /**
     * The solutions of {@code A x = b} with the least sum of squares of {@code b - A x}, where the
     * matrices A are this, {@code [m, n]}; where there are several, the one of the least norm.
     *
     * @param b {@code [m, k]}, or one vector
     * @return new tensors
     * @throws InvalidArgumentException if this is no matrix, or has elements that are NaN or
     *     infinite
     * @throws ShapeMismatchException if the sizes do not fit
     */
    public Lstsq lstsq(Tensor b) {
        return lstsq(b, null);
    }

    /**
     * The solutions of {@code A x = b} with the least sum of squares of {@code b - A x}, where the
     * matrices A are this, {@code [m, n]}; where there are several, the one of the least norm.
     *
     * @param b {@code [m, k]}, or one vector
     * @param rtol singular values up to this part of the greatest count as 0; none: {@code max(m,
     *     n)} times the precision of the element type
     * @return new tensors
     * @throws InvalidArgumentException if this is no matrix, or has elements that are NaN or
     *     infinite
     * @throws ShapeMismatchException if the sizes do not fit
     */
    public Lstsq lstsq(Tensor b, @Nullable Double rtol) {
        Objects.requireNonNull(b, "b");
        Tensor[] made = Call.several(this, 4, (scope, room) -> Native.lstsq(scope, handle, b.handle, rtol != null, rtol == null ? 0 : rtol, room));
        KeepAlive.done(b);
        return new Lstsq(made[0], made[1], made[2], made[3]);
    }

    /**
     * The solutions of {@code A x = b} with the least sum of squares of {@code b - A x}, where the
     * matrices A are this, {@code [m, n]}; where there are several, the one of the least norm.
     *
     * @param b {@code [m, k]}, or one vector
     * @param rtol singular values up to this part of the greatest count as 0; none: {@code max(m,
     *     n)} times the precision of the element type
     * @return new tensors
     * @throws InvalidArgumentException if this is no matrix, or has elements that are NaN or
     *     infinite
     * @throws ShapeMismatchException if the sizes do not fit
     */
    public Lstsq lstsq(Tensor b, double rtol) {
        return lstsq(b, Double.valueOf(rtol));
    }

    /**
     * The triangular matrix L of each symmetric positive definite matrix {@code L Lᵀ}, of which
     * only the triangle that is asked for is read.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if it is no square matrix, or not positive definite: the
     *     error says which of the batch
     */
    public Tensor cholesky() {
        return cholesky(false);
    }

    /**
     * The triangular matrix L of each symmetric positive definite matrix {@code L Lᵀ}, of which
     * only the triangle that is asked for is read.
     *
     * @param upper whether the transpose of L is wanted
     * @return a new tensor
     * @throws InvalidArgumentException if it is no square matrix, or not positive definite: the
     *     error says which of the batch
     */
    public Tensor cholesky(boolean upper) {
        return Call.from(this, scope -> Native.cholesky(scope, handle, upper));
    }

    /**
     * {@code x} of {@code A x = b}, where the matrices b are this.
     *
     * @param factor what {@code cholesky} gave of A
     * @return a new tensor
     * @throws InvalidArgumentException if it is no square matrix, or an element of its diagonal is
     *     0
     * @throws ShapeMismatchException if the sizes do not fit
     */
    public Tensor choleskySolve(Tensor factor) {
        return choleskySolve(factor, false);
    }

    /**
     * {@code x} of {@code A x = b}, where the matrices b are this.
     *
     * @param factor what {@code cholesky} gave of A
     * @param upper whether that is the transpose
     * @return a new tensor
     * @throws InvalidArgumentException if it is no square matrix, or an element of its diagonal is
     *     0
     * @throws ShapeMismatchException if the sizes do not fit
     */
    public Tensor choleskySolve(Tensor factor, boolean upper) {
        Objects.requireNonNull(factor, "factor");
        Tensor result = Call.from(this, scope -> Native.choleskySolve(scope, handle, factor.handle, upper));
        KeepAlive.done(factor);
        return result;
    }

    /**
     * Each matrix {@code [m, n]} as the product of one with orthonormal columns and an upper
     * triangular one.
     *
     * @return new tensors
     * @throws InvalidArgumentException if it is no matrix
     * @throws TensorException if a tape records this tensor, Q is complete, and there are more rows
     *     than columns
     */
    public Qr qr() {
        return qr(false);
    }

    /**
     * Each matrix {@code [m, n]} as the product of one with orthonormal columns and an upper
     * triangular one.
     *
     * @param complete whether Q is {@code [m, m]} and R {@code [m, n]}; else there are only the
     *     {@code min(m, n)} columns and rows that matter
     * @return new tensors
     * @throws InvalidArgumentException if it is no matrix
     * @throws TensorException if a tape records this tensor, Q is complete, and there are more rows
     *     than columns
     */
    public Qr qr(boolean complete) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.qr(scope, handle, complete, room));
        return new Qr(made[0], made[1]);
    }

    /**
     * The singular value decomposition of each matrix, {@code U diag(S) Vh}.
     *
     * @return new tensors
     * @throws InvalidArgumentException if it is no matrix, or has elements that are NaN or infinite
     * @throws TensorException if a tape records this tensor, the matrices are full, and it is not
     *     square
     */
    public Svd svd() {
        return svd(true);
    }

    /**
     * The singular value decomposition of each matrix, {@code U diag(S) Vh}.
     *
     * @param fullMatrices whether U and Vh are square; else there are only as many vectors as
     *     singular values
     * @return new tensors
     * @throws InvalidArgumentException if it is no matrix, or has elements that are NaN or infinite
     * @throws TensorException if a tape records this tensor, the matrices are full, and it is not
     *     square
     */
    public Svd svd(boolean fullMatrices) {
        Tensor[] made = Call.several(this, 3, (scope, room) -> Native.svd(scope, handle, fullMatrices, room));
        return new Svd(made[0], made[1], made[2]);
    }

    /**
     * The singular values of each matrix, the greatest first.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if it is no matrix, or has elements that are NaN or infinite
     */
    public Tensor svdvals() {
        return Call.unary(Native::svdvals, this);
    }

    /**
     * The eigenvalues and eigenvectors of each symmetric matrix, of which one triangle is read.
     *
     * @return new tensors
     * @throws InvalidArgumentException if it is no square matrix, or has elements that are NaN or
     *     infinite
     */
    public Eigh eigh() {
        return eigh(false);
    }

    /**
     * The eigenvalues and eigenvectors of each symmetric matrix, of which one triangle is read.
     *
     * @param upper whether it is the triangle above the diagonal
     * @return new tensors
     * @throws InvalidArgumentException if it is no square matrix, or has elements that are NaN or
     *     infinite
     */
    public Eigh eigh(boolean upper) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.eigh(scope, handle, upper, room));
        return new Eigh(made[0], made[1]);
    }

    /**
     * The eigenvalues of each symmetric matrix, of which one triangle is read, the least first.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if it is no square matrix, or has elements that are NaN or
     *     infinite
     */
    public Tensor eigvalsh() {
        return eigvalsh(false);
    }

    /**
     * The eigenvalues of each symmetric matrix, of which one triangle is read, the least first.
     *
     * @param upper whether it is the triangle above the diagonal
     * @return a new tensor
     * @throws InvalidArgumentException if it is no square matrix, or has elements that are NaN or
     *     infinite
     */
    public Tensor eigvalsh(boolean upper) {
        return Call.from(this, scope -> Native.eigvalsh(scope, handle, upper));
    }

    /**
     * The rank of each matrix, i64: how many singular values do not count as 0.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if it is no matrix, or has elements that are NaN or infinite
     */
    public Tensor matrixRank() {
        return matrixRank(null);
    }

    /**
     * The rank of each matrix, i64: how many singular values do not count as 0.
     *
     * @param rtol singular values up to this part of the greatest count as 0; none: {@code max(m,
     *     n)} times the precision of the element type
     * @return a new tensor
     * @throws InvalidArgumentException if it is no matrix, or has elements that are NaN or infinite
     */
    public Tensor matrixRank(@Nullable Double rtol) {
        return Call.from(this, scope -> Native.matrixRank(scope, handle, rtol != null, rtol == null ? 0 : rtol));
    }

    /**
     * The rank of each matrix, i64: how many singular values do not count as 0.
     *
     * @param rtol singular values up to this part of the greatest count as 0; none: {@code max(m,
     *     n)} times the precision of the element type
     * @return a new tensor
     * @throws InvalidArgumentException if it is no matrix, or has elements that are NaN or infinite
     */
    public Tensor matrixRank(double rtol) {
        return matrixRank(Double.valueOf(rtol));
    }

    /**
     * The norm of each matrix.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two axes, there is no such axis, or the
     *     greatest of no elements is asked for
     */
    public Tensor matrixNorm() {
        return matrixNorm(MatrixNormOrder.FRO, new long[0], false);
    }

    /**
     * The norm of each matrix.
     *
     * @param ord which one
     * @param axes of the rows and of the columns; none: the last two
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two axes, there is no such axis, or the
     *     greatest of no elements is asked for
     */
    public Tensor matrixNorm(MatrixNormOrder ord, long[] axes, boolean keepdim) {
        Objects.requireNonNull(ord, "ord");
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.matrixNorm(scope, handle, ord.code(), keepdim, axes));
    }

    /**
     * The norm of the vectors over axes: the root of the sum of squares, or that of another order.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor vectorNorm() {
        return vectorNorm(2, new long[0], false);
    }

    /**
     * The norm of the vectors over axes: the root of the sum of squares, or that of another order.
     *
     * @param ord the order; 1 for the sum of sizes, the infinities for the greatest and the least,
     *     0 for how many are not 0
     * @param axes over these; a negative one counts from the last; none means all
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor vectorNorm(double ord, long[] axes, boolean keepdim) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.vectorNorm(scope, handle, ord, keepdim, axes));
    }

    /**
     * The norm of each matrix, of the elements cast to an element type, which is the result's.
     *
     * @param ord which one
     * @param axes of the rows and of the columns; none: the last two
     * @param keepdim whether these axes stay, with size 1
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two axes, there is no such axis, or the
     *     greatest of no elements is asked for
     * @throws DTypeMismatchException if the element type is not floating-point
     */
    public Tensor matrixNorm(MatrixNormOrder ord, long[] axes, boolean keepdim, DType dtype) {
        Objects.requireNonNull(ord, "ord");
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.matrixNormDtype(scope, handle, ord.code(), keepdim, dtype.code(), axes));
    }

    /**
     * The norm of the vectors over axes, of the elements cast to an element type, which is the
     * result's.
     *
     * @param ord the order; 1 for the sum of sizes, the infinities for the greatest and the least,
     *     0 for how many are not 0
     * @param axes over these; a negative one counts from the last; none means all
     * @param keepdim whether these axes stay, with size 1
     * @param dtype the element type
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     * @throws DTypeMismatchException if the element type is not floating-point
     */
    public Tensor vectorNorm(double ord, long[] axes, boolean keepdim, DType dtype) {
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.vectorNormDtype(scope, handle, ord, keepdim, dtype.code(), axes));
    }

    /**
     * The discrete Fourier transform of a complex tensor {@code [..., n, 2]} along one axis:
     * complex.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor fft() {
        return fft(null, -1, FftNorm.BACKWARD);
    }

    /**
     * The discrete Fourier transform of a complex tensor {@code [..., n, 2]} along one axis:
     * complex.
     *
     * @param n how many points; the axis is cut, or filled up with zeros; none: the size of the
     *     axis
     * @param axis which of those before the real and imaginary parts; a negative one counts from
     *     the last
     * @param norm which direction is divided by {@code n}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor fft(@Nullable Long n, long axis, FftNorm norm) {
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.fft(scope, handle, n != null, n == null ? 0 : n, axis, norm.code()));
    }

    /**
     * The discrete Fourier transform of a complex tensor {@code [..., n, 2]} along one axis:
     * complex.
     *
     * @param n how many points; the axis is cut, or filled up with zeros; none: the size of the
     *     axis
     * @param axis which of those before the real and imaginary parts; a negative one counts from
     *     the last
     * @param norm which direction is divided by {@code n}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor fft(long n, long axis, FftNorm norm) {
        return fft(Long.valueOf(n), axis, norm);
    }

    /**
     * The inverse of {@code fft}: complex.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor ifft() {
        return ifft(null, -1, FftNorm.BACKWARD);
    }

    /**
     * The inverse of {@code fft}: complex.
     *
     * @param n how many points; the axis is cut, or filled up with zeros; none: the size of the
     *     axis
     * @param axis which of those before the real and imaginary parts; a negative one counts from
     *     the last
     * @param norm which direction is divided by {@code n}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor ifft(@Nullable Long n, long axis, FftNorm norm) {
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.ifft(scope, handle, n != null, n == null ? 0 : n, axis, norm.code()));
    }

    /**
     * The inverse of {@code fft}: complex.
     *
     * @param n how many points; the axis is cut, or filled up with zeros; none: the size of the
     *     axis
     * @param axis which of those before the real and imaginary parts; a negative one counts from
     *     the last
     * @param norm which direction is divided by {@code n}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor ifft(long n, long axis, FftNorm norm) {
        return ifft(Long.valueOf(n), axis, norm);
    }

    /**
     * The transform of a real tensor along one axis: of the {@code n} results the first {@code n /
     * 2 + 1}, complex, since the others are their conjugates.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     */
    public Tensor rfft() {
        return rfft(null, -1, FftNorm.BACKWARD);
    }

    /**
     * The transform of a real tensor along one axis: of the {@code n} results the first {@code n /
     * 2 + 1}, complex, since the others are their conjugates.
     *
     * @param n how many points; the axis is cut, or filled up with zeros; none: the size of the
     *     axis
     * @param axis which of the axes; a negative one counts from the last
     * @param norm which direction is divided by {@code n}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     */
    public Tensor rfft(@Nullable Long n, long axis, FftNorm norm) {
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.rfft(scope, handle, n != null, n == null ? 0 : n, axis, norm.code()));
    }

    /**
     * The transform of a real tensor along one axis: of the {@code n} results the first {@code n /
     * 2 + 1}, complex, since the others are their conjugates.
     *
     * @param n how many points; the axis is cut, or filled up with zeros; none: the size of the
     *     axis
     * @param axis which of the axes; a negative one counts from the last
     * @param norm which direction is divided by {@code n}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     */
    public Tensor rfft(long n, long axis, FftNorm norm) {
        return rfft(Long.valueOf(n), axis, norm);
    }

    /**
     * The inverse of {@code rfft}: of complex {@code [..., m, 2]}, taken for the first half of
     * {@code n} results, {@code n} real numbers.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor irfft() {
        return irfft(null, -1, FftNorm.BACKWARD);
    }

    /**
     * The inverse of {@code rfft}: of complex {@code [..., m, 2]}, taken for the first half of
     * {@code n} results, {@code n} real numbers.
     *
     * @param n how many points; the axis is cut, or filled up with zeros; none: {@code 2 (m - 1)}
     * @param axis which of those before the real and imaginary parts; a negative one counts from
     *     the last
     * @param norm which direction is divided by {@code n}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor irfft(@Nullable Long n, long axis, FftNorm norm) {
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.irfft(scope, handle, n != null, n == null ? 0 : n, axis, norm.code()));
    }

    /**
     * The inverse of {@code rfft}: of complex {@code [..., m, 2]}, taken for the first half of
     * {@code n} results, {@code n} real numbers.
     *
     * @param n how many points; the axis is cut, or filled up with zeros; none: {@code 2 (m - 1)}
     * @param axis which of those before the real and imaginary parts; a negative one counts from
     *     the last
     * @param norm which direction is divided by {@code n}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor irfft(long n, long axis, FftNorm norm) {
        return irfft(Long.valueOf(n), axis, norm);
    }

    /**
     * The transform of a complex tensor {@code [..., m, 2]} that is the first half of a signal
     * whose other half is its conjugate: {@code n} real numbers.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor hfft() {
        return hfft(null, -1, FftNorm.BACKWARD);
    }

    /**
     * The transform of a complex tensor {@code [..., m, 2]} that is the first half of a signal
     * whose other half is its conjugate: {@code n} real numbers.
     *
     * @param n how many points; the axis is cut, or filled up with zeros; none: {@code 2 (m - 1)}
     * @param axis which of those before the real and imaginary parts; a negative one counts from
     *     the last
     * @param norm which direction is divided by {@code n}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor hfft(@Nullable Long n, long axis, FftNorm norm) {
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.hfft(scope, handle, n != null, n == null ? 0 : n, axis, norm.code()));
    }

    /**
     * The transform of a complex tensor {@code [..., m, 2]} that is the first half of a signal
     * whose other half is its conjugate: {@code n} real numbers.
     *
     * @param n how many points; the axis is cut, or filled up with zeros; none: {@code 2 (m - 1)}
     * @param axis which of those before the real and imaginary parts; a negative one counts from
     *     the last
     * @param norm which direction is divided by {@code n}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor hfft(long n, long axis, FftNorm norm) {
        return hfft(Long.valueOf(n), axis, norm);
    }

    /**
     * The inverse of {@code hfft}: of a real tensor the first {@code n / 2 + 1} complex numbers of
     * the signal.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     */
    public Tensor ihfft() {
        return ihfft(null, -1, FftNorm.BACKWARD);
    }

    /**
     * The inverse of {@code hfft}: of a real tensor the first {@code n / 2 + 1} complex numbers of
     * the signal.
     *
     * @param n how many points; the axis is cut, or filled up with zeros; none: the size of the
     *     axis
     * @param axis which of the axes; a negative one counts from the last
     * @param norm which direction is divided by {@code n}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     */
    public Tensor ihfft(@Nullable Long n, long axis, FftNorm norm) {
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.ihfft(scope, handle, n != null, n == null ? 0 : n, axis, norm.code()));
    }

    /**
     * The inverse of {@code hfft}: of a real tensor the first {@code n / 2 + 1} complex numbers of
     * the signal.
     *
     * @param n how many points; the axis is cut, or filled up with zeros; none: the size of the
     *     axis
     * @param axis which of the axes; a negative one counts from the last
     * @param norm which direction is divided by {@code n}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or no point
     */
    public Tensor ihfft(long n, long axis, FftNorm norm) {
        return ihfft(Long.valueOf(n), axis, norm);
    }

    /**
     * The transform of a complex tensor along the last two axes before the real and imaginary
     * parts: complex.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two axes, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor fft2() {
        return fft2(new long[0], FftNorm.BACKWARD);
    }

    /**
     * The transform of a complex tensor along the last two axes before the real and imaginary
     * parts: complex.
     *
     * @param sizes how many points each axis has, -1 for its size; none: their sizes
     * @param norm which direction is divided by the number of points
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two axes, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor fft2(long[] sizes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.fft2(scope, handle, norm.code(), sizes));
    }

    /**
     * The inverse of {@code fft2}: complex.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two axes, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor ifft2() {
        return ifft2(new long[0], FftNorm.BACKWARD);
    }

    /**
     * The inverse of {@code fft2}: complex.
     *
     * @param sizes how many points each axis has, -1 for its size; none: their sizes
     * @param norm which direction is divided by the number of points
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two axes, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor ifft2(long[] sizes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.ifft2(scope, handle, norm.code(), sizes));
    }

    /**
     * The transform of a real tensor along its last two axes; the last one has the first half of
     * the results: complex.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two axes, or no point
     */
    public Tensor rfft2() {
        return rfft2(new long[0], FftNorm.BACKWARD);
    }

    /**
     * The transform of a real tensor along its last two axes; the last one has the first half of
     * the results: complex.
     *
     * @param sizes how many points each axis has, -1 for its size; none: their sizes
     * @param norm which direction is divided by the number of points
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two axes, or no point
     */
    public Tensor rfft2(long[] sizes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.rfft2(scope, handle, norm.code(), sizes));
    }

    /**
     * The inverse of {@code rfft2}: real.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two axes, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor irfft2() {
        return irfft2(new long[0], FftNorm.BACKWARD);
    }

    /**
     * The inverse of {@code rfft2}: real.
     *
     * @param sizes how many points each axis has, -1 for its size; none: their sizes
     * @param norm which direction is divided by the number of points
     * @return a new tensor
     * @throws InvalidArgumentException if there are not two axes, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor irfft2(long[] sizes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.irfft2(scope, handle, norm.code(), sizes));
    }

    /**
     * The transform of a complex tensor along several axes: complex.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, there are not
     *     as many sizes, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor fftn() {
        return fftn(new long[0], new long[0], FftNorm.BACKWARD);
    }

    /**
     * The transform of a complex tensor along several axes: complex.
     *
     * @param sizes how many points each of these axes has, -1 for its size; none: their sizes
     * @param axes along these of those before the real and imaginary parts; none: as many of the
     *     last as there are sizes, else all
     * @param norm which direction is divided by the number of points
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, there are not
     *     as many sizes, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor fftn(long[] sizes, long[] axes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.fftn(scope, handle, norm.code(), sizes, axes));
    }

    /**
     * The inverse of {@code fftn}: complex.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, there are not
     *     as many sizes, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor ifftn() {
        return ifftn(new long[0], new long[0], FftNorm.BACKWARD);
    }

    /**
     * The inverse of {@code fftn}: complex.
     *
     * @param sizes how many points each of these axes has, -1 for its size; none: their sizes
     * @param axes along these of those before the real and imaginary parts; none: as many of the
     *     last as there are sizes, else all
     * @param norm which direction is divided by the number of points
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, there are not
     *     as many sizes, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor ifftn(long[] sizes, long[] axes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.ifftn(scope, handle, norm.code(), sizes, axes));
    }

    /**
     * The transform of a real tensor along several axes, of which the last has the first half of
     * the results: complex.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, there are not
     *     as many sizes, or no point
     */
    public Tensor rfftn() {
        return rfftn(new long[0], new long[0], FftNorm.BACKWARD);
    }

    /**
     * The transform of a real tensor along several axes, of which the last has the first half of
     * the results: complex.
     *
     * @param sizes how many points each of these axes has, -1 for its size; none: their sizes
     * @param axes along these; none: as many of the last as there are sizes, else all
     * @param norm which direction is divided by the number of points
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, there are not
     *     as many sizes, or no point
     */
    public Tensor rfftn(long[] sizes, long[] axes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.rfftn(scope, handle, norm.code(), sizes, axes));
    }

    /**
     * The inverse of {@code rfftn}: real.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, there are not
     *     as many sizes, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor irfftn() {
        return irfftn(new long[0], new long[0], FftNorm.BACKWARD);
    }

    /**
     * The inverse of {@code rfftn}: real.
     *
     * @param sizes how many points each of these axes has, -1 for its size; none: their sizes
     * @param axes along these of those before the real and imaginary parts; none: as many of the
     *     last as there are sizes, else all
     * @param norm which direction is divided by the number of points
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, it is named twice, there are not
     *     as many sizes, or no point
     * @throws ShapeMismatchException if the tensor is not complex
     */
    public Tensor irfftn(long[] sizes, long[] axes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.irfftn(scope, handle, norm.code(), sizes, axes));
    }

    /**
     * The frequency 0 moved to the middle of axes.
     *
     * @param axes of which axes, counted as those of any tensor: of a complex one leave out the
     *     last; none: of all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor fftshift(long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.fftshift(scope, handle, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.fftshift(scope, handle, axes));
    }

    /**
     * The frequency 0 moved to the middle of axes.
     *
     * @param axes of which axes, counted as those of any tensor: of a complex one leave out the
     *     last; none: of all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor fftshift(int[] axes) {
        return fftshift(Numbers.longs(axes, "axes"));
    }

    /**
     * Undoes {@code fftshift}.
     *
     * @param axes of which axes, counted as those of any tensor: of a complex one leave out the
     *     last; none: of all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor ifftshift(long... axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(
                this,
                scope -> axes.length <= Call.INLINE
                        ? Native.ifftshift(scope, handle, axes.length,
                                Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.ifftshift(scope, handle, axes));
    }

    /**
     * Undoes {@code fftshift}.
     *
     * @param axes of which axes, counted as those of any tensor: of a complex one leave out the
     *     last; none: of all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor ifftshift(int[] axes) {
        return ifftshift(Numbers.longs(axes, "axes"));
    }

    /**
     * The product with a transposed matrix, plus a bias: the last axis becomes as long as the
     * matrix has rows.
     *
     * @param weight a matrix with as many columns as the last axis has elements
     * @return a new tensor
     * @throws ShapeMismatchException if the weight or the bias does not fit
     */
    public Tensor linear(Tensor weight) {
        return linear(weight, null);
    }

    /**
     * The product with a transposed matrix, plus a bias: the last axis becomes as long as the
     * matrix has rows.
     *
     * @param weight a matrix with as many columns as the last axis has elements
     * @param bias one element for each row of the matrix
     * @return a new tensor
     * @throws ShapeMismatchException if the weight or the bias does not fit
     */
    public Tensor linear(Tensor weight, @Nullable Tensor bias) {
        Objects.requireNonNull(weight, "weight");
        Tensor result = Call.from(this, scope -> Native.linear(scope, handle, weight.handle, bias == null ? 0 : bias.handle));
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * Rows of this matrix, {@code [V, D]}, by their numbers: the shape of the indices with {@code
     * D} behind it.
     *
     * @param indices which rows, integers of any shape
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such row
     * @throws ShapeMismatchException if this is no matrix
     * @throws DTypeMismatchException if the indices are not integers
     */
    public Tensor embedding(Tensor indices) {
        return embedding(indices, null);
    }

    /**
     * Rows of this matrix, {@code [V, D]}, by their numbers: the shape of the indices with {@code
     * D} behind it.
     *
     * @param indices which rows, integers of any shape
     * @param paddingIndex a row that gets no gradient; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such row
     * @throws ShapeMismatchException if this is no matrix
     * @throws DTypeMismatchException if the indices are not integers
     */
    public Tensor embedding(Tensor indices, @Nullable Long paddingIndex) {
        Objects.requireNonNull(indices, "indices");
        Tensor result = Call.from(this, scope -> Native.embedding(scope, handle, indices.handle, paddingIndex != null, paddingIndex == null ? 0 : paddingIndex));
        KeepAlive.done(indices);
        return result;
    }

    /**
     * Rows of this matrix, {@code [V, D]}, by their numbers: the shape of the indices with {@code
     * D} behind it.
     *
     * @param indices which rows, integers of any shape
     * @param paddingIndex a row that gets no gradient; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such row
     * @throws ShapeMismatchException if this is no matrix
     * @throws DTypeMismatchException if the indices are not integers
     */
    public Tensor embedding(Tensor indices, long paddingIndex) {
        return embedding(indices, Long.valueOf(paddingIndex));
    }

    /**
     * Rows of this matrix, {@code [V, D]}, by their numbers: the shape of the indices with {@code
     * D} behind it. Rows that are too long are scaled first, in this matrix itself, which no tape
     * records.
     *
     * @param indices which rows, integers of any shape
     * @param paddingIndex a row that gets no gradient, or none; a negative one counts from the last
     * @param maxNorm the greatest norm of a row that is looked up; infinity: any
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such row, or the greatest norm is not
     *     positive
     * @throws ShapeMismatchException if this is no matrix
     * @throws DTypeMismatchException if the indices are not integers, or norms of integers are
     *     bounded
     */
    public Tensor embedding(Tensor indices, @Nullable Long paddingIndex, double maxNorm) {
        return embedding(indices, paddingIndex, maxNorm, 2, false);
    }

    /**
     * Rows of this matrix, {@code [V, D]}, by their numbers: the shape of the indices with {@code
     * D} behind it. Rows that are too long are scaled first, in this matrix itself, which no tape
     * records.
     *
     * @param indices which rows, integers of any shape
     * @param paddingIndex a row that gets no gradient, or none; a negative one counts from the last
     * @param maxNorm the greatest norm of a row that is looked up; infinity: any
     * @param normType which norm
     * @param scaleGradByFreq whether the gradient of a row is divided by how often it is looked up
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such row, or the greatest norm is not
     *     positive
     * @throws ShapeMismatchException if this is no matrix
     * @throws DTypeMismatchException if the indices are not integers, or norms of integers are
     *     bounded
     */
    public Tensor embedding(Tensor indices, @Nullable Long paddingIndex, double maxNorm, double normType, boolean scaleGradByFreq) {
        Objects.requireNonNull(indices, "indices");
        Tensor result = Call.from(this, scope -> Native.embeddingMaxNorm(scope, handle, indices.handle, paddingIndex != null, paddingIndex == null ? 0 : paddingIndex, maxNorm, normType, scaleGradByFreq));
        KeepAlive.done(indices);
        return result;
    }

    /**
     * Rows of this matrix, {@code [V, D]}, by their numbers: the shape of the indices with {@code
     * D} behind it. Rows that are too long are scaled first, in this matrix itself, which no tape
     * records.
     *
     * @param indices which rows, integers of any shape
     * @param paddingIndex a row that gets no gradient, or none; a negative one counts from the last
     * @param maxNorm the greatest norm of a row that is looked up; infinity: any
     * @param normType which norm
     * @param scaleGradByFreq whether the gradient of a row is divided by how often it is looked up
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such row, or the greatest norm is not
     *     positive
     * @throws ShapeMismatchException if this is no matrix
     * @throws DTypeMismatchException if the indices are not integers, or norms of integers are
     *     bounded
     */
    public Tensor embedding(Tensor indices, long paddingIndex, double maxNorm, double normType, boolean scaleGradByFreq) {
        return embedding(indices, Long.valueOf(paddingIndex), maxNorm, normType, scaleGradByFreq);
    }

    /**
     * Where it is training, each element 0 with a probability and otherwise divided by what is left
     * of it; else a copy. The random numbers come from the stream that {@code seed} starts.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the probability is not from 0 to 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor dropout() {
        return dropout(0.5, true);
    }

    /**
     * Where it is training, each element 0 with a probability and otherwise divided by what is left
     * of it; else a copy. The random numbers come from the stream that {@code seed} starts.
     *
     * @param p the probability
     * @param training whether anything is dropped
     * @return a new tensor
     * @throws InvalidArgumentException if the probability is not from 0 to 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor dropout(double p, boolean training) {
        return Call.from(this, scope -> Native.dropout(scope, handle, p, training));
    }

    /**
     * Each vector along an axis divided by its p-norm.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor normalize() {
        return normalize(2, 1, 1e-12);
    }

    /**
     * Each vector along an axis divided by its p-norm.
     *
     * @param p which norm
     * @param axis which one; a negative one counts from the last
     * @param eps the least that is divided by
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor normalize(double p, long axis, double eps) {
        return Call.from(this, scope -> Native.normalize(scope, handle, p, axis, eps));
    }

    /**
     * Channels moved into the planes: {@code [..., C r r, H, W]} becomes {@code [..., C, H r, W
     * r]}.
     *
     * @param factor {@code r}
     * @return a new tensor
     * @throws InvalidArgumentException if the channels are no multiple of its square
     */
    public Tensor pixelShuffle(long factor) {
        return Call.from(this, scope -> Native.pixelShuffle(scope, handle, factor));
    }

    /**
     * Planes moved into the channels: {@code [..., C, H r, W r]} becomes {@code [..., C r r, H,
     * W]}.
     *
     * @param factor {@code r}
     * @return a new tensor
     * @throws InvalidArgumentException if the sides are no multiples of it
     */
    public Tensor pixelUnshuffle(long factor) {
        return Call.from(this, scope -> Native.pixelUnshuffle(scope, handle, factor));
    }

    /**
     * The last axes of {@code [N, C, ...]}, one to three, in other sizes.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are sizes and a scale, or neither, or a side would
     *     have no element
     * @throws ShapeMismatchException if there are fewer than three axes, or more than five
     */
    public Tensor interpolate() {
        return interpolate(new long[0], null, InterpolateMode.NEAREST, false);
    }

    /**
     * The last axes of {@code [N, C, ...]}, one to three, in other sizes.
     *
     * @param size one for each axis, or one for all; none: by the scale
     * @param scale how many times longer each axis is to be, where there are no sizes
     * @param mode how elements between others are made
     * @param alignCorners whether the first and last elements stay where they are, in the mode
     *     linear
     * @return a new tensor
     * @throws InvalidArgumentException if there are sizes and a scale, or neither, or a side would
     *     have no element
     * @throws ShapeMismatchException if there are fewer than three axes, or more than five
     */
    public Tensor interpolate(long[] size, @Nullable Double scale, InterpolateMode mode, boolean alignCorners) {
        Objects.requireNonNull(size, "size");
        Objects.requireNonNull(mode, "mode");
        return Call.from(this, scope -> Native.interpolate(scope, handle, scale != null, scale == null ? 0 : scale, mode.code(), alignCorners, size));
    }

    /**
     * The last axes of {@code [N, C, ...]}, one to three, in other sizes.
     *
     * @param size one for each axis, or one for all; none: by the scale
     * @param scale how many times longer each axis is to be, where there are no sizes
     * @param mode how elements between others are made
     * @param alignCorners whether the first and last elements stay where they are, in the mode
     *     linear
     * @return a new tensor
     * @throws InvalidArgumentException if there are sizes and a scale, or neither, or a side would
     *     have no element
     * @throws ShapeMismatchException if there are fewer than three axes, or more than five
     */
    public Tensor interpolate(long[] size, double scale, InterpolateMode mode, boolean alignCorners) {
        return interpolate(size, Double.valueOf(scale), mode, alignCorners);
    }

    /**
     * Attention of these queries, {@code [..., L, E]}: the softmax of their scaled products with
     * the keys, times the values: {@code [..., L, V]}. No memory grows with {@code L} times {@code
     * S}. A query that sees no key gives zeros.
     *
     * @param key {@code [..., S, E]}
     * @param value {@code [..., S, V]}
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not fit
     * @throws DTypeMismatchException if the operands have different element types
     */
    public Tensor scaledDotProductAttention(Tensor key, Tensor value) {
        return scaledDotProductAttention(key, value, null, false, null);
    }

    /**
     * Attention of these queries, {@code [..., L, E]}: the softmax of their scaled products with
     * the keys, times the values: {@code [..., L, V]}. No memory grows with {@code L} times {@code
     * S}. A query that sees no key gives zeros.
     *
     * @param key {@code [..., S, E]}
     * @param value {@code [..., S, V]}
     * @param mask {@code [..., L, S]}, true where a query sees a key, or numbers that are added to
     *     the scaled products
     * @param causal whether query {@code i} sees the keys from 0 to {@code i} only
     * @param scale what products are multiplied by; none: {@code 1 / sqrt(E)}
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not fit
     * @throws DTypeMismatchException if the operands have different element types
     */
    public Tensor scaledDotProductAttention(Tensor key, Tensor value, @Nullable Tensor mask, boolean causal, @Nullable Double scale) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        Tensor result = Call.from(this, scope -> Native.scaledDotProductAttention(scope, handle, key.handle, value.handle, mask == null ? 0 : mask.handle, causal, scale != null, scale == null ? 0 : scale));
        KeepAlive.done(key, value);
        KeepAlive.done(mask);
        return result;
    }

    /**
     * Attention of these queries, {@code [..., L, E]}: the softmax of their scaled products with
     * the keys, times the values: {@code [..., L, V]}. No memory grows with {@code L} times {@code
     * S}. A query that sees no key gives zeros.
     *
     * @param key {@code [..., S, E]}
     * @param value {@code [..., S, V]}
     * @param mask {@code [..., L, S]}, true where a query sees a key, or numbers that are added to
     *     the scaled products
     * @param causal whether query {@code i} sees the keys from 0 to {@code i} only
     * @param scale what products are multiplied by; none: {@code 1 / sqrt(E)}
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not fit
     * @throws DTypeMismatchException if the operands have different element types
     */
    public Tensor scaledDotProductAttention(Tensor key, Tensor value, @Nullable Tensor mask, boolean causal, double scale) {
        return scaledDotProductAttention(key, value, mask, causal, Double.valueOf(scale));
    }

    /**
     * The convolution with weights over the last axis, plus a bias.
     *
     * @param weight {@code [C', C / groups, K]}
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if the weight or the bias does not fit the channels
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor conv1d(Tensor weight) {
        return conv1d(weight, null, new long[0], new long[0], new long[0], 1);
    }

    /**
     * The convolution with weights over the last axis, plus a bias.
     *
     * @param weight {@code [C', C / groups, K]}
     * @param bias {@code [C']}
     * @param stride steps of the kernel; none: 1
     * @param padding zeros on either side; none: 0
     * @param dilation distances of the kernel's elements; none: 1
     * @param groups in how many parts channels are divided, each with weights of its own
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if the weight or the bias does not fit the channels
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor conv1d(Tensor weight, @Nullable Tensor bias, long[] stride, long[] padding, long[] dilation, long groups) {
        Objects.requireNonNull(weight, "weight");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        Objects.requireNonNull(dilation, "dilation");
        Tensor result = Call.from(this, scope -> Native.conv1d(scope, handle, weight.handle, bias == null ? 0 : bias.handle, groups, stride, padding, dilation));
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * The convolution with weights over the last two axes, plus a bias.
     *
     * @param weight {@code [C', C / groups, KH, KW]}
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if the weight or the bias does not fit the channels
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor conv2d(Tensor weight) {
        return conv2d(weight, null, new long[0], new long[0], new long[0], 1);
    }

    /**
     * The convolution with weights over the last two axes, plus a bias.
     *
     * @param weight {@code [C', C / groups, KH, KW]}
     * @param bias {@code [C']}
     * @param stride steps of the kernel; none: 1
     * @param padding zeros on either side; none: 0
     * @param dilation distances of the kernel's elements; none: 1
     * @param groups in how many parts channels are divided, each with weights of its own
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if the weight or the bias does not fit the channels
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor conv2d(Tensor weight, @Nullable Tensor bias, long[] stride, long[] padding, long[] dilation, long groups) {
        Objects.requireNonNull(weight, "weight");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        Objects.requireNonNull(dilation, "dilation");
        Tensor result = Call.from(this, scope -> Native.conv2d(scope, handle, weight.handle, bias == null ? 0 : bias.handle, groups, stride, padding, dilation));
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * The convolution with weights over the last three axes, plus a bias.
     *
     * @param weight {@code [C', C / groups, KD, KH, KW]}
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if the weight or the bias does not fit the channels
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor conv3d(Tensor weight) {
        return conv3d(weight, null, new long[0], new long[0], new long[0], 1);
    }

    /**
     * The convolution with weights over the last three axes, plus a bias.
     *
     * @param weight {@code [C', C / groups, KD, KH, KW]}
     * @param bias {@code [C']}
     * @param stride steps of the kernel; none: 1
     * @param padding zeros on either side; none: 0
     * @param dilation distances of the kernel's elements; none: 1
     * @param groups in how many parts channels are divided, each with weights of its own
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if the weight or the bias does not fit the channels
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor conv3d(Tensor weight, @Nullable Tensor bias, long[] stride, long[] padding, long[] dilation, long groups) {
        Objects.requireNonNull(weight, "weight");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        Objects.requireNonNull(dilation, "dilation");
        Tensor result = Call.from(this, scope -> Native.conv3d(scope, handle, weight.handle, bias == null ? 0 : bias.handle, groups, stride, padding, dilation));
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * The transposed convolution over the last axis, plus a bias: what leads from a convolution's
     * result back to the shape of its input.
     *
     * @param weight {@code [C, C' / groups, K]}
     * @return a new tensor
     * @throws InvalidArgumentException if there would be no result, or a number is out of range
     * @throws ShapeMismatchException if the weight or the bias does not fit the channels
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor convTranspose1d(Tensor weight) {
        return convTranspose1d(weight, null, new long[0], new long[0], new long[0], 1, new long[0]);
    }

    /**
     * The transposed convolution over the last axis, plus a bias: what leads from a convolution's
     * result back to the shape of its input.
     *
     * @param weight {@code [C, C' / groups, K]}
     * @param bias {@code [C']}
     * @param stride steps of the kernel; none: 1
     * @param padding what is left out on either side; none: 0
     * @param outputPadding elements more at the end; none: 0
     * @param groups in how many parts channels are divided, each with weights of its own
     * @param dilation distances of the kernel's elements; none: 1
     * @return a new tensor
     * @throws InvalidArgumentException if there would be no result, or a number is out of range
     * @throws ShapeMismatchException if the weight or the bias does not fit the channels
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor convTranspose1d(Tensor weight, @Nullable Tensor bias, long[] stride, long[] padding, long[] outputPadding, long groups, long[] dilation) {
        Objects.requireNonNull(weight, "weight");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        Objects.requireNonNull(outputPadding, "outputPadding");
        Objects.requireNonNull(dilation, "dilation");
        Tensor result = Call.from(this, scope -> Native.convTranspose1d(scope, handle, weight.handle, bias == null ? 0 : bias.handle, groups, stride, padding, outputPadding, dilation));
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * The transposed convolution over the last two axes, plus a bias: what leads from a
     * convolution's result back to the shape of its input.
     *
     * @param weight {@code [C, C' / groups, KH, KW]}
     * @return a new tensor
     * @throws InvalidArgumentException if there would be no result, or a number is out of range
     * @throws ShapeMismatchException if the weight or the bias does not fit the channels
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor convTranspose2d(Tensor weight) {
        return convTranspose2d(weight, null, new long[0], new long[0], new long[0], 1, new long[0]);
    }

    /**
     * The transposed convolution over the last two axes, plus a bias: what leads from a
     * convolution's result back to the shape of its input.
     *
     * @param weight {@code [C, C' / groups, KH, KW]}
     * @param bias {@code [C']}
     * @param stride steps of the kernel; none: 1
     * @param padding what is left out on either side; none: 0
     * @param outputPadding elements more at the end; none: 0
     * @param groups in how many parts channels are divided, each with weights of its own
     * @param dilation distances of the kernel's elements; none: 1
     * @return a new tensor
     * @throws InvalidArgumentException if there would be no result, or a number is out of range
     * @throws ShapeMismatchException if the weight or the bias does not fit the channels
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor convTranspose2d(Tensor weight, @Nullable Tensor bias, long[] stride, long[] padding, long[] outputPadding, long groups, long[] dilation) {
        Objects.requireNonNull(weight, "weight");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        Objects.requireNonNull(outputPadding, "outputPadding");
        Objects.requireNonNull(dilation, "dilation");
        Tensor result = Call.from(this, scope -> Native.convTranspose2d(scope, handle, weight.handle, bias == null ? 0 : bias.handle, groups, stride, padding, outputPadding, dilation));
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * The transposed convolution over the last three axes, plus a bias: what leads from a
     * convolution's result back to the shape of its input.
     *
     * @param weight {@code [C, C' / groups, KD, KH, KW]}
     * @return a new tensor
     * @throws InvalidArgumentException if there would be no result, or a number is out of range
     * @throws ShapeMismatchException if the weight or the bias does not fit the channels
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor convTranspose3d(Tensor weight) {
        return convTranspose3d(weight, null, new long[0], new long[0], new long[0], 1, new long[0]);
    }

    /**
     * The transposed convolution over the last three axes, plus a bias: what leads from a
     * convolution's result back to the shape of its input.
     *
     * @param weight {@code [C, C' / groups, KD, KH, KW]}
     * @param bias {@code [C']}
     * @param stride steps of the kernel; none: 1
     * @param padding what is left out on either side; none: 0
     * @param outputPadding elements more at the end; none: 0
     * @param groups in how many parts channels are divided, each with weights of its own
     * @param dilation distances of the kernel's elements; none: 1
     * @return a new tensor
     * @throws InvalidArgumentException if there would be no result, or a number is out of range
     * @throws ShapeMismatchException if the weight or the bias does not fit the channels
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor convTranspose3d(Tensor weight, @Nullable Tensor bias, long[] stride, long[] padding, long[] outputPadding, long groups, long[] dilation) {
        Objects.requireNonNull(weight, "weight");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        Objects.requireNonNull(outputPadding, "outputPadding");
        Objects.requireNonNull(dilation, "dilation");
        Tensor result = Call.from(this, scope -> Native.convTranspose3d(scope, handle, weight.handle, bias == null ? 0 : bias.handle, groups, stride, padding, outputPadding, dilation));
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * The greatest element of each window over the last axis. NaN is greater than any number.
     *
     * @param kernel elements of a window
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor maxPool1d(long[] kernel) {
        return maxPool1d(kernel, new long[0], new long[0], new long[0], false);
    }

    /**
     * The greatest element of each window over the last axis. NaN is greater than any number.
     *
     * @param kernel elements of a window
     * @param stride from window to window; none: the kernel
     * @param padding places on either side that are never the greatest; none: 0
     * @param dilation distances of a window's elements; none: 1
     * @param ceilMode whether windows may end behind the padding
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor maxPool1d(long[] kernel, long[] stride, long[] padding, long[] dilation, boolean ceilMode) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        Objects.requireNonNull(dilation, "dilation");
        return Call.from(this, scope -> Native.maxPool1d(scope, handle, ceilMode, kernel, stride, padding, dilation));
    }

    /**
     * The greatest element of each window over the last axis, and where it is. NaN is greater than
     * any number.
     *
     * @param kernel elements of a window
     * @return new tensors
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public MaxPool1dWithIndices maxPool1dWithIndices(long[] kernel) {
        return maxPool1dWithIndices(kernel, new long[0], new long[0], new long[0], false);
    }

    /**
     * The greatest element of each window over the last axis, and where it is. NaN is greater than
     * any number.
     *
     * @param kernel elements of a window
     * @param stride from window to window; none: the kernel
     * @param padding places on either side that are never the greatest; none: 0
     * @param dilation distances of a window's elements; none: 1
     * @param ceilMode whether windows may end behind the padding
     * @return new tensors
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public MaxPool1dWithIndices maxPool1dWithIndices(long[] kernel, long[] stride, long[] padding, long[] dilation, boolean ceilMode) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        Objects.requireNonNull(dilation, "dilation");
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.maxPool1dWithIndices(scope, handle, ceilMode, kernel, stride, padding, dilation, room));
        return new MaxPool1dWithIndices(made[0], made[1]);
    }

    /**
     * The greatest element of each window over the last two axes. NaN is greater than any number.
     *
     * @param kernel elements of a window
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor maxPool2d(long[] kernel) {
        return maxPool2d(kernel, new long[0], new long[0], new long[0], false);
    }

    /**
     * The greatest element of each window over the last two axes. NaN is greater than any number.
     *
     * @param kernel elements of a window
     * @param stride from window to window; none: the kernel
     * @param padding places on either side that are never the greatest; none: 0
     * @param dilation distances of a window's elements; none: 1
     * @param ceilMode whether windows may end behind the padding
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor maxPool2d(long[] kernel, long[] stride, long[] padding, long[] dilation, boolean ceilMode) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        Objects.requireNonNull(dilation, "dilation");
        return Call.from(this, scope -> Native.maxPool2d(scope, handle, ceilMode, kernel, stride, padding, dilation));
    }

    /**
     * The greatest element of each window over the last two axes, and where it is. NaN is greater
     * than any number.
     *
     * @param kernel elements of a window
     * @return new tensors
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public MaxPool2dWithIndices maxPool2dWithIndices(long[] kernel) {
        return maxPool2dWithIndices(kernel, new long[0], new long[0], new long[0], false);
    }

    /**
     * The greatest element of each window over the last two axes, and where it is. NaN is greater
     * than any number.
     *
     * @param kernel elements of a window
     * @param stride from window to window; none: the kernel
     * @param padding places on either side that are never the greatest; none: 0
     * @param dilation distances of a window's elements; none: 1
     * @param ceilMode whether windows may end behind the padding
     * @return new tensors
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public MaxPool2dWithIndices maxPool2dWithIndices(long[] kernel, long[] stride, long[] padding, long[] dilation, boolean ceilMode) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        Objects.requireNonNull(dilation, "dilation");
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.maxPool2dWithIndices(scope, handle, ceilMode, kernel, stride, padding, dilation, room));
        return new MaxPool2dWithIndices(made[0], made[1]);
    }

    /**
     * The greatest element of each window over the last three axes. NaN is greater than any number.
     *
     * @param kernel elements of a window
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor maxPool3d(long[] kernel) {
        return maxPool3d(kernel, new long[0], new long[0], new long[0], false);
    }

    /**
     * The greatest element of each window over the last three axes. NaN is greater than any number.
     *
     * @param kernel elements of a window
     * @param stride from window to window; none: the kernel
     * @param padding places on either side that are never the greatest; none: 0
     * @param dilation distances of a window's elements; none: 1
     * @param ceilMode whether windows may end behind the padding
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor maxPool3d(long[] kernel, long[] stride, long[] padding, long[] dilation, boolean ceilMode) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        Objects.requireNonNull(dilation, "dilation");
        return Call.from(this, scope -> Native.maxPool3d(scope, handle, ceilMode, kernel, stride, padding, dilation));
    }

    /**
     * The greatest element of each window over the last three axes, and where it is. NaN is greater
     * than any number.
     *
     * @param kernel elements of a window
     * @return new tensors
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public MaxPool3dWithIndices maxPool3dWithIndices(long[] kernel) {
        return maxPool3dWithIndices(kernel, new long[0], new long[0], new long[0], false);
    }

    /**
     * The greatest element of each window over the last three axes, and where it is. NaN is greater
     * than any number.
     *
     * @param kernel elements of a window
     * @param stride from window to window; none: the kernel
     * @param padding places on either side that are never the greatest; none: 0
     * @param dilation distances of a window's elements; none: 1
     * @param ceilMode whether windows may end behind the padding
     * @return new tensors
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public MaxPool3dWithIndices maxPool3dWithIndices(long[] kernel, long[] stride, long[] padding, long[] dilation, boolean ceilMode) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        Objects.requireNonNull(dilation, "dilation");
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.maxPool3dWithIndices(scope, handle, ceilMode, kernel, stride, padding, dilation, room));
        return new MaxPool3dWithIndices(made[0], made[1]);
    }

    /**
     * The mean of each window over the last axis.
     *
     * @param kernel elements of a window
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool1d(long[] kernel) {
        return avgPool1d(kernel, new long[0], new long[0], false, true);
    }

    /**
     * The mean of each window over the last axis.
     *
     * @param kernel elements of a window
     * @param stride from window to window; none: the kernel
     * @param padding zeros on either side; none: 0
     * @param ceilMode whether windows may end behind the padding
     * @param countIncludePad whether the padding counts
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool1d(long[] kernel, long[] stride, long[] padding, boolean ceilMode, boolean countIncludePad) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        return Call.from(this, scope -> Native.avgPool1d(scope, handle, ceilMode, countIncludePad, kernel, stride, padding));
    }

    /**
     * The mean of each window over the last two axes.
     *
     * @param kernel elements of a window
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool2d(long[] kernel) {
        return avgPool2d(kernel, new long[0], new long[0], false, true, null);
    }

    /**
     * The mean of each window over the last two axes.
     *
     * @param kernel elements of a window
     * @param stride from window to window; none: the kernel
     * @param padding zeros on either side; none: 0
     * @param ceilMode whether windows may end behind the padding
     * @param countIncludePad whether the padding counts
     * @param divisor what sums are divided by, not 0; none: the count
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool2d(long[] kernel, long[] stride, long[] padding, boolean ceilMode, boolean countIncludePad, @Nullable Long divisor) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        return Call.from(this, scope -> Native.avgPool2d(scope, handle, ceilMode, countIncludePad, divisor != null, divisor == null ? 0 : divisor, kernel, stride, padding));
    }

    /**
     * The mean of each window over the last two axes.
     *
     * @param kernel elements of a window
     * @param stride from window to window; none: the kernel
     * @param padding zeros on either side; none: 0
     * @param ceilMode whether windows may end behind the padding
     * @param countIncludePad whether the padding counts
     * @param divisor what sums are divided by, not 0; none: the count
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool2d(long[] kernel, long[] stride, long[] padding, boolean ceilMode, boolean countIncludePad, long divisor) {
        return avgPool2d(kernel, stride, padding, ceilMode, countIncludePad, Long.valueOf(divisor));
    }

    /**
     * The mean of each window over the last three axes.
     *
     * @param kernel elements of a window
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool3d(long[] kernel) {
        return avgPool3d(kernel, new long[0], new long[0], false, true, null);
    }

    /**
     * The mean of each window over the last three axes.
     *
     * @param kernel elements of a window
     * @param stride from window to window; none: the kernel
     * @param padding zeros on either side; none: 0
     * @param ceilMode whether windows may end behind the padding
     * @param countIncludePad whether the padding counts
     * @param divisor what sums are divided by, not 0; none: the count
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool3d(long[] kernel, long[] stride, long[] padding, boolean ceilMode, boolean countIncludePad, @Nullable Long divisor) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        return Call.from(this, scope -> Native.avgPool3d(scope, handle, ceilMode, countIncludePad, divisor != null, divisor == null ? 0 : divisor, kernel, stride, padding));
    }

    /**
     * The mean of each window over the last three axes.
     *
     * @param kernel elements of a window
     * @param stride from window to window; none: the kernel
     * @param padding zeros on either side; none: 0
     * @param ceilMode whether windows may end behind the padding
     * @param countIncludePad whether the padding counts
     * @param divisor what sums are divided by, not 0; none: the count
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, or a number
     *     is out of range
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool3d(long[] kernel, long[] stride, long[] padding, boolean ceilMode, boolean countIncludePad, long divisor) {
        return avgPool3d(kernel, stride, padding, ceilMode, countIncludePad, Long.valueOf(divisor));
    }

    /**
     * The greatest element of each of so many windows that divide the last axis.
     *
     * @param size windows along each axis
     * @return a new tensor
     * @throws InvalidArgumentException if the input has nothing to divide, or a size is negative
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor adaptiveMaxPool1d(long[] size) {
        Objects.requireNonNull(size, "size");
        return Call.from(this, scope -> Native.adaptiveMaxPool1d(scope, handle, size));
    }

    /**
     * The same, and where the elements are.
     *
     * @param size windows along each axis
     * @return new tensors
     * @throws InvalidArgumentException if the input has nothing to divide, or a size is negative
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public AdaptiveMaxPool1dWithIndices adaptiveMaxPool1dWithIndices(long[] size) {
        Objects.requireNonNull(size, "size");
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.adaptiveMaxPool1dWithIndices(scope, handle, size, room));
        return new AdaptiveMaxPool1dWithIndices(made[0], made[1]);
    }

    /**
     * The mean of each of so many windows that divide the last axis.
     *
     * @param size windows along each axis
     * @return a new tensor
     * @throws InvalidArgumentException if the input has nothing to divide, or a size is negative
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor adaptiveAvgPool1d(long[] size) {
        Objects.requireNonNull(size, "size");
        return Call.from(this, scope -> Native.adaptiveAvgPool1d(scope, handle, size));
    }

    /**
     * The greatest element of each of so many windows that divide the last two axes.
     *
     * @param size windows along each axis
     * @return a new tensor
     * @throws InvalidArgumentException if the input has nothing to divide, or a size is negative
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor adaptiveMaxPool2d(long[] size) {
        Objects.requireNonNull(size, "size");
        return Call.from(this, scope -> Native.adaptiveMaxPool2d(scope, handle, size));
    }

    /**
     * The same, and where the elements are.
     *
     * @param size windows along each axis
     * @return new tensors
     * @throws InvalidArgumentException if the input has nothing to divide, or a size is negative
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public AdaptiveMaxPool2dWithIndices adaptiveMaxPool2dWithIndices(long[] size) {
        Objects.requireNonNull(size, "size");
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.adaptiveMaxPool2dWithIndices(scope, handle, size, room));
        return new AdaptiveMaxPool2dWithIndices(made[0], made[1]);
    }

    /**
     * The mean of each of so many windows that divide the last two axes.
     *
     * @param size windows along each axis
     * @return a new tensor
     * @throws InvalidArgumentException if the input has nothing to divide, or a size is negative
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor adaptiveAvgPool2d(long[] size) {
        Objects.requireNonNull(size, "size");
        return Call.from(this, scope -> Native.adaptiveAvgPool2d(scope, handle, size));
    }

    /**
     * The greatest element of each of so many windows that divide the last three axes.
     *
     * @param size windows along each axis
     * @return a new tensor
     * @throws InvalidArgumentException if the input has nothing to divide, or a size is negative
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor adaptiveMaxPool3d(long[] size) {
        Objects.requireNonNull(size, "size");
        return Call.from(this, scope -> Native.adaptiveMaxPool3d(scope, handle, size));
    }

    /**
     * The same, and where the elements are.
     *
     * @param size windows along each axis
     * @return new tensors
     * @throws InvalidArgumentException if the input has nothing to divide, or a size is negative
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public AdaptiveMaxPool3dWithIndices adaptiveMaxPool3dWithIndices(long[] size) {
        Objects.requireNonNull(size, "size");
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.adaptiveMaxPool3dWithIndices(scope, handle, size, room));
        return new AdaptiveMaxPool3dWithIndices(made[0], made[1]);
    }

    /**
     * The mean of each of so many windows that divide the last three axes.
     *
     * @param size windows along each axis
     * @return a new tensor
     * @throws InvalidArgumentException if the input has nothing to divide, or a size is negative
     * @throws ShapeMismatchException if there is another number of axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor adaptiveAvgPool3d(long[] size) {
        Objects.requireNonNull(size, "size");
        return Call.from(this, scope -> Native.adaptiveAvgPool3d(scope, handle, size));
    }

    /**
     * The last axes less their mean and divided by their deviation, times a weight, plus a bias.
     *
     * @param normalizedShape the sizes of these axes
     * @return a new tensor
     * @throws ShapeMismatchException if the last axes, the weight or the bias have other sizes
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor layerNorm(long[] normalizedShape) {
        return layerNorm(normalizedShape, null, null, 1e-5);
    }

    /**
     * The last axes less their mean and divided by their deviation, times a weight, plus a bias.
     *
     * @param normalizedShape the sizes of these axes
     * @param weight of this shape
     * @param bias of this shape
     * @param eps added to the variance
     * @return a new tensor
     * @throws ShapeMismatchException if the last axes, the weight or the bias have other sizes
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor layerNorm(long[] normalizedShape, @Nullable Tensor weight, @Nullable Tensor bias, double eps) {
        Objects.requireNonNull(normalizedShape, "normalizedShape");
        Tensor result = Call.from(this, scope -> Native.layerNorm(scope, handle, weight == null ? 0 : weight.handle, bias == null ? 0 : bias.handle, eps, normalizedShape));
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * The last axes divided by the root of the mean of their squares, times a weight.
     *
     * @param normalizedShape the sizes of these axes
     * @return a new tensor
     * @throws ShapeMismatchException if the last axes or the weight have other sizes
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor rmsNorm(long[] normalizedShape) {
        return rmsNorm(normalizedShape, null, null);
    }

    /**
     * The last axes divided by the root of the mean of their squares, times a weight.
     *
     * @param normalizedShape the sizes of these axes
     * @param weight of this shape
     * @param eps added to the mean; none: the precision of the element type
     * @return a new tensor
     * @throws ShapeMismatchException if the last axes or the weight have other sizes
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor rmsNorm(long[] normalizedShape, @Nullable Tensor weight, @Nullable Double eps) {
        Objects.requireNonNull(normalizedShape, "normalizedShape");
        Tensor result = Call.from(this, scope -> Native.rmsNorm(scope, handle, weight == null ? 0 : weight.handle, eps != null, eps == null ? 0 : eps, normalizedShape));
        KeepAlive.done(weight);
        return result;
    }

    /**
     * The last axes divided by the root of the mean of their squares, times a weight.
     *
     * @param normalizedShape the sizes of these axes
     * @param weight of this shape
     * @param eps added to the mean; none: the precision of the element type
     * @return a new tensor
     * @throws ShapeMismatchException if the last axes or the weight have other sizes
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor rmsNorm(long[] normalizedShape, @Nullable Tensor weight, double eps) {
        return rmsNorm(normalizedShape, weight, Double.valueOf(eps));
    }

    /**
     * The channels of {@code [N, C, ...]} in groups, each less its mean and divided by its
     * deviation, times a weight, plus a bias.
     *
     * @param groups how many
     * @return a new tensor
     * @throws InvalidArgumentException if the channels do not divide into so many
     * @throws ShapeMismatchException if there are no channels, or the weight or the bias does not
     *     fit them
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor groupNorm(long groups) {
        return groupNorm(groups, null, null, 1e-5);
    }

    /**
     * The channels of {@code [N, C, ...]} in groups, each less its mean and divided by its
     * deviation, times a weight, plus a bias.
     *
     * @param groups how many
     * @param weight {@code [C]}
     * @param bias {@code [C]}
     * @param eps added to the variance
     * @return a new tensor
     * @throws InvalidArgumentException if the channels do not divide into so many
     * @throws ShapeMismatchException if there are no channels, or the weight or the bias does not
     *     fit them
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor groupNorm(long groups, @Nullable Tensor weight, @Nullable Tensor bias, double eps) {
        Tensor result = Call.from(this, scope -> Native.groupNorm(scope, handle, groups, weight == null ? 0 : weight.handle, bias == null ? 0 : bias.handle, eps));
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * Each channel of {@code [N, C, ...]} less its mean and divided by its deviation, times a
     * weight, plus a bias. In training mean and deviation are the channel's own, and the running
     * ones are moved towards them in place; else the running ones.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if a channel has only one element in training, or the
     *     running ones are missing or recorded
     * @throws ShapeMismatchException if there are no channels, or an operand does not fit them
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor batchNorm() {
        return batchNorm(null, null, null, null, false, 0.1, 1e-5);
    }

    /**
     * Each channel of {@code [N, C, ...]} less its mean and divided by its deviation, times a
     * weight, plus a bias. In training mean and deviation are the channel's own, and the running
     * ones are moved towards them in place; else the running ones.
     *
     * @param runningMean {@code [C]}
     * @param runningVar {@code [C]}; both or none
     * @param weight {@code [C]}
     * @param bias {@code [C]}
     * @param training see above
     * @param momentum how far the running ones are moved, from 0 to 1
     * @param eps added to the variance
     * @return a new tensor
     * @throws InvalidArgumentException if a channel has only one element in training, or the
     *     running ones are missing or recorded
     * @throws ShapeMismatchException if there are no channels, or an operand does not fit them
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor batchNorm(@Nullable Tensor runningMean, @Nullable Tensor runningVar, @Nullable Tensor weight, @Nullable Tensor bias, boolean training, double momentum, double eps) {
        Tensor result = Call.from(this, scope -> Native.batchNorm(scope, handle, runningMean == null ? 0 : runningMean.handle, runningVar == null ? 0 : runningVar.handle, weight == null ? 0 : weight.handle, bias == null ? 0 : bias.handle, training, momentum, eps));
        KeepAlive.done(runningMean, runningVar);
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * Each channel of each sample of {@code [N, C, ...]} less its mean and divided by its
     * deviation, times a weight, plus a bias: by its own mean and deviation, which move the running
     * ones in place, or by the running ones.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if a channel has only one element, or the running ones are
     *     missing or recorded
     * @throws ShapeMismatchException if there are no channels, or an operand does not fit them
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor instanceNorm() {
        return instanceNorm(null, null, null, null, true, 0.1, 1e-5);
    }

    /**
     * Each channel of each sample of {@code [N, C, ...]} less its mean and divided by its
     * deviation, times a weight, plus a bias: by its own mean and deviation, which move the running
     * ones in place, or by the running ones.
     *
     * @param runningMean {@code [C]}
     * @param runningVar {@code [C]}; both or none
     * @param weight {@code [C]}
     * @param bias {@code [C]}
     * @param useInputStats whether mean and deviation are the sample's own
     * @param momentum how far the running ones are moved, from 0 to 1
     * @param eps added to the variance
     * @return a new tensor
     * @throws InvalidArgumentException if a channel has only one element, or the running ones are
     *     missing or recorded
     * @throws ShapeMismatchException if there are no channels, or an operand does not fit them
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor instanceNorm(@Nullable Tensor runningMean, @Nullable Tensor runningVar, @Nullable Tensor weight, @Nullable Tensor bias, boolean useInputStats, double momentum, double eps) {
        Tensor result = Call.from(this, scope -> Native.instanceNorm(scope, handle, runningMean == null ? 0 : runningMean.handle, runningVar == null ? 0 : runningVar.handle, weight == null ? 0 : weight.handle, bias == null ? 0 : bias.handle, useInputStats, momentum, eps));
        KeepAlive.done(runningMean, runningVar);
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * A network of long short-term memory over sequences, {@code [T, N, I]}.
     *
     * @param h the first hidden states, {@code [layers directions, N, H]}
     * @param c the first cell states, of the same shape
     * @param weights for each layer and direction {@code [4 H, I]}, {@code [4 H, H]} and, with
     *     biases, two of {@code [4 H]}: input, forget, cell, output
     * @return new tensors
     * @throws InvalidArgumentException if there is another number of weights, or no step, or the
     *     dropout is not from 0 to 1
     * @throws ShapeMismatchException if an operand does not fit
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Lstm lstm(Tensor h, Tensor c, Tensor[] weights) {
        return lstm(h, c, weights, true, 1, false, false, 0, true);
    }

    /**
     * A network of long short-term memory over sequences, {@code [T, N, I]}.
     *
     * @param h the first hidden states, {@code [layers directions, N, H]}
     * @param c the first cell states, of the same shape
     * @param weights for each layer and direction {@code [4 H, I]}, {@code [4 H, H]} and, with
     *     biases, two of {@code [4 H]}: input, forget, cell, output
     * @param hasBiases whether there are biases
     * @param layers how many, each of which reads what the one before gives
     * @param bidirectional whether each layer reads the sequence in both directions
     * @param batchFirst whether sequences are {@code [N, T, I]}
     * @param dropout the probability that an element of what a layer gives to the next one is 0, as
     *     {@code dropout} has it
     * @param training whether anything is dropped
     * @return new tensors
     * @throws InvalidArgumentException if there is another number of weights, or no step, or the
     *     dropout is not from 0 to 1
     * @throws ShapeMismatchException if an operand does not fit
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Lstm lstm(Tensor h, Tensor c, Tensor[] weights, boolean hasBiases, long layers, boolean bidirectional, boolean batchFirst, double dropout, boolean training) {
        Objects.requireNonNull(h, "h");
        Objects.requireNonNull(c, "c");
        Arguments.notNull("weights", weights);
        Tensor[] made = Call.several(this, 3, (scope, room) -> Native.lstm(scope, handle, h.handle, c.handle, KeepAlive.handles(weights), hasBiases, layers, bidirectional, batchFirst, dropout, training, room));
        KeepAlive.done(h, c);
        KeepAlive.done(weights);
        return new Lstm(made[0], made[1], made[2]);
    }

    /**
     * A network of gated recurrent units over sequences, {@code [T, N, I]}.
     *
     * @param h the first hidden states, {@code [layers directions, N, H]}
     * @param weights for each layer and direction {@code [3 H, I]}, {@code [3 H, H]} and, with
     *     biases, two of {@code [3 H]}: reset, update, new
     * @return new tensors
     * @throws InvalidArgumentException if there is another number of weights, or no step, or the
     *     dropout is not from 0 to 1
     * @throws ShapeMismatchException if an operand does not fit
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Gru gru(Tensor h, Tensor[] weights) {
        return gru(h, weights, true, 1, false, false, 0, true);
    }

    /**
     * A network of gated recurrent units over sequences, {@code [T, N, I]}.
     *
     * @param h the first hidden states, {@code [layers directions, N, H]}
     * @param weights for each layer and direction {@code [3 H, I]}, {@code [3 H, H]} and, with
     *     biases, two of {@code [3 H]}: reset, update, new
     * @param hasBiases whether there are biases
     * @param layers how many, each of which reads what the one before gives
     * @param bidirectional whether each layer reads the sequence in both directions
     * @param batchFirst whether sequences are {@code [N, T, I]}
     * @param dropout the probability that an element of what a layer gives to the next one is 0, as
     *     {@code dropout} has it
     * @param training whether anything is dropped
     * @return new tensors
     * @throws InvalidArgumentException if there is another number of weights, or no step, or the
     *     dropout is not from 0 to 1
     * @throws ShapeMismatchException if an operand does not fit
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Gru gru(Tensor h, Tensor[] weights, boolean hasBiases, long layers, boolean bidirectional, boolean batchFirst, double dropout, boolean training) {
        Objects.requireNonNull(h, "h");
        Arguments.notNull("weights", weights);
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.gru(scope, handle, h.handle, KeepAlive.handles(weights), hasBiases, layers, bidirectional, batchFirst, dropout, training, room));
        KeepAlive.done(h, weights);
        return new Gru(made[0], made[1]);
    }

    /**
     * One step of an LSTM, of inputs {@code [N, I]}.
     *
     * @param h the hidden states, {@code [N, H]}
     * @param c the cell states, {@code [N, H]}
     * @param inputWeight {@code [4 H, I]}
     * @param hiddenWeight {@code [4 H, H]}
     * @return new tensors
     * @throws ShapeMismatchException if an operand does not fit
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public LstmCell lstmCell(Tensor h, Tensor c, Tensor inputWeight, Tensor hiddenWeight) {
        return lstmCell(h, c, inputWeight, hiddenWeight, null, null);
    }

    /**
     * One step of an LSTM, of inputs {@code [N, I]}.
     *
     * @param h the hidden states, {@code [N, H]}
     * @param c the cell states, {@code [N, H]}
     * @param inputWeight {@code [4 H, I]}
     * @param hiddenWeight {@code [4 H, H]}
     * @param inputBias {@code [4 H]}
     * @param hiddenBias {@code [4 H]}; both or none
     * @return new tensors
     * @throws ShapeMismatchException if an operand does not fit
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public LstmCell lstmCell(Tensor h, Tensor c, Tensor inputWeight, Tensor hiddenWeight, @Nullable Tensor inputBias, @Nullable Tensor hiddenBias) {
        Objects.requireNonNull(h, "h");
        Objects.requireNonNull(c, "c");
        Objects.requireNonNull(inputWeight, "inputWeight");
        Objects.requireNonNull(hiddenWeight, "hiddenWeight");
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.lstmCell(scope, handle, h.handle, c.handle, inputWeight.handle, hiddenWeight.handle, inputBias == null ? 0 : inputBias.handle, hiddenBias == null ? 0 : hiddenBias.handle, room));
        KeepAlive.done(h, c);
        KeepAlive.done(inputWeight, hiddenWeight);
        KeepAlive.done(inputBias, hiddenBias);
        return new LstmCell(made[0], made[1]);
    }

    /**
     * One step of a GRU, of inputs {@code [N, I]}: the next hidden states, {@code [N, H]}.
     *
     * @param h the hidden states, {@code [N, H]}
     * @param inputWeight {@code [3 H, I]}
     * @param hiddenWeight {@code [3 H, H]}
     * @return a new tensor
     * @throws ShapeMismatchException if an operand does not fit
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor gruCell(Tensor h, Tensor inputWeight, Tensor hiddenWeight) {
        return gruCell(h, inputWeight, hiddenWeight, null, null);
    }

    /**
     * One step of a GRU, of inputs {@code [N, I]}: the next hidden states, {@code [N, H]}.
     *
     * @param h the hidden states, {@code [N, H]}
     * @param inputWeight {@code [3 H, I]}
     * @param hiddenWeight {@code [3 H, H]}
     * @param inputBias {@code [3 H]}
     * @param hiddenBias {@code [3 H]}; both or none
     * @return a new tensor
     * @throws ShapeMismatchException if an operand does not fit
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor gruCell(Tensor h, Tensor inputWeight, Tensor hiddenWeight, @Nullable Tensor inputBias, @Nullable Tensor hiddenBias) {
        Objects.requireNonNull(h, "h");
        Objects.requireNonNull(inputWeight, "inputWeight");
        Objects.requireNonNull(hiddenWeight, "hiddenWeight");
        Tensor result = Call.from(this, scope -> Native.gruCell(scope, handle, h.handle, inputWeight.handle, hiddenWeight.handle, inputBias == null ? 0 : inputBias.handle, hiddenBias == null ? 0 : hiddenBias.handle));
        KeepAlive.done(h, inputWeight);
        KeepAlive.done(hiddenWeight, inputBias);
        KeepAlive.done(hiddenBias);
        return result;
    }

    /**
     * The squared difference of each element and its target.
     *
     * @param target what the elements should be
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor mseLoss(Tensor target) {
        return mseLoss(target, Reduction.MEAN);
    }

    /**
     * The squared difference of each element and its target.
     *
     * @param target what the elements should be
     * @param reduction what becomes of the losses
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor mseLoss(Tensor target, Reduction reduction) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.mseLoss(scope, handle, target.handle, reduction.code()));
        KeepAlive.done(target);
        return result;
    }

    /**
     * The absolute difference of each element and its target.
     *
     * @param target what the elements should be
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor l1Loss(Tensor target) {
        return l1Loss(target, Reduction.MEAN);
    }

    /**
     * The absolute difference of each element and its target.
     *
     * @param target what the elements should be
     * @param reduction what becomes of the losses
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor l1Loss(Tensor target, Reduction reduction) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.l1Loss(scope, handle, target.handle, reduction.code()));
        KeepAlive.done(target);
        return result;
    }

    /**
     * {@code d^2 / (2 beta)} of each difference {@code d} below beta, and {@code d - beta / 2} of
     * the others.
     *
     * @param target what the elements should be
     * @return a new tensor
     * @throws InvalidArgumentException if beta is negative
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor smoothL1Loss(Tensor target) {
        return smoothL1Loss(target, Reduction.MEAN, 1);
    }

    /**
     * {@code d^2 / (2 beta)} of each difference {@code d} below beta, and {@code d - beta / 2} of
     * the others.
     *
     * @param target what the elements should be
     * @param reduction what becomes of the losses
     * @param beta see above
     * @return a new tensor
     * @throws InvalidArgumentException if beta is negative
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor smoothL1Loss(Tensor target, Reduction reduction, double beta) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.smoothL1Loss(scope, handle, target.handle, reduction.code(), beta));
        KeepAlive.done(target);
        return result;
    }

    /**
     * {@code d^2 / 2} of each difference {@code d} up to delta, and {@code delta (d - delta / 2)}
     * of the others.
     *
     * @param target what the elements should be
     * @return a new tensor
     * @throws InvalidArgumentException if delta is not above 0
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor huberLoss(Tensor target) {
        return huberLoss(target, Reduction.MEAN, 1);
    }

    /**
     * {@code d^2 / 2} of each difference {@code d} up to delta, and {@code delta (d - delta / 2)}
     * of the others.
     *
     * @param target what the elements should be
     * @param reduction what becomes of the losses
     * @param delta see above
     * @return a new tensor
     * @throws InvalidArgumentException if delta is not above 0
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor huberLoss(Tensor target, Reduction reduction, double delta) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.huberLoss(scope, handle, target.handle, reduction.code(), delta));
        KeepAlive.done(target);
        return result;
    }

    /**
     * The cross entropy of each probability and its target, {@code -(t ln x + (1 - t) ln(1 - x))},
     * where no logarithm is below -100. What is no probability gives NaN.
     *
     * @param target from 0 to 1
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor binaryCrossEntropy(Tensor target) {
        return binaryCrossEntropy(target, null, Reduction.MEAN);
    }

    /**
     * The cross entropy of each probability and its target, {@code -(t ln x + (1 - t) ln(1 - x))},
     * where no logarithm is below -100. What is no probability gives NaN.
     *
     * @param target from 0 to 1
     * @param weight a factor for each loss; broadcasts
     * @param reduction what becomes of the losses
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor binaryCrossEntropy(Tensor target, @Nullable Tensor weight, Reduction reduction) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.binaryCrossEntropy(scope, handle, target.handle, weight == null ? 0 : weight.handle, reduction.code()));
        KeepAlive.done(target, weight);
        return result;
    }

    /**
     * The cross entropy of the sigmoid of each element and its target, computed without the
     * sigmoid's rounding.
     *
     * @param target from 0 to 1
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor binaryCrossEntropyWithLogits(Tensor target) {
        return binaryCrossEntropyWithLogits(target, null, Reduction.MEAN, null);
    }

    /**
     * The cross entropy of the sigmoid of each element and its target, computed without the
     * sigmoid's rounding.
     *
     * @param target from 0 to 1
     * @param weight a factor for each loss; broadcasts
     * @param reduction what becomes of the losses
     * @param posWeight a factor for the part of each target; broadcasts
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor binaryCrossEntropyWithLogits(Tensor target, @Nullable Tensor weight, Reduction reduction, @Nullable Tensor posWeight) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.binaryCrossEntropyWithLogits(scope, handle, target.handle, weight == null ? 0 : weight.handle, reduction.code(), posWeight == null ? 0 : posWeight.handle));
        KeepAlive.done(target, weight);
        KeepAlive.done(posWeight);
        return result;
    }

    /**
     * The divergence of Kullback and Leibler of each log-probability and its target, {@code t (ln t
     * - x)}. Its mean is one over the elements; for one over samples take the sum and divide.
     *
     * @param target probabilities
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor klDiv(Tensor target) {
        return klDiv(target, Reduction.MEAN, false);
    }

    /**
     * The divergence of Kullback and Leibler of each log-probability and its target, {@code t (ln t
     * - x)}. Its mean is one over the elements; for one over samples take the sum and divide.
     *
     * @param target probabilities
     * @param reduction what becomes of the losses
     * @param logTarget whether targets are logarithms
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor klDiv(Tensor target, Reduction reduction, boolean logTarget) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.klDiv(scope, handle, target.handle, reduction.code(), logTarget));
        KeepAlive.done(target);
        return result;
    }

    /**
     * The negative {@code log_softmax} of logits {@code [N, C, ...]} or {@code [C]} at each target,
     * with options.
     *
     * @param targets the class of each row, integers {@code [N, ...]}; or probabilities of the
     *     shape of the logits
     * @param weight a factor for each class, {@code [C]}, by which a mean is divided too; none: 1
     * @return a new tensor
     * @throws InvalidArgumentException if a target is no class, or the smoothing is out of range
     * @throws ShapeMismatchException if the targets or the weight do not fit
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor crossEntropy(Tensor targets, @Nullable Tensor weight) {
        return crossEntropy(targets, weight, -100, Reduction.MEAN, 0);
    }

    /**
     * The negative {@code log_softmax} of logits {@code [N, C, ...]} or {@code [C]} at each target,
     * with options.
     *
     * @param targets the class of each row, integers {@code [N, ...]}; or probabilities of the
     *     shape of the logits
     * @param weight a factor for each class, {@code [C]}, by which a mean is divided too; none: 1
     * @param ignoreIndex a class of which no loss is taken; not of probabilities
     * @param reduction what becomes of the losses
     * @param labelSmoothing the share of all classes in the target, from 0 to 1
     * @return a new tensor
     * @throws InvalidArgumentException if a target is no class, or the smoothing is out of range
     * @throws ShapeMismatchException if the targets or the weight do not fit
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor crossEntropy(Tensor targets, @Nullable Tensor weight, long ignoreIndex, Reduction reduction, double labelSmoothing) {
        Objects.requireNonNull(targets, "targets");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.crossEntropyOptions(scope, handle, targets.handle, weight == null ? 0 : weight.handle, ignoreIndex, reduction.code(), labelSmoothing));
        KeepAlive.done(targets, weight);
        return result;
    }

    /**
     * The negative of log-probabilities {@code [N, C, ...]} or {@code [C]} at each target, with
     * options.
     *
     * @param targets the class of each row, integers {@code [N, ...]}
     * @param weight a factor for each class, {@code [C]}, by which a mean is divided too; none: 1
     * @return a new tensor
     * @throws InvalidArgumentException if a target is no class
     * @throws ShapeMismatchException if the targets or the weight do not fit
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor nllLoss(Tensor targets, @Nullable Tensor weight) {
        return nllLoss(targets, weight, -100, Reduction.MEAN);
    }

    /**
     * The negative of log-probabilities {@code [N, C, ...]} or {@code [C]} at each target, with
     * options.
     *
     * @param targets the class of each row, integers {@code [N, ...]}
     * @param weight a factor for each class, {@code [C]}, by which a mean is divided too; none: 1
     * @param ignoreIndex a class of which no loss is taken
     * @param reduction what becomes of the losses
     * @return a new tensor
     * @throws InvalidArgumentException if a target is no class
     * @throws ShapeMismatchException if the targets or the weight do not fit
     * @throws DTypeMismatchException if the elements are not floating-point, or of different types
     */
    public Tensor nllLoss(Tensor targets, @Nullable Tensor weight, long ignoreIndex, Reduction reduction) {
        Objects.requireNonNull(targets, "targets");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.nllLossOptions(scope, handle, targets.handle, weight == null ? 0 : weight.handle, ignoreIndex, reduction.code()));
        KeepAlive.done(targets, weight);
        return result;
    }

    /**
     * The cosine of the angle between vectors along an axis. Integers are converted to float32.
     *
     * @param other the other vectors; broadcasts
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor cosineSimilarity(Tensor other) {
        return cosineSimilarity(other, 1, 1e-8);
    }

    /**
     * The cosine of the angle between vectors along an axis. Integers are converted to float32.
     *
     * @param other the other vectors; broadcasts
     * @param axis which one; a negative one counts from the last
     * @param eps the least length that is divided by
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor cosineSimilarity(Tensor other, long axis, double eps) {
        Objects.requireNonNull(other, "other");
        Tensor result = Call.from(this, scope -> Native.cosineSimilarity(scope, handle, other.handle, axis, eps));
        KeepAlive.done(other);
        return result;
    }

    /**
     * {@code 1 - cos} of the angle between vectors along the last axis where the target is 1, and
     * how far {@code cos} is above a margin where it is -1.
     *
     * @param other the other vectors; broadcasts
     * @param target 1 or -1 for each pair of vectors
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not fit
     */
    public Tensor cosineEmbeddingLoss(Tensor other, Tensor target) {
        return cosineEmbeddingLoss(other, target, 0, Reduction.MEAN);
    }

    /**
     * {@code 1 - cos} of the angle between vectors along the last axis where the target is 1, and
     * how far {@code cos} is above a margin where it is -1.
     *
     * @param other the other vectors; broadcasts
     * @param target 1 or -1 for each pair of vectors
     * @param margin see above
     * @param reduction what becomes of the losses
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not fit
     */
    public Tensor cosineEmbeddingLoss(Tensor other, Tensor target, double margin, Reduction reduction) {
        Objects.requireNonNull(other, "other");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.cosineEmbeddingLoss(scope, handle, other.handle, target.handle, margin, reduction.code()));
        KeepAlive.done(other, target);
        return result;
    }

    /**
     * Adds to each element.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void addInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.addInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Adds to each element.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void addInPlace(double other) {
        Native.addScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Adds to each element.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void addInPlace(long other) {
        Native.addScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Subtracts from each element.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void subInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.subInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Subtracts from each element.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void subInPlace(double other) {
        Native.subScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Subtracts from each element.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void subInPlace(long other) {
        Native.subScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Multiplies each element.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void mulInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.mulInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Multiplies each element.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void mulInPlace(double other) {
        Native.mulScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Multiplies each element.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void mulInPlace(long other) {
        Native.mulScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Divides each element.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void divInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.divInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Divides each element.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void divInPlace(double other) {
        Native.divScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Divides each element.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void divInPlace(long other) {
        Native.divScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Sets every element to a number, cast to the element type.
     *
     * @param value the number
     */
    public void fill(double value) {
        Native.fill(handle, Numbers.REAL, Double.doubleToRawLongBits(value));
        KeepAlive.done(this);
    }

    /**
     * Sets every element to a number, cast to the element type.
     *
     * @param value the number
     */
    public void fill(long value) {
        Native.fill(handle, Numbers.INTEGER, value);
        KeepAlive.done(this);
    }

    /**
     * Sets every element to a number, cast to the element type.
     *
     * @param value the number
     */
    public void fill(boolean value) {
        Native.fill(handle, Numbers.TRUTH, value ? 1 : 0);
        KeepAlive.done(this);
    }

    /** Sets every element to 0. */
    public void zero() {
        Native.zero(handle);
        KeepAlive.done(this);
    }

    /** Each element with the other sign. */
    public void negInPlace() {
        Native.negInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * e to the power of each element.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void expInPlace() {
        Native.expInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The natural logarithm.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void logInPlace() {
        Native.logInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The square root.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void sqrtInPlace() {
        Native.sqrtInPlace(handle);
        KeepAlive.done(this);
    }

    /** The absolute value. */
    public void absInPlace() {
        Native.absInPlace(handle);
        KeepAlive.done(this);
    }

    /** Each element where it is positive, else 0. */
    public void reluInPlace() {
        Native.reluInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The logistic function, {@code 1 / (1 + exp(-x))} of each {@code x}.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void sigmoidInPlace() {
        Native.sigmoidInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The hyperbolic tangent.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void tanhInPlace() {
        Native.tanhInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * {@code log(1 + exp(x))} of each {@code x}: relu without its corner.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void softplusInPlace() {
        Native.softplusInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The error function, {@code 2 / sqrt(pi)} times the integral of {@code exp(-t^2)} from 0 to
     * each element.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void erfInPlace() {
        Native.erfInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * {@code 1 - erf(x)} of each {@code x}, with all digits where that is nearly 0.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void erfcInPlace() {
        Native.erfcInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Each {@code x} times the share of the normal distribution below it.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void geluInPlace() {
        Native.geluInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * {@code x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2} of each {@code x}, which
     * approximates {@code gelu}.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void geluTanhInPlace() {
        Native.geluTanhInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * 2 to the power of each element.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void exp2InPlace() {
        Native.exp2InPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * {@code exp(x) - 1} of each {@code x}, with all digits near 0.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void expm1InPlace() {
        Native.expm1InPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The logarithm to base 2.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void log2InPlace() {
        Native.log2InPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The logarithm to base 10.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void log10InPlace() {
        Native.log10InPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * {@code log(1 + x)} of each {@code x}, with all digits near 0.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void log1pInPlace() {
        Native.log1pInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * 1 divided by the square root.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void rsqrtInPlace() {
        Native.rsqrtInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * 1 divided by each element.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void reciprocalInPlace() {
        Native.reciprocalInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The sine of angles in radians.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void sinInPlace() {
        Native.sinInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The cosine of angles in radians.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void cosInPlace() {
        Native.cosInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The tangent of angles in radians.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void tanInPlace() {
        Native.tanInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The angle whose sine each element is, in radians; NaN of what is none.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void asinInPlace() {
        Native.asinInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The angle whose cosine each element is, in radians; NaN of what is none.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void acosInPlace() {
        Native.acosInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The angle whose tangent each element is, in radians.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void atanInPlace() {
        Native.atanInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The hyperbolic sine.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void sinhInPlace() {
        Native.sinhInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The hyperbolic cosine.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void coshInPlace() {
        Native.coshInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The inverse of the hyperbolic sine.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void asinhInPlace() {
        Native.asinhInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The inverse of the hyperbolic cosine; NaN below 1.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void acoshInPlace() {
        Native.acoshInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The inverse of the hyperbolic tangent; NaN outside of -1 to 1.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void atanhInPlace() {
        Native.atanhInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The logarithm of the absolute value of the gamma function.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void lgammaInPlace() {
        Native.lgammaInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The derivative of the logarithm of the gamma function.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void digammaInPlace() {
        Native.digammaInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Each element less its integral part, with its sign.
     *
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public void fracInPlace() {
        Native.fracInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The greatest integer that is not above each element; integers stay.
     *
     * @throws DTypeMismatchException if the elements are bool
     */
    public void floorInPlace() {
        Native.floorInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The least integer that is not below each element; integers stay.
     *
     * @throws DTypeMismatchException if the elements are bool
     */
    public void ceilInPlace() {
        Native.ceilInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The nearest integer, of two the even one; integers stay.
     *
     * @throws DTypeMismatchException if the elements are bool
     */
    public void roundInPlace() {
        Native.roundInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The nearest integer towards 0; integers stay.
     *
     * @throws DTypeMismatchException if the elements are bool
     */
    public void truncInPlace() {
        Native.truncInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * -1, 0 or 1, as each element is; of NaN 0.
     *
     * @throws DTypeMismatchException if the elements are bool
     */
    public void signInPlace() {
        Native.signInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Each element times itself.
     *
     * @throws DTypeMismatchException if the elements are bool
     */
    public void squareInPlace() {
        Native.squareInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Each element to a power.
     *
     * @param exponent the power
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void powInPlace(Tensor exponent) {
        Objects.requireNonNull(exponent, "exponent");
        Call.change(() -> Native.powInPlace(handle, exponent.handle));
        KeepAlive.done(this, exponent);
    }

    /**
     * Each element to a power.
     *
     * @param exponent the power, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void powInPlace(double exponent) {
        Native.powScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(exponent));
        KeepAlive.done(this);
    }

    /**
     * Each element to a power.
     *
     * @param exponent the power, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void powInPlace(long exponent) {
        Native.powScalarInPlace(handle, Numbers.INTEGER, exponent);
        KeepAlive.done(this);
    }

    /**
     * {@code log(x / (1 - x))} of each {@code x}; NaN outside of 0 to 1.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void logitInPlace() {
        Native.logitInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * {@code log(x / (1 - x))} of each {@code x} put between {@code eps} and {@code 1 - eps}.
     *
     * @param eps how far from 0 and 1
     * @throws DTypeMismatchException if the elements are integers
     */
    public void logitInPlace(double eps) {
        Native.logitEpsInPlace(handle, eps);
        KeepAlive.done(this);
    }

    /**
     * The nearest number of so many decimals, of two the one whose last digit is even.
     *
     * @param decimals how many; if negative, tens, hundreds and so on
     */
    public void roundInPlace(long decimals) {
        Call.change(() -> Native.roundDecimalsInPlace(handle, decimals));
        KeepAlive.done(this);
    }

    /** Puts 0 in the place of NaN, and the largest ones of the type in that of the infinities. */
    public void nanToNumInPlace() {
        Native.nanToNumInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Puts numbers in the place of NaN and of the infinities.
     *
     * @param nan what NaN becomes
     * @param posinf what infinity becomes; infinity is the largest number of the type
     * @param neginf what negative infinity becomes, likewise
     */
    public void nanToNumInPlace(double nan, double posinf, double neginf) {
        Call.change(() -> Native.nanToNumValuesInPlace(handle, nan, posinf, neginf));
        KeepAlive.done(this);
    }

    /**
     * Puts each element between two numbers.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound, which wins; infinity for none
     * @throws InvalidArgumentException if a bound is integral and an integer element type cannot
     *     hold it
     * @throws DTypeMismatchException if a bound is a fraction and the elements are integers
     */
    public void clampInPlace(double min, double max) {
        Call.change(() -> Native.clampScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(min), Numbers.REAL, Double.doubleToRawLongBits(max)));
        KeepAlive.done(this);
    }

    /**
     * Puts each element between two numbers.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound, which wins; infinity for none
     * @throws InvalidArgumentException if a bound is integral and an integer element type cannot
     *     hold it
     * @throws DTypeMismatchException if a bound is a fraction and the elements are integers
     */
    public void clampInPlace(long min, double max) {
        Call.change(() -> Native.clampScalarInPlace(handle, Numbers.INTEGER, min, Numbers.REAL, Double.doubleToRawLongBits(max)));
        KeepAlive.done(this);
    }

    /**
     * Puts each element between two numbers.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound, which wins; infinity for none
     * @throws InvalidArgumentException if a bound is integral and an integer element type cannot
     *     hold it
     * @throws DTypeMismatchException if a bound is a fraction and the elements are integers
     */
    public void clampInPlace(double min, long max) {
        Call.change(() -> Native.clampScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(min), Numbers.INTEGER, max));
        KeepAlive.done(this);
    }

    /**
     * Puts each element between two numbers.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound, which wins; infinity for none
     * @throws InvalidArgumentException if a bound is integral and an integer element type cannot
     *     hold it
     * @throws DTypeMismatchException if a bound is a fraction and the elements are integers
     */
    public void clampInPlace(long min, long max) {
        Call.change(() -> Native.clampScalarInPlace(handle, Numbers.INTEGER, min, Numbers.INTEGER, max));
        KeepAlive.done(this);
    }

    /**
     * Puts each element between those of two tensors.
     *
     * @param min the lower bounds, or none
     * @param max the upper bounds, which win, or none
     * @throws ShapeMismatchException if they do not broadcast to this shape
     * @throws InvalidArgumentException if there is neither
     */
    public void clampInPlace(@Nullable Tensor min, @Nullable Tensor max) {
        Call.change(() -> Native.clampInPlace(handle, min == null ? 0 : min.handle, max == null ? 0 : max.handle));
        KeepAlive.done(this);
        KeepAlive.done(min, max);
    }

    /**
     * The quotient rounded down, as {@code //} of Python.
     *
     * @param divisor what to divide by
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if both are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void floorDivideInPlace(Tensor divisor) {
        Objects.requireNonNull(divisor, "divisor");
        Call.change(() -> Native.floorDivideInPlace(handle, divisor.handle));
        KeepAlive.done(this, divisor);
    }

    /**
     * The quotient rounded down, as {@code //} of Python.
     *
     * @param divisor what to divide by, for every element
     * @throws DTypeMismatchException if the elements are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void floorDivideInPlace(double divisor) {
        Native.floorDivideScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(divisor));
        KeepAlive.done(this);
    }

    /**
     * The quotient rounded down, as {@code //} of Python.
     *
     * @param divisor what to divide by, for every element
     * @throws DTypeMismatchException if the elements are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void floorDivideInPlace(long divisor) {
        Native.floorDivideScalarInPlace(handle, Numbers.INTEGER, divisor);
        KeepAlive.done(this);
    }

    /**
     * What the quotient rounded down leaves, with the sign of the divisor, as {@code %} of Python.
     *
     * @param divisor what to divide by
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if both are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void remainderInPlace(Tensor divisor) {
        Objects.requireNonNull(divisor, "divisor");
        Call.change(() -> Native.remainderInPlace(handle, divisor.handle));
        KeepAlive.done(this, divisor);
    }

    /**
     * What the quotient rounded down leaves, with the sign of the divisor, as {@code %} of Python.
     *
     * @param divisor what to divide by, for every element
     * @throws DTypeMismatchException if the elements are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void remainderInPlace(double divisor) {
        Native.remainderScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(divisor));
        KeepAlive.done(this);
    }

    /**
     * What the quotient rounded down leaves, with the sign of the divisor, as {@code %} of Python.
     *
     * @param divisor what to divide by, for every element
     * @throws DTypeMismatchException if the elements are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void remainderInPlace(long divisor) {
        Native.remainderScalarInPlace(handle, Numbers.INTEGER, divisor);
        KeepAlive.done(this);
    }

    /**
     * What the quotient rounded towards 0 leaves, with the sign of the element, as {@code %} of
     * Java, C# and C.
     *
     * @param divisor what to divide by
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if both are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void fmodInPlace(Tensor divisor) {
        Objects.requireNonNull(divisor, "divisor");
        Call.change(() -> Native.fmodInPlace(handle, divisor.handle));
        KeepAlive.done(this, divisor);
    }

    /**
     * What the quotient rounded towards 0 leaves, with the sign of the element, as {@code %} of
     * Java, C# and C.
     *
     * @param divisor what to divide by, for every element
     * @throws DTypeMismatchException if the elements are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void fmodInPlace(double divisor) {
        Native.fmodScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(divisor));
        KeepAlive.done(this);
    }

    /**
     * What the quotient rounded towards 0 leaves, with the sign of the element, as {@code %} of
     * Java, C# and C.
     *
     * @param divisor what to divide by, for every element
     * @throws DTypeMismatchException if the elements are bool
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void fmodInPlace(long divisor) {
        Native.fmodScalarInPlace(handle, Numbers.INTEGER, divisor);
        KeepAlive.done(this);
    }

    /**
     * The angle of the points whose ordinates these are, in radians.
     *
     * @param other the abscissas
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the elements are integers
     */
    public void atan2InPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.atan2InPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * {@code sqrt(x^2 + y^2)} of each two, without overflow on the way.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the elements are integers
     */
    public void hypotInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.hypotInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * The size of each element with another sign.
     *
     * @param other whose signs to take
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the elements are integers
     */
    public void copysignInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.copysignInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * The size of each element with another sign.
     *
     * @param other whose signs to take, for every element
     * @throws DTypeMismatchException if the elements are integers
     */
    public void copysignInPlace(double other) {
        Native.copysignScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * The size of each element with another sign.
     *
     * @param other whose signs to take, for every element
     * @throws DTypeMismatchException if the elements are integers
     */
    public void copysignInPlace(long other) {
        Native.copysignScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * {@code log(exp(x) + exp(y))} of each two, without overflow on the way.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the elements are integers
     */
    public void logaddexpInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.logaddexpInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Each element times the logarithm of another; 0 where it is 0.
     *
     * @param other whose logarithms to take
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the elements are integers
     */
    public void xlogyInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.xlogyInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Each element times the logarithm of another; 0 where it is 0.
     *
     * @param other whose logarithms to take, for every element
     * @throws DTypeMismatchException if the elements are integers
     */
    public void xlogyInPlace(double other) {
        Native.xlogyScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Each element times the logarithm of another; 0 where it is 0.
     *
     * @param other whose logarithms to take, for every element
     * @throws DTypeMismatchException if the elements are integers
     */
    public void xlogyInPlace(long other) {
        Native.xlogyScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Goes from each element to another, as far as a weight says: {@code x + weight (end - x)}.
     *
     * @param end where the weight is 1
     * @param weight how far
     * @throws ShapeMismatchException if they do not broadcast to this shape
     */
    public void lerpInPlace(Tensor end, Tensor weight) {
        Objects.requireNonNull(end, "end");
        Objects.requireNonNull(weight, "weight");
        Call.change(() -> Native.lerpInPlace(handle, end.handle, weight.handle));
        KeepAlive.done(this);
        KeepAlive.done(end, weight);
    }

    /**
     * Goes from each element to another, as far as a weight says: {@code x + weight (end - x)}.
     *
     * @param end where the weight is 1
     * @param weight how far, for every element
     * @throws ShapeMismatchException if it does not broadcast to this shape
     */
    public void lerpInPlace(Tensor end, double weight) {
        Objects.requireNonNull(end, "end");
        Call.change(() -> Native.lerpScalarInPlace(handle, end.handle, Numbers.REAL, Double.doubleToRawLongBits(weight)));
        KeepAlive.done(this);
        KeepAlive.done(end);
    }

    /**
     * Goes from each element to another, as far as a weight says: {@code x + weight (end - x)}.
     *
     * @param end where the weight is 1
     * @param weight how far, for every element
     * @throws ShapeMismatchException if it does not broadcast to this shape
     */
    public void lerpInPlace(Tensor end, long weight) {
        Objects.requireNonNull(end, "end");
        Call.change(() -> Native.lerpScalarInPlace(handle, end.handle, Numbers.INTEGER, weight));
        KeepAlive.done(this);
        KeepAlive.done(end);
    }

    /**
     * Adds the product of two others, times a number, to each element.
     *
     * @param a a factor
     * @param b a factor
     * @throws ShapeMismatchException if they do not broadcast to this shape
     */
    public void addcmulInPlace(Tensor a, Tensor b) {
        addcmulInPlace(a, b, 1);
    }

    /**
     * Adds the product of two others, times a number, to each element.
     *
     * @param a a factor
     * @param b a factor
     * @param value what the product is multiplied by
     * @throws ShapeMismatchException if they do not broadcast to this shape
     */
    public void addcmulInPlace(Tensor a, Tensor b, double value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Call.change(() -> Native.addcmulInPlace(handle, a.handle, b.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(this);
        KeepAlive.done(a, b);
    }

    /**
     * Adds the product of two others, times a number, to each element.
     *
     * @param a a factor
     * @param b a factor
     * @param value what the product is multiplied by
     * @throws ShapeMismatchException if they do not broadcast to this shape
     */
    public void addcmulInPlace(Tensor a, Tensor b, long value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Call.change(() -> Native.addcmulInPlace(handle, a.handle, b.handle, Numbers.INTEGER, value));
        KeepAlive.done(this);
        KeepAlive.done(a, b);
    }

    /**
     * Adds the quotient of two others, times a number, to each element.
     *
     * @param a the dividends
     * @param b the divisors
     * @throws ShapeMismatchException if they do not broadcast to this shape
     */
    public void addcdivInPlace(Tensor a, Tensor b) {
        addcdivInPlace(a, b, 1);
    }

    /**
     * Adds the quotient of two others, times a number, to each element.
     *
     * @param a the dividends
     * @param b the divisors
     * @param value what the quotient is multiplied by
     * @throws ShapeMismatchException if they do not broadcast to this shape
     */
    public void addcdivInPlace(Tensor a, Tensor b, double value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Call.change(() -> Native.addcdivInPlace(handle, a.handle, b.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(this);
        KeepAlive.done(a, b);
    }

    /**
     * Adds the quotient of two others, times a number, to each element.
     *
     * @param a the dividends
     * @param b the divisors
     * @param value what the quotient is multiplied by
     * @throws ShapeMismatchException if they do not broadcast to this shape
     */
    public void addcdivInPlace(Tensor a, Tensor b, long value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Call.change(() -> Native.addcdivInPlace(handle, a.handle, b.handle, Numbers.INTEGER, value));
        KeepAlive.done(this);
        KeepAlive.done(a, b);
    }

    /**
     * Whether both of each two elements are not 0, as a number of this type.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     */
    public void logicalAndInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.logicalAndInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Whether any of each two elements are not 0, as a number of this type.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     */
    public void logicalOrInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.logicalOrInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Whether just one of each two elements are not 0, as a number of this type.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     */
    public void logicalXorInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.logicalXorInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /** Whether each element is 0, as a number of this type. */
    public void logicalNotInPlace() {
        Native.logicalNotInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The bits that both have.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if an operand is of floats
     */
    public void bitwiseAndInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.bitwiseAndInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * The bits that at least one has.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if an operand is of floats
     */
    public void bitwiseOrInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.bitwiseOrInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * The bits that just one has.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if an operand is of floats
     */
    public void bitwiseXorInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.bitwiseXorInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * The bits, further to the left.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if an operand is of floats
     */
    public void bitwiseLeftShiftInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.bitwiseLeftShiftInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * The bits, further to the right, keeping the sign.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if an operand is of floats
     */
    public void bitwiseRightShiftInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.bitwiseRightShiftInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Every bit of an integer, and every boolean, the other way.
     *
     * @throws DTypeMismatchException if the elements are floats
     */
    public void bitwiseNotInPlace() {
        Native.bitwiseNotInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * {@code x sigmoid(x)} of each {@code x}.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void siluInPlace() {
        Native.siluInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * {@code x tanh(softplus(x))} of each {@code x}.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void mishInPlace() {
        Native.mishInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * elu with the scale and the alpha of Klambauer et al., "Self-normalizing neural networks",
     * 2017.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void seluInPlace() {
        Native.seluInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * {@code x / (1 + |x|)} of each {@code x}.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void softsignInPlace() {
        Native.softsignInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * {@code x / 6 + 1 / 2} of each {@code x}, put between 0 and 1.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void hardsigmoidInPlace() {
        Native.hardsigmoidInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Each element times its hardsigmoid.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void hardswishInPlace() {
        Native.hardswishInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * The logarithm of the logistic function.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void logSigmoidInPlace() {
        Native.logSigmoidInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Each element put between 0 and 6.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void relu6InPlace() {
        Native.relu6InPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Multiplies what is negative.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void leakyReluInPlace() {
        leakyReluInPlace(0.01);
    }

    /**
     * Multiplies what is negative.
     *
     * @param negativeSlope by what
     * @throws DTypeMismatchException if the elements are integers
     */
    public void leakyReluInPlace(double negativeSlope) {
        Native.leakyReluInPlace(handle, negativeSlope);
        KeepAlive.done(this);
    }

    /**
     * Each {@code x}, or {@code alpha (exp(x) - 1)} where it is negative.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void eluInPlace() {
        eluInPlace(1);
    }

    /**
     * Each {@code x}, or {@code alpha (exp(x) - 1)} where it is negative.
     *
     * @param alpha minus the limit far below 0
     * @throws DTypeMismatchException if the elements are integers
     */
    public void eluInPlace(double alpha) {
        Native.eluInPlace(handle, alpha);
        KeepAlive.done(this);
    }

    /**
     * Each {@code x}, or {@code alpha (exp(x / alpha) - 1)} where it is negative.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void celuInPlace() {
        celuInPlace(1);
    }

    /**
     * Each {@code x}, or {@code alpha (exp(x / alpha) - 1)} where it is negative.
     *
     * @param alpha minus the limit far below 0
     * @throws DTypeMismatchException if the elements are integers
     */
    public void celuInPlace(double alpha) {
        Native.celuInPlace(handle, alpha);
        KeepAlive.done(this);
    }

    /**
     * Puts each element between two numbers.
     *
     * @throws DTypeMismatchException if the elements are integers
     */
    public void hardtanhInPlace() {
        hardtanhInPlace(-1, 1);
    }

    /**
     * Puts each element between two numbers.
     *
     * @param min the lower bound
     * @param max the upper bound
     * @throws DTypeMismatchException if the elements are integers
     */
    public void hardtanhInPlace(double min, double max) {
        Call.change(() -> Native.hardtanhInPlace(handle, min, max));
        KeepAlive.done(this);
    }

    /**
     * The bits that both have.
     *
     * @param other the other operand, for every element
     * @throws InvalidArgumentException if the element type cannot hold the number
     * @throws DTypeMismatchException if the elements are floats
     */
    public void bitwiseAndInPlace(long other) {
        Call.change(() -> Native.bitwiseAndScalarInPlace(handle, other));
        KeepAlive.done(this);
    }

    /**
     * The bits that at least one has.
     *
     * @param other the other operand, for every element
     * @throws InvalidArgumentException if the element type cannot hold the number
     * @throws DTypeMismatchException if the elements are floats
     */
    public void bitwiseOrInPlace(long other) {
        Call.change(() -> Native.bitwiseOrScalarInPlace(handle, other));
        KeepAlive.done(this);
    }

    /**
     * The bits that just one has.
     *
     * @param other the other operand, for every element
     * @throws InvalidArgumentException if the element type cannot hold the number
     * @throws DTypeMismatchException if the elements are floats
     */
    public void bitwiseXorInPlace(long other) {
        Call.change(() -> Native.bitwiseXorScalarInPlace(handle, other));
        KeepAlive.done(this);
    }

    /**
     * The bits, further to the left.
     *
     * @param other how far, for every element
     * @throws InvalidArgumentException if the element type cannot hold the number
     * @throws DTypeMismatchException if the elements are floats or booleans
     */
    public void bitwiseLeftShiftInPlace(long other) {
        Call.change(() -> Native.bitwiseLeftShiftScalarInPlace(handle, other));
        KeepAlive.done(this);
    }

    /**
     * The bits, further to the right, keeping the sign.
     *
     * @param other how far, for every element
     * @throws InvalidArgumentException if the element type cannot hold the number
     * @throws DTypeMismatchException if the elements are floats or booleans
     */
    public void bitwiseRightShiftInPlace(long other) {
        Call.change(() -> Native.bitwiseRightShiftScalarInPlace(handle, other));
        KeepAlive.done(this);
    }

    /**
     * The angle of the points whose ordinates these are, in radians.
     *
     * @param other the abscissa, for every element
     * @throws DTypeMismatchException if the elements are integers
     */
    public void atan2InPlace(double other) {
        Native.atan2ScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * The angle of the points whose ordinates these are, in radians.
     *
     * @param other the abscissa, for every element
     * @throws DTypeMismatchException if the elements are integers
     */
    public void atan2InPlace(long other) {
        Native.atan2ScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * {@code sqrt(x^2 + y^2)} of each two, without overflow on the way.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the elements are integers
     */
    public void hypotInPlace(double other) {
        Native.hypotScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * {@code sqrt(x^2 + y^2)} of each two, without overflow on the way.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the elements are integers
     */
    public void hypotInPlace(long other) {
        Native.hypotScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * {@code log(exp(x) + exp(y))} of each two, without overflow on the way.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the elements are integers
     */
    public void logaddexpInPlace(double other) {
        Native.logaddexpScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * {@code log(exp(x) + exp(y))} of each two, without overflow on the way.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the elements are integers
     */
    public void logaddexpInPlace(long other) {
        Native.logaddexpScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * The float that is next to each element in a direction.
     *
     * @param other what to go towards; an element that it equals stays
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the elements are integers
     */
    public void nextafterInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.nextafterInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * The float that is next to each element in the direction of a number.
     *
     * @param other what to go towards; an element that it equals stays
     * @throws DTypeMismatchException if the elements are integers
     */
    public void nextafterInPlace(double other) {
        Native.nextafterScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * The float that is next to each element in the direction of a number.
     *
     * @param other what to go towards; an element that it equals stays
     * @throws DTypeMismatchException if the elements are integers
     */
    public void nextafterInPlace(long other) {
        Native.nextafterScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * The larger of each two; NaN if either is.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void maximumInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.maximumInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * The smaller of each two; NaN if either is.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if it does not broadcast to this shape
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void minimumInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.minimumInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * The larger of each element and a number; NaN if either is.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void maximumInPlace(double other) {
        Native.maximumScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * The larger of each element and a number; NaN if either is.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void maximumInPlace(long other) {
        Native.maximumScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * The smaller of each element and a number; NaN if either is.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void minimumInPlace(double other) {
        Native.minimumScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * The smaller of each element and a number; NaN if either is.
     *
     * @param other the other operand, for every element
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void minimumInPlace(long other) {
        Native.minimumScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * A number less each element.
     *
     * @param other what is subtracted from
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void rsubInPlace(double other) {
        Native.rsubScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * A number less each element.
     *
     * @param other what is subtracted from
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void rsubInPlace(long other) {
        Native.rsubScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * A number divided by each element.
     *
     * @param other what is divided
     * @throws DTypeMismatchException if the elements are integers
     */
    public void rdivInPlace(double other) {
        Native.rdivScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * A number divided by each element.
     *
     * @param other what is divided
     * @throws DTypeMismatchException if the elements are integers
     */
    public void rdivInPlace(long other) {
        Native.rdivScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * A number to the power of each element.
     *
     * @param other what is raised
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void rpowInPlace(double other) {
        Native.rpowScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * A number to the power of each element.
     *
     * @param other what is raised
     * @throws DTypeMismatchException if the result would be a float and this is not
     */
    public void rpowInPlace(long other) {
        Native.rpowScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * The quotient of a number and each element, rounded down: {@code 7 // x} of Python.
     *
     * @param other what is divided
     * @throws DTypeMismatchException if the result would be a float and this is not
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void rfloordivInPlace(double other) {
        Native.rfloordivScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * The quotient of a number and each element, rounded down: {@code 7 // x} of Python.
     *
     * @param other what is divided
     * @throws DTypeMismatchException if the result would be a float and this is not
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void rfloordivInPlace(long other) {
        Native.rfloordivScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * What the quotient of a number and each element, rounded down, leaves: {@code 7 % x} of
     * Python.
     *
     * @param other what is divided
     * @throws DTypeMismatchException if the result would be a float and this is not
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void rmodInPlace(double other) {
        Native.rmodScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * What the quotient of a number and each element, rounded down, leaves: {@code 7 % x} of
     * Python.
     *
     * @param other what is divided
     * @throws DTypeMismatchException if the result would be a float and this is not
     * @throws InvalidArgumentException if an integer is divided by 0
     */
    public void rmodInPlace(long other) {
        Native.rmodScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Whether neither each element nor a number is 0, as a number of this type.
     *
     * @param other the other operand, for every element
     */
    public void logicalAndInPlace(double other) {
        Native.logicalAndScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Whether neither each element nor a number is 0, as a number of this type.
     *
     * @param other the other operand, for every element
     */
    public void logicalAndInPlace(long other) {
        Native.logicalAndScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Whether neither each element nor a number is 0, as a number of this type.
     *
     * @param other the other operand, for every element
     */
    public void logicalAndInPlace(boolean other) {
        Native.logicalAndScalarInPlace(handle, Numbers.TRUTH, other ? 1 : 0);
        KeepAlive.done(this);
    }

    /**
     * Whether each element or a number is not 0, as a number of this type.
     *
     * @param other the other operand, for every element
     */
    public void logicalOrInPlace(double other) {
        Native.logicalOrScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Whether each element or a number is not 0, as a number of this type.
     *
     * @param other the other operand, for every element
     */
    public void logicalOrInPlace(long other) {
        Native.logicalOrScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Whether each element or a number is not 0, as a number of this type.
     *
     * @param other the other operand, for every element
     */
    public void logicalOrInPlace(boolean other) {
        Native.logicalOrScalarInPlace(handle, Numbers.TRUTH, other ? 1 : 0);
        KeepAlive.done(this);
    }

    /**
     * Whether just one of each element and a number is not 0, as a number of this type.
     *
     * @param other the other operand, for every element
     */
    public void logicalXorInPlace(double other) {
        Native.logicalXorScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Whether just one of each element and a number is not 0, as a number of this type.
     *
     * @param other the other operand, for every element
     */
    public void logicalXorInPlace(long other) {
        Native.logicalXorScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Whether just one of each element and a number is not 0, as a number of this type.
     *
     * @param other the other operand, for every element
     */
    public void logicalXorInPlace(boolean other) {
        Native.logicalXorScalarInPlace(handle, Numbers.TRUTH, other ? 1 : 0);
        KeepAlive.done(this);
    }

    /**
     * The elements in row-major order, each converted as {@link #cast(DType)} converts it. A number
     * that this type cannot hold is rounded to the nearest that it can.
     *
     * @return a new array
     */
    public float[] toFloatArray() {
        return (float[]) array(DType.F32, false);
    }

    /**
     * The elements in row-major order, as {@link #toFloatArray()}, none of them converted.
     *
     * @return a new array
     * @throws DTypeMismatchException if the elements are not F32, F16 or BF16
     */
    public float[] toFloatArrayExact() {
        return (float[]) array(DType.F32, true);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not F32, F16 or BF16
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(float[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyToArray(handle, DType.F32.code(), values);
        KeepAlive.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not F32, F16 or BF16
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(float[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyFromArray(handle, DType.F32.code(), values);
        KeepAlive.done(this);
    }

    /**
     * The elements in row-major order, each converted as {@link #cast(DType)} converts it. A number
     * that this type cannot hold is rounded to the nearest that it can.
     *
     * @return a new array
     */
    public double[] toDoubleArray() {
        return (double[]) array(DType.F64, false);
    }

    /**
     * The elements in row-major order, as {@link #toDoubleArray()}, none of them converted.
     *
     * @return a new array
     * @throws DTypeMismatchException if the elements are not F64
     */
    public double[] toDoubleArrayExact() {
        return (double[]) array(DType.F64, true);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not F64
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(double[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyToArray(handle, DType.F64.code(), values);
        KeepAlive.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not F64
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(double[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyFromArray(handle, DType.F64.code(), values);
        KeepAlive.done(this);
    }

    /**
     * The elements in row-major order, each converted as {@link #cast(DType)} converts it. A
     * fraction is rounded toward zero and cut to the range of this type, NaN becomes 0, and of a
     * wider integer the low bits stay.
     *
     * @return a new array
     */
    public int[] toIntArray() {
        return (int[]) array(DType.I32, false);
    }

    /**
     * The elements in row-major order, as {@link #toIntArray()}, none of them converted.
     *
     * @return a new array
     * @throws DTypeMismatchException if the elements are not I32
     */
    public int[] toIntArrayExact() {
        return (int[]) array(DType.I32, true);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not I32
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(int[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyToArray(handle, DType.I32.code(), values);
        KeepAlive.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not I32
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(int[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyFromArray(handle, DType.I32.code(), values);
        KeepAlive.done(this);
    }

    /**
     * The elements in row-major order, each converted as {@link #cast(DType)} converts it. A
     * fraction is rounded toward zero and cut to the range of this type, NaN becomes 0, and of a
     * wider integer the low bits stay.
     *
     * @return a new array
     */
    public long[] toLongArray() {
        return (long[]) array(DType.I64, false);
    }

    /**
     * The elements in row-major order, as {@link #toLongArray()}, none of them converted.
     *
     * @return a new array
     * @throws DTypeMismatchException if the elements are not I64
     */
    public long[] toLongArrayExact() {
        return (long[]) array(DType.I64, true);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not I64
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(long[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyToArray(handle, DType.I64.code(), values);
        KeepAlive.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not I64
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(long[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyFromArray(handle, DType.I64.code(), values);
        KeepAlive.done(this);
    }

    /**
     * The elements in row-major order, each converted as {@link #cast(DType)} converts it. A
     * fraction is rounded toward zero and cut to the range of this type, NaN becomes 0, and of a
     * wider integer the low bits stay.
     *
     * @return a new array
     */
    public short[] toShortArray() {
        return (short[]) array(DType.I16, false);
    }

    /**
     * The elements in row-major order, as {@link #toShortArray()}, none of them converted.
     *
     * @return a new array
     * @throws DTypeMismatchException if the elements are not I16
     */
    public short[] toShortArrayExact() {
        return (short[]) array(DType.I16, true);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not I16
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(short[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyToArray(handle, DType.I16.code(), values);
        KeepAlive.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not I16
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(short[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyFromArray(handle, DType.I16.code(), values);
        KeepAlive.done(this);
    }

    /**
     * The elements in row-major order, each converted as {@link #cast(DType)} converts it. The
     * bytes of {@code I8} stay as they are; any other number becomes one of {@code U8}, from 0 to
     * 255: a fraction is rounded toward zero and cut to that range, NaN becomes 0, and of an
     * integer the low 8 bits stay.
     *
     * @return a new array
     */
    public byte[] toByteArray() {
        return (byte[]) array(DType.U8, false);
    }

    /**
     * The elements in row-major order, as {@link #toByteArray()}, none of them converted.
     *
     * @return a new array
     * @throws DTypeMismatchException if the elements are not U8 or I8
     */
    public byte[] toByteArrayExact() {
        return (byte[]) array(DType.U8, true);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not U8 or I8
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(byte[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyToArray(handle, DType.U8.code(), values);
        KeepAlive.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not U8 or I8
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(byte[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyFromArray(handle, DType.U8.code(), values);
        KeepAlive.done(this);
    }

    /**
     * The elements in row-major order, each converted as {@link #cast(DType)} converts it. 0 is
     * false, every other number is true.
     *
     * @return a new array
     */
    public boolean[] toBooleanArray() {
        return (boolean[]) array(DType.BOOL, false);
    }

    /**
     * The elements in row-major order, as {@link #toBooleanArray()}, none of them converted.
     *
     * @return a new array
     * @throws DTypeMismatchException if the elements are not BOOL
     */
    public boolean[] toBooleanArrayExact() {
        return (boolean[]) array(DType.BOOL, true);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not BOOL
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(boolean[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyToArray(handle, DType.BOOL.code(), values);
        KeepAlive.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not BOOL
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(boolean[] values) {
        Objects.requireNonNull(values, "values");
        Native.copyFromArray(handle, DType.BOOL.code(), values);
        KeepAlive.done(this);
    }

    /**
     * Copies the elements to a buffer, in row-major order, from its position on; the position does
     * not move.
     *
     * @param values where to; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not F32, F16 or BF16
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyTo(FloatBuffer values) {
        Objects.requireNonNull(values, "values");
        if (values.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (isNative(values, values.order())) {
            long unit = DType.F32.size();
            Native.copyToBuffer(
                    handle, DType.F32.code(), values, values.position() * unit, values.remaining() * unit);
            KeepAlive.done(this, values);
        } else {
            float[] copy = new float[values.remaining()];
            copyTo(copy);
            values.duplicate().put(copy);
        }
    }

    /**
     * Copies elements in, in row-major order, from a buffer's position to its limit; the position
     * does not move.
     *
     * @param values where from; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not F32, F16 or BF16
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyFrom(FloatBuffer values) {
        Objects.requireNonNull(values, "values");
        if (isNative(values, values.order())) {
            long unit = DType.F32.size();
            Native.copyFromBuffer(
                    handle, DType.F32.code(), values, values.position() * unit, values.remaining() * unit);
            KeepAlive.done(this, values);
        } else {
            float[] copy = new float[values.remaining()];
            values.duplicate().get(copy);
            copyFrom(copy);
        }
    }

    /**
     * Copies the elements to a buffer, in row-major order, from its position on; the position does
     * not move.
     *
     * @param values where to; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not F64
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyTo(DoubleBuffer values) {
        Objects.requireNonNull(values, "values");
        if (values.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (isNative(values, values.order())) {
            long unit = DType.F64.size();
            Native.copyToBuffer(
                    handle, DType.F64.code(), values, values.position() * unit, values.remaining() * unit);
            KeepAlive.done(this, values);
        } else {
            double[] copy = new double[values.remaining()];
            copyTo(copy);
            values.duplicate().put(copy);
        }
    }

    /**
     * Copies elements in, in row-major order, from a buffer's position to its limit; the position
     * does not move.
     *
     * @param values where from; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not F64
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyFrom(DoubleBuffer values) {
        Objects.requireNonNull(values, "values");
        if (isNative(values, values.order())) {
            long unit = DType.F64.size();
            Native.copyFromBuffer(
                    handle, DType.F64.code(), values, values.position() * unit, values.remaining() * unit);
            KeepAlive.done(this, values);
        } else {
            double[] copy = new double[values.remaining()];
            values.duplicate().get(copy);
            copyFrom(copy);
        }
    }

    /**
     * Copies the elements to a buffer, in row-major order, from its position on; the position does
     * not move.
     *
     * @param values where to; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not I32
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyTo(IntBuffer values) {
        Objects.requireNonNull(values, "values");
        if (values.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (isNative(values, values.order())) {
            long unit = DType.I32.size();
            Native.copyToBuffer(
                    handle, DType.I32.code(), values, values.position() * unit, values.remaining() * unit);
            KeepAlive.done(this, values);
        } else {
            int[] copy = new int[values.remaining()];
            copyTo(copy);
            values.duplicate().put(copy);
        }
    }

    /**
     * Copies elements in, in row-major order, from a buffer's position to its limit; the position
     * does not move.
     *
     * @param values where from; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not I32
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyFrom(IntBuffer values) {
        Objects.requireNonNull(values, "values");
        if (isNative(values, values.order())) {
            long unit = DType.I32.size();
            Native.copyFromBuffer(
                    handle, DType.I32.code(), values, values.position() * unit, values.remaining() * unit);
            KeepAlive.done(this, values);
        } else {
            int[] copy = new int[values.remaining()];
            values.duplicate().get(copy);
            copyFrom(copy);
        }
    }

    /**
     * Copies the elements to a buffer, in row-major order, from its position on; the position does
     * not move.
     *
     * @param values where to; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not I64
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyTo(LongBuffer values) {
        Objects.requireNonNull(values, "values");
        if (values.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (isNative(values, values.order())) {
            long unit = DType.I64.size();
            Native.copyToBuffer(
                    handle, DType.I64.code(), values, values.position() * unit, values.remaining() * unit);
            KeepAlive.done(this, values);
        } else {
            long[] copy = new long[values.remaining()];
            copyTo(copy);
            values.duplicate().put(copy);
        }
    }

    /**
     * Copies elements in, in row-major order, from a buffer's position to its limit; the position
     * does not move.
     *
     * @param values where from; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not I64
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyFrom(LongBuffer values) {
        Objects.requireNonNull(values, "values");
        if (isNative(values, values.order())) {
            long unit = DType.I64.size();
            Native.copyFromBuffer(
                    handle, DType.I64.code(), values, values.position() * unit, values.remaining() * unit);
            KeepAlive.done(this, values);
        } else {
            long[] copy = new long[values.remaining()];
            values.duplicate().get(copy);
            copyFrom(copy);
        }
    }

    /**
     * Copies the elements to a buffer, in row-major order, from its position on; the position does
     * not move.
     *
     * @param values where to; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not I16
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyTo(ShortBuffer values) {
        Objects.requireNonNull(values, "values");
        if (values.isReadOnly()) {
            throw new ReadOnlyBufferException();
        }
        if (isNative(values, values.order())) {
            long unit = DType.I16.size();
            Native.copyToBuffer(
                    handle, DType.I16.code(), values, values.position() * unit, values.remaining() * unit);
            KeepAlive.done(this, values);
        } else {
            short[] copy = new short[values.remaining()];
            copyTo(copy);
            values.duplicate().put(copy);
        }
    }

    /**
     * Copies elements in, in row-major order, from a buffer's position to its limit; the position
     * does not move.
     *
     * @param values where from; {@code remaining()} is {@code size()}
     * @throws DTypeMismatchException if the elements are not I16
     * @throws ShapeMismatchException if the number of elements differs
     */
    public void copyFrom(ShortBuffer values) {
        Objects.requireNonNull(values, "values");
        if (isNative(values, values.order())) {
            long unit = DType.I16.size();
            Native.copyFromBuffer(
                    handle, DType.I16.code(), values, values.position() * unit, values.remaining() * unit);
            KeepAlive.done(this, values);
        } else {
            short[] copy = new short[values.remaining()];
            values.duplicate().get(copy);
            copyFrom(copy);
        }
    }

    @Override
    @CanIgnoreReturnValue
    public Tensor name(String name) {
        super.name(name);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Tensor moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Tensor moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Tensor detachFromScope() {
        super.detachFromScope();
        return this;
    }

    @Override
    void dispose() {
        Native.tensorDispose(handle);
    }
    // </generated>

    // Who owns it, and where it lies.

    /**
     * A copy in the memory of what {@code scope} owns, owned by it; where this lies there already, another reference
     * to the same elements. A {@link Workspace} stands for its current cycle.
     *
     * @param scope where to; a workspace that is not entered owns the copy, whose memory is then the pool's
     * @return a new tensor
     * @throws NativeMemoryException if there is no room for it
     * @throws ScopeException under {@link dev.tenure.workspaces.SpillPolicy#FAIL} if its block has no room for it, or it is another thread's
     * @throws ClosedException if this or {@code scope} is closed
     */
    public Tensor leverageTo(Scope scope) {
        Objects.requireNonNull(scope, "scope");
        Scope owner = scope instanceof Workspace workspace ? workspace.inside() : scope;
        return Call.made(owner, number -> Native.leverage(number, handle), this);
    }

    /**
     * A copy in the memory of this thread's workspace of that name, as {@link #leverageTo(Scope)} makes it.
     *
     * @param id the name that {@link Workspace#get(String)} knows it by
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such workspace
     * @throws NativeMemoryException if there is no room for it
     * @throws ClosedException if this is closed
     */
    public Tensor leverageTo(String id) {
        Objects.requireNonNull(id, "id");
        Workspace workspace = Workspace.find(id);
        if (workspace == null) {
            throw new InvalidArgumentException("this thread has no workspace '" + id + "' to leverage to");
        }
        return leverageTo(workspace);
    }

    /**
     * A copy in the memory of this thread's workspace of that name; when there is none, or it is not entered, one
     * that nobody owns, in no workspace's memory.
     *
     * @param id the name that {@link Workspace#get(String)} knows it by
     * @return a new tensor
     * @throws NativeMemoryException if there is no room for it
     * @throws ClosedException if this is closed
     */
    public Tensor leverageOrDetach(String id) {
        Objects.requireNonNull(id, "id");
        Workspace workspace = Workspace.find(id);
        Scope owner = workspace != null && workspace.isEntered() ? workspace.inside() : null;
        return Call.made(owner, scope -> Native.leverage(scope, handle), this);
    }

    /**
     * A copy in the memory of what the current scope owns, owned by it; without a current scope it is unowned, in no
     * workspace's memory. Where this lies there already, another reference to the same elements.
     *
     * @return a new tensor
     * @throws NativeMemoryException if there is no room for it
     * @throws ClosedException if this is closed
     */
    public Tensor migrate() {
        return Call.made(Current.scope(), scope -> Native.leverage(scope, handle), this);
    }

    /**
     * The workspace whose memory this lies in.
     *
     * @return null if it lies in none
     * @throws ClosedException if this is closed
     */
    public @Nullable Workspace workspace() {
        long[] found = new long[2];
        Native.tensorWorkspace(handle, found);
        Scope workspace = found[0] == 0 ? null : Places.find(owner, found[0]);
        KeepAlive.done(this);
        return workspace instanceof Workspace own ? own : null;
    }

    /**
     * Moves this to {@code scope}, from wherever it is: {@link #moveTo(Scope)}, by the name that it has in DJL.
     *
     * @param scope its owner from now on
     * @return this
     * @throws ScopeException if {@code scope} is closed or capped; this then stays where it was
     * @throws NativeMemoryException if this would pass a limit of {@code scope}; it then stays where it was
     * @throws ClosedException if this is closed
     */
    @CanIgnoreReturnValue
    public Tensor attach(Scope scope) {
        Objects.requireNonNull(scope, "scope");
        return moveTo(scope);
    }

    /**
     * Lends this to {@code scope}: when that closes it goes back to where it was. {@link Scope#tempAttach(NativeResource)}
     * does the same for any resource.
     *
     * @param scope its owner for a while
     * @return this
     * @throws ScopeException if {@code scope} is closed or capped; this then stays where it was
     * @throws NativeMemoryException if this would pass a limit of {@code scope}; it then stays where it was
     * @throws ClosedException if this is closed
     */
    @CanIgnoreReturnValue
    public Tensor tempAttach(Scope scope) {
        Objects.requireNonNull(scope, "scope");
        Owners.lend(this, scope);
        return this;
    }

    /**
     * The elements as an array of arrays: {@code t.toArray(float[][].class)} of a matrix.
     *
     * @param <A> its type
     * @param type its class, with as many dimensions as this has, and the primitive type of this element type
     * @return a new array
     * @throws ShapeMismatchException if this has another number of dimensions
     * @throws DTypeMismatchException if the elements are of another type; {@link #cast} them
     */
    public <A> A toArray(Class<A> type) {
        return NestedArrays.of(this, type);
    }

    /**
     * Prints the elements with so many digits after the point at most, and else as {@link #toString()} does.
     *
     * @param precision the most digits after the point of a float
     * @return the text
     * @throws InvalidArgumentException if the number is negative
     */
    public String toString(int precision) {
        return toString(precision, 1000, 3, 75);
    }

    /**
     * Prints the elements as NumPy's {@code array2string} does with these options.
     *
     * @param precision the most digits after the point of a float; 8 without options
     * @param threshold a tensor of more elements is summarized; 1000 without options
     * @param edgeItems how many elements a summary keeps at either end of a dimension, at least 1; 3 without options
     * @param lineWidth the columns of a line, at least 1; 75 without options
     * @return the text; {@code Tensor(closed)} when there are no elements any more
     * @throws InvalidArgumentException if a number is too small
     */
    public String toString(int precision, long threshold, long edgeItems, long lineWidth) {
        try {
            return KeepAlive.value(Native.toStringFormat(handle, precision, threshold, edgeItems, lineWidth), this);
        } catch (ClosedException e) {
            return "Tensor(closed)";
        }
    }

    /** Prints the elements as NumPy does; {@code Tensor(closed)} when there are none any more. */
    @Override
    public String toString() {
        try {
            return KeepAlive.value(Native.toString(handle), this);
        } catch (ClosedException e) {
            return "Tensor(closed)";
        }
    }
}
