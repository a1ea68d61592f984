using Tenure.Nn;
using Xunit;

namespace Tenure.Tests;

/// <summary>Modules that are written in C#, and what belongs to whom.</summary>
public sealed class ModuleTests
{
    private sealed class Own : Module
    {
        public Own()
        {
            W = Parameter("w", Tensor.Of(new float[] { 1f, -2f, 3f, 4f }).Reshape(2, 2));
            Inner = Add("inner", new Identity());
        }

        public Tensor W { get; }

        public Module Inner { get; }

        protected override Tensor Forward(Tensor x) => ((Inner.Call(x).MatMul(W) + 1) - 1).Relu();
    }

    private sealed class Same : Module
    {
        protected override Tensor Forward(Tensor x) => x;
    }

    /// <summary>Returns its parameter.</summary>
    private sealed class Constant : Module
    {
        public Constant() => W = Parameter("w", Tensor.Ones(2));

        public Tensor W { get; }

        protected override Tensor Forward(Tensor x) => W;
    }

    [Fact]
    public void NamesOfAStateAreAnyText()
    {
        using Scope scope = Scope.Open();
        var linear = new Linear(1, 1);
        Tensor one = Tensor.Ones(1);
        string[] names = ["bias\r", "a\nb", "c\td", "e\\n", ""];
        foreach (string name in names)
        {
            LoadReport report = linear.LoadStateDict([new(name, one)], isStrict: false);
            Assert.Equal([name], report.Unexpected);
            Assert.Equal(["weight", "bias"], report.Missing);
        }
        LoadReport all = linear.LoadStateDict(names.Select(name => KeyValuePair.Create(name, one)), isStrict: false);
        Assert.Equal(names.Order(StringComparer.Ordinal), all.Unexpected.Order(StringComparer.Ordinal));
        var net = new Sequential([KeyValuePair.Create<string, Module>("a\\n", new Linear(1, 1))]);
        Assert.Equal(["a\\n.weight", "a\\n.bias"], net.StateDict().Keys);
        net.LoadStateDict(net.StateDict());
    }

    [Fact]
    public void ALongReportIsWhole()
    {
        using Scope scope = Scope.Open();
        var linear = new Linear(1, 1);
        Tensor one = Tensor.Ones(1);
        string[] names = [.. Enumerable.Range(0, 9000).Select(i => $"unexpected.{i}")];
        LoadReport report = linear.LoadStateDict(names.Select(name => KeyValuePair.Create(name, one)), isStrict: false);
        Assert.Equal(names.Order(StringComparer.Ordinal), report.Unexpected);
    }

    [Fact]
    public void ThreadsAppendUnderNumbersOfTheirOwn()
    {
        using Scope scope = Scope.Open();
        var net = new Sequential();
        int mismatches = 0;
        Thread[] threads = [.. Enumerable.Range(0, 4).Select(_ => new Thread(() =>
        {
            for (int k = 0; k < 50; k++)
            {
                Sequential part = net.Append(new Sequential());
                part.Append(new Linear(1, 1, k % 2 == 0));
                part.Append(new Same());
                foreach ((string name, Tensor value) in net.NamedParameters())
                {
                    Interlocked.Add(ref mismatches, value.Rank == (name.EndsWith("weight", StringComparison.Ordinal) ? 2 : 1) ? 0 : 1);
                    value.Dispose();
                }
            }
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
        Assert.Equal(Enumerable.Range(0, 200).Select(i => $"{i}"), net.Children().Keys);
        Assert.Equal(0, mismatches);
        Assert.Equal([1L, 1L], net.Call(Tensor.Ones(1, 1)).Shape.ToArray());
        net.Dispose();
    }

    [Fact]
    public void ACallFreesEverythingButItsResult()
    {
        using Scope scope = Scope.Open();
        var own = new Own();
        Tensor x = Tensor.Of(new float[] { 1f, 2f }).Reshape(1, 2);
        long before = scope.Stats.Tensors;
        Tensor y = own.Call(x);
        Assert.Equal([7f, 6f], y.ToArray<float>());
        Assert.Equal(before + 1, scope.Stats.Tensors);
        Assert.Same(scope, y.Scope);
    }

    [Fact]
    public void AModuleThatReturnsItsInputGivesAReferenceOfItsOwn()
    {
        using Scope scope = Scope.Open();
        Tensor x = Tensor.Ones(2);
        foreach (Module module in new Module[] { new Identity(), new Same() })
        {
            Tensor y = module.Call(x);
            Assert.NotSame(x, y);
            y.Dispose();
            Assert.Equal(2, x.Sum().Item());
        }
    }

    [Fact]
    public void AModuleThatReturnsItsParameterGivesAReferenceOfItsOwn()
    {
        using Scope scope = Scope.Open();
        var module = new Constant();
        Tensor x = Tensor.Zeros(2);
        module.Call(x).Dispose();
        module.CallAll(x)[0].Dispose();
        Assert.Equal(2, module.W.Sum().Item());
    }

    [Fact]
    public void ASequenceWithAnOwnModuleGivesAllResults()
    {
        using Scope scope = Scope.Open();
        Tensor[] results = new Sequential(new Same(), new ReLU()).CallAll(Tensor.Ones(2));
        Assert.Single(results);
        Assert.Equal(2, results[0].Sum().Item());
    }

    /// <summary>Counts the inputs that are left out.</summary>
    private sealed class Optional : Module
    {
        protected override Tensor[] ForwardAll(params Tensor?[] inputs) => [Tensor.Of<float>([inputs.Count(input => input is null)])];
    }

    [Fact]
    public void AnInputThatIsNullIsLeftOut()
    {
        using Scope scope = Scope.Open();
        Tensor x = Tensor.Rand(1, 3, 4);
        Tensor padding = Tensor.Of(new[] { false, false, true }).Reshape(1, 3);
        Module attention = new MultiheadAttention(4, 2, batchFirst: true, needWeights: true);
        Tensor[] results = attention.CallAll(x, x, x, null, padding);
        Assert.Equal(2, results.Length);
        Assert.Equal(0, results[1].Select(2, 2).Sum().Item());
        Assert.Equal(2, new Optional().CallAll(x, null, null)[0].Item());
        Assert.Throws<InvalidArgumentException>(() => new ReLU().CallAll([null]));
        Assert.Throws<ArgumentNullException>(() => new Same().CallAll([null]));
        Assert.Throws<ArgumentNullException>(() => attention.CallAll(null!));
    }

    [Fact]
    public void AGraphOwnsItsNodes()
    {
        using Scope scope = Scope.Open();
        var net = new Graph("a", "b");
        Linear fc = net.AddNode("fc", new Linear(2, 3), "a");
        net.AddNode("all", new Concat(), "fc", "b");
        Assert.Same(net, net.SetOutputs("all", "fc"));
        Tensor[] results = net.CallAll(Tensor.Ones(4, 2), Tensor.Zeros(4, 1));
        Assert.Equal([4, 4], results[0].Shape.ToArray());
        Assert.Equal([4, 3], results[1].Shape.ToArray());
        Assert.Same(fc, net.Child("fc"));
        Assert.Equal("fc", fc.Path());
        Assert.Throws<InvalidArgumentException>(() => new Graph("a\nb"));
        Assert.Throws<InvalidArgumentException>(() => net.AddNode("x", new ReLU(), "all\nfc"));
        net.AddNode("own", new Same(), "a");
        net.SetOutputs("own");
        TensorException error = Assert.Throws<TensorException>(() => net.CallAll(Tensor.Ones(1), Tensor.Ones(1)));
        Assert.Contains("the forward of Same", error.Message);
    }

    [Fact]
    public void ATapeRecordsAnOwnModuleInASequence()
    {
        using Scope scope = Scope.Open();
        var net = new Sequential(new Own(), new ReLU());
        Assert.Equal(["0.w"], net.NamedParameters().Keys);
        Tape tape = Tape.Open();
        Tensor[] watched = net.Watch(tape);
        Tensor x = Tensor.Of(new float[] { 1f, 2f }).Reshape(1, 2);
        Tensor[] gradients = tape.Backward(net.Call(x).Sum(), watched);
        Assert.Equal([1f, 1f, 2f, 2f], gradients[0].ToArray<float>());
    }

    [Fact]
    public void AParameterStaysWithItsModule()
    {
        using Scope scope = Scope.Open();
        using Scope other = Scope.Create();
        var own = new Own();
        var net = new Sequential([new KeyValuePair<string, Module>("encoder", own)]);
        var refused = Assert.Throws<InvalidArgumentException>(() => other.Attach(own.W));
        Assert.Contains("'encoder.w'", refused.Message, StringComparison.Ordinal);
        Assert.Same(scope, own.W.Scope);
        Assert.Equal("encoder", own.Path());
        net.MoveTo(other);
        Assert.Same(other, own.W.Scope);
        net.Dispose();
        Assert.True(own.IsClosed);
        Assert.Throws<ClosedException>(() => own.Call(own.W));
    }

    [Fact]
    public void AWindowHasOneSizeOrOneForEachAxis()
    {
        using Scope scope = Scope.Open();
        Tensor x = Tensor.Ones(1, 2, 5, 5);
        Assert.Equal([1, 3, 3, 3], new Conv2d(2, 3, 3).Call(x).Shape.ToArray());
        Assert.Equal([1, 3, 3, 4], new Conv2d(2, 3, [3, 2]).Call(x).Shape.ToArray());
    }
}
