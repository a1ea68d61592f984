package dev.tenure.scaladsl

import dev.tenure.{EscapeRule, InvalidArgumentException}
import java.lang.Iterable as JavaIterable
import scala.collection.View
import scala.collection.immutable.{LazyList, NumericRange}
import scala.concurrent.Future
import scala.jdk.CollectionConverters.*

/** Finds native resources in Scala's types, so that they escape from `scope { }` and from every
  * other body of `Scope.using`. The library loads it as a service; programs do not use it directly.
  */
final class ScalaEscapes extends EscapeRule {

  /** The elements of a collection, and the fields of a tuple, a case class, an option, an `Either` or a `Try`. */
  override def parts(value: Object): JavaIterable[?] = value match {
    case _: Range | _: NumericRange[?] => java.util.List.of()
    case _: View[?] | _: LazyList[?] => refuse(value, "return its elements, as by toList")
    case elements: Iterable[?] => elements.asJava
    case _: Iterator[?] => refuse(value, "return a list of its elements")
    case _: Future[?] => refuse(value, "wait for its result in the body, and return that")
    case _: Function0[?] => refuse(value, "call it in the body, and return what it gives")
    case product: Product => product.productIterator.toList.asJava
    case _ => null
  }

  private def refuse(value: Object, instead: String): Nothing = throw new InvalidArgumentException(
    s"a ${value.getClass.getName} cannot be returned from a scope, which closes before it gives its values: $instead"
  )
}
