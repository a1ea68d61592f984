package dev.tenure.scaladsl

import dev.tenure.{Scope, ScopeBody}
import java.util.function.Supplier

/** Converts Scala's bodies to those of the Java API, and so picks one of its overloads. */
private[scaladsl] object Blocks {
  def using[A](body: Scope => A): A =
    Scope.using(new ScopeBody[A, RuntimeException] {
      override def call(): A = body(Scope.current())
    })

  def in[A](held: Scope)(body: => A): A =
    held.run(new Supplier[A] {
      override def get(): A = body
    })
}
