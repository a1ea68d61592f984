package dev.tenure;

/**
 * Operations that change a tensor's memory, and with it every view and alias; {@link Tensor} inherits it. They return
 * nothing: a returned receiver would be closed twice by whoever closes all results.
 */
abstract sealed class TensorInPlace extends TensorMath permits TensorReduce {
    TensorInPlace(long handle, Object owner) {
        super(handle, owner);
    }

    /**
     * Adds to every element.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to this shape
     * @throws DTypeMismatchException if the result would not be of this type
     */
    public void addInPlace(Tensor other) {
        Call.change(() -> Native.addInPlace(handle, other.handle));
        Use.done(this, other);
    }

    /**
     * Adds to every element.
     *
     * @param other the other operand
     * @throws DTypeMismatchException if the result would not be of this type
     */
    public void addInPlace(double other) {
        Native.addScalarInPlace(handle, other);
        Use.done(this);
    }

    /**
     * Subtracts from every element.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to this shape
     * @throws DTypeMismatchException if the result would not be of this type
     */
    public void subInPlace(Tensor other) {
        Call.change(() -> Native.subInPlace(handle, other.handle));
        Use.done(this, other);
    }

    /**
     * Subtracts from every element.
     *
     * @param other the other operand
     * @throws DTypeMismatchException if the result would not be of this type
     */
    public void subInPlace(double other) {
        Native.subScalarInPlace(handle, other);
        Use.done(this);
    }

    /**
     * Multiplies every element.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to this shape
     * @throws DTypeMismatchException if the result would not be of this type
     */
    public void mulInPlace(Tensor other) {
        Call.change(() -> Native.mulInPlace(handle, other.handle));
        Use.done(this, other);
    }

    /**
     * Multiplies every element.
     *
     * @param other the other operand
     * @throws DTypeMismatchException if the result would not be of this type
     */
    public void mulInPlace(double other) {
        Native.mulScalarInPlace(handle, other);
        Use.done(this);
    }

    /**
     * Divides every element.
     *
     * @param other the other operand
     * @throws ShapeMismatchException if {@code other} does not broadcast to this shape
     * @throws DTypeMismatchException if the result would not be of this type
     */
    public void divInPlace(Tensor other) {
        Call.change(() -> Native.divInPlace(handle, other.handle));
        Use.done(this, other);
    }

    /**
     * Divides every element.
     *
     * @param other the other operand
     * @throws DTypeMismatchException if the result would not be of this type
     */
    public void divInPlace(double other) {
        Native.divScalarInPlace(handle, other);
        Use.done(this);
    }

    /**
     * Sets every element.
     *
     * @param value to this
     */
    public void fill(double value) {
        Native.fill(handle, value);
        Use.done(this);
    }

    /** Sets every element to zero. */
    public void zero() {
        Native.zero(handle);
        Use.done(this);
    }
}
