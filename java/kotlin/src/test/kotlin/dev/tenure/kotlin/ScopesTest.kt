package dev.tenure.kotlin

import dev.tenure.Scope
import dev.tenure.Tensor
import dev.tenure.junit.NoLeaks
import java.util.Optional
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.flow.flowOf
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.api.extension.ExtendWith
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.Arguments
import org.junit.jupiter.params.provider.MethodSource

private data class Two(val left: Any, private val right: Any?, val number: Int = 1)

private abstract class Base(val held: Any)

private data class Derived(internal val own: Any) : Base(own)

@JvmInline private value class Wrapped(val tensor: Tensor)

private class Plain(val tensor: Tensor)

@ExtendWith(NoLeaks::class)
class ScopesTest {
    companion object {
        private fun packing(name: String, pack: (Tensor) -> Any) = Arguments.of(name, pack)

        @JvmStatic
        fun packings(): List<Arguments> =
            listOf(
                packing("itself") { it },
                packing("pair") { 1 to it },
                packing("triple") { Triple(it, 1, null) },
                packing("list of pairs") { listOf("a" to 1, "b" to it) },
                packing("map of pairs") { mapOf("a" to ("b" to it)) },
                packing("array of data classes") { arrayOf(Two(1, null), Two(it, 2)) },
                packing("private property of a data class") { Two("x", it) },
                packing("data class that extends another class") { Derived(it) },
                packing("value class") { listOf(Wrapped(it)) },
                packing("indexed value") { listOf(it).withIndex().toList() },
                packing("success") { listOf(Result.success(it)) },
                packing("computed lazy value") { tensor -> lazy { tensor }.also { it.value } },
                packing("optional of a pair") { Optional.of(it to it) },
                packing("deque") { ArrayDeque(listOf(it)) },
            )

        @JvmStatic
        fun late(): List<Arguments> =
            listOf(
                packing("sequence") { sequenceOf(it) },
                packing("lazy value") { lazy { it + 1 } },
                packing("function") { { it + 1 } },
                packing("flow") { flowOf(it) },
                packing("deferred") { CompletableDeferred(it) },
                packing("iterator") { listOf(it).iterator() },
                packing("sequence in a data class") { Two(1, sequenceOf(it)) },
            )
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("packings")
    fun itEscapes(name: String, pack: (Tensor) -> Any) {
        scope { outer ->
            val made = mutableListOf<Tensor>()
            val value = scope {
                made += Tensor.of(42.0)
                made += made[0] + 1
                pack(made[0])
            }
            assertSame(outer, made[0].scope(), "$name: $value")
            assertEquals(42.0, made[0].item())
            assertTrue(made[1].isClosed)
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("late")
    fun whatComesLateIsRefused(name: String, pack: (Tensor) -> Any) {
        val e = assertThrows<IllegalArgumentException> { scope<Any> { pack(Tensor.ones(2)) } }
        assertTrue(e.message!!.contains("cannot be returned from a scope"), name + ": " + e.message)
    }

    @Test
    fun aPlainClassIsItsOwnAffair() {
        scope { assertTrue(scope { Plain(Tensor.ones(2)) }.tensor.isClosed) }
    }

    @Test
    fun failuresHoldNothing() {
        assertTrue(scope { Result.failure<Tensor>(IllegalStateException("x")) }.isFailure)
        assertNull(scope<Tensor?> { null })
        scope { Tensor.ones(2) + 1 }.close()
    }

    @Test
    fun namesAndTheScopeItself() {
        scope("outer") { outer ->
            assertEquals("outer", outer.name())
            assertSame(outer, Scope.current())
            scope("inner") { inner -> assertSame(outer, inner.parent()) }
        }
        assertNull(Scope.current())
    }

    @Test
    fun anExceptionPassesOnWithWhatFailsInClosing() {
        var made: Tensor? = null
        val e =
            assertThrows<IllegalStateException> {
                scope { s ->
                    s.own(AutoCloseable { error("closing") })
                    made = Tensor.ones(2)
                    error("body")
                }
            }
        assertEquals("body", e.message)
        assertEquals(1, e.suppressed.size)
        assertTrue(made!!.isClosed)
    }

    @Test
    fun aBodyMayReturnFromTheFunctionAroundInline() {
        fun first(): Tensor {
            Scope.open().use { return (Tensor.ones(2) + 1).moveToOuterScope() }
        }
        scope { assertEquals(2.0, first()[1].item()) }
    }

    @Test
    fun aScopeThatIsHeldBecomesCurrent() {
        Scope.create().use { held ->
            val t = inScope(held) { Tensor.ones(2) }
            assertSame(held, t.scope())
            inScope(held) { assertSame(held, Scope.current()) }
            assertNull(Scope.current())
        }
    }
}
