using System.Runtime.CompilerServices;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>Moving between owners keeps the type of what is moved, and its wrapper and the core agree.</summary>
public sealed class MoveTests : Balanced
{
    [Fact]
    public void AParameterStaysAParameter()
    {
        using Scope model = Scope.Open("model");
        using Scope other = Scope.Create();
        Parameter weight = Scope.Using(() => Parameter.Of("weight", Tensor.Ones(2, 3)));
        Parameter moved = weight.MoveTo(other).MoveToOuterScope().Attach(model).DetachFromScope().Named("w");
        moved = other.TempAttach(model.Keep(model.Attach(moved)));
        moved = other.Ret(moved);
        Assert.Same(weight, moved);
        Assert.Equal("w", weight.Name);
        Assert.IsType<Tensor>(weight.MatMul(Tensor.Ones(3, 1)));
        Assert.Contains("'w'", TenureRuntime.DebugDump());
        weight.Dispose();
        Assert.True(weight.IsClosed);
    }

    [Fact]
    public void AParameterHasAnOwnerOfItsOwnOnSharedStorage()
    {
        using Scope scope = Scope.Create();
        Tensor initial = scope.Ones(2);
        Parameter parameter = Parameter.Of("p", initial);
        Assert.Same(scope, parameter.Scope);
        initial.Dispose();
        Assert.Equal([1f, 1f], parameter.ToArray<float>());
        Assert.Throws<ClosedException>(() => Parameter.Of("q", initial));
        Assert.Equal(1, Tensors);
    }

    [Fact]
    public void AScopeKeepsAndDetachesNothingOfAnothers()
    {
        using Scope outer = Scope.Open("outer");
        Tensor t = Tensor.Ones(1);
        using Scope inner = Scope.Open("inner");
        Scope lowest = inner.Child();
        string said = Assert.Throws<InvalidArgumentException>(() => inner.Keep(t)).Message;
        Assert.StartsWith("the tensor belongs to 'outer', not to 'inner' or a scope below that", said);
        Assert.Throws<InvalidArgumentException>(() => inner.Detach(t));
        Assert.Same(outer, t.Scope);
        Assert.Same(inner, inner.Keep(lowest.Ones(1)).Scope);
        using Tensor alone = inner.Detach(lowest.Ones(1));
        Assert.Null(alone.Scope);
        Assert.Null(inner.Keep(alone).Scope); // nobody's, and stays so
        t.Dispose();
        Assert.Throws<ClosedException>(() => inner.Keep(t));
        Assert.Throws<ArgumentNullException>(() => inner.Detach<Tensor>(null!));
    }

    [Fact]
    public void RetGoesBesideTheScope()
    {
        using Scope outer = Scope.Create();
        Scope inner = outer.Child();
        Tensor tensor = inner.Child().Ones(2);
        Assert.Same(tensor, inner.Ret(tensor));
        Assert.Same(outer, tensor.Scope);
        Assert.Null(outer.Ret(tensor).Scope);
        tensor.Dispose();
    }

    [Fact]
    public void ACappedScopeRefusesAndNothingChanges()
    {
        using Scope home = Scope.Create();
        using Scope capped = Scope.Create();
        Tensor inside = capped.Ones(2);
        capped.Cap();
        Assert.True(capped.IsCapped);
        Tensor tensor = home.Ones(2);
        Action[] refused = [
            () => capped.Ones(2),
            () => tensor.MoveTo(capped),
            () => capped.TempAttach(tensor),
            () => inside.Add(1),
            () => capped.Run(() => Tensor.Ones(2)),
            () => capped.Run(() => Scope.Using(() => Tensor.Ones(2))),
        ];
        foreach (Action action in refused)
        {
            Assert.Equal(Status.ScopeCapped, Assert.Throws<ScopeException>(action).Status);
            Assert.Same(home, tensor.Scope);
            Assert.Equal((1L, 1L), (capped.Stats.Members, home.Stats.Members));
        }
        Assert.Equal(2, Tensors);
        using (Scope child = capped.Child())
        {
            child.Ones(2);
        }
        capped.Uncap();
        capped.Ones(2);
        Assert.False(capped.IsCapped);
    }

    [Fact]
    public void ALimitRefusesWithTheNameAndNothingChanges()
    {
        using Scope limited = Scope.Create(options: new ScopeOptions { Name = "budget", Limit = 100 });
        using Scope home = Scope.Create();
        Tensor tensor = home.Zeros(30);
        Scope child = limited.Child();
        Action[] refused = [() => child.Zeros(26), () => tensor.MoveTo(child), () => child.TempAttach(tensor)];
        foreach (Action action in refused)
        {
            NativeMemoryException error = Assert.Throws<NativeMemoryException>(action);
            Assert.Equal(Status.LimitExceeded, error.Status);
            Assert.Contains("'budget'", error.Message);
            Assert.Same(home, tensor.Scope);
        }
        Assert.Equal(0L, limited.Stats.Bytes);
        limited.Limit = 0;
        tensor.MoveTo(child);
        Assert.Equal(120L, limited.Stats.Bytes);
    }

    [Fact]
    public void ReclaimEarlyFreesForgottenMembersWhileTheScopeGoesOn()
    {
        using Scope scope = Scope.Create(options: new ScopeOptions { ReclaimEarly = true });
        Tensor held = scope.Ones(4), moved = Moved(scope);
        Forget(scope);
        CollectUntil(() => Tensors == 2);
        Assert.Equal(1f, held.ToArray<float>()[0]);
        // Moved to a scope that waits, it is no longer the collector's.
        Assert.Equal(1f, moved.ToArray<float>()[0]);
        GC.KeepAlive(held);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget(Scope scope)
        {
            for (int i = 0; i < 10; i++)
            {
                scope.Ones(4);
            }
            scope.Attach(Tensor.Ones(4)).Add(1);
        }

        static Tensor Moved(Scope scope) => scope.Ones(4).MoveTo(scope.Child());
    }

    [Fact]
    public void OfTwoMovesAtOnceWrapperAndCoreNameTheSame()
    {
        using Scope one = Scope.Create();
        using Scope other = Scope.Create();
        int[] last = new int[2];
        Race.Run(
            _ => Tensor.Ones(1),
            (tensor, _) => tensor.MoveTo(one),
            (tensor, _) => tensor.MoveTo(other),
            (tensor, _) =>
            {
                Assert.Equal(CoreOwner(tensor), tensor.Scope!.Handle);
                last[tensor.Scope == one ? 0 : 1]++;
                tensor.Dispose();
            });
        Assert.True(last[0] > 0 && last[1] > 0, $"{last[0]} times the one, {last[1]} times the other");
    }

    [Fact]
    public void MovesOnManyThreadsLeaveWrapperAndCoreAgreeing()
    {
        Scope[] scopes = [.. Enumerable.Range(0, 4).Select(_ => Scope.Create())];
        Tensor[] tensors = [.. scopes.Select(scope => scope.Ones(2))];
        Scope child = scopes[0].Child();
        child.Ones(2);
        Thread[] threads = [.. Enumerable.Range(0, 3).Select(seed => new Thread(() =>
        {
            var random = new Random(seed);
            for (int i = 0; i < 20_000; i++)
            {
                Tensor tensor = tensors[random.Next(tensors.Length)];
                Scope target = scopes[random.Next(scopes.Length)];
                switch (random.Next(6))
                {
                    case 0:
                        tensor.MoveToOuterScope();
                        break;
                    case 1:
                        tensor.DetachFromScope();
                        break;
                    case 2:
                        child.MoveTo(target);
                        break;
                    case 3:
                        tensor.MoveTo(child);
                        break;
                    case 4:
                        target.TempAttach(tensor);
                        break;
                    default:
                        tensor.MoveTo(target);
                        break;
                }
            }
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        foreach (NativeResource resource in tensors.Append<NativeResource>(child))
        {
            Assert.Equal(CoreOwner(resource), resource.Scope?.Handle ?? 0);
        }
        Array.ForEach(scopes, scope => scope.Close());
        Array.ForEach(tensors, tensor => tensor.Dispose());
        child.Close();
    }

    [Fact]
    public void MembersAreListedAndCanBeAliased()
    {
        using Scope scope = Scope.Create();
        scope.Arange(6.0).Reshape(2, 3).MoveTo(scope).Name = "tab\tand\\n";
        scope.Child().Zeros(1);
        scope.Run(Tape.Open);
        using var counter = scope.Run(TenureRuntime.Measure);
        IReadOnlyList<Member> members = scope.Members;
        Assert.Equal(["tensor", "tensor", "scope", "tape", "counter"], members.Select(member => member.Kind));
        Member member = members[1];
        Assert.Equal(("tab\tand\\n", DType.F32, 24L), (member.Name, member.DType, member.Bytes));
        Assert.Equal([2, 3], member.Shape!);
        Tensor alias = member.Alias();
        Assert.Same(scope, alias.Scope);
        Assert.Equal([0f, 1, 2, 3, 4, 5], alias.ToArray<float>());
        Assert.Throws<InvalidOperationException>(() => members[2].Alias());
        scope.Close();
        Assert.Throws<ClosedException>(() => member.Alias());
        Assert.Throws<ClosedException>(() => scope.Members);
    }

    [Fact]
    [Trait(TestDevice.Memory, TestDevice.Host)]
    public void CountersMeasureABlock()
    {
        using Tensor before = Tensor.Zeros(100);
        CounterStats stats = TenureRuntime.Measure(() =>
        {
            Tensor.Zeros(50).Dispose();
            before.Dispose();
        });
        Assert.Equal((-1, -400, 1L, 200L), (stats.Tensors, stats.Bytes, stats.PeakTensors, stats.PeakBytes));
        Counter closed = TenureRuntime.Measure();
        closed.Dispose();
        Assert.Throws<ClosedException>(() => closed.Stats);
    }

    [Fact]
    public void DumpsAreTextAndJson()
    {
        using Scope scope = Scope.Create(options: new ScopeOptions { Name = "öl \"x\"" });
        scope.Zeros(2, 3);
        Assert.Contains($"1 x float32 [2,3]{TestDevice.On}, 24 B", scope.DebugDump());
        using var json = System.Text.Json.JsonDocument.Parse(scope.DebugDumpJson());
        Assert.Equal("öl \"x\"", json.RootElement.GetProperty("roots")[0].GetProperty("name").GetString());
        Assert.Contains(scope.Name!, TenureRuntime.DebugDump());
        Assert.Contains("live_bytes", TenureRuntime.DebugDumpJson());
    }

    private static unsafe ulong CoreOwner(NativeResource resource)
    {
        ulong owner;
        Interop.Errors.Check(Interop.Native.tenure_scope_owner(resource.Handle, &owner));
        return owner;
    }
}
