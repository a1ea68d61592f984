using Tenure.Models;
using Tenure.Nn;

namespace Tenure.Tests;

/// <summary>The module y = 2 x + 3, whose forward is in C#.</summary>
internal sealed class Line : Module
{
    public Line()
    {
        Slope = Parameter("slope", Tensor.Full(2, 1));
        Offset = Parameter("offset", Tensor.Full(3, 1));
    }

    public Tensor Slope { get; }

    public Tensor Offset { get; }

    /// <summary>The module, named line.</summary>
    public static Line Model() => Scope.Using(() => new Line { Name = "line" });

    /// <summary>The same by a kind of the core, of one number a row.</summary>
    public static Module Core() => Scope.Using(() =>
    {
        Module made = new Linear(1, 1) { Name = "line" };
        made.LoadStateDict(new Dictionary<string, Tensor> { ["weight"] = Tensor.Full(2, 1, 1), ["bias"] = Tensor.Full(3, 1) });
        return made;
    });

    protected override Tensor Forward(Tensor x) => x.Mul(Slope).Add(Offset);
}

/// <summary>A number in, a number out.</summary>
internal sealed class Numbers : ITranslator<float, float>
{
    public Tensor[] ProcessInput(float input) => [Tensor.Of([input])];

    public float ProcessOutput(Tensor[] output) => (float)output[0].Item();
}
