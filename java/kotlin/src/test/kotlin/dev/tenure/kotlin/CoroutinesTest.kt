package dev.tenure.kotlin

import dev.tenure.NativeMemoryException
import dev.tenure.Scope
import dev.tenure.ScopeException
import dev.tenure.Tensor
import dev.tenure.Tenure
import dev.tenure.junit.NoLeaks
import java.util.Collections
import java.util.concurrent.Executors
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExecutorCoroutineDispatcher
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import kotlinx.coroutines.yield
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.api.extension.ExtendWith
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.MethodSource

/** The current scope is the coroutine's, on whatever thread it goes on, and no thread keeps it. */
@ExtendWith(NoLeaks::class)
class CoroutinesTest {
    companion object {
        private val single = Executors.newSingleThreadExecutor().asCoroutineDispatcher()
        private val pool = Executors.newFixedThreadPool(4).asCoroutineDispatcher()

        @JvmStatic
        fun dispatchers(): List<CoroutineDispatcher> =
            listOf(
                Dispatchers.Default,
                Dispatchers.IO,
                Dispatchers.Unconfined,
                single,
                pool,
                Dispatchers.Default.limitedParallelism(1),
                Dispatchers.IO.limitedParallelism(3),
            )

        @JvmStatic
        @AfterAll
        fun shutDown() = listOf<ExecutorCoroutineDispatcher>(single, pool).forEach { it.close() }
    }

    private suspend fun hop(step: Int) {
        when (step % 3) {
            0 -> yield()
            1 -> delay(1)
            else -> withContext(dispatchers()[step % 7]) { yield() }
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("dispatchers")
    fun theScopeFollowsSuspension(dispatcher: CoroutineDispatcher) {
        // Unconfined goes on inside of whoever resumes it, with what is current there, unless it has a context of its own.
        val context = if (dispatcher === Dispatchers.Unconfined) dispatcher + ScopeContext() else dispatcher
        Scope.create().use { scope ->
            runBlocking(context) {
                withScope(scope) {
                    repeat(30) {
                        assertSame(scope, Tensor.ones(2).scope())
                        hop(it)
                        assertSame(scope, Scope.current())
                    }
                }
                assertNull(Scope.current())
            }
            assertEquals(30, scope.stats().members())
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("dispatchers")
    fun manyInterleave(dispatcher: CoroutineDispatcher) {
        scope { outer ->
            val means = runBlocking(dispatcher + ScopeContext()) {
                List(40) { number ->
                    async {
                        assertSame(outer, Scope.current())
                        suspendScope("coroutine $number") {
                            val own = Scope.current()!!
                            assertEquals("coroutine $number", own.name())
                            assertSame(outer, own.parent())
                            var sum = Tensor.zeros(4)
                            repeat(9) {
                                hop(it + number)
                                assertSame(own, Scope.current())
                                sum = sum + number
                            }
                            sum.mean()
                        }
                    }
                }.awaitAll()
            }
            assertEquals(List(40) { it * 9.0 }, means.map { it.item() })
            assertEquals(40, outer.stats().tensors())
            means.forEach { assertSame(outer, it.scope()) }
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("dispatchers")
    fun scopesThatAreOpenedBetweenSuspensionsFollowToo(dispatcher: CoroutineDispatcher) {
        runBlocking(dispatcher + ScopeContext()) {
            Scope.open().use { first ->
                delay(1)
                assertSame(first, Scope.current())
                Scope.open().use { second ->
                    withContext(Dispatchers.Default) {
                        assertSame(second, Scope.current())
                        delay(1)
                        assertSame(second, Scope.current())
                    }
                    yield()
                    assertSame(second, Scope.current())
                }
                delay(1)
                assertSame(first, Scope.current())
            }
            delay(1)
            assertNull(Scope.current())
        }
    }

    @ParameterizedTest(autoCloseArguments = false)
    @MethodSource("dispatchers")
    fun aBlockThatStaysOnItsThreadKeepsWhatItHasOpened(dispatcher: CoroutineDispatcher) {
        runBlocking(dispatcher + ScopeContext()) {
            suspendScope {
                val outer = Scope.current()
                withContext(NonCancellable) {
                    assertSame(outer, Scope.current())
                    Scope.open().use { inner ->
                        delay(1)
                        assertSame(inner, Scope.current())
                        withContext(NonCancellable) { Scope.open().use { assertSame(inner, it.parent()) } }
                        delay(1)
                        assertSame(inner, Scope.current())
                    }
                    delay(1)
                    assertSame(outer, Scope.current())
                }
                assertSame(outer, Scope.current())
                Scope.open().use { delay(1); assertSame(it, Scope.current()) }
                delay(1)
                assertSame(outer, Scope.current())
            }
        }
    }

    @Test
    fun noThreadKeepsWhatACoroutineHasLeft() {
        val seen = Collections.synchronizedList(mutableListOf<Scope?>())
        runBlocking {
            val suspended = CompletableDeferred<Unit>()
            val job = launch(single) {
                suspendScope {
                    Scope.open().use { suspended.complete(Unit); awaitCancellation() }
                }
            }
            suspended.await()
            withContext(single) { seen += Scope.current() }
            job.cancelAndJoin()
            withContext(single) { seen += Scope.current() }
        }
        assertEquals(listOf(null, null), seen)
    }

    @Test
    fun childrenBeginWithTheirParentsAndKeepTheirOwnToThemselves() = runBlocking(pool) {
        suspendScope("parent") {
            val parent = Scope.current()!!
            val opened = Scope.open()
            assertSame(parent, opened.parent())
            val child = launch {
                assertSame(opened, Scope.current())
                Scope.open().use { own ->
                    delay(5)
                    assertSame(own, Scope.current())
                    assertSame(opened, own.parent())
                }
            }
            val atOnce = launch(start = CoroutineStart.UNDISPATCHED) {
                val own = Scope.open()
                delay(5)
                assertSame(own, Scope.current())
                own.close()
            }
            assertSame(opened, Scope.current())
            listOf(child, atOnce).joinAll()
            assertEquals(false, child.isCancelled)
            opened.close()
            assertSame(parent, Scope.current())
            val inner = async { withScope(parent) { Tensor.ones(2).scope() } }
            assertSame(parent, inner.await())
        }
    }

    @Test
    fun aChildMayBeGivenAScope() {
        Scope.create().use { given ->
            Scope.create().use { other ->
                val background = CoroutineScope(Dispatchers.Default + ScopeContext(given))
                runBlocking {
                    // Begun on a thread with a scope of its own, which is not that of the coroutine.
                    val seen = inScope(other) { background.async { delay(1); Scope.current() } }
                    assertSame(given, seen.await())
                    withScope(given) { launch(ScopeContext(other)) { delay(1); assertSame(other, Scope.current()) }.join() }
                }
            }
        }
    }

    @Test
    fun flowsCollectInTheScopeOfTheirCoroutine() = runBlocking {
        suspendScope {
            val own = Scope.current()
            val sums = flow { repeat(5) { delay(1); emit(Tensor.zeros(2) + it) } }
                .flowOn(Dispatchers.Default)
                .toList()
            sums.forEach { assertSame(own, it.scope()) }
        }
    }

    @Test
    fun theResultEscapesThroughManyLevels() {
        scope { outer ->
            suspend fun level(n: Int): Pair<Tensor, List<Tensor>> = suspendScope("level $n") {
                yield()
                if (n == 0) {
                    Tensor.of(1.0) to listOf(Tensor.of(2.0))
                } else {
                    val (sum, all) = withContext(dispatchers()[n % 7]) { level(n - 1) }
                    (sum + all.last()) to all + (all.last() + 1)
                }
            }
            val (sum, all) = runBlocking(ScopeContext()) { level(20) }
            assertEquals(1.0 + (2..21).sum(), sum.item())
            assertEquals(22, all.size + 1)
            assertEquals(22, outer.stats().tensors())
            assertEquals(0, outer.stats().scopes())
            (all + sum).forEach { assertSame(outer, it.scope()) }
        }
    }

    @Test
    fun withoutAParentTheResultIsUnowned() {
        val escaped = runBlocking { suspendScope { yield(); Tensor.ones(2) + 1 } }
        escaped.use { assertNull(it.scope()) }
        assertEquals(0, Tenure.stats().liveBytes())
    }

    @Test
    fun anExceptionClosesEveryLevel() {
        val opened = mutableListOf<Scope>()
        suspend fun level(n: Int): Tensor = suspendScope("level $n") {
            opened += Scope.current()!!
            Tensor.ones(2)
            delay(1)
            if (n == 0) error("deep") else level(n - 1) + 1
        }
        val e = assertThrows<IllegalStateException> { runBlocking(Dispatchers.Default) { level(20) } }
        assertEquals("deep", e.message)
        assertEquals(21, opened.size)
        assertTrue(opened.all { it.isClosed })
    }

    @Test
    fun whatFailsInClosingIsSuppressed() {
        val e = assertThrows<IllegalStateException> {
            runBlocking {
                suspendScope {
                    Scope.current()!!.own(AutoCloseable { error("closing") })
                    delay(1)
                    error("body")
                }
            }
        }
        assertEquals("body", e.message)
        val all = generateSequence<Throwable>(e) { it.cause }.flatMap { it.suppressed.asSequence() }.map { it.message }
        assertTrue(all.any { it!!.contains("closing") }, all.toList().toString())
    }

    @Test
    fun aFailingChildClosesTheScopeOfItsSiblings() = runBlocking {
        var made: Tensor? = null
        val e = assertThrows<IllegalStateException> {
            runBlocking(pool) {
                suspendScope<Unit> {
                    val scope = Scope.current()
                    launch {
                        made = Tensor.ones(2)
                        assertSame(scope, made!!.scope())
                        awaitCancellation()
                    }
                    launch { while (made == null) delay(1); error("child") }
                }
            }
        }
        assertEquals("child", e.message)
        assertTrue(made!!.isClosed)
    }

    @Test
    fun cancellationClosesWhenTheBodyHasEnded() = runBlocking(Dispatchers.Default) {
        val made = CompletableDeferred<Tensor>()
        var openInCleanUp = false
        val job = launch {
            suspendScope {
                val t = Tensor.ones(1000)
                try {
                    made.complete(t)
                    awaitCancellation()
                } finally {
                    withContext(NonCancellable) {
                        delay(2)
                        openInCleanUp = !t.isClosed && Tensor.ones(2).scope() === t.scope()
                    }
                }
            }
        }
        val t = made.await()
        assertFalse(t.isClosed)
        job.cancelAndJoin()
        assertTrue(t.isClosed)
        assertTrue(openInCleanUp)
        assertNull(withTimeoutOrNull(5) { suspendScope { Tensor.ones(2).also { awaitCancellation() } } })
    }

    @Test
    fun aResultThatCancellationLosesIsFreed() = runBlocking(Dispatchers.Default) {
        repeat(200) {
            val started = CompletableDeferred<Unit>()
            val job = launch {
                val kept = suspendScope {
                    started.complete(Unit)
                    withContext(Dispatchers.IO) { Tensor.ones(10) }
                }
                kept.close()
            }
            started.await()
            job.cancelAndJoin()
        }
    }

    @Test
    fun theParentsRulesHold() = runBlocking {
        Scope.open(Scope.options().limit(6000)).use { parent ->
            withScope(parent) {
                assertEquals(4000L, suspendScope { yield(); Tensor.ones(1000) }.nbytes())
                assertThrows<NativeMemoryException> { suspendScope<Tensor> { Tensor.ones(1000) } }
                parent.cap()
                assertThrows<ScopeException> { suspendScope<Tensor> { yield(); Tensor.ones(10) } }
                assertEquals(10.0, suspendScope { yield(); Tensor.ones(10).sum().item() })
                assertEquals(1, parent.stats().tensors())
            }
        }
        Unit
    }

    @Test
    fun aScopeThatIsClosedIsNotEntered() {
        val closed = Scope.create().also { it.close() }
        assertThrows<ScopeException> { runBlocking { withScope(closed) { } } }
        assertThrows<ScopeException> { ScopeContext(closed) }
    }

    @Test
    fun aScopeThatTheBodyClosesReturnsWhatIsLeft() = runBlocking {
        scope { Scope.current() }
        val number = suspendScope { Scope.current()!!.close(); delay(1); 7 }
        assertEquals(7, number)
        val parent = Scope.create()
        val orphan = withScope(parent) { suspendScope { val t = Tensor.ones(2); parent.close(); delay(1); t } }
        assertTrue(orphan.isClosed)
    }

    @Test
    fun cancellationIsNoFailureOfOthers() = runBlocking(pool) {
        scope { }
        val results = coroutineScope {
            List(30) { number ->
                async {
                    try {
                        suspendScope {
                            hop(number)
                            if (number % 2 == 0) throw CancellationException("even")
                            (Tensor.zeros(3) + number).mean().item()
                        }
                    } catch (e: CancellationException) {
                        -1.0
                    }
                }
            }.awaitAll()
        }
        assertEquals(List(30) { if (it % 2 == 0) -1.0 else it.toDouble() }, results)
    }
}
