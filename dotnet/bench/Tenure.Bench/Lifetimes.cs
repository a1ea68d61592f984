using System.Diagnostics;

namespace Tenure.Bench;

/// <summary>What owning costs: empty scopes, moves, escapes, what is dropped, and two threads at once.</summary>
internal static class Lifetimes
{
    private const int Million = 1_000_000;
    private static readonly float[] Four = [1, 2, 3, 4];

    public static IEnumerable<(string Key, Func<double> Measure)> All()
    {
        yield return ("yardstick.async_local", () => Stopclock.Median(AsyncLocals));
        yield return ("yardstick.finalize_drop", Finalized);
        yield return ("csharp.scope_empty", () => Stopclock.Median(EmptyScopes));
        yield return ("csharp.temp_attach", TempAttach);
        yield return ("csharp.attach", Attach);
        yield return ("csharp.escape_1", () => Stopclock.Median(Escapes, 1000));
        yield return ("csharp.create_unowned_drop", Dropped);
        yield return ("csharp.two_threads_create_close", TwoThreads);
        yield return ("csharp.scope_1000000_per_tensor", ScopeOfAMillion);
    }

    private static readonly AsyncLocal<object?> Flow = new();

    /// <summary>What of an empty scope the platform takes: something becomes current for a flow, and what was before is again.</summary>
    private static void AsyncLocals(int times)
    {
        for (int i = 0; i < times; i++)
        {
            var scope = new object();
            ExecutionContext? before = ExecutionContext.Capture();
            Flow.Value = scope;
            if (Flow.Value == scope)
            {
                ExecutionContext.Restore(before!);
            }
        }
    }

    private sealed class Finalizable
    {
        internal static int s_left;

        ~Finalizable() => s_left--;
    }

    /// <summary>What of a dropped tensor the platform takes: as many objects with a finalizer that does nothing native.</summary>
    private static double Finalized()
    {
        const int Count = 20_000;
        return Stopclock.MedianOf(41, () =>
        {
            Finalizable.s_left += Count;
            for (int i = 0; i < Count; i++)
            {
                _ = new Finalizable();
            }
            while (Volatile.Read(ref Finalizable.s_left) > 0)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        }) / Count;
    }

    private static void EmptyScopes(int times)
    {
        for (int i = 0; i < times; i++)
        {
            using Scope scope = Scope.Open();
        }
    }

    /// <summary>A thousand are borrowed and go back, newest first, when the borrower closes.</summary>
    private static double TempAttach()
    {
        using Scope home = Scope.Create();
        var tensors = new Tensor[1000];
        for (int i = 0; i < tensors.Length; i++)
        {
            tensors[i] = home.Of(Four);
        }
        return Stopclock.Median(
            times =>
            {
                for (int done = 0; done < times; done += tensors.Length)
                {
                    using Scope borrower = Scope.Create();
                    foreach (Tensor tensor in tensors)
                    {
                        borrower.TempAttach(tensor);
                    }
                }
            },
            tensors.Length);
    }

    /// <summary>To one of two scopes and to the other.</summary>
    private static double Attach()
    {
        using Scope one = Scope.Create();
        using Scope other = Scope.Create();
        Tensor tensor = one.Of(Four);
        return Stopclock.Median(
            times =>
            {
                for (int i = 0; i < times; i += 2)
                {
                    tensor.MoveTo(other);
                    tensor.MoveTo(one);
                }
            },
            2);
    }

    /// <summary>Into a scope that is closed after a thousand.</summary>
    private static void Escapes(int times)
    {
        for (int done = 0; done < times; done += 1000)
        {
            using Scope outer = Scope.Open();
            for (int i = 0; i < 1000; i++)
            {
                Scope.Using(static () => Tensor.Of(Four));
            }
        }
    }

    /// <summary>With the collection that finds them, and until the last is freed.</summary>
    private static double Dropped()
    {
        const int Count = 20_000;
        return Stopclock.MedianOf(41, () =>
        {
            for (int i = 0; i < Count; i++)
            {
                Tensor.Of(Four);
            }
            TenureRuntime.Drain();
        }) / Count;
    }

    /// <summary>Each thread makes and disposes in a scope of its own; the time of the slower one.</summary>
    private static double TwoThreads()
    {
        const int Count = 200_000;
        return Stopclock.MedianOf(41, () =>
        {
            var other = new Thread(CreateDispose);
            other.Start();
            CreateDispose();
            other.Join();
        }) / Count;

        static void CreateDispose()
        {
            using Scope scope = Scope.Open();
            for (int i = 0; i < Count; i++)
            {
                Tensor.Of(Four).Dispose();
            }
        }
    }

    private static double ScopeOfAMillion() => Stopclock.MedianOf(9, () =>
    {
        using Scope scope = Scope.Open();
        for (int i = 0; i < Million; i++)
        {
            Tensor.Of(Four);
        }
    }) / Million;
}
