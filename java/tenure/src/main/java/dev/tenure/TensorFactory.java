package dev.tenure;

import java.util.List;

/** How tensors are made; {@link Tensor} inherits it. */
abstract sealed class TensorFactory extends NativeResource permits TensorFiles {
    static final int INLINE = 4; // numbers of a shape or axis list that cross as scalars

    TensorFactory(long handle, Object owner) {
        super(handle, owner);
    }

    /**
     * A tensor of zeros, float32, in the processor's memory.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor zeros(long... shape) {
        return zeros(DType.F32, shape);
    }

    /**
     * A tensor of zeros, in the processor's memory.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor zeros(DType dtype, long... shape) {
        return zeros(dtype, Device.CPU, shape);
    }

    /**
     * A tensor of zeros.
     *
     * @param dtype its element type
     * @param device where its memory is
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor zeros(DType dtype, Device device, long... shape) {
        Scope owner = Current.scope();
        long scope = Current.handle(owner);
        int n = shape.length;
        return Use.result(
                n <= INLINE
                        ? Native.zeros(scope, device.code(), dtype.code(), n,
                                Use.at(shape, 0), Use.at(shape, 1), Use.at(shape, 2), Use.at(shape, 3))
                        : Native.zeros(scope, device.code(), dtype.code(), shape),
                owner);
    }

    /**
     * A tensor of ones, float32, in the processor's memory.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor ones(long... shape) {
        return ones(DType.F32, shape);
    }

    /**
     * A tensor of ones, in the processor's memory.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor ones(DType dtype, long... shape) {
        return ones(dtype, Device.CPU, shape);
    }

    /**
     * A tensor of ones.
     *
     * @param dtype its element type
     * @param device where its memory is
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor ones(DType dtype, Device device, long... shape) {
        Scope owner = Current.scope();
        long scope = Current.handle(owner);
        int n = shape.length;
        return Use.result(
                n <= INLINE
                        ? Native.ones(scope, device.code(), dtype.code(), n,
                                Use.at(shape, 0), Use.at(shape, 1), Use.at(shape, 2), Use.at(shape, 3))
                        : Native.ones(scope, device.code(), dtype.code(), shape),
                owner);
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1; see {@link Tenure#seed(long)}, float32, in the
     * processor's memory.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor rand(long... shape) {
        return rand(DType.F32, shape);
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1; see {@link Tenure#seed(long)}, in the processor's
     * memory.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor rand(DType dtype, long... shape) {
        return rand(dtype, Device.CPU, shape);
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1; see {@link Tenure#seed(long)}.
     *
     * @param dtype its element type
     * @param device where its memory is
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor rand(DType dtype, Device device, long... shape) {
        Scope owner = Current.scope();
        long scope = Current.handle(owner);
        int n = shape.length;
        return Use.result(
                n <= INLINE
                        ? Native.rand(scope, device.code(), dtype.code(), n,
                                Use.at(shape, 0), Use.at(shape, 1), Use.at(shape, 2), Use.at(shape, 3))
                        : Native.rand(scope, device.code(), dtype.code(), shape),
                owner);
    }

    /**
     * A tensor of random numbers of the normal distribution; see {@link Tenure#seed(long)}, float32, in the
     * processor's memory.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor randn(long... shape) {
        return randn(DType.F32, shape);
    }

    /**
     * A tensor of random numbers of the normal distribution; see {@link Tenure#seed(long)}, in the processor's memory.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor randn(DType dtype, long... shape) {
        return randn(dtype, Device.CPU, shape);
    }

    /**
     * A tensor of random numbers of the normal distribution; see {@link Tenure#seed(long)}.
     *
     * @param dtype its element type
     * @param device where its memory is
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor randn(DType dtype, Device device, long... shape) {
        Scope owner = Current.scope();
        long scope = Current.handle(owner);
        int n = shape.length;
        return Use.result(
                n <= INLINE
                        ? Native.randn(scope, device.code(), dtype.code(), n,
                                Use.at(shape, 0), Use.at(shape, 1), Use.at(shape, 2), Use.at(shape, 3))
                        : Native.randn(scope, device.code(), dtype.code(), shape),
                owner);
    }

    /**
     * A tensor of one value, float32, in the processor's memory.
     *
     * @param value every element
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor full(double value, long... shape) {
        return full(DType.F32, value, shape);
    }

    /**
     * A tensor of one value, in the processor's memory.
     *
     * @param dtype its element type
     * @param value every element
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor full(DType dtype, double value, long... shape) {
        Scope owner = Current.scope();
        long scope = Current.handle(owner);
        int n = shape.length;
        int device = Device.CPU.code();
        return Use.result(
                n <= INLINE
                        ? Native.full(scope, device, dtype.code(), value, n,
                                Use.at(shape, 0), Use.at(shape, 1), Use.at(shape, 2), Use.at(shape, 3))
                        : Native.full(scope, device, dtype.code(), value, shape),
                owner);
    }

    /**
     * The integers from 0 to below {@code end}, int64.
     *
     * @param end where to stop
     * @return a new tensor of one dimension
     */
    public static Tensor arange(long end) {
        return arange(DType.I64, 0, end, 1);
    }

    /**
     * Numbers from {@code start} to below {@code end} in steps.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end where to stop; not reached
     * @param step from each number to the next; may be negative
     * @return a new tensor of one dimension
     * @throws InvalidArgumentException if the step is 0, or a number is not finite
     */
    public static Tensor arange(DType dtype, double start, double end, double step) {
        Scope owner = Current.scope();
        return Use.result(
                Native.arange(Current.handle(owner), Device.CPU.code(), dtype.code(), start, end, step), owner);
    }

    /**
     * A tensor of one dimension of 32-bit floating-point numbers.
     *
     * @param values its elements, copied
     * @return a new tensor, F32
     */
    public static Tensor of(float... values) {
        int n = values.length;
        if (n > INLINE) {
            return of(values, n);
        }
        Scope owner = Current.scope();
        float v0 = n > 0 ? values[0] : 0;
        float v1 = n > 1 ? values[1] : 0;
        float v2 = n > 2 ? values[2] : 0;
        float v3 = n > 3 ? values[3] : 0;
        return Use.result(Native.ofFloats(Current.handle(owner), Device.CPU.code(), n, v0, v1, v2, v3), owner);
    }

    /**
     * A tensor of 32-bit floating-point numbers.
     *
     * @param values its elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor, F32
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(float[] values, long... shape) {
        return fromArray(DType.F32, values, shape);
    }

    /**
     * A tensor of one dimension of 64-bit floating-point numbers.
     *
     * @param values its elements, copied
     * @return a new tensor, F64
     */
    public static Tensor of(double... values) {
        return of(values, values.length);
    }

    /**
     * A tensor of 64-bit floating-point numbers.
     *
     * @param values its elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor, F64
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(double[] values, long... shape) {
        return fromArray(DType.F64, values, shape);
    }

    /**
     * A tensor of one dimension of 32-bit integers.
     *
     * @param values its elements, copied
     * @return a new tensor, I32
     */
    public static Tensor of(int... values) {
        return of(values, values.length);
    }

    /**
     * A tensor of 32-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor, I32
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(int[] values, long... shape) {
        return fromArray(DType.I32, values, shape);
    }

    /**
     * A tensor of one dimension of 64-bit integers.
     *
     * @param values its elements, copied
     * @return a new tensor, I64
     */
    public static Tensor of(long... values) {
        return of(values, new long[] {values.length});
    }

    /**
     * A tensor of 64-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor, I64
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(long[] values, long... shape) {
        return fromArray(DType.I64, values, shape);
    }

    /**
     * A tensor of one dimension of unsigned 8-bit integers.
     *
     * @param values its elements, copied
     * @return a new tensor, U8
     */
    public static Tensor of(byte... values) {
        return of(values, values.length);
    }

    /**
     * A tensor of unsigned 8-bit integers.
     *
     * @param values its elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor, U8
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(byte[] values, long... shape) {
        return fromArray(DType.U8, values, shape);
    }

    /**
     * A tensor of one dimension of truth values.
     *
     * @param values its elements, copied
     * @return a new tensor, BOOL
     */
    public static Tensor of(boolean... values) {
        return of(values, values.length);
    }

    /**
     * A tensor of truth values.
     *
     * @param values its elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shape does not have as many elements
     */
    public static Tensor of(boolean[] values, long... shape) {
        return fromArray(DType.BOOL, values, shape);
    }

    /**
     * Joins tensors along an axis that they have.
     *
     * @param axis which one; negative counts from the end
     * @param tensors equal in all other dimensions
     * @return a new tensor
     * @throws ShapeMismatchException if another dimension differs
     * @throws InvalidArgumentException if there is no such axis, or no tensor
     */
    public static Tensor concat(long axis, Tensor... tensors) {
        Scope owner = ownerFor(tensors);
        return Use.result(Native.concat(Current.handle(owner), Use.handles(tensors), axis), owner, tensors);
    }

    /**
     * Joins tensors along an axis that they have.
     *
     * @param axis which one; negative counts from the end
     * @param tensors equal in all other dimensions
     * @return a new tensor
     */
    public static Tensor concat(long axis, List<Tensor> tensors) {
        return concat(axis, tensors.toArray(Tensor[]::new));
    }

    /**
     * Joins tensors of one shape along a new axis.
     *
     * @param axis where the new axis is in the result; negative counts from the end
     * @param tensors all of one shape
     * @return a new tensor
     * @throws ShapeMismatchException if a shape differs
     * @throws InvalidArgumentException if there is no such axis, or no tensor
     */
    public static Tensor stack(long axis, Tensor... tensors) {
        Scope owner = ownerFor(tensors);
        return Use.result(Native.stack(Current.handle(owner), Use.handles(tensors), axis), owner, tensors);
    }

    /**
     * Joins tensors of one shape along a new axis.
     *
     * @param axis where the new axis is in the result; negative counts from the end
     * @param tensors all of one shape
     * @return a new tensor
     */
    public static Tensor stack(long axis, List<Tensor> tensors) {
        return stack(axis, tensors.toArray(Tensor[]::new));
    }

    static Tensor fromArray(DType dtype, Object values, long[] shape) {
        Scope owner = Current.scope();
        return Use.result(
                Native.fromArray(Current.handle(owner), Device.CPU.code(), dtype.code(), values, shape), owner);
    }

    private static Scope ownerFor(Tensor[] operands) {
        return operands.length > 0 ? Current.ownerFor(operands[0]) : Current.scope();
    }
}
