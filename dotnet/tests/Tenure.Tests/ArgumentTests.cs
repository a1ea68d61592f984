using System.Reflection;
using Tenure.Models;
using Tenure.Onnx;
using Tenure.Optim;
using Tenure.Workspaces;
using Xunit;

namespace Tenure.Tests;

/// <summary>What users of .NET expect of arguments: null is named as the parameter is, int is a shape, a list is a list.</summary>
public sealed class ArgumentTests : Balanced
{
    /// <summary>What a parameter of a type may be, where it is not the one that is null.</summary>
    private static object? Sample(Type type, Scope scope)
    {
        if (type.IsAssignableFrom(typeof(Tensor)))
        {
            return scope.Ones(1);
        }
        return type == typeof(string) ? "x"
            : type.IsAssignableFrom(typeof(Scope)) ? scope
            : type == typeof(IEnumerable<Tensor>) ? new[] { scope.Ones(1) }
            : type == typeof(WorkspaceConfig) ? new WorkspaceConfig()
            : type == typeof(ScopeOptions) ? new ScopeOptions()
            : type == typeof(OnnxModel) ? new OnnxModel(0, null)
            : type == typeof(OnnxValue) ? new OnnxValue(0, null)
            : type == typeof(Batcher) ? new Batcher(0, null)
            : type == typeof(int[]) ? new[] { 1 }
            : type.IsValueType ? Activator.CreateInstance(type)
            : null;
    }

    [Fact]
    public void ANullArgumentIsNamedAsItsParameterIs()
    {
        using Scope scope = Scope.Create();
        using Tape tape = Tape.Open();
        object[] receivers = [scope.Ones(1), scope.Child(), tape, Workspace.Create(parent: scope), TenureRuntime.Snapshot()];
        var nullability = new NullabilityInfoContext();
        var wrong = new List<string>();
        int asked = 0;
        const BindingFlags Own = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
        IEnumerable<MethodInfo> methods = typeof(Tensor).Assembly.GetExportedTypes().SelectMany(type => type.GetMethods(Own))
            .Where(method => !method.IsSpecialName || method.Name.StartsWith("op_"))
            .Where(method => !method.DeclaringType!.IsGenericTypeDefinition && method.Name is not ("Equals" or "BeginInvoke" or "EndInvoke" or "PrintMembers"))
            .Where(method => method.GetParameters().All(parameter => !parameter.ParameterType.IsByRefLike));
        foreach (MethodInfo open in methods)
        {
            MethodInfo method = open.IsGenericMethodDefinition ? Closed(open) : open;
            object? receiver = method.IsStatic ? null : receivers.FirstOrDefault(method.DeclaringType!.IsInstanceOfType);
            ParameterInfo[] parameters = method.GetParameters();
            for (int i = 0; (method.IsStatic || receiver is not null) && i < parameters.Length; i++)
            {
                if (parameters[i].ParameterType.IsValueType || nullability.Create(open.GetParameters()[i]).WriteState != NullabilityState.NotNull)
                {
                    continue;
                }
                object?[] arguments = [.. parameters.Select((parameter, at) => at < i ? Filled(parameter.ParameterType) : null)];
                asked++;
                Exception? error = Record.Exception(() => method.Invoke(receiver, arguments))?.InnerException;
                if (error is not ArgumentNullException named || named.ParamName != parameters[i].Name)
                {
                    wrong.Add($"{method.DeclaringType!.Name}.{method.Name}({parameters[i].Name}): {error?.GetType().Name} {(error as ArgumentException)?.ParamName}");
                }
            }
        }
        Assert.True(asked > 100, $"{asked}");
        Assert.True(wrong.Count == 0, string.Join("\n", wrong));

        object? Filled(Type type) => typeof(Delegate).IsAssignableFrom(type) ? Ignoring(type)
            : type == typeof(Type) ? typeof(ArgumentTests)
            : type == typeof(Tenure.Nn.Module) ? new Tenure.Nn.Linear(2, 2)
            : type == typeof(Optimizer) ? Optimizer.Sgd([Tensor.Ones(2)], 0.5)
            : Sample(type, scope);
    }

    /// <summary>A delegate of the type that returns nothing worth having.</summary>
    private static Delegate Ignoring(Type type)
    {
        MethodInfo invoke = type.GetMethod("Invoke")!;
        System.Linq.Expressions.ParameterExpression[] parameters =
            [.. invoke.GetParameters().Select(parameter => System.Linq.Expressions.Expression.Parameter(parameter.ParameterType))];
        return System.Linq.Expressions.Expression.Lambda(
            type, System.Linq.Expressions.Expression.Default(invoke.ReturnType), parameters).Compile();
    }

    private static bool IsNumber(Type argument) => argument.GetGenericParameterConstraints().Any(
        constraint => constraint.IsGenericType && constraint.GetGenericTypeDefinition() == typeof(System.Numerics.INumberBase<>));

    private static MethodInfo Closed(MethodInfo open) => open.MakeGenericMethod(Array.ConvertAll(
        open.GetGenericArguments(),
        argument => argument.GenericParameterAttributes.HasFlag(GenericParameterAttributes.NotNullableValueTypeConstraint) || IsNumber(argument)
            ? typeof(float)
            : argument.GetGenericParameterConstraints() is [var constraint, ..] && constraint == typeof(NativeResource) ? typeof(Tensor)
            : argument.GetGenericParameterConstraints() is [var module] && module == typeof(Tenure.Nn.Module) ? typeof(Tenure.Nn.Module)
            : argument.GetGenericParameterConstraints().Length > 0 ? typeof(Tensor) : typeof(object)));

    [Fact]
    public void AListOfTensorsIsTakenAsItIs()
    {
        using Scope scope = Scope.Open();
        List<Tensor> tensors = [Tensor.Ones(2), Tensor.Zeros(2)];
        Assert.Equal([1f, 1, 0, 0], Tensor.Concat(tensors).ToArray<float>());
        Assert.Equal([2L, 2], Tensor.Stack(tensors.Where(_ => true)).Shape);
        Assert.Equal([2L, 2], Tensor.Stack([.. tensors]).Shape);
        Assert.Equal([4L], Tensor.Concat(tensors.ToArray()).Shape);
        Tape tape = Tape.Open();
        List<Tensor> watched = [.. tensors.Select(tape.Watch)];
        Tensor loss = watched[0].Mul(watched[1]).Sum();
        Tensor[] gradients = tape.Backward(loss, watched);
        Assert.Equal([0f, 0, 1, 1], Tensor.Concat(gradients).ToArray<float>());
        Optimizer sgd = Optimizer.Sgd(tensors, 0.5);
        sgd.Step(gradients.ToList());
        Assert.Equal([1f, 1, -0.5f, -0.5f], Tensor.Concat(tensors).ToArray<float>());
        Assert.Equal("tensors[1]", Assert.Throws<ArgumentNullException>(() => Tensor.Stack(new List<Tensor> { tensors[0], null! })).ParamName);
    }

    [Fact]
    public void ShapesAreArraysOfIntToo()
    {
        using Scope scope = Scope.Open();
        int[] shape = [2, 3];
        foreach (Tensor tensor in new[]
        {
            Tensor.Zeros(shape), Tensor.Ones(shape, DType.I64), Tensor.Empty(shape), Tensor.Rand(shape), Tensor.Randn(shape, device: Device.Cpu),
            scope.Zeros(shape), scope.Ones(shape), scope.Empty(shape), scope.Rand(shape), scope.Randn(shape), Tensor.Full(shape, 7), scope.Full(shape, 7),
            Tensor.Arange(6.0).Reshape(shape), Tensor.Ones(1, 3).Expand(shape), Tensor.Ones(3, 2).Permute(new[] { 1, 0 }),
        })
        {
            Assert.Equal([2L, 3], tensor.Shape);
        }
        Assert.Equal([2L, 3], Tensor.Zeros([2, 3]).Shape);
        Assert.Equal([3L, 2], Tensor.Arange(6.0).Reshape([3, 2]).Shape);
    }

    [Fact]
    public void FullTakesTheShapeFirstAsNumPyDoes()
    {
        using Scope scope = Scope.Open();
        Assert.Equal([7f, 7, 7], Tensor.Full([3], 7).ToArray<float>());
        Assert.Equal([7L, 7], scope.Full([2], 7, DType.I64).ToArray<long>());
        Assert.Equal([3L], Tensor.Full(2, 3).Shape);
    }

    [Fact]
    public void MembersAreMatchedByTheirIds()
    {
        using Scope scope = Scope.Open();
        Tensor a = Tensor.Ones(1), b = Tensor.Ones(1);
        Scope child = scope.Child();
        Assert.Equal([a.Id, b.Id, child.Id], scope.Members.Select(member => member.Id));
        ulong gone = a.Id;
        a.Dispose();
        Assert.Equal(gone, a.Id);
        Assert.DoesNotContain(gone, scope.Members.Select(member => member.Id));
    }

    [Fact]
    public void AListThatStandsLastMayBeGivenAsSeparateValues()
    {
        using Scope scope = Scope.Open();
        Tensor a = Tensor.Ones(2, 2), b = Tensor.Ones(2, 2);
        Assert.Equal(8, Tensor.Einsum("ij,jk->", a, b).Item());
        Assert.Equal([1L, 2], Tensor.Ones(1, 8).AdaptiveAvgPool1d(2).Shape);
        Assert.Equal([1L, 2, 3], Tensor.Ones(1, 8, 9).AdaptiveMaxPool2d(2, 3).Shape);
        Assert.Equal(2, Tensor.BroadcastTensors(a, b).Length);
        Assert.Equal([8L], Tensor.ConcatFlat(a, b).Shape);
        Assert.Equal([2L, 1, 2], a.Unflatten(1, 1, 2).Shape);
    }

    [Fact]
    public void ANegativeLimitIsRefusedWhereItIsWritten()
    {
        Assert.Equal("a limit of -1 bytes is negative", Assert.Throws<InvalidArgumentException>(() => new ScopeOptions { Limit = -1 }).Message);
        Assert.Throws<InvalidArgumentException>(() => new ScopeOptions() with { Limit = long.MinValue });
    }

    [Fact]
    public void AnExportIsDisposedByItsName()
    {
        using Tensor tensor = Tensor.Ones(2);
        TensorMemory<float> export = tensor.Export<float>();
        export.Dispose();
        export.Dispose();
        Assert.Throws<ClosedException>(() => export.GetSpan().Length);
    }

    [Fact]
    public void NullAmongTensorsIsNamedByItsIndex()
    {
        using Scope scope = Scope.Open();
        Tensor one = Tensor.Ones(1);
        Assert.Equal("tensors[0]", Named(() => Tensor.BroadcastTensors([null!, one])));
        Assert.Equal("tensors[1]", Named(() => Tensor.BroadcastTensors([one, null!])));
        Assert.Equal("tensors[0]", Named(() => Tensor.Meshgrid([null!])));
        Assert.Equal("tensors[0]", Named(() => Tensor.Einsum("i->", [null!])));
        Assert.Equal("tensors[0]", Named(() => Tensor.Concat([null!, one], 0)));
        Assert.Equal("indices[0]", Named(() => one.Index([null!])));
        Assert.Equal("parameters[0]", Named(() => Optimizer.Sgd([null!], 0.1)));
        Assert.Equal("watched[1]", Named(() => Tape.Open().Backward(one, one, null!)));
        Assert.Equal("values[0]", NamedOf(() => SafeTensors.Save("x", [KeyValuePair.Create("a", (Tensor)null!)])));

        static string? Named(Func<object> body) => Assert.Throws<ArgumentNullException>(() => body()).ParamName;
        static string? NamedOf(Action body) => Assert.Throws<ArgumentNullException>(body).ParamName;
    }

    [Fact]
    public void MoreElementsThanAnArrayHoldsAreRefused()
    {
        using Scope scope = Scope.Open();
        Tensor huge = Tensor.Zeros(DType.U8, 1).Expand(1L << 31);
        Assert.Equal("shape [2147483648] has 2147483648 elements, an array at most 2147483591", Refused(() => huge.ToArray<byte>()));
        Assert.Equal("shape [65536,65536] has 4294967296 elements, an array at most 2147483591", Refused(() => Tensor.Zeros(DType.U8, 1, 1).Expand(1 << 16, 1 << 16).ToArray2D<byte>()));
        Refused(() => Tensor.Zeros(DType.U8, 1, 1).Expand(1, 1L << 33).ToArray2D<byte>());
        Refused(() => Tensor.Zeros(DType.U8, 0, 1).Expand(0, 1L << 33).ToArray2D<byte>());
        Refused(() => Tensor.Zeros(DType.U8, 1, 0, 1).Expand(1L << 32, 0, 1L << 31).ToArray3D<byte>());
        Refused(() => Tensor.Zeros(DType.U8, 1, 1, 0, 1).Expand(1, 1, 0, 1L << 31).ToArray4D<byte>());

        static string Refused(Func<object> body) => Assert.ThrowsAny<InvalidArgumentException>(() => body()).Message;
    }

    [Fact]
    public void ATypeWithoutAnElementTypeIsADTypeMismatch()
    {
        using Scope scope = Scope.Open();
        Tensor one = Tensor.Ones(1);
        foreach (Action call in new Action[]
        {
            () => DTypes.Of<decimal>(), () => Tensor.Of<char>(['a']), () => scope.Of<Guid>([default]), () => one.ToArray<DateTime>(),
            () => one.View<nint>().Dispose(), () => one.Export<char>(), () => one.Read<char>(_ => { }), () => one.CopyTo<char>(new char[1]),
        })
        {
            Assert.Contains("is not an element type", Assert.Throws<DTypeMismatchException>(call).Message);
        }
    }

    [Fact]
    public void LengthsAreCountedInElements()
    {
        using Tensor tensor = Tensor.Zeros(2, 3);
        Assert.Equal("shape [2,3] has 6 elements, the destination 5", Assert.Throws<ShapeMismatchException>(() => tensor.CopyTo<float>(new float[5])).Message);
        Assert.Equal("shape [2,3] has 6 elements, the source 7", Assert.Throws<ShapeMismatchException>(() => tensor.CopyFrom<float>(new float[7])).Message);
    }
}
