/**
 * What a tensor is as properties, and comparisons between operands: `x.shape`, `a gt 0.5`. Each
 * calls the method of [Tensor] with the same meaning. A comparison is a new bool tensor of the
 * current scope, whose shape is that to which both operands broadcast; it throws
 * [dev.tenure.ShapeMismatchException] if they do not.
 */
package dev.tenure.kotlin

import dev.tenure.DType
import dev.tenure.Device
import dev.tenure.Tensor

/** The size along each axis, outermost first. */
public val Tensor.shape: List<Long>
    get() = shape().asList()

/** The element type. */
public val Tensor.dtype: DType
    get() = dtype()

/** Where the memory is. */
public val Tensor.device: Device
    get() = device()

/** The number of axes. */
public val Tensor.rank: Int
    get() = rank()

/** The number of elements. */
public val Tensor.size: Long
    get() = size()

/** Whether each element equals the matching one of [other]. */
public infix fun Tensor.eq(other: Tensor): Tensor = this.eq(other)

/** Whether each element equals [other]. */
public infix fun Tensor.eq(other: Number): Tensor =
    if (isInteger(other)) this.eq(other.toLong()) else this.eq(other.toDouble())

/** Whether each element differs from the matching one of [other]. */
public infix fun Tensor.ne(other: Tensor): Tensor = this.ne(other)

/** Whether each element differs from [other]. */
public infix fun Tensor.ne(other: Number): Tensor =
    if (isInteger(other)) this.ne(other.toLong()) else this.ne(other.toDouble())

/** Whether each element is less than the matching one of [other]. */
public infix fun Tensor.lt(other: Tensor): Tensor = this.lt(other)

/** Whether each element is less than [other]. */
public infix fun Tensor.lt(other: Number): Tensor =
    if (isInteger(other)) this.lt(other.toLong()) else this.lt(other.toDouble())

/** Whether each element is at most the matching one of [other]. */
public infix fun Tensor.le(other: Tensor): Tensor = this.le(other)

/** Whether each element is at most [other]. */
public infix fun Tensor.le(other: Number): Tensor =
    if (isInteger(other)) this.le(other.toLong()) else this.le(other.toDouble())

/** Whether each element is greater than the matching one of [other]. */
public infix fun Tensor.gt(other: Tensor): Tensor = this.gt(other)

/** Whether each element is greater than [other]. */
public infix fun Tensor.gt(other: Number): Tensor =
    if (isInteger(other)) this.gt(other.toLong()) else this.gt(other.toDouble())

/** Whether each element is at least the matching one of [other]. */
public infix fun Tensor.ge(other: Tensor): Tensor = this.ge(other)

/** Whether each element is at least [other]. */
public infix fun Tensor.ge(other: Number): Tensor =
    if (isInteger(other)) this.ge(other.toLong()) else this.ge(other.toDouble())
