// Scopes as computation expressions and functions. They hold no rule: the body runs in Scope.Using or Scope.UsingAsync.
namespace Tenure.FSharp

open System
open System.Runtime.CompilerServices
open System.Threading.Tasks
open Tenure

/// <summary>What <c>scope { }</c> is: its body runs in a scope of its own, and what its result holds goes to the outer
/// scope.</summary>
[<Sealed>]
type ScopeBuilder internal (name: string | null) =
    /// <summary>The value of the body.</summary>
    member inline _.Return(value: 'T) : 'T = value

    /// <summary>The value of the body.</summary>
    member inline _.ReturnFrom(value: 'T) : 'T = value

    /// <summary>A body that ends without a value.</summary>
    member inline _.Zero() : unit = ()

    /// <summary>One part of the body, then another.</summary>
    member inline _.Combine((): unit, [<InlineIfLambda>] next: unit -> 'T) : 'T = next ()

    /// <summary>The body, to be run later.</summary>
    member inline _.Delay([<InlineIfLambda>] body: unit -> 'T) : unit -> 'T = body

    /// <summary>A loop.</summary>
    member inline _.For(items: seq<'T>, [<InlineIfLambda>] body: 'T -> unit) : unit =
        for item in items do
            body item

    /// <summary>A loop.</summary>
    member inline _.While([<InlineIfLambda>] condition: unit -> bool, [<InlineIfLambda>] body: unit -> unit) : unit =
        while condition () do
            body ()

    /// <summary>A part that handles exceptions.</summary>
    member inline _.TryWith([<InlineIfLambda>] body: unit -> 'T, [<InlineIfLambda>] handle: exn -> 'T) : 'T =
        try
            body ()
        with error ->
            handle error

    /// <summary>A part that cleans up.</summary>
    member inline _.TryFinally([<InlineIfLambda>] body: unit -> 'T, [<InlineIfLambda>] clean: unit -> unit) : 'T =
        try
            body ()
        finally
            clean ()

    /// <summary>A part that disposes of a resource.</summary>
    member inline _.Using(resource: 'R :> IDisposable, [<InlineIfLambda>] body: 'R -> 'T) : 'T =
        use held = resource
        body held

    /// <summary>Runs the body in a scope.</summary>
    /// <exception cref="T:System.InvalidOperationException">The result holds something that would run after the scope has closed,
    /// such as a task or a sequence; the message names its type. The scope is closed.</exception>
    member _.Run(body: unit -> 'T) : 'T =
        Scope.Using(
            Func<Scope, 'T>(fun scope ->
                match name with
                | null -> ()
                | name -> scope.Name <- name

                body ())
        )

/// <summary>What <c>scopeTask { }</c> is: <c>task { }</c> whose body runs in a scope of its own, which follows it over every
/// <c>let!</c> and <c>do!</c>.</summary>
[<Sealed>]
type ScopeTaskBuilder internal (name: string | null) =
    /// <summary>What <c>let!</c>, <c>do!</c> and <c>return!</c> wait for.</summary>
    member _.Source(work: Task<'T>) : Task<'T> = work

    /// <summary>What <c>do!</c> waits for.</summary>
    member _.Source(work: Task) : Task<unit> = task { do! work }

    /// <summary>What <c>let!</c>, <c>do!</c> and <c>return!</c> wait for.</summary>
    member _.Source(work: ValueTask<'T>) : Task<'T> = work.AsTask()

    /// <summary>What <c>do!</c> waits for.</summary>
    member _.Source(work: ValueTask) : Task<unit> = task { do! work }

    /// <summary>What <c>let!</c>, <c>do!</c> and <c>return!</c> wait for.</summary>
    member _.Source(work: Async<'T>) : Task<'T> = Async.StartImmediateAsTask work

    /// <summary>What <c>do! Task.Yield()</c> waits for.</summary>
    member _.Source(work: YieldAwaitable) : Task<unit> = task { do! work }

    /// <summary>What a loop is over.</summary>
    member _.Source(items: seq<'T>) : seq<'T> = items

    /// <summary>The value of the body.</summary>
    member _.Return(value: 'T) : Task<'T> = Task.FromResult value

    /// <summary>The value of the body, when it is there.</summary>
    member _.ReturnFrom(work: Task<'T>) : Task<'T> = work

    /// <summary>A body that ends without a value.</summary>
    member _.Zero() : Task<unit> = Task.FromResult()

    /// <summary>Waits, then goes on.</summary>
    member _.Bind(work: Task<'T>, next: 'T -> Task<'U>) : Task<'U> =
        task {
            let! value = work
            return! next value
        }

    /// <summary>One part of the body, then another.</summary>
    member _.Combine(first: Task<unit>, next: unit -> Task<'T>) : Task<'T> =
        task {
            do! first
            return! next ()
        }

    /// <summary>The body, to be run later.</summary>
    member _.Delay(body: unit -> Task<'T>) : unit -> Task<'T> = body

    /// <summary>A loop.</summary>
    member _.For(items: seq<'T>, body: 'T -> Task<unit>) : Task<unit> =
        task {
            for item in items do
                do! body item
        }

    /// <summary>A loop.</summary>
    member _.While(condition: unit -> bool, body: unit -> Task<unit>) : Task<unit> =
        task {
            while condition () do
                do! body ()
        }

    /// <summary>A part that handles exceptions.</summary>
    member _.TryWith(body: unit -> Task<'T>, handle: exn -> Task<'T>) : Task<'T> =
        task {
            try
                return! body ()
            with error ->
                return! handle error
        }

    /// <summary>A part that cleans up.</summary>
    member _.TryFinally(body: unit -> Task<'T>, clean: unit -> unit) : Task<'T> =
        task {
            try
                return! body ()
            finally
                clean ()
        }

    /// <summary>A part that disposes of a resource.</summary>
    member _.Using(resource: 'R :> IDisposable, body: 'R -> Task<'T>) : Task<'T> =
        task { // `use` would ask for IAsyncDisposable too
            try
                return! body resource
            finally
                resource.Dispose()
        }

    /// <summary>Starts the body in a scope.</summary>
    /// <returns>A task with the body's result, which has gone to the outer scope. It fails as the body does, or with
    /// <c>InvalidOperationException</c> if the result holds something that would run after the scope has closed.</returns>
    member _.Run(body: unit -> Task<'T>) : Task<'T> =
        Scope.UsingAsync(
            Func<Scope, Task<'T>>(fun scope ->
                match name with
                | null -> ()
                | name -> scope.Name <- name

                body ())
        )

/// <summary>Functions beside the members of the type <c>Scope</c>, for pipelines.</summary>
[<RequireQualifiedAccess; CompilationRepresentation(CompilationRepresentationFlags.ModuleSuffix)>]
module Scope =
    /// <summary>Runs a function in a scope of its own; what its result holds goes to the outer scope.</summary>
    /// <param name="body">What to run.</param>
    /// <returns>What it returned.</returns>
    /// <exception cref="T:System.InvalidOperationException">The result holds something that would run after the scope has closed;
    /// the message names its type. The scope is closed.</exception>
    let using (body: unit -> 'T) : 'T = Scope.Using(Func<'T> body)

    /// <summary>As <c>using</c>, for a function that gives a task; the scope stays current over every suspension of it.</summary>
    /// <param name="body">What to run.</param>
    /// <returns>A task with its result.</returns>
    let usingTask (body: unit -> Task<'T>) : Task<'T> = Scope.UsingAsync(Func<Task<'T>> body)

    /// <summary>Runs a function with a scope current that stays open.</summary>
    /// <param name="body">What to run.</param>
    /// <param name="scope">The scope.</param>
    /// <returns>What it returned.</returns>
    /// <exception cref="T:Tenure.ScopeException">The scope is closed.</exception>
    let run (body: unit -> 'T) (scope: Scope) : 'T = scope.Run(Func<'T> body)

    /// <summary>Moves a tensor, or another native resource, to the scope.</summary>
    /// <param name="scope">Where it is to live.</param>
    /// <param name="resource">What is moved.</param>
    /// <returns>The resource.</returns>
    /// <exception cref="T:Tenure.ScopeException">The scope is closed or capped; the resource is where it was.</exception>
    let attach (scope: Scope) (resource: 'R :> NativeResource) : 'R = scope.Attach(resource)

/// <summary><c>scope { }</c> and its like.</summary>
[<AutoOpen>]
module Builders =
    /// <summary>A block whose tensors are freed at its end, but for those that its result holds: they go to the outer scope.</summary>
    let scope = ScopeBuilder null

    /// <summary>As <c>scope</c>, with a name for errors, dumps and leak reports.</summary>
    /// <param name="name">The name of the scope.</param>
    let scopeNamed (name: string) = ScopeBuilder name

    /// <summary><c>task { }</c> in a scope of its own, which follows it over every suspension; what its result holds goes to the
    /// outer scope.</summary>
    let scopeTask = ScopeTaskBuilder null

    /// <summary>As <c>scopeTask</c>, with a name for errors, dumps and leak reports.</summary>
    /// <param name="name">The name of the scope.</param>
    let scopeTaskNamed (name: string) = ScopeTaskBuilder name
