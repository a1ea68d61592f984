/**
 * `a[0, 1..3]`: views by numbers and ranges. Each index selects or slices its axis with a method of
 * the core. Only the view that is returned stays open, owned by the current scope: intermediate
 * views are closed at once.
 */
package dev.tenure.kotlin

import dev.tenure.Tensor

/** Selects a whole axis in an index: `a[All, 0]` is the first column. */
public object All {
    override fun toString(): String = "All"
}

/**
 * Returns a view of some of this tensor's elements, with one index for each axis, beginning with
 * the first; the remaining axes are selected whole. It shares this tensor's memory, and belongs to
 * the current scope.
 *
 * - A number selects one index and removes the axis: for shape `(2, 3, 4)`, `a[0, 1]` has shape
 *   `(4)`.
 * - A range, `1..3` or `1..<4`, keeps these indices of the axis; as in Kotlin, `1..3` includes 3:
 *   `a[All, 1..2]` has shape `(2, 2, 4)`. `0..9 step 2` selects every second index. Indices beyond
 *   the end are left out. `3 downTo 1` goes backwards and returns a copy instead of a view.
 * - [All] selects the whole axis.
 *
 * A negative number counts from the end, as in `-3..-1`. A range that is empty in Kotlin, such as
 * `2..1` or `0..-1`, gives an axis of size 0.
 *
 * @throws dev.tenure.InvalidArgumentException if an axis or index is out of range
 * @throws IllegalArgumentException if an index has another type, or only one end of a range is
 *     negative
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
 * Fills a part of this tensor in place: `a[0, 1..3] = 5`. The indices are those of [get].
 *
 * @throws dev.tenure.InvalidArgumentException if an axis or index is out of range
 */
public operator fun Tensor.set(vararg index: Any, value: Number) {
    // A descending range would give a copy; the ascending range has the same elements.
    val upwards = Array(index.size) { at ->
        when (val one = index[at]) {
            is IntProgression -> if (one.step < 0) one.reversed() else one
            is LongProgression -> if (one.step < 0) one.reversed() else one
            else -> one
        }
    }
    get(*upwards).use { if (isInteger(value)) it.fill(value.toLong()) else it.fill(value.toDouble()) }
}

/** A view by one index of one axis, or this tensor itself. */
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
    // The end after the last index (-1) would be 0, and the one below index 0 would be -1. Both
    // mean other indices.
    val end = if (step > 0) (if (last == -1L) Long.MAX_VALUE else last + 1) else (if (last == 0L) Long.MIN_VALUE else last - 1)
    return slice(axis, first, end, step)
}
