// A module of one's own: blocks whose input skips their layers. The same model is written in Java, Kotlin, Scala and C#,
// and prints the same numbers in each.
module Tenure.Examples.SkipConnections

open System
open System.Globalization
open Tenure
open Tenure.FSharp
open Tenure.Nn
open Tenure.Optim

/// Adds what two layers make of a normalized x to x.
type private SkipBlock(features: int64) as this =
    inherit Module()
    let norm = this.Add("norm", new LayerNorm(features))
    let grow = this.Add("grow", new Linear(features, 2L * features))
    let shrink = this.Add("shrink", new Linear(2L * features, features))

    override _.Forward(x: Tensor) =
        x + (x |> norm.Call |> grow.Call |> Tensor.relu |> shrink.Call)

/// Two blocks, and a connection that skips both of them.
type private SkipNet() as this =
    inherit Module()
    let enter = this.Add("enter", new Linear(2L, 16L))
    let first = this.Add("first", new SkipBlock(16L))
    let second = this.Add("second", new SkipBlock(16L))
    let leave = this.Add("leave", new Linear(16L, 1L))

    override _.Forward(x: Tensor) =
        let entered = enter.Call x
        leave.Call((entered |> first.Call |> second.Call) + entered)

let private check (what: string) holds =
    printfn "%s: %s" (if holds then "ok" else "WRONG") what
    holds

/// Learns the distance of points to the middle of a square.
let private learn () =
    scopeNamed "training" {
        TenureRuntime.Seed 7UL
        let net = new SkipNet()
        printfn $"{net.ParameterCount} parameters"
        let adam = Optimizer.Adam(net.Parameters(), 0.01)
        let points = Tensor.rand [ 256; 2 ]
        let distances = points - 0.5 |> Tensor.powScalar 2.0 |> Tensor.sumOverKeep [ 1 ] |> Tensor.sqrt
        let mutable last = 0.0

        for step in 0..200 do
            last <-
                scopeNamed "step" {
                    let tape = Tape.Open()
                    let watched = net.Watch tape
                    let loss = net.Call points |> Tensor.mseLoss distances
                    let value = loss.Item()
                    adam.Step(tape.Backward(loss, watched))
                    return value
                }

            if step % 50 = 0 then
                printfn "step %d: loss %.9f" step last

        let middle = net.Call(Tensor.Of([| 0.5f; 0.5f |]) |> Tensor.reshape [ 1; 2 ])
        printfn "the middle: %.9f" (middle.Item())
        return last
    }

[<EntryPoint>]
let main _ =
    CultureInfo.CurrentCulture <- CultureInfo.InvariantCulture
    let loss = learn ()
    let learned = check "the loss is below 0.001" (loss < 0.001)
    let freed = check "nothing is alive at the end" (TenureRuntime.Stats().LiveBytes = 0L)
    if learned && freed then 0 else 1
