package dev.tenure;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.MustBeClosed;
import dev.tenure.access.Escape;
import dev.tenure.access.Leaks;
import dev.tenure.access.Pressure;
import dev.tenure.access.Records;
import dev.tenure.collector.Backstop;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.Endings;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import dev.tenure.internal.Numbers;
import dev.tenure.internal.Rows;
import dev.tenure.internal.Text;
import dev.tenure.reports.ScopeStats;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Owns what is created while it is open, and frees all of it when it closes.
 *
 * <pre>{@code
 * try (Scope s = Scope.open()) {
 *     Tensor mean = Tensor.randn(1000, 3).mean(0); // the 1000 x 3 numbers and their mean belong to s
 *     System.out.println(mean);
 * } // both are freed here
 * }</pre>
 *
 * <p>Scopes nest. Each opened inside another is its child, and goes with it. A result that must outlive its scope moves
 * to the next one out:
 *
 * <pre>{@code
 * try (Scope training = Scope.open()) {
 *     Tensor best = null;
 *     for (int epoch = 0; epoch < 10; epoch++) {
 *         try (Scope s = Scope.open()) {
 *             best = evaluate().moveToOuterScope(); // lives until training closes
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>or is returned from the body of {@link #using(ScopeBody)}, which does the same with everything the value holds:
 *
 * <pre>{@code
 * Tensor normal = Scope.using(() -> {
 *     Tensor x = load();
 *     return x.sub(x.mean()).div(10); // the steps between are freed, the result is not
 * });
 * }</pre>
 *
 * <p>A scope that nothing is made in costs next to nothing: the native library hears of a scope at its first use only.
 *
 * <p>A scope is <em>current</em> on the thread that opened it until it closes. To own things from elsewhere, or of
 * another thread, make one with {@link #create()}, which is current nowhere, and hand it work with
 * {@link #run(Runnable)}, or make tensors in it ({@link #zeros(long...)} and so on), or give it some with
 * {@link #attach(NativeResource)}.
 *
 * <p>{@link #close()} may be called on any thread, in any order, and any number of times. A closed scope is never
 * current: the nearest open one further out is. A scope that is forgotten and unreachable, with all that it owns, is
 * closed by the garbage collector.
 */
public sealed class Scope extends NativeResource permits WorkspaceCycles, WorkspacePart {
    private static final ScopeOptions PLAIN = options();
    private static final Object LINKS = new long[0]; // the lock for who lies below whom

    // A scope is not created until its first use, then a number of the core, then closed. One that never owns anything never
    // reaches the core, nor the backstop. It is created when something asks for its handle, its parents before it. Any number of
    // threads may ask at the same time, and another may close it: `entry` decides, and what a loser has made it closes again. A
    // scope closed before its creation has a handle all the same, a stale one, so that the core answers every use as it does for
    // any closed scope.

    static final Backstop.Entry CLOSED = new Backstop.Entry(0);
    private static final VarHandle ENTRY;
    private static final VarHandle NUMBER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENTRY = lookup.findVarHandle(Scope.class, "entry", Backstop.Entry.class);
            NUMBER = lookup.findVarHandle(Scope.class, "number", long.class);
            Backstop.tendBy(Abandoned::close);
            // Else that is where the stack has ended, and a class that fails there is refused for good.
            lookup.ensureInitialized(Abandoned.class);
            lookup.ensureInitialized(Owners.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Members register with the backstop too. */
    final boolean reclaimEarly;

    private volatile long number; // 0: the core does not know it yet
    volatile Backstop.Entry entry; // null: not created yet
    /** What is made in it lies in the pool, whatever workspace it is below; set before anyone else sees it. */
    boolean outside;
    /** Closes it whatever happens, so that the collector need not; null for nobody. Set as {@code outside} is. */
    Thread closer;

    /** What the closer made in the core, until that is the number; 0 for nothing. */
    private long stray;

    /** Nothing is left to do for closing this. Who does not see that yet closes it once more, in vain. */
    boolean gone;

    /** The next of those that {@link Abandoned#first} begins. */
    Scope abandonedBefore;

    /** What was current where this was opened; only that thread looks. */
    Object before;

    private boolean hasBelow; // a scope was made below this, of which the core may not have heard
    private long openAt; // the number of endings at which this was open
    volatile String name; // as the user gave it, also when it is closed

    private volatile Foreign foreign; // null: there was never any
    private boolean begins; // the thread that has the lock is about to make that

    /** Whether {@link Owners} can find it by its number. */
    volatile boolean isEntered;

    /** For a number that the core knows, or does not: only a test makes that up; 0 for one that is told later. */
    Scope(long number, Scope parent) {
        this(parent, Endings.NONE, false);
        if (number != 0) {
            called(number);
        }
    }

    /** {@code parent} was found open after there were so many endings, or it is closed and says so itself. */
    private Scope(Scope parent, long openAt, boolean reclaimEarly) {
        super(0, parent);
        this.openAt = parent != null && parent.entry == CLOSED ? Endings.NONE : openAt;
        this.reclaimEarly = reclaimEarly;
        if (parent != null && !parent.hasBelow) {
            parent.hasBelow = true;
            VarHandle.fullFence(); // who closes it says so, and then looks here
        }
    }

    private static Scope make(Scope parent, long openAt, ScopeOptions options) {
        Scope scope = new Scope(parent, openAt, options.reclaimEarly);
        if (options != PLAIN) {
            try {
                options.apply(scope);
            } catch (Throwable e) {
                scope.close();
                throw e;
            }
        }
        noted(scope);
        return scope;
    }

    /** Of one that is to be noted the core hears at once. */
    private static void noted(Scope scope) {
        if (Leaks.isNextNoted()) {
            Leaks.note(scope.handle());
        }
    }

    /**
     * Opens a scope below the current one and makes it current on this thread.
     *
     * @return the scope, to be closed
     */
    @MustBeClosed
    public static Scope open() {
        return open(PLAIN);
    }

    /**
     * Opens a scope below the current one and makes it current on this thread.
     *
     * @param name for errors, dumps and leak reports
     * @return the scope, to be closed
     */
    @MustBeClosed
    public static Scope open(String name) {
        return open(options().name(name));
    }

    /**
     * Opens a scope below the current one and makes it current on this thread.
     *
     * @param options how it is to be
     * @return the scope, to be closed
     */
    @MustBeClosed
    public static Scope open(ScopeOptions options) {
        Objects.requireNonNull(options, "options");
        Object[] cell = Current.cell();
        long openAt = Endings.now();
        return Current.opened(cell, make(Current.scopeIn(cell), openAt, options));
    }

    /**
     * Opens a scope below the current one and makes it current on this thread. The memory of what is made in it, and in
     * scopes below it, is the pool's, whatever workspaces are entered.
     *
     * @return the scope, to be closed
     */
    @MustBeClosed
    public static Scope outOfWorkspaces() {
        Object[] cell = Current.cell();
        long openAt = Endings.now();
        Scope scope = new Scope(Current.scopeIn(cell), openAt, false);
        scope.outside = true;
        noted(scope);
        return Current.opened(cell, scope);
    }

    /** As {@link #open()}, for who closes it whatever happens, so that the collector need not. */
    static Scope openForBody() {
        Object[] cell = Current.cell();
        long openAt = Endings.now();
        Scope scope = new Scope(Current.scopeIn(cell), openAt, false);
        // One that is parked may be collected with its stack, on which nothing is closed then.
        Thread thread = Thread.currentThread();
        scope.closer = WorkspaceRegistry.isVirtual(thread) ? null : thread;
        noted(scope);
        return Current.opened(cell, scope);
    }

    /**
     * Makes a scope that has no parent and is current nowhere.
     *
     * @return the scope, to be closed
     */
    public static Scope create() {
        return make(null, Endings.NONE, PLAIN);
    }

    /**
     * Makes a scope that has no parent and is current nowhere.
     *
     * @param options how it is to be
     * @return the scope, to be closed
     */
    public static Scope create(ScopeOptions options) {
        Objects.requireNonNull(options, "options");
        return make(null, Endings.NONE, options);
    }

    /**
     * Makes a scope below another that is current nowhere.
     *
     * @param parent what it closes with at the latest; null for none
     * @return the scope, to be closed
     * @throws ScopeException if {@code parent} is closed
     */
    public static Scope create(@Nullable Scope parent) {
        return parent == null ? create() : parent.child();
    }

    /**
     * Makes a scope below this one that is current nowhere.
     *
     * @return the scope; it closes with this one at the latest
     * @throws ScopeException if this scope is closed
     */
    public Scope child() {
        return child(PLAIN);
    }

    /**
     * Makes a scope below this one that is current nowhere.
     *
     * @param name for errors, dumps and leak reports
     * @return the scope; it closes with this one at the latest
     * @throws ScopeException if this scope is closed
     */
    public Scope child(String name) {
        return child(options().name(name));
    }

    /**
     * Makes a scope below this one that is current nowhere.
     *
     * @param options how it is to be
     * @return the scope; it closes with this one at the latest
     * @throws ScopeException if this scope is closed
     */
    public Scope child(ScopeOptions options) {
        Objects.requireNonNull(options, "options");
        long openAt = Endings.now();
        mustBeOpen();
        return make(this, openAt, options);
    }

    /**
     * The scope that is current on this thread: it owns what is made here. A closed scope is never current; the nearest
     * open one further out is.
     *
     * @return null if there is none
     */
    public static @Nullable Scope current() {
        return Current.scope();
    }

    /**
     * How a scope is to be, for {@link #open(ScopeOptions)} and its like.
     *
     * @return options that change nothing
     */
    public static ScopeOptions options() {
        return new ScopeOptions();
    }

    /**
     * Moves this scope, with all that it owns, to the parent of its parent. Without a parent nothing changes.
     *
     * @return this
     * @throws ClosedException if it is closed
     */
    @Override
    @CanIgnoreReturnValue
    public Scope moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    /**
     * Takes this scope, with all that it owns, out of its parent, which then no longer closes it.
     *
     * @return this
     * @throws ClosedException if it is closed
     */
    @Override
    @CanIgnoreReturnValue
    public Scope detachFromScope() {
        super.detachFromScope();
        return this;
    }

    /**
     * Closes what it was given by {@link #own}, then frees all that this scope and those below it own. The second time
     * nothing happens. Throws only what closing the former throws, when all is closed.
     */
    @Override
    public void close() {
        closeForGood();
    }

    /** What {@link #close()} does where that is not only leaving. */
    final void closeForGood() {
        if (!hasForeign()) {
            finish();
        }
        if (hasForeign()) {
            closeForeign(true, below -> false, this::finish);
        }
    }

    /** {@code Scope(open)} or {@code Scope(closed)}, with its name if it has one. */
    @Override
    public String toString() {
        String name = givenName();
        return "Scope(" + (name == null ? "" : "'" + name + "' ") + (isOpen() ? "open)" : "closed)");
    }

    // Tensors made in it.

    // <generated by ci/generate from src/api; do not edit>
    /**
     * Creates a tensor of the given shape and dtype, filled with 0. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor zeros(long... shape) {
        return Call.create(this, Native::zeros, Native::zeros, DType.F32, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 0. It is in the processor's
     * memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor zeros(DType dtype, long... shape) {
        return Call.create(this, Native::zeros, Native::zeros, dtype, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 0.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor zeros(DType dtype, Device device, long... shape) {
        return Call.create(this, Native::zeros, Native::zeros, dtype, device, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 0. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor zeros(int[] shape) {
        return zeros(Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 0. It is in the processor's
     * memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor zeros(DType dtype, int[] shape) {
        return zeros(dtype, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 0.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor zeros(DType dtype, Device device, int[] shape) {
        return zeros(dtype, device, Numbers.longs(shape));
    }

    /**
     * Creates an uninitialized tensor of the given shape and dtype, for code that writes every
     * element. Its elements are whatever the memory held: those of earlier tensors of this process,
     * or 0. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor empty(long... shape) {
        return Call.create(this, Native::empty, Native::empty, DType.F32, Device.CPU, shape);
    }

    /**
     * Creates an uninitialized tensor of the given shape and dtype, for code that writes every
     * element. Its elements are whatever the memory held: those of earlier tensors of this process,
     * or 0. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor empty(DType dtype, long... shape) {
        return Call.create(this, Native::empty, Native::empty, dtype, Device.CPU, shape);
    }

    /**
     * Creates an uninitialized tensor of the given shape and dtype, for code that writes every
     * element. Its elements are whatever the memory held: those of earlier tensors of this process,
     * or 0.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor empty(DType dtype, Device device, long... shape) {
        return Call.create(this, Native::empty, Native::empty, dtype, device, shape);
    }

    /**
     * Creates an uninitialized tensor of the given shape and dtype, for code that writes every
     * element. Its elements are whatever the memory held: those of earlier tensors of this process,
     * or 0. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor empty(int[] shape) {
        return empty(Numbers.longs(shape));
    }

    /**
     * Creates an uninitialized tensor of the given shape and dtype, for code that writes every
     * element. Its elements are whatever the memory held: those of earlier tensors of this process,
     * or 0. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor empty(DType dtype, int[] shape) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor empty(DType dtype, Device device, int[] shape) {
        return empty(dtype, device, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor ones(long... shape) {
        return Call.create(this, Native::ones, Native::ones, DType.F32, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1. It is in the processor's
     * memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor ones(DType dtype, long... shape) {
        return Call.create(this, Native::ones, Native::ones, dtype, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor ones(DType dtype, Device device, long... shape) {
        return Call.create(this, Native::ones, Native::ones, dtype, device, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor ones(int[] shape) {
        return ones(Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1. It is in the processor's
     * memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor ones(DType dtype, int[] shape) {
        return ones(dtype, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor ones(DType dtype, Device device, int[] shape) {
        return ones(dtype, device, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(long[] shape, double value) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(DType dtype, long[] shape, double value) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor full(DType dtype, Device device, long[] shape, double value) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                this,
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(int[] shape, double value) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(DType dtype, int[] shape, double value) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor full(DType dtype, Device device, int[] shape, double value) {
        return full(dtype, device, Numbers.longs(shape), value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(long[] shape, long value) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(DType dtype, long[] shape, long value) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor full(DType dtype, Device device, long[] shape, long value) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                this,
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(int[] shape, long value) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(DType dtype, int[] shape, long value) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor full(DType dtype, Device device, int[] shape, long value) {
        return full(dtype, device, Numbers.longs(shape), value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, in the
     * processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(long[] shape, boolean value) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(DType dtype, long[] shape, boolean value) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor full(DType dtype, Device device, long[] shape, boolean value) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                this,
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(int[] shape, boolean value) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(DType dtype, int[] shape, boolean value) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor full(DType dtype, Device device, int[] shape, boolean value) {
        return full(dtype, device, Numbers.longs(shape), value);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor rand(long... shape) {
        return Call.create(this, Native::rand, Native::rand, DType.F32, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor rand(DType dtype, long... shape) {
        return Call.create(this, Native::rand, Native::rand, dtype, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor rand(DType dtype, Device device, long... shape) {
        return Call.create(this, Native::rand, Native::rand, dtype, device, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor rand(int[] shape) {
        return rand(Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor rand(DType dtype, int[] shape) {
        return rand(dtype, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor rand(DType dtype, Device device, int[] shape) {
        return rand(dtype, device, Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from the
     * normal distribution with mean 0 and standard deviation 1, drawn from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randn(long... shape) {
        return Call.create(this, Native::randn, Native::randn, DType.F32, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from the
     * normal distribution with mean 0 and standard deviation 1, drawn from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randn(DType dtype, long... shape) {
        return Call.create(this, Native::randn, Native::randn, dtype, Device.CPU, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from the
     * normal distribution with mean 0 and standard deviation 1, drawn from the stream that {@link
     * Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor randn(DType dtype, Device device, long... shape) {
        return Call.create(this, Native::randn, Native::randn, dtype, device, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from the
     * normal distribution with mean 0 and standard deviation 1, drawn from the stream that {@link
     * Tenure#seed(long)} starts. It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randn(int[] shape) {
        return randn(Numbers.longs(shape));
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from the
     * normal distribution with mean 0 and standard deviation 1, drawn from the stream that {@link
     * Tenure#seed(long)} starts. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randn(DType dtype, int[] shape) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor randn(DType dtype, Device device, int[] shape) {
        return randn(dtype, device, Numbers.longs(shape));
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor arange(DType dtype, double start, double end, double step) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor arange(DType dtype, Device device, double start, double end, double step) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                this,
                scope -> Native.arange(scope, device.code(), dtype.code(), Numbers.REAL, Double.doubleToRawLongBits(start), Numbers.REAL, Double.doubleToRawLongBits(end), Numbers.REAL, Double.doubleToRawLongBits(step)),
                null);
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor arange(DType dtype, long start, long end, long step) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor arange(DType dtype, Device device, long start, long end, long step) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                this,
                scope -> Native.arange(scope, device.code(), dtype.code(), Numbers.INTEGER, start, Numbers.INTEGER, end, Numbers.INTEGER, step),
                null);
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold {@code start} or {@code end}
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor linspace(DType dtype, double start, double end, long steps) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold {@code start} or {@code end}
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor linspace(DType dtype, Device device, double start, double end, long steps) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                this,
                scope -> Native.linspace(scope, device.code(), dtype.code(), start, end, steps),
                null);
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold {@code start} or {@code end}
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor linspace(DType dtype, double start, double end, long steps, boolean endpoint) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold {@code start} or {@code end}
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor linspace(DType dtype, Device device, double start, double end, long steps, boolean endpoint) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                this,
                scope -> Native.linspaceEndpoint(scope, device.code(), dtype.code(), start, end, steps, endpoint),
                null);
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold the first or the last power
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor logspace(DType dtype, double start, double end, long steps, double radix) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold the first or the last power
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor logspace(DType dtype, Device device, double start, double end, long steps, double radix) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                this,
                scope -> Native.logspace(scope, device.code(), dtype.code(), start, end, steps, radix),
                null);
    }

    /**
     * Creates a matrix with 1 on the main diagonal and 0 elsewhere. It has the shape {@code [rows,
     * columns]} and any dtype. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param rows the number of rows
     * @param columns the number of columns
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor eye(DType dtype, long rows, long columns) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor eye(DType dtype, Device device, long rows, long columns) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                this,
                scope -> Native.eye(scope, device.code(), dtype.code(), rows, columns),
                null);
    }

    /**
     * Creates a matrix with 1 on one diagonal and 0 elsewhere: element {@code [i, i + diagonal]} is
     * 1. It has the shape {@code [rows, columns]} and any dtype. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param rows the number of rows
     * @param columns the number of columns
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor eyeDiagonal(DType dtype, long rows, long columns, long diagonal) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor eyeDiagonal(DType dtype, Device device, long rows, long columns, long diagonal) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                this,
                scope -> Native.eyeDiagonal(scope, device.code(), dtype.code(), rows, columns, diagonal),
                null);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or an integer
     *     dtype or bool cannot hold an integer of the range
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randint(long[] shape, long low, long high) {
        return randint(DType.F32, Device.CPU, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or an integer
     *     dtype or bool cannot hold an integer of the range
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randint(DType dtype, long[] shape, long low, long high) {
        return randint(dtype, Device.CPU, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or an integer
     *     dtype or bool cannot hold an integer of the range
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor randint(DType dtype, Device device, long[] shape, long low, long high) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                this,
                scope -> shape.length <= Call.INLINE
                        ? Native.randint(scope, device.code(), dtype.code(), low, high, shape.length,
                                Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.randint(scope, device.code(), dtype.code(), low, high, shape),
                null);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, in the processor's memory.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or an integer
     *     dtype or bool cannot hold an integer of the range
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randint(int[] shape, long low, long high) {
        return randint(Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is in the processor's memory.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or an integer
     *     dtype or bool cannot hold an integer of the range
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randint(DType dtype, int[] shape, long low, long high) {
        return randint(dtype, Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or an integer
     *     dtype or bool cannot hold an integer of the range
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor randint(DType dtype, Device device, int[] shape, long low, long high) {
        return randint(dtype, device, Numbers.longs(shape), low, high);
    }

    /**
     * Creates a random permutation of the integers from 0 to {@code n - 1}, each one equally
     * likely, drawn from the stream that {@link Tenure#seed(long)} starts. It has {@code n}
     * elements, of any dtype but bool. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param n the number of integers
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code n} is negative, or an integer dtype cannot hold
     *     {@code n - 1}
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randperm(DType dtype, long n) {
        return randperm(dtype, Device.CPU, n);
    }

    /**
     * Creates a random permutation of the integers from 0 to {@code n - 1}, each one equally
     * likely, drawn from the stream that {@link Tenure#seed(long)} starts. It has {@code n}
     * elements, of any dtype but bool.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param n the number of integers
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code n} is negative, or an integer dtype cannot hold
     *     {@code n - 1}
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor randperm(DType dtype, Device device, long n) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                this,
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor normal(long[] shape, double mean, double std) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor normal(DType dtype, long[] shape, double mean, double std) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor normal(DType dtype, Device device, long[] shape, double mean, double std) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                this,
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor normal(int[] shape, double mean, double std) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor normal(DType dtype, int[] shape, double mean, double std) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor normal(DType dtype, Device device, int[] shape, double mean, double std) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor uniform(long[] shape, double low, double high) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor uniform(DType dtype, long[] shape, double low, double high) {
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
     * @return a new tensor, which this scope owns
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
    public Tensor uniform(DType dtype, Device device, long[] shape, double low, double high) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(shape, "shape");
        return Call.made(
                this,
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor uniform(int[] shape, double low, double high) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 8 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor uniform(DType dtype, int[] shape, double low, double high) {
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
     * @return a new tensor, which this scope owns
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
    public Tensor uniform(DType dtype, Device device, int[] shape, double low, double high) {
        return uniform(dtype, device, Numbers.longs(shape), low, high);
    }

    /**
     * Lists the positions of the elements of a matrix at or below a diagonal, where {@code column -
     * row <= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor trilIndices(DType dtype, long rows, long columns, long diagonal) {
        return trilIndices(dtype, Device.CPU, rows, columns, diagonal);
    }

    /**
     * Lists the positions of the elements of a matrix at or below a diagonal, where {@code column -
     * row <= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor trilIndices(DType dtype, Device device, long rows, long columns, long diagonal) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                this,
                scope -> Native.trilIndices(scope, device.code(), dtype.code(), rows, columns, diagonal),
                null);
    }

    /**
     * Lists the positions of the elements of a matrix at or above a diagonal, where {@code column -
     * row >= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is in the processor's memory.
     *
     * @param dtype the element type
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor triuIndices(DType dtype, long rows, long columns, long diagonal) {
        return triuIndices(dtype, Device.CPU, rows, columns, diagonal);
    }

    /**
     * Lists the positions of the elements of a matrix at or above a diagonal, where {@code column -
     * row >= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @param diagonal the diagonal; 0 is the main one, a positive one is above it
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor triuIndices(DType dtype, Device device, long rows, long columns, long diagonal) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                this,
                scope -> Native.triuIndices(scope, device.code(), dtype.code(), rows, columns, diagonal),
                null);
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor fftfreq(DType dtype, long n, double d) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor fftfreq(DType dtype, Device device, long n, double d) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                this,
                scope -> Native.fftfreq(scope, device.code(), dtype.code(), n, d),
                null);
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor rfftfreq(DType dtype, long n, double d) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor rfftfreq(DType dtype, Device device, long n, double d) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(device, "device");
        return Call.made(
                this,
                scope -> Native.rfftfreq(scope, device.code(), dtype.code(), n, d),
                null);
    }

    /**
     * A tensor of one axis, of 32-bit floating-point numbers.
     *
     * @param values its elements, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(float... values) {
        return Call.floats(this, values);
    }

    /**
     * A tensor of 32-bit floating-point numbers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(float[] values, long... shape) {
        return Create.array(this, DType.F32, values, shape);
    }

    /**
     * A tensor of 32-bit floating-point numbers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(float[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of floating-point numbers, {@code F16} and {@code BF16} among them: each is rounded.
     *
     * @param dtype the element type of the tensor
     * @param values its elements along its one axis, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(DType dtype, float[] values) {
        Objects.requireNonNull(values, "values");
        return of(dtype, values, new long[] {values.length});
    }

    /**
     * A tensor of floating-point numbers, {@code F16} and {@code BF16} among them: each is rounded.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(DType dtype, float[] values, long... shape) {
        return Create.array(this, dtype, DType.F32, values, shape);
    }

    /**
     * A tensor of floating-point numbers, {@code F16} and {@code BF16} among them: each is rounded.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(DType dtype, float[] values, int[] shape) {
        return of(dtype, values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of 64-bit floating-point numbers.
     *
     * @param values its elements, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(double... values) {
        return Create.vector(this, DType.F64, values);
    }

    /**
     * A tensor of 64-bit floating-point numbers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(double[] values, long... shape) {
        return Create.array(this, DType.F64, values, shape);
    }

    /**
     * A tensor of 64-bit floating-point numbers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(double[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of 32-bit integers.
     *
     * @param values its elements, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(int... values) {
        return Create.vector(this, DType.I32, values);
    }

    /**
     * A tensor of 32-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(int[] values, long... shape) {
        return Create.array(this, DType.I32, values, shape);
    }

    /**
     * A tensor of 32-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(int[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of 64-bit integers.
     *
     * @param values its elements, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(long... values) {
        return Create.vector(this, DType.I64, values);
    }

    /**
     * A tensor of 64-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(long[] values, long... shape) {
        return Create.array(this, DType.I64, values, shape);
    }

    /**
     * A tensor of 64-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(long[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of 16-bit integers.
     *
     * @param values its elements, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(short... values) {
        return Create.vector(this, DType.I16, values);
    }

    /**
     * A tensor of 16-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(short[] values, long... shape) {
        return Create.array(this, DType.I16, values, shape);
    }

    /**
     * A tensor of 16-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(short[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of unsigned 8-bit integers.
     *
     * @param values its elements, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(byte... values) {
        return Create.vector(this, DType.U8, values);
    }

    /**
     * A tensor of unsigned 8-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(byte[] values, long... shape) {
        return Create.array(this, DType.U8, values, shape);
    }

    /**
     * A tensor of unsigned 8-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(byte[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }

    /**
     * A tensor of 8-bit integers: {@code I8} takes the bytes as they are, {@code U8} as 0 to 255.
     *
     * @param dtype the element type of the tensor
     * @param values its elements along its one axis, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(DType dtype, byte[] values) {
        Objects.requireNonNull(values, "values");
        return of(dtype, values, new long[] {values.length});
    }

    /**
     * A tensor of 8-bit integers: {@code I8} takes the bytes as they are, {@code U8} as 0 to 255.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(DType dtype, byte[] values, long... shape) {
        return Create.array(this, dtype, dtype == DType.I8 ? DType.I8 : DType.U8, values, shape);
    }

    /**
     * A tensor of 8-bit integers: {@code I8} takes the bytes as they are, {@code U8} as 0 to 255.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(DType dtype, byte[] values, int[] shape) {
        return of(dtype, values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of truth values.
     *
     * @param values its elements, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(boolean... values) {
        return Create.vector(this, DType.BOOL, values);
    }

    /**
     * A tensor of truth values.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(boolean[] values, long... shape) {
        return Create.array(this, DType.BOOL, values, shape);
    }

    /**
     * A tensor of truth values.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(boolean[] values, int[] shape) {
        return of(values, Numbers.longs(shape));
    }


    @Override
    @CanIgnoreReturnValue
    public Scope moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    /**
     * Caps this scope: from now on nothing but child scopes can join it, and any other attempt
     * throws. What it owns stays, and what it has lent still returns.
     *
     * @return this
     * @throws ClosedException if this scope is closed
     */
    @CanIgnoreReturnValue
    public Scope cap() {
        Native.scopeSetCapped(handle(), true);
        KeepAlive.done(this);
        return this;
    }

    /**
     * Removes the cap: the scope admits new members again.
     *
     * @return this
     * @throws ClosedException if this scope is closed
     */
    @CanIgnoreReturnValue
    public Scope uncap() {
        Native.scopeSetCapped(handle(), false);
        KeepAlive.done(this);
        return this;
    }

    /**
     * {@return whether this scope is capped and admits no new members except child scopes}
     *
     * @throws ClosedException if this scope is closed
     */
    public boolean isCapped() {
        return KeepAlive.value(Native.scopeIsCapped(handle()), this);
    }

    /**
     * Limits how many threads compute the operations whose results this scope, or a scope below it,
     * will own. In-place operations and optimizers have no result, and follow the limit of the
     * process.
     *
     * @param count the number of threads, the caller's included; 0 removes the limit of this scope
     * @return this
     * @throws InvalidArgumentException if the number is negative or above 1024
     * @throws ClosedException if this scope is closed
     */
    @CanIgnoreReturnValue
    public Scope limitThreads(long count) {
        Native.scopeLimitThreads(handle(), count);
        KeepAlive.done(this);
        return this;
    }

    /**
     * Starts to keep the peaks of this scope and all scopes below it, which {@link #stats()}
     * returns.
     *
     * @return this
     * @throws ClosedException if this scope is closed
     */
    @CanIgnoreReturnValue
    public Scope measure() {
        Native.scopeMeasure(handle());
        KeepAlive.done(this);
        return this;
    }

    /**
     * {@return what this scope and all scopes below it own at this moment}
     *
     * @throws ClosedException if this scope is closed
     */
    public ScopeStats stats() {
        return Records.scopeStats(KeepAlive.value(Native.scopeStats(handle()), this), 0);
    }

    /**
     * {@return this scope and all below it with what they own, as a tree for people, the largest
     * first: counts, bytes, shapes and names}
     *
     * @throws ClosedException if it is closed
     */
    public String debugDump() {
        return KeepAlive.value(Native.scopeDump(handle(), 0), this);
    }

    /**
     * {@return what {@link #debugDump()} says, as JSON}
     *
     * @throws ClosedException if it is closed
     */
    public String debugDumpJson() {
        return KeepAlive.value(Native.scopeDump(handle(), 1), this);
    }
    // </generated>

    /**
     * One value without dimensions, float32, owned by this scope.
     *
     * @param value its element
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor scalar(double value) {
        return scalar(DType.F32, value);
    }

    /**
     * One value without dimensions, owned by this scope.
     *
     * @param dtype its element type
     * @param value its element
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor scalar(DType dtype, double value) {
        return full(dtype, new long[0], value);
    }

    /**
     * The integers from 0 to below {@code end}, int64, owned by this scope.
     *
     * @param end where to stop
     * @return a new tensor of one dimension
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor arange(long end) {
        return arange(DType.I64, 0, end, 1);
    }

    /**
     * Another reference to the elements of {@code tensor}, owned by this scope.
     *
     * @param tensor any
     * @return a new tensor on the same memory; of a workspace's tensor it may be a copy, see {@link Tensor}
     * @throws ClosedException if {@code tensor} is closed
     * @throws ScopeException if this scope is closed or capped
     */
    public Tensor alias(Tensor tensor) {
        return Create.alias(this, tensor);
    }

    /**
     * A copy of an array of arrays, such as {@code float[][]}, with a dimension for each depth.
     *
     * @param nested arrays of one length at each depth, of a primitive type that there is an element type for
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if rows have several lengths; the message names the place
     * @throws DTypeMismatchException if the elements are of another type
     */
    public Tensor of(Object[] nested) {
        return NestedArrays.made(this, nested);
    }

    /**
     * Reads an {@code .npy} file into a tensor that this scope owns.
     *
     * @param path the file, of any file system; outside the default one, of at most 2 GiB
     * @return a new tensor
     * @throws TensorException if the file cannot be read, or holds no array of a type that there is; its cause is an
     *     {@link java.io.IOException}, see {@link Tensor#loadNpy(Path)}
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor loadNpy(Path path) {
        return Create.npy(this, path);
    }

    // What it owns.

    /**
     * Moves {@code resource} from the scope that owns it to that scope's parent; to nobody if that has none. The
     * same as {@link NativeResource#moveToOuterScope()}.
     *
     * @param <R> what it is
     * @param resource what to keep, of this scope or of one below it; what nobody owns stays so
     * @return {@code resource}
     * @throws InvalidArgumentException if another scope owns it: {@link NativeResource#moveToOuterScope()} asks for none
     * @throws ScopeException if the parent is closing or capped; {@code resource} then stays where it was
     * @throws ClosedException if it is closed
     */
    @CanIgnoreReturnValue
    public <R extends NativeResource> R keep(R resource) {
        Objects.requireNonNull(resource, "resource");
        Native.scopeCheckOwns(handle(), resource.handle());
        resource.moveToOuterScope();
        return resource;
    }

    /**
     * Moves {@code resource} here, from wherever it is: {@link NativeResource#moveTo(Scope)}, by the name that it has in DJL.
     *
     * @param <R> what it is
     * @param resource what to own from now on
     * @return {@code resource}
     * @throws ScopeException if this scope is closed or capped; {@code resource} then stays where it was
     * @throws NativeMemoryException if it would pass a limit of this scope; it then stays where it was
     * @throws ClosedException if {@code resource} is closed
     */
    @CanIgnoreReturnValue
    public <R extends NativeResource> R attach(R resource) {
        Objects.requireNonNull(resource, "resource");
        resource.moveTo(this);
        return resource;
    }

    /**
     * Borrows {@code resource}: when this scope closes, it goes back to where it was, in its old place, or to nobody if
     * nobody owned it. If its origin is closed by then it is freed. What is here already stays what it is.
     *
     * <p>Loans may be lent on; however the scopes close, it goes back to the last of them that is open. Moving it in any
     * other way, or closing it, ends the loan.
     *
     * @param <R> what it is
     * @param resource what to own for a while
     * @return {@code resource}
     * @throws ScopeException if this scope is closed or capped; {@code resource} then stays where it was
     * @throws NativeMemoryException if it would pass a limit of this scope; it then stays where it was
     * @throws ClosedException if {@code resource} is closed
     */
    @CanIgnoreReturnValue
    public <R extends NativeResource> R tempAttach(R resource) {
        Objects.requireNonNull(resource, "resource");
        Owners.lend(resource, this);
        return resource;
    }

    /**
     * Moves {@code resource} to the parent of this scope, to nobody if it has none: as DJL's {@code ret}, for the result
     * of a method that works in a scope of its own.
     *
     * @param <R> what it is
     * @param resource what to return
     * @return {@code resource}
     * @throws ScopeException if the parent is closed or capped; {@code resource} then stays where it was
     * @throws NativeMemoryException if it would pass a limit of the parent; it then stays where it was
     * @throws ClosedException if {@code resource} or this scope is closed
     */
    @CanIgnoreReturnValue
    public <R extends NativeResource> R ret(R resource) {
        Objects.requireNonNull(resource, "resource");
        Scope self = this;
        Owners.outOf(resource, () -> self, () -> Native.scopeRet(handle(), resource.handle()));
        KeepAlive.done(this);
        return resource;
    }

    /**
     * Takes {@code resource} out of the scope that owns it. The same as {@link NativeResource#detachFromScope()}.
     *
     * @param <R> what it is
     * @param resource what nobody is to own, of this scope or of one below it
     * @return {@code resource}
     * @throws InvalidArgumentException if another scope owns it: {@link NativeResource#detachFromScope()} asks for none
     * @throws ClosedException if it is closed
     */
    @CanIgnoreReturnValue
    public <R extends NativeResource> R detach(R resource) {
        Objects.requireNonNull(resource, "resource");
        Native.scopeCheckOwns(handle(), resource.handle());
        resource.detachFromScope();
        return resource;
    }

    /**
     * Closes all that this scope owns but {@code resources}, scopes below it included; itself it stays open. Those of
     * {@code resources} that a scope below it owns move here; those that are owned elsewhere stay there. What it was
     * given by {@link Scope#own} it closes first, and what is on loan here goes back.
     *
     * @param resources what stays
     * @throws ClosedException if this scope or one of {@code resources} is closed; then nothing native has changed
     */
    public void closeAllBut(NativeResource... resources) {
        Arguments.notNull("resources", resources);
        closeForeign(false, List.of(resources)::contains, () -> {
            long[] handles = Call.handles(resources); // those of scopes that are created for it
            Call.change(() ->
                    Owners.several(resources, this, () -> Native.scopeCloseAllBut(handle(), handles), () -> {}));
        });
        KeepAlive.done(this, resources);
    }

    /**
     * Closes all that this scope owns but {@code resources}, as {@link #closeAllBut(NativeResource...)} does.
     *
     * @param resources what stays
     * @throws ClosedException if this scope or one of {@code resources} is closed; then nothing native has changed
     */
    public void closeAllBut(Collection<? extends NativeResource> resources) {
        closeAllBut(Arguments.array("resources", resources, NativeResource[]::new));
    }

    /**
     * Limits the bytes that this scope and all below it may hold, each storage counted once. What would pass that is a
     * {@link NativeMemoryException} that names this scope, and changes nothing. What is held already stays.
     *
     * @param bytes at most; 0 for no limit
     * @return this
     * @throws ClosedException if it is closed
     */
    @CanIgnoreReturnValue
    public Scope limit(long bytes) {
        Native.scopeSetLimit(handle(), bytes);
        KeepAlive.done(this);
        return this;
    }

    /**
     * Closes {@code resource} with this scope: newest first, and before what is native, so that it may still use that.
     * All are closed, whatever fails; the first failure is thrown when all is closed, with the others suppressed under
     * it, or, after a body that failed, all of them suppressed under that.
     *
     * <p>The garbage collector, which closes a forgotten scope, runs no code of the user: it does not close
     * {@code resource}.
     *
     * @param <T> what it is
     * @param resource what to close; a native resource becomes a member, as by {@link Scope#attach}
     * @return {@code resource}
     * @throws ScopeException if this scope is closed or capped; {@code resource} is then the caller's as before
     */
    @CanIgnoreReturnValue
    public <T extends AutoCloseable> T own(T resource) {
        Objects.requireNonNull(resource, "resource");
        if (resource instanceof NativeResource member) {
            member.moveTo(this);
            return resource;
        }
        if (takesNothing()) {
            throw new ScopeException(Status.SCOPE_CAPPED.code(), "the scope is capped and takes no further members");
        }
        Foreign all = foreign();
        all.add(resource);
        // Closed just now: if the closing has not come to it, it never will.
        if (!isOpen() && all.remove(resource)) {
            throw new ScopeException(Status.SCOPE_CLOSED.code(), "the scope is closed: it owns nothing any more");
        }
        return resource;
    }

    private boolean takesNothing() {
        try {
            return isCreated() && isOpen() && Native.scopeIsCapped(handle());
        } catch (ClosedException closed) {
            return false; // just now: that is asked last
        }
    }

    // What is known of it.

    /**
     * The limit of this scope.
     *
     * @return bytes; 0 if there is none
     * @throws ClosedException if it is closed
     */
    public long limit() {
        return stats().limitBytes();
    }

    /**
     * What this scope owns itself, the oldest first.
     *
     * @return a picture of this moment
     * @throws ClosedException if it is closed
     */
    public List<Member> members() {
        Scope self = this;
        return Rows.of(Native.scopeDump(handle(), Rows.FORMAT)).stream()
                .map(row -> new Member(row, self))
                .toList();
    }

    /**
     * The scope that this one is below.
     *
     * @return null if there is none
     */
    public @Nullable Scope parent() {
        Scope above = above();
        return above instanceof WorkspacePart part ? part.workspace : above;
    }

    /**
     * The outermost scope that this one is below.
     *
     * @return this scope itself if it has no parent
     */
    public Scope root() {
        Scope root = this;
        Set<Scope> seen = Collections.newSetFromMap(new IdentityHashMap<>()); // closed ones may say a ring
        for (Scope above = above(); above != null && seen.add(above); above = above.above()) {
            root = above;
        }
        return root;
    }

    @Override
    public final @Nullable String name() {
        return isCreated() ? KeepAlive.value(Native.handleName(handle()), this) : name;
    }

    @Override
    @CanIgnoreReturnValue
    public Scope name(String name) {
        this.name = Text.checked(name, "name");
        if (isCreated()) {
            Native.handleSetName(handle(), name);
            KeepAlive.done(this);
        }
        return this;
    }

    @Override
    public final boolean isClosed() {
        return isCreated() ? super.isClosed() : !isOpen();
    }

    // For other threads.

    /**
     * Makes this scope current on the calling thread while {@code body} runs. Many threads may do so at once.
     *
     * @param body what to run
     * @throws ScopeException if this scope is closed
     */
    public void run(Runnable body) {
        Objects.requireNonNull(body, "body");
        Object before = enter();
        try {
            body.run();
        } finally {
            Current.restore(before);
        }
    }

    /**
     * Makes this scope current on the calling thread while {@code body} runs. Many threads may do so at once.
     *
     * @param <T> what the body returns
     * @param body what to run
     * @return what it returned
     * @throws ScopeException if this scope is closed
     */
    @CanIgnoreReturnValue
    public <T extends @Nullable Object> T run(Supplier<? extends T> body) {
        Objects.requireNonNull(body, "body");
        Object before = enter();
        try {
            return body.get();
        } finally {
            Current.restore(before);
        }
    }

    /**
     * Makes this scope current on the calling thread while {@code body} runs. Many threads may do so at once.
     *
     * @param <T> what the body returns
     * @param body what to run
     * @return what it returned
     * @throws ScopeException if this scope is closed
     * @throws Exception what {@code body} throws
     */
    @CanIgnoreReturnValue
    public <T extends @Nullable Object> T call(Callable<? extends T> body) throws Exception {
        Objects.requireNonNull(body, "body");
        Object before = enter();
        try {
            return body.call();
        } finally {
            Current.restore(before);
        }
    }

    /**
     * A task that runs {@code body} with this scope current, on whatever thread.
     *
     * @param body what to run
     * @return the task; it throws {@link ScopeException} when this scope is closed by then
     */
    public Runnable wrap(Runnable body) {
        Objects.requireNonNull(body, "body");
        return () -> run(body);
    }

    /**
     * A task that runs {@code body} with this scope current, on whatever thread.
     *
     * @param <T> what the body returns
     * @param body what to run
     * @return the task; it throws {@link ScopeException} when this scope is closed by then
     */
    public <T extends @Nullable Object> Callable<T> wrap(Callable<T> body) {
        Objects.requireNonNull(body, "body");
        return () -> call(body);
    }

    /**
     * A task that runs {@code body} with this scope current, on whatever thread. It has a name of its own because the
     * compiler could not tell a lambda of it from a {@link Callable}.
     *
     * @param <T> what the body returns
     * @param body what to run
     * @return the task; it throws {@link ScopeException} when this scope is closed by then
     */
    public <T extends @Nullable Object> Supplier<T> wrapSupplier(Supplier<T> body) {
        Objects.requireNonNull(body, "body");
        return () -> run(body);
    }

    /**
     * An executor that runs each task with this scope current.
     *
     * <p>A task that it has taken always runs, since what waits for it, such as a {@link
     * java.util.concurrent.CompletableFuture}, would else wait for ever. If this scope is closed by
     * then, it is current all the same: the first call in the task that would make something throws
     * {@link ScopeException}.
     *
     * @param executor what runs them
     * @return an executor on top of it
     */
    public Executor wrap(Executor executor) {
        Objects.requireNonNull(executor, "executor");
        return task -> executor.execute(taken(task));
    }

    /**
     * An executor that runs each task with this scope current.
     *
     * <p>If this scope is closed when a task starts that was given to {@code submit}, {@code
     * invokeAll} or {@code invokeAny}, that does not run, and its {@link
     * java.util.concurrent.Future} fails with {@link ScopeException}. What was given to {@code
     * execute} runs, as with {@link #wrap(Executor)}.
     *
     * @param executor what runs them
     * @return an executor on top of it, which shutting down shuts down that
     */
    public ExecutorService wrap(ExecutorService executor) {
        Objects.requireNonNull(executor, "executor");
        return new Service(executor);
    }

    /** A task that someone may wait for in a way that nobody here knows: it runs, whatever this scope is by then. */
    private Runnable taken(Runnable task) {
        Objects.requireNonNull(task, "task");
        return () -> {
            Object before = isOpen() ? Current.enter(this) : Current.enterClosed(this);
            try {
                task.run();
            } finally {
                Current.restore(before);
            }
        };
    }

    private Object enter() {
        mustBeOpen();
        return Current.enter(this);
    }

    /** Runs nothing, and opens nothing, when it is closed. */
    final void mustBeOpen() {
        if (!isOpen()) {
            throw new ScopeException(Status.SCOPE_CLOSED.code(), "the scope is closed: it runs nothing");
        }
    }

    /** Hands on what it is given with each task wrapped: so the executor's own futures get what a task throws. */
    private final class Service implements ExecutorService {
        private final ExecutorService executor;

        Service(ExecutorService executor) {
            this.executor = executor;
        }

        @Override
        public void execute(Runnable task) {
            executor.execute(taken(task));
        }

        @Override
        public Future<?> submit(Runnable task) {
            return executor.submit(wrap(Objects.requireNonNull(task, "task")));
        }

        @Override
        public <T> Future<T> submit(Runnable task, T result) {
            return executor.submit(wrap(Objects.requireNonNull(task, "task")), result);
        }

        @Override
        public <T> Future<T> submit(Callable<T> task) {
            return executor.submit(wrap(Objects.requireNonNull(task, "task")));
        }

        @Override
        public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
            return executor.invokeAll(all(tasks));
        }

        @Override
        public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
                throws InterruptedException {
            return executor.invokeAll(all(tasks), timeout, unit);
        }

        @Override
        public <T> T invokeAny(Collection<? extends Callable<T>> tasks)
                throws InterruptedException, ExecutionException {
            return executor.invokeAny(all(tasks));
        }

        @Override
        public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
                throws InterruptedException, ExecutionException, TimeoutException {
            return executor.invokeAny(all(tasks), timeout, unit);
        }

        private <T> List<Callable<T>> all(Collection<? extends Callable<T>> tasks) {
            List<Callable<T>> wrapped = new ArrayList<>(tasks.size());
            for (Callable<T> task : tasks) {
                wrapped.add(wrap(Objects.requireNonNull(task, "task")));
            }
            return wrapped;
        }

        @Override
        public void shutdown() {
            executor.shutdown();
        }

        @Override
        public List<Runnable> shutdownNow() {
            return executor.shutdownNow();
        }

        @Override
        public boolean isShutdown() {
            return executor.isShutdown();
        }

        @Override
        public boolean isTerminated() {
            return executor.isTerminated();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            return executor.awaitTermination(timeout, unit);
        }

        /**
         * From Java 19 on an executor has this method. It is the wrapped one's: that of the common pool does nothing, while
         * the one that this class would inherit waits for the pool to end, which it never does.
         */
        @SuppressWarnings({"MissingOverride", "unused"}) // Java 17 has no such method, and nobody who calls it there
        public void close() throws Exception {
            if (executor instanceof AutoCloseable closeable) {
                closeable.close();
            }
        }
    }

    // For a body.

    /**
     * Runs {@code body} in a scope of its own. A lambda that returns nothing comes here; it may throw checked
     * exceptions.
     *
     * @param <E> what the body throws that is checked; found by the compiler
     * @param body what to run; what it throws passes on, after the scope has closed, and what fails in closing is suppressed
     *     under it
     * @throws E what {@code body} throws
     */
    public static <E extends Exception> void using(ScopeAction<? extends E> body) throws E {
        Objects.requireNonNull(body, "body");
        Scope scope = Scope.openForBody();
        try {
            try {
                body.act();
            } catch (Throwable e) {
                scope.closeUnder(e);
                throw e;
            }
            scope.close();
        } finally {
            // There was no stack for closing it: so no call is to be had here either.
            if (!scope.gone && scope.closer != null) {
                synchronized (Abandoned.LOCK) {
                    scope.abandonedBefore = Abandoned.first;
                    Abandoned.first = scope;
                    Backstop.isTendDue = true;
                }
            }
        }
    }

    /**
     * Runs {@code body} in a scope of its own: as {@link #using(ScopeAction)}, for what is a {@link Runnable} already.
     *
     * @param body what to run
     */
    public static void using(Runnable body) {
        Objects.requireNonNull(body, "body");
        using((ScopeAction<RuntimeException>) body::run);
    }

    /**
     * Runs {@code body} in a scope of its own and returns its value. A lambda that returns something comes here; it may
     * throw checked exceptions.
     *
     * <pre>{@code
     * Tensor normal = Scope.using(() -> {
     *     Tensor x = Tensor.of(Files.readAllBytes(path)).cast(DType.F32); // throws IOException, and so does using
     *     return x.sub(x.mean());
     * });
     * }</pre>
     *
     * <p>What can be reached from the value moves to the parent: tensors, scopes and everything else native that the scope
     * or one below it owns, in arrays, {@link Iterable}s, {@link java.util.Map}s, {@link java.util.Map.Entry}s, {@link
     * java.util.Optional}s, {@link java.util.concurrent.atomic.AtomicReference}s, records, what is {@link Escapable}, and
     * what an {@link EscapeRule} knows, nested in any way. What makes its elements later, when they are closed, is refused: iterators, streams, suppliers,
     * callables and futures.
     *
     * @param <T> what the body returns
     * @param <E> what the body throws that is checked; found by the compiler
     * @param body what to run; what it throws passes on, after the scope has closed, and what fails in closing is suppressed
     *     under it
     * @return what the body returned
     * @throws E what {@code body} throws
     * @throws InvalidArgumentException if the value is or holds what cannot be searched; it names the class, and all is
     *     closed then
     * @throws ScopeException if something escapes and the parent is capped; all is closed then
     * @throws NativeMemoryException if something escapes and would pass a limit of the parent; all is closed then
     */
    @CanIgnoreReturnValue
    public static <T extends @Nullable Object, E extends Exception> T using(ScopeBody<? extends T, ? extends E> body)
            throws E {
        Objects.requireNonNull(body, "body");
        Scope scope = Scope.openForBody();
        try {
            T value = body.call();
            scope.closeKeeping(value);
            return value;
        } catch (Throwable e) {
            scope.closeUnder(e);
            throw e;
        } finally {
            // There was no stack for closing it: so no call is to be had here either.
            if (!scope.gone && scope.closer != null) {
                synchronized (Abandoned.LOCK) {
                    scope.abandonedBefore = Abandoned.first;
                    Abandoned.first = scope;
                    Backstop.isTendDue = true;
                }
            }
        }
    }

    /**
     * Runs {@code body} in a scope of its own and returns its value: as {@link #using(ScopeBody)}, for what is a
     * {@link Supplier} already.
     *
     * @param <T> what the body returns
     * @param body what to run
     * @return what the body returned
     */
    @CanIgnoreReturnValue
    public static <T extends @Nullable Object> T using(Supplier<? extends T> body) {
        Objects.requireNonNull(body, "body");
        return using((ScopeBody<T, RuntimeException>) body::get);
    }

    /**
     * Runs {@code body} in a scope of its own and returns its value: as {@link #using(ScopeBody)}, for what is a
     * {@link Callable} already.
     *
     * @param <T> what the body returns
     * @param <E> not used: with it, {@code Scope.<Tensor>using(() -> ...)} does not fit this as well as a supplier
     * @param body what to run
     * @return what the body returned
     * @throws Exception what {@code body} throws
     */
    @CanIgnoreReturnValue
    public static <T extends @Nullable Object, E extends Exception> T using(Callable<? extends T> body)
            throws Exception {
        Objects.requireNonNull(body, "body");
        return using((ScopeBody<T, Exception>) body::call);
    }

    /**
     * The native resources that {@link #using(ScopeBody)} finds in a value: what it is itself, and what arrays, collections, maps,
     * records, {@link Escapable}s and the like hold, however deep, each once.
     *
     * @param value anything
     * @return a new list, in the order in which they were found
     * @throws InvalidArgumentException if the value holds its resources where they cannot be seen, as an iterator does
     */
    public static List<NativeResource> resourcesIn(@Nullable Object value) {
        return Escape.resourcesIn(value, NativeResource.class);
    }

    final void closeUnder(Throwable primary) {
        try {
            close();
        } catch (Throwable e) {
            if (e != primary) {
                primary.addSuppressed(e);
            }
        }
    }

    final void closeKeeping(Object value) {
        Object place = value instanceof Tensor one && !hasForeign() ? one.owner : null;
        if (Places.isOne(place) && Places.first(place) == this) {
            if (!popOne((Tensor) value, place)) {
                close(); // the body has closed one of the two: it does not escape
            } else if (hasForeign()) { // the first came meanwhile
                closeForeign(true, below -> false, () -> {});
            }
            Current.left();
            return;
        }
        NativeResource[] escaping = Escape.resourcesIn(value, NativeResource.class).stream()
                .filter(resource -> resource != this)
                .toArray(NativeResource[]::new);
        closeForeign(true, below -> false, () -> release(escaping));
    }

    private void release(NativeResource[] escaping) {
        if (!pop(escaping)) {
            end(false);
        }
        Current.left();
    }

    /** As {@link #pop(NativeResource[])} for one member, which is what most bodies return. */
    private boolean popOne(Tensor escaping, Object place) {
        try {
            Leaks.closing(handle());
            try {
                popOnce(escaping, place);
            } catch (NativeMemoryException refused) {
                Call.again(refused, () -> popOnce(escaping, place));
            }
        } catch (ClosedException e) {
            return false;
        }
        if (ownerHint() == null) {
            Pressure.check();
        }
        return true;
    }

    private void popOnce(Tensor escaping, Object place) {
        Scope outer = ownerHint();
        Owners.enter(outer);
        Object home = Owners.home(escaping, outer);
        long now;
        try {
            now = Native.scopePopOne(handle(), escaping.handle);
        } catch (Throwable e) {
            abandon(home);
            throw e;
        }
        end(true);
        Owners.escaped(escaping, this, place, outer, home, now);
    }

    /** Closes in one crossing, unless nothing is returned; what escapes goes to the parent. */
    private boolean pop(NativeResource[] resources) {
        NativeResource[] escaping = resources;
        while (escaping.length > 0) {
            NativeResource[] all = escaping;
            long[] handles = Call.handles(all); // those of scopes that are created for it
            Scope outer = ownerHint();
            try {
                Leaks.closing(handle());
                Call.change(() -> Owners.several(all, outer, () -> Native.scopePop(handle(), handles), () -> end(true)));
            } catch (ClosedException e) {
                if (isClosed()) {
                    return false; // by the body, with what it owned
                }
                // One of the others is closed, perhaps just now by another thread: the rest is tried again.
                escaping = Stream.of(all).filter(resource -> !resource.isClosed()).toArray(NativeResource[]::new);
                continue;
            }
            if (outer == null) {
                Pressure.check();
            }
            return true;
        }
        return false;
    }

    /** Closes what is native. */
    final void finish() {
        if (end(false)) {
            Current.left();
        }
    }

    // How it is created, found open and closed.

    /** The core has made this already, under this number. */
    final void made(long handle) {
        entry = Backstop.watch(this, handle, null);
        number = handle;
    }

    /** It has this number in the core, and there somebody else closes it. */
    final void called(long handle) {
        number = handle;
    }

    /** Whether that is its number. */
    final boolean isCalled(long handle) {
        return number == handle;
    }

    /** Where what leaves this goes: its parent, null for nobody. */
    Scope outer() {
        return ownerHint();
    }

    /** The scope above this. What the core has not heard of is where it was made. */
    final Scope above() {
        return isCreated() ? Owners.last(this) : ownerHint();
    }

    /**
     * Whether neither this nor a scope above it has been closed. Each operation asks this of the current scope: so the core is
     * only asked when some have ended with another since.
     */
    final boolean isOpen() {
        return entry != CLOSED && (owner == null || openAt == Endings.now() || isFoundOpen());
    }

    /**
     * The core knows, but for the innermost scopes that it has not heard of: those close with the first that it knows. That
     * they have is noted in each on the way, so that all of a deep tree are looked at once.
     */
    private boolean isFoundOpen() {
        long now = Endings.now();
        long since = Endings.ANY;
        Scope node = this;
        while (node.number == 0 && node.owner instanceof Scope above && node.openAt != now) {
            since = node.openAt;
            node = above;
            if (since == Endings.NONE || node.entry == CLOSED) {
                found(Endings.NONE);
                return false;
            }
        }
        if (node.number != 0 && !Native.scopeIsOpen(node.number, since)) {
            found(Endings.NONE);
            return false;
        }
        node.openAt = now;
        found(now);
        return true;
    }

    /** Notes this and those above that the core has not heard of: they were open then, or with {@link Endings#NONE} are closed. */
    private void found(long endings) {
        Scope node = this;
        // First where it lies: what is unknown then has not moved.
        while (node.owner instanceof Scope above && node.number == 0 && node.openAt != endings && node.entry != CLOSED) {
            node.openAt = endings;
            node = above;
        }
    }

    /** It was open when there were so many endings. */
    final void foundOpen(long endings) {
        openAt = endings;
    }

    /** Whether the core knows this. */
    final boolean isCreated() {
        return number != 0;
    }

    @Override
    protected final long handle() {
        long known = number;
        return known != 0 ? known : createInCore();
    }

    private long createInCore() {
        Scope parent = ownerHint();
        if (parent == null || parent.isCreated()) {
            return createBelow(parent);
        }
        Deque<Scope> unmade = new ArrayDeque<>();
        for (Scope node = this; node != null && !node.isCreated(); node = node.ownerHint()) {
            unmade.push(node);
        }
        for (Scope node : unmade) {
            node.createBelow(node.ownerHint());
        }
        return number;
    }

    private long createBelow(Scope parent) {
        boolean closes = closer != null && closer == Thread.currentThread();
        Backstop.Entry mine = closes ? null : Backstop.watch(this, 0, null); // before there is a handle to lose
        if (push(parent, mine)) {
            if (closer == null) {
                publishWatched(mine);
            } else {
                publish(mine);
            }
        }
        Reference.reachabilityFence(parent);
        return number;
    }

    private void publishWatched(Backstop.Entry mine) {
        long fresh = mine.handle;
        Backstop.Entry first = (Backstop.Entry) ENTRY.compareAndExchange(this, null, mine);
        if (first == null) {
            NUMBER.setRelease(this, fresh);
        } else { // another thread has created it meanwhile, or it was closed before its creation
            giveName(fresh);
            Native.scopeClose(fresh);
            Backstop.forget(mine);
            number = first == CLOSED ? fresh : first.handle;
        }
        giveName(number);
    }

    /**
     * As before, of what has a closer: the first number that it gets is its own, and who closed it meanwhile may not have seen
     * that. {@code mine} is null on the closer's thread.
     */
    private void publish(Backstop.Entry mine) {
        long fresh = mine != null ? mine.handle : stray;
        if (NUMBER.compareAndSet(this, 0L, fresh)) {
            giveName(fresh);
            if (entry == CLOSED) {
                Native.scopeClose(fresh);
            }
        } else if (number != fresh) {
            Native.scopeClose(fresh);
        }
        forget(mine);
    }

    private void giveName(long handle) {
        String given = name;
        if (given != null) {
            try {
                Native.handleSetName(handle, given);
            } catch (ClosedException e) {
                return; // meanwhile
            }
        }
    }

    /**
     * Makes a scope in the core, and stores its handle before there is another call in which the stack could end: with
     * {@code watcher}, or as {@code stray} if that is null. False when this went with its parents before its creation, and then it
     * has a stale number.
     */
    private boolean push(Scope parent, Backstop.Entry watcher) {
        try {
            if (entry != CLOSED) { // of those above, the core knows
                if (watcher == null && stray != 0) {
                    return true; // made before, where the stack then ended
                }
                long above = parent == null ? 0 : parent.handle();
                long fresh = Native.scopePushSince(above, openAt, outside);
                if (watcher != null) {
                    watcher.handle = fresh;
                } else {
                    stray = fresh;
                }
                return true;
            }
        } catch (Throwable e) {
            if (!(e instanceof ScopeException refused && refused.status() == Status.SCOPE_CLOSED)) {
                forget(watcher);
                throw e;
            }
        }
        pushStale(watcher);
        return false;
    }

    private void pushStale(Backstop.Entry watcher) {
        long stale = watcher == null ? stray : 0;
        if (stale == 0) {
            stale = Native.scopePush(0);
            if (watcher != null) {
                watcher.handle = stale;
            } else {
                stray = stale;
            }
        }
        giveName(stale);
        Native.scopeClose(stale);
        NUMBER.compareAndSet(this, 0L, stale); // another thread may have created this meanwhile
        forget(watcher);
    }

    /** The handle of {@code watcher}, or what is {@code stray} if that is null, need not be thought of any more. */
    private void forget(Backstop.Entry watcher) {
        if (watcher != null) {
            Backstop.forget(watcher);
        } else {
            stray = 0;
        }
    }

    /** As the user gave it, also when it is closed. */
    final String givenName() {
        return name;
    }

    /**
     * A scope has an entry of its own and keeps it wherever it goes. What was moved never has no place: where it lies the core
     * is asked, which says the same of what nobody owns as of what is in a scope that is closing.
     */
    @Override
    final Object home(Scope scope) {
        return scope == null ? Places.nobodys() : scope;
    }

    /**
     * Closes this, unless it is closed already. The core hears nothing of one that was not created.
     *
     * @param released whether the core has closed it in the same call that moved what was kept
     */
    final boolean end(boolean released) {
        if (gone) {
            return false;
        }
        Backstop.Entry before = (Backstop.Entry) ENTRY.getAndSet(this, CLOSED);
        boolean isWatched = before != null && before != CLOSED;
        long known = isWatched ? before.handle : number;
        try {
            if (hasBelow) { // who comes to lie below this from here on sees that it is closed
                Native.scopeEnded();
            }
            if (known != 0 && !released) {
                Leaks.closing(known);
                Native.scopeClose(known);
            }
        } catch (VirtualMachineError e) { // no stack for it: it is open, to be closed again or collected
            entry = before;
            throw e;
        }
        gone = stray == 0;
        if (isWatched) {
            Backstop.forget(before);
        }
        if (isEntered) {
            Owners.left(this);
        }
        return before != CLOSED;
    }

    /** Its closer could not close it, or came no further than to say that it is closed. */
    final void closeAbandoned() {
        end(false);
        Native.scopeClose(number);
        Native.scopeClose(stray);
    }

    @Override
    protected final void dispose() {
        end(false);
    }

    // What it owns that is not native.

    /** Whether a thread is about to close what is not native of this. */
    final boolean isEnding() {
        return foreign != null && foreign.isEnding();
    }

    final boolean hasForeign() {
        return foreign != null;
    }

    /** What this owns. Once it is there, every scope above knows of it: who finds it need not tell them. */
    final Foreign foreign() {
        if (foreign == null) {
            synchronized (LINKS) {
                begin();
            }
        }
        return foreign;
    }

    private void begin() {
        Deque<Scope> unknown = new ArrayDeque<>();
        Scope at = this;
        while (at != null && at.foreign == null && !at.begins) {
            at.begins = true;
            unknown.push(at);
            at = at.ownerHint();
        }
        boolean all = true;
        try {
            for (Scope next : unknown) {
                all &= next.linkBelow(next.ownerHint());
                next.foreign = new Foreign();
            }
        } finally {
            unknown.forEach(next -> next.begins = false);
        }
        if (!all) {
            unknown.forEach(next -> next.linkBelow(next.ownerHint()));
        }
    }

    /** Closes with the scope that it is below, and that with the one above it. */
    final void link() {
        synchronized (LINKS) {
            linkBelow(ownerHint());
        }
    }

    /**
     * False when {@code parent} is about to begin itself: what closed scopes say of each other may be a ring, and what open ones
     * do while other threads move them.
     */
    private boolean linkBelow(Scope parent) {
        if (parent == null) {
            return true;
        }
        if (parent.foreign == null) {
            parent.begin();
        }
        Foreign above = parent.foreign;
        if (above != null) {
            above.addOnce(this);
        }
        return above != null;
    }

    private void unlink(Object place) {
        for (Object at = place; at != null; at = Places.next(at)) {
            Scope scope = Places.first(at);
            if (scope != null && scope.foreign != null) {
                scope.foreign.remove(this);
            }
        }
    }

    /** Who tells those above of the first that this has, at this moment, sees where this is now, or is seen here. */
    @Override
    final void relink(Object before) {
        synchronized (LINKS) {
            if (foreign != null) {
                unlink(before);
                // All: of what is in a scope that is closing the core says the same as of what nobody owns.
                for (Object at = owner; at != null; at = Places.next(at)) {
                    linkBelow(Places.first(at));
                }
            }
        }
    }

    @Override
    final void late() {
        if (foreign != null && !isOpen()) {
            foreign.closeAll(true, below -> false, () -> {});
        }
    }

    /** Closes what is not native, then does {@code last}, which closes the rest; and ends this, if it {@code ends}. */
    final void closeForeign(boolean ends, Predicate<Scope> stays, Runnable last) {
        Foreign all = foreign;
        if (all == null) {
            last.run();
            all = foreign;
            if (all == null) {
                return;
            }
            // Another thread came between, and saw that this is open.
            all.closeAll(ends, below -> !Places.isOne(below.owner) || stays.test(below), () -> {});
        } else {
            all.closeAll(ends, below -> !Places.isOne(below.owner) || stays.test(below), last);
        }
        if (!isOpen()) {
            unlink(owner);
        }
    }
}
