// What escapes from Scope.Using in a trimmed program: each kind of result holds two tensors, which are read afterwards.

using Tenure;

int failed = 0;
Check("record", () => new Pair(One(), One()), pair => [pair.First, pair.Second]);
Check("record within a tuple", () => (1, new Pair(One(), One())), made => [made.Item2.First, made.Item2.Second]);
Check("sealed record", () => new SealedPair(One(), One()), pair => [pair.First, pair.Second]);
Check("derived record", () => new Named("x", One(), One()), pair => [pair.First, pair.Second]);
Check("record with a text of its own", () => new Silent(One(), One()), pair => [pair.First, pair.Second]);
Check("record struct", () => new PairByValue(One(), One()), pair => [pair.First, pair.Second]);
Check("generic record", () => new Box<Tensor[]>([One(), One()]), box => box.Value);
Check("anonymous type", () => new { A = One(), B = One() }, made => [made.A, made.B]);
Check("pair", () => KeyValuePair.Create(One(), One()), made => [made.Key, made.Value]);
Check("memory", () => new Memory<Tensor>([One(), One()]), made => made.ToArray());
Check("lazy", Evaluated, made => made.Value);
Check("escapable", () => new Own(One(), One()), own => own.All());
Check("list", () => new List<Tensor> { One(), One() }, made => [.. made]);
Check("lists in a dictionary", () => new Dictionary<string, List<Tensor>> { ["a"] = [One()], ["b"] = [One()] }, made => [made["a"][0], made["b"][0]]);
Check("nested records", () => new Box<Box<object>>(new(new SealedPair(One(), One()))), box => ((SealedPair)box.Value.Value).All());
Check("record of a private class", Hidden.Make, Hidden.Look);
Check("record that was made by a generic method", () => Boxed((One(), One())), box => [box.Value.Item1, box.Value.Item2]);
Check("record with private fields", () => new Closed(One(), One()), held => held.All());
Check("array of objects", () => new object[] { One(), KeyValuePair.Create(1, One()) }, made => [(Tensor)made[0], ((KeyValuePair<int, Tensor>)made[1]).Value]);
Check("memory to read", () => new ReadOnlyMemory<object>([One(), One()]), made => [(Tensor)made.Span[0], (Tensor)made.Span[1]]);
Check("a class that holds nothing", () => (new Plain(), One(), One(), new Uri("http://localhost")), made => [made.Item2, made.Item3]);
Refuse("lambda", () => { Tensor one = One(); return new Func<Tensor>(() => one); });
Refuse("iterator", () => Rows(2));
await foreach (int number in Numbers())
{
    failed += number - 1;
}
Refuse("asynchronous iterator of numbers", () => Numbers());
Refuse("awaitable", () => new Waiting());
Refuse("observable of numbers", () => new Watched());
// A library that was built without the generator.
Refuse("another's type", () => new Tenure.Trimmed.Library.Foreign(One()));
Check("another's record", () => new Tenure.Trimmed.Library.ForeignRecord(One(), One()), made => [made.First, made.Second]);
return failed;

static Tensor One() => Tensor.Ones(1);

static Lazy<Tensor[]> Evaluated()
{
    var lazy = new Lazy<Tensor[]>(() => [One(), One()]);
    _ = lazy.Value;
    return lazy;
}

static Box<T> Boxed<T>(T value) => new(value);

static IEnumerable<Tensor> Rows(int count)
{
    for (int i = 0; i < count; i++)
    {
        yield return One();
    }
}

static async IAsyncEnumerable<int> Numbers()
{
    await Task.Yield();
    yield return 1;
}

void Refuse<T>(string name, Func<T> body)
{
    using Scope outer = Scope.Open();
    try
    {
        Scope.Using(body);
        failed++;
        Console.WriteLine($"{name}: not refused");
    }
    catch (InvalidOperationException error)
    {
        Console.WriteLine($"{name}: refused, {error.Message}");
    }
}

void Check<T>(string name, Func<T> body, Func<T, Tensor[]> held)
{
    using Scope outer = Scope.Open();
    bool open = held(Scope.Using(body)).All(tensor => !tensor.IsClosed);
    failed += open && outer.Stats.Tensors == 2 ? 0 : 1;
    Console.WriteLine($"{name}: {(open ? "open" : "closed")}, {outer.Stats.Tensors} tensors");
}

internal record Pair(Tensor First, Tensor Second);

internal sealed record SealedPair(Tensor First, Tensor Second)
{
    public Tensor[] All() => [First, Second];
}

internal sealed record Closed
{
    private readonly Tensor _first;
    private readonly object _second;

    public Closed(Tensor first, Tensor second) => (_first, _second) = (first, second);

    public Tensor[] All() => [_first, (Tensor)_second];
}

internal sealed class Hidden
{
    public static object Make() => new Inner<object>(Tensor.Ones(1), new Inner<Tensor>(null, Tensor.Ones(1)));

    public static Tensor[] Look(object made)
    {
        var outer = (Inner<object>)made;
        return [outer.First!, ((Inner<Tensor>)outer.Second).Second];
    }

    private sealed record Inner<T>(Tensor? First, T Second);
}

internal sealed class Plain
{
    public object? Held { get; set; }
}

internal sealed class Waiting
{
    public System.Runtime.CompilerServices.TaskAwaiter GetAwaiter() => Task.CompletedTask.GetAwaiter();
}

internal sealed class Watched : IObservable<int>
{
    public IDisposable Subscribe(IObserver<int> observer) => throw new NotSupportedException();
}

internal sealed record Named(string Name, Tensor First, Tensor Second) : Pair(First, Second);

internal sealed record Silent(Tensor First, Tensor Second)
{
    public override string ToString() => "silent";
}

internal readonly record struct PairByValue(Tensor First, Tensor Second);

internal sealed record Box<T>(T Value);

internal sealed class Own(Tensor first, Tensor second) : IEscapable
{
    public Tensor[] All() => [first, second];

    public IEnumerable<object?> Escaping() => All();
}
