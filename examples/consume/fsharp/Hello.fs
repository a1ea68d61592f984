open Tenure

let show () =
    use scope = Scope.Open()
    let a = Tensor.Ones([| 2; 3 |])
    let b = (a + a) * 10.0                     // the sum in between belongs to the scope too
    printfn $"{b}"                             // a, b and the sum are freed at the end

show ()
printfn $"{TenureRuntime.Stats().LiveBytes} bytes live" // 0 bytes live
