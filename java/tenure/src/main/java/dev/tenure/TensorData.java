package dev.tenure;

/** What a tensor is and what it holds; {@link Tensor} inherits it. */
abstract sealed class TensorData extends TensorFiles permits TensorBuffers {
    TensorData(long handle, Object owner) {
        super(handle, owner);
    }

    /**
     * The dimensions.
     *
     * @return a new array, empty for a scalar
     */
    public long[] shape() {
        return Use.value(Native.shape(handle), this);
    }

    /**
     * How far apart neighbours are along each axis, in elements.
     *
     * @return a new array
     */
    public long[] strides() {
        return Use.value(Native.strides(handle), this);
    }

    /**
     * How many dimensions there are.
     *
     * @return 0 to 8
     */
    public int rank() {
        return (int) Use.value(Native.rank(handle), this);
    }

    /**
     * How many elements there are.
     *
     * @return the product of the dimensions
     */
    public long size() {
        return Use.value(Native.size(handle), this);
    }

    /**
     * How many bytes the elements take.
     *
     * @return {@code size() * dtype().size()}
     */
    public long nbytes() {
        return Use.value(Native.nbytes(handle), this);
    }

    /**
     * What the elements are.
     *
     * @return the element type
     */
    public DType dtype() {
        return DType.of((int) Use.value(Native.dtype(handle), this));
    }

    /**
     * Where the memory is.
     *
     * @return the device
     */
    public Device device() {
        return Device.of((int) Use.value(Native.device(handle), this));
    }

    /**
     * Whether the elements lie in row-major order without gaps.
     *
     * @return true for every new tensor that is not a view
     */
    public boolean isContiguous() {
        return Use.value(Native.isContiguous(handle), this);
    }

    /**
     * How many references hold the memory: tensors, views and aliases that are not closed, and tapes.
     *
     * @return at least 1
     */
    public long useCount() {
        return Use.value(Native.useCount(handle), this);
    }

    /**
     * The value of a tensor of one element.
     *
     * @return the value; an int64 beyond 2^53 is rounded, {@link #toLongArray()} is exact
     * @throws InvalidArgumentException if there is not exactly one element
     */
    public double item() {
        return Use.value(Native.item(handle), this);
    }

    /**
     * The elements in row-major order.
     *
     * @return a new array
     * @throws DTypeMismatchException if they are not F32
     */
    public float[] toFloatArray() {
        return (float[]) Use.value(Native.toArray(handle, DType.F32.code()), this);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not F32
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(float[] values) {
        Native.copyToArray(handle, DType.F32.code(), values);
        Use.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not F32
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(float[] values) {
        Native.copyFromArray(handle, DType.F32.code(), values);
        Use.done(this);
    }

    /**
     * The elements in row-major order.
     *
     * @return a new array
     * @throws DTypeMismatchException if they are not F64
     */
    public double[] toDoubleArray() {
        return (double[]) Use.value(Native.toArray(handle, DType.F64.code()), this);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not F64
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(double[] values) {
        Native.copyToArray(handle, DType.F64.code(), values);
        Use.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not F64
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(double[] values) {
        Native.copyFromArray(handle, DType.F64.code(), values);
        Use.done(this);
    }

    /**
     * The elements in row-major order.
     *
     * @return a new array
     * @throws DTypeMismatchException if they are not I32
     */
    public int[] toIntArray() {
        return (int[]) Use.value(Native.toArray(handle, DType.I32.code()), this);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not I32
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(int[] values) {
        Native.copyToArray(handle, DType.I32.code(), values);
        Use.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not I32
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(int[] values) {
        Native.copyFromArray(handle, DType.I32.code(), values);
        Use.done(this);
    }

    /**
     * The elements in row-major order.
     *
     * @return a new array
     * @throws DTypeMismatchException if they are not I64
     */
    public long[] toLongArray() {
        return (long[]) Use.value(Native.toArray(handle, DType.I64.code()), this);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not I64
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(long[] values) {
        Native.copyToArray(handle, DType.I64.code(), values);
        Use.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not I64
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(long[] values) {
        Native.copyFromArray(handle, DType.I64.code(), values);
        Use.done(this);
    }

    /**
     * The elements in row-major order.
     *
     * @return a new array
     * @throws DTypeMismatchException if they are not U8
     */
    public byte[] toByteArray() {
        return (byte[]) Use.value(Native.toArray(handle, DType.U8.code()), this);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not U8
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(byte[] values) {
        Native.copyToArray(handle, DType.U8.code(), values);
        Use.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not U8
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(byte[] values) {
        Native.copyFromArray(handle, DType.U8.code(), values);
        Use.done(this);
    }

    /**
     * The elements in row-major order.
     *
     * @return a new array
     * @throws DTypeMismatchException if they are not BOOL
     */
    public boolean[] toBooleanArray() {
        return (boolean[]) Use.value(Native.toArray(handle, DType.BOOL.code()), this);
    }

    /**
     * Copies the elements out, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not BOOL
     * @throws ShapeMismatchException if the length differs
     */
    public void copyTo(boolean[] values) {
        Native.copyToArray(handle, DType.BOOL.code(), values);
        Use.done(this);
    }

    /**
     * Copies elements in, in row-major order.
     *
     * @param values as long as this tensor is
     * @throws DTypeMismatchException if the elements are not BOOL
     * @throws ShapeMismatchException if the length differs
     */
    public void copyFrom(boolean[] values) {
        Native.copyFromArray(handle, DType.BOOL.code(), values);
        Use.done(this);
    }
}
