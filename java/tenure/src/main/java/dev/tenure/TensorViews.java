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
        int n = shape.length;
        return Call.from(
                this,
                scope -> n <= Call.INLINE
                        ? Native.reshape(scope, handle, n, Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.reshape(scope, handle, shape));
    }

    /**
     * A view that repeats dimensions of 1 without copying. The result cannot be changed in place.
     *
     * @param shape the dimensions; -1 keeps one; further ones come in front
     * @return a new tensor on the same memory
     * @throws ShapeMismatchException if a dimension that is not 1 would change
     */
    public Tensor expand(long... shape) {
        int n = shape.length;
        return Call.from(
                this,
                scope -> n <= Call.INLINE
                        ? Native.expand(scope, handle, n, Call.at(shape, 0), Call.at(shape, 1), Call.at(shape, 2), Call.at(shape, 3))
                        : Native.expand(scope, handle, shape));
    }

    /**
     * A view with the axes in another order.
     *
     * @param axes where each axis of the result comes from
     * @return a new tensor on the same memory
     * @throws InvalidArgumentException if it is not a permutation
     */
    public Tensor permute(long... axes) {
        int n = axes.length;
        return Call.from(
                this,
                scope -> n <= Call.INLINE
                        ? Native.permute(scope, handle, n, Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.permute(scope, handle, axes));
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
        return Call.from(this, scope -> Native.transpose(scope, handle, axis0, axis1));
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
        return Call.from(this, scope -> Native.slice(scope, handle, axis, start, end, 1));
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
        return Call.from(this, scope -> Native.slice(scope, handle, axis, start, end, step));
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
        return Call.from(this, scope -> Native.select(scope, handle, axis, index));
    }

    /**
     * A view without the axes that have one index.
     *
     * @return a new tensor on the same memory
     */
    public Tensor squeeze() {
        return Call.unary(Native::squeezeAll, this);
    }

    /**
     * A view without this axis, if it has one index.
     *
     * @param axis which one; negative counts from the end
     * @return a new tensor on the same memory
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor squeeze(long axis) {
        return Call.from(this, scope -> Native.squeeze(scope, handle, axis));
    }

    /**
     * A view with one more axis of one index.
     *
     * @param axis where it is in the result; negative counts from the end
     * @return a new tensor on the same memory
     * @throws InvalidArgumentException if it does not fit
     */
    public Tensor unsqueeze(long axis) {
        return Call.from(this, scope -> Native.unsqueeze(scope, handle, axis));
    }

    /**
     * The same elements without gaps in row-major order: on the same memory if they are so already, else a copy.
     *
     * @return a new tensor
     */
    public Tensor contiguous() {
        return Call.unary(Native::contiguous, this);
    }

    /**
     * The same elements in memory of their own.
     *
     * @return a new tensor
     */
    public Tensor copy() {
        return Call.unary(Native::copy, this);
    }

    /**
     * The elements as another type, in memory of their own. To integers, fractions are cut off.
     *
     * @param dtype which one
     * @return a new tensor
     */
    public Tensor cast(DType dtype) {
        return Call.from(this, scope -> Native.cast(scope, handle, dtype.code()));
    }

    /**
     * The elements in the memory of a device.
     *
     * @param device where to
     * @return a new tensor
     * @throws TensorException if it is not there
     */
    public Tensor toDevice(Device device) {
        return Call.from(this, scope -> Native.toDevice(scope, handle, device.code()));
    }
}
