/**
 * Scopes in coroutines. The current scope belongs to the coroutine, not to a thread: it is restored
 * after each suspension, on whatever thread; children begin with their parent's current scope; and
 * no thread keeps the scope of a coroutine that has left it.
 *
 * This needs `kotlinx-coroutines-core`, an optional dependency of this module.
 */
package dev.tenure.kotlin

import dev.tenure.ClosedException
import dev.tenure.Scope
import dev.tenure.ScopeBody
import dev.tenure.ScopeFlow
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.withContext

/**
 * Makes [scope] current in a coroutine while [body] runs, and returns the result of [body]. The
 * scope stays open; the caller closes it after the body has ended. Coroutines that the body starts
 * have the same current scope, and the body waits for them.
 *
 * @param scope the owner of the tensors that the body makes
 * @throws dev.tenure.ScopeException if [scope] is closed
 */
public suspend fun <T> withScope(scope: Scope, body: suspend CoroutineScope.() -> T): T = withContext(ScopeContext(scope), body)

/**
 * Runs [body] in a scope of its own, which follows it across suspensions and threads, and returns
 * its value. As with [scope], every native resource reachable from the value moves to the parent
 * scope. The scope closes when the body and all coroutines that it has started have ended, with a
 * value, an exception or cancellation. An exception passes on; failures of closing are suppressed
 * under it.
 *
 * @param name for errors, dumps and leak reports
 * @param body what to run; its receiver starts child coroutines
 * @throws dev.tenure.InvalidArgumentException if the value is or holds an object that cannot be
 *     searched; everything is closed then
 * @throws dev.tenure.ScopeException if a resource escapes and the parent is capped; everything is
 *     closed then
 */
public suspend fun <T> suspendScope(name: String? = null, body: suspend CoroutineScope.() -> T): T {
    val outer = ScopeFlow.current().fork()
    val scope = Scope.create(Scope.current())
    try {
        if (name != null) scope.name(name)
        val value = withScope(scope, body)
        outer.run { closeReturning(scope, value) }
        return value
    } catch (e: Throwable) {
        try {
            scope.close()
        } catch (closing: Throwable) {
            if (closing !== e) e.addSuppressed(closing)
        }
        throw e
    }
}

/**
 * Closes [scope] and moves the resources in [value] to its parent, by making it a child of a
 * `Scope.using` body.
 */
private fun closeReturning(scope: Scope, value: Any?) {
    Scope.using(
        ScopeBody<Any?, RuntimeException> {
            try {
                scope.moveTo(checkNotNull(Scope.current()) { "`using` has opened it" })
            } catch (e: ClosedException) {
                if (!scope.isClosed) throw e // otherwise the body has closed it, with everything it owned
            }
            value
        },
    )
}

private inline fun ScopeFlow.run(body: () -> Unit) {
    val before = ScopeFlow.current()
    makeCurrent()
    try {
        body()
    } finally {
        before.makeCurrent()
    }
}
