package dev.tenure.kotlin

import dev.tenure.DType
import dev.tenure.Device
import dev.tenure.InvalidArgumentException
import dev.tenure.Scope
import dev.tenure.ShapeMismatchException
import dev.tenure.Tensor
import dev.tenure.junit.NoLeaks
import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith

/** Each operator and each form of index by its numbers, and what they leave behind. */
@ExtendWith(NoLeaks::class)
class OperatorsTest {
    private fun same(actual: Tensor, vararg expected: Double) = assertArrayEquals(expected, actual.toDoubleArray())

    /** 0 to 23, of shape (2, 3, 4). */
    private fun cube() = Tensor.arange(DType.F64, 0.0, 24.0, 1.0).reshape(2, 3, 4)

    @Test
    fun arithmetic() {
        scope {
            val a = Tensor.of(1.0, 2.0, 8.0)
            val b = Tensor.of(4.0, 2.0, 2.0)
            same(a + b, 5.0, 4.0, 10.0)
            same(a + 1, 2.0, 3.0, 9.0)
            same(1.5 + a, 2.5, 3.5, 9.5)
            same(a - b, -3.0, 0.0, 6.0)
            same(a - 1, 0.0, 1.0, 7.0)
            same(1 - a, 0.0, -1.0, -7.0)
            same(a * b, 4.0, 4.0, 16.0)
            same(a * 2, 2.0, 4.0, 16.0)
            same(2.0f * a, 2.0, 4.0, 16.0)
            same(a / b, 0.25, 1.0, 4.0)
            same(a / 2, 0.5, 1.0, 4.0)
            same(2L / a, 2.0, 1.0, 0.25)
            same(-a, -1.0, -2.0, -8.0)
            same(a dot b, 24.0)
            same(a, 1.0, 2.0, 8.0)
        }
    }

    @Test
    fun inPlace() {
        scope {
            val a = Tensor.of(1.0, 2.0)
            val alias = a.alias()
            a += Tensor.of(2.0, 2.0)
            same(alias, 3.0, 4.0)
            a -= 1
            same(alias, 2.0, 3.0)
            a *= Tensor.of(4.0, 2.0)
            same(alias, 8.0, 6.0)
            a /= 2
            same(alias, 4.0, 3.0)
            a += 0.5
            a -= Tensor.of(0.5, 0.5)
            a *= 3
            a /= Tensor.of(4.0, 3.0)
            same(alias, 3.0, 3.0)
        }
    }

    @Test
    fun whatDoesNotFitIsRefused() {
        scope { assertThrows(ShapeMismatchException::class.java) { Tensor.ones(2) + Tensor.ones(3) } }
    }

    @Test
    fun aTensorHasProperties() {
        scope {
            val a = cube()
            assertEquals("[2, 3, 4]", "${a.shape}")
            assertEquals(listOf(2L, 3L, 4L), a.shape)
            assertEquals(DType.F64, a.dtype)
            assertEquals(Device.CPU, a.device)
            assertEquals(3, a.rank)
            assertEquals(24L, a.size)
        }
    }

    @Test
    fun comparisonsStandBetweenOperands() {
        scope {
            val a = Tensor.of(1f, 2f, 3f)
            val b = Tensor.of(2f, 2f, 2f)
            assertArrayEquals(booleanArrayOf(true, false, false), (a lt b).toBooleanArray())
            assertArrayEquals(booleanArrayOf(true, true, false), (a le b).toBooleanArray())
            assertArrayEquals(booleanArrayOf(false, false, true), (a gt 2).toBooleanArray())
            assertArrayEquals(booleanArrayOf(false, true, true), (a ge 1.5).toBooleanArray())
            assertArrayEquals(booleanArrayOf(false, true, false), (a eq 2).toBooleanArray())
            assertArrayEquals(booleanArrayOf(true, false, true), (a ne b).toBooleanArray())
            // An integer stays exact.
            val large = Tensor.of(longArrayOf(9007199254740993L))
            assertArrayEquals(booleanArrayOf(true), (large eq 9007199254740993L).toBooleanArray())
        }
    }

    @Test
    fun numbersSelect() {
        scope {
            val a = cube()
            same(a[1, 2, 3], 23.0)
            same(a[0, 1], 4.0, 5.0, 6.0, 7.0)
            same(a[-1, -3L, -4], 12.0)
            assertArrayEquals(longArrayOf(3, 4), a[0].shape())
            assertThrows(InvalidArgumentException::class.java) { a[2] }
            assertThrows(InvalidArgumentException::class.java) { a[0, 0, 0, 0] }
        }
    }

    @Test
    fun rangesKeepTheAxis() {
        scope {
            val a = cube()
            same(a[0, 1..2, 3], 7.0, 11.0)
            same(a[All, 0, 0], 0.0, 12.0)
            same(a[1, 0L..1L, 0..<2], 12.0, 13.0, 16.0, 17.0)
            same(a[0, 0, 0..3 step 2], 0.0, 2.0)
            same(a[0, 0, -3..-1], 1.0, 2.0, 3.0)
            same(a[0, 0, -3..-2], 1.0, 2.0)
            same(a[0, 0, 2..99], 2.0, 3.0)
            same(a[0, 0, 3 downTo 0 step 2], 3.0, 1.0)
            same(a[0, 0, 2L downTo 0L], 2.0, 1.0, 0.0)
            same(a[0, 0, -1 downTo -3], 3.0, 2.0, 1.0)
            a[1, 1, 3 downTo 2] = 9 // into the tensor, although reading it gives a copy
            same(a[1, 1], 16.0, 17.0, 9.0, 9.0)
            val none = 0
            assertArrayEquals(longArrayOf(0, 4), a[0, 0..none - 1].shape())
            assertArrayEquals(longArrayOf(2, 3, 4), a[All, All].shape())
        }
    }

    @Test
    fun oddIndicesAreRefusedByName() {
        scope {
            val a = cube()
            assertThrows(IllegalArgumentException::class.java) { a[0, 2 downTo -1] }
            assertThrows(IllegalArgumentException::class.java) { a[0, -2..1] }
            val e = assertThrows(IllegalArgumentException::class.java) { a[0, "1"] }
            assertEquals("index 1 is a java.lang.String; it can be an Int, a Long, a range or All", e.message)
        }
    }

    @Test
    fun anIndexIsAViewAndLeavesNothingElse() {
        scope { outer ->
            val a = cube()
            val before = outer.stats().members()
            val part = a[1, 0..1, 2..3]
            assertEquals(before + 1, outer.stats().members())
            part.fill(-1.0)
            same(a[1, 0], 12.0, 13.0, -1.0, -1.0)
            a[0, 0] = 7
            a[0, 1, All] = 0.5
            same(a[0, 0..1, 0], 7.0, 0.5)
            assertSame(outer, a[All].scope())
            val members = outer.stats().members()
            assertThrows(InvalidArgumentException::class.java) { a[0, 0..1, 9] }
            assertEquals(members, outer.stats().members())
        }
    }

    @Test
    fun integersAreExact() {
        scope {
            val odd = 9007199254740993L
            val zero = Tensor.zeros(DType.I64, 1)
            assertEquals(odd, (zero + odd).itemLong())
            assertEquals(odd, (odd - zero).itemLong())
            assertEquals(DType.I64, (zero * 2).dtype())
            zero += odd
            assertEquals(odd, zero.itemLong())
            zero[0] = -odd
            assertEquals(-odd, zero.itemLong())
        }
    }

    @Test
    fun useClosesOneTensor() {
        Tensor.ones(2, 2).use { a -> (a + a).use { assertEquals(2.0, it[0, 0].use(Tensor::item)) } }
        assertEquals(null, Scope.current())
    }
}
