using Xunit;

namespace Tenure.Tests;

/// <summary>Who owns what, and what closing takes with it.</summary>
public sealed class ScopeTests : Balanced
{
    [Fact]
    public void TheCurrentScopeOwnsWhatIsMade()
    {
        Tensor inside;
        using (Scope scope = Scope.Open())
        {
            inside = Tensor.Ones(2);
            Assert.Equal((1L, 1L, 0L, 8L), Counts(scope));
            Assert.Same(scope, Scope.Current);
        }
        Assert.True(inside.IsClosed);
        Assert.ThrowsAny<ObjectDisposedException>(() => inside.Add(1));
        Assert.Null(Scope.Current);
    }

    [Fact]
    public void WithoutACurrentScopeTheOperandsScopeOwnsTheResult()
    {
        using Scope node = Scope.Create();
        Tensor member = node.Run(() => Tensor.Ones(2));
        using Tensor loose = Tensor.Ones(2);
        Tensor beside = member.Add(loose);
        Assert.Equal(2L, node.Stats.Tensors);
        using Tensor unowned = loose.Add(member);
        Assert.Equal(2L, node.Stats.Tensors);
        node.Close();
        Assert.True(beside.IsClosed);
        Assert.Equal([2f, 2f], unowned.ToArray<float>());
    }

    [Fact]
    public void TheCurrentScopeGoesBeforeTheOperands()
    {
        using Scope outer = Scope.Open();
        Tensor x = Tensor.Ones(2);
        using (Scope inner = Scope.Open())
        {
            x.Add(1);
            Assert.Equal(1L, inner.Stats.Tensors);
        }
        Assert.Equal(1L, outer.Stats.Tensors);
    }

    [Fact]
    public void DisposeTwiceIsNothing()
    {
        using Scope scope = Scope.Open();
        Tensor tensor = Tensor.Ones(2);
        using Tensor alias = tensor.Alias();
        tensor.Dispose();
        tensor.Dispose();
        Assert.Equal(1, alias.UseCount);
        scope.Close();
        scope.Close();
        tensor.Dispose();
        alias.Dispose();
        Assert.Equal(0, Tensors);
    }

    [Fact]
    public void MoveToOuterScopeGoesToTheParentOfTheOwner()
    {
        using Scope outer = Scope.Open();
        Tensor kept;
        using (Scope inner = Scope.Open())
        {
            kept = Tensor.Full(3, 2);
            Assert.Same(kept, inner.Keep(kept));
        }
        Assert.Equal([3f, 3f], kept.ToArray<float>());
        Assert.Equal(1L, outer.Stats.Tensors);
        kept.MoveToOuterScope();
        outer.Close();
        Assert.Equal([3f, 3f], kept.ToArray<float>());
        // Owned by nobody it has no outer scope, and stays.
        kept.MoveToOuterScope();
        Assert.False(kept.IsClosed);
        kept.Dispose();
        Assert.ThrowsAny<ObjectDisposedException>(kept.MoveToOuterScope);
    }

    [Fact]
    public void AttachMovesAndDetachFrees()
    {
        using Scope first = Scope.Create();
        using Scope second = Scope.Create();
        Tensor tensor = Tensor.Ones(2);
        first.Attach(tensor);
        tensor.Attach(second);
        Assert.Equal((0L, 1L), (first.Stats.Tensors, second.Stats.Tensors));
        first.Close();
        Assert.False(tensor.IsClosed);
        second.Detach(tensor);
        second.Close();
        Assert.False(tensor.IsClosed);
        // A closed target refuses, and the tensor stays where it was.
        Assert.Equal(Status.ScopeClosed, Assert.Throws<ScopeException>(() => tensor.Attach(second)).Status);
        Assert.Equal(1f, tensor.ToArray<float>()[0]);
        tensor.Dispose();
    }

    [Fact]
    public void AScopeIsAMemberLikeAnyOther()
    {
        using Scope target = Scope.Create();
        Scope child;
        Tensor inside;
        using (Scope outer = Scope.Open())
        {
            child = Scope.Open();
            inside = Tensor.Ones(2);
            target.Attach(child);
            Assert.Same(target, child.Scope);
            Assert.Throws<InvalidArgumentException>(() => child.Attach(target));
        }
        Assert.False(inside.IsClosed);
        Assert.Equal((2L, 1L, 1L, 8L), Counts(target));
        target.Close();
        Assert.True(inside.IsClosed);
        Assert.True(child.IsClosed);
    }

    [Fact]
    public void AParentClosesItsDescendantsInAnyOrder()
    {
        Scope outer = Scope.Open();
        Scope inner = Scope.Open();
        Tensor tensor = Tensor.Ones(2);
        outer.Close();
        Assert.True(tensor.IsClosed);
        Assert.True(inner.IsClosed);
        Assert.Null(Scope.Current);
        inner.Close();
        Assert.Equal((0, 0), (Tensors, Scopes));
    }

    [Fact]
    public void AClosedScopeIsNeverCurrent()
    {
        using Scope first = Scope.Open();
        Scope second = Scope.Open();
        using Scope node = Scope.Create();
        node.Run(() =>
        {
            Assert.Same(node, Scope.Current);
            second.Close();
            node.Close();
            // Further out than both.
            Assert.Same(first, Scope.Current);
        });
        Assert.Same(first, Scope.Current);
        Tensor.Ones(1);
        Assert.Equal(1L, first.Stats.Tensors);
    }

    [Fact]
    public void RunEndsWithTheScopeCurrentThatWasBefore()
    {
        using Scope outer = Scope.Open();
        using Scope node = Scope.Create();
        Scope forgotten = node.Run(Scope.Open);
        Assert.Same(outer, Scope.Current);
        Assert.Same(node, forgotten.Scope);
        node.Run(() =>
        {
            Scope.Open();
            node.Close();
            Assert.Same(outer, Scope.Current);
        });
        Assert.Same(outer, Scope.Current);
    }

    [Fact]
    public void AClosedParentRefusesChildren()
    {
        Scope parent = Scope.Create();
        parent.Close();
        Assert.Equal(Status.ScopeClosed, Assert.Throws<ScopeException>(() => Scope.Create(parent)).Status);
        Assert.ThrowsAny<ObjectDisposedException>(() => parent.Stats);
        Assert.Equal("Scope(closed)", parent.ToString());
    }

    [Fact]
    public void AnotherThreadMayClose()
    {
        Scope scope = Scope.Open();
        Tensor tensor = Tensor.Ones(2);
        var thread = new Thread(scope.Close);
        thread.Start();
        thread.Join();
        Assert.True(tensor.IsClosed);
        Assert.Null(Scope.Current);
    }

    [Fact]
    public async Task AScopeStaysCurrentAcrossAwait()
    {
        var before = new List<Tensor>();
        using (Scope scope = Scope.Open())
        {
            before.Add(Tensor.Ones(2));
            await Task.Yield();
            Assert.Same(scope, Scope.Current);
            before.Add(Tensor.Ones(2));
            await Task.Run(() => before.Add(Tensor.Ones(2)), TestContext.Current.CancellationToken);
            await Inner();
            Assert.Same(scope, Scope.Current);
            Assert.Equal(3L, scope.Stats.Tensors);
        }
        Assert.All(before, tensor => Assert.True(tensor.IsClosed));
        Assert.Null(Scope.Current);

        static async Task Inner()
        {
            using Scope inner = Scope.Open();
            Tensor.Ones(1);
            await Task.Yield();
            Assert.Same(inner, Scope.Current);
            Assert.Equal(1L, inner.Stats.Tensors);
        }
    }

    [Fact]
    public void ClosingASubtreeOfAThousandTakesAll()
    {
        Scope root = Scope.Open();
        for (int depth = 0; depth < 50; depth++)
        {
            Scope.Open();
            for (int i = 0; i < 20; i++)
            {
                Tensor.Zeros(8);
            }
        }
        Assert.Equal((1050L, 1000L, 50L, 32_000L), Counts(root));
        root.Close();
        Assert.Equal((0, 0), (Tensors, Scopes));
    }
}
