using Tenure.Models;
using Tenure.Onnx;
using Xunit;

namespace Tenure.Tests;

/// <summary>Values of models that are not tensors of numbers. Without a library of ONNX Runtime the tests that need
/// one are skipped.</summary>
public sealed class OnnxValueTests : Balanced
{
    private static readonly OnnxOptions OneThread = new() { Threads = 1 };

    private static string Model(string name) => Path.Combine(Tools.Metadata("RepoRoot"), "tests", "onnx", "data", name + ".onnx");

    private static OnnxModel Load(string name) => OnnxModel.Load(Model(name), OneThread);

    private static void NeedsRuntime() =>
        Assert.SkipWhen(
            string.IsNullOrEmpty(Environment.GetEnvironmentVariable("TENURE_ONNXRUNTIME")), "TENURE_ONNXRUNTIME names no library");

    /// <summary>docs/guides/onnx.md has these lines.</summary>
    [Fact]
    public void StringsAsThePageShows()
    {
        NeedsRuntime();
        string path = Model("titanic");
        using Scope scope = Scope.Open();
        OnnxModel model = OnnxModel.Load(path); // sex: string [N, 1], age: float32 [N, 1]
        Dictionary<string, OnnxValue> results = model.RunValues(new Dictionary<string, OnnxValue>
        {
            ["sex"] = OnnxValue.Of(["male", "female"], 2, 1),
            ["age"] = OnnxValue.Of(Tensor.Of([3f, 4], 2, 1)),
        });
        Tensor y = results["y"].Tensor();
        Assert.Equal([0f, 3, 1, 4], y.ToArray<float>());
        OnnxPort sex = model.Inputs[0];
        Assert.Equal(("sex: string [N, 1]", "string", false), (sex.ToString(), sex.Type, sex.IsTensor));
        Assert.Null(sex.DType);
        Assert.Equal("age: float32 [N, 1]", model.Inputs[1].ToString());
        Assert.Same(scope, results["y"].Scope);
        OnnxValue[] inOrder = model.RunValues(OnnxValue.Of(["?"], 1, 1), OnnxValue.Of(Tensor.Ones(1, 1)));
        Assert.Equal([-1f, 1], inOrder[0].Tensor().ToArray<float>());
    }

    /// <summary>docs/guides/onnx.md has these lines.</summary>
    [Fact]
    public void MapsAsThePageShows()
    {
        NeedsRuntime();
        string path = Model("classifier");
        using Scope scope = Scope.Open();
        OnnxModel model = OnnxModel.Load(path); // prob: sequence of map of int64 to float32
        OnnxValue[] results = model.RunValues(OnnxValue.Of(Tensor.Of([1f, 2, 3, 1], 2, 2)));
        long[] labels = results[0].Tensor().ToArray<long>();
        IReadOnlyList<IReadOnlyDictionary<long, float>> scores = results[1].Maps<long, float>();
        Assert.Equal([1L, 0], labels);
        Assert.Equal([0L, 1], scores[0].Keys);
        Assert.Equal(0.8807970f, scores[0][1], 1e-6f);
        Assert.Equal(0.9820138f, scores[1][0], 1e-6f);
        OnnxValue prob = results[1];
        Assert.Equal("prob: sequence of map of int64 to float32", model.Outputs[1].ToString());
        Assert.Equal("OnnxValue(sequence of map of int64 to float32)", prob.ToString());
        Assert.Equal(2, prob.Size);
        Assert.True(prob.IsSequence);
        Assert.Equal(scores[1], prob.Get(1).Map<long, float>());
        Assert.Equal(scores[1], prob.List()[1].Map<long, float>());
        var objects = Assert.IsAssignableFrom<IReadOnlyList<IReadOnlyDictionary<object, object>>>(prob.ToObject());
        Assert.Equal(scores[0][1], objects[0][1L]);
        Assert.Equal(scores[1][0], Assert.IsAssignableFrom<IReadOnlyDictionary<object, object>>(prob.Get(1).ToObject())[0L]);
        Assert.Equal([0L, 1, 0, 1], prob.Keys().Tensor().ToArray<long>());
        Assert.Equal(4, prob.Values().Size);
        InvalidArgumentException error = Assert.Throws<InvalidArgumentException>(() => prob.Maps<string, float>());
        Assert.Equal("the keys of the map are int64, read them as Int64, not String", error.Message);
        Assert.Throws<InvalidArgumentException>(() => prob.Map<long, float>());
        Assert.Throws<InvalidArgumentException>(prob.Strings);
        Assert.Throws<InvalidArgumentException>(prob.Tensor);
        OnnxValue[] flowers = Load("flowers").RunValues(OnnxValue.Of(Tensor.Of([1f, 2], 1, 2)));
        Assert.Equal(["rose", "tulipán"], flowers[1].Maps<string, float>()[0].Keys);
    }

    [Fact]
    public void ARunOfTensorsNamesTheOtherWays()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        OnnxModel model = Load("classifier");
        Tensor x = Tensor.Of([1f, 2, 3, 1], 2, 2);
        TensorException error = Assert.Throws<TensorException>(() => model.Run(x));
        Assert.Equal(Status.Unsupported, error.Status);
        Assert.Contains("'prob' is sequence of map of int64 to float32", error.Message);
        Assert.Contains("runValues", error.Message);
        Assert.Contains("outputs(\"label\")", error.Message);
        OnnxModel label = OnnxModel.Load(Model("classifier"), new OnnxOptions { Outputs = ["label"] });
        Assert.Equal([1L, 0], label.Run(x)[0].ToArray<long>());
        TensorException refused = Assert.Throws<TensorException>(() => Batcher.Of(model));
        Assert.Contains("output 'prob' is sequence of map", refused.Message);
        model.WarmUp();
        Load("titanic").WarmUp(new Dictionary<string, long[]> { ["sex"] = [4, 1], ["age"] = [4, 1] });
    }

    [Fact]
    public void StringsComeBackAsTheyWere()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        OnnxModel words = Load("words");
        string[] texts = ["", "a\0b", "tulipán", "🌹", "\0🌹", new string('x', 100_000)];
        OnnxValue value = OnnxValue.Of(texts);
        Assert.Equal(texts, value.Strings());
        Assert.Equal(texts, words.RunValues(value)[0].Strings());
        Assert.Equal(texts, value.ToObject());
        Assert.Equal([6L], value.Shape);
        Assert.Equal("OnnxValue(string [6])", value.ToString());
        Assert.True(value is { IsStrings: true, IsTensor: false, IsMap: false, IsSequence: false });
        Assert.Empty(words.RunValues(OnnxValue.Of(Array.Empty<string>()))[0].Strings());
        Assert.Empty(OnnxValue.Of("one").Shape);
        Assert.Equal(["one"], OnnxValue.Of("one").Strings());
        string[] many = new string[1_000_000];
        Array.Fill(many, "abc");
        Assert.Equal(many, words.RunValues(OnnxValue.Of(many))[0].Strings());
    }

    [Fact]
    public void SequencesMapsAndAbsentValues()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        OnnxValue one = OnnxValue.Of(Tensor.Of([1f, 2]));
        OnnxValue after = Load("append").RunValues(OnnxValue.OfSequence(one, one), one)[0];
        Assert.Equal(3, after.Size);
        Assert.Equal(3, after.List().Count);
        Assert.Equal([1f, 2], after.Get(2).Tensor().ToArray<float>());
        Assert.IsType<Tensor>(Assert.IsAssignableFrom<IReadOnlyList<object?>>(after.ToObject())[0]);
        Assert.Equal(1, Load("append").RunValues(OnnxValue.OfSequence(), one)[0].Size);
        Assert.Equal(1, OnnxValue.OfSequence(new List<OnnxValue> { one }).Size);
        OnnxModel has = Load("has");
        Assert.Equal([true], has.RunValues(one)[0].Tensor().ToArray<bool>());
        Assert.Equal([false], has.RunValues(OnnxValue.Absent())[0].Tensor().ToArray<bool>());
        Assert.True(Load("some").RunValues(one)[1].IsAbsent);
        Assert.Null(OnnxValue.Absent().ToObject());
        var flat = new Dictionary<string, float> { ["age"] = 3, ["pets"] = 1 };
        OnnxValue map = OnnxValue.OfMap(flat);
        Assert.True(map.IsMap);
        Assert.Equal(flat, map.Map<string, float>());
        Assert.Equal([0f, 3], Load("dictionary").RunValues(map)[0].Tensor().ToArray<float>());
        OnnxValue sparse = OnnxValue.OfMap(new Dictionary<long, float> { [2] = 5 });
        Assert.Equal([0f, 0, 5, 0], Load("cast_map").RunValues(sparse)[0].Tensor().ToArray<float>());
        OnnxValue doubles = OnnxValue.OfMap(new Dictionary<long, double> { [1] = 0.5 });
        Assert.Equal(0.5, doubles.Map<long, double>()[1]);
        OnnxValue key = OnnxValue.Of(Tensor.Of([7L]));
        foreach (DType half in new[] { DType.F16, DType.BF16 })
        {
            OnnxValue halves = OnnxValue.Of(Tensor.Of([1.5f]).Cast(half));
            Assert.Equal(1.5f, OnnxValue.OfMap(key, halves).Map<long, float>()[7]);
        }
        OnnxValue whole = OnnxValue.Of(Tensor.Of([-3]));
        Assert.Equal(-3, OnnxValue.OfMap(key, whole).Map<long, long>()[7]);
    }

    [Fact]
    public void WhatIsNoValueIsRefused()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        Assert.Throws<ArgumentNullException>(() => OnnxValue.Of((string)null!));
        ArgumentNullException error = Assert.Throws<ArgumentNullException>(() => OnnxValue.Of(["a", null!]));
        Assert.Equal("texts[1]", error.ParamName);
        Assert.Throws<InvalidArgumentException>(() => OnnxValue.Of(["a", "\ud800"]));
        Assert.Throws<ShapeMismatchException>(() => OnnxValue.Of(["a", "b"], 3));
        Assert.Throws<InvalidArgumentException>(() => OnnxValue.Of(["a"], -1));
        Assert.Throws<InvalidArgumentException>(() => OnnxValue.Of(["a"], 1L << 62, 1L << 62));
        OnnxValue word = OnnxValue.Of("a"), number = OnnxValue.Of(Tensor.Ones(1));
        Assert.Throws<InvalidArgumentException>(() => OnnxValue.OfSequence(word, number));
        Assert.Throws<ArgumentNullException>(() => OnnxValue.OfSequence(word, null!));
        Assert.Throws<InvalidArgumentException>(() => OnnxValue.OfMap(new Dictionary<string, int> { ["a"] = 1 }));
        Assert.Throws<InvalidArgumentException>(() => OnnxValue.OfMap(number, number));
        Assert.Throws<InvalidArgumentException>(() => word.Get(0));
        Assert.Throws<InvalidArgumentException>(word.List);
        OnnxModel titanic = Load("titanic");
        Assert.Throws<DTypeMismatchException>(() => titanic.RunValues(number, word));
        Assert.Throws<InvalidArgumentException>(() => titanic.RunValues(number));
        word.Dispose();
        word.Dispose();
        Assert.Throws<ClosedException>(word.Strings);
        Assert.Throws<ClosedException>(() => titanic.RunValues(word, number));
        Assert.Throws<ClosedException>(() => OnnxValue.OfSequence(word));
    }

    [Fact]
    public void OwnersLimitsAndCancelledRuns()
    {
        NeedsRuntime();
        using (OnnxValue unowned = OnnxValue.Of("alone"))
        {
            Assert.Null(unowned.Scope);
        }
        using Scope outer = Scope.Open();
        OnnxModel words = Load("words");
        OnnxValue kept = Scope.Using(_ => words.RunValues(OnnxValue.Of(["a"]))[0]);
        Assert.Same(outer, kept.Scope);
        Assert.Equal(["a"], kept.Strings());
        OnnxValue big = OnnxValue.Of([new string('x', 100_000)]);
        using (Scope small = Scope.Open())
        {
            small.Limit = 50_000;
            Assert.Throws<NativeMemoryException>(() => words.RunValues(big));
        }
        OnnxRunOptions options = OnnxRunOptions.Create();
        Assert.Single(words.RunValues(options, kept));
        Assert.Single(words.RunValues(options, new Dictionary<string, OnnxValue> { ["word"] = kept }));
        options.Cancel();
        Assert.Throws<CancelledException>(() => words.RunValues(options, kept));
    }

    [Fact]
    public void ElementsThatNoDtypeHas()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        OnnxModel model = Load("four_bits");
        Assert.Equal("int4: int4 [m]", model.Inputs[1].ToString());
        Assert.False(model.Inputs[1].IsTensor);
        Tensor bytes = Tensor.Of(new byte[] { 0xe1, 0x0f });
        OnnxValue signed = OnnxValue.OfRawData("int4", bytes, 3);
        Assert.Equal("OnnxValue(int4 [3])", signed.ToString());
        Assert.True(signed.IsRawData);
        Assert.False(signed.IsTensor);
        Assert.Equal(3, signed.Size);
        OnnxValue[] results =
            model.RunValues(OnnxValue.Of(Tensor.Of([1f, -1.5f, 3])), signed, OnnxValue.OfRawData("uint4", bytes, 3));
        Assert.Equal("int4", results[0].Type);
        Assert.Equal([0xd2, 0x06], results[0].RawData().ToArray<byte>());
        Assert.Equal([3L], results[0].Shape);
        Assert.Equal([0x02, 0x06], Assert.IsType<Tensor>(results[1].ToObject()).ToArray<byte>());
        Assert.Equal([0.5f, -1, -0.5f], results[2].Tensor().ToArray<float>());
        Assert.Equal([0.5f, 7, 7.5f], results[3].Tensor().ToArray<float>());
        OnnxModel float8 = Load("float8");
        OnnxValue eight = OnnxValue.OfRawData("float8e5m2", Tensor.Of(new byte[] { 0x3c, 0xbc }), 2);
        Assert.Throws<DTypeMismatchException>(() => float8.RunValues(signed, eight, eight, eight, eight));
        Assert.Throws<InvalidArgumentException>(() => OnnxValue.OfRawData("float8", bytes, 2));
        Assert.Throws<ShapeMismatchException>(() => OnnxValue.OfRawData("int4", bytes, 5));
        Assert.Throws<DTypeMismatchException>(() => OnnxValue.OfRawData("int4", Tensor.Ones(2), 4));
        Assert.Throws<InvalidArgumentException>(signed.Tensor);
        Assert.Throws<InvalidArgumentException>(results[2].RawData);
        Assert.False(results[2].IsRawData);
    }

    [Fact]
    public void AnyRankAndNoDimensionsDiffer()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        OnnxModel ranks = Load("ranks");
        Assert.Equal(
            "OnnxModel(open: float32 [...], scalar: float32 [] -> scaled: float32 [...], minus: float32 [])", ranks.ToString());
        Assert.True(ranks.Inputs[0].IsAnyRank);
        Assert.Empty(ranks.Inputs[0].Shape);
        Assert.False(ranks.Inputs[1].IsAnyRank);
        Tensor two = Tensor.Scalar(2f);
        Assert.Equal([2f, 2], ranks.Run(Tensor.Ones(1, 2), two)[0].ToArray<float>());
        Assert.Equal(2, ranks.Run(Tensor.Scalar(1f), two)[0].Item());
        Assert.Throws<ShapeMismatchException>(() => ranks.Run(two, Tensor.Ones(1)));
    }

    [Fact]
    public void TokensCancelRuns()
    {
        NeedsRuntime();
        using Scope scope = Scope.Open();
        OnnxModel count = Load("count");
        OnnxValue forever = OnnxValue.Of(Tensor.Scalar(1L << 40, DType.I64)), few = OnnxValue.Of(Tensor.Scalar(5, DType.I64));
        using var source = new CancellationTokenSource(TimeSpan.FromMilliseconds(20));
        OperationCanceledException error =
            Assert.Throws<OperationCanceledException>(() => count.RunValues([forever], source.Token));
        Assert.Equal(source.Token, error.CancellationToken);
        Assert.Throws<OperationCanceledException>(() => count.RunValues([few], source.Token));
        var named = new Dictionary<string, OnnxValue> { ["n"] = few };
        Assert.Throws<OperationCanceledException>(() => count.RunValues(named, source.Token));
        using var open = new CancellationTokenSource();
        Assert.Equal(5, count.RunValues([few], open.Token)[0].Tensor().Item());
        Assert.Equal(5, count.RunValues(named, open.Token).Values.Single().Tensor().Item());
        Assert.Equal(5, count.RunValues([few], CancellationToken.None)[0].Tensor().Item());
    }
}
