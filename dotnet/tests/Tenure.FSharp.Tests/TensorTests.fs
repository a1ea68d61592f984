/// Each form of function and operator by its numbers.
module Tenure.FSharp.Tests.TensorTests

open System
open Tenure
open Tenure.FSharp
open Tenure.Xunit
open global.Xunit

[<assembly: NoLeaks>]
[<assembly: CollectionBehavior(DisableTestParallelization = true)>]
do ()

let private same (expected: float list) (t: Tensor) =
    Assert.Equal<float>(expected, t.Cast(DType.F64).ToArray<float>())

let private cube () = Tensor.arange 0.0 24.0 1.0 |> Tensor.reshape [ 2; 3; 4 ]

[<Fact>]
let ``a pipeline`` () =
    scope {
        let x = cube ()
        x |> Tensor.sumOver [ 0; 2 ] |> Tensor.reshape [ 3; 1 ] |> Tensor.squeezeAll |> same [ 60.0; 92.0; 124.0 ]
        x |> Tensor.sum |> Tensor.item |> fun sum -> Assert.Equal(276.0, sum)
        Assert.Equal<int64>([| 1L; 3L; 1L |], x |> Tensor.meanOverKeep [ 0; 2 ] |> Tensor.shape)
        Assert.Equal(23L, x |> Tensor.max |> Tensor.cast DType.I64 |> Tensor.itemInt64)
    }

[<Fact>]
let ``the tensor is the last and the subject`` () =
    scope {
        let a = Tensor.Of [| 1.0; 2.0; 8.0 |]
        let b = Tensor.Of [| 4.0; 2.0; 2.0 |]
        a |> Tensor.sub b |> same [ -3.0; 0.0; 6.0 ]
        a |> Tensor.divScalar 2.0 |> same [ 0.5; 1.0; 4.0 ]
        a |> Tensor.rsubScalar 1.0 |> same [ 0.0; -1.0; -7.0 ]
        a |> Tensor.gt b |> Tensor.where a b |> same [ 4.0; 2.0; 8.0 ]
        [ a; b ] |> Tensor.stack 0 |> Tensor.transpose |> Tensor.select 0 2 |> same [ 8.0; 2.0 ]
        [ a; b ] |> Tensor.concat 0 |> Tensor.slice 0 2 4 |> same [ 8.0; 4.0 ]
        cube () |> Tensor.sliceWith 2 0 4 2 |> Tensor.select 0 -1 |> Tensor.select 0 0 |> same [ 12.0; 14.0 ]
        cube () |> Tensor.transposeWith 0 2 |> Tensor.shape |> fun shape -> Assert.Equal<int64>([| 4L; 3L; 2L |], shape)
        Tensor.Of [| 0; 2 |] |> Tensor.cast DType.I64 |> Tensor.oneHotWith 3 |> same [ 1.0; 0.0; 0.0; 0.0; 0.0; 1.0 ]
    }

[<Fact>]
let ``integers are exact`` () =
    scope {
        let odd = 9007199254740993L
        let t = Tensor.fullOf DType.I64 odd [ 1 ]
        Assert.Equal(odd, t |> Tensor.itemInt64)
        Assert.Equal(odd + 2L, t |> Tensor.addScalar 2 |> Tensor.itemInt64)
        Assert.Equal(odd + 2L, t + 2L |> Tensor.itemInt64)
        Assert.Equal(1L, t |> Tensor.eqScalar odd |> Tensor.itemInt64)
        Assert.Equal(DType.F32, t |> Tensor.addScalar 0.5 |> Tensor.dtype)
    }

[<Fact>]
let ``makers`` () =
    scope {
        Tensor.zeros [ 2 ] |> same [ 0.0; 0.0 ]
        Tensor.full 7.5 [ 1; 2 ] |> same [ 7.5; 7.5 ]
        Assert.Equal(DType.I64, Tensor.onesOf DType.I64 [ 2 ] |> Tensor.dtype)
        Assert.Equal<int64>([||], Tensor.zeros [] |> Tensor.shape)
        Assert.Equal<int64>([| 3L; 2L |], Tensor.randnOf DType.F64 [ 3; 2 ] |> Tensor.shape)
    }

[<Fact>]
let ``in place`` () =
    scope {
        let a = Tensor.ones [ 2 ]
        let view = a |> Tensor.alias
        a |> Tensor.addScalarInPlace 2.0
        a |> Tensor.mulInPlace (Tensor.full 2.0 [ 2 ])
        view |> same [ 6.0; 6.0 ]
        view |> Tensor.fill 1.0
        a |> same [ 1.0; 1.0 ]
    }

module Operators =
    open Tenure.FSharp.Operators

    [<Fact>]
    let ``arithmetic and the product of matrices`` () =
        scope {
            let a = Tensor.Of [| 1.0; 2.0 |]
            let b = Tensor.Of [| 4.0; 5.0 |]
            a + b |> same [ 5.0; 7.0 ]
            a - b |> same [ -3.0; -3.0 ]
            2.0 * a / b |> same [ 0.5; 0.8 ]
            1.0 - a |> same [ 0.0; -1.0 ]
            -a |> same [ -1.0; -2.0 ]
            a @ b |> same [ 14.0 ]
            Assert.Equal<int64>([| 2L; 4L |], (Tensor.ones [ 2; 3 ] @ Tensor.ones [ 3; 4 ]) |> Tensor.shape)
            Assert.Throws<ShapeMismatchException>(fun () -> Tensor.ones [ 2; 3 ] @ Tensor.ones [ 4; 2 ] |> ignore) |> ignore
        }
