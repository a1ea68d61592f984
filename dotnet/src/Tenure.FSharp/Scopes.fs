// Scopes as computation expressions and functions. All of them run the body in Scope.Using or
// Scope.UsingAsync.
namespace Tenure.FSharp

open System
open System.Runtime.CompilerServices
open System.Threading.Tasks
open Tenure

/// <summary>The builder of <c>scope { }</c>: the body runs in a new scope, and every native
/// resource reachable from the result moves to the parent scope.</summary>
[<Sealed>]
type ScopeBuilder internal (name: string | null) =
    /// <summary>Returns the value of the body.</summary>
    member inline _.Return(value: 'T) : 'T = value

    /// <summary>Returns the value of the body.</summary>
    member inline _.ReturnFrom(value: 'T) : 'T = value

    /// <summary>Ends a body without a value.</summary>
    member inline _.Zero() : unit = ()

    /// <summary>Runs one part of the body, then the next.</summary>
    member inline _.Combine((): unit, [<InlineIfLambda>] next: unit -> 'T) : 'T = next ()

    /// <summary>Delays the body, so that it runs later.</summary>
    member inline _.Delay([<InlineIfLambda>] body: unit -> 'T) : unit -> 'T = body

    /// <summary>Runs a loop.</summary>
    member inline _.For(items: seq<'T>, [<InlineIfLambda>] body: 'T -> unit) : unit =
        for item in items do
            body item

    /// <summary>Runs a loop.</summary>
    member inline _.While([<InlineIfLambda>] condition: unit -> bool, [<InlineIfLambda>] body: unit -> unit) : unit =
        while condition () do
            body ()

    /// <summary>Runs <c>try ... with</c>.</summary>
    member inline _.TryWith([<InlineIfLambda>] body: unit -> 'T, [<InlineIfLambda>] handle: exn -> 'T) : 'T =
        try
            body ()
        with error ->
            handle error

    /// <summary>Runs <c>try ... finally</c>.</summary>
    member inline _.TryFinally([<InlineIfLambda>] body: unit -> 'T, [<InlineIfLambda>] clean: unit -> unit) : 'T =
        try
            body ()
        finally
            clean ()

    /// <summary>Runs <c>use</c>, which disposes the resource afterwards.</summary>
    member inline _.Using(resource: 'R :> IDisposable, [<InlineIfLambda>] body: 'R -> 'T) : 'T =
        use held = resource
        body held

    /// <summary>Runs the body in a scope.</summary>
    /// <exception cref="T:System.InvalidOperationException">The result holds an object that would
    /// run code after the scope has closed, such as a task or a sequence; the message names its
    /// type. The scope is closed.</exception>
    member _.Run(body: unit -> 'T) : 'T =
        Scope.Using(
            Func<Scope, 'T>(fun scope ->
                match name with
                | null -> ()
                | name -> scope.Name <- name

                body ())
        )

/// <summary>The builder of <c>scopeTask { }</c>: a <c>task { }</c> whose body runs in a new scope,
/// which stays current across every <c>let!</c> and <c>do!</c>.</summary>
[<Sealed>]
type ScopeTaskBuilder internal (name: string | null) =
    /// <summary>Converts an operand of <c>let!</c>, <c>do!</c> or <c>return!</c>.</summary>
    member _.Source(work: Task<'T>) : Task<'T> = work

    /// <summary>Converts an operand of <c>do!</c>.</summary>
    member _.Source(work: Task) : Task<unit> = task { do! work }

    /// <summary>Converts an operand of <c>let!</c>, <c>do!</c> or <c>return!</c>.</summary>
    member _.Source(work: ValueTask<'T>) : Task<'T> = work.AsTask()

    /// <summary>Converts an operand of <c>do!</c>.</summary>
    member _.Source(work: ValueTask) : Task<unit> = task { do! work }

    /// <summary>Converts an operand of <c>let!</c>, <c>do!</c> or <c>return!</c>.</summary>
    member _.Source(work: Async<'T>) : Task<'T> = Async.StartImmediateAsTask work

    /// <summary>Converts the operand of <c>do! Task.Yield()</c>.</summary>
    member _.Source(work: YieldAwaitable) : Task<unit> = task { do! work }

    /// <summary>Passes the sequence of a loop through.</summary>
    member _.Source(items: seq<'T>) : seq<'T> = items

    /// <summary>Returns the value of the body.</summary>
    member _.Return(value: 'T) : Task<'T> = Task.FromResult value

    /// <summary>Returns the result of a task as the value of the body.</summary>
    member _.ReturnFrom(work: Task<'T>) : Task<'T> = work

    /// <summary>Ends a body without a value.</summary>
    member _.Zero() : Task<unit> = Task.FromResult()

    /// <summary>Waits for a task, then continues with its result.</summary>
    member _.Bind(work: Task<'T>, next: 'T -> Task<'U>) : Task<'U> =
        task {
            let! value = work
            return! next value
        }

    /// <summary>Runs one part of the body, then the next.</summary>
    member _.Combine(first: Task<unit>, next: unit -> Task<'T>) : Task<'T> =
        task {
            do! first
            return! next ()
        }

    /// <summary>Delays the body, so that it runs later.</summary>
    member _.Delay(body: unit -> Task<'T>) : unit -> Task<'T> = body

    /// <summary>Runs a loop.</summary>
    member _.For(items: seq<'T>, body: 'T -> Task<unit>) : Task<unit> =
        task {
            for item in items do
                do! body item
        }

    /// <summary>Runs a loop.</summary>
    member _.While(condition: unit -> bool, body: unit -> Task<unit>) : Task<unit> =
        task {
            while condition () do
                do! body ()
        }

    /// <summary>Runs <c>try ... with</c>.</summary>
    member _.TryWith(body: unit -> Task<'T>, handle: exn -> Task<'T>) : Task<'T> =
        task {
            try
                return! body ()
            with error ->
                return! handle error
        }

    /// <summary>Runs <c>try ... finally</c>.</summary>
    member _.TryFinally(body: unit -> Task<'T>, clean: unit -> unit) : Task<'T> =
        task {
            try
                return! body ()
            finally
                clean ()
        }

    /// <summary>Runs <c>use</c>, which disposes the resource afterwards.</summary>
    member _.Using(resource: 'R :> IDisposable, body: 'R -> Task<'T>) : Task<'T> =
        task { // `use` would also call IAsyncDisposable
            try
                return! body resource
            finally
                resource.Dispose()
        }

    /// <summary>Starts the body in a scope.</summary>
    /// <returns>A task with the body's result, whose native resources have moved to the parent
    /// scope. It fails if the body fails, or with <c>InvalidOperationException</c> if the result
    /// holds an object that would run code after the scope has closed.</returns>
    member _.Run(body: unit -> Task<'T>) : Task<'T> =
        Scope.UsingAsync(
            Func<Scope, Task<'T>>(fun scope ->
                match name with
                | null -> ()
                | name -> scope.Name <- name

                body ())
        )

/// <summary>Members of the type <c>Scope</c> as functions, for pipelines.</summary>
[<RequireQualifiedAccess; CompilationRepresentation(CompilationRepresentationFlags.ModuleSuffix)>]
module Scope =
    /// <summary>Runs a function in a new scope. Every native resource reachable from the result
    /// moves to the parent scope.</summary>
    /// <param name="body">The function to run.</param>
    /// <returns>The function's result.</returns>
    /// <exception cref="T:System.InvalidOperationException">The result holds an object that would
    /// run code after the scope has closed; the message names its type. The scope is
    /// closed.</exception>
    let using (body: unit -> 'T) : 'T = Scope.Using(Func<'T> body)

    /// <summary>As <c>using</c>, for a function that returns a task; the scope stays current across
    /// its suspensions.</summary>
    /// <param name="body">The function to run.</param>
    /// <returns>A task with the function's result.</returns>
    let usingTask (body: unit -> Task<'T>) : Task<'T> = Scope.UsingAsync(Func<Task<'T>> body)

    /// <summary>Runs a function with a scope current. The scope stays open.</summary>
    /// <param name="body">The function to run.</param>
    /// <param name="scope">The scope.</param>
    /// <returns>The function's result.</returns>
    /// <exception cref="T:Tenure.ScopeException">The scope is closed.</exception>
    let run (body: unit -> 'T) (scope: Scope) : 'T = scope.Run(Func<'T> body)

    /// <summary>Moves a tensor, or another native resource, to the scope.</summary>
    /// <param name="scope">The new owner.</param>
    /// <param name="resource">The resource to move.</param>
    /// <returns>The resource.</returns>
    /// <exception cref="T:Tenure.ScopeException">The scope is closed or capped; the resource stays
    /// where it was.</exception>
    let attach (scope: Scope) (resource: 'R :> NativeResource) : 'R = scope.Attach(resource)

/// <summary>The values for <c>scope { }</c>, <c>scopeTask { }</c> and their named forms.</summary>
[<AutoOpen>]
module Builders =
    /// <summary>A block whose tensors are freed at its end, except those that its result holds,
    /// which move to the parent scope.</summary>
    let scope = ScopeBuilder null

    /// <summary>As <c>scope</c>, with a name for errors, dumps and leak reports.</summary>
    /// <param name="name">The name of the scope.</param>
    let scopeNamed (name: string) = ScopeBuilder name

    /// <summary>A <c>task { }</c> in a new scope, which stays current across suspensions. Every
    /// native resource reachable from the result moves to the parent scope.</summary>
    let scopeTask = ScopeTaskBuilder null

    /// <summary>As <c>scopeTask</c>, with a name for errors, dumps and leak reports.</summary>
    /// <param name="name">The name of the scope.</param>
    let scopeTaskNamed (name: string) = ScopeTaskBuilder name
