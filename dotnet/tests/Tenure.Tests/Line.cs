namespace Tenure.Tests;

/// <summary>The parameters of y = slope x + offset.</summary>
internal sealed record Line(Tensor Slope, Tensor Offset)
{
    /// <summary>y = 2 x + 3, computed of what the model is not to keep.</summary>
    public static Line Example() => new((Tensor.Ones(1) + 1) * 1, Tensor.Full(3, 1));

    /// <summary>The example as a model named line.</summary>
    public static Model<Line> Model() => Tenure.Model.Create("line", Example, (line, x) => line.At(x));

    public Tensor At(Tensor x) => x.Mul(Slope).Add(Offset);
}

/// <summary>A number in, a number out.</summary>
internal sealed class Numbers : ITranslator<float, float>
{
    public Tensor[] ProcessInput(float input) => [Tensor.From([input])];

    public float ProcessOutput(Tensor[] output) => (float)output[0].Item();
}
