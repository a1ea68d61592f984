package dev.tenure

import scala.concurrent.ExecutionContext
import scala.language.implicitConversions

/** What Scala expects of Tenure: operators, indices by ranges, scopes as blocks. `import dev.tenure.*` for the classes, and
  * `import dev.tenure.scaladsl.*` for these (with `_` for `*` in Scala 2).
  *
  * Nothing here has a rule: each method calls one of the Java API. A result is a new tensor of the current scope, else of the
  * scope that owns the first operand, else its caller's.
  */
package object scaladsl extends ScopeSyntax {

  /** Operators, for tensors. */
  implicit def tensorOps(tensor: Tensor): TensorOps = new TensorOps(tensor)

  /** Operators, for numbers that stand before a tensor. */
  implicit def numberOps[N](number: N)(implicit numeric: Numeric[N]): NumberOps = new NumberOps(number match {
    case integer: Long => Long.box(integer)
    case integer: Int => Long.box(integer.toLong)
    case integer: Short => Long.box(integer.toLong)
    case integer: Byte => Long.box(integer.toLong)
    case real => Double.box(numeric.toDouble(real))
  })

  /** Runs `body` in a scope of its own, with a name for errors, dumps and leak reports, and hands it the scope. What can be
    * reached from its value moves to the parent scope, as from `scope { }`.
    */
  def scopeNamed[A](name: String)(body: Scope => A): A = Blocks.using { scope =>
    scope.name(name)
    body(scope)
  }

  /** Makes `held` current on this thread while `body` runs, and returns what that returns, which stays where it is. The scope stays
    * open.
    *
    * @throws dev.tenure.ScopeException
    *   if it is closed
    */
  def inScope[A](held: Scope)(body: => A): A = Blocks.in(held)(body)

  /** As [[inScope]], but what can be reached from the value, and is a member of `held`, moves to the scope that is current here; it
    * is unowned if there is none. This is MXNet's `ResourceScope.using(held) { }`.
    *
    * @throws dev.tenure.ScopeException
    *   if `held` is closed, or something escapes and the scope that is current here is capped: it is still in `held` then
    */
  def escaping[A](held: Scope)(body: => A): A = {
    val value = Blocks.in(held)(body)
    val outer = Scope.current()
    Scope.resourcesIn(value).forEach { resource =>
      if (resource.scope() eq held) {
        if (outer == null) resource.detachFromScope() else resource.moveTo(outer)
        ()
      }
    }
    value
  }

  /** Moves `resource` to the parent of the given scope, and returns it: it is freed with that, not with this one. */
  def keep[R <: NativeResource](resource: R)(implicit scope: Scope): R = scope.keep(resource)

  /** An execution context whose tasks run with `scope` current: for futures. A task that starts when `scope` has closed runs, and
    * the first call in it that would make something throws [[dev.tenure.ScopeException]].
    */
  def scoped(context: ExecutionContext)(implicit scope: Scope): ExecutionContext = {
    val executor = scope.wrap((task => context.execute(task)): java.util.concurrent.Executor)
    ExecutionContext.fromExecutor(executor, context.reportFailure(_))
  }
}
