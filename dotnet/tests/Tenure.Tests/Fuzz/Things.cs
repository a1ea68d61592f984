using System.Linq.Expressions;
using System.Reflection;
using Tenure.Data;
using Tenure.Models;
using Tenure.Nn;
using Tenure.Onnx;
using Tenure.Optim;
using Tenure.Workspaces;

namespace Tenure.Tests.Fuzz;

/// <summary>Arguments for any public call: right ones, wrong ones, nulls, extremes, things that are closed and handles that are
/// nobody's. Made by one seed, so that a failure can be repeated.</summary>
internal sealed class Things(string folder)
{
    private const int Most = 48;
    private static readonly long[] Numbers = [0, 1, -1, 2, 3, -2, 4, 7, 64, 1000, int.MaxValue, 1L + int.MaxValue, 1L << 40, long.MaxValue, long.MinValue, int.MinValue];
    private static readonly double[] Floats = [0, 1, -1, 0.5, -0.0, 2, 1e-3, 3.7, double.NaN, double.PositiveInfinity, double.NegativeInfinity, 1e308, 5e-324, 9007199254740993];
    private static readonly string[] Texts = ["", "x", "0", "..., 0", ":", "^0", "1:2", "i->i", "ij,jk->ik", "\ud800", "a\0b", "None", "mean", "\ufffd\u00e9", new string('y', 300)];

    private readonly Pool<object> _all = new();

    /// <summary>What a delegate of the fuzzer throws.</summary>
    internal sealed class FailedException : Exception;

    /// <summary>Fresh ones of each kind that calls take.</summary>
    internal void Fill(Random random)
    {
        Tensor[] tensors =
        [
            Tensor.Arange(6.0).Reshape(2, 3), Tensor.Randn(3), Tensor.Randn(3, 3), Tensor.Ones(DType.I64, 2, 3), Tensor.Of<long>([0, 1, 2]),
            Tensor.Of<bool>([true, false, true]), Tensor.Zeros(DType.U8, 0, 3), Tensor.Scalar(2), Tensor.Randn(DType.F64, 4, 4), Tensor.Ones(DType.BF16, 2, 2),
            Tensor.Randn(1, 2, 5, 5), Tensor.Randn(2, 2, 3, 3), Tensor.Arange(24.0).Reshape(2, 3, 4).Transpose(0, 2), Tensor.Ones(1).Expand(3, 3),
            Tensor.Zeros(DType.I8, 2), Tensor.Randn(DType.F16, 3), Tensor.Ones(1, 1, 1, 1, 1, 1, 1, 1), Tensor.Randn(3, 2, 8),
            Tensor.Randn(1, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3),
        ];
        Array.ForEach(tensors, Add);
        Tensor closed = Tensor.Ones(2);
        closed.Dispose();
        Scope gone = Scope.Create();
        Tensor ofGone = gone.Ones(2);
        gone.Dispose();
        Scope scope = Scope.Create(), capped = Scope.Create();
        capped.Cap();
        // Handles of nothing, of another kind, of another process.
        object[] others =
        [
            closed, ofGone, gone, scope, capped, scope.Child("child"), new Tensor(0, null), new Tensor(ulong.MaxValue, null), new Tensor(0x1234_5678_9abc, null),
            new Tensor(scope.Id, null), new Scope(tensors[0].Id, null), new Scope(0x77, null), new Tape(scope.Id, null), Tape.Open(), Tape.Open(), NoGrad.Open(), new NoGrad(scope.Id, null),
            Optimizer.Sgd([Tensor.Ones(2)], 0.1), new Optimizer(tensors[0].Id, null), new Scheduler(tensors[0].Id, null),
            DataLoader.Of([Tensor.Ones(3)], 2), new DataLoader(tensors[0].Id, null), new Table(tensors[0].Id, null), new CsvOptions(), TenureRuntime.Measure(), new Counter(0, null), Workspace.Create(), Workspace.Create("named"),
            new OnnxModel(0, null), new OnnxModel(tensors[0].Id, null), new OnnxRunOptions(0x99, null), OnnxValue.Of(tensors[0]), OnnxValue.Of(["a", "b"]),
            Parameter.Of("p", tensors[0]), TenureRuntime.Snapshot(), new WorkspaceConfig(), new ScopeOptions(), new OnnxOptions(), new Batching(),
            tensors[0].Export<float>(), tensors[6].Export<byte>(),
        ];
        Array.ForEach(others, Add);
        var model = new Linear(3, 3);
        Add(TrainerTests.Made(TrainerTests.Net()));
        Add(new Trainer(tensors[0].Id, null));
        Add(Metric.Accuracy());
        Add(new Metric(tensors[0].Id, null));
        Add(Predictor.Of(model, Translator.Of((Tensor x) => x, y => y)));
        Add(Batcher.Of(model));
        Add(new Batcher(0, null));
        Add(model);
        foreach (Member member in scope.Members)
        {
            Add(member);
        }
        _ = random;
    }

    internal void Add(object thing) => _all.Add(thing);

    /// <summary>Keeps what a call returned, if it is small, and something to call further members on; closes what is not kept.</summary>
    internal void Keep(object? result, Random random)
    {
        foreach (object thing in Parts(result).Distinct(ReferenceEqualityComparer.Instance))
        {
            bool isSmall = thing is not Tensor tensor || (!tensor.IsClosed && IsSmall(tensor));
            if (!isSmall || random.Next(3) != 0)
            {
                Close(thing);
                continue;
            }
            // What is taken out is closed: an export that is forgotten is never freed, by design.
            object? old = random.Next(4) == 0 || _all.All().Count > 3 * Most ? _all.Any(random, taken: true) : null;
            Add(thing);
            if (old is not null)
            {
                Close(old);
            }
        }
    }

    private static bool IsSmall(Tensor tensor)
    {
        try
        {
            return tensor.Size <= 4096;
        }
        catch (ClosedException)
        {
            return false;
        }
    }

    internal void CloseAll(Random random)
    {
        while (_all.Any(random, taken: true) is { } thing)
        {
            Close(thing);
        }
    }

    private static void Close(object thing)
    {
        try
        {
            if (thing is Workspace workspace)
            {
                workspace.Destroy();
            }
            (thing as IDisposable)?.Dispose();
        }
        catch (Exception error) when (Refusals.IsOne(error))
        {
            // What a scope was given may fail.
        }
    }

    /// <summary>The resources in a result, and what else has members of its own.</summary>
    internal static IEnumerable<object> Parts(object? result) => result switch
    {
        null or string => [],
        Task task => task.GetType().GetProperty("Result")?.GetValue(task) is { } value ? Parts(value) : [],
        NativeResource or TensorMemory<float> or TensorMemory<byte> or Member or IDisposable => [result],
        System.Runtime.CompilerServices.ITuple tuple => Enumerable.Range(0, tuple.Length).SelectMany(i => Parts(tuple[i])),
        System.Collections.IDictionary map => map.Values.Cast<object>().SelectMany(Parts),
        Tensor[] tensors => tensors,
        IEnumerable<KeyValuePair<string, Tensor>> map => map.Select(entry => entry.Value),
        IEnumerable<object> sequence => sequence.Take(100).SelectMany(Parts),
        _ => [],
    };

    internal object? Of(Type type, string name, Random random)
    {
        if (Nullable.GetUnderlyingType(type) is { } inner)
        {
            return random.Next(3) == 0 ? null : Of(inner, name, random);
        }
        if (Simple(type, name, random, out object? simple))
        {
            return simple;
        }
        if (!type.IsValueType && random.Next(14) == 0)
        {
            return null;
        }
        if (type.IsArray && type.GetArrayRank() > 1)
        {
            return Array.CreateInstance(type.GetElementType()!, [.. Enumerable.Range(0, type.GetArrayRank()).Select(_ => random.Next(3))]);
        }
        if (type.IsArray)
        {
            return List(type.GetElementType()!, name, random);
        }
        if (typeof(Delegate).IsAssignableFrom(type))
        {
            return type.ContainsGenericParameters ? null : Function(type, random);
        }
        if (type.IsGenericType && type.IsInterface)
        {
            return Listed(type, name, random);
        }
        if (Some(type, random) is { } known)
        {
            return known;
        }
        return type == typeof(object) ? Some(typeof(Tensor), random)
            : type == typeof(IDisposable) || type == typeof(MemoryStream) ? new MemoryStream()
            : type == typeof(NativeResource) ? Some(typeof(Tensor), random)
            : type.IsValueType || type.GetConstructor(Type.EmptyTypes) is not null ? Built(type, random)
            : null;
    }

    private object? Some(Type type, Random random)
    {
        for (int i = 0; i < 400; i++)
        {
            if (_all.Any(random) is { } thing && type.IsInstanceOfType(thing))
            {
                // Tensors are asked for mostly: any kind of them now and then, as a rule not a parameter.
                return thing;
            }
        }
        return null;
    }

    private bool Simple(Type type, string name, Random random, out object? value)
    {
        value = null;
        if (type.IsEnum)
        {
            Array all = Enum.GetValues(type);
            value = random.Next(8) == 0 ? Enum.ToObject(type, Any(Numbers, random) is >= int.MinValue and <= int.MaxValue and var code ? (int)code : 99) : all.GetValue(random.Next(all.Length));
        }
        else if (type == typeof(string))
        {
            value = random.Next(14) == 0 ? null : name.Contains("path", StringComparison.OrdinalIgnoreCase) || name == "value" ? APath(random) : Any(Texts, random);
        }
        else
        {
            value = Type.GetTypeCode(type) switch
            {
                TypeCode.Int64 => (object)(random.Next(4) == 0 ? Any(Numbers, random) : random.Next(-2, 5)),
                TypeCode.Int32 => random.Next(4) == 0 ? unchecked((int)Any(Numbers, random)) : random.Next(-2, 5),
                TypeCode.UInt64 => (ulong)random.NextInt64(),
                TypeCode.Double => random.Next(3) == 0 ? Any(Floats, random) : random.NextDouble(),
                TypeCode.Single => (float)Any(Floats, random),
                TypeCode.Boolean => random.Next(2) == 0,
                TypeCode.Byte => (byte)random.Next(256),
                TypeCode.Char => (char)random.Next(65536),
                _ => Other(type, random),
            };
            value = value is null ? null : type.IsPrimitive && value is not nint ? Convert.ChangeType(value, type, null) : value;
            return value is not null || type == typeof(TaskScheduler);
        }
        return true;
    }

    private static object? Other(Type type, Random random)
    {
        Dictionary<Type, Func<object>> makers = new()
        {
            // An address that is nothing's ends the process, as FromDlpack says.
            [typeof(nint)] = () => (nint)0,
            [typeof(Device)] = () => new Device(random.Next(6) == 0 ? unchecked((int)Any(Numbers, random)) : 0),
            [typeof(TimeSpan)] = () => TimeSpan.FromTicks(random.Next(-1, 3)),
            [typeof(Index)] = () => new Index(random.Next(5), random.Next(2) == 0),
            [typeof(Range)] = () => new Range(random.Next(3), Index.FromEnd(random.Next(3))),
            [typeof(CancellationToken)] = () => new CancellationToken(random.Next(4) == 0),
            [typeof(TensorIndex)] = () => AnIndex(random),
            [typeof(Type)] = () => typeof(Things),
            [typeof(Assembly)] = () => typeof(Things).Assembly,
        };
        return makers.TryGetValue(type, out Func<object>? make) ? make() : null;
    }

    private static TensorIndex AnIndex(Random random) => random.Next(6) switch
    {
        0 => (TensorIndex)Any(Numbers, random),
        1 => (TensorIndex)new Index(random.Next(4), random.Next(2) == 0),
        2 => (TensorIndex)new Range(random.Next(3), Index.FromEnd(random.Next(3))),
        3 => TensorIndex.Ellipsis,
        4 => TensorIndex.NewAxis,
        _ => (TensorIndex)random.Next(-2, 3),
    };

    private string APath(Random random) => random.Next(6) switch
    {
        0 => Path.Combine(folder, "none", "x.npy"),
        1 => folder,
        2 => Any(["", "a\0b", "\ud800"], random),
        _ => Path.Combine(folder, $"{random.Next(4)}"),
    };

    private Array List(Type element, string name, Random random)
    {
        var list = Array.CreateInstance(element, random.Next(5) == 0 ? 0 : random.Next(1, 4));
        for (int i = 0; i < list.Length; i++)
        {
            list.SetValue(Of(element, name, random), i);
        }
        return list;
    }

    private object? Listed(Type type, string name, Random random)
    {
        Type[] of = type.GetGenericArguments();
        if (of is [_] && type.IsAssignableFrom(of[0].MakeArrayType()))
        {
            return List(of[0], name, random);
        }
        if (of is [var key, var value] && key == typeof(string) && type.Name.Contains("Dictionary"))
        {
            var map = (System.Collections.IDictionary)Activator.CreateInstance(typeof(Dictionary<,>).MakeGenericType(of))!;
            for (int i = random.Next(3); i > 0; i--)
            {
                map[Any(Texts, random)] = Of(value, name, random);
            }
            return map;
        }
        return type == typeof(ITranslator<Tensor, Tensor>) ? Translator.Of((Tensor x) => x, y => y) : null;
    }

    /// <summary>A value type or a record, some of whose properties are set.</summary>
    private object? Built(Type type, Random random)
    {
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>))
        {
            Type[] of = type.GetGenericArguments();
            return Activator.CreateInstance(type, Of(of[0], "key", random), Of(of[1], "value", random));
        }
        object made = Activator.CreateInstance(type)!;
        foreach (PropertyInfo property in type.GetProperties().Where(property => property.SetMethod is { IsPublic: true }))
        {
            if (type.Assembly == typeof(Tensor).Assembly && random.Next(4) == 0)
            {
                property.SetMethod!.Invoke(made, BindingFlags.DoNotWrapExceptions, null, [Of(property.PropertyType, property.Name, random)], null);
            }
        }
        return made;
    }

    /// <summary>A function that gives something of the right type, or throws.</summary>
    private Delegate Function(Type type, Random random)
    {
        MethodInfo invoke = type.GetMethod("Invoke")!;
        ParameterExpression[] parameters = [.. invoke.GetParameters().Select(parameter => Expression.Parameter(parameter.ParameterType))];
        Type result = invoke.ReturnType;
        if (random.Next(6) == 0)
        {
            return Expression.Lambda(type, Expression.Throw(Expression.New(typeof(FailedException)), result), parameters).Compile();
        }
        if (result == typeof(void))
        {
            return Expression.Lambda(type, Expression.Empty(), parameters).Compile();
        }
        var seed = new Random(random.Next());
        Func<object?> give = () => Given(result, seed);
        return Expression.Lambda(type, Expression.Convert(Expression.Invoke(Expression.Constant(give)), result), parameters).Compile();
    }

    private object? Given(Type type, Random random)
    {
        if (type == typeof(Task))
        {
            return Task.CompletedTask;
        }
        if (type == typeof(ValueTask))
        {
            return default(ValueTask);
        }
        if (type.IsGenericType && type.GetGenericTypeDefinition() is var definition && (definition == typeof(Task<>) || definition == typeof(ValueTask<>)))
        {
            Type of = type.GetGenericArguments()[0];
            object task = typeof(Task).GetMethod(nameof(Task.FromResult))!.MakeGenericMethod(of).Invoke(null, [Of(of, "result", random)])!;
            return definition == typeof(Task<>) ? task : Activator.CreateInstance(type, task);
        }
        return Of(type, "result", random) ?? (type.IsValueType ? Activator.CreateInstance(type) : null);
    }

    private static T Any<T>(T[] of, Random random) => of[random.Next(of.Length)];
}
