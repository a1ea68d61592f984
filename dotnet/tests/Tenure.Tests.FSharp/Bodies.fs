/// What F# programs return from Scope.Using. Each function runs a body that makes two tensors and returns them in a type of
/// F#'s, and tells its caller which two they were.
module Tenure.Tests.FSharp.Bodies

open System.Threading.Tasks
open Tenure

type Pair = { First: Tensor; Second: Tensor }

[<Struct>]
type PairByValue = { One: Tensor; Two: Tensor }

type Shape =
    | Empty
    | Single of Tensor
    | Both of left: Tensor * right: Tensor

[<Struct>]
type Either =
    | Left of left: Tensor
    | Right of right: Tensor

type Tree =
    | Leaf of Tensor
    | Node of Tree * Tree

type Cell = { mutable Held: Tensor option; Scale: float }

/// A class: what it holds is its own affair, unless it says what escapes.
type Silent(held: Tensor) =
    member _.Held = held

let private containers: (string * (Tensor -> Tensor -> obj)) list =
    [ "record", (fun a b -> box { First = a; Second = b })
      "struct record", (fun a b -> box { One = a; Two = b })
      "anonymous record", (fun a b -> box {| A = a; Nested = {| B = b |} |})
      "struct anonymous record", (fun a b -> box struct {| A = a; B = b |})
      "union case", (fun a b -> box (Both(a, b)))
      "union cases", (fun a b -> box [ Empty; Single a; Single b ])
      "struct union", (fun a b -> box [| Left a; Right b |])
      "tree", (fun a b -> box (Node(Leaf a, Node(Leaf b, Leaf a))))
      "option", (fun a b -> box (Some(a, b)))
      "value option", (fun a b -> box (ValueSome(struct (a, b))))
      "no option", (fun a b -> box (a, b, (None: Tensor option), (ValueNone: Tensor voption)))
      "result", (fun a b -> box (Ok(a, b): Result<Tensor * Tensor, string>))
      "error", (fun a b -> box (Error [ a; b ]: Result<int, Tensor list>))
      "choice", (fun a b -> box [ Choice1Of2 a; Choice2Of2(Some b) ])
      "list", (fun a b -> box [ a; b ])
      "array", (fun a b -> box [| a; b |])
      "map", (fun a b -> box (Map [ "a", a; "b", b ]))
      "map of records", (fun a b -> box (Map [ 1, { First = a; Second = b } ]))
      "set of names with a map", (fun a b -> box (Set [ "a"; "b" ], dict [ "a", a; "b", b ]))
      "reference cell", (fun a b -> box (ref a, ref (Some b)))
      "record with a mutable field", (fun a b -> box (a, { Held = Some b; Scale = 2.0 }))
      "evaluated lazy", (fun a b -> let both = lazy [ a; b ] in both.Force() |> ignore; box both)
      "function beside what it holds", (fun a b -> box (a, b, (fun () -> a.Add b)))
      "function of numbers", (fun a b -> let scale = float a.Size in box (a, b, (fun x -> x * scale))) ]

let private lazies: (string * (Tensor -> obj)) list =
    [ "seq", (fun a -> box (seq { yield a }))
      "Seq.map", (fun a -> box (Seq.map (fun (x: Tensor) -> x + 1.0) [ a ]))
      "async", (fun a -> box (async { return a + 1.0 }))
      "task", (fun a -> box (task { return a + 1.0 }))
      "lazy", (fun a -> box (lazy (a + 1.0)))
      "function", (fun a -> box (fun () -> a + 1.0))
      "curried function", (fun a -> box (fun (x: Tensor) (y: Tensor) -> a.Add(x).Add(y)))
      "option of a function", (fun a -> box (Some(fun () -> a + 1.0))) ]

let Containers: string[] = [| for name, _ in containers -> name |]

let Lazies: string[] = [| for name, _ in lazies -> name |]

/// The result of a body of Scope.Using, and the two tensors that it holds.
let Run (name: string) : struct (obj * Tensor * Tensor) =
    let make = List.find (fst >> (=) name) containers |> snd
    let mutable made = [||]

    let result =
        let tensors = Array.zeroCreate<Tensor> 2

        let result =
            Scope.Using(fun () ->
                tensors[0] <- Tensor.Ones(System.ReadOnlySpan [| 2L |])
                tensors[1] <- Tensor.Ones(System.ReadOnlySpan [| 2L |]) + 1.0
                make tensors[0] tensors[1])

        made <- tensors
        result

    struct (result, made[0], made[1])

/// Runs a body whose result is to be refused.
let RunLazy (name: string) : obj =
    let make = List.find (fst >> (=) name) lazies |> snd
    Scope.Using(fun () -> make (Tensor.Ones(System.ReadOnlySpan [| 2L |])))

/// Typed, as a program has it, and asynchronous.
let RunTyped () : Task<Result<Pair, string>> =
    task {
        let! made =
            Scope.UsingAsync(fun () ->
                task {
                    let first = Tensor.Ones(System.ReadOnlySpan [| 2L |])
                    do! Task.Yield()
                    return Ok { First = first; Second = first + 1.0 }
                })

        return made
    }
