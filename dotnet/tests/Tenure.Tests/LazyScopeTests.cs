using System.Runtime.CompilerServices;
using Xunit;

namespace Tenure.Tests;

/// <summary>A scope comes into native memory with its first member, once, and never after it has closed.</summary>
public sealed class LazyScopeTests : Balanced
{
    [Fact]
    public void AScopeWithoutMembersNeverReachesNativeMemory()
    {
        using (Scope scope = Scope.Open("nothing"))
        {
            using Scope child = scope.Child();
            Assert.Equal((0, false, false), (Scopes, scope.IsKnown, child.IsKnown));
            Assert.Equal("Scope 'nothing'(0 members, 0 bytes)", scope.ToString());
            Assert.False(scope.IsClosed);
            Assert.Null(scope.Name == "nothing" ? null : scope.Name);
        }
        Assert.Equal(0, Scopes);
    }

    [Fact]
    public void ItsFirstMemberBringsItAndItsParents()
    {
        using Scope root = Scope.Create();
        Scope middle = root.Child(), leaf = middle.Child(), beside = middle.Child();
        Tensor member = leaf.Zeros(4);
        Assert.Equal((3, false), (Scopes, beside.IsKnown));
        Assert.Equal((3L, 1L, 2L, 16L), Counts(root));
        Assert.Same(leaf, member.Scope);
        Assert.Same(middle, leaf.Parent);
        Assert.Same(root, leaf.Root);
        Assert.Null(root.Parent);
    }

    [Fact]
    public void ScopesMayBeNestedDeeperThanAStack()
    {
        var small = new Thread(Nest, maxStackSize: 256 << 10);
        small.Start();
        small.Join();

        void Nest()
        {
            using Scope root = Scope.Create();
            Scope leaf = root;
            for (int i = 0; i < 10_000; i++)
            {
                leaf = leaf.Child();
            }
            leaf.Zeros(4);
            Assert.Equal(10_001, Scopes);
            Assert.True(Interop.Owner.IsBelow(leaf, root));
        }
    }

    [Fact]
    public void TwoThreadsBringOneScope()
    {
        Race.Run(
            _ => Scope.Create(),
            (scope, _) => scope.Zeros(1),
            (scope, _) => scope.Zeros(1),
            (scope, _) =>
            {
                Assert.Equal((2L, 2L, 0L, 8L), Counts(scope));
                scope.Close();
            });
        // What the slower one made is gone, too.
        Assert.Equal((0, 0), (Scopes, Tensors));
    }

    /// <summary>Each of the two, or the scope that owns them, may be closed before the other thread sees a number.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void ClosingWhileTheFirstMemberComesLeavesNothing(bool closesParent)
    {
        Race.Run(
            _ =>
            {
                Scope root = Scope.Create();
                return (Root: root, Child: root.Child(), Made: new bool[1]);
            },
            (scopes, _) =>
            {
                (closesParent ? scopes.Root : scopes.Child).Close();
                return !Volatile.Read(ref scopes.Made[0]);
            },
            (scopes, _) => Volatile.Write(ref scopes.Made[0], Race.Answered(() => scopes.Child.Zeros(1))),
            (scopes, _) =>
            {
                Assert.True(scopes.Child.IsClosed);
                scopes.Root.Close();
            });
        Assert.Equal((0, 0), (Scopes, Tensors));
    }

    [Fact]
    public void ClosedWithoutAMemberItRefusesAsAnyClosedScope()
    {
        Scope scope = Scope.Open("empty");
        Scope child = scope.Child("below");
        scope.Close();
        scope.Close();
        using Tensor tensor = Tensor.Zeros(2);
        Assert.Contains("'empty'", Assert.Throws<ClosedException>(() => scope.Stats).Message);
        Assert.Equal(Status.ScopeClosed, Assert.Throws<ScopeException>(() => scope.Zeros(1)).Status);
        Assert.Equal(Status.ScopeClosed, Assert.Throws<ScopeException>(() => child.Zeros(1)).Status);
        Assert.Equal(Status.ScopeClosed, Assert.Throws<ScopeException>(() => tensor.MoveTo(scope)).Status);
        Assert.Throws<ScopeException>(() => scope.Child());
        Assert.Throws<ClosedException>(() => child.Scope);
        Assert.True(child.IsClosed);
        Assert.Equal("Scope 'below'(closed)", child.ToString());
        Assert.Null(Scope.Current);
        Assert.Equal((1, 0), (Tensors, Scopes));
    }

    [Fact]
    public void AForgottenScopeWithoutMembersHasNoBackstop()
    {
        long freed = TestDevice.Stats().BackstopFreed;
        Forget();
        TenureRuntime.Drain();
        Assert.Equal(freed, TestDevice.Stats().BackstopFreed);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Forget()
        {
            for (int i = 0; i < 100; i++)
            {
                Scope.Create().Child();
            }
        }
    }

    [Fact]
    public void NamesAndLimitsSaidBeforeHoldAfter()
    {
        using Scope scope = Scope.Create(options: new ScopeOptions { Limit = 64, Measured = true });
        scope.Name = "small";
        Assert.False(scope.IsKnown);
        scope.Zeros(16).Dispose();
        NativeMemoryException refused = Assert.Throws<NativeMemoryException>(() => scope.Zeros(17));
        Assert.Equal(Status.LimitExceeded, refused.Status);
        Assert.Contains("'small'", refused.Message);
        Assert.Equal((64L, 64L, 1L, true), (scope.Limit, scope.Stats.PeakBytes, scope.Stats.PeakTensors, scope.Stats.Measured));
        scope.Name = "large";
        Assert.Contains("'large'", scope.DebugDump());
    }
}
