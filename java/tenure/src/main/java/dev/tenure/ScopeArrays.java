package dev.tenure;

/** Tensors from Java arrays, in a scope that one holds; {@link Scope} inherits it. */
abstract sealed class ScopeArrays extends ScopeFactory permits ScopeMembers {
    ScopeArrays(Scope parent, long number, boolean reclaimEarly) {
        super(parent, number, reclaimEarly);
    }

    /**
     * A tensor of one dimension of 32-bit floating-point numbers, owned by this scope.
     *
     * @param values its elements, copied
     * @return a new tensor, F32
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor of(float... values) {
        return Create.floats(self(), values);
    }

    /**
     * A tensor of 32-bit floating-point numbers, owned by this scope.
     *
     * @param values its elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor, F32
     * @throws ShapeMismatchException if the shape does not have as many elements
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor of(float[] values, long... shape) {
        return Create.array(self(), DType.F32, values, shape);
    }

    /**
     * A tensor of one dimension of 64-bit floating-point numbers, owned by this scope.
     *
     * @param values its elements, copied
     * @return a new tensor, F64
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor of(double... values) {
        return Create.array(self(), DType.F64, values, values.length);
    }

    /**
     * A tensor of 64-bit floating-point numbers, owned by this scope.
     *
     * @param values its elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor, F64
     * @throws ShapeMismatchException if the shape does not have as many elements
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor of(double[] values, long... shape) {
        return Create.array(self(), DType.F64, values, shape);
    }

    /**
     * A tensor of one dimension of 32-bit integers, owned by this scope.
     *
     * @param values its elements, copied
     * @return a new tensor, I32
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor of(int... values) {
        return Create.array(self(), DType.I32, values, values.length);
    }

    /**
     * A tensor of 32-bit integers, owned by this scope.
     *
     * @param values its elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor, I32
     * @throws ShapeMismatchException if the shape does not have as many elements
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor of(int[] values, long... shape) {
        return Create.array(self(), DType.I32, values, shape);
    }

    /**
     * A tensor of one dimension of 64-bit integers, owned by this scope.
     *
     * @param values its elements, copied
     * @return a new tensor, I64
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor of(long... values) {
        return Create.array(self(), DType.I64, values, new long[] {values.length});
    }

    /**
     * A tensor of 64-bit integers, owned by this scope.
     *
     * @param values its elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor, I64
     * @throws ShapeMismatchException if the shape does not have as many elements
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor of(long[] values, long... shape) {
        return Create.array(self(), DType.I64, values, shape);
    }

    /**
     * A tensor of one dimension of unsigned 8-bit integers, owned by this scope.
     *
     * @param values its elements, copied
     * @return a new tensor, U8
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor of(byte... values) {
        return Create.array(self(), DType.U8, values, values.length);
    }

    /**
     * A tensor of unsigned 8-bit integers, owned by this scope.
     *
     * @param values its elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor, U8
     * @throws ShapeMismatchException if the shape does not have as many elements
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor of(byte[] values, long... shape) {
        return Create.array(self(), DType.U8, values, shape);
    }

    /**
     * A tensor of one dimension of truth values, owned by this scope.
     *
     * @param values its elements, copied
     * @return a new tensor, BOOL
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor of(boolean... values) {
        return Create.array(self(), DType.BOOL, values, values.length);
    }

    /**
     * A tensor of truth values, owned by this scope.
     *
     * @param values its elements in row-major order, copied
     * @param shape its dimensions
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shape does not have as many elements
     * @throws ScopeException if this scope is closed or capped
     * @throws NativeMemoryException if a limit of this scope or of the device would be passed
     */
    public Tensor of(boolean[] values, long... shape) {
        return Create.array(self(), DType.BOOL, values, shape);
    }

    private Scope self() {
        return (Scope) this;
    }
}
