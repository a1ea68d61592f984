package dev.tenure.foreign;

import dev.tenure.DType;
import dev.tenure.Index;
import dev.tenure.InvalidArgumentException;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.access.Addresses;
import dev.tenure.onnx.OnnxModel;
import dev.tenure.onnx.OnnxOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * Tensors on memory segments, and segments on tensors, of any size and without a copy.
 *
 * <pre>{@code
 * try (Scope scope = Scope.open()) {
 *     MemorySegment pixels = Segments.arena(scope).allocate(ValueLayout.JAVA_FLOAT, 6);
 *     Tensor image = Segments.wrap(DType.F32, pixels, 2, 3);
 *     MemorySegment scores = Segments.of(image.mul(2), Segments.arena(scope));
 * }
 * }</pre>
 *
 * <p>Elements are in native byte order. A segment that is used after its arena has been closed throws
 * {@link IllegalStateException}, as every segment does; its memory stays as long as a tensor uses it.
 *
 * <p>A tensor reads and writes memory by its address, where the JDK does not see it: if an arena could
 * be closed meanwhile, the tensor would read memory that is gone. So {@link #wrap} takes segments
 * whose memory cannot go: those of {@link #arena}, {@link Arena#ofAuto()}, {@link Arena#global()} and
 * of direct buffers. It refuses those of a confined or shared arena of the JDK, which
 * {@link #copyOf} copies.
 *
 * <p>Making a segment of an address is restricted: start the JVM with
 * {@code --enable-native-access=dev.tenure,dev.tenure.foreign}, or with {@code ALL-UNNAMED} if both
 * are on the class path.
 */
public final class Segments {
    private static final Class<?> AUTO = Arena.ofAuto().scope().getClass();
    private static final Class<?> GLOBAL = Arena.global().scope().getClass();
    private static final Class<?> BUFFER = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(1)).scope().getClass();
    private static final Class<?> SHARED = sharedScope();

    private Segments() {}

    /**
     * Makes a tensor of one dimension on the memory of a segment:
     * {@link #wrap(DType, MemorySegment, long...)}.
     *
     * @param dtype the element type of the bytes
     * @param memory a native segment
     * @return a new tensor
     * @throws dev.tenure.ShapeMismatchException if the bytes are not a whole number of elements
     * @throws InvalidArgumentException as there
     * @throws IllegalStateException as there
     */
    public static Tensor wrap(DType dtype, MemorySegment memory) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(memory, "memory");
        return wrap(dtype, memory, new long[] {memory.byteSize() / dtype.size()});
    }

    /**
     * Makes a tensor on the memory of a segment, without a copy: a write through one is visible through
     * the other. The memory stays until the last tensor, view, alias and tape that uses it is gone. A
     * read-only segment, such as that of a mapped file, gives a tensor that cannot be written
     * ({@link Tensor#isReadOnly()}). No limit and no statistics count the memory, other than that of an
     * {@link #arena}, which is counted once, as the scope's.
     *
     * <p>A tape does not see what is written to the segment: do not write between a forward and a
     * backward pass. A mapped file must not be cut while a tensor uses it.
     *
     * @param dtype the element type of the bytes
     * @param memory a native segment of an arena that cannot be closed while a tensor uses it
     * @param shape the dimensions; an empty array for a scalar
     * @return a new tensor, which the current scope owns; unowned if no scope is open
     * @throws dev.tenure.ShapeMismatchException if the shape needs another number of bytes
     * @throws InvalidArgumentException if the segment lies on the heap, or its arena could be closed; or if
     *     its address is not a multiple of the size of an element: {@link #copyOf} copies it
     * @throws IllegalStateException if the segment's arena is closed
     */
    public static Tensor wrap(DType dtype, MemorySegment memory, long... shape) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(memory, "memory");
        long[] dims = Objects.requireNonNull(shape, "shape").clone();
        if (!memory.isNative()) {
            throw refused("a heap segment, which the collector moves,");
        }
        requireAlive(memory);
        Object owner = memory;
        ScopeArena arena = ScopeArena.of(memory);
        if (arena != null) {
            Tensor block = arena.block(memory);
            if (block == null) {
                throw refused("a segment that Segments.of made of a tensor");
            }
            owner = new Addresses.Lent(block, true); // tells the core nothing: a write is one of the new tensor
        } else if (!staysByItself(memory)) {
            String kind = memory.isAccessibleBy(new Thread(() -> {})) ? "shared" : "confined";
            throw refused("a segment of a " + kind + " arena, which can be closed while a tensor uses it,");
        }
        try {
            return Addresses.wrap(dtype, memory.address(), memory.byteSize(), memory.isReadOnly(), dims, owner);
        } catch (Throwable e) {
            if (owner instanceof Addresses.Lent lent) {
                lent.close();
            }
            throw e;
        }
    }

    /**
     * Copies the bytes of a segment into a tensor: of any segment that this thread may access, on the
     * heap or not.
     *
     * @param dtype the element type of the bytes
     * @param elements the elements in row-major order
     * @param shape the dimensions; an empty array for a scalar
     * @return a new tensor, which the current scope owns; unowned if no scope is open
     * @throws dev.tenure.ShapeMismatchException if the shape needs another number of bytes
     * @throws IllegalStateException if the segment's arena is closed
     */
    public static Tensor copyOf(DType dtype, MemorySegment elements, long... shape) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(elements, "elements");
        requireAlive(elements);
        Tensor made = Tensor.empty(dtype, Objects.requireNonNull(shape, "shape"));
        try {
            requireSize(made, elements);
            read(elements, made);
            return made;
        } catch (Throwable e) {
            made.close();
            throw e;
        }
    }

    /**
     * Returns the memory of a tensor as a segment that can be accessed until {@code arena} is closed: the
     * memory stays until then, even if the tensor and its scope are closed before. A write through one is
     * visible through the other.
     *
     * <p>A tape cannot see writes to the segment, so this call counts as a write: a tape that has saved
     * this memory refuses {@link dev.tenure.Tape#backward}. To read only, use {@link #ofReadOnly}.
     *
     * <p>With {@link Arena#ofAuto()} the memory stays until the collector finds that no segment is in
     * use, and with {@link Arena#global()} forever.
     *
     * @param tensor a contiguous tensor on the CPU
     * @param arena when the segment ends, and which threads may use it; {@link #arena} for one that ends
     *     with a scope
     * @return a segment of {@code nbytes()} bytes
     * @throws InvalidArgumentException if the tensor is not contiguous, or is read-only
     * @throws IllegalStateException if {@code arena} is closed
     * @throws WrongThreadException if {@code arena} is confined to another thread
     */
    public static MemorySegment of(Tensor tensor, Arena arena) {
        return lent(tensor, arena, false);
    }

    /**
     * Returns a read-only segment, as {@link #of} does. It does not count as a write.
     *
     * @param tensor a contiguous tensor on the CPU
     * @param arena when the segment ends, and which threads may use it
     * @return a read-only segment of {@code nbytes()} bytes
     * @throws InvalidArgumentException if the tensor is not contiguous
     * @throws IllegalStateException if {@code arena} is closed
     * @throws WrongThreadException if {@code arena} is confined to another thread
     */
    public static MemorySegment ofReadOnly(Tensor tensor, Arena arena) {
        return lent(tensor, arena, true).asReadOnly();
    }

    /**
     * Makes an arena that is closed when a scope closes. What it allocates is memory of the scope, zeroed
     * and counted; tensors may {@link #wrap} it, and segments of tensors may end with it. It may be used
     * by any thread, and closed before the scope.
     *
     * <p>As with any shared arena, closing fails with {@link IllegalStateException} while a native call of
     * the JDK uses one of its segments, such as a write to a channel. If that happens when the scope
     * closes, the scope closes, reports the exception, and the arena stays open until it is closed again.
     *
     * @param scope the scope
     * @return a new arena
     * @throws dev.tenure.ScopeException if the scope is closed or capped
     */
    public static Arena arena(Scope scope) {
        return new ScopeArena(Objects.requireNonNull(scope, "scope"));
    }

    /**
     * Copies the elements to a segment, in row-major order whatever the strides.
     *
     * @param tensor the tensor to read
     * @param to a segment of {@code nbytes()} bytes that this thread may access, on the heap or not
     * @throws dev.tenure.ShapeMismatchException if the segment has another number of bytes
     * @throws IllegalArgumentException if the segment is read-only
     * @throws IllegalStateException if the segment's arena is closed
     */
    public static void copyTo(Tensor tensor, MemorySegment to) {
        Objects.requireNonNull(tensor, "tensor");
        Objects.requireNonNull(to, "to");
        requireAlive(to);
        requireSize(tensor, to);
        // Booleans as bytes, each of which is then 0 or 1.
        try (Tensor alone = tensor.detach();
                Tensor bytes = tensor.dtype() == DType.BOOL ? alone.cast(DType.U8) : alone.contiguous();
                Arena call = Arena.ofConfined()) {
            MemorySegment.copy(ofReadOnly(bytes, call), 0, to, 0, to.byteSize());
        }
    }

    /**
     * Copies a segment to the elements in row-major order, whatever the strides.
     *
     * @param tensor the tensor to write
     * @param from a segment of {@code nbytes()} bytes that this thread may access, on the heap or not
     * @throws dev.tenure.ShapeMismatchException if the segment has another number of bytes
     * @throws InvalidArgumentException if the tensor is read-only, is recorded on a tape, or its elements
     *     overlap
     * @throws IllegalStateException if the segment's arena is closed
     */
    public static void copyFrom(Tensor tensor, MemorySegment from) {
        Objects.requireNonNull(tensor, "tensor");
        Objects.requireNonNull(from, "from");
        try (Tensor elements = copyOf(tensor.dtype(), from, tensor.shape())) {
            tensor.set(elements, new Index[0]);
        }
    }

    /**
     * Loads a model from the bytes of its file, with default options: {@link #loadModel(MemorySegment,
     * OnnxOptions)}.
     *
     * @param file the bytes of an {@code .onnx} file
     * @return a new model, which the current scope owns; unowned if no scope is open
     * @throws InvalidArgumentException if the segment has more than 2 GiB
     * @throws dev.tenure.TensorException as {@link OnnxModel#load(ByteBuffer, OnnxOptions)}
     */
    public static OnnxModel loadModel(MemorySegment file) {
        return loadModel(file, OnnxOptions.defaults());
    }

    /**
     * Loads a model from the bytes of its file. Those of a shared arena, which another thread could
     * close meanwhile, and of the heap are copied first; the others are read in place. The segment is not
     * needed afterwards.
     *
     * @param file the bytes of an {@code .onnx} file, which has at most 2 GiB; larger models keep their
     *     weights in other files
     * @param options how it is loaded; {@link OnnxOptions#folder} names where such files are
     * @return a new model, which the current scope owns; unowned if no scope is open
     * @throws InvalidArgumentException if the segment has more than 2 GiB
     * @throws dev.tenure.TensorException as {@link OnnxModel#load(ByteBuffer, OnnxOptions)}
     * @throws IllegalStateException if the segment's arena is closed
     */
    public static OnnxModel loadModel(MemorySegment file, OnnxOptions options) {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(options, "options");
        if (file.byteSize() > Integer.MAX_VALUE) {
            throw new InvalidArgumentException("a model of " + file.byteSize()
                    + " bytes: an .onnx file has at most 2 GiB, and larger models keep their weights in other files");
        }
        requireAlive(file);
        boolean isConfined = file.isNative() && !file.isAccessibleBy(new Thread(() -> {}));
        if (isConfined || file.isNative() && staysByItself(file)) {
            return OnnxModel.load(file.asByteBuffer(), options);
        }
        try (Tensor bytes = copyOf(DType.U8, file, file.byteSize());
                Arena call = Arena.ofConfined()) {
            return OnnxModel.load(ofReadOnly(bytes, call).asByteBuffer(), options);
        }
    }

    @SuppressWarnings("restricted") // the address and the size are those of the tensor, which `lent` keeps
    private static MemorySegment lent(Tensor tensor, Arena arena, boolean isReadOnly) {
        Objects.requireNonNull(tensor, "tensor");
        Objects.requireNonNull(arena, "arena");
        Addresses.Lent lent = new Addresses.Lent(tensor, isReadOnly);
        try {
            return MemorySegment.ofAddress(lent.address()).reinterpret(lent.nbytes(), arena, ended -> lent.close());
        } catch (Throwable e) {
            lent.close();
            throw e;
        }
    }

    /** Copies with the checks of the JDK, so that no arena can be closed meanwhile. */
    private static void read(MemorySegment from, Tensor to) {
        try (Arena call = Arena.ofConfined()) {
            MemorySegment.copy(from, 0, of(to, call), 0, from.byteSize());
        }
    }

    private static void requireSize(Tensor tensor, MemorySegment segment) {
        if (tensor.nbytes() != segment.byteSize()) {
            throw Addresses.misfit("shape " + Arrays.toString(tensor.shape()) + " of " + tensor.dtype() + " has "
                    + tensor.nbytes() + " bytes, the segment has " + segment.byteSize());
        }
    }

    private static void requireAlive(MemorySegment segment) {
        if (!segment.scope().isAlive()) {
            throw new IllegalStateException("the arena of this segment of " + segment.byteSize() + " bytes is closed");
        }
    }

    /**
     * Whether the memory of a native segment stays as long as the segment is reachable. The classes of the
     * scopes tell the arenas apart, without a name of one: if a JDK has one class for those that can be
     * closed and those that cannot, none counts as one that cannot.
     */
    private static boolean staysByItself(MemorySegment segment) {
        Class<?> kind = segment.scope().getClass();
        return kind != SHARED && (kind == AUTO || kind == GLOBAL || kind == BUFFER);
    }

    private static Class<?> sharedScope() {
        try (Arena shared = Arena.ofShared()) {
            return shared.scope().getClass();
        }
    }

    private static InvalidArgumentException refused(String what) {
        return new InvalidArgumentException(what + " cannot be wrapped: allocate it in Segments.arena(scope), or copy it"
                + " with Segments.copyOf");
    }
}
