using System.IO.Compression;
using System.Text;
using Tenure.Data;
using Tenure.Nn;
using Xunit;

namespace Tenure.Tests;

/// <summary>Files of tensors by name, as far as scenarios do not say it: metadata, choices, archives of others.</summary>
public sealed class NamedFileTests : Balanced, IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("tenure").FullName;

    public new void Dispose()
    {
        base.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private string PathOf(string name) => Path.Combine(_folder, name);

    private static List<KeyValuePair<string, Tensor>> Some(Scope scope) =>
    [
        new("layer.1.weight", scope.Of<float>([1, 2])),
        new("layer.0.weight", scope.Of<float>([3, 4], 1, 2)),
        new("step\t1\n\\", scope.Of<long>([7])),
    ];

    private static string Torch(string name) =>
        Path.Combine(Tools.Metadata("RepoRoot"), "tests", "data", "io", name);

    [Theory]
    [InlineData("torch_state.pth")]
    [InlineData("torch_lightning.ckpt")]
    public void ModulesReadFilesOfPyTorch(string file)
    {
        using var scope = Scope.Open();
        var net = new Sequential(
            new Dictionary<string, Module> { ["fc"] = new Linear(3, 2), ["norm"] = new BatchNorm1d(2) });
        net.Load(Torch(file));
        Assert.Equal([0, 1, 2, 3, 4, 5], net.StateDict()["fc.weight"].ToArray<float>());
        Assert.Throws<InvalidArgumentException>(() => net.Load(Torch("torch_values.pt")));
    }

    [Fact]
    public void FilesOfPyTorchAreRead()
    {
        using var scope = Scope.Open();
        string checkpoint = Torch("torch_lightning.ckpt");
        Dictionary<string, Tensor> weights =
            TorchFile.Load(checkpoint, name => name.StartsWith("state_dict.", StringComparison.Ordinal));
        Assert.Equal(7, weights.Count);
        Assert.Equal([0, 1, 2, 3, 4, 5], weights["state_dict.fc.weight"].ToArray<float>());
        Assert.Equal(19, TorchFile.Names(checkpoint).Length);
        Assert.Equal([0, 1], TorchFile.Load(checkpoint, "state_dict.fc.bias", DType.F64).ToArray<double>());
        Assert.Throws<InvalidArgumentException>(() => TorchFile.Load(checkpoint, "fc.bias"));
        Dictionary<string, Tensor> values = TorchFile.Load(Torch("torch_values.pt"));
        values["row"].Fill(9);
        Assert.Equal(9, values["whole"].GetDouble(1, 0));
        TensorEntry entry = TorchFile.Entries(Torch("torch_values.pt"))[0];
        Assert.Equal("bfloat16 torch.BFloat16Storage", $"{entry.Name} {entry.StoredAs}");
        var module = Assert.Throws<TensorException>(() => TorchFile.Load(Torch("torch_module.pt")));
        Assert.Contains("torch.save(", module.Message);
        Assert.Throws<TensorException>(() => TorchFile.Names(PathOf("none.pt")));
    }

    [Fact]
    public void FilesOfLlamaCppAreRead()
    {
        using var scope = Scope.Open();
        string model = Torch("gguf_types.gguf");
        Dictionary<string, Tensor> answers = Npz.Load(Torch("gguf_types.npz"));
        Assert.Equal(20, Gguf.Names(model).Length);
        TensorEntry entry = Gguf.Entries(model)[13];
        Assert.Equal("Q4_K: Q4_K [2,1024]", entry.ToString());
        Assert.Equal(DType.F32, entry.DType);
        Assert.Equal(2 * 4 * 144, entry.NBytes);
        Dictionary<string, string> metadata = Gguf.Metadata(model);
        Assert.Equal("llama", metadata["general.architecture"]);
        Assert.Equal("[\"<s>\",\"a\\\"b\",\"ö\"]", metadata["tokenizer.ggml.tokens"]);
        Assert.Equal("18446744073709551615", metadata["a.uint64"]);
        Dictionary<string, Tensor> read = Gguf.Load(model, name => name.StartsWith('Q'));
        Assert.Equal(answers.Keys.Order(StringComparer.Ordinal), read.Keys);
        Assert.All(read, one => Assert.Equal(answers[one.Key].ToArray<float>(), one.Value.ToArray<float>()));
        Assert.Equal(DType.F16, Gguf.Load(model, "Q8_0", DType.F16).DType);
        Assert.Equal(DType.BF16, Gguf.Load(model, "BF16").DType);
        Assert.Equal([-2, -1, 0, 1, 2, 3], Gguf.Map(model, name => name == "F64")["F64"].ToArray<double>());
        var unread = Assert.Throws<TensorException>(() => Gguf.Load(model));
        Assert.Equal(Status.Unsupported, unread.Status);
        Assert.Contains("elements are IQ4_NL", unread.Message);
        Assert.Throws<InvalidArgumentException>(() => Gguf.Load(model, "none"));
        var other = Assert.Throws<TensorException>(() => SafeTensors.Load(model));
        Assert.Contains("read it with Gguf", other.Message);
    }

    [Fact]
    public void ArchivesOfOthersAreRead()
    {
        using var scope = Scope.Open();
        scope.Arange(3).SaveNpy(PathOf("one.npy"));
        using (ZipArchive zip = ZipFile.Open(PathOf("arrays.npz"), ZipArchiveMode.Create))
        {
            zip.CreateEntryFromFile(PathOf("one.npy"), "a.npy", CompressionLevel.Optimal);
            zip.CreateEntryFromFile(PathOf("one.npy"), "note.txt", CompressionLevel.NoCompression);
        }
        Assert.Equal(["a"], Npz.Names(PathOf("arrays.npz")));
        Assert.Equal([0, 1, 2], Npz.Load(PathOf("arrays.npz"))["a"].ToArray<long>());
        var refused = Assert.Throws<TensorException>(() => Tensor.LoadNpy(PathOf("arrays.npz")));
        Assert.Contains("(.npz): read it with Npz", refused.Message);
    }

    [Fact]
    public void NamesOfAnyKindComeBackInTheirOrder()
    {
        using var scope = Scope.Open();
        List<KeyValuePair<string, Tensor>> some = Some(scope);
        Npz.Save(PathOf("a.npz"), some);
        Assert.Equal(some.Select(one => one.Key), Npz.Names(PathOf("a.npz")));
        Npz.SaveCompressed(PathOf("a.npz"), some);
        Dictionary<string, Tensor> arrays = Npz.Load(PathOf("a.npz"));
        Assert.Equal(7, arrays["step\t1\n\\"].ItemInt64());
        Assert.Equal(2, Npz.Load(PathOf("a.npz"), name => name.StartsWith("layer", StringComparison.Ordinal)).Count);
        Assert.Equal(DType.F64, Npz.Load(PathOf("a.npz"), "layer.1.weight", DType.F64).DType);
    }

    [Fact]
    public void FilesSayWhatTheyHoldWithoutBeingRead()
    {
        using var scope = Scope.Open();
        string file = PathOf("a.safetensors");
        SafeTensors.Save(file, Some(scope), new Dictionary<string, string> { ["format"] = "pt", ["note"] = "a\tb\nc" });
        Assert.Equal("a\tb\nc", SafeTensors.Metadata(file)["note"]);
        int members = scope.Members.Count;
        TensorEntry first = SafeTensors.Entries(file)[0];
        Assert.Equal(members, scope.Members.Count);
        Assert.Equal("layer.0.weight: F32 [1,2]", first.ToString());
        Assert.Equal(DType.F32, first.DType);
        Assert.Equal(8, first.NBytes);
        SafeTensors.Save(file, Some(scope));
        Assert.Empty(SafeTensors.Metadata(file));
    }

    [Fact]
    public void OneTypeThatNoTensorHasLeavesTheOthers()
    {
        string head = "{\"x\":{\"dtype\":\"F8_E4M3\",\"shape\":[4],\"data_offsets\":[0,4]},"
            + "\"y\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,8]}}";
        byte[] bytes =
        [
            .. BitConverter.GetBytes((long)head.Length), .. Encoding.UTF8.GetBytes(head),
            0x38, 0xb8, 0x7e, 0x01, .. BitConverter.GetBytes(1f),
        ];
        string file = PathOf("mixed.safetensors");
        File.WriteAllBytes(file, bytes);
        using var scope = Scope.Open();
        TensorEntry x = SafeTensors.Entries(file)[0];
        Assert.Null(x.DType);
        Assert.Equal(DType.F32, x.Widened);
        var refused = Assert.Throws<TensorException>(() => SafeTensors.Load(file));
        Assert.Equal(Status.Unsupported, refused.Status);
        Assert.Equal([1], SafeTensors.Load(file, "y").ToArray<float>());
        Assert.Equal([1, -1, 448, 0.001953125f], SafeTensors.Load(file, dtype: DType.F32)["x"].ToArray<float>());
    }

    [Fact]
    public void MappedTensorsKeepTheFileAsItIs()
    {
        using var scope = Scope.Open();
        string file = PathOf("a.safetensors");
        SafeTensors.Save(file, Some(scope));
        byte[] before = File.ReadAllBytes(file);
        long live = TenureRuntime.Stats().LiveBytes;
        Dictionary<string, Tensor> mapped = SafeTensors.Map(file);
        Assert.Equal(live, TenureRuntime.Stats().LiveBytes);
        mapped["layer.1.weight"].AddInPlace(1);
        Assert.Equal([2, 3], mapped["layer.1.weight"].ToArray<float>());
        Assert.Equal(before, File.ReadAllBytes(file));
    }

    [Fact]
    public void WhatIsNotThereSaysSo()
    {
        var missing = Assert.Throws<TensorException>(() => Npz.Load(PathOf("none.npz")));
        Assert.IsType<FileNotFoundException>(missing.InnerException);
        missing = Assert.Throws<TensorException>(() => SafeTensors.Entries(PathOf("none.safetensors")));
        Assert.IsType<FileNotFoundException>(missing.InnerException);
    }
}
