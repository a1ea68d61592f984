// How a model of ONNX is run, and how the core is told.

using System.Globalization;
using System.Text;
using Tenure.Interop;

namespace Tenure.Onnx;

/// <summary>How an <see cref="OnnxModel"/> is run: <c>new OnnxOptions { Threads = 1 }</c>.</summary>
public sealed record OnnxOptions
{
    internal static readonly OnnxOptions Default = new();

    /// <summary>The library of ONNX Runtime; null has it looked for.</summary>
    public string? Library { get; init; }

    /// <summary>How many threads compute one run, the caller's among them; 0 shares those of the process among all models.</summary>
    public int Threads { get; init; }

    /// <summary>How far the graph is rewritten when the model is loaded.</summary>
    public OnnxOptimization Optimization { get; init; } = OnnxOptimization.All;

    /// <summary>Execution providers as ONNX Runtime calls them, the best first. That of the processor takes what they leave.</summary>
    public IReadOnlyList<string> Providers { get; init; } = [];

    /// <summary>Whether only kernels are used whose results are the same each time.</summary>
    public bool Deterministic { get; init; }

    /// <summary>Whether the memory of a run is planned by what earlier runs with the same shapes took.</summary>
    public bool MemoryPattern { get; init; } = true;

    /// <summary>The names of the outputs to compute, in this order; none for all.</summary>
    public IReadOnlyList<string> Outputs { get; init; } = [];

    /// <summary>The path, to which ONNX Runtime adds the date, of a file for the times of all operations, until
    /// <see cref="OnnxModel.EndProfiling"/>; null for none.</summary>
    public string? Profile { get; init; }

    /// <summary>Below what level nothing is logged of the model and of its runs. What fails is an exception in any case.</summary>
    public OnnxLogLevel LogLevel { get; init; } = OnnxLogLevel.Fatal;

    /// <summary>Whether models of the same file, or of the same bytes, with the same options hold their weights once. All of them
    /// say so, and only <see cref="Outputs"/> may differ.</summary>
    public bool SharedWeights { get; init; }

    /// <summary>As the core reads it.</summary>
    internal string Json()
    {
        var fields = new List<string>
        {
            $"\"threads\":{Threads.ToString(CultureInfo.InvariantCulture)}",
            $"\"optimization\":{Text(Optimization.ToString())}",
            $"\"providers\":{Texts(Providers)}",
            $"\"deterministic\":{(Deterministic ? "true" : "false")}",
            $"\"memoryPattern\":{(MemoryPattern ? "true" : "false")}",
            $"\"outputs\":{Texts(Outputs)}",
            $"\"logSeverity\":{Text(LogLevel.ToString())}",
            $"\"sharedWeights\":{(SharedWeights ? "true" : "false")}",
        };
        if ((Library ?? OnnxLibrary.Find()) is { } library)
        {
            fields.Add($"\"library\":{Text(library)}");
        }
        if (Profile is { } profile)
        {
            fields.Add($"\"profile\":{Text(profile)}");
        }
        return $"{{{string.Join(',', fields)}}}";
    }

    private static string Texts(IReadOnlyList<string> texts) => $"[{string.Join(',', texts.Select(Text))}]";

    /// <summary>A text as JSON writes it.</summary>
    internal static string Text(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        NativeText.CheckPairs(text);
        var json = new StringBuilder("\"");
        foreach (char c in text)
        {
            _ = c switch
            {
                '"' or '\\' => json.Append('\\').Append(c),
                < ' ' => json.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:x4}"),
                _ => json.Append(c),
            };
        }
        return json.Append('"').ToString();
    }
}
