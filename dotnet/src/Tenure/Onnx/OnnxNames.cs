// Inputs and outputs of a model by name.

using Tenure.Interop;

namespace Tenure.Onnx;

internal static class OnnxNames
{
    /// <summary>Runs a model with inputs by name, and returns the results by the names of
    /// <paramref name="outputs"/>.</summary>
    /// <param name="inputs">The inputs by name.</param>
    /// <param name="outputs">Returns the outputs of the model.</param>
    /// <param name="run">Runs the model with the names of the inputs, one per line, and the
    /// inputs.</param>
    internal static Dictionary<string, T> Run<T>(
        IEnumerable<KeyValuePair<string, T>> inputs, Func<IReadOnlyList<OnnxPort>> outputs, Func<string, T[], T[]> run)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        KeyValuePair<string, T>[] entries = [.. inputs];
        foreach ((string name, _) in entries)
        {
            NativeText.Check(name, nameof(inputs));
        }
        string names = string.Join('\n', entries.Select(entry => entry.Key));
        T[] results = run(names, [.. entries.Select(entry => entry.Value)]);
        return outputs().Zip(results).ToDictionary(pair => pair.First.Name, pair => pair.Second);
    }
}
