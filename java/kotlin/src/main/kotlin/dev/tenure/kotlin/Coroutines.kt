/**
 * Scopes in coroutines. The scope that is current belongs to the coroutine, not to a thread: it is there again after each
 * suspension, on whatever thread, children begin with their parent's, and no thread keeps what a coroutine has left.
 *
 * It needs `kotlinx-coroutines-core`, which this module does not bring along.
 */
package dev.tenure.kotlin

import dev.tenure.ClosedException
import dev.tenure.Scope
import dev.tenure.ScopeBody
import dev.tenure.ScopeFlow
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.withContext

/**
 * Makes [scope] current in a coroutine while [body] runs, and returns what that returns. The scope stays open: it is the
 * caller's to close, when the body has ended. Coroutines that the body starts see it too, and the body waits for them.
 *
 * @param scope what owns the tensors of the body
 * @throws dev.tenure.ScopeException if [scope] is closed
 */
public suspend fun <T> withScope(scope: Scope, body: suspend CoroutineScope.() -> T): T = withContext(ScopeContext(scope), body)

/**
 * Runs [body] in a scope of its own, which follows it over suspensions and threads, and returns its value. As of [scope], what can
 * be reached from the value moves to the parent scope. The scope closes when the body and all coroutines that it has started
 * have ended: by a value, an exception or cancellation, which passes on. What fails while closing is suppressed under it.
 *
 * @param name for errors, dumps and leak reports
 * @param body what to run; its receiver starts children
 * @throws dev.tenure.InvalidArgumentException if the value is or holds what cannot be searched; all is closed then
 * @throws dev.tenure.ScopeException if something escapes and the parent is capped; all is closed then
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

/** Closes [scope], and lets what [value] holds escape to its parent: it ends together with a body of `Scope.using`. */
private fun closeReturning(scope: Scope, value: Any?) {
    Scope.using(
        ScopeBody<Any?, RuntimeException> {
            try {
                scope.moveTo(checkNotNull(Scope.current()) { "`using` has opened it" })
            } catch (e: ClosedException) {
                if (!scope.isClosed) throw e // else the body has closed it, and what it owned
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
