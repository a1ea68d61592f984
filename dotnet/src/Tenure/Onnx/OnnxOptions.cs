// Options for running an ONNX model, and their JSON form for the core.

using System.Globalization;
using System.Text;
using Tenure.Interop;

namespace Tenure.Onnx;

/// <summary>Options for running an <see cref="OnnxModel"/>: <c>new OnnxOptions { Threads = 1
/// }</c>.</summary>
public sealed record OnnxOptions
{
    internal static readonly OnnxOptions Default = new();

    /// <summary>The path of the ONNX Runtime library; if null, it is searched for.</summary>
    public string? Library { get; init; }

    /// <summary>How many threads compute one run, including the caller's. With 0, all models share
    /// the process's threads.</summary>
    public int Threads { get; init; }

    /// <summary>How far the graph is optimized when the model is loaded.</summary>
    public OnnxOptimization Optimization { get; init; } = OnnxOptimization.All;

    /// <summary>Execution providers by their ONNX Runtime names, in order of preference. The CPU
    /// provider runs the nodes that they do not support.</summary>
    public IReadOnlyList<string> Providers { get; init; } = [];

    /// <summary>Whether only deterministic kernels are used.</summary>
    public bool Deterministic { get; init; }

    /// <summary>Whether the memory of a run is planned from earlier runs with the same
    /// shapes.</summary>
    public bool MemoryPattern { get; init; } = true;

    /// <summary>The names of the outputs to compute, in this order; empty for all.</summary>
    public IReadOnlyList<string> Outputs { get; init; } = [];

    /// <summary>The path of a file that records the times of all operations until
    /// <see cref="OnnxModel.EndProfiling"/>; null for none. ONNX Runtime appends the date to the
    /// path.</summary>
    public string? Profile { get; init; }

    /// <summary>The lowest level that is logged for the model and its runs. Failures throw
    /// exceptions at every level.</summary>
    public OnnxLogLevel LogLevel { get; init; } = OnnxLogLevel.Fatal;

    /// <summary>Whether models of the same file, or of the same bytes, share one copy of their
    /// weights. All of them must set this, and their options may differ only in
    /// <see cref="Outputs"/>.</summary>
    public bool SharedWeights { get; init; }

    /// <summary>The folder of the files that a model of bytes keeps data in; null for none. A model of a file finds
    /// them beside it.</summary>
    public string? Folder { get; init; }

    /// <summary>Returns the options as JSON for the core.</summary>
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
        if (Folder is { } folder)
        {
            fields.Add($"\"folder\":{Text(folder)}");
        }
        return $"{{{string.Join(',', fields)}}}";
    }

    private static string Texts(IReadOnlyList<string> texts) => $"[{string.Join(',', texts.Select(Text))}]";

    /// <summary>Returns a text as a JSON string.</summary>
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
