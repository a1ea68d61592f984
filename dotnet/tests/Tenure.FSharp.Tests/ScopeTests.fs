/// Scopes as computation expressions: what escapes, and what is closed.
module Tenure.FSharp.Tests.ScopeTests

open System
open System.Threading.Tasks
open Tenure
open Tenure.FSharp
open global.Xunit

type private Pair = { First: Tensor; Second: Tensor option }

let private noScope () = Assert.Null(Scope.Current)

[<Fact>]
let ``the result escapes, in a record too`` () =
    use outer = Scope.Open()

    let pair =
        scope {
            let x = Tensor.randn [ 100; 3 ]
            let mean = x |> Tensor.meanOver [ 0 ]
            return { First = mean; Second = Some(x - mean) }
        }

    Assert.Equal(2L, outer.Stats.Tensors)
    Assert.Same(outer, pair.First.Scope)
    Assert.Same(outer, pair.Second.Value.Scope)

[<Fact>]
let ``a body of several parts`` () =
    use outer = Scope.Open()
    let log = ResizeArray<string>()

    let total =
        scopeNamed "parts" {
            Assert.Equal("parts", Scope.Current |> Option.ofObj |> Option.map _.Name |> Option.toObj)
            let sum = Tensor.zeros [ 2 ]
            use _ = { new IDisposable with member _.Dispose() = log.Add "disposed" }

            for i in 1..3 do
                sum |> Tensor.addScalarInPlace (float i)

            let mutable n = 2

            while n > 0 do
                sum |> Tensor.addInPlace (Tensor.ones [ 2 ])
                n <- n - 1

            try
                failwith "handled"
            with error ->
                log.Add error.Message

            try
                log.Add "tried"
            finally
                log.Add "finally"

            return! scope { return sum + 1.0 }
        }

    Assert.Equal(9.0, total |> Tensor.mean |> Tensor.item)
    Assert.Equal<string>([ "handled"; "tried"; "finally"; "disposed" ], log)
    Assert.Same(outer, total.Scope)

[<Fact>]
let ``an exception closes and passes on`` () =
    let mutable made: Tensor list = []

    let run () =
        scope {
            made <- [ Tensor.ones [ 2 ] ]
            return! scope { failwith "deep" }
        }

    Assert.Equal("deep", Assert.Throws<Exception>(Action run).Message)
    Assert.True(made.Head.IsClosed)
    noScope ()

[<Fact>]
let ``what comes late is refused`` () =
    let lazily () = scope { return seq { yield Tensor.ones [ 2 ] } } |> ignore
    Assert.Contains("the result of the body holds", Assert.Throws<InvalidOperationException>(lazily).Message)
    let running () = scope { return task { return Tensor.ones [ 2 ] } } |> ignore
    Assert.Throws<InvalidOperationException>(running) |> ignore

[<Fact>]
let ``a task keeps its scope over suspensions`` () : Task =
    task {
        use outer = Scope.Open()

        let one (number: int) =
            scopeTaskNamed $"task {number}" {
                let own = Scope.Current
                let mutable sum = Tensor.zeros [ 2 ]

                for i in 1..3 do
                    do! Task.Delay 1
                    Assert.Same(own, Scope.Current)
                    sum <- sum + float number

                let! more =
                    Task.Run(fun () ->
                        Assert.Same(own, Scope.Current)
                        Tensor.ones [ 2 ])

                return [ sum + more ]
            }

        let! all = [ for number in 1..20 -> one number ] |> Task.WhenAll
        Assert.Equal(20L, outer.Stats.Tensors)
        Assert.Equal<float>([ for number in 1..20 -> 3.0 * float number + 1.0 ], all |> Seq.map (List.head >> Tensor.mean >> Tensor.item))
    }

[<Fact>]
let ``a task that fails or is cancelled frees all`` () : Task =
    task {
        let mutable made: Tensor list = []

        let fails () : Task<Tensor> =
            scopeTask {
                made <- [ Tensor.ones [ 2 ] ]
                do! Task.Yield()
                use _ = Tensor.ones [ 3 ]

                return!
                    scopeTask {
                        let! t = Task.FromResult(Tensor.ones [ 4 ])
                        do! Task.Delay(-1, Threading.CancellationToken(true))
                        return t
                    }
            }

        let! error = Assert.ThrowsAnyAsync<OperationCanceledException>(Func<Task>(fun () -> fails ()))
        Assert.NotNull error
        Assert.True(made.Head.IsClosed)
        noScope ()
    }

[<Fact>]
let ``functions for pipelines`` () : Task =
    task {
        use held = Scope.Create()
        let t = held |> Scope.run (fun () -> Tensor.ones [ 2 ])
        Assert.Same(held, t.Scope)
        use outer = Scope.Open()
        Assert.Same(outer, (Scope.using (fun () -> t + 1.0)).Scope)
        let! made = Scope.usingTask (fun () -> task { return t * 2.0 })
        Assert.Same(outer, made.Scope)
        Assert.Same(made, made |> Scope.attach held)
        Assert.Same(held, made.Scope)
    }

[<Fact>]
let ``use closes one tensor`` () =
    let made =
        use t = Tensor.ones [ 2 ]
        t

    Assert.True(made.IsClosed)
    noScope ()
