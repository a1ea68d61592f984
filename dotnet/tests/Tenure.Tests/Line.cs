using Tenure.Models;

namespace Tenure.Tests;

/// <summary>The parameters of y = slope x + offset.</summary>
internal sealed record Line(Tensor Slope, Tensor Offset)
{
    /// <summary>y = 2 x + 3, computed of what the model is not to keep.</summary>
    public static Dictionary<string, Tensor> Example() =>
        new() { ["slope"] = (Tensor.Ones(1) + 1) * 1, ["offset"] = Tensor.Full(3, 1) };

    /// <summary>The example as a model named line.</summary>
    public static Model Model() => Tenure.Models.Model.Create("line", Example, (line, x) => Of(line).At(x));

    /// <summary>By the names of the example.</summary>
    public static Line Of(IReadOnlyDictionary<string, Tensor> parameters) => new(parameters["slope"], parameters["offset"]);

    /// <summary>The parameters of a model of the example.</summary>
    public static Line Of(Model model) => Of(model.Parameters);

    public Tensor At(Tensor x) => x.Mul(Slope).Add(Offset);
}

/// <summary>A number in, a number out.</summary>
internal sealed class Numbers : ITranslator<float, float>
{
    public Tensor[] ProcessInput(float input) => [Tensor.Of([input])];

    public float ProcessOutput(Tensor[] output) => (float)output[0].Item();
}
