package dev.tenure.scaladsl

import dev.tenure.{Scope, ScopeBody}
import java.util.function.Supplier

/** The Java API's bodies as Scala's: one overload of each is named here. */
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
