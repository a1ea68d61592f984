package dev.tenure;

/**
 * Arithmetic and comparison, element by element; {@link Tensor} inherits it. Shapes broadcast as NumPy's do, and of two
 * element types the result has the one further on in: bool, uint8, int32, int64, float32, float64.
 */
abstract sealed class TensorMath extends TensorViews permits TensorInPlace {
    TensorMath(long handle, Object owner) {
        super(handle, owner);
    }

    /**
     * The sum.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor add(Tensor other) {
        return Call.binary(Native::add, this, other);
    }

    /**
     * The sum.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor add(double other) {
        return Call.scalar(Native::addScalar, this, other);
    }

    /**
     * The difference.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor sub(Tensor other) {
        return Call.binary(Native::sub, this, other);
    }

    /**
     * The difference.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor sub(double other) {
        return Call.scalar(Native::subScalar, this, other);
    }

    /**
     * The product, element by element.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor mul(Tensor other) {
        return Call.binary(Native::mul, this, other);
    }

    /**
     * The product, element by element.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor mul(double other) {
        return Call.scalar(Native::mulScalar, this, other);
    }

    /**
     * The quotient; of integers, float32.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor div(Tensor other) {
        return Call.binary(Native::div, this, other);
    }

    /**
     * The quotient; of integers, float32.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor div(double other) {
        return Call.scalar(Native::divScalar, this, other);
    }

    /**
     * This to the power of {@code other}.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor pow(Tensor other) {
        return Call.binary(Native::pow, this, other);
    }

    /**
     * This to the power of {@code other}.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor pow(double other) {
        return Call.scalar(Native::powScalar, this, other);
    }

    /**
     * The greater of each two; NaN if either is.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor maximum(Tensor other) {
        return Call.binary(Native::maximum, this, other);
    }

    /**
     * The greater of each two; NaN if either is.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor maximum(double other) {
        return Call.scalar(Native::maximumScalar, this, other);
    }

    /**
     * The smaller of each two; NaN if either is.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor minimum(Tensor other) {
        return Call.binary(Native::minimum, this, other);
    }

    /**
     * The smaller of each two; NaN if either is.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor minimum(double other) {
        return Call.scalar(Native::minimumScalar, this, other);
    }

    /**
     * Where both are equal.
     *
     * @param other the other operand
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor eq(Tensor other) {
        return Call.binary(Native::eq, this, other);
    }

    /**
     * Where both are equal.
     *
     * @param other the other operand, for every element
     * @return a new tensor, BOOL
     */
    public Tensor eq(double other) {
        return Call.scalar(Native::eqScalar, this, other);
    }

    /**
     * Where both differ.
     *
     * @param other the other operand
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor ne(Tensor other) {
        return Call.binary(Native::ne, this, other);
    }

    /**
     * Where both differ.
     *
     * @param other the other operand, for every element
     * @return a new tensor, BOOL
     */
    public Tensor ne(double other) {
        return Call.scalar(Native::neScalar, this, other);
    }

    /**
     * Where this is less.
     *
     * @param other the other operand
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor lt(Tensor other) {
        return Call.binary(Native::lt, this, other);
    }

    /**
     * Where this is less.
     *
     * @param other the other operand, for every element
     * @return a new tensor, BOOL
     */
    public Tensor lt(double other) {
        return Call.scalar(Native::ltScalar, this, other);
    }

    /**
     * Where this is less or equal.
     *
     * @param other the other operand
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor le(Tensor other) {
        return Call.binary(Native::le, this, other);
    }

    /**
     * Where this is less or equal.
     *
     * @param other the other operand, for every element
     * @return a new tensor, BOOL
     */
    public Tensor le(double other) {
        return Call.scalar(Native::leScalar, this, other);
    }

    /**
     * Where this is greater.
     *
     * @param other the other operand
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor gt(Tensor other) {
        return Call.binary(Native::gt, this, other);
    }

    /**
     * Where this is greater.
     *
     * @param other the other operand, for every element
     * @return a new tensor, BOOL
     */
    public Tensor gt(double other) {
        return Call.scalar(Native::gtScalar, this, other);
    }

    /**
     * Where this is greater or equal.
     *
     * @param other the other operand
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor ge(Tensor other) {
        return Call.binary(Native::ge, this, other);
    }

    /**
     * Where this is greater or equal.
     *
     * @param other the other operand, for every element
     * @return a new tensor, BOOL
     */
    public Tensor ge(double other) {
        return Call.scalar(Native::geScalar, this, other);
    }

    /**
     * {@code other} less this.
     *
     * @param other what to subtract from
     * @return a new tensor
     */
    public Tensor rsub(double other) {
        return Call.scalar(Native::rsubScalar, this, other);
    }

    /**
     * {@code other} divided by this.
     *
     * @param other what to divide
     * @return a new tensor
     */
    public Tensor rdiv(double other) {
        return Call.scalar(Native::rdivScalar, this, other);
    }

    /**
     * This with the other sign.
     *
     * @return a new tensor
     */
    public Tensor neg() {
        return Call.unary(Native::neg, this);
    }

    /**
     * e to the power of this.
     *
     * @return a new tensor
     */
    public Tensor exp() {
        return Call.unary(Native::exp, this);
    }

    /**
     * The natural logarithm.
     *
     * @return a new tensor
     */
    public Tensor log() {
        return Call.unary(Native::log, this);
    }

    /**
     * The square root.
     *
     * @return a new tensor
     */
    public Tensor sqrt() {
        return Call.unary(Native::sqrt, this);
    }

    /**
     * The magnitude.
     *
     * @return a new tensor
     */
    public Tensor abs() {
        return Call.unary(Native::abs, this);
    }

    /**
     * This where it is positive, else 0.
     *
     * @return a new tensor
     */
    public Tensor relu() {
        return Call.unary(Native::relu, this);
    }

    /**
     * 1 / (1 + exp(-this)).
     *
     * @return a new tensor
     */
    public Tensor sigmoid() {
        return Call.unary(Native::sigmoid, this);
    }

    /**
     * The hyperbolic tangent.
     *
     * @return a new tensor
     */
    public Tensor tanh() {
        return Call.unary(Native::tanh, this);
    }

    /**
     * Chooses by the truth values of this tensor.
     *
     * @param ifTrue taken where this is true
     * @param ifFalse taken where it is false
     * @return a new tensor
     * @throws DTypeMismatchException if this is not BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor where(Tensor ifTrue, Tensor ifFalse) {
        Tensor result = Call.from(this, scope -> Native.where(scope, handle, ifTrue.handle, ifFalse.handle));
        Use.done(ifTrue, ifFalse);
        return result;
    }
}
