package dev.tenure;

/**
 * How tensors are made in a scope that one holds, whatever scope is current; {@link Scope} inherits it. What the result
 * belongs to is all that differs from the methods of the same names of {@link Tensor}.
 */
abstract sealed class ScopeFactory extends ScopeForeign permits ScopeArrays {
    ScopeFactory(Scope parent, long number, boolean reclaimEarly) {
        super(parent, number, reclaimEarly);
    }

    /**
     * A tensor of zeros; float32, in the processor's memory,
     * owned by this scope.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor zeros(long... shape) {
        return Create.zeros(self(), DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor of zeros; in the processor's memory, owned by
     * this scope.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor zeros(DType dtype, long... shape) {
        return Create.zeros(self(), dtype, Device.CPU, shape);
    }

    /**
     * A tensor of zeros; owned by this scope.
     *
     * @param dtype its element type
     * @param device where its memory is
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor zeros(DType dtype, Device device, long... shape) {
        return Create.zeros(self(), dtype, device, shape);
    }

    /**
     * A tensor whose elements are whatever its memory held, for what writes all of them.
     * It is float32, in the processor's memory, owned by this scope.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public Tensor empty(long... shape) {
        return Create.empty(self(), DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor whose elements are whatever its memory held, for what writes all of them.
     * It is in the processor's memory, owned by this scope.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public Tensor empty(DType dtype, long... shape) {
        return Create.empty(self(), dtype, Device.CPU, shape);
    }

    /**
     * A tensor whose elements are whatever its memory held, for what writes all of them.
     * It is owned by this scope.
     *
     * @param dtype its element type
     * @param device where its memory is
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     */
    public Tensor empty(DType dtype, Device device, long... shape) {
        return Create.empty(self(), dtype, device, shape);
    }

    /**
     * A tensor of ones; float32, in the processor's memory,
     * owned by this scope.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor ones(long... shape) {
        return Create.ones(self(), DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor of ones; in the processor's memory, owned by
     * this scope.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor ones(DType dtype, long... shape) {
        return Create.ones(self(), dtype, Device.CPU, shape);
    }

    /**
     * A tensor of ones; owned by this scope.
     *
     * @param dtype its element type
     * @param device where its memory is
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor ones(DType dtype, Device device, long... shape) {
        return Create.ones(self(), dtype, device, shape);
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1; see {@link Tenure#seed(long)}; float32, in the processor's memory,
     * owned by this scope.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor rand(long... shape) {
        return Create.rand(self(), DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1; see {@link Tenure#seed(long)}; in the processor's memory, owned by
     * this scope.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor rand(DType dtype, long... shape) {
        return Create.rand(self(), dtype, Device.CPU, shape);
    }

    /**
     * A tensor of random numbers, evenly spread from 0 to below 1; see {@link Tenure#seed(long)}; owned by this scope.
     *
     * @param dtype its element type
     * @param device where its memory is
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor rand(DType dtype, Device device, long... shape) {
        return Create.rand(self(), dtype, device, shape);
    }

    /**
     * A tensor of random numbers of the normal distribution; see {@link Tenure#seed(long)}; float32, in the processor's memory,
     * owned by this scope.
     *
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor randn(long... shape) {
        return Create.randn(self(), DType.F32, Device.CPU, shape);
    }

    /**
     * A tensor of random numbers of the normal distribution; see {@link Tenure#seed(long)}; in the processor's memory, owned by
     * this scope.
     *
     * @param dtype its element type
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor randn(DType dtype, long... shape) {
        return Create.randn(self(), dtype, Device.CPU, shape);
    }

    /**
     * A tensor of random numbers of the normal distribution; see {@link Tenure#seed(long)}; owned by this scope.
     *
     * @param dtype its element type
     * @param device where its memory is
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor randn(DType dtype, Device device, long... shape) {
        return Create.randn(self(), dtype, device, shape);
    }

    /**
     * A tensor of one value, float32, owned by this scope.
     *
     * @param value every element
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor full(double value, long... shape) {
        return Create.full(self(), DType.F32, value, shape);
    }

    /**
     * A tensor of one value, owned by this scope.
     *
     * @param dtype its element type
     * @param value every element
     * @param shape its dimensions; none for a scalar
     * @return a new tensor
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor full(DType dtype, double value, long... shape) {
        return Create.full(self(), dtype, value, shape);
    }

    /**
     * The integers from 0 to below {@code end}, int64, owned by this scope.
     *
     * @param end where to stop
     * @return a new tensor of one dimension
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor arange(long end) {
        return Create.arange(self(), DType.I64, 0, end, 1);
    }

    /**
     * Numbers from {@code start} to below {@code end} in steps, owned by this scope.
     *
     * @param dtype the element type
     * @param start the first number
     * @param end where to stop; not reached
     * @param step from each number to the next; may be negative
     * @return a new tensor of one dimension
     * @throws InvalidArgumentException if the step is 0, or a number is not finite
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor arange(DType dtype, double start, double end, double step) {
        return Create.arange(self(), dtype, start, end, step);
    }

    /**
     * Another reference to the elements of {@code tensor}, owned by this scope.
     *
     * @param tensor any
     * @return a new tensor on the same memory
     * @throws ClosedException if {@code tensor} is closed
     * @throws ScopeException if this scope is closed or capped
     */
    public Tensor alias(Tensor tensor) {
        return Create.alias(self(), tensor);
    }

    private Scope self() {
        return (Scope) this;
    }
}
