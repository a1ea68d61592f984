package dev.tenure

import scala.concurrent.ExecutionContext
import scala.language.implicitConversions

/** The Scala API of Tenure: operators, indices by ranges, scopes as blocks. `import dev.tenure.*`
  * imports the classes, and `import dev.tenure.scaladsl.*` this API (with `_` for `*` in Scala 2).
  *
  * Each method only calls a method of the Java API. A result is a new tensor of the current scope,
  * or else of the scope that owns the first operand, or else unowned.
  */
package object scaladsl extends ScopeSyntax {

  /** Adds operators to tensors. */
  implicit def tensorOps(tensor: Tensor): TensorOps = new TensorOps(tensor)

  /** Adds operators to numbers before a tensor. */
  implicit def numberOps[N](number: N)(implicit numeric: Numeric[N]): NumberOps = new NumberOps(number match {
    case integer: Long => Long.box(integer)
    case integer: Int => Long.box(integer.toLong)
    case integer: Short => Long.box(integer.toLong)
    case integer: Byte => Long.box(integer.toLong)
    case real => Double.box(numeric.toDouble(real))
  })

  /** Runs `body` with a scope of its own, which has a name for errors, dumps and leak reports.
    * Every native resource reachable from its value moves to the parent scope, as with `scope { }`.
    */
  def scopeNamed[A](name: String)(body: Scope => A): A = Blocks.using { scope =>
    scope.name(name)
    body(scope)
  }

  /** Makes `held` current on this thread while `body` runs, and returns its value. The scope stays
    * open, and resources in the value stay in it.
    *
    * @throws dev.tenure.ScopeException
    *   if `held` is closed
    */
  def inScope[A](held: Scope)(body: => A): A = Blocks.in(held)(body)

  /** As [[inScope]], but every resource reachable from the value that `held` owns moves to the
    * scope that is current here; without one it becomes unowned. This is MXNet's
    * `ResourceScope.using(held) { }`.
    *
    * @throws dev.tenure.ScopeException
    *   if `held` is closed, or a resource escapes and the scope that is current here is capped; the
    *   resource is still in `held` then
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

  /** Moves `resource` to the parent of the given scope, which then frees it, and returns it. */
  def keep[R <: NativeResource](resource: R)(implicit scope: Scope): R = scope.keep(resource)

  /** Makes an execution context, for futures, whose tasks run with `scope` current. If `scope` is
    * closed when a task starts, the task still runs, and the first call in it that would make
    * something throws [[dev.tenure.ScopeException]].
    */
  def scoped(context: ExecutionContext)(implicit scope: Scope): ExecutionContext = {
    val executor = scope.wrap((task => context.execute(task)): java.util.concurrent.Executor)
    ExecutionContext.fromExecutor(executor, context.reportFailure(_))
  }
}
