package dev.tenure.scaladsl

import dev.tenure.Scope

/** `scope { }` as Scala 3 has it: its body has a `given Scope`. */
private[scaladsl] trait ScopeSyntax {

  /** Runs `body` in a scope of its own, which is given to it, and returns its value: what it has made is freed, but for what can be
    * reached from the value, which moves to the parent scope. That is what `Scope.using` finds, and Scala's tuples, options,
    * collections, case classes, `Either` and `Try`. What makes its values later is refused: iterators, views, lazy lists, futures,
    * functions of no arguments. An exception passes on when the scope has closed.
    *
    * @throws dev.tenure.InvalidArgumentException
    *   if the value is or holds what cannot be searched; all is closed then
    * @throws dev.tenure.ScopeException
    *   if something escapes and the parent is capped; all is closed then
    */
  def scope[A](body: Scope ?=> A): A = Blocks.using(scope => body(using scope))

  /** As [[scope]], and hands the scope to `body`: `scopeWith { implicit s => ... }`, as Scala 2 needs it. */
  def scopeWith[A](body: Scope => A): A = Blocks.using(body)
}
