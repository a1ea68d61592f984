/** Scopes as blocks. `Scope.open().use { }` and all else of [Scope] can be used as in Java. */
package dev.tenure.kotlin

import dev.tenure.Scope
import dev.tenure.ScopeBody
import java.util.function.Supplier

/**
 * Runs [body] in a scope of its own and returns its value:
 *
 *     val normal = scope {
 *         val x = load()
 *         (x - x.mean()) / 10 // the steps between are freed, the result is not
 *     }
 *
 * What can be reached from the value moves to the parent scope: what [Scope.using] finds, and in pairs, triples, data classes,
 * value classes, `Result`, `IndexedValue` and `Lazy` values that have been computed. What makes its elements later is refused: a
 * `Sequence`, a `Flow`, a `Deferred`, a function of no arguments. An exception of the body passes on when the scope has closed;
 * what fails while closing is suppressed under it.
 *
 * The body cannot suspend; [suspendScope] is for that.
 *
 * @param name for errors, dumps and leak reports
 * @param body what to run; it is given the scope
 * @throws dev.tenure.InvalidArgumentException if the value is or holds what cannot be searched; all is closed then
 * @throws dev.tenure.ScopeException if something escapes and the parent is capped; all is closed then
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
 * Makes [scope] current on this thread while [body] runs, and returns what that returns; the scope stays open. It is
 * [Scope.run], whose two forms Kotlin cannot tell apart for every lambda. The body cannot suspend; [withScope] is for that.
 *
 * @throws dev.tenure.ScopeException if [scope] is closed
 */
public fun <T> inScope(scope: Scope, body: () -> T): T = scope.run(Supplier { body() })
