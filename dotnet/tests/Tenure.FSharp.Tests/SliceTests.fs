/// Slices, against what lists of F# give for the same bounds.
module Tenure.FSharp.Tests.SliceTests

open System
open Tenure
open Tenure.FSharp
open global.Xunit

let private cube () = Tensor.arange 0.0 24.0 1.0 |> Tensor.reshape [ 2; 3; 4 ]

let private same (shape: int64 list) (expected: float list) (t: Tensor) =
    Assert.Equal<int64>(List.toArray shape, t.Shape)
    Assert.Equal<float>(expected, t.Cast(DType.F64).ToArray<float>())

[<Fact>]
let ``ranges slice`` () =
    scope {
        let x = cube ()
        x[0, 1..2, 0..1] |> same [ 2; 2 ] [ 4.0; 5.0; 8.0; 9.0 ]
        x[*, 2, 0] |> same [ 2 ] [ 8.0; 20.0 ]
        x[1.., *, ..0] |> same [ 1; 3; 1 ] [ 12.0; 16.0; 20.0 ]
        x[0..0] |> same [ 1; 3; 4 ] [ 0.0 .. 11.0 ]
        x[-2, -1.., -2 .. -1] |> same [ 1; 2 ] [ 10.0; 11.0 ]
        x.[0, 1..1, 2] |> same [ 1 ] [ 6.0 ]
        x[0, 0L..1L, 0] |> same [ 2 ] [ 0.0; 4.0 ]
    }

[<Fact>]
let ``bounds are those of lists`` () =
    scope {
        let x = Tensor.arange 0.0 5.0 1.0
        let list = [ 0.0 .. 4.0 ]

        for first in 0..6 do
            for last in -1 .. 6 do
                let expected = list[first..last]
                x[first..last] |> same [ int64 expected.Length ] expected
                x[..last] |> Tensor.shape |> fun shape -> Assert.Equal<int64>([| int64 list[..last].Length |], shape)
    }

[<Fact>]
let ``only the view is left`` () =
    use outer = Scope.Open()
    let x = cube ()
    let before = outer.Stats.Tensors
    let y = x[0, 1..2, 0..1]
    let z = x[*, *]
    Assert.Equal(before + 2L, outer.Stats.Tensors)
    y |> Tensor.fill -1.0
    x[0, 2, 1..1] |> same [ 1 ] [ -1.0 ]
    z[0, 2, 1..1] |> same [ 1 ] [ -1.0 ]

[<Fact>]
let ``what is no index is refused and leaves nothing`` () =
    use outer = Scope.Open()
    let x = cube ()
    let before = outer.Stats.Tensors

    for wrong in
        [ fun () -> x[0, 1, 2, 0..0]
          fun () -> x[1..2, 3]
          fun () -> x[*, -2..1]
          fun () -> x[0, 1.., 9] ] do
        Assert.ThrowsAny<ArgumentException>(fun () -> wrong () |> ignore) |> ignore

    Assert.Equal(before, outer.Stats.Tensors)
    let error = Assert.Throws<InvalidArgumentException>(fun () -> x[0, 1.., 9] |> ignore)
    Assert.EndsWith("index 9 is out of range for axis 2 of shape [2,3,4]", error.Message)

[<Fact>]
let ``a slice is filled`` () =
    scope {
        let x = cube ()
        x[1, *] <- 0.0
        x[0, 1..2] <- 7.0
        x[*, 0, ..1] <- -1.0
        x |> same [ 2; 3; 4 ] ([ -1.0; -1.0; 2.0; 3.0 ] @ List.replicate 8 7.0 @ [ -1.0; -1.0 ] @ List.replicate 10 0.0)
    }
