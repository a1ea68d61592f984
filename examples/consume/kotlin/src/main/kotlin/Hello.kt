import dev.tenure.Tensor
import dev.tenure.Tenure
import dev.tenure.kotlin.*

fun main() {
    scope {
        val a = Tensor.ones(2, 3)
        val b = (a + a) * 10               // the sum in between belongs to the scope too
        println(b)
    }                                      // a, b and the sum are freed here
    println("${Tenure.stats().liveBytes()} bytes live") // 0 bytes live
}
