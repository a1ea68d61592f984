package dev.tenure.nn;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.DType;
import dev.tenure.Device;
import dev.tenure.InvalidArgumentException;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.ScopeBody;
import dev.tenure.Tape;
import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.access.OtherFiles;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import dev.tenure.internal.Rows;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A layer with parameters, or a tree of them.
 *
 * <p>The kinds of this package are computed by the native library. A program writes a module of its
 * own as a subclass, whose constructor registers its parts:
 *
 * <pre>{@code
 * final class Net extends Module {
 *     private final Module fc1 = add("fc1", new Linear(64, 32));
 *     private final Module fc2 = add("fc2", new Linear(32, 10));
 *
 *     @Override
 *     protected Tensor forward(Tensor x) {
 *         return fc2.call(fc1.call(x).relu());
 *     }
 * }
 * }</pre>
 *
 * <p>{@link #call(Tensor)} frees everything that {@code forward} makes, except its result.
 *
 * <p>A module is owned like a scope: by the scope that was current when it was made, or by the caller.
 * Closing it frees its parameters, its buffers and all its parts. They belong to it for good: moving a
 * parameter elsewhere throws an exception with its path, such as {@code encoder.0.weight}. The methods
 * that return parameters return new references, which are the caller's.
 *
 * <p>Names, shapes, defaults and initial values are PyTorch's, so that a state of {@code torch.nn}
 * loads as it is. All methods may be called from any thread.
 */
public non-sealed class Module extends NativeResource {
    private static final int ROOM = 16;

    /** The wrappers of the parts that have one: those added, and those that a caller got. */
    private final Map<String, Module> wrapped = Collections.synchronizedMap(new LinkedHashMap<>());

    /** A part of it is computed in Java. */
    private volatile boolean isPartlyJava;

    private volatile @Nullable Module parent;
    private volatile boolean isChecked;

    /**
     * For a module whose {@link #forward} is written in Java. The current scope owns it; without one
     * it is the caller's.
     */
    @SuppressWarnings("this-escape") // the handle is this object's own
    protected Module() {
        super(0, null);
        isPartlyJava = true;
        String name = getClass().getSimpleName();
        String kind = name.isEmpty() ? "Module" : name;
        Nouns.get().owned(this, Nouns.get().current(), scope -> Native.moduleCustom(scope, kind));
    }

    /** For a kind of the core, which {@code maker} makes in a scope. */
    @SuppressWarnings("this-escape") // as above
    Module(LongUnaryOperator maker) {
        super(0, null);
        Nouns.get().owned(this, Nouns.get().current(), maker);
    }

    /** Runs the rest of a constructor, and closes this if that fails. */
    final void building(Runnable rest) {
        try {
            rest.run();
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    /**
     * Computes the result of this module. Everything that is made on the way is freed, also if
     * {@link #forward} is written in Java. A tape that watches this module or {@code x} records it.
     *
     * @param x the input
     * @return a new tensor, also if the module returns its input
     * @throws dev.tenure.ClosedException if this module or a part of it is closed
     * @throws InvalidArgumentException if it needs several inputs, see {@link #callAll}
     * @throws IllegalStateException if a field of this class has a module that is not a part of it
     */
    public final Tensor call(Tensor x) {
        Objects.requireNonNull(x, "x");
        if (!isPartlyJava) {
            return forward(x);
        }
        checkFields();
        return Scope.using((ScopeBody<Tensor, RuntimeException>) () -> {
            Scope body = Nouns.get().current();
            return fresh(forward(x), body);
        });
    }

    /**
     * Computes all results of this module from all its inputs, as {@link #call} does.
     *
     * @param inputs the inputs; null for one that is left out, such as a mask
     * @return new tensors, the main result first
     * @throws dev.tenure.ClosedException if this module or a part of it is closed
     * @throws InvalidArgumentException if the number of inputs is wrong, or one is left out that is
     *     needed
     * @throws IllegalStateException if a field of this class has a module that is not a part of it
     */
    public final Tensor[] callAll(@Nullable Tensor... inputs) {
        Objects.requireNonNull(inputs, "inputs");
        if (!isPartlyJava) {
            return forwardAll(inputs);
        }
        checkFields();
        return Scope.using((ScopeBody<Tensor[], RuntimeException>) () -> {
            Scope body = Nouns.get().current();
            Tensor[] results = forwardAll(inputs).clone();
            for (int i = 0; i < results.length; i++) {
                results[i] = fresh(results[i], body);
            }
            return results;
        });
    }

    /**
     * Computes the result of this module. {@link #call} calls it. A subclass that is written in Java
     * overrides it and calls its parts by {@link #call}.
     *
     * @param x the input
     * @return the result; what else it makes is freed
     */
    protected Tensor forward(Tensor x) {
        Tensor result = Nouns.get().from(x, scope -> Native.moduleForward(scope, handle(), Nouns.get().handle(x)));
        KeepAlive.done(this);
        return result;
    }

    /**
     * Computes all results of this module from all its inputs. {@link #callAll} calls it. A subclass
     * with several inputs or results overrides it.
     *
     * @param inputs the inputs; null for one that is left out
     * @return the results, the main one first; what else it makes is freed
     */
    protected Tensor[] forwardAll(@Nullable Tensor... inputs) {
        if (isPartlyJava && inputs.length == 1) {
            return new Tensor[] {forward(Objects.requireNonNull(inputs[0], "inputs[0]"))};
        }
        Tensor[] given = Arrays.stream(inputs).filter(Objects::nonNull).toArray(Tensor[]::new);
        long[] handles = new long[inputs.length]; // 0 for one that is left out
        for (int i = 0; i < inputs.length; i++) {
            Tensor input = inputs[i];
            handles[i] = input == null ? 0 : Nouns.get().handle(input);
        }
        Tensor[] results = Nouns.get()
                .several(Nouns.get().ownerFor(given), ROOM, (scope, made) -> Native.moduleForwardAll(scope, handle(), handles, made));
        KeepAlive.done(this, inputs);
        return results;
    }

    /**
     * Returns {@code result} if {@code body}, the scope of the call, owns it; else, such as for an
     * input or a parameter, a new reference to it.
     */
    private static Tensor fresh(@Nullable Tensor result, @Nullable Scope body) {
        Objects.requireNonNull(result, "forward returned null");
        return result.scope() == body ? result : result.alias();
    }

    /**
     * Makes a module a part of this one, which owns it from then on.
     *
     * @param <M> its class
     * @param name its name, without dots
     * @param module a module that is not a part of another one
     * @return {@code module}
     * @throws InvalidArgumentException if the name is taken, empty or has a dot in it; if the module is
     *     a part of a module already, or contains this one; or if this kind has no parts
     * @throws dev.tenure.NativeMemoryException if its parameters exceed a limit of the scopes above
     */
    @CanIgnoreReturnValue
    public final <M extends Module> M add(String name, M module) {
        return added(name, module, part -> Native.moduleAdd(handle(), name, part));
    }

    /** Makes a module a part by {@code core}, which takes its handle. */
    final <M extends Module> M added(String name, M module, LongConsumer core) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(module, "module");
        join(module, () -> {
            core.accept(module.handle());
            return name;
        });
        return module;
    }

    /** Makes a module a part of this one under the name that {@code core}, which adds it, returns. */
    final void join(Module part, Supplier<String> core) {
        synchronized (wrapped) { // another thread that finds the new part must get this wrapper
            wrapped.put(core.get(), part);
        }
        Nouns.get().keep(part, this);
        part.parent = this;
        if (part.isPartlyJava) {
            becomePartlyJava();
        }
        KeepAlive.done(this, part);
    }

    /** Marks this and the modules that it is a part of. */
    private void becomePartlyJava() {
        isPartlyJava = true;
        Module above = parent;
        if (above != null) {
            above.becomePartlyJava();
        }
    }

    final boolean isPartlyJava() {
        return isPartlyJava;
    }

    /**
     * Makes a tensor a parameter of this module, which owns it from then on. A tensor that is a
     * parameter of a module already is tied: both are the same parameter under two names.
     *
     * @param name its name, without dots
     * @param value the initial value
     * @return {@code value}, to compute with in {@link #forward}
     * @throws InvalidArgumentException if the name is taken, empty or has a dot in it
     * @throws dev.tenure.NativeMemoryException if it exceeds a limit of the scopes above
     */
    @CanIgnoreReturnValue
    protected final Tensor parameter(String name, Tensor value) {
        return registered(name, value, () -> Native.moduleRegisterParameter(handle(), name, Nouns.get().handle(value)));
    }

    /**
     * Makes a tensor a buffer of this module: it is part of the state, but not trained.
     *
     * @param name its name, without dots
     * @param value the initial value
     * @return {@code value}, to compute with in {@link #forward}
     * @throws InvalidArgumentException if the name is taken, empty or has a dot in it
     * @throws dev.tenure.NativeMemoryException if it exceeds a limit of the scopes above
     */
    @CanIgnoreReturnValue
    protected final Tensor buffer(String name, Tensor value) {
        return registered(name, value, () -> Native.moduleRegisterBuffer(handle(), name, Nouns.get().handle(value), true));
    }

    private Tensor registered(String name, Tensor value, Runnable core) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
        Nouns.get().change(core);
        Nouns.get().keep(value, this);
        KeepAlive.done(this, value);
        return value;
    }

    /**
     * Returns the direct parts of this module.
     *
     * @return the parts by name, in order; an unmodifiable copy
     * @throws dev.tenure.ClosedException if this module is closed
     */
    public final Map<String, Module> children() {
        Map<String, Module> children = new LinkedHashMap<>();
        String[] names = names(Native.moduleChildNames(handle()));
        long[] handles = Native.moduleChildren(handle());
        for (int i = 0; i < Math.min(names.length, handles.length); i++) {
            children.put(names[i], wrapper(names[i], handles[i]));
        }
        KeepAlive.done(this);
        return Collections.unmodifiableMap(children);
    }

    private Module wrapper(String name, long handle) {
        return wrapped.computeIfAbsent(name, unknown -> {
            Module child = new Module(handle);
            Nouns.get().keep(child, this);
            child.parent = this;
            return child;
        });
    }

    /**
     * Returns a part of this module.
     *
     * @param path its path, such as {@code encoder.0}
     * @return the part
     * @throws InvalidArgumentException if there is none of this path
     * @throws dev.tenure.ClosedException if this module is closed
     */
    public final Module child(String path) {
        Objects.requireNonNull(path, "path");
        KeepAlive.value(Native.moduleChild(handle(), path), this); // throws where there is none
        Module at = this;
        for (String name : path.isEmpty() ? new String[0] : path.split("\\.")) {
            at = at.children().get(name);
        }
        return at;
    }

    /**
     * Returns a parameter or buffer of this module or a part of it.
     *
     * @param path its path, such as {@code encoder.0.weight}
     * @return a new reference to it
     * @throws InvalidArgumentException if there is none of this path
     * @throws dev.tenure.ClosedException if this module is closed
     */
    public final Tensor get(String path) {
        Objects.requireNonNull(path, "path");
        return Nouns.get().made(scope -> Native.moduleGet(scope, handle(), path), this);
    }

    /**
     * Returns the parameters of this module and all its parts, each once.
     *
     * @return new references to them
     * @throws dev.tenure.ClosedException if this module is closed
     */
    public final List<Tensor> parameters() {
        return List.of(references(ROOM, (scope, made) -> Native.moduleParameters(scope, handle(), false, made)));
    }

    /**
     * Returns the parameters that are not frozen, in the order of {@link #watch}.
     *
     * @return new references to them
     * @throws dev.tenure.ClosedException if this module is closed
     */
    public final List<Tensor> trainedParameters() {
        return List.of(references(ROOM, (scope, made) -> Native.moduleParameters(scope, handle(), true, made)));
    }

    /**
     * Returns the parameters of this module and all its parts by their paths, each once.
     *
     * @return new references to them, in order
     * @throws dev.tenure.ClosedException if this module is closed
     */
    public final Map<String, Tensor> namedParameters() {
        return named(Native.moduleParameterNames(handle(), false));
    }

    /**
     * Returns the buffers of this module and all its parts by their paths.
     *
     * @return new references to them, in order
     * @throws dev.tenure.ClosedException if this module is closed
     */
    public final Map<String, Tensor> buffers() {
        return named(Native.moduleBufferNames(handle()));
    }

    /**
     * Returns the state of this module and all its parts: parameters and buffers by the names that
     * PyTorch's {@code state_dict} has.
     *
     * @return new references to them, in order
     * @throws dev.tenure.ClosedException if this module is closed
     */
    public final Map<String, Tensor> stateDict() {
        return named(Native.moduleStateNames(handle()));
    }

    /**
     * Copies values into the parameters and buffers of these names; every name must be there.
     *
     * @param state the values by name
     * @throws InvalidArgumentException if names are missing or unexpected: the message lists all, and
     *     nothing has changed
     * @throws dev.tenure.ShapeMismatchException if shapes differ: the message lists all, and nothing has
     *     changed
     * @throws dev.tenure.ClosedException if this module or a value is closed
     */
    public final void loadStateDict(Map<String, ? extends Tensor> state) {
        loadStateDict(state, true, false);
    }

    /**
     * Copies values into the parameters and buffers of these names.
     *
     * @param state the values by name
     * @param isStrict whether missing and unexpected names are errors
     * @param stripPrefixes whether the prefixes {@code module.} and {@code _orig_mod.} are removed from
     *     names
     * @return the names that were not loaded; none if it is strict
     * @throws InvalidArgumentException if names are missing or unexpected and it is strict: the message
     *     lists all, and nothing has changed
     * @throws dev.tenure.ShapeMismatchException if shapes differ: the message lists all, and nothing has
     *     changed
     * @throws dev.tenure.ClosedException if this module or a value is closed
     */
    @CanIgnoreReturnValue
    public final LoadReport loadStateDict(Map<String, ? extends Tensor> state, boolean isStrict, boolean stripPrefixes) {
        Objects.requireNonNull(state, "state");
        List<String> names = new ArrayList<>();
        List<Tensor> values = new ArrayList<>();
        state.forEach((name, value) -> {
            names.add(Objects.requireNonNull(name, "state: null as a name"));
            values.add(Objects.requireNonNull(value, () -> "state: null for '" + name + "'"));
        });
        Tensor[] tensors = values.toArray(Tensor[]::new);
        long[] handles = Nouns.get().handles(tensors);
        String column = Rows.column(names.toArray(String[]::new));
        LoadReport[] report = new LoadReport[1];
        Nouns.get().change(() -> report[0] = LoadReport.of(
                Native.moduleLoadState(handle(), column, handles, isStrict, stripPrefixes)));
        KeepAlive.done(this, tensors);
        return report[0];
    }

    /**
     * Reads the state of this module from a {@code .safetensors} file, or one of {@code torch.save};
     * every name must be there.
     *
     * @param file the file, as for {@link #load(Path, boolean, boolean)}
     * @throws InvalidArgumentException as {@link #loadStateDict(Map)}, or if the file is not on the
     *     default file system
     * @throws dev.tenure.ShapeMismatchException as {@link #loadStateDict(Map)}
     * @throws dev.tenure.TensorException if the file cannot be read or is not valid
     */
    public final void load(Path file) {
        load(file, true, false);
    }

    /**
     * Reads the state of this module from a file: a {@code .safetensors} file, the index of several, or
     * what {@code torch.save} of PyTorch wrote: a state dict, or a checkpoint that has one as {@code
     * state_dict} or {@code model_state_dict}. Nothing in a file is run.
     *
     * @param file the file, on the default file system
     * @param isStrict whether missing and unexpected names are errors
     * @param stripPrefixes whether the prefixes {@code module.} and {@code _orig_mod.} are removed from
     *     names
     * @return the names that were not loaded; none if it is strict
     * @throws InvalidArgumentException as {@link #loadStateDict(Map, boolean, boolean)}, or if the file
     *     is not on the default file system
     * @throws dev.tenure.ShapeMismatchException as {@link #loadStateDict(Map, boolean, boolean)}
     * @throws dev.tenure.TensorException if the file cannot be read or is not valid
     */
    @CanIgnoreReturnValue
    public final LoadReport load(Path file, boolean isStrict, boolean stripPrefixes) {
        Objects.requireNonNull(file, "file");
        LoadReport[] report = new LoadReport[1];
        Nouns.get().change(() -> report[0] = OtherFiles.direct(
                file, path -> LoadReport.of(Native.moduleLoad(handle(), path, isStrict, stripPrefixes))));
        KeepAlive.done(this);
        return report[0];
    }

    /**
     * Writes the state of this module to a {@code .safetensors} file, under PyTorch's names. A tied
     * parameter is written once. If this fails, the old file stays as it was.
     *
     * @param file the file, on the default file system; an existing file is replaced
     * @throws InvalidArgumentException if the file is not on the default file system
     * @throws dev.tenure.TensorException if it cannot be written
     * @throws dev.tenure.ClosedException if this module is closed
     */
    public final void save(Path file) {
        Objects.requireNonNull(file, "file");
        OtherFiles.direct(file, path -> {
            Native.moduleSave(handle(), path);
            return null;
        });
        KeepAlive.done(this);
    }

    /**
     * Records from the parameters of this module and all its parts, except frozen ones: until
     * {@code tape} is consumed, what is computed with them, on any thread, is recorded on it.
     *
     * <pre>{@code
     * Tape tape = Tape.open();
     * Tensor[] weights = net.watch(tape);
     * Tensor[] gradients = tape.backward(net.call(x).crossEntropy(y), weights);
     * }</pre>
     *
     * @param tape the tape
     * @return new references to the parameters, to ask for their gradients
     * @throws InvalidArgumentException if another thread has just consumed the tape
     * @throws dev.tenure.ClosedException if this module or the tape is closed
     */
    public final Tensor[] watch(Tape tape) {
        Objects.requireNonNull(tape, "tape");
        Tensor[] watched = references(ROOM, (scope, made) -> Native.moduleWatch(scope, handle(), Nouns.get().handle(tape), made));
        KeepAlive.done(tape);
        return watched;
    }

    /**
     * Returns a table of this module and its parts for an input of float32 zeros: name, kind, shape of
     * the output, number of parameters, bytes.
     *
     * @param shape the shape of the input
     * @return the table, with a line for each module
     * @throws dev.tenure.ShapeMismatchException if this module does not take such an input
     * @throws dev.tenure.TensorException if a part of it is written in Java
     */
    public final String summary(long... shape) {
        return summary(DType.F32, shape);
    }

    /**
     * Returns a table of this module and its parts for an input of zeros.
     *
     * @param dtype the dtype of the input
     * @param shape the shape of the input
     * @return the table, with a line for each module
     * @throws dev.tenure.ShapeMismatchException if this module does not take such an input
     * @throws dev.tenure.TensorException if a part of it is written in Java
     */
    public final String summary(DType dtype, long... shape) {
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(shape, "shape");
        return KeepAlive.value(Native.moduleSummary(handle(), dtype.code(), shape), this);
    }

    /**
     * Copies this module with all its parts, whose kinds must be of the core.
     *
     * @return a new module with parameters of its own, which the current scope owns
     * @throws InvalidArgumentException if a part of it is written in Java
     * @throws dev.tenure.ClosedException if this module is closed
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public Module copy() {
        if (isPartlyJava) {
            throw new InvalidArgumentException("a module that is written in Java cannot be copied: make another one "
                    + "and load the state of this one");
        }
        Module copy = new Module(scope -> Native.moduleCopy(scope, handle()));
        KeepAlive.done(this);
        return copy;
    }

    private Tensor[] references(int room, Nouns.Several core) {
        Tensor[] made = Nouns.get().several(Nouns.get().current(), room, core);
        KeepAlive.done(this);
        return made;
    }

    /** The tensors at these paths, by path: so each has its own name, also if another thread adds modules meanwhile. */
    private Map<String, Tensor> named(String paths) {
        String[] all = names(paths);
        Tensor[] tensors = references(all.length, (scope, made) -> Native.moduleGetAll(scope, handle(), paths, made));
        Map<String, Tensor> named = new LinkedHashMap<>();
        for (int i = 0; i < all.length; i++) {
            named.put(all[i], tensors[i]);
        }
        return named;
    }

    private static String[] names(String rows) {
        return Rows.of(rows).stream().map(row -> row[0]).toArray(String[]::new);
    }

    /** Checks once that every module in a field is a part: others would not be trained or saved. */
    private void checkFields() {
        if (isChecked) {
            return;
        }
        for (Class<?> type = getClass(); type != Module.class && type != null; type = type.getSuperclass()) {
            Arrays.stream(type.getDeclaredFields()).forEach(this::checkField);
        }
        isChecked = true;
    }

    private void checkField(Field field) {
        if (!Module.class.isAssignableFrom(field.getType()) || java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
            return;
        }
        Object value;
        try {
            if (!field.trySetAccessible()) {
                return; // its package is not open to this one
            }
            value = field.get(this);
        } catch (IllegalAccessException e) {
            return;
        }
        if (value instanceof Module module && !module.isClosed() && !module.contains(this) && module.path().isEmpty()) {
            throw new IllegalStateException("field '" + field.getName() + "' of " + getClass().getSimpleName() + " is a "
                    + module.kind() + " that is not a part of it: add(\"" + field.getName() + "\", ...)");
        }
    }

    /** Whether {@code module} is this one or lies below it: a field may refer to the module that contains its own. */
    private boolean contains(Module module) {
        Module at = module;
        while (at != null && at != this) {
            at = at.parent;
        }
        return at != null;
    }

    /** Returns the tree of this module as PyTorch prints it. */
    @Override
    public String toString() {
        return isClosed() ? getClass().getSimpleName() + "(closed)" : describe();
    }

    // <generated by ci/generate from src/api; do not edit>
    /**
     * Sets this module and all its parts to training, as a new module is.
     *
     * @return this
     * @throws dev.tenure.ClosedException if the module is closed
     */
    @CanIgnoreReturnValue
    public Module train() {
        Native.moduleSetTraining(handle(), true);
        KeepAlive.done(this);
        return this;
    }

    /**
     * Sets this module and all its parts to evaluation: dropout passes its input on, and
     * normalizations use their running statistics.
     *
     * @return this
     * @throws dev.tenure.ClosedException if the module is closed
     */
    @CanIgnoreReturnValue
    public Module eval() {
        Native.moduleSetTraining(handle(), false);
        KeepAlive.done(this);
        return this;
    }

    /**
     * {@return whether this module is in training mode}
     *
     * @throws dev.tenure.ClosedException if the module is closed
     */
    public boolean isTraining() {
        return KeepAlive.value(Native.moduleIsTraining(handle()), this);
    }

    /**
     * Lets a call of this module with one input save its input alone for the backward pass, which
     * then computes the module once more: memory for time. The gradients have the same bits: the
     * second time the random numbers are the same, and statistics are not updated. Until then the
     * input, the parameters and, in evaluation, the buffers may not be changed in place. A module
     * that is written in the caller's language is computed once; its parts may be set.
     *
     * @return this
     * @throws dev.tenure.ClosedException if the module is closed
     */
    @CanIgnoreReturnValue
    public Module checkpoint() {
        return checkpoint(true);
    }

    /**
     * Lets a call of this module with one input save its input alone for the backward pass, which
     * then computes the module once more: memory for time. The gradients have the same bits: the
     * second time the random numbers are the same, and statistics are not updated. Until then the
     * input, the parameters and, in evaluation, the buffers may not be changed in place. A module
     * that is written in the caller's language is computed once; its parts may be set.
     *
     * @param isRecomputed whether calls do so
     * @return this
     * @throws dev.tenure.ClosedException if the module is closed
     */
    @CanIgnoreReturnValue
    public Module checkpoint(boolean isRecomputed) {
        Native.moduleSetCheckpointed(handle(), isRecomputed);
        KeepAlive.done(this);
        return this;
    }

    /**
     * Sets the running statistics of this module and all its parts to what they begin with: a mean
     * of 0, a variance of 1, and no batches.
     *
     * @throws dev.tenure.ClosedException if the module is closed
     */
    public void resetStatistics() {
        Native.moduleResetStatistics(handle());
        KeepAlive.done(this);
    }

    /**
     * Computes a batch in training, and takes its statistics into the running ones, which are then
     * the mean over all batches since {@code reset_statistics}: PyTorch's {@code update_bn} is that
     * and a loop. Nothing is recorded, and the mode stays. If this fails, nothing has changed.
     *
     * @param x the inputs of a batch, {@code [N, ...]}
     * @throws dev.tenure.ClosedException if the module is closed
     * @throws dev.tenure.ShapeMismatchException if the shape does not fit the module
     * @throws dev.tenure.TensorException if a part of the module is written in the caller's
     *     language
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public void updateStatistics(Tensor x) {
        Objects.requireNonNull(x, "x");
        Nouns.get().change(() -> Native.moduleUpdateStatistics(handle(), Nouns.get().handle(x)));
        KeepAlive.done(this, x);
    }

    /**
     * {@return the kind of this module: {@code Linear}, or the name of its class}
     *
     * @throws dev.tenure.ClosedException if the module is closed
     */
    public String kind() {
        return KeepAlive.value(Native.moduleKind(handle()), this);
    }

    /**
     * The names from the root of the tree down to this module, with dots between: {@code
     * encoder.0}. Empty for a module that is not a part of another one.
     *
     * @return the result
     * @throws dev.tenure.ClosedException if the module is closed
     */
    public String path() {
        return KeepAlive.value(Native.modulePath(handle()), this);
    }

    /**
     * Converts the floating-point parameters and buffers of this module and all its parts;
     * gradients are converted with their parameters. If this fails, nothing has changed. Optimizers
     * and trainers go on with the converted parameters, their state too; an optimizer that is given
     * gradients of a tape has to be made afterwards.
     *
     * @param dtype a floating-point dtype
     * @return this
     * @throws dev.tenure.ClosedException if the module is closed
     * @throws dev.tenure.DTypeMismatchException if the dtype is not floating-point
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    @CanIgnoreReturnValue
    public Module to(DType dtype) {
        Objects.requireNonNull(dtype, "dtype");
        Nouns.get().change(() -> Native.moduleToDtype(handle(), dtype.code()));
        KeepAlive.done(this);
        return this;
    }

    /**
     * Moves the parameters and buffers of this module and all its parts to a device; tied ones stay
     * tied, and gradients move with their parameters. If this fails, nothing has changed.
     * Optimizers and trainers go on with the parameters there, their state too; an optimizer that
     * is given gradients of a tape has to be made afterwards.
     *
     * @param device the device
     * @return this
     * @throws dev.tenure.ClosedException if the module is closed
     * @throws dev.tenure.TensorException if the device is not available
     * @throws dev.tenure.NativeMemoryException if there is not enough memory, or a limit of the
     *     device or of a scope refuses the memory
     */
    @CanIgnoreReturnValue
    public Module toDevice(Device device) {
        Objects.requireNonNull(device, "device");
        Nouns.get().change(() -> Native.moduleToDevice(handle(), device.code()));
        KeepAlive.done(this);
        return this;
    }

    /**
     * Freezes the parameters of this module and all its parts: a tape that watches a module does
     * not record from them.
     *
     * @return this
     * @throws dev.tenure.ClosedException if the module is closed
     */
    @CanIgnoreReturnValue
    public Module freeze() {
        Native.moduleSetFrozen(handle(), true);
        KeepAlive.done(this);
        return this;
    }

    /**
     * Trains the parameters of this module and all its parts again.
     *
     * @return this
     * @throws dev.tenure.ClosedException if the module is closed
     */
    @CanIgnoreReturnValue
    public Module unfreeze() {
        Native.moduleSetFrozen(handle(), false);
        KeepAlive.done(this);
        return this;
    }

    /**
     * Makes the parameters of this module and all its parts leaves, whose gradients {@code
     * backward} adds up, or freezes them. A parameter that was frozen is trained again. If this
     * fails, nothing has changed.
     *
     * @return this
     * @throws dev.tenure.ClosedException if the module is closed
     * @throws dev.tenure.NativeMemoryException if there is not enough memory for the gradients, or
     *     the gradients exceed a limit of the scopes above
     */
    @CanIgnoreReturnValue
    public Module requiresGrad() {
        return requiresGrad(true);
    }

    /**
     * Makes the parameters of this module and all its parts leaves, whose gradients {@code
     * backward} adds up, or freezes them. A parameter that was frozen is trained again. If this
     * fails, nothing has changed.
     *
     * @param requires whether they require gradients; otherwise they are frozen, and their
     *     gradients are freed
     * @return this
     * @throws dev.tenure.ClosedException if the module is closed
     * @throws dev.tenure.NativeMemoryException if there is not enough memory for the gradients, or
     *     the gradients exceed a limit of the scopes above
     */
    @CanIgnoreReturnValue
    public Module requiresGrad(boolean requires) {
        Nouns.get().change(() -> Native.moduleRequiresGrad(handle(), requires));
        KeepAlive.done(this);
        return this;
    }

    /**
     * Removes the gradients of the parameters of this module and all its parts. Their memory stays
     * for the next ones.
     *
     * @throws dev.tenure.ClosedException if the module is closed
     */
    public void zeroGradients() {
        Native.moduleZeroGradients(handle());
        KeepAlive.done(this);
    }

    /**
     * {@return the number of elements of the parameters of this module and all its parts; tied ones
     * count once}
     *
     * @throws dev.tenure.ClosedException if the module is closed
     */
    public long parameterCount() {
        return KeepAlive.value(Native.moduleParameterCount(handle(), false), this);
    }

    /**
     * {@return the number of elements of the parameters that are not frozen}
     *
     * @throws dev.tenure.ClosedException if the module is closed
     */
    public long trainedCount() {
        return KeepAlive.value(Native.moduleParameterCount(handle(), true), this);
    }

    /**
     * {@return the tree of this module as PyTorch prints it: kinds, settings, names}
     *
     * @throws dev.tenure.ClosedException if the module is closed
     */
    public String describe() {
        return KeepAlive.value(Native.moduleDescribe(handle()), this);
    }

    /**
     * Makes the parameter at {@code path} the same one as that at {@code other}: it has one value
     * under two names.
     *
     * @param path the path of the parameter that gives up its own value
     * @param other the path of the parameter whose value both have then
     * @return this
     * @throws dev.tenure.ClosedException if the module is closed
     * @throws dev.tenure.InvalidArgumentException if there is no parameter of this path
     * @throws dev.tenure.ShapeMismatchException if the shapes differ
     * @throws dev.tenure.DTypeMismatchException if the dtypes differ
     */
    @CanIgnoreReturnValue
    public Module tie(String path, String other) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(other, "other");
        Native.moduleTie(handle(), path, other);
        KeepAlive.done(this);
        return this;
    }

    /** Of a handle; 0 for one that the core is about to make. */
    Module(long handle) {
        super(handle, null);
    }

    @Override
    @CanIgnoreReturnValue
    public Module name(String name) {
        super.name(name);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Module moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Module moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Module detachFromScope() {
        super.detachFromScope();
        return this;
    }

    /** @hidden */
    @Override
    protected void dispose() {
        Native.moduleDispose(handle());
    }
    // </generated>
}
