using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using Tenure.Interop;
using Tenure.Onnx;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests.Fuzz;

/// <summary>Every public method, constructor, operator and property of the assembly, found by reflection and called with valid and
/// invalid arguments: each call ends in an answer or in an exception of the one list (<see cref="Refusals"/>), a pure
/// function gives the same bits for a copy of its operands, and nothing is alive when all is closed.</summary>
/// <remarks>TENURE_FUZZ_SEED repeats a run, TENURE_FUZZ_SECONDS (3 for each test) says for how long, TENURE_FUZZ_CALLS bounds the
/// calls of a round. ci/fuzz runs it as the target "csharp".</remarks>
public sealed class EveryCallTests : Balanced
{
    private const int Threads = 4;
    private static readonly string[] Nothing = [];

    /// <summary>What is not called, and why.</summary>
    private static readonly Dictionary<string, string> NotCalled = new()
    {
        ["Tensor.ToDlpack"] = "nobody would call the deleter",
        ["EscapeRules.Fields"] = "a rule stays for the process",
        ["EscapeRules.Refuse"] = "a rule stays for the process",
        ["EscapeRules.Cover"] = "a rule stays for the process",
        ["TenureRuntime.SetMemoryLimit"] = "of the process",
        ["TenureRuntime.SetUnownedThreshold"] = "of the process",
        ["TenureRuntime.SetThreads"] = "of the process",
        ["TenureRuntime.SetDecay"] = "of the process",
        ["TenureRuntime.set_LeakLevel"] = "of the process",
        ["TenureRuntime.add_LeakFound"] = "a listener stays for the process",
        ["OnnxModel.add_Logged"] = "a listener stays for the process",
        ["TenureRuntime.Drain"] = "a collection takes longer than a thousand calls",
        ["TenureRuntime.AssertNoLeaks"] = "a collection takes longer than a thousand calls",
        ["TenureRuntime.Seed"] = "the test sets the seed itself",
    };

    /// <summary>What gives other bits each time because it says so, or another number for a copy.</summary>
    private static readonly HashSet<string> NotRepeated =
        ["Tensor.Empty", "Tensor.EmptyLike", "Tensor.get_UseCount", "Tensor.LeverageTo", "Tensor.LeverageOrDetach", "Tensor.get_Workspace"];

    private static readonly List<PublicCall> Calls = [.. PublicCall.All().Where(call => !IsLeftOut(call))];

    private static bool IsLeftOut(PublicCall call) => NotCalled.ContainsKey(call.Name) || call.Name.StartsWith("TenureRuntime.Record", StringComparison.Ordinal);

    // A run of all tests makes the same calls each time; one that is told for how long makes others, as ci/fuzz does.
    private static int Seed { get; } = Setting(
        "TENURE_FUZZ_SEED", Environment.GetEnvironmentVariable("TENURE_FUZZ_SECONDS") is null ? 32 : Environment.TickCount & 0xFFFFFF);

    private static TimeSpan Time { get; } = TimeSpan.FromSeconds(Setting("TENURE_FUZZ_SECONDS", 3));

    private static int CallsOfARound { get; } = Setting("TENURE_FUZZ_CALLS", 4000);

    private static int Setting(string name, int otherwise) =>
        int.TryParse(Environment.GetEnvironmentVariable(name), CultureInfo.InvariantCulture, out int value) ? value : otherwise;

    [Fact]
    public void ReflectionFindsWhatThereIs()
    {
        Assert.True(Calls.Count > 1200, $"{Calls.Count}");
        string[] names = [.. PublicCall.All().Select(call => call.Name)];
        Assert.Equal(Nothing, NotCalled.Keys.Except(names).Order());
        Assert.Equal(Nothing, NotRepeated.Except(names).Order());
    }

    [Fact]
    public void OneThreadGetsAnswersOrTypedRefusalsAndTheSameBitsAgain() =>
        Rounds((things, seed, failures) => Round(things, seed, CallsOfARound, repeats: true, failures));

    [Fact]
    public void SeveralThreadsGetAnswersOrTypedRefusals() => Rounds((things, seed, failures) =>
    {
        Thread[] threads =
        [
            .. Enumerable.Range(0, Threads).Select(i => new Thread(
                () => Round(things, seed + i, CallsOfARound / Threads, repeats: false, failures)) { IsBackground = true }),
        ];
        Array.ForEach(threads, thread => thread.UnsafeStart());
        Array.ForEach(threads, thread => thread.Join());
    });

    /// <summary>Rounds with things of their own, until the time is over; nothing is alive after each.</summary>
    private static void Rounds(Action<Things, int, Pool<string>> round)
    {
        Running.Clear();
        string folder = Directory.CreateTempSubdirectory("tenure-fuzz").FullName;
        var failures = new Pool<string>();
        var clock = Stopwatch.StartNew();
        int seed = Seed;
        // So that a shape of extremes is refused, and does not fill the machine.
        TenureRuntime.SetMemoryLimit(TenureRuntime.Stats().ReservedBytes + (256L << 20));
        LogLevel level = TenureRuntime.LogLevel; // which the calls change
        try
        {
            do
            {
                var things = new Things(folder);
                things.Fill(new Random(seed));
                int first = seed;
                WatchedOver(() => round(things, first, failures), seed);
                things.CloseAll(new Random(seed));
                seed += Threads;
            }
            while (clock.Elapsed < Time && failures.All().Count == 0);
        }
        finally
        {
            TenureRuntime.SetMemoryLimit(0);
            TenureRuntime.LogLevel = level;
            Directory.Delete(folder, recursive: true);
        }
        List<string> all = failures.All();
        Assert.True(all.Count == 0, $"TENURE_FUZZ_SEED={seed - Threads}, {all.Count} failures:\n{string.Join("\n", all.Distinct().Take(40))}");
    }

    /// <summary>The calls that have not ended, by thread, and when each began.</summary>
    private static readonly ConcurrentDictionary<int, (PublicCall Call, long Since)> Running = new();

    /// <summary>A call that takes so long has no end.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    private static void WatchedOver(Action work, int seed)
    {
        Exception? thrown = null;
        var thread = new Thread(() =>
        {
            try
            {
                work();
            }
            catch (Exception error)
            {
                thrown = error;
            }
        })
        { IsBackground = true }; // one that hangs does not keep the process
        thread.Start();
        while (!thread.Join(TimeSpan.FromSeconds(1)))
        {
            foreach ((PublicCall call, long since) in Running.Values)
            {
                Assert.True(Stopwatch.GetElapsedTime(since) < Patience, $"TENURE_FUZZ_SEED={seed}: {call} does not end");
            }
        }
        if (thrown is not null)
        {
            ExceptionDispatchInfo.Throw(thrown);
        }
    }

    private static void Round(Things things, int seed, int calls, bool repeats, Pool<string> failures)
    {
        var random = new Random(seed);
        for (int i = 0; i < calls; i++)
        {
            PublicCall call = Calls[random.Next(Calls.Count)];
            object?[] arguments = [];
            Running[Environment.CurrentManagedThreadId] = (call, Stopwatch.GetTimestamp());
            try
            {
                arguments = Arguments(call, things, random);
                // What a call makes current is so in its own flow only.
                ExecutionContext.Run(ExecutionContext.Capture()!, _ => Once(call, arguments, things, repeats, random), null);
            }
            catch (Exception error) when (Refusals.IsOne(error))
            {
                // A typed refusal.
            }
            catch (Exception error)
            {
                failures.Add($"{call}: {error.GetType().Name}: {error.Message} with ({string.Join(", ", arguments.Select(Described))}){Where(error)}");
            }
            finally
            {
                Running.TryRemove(Environment.CurrentManagedThreadId, out _);
            }
        }
    }

    private static object?[] Arguments(PublicCall call, Things things, Random random)
    {
        IEnumerable<object?> arguments = call.Parameters.Select(parameter => things.Of(PublicCall.Passed(parameter.Type), parameter.Name, random));
        object? receiver = call.Receiver is { } type ? Receiver(type, things, random) : null;
        return call.Receiver is null ? [.. arguments] : [receiver, .. arguments];
    }

    private static object Receiver(Type type, Things things, Random random)
    {
        for (int i = 0; i < 4; i++)
        {
            if (things.Of(type, "receiver", random) is { } thing)
            {
                return thing;
            }
        }
        throw new Things.FailedException();
    }

    private static void Once(PublicCall call, object?[] arguments, Things things, bool repeats, Random random)
    {
        bool isPure = repeats && call.Method.DeclaringType == typeof(Tensor) && !NotRepeated.Contains(call.Name)
            && arguments.Any(one => one is Tensor or Tensor[]) && arguments.All(one => one is not (Scope or Delegate));
        if (!isPure || random.Next(3) == 0)
        {
            Finish(call.Invoke(arguments), things, random);
            return;
        }
        var made = new List<Tensor>();
        try
        {
            object?[] first = Copies(arguments, made), second = Copies(arguments, made);
            TenureRuntime.Seed(7);
            object? one = call.Invoke(first);
            byte[][] oneBits = Kept(one, first, things, random);
            TenureRuntime.Seed(7);
            object? other = call.Invoke(second);
            byte[][] otherBits = Kept(other, second, things, random);
            if (!oneBits.Zip(otherBits).All(pair => pair.First.AsSpan().SequenceEqual(pair.Second)) || oneBits.Length != otherBits.Length)
            {
                throw new InvalidDataException("other bits for a copy of the operands");
            }
        }
        finally
        {
            made.ForEach(copy => copy.Dispose());
        }
    }

    /// <summary>The bits of a result, which is kept or closed whether or not they can be read.</summary>
    private static byte[][] Kept(object? result, object?[] operands, Things things, Random random)
    {
        try
        {
            return Bits(result, operands);
        }
        finally
        {
            Finish(result, things, random);
        }
    }

    private static void Finish(object? result, Things things, Random random)
    {
        if (result is Task task)
        {
            task.GetAwaiter().GetResult();
        }
        things.Keep(result, random);
    }

    /// <summary>The same arguments with a copy of each tensor, one that stands twice copied once.</summary>
    private static object?[] Copies(object?[] arguments, List<Tensor> made)
    {
        var copies = new Dictionary<object, Tensor>(ReferenceEqualityComparer.Instance);
        return Array.ConvertAll(arguments, one => one switch
        {
            Tensor tensor => Copy(tensor),
            Tensor[] list => Array.ConvertAll(list, Copy),
            _ => one,
        });

        Tensor? Copy(Tensor? tensor)
        {
            if (tensor is null || tensor.IsClosed)
            {
                return tensor;
            }
            if (!copies.TryGetValue(tensor, out Tensor? copy))
            {
                made.Add(copies[tensor] = copy = tensor.Copy());
            }
            return copy;
        }
    }

    /// <summary>The bits of a result, and of the operands, which the call may have changed.</summary>
    private static byte[][] Bits(object? result, object?[] operands)
    {
        IEnumerable<object?> all = result is string or double or long or bool ? [result] : Things.Parts(result);
        IEnumerable<object?> changed = operands.SelectMany(one => one is Tensor[] list ? (object?[])list : [one]).OfType<Tensor>().Where(tensor => !tensor.IsClosed);
        return [.. all.Concat(changed).Select(one => one is Tensor tensor ? Bits(tensor) : System.Text.Encoding.UTF8.GetBytes($"{one}"))];
    }

    private static unsafe byte[] Bits(Tensor tensor)
    {
        byte[] bits = new byte[tensor.NBytes <= 1 << 20 ? tensor.NBytes : 0];
        fixed (byte* start = bits)
        {
            if (bits.Length > 0)
            {
                Errors.Check(Native.tenure_tensor_copy_to(tensor.Handle, start, (nuint)bits.Length));
            }
        }
        return bits;
    }

    private static string Where(Exception error) => $"\n    {string.Join("\n    ", (error.StackTrace ?? "").Split('\n').Where(line => !line.Contains("Fuzz", StringComparison.Ordinal)).Take(3).Select(line => line.Trim()))}";

    private static string Described(object? argument)
    {
        try
        {
            return argument switch
            {
                null => "null",
                Tensor { IsClosed: false } tensor => $"{tensor.DType} [{string.Join(",", tensor.Shape)}]",
                string text => $"\"{text}\"",
                Array list => $"[{string.Join(", ", list.Cast<object?>().Select(Described))}]",
                _ => Convert.ToString(argument, CultureInfo.InvariantCulture) ?? "",
            };
        }
        catch (Exception error) when (Refusals.IsOne(error))
        {
            return argument!.GetType().Name;
        }
    }
}
