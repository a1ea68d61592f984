package dev.tenure.kotlin

import dev.tenure.Scope
import dev.tenure.ScopeFlow
import java.util.function.Supplier
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CopyableThreadContextElement

/**
 * What is current in a coroutine, as an element of its context: for [kotlinx.coroutines.launch], `async`, `runBlocking` and the
 * like. [withScope] and [suspendScope] bring it along.
 *
 *     runBlocking(ScopeContext()) { ... }             // what is current here is current there, on every dispatcher
 *     launch(Dispatchers.IO + ScopeContext(scope)) { ... }
 *
 * Without one a coroutine sees what is current on the threads that it happens to run on. It owns nothing: whoever made the scopes
 * closes them. One instance is for one coroutine: what builds coroutines copies it for each, but for `withContext`, where
 * [withScope] makes a fresh one each time.
 */
public class ScopeContext private constructor(private val flow: ScopeFlow) : CopyableThreadContextElement<ScopeFlow> {
    /** The scopes that are current on this thread now. */
    public constructor() : this(ScopeFlow.current().fork())

    /**
     * [scope], as the innermost of those that are current on this thread now.
     *
     * @throws dev.tenure.ScopeException if [scope] is closed
     */
    public constructor(scope: Scope) : this(scope.run(Supplier { ScopeFlow.current().fork() }))

    /** The key of this element. */
    public companion object Key : CoroutineContext.Key<ScopeContext>

    override val key: CoroutineContext.Key<ScopeContext>
        get() = Key

    /** The coroutine goes on on this thread. */
    override fun updateThreadContext(context: CoroutineContext): ScopeFlow {
        val before = ScopeFlow.current()
        flow.makeCurrent()
        return before
    }

    /** The coroutine is suspended, or has ended. It may run elsewhere by now, so that nothing of it is read here. */
    override fun restoreThreadContext(context: CoroutineContext, oldState: ScopeFlow): Unit = oldState.makeCurrent()

    /** What a child begins with: what is current in its parent now. */
    override fun copyForChild(): ScopeContext = ScopeContext(flow.fork())

    /** A child that is given an element of its own begins with that. */
    override fun mergeForChild(overwritingElement: CoroutineContext.Element): CoroutineContext =
        (overwritingElement as ScopeContext).copyForChild()
}
