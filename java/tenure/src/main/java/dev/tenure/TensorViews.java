package dev.tenure;

/** Views of a tensor's memory, and copies of it; {@link Tensor} inherits it. */
abstract sealed class TensorViews extends TensorBuffers permits TensorMath {
    TensorViews(long handle, Object owner) {
        super(handle, owner);
    }

    /**
     * The same elements in another shape: a view where the memory allows it, else a copy.
     *
     * @param shape the dimensions; one of them may be -1, and is what is left over
     * @return a new tensor
     * @throws ShapeMismatchException if the number of elements differs
     */
    public Tensor reshape(long... shape) {
        Scope owner = Current.ownerFor(this);
        long scope = Current.handle(owner);
        int n = shape.length;
        return Use.result(
                n <= INLINE
                        ? Native.reshape(scope, handle, n,
                                Use.at(shape, 0), Use.at(shape, 1), Use.at(shape, 2), Use.at(shape, 3))
                        : Native.reshape(scope, handle, shape),
                owner,
                this);
    }

    /**
     * A view that repeats dimensions of 1 without copying. The result cannot be changed in place.
     *
     * @param shape the dimensions; -1 keeps one; further ones come in front
     * @return a new tensor on the same memory
     * @throws ShapeMismatchException if a dimension that is not 1 would change
     */
    public Tensor expand(long... shape) {
        Scope owner = Current.ownerFor(this);
        long scope = Current.handle(owner);
        int n = shape.length;
        return Use.result(
                n <= INLINE
                        ? Native.expand(scope, handle, n,
                                Use.at(shape, 0), Use.at(shape, 1), Use.at(shape, 2), Use.at(shape, 3))
                        : Native.expand(scope, handle, shape),
                owner,
                this);
    }

    /**
     * A view with the axes in another order.
     *
     * @param axes where each axis of the result comes from
     * @return a new tensor on the same memory
     * @throws InvalidArgumentException if it is not a permutation
     */
    public Tensor permute(long... axes) {
        Scope owner = Current.ownerFor(this);
        long scope = Current.handle(owner);
        int n = axes.length;
        return Use.result(
                n <= INLINE
                        ? Native.permute(scope, handle, n,
                                Use.at(axes, 0), Use.at(axes, 1), Use.at(axes, 2), Use.at(axes, 3))
                        : Native.permute(scope, handle, axes),
                owner,
                this);
    }

    /**
     * A view with two axes exchanged.
     *
     * @param axis0 one; negative counts from the end
     * @param axis1 the other
     * @return a new tensor on the same memory
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor transpose(long axis0, long axis1) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.transpose(Current.handle(owner), handle, axis0, axis1), owner, this);
    }

    /**
     * A view of a part of one axis, as Python's {@code start:end}.
     *
     * @param axis which one; negative counts from the end
     * @param start the first index; negative counts from the end
     * @param end where to stop; beyond the end is the end
     * @return a new tensor on the same memory
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor slice(long axis, long start, long end) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.slice(Current.handle(owner), handle, axis, start, end, 1), owner, this);
    }

    /**
     * A view of every so many-th index of one axis, as Python's {@code start:end:step}.
     *
     * @param axis which one; negative counts from the end
     * @param start the first index; negative counts from the end
     * @param end where to stop; beyond the end is the end
     * @param step at least 1
     * @return a new tensor on the same memory
     * @throws InvalidArgumentException if there is no such axis, or the step is below 1
     */
    public Tensor slice(long axis, long start, long end, long step) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.slice(Current.handle(owner), handle, axis, start, end, step), owner, this);
    }

    /**
     * A view of one index of an axis; that axis is gone.
     *
     * @param axis which one; negative counts from the end
     * @param index which index; negative counts from the end
     * @return a new tensor on the same memory
     * @throws InvalidArgumentException if there is no such axis or index
     */
    public Tensor select(long axis, long index) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.select(Current.handle(owner), handle, axis, index), owner, this);
    }

    /**
     * A view without the axes that have one index.
     *
     * @return a new tensor on the same memory
     */
    public Tensor squeeze() {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.squeezeAll(Current.handle(owner), handle), owner, this);
    }

    /**
     * A view without this axis, if it has one index.
     *
     * @param axis which one; negative counts from the end
     * @return a new tensor on the same memory
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor squeeze(long axis) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.squeeze(Current.handle(owner), handle, axis), owner, this);
    }

    /**
     * A view with one more axis of one index.
     *
     * @param axis where it is in the result; negative counts from the end
     * @return a new tensor on the same memory
     * @throws InvalidArgumentException if it does not fit
     */
    public Tensor unsqueeze(long axis) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.unsqueeze(Current.handle(owner), handle, axis), owner, this);
    }

    /**
     * The same elements without gaps in row-major order: on the same memory if they are so already, else a copy.
     *
     * @return a new tensor
     */
    public Tensor contiguous() {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.contiguous(Current.handle(owner), handle), owner, this);
    }

    /**
     * The same elements in memory of their own.
     *
     * @return a new tensor
     */
    public Tensor copy() {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.copy(Current.handle(owner), handle), owner, this);
    }

    /**
     * The elements as another type, in memory of their own. To integers, fractions are cut off.
     *
     * @param dtype which one
     * @return a new tensor
     */
    public Tensor cast(DType dtype) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.cast(Current.handle(owner), handle, dtype.code()), owner, this);
    }

    /**
     * The elements in the memory of a device.
     *
     * @param device where to
     * @return a new tensor
     * @throws TensorException if it is not there
     */
    public Tensor toDevice(Device device) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.toDevice(Current.handle(owner), handle, device.code()), owner, this);
    }
}
