// Scope.Using: a scope around a body, out of which the result escapes.
// Invariant: whatever the body does, the scope is closed when the call returns, and an exception of the body is the one
// that comes out.

using System.Runtime.InteropServices;
using Tenure.Interop;

namespace Tenure;

public partial class Scope
{
    /// <summary>Runs <paramref name="body"/> in a scope of its own; what its result holds goes to the outer scope.</summary>
    /// <returns>What <paramref name="body"/> returned.</returns>
    /// <remarks>The result is searched for tensors and other native resources through arrays, sequences, dictionaries,
    /// tuples, pairs, records and anonymous types, nested as they come, and through what an <see cref="IEscapable"/> names. Not
    /// through other classes: call <see cref="Keep{T}"/> for those. A
    /// sequence that is computed lazily would be computed here, and again by its reader: return a list. In a trimmed program the
    /// fields of a record must be preserved for reflection.</remarks>
    public static T Using<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Scope scope = Open();
        T result;
        try
        {
            result = body();
            RefuseTask(result);
        }
        catch (Exception error)
        {
            scope.CloseAfter(error);
            throw;
        }
        scope.CloseWith(result);
        return result;
    }

    /// <summary>As <see cref="Using{T}(Func{T})"/>, and hands the scope to <paramref name="body"/>.</summary>
    public static T Using<T>(Func<Scope, T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Scope scope = Open();
        T result;
        try
        {
            result = body(scope);
            RefuseTask(result);
        }
        catch (Exception error)
        {
            scope.CloseAfter(error);
            throw;
        }
        scope.CloseWith(result);
        return result;
    }

    /// <summary>Runs <paramref name="body"/> in a scope of its own.</summary>
    public static void Using(Action body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Using(_ =>
        {
            body();
            return true;
        });
    }

    /// <inheritdoc cref="Using(Action)"/>
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
    public static Task<T> UsingAsync<T>(Func<Task<T>> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(_ => body());
    }

    /// <summary>As <see cref="UsingAsync{T}(Func{Task{T}})"/>, and hands the scope to <paramref name="body"/>.</summary>
    public static async Task<T> UsingAsync<T>(Func<Scope, Task<T>> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        Scope scope = Open();
        T result;
        try
        {
            result = await body(scope).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            scope.CloseAfter(error);
            throw;
        }
        scope.CloseWith(result);
        return result;
    }

    /// <summary>Runs <paramref name="body"/> in a scope of its own that stays current across every <c>await</c>.</summary>
    public static Task UsingAsync(Func<Task> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(async _ =>
        {
            await body().ConfigureAwait(false);
            return true;
        });
    }

    /// <inheritdoc cref="UsingAsync(Func{Task})"/>
    public static Task UsingAsync(Func<Scope, Task> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return UsingAsync(async scope =>
        {
            await body(scope).ConfigureAwait(false);
            return true;
        });
    }

    private static void RefuseTask<T>(T result)
    {
        if (result is Task)
        {
            throw new InvalidOperationException("the body returned a task, which would go on after the scope closed: call Scope.UsingAsync");
        }
    }

    /// <summary>What is known of a type of results, once for each.</summary>
    private static class Results<T>
    {
        internal static readonly bool HoldNothing = typeof(T).IsSealed && Escape.IsLeaf(typeof(T));
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
            reachable = Escape.From(result);
        }
        catch (Exception error)
        {
            CloseAfter(error);
            throw;
        }
        CloseKeeping(CollectionsMarshal.AsSpan(reachable));
    }
}
