package dev.tenure.scaladsl

import dev.tenure.{InvalidArgumentException, Tensor}
import scala.collection.immutable.NumericRange

/** Selects a whole axis in an index: `a(All, 0)` is the first column. */
object All

/** Scala's operators for a tensor. Each only calls the method of `Tensor` with the same meaning:
  * shapes are broadcast as in NumPy, dtypes are promoted, and the result is a new tensor of the
  * current scope. Each throws [[dev.tenure.ShapeMismatchException]] if two shapes cannot be
  * broadcast, and [[dev.tenure.ClosedException]] if an operand is closed.
  */
final class TensorOps(private val tensor: Tensor) extends AnyVal {

  /** Adds element by element. */
  def +(other: Tensor): Tensor = tensor.add(other)

  /** Adds a number to each element. */
  def +(other: Double): Tensor = tensor.add(other)

  /** Adds an integer to each element. */
  def +(other: Long): Tensor = tensor.add(other)

  /** Subtracts element by element. */
  def -(other: Tensor): Tensor = tensor.sub(other)

  /** Subtracts a number from each element. */
  def -(other: Double): Tensor = tensor.sub(other)

  /** Subtracts an integer from each element. */
  def -(other: Long): Tensor = tensor.sub(other)

  /** Multiplies element by element. For the matrix product see [[dot]]. */
  def *(other: Tensor): Tensor = tensor.mul(other)

  /** Multiplies each element by a number. */
  def *(other: Double): Tensor = tensor.mul(other)

  /** Multiplies each element by an integer. */
  def *(other: Long): Tensor = tensor.mul(other)

  /** Divides element by element. */
  def /(other: Tensor): Tensor = tensor.div(other)

  /** Divides each element by a number. */
  def /(other: Double): Tensor = tensor.div(other)

  /** Divides each element by an integer. */
  def /(other: Long): Tensor = tensor.div(other)

  /** Negates each element. */
  def unary_- : Tensor = tensor.neg()

  /** The matrix product: `(n, k) dot (k, m)` has shape `(n, m)`.
    *
    * @throws dev.tenure.ShapeMismatchException
    *   if the inner sizes differ
    */
  def dot(other: Tensor): Tensor = tensor.matmul(other)

  /** Whether each element is less than the matching one. */
  def <(other: Tensor): Tensor = tensor.lt(other)

  /** Whether each element is less than a number. */
  def <(other: Double): Tensor = tensor.lt(other)

  /** Whether each element is less than an integer. */
  def <(other: Long): Tensor = tensor.lt(other)

  /** Whether each element is at most the matching one. */
  def <=(other: Tensor): Tensor = tensor.le(other)

  /** Whether each element is at most a number. */
  def <=(other: Double): Tensor = tensor.le(other)

  /** Whether each element is at most an integer. */
  def <=(other: Long): Tensor = tensor.le(other)

  /** Whether each element is greater than the matching one. */
  def >(other: Tensor): Tensor = tensor.gt(other)

  /** Whether each element is greater than a number. */
  def >(other: Double): Tensor = tensor.gt(other)

  /** Whether each element is greater than an integer. */
  def >(other: Long): Tensor = tensor.gt(other)

  /** Whether each element is at least the matching one. */
  def >=(other: Tensor): Tensor = tensor.ge(other)

  /** Whether each element is at least a number. */
  def >=(other: Double): Tensor = tensor.ge(other)

  /** Whether each element is at least an integer. */
  def >=(other: Long): Tensor = tensor.ge(other)

  /** Whether each element equals the matching one. */
  def =:=(other: Tensor): Tensor = tensor.eq(other)

  /** Whether each element equals a number. */
  def =:=(other: Double): Tensor = tensor.eq(other)

  /** Whether each element equals an integer. */
  def =:=(other: Long): Tensor = tensor.eq(other)

  /** Whether each element differs from the matching one. */
  def =!=(other: Tensor): Tensor = tensor.ne(other)

  /** Whether each element differs from a number. */
  def =!=(other: Double): Tensor = tensor.ne(other)

  /** Whether each element differs from an integer. */
  def =!=(other: Long): Tensor = tensor.ne(other)

  /** Adds `other` in place; shape and dtype stay. */
  def +=(other: Tensor): Unit = tensor.addInPlace(other)

  /** Adds a number to each element in place. */
  def +=(other: Double): Unit = tensor.addInPlace(other)

  /** Adds an integer to each element in place. */
  def +=(other: Long): Unit = tensor.addInPlace(other)

  /** Subtracts `other` in place; shape and dtype stay. */
  def -=(other: Tensor): Unit = tensor.subInPlace(other)

  /** Subtracts a number from each element in place. */
  def -=(other: Double): Unit = tensor.subInPlace(other)

  /** Subtracts an integer from each element in place. */
  def -=(other: Long): Unit = tensor.subInPlace(other)

  /** Multiplies by `other` in place, element by element; shape and dtype stay. */
  def *=(other: Tensor): Unit = tensor.mulInPlace(other)

  /** Multiplies each element by a number in place. */
  def *=(other: Double): Unit = tensor.mulInPlace(other)

  /** Multiplies each element by an integer in place. */
  def *=(other: Long): Unit = tensor.mulInPlace(other)

  /** Divides by `other` in place, element by element; shape and dtype stay. */
  def /=(other: Tensor): Unit = tensor.divInPlace(other)

  /** Divides each element by a number in place. */
  def /=(other: Double): Unit = tensor.divInPlace(other)

  /** Divides each element by an integer in place. */
  def /=(other: Long): Unit = tensor.divInPlace(other)

  /** Returns a view of some of the elements, with one index for each axis, beginning with the
    * first; the remaining axes are selected whole. It shares the tensor's memory, and belongs to
    * the current scope.
    *
    *   - A number selects one index and removes the axis: for shape `(2, 3, 4)`, `a(0, 1)` has
    *     shape `(4)`. A negative number counts from the end.
    *   - A range, `1 to 3`, `0 until 2`, `0 until 9 by 2`, keeps these indices of the axis. Indices
    *     beyond the end are left out. An empty range gives an axis of size 0. Both ends may be
    *     negative, as in `-3 to -1`. `3 to 1 by -1` goes backwards and returns a copy instead of a
    *     view.
    *   - [[All]] selects the whole axis.
    *
    * @throws dev.tenure.InvalidArgumentException
    *   if an axis or index is out of range
    * @throws dev.tenure.InvalidArgumentException
    *   if an index has another type, or only one end of a range is negative
    */
  def apply(index: Any*): Tensor = Indexing.view(tensor, index)

  /** Fills a view in place: `a(0, 1 to 3) = 5`. */
  def update(index: Any, value: Double): Unit = Indexing.fill(tensor, Seq(index))(_.fill(value))

  /** Fills a view in place: `a(0, 1 to 3) = 5`. */
  def update(index: Any, value: Long): Unit = Indexing.fill(tensor, Seq(index))(_.fill(value))

  /** Fills a view in place. */
  def update(first: Any, second: Any, value: Double): Unit = Indexing.fill(tensor, Seq(first, second))(_.fill(value))

  /** Fills a view in place. */
  def update(first: Any, second: Any, value: Long): Unit = Indexing.fill(tensor, Seq(first, second))(_.fill(value))

  /** Fills a view in place. */
  def update(first: Any, second: Any, third: Any, value: Double): Unit = Indexing.fill(tensor, Seq(first, second, third))(_.fill(value))

  /** Fills a view in place. */
  def update(first: Any, second: Any, third: Any, value: Long): Unit = Indexing.fill(tensor, Seq(first, second, third))(_.fill(value))
}

/** Operators of a number before a tensor, `2 * a`: a `Long` stays exact, others become `Double`. */
final class NumberOps(private val number: Number) extends AnyVal {

  /** Adds this number to each element. */
  def +(other: Tensor): Tensor = number match {
    case integer: java.lang.Long => other.add(integer.longValue)
    case real => other.add(real.doubleValue)
  }

  /** Subtracts each element from this number. */
  def -(other: Tensor): Tensor = number match {
    case integer: java.lang.Long => other.rsub(integer.longValue)
    case real => other.rsub(real.doubleValue)
  }

  /** Multiplies each element by this number. */
  def *(other: Tensor): Tensor = number match {
    case integer: java.lang.Long => other.mul(integer.longValue)
    case real => other.mul(real.doubleValue)
  }

  /** Divides this number by each element. */
  def /(other: Tensor): Tensor = number match {
    case integer: java.lang.Long => other.rdiv(integer.longValue)
    case real => other.rdiv(real.doubleValue)
  }
}

/** Each index selects or slices its axis with a method of the core. Intermediate views are closed.
  */
private object Indexing {
  def view(tensor: Tensor, index: Seq[Any]): Tensor = {
    var view = tensor
    var axis = 0L
    index.foreach { one =>
      val from = view
      try view = at(from, axis, one)
      catch {
        case e: RuntimeException =>
          if (!isSame(from, tensor)) from.close()
          throw e
      }
      if (!isSame(from, tensor) && !isSame(from, view)) from.close()
      if (!one.isInstanceOf[Int] && !one.isInstanceOf[Long]) axis += 1
    }
    if (isSame(view, tensor)) tensor.alias() else view
  }

  /** Compares references in a method of its own, because `Tensor.eq` compares elements. */
  private def isSame(one: AnyRef, other: AnyRef): Boolean = one eq other

  def fill(tensor: Tensor, index: Seq[Any])(value: Tensor => Unit): Unit = {
    val part = view(tensor, index.map(upwards))
    try value(part)
    finally part.close()
  }

  /** A descending range would give a copy; the ascending range has the same elements. */
  private def upwards(index: Any): Any = index match {
    case range: Range if range.step < 0                    => range.reverse
    case range: NumericRange[?] if long(range.step) < 0 => range.reverse
    case other                                             => other
  }

  private def at(from: Tensor, axis: Long, index: Any): Tensor = index match {
    case number: Int => from.select(axis, number.toLong)
    case number: Long => from.select(axis, number)
    case range: Range if range.isEmpty => from.slice(axis, 0, 0)
    case range: Range => slice(from, axis, range.head.toLong, range.last.toLong, range.step.toLong)
    case range: NumericRange[?] if range.isEmpty => from.slice(axis, 0, 0)
    case range: NumericRange[?] => slice(from, axis, long(range.head), long(range.last), long(range.step))
    case All => from
    case other =>
      throw new InvalidArgumentException(
        s"index $other is a ${other.getClass.getName}; it can be an Int, a Long, a range or All"
      )
  }

  private def long(end: Any): Long = end match {
    case number: Long => number
    case number: Int => number.toLong
    case other => throw new InvalidArgumentException(s"the range's end $other is a ${other.getClass.getName}; it can be a Long")
  }

  private def slice(from: Tensor, axis: Long, first: Long, last: Long, step: Long): Tensor = {
    if ((first < 0) != (last < 0)) {
      throw new InvalidArgumentException(
        s"range $first to $last has one end below zero, which counts from the end, and one above"
      )
    }
    // The end after the last index (-1) would be 0, and the one below index 0 would be -1. Both
    // mean other indices.
    val end =
      if (step > 0) if (last == -1) Long.MaxValue else last + 1
      else if (last == 0) Long.MinValue
      else last - 1
    from.slice(axis, first, end, step)
  }
}
