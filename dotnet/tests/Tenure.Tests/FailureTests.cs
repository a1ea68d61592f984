using Tenure.Optim;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>A call that fails changes nothing: no handle, no byte, no owner.</summary>
public sealed class FailureTests : Balanced
{
    private static readonly int Times = TestDevice.Rounds(200);
    private static readonly int Elements = TestDevice.IsElsewhere ? 1 << 12 : 1 << 18; // 1 MiB
    private const string Foreign = "own what is not native";

    /// <summary>What a scope that takes nothing more must refuse, given that scope, a member of it and a tensor from elsewhere.</summary>
    public static TheoryData<string> Creations => [.. s_creations.Keys];

    private static readonly Dictionary<string, Action<Scope, Tensor>> s_creations = new()
    {
        ["zeros"] = (scope, _) => scope.Zeros(Elements),
        ["full"] = (scope, _) => scope.Full(3, Elements),
        ["random"] = (scope, _) => scope.Randn(1 << 12),
        ["copy"] = (scope, _) => scope.Of(new float[Elements]),
        ["attach"] = (scope, tensor) => scope.Attach(tensor),
        ["own"] = (scope, tensor) => scope.Own(tensor),
        [Foreign] = (scope, _) => scope.Own(new MemoryStream()),
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
        RefusesAndNothingIsLeft<ScopeException>(closed, name, Status.ScopeClosed, Times);
        RefusesAndNothingIsLeft<ScopeException>(neverUsed, name, Status.ScopeClosed, Times);
    }

    [Theory]
    [MemberData(nameof(Creations))]
    public void ACappedScopeRefusesAndNothingIsLeft(string name)
    {
        using Scope capped = Scope.Create();
        Tensor before = capped.Full(1, 2);
        capped.Cap();
        RefusesAndNothingIsLeft<ScopeException>(capped, name, Status.ScopeCapped, Times);
        Assert.Equal(1L, capped.Stats.Members);
        // Children stay allowed, and what is here already goes on.
        using Scope child = capped.Child();
        Assert.Equal(4, child.Run(() => before.Add(1).Sum()).Item());
        capped.Uncap();
        s_creations[name](capped, Tensor.Ones(2));
    }

    [Theory]
    [MemberData(nameof(Creations))]
    public void ALimitedScopeRefusesAndNothingIsLeft(string name)
    {
        using Scope limited = Scope.Create(null, new ScopeOptions { Name = "tight", Limit = 1000 });
        limited.Full(1, 2);
        // A refusal of memory asks the collector first, which takes a while.
        if (name != Foreign)
        {
            RefusesAndNothingIsLeft<NativeMemoryException>(limited, name, Status.LimitExceeded, 3);
        }
        Assert.Equal((1L, 8L), (limited.Stats.Members, limited.Stats.Bytes));
    }

    private static void RefusesAndNothingIsLeft<T>(Scope scope, string name, Status status, int times) where T : Exception
    {
        using Scope home = Scope.Create();
        Tensor tensor = home.Full(3, Elements);
        (long handles, long bytes) = Held();
        for (int i = 0; i < times; i++)
        {
            T error = Assert.Throws<T>(() => s_creations[name](scope, tensor));
            Assert.Equal(status, ((error as ScopeException)?.Status ?? (error as NativeMemoryException)?.Status)!.Value);
            Assert.Contains(scope.Name is null ? "" : $"'{scope.Name}'", error.Message);
        }
        Assert.Equal((handles, bytes), Held());
        Assert.Same(home, tensor.Scope);
        Assert.Equal(1L, home.Stats.Members);
        Assert.Equal(3.0 * Elements, tensor.Sum().Item());
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
        ["data"] = (_, _) => Tensor.Of(new float[Elements], 2, 3),
        ["file"] = (_, _) => Tensor.LoadNpy("/nowhere/at/all.npy"),
        ["in place"] = (a, b) => a.AddInPlace(b),
        ["closed operand"] = (a, _) =>
        {
            Tensor gone = a.Alias();
            gone.Dispose();
            a.Add(gone);
        },
        ["optimizer"] = (a, b) => Optimizer.Sgd([a, b], -1),
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
        Tensor a = Tensor.Ones(Elements), b = Tensor.Ones(Elements / 2);
        ScopeStats before = scope.Stats;
        (long handles, long bytes) = Held();
        for (int i = 0; i < Times; i++)
        {
            Assert.ThrowsAny<Exception>(() => s_operations[name](a, b));
        }
        Assert.Equal((handles, bytes, before), (Held().Handles, Held().Bytes, scope.Stats));
        Assert.Equal(Elements * 1.5, a.Sum().Item() + b.Sum().Item());
    }

    [Fact]
    public void RefusedMemoryLeavesNothing()
    {
        using Scope scope = Scope.Open();
        Tensor a = Tensor.Ones(Elements);
        ScopeStats before = scope.Stats;
        TestDevice.SetMemoryLimit(TestDevice.Stats().LiveBytes + (Elements / 4));
        try
        {
            (long handles, long bytes) = Held();
            for (int i = 0; i < 5; i++)
            {
                Assert.Throws<NativeMemoryException>(() => a.Add(1));
                Assert.Throws<NativeMemoryException>(() => Tensor.Zeros(Elements));
                Assert.Throws<NativeMemoryException>(() => Tensor.Of(new float[Elements]));
                Assert.Throws<NativeMemoryException>(() => Tensor.Concat([a, a]));
            }
            Assert.Equal((handles, bytes, before), (Held().Handles, Held().Bytes, scope.Stats));
        }
        finally
        {
            TestDevice.SetMemoryLimit(0);
        }
        Assert.Equal(Elements, a.Sum().Item());
    }

    private static (long Handles, long Bytes) Held() => (TestDevice.Stats().LiveHandles, TestDevice.Stats().LiveBytes);
}
