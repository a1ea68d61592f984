package dev.tenure.scaladsl

import dev.tenure.{InvalidArgumentException, Tensor}
import scala.collection.immutable.NumericRange

/** Stands for a whole axis in an index: `a(All, 0)` is the first column. */
object All

/** Scala's operators for a tensor. Each calls the method of `Tensor` that has its meaning: shapes are broadcast as NumPy does, dtypes
  * are promoted, and a result is a new tensor of the current scope. Each throws [[dev.tenure.ShapeMismatchException]] if two shapes
  * cannot be broadcast, and [[dev.tenure.ClosedException]] if an operand is closed.
  */
final class TensorOps(private val tensor: Tensor) extends AnyVal {

  /** The sum, element by element. */
  def +(other: Tensor): Tensor = tensor.add(other)

  /** Adds a number to each element. */
  def +(other: Double): Tensor = tensor.add(other)

  /** Adds an integer to each element. */
  def +(other: Long): Tensor = tensor.add(other)

  /** The difference, element by element. */
  def -(other: Tensor): Tensor = tensor.sub(other)

  /** Subtracts a number from each element. */
  def -(other: Double): Tensor = tensor.sub(other)

  /** Subtracts an integer from each element. */
  def -(other: Long): Tensor = tensor.sub(other)

  /** The product, element by element. The product of matrices is [[dot]]. */
  def *(other: Tensor): Tensor = tensor.mul(other)

  /** Multiplies each element by a number. */
  def *(other: Double): Tensor = tensor.mul(other)

  /** Multiplies each element by an integer. */
  def *(other: Long): Tensor = tensor.mul(other)

  /** The quotient, element by element. */
  def /(other: Tensor): Tensor = tensor.div(other)

  /** Divides each element by a number. */
  def /(other: Double): Tensor = tensor.div(other)

  /** Divides each element by an integer. */
  def /(other: Long): Tensor = tensor.div(other)

  /** Each element with the other sign. */
  def unary_- : Tensor = tensor.neg()

  /** The product of matrices: `(n, k) dot (k, m)` has the shape `(n, m)`.
    *
    * @throws dev.tenure.ShapeMismatchException
    *   if the inner sizes differ
    */
  def dot(other: Tensor): Tensor = tensor.matmul(other)

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

  /** A view of some of the elements, one index for each axis from the first on; axes beyond them are taken whole. It shares the
    * tensor's memory, and belongs to the current scope.
    *
    *   - A number selects an index of the axis, and the axis goes: of shape `(2, 3, 4)`, `a(0, 1)` has `(4)`. Below zero it counts
    *     from the end.
    *   - A range, `1 to 3`, `0 until 2`, `0 until 9 by 2`, keeps the axis with these indices; what lies beyond the end is left out.
    *     An empty one gives an axis of size 0. Both ends may be below zero, as in `-3 to -1`. `3 to 1 by -1` goes backwards, and
    *     gives a copy instead of a view.
    *   - [[All]] keeps the axis as it is.
    *
    * @throws dev.tenure.InvalidArgumentException
    *   if there is no such axis or index
    * @throws dev.tenure.InvalidArgumentException
    *   if an index is of another type, or one end of a range is below zero and the other is not
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

/** Operators of a number that stands before a tensor, `2 * a`: a `Long` stays exact, any other number is a `Double`. */
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

/** An index says where its axis is selected or sliced; the core does both. The views in between are closed at once. */
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

  /** A tensor's own `eq` compares elements. */
  private def isSame(one: AnyRef, other: AnyRef): Boolean = one eq other

  def fill(tensor: Tensor, index: Seq[Any])(value: Tensor => Unit): Unit = {
    val part = view(tensor, index.map(upwards))
    try value(part)
    finally part.close()
  }

  /** A range that runs downwards would give a copy; the elements are those of the same range upwards. */
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
    // The last index of all is followed by none, which 0 would not say, and so is the first on the way back.
    val end =
      if (step > 0) if (last == -1) Long.MaxValue else last + 1
      else if (last == 0) Long.MinValue
      else last - 1
    from.slice(axis, first, end, step)
  }
}
