package dev.tenure;

import dev.tenure.internal.Native;
import java.util.List;

/**
 * Stochastic gradient descent with momentum: {@code v = momentum * v + gradient; parameter -= lr * v}, as PyTorch does.
 *
 * <p>The parameters are changed in place. The optimizer holds their memory itself.
 */
public final class Sgd extends NativeResource {
    /** Of a handle; 0 for one that the core is about to make. */
    Sgd(long handle) {
        super(handle, null);
    }

    /**
     * Makes an optimizer, owned as a tensor would be.
     *
     * @param parameters what to change, contiguous floating-point tensors
     * @param lr the learning rate
     * @param momentum how much of the last step goes into the next; 0 for none
     * @return a new optimizer
     * @throws InvalidArgumentException if a number is out of range
     */
    public static Sgd create(Tensor[] parameters, double lr, double momentum) {
        Arguments.notNull("parameters", parameters);
        Scope owner = Current.scope();
        long[] handles = Use.handles(parameters);
        Sgd made = owned(
                new Sgd(0), owner, () -> Call.handle(owner, scope -> Native.sgdCreate(scope, handles, lr, momentum)));
        Use.done(parameters);
        return made;
    }

    /**
     * Makes an optimizer, owned as a tensor would be.
     *
     * @param parameters what to change, contiguous floating-point tensors
     * @param lr the learning rate
     * @param momentum how much of the last step goes into the next; 0 for none
     * @return a new optimizer
     * @throws InvalidArgumentException if a number is out of range
     */
    public static Sgd create(List<? extends Tensor> parameters, double lr, double momentum) {
        return create(Arguments.array("parameters", parameters), lr, momentum);
    }

    /**
     * Changes the parameters.
     *
     * @param gradients one for each parameter, of its shape and type, in the order in which it was created with them
     * @throws ShapeMismatchException if a shape differs; then no parameter has changed
     */
    public void step(List<? extends Tensor> gradients) {
        step(Arguments.array("gradients", gradients));
    }

    /**
     * Changes the parameters.
     *
     * @param gradients one for each parameter, of its shape and type, in the order in which it was created with them
     * @throws ShapeMismatchException if a shape differs; then no parameter has changed
     */
    public void step(Tensor... gradients) {
        Arguments.notNull("gradients", gradients);
        long[] handles = Use.handles(gradients);
        Call.change(() -> Native.sgdStep(handle, handles));
        Use.done(this, gradients);
    }

    @Override
    public Sgd name(String name) {
        super.name(name);
        return this;
    }

    @Override
    public Sgd moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    public Sgd moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    public Sgd detachFromScope() {
        super.detachFromScope();
        return this;
    }

    @Override
    void dispose() {
        Native.sgdDispose(handle);
    }
}
