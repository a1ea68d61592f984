package dev.tenure.scaladsl

import dev.tenure.{Scope, Tensor}
import dev.tenure.junit.NoLeaks
import org.junit.jupiter.api.Assertions.{assertEquals, assertSame}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith

/** What Scala 3 alone has: the body of a scope has a given one. */
@ExtendWith(Array(classOf[NoLeaks]))
class GivenTest:
  private def half(t: Tensor)(using s: Scope): Tensor =
    assertSame(s, Scope.current())
    keep(t / 2)

  @Test
  def theScopeIsGiven(): Unit = scope {
    val outer = summon[Scope]
    val kept = scope {
      assertSame(outer, summon[Scope].parent)
      half(Tensor.ones(2L)).id
    }
    assertEquals(1, outer.stats.tensors)
    assertEquals(kept, outer.members.get(0).id)
  }
