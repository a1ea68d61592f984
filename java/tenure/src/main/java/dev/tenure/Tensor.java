package dev.tenure;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.access.Leaks;
import dev.tenure.access.OtherFiles;
import dev.tenure.access.Pressure;
import dev.tenure.collector.Backstop;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import dev.tenure.internal.Numbers;
import dev.tenure.options.*;
import dev.tenure.results.*;
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
import org.jspecify.annotations.Nullable;

/**
 * An array in native memory: elements of one type, in up to eight dimensions.
 *
 * <p>A new tensor belongs to the scope that is current. Without a current scope, the result of an
 * operation belongs to the scope of the first operand. Otherwise it is unowned, and the caller
 * closes it:
 *
 * <pre>{@code
 * try (Scope s = Scope.open()) {
 *     Tensor a = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
 *     Tensor b = a.mul(2).add(1);   // every operation makes a new tensor, and s owns each
 *     Tensor c = b.slice(1, 0, 2);  // a view: the same memory
 *     c.fill(0);                    // changes b too
 *     b.close();                    // early; c stays valid: the memory is freed with the last view
 *     System.out.println(c);
 * }
 *
 * try (Tensor t = Tensor.zeros(3)) { // no scope is open, so it is closed here
 *     t.addInPlace(1);
 * }
 * }</pre>
 *
 * <p>A view ({@link #slice}, {@link #select}, {@link #transpose} and others) and an {@link #alias}
 * share the memory of the tensor that they are made from: a write through one is visible through
 * the other. There is one exception. The memory of a tensor in a {@link Workspace} is reused when
 * its cycle ends; so if the owner of a view or alias is not a scope of that workspace, the view or
 * alias is a copy.
 *
 * <p>Use after closing throws a {@link ClosedException}; it never crashes. Many threads may use a
 * tensor at the same time. If one thread changes elements while another reads them, the values read
 * are unspecified, but the program stays safe.
 *
 * <p>Operations follow PyTorch's names and NumPy's broadcasting. Two element types promote as in
 * the Python array API standard: two integers or two floats to the wider one, an integer and a
 * float to the float. A number keeps the tensor's type, except that a fractional number with an
 * integer tensor gives float32; a {@code long} stays exact, however large it is.
 */
public sealed class Tensor extends NativeResource permits Parameter {
    /** The maximum number of dimensions of a tensor. */
    public static final int MAX_RANK = 8;

    private static final int ANY = 0; // instead of the code of an element type: the buffer holds bytes of any type

    Tensor(long handle, Scope owner) {
        super(handle, owner);
    }

    // Creation: methods that are not generated below.

    /**
     * Makes a float32 tensor without dimensions that holds one value, on the CPU.
     *
     * @param value the element
     * @return a new tensor
     */
    public static Tensor scalar(double value) {
        return scalar(DType.F32, value);
    }

    /**
     * Makes a float32 tensor without dimensions that holds one value, on the CPU.
     *
     * @param value the element
     * @return a new tensor
     */
    public static Tensor scalar(long value) {
        return scalar(DType.F32, value);
    }

    /**
     * Makes a float32 tensor without dimensions that holds one value, on the CPU.
     *
     * @param value the element
     * @return a new tensor
     */
    public static Tensor scalar(boolean value) {
        return scalar(DType.F32, value);
    }

    /**
     * Makes a tensor without dimensions that holds one value, on the CPU.
     *
     * @param dtype the element type
     * @param value the element
     * @return a new tensor
     */
    public static Tensor scalar(DType dtype, double value) {
        return full(dtype, new long[0], value);
    }

    /**
     * Makes a tensor without dimensions that holds one value, on the CPU.
     *
     * @param dtype the element type
     * @param value the element
     * @return a new tensor
     */
    public static Tensor scalar(DType dtype, long value) {
        return full(dtype, new long[0], value);
    }

    /**
     * Makes a tensor without dimensions that holds one value, on the CPU.
     *
     * @param dtype the element type
     * @param value the element
     * @return a new tensor
     */
    public static Tensor scalar(DType dtype, boolean value) {
        return full(dtype, new long[0], value);
    }

    /**
     * Makes the int64 tensor {@code [0, 1, ..., end - 1]}.
     *
     * @param end the first integer that is not included
     * @return a new tensor of one dimension
     */
    public static Tensor arange(long end) {
        return arange(DType.I64, 0, end, 1);
    }

    /**
     * Makes the float32 tensor {@code [0, 1, ...]} of the numbers below {@code end}.
     *
     * @param end the end of the range, which is not included
     * @return a new tensor of one dimension
     */
    public static Tensor arange(double end) {
        return arange(DType.F32, 0, end, 1);
    }

    // Creation from buffers and files.

    /**
     * Copies the bytes of a buffer, from its position to its limit, into a tensor of one dimension.
     * The buffer's position does not move.
     *
     * @param dtype the element type of the bytes, which are in native byte order
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
     * Copies the bytes of a buffer, from its position to its limit, into a tensor. The buffer's
     * position does not move.
     *
     * @param dtype the element type of the bytes, which are in native byte order
     * @param bytes the elements in row-major order, copied
     * @param shape the dimensions; an empty array for a scalar
     * @return a new tensor
     * @throws ShapeMismatchException if the shape needs another number of bytes
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
     * Copies an array of arrays, such as {@code float[][]}, into a tensor with one dimension per
     * level of nesting.
     *
     * @param nested arrays of equal length at each level, of a primitive type that has a matching
     *     element type
     * @return a new tensor
     * @throws ShapeMismatchException if rows differ in length; the message names the row
     * @throws DTypeMismatchException if no element type matches the type of the elements
     */
    public static Tensor of(Object[] nested) {
        return NestedArrays.made(Current.scope(), nested);
    }

    /**
     * Reads an {@code .npy} file.
     *
     * @param path the file, on any file system; at most 2 GiB if not on the default file system
     * @return a new tensor
     * @throws TensorException if the file cannot be read; the cause is an
     *     {@link java.io.IOException}, or more exactly a {@link java.nio.file.NoSuchFileException}
     *     if the file does not exist. If its element type or format is not supported, the status is
     *     {@link Status#UNSUPPORTED} and there is no cause
     */
    public static Tensor loadNpy(Path path) {
        return Create.npy(Current.scope(), path, null);
    }

    /**
     * Reads an {@code .npy} file and converts it as {@link #cast(DType)} does: also elements that no
     * tensor holds, which are those of uint16, uint32 and uint64.
     *
     * @param path the file, on any file system; at most 2 GiB if not on the default file system
     * @param dtype the element type of the result
     * @return a new tensor
     * @throws TensorException as {@link #loadNpy(Path)}
     */
    public static Tensor loadNpy(Path path, DType dtype) {
        return Create.npy(Current.scope(), path, Objects.requireNonNull(dtype, "dtype"));
    }

    /**
     * Writes this tensor as an {@code .npy} file.
     *
     * @param path the file, on any file system; an existing file is replaced
     * @throws TensorException if the file cannot be written, or would exceed 2 GiB and is not on
     *     the default file system; the cause is an {@link java.io.IOException}. For bfloat16, which
     *     the format lacks, the status is {@link Status#UNSUPPORTED} and there is no cause. An
     *     existing file has not changed
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

    /** Whether the core can access the buffer's memory directly. */
    static boolean isNative(Buffer buffer, ByteOrder order) {
        return buffer.isDirect() && order == ByteOrder.nativeOrder();
    }

    /** The size in bytes of one element of a buffer. */
    static long unit(Buffer buffer) {
        if (buffer instanceof ByteBuffer) {
            return Byte.BYTES;
        }
        return buffer instanceof FloatBuffer || buffer instanceof IntBuffer ? Integer.BYTES : Long.BYTES;
    }

    /** Copies the elements to a new array of the primitive type of {@code elements}. */
    private Object array(DType elements, boolean exact) {
        Object[] made = new Object[1];
        try {
            made[0] = Native.toArray(handle, elements.code(), exact);
        } catch (NativeMemoryException refused) { // a conversion allocates
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
     * As {@link #of(DType, ByteBuffer, long...)}, with {@code int} dimensions.
     *
     * @param dtype the element type of the bytes
     * @param bytes the elements in row-major order, copied
     * @param shape the dimensions
     * @return a new tensor
     * @throws ShapeMismatchException if the shape needs another number of elements
     */
    public static Tensor of(DType dtype, ByteBuffer bytes, int[] shape) {
        return of(dtype, bytes, Numbers.longs(shape));
    }

    // Byte buffers.

    /**
     * Returns a buffer over the tensor's own memory, in native byte order: a write through one is
     * visible through the other. The buffer, and every slice, duplicate and view of it, keeps the
     * memory alive, even after the tensor and its scope are closed; the memory is freed when the
     * garbage collector finds the last of them.
     *
     * <pre>{@code
     * FloatBuffer pixels = image.asByteBuffer().asFloatBuffer();
     * }</pre>
     *
     * <p>A buffer cannot be closed, so it does not count as a leak;
     * {@link Tenure#exportedBuffers()} lists the buffers that are alive.
     *
     * <p>If the tensor lies in a {@link Workspace}, the buffer pins its memory: it outlives the
     * cycle until the collector has found the buffer.
     *
     * <p>A tape cannot see writes to the buffer, so this call counts as a write: a tape that has
     * saved this memory refuses {@link Tape#backward}. Memory that a tape saves later must not be
     * written through an older buffer. To read only, use {@link #asReadOnlyByteBuffer()}.
     *
     * @return a direct buffer of {@code nbytes()} bytes
     * @throws InvalidArgumentException if this tensor is not contiguous, or has more than 2 GiB
     */
    public ByteBuffer asByteBuffer() {
        return memory(Native::data);
    }

    /**
     * Returns a read-only buffer, as {@link #asByteBuffer()} does. It does not count as a write.
     *
     * @return a direct, read-only buffer of {@code nbytes()} bytes
     * @throws InvalidArgumentException if this tensor is not contiguous, or has more than 2 GiB
     */
    public ByteBuffer asReadOnlyByteBuffer() {
        return memory(Native::dataConst).asReadOnlyBuffer().order(ByteOrder.nativeOrder());
    }

    /**
     * Watches the buffer that the core made: the views of it, also the read-only ones, keep it
     * reachable.
     */
    private ByteBuffer memory(LongFunction<ByteBuffer> core) {
        Backstop.Entry keeper = Backstop.watch(this, 0, null); // until the buffer itself is watched
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
     * Wraps memory of another library, by DLPack, and copies it only if necessary:
     * {@link #fromDlpack(long, boolean, CopyMode)} for a versioned structure.
     *
     * @param address the address of a {@code DLManagedTensorVersioned}, consumed on success
     * @return a new tensor, which the current scope owns; without a current scope it is unowned
     * @throws InvalidArgumentException if this is not the address of such a structure
     * @throws TensorException if the element type is not supported, or the memory is not on the CPU
     */
    public static Tensor fromDlpack(long address) {
        return fromDlpack(address, true, CopyMode.IF_NEEDED);
    }

    /**
     * Wraps memory of another library, by <a
     * href="https://dmlc.github.io/dlpack/latest/">DLPack</a>, without a copy if possible: memory
     * that is read-only, misaligned or has negative strides is copied.
     *
     * <p>On success this library owns the structure: it calls the deleter once, when the memory is
     * no longer used, on the thread that releases the last reference, which may be the backstop's.
     * If the memory was copied, the deleter has been called when this returns. On failure the
     * structure still belongs to the caller. The memory is not counted in any statistics and is not
     * subject to any limit.
     *
     * <p>If the address does not point to such a structure, or its structure was consumed before,
     * the process may crash.
     *
     * @param address the address of the structure
     * @param versioned whether it is a {@code DLManagedTensorVersioned} and not a {@code DLManagedTensor}
     * @param copy {@code NEVER} throws if a copy would be needed; {@code ALWAYS} always copies
     * @return a new tensor, which the current scope owns; without a current scope it is unowned
     * @throws InvalidArgumentException if this is not the address of such a structure, or a copy is needed and not allowed
     * @throws TensorException if the element type is not supported, or the memory is not on the CPU
     */
    public static Tensor fromDlpack(long address, boolean versioned, CopyMode copy) {
        Objects.requireNonNull(copy, "copy");
        return Call.made(
                Current.scope(), scope -> Native.fromDlpack(scope, address, versioned ? 1 : 0, copy.code()), null);
    }

    /**
     * Lends this memory to another library: {@link #toDlpack(boolean)} with a versioned structure.
     *
     * @return the address of a {@code DLManagedTensorVersioned}
     */
    public long toDlpack() {
        return toDlpack(true);
    }

    /**
     * Lends this memory to another library, by DLPack, without a copy. The receiver calls the
     * deleter in the structure once, on any thread. Until then the memory stays allocated, even
     * after this tensor is closed, and {@link Tenure#exportedBuffers()} lists it. If no library
     * takes the address, the memory is never freed.
     *
     * <p>Other libraries may write the memory where no tape sees it, so this counts as a write, as
     * {@link #asByteBuffer()} does.
     *
     * @param versioned whether the structure is a {@code DLManagedTensorVersioned} (version 1.1)
     *     and not a {@code DLManagedTensor}
     * @return the address of the structure
     */
    public long toDlpack(boolean versioned) {
        return KeepAlive.value(Native.toDlpack(handle, versioned ? 1 : 0), this);
    }

    /**
     * Copies the bytes of the elements to a buffer, from its position on. The buffer's position
     * does not move.
     *
     * @param bytes the destination; {@code remaining()} must equal {@code nbytes()}
     * @throws ShapeMismatchException if {@code remaining()} is another number
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
     * Copies a buffer's bytes, from its position to its limit, to the elements. The buffer's
     * position does not move.
     *
     * @param bytes the source; {@code remaining()} must equal {@code nbytes()}
     * @throws ShapeMismatchException if {@code remaining()} is another number
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
     * Returns the part of this tensor that an index selects, on the same memory:
     * {@code t.get(slice(1, -1), ALL, at(0))}. With a negative step it is a copy.
     *
     * @param index one entry for each axis, beginning with the first; the remaining axes are
     *     selected whole
     * @return a new tensor
     * @throws InvalidArgumentException if there are more entries than axes, or an index is out of
     *     range
     */
    public Tensor get(Index... index) {
        return get(Index.text(index));
    }

    /**
     * Selects one index along each of the first axes: {@code t.get(0, 2)} is {@code t[0, 2]} in
     * Python.
     *
     * @param index the index of each axis; a negative one counts from the end
     * @return a new tensor, on the same memory
     * @throws InvalidArgumentException if there are more indices than axes, or one is out of range
     */
    public Tensor get(long... index) {
        Objects.requireNonNull(index, "index");
        return Call.from(this, scope -> Native.getAt(scope, handle, index));
    }

    /**
     * Returns the only element as an object of the type that keeps its value: a {@link Long} for
     * integers, a {@link Double} for floating-point numbers, a {@link Boolean} for bool.
     *
     * @return the element
     * @throws InvalidArgumentException if this tensor does not have exactly one element
     */
    public Object toScalar() {
        return switch (dtype()) {
            case F32, F64, F16, BF16 -> (Object) item();
            case BOOL -> itemLong() != 0;
            default -> itemLong();
        };
    }

    /**
     * Selects the elements where a mask is true, as a vector; or, by a tensor of integers, these
     * indices of the first axis. Both results are copies.
     *
     * @param index truth values with the shape of this tensor, or integers
     * @return a new tensor
     * @throws ShapeMismatchException if a mask has another shape
     * @throws InvalidArgumentException if an index is out of range
     */
    public Tensor get(Tensor index) {
        Objects.requireNonNull(index, "index");
        return index(new Tensor[] {index});
    }

    /**
     * Writes a tensor, broadcast and cast, into the part of this tensor that an index selects.
     *
     * @param value the tensor to write
     * @param index one entry for each axis, beginning with the first; the remaining axes are
     *     selected whole
     * @throws InvalidArgumentException if there are more entries than axes, or an index is out of
     *     range
     * @throws ShapeMismatchException if {@code value} does not broadcast to the selected part
     * @throws DTypeMismatchException if {@code value} has a float type and this tensor does not
     */
    public void set(Tensor value, Index... index) {
        set(Index.text(index), value);
    }

    /**
     * Writes a number into every element that an index selects.
     *
     * @param value the number
     * @param index one entry for each axis, beginning with the first; the remaining axes are
     *     selected whole
     * @throws InvalidArgumentException if there are more entries than axes, or an index is out of
     *     range
     */
    public void set(double value, Index... index) {
        set(Index.text(index), value);
    }

    /**
     * Writes a number into every element that an index selects.
     *
     * @param value the number
     * @param index one entry for each axis, beginning with the first; the remaining axes are
     *     selected whole
     * @throws InvalidArgumentException if there are more entries than axes, or an index is out of
     *     range
     */
    public void set(long value, Index... index) {
        set(Index.text(index), value);
    }

    /**
     * Writes a truth value into every element that an index selects.
     *
     * @param value the truth value
     * @param index one entry for each axis, beginning with the first; the remaining axes are
     *     selected whole
     * @throws InvalidArgumentException if there are more entries than axes, or an index is out of
     *     range
     */
    public void set(boolean value, Index... index) {
        set(Index.text(index), value);
    }

    // Methods that map one to one to a function of the core.

    // <generated by ci/generate from src/api; do not edit>
    /**
     * Creates a tensor of the given shape and dtype, filled with 0. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor zeros(long... shape) {
        return Call.create(Current.scope(), Native::zeros, Native::zeros, DType.F32, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 0. It is in the processor's
     * memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor zeros(DType dtype, long... shape) {
        return Call.create(Current.scope(), Native::zeros, Native::zeros, dtype, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 0.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor zeros(DType dtype, Device device, long... shape) {
        return Call.create(Current.scope(), Native::zeros, Native::zeros, dtype, device, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 0. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor zeros(int[] shape) {
        return zeros(Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 0. It is in the processor's
     * memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor zeros(DType dtype, int[] shape) {
        return zeros(dtype, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 0.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor zeros(DType dtype, Device device, int[] shape) {
        return zeros(dtype, device, Numbers.longs(shape));
    }

    /**
     * Creates an uninitialized tensor of the given shape and dtype, for code that writes every
     * element. Its elements are whatever the memory held: those of earlier tensors of this process,
     * or 0. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor empty(long... shape) {
        return Call.create(Current.scope(), Native::empty, Native::empty, DType.F32, Device.CPU, shape);
    }

    /**
     * Creates an uninitialized tensor of the given shape and dtype, for code that writes every
     * element. Its elements are whatever the memory held: those of earlier tensors of this process,
     * or 0. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor empty(DType dtype, long... shape) {
        return Call.create(Current.scope(), Native::empty, Native::empty, dtype, Device.CPU, shape);
    }

    /**
     * Creates an uninitialized tensor of the given shape and dtype, for code that writes every
     * element. Its elements are whatever the memory held: those of earlier tensors of this process,
     * or 0.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor empty(DType dtype, Device device, long... shape) {
        return Call.create(Current.scope(), Native::empty, Native::empty, dtype, device, shape);
    }

    /**
     * Creates an uninitialized tensor of the given shape and dtype, for code that writes every
     * element. Its elements are whatever the memory held: those of earlier tensors of this process,
     * or 0. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor empty(int[] shape) {
        return empty(Numbers.longs(shape));
    }

    /**
     * Creates an uninitialized tensor of the given shape and dtype, for code that writes every
     * element. Its elements are whatever the memory held: those of earlier tensors of this process,
     * or 0. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor empty(DType dtype, int[] shape) {
        return empty(dtype, Numbers.longs(shape));
    }

    /**
     * Creates an uninitialized tensor of the given shape and dtype, for code that writes every
     * element. Its elements are whatever the memory held: those of earlier tensors of this process,
     * or 0.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor empty(DType dtype, Device device, int[] shape) {
        return empty(dtype, device, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor ones(long... shape) {
        return Call.create(Current.scope(), Native::ones, Native::ones, DType.F32, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1. It is in the processor's
     * memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor ones(DType dtype, long... shape) {
        return Call.create(Current.scope(), Native::ones, Native::ones, dtype, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor ones(DType dtype, Device device, long... shape) {
        return Call.create(Current.scope(), Native::ones, Native::ones, dtype, device, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor ones(int[] shape) {
        return ones(Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1. It is in the processor's
     * memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor ones(DType dtype, int[] shape) {
        return ones(dtype, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor ones(DType dtype, Device device, int[] shape) {
        return ones(dtype, device, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor full(long[] shape, double value) {
        return full(DType.F32, Device.CPU, shape, value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is in the
     * processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor full(DType dtype, long[] shape, double value) {
        return full(dtype, Device.CPU, shape, value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor full(int[] shape, double value) {
        return full(Numbers.longs(shape), value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is in the
     * processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor full(DType dtype, int[] shape, double value) {
        return full(dtype, Numbers.longs(shape), value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor full(DType dtype, Device device, int[] shape, double value) {
        return full(dtype, device, Numbers.longs(shape), value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor full(long[] shape, long value) {
        return full(DType.F32, Device.CPU, shape, value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is in the
     * processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor full(DType dtype, long[] shape, long value) {
        return full(dtype, Device.CPU, shape, value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor full(int[] shape, long value) {
        return full(Numbers.longs(shape), value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is in the
     * processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor full(DType dtype, int[] shape, long value) {
        return full(dtype, Numbers.longs(shape), value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor full(DType dtype, Device device, int[] shape, long value) {
        return full(dtype, device, Numbers.longs(shape), value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor full(long[] shape, boolean value) {
        return full(DType.F32, Device.CPU, shape, value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is in the
     * processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor full(DType dtype, long[] shape, boolean value) {
        return full(dtype, Device.CPU, shape, value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor full(int[] shape, boolean value) {
        return full(Numbers.longs(shape), value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is in the
     * processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor full(DType dtype, int[] shape, boolean value) {
        return full(dtype, Numbers.longs(shape), value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor full(DType dtype, Device device, int[] shape, boolean value) {
        return full(dtype, device, Numbers.longs(shape), value);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor rand(long... shape) {
        return Call.create(Current.scope(), Native::rand, Native::rand, DType.F32, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor rand(DType dtype, long... shape) {
        return Call.create(Current.scope(), Native::rand, Native::rand, dtype, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor rand(DType dtype, Device device, long... shape) {
        return Call.create(Current.scope(), Native::rand, Native::rand, dtype, device, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor rand(int[] shape) {
        return rand(Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor rand(DType dtype, int[] shape) {
        return rand(dtype, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor rand(DType dtype, Device device, int[] shape) {
        return rand(dtype, device, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from the
     * normal distribution with mean 0 and standard deviation 1, drawn from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randn(long... shape) {
        return Call.create(Current.scope(), Native::randn, Native::randn, DType.F32, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from the
     * normal distribution with mean 0 and standard deviation 1, drawn from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randn(DType dtype, long... shape) {
        return Call.create(Current.scope(), Native::randn, Native::randn, dtype, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from the
     * normal distribution with mean 0 and standard deviation 1, drawn from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor randn(DType dtype, Device device, long... shape) {
        return Call.create(Current.scope(), Native::randn, Native::randn, dtype, device, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from the
     * normal distribution with mean 0 and standard deviation 1, drawn from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randn(int[] shape) {
        return randn(Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from the
     * normal distribution with mean 0 and standard deviation 1, drawn from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randn(DType dtype, int[] shape) {
        return randn(dtype, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from the
     * normal distribution with mean 0 and standard deviation 1, drawn from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor randn(DType dtype, Device device, int[] shape) {
        return randn(dtype, device, Numbers.longs(shape));
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is float32, in the processor's memory.
     *
     * @param start the first number
     * @param end the end of the range, which is not included
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor arange(double start, double end) {
        return arange(DType.F32, Device.CPU, start, end, 1);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end the end of the range, which is not included
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor arange(DType dtype, double start, double end) {
        return arange(dtype, Device.CPU, start, end, 1);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first number
     * @param end the end of the range, which is not included
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor arange(DType dtype, Device device, double start, double end) {
        return arange(dtype, device, start, end, 1);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is float32, in the processor's memory.
     *
     * @param start the first number
     * @param end the end of the range, which is not included
     * @param step the distance from each number to the next; not 0
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor arange(double start, double end, double step) {
        return arange(DType.F32, Device.CPU, start, end, step);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end the end of the range, which is not included
     * @param step the distance from each number to the next; not 0
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor arange(DType dtype, double start, double end, double step) {
        return arange(dtype, Device.CPU, start, end, step);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first number
     * @param end the end of the range, which is not included
     * @param step the distance from each number to the next; not 0
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is int64, in the processor's memory.
     *
     * @param start the first number
     * @param end the end of the range, which is not included
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor arange(long start, long end) {
        return arange(DType.I64, Device.CPU, start, end, 1);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end the end of the range, which is not included
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor arange(DType dtype, long start, long end) {
        return arange(dtype, Device.CPU, start, end, 1);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first number
     * @param end the end of the range, which is not included
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor arange(DType dtype, Device device, long start, long end) {
        return arange(dtype, device, start, end, 1);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is int64, in the processor's memory.
     *
     * @param start the first number
     * @param end the end of the range, which is not included
     * @param step the distance from each number to the next; not 0
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor arange(long start, long end, long step) {
        return arange(DType.I64, Device.CPU, start, end, step);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end the end of the range, which is not included
     * @param step the distance from each number to the next; not 0
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor arange(DType dtype, long start, long end, long step) {
        return arange(dtype, Device.CPU, start, end, step);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first number
     * @param end the end of the range, which is not included
     * @param step the distance from each number to the next; not 0
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a vector of evenly spaced numbers from {@code start} to {@code end}, both included:
     * {@code start + i (end - start) / (steps - 1)}. It has {@code steps} elements, of any dtype
     * but bool; an integer dtype drops fractions. It is float32, in the processor's memory.
     *
     * @param start the first number
     * @param end the last number
     * @param steps the number of elements
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold {@code start} or {@code end}
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor linspace(double start, double end, long steps) {
        return linspace(DType.F32, Device.CPU, start, end, steps);
    }

    /**
     * Creates a vector of evenly spaced numbers from {@code start} to {@code end}, both included:
     * {@code start + i (end - start) / (steps - 1)}. It has {@code steps} elements, of any dtype
     * but bool; an integer dtype drops fractions. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end the last number
     * @param steps the number of elements
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold {@code start} or {@code end}
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor linspace(DType dtype, double start, double end, long steps) {
        return linspace(dtype, Device.CPU, start, end, steps);
    }

    /**
     * Creates a vector of evenly spaced numbers from {@code start} to {@code end}, both included:
     * {@code start + i (end - start) / (steps - 1)}. It has {@code steps} elements, of any dtype
     * but bool; an integer dtype drops fractions.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first number
     * @param end the last number
     * @param steps the number of elements
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold {@code start} or {@code end}
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a vector of evenly spaced numbers from {@code start} to {@code end}, which may be
     * included or not: {@code start + i (end - start) / d}, where {@code d} is {@code steps - 1} if
     * it is included, else {@code steps}. It has {@code steps} elements, of any dtype but bool; an
     * integer dtype drops fractions. It is float32, in the processor's memory.
     *
     * @param start the first number
     * @param end the last number, or the one that would follow it
     * @param steps the number of elements
     * @param endpoint whether {@code end} is included
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold {@code start} or {@code end}
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor linspace(double start, double end, long steps, boolean endpoint) {
        return linspace(DType.F32, Device.CPU, start, end, steps, endpoint);
    }

    /**
     * Creates a vector of evenly spaced numbers from {@code start} to {@code end}, which may be
     * included or not: {@code start + i (end - start) / d}, where {@code d} is {@code steps - 1} if
     * it is included, else {@code steps}. It has {@code steps} elements, of any dtype but bool; an
     * integer dtype drops fractions. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end the last number, or the one that would follow it
     * @param steps the number of elements
     * @param endpoint whether {@code end} is included
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold {@code start} or {@code end}
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor linspace(DType dtype, double start, double end, long steps, boolean endpoint) {
        return linspace(dtype, Device.CPU, start, end, steps, endpoint);
    }

    /**
     * Creates a vector of evenly spaced numbers from {@code start} to {@code end}, which may be
     * included or not: {@code start + i (end - start) / d}, where {@code d} is {@code steps - 1} if
     * it is included, else {@code steps}. It has {@code steps} elements, of any dtype but bool; an
     * integer dtype drops fractions.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first number
     * @param end the last number, or the one that would follow it
     * @param steps the number of elements
     * @param endpoint whether {@code end} is included
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold {@code start} or {@code end}
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a vector of the powers of {@code radix} whose exponents are evenly spaced from {@code
     * start} to {@code end}, both included. It has {@code steps} elements, of any dtype but bool;
     * an integer dtype drops fractions. It is float32, in the processor's memory.
     *
     * @param start the first exponent
     * @param end the last exponent
     * @param steps the number of elements
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold the first or the last power
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor logspace(double start, double end, long steps) {
        return logspace(DType.F32, Device.CPU, start, end, steps, 10);
    }

    /**
     * Creates a vector of the powers of {@code radix} whose exponents are evenly spaced from {@code
     * start} to {@code end}, both included. It has {@code steps} elements, of any dtype but bool;
     * an integer dtype drops fractions. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param start the first exponent
     * @param end the last exponent
     * @param steps the number of elements
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold the first or the last power
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor logspace(DType dtype, double start, double end, long steps) {
        return logspace(dtype, Device.CPU, start, end, steps, 10);
    }

    /**
     * Creates a vector of the powers of {@code radix} whose exponents are evenly spaced from {@code
     * start} to {@code end}, both included. It has {@code steps} elements, of any dtype but bool;
     * an integer dtype drops fractions.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first exponent
     * @param end the last exponent
     * @param steps the number of elements
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold the first or the last power
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor logspace(DType dtype, Device device, double start, double end, long steps) {
        return logspace(dtype, device, start, end, steps, 10);
    }

    /**
     * Creates a vector of the powers of {@code radix} whose exponents are evenly spaced from {@code
     * start} to {@code end}, both included. It has {@code steps} elements, of any dtype but bool;
     * an integer dtype drops fractions. It is float32, in the processor's memory.
     *
     * @param start the first exponent
     * @param end the last exponent
     * @param steps the number of elements
     * @param radix the base of the powers
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold the first or the last power
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor logspace(double start, double end, long steps, double radix) {
        return logspace(DType.F32, Device.CPU, start, end, steps, radix);
    }

    /**
     * Creates a vector of the powers of {@code radix} whose exponents are evenly spaced from {@code
     * start} to {@code end}, both included. It has {@code steps} elements, of any dtype but bool;
     * an integer dtype drops fractions. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param start the first exponent
     * @param end the last exponent
     * @param steps the number of elements
     * @param radix the base of the powers
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold the first or the last power
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor logspace(DType dtype, double start, double end, long steps, double radix) {
        return logspace(dtype, Device.CPU, start, end, steps, radix);
    }

    /**
     * Creates a vector of the powers of {@code radix} whose exponents are evenly spaced from {@code
     * start} to {@code end}, both included. It has {@code steps} elements, of any dtype but bool;
     * an integer dtype drops fractions.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param start the first exponent
     * @param end the last exponent
     * @param steps the number of elements
     * @param radix the base of the powers
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold the first or the last power
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a matrix with 1 on the main diagonal and 0 elsewhere. It has the shape {@code [rows,
     * columns]} and any dtype. It is float32, in the processor's memory.
     *
     * @param rows the number of rows
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor eye(long rows) {
        return eye(DType.F32, Device.CPU, rows, rows);
    }

    /**
     * Creates a matrix with 1 on the main diagonal and 0 elsewhere. It has the shape {@code [rows,
     * columns]} and any dtype. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param rows the number of rows
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor eye(DType dtype, long rows) {
        return eye(dtype, Device.CPU, rows, rows);
    }

    /**
     * Creates a matrix with 1 on the main diagonal and 0 elsewhere. It has the shape {@code [rows,
     * columns]} and any dtype.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param rows the number of rows
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor eye(DType dtype, Device device, long rows) {
        return eye(dtype, device, rows, rows);
    }

    /**
     * Creates a matrix with 1 on the main diagonal and 0 elsewhere. It has the shape {@code [rows,
     * columns]} and any dtype. It is float32, in the processor's memory.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor eye(long rows, long columns) {
        return eye(DType.F32, Device.CPU, rows, columns);
    }

    /**
     * Creates a matrix with 1 on the main diagonal and 0 elsewhere. It has the shape {@code [rows,
     * columns]} and any dtype. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param rows the number of rows
     * @param columns the number of columns
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor eye(DType dtype, long rows, long columns) {
        return eye(dtype, Device.CPU, rows, columns);
    }

    /**
     * Creates a matrix with 1 on the main diagonal and 0 elsewhere. It has the shape {@code [rows,
     * columns]} and any dtype.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param rows the number of rows
     * @param columns the number of columns
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a matrix with 1 on one diagonal and 0 elsewhere: element {@code [i, i + diagonal]} is
     * 1. It has the shape {@code [rows, columns]} and any dtype. It is float32, in the processor's
     * memory.
     *
     * @param rows the number of rows
     * @param columns the number of columns
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor eyeDiagonal(long rows, long columns, long diagonal) {
        return eyeDiagonal(DType.F32, Device.CPU, rows, columns, diagonal);
    }

    /**
     * Creates a matrix with 1 on one diagonal and 0 elsewhere: element {@code [i, i + diagonal]} is
     * 1. It has the shape {@code [rows, columns]} and any dtype. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param rows the number of rows
     * @param columns the number of columns
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor eyeDiagonal(DType dtype, long rows, long columns, long diagonal) {
        return eyeDiagonal(dtype, Device.CPU, rows, columns, diagonal);
    }

    /**
     * Creates a matrix with 1 on one diagonal and 0 elsewhere: element {@code [i, i + diagonal]} is
     * 1. It has the shape {@code [rows, columns]} and any dtype.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param rows the number of rows
     * @param columns the number of columns
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is int64, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randint(long[] shape, long low, long high) {
        return randint(DType.I64, Device.CPU, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the dtype of the result
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randint(DType dtype, long[] shape, long low, long high) {
        return randint(dtype, Device.CPU, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the dtype of the result
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is int64, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randint(int[] shape, long low, long high) {
        return randint(Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the dtype of the result
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randint(DType dtype, int[] shape, long low, long high) {
        return randint(dtype, Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the dtype of the result
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor randint(DType dtype, Device device, int[] shape, long low, long high) {
        return randint(dtype, device, Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is int64, in the processor's memory.
     *
     * @param low the least integer
     * @param high one more than the greatest integer
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randint(long low, long high, long... shape) {
        return randint(shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is int64, in the processor's memory.
     *
     * @param low the least integer
     * @param high one more than the greatest integer
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randint(long low, long high, int[] shape) {
        return randint(Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the dtype of the result
     * @param low the least integer
     * @param high one more than the greatest integer
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randint(DType dtype, long low, long high, long... shape) {
        return randint(dtype, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the dtype of the result
     * @param low the least integer
     * @param high one more than the greatest integer
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randint(DType dtype, long low, long high, int[] shape) {
        return randint(dtype, Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the dtype of the result
     * @param device where the memory is
     * @param low the least integer
     * @param high one more than the greatest integer
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor randint(DType dtype, Device device, long low, long high, long... shape) {
        return randint(dtype, device, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the dtype of the result
     * @param device where the memory is
     * @param low the least integer
     * @param high one more than the greatest integer
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor randint(DType dtype, Device device, long low, long high, int[] shape) {
        return randint(dtype, device, Numbers.longs(shape), low, high);
    }

    /**
     * Creates a random permutation of the integers from 0 to {@code n - 1}, each one equally
     * likely, drawn from the stream that {@link Tenure#seed(long)} starts. It has {@code n}
     * elements, of any dtype but bool. It is int64, in the processor's memory.
     *
     * @param n the number of integers
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code n} is negative, or the dtype does not hold each of
     *     the integers
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randperm(long n) {
        return randperm(DType.I64, Device.CPU, n);
    }

    /**
     * Creates a random permutation of the integers from 0 to {@code n - 1}, each one equally
     * likely, drawn from the stream that {@link Tenure#seed(long)} starts. It has {@code n}
     * elements, of any dtype but bool. It is in the processor's memory.
     *
     * @param dtype the dtype of the result
     * @param n the number of integers
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code n} is negative, or the dtype does not hold each of
     *     the integers
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor randperm(DType dtype, long n) {
        return randperm(dtype, Device.CPU, n);
    }

    /**
     * Creates a random permutation of the integers from 0 to {@code n - 1}, each one equally
     * likely, drawn from the stream that {@link Tenure#seed(long)} starts. It has {@code n}
     * elements, of any dtype but bool.
     *
     * @param dtype the dtype of the result
     * @param device where the memory is
     * @param n the number of integers
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code n} is negative, or the dtype does not hold each of
     *     the integers
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is float32, in
     * the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor normal(long[] shape, double mean, double std) {
        return normal(DType.F32, Device.CPU, shape, mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is in the
     * processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor normal(DType dtype, long[] shape, double mean, double std) {
        return normal(dtype, Device.CPU, shape, mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is float32, in
     * the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor normal(int[] shape, double mean, double std) {
        return normal(Numbers.longs(shape), mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is in the
     * processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor normal(DType dtype, int[] shape, double mean, double std) {
        return normal(dtype, Numbers.longs(shape), mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor normal(DType dtype, Device device, int[] shape, double mean, double std) {
        return normal(dtype, device, Numbers.longs(shape), mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is float32, in
     * the processor's memory.
     *
     * @param mean the mean
     * @param std the standard deviation
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor normal(double mean, double std, long... shape) {
        return normal(shape, mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is float32, in
     * the processor's memory.
     *
     * @param mean the mean
     * @param std the standard deviation
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor normal(double mean, double std, int[] shape) {
        return normal(Numbers.longs(shape), mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is in the
     * processor's memory.
     *
     * @param dtype the element type
     * @param mean the mean
     * @param std the standard deviation
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor normal(DType dtype, double mean, double std, long... shape) {
        return normal(dtype, shape, mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is in the
     * processor's memory.
     *
     * @param dtype the element type
     * @param mean the mean
     * @param std the standard deviation
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor normal(DType dtype, double mean, double std, int[] shape) {
        return normal(dtype, Numbers.longs(shape), mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param mean the mean
     * @param std the standard deviation
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor normal(DType dtype, Device device, double mean, double std, long... shape) {
        return normal(dtype, device, shape, mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param mean the mean
     * @param std the standard deviation
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor normal(DType dtype, Device device, double mean, double std, int[] shape) {
        return normal(dtype, device, Numbers.longs(shape), mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor uniform(long[] shape, double low, double high) {
        return uniform(DType.F32, Device.CPU, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor uniform(DType dtype, long[] shape, double low, double high) {
        return uniform(dtype, Device.CPU, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor uniform(int[] shape, double low, double high) {
        return uniform(Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor uniform(DType dtype, int[] shape, double low, double high) {
        return uniform(dtype, Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor uniform(DType dtype, Device device, int[] shape, double low, double high) {
        return uniform(dtype, device, Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, in the processor's memory.
     *
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor uniform(double low, double high, long... shape) {
        return uniform(shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, in the processor's memory.
     *
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor uniform(double low, double high, int[] shape) {
        return uniform(Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the element type
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor uniform(DType dtype, double low, double high, long... shape) {
        return uniform(dtype, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the element type
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor uniform(DType dtype, double low, double high, int[] shape) {
        return uniform(dtype, Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor uniform(DType dtype, Device device, double low, double high, long... shape) {
        return uniform(dtype, device, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor uniform(DType dtype, Device device, double low, double high, int[] shape) {
        return uniform(dtype, device, Numbers.longs(shape), low, high);
    }

    /**
     * Lists the positions of the elements of a matrix at or below a diagonal, where {@code column -
     * row <= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is int64, in the processor's memory.
     *
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor trilIndices(long rows, long columns) {
        return trilIndices(DType.I64, Device.CPU, rows, columns, 0);
    }

    /**
     * Lists the positions of the elements of a matrix at or below a diagonal, where {@code column -
     * row <= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is in the processor's memory.
     *
     * @param dtype the dtype of the result
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor trilIndices(DType dtype, long rows, long columns) {
        return trilIndices(dtype, Device.CPU, rows, columns, 0);
    }

    /**
     * Lists the positions of the elements of a matrix at or below a diagonal, where {@code column -
     * row <= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices.
     *
     * @param dtype the dtype of the result
     * @param device where the memory is
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor trilIndices(DType dtype, Device device, long rows, long columns) {
        return trilIndices(dtype, device, rows, columns, 0);
    }

    /**
     * Lists the positions of the elements of a matrix at or below a diagonal, where {@code column -
     * row <= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is int64, in the processor's memory.
     *
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor trilIndices(long rows, long columns, long diagonal) {
        return trilIndices(DType.I64, Device.CPU, rows, columns, diagonal);
    }

    /**
     * Lists the positions of the elements of a matrix at or below a diagonal, where {@code column -
     * row <= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is in the processor's memory.
     *
     * @param dtype the dtype of the result
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor trilIndices(DType dtype, long rows, long columns, long diagonal) {
        return trilIndices(dtype, Device.CPU, rows, columns, diagonal);
    }

    /**
     * Lists the positions of the elements of a matrix at or below a diagonal, where {@code column -
     * row <= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices.
     *
     * @param dtype the dtype of the result
     * @param device where the memory is
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Lists the positions of the elements of a matrix at or above a diagonal, where {@code column -
     * row >= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is int64, in the processor's memory.
     *
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor triuIndices(long rows, long columns) {
        return triuIndices(DType.I64, Device.CPU, rows, columns, 0);
    }

    /**
     * Lists the positions of the elements of a matrix at or above a diagonal, where {@code column -
     * row >= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is in the processor's memory.
     *
     * @param dtype the dtype of the result
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor triuIndices(DType dtype, long rows, long columns) {
        return triuIndices(dtype, Device.CPU, rows, columns, 0);
    }

    /**
     * Lists the positions of the elements of a matrix at or above a diagonal, where {@code column -
     * row >= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices.
     *
     * @param dtype the dtype of the result
     * @param device where the memory is
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor triuIndices(DType dtype, Device device, long rows, long columns) {
        return triuIndices(dtype, device, rows, columns, 0);
    }

    /**
     * Lists the positions of the elements of a matrix at or above a diagonal, where {@code column -
     * row >= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is int64, in the processor's memory.
     *
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor triuIndices(long rows, long columns, long diagonal) {
        return triuIndices(DType.I64, Device.CPU, rows, columns, diagonal);
    }

    /**
     * Lists the positions of the elements of a matrix at or above a diagonal, where {@code column -
     * row >= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is in the processor's memory.
     *
     * @param dtype the dtype of the result
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor triuIndices(DType dtype, long rows, long columns, long diagonal) {
        return triuIndices(dtype, Device.CPU, rows, columns, diagonal);
    }

    /**
     * Lists the positions of the elements of a matrix at or above a diagonal, where {@code column -
     * row >= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices.
     *
     * @param dtype the dtype of the result
     * @param device where the memory is
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a vector of the frequencies of the {@code n} results of {@code fft}: {@code 0, 1,
     * ..., (n - 1) / 2, -(n / 2), ..., -1}, with quotients rounded down, each divided by {@code d
     * n}. It has {@code n} elements of the given floating-point dtype. It is float32, in the
     * processor's memory.
     *
     * @param n the number of points of the transform
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor fftfreq(long n) {
        return fftfreq(DType.F32, Device.CPU, n, 1);
    }

    /**
     * Creates a vector of the frequencies of the {@code n} results of {@code fft}: {@code 0, 1,
     * ..., (n - 1) / 2, -(n / 2), ..., -1}, with quotients rounded down, each divided by {@code d
     * n}. It has {@code n} elements of the given floating-point dtype. It is in the processor's
     * memory.
     *
     * @param dtype the element type
     * @param n the number of points of the transform
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor fftfreq(DType dtype, long n) {
        return fftfreq(dtype, Device.CPU, n, 1);
    }

    /**
     * Creates a vector of the frequencies of the {@code n} results of {@code fft}: {@code 0, 1,
     * ..., (n - 1) / 2, -(n / 2), ..., -1}, with quotients rounded down, each divided by {@code d
     * n}. It has {@code n} elements of the given floating-point dtype.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param n the number of points of the transform
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor fftfreq(DType dtype, Device device, long n) {
        return fftfreq(dtype, device, n, 1);
    }

    /**
     * Creates a vector of the frequencies of the {@code n} results of {@code fft}: {@code 0, 1,
     * ..., (n - 1) / 2, -(n / 2), ..., -1}, with quotients rounded down, each divided by {@code d
     * n}. It has {@code n} elements of the given floating-point dtype. It is float32, in the
     * processor's memory.
     *
     * @param n the number of points of the transform
     * @param d the distance between two samples
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor fftfreq(long n, double d) {
        return fftfreq(DType.F32, Device.CPU, n, d);
    }

    /**
     * Creates a vector of the frequencies of the {@code n} results of {@code fft}: {@code 0, 1,
     * ..., (n - 1) / 2, -(n / 2), ..., -1}, with quotients rounded down, each divided by {@code d
     * n}. It has {@code n} elements of the given floating-point dtype. It is in the processor's
     * memory.
     *
     * @param dtype the element type
     * @param n the number of points of the transform
     * @param d the distance between two samples
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor fftfreq(DType dtype, long n, double d) {
        return fftfreq(dtype, Device.CPU, n, d);
    }

    /**
     * Creates a vector of the frequencies of the {@code n} results of {@code fft}: {@code 0, 1,
     * ..., (n - 1) / 2, -(n / 2), ..., -1}, with quotients rounded down, each divided by {@code d
     * n}. It has {@code n} elements of the given floating-point dtype.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param n the number of points of the transform
     * @param d the distance between two samples
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * Creates a vector of the frequencies of the results of {@code rfft} of {@code n} points:
     * {@code 0, 1, ..., n / 2}, with the quotient rounded down, each divided by {@code d n}. It has
     * {@code n / 2 + 1} elements of the given floating-point dtype. It is float32, in the
     * processor's memory.
     *
     * @param n the number of points of the transform
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor rfftfreq(long n) {
        return rfftfreq(DType.F32, Device.CPU, n, 1);
    }

    /**
     * Creates a vector of the frequencies of the results of {@code rfft} of {@code n} points:
     * {@code 0, 1, ..., n / 2}, with the quotient rounded down, each divided by {@code d n}. It has
     * {@code n / 2 + 1} elements of the given floating-point dtype. It is in the processor's
     * memory.
     *
     * @param dtype the element type
     * @param n the number of points of the transform
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor rfftfreq(DType dtype, long n) {
        return rfftfreq(dtype, Device.CPU, n, 1);
    }

    /**
     * Creates a vector of the frequencies of the results of {@code rfft} of {@code n} points:
     * {@code 0, 1, ..., n / 2}, with the quotient rounded down, each divided by {@code d n}. It has
     * {@code n / 2 + 1} elements of the given floating-point dtype.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param n the number of points of the transform
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public static Tensor rfftfreq(DType dtype, Device device, long n) {
        return rfftfreq(dtype, device, n, 1);
    }

    /**
     * Creates a vector of the frequencies of the results of {@code rfft} of {@code n} points:
     * {@code 0, 1, ..., n / 2}, with the quotient rounded down, each divided by {@code d n}. It has
     * {@code n / 2 + 1} elements of the given floating-point dtype. It is float32, in the
     * processor's memory.
     *
     * @param n the number of points of the transform
     * @param d the distance between two samples
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor rfftfreq(long n, double d) {
        return rfftfreq(DType.F32, Device.CPU, n, d);
    }

    /**
     * Creates a vector of the frequencies of the results of {@code rfft} of {@code n} points:
     * {@code 0, 1, ..., n / 2}, with the quotient rounded down, each divided by {@code d n}. It has
     * {@code n / 2 + 1} elements of the given floating-point dtype. It is in the processor's
     * memory.
     *
     * @param dtype the element type
     * @param n the number of points of the transform
     * @param d the distance between two samples
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public static Tensor rfftfreq(DType dtype, long n, double d) {
        return rfftfreq(dtype, Device.CPU, n, d);
    }

    /**
     * Creates a vector of the frequencies of the results of {@code rfft} of {@code n} points:
     * {@code 0, 1, ..., n / 2}, with the quotient rounded down, each divided by {@code d n}. It has
     * {@code n / 2 + 1} elements of the given floating-point dtype.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param n the number of points of the transform
     * @param d the distance between two samples
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
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
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements along its one axis, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(DType dtype, double[] values) {
        Objects.requireNonNull(values, "values");
        return of(dtype, values, new long[] {values.length});
    }

    /**
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DType dtype, double[] values, long... shape) {
        return Create.array(Current.scope(), dtype, DType.F64, values, shape);
    }

    /**
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DType dtype, double[] values, int[] shape) {
        return of(dtype, values, Numbers.longs(shape));
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
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements along its one axis, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(DType dtype, int[] values) {
        Objects.requireNonNull(values, "values");
        return of(dtype, values, new long[] {values.length});
    }

    /**
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DType dtype, int[] values, long... shape) {
        return Create.array(Current.scope(), dtype, DType.I32, values, shape);
    }

    /**
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DType dtype, int[] values, int[] shape) {
        return of(dtype, values, Numbers.longs(shape));
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
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements along its one axis, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(DType dtype, long[] values) {
        Objects.requireNonNull(values, "values");
        return of(dtype, values, new long[] {values.length});
    }

    /**
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DType dtype, long[] values, long... shape) {
        return Create.array(Current.scope(), dtype, DType.I64, values, shape);
    }

    /**
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(DType dtype, long[] values, int[] shape) {
        return of(dtype, values, Numbers.longs(shape));
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
     * A tensor of one axis, of signed 8-bit integers. The bytes are taken as they are, from -128 to
     * 127; {@link #ofUnsigned(byte...)} takes them as 0 to 255.
     *
     * @param values its elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor of(byte... values) {
        return Create.vector(Current.scope(), DType.I8, values);
    }

    /**
     * A tensor of signed 8-bit integers. The bytes are taken as they are, from -128 to 127; {@link
     * #ofUnsigned(byte...)} takes them as 0 to 255.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(byte[] values, long... shape) {
        return Create.array(Current.scope(), DType.I8, values, shape);
    }

    /**
     * A tensor of signed 8-bit integers. The bytes are taken as they are, from -128 to 127; {@link
     * #ofUnsigned(byte...)} takes them as 0 to 255.
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
     * A tensor of one axis, of unsigned 8-bit integers, as images have them.
     *
     * @param values its elements, copied
     * @return a new tensor, which the current scope owns; without one it is the caller's
     */
    public static Tensor ofUnsigned(byte... values) {
        return Create.vector(Current.scope(), DType.U8, values);
    }

    /**
     * A tensor of unsigned 8-bit integers, as images have them.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor ofUnsigned(byte[] values, long... shape) {
        return Create.array(Current.scope(), DType.U8, values, shape);
    }

    /**
     * A tensor of unsigned 8-bit integers, as images have them.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which the current scope owns; without one it is the caller's
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor ofUnsigned(byte[] values, int[] shape) {
        return ofUnsigned(values, Numbers.longs(shape));
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
     * Creates a tensor with the shape of this one, filled with 0. Shapes: {@code [...] -> [...]}.
     * Dtype: kept.
     *
     * @return a new tensor
     */
    public Tensor zerosLike() {
        return Call.unary(Native::zerosLike, this);
    }

    /**
     * Creates a tensor with the shape of this one, filled with 1. Shapes: {@code [...] -> [...]}.
     * Dtype: kept.
     *
     * @return a new tensor
     */
    public Tensor onesLike() {
        return Call.unary(Native::onesLike, this);
    }

    /**
     * Creates a tensor with the shape of this one without initializing it: its elements are
     * whatever the memory held. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @return a new tensor
     */
    public Tensor emptyLike() {
        return Call.unary(Native::emptyLike, this);
    }

    /**
     * Creates a tensor with the shape of this one, of random numbers uniformly distributed in
     * {@code [0, 1)}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public Tensor randLike() {
        return Call.unary(Native::randLike, this);
    }

    /**
     * Creates a tensor with the shape of this one, of random numbers from the normal distribution
     * with mean 0 and standard deviation 1. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public Tensor randnLike() {
        return Call.unary(Native::randnLike, this);
    }

    /**
     * Creates a tensor with the shape of this one, filled with one number. A float dtype rounds the
     * number; bool stores whether it is nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param value the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if an integer dtype cannot hold the number
     */
    public Tensor fullLike(double value) {
        return Call.scalar(Native::fullLike, this, Numbers.REAL, Double.doubleToRawLongBits(value));
    }

    /**
     * Creates a tensor with the shape of this one, filled with one number. A float dtype rounds the
     * number; bool stores whether it is nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param value the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if an integer dtype cannot hold the number
     */
    public Tensor fullLike(long value) {
        return Call.scalar(Native::fullLike, this, Numbers.INTEGER, value);
    }

    /**
     * Creates a tensor with the shape of this one, filled with one number. A float dtype rounds the
     * number; bool stores whether it is nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param value the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if an integer dtype cannot hold the number
     */
    public Tensor fullLike(boolean value) {
        return Call.scalar(Native::fullLike, this, Numbers.TRUTH, value ? 1 : 0);
    }

    /**
     * Creates a tensor with the shape of this one, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor
     * @throws InvalidArgumentException if {@code low} is not less than {@code high}, or the dtype
     *     does not hold each integer of the range
     */
    public Tensor randintLike(long low, long high) {
        return Call.from(this, scope -> Native.randintLike(scope, handle, low, high));
    }

    /**
     * Creates a tensor with the shape of this one and another dtype, filled with 0. Shapes: {@code
     * [...] -> [...]}. Dtype: {@code dtype}.
     *
     * @param dtype the dtype of the result
     * @return a new tensor
     */
    public Tensor zerosLike(DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.zerosLikeDtype(scope, handle, dtype.code()));
    }

    /**
     * Creates a tensor with the shape of this one and another dtype, filled with 1. Shapes: {@code
     * [...] -> [...]}. Dtype: {@code dtype}.
     *
     * @param dtype the dtype of the result
     * @return a new tensor
     */
    public Tensor onesLike(DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.onesLikeDtype(scope, handle, dtype.code()));
    }

    /**
     * Creates a tensor with the shape of this one and another dtype without initializing it: its
     * elements are whatever the memory held. Shapes: {@code [...] -> [...]}. Dtype: {@code dtype}.
     *
     * @param dtype the dtype of the result
     * @return a new tensor
     */
    public Tensor emptyLike(DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.emptyLikeDtype(scope, handle, dtype.code()));
    }

    /**
     * Creates a tensor with the shape of this one and another dtype, filled with one number. A
     * float dtype rounds the number; bool stores whether it is nonzero. Shapes: {@code [...] ->
     * [...]}. Dtype: {@code dtype}.
     *
     * @param value the number, the same for every element
     * @param dtype the dtype of the result
     * @return a new tensor
     * @throws InvalidArgumentException if an integer dtype cannot hold the number
     */
    public Tensor fullLike(double value, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.fullLikeDtype(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(value), dtype.code()));
    }

    /**
     * Creates a tensor with the shape of this one and another dtype, filled with one number. A
     * float dtype rounds the number; bool stores whether it is nonzero. Shapes: {@code [...] ->
     * [...]}. Dtype: {@code dtype}.
     *
     * @param value the number, the same for every element
     * @param dtype the dtype of the result
     * @return a new tensor
     * @throws InvalidArgumentException if an integer dtype cannot hold the number
     */
    public Tensor fullLike(long value, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.fullLikeDtype(scope, handle, Numbers.INTEGER, value, dtype.code()));
    }

    /**
     * Creates a tensor with the shape of this one and another dtype, filled with one number. A
     * float dtype rounds the number; bool stores whether it is nonzero. Shapes: {@code [...] ->
     * [...]}. Dtype: {@code dtype}.
     *
     * @param value the number, the same for every element
     * @param dtype the dtype of the result
     * @return a new tensor
     * @throws InvalidArgumentException if an integer dtype cannot hold the number
     */
    public Tensor fullLike(boolean value, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.fullLikeDtype(scope, handle, Numbers.TRUTH, value ? 1 : 0, dtype.code()));
    }

    /**
     * Returns a second reference to the same elements, with an owner and a lifetime of its own. A
     * tape that records this tensor records the alias too. Shape and dtype: kept. If the elements
     * are in the memory of a workspace and the new owner is not a scope of that workspace, the
     * result is a copy, because each cycle of a workspace reuses its memory.
     *
     * @return a new tensor
     */
    public Tensor alias() {
        return Call.unary(Native::alias, this);
    }

    /**
     * {@return the number of references to the memory: tensors, views and aliases that are not
     * closed, and tapes}
     */
    public long useCount() {
        return KeepAlive.value(Native.useCount(handle), this);
    }

    /** {@return the dtype of the elements} */
    public DType dtype() {
        return DType.of((int) KeepAlive.value(Native.dtype(handle), this));
    }

    /** {@return the device that holds the memory} */
    public Device device() {
        return Device.of((int) KeepAlive.value(Native.device(handle), this));
    }

    /** {@return the number of axes, from 0 to 8} */
    public int rank() {
        return (int) KeepAlive.value(Native.rank(handle), this);
    }

    /** {@return the number of elements, which is the product of the sizes of all axes} */
    public long size() {
        return KeepAlive.value(Native.size(handle), this);
    }

    /** {@return the number of bytes of the elements, stored contiguously} */
    public long nbytes() {
        return KeepAlive.value(Native.nbytes(handle), this);
    }

    /** {@return the size of each axis, in a new array} The array of a scalar is empty. */
    public long[] shape() {
        return KeepAlive.value(Native.shape(handle), this);
    }

    /**
     * {@return the distance, counted in elements, between neighbors along each axis, in a new
     * array}
     */
    public long[] strides() {
        return KeepAlive.value(Native.strides(handle), this);
    }

    /**
     * {@return whether the elements are stored one after another in row-major order, as in a newly
     * created tensor} Transposed and sliced views usually are not contiguous.
     */
    public boolean isContiguous() {
        return KeepAlive.value(Native.isContiguous(handle), this);
    }

    /**
     * Returns the same elements, in row-major order, in another shape. Shapes: any shape with the
     * same number of elements. The dtype is kept. The result is a view if strides can express it,
     * else a copy.
     *
     * @param shape the size of each axis; one of them may be -1 and is then computed from the
     *     others
     * @return a new tensor
     * @throws ShapeMismatchException if the shape does not have as many elements as this tensor
     * @throws InvalidArgumentException if a size is negative and not -1, -1 appears twice, or there
     *     are more than 8 axes
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
     * Returns the same elements, in row-major order, in another shape. Shapes: any shape with the
     * same number of elements. The dtype is kept. The result is a view if strides can express it,
     * else a copy.
     *
     * @param shape the size of each axis; one of them may be -1 and is then computed from the
     *     others
     * @return a new tensor
     * @throws ShapeMismatchException if the shape does not have as many elements as this tensor
     * @throws InvalidArgumentException if a size is negative and not -1, -1 appears twice, or there
     *     are more than 8 axes
     */
    public Tensor reshape(int[] shape) {
        return reshape(Numbers.longs(shape, "shape"));
    }

    /**
     * Returns the same elements, in row-major order, in another shape; {@code copy} says whether
     * the result is a view or a copy. Shapes: any shape with the same number of elements. The dtype
     * is kept.
     *
     * @param shape the size of each axis; one of them may be -1 and is then computed from the
     *     others
     * @param copy whether to copy: if needed, always, or never
     * @return a new tensor
     * @throws ShapeMismatchException if the shape does not have as many elements as this tensor
     * @throws InvalidArgumentException if no copy is allowed and strides cannot express the shape,
     *     a size is negative and not -1, -1 appears twice, or there are more than 8 axes
     */
    public Tensor reshape(long[] shape, CopyMode copy) {
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(copy, "copy");
        return Call.from(this, scope -> Native.reshapeCopy(scope, handle, copy.code(), shape));
    }

    /**
     * Returns the same elements, in row-major order, in another shape; {@code copy} says whether
     * the result is a view or a copy. Shapes: any shape with the same number of elements. The dtype
     * is kept.
     *
     * @param shape the size of each axis; one of them may be -1 and is then computed from the
     *     others
     * @param copy whether to copy: if needed, always, or never
     * @return a new tensor
     * @throws ShapeMismatchException if the shape does not have as many elements as this tensor
     * @throws InvalidArgumentException if no copy is allowed and strides cannot express the shape,
     *     a size is negative and not -1, -1 appears twice, or there are more than 8 axes
     */
    public Tensor reshape(int[] shape, CopyMode copy) {
        return reshape(Numbers.longs(shape, "shape"), copy);
    }

    /**
     * Returns a view of the same elements, in row-major order, in another shape. Nothing is copied.
     * Shapes: any shape with the same number of elements. The dtype is kept.
     *
     * @param shape the size of each axis; one of them may be -1 and is then computed from the
     *     others
     * @return a new tensor
     * @throws ShapeMismatchException if the shape does not have as many elements as this tensor
     * @throws InvalidArgumentException if strides cannot express the shape, a size is negative and
     *     not -1, -1 appears twice, or there are more than 8 axes
     */
    public Tensor view(long... shape) {
        Objects.requireNonNull(shape, "shape");
        return Call.from(
                this,
                scope -> shape.length <= Call.INLINE
                        ? Native.view(scope, handle, shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.view(scope, handle, shape));
    }

    /**
     * Returns a view of the same elements, in row-major order, in another shape. Nothing is copied.
     * Shapes: any shape with the same number of elements. The dtype is kept.
     *
     * @param shape the size of each axis; one of them may be -1 and is then computed from the
     *     others
     * @return a new tensor
     * @throws ShapeMismatchException if the shape does not have as many elements as this tensor
     * @throws InvalidArgumentException if strides cannot express the shape, a size is negative and
     *     not -1, -1 appears twice, or there are more than 8 axes
     */
    public Tensor view(int[] shape) {
        return view(Numbers.longs(shape, "shape"));
    }

    /**
     * Returns a view with the axes in another order. Shapes: axis {@code i} of the result is axis
     * {@code axes[i]} of this tensor. The dtype is kept.
     *
     * @param axes every axis once, in the new order; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is missing, named twice, or out of range
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
     * Returns a view with the axes in another order. Shapes: axis {@code i} of the result is axis
     * {@code axes[i]} of this tensor. The dtype is kept.
     *
     * @param axes every axis once, in the new order; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is missing, named twice, or out of range
     */
    public Tensor permute(int[] axes) {
        return permute(Numbers.longs(axes, "axes"));
    }

    /**
     * Returns a view with two axes exchanged. Shapes: {@code [..., m, n] -> [..., n, m]} for the
     * last two axes. The dtype is kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range
     */
    public Tensor transpose() {
        return transpose(-2, -1);
    }

    /**
     * Returns a view with two axes exchanged. Shapes: {@code [..., m, n] -> [..., n, m]} for the
     * last two axes. The dtype is kept.
     *
     * @param first one axis; negative values count from the last axis
     * @param second the other axis; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range
     */
    public Tensor transpose(long first, long second) {
        return Call.from(this, scope -> Native.transpose(scope, handle, first, second));
    }

    /**
     * Returns the indices {@code start}, {@code start + step}, ... of an axis, up to but not
     * including {@code end}. Bounds work as in Python: negative ones count from the end, and ones
     * outside the axis are cut to it. With a negative step, the indices go backwards. Shapes:
     * {@code [..., n, ...] -> [..., k, ...]} for {@code k} indices. The dtype is kept. The result
     * is a view; with a negative step it is a copy, because strides are never negative.
     *
     * @param axis the axis to slice; negative values count from the last axis
     * @param start the first index
     * @param end the index to stop before; with a negative step, the smallest 64-bit integer stops
     *     after index 0
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or the step is 0
     */
    public Tensor slice(long axis, long start, long end) {
        return slice(axis, start, end, 1);
    }

    /**
     * Returns the indices {@code start}, {@code start + step}, ... of an axis, up to but not
     * including {@code end}. Bounds work as in Python: negative ones count from the end, and ones
     * outside the axis are cut to it. With a negative step, the indices go backwards. Shapes:
     * {@code [..., n, ...] -> [..., k, ...]} for {@code k} indices. The dtype is kept. The result
     * is a view; with a negative step it is a copy, because strides are never negative.
     *
     * @param axis the axis to slice; negative values count from the last axis
     * @param start the first index
     * @param end the index to stop before; with a negative step, the smallest 64-bit integer stops
     *     after index 0
     * @param step the distance between indices; negative values go backwards
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or the step is 0
     */
    public Tensor slice(long axis, long start, long end, long step) {
        return Call.from(this, scope -> Native.slice(scope, handle, axis, start, end, step));
    }

    /**
     * Returns a view of one index of an axis, without that axis. Shapes: {@code [..., n, ...] ->
     * [...]}. The dtype is kept.
     *
     * @param axis the axis to index; negative values count from the last axis
     * @param index the index; negative values count from the end of the axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis or the index is out of range
     */
    public Tensor select(long axis, long index) {
        return Call.from(this, scope -> Native.select(scope, handle, axis, index));
    }

    /**
     * Returns a view without an axis of size 1. If its size is not 1, the axis stays. Shapes:
     * {@code [..., 1, ...] -> [...]}. The dtype is kept.
     *
     * @param axis the axis to remove; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor squeeze(long axis) {
        return Call.from(this, scope -> Native.squeeze(scope, handle, axis));
    }

    /**
     * Returns a view without the axes of size 1. Shapes: {@code [m, 1, n, 1] -> [m, n]}, for
     * example. The dtype is kept.
     *
     * @return a new tensor
     */
    public Tensor squeeze() {
        return Call.unary(Native::squeezeAllAxes, this);
    }

    /**
     * Returns a view with a new axis of size 1. Shapes: {@code [...] -> [..., 1, ...]}. The dtype
     * is kept.
     *
     * @param axis the position of the new axis; negative values count from the end, -1 being the
     *     new last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the position is out of range, or this tensor already has
     *     8 axes
     */
    public Tensor unsqueeze(long axis) {
        return Call.from(this, scope -> Native.unsqueeze(scope, handle, axis));
    }

    /**
     * Returns a view in which axes of size 1 are repeated, and new axes are added in front. Shapes:
     * {@code [m, 1] -> [k, m, n]} for {@code dims} = {@code [k, m, n]}. The dtype is kept. The
     * repeated elements overlap in memory, so the view cannot be written in place.
     *
     * @param shape the size of each axis; -1 keeps the size of an axis
     * @return a new tensor
     * @throws ShapeMismatchException if a size that is not 1 would change, there are fewer sizes
     *     than axes, or -1 is given for a new axis
     * @throws InvalidArgumentException if a size is negative and not -1, there are more than 8
     *     axes, or the result would be too large
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
     * Returns a view in which axes of size 1 are repeated, and new axes are added in front. Shapes:
     * {@code [m, 1] -> [k, m, n]} for {@code dims} = {@code [k, m, n]}. The dtype is kept. The
     * repeated elements overlap in memory, so the view cannot be written in place.
     *
     * @param shape the size of each axis; -1 keeps the size of an axis
     * @return a new tensor
     * @throws ShapeMismatchException if a size that is not 1 would change, there are fewer sizes
     *     than axes, or -1 is given for a new axis
     * @throws InvalidArgumentException if a size is negative and not -1, there are more than 8
     *     axes, or the result would be too large
     */
    public Tensor expand(int[] shape) {
        return expand(Numbers.longs(shape, "shape"));
    }

    /**
     * Splits an axis into consecutive views of the given sizes. Shapes: {@code [..., n, ...]} gives
     * {@code [..., s1, ...]}, {@code [..., s2, ...]} and so on. The dtype is kept.
     *
     * @param sizes the size of each part; they add up to the size of the axis
     * @return new tensors
     * @throws ShapeMismatchException if the sizes do not add up to the size of the axis, or one is
     *     negative
     * @throws InvalidArgumentException if the axis is out of range
     */
    public List<Tensor> split(long[] sizes) {
        return split(sizes, 0);
    }

    /**
     * Splits an axis into consecutive views of the given sizes. Shapes: {@code [..., n, ...]} gives
     * {@code [..., s1, ...]}, {@code [..., s2, ...]} and so on. The dtype is kept.
     *
     * @param sizes the size of each part; they add up to the size of the axis
     * @param axis the axis to split; negative values count from the last axis
     * @return new tensors
     * @throws ShapeMismatchException if the sizes do not add up to the size of the axis, or one is
     *     negative
     * @throws InvalidArgumentException if the axis is out of range
     */
    public List<Tensor> split(long[] sizes, long axis) {
        Objects.requireNonNull(sizes, "sizes");
        Tensor[] made = Call.listed(this, (scope, room) -> Native.split(scope, handle, axis, sizes, room));
        return List.of(made);
    }

    /**
     * Splits an axis into consecutive views of {@code size} indices each; the last one may be
     * smaller. An empty axis gives one empty part. Shapes: {@code [..., n, ...]} gives parts of
     * shape {@code [..., size, ...]}. The dtype is kept.
     *
     * @param size the size of a part, at least 1
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range, the size is below 1, or there
     *     would be more than 2^20 parts
     */
    public List<Tensor> split(long size) {
        return split(size, 0);
    }

    /**
     * Splits an axis into consecutive views of {@code size} indices each; the last one may be
     * smaller. An empty axis gives one empty part. Shapes: {@code [..., n, ...]} gives parts of
     * shape {@code [..., size, ...]}. The dtype is kept.
     *
     * @param size the size of a part, at least 1
     * @param axis the axis to split; negative values count from the last axis
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range, the size is below 1, or there
     *     would be more than 2^20 parts
     */
    public List<Tensor> split(long size, long axis) {
        Tensor[] made = Call.listed(this, (scope, room) -> Native.splitScalar(scope, handle, size, axis, room));
        return List.of(made);
    }

    /**
     * Splits an axis into at most {@code chunks} consecutive views. Each has {@code ceil(n /
     * chunks)} indices; the last one may be smaller, and there may be fewer parts. An empty axis
     * gives {@code chunks} empty parts. Shapes: {@code [..., n, ...]} gives parts of shape {@code
     * [..., k, ...]}. The dtype is kept.
     *
     * @param chunks the largest number of parts, at least 1
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range, {@code chunks} is below 1, or
     *     there would be more than 2^20 parts
     */
    public List<Tensor> chunk(long chunks) {
        return chunk(chunks, 0);
    }

    /**
     * Splits an axis into at most {@code chunks} consecutive views. Each has {@code ceil(n /
     * chunks)} indices; the last one may be smaller, and there may be fewer parts. An empty axis
     * gives {@code chunks} empty parts. Shapes: {@code [..., n, ...]} gives parts of shape {@code
     * [..., k, ...]}. The dtype is kept.
     *
     * @param chunks the largest number of parts, at least 1
     * @param axis the axis to split; negative values count from the last axis
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range, {@code chunks} is below 1, or
     *     there would be more than 2^20 parts
     */
    public List<Tensor> chunk(long chunks, long axis) {
        Tensor[] made = Call.listed(this, (scope, room) -> Native.chunk(scope, handle, chunks, axis, room));
        return List.of(made);
    }

    /**
     * Returns a view of each index of an axis, without that axis. Shapes: {@code [..., n, ...]}
     * gives {@code n} tensors of shape {@code [...]}. The dtype is kept.
     *
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range, or has more than 2^20 indices
     */
    public List<Tensor> unbind() {
        return unbind(0);
    }

    /**
     * Returns a view of each index of an axis, without that axis. Shapes: {@code [..., n, ...]}
     * gives {@code n} tensors of shape {@code [...]}. The dtype is kept.
     *
     * @param axis the axis to take apart; negative values count from the last axis
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range, or has more than 2^20 indices
     */
    public List<Tensor> unbind(long axis) {
        Tensor[] made = Call.listed(this, (scope, room) -> Native.unbind(scope, handle, axis, room));
        return List.of(made);
    }

    /**
     * Returns the coordinates of a grid: one view for each vector, in which its elements run along
     * the vector's own axis and are repeated along the others. Shapes: {@code [n1], ..., [nk]}
     * gives {@code k} tensors of shape {@code [n1, ..., nk]}. Each keeps its dtype.
     *
     * @param tensors vectors, or scalars, which count as vectors of one element; at least one
     * @return new tensors
     * @throws ShapeMismatchException if a tensor has more than one axis
     * @throws InvalidArgumentException if there are no tensors or more than 8, or the result would
     *     be too large
     */
    public static List<Tensor> meshgrid(Tensor[] tensors) {
        return meshgrid(tensors, false);
    }

    /**
     * Returns the coordinates of a grid: one view for each vector, in which its elements run along
     * the vector's own axis and are repeated along the others. Shapes: {@code [n1], ..., [nk]}
     * gives {@code k} tensors of shape {@code [n1, ..., nk]}. Each keeps its dtype.
     *
     * @param tensors vectors, or scalars, which count as vectors of one element; at least one
     * @param xy whether the first two axes are exchanged, as NumPy's {@code indexing="xy"} does
     * @return new tensors
     * @throws ShapeMismatchException if a tensor has more than one axis
     * @throws InvalidArgumentException if there are no tensors or more than 8, or the result would
     *     be too large
     */
    public static List<Tensor> meshgrid(Tensor[] tensors, boolean xy) {
        Arguments.notNull("tensors", tensors);
        Tensor[] made = Call.listed(tensors, (scope, room) -> Native.meshgrid(scope, Call.handles(tensors), xy, room));
        KeepAlive.done(tensors);
        return List.of(made);
    }

    /**
     * Returns a view of {@code length} consecutive indices of an axis. Unlike those of {@code
     * slice}, they must all exist. Shapes: {@code [..., n, ...] -> [..., length, ...]}. The dtype
     * is kept.
     *
     * @param axis the axis to narrow; negative values count from the last axis
     * @param start the first index; negative values count from the end of the axis
     * @param length the number of indices
     * @return a new tensor
     * @throws InvalidArgumentException if the axis or an index is out of range, or the length is
     *     negative
     */
    public Tensor narrow(long axis, long start, long length) {
        return Call.from(this, scope -> Native.narrow(scope, handle, axis, start, length));
    }

    /**
     * Returns a view with some axes moved to other positions; the other axes keep their order.
     * Shapes: {@code [a, b, c] -> [b, c, a]} for axis 0 moved to position 2. The dtype is kept.
     *
     * @param source the axes to move; negative values count from the last axis
     * @param destination the new position of each; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if an axis or a position is out of range or named twice, or
     *     the two lists differ in length
     */
    public Tensor movedim(long[] source, long[] destination) {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(destination, "destination");
        return Call.from(this, scope -> Native.movedim(scope, handle, source, destination));
    }

    /**
     * Merges neighboring axes into one. Shapes: {@code [..., a, b, ...] -> [..., a b, ...]}; a
     * scalar becomes a vector of one element. The dtype is kept. The result is a view if strides
     * can express it, else a copy.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range, or the last axis comes before
     *     the first
     */
    public Tensor flatten() {
        return flatten(0, -1);
    }

    /**
     * Merges neighboring axes into one. Shapes: {@code [..., a, b, ...] -> [..., a b, ...]}; a
     * scalar becomes a vector of one element. The dtype is kept. The result is a view if strides
     * can express it, else a copy.
     *
     * @param start the first axis to merge; negative values count from the last axis
     * @param end the last axis to merge; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range, or the last axis comes before
     *     the first
     */
    public Tensor flatten(long start, long end) {
        return Call.from(this, scope -> Native.flatten(scope, handle, start, end));
    }

    /**
     * Returns a view with one axis divided into several. Shapes: {@code [..., a b, ...] -> [..., a,
     * b, ...]}. The dtype is kept.
     *
     * @param axis the axis to divide; negative values count from the last axis
     * @param sizes the sizes of the new axes; one of them may be -1 and is then computed from the
     *     others
     * @return a new tensor
     * @throws ShapeMismatchException if the product of the sizes is not the size of the axis
     * @throws InvalidArgumentException if the axis is out of range, a size is negative and not -1,
     *     or there would be more than 8 axes
     */
    public Tensor unflatten(long axis, long[] sizes) {
        Objects.requireNonNull(sizes, "sizes");
        return Call.from(this, scope -> Native.unflatten(scope, handle, axis, sizes));
    }

    /**
     * Returns a view of a diagonal of two axes. Shapes: {@code [m, n, ...] -> [..., k]} for the
     * first two axes, where {@code k} is the length of the diagonal: both axes are removed, and the
     * diagonal is the last axis. The dtype is kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range, or both are the same
     */
    public Tensor diagonal() {
        return diagonal(0, 0, 1);
    }

    /**
     * Returns a view of a diagonal of two axes. Shapes: {@code [m, n, ...] -> [..., k]} for the
     * first two axes, where {@code k} is the length of the diagonal: both axes are removed, and the
     * diagonal is the last axis. The dtype is kept.
     *
     * @param offset which diagonal; positive values are above the main diagonal
     * @param first the axis of the rows; negative values count from the last axis
     * @param second the axis of the columns; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range, or both are the same
     */
    public Tensor diagonal(long offset, long first, long second) {
        return Call.from(this, scope -> Native.diagonal(scope, handle, offset, first, second));
    }

    /**
     * Returns a view of sliding windows over an axis: the axis counts the windows, and a new last
     * axis holds the elements of each. Shapes: {@code [..., n, ...] -> [..., k, ..., size]} with
     * {@code k = floor((n - size) / step) + 1}. The dtype is kept. If windows overlap, the view
     * cannot be written in place.
     *
     * @param axis the axis of the windows; negative values count from the last axis
     * @param size the number of elements in a window
     * @param step the distance from one window to the next, at least 1
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, the size is negative or larger
     *     than the axis, the step is below 1, or this tensor already has 8 axes
     */
    public Tensor unfold(long axis, long size, long step) {
        return Call.from(this, scope -> Native.unfold(scope, handle, axis, size, step));
    }

    /**
     * Returns a view in which axes of size 1 are repeated, and new axes are added in front: {@code
     * expand}, by NumPy's name. Shapes: {@code [m, 1] -> [k, m, n]} for {@code dims} = {@code [k,
     * m, n]}. The dtype is kept. The repeated elements overlap in memory, so the view cannot be
     * written in place.
     *
     * @param shape the size of each axis; -1 keeps the size of an axis
     * @return a new tensor
     * @throws ShapeMismatchException if a size that is not 1 would change, there are fewer sizes
     *     than axes, or -1 is given for a new axis
     * @throws InvalidArgumentException if a size is negative and not -1, there are more than 8
     *     axes, or the result would be too large
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
     * Returns a view in which axes of size 1 are repeated, and new axes are added in front: {@code
     * expand}, by NumPy's name. Shapes: {@code [m, 1] -> [k, m, n]} for {@code dims} = {@code [k,
     * m, n]}. The dtype is kept. The repeated elements overlap in memory, so the view cannot be
     * written in place.
     *
     * @param shape the size of each axis; -1 keeps the size of an axis
     * @return a new tensor
     * @throws ShapeMismatchException if a size that is not 1 would change, there are fewer sizes
     *     than axes, or -1 is given for a new axis
     * @throws InvalidArgumentException if a size is negative and not -1, there are more than 8
     *     axes, or the result would be too large
     */
    public Tensor broadcastTo(int[] shape) {
        return broadcastTo(Numbers.longs(shape, "shape"));
    }

    /**
     * Returns a view with two axes exchanged: {@code transpose}, by NumPy's name. Shapes: {@code
     * [..., m, n] -> [..., n, m]} for the last two axes. The dtype is kept.
     *
     * @param first one axis; negative values count from the last axis
     * @param second the other axis; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range
     */
    public Tensor swapaxes(long first, long second) {
        return Call.from(this, scope -> Native.swapaxes(scope, handle, first, second));
    }

    /**
     * Returns a view of each matrix transposed. Shapes: {@code [..., m, n] -> [..., n, m]}. The
     * dtype is kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor matrixTranspose() {
        return Call.unary(Native::matrixTranspose, this);
    }

    /**
     * Returns a view without those of the given axes whose size is 1; the others stay. Shapes:
     * {@code [..., 1, ...] -> [...]}. The dtype is kept.
     *
     * @param axes the axes to remove; negative values count from the last axis; none removes none
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
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
     * Returns a view without those of the given axes whose size is 1; the others stay. Shapes:
     * {@code [..., 1, ...] -> [...]}. The dtype is kept.
     *
     * @param axes the axes to remove; negative values count from the last axis; none removes none
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor squeezeAxes(int[] axes) {
        return squeezeAxes(Numbers.longs(axes, "axes"));
    }

    /**
     * Returns views of tensors in the shape that all of them broadcast to: {@code broadcast_arrays}
     * of the array API. Shapes: the common broadcast shape for every result. Each keeps its dtype.
     *
     * @param tensors the tensors, at least one
     * @return new tensors
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if there are no tensors, or the result would be too large
     */
    public static List<Tensor> broadcastTensors(Tensor[] tensors) {
        Arguments.notNull("tensors", tensors);
        Tensor[] made = Call.listed(tensors, (scope, room) -> Native.broadcastTensors(scope, Call.handles(tensors), room));
        KeepAlive.done(tensors);
        return List.of(made);
    }

    /**
     * {@return the only element, as a double} An integer beyond 2^53 is rounded; {@link
     * Tensor#itemLong} is exact.
     *
     * @throws InvalidArgumentException if this tensor does not have exactly one element
     */
    public double item() {
        return KeepAlive.value(Native.item(handle), this);
    }

    /**
     * {@return the only element of an integer or bool tensor, exactly} A bool is 0 or 1.
     *
     * @throws InvalidArgumentException if this tensor does not have exactly one element
     * @throws DTypeMismatchException if the element is floating-point; cast it, or use {@link
     *     Tensor#item}
     */
    public long itemLong() {
        return KeepAlive.value(Native.itemI64(handle), this);
    }

    /**
     * Returns a copy with memory of its own, in row-major order. Shapes: any; the shape and dtype
     * are kept.
     *
     * @return a new tensor
     */
    public Tensor copy() {
        return Call.unary(Native::copy, this);
    }

    /**
     * Returns the same elements contiguously in row-major order: a second reference to the same
     * memory if they already are, else a copy. Shapes: any; the shape and dtype are kept.
     *
     * @return a new tensor
     */
    public Tensor contiguous() {
        return Call.unary(Native::contiguous, this);
    }

    /**
     * Converts the elements to another dtype. A floating-point number that becomes an integer is
     * rounded toward zero and clamped to the range of the type, and NaN becomes 0; an integer that
     * becomes a smaller one keeps its low bits; anything but 0 becomes true. Shapes: any; the shape
     * is kept. If this tensor already has the dtype, the result is a second reference to the same
     * memory.
     *
     * @param dtype the dtype of the result
     * @return a new tensor
     */
    public Tensor cast(DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.cast(scope, handle, dtype.code()));
    }

    /**
     * Converts the elements to another dtype; {@code copy} says whether the result may share the
     * memory of this tensor, which it can if it already has the dtype. Shapes: any; the shape is
     * kept.
     *
     * @param dtype the dtype of the result
     * @param copy whether to copy: if needed, always, or never
     * @return a new tensor
     * @throws InvalidArgumentException if no copy is allowed, and this tensor has another dtype
     */
    public Tensor cast(DType dtype, CopyMode copy) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(copy, "copy");
        return Call.from(this, scope -> Native.castCopy(scope, handle, dtype.code(), copy.code()));
    }

    /**
     * Returns the elements on a device: a second reference to the same memory if they are already
     * there, else a copy. Shapes: any; the shape and dtype are kept.
     *
     * @param device the device of the result
     * @return a new tensor
     * @throws TensorException if the device does not exist or is not supported by this build
     */
    public Tensor toDevice(Device device) {
        Objects.requireNonNull(device, "device");
        return Call.from(this, scope -> Native.toDevice(scope, handle, device.code()));
    }

    /**
     * Adds {@code other} to each element: {@code x + y}. Shapes: {@code [...], [...] -> [...]},
     * broadcast. Dtype: the promoted dtype of both operands. Integers wrap around on overflow. Two
     * bool tensors give the logical or.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor add(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::add, this, other);
    }

    /**
     * Adds a number to each element: {@code x + other}. Shapes: {@code [...] -> [...]}. Dtype: a
     * float dtype is kept. An integer dtype is kept for an integer number and becomes float32 for a
     * fractional one; bool becomes int64 or float32. Integers wrap around on overflow.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor add(double other) {
        return Call.scalar(Native::addScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Adds a number to each element: {@code x + other}. Shapes: {@code [...] -> [...]}. Dtype: a
     * float dtype is kept. An integer dtype is kept for an integer number and becomes float32 for a
     * fractional one; bool becomes int64 or float32. Integers wrap around on overflow.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor add(long other) {
        return Call.scalar(Native::addScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Adds {@code other} to each element: {@code x + y}. Shapes: {@code other} broadcasts to the
     * shape of this tensor, which stays. Dtype: kept; the result is converted to it. Integers wrap
     * around on overflow. A temporary is used if {@code other} has another dtype, or overlaps this
     * tensor elsewhere.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if the promoted dtype is floating-point and this tensor is
     *     not, or this tensor is bool and {@code other} is not
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void addInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.addInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Adds {@code other} to each element: {@code x + y}. The result is written into {@code output},
     * and no memory is taken for it. Shapes: {@code [...], [...] -> [...]}, broadcast, which is
     * that of {@code output}. Dtype: the promoted dtype of both operands; it must be that of {@code
     * output}.
     *
     * @param other the second operand
     * @param output the tensor that the result is written into; it may be an operand
     * @throws ShapeMismatchException if the shapes do not broadcast, or {@code output} does not
     *     have the shape of the result
     * @throws DTypeMismatchException if {@code output} does not have the dtype of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void addInto(Tensor other, Tensor output) {
        Objects.requireNonNull(other, "other");
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.addInto(handle, other.handle, output.handle));
        KeepAlive.done(this);
        KeepAlive.done(other, output);
    }

    /**
     * Adds a number to each element: {@code x + other}. Shapes: {@code [...] -> [...]}. Dtype:
     * kept. Integers wrap around on overflow.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool and the number is not a truth value
     * @throws InvalidArgumentException if the number is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void addInPlace(double other) {
        Native.addScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Adds a number to each element: {@code x + other}. Shapes: {@code [...] -> [...]}. Dtype:
     * kept. Integers wrap around on overflow.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool and the number is not a truth value
     * @throws InvalidArgumentException if the number is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void addInPlace(long other) {
        Native.addScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Subtracts {@code other} from each element: {@code x - y}. Shapes: {@code [...], [...] ->
     * [...]}, broadcast. Dtype: the promoted dtype of both operands. Integers wrap around on
     * overflow.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if both operands are bool
     */
    public Tensor sub(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::sub, this, other);
    }

    /**
     * Subtracts a number from each element: {@code x - other}. Shapes: {@code [...] -> [...]}.
     * Dtype: a float dtype is kept. An integer dtype is kept for an integer number and becomes
     * float32 for a fractional one; bool becomes int64 or float32. Integers wrap around on
     * overflow.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     */
    public Tensor sub(double other) {
        return Call.scalar(Native::subScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Subtracts a number from each element: {@code x - other}. Shapes: {@code [...] -> [...]}.
     * Dtype: a float dtype is kept. An integer dtype is kept for an integer number and becomes
     * float32 for a fractional one; bool becomes int64 or float32. Integers wrap around on
     * overflow.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     */
    public Tensor sub(long other) {
        return Call.scalar(Native::subScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Subtracts each element from a number: {@code other - x}. Shapes: {@code [...] -> [...]}.
     * Dtype: a float dtype is kept. An integer dtype is kept for an integer number and becomes
     * float32 for a fractional one; bool becomes int64 or float32. Integers wrap around on
     * overflow.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     */
    public Tensor rsub(double other) {
        return Call.scalar(Native::rsubScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Subtracts each element from a number: {@code other - x}. Shapes: {@code [...] -> [...]}.
     * Dtype: a float dtype is kept. An integer dtype is kept for an integer number and becomes
     * float32 for a fractional one; bool becomes int64 or float32. Integers wrap around on
     * overflow.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     */
    public Tensor rsub(long other) {
        return Call.scalar(Native::rsubScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Subtracts {@code other} from each element: {@code x - y}. Shapes: {@code other} broadcasts to
     * the shape of this tensor, which stays. Dtype: kept; the result is converted to it. Integers
     * wrap around on overflow. A temporary is used if {@code other} has another dtype, or overlaps
     * this tensor elsewhere.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if the promoted dtype is floating-point and this tensor is
     *     not, or this tensor is bool
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void subInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.subInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Subtracts {@code other} from each element: {@code x - y}. The result is written into {@code
     * output}, and no memory is taken for it. Shapes: {@code [...], [...] -> [...]}, broadcast,
     * which is that of {@code output}. Dtype: the promoted dtype of both operands; it must be that
     * of {@code output}.
     *
     * @param other the second operand
     * @param output the tensor that the result is written into; it may be an operand
     * @throws ShapeMismatchException if the shapes do not broadcast, or {@code output} does not
     *     have the shape of the result
     * @throws DTypeMismatchException if both operands are bool, or {@code output} does not have the
     *     dtype of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void subInto(Tensor other, Tensor output) {
        Objects.requireNonNull(other, "other");
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.subInto(handle, other.handle, output.handle));
        KeepAlive.done(this);
        KeepAlive.done(other, output);
    }

    /**
     * Subtracts a number from each element: {@code x - other}. Shapes: {@code [...] -> [...]}.
     * Dtype: kept. Integers wrap around on overflow.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the number is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void subInPlace(double other) {
        Native.subScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Subtracts a number from each element: {@code x - other}. Shapes: {@code [...] -> [...]}.
     * Dtype: kept. Integers wrap around on overflow.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the number is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void subInPlace(long other) {
        Native.subScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Subtracts each element from a number: {@code other - x}. Shapes: {@code [...] -> [...]}.
     * Dtype: kept. Integers wrap around on overflow.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the number is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void rsubInPlace(double other) {
        Native.rsubScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Subtracts each element from a number: {@code other - x}. Shapes: {@code [...] -> [...]}.
     * Dtype: kept. Integers wrap around on overflow.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the number is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void rsubInPlace(long other) {
        Native.rsubScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Multiplies each element by the matching element of {@code other}: {@code x * y}. Shapes:
     * {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both operands.
     * Integers wrap around on overflow. Two bool tensors give the logical and.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor mul(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::mul, this, other);
    }

    /**
     * Multiplies each element by a number: {@code x * other}. Shapes: {@code [...] -> [...]}.
     * Dtype: a float dtype is kept. An integer dtype is kept for an integer number and becomes
     * float32 for a fractional one; bool becomes int64 or float32. Integers wrap around on
     * overflow.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor mul(double other) {
        return Call.scalar(Native::mulScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Multiplies each element by a number: {@code x * other}. Shapes: {@code [...] -> [...]}.
     * Dtype: a float dtype is kept. An integer dtype is kept for an integer number and becomes
     * float32 for a fractional one; bool becomes int64 or float32. Integers wrap around on
     * overflow.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor mul(long other) {
        return Call.scalar(Native::mulScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Multiplies each element by the matching element of {@code other}: {@code x * y}. Shapes:
     * {@code other} broadcasts to the shape of this tensor, which stays. Dtype: kept; the result is
     * converted to it. Integers wrap around on overflow. A temporary is used if {@code other} has
     * another dtype, or overlaps this tensor elsewhere.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if the promoted dtype is floating-point and this tensor is
     *     not, or this tensor is bool and {@code other} is not
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void mulInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.mulInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Multiplies each element by the matching element of {@code other}: {@code x * y}. The result
     * is written into {@code output}, and no memory is taken for it. Shapes: {@code [...], [...] ->
     * [...]}, broadcast, which is that of {@code output}. Dtype: the promoted dtype of both
     * operands; it must be that of {@code output}.
     *
     * @param other the second operand
     * @param output the tensor that the result is written into; it may be an operand
     * @throws ShapeMismatchException if the shapes do not broadcast, or {@code output} does not
     *     have the shape of the result
     * @throws DTypeMismatchException if {@code output} does not have the dtype of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void mulInto(Tensor other, Tensor output) {
        Objects.requireNonNull(other, "other");
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.mulInto(handle, other.handle, output.handle));
        KeepAlive.done(this);
        KeepAlive.done(other, output);
    }

    /**
     * Multiplies each element by a number: {@code x * other}. Shapes: {@code [...] -> [...]}.
     * Dtype: kept. Integers wrap around on overflow.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool and the number is not a truth value
     * @throws InvalidArgumentException if the number is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void mulInPlace(double other) {
        Native.mulScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Multiplies each element by a number: {@code x * other}. Shapes: {@code [...] -> [...]}.
     * Dtype: kept. Integers wrap around on overflow.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool and the number is not a truth value
     * @throws InvalidArgumentException if the number is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void mulInPlace(long other) {
        Native.mulScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Divides each element by the matching element of {@code other}: {@code x / y}. A division by 0
     * gives an infinity or NaN. Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: the
     * promoted dtype of both operands, or float32 if that is not floating-point.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor div(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::div, this, other);
    }

    /**
     * Divides each element by a number: {@code x / other}. A division by 0 gives an infinity or
     * NaN. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give
     * float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor div(double other) {
        return Call.scalar(Native::divScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Divides each element by a number: {@code x / other}. A division by 0 gives an infinity or
     * NaN. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give
     * float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor div(long other) {
        return Call.scalar(Native::divScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Divides a number by each element: {@code other / x}. A division by 0 gives an infinity or
     * NaN. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give
     * float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor rdiv(double other) {
        return Call.scalar(Native::rdivScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Divides a number by each element: {@code other / x}. A division by 0 gives an infinity or
     * NaN. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give
     * float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor rdiv(long other) {
        return Call.scalar(Native::rdivScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Divides each element by the matching element of {@code other}: {@code x / y}. A division by 0
     * gives an infinity or NaN. Shapes: {@code other} broadcasts to the shape of this tensor, which
     * stays. Dtype: kept; the result is converted to it. A temporary is used if {@code other} has
     * another dtype, or overlaps this tensor elsewhere.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void divInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.divInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Divides each element by the matching element of {@code other}: {@code x / y}. A division by 0
     * gives an infinity or NaN. The result is written into {@code output}, and no memory is taken
     * for it. Shapes: {@code [...], [...] -> [...]}, broadcast, which is that of {@code output}.
     * Dtype: the promoted dtype of both operands, or float32 if that is not floating-point; it must
     * be that of {@code output}.
     *
     * @param other the second operand
     * @param output the tensor that the result is written into; it may be an operand
     * @throws ShapeMismatchException if the shapes do not broadcast, or {@code output} does not
     *     have the shape of the result
     * @throws DTypeMismatchException if {@code output} does not have the dtype of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void divInto(Tensor other, Tensor output) {
        Objects.requireNonNull(other, "other");
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.divInto(handle, other.handle, output.handle));
        KeepAlive.done(this);
        KeepAlive.done(other, output);
    }

    /**
     * Divides each element by a number: {@code x / other}. A division by 0 gives an infinity or
     * NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void divInPlace(double other) {
        Native.divScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Divides each element by a number: {@code x / other}. A division by 0 gives an infinity or
     * NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void divInPlace(long other) {
        Native.divScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Divides a number by each element: {@code other / x}. A division by 0 gives an infinity or
     * NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void rdivInPlace(double other) {
        Native.rdivScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Divides a number by each element: {@code other / x}. A division by 0 gives an infinity or
     * NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void rdivInPlace(long other) {
        Native.rdivScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Raises each element to the power of the matching element of {@code exponent}: {@code pow(x,
     * y)}. Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both
     * operands. Integers wrap around on overflow.
     *
     * @param exponent the exponents
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if both operands are bool
     * @throws InvalidArgumentException if the promoted dtype is an integer dtype and an exponent is
     *     negative
     */
    public Tensor pow(Tensor exponent) {
        Objects.requireNonNull(exponent, "exponent");
        return Call.binary(Native::pow, this, exponent);
    }

    /**
     * Raises each element to the power of a number: {@code pow(x, exponent)}. Shapes: {@code [...]
     * -> [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool becomes int64 or float32. Integers wrap around on
     * overflow.
     *
     * @param exponent the exponent, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and the exponent is
     *     negative or out of range for it
     */
    public Tensor pow(double exponent) {
        return Call.scalar(Native::powScalar, this, Numbers.REAL, Double.doubleToRawLongBits(exponent));
    }

    /**
     * Raises each element to the power of a number: {@code pow(x, exponent)}. Shapes: {@code [...]
     * -> [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool becomes int64 or float32. Integers wrap around on
     * overflow.
     *
     * @param exponent the exponent, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and the exponent is
     *     negative or out of range for it
     */
    public Tensor pow(long exponent) {
        return Call.scalar(Native::powScalar, this, Numbers.INTEGER, exponent);
    }

    /**
     * Raises a number to the power of each element: {@code pow(other, x)}. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool becomes int64 or float32. Integers wrap around on
     * overflow.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and an element is
     *     negative or the number is out of range for it
     */
    public Tensor rpow(double other) {
        return Call.scalar(Native::rpowScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Raises a number to the power of each element: {@code pow(other, x)}. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool becomes int64 or float32. Integers wrap around on
     * overflow.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and an element is
     *     negative or the number is out of range for it
     */
    public Tensor rpow(long other) {
        return Call.scalar(Native::rpowScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Raises each element to the power of the matching element of {@code exponent}: {@code pow(x,
     * y)}. Shapes: {@code exponent} broadcasts to the shape of this tensor, which stays. Dtype:
     * kept; the result is converted to it. Integers wrap around on overflow. A temporary is used if
     * {@code exponent} has another dtype, or overlaps this tensor elsewhere.
     *
     * @param exponent the exponents
     * @throws ShapeMismatchException if {@code exponent} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if the promoted dtype is floating-point and this tensor is
     *     not, or this tensor is bool
     * @throws InvalidArgumentException if the promoted dtype is an integer dtype and an exponent is
     *     negative, this tensor is recorded on a tape, or its elements overlap
     * @throws TensorException if {@code exponent} is recorded on a tape
     */
    public void powInPlace(Tensor exponent) {
        Objects.requireNonNull(exponent, "exponent");
        Call.change(() -> Native.powInPlace(handle, exponent.handle));
        KeepAlive.done(this, exponent);
    }

    /**
     * Raises each element to the power of a number: {@code pow(x, exponent)}. Shapes: {@code [...]
     * -> [...]}. Dtype: kept. Integers wrap around on overflow.
     *
     * @param exponent the exponent, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and the exponent is
     *     negative or out of range for it, this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void powInPlace(double exponent) {
        Native.powScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(exponent));
        KeepAlive.done(this);
    }

    /**
     * Raises each element to the power of a number: {@code pow(x, exponent)}. Shapes: {@code [...]
     * -> [...]}. Dtype: kept. Integers wrap around on overflow.
     *
     * @param exponent the exponent, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and the exponent is
     *     negative or out of range for it, this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void powInPlace(long exponent) {
        Native.powScalarInPlace(handle, Numbers.INTEGER, exponent);
        KeepAlive.done(this);
    }

    /**
     * Raises a number to the power of each element: {@code pow(other, x)}. Shapes: {@code [...] ->
     * [...]}. Dtype: kept. Integers wrap around on overflow.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and an element is
     *     negative or the number is out of range for it, this tensor is recorded on a tape, or its
     *     elements overlap
     */
    public void rpowInPlace(double other) {
        Native.rpowScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Raises a number to the power of each element: {@code pow(other, x)}. Shapes: {@code [...] ->
     * [...]}. Dtype: kept. Integers wrap around on overflow.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and an element is
     *     negative or the number is out of range for it, this tensor is recorded on a tape, or its
     *     elements overlap
     */
    public void rpowInPlace(long other) {
        Native.rpowScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Takes the larger of each two matching elements: {@code max(x, y)}; NaN if either is NaN.
     * Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both operands.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor maximum(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::maximum, this, other);
    }

    /**
     * Takes the larger of each element and a number: {@code max(x, other)}; NaN if either is NaN.
     * Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an
     * integer number and becomes float32 for a fractional one; bool becomes int64 or float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor maximum(double other) {
        return Call.scalar(Native::maximumScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Takes the larger of each element and a number: {@code max(x, other)}; NaN if either is NaN.
     * Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an
     * integer number and becomes float32 for a fractional one; bool becomes int64 or float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor maximum(long other) {
        return Call.scalar(Native::maximumScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Takes the larger of each two matching elements: {@code max(x, y)}; NaN if either is NaN.
     * Shapes: {@code other} broadcasts to the shape of this tensor, which stays. Dtype: kept; the
     * result is converted to it. A temporary is used if {@code other} has another dtype, or
     * overlaps this tensor elsewhere.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if the promoted dtype is floating-point and this tensor is
     *     not, or this tensor is bool and {@code other} is not
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void maximumInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.maximumInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Takes the larger of each two matching elements: {@code max(x, y)}; NaN if either is NaN. The
     * result is written into {@code output}, and no memory is taken for it. Shapes: {@code [...],
     * [...] -> [...]}, broadcast, which is that of {@code output}. Dtype: the promoted dtype of
     * both operands; it must be that of {@code output}.
     *
     * @param other the second operand
     * @param output the tensor that the result is written into; it may be an operand
     * @throws ShapeMismatchException if the shapes do not broadcast, or {@code output} does not
     *     have the shape of the result
     * @throws DTypeMismatchException if {@code output} does not have the dtype of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void maximumInto(Tensor other, Tensor output) {
        Objects.requireNonNull(other, "other");
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.maximumInto(handle, other.handle, output.handle));
        KeepAlive.done(this);
        KeepAlive.done(other, output);
    }

    /**
     * Takes the larger of each element and a number: {@code max(x, other)}; NaN if either is NaN.
     * Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool and the number is not a truth value
     * @throws InvalidArgumentException if the number is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void maximumInPlace(double other) {
        Native.maximumScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Takes the larger of each element and a number: {@code max(x, other)}; NaN if either is NaN.
     * Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool and the number is not a truth value
     * @throws InvalidArgumentException if the number is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void maximumInPlace(long other) {
        Native.maximumScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Takes the smaller of each two matching elements: {@code min(x, y)}; NaN if either is NaN.
     * Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both operands.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor minimum(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::minimum, this, other);
    }

    /**
     * Takes the smaller of each element and a number: {@code min(x, other)}; NaN if either is NaN.
     * Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an
     * integer number and becomes float32 for a fractional one; bool becomes int64 or float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor minimum(double other) {
        return Call.scalar(Native::minimumScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Takes the smaller of each element and a number: {@code min(x, other)}; NaN if either is NaN.
     * Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an
     * integer number and becomes float32 for a fractional one; bool becomes int64 or float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor minimum(long other) {
        return Call.scalar(Native::minimumScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Takes the smaller of each two matching elements: {@code min(x, y)}; NaN if either is NaN.
     * Shapes: {@code other} broadcasts to the shape of this tensor, which stays. Dtype: kept; the
     * result is converted to it. A temporary is used if {@code other} has another dtype, or
     * overlaps this tensor elsewhere.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if the promoted dtype is floating-point and this tensor is
     *     not, or this tensor is bool and {@code other} is not
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void minimumInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.minimumInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Takes the smaller of each two matching elements: {@code min(x, y)}; NaN if either is NaN. The
     * result is written into {@code output}, and no memory is taken for it. Shapes: {@code [...],
     * [...] -> [...]}, broadcast, which is that of {@code output}. Dtype: the promoted dtype of
     * both operands; it must be that of {@code output}.
     *
     * @param other the second operand
     * @param output the tensor that the result is written into; it may be an operand
     * @throws ShapeMismatchException if the shapes do not broadcast, or {@code output} does not
     *     have the shape of the result
     * @throws DTypeMismatchException if {@code output} does not have the dtype of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void minimumInto(Tensor other, Tensor output) {
        Objects.requireNonNull(other, "other");
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.minimumInto(handle, other.handle, output.handle));
        KeepAlive.done(this);
        KeepAlive.done(other, output);
    }

    /**
     * Takes the smaller of each element and a number: {@code min(x, other)}; NaN if either is NaN.
     * Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool and the number is not a truth value
     * @throws InvalidArgumentException if the number is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void minimumInPlace(double other) {
        Native.minimumScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Takes the smaller of each element and a number: {@code min(x, other)}; NaN if either is NaN.
     * Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool and the number is not a truth value
     * @throws InvalidArgumentException if the number is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void minimumInPlace(long other) {
        Native.minimumScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Tests whether each element is equal to the matching element of {@code other}: {@code x == y}.
     * NaN equals nothing. Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: bool; the
     * operands are compared in their promoted dtype.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor eq(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::eq, this, other);
    }

    /**
     * Tests whether each element is equal to a number: {@code x == other}. NaN equals nothing.
     * Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is compared with the number
     * rounded to its dtype, an integer or bool tensor with the exact number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor eq(double other) {
        return Call.scalar(Native::eqScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Tests whether each element is equal to a number: {@code x == other}. NaN equals nothing.
     * Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is compared with the number
     * rounded to its dtype, an integer or bool tensor with the exact number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor eq(long other) {
        return Call.scalar(Native::eqScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Tests whether each element is equal to a number: {@code x == other}. NaN equals nothing.
     * Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is compared with the number
     * rounded to its dtype, an integer or bool tensor with the exact number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor eq(boolean other) {
        return Call.scalar(Native::eqScalar, this, Numbers.TRUTH, other ? 1 : 0);
    }

    /**
     * Tests whether each element differs from the matching element of {@code other}: {@code x !=
     * y}. NaN differs from everything. Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype:
     * bool; the operands are compared in their promoted dtype.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor ne(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::ne, this, other);
    }

    /**
     * Tests whether each element differs from a number: {@code x != other}. NaN differs from
     * everything. Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is compared with the
     * number rounded to its dtype, an integer or bool tensor with the exact number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor ne(double other) {
        return Call.scalar(Native::neScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Tests whether each element differs from a number: {@code x != other}. NaN differs from
     * everything. Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is compared with the
     * number rounded to its dtype, an integer or bool tensor with the exact number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor ne(long other) {
        return Call.scalar(Native::neScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Tests whether each element differs from a number: {@code x != other}. NaN differs from
     * everything. Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is compared with the
     * number rounded to its dtype, an integer or bool tensor with the exact number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor ne(boolean other) {
        return Call.scalar(Native::neScalar, this, Numbers.TRUTH, other ? 1 : 0);
    }

    /**
     * Tests whether each element is less than the matching element of {@code other}: {@code x < y}.
     * A comparison with NaN is false. Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype:
     * bool; the operands are compared in their promoted dtype.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor lt(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::lt, this, other);
    }

    /**
     * Tests whether each element is less than a number: {@code x < other}. A comparison with NaN is
     * false. Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is compared with the
     * number rounded to its dtype, an integer or bool tensor with the exact number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor lt(double other) {
        return Call.scalar(Native::ltScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Tests whether each element is less than a number: {@code x < other}. A comparison with NaN is
     * false. Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is compared with the
     * number rounded to its dtype, an integer or bool tensor with the exact number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor lt(long other) {
        return Call.scalar(Native::ltScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Tests whether each element is less than or equal to the matching element of {@code other}:
     * {@code x <= y}. A comparison with NaN is false. Shapes: {@code [...], [...] -> [...]},
     * broadcast. Dtype: bool; the operands are compared in their promoted dtype.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor le(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::le, this, other);
    }

    /**
     * Tests whether each element is less than or equal to a number: {@code x <= other}. A
     * comparison with NaN is false. Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is
     * compared with the number rounded to its dtype, an integer or bool tensor with the exact
     * number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor le(double other) {
        return Call.scalar(Native::leScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Tests whether each element is less than or equal to a number: {@code x <= other}. A
     * comparison with NaN is false. Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is
     * compared with the number rounded to its dtype, an integer or bool tensor with the exact
     * number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor le(long other) {
        return Call.scalar(Native::leScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Tests whether each element is greater than the matching element of {@code other}: {@code x >
     * y}. A comparison with NaN is false. Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype:
     * bool; the operands are compared in their promoted dtype.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor gt(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::gt, this, other);
    }

    /**
     * Tests whether each element is greater than a number: {@code x > other}. A comparison with NaN
     * is false. Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is compared with the
     * number rounded to its dtype, an integer or bool tensor with the exact number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor gt(double other) {
        return Call.scalar(Native::gtScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Tests whether each element is greater than a number: {@code x > other}. A comparison with NaN
     * is false. Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is compared with the
     * number rounded to its dtype, an integer or bool tensor with the exact number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor gt(long other) {
        return Call.scalar(Native::gtScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Tests whether each element is greater than or equal to the matching element of {@code other}:
     * {@code x >= y}. A comparison with NaN is false. Shapes: {@code [...], [...] -> [...]},
     * broadcast. Dtype: bool; the operands are compared in their promoted dtype.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor ge(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::ge, this, other);
    }

    /**
     * Tests whether each element is greater than or equal to a number: {@code x >= other}. A
     * comparison with NaN is false. Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is
     * compared with the number rounded to its dtype, an integer or bool tensor with the exact
     * number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor ge(double other) {
        return Call.scalar(Native::geScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Tests whether each element is greater than or equal to a number: {@code x >= other}. A
     * comparison with NaN is false. Shapes: {@code [...] -> [...]}. Dtype: bool. A float tensor is
     * compared with the number rounded to its dtype, an integer or bool tensor with the exact
     * number.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor ge(long other) {
        return Call.scalar(Native::geScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Negates each element: {@code -x}. Shapes: {@code [...] -> [...]}. Dtype: kept; integers wrap
     * around.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool
     */
    public Tensor neg() {
        return Call.unary(Native::neg, this);
    }

    /**
     * Negates each element: {@code -x}. Shapes: {@code [...] -> [...]}. Dtype: kept; integers wrap
     * around.
     *
     * @throws DTypeMismatchException if this tensor is bool
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void negInPlace() {
        Native.negInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Negates each element: {@code -x}. The result is written into {@code output}, and no memory is
     * taken for it. Shapes: {@code [...] -> [...]}, which is that of {@code output}. Dtype: kept;
     * integers wrap around; it must be that of {@code output}.
     *
     * @param output the tensor that the result is written into; it may be an operand
     * @throws DTypeMismatchException if this tensor is bool, or {@code output} does not have the
     *     dtype of the result
     * @throws ShapeMismatchException if {@code output} does not have the shape of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void negInto(Tensor output) {
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.negInto(handle, output.handle));
        KeepAlive.done(this, output);
    }

    /**
     * Raises e to the power of each element: {@code exp(x)}. Shapes: {@code [...] -> [...]}. Dtype:
     * a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor exp() {
        return Call.unary(Native::exp, this);
    }

    /**
     * Raises e to the power of each element: {@code exp(x)}. Shapes: {@code [...] -> [...]}. Dtype:
     * kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void expInPlace() {
        Native.expInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Raises e to the power of each element: {@code exp(x)}. The result is written into {@code
     * output}, and no memory is taken for it. Shapes: {@code [...] -> [...]}, which is that of
     * {@code output}. Dtype: a float dtype is kept; integers and bool give float32; it must be that
     * of {@code output}.
     *
     * @param output the tensor that the result is written into; it may be an operand
     * @throws ShapeMismatchException if {@code output} does not have the shape of the result
     * @throws DTypeMismatchException if {@code output} does not have the dtype of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void expInto(Tensor output) {
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.expInto(handle, output.handle));
        KeepAlive.done(this, output);
    }

    /**
     * Takes the natural logarithm of each element: {@code ln(x)}. 0 gives negative infinity, a
     * negative number NaN. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers
     * and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor log() {
        return Call.unary(Native::log, this);
    }

    /**
     * Takes the natural logarithm of each element: {@code ln(x)}. 0 gives negative infinity, a
     * negative number NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logInPlace() {
        Native.logInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Takes the natural logarithm of each element: {@code ln(x)}. 0 gives negative infinity, a
     * negative number NaN. The result is written into {@code output}, and no memory is taken for
     * it. Shapes: {@code [...] -> [...]}, which is that of {@code output}. Dtype: a float dtype is
     * kept; integers and bool give float32; it must be that of {@code output}.
     *
     * @param output the tensor that the result is written into; it may be an operand
     * @throws ShapeMismatchException if {@code output} does not have the shape of the result
     * @throws DTypeMismatchException if {@code output} does not have the dtype of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void logInto(Tensor output) {
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.logInto(handle, output.handle));
        KeepAlive.done(this, output);
    }

    /**
     * Takes the square root of each element: {@code sqrt(x)}. A negative number gives NaN. Shapes:
     * {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor sqrt() {
        return Call.unary(Native::sqrt, this);
    }

    /**
     * Takes the square root of each element: {@code sqrt(x)}. A negative number gives NaN. Shapes:
     * {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void sqrtInPlace() {
        Native.sqrtInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Takes the square root of each element: {@code sqrt(x)}. A negative number gives NaN. The
     * result is written into {@code output}, and no memory is taken for it. Shapes: {@code [...] ->
     * [...]}, which is that of {@code output}. Dtype: a float dtype is kept; integers and bool give
     * float32; it must be that of {@code output}.
     *
     * @param output the tensor that the result is written into; it may be an operand
     * @throws ShapeMismatchException if {@code output} does not have the shape of the result
     * @throws DTypeMismatchException if {@code output} does not have the dtype of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void sqrtInto(Tensor output) {
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.sqrtInto(handle, output.handle));
        KeepAlive.done(this, output);
    }

    /**
     * Takes the absolute value of each element: {@code |x|}. Shapes: {@code [...] -> [...]}. Dtype:
     * kept; the lowest number of a signed integer dtype stays as it is.
     *
     * @return a new tensor
     */
    public Tensor abs() {
        return Call.unary(Native::abs, this);
    }

    /**
     * Takes the absolute value of each element: {@code |x|}. Shapes: {@code [...] -> [...]}. Dtype:
     * kept; the lowest number of a signed integer dtype stays as it is.
     *
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void absInPlace() {
        Native.absInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Takes the absolute value of each element: {@code |x|}. The result is written into {@code
     * output}, and no memory is taken for it. Shapes: {@code [...] -> [...]}, which is that of
     * {@code output}. Dtype: kept; the lowest number of a signed integer dtype stays as it is; it
     * must be that of {@code output}.
     *
     * @param output the tensor that the result is written into; it may be an operand
     * @throws ShapeMismatchException if {@code output} does not have the shape of the result
     * @throws DTypeMismatchException if {@code output} does not have the dtype of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void absInto(Tensor output) {
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.absInto(handle, output.handle));
        KeepAlive.done(this, output);
    }

    /**
     * Replaces negative elements by 0: {@code max(x, 0)}; NaN stays NaN. Shapes: {@code [...] ->
     * [...]}. Dtype: kept.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool
     */
    public Tensor relu() {
        return Call.unary(Native::relu, this);
    }

    /**
     * Replaces negative elements by 0: {@code max(x, 0)}; NaN stays NaN. Shapes: {@code [...] ->
     * [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is bool
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void reluInPlace() {
        Native.reluInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Replaces negative elements by 0: {@code max(x, 0)}; NaN stays NaN. The result is written into
     * {@code output}, and no memory is taken for it. Shapes: {@code [...] -> [...]}, which is that
     * of {@code output}. Dtype: kept; it must be that of {@code output}.
     *
     * @param output the tensor that the result is written into; it may be an operand
     * @throws DTypeMismatchException if this tensor is bool, or {@code output} does not have the
     *     dtype of the result
     * @throws ShapeMismatchException if {@code output} does not have the shape of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void reluInto(Tensor output) {
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.reluInto(handle, output.handle));
        KeepAlive.done(this, output);
    }

    /**
     * Computes the logistic sigmoid of each element: {@code 1 / (1 + exp(-x))}. Shapes: {@code
     * [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor sigmoid() {
        return Call.unary(Native::sigmoid, this);
    }

    /**
     * Computes the logistic sigmoid of each element: {@code 1 / (1 + exp(-x))}. Shapes: {@code
     * [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void sigmoidInPlace() {
        Native.sigmoidInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the logistic sigmoid of each element: {@code 1 / (1 + exp(-x))}. The result is
     * written into {@code output}, and no memory is taken for it. Shapes: {@code [...] -> [...]},
     * which is that of {@code output}. Dtype: a float dtype is kept; integers and bool give
     * float32; it must be that of {@code output}.
     *
     * @param output the tensor that the result is written into; it may be an operand
     * @throws ShapeMismatchException if {@code output} does not have the shape of the result
     * @throws DTypeMismatchException if {@code output} does not have the dtype of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void sigmoidInto(Tensor output) {
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.sigmoidInto(handle, output.handle));
        KeepAlive.done(this, output);
    }

    /**
     * Computes the hyperbolic tangent of each element: {@code tanh(x)}. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor tanh() {
        return Call.unary(Native::tanh, this);
    }

    /**
     * Computes the hyperbolic tangent of each element: {@code tanh(x)}. Shapes: {@code [...] ->
     * [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void tanhInPlace() {
        Native.tanhInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the hyperbolic tangent of each element: {@code tanh(x)}. The result is written into
     * {@code output}, and no memory is taken for it. Shapes: {@code [...] -> [...]}, which is that
     * of {@code output}. Dtype: a float dtype is kept; integers and bool give float32; it must be
     * that of {@code output}.
     *
     * @param output the tensor that the result is written into; it may be an operand
     * @throws ShapeMismatchException if {@code output} does not have the shape of the result
     * @throws DTypeMismatchException if {@code output} does not have the dtype of the result
     * @throws InvalidArgumentException if {@code output} is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if an operand is recorded on a tape
     */
    public void tanhInto(Tensor output) {
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.tanhInto(handle, output.handle));
        KeepAlive.done(this, output);
    }

    /**
     * Computes softplus, a smooth {@code relu}, of each element: {@code ln(1 + exp(x))}, without
     * overflow. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool
     * give float32.
     *
     * @return a new tensor
     */
    public Tensor softplus() {
        return Call.unary(Native::softplus, this);
    }

    /**
     * Computes softplus, a smooth {@code relu}, of each element: {@code ln(1 + exp(x))}, without
     * overflow. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void softplusInPlace() {
        Native.softplusInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the error function of each element: {@code 2 / sqrt(pi)} times the integral of
     * {@code exp(-t^2)} from 0 to {@code x}. Shapes: {@code [...] -> [...]}. Dtype: a float dtype
     * is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor erf() {
        return Call.unary(Native::erf, this);
    }

    /**
     * Computes the error function of each element: {@code 2 / sqrt(pi)} times the integral of
     * {@code exp(-t^2)} from 0 to {@code x}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void erfInPlace() {
        Native.erfInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the complementary error function of each element: {@code 1 - erf(x)}, accurate also
     * where the result is close to 0. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor erfc() {
        return Call.unary(Native::erfc, this);
    }

    /**
     * Computes the complementary error function of each element: {@code 1 - erf(x)}, accurate also
     * where the result is close to 0. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void erfcInPlace() {
        Native.erfcInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the GELU activation of each element: {@code x Phi(x)}, where {@code Phi(x)} is the
     * probability that a standard normal variable is at most {@code x}. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor gelu() {
        return Call.unary(Native::gelu, this);
    }

    /**
     * Computes the GELU activation of each element: {@code x Phi(x)}, where {@code Phi(x)} is the
     * probability that a standard normal variable is at most {@code x}. Shapes: {@code [...] ->
     * [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void geluInPlace() {
        Native.geluInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the tanh approximation of the GELU activation of each element: {@code x (1 +
     * tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2}. Shapes: {@code [...] -> [...]}. Dtype: a float
     * dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor geluTanh() {
        return Call.unary(Native::geluTanh, this);
    }

    /**
     * Computes the tanh approximation of the GELU activation of each element: {@code x (1 +
     * tanh(sqrt(2 / pi) (x + 0.044715 x^3))) / 2}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void geluTanhInPlace() {
        Native.geluTanhInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Selects elements by a condition: {@code a} where the condition is true, else {@code b}.
     * Shapes: {@code [...], [...], [...] -> [...]}: the condition, {@code a} and {@code b}
     * broadcast. Dtype: the promoted dtype of {@code a} and {@code b}.
     *
     * @param a the elements where the condition is true
     * @param b the elements where the condition is false
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
     * Selects elements by a condition: {@code a} where the condition is true, else the number
     * {@code b}. Shapes: {@code [...], [...] -> [...]}: the condition and {@code a} broadcast.
     * Dtype: a float dtype of {@code a} is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool is kept for a truth value and becomes int64 or
     * float32 for a number.
     *
     * @param a the elements where the condition is true
     * @param b the number where the condition is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor where(Tensor a, double b) {
        Objects.requireNonNull(a, "a");
        Tensor result = Call.from(this, scope -> Native.whereTensorScalar(scope, handle, a.handle, Numbers.REAL, Double.doubleToRawLongBits(b)));
        KeepAlive.done(a);
        return result;
    }

    /**
     * Selects elements by a condition: {@code a} where the condition is true, else the number
     * {@code b}. Shapes: {@code [...], [...] -> [...]}: the condition and {@code a} broadcast.
     * Dtype: a float dtype of {@code a} is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool is kept for a truth value and becomes int64 or
     * float32 for a number.
     *
     * @param a the elements where the condition is true
     * @param b the number where the condition is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor where(Tensor a, long b) {
        Objects.requireNonNull(a, "a");
        Tensor result = Call.from(this, scope -> Native.whereTensorScalar(scope, handle, a.handle, Numbers.INTEGER, b));
        KeepAlive.done(a);
        return result;
    }

    /**
     * Selects elements by a condition: {@code a} where the condition is true, else the number
     * {@code b}. Shapes: {@code [...], [...] -> [...]}: the condition and {@code a} broadcast.
     * Dtype: a float dtype of {@code a} is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool is kept for a truth value and becomes int64 or
     * float32 for a number.
     *
     * @param a the elements where the condition is true
     * @param b the number where the condition is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor where(Tensor a, boolean b) {
        Objects.requireNonNull(a, "a");
        Tensor result = Call.from(this, scope -> Native.whereTensorScalar(scope, handle, a.handle, Numbers.TRUTH, b ? 1 : 0));
        KeepAlive.done(a);
        return result;
    }

    /**
     * Selects elements by a condition: the number {@code a} where the condition is true, else
     * {@code b}. Shapes: {@code [...], [...] -> [...]}: the condition and {@code b} broadcast.
     * Dtype: a float dtype of {@code b} is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool is kept for a truth value and becomes int64 or
     * float32 for a number.
     *
     * @param a the number where the condition is true
     * @param b the elements where the condition is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor where(double a, Tensor b) {
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.whereScalarTensor(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(a), b.handle));
        KeepAlive.done(b);
        return result;
    }

    /**
     * Selects elements by a condition: the number {@code a} where the condition is true, else
     * {@code b}. Shapes: {@code [...], [...] -> [...]}: the condition and {@code b} broadcast.
     * Dtype: a float dtype of {@code b} is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool is kept for a truth value and becomes int64 or
     * float32 for a number.
     *
     * @param a the number where the condition is true
     * @param b the elements where the condition is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor where(long a, Tensor b) {
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.whereScalarTensor(scope, handle, Numbers.INTEGER, a, b.handle));
        KeepAlive.done(b);
        return result;
    }

    /**
     * Selects elements by a condition: the number {@code a} where the condition is true, else
     * {@code b}. Shapes: {@code [...], [...] -> [...]}: the condition and {@code b} broadcast.
     * Dtype: a float dtype of {@code b} is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool is kept for a truth value and becomes int64 or
     * float32 for a number.
     *
     * @param a the number where the condition is true
     * @param b the elements where the condition is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if the number is out of range for the integer dtype
     */
    public Tensor where(boolean a, Tensor b) {
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.whereScalarTensor(scope, handle, Numbers.TRUTH, a ? 1 : 0, b.handle));
        KeepAlive.done(b);
        return result;
    }

    /**
     * Selects one of two numbers by a condition: {@code a} where the condition is true, else {@code
     * b}. Shapes: {@code [...] -> [...]}. Dtype: float32 if a number is floating-point, bool if
     * both are truth values, else int64.
     *
     * @param a the number where the condition is true
     * @param b the number where the condition is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws InvalidArgumentException if an integer is out of range for int64
     */
    public Tensor where(double a, double b) {
        return Call.from(this, scope -> Native.whereScalarScalar(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(a), Numbers.REAL, Double.doubleToRawLongBits(b)));
    }

    /**
     * Selects one of two numbers by a condition: {@code a} where the condition is true, else {@code
     * b}. Shapes: {@code [...] -> [...]}. Dtype: float32 if a number is floating-point, bool if
     * both are truth values, else int64.
     *
     * @param a the number where the condition is true
     * @param b the number where the condition is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws InvalidArgumentException if an integer is out of range for int64
     */
    public Tensor where(long a, double b) {
        return Call.from(this, scope -> Native.whereScalarScalar(scope, handle, Numbers.INTEGER, a, Numbers.REAL, Double.doubleToRawLongBits(b)));
    }

    /**
     * Selects one of two numbers by a condition: {@code a} where the condition is true, else {@code
     * b}. Shapes: {@code [...] -> [...]}. Dtype: float32 if a number is floating-point, bool if
     * both are truth values, else int64.
     *
     * @param a the number where the condition is true
     * @param b the number where the condition is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws InvalidArgumentException if an integer is out of range for int64
     */
    public Tensor where(double a, long b) {
        return Call.from(this, scope -> Native.whereScalarScalar(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(a), Numbers.INTEGER, b));
    }

    /**
     * Selects one of two numbers by a condition: {@code a} where the condition is true, else {@code
     * b}. Shapes: {@code [...] -> [...]}. Dtype: float32 if a number is floating-point, bool if
     * both are truth values, else int64.
     *
     * @param a the number where the condition is true
     * @param b the number where the condition is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws InvalidArgumentException if an integer is out of range for int64
     */
    public Tensor where(long a, long b) {
        return Call.from(this, scope -> Native.whereScalarScalar(scope, handle, Numbers.INTEGER, a, Numbers.INTEGER, b));
    }

    /**
     * Selects one of two numbers by a condition: {@code a} where the condition is true, else {@code
     * b}. Shapes: {@code [...] -> [...]}. Dtype: float32 if a number is floating-point, bool if
     * both are truth values, else int64.
     *
     * @param a the number where the condition is true
     * @param b the number where the condition is false
     * @return a new tensor
     * @throws DTypeMismatchException if the condition is not bool
     * @throws InvalidArgumentException if an integer is out of range for int64
     */
    public Tensor where(boolean a, boolean b) {
        return Call.from(this, scope -> Native.whereScalarScalar(scope, handle, Numbers.TRUTH, a ? 1 : 0, Numbers.TRUTH, b ? 1 : 0));
    }

    /**
     * Multiplies matrices: {@code sum over k of a[i, k] b[k, j]}. A vector counts as a row on the
     * left and as a column on the right. Shapes: {@code [..., m, k], [..., k, n] -> [..., m, n]};
     * the batch axes broadcast. A vector on the left drops {@code m}, one on the right drops {@code
     * n}, so two vectors give a scalar. Dtype: the promoted dtype of both operands. Integers wrap
     * around on overflow; float16 and bfloat16 are summed in float32.
     *
     * @param other the right operand
     * @return a new tensor
     * @throws ShapeMismatchException if the inner sizes differ, or the batch axes do not broadcast
     * @throws InvalidArgumentException if an operand is a scalar tensor
     * @throws DTypeMismatchException if both operands are bool
     */
    public Tensor matmul(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::matmul, this, other);
    }

    /**
     * Multiplies matrices like {@link Tensor#matmul} and writes the result into {@code output}; no
     * memory is taken for it unless that is not contiguous, overlaps an operand, or has a dtype
     * other than float32 and float64. Shapes: {@code [..., m, k], [..., k, n] -> [..., m, n]},
     * which is that of {@code output}. Dtype: the promoted dtype of both operands; it must be that
     * of {@code output}.
     *
     * @param other the right operand
     * @param output the tensor that the result is written into
     * @throws ShapeMismatchException if the inner sizes differ, the batch axes do not broadcast, or
     *     {@code output} does not have the shape of the result
     * @throws InvalidArgumentException if an operand is a scalar tensor, or {@code output} is
     *     recorded on a tape or its elements overlap
     * @throws DTypeMismatchException if both operands are bool, or {@code output} does not have the
     *     dtype of the result
     * @throws TensorException if an operand is recorded on a tape
     */
    public void matmulInto(Tensor other, Tensor output) {
        Objects.requireNonNull(other, "other");
        Objects.requireNonNull(output, "output");
        Call.change(() -> Native.matmulInto(handle, other.handle, output.handle));
        KeepAlive.done(this);
        KeepAlive.done(other, output);
    }

    /**
     * Computes the softmax along an axis: {@code exp(x) / sum(exp(x))}. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor softmax() {
        return softmax(-1);
    }

    /**
     * Computes the softmax along an axis: {@code exp(x) / sum(exp(x))}. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param axis the axis; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor softmax(long axis) {
        return Call.from(this, scope -> Native.softmax(scope, handle, axis));
    }

    /**
     * Computes the logarithm of the softmax along an axis: {@code x - ln(sum(exp(x)))}. It is more
     * accurate than {@code log} of {@code softmax}. Shapes: {@code [...] -> [...]}. Dtype: a float
     * dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor logSoftmax() {
        return logSoftmax(-1);
    }

    /**
     * Computes the logarithm of the softmax along an axis: {@code x - ln(sum(exp(x)))}. It is more
     * accurate than {@code log} of {@code softmax}. Shapes: {@code [...] -> [...]}. Dtype: a float
     * dtype is kept; integers and bool give float32.
     *
     * @param axis the axis; a negative one counts from the last
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor logSoftmax(long axis) {
        return Call.from(this, scope -> Native.logSoftmax(scope, handle, axis));
    }

    /**
     * Converts the elements to {@code dtype}, then computes the softmax along an axis: {@code
     * exp(x) / sum(exp(x))}. Shapes: {@code [...] -> [...]}. Dtype: {@code dtype}.
     *
     * @param axis the axis; a negative one counts from the last
     * @param dtype the floating-point dtype of the computation and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     * @throws DTypeMismatchException if {@code dtype} is not floating-point
     */
    public Tensor softmax(long axis, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.softmaxDtype(scope, handle, axis, dtype.code()));
    }

    /**
     * Converts the elements to {@code dtype}, then computes the logarithm of the softmax along an
     * axis: {@code x - ln(sum(exp(x)))}. Shapes: {@code [...] -> [...]}. Dtype: {@code dtype}.
     *
     * @param axis the axis; a negative one counts from the last
     * @param dtype the floating-point dtype of the computation and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     * @throws DTypeMismatchException if {@code dtype} is not floating-point
     */
    public Tensor logSoftmax(long axis, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.logSoftmaxDtype(scope, handle, axis, dtype.code()));
    }

    /**
     * Computes the mean cross entropy of rows of logits and their target classes: the mean of
     * {@code -log_softmax(x)[target]}. The mean of no rows is NaN. Shapes: {@code [N, C], [N] ->} a
     * scalar. Dtype: the float dtype of this tensor.
     *
     * @param targets the class of each row, integers from 0 to {@code C - 1}
     * @return a new tensor
     * @throws InvalidArgumentException if a target is out of range
     * @throws ShapeMismatchException if the shapes are not {@code [N, C]} and {@code [N]}
     * @throws DTypeMismatchException if this tensor is not floating-point, or the targets are not
     *     integers
     */
    public Tensor crossEntropy(Tensor targets) {
        Objects.requireNonNull(targets, "targets");
        return Call.binary(Native::crossEntropy, this, targets);
    }

    /**
     * Computes the mean negative log-likelihood of rows of log-probabilities and their target
     * classes: the mean of {@code -x[target]}. The mean of no rows is NaN. Shapes: {@code [N, C],
     * [N] ->} a scalar. Dtype: the float dtype of this tensor.
     *
     * @param targets the class of each row, integers from 0 to {@code C - 1}
     * @return a new tensor
     * @throws InvalidArgumentException if a target is out of range
     * @throws ShapeMismatchException if the shapes are not {@code [N, C]} and {@code [N]}
     * @throws DTypeMismatchException if this tensor is not floating-point, or the targets are not
     *     integers
     */
    public Tensor nllLoss(Tensor targets) {
        Objects.requireNonNull(targets, "targets");
        return Call.binary(Native::nllLoss, this, targets);
    }

    /**
     * Joins tensors along an existing axis. Shapes: {@code [..., n1, ...], [..., n2, ...], ... ->
     * [..., n1 + n2 + ..., ...]}; all other sizes are equal. Dtype: the promoted dtype of all
     * tensors.
     *
     * @param axis the axis along which to join; a negative one counts from the last
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if the axis is out of range, the first tensor is a scalar,
     *     or there is no tensor
     */
    public static Tensor concat(long axis, Tensor... tensors) {
        Arguments.notNull("tensors", tensors);
        return Call.joined(tensors, scope -> Native.concat(scope, Call.handles(tensors), axis));
    }

    /**
     * Joins tensors along an existing axis. Shapes: {@code [..., n1, ...], [..., n2, ...], ... ->
     * [..., n1 + n2 + ..., ...]}; all other sizes are equal. Dtype: the promoted dtype of all
     * tensors.
     *
     * @param axis the axis along which to join; a negative one counts from the last
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if the axis is out of range, the first tensor is a scalar,
     *     or there is no tensor
     */
    public static Tensor concat(long axis, List<? extends Tensor> tensors) {
        return concat(axis, Arguments.array("tensors", tensors, Tensor[]::new));
    }

    /**
     * Joins tensors along an existing axis. Shapes: {@code [..., n1, ...], [..., n2, ...], ... ->
     * [..., n1 + n2 + ..., ...]}; all other sizes are equal. Dtype: the promoted dtype of all
     * tensors.
     *
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if the axis is out of range, the first tensor is a scalar,
     *     or there is no tensor
     */
    public static Tensor concat(Tensor... tensors) {
        return concat(0, tensors);
    }

    /**
     * Joins tensors along an existing axis. Shapes: {@code [..., n1, ...], [..., n2, ...], ... ->
     * [..., n1 + n2 + ..., ...]}; all other sizes are equal. Dtype: the promoted dtype of all
     * tensors.
     *
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if the axis is out of range, the first tensor is a scalar,
     *     or there is no tensor
     */
    public static Tensor concat(List<? extends Tensor> tensors) {
        return concat(0, tensors);
    }

    /**
     * Joins tensors along an existing axis. Shapes: {@code [..., n1, ...], [..., n2, ...], ... ->
     * [..., n1 + n2 + ..., ...]}; all other sizes are equal. Dtype: the promoted dtype of all
     * tensors.
     *
     * @param tensors one tensor or more
     * @param axis the axis along which to join; a negative one counts from the last
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if the axis is out of range, the first tensor is a scalar,
     *     or there is no tensor
     */
    public static Tensor concat(Tensor[] tensors, long axis) {
        return concat(axis, tensors);
    }

    /**
     * Joins tensors along an existing axis. Shapes: {@code [..., n1, ...], [..., n2, ...], ... ->
     * [..., n1 + n2 + ..., ...]}; all other sizes are equal. Dtype: the promoted dtype of all
     * tensors.
     *
     * @param tensors one tensor or more
     * @param axis the axis along which to join; a negative one counts from the last
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if the axis is out of range, the first tensor is a scalar,
     *     or there is no tensor
     */
    public static Tensor concat(List<? extends Tensor> tensors, long axis) {
        return concat(axis, tensors);
    }

    /**
     * Another name for {@code concat}. Joins tensors along an existing axis. Shapes: {@code [...,
     * n1, ...], [..., n2, ...], ... -> [..., n1 + n2 + ..., ...]}; all other sizes are equal.
     * Dtype: the promoted dtype of all tensors.
     *
     * @param axis the axis along which to join; a negative one counts from the last
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if the axis is out of range, the first tensor is a scalar,
     *     or there is no tensor
     */
    public static Tensor cat(long axis, Tensor... tensors) {
        Arguments.notNull("tensors", tensors);
        return Call.joined(tensors, scope -> Native.cat(scope, Call.handles(tensors), axis));
    }

    /**
     * Another name for {@code concat}. Joins tensors along an existing axis. Shapes: {@code [...,
     * n1, ...], [..., n2, ...], ... -> [..., n1 + n2 + ..., ...]}; all other sizes are equal.
     * Dtype: the promoted dtype of all tensors.
     *
     * @param axis the axis along which to join; a negative one counts from the last
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if the axis is out of range, the first tensor is a scalar,
     *     or there is no tensor
     */
    public static Tensor cat(long axis, List<? extends Tensor> tensors) {
        return cat(axis, Arguments.array("tensors", tensors, Tensor[]::new));
    }

    /**
     * Another name for {@code concat}. Joins tensors along an existing axis. Shapes: {@code [...,
     * n1, ...], [..., n2, ...], ... -> [..., n1 + n2 + ..., ...]}; all other sizes are equal.
     * Dtype: the promoted dtype of all tensors.
     *
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if the axis is out of range, the first tensor is a scalar,
     *     or there is no tensor
     */
    public static Tensor cat(Tensor... tensors) {
        return cat(0, tensors);
    }

    /**
     * Another name for {@code concat}. Joins tensors along an existing axis. Shapes: {@code [...,
     * n1, ...], [..., n2, ...], ... -> [..., n1 + n2 + ..., ...]}; all other sizes are equal.
     * Dtype: the promoted dtype of all tensors.
     *
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if the axis is out of range, the first tensor is a scalar,
     *     or there is no tensor
     */
    public static Tensor cat(List<? extends Tensor> tensors) {
        return cat(0, tensors);
    }

    /**
     * Another name for {@code concat}. Joins tensors along an existing axis. Shapes: {@code [...,
     * n1, ...], [..., n2, ...], ... -> [..., n1 + n2 + ..., ...]}; all other sizes are equal.
     * Dtype: the promoted dtype of all tensors.
     *
     * @param tensors one tensor or more
     * @param axis the axis along which to join; a negative one counts from the last
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if the axis is out of range, the first tensor is a scalar,
     *     or there is no tensor
     */
    public static Tensor cat(Tensor[] tensors, long axis) {
        return cat(axis, tensors);
    }

    /**
     * Another name for {@code concat}. Joins tensors along an existing axis. Shapes: {@code [...,
     * n1, ...], [..., n2, ...], ... -> [..., n1 + n2 + ..., ...]}; all other sizes are equal.
     * Dtype: the promoted dtype of all tensors.
     *
     * @param tensors one tensor or more
     * @param axis the axis along which to join; a negative one counts from the last
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if the axis is out of range, the first tensor is a scalar,
     *     or there is no tensor
     */
    public static Tensor cat(List<? extends Tensor> tensors, long axis) {
        return cat(axis, tensors);
    }

    /**
     * Flattens tensors in row-major order and joins them to a vector. This is {@code concat} of the
     * array API with {@code axis=None}. Shapes: any {@code [...], [...], ... -> [N]}, where {@code
     * N} is the number of all elements. Dtype: the promoted dtype of all tensors.
     *
     * @param tensors one tensor or more, of any shapes
     * @return a new tensor
     * @throws InvalidArgumentException if there is no tensor
     */
    public static Tensor concatFlat(Tensor... tensors) {
        Arguments.notNull("tensors", tensors);
        return Call.joined(tensors, scope -> Native.concatFlat(scope, Call.handles(tensors)));
    }

    /**
     * Flattens tensors in row-major order and joins them to a vector. This is {@code concat} of the
     * array API with {@code axis=None}. Shapes: any {@code [...], [...], ... -> [N]}, where {@code
     * N} is the number of all elements. Dtype: the promoted dtype of all tensors.
     *
     * @param tensors one tensor or more, of any shapes
     * @return a new tensor
     * @throws InvalidArgumentException if there is no tensor
     */
    public static Tensor concatFlat(List<? extends Tensor> tensors) {
        return concatFlat(Arguments.array("tensors", tensors, Tensor[]::new));
    }

    /**
     * Joins tensors of one shape along a new axis. Shapes: {@code [...], [...], ... -> [..., count,
     * ...]}, where {@code count} is the number of tensors. Dtype: the promoted dtype of all
     * tensors.
     *
     * @param axis the position of the new axis in the result; a negative one counts from the last
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes differ
     * @throws InvalidArgumentException if the axis is out of range, there is no tensor, or the
     *     result would have more than 8 axes
     */
    public static Tensor stack(long axis, Tensor... tensors) {
        Arguments.notNull("tensors", tensors);
        return Call.joined(tensors, scope -> Native.stack(scope, Call.handles(tensors), axis));
    }

    /**
     * Joins tensors of one shape along a new axis. Shapes: {@code [...], [...], ... -> [..., count,
     * ...]}, where {@code count} is the number of tensors. Dtype: the promoted dtype of all
     * tensors.
     *
     * @param axis the position of the new axis in the result; a negative one counts from the last
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes differ
     * @throws InvalidArgumentException if the axis is out of range, there is no tensor, or the
     *     result would have more than 8 axes
     */
    public static Tensor stack(long axis, List<? extends Tensor> tensors) {
        return stack(axis, Arguments.array("tensors", tensors, Tensor[]::new));
    }

    /**
     * Joins tensors of one shape along a new axis. Shapes: {@code [...], [...], ... -> [..., count,
     * ...]}, where {@code count} is the number of tensors. Dtype: the promoted dtype of all
     * tensors.
     *
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes differ
     * @throws InvalidArgumentException if the axis is out of range, there is no tensor, or the
     *     result would have more than 8 axes
     */
    public static Tensor stack(Tensor... tensors) {
        return stack(0, tensors);
    }

    /**
     * Joins tensors of one shape along a new axis. Shapes: {@code [...], [...], ... -> [..., count,
     * ...]}, where {@code count} is the number of tensors. Dtype: the promoted dtype of all
     * tensors.
     *
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes differ
     * @throws InvalidArgumentException if the axis is out of range, there is no tensor, or the
     *     result would have more than 8 axes
     */
    public static Tensor stack(List<? extends Tensor> tensors) {
        return stack(0, tensors);
    }

    /**
     * Joins tensors of one shape along a new axis. Shapes: {@code [...], [...], ... -> [..., count,
     * ...]}, where {@code count} is the number of tensors. Dtype: the promoted dtype of all
     * tensors.
     *
     * @param tensors one tensor or more
     * @param axis the position of the new axis in the result; a negative one counts from the last
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes differ
     * @throws InvalidArgumentException if the axis is out of range, there is no tensor, or the
     *     result would have more than 8 axes
     */
    public static Tensor stack(Tensor[] tensors, long axis) {
        return stack(axis, tensors);
    }

    /**
     * Joins tensors of one shape along a new axis. Shapes: {@code [...], [...], ... -> [..., count,
     * ...]}, where {@code count} is the number of tensors. Dtype: the promoted dtype of all
     * tensors.
     *
     * @param tensors one tensor or more
     * @param axis the position of the new axis in the result; a negative one counts from the last
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes differ
     * @throws InvalidArgumentException if the axis is out of range, there is no tensor, or the
     *     result would have more than 8 axes
     */
    public static Tensor stack(List<? extends Tensor> tensors, long axis) {
        return stack(axis, tensors);
    }

    /**
     * Joins tensors side by side: along axis 1, or vectors and scalars to a vector. Shapes: {@code
     * [m, n1, ...], [m, n2, ...], ... -> [m, n1 + n2 + ..., ...]}; {@code [n1], [n2], ... -> [n1 +
     * n2 + ...]}. Dtype: the promoted dtype of all tensors.
     *
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if there is no tensor
     */
    public static Tensor hstack(Tensor... tensors) {
        Arguments.notNull("tensors", tensors);
        return Call.joined(tensors, scope -> Native.hstack(scope, Call.handles(tensors)));
    }

    /**
     * Joins tensors side by side: along axis 1, or vectors and scalars to a vector. Shapes: {@code
     * [m, n1, ...], [m, n2, ...], ... -> [m, n1 + n2 + ..., ...]}; {@code [n1], [n2], ... -> [n1 +
     * n2 + ...]}. Dtype: the promoted dtype of all tensors.
     *
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if there is no tensor
     */
    public static Tensor hstack(List<? extends Tensor> tensors) {
        return hstack(Arguments.array("tensors", tensors, Tensor[]::new));
    }

    /**
     * Joins tensors one below the other, along axis 0. A vector counts as one row. Shapes: {@code
     * [m1, n, ...], [m2, n, ...], ... -> [m1 + m2 + ..., n, ...]}; {@code [n], [n], ... -> [count,
     * n]}. Dtype: the promoted dtype of all tensors.
     *
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if there is no tensor
     */
    public static Tensor vstack(Tensor... tensors) {
        Arguments.notNull("tensors", tensors);
        return Call.joined(tensors, scope -> Native.vstack(scope, Call.handles(tensors)));
    }

    /**
     * Joins tensors one below the other, along axis 0. A vector counts as one row. Shapes: {@code
     * [m1, n, ...], [m2, n, ...], ... -> [m1 + m2 + ..., n, ...]}; {@code [n], [n], ... -> [count,
     * n]}. Dtype: the promoted dtype of all tensors.
     *
     * @param tensors one tensor or more
     * @return a new tensor
     * @throws ShapeMismatchException if the tensors differ in their rank or in the size of another
     *     axis
     * @throws InvalidArgumentException if there is no tensor
     */
    public static Tensor vstack(List<? extends Tensor> tensors) {
        return vstack(Arguments.array("tensors", tensors, Tensor[]::new));
    }

    /**
     * Copies the given indices of an axis, in the given order. Shapes: {@code [..., m, ...], [N] ->
     * [..., N, ...]}. Dtype: kept.
     *
     * @param axis the axis; a negative one counts from the last
     * @param index a vector of integers; a negative one counts from the end
     * @return a new tensor
     * @throws InvalidArgumentException if the axis or an index is out of range
     * @throws ShapeMismatchException if {@code index} is not a vector
     * @throws DTypeMismatchException if {@code index} does not have an integer dtype
     */
    public Tensor indexSelect(long axis, Tensor index) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.indexSelect(scope, handle, axis, index.handle));
        KeepAlive.done(index);
        return result;
    }

    /**
     * Encodes each integer as a row of zeros with a 1 at the position of the integer. Shapes:
     * {@code [...] -> [..., classes]}. Dtype: int64.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an element is negative or not less than {@code classes},
     *     {@code classes} is less than -1, or it is -1 and there are no elements
     * @throws DTypeMismatchException if this tensor does not have an integer dtype
     */
    public Tensor oneHot() {
        return oneHot(-1);
    }

    /**
     * Encodes each integer as a row of zeros with a 1 at the position of the integer. Shapes:
     * {@code [...] -> [..., classes]}. Dtype: int64.
     *
     * @param classes the length of the rows; -1 stands for the largest element plus 1
     * @return a new tensor
     * @throws InvalidArgumentException if an element is negative or not less than {@code classes},
     *     {@code classes} is less than -1, or it is -1 and there are no elements
     * @throws DTypeMismatchException if this tensor does not have an integer dtype
     */
    public Tensor oneHot(long classes) {
        return Call.from(this, scope -> Native.oneHot(scope, handle, classes));
    }

    /**
     * Raises 2 to the power of each element: {@code exp2(x)}. Shapes: {@code [...] -> [...]}.
     * Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor exp2() {
        return Call.unary(Native::exp2, this);
    }

    /**
     * Raises 2 to the power of each element: {@code exp2(x)}. Shapes: {@code [...] -> [...]}.
     * Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void exp2InPlace() {
        Native.exp2InPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes {@code exp(x) - 1} of each element, accurate also near 0. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor expm1() {
        return Call.unary(Native::expm1, this);
    }

    /**
     * Computes {@code exp(x) - 1} of each element, accurate also near 0. Shapes: {@code [...] ->
     * [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void expm1InPlace() {
        Native.expm1InPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Takes the base-2 logarithm of each element: {@code log2(x)}. 0 gives negative infinity, a
     * negative number NaN. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers
     * and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor log2() {
        return Call.unary(Native::log2, this);
    }

    /**
     * Takes the base-2 logarithm of each element: {@code log2(x)}. 0 gives negative infinity, a
     * negative number NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void log2InPlace() {
        Native.log2InPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Takes the base-10 logarithm of each element: {@code log10(x)}. 0 gives negative infinity, a
     * negative number NaN. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers
     * and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor log10() {
        return Call.unary(Native::log10, this);
    }

    /**
     * Takes the base-10 logarithm of each element: {@code log10(x)}. 0 gives negative infinity, a
     * negative number NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void log10InPlace() {
        Native.log10InPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes {@code ln(1 + x)} of each element, accurate also near 0. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor log1p() {
        return Call.unary(Native::log1p, this);
    }

    /**
     * Computes {@code ln(1 + x)} of each element, accurate also near 0. Shapes: {@code [...] ->
     * [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void log1pInPlace() {
        Native.log1pInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Takes the reciprocal of the square root of each element: {@code 1 / sqrt(x)}. Shapes: {@code
     * [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor rsqrt() {
        return Call.unary(Native::rsqrt, this);
    }

    /**
     * Takes the reciprocal of the square root of each element: {@code 1 / sqrt(x)}. Shapes: {@code
     * [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void rsqrtInPlace() {
        Native.rsqrtInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Takes the reciprocal of each element: {@code 1 / x}. 0 gives an infinity. Shapes: {@code
     * [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor reciprocal() {
        return Call.unary(Native::reciprocal, this);
    }

    /**
     * Takes the reciprocal of each element: {@code 1 / x}. 0 gives an infinity. Shapes: {@code
     * [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void reciprocalInPlace() {
        Native.reciprocalInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Squares each element: {@code x^2}. Shapes: {@code [...] -> [...]}. Dtype: kept, but bool
     * gives int64; integers wrap around on overflow.
     *
     * @return a new tensor
     */
    public Tensor square() {
        return Call.unary(Native::square, this);
    }

    /**
     * Squares each element: {@code x^2}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is bool
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void squareInPlace() {
        Native.squareInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the sine of each element, an angle in radians: {@code sin(x)}. Shapes: {@code [...]
     * -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor sin() {
        return Call.unary(Native::sin, this);
    }

    /**
     * Computes the sine of each element, an angle in radians: {@code sin(x)}. Shapes: {@code [...]
     * -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void sinInPlace() {
        Native.sinInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the cosine of each element, an angle in radians: {@code cos(x)}. Shapes: {@code
     * [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor cos() {
        return Call.unary(Native::cos, this);
    }

    /**
     * Computes the cosine of each element, an angle in radians: {@code cos(x)}. Shapes: {@code
     * [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void cosInPlace() {
        Native.cosInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the tangent of each element, an angle in radians: {@code tan(x)}. Shapes: {@code
     * [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor tan() {
        return Call.unary(Native::tan, this);
    }

    /**
     * Computes the tangent of each element, an angle in radians: {@code tan(x)}. Shapes: {@code
     * [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void tanInPlace() {
        Native.tanInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the inverse sine of each element, an angle in radians: {@code asin(x)}. Elements
     * outside -1 to 1 give NaN. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor asin() {
        return Call.unary(Native::asin, this);
    }

    /**
     * Computes the inverse sine of each element, an angle in radians: {@code asin(x)}. Elements
     * outside -1 to 1 give NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void asinInPlace() {
        Native.asinInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the inverse cosine of each element, an angle in radians: {@code acos(x)}. Elements
     * outside -1 to 1 give NaN. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor acos() {
        return Call.unary(Native::acos, this);
    }

    /**
     * Computes the inverse cosine of each element, an angle in radians: {@code acos(x)}. Elements
     * outside -1 to 1 give NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void acosInPlace() {
        Native.acosInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the inverse tangent of each element, an angle in radians: {@code atan(x)}. Shapes:
     * {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor atan() {
        return Call.unary(Native::atan, this);
    }

    /**
     * Computes the inverse tangent of each element, an angle in radians: {@code atan(x)}. Shapes:
     * {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void atanInPlace() {
        Native.atanInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the hyperbolic sine of each element: {@code sinh(x)}. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor sinh() {
        return Call.unary(Native::sinh, this);
    }

    /**
     * Computes the hyperbolic sine of each element: {@code sinh(x)}. Shapes: {@code [...] ->
     * [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void sinhInPlace() {
        Native.sinhInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the hyperbolic cosine of each element: {@code cosh(x)}. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor cosh() {
        return Call.unary(Native::cosh, this);
    }

    /**
     * Computes the hyperbolic cosine of each element: {@code cosh(x)}. Shapes: {@code [...] ->
     * [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void coshInPlace() {
        Native.coshInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the inverse hyperbolic sine of each element: {@code asinh(x)}. Shapes: {@code [...]
     * -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor asinh() {
        return Call.unary(Native::asinh, this);
    }

    /**
     * Computes the inverse hyperbolic sine of each element: {@code asinh(x)}. Shapes: {@code [...]
     * -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void asinhInPlace() {
        Native.asinhInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the inverse hyperbolic cosine of each element: {@code acosh(x)}. Elements below 1
     * give NaN. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool
     * give float32.
     *
     * @return a new tensor
     */
    public Tensor acosh() {
        return Call.unary(Native::acosh, this);
    }

    /**
     * Computes the inverse hyperbolic cosine of each element: {@code acosh(x)}. Elements below 1
     * give NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void acoshInPlace() {
        Native.acoshInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the inverse hyperbolic tangent of each element: {@code atanh(x)}. Elements outside
     * -1 to 1 give NaN. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and
     * bool give float32.
     *
     * @return a new tensor
     */
    public Tensor atanh() {
        return Call.unary(Native::atanh, this);
    }

    /**
     * Computes the inverse hyperbolic tangent of each element: {@code atanh(x)}. Elements outside
     * -1 to 1 give NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void atanhInPlace() {
        Native.atanhInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the logarithm of the absolute value of the gamma function of each element: {@code
     * ln(|gamma(x)|)}. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and
     * bool give float32.
     *
     * @return a new tensor
     */
    public Tensor lgamma() {
        return Call.unary(Native::lgamma, this);
    }

    /**
     * Computes the logarithm of the absolute value of the gamma function of each element: {@code
     * ln(|gamma(x)|)}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void lgammaInPlace() {
        Native.lgammaInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the digamma function of each element, which is the derivative of {@code lgamma}.
     * Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor digamma() {
        return Call.unary(Native::digamma, this);
    }

    /**
     * Computes the digamma function of each element, which is the derivative of {@code lgamma}.
     * Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void digammaInPlace() {
        Native.digammaInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the logit of each element, the inverse of {@code sigmoid}: {@code ln(x / (1 - x))}.
     * Elements outside 0 to 1 give NaN. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is
     * kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor logit() {
        return Call.unary(Native::logit, this);
    }

    /**
     * Computes the logit of each element, the inverse of {@code sigmoid}: {@code ln(x / (1 - x))}.
     * Elements outside 0 to 1 give NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logitInPlace() {
        Native.logitInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Limits each element to the range from {@code eps} to {@code 1 - eps}, then computes the
     * logit: {@code ln(x / (1 - x))}. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @param eps the distance from 0 and 1 that the elements are limited to
     * @return a new tensor
     */
    public Tensor logit(double eps) {
        return Call.real(Native::logitEps, this, eps);
    }

    /**
     * Limits each element to the range from {@code eps} to {@code 1 - eps}, then computes the
     * logit: {@code ln(x / (1 - x))}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param eps the distance from 0 and 1 that the elements are limited to
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logitInPlace(double eps) {
        Native.logitEpsInPlace(handle, eps);
        KeepAlive.done(this);
    }

    /**
     * Takes the fractional part of each element: {@code x - trunc(x)}, with the sign of {@code x}.
     * Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public Tensor frac() {
        return Call.unary(Native::frac, this);
    }

    /**
     * Takes the fractional part of each element: {@code x - trunc(x)}, with the sign of {@code x}.
     * Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void fracInPlace() {
        Native.fracInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Rounds each element down to an integer: {@code floor(x)}. Shapes: {@code [...] -> [...]}.
     * Dtype: kept; integers are copied unchanged.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool
     */
    public Tensor floor() {
        return Call.unary(Native::floor, this);
    }

    /**
     * Rounds each element down to an integer: {@code floor(x)}. Shapes: {@code [...] -> [...]}.
     * Dtype: kept; integers stay as they are.
     *
     * @throws DTypeMismatchException if this tensor is bool
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void floorInPlace() {
        Native.floorInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Rounds each element up to an integer: {@code ceil(x)}. Shapes: {@code [...] -> [...]}. Dtype:
     * kept; integers are copied unchanged.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool
     */
    public Tensor ceil() {
        return Call.unary(Native::ceil, this);
    }

    /**
     * Rounds each element up to an integer: {@code ceil(x)}. Shapes: {@code [...] -> [...]}. Dtype:
     * kept; integers stay as they are.
     *
     * @throws DTypeMismatchException if this tensor is bool
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void ceilInPlace() {
        Native.ceilInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Rounds each element to the nearest integer; ties go to the even integer. Shapes: {@code [...]
     * -> [...]}. Dtype: kept; integers are copied unchanged.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool
     */
    public Tensor round() {
        return Call.unary(Native::round, this);
    }

    /**
     * Rounds each element to the nearest integer; ties go to the even integer. Shapes: {@code [...]
     * -> [...]}. Dtype: kept; integers stay as they are.
     *
     * @throws DTypeMismatchException if this tensor is bool
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void roundInPlace() {
        Native.roundInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Rounds each element toward 0 to an integer: {@code trunc(x)}. Shapes: {@code [...] -> [...]}.
     * Dtype: kept; integers are copied unchanged.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool
     */
    public Tensor trunc() {
        return Call.unary(Native::trunc, this);
    }

    /**
     * Rounds each element toward 0 to an integer: {@code trunc(x)}. Shapes: {@code [...] -> [...]}.
     * Dtype: kept; integers stay as they are.
     *
     * @throws DTypeMismatchException if this tensor is bool
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void truncInPlace() {
        Native.truncInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the sign of each element: -1, 0 or 1. NaN gives 0. Shapes: {@code [...] -> [...]}.
     * Dtype: kept.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool
     */
    public Tensor sign() {
        return Call.unary(Native::sign, this);
    }

    /**
     * Computes the sign of each element: -1, 0 or 1. NaN gives 0. Shapes: {@code [...] -> [...]}.
     * Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is bool
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void signInPlace() {
        Native.signInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Rounds each element to a number of decimal places; ties go to the even last digit. Integers
     * that are rounded to tens or more are computed as float64, in temporaries. Shapes: {@code
     * [...] -> [...]}. Dtype: kept.
     *
     * @param decimals the number of decimal places; a negative number rounds to tens, hundreds and
     *     so on
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool
     */
    public Tensor round(long decimals) {
        return Call.from(this, scope -> Native.roundDecimals(scope, handle, decimals));
    }

    /**
     * Rounds each element to a number of decimal places; ties go to the even last digit. Integers
     * that are rounded to tens or more are computed as float64, in temporaries. Shapes: {@code
     * [...] -> [...]}. Dtype: kept.
     *
     * @param decimals the number of decimal places; a negative number rounds to tens, hundreds and
     *     so on
     * @throws DTypeMismatchException if this tensor is bool
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void roundInPlace(long decimals) {
        Call.change(() -> Native.roundDecimalsInPlace(handle, decimals));
        KeepAlive.done(this);
    }

    /**
     * Replaces NaN by 0 and the infinities by the largest and the lowest finite number of the
     * dtype. Shapes: {@code [...] -> [...]}. Dtype: kept; integers and bool are copied unchanged.
     *
     * @return a new tensor
     */
    public Tensor nanToNum() {
        return Call.unary(Native::nanToNum, this);
    }

    /**
     * Replaces NaN by 0 and the infinities by the largest and the lowest finite number of the
     * dtype. Shapes: {@code [...] -> [...]}. Dtype: kept; integers and bool stay as they are.
     *
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void nanToNumInPlace() {
        Native.nanToNumInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Replaces NaN and the infinities by the given numbers. Shapes: {@code [...] -> [...]}. Dtype:
     * kept; integers and bool are copied unchanged.
     *
     * @param nan the replacement of NaN
     * @param posinf the replacement of infinity; infinity itself stands for the largest finite
     *     number of the dtype
     * @param neginf the replacement of negative infinity; negative infinity itself stands for the
     *     lowest finite number of the dtype
     * @return a new tensor
     */
    public Tensor nanToNum(double nan, double posinf, double neginf) {
        return Call.from(this, scope -> Native.nanToNumValues(scope, handle, nan, posinf, neginf));
    }

    /**
     * Replaces NaN and the infinities by the given numbers. Shapes: {@code [...] -> [...]}. Dtype:
     * kept; integers and bool stay as they are.
     *
     * @param nan the replacement of NaN
     * @param posinf the replacement of infinity; infinity itself stands for the largest finite
     *     number of the dtype
     * @param neginf the replacement of negative infinity; negative infinity itself stands for the
     *     lowest finite number of the dtype
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void nanToNumInPlace(double nan, double posinf, double neginf) {
        Call.change(() -> Native.nanToNumValuesInPlace(handle, nan, posinf, neginf));
        KeepAlive.done(this);
    }

    /**
     * Limits each element to the range between two numbers. If {@code min} is greater than {@code
     * max}, every element becomes {@code max}. The gradient is 1 strictly between the bounds and 0
     * elsewhere. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept. An integer dtype is
     * kept for integer bounds and becomes float32 for a fractional one; bool with a bound becomes
     * int64 or float32.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound; infinity for none
     * @return a new tensor
     * @throws InvalidArgumentException if a bound is out of range for the integer dtype
     */
    public Tensor clamp(double min, double max) {
        return Call.from(this, scope -> Native.clampScalar(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(min), Numbers.REAL, Double.doubleToRawLongBits(max)));
    }

    /**
     * Limits each element to the range between two numbers. If {@code min} is greater than {@code
     * max}, every element becomes {@code max}. The gradient is 1 strictly between the bounds and 0
     * elsewhere. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept. An integer dtype is
     * kept for integer bounds and becomes float32 for a fractional one; bool with a bound becomes
     * int64 or float32.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound; infinity for none
     * @return a new tensor
     * @throws InvalidArgumentException if a bound is out of range for the integer dtype
     */
    public Tensor clamp(long min, double max) {
        return Call.from(this, scope -> Native.clampScalar(scope, handle, Numbers.INTEGER, min, Numbers.REAL, Double.doubleToRawLongBits(max)));
    }

    /**
     * Limits each element to the range between two numbers. If {@code min} is greater than {@code
     * max}, every element becomes {@code max}. The gradient is 1 strictly between the bounds and 0
     * elsewhere. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept. An integer dtype is
     * kept for integer bounds and becomes float32 for a fractional one; bool with a bound becomes
     * int64 or float32.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound; infinity for none
     * @return a new tensor
     * @throws InvalidArgumentException if a bound is out of range for the integer dtype
     */
    public Tensor clamp(double min, long max) {
        return Call.from(this, scope -> Native.clampScalar(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(min), Numbers.INTEGER, max));
    }

    /**
     * Limits each element to the range between two numbers. If {@code min} is greater than {@code
     * max}, every element becomes {@code max}. The gradient is 1 strictly between the bounds and 0
     * elsewhere. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept. An integer dtype is
     * kept for integer bounds and becomes float32 for a fractional one; bool with a bound becomes
     * int64 or float32.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound; infinity for none
     * @return a new tensor
     * @throws InvalidArgumentException if a bound is out of range for the integer dtype
     */
    public Tensor clamp(long min, long max) {
        return Call.from(this, scope -> Native.clampScalar(scope, handle, Numbers.INTEGER, min, Numbers.INTEGER, max));
    }

    /**
     * Another name for {@code clamp}. Limits each element to the range between two numbers. If
     * {@code min} is greater than {@code max}, every element becomes {@code max}. The gradient is 1
     * strictly between the bounds and 0 elsewhere. Shapes: {@code [...] -> [...]}. Dtype: a float
     * dtype is kept. An integer dtype is kept for integer bounds and becomes float32 for a
     * fractional one; bool with a bound becomes int64 or float32.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound; infinity for none
     * @return a new tensor
     * @throws InvalidArgumentException if a bound is out of range for the integer dtype
     */
    public Tensor clip(double min, double max) {
        return Call.from(this, scope -> Native.clipScalar(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(min), Numbers.REAL, Double.doubleToRawLongBits(max)));
    }

    /**
     * Another name for {@code clamp}. Limits each element to the range between two numbers. If
     * {@code min} is greater than {@code max}, every element becomes {@code max}. The gradient is 1
     * strictly between the bounds and 0 elsewhere. Shapes: {@code [...] -> [...]}. Dtype: a float
     * dtype is kept. An integer dtype is kept for integer bounds and becomes float32 for a
     * fractional one; bool with a bound becomes int64 or float32.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound; infinity for none
     * @return a new tensor
     * @throws InvalidArgumentException if a bound is out of range for the integer dtype
     */
    public Tensor clip(long min, double max) {
        return Call.from(this, scope -> Native.clipScalar(scope, handle, Numbers.INTEGER, min, Numbers.REAL, Double.doubleToRawLongBits(max)));
    }

    /**
     * Another name for {@code clamp}. Limits each element to the range between two numbers. If
     * {@code min} is greater than {@code max}, every element becomes {@code max}. The gradient is 1
     * strictly between the bounds and 0 elsewhere. Shapes: {@code [...] -> [...]}. Dtype: a float
     * dtype is kept. An integer dtype is kept for integer bounds and becomes float32 for a
     * fractional one; bool with a bound becomes int64 or float32.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound; infinity for none
     * @return a new tensor
     * @throws InvalidArgumentException if a bound is out of range for the integer dtype
     */
    public Tensor clip(double min, long max) {
        return Call.from(this, scope -> Native.clipScalar(scope, handle, Numbers.REAL, Double.doubleToRawLongBits(min), Numbers.INTEGER, max));
    }

    /**
     * Another name for {@code clamp}. Limits each element to the range between two numbers. If
     * {@code min} is greater than {@code max}, every element becomes {@code max}. The gradient is 1
     * strictly between the bounds and 0 elsewhere. Shapes: {@code [...] -> [...]}. Dtype: a float
     * dtype is kept. An integer dtype is kept for integer bounds and becomes float32 for a
     * fractional one; bool with a bound becomes int64 or float32.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound; infinity for none
     * @return a new tensor
     * @throws InvalidArgumentException if a bound is out of range for the integer dtype
     */
    public Tensor clip(long min, long max) {
        return Call.from(this, scope -> Native.clipScalar(scope, handle, Numbers.INTEGER, min, Numbers.INTEGER, max));
    }

    /**
     * Limits each element to the range between two numbers. If {@code min} is greater than {@code
     * max}, every element becomes {@code max}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound; infinity for none
     * @throws DTypeMismatchException if this tensor has an integer dtype and a bound is fractional,
     *     or this tensor is bool and has a bound
     * @throws InvalidArgumentException if a bound is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void clampInPlace(double min, double max) {
        Call.change(() -> Native.clampScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(min), Numbers.REAL, Double.doubleToRawLongBits(max)));
        KeepAlive.done(this);
    }

    /**
     * Limits each element to the range between two numbers. If {@code min} is greater than {@code
     * max}, every element becomes {@code max}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound; infinity for none
     * @throws DTypeMismatchException if this tensor has an integer dtype and a bound is fractional,
     *     or this tensor is bool and has a bound
     * @throws InvalidArgumentException if a bound is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void clampInPlace(long min, double max) {
        Call.change(() -> Native.clampScalarInPlace(handle, Numbers.INTEGER, min, Numbers.REAL, Double.doubleToRawLongBits(max)));
        KeepAlive.done(this);
    }

    /**
     * Limits each element to the range between two numbers. If {@code min} is greater than {@code
     * max}, every element becomes {@code max}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound; infinity for none
     * @throws DTypeMismatchException if this tensor has an integer dtype and a bound is fractional,
     *     or this tensor is bool and has a bound
     * @throws InvalidArgumentException if a bound is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void clampInPlace(double min, long max) {
        Call.change(() -> Native.clampScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(min), Numbers.INTEGER, max));
        KeepAlive.done(this);
    }

    /**
     * Limits each element to the range between two numbers. If {@code min} is greater than {@code
     * max}, every element becomes {@code max}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param min the lower bound; negative infinity for none
     * @param max the upper bound; infinity for none
     * @throws DTypeMismatchException if this tensor has an integer dtype and a bound is fractional,
     *     or this tensor is bool and has a bound
     * @throws InvalidArgumentException if a bound is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     */
    public void clampInPlace(long min, long max) {
        Call.change(() -> Native.clampScalarInPlace(handle, Numbers.INTEGER, min, Numbers.INTEGER, max));
        KeepAlive.done(this);
    }

    /**
     * Limits each element to the range between the matching elements of two tensors. Where {@code
     * min} is greater than {@code max}, the result is {@code max}. At a tie the element and the
     * bound each get half of the gradient. Shapes: {@code [...], [...], [...] -> [...]}, broadcast.
     * Dtype: the promoted dtype of all operands.
     *
     * @param min the lower bounds, or none
     * @param max the upper bounds, or none
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if neither {@code min} nor {@code max} is given
     */
    public Tensor clamp(@Nullable Tensor min, @Nullable Tensor max) {
        Tensor result = Call.from(this, scope -> Native.clamp(scope, handle, min == null ? 0 : min.handle, max == null ? 0 : max.handle));
        KeepAlive.done(min, max);
        return result;
    }

    /**
     * Another name for {@code clamp}. Limits each element to the range between the matching
     * elements of two tensors. Where {@code min} is greater than {@code max}, the result is {@code
     * max}. At a tie the element and the bound each get half of the gradient. Shapes: {@code [...],
     * [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of all operands.
     *
     * @param min the lower bounds, or none
     * @param max the upper bounds, or none
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if neither {@code min} nor {@code max} is given
     */
    public Tensor clip(@Nullable Tensor min, @Nullable Tensor max) {
        Tensor result = Call.from(this, scope -> Native.clip(scope, handle, min == null ? 0 : min.handle, max == null ? 0 : max.handle));
        KeepAlive.done(min, max);
        return result;
    }

    /**
     * Limits each element to the range between the matching elements of two tensors. Where {@code
     * min} is greater than {@code max}, the result is {@code max}. Shapes: {@code min} and {@code
     * max} broadcast to the shape of this tensor, which stays. Dtype: kept; the result is converted
     * to it. The result is computed in temporaries first.
     *
     * @param min the lower bounds, or none
     * @param max the upper bounds, or none
     * @throws ShapeMismatchException if {@code min} and {@code max} do not broadcast to the shape
     *     of this tensor
     * @throws DTypeMismatchException if the result would be floating-point and this tensor is not,
     *     or this tensor is bool and the result is not
     * @throws InvalidArgumentException if neither {@code min} nor {@code max} is given, this tensor
     *     is recorded on a tape, or its elements overlap
     * @throws TensorException if {@code min} or {@code max} is recorded on a tape
     */
    public void clampInPlace(@Nullable Tensor min, @Nullable Tensor max) {
        Call.change(() -> Native.clampInPlace(handle, min == null ? 0 : min.handle, max == null ? 0 : max.handle));
        KeepAlive.done(this);
        KeepAlive.done(min, max);
    }

    /**
     * Divides each element by the matching element of {@code divisor} and rounds down to an
     * integer: {@code floor(x / y)}, like {@code //} in Python. It has no gradient. Shapes: {@code
     * [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both operands.
     *
     * @param divisor the divisors
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if both operands are bool
     * @throws InvalidArgumentException if the promoted dtype is an integer dtype and a divisor is 0
     * @throws TensorException if an operand is recorded on a tape
     */
    public Tensor floorDivide(Tensor divisor) {
        Objects.requireNonNull(divisor, "divisor");
        return Call.binary(Native::floorDivide, this, divisor);
    }

    /**
     * Divides each element by a number and rounds down to an integer: {@code floor(x / divisor)},
     * like {@code //} in Python. It has no gradient. Shapes: {@code [...] -> [...]}. Dtype: a float
     * dtype is kept. An integer dtype is kept for an integer number and becomes float32 for a
     * fractional one; bool becomes int64 or float32.
     *
     * @param divisor the divisor, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and the divisor is 0 or
     *     out of range for it
     * @throws TensorException if this tensor is recorded on a tape
     */
    public Tensor floorDivide(double divisor) {
        return Call.scalar(Native::floorDivideScalar, this, Numbers.REAL, Double.doubleToRawLongBits(divisor));
    }

    /**
     * Divides each element by a number and rounds down to an integer: {@code floor(x / divisor)},
     * like {@code //} in Python. It has no gradient. Shapes: {@code [...] -> [...]}. Dtype: a float
     * dtype is kept. An integer dtype is kept for an integer number and becomes float32 for a
     * fractional one; bool becomes int64 or float32.
     *
     * @param divisor the divisor, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and the divisor is 0 or
     *     out of range for it
     * @throws TensorException if this tensor is recorded on a tape
     */
    public Tensor floorDivide(long divisor) {
        return Call.scalar(Native::floorDivideScalar, this, Numbers.INTEGER, divisor);
    }

    /**
     * Divides a number by each element and rounds down to an integer: {@code floor(other / x)},
     * like {@code other // x} in Python. It has no gradient. Shapes: {@code [...] -> [...]}. Dtype:
     * a float dtype is kept. An integer dtype is kept for an integer number and becomes float32 for
     * a fractional one; bool becomes int64 or float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and an element is 0 or
     *     the number is out of range for it
     * @throws TensorException if this tensor is recorded on a tape
     */
    public Tensor rfloordiv(double other) {
        return Call.scalar(Native::rfloordivScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Divides a number by each element and rounds down to an integer: {@code floor(other / x)},
     * like {@code other // x} in Python. It has no gradient. Shapes: {@code [...] -> [...]}. Dtype:
     * a float dtype is kept. An integer dtype is kept for an integer number and becomes float32 for
     * a fractional one; bool becomes int64 or float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and an element is 0 or
     *     the number is out of range for it
     * @throws TensorException if this tensor is recorded on a tape
     */
    public Tensor rfloordiv(long other) {
        return Call.scalar(Native::rfloordivScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Divides each element by the matching element of {@code divisor} and rounds down to an
     * integer: {@code floor(x / y)}, like {@code //} in Python. Shapes: {@code divisor} broadcasts
     * to the shape of this tensor, which stays. Dtype: kept; the result is converted to it. A
     * temporary is used if {@code divisor} has another dtype, or overlaps this tensor elsewhere.
     *
     * @param divisor the divisors
     * @throws ShapeMismatchException if {@code divisor} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if the promoted dtype is floating-point and this tensor is
     *     not, or this tensor is bool
     * @throws InvalidArgumentException if the promoted dtype is an integer dtype and a divisor is
     *     0, this tensor is recorded on a tape, or its elements overlap
     * @throws TensorException if {@code divisor} is recorded on a tape
     */
    public void floorDivideInPlace(Tensor divisor) {
        Objects.requireNonNull(divisor, "divisor");
        Call.change(() -> Native.floorDivideInPlace(handle, divisor.handle));
        KeepAlive.done(this, divisor);
    }

    /**
     * Divides each element by a number and rounds down to an integer: {@code floor(x / divisor)},
     * like {@code //} in Python. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param divisor the divisor, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and the divisor is 0 or
     *     out of range for it, this tensor is recorded on a tape, or its elements overlap
     */
    public void floorDivideInPlace(double divisor) {
        Native.floorDivideScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(divisor));
        KeepAlive.done(this);
    }

    /**
     * Divides each element by a number and rounds down to an integer: {@code floor(x / divisor)},
     * like {@code //} in Python. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param divisor the divisor, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and the divisor is 0 or
     *     out of range for it, this tensor is recorded on a tape, or its elements overlap
     */
    public void floorDivideInPlace(long divisor) {
        Native.floorDivideScalarInPlace(handle, Numbers.INTEGER, divisor);
        KeepAlive.done(this);
    }

    /**
     * Divides a number by each element and rounds down to an integer: {@code floor(other / x)},
     * like {@code other // x} in Python. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and an element is 0 or
     *     the number is out of range for it, this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void rfloordivInPlace(double other) {
        Native.rfloordivScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Divides a number by each element and rounds down to an integer: {@code floor(other / x)},
     * like {@code other // x} in Python. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and an element is 0 or
     *     the number is out of range for it, this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void rfloordivInPlace(long other) {
        Native.rfloordivScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Computes the remainder of a division that rounds down: {@code x - y floor(x / y)}, like
     * {@code %} in Python. It has the sign of the divisor. Shapes: {@code [...], [...] -> [...]},
     * broadcast. Dtype: the promoted dtype of both operands.
     *
     * @param divisor the divisors
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if both operands are bool
     * @throws InvalidArgumentException if the promoted dtype is an integer dtype and a divisor is 0
     */
    public Tensor remainder(Tensor divisor) {
        Objects.requireNonNull(divisor, "divisor");
        return Call.binary(Native::remainder, this, divisor);
    }

    /**
     * Computes the remainder of a division that rounds down: {@code x - divisor floor(x /
     * divisor)}, like {@code %} in Python. It has the sign of the divisor. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool becomes int64 or float32.
     *
     * @param divisor the divisor, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and the divisor is 0 or
     *     out of range for it
     */
    public Tensor remainder(double divisor) {
        return Call.scalar(Native::remainderScalar, this, Numbers.REAL, Double.doubleToRawLongBits(divisor));
    }

    /**
     * Computes the remainder of a division that rounds down: {@code x - divisor floor(x /
     * divisor)}, like {@code %} in Python. It has the sign of the divisor. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool becomes int64 or float32.
     *
     * @param divisor the divisor, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and the divisor is 0 or
     *     out of range for it
     */
    public Tensor remainder(long divisor) {
        return Call.scalar(Native::remainderScalar, this, Numbers.INTEGER, divisor);
    }

    /**
     * Computes the remainder of a number divided by each element: {@code other - x floor(other /
     * x)}, like {@code other % x} in Python. It has the sign of the element. Shapes: {@code [...]
     * -> [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool becomes int64 or float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and an element is 0 or
     *     the number is out of range for it
     */
    public Tensor rmod(double other) {
        return Call.scalar(Native::rmodScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Computes the remainder of a number divided by each element: {@code other - x floor(other /
     * x)}, like {@code other % x} in Python. It has the sign of the element. Shapes: {@code [...]
     * -> [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an integer number and
     * becomes float32 for a fractional one; bool becomes int64 or float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and an element is 0 or
     *     the number is out of range for it
     */
    public Tensor rmod(long other) {
        return Call.scalar(Native::rmodScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Computes the remainder of a division that rounds down: {@code x - y floor(x / y)}, like
     * {@code %} in Python. It has the sign of the divisor. Shapes: {@code divisor} broadcasts to
     * the shape of this tensor, which stays. Dtype: kept; the result is converted to it. A
     * temporary is used if {@code divisor} has another dtype, or overlaps this tensor elsewhere.
     *
     * @param divisor the divisors
     * @throws ShapeMismatchException if {@code divisor} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if the promoted dtype is floating-point and this tensor is
     *     not, or this tensor is bool
     * @throws InvalidArgumentException if the promoted dtype is an integer dtype and a divisor is
     *     0, this tensor is recorded on a tape, or its elements overlap
     * @throws TensorException if {@code divisor} is recorded on a tape
     */
    public void remainderInPlace(Tensor divisor) {
        Objects.requireNonNull(divisor, "divisor");
        Call.change(() -> Native.remainderInPlace(handle, divisor.handle));
        KeepAlive.done(this, divisor);
    }

    /**
     * Computes the remainder of a division that rounds down: {@code x - divisor floor(x /
     * divisor)}, like {@code %} in Python. It has the sign of the divisor. Shapes: {@code [...] ->
     * [...]}. Dtype: kept.
     *
     * @param divisor the divisor, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and the divisor is 0 or
     *     out of range for it, this tensor is recorded on a tape, or its elements overlap
     */
    public void remainderInPlace(double divisor) {
        Native.remainderScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(divisor));
        KeepAlive.done(this);
    }

    /**
     * Computes the remainder of a division that rounds down: {@code x - divisor floor(x /
     * divisor)}, like {@code %} in Python. It has the sign of the divisor. Shapes: {@code [...] ->
     * [...]}. Dtype: kept.
     *
     * @param divisor the divisor, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and the divisor is 0 or
     *     out of range for it, this tensor is recorded on a tape, or its elements overlap
     */
    public void remainderInPlace(long divisor) {
        Native.remainderScalarInPlace(handle, Numbers.INTEGER, divisor);
        KeepAlive.done(this);
    }

    /**
     * Computes the remainder of a number divided by each element: {@code other - x floor(other /
     * x)}, like {@code other % x} in Python. It has the sign of the element. Shapes: {@code [...]
     * -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and an element is 0 or
     *     the number is out of range for it, this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void rmodInPlace(double other) {
        Native.rmodScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Computes the remainder of a number divided by each element: {@code other - x floor(other /
     * x)}, like {@code other % x} in Python. It has the sign of the element. Shapes: {@code [...]
     * -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and an element is 0 or
     *     the number is out of range for it, this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void rmodInPlace(long other) {
        Native.rmodScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Computes the remainder of a division that rounds toward 0: {@code x - y trunc(x / y)}, like
     * {@code %} in Java, C# and C. It has the sign of {@code x}. Shapes: {@code [...], [...] ->
     * [...]}, broadcast. Dtype: the promoted dtype of both operands.
     *
     * @param divisor the divisors
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if both operands are bool
     * @throws InvalidArgumentException if the promoted dtype is an integer dtype and a divisor is 0
     */
    public Tensor fmod(Tensor divisor) {
        Objects.requireNonNull(divisor, "divisor");
        return Call.binary(Native::fmod, this, divisor);
    }

    /**
     * Computes the remainder of a division that rounds toward 0: {@code x - divisor trunc(x /
     * divisor)}, like {@code %} in Java, C# and C. It has the sign of {@code x}. Shapes: {@code
     * [...] -> [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an integer number
     * and becomes float32 for a fractional one; bool becomes int64 or float32.
     *
     * @param divisor the divisor, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and the divisor is 0 or
     *     out of range for it
     */
    public Tensor fmod(double divisor) {
        return Call.scalar(Native::fmodScalar, this, Numbers.REAL, Double.doubleToRawLongBits(divisor));
    }

    /**
     * Computes the remainder of a division that rounds toward 0: {@code x - divisor trunc(x /
     * divisor)}, like {@code %} in Java, C# and C. It has the sign of {@code x}. Shapes: {@code
     * [...] -> [...]}. Dtype: a float dtype is kept. An integer dtype is kept for an integer number
     * and becomes float32 for a fractional one; bool becomes int64 or float32.
     *
     * @param divisor the divisor, the same for every element
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool and the number is a truth value
     * @throws InvalidArgumentException if the result has an integer dtype, and the divisor is 0 or
     *     out of range for it
     */
    public Tensor fmod(long divisor) {
        return Call.scalar(Native::fmodScalar, this, Numbers.INTEGER, divisor);
    }

    /**
     * Computes the remainder of a division that rounds toward 0: {@code x - y trunc(x / y)}, like
     * {@code %} in Java, C# and C. It has the sign of {@code x}. Shapes: {@code divisor} broadcasts
     * to the shape of this tensor, which stays. Dtype: kept; the result is converted to it. A
     * temporary is used if {@code divisor} has another dtype, or overlaps this tensor elsewhere.
     *
     * @param divisor the divisors
     * @throws ShapeMismatchException if {@code divisor} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if the promoted dtype is floating-point and this tensor is
     *     not, or this tensor is bool
     * @throws InvalidArgumentException if the promoted dtype is an integer dtype and a divisor is
     *     0, this tensor is recorded on a tape, or its elements overlap
     * @throws TensorException if {@code divisor} is recorded on a tape
     */
    public void fmodInPlace(Tensor divisor) {
        Objects.requireNonNull(divisor, "divisor");
        Call.change(() -> Native.fmodInPlace(handle, divisor.handle));
        KeepAlive.done(this, divisor);
    }

    /**
     * Computes the remainder of a division that rounds toward 0: {@code x - divisor trunc(x /
     * divisor)}, like {@code %} in Java, C# and C. It has the sign of {@code x}. Shapes: {@code
     * [...] -> [...]}. Dtype: kept.
     *
     * @param divisor the divisor, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and the divisor is 0 or
     *     out of range for it, this tensor is recorded on a tape, or its elements overlap
     */
    public void fmodInPlace(double divisor) {
        Native.fmodScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(divisor));
        KeepAlive.done(this);
    }

    /**
     * Computes the remainder of a division that rounds toward 0: {@code x - divisor trunc(x /
     * divisor)}, like {@code %} in Java, C# and C. It has the sign of {@code x}. Shapes: {@code
     * [...] -> [...]}. Dtype: kept.
     *
     * @param divisor the divisor, the same for every element
     * @throws DTypeMismatchException if this tensor has an integer dtype and the number is
     *     fractional, or this tensor is bool
     * @throws InvalidArgumentException if the result has an integer dtype, and the divisor is 0 or
     *     out of range for it, this tensor is recorded on a tape, or its elements overlap
     */
    public void fmodInPlace(long divisor) {
        Native.fmodScalarInPlace(handle, Numbers.INTEGER, divisor);
        KeepAlive.done(this);
    }

    /**
     * Computes the angle, in radians, of the point whose y coordinate is the element and whose x
     * coordinate is the matching element of {@code other}: {@code atan2(y, x)}. Shapes: {@code
     * [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both operands, or float32 if
     * that is not floating-point.
     *
     * @param other the x coordinates
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor atan2(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::atan2, this, other);
    }

    /**
     * Computes the angle, in radians, of the point whose y coordinate is the element and whose x
     * coordinate is a number: {@code atan2(y, other)}. Shapes: {@code [...] -> [...]}. Dtype: a
     * float dtype is kept; integers and bool give float32.
     *
     * @param other the x coordinate, the same for every element
     * @return a new tensor
     */
    public Tensor atan2(double other) {
        return Call.scalar(Native::atan2Scalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Computes the angle, in radians, of the point whose y coordinate is the element and whose x
     * coordinate is a number: {@code atan2(y, other)}. Shapes: {@code [...] -> [...]}. Dtype: a
     * float dtype is kept; integers and bool give float32.
     *
     * @param other the x coordinate, the same for every element
     * @return a new tensor
     */
    public Tensor atan2(long other) {
        return Call.scalar(Native::atan2Scalar, this, Numbers.INTEGER, other);
    }

    /**
     * Computes the angle, in radians, of the point whose x coordinate is the element and whose y
     * coordinate is a number: {@code atan2(other, x)}. Shapes: {@code [...] -> [...]}. Dtype: a
     * float dtype is kept; integers and bool give float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor ratan2(double other) {
        return Call.scalar(Native::ratan2Scalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Computes the angle, in radians, of the point whose x coordinate is the element and whose y
     * coordinate is a number: {@code atan2(other, x)}. Shapes: {@code [...] -> [...]}. Dtype: a
     * float dtype is kept; integers and bool give float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor ratan2(long other) {
        return Call.scalar(Native::ratan2Scalar, this, Numbers.INTEGER, other);
    }

    /**
     * Computes the angle, in radians, of the point whose y coordinate is the element and whose x
     * coordinate is the matching element of {@code other}: {@code atan2(y, x)}. Shapes: {@code
     * other} broadcasts to the shape of this tensor, which stays. Dtype: kept; the result is
     * converted to it. A temporary is used if {@code other} has another dtype, or overlaps this
     * tensor elsewhere.
     *
     * @param other the x coordinates
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void atan2InPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.atan2InPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Computes the angle, in radians, of the point whose y coordinate is the element and whose x
     * coordinate is a number: {@code atan2(y, other)}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the x coordinate, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void atan2InPlace(double other) {
        Native.atan2ScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Computes the angle, in radians, of the point whose y coordinate is the element and whose x
     * coordinate is a number: {@code atan2(y, other)}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the x coordinate, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void atan2InPlace(long other) {
        Native.atan2ScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Computes {@code sqrt(x^2 + y^2)} of matching elements without overflow in between. Shapes:
     * {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both operands, or
     * float32 if that is not floating-point.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor hypot(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::hypot, this, other);
    }

    /**
     * Computes {@code sqrt(x^2 + other^2)} of each element and a number without overflow in
     * between. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give
     * float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor hypot(double other) {
        return Call.scalar(Native::hypotScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Computes {@code sqrt(x^2 + other^2)} of each element and a number without overflow in
     * between. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give
     * float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor hypot(long other) {
        return Call.scalar(Native::hypotScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Computes {@code sqrt(x^2 + y^2)} of matching elements without overflow in between. Shapes:
     * {@code other} broadcasts to the shape of this tensor, which stays. Dtype: kept; the result is
     * converted to it. A temporary is used if {@code other} has another dtype, or overlaps this
     * tensor elsewhere.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void hypotInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.hypotInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Computes {@code sqrt(x^2 + other^2)} of each element and a number without overflow in
     * between. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void hypotInPlace(double other) {
        Native.hypotScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Computes {@code sqrt(x^2 + other^2)} of each element and a number without overflow in
     * between. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void hypotInPlace(long other) {
        Native.hypotScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Combines the absolute value of each element with the sign of the matching element of {@code
     * other}. Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both
     * operands, or float32 if that is not floating-point.
     *
     * @param other the elements whose signs are taken
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor copysign(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::copysign, this, other);
    }

    /**
     * Combines the absolute value of each element with the sign of a number. Shapes: {@code [...]
     * -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor copysign(double other) {
        return Call.scalar(Native::copysignScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Combines the absolute value of each element with the sign of a number. Shapes: {@code [...]
     * -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor copysign(long other) {
        return Call.scalar(Native::copysignScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Combines the absolute value of a number with the sign of each element. Shapes: {@code [...]
     * -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor rcopysign(double other) {
        return Call.scalar(Native::rcopysignScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Combines the absolute value of a number with the sign of each element. Shapes: {@code [...]
     * -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor rcopysign(long other) {
        return Call.scalar(Native::rcopysignScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Combines the absolute value of each element with the sign of the matching element of {@code
     * other}. Shapes: {@code other} broadcasts to the shape of this tensor, which stays. Dtype:
     * kept; the result is converted to it. A temporary is used if {@code other} has another dtype,
     * or overlaps this tensor elsewhere.
     *
     * @param other the elements whose signs are taken
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void copysignInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.copysignInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Combines the absolute value of each element with the sign of a number. Shapes: {@code [...]
     * -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void copysignInPlace(double other) {
        Native.copysignScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Combines the absolute value of each element with the sign of a number. Shapes: {@code [...]
     * -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void copysignInPlace(long other) {
        Native.copysignScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Computes {@code ln(exp(x) + exp(y))} of matching elements without overflow in between.
     * Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both operands,
     * or float32 if that is not floating-point.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor logaddexp(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::logaddexp, this, other);
    }

    /**
     * Computes {@code ln(exp(x) + exp(other))} of each element and a number without overflow in
     * between. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give
     * float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor logaddexp(double other) {
        return Call.scalar(Native::logaddexpScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Computes {@code ln(exp(x) + exp(other))} of each element and a number without overflow in
     * between. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give
     * float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor logaddexp(long other) {
        return Call.scalar(Native::logaddexpScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Computes {@code ln(exp(x) + exp(y))} of matching elements without overflow in between.
     * Shapes: {@code other} broadcasts to the shape of this tensor, which stays. Dtype: kept; the
     * result is converted to it. A temporary is used if {@code other} has another dtype, or
     * overlaps this tensor elsewhere.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void logaddexpInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.logaddexpInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Computes {@code ln(exp(x) + exp(other))} of each element and a number without overflow in
     * between. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logaddexpInPlace(double other) {
        Native.logaddexpScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Computes {@code ln(exp(x) + exp(other))} of each element and a number without overflow in
     * between. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logaddexpInPlace(long other) {
        Native.logaddexpScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Multiplies each element by the logarithm of the matching element of {@code other}: {@code x
     * ln(y)}. The result is 0 where {@code x} is 0 and {@code y} is not NaN. Shapes: {@code [...],
     * [...] -> [...]}, broadcast. Dtype: the promoted dtype of both operands, or float32 if that is
     * not floating-point.
     *
     * @param other the elements whose logarithms are taken
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor xlogy(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::xlogy, this, other);
    }

    /**
     * Multiplies each element by the logarithm of a number: {@code x ln(other)}. The result is 0
     * where {@code x} is 0 and the number is not NaN. Shapes: {@code [...] -> [...]}. Dtype: a
     * float dtype is kept; integers and bool give float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor xlogy(double other) {
        return Call.scalar(Native::xlogyScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Multiplies each element by the logarithm of a number: {@code x ln(other)}. The result is 0
     * where {@code x} is 0 and the number is not NaN. Shapes: {@code [...] -> [...]}. Dtype: a
     * float dtype is kept; integers and bool give float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor xlogy(long other) {
        return Call.scalar(Native::xlogyScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Multiplies each element by the logarithm of the matching element of {@code other}: {@code x
     * ln(y)}. The result is 0 where {@code x} is 0 and {@code y} is not NaN. Shapes: {@code other}
     * broadcasts to the shape of this tensor, which stays. Dtype: kept; the result is converted to
     * it. A temporary is used if {@code other} has another dtype, or overlaps this tensor
     * elsewhere.
     *
     * @param other the elements whose logarithms are taken
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void xlogyInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.xlogyInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Multiplies each element by the logarithm of a number: {@code x ln(other)}. The result is 0
     * where {@code x} is 0 and the number is not NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void xlogyInPlace(double other) {
        Native.xlogyScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Multiplies each element by the logarithm of a number: {@code x ln(other)}. The result is 0
     * where {@code x} is 0 and the number is not NaN. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void xlogyInPlace(long other) {
        Native.xlogyScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Interpolates linearly from each element to the matching element of {@code end}: {@code x +
     * weight (end - x)}. Shapes: {@code [...], [...], [...] -> [...]}, broadcast. Dtype: the
     * promoted dtype of all operands.
     *
     * @param end the elements that a weight of 1 gives
     * @param weight the weights
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if this tensor and {@code end} are bool
     */
    public Tensor lerp(Tensor end, Tensor weight) {
        Objects.requireNonNull(end, "end");
        Objects.requireNonNull(weight, "weight");
        Tensor result = Call.from(this, scope -> Native.lerp(scope, handle, end.handle, weight.handle));
        KeepAlive.done(end, weight);
        return result;
    }

    /**
     * Interpolates linearly from each element to the matching element of {@code end}: {@code x +
     * weight (end - x)}. Shapes: {@code end} and {@code weight} broadcast to the shape of this
     * tensor, which stays. Dtype: kept; the result is converted to it. The result is computed in
     * temporaries first.
     *
     * @param end the elements that a weight of 1 gives
     * @param weight the weights
     * @throws ShapeMismatchException if {@code end} and {@code weight} do not broadcast to the
     *     shape of this tensor
     * @throws DTypeMismatchException if the result would be floating-point and this tensor is not,
     *     or this tensor is bool and the result is not
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code end} or {@code weight} is recorded on a tape
     */
    public void lerpInPlace(Tensor end, Tensor weight) {
        Objects.requireNonNull(end, "end");
        Objects.requireNonNull(weight, "weight");
        Call.change(() -> Native.lerpInPlace(handle, end.handle, weight.handle));
        KeepAlive.done(this);
        KeepAlive.done(end, weight);
    }

    /**
     * Interpolates linearly from each element to the matching element of {@code end}: {@code x +
     * weight (end - x)}. Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted
     * dtype of both tensors; a fractional weight with integers gives float32.
     *
     * @param end the elements that a weight of 1 gives
     * @param weight the weight, the same for every element
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if the weight is out of range for the integer dtype
     * @throws DTypeMismatchException if this tensor and {@code end} are bool
     */
    public Tensor lerp(Tensor end, double weight) {
        Objects.requireNonNull(end, "end");
        Tensor result = Call.from(this, scope -> Native.lerpScalar(scope, handle, end.handle, Numbers.REAL, Double.doubleToRawLongBits(weight)));
        KeepAlive.done(end);
        return result;
    }

    /**
     * Interpolates linearly from each element to the matching element of {@code end}: {@code x +
     * weight (end - x)}. Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted
     * dtype of both tensors; a fractional weight with integers gives float32.
     *
     * @param end the elements that a weight of 1 gives
     * @param weight the weight, the same for every element
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if the weight is out of range for the integer dtype
     * @throws DTypeMismatchException if this tensor and {@code end} are bool
     */
    public Tensor lerp(Tensor end, long weight) {
        Objects.requireNonNull(end, "end");
        Tensor result = Call.from(this, scope -> Native.lerpScalar(scope, handle, end.handle, Numbers.INTEGER, weight));
        KeepAlive.done(end);
        return result;
    }

    /**
     * Interpolates linearly from each element to the matching element of {@code end}: {@code x +
     * weight (end - x)}. Shapes: {@code end} broadcasts to the shape of this tensor, which stays.
     * Dtype: kept; the result is converted to it. The result is computed in temporaries first.
     *
     * @param end the elements that a weight of 1 gives
     * @param weight the weight, the same for every element
     * @throws ShapeMismatchException if {@code end} does not broadcast to the shape of this tensor
     * @throws DTypeMismatchException if the result would be floating-point and this tensor is not,
     *     or this tensor is bool and the result is not
     * @throws InvalidArgumentException if the weight is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     * @throws TensorException if {@code end} is recorded on a tape
     */
    public void lerpInPlace(Tensor end, double weight) {
        Objects.requireNonNull(end, "end");
        Call.change(() -> Native.lerpScalarInPlace(handle, end.handle, Numbers.REAL, Double.doubleToRawLongBits(weight)));
        KeepAlive.done(this);
        KeepAlive.done(end);
    }

    /**
     * Interpolates linearly from each element to the matching element of {@code end}: {@code x +
     * weight (end - x)}. Shapes: {@code end} broadcasts to the shape of this tensor, which stays.
     * Dtype: kept; the result is converted to it. The result is computed in temporaries first.
     *
     * @param end the elements that a weight of 1 gives
     * @param weight the weight, the same for every element
     * @throws ShapeMismatchException if {@code end} does not broadcast to the shape of this tensor
     * @throws DTypeMismatchException if the result would be floating-point and this tensor is not,
     *     or this tensor is bool and the result is not
     * @throws InvalidArgumentException if the weight is out of range for the integer dtype, this
     *     tensor is recorded on a tape, or its elements overlap
     * @throws TensorException if {@code end} is recorded on a tape
     */
    public void lerpInPlace(Tensor end, long weight) {
        Objects.requireNonNull(end, "end");
        Call.change(() -> Native.lerpScalarInPlace(handle, end.handle, Numbers.INTEGER, weight));
        KeepAlive.done(this);
        KeepAlive.done(end);
    }

    /**
     * Adds a scaled product to each element: {@code x + value a b}. Shapes: {@code [...], [...],
     * [...] -> [...]}, broadcast. Dtype: the promoted dtype of all tensors; a fractional {@code
     * value} with integers gives float32.
     *
     * @param a the first factors
     * @param b the second factors
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if {@code value} is out of range for the integer dtype of
     *     the products
     */
    public Tensor addcmul(Tensor a, Tensor b) {
        return addcmul(a, b, 1);
    }

    /**
     * Adds a scaled product to each element: {@code x + value a b}. Shapes: {@code [...], [...],
     * [...] -> [...]}, broadcast. Dtype: the promoted dtype of all tensors; a fractional {@code
     * value} with integers gives float32.
     *
     * @param a the first factors
     * @param b the second factors
     * @param value the number that the products are multiplied by
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if {@code value} is out of range for the integer dtype of
     *     the products
     */
    public Tensor addcmul(Tensor a, Tensor b, double value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.addcmul(scope, handle, a.handle, b.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(a, b);
        return result;
    }

    /**
     * Adds a scaled product to each element: {@code x + value a b}. Shapes: {@code [...], [...],
     * [...] -> [...]}, broadcast. Dtype: the promoted dtype of all tensors; a fractional {@code
     * value} with integers gives float32.
     *
     * @param a the first factors
     * @param b the second factors
     * @param value the number that the products are multiplied by
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws InvalidArgumentException if {@code value} is out of range for the integer dtype of
     *     the products
     */
    public Tensor addcmul(Tensor a, Tensor b, long value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.addcmul(scope, handle, a.handle, b.handle, Numbers.INTEGER, value));
        KeepAlive.done(a, b);
        return result;
    }

    /**
     * Adds a scaled product to each element: {@code x + value a b}. Shapes: {@code a} and {@code b}
     * broadcast to the shape of this tensor, which stays. Dtype: kept; the result is converted to
     * it. The result is computed in temporaries first.
     *
     * @param a the first factors
     * @param b the second factors
     * @throws ShapeMismatchException if {@code a} and {@code b} do not broadcast to the shape of
     *     this tensor
     * @throws DTypeMismatchException if the result would be floating-point and this tensor is not,
     *     or this tensor is bool and the result is not
     * @throws InvalidArgumentException if {@code value} is out of range for the integer dtype of
     *     the products, this tensor is recorded on a tape, or its elements overlap
     * @throws TensorException if {@code a} or {@code b} is recorded on a tape
     */
    public void addcmulInPlace(Tensor a, Tensor b) {
        addcmulInPlace(a, b, 1);
    }

    /**
     * Adds a scaled product to each element: {@code x + value a b}. Shapes: {@code a} and {@code b}
     * broadcast to the shape of this tensor, which stays. Dtype: kept; the result is converted to
     * it. The result is computed in temporaries first.
     *
     * @param a the first factors
     * @param b the second factors
     * @param value the number that the products are multiplied by
     * @throws ShapeMismatchException if {@code a} and {@code b} do not broadcast to the shape of
     *     this tensor
     * @throws DTypeMismatchException if the result would be floating-point and this tensor is not,
     *     or this tensor is bool and the result is not
     * @throws InvalidArgumentException if {@code value} is out of range for the integer dtype of
     *     the products, this tensor is recorded on a tape, or its elements overlap
     * @throws TensorException if {@code a} or {@code b} is recorded on a tape
     */
    public void addcmulInPlace(Tensor a, Tensor b, double value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Call.change(() -> Native.addcmulInPlace(handle, a.handle, b.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(this);
        KeepAlive.done(a, b);
    }

    /**
     * Adds a scaled product to each element: {@code x + value a b}. Shapes: {@code a} and {@code b}
     * broadcast to the shape of this tensor, which stays. Dtype: kept; the result is converted to
     * it. The result is computed in temporaries first.
     *
     * @param a the first factors
     * @param b the second factors
     * @param value the number that the products are multiplied by
     * @throws ShapeMismatchException if {@code a} and {@code b} do not broadcast to the shape of
     *     this tensor
     * @throws DTypeMismatchException if the result would be floating-point and this tensor is not,
     *     or this tensor is bool and the result is not
     * @throws InvalidArgumentException if {@code value} is out of range for the integer dtype of
     *     the products, this tensor is recorded on a tape, or its elements overlap
     * @throws TensorException if {@code a} or {@code b} is recorded on a tape
     */
    public void addcmulInPlace(Tensor a, Tensor b, long value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Call.change(() -> Native.addcmulInPlace(handle, a.handle, b.handle, Numbers.INTEGER, value));
        KeepAlive.done(this);
        KeepAlive.done(a, b);
    }

    /**
     * Adds a scaled quotient to each element: {@code x + value a / b}. Shapes: {@code [...], [...],
     * [...] -> [...]}, broadcast. Dtype: the promoted dtype of all tensors, or float32 if that is
     * not floating-point.
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
     * Adds a scaled quotient to each element: {@code x + value a / b}. Shapes: {@code [...], [...],
     * [...] -> [...]}, broadcast. Dtype: the promoted dtype of all tensors, or float32 if that is
     * not floating-point.
     *
     * @param a the dividends
     * @param b the divisors
     * @param value the number that the quotients are multiplied by
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
     * Adds a scaled quotient to each element: {@code x + value a / b}. Shapes: {@code [...], [...],
     * [...] -> [...]}, broadcast. Dtype: the promoted dtype of all tensors, or float32 if that is
     * not floating-point.
     *
     * @param a the dividends
     * @param b the divisors
     * @param value the number that the quotients are multiplied by
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
     * Adds a scaled quotient to each element: {@code x + value a / b}. Shapes: {@code a} and {@code
     * b} broadcast to the shape of this tensor, which stays. Dtype: kept; the result is converted
     * to it. The result is computed in temporaries first.
     *
     * @param a the dividends
     * @param b the divisors
     * @throws ShapeMismatchException if {@code a} and {@code b} do not broadcast to the shape of
     *     this tensor
     * @throws DTypeMismatchException if the result would be floating-point and this tensor is not,
     *     or this tensor is bool and the result is not
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code a} or {@code b} is recorded on a tape
     */
    public void addcdivInPlace(Tensor a, Tensor b) {
        addcdivInPlace(a, b, 1);
    }

    /**
     * Adds a scaled quotient to each element: {@code x + value a / b}. Shapes: {@code a} and {@code
     * b} broadcast to the shape of this tensor, which stays. Dtype: kept; the result is converted
     * to it. The result is computed in temporaries first.
     *
     * @param a the dividends
     * @param b the divisors
     * @param value the number that the quotients are multiplied by
     * @throws ShapeMismatchException if {@code a} and {@code b} do not broadcast to the shape of
     *     this tensor
     * @throws DTypeMismatchException if the result would be floating-point and this tensor is not,
     *     or this tensor is bool and the result is not
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code a} or {@code b} is recorded on a tape
     */
    public void addcdivInPlace(Tensor a, Tensor b, double value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Call.change(() -> Native.addcdivInPlace(handle, a.handle, b.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(this);
        KeepAlive.done(a, b);
    }

    /**
     * Adds a scaled quotient to each element: {@code x + value a / b}. Shapes: {@code a} and {@code
     * b} broadcast to the shape of this tensor, which stays. Dtype: kept; the result is converted
     * to it. The result is computed in temporaries first.
     *
     * @param a the dividends
     * @param b the divisors
     * @param value the number that the quotients are multiplied by
     * @throws ShapeMismatchException if {@code a} and {@code b} do not broadcast to the shape of
     *     this tensor
     * @throws DTypeMismatchException if the result would be floating-point and this tensor is not,
     *     or this tensor is bool and the result is not
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code a} or {@code b} is recorded on a tape
     */
    public void addcdivInPlace(Tensor a, Tensor b, long value) {
        Objects.requireNonNull(a, "a");
        Objects.requireNonNull(b, "b");
        Call.change(() -> Native.addcdivInPlace(handle, a.handle, b.handle, Numbers.INTEGER, value));
        KeepAlive.done(this);
        KeepAlive.done(a, b);
    }

    /**
     * Tests whether matching elements are nearly equal: {@code |x - y| <= atol + rtol |y|},
     * computed in float64. Equal infinities are close. Shapes: {@code [...], [...] -> [...]},
     * broadcast. Dtype: bool; operands of any dtype.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor isclose(Tensor other) {
        return isclose(other, 1e-5, 1e-8, false);
    }

    /**
     * Tests whether matching elements are nearly equal: {@code |x - y| <= atol + rtol |y|},
     * computed in float64. Equal infinities are close. Shapes: {@code [...], [...] -> [...]},
     * broadcast. Dtype: bool; operands of any dtype.
     *
     * @param other the second operand
     * @param rtol the relative tolerance
     * @param atol the absolute tolerance
     * @param equalNan whether two NaNs count as close
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
     * Tests whether all matching elements are nearly equal: {@code |x - y| <= atol + rtol |y|},
     * computed in float64. Equal infinities are close. Shapes: {@code [...], [...] ->} one truth
     * value; the operands broadcast and may have any dtype.
     *
     * @param other the second operand
     * @return the answer
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public boolean allclose(Tensor other) {
        return allclose(other, 1e-5, 1e-8, false);
    }

    /**
     * Tests whether all matching elements are nearly equal: {@code |x - y| <= atol + rtol |y|},
     * computed in float64. Equal infinities are close. Shapes: {@code [...], [...] ->} one truth
     * value; the operands broadcast and may have any dtype.
     *
     * @param other the second operand
     * @param rtol the relative tolerance
     * @param atol the absolute tolerance
     * @param equalNan whether two NaNs count as close
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
     * Tests whether both tensors have the same shape and equal elements. NaN equals nothing.
     * Shapes: any; different shapes give false. Elements of different dtypes are compared in their
     * promoted dtype.
     *
     * @param other the second operand
     * @return the answer
     */
    public boolean equal(Tensor other) {
        Objects.requireNonNull(other, "other");
        boolean answer = KeepAlive.value(Native.equal(handle, other.handle), this);
        KeepAlive.done(other);
        return answer;
    }

    /**
     * Computes the next representable number after each element in the direction of the matching
     * element of {@code other}. It has no gradient. Shapes: {@code [...], [...] -> [...]},
     * broadcast. Dtype: the promoted dtype of both operands, or float32 if that is not
     * floating-point.
     *
     * @param other the elements to go toward; an equal element gives that element of {@code other}
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws TensorException if an operand is recorded on a tape
     */
    public Tensor nextafter(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::nextafter, this, other);
    }

    /**
     * Computes the next representable number after each element in the direction of a number. It
     * has no gradient. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and
     * bool give float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws TensorException if this tensor is recorded on a tape
     */
    public Tensor nextafter(double other) {
        return Call.scalar(Native::nextafterScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Computes the next representable number after each element in the direction of a number. It
     * has no gradient. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and
     * bool give float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws TensorException if this tensor is recorded on a tape
     */
    public Tensor nextafter(long other) {
        return Call.scalar(Native::nextafterScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Computes the next representable number after a number in the direction of each element. It
     * has no gradient. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and
     * bool give float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws TensorException if this tensor is recorded on a tape
     */
    public Tensor rnextafter(double other) {
        return Call.scalar(Native::rnextafterScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Computes the next representable number after a number in the direction of each element. It
     * has no gradient. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and
     * bool give float32.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws TensorException if this tensor is recorded on a tape
     */
    public Tensor rnextafter(long other) {
        return Call.scalar(Native::rnextafterScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Computes the next representable number after each element in the direction of the matching
     * element of {@code other}. Shapes: {@code other} broadcasts to the shape of this tensor, which
     * stays. Dtype: kept; the result is converted to it. A temporary is used if {@code other} has
     * another dtype, or overlaps this tensor elsewhere.
     *
     * @param other the elements to go toward; an equal element gives that element of {@code other}
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void nextafterInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.nextafterInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Computes the next representable number after each element in the direction of a number.
     * Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void nextafterInPlace(double other) {
        Native.nextafterScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Computes the next representable number after each element in the direction of a number.
     * Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void nextafterInPlace(long other) {
        Native.nextafterScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Copies the tensor: {@code +x}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is bool
     */
    public Tensor positive() {
        return Call.unary(Native::positive, this);
    }

    /**
     * Computes the SiLU (swish) activation of each element: {@code x sigmoid(x)}. Shapes: {@code
     * [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor silu() {
        return Call.unary(Native::silu, this);
    }

    /**
     * Computes the SiLU (swish) activation of each element: {@code x sigmoid(x)}. Shapes: {@code
     * [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void siluInPlace() {
        Native.siluInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the Mish activation of each element: {@code x tanh(softplus(x))}. Shapes: {@code
     * [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor mish() {
        return Call.unary(Native::mish, this);
    }

    /**
     * Computes the Mish activation of each element: {@code x tanh(softplus(x))}. Shapes: {@code
     * [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void mishInPlace() {
        Native.mishInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the SELU activation of each element: {@code 1.0507 x} if {@code x > 0}, else {@code
     * 1.0507 * 1.6733 (exp(x) - 1)} (Klambauer et al., "Self-normalizing neural networks", 2017;
     * the constants are given there with all digits). Shapes: {@code [...] -> [...]}. Dtype: a
     * float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor selu() {
        return Call.unary(Native::selu, this);
    }

    /**
     * Computes the SELU activation of each element: {@code 1.0507 x} if {@code x > 0}, else {@code
     * 1.0507 * 1.6733 (exp(x) - 1)} (Klambauer et al., "Self-normalizing neural networks", 2017;
     * the constants are given there with all digits). Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void seluInPlace() {
        Native.seluInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the softsign activation of each element: {@code x / (1 + |x|)}. Shapes: {@code [...]
     * -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor softsign() {
        return Call.unary(Native::softsign, this);
    }

    /**
     * Computes the softsign activation of each element: {@code x / (1 + |x|)}. Shapes: {@code [...]
     * -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void softsignInPlace() {
        Native.softsignInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the hard sigmoid of each element, a piecewise linear sigmoid: {@code min(max(x + 3,
     * 0), 6) / 6}. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool
     * give float32.
     *
     * @return a new tensor
     */
    public Tensor hardsigmoid() {
        return Call.unary(Native::hardsigmoid, this);
    }

    /**
     * Computes the hard sigmoid of each element, a piecewise linear sigmoid: {@code min(max(x + 3,
     * 0), 6) / 6}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void hardsigmoidInPlace() {
        Native.hardsigmoidInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the hard swish activation of each element: {@code x min(max(x + 3, 0), 6) / 6}.
     * Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor hardswish() {
        return Call.unary(Native::hardswish, this);
    }

    /**
     * Computes the hard swish activation of each element: {@code x min(max(x + 3, 0), 6) / 6}.
     * Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void hardswishInPlace() {
        Native.hardswishInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Computes the logarithm of the sigmoid of each element: {@code -ln(1 + exp(-x))}, without
     * overflow. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and bool
     * give float32.
     *
     * @return a new tensor
     */
    public Tensor logSigmoid() {
        return Call.unary(Native::logSigmoid, this);
    }

    /**
     * Computes the logarithm of the sigmoid of each element: {@code -ln(1 + exp(-x))}, without
     * overflow. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logSigmoidInPlace() {
        Native.logSigmoidInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Limits each element to the range 0 to 6: {@code min(max(x, 0), 6)}. Shapes: {@code [...] ->
     * [...]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor relu6() {
        return Call.unary(Native::relu6, this);
    }

    /**
     * Limits each element to the range 0 to 6: {@code min(max(x, 0), 6)}. Shapes: {@code [...] ->
     * [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void relu6InPlace() {
        Native.relu6InPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Multiplies negative elements by a small slope: {@code x} if {@code x > 0}, else {@code
     * negative_slope x}. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and
     * bool give float32.
     *
     * @return a new tensor
     */
    public Tensor leakyRelu() {
        return leakyRelu(0.01);
    }

    /**
     * Multiplies negative elements by a small slope: {@code x} if {@code x > 0}, else {@code
     * negative_slope x}. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and
     * bool give float32.
     *
     * @param negativeSlope the factor for negative elements
     * @return a new tensor
     */
    public Tensor leakyRelu(double negativeSlope) {
        return Call.real(Native::leakyRelu, this, negativeSlope);
    }

    /**
     * Multiplies negative elements by a small slope: {@code x} if {@code x > 0}, else {@code
     * negative_slope x}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void leakyReluInPlace() {
        leakyReluInPlace(0.01);
    }

    /**
     * Multiplies negative elements by a small slope: {@code x} if {@code x > 0}, else {@code
     * negative_slope x}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param negativeSlope the factor for negative elements
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void leakyReluInPlace(double negativeSlope) {
        Native.leakyReluInPlace(handle, negativeSlope);
        KeepAlive.done(this);
    }

    /**
     * Computes the ELU activation of each element: {@code x} if {@code x > 0}, else {@code alpha
     * (exp(x) - 1)}. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and
     * bool give float32.
     *
     * @return a new tensor
     */
    public Tensor elu() {
        return elu(1);
    }

    /**
     * Computes the ELU activation of each element: {@code x} if {@code x > 0}, else {@code alpha
     * (exp(x) - 1)}. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers and
     * bool give float32.
     *
     * @param alpha the scale of the negative part, which tends to {@code -alpha}
     * @return a new tensor
     */
    public Tensor elu(double alpha) {
        return Call.real(Native::elu, this, alpha);
    }

    /**
     * Computes the ELU activation of each element: {@code x} if {@code x > 0}, else {@code alpha
     * (exp(x) - 1)}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void eluInPlace() {
        eluInPlace(1);
    }

    /**
     * Computes the ELU activation of each element: {@code x} if {@code x > 0}, else {@code alpha
     * (exp(x) - 1)}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param alpha the scale of the negative part, which tends to {@code -alpha}
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void eluInPlace(double alpha) {
        Native.eluInPlace(handle, alpha);
        KeepAlive.done(this);
    }

    /**
     * Computes the CELU activation of each element: {@code x} if {@code x > 0}, else {@code alpha
     * (exp(x / alpha) - 1)}. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers
     * and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor celu() {
        return celu(1);
    }

    /**
     * Computes the CELU activation of each element: {@code x} if {@code x > 0}, else {@code alpha
     * (exp(x / alpha) - 1)}. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept; integers
     * and bool give float32.
     *
     * @param alpha the scale of the negative part, which tends to {@code -alpha}
     * @return a new tensor
     */
    public Tensor celu(double alpha) {
        return Call.real(Native::celu, this, alpha);
    }

    /**
     * Computes the CELU activation of each element: {@code x} if {@code x > 0}, else {@code alpha
     * (exp(x / alpha) - 1)}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void celuInPlace() {
        celuInPlace(1);
    }

    /**
     * Computes the CELU activation of each element: {@code x} if {@code x > 0}, else {@code alpha
     * (exp(x / alpha) - 1)}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param alpha the scale of the negative part, which tends to {@code -alpha}
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void celuInPlace(double alpha) {
        Native.celuInPlace(handle, alpha);
        KeepAlive.done(this);
    }

    /**
     * Limits each element to the range from {@code min} to {@code max}. If {@code min} is greater
     * than {@code max}, every element becomes {@code max}. The gradient is 1 strictly between the
     * bounds and 0 elsewhere. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @return a new tensor
     */
    public Tensor hardtanh() {
        return hardtanh(-1, 1);
    }

    /**
     * Limits each element to the range from {@code min} to {@code max}. If {@code min} is greater
     * than {@code max}, every element becomes {@code max}. The gradient is 1 strictly between the
     * bounds and 0 elsewhere. Shapes: {@code [...] -> [...]}. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @param min the lower bound
     * @param max the upper bound
     * @return a new tensor
     */
    public Tensor hardtanh(double min, double max) {
        return Call.from(this, scope -> Native.hardtanh(scope, handle, min, max));
    }

    /**
     * Limits each element to the range from {@code min} to {@code max}. If {@code min} is greater
     * than {@code max}, every element becomes {@code max}. Shapes: {@code [...] -> [...]}. Dtype:
     * kept.
     *
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void hardtanhInPlace() {
        hardtanhInPlace(-1, 1);
    }

    /**
     * Limits each element to the range from {@code min} to {@code max}. If {@code min} is greater
     * than {@code max}, every element becomes {@code max}. Shapes: {@code [...] -> [...]}. Dtype:
     * kept.
     *
     * @param min the lower bound
     * @param max the upper bound
     * @throws DTypeMismatchException if this tensor is not floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void hardtanhInPlace(double min, double max) {
        Call.change(() -> Native.hardtanhInPlace(handle, min, max));
        KeepAlive.done(this);
    }

    /**
     * Tests whether both elements are nonzero: {@code x != 0 and y != 0}. NaN counts as nonzero.
     * Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: bool; operands of any dtype.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor logicalAnd(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::logicalAnd, this, other);
    }

    /**
     * Tests whether each element and a number are both nonzero: {@code x != 0 and other != 0}. NaN
     * counts as nonzero. Shapes: {@code [...] -> [...]}. Dtype: bool; an operand of any dtype.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor logicalAnd(double other) {
        return Call.scalar(Native::logicalAndScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Tests whether each element and a number are both nonzero: {@code x != 0 and other != 0}. NaN
     * counts as nonzero. Shapes: {@code [...] -> [...]}. Dtype: bool; an operand of any dtype.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor logicalAnd(long other) {
        return Call.scalar(Native::logicalAndScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Tests whether each element and a number are both nonzero: {@code x != 0 and other != 0}. NaN
     * counts as nonzero. Shapes: {@code [...] -> [...]}. Dtype: bool; an operand of any dtype.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor logicalAnd(boolean other) {
        return Call.scalar(Native::logicalAndScalar, this, Numbers.TRUTH, other ? 1 : 0);
    }

    /**
     * Tests whether both elements are nonzero: {@code x != 0 and y != 0}. NaN counts as nonzero.
     * Shapes: {@code other} broadcasts to the shape of this tensor, which stays. Dtype: kept; true
     * becomes 1 and false 0. Temporaries are used unless both tensors are bool.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void logicalAndInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.logicalAndInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Tests whether each element and a number are both nonzero: {@code x != 0 and other != 0}. NaN
     * counts as nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept; true becomes 1 and false 0.
     * Temporaries are used unless this tensor is bool.
     *
     * @param other the number, the same for every element
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logicalAndInPlace(double other) {
        Native.logicalAndScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Tests whether each element and a number are both nonzero: {@code x != 0 and other != 0}. NaN
     * counts as nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept; true becomes 1 and false 0.
     * Temporaries are used unless this tensor is bool.
     *
     * @param other the number, the same for every element
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logicalAndInPlace(long other) {
        Native.logicalAndScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Tests whether each element and a number are both nonzero: {@code x != 0 and other != 0}. NaN
     * counts as nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept; true becomes 1 and false 0.
     * Temporaries are used unless this tensor is bool.
     *
     * @param other the number, the same for every element
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logicalAndInPlace(boolean other) {
        Native.logicalAndScalarInPlace(handle, Numbers.TRUTH, other ? 1 : 0);
        KeepAlive.done(this);
    }

    /**
     * Tests whether at least one of two elements is nonzero: {@code x != 0 or y != 0}. NaN counts
     * as nonzero. Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: bool; operands of any
     * dtype.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor logicalOr(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::logicalOr, this, other);
    }

    /**
     * Tests whether each element or a number is nonzero: {@code x != 0 or other != 0}. NaN counts
     * as nonzero. Shapes: {@code [...] -> [...]}. Dtype: bool; an operand of any dtype.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor logicalOr(double other) {
        return Call.scalar(Native::logicalOrScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Tests whether each element or a number is nonzero: {@code x != 0 or other != 0}. NaN counts
     * as nonzero. Shapes: {@code [...] -> [...]}. Dtype: bool; an operand of any dtype.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor logicalOr(long other) {
        return Call.scalar(Native::logicalOrScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Tests whether each element or a number is nonzero: {@code x != 0 or other != 0}. NaN counts
     * as nonzero. Shapes: {@code [...] -> [...]}. Dtype: bool; an operand of any dtype.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor logicalOr(boolean other) {
        return Call.scalar(Native::logicalOrScalar, this, Numbers.TRUTH, other ? 1 : 0);
    }

    /**
     * Tests whether at least one of two elements is nonzero: {@code x != 0 or y != 0}. NaN counts
     * as nonzero. Shapes: {@code other} broadcasts to the shape of this tensor, which stays. Dtype:
     * kept; true becomes 1 and false 0. Temporaries are used unless both tensors are bool.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void logicalOrInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.logicalOrInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Tests whether each element or a number is nonzero: {@code x != 0 or other != 0}. NaN counts
     * as nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept; true becomes 1 and false 0.
     * Temporaries are used unless this tensor is bool.
     *
     * @param other the number, the same for every element
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logicalOrInPlace(double other) {
        Native.logicalOrScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Tests whether each element or a number is nonzero: {@code x != 0 or other != 0}. NaN counts
     * as nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept; true becomes 1 and false 0.
     * Temporaries are used unless this tensor is bool.
     *
     * @param other the number, the same for every element
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logicalOrInPlace(long other) {
        Native.logicalOrScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Tests whether each element or a number is nonzero: {@code x != 0 or other != 0}. NaN counts
     * as nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept; true becomes 1 and false 0.
     * Temporaries are used unless this tensor is bool.
     *
     * @param other the number, the same for every element
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logicalOrInPlace(boolean other) {
        Native.logicalOrScalarInPlace(handle, Numbers.TRUTH, other ? 1 : 0);
        KeepAlive.done(this);
    }

    /**
     * Tests whether exactly one of two elements is nonzero: {@code (x != 0) != (y != 0)}. NaN
     * counts as nonzero. Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: bool; operands of
     * any dtype.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor logicalXor(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::logicalXor, this, other);
    }

    /**
     * Tests whether each element or a number is nonzero, but not both: {@code (x != 0) != (other !=
     * 0)}. NaN counts as nonzero. Shapes: {@code [...] -> [...]}. Dtype: bool; an operand of any
     * dtype.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor logicalXor(double other) {
        return Call.scalar(Native::logicalXorScalar, this, Numbers.REAL, Double.doubleToRawLongBits(other));
    }

    /**
     * Tests whether each element or a number is nonzero, but not both: {@code (x != 0) != (other !=
     * 0)}. NaN counts as nonzero. Shapes: {@code [...] -> [...]}. Dtype: bool; an operand of any
     * dtype.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor logicalXor(long other) {
        return Call.scalar(Native::logicalXorScalar, this, Numbers.INTEGER, other);
    }

    /**
     * Tests whether each element or a number is nonzero, but not both: {@code (x != 0) != (other !=
     * 0)}. NaN counts as nonzero. Shapes: {@code [...] -> [...]}. Dtype: bool; an operand of any
     * dtype.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     */
    public Tensor logicalXor(boolean other) {
        return Call.scalar(Native::logicalXorScalar, this, Numbers.TRUTH, other ? 1 : 0);
    }

    /**
     * Tests whether exactly one of two elements is nonzero: {@code (x != 0) != (y != 0)}. NaN
     * counts as nonzero. Shapes: {@code other} broadcasts to the shape of this tensor, which stays.
     * Dtype: kept; true becomes 1 and false 0. Temporaries are used unless both tensors are bool.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void logicalXorInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.logicalXorInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Tests whether each element or a number is nonzero, but not both: {@code (x != 0) != (other !=
     * 0)}. NaN counts as nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept; true becomes 1 and
     * false 0. Temporaries are used unless this tensor is bool.
     *
     * @param other the number, the same for every element
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logicalXorInPlace(double other) {
        Native.logicalXorScalarInPlace(handle, Numbers.REAL, Double.doubleToRawLongBits(other));
        KeepAlive.done(this);
    }

    /**
     * Tests whether each element or a number is nonzero, but not both: {@code (x != 0) != (other !=
     * 0)}. NaN counts as nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept; true becomes 1 and
     * false 0. Temporaries are used unless this tensor is bool.
     *
     * @param other the number, the same for every element
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logicalXorInPlace(long other) {
        Native.logicalXorScalarInPlace(handle, Numbers.INTEGER, other);
        KeepAlive.done(this);
    }

    /**
     * Tests whether each element or a number is nonzero, but not both: {@code (x != 0) != (other !=
     * 0)}. NaN counts as nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept; true becomes 1 and
     * false 0. Temporaries are used unless this tensor is bool.
     *
     * @param other the number, the same for every element
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logicalXorInPlace(boolean other) {
        Native.logicalXorScalarInPlace(handle, Numbers.TRUTH, other ? 1 : 0);
        KeepAlive.done(this);
    }

    /**
     * Tests whether each element is zero: {@code x == 0}. NaN counts as nonzero. Shapes: {@code
     * [...] -> [...]}. Dtype: bool; an operand of any dtype.
     *
     * @return a new tensor
     */
    public Tensor logicalNot() {
        return Call.unary(Native::logicalNot, this);
    }

    /**
     * Tests whether each element is zero: {@code x == 0}. NaN counts as nonzero. Shapes: {@code
     * [...] -> [...]}. Dtype: kept; true becomes 1 and false 0. Temporaries are used unless this
     * tensor is bool.
     *
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void logicalNotInPlace() {
        Native.logicalNotInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Tests whether each element is NaN. Integers and bool give false. Shapes: {@code [...] ->
     * [...]}. Dtype: bool; an operand of any dtype.
     *
     * @return a new tensor
     */
    public Tensor isnan() {
        return Call.unary(Native::isnan, this);
    }

    /**
     * Tests whether each element is infinity or negative infinity. Integers and bool give false.
     * Shapes: {@code [...] -> [...]}. Dtype: bool; an operand of any dtype.
     *
     * @return a new tensor
     */
    public Tensor isinf() {
        return Call.unary(Native::isinf, this);
    }

    /**
     * Tests whether each element is neither NaN nor infinite. Integers and bool give true. Shapes:
     * {@code [...] -> [...]}. Dtype: bool; an operand of any dtype.
     *
     * @return a new tensor
     */
    public Tensor isfinite() {
        return Call.unary(Native::isfinite, this);
    }

    /**
     * Tests whether the sign bit of each element is set. It is set for -0.0 and for some NaNs; for
     * an integer it is set if the integer is negative. Shapes: {@code [...] -> [...]}. Dtype: bool;
     * an operand of any dtype.
     *
     * @return a new tensor
     */
    public Tensor signbit() {
        return Call.unary(Native::signbit, this);
    }

    /**
     * Computes the bitwise AND of matching elements: {@code x & y}. For bool it is the logical AND.
     * Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both operands,
     * which are integers or bool.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if an operand is floating-point
     */
    public Tensor bitwiseAnd(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::bitwiseAnd, this, other);
    }

    /**
     * Computes the bitwise AND of each element and a number: {@code x & other}. For bool it is the
     * logical AND. Shapes: {@code [...] -> [...]}. Dtype: kept; an integer dtype or bool.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the dtype; bool holds 0
     *     and 1
     * @throws DTypeMismatchException if this tensor is floating-point
     */
    public Tensor bitwiseAnd(long other) {
        return Call.from(this, scope -> Native.bitwiseAndScalar(scope, handle, other));
    }

    /**
     * Computes the bitwise AND of matching elements: {@code x & y}. For bool it is the logical AND.
     * Shapes: {@code other} broadcasts to the shape of this tensor, which stays. Dtype: kept; the
     * result is converted to it. A temporary is used if {@code other} has another dtype, or
     * overlaps this tensor elsewhere.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if an operand is floating-point, or this tensor is bool and
     *     {@code other} is not
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void bitwiseAndInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.bitwiseAndInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Computes the bitwise AND of each element and a number: {@code x & other}. For bool it is the
     * logical AND. Shapes: {@code [...] -> [...]}. Dtype: kept; an integer dtype or bool.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is floating-point
     * @throws InvalidArgumentException if the number is out of range for the dtype; bool holds 0
     *     and 1, this tensor is recorded on a tape, or its elements overlap
     */
    public void bitwiseAndInPlace(long other) {
        Call.change(() -> Native.bitwiseAndScalarInPlace(handle, other));
        KeepAlive.done(this);
    }

    /**
     * Computes the bitwise OR of matching elements: {@code x | y}. For bool it is the logical OR.
     * Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both operands,
     * which are integers or bool.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if an operand is floating-point
     */
    public Tensor bitwiseOr(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::bitwiseOr, this, other);
    }

    /**
     * Computes the bitwise OR of each element and a number: {@code x | other}. For bool it is the
     * logical OR. Shapes: {@code [...] -> [...]}. Dtype: kept; an integer dtype or bool.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the dtype; bool holds 0
     *     and 1
     * @throws DTypeMismatchException if this tensor is floating-point
     */
    public Tensor bitwiseOr(long other) {
        return Call.from(this, scope -> Native.bitwiseOrScalar(scope, handle, other));
    }

    /**
     * Computes the bitwise OR of matching elements: {@code x | y}. For bool it is the logical OR.
     * Shapes: {@code other} broadcasts to the shape of this tensor, which stays. Dtype: kept; the
     * result is converted to it. A temporary is used if {@code other} has another dtype, or
     * overlaps this tensor elsewhere.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if an operand is floating-point, or this tensor is bool and
     *     {@code other} is not
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void bitwiseOrInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.bitwiseOrInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Computes the bitwise OR of each element and a number: {@code x | other}. For bool it is the
     * logical OR. Shapes: {@code [...] -> [...]}. Dtype: kept; an integer dtype or bool.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is floating-point
     * @throws InvalidArgumentException if the number is out of range for the dtype; bool holds 0
     *     and 1, this tensor is recorded on a tape, or its elements overlap
     */
    public void bitwiseOrInPlace(long other) {
        Call.change(() -> Native.bitwiseOrScalarInPlace(handle, other));
        KeepAlive.done(this);
    }

    /**
     * Computes the bitwise XOR of matching elements: {@code x ^ y}. For bool it is the logical XOR.
     * Shapes: {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both operands,
     * which are integers or bool.
     *
     * @param other the second operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if an operand is floating-point
     */
    public Tensor bitwiseXor(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::bitwiseXor, this, other);
    }

    /**
     * Computes the bitwise XOR of each element and a number: {@code x ^ other}. For bool it is the
     * logical XOR. Shapes: {@code [...] -> [...]}. Dtype: kept; an integer dtype or bool.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the dtype; bool holds 0
     *     and 1
     * @throws DTypeMismatchException if this tensor is floating-point
     */
    public Tensor bitwiseXor(long other) {
        return Call.from(this, scope -> Native.bitwiseXorScalar(scope, handle, other));
    }

    /**
     * Computes the bitwise XOR of matching elements: {@code x ^ y}. For bool it is the logical XOR.
     * Shapes: {@code other} broadcasts to the shape of this tensor, which stays. Dtype: kept; the
     * result is converted to it. A temporary is used if {@code other} has another dtype, or
     * overlaps this tensor elsewhere.
     *
     * @param other the second operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if an operand is floating-point, or this tensor is bool and
     *     {@code other} is not
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void bitwiseXorInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.bitwiseXorInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Computes the bitwise XOR of each element and a number: {@code x ^ other}. For bool it is the
     * logical XOR. Shapes: {@code [...] -> [...]}. Dtype: kept; an integer dtype or bool.
     *
     * @param other the number, the same for every element
     * @throws DTypeMismatchException if this tensor is floating-point
     * @throws InvalidArgumentException if the number is out of range for the dtype; bool holds 0
     *     and 1, this tensor is recorded on a tape, or its elements overlap
     */
    public void bitwiseXorInPlace(long other) {
        Call.change(() -> Native.bitwiseXorScalarInPlace(handle, other));
        KeepAlive.done(this);
    }

    /**
     * Inverts every bit of each element: {@code ~x}. For bool it is the logical NOT. The array API
     * calls it {@code bitwise_invert}. Shapes: {@code [...] -> [...]}. Dtype: kept; an integer
     * dtype or bool.
     *
     * @return a new tensor
     * @throws DTypeMismatchException if this tensor is floating-point
     */
    public Tensor bitwiseNot() {
        return Call.unary(Native::bitwiseNot, this);
    }

    /**
     * Inverts every bit of each element: {@code ~x}. For bool it is the logical NOT. The array API
     * calls it {@code bitwise_invert}. Shapes: {@code [...] -> [...]}. Dtype: kept; an integer
     * dtype or bool.
     *
     * @throws DTypeMismatchException if this tensor is floating-point
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void bitwiseNotInPlace() {
        Native.bitwiseNotInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Shifts the bits of each element to the left by the matching element of {@code other}: {@code
     * x << y}. A distance that is negative or not less than the number of bits gives 0. Shapes:
     * {@code [...], [...] -> [...]}, broadcast. Dtype: the promoted dtype of both operands, which
     * are integers or bool.
     *
     * @param other the distances
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if an operand is floating-point, or both are bool
     */
    public Tensor bitwiseLeftShift(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::bitwiseLeftShift, this, other);
    }

    /**
     * Shifts the bits of each element to the left by a number: {@code x << other}. A distance that
     * is negative or not less than the number of bits gives 0. Shapes: {@code [...] -> [...]}.
     * Dtype: kept; an integer dtype.
     *
     * @param other the distance, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the dtype
     * @throws DTypeMismatchException if this tensor is floating-point or bool
     */
    public Tensor bitwiseLeftShift(long other) {
        return Call.from(this, scope -> Native.bitwiseLeftShiftScalar(scope, handle, other));
    }

    /**
     * Shifts the bits of a number to the left by each element: {@code other << x}. An element that
     * is negative or not less than the number of bits gives 0. Shapes: {@code [...] -> [...]}.
     * Dtype: kept; an integer dtype.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the dtype
     * @throws DTypeMismatchException if this tensor is floating-point or bool
     */
    public Tensor rlshift(long other) {
        return Call.from(this, scope -> Native.rlshiftScalar(scope, handle, other));
    }

    /**
     * Shifts the bits of each element to the left by the matching element of {@code other}: {@code
     * x << y}. A distance that is negative or not less than the number of bits gives 0. Shapes:
     * {@code other} broadcasts to the shape of this tensor, which stays. Dtype: kept; the result is
     * converted to it. A temporary is used if {@code other} has another dtype, or overlaps this
     * tensor elsewhere.
     *
     * @param other the distances
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if an operand is floating-point, or this tensor is bool
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void bitwiseLeftShiftInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.bitwiseLeftShiftInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Shifts the bits of each element to the left by a number: {@code x << other}. A distance that
     * is negative or not less than the number of bits gives 0. Shapes: {@code [...] -> [...]}.
     * Dtype: kept; an integer dtype.
     *
     * @param other the distance, the same for every element
     * @throws DTypeMismatchException if this tensor is floating-point or bool
     * @throws InvalidArgumentException if the number is out of range for the dtype, this tensor is
     *     recorded on a tape, or its elements overlap
     */
    public void bitwiseLeftShiftInPlace(long other) {
        Call.change(() -> Native.bitwiseLeftShiftScalarInPlace(handle, other));
        KeepAlive.done(this);
    }

    /**
     * Shifts the bits of each element to the right by the matching element of {@code other},
     * keeping the sign: {@code x >> y}. A distance that is negative or not less than the number of
     * bits gives 0, or -1 for a negative element. Shapes: {@code [...], [...] -> [...]}, broadcast.
     * Dtype: the promoted dtype of both operands, which are integers or bool.
     *
     * @param other the distances
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if an operand is floating-point, or both are bool
     */
    public Tensor bitwiseRightShift(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::bitwiseRightShift, this, other);
    }

    /**
     * Shifts the bits of each element to the right by a number, keeping the sign: {@code x >>
     * other}. A distance that is negative or not less than the number of bits gives 0, or -1 for a
     * negative element. Shapes: {@code [...] -> [...]}. Dtype: kept; an integer dtype.
     *
     * @param other the distance, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the dtype
     * @throws DTypeMismatchException if this tensor is floating-point or bool
     */
    public Tensor bitwiseRightShift(long other) {
        return Call.from(this, scope -> Native.bitwiseRightShiftScalar(scope, handle, other));
    }

    /**
     * Shifts the bits of a number to the right by each element, keeping the sign: {@code other >>
     * x}. An element that is negative or not less than the number of bits gives 0, or -1 for a
     * negative number. Shapes: {@code [...] -> [...]}. Dtype: kept; an integer dtype.
     *
     * @param other the number, the same for every element
     * @return a new tensor
     * @throws InvalidArgumentException if the number is out of range for the dtype
     * @throws DTypeMismatchException if this tensor is floating-point or bool
     */
    public Tensor rrshift(long other) {
        return Call.from(this, scope -> Native.rrshiftScalar(scope, handle, other));
    }

    /**
     * Shifts the bits of each element to the right by the matching element of {@code other},
     * keeping the sign: {@code x >> y}. A distance that is negative or not less than the number of
     * bits gives 0, or -1 for a negative element. Shapes: {@code other} broadcasts to the shape of
     * this tensor, which stays. Dtype: kept; the result is converted to it. A temporary is used if
     * {@code other} has another dtype, or overlaps this tensor elsewhere.
     *
     * @param other the distances
     * @throws ShapeMismatchException if {@code other} does not broadcast to the shape of this
     *     tensor
     * @throws DTypeMismatchException if an operand is floating-point, or this tensor is bool
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     * @throws TensorException if {@code other} is recorded on a tape
     */
    public void bitwiseRightShiftInPlace(Tensor other) {
        Objects.requireNonNull(other, "other");
        Call.change(() -> Native.bitwiseRightShiftInPlace(handle, other.handle));
        KeepAlive.done(this, other);
    }

    /**
     * Shifts the bits of each element to the right by a number, keeping the sign: {@code x >>
     * other}. A distance that is negative or not less than the number of bits gives 0, or -1 for a
     * negative element. Shapes: {@code [...] -> [...]}. Dtype: kept; an integer dtype.
     *
     * @param other the distance, the same for every element
     * @throws DTypeMismatchException if this tensor is floating-point or bool
     * @throws InvalidArgumentException if the number is out of range for the dtype, this tensor is
     *     recorded on a tape, or its elements overlap
     */
    public void bitwiseRightShiftInPlace(long other) {
        Call.change(() -> Native.bitwiseRightShiftScalarInPlace(handle, other));
        KeepAlive.done(this);
    }

    /**
     * Returns the part that an index in Python's notation selects: {@code "1:-1, ..., 0"}. A number
     * selects one index of an axis and removes the axis; {@code ^1} counts from the end, 1 being
     * the last; {@code 1:5:2} selects the indices from 1 to before 5 in steps of 2; {@code ...}
     * stands for the axes in between; {@code None} adds an axis of size 1. Shapes: {@code [m, n] ->
     * [k]} for {@code "2, 1:4"} with {@code k = 3}, for example; axes that are not named stay
     * whole. The dtype is kept. The result is a view; with a negative step, as in {@code ::-1}, it
     * is a copy, because strides are never negative.
     *
     * @param index the parts of the index, separated by commas
     * @return a new tensor
     * @throws InvalidArgumentException if the text is not an index, names more axes than this
     *     tensor has, has a step of 0, or an index is out of range, or the result would have more
     *     than 8 axes
     */
    public Tensor get(String index) {
        Objects.requireNonNull(index, "index");
        return Call.from(this, scope -> Native.get(scope, handle, index));
    }

    /**
     * Writes a tensor into the part that an index in Python's notation selects. The value is
     * broadcast, and converted to the dtype of this tensor. Shapes: the value broadcasts to the
     * shape that {@code get} would return, its leading axes of size 1 aside. The shape and dtype of
     * this tensor stay.
     *
     * @param index as in {@code get}, negative steps included; empty for the whole tensor
     * @param value the tensor to write
     * @throws InvalidArgumentException if the text is not an index, names more axes than this
     *     tensor has, has a step of 0, or an index is out of range, or this tensor is recorded on a
     *     tape or its elements overlap (after {@code expand} or {@code unfold})
     * @throws ShapeMismatchException if the value does not broadcast to the selected part
     * @throws DTypeMismatchException if the value is floating-point and this tensor is not
     * @throws TensorException if the value is recorded on a tape
     */
    public void set(String index, Tensor value) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(value, "value");
        Call.change(() -> Native.set(handle, index, value.handle));
        KeepAlive.done(this);
        KeepAlive.done(value);
    }

    /**
     * Writes a number into every element of the part that an index in Python's notation selects.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param index as in {@code get}, negative steps included; empty for the whole tensor
     * @param value the number to write
     * @throws InvalidArgumentException if the text is not an index, names more axes than this
     *     tensor has, has a step of 0, or an index is out of range, the number is out of range for
     *     an integer dtype, or this tensor is recorded on a tape or its elements overlap (after
     *     {@code expand} or {@code unfold})
     */
    public void set(String index, double value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.setScalar(handle, index, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part that an index in Python's notation selects.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param index as in {@code get}, negative steps included; empty for the whole tensor
     * @param value the number to write
     * @throws InvalidArgumentException if the text is not an index, names more axes than this
     *     tensor has, has a step of 0, or an index is out of range, the number is out of range for
     *     an integer dtype, or this tensor is recorded on a tape or its elements overlap (after
     *     {@code expand} or {@code unfold})
     */
    public void set(String index, long value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.setScalar(handle, index, Numbers.INTEGER, value));
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part that an index in Python's notation selects.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param index as in {@code get}, negative steps included; empty for the whole tensor
     * @param value the number to write
     * @throws InvalidArgumentException if the text is not an index, names more axes than this
     *     tensor has, has a step of 0, or an index is out of range, the number is out of range for
     *     an integer dtype, or this tensor is recorded on a tape or its elements overlap (after
     *     {@code expand} or {@code unfold})
     */
    public void set(String index, boolean value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.setScalar(handle, index, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(this);
    }

    /**
     * Takes one element for each element of {@code index}: along {@code axis} at the position that
     * the index names, along the other axes at the index's own position. For rows of a matrix
     * ({@code axis} 1): {@code result[i][j] = this[i][index[i][j]]}. Shapes: this tensor and {@code
     * index} have the same number of axes, at least 1; along the axes other than {@code axis},
     * {@code index} is not longer than this tensor. The result has the shape of {@code index}. The
     * dtype is kept.
     *
     * @param axis the axis to gather along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range
     * @throws ShapeMismatchException if {@code index} has a different number of axes, or is longer
     *     than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public Tensor gather(long axis, Tensor index) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.gather(scope, handle, axis, index.handle));
        KeepAlive.done(index);
        return result;
    }

    /**
     * Takes elements along an axis at the positions in {@code index}, as {@code gather} does, but
     * the other axes broadcast. Without an axis, both tensors are flattened first. Shapes: with an
     * axis, this tensor and {@code index} have the same number of axes and broadcast along all axes
     * except that one; the result has the broadcast shape, with the size of {@code index} along the
     * axis. Without an axis the result is {@code [N]} for an index of {@code N} elements. The dtype
     * is kept.
     *
     * @param index integer positions along the axis; negative values count from its end
     * @param axes one axis, or none; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis or a position is out of range, or more than one
     *     axis is given
     * @throws ShapeMismatchException if {@code index} has a different number of axes, or does not
     *     broadcast
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public Tensor takeAlongDim(Tensor index, long[] axes) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(axes, "axes");
        Tensor result = Call.from(this, scope -> Native.takeAlongDim(scope, handle, index.handle, axes));
        KeepAlive.done(index);
        return result;
    }

    /**
     * Takes elements of the flattened tensor, whose order is row-major: {@code result[i] =
     * this.flatten()[index[i]]}. Shapes: any; the result has the shape of {@code index}. The dtype
     * is kept.
     *
     * @param index integer positions in the flattened tensor; negative values count from its end
     * @return a new tensor
     * @throws InvalidArgumentException if a position is out of range
     * @throws DTypeMismatchException if {@code index} is floating-point
     */
    public Tensor take(Tensor index) {
        Objects.requireNonNull(index, "index");
        return Call.binary(Native::take, this, index);
    }

    /**
     * Advanced indexing, as {@code this[indices]} in NumPy and PyTorch. Each integer tensor in
     * {@code indices} selects positions along one of the first axes; the index tensors broadcast to
     * each other, and their common shape replaces those axes. A bool tensor is a mask: it selects
     * the positions where it is true, and covers as many axes as it has. A single bool covers no
     * axis; it adds a new one, of size 1 if it is true and 0 if it is false. Shapes: {@code [n1,
     * ..., nk, ...] -> [common shape, ...]} for {@code k} indexed axes. The dtype is kept.
     *
     * @param indices integer tensors, in which negative values count from the end, or bool masks;
     *     at least one
     * @return a new tensor
     * @throws InvalidArgumentException if a position is out of range, there are no indices, they
     *     cover more axes than this tensor has, or the result would have more than 8 axes
     * @throws ShapeMismatchException if the indices do not broadcast, or the shape of a mask
     *     differs from that of its axes (a mask may have size 0 along any of them)
     * @throws DTypeMismatchException if an index is floating-point
     */
    public Tensor index(Tensor[] indices) {
        Arguments.notNull("indices", indices);
        Tensor result = Call.from(this, scope -> Native.index(scope, handle, Call.handles(indices)));
        KeepAlive.done(indices);
        return result;
    }

    /**
     * Returns a copy in which the elements of {@code source} are written to the positions that
     * {@code index} names along {@code axis}; along the other axes an element keeps its own
     * position. If several elements go to one position, the last one in row-major order stays. For
     * rows of a matrix ({@code axis} 1): {@code result[i][index[i][j]] = source[i][j]}. Shapes:
     * this tensor, {@code index} and {@code source} have the same number of axes, at least 1;
     * {@code index} is not longer than {@code source}, nor longer than this tensor except along
     * {@code axis}. The result has the shape and dtype of this tensor.
     *
     * @param axis the axis to scatter along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the elements to write, of the same dtype as this tensor
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range
     * @throws ShapeMismatchException if the numbers of axes differ, or {@code index} is longer than
     *     {@code source}, or longer than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type, or {@code source}
     *     has a different dtype
     */
    public Tensor scatter(long axis, Tensor index, Tensor source) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Tensor result = Call.from(this, scope -> Native.scatter(scope, handle, axis, index.handle, source.handle));
        KeepAlive.done(index, source);
        return result;
    }

    /**
     * Returns a copy in which {@code value} is written to the positions that {@code index} names
     * along {@code axis}. For rows of a matrix ({@code axis} 1): {@code result[i][index[i][j]] =
     * value}. Shapes: this tensor and {@code index} have the same number of axes, at least 1;
     * {@code index} is not longer than this tensor except along {@code axis}. The result has the
     * shape and dtype of this tensor.
     *
     * @param axis the axis to scatter along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param value the number to write
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, or the number
     *     is out of range for an integer dtype
     * @throws ShapeMismatchException if {@code index} has a different number of axes, or is longer
     *     than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public Tensor scatter(long axis, Tensor index, double value) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.scatterScalar(scope, handle, axis, index.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(index);
        return result;
    }

    /**
     * Returns a copy in which {@code value} is written to the positions that {@code index} names
     * along {@code axis}. For rows of a matrix ({@code axis} 1): {@code result[i][index[i][j]] =
     * value}. Shapes: this tensor and {@code index} have the same number of axes, at least 1;
     * {@code index} is not longer than this tensor except along {@code axis}. The result has the
     * shape and dtype of this tensor.
     *
     * @param axis the axis to scatter along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param value the number to write
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, or the number
     *     is out of range for an integer dtype
     * @throws ShapeMismatchException if {@code index} has a different number of axes, or is longer
     *     than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public Tensor scatter(long axis, Tensor index, long value) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.scatterScalar(scope, handle, axis, index.handle, Numbers.INTEGER, value));
        KeepAlive.done(index);
        return result;
    }

    /**
     * Returns a copy in which {@code value} is written to the positions that {@code index} names
     * along {@code axis}. For rows of a matrix ({@code axis} 1): {@code result[i][index[i][j]] =
     * value}. Shapes: this tensor and {@code index} have the same number of axes, at least 1;
     * {@code index} is not longer than this tensor except along {@code axis}. The result has the
     * shape and dtype of this tensor.
     *
     * @param axis the axis to scatter along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param value the number to write
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, or the number
     *     is out of range for an integer dtype
     * @throws ShapeMismatchException if {@code index} has a different number of axes, or is longer
     *     than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public Tensor scatter(long axis, Tensor index, boolean value) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.scatterScalar(scope, handle, axis, index.handle, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(index);
        return result;
    }

    /**
     * Returns a copy in which the elements of {@code source} are added at the positions that {@code
     * index} names along {@code axis}. Several elements that go to one position are added in
     * row-major order. For rows of a matrix ({@code axis} 1): {@code result[i][index[i][j]] +=
     * source[i][j]}. Shapes: this tensor, {@code index} and {@code source} have the same number of
     * axes, at least 1; {@code index} is not longer than {@code source}, nor longer than this
     * tensor except along {@code axis}. The result has the shape and dtype of this tensor; integers
     * wrap around, and the sum of bools is their logical or.
     *
     * @param axis the axis to scatter along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the elements to add, of the same dtype as this tensor
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range
     * @throws ShapeMismatchException if the numbers of axes differ, or {@code index} is longer than
     *     {@code source}, or longer than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type, or {@code source}
     *     has a different dtype
     */
    public Tensor scatterAdd(long axis, Tensor index, Tensor source) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Tensor result = Call.from(this, scope -> Native.scatterAdd(scope, handle, axis, index.handle, source.handle));
        KeepAlive.done(index, source);
        return result;
    }

    /**
     * Returns a copy in which the elements of {@code source} are combined at the positions that
     * {@code index} names along {@code axis}: their sum, product, mean, maximum or minimum.
     * Positions that the index does not name keep their elements. Shapes: this tensor, {@code
     * index} and {@code source} have the same number of axes, at least 1; {@code index} is not
     * longer than {@code source}, nor longer than this tensor except along {@code axis}. The result
     * has the shape and dtype of this tensor; integers wrap around, and the sum and product of
     * bools are their logical or and and.
     *
     * @param axis the axis to scatter along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the elements to combine, of the same dtype as this tensor
     * @param reduce how elements are combined
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range
     * @throws ShapeMismatchException if the numbers of axes differ, or {@code index} is longer than
     *     {@code source}, or longer than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type, {@code source} has
     *     a different dtype, or the mean is asked of integers or bools
     */
    public Tensor scatterReduce(long axis, Tensor index, Tensor source, ScatterReduce reduce) {
        return scatterReduce(axis, index, source, reduce, true);
    }

    /**
     * Returns a copy in which the elements of {@code source} are combined at the positions that
     * {@code index} names along {@code axis}: their sum, product, mean, maximum or minimum.
     * Positions that the index does not name keep their elements. Shapes: this tensor, {@code
     * index} and {@code source} have the same number of axes, at least 1; {@code index} is not
     * longer than {@code source}, nor longer than this tensor except along {@code axis}. The result
     * has the shape and dtype of this tensor; integers wrap around, and the sum and product of
     * bools are their logical or and and.
     *
     * @param axis the axis to scatter along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the elements to combine, of the same dtype as this tensor
     * @param reduce how elements are combined
     * @param includeSelf whether the element of this tensor at a position is combined too
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range
     * @throws ShapeMismatchException if the numbers of axes differ, or {@code index} is longer than
     *     {@code source}, or longer than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type, {@code source} has
     *     a different dtype, or the mean is asked of integers or bools
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
     * Returns a copy in which slices of {@code source}, multiplied by {@code alpha}, are added to
     * the slices that {@code index} names along {@code axis}. If a slice is named several times,
     * all are added, in the order of the index. Shapes: this tensor is {@code [..., n, ...]},
     * {@code index} is {@code [K]}, and {@code source} is {@code [..., K, ...]}, with the sizes of
     * this tensor along all axes except {@code axis}. The result has the shape and dtype of this
     * tensor; integers wrap around.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the slices to add, of the same dtype as this tensor
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, or {@code
     *     alpha} is out of range for an integer dtype
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis, or {@code
     *     source} has a different shape
     * @throws DTypeMismatchException if {@code index} is not of an integer type, {@code source} has
     *     a different dtype, or {@code alpha} is a fraction and the elements are integers
     */
    public Tensor indexAdd(long axis, Tensor index, Tensor source) {
        return indexAdd(axis, index, source, 1);
    }

    /**
     * Returns a copy in which slices of {@code source}, multiplied by {@code alpha}, are added to
     * the slices that {@code index} names along {@code axis}. If a slice is named several times,
     * all are added, in the order of the index. Shapes: this tensor is {@code [..., n, ...]},
     * {@code index} is {@code [K]}, and {@code source} is {@code [..., K, ...]}, with the sizes of
     * this tensor along all axes except {@code axis}. The result has the shape and dtype of this
     * tensor; integers wrap around.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the slices to add, of the same dtype as this tensor
     * @param alpha the factor of the slices
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, or {@code
     *     alpha} is out of range for an integer dtype
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis, or {@code
     *     source} has a different shape
     * @throws DTypeMismatchException if {@code index} is not of an integer type, {@code source} has
     *     a different dtype, or {@code alpha} is a fraction and the elements are integers
     */
    public Tensor indexAdd(long axis, Tensor index, Tensor source, double alpha) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Tensor result = Call.from(this, scope -> Native.indexAdd(scope, handle, axis, index.handle, source.handle, Numbers.REAL, Double.doubleToRawLongBits(alpha)));
        KeepAlive.done(index, source);
        return result;
    }

    /**
     * Returns a copy in which slices of {@code source}, multiplied by {@code alpha}, are added to
     * the slices that {@code index} names along {@code axis}. If a slice is named several times,
     * all are added, in the order of the index. Shapes: this tensor is {@code [..., n, ...]},
     * {@code index} is {@code [K]}, and {@code source} is {@code [..., K, ...]}, with the sizes of
     * this tensor along all axes except {@code axis}. The result has the shape and dtype of this
     * tensor; integers wrap around.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the slices to add, of the same dtype as this tensor
     * @param alpha the factor of the slices
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, or {@code
     *     alpha} is out of range for an integer dtype
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis, or {@code
     *     source} has a different shape
     * @throws DTypeMismatchException if {@code index} is not of an integer type, {@code source} has
     *     a different dtype, or {@code alpha} is a fraction and the elements are integers
     */
    public Tensor indexAdd(long axis, Tensor index, Tensor source, long alpha) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Tensor result = Call.from(this, scope -> Native.indexAdd(scope, handle, axis, index.handle, source.handle, Numbers.INTEGER, alpha));
        KeepAlive.done(index, source);
        return result;
    }

    /**
     * Returns a copy in which slices of {@code source} replace the slices that {@code index} names
     * along {@code axis}. If a slice is named several times, the last one stays. Shapes: this
     * tensor is {@code [..., n, ...]}, {@code index} is {@code [K]}, and {@code source} is {@code
     * [..., K, ...]}, with the sizes of this tensor along all axes except {@code axis}. The result
     * has the shape and dtype of this tensor.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the slices to write, of the same dtype as this tensor
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis, or {@code
     *     source} has a different shape
     * @throws DTypeMismatchException if {@code index} is not of an integer type, or {@code source}
     *     has a different dtype
     */
    public Tensor indexCopy(long axis, Tensor index, Tensor source) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Tensor result = Call.from(this, scope -> Native.indexCopy(scope, handle, axis, index.handle, source.handle));
        KeepAlive.done(index, source);
        return result;
    }

    /**
     * Returns a copy in which every element of the slices that {@code index} names along {@code
     * axis} is {@code value}. Shapes: this tensor is {@code [..., n, ...]}, and {@code index} is
     * {@code [K]}. The result has the shape and dtype of this tensor.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param value the number to write
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, or the number
     *     is out of range for an integer dtype
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public Tensor indexFill(long axis, Tensor index, double value) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.indexFill(scope, handle, axis, index.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(index);
        return result;
    }

    /**
     * Returns a copy in which every element of the slices that {@code index} names along {@code
     * axis} is {@code value}. Shapes: this tensor is {@code [..., n, ...]}, and {@code index} is
     * {@code [K]}. The result has the shape and dtype of this tensor.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param value the number to write
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, or the number
     *     is out of range for an integer dtype
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public Tensor indexFill(long axis, Tensor index, long value) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.indexFill(scope, handle, axis, index.handle, Numbers.INTEGER, value));
        KeepAlive.done(index);
        return result;
    }

    /**
     * Returns a copy in which every element of the slices that {@code index} names along {@code
     * axis} is {@code value}. Shapes: this tensor is {@code [..., n, ...]}, and {@code index} is
     * {@code [K]}. The result has the shape and dtype of this tensor.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param value the number to write
     * @return a new tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, or the number
     *     is out of range for an integer dtype
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public Tensor indexFill(long axis, Tensor index, boolean value) {
        Objects.requireNonNull(index, "index");
        Tensor result = Call.from(this, scope -> Native.indexFill(scope, handle, axis, index.handle, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(index);
        return result;
    }

    /**
     * Returns a copy in which {@code values} is written at the positions that {@code indices}
     * selects, or is added there. The positions are those of {@code index} with the same indices.
     * If a position is selected several times, the last value in row-major order stays, or all are
     * added, in that order. Shapes: {@code values} broadcasts to the shape that {@code index} would
     * return. The result has the shape and dtype of this tensor.
     *
     * @param indices integer tensors, in which negative values count from the end, or bool masks;
     *     at least one
     * @param values the elements to write, of the same dtype as this tensor
     * @return a new tensor
     * @throws InvalidArgumentException if a position is out of range, there are no indices, they
     *     cover more axes than this tensor has, or what they select has more than 8 axes
     * @throws ShapeMismatchException if the indices or the values do not broadcast, or the shape of
     *     a mask differs from that of its axes
     * @throws DTypeMismatchException if an index is floating-point, or {@code values} has a
     *     different dtype
     */
    public Tensor indexPut(Tensor[] indices, Tensor values) {
        return indexPut(indices, values, false);
    }

    /**
     * Returns a copy in which {@code values} is written at the positions that {@code indices}
     * selects, or is added there. The positions are those of {@code index} with the same indices.
     * If a position is selected several times, the last value in row-major order stays, or all are
     * added, in that order. Shapes: {@code values} broadcasts to the shape that {@code index} would
     * return. The result has the shape and dtype of this tensor.
     *
     * @param indices integer tensors, in which negative values count from the end, or bool masks;
     *     at least one
     * @param values the elements to write, of the same dtype as this tensor
     * @param accumulate whether the values are added to the elements that are there, instead of
     *     replacing them
     * @return a new tensor
     * @throws InvalidArgumentException if a position is out of range, there are no indices, they
     *     cover more axes than this tensor has, or what they select has more than 8 axes
     * @throws ShapeMismatchException if the indices or the values do not broadcast, or the shape of
     *     a mask differs from that of its axes
     * @throws DTypeMismatchException if an index is floating-point, or {@code values} has a
     *     different dtype
     */
    public Tensor indexPut(Tensor[] indices, Tensor values, boolean accumulate) {
        Arguments.notNull("indices", indices);
        Objects.requireNonNull(values, "values");
        Tensor result = Call.from(this, scope -> Native.indexPut(scope, handle, Call.handles(indices), values.handle, accumulate));
        KeepAlive.done(indices, values);
        return result;
    }

    /**
     * Returns the elements where {@code mask} is true, in row-major order. Shapes: this tensor and
     * {@code mask} broadcast; the result is {@code [N]} for {@code N} true elements of the
     * broadcast mask. The dtype is kept.
     *
     * @param mask a bool tensor
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if {@code mask} is not bool
     */
    public Tensor maskedSelect(Tensor mask) {
        Objects.requireNonNull(mask, "mask");
        return Call.binary(Native::maskedSelect, this, mask);
    }

    /**
     * Returns {@code value} where {@code mask} is true, and the elements of this tensor elsewhere.
     * Shapes: this tensor and {@code mask} broadcast; the result has the broadcast shape. The dtype
     * is kept.
     *
     * @param mask a bool tensor
     * @param value the number to fill in
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if {@code mask} is not bool
     * @throws InvalidArgumentException if the number is out of range for an integer dtype
     */
    public Tensor maskedFill(Tensor mask, double value) {
        Objects.requireNonNull(mask, "mask");
        Tensor result = Call.from(this, scope -> Native.maskedFill(scope, handle, mask.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(mask);
        return result;
    }

    /**
     * Returns {@code value} where {@code mask} is true, and the elements of this tensor elsewhere.
     * Shapes: this tensor and {@code mask} broadcast; the result has the broadcast shape. The dtype
     * is kept.
     *
     * @param mask a bool tensor
     * @param value the number to fill in
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if {@code mask} is not bool
     * @throws InvalidArgumentException if the number is out of range for an integer dtype
     */
    public Tensor maskedFill(Tensor mask, long value) {
        Objects.requireNonNull(mask, "mask");
        Tensor result = Call.from(this, scope -> Native.maskedFill(scope, handle, mask.handle, Numbers.INTEGER, value));
        KeepAlive.done(mask);
        return result;
    }

    /**
     * Returns {@code value} where {@code mask} is true, and the elements of this tensor elsewhere.
     * Shapes: this tensor and {@code mask} broadcast; the result has the broadcast shape. The dtype
     * is kept.
     *
     * @param mask a bool tensor
     * @param value the number to fill in
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if {@code mask} is not bool
     * @throws InvalidArgumentException if the number is out of range for an integer dtype
     */
    public Tensor maskedFill(Tensor mask, boolean value) {
        Objects.requireNonNull(mask, "mask");
        Tensor result = Call.from(this, scope -> Native.maskedFill(scope, handle, mask.handle, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(mask);
        return result;
    }

    /**
     * Returns a copy in which the elements where {@code mask} is true are replaced, in row-major
     * order, by the first elements of {@code source}. Shapes: {@code mask} broadcasts to the shape
     * of this tensor; {@code source} has any shape. The result has the shape and dtype of this
     * tensor.
     *
     * @param mask a bool tensor
     * @param source at least as many elements as the broadcast mask has true ones, of the same
     *     dtype as this tensor
     * @return a new tensor
     * @throws ShapeMismatchException if {@code mask} does not broadcast to the shape of this tensor
     * @throws DTypeMismatchException if {@code mask} is not bool, or {@code source} has a different
     *     dtype
     * @throws InvalidArgumentException if {@code source} has too few elements
     */
    public Tensor maskedScatter(Tensor mask, Tensor source) {
        Objects.requireNonNull(mask, "mask");
        Objects.requireNonNull(source, "source");
        Tensor result = Call.from(this, scope -> Native.maskedScatter(scope, handle, mask.handle, source.handle));
        KeepAlive.done(mask, source);
        return result;
    }

    /**
     * Writes the elements of {@code source} to the positions that {@code index} names along {@code
     * axis}: the in-place form of {@code scatter}. If a position is out of range, nothing is
     * written. Shapes: this tensor, {@code index} and {@code source} have the same number of axes,
     * at least 1; {@code index} is not longer than {@code source}, nor longer than this tensor
     * except along {@code axis}. The shape and dtype of this tensor stay.
     *
     * @param axis the axis to scatter along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the elements to write, of the same dtype as this tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, or this
     *     tensor is recorded on a tape or its elements overlap (after {@code expand} or {@code
     *     unfold})
     * @throws ShapeMismatchException if the numbers of axes differ, or {@code index} is longer than
     *     {@code source}, or longer than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type, or {@code source}
     *     has a different dtype
     * @throws TensorException if {@code source} is recorded on a tape
     */
    public void scatterInPlace(long axis, Tensor index, Tensor source) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Call.change(() -> Native.scatterInPlace(handle, axis, index.handle, source.handle));
        KeepAlive.done(this);
        KeepAlive.done(index, source);
    }

    /**
     * Writes {@code value} to the positions that {@code index} names along {@code axis}. If a
     * position is out of range, nothing is written. Shapes: this tensor and {@code index} have the
     * same number of axes, at least 1; {@code index} is not longer than this tensor except along
     * {@code axis}. The shape and dtype of this tensor stay.
     *
     * @param axis the axis to scatter along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param value the number to write
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, the number is
     *     out of range for an integer dtype, or this tensor is recorded on a tape or its elements
     *     overlap (after {@code expand} or {@code unfold})
     * @throws ShapeMismatchException if {@code index} has a different number of axes, or is longer
     *     than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public void scatterInPlace(long axis, Tensor index, double value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.scatterScalarInPlace(handle, axis, index.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(this);
        KeepAlive.done(index);
    }

    /**
     * Writes {@code value} to the positions that {@code index} names along {@code axis}. If a
     * position is out of range, nothing is written. Shapes: this tensor and {@code index} have the
     * same number of axes, at least 1; {@code index} is not longer than this tensor except along
     * {@code axis}. The shape and dtype of this tensor stay.
     *
     * @param axis the axis to scatter along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param value the number to write
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, the number is
     *     out of range for an integer dtype, or this tensor is recorded on a tape or its elements
     *     overlap (after {@code expand} or {@code unfold})
     * @throws ShapeMismatchException if {@code index} has a different number of axes, or is longer
     *     than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public void scatterInPlace(long axis, Tensor index, long value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.scatterScalarInPlace(handle, axis, index.handle, Numbers.INTEGER, value));
        KeepAlive.done(this);
        KeepAlive.done(index);
    }

    /**
     * Writes {@code value} to the positions that {@code index} names along {@code axis}. If a
     * position is out of range, nothing is written. Shapes: this tensor and {@code index} have the
     * same number of axes, at least 1; {@code index} is not longer than this tensor except along
     * {@code axis}. The shape and dtype of this tensor stay.
     *
     * @param axis the axis to scatter along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param value the number to write
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, the number is
     *     out of range for an integer dtype, or this tensor is recorded on a tape or its elements
     *     overlap (after {@code expand} or {@code unfold})
     * @throws ShapeMismatchException if {@code index} has a different number of axes, or is longer
     *     than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public void scatterInPlace(long axis, Tensor index, boolean value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.scatterScalarInPlace(handle, axis, index.handle, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(this);
        KeepAlive.done(index);
    }

    /**
     * Adds the elements of {@code source} at the positions that {@code index} names along {@code
     * axis}: the in-place form of {@code scatter_add}. If a position is out of range, nothing is
     * written. Shapes: this tensor, {@code index} and {@code source} have the same number of axes,
     * at least 1; {@code index} is not longer than {@code source}, nor longer than this tensor
     * except along {@code axis}. The shape and dtype of this tensor stay.
     *
     * @param axis the axis to scatter along; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the elements to add, of the same dtype as this tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, or this
     *     tensor is recorded on a tape or its elements overlap (after {@code expand} or {@code
     *     unfold})
     * @throws ShapeMismatchException if the numbers of axes differ, or {@code index} is longer than
     *     {@code source}, or longer than this tensor along an axis other than {@code axis}
     * @throws DTypeMismatchException if {@code index} is not of an integer type, or {@code source}
     *     has a different dtype
     * @throws TensorException if {@code source} is recorded on a tape
     */
    public void scatterAddInPlace(long axis, Tensor index, Tensor source) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Call.change(() -> Native.scatterAddInPlace(handle, axis, index.handle, source.handle));
        KeepAlive.done(this);
        KeepAlive.done(index, source);
    }

    /**
     * Adds slices of {@code source}, multiplied by {@code alpha}, to the slices that {@code index}
     * names along {@code axis}: the in-place form of {@code index_add}. If a position is out of
     * range, nothing is written. Shapes: this tensor is {@code [..., n, ...]}, {@code index} is
     * {@code [K]}, and {@code source} is {@code [..., K, ...]}, with the sizes of this tensor along
     * all axes except {@code axis}. The shape and dtype of this tensor stay.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the slices to add, of the same dtype as this tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, {@code alpha}
     *     is out of range for an integer dtype, or this tensor is recorded on a tape or its
     *     elements overlap (after {@code expand} or {@code unfold})
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis, or {@code
     *     source} has a different shape
     * @throws DTypeMismatchException if {@code index} is not of an integer type, {@code source} has
     *     a different dtype, or {@code alpha} is a fraction and the elements are integers
     * @throws TensorException if {@code source} is recorded on a tape
     */
    public void indexAddInPlace(long axis, Tensor index, Tensor source) {
        indexAddInPlace(axis, index, source, 1);
    }

    /**
     * Adds slices of {@code source}, multiplied by {@code alpha}, to the slices that {@code index}
     * names along {@code axis}: the in-place form of {@code index_add}. If a position is out of
     * range, nothing is written. Shapes: this tensor is {@code [..., n, ...]}, {@code index} is
     * {@code [K]}, and {@code source} is {@code [..., K, ...]}, with the sizes of this tensor along
     * all axes except {@code axis}. The shape and dtype of this tensor stay.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the slices to add, of the same dtype as this tensor
     * @param alpha the factor of the slices
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, {@code alpha}
     *     is out of range for an integer dtype, or this tensor is recorded on a tape or its
     *     elements overlap (after {@code expand} or {@code unfold})
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis, or {@code
     *     source} has a different shape
     * @throws DTypeMismatchException if {@code index} is not of an integer type, {@code source} has
     *     a different dtype, or {@code alpha} is a fraction and the elements are integers
     * @throws TensorException if {@code source} is recorded on a tape
     */
    public void indexAddInPlace(long axis, Tensor index, Tensor source, double alpha) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Call.change(() -> Native.indexAddInPlace(handle, axis, index.handle, source.handle, Numbers.REAL, Double.doubleToRawLongBits(alpha)));
        KeepAlive.done(this);
        KeepAlive.done(index, source);
    }

    /**
     * Adds slices of {@code source}, multiplied by {@code alpha}, to the slices that {@code index}
     * names along {@code axis}: the in-place form of {@code index_add}. If a position is out of
     * range, nothing is written. Shapes: this tensor is {@code [..., n, ...]}, {@code index} is
     * {@code [K]}, and {@code source} is {@code [..., K, ...]}, with the sizes of this tensor along
     * all axes except {@code axis}. The shape and dtype of this tensor stay.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the slices to add, of the same dtype as this tensor
     * @param alpha the factor of the slices
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, {@code alpha}
     *     is out of range for an integer dtype, or this tensor is recorded on a tape or its
     *     elements overlap (after {@code expand} or {@code unfold})
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis, or {@code
     *     source} has a different shape
     * @throws DTypeMismatchException if {@code index} is not of an integer type, {@code source} has
     *     a different dtype, or {@code alpha} is a fraction and the elements are integers
     * @throws TensorException if {@code source} is recorded on a tape
     */
    public void indexAddInPlace(long axis, Tensor index, Tensor source, long alpha) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Call.change(() -> Native.indexAddInPlace(handle, axis, index.handle, source.handle, Numbers.INTEGER, alpha));
        KeepAlive.done(this);
        KeepAlive.done(index, source);
    }

    /**
     * Replaces the slices that {@code index} names along {@code axis} by slices of {@code source}:
     * the in-place form of {@code index_copy}. If a position is out of range, nothing is written.
     * Shapes: this tensor is {@code [..., n, ...]}, {@code index} is {@code [K]}, and {@code
     * source} is {@code [..., K, ...]}, with the sizes of this tensor along all axes except {@code
     * axis}. The shape and dtype of this tensor stay.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param source the slices to write, of the same dtype as this tensor
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, or this
     *     tensor is recorded on a tape or its elements overlap (after {@code expand} or {@code
     *     unfold})
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis, or {@code
     *     source} has a different shape
     * @throws DTypeMismatchException if {@code index} is not of an integer type, or {@code source}
     *     has a different dtype
     * @throws TensorException if {@code source} is recorded on a tape
     */
    public void indexCopyInPlace(long axis, Tensor index, Tensor source) {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(source, "source");
        Call.change(() -> Native.indexCopyInPlace(handle, axis, index.handle, source.handle));
        KeepAlive.done(this);
        KeepAlive.done(index, source);
    }

    /**
     * Writes {@code value} to every element of the slices that {@code index} names along {@code
     * axis}. If a position is out of range, nothing is written. Shapes: this tensor is {@code [...,
     * n, ...]}, and {@code index} is {@code [K]}. The shape and dtype of this tensor stay.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param value the number to write
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, the number is
     *     out of range for an integer dtype, or this tensor is recorded on a tape or its elements
     *     overlap (after {@code expand} or {@code unfold})
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public void indexFillInPlace(long axis, Tensor index, double value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.indexFillInPlace(handle, axis, index.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(this);
        KeepAlive.done(index);
    }

    /**
     * Writes {@code value} to every element of the slices that {@code index} names along {@code
     * axis}. If a position is out of range, nothing is written. Shapes: this tensor is {@code [...,
     * n, ...]}, and {@code index} is {@code [K]}. The shape and dtype of this tensor stay.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param value the number to write
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, the number is
     *     out of range for an integer dtype, or this tensor is recorded on a tape or its elements
     *     overlap (after {@code expand} or {@code unfold})
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public void indexFillInPlace(long axis, Tensor index, long value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.indexFillInPlace(handle, axis, index.handle, Numbers.INTEGER, value));
        KeepAlive.done(this);
        KeepAlive.done(index);
    }

    /**
     * Writes {@code value} to every element of the slices that {@code index} names along {@code
     * axis}. If a position is out of range, nothing is written. Shapes: this tensor is {@code [...,
     * n, ...]}, and {@code index} is {@code [K]}. The shape and dtype of this tensor stay.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @param index integer positions along the axis; negative values count from its end
     * @param value the number to write
     * @throws InvalidArgumentException if {@code axis} or a position is out of range, the number is
     *     out of range for an integer dtype, or this tensor is recorded on a tape or its elements
     *     overlap (after {@code expand} or {@code unfold})
     * @throws ShapeMismatchException if {@code index} does not have exactly one axis
     * @throws DTypeMismatchException if {@code index} is not of an integer type
     */
    public void indexFillInPlace(long axis, Tensor index, boolean value) {
        Objects.requireNonNull(index, "index");
        Call.change(() -> Native.indexFillInPlace(handle, axis, index.handle, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(this);
        KeepAlive.done(index);
    }

    /**
     * Writes {@code values} at the positions that {@code indices} selects, or adds them there: the
     * in-place form of {@code index_put}. If a position is out of range, nothing is written.
     * Shapes: {@code values} broadcasts to the shape that {@code index} would return with the same
     * indices. The shape and dtype of this tensor stay.
     *
     * @param indices integer tensors, in which negative values count from the end, or bool masks;
     *     at least one
     * @param values the elements to write, of the same dtype as this tensor
     * @throws InvalidArgumentException if a position is out of range, there are no indices, they
     *     cover more axes than this tensor has, what they select has more than 8 axes, or this
     *     tensor is recorded on a tape or its elements overlap (after {@code expand} or {@code
     *     unfold})
     * @throws ShapeMismatchException if the indices or the values do not broadcast, or the shape of
     *     a mask differs from that of its axes
     * @throws DTypeMismatchException if an index is floating-point, or {@code values} has a
     *     different dtype
     * @throws TensorException if {@code values} is recorded on a tape
     */
    public void indexPutInPlace(Tensor[] indices, Tensor values) {
        indexPutInPlace(indices, values, false);
    }

    /**
     * Writes {@code values} at the positions that {@code indices} selects, or adds them there: the
     * in-place form of {@code index_put}. If a position is out of range, nothing is written.
     * Shapes: {@code values} broadcasts to the shape that {@code index} would return with the same
     * indices. The shape and dtype of this tensor stay.
     *
     * @param indices integer tensors, in which negative values count from the end, or bool masks;
     *     at least one
     * @param values the elements to write, of the same dtype as this tensor
     * @param accumulate whether the values are added to the elements that are there, instead of
     *     replacing them
     * @throws InvalidArgumentException if a position is out of range, there are no indices, they
     *     cover more axes than this tensor has, what they select has more than 8 axes, or this
     *     tensor is recorded on a tape or its elements overlap (after {@code expand} or {@code
     *     unfold})
     * @throws ShapeMismatchException if the indices or the values do not broadcast, or the shape of
     *     a mask differs from that of its axes
     * @throws DTypeMismatchException if an index is floating-point, or {@code values} has a
     *     different dtype
     * @throws TensorException if {@code values} is recorded on a tape
     */
    public void indexPutInPlace(Tensor[] indices, Tensor values, boolean accumulate) {
        Arguments.notNull("indices", indices);
        Objects.requireNonNull(values, "values");
        Call.change(() -> Native.indexPutInPlace(handle, Call.handles(indices), values.handle, accumulate));
        KeepAlive.done(this);
        KeepAlive.done(indices, values);
    }

    /**
     * Writes {@code value} to the elements where {@code mask} is true. Shapes: {@code mask}
     * broadcasts to the shape of this tensor. The shape and dtype of this tensor stay.
     *
     * @param mask a bool tensor
     * @param value the number to write
     * @throws ShapeMismatchException if {@code mask} does not broadcast to the shape of this tensor
     * @throws DTypeMismatchException if {@code mask} is not bool
     * @throws InvalidArgumentException if the number is out of range for an integer dtype, or this
     *     tensor is recorded on a tape or its elements overlap (after {@code expand} or {@code
     *     unfold})
     */
    public void maskedFillInPlace(Tensor mask, double value) {
        Objects.requireNonNull(mask, "mask");
        Call.change(() -> Native.maskedFillInPlace(handle, mask.handle, Numbers.REAL, Double.doubleToRawLongBits(value)));
        KeepAlive.done(this);
        KeepAlive.done(mask);
    }

    /**
     * Writes {@code value} to the elements where {@code mask} is true. Shapes: {@code mask}
     * broadcasts to the shape of this tensor. The shape and dtype of this tensor stay.
     *
     * @param mask a bool tensor
     * @param value the number to write
     * @throws ShapeMismatchException if {@code mask} does not broadcast to the shape of this tensor
     * @throws DTypeMismatchException if {@code mask} is not bool
     * @throws InvalidArgumentException if the number is out of range for an integer dtype, or this
     *     tensor is recorded on a tape or its elements overlap (after {@code expand} or {@code
     *     unfold})
     */
    public void maskedFillInPlace(Tensor mask, long value) {
        Objects.requireNonNull(mask, "mask");
        Call.change(() -> Native.maskedFillInPlace(handle, mask.handle, Numbers.INTEGER, value));
        KeepAlive.done(this);
        KeepAlive.done(mask);
    }

    /**
     * Writes {@code value} to the elements where {@code mask} is true. Shapes: {@code mask}
     * broadcasts to the shape of this tensor. The shape and dtype of this tensor stay.
     *
     * @param mask a bool tensor
     * @param value the number to write
     * @throws ShapeMismatchException if {@code mask} does not broadcast to the shape of this tensor
     * @throws DTypeMismatchException if {@code mask} is not bool
     * @throws InvalidArgumentException if the number is out of range for an integer dtype, or this
     *     tensor is recorded on a tape or its elements overlap (after {@code expand} or {@code
     *     unfold})
     */
    public void maskedFillInPlace(Tensor mask, boolean value) {
        Objects.requireNonNull(mask, "mask");
        Call.change(() -> Native.maskedFillInPlace(handle, mask.handle, Numbers.TRUTH, value ? 1 : 0));
        KeepAlive.done(this);
        KeepAlive.done(mask);
    }

    /**
     * Replaces the elements where {@code mask} is true, in row-major order, by the first elements
     * of {@code source}. Shapes: {@code mask} broadcasts to the shape of this tensor; {@code
     * source} has any shape. The shape and dtype of this tensor stay.
     *
     * @param mask a bool tensor
     * @param source at least as many elements as the broadcast mask has true ones, of the same
     *     dtype as this tensor
     * @throws ShapeMismatchException if {@code mask} does not broadcast to the shape of this tensor
     * @throws DTypeMismatchException if {@code mask} is not bool, or {@code source} has a different
     *     dtype
     * @throws InvalidArgumentException if {@code source} has too few elements, or this tensor is
     *     recorded on a tape or its elements overlap (after {@code expand} or {@code unfold})
     * @throws TensorException if {@code source} is recorded on a tape
     */
    public void maskedScatterInPlace(Tensor mask, Tensor source) {
        Objects.requireNonNull(mask, "mask");
        Objects.requireNonNull(source, "source");
        Call.change(() -> Native.maskedScatterInPlace(handle, mask.handle, source.handle));
        KeepAlive.done(this);
        KeepAlive.done(mask, source);
    }

    /**
     * Reverses the order of the elements along the given axes. Shapes: any; the shape and dtype are
     * kept. The result is a copy.
     *
     * @param axes the axes to reverse; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
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
     * Reverses the order of the elements along the given axes. Shapes: any; the shape and dtype are
     * kept. The result is a copy.
     *
     * @param axes the axes to reverse; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor flip(int[] axes) {
        return flip(Numbers.longs(axes, "axes"));
    }

    /**
     * Repeats the whole tensor along each axis, as PyTorch's {@code repeat} and NumPy's {@code
     * tile}. Shapes: {@code [n1, ..., nk] -> [n1 r1, ..., nk rk]} for the numbers {@code r1} to
     * {@code rk}; further numbers in front make new axes. The dtype is kept. The result is a copy.
     *
     * @param shape the number of repetitions along each axis; further numbers in front make new
     *     axes
     * @return a new tensor
     * @throws InvalidArgumentException if a number is negative, there are fewer numbers than axes
     *     or more than 8, or the result would be too large
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
     * Repeats the whole tensor along each axis, as PyTorch's {@code repeat} and NumPy's {@code
     * tile}. Shapes: {@code [n1, ..., nk] -> [n1 r1, ..., nk rk]} for the numbers {@code r1} to
     * {@code rk}; further numbers in front make new axes. The dtype is kept. The result is a copy.
     *
     * @param shape the number of repetitions along each axis; further numbers in front make new
     *     axes
     * @return a new tensor
     * @throws InvalidArgumentException if a number is negative, there are fewer numbers than axes
     *     or more than 8, or the result would be too large
     */
    public Tensor repeat(int[] shape) {
        return repeat(Numbers.longs(shape, "shape"));
    }

    /**
     * Repeats the whole tensor along each axis, as {@code repeat}, but there may be fewer numbers
     * than axes: missing numbers in front are 1. Shapes: {@code [..., n] -> [..., n r]} for one
     * number {@code r}, and likewise for more. The dtype is kept. The result is a copy.
     *
     * @param shape the number of repetitions along each of the last axes; further numbers in front
     *     make new axes
     * @return a new tensor
     * @throws InvalidArgumentException if a number is negative, there are more than 8, or the
     *     result would be too large
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
     * Repeats the whole tensor along each axis, as {@code repeat}, but there may be fewer numbers
     * than axes: missing numbers in front are 1. Shapes: {@code [..., n] -> [..., n r]} for one
     * number {@code r}, and likewise for more. The dtype is kept. The result is a copy.
     *
     * @param shape the number of repetitions along each of the last axes; further numbers in front
     *     make new axes
     * @return a new tensor
     * @throws InvalidArgumentException if a number is negative, there are more than 8, or the
     *     result would be too large
     */
    public Tensor tile(int[] shape) {
        return tile(Numbers.longs(shape, "shape"));
    }

    /**
     * Repeats each slice along an axis {@code repeats} times in a row: {@code [a, b]} becomes
     * {@code [a, a, b, b]} for 2. Without an axis, the tensor is flattened first. Shapes: {@code
     * [..., n, ...] -> [..., n repeats, ...]}. The dtype is kept. The result is a copy.
     *
     * @param repeats the number of repetitions
     * @param axes one axis, or none; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, more than one axis is given,
     *     the number is negative, or the result would be too large
     */
    public Tensor repeatInterleave(long repeats, long[] axes) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.repeatInterleave(scope, handle, repeats, axes));
    }

    /**
     * Repeats each slice along an axis in a row, each as many times as its own number in {@code
     * repeats} says. Without an axis, the tensor is flattened first. Shapes: {@code [..., n, ...]
     * -> [..., s, ...]}, where {@code s} is the sum of the numbers. The dtype is kept. The result
     * is a copy.
     *
     * @param repeats integers, one for each slice, or a single number for all
     * @param axes one axis, or none; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, more than one axis is given, a
     *     number is negative, or the result would be too large
     * @throws ShapeMismatchException if the number of repeats is neither 1 nor the size of the axis
     * @throws DTypeMismatchException if {@code repeats} is not of an integer type
     */
    public Tensor repeatInterleaveEach(Tensor repeats, long[] axes) {
        Objects.requireNonNull(repeats, "repeats");
        Objects.requireNonNull(axes, "axes");
        Tensor result = Call.from(this, scope -> Native.repeatInterleaveCounts(scope, handle, repeats.handle, axes));
        KeepAlive.done(repeats);
        return result;
    }

    /**
     * Adds elements at both ends of the axes; a negative number removes elements. {@code pads}
     * holds two numbers for each axis, before and after it, from the last axis on, as PyTorch's
     * {@code pad}: {@code [left, right, top, bottom, ...]}. Shapes: {@code [..., n] -> [..., n +
     * left + right]}, and likewise for further axes. The dtype is kept. The result is a copy.
     *
     * @param pads two numbers for each of the last axes, the last axis first
     * @return a new tensor
     * @throws InvalidArgumentException if the numbers are not pairs or there are more pairs than
     *     axes, more elements would be removed than there are, the mode cannot add as many (reflect
     *     adds fewer than the axis has, circular at most as many), {@code value} is not 0 in a mode
     *     other than constant, or the number is out of range for an integer dtype
     */
    public Tensor pad(long[] pads) {
        return pad(pads, PadMode.CONSTANT, 0);
    }

    /**
     * Adds elements at both ends of the axes; a negative number removes elements. {@code pads}
     * holds two numbers for each axis, before and after it, from the last axis on, as PyTorch's
     * {@code pad}: {@code [left, right, top, bottom, ...]}. Shapes: {@code [..., n] -> [..., n +
     * left + right]}, and likewise for further axes. The dtype is kept. The result is a copy.
     *
     * @param pads two numbers for each of the last axes, the last axis first
     * @param mode the values of the new elements
     * @param value the number to add, in the constant mode
     * @return a new tensor
     * @throws InvalidArgumentException if the numbers are not pairs or there are more pairs than
     *     axes, more elements would be removed than there are, the mode cannot add as many (reflect
     *     adds fewer than the axis has, circular at most as many), {@code value} is not 0 in a mode
     *     other than constant, or the number is out of range for an integer dtype
     */
    public Tensor pad(long[] pads, PadMode mode, double value) {
        Objects.requireNonNull(pads, "pads");
        Objects.requireNonNull(mode, "mode");
        return Call.from(this, scope -> Native.pad(scope, handle, mode.code(), Numbers.REAL, Double.doubleToRawLongBits(value), pads));
    }

    /**
     * Adds elements at both ends of the axes; a negative number removes elements. {@code pads}
     * holds two numbers for each axis, before and after it, from the last axis on, as PyTorch's
     * {@code pad}: {@code [left, right, top, bottom, ...]}. Shapes: {@code [..., n] -> [..., n +
     * left + right]}, and likewise for further axes. The dtype is kept. The result is a copy.
     *
     * @param pads two numbers for each of the last axes, the last axis first
     * @param mode the values of the new elements
     * @param value the number to add, in the constant mode
     * @return a new tensor
     * @throws InvalidArgumentException if the numbers are not pairs or there are more pairs than
     *     axes, more elements would be removed than there are, the mode cannot add as many (reflect
     *     adds fewer than the axis has, circular at most as many), {@code value} is not 0 in a mode
     *     other than constant, or the number is out of range for an integer dtype
     */
    public Tensor pad(long[] pads, PadMode mode, long value) {
        Objects.requireNonNull(pads, "pads");
        Objects.requireNonNull(mode, "mode");
        return Call.from(this, scope -> Native.pad(scope, handle, mode.code(), Numbers.INTEGER, value, pads));
    }

    /**
     * Adds elements at both ends of the axes; a negative number removes elements. {@code pads}
     * holds two numbers for each axis, before and after it, from the last axis on, as PyTorch's
     * {@code pad}: {@code [left, right, top, bottom, ...]}. Shapes: {@code [..., n] -> [..., n +
     * left + right]}, and likewise for further axes. The dtype is kept. The result is a copy.
     *
     * @param pads two numbers for each of the last axes, the last axis first
     * @param mode the values of the new elements
     * @param value the number to add, in the constant mode
     * @return a new tensor
     * @throws InvalidArgumentException if the numbers are not pairs or there are more pairs than
     *     axes, more elements would be removed than there are, the mode cannot add as many (reflect
     *     adds fewer than the axis has, circular at most as many), {@code value} is not 0 in a mode
     *     other than constant, or the number is out of range for an integer dtype
     */
    public Tensor pad(long[] pads, PadMode mode, boolean value) {
        Objects.requireNonNull(pads, "pads");
        Objects.requireNonNull(mode, "mode");
        return Call.from(this, scope -> Native.pad(scope, handle, mode.code(), Numbers.TRUTH, value ? 1 : 0, pads));
    }

    /**
     * The lower triangle of each matrix: keeps the elements on and below a diagonal, and sets the
     * others to 0. Shapes: {@code [..., m, n] -> [..., m, n]}. The dtype is kept. The result is a
     * copy.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor tril() {
        return tril(0);
    }

    /**
     * The lower triangle of each matrix: keeps the elements on and below a diagonal, and sets the
     * others to 0. Shapes: {@code [..., m, n] -> [..., m, n]}. The dtype is kept. The result is a
     * copy.
     *
     * @param diagonal which diagonal; positive values are above the main diagonal
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor tril(long diagonal) {
        return Call.from(this, scope -> Native.tril(scope, handle, diagonal));
    }

    /**
     * The upper triangle of each matrix: keeps the elements on and above a diagonal, and sets the
     * others to 0. Shapes: {@code [..., m, n] -> [..., m, n]}. The dtype is kept. The result is a
     * copy.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor triu() {
        return triu(0);
    }

    /**
     * The upper triangle of each matrix: keeps the elements on and above a diagonal, and sets the
     * others to 0. Shapes: {@code [..., m, n] -> [..., m, n]}. The dtype is kept. The result is a
     * copy.
     *
     * @param diagonal which diagonal; positive values are above the main diagonal
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor triu(long diagonal) {
        return Call.from(this, scope -> Native.triu(scope, handle, diagonal));
    }

    /**
     * Returns a diagonal of a matrix, or, for a vector, the matrix that has it as a diagonal and 0
     * elsewhere. Shapes: {@code [m, n] -> [k]}, where {@code k} is the length of the diagonal;
     * {@code [n] -> [n + d, n + d]} with {@code d = abs(diagonal)}. The dtype is kept. The result
     * is a copy.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if this tensor has neither one nor two axes
     */
    public Tensor diag() {
        return diag(0);
    }

    /**
     * Returns a diagonal of a matrix, or, for a vector, the matrix that has it as a diagonal and 0
     * elsewhere. Shapes: {@code [m, n] -> [k]}, where {@code k} is the length of the diagonal;
     * {@code [n] -> [n + d, n + d]} with {@code d = abs(diagonal)}. The dtype is kept. The result
     * is a copy.
     *
     * @param diagonal which diagonal; positive values are above the main diagonal
     * @return a new tensor
     * @throws InvalidArgumentException if this tensor has neither one nor two axes
     */
    public Tensor diag(long diagonal) {
        return Call.from(this, scope -> Native.diag(scope, handle, diagonal));
    }

    /**
     * Makes matrices that have the vectors along the last axis as their diagonals, and 0 elsewhere.
     * Shapes: {@code [..., n] -> [..., n + d, n + d]} with {@code d = abs(diagonal)}; {@code first}
     * and {@code second} choose other axes for the matrices. The dtype is kept. The result is a
     * copy.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range, both are the same, this tensor
     *     has no axis or already 8, or the result would be too large
     */
    public Tensor diagEmbed() {
        return diagEmbed(0, -2, -1);
    }

    /**
     * Makes matrices that have the vectors along the last axis as their diagonals, and 0 elsewhere.
     * Shapes: {@code [..., n] -> [..., n + d, n + d]} with {@code d = abs(diagonal)}; {@code first}
     * and {@code second} choose other axes for the matrices. The dtype is kept. The result is a
     * copy.
     *
     * @param diagonal which diagonal; positive values are above the main diagonal
     * @param first the axis of the result for the rows; negative values count from the last axis
     * @param second the axis of the result for the columns
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range, both are the same, this tensor
     *     has no axis or already 8, or the result would be too large
     */
    public Tensor diagEmbed(long diagonal, long first, long second) {
        return Call.from(this, scope -> Native.diagEmbed(scope, handle, diagonal, first, second));
    }

    /**
     * Returns the indices that sort the elements along an axis. The sort is stable in both
     * directions; NaN is greater than any number. Shapes: {@code [..., n, ...] -> [..., n, ...]}.
     * The result is int64.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor argsort() {
        return argsort(-1, false);
    }

    /**
     * Returns the indices that sort the elements along an axis. The sort is stable in both
     * directions; NaN is greater than any number. Shapes: {@code [..., n, ...] -> [..., n, ...]}.
     * The result is int64.
     *
     * @param axis the axis to sort along; negative values count from the last axis
     * @param descending whether the largest element comes first
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor argsort(long axis, boolean descending) {
        return Call.from(this, scope -> Native.argsort(scope, handle, axis, descending));
    }

    /**
     * Returns the distinct elements of the whole tensor in ascending order. Each NaN is distinct
     * from any other; NaN comes last. Shapes: any shape gives {@code [U]} for {@code U} distinct
     * elements. The dtype is kept.
     *
     * @return a new tensor
     * @throws TensorException if this tensor is recorded on a tape; there is no gradient
     */
    public Tensor uniqueValues() {
        return Call.unary(Native::uniqueValues, this);
    }

    /**
     * Returns the indices of the elements that are not 0, in row-major order: one row for each. NaN
     * counts as not 0. Shapes: {@code [n1, ..., nk] -> [m, k]} for {@code m} such elements. The
     * result is int64.
     *
     * @return a new tensor
     */
    public Tensor nonzero() {
        return Call.unary(Native::nonzero, this);
    }

    /**
     * Returns, for each value, the index at which it can be inserted into this sorted tensor so
     * that the order is kept. This tensor must ascend along its last axis; otherwise the indices
     * are arbitrary. Shapes: {@code [N]} with values of any shape, or {@code [..., N]} with values
     * {@code [..., M]}; the result has the shape of the values. The two tensors may have different
     * dtypes. The result is int64.
     *
     * @param values the values to search for
     * @return a new tensor
     * @throws ShapeMismatchException if this tensor has other than one axis, and its sizes before
     *     the last axis differ from those of {@code values}
     */
    public Tensor searchsorted(Tensor values) {
        return searchsorted(values, false);
    }

    /**
     * Returns, for each value, the index at which it can be inserted into this sorted tensor so
     * that the order is kept. This tensor must ascend along its last axis; otherwise the indices
     * are arbitrary. Shapes: {@code [N]} with values of any shape, or {@code [..., N]} with values
     * {@code [..., M]}; the result has the shape of the values. The two tensors may have different
     * dtypes. The result is int64.
     *
     * @param values the values to search for
     * @param right whether the index is after elements that are equal to the value, instead of
     *     before them
     * @return a new tensor
     * @throws ShapeMismatchException if this tensor has other than one axis, and its sizes before
     *     the last axis differ from those of {@code values}
     */
    public Tensor searchsorted(Tensor values, boolean right) {
        Objects.requireNonNull(values, "values");
        Tensor result = Call.from(this, scope -> Native.searchsorted(scope, handle, values.handle, right));
        KeepAlive.done(values);
        return result;
    }

    /**
     * Returns, for each element, the index of the bucket that it belongs to: the number of
     * boundaries below it, {@code boundary < x}, or, with {@code right}, of those that are not
     * above it, {@code boundary <= x}. Shapes: any shape with boundaries {@code [N]}; the result
     * has the shape of this tensor. The two tensors may have different dtypes. The result is int64.
     *
     * @param boundaries {@code [N]}, ascending
     * @return a new tensor
     * @throws ShapeMismatchException if {@code boundaries} does not have exactly one axis
     */
    public Tensor bucketize(Tensor boundaries) {
        return bucketize(boundaries, false);
    }

    /**
     * Returns, for each element, the index of the bucket that it belongs to: the number of
     * boundaries below it, {@code boundary < x}, or, with {@code right}, of those that are not
     * above it, {@code boundary <= x}. Shapes: any shape with boundaries {@code [N]}; the result
     * has the shape of this tensor. The two tensors may have different dtypes. The result is int64.
     *
     * @param boundaries {@code [N]}, ascending
     * @param right whether boundaries that are equal to the element count too
     * @return a new tensor
     * @throws ShapeMismatchException if {@code boundaries} does not have exactly one axis
     */
    public Tensor bucketize(Tensor boundaries, boolean right) {
        Objects.requireNonNull(boundaries, "boundaries");
        Tensor result = Call.from(this, scope -> Native.bucketize(scope, handle, boundaries.handle, right));
        KeepAlive.done(boundaries);
        return result;
    }

    /**
     * Counts the elements in each of {@code bins} ranges of equal width between {@code min} and
     * {@code max}. Elements outside, and NaN, are not counted. Shapes: any shape gives a vector of
     * {@code bins} elements. The dtype is kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if {@code bins} is below 1, {@code min} is above {@code
     *     max}, or a bound is not finite
     * @throws DTypeMismatchException if the elements are not floating-point
     * @throws TensorException if this tensor is recorded on a tape; there is no gradient
     */
    public Tensor histc() {
        return histc(100, 0, 0);
    }

    /**
     * Counts the elements in each of {@code bins} ranges of equal width between {@code min} and
     * {@code max}. Elements outside, and NaN, are not counted. Shapes: any shape gives a vector of
     * {@code bins} elements. The dtype is kept.
     *
     * @param bins the number of ranges
     * @param min the start of the first range
     * @param max the end of the last range, which is part of it; if {@code min} and {@code max} are
     *     equal, the ranges go from the smallest element to the largest
     * @return a new tensor
     * @throws InvalidArgumentException if {@code bins} is below 1, {@code min} is above {@code
     *     max}, or a bound is not finite
     * @throws DTypeMismatchException if the elements are not floating-point
     * @throws TensorException if this tensor is recorded on a tape; there is no gradient
     */
    public Tensor histc(long bins, double min, double max) {
        return Call.from(this, scope -> Native.histc(scope, handle, bins, min, max));
    }

    /**
     * Draws 1 with the probability that each element of this tensor states, and 0 otherwise. The
     * random numbers come from the stream that {@link Tenure#seed(long)} starts. Shapes: any; the
     * shape and dtype are kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an element is not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor bernoulli() {
        return Call.unary(Native::bernoulli, this);
    }

    /**
     * Draws indices of classes with probabilities in proportion to the weights along the last axis.
     * The random numbers come from the stream that {@link Tenure#seed(long)} starts. Shapes: {@code
     * [c] -> [samples]}, or {@code [n, c] -> [n, samples]}. The result is int64.
     *
     * @param samples the number of indices for each row of weights, at least 1
     * @return a new tensor
     * @throws InvalidArgumentException if a weight is negative or not finite, {@code samples} is
     *     below 1, a row has no positive weight, or, without replacement, fewer than {@code
     *     samples} of them, there are no classes, or this tensor does not have one or two axes
     * @throws DTypeMismatchException if the weights are not floating-point
     */
    public Tensor multinomial(long samples) {
        return multinomial(samples, false);
    }

    /**
     * Draws indices of classes with probabilities in proportion to the weights along the last axis.
     * The random numbers come from the stream that {@link Tenure#seed(long)} starts. Shapes: {@code
     * [c] -> [samples]}, or {@code [n, c] -> [n, samples]}. The result is int64.
     *
     * @param samples the number of indices for each row of weights, at least 1
     * @param replacement whether one class may be drawn several times
     * @return a new tensor
     * @throws InvalidArgumentException if a weight is negative or not finite, {@code samples} is
     *     below 1, a row has no positive weight, or, without replacement, fewer than {@code
     *     samples} of them, there are no classes, or this tensor does not have one or two axes
     * @throws DTypeMismatchException if the weights are not floating-point
     */
    public Tensor multinomial(long samples, boolean replacement) {
        return Call.from(this, scope -> Native.multinomial(scope, handle, samples, replacement));
    }

    /**
     * Returns, for each value, the index at which it can be inserted into the sorted elements of
     * this tensor so that the order is kept. This tensor need not be sorted: {@code sorter} holds
     * the indices that sort it. Shapes: {@code [N]} with values of any shape, or {@code [..., N]}
     * with values {@code [..., M]}; the result has the shape of the values. The two tensors may
     * have different dtypes. The result is int64.
     *
     * @param values the values to search for
     * @param right whether the index is after elements that are equal to the value, instead of
     *     before them
     * @param sorter the indices that sort this tensor along its last axis, as from {@code argsort},
     *     of its shape; none if it is sorted
     * @return a new tensor
     * @throws ShapeMismatchException if this tensor has other than one axis, and its sizes before
     *     the last axis differ from those of {@code values}, or the shape of {@code sorter} differs
     *     from that of this tensor
     * @throws InvalidArgumentException if an index in {@code sorter} is out of range
     * @throws DTypeMismatchException if {@code sorter} is not of an integer type
     */
    public Tensor searchsorted(Tensor values, boolean right, @Nullable Tensor sorter) {
        Objects.requireNonNull(values, "values");
        Tensor result = Call.from(this, scope -> Native.searchsortedSorter(scope, handle, values.handle, right, sorter == null ? 0 : sorter.handle));
        KeepAlive.done(values, sorter);
        return result;
    }

    /**
     * The elements along an axis in ascending or descending order, and their indices. The sort is
     * stable in both directions; NaN is greater than any number. Shapes: {@code [..., n, ...] ->
     * [..., n, ...]} for both results. The values keep the dtype; the indices are int64.
     *
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Sort sort() {
        return sort(-1, false);
    }

    /**
     * The elements along an axis in ascending or descending order, and their indices. The sort is
     * stable in both directions; NaN is greater than any number. Shapes: {@code [..., n, ...] ->
     * [..., n, ...]} for both results. The values keep the dtype; the indices are int64.
     *
     * @param axis the axis to sort along; negative values count from the last axis
     * @param descending whether the largest element comes first
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Sort sort(long axis, boolean descending) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.sort(scope, handle, axis, descending, room));
        return new Sort(made[0], made[1]);
    }

    /**
     * The {@code k} largest elements along an axis, the largest first, or the {@code k} smallest,
     * the smallest first, and their indices. NaN is greater than any number; of equal elements the
     * first comes first. Shapes: {@code [..., n, ...] -> [..., k, ...]} for both results. The
     * values keep the dtype; the indices are int64.
     *
     * @param k the number of elements, from 0 to the size of the axis
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range, or {@code k} is negative or
     *     larger than its size
     */
    public Topk topk(long k) {
        return topk(k, -1, true);
    }

    /**
     * The {@code k} largest elements along an axis, the largest first, or the {@code k} smallest,
     * the smallest first, and their indices. NaN is greater than any number; of equal elements the
     * first comes first. Shapes: {@code [..., n, ...] -> [..., k, ...]} for both results. The
     * values keep the dtype; the indices are int64.
     *
     * @param k the number of elements, from 0 to the size of the axis
     * @param axis the axis to search along; negative values count from the last axis
     * @param largest whether the largest elements are returned, instead of the smallest
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range, or {@code k} is negative or
     *     larger than its size
     */
    public Topk topk(long k, long axis, boolean largest) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.topk(scope, handle, k, axis, largest, room));
        return new Topk(made[0], made[1]);
    }

    /**
     * The {@code k}-th smallest element along an axis, and its index. NaN is greater than any
     * number. Shapes: {@code [..., n, ...] -> [...]} for both results, or {@code [..., 1, ...]} if
     * the axis stays. The values keep the dtype; the indices are int64.
     *
     * @param k the rank of the element, from 1 for the smallest
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range, or {@code k} is below 1 or
     *     larger than its size
     */
    public Kthvalue kthvalue(long k) {
        return kthvalue(k, -1, false);
    }

    /**
     * The {@code k}-th smallest element along an axis, and its index. NaN is greater than any
     * number. Shapes: {@code [..., n, ...] -> [...]} for both results, or {@code [..., 1, ...]} if
     * the axis stays. The values keep the dtype; the indices are int64.
     *
     * @param k the rank of the element, from 1 for the smallest
     * @param axis the axis to search along; negative values count from the last axis
     * @param keepdim whether the axis stays, with size 1
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range, or {@code k} is below 1 or
     *     larger than its size
     */
    public Kthvalue kthvalue(long k, long axis, boolean keepdim) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.kthvalue(scope, handle, k, axis, keepdim, room));
        return new Kthvalue(made[0], made[1]);
    }

    /**
     * The distinct elements of the whole tensor in ascending order, their first positions, the
     * index of each element's value, and the counts. Each NaN is distinct from any other; NaN comes
     * last. Shapes: any shape gives {@code [U]} for {@code U} distinct elements, except {@code
     * inverse}, which has the shape of this tensor. The values keep the dtype; the other results
     * are int64.
     *
     * @return new tensors
     * @throws TensorException if this tensor is recorded on a tape; there is no gradient
     */
    public Unique unique() {
        Tensor[] made = Call.several(this, 4, (scope, room) -> Native.unique(scope, handle, room));
        return new Unique(made[0], made[1], made[2], made[3]);
    }

    /**
     * The distinct slices along an axis in lexicographic order, their first positions, the index of
     * each slice's value, and the counts. A slice that contains a NaN is distinct from any other.
     * Shapes: {@code [..., N, ...] -> [..., U, ...]} for {@code U} distinct slices; {@code indices}
     * and {@code counts} are {@code [U]}, and {@code inverse} is {@code [N]}. The values keep the
     * dtype; the other results are int64.
     *
     * @param axis the axis of the slices; negative values count from the last axis
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range
     * @throws TensorException if this tensor is recorded on a tape; there is no gradient
     */
    public Unique unique(long axis) {
        Tensor[] made = Call.several(this, 4, (scope, room) -> Native.uniqueAxis(scope, handle, axis, room));
        return new Unique(made[0], made[1], made[2], made[3]);
    }

    /**
     * The distinct elements of the whole tensor in ascending order, and how many there are of each.
     * Each NaN is distinct from any other; NaN comes last. Shapes: any shape gives {@code [U]} for
     * {@code U} distinct elements. The values keep the dtype; the counts are int64.
     *
     * @return new tensors
     * @throws TensorException if this tensor is recorded on a tape; there is no gradient
     */
    public UniqueCounts uniqueCounts() {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.uniqueCounts(scope, handle, room));
        return new UniqueCounts(made[0], made[1]);
    }

    /**
     * The distinct elements of the whole tensor in ascending order, and the index of each element's
     * value among them. Each NaN is distinct from any other; NaN comes last. Shapes: any shape
     * gives {@code [U]} for {@code U} distinct elements; {@code inverse} has the shape of this
     * tensor. The values keep the dtype; {@code inverse} is int64.
     *
     * @return new tensors
     * @throws TensorException if this tensor is recorded on a tape; there is no gradient
     */
    public UniqueInverse uniqueInverse() {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.uniqueInverse(scope, handle, room));
        return new UniqueInverse(made[0], made[1]);
    }

    /**
     * Shifts the elements along axes; elements that pass the end come in again at the start.
     * Without axes, the flattened tensor is shifted. Shapes: any; the shape and dtype are kept. The
     * result is a copy.
     *
     * @param shifts how far to shift, one number for each axis, or a single number if there are no
     *     axes; an axis that is named twice is shifted by the sum
     * @param axes the axes to shift along; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range, or there is not one shift for
     *     each axis
     */
    public Tensor roll(long[] shifts, long[] axes) {
        Objects.requireNonNull(shifts, "shifts");
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.roll(scope, handle, shifts, axes));
    }

    /**
     * Counts how often each of the numbers from 0 on occurs: {@code result[i]} is the number of
     * elements equal to {@code i}, or the sum of their weights. Shapes: {@code [n] ->
     * [max(minlength, m + 1)]}, where {@code m} is the largest element. The result is int64; with
     * weights it is float32 if these are float32, and float64 otherwise.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an element or {@code minlength} is negative, or the
     *     result would be too large
     * @throws ShapeMismatchException if this tensor does not have exactly one axis, or the weights
     *     have another shape
     * @throws DTypeMismatchException if this tensor is not of an integer type
     * @throws TensorException if the weights are recorded on a tape
     */
    public Tensor bincount() {
        return bincount(null, 0);
    }

    /**
     * Counts how often each of the numbers from 0 on occurs: {@code result[i]} is the number of
     * elements equal to {@code i}, or the sum of their weights. Shapes: {@code [n] ->
     * [max(minlength, m + 1)]}, where {@code m} is the largest element. The result is int64; with
     * weights it is float32 if these are float32, and float64 otherwise.
     *
     * @param weights one number for each element, of any dtype
     * @param minlength the smallest number of counts
     * @return a new tensor
     * @throws InvalidArgumentException if an element or {@code minlength} is negative, or the
     *     result would be too large
     * @throws ShapeMismatchException if this tensor does not have exactly one axis, or the weights
     *     have another shape
     * @throws DTypeMismatchException if this tensor is not of an integer type
     * @throws TensorException if the weights are recorded on a tape
     */
    public Tensor bincount(@Nullable Tensor weights, long minlength) {
        Tensor result = Call.from(this, scope -> Native.bincount(scope, handle, weights == null ? 0 : weights.handle, minlength));
        KeepAlive.done(weights);
        return result;
    }

    /**
     * The sum of the elements; 0 if there are none. Shapes: {@code [..., n, ...] -> [...]} without
     * the reduced axes, or with size 1 for each if they stay. Floating-point dtypes are kept;
     * integers and bool give int64, which wraps around.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor sum(long... axes) {
        return sum(false, axes);
    }

    /**
     * The sum of the elements; 0 if there are none. Shapes: {@code [..., n, ...] -> [...]} without
     * the reduced axes, or with size 1 for each if they stay. Floating-point dtypes are kept;
     * integers and bool give int64, which wraps around.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
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
     * The mean of the elements, their sum divided by their number; NaN if there are none. Shapes:
     * {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if they
     * stay. Floating-point dtypes are kept; integers and bool give float32.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor mean(long... axes) {
        return mean(false, axes);
    }

    /**
     * The mean of the elements, their sum divided by their number; NaN if there are none. Shapes:
     * {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if they
     * stay. Floating-point dtypes are kept; integers and bool give float32.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
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
     * The largest element; NaN if any element is NaN. Shapes: {@code [..., n, ...] -> [...]}
     * without the reduced axes, or with size 1 for each if they stay. The dtype is kept.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
     */
    public Tensor max(long... axes) {
        return max(false, axes);
    }

    /**
     * The largest element; NaN if any element is NaN. Shapes: {@code [..., n, ...] -> [...]}
     * without the reduced axes, or with size 1 for each if they stay. The dtype is kept.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
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
     * The smallest element; NaN if any element is NaN. Shapes: {@code [..., n, ...] -> [...]}
     * without the reduced axes, or with size 1 for each if they stay. The dtype is kept.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
     */
    public Tensor min(long... axes) {
        return min(false, axes);
    }

    /**
     * The smallest element; NaN if any element is NaN. Shapes: {@code [..., n, ...] -> [...]}
     * without the reduced axes, or with size 1 for each if they stay. The dtype is kept.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
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
     * The index of the largest element: the first of equal ones, and the first NaN if there is one.
     * Over several axes it is the index into these axes flattened. Shapes: {@code [..., n, ...] ->
     * [...]} without the reduced axes, or with size 1 for each if they stay. The result is int64.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
     */
    public Tensor argmax(long... axes) {
        return argmax(false, axes);
    }

    /**
     * The index of the largest element: the first of equal ones, and the first NaN if there is one.
     * Over several axes it is the index into these axes flattened. Shapes: {@code [..., n, ...] ->
     * [...]} without the reduced axes, or with size 1 for each if they stay. The result is int64.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
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
     * The product of the elements; 1 if there are none. Shapes: {@code [..., n, ...] -> [...]}
     * without the reduced axes, or with size 1 for each if they stay. Floating-point dtypes are
     * kept; integers and bool give int64, which wraps around.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor prod(long... axes) {
        return prod(false, axes);
    }

    /**
     * The product of the elements; 1 if there are none. Shapes: {@code [..., n, ...] -> [...]}
     * without the reduced axes, or with size 1 for each if they stay. Floating-point dtypes are
     * kept; integers and bool give int64, which wraps around.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
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
     * The largest element; NaN if any element is NaN. The same as {@code max}, by PyTorch's name.
     * Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if
     * they stay. The dtype is kept.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
     */
    public Tensor amax(long... axes) {
        return amax(false, axes);
    }

    /**
     * The largest element; NaN if any element is NaN. The same as {@code max}, by PyTorch's name.
     * Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if
     * they stay. The dtype is kept.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
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
     * The smallest element; NaN if any element is NaN. The same as {@code min}, by PyTorch's name.
     * Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if
     * they stay. The dtype is kept.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
     */
    public Tensor amin(long... axes) {
        return amin(false, axes);
    }

    /**
     * The smallest element; NaN if any element is NaN. The same as {@code min}, by PyTorch's name.
     * Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if
     * they stay. The dtype is kept.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
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
     * The index of the smallest element: the first of equal ones, and the first NaN if there is
     * one. Over several axes it is the index into these axes flattened. Shapes: {@code [..., n,
     * ...] -> [...]} without the reduced axes, or with size 1 for each if they stay. The result is
     * int64.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
     */
    public Tensor argmin(long... axes) {
        return argmin(false, axes);
    }

    /**
     * The index of the smallest element: the first of equal ones, and the first NaN if there is
     * one. Over several axes it is the index into these axes flattened. Shapes: {@code [..., n,
     * ...] -> [...]} without the reduced axes, or with size 1 for each if they stay. The result is
     * int64.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
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
     * Whether all elements are true, that is, not 0; true if there are none. Shapes: {@code [...,
     * n, ...] -> [...]} without the reduced axes, or with size 1 for each if they stay. The result
     * is bool.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor all(long... axes) {
        return all(false, axes);
    }

    /**
     * Whether all elements are true, that is, not 0; true if there are none. Shapes: {@code [...,
     * n, ...] -> [...]} without the reduced axes, or with size 1 for each if they stay. The result
     * is bool.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
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
     * Whether at least one element is true, that is, not 0; false if there are none. Shapes: {@code
     * [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if they stay. The
     * result is bool.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor any(long... axes) {
        return any(false, axes);
    }

    /**
     * Whether at least one element is true, that is, not 0; false if there are none. Shapes: {@code
     * [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if they stay. The
     * result is bool.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
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
     * The number of elements that are not 0. NaN counts as not 0. Shapes: {@code [..., n, ...] ->
     * [...]} without the reduced axes, or with size 1 for each if they stay. The result is int64.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor countNonzero(long... axes) {
        return countNonzero(false, axes);
    }

    /**
     * The number of elements that are not 0. NaN counts as not 0. Shapes: {@code [..., n, ...] ->
     * [...]} without the reduced axes, or with size 1 for each if they stay. The result is int64.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
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
     * The logarithm of the sum of exponentials, {@code log(sum(exp(x)))}, computed so that the
     * exponentials do not overflow. Shapes: {@code [..., n, ...] -> [...]} without the reduced
     * axes, or with size 1 for each if they stay. Floating-point dtypes are kept; integers and bool
     * give float32.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
     */
    public Tensor logsumexp(long... axes) {
        return logsumexp(false, axes);
    }

    /**
     * The logarithm of the sum of exponentials, {@code log(sum(exp(x)))}, computed so that the
     * exponentials do not overflow. Shapes: {@code [..., n, ...] -> [...]} without the reduced
     * axes, or with size 1 for each if they stay. Floating-point dtypes are kept; integers and bool
     * give float32.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or there are no
     *     elements to reduce
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
     * The sum of the elements, which are first converted to a dtype; 0 if there are none. Shapes:
     * {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if they
     * stay. The result has that dtype; integers wrap around.
     *
     * @param dtype the dtype of the elements and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor sum(DType dtype) {
        return sum(dtype, new long[0], false);
    }

    /**
     * The sum of the elements, which are first converted to a dtype; 0 if there are none. Shapes:
     * {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if they
     * stay. The result has that dtype; integers wrap around.
     *
     * @param dtype the dtype of the elements and of the result
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor sum(DType dtype, long[] axes, boolean keepdim) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.sumDtype(scope, handle, dtype.code(), keepdim, axes));
    }

    /**
     * The product of the elements, which are first converted to a dtype; 1 if there are none.
     * Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if
     * they stay. The result has that dtype; integers wrap around.
     *
     * @param dtype the dtype of the elements and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor prod(DType dtype) {
        return prod(dtype, new long[0], false);
    }

    /**
     * The product of the elements, which are first converted to a dtype; 1 if there are none.
     * Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if
     * they stay. The result has that dtype; integers wrap around.
     *
     * @param dtype the dtype of the elements and of the result
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor prod(DType dtype, long[] axes, boolean keepdim) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.prodDtype(scope, handle, dtype.code(), keepdim, axes));
    }

    /**
     * The mean of the elements, which are first converted to a dtype; NaN if there are none.
     * Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if
     * they stay. The result has that dtype.
     *
     * @param dtype the dtype of the elements and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     * @throws DTypeMismatchException if the dtype is not floating-point
     */
    public Tensor mean(DType dtype) {
        return mean(dtype, new long[0], false);
    }

    /**
     * The mean of the elements, which are first converted to a dtype; NaN if there are none.
     * Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if
     * they stay. The result has that dtype.
     *
     * @param dtype the dtype of the elements and of the result
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     * @throws DTypeMismatchException if the dtype is not floating-point
     */
    public Tensor mean(DType dtype, long[] axes, boolean keepdim) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.meanDtype(scope, handle, dtype.code(), keepdim, axes));
    }

    /**
     * The variance: {@code sum((x - mean)^2) / max(0, n - correction)} for {@code n} elements.
     * Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if
     * they stay. The dtype is kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor var() {
        return var(new long[0], 1, false);
    }

    /**
     * The variance: {@code sum((x - mean)^2) / max(0, n - correction)} for {@code n} elements.
     * Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if
     * they stay. The dtype is kept.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @param correction what the number of elements is reduced by in the divisor: 1 for a sample, 0
     *     for a whole population
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor var(long[] axes, double correction, boolean keepdim) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.var(scope, handle, correction, keepdim, axes));
    }

    /**
     * The variance: {@code sum((x - mean)^2) / max(0, n - correction)} for {@code n} elements.
     * Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if
     * they stay. The dtype is kept.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor var(long... axes) {
        return var(false, axes);
    }

    /**
     * The variance: {@code sum((x - mean)^2) / max(0, n - correction)} for {@code n} elements.
     * Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for each if
     * they stay. The dtype is kept.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor var(boolean keepdim, long... axes) {
        return var(axes, 1, keepdim);
    }

    /**
     * The standard deviation: {@code sqrt(sum((x - mean)^2) / max(0, n - correction))} for {@code
     * n} elements. Where it is 0, its gradient is 0. Shapes: {@code [..., n, ...] -> [...]} without
     * the reduced axes, or with size 1 for each if they stay. The dtype is kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor std() {
        return std(new long[0], 1, false);
    }

    /**
     * The standard deviation: {@code sqrt(sum((x - mean)^2) / max(0, n - correction))} for {@code
     * n} elements. Where it is 0, its gradient is 0. Shapes: {@code [..., n, ...] -> [...]} without
     * the reduced axes, or with size 1 for each if they stay. The dtype is kept.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @param correction what the number of elements is reduced by in the divisor: 1 for a sample, 0
     *     for a whole population
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor std(long[] axes, double correction, boolean keepdim) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.std(scope, handle, correction, keepdim, axes));
    }

    /**
     * The standard deviation: {@code sqrt(sum((x - mean)^2) / max(0, n - correction))} for {@code
     * n} elements. Where it is 0, its gradient is 0. Shapes: {@code [..., n, ...] -> [...]} without
     * the reduced axes, or with size 1 for each if they stay. The dtype is kept.
     *
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor std(long... axes) {
        return std(false, axes);
    }

    /**
     * The standard deviation: {@code sqrt(sum((x - mean)^2) / max(0, n - correction))} for {@code
     * n} elements. Where it is 0, its gradient is 0. Shapes: {@code [..., n, ...] -> [...]} without
     * the reduced axes, or with size 1 for each if they stay. The dtype is kept.
     *
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor std(boolean keepdim, long... axes) {
        return std(axes, 1, keepdim);
    }

    /**
     * The p-norm of vectors: {@code sum(abs(x)^p)^(1/p)}. For {@code p} = 0 it is the number of
     * elements that are not 0, and for plus or minus infinity the largest or smallest absolute
     * value. Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for
     * each if they stay. The dtype is kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or {@code p} is
     *     infinite and there are no elements to reduce
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor norm() {
        return norm(2, new long[0], false);
    }

    /**
     * The p-norm of vectors: {@code sum(abs(x)^p)^(1/p)}. For {@code p} = 0 it is the number of
     * elements that are not 0, and for plus or minus infinity the largest or smallest absolute
     * value. Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for
     * each if they stay. The dtype is kept.
     *
     * @param p the order of the norm
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @param keepdim whether these axes stay, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or {@code p} is
     *     infinite and there are no elements to reduce
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor norm(double p, long[] axes, boolean keepdim) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.norm(scope, handle, p, keepdim, axes));
    }

    /**
     * The p-norm of vectors: {@code sum(abs(x)^p)^(1/p)}. For {@code p} = 0 it is the number of
     * elements that are not 0, and for plus or minus infinity the largest or smallest absolute
     * value. Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for
     * each if they stay. The dtype is kept.
     *
     * @param p the order of the norm
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if an axis is out of range or named twice, or {@code p} is
     *     infinite and there are no elements to reduce
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor norm(double p, long... axes) {
        return norm(p, false, axes);
    }

    /**
     * The p-norm of vectors: {@code sum(abs(x)^p)^(1/p)}. For {@code p} = 0 it is the number of
     * elements that are not 0, and for plus or minus infinity the largest or smallest absolute
     * value. Shapes: {@code [..., n, ...] -> [...]} without the reduced axes, or with size 1 for
     * each if they stay. The dtype is kept.
     *
     * @param p the order of the norm
     * @param keepdim whether these axes stay, with size 1
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or {@code p} is
     *     infinite and there are no elements to reduce
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor norm(double p, boolean keepdim, long... axes) {
        return norm(p, axes, keepdim);
    }

    /**
     * The covariance matrix of variables: {@code result[i][j]} is the mean of {@code (x[i] -
     * mean(x[i])) (x[j] - mean(x[j]))}, whose divisor is {@code max(0, n - correction)} for {@code
     * n} observations. Shapes: {@code [m, n] -> [m, m]}, a row for each variable and a column for
     * each observation; one row, a vector or a scalar gives a scalar. The dtype is kept; integers
     * give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are more than two axes
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor cov() {
        return cov(1);
    }

    /**
     * The covariance matrix of variables: {@code result[i][j]} is the mean of {@code (x[i] -
     * mean(x[i])) (x[j] - mean(x[j]))}, whose divisor is {@code max(0, n - correction)} for {@code
     * n} observations. Shapes: {@code [m, n] -> [m, m]}, a row for each variable and a column for
     * each observation; one row, a vector or a scalar gives a scalar. The dtype is kept; integers
     * give float32.
     *
     * @param correction what the number of observations is reduced by in the divisor: 1 for a
     *     sample, 0 for a whole population
     * @return a new tensor
     * @throws InvalidArgumentException if there are more than two axes
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor cov(double correction) {
        return Call.real(Native::cov, this, correction);
    }

    /**
     * The Pearson correlation coefficients of variables: their covariance divided by both standard
     * deviations, cut to the range from -1 to 1. It is NaN for a variable that is constant. Shapes:
     * {@code [m, n] -> [m, m]}, a row for each variable and a column for each observation; one row,
     * a vector or a scalar gives a scalar. The dtype is kept; integers give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are more than two axes
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor corrcoef() {
        return Call.unary(Native::corrcoef, this);
    }

    /**
     * The cumulative sum along an axis: {@code result[i] = x[0] + ... + x[i]}. Shapes: {@code [...,
     * n, ...] -> [..., n, ...]}. Floating-point dtypes are kept; integers and bool give int64,
     * which wraps around.
     *
     * @param axis the axis to sum along; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor cumsum(long axis) {
        return Call.from(this, scope -> Native.cumsum(scope, handle, axis));
    }

    /**
     * The cumulative product along an axis: {@code result[i] = x[0] * ... * x[i]}. Shapes: {@code
     * [..., n, ...] -> [..., n, ...]}. Floating-point dtypes are kept; integers and bool give
     * int64, which wraps around.
     *
     * @param axis the axis to multiply along; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor cumprod(long axis) {
        return Call.from(this, scope -> Native.cumprod(scope, handle, axis));
    }

    /**
     * The cumulative maximum along an axis: {@code result[i] = max(x[0], ..., x[i])}; NaN from the
     * first NaN on. It has no gradient. Shapes: {@code [..., n, ...] -> [..., n, ...]}. The dtype
     * is kept.
     *
     * @param axis the axis to compare along; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     * @throws TensorException if this tensor is recorded on a tape; there is no gradient
     */
    public Tensor cummax(long axis) {
        return Call.from(this, scope -> Native.cummax(scope, handle, axis));
    }

    /**
     * The cumulative minimum along an axis: {@code result[i] = min(x[0], ..., x[i])}; NaN from the
     * first NaN on. It has no gradient. Shapes: {@code [..., n, ...] -> [..., n, ...]}. The dtype
     * is kept.
     *
     * @param axis the axis to compare along; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     * @throws TensorException if this tensor is recorded on a tape; there is no gradient
     */
    public Tensor cummin(long axis) {
        return Call.from(this, scope -> Native.cummin(scope, handle, axis));
    }

    /**
     * The differences of neighbors along an axis, {@code result[i] = x[i + 1] - x[i]}, taken {@code
     * n} times over. If {@code n} is 0, the result shares the memory of this tensor. Shapes: {@code
     * [..., k, ...] -> [..., max(0, k - n), ...]}. The dtype is kept; integers wrap around.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or {@code n} is negative
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor diff() {
        return diff(1, -1);
    }

    /**
     * The differences of neighbors along an axis, {@code result[i] = x[i + 1] - x[i]}, taken {@code
     * n} times over. If {@code n} is 0, the result shares the memory of this tensor. Shapes: {@code
     * [..., k, ...] -> [..., max(0, k - n), ...]}. The dtype is kept; integers wrap around.
     *
     * @param n how many times differences are taken
     * @param axis the axis of the neighbors; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or {@code n} is negative
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor diff(long n, long axis) {
        return Call.from(this, scope -> Native.diff(scope, handle, n, axis));
    }

    /**
     * The median along an axis, and its index. If the number of elements is even, the lower of the
     * two middle values; NaN if any element is NaN. Shapes: {@code [..., n, ...] -> [...]} for both
     * results, or {@code [..., 1, ...]} if the axis stays. The values keep the dtype; the indices
     * are int64.
     *
     * @param axis the axis to reduce; negative values count from the last axis
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range or has size 0
     */
    public Median median(long axis) {
        return median(axis, false);
    }

    /**
     * The median along an axis, and its index. If the number of elements is even, the lower of the
     * two middle values; NaN if any element is NaN. Shapes: {@code [..., n, ...] -> [...]} for both
     * results, or {@code [..., 1, ...]} if the axis stays. The values keep the dtype; the indices
     * are int64.
     *
     * @param axis the axis to reduce; negative values count from the last axis
     * @param keepdim whether the axis stays, with size 1
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range or has size 0
     */
    public Median median(long axis, boolean keepdim) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.median(scope, handle, axis, keepdim, room));
        return new Median(made[0], made[1]);
    }

    /**
     * The median of all elements. If their number is even, the lower of the two middle values; NaN
     * if any element is NaN. Shapes: any shape gives a scalar. The dtype is kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are no elements
     */
    public Tensor median() {
        return Call.unary(Native::medianAllAxes, this);
    }

    /**
     * The quantile {@code q} along an axis: the element at position {@code q (n - 1)} of the sorted
     * elements, interpolated linearly between the two nearest ones; NaN if any element is NaN.
     * Shapes: {@code [..., n, ...] -> [...]}, or {@code [..., 1, ...]} if the axis stays. The dtype
     * is kept.
     *
     * @param q the quantile, from 0 for the smallest element to 1 for the largest
     * @param axis the axis to reduce; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range or has size 0, or {@code q} is
     *     not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor quantile(double q, long axis) {
        return quantile(q, axis, false);
    }

    /**
     * The quantile {@code q} along an axis: the element at position {@code q (n - 1)} of the sorted
     * elements, interpolated linearly between the two nearest ones; NaN if any element is NaN.
     * Shapes: {@code [..., n, ...] -> [...]}, or {@code [..., 1, ...]} if the axis stays. The dtype
     * is kept.
     *
     * @param q the quantile, from 0 for the smallest element to 1 for the largest
     * @param axis the axis to reduce; negative values count from the last axis
     * @param keepdim whether the axis stays, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range or has size 0, or {@code q} is
     *     not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor quantile(double q, long axis, boolean keepdim) {
        return Call.from(this, scope -> Native.quantile(scope, handle, q, axis, keepdim));
    }

    /**
     * The quantile {@code q} of all elements: the element at position {@code q (n - 1)} of the
     * sorted elements, interpolated linearly between the two nearest ones; NaN if any element is
     * NaN. Shapes: any shape gives a scalar. The dtype is kept.
     *
     * @param q the quantile, from 0 for the smallest element to 1 for the largest
     * @return a new tensor
     * @throws InvalidArgumentException if there are no elements, or {@code q} is not between 0 and
     *     1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor quantile(double q) {
        return Call.real(Native::quantileAllAxes, this, q);
    }

    /**
     * Several quantiles at once: for each value of {@code q} the element at position {@code q (n -
     * 1)} of the sorted elements; NaN if any element is NaN. {@code q} has no gradient, and must
     * not be recorded on a tape (status {@code UNSUPPORTED}). Shapes: {@code [..., n, ...] -> [Q,
     * ...]} for {@code Q} quantiles, without the reduced axes or with size 1 for each if they stay;
     * a scalar {@code q} makes no new axis. The dtype is kept.
     *
     * @param q the quantiles, a vector or a single number, from 0 for the smallest element to 1 for
     *     the largest; floating-point, and not necessarily of the dtype of this tensor
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, there are no
     *     elements to reduce, a quantile is not between 0 and 1, or the result would have more than
     *     8 axes
     * @throws ShapeMismatchException if {@code q} has more than one axis
     * @throws DTypeMismatchException if the elements or the quantiles are not floating-point
     */
    public Tensor quantile(Tensor q) {
        return quantile(q, new long[0], false, QuantileInterpolation.LINEAR);
    }

    /**
     * Several quantiles at once: for each value of {@code q} the element at position {@code q (n -
     * 1)} of the sorted elements; NaN if any element is NaN. {@code q} has no gradient, and must
     * not be recorded on a tape (status {@code UNSUPPORTED}). Shapes: {@code [..., n, ...] -> [Q,
     * ...]} for {@code Q} quantiles, without the reduced axes or with size 1 for each if they stay;
     * a scalar {@code q} makes no new axis. The dtype is kept.
     *
     * @param q the quantiles, a vector or a single number, from 0 for the smallest element to 1 for
     *     the largest; floating-point, and not necessarily of the dtype of this tensor
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @param keepdim whether these axes stay, with size 1
     * @param interpolation the value at a position between two elements
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, there are no
     *     elements to reduce, a quantile is not between 0 and 1, or the result would have more than
     *     8 axes
     * @throws ShapeMismatchException if {@code q} has more than one axis
     * @throws DTypeMismatchException if the elements or the quantiles are not floating-point
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
     * The cumulative sum along an axis, {@code result[i] = x[0] + ... + x[i]}, by the array API's
     * name. It can start with a 0. Shapes: {@code [..., n, ...] -> [..., n, ...]}, or {@code [...,
     * n + 1, ...]} with the initial element. Floating-point dtypes are kept; integers and bool give
     * int64, which wraps around.
     *
     * @param axis the axis to sum along; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor cumulativeSum(long axis) {
        return cumulativeSum(axis, false);
    }

    /**
     * The cumulative sum along an axis, {@code result[i] = x[0] + ... + x[i]}, by the array API's
     * name. It can start with a 0. Shapes: {@code [..., n, ...] -> [..., n, ...]}, or {@code [...,
     * n + 1, ...]} with the initial element. Floating-point dtypes are kept; integers and bool give
     * int64, which wraps around.
     *
     * @param axis the axis to sum along; negative values count from the last axis
     * @param includeInitial whether the result starts with a 0, which makes the axis longer by 1
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor cumulativeSum(long axis, boolean includeInitial) {
        return Call.from(this, scope -> Native.cumulativeSum(scope, handle, axis, includeInitial));
    }

    /**
     * The cumulative product along an axis, {@code result[i] = x[0] * ... * x[i]}, by the array
     * API's name. It can start with a 1. Shapes: {@code [..., n, ...] -> [..., n, ...]}, or {@code
     * [..., n + 1, ...]} with the initial element. Floating-point dtypes are kept; integers and
     * bool give int64, which wraps around.
     *
     * @param axis the axis to multiply along; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor cumulativeProd(long axis) {
        return cumulativeProd(axis, false);
    }

    /**
     * The cumulative product along an axis, {@code result[i] = x[0] * ... * x[i]}, by the array
     * API's name. It can start with a 1. Shapes: {@code [..., n, ...] -> [..., n, ...]}, or {@code
     * [..., n + 1, ...]} with the initial element. Floating-point dtypes are kept; integers and
     * bool give int64, which wraps around.
     *
     * @param axis the axis to multiply along; negative values count from the last axis
     * @param includeInitial whether the result starts with a 1, which makes the axis longer by 1
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor cumulativeProd(long axis, boolean includeInitial) {
        return Call.from(this, scope -> Native.cumulativeProd(scope, handle, axis, includeInitial));
    }

    /**
     * The cumulative sum along an axis, {@code result[i] = x[0] + ... + x[i]}, of the elements
     * converted to a dtype. Shapes: {@code [..., n, ...] -> [..., n, ...]}. The result has that
     * dtype; integers wrap around.
     *
     * @param axis the axis to sum along; negative values count from the last axis
     * @param dtype the dtype of the elements and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor cumsum(long axis, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.cumsumDtype(scope, handle, axis, dtype.code()));
    }

    /**
     * The cumulative sum along an axis, {@code result[i] = x[0] + ... + x[i]}, of the elements
     * converted to a dtype. It can start with a 0. Shapes: {@code [..., n, ...] -> [..., n, ...]},
     * or {@code [..., n + 1, ...]} with the initial element. The result has that dtype; integers
     * wrap around.
     *
     * @param axis the axis to sum along; negative values count from the last axis
     * @param dtype the dtype of the elements and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor cumulativeSum(long axis, DType dtype) {
        return cumulativeSum(axis, dtype, false);
    }

    /**
     * The cumulative sum along an axis, {@code result[i] = x[0] + ... + x[i]}, of the elements
     * converted to a dtype. It can start with a 0. Shapes: {@code [..., n, ...] -> [..., n, ...]},
     * or {@code [..., n + 1, ...]} with the initial element. The result has that dtype; integers
     * wrap around.
     *
     * @param axis the axis to sum along; negative values count from the last axis
     * @param dtype the dtype of the elements and of the result
     * @param includeInitial whether the result starts with a 0, which makes the axis longer by 1
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor cumulativeSum(long axis, DType dtype, boolean includeInitial) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.cumulativeSumDtype(scope, handle, axis, dtype.code(), includeInitial));
    }

    /**
     * The cumulative product along an axis, {@code result[i] = x[0] * ... * x[i]}, of the elements
     * converted to a dtype. Shapes: {@code [..., n, ...] -> [..., n, ...]}. The result has that
     * dtype; integers wrap around.
     *
     * @param axis the axis to multiply along; negative values count from the last axis
     * @param dtype the dtype of the elements and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor cumprod(long axis, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.cumprodDtype(scope, handle, axis, dtype.code()));
    }

    /**
     * The cumulative product along an axis, {@code result[i] = x[0] * ... * x[i]}, of the elements
     * converted to a dtype. It can start with a 1. Shapes: {@code [..., n, ...] -> [..., n, ...]},
     * or {@code [..., n + 1, ...]} with the initial element. The result has that dtype; integers
     * wrap around.
     *
     * @param axis the axis to multiply along; negative values count from the last axis
     * @param dtype the dtype of the elements and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor cumulativeProd(long axis, DType dtype) {
        return cumulativeProd(axis, dtype, false);
    }

    /**
     * The cumulative product along an axis, {@code result[i] = x[0] * ... * x[i]}, of the elements
     * converted to a dtype. It can start with a 1. Shapes: {@code [..., n, ...] -> [..., n, ...]},
     * or {@code [..., n + 1, ...]} with the initial element. The result has that dtype; integers
     * wrap around.
     *
     * @param axis the axis to multiply along; negative values count from the last axis
     * @param dtype the dtype of the elements and of the result
     * @param includeInitial whether the result starts with a 1, which makes the axis longer by 1
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor cumulativeProd(long axis, DType dtype, boolean includeInitial) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.cumulativeProdDtype(scope, handle, axis, dtype.code(), includeInitial));
    }

    /**
     * The differences of neighbors along an axis, {@code result[i] = x[i + 1] - x[i]}, taken {@code
     * n} times over, after other tensors have been joined to the start and the end of this one. If
     * {@code n} is 0, nothing is joined and the result shares the memory of this tensor. Shapes:
     * {@code [..., k, ...] -> [..., max(0, p + k + a - n), ...]} with {@code [..., p, ...]} in
     * front and {@code [..., a, ...]} at the end. The dtype is the one that all promote to;
     * integers wrap around.
     *
     * @param n how many times differences are taken
     * @param axis the axis of the neighbors; negative values count from the last axis
     * @param prepend the tensor in front, or none
     * @param append the tensor at the end, or none
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or {@code n} is negative
     * @throws ShapeMismatchException if one of the tensors has a different number of axes, or a
     *     different size along another axis
     * @throws DTypeMismatchException if the elements are bool
     */
    public Tensor diff(long n, long axis, @Nullable Tensor prepend, @Nullable Tensor append) {
        Tensor result = Call.from(this, scope -> Native.diffPrependAppend(scope, handle, n, axis, prepend == null ? 0 : prepend.handle, append == null ? 0 : append.handle));
        KeepAlive.done(prepend, append);
        return result;
    }

    /**
     * The median along an axis of the elements that are not NaN, and its index. If their number is
     * even, the lower of the two middle values; NaN if all elements are NaN. Shapes: {@code [...,
     * n, ...] -> [...]} for both results, or {@code [..., 1, ...]} if the axis stays. The values
     * keep the dtype; the indices are int64.
     *
     * @param axis the axis to reduce; negative values count from the last axis
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range or has size 0
     */
    public Nanmedian nanmedian(long axis) {
        return nanmedian(axis, false);
    }

    /**
     * The median along an axis of the elements that are not NaN, and its index. If their number is
     * even, the lower of the two middle values; NaN if all elements are NaN. Shapes: {@code [...,
     * n, ...] -> [...]} for both results, or {@code [..., 1, ...]} if the axis stays. The values
     * keep the dtype; the indices are int64.
     *
     * @param axis the axis to reduce; negative values count from the last axis
     * @param keepdim whether the axis stays, with size 1
     * @return new tensors
     * @throws InvalidArgumentException if the axis is out of range or has size 0
     */
    public Nanmedian nanmedian(long axis, boolean keepdim) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.nanmedian(scope, handle, axis, keepdim, room));
        return new Nanmedian(made[0], made[1]);
    }

    /**
     * The median of all elements that are not NaN. If their number is even, the lower of the two
     * middle values; NaN if all elements are NaN. Shapes: any shape gives a scalar. The dtype is
     * kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are no elements
     */
    public Tensor nanmedian() {
        return Call.unary(Native::nanmedianAllAxes, this);
    }

    /**
     * The quantile {@code q} along an axis of the elements that are not NaN: the element at
     * position {@code q (n - 1)} of the {@code n} sorted ones, interpolated linearly between the
     * two nearest ones; NaN if all elements are NaN. Shapes: {@code [..., n, ...] -> [...]}, or
     * {@code [..., 1, ...]} if the axis stays. The dtype is kept.
     *
     * @param q the quantile, from 0 for the smallest element to 1 for the largest
     * @param axis the axis to reduce; negative values count from the last axis
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range or has size 0, or {@code q} is
     *     not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor nanquantile(double q, long axis) {
        return nanquantile(q, axis, false);
    }

    /**
     * The quantile {@code q} along an axis of the elements that are not NaN: the element at
     * position {@code q (n - 1)} of the {@code n} sorted ones, interpolated linearly between the
     * two nearest ones; NaN if all elements are NaN. Shapes: {@code [..., n, ...] -> [...]}, or
     * {@code [..., 1, ...]} if the axis stays. The dtype is kept.
     *
     * @param q the quantile, from 0 for the smallest element to 1 for the largest
     * @param axis the axis to reduce; negative values count from the last axis
     * @param keepdim whether the axis stays, with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range or has size 0, or {@code q} is
     *     not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor nanquantile(double q, long axis, boolean keepdim) {
        return Call.from(this, scope -> Native.nanquantile(scope, handle, q, axis, keepdim));
    }

    /**
     * The quantile {@code q} of all elements that are not NaN: the element at position {@code q (n
     * - 1)} of the {@code n} sorted ones, interpolated linearly between the two nearest ones; NaN
     * if all elements are NaN. Shapes: any shape gives a scalar. The dtype is kept.
     *
     * @param q the quantile, from 0 for the smallest element to 1 for the largest
     * @return a new tensor
     * @throws InvalidArgumentException if there are no elements, or {@code q} is not between 0 and
     *     1
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor nanquantile(double q) {
        return Call.real(Native::nanquantileAllAxes, this, q);
    }

    /**
     * Several quantiles at once of the elements that are not NaN: for each value of {@code q} the
     * element at position {@code q (n - 1)} of the {@code n} sorted ones; NaN if all elements are
     * NaN. {@code q} has no gradient, and must not be recorded on a tape (status {@code
     * UNSUPPORTED}). Shapes: {@code [..., n, ...] -> [Q, ...]} for {@code Q} quantiles, without the
     * reduced axes or with size 1 for each if they stay; a scalar {@code q} makes no new axis. The
     * dtype is kept.
     *
     * @param q the quantiles, a vector or a single number, from 0 for the smallest element to 1 for
     *     the largest; floating-point, and not necessarily of the dtype of this tensor
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, there are no
     *     elements to reduce, a quantile is not between 0 and 1, or the result would have more than
     *     8 axes
     * @throws ShapeMismatchException if {@code q} has more than one axis
     * @throws DTypeMismatchException if the elements or the quantiles are not floating-point
     */
    public Tensor nanquantile(Tensor q) {
        return nanquantile(q, new long[0], false, QuantileInterpolation.LINEAR);
    }

    /**
     * Several quantiles at once of the elements that are not NaN: for each value of {@code q} the
     * element at position {@code q (n - 1)} of the {@code n} sorted ones; NaN if all elements are
     * NaN. {@code q} has no gradient, and must not be recorded on a tape (status {@code
     * UNSUPPORTED}). Shapes: {@code [..., n, ...] -> [Q, ...]} for {@code Q} quantiles, without the
     * reduced axes or with size 1 for each if they stay; a scalar {@code q} makes no new axis. The
     * dtype is kept.
     *
     * @param q the quantiles, a vector or a single number, from 0 for the smallest element to 1 for
     *     the largest; floating-point, and not necessarily of the dtype of this tensor
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @param keepdim whether these axes stay, with size 1
     * @param interpolation the value at a position between two elements
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, there are no
     *     elements to reduce, a quantile is not between 0 and 1, or the result would have more than
     *     8 axes
     * @throws ShapeMismatchException if {@code q} has more than one axis
     * @throws DTypeMismatchException if the elements or the quantiles are not floating-point
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
     * The p-norm of vectors, {@code sum(abs(x)^p)^(1/p)}, of the elements converted to a dtype. For
     * {@code p} = 0 it is the number of elements that are not 0, and for plus or minus infinity the
     * largest or smallest absolute value. Shapes: {@code [..., n, ...] -> [...]} without the
     * reduced axes, or with size 1 for each if they stay. The result has that dtype.
     *
     * @param p the order of the norm
     * @param axes the axes to reduce; negative values count from the last axis; none means all
     * @param keepdim whether these axes stay, with size 1
     * @param dtype the dtype of the elements and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or {@code p} is
     *     infinite and there are no elements to reduce
     * @throws DTypeMismatchException if the dtype is not floating-point
     */
    public Tensor norm(double p, long[] axes, boolean keepdim, DType dtype) {
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.normDtype(scope, handle, p, keepdim, dtype.code(), axes));
    }

    /**
     * The inner product of two vectors, or the matrix product: {@code matmul}, by the name that
     * NumPy and DJL use. A vector on the left counts as a row, one on the right as a column, and
     * the result lacks that axis. Shapes: {@code [k], [k] -> []}; {@code [..., m, k], [..., k, n]
     * -> [..., m, n]}, where the axes before the last two broadcast. The dtype is the one that both
     * promote to; integers wrap around.
     *
     * @param other the right operand
     * @return a new tensor
     * @throws InvalidArgumentException if an operand has no axis
     * @throws ShapeMismatchException if the inner sizes differ, or the other axes do not broadcast
     * @throws DTypeMismatchException if both operands are bool
     */
    public Tensor dot(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::dot, this, other);
    }

    /**
     * The inner products of vectors along an axis: {@code sum(x * other)} over it. Shapes: {@code
     * [..., k, ...], [..., k, ...] -> [...]}; the other axes broadcast. The dtype is the one that
     * both promote to; integers wrap around.
     *
     * @param other the other vectors, of the same size along the axis
     * @return a new tensor
     * @throws ShapeMismatchException if the sizes along the axis differ, or the other axes do not
     *     broadcast
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor vecdot(Tensor other) {
        return vecdot(other, -1);
    }

    /**
     * The inner products of vectors along an axis: {@code sum(x * other)} over it. Shapes: {@code
     * [..., k, ...], [..., k, ...] -> [...]}; the other axes broadcast. The dtype is the one that
     * both promote to; integers wrap around.
     *
     * @param other the other vectors, of the same size along the axis
     * @param axis the axis of the vectors, counted in the broadcast shape; negative values count
     *     from the last axis
     * @return a new tensor
     * @throws ShapeMismatchException if the sizes along the axis differ, or the other axes do not
     *     broadcast
     * @throws InvalidArgumentException if the axis is out of range
     */
    public Tensor vecdot(Tensor other, long axis) {
        Objects.requireNonNull(other, "other");
        Tensor result = Call.from(this, scope -> Native.vecdot(scope, handle, other.handle, axis));
        KeepAlive.done(other);
        return result;
    }

    /**
     * The outer product of two vectors: {@code result[i][j] = this[i] * other[j]}. Shapes: {@code
     * [m], [n] -> [m, n]}. The dtype is the one that both promote to; integers wrap around.
     *
     * @param other the other vector
     * @return a new tensor
     * @throws InvalidArgumentException if an operand does not have exactly one axis
     */
    public Tensor outer(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::outer, this, other);
    }

    /**
     * The products of matrices, one by one. Shapes: {@code [N, m, k], [N, k, n] -> [N, m, n]}. The
     * dtype is the one that both promote to; integers wrap around.
     *
     * @param other the right matrices
     * @return a new tensor
     * @throws InvalidArgumentException if an operand does not have exactly three axes
     * @throws ShapeMismatchException if the numbers of matrices or the inner sizes differ
     * @throws DTypeMismatchException if both operands are bool
     */
    public Tensor bmm(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::bmm, this, other);
    }

    /**
     * A matrix product added to this tensor: {@code beta * this + alpha * (mat1 @ mat2)}. If {@code
     * beta} is 0, this tensor counts for its dtype and shape alone: NaN in it is ignored. Shapes:
     * {@code [m, n], [m, k], [k, n] -> [m, n]}; this tensor broadcasts. The dtype is the one that
     * all promote to, and that of a number beside a tensor if a factor is a fraction; integers wrap
     * around.
     *
     * @param mat1 the left matrix
     * @param mat2 the right matrix
     * @return a new tensor
     * @throws InvalidArgumentException if a factor does not have exactly two axes
     * @throws ShapeMismatchException if the inner sizes differ, or this tensor does not broadcast
     *     to the product
     * @throws DTypeMismatchException if both factors are bool
     */
    public Tensor addmm(Tensor mat1, Tensor mat2) {
        return addmm(mat1, mat2, 1, 1);
    }

    /**
     * A matrix product added to this tensor: {@code beta * this + alpha * (mat1 @ mat2)}. If {@code
     * beta} is 0, this tensor counts for its dtype and shape alone: NaN in it is ignored. Shapes:
     * {@code [m, n], [m, k], [k, n] -> [m, n]}; this tensor broadcasts. The dtype is the one that
     * all promote to, and that of a number beside a tensor if a factor is a fraction; integers wrap
     * around.
     *
     * @param mat1 the left matrix
     * @param mat2 the right matrix
     * @param beta what this tensor is multiplied by
     * @param alpha what the product is multiplied by
     * @return a new tensor
     * @throws InvalidArgumentException if a factor does not have exactly two axes
     * @throws ShapeMismatchException if the inner sizes differ, or this tensor does not broadcast
     *     to the product
     * @throws DTypeMismatchException if both factors are bool
     */
    public Tensor addmm(Tensor mat1, Tensor mat2, double beta, double alpha) {
        Objects.requireNonNull(mat1, "mat1");
        Objects.requireNonNull(mat2, "mat2");
        Tensor result = Call.from(this, scope -> Native.addmm(scope, handle, mat1.handle, mat2.handle, beta, alpha));
        KeepAlive.done(mat1, mat2);
        return result;
    }

    /**
     * Products of matrices, one by one, added to this tensor: {@code beta * this + alpha * (batch1
     * @ batch2)}. If {@code beta} is 0, this tensor counts for its dtype and shape alone: NaN in it
     * is ignored. Shapes: {@code [N, m, n], [N, m, k], [N, k, n] -> [N, m, n]}; this tensor
     * broadcasts. The dtype is the one that all promote to, and that of a number beside a tensor if
     * a factor is a fraction; integers wrap around.
     *
     * @param batch1 the left matrices
     * @param batch2 the right matrices
     * @return a new tensor
     * @throws InvalidArgumentException if a factor does not have exactly three axes
     * @throws ShapeMismatchException if the numbers of matrices or the inner sizes differ, or this
     *     tensor does not broadcast to the product
     * @throws DTypeMismatchException if both factors are bool
     */
    public Tensor baddbmm(Tensor batch1, Tensor batch2) {
        return baddbmm(batch1, batch2, 1, 1);
    }

    /**
     * Products of matrices, one by one, added to this tensor: {@code beta * this + alpha * (batch1
     * @ batch2)}. If {@code beta} is 0, this tensor counts for its dtype and shape alone: NaN in it
     * is ignored. Shapes: {@code [N, m, n], [N, m, k], [N, k, n] -> [N, m, n]}; this tensor
     * broadcasts. The dtype is the one that all promote to, and that of a number beside a tensor if
     * a factor is a fraction; integers wrap around.
     *
     * @param batch1 the left matrices
     * @param batch2 the right matrices
     * @param beta what this tensor is multiplied by
     * @param alpha what the products are multiplied by
     * @return a new tensor
     * @throws InvalidArgumentException if a factor does not have exactly three axes
     * @throws ShapeMismatchException if the numbers of matrices or the inner sizes differ, or this
     *     tensor does not broadcast to the product
     * @throws DTypeMismatchException if both factors are bool
     */
    public Tensor baddbmm(Tensor batch1, Tensor batch2, double beta, double alpha) {
        Objects.requireNonNull(batch1, "batch1");
        Objects.requireNonNull(batch2, "batch2");
        Tensor result = Call.from(this, scope -> Native.baddbmm(scope, handle, batch1.handle, batch2.handle, beta, alpha));
        KeepAlive.done(batch1, batch2);
        return result;
    }

    /**
     * The sum of a diagonal of each matrix. Shapes: {@code [..., m, n] -> [...]}. Floating-point
     * dtypes are kept; integers and bool give int64.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor trace() {
        return trace(0);
    }

    /**
     * The sum of a diagonal of each matrix. Shapes: {@code [..., m, n] -> [...]}. Floating-point
     * dtypes are kept; integers and bool give int64.
     *
     * @param offset which diagonal; positive values are above the main diagonal
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor trace(long offset) {
        return Call.from(this, scope -> Native.trace(scope, handle, offset));
    }

    /**
     * The sum of a diagonal of each matrix, whose elements are first converted to a dtype. Shapes:
     * {@code [..., m, n] -> [...]}. The result has that dtype; integers wrap around.
     *
     * @param offset which diagonal; positive values are above the main diagonal
     * @param dtype the dtype of the elements and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes
     */
    public Tensor trace(long offset, DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.traceDtype(scope, handle, offset, dtype.code()));
    }

    /**
     * The cross products of vectors of three elements along an axis. Shapes: {@code [..., 3, ...],
     * [..., 3, ...] -> [..., 3, ...]}; the other axes broadcast. The dtype is the one that both
     * promote to; integers wrap around.
     *
     * @param other the other vectors
     * @return a new tensor
     * @throws ShapeMismatchException if an operand does not have size 3 along the axis, or the
     *     shapes do not broadcast
     * @throws InvalidArgumentException if the axis is out of range
     * @throws DTypeMismatchException if both operands are bool
     */
    public Tensor cross(Tensor other) {
        return cross(other, -1);
    }

    /**
     * The cross products of vectors of three elements along an axis. Shapes: {@code [..., 3, ...],
     * [..., 3, ...] -> [..., 3, ...]}; the other axes broadcast. The dtype is the one that both
     * promote to; integers wrap around.
     *
     * @param other the other vectors
     * @param axis the axis of the vectors in each operand; negative values count from its last axis
     * @return a new tensor
     * @throws ShapeMismatchException if an operand does not have size 3 along the axis, or the
     *     shapes do not broadcast
     * @throws InvalidArgumentException if the axis is out of range
     * @throws DTypeMismatchException if both operands are bool
     */
    public Tensor cross(Tensor other, long axis) {
        Objects.requireNonNull(other, "other");
        Tensor result = Call.from(this, scope -> Native.cross(scope, handle, other.handle, axis));
        KeepAlive.done(other);
        return result;
    }

    /**
     * The Kronecker product: each element of this tensor times the whole other tensor, in the
     * element's place. Shapes: {@code [m1, m2], [n1, n2] -> [m1 n1, m2 n2]}, and likewise for other
     * numbers of axes; missing axes in front have size 1. The dtype is the one that both promote
     * to; integers wrap around.
     *
     * @param other the other tensor
     * @return a new tensor
     * @throws InvalidArgumentException if an operand has more than four axes, or the result would
     *     be too large
     */
    public Tensor kron(Tensor other) {
        Objects.requireNonNull(other, "other");
        return Call.binary(Native::kron, this, other);
    }

    /**
     * Sums the products of elements over the last axes of this tensor and the first axes of the
     * other. Shapes: {@code [..., k1, ..., kn], [k1, ..., kn, ...] -> [..., ...]}: the remaining
     * axes of this tensor, then those of the other. The dtype is the one that both promote to;
     * integers wrap around.
     *
     * @param other the other tensor
     * @param axes the number of axes to sum over
     * @return a new tensor
     * @throws ShapeMismatchException if the sizes of these axes differ
     * @throws InvalidArgumentException if the number is negative or larger than the number of axes
     *     of an operand, or the result would have more than 8 axes
     * @throws DTypeMismatchException if both operands are bool
     */
    public Tensor tensordot(Tensor other, long axes) {
        Objects.requireNonNull(other, "other");
        Tensor result = Call.from(this, scope -> Native.tensordot(scope, handle, other.handle, axes));
        KeepAlive.done(other);
        return result;
    }

    /**
     * Sums the products of elements over pairs of axes, one of this tensor and one of the other.
     * Shapes: the result has the remaining axes of this tensor, then those of the other. The dtype
     * is the one that both promote to; integers wrap around.
     *
     * @param other the other tensor
     * @param ofThis the axes of this tensor; negative values count from the last axis
     * @param ofOther the axes of the other tensor, as many
     * @return a new tensor
     * @throws ShapeMismatchException if the sizes of a pair of axes differ
     * @throws InvalidArgumentException if an axis is out of range or named twice, the two lists
     *     differ in length, or the result would have more than 8 axes
     * @throws DTypeMismatchException if both operands are bool
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
     * Multiplies each square matrix by itself {@code n} times: the identity matrix for 0, powers of
     * the inverse for negative {@code n}. Shapes: {@code [..., m, m] -> [..., m, m]}. The dtype is
     * kept, and integers wrap around; with negative {@code n}, integers and bool give float32.
     *
     * @param n the exponent
     * @return a new tensor
     * @throws InvalidArgumentException if the matrices are not square, or {@code n} is negative and
     *     a matrix is singular
     * @throws DTypeMismatchException if the matrices are bool and {@code n} is above 1
     */
    public Tensor matrixPower(long n) {
        return Call.from(this, scope -> Native.matrixPower(scope, handle, n));
    }

    /**
     * Sums of products in Einstein notation: {@code "ij,jk->ik"} is the matrix product. Each letter
     * names an axis; axes that do not appear after {@code ->} are summed over. A letter that
     * appears twice in one operand takes its diagonal. {@code ...} stands for axes without letters,
     * which broadcast. Without {@code ->}, the result has the axes of {@code ...}, then the letters
     * that appear once, in alphabetical order. Shapes: as the equation says; a letter may have size
     * 1 in one operand and another size elsewhere. The dtype is the one that the operands promote
     * to, and integers wrap around; axes that are summed in one operand alone make integers and
     * bool int64.
     *
     * @param equation the axes of each operand, separated by commas, and those of the result
     * @param tensors the operands, at least one
     * @return a new tensor
     * @throws InvalidArgumentException if the equation is malformed, or does not fit the number or
     *     the axes of the operands, or the result would have more than 8 axes
     * @throws ShapeMismatchException if an axis has two different sizes
     * @throws DTypeMismatchException if two bool operands have an axis in common that is summed
     *     over
     */
    public static Tensor einsum(String equation, Tensor... tensors) {
        Arguments.notNull("tensors", tensors);
        Objects.requireNonNull(equation, "equation");
        return Call.joined(tensors, scope -> Native.einsum(scope, equation, Call.handles(tensors)));
    }

    /**
     * Sums of products in Einstein notation: {@code "ij,jk->ik"} is the matrix product. Each letter
     * names an axis; axes that do not appear after {@code ->} are summed over. A letter that
     * appears twice in one operand takes its diagonal. {@code ...} stands for axes without letters,
     * which broadcast. Without {@code ->}, the result has the axes of {@code ...}, then the letters
     * that appear once, in alphabetical order. Shapes: as the equation says; a letter may have size
     * 1 in one operand and another size elsewhere. The dtype is the one that the operands promote
     * to, and integers wrap around; axes that are summed in one operand alone make integers and
     * bool int64.
     *
     * @param equation the axes of each operand, separated by commas, and those of the result
     * @param tensors the operands, at least one
     * @return a new tensor
     * @throws InvalidArgumentException if the equation is malformed, or does not fit the number or
     *     the axes of the operands, or the result would have more than 8 axes
     * @throws ShapeMismatchException if an axis has two different sizes
     * @throws DTypeMismatchException if two bool operands have an axis in common that is summed
     *     over
     */
    public static Tensor einsum(String equation, List<? extends Tensor> tensors) {
        return einsum(equation, Arguments.array("tensors", tensors, Tensor[]::new));
    }

    /**
     * Computes the determinant of each square matrix. Shapes: {@code [..., n, n] -> [...]}. Dtype:
     * a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the last two dimensions are missing or not equal
     */
    public Tensor det() {
        return Call.unary(Native::det, this);
    }

    /**
     * The determinant of each square matrix as a sign and a logarithm, so that it does not
     * overflow: {@code det = sign exp(logabsdet)}. Shapes: {@code [..., n, n] -> [...], [...]}.
     * Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return new tensors
     * @throws InvalidArgumentException if the last two dimensions are missing or not equal
     */
    public Slogdet slogdet() {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.slogdet(scope, handle, room));
        return new Slogdet(made[0], made[1]);
    }

    /**
     * Computes the inverse of each square matrix. Shapes: {@code [..., n, n] -> [..., n, n]}.
     * Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the last two dimensions are missing or not equal, or a
     *     matrix is singular; the message names it
     */
    public Tensor inv() {
        return Call.unary(Native::inv, this);
    }

    /**
     * Computes the Moore-Penrose pseudoinverse of each matrix, by its singular values. Shapes:
     * {@code [..., m, n] -> [..., n, m]}. Dtype: a float dtype is kept; integers and bool give
     * float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, an element is
     *     NaN or infinite, the iteration does not converge, or {@code rtol} is negative or NaN
     */
    public Tensor pinv() {
        return pinv(null);
    }

    /**
     * Computes the Moore-Penrose pseudoinverse of each matrix, by its singular values. Shapes:
     * {@code [..., m, n] -> [..., n, m]}. Dtype: a float dtype is kept; integers and bool give
     * float32.
     *
     * @param rtol singular values of at most {@code rtol} times the largest one count as 0; none:
     *     {@code max(m, n)} times the machine epsilon, of float64 for float64 and of float32 for
     *     every other dtype
     * @return a new tensor
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, an element is
     *     NaN or infinite, the iteration does not converge, or {@code rtol} is negative or NaN
     */
    public Tensor pinv(@Nullable Double rtol) {
        return Call.from(this, scope -> Native.pinv(scope, handle, rtol != null, rtol == null ? 0 : rtol));
    }

    /**
     * Computes the Moore-Penrose pseudoinverse of each matrix, by its singular values. Shapes:
     * {@code [..., m, n] -> [..., n, m]}. Dtype: a float dtype is kept; integers and bool give
     * float32.
     *
     * @param rtol singular values of at most {@code rtol} times the largest one count as 0; none:
     *     {@code max(m, n)} times the machine epsilon, of float64 for float64 and of float32 for
     *     every other dtype
     * @return a new tensor
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, an element is
     *     NaN or infinite, the iteration does not converge, or {@code rtol} is negative or NaN
     */
    public Tensor pinv(double rtol) {
        return pinv(Double.valueOf(rtol));
    }

    /**
     * Solves {@code A x = b} for each square matrix {@code A} of this tensor. Shapes: {@code [...,
     * n, n], [..., n, k] -> [..., n, k]}; the batch axes broadcast. A vector {@code b} of {@code n}
     * elements gives {@code [..., n]}. Dtype: the promoted dtype of both operands, or float32 if
     * that is not floating-point.
     *
     * @param b the right-hand sides: matrices, or one vector
     * @return a new tensor
     * @throws InvalidArgumentException if the last two dimensions are missing or not equal, {@code
     *     b} is a scalar, or a matrix is singular; the message names it
     * @throws ShapeMismatchException if {@code b} does not have {@code n} rows, or the batch axes
     *     do not broadcast
     */
    public Tensor solve(Tensor b) {
        Objects.requireNonNull(b, "b");
        return Call.binary(Native::solve, this, b);
    }

    /**
     * Solves {@code A x = b}, or {@code x A = b}, for each triangular matrix {@code A} of this
     * tensor. Only one triangle of this tensor is read. Shapes: {@code [..., n, n], [..., n, k] ->
     * [..., n, k]}, or with {@code left} false {@code [..., n, n], [..., k, n] -> [..., k, n]}; the
     * batch axes broadcast. Dtype: the promoted dtype of both operands, or float32 if that is not
     * floating-point.
     *
     * @param b the right-hand sides, at least 2 dimensions
     * @return a new tensor
     * @throws InvalidArgumentException if the last two dimensions are missing or not equal, {@code
     *     b} has fewer than 2 dimensions, or an element of the diagonal is 0
     * @throws ShapeMismatchException if the sizes of {@code A} and {@code b} do not fit, or the
     *     batch axes do not broadcast
     */
    public Tensor solveTriangular(Tensor b) {
        return solveTriangular(b, false, true, false);
    }

    /**
     * Solves {@code A x = b}, or {@code x A = b}, for each triangular matrix {@code A} of this
     * tensor. Only one triangle of this tensor is read. Shapes: {@code [..., n, n], [..., n, k] ->
     * [..., n, k]}, or with {@code left} false {@code [..., n, n], [..., k, n] -> [..., k, n]}; the
     * batch axes broadcast. Dtype: the promoted dtype of both operands, or float32 if that is not
     * floating-point.
     *
     * @param b the right-hand sides, at least 2 dimensions
     * @param upper whether the triangle above the diagonal is read, else the one below
     * @param left whether to solve {@code A x = b}, else {@code x A = b}
     * @param unitriangular whether the diagonal counts as 1 and is not read
     * @return a new tensor
     * @throws InvalidArgumentException if the last two dimensions are missing or not equal, {@code
     *     b} has fewer than 2 dimensions, or an element of the diagonal is 0
     * @throws ShapeMismatchException if the sizes of {@code A} and {@code b} do not fit, or the
     *     batch axes do not broadcast
     */
    public Tensor solveTriangular(Tensor b, boolean upper, boolean left, boolean unitriangular) {
        Objects.requireNonNull(b, "b");
        Tensor result = Call.from(this, scope -> Native.solveTriangular(scope, handle, b.handle, upper, left, unitriangular));
        KeepAlive.done(b);
        return result;
    }

    /**
     * The least-squares solution of {@code A x = b} for each matrix {@code A} of this tensor: the
     * {@code x} for which the sum of squares of {@code b - A x} is least, and the one with the
     * least norm if there are several. Shapes: {@code [..., m, n], [..., m, k] -> [..., n, k],
     * [..., k], [...], [..., min(m, n)]}; the batch axes broadcast. A vector {@code b} of {@code m}
     * elements gives {@code [..., n], [...], [...], [..., min(m, n)]}. Dtype: the promoted dtype of
     * both operands, or float32 if that is not floating-point; the rank is int64.
     *
     * @param b the right-hand sides: matrices, or one vector
     * @return new tensors
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, {@code b} is a
     *     scalar, an element of this tensor is NaN or infinite, the iteration does not converge, or
     *     {@code rtol} is negative or NaN
     * @throws ShapeMismatchException if {@code b} does not have {@code m} rows, or the batch axes
     *     do not broadcast
     */
    public Lstsq lstsq(Tensor b) {
        return lstsq(b, null);
    }

    /**
     * The least-squares solution of {@code A x = b} for each matrix {@code A} of this tensor: the
     * {@code x} for which the sum of squares of {@code b - A x} is least, and the one with the
     * least norm if there are several. Shapes: {@code [..., m, n], [..., m, k] -> [..., n, k],
     * [..., k], [...], [..., min(m, n)]}; the batch axes broadcast. A vector {@code b} of {@code m}
     * elements gives {@code [..., n], [...], [...], [..., min(m, n)]}. Dtype: the promoted dtype of
     * both operands, or float32 if that is not floating-point; the rank is int64.
     *
     * @param b the right-hand sides: matrices, or one vector
     * @param rtol singular values of at most {@code rtol} times the largest one count as 0; none:
     *     {@code max(m, n)} times the machine epsilon, of float64 for float64 and of float32 for
     *     every other dtype
     * @return new tensors
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, {@code b} is a
     *     scalar, an element of this tensor is NaN or infinite, the iteration does not converge, or
     *     {@code rtol} is negative or NaN
     * @throws ShapeMismatchException if {@code b} does not have {@code m} rows, or the batch axes
     *     do not broadcast
     */
    public Lstsq lstsq(Tensor b, @Nullable Double rtol) {
        Objects.requireNonNull(b, "b");
        Tensor[] made = Call.several(this, 4, (scope, room) -> Native.lstsq(scope, handle, b.handle, rtol != null, rtol == null ? 0 : rtol, room));
        KeepAlive.done(b);
        return new Lstsq(made[0], made[1], made[2], made[3]);
    }

    /**
     * The least-squares solution of {@code A x = b} for each matrix {@code A} of this tensor: the
     * {@code x} for which the sum of squares of {@code b - A x} is least, and the one with the
     * least norm if there are several. Shapes: {@code [..., m, n], [..., m, k] -> [..., n, k],
     * [..., k], [...], [..., min(m, n)]}; the batch axes broadcast. A vector {@code b} of {@code m}
     * elements gives {@code [..., n], [...], [...], [..., min(m, n)]}. Dtype: the promoted dtype of
     * both operands, or float32 if that is not floating-point; the rank is int64.
     *
     * @param b the right-hand sides: matrices, or one vector
     * @param rtol singular values of at most {@code rtol} times the largest one count as 0; none:
     *     {@code max(m, n)} times the machine epsilon, of float64 for float64 and of float32 for
     *     every other dtype
     * @return new tensors
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, {@code b} is a
     *     scalar, an element of this tensor is NaN or infinite, the iteration does not converge, or
     *     {@code rtol} is negative or NaN
     * @throws ShapeMismatchException if {@code b} does not have {@code m} rows, or the batch axes
     *     do not broadcast
     */
    public Lstsq lstsq(Tensor b, double rtol) {
        return lstsq(b, Double.valueOf(rtol));
    }

    /**
     * Computes the Cholesky decomposition of each symmetric positive definite matrix: the lower
     * triangular {@code L} of {@code A = L Lᵀ}, or the upper triangular {@code U} of {@code A =
     * Uᵀ U}. Only the triangle of this tensor that the result has is read. Shapes: {@code [...,
     * n, n] -> [..., n, n]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the last two dimensions are missing or not equal, or a
     *     matrix is not positive definite; the message names it
     */
    public Tensor cholesky() {
        return cholesky(false);
    }

    /**
     * Computes the Cholesky decomposition of each symmetric positive definite matrix: the lower
     * triangular {@code L} of {@code A = L Lᵀ}, or the upper triangular {@code U} of {@code A =
     * Uᵀ U}. Only the triangle of this tensor that the result has is read. Shapes: {@code [...,
     * n, n] -> [..., n, n]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param upper whether to return {@code U}, else {@code L}
     * @return a new tensor
     * @throws InvalidArgumentException if the last two dimensions are missing or not equal, or a
     *     matrix is not positive definite; the message names it
     */
    public Tensor cholesky(boolean upper) {
        return Call.from(this, scope -> Native.cholesky(scope, handle, upper));
    }

    /**
     * Solves {@code A x = b} by the Cholesky factor of {@code A}, for each matrix {@code b} of this
     * tensor. Shapes: {@code [..., n, k], [..., n, n] -> [..., n, k]}; the batch axes broadcast.
     * Dtype: the promoted dtype of both operands, or float32 if that is not floating-point.
     *
     * @param factor the result of {@code cholesky} of {@code A}
     * @return a new tensor
     * @throws InvalidArgumentException if the last two dimensions of {@code factor} are missing or
     *     not equal, this tensor has fewer than 2 dimensions, or an element of the diagonal of
     *     {@code factor} is 0
     * @throws ShapeMismatchException if the sizes of both operands do not fit, or the batch axes do
     *     not broadcast
     */
    public Tensor choleskySolve(Tensor factor) {
        return choleskySolve(factor, false);
    }

    /**
     * Solves {@code A x = b} by the Cholesky factor of {@code A}, for each matrix {@code b} of this
     * tensor. Shapes: {@code [..., n, k], [..., n, n] -> [..., n, k]}; the batch axes broadcast.
     * Dtype: the promoted dtype of both operands, or float32 if that is not floating-point.
     *
     * @param factor the result of {@code cholesky} of {@code A}
     * @param upper whether {@code factor} is upper triangular
     * @return a new tensor
     * @throws InvalidArgumentException if the last two dimensions of {@code factor} are missing or
     *     not equal, this tensor has fewer than 2 dimensions, or an element of the diagonal of
     *     {@code factor} is 0
     * @throws ShapeMismatchException if the sizes of both operands do not fit, or the batch axes do
     *     not broadcast
     */
    public Tensor choleskySolve(Tensor factor, boolean upper) {
        Objects.requireNonNull(factor, "factor");
        Tensor result = Call.from(this, scope -> Native.choleskySolve(scope, handle, factor.handle, upper));
        KeepAlive.done(factor);
        return result;
    }

    /**
     * The QR decomposition {@code A = Q R} of each matrix: {@code Q} has orthonormal columns,
     * {@code R} is upper triangular. Shapes, with {@code k = min(m, n)}: {@code [..., m, n] ->
     * [..., m, k], [..., k, n]}, or with {@code complete} {@code [..., m, n] -> [..., m, m], [...,
     * m, n]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return new tensors
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions
     * @throws TensorException if this tensor is recorded on a tape, {@code complete} is true, and
     *     there are more rows than columns
     */
    public Qr qr() {
        return qr(false);
    }

    /**
     * The QR decomposition {@code A = Q R} of each matrix: {@code Q} has orthonormal columns,
     * {@code R} is upper triangular. Shapes, with {@code k = min(m, n)}: {@code [..., m, n] ->
     * [..., m, k], [..., k, n]}, or with {@code complete} {@code [..., m, n] -> [..., m, m], [...,
     * m, n]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param complete whether {@code Q} is square
     * @return new tensors
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions
     * @throws TensorException if this tensor is recorded on a tape, {@code complete} is true, and
     *     there are more rows than columns
     */
    public Qr qr(boolean complete) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.qr(scope, handle, complete, room));
        return new Qr(made[0], made[1]);
    }

    /**
     * The singular value decomposition {@code A = U diag(S) Vh} of each matrix. Shapes, with {@code
     * k = min(m, n)}: {@code [..., m, n] -> [..., m, m], [..., k], [..., n, n]}, or with {@code
     * full_matrices} false {@code [..., m, n] -> [..., m, k], [..., k], [..., k, n]}. Dtype: a
     * float dtype is kept; integers and bool give float32.
     *
     * @return new tensors
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, an element is
     *     NaN or infinite, or the iteration does not converge
     * @throws TensorException if this tensor is recorded on a tape, {@code full_matrices} is true,
     *     and the matrices are not square
     */
    public Svd svd() {
        return svd(true);
    }

    /**
     * The singular value decomposition {@code A = U diag(S) Vh} of each matrix. Shapes, with {@code
     * k = min(m, n)}: {@code [..., m, n] -> [..., m, m], [..., k], [..., n, n]}, or with {@code
     * full_matrices} false {@code [..., m, n] -> [..., m, k], [..., k], [..., k, n]}. Dtype: a
     * float dtype is kept; integers and bool give float32.
     *
     * @param fullMatrices whether {@code U} and {@code Vh} are square
     * @return new tensors
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, an element is
     *     NaN or infinite, or the iteration does not converge
     * @throws TensorException if this tensor is recorded on a tape, {@code full_matrices} is true,
     *     and the matrices are not square
     */
    public Svd svd(boolean fullMatrices) {
        Tensor[] made = Call.several(this, 3, (scope, room) -> Native.svd(scope, handle, fullMatrices, room));
        return new Svd(made[0], made[1], made[2]);
    }

    /**
     * Computes the singular values of each matrix, the largest first. Shapes: {@code [..., m, n] ->
     * [..., min(m, n)]}. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, an element is
     *     NaN or infinite, or the iteration does not converge
     */
    public Tensor svdvals() {
        return Call.unary(Native::svdvals, this);
    }

    /**
     * The eigenvalues and eigenvectors of each symmetric matrix: {@code A = V diag(w) Vᵀ}. Only
     * one triangle of this tensor is read. Shapes: {@code [..., n, n] -> [..., n], [..., n, n]}.
     * Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return new tensors
     * @throws InvalidArgumentException if the last two dimensions are missing or not equal, an
     *     element is NaN or infinite (in either triangle), or the iteration does not converge
     */
    public Eigh eigh() {
        return eigh(false);
    }

    /**
     * The eigenvalues and eigenvectors of each symmetric matrix: {@code A = V diag(w) Vᵀ}. Only
     * one triangle of this tensor is read. Shapes: {@code [..., n, n] -> [..., n], [..., n, n]}.
     * Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param upper whether the triangle above the diagonal is read, else the one below
     * @return new tensors
     * @throws InvalidArgumentException if the last two dimensions are missing or not equal, an
     *     element is NaN or infinite (in either triangle), or the iteration does not converge
     */
    public Eigh eigh(boolean upper) {
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.eigh(scope, handle, upper, room));
        return new Eigh(made[0], made[1]);
    }

    /**
     * Computes the eigenvalues of each symmetric matrix, the smallest first. Only one triangle of
     * this tensor is read. Shapes: {@code [..., n, n] -> [..., n]}. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the last two dimensions are missing or not equal, an
     *     element is NaN or infinite (in either triangle), or the iteration does not converge
     */
    public Tensor eigvalsh() {
        return eigvalsh(false);
    }

    /**
     * Computes the eigenvalues of each symmetric matrix, the smallest first. Only one triangle of
     * this tensor is read. Shapes: {@code [..., n, n] -> [..., n]}. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @param upper whether the triangle above the diagonal is read, else the one below
     * @return a new tensor
     * @throws InvalidArgumentException if the last two dimensions are missing or not equal, an
     *     element is NaN or infinite (in either triangle), or the iteration does not converge
     */
    public Tensor eigvalsh(boolean upper) {
        return Call.from(this, scope -> Native.eigvalsh(scope, handle, upper));
    }

    /**
     * Computes the rank of each matrix: the number of singular values that do not count as 0.
     * Shapes: {@code [..., m, n] -> [...]}. Dtype: int64.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, an element is
     *     NaN or infinite, the iteration does not converge, or {@code rtol} is negative or NaN
     */
    public Tensor matrixRank() {
        return matrixRank(null);
    }

    /**
     * Computes the rank of each matrix: the number of singular values that do not count as 0.
     * Shapes: {@code [..., m, n] -> [...]}. Dtype: int64.
     *
     * @param rtol singular values of at most {@code rtol} times the largest one count as 0; none:
     *     {@code max(m, n)} times the machine epsilon, of float64 for float64 and of float32 for
     *     every other dtype
     * @return a new tensor
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, an element is
     *     NaN or infinite, the iteration does not converge, or {@code rtol} is negative or NaN
     */
    public Tensor matrixRank(@Nullable Double rtol) {
        return Call.from(this, scope -> Native.matrixRank(scope, handle, rtol != null, rtol == null ? 0 : rtol));
    }

    /**
     * Computes the rank of each matrix: the number of singular values that do not count as 0.
     * Shapes: {@code [..., m, n] -> [...]}. Dtype: int64.
     *
     * @param rtol singular values of at most {@code rtol} times the largest one count as 0; none:
     *     {@code max(m, n)} times the machine epsilon, of float64 for float64 and of float32 for
     *     every other dtype
     * @return a new tensor
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, an element is
     *     NaN or infinite, the iteration does not converge, or {@code rtol} is negative or NaN
     */
    public Tensor matrixRank(double rtol) {
        return matrixRank(Double.valueOf(rtol));
    }

    /**
     * Computes a norm of each matrix. Shapes: {@code [..., m, n] -> [...]}, or {@code [..., 1, 1]}
     * with {@code keepdim}, if the axes are the last two. Dtype: a float dtype is kept; integers
     * and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, {@code axes}
     *     does not name two different axes of it, a largest or smallest value is taken over no
     *     elements, or the norm needs singular values and an element is NaN or infinite
     */
    public Tensor matrixNorm() {
        return matrixNorm(MatrixNormOrder.FRO, new long[0], false);
    }

    /**
     * Computes a norm of each matrix. Shapes: {@code [..., m, n] -> [...]}, or {@code [..., 1, 1]}
     * with {@code keepdim}, if the axes are the last two. Dtype: a float dtype is kept; integers
     * and bool give float32.
     *
     * @param ord the norm: {@code FRO} is the Frobenius norm {@code sqrt(sum(x^2))}; {@code NUC} is
     *     the sum of the singular values, {@code TWO} and {@code NEG_TWO} are the largest and the
     *     smallest one; of the sums of absolute values, {@code INF} and {@code NEG_INF} are the
     *     largest and the smallest one of a row, {@code ONE} and {@code NEG_ONE} of a column
     * @param axes the axis of the rows and the axis of the columns; empty: the last two
     * @param keepdim whether the reduced axes are kept with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, {@code axes}
     *     does not name two different axes of it, a largest or smallest value is taken over no
     *     elements, or the norm needs singular values and an element is NaN or infinite
     */
    public Tensor matrixNorm(MatrixNormOrder ord, long[] axes, boolean keepdim) {
        Objects.requireNonNull(ord, "ord");
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.matrixNorm(scope, handle, ord.code(), keepdim, axes));
    }

    /**
     * Computes the norm of the vectors along axes: {@code sum(|x|^ord)^(1 / ord)}. Shapes: {@code
     * [..., n, ...] -> [..., ...]}, or {@code [..., 1, ...]} with {@code keepdim}; several axes
     * count as one vector. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or {@code ord} is
     *     infinite and the vectors have no elements
     */
    public Tensor vectorNorm() {
        return vectorNorm(2, new long[0], false);
    }

    /**
     * Computes the norm of the vectors along axes: {@code sum(|x|^ord)^(1 / ord)}. Shapes: {@code
     * [..., n, ...] -> [..., ...]}, or {@code [..., 1, ...]} with {@code keepdim}; several axes
     * count as one vector. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param ord the order: 1 gives the sum of absolute values, 2 the Euclidean norm, infinity the
     *     largest, negative infinity the smallest absolute value, and 0 the number of nonzero
     *     elements
     * @param axes the axes of the vectors; a negative one counts from the last; empty: all
     * @param keepdim whether the reduced axes are kept with size 1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or {@code ord} is
     *     infinite and the vectors have no elements
     */
    public Tensor vectorNorm(double ord, long[] axes, boolean keepdim) {
        Objects.requireNonNull(axes, "axes");
        return Call.from(this, scope -> Native.vectorNorm(scope, handle, ord, keepdim, axes));
    }

    /**
     * Converts the elements to {@code dtype}, then computes a norm of each matrix. Shapes: {@code
     * [..., m, n] -> [...]}, or {@code [..., 1, 1]} with {@code keepdim}, if the axes are the last
     * two. Dtype: {@code dtype}.
     *
     * @param ord the norm: {@code FRO} is the Frobenius norm {@code sqrt(sum(x^2))}; {@code NUC} is
     *     the sum of the singular values, {@code TWO} and {@code NEG_TWO} are the largest and the
     *     smallest one; of the sums of absolute values, {@code INF} and {@code NEG_INF} are the
     *     largest and the smallest one of a row, {@code ONE} and {@code NEG_ONE} of a column
     * @param axes the axis of the rows and the axis of the columns; empty: the last two
     * @param keepdim whether the reduced axes are kept with size 1
     * @param dtype the floating-point dtype of the computation and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if this tensor has fewer than 2 dimensions, {@code axes}
     *     does not name two different axes of it, a largest or smallest value is taken over no
     *     elements, or the norm needs singular values and an element is NaN or infinite
     * @throws DTypeMismatchException if {@code dtype} is not floating-point
     */
    public Tensor matrixNorm(MatrixNormOrder ord, long[] axes, boolean keepdim, DType dtype) {
        Objects.requireNonNull(ord, "ord");
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.matrixNormDtype(scope, handle, ord.code(), keepdim, dtype.code(), axes));
    }

    /**
     * Converts the elements to {@code dtype}, then computes the norm of the vectors along axes:
     * {@code sum(|x|^ord)^(1 / ord)}. Shapes: {@code [..., n, ...] -> [..., ...]}, or {@code [...,
     * 1, ...]} with {@code keepdim}; several axes count as one vector. Dtype: {@code dtype}.
     *
     * @param ord the order: 1 gives the sum of absolute values, 2 the Euclidean norm, infinity the
     *     largest, negative infinity the smallest absolute value, and 0 the number of nonzero
     *     elements
     * @param axes the axes of the vectors; a negative one counts from the last; empty: all
     * @param keepdim whether the reduced axes are kept with size 1
     * @param dtype the floating-point dtype of the computation and of the result
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, or {@code ord} is
     *     infinite and the vectors have no elements
     * @throws DTypeMismatchException if {@code dtype} is not floating-point
     */
    public Tensor vectorNorm(double ord, long[] axes, boolean keepdim, DType dtype) {
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(dtype, "dtype");
        return Call.from(this, scope -> Native.vectorNormDtype(scope, handle, ord, keepdim, dtype.code(), axes));
    }

    /**
     * Computes the discrete Fourier transform of a complex tensor along one axis: {@code y[k] = sum
     * over j of x[j] exp(-2 pi i j k / n)}. Shapes: {@code [..., m, 2] -> [..., n, 2]} along the
     * last axis. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor fft() {
        return fft(null, -1, FftNorm.BACKWARD);
    }

    /**
     * Computes the discrete Fourier transform of a complex tensor along one axis: {@code y[k] = sum
     * over j of x[j] exp(-2 pi i j k / n)}. Shapes: {@code [..., m, 2] -> [..., n, 2]} along the
     * last axis. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param n the number of points; a longer axis is cut, a shorter one is padded with zeros;
     *     none: the size of the axis
     * @param axis the axis, counted without the last axis of size 2; a negative one counts from the
     *     last
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by {@code n}, {@code
     *     FORWARD} the forward one, {@code ORTHO} both by {@code sqrt(n)}
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor fft(@Nullable Long n, long axis, FftNorm norm) {
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.fft(scope, handle, n != null, n == null ? 0 : n, axis, norm.code()));
    }

    /**
     * Computes the discrete Fourier transform of a complex tensor along one axis: {@code y[k] = sum
     * over j of x[j] exp(-2 pi i j k / n)}. Shapes: {@code [..., m, 2] -> [..., n, 2]} along the
     * last axis. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param n the number of points; a longer axis is cut, a shorter one is padded with zeros;
     *     none: the size of the axis
     * @param axis the axis, counted without the last axis of size 2; a negative one counts from the
     *     last
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by {@code n}, {@code
     *     FORWARD} the forward one, {@code ORTHO} both by {@code sqrt(n)}
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor fft(long n, long axis, FftNorm norm) {
        return fft(Long.valueOf(n), axis, norm);
    }

    /**
     * Computes the inverse discrete Fourier transform of a complex tensor along one axis: {@code
     * x[j] = sum over k of y[k] exp(2 pi i j k / n) / n}. Shapes: {@code [..., m, 2] -> [..., n,
     * 2]} along the last axis. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor ifft() {
        return ifft(null, -1, FftNorm.BACKWARD);
    }

    /**
     * Computes the inverse discrete Fourier transform of a complex tensor along one axis: {@code
     * x[j] = sum over k of y[k] exp(2 pi i j k / n) / n}. Shapes: {@code [..., m, 2] -> [..., n,
     * 2]} along the last axis. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param n the number of points; a longer axis is cut, a shorter one is padded with zeros;
     *     none: the size of the axis
     * @param axis the axis, counted without the last axis of size 2; a negative one counts from the
     *     last
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by {@code n}, {@code
     *     FORWARD} the forward one, {@code ORTHO} both by {@code sqrt(n)}
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor ifft(@Nullable Long n, long axis, FftNorm norm) {
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.ifft(scope, handle, n != null, n == null ? 0 : n, axis, norm.code()));
    }

    /**
     * Computes the inverse discrete Fourier transform of a complex tensor along one axis: {@code
     * x[j] = sum over k of y[k] exp(2 pi i j k / n) / n}. Shapes: {@code [..., m, 2] -> [..., n,
     * 2]} along the last axis. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param n the number of points; a longer axis is cut, a shorter one is padded with zeros;
     *     none: the size of the axis
     * @param axis the axis, counted without the last axis of size 2; a negative one counts from the
     *     last
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by {@code n}, {@code
     *     FORWARD} the forward one, {@code ORTHO} both by {@code sqrt(n)}
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor ifft(long n, long axis, FftNorm norm) {
        return ifft(Long.valueOf(n), axis, norm);
    }

    /**
     * Computes the Fourier transform of a real tensor along one axis. Of the {@code n} results, the
     * first {@code n / 2 + 1} are returned; the others are their conjugates. Shapes: {@code [...,
     * m] -> [..., n / 2 + 1, 2]} along the last axis, rounded down. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     */
    public Tensor rfft() {
        return rfft(null, -1, FftNorm.BACKWARD);
    }

    /**
     * Computes the Fourier transform of a real tensor along one axis. Of the {@code n} results, the
     * first {@code n / 2 + 1} are returned; the others are their conjugates. Shapes: {@code [...,
     * m] -> [..., n / 2 + 1, 2]} along the last axis, rounded down. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @param n the number of points; a longer axis is cut, a shorter one is padded with zeros;
     *     none: the size of the axis
     * @param axis the axis; a negative one counts from the last
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by {@code n}, {@code
     *     FORWARD} the forward one, {@code ORTHO} both by {@code sqrt(n)}
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     */
    public Tensor rfft(@Nullable Long n, long axis, FftNorm norm) {
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.rfft(scope, handle, n != null, n == null ? 0 : n, axis, norm.code()));
    }

    /**
     * Computes the Fourier transform of a real tensor along one axis. Of the {@code n} results, the
     * first {@code n / 2 + 1} are returned; the others are their conjugates. Shapes: {@code [...,
     * m] -> [..., n / 2 + 1, 2]} along the last axis, rounded down. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @param n the number of points; a longer axis is cut, a shorter one is padded with zeros;
     *     none: the size of the axis
     * @param axis the axis; a negative one counts from the last
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by {@code n}, {@code
     *     FORWARD} the forward one, {@code ORTHO} both by {@code sqrt(n)}
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     */
    public Tensor rfft(long n, long axis, FftNorm norm) {
        return rfft(Long.valueOf(n), axis, norm);
    }

    /**
     * Computes the inverse of {@code rfft}: {@code n} real numbers from a complex tensor that holds
     * the first half of their transform. Shapes: {@code [..., m, 2] -> [..., n]} along the last
     * axis. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor irfft() {
        return irfft(null, -1, FftNorm.BACKWARD);
    }

    /**
     * Computes the inverse of {@code rfft}: {@code n} real numbers from a complex tensor that holds
     * the first half of their transform. Shapes: {@code [..., m, 2] -> [..., n]} along the last
     * axis. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param n the number of points; a longer axis is cut, a shorter one is padded with zeros;
     *     none: {@code 2 (m - 1)}
     * @param axis the axis, counted without the last axis of size 2; a negative one counts from the
     *     last
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by {@code n}, {@code
     *     FORWARD} the forward one, {@code ORTHO} both by {@code sqrt(n)}
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor irfft(@Nullable Long n, long axis, FftNorm norm) {
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.irfft(scope, handle, n != null, n == null ? 0 : n, axis, norm.code()));
    }

    /**
     * Computes the inverse of {@code rfft}: {@code n} real numbers from a complex tensor that holds
     * the first half of their transform. Shapes: {@code [..., m, 2] -> [..., n]} along the last
     * axis. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param n the number of points; a longer axis is cut, a shorter one is padded with zeros;
     *     none: {@code 2 (m - 1)}
     * @param axis the axis, counted without the last axis of size 2; a negative one counts from the
     *     last
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by {@code n}, {@code
     *     FORWARD} the forward one, {@code ORTHO} both by {@code sqrt(n)}
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor irfft(long n, long axis, FftNorm norm) {
        return irfft(Long.valueOf(n), axis, norm);
    }

    /**
     * Computes the Fourier transform of a complex signal whose second half is the conjugate of the
     * first, which is given. The result is real. Shapes: {@code [..., m, 2] -> [..., n]} along the
     * last axis. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor hfft() {
        return hfft(null, -1, FftNorm.BACKWARD);
    }

    /**
     * Computes the Fourier transform of a complex signal whose second half is the conjugate of the
     * first, which is given. The result is real. Shapes: {@code [..., m, 2] -> [..., n]} along the
     * last axis. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param n the number of points; a longer axis is cut, a shorter one is padded with zeros;
     *     none: {@code 2 (m - 1)}
     * @param axis the axis, counted without the last axis of size 2; a negative one counts from the
     *     last
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by {@code n}, {@code
     *     FORWARD} the forward one, {@code ORTHO} both by {@code sqrt(n)}
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor hfft(@Nullable Long n, long axis, FftNorm norm) {
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.hfft(scope, handle, n != null, n == null ? 0 : n, axis, norm.code()));
    }

    /**
     * Computes the Fourier transform of a complex signal whose second half is the conjugate of the
     * first, which is given. The result is real. Shapes: {@code [..., m, 2] -> [..., n]} along the
     * last axis. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param n the number of points; a longer axis is cut, a shorter one is padded with zeros;
     *     none: {@code 2 (m - 1)}
     * @param axis the axis, counted without the last axis of size 2; a negative one counts from the
     *     last
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by {@code n}, {@code
     *     FORWARD} the forward one, {@code ORTHO} both by {@code sqrt(n)}
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor hfft(long n, long axis, FftNorm norm) {
        return hfft(Long.valueOf(n), axis, norm);
    }

    /**
     * Computes the inverse of {@code hfft}: the first {@code n / 2 + 1} complex numbers of the
     * signal from a real tensor. Shapes: {@code [..., m] -> [..., n / 2 + 1, 2]} along the last
     * axis, rounded down. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     */
    public Tensor ihfft() {
        return ihfft(null, -1, FftNorm.BACKWARD);
    }

    /**
     * Computes the inverse of {@code hfft}: the first {@code n / 2 + 1} complex numbers of the
     * signal from a real tensor. Shapes: {@code [..., m] -> [..., n / 2 + 1, 2]} along the last
     * axis, rounded down. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param n the number of points; a longer axis is cut, a shorter one is padded with zeros;
     *     none: the size of the axis
     * @param axis the axis; a negative one counts from the last
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by {@code n}, {@code
     *     FORWARD} the forward one, {@code ORTHO} both by {@code sqrt(n)}
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     */
    public Tensor ihfft(@Nullable Long n, long axis, FftNorm norm) {
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.ihfft(scope, handle, n != null, n == null ? 0 : n, axis, norm.code()));
    }

    /**
     * Computes the inverse of {@code hfft}: the first {@code n / 2 + 1} complex numbers of the
     * signal from a real tensor. Shapes: {@code [..., m] -> [..., n / 2 + 1, 2]} along the last
     * axis, rounded down. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param n the number of points; a longer axis is cut, a shorter one is padded with zeros;
     *     none: the size of the axis
     * @param axis the axis; a negative one counts from the last
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by {@code n}, {@code
     *     FORWARD} the forward one, {@code ORTHO} both by {@code sqrt(n)}
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or there is less than one point
     */
    public Tensor ihfft(long n, long axis, FftNorm norm) {
        return ihfft(Long.valueOf(n), axis, norm);
    }

    /**
     * Computes the Fourier transform of a complex tensor along its last two axes. Shapes: {@code
     * [..., m, n, 2] -> [..., m', n', 2]}, where {@code m'} and {@code n'} are the numbers of
     * points. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes, {@code sizes} does not
     *     have two numbers, or an axis has less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor fft2() {
        return fft2(new long[0], FftNorm.BACKWARD);
    }

    /**
     * Computes the Fourier transform of a complex tensor along its last two axes. Shapes: {@code
     * [..., m, n, 2] -> [..., m', n', 2]}, where {@code m'} and {@code n'} are the numbers of
     * points. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param sizes the number of points of each of the two axes, -1 for the size of the axis; a
     *     longer axis is cut, a shorter one is padded with zeros; empty: the sizes of the axes
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by the number of
     *     points, {@code FORWARD} the forward one, {@code ORTHO} both by the square root of that
     *     number
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes, {@code sizes} does not
     *     have two numbers, or an axis has less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor fft2(long[] sizes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.fft2(scope, handle, norm.code(), sizes));
    }

    /**
     * Computes the inverse of {@code fft2}. Shapes: {@code [..., m, n, 2] -> [..., m', n', 2]},
     * where {@code m'} and {@code n'} are the numbers of points. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes, {@code sizes} does not
     *     have two numbers, or an axis has less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor ifft2() {
        return ifft2(new long[0], FftNorm.BACKWARD);
    }

    /**
     * Computes the inverse of {@code fft2}. Shapes: {@code [..., m, n, 2] -> [..., m', n', 2]},
     * where {@code m'} and {@code n'} are the numbers of points. Dtype: a float dtype is kept;
     * integers and bool give float32.
     *
     * @param sizes the number of points of each of the two axes, -1 for the size of the axis; a
     *     longer axis is cut, a shorter one is padded with zeros; empty: the sizes of the axes
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by the number of
     *     points, {@code FORWARD} the forward one, {@code ORTHO} both by the square root of that
     *     number
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes, {@code sizes} does not
     *     have two numbers, or an axis has less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor ifft2(long[] sizes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.ifft2(scope, handle, norm.code(), sizes));
    }

    /**
     * Computes the Fourier transform of a real tensor along its last two axes. The last axis of the
     * result holds the first half of the results; the others follow from them. Shapes: {@code [...,
     * m, n] -> [..., m', n' / 2 + 1, 2]}, rounded down, where {@code m'} and {@code n'} are the
     * numbers of points. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes, {@code sizes} does not
     *     have two numbers, or an axis has less than one point
     */
    public Tensor rfft2() {
        return rfft2(new long[0], FftNorm.BACKWARD);
    }

    /**
     * Computes the Fourier transform of a real tensor along its last two axes. The last axis of the
     * result holds the first half of the results; the others follow from them. Shapes: {@code [...,
     * m, n] -> [..., m', n' / 2 + 1, 2]}, rounded down, where {@code m'} and {@code n'} are the
     * numbers of points. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param sizes the number of points of each of the two axes, -1 for the size of the axis; a
     *     longer axis is cut, a shorter one is padded with zeros; empty: the sizes of the axes
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by the number of
     *     points, {@code FORWARD} the forward one, {@code ORTHO} both by the square root of that
     *     number
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes, {@code sizes} does not
     *     have two numbers, or an axis has less than one point
     */
    public Tensor rfft2(long[] sizes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.rfft2(scope, handle, norm.code(), sizes));
    }

    /**
     * Computes the inverse of {@code rfft2}. The result is real. Shapes: {@code [..., m, n, 2] ->
     * [..., m', n']}, where {@code m'} and {@code n'} are the numbers of points. Dtype: a float
     * dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes, {@code sizes} does not
     *     have two numbers, or an axis has less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor irfft2() {
        return irfft2(new long[0], FftNorm.BACKWARD);
    }

    /**
     * Computes the inverse of {@code rfft2}. The result is real. Shapes: {@code [..., m, n, 2] ->
     * [..., m', n']}, where {@code m'} and {@code n'} are the numbers of points. Dtype: a float
     * dtype is kept; integers and bool give float32.
     *
     * @param sizes the number of points of each of the two axes, -1 for the size of the axis; a
     *     longer axis is cut, a shorter one is padded with zeros; empty: the sizes of the axes; for
     *     the last axis, -1 and an empty list stand for {@code 2 (size - 1)}
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by the number of
     *     points, {@code FORWARD} the forward one, {@code ORTHO} both by the square root of that
     *     number
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than two axes, {@code sizes} does not
     *     have two numbers, or an axis has less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor irfft2(long[] sizes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.irfft2(scope, handle, norm.code(), sizes));
    }

    /**
     * Computes the Fourier transform of a complex tensor along several axes. Shapes: {@code [...,
     * 2] -> [..., 2]}; each transformed axis gets its number of points. Dtype: a float dtype is
     * kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, {@code sizes} and
     *     {@code axes} have different lengths, or an axis has less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor fftn() {
        return fftn(new long[0], new long[0], FftNorm.BACKWARD);
    }

    /**
     * Computes the Fourier transform of a complex tensor along several axes. Shapes: {@code [...,
     * 2] -> [..., 2]}; each transformed axis gets its number of points. Dtype: a float dtype is
     * kept; integers and bool give float32.
     *
     * @param sizes the number of points of each transformed axis, -1 for the size of the axis; a
     *     longer axis is cut, a shorter one is padded with zeros; empty: the sizes of the axes
     * @param axes the axes to transform, counted without the last axis of size 2; empty: as many of
     *     the last axes as {@code sizes} has numbers, or all if that is empty
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by the number of
     *     points, {@code FORWARD} the forward one, {@code ORTHO} both by the square root of that
     *     number
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, {@code sizes} and
     *     {@code axes} have different lengths, or an axis has less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor fftn(long[] sizes, long[] axes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.fftn(scope, handle, norm.code(), sizes, axes));
    }

    /**
     * Computes the inverse of {@code fftn}. Shapes: {@code [..., 2] -> [..., 2]}; each transformed
     * axis gets its number of points. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, {@code sizes} and
     *     {@code axes} have different lengths, or an axis has less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor ifftn() {
        return ifftn(new long[0], new long[0], FftNorm.BACKWARD);
    }

    /**
     * Computes the inverse of {@code fftn}. Shapes: {@code [..., 2] -> [..., 2]}; each transformed
     * axis gets its number of points. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param sizes the number of points of each transformed axis, -1 for the size of the axis; a
     *     longer axis is cut, a shorter one is padded with zeros; empty: the sizes of the axes
     * @param axes the axes to transform, counted without the last axis of size 2; empty: as many of
     *     the last axes as {@code sizes} has numbers, or all if that is empty
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by the number of
     *     points, {@code FORWARD} the forward one, {@code ORTHO} both by the square root of that
     *     number
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, {@code sizes} and
     *     {@code axes} have different lengths, or an axis has less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor ifftn(long[] sizes, long[] axes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.ifftn(scope, handle, norm.code(), sizes, axes));
    }

    /**
     * Computes the Fourier transform of a real tensor along several axes. The last of these axes
     * holds the first half of the results; the others follow from them. Shapes: {@code [...] ->
     * [..., 2]}; each transformed axis gets its number of points {@code n}, the last of them {@code
     * n / 2 + 1}, rounded down. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is no axis, an axis is out of range or named twice,
     *     {@code sizes} and {@code axes} have different lengths, or an axis has less than one point
     */
    public Tensor rfftn() {
        return rfftn(new long[0], new long[0], FftNorm.BACKWARD);
    }

    /**
     * Computes the Fourier transform of a real tensor along several axes. The last of these axes
     * holds the first half of the results; the others follow from them. Shapes: {@code [...] ->
     * [..., 2]}; each transformed axis gets its number of points {@code n}, the last of them {@code
     * n / 2 + 1}, rounded down. Dtype: a float dtype is kept; integers and bool give float32.
     *
     * @param sizes the number of points of each transformed axis, -1 for the size of the axis; a
     *     longer axis is cut, a shorter one is padded with zeros; empty: the sizes of the axes
     * @param axes the axes to transform; empty: as many of the last axes as {@code sizes} has
     *     numbers, or all if that is empty
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by the number of
     *     points, {@code FORWARD} the forward one, {@code ORTHO} both by the square root of that
     *     number
     * @return a new tensor
     * @throws InvalidArgumentException if there is no axis, an axis is out of range or named twice,
     *     {@code sizes} and {@code axes} have different lengths, or an axis has less than one point
     */
    public Tensor rfftn(long[] sizes, long[] axes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.rfftn(scope, handle, norm.code(), sizes, axes));
    }

    /**
     * Computes the inverse of {@code rfftn}. The result is real. Shapes: {@code [..., 2] -> [...]};
     * each transformed axis gets its number of points. Dtype: a float dtype is kept; integers and
     * bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, {@code sizes} and
     *     {@code axes} have different lengths, or an axis has less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor irfftn() {
        return irfftn(new long[0], new long[0], FftNorm.BACKWARD);
    }

    /**
     * Computes the inverse of {@code rfftn}. The result is real. Shapes: {@code [..., 2] -> [...]};
     * each transformed axis gets its number of points. Dtype: a float dtype is kept; integers and
     * bool give float32.
     *
     * @param sizes the number of points of each transformed axis, -1 for the size of the axis; a
     *     longer axis is cut, a shorter one is padded with zeros; empty: the sizes of the axes; for
     *     the last transformed axis, -1 and an empty list stand for {@code 2 (size - 1)}
     * @param axes the axes to transform, counted without the last axis of size 2; empty: as many of
     *     the last axes as {@code sizes} has numbers, or all if that is empty
     * @param norm the scaling: {@code BACKWARD} divides the inverse transform by the number of
     *     points, {@code FORWARD} the forward one, {@code ORTHO} both by the square root of that
     *     number
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice, {@code sizes} and
     *     {@code axes} have different lengths, or an axis has less than one point
     * @throws ShapeMismatchException if this tensor is not complex: it does not have a last axis of
     *     size 2 after at least one other axis
     */
    public Tensor irfftn(long[] sizes, long[] axes, FftNorm norm) {
        Objects.requireNonNull(sizes, "sizes");
        Objects.requireNonNull(axes, "axes");
        Objects.requireNonNull(norm, "norm");
        return Call.from(this, scope -> Native.irfftn(scope, handle, norm.code(), sizes, axes));
    }

    /**
     * Moves the frequency 0 of each axis to its middle: rolls the axis by half of its size, rounded
     * down. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param axes the axes, counted as those of any tensor, so leave out the last axis of a complex
     *     tensor; empty: all axes
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
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
     * Moves the frequency 0 of each axis to its middle: rolls the axis by half of its size, rounded
     * down. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param axes the axes, counted as those of any tensor, so leave out the last axis of a complex
     *     tensor; empty: all axes
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor fftshift(int[] axes) {
        return fftshift(Numbers.longs(axes, "axes"));
    }

    /**
     * Undoes {@code fftshift}: rolls each axis back by half of its size, rounded down. Shapes:
     * {@code [...] -> [...]}. Dtype: kept.
     *
     * @param axes the axes, counted as those of any tensor, so leave out the last axis of a complex
     *     tensor; empty: all axes
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
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
     * Undoes {@code fftshift}: rolls each axis back by half of its size, rounded down. Shapes:
     * {@code [...] -> [...]}. Dtype: kept.
     *
     * @param axes the axes, counted as those of any tensor, so leave out the last axis of a complex
     *     tensor; empty: all axes
     * @return a new tensor
     * @throws InvalidArgumentException if an axis is out of range or named twice
     */
    public Tensor ifftshift(int[] axes) {
        return ifftshift(Numbers.longs(axes, "axes"));
    }

    /**
     * Multiplies by a transposed matrix along the last axis, and adds a bias: {@code x W^T + b}.
     * Shapes: {@code [..., in], [out, in] -> [..., out]}. The dtype is the one that this tensor and
     * {@code weight} promote to.
     *
     * @param weight the matrix {@code [out, in]}
     * @return a new tensor
     * @throws ShapeMismatchException if {@code weight} is not a matrix, its second size differs
     *     from the last size of this tensor, or {@code bias} has another shape
     * @throws DTypeMismatchException if this tensor is float16 or bfloat16 and another operand has
     *     a different floating-point dtype, this tensor and {@code weight} are both bool, or {@code
     *     bias} is floating-point and the product is not
     * @throws InvalidArgumentException if this tensor has no axis
     */
    public Tensor linear(Tensor weight) {
        return linear(weight, null);
    }

    /**
     * Multiplies by a transposed matrix along the last axis, and adds a bias: {@code x W^T + b}.
     * Shapes: {@code [..., in], [out, in] -> [..., out]}. The dtype is the one that this tensor and
     * {@code weight} promote to.
     *
     * @param weight the matrix {@code [out, in]}
     * @param bias a vector of {@code out} elements that is added
     * @return a new tensor
     * @throws ShapeMismatchException if {@code weight} is not a matrix, its second size differs
     *     from the last size of this tensor, or {@code bias} has another shape
     * @throws DTypeMismatchException if this tensor is float16 or bfloat16 and another operand has
     *     a different floating-point dtype, this tensor and {@code weight} are both bool, or {@code
     *     bias} is floating-point and the product is not
     * @throws InvalidArgumentException if this tensor has no axis
     */
    public Tensor linear(Tensor weight, @Nullable Tensor bias) {
        Objects.requireNonNull(weight, "weight");
        Tensor result = Call.from(this, scope -> Native.linear(scope, handle, weight.handle, bias == null ? 0 : bias.handle));
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * Looks up rows of this matrix: the result holds, for each index, the row with that number.
     * Shapes: {@code [V, D]} with indices of shape {@code [...]} gives {@code [..., D]}. The dtype
     * is kept.
     *
     * @param indices row numbers from 0 to below {@code V}, integers of any shape
     * @return a new tensor
     * @throws InvalidArgumentException if an index or the padding index is out of range, or the
     *     result would have more than 8 axes
     * @throws ShapeMismatchException if this tensor is not a matrix
     * @throws DTypeMismatchException if {@code indices} is not of an integer type
     */
    public Tensor embedding(Tensor indices) {
        return embedding(indices, null);
    }

    /**
     * Looks up rows of this matrix: the result holds, for each index, the row with that number.
     * Shapes: {@code [V, D]} with indices of shape {@code [...]} gives {@code [..., D]}. The dtype
     * is kept.
     *
     * @param indices row numbers from 0 to below {@code V}, integers of any shape
     * @param paddingIndex a row that gets no gradient; negative values count from the last row
     * @return a new tensor
     * @throws InvalidArgumentException if an index or the padding index is out of range, or the
     *     result would have more than 8 axes
     * @throws ShapeMismatchException if this tensor is not a matrix
     * @throws DTypeMismatchException if {@code indices} is not of an integer type
     */
    public Tensor embedding(Tensor indices, @Nullable Long paddingIndex) {
        Objects.requireNonNull(indices, "indices");
        Tensor result = Call.from(this, scope -> Native.embedding(scope, handle, indices.handle, paddingIndex != null, paddingIndex == null ? 0 : paddingIndex));
        KeepAlive.done(indices);
        return result;
    }

    /**
     * Looks up rows of this matrix: the result holds, for each index, the row with that number.
     * Shapes: {@code [V, D]} with indices of shape {@code [...]} gives {@code [..., D]}. The dtype
     * is kept.
     *
     * @param indices row numbers from 0 to below {@code V}, integers of any shape
     * @param paddingIndex a row that gets no gradient; negative values count from the last row
     * @return a new tensor
     * @throws InvalidArgumentException if an index or the padding index is out of range, or the
     *     result would have more than 8 axes
     * @throws ShapeMismatchException if this tensor is not a matrix
     * @throws DTypeMismatchException if {@code indices} is not of an integer type
     */
    public Tensor embedding(Tensor indices, long paddingIndex) {
        return embedding(indices, Long.valueOf(paddingIndex));
    }

    /**
     * Looks up rows of this matrix, after it has scaled each of them whose norm is above a limit to
     * that limit. The scaling changes this matrix in place, and a tape does not record it. Shapes:
     * {@code [V, D]} with indices of shape {@code [...]} gives {@code [..., D]}. The dtype is kept.
     *
     * @param indices row numbers from 0 to below {@code V}, integers of any shape
     * @param paddingIndex a row that gets no gradient, or none; negative values count from the last
     *     row
     * @param maxNorm the largest norm of a row that is looked up; infinity for no limit
     * @return a new tensor
     * @throws InvalidArgumentException if an index or the padding index is out of range, the limit
     *     is not positive, or the result would have more than 8 axes
     * @throws ShapeMismatchException if this tensor is not a matrix
     * @throws DTypeMismatchException if {@code indices} is not of an integer type, or this tensor
     *     is not floating-point and the limit is finite
     */
    public Tensor embedding(Tensor indices, @Nullable Long paddingIndex, double maxNorm) {
        return embedding(indices, paddingIndex, maxNorm, 2, false);
    }

    /**
     * Looks up rows of this matrix, after it has scaled each of them whose norm is above a limit to
     * that limit. The scaling changes this matrix in place, and a tape does not record it. Shapes:
     * {@code [V, D]} with indices of shape {@code [...]} gives {@code [..., D]}. The dtype is kept.
     *
     * @param indices row numbers from 0 to below {@code V}, integers of any shape
     * @param paddingIndex a row that gets no gradient, or none; negative values count from the last
     *     row
     * @param maxNorm the largest norm of a row that is looked up; infinity for no limit
     * @param normType the order {@code p} of the norm
     * @param scaleGradByFreq whether the gradient of a row is divided by the number of times that
     *     it is looked up
     * @return a new tensor
     * @throws InvalidArgumentException if an index or the padding index is out of range, the limit
     *     is not positive, or the result would have more than 8 axes
     * @throws ShapeMismatchException if this tensor is not a matrix
     * @throws DTypeMismatchException if {@code indices} is not of an integer type, or this tensor
     *     is not floating-point and the limit is finite
     */
    public Tensor embedding(Tensor indices, @Nullable Long paddingIndex, double maxNorm, double normType, boolean scaleGradByFreq) {
        Objects.requireNonNull(indices, "indices");
        Tensor result = Call.from(this, scope -> Native.embeddingMaxNorm(scope, handle, indices.handle, paddingIndex != null, paddingIndex == null ? 0 : paddingIndex, maxNorm, normType, scaleGradByFreq));
        KeepAlive.done(indices);
        return result;
    }

    /**
     * Looks up rows of this matrix, after it has scaled each of them whose norm is above a limit to
     * that limit. The scaling changes this matrix in place, and a tape does not record it. Shapes:
     * {@code [V, D]} with indices of shape {@code [...]} gives {@code [..., D]}. The dtype is kept.
     *
     * @param indices row numbers from 0 to below {@code V}, integers of any shape
     * @param paddingIndex a row that gets no gradient, or none; negative values count from the last
     *     row
     * @param maxNorm the largest norm of a row that is looked up; infinity for no limit
     * @param normType the order {@code p} of the norm
     * @param scaleGradByFreq whether the gradient of a row is divided by the number of times that
     *     it is looked up
     * @return a new tensor
     * @throws InvalidArgumentException if an index or the padding index is out of range, the limit
     *     is not positive, or the result would have more than 8 axes
     * @throws ShapeMismatchException if this tensor is not a matrix
     * @throws DTypeMismatchException if {@code indices} is not of an integer type, or this tensor
     *     is not floating-point and the limit is finite
     */
    public Tensor embedding(Tensor indices, long paddingIndex, double maxNorm, double normType, boolean scaleGradByFreq) {
        return embedding(indices, Long.valueOf(paddingIndex), maxNorm, normType, scaleGradByFreq);
    }

    /**
     * In training, sets each element to 0 with probability {@code p}, and multiplies the others by
     * {@code 1 / (1 - p)}. Otherwise returns a copy. The random numbers come from the stream that
     * {@link Tenure#seed(long)} starts. Shapes: any; the shape and dtype are kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if {@code p} is not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point, in training with
     *     {@code p} above 0
     */
    public Tensor dropout() {
        return dropout(0.5, true);
    }

    /**
     * In training, sets each element to 0 with probability {@code p}, and multiplies the others by
     * {@code 1 / (1 - p)}. Otherwise returns a copy. The random numbers come from the stream that
     * {@link Tenure#seed(long)} starts. Shapes: any; the shape and dtype are kept.
     *
     * @param p the probability that an element is set to 0
     * @param training whether elements are dropped
     * @return a new tensor
     * @throws InvalidArgumentException if {@code p} is not between 0 and 1
     * @throws DTypeMismatchException if the elements are not floating-point, in training with
     *     {@code p} above 0
     */
    public Tensor dropout(double p, boolean training) {
        return Call.from(this, scope -> Native.dropout(scope, handle, p, training));
    }

    /**
     * Divides each vector along an axis by its p-norm: {@code x / max(norm(x, p), eps)}. Shapes:
     * any with at least one axis; the shape is kept. Floating-point dtypes are kept; integers and
     * bool give float32.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or has size 0 and {@code p} is
     *     infinite
     */
    public Tensor normalize() {
        return normalize(2, 1, 1e-12);
    }

    /**
     * Divides each vector along an axis by its p-norm: {@code x / max(norm(x, p), eps)}. Shapes:
     * any with at least one axis; the shape is kept. Floating-point dtypes are kept; integers and
     * bool give float32.
     *
     * @param p the order of the norm
     * @param axis the axis of the vectors; negative values count from the last axis
     * @param eps the smallest divisor
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range, or has size 0 and {@code p} is
     *     infinite
     */
    public Tensor normalize(double p, long axis, double eps) {
        return Call.from(this, scope -> Native.normalize(scope, handle, p, axis, eps));
    }

    /**
     * Moves groups of channels into the image, which becomes {@code r} times as high and wide.
     * Shapes: {@code [..., C r r, H, W] -> [..., C, H r, W r]}. The dtype is kept. The result is a
     * view if strides can express it, else a copy.
     *
     * @param factor the factor {@code r}, at least 1
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than three axes, {@code r} is below 1, or
     *     the number of channels is not a multiple of {@code r r}
     */
    public Tensor pixelShuffle(long factor) {
        return Call.from(this, scope -> Native.pixelShuffle(scope, handle, factor));
    }

    /**
     * Moves blocks of {@code r} by {@code r} pixels into channels: the inverse of {@code
     * pixel_shuffle}. Shapes: {@code [..., C, H r, W r] -> [..., C r r, H, W]}. The dtype is kept.
     * The result is a view if strides can express it, else a copy.
     *
     * @param factor the factor {@code r}, at least 1
     * @return a new tensor
     * @throws InvalidArgumentException if there are fewer than three axes, {@code r} is below 1, or
     *     the height or width is not a multiple of {@code r}
     */
    public Tensor pixelUnshuffle(long factor) {
        return Call.from(this, scope -> Native.pixelUnshuffle(scope, handle, factor));
    }

    /**
     * Resizes the axes after the first two, to given sizes or by a scale, taking the nearest
     * element or interpolating linearly (bilinearly or trilinearly for two or three axes). Shapes:
     * {@code [N, C, d1, ...] -> [N, C, s1, ...]} with one to three such axes; with a scale, {@code
     * s1 = floor(d1 * scale)}. The dtype is kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if sizes and a scale are both given or both missing, the
     *     number of sizes is wrong, a size or the scale is out of range, an axis to resize has size
     *     0, or corners are aligned in nearest mode
     * @throws ShapeMismatchException if this tensor does not have three to five axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor interpolate() {
        return interpolate(new long[0], null, InterpolateMode.NEAREST, false);
    }

    /**
     * Resizes the axes after the first two, to given sizes or by a scale, taking the nearest
     * element or interpolating linearly (bilinearly or trilinearly for two or three axes). Shapes:
     * {@code [N, C, d1, ...] -> [N, C, s1, ...]} with one to three such axes; with a scale, {@code
     * s1 = floor(d1 * scale)}. The dtype is kept.
     *
     * @param size the new sizes, one for each axis or one for all; leave empty to use {@code scale}
     * @param scale the factor of all sizes; leave out to use {@code size}
     * @param mode how the new elements are computed
     * @param alignCorners whether the first and last elements of each axis stay in place, in linear
     *     mode
     * @return a new tensor
     * @throws InvalidArgumentException if sizes and a scale are both given or both missing, the
     *     number of sizes is wrong, a size or the scale is out of range, an axis to resize has size
     *     0, or corners are aligned in nearest mode
     * @throws ShapeMismatchException if this tensor does not have three to five axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor interpolate(long[] size, @Nullable Double scale, InterpolateMode mode, boolean alignCorners) {
        Objects.requireNonNull(size, "size");
        Objects.requireNonNull(mode, "mode");
        return Call.from(this, scope -> Native.interpolate(scope, handle, scale != null, scale == null ? 0 : scale, mode.code(), alignCorners, size));
    }

    /**
     * Resizes the axes after the first two, to given sizes or by a scale, taking the nearest
     * element or interpolating linearly (bilinearly or trilinearly for two or three axes). Shapes:
     * {@code [N, C, d1, ...] -> [N, C, s1, ...]} with one to three such axes; with a scale, {@code
     * s1 = floor(d1 * scale)}. The dtype is kept.
     *
     * @param size the new sizes, one for each axis or one for all; leave empty to use {@code scale}
     * @param scale the factor of all sizes; leave out to use {@code size}
     * @param mode how the new elements are computed
     * @param alignCorners whether the first and last elements of each axis stay in place, in linear
     *     mode
     * @return a new tensor
     * @throws InvalidArgumentException if sizes and a scale are both given or both missing, the
     *     number of sizes is wrong, a size or the scale is out of range, an axis to resize has size
     *     0, or corners are aligned in nearest mode
     * @throws ShapeMismatchException if this tensor does not have three to five axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor interpolate(long[] size, double scale, InterpolateMode mode, boolean alignCorners) {
        return interpolate(size, Double.valueOf(scale), mode, alignCorners);
    }

    /**
     * Attention with this tensor as the query: {@code softmax(Q K^T * scale + mask) V}. Memory use
     * does not grow with {@code L} times {@code S}. If a query sees no key, its result is 0.
     * Shapes: {@code [..., L, E], [..., S, E], [..., S, V] -> [..., L, V]}; the axes before the
     * last two broadcast. The dtype is kept.
     *
     * @param key the keys, {@code [..., S, E]}
     * @param value the values, {@code [..., S, V]}
     * @return a new tensor
     * @throws ShapeMismatchException if an operand has fewer than two axes, the sizes {@code E} or
     *     {@code S} differ, or the other axes or the mask do not broadcast
     * @throws DTypeMismatchException if the operands are not floating-point, or have different
     *     dtypes
     */
    public Tensor scaledDotProductAttention(Tensor key, Tensor value) {
        return scaledDotProductAttention(key, value, null, false, null);
    }

    /**
     * Attention with this tensor as the query: {@code softmax(Q K^T * scale + mask) V}. Memory use
     * does not grow with {@code L} times {@code S}. If a query sees no key, its result is 0.
     * Shapes: {@code [..., L, E], [..., S, E], [..., S, V] -> [..., L, V]}; the axes before the
     * last two broadcast. The dtype is kept.
     *
     * @param key the keys, {@code [..., S, E]}
     * @param value the values, {@code [..., S, V]}
     * @param mask broadcasts to {@code [..., L, S]}; either bool, true where a query sees a key, or
     *     numbers of the same dtype that are added to the scaled products
     * @param causal whether query {@code i} sees only the keys 0 to {@code i}
     * @param scale the factor of the products; none means {@code 1 / sqrt(E)}
     * @return a new tensor
     * @throws ShapeMismatchException if an operand has fewer than two axes, the sizes {@code E} or
     *     {@code S} differ, or the other axes or the mask do not broadcast
     * @throws DTypeMismatchException if the operands are not floating-point, or have different
     *     dtypes
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
     * Attention with this tensor as the query: {@code softmax(Q K^T * scale + mask) V}. Memory use
     * does not grow with {@code L} times {@code S}. If a query sees no key, its result is 0.
     * Shapes: {@code [..., L, E], [..., S, E], [..., S, V] -> [..., L, V]}; the axes before the
     * last two broadcast. The dtype is kept.
     *
     * @param key the keys, {@code [..., S, E]}
     * @param value the values, {@code [..., S, V]}
     * @param mask broadcasts to {@code [..., L, S]}; either bool, true where a query sees a key, or
     *     numbers of the same dtype that are added to the scaled products
     * @param causal whether query {@code i} sees only the keys 0 to {@code i}
     * @param scale the factor of the products; none means {@code 1 / sqrt(E)}
     * @return a new tensor
     * @throws ShapeMismatchException if an operand has fewer than two axes, the sizes {@code E} or
     *     {@code S} differ, or the other axes or the mask do not broadcast
     * @throws DTypeMismatchException if the operands are not floating-point, or have different
     *     dtypes
     */
    public Tensor scaledDotProductAttention(Tensor key, Tensor value, @Nullable Tensor mask, boolean causal, double scale) {
        return scaledDotProductAttention(key, value, mask, causal, Double.valueOf(scale));
    }

    /**
     * Convolves this tensor with {@code weight} over the last axis and adds {@code bias}. As in
     * PyTorch, the kernel is not flipped (cross-correlation). Shapes: {@code [N, C, L] -> [N, C',
     * L']} or {@code [C, L] -> [C', L']}, where {@code L' = (L + 2 padding - dilation (K - 1) - 1)
     * / stride + 1}, rounded down. Dtype: the floating-point dtype of the operands, which is the
     * same for all.
     *
     * @param weight the kernels, {@code [C', C / groups, K]}
     * @return a new tensor
     * @throws InvalidArgumentException if a list has the wrong length, a number is out of range,
     *     the kernel has no elements, or the kernel is larger than the padded input
     * @throws ShapeMismatchException if this tensor or {@code weight} has the wrong number of
     *     dimensions, or the channels of the operands and {@code groups} do not fit
     * @throws DTypeMismatchException if this tensor is not floating-point, or another operand has a
     *     different dtype
     */
    public Tensor conv1d(Tensor weight) {
        return conv1d(weight, null, new long[0], new long[0], new long[0], 1);
    }

    /**
     * Convolves this tensor with {@code weight} over the last axis and adds {@code bias}. As in
     * PyTorch, the kernel is not flipped (cross-correlation). Shapes: {@code [N, C, L] -> [N, C',
     * L']} or {@code [C, L] -> [C', L']}, where {@code L' = (L + 2 padding - dilation (K - 1) - 1)
     * / stride + 1}, rounded down. Dtype: the floating-point dtype of the operands, which is the
     * same for all.
     *
     * @param weight the kernels, {@code [C', C / groups, K]}
     * @param bias the numbers to add, {@code [C']}
     * @param stride the step of the kernel; empty: 1
     * @param padding the number of zeros added on both sides; empty: 0
     * @param dilation the distance between neighboring elements of the kernel; empty: 1
     * @param groups the number of groups that the channels are divided into; each group has weights
     *     of its own
     * @return a new tensor
     * @throws InvalidArgumentException if a list has the wrong length, a number is out of range,
     *     the kernel has no elements, or the kernel is larger than the padded input
     * @throws ShapeMismatchException if this tensor or {@code weight} has the wrong number of
     *     dimensions, or the channels of the operands and {@code groups} do not fit
     * @throws DTypeMismatchException if this tensor is not floating-point, or another operand has a
     *     different dtype
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
     * Convolves this tensor with {@code weight} over the last two axes and adds {@code bias}. As in
     * PyTorch, the kernel is not flipped (cross-correlation). Shapes: {@code [N, C, H, W] -> [N,
     * C', H', W']} or {@code [C, H, W] -> [C', H', W']}, where {@code W' = (W + 2 padding -
     * dilation (KW - 1) - 1) / stride + 1}, rounded down, and likewise for {@code H'}. Dtype: the
     * floating-point dtype of the operands, which is the same for all.
     *
     * @param weight the kernels, {@code [C', C / groups, KH, KW]}
     * @return a new tensor
     * @throws InvalidArgumentException if a list has the wrong length, a number is out of range,
     *     the kernel has no elements, or the kernel is larger than the padded input
     * @throws ShapeMismatchException if this tensor or {@code weight} has the wrong number of
     *     dimensions, or the channels of the operands and {@code groups} do not fit
     * @throws DTypeMismatchException if this tensor is not floating-point, or another operand has a
     *     different dtype
     */
    public Tensor conv2d(Tensor weight) {
        return conv2d(weight, null, new long[0], new long[0], new long[0], 1);
    }

    /**
     * Convolves this tensor with {@code weight} over the last two axes and adds {@code bias}. As in
     * PyTorch, the kernel is not flipped (cross-correlation). Shapes: {@code [N, C, H, W] -> [N,
     * C', H', W']} or {@code [C, H, W] -> [C', H', W']}, where {@code W' = (W + 2 padding -
     * dilation (KW - 1) - 1) / stride + 1}, rounded down, and likewise for {@code H'}. Dtype: the
     * floating-point dtype of the operands, which is the same for all.
     *
     * @param weight the kernels, {@code [C', C / groups, KH, KW]}
     * @param bias the numbers to add, {@code [C']}
     * @param stride the step of the kernel, one number for each axis or one for all; empty: 1
     * @param padding the number of zeros added on both sides, one number for each axis or one for
     *     all; empty: 0
     * @param dilation the distance between neighboring elements of the kernel, one number for each
     *     axis or one for all; empty: 1
     * @param groups the number of groups that the channels are divided into; each group has weights
     *     of its own
     * @return a new tensor
     * @throws InvalidArgumentException if a list has the wrong length, a number is out of range,
     *     the kernel has no elements, or the kernel is larger than the padded input
     * @throws ShapeMismatchException if this tensor or {@code weight} has the wrong number of
     *     dimensions, or the channels of the operands and {@code groups} do not fit
     * @throws DTypeMismatchException if this tensor is not floating-point, or another operand has a
     *     different dtype
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
     * Convolves this tensor with {@code weight} over the last three axes and adds {@code bias}. As
     * in PyTorch, the kernel is not flipped (cross-correlation). Shapes: {@code [N, C, D, H, W] ->
     * [N, C', D', H', W']} or {@code [C, D, H, W] -> [C', D', H', W']}, where {@code W' = (W + 2
     * padding - dilation (KW - 1) - 1) / stride + 1}, rounded down, and likewise for the other
     * axes. Dtype: the floating-point dtype of the operands, which is the same for all.
     *
     * @param weight the kernels, {@code [C', C / groups, KD, KH, KW]}
     * @return a new tensor
     * @throws InvalidArgumentException if a list has the wrong length, a number is out of range,
     *     the kernel has no elements, or the kernel is larger than the padded input
     * @throws ShapeMismatchException if this tensor or {@code weight} has the wrong number of
     *     dimensions, or the channels of the operands and {@code groups} do not fit
     * @throws DTypeMismatchException if this tensor is not floating-point, or another operand has a
     *     different dtype
     */
    public Tensor conv3d(Tensor weight) {
        return conv3d(weight, null, new long[0], new long[0], new long[0], 1);
    }

    /**
     * Convolves this tensor with {@code weight} over the last three axes and adds {@code bias}. As
     * in PyTorch, the kernel is not flipped (cross-correlation). Shapes: {@code [N, C, D, H, W] ->
     * [N, C', D', H', W']} or {@code [C, D, H, W] -> [C', D', H', W']}, where {@code W' = (W + 2
     * padding - dilation (KW - 1) - 1) / stride + 1}, rounded down, and likewise for the other
     * axes. Dtype: the floating-point dtype of the operands, which is the same for all.
     *
     * @param weight the kernels, {@code [C', C / groups, KD, KH, KW]}
     * @param bias the numbers to add, {@code [C']}
     * @param stride the step of the kernel, one number for each axis or one for all; empty: 1
     * @param padding the number of zeros added on both sides, one number for each axis or one for
     *     all; empty: 0
     * @param dilation the distance between neighboring elements of the kernel, one number for each
     *     axis or one for all; empty: 1
     * @param groups the number of groups that the channels are divided into; each group has weights
     *     of its own
     * @return a new tensor
     * @throws InvalidArgumentException if a list has the wrong length, a number is out of range,
     *     the kernel has no elements, or the kernel is larger than the padded input
     * @throws ShapeMismatchException if this tensor or {@code weight} has the wrong number of
     *     dimensions, or the channels of the operands and {@code groups} do not fit
     * @throws DTypeMismatchException if this tensor is not floating-point, or another operand has a
     *     different dtype
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
     * Computes the transposed convolution of this tensor with {@code weight} over the last axis and
     * adds {@code bias}. It maps the shape of a convolution's result back to the shape of its
     * input. Shapes: {@code [N, C, L] -> [N, C', L']} or {@code [C, L] -> [C', L']}, where {@code
     * L' = (L - 1) stride - 2 padding + dilation (K - 1) + output_padding + 1}. Dtype: the
     * floating-point dtype of the operands, which is the same for all.
     *
     * @param weight the kernels, {@code [C, C' / groups, K]}
     * @return a new tensor
     * @throws InvalidArgumentException if a list has the wrong length, a number is out of range,
     *     the kernel has no elements, or the result has no elements
     * @throws ShapeMismatchException if this tensor or {@code weight} has the wrong number of
     *     dimensions, or the channels of the operands and {@code groups} do not fit
     * @throws DTypeMismatchException if this tensor is not floating-point, or another operand has a
     *     different dtype
     */
    public Tensor convTranspose1d(Tensor weight) {
        return convTranspose1d(weight, null, new long[0], new long[0], new long[0], 1, new long[0]);
    }

    /**
     * Computes the transposed convolution of this tensor with {@code weight} over the last axis and
     * adds {@code bias}. It maps the shape of a convolution's result back to the shape of its
     * input. Shapes: {@code [N, C, L] -> [N, C', L']} or {@code [C, L] -> [C', L']}, where {@code
     * L' = (L - 1) stride - 2 padding + dilation (K - 1) + output_padding + 1}. Dtype: the
     * floating-point dtype of the operands, which is the same for all.
     *
     * @param weight the kernels, {@code [C, C' / groups, K]}
     * @param bias the numbers to add, {@code [C']}
     * @param stride the step of the kernel; empty: 1
     * @param padding the number of elements of the result left out on both sides; empty: 0
     * @param outputPadding the number of elements added at the end of the result, less than the
     *     stride or the dilation; empty: 0
     * @param groups the number of groups that the channels are divided into; each group has weights
     *     of its own
     * @param dilation the distance between neighboring elements of the kernel; empty: 1
     * @return a new tensor
     * @throws InvalidArgumentException if a list has the wrong length, a number is out of range,
     *     the kernel has no elements, or the result has no elements
     * @throws ShapeMismatchException if this tensor or {@code weight} has the wrong number of
     *     dimensions, or the channels of the operands and {@code groups} do not fit
     * @throws DTypeMismatchException if this tensor is not floating-point, or another operand has a
     *     different dtype
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
     * Computes the transposed convolution of this tensor with {@code weight} over the last two axes
     * and adds {@code bias}. It maps the shape of a convolution's result back to the shape of its
     * input. Shapes: {@code [N, C, H, W] -> [N, C', H', W']} or {@code [C, H, W] -> [C', H', W']},
     * where {@code W' = (W - 1) stride - 2 padding + dilation (KW - 1) + output_padding + 1}, and
     * likewise for {@code H'}. Dtype: the floating-point dtype of the operands, which is the same
     * for all.
     *
     * @param weight the kernels, {@code [C, C' / groups, KH, KW]}
     * @return a new tensor
     * @throws InvalidArgumentException if a list has the wrong length, a number is out of range,
     *     the kernel has no elements, or the result has no elements
     * @throws ShapeMismatchException if this tensor or {@code weight} has the wrong number of
     *     dimensions, or the channels of the operands and {@code groups} do not fit
     * @throws DTypeMismatchException if this tensor is not floating-point, or another operand has a
     *     different dtype
     */
    public Tensor convTranspose2d(Tensor weight) {
        return convTranspose2d(weight, null, new long[0], new long[0], new long[0], 1, new long[0]);
    }

    /**
     * Computes the transposed convolution of this tensor with {@code weight} over the last two axes
     * and adds {@code bias}. It maps the shape of a convolution's result back to the shape of its
     * input. Shapes: {@code [N, C, H, W] -> [N, C', H', W']} or {@code [C, H, W] -> [C', H', W']},
     * where {@code W' = (W - 1) stride - 2 padding + dilation (KW - 1) + output_padding + 1}, and
     * likewise for {@code H'}. Dtype: the floating-point dtype of the operands, which is the same
     * for all.
     *
     * @param weight the kernels, {@code [C, C' / groups, KH, KW]}
     * @param bias the numbers to add, {@code [C']}
     * @param stride the step of the kernel, one number for each axis or one for all; empty: 1
     * @param padding the number of elements of the result left out on both sides, one number for
     *     each axis or one for all; empty: 0
     * @param outputPadding the number of elements added at the end of the result, one number for
     *     each axis or one for all, less than the stride or the dilation; empty: 0
     * @param groups the number of groups that the channels are divided into; each group has weights
     *     of its own
     * @param dilation the distance between neighboring elements of the kernel, one number for each
     *     axis or one for all; empty: 1
     * @return a new tensor
     * @throws InvalidArgumentException if a list has the wrong length, a number is out of range,
     *     the kernel has no elements, or the result has no elements
     * @throws ShapeMismatchException if this tensor or {@code weight} has the wrong number of
     *     dimensions, or the channels of the operands and {@code groups} do not fit
     * @throws DTypeMismatchException if this tensor is not floating-point, or another operand has a
     *     different dtype
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
     * Computes the transposed convolution of this tensor with {@code weight} over the last three
     * axes and adds {@code bias}. It maps the shape of a convolution's result back to the shape of
     * its input. Shapes: {@code [N, C, D, H, W] -> [N, C', D', H', W']} or {@code [C, D, H, W] ->
     * [C', D', H', W']}, where {@code W' = (W - 1) stride - 2 padding + dilation (KW - 1) +
     * output_padding + 1}, and likewise for the other axes. Dtype: the floating-point dtype of the
     * operands, which is the same for all.
     *
     * @param weight the kernels, {@code [C, C' / groups, KD, KH, KW]}
     * @return a new tensor
     * @throws InvalidArgumentException if a list has the wrong length, a number is out of range,
     *     the kernel has no elements, or the result has no elements
     * @throws ShapeMismatchException if this tensor or {@code weight} has the wrong number of
     *     dimensions, or the channels of the operands and {@code groups} do not fit
     * @throws DTypeMismatchException if this tensor is not floating-point, or another operand has a
     *     different dtype
     */
    public Tensor convTranspose3d(Tensor weight) {
        return convTranspose3d(weight, null, new long[0], new long[0], new long[0], 1, new long[0]);
    }

    /**
     * Computes the transposed convolution of this tensor with {@code weight} over the last three
     * axes and adds {@code bias}. It maps the shape of a convolution's result back to the shape of
     * its input. Shapes: {@code [N, C, D, H, W] -> [N, C', D', H', W']} or {@code [C, D, H, W] ->
     * [C', D', H', W']}, where {@code W' = (W - 1) stride - 2 padding + dilation (KW - 1) +
     * output_padding + 1}, and likewise for the other axes. Dtype: the floating-point dtype of the
     * operands, which is the same for all.
     *
     * @param weight the kernels, {@code [C, C' / groups, KD, KH, KW]}
     * @param bias the numbers to add, {@code [C']}
     * @param stride the step of the kernel, one number for each axis or one for all; empty: 1
     * @param padding the number of elements of the result left out on both sides, one number for
     *     each axis or one for all; empty: 0
     * @param outputPadding the number of elements added at the end of the result, one number for
     *     each axis or one for all, less than the stride or the dilation; empty: 0
     * @param groups the number of groups that the channels are divided into; each group has weights
     *     of its own
     * @param dilation the distance between neighboring elements of the kernel, one number for each
     *     axis or one for all; empty: 1
     * @return a new tensor
     * @throws InvalidArgumentException if a list has the wrong length, a number is out of range,
     *     the kernel has no elements, or the result has no elements
     * @throws ShapeMismatchException if this tensor or {@code weight} has the wrong number of
     *     dimensions, or the channels of the operands and {@code groups} do not fit
     * @throws DTypeMismatchException if this tensor is not floating-point, or another operand has a
     *     different dtype
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
     * The largest element of each window over the last axis. NaN is greater than any number.
     * Shapes: {@code [N, C, L] -> [N, C, L']}, or the same without {@code N}; {@code L' = floor((L
     * + 2 p - d (k - 1) - 1) / s) + 1} for kernel {@code k}, stride {@code s}, padding {@code p}
     * and dilation {@code d}. The dtype is kept.
     *
     * @param kernel the size of a window; at least 1
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have two or three axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor maxPool1d(long[] kernel) {
        return maxPool1d(kernel, new long[0], new long[0], new long[0], false);
    }

    /**
     * The largest element of each window over the last axis. NaN is greater than any number.
     * Shapes: {@code [N, C, L] -> [N, C, L']}, or the same without {@code N}; {@code L' = floor((L
     * + 2 p - d (k - 1) - 1) / s) + 1} for kernel {@code k}, stride {@code s}, padding {@code p}
     * and dilation {@code d}. The dtype is kept.
     *
     * @param kernel the size of a window; at least 1
     * @param stride the distance from one window to the next, at least 1; none means the kernel
     * @param padding the number of positions added on either side, which are never the largest;
     *     none means 0
     * @param dilation the distance between the elements of a window, at least 1; none means 1
     * @param ceilMode whether the sizes are rounded up, so that a last window may extend past the
     *     padded input
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have two or three axes
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
     * The largest element of each window over the last axis, and its position. NaN is greater than
     * any number. Shapes: {@code [N, C, L] -> [N, C, L']}, or the same without {@code N}; {@code L'
     * = floor((L + 2 p - d (k - 1) - 1) / s) + 1} for kernel {@code k}, stride {@code s}, padding
     * {@code p} and dilation {@code d}. The values keep the dtype; the indices are int64.
     *
     * @param kernel the size of a window; at least 1
     * @return new tensors
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have two or three axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public MaxPool1dWithIndices maxPool1dWithIndices(long[] kernel) {
        return maxPool1dWithIndices(kernel, new long[0], new long[0], new long[0], false);
    }

    /**
     * The largest element of each window over the last axis, and its position. NaN is greater than
     * any number. Shapes: {@code [N, C, L] -> [N, C, L']}, or the same without {@code N}; {@code L'
     * = floor((L + 2 p - d (k - 1) - 1) / s) + 1} for kernel {@code k}, stride {@code s}, padding
     * {@code p} and dilation {@code d}. The values keep the dtype; the indices are int64.
     *
     * @param kernel the size of a window; at least 1
     * @param stride the distance from one window to the next, at least 1; none means the kernel
     * @param padding the number of positions added on either side, which are never the largest;
     *     none means 0
     * @param dilation the distance between the elements of a window, at least 1; none means 1
     * @param ceilMode whether the sizes are rounded up, so that a last window may extend past the
     *     padded input
     * @return new tensors
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have two or three axes
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
     * The largest element of each window over the last two axes. NaN is greater than any number.
     * Shapes: {@code [N, C, H, W] -> [N, C, H', W']}, or the same without {@code N}; {@code H' =
     * floor((H + 2 p - d (k - 1) - 1) / s) + 1} for kernel {@code k}, stride {@code s}, padding
     * {@code p} and dilation {@code d}, and likewise for the other axes. The dtype is kept.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have three or four axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor maxPool2d(long[] kernel) {
        return maxPool2d(kernel, new long[0], new long[0], new long[0], false);
    }

    /**
     * The largest element of each window over the last two axes. NaN is greater than any number.
     * Shapes: {@code [N, C, H, W] -> [N, C, H', W']}, or the same without {@code N}; {@code H' =
     * floor((H + 2 p - d (k - 1) - 1) / s) + 1} for kernel {@code k}, stride {@code s}, padding
     * {@code p} and dilation {@code d}, and likewise for the other axes. The dtype is kept.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @param stride the distance from one window to the next, at least 1; none means the kernel
     * @param padding the number of positions added on either side, which are never the largest;
     *     none means 0
     * @param dilation the distance between the elements of a window, at least 1; none means 1
     * @param ceilMode whether the sizes are rounded up, so that a last window may extend past the
     *     padded input
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have three or four axes
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
     * The largest element of each window over the last two axes, and its position. NaN is greater
     * than any number. Shapes: {@code [N, C, H, W] -> [N, C, H', W']}, or the same without {@code
     * N}; {@code H' = floor((H + 2 p - d (k - 1) - 1) / s) + 1} for kernel {@code k}, stride {@code
     * s}, padding {@code p} and dilation {@code d}, and likewise for the other axes. The values
     * keep the dtype; the indices are int64.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @return new tensors
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have three or four axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public MaxPool2dWithIndices maxPool2dWithIndices(long[] kernel) {
        return maxPool2dWithIndices(kernel, new long[0], new long[0], new long[0], false);
    }

    /**
     * The largest element of each window over the last two axes, and its position. NaN is greater
     * than any number. Shapes: {@code [N, C, H, W] -> [N, C, H', W']}, or the same without {@code
     * N}; {@code H' = floor((H + 2 p - d (k - 1) - 1) / s) + 1} for kernel {@code k}, stride {@code
     * s}, padding {@code p} and dilation {@code d}, and likewise for the other axes. The values
     * keep the dtype; the indices are int64.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @param stride the distance from one window to the next, at least 1; none means the kernel
     * @param padding the number of positions added on either side, which are never the largest;
     *     none means 0
     * @param dilation the distance between the elements of a window, at least 1; none means 1
     * @param ceilMode whether the sizes are rounded up, so that a last window may extend past the
     *     padded input
     * @return new tensors
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have three or four axes
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
     * The largest element of each window over the last three axes. NaN is greater than any number.
     * Shapes: {@code [N, C, D, H, W] -> [N, C, D', H', W']}, or the same without {@code N}; {@code
     * D' = floor((D + 2 p - d (k - 1) - 1) / s) + 1} for kernel {@code k}, stride {@code s},
     * padding {@code p} and dilation {@code d}, and likewise for the other axes. The dtype is kept.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have four or five axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor maxPool3d(long[] kernel) {
        return maxPool3d(kernel, new long[0], new long[0], new long[0], false);
    }

    /**
     * The largest element of each window over the last three axes. NaN is greater than any number.
     * Shapes: {@code [N, C, D, H, W] -> [N, C, D', H', W']}, or the same without {@code N}; {@code
     * D' = floor((D + 2 p - d (k - 1) - 1) / s) + 1} for kernel {@code k}, stride {@code s},
     * padding {@code p} and dilation {@code d}, and likewise for the other axes. The dtype is kept.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @param stride the distance from one window to the next, at least 1; none means the kernel
     * @param padding the number of positions added on either side, which are never the largest;
     *     none means 0
     * @param dilation the distance between the elements of a window, at least 1; none means 1
     * @param ceilMode whether the sizes are rounded up, so that a last window may extend past the
     *     padded input
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have four or five axes
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
     * The largest element of each window over the last three axes, and its position. NaN is greater
     * than any number. Shapes: {@code [N, C, D, H, W] -> [N, C, D', H', W']}, or the same without
     * {@code N}; {@code D' = floor((D + 2 p - d (k - 1) - 1) / s) + 1} for kernel {@code k}, stride
     * {@code s}, padding {@code p} and dilation {@code d}, and likewise for the other axes. The
     * values keep the dtype; the indices are int64.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @return new tensors
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have four or five axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public MaxPool3dWithIndices maxPool3dWithIndices(long[] kernel) {
        return maxPool3dWithIndices(kernel, new long[0], new long[0], new long[0], false);
    }

    /**
     * The largest element of each window over the last three axes, and its position. NaN is greater
     * than any number. Shapes: {@code [N, C, D, H, W] -> [N, C, D', H', W']}, or the same without
     * {@code N}; {@code D' = floor((D + 2 p - d (k - 1) - 1) / s) + 1} for kernel {@code k}, stride
     * {@code s}, padding {@code p} and dilation {@code d}, and likewise for the other axes. The
     * values keep the dtype; the indices are int64.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @param stride the distance from one window to the next, at least 1; none means the kernel
     * @param padding the number of positions added on either side, which are never the largest;
     *     none means 0
     * @param dilation the distance between the elements of a window, at least 1; none means 1
     * @param ceilMode whether the sizes are rounded up, so that a last window may extend past the
     *     padded input
     * @return new tensors
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have four or five axes
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
     * The mean of each window over the last axis. Shapes: {@code [N, C, L] -> [N, C, L']}, or the
     * same without {@code N}; {@code L' = floor((L + 2 p - k) / s) + 1} for kernel {@code k},
     * stride {@code s} and padding {@code p}. The dtype is kept.
     *
     * @param kernel the size of a window; at least 1
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have two or three axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool1d(long[] kernel) {
        return avgPool1d(kernel, new long[0], new long[0], false, true);
    }

    /**
     * The mean of each window over the last axis. Shapes: {@code [N, C, L] -> [N, C, L']}, or the
     * same without {@code N}; {@code L' = floor((L + 2 p - k) / s) + 1} for kernel {@code k},
     * stride {@code s} and padding {@code p}. The dtype is kept.
     *
     * @param kernel the size of a window; at least 1
     * @param stride the distance from one window to the next, at least 1; none means the kernel
     * @param padding the number of zeros added on either side; none means 0
     * @param ceilMode whether the sizes are rounded up, so that a last window may extend past the
     *     padded input
     * @param countIncludePad whether the padding counts in the number of elements that a sum is
     *     divided by
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, or a list has the wrong
     *     length
     * @throws ShapeMismatchException if this tensor does not have two or three axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool1d(long[] kernel, long[] stride, long[] padding, boolean ceilMode, boolean countIncludePad) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        return Call.from(this, scope -> Native.avgPool1d(scope, handle, ceilMode, countIncludePad, kernel, stride, padding));
    }

    /**
     * The mean of each window over the last two axes. Shapes: {@code [N, C, H, W] -> [N, C, H',
     * W']}, or the same without {@code N}; {@code H' = floor((H + 2 p - k) / s) + 1} for kernel
     * {@code k}, stride {@code s} and padding {@code p}, and likewise for the other axes. The dtype
     * is kept.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, a list has the wrong length,
     *     or the divisor is 0
     * @throws ShapeMismatchException if this tensor does not have three or four axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool2d(long[] kernel) {
        return avgPool2d(kernel, new long[0], new long[0], false, true, null);
    }

    /**
     * The mean of each window over the last two axes. Shapes: {@code [N, C, H, W] -> [N, C, H',
     * W']}, or the same without {@code N}; {@code H' = floor((H + 2 p - k) / s) + 1} for kernel
     * {@code k}, stride {@code s} and padding {@code p}, and likewise for the other axes. The dtype
     * is kept.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @param stride the distance from one window to the next, at least 1; none means the kernel
     * @param padding the number of zeros added on either side; none means 0
     * @param ceilMode whether the sizes are rounded up, so that a last window may extend past the
     *     padded input
     * @param countIncludePad whether the padding counts in the number of elements that a sum is
     *     divided by
     * @param divisor the divisor of the sums, not 0; none means the number of elements
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, a list has the wrong length,
     *     or the divisor is 0
     * @throws ShapeMismatchException if this tensor does not have three or four axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool2d(long[] kernel, long[] stride, long[] padding, boolean ceilMode, boolean countIncludePad, @Nullable Long divisor) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        return Call.from(this, scope -> Native.avgPool2d(scope, handle, ceilMode, countIncludePad, divisor != null, divisor == null ? 0 : divisor, kernel, stride, padding));
    }

    /**
     * The mean of each window over the last two axes. Shapes: {@code [N, C, H, W] -> [N, C, H',
     * W']}, or the same without {@code N}; {@code H' = floor((H + 2 p - k) / s) + 1} for kernel
     * {@code k}, stride {@code s} and padding {@code p}, and likewise for the other axes. The dtype
     * is kept.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @param stride the distance from one window to the next, at least 1; none means the kernel
     * @param padding the number of zeros added on either side; none means 0
     * @param ceilMode whether the sizes are rounded up, so that a last window may extend past the
     *     padded input
     * @param countIncludePad whether the padding counts in the number of elements that a sum is
     *     divided by
     * @param divisor the divisor of the sums, not 0; none means the number of elements
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, a list has the wrong length,
     *     or the divisor is 0
     * @throws ShapeMismatchException if this tensor does not have three or four axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool2d(long[] kernel, long[] stride, long[] padding, boolean ceilMode, boolean countIncludePad, long divisor) {
        return avgPool2d(kernel, stride, padding, ceilMode, countIncludePad, Long.valueOf(divisor));
    }

    /**
     * The mean of each window over the last three axes. Shapes: {@code [N, C, D, H, W] -> [N, C,
     * D', H', W']}, or the same without {@code N}; {@code D' = floor((D + 2 p - k) / s) + 1} for
     * kernel {@code k}, stride {@code s} and padding {@code p}, and likewise for the other axes.
     * The dtype is kept.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, a list has the wrong length,
     *     or the divisor is 0
     * @throws ShapeMismatchException if this tensor does not have four or five axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool3d(long[] kernel) {
        return avgPool3d(kernel, new long[0], new long[0], false, true, null);
    }

    /**
     * The mean of each window over the last three axes. Shapes: {@code [N, C, D, H, W] -> [N, C,
     * D', H', W']}, or the same without {@code N}; {@code D' = floor((D + 2 p - k) / s) + 1} for
     * kernel {@code k}, stride {@code s} and padding {@code p}, and likewise for the other axes.
     * The dtype is kept.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @param stride the distance from one window to the next, at least 1; none means the kernel
     * @param padding the number of zeros added on either side; none means 0
     * @param ceilMode whether the sizes are rounded up, so that a last window may extend past the
     *     padded input
     * @param countIncludePad whether the padding counts in the number of elements that a sum is
     *     divided by
     * @param divisor the divisor of the sums, not 0; none means the number of elements
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, a list has the wrong length,
     *     or the divisor is 0
     * @throws ShapeMismatchException if this tensor does not have four or five axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool3d(long[] kernel, long[] stride, long[] padding, boolean ceilMode, boolean countIncludePad, @Nullable Long divisor) {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(stride, "stride");
        Objects.requireNonNull(padding, "padding");
        return Call.from(this, scope -> Native.avgPool3d(scope, handle, ceilMode, countIncludePad, divisor != null, divisor == null ? 0 : divisor, kernel, stride, padding));
    }

    /**
     * The mean of each window over the last three axes. Shapes: {@code [N, C, D, H, W] -> [N, C,
     * D', H', W']}, or the same without {@code N}; {@code D' = floor((D + 2 p - k) / s) + 1} for
     * kernel {@code k}, stride {@code s} and padding {@code p}, and likewise for the other axes.
     * The dtype is kept.
     *
     * @param kernel the size of a window, one number for each axis or one for all; at least 1
     * @param stride the distance from one window to the next, at least 1; none means the kernel
     * @param padding the number of zeros added on either side; none means 0
     * @param ceilMode whether the sizes are rounded up, so that a last window may extend past the
     *     padded input
     * @param countIncludePad whether the padding counts in the number of elements that a sum is
     *     divided by
     * @param divisor the divisor of the sums, not 0; none means the number of elements
     * @return a new tensor
     * @throws InvalidArgumentException if the kernel is larger than the padded input, a number is
     *     below its minimum, the padding is more than half the kernel, a list has the wrong length,
     *     or the divisor is 0
     * @throws ShapeMismatchException if this tensor does not have four or five axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor avgPool3d(long[] kernel, long[] stride, long[] padding, boolean ceilMode, boolean countIncludePad, long divisor) {
        return avgPool3d(kernel, stride, padding, ceilMode, countIncludePad, Long.valueOf(divisor));
    }

    /**
     * The largest element of each of a given number of windows that divide the last axis. NaN is
     * greater than any number. Shapes: {@code [N, C, L] -> [N, C, L']}, or the same without {@code
     * N}, where {@code size} gives the last size. Window {@code i} of {@code L'} covers the
     * elements from {@code floor(i L / L')} to before {@code ceil((i + 1) L / L')}. The dtype is
     * kept.
     *
     * @param size the number of windows; an empty list means 1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis to divide has size 0, a size is negative, or the
     *     number of sizes is wrong
     * @throws ShapeMismatchException if this tensor does not have two or three axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor adaptiveMaxPool1d(long[] size) {
        Objects.requireNonNull(size, "size");
        return Call.from(this, scope -> Native.adaptiveMaxPool1d(scope, handle, size));
    }

    /**
     * The largest element of each of a given number of windows that divide the last axis, and its
     * position. NaN is greater than any number. Shapes: {@code [N, C, L] -> [N, C, L']}, or the
     * same without {@code N}, where {@code size} gives the last size. Window {@code i} of {@code
     * L'} covers the elements from {@code floor(i L / L')} to before {@code ceil((i + 1) L / L')}.
     * The values keep the dtype; the indices are int64.
     *
     * @param size the number of windows; an empty list means 1
     * @return new tensors
     * @throws InvalidArgumentException if an axis to divide has size 0, a size is negative, or the
     *     number of sizes is wrong
     * @throws ShapeMismatchException if this tensor does not have two or three axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public AdaptiveMaxPool1dWithIndices adaptiveMaxPool1dWithIndices(long[] size) {
        Objects.requireNonNull(size, "size");
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.adaptiveMaxPool1dWithIndices(scope, handle, size, room));
        return new AdaptiveMaxPool1dWithIndices(made[0], made[1]);
    }

    /**
     * The mean of each of a given number of windows that divide the last axis. Shapes: {@code [N,
     * C, L] -> [N, C, L']}, or the same without {@code N}, where {@code size} gives the last size.
     * Window {@code i} of {@code L'} covers the elements from {@code floor(i L / L')} to before
     * {@code ceil((i + 1) L / L')}. The dtype is kept.
     *
     * @param size the number of windows; an empty list means 1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis to divide has size 0, a size is negative, or the
     *     number of sizes is wrong
     * @throws ShapeMismatchException if this tensor does not have two or three axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor adaptiveAvgPool1d(long[] size) {
        Objects.requireNonNull(size, "size");
        return Call.from(this, scope -> Native.adaptiveAvgPool1d(scope, handle, size));
    }

    /**
     * The largest element of each of a given number of windows that divide the last two axes. NaN
     * is greater than any number. Shapes: {@code [N, C, H, W] -> [N, C, H', W']}, or the same
     * without {@code N}, where {@code size} gives the last sizes. Window {@code i} of {@code H'}
     * covers the elements from {@code floor(i H / H')} to before {@code ceil((i + 1) H / H')}, and
     * likewise for the other axes. The dtype is kept.
     *
     * @param size the number of windows along each axis, or one number for all; an empty list means
     *     1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis to divide has size 0, a size is negative, or the
     *     number of sizes is wrong
     * @throws ShapeMismatchException if this tensor does not have three or four axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor adaptiveMaxPool2d(long[] size) {
        Objects.requireNonNull(size, "size");
        return Call.from(this, scope -> Native.adaptiveMaxPool2d(scope, handle, size));
    }

    /**
     * The largest element of each of a given number of windows that divide the last two axes, and
     * its position. NaN is greater than any number. Shapes: {@code [N, C, H, W] -> [N, C, H', W']},
     * or the same without {@code N}, where {@code size} gives the last sizes. Window {@code i} of
     * {@code H'} covers the elements from {@code floor(i H / H')} to before {@code ceil((i + 1) H /
     * H')}, and likewise for the other axes. The values keep the dtype; the indices are int64.
     *
     * @param size the number of windows along each axis, or one number for all; an empty list means
     *     1
     * @return new tensors
     * @throws InvalidArgumentException if an axis to divide has size 0, a size is negative, or the
     *     number of sizes is wrong
     * @throws ShapeMismatchException if this tensor does not have three or four axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public AdaptiveMaxPool2dWithIndices adaptiveMaxPool2dWithIndices(long[] size) {
        Objects.requireNonNull(size, "size");
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.adaptiveMaxPool2dWithIndices(scope, handle, size, room));
        return new AdaptiveMaxPool2dWithIndices(made[0], made[1]);
    }

    /**
     * The mean of each of a given number of windows that divide the last two axes. Shapes: {@code
     * [N, C, H, W] -> [N, C, H', W']}, or the same without {@code N}, where {@code size} gives the
     * last sizes. Window {@code i} of {@code H'} covers the elements from {@code floor(i H / H')}
     * to before {@code ceil((i + 1) H / H')}, and likewise for the other axes. The dtype is kept.
     *
     * @param size the number of windows along each axis, or one number for all; an empty list means
     *     1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis to divide has size 0, a size is negative, or the
     *     number of sizes is wrong
     * @throws ShapeMismatchException if this tensor does not have three or four axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor adaptiveAvgPool2d(long[] size) {
        Objects.requireNonNull(size, "size");
        return Call.from(this, scope -> Native.adaptiveAvgPool2d(scope, handle, size));
    }

    /**
     * The largest element of each of a given number of windows that divide the last three axes. NaN
     * is greater than any number. Shapes: {@code [N, C, D, H, W] -> [N, C, D', H', W']}, or the
     * same without {@code N}, where {@code size} gives the last sizes. Window {@code i} of {@code
     * D'} covers the elements from {@code floor(i D / D')} to before {@code ceil((i + 1) D / D')},
     * and likewise for the other axes. The dtype is kept.
     *
     * @param size the number of windows along each axis, or one number for all; an empty list means
     *     1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis to divide has size 0, a size is negative, or the
     *     number of sizes is wrong
     * @throws ShapeMismatchException if this tensor does not have four or five axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor adaptiveMaxPool3d(long[] size) {
        Objects.requireNonNull(size, "size");
        return Call.from(this, scope -> Native.adaptiveMaxPool3d(scope, handle, size));
    }

    /**
     * The largest element of each of a given number of windows that divide the last three axes, and
     * its position. NaN is greater than any number. Shapes: {@code [N, C, D, H, W] -> [N, C, D',
     * H', W']}, or the same without {@code N}, where {@code size} gives the last sizes. Window
     * {@code i} of {@code D'} covers the elements from {@code floor(i D / D')} to before {@code
     * ceil((i + 1) D / D')}, and likewise for the other axes. The values keep the dtype; the
     * indices are int64.
     *
     * @param size the number of windows along each axis, or one number for all; an empty list means
     *     1
     * @return new tensors
     * @throws InvalidArgumentException if an axis to divide has size 0, a size is negative, or the
     *     number of sizes is wrong
     * @throws ShapeMismatchException if this tensor does not have four or five axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public AdaptiveMaxPool3dWithIndices adaptiveMaxPool3dWithIndices(long[] size) {
        Objects.requireNonNull(size, "size");
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.adaptiveMaxPool3dWithIndices(scope, handle, size, room));
        return new AdaptiveMaxPool3dWithIndices(made[0], made[1]);
    }

    /**
     * The mean of each of a given number of windows that divide the last three axes. Shapes: {@code
     * [N, C, D, H, W] -> [N, C, D', H', W']}, or the same without {@code N}, where {@code size}
     * gives the last sizes. Window {@code i} of {@code D'} covers the elements from {@code floor(i
     * D / D')} to before {@code ceil((i + 1) D / D')}, and likewise for the other axes. The dtype
     * is kept.
     *
     * @param size the number of windows along each axis, or one number for all; an empty list means
     *     1
     * @return a new tensor
     * @throws InvalidArgumentException if an axis to divide has size 0, a size is negative, or the
     *     number of sizes is wrong
     * @throws ShapeMismatchException if this tensor does not have four or five axes
     * @throws DTypeMismatchException if the elements are not floating-point
     */
    public Tensor adaptiveAvgPool3d(long[] size) {
        Objects.requireNonNull(size, "size");
        return Call.from(this, scope -> Native.adaptiveAvgPool3d(scope, handle, size));
    }

    /**
     * Layer normalization over the last axes: {@code (x - mean) / sqrt(var + eps) * weight + bias},
     * where the mean and the biased variance are taken over the axes of {@code normalized_shape}.
     * Shapes: {@code [..., n1, ..., nk] -> [..., n1, ..., nk]} with a normalized shape {@code [n1,
     * ..., nk]}. The dtype is kept.
     *
     * @param normalizedShape the sizes of the last axes that are normalized together, at least one
     * @return a new tensor
     * @throws ShapeMismatchException if the normalized shape is empty, this tensor does not end
     *     with it, or {@code weight} or {@code bias} has another shape
     * @throws DTypeMismatchException if the elements are not floating-point, or the operands have
     *     different dtypes
     */
    public Tensor layerNorm(long[] normalizedShape) {
        return layerNorm(normalizedShape, null, null, 1e-5);
    }

    /**
     * Layer normalization over the last axes: {@code (x - mean) / sqrt(var + eps) * weight + bias},
     * where the mean and the biased variance are taken over the axes of {@code normalized_shape}.
     * Shapes: {@code [..., n1, ..., nk] -> [..., n1, ..., nk]} with a normalized shape {@code [n1,
     * ..., nk]}. The dtype is kept.
     *
     * @param normalizedShape the sizes of the last axes that are normalized together, at least one
     * @param weight the factors, of the normalized shape
     * @param bias the summands, of the normalized shape
     * @param eps added to the variance
     * @return a new tensor
     * @throws ShapeMismatchException if the normalized shape is empty, this tensor does not end
     *     with it, or {@code weight} or {@code bias} has another shape
     * @throws DTypeMismatchException if the elements are not floating-point, or the operands have
     *     different dtypes
     */
    public Tensor layerNorm(long[] normalizedShape, @Nullable Tensor weight, @Nullable Tensor bias, double eps) {
        Objects.requireNonNull(normalizedShape, "normalizedShape");
        Tensor result = Call.from(this, scope -> Native.layerNorm(scope, handle, weight == null ? 0 : weight.handle, bias == null ? 0 : bias.handle, eps, normalizedShape));
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * Root mean square normalization over the last axes: {@code x / sqrt(mean(x * x) + eps) *
     * weight}, where the mean is taken over the axes of {@code normalized_shape}. Shapes: {@code
     * [..., n1, ..., nk] -> [..., n1, ..., nk]} with a normalized shape {@code [n1, ..., nk]}. The
     * dtype is kept.
     *
     * @param normalizedShape the sizes of the last axes that are normalized together, at least one
     * @return a new tensor
     * @throws ShapeMismatchException if the normalized shape is empty, this tensor does not end
     *     with it, or {@code weight} has another shape
     * @throws DTypeMismatchException if the elements are not floating-point, or the operands have
     *     different dtypes
     */
    public Tensor rmsNorm(long[] normalizedShape) {
        return rmsNorm(normalizedShape, null, null);
    }

    /**
     * Root mean square normalization over the last axes: {@code x / sqrt(mean(x * x) + eps) *
     * weight}, where the mean is taken over the axes of {@code normalized_shape}. Shapes: {@code
     * [..., n1, ..., nk] -> [..., n1, ..., nk]} with a normalized shape {@code [n1, ..., nk]}. The
     * dtype is kept.
     *
     * @param normalizedShape the sizes of the last axes that are normalized together, at least one
     * @param weight the factors, of the normalized shape
     * @param eps added to the mean; none means the machine epsilon of float64 for float64, and that
     *     of float32 otherwise
     * @return a new tensor
     * @throws ShapeMismatchException if the normalized shape is empty, this tensor does not end
     *     with it, or {@code weight} has another shape
     * @throws DTypeMismatchException if the elements are not floating-point, or the operands have
     *     different dtypes
     */
    public Tensor rmsNorm(long[] normalizedShape, @Nullable Tensor weight, @Nullable Double eps) {
        Objects.requireNonNull(normalizedShape, "normalizedShape");
        Tensor result = Call.from(this, scope -> Native.rmsNorm(scope, handle, weight == null ? 0 : weight.handle, eps != null, eps == null ? 0 : eps, normalizedShape));
        KeepAlive.done(weight);
        return result;
    }

    /**
     * Root mean square normalization over the last axes: {@code x / sqrt(mean(x * x) + eps) *
     * weight}, where the mean is taken over the axes of {@code normalized_shape}. Shapes: {@code
     * [..., n1, ..., nk] -> [..., n1, ..., nk]} with a normalized shape {@code [n1, ..., nk]}. The
     * dtype is kept.
     *
     * @param normalizedShape the sizes of the last axes that are normalized together, at least one
     * @param weight the factors, of the normalized shape
     * @param eps added to the mean; none means the machine epsilon of float64 for float64, and that
     *     of float32 otherwise
     * @return a new tensor
     * @throws ShapeMismatchException if the normalized shape is empty, this tensor does not end
     *     with it, or {@code weight} has another shape
     * @throws DTypeMismatchException if the elements are not floating-point, or the operands have
     *     different dtypes
     */
    public Tensor rmsNorm(long[] normalizedShape, @Nullable Tensor weight, double eps) {
        return rmsNorm(normalizedShape, weight, Double.valueOf(eps));
    }

    /**
     * Group normalization: {@code (x - mean) / sqrt(var + eps) * weight + bias}, where the mean and
     * the biased variance are taken over a group of channels of one sample, with all their
     * elements. Shapes: {@code [N, C, ...] -> [N, C, ...]}. The dtype is kept.
     *
     * @param groups the number of groups into which the channels are divided
     * @return a new tensor
     * @throws InvalidArgumentException if the number of channels is not a multiple of {@code
     *     groups}, or {@code groups} is below 1
     * @throws ShapeMismatchException if this tensor has fewer than two axes, or {@code weight} or
     *     {@code bias} has another shape than {@code [C]}
     * @throws DTypeMismatchException if the elements are not floating-point, or the operands have
     *     different dtypes
     */
    public Tensor groupNorm(long groups) {
        return groupNorm(groups, null, null, 1e-5);
    }

    /**
     * Group normalization: {@code (x - mean) / sqrt(var + eps) * weight + bias}, where the mean and
     * the biased variance are taken over a group of channels of one sample, with all their
     * elements. Shapes: {@code [N, C, ...] -> [N, C, ...]}. The dtype is kept.
     *
     * @param groups the number of groups into which the channels are divided
     * @param weight one factor for each channel, {@code [C]}
     * @param bias one summand for each channel, {@code [C]}
     * @param eps added to the variance
     * @return a new tensor
     * @throws InvalidArgumentException if the number of channels is not a multiple of {@code
     *     groups}, or {@code groups} is below 1
     * @throws ShapeMismatchException if this tensor has fewer than two axes, or {@code weight} or
     *     {@code bias} has another shape than {@code [C]}
     * @throws DTypeMismatchException if the elements are not floating-point, or the operands have
     *     different dtypes
     */
    public Tensor groupNorm(long groups, @Nullable Tensor weight, @Nullable Tensor bias, double eps) {
        Tensor result = Call.from(this, scope -> Native.groupNorm(scope, handle, groups, weight == null ? 0 : weight.handle, bias == null ? 0 : bias.handle, eps));
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * Batch normalization of each channel: {@code (x - mean) / sqrt(var + eps) * weight + bias}. In
     * training, the mean and the biased variance are those of the channel over all samples, and the
     * running statistics, if given, are updated in place: {@code running = (1 - momentum) * running
     * + momentum * new}, with the unbiased variance. Otherwise the running statistics are used
     * instead. They must not be recorded on a tape (status {@code UNSUPPORTED}). Shapes: {@code [N,
     * C, ...] -> [N, C, ...]}. The dtype is kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is only one element for each channel in training,
     *     the running statistics are missing and it is not training, or only one of them is given
     * @throws ShapeMismatchException if this tensor has fewer than two axes, or another operand has
     *     another shape than {@code [C]}
     * @throws DTypeMismatchException if the elements are not floating-point, or the operands have
     *     different dtypes (running statistics of float16 and bfloat16 may be float32)
     */
    public Tensor batchNorm() {
        return batchNorm(null, null, null, null, false, 0.1, 1e-5);
    }

    /**
     * Batch normalization of each channel: {@code (x - mean) / sqrt(var + eps) * weight + bias}. In
     * training, the mean and the biased variance are those of the channel over all samples, and the
     * running statistics, if given, are updated in place: {@code running = (1 - momentum) * running
     * + momentum * new}, with the unbiased variance. Otherwise the running statistics are used
     * instead. They must not be recorded on a tape (status {@code UNSUPPORTED}). Shapes: {@code [N,
     * C, ...] -> [N, C, ...]}. The dtype is kept.
     *
     * @param runningMean the running mean of each channel, {@code [C]}
     * @param runningVar the running variance of each channel, {@code [C]}; give both or neither
     * @param weight one factor for each channel, {@code [C]}
     * @param bias one summand for each channel, {@code [C]}
     * @param training whether the statistics of this tensor are used, and the running ones updated
     * @param momentum the share of the new value in a running one, from 0 to 1
     * @param eps added to the variance
     * @return a new tensor
     * @throws InvalidArgumentException if there is only one element for each channel in training,
     *     the running statistics are missing and it is not training, or only one of them is given
     * @throws ShapeMismatchException if this tensor has fewer than two axes, or another operand has
     *     another shape than {@code [C]}
     * @throws DTypeMismatchException if the elements are not floating-point, or the operands have
     *     different dtypes (running statistics of float16 and bfloat16 may be float32)
     */
    public Tensor batchNorm(@Nullable Tensor runningMean, @Nullable Tensor runningVar, @Nullable Tensor weight, @Nullable Tensor bias, boolean training, double momentum, double eps) {
        Tensor result = Call.from(this, scope -> Native.batchNorm(scope, handle, runningMean == null ? 0 : runningMean.handle, runningVar == null ? 0 : runningVar.handle, weight == null ? 0 : weight.handle, bias == null ? 0 : bias.handle, training, momentum, eps));
        KeepAlive.done(runningMean, runningVar);
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * Instance normalization of each channel of each sample: {@code (x - mean) / sqrt(var + eps) *
     * weight + bias}. With {@code use_input_stats}, the mean and the biased variance are those of
     * the channel in its sample, and the running statistics, if given, are updated in place with
     * their averages over the samples: {@code running = (1 - momentum) * running + momentum * new},
     * with the unbiased variance. Otherwise the running statistics are used instead. They must not
     * be recorded on a tape (status {@code UNSUPPORTED}). Shapes: {@code [N, C, ...] -> [N, C,
     * ...]}. The dtype is kept.
     *
     * @return a new tensor
     * @throws InvalidArgumentException if there is only one element for each channel of a sample
     *     while the statistics of this tensor are used, the running statistics are missing while
     *     they are not, or only one of the running ones is given
     * @throws ShapeMismatchException if this tensor has fewer than two axes, or another operand has
     *     another shape than {@code [C]}
     * @throws DTypeMismatchException if the elements are not floating-point, or the operands have
     *     different dtypes (running statistics of float16 and bfloat16 may be float32)
     */
    public Tensor instanceNorm() {
        return instanceNorm(null, null, null, null, true, 0.1, 1e-5);
    }

    /**
     * Instance normalization of each channel of each sample: {@code (x - mean) / sqrt(var + eps) *
     * weight + bias}. With {@code use_input_stats}, the mean and the biased variance are those of
     * the channel in its sample, and the running statistics, if given, are updated in place with
     * their averages over the samples: {@code running = (1 - momentum) * running + momentum * new},
     * with the unbiased variance. Otherwise the running statistics are used instead. They must not
     * be recorded on a tape (status {@code UNSUPPORTED}). Shapes: {@code [N, C, ...] -> [N, C,
     * ...]}. The dtype is kept.
     *
     * @param runningMean the running mean of each channel, {@code [C]}
     * @param runningVar the running variance of each channel, {@code [C]}; give both or neither
     * @param weight one factor for each channel, {@code [C]}
     * @param bias one summand for each channel, {@code [C]}
     * @param useInputStats whether the statistics of this tensor are used, and the running ones
     *     updated
     * @param momentum the share of the new value in a running one, from 0 to 1
     * @param eps added to the variance
     * @return a new tensor
     * @throws InvalidArgumentException if there is only one element for each channel of a sample
     *     while the statistics of this tensor are used, the running statistics are missing while
     *     they are not, or only one of the running ones is given
     * @throws ShapeMismatchException if this tensor has fewer than two axes, or another operand has
     *     another shape than {@code [C]}
     * @throws DTypeMismatchException if the elements are not floating-point, or the operands have
     *     different dtypes (running statistics of float16 and bfloat16 may be float32)
     */
    public Tensor instanceNorm(@Nullable Tensor runningMean, @Nullable Tensor runningVar, @Nullable Tensor weight, @Nullable Tensor bias, boolean useInputStats, double momentum, double eps) {
        Tensor result = Call.from(this, scope -> Native.instanceNorm(scope, handle, runningMean == null ? 0 : runningMean.handle, runningVar == null ? 0 : runningVar.handle, weight == null ? 0 : weight.handle, bias == null ? 0 : bias.handle, useInputStats, momentum, eps));
        KeepAlive.done(runningMean, runningVar);
        KeepAlive.done(weight, bias);
        return result;
    }

    /**
     * The output of a long short-term memory network (LSTM) over sequences. In each step, with the
     * gates {@code i}, {@code f}, {@code g} and {@code o}: {@code c' = f * c + i * g} and {@code h'
     * = o * tanh(c')}. Shapes: {@code [T, N, I] -> [T, N, D H]} for {@code T} steps of {@code N}
     * samples, with {@code D} = 2 if bidirectional, else 1; states are {@code [layers D, N, H]}.
     * All operands have one floating-point dtype, which the results keep.
     *
     * @param h the initial hidden states, {@code [layers D, N, H]}
     * @param c the initial cell states, {@code [layers D, N, H]}
     * @param weights for each layer and direction the input weight {@code [4 H, I]} ({@code [4 H, D
     *     H]} after the first layer), the hidden weight {@code [4 H, H]} and, with biases, two
     *     biases {@code [4 H]}; the rows are those of the gates {@code i}, {@code f}, {@code g},
     *     {@code o}
     * @return new tensors
     * @throws InvalidArgumentException if the number of weights is wrong, {@code layers} is below
     *     1, there are no steps, {@code H} is 0, or {@code dropout} is not between 0 and 1
     * @throws ShapeMismatchException if an operand has another shape
     * @throws DTypeMismatchException if an operand is not floating-point, or the dtypes differ
     */
    public Lstm lstm(Tensor h, Tensor c, Tensor[] weights) {
        return lstm(h, c, weights, true, 1, false, false, 0, true);
    }

    /**
     * The output of a long short-term memory network (LSTM) over sequences. In each step, with the
     * gates {@code i}, {@code f}, {@code g} and {@code o}: {@code c' = f * c + i * g} and {@code h'
     * = o * tanh(c')}. Shapes: {@code [T, N, I] -> [T, N, D H]} for {@code T} steps of {@code N}
     * samples, with {@code D} = 2 if bidirectional, else 1; states are {@code [layers D, N, H]}.
     * All operands have one floating-point dtype, which the results keep.
     *
     * @param h the initial hidden states, {@code [layers D, N, H]}
     * @param c the initial cell states, {@code [layers D, N, H]}
     * @param weights for each layer and direction the input weight {@code [4 H, I]} ({@code [4 H, D
     *     H]} after the first layer), the hidden weight {@code [4 H, H]} and, with biases, two
     *     biases {@code [4 H]}; the rows are those of the gates {@code i}, {@code f}, {@code g},
     *     {@code o}
     * @param hasBiases whether the weights include biases
     * @param layers the number of layers; each reads the output of the one before
     * @param bidirectional whether each layer reads the sequence in both directions
     * @param batchFirst whether input and output are {@code [N, T, ...]} instead of {@code [T, N,
     *     ...]}
     * @param dropout the probability that an element of the output of a layer other than the last
     *     is set to 0, as in {@code dropout}
     * @param training whether dropout is applied
     * @return new tensors
     * @throws InvalidArgumentException if the number of weights is wrong, {@code layers} is below
     *     1, there are no steps, {@code H} is 0, or {@code dropout} is not between 0 and 1
     * @throws ShapeMismatchException if an operand has another shape
     * @throws DTypeMismatchException if an operand is not floating-point, or the dtypes differ
     */
    public Lstm lstm(Tensor h, Tensor c, Tensor[] weights, boolean hasBiases, long layers, boolean bidirectional, boolean batchFirst, double dropout, boolean training) {
        Objects.requireNonNull(h, "h");
        Objects.requireNonNull(c, "c");
        Arguments.notNull("weights", weights);
        Tensor[] made = Call.several(this, 3, (scope, room) -> Native.lstm(scope, handle, h.handle, c.handle, Call.handles(weights), hasBiases, layers, bidirectional, batchFirst, dropout, training, room));
        KeepAlive.done(h, c);
        KeepAlive.done(weights);
        return new Lstm(made[0], made[1], made[2]);
    }

    /**
     * The output of a network of gated recurrent units (GRU) over sequences. In each step, with the
     * gates {@code r}, {@code z} and {@code n}: {@code h' = (1 - z) * n + z * h}. Shapes: {@code
     * [T, N, I] -> [T, N, D H]} for {@code T} steps of {@code N} samples, with {@code D} = 2 if
     * bidirectional, else 1; states are {@code [layers D, N, H]}. All operands have one
     * floating-point dtype, which the results keep.
     *
     * @param h the initial hidden states, {@code [layers D, N, H]}
     * @param weights for each layer and direction the input weight {@code [3 H, I]} ({@code [3 H, D
     *     H]} after the first layer), the hidden weight {@code [3 H, H]} and, with biases, two
     *     biases {@code [3 H]}; the rows are those of the gates {@code r}, {@code z}, {@code n}
     * @return new tensors
     * @throws InvalidArgumentException if the number of weights is wrong, {@code layers} is below
     *     1, there are no steps, {@code H} is 0, or {@code dropout} is not between 0 and 1
     * @throws ShapeMismatchException if an operand has another shape
     * @throws DTypeMismatchException if an operand is not floating-point, or the dtypes differ
     */
    public Gru gru(Tensor h, Tensor[] weights) {
        return gru(h, weights, true, 1, false, false, 0, true);
    }

    /**
     * The output of a network of gated recurrent units (GRU) over sequences. In each step, with the
     * gates {@code r}, {@code z} and {@code n}: {@code h' = (1 - z) * n + z * h}. Shapes: {@code
     * [T, N, I] -> [T, N, D H]} for {@code T} steps of {@code N} samples, with {@code D} = 2 if
     * bidirectional, else 1; states are {@code [layers D, N, H]}. All operands have one
     * floating-point dtype, which the results keep.
     *
     * @param h the initial hidden states, {@code [layers D, N, H]}
     * @param weights for each layer and direction the input weight {@code [3 H, I]} ({@code [3 H, D
     *     H]} after the first layer), the hidden weight {@code [3 H, H]} and, with biases, two
     *     biases {@code [3 H]}; the rows are those of the gates {@code r}, {@code z}, {@code n}
     * @param hasBiases whether the weights include biases
     * @param layers the number of layers; each reads the output of the one before
     * @param bidirectional whether each layer reads the sequence in both directions
     * @param batchFirst whether input and output are {@code [N, T, ...]} instead of {@code [T, N,
     *     ...]}
     * @param dropout the probability that an element of the output of a layer other than the last
     *     is set to 0, as in {@code dropout}
     * @param training whether dropout is applied
     * @return new tensors
     * @throws InvalidArgumentException if the number of weights is wrong, {@code layers} is below
     *     1, there are no steps, {@code H} is 0, or {@code dropout} is not between 0 and 1
     * @throws ShapeMismatchException if an operand has another shape
     * @throws DTypeMismatchException if an operand is not floating-point, or the dtypes differ
     */
    public Gru gru(Tensor h, Tensor[] weights, boolean hasBiases, long layers, boolean bidirectional, boolean batchFirst, double dropout, boolean training) {
        Objects.requireNonNull(h, "h");
        Arguments.notNull("weights", weights);
        Tensor[] made = Call.several(this, 2, (scope, room) -> Native.gru(scope, handle, h.handle, Call.handles(weights), hasBiases, layers, bidirectional, batchFirst, dropout, training, room));
        KeepAlive.done(h, weights);
        return new Gru(made[0], made[1]);
    }

    /**
     * One step of an LSTM: with the gates {@code i}, {@code f}, {@code g} and {@code o}, {@code c'
     * = f * c + i * g} and {@code h' = o * tanh(c')}. Shapes: {@code [N, I] -> [N, H]} for both
     * results. All operands have one floating-point dtype, which the results keep.
     *
     * @param h the hidden states, {@code [N, H]}
     * @param c the cell states, {@code [N, H]}
     * @param inputWeight {@code [4 H, I]}; the rows are those of the gates {@code i}, {@code f},
     *     {@code g}, {@code o}
     * @param hiddenWeight {@code [4 H, H]}
     * @return new tensors
     * @throws InvalidArgumentException if only one of the biases is given, or {@code H} is 0
     * @throws ShapeMismatchException if an operand has another shape
     * @throws DTypeMismatchException if an operand is not floating-point, or the dtypes differ
     */
    public LstmCell lstmCell(Tensor h, Tensor c, Tensor inputWeight, Tensor hiddenWeight) {
        return lstmCell(h, c, inputWeight, hiddenWeight, null, null);
    }

    /**
     * One step of an LSTM: with the gates {@code i}, {@code f}, {@code g} and {@code o}, {@code c'
     * = f * c + i * g} and {@code h' = o * tanh(c')}. Shapes: {@code [N, I] -> [N, H]} for both
     * results. All operands have one floating-point dtype, which the results keep.
     *
     * @param h the hidden states, {@code [N, H]}
     * @param c the cell states, {@code [N, H]}
     * @param inputWeight {@code [4 H, I]}; the rows are those of the gates {@code i}, {@code f},
     *     {@code g}, {@code o}
     * @param hiddenWeight {@code [4 H, H]}
     * @param inputBias {@code [4 H]}
     * @param hiddenBias {@code [4 H]}; give both biases or neither
     * @return new tensors
     * @throws InvalidArgumentException if only one of the biases is given, or {@code H} is 0
     * @throws ShapeMismatchException if an operand has another shape
     * @throws DTypeMismatchException if an operand is not floating-point, or the dtypes differ
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
     * One step of a GRU: with the gates {@code r}, {@code z} and {@code n}, {@code h' = (1 - z) * n
     * + z * h}. Shapes: {@code [N, I] -> [N, H]}. All operands have one floating-point dtype, which
     * the result keeps.
     *
     * @param h the hidden states, {@code [N, H]}
     * @param inputWeight {@code [3 H, I]}; the rows are those of the gates {@code r}, {@code z},
     *     {@code n}
     * @param hiddenWeight {@code [3 H, H]}
     * @return a new tensor
     * @throws InvalidArgumentException if only one of the biases is given, or {@code H} is 0
     * @throws ShapeMismatchException if an operand has another shape
     * @throws DTypeMismatchException if an operand is not floating-point, or the dtypes differ
     */
    public Tensor gruCell(Tensor h, Tensor inputWeight, Tensor hiddenWeight) {
        return gruCell(h, inputWeight, hiddenWeight, null, null);
    }

    /**
     * One step of a GRU: with the gates {@code r}, {@code z} and {@code n}, {@code h' = (1 - z) * n
     * + z * h}. Shapes: {@code [N, I] -> [N, H]}. All operands have one floating-point dtype, which
     * the result keeps.
     *
     * @param h the hidden states, {@code [N, H]}
     * @param inputWeight {@code [3 H, I]}; the rows are those of the gates {@code r}, {@code z},
     *     {@code n}
     * @param hiddenWeight {@code [3 H, H]}
     * @param inputBias {@code [3 H]}
     * @param hiddenBias {@code [3 H]}; give both biases or neither
     * @return a new tensor
     * @throws InvalidArgumentException if only one of the biases is given, or {@code H} is 0
     * @throws ShapeMismatchException if an operand has another shape
     * @throws DTypeMismatchException if an operand is not floating-point, or the dtypes differ
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
     * Computes the squared difference of each element and its target: {@code (x - t)^2}. Shapes:
     * {@code [...], [...] -> [...]}, broadcast, with {@code NONE}; a scalar with {@code MEAN} and
     * {@code SUM}. Dtype: the floating-point dtype of both operands, which is the same.
     *
     * @param target the expected elements
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} has a
     *     different dtype
     */
    public Tensor mseLoss(Tensor target) {
        return mseLoss(target, Reduction.MEAN);
    }

    /**
     * Computes the squared difference of each element and its target: {@code (x - t)^2}. Shapes:
     * {@code [...], [...] -> [...]}, broadcast, with {@code NONE}; a scalar with {@code MEAN} and
     * {@code SUM}. Dtype: the floating-point dtype of both operands, which is the same.
     *
     * @param target the expected elements
     * @param reduction {@code NONE} returns every loss, {@code MEAN} their mean, {@code SUM} their
     *     sum
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} has a
     *     different dtype
     */
    public Tensor mseLoss(Tensor target, Reduction reduction) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.mseLoss(scope, handle, target.handle, reduction.code()));
        KeepAlive.done(target);
        return result;
    }

    /**
     * Computes the absolute difference of each element and its target: {@code |x - t|}. Shapes:
     * {@code [...], [...] -> [...]}, broadcast, with {@code NONE}; a scalar with {@code MEAN} and
     * {@code SUM}. Dtype: the floating-point dtype of both operands, which is the same.
     *
     * @param target the expected elements
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} has a
     *     different dtype
     */
    public Tensor l1Loss(Tensor target) {
        return l1Loss(target, Reduction.MEAN);
    }

    /**
     * Computes the absolute difference of each element and its target: {@code |x - t|}. Shapes:
     * {@code [...], [...] -> [...]}, broadcast, with {@code NONE}; a scalar with {@code MEAN} and
     * {@code SUM}. Dtype: the floating-point dtype of both operands, which is the same.
     *
     * @param target the expected elements
     * @param reduction {@code NONE} returns every loss, {@code MEAN} their mean, {@code SUM} their
     *     sum
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} has a
     *     different dtype
     */
    public Tensor l1Loss(Tensor target, Reduction reduction) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.l1Loss(scope, handle, target.handle, reduction.code()));
        KeepAlive.done(target);
        return result;
    }

    /**
     * Computes the smooth L1 loss of each element and its target: with {@code d = |x - t|}, it is
     * {@code d^2 / (2 beta)} if {@code d < beta}, else {@code d - beta / 2}. Shapes: {@code [...],
     * [...] -> [...]}, broadcast, with {@code NONE}; a scalar with {@code MEAN} and {@code SUM}.
     * Dtype: the floating-point dtype of both operands, which is the same.
     *
     * @param target the expected elements
     * @return a new tensor
     * @throws InvalidArgumentException if {@code beta} is negative or NaN
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} has a
     *     different dtype
     */
    public Tensor smoothL1Loss(Tensor target) {
        return smoothL1Loss(target, Reduction.MEAN, 1);
    }

    /**
     * Computes the smooth L1 loss of each element and its target: with {@code d = |x - t|}, it is
     * {@code d^2 / (2 beta)} if {@code d < beta}, else {@code d - beta / 2}. Shapes: {@code [...],
     * [...] -> [...]}, broadcast, with {@code NONE}; a scalar with {@code MEAN} and {@code SUM}.
     * Dtype: the floating-point dtype of both operands, which is the same.
     *
     * @param target the expected elements
     * @param reduction {@code NONE} returns every loss, {@code MEAN} their mean, {@code SUM} their
     *     sum
     * @param beta the difference from which on the loss is linear
     * @return a new tensor
     * @throws InvalidArgumentException if {@code beta} is negative or NaN
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} has a
     *     different dtype
     */
    public Tensor smoothL1Loss(Tensor target, Reduction reduction, double beta) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.smoothL1Loss(scope, handle, target.handle, reduction.code(), beta));
        KeepAlive.done(target);
        return result;
    }

    /**
     * Computes the Huber loss of each element and its target: with {@code d = |x - t|}, it is
     * {@code d^2 / 2} if {@code d <= delta}, else {@code delta (d - delta / 2)}. Shapes: {@code
     * [...], [...] -> [...]}, broadcast, with {@code NONE}; a scalar with {@code MEAN} and {@code
     * SUM}. Dtype: the floating-point dtype of both operands, which is the same.
     *
     * @param target the expected elements
     * @return a new tensor
     * @throws InvalidArgumentException if {@code delta} is not greater than 0
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} has a
     *     different dtype
     */
    public Tensor huberLoss(Tensor target) {
        return huberLoss(target, Reduction.MEAN, 1);
    }

    /**
     * Computes the Huber loss of each element and its target: with {@code d = |x - t|}, it is
     * {@code d^2 / 2} if {@code d <= delta}, else {@code delta (d - delta / 2)}. Shapes: {@code
     * [...], [...] -> [...]}, broadcast, with {@code NONE}; a scalar with {@code MEAN} and {@code
     * SUM}. Dtype: the floating-point dtype of both operands, which is the same.
     *
     * @param target the expected elements
     * @param reduction {@code NONE} returns every loss, {@code MEAN} their mean, {@code SUM} their
     *     sum
     * @param delta the difference from which on the loss is linear
     * @return a new tensor
     * @throws InvalidArgumentException if {@code delta} is not greater than 0
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} has a
     *     different dtype
     */
    public Tensor huberLoss(Tensor target, Reduction reduction, double delta) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.huberLoss(scope, handle, target.handle, reduction.code(), delta));
        KeepAlive.done(target);
        return result;
    }

    /**
     * Computes the binary cross entropy of each probability and its target: {@code -(t ln(x) + (1 -
     * t) ln(1 - x))}. A logarithm below -100 counts as -100; an element outside 0 to 1 gives NaN.
     * Shapes: {@code [...], [...] -> [...]}, broadcast, with {@code NONE}; a scalar with {@code
     * MEAN} and {@code SUM}. Dtype: the floating-point dtype of both operands, which is the same.
     *
     * @param target the expected probabilities, from 0 to 1
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast, or {@code weight} does not
     *     broadcast to the losses
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} has a
     *     different dtype
     */
    public Tensor binaryCrossEntropy(Tensor target) {
        return binaryCrossEntropy(target, null, Reduction.MEAN);
    }

    /**
     * Computes the binary cross entropy of each probability and its target: {@code -(t ln(x) + (1 -
     * t) ln(1 - x))}. A logarithm below -100 counts as -100; an element outside 0 to 1 gives NaN.
     * Shapes: {@code [...], [...] -> [...]}, broadcast, with {@code NONE}; a scalar with {@code
     * MEAN} and {@code SUM}. Dtype: the floating-point dtype of both operands, which is the same.
     *
     * @param target the expected probabilities, from 0 to 1
     * @param weight a factor for each loss; it broadcasts to the losses and must not be recorded on
     *     a tape ({@code UNSUPPORTED})
     * @param reduction {@code NONE} returns every loss, {@code MEAN} their mean, {@code SUM} their
     *     sum
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast, or {@code weight} does not
     *     broadcast to the losses
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} has a
     *     different dtype
     */
    public Tensor binaryCrossEntropy(Tensor target, @Nullable Tensor weight, Reduction reduction) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.binaryCrossEntropy(scope, handle, target.handle, weight == null ? 0 : weight.handle, reduction.code()));
        KeepAlive.done(target, weight);
        return result;
    }

    /**
     * Computes the binary cross entropy of the sigmoid of each logit and its target: {@code
     * -(pos_weight t ln(sigmoid(x)) + (1 - t) ln(1 - sigmoid(x)))}. It is more accurate than the
     * two steps. Shapes: {@code [...], [...] -> [...]}, broadcast, with {@code NONE}; a scalar with
     * {@code MEAN} and {@code SUM}. Dtype: the floating-point dtype of both operands, which is the
     * same.
     *
     * @param target the expected probabilities, from 0 to 1
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast, or a weight does not broadcast
     *     to the losses
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} or
     *     {@code pos_weight} has a different dtype
     */
    public Tensor binaryCrossEntropyWithLogits(Tensor target) {
        return binaryCrossEntropyWithLogits(target, null, Reduction.MEAN, null);
    }

    /**
     * Computes the binary cross entropy of the sigmoid of each logit and its target: {@code
     * -(pos_weight t ln(sigmoid(x)) + (1 - t) ln(1 - sigmoid(x)))}. It is more accurate than the
     * two steps. Shapes: {@code [...], [...] -> [...]}, broadcast, with {@code NONE}; a scalar with
     * {@code MEAN} and {@code SUM}. Dtype: the floating-point dtype of both operands, which is the
     * same.
     *
     * @param target the expected probabilities, from 0 to 1
     * @param weight a factor for each loss; it broadcasts to the losses and must not be recorded on
     *     a tape ({@code UNSUPPORTED})
     * @param reduction {@code NONE} returns every loss, {@code MEAN} their mean, {@code SUM} their
     *     sum
     * @param posWeight a factor for the positive part of each loss; it broadcasts to the losses and
     *     must not be recorded on a tape ({@code UNSUPPORTED}); none: 1
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast, or a weight does not broadcast
     *     to the losses
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} or
     *     {@code pos_weight} has a different dtype
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
     * Computes the Kullback-Leibler divergence of each log-probability and its target: {@code t
     * (ln(t) - x)}, or {@code exp(t) (t - x)} with {@code log_target}. {@code MEAN} divides by the
     * number of elements; for a mean over samples, take {@code SUM} and divide. Shapes: {@code
     * [...], [...] -> [...]}, broadcast, with {@code NONE}; a scalar with {@code MEAN} and {@code
     * SUM}. Dtype: the floating-point dtype of both operands, which is the same.
     *
     * @param target the expected probabilities, or their logarithms
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} has a
     *     different dtype
     */
    public Tensor klDiv(Tensor target) {
        return klDiv(target, Reduction.MEAN, false);
    }

    /**
     * Computes the Kullback-Leibler divergence of each log-probability and its target: {@code t
     * (ln(t) - x)}, or {@code exp(t) (t - x)} with {@code log_target}. {@code MEAN} divides by the
     * number of elements; for a mean over samples, take {@code SUM} and divide. Shapes: {@code
     * [...], [...] -> [...]}, broadcast, with {@code NONE}; a scalar with {@code MEAN} and {@code
     * SUM}. Dtype: the floating-point dtype of both operands, which is the same.
     *
     * @param target the expected probabilities, or their logarithms
     * @param reduction {@code NONE} returns every loss, {@code MEAN} their mean, {@code SUM} their
     *     sum
     * @param logTarget whether the targets are logarithms
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     * @throws DTypeMismatchException if this tensor is not floating-point, or {@code target} has a
     *     different dtype
     */
    public Tensor klDiv(Tensor target, Reduction reduction, boolean logTarget) {
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.klDiv(scope, handle, target.handle, reduction.code(), logTarget));
        KeepAlive.done(target);
        return result;
    }

    /**
     * Computes the cross entropy of logits and target classes, or target probabilities: {@code
     * -weight[t] log_softmax(x)[t]} for a class {@code t}, {@code -sum(weight t log_softmax(x))}
     * for probabilities {@code t}. {@code MEAN} over classes divides by the sum of the weights of
     * the targets. Shapes: {@code [N, C, ...], [N, ...] -> [N, ...]}, or {@code [C]} and a scalar,
     * with {@code NONE}; a scalar with {@code MEAN} and {@code SUM}. Probabilities have the shape
     * of the logits. Dtype: the floating-point dtype of the logits, which probabilities have too.
     *
     * @param targets the classes, integers; or the probabilities
     * @param weight a factor for each class, {@code [C]}, of the same dtype; none: 1; with classes
     *     it must not be recorded on a tape ({@code UNSUPPORTED})
     * @return a new tensor
     * @throws InvalidArgumentException if a target class is out of range, or {@code
     *     label_smoothing} is not from 0 to 1
     * @throws ShapeMismatchException if the shape of the targets or of the weight does not fit the
     *     logits
     * @throws DTypeMismatchException if the target classes are not integers, or the dtypes of the
     *     operands do not fit
     */
    public Tensor crossEntropy(Tensor targets, @Nullable Tensor weight) {
        return crossEntropy(targets, weight, -100, Reduction.MEAN, 0);
    }

    /**
     * Computes the cross entropy of logits and target classes, or target probabilities: {@code
     * -weight[t] log_softmax(x)[t]} for a class {@code t}, {@code -sum(weight t log_softmax(x))}
     * for probabilities {@code t}. {@code MEAN} over classes divides by the sum of the weights of
     * the targets. Shapes: {@code [N, C, ...], [N, ...] -> [N, ...]}, or {@code [C]} and a scalar,
     * with {@code NONE}; a scalar with {@code MEAN} and {@code SUM}. Probabilities have the shape
     * of the logits. Dtype: the floating-point dtype of the logits, which probabilities have too.
     *
     * @param targets the classes, integers; or the probabilities
     * @param weight a factor for each class, {@code [C]}, of the same dtype; none: 1; with classes
     *     it must not be recorded on a tape ({@code UNSUPPORTED})
     * @param ignoreIndex a class whose losses are 0 and do not count in the mean; it has no effect
     *     on probabilities
     * @param reduction {@code NONE} returns every loss, {@code MEAN} their mean, {@code SUM} their
     *     sum
     * @param labelSmoothing the share of each target that is spread evenly over all classes, from 0
     *     to 1
     * @return a new tensor
     * @throws InvalidArgumentException if a target class is out of range, or {@code
     *     label_smoothing} is not from 0 to 1
     * @throws ShapeMismatchException if the shape of the targets or of the weight does not fit the
     *     logits
     * @throws DTypeMismatchException if the target classes are not integers, or the dtypes of the
     *     operands do not fit
     */
    public Tensor crossEntropy(Tensor targets, @Nullable Tensor weight, long ignoreIndex, Reduction reduction, double labelSmoothing) {
        Objects.requireNonNull(targets, "targets");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.crossEntropyOptions(scope, handle, targets.handle, weight == null ? 0 : weight.handle, ignoreIndex, reduction.code(), labelSmoothing));
        KeepAlive.done(targets, weight);
        return result;
    }

    /**
     * Computes the negative log-likelihood of log-probabilities and target classes: {@code
     * -weight[t] x[t]} for a class {@code t}. {@code MEAN} divides by the sum of the weights of the
     * targets. Shapes: {@code [N, C, ...], [N, ...] -> [N, ...]}, or {@code [C]} and a scalar, with
     * {@code NONE}; a scalar with {@code MEAN} and {@code SUM}. Dtype: the floating-point dtype of
     * this tensor.
     *
     * @param targets the classes, integers
     * @param weight a factor for each class, {@code [C]}, of the same dtype; none: 1; it must not
     *     be recorded on a tape ({@code UNSUPPORTED})
     * @return a new tensor
     * @throws InvalidArgumentException if a target class is out of range
     * @throws ShapeMismatchException if the shape of the targets or of the weight does not fit this
     *     tensor
     * @throws DTypeMismatchException if this tensor is not floating-point, the targets are not
     *     integers, or the weight has a different dtype
     */
    public Tensor nllLoss(Tensor targets, @Nullable Tensor weight) {
        return nllLoss(targets, weight, -100, Reduction.MEAN);
    }

    /**
     * Computes the negative log-likelihood of log-probabilities and target classes: {@code
     * -weight[t] x[t]} for a class {@code t}. {@code MEAN} divides by the sum of the weights of the
     * targets. Shapes: {@code [N, C, ...], [N, ...] -> [N, ...]}, or {@code [C]} and a scalar, with
     * {@code NONE}; a scalar with {@code MEAN} and {@code SUM}. Dtype: the floating-point dtype of
     * this tensor.
     *
     * @param targets the classes, integers
     * @param weight a factor for each class, {@code [C]}, of the same dtype; none: 1; it must not
     *     be recorded on a tape ({@code UNSUPPORTED})
     * @param ignoreIndex a class whose losses are 0 and do not count in the mean
     * @param reduction {@code NONE} returns every loss, {@code MEAN} their mean, {@code SUM} their
     *     sum
     * @return a new tensor
     * @throws InvalidArgumentException if a target class is out of range
     * @throws ShapeMismatchException if the shape of the targets or of the weight does not fit this
     *     tensor
     * @throws DTypeMismatchException if this tensor is not floating-point, the targets are not
     *     integers, or the weight has a different dtype
     */
    public Tensor nllLoss(Tensor targets, @Nullable Tensor weight, long ignoreIndex, Reduction reduction) {
        Objects.requireNonNull(targets, "targets");
        Objects.requireNonNull(reduction, "reduction");
        Tensor result = Call.from(this, scope -> Native.nllLossOptions(scope, handle, targets.handle, weight == null ? 0 : weight.handle, ignoreIndex, reduction.code()));
        KeepAlive.done(targets, weight);
        return result;
    }

    /**
     * Computes the cosine of the angle between vectors along an axis: {@code sum(x y) / (max(|x|,
     * eps) max(|y|, eps))}, where {@code |x|} is the length. Shapes: {@code [..., n, ...], [..., n,
     * ...] -> [..., ...]}; the operands broadcast. Dtype: the promoted dtype of both operands, or
     * float32 if that is not floating-point.
     *
     * @param other the second vectors
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor cosineSimilarity(Tensor other) {
        return cosineSimilarity(other, 1, 1e-8);
    }

    /**
     * Computes the cosine of the angle between vectors along an axis: {@code sum(x y) / (max(|x|,
     * eps) max(|y|, eps))}, where {@code |x|} is the length. Shapes: {@code [..., n, ...], [..., n,
     * ...] -> [..., ...]}; the operands broadcast. Dtype: the promoted dtype of both operands, or
     * float32 if that is not floating-point.
     *
     * @param other the second vectors
     * @param axis the axis of the vectors; a negative one counts from the last
     * @param eps the least length to divide by
     * @return a new tensor
     * @throws InvalidArgumentException if the axis is out of range
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor cosineSimilarity(Tensor other, long axis, double eps) {
        Objects.requireNonNull(other, "other");
        Tensor result = Call.from(this, scope -> Native.cosineSimilarity(scope, handle, other.handle, axis, eps));
        KeepAlive.done(other);
        return result;
    }

    /**
     * Computes the loss of pairs of vectors along the last axis: {@code 1 - cos} if the target is
     * 1, {@code max(0, cos - margin)} if it is -1, where {@code cos} is the cosine of the angle
     * between the vectors. Shapes: {@code [..., n], [..., n], [...] -> [...]} with {@code NONE}; a
     * scalar with {@code MEAN} and {@code SUM}. The vectors broadcast, the targets do not. Dtype:
     * the promoted dtype of the vectors, or float32 if that is not floating-point.
     *
     * @param other the second vectors
     * @param target 1 or -1 for each pair of vectors, of any dtype; a positive number counts as 1,
     *     any other as -1
     * @return a new tensor
     * @throws InvalidArgumentException if both vectors are scalars
     * @throws ShapeMismatchException if the shapes do not broadcast, or the targets do not have the
     *     shape of the cosines
     */
    public Tensor cosineEmbeddingLoss(Tensor other, Tensor target) {
        return cosineEmbeddingLoss(other, target, 0, Reduction.MEAN);
    }

    /**
     * Computes the loss of pairs of vectors along the last axis: {@code 1 - cos} if the target is
     * 1, {@code max(0, cos - margin)} if it is -1, where {@code cos} is the cosine of the angle
     * between the vectors. Shapes: {@code [..., n], [..., n], [...] -> [...]} with {@code NONE}; a
     * scalar with {@code MEAN} and {@code SUM}. The vectors broadcast, the targets do not. Dtype:
     * the promoted dtype of the vectors, or float32 if that is not floating-point.
     *
     * @param other the second vectors
     * @param target 1 or -1 for each pair of vectors, of any dtype; a positive number counts as 1,
     *     any other as -1
     * @param margin the cosine up to which a target of -1 gives no loss
     * @param reduction {@code NONE} returns every loss, {@code MEAN} their mean, {@code SUM} their
     *     sum
     * @return a new tensor
     * @throws InvalidArgumentException if both vectors are scalars
     * @throws ShapeMismatchException if the shapes do not broadcast, or the targets do not have the
     *     shape of the cosines
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
     * Sets every element to one number. A float dtype rounds the number; bool stores whether it is
     * nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param value the number, the same for every element
     * @throws InvalidArgumentException if an integer dtype cannot hold the number, this tensor is
     *     recorded on a tape, or its elements overlap
     */
    public void fill(double value) {
        Native.fill(handle, Numbers.REAL, Double.doubleToRawLongBits(value));
        KeepAlive.done(this);
    }

    /**
     * Sets every element to one number. A float dtype rounds the number; bool stores whether it is
     * nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param value the number, the same for every element
     * @throws InvalidArgumentException if an integer dtype cannot hold the number, this tensor is
     *     recorded on a tape, or its elements overlap
     */
    public void fill(long value) {
        Native.fill(handle, Numbers.INTEGER, value);
        KeepAlive.done(this);
    }

    /**
     * Sets every element to one number. A float dtype rounds the number; bool stores whether it is
     * nonzero. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param value the number, the same for every element
     * @throws InvalidArgumentException if an integer dtype cannot hold the number, this tensor is
     *     recorded on a tape, or its elements overlap
     */
    public void fill(boolean value) {
        Native.fill(handle, Numbers.TRUTH, value ? 1 : 0);
        KeepAlive.done(this);
    }

    /**
     * Sets every element to 0. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws InvalidArgumentException if this tensor is recorded on a tape, or its elements
     *     overlap
     */
    public void zero() {
        Native.zero(handle);
        KeepAlive.done(this);
    }

    /**
     * Fills this tensor with random numbers uniformly distributed in {@code [low, high)}: those of
     * {@code uniform}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws InvalidArgumentException if {@code low} is greater than {@code high}, a bound is not
     *     finite, or this tensor is recorded on a tape or its elements overlap (after {@code
     *     expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void uniformInPlace() {
        uniformInPlace(0, 1);
    }

    /**
     * Fills this tensor with random numbers uniformly distributed in {@code [low, high)}: those of
     * {@code uniform}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param low the smallest number
     * @param high the number that is not reached
     * @throws InvalidArgumentException if {@code low} is greater than {@code high}, a bound is not
     *     finite, or this tensor is recorded on a tape or its elements overlap (after {@code
     *     expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void uniformInPlace(double low, double high) {
        Call.change(() -> Native.uniformInPlace(handle, low, high));
        KeepAlive.done(this);
    }

    /**
     * Fills this tensor with random numbers from a normal distribution: those of {@code normal}.
     * Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws InvalidArgumentException if {@code std} is negative or NaN, or this tensor is
     *     recorded on a tape or its elements overlap (after {@code expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void normalInPlace() {
        normalInPlace(0, 1);
    }

    /**
     * Fills this tensor with random numbers from a normal distribution: those of {@code normal}.
     * Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param mean the mean of the distribution
     * @param std its standard deviation
     * @throws InvalidArgumentException if {@code std} is negative or NaN, or this tensor is
     *     recorded on a tape or its elements overlap (after {@code expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void normalInPlace(double mean, double std) {
        Call.change(() -> Native.normalInPlace(handle, mean, std));
        KeepAlive.done(this);
    }

    /**
     * Fills this tensor with random numbers from a normal distribution that is cut at {@code a} and
     * {@code b}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @throws InvalidArgumentException if {@code std} is negative, {@code mean} or {@code std} is
     *     not finite, {@code a} is greater than {@code b}, a bound is NaN, or this tensor is
     *     recorded on a tape or its elements overlap (after {@code expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void truncNormalInPlace() {
        truncNormalInPlace(0, 1, -2, 2);
    }

    /**
     * Fills this tensor with random numbers from a normal distribution that is cut at {@code a} and
     * {@code b}. Shapes: {@code [...] -> [...]}. Dtype: kept.
     *
     * @param mean the mean of the distribution before it is cut
     * @param std its standard deviation before it is cut
     * @param a the smallest number
     * @param b the largest number
     * @throws InvalidArgumentException if {@code std} is negative, {@code mean} or {@code std} is
     *     not finite, {@code a} is greater than {@code b}, a bound is NaN, or this tensor is
     *     recorded on a tape or its elements overlap (after {@code expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void truncNormalInPlace(double mean, double std, double a, double b) {
        Call.change(() -> Native.truncNormalInPlace(handle, mean, std, a, b));
        KeepAlive.done(this);
    }

    /**
     * Fills this tensor by the rule of Glorot and Bengio (2010): uniformly distributed in {@code
     * [-r, r)} with {@code r = gain sqrt(6 / (fan_in + fan_out))}, where the fans are the sizes of
     * axes 1 and 0, times those of the kernel. Shapes: {@code [out, in, kernel...]}, kept. Dtype:
     * kept.
     *
     * @throws InvalidArgumentException if this tensor has fewer than 2 axes, {@code gain} is
     *     negative or not finite, or this tensor is recorded on a tape or its elements overlap
     *     (after {@code expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void xavierUniformInPlace() {
        xavierUniformInPlace(1);
    }

    /**
     * Fills this tensor by the rule of Glorot and Bengio (2010): uniformly distributed in {@code
     * [-r, r)} with {@code r = gain sqrt(6 / (fan_in + fan_out))}, where the fans are the sizes of
     * axes 1 and 0, times those of the kernel. Shapes: {@code [out, in, kernel...]}, kept. Dtype:
     * kept.
     *
     * @param gain a factor, such as {@code calculateGain} gives
     * @throws InvalidArgumentException if this tensor has fewer than 2 axes, {@code gain} is
     *     negative or not finite, or this tensor is recorded on a tape or its elements overlap
     *     (after {@code expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void xavierUniformInPlace(double gain) {
        Native.xavierUniformInPlace(handle, gain);
        KeepAlive.done(this);
    }

    /**
     * Fills this tensor by the rule of Glorot and Bengio (2010): normally distributed with mean 0
     * and standard deviation {@code gain sqrt(2 / (fan_in + fan_out))}, where the fans are the
     * sizes of axes 1 and 0, times those of the kernel. Shapes: {@code [out, in, kernel...]}, kept.
     * Dtype: kept.
     *
     * @throws InvalidArgumentException if this tensor has fewer than 2 axes, {@code gain} is
     *     negative or not finite, or this tensor is recorded on a tape or its elements overlap
     *     (after {@code expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void xavierNormalInPlace() {
        xavierNormalInPlace(1);
    }

    /**
     * Fills this tensor by the rule of Glorot and Bengio (2010): normally distributed with mean 0
     * and standard deviation {@code gain sqrt(2 / (fan_in + fan_out))}, where the fans are the
     * sizes of axes 1 and 0, times those of the kernel. Shapes: {@code [out, in, kernel...]}, kept.
     * Dtype: kept.
     *
     * @param gain a factor, such as {@code calculateGain} gives
     * @throws InvalidArgumentException if this tensor has fewer than 2 axes, {@code gain} is
     *     negative or not finite, or this tensor is recorded on a tape or its elements overlap
     *     (after {@code expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void xavierNormalInPlace(double gain) {
        Native.xavierNormalInPlace(handle, gain);
        KeepAlive.done(this);
    }

    /**
     * Fills this tensor by the rule of He et al. (2015): uniformly distributed in {@code [-r, r)}
     * with {@code r = gain sqrt(3 / fan)}, where {@code gain} is that of the nonlinearity. Shapes:
     * {@code [out, in, kernel...]}, kept. Dtype: kept.
     *
     * @throws InvalidArgumentException if this tensor has fewer than 2 axes, {@code a} is negative
     *     or not finite, or this tensor is recorded on a tape or its elements overlap (after {@code
     *     expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void kaimingUniformInPlace() {
        kaimingUniformInPlace(0, FanMode.FAN_IN, Nonlinearity.LEAKY_RELU);
    }

    /**
     * Fills this tensor by the rule of He et al. (2015): uniformly distributed in {@code [-r, r)}
     * with {@code r = gain sqrt(3 / fan)}, where {@code gain} is that of the nonlinearity. Shapes:
     * {@code [out, in, kernel...]}, kept. Dtype: kept.
     *
     * @param a the slope of a leaky ReLU below 0; others ignore it
     * @param mode whether {@code fan} counts the inputs of an output or the outputs of an input
     * @param nonlinearity the function that follows the layer
     * @throws InvalidArgumentException if this tensor has fewer than 2 axes, {@code a} is negative
     *     or not finite, or this tensor is recorded on a tape or its elements overlap (after {@code
     *     expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void kaimingUniformInPlace(double a, FanMode mode, Nonlinearity nonlinearity) {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(nonlinearity, "nonlinearity");
        Call.change(() -> Native.kaimingUniformInPlace(handle, a, mode.code(), nonlinearity.code()));
        KeepAlive.done(this);
    }

    /**
     * Fills this tensor by the rule of He et al. (2015): normally distributed with mean 0 and
     * standard deviation {@code gain / sqrt(fan)}, where {@code gain} is that of the nonlinearity.
     * Shapes: {@code [out, in, kernel...]}, kept. Dtype: kept.
     *
     * @throws InvalidArgumentException if this tensor has fewer than 2 axes, {@code a} is negative
     *     or not finite, or this tensor is recorded on a tape or its elements overlap (after {@code
     *     expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void kaimingNormalInPlace() {
        kaimingNormalInPlace(0, FanMode.FAN_IN, Nonlinearity.LEAKY_RELU);
    }

    /**
     * Fills this tensor by the rule of He et al. (2015): normally distributed with mean 0 and
     * standard deviation {@code gain / sqrt(fan)}, where {@code gain} is that of the nonlinearity.
     * Shapes: {@code [out, in, kernel...]}, kept. Dtype: kept.
     *
     * @param a the slope of a leaky ReLU below 0; others ignore it
     * @param mode whether {@code fan} counts the inputs of an output or the outputs of an input
     * @param nonlinearity the function that follows the layer
     * @throws InvalidArgumentException if this tensor has fewer than 2 axes, {@code a} is negative
     *     or not finite, or this tensor is recorded on a tape or its elements overlap (after {@code
     *     expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void kaimingNormalInPlace(double a, FanMode mode, Nonlinearity nonlinearity) {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(nonlinearity, "nonlinearity");
        Call.change(() -> Native.kaimingNormalInPlace(handle, a, mode.code(), nonlinearity.code()));
        KeepAlive.done(this);
    }

    /**
     * Fills this tensor with {@code gain} times a random orthogonal matrix (Saxe et al. 2013), in
     * which axis 0 counts the rows: the rows, or the columns if there are fewer, have length 1 and
     * are at right angles. Shapes: {@code [rows, ...]}, kept. Dtype: kept.
     *
     * @throws InvalidArgumentException if this tensor has fewer than 2 axes, {@code gain} is
     *     negative or not finite, or this tensor is recorded on a tape or its elements overlap
     *     (after {@code expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void orthogonalInPlace() {
        orthogonalInPlace(1);
    }

    /**
     * Fills this tensor with {@code gain} times a random orthogonal matrix (Saxe et al. 2013), in
     * which axis 0 counts the rows: the rows, or the columns if there are fewer, have length 1 and
     * are at right angles. Shapes: {@code [rows, ...]}, kept. Dtype: kept.
     *
     * @param gain a factor, such as {@code calculateGain} gives
     * @throws InvalidArgumentException if this tensor has fewer than 2 axes, {@code gain} is
     *     negative or not finite, or this tensor is recorded on a tape or its elements overlap
     *     (after {@code expand} or {@code unfold})
     * @throws DTypeMismatchException if this tensor is not floating-point
     */
    public void orthogonalInPlace(double gain) {
        Native.orthogonalInPlace(handle, gain);
        KeepAlive.done(this);
    }

    /**
     * Fills this matrix with the identity: ones where both indices are the same, zeros elsewhere.
     * Shapes: {@code [rows, columns]}, kept. Dtype: kept.
     *
     * @throws InvalidArgumentException if this tensor does not have 2 axes, is recorded on a tape,
     *     or its elements overlap (after {@code expand} or {@code unfold})
     */
    public void eyeInPlace() {
        Native.eyeInPlace(handle);
        KeepAlive.done(this);
    }

    /**
     * Fills this tensor with the weights of a convolution that keeps its input: in each group,
     * output channel {@code i} has a 1 in the middle of its kernel for input channel {@code i}, and
     * all else is 0. Shapes: {@code [out, in, kernel...]} with a kernel of 1 to 3 axes, kept.
     * Dtype: kept.
     *
     * @throws InvalidArgumentException if this tensor does not have 3 to 5 axes, {@code groups}
     *     does not divide the output channels, or this tensor is recorded on a tape or its elements
     *     overlap (after {@code expand} or {@code unfold})
     */
    public void diracInPlace() {
        diracInPlace(1);
    }

    /**
     * Fills this tensor with the weights of a convolution that keeps its input: in each group,
     * output channel {@code i} has a 1 in the middle of its kernel for input channel {@code i}, and
     * all else is 0. Shapes: {@code [out, in, kernel...]} with a kernel of 1 to 3 axes, kept.
     * Dtype: kept.
     *
     * @param groups the number of groups of output channels
     * @throws InvalidArgumentException if this tensor does not have 3 to 5 axes, {@code groups}
     *     does not divide the output channels, or this tensor is recorded on a tape or its elements
     *     overlap (after {@code expand} or {@code unfold})
     */
    public void diracInPlace(long groups) {
        Call.change(() -> Native.diracInPlace(handle, groups));
        KeepAlive.done(this);
    }

    /**
     * The element at one index of each axis, as a double: no tensor is made. An integer beyond 2^53
     * is rounded; {@link Tensor#getLong} is exact. A bool is 0 or 1.
     *
     * @param i the index of axis 0; a negative one counts from the end
     * @return the element
     * @throws InvalidArgumentException if there is not one index for each axis, or one is out of
     *     range
     */
    public double getDouble(long i) {
        return KeepAlive.value(Native.getF64(handle, 1, i, 0, 0, 0), this);
    }

    /**
     * The element at one index of each axis, as a double: no tensor is made. An integer beyond 2^53
     * is rounded; {@link Tensor#getLong} is exact. A bool is 0 or 1.
     *
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @return the element
     * @throws InvalidArgumentException if there is not one index for each axis, or one is out of
     *     range
     */
    public double getDouble(long i, long j) {
        return KeepAlive.value(Native.getF64(handle, 2, i, j, 0, 0), this);
    }

    /**
     * The element at one index of each axis, as a double: no tensor is made. An integer beyond 2^53
     * is rounded; {@link Tensor#getLong} is exact. A bool is 0 or 1.
     *
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @param k the index of axis 2; a negative one counts from the end
     * @return the element
     * @throws InvalidArgumentException if there is not one index for each axis, or one is out of
     *     range
     */
    public double getDouble(long i, long j, long k) {
        return KeepAlive.value(Native.getF64(handle, 3, i, j, k, 0), this);
    }

    /**
     * The element at one index of each axis, as a double: no tensor is made. An integer beyond 2^53
     * is rounded; {@link Tensor#getLong} is exact. A bool is 0 or 1.
     *
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @param k the index of axis 2; a negative one counts from the end
     * @param l the index of axis 3; a negative one counts from the end
     * @return the element
     * @throws InvalidArgumentException if there is not one index for each axis, or one is out of
     *     range
     */
    public double getDouble(long i, long j, long k, long l) {
        return KeepAlive.value(Native.getF64(handle, 4, i, j, k, l), this);
    }

    /**
     * The element at one index of each axis, as a double: no tensor is made. An integer beyond 2^53
     * is rounded; {@link Tensor#getLong} is exact. A bool is 0 or 1.
     *
     * @param indices one index for each axis; negative values count from the end of the axis; none
     *     for a tensor without axes
     * @return the element
     * @throws InvalidArgumentException if there is not one index for each axis, or one is out of
     *     range
     */
    public double getDouble(long[] indices) {
        Objects.requireNonNull(indices, "indices");
        return KeepAlive.value(Native.getF64(handle, indices), this);
    }

    /**
     * The element of an integer or bool tensor at one index of each axis, exactly: no tensor is
     * made. A bool is 0 or 1.
     *
     * @param i the index of axis 0; a negative one counts from the end
     * @return the element
     * @throws InvalidArgumentException if there is not one index for each axis, or one is out of
     *     range
     * @throws DTypeMismatchException if the element is floating-point; cast it, or use {@link
     *     Tensor#getF64}
     */
    public long getLong(long i) {
        return KeepAlive.value(Native.getI64(handle, 1, i, 0, 0, 0), this);
    }

    /**
     * The element of an integer or bool tensor at one index of each axis, exactly: no tensor is
     * made. A bool is 0 or 1.
     *
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @return the element
     * @throws InvalidArgumentException if there is not one index for each axis, or one is out of
     *     range
     * @throws DTypeMismatchException if the element is floating-point; cast it, or use {@link
     *     Tensor#getF64}
     */
    public long getLong(long i, long j) {
        return KeepAlive.value(Native.getI64(handle, 2, i, j, 0, 0), this);
    }

    /**
     * The element of an integer or bool tensor at one index of each axis, exactly: no tensor is
     * made. A bool is 0 or 1.
     *
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @param k the index of axis 2; a negative one counts from the end
     * @return the element
     * @throws InvalidArgumentException if there is not one index for each axis, or one is out of
     *     range
     * @throws DTypeMismatchException if the element is floating-point; cast it, or use {@link
     *     Tensor#getF64}
     */
    public long getLong(long i, long j, long k) {
        return KeepAlive.value(Native.getI64(handle, 3, i, j, k, 0), this);
    }

    /**
     * The element of an integer or bool tensor at one index of each axis, exactly: no tensor is
     * made. A bool is 0 or 1.
     *
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @param k the index of axis 2; a negative one counts from the end
     * @param l the index of axis 3; a negative one counts from the end
     * @return the element
     * @throws InvalidArgumentException if there is not one index for each axis, or one is out of
     *     range
     * @throws DTypeMismatchException if the element is floating-point; cast it, or use {@link
     *     Tensor#getF64}
     */
    public long getLong(long i, long j, long k, long l) {
        return KeepAlive.value(Native.getI64(handle, 4, i, j, k, l), this);
    }

    /**
     * The element of an integer or bool tensor at one index of each axis, exactly: no tensor is
     * made. A bool is 0 or 1.
     *
     * @param indices one index for each axis; negative values count from the end of the axis; none
     *     for a tensor without axes
     * @return the element
     * @throws InvalidArgumentException if there is not one index for each axis, or one is out of
     *     range
     * @throws DTypeMismatchException if the element is floating-point; cast it, or use {@link
     *     Tensor#getF64}
     */
    public long getLong(long[] indices) {
        Objects.requireNonNull(indices, "indices");
        return KeepAlive.value(Native.getI64(handle, indices), this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param i the index of axis 0; a negative one counts from the end
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(double value, long i) {
        Native.setAtScalar(handle, Numbers.REAL, Double.doubleToRawLongBits(value), 1, i, 0, 0, 0);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(double value, long i, long j) {
        Native.setAtScalar(handle, Numbers.REAL, Double.doubleToRawLongBits(value), 2, i, j, 0, 0);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @param k the index of axis 2; a negative one counts from the end
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(double value, long i, long j, long k) {
        Native.setAtScalar(handle, Numbers.REAL, Double.doubleToRawLongBits(value), 3, i, j, k, 0);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @param k the index of axis 2; a negative one counts from the end
     * @param l the index of axis 3; a negative one counts from the end
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(double value, long i, long j, long k, long l) {
        Native.setAtScalar(handle, Numbers.REAL, Double.doubleToRawLongBits(value), 4, i, j, k, l);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param indices one index for each axis, from the first; negative values count from the end of
     *     the axis; none for the whole tensor
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(double value, long[] indices) {
        Objects.requireNonNull(indices, "indices");
        Native.setAtScalar(handle, Numbers.REAL, Double.doubleToRawLongBits(value), indices);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param i the index of axis 0; a negative one counts from the end
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(long value, long i) {
        Native.setAtScalar(handle, Numbers.INTEGER, value, 1, i, 0, 0, 0);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(long value, long i, long j) {
        Native.setAtScalar(handle, Numbers.INTEGER, value, 2, i, j, 0, 0);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @param k the index of axis 2; a negative one counts from the end
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(long value, long i, long j, long k) {
        Native.setAtScalar(handle, Numbers.INTEGER, value, 3, i, j, k, 0);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @param k the index of axis 2; a negative one counts from the end
     * @param l the index of axis 3; a negative one counts from the end
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(long value, long i, long j, long k, long l) {
        Native.setAtScalar(handle, Numbers.INTEGER, value, 4, i, j, k, l);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param indices one index for each axis, from the first; negative values count from the end of
     *     the axis; none for the whole tensor
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(long value, long[] indices) {
        Objects.requireNonNull(indices, "indices");
        Native.setAtScalar(handle, Numbers.INTEGER, value, indices);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param i the index of axis 0; a negative one counts from the end
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(boolean value, long i) {
        Native.setAtScalar(handle, Numbers.TRUTH, value ? 1 : 0, 1, i, 0, 0, 0);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(boolean value, long i, long j) {
        Native.setAtScalar(handle, Numbers.TRUTH, value ? 1 : 0, 2, i, j, 0, 0);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @param k the index of axis 2; a negative one counts from the end
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(boolean value, long i, long j, long k) {
        Native.setAtScalar(handle, Numbers.TRUTH, value ? 1 : 0, 3, i, j, k, 0);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param i the index of axis 0; a negative one counts from the end
     * @param j the index of axis 1; a negative one counts from the end
     * @param k the index of axis 2; a negative one counts from the end
     * @param l the index of axis 3; a negative one counts from the end
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(boolean value, long i, long j, long k, long l) {
        Native.setAtScalar(handle, Numbers.TRUTH, value ? 1 : 0, 4, i, j, k, l);
        KeepAlive.done(this);
    }

    /**
     * Writes a number into every element of the part at one index of each of the first axes.
     * Shapes: any; the shape and dtype of this tensor stay.
     *
     * @param value the number to write
     * @param indices one index for each axis, from the first; negative values count from the end of
     *     the axis; none for the whole tensor
     * @throws InvalidArgumentException if there are more indices than axes, one is out of range,
     *     the number is out of range for an integer dtype, or this tensor is recorded on a tape or
     *     its elements overlap (after {@code expand} or {@code unfold})
     */
    public void set(boolean value, long[] indices) {
        Objects.requireNonNull(indices, "indices");
        Native.setAtScalar(handle, Numbers.TRUTH, value ? 1 : 0, indices);
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

    /** @hidden */
    @Override
    protected void dispose() {
        Native.tensorDispose(handle);
    }
    // </generated>

    // Ownership and memory.

    /**
     * Copies this tensor into the memory of {@code scope}, which owns the copy. If this tensor is
     * there already, the result is another reference to the same elements. A {@link Workspace}
     * means its current cycle.
     *
     * @param scope the owner of the result; a workspace that is not entered owns the copy, but its
     *     memory is the pool's
     * @return a new tensor
     * @throws NativeMemoryException if there is not enough memory
     * @throws ScopeException under {@link dev.tenure.workspaces.SpillPolicy#FAIL} if the
     *     workspace's block is full, or the workspace belongs to another thread
     * @throws ClosedException if this tensor or {@code scope} is closed
     */
    public Tensor leverageTo(Scope scope) {
        Objects.requireNonNull(scope, "scope");
        Scope owner = scope instanceof Workspace workspace ? workspace.inside() : scope;
        return Call.made(owner, number -> Native.leverage(number, handle), this);
    }

    /**
     * Copies this tensor into the memory of this thread's workspace {@code id}, as
     * {@link #leverageTo(Scope)} does.
     *
     * @param id the name that was given to {@link Workspace#get(String)}
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such workspace
     * @throws NativeMemoryException if there is not enough memory
     * @throws ClosedException if this tensor is closed
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
     * Copies this tensor into the memory of this thread's workspace {@code id}. If the workspace
     * does not exist or is not entered, the copy is unowned and not in any workspace's memory.
     *
     * @param id the name that was given to {@link Workspace#get(String)}
     * @return a new tensor
     * @throws NativeMemoryException if there is not enough memory
     * @throws ClosedException if this tensor is closed
     */
    public Tensor leverageOrDetach(String id) {
        Objects.requireNonNull(id, "id");
        Workspace workspace = Workspace.find(id);
        Scope owner = workspace != null && workspace.isEntered() ? workspace.inside() : null;
        return Call.made(owner, scope -> Native.leverage(scope, handle), this);
    }

    /**
     * Copies this tensor into the memory of the current scope, which owns the copy. Without a
     * current scope the copy is unowned and not in any workspace's memory. If this tensor is there
     * already, the result is another reference to the same elements.
     *
     * @return a new tensor
     * @throws NativeMemoryException if there is not enough memory
     * @throws ClosedException if this tensor is closed
     */
    public Tensor migrate() {
        return Call.made(Current.scope(), scope -> Native.leverage(scope, handle), this);
    }

    /**
     * Returns the workspace whose memory this tensor uses.
     *
     * @return null if its memory is not a workspace's
     * @throws ClosedException if this tensor is closed
     */
    public @Nullable Workspace workspace() {
        long[] found = new long[2];
        Native.tensorWorkspace(handle, found);
        Scope workspace = found[0] == 0 ? null : Owners.known(owner, found[0]);
        KeepAlive.done(this);
        return workspace instanceof Workspace own ? own : null;
    }

    /**
     * Moves this tensor to {@code scope} from its present owner. The same as
     * {@link #moveTo(Scope)}, under DJL's name.
     *
     * @param scope the new owner
     * @return this
     * @throws ScopeException if {@code scope} is closed or capped; this tensor then stays where it
     *     was
     * @throws NativeMemoryException if this would exceed a limit of {@code scope}; this tensor then
     *     stays where it was
     * @throws ClosedException if this tensor is closed
     */
    @CanIgnoreReturnValue
    public Tensor attach(Scope scope) {
        Objects.requireNonNull(scope, "scope");
        return moveTo(scope);
    }

    /**
     * Lends this tensor to {@code scope}: when that scope closes, the tensor returns to its
     * previous owner. {@link Scope#tempAttach(NativeResource)} does the same for any resource.
     *
     * @param scope the borrower
     * @return this
     * @throws ScopeException if {@code scope} is closed or capped; this tensor then stays where it
     *     was
     * @throws NativeMemoryException if this would exceed a limit of {@code scope}; this tensor then
     *     stays where it was
     * @throws ClosedException if this tensor is closed
     */
    @CanIgnoreReturnValue
    public Tensor tempAttach(Scope scope) {
        Objects.requireNonNull(scope, "scope");
        Owners.lend(this, scope);
        return this;
    }

    /**
     * Copies the elements to an array of arrays: {@code t.toArray(float[][].class)} for a matrix.
     *
     * @param <A> the type of the array
     * @param type the class of the array, with as many dimensions as this tensor, and the matching
     *     primitive type
     * @return a new array
     * @throws ShapeMismatchException if this tensor has another number of dimensions
     * @throws DTypeMismatchException if the elements have another type; {@link #cast} converts them
     */
    public <A> A toArray(Class<A> type) {
        return NestedArrays.of(this, type);
    }

    /**
     * Formats the elements with at most {@code precision} digits after the point, otherwise as
     * {@link #toString()} does.
     *
     * @param precision the maximum number of digits after the point of a float
     * @return the text
     * @throws InvalidArgumentException if the number is negative
     */
    public String toString(int precision) {
        return toString(precision, 1000, 3, 75);
    }

    /**
     * Formats the elements as NumPy's {@code array2string} does with these options.
     *
     * @param precision the maximum number of digits after the point of a float; {@link #toString()}
     *     uses 8
     * @param threshold a tensor with more elements is summarized; {@link #toString()} uses 1000
     * @param edgeItems the elements that a summary keeps at both ends of a dimension, at least 1;
     *     {@link #toString()} uses 3
     * @param lineWidth the maximum width of a line in columns, at least 1; {@link #toString()} uses
     *     75
     * @return the text; {@code Tensor(closed)} if this tensor is closed
     * @throws InvalidArgumentException if a number is too small
     */
    public String toString(int precision, long threshold, long edgeItems, long lineWidth) {
        try {
            return KeepAlive.value(Native.toStringFormat(handle, precision, threshold, edgeItems, lineWidth), this);
        } catch (ClosedException e) {
            return "Tensor(closed)";
        }
    }

    /**
     * Formats the elements as NumPy does; returns {@code Tensor(closed)} if this tensor is closed.
     */
    @Override
    public String toString() {
        try {
            return KeepAlive.value(Native.toString(handle), this);
        } catch (ClosedException e) {
            return "Tensor(closed)";
        }
    }
}
