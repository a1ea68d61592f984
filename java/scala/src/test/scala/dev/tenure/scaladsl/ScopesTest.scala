package dev.tenure.scaladsl

import dev.tenure.{Scope, ScopeException, Tensor}
import dev.tenure.junit.NoLeaks
import java.util.concurrent.Executors
import org.junit.jupiter.api.Assertions.*
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith
import scala.collection.mutable
import scala.concurrent.{Await, ExecutionContext, Future}
import scala.concurrent.duration.*
import scala.util.{Failure, Success, Try, Using}

case class Two(left: Any, right: Any)

sealed trait Shape
case class Round(tensor: Tensor) extends Shape
case object Empty extends Shape

class Plain(val tensor: Tensor)

@ExtendWith(Array(classOf[NoLeaks]))
class ScopesTest {
  private val packings: Seq[(String, Tensor => Any)] = Seq(
    "itself" -> (t => t),
    "tuple" -> (t => (1, t)),
    "triple in a tuple" -> (t => (("a", 2, t), 1)),
    "option" -> (t => Option(t)),
    "list" -> (t => List(t)),
    "vector of options" -> (t => Vector(None, Some(t))),
    "map" -> (t => Map("a" -> 1, "b" -> t)),
    "map of keys" -> (t => Map(t -> 1)),
    "set" -> (t => Set[Any](1, t)),
    "array" -> (t => Array(t)),
    "array of tuples" -> (t => Array(1 -> t)),
    "buffer" -> (t => mutable.ArrayBuffer(t)),
    "mutable map" -> (t => mutable.Map(1 -> t)),
    "either" -> (t => Right(t)),
    "success" -> (t => Success(t)),
    "case class" -> (t => Two(1, t)),
    "sealed trait" -> (t => List[Shape](Empty, Round(t))),
    "nested" -> (t => Some(Map(1 -> Left(Vector(Two(Nil, (1, List(t)))))))),
    "Java list of options" -> (t => java.util.List.of(Some(t))),
    "beside what holds nothing" -> (t => List(1, "text", 1 to 1000000000, BigInt(1), 'c', (), null, t)),
    "long list" -> (t => List.fill(100000)(t))
  )

  private val late: Seq[(String, Tensor => Any)] = Seq(
    "iterator" -> (t => Iterator(t)),
    "view" -> (t => List(t).view.map(_ + 1)),
    "view of a map" -> (t => Map(1 -> t).view.mapValues(_ + 1)),
    "lazy list" -> (t => LazyList(t)),
    "future" -> (t => Future.successful(t)),
    "function" -> (t => () => t + 1),
    "iterator in a case class" -> (t => Two(1, Some(Iterator(t))))
  )

  @Test
  def itEscapes(): Unit = for ((name, pack) <- packings) scopeWith { outer =>
    val made = mutable.ArrayBuffer[Tensor]()
    val value = scope {
      made += Tensor.of(42.0)
      made += made(0) + 1
      pack(made(0))
    }
    assertTrue(made(0).scope() eq outer, s"$name")
    assertEquals(42, made(0).item())
    assertTrue(made(1).isClosed, name)
    assertNotNull(value)
  }

  @Test
  def whatComesLateIsRefused(): Unit = for ((name, pack) <- late) {
    val e = assertThrows(classOf[dev.tenure.InvalidArgumentException], () => { scope(pack(Tensor.ones(2L))); () }, name)
    assertTrue(e.getMessage.contains("cannot be returned from a scope"), e.getMessage)
  }

  @Test
  def aPlainClassIsItsOwnAffair(): Unit = scope {
    assertTrue(scope(new Plain(Tensor.ones(2L))).tensor.isClosed)
    assertTrue(scope(Failure[Tensor](new IllegalStateException("x"))).isFailure)
  }

  @Test
  def namesAndWhatIsCurrent(): Unit = {
    scopeNamed("outer") { outer =>
      assertEquals("outer", outer.name)
      assertSame(outer, Scope.current())
      scopeWith { inner => assertSame(outer, inner.parent) }
    }
    assertNull(Scope.current())
  }

  @Test
  def anExceptionPassesOnWithWhatFailsInClosing(): Unit = {
    var made: Tensor = null
    val e = assertThrows(
      classOf[IllegalStateException],
      () =>
        scopeWith { s =>
          s.own((() => throw new RuntimeException("closing")): AutoCloseable)
          made = Tensor.ones(2L)
          throw new IllegalStateException("body")
        }
    )
    assertEquals(1, e.getSuppressed.length)
    assertTrue(made.isClosed)
  }

  @Test
  def usingOfScala(): Unit = {
    var inside: Tensor = null
    Using.resource(Scope.open()) { s =>
      inside = Tensor.ones(2L)
      assertSame(s, inside.scope())
    }
    assertTrue(inside.isClosed)
    val tried = Using(Scope.open()) { _ => (Tensor.ones(2L) + 1).sum().item() }
    assertEquals(Try(4.0), tried)
    Using.Manager { use =>
      val a = use(Tensor.ones(2L))
      val b = use(a + 1)
      assertEquals(4.0, use(b.sum()).item())
    }.get
  }

  @Test
  def aScopeThatIsHeld(): Unit = scopeWith { outer =>
    val held = Scope.create()
    val mine = inScope(held)(Tensor.ones(2L))
    assertSame(held, mine.scope())
    assertSame(outer, Scope.current())
    val (first, second) = escaping(held)((mine, List(Tensor.ones(3L))))
    assertSame(outer, first.scope())
    assertSame(outer, second.head.scope())
    val other = inScope(held)(Tensor.ones(2L))
    assertSame(other, escaping(outer)(other))
    assertSame(held, other.scope())
    outer.cap()
    assertThrows(classOf[ScopeException], () => { escaping(held)(other); () })
    assertSame(held, other.scope())
    outer.uncap()
    held.close()
    assertTrue(other.isClosed)
    assertThrows(classOf[ScopeException], () => { inScope(held)(1); () })
    ()
  }

  @Test
  def theScopeIsImplicit(): Unit = scopeWith { outer =>
    def half(t: Tensor)(implicit s: Scope): Tensor = {
      assertSame(s, Scope.current())
      keep(t / 2)
    }
    val kept = scopeWith { implicit s =>
      val kept = half(Tensor.ones(2L))
      kept.name("half")
      kept.item(0)
    }
    assertEquals(0.5, kept)
    assertEquals(1, outer.stats.tensors)
  }

  private implicit class First(t: Tensor) {
    def item(i: Int): Double = t(i).item()
  }

  @Test
  def futures(): Unit = {
    val executor = Executors.newFixedThreadPool(3)
    try
      scopeWith { outer =>
        val sums = scopeWith { implicit s =>
          implicit val context: ExecutionContext = scoped(ExecutionContext.fromExecutor(executor))
          val all = Future.traverse((1 to 20).toList) { n =>
            Future(Tensor.ones(2L) * n).map { t =>
              assertSame(s, t.scope())
              (t + 1).sum()
            }
          }
          Await.result(all, 30.seconds)
        }
        assertEquals((1 to 20).map(n => 2.0 * n + 2), sums.map(_.item()))
        assertEquals(20, outer.stats.tensors)
      }
    finally executor.shutdown()
  }
}
