/**
 * Kotlin's operators for tensors. Each only calls the method of [Tensor] with the same meaning:
 * shapes are broadcast as in NumPy, dtypes are promoted, and the result is a new tensor of the
 * current scope. Each throws [dev.tenure.ShapeMismatchException] if two shapes cannot be broadcast,
 * and [dev.tenure.ClosedException] if an operand is closed.
 */
package dev.tenure.kotlin

import dev.tenure.Tensor

/** Adds element by element: a new tensor of the broadcast shape. */
public operator fun Tensor.plus(other: Tensor): Tensor = add(other)

/** Adds [other] to each element: a new tensor of the same shape. */
public operator fun Tensor.plus(other: Number): Tensor =
    if (isInteger(other)) add(other.toLong()) else add(other.toDouble())

/** Adds this number to each element of [other]: a new tensor of the same shape. */
public operator fun Number.plus(other: Tensor): Tensor =
    if (isInteger(this)) other.add(toLong()) else other.add(toDouble())

/** Subtracts element by element: a new tensor of the broadcast shape. */
public operator fun Tensor.minus(other: Tensor): Tensor = sub(other)

/** Subtracts [other] from each element: a new tensor of the same shape. */
public operator fun Tensor.minus(other: Number): Tensor =
    if (isInteger(other)) sub(other.toLong()) else sub(other.toDouble())

/** Subtracts each element of [other] from this number: a new tensor of the same shape. */
public operator fun Number.minus(other: Tensor): Tensor =
    if (isInteger(this)) other.rsub(toLong()) else other.rsub(toDouble())

/**
 * Multiplies element by element: a new tensor of the broadcast shape. For the matrix product see
 * [Tensor.matmul].
 */
public operator fun Tensor.times(other: Tensor): Tensor = mul(other)

/** Multiplies each element by [other]: a new tensor of the same shape. */
public operator fun Tensor.times(other: Number): Tensor =
    if (isInteger(other)) mul(other.toLong()) else mul(other.toDouble())

/** Multiplies each element of [other] by this number: a new tensor of the same shape. */
public operator fun Number.times(other: Tensor): Tensor =
    if (isInteger(this)) other.mul(toLong()) else other.mul(toDouble())

/** Divides element by element: a new tensor of the broadcast shape. */
public operator fun Tensor.div(other: Tensor): Tensor = this.div(other)

/** Divides each element by [other]: a new tensor of the same shape. */
public operator fun Tensor.div(other: Number): Tensor =
    if (isInteger(other)) this.div(other.toLong()) else this.div(other.toDouble())

/** Divides this number by each element of [other]: a new tensor of the same shape. */
public operator fun Number.div(other: Tensor): Tensor =
    if (isInteger(this)) other.rdiv(toLong()) else other.rdiv(toDouble())

/** Negates each element: a new tensor of the same shape. */
public operator fun Tensor.unaryMinus(): Tensor = neg()

/**
 * The matrix product, `a dot b`: `(n, k) dot (k, m)` is a new tensor of shape `(n, m)`. For vectors
 * and batches of matrices see [Tensor.matmul].
 *
 * @throws dev.tenure.ShapeMismatchException if the inner sizes differ
 */
public infix fun Tensor.dot(other: Tensor): Tensor = matmul(other)

/**
 * Adds [other] to this tensor in place: `a += b`, where `a` is a `val`. Its shape and dtype stay.
 * If `a` is a `var`, the compiler reports an ambiguity with `a = a + b`.
 */
public operator fun Tensor.plusAssign(other: Tensor): Unit = addInPlace(other)

/** Adds [other] to each element in place. */
public operator fun Tensor.plusAssign(other: Number): Unit =
    if (isInteger(other)) addInPlace(other.toLong()) else addInPlace(other.toDouble())

/** Subtracts [other] from this tensor in place. Its shape and dtype stay. */
public operator fun Tensor.minusAssign(other: Tensor): Unit = subInPlace(other)

/** Subtracts [other] from each element in place. */
public operator fun Tensor.minusAssign(other: Number): Unit =
    if (isInteger(other)) subInPlace(other.toLong()) else subInPlace(other.toDouble())

/** Multiplies this tensor by [other] in place, element by element. Its shape and dtype stay. */
public operator fun Tensor.timesAssign(other: Tensor): Unit = mulInPlace(other)

/** Multiplies each element by [other] in place. */
public operator fun Tensor.timesAssign(other: Number): Unit =
    if (isInteger(other)) mulInPlace(other.toLong()) else mulInPlace(other.toDouble())

/** Divides this tensor by [other] in place, element by element. Its shape and dtype stay. */
public operator fun Tensor.divAssign(other: Tensor): Unit = divInPlace(other)

/** Divides each element by [other] in place. */
public operator fun Tensor.divAssign(other: Number): Unit =
    if (isInteger(other)) divInPlace(other.toLong()) else divInPlace(other.toDouble())

/** Whether a number has an integer type, and so stays exact as a [Long]. */
internal fun isInteger(number: Number): Boolean = number is Int || number is Long || number is Short || number is Byte
