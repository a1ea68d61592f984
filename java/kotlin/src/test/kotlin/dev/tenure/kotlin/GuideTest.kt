package dev.tenure.kotlin

import dev.tenure.DType
import dev.tenure.Tensor
import dev.tenure.junit.NoLeaks
import java.io.ByteArrayOutputStream
import java.io.PrintStream
import java.nio.file.Path
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith
import org.junit.jupiter.api.io.TempDir

/** What the pages of docs/ show of Kotlin stands here and in Hello.kt, word for word, and is run: `ci/docs --snippets` compares. */
@ExtendWith(NoLeaks::class)
class GuideTest {
    @Test
    fun tenLines() {
        val written = ByteArrayOutputStream()
        val before = System.out
        System.setOut(PrintStream(written))
        try {
            dev.tenure.kotlin.hello.main()
        } finally {
            System.setOut(before)
        }
        assertTrue(Regex("\\[\\[20\\. 20\\. 20\\.][^0]*[^\n]*\n[^\n]*\n?.*0 bytes live\n", RegexOption.DOT_MATCHES_ALL).containsMatchIn(written.toString()), written.toString())
    }

    @Test
    fun scopes() {
        scope { outer ->
            val (mean, normal) = scope("normalize") {
                val x = Tensor.randn(1000, 3)
                val mean = x.mean(0)
                mean to (x - mean)                     // x is freed; the two of the pair are not
            }
            assertEquals(2, outer.stats().tensors())
            assertArrayEquals(longArrayOf(3), mean.shape())
            assertEquals(0.0, normal.mean().item(), 1e-6)
        }
    }

    @Test
    fun operatorsAndIndices() {
        scope {
            val a = Tensor.arange(12).cast(DType.F32).reshape(3, 4)
            val b = 2.0 * a - a / 4 + 1                // new tensors
            a += b                                     // in place: a is a val
            a *= 0.5
            val c = -a dot b.transpose()               // the product of matrices
            assertArrayEquals(longArrayOf(3, 3), c.shape())
            val row = a[0]                             // shape (4)
            val part = a[0, 1..3]                      // shape (3): Kotlin's ranges include their end
            val column = a[All, -1]                    // the last column, shape (3)
            val every = a[0..<2, 0..3 step 2]          // shape (2, 2)
            a[0, 1..2] = 7                             // fills that view
            assertArrayEquals(longArrayOf(4), row.shape())
            assertArrayEquals(floatArrayOf(7f, 7f, 4.625f), part.toFloatArray())
            assertArrayEquals(longArrayOf(3), column.shape())
            assertArrayEquals(longArrayOf(2, 2), every.shape())
        }
    }

    suspend fun features(paths: List<Path>): Tensor = suspendScope("features") {
        val rows = paths.map { path ->
            async(Dispatchers.IO) {            // a child sees the scope of its parent
                Tensor.loadNpy(path)
            }
        }.awaitAll()
        Tensor.stack(0, rows)                  // escapes; the rows are freed
    }

    @Test
    fun coroutines(@TempDir folder: Path) {
        scope { outer ->
            val paths = List(5) { number ->
                folder.resolve("$number.npy").also { path -> (Tensor.ones(3) * number).use { it.saveNpy(path) } }
            }
            val before = outer.stats().tensors()
            val made = runBlocking(ScopeContext()) { features(paths) }
            assertArrayEquals(longArrayOf(5, 3), made.shape())
            assertEquals(before + 1, outer.stats().tensors())
        }
    }
}
