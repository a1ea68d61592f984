open Tenure
open Tenure.FSharp

scope {
    let a = Tensor.ones [2; 3]
    let b = (a + a) * 10.0                 // the sum in between belongs to the scope too
    printfn $"{b}"
}                                          // a, b and the sum are freed here
printfn $"{TenureRuntime.Stats().LiveBytes} bytes live" // 0 bytes live
