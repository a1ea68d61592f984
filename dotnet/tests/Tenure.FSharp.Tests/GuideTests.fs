/// What the pages of docs/ show of F# stands here and in Hello.fs, word for word, and is run: ci/docs --snippets compares.
module Tenure.FSharp.Tests.GuideTests

open System
open System.IO
open System.Threading.Tasks
open Tenure
open Tenure.FSharp
open global.Xunit

[<Fact>]
let ``ten lines`` () =
    let written = new StringWriter()
    let before = Console.Out
    Console.SetOut written

    try
        Hello.hello ()
    finally
        Console.SetOut before

    Assert.StartsWith("[[20. 20. 20.]", string written)
    Assert.EndsWith("0 bytes live", (string written).Trim())

[<Fact>]
let ``scopes`` () =
    use outer = Scope.Open()

    let mean, normal =
        scopeNamed "normalize" {
            let x = Tensor.randn [1000; 3]
            let mean = x |> Tensor.meanOver [0]
            return mean, x - mean              // x is freed; the two of the tuple are not
        }

    Assert.Equal(2L, outer.Stats.Tensors)
    Assert.Equal<int64>([| 3L |], mean.Shape)
    Assert.Equal(0.0, normal |> Tensor.mean |> Tensor.item, 1e-6)

[<Fact>]
let ``pipelines`` () =
    scope {
        let x = Tensor.randn [2; 8]
        let weights = Tensor.randn [4; 3]

        let probabilities =
            x
            |> Tensor.reshape [-1; 4]
            |> Tensor.matmul weights
            |> Tensor.addScalar 0.5
            |> Tensor.relu
            |> Tensor.softmaxWith 1
        let best = probabilities |> Tensor.argmaxOver [1]

        Assert.Equal<int64>([| 4L; 3L |], probabilities.Shape)
        Assert.Equal<int64>([| 4L |], best.Shape)
    }

module Operators =
    open Tenure.FSharp.Operators

    [<Fact>]
    let ``operators`` () =
        scope {
            let a = Tensor.Of [| 1.0; 2.0 |]
            let b = 1.0 - a / 2.0                      // + - * / with tensors and floats on either side
            let product = -a @ b                       // the product of matrices
            Assert.Equal(-0.5, product.Item())
        }

let features (paths: string list) =
    scopeTask {
        let! rows = Task.WhenAll [ for path in paths -> Task.Run(fun () -> Tensor.LoadNpy path) ]
        return rows |> Tensor.stack 0      // escapes; the rows are freed
    }

[<Fact>]
let ``tasks`` () : Task =
    task {
        let folder = Directory.CreateTempSubdirectory()

        try
            let paths = [ for i in 0..4 -> Path.Combine(folder.FullName, $"{i}.npy") ]

            for path in paths do
                use t = Tensor.ones [ 3 ]
                t.SaveNpy path

            use outer = Scope.Open()
            let! made = features paths
            Assert.Equal<int64>([| 5L; 3L |], made.Shape)
            Assert.Equal(1L, outer.Stats.Tensors)
        finally
            folder.Delete true
    }

[<Fact>]
let ``slices`` () =
    scope {
        let x = Tensor.arange 0.0 24.0 1.0 |> Tensor.reshape [2; 3; 4]
        let part = x[0, 1..2]                      // shape (2, 4): the end of a range is included
        let column = x[*, *, -1]                   // the last of each row: (2, 3)
        x[1, *, 2..] <- 7.0                        // fills that view
        Assert.Equal<int64>([| 2L; 4L |], part.Shape)
        Assert.Equal<float32>([| 3f; 7f; 11f; 7f; 7f; 7f |], column.ToArray<float32>())
    }
