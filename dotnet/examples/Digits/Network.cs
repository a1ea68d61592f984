namespace Tenure.Examples.Digits;

/// <summary>64-64-10 with a relu between: the weights and biases of two layers.</summary>
internal sealed record Network(Tensor W1, Tensor B1, Tensor W2, Tensor B2)
{
    /// <summary>Fresh parameters; the only random numbers that are drawn, in this order.</summary>
    public static Network Random(ulong seed)
    {
        TenureRuntime.Seed(seed);
        double scale = Math.Sqrt(2.0 / 64.0);
        return Scope.Using(() =>
        {
            Tensor w1 = Tensor.Randn(64, 64) * scale;
            Tensor b1 = Tensor.Zeros(64);
            Tensor w2 = Tensor.Randn(64, 10) * scale;
            Tensor b2 = Tensor.Zeros(10);
            return new Network(w1, b1, w2, b2);
        });
    }

    /// <summary>What was saved.</summary>
    public static Network Load(string path)
    {
        Dictionary<string, Tensor> saved = SafeTensors.Load(path);
        return new Network(saved["w1"], saved["b1"], saved["w2"], saved["b2"]);
    }

    /// <summary>The parameters as <paramref name="tape"/> watches them.</summary>
    public Network Watched(Tape tape) => new(tape.Watch(W1), tape.Watch(B1), tape.Watch(W2), tape.Watch(B2));

    /// <summary>Pixels [N, 64] to logits [N, 10].</summary>
    public Tensor Forward(Tensor pixels) => pixels.MatMul(W1).Add(B1).Relu().MatMul(W2).Add(B2);
}
