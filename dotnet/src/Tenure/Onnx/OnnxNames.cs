// Inputs and outputs of a model by name.

using Tenure.Interop;

namespace Tenure.Onnx;

internal static class OnnxNames
{
    /// <summary>Runs inputs by name; what comes out is called as <paramref name="outputs"/> say.</summary>
    /// <param name="inputs">By their names.</param>
    /// <param name="outputs">Those of the model.</param>
    /// <param name="run">Computes inputs with their names, one a line.</param>
    internal static Dictionary<string, Tensor> Run(
        IEnumerable<KeyValuePair<string, Tensor>> inputs, Func<IReadOnlyList<OnnxValue>> outputs, Func<string, Tensor[], Tensor[]> run)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        KeyValuePair<string, Tensor>[] entries = [.. inputs];
        foreach ((string name, _) in entries)
        {
            NativeText.Check(name, nameof(inputs));
        }
        string names = string.Join('\n', entries.Select(entry => entry.Key));
        Tensor[] results = run(names, [.. entries.Select(entry => entry.Value)]);
        return outputs().Zip(results).ToDictionary(pair => pair.First.Name, pair => pair.Second);
    }
}
