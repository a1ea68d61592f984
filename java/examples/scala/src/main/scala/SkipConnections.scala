package dev.tenure.examples.scaladsl

import dev.tenure.{Tape, Tensor, Tenure}
import dev.tenure.nn.{LayerNorm, Linear, Module}
import dev.tenure.optim.Optimizer
import dev.tenure.scaladsl.*
import java.util.Locale

/** A module of one's own: blocks whose input skips their layers. The same model is written in Java, Kotlin, C# and F#,
  * and prints the same numbers in each.
  */
object SkipConnections {
  /** Adds what two layers make of a normalized `x` to `x`. */
  private final class SkipBlock(features: Long) extends Module {
    private val norm = add("norm", new LayerNorm(features))
    private val grow = add("grow", new Linear(features, 2 * features))
    private val shrink = add("shrink", new Linear(2 * features, features))

    override protected def forward(x: Tensor): Tensor = x + shrink.call(grow.call(norm.call(x)).relu())
  }

  /** Two blocks, and a connection that skips both of them. */
  private final class SkipNet extends Module {
    private val enter = add("enter", new Linear(2, 16))
    private val first = add("first", new SkipBlock(16))
    private val second = add("second", new SkipBlock(16))
    private val leave = add("leave", new Linear(16, 1))

    override protected def forward(x: Tensor): Tensor = {
      val entered = enter.call(x)
      leave.call(second.call(first.call(entered)) + entered)
    }
  }

  private def say(format: String, values: Any*): Unit = println(format.formatLocal(Locale.ROOT, values*))

  private def check(what: String, holds: Boolean): Unit = {
    println(s"${if (holds) "ok" else "WRONG"}: $what")
    if (!holds) sys.exit(1)
  }

  /** Learns the distance of points to the middle of a square. */
  def main(arguments: Array[String]): Unit = {
    val loss = scope {
      Tenure.seed(7)
      val net = new SkipNet
      say("%d parameters", net.parameterCount)
      val adam = Optimizer.adam(net.parameters, 0.01)
      val points = Tensor.rand(256L, 2L)
      val distances = (points - 0.5).pow(2).sum(true, 1L).sqrt()
      var last = 0.0
      for (step <- 0 to 200) {
        scope {
          val tape = Tape.open()
          val watched = net.watch(tape)
          val loss = net.call(points).mseLoss(distances)
          last = loss.item()
          adam.step(tape.backward(loss, watched*)*)
        }
        if (step % 50 == 0) say("step %d: loss %.9f", step, last)
      }
      say("the middle: %.9f", net.call(Tensor.of(0.5f, 0.5f).reshape(1L, 2L)).item())
      last
    }
    check("the loss is below 0.001", loss < 0.001)
    check("nothing is alive at the end", Tenure.stats.liveBytes == 0)
  }
}
