import dev.tenure.{Tensor, Tenure}
import dev.tenure.scaladsl.*

object Hello {
  def main(arguments: Array[String]): Unit = {
    scope {
      val a = Tensor.ones(2L, 3L)
      val b = (a + a) * 10               // the sum in between belongs to the scope too
      println(b)
    }                                    // a, b and the sum are freed here
    println(s"${Tenure.stats.liveBytes} bytes live") // 0 bytes live
  }
}
