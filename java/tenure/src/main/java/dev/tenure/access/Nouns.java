package dev.tenure.access;

import dev.tenure.DType;
import dev.tenure.NativeMemoryException;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.Status;
import dev.tenure.Tensor;
import dev.tenure.TensorEntry;
import dev.tenure.TensorException;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Access to internals of {@code dev.tenure} (the <em>nouns</em>: scopes, tensors and other public
 * classes) for kinds of resources in other packages: the owner of new resources, and the calls that
 * make them.
 */
public abstract class Nouns {
    private static volatile @Nullable Nouns nouns;

    /** The implementation in {@code dev.tenure}. */
    public static Nouns get() {
        if (nouns == null) {
            try {
                MethodHandles.lookup().ensureInitialized(NativeResource.class);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e); // cannot happen, because the class is public
            }
        }
        return Objects.requireNonNull(nouns, "NativeResource sets it when it is initialised");
    }

    /** Called once, by the initializer of {@link NativeResource}. */
    public static void set(Nouns made) {
        nouns = made;
    }

    /** A model's function: (scope, model, options or 0, names, inputs, room for all outputs) to new tensors. */
    public interface Run {
        void call(long scope, long model, long options, @Nullable String names, long[] inputs, long[] made);
    }

    /** The innermost open scope, or null. */
    public abstract @Nullable Scope current();

    /**
     * The name of another thread on which a scope is current; null if there is none, or if leak
     * reports were off when the scope became current.
     */
    public abstract @Nullable String otherThreadWithScope();

    /** The owner of a result made from {@code operands}; null if it is unowned. */
    public abstract @Nullable Scope ownerFor(Tensor[] operands);

    /** The handle of an owner in the core; 0 for null. */
    public abstract long number(@Nullable Scope owner);

    /** The handles of operands. */
    public abstract long[] handles(Tensor[] tensors);

    /**
     * Makes a resource in {@code owner} with {@code core}, which takes the owner's handle;
     * {@code fresh} is its wrapper.
     */
    public abstract <R extends NativeResource> R owned(R fresh, @Nullable Scope owner, LongUnaryOperator core);

    /** A function: (scope, room for handles) to new tensors; it returns how many there are. */
    public interface Several {
        int call(long scope, long[] made);
    }

    /** Makes a tensor from {@code operand}, in the current scope or else the operand's. */
    public abstract Tensor from(Tensor operand, LongUnaryOperator core);

    /** Makes a tensor in the current scope; {@code operand} stays reachable. */
    public abstract Tensor made(LongUnaryOperator core, Object operand);

    /** Makes tensors in {@code owner}; {@code core} is called again if the room is too small. */
    public abstract Tensor[] several(@Nullable Scope owner, int room, Several core);

    /**
     * Called when the core has made {@code part} belong to {@code by} for good. What is a part of
     * another resource already stays with that one.
     */
    public abstract void keep(NativeResource part, NativeResource by);

    /** The handle of a resource. */
    public abstract long handle(NativeResource resource);

    /**
     * Runs a model, with its outputs in {@code owner}. The array {@code inputs} may be overwritten.
     */
    public abstract Tensor[] run(
            @Nullable Scope owner, int outputs, Run core, long model, long options, @Nullable String names, long[] inputs);

    /** Makes the exception that the core would throw for a status. */
    public abstract TensorException failure(Status status, String message);

    /** Makes the exception that the core would throw for a number of bytes that does not fit a shape. */
    public abstract RuntimeException misfit(String message);

    /** Makes the exception that the core would throw if memory is refused. */
    public abstract NativeMemoryException refusal(Status status, String message);

    /** The element type with a name; empty if only a newer library has it. */
    public abstract Optional<DType> dtype(String name);

    /** The element type with a code. */
    public abstract DType dtype(int code);

    /** Tensors of these names, by name, as {@code dtype} if that is not null, in the current scope. */
    public abstract Map<String, Tensor> named(String[] names, @Nullable DType dtype, NamedFiles.Loader loader);

    /** The entries in rows of the core. */
    public abstract List<TensorEntry> entries(String rows);

    /** Runs a call that may need memory. */
    public abstract void change(Runnable core);

    /** Runs a call that may need memory and returns a number. */
    public abstract double result(DoubleSupplier core);
}
