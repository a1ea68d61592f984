// What kind of file some bytes are: the model Magika and the rules around it. What several threads ask for at the same time is
// computed together.

using System.Text;
using System.Text.Json;
using Tenure.Models;
using Tenure.Onnx;
using Tenure.Reports;

namespace Tenure.Examples.FileTypes;

/// <summary>A kind of file.</summary>
internal sealed record Kind(string Label, string Mime, bool IsText)
{
    /// <summary>As the server writes it.</summary>
    public string Json => $"{{\"kind\":\"{Label}\",\"mime\":\"{Mime}\"}}";
}

/// <summary>Says what kind of file some bytes are, to any number of threads at once.</summary>
internal sealed class FileKinds : IDisposable
{
    private const int Side = 1024; // bytes of the beginning, and of the end, that the model sees
    private const int Block = 4096; // bytes in which those are looked for, since white space is left out
    private const int Padding = 256;
    private const int Fewest = 8; // bytes that the model can say something of
    private const double Sure = 0.5;
    private const int Joined = 8; // files of one run at most

    private readonly Scope _scope = Scope.Create(options: new ScopeOptions { Name = "file kinds" });
    private readonly Dictionary<string, Kind> _kinds;
    private readonly Dictionary<string, double> _thresholds;
    private readonly Dictionary<string, string> _instead;
    private readonly string[] _labels;
    private readonly OnnxModel _session;
    private readonly Batcher _batcher;
    private readonly Predictor<int[], (int Label, float Score)> _together;
    private readonly Predictor<int[], (int Label, float Score)> _alone;

    /// <summary>With the model of the folder <c>magika</c> of its package of PyPI.</summary>
    public FileKinds(string folder)
    {
        string model = Directory.GetDirectories(Path.Combine(folder, "models")).Order(StringComparer.Ordinal).First();
        using JsonDocument config = Read(Path.Combine(model, "config.min.json"));
        _labels = [.. config.RootElement.GetProperty("target_labels_space").EnumerateArray().Select(label => label.GetString()!)];
        _thresholds = config.RootElement.GetProperty("thresholds").EnumerateObject()
            .ToDictionary(pair => pair.Name, pair => pair.Value.GetDouble());
        _instead = config.RootElement.GetProperty("overwrite_map").EnumerateObject()
            .ToDictionary(pair => pair.Name, pair => pair.Value.GetString()!);
        using JsonDocument all = Read(Path.Combine(folder, "config", "content_types_kb.min.json"));
        _kinds = all.RootElement.EnumerateObject().ToDictionary(kind => kind.Name, kind => new Kind(
            kind.Name,
            kind.Value.GetProperty("mime_type").GetString() ?? "application/octet-stream",
            kind.Value.GetProperty("is_text").GetBoolean()));
        ITranslator<int[], (int, float)> translator = Translator.Of((int[] bytes) => Tensor.Of(bytes), Best);
        var batching = new Batching { Size = Joined, Timeout = TimeSpan.FromSeconds(10) };
        (_session, _batcher, _together, _alone) = _scope.Run(() =>
        {
            OnnxModel session = OnnxModel.Load(Path.Combine(model, "model.onnx"), new OnnxOptions { Threads = 1 });
            session.Name = "magika";
            Batcher batcher = Batcher.Of(session, batching);
            return (session, batcher, Predictor.Of(batcher, translator), Predictor.Of(session, translator));
        });
    }

    /// <summary>How requests were joined.</summary>
    public BatcherStats Stats => _batcher.Stats;

    /// <summary>Takes the memory that runs of each size need, so that a server has its full size before its first request.</summary>
    public void WarmUp()
    {
        string input = _session.Inputs[0].Name;
        for (int files = Joined; files > 0; files--)
        {
            _session.WarmUp(new Dictionary<string, long[]> { [input] = [files, 2 * Side] });
        }
    }

    /// <summary>What kind of file has these bytes; what other threads ask for meanwhile is computed in the same run.</summary>
    public Kind Of(byte[] file) => Of(file, _together);

    /// <summary>The same, computed by itself.</summary>
    public Kind OfAlone(byte[] file) => Of(file, _alone);

    public void Dispose() => _scope.Dispose();

    private Kind Of(byte[] file, Predictor<int[], (int Label, float Score)> predictor)
    {
        if (file.Length == 0)
        {
            return KindOf("empty");
        }
        int[] bytes = Seen(file);
        if (file.Length < Fewest || bytes[Fewest - 1] == Padding)
        {
            return KindOf(IsText(file.AsSpan(0, Math.Min(file.Length, Block))) ? "txt" : "unknown");
        }
        (int best, float score) = predictor.Predict(bytes);
        string label = _labels[best];
        Kind kind = KindOf(_instead.GetValueOrDefault(label, label));
        return score >= _thresholds.GetValueOrDefault(label, Sure) ? kind : KindOf(kind.IsText ? "txt" : "unknown");
    }

    private Kind KindOf(string label) => _kinds.GetValueOrDefault(label, new Kind(label, "application/octet-stream", false));

    /// <summary>The bytes that the model sees: of the beginning and of the end, without white space around.</summary>
    private static int[] Seen(byte[] file)
    {
        int[] seen = new int[2 * Side];
        Array.Fill(seen, Padding);
        int from = 0, last = Math.Min(Block, file.Length);
        while (from < last && IsSpace(file[from]))
        {
            from++;
        }
        for (int i = 0; i < Side && from + i < last; i++)
        {
            seen[i] = file[from + i];
        }
        int first = Math.Max(0, file.Length - Block), to = file.Length;
        while (to > first && IsSpace(file[to - 1]))
        {
            to--;
        }
        for (int i = 1; i <= Side && to - i >= first; i++)
        {
            seen[(2 * Side) - i] = file[to - i];
        }
        return seen;
    }

    private static bool IsSpace(byte b) => b is (byte)' ' or (>= 9 and <= 13);

    private static bool IsText(ReadOnlySpan<byte> bytes) => System.Text.Unicode.Utf8.IsValid(bytes);

    private static (int Label, float Score) Best(Tensor scores)
    {
        float[] all = scores.ToArray<float>();
        int best = 0;
        for (int i = 1; i < all.Length; i++)
        {
            best = all[i] > all[best] ? i : best;
        }
        return (best, all[best]);
    }

    private static JsonDocument Read(string file) => JsonDocument.Parse(File.ReadAllText(file, Encoding.UTF8));
}
