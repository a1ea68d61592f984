package dev.tenure;

import java.util.List;

/** How tensors are made; {@link Tensor} inherits it. */
abstract sealed class TensorFactory extends NativeResource permits TensorFiles {
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
        return Create.zeros(Current.scope(), DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor of zeros, in the processor's memory.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor zeros(DType dtype, long... shape) {
        return Create.zeros(Current.scope(), dtype, Device.CPU, shape);
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
        return Create.zeros(Current.scope(), dtype, device, shape);
    }

    /**
     * A tensor whose elements are whatever its memory held, for what writes all of them.
     * It is float32, in the processor's memory.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor empty(long... shape) {
        return Create.empty(Current.scope(), DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor whose elements are whatever its memory held, for what writes all of them.
     * It is in the processor's memory.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor empty(DType dtype, long... shape) {
        return Create.empty(Current.scope(), dtype, Device.CPU, shape);
    }

    /**
     * A tensor whose elements are whatever its memory held, for what writes all of them.
     *
     * @param dtype its element type
     * @param device where its memory is
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor empty(DType dtype, Device device, long... shape) {
        return Create.empty(Current.scope(), dtype, device, shape);
    }

    /**
     * A tensor of ones, float32, in the processor's memory.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor ones(long... shape) {
        return Create.ones(Current.scope(), DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor of ones, in the processor's memory.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor ones(DType dtype, long... shape) {
        return Create.ones(Current.scope(), dtype, Device.CPU, shape);
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
        return Create.ones(Current.scope(), dtype, device, shape);
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1; see {@link Tenure#seed(long)}, float32, in the
     * processor's memory.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor rand(long... shape) {
        return Create.rand(Current.scope(), DType.F32, Device.CPU, shape);
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
        return Create.rand(Current.scope(), dtype, Device.CPU, shape);
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
        return Create.rand(Current.scope(), dtype, device, shape);
    }

    /**
     * A tensor of random numbers of the normal distribution; see {@link Tenure#seed(long)}, float32, in the
     * processor's memory.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor randn(long... shape) {
        return Create.randn(Current.scope(), DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor of random numbers of the normal distribution; see {@link Tenure#seed(long)}, in the processor's memory.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor randn(DType dtype, long... shape) {
        return Create.randn(Current.scope(), dtype, Device.CPU, shape);
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
        return Create.randn(Current.scope(), dtype, device, shape);
    }

    /**
     * A tensor of one value, float32, in the processor's memory.
     *
     * @param value every element
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public static Tensor full(double value, long... shape) {
        return Create.full(Current.scope(), DType.F32, value, shape);
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
        return Create.full(Current.scope(), dtype, value, shape);
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
        return Create.arange(Current.scope(), dtype, start, end, step);
    }

    /**
     * A tensor of one dimension of 32-bit floating-point numbers.
     *
     * @param values its elements, copied
     * @return a new tensor, F32
     */
    public static Tensor of(float... values) {
        return Create.floats(Current.scope(), values);
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
        return Create.array(Current.scope(), DType.F32, values, shape);
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
        return Create.array(Current.scope(), DType.F64, values, shape);
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
        return Create.array(Current.scope(), DType.I32, values, shape);
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
        return Create.array(Current.scope(), DType.I64, values, shape);
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
        return Create.array(Current.scope(), DType.U8, values, shape);
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
        return Create.array(Current.scope(), DType.BOOL, values, shape);
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
        return Create.concat(axis, tensors);
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
        return Create.stack(axis, tensors);
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
}
