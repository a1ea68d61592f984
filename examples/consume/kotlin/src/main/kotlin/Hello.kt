import dev.tenure.Scope
import dev.tenure.Tensor
import dev.tenure.Tenure

fun main() {
    Scope.open().use {
        val a = Tensor.ones(2, 3)
        val b = a.add(a).mul(10.0)             // the sum in between belongs to the scope too
        println(b)
    }                                          // a, b and the sum are freed here
    println("${Tenure.stats().liveBytes()} bytes live") // 0 bytes live
}
