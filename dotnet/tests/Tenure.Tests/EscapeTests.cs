using System.Collections;
using System.Collections.Immutable;
using Tenure.Models;
using Xunit;

namespace Tenure.Tests;

/// <summary>What is reachable from the result of Scope.Using lives on; all else goes.</summary>
public sealed class EscapeTests : Balanced
{
    /// <summary>Each makes something of the two tensors it is given. What a function has captured is known by reflection only.</summary>
    public static TheoryData<string> Containers => [.. Makers.Keys.Where(name => Interop.EscapeReflection.IsOn || !name.Contains("function"))];

    private static readonly Dictionary<string, Func<Tensor, Tensor, object>> Makers = new()
    {
        ["array"] = (a, b) => new[] { a, b },
        ["array of objects"] = (a, b) => new object?[] { a, null, "text", 3, b },
        ["two dimensions"] = (a, b) => new[,] { { a, b } },
        ["jagged"] = (a, b) => new[] { new[] { a }, [b] },
        ["list"] = (a, b) => new List<Tensor> { a, b },
        ["set"] = (a, b) => new HashSet<Tensor> { a, b },
        ["dictionary value"] = (a, b) => new Dictionary<string, Tensor> { ["a"] = a, ["b"] = b },
        ["dictionary key"] = (a, b) => new Dictionary<Tensor, int> { [a] = 1, [b] = 2 },
        ["old dictionary"] = (a, b) => new Hashtable { [a] = "key", ["value"] = b },
        ["pair"] = (a, b) => KeyValuePair.Create(a, b),
        ["value tuple"] = (a, b) => (a, 3, b),
        ["long tuple"] = (a, b) => (1, 2, 3, 4, 5, 6, 7, 8, a, b),
        ["tuple"] = (a, b) => Tuple.Create(a, b),
        ["record"] = (a, b) => new Two(a, b),
        ["derived record"] = (a, b) => new Named("x", a, b),
        ["record struct"] = (a, b) => new TwoByValue(a, b),
        ["generic record"] = (a, b) => new Box<Tensor[]>([a, b]),
        ["anonymous type"] = (a, b) => new { a, Nested = new { b } },
        ["escapables in each other"] = (a, b) => new Holder([new Holder([a]), (1, b)]),
        ["escapable sequence"] = (a, b) => new OwnSequence([a, b]),
        ["generic sequence of something else"] = (a, b) => new Batch<int>([a, b]),
        ["memory segment"] = (a, b) => new ArraySegment<Tensor>([a, b]),
        ["lookup"] = (a, b) => new[] { a, b }.ToLookup(tensor => tensor == a),
        ["memory"] = (a, b) => new Memory<Tensor>([null!, a, b], 1, 2),
        ["memory to read"] = (a, b) => new Box<ReadOnlyMemory<object>>(new object[] { a, b }),
        ["evaluated lazy"] = (a, b) => Evaluated(new Lazy<Tensor[]>(() => [a, b])),
        ["immutable array"] = (a, b) => ImmutableArray.Create(a, b),
        ["parts that were never set"] = (a, b) => (default(ImmutableArray<Tensor>), default(ArraySegment<Tensor>), default(Memory<Tensor>), a, b),
        ["a function beside what it holds"] = (a, b) => (a, b, new Func<Tensor>(() => a.Add(b)), new Func<Tensor>(a.Neg)),
        ["functions that hold nothing"] = (a, b) => (a, b, new Func<double>(() => 1), new Action(Console.WriteLine)),
        ["a function of numbers"] = (a, b) => new Two(a, b, Scaled(2)),
        ["own type"] = (a, b) => new Own(a, (1, b)),
        ["own type in a record"] = (a, b) => new Box<object>(new[] { new Own(a, null), new Own(null, new[] { b }) }),
        ["nested"] = (a, b) => new Dictionary<string, object> { ["x"] = (1, new List<object> { new Two(a, null!), new[] { b } }) },
        ["twice"] = (a, b) => new[] { a, b, a, b },
    };

    [Theory]
    [MemberData(nameof(Containers))]
    public void WhatTheResultHoldsEscapesToTheParent(string name)
    {
        using Scope outer = Scope.Open();
        Tensor[] made = [];
        Tensor? left = null;
        object result = Scope.Using(() =>
        {
            made = [Tensor.Full(1, 2), Tensor.Full(2, 2)];
            left = Tensor.Full(3, 2);
            return Makers[name](made[0], made[1]);
        });
        Assert.NotNull(result);
        Assert.True(left!.IsClosed);
        Assert.Equal([1f, 1f], made[0].ToArray<float>());
        Assert.Equal([2f, 2f], made[1].ToArray<float>());
        Assert.Equal((2L, 2L, 0L, 16L), Counts(outer));
        outer.Close();
        Assert.True(made[0].IsClosed);
        Assert.True(made[1].IsClosed);
    }

    [Fact]
    public void OutOfARootItIsUnowned()
    {
        Tensor kept = Scope.Using(() => Tensor.Full(1, 2));
        Assert.Equal([1f, 1f], kept.ToArray<float>());
        kept.Dispose();
        Assert.Equal(0, Tensors);
    }

    [Fact]
    public void CyclesAndLongChainsAreWalked()
    {
        using Scope outer = Scope.Open();
        var cycle = new List<object>();
        Scope.Using(() =>
        {
            cycle.Add(cycle);
            cycle.Add(Tensor.Ones(1));
            // Deeper than any thread's stack would be.
            object chain = Tensor.Ones(1);
            for (int i = 0; i < 200_000; i++)
            {
                chain = new Box<object>(chain);
            }
            cycle.Add(chain);
            return cycle;
        });
        Assert.Equal(2L, outer.Stats.Tensors);
    }

    [Fact]
    public void AUsersEqualityIsNotAsked()
    {
        using Scope outer = Scope.Open();
        var result = Scope.Using(() => new[] { new Touchy(Tensor.Ones(1)), new Touchy(Tensor.Ones(1)) });
        Assert.Equal(2, result.Length);
        Assert.Equal(2L, outer.Stats.Tensors);
    }

    [Fact]
    public void ScopesTapesAndWhatChildrenOwnEscapeToo()
    {
        using Scope outer = Scope.Open();
        (Scope child, Tensor inChild, Tape tape, Tensor ofGrandchild) = Scope.Using(() =>
        {
            Scope inner = Scope.Create(Scope.Current);
            Scope grandchild = Scope.Create(inner);
            return (inner, inner.Run(() => Tensor.Ones(1)), Tape.Open(), grandchild.Run(() => Tensor.Full(5, 1)));
        });
        Assert.Same(outer, child.Scope);
        Assert.False(tape.IsClosed);
        child.Close();
        // They went to the parent themselves, so the child's end is not theirs.
        Assert.False(inChild.IsClosed);
        Assert.Equal(5, ofGrandchild.Item());
        outer.Close();
        Assert.True(tape.IsClosed);
        Assert.True(ofGrandchild.IsClosed);
    }

    [Fact]
    public void WhatIsOwnedElsewhereStaysThere()
    {
        using Scope root = Scope.Open();
        Tensor ofRoot = Tensor.Ones(1);
        using Scope middle = Scope.Open();
        Tensor loose = Tensor.Ones(1);
        loose.DetachFromScope();
        Scope.Using(() => new[] { ofRoot, loose });
        Assert.Equal(0L, middle.Stats.Tensors);
        middle.Close();
        Assert.False(ofRoot.IsClosed);
        Assert.False(loose.IsClosed);
        loose.Dispose();
    }

    [Fact]
    public void ClosedResultsAreNoError()
    {
        using Scope outer = Scope.Open();
        Tensor[] result = Scope.Using(scope =>
        {
            Tensor gone = Tensor.Ones(1);
            gone.Dispose();
            Scope inner = Scope.Create(scope);
            Tensor goneWithScope = inner.Run(() => Tensor.Ones(1));
            inner.Close();
            return new[] { gone, goneWithScope, Tensor.Full(4, 1) };
        });
        Assert.Equal([true, true, false], result.Select(tensor => tensor.IsClosed));
        Assert.Equal(4, result[2].Item());
        Assert.True(Scope.Using(scope =>
        {
            Tensor tensor = Tensor.Ones(1);
            scope.Close();
            return tensor;
        }).IsClosed);
        Assert.True(Scope.Using(scope => scope).IsClosed);
    }

    [Fact]
    public void TheBodysExceptionComesOutAndTheScopeIsClosed()
    {
        using Scope outer = Scope.Open();
        var thrown = new InvalidOperationException("mine");
        Assert.Same(thrown, Assert.Throws<InvalidOperationException>(() => Scope.Using(() =>
        {
            Tensor.Ones(1);
            Scope.Open();
            throw thrown;
        })));
        Assert.Equal(default, outer.Stats);
        Assert.Same(outer, Scope.Current);
    }

    [Fact]
    public void ASequenceThatThrowsLeavesNoScopeOpen()
    {
        using Scope outer = Scope.Open();
        Assert.Throws<InvalidDataException>(() => Scope.Using(() => new Broken(Tensor.Ones(1))));
        Assert.Equal(default, outer.Stats);
        Assert.Same(outer, Scope.Current);
    }

    [Fact]
    public async Task UsingAsyncEscapesAfterEveryAwait()
    {
        using Scope outer = Scope.Open();
        Tensor? left = null;
        (Tensor first, Tensor second) = await Scope.UsingAsync(async () =>
        {
            Tensor first = Tensor.Full(1, 2);
            left = Tensor.Ones(1);
            await Task.Yield();
            return (first, first.Add(1));
        });
        Assert.Equal([2f, 2f], second.ToArray<float>());
        Assert.Equal(2L, outer.Stats.Tensors);
        Assert.True(left!.IsClosed);
        Assert.False(first.IsClosed);
        await Assert.ThrowsAsync<InvalidDataException>(() => Scope.UsingAsync(async () =>
        {
            Tensor.Ones(1);
            await Task.Yield();
            throw new InvalidDataException();
        }));
        Assert.Equal(2L, outer.Stats.Tensors);
        Assert.Same(outer, Scope.Current);
    }

    [Fact]
    public async Task UsingRefusesATask()
    {
        var gate = new TaskCompletionSource();
        Task<Tensor>? running = null;
        void UseTask() => Scope.Using(() => running = Body());
        Assert.Contains("UsingAsync", Assert.Throws<InvalidOperationException>(UseTask).Message);
        Assert.Equal((0, 0), (Tensors, Scopes));
        gate.SetResult();
        // It goes on, in a scope that has been closed and so is current for nobody.
        (await running!).Dispose();

        async Task<Tensor> Body()
        {
            await gate.Task;
            return Tensor.Ones(1);
        }
    }

    /// <summary>What would run after the scope has closed, made of a tensor of that scope, and a word of the refusal.</summary>
    public static TheoryData<string> Lazies => [.. LazyMakers.Keys];

    private static readonly Dictionary<string, (Func<Tensor, object> Make, string Type, string Advice)> LazyMakers = new()
    {
        ["task"] = (a => Later(a), "Task<Tensor>", "UsingAsync"),
        ["finished task"] = (a => Task.FromResult(a), "Task<Tensor>", "UsingAsync"),
        ["task without result"] = (_ => Task.CompletedTask, "Task", "UsingAsync"),
        ["value task"] = (a => new ValueTask<Tensor>(a), "ValueTask<Tensor>", "UsingAsync"),
        ["value task without result"] = (_ => default(ValueTask), "ValueTask", "UsingAsync"),
        ["awaitable"] = (_ => Task.Yield(), "YieldAwaitable", "UsingAsync"),
        ["configured task"] = (a => Task.FromResult(a).ConfigureAwait(false), "ConfiguredTaskAwaitable<Tensor>", "UsingAsync"),
        ["iterator"] = (a => Sequence(a), "Sequence", "list"),
        ["enumerator"] = (a => new List<Tensor> { a }.GetEnumerator(), "Enumerator", "list"),
        ["query"] = (a => new[] { a }.Select(x => x.Add(1)), "Select", "list"),
        ["query of numbers"] = (a => new[] { a }.Select(x => x.Item()), "Select", "list"),
        ["ordered query"] = (a => new[] { a }.OrderBy(x => x.Size), "Order", "list"),
        ["grouping"] = (a => new[] { a }.GroupBy(x => x.Size), "Group", "list"),
        ["queryable"] = (a => new[] { a }.AsQueryable(), "EnumerableQuery<Tensor>", "list"),
        ["asynchronous iterator"] = (a => Asynchronous(a), "Asynchronous", "UsingAsync"),
        ["lazy"] = (a => new Lazy<Tensor>(() => a), "Lazy<Tensor>", "Value"),
        ["function"] = (a => new Func<Tensor>(() => a.Add(1)), "Func<Tensor>", "Tensor"),
        ["function bound to the tensor"] = (a => new Func<Tensor>(a.Neg), "Func<Tensor>", "Tensor"),
        ["function bound to what holds it"] = (a => new Action(new Escapeless(a).Look), "Action", "Tensor"),
        ["functions, one after the other"] = (a => (Action)Console.WriteLine + (() => a.Zero()), "Action", "Tensor"),
    };

    [Theory]
    [MemberData(nameof(Lazies))]
    public void WhatWouldRunAfterTheScopeHasClosedIsRefusedByName(string name)
    {
        using Scope outer = Scope.Open();
        (Func<Tensor, object> make, string type, string advice) = LazyMakers[name];
        foreach (Func<object, object> around in new Func<object, object>[] { x => x, x => (1, new[] { x }), x => new Box<object>(x) })
        {
            Tensor? made = null;
            void Body() => Scope.Using(() => around(make(made = Tensor.Ones(1))));
            string message = Assert.Throws<InvalidOperationException>(Body).Message;
            Assert.Contains(type, message);
            Assert.Contains(advice, message);
            Assert.True(made!.IsClosed);
            Assert.Equal(default, outer.Stats);
        }
    }

    [Fact]
    public async Task WhatWouldRunLaterIsRefusedInAnAsynchronousBodyToo()
    {
        InvalidOperationException error = await Assert.ThrowsAsync<InvalidOperationException>(() => Scope.UsingAsync(async () =>
        {
            await Task.Yield();
            return new Lazy<Tensor>(() => Tensor.Ones(1));
        }));
        Assert.Contains("Lazy<Tensor>", error.Message);
        Assert.Equal((0, 0), (Tensors, Scopes));
    }

    [Fact]
    public void AnEscapableThatReturnsNullIsNamed()
    {
        InvalidOperationException error = Assert.Throws<InvalidOperationException>(() => Scope.Using(() => new Null(Tensor.Ones(1))));
        Assert.Contains("EscapeTests+Null.Escaping() returned null", error.Message);
        Assert.Equal((0, 0), (Tensors, Scopes));
    }

    [Fact]
    public async Task UsingAsyncTakesValueTasks()
    {
        using Scope outer = Scope.Open();
        Tensor kept = await Scope.UsingAsync(async ValueTask<Tensor> () =>
        {
            Tensor half = Tensor.Full(1, 2);
            await Task.Yield();
            return half * 2;
        });
        Assert.Equal([2f, 2f], kept.ToArray<float>());
        Scope? inner = null;
        await Scope.UsingAsync(async ValueTask (scope) =>
        {
            inner = scope;
            await Task.Yield();
            Tensor.Ones(1);
            Assert.Same(scope, Scope.Current);
        });
        Assert.True(inner!.IsClosed);
        Assert.Equal(4, (await Scope.UsingAsync(MethodGroup)).Item());
        await Assert.ThrowsAsync<InvalidDataException>(() => Scope.UsingAsync(async ValueTask () =>
        {
            Tensor.Ones(1);
            await Task.Yield();
            throw new InvalidDataException();
        }).AsTask());
        Assert.Equal(2L, outer.Stats.Tensors);
        Assert.Same(outer, Scope.Current);

        static ValueTask<Tensor> MethodGroup() => new(Tensor.Full(4, 1));
    }

    [Fact]
    public async Task AwaitUsingClosesTheScopeInTheFlowThatOpenedIt()
    {
        Tensor member;
        await using (Scope scope = Scope.Open())
        {
            member = Tensor.Ones(1);
            await Task.Yield();
            Assert.Same(scope, Scope.Current);
        }
        Assert.True(member.IsClosed);
        Assert.Null(Scope.Current);
    }

    [Fact]
    public void AnExceptionThatABodyCatchesLeavesItsResult()
    {
        using Scope outer = Scope.Open();
        Tensor kept = Scope.Using(() =>
        {
            try
            {
                try
                {
                    throw new InvalidDataException("passes a filter above, and is lost");
                }
                finally
                {
                    throw new InvalidOperationException("is caught");
                }
            }
            catch (InvalidOperationException)
            {
                return Tensor.Full(6, 1);
            }
        });
        Assert.Equal(6, kept.Item());
    }

    private static Lazy<T> Evaluated<T>(Lazy<T> lazy)
    {
        _ = lazy.Value;
        return lazy;
    }

    private static Func<double, double> Scaled(double by) => x => by * x;

    private static async Task<Tensor> Later(Tensor a)
    {
        await Task.Yield();
        return a;
    }

    private static IEnumerable<Tensor> Sequence(Tensor a)
    {
        yield return a;
    }

    private static async IAsyncEnumerable<Tensor> Asynchronous(Tensor a)
    {
        await Task.Yield();
        yield return a;
    }

    /// <summary>A collection of the user's that fails while it is read.</summary>
    private sealed class Broken(Tensor first) : IEnumerable<Tensor>
    {
        public IEnumerator<Tensor> GetEnumerator()
        {
            yield return first;
            throw new InvalidDataException();
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    private sealed class Null(Tensor held) : IEscapable
    {
        public IEnumerable<object?> Escaping() => held.IsClosed ? [] : null!;
    }

    private sealed class Escapeless(Tensor held)
    {
        public void Look() => held.Zero();
    }

    private sealed class Own(Tensor? first, object? rest) : IEscapable
    {
        public IEnumerable<object?> Escaping() => [first, rest, null];
    }

    private record Two(Tensor A, Tensor B, Delegate? Also = null);

    private sealed class Holder(object[] held) : IEscapable
    {
        public IEnumerable<object?> Escaping() => held;
    }

    /// <summary>What is a sequence of numbers may hold more than that, if it says so.</summary>
    private sealed class OwnSequence(Tensor[] held) : List<int>, IEscapable
    {
        public IEnumerable<object?> Escaping() => held;
    }

    /// <summary>Its parameter has nothing to do with its elements.</summary>
    private sealed class Batch<T>(Tensor[] held) : IEnumerable<Tensor>
    {
        public IEnumerator<Tensor> GetEnumerator() => ((IEnumerable<Tensor>)held).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => held.GetEnumerator();
    }

    private sealed record Named(string Name, Tensor A, Tensor B) : Two(A, B);

    private readonly record struct TwoByValue(Tensor A, Tensor B);

    private sealed record Box<T>(T Value);

    private sealed record Touchy(Tensor Tensor)
    {
        public bool Equals(Touchy? other) => throw new InvalidOperationException("was asked");

        public override int GetHashCode() => throw new InvalidOperationException("was asked");
    }
}
