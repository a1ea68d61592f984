// Where the demo reads and writes, and the report it leaves.

using System.Text.Json;
using System.Text.Json.Nodes;
using Tenure.Models;

namespace Tenure.Examples.Digits;

/// <summary>The paths of the demo below the repository's root.</summary>
internal sealed class Files(string root)
{
    private readonly string _demo = Path.Combine(root, "target", "demo");

    public string Digits => Path.Combine(root, "data", "digits.npy");
    public string Model => Path.Combine(_demo, "digits.safetensors");
    public string JavaLogits => Path.Combine(_demo, "java_logits.bin");
    public string JavaLoss => Path.Combine(_demo, "java_loss.txt");
    public string Logits => Path.Combine(_demo, "csharp_logits.bin");
    public string Loss => Path.Combine(_demo, "csharp_loss.txt");
    /// <summary>The losses of ten steps, or of a device.</summary>
    public string LossOf(bool isShort, bool isOnDevice) =>
        Path.Combine(_demo, $"csharp{(isShort ? "_short" : "")}{(isOnDevice ? "_device" : "")}_loss.txt");

    public string Cnn => Path.Combine(_demo, "cnn.safetensors");
    public string CnnCheckpoint => Path.Combine(_demo, "cnn_checkpoint.safetensors");
    public string JavaCnnLogits => Path.Combine(_demo, "java_cnn_logits.bin");
    public string CnnLogits => Path.Combine(_demo, "csharp_cnn_logits.bin");
    private string Report => Path.Combine(_demo, "csharp.json");

    /// <summary>The nearest folder from here upwards that has the data.</summary>
    public static string? FindRoot()
    {
        DirectoryInfo? folder = new(Directory.GetCurrentDirectory());
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "data", "digits.npy")))
        {
            folder = folder.Parent;
        }
        return folder?.FullName;
    }

    /// <summary>Adds figures to the report; those of the other command stay.</summary>
    public void Record(params (string Key, JsonNode Value)[] figures)
    {
        Directory.CreateDirectory(_demo);
        JsonObject report = File.Exists(Report) ? JsonNode.Parse(File.ReadAllText(Report))!.AsObject() : [];
        foreach ((string key, JsonNode value) in figures)
        {
            report[key] = value;
        }
        File.WriteAllText(Report, report.ToJsonString(new JsonSerializerOptions { WriteIndented = true }) + "\n");
    }

    public void CreateFolder() => Directory.CreateDirectory(_demo);
}
