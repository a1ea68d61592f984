package dev.tenure;

import dev.tenure.internal.Native;
import java.util.List;
import java.util.Objects;

/**
 * Records operations, for gradients.
 *
 * <pre>{@code
 * try (Scope s = Scope.open()) {
 *     Tape tape = Tape.open();
 *     Tensor w = tape.watch(weights);          // operations on w are recorded
 *     Tensor loss = x.matmul(w).sub(y).pow(2).mean();
 *     Tensor[] gradients = tape.backward(loss, w);
 * }
 * }</pre>
 *
 * <p>A tape holds the memory that it needs itself: closing any tensor of the forward pass never changes a gradient.
 */
public final class Tape extends NativeResource {
    /** Of a handle; 0 for one that the core is about to make. */
    Tape(long handle) {
        super(handle, null);
    }

    /**
     * Makes a tape, owned as a tensor would be.
     *
     * @return a new tape, recording
     */
    public static Tape open() {
        Scope owner = Current.scope();
        return owned(new Tape(0), owner, () -> Call.handle(owner, Native::tapeOpen));
    }

    /**
     * A reference to the same elements whose use is recorded.
     *
     * @param tensor what gradients are wanted for
     * @return a new tensor on the same memory; of a workspace's tensor it may be a copy, see {@link Tensor}
     * @throws ClosedException if the tape is closed
     */
    public Tensor watch(Tensor tensor) {
        Objects.requireNonNull(tensor, "tensor");
        Tensor watched = Call.from(tensor, scope -> Native.tapeWatch(scope, handle, tensor.handle));
        Use.done(this);
        return watched;
    }

    /**
     * The gradients of {@code loss}. Closes this tape.
     *
     * @param loss one element, made from what is watched
     * @param tensors what to differentiate by, as {@link #watch} returned it
     * @return a new tensor for each, of its shape; zeros where the loss does not depend on it
     * @throws InvalidArgumentException if the loss has more elements or was not recorded, or if something that the
     *     gradients need was changed in place since, or its memory handed out by {@link Tensor#asByteBuffer()}
     * @throws ClosedException if the tape is closed
     */
    public Tensor[] backward(Tensor loss, Tensor... tensors) {
        Objects.requireNonNull(loss, "loss");
        Arguments.notNull("tensors", tensors);
        Scope owner = Current.ownerFor(loss);
        long[] handles = Use.handles(tensors);
        Tensor[] gradients = new Tensor[handles.length];
        Backstop.Entry[] watched = new Backstop.Entry[handles.length];
        for (int i = 0; i < gradients.length; i++) {
            gradients[i] = Use.fresh(owner);
            watched[i] = Use.watched(gradients[i], owner);
        }
        Pressure.beforeTheOnlyTry();
        Native.tapeBackward(Current.ofResult(owner), handle, loss.handle, handles);
        for (int i = 0; i < handles.length; i++) {
            gradients[i].handle = handles[i];
            if (watched[i] != null) {
                watched[i].handle = handles[i];
            }
        }
        for (Tensor gradient : gradients) {
            Use.noted(gradient, owner);
        }
        Use.done(loss, tensors);
        Use.done(owner);
        close();
        return gradients;
    }

    /**
     * The gradients of {@code loss}, as {@link #backward(Tensor, Tensor...)} gives them. Closes this tape.
     *
     * @param loss one element, made from what is watched
     * @param tensors what to differentiate by, as {@link #watch} returned it
     * @return a new tensor for each, of its shape; zeros where the loss does not depend on it
     * @throws InvalidArgumentException as there
     * @throws ClosedException if the tape is closed
     */
    public List<Tensor> backward(Tensor loss, List<? extends Tensor> tensors) {
        return List.of(backward(loss, Arguments.array("tensors", tensors)));
    }

    @Override
    public Tape name(String name) {
        super.name(name);
        return this;
    }

    @Override
    public Tape moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    public Tape moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    public Tape detachFromScope() {
        super.detachFromScope();
        return this;
    }

    @Override
    void dispose() {
        Native.tapeDispose(handle);
    }
}
