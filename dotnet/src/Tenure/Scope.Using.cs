// Scope.Using: a scope around a body, out of which the result escapes.
// Invariant: whatever the body does, the scope is closed when the call returns, and an exception of the body is the one
// that comes out.

using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Tenure.Interop;

namespace Tenure;

public partial class Scope
{
    /// <summary>Runs <paramref name="body"/> in a scope of its own; what its result holds goes to the outer scope.</summary>
    /// <returns>What <paramref name="body"/> returned.</returns>
    /// <remarks>
    /// <para>The result is searched for tensors and other native resources through arrays, sequences, dictionaries, tuples,
    /// pairs, <see cref="Memory{T}"/>, a <see cref="Lazy{T}"/> that has its value, C# records and anonymous types, F# records,
    /// unions and options, nested as they come, and through what an <see cref="IEscapable"/> names. It is not searched through
    /// other classes: implement <see cref="IEscapable"/>, or call <see cref="Keep{T}"/>.</para>
    /// <para>What would run after the scope has closed is refused: a task, an awaitable, an iterator (return a list instead),
    /// an asynchronous sequence, a lazy without its value, and a delegate that holds a tensor which nothing else in the result
    /// holds.</para>
    /// <para>In a trimmed program and under native AOT the same is found by rules that a generator of the package writes. A record
    /// of a library that was built without it, and a lambda that has captured variables, are refused there by name.</para>
    /// </remarks>
    /// <exception cref="InvalidOperationException">The result holds something that would run after the scope has closed; the
    /// message names its type. The scope is closed.</exception>
    public static T Using<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return Using(body, null);
    }

    /// <summary>As <see cref="Using{T}(Func{T})"/>, and hands the scope to <paramref name="body"/>.</summary>
    /// <inheritdoc cref="Using{T}(Func{T})"/>
    public static T Using<T>(Func<Scope, T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return Using(null, body);
    }

    /// <summary>Runs <paramref name="body"/> in a scope of its own.</summary>
    public static void Using(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Using(() =>
        {
            body();
            return true;
        });
    }

    /// <summary>As <see cref="Using(Action)"/>, and hands the scope to <paramref name="body"/>.</summary>
    public static void Using(Action<Scope> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Using(scope =>
        {
            body(scope);
            return true;
        });
    }

    /// <summary>As <see cref="Using{T}(Func{T})"/>; the scope stays current across every <c>await</c> of the body.</summary>
    /// <remarks>In an asynchronous iterator a scope is current only until the next <c>yield</c>: the consumer goes on in its own
    /// scope, and the iterator resumes in the consumer's. So give each step a scope of its own, and yield its result:
    /// <code>
    /// async IAsyncEnumerable&lt;Tensor&gt; Rows()
    /// {
    ///     await foreach (string line in lines)
    ///     {
    ///         yield return await Scope.UsingAsync(async () => await Parse(line));
    ///     }
    /// }
    /// </code></remarks>
    /// <exception cref="InvalidOperationException">As for <see cref="Using{T}(Func{T})"/>.</exception>
    public static Task<T> UsingAsync<T>(Func<Task<T>> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (_, body) => new ValueTask<T>(body())).AsTask();
    }

    /// <summary>As <see cref="UsingAsync{T}(Func{Task{T}})"/>, and hands the scope to <paramref name="body"/>.</summary>
    /// <inheritdoc cref="UsingAsync{T}(Func{Task{T}})"/>
    public static Task<T> UsingAsync<T>(Func<Scope, Task<T>> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (scope, body) => new ValueTask<T>(body(scope))).AsTask();
    }

    /// <summary>Runs <paramref name="body"/> in a scope of its own that stays current across every <c>await</c>.</summary>
    /// <inheritdoc cref="UsingAsync{T}(Func{Task{T}})"/>
    public static Task UsingAsync(Func<Task> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (_, body) => AsTrue(body())).AsTask();
    }

    /// <summary>As <see cref="UsingAsync(Func{Task})"/>, and hands the scope to <paramref name="body"/>.</summary>
    /// <inheritdoc cref="UsingAsync(Func{Task})"/>
    public static Task UsingAsync(Func<Scope, Task> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (scope, body) => AsTrue(body(scope))).AsTask();
    }

    /// <inheritdoc cref="UsingAsync{T}(Func{Task{T}})"/>
    [OverloadResolutionPriority(-1)]
    public static ValueTask<T> UsingAsync<T>(Func<ValueTask<T>> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (_, body) => body());
    }

    /// <inheritdoc cref="UsingAsync{T}(Func{Scope, Task{T}})"/>
    [OverloadResolutionPriority(-1)]
    public static ValueTask<T> UsingAsync<T>(Func<Scope, ValueTask<T>> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(body, static (scope, body) => body(scope));
    }

    /// <inheritdoc cref="UsingAsync(Func{Task})"/>
    [OverloadResolutionPriority(-1)]
    public static ValueTask UsingAsync(Func<ValueTask> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return new ValueTask(UsingAsync(body, static (_, body) => AsTrue(body().AsTask())).AsTask());
    }

    /// <inheritdoc cref="UsingAsync(Func{Scope, Task})"/>
    [OverloadResolutionPriority(-1)]
    public static ValueTask UsingAsync(Func<Scope, ValueTask> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return new ValueTask(UsingAsync(body, static (scope, body) => AsTrue(body(scope).AsTask())).AsTask());
    }

    // An exception filter that takes nothing, and finally: to catch and throw again would keep the stack of each body that
    // the exception passes, and some dozens of nested bodies would end the process.
    // One of the two is given: a delegate around either would cost more than the scope does.
    private static T Using<T>(Func<T>? body, Func<Scope, T>? bodyOfScope)
    {
        Scope scope = Open();
        Exception? thrown = null;
        bool returned = false;
        T result;
        try
        {
            result = body is not null ? body() : bodyOfScope!(scope);
            returned = true;
        }
        catch (Exception error) when (Note(error, out thrown))
        {
            throw;
        }
        finally
        {
            if (!returned)
            {
                scope.CloseAfter(thrown);
            }
        }
        scope.CloseWith(result);
        return result;
    }

    private static async ValueTask<T> UsingAsync<T, TBody>(TBody body, Func<Scope, TBody, ValueTask<T>> call)
    {
        Scope scope = Open();
        Exception? thrown = null;
        bool returned = false;
        T result;
        try
        {
            result = await call(scope, body).ConfigureAwait(false);
            returned = true;
        }
        catch (Exception error) when (Note(error, out thrown))
        {
            throw;
        }
        finally
        {
            if (!returned)
            {
                scope.CloseAfter(thrown);
            }
        }
        scope.CloseWith(result);
        return result;
    }

    /// <summary>Always false: the exception goes on, and its stack is unwound before the scope closes.</summary>
    private static bool Note(Exception error, out Exception thrown)
    {
        thrown = error;
        return false;
    }

    private static async ValueTask<bool> AsTrue(Task task)
    {
        await task.ConfigureAwait(false);
        return true;
    }

    /// <summary>What is known of a type of results, once for each.</summary>
    private static class Results<T>
    {
        internal static readonly bool HoldNothing = typeof(T).IsSealed && EscapeType.IsLeaf(typeof(T));
    }

    /// <summary>Closes; what <paramref name="result"/> holds goes to the parent.</summary>
    private void CloseWith<T>(T result)
    {
        if (result is NativeResource single)
        {
            CloseKeeping(new ReadOnlySpan<NativeResource>(in single));
            return;
        }
        if (Results<T>.HoldNothing)
        {
            CloseKeeping([]);
            return;
        }
        List<NativeResource> reachable;
        try
        {
            reachable = Escape.From(result, this);
        }
        catch (Exception error)
        {
            CloseAfter(error);
            throw;
        }
        CloseKeeping(CollectionsMarshal.AsSpan(reachable));
    }
}
