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
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.add(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * The sum.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor add(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.addScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * The difference.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor sub(Tensor other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.sub(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * The difference.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor sub(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.subScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * The product, element by element.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor mul(Tensor other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.mul(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * The product, element by element.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor mul(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.mulScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * The quotient; of integers, float32.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor div(Tensor other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.div(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * The quotient; of integers, float32.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor div(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.divScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * This to the power of {@code other}.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor pow(Tensor other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.pow(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * This to the power of {@code other}.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor pow(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.powScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * The greater of each two; NaN if either is.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor maximum(Tensor other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.maximum(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * The greater of each two; NaN if either is.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor maximum(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.maximumScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * The smaller of each two; NaN if either is.
     *
     * @param other the other operand
     * @return a new tensor
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor minimum(Tensor other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.minimum(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * The smaller of each two; NaN if either is.
     *
     * @param other the other operand, for every element
     * @return a new tensor
     */
    public Tensor minimum(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.minimumScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * Where both are equal.
     *
     * @param other the other operand
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor eq(Tensor other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.eq(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * Where both are equal.
     *
     * @param other the other operand, for every element
     * @return a new tensor, BOOL
     */
    public Tensor eq(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.eqScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * Where both differ.
     *
     * @param other the other operand
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor ne(Tensor other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.ne(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * Where both differ.
     *
     * @param other the other operand, for every element
     * @return a new tensor, BOOL
     */
    public Tensor ne(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.neScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * Where this is less.
     *
     * @param other the other operand
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor lt(Tensor other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.lt(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * Where this is less.
     *
     * @param other the other operand, for every element
     * @return a new tensor, BOOL
     */
    public Tensor lt(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.ltScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * Where this is less or equal.
     *
     * @param other the other operand
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor le(Tensor other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.le(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * Where this is less or equal.
     *
     * @param other the other operand, for every element
     * @return a new tensor, BOOL
     */
    public Tensor le(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.leScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * Where this is greater.
     *
     * @param other the other operand
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor gt(Tensor other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.gt(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * Where this is greater.
     *
     * @param other the other operand, for every element
     * @return a new tensor, BOOL
     */
    public Tensor gt(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.gtScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * Where this is greater or equal.
     *
     * @param other the other operand
     * @return a new tensor, BOOL
     * @throws ShapeMismatchException if the shapes do not broadcast
     */
    public Tensor ge(Tensor other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.ge(Current.handle(owner), handle, other.handle), owner, this, other);
    }

    /**
     * Where this is greater or equal.
     *
     * @param other the other operand, for every element
     * @return a new tensor, BOOL
     */
    public Tensor ge(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.geScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * {@code other} less this.
     *
     * @param other what to subtract from
     * @return a new tensor
     */
    public Tensor rsub(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.rsubScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * {@code other} divided by this.
     *
     * @param other what to divide
     * @return a new tensor
     */
    public Tensor rdiv(double other) {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.rdivScalar(Current.handle(owner), handle, other), owner, this);
    }

    /**
     * This with the other sign.
     *
     * @return a new tensor
     */
    public Tensor neg() {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.neg(Current.handle(owner), handle), owner, this);
    }

    /**
     * e to the power of this.
     *
     * @return a new tensor
     */
    public Tensor exp() {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.exp(Current.handle(owner), handle), owner, this);
    }

    /**
     * The natural logarithm.
     *
     * @return a new tensor
     */
    public Tensor log() {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.log(Current.handle(owner), handle), owner, this);
    }

    /**
     * The square root.
     *
     * @return a new tensor
     */
    public Tensor sqrt() {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.sqrt(Current.handle(owner), handle), owner, this);
    }

    /**
     * The magnitude.
     *
     * @return a new tensor
     */
    public Tensor abs() {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.abs(Current.handle(owner), handle), owner, this);
    }

    /**
     * This where it is positive, else 0.
     *
     * @return a new tensor
     */
    public Tensor relu() {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.relu(Current.handle(owner), handle), owner, this);
    }

    /**
     * 1 / (1 + exp(-this)).
     *
     * @return a new tensor
     */
    public Tensor sigmoid() {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.sigmoid(Current.handle(owner), handle), owner, this);
    }

    /**
     * The hyperbolic tangent.
     *
     * @return a new tensor
     */
    public Tensor tanh() {
        Scope owner = Current.ownerFor(this);
        return Use.result(Native.tanh(Current.handle(owner), handle), owner, this);
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
        Scope owner = Current.ownerFor(this);
        long result = Native.where(Current.handle(owner), handle, ifTrue.handle, ifFalse.handle);
        return Use.result(result, owner, this, ifTrue, ifFalse);
    }
}
