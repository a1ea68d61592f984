package dev.tenure.scaladsl

import dev.tenure.{DType, ShapeMismatchException, Tensor}
import dev.tenure.junit.NoLeaks
import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertEquals, assertThrows}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith

/** Each operator and each form of index by its numbers, and what they leave behind. */
@ExtendWith(Array(classOf[NoLeaks]))
class OperatorsTest {
  private def same(actual: Tensor, expected: Double*): Unit = assertArrayEquals(expected.toArray, actual.toDoubleArray)

  /** 0 to 23, of shape (2, 3, 4). */
  private def cube(): Tensor = Tensor.arange(DType.F64, 0, 24, 1).reshape(2L, 3L, 4L)

  @Test
  def arithmetic(): Unit = scope {
    val a = Tensor.of(1.0, 2.0, 8.0)
    val b = Tensor.of(4.0, 2.0, 2.0)
    same(a + b, 5, 4, 10)
    same(a + 1, 2, 3, 9)
    same(1.5 + a, 2.5, 3.5, 9.5)
    same(a - b, -3, 0, 6)
    same(a - 1.0, 0, 1, 7)
    same(1 - a, 0, -1, -7)
    same(a * b, 4, 4, 16)
    same(a * 2, 2, 4, 16)
    same(2.0f * a, 2, 4, 16)
    same(a / b, 0.25, 1, 4)
    same(a / 2, 0.5, 1, 4)
    same(2L / a, 2, 1, 0.25)
    same(-a, -1, -2, -8)
    same(a dot b, 24)
    same(a, 1, 2, 8)
  }

  @Test
  def comparisons(): Unit = scope {
    val a = Tensor.of(1.0, 2.0, 3.0)
    val b = Tensor.of(2.0, 2.0, 2.0)
    assertArrayEquals(Array(true, false, false), (a < b).toBooleanArray)
    assertArrayEquals(Array(true, true, false), (a <= 2).toBooleanArray)
    assertArrayEquals(Array(false, false, true), (a > b).toBooleanArray)
    assertArrayEquals(Array(false, true, true), (a >= 1.5).toBooleanArray)
    assertArrayEquals(Array(false, true, false), (a =:= b).toBooleanArray)
    assertArrayEquals(Array(true, false, true), (a =!= 2L).toBooleanArray)
  }

  @Test
  def integersAreExact(): Unit = scope {
    val odd = 9007199254740993L
    val zero = Tensor.zeros(DType.I64, 1L)
    assertEquals(odd, (zero + odd).itemLong())
    assertEquals(odd, (odd - zero).itemLong())
    assertEquals(DType.I64, (zero * 2).dtype())
    zero += odd
    assertEquals(odd, zero.itemLong())
    zero(0) = -odd
    assertEquals(-odd, zero.itemLong())
  }

  @Test
  def inPlace(): Unit = scope {
    val a = Tensor.of(1.0, 2.0)
    val alias = a.alias()
    a += Tensor.of(2.0, 2.0)
    same(alias, 3, 4)
    a -= 1
    a *= Tensor.of(4.0, 2.0)
    same(alias, 8, 6)
    a /= 2
    a += 0.5
    a -= Tensor.of(0.5, 0.5)
    a *= 3
    a /= Tensor.of(4.0, 3.0)
    same(alias, 3, 3)
  }

  @Test
  def whatDoesNotFitIsRefused(): Unit = scope {
    assertThrows(classOf[ShapeMismatchException], () => { Tensor.ones(2L) + Tensor.ones(3L); () })
    ()
  }

  @Test
  def indices(): Unit = scope {
    val a = cube()
    same(a(1, 2, 3), 23)
    same(a(0, 1), 4, 5, 6, 7)
    same(a(-1, -3L, -4), 12)
    same(a(0, 1 to 2, 3), 7, 11)
    same(a(All, 0, 0), 0, 12)
    same(a(1, 0L to 1L, 0 until 2), 12, 13, 16, 17)
    same(a(0, 0, 0 to 3 by 2), 0, 2)
    same(a(0, 0, -3 to -1), 1, 2, 3)
    same(a(0, 0, -3 to -2), 1, 2)
    same(a(0, 0, 2 to 99), 2, 3)
    assertArrayEquals(Array(0L, 4L), a(0, 0 until 0).shape)
    assertArrayEquals(Array(2L, 3L, 4L), a(All, All).shape)
    same(a(0, 0, 3 to 0 by -2), 3, 1)
    same(a(0, 0, 2L to 0L by -1L), 2, 1, 0)
    same(a(0, 0, -1 to -3 by -1), 3, 2, 1)
    for (odd <- Seq[Any](2, 2 to -1 by -1, -2 to 1, "1")) {
      assertThrows(classOf[dev.tenure.InvalidArgumentException], () => { a(odd); () })
    }
  }

  @Test
  def anIndexIsAViewAndLeavesNothingElse(): Unit = scopeWith { outer =>
    val a = cube()
    val before = outer.stats.members
    val part = a(1, 0 to 1, 2 to 3)
    assertEquals(before + 1, outer.stats.members)
    part.fill(-1)
    same(a(1, 0), 12, 13, -1, -1)
    a(1, 1, 3 to 2 by -1) = 9 // into the tensor, although reading it gives a copy
    same(a(1, 1), 16, 17, 9, 9)
    a(0, 0) = 7
    a(0, 1, All) = 0.5
    same(a(0, 0 to 1, 0), 7, 0.5)
    val members = outer.stats.members
    assertThrows(classOf[dev.tenure.InvalidArgumentException], () => { a(0, 0 to 1, 9); () })
    assertEquals(members, outer.stats.members)
  }
}
