using System.Runtime.InteropServices;
using Tenure.Interop;
using Tenure.Optim;
using Tenure.Reports;
using Tenure.Results;

namespace Tenure.Tests.Scenarios;

/// <summary>The commands that say what must be true.</summary>
internal sealed class Expectations(Runner runner)
{
    /// <summary>Checks, if the command of <paramref name="words"/> is one to check; else returns false.</summary>
    public bool Run(Words words)
    {
        switch (words.Command)
        {
            case "expect_values":
                Tensor actual = Tensor(words);
                Close(actual, Values(actual.DType, words), 0);
                break;
            case "expect_close":
                Tensor near = Tensor(words);
                Close(near, Values(near.DType, words), words.Number());
                break;
            case "expect_same":
                Same(Tensor(words), Tensor(words));
                break;
            case "expect_shape":
                SameSequence(Tensor(words).Shape, words.Integers());
                break;
            case "expect_strides":
                SameSequence(Tensor(words).Strides, words.Integers());
                break;
            case "expect_dtype":
                Equal(Tensor(words).DType, words.DType());
                break;
            case "expect_can_cast":
                Equal(words.DType().CanCast(words.DType()) ? "true" : "false", words.Next());
                break;
            case "expect_result_type":
                DType both = words.DType().ResultType(words.DType());
                Equal(both, words.DType());
                break;
            case "expect_isdtype":
                Equal(words.DType().IsDType(Kind(words.Next())) ? "true" : "false", words.Next());
                break;
            case "expect_finfo":
                FloatInfo floats = words.DType().Finfo();
                Equal(floats, new FloatInfo(words.Integer(), words.Number(), words.Number(), words.Number(), words.Number()));
                break;
            case "expect_iinfo":
                IntegerInfo integers = words.DType().Iinfo();
                Equal(integers, new IntegerInfo(words.Integer(), unchecked((long)Words.Read<ulong>(words.Next())), words.Integer()));
                break;
            case "expect_contiguous":
                Equal(Tensor(words).IsContiguous ? "true" : "false", words.Next());
                break;
            case "expect_setting":
                var optimizer = runner.Get<Optimizer>(words.Next());
                Equal(optimizer.Setting(words.Integer(), words.Text()), words.Number());
                break;
            case "expect_item":
                Item(Tensor(words).Item(), words.Number());
                break;
            case "expect_element":
                Element(Tensor(words), words.Integers(), words.Next());
                break;
            case "expect_entry":
                Entry(words.Text().Replace("$TMP", runner.Folder), words);
                break;
            case "expect_text":
                Tensor printed = Tensor(words);
                // ToString never throws; a closed tensor is refused by the question before it.
                _ = printed.Size;
                Equal(printed.ToString(), words.Text());
                break;
            case "expect_use_count":
                Equal(Tensor(words).UseCount, words.Integer());
                break;
            case "expect_owner":
                Owner(runner.Get<NativeResource>(words.Next()), words.Next());
                break;
            case "expect_scope":
                ScopeCounts(runner.Get<Scope>(words.Next()).Stats, words);
                break;
            case "expect_live":
                LiveCounts(words);
                break;
            case "expect_capped":
                Equal(runner.Get<Scope>(words.Next()).IsCapped ? "true" : "false", words.Next());
                break;
            case "expect_members":
                Members(runner.Get<Scope>(words.Next()), words);
                break;
            case "expect_name":
                Equal(runner.Get<NativeResource>(words.Next()).Name ?? "", words.Text());
                break;
            case "expect_dump":
                string dump = runner.Get<Scope>(words.Next()).DebugDump(), part = words.Text();
                Equal(dump.Contains(part, StringComparison.Ordinal) ? part : dump, part);
                break;
            case "expect_counter":
                Counts(runner.Get<Counter>(words.Next()).Stats, words);
                break;
            case "expect_names":
                string path = words.Text().Replace("$TMP", runner.Folder);
                var names = new List<string>();
                while (words.Left > 0)
                {
                    names.Add(words.Text());
                }
                SameSequence(SafeTensors.Names(path), names);
                break;
            default:
                return false;
        }
        words.End(0);
        return true;
    }

    private static void Element(Tensor t, long[] at, string want)
    {
        Item(t.GetDouble(at), Words.ReadNumber(want));
        if (!t.DType.IsDType(DTypeKind.RealFloating) && long.TryParse(want, out long integer))
        {
            Equal(t.GetInt64(at), integer);
        }
    }

    private static void Entry(string path, Words words)
    {
        TensorEntry[] entries = path.EndsWith(".npz", StringComparison.Ordinal) ? Npz.Entries(path) : SafeTensors.Entries(path);
        string name = words.Text();
        TensorEntry entry = entries.Single(one => one.Name == name);
        Equal(entry.StoredAs, words.Text());
        string dtype = words.Peek();
        if (dtype == "none")
        {
            words.Next();
            Equal(entry.DType, null);
        }
        else
        {
            Equal(entry.DType, words.DType());
        }
        SameSequence(entry.Shape, words.Integers());
    }

    private static DTypeKind Kind(string word) => Enum.Parse<DTypeKind>(word.Replace("_", ""), ignoreCase: true);

    private Tensor Tensor(Words words) => runner.Get<Tensor>(words.Next());

    private static void Equal<T>(T found, T wanted)
    {
        if (!EqualityComparer<T>.Default.Equals(found, wanted))
        {
            throw new ScenarioFailure($"{found} was found, {wanted} wanted");
        }
    }

    private static void SameSequence<T>(IEnumerable<T> found, IEnumerable<T> wanted)
    {
        if (!found.SequenceEqual(wanted))
        {
            throw new ScenarioFailure($"[{string.Join(',', found)}] was found, [{string.Join(',', wanted)}] wanted");
        }
    }

    private static void Item(double found, double wanted)
    {
        if (!(found == wanted || (double.IsNaN(found) && double.IsNaN(wanted))))
        {
            throw new ScenarioFailure($"{found:R} was found, {wanted:R} wanted");
        }
    }

    /// <summary>Values as the dtype reads them; int64 does not fit a double, so each type is compared as itself.</summary>
    private static Array Values(DType dtype, Words words) => dtype switch
    {
        DType.F32 => words.List(Words.ReadFloat),
        DType.F64 => words.List(Words.ReadNumber),
        DType.I32 => words.List(Words.Read<int>),
        DType.I64 => words.List(Words.Read<long>),
        DType.U8 => words.List(Words.Read<byte>),
        DType.F16 => words.List(Words.ReadHalf),
        DType.BF16 => Rounded(words.List(Words.ReadFloat)),
        DType.I8 => words.List(Words.Read<sbyte>),
        DType.I16 => words.List(Words.Read<short>),
        DType.U16 => words.List(Words.Read<ushort>),
        DType.U32 => words.List(Words.Read<uint>),
        DType.U64 => words.List(Words.Read<ulong>),
        _ => words.List(word => Words.Read<int>(word) != 0),
    };

    /// <summary>As a tensor of bfloat16 gives them back.</summary>
    private static float[] Rounded(float[] values)
    {
        using Tensor rounded = Tenure.Tensor.Of<float>(DType.BF16, values, values.Length);
        return rounded.ToArray<float>();
    }

    internal static Array Elements(Tensor tensor) => tensor.DType switch
    {
        DType.F32 => tensor.ToArray<float>(),
        DType.F64 => tensor.ToArray<double>(),
        DType.I32 => tensor.ToArray<int>(),
        DType.I64 => tensor.ToArray<long>(),
        DType.U8 => tensor.ToArray<byte>(),
        DType.F16 => tensor.ToArray<Half>(),
        DType.BF16 => tensor.ToArray<float>(),
        DType.I8 => tensor.ToArray<sbyte>(),
        DType.I16 => tensor.ToArray<short>(),
        DType.U16 => tensor.ToArray<ushort>(),
        DType.U32 => tensor.ToArray<uint>(),
        DType.U64 => tensor.ToArray<ulong>(),
        _ => tensor.ToArray<bool>(),
    };

    private static void Close(Tensor tensor, Array wanted, double tolerance)
    {
        Array found = Elements(tensor);
        if (found.Length != wanted.Length)
        {
            throw new ScenarioFailure($"{found.Length} elements were found, {wanted.Length} wanted");
        }
        for (int i = 0; i < found.Length; i++)
        {
            object got = found.GetValue(i)!, want = wanted.GetValue(i)!;
            bool same = got.Equals(want) || (got is float or double or Half && Near(AsDouble(got), AsDouble(want), tolerance));
            if (!same)
            {
                throw new ScenarioFailure($"element {i} is {got}, {want} was wanted: {tensor}");
            }
        }
    }

    /// <summary>Half cannot be converted as others can.</summary>
    private static double AsDouble(object number) => number is Half half ? (double)half : Convert.ToDouble(number);

    private static bool Near(double got, double want, double tolerance) =>
        got == want || (double.IsFinite(want) && Math.Abs(got - want) <= tolerance * Math.Max(1, Math.Abs(want)));

    private static void Same(Tensor a, Tensor b)
    {
        Equal(a.DType, b.DType);
        SameSequence(a.Shape, b.Shape);
        // As bytes: -0 is not 0 here, and a NaN equals itself.
        SameSequence(Bytes(Elements(a)), Bytes(Elements(b)));
    }

    internal static byte[] Bytes(Array elements)
    {
        if (elements is Half[] halves)
        {
            return MemoryMarshal.AsBytes<Half>(halves).ToArray(); // no primitive to BlockCopy
        }
        byte[] bytes = new byte[Buffer.ByteLength(elements)];
        Buffer.BlockCopy(elements, 0, bytes, 0, bytes.Length);
        return bytes;
    }

    private unsafe void Owner(NativeResource resource, string name)
    {
        Scope? wanted = name == "none" ? null : runner.Get<Scope>(name);
        Scope? found = resource.Scope;
        if (found?.Handle != wanted?.Handle)
        {
            throw new ScenarioFailure($"the owner is {found}, {name} was wanted");
        }
        // The wrapper's idea of the owner and the core's are one.
        ulong owner;
        Errors.Check(Native.tenure_scope_owner(resource.Handle, &owner));
        Equal(owner, wanted?.Handle ?? 0);
    }

    private static void ScopeCounts(ScopeStats stats, Words words)
    {
        do
        {
            string key = words.Next();
            long found = key switch
            {
                "members" => stats.Members,
                "tensors" => stats.Tensors,
                "scopes" => stats.Scopes,
                "bytes" => stats.Bytes,
                "peak_tensors" => stats.PeakTensors,
                "peak_bytes" => stats.PeakBytes,
                "limit" => stats.LimitBytes,
                "measured" => stats.Measured ? 1 : 0,
                _ => throw new ScenarioFailure($"{key} is not counted"),
            };
            Count(key, found, words.Integer());
        }
        while (words.Left > 0);
    }

    private static void Members(Scope scope, Words words)
    {
        var wanted = new List<string>();
        while (words.Left > 0)
        {
            wanted.Add(words.Next());
        }
        SameSequence(scope.Members.Select(member => member.Kind), wanted);
    }

    private static void Counts(CounterStats stats, Words words)
    {
        do
        {
            string key = words.Next();
            long found = key switch
            {
                "tensors" => stats.Tensors,
                "bytes" => stats.Bytes,
                "peak_tensors" => stats.PeakTensors,
                "peak_bytes" => stats.PeakBytes,
                "allocations" => stats.Allocations,
                "out_of_memory" => stats.OutOfMemory,
                "backstop_freed" => stats.BackstopFreed,
                _ => throw new ScenarioFailure($"{key} is not counted"),
            };
            Count(key, found, words.Integer());
        }
        while (words.Left > 0);
    }

    private void LiveCounts(Words words)
    {
        MemoryStats now = TestDevice.Stats(), start = runner.Start;
        do
        {
            string key = words.Next();
            long found = key switch
            {
                "handles" => now.LiveHandles - start.LiveHandles,
                "tensors" => now.LiveTensors - start.LiveTensors,
                "scopes" => now.LiveScopes - start.LiveScopes,
                "bytes" => now.LiveBytes - start.LiveBytes,
                "unowned" => now.UnownedBytes - start.UnownedBytes,
                _ => throw new ScenarioFailure($"{key} is not counted"),
            };
            Count(key, found, words.Integer());
        }
        while (words.Left > 0);
    }

    internal static void Count(string key, long found, long wanted)
    {
        if (found != wanted)
        {
            throw new ScenarioFailure($"{key}: {found} found, {wanted} wanted");
        }
    }
}
