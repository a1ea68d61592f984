using Tenure.Onnx;

namespace Tenure.Tests.Scenarios;

/// <summary>The commands about models of ONNX.</summary>
internal sealed class ModelCommands(Runner runner)
{
    private static readonly string Folder = Path.Combine(Tools.Metadata("RepoRoot"), "tests", "onnx", "data");

    /// <summary>Whether a scenario of this name needs a library of ONNX Runtime and there is none.</summary>
    public static bool NeedsLibrary(string name) =>
        name.StartsWith("onnx_", StringComparison.Ordinal) && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("TENURE_ONNXRUNTIME"));

    /// <summary>Runs the command of <paramref name="words"/> if it is one of these; returns what its names are to be bound to.</summary>
    public NativeResource[]? Run(Words words)
    {
        switch (words.Command)
        {
            case "onnx_load":
                return [OnnxModel.Load(File(words), Options(words))];
            case "onnx_load_bytes":
                return [OnnxModel.Load(System.IO.File.ReadAllBytes(File(words)), Options(words))];
            case "onnx_run":
                return [.. Model(words).Run(Tensors(words))];
            case "onnx_run_named":
                return [.. Model(words).Run(Named(words)).Values];
            case "onnx_run_into":
                OnnxModel writing = Model(words);
                int count = (int)words.Integer();
                Tensor[] given = Tensors(words);
                writing.Run(given.AsSpan(0, count), given.AsSpan(count));
                return [];
            case "onnx_load_parts":
                byte[] bytes = System.IO.File.ReadAllBytes(File(words));
                string name = words.Text();
                byte[] data = System.IO.File.ReadAllBytes(Path.Combine(Folder, words.Text()));
                return [OnnxModel.Load(bytes, new Dictionary<string, ReadOnlyMemory<byte>> { [name] = data }, Options(words))];
            case "onnx_run_options":
                return [OnnxRunOptions.Create()];
            case "onnx_run_with":
                OnnxRunOptions options = RunOptions(words);
                return [.. Model(words).Run(options, Tensors(words))];
            case "onnx_cancel":
                RunOptions(words).Cancel();
                return [];
            case "onnx_warm_up":
                Model(words).WarmUp();
                return [];
            case "expect_cancelled":
                Expect(RunOptions(words).IsCancelled, words.Flag());
                return [];
            default:
                return null;
        }
    }

    private OnnxModel Model(Words words) => runner.Get<OnnxModel>(words.Next());

    private OnnxRunOptions RunOptions(Words words) => runner.Get<OnnxRunOptions>(words.Next());

    private string File(Words words)
    {
        string word = words.Text();
        return word.StartsWith("$TMP/", StringComparison.Ordinal) ? word.Replace("$TMP", runner.Folder) : Path.Combine(Folder, word + ".onnx");
    }

    private static OnnxOptions Options(Words words)
    {
        var options = new OnnxOptions { Threads = 1 };
        while (words.Left > 0)
        {
            string word = words.Text();
            options = word.Split('=', 2) switch
            {
                ["shared_weights", var value] => options with { SharedWeights = bool.Parse(value) },
                ["outputs", var value] => options with { Outputs = value.Split(',') },
                _ => throw new ScenarioFailure($"{word} is no option of a model"),
            };
        }
        return options;
    }

    private Tensor[] Tensors(Words words)
    {
        var tensors = new List<Tensor>();
        while (words.Left > 0)
        {
            tensors.Add(runner.Get<Tensor>(words.Next()));
        }
        return [.. tensors];
    }

    private Dictionary<string, Tensor> Named(Words words)
    {
        var inputs = new Dictionary<string, Tensor>();
        while (words.Left > 0)
        {
            inputs.Add(words.Text(), runner.Get<Tensor>(words.Next()));
        }
        return inputs;
    }

    private static void Expect(bool found, bool wanted)
    {
        if (found != wanted)
        {
            throw new ScenarioFailure($"{wanted} was wanted, it is {found}");
        }
    }
}
