package dev.tenure;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.errorprone.annotations.MustBeClosed;
import dev.tenure.access.Escape;
import dev.tenure.access.Flight;
import dev.tenure.access.Leaks;
import dev.tenure.access.Pressure;
import dev.tenure.access.Records;
import dev.tenure.collector.Backstop;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.Endings;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Log;
import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
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
import java.util.Comparator;
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
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleToIntFunction;
import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjDoubleConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongBiFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A scope owns the native resources that are made while it is current, and frees all of them when
 * it closes.
 *
 * <pre>{@code
 * try (Scope s = Scope.open()) {
 *     Tensor mean = Tensor.randn(1000, 3).mean(0); // the 1000 x 3 numbers and their mean belong to s
 *     System.out.println(mean);
 * } // both are freed here
 * }</pre>
 *
 * <p>Scopes nest. A scope that is opened inside another is its child and closes with it. A result
 * that must outlive its scope moves to the parent scope:
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
 * <p>or is returned from the body of {@link #using(ScopeBody)}, which moves every resource that the
 * value holds:
 *
 * <pre>{@code
 * Tensor normal = Scope.using(() -> {
 *     Tensor x = load();
 *     return x.sub(x.mean()).div(10); // the intermediate results are freed, the result is not
 * });
 * }</pre>
 *
 * <p>A scope that never owns anything costs next to nothing: the native library creates a scope on
 * first use.
 *
 * <p>A scope is <em>current</em> on the thread that opened it until it closes. To own resources
 * independently of the current scope, or from another thread, make a scope with {@link #create()},
 * which is not current on any thread. Run work in it with {@link #run(Runnable)}, make tensors in
 * it ({@link #zeros(long...)} and so on), or move resources to it with
 * {@link #attach(NativeResource)}.
 *
 * <p>Work that goes on elsewhere has its scope there too if it is wrapped
 * ({@link #wrap(ExecutorService)}, {@link #wrapFunction}), if its thread is made while a scope is
 * open that threads inherit ({@link #inheritable()}), or if it is a fork of the JDK's
 * {@code StructuredTaskScope}.
 *
 * <p>{@link #close()} may be called on any thread, in any order, and any number of times. A closed
 * scope is never current: the nearest enclosing open scope is current instead. If a scope and
 * everything it owns become unreachable before it is closed, the garbage collector closes it.
 */
public sealed class Scope extends NativeResource permits WorkspaceCycles, WorkspacePart {
    private static final ScopeOptions PLAIN = options();
    private static final Object LINKS = new long[0]; // the lock for links between parents and children, see `foreign`

    // A scope is not created in the core until its first use. Then it has a number, and at last it
    // is closed. A scope that never owns anything never reaches the core or the backstop. It is
    // created when its handle is first needed, its parents before it. Any number of threads may
    // create it at the same time, and another thread may close it: `entry` decides which one wins,
    // and a loser closes what it created. A scope that is closed before its creation still gets a
    // handle, a stale one, so that the core answers every use as it does for any closed scope.

    static final Backstop.Entry CLOSED = new Backstop.Entry(0);
    private static final VarHandle ENTRY;
    private static final VarHandle NUMBER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ENTRY = lookup.findVarHandle(Scope.class, "entry", Backstop.Entry.class);
            NUMBER = lookup.findVarHandle(Scope.class, "number", long.class);
            Backstop.tendBy(Abandoned::close);
            // Loaded here because a class whose initialization fails with a StackOverflowError is
            // unusable for good.
            lookup.ensureInitialized(Abandoned.class);
            lookup.ensureInitialized(Owners.class);
            lookup.ensureInitialized(Current.class);
            lookup.ensureInitialized(Inherited.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Whether the backstop also watches the members. */
    final boolean reclaimEarly;

    private volatile long number; // 0: not created in the core yet
    volatile Backstop.Entry entry; // null: not created yet
    /**
     * Its tensors get memory from the pool even inside a workspace. Set before the scope is
     * published.
     */
    boolean outside;
    /** Threads that are made while this is current inherit it. Set before the scope is published. */
    boolean inheritable;
    /**
     * The thread that always closes this, so that the backstop need not; else null. Set before
     * publication.
     */
    Thread closer;

    /**
     * The handle that the closing thread created in the core before it becomes {@code number}; 0 if
     * none.
     */
    private long stray;

    /**
     * Closing is complete. A thread that does not see this yet closes the scope again, which has no
     * effect.
     */
    boolean gone;

    /** The next entry of the list that starts at {@link Abandoned#first}. */
    Scope abandonedBefore;

    /** What was current when this was opened; only the opening thread reads it. */
    Object before;

    /** Its event in the JVM's flight recorder; null unless a recording wants it. */
    Object flight;

    private boolean hasBelow; // a child was made that may not be created in the core yet
    private long openAt; // the count of endings at which this was last found open
    volatile String name; // as the user gave it; kept after closing

    private volatile Foreign foreign; // null: there has never been any
    private boolean begins; // the thread that holds LINKS is about to create `foreign`

    /** Whether {@link Owners} has this under its number. */
    volatile boolean isEntered;

    /** Wraps a number of the core, or one that a test makes up; 0 if the number is set later. */
    Scope(long number, Scope parent) {
        this(parent, Endings.NONE, false);
        if (number != 0) {
            called(number);
        }
    }

    /**
     * {@code parent} was found open at the count {@code openAt}, or is closed, which its
     * {@code entry} shows.
     */
    private Scope(Scope parent, long openAt, boolean reclaimEarly) {
        super(0, parent);
        this.openAt = parent != null && parent.entry == CLOSED ? Endings.NONE : openAt;
        this.reclaimEarly = reclaimEarly;
        if (parent != null && !parent.hasBelow) {
            parent.hasBelow = true;
            VarHandle.fullFence(); // a closing thread marks the scope closed first and reads `hasBelow` afterwards
        }
    }

    /** The count of endings; or the error of loading, since a class that could not be initialized does not repeat it. */
    private static long endings() {
        NativeLoader.require();
        return Endings.now();
    }

    /** {@code cell} is that of the thread on which the scope is about to be opened, or null. */
    private static Scope make(Object[] cell, Scope parent, long openAt, ScopeOptions options) {
        Scope scope = new Scope(parent, openAt, options.reclaimEarly);
        if (options != PLAIN) {
            try {
                options.apply(scope);
            } catch (Throwable e) {
                scope.close();
                throw e;
            }
        }
        noted(cell, scope);
        return scope;
    }

    /** Creates the scope in the core at once if the leak reports sample it. */
    private static void noted(Object[] cell, Scope scope) {
        if (Leaks.isOn()) {
            if (cell != null) {
                ThreadsWithScopes.add(cell);
            }
            if (Leaks.isNextNoted()) {
                Leaks.note(scope.handle());
            }
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
     * @param options the options of the scope
     * @return the scope, to be closed
     */
    @MustBeClosed
    public static Scope open(ScopeOptions options) {
        Objects.requireNonNull(options, "options");
        Object[] cell = Current.cell();
        long openAt = endings();
        Scope scope = make(cell, Current.scopeIn(cell), openAt, options);
        if (scope.inheritable) {
            Inherited.begin();
        }
        return Current.opened(cell, scope);
    }

    /**
     * Opens a scope below the current one and makes it current on this thread. Tensors made in it,
     * and in scopes below it, get their memory from the pool, even when a workspace is entered.
     *
     * @return the scope, to be closed
     */
    @MustBeClosed
    public static Scope outOfWorkspaces() {
        Object[] cell = Current.cell();
        long openAt = endings();
        Scope scope = new Scope(Current.scopeIn(cell), openAt, false);
        scope.outside = true;
        noted(cell, scope);
        return Current.opened(cell, scope);
    }

    /**
     * Opens a scope below the current one and makes it current on this thread, and on threads that
     * are made while it is open: a thread that is made on this one, or on a thread that has
     * inherited the scope, begins with the scope current that is current here. That is this one, or
     * one that was opened inside it. The same as {@link ScopeOptions#inheritable()}.
     *
     * <p>When what a thread has inherited closes, the nearest open scope further out is current
     * there, up to this one, and then nothing. Threads hold what they inherit weakly.
     *
     * <p>Virtual threads inherit too. A thread that its maker told not to inherit
     * {@link InheritableThreadLocal}s does not; nor do those of {@code ForkJoinPool.commonPool()}.
     * A pool makes its threads when it needs them, and they run the tasks of everyone: for pools use
     * {@link #wrap(ExecutorService)}.
     *
     * @return the scope, to be closed
     */
    @MustBeClosed
    public static Scope inheritable() {
        return open(options().inheritable());
    }

    /**
     * Makes the scope of a body, for a caller that always closes it, so that the backstop need not
     * watch it. The caller calls {@link #openForBody} where it handles all errors.
     */
    static Scope forBody(Object[] cell) {
        long openAt = endings();
        Scope scope = new Scope(Current.scopeIn(cell), openAt, false);
        // A parked virtual thread may be collected with its stack, and then nothing on it is
        // closed.
        Thread thread = Thread.currentThread();
        scope.closer = WorkspaceRegistry.isVirtual(thread) ? null : thread;
        return scope;
    }

    static void openForBody(Object[] cell, Scope scope) {
        noted(cell, scope);
        Current.opened(cell, scope);
    }

    /**
     * Makes a scope without a parent. It is not current on any thread.
     *
     * @return the scope, to be closed
     */
    public static Scope create() {
        NativeLoader.require();
        return make(null, null, Endings.NONE, PLAIN);
    }

    /**
     * Makes a scope without a parent. It is not current on any thread.
     *
     * @param options the options of the scope
     * @return the scope, to be closed
     */
    public static Scope create(ScopeOptions options) {
        NativeLoader.require();
        Objects.requireNonNull(options, "options");
        return make(null, null, Endings.NONE, options);
    }

    /**
     * Makes a child of another scope. It is not current on any thread.
     *
     * @param parent closes the new scope when it closes; null for a scope without a parent
     * @return the scope, to be closed
     * @throws ScopeException if {@code parent} is closed
     */
    public static Scope create(@Nullable Scope parent) {
        return parent == null ? create() : parent.child();
    }

    /**
     * Makes a child of this scope. It is not current on any thread.
     *
     * @return the scope; it closes with this one unless it is closed before
     * @throws ScopeException if this scope is closed
     */
    public Scope child() {
        return child(PLAIN);
    }

    /**
     * Makes a child of this scope. It is not current on any thread.
     *
     * @param name for errors, dumps and leak reports
     * @return the scope; it closes with this one unless it is closed before
     * @throws ScopeException if this scope is closed
     */
    public Scope child(String name) {
        return child(options().name(name));
    }

    /**
     * Makes a child of this scope. It is not current on any thread.
     *
     * @param options the options of the scope
     * @return the scope; it closes with this one unless it is closed before
     * @throws ScopeException if this scope is closed
     */
    public Scope child(ScopeOptions options) {
        Objects.requireNonNull(options, "options");
        long openAt = endings();
        mustBeOpen();
        return make(null, this, openAt, options);
    }

    /**
     * Returns the scope that is current on this thread and owns what is made here. A closed scope
     * is never current: the nearest enclosing open scope is current instead.
     *
     * @return null if there is none
     */
    public static @Nullable Scope current() {
        return Current.scope();
    }

    /**
     * Makes options for {@link #open(ScopeOptions)}, {@link #create(ScopeOptions)} and
     * {@link #child(ScopeOptions)}.
     *
     * @return new options, all at their defaults
     */
    public static ScopeOptions options() {
        return new ScopeOptions();
    }

    /**
     * Moves this scope, with everything it owns, to its parent's parent. A scope without a parent
     * does not change.
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
     * Takes this scope, with everything it owns, out of its parent, which then no longer closes it.
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
     * Closes the resources given to {@link #own}, then frees everything that this scope and its
     * child scopes own. The second call has no effect. It throws only what closing those resources
     * throws, after everything is closed.
     */
    @Override
    public void close() {
        closeForGood();
    }

    /** Does the work of {@link #close()}; subclasses override that method to leave instead. */
    final void closeForGood() {
        if (!hasForeign()) {
            finish();
        }
        if (hasForeign()) {
            closeForeign(true, below -> false, this::finish);
        }
        Log.check();
    }

    /** Returns {@code Scope(open)} or {@code Scope(closed)}, with the name if it has one. */
    @Override
    public String toString() {
        String name = givenName();
        return "Scope(" + (name == null ? "" : "'" + name + "' ") + (isOpen() ? "open)" : "closed)");
    }

    // Tensors made in it.

    // <generated by ci/generate from src/api; do not edit>
    /**
     * Creates a tensor of the given shape and dtype, filled with 0. It is float32, on the default
     * device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor zeros(long... shape) {
        return Call.create(this, Native::zeros, Native::zeros, DType.F32, Device.OF_SCOPE, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 0. It is on the default device of
     * its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor zeros(DType dtype, long... shape) {
        return Call.create(this, Native::zeros, Native::zeros, dtype, Device.OF_SCOPE, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 0.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * Creates a tensor of the given shape and dtype, filled with 0. It is float32, on the default
     * device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * Creates a tensor of the given shape and dtype, filled with 0. It is on the default device of
     * its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * or 0. It is float32, on the default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor empty(long... shape) {
        return Call.create(this, Native::empty, Native::empty, DType.F32, Device.OF_SCOPE, shape);
    }

    /**
     * Creates an uninitialized tensor of the given shape and dtype, for code that writes every
     * element. Its elements are whatever the memory held: those of earlier tensors of this process,
     * or 0. It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor empty(DType dtype, long... shape) {
        return Call.create(this, Native::empty, Native::empty, dtype, Device.OF_SCOPE, shape);
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * or 0. It is float32, on the default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * or 0. It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * Creates a tensor of the given shape and dtype, filled with 1. It is float32, on the default
     * device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor ones(long... shape) {
        return Call.create(this, Native::ones, Native::ones, DType.F32, Device.OF_SCOPE, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1. It is on the default device of
     * its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor ones(DType dtype, long... shape) {
        return Call.create(this, Native::ones, Native::ones, dtype, Device.OF_SCOPE, shape);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with 1.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * Creates a tensor of the given shape and dtype, filled with 1. It is float32, on the default
     * device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * Creates a tensor of the given shape and dtype, filled with 1. It is on the default device of
     * its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, on the
     * default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(long[] shape, double value) {
        return full(DType.F32, Device.OF_SCOPE, shape, value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is on the default
     * device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(DType dtype, long[] shape, double value) {
        return full(dtype, Device.OF_SCOPE, shape, value);
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, on the
     * default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * Creates a tensor of the given shape and dtype, filled with one number. It is on the default
     * device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, on the
     * default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(long[] shape, long value) {
        return full(DType.F32, Device.OF_SCOPE, shape, value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is on the default
     * device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(DType dtype, long[] shape, long value) {
        return full(dtype, Device.OF_SCOPE, shape, value);
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, on the
     * default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * Creates a tensor of the given shape and dtype, filled with one number. It is on the default
     * device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, on the
     * default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(long[] shape, boolean value) {
        return full(DType.F32, Device.OF_SCOPE, shape, value);
    }

    /**
     * Creates a tensor of the given shape and dtype, filled with one number. It is on the default
     * device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or an integer dtype cannot hold the number
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor full(DType dtype, long[] shape, boolean value) {
        return full(dtype, Device.OF_SCOPE, shape, value);
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * Creates a tensor of the given shape and dtype, filled with one number. It is float32, on the
     * default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * Creates a tensor of the given shape and dtype, filled with one number. It is on the default
     * device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param value the number, the same for every element; a float dtype rounds it, bool stores
     *     whether it is nonzero
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * It is float32, on the default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor rand(long... shape) {
        return Call.create(this, Native::rand, Native::rand, DType.F32, Device.OF_SCOPE, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed in {@code [0, 1)}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor rand(DType dtype, long... shape) {
        return Call.create(this, Native::rand, Native::rand, dtype, Device.OF_SCOPE, shape);
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * It is float32, on the default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * Tenure#seed(long)} starts. It is float32, on the default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randn(long... shape) {
        return Call.create(this, Native::randn, Native::randn, DType.F32, Device.OF_SCOPE, shape);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from the
     * normal distribution with mean 0 and standard deviation 1, drawn from the stream that {@link
     * Tenure#seed(long)} starts. It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
     *     shape has too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randn(DType dtype, long... shape) {
        return Call.create(this, Native::randn, Native::randn, dtype, Device.OF_SCOPE, shape);
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * Tenure#seed(long)} starts. It is float32, on the default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * Tenure#seed(long)} starts. It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, or the
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
     * dtype drops fractions. It is float32, on the default device of its scope.
     *
     * @param start the first number
     * @param end the end of the range, which is not included
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor arange(double start, double end) {
        return arange(DType.F32, Device.OF_SCOPE, start, end, 1);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end the end of the range, which is not included
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor arange(DType dtype, double start, double end) {
        return arange(dtype, Device.OF_SCOPE, start, end, 1);
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
    public Tensor arange(DType dtype, Device device, double start, double end) {
        return arange(dtype, device, start, end, 1);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is float32, on the default device of its scope.
     *
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
    public Tensor arange(double start, double end, double step) {
        return arange(DType.F32, Device.OF_SCOPE, start, end, step);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is on the default device of its scope.
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
        return arange(dtype, Device.OF_SCOPE, start, end, step);
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
     * dtype drops fractions. It is int64, on the default device of its scope.
     *
     * @param start the first number
     * @param end the end of the range, which is not included
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor arange(long start, long end) {
        return arange(DType.I64, Device.OF_SCOPE, start, end, 1);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end the end of the range, which is not included
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if the step is 0, a number is not finite, an integer dtype
     *     cannot hold an element, or there are too many elements
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor arange(DType dtype, long start, long end) {
        return arange(dtype, Device.OF_SCOPE, start, end, 1);
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
    public Tensor arange(DType dtype, Device device, long start, long end) {
        return arange(dtype, device, start, end, 1);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is int64, on the default device of its scope.
     *
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
    public Tensor arange(long start, long end, long step) {
        return arange(DType.I64, Device.OF_SCOPE, start, end, step);
    }

    /**
     * Creates a vector of evenly spaced numbers: {@code start + i step} for {@code i = 0, 1, ...},
     * up to but not including {@code end}. The step may be negative. It has {@code ceil((end -
     * start) / step)} elements, or none if that is negative, of any dtype but bool; an integer
     * dtype drops fractions. It is on the default device of its scope.
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
        return arange(dtype, Device.OF_SCOPE, start, end, step);
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
     * but bool; an integer dtype drops fractions. It is float32, on the default device of its
     * scope.
     *
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
    public Tensor linspace(double start, double end, long steps) {
        return linspace(DType.F32, Device.OF_SCOPE, start, end, steps);
    }

    /**
     * Creates a vector of evenly spaced numbers from {@code start} to {@code end}, both included:
     * {@code start + i (end - start) / (steps - 1)}. It has {@code steps} elements, of any dtype
     * but bool; an integer dtype drops fractions. It is on the default device of its scope.
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
        return linspace(dtype, Device.OF_SCOPE, start, end, steps);
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
     * integer dtype drops fractions. It is float32, on the default device of its scope.
     *
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
    public Tensor linspace(double start, double end, long steps, boolean endpoint) {
        return linspace(DType.F32, Device.OF_SCOPE, start, end, steps, endpoint);
    }

    /**
     * Creates a vector of evenly spaced numbers from {@code start} to {@code end}, which may be
     * included or not: {@code start + i (end - start) / d}, where {@code d} is {@code steps - 1} if
     * it is included, else {@code steps}. It has {@code steps} elements, of any dtype but bool; an
     * integer dtype drops fractions. It is on the default device of its scope.
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
        return linspace(dtype, Device.OF_SCOPE, start, end, steps, endpoint);
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
     * an integer dtype drops fractions. It is float32, on the default device of its scope.
     *
     * @param start the first exponent
     * @param end the last exponent
     * @param steps the number of elements
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold the first or the last power
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor logspace(double start, double end, long steps) {
        return logspace(DType.F32, Device.OF_SCOPE, start, end, steps, 10);
    }

    /**
     * Creates a vector of the powers of {@code radix} whose exponents are evenly spaced from {@code
     * start} to {@code end}, both included. It has {@code steps} elements, of any dtype but bool;
     * an integer dtype drops fractions. It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param start the first exponent
     * @param end the last exponent
     * @param steps the number of elements
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code steps} is negative, {@code start} or {@code end}
     *     is not finite, or an integer dtype cannot hold the first or the last power
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor logspace(DType dtype, double start, double end, long steps) {
        return logspace(dtype, Device.OF_SCOPE, start, end, steps, 10);
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
    public Tensor logspace(DType dtype, Device device, double start, double end, long steps) {
        return logspace(dtype, device, start, end, steps, 10);
    }

    /**
     * Creates a vector of the powers of {@code radix} whose exponents are evenly spaced from {@code
     * start} to {@code end}, both included. It has {@code steps} elements, of any dtype but bool;
     * an integer dtype drops fractions. It is float32, on the default device of its scope.
     *
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
    public Tensor logspace(double start, double end, long steps, double radix) {
        return logspace(DType.F32, Device.OF_SCOPE, start, end, steps, radix);
    }

    /**
     * Creates a vector of the powers of {@code radix} whose exponents are evenly spaced from {@code
     * start} to {@code end}, both included. It has {@code steps} elements, of any dtype but bool;
     * an integer dtype drops fractions. It is on the default device of its scope.
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
        return logspace(dtype, Device.OF_SCOPE, start, end, steps, radix);
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
     * columns]} and any dtype. It is float32, on the default device of its scope.
     *
     * @param rows the number of rows
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor eye(long rows) {
        return eye(DType.F32, Device.OF_SCOPE, rows, rows);
    }

    /**
     * Creates a matrix with 1 on the main diagonal and 0 elsewhere. It has the shape {@code [rows,
     * columns]} and any dtype. It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param rows the number of rows
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor eye(DType dtype, long rows) {
        return eye(dtype, Device.OF_SCOPE, rows, rows);
    }

    /**
     * Creates a matrix with 1 on the main diagonal and 0 elsewhere. It has the shape {@code [rows,
     * columns]} and any dtype.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param rows the number of rows
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor eye(DType dtype, Device device, long rows) {
        return eye(dtype, device, rows, rows);
    }

    /**
     * Creates a matrix with 1 on the main diagonal and 0 elsewhere. It has the shape {@code [rows,
     * columns]} and any dtype. It is float32, on the default device of its scope.
     *
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
    public Tensor eye(long rows, long columns) {
        return eye(DType.F32, Device.OF_SCOPE, rows, columns);
    }

    /**
     * Creates a matrix with 1 on the main diagonal and 0 elsewhere. It has the shape {@code [rows,
     * columns]} and any dtype. It is on the default device of its scope.
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
        return eye(dtype, Device.OF_SCOPE, rows, columns);
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
     * 1. It has the shape {@code [rows, columns]} and any dtype. It is float32, on the default
     * device of its scope.
     *
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
    public Tensor eyeDiagonal(long rows, long columns, long diagonal) {
        return eyeDiagonal(DType.F32, Device.OF_SCOPE, rows, columns, diagonal);
    }

    /**
     * Creates a matrix with 1 on one diagonal and 0 elsewhere: element {@code [i, i + diagonal]} is
     * 1. It has the shape {@code [rows, columns]} and any dtype. It is on the default device of its
     * scope.
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
        return eyeDiagonal(dtype, Device.OF_SCOPE, rows, columns, diagonal);
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
     * It is int64, on the default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randint(long[] shape, long low, long high) {
        return randint(DType.I64, Device.OF_SCOPE, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is on the default device of its scope.
     *
     * @param dtype the dtype of the result
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randint(DType dtype, long[] shape, long low, long high) {
        return randint(dtype, Device.OF_SCOPE, shape, low, high);
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
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
     * It is int64, on the default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
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
     * It is on the default device of its scope.
     *
     * @param dtype the dtype of the result
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
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
     * @param dtype the dtype of the result
     * @param device where the memory is
     * @param shape the size along each axis; none for a scalar
     * @param low the least integer
     * @param high one more than the greatest integer
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
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
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is int64, on the default device of its scope.
     *
     * @param low the least integer
     * @param high one more than the greatest integer
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randint(long low, long high, long... shape) {
        return randint(shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is int64, on the default device of its scope.
     *
     * @param low the least integer
     * @param high one more than the greatest integer
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randint(long low, long high, int[] shape) {
        return randint(Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is on the default device of its scope.
     *
     * @param dtype the dtype of the result
     * @param low the least integer
     * @param high one more than the greatest integer
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randint(DType dtype, long low, long high, long... shape) {
        return randint(dtype, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and dtype, of random integers uniformly distributed from
     * {@code low} to {@code high - 1}, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is on the default device of its scope.
     *
     * @param dtype the dtype of the result
     * @param low the least integer
     * @param high one more than the greatest integer
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randint(DType dtype, long low, long high, int[] shape) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor randint(DType dtype, Device device, long low, long high, long... shape) {
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is not less than {@code high}, or the dtype does
     *     not hold each integer of the range (float32 does up to 2^24, bool holds 0 and 1)
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor randint(DType dtype, Device device, long low, long high, int[] shape) {
        return randint(dtype, device, Numbers.longs(shape), low, high);
    }

    /**
     * Creates a random permutation of the integers from 0 to {@code n - 1}, each one equally
     * likely, drawn from the stream that {@link Tenure#seed(long)} starts. It has {@code n}
     * elements, of any dtype but bool. It is int64, on the default device of its scope.
     *
     * @param n the number of integers
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code n} is negative, or the dtype does not hold each of
     *     the integers
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randperm(long n) {
        return randperm(DType.I64, Device.OF_SCOPE, n);
    }

    /**
     * Creates a random permutation of the integers from 0 to {@code n - 1}, each one equally
     * likely, drawn from the stream that {@link Tenure#seed(long)} starts. It has {@code n}
     * elements, of any dtype but bool. It is on the default device of its scope.
     *
     * @param dtype the dtype of the result
     * @param n the number of integers
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code n} is negative, or the dtype does not hold each of
     *     the integers
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor randperm(DType dtype, long n) {
        return randperm(dtype, Device.OF_SCOPE, n);
    }

    /**
     * Creates a random permutation of the integers from 0 to {@code n - 1}, each one equally
     * likely, drawn from the stream that {@link Tenure#seed(long)} starts. It has {@code n}
     * elements, of any dtype but bool.
     *
     * @param dtype the dtype of the result
     * @param device where the memory is
     * @param n the number of integers
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is bool
     * @throws InvalidArgumentException if {@code n} is negative, or the dtype does not hold each of
     *     the integers
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
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is float32, on
     * the default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor normal(long[] shape, double mean, double std) {
        return normal(DType.F32, Device.OF_SCOPE, shape, mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is on the
     * default device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor normal(DType dtype, long[] shape, double mean, double std) {
        return normal(dtype, Device.OF_SCOPE, shape, mean, std);
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is float32, on
     * the default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is on the
     * default device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param mean the mean
     * @param std the standard deviation
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is float32, on
     * the default device of its scope.
     *
     * @param mean the mean
     * @param std the standard deviation
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor normal(double mean, double std, long... shape) {
        return normal(shape, mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is float32, on
     * the default device of its scope.
     *
     * @param mean the mean
     * @param std the standard deviation
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor normal(double mean, double std, int[] shape) {
        return normal(Numbers.longs(shape), mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is on the
     * default device of its scope.
     *
     * @param dtype the element type
     * @param mean the mean
     * @param std the standard deviation
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor normal(DType dtype, double mean, double std, long... shape) {
        return normal(dtype, shape, mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers from a normal
     * distribution, drawn from the stream that {@link Tenure#seed(long)} starts. It is on the
     * default device of its scope.
     *
     * @param dtype the element type
     * @param mean the mean
     * @param std the standard deviation
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor normal(DType dtype, double mean, double std, int[] shape) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor normal(DType dtype, Device device, double mean, double std, long... shape) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, or the standard deviation is negative or NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor normal(DType dtype, Device device, double mean, double std, int[] shape) {
        return normal(dtype, device, Numbers.longs(shape), mean, std);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, on the default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor uniform(long[] shape, double low, double high) {
        return uniform(DType.F32, Device.OF_SCOPE, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor uniform(DType dtype, long[] shape, double low, double high) {
        return uniform(dtype, Device.OF_SCOPE, shape, low, high);
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * It is float32, on the default device of its scope.
     *
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param shape the size along each axis; none for a scalar
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
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
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, on the default device of its scope.
     *
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor uniform(double low, double high, long... shape) {
        return uniform(shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is float32, on the default device of its scope.
     *
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor uniform(double low, double high, int[] shape) {
        return uniform(Numbers.longs(shape), low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor uniform(DType dtype, double low, double high, long... shape) {
        return uniform(dtype, shape, low, high);
    }

    /**
     * Creates a tensor of the given shape and floating-point dtype, of random numbers uniformly
     * distributed between two bounds, drawn from the stream that {@link Tenure#seed(long)} starts.
     * It is on the default device of its scope.
     *
     * @param dtype the element type
     * @param low the lower bound
     * @param high the upper bound, which a number reaches by rounding only
     * @param shape the size along each axis; none for a scalar
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor uniform(DType dtype, double low, double high, int[] shape) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor uniform(DType dtype, Device device, double low, double high, long... shape) {
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
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if a size is negative, there are more than 16 sizes, the
     *     shape has too many elements, {@code low} is greater than {@code high}, or their
     *     difference is not finite
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor uniform(DType dtype, Device device, double low, double high, int[] shape) {
        return uniform(dtype, device, Numbers.longs(shape), low, high);
    }

    /**
     * Lists the positions of the elements of a matrix at or below a diagonal, where {@code column -
     * row <= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is int64, on the default device of its scope.
     *
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor trilIndices(long rows, long columns) {
        return trilIndices(DType.I64, Device.OF_SCOPE, rows, columns, 0);
    }

    /**
     * Lists the positions of the elements of a matrix at or below a diagonal, where {@code column -
     * row <= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is on the default device of its scope.
     *
     * @param dtype the dtype of the result
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor trilIndices(DType dtype, long rows, long columns) {
        return trilIndices(dtype, Device.OF_SCOPE, rows, columns, 0);
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor trilIndices(DType dtype, Device device, long rows, long columns) {
        return trilIndices(dtype, device, rows, columns, 0);
    }

    /**
     * Lists the positions of the elements of a matrix at or below a diagonal, where {@code column -
     * row <= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is int64, on the default device of its scope.
     *
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
    public Tensor trilIndices(long rows, long columns, long diagonal) {
        return trilIndices(DType.I64, Device.OF_SCOPE, rows, columns, diagonal);
    }

    /**
     * Lists the positions of the elements of a matrix at or below a diagonal, where {@code column -
     * row <= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is on the default device of its scope.
     *
     * @param dtype the dtype of the result
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
        return trilIndices(dtype, Device.OF_SCOPE, rows, columns, diagonal);
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
     * any dtype that holds the indices. It is int64, on the default device of its scope.
     *
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor triuIndices(long rows, long columns) {
        return triuIndices(DType.I64, Device.OF_SCOPE, rows, columns, 0);
    }

    /**
     * Lists the positions of the elements of a matrix at or above a diagonal, where {@code column -
     * row >= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is on the default device of its scope.
     *
     * @param dtype the dtype of the result
     * @param rows the number of rows of the matrix
     * @param columns the number of columns of the matrix
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor triuIndices(DType dtype, long rows, long columns) {
        return triuIndices(dtype, Device.OF_SCOPE, rows, columns, 0);
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
     * @return a new tensor, which this scope owns
     * @throws InvalidArgumentException if a size is negative, the matrix has too many elements, or
     *     an index is out of range for the dtype
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     * @throws TensorException if the device is not available
     */
    public Tensor triuIndices(DType dtype, Device device, long rows, long columns) {
        return triuIndices(dtype, device, rows, columns, 0);
    }

    /**
     * Lists the positions of the elements of a matrix at or above a diagonal, where {@code column -
     * row >= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is int64, on the default device of its scope.
     *
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
    public Tensor triuIndices(long rows, long columns, long diagonal) {
        return triuIndices(DType.I64, Device.OF_SCOPE, rows, columns, diagonal);
    }

    /**
     * Lists the positions of the elements of a matrix at or above a diagonal, where {@code column -
     * row >= diagonal}, in row-major order: the row indices in the first row, the column indices in
     * the second. The result has the shape {@code [2, count]}, one column for each position, and
     * any dtype that holds the indices. It is on the default device of its scope.
     *
     * @param dtype the dtype of the result
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
        return triuIndices(dtype, Device.OF_SCOPE, rows, columns, diagonal);
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
     * n}. It has {@code n} elements of the given floating-point dtype. It is float32, on the
     * default device of its scope.
     *
     * @param n the number of points of the transform
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor fftfreq(long n) {
        return fftfreq(DType.F32, Device.OF_SCOPE, n, 1);
    }

    /**
     * Creates a vector of the frequencies of the {@code n} results of {@code fft}: {@code 0, 1,
     * ..., (n - 1) / 2, -(n / 2), ..., -1}, with quotients rounded down, each divided by {@code d
     * n}. It has {@code n} elements of the given floating-point dtype. It is on the default device
     * of its scope.
     *
     * @param dtype the element type
     * @param n the number of points of the transform
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor fftfreq(DType dtype, long n) {
        return fftfreq(dtype, Device.OF_SCOPE, n, 1);
    }

    /**
     * Creates a vector of the frequencies of the {@code n} results of {@code fft}: {@code 0, 1,
     * ..., (n - 1) / 2, -(n / 2), ..., -1}, with quotients rounded down, each divided by {@code d
     * n}. It has {@code n} elements of the given floating-point dtype.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param n the number of points of the transform
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
    public Tensor fftfreq(DType dtype, Device device, long n) {
        return fftfreq(dtype, device, n, 1);
    }

    /**
     * Creates a vector of the frequencies of the {@code n} results of {@code fft}: {@code 0, 1,
     * ..., (n - 1) / 2, -(n / 2), ..., -1}, with quotients rounded down, each divided by {@code d
     * n}. It has {@code n} elements of the given floating-point dtype. It is float32, on the
     * default device of its scope.
     *
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
    public Tensor fftfreq(long n, double d) {
        return fftfreq(DType.F32, Device.OF_SCOPE, n, d);
    }

    /**
     * Creates a vector of the frequencies of the {@code n} results of {@code fft}: {@code 0, 1,
     * ..., (n - 1) / 2, -(n / 2), ..., -1}, with quotients rounded down, each divided by {@code d
     * n}. It has {@code n} elements of the given floating-point dtype. It is on the default device
     * of its scope.
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
        return fftfreq(dtype, Device.OF_SCOPE, n, d);
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
     * {@code n / 2 + 1} elements of the given floating-point dtype. It is float32, on the default
     * device of its scope.
     *
     * @param n the number of points of the transform
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor rfftfreq(long n) {
        return rfftfreq(DType.F32, Device.OF_SCOPE, n, 1);
    }

    /**
     * Creates a vector of the frequencies of the results of {@code rfft} of {@code n} points:
     * {@code 0, 1, ..., n / 2}, with the quotient rounded down, each divided by {@code d n}. It has
     * {@code n / 2 + 1} elements of the given floating-point dtype. It is on the default device of
     * its scope.
     *
     * @param dtype the element type
     * @param n the number of points of the transform
     * @return a new tensor, which this scope owns
     * @throws DTypeMismatchException if the dtype is not floating-point
     * @throws InvalidArgumentException if {@code n} is less than 1, or {@code d} is 0, infinite or
     *     NaN
     * @throws NativeMemoryException if the memory cannot be allocated, or the allocation would
     *     exceed a limit of the device or of a scope
     * @throws ScopeException if the owning scope is closed, or the owning scope accepts no more
     *     members
     */
    public Tensor rfftfreq(DType dtype, long n) {
        return rfftfreq(dtype, Device.OF_SCOPE, n, 1);
    }

    /**
     * Creates a vector of the frequencies of the results of {@code rfft} of {@code n} points:
     * {@code 0, 1, ..., n / 2}, with the quotient rounded down, each divided by {@code d n}. It has
     * {@code n / 2 + 1} elements of the given floating-point dtype.
     *
     * @param dtype the element type
     * @param device where the memory is
     * @param n the number of points of the transform
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
    public Tensor rfftfreq(DType dtype, Device device, long n) {
        return rfftfreq(dtype, device, n, 1);
    }

    /**
     * Creates a vector of the frequencies of the results of {@code rfft} of {@code n} points:
     * {@code 0, 1, ..., n / 2}, with the quotient rounded down, each divided by {@code d n}. It has
     * {@code n / 2 + 1} elements of the given floating-point dtype. It is float32, on the default
     * device of its scope.
     *
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
    public Tensor rfftfreq(long n, double d) {
        return rfftfreq(DType.F32, Device.OF_SCOPE, n, d);
    }

    /**
     * Creates a vector of the frequencies of the results of {@code rfft} of {@code n} points:
     * {@code 0, 1, ..., n / 2}, with the quotient rounded down, each divided by {@code d n}. It has
     * {@code n / 2 + 1} elements of the given floating-point dtype. It is on the default device of
     * its scope.
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
        return rfftfreq(dtype, Device.OF_SCOPE, n, d);
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
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements along its one axis, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(DType dtype, double[] values) {
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
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(DType dtype, double[] values, long... shape) {
        return Create.array(this, dtype, DType.F64, values, shape);
    }

    /**
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(DType dtype, double[] values, int[] shape) {
        return of(dtype, values, Numbers.longs(shape));
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
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements along its one axis, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(DType dtype, int[] values) {
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
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(DType dtype, int[] values, long... shape) {
        return Create.array(this, dtype, DType.I32, values, shape);
    }

    /**
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(DType dtype, int[] values, int[] shape) {
        return of(dtype, values, Numbers.longs(shape));
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
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements along its one axis, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(DType dtype, long[] values) {
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
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(DType dtype, long[] values, long... shape) {
        return Create.array(this, dtype, DType.I64, values, shape);
    }

    /**
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(DType dtype, long[] values, int[] shape) {
        return of(dtype, values, Numbers.longs(shape));
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
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements along its one axis, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(DType dtype, short[] values) {
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
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(DType dtype, short[] values, long... shape) {
        return Create.array(this, dtype, DType.I16, values, shape);
    }

    /**
     * A tensor of another element type than the array has: each number is converted as {@link
     * Tensor#cast} converts it.
     *
     * @param dtype the element type of the tensor
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(DType dtype, short[] values, int[] shape) {
        return of(dtype, values, Numbers.longs(shape));
    }

    /**
     * A tensor of one axis, of signed 8-bit integers. The bytes are taken as they are, from -128 to
     * 127; {@link #ofUnsigned(byte...)} takes them as 0 to 255.
     *
     * @param values its elements, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor of(byte... values) {
        return Create.vector(this, DType.I8, values);
    }

    /**
     * A tensor of signed 8-bit integers. The bytes are taken as they are, from -128 to 127; {@link
     * #ofUnsigned(byte...)} takes them as 0 to 255.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor of(byte[] values, long... shape) {
        return Create.array(this, DType.I8, values, shape);
    }

    /**
     * A tensor of signed 8-bit integers. The bytes are taken as they are, from -128 to 127; {@link
     * #ofUnsigned(byte...)} takes them as 0 to 255.
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
     * A tensor of one axis, of unsigned 8-bit integers, as images have them.
     *
     * @param values its elements, copied
     * @return a new tensor, which this scope owns
     */
    public Tensor ofUnsigned(byte... values) {
        return Create.vector(this, DType.U8, values);
    }

    /**
     * A tensor of unsigned 8-bit integers, as images have them.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor ofUnsigned(byte[] values, long... shape) {
        return Create.array(this, DType.U8, values, shape);
    }

    /**
     * A tensor of unsigned 8-bit integers, as images have them.
     *
     * @param values its elements in row-major order, copied
     * @param shape the size along each axis; an empty array for a scalar
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public Tensor ofUnsigned(byte[] values, int[] shape) {
        return ofUnsigned(values, Numbers.longs(shape));
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
     * Sets the default device: makers that name no device make what this scope, or a scope below
     * it, will own on it. What is loaded from files, and modules, are made on the processor and
     * copied there. A scope below may have another default.
     *
     * @param device the device
     * @return this
     * @throws TensorException if the device is not available
     * @throws ClosedException if this scope is closed
     */
    @CanIgnoreReturnValue
    public Scope setDefaultDevice(Device device) {
        Objects.requireNonNull(device, "device");
        Native.scopeSetDefaultDevice(handle(), device.code());
        KeepAlive.done(this);
        return this;
    }

    /**
     * {@return the device on which makers that name no device make what this scope will own: its
     * default, or that of the nearest scope above it that has one; else the processor}
     *
     * @throws ClosedException if this scope is closed
     */
    public Device defaultDevice() {
        return Device.of((int) KeepAlive.value(Native.scopeDefaultDevice(handle()), this));
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
     * Makes a float32 tensor without dimensions that holds one value, owned by this scope.
     *
     * @param value the element
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be exceeded
     */
    public Tensor scalar(double value) {
        return scalar(DType.F32, value);
    }

    /**
     * Makes a tensor without dimensions that holds one value, owned by this scope.
     *
     * @param dtype the element type
     * @param value the element
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be exceeded
     */
    public Tensor scalar(DType dtype, double value) {
        return full(dtype, new long[0], value);
    }

    /**
     * Makes the int64 tensor {@code [0, 1, ..., end - 1]}, owned by this scope.
     *
     * @param end the first integer that is not included
     * @return a new tensor of one dimension
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be exceeded
     */
    public Tensor arange(long end) {
        return arange(DType.I64, 0, end, 1);
    }

    /**
     * Makes the float32 tensor {@code [0, 1, ...]} of the numbers below {@code end}, owned by this
     * scope.
     *
     * @param end the end of the range, which is not included
     * @return a new tensor of one dimension
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be exceeded
     */
    public Tensor arange(double end) {
        return arange(DType.F32, 0, end, 1);
    }

    /**
     * Makes another reference to the elements of {@code tensor}, owned by this scope.
     *
     * @param tensor any tensor
     * @return a new tensor on the same memory; for a workspace's tensor it may be a copy, see
     *     {@link Tensor}
     * @throws ClosedException if {@code tensor} is closed
     * @throws ScopeException if this scope is closed or capped
     */
    public Tensor alias(Tensor tensor) {
        return Create.alias(this, tensor);
    }

    /**
     * Copies an array of arrays, such as {@code float[][]}, into a tensor with one dimension per
     * level of nesting.
     *
     * @param nested arrays of equal length at each level, of a primitive type that has a matching
     *     element type
     * @return a new tensor, which this scope owns
     * @throws ShapeMismatchException if rows differ in length; the message names the row
     * @throws DTypeMismatchException if no element type matches the type of the elements
     */
    public Tensor of(Object[] nested) {
        return NestedArrays.made(this, nested);
    }

    /**
     * Reads an {@code .npy} file into a tensor that this scope owns.
     *
     * @param path the file, on any file system; at most 2 GiB if not on the default file system
     * @return a new tensor
     * @throws TensorException if the file cannot be read, or its element type is not supported; the
     *     cause is an {@link java.io.IOException}, see {@link Tensor#loadNpy(Path)}
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be exceeded
     */
    public Tensor loadNpy(Path path) {
        return Create.npy(this, path, null);
    }

    /**
     * Reads an {@code .npy} file, converted as by {@link Tensor#loadNpy(Path, DType)}, into a tensor
     * that this scope owns.
     *
     * @param path the file, on any file system; at most 2 GiB if not on the default file system
     * @param dtype the element type of the result
     * @return a new tensor
     * @throws TensorException as {@link Tensor#loadNpy(Path)}
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be exceeded
     */
    public Tensor loadNpy(Path path, DType dtype) {
        return Create.npy(this, path, Objects.requireNonNull(dtype, "dtype"));
    }

    // Members.

    /**
     * Moves {@code resource} from the scope that owns it to that scope's parent; without a parent
     * it becomes unowned. A resource that is unowned already does not change. The same as
     * {@link NativeResource#moveToOuterScope()}, except that this checks the owner.
     *
     * @param <R> the type of the resource
     * @param resource a resource of this scope or of a scope below it, or an unowned one
     * @return {@code resource}
     * @throws InvalidArgumentException if another scope owns it
     * @throws ScopeException if the parent is closing or capped; {@code resource} then stays where it was
     * @throws ClosedException if {@code resource} is closed
     */
    @CanIgnoreReturnValue
    public <R extends NativeResource> R keep(R resource) {
        Objects.requireNonNull(resource, "resource");
        Native.scopeCheckOwns(handle(), resource.handle());
        resource.moveToOuterScope();
        return resource;
    }

    /**
     * Moves {@code resource} to this scope from its present owner. The same as
     * {@link NativeResource#moveTo(Scope)}, under DJL's name.
     *
     * @param <R> the type of the resource
     * @param resource the resource to own
     * @return {@code resource}
     * @throws ScopeException if this scope is closed or capped; {@code resource} then stays where it was
     * @throws NativeMemoryException if it would exceed a limit of this scope; it then stays where
     *     it was
     * @throws ClosedException if {@code resource} is closed
     */
    @CanIgnoreReturnValue
    public <R extends NativeResource> R attach(R resource) {
        Objects.requireNonNull(resource, "resource");
        resource.moveTo(this);
        return resource;
    }

    /**
     * Borrows {@code resource}: when this scope closes, it goes back to its previous owner and its
     * old place in the order of members, or becomes unowned if it was unowned before. If its
     * previous owner is closed by then, it is freed. A resource that this scope owns already is not
     * affected.
     *
     * <p>A borrowed resource may be lent on. In whichever order the scopes close, it returns to the
     * most recent one that is still open. Moving it in any other way, or closing it, ends the loan.
     *
     * @param <R> the type of the resource
     * @param resource the resource to borrow
     * @return {@code resource}
     * @throws ScopeException if this scope is closed or capped; {@code resource} then stays where it was
     * @throws NativeMemoryException if it would exceed a limit of this scope; it then stays where
     *     it was
     * @throws ClosedException if {@code resource} is closed
     */
    @CanIgnoreReturnValue
    public <R extends NativeResource> R tempAttach(R resource) {
        Objects.requireNonNull(resource, "resource");
        Owners.lend(resource, this);
        return resource;
    }

    /**
     * Moves {@code resource} to the parent of this scope; without a parent it becomes unowned. The
     * same as DJL's {@code ret}: for the result of a method that works in a scope of its own.
     *
     * @param <R> the type of the resource
     * @param resource the resource to return
     * @return {@code resource}
     * @throws ScopeException if the parent is closed or capped; {@code resource} then stays where it was
     * @throws NativeMemoryException if it would exceed a limit of the parent; it then stays where
     *     it was
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
     * Takes {@code resource} out of the scope that owns it. The same as
     * {@link NativeResource#detachFromScope()}, except that this checks the owner.
     *
     * @param <R> the type of the resource
     * @param resource a resource of this scope or of a scope below it
     * @return {@code resource}, which is unowned now
     * @throws InvalidArgumentException if another scope owns it
     * @throws ClosedException if {@code resource} is closed
     */
    @CanIgnoreReturnValue
    public <R extends NativeResource> R detach(R resource) {
        Objects.requireNonNull(resource, "resource");
        Native.scopeCheckOwns(handle(), resource.handle());
        resource.detachFromScope();
        return resource;
    }

    /**
     * Closes everything that this scope owns, including child scopes, except {@code resources}.
     * This scope stays open. Those of {@code resources} that a scope below it owns move here; those
     * that other scopes own stay there. Resources given to {@link Scope#own} are closed first, and
     * borrowed resources return to their owners.
     *
     * @param resources the resources to keep
     * @throws ClosedException if this scope or one of {@code resources} is closed; then no native
     *     resource has changed
     */
    public void closeAllBut(NativeResource... resources) {
        Arguments.notNull("resources", resources);
        closeForeign(false, List.of(resources)::contains, () -> {
            long[] handles = Call.handles(resources); // creates scopes that are not in the core yet
            Call.change(() ->
                    Owners.several(resources, this, () -> Native.scopeCloseAllBut(handle(), handles), () -> {}));
        });
        KeepAlive.done(this, resources);
    }

    /**
     * Closes everything that this scope owns except {@code resources}, as
     * {@link #closeAllBut(NativeResource...)} does.
     *
     * @param resources the resources to keep
     * @throws ClosedException if this scope or one of {@code resources} is closed; then no native
     *     resource has changed
     */
    public void closeAllBut(Collection<? extends NativeResource> resources) {
        closeAllBut(Arguments.array("resources", resources, NativeResource[]::new));
    }

    /**
     * Limits the bytes that this scope and all scopes below it may hold; each storage counts once.
     * An operation that would exceed the limit throws a {@link NativeMemoryException} that names
     * this scope, and changes nothing. Memory that is held already stays.
     *
     * @param bytes the limit; 0 for no limit
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
     * Closes {@code resource} when this scope closes: newest first, and before the native members,
     * so that it may still use them. Every resource is closed even if others fail. When all are
     * closed, the first failure is thrown, with the others suppressed under it. If a body failed,
     * all of them are suppressed under its exception.
     *
     * <p>If the garbage collector closes a forgotten scope, it runs no user code: {@code resource}
     * is then not closed.
     *
     * @param <T> the type of the resource
     * @param resource the resource to close; a native resource becomes a member, as by
     *     {@link Scope#attach}
     * @return {@code resource}
     * @throws ScopeException if this scope is closed or capped; {@code resource} then stays the
     *     caller's
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
        // Closed concurrently: if the closing thread has not taken the resource yet, it never will.
        if (!isOpen() && all.remove(resource)) {
            throw new ScopeException(Status.SCOPE_CLOSED.code(), "the scope is closed: it owns nothing any more");
        }
        return resource;
    }

    private boolean takesNothing() {
        try {
            return isCreated() && isOpen() && Native.scopeIsCapped(handle());
        } catch (ClosedException closed) {
            return false; // closed concurrently; own() checks that last
        }
    }

    // Inspection.

    /**
     * Returns the limit of this scope.
     *
     * @return bytes; 0 if there is none
     * @throws ClosedException if it is closed
     */
    public long limit() {
        return stats().limitBytes();
    }

    /**
     * Lists the direct members of this scope, oldest first.
     *
     * @return a snapshot
     * @throws ClosedException if it is closed
     */
    public List<Member> members() {
        Scope self = this;
        return Rows.of(Native.scopeDump(handle(), Rows.FORMAT)).stream()
                .map(row -> new Member(row, self))
                .toList();
    }

    /**
     * Returns the parent of this scope.
     *
     * @return null if there is none
     */
    public @Nullable Scope parent() {
        Scope above = above();
        return above instanceof WorkspacePart part ? part.workspace : above;
    }

    /**
     * Returns the outermost ancestor of this scope.
     *
     * @return this scope itself if it has no parent
     */
    public Scope root() {
        Scope root = this;
        Set<Scope> seen = Collections.newSetFromMap(new IdentityHashMap<>()); // stale links of closed scopes can loop
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
        Object[] cell = Current.cell();
        Object before = enter(cell);
        try {
            body.run();
        } finally {
            cell[0] = before; // not a call: the stack may be full, and the scope would stay current
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
        Object[] cell = Current.cell();
        Object before = enter(cell);
        try {
            return body.get();
        } finally {
            cell[0] = before; // not a call: the stack may be full, and the scope would stay current
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
        Object[] cell = Current.cell();
        Object before = enter(cell);
        try {
            return body.call();
        } finally {
            cell[0] = before; // not a call: the stack may be full, and the scope would stay current
        }
    }

    /**
     * Makes a task that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the task; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public Runnable wrap(Runnable body) {
        Objects.requireNonNull(body, "body");
        return () -> run(body);
    }

    /**
     * Makes a task that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> what the body returns
     * @param body what to run
     * @return the task; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> Callable<T> wrap(Callable<T> body) {
        Objects.requireNonNull(body, "body");
        return () -> call(body);
    }

    /**
     * Makes a {@link Supplier} that runs {@code body} with this scope current, on any thread. For
     * each interface of {@code java.util.function} there is such a method, which has the name of the
     * interface because the compiler could not tell which one a lambda is for:
     *
     * <pre>{@code
     * CompletableFuture.supplyAsync(scope.wrapSupplier(() -> Tensor.rand(100)))
     *         .thenApply(scope.wrapFunction(x -> x.mul(2)));
     * rows.parallelStream().mapToDouble(scope.wrapToDoubleFunction(row -> row.sum().item())).sum();
     * }</pre>
     *
     * @param <T> what the body returns
     * @param body what to run
     * @return the supplier; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> Supplier<T> wrapSupplier(Supplier<T> body) {
        Objects.requireNonNull(body, "body");
        return () -> run(body);
    }

    /**
     * Makes a {@link Function} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the argument
     * @param <R> the type of the result
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object, R extends @Nullable Object> Function<T, R> wrapFunction(Function<T, R> body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.apply(value));
    }

    /**
     * Makes a {@link BiFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the first argument
     * @param <U> the type of the second argument
     * @param <R> the type of the result
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object, U extends @Nullable Object, R extends @Nullable Object>
            BiFunction<T, U, R> wrapBiFunction(BiFunction<T, U, R> body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.apply(first, second));
    }

    /**
     * Makes a {@link UnaryOperator} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the argument and of the result
     * @param body what to run
     * @return the operator; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> UnaryOperator<T> wrapUnaryOperator(UnaryOperator<T> body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.apply(value));
    }

    /**
     * Makes a {@link BinaryOperator} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the arguments and of the result
     * @param body what to run
     * @return the operator; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> BinaryOperator<T> wrapBinaryOperator(BinaryOperator<T> body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.apply(first, second));
    }

    /**
     * Makes a {@link Consumer} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the argument
     * @param body what to run
     * @return the consumer; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> Consumer<T> wrapConsumer(Consumer<T> body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.accept(value));
    }

    /**
     * Makes a {@link BiConsumer} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the first argument
     * @param <U> the type of the second argument
     * @param body what to run
     * @return the consumer; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object, U extends @Nullable Object> BiConsumer<T, U> wrapBiConsumer(
            BiConsumer<T, U> body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.accept(first, second));
    }

    /**
     * Makes a {@link Predicate} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the argument
     * @param body what to run
     * @return the predicate; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> Predicate<T> wrapPredicate(Predicate<T> body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.test(value));
    }

    /**
     * Makes a {@link BiPredicate} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the first argument
     * @param <U> the type of the second argument
     * @param body what to run
     * @return the predicate; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object, U extends @Nullable Object> BiPredicate<T, U> wrapBiPredicate(
            BiPredicate<T, U> body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.test(first, second));
    }

    /**
     * Makes a {@link BooleanSupplier} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the supplier; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public BooleanSupplier wrapBooleanSupplier(BooleanSupplier body) {
        Objects.requireNonNull(body, "body");
        return () -> run(() -> body.getAsBoolean());
    }

    /**
     * Makes a {@link IntFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param <R> the type of the result
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <R extends @Nullable Object> IntFunction<R> wrapIntFunction(IntFunction<R> body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.apply(value));
    }

    /**
     * Makes a {@link IntUnaryOperator} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the operator; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public IntUnaryOperator wrapIntUnaryOperator(IntUnaryOperator body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.applyAsInt(value));
    }

    /**
     * Makes a {@link IntBinaryOperator} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the operator; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public IntBinaryOperator wrapIntBinaryOperator(IntBinaryOperator body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.applyAsInt(first, second));
    }

    /**
     * Makes a {@link IntConsumer} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the consumer; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public IntConsumer wrapIntConsumer(IntConsumer body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.accept(value));
    }

    /**
     * Makes a {@link IntPredicate} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the predicate; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public IntPredicate wrapIntPredicate(IntPredicate body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.test(value));
    }

    /**
     * Makes a {@link IntSupplier} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the supplier; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public IntSupplier wrapIntSupplier(IntSupplier body) {
        Objects.requireNonNull(body, "body");
        return () -> run(() -> body.getAsInt());
    }

    /**
     * Makes a {@link ObjIntConsumer} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the first argument
     * @param body what to run
     * @return the consumer; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> ObjIntConsumer<T> wrapObjIntConsumer(ObjIntConsumer<T> body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.accept(first, second));
    }

    /**
     * Makes a {@link ToIntFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the argument
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> ToIntFunction<T> wrapToIntFunction(ToIntFunction<T> body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.applyAsInt(value));
    }

    /**
     * Makes a {@link ToIntBiFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the first argument
     * @param <U> the type of the second argument
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object, U extends @Nullable Object> ToIntBiFunction<T, U> wrapToIntBiFunction(
            ToIntBiFunction<T, U> body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.applyAsInt(first, second));
    }

    /**
     * Makes a {@link IntToLongFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public IntToLongFunction wrapIntToLongFunction(IntToLongFunction body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.applyAsLong(value));
    }

    /**
     * Makes a {@link IntToDoubleFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public IntToDoubleFunction wrapIntToDoubleFunction(IntToDoubleFunction body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.applyAsDouble(value));
    }

    /**
     * Makes a {@link LongFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param <R> the type of the result
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <R extends @Nullable Object> LongFunction<R> wrapLongFunction(LongFunction<R> body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.apply(value));
    }

    /**
     * Makes a {@link LongUnaryOperator} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the operator; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public LongUnaryOperator wrapLongUnaryOperator(LongUnaryOperator body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.applyAsLong(value));
    }

    /**
     * Makes a {@link LongBinaryOperator} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the operator; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public LongBinaryOperator wrapLongBinaryOperator(LongBinaryOperator body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.applyAsLong(first, second));
    }

    /**
     * Makes a {@link LongConsumer} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the consumer; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public LongConsumer wrapLongConsumer(LongConsumer body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.accept(value));
    }

    /**
     * Makes a {@link LongPredicate} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the predicate; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public LongPredicate wrapLongPredicate(LongPredicate body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.test(value));
    }

    /**
     * Makes a {@link LongSupplier} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the supplier; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public LongSupplier wrapLongSupplier(LongSupplier body) {
        Objects.requireNonNull(body, "body");
        return () -> run(() -> body.getAsLong());
    }

    /**
     * Makes a {@link ObjLongConsumer} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the first argument
     * @param body what to run
     * @return the consumer; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> ObjLongConsumer<T> wrapObjLongConsumer(ObjLongConsumer<T> body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.accept(first, second));
    }

    /**
     * Makes a {@link ToLongFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the argument
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> ToLongFunction<T> wrapToLongFunction(ToLongFunction<T> body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.applyAsLong(value));
    }

    /**
     * Makes a {@link ToLongBiFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the first argument
     * @param <U> the type of the second argument
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object, U extends @Nullable Object> ToLongBiFunction<T, U> wrapToLongBiFunction(
            ToLongBiFunction<T, U> body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.applyAsLong(first, second));
    }

    /**
     * Makes a {@link LongToIntFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public LongToIntFunction wrapLongToIntFunction(LongToIntFunction body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.applyAsInt(value));
    }

    /**
     * Makes a {@link LongToDoubleFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public LongToDoubleFunction wrapLongToDoubleFunction(LongToDoubleFunction body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.applyAsDouble(value));
    }

    /**
     * Makes a {@link DoubleFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param <R> the type of the result
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <R extends @Nullable Object> DoubleFunction<R> wrapDoubleFunction(DoubleFunction<R> body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.apply(value));
    }

    /**
     * Makes a {@link DoubleUnaryOperator} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the operator; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public DoubleUnaryOperator wrapDoubleUnaryOperator(DoubleUnaryOperator body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.applyAsDouble(value));
    }

    /**
     * Makes a {@link DoubleBinaryOperator} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the operator; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public DoubleBinaryOperator wrapDoubleBinaryOperator(DoubleBinaryOperator body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.applyAsDouble(first, second));
    }

    /**
     * Makes a {@link DoubleConsumer} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the consumer; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public DoubleConsumer wrapDoubleConsumer(DoubleConsumer body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.accept(value));
    }

    /**
     * Makes a {@link DoublePredicate} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the predicate; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public DoublePredicate wrapDoublePredicate(DoublePredicate body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.test(value));
    }

    /**
     * Makes a {@link DoubleSupplier} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the supplier; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public DoubleSupplier wrapDoubleSupplier(DoubleSupplier body) {
        Objects.requireNonNull(body, "body");
        return () -> run(() -> body.getAsDouble());
    }

    /**
     * Makes a {@link ObjDoubleConsumer} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the first argument
     * @param body what to run
     * @return the consumer; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> ObjDoubleConsumer<T> wrapObjDoubleConsumer(ObjDoubleConsumer<T> body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.accept(first, second));
    }

    /**
     * Makes a {@link ToDoubleFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the argument
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> ToDoubleFunction<T> wrapToDoubleFunction(ToDoubleFunction<T> body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.applyAsDouble(value));
    }

    /**
     * Makes a {@link ToDoubleBiFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param <T> the type of the first argument
     * @param <U> the type of the second argument
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object, U extends @Nullable Object> ToDoubleBiFunction<T, U> wrapToDoubleBiFunction(
            ToDoubleBiFunction<T, U> body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.applyAsDouble(first, second));
    }

    /**
     * Makes a {@link DoubleToIntFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public DoubleToIntFunction wrapDoubleToIntFunction(DoubleToIntFunction body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.applyAsInt(value));
    }

    /**
     * Makes a {@link DoubleToLongFunction} that runs {@code body} with this scope current, on any thread.
     *
     * @param body what to run
     * @return the function; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public DoubleToLongFunction wrapDoubleToLongFunction(DoubleToLongFunction body) {
        Objects.requireNonNull(body, "body");
        return value -> run(() -> body.applyAsLong(value));
    }

    /**
     * Makes a {@link Comparator} that compares with this scope current, on any thread.
     *
     * @param <T> the type of what is compared
     * @param body what to run
     * @return the comparator; it throws {@link ScopeException} if this scope is closed when it runs
     */
    public <T extends @Nullable Object> Comparator<T> wrapComparator(Comparator<T> body) {
        Objects.requireNonNull(body, "body");
        return (first, second) -> run(() -> body.compare(first, second));
    }

    /**
     * Makes a {@link Collector} that does each step of {@code body} with this scope current, on any
     * thread.
     *
     * @param <T> the type of the elements
     * @param <A> the type of what is accumulated
     * @param <R> the type of the result
     * @param body what to run
     * @return the collector; its steps throw {@link ScopeException} if this scope is closed when
     *     they run
     */
    public <T extends @Nullable Object, A extends @Nullable Object, R extends @Nullable Object>
            Collector<T, A, R> wrapCollector(Collector<T, A, R> body) {
        Objects.requireNonNull(body, "body");
        Set<Collector.Characteristics> given = Objects.requireNonNull(body.characteristics(), "body.characteristics");
        return Collector.of(
                wrapSupplier(body.supplier()),
                wrapBiConsumer(body.accumulator()),
                wrapBinaryOperator(body.combiner()),
                wrapFunction(body.finisher()),
                Stream.of(Collector.Characteristics.values())
                        .filter(given::contains)
                        .toArray(Collector.Characteristics[]::new));
    }

    /**
     * Makes a factory whose threads have this scope current, virtual ones too. A thread that
     * outlives the scope has nothing current from then on. A thread that starts after the scope has
     * closed runs, and the first call in it that would make something throws
     * {@link ScopeException}.
     *
     * @param factory makes the threads
     * @return a factory that delegates to it
     */
    public ThreadFactory wrapThreadFactory(ThreadFactory factory) {
        Objects.requireNonNull(factory, "factory");
        return task -> factory.newThread(taken(task));
    }

    /**
     * Makes an executor that runs each task with this scope current.
     *
     * <p>An accepted task always runs, because a {@link java.util.concurrent.CompletableFuture} or
     * anything else that waits for it would otherwise wait forever. If this scope is closed by
     * then, it is current all the same: the first call in the task that would make something throws
     * {@link ScopeException}.
     *
     * @param executor runs the tasks
     * @return an executor that delegates to it
     */
    public Executor wrap(Executor executor) {
        Objects.requireNonNull(executor, "executor");
        return task -> executor.execute(taken(task));
    }

    /**
     * Makes an executor that runs each task with this scope current.
     *
     * <p>If this scope is closed when a task of {@code submit}, {@code invokeAll} or
     * {@code invokeAny} starts, the task does not run, and its {@link java.util.concurrent.Future}
     * fails with {@link ScopeException}. A task of {@code execute} runs, as with
     * {@link #wrap(Executor)}.
     *
     * @param executor runs the tasks
     * @return an executor that delegates to it; shutting it down shuts down {@code executor}
     */
    public ExecutorService wrap(ExecutorService executor) {
        Objects.requireNonNull(executor, "executor");
        return new Service(executor);
    }

    /**
     * Makes an executor that runs each task with this scope current.
     *
     * <p>If this scope is closed when a task of {@code schedule}, {@code scheduleAtFixedRate} or
     * {@code scheduleWithFixedDelay} starts, the task does not run, its
     * {@link java.util.concurrent.Future} fails with {@link ScopeException}, and it is not repeated.
     * Tasks of other methods run as with {@link #wrap(ExecutorService)}.
     *
     * @param executor runs the tasks
     * @return an executor that delegates to it; shutting it down shuts down {@code executor}
     */
    public ScheduledExecutorService wrap(ScheduledExecutorService executor) {
        Objects.requireNonNull(executor, "executor");
        return new ScheduledService(executor);
    }

    /**
     * Wraps a task that callers may wait for in unknown ways: it runs even if this scope is closed
     * by then.
     */
    private Runnable taken(Runnable task) {
        Objects.requireNonNull(task, "task");
        return () -> {
            Object[] cell = Current.cell();
            Object before = isOpen() ? entered(cell) : Current.enterClosed(cell, this);
            try {
                task.run();
            } finally {
                cell[0] = before;
            }
        };
    }

    /** Makes this current on the thread of {@code cell}, and returns what to write there to undo it. */
    private Object enter(Object[] cell) {
        mustBeOpen();
        return entered(cell);
    }

    private Object entered(Object[] cell) {
        if (inheritable) {
            Inherited.begin();
        }
        if (Leaks.isOn()) {
            ThreadsWithScopes.add(cell);
        }
        return Current.enter(cell, this);
    }

    /** Throws if this is closed. */
    final void mustBeOpen() {
        if (!isOpen()) {
            throw new ScopeException(Status.SCOPE_CLOSED.code(), "the scope is closed: it runs nothing");
        }
    }

    /**
     * Delegates with each task wrapped, so that the executor's own futures get what a task throws.
     */
    private class Service implements ExecutorService {
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
         * Executors have this method from Java 19 on. It calls the wrapped executor's
         * {@code close}: for the common pool that does nothing, while the inherited one would wait
         * for the pool to terminate, which never happens.
         */
        @SuppressWarnings({"MissingOverride", "unused"}) // Java 17 has no such method and no callers of it
        public void close() throws Exception {
            if (executor instanceof AutoCloseable closeable) {
                closeable.close();
            }
        }
    }

    private final class ScheduledService extends Service implements ScheduledExecutorService {
        private final ScheduledExecutorService executor;

        ScheduledService(ScheduledExecutorService executor) {
            super(executor);
            this.executor = executor;
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            return executor.schedule(wrap(Objects.requireNonNull(task, "task")), delay, unit);
        }

        @Override
        public <T> ScheduledFuture<T> schedule(Callable<T> task, long delay, TimeUnit unit) {
            return executor.schedule(wrap(Objects.requireNonNull(task, "task")), delay, unit);
        }

        @Override
        public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long first, long period, TimeUnit unit) {
            return executor.scheduleAtFixedRate(wrap(Objects.requireNonNull(task, "task")), first, period, unit);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long delay, TimeUnit unit) {
            return executor.scheduleWithFixedDelay(wrap(Objects.requireNonNull(task, "task")), first, delay, unit);
        }
    }

    // Bodies.

    /**
     * Runs {@code body} in a scope of its own. The compiler picks this overload for a lambda that
     * returns nothing, which may throw checked exceptions.
     *
     * @param <E> the checked exception that the body throws, inferred by the compiler
     * @param body what to run; if it throws, the scope closes and the exception passes on, with
     *     failures of closing suppressed under it
     * @throws E what {@code body} throws
     */
    public static <E extends Exception> void using(ScopeAction<? extends E> body) throws E {
        Objects.requireNonNull(body, "body");
        Object[] cell = Current.cell();
        Scope scope = forBody(cell);
        try {
            try {
                openForBody(cell, scope);
                body.act();
            } catch (Throwable e) {
                scope.closeUnder(e);
                throw e;
            }
            scope.close();
        } finally {
            // Closing ran out of stack, so no method may be called here either.
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
     * Runs {@code body} in a scope of its own, as {@link #using(ScopeAction)} does; for an existing
     * {@link Runnable}.
     *
     * @param body what to run
     */
    public static void using(Runnable body) {
        Objects.requireNonNull(body, "body");
        using((ScopeAction<RuntimeException>) body::run);
    }

    /**
     * Runs {@code body} in a scope of its own and returns its value. The compiler picks this
     * overload for a lambda that returns a value, which may throw checked exceptions.
     *
     * <pre>{@code
     * Tensor normal = Scope.using(() -> {
     *     Tensor x = Tensor.of(Files.readAllBytes(path)).cast(DType.F32); // throws IOException, and so does using
     *     return x.sub(x.mean());
     * });
     * }</pre>
     *
     * <p>Every native resource that can be reached from the value, and that the scope or one below
     * it owns, moves to the parent scope. The search goes through arrays, {@link Iterable}s,
     * {@link java.util.Map}s, {@link java.util.Map.Entry}s, {@link java.util.Optional}s,
     * {@link java.util.concurrent.atomic.AtomicReference}s, records, {@link Escapable}s and types
     * with an {@link EscapeRule}, nested in any way. Iterators, streams, suppliers, callables and
     * futures are refused, because they would produce their elements after those are closed.
     *
     * @param <T> the type of the body's result
     * @param <E> the checked exception that the body throws, inferred by the compiler
     * @param body what to run; if it throws, the scope closes and the exception passes on, with
     *     failures of closing suppressed under it
     * @return what the body returned
     * @throws E what {@code body} throws
     * @throws InvalidArgumentException if the value is or holds an object that cannot be searched;
     *     the message names the class, and everything is closed
     * @throws ScopeException if a resource escapes and the parent is capped; everything is closed
     *     then
     * @throws NativeMemoryException if a resource escapes and would exceed a limit of the parent;
     *     everything is closed then
     */
    @CanIgnoreReturnValue
    public static <T extends @Nullable Object, E extends Exception> T using(ScopeBody<? extends T, ? extends E> body)
            throws E {
        Objects.requireNonNull(body, "body");
        Object[] cell = Current.cell();
        Scope scope = forBody(cell);
        try {
            openForBody(cell, scope);
            T value = body.call();
            scope.closeKeeping(value);
            return value;
        } catch (Throwable e) {
            scope.closeUnder(e);
            throw e;
        } finally {
            // Closing ran out of stack, so no method may be called here either.
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
     * Runs {@code body} in a scope of its own and returns its value, as {@link #using(ScopeBody)}
     * does; for an existing {@link Supplier}.
     *
     * @param <T> the type of the body's result
     * @param body what to run
     * @return what the body returned
     */
    @CanIgnoreReturnValue
    public static <T extends @Nullable Object> T using(Supplier<? extends T> body) {
        Objects.requireNonNull(body, "body");
        return using((ScopeBody<T, RuntimeException>) body::get);
    }

    /**
     * Runs {@code body} in a scope of its own and returns its value, as {@link #using(ScopeBody)}
     * does; for an existing {@link Callable}.
     *
     * @param <T> the type of the body's result
     * @param <E> not used; it makes {@code Scope.<Tensor>using(() -> ...)} prefer the overload for
     *     suppliers
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
     * Lists the native resources that {@link #using(ScopeBody)} finds in a value: the value itself,
     * and what arrays, collections, maps, records, {@link Escapable}s and the like hold at any
     * depth, each once.
     *
     * @param value any value
     * @return a new list, in the order in which they were found
     * @throws InvalidArgumentException if the value holds its resources where they cannot be
     *     searched, as an iterator does
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
                close(); // the body has closed the scope or the tensor: nothing escapes
            } else if (hasForeign()) { // another thread gave this its first resource meanwhile
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

    /** As {@link #pop(NativeResource[])} for a single tensor, the most common result of a body. */
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

    /**
     * Closes the scope and moves {@code resources} to the parent in one call of the core. False if
     * none escape.
     */
    private boolean pop(NativeResource[] resources) {
        NativeResource[] escaping = resources;
        while (escaping.length > 0) {
            NativeResource[] all = escaping;
            long[] handles = Call.handles(all); // creates scopes that are not in the core yet
            Scope outer = ownerHint();
            try {
                Leaks.closing(handle());
                Call.change(() -> Owners.several(all, outer, () -> Native.scopePop(handle(), handles), () -> end(true)));
            } catch (ClosedException e) {
                if (isClosed()) {
                    return false; // the body closed it, with everything it owned
                }
                // One of the resources is closed, perhaps concurrently: the others are tried again.
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

    /** Closes the native members. */
    final void finish() {
        if (end(false)) {
            Current.left();
        }
    }

    // Creation in the core, open checks and closing.

    /** Sets the handle of a scope that the core has created already, and watches it. */
    final void made(long handle) {
        entry = Backstop.watch(this, handle, null);
        number = handle;
    }

    /** Sets the handle of a scope of the core that another owner closes. */
    final void called(long handle) {
        number = handle;
    }

    /** Whether {@code handle} is the number of this scope. */
    final boolean isCalled(long handle) {
        return number == handle;
    }

    /**
     * The scope that a member moves to when it leaves this one: the parent; null if there is none.
     */
    Scope outer() {
        return ownerHint();
    }

    /**
     * The parent, by the core's answer; a scope that is not created yet is still where it was made.
     */
    final Scope above() {
        return isCreated() ? Owners.last(this) : ownerHint();
    }

    /**
     * Whether neither this scope nor one above it has been closed. Every operation checks this for
     * the current scope, so the core is asked only if scopes have closed with their parents since
     * the last check.
     */
    final boolean isOpen() {
        return entry != CLOSED && (owner == null || openAt == Endings.now() || isFoundOpen());
    }

    /**
     * Asks the core. The innermost scopes may not be created yet: they close with the nearest scope
     * above them that is. The answer is stored in each scope on the way, so that a deep tree is
     * walked only once.
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

    /**
     * Stores in this and the scopes above it that are not created yet that they were open, or
     * closed if {@link Endings#NONE}.
     */
    private void found(long endings) {
        Scope node = this;
        // `owner` is read before `number`: a scope whose number is still 0 then has not moved.
        while (node.owner instanceof Scope above && node.number == 0 && node.openAt != endings && node.entry != CLOSED) {
            node.openAt = endings;
            node = above;
        }
    }

    /** Records that this was open at the count {@code endings}. */
    final void foundOpen(long endings) {
        openAt = endings;
    }

    /** Whether the core has created this. */
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
        Backstop.Entry mine = closes ? null : Backstop.watch(this, 0, null); // first, so that no handle is lost
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
     * As {@link #publishWatched}, for a scope with a closer: the first number that it gets becomes
     * its own. The thread that closed it meanwhile may not have seen that number, so it is closed
     * here. {@code mine} is null on the closer's thread.
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
                return; // closed concurrently
            }
        }
    }

    /**
     * Creates the scope in the core and stores its handle before any other call in which the stack
     * could overflow: in {@code watcher}, or in {@code stray} if {@code watcher} is null. Returns
     * false if this was closed before its creation; it has a stale number then.
     */
    private boolean push(Scope parent, Backstop.Entry watcher) {
        try {
            if (entry != CLOSED) { // whether a scope above is closed is checked by the core
                if (watcher == null && stray != 0) {
                    return true; // created by an earlier call that ran out of stack
                }
                long above = parent == null ? 0 : parent.handle();
                NativeLoader.require();
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

    /**
     * Stops tracking the handle in {@code watcher}, or the one in {@code stray} if {@code watcher}
     * is null.
     */
    private void forget(Backstop.Entry watcher) {
        if (watcher != null) {
            Backstop.forget(watcher);
        } else {
            stray = 0;
        }
    }

    /** The name that the user gave; kept after closing. */
    final String givenName() {
        return name;
    }

    /**
     * A scope has a backstop entry of its own and keeps it when it moves. An unowned scope gets an
     * empty entry as its place: the core gives the same answer for an unowned scope as for one in a
     * closing scope, and this entry tells them apart.
     */
    @Override
    final Object home(Scope scope) {
        return scope == null ? Places.unowned() : scope;
    }

    /**
     * Closes this, unless it is closed already. The core is not called if this was never created.
     *
     * @param released whether the core has closed this in the call that moved the kept resources
     */
    final boolean end(boolean released) {
        if (gone) {
            return false;
        }
        Backstop.Entry before = (Backstop.Entry) ENTRY.getAndSet(this, CLOSED);
        boolean isWatched = before != null && before != CLOSED;
        long known = isWatched ? before.handle : number;
        try {
            if (hasBelow) { // a child made after this point sees that this is closed
                Native.scopeEnded();
            }
            if (flight != null) {
                Flight.scopeEnds(flight, released ? 0 : known, name);
                flight = null;
            }
            if (known != 0 && !released) {
                Leaks.closing(known);
                Native.scopeClose(known);
            }
        } catch (VirtualMachineError e) { // out of stack: it stays open, to be closed again or collected
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

    /** Closes a scope that its closer could not close, or only marked as closed. */
    final void closeAbandoned() {
        end(false);
        Native.scopeClose(number);
        Native.scopeClose(stray);
    }

    @Override
    protected final void dispose() {
        end(false);
    }

    // Resources that are not native.

    /** Whether a thread is closing the non-native resources of this for good. */
    final boolean isEnding() {
        return foreign != null && foreign.isEnding();
    }

    final boolean hasForeign() {
        return foreign != null;
    }

    /** The non-native resources of this. When this returns, every scope above links to it. */
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

    /** Makes the non-native resources of this close with the scope above it, and so on upwards. */
    final void link() {
        synchronized (LINKS) {
            linkBelow(ownerHint());
        }
    }

    /**
     * Returns false if {@code parent} is about to create its own {@code foreign}: the links of
     * closed scopes may form a ring, and so may those of open scopes while other threads move them.
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

    /**
     * A thread that links the first resource of this at this moment sees the new place, or is seen
     * here.
     */
    @Override
    final void relink(Object before) {
        synchronized (LINKS) {
            if (foreign != null) {
                unlink(before);
                // All places, because the core gives the same answer for a member of a closing
                // scope as for an unowned one.
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

    /**
     * Closes the non-native resources, then runs {@code last}, which closes the rest. {@code ends}:
     * this scope ends.
     */
    final void closeForeign(boolean ends, Predicate<Scope> stays, Runnable last) {
        Foreign all = foreign;
        if (all == null) {
            last.run();
            all = foreign;
            if (all == null) {
                return;
            }
            // Another thread added a resource meanwhile, and saw that this is open.
            all.closeAll(ends, below -> !Places.isOne(below.owner) || stays.test(below), () -> {});
        } else {
            all.closeAll(ends, below -> !Places.isOne(below.owner) || stays.test(below), last);
        }
        if (!isOpen()) {
            unlink(owner);
        }
    }
}
