package dev.tenure.access;

import dev.tenure.DType;
import dev.tenure.NativeMemoryException;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.Status;
import dev.tenure.Tensor;
import dev.tenure.TensorException;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a kind of resource that lies in a package of its own needs of the nouns, and users do not: who owns what is made now, and
 * the calls that make it.
 */
public abstract class Nouns {
    private static volatile @Nullable Nouns nouns;

    /** The one that the nouns have set. */
    public static Nouns get() {
        if (nouns == null) {
            try {
                MethodHandles.lookup().ensureInitialized(NativeResource.class);
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e); // it is public
            }
        }
        return Objects.requireNonNull(nouns, "NativeResource sets it when it is initialised");
    }

    /** Called once, by the nouns. */
    public static void set(Nouns made) {
        nouns = made;
    }

    /** A model's function: (scope, model, options or 0, names, inputs, room for all outputs) to new tensors. */
    public interface Run {
        void call(long scope, long model, long options, @Nullable String names, long[] inputs, long[] made);
    }

    /** The innermost open scope, null if there is none. */
    public abstract @Nullable Scope current();

    /** The owner of what is made of {@code operands}, null for nobody. */
    public abstract @Nullable Scope ownerFor(Tensor[] operands);

    /** What the core calls an owner. */
    public abstract long number(@Nullable Scope owner);

    /** The handles of operands. */
    public abstract long[] handles(Tensor[] tensors);

    /** Makes {@code fresh} the wrapper of what {@code core}, which takes the number of the owner, makes in {@code owner}. */
    public abstract <R extends NativeResource> R owned(R fresh, @Nullable Scope owner, LongUnaryOperator core);

    /** The outputs of a model, in {@code owner}; {@code inputs} are not needed any more then. */
    public abstract Tensor[] run(
            @Nullable Scope owner, int outputs, Run core, long model, long options, @Nullable String names, long[] inputs);

    /** The error that the core would throw for a status. */
    public abstract TensorException failure(Status status, String message);

    /** The same for what memory was refused. */
    public abstract NativeMemoryException refusal(Status status, String message);

    /** The element type of a name, empty if it is of a newer library. */
    public abstract Optional<DType> dtype(String name);

    /** The element type of a code. */
    public abstract DType dtype(int code);

    /** Runs what may need memory. */
    public abstract void change(Runnable core);
}
