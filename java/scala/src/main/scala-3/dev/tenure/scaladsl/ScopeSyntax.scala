package dev.tenure.scaladsl

import dev.tenure.Scope

/** `scope { }` for Scala 3: its body has a `given Scope`. */
private[scaladsl] trait ScopeSyntax {

  /** Runs `body` in a scope of its own, a `given` in the body, and returns its value. Every native
    * resource reachable from the value moves to the parent scope; all others that the body makes
    * are freed. The search covers what `Scope.using` searches, and Scala's tuples, options,
    * collections, case classes, `Either` and `Try`. Iterators, views, lazy lists, futures and
    * functions without arguments are refused, because they would produce their values after the
    * scope has closed. If the body throws, the scope closes and the exception passes on.
    *
    * @throws dev.tenure.InvalidArgumentException
    *   if the value is or holds an object that cannot be searched; everything is closed then
    * @throws dev.tenure.ScopeException
    *   if a resource escapes and the parent is capped; everything is closed then
    */
  def scope[A](body: Scope ?=> A): A = Blocks.using(scope => body(using scope))

  /** As [[scope]], but passes the scope to `body`, for Scala 2: `scopeWith { implicit s => ... }`.
    */
  def scopeWith[A](body: Scope => A): A = Blocks.using(body)
}
