using Xunit;

namespace Tenure.Tests;

/// <summary>A call that fails changes nothing: no handle, no byte, no owner.</summary>
public sealed class FailureTests : Balanced
{
    private const int Times = 200;
    private const int MiB = 1 << 18;

    /// <summary>What a scope that takes nothing more must refuse, given that scope, a member of it and a tensor from elsewhere.</summary>
    public static TheoryData<string> Creations => [.. s_creations.Keys];

    private static readonly Dictionary<string, Action<Scope, Tensor>> s_creations = new()
    {
        ["zeros"] = (scope, _) => scope.Zeros(MiB),
        ["full"] = (scope, _) => scope.Full(3, MiB),
        ["random"] = (scope, _) => scope.Randn(MiB / 64),
        ["copy"] = (scope, _) => scope.From(new float[MiB]),
        ["attach"] = (scope, tensor) => scope.Attach(tensor),
        ["own"] = (scope, tensor) => scope.Own(tensor),
        ["own another's"] = (scope, _) => scope.Own(new MemoryStream()),
    };

    [Theory]
    [MemberData(nameof(Creations))]
    public void AClosedScopeRefusesAndNothingIsLeft(string name)
    {
        var closed = Scope.Create();
        closed.Full(1, 2);
        closed.Close();
        var neverUsed = Scope.Create();
        neverUsed.Close();
        using Scope home = Scope.Create();
        Tensor tensor = home.Full(3, 2);
        (ulong handles, ulong bytes) = Held();
        for (int i = 0; i < Times; i++)
        {
            Assert.Equal(Status.ScopeClosed, Assert.Throws<ScopeException>(() => s_creations[name](closed, tensor)).Status);
            Assert.Equal(Status.ScopeClosed, Assert.Throws<ScopeException>(() => s_creations[name](neverUsed, tensor)).Status);
        }
        Assert.Equal((handles, bytes), Held());
        Assert.Same(home, tensor.Owner);
        Assert.Equal(1UL, home.Stats.Members);
        Assert.Equal(6, tensor.ToArray<float>().Sum());
    }

    /// <summary>Operations that cannot be done, on tensors of 1 MiB.</summary>
    public static TheoryData<string> Operations => [.. s_operations.Keys];

    private static readonly Dictionary<string, Action<Tensor, Tensor>> s_operations = new()
    {
        ["shapes"] = (a, b) => a.Add(b),
        ["product"] = (a, b) => a.MatMul(b),
        ["view"] = (a, _) => a.Reshape(3, 5),
        ["axis"] = (a, _) => a.Sum(7),
        ["list"] = (a, b) => Tensor.Stack([a, b]),
        ["data"] = (_, _) => Tensor.From(new float[MiB], 2, 3),
        ["file"] = (_, _) => Tensor.LoadNpy("/nowhere/at/all.npy"),
        ["in place"] = (a, b) => a.AddInPlace(b),
        ["closed operand"] = (a, _) =>
        {
            Tensor gone = a.Alias();
            gone.Dispose();
            a.Add(gone);
        },
        ["optimizer"] = (a, b) => Sgd.Create([a, b], -1),
        ["gradient"] = (a, _) =>
        {
            using Tape tape = Tape.Open();
            using Tensor watched = tape.Watch(a);
            using Tensor twice = watched.Mul(2);
            // No scalar.
            tape.Backward(twice, watched);
        },
    };

    [Theory]
    [MemberData(nameof(Operations))]
    public void AFailedOperationLeavesNothing(string name)
    {
        using Scope scope = Scope.Open();
        Tensor a = Tensor.Ones(MiB), b = Tensor.Ones(MiB / 2);
        ScopeStats before = scope.Stats;
        (ulong handles, ulong bytes) = Held();
        for (int i = 0; i < Times; i++)
        {
            Assert.ThrowsAny<Exception>(() => s_operations[name](a, b));
        }
        Assert.Equal((handles, bytes, before), (Held().Handles, Held().Bytes, scope.Stats));
        Assert.Equal(MiB * 1.5, a.Sum().Item() + b.Sum().Item());
    }

    [Fact]
    public void RefusedMemoryLeavesNothing()
    {
        using Scope scope = Scope.Open();
        Tensor a = Tensor.Ones(MiB);
        ScopeStats before = scope.Stats;
        TenureRuntime.SetMemoryLimit(TenureRuntime.Stats().LiveBytes + (1 << 16));
        try
        {
            (ulong handles, ulong bytes) = Held();
            for (int i = 0; i < 5; i++)
            {
                Assert.Throws<NativeMemoryException>(() => a.Add(1));
                Assert.Throws<NativeMemoryException>(() => Tensor.Zeros(MiB));
                Assert.Throws<NativeMemoryException>(() => Tensor.From(new float[MiB]));
                Assert.Throws<NativeMemoryException>(() => Tensor.Concat([a, a]));
            }
            Assert.Equal((handles, bytes, before), (Held().Handles, Held().Bytes, scope.Stats));
        }
        finally
        {
            TenureRuntime.SetMemoryLimit(0);
        }
        Assert.Equal(MiB, a.Sum().Item());
    }

    private static (ulong Handles, ulong Bytes) Held() => (TenureRuntime.Stats().LiveHandles, TenureRuntime.Stats().LiveBytes);
}
