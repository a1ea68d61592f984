package dev.tenure.scaladsl

import dev.tenure.{DType, Scope, Tensor}
import dev.tenure.junit.NoLeaks
import java.io.{ByteArrayOutputStream, PrintStream}
import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertEquals, assertSame, assertTrue}
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith
import scala.concurrent.{Await, ExecutionContext, Future}
import scala.concurrent.duration.*

/** What the pages of docs/ show of Scala stands here and in Hello.scala, word for word, and is run: `ci/docs --snippets` compares. */
@ExtendWith(Array(classOf[NoLeaks]))
class GuideTest {
  @Test
  def tenLines(): Unit = {
    val written = new ByteArrayOutputStream
    Console.withOut(new PrintStream(written))(hello.Hello.main(Array()))
    assertTrue(written.toString.startsWith("[[20. 20. 20.]"), written.toString)
    assertTrue(written.toString.endsWith("\n0 bytes live\n"), written.toString)
  }

  @Test
  def scopes(): Unit = scopeWith { outer =>
    val (mean, normal) = scope {
      val x = Tensor.randn(1000L, 3L)
      val mean = x.mean(0L)
      (mean, x - mean)                       // x is freed; the two of the tuple are not
    }
    assertEquals(2, outer.stats.tensors)
    assertArrayEquals(Array(3L), mean.shape)
    assertEquals(0.0, normal.mean().item(), 1e-6)
  }

  @Test
  def futures(): Unit = scopeWith { outer =>
    val sums = scopeWith { implicit s =>
      implicit val context: ExecutionContext = scoped(ExecutionContext.global)
      val rows = Future.traverse(List(1, 2, 3))(n => Future(Tensor.ones(4L) * n))
      Await.result(rows, 10.seconds).map(_.sum())
    }
    assertEquals(List(4.0, 8.0, 12.0), sums.map(_.item()))
    assertEquals(3, outer.stats.tensors)
  }

  @Test
  def operatorsAndIndices(): Unit = scope {
    val a = Tensor.arange(12).cast(DType.F32).reshape(3L, 4L)
    val b = 2 * a - a / 4 + 1                // new tensors
    a += b                                   // in place
    a *= 0.5
    val c = -a dot b.transpose()             // the product of matrices
    val row = a(0)                           // shape (4)
    val part = a(0, 1 to 3)                  // shape (3)
    val column = a(All, -1)                  // the last column, shape (3)
    val every = a(0 until 2, 0 to 3 by 2)    // shape (2, 2)
    a(0, 1 to 2) = 7                         // fills that view
    assertArrayEquals(Array(3L, 3L), c.shape)
    assertArrayEquals(Array(4L), row.shape)
    assertArrayEquals(Array(7f, 7f, 4.625f), part.toFloatArray)
    assertArrayEquals(Array(3L), column.shape)
    assertArrayEquals(Array(2L, 2L), every.shape)
  }

  /** The right column of the table for those who come from MXNet. */
  @Test
  def fromMxnet(): Unit = {
    val s = Scope.open()
    val r = Tensor.ones(2L)
    val inner = Scope.open()
    inner.attach(r)
    assertSame(inner, r.scope())
    assertSame(s, r.moveToOuterScope().scope())
    assertSame(s, inner.keep(inner.attach(r)).scope())
    assertSame(r, escaping(inner)(inner.attach(r)))
    assertSame(inner, r.scope())
    inner.detach(r)
    r.detachFromScope()
    assertTrue(r.scope() == null && r.nbytes == 8 && r.id != 0)
    s.close()
    s.close()
    assertTrue(inner.isClosed && !r.isClosed)
    r.close()
    assertTrue(r.isClosed)
  }
}
