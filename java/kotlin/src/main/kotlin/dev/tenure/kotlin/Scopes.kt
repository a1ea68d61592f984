/**
 * Scopes as blocks. `Scope.open().use { }` and everything else in [Scope] can be used as in Java.
 */
package dev.tenure.kotlin

import dev.tenure.Scope
import dev.tenure.ScopeBody
import java.util.function.Supplier

/**
 * Runs [body] in a scope of its own and returns its value:
 *
 *     val normal = scope {
 *         val x = load()
 *         (x - x.mean()) / 10 // the intermediate results are freed, the result is not
 *     }
 *
 * Every native resource reachable from the value moves to the parent scope. The search covers what
 * [Scope.using] searches, and pairs, triples, data classes, value classes, `Result`, `IndexedValue`
 * and computed `Lazy` values. A `Sequence`, a `Flow`, a `Deferred` and a function without arguments
 * are refused, because they would produce their elements after the scope has closed. If the body
 * throws, the scope closes and the exception passes on, with failures of closing suppressed under
 * it.
 *
 * The body cannot suspend; use [suspendScope] for that.
 *
 * @param name for errors, dumps and leak reports
 * @param body what to run; it receives the scope
 * @throws dev.tenure.InvalidArgumentException if the value is or holds an object that cannot be
 *     searched; everything is closed then
 * @throws dev.tenure.ScopeException if a resource escapes and the parent is capped; everything is
 *     closed then
 */
public fun <T> scope(name: String? = null, body: (Scope) -> T): T =
    Scope.using(
        ScopeBody<T, RuntimeException> {
            val scope = checkNotNull(Scope.current()) { "`using` has opened it" }
            if (name != null) scope.name(name)
            body(scope)
        },
    )

/**
 * Makes [scope] current on this thread while [body] runs, and returns the result of [body]; the
 * scope stays open. It calls [Scope.run], whose two overloads Kotlin cannot always tell apart for a
 * lambda. The body cannot suspend; use [withScope] for that.
 *
 * @throws dev.tenure.ScopeException if [scope] is closed
 */
public fun <T> inScope(scope: Scope, body: () -> T): T = scope.run(Supplier { body() })
