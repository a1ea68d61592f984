package dev.tenure.kotlin

import dev.tenure.Scope
import dev.tenure.ScopeFlow
import java.util.function.Supplier
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CopyableThreadContextElement

/**
 * The current scopes of a coroutine, as an element of its context: for [kotlinx.coroutines.launch],
 * `async`, `runBlocking` and the like. [withScope] and [suspendScope] include it.
 *
 *     runBlocking(ScopeContext()) { ... } // the current scope of this thread, on every dispatcher
 *     launch(Dispatchers.IO + ScopeContext(scope)) { ... }
 *
 * Without this element a coroutine sees the current scopes of the threads that it happens to run
 * on. The element owns nothing: scopes are closed by the code that made them. An instance is for
 * one coroutine: coroutine builders copy it for each coroutine, except `withContext`, for which
 * [withScope] makes a new one each time.
 */
public class ScopeContext private constructor(private val flow: ScopeFlow) : CopyableThreadContextElement<ScopeFlow> {
    /** Starts with the current scopes of this thread. */
    public constructor() : this(ScopeFlow.current().fork())

    /**
     * Starts with [scope] as the innermost of the current scopes of this thread.
     *
     * @throws dev.tenure.ScopeException if [scope] is closed
     */
    public constructor(scope: Scope) : this(scope.run(Supplier { ScopeFlow.current().fork() }))

    /** The key of this element. */
    public companion object Key : CoroutineContext.Key<ScopeContext>

    override val key: CoroutineContext.Key<ScopeContext>
        get() = Key

    /** Called when the coroutine starts or resumes on this thread. */
    override fun updateThreadContext(context: CoroutineContext): ScopeFlow {
        val before = ScopeFlow.current()
        flow.makeCurrent()
        return before
    }

    /**
     * Called when the coroutine is suspended or has ended. It may run elsewhere by now, so its
     * state is not read.
     */
    override fun restoreThreadContext(context: CoroutineContext, oldState: ScopeFlow): Unit = oldState.makeCurrent()

    /** A child starts with the current scopes of its parent. */
    override fun copyForChild(): ScopeContext = ScopeContext(flow.fork())

    /** A child that is given its own element starts with that one. */
    override fun mergeForChild(overwritingElement: CoroutineContext.Element): CoroutineContext =
        (overwritingElement as ScopeContext).copyForChild()
}
