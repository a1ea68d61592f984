package dev.tenure;

/** Operations over whole axes, products of matrices, losses; {@link Tensor} inherits it. */
abstract sealed class TensorReduce extends TensorInPlace permits Tensor {
    TensorReduce(long handle, Object owner) {
        super(handle, owner);
    }

    /**
     * The sum; of integers and truth values, int64.
     *
     * @param axes over these; negative counts from the end; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor sum(long... axes) {
        return sum(false, axes);
    }

    /**
     * The sum; of integers and truth values, int64.
     *
     * @param keepdim whether these axes stay, with one index
     * @param axes over these; negative counts from the end; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor sum(boolean keepdim, long... axes) {
        int n = axes.length;
        return Call.from(
                this,
                scope -> n <= Call.INLINE
                        ? Native.sum(scope, handle, keepdim, n, Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.sum(scope, handle, keepdim, axes));
    }

    /**
     * The mean; of integers, float32.
     *
     * @param axes over these; negative counts from the end; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor mean(long... axes) {
        return mean(false, axes);
    }

    /**
     * The mean; of integers, float32.
     *
     * @param keepdim whether these axes stay, with one index
     * @param axes over these; negative counts from the end; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice
     */
    public Tensor mean(boolean keepdim, long... axes) {
        int n = axes.length;
        return Call.from(
                this,
                scope -> n <= Call.INLINE
                        ? Native.mean(scope, handle, keepdim, n, Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.mean(scope, handle, keepdim, axes));
    }

    /**
     * The greatest; NaN if one is.
     *
     * @param axes over these; negative counts from the end; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, or it is named twice, or it has no index
     */
    public Tensor max(long... axes) {
        return max(false, axes);
    }

    /**
     * The greatest; NaN if one is.
     *
     * @param keepdim whether these axes stay, with one index
     * @param axes over these; negative counts from the end; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice, or it has no index
     */
    public Tensor max(boolean keepdim, long... axes) {
        int n = axes.length;
        return Call.from(
                this,
                scope -> n <= Call.INLINE
                        ? Native.max(scope, handle, keepdim, n, Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.max(scope, handle, keepdim, axes));
    }

    /**
     * The smallest; NaN if one is.
     *
     * @param axes over these; negative counts from the end; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, or it is named twice, or it has no index
     */
    public Tensor min(long... axes) {
        return min(false, axes);
    }

    /**
     * The smallest; NaN if one is.
     *
     * @param keepdim whether these axes stay, with one index
     * @param axes over these; negative counts from the end; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice, or it has no index
     */
    public Tensor min(boolean keepdim, long... axes) {
        int n = axes.length;
        return Call.from(
                this,
                scope -> n <= Call.INLINE
                        ? Native.min(scope, handle, keepdim, n, Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.min(scope, handle, keepdim, axes));
    }

    /**
     * The index of the greatest, the first of equals, int64; over several axes, as if they were one.
     *
     * @param axes over these; negative counts from the end; none means all
     * @return a new tensor without these axes
     * @throws InvalidArgumentException if there is no such axis, or it is named twice, or it has no index
     */
    public Tensor argmax(long... axes) {
        return argmax(false, axes);
    }

    /**
     * The index of the greatest, the first of equals, int64; over several axes, as if they were one.
     *
     * @param keepdim whether these axes stay, with one index
     * @param axes over these; negative counts from the end; none means all
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis, or it is named twice, or it has no index
     */
    public Tensor argmax(boolean keepdim, long... axes) {
        int n = axes.length;
        return Call.from(
                this,
                scope -> n <= Call.INLINE
                        ? Native.argmax(scope, handle, keepdim, n, Call.at(axes, 0), Call.at(axes, 1), Call.at(axes, 2), Call.at(axes, 3))
                        : Native.argmax(scope, handle, keepdim, axes));
    }

    /**
     * The product of matrices: the last two axes, the others broadcast; one axis is a vector.
     *
     * @param other the right operand
     * @return a new tensor
     * @throws ShapeMismatchException if the inner dimensions differ
     */
    public Tensor matmul(Tensor other) {
        return Call.binary(Native::matmul, this, other);
    }

    /**
     * exp, divided by its sum over an axis.
     *
     * @param axis which one; negative counts from the end
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor softmax(long axis) {
        return Call.from(this, scope -> Native.softmax(scope, handle, axis));
    }

    /**
     * The logarithm of {@link #softmax(long)}, computed without its rounding.
     *
     * @param axis which one; negative counts from the end
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis
     */
    public Tensor logSoftmax(long axis) {
        return Call.from(this, scope -> Native.logSoftmax(scope, handle, axis));
    }

    /**
     * The mean loss of these logits, one row of classes for each target.
     *
     * @param targets the right class of each row, integers
     * @return a new scalar tensor
     * @throws InvalidArgumentException if a target is no class
     */
    public Tensor crossEntropy(Tensor targets) {
        return Call.binary(Native::crossEntropy, this, targets);
    }

    /**
     * The mean loss of these logarithms of probabilities, one row of classes for each target.
     *
     * @param targets the right class of each row, integers
     * @return a new scalar tensor
     * @throws InvalidArgumentException if a target is no class
     */
    public Tensor nllLoss(Tensor targets) {
        return Call.binary(Native::nllLoss, this, targets);
    }

    /**
     * A copy of chosen indices of an axis, in the order given.
     *
     * @param axis which one; negative counts from the end
     * @param index one dimension of integers
     * @return a new tensor
     * @throws InvalidArgumentException if there is no such axis or index
     */
    public Tensor indexSelect(long axis, Tensor index) {
        Tensor result = Call.from(this, scope -> Native.indexSelect(scope, handle, axis, index.handle));
        Use.done(index);
        return result;
    }

    /**
     * Each integer as a row of zeros with a one in its place.
     *
     * @param classes length of the rows; -1 is the greatest plus 1
     * @return a new tensor, int64, of one more dimension
     * @throws InvalidArgumentException if an element is no class
     */
    public Tensor oneHot(long classes) {
        return Call.from(this, scope -> Native.oneHot(scope, handle, classes));
    }
}
