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
return failed;

static Tensor One() => Tensor.Ones(1);

static Lazy<Tensor[]> Evaluated()
{
    var lazy = new Lazy<Tensor[]>(() => [One(), One()]);
    _ = lazy.Value;
    return lazy;
}

void Check<[System.Diagnostics.CodeAnalysis.DynamicallyAccessedMembers(Scope.ResultMembers)] T>(string name, Func<T> body, Func<T, Tensor[]> held)
{
    using Scope outer = Scope.Open();
    bool open = held(Scope.Using(body)).All(tensor => !tensor.IsClosed);
    failed += open && outer.Stats.Tensors == 2 ? 0 : 1;
    Console.WriteLine($"{name}: {(open ? "open" : "closed")}, {outer.Stats.Tensors} tensors");
}

internal record Pair(Tensor First, Tensor Second);

internal sealed record SealedPair(Tensor First, Tensor Second);

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
