using Xunit;

namespace Tenure.Tests;

/// <summary>How deep a scope lies costs an operation nothing, and what changes above it is seen all the same.</summary>
public sealed class DepthTests : Balanced
{
    [Fact]
    public void WhatIsAboveIsLookedAtOnce()
    {
        var scopes = new List<Scope> { Scope.Open() };
        for (int i = 0; i < 1_000; i++)
        {
            scopes.Add(Scope.Open());
        }
        Scope deep = scopes[^1];
        Tensor one = Tensor.Ones(1);
        Assert.True(deep.IsFoundOpen);
        using (Scope.Open())
        {
            one.Add(1);
        }
        Scope.Using(() => one.Add(1).Item());
        one.Add(1);
        // Children without children of their own have closed: nothing that was found above another scope is wrong.
        Assert.True(deep.IsFoundOpen);
        using (Scope other = Scope.Create())
        {
            Scope child = other.Child();
            Assert.False(child.IsClosed);
            other.Close();
            Assert.True(child.IsClosed);
        }
        Assert.False(deep.IsFoundOpen);
        one.Add(1);
        Assert.True(deep.IsFoundOpen);
        scopes[0].Close();
        Assert.True(deep.IsClosed);
        Assert.Null(Scope.Current);
    }

    /// <summary>Each look may rest on the one before: so between any two something above changes, in all the ways there are.</summary>
    [Fact]
    public void WhatIsAboveIsSeenToChangeHoweverDeep()
    {
        using Scope root = Scope.Create(), other = Scope.Create();
        Scope a = root.Child(), b = a.Child(), c = b.Child(), d = c.Child();
        Assert.False(c.IsClosed || d.IsClosed);
        other.Attach(b);
        Assert.False(d.IsClosed);
        a.Close();
        Assert.False(d.IsClosed);
        root.TempAttach(b);
        Assert.False(d.IsClosed);
        Scope borrower = Scope.Create();
        borrower.TempAttach(c);
        Assert.False(d.IsClosed);
        borrower.Close();
        Assert.False(d.IsClosed);
        root.CloseAllBut(b);
        Assert.False(d.IsClosed);
        c.DetachFromScope();
        b.Close();
        Assert.False(c.IsClosed || d.IsClosed);
        other.Attach(c);
        Assert.False(d.IsClosed);
        other.CloseAllBut();
        Assert.True(c.IsClosed && d.IsClosed);
        // Places in a scope that was emptied are dated.
        Scope last = other.Child().Child().Child();
        Assert.False(last.IsClosed);
        Assert.True(last.IsFoundOpen);
        other.CloseAllBut();
        Assert.True(last.IsClosed);
        last = other.Child().Child().Child();
        Assert.False(last.IsClosed);
        other.Close();
        Assert.True(last.IsClosed);
    }

    [Fact]
    public void ACycleThatEndsIsSeenBelow()
    {
        using Workspace workspace = Workspace.Create();
        Scope below;
        using (workspace.Enter())
        {
            below = Scope.Create(Scope.Current).Child().Child();
            below.Ones(1);
            Assert.False(below.IsClosed);
        }
        Assert.True(below.IsClosed);
        workspace.Destroy();
    }

    [Fact]
    public void WhatIsAboveIsSeenToCloseOnAnotherThread()
    {
        for (int round = 0; round < 1_000; round++)
        {
            Scope top = Scope.Create();
            Scope low = top.Child().Child();
            var closer = new Thread(top.Close);
            closer.Start();
            var lowest = new List<Scope>();
            try
            {
                while (closer.IsAlive && lowest.Count < 1_000)
                {
                    lowest.Add(low.Child());
                    _ = lowest[^1].IsClosed;
                }
            }
            catch (ScopeException)
            {
                Assert.True(low.IsClosed);
            }
            closer.Join();
            Assert.True(low.IsClosed && lowest.All(scope => scope.IsClosed));
        }
    }

    /// <summary>Each scope of a chain owns something of the user's; so does each of many children of one. No time is asserted: as the
    /// square of these it takes longer than a test may.</summary>
    [Fact]
    public void OwningCostsTheSameHoweverDeepAndHoweverMany()
    {
        const int Many = 100_000;
        int disposed = 0;
        using Scope root = Scope.Create();
        Scope scope = root;
        for (int i = 0; i < Many; i++)
        {
            scope = scope.Child();
            scope.Own(new Counted(() => disposed++));
        }
        using Scope wide = Scope.Create();
        for (int i = 0; i < Many; i++)
        {
            wide.Child().Own(new Counted(() => disposed++));
        }
        root.Close();
        wide.Close();
        Assert.Equal(2 * Many, disposed);
    }

    private sealed class Counted(Action disposed) : IDisposable
    {
        public void Dispose() => disposed();
    }
}
