/**
 * `a[0, 1..3]`: views by numbers and ranges. An index says where its axis is selected or sliced; the core does both. Only the
 * view that is returned is left, owned by the current scope: those in between are closed at once.
 */
package dev.tenure.kotlin

import dev.tenure.Tensor

/** Stands for a whole axis in an index: `a[All, 0]` is the first column. */
public object All {
    override fun toString(): String = "All"
}

/**
 * A view of some of this tensor's elements, one index for each axis from the first on; axes beyond them are taken whole. It
 * shares this tensor's memory, and belongs to the current scope.
 *
 * - A number selects an index of the axis, and the axis goes: of shape `(2, 3, 4)`, `a[0, 1]` has `(4)`.
 * - A range, `1..3` or `1..<4`, keeps the axis with these indices, the last one included as Kotlin has it: `a[All, 1..2]` has
 *   `(2, 2, 4)`. `0..9 step 2` takes every second one. What lies beyond the end is left out. `3 downTo 1` goes backwards, and
 *   gives a copy instead of a view.
 * - [All] keeps the axis as it is.
 *
 * A number below zero counts from the end, as in `-3..-1`. A range that is empty in Kotlin, such as `2..1` or `0..-1`, gives an
 * axis of size 0.
 *
 * @throws dev.tenure.InvalidArgumentException if there is no such axis or index
 * @throws IllegalArgumentException if an index is of another type, or one end of a range is below zero and the other is not
 */
public operator fun Tensor.get(vararg index: Any): Tensor {
    var view = this
    var axis = 0L
    for (one in index) {
        val from = view
        try {
            view = from.at(axis, one)
        } catch (e: RuntimeException) {
            if (from !== this) from.close()
            throw e
        }
        if (from !== this && from !== view) from.close()
        if (one !is Int && one !is Long) axis++
    }
    return if (view === this) alias() else view
}

/**
 * Fills a view of this tensor, `a[0, 1..3] = 5`, in place; what an index means says [get].
 *
 * @throws dev.tenure.InvalidArgumentException if there is no such axis or index
 */
public operator fun Tensor.set(vararg index: Any, value: Number) {
    // A range that runs downwards would give a copy; the elements are those of the same range upwards.
    val upwards = Array(index.size) { at ->
        when (val one = index[at]) {
            is IntProgression -> if (one.step < 0) one.reversed() else one
            is LongProgression -> if (one.step < 0) one.reversed() else one
            else -> one
        }
    }
    get(*upwards).use { if (isInteger(value)) it.fill(value.toLong()) else it.fill(value.toDouble()) }
}

/** A view by one index of one axis, or this itself. */
private fun Tensor.at(axis: Long, index: Any): Tensor =
    when (index) {
        is Int -> select(axis, index.toLong())
        is Long -> select(axis, index)
        is IntProgression -> slice(axis, index.first.toLong(), index.last.toLong(), index.step.toLong(), index.isEmpty())
        is LongProgression -> slice(axis, index.first, index.last, index.step, index.isEmpty())
        is All -> this
        else -> throw IllegalArgumentException("index $index is a ${index.javaClass.name}; it can be an Int, a Long, a range or All")
    }

private fun Tensor.slice(axis: Long, first: Long, last: Long, step: Long, isEmpty: Boolean): Tensor {
    if (isEmpty) return slice(axis, 0, 0)
    require((first < 0) == (last < 0)) { "range $first..$last has one end below zero, which counts from the end, and one above" }
    // The last index of all is followed by none, which 0 would not say, and so is the first on the way back.
    val end = if (step > 0) (if (last == -1L) Long.MAX_VALUE else last + 1) else (if (last == 0L) Long.MIN_VALUE else last - 1)
    return slice(axis, first, end, step)
}
