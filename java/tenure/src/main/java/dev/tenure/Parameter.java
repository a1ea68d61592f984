package dev.tenure;

import dev.tenure.internal.Native;
import java.util.Objects;

/**
 * A tensor that is trained: it has a name, and it stays a parameter wherever it is moved.
 *
 * <pre>{@code
 * Parameter weight = Parameter.of("weight", Tensor.randn(784, 10).mul(0.01)).moveTo(model);
 * }</pre>
 */
public final class Parameter extends Tensor {
    private Parameter() {
        super(0, null);
    }

    /**
     * A parameter on the memory of a tensor, which stays what it is. It belongs where a result of an operation on
     * {@code initial} would.
     *
     * @param name for errors, dumps and files
     * @param initial its elements
     * @return a new parameter on the same memory; of a workspace's tensor it may be a copy, see {@link Tensor}
     */
    public static Parameter of(String name, Tensor initial) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(initial, "initial");
        Scope owner = Current.ownerFor(initial);
        Parameter made = owned(
                new Parameter(), owner, () -> Call.resultOf(owner, scope -> Native.alias(scope, initial.handle)));
        KeepAlive.done(initial);
        return made.name(name);
    }

    @Override
    public Parameter name(String name) {
        super.name(name);
        return this;
    }

    @Override
    public Parameter attach(Scope scope) {
        super.attach(scope);
        return this;
    }

    @Override
    public Parameter tempAttach(Scope scope) {
        super.tempAttach(scope);
        return this;
    }

    @Override
    public Parameter moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    public Parameter moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    public Parameter detachFromScope() {
        super.detachFromScope();
        return this;
    }
}
