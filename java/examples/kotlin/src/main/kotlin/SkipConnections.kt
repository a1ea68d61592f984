package dev.tenure.examples.kotlin

import dev.tenure.Tape
import dev.tenure.Tensor
import dev.tenure.Tenure
import dev.tenure.kotlin.*
import dev.tenure.nn.LayerNorm
import dev.tenure.nn.Linear
import dev.tenure.nn.Module
import dev.tenure.optim.Optimizer
import java.util.Locale
import kotlin.system.exitProcess

// A module of one's own: blocks whose input skips their layers. The same model is written in Java, Scala, C# and F#,
// and prints the same numbers in each.

/** Adds what two layers make of a normalized `x` to `x`. */
private class SkipBlock(features: Long) : Module() {
    private val norm = add("norm", LayerNorm(features))
    private val grow = add("grow", Linear(features, 2 * features))
    private val shrink = add("shrink", Linear(2 * features, features))

    override fun forward(x: Tensor): Tensor = x + shrink.call(grow.call(norm.call(x)).relu())
}

/** Two blocks, and a connection that skips both of them. */
private class SkipNet : Module() {
    private val enter = add("enter", Linear(2, 16))
    private val first = add("first", SkipBlock(16))
    private val second = add("second", SkipBlock(16))
    private val leave = add("leave", Linear(16, 1))

    override fun forward(x: Tensor): Tensor {
        val entered = enter.call(x)
        return leave.call(second.call(first.call(entered)) + entered)
    }
}

private fun say(format: String, vararg values: Any) = println(format.format(Locale.ROOT, *values))

private fun check(what: String, holds: Boolean) {
    println("${if (holds) "ok" else "WRONG"}: $what")
    if (!holds) exitProcess(1)
}

/** Learns the distance of points to the middle of a square. */
fun main() {
    val loss = scope("training") {
        Tenure.seed(7)
        val net = SkipNet()
        say("%d parameters", net.parameterCount())
        val adam = Optimizer.adam(net.parameters(), 0.01)
        val points = Tensor.rand(256, 2)
        val distances = (points - 0.5).pow(2).sum(true, 1).sqrt()
        var last = 0.0
        for (step in 0..200) {
            scope("step") {
                val tape = Tape.open()
                val watched = net.watch(tape)
                val loss = net.call(points).mseLoss(distances)
                last = loss.item()
                adam.step(*tape.backward(loss, *watched))
            }
            if (step % 50 == 0) say("step %d: loss %.9f", step, last)
        }
        say("the middle: %.9f", net.call(Tensor.of(0.5f, 0.5f).reshape(1, 2)).item())
        last
    }
    check("the loss is below 0.001", loss < 0.001)
    check("nothing is alive at the end", Tenure.stats().liveBytes() == 0L)
}
