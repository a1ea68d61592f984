using Xunit;

namespace Tenure.Tests;

/// <summary>Files in and out through the wrapper.</summary>
public sealed class FileTests : Balanced
{
    private readonly string _folder = Directory.CreateTempSubdirectory("tenure-tests-ü-").FullName;

    [Fact]
    public void NpyComesBack()
    {
        using Scope scope = Scope.Open();
        string path = Path.Combine(_folder, "zahlen.npy");
        Tensor.Arange(0, 6, 1, DType.I32).Reshape(2, 3).SaveNpy(path);
        Tensor loaded = Tensor.LoadNpy(path);
        Assert.Equal([2L, 3], loaded.Shape);
        Assert.Equal([0, 1, 2, 3, 4, 5], loaded.ToArray<int>());
        File.WriteAllBytes(path, File.ReadAllBytes(path)[..^3]);
        Assert.Equal(Status.Io, Assert.Throws<TensorException>(() => Tensor.LoadNpy(path)).Status);
        Assert.Throws<TensorException>(() => Tensor.LoadNpy(Path.Combine(_folder, "none.npy")));
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public void SafeTensorsComeBackUnderTheirNames()
    {
        using Scope scope = Scope.Open();
        string path = Path.Combine(_folder, "model.safetensors");
        var saved = new Dictionary<string, Tensor>
        {
            ["w"] = Tensor.Of([1f, 2, 3, 4], 2, 2),
            ["größe/" + new string('n', 5000)] = Tensor.Of([7L]),
        };
        SafeTensors.Save(path, saved);
        Assert.Equal(saved.Keys.Order(), SafeTensors.Names(path).Order());
        Dictionary<string, Tensor> loaded = SafeTensors.Load(path);
        Assert.Equal([1f, 2, 3, 4], loaded["w"].ToArray<float>());
        Assert.Equal([2L, 2], loaded["w"].Shape);
        Assert.Equal([7L], loaded[saved.Keys.Last()].ToArray<long>());
        Assert.Equal(4, Tensors);
        Assert.ThrowsAny<Exception>(() => SafeTensors.Load(path, "nobody"));
        SafeTensors.Save(path, []);
        Assert.Empty(SafeTensors.Names(path));
        Assert.Throws<InvalidArgumentException>(() => SafeTensors.Save(path, [KeyValuePair.Create("a\0b", saved["w"])]));
        Assert.Throws<TensorException>(() => SafeTensors.Save(Path.Combine(_folder, "none", "x"), saved));
        File.WriteAllBytes(path, [1, 2, 3]);
        Assert.Equal(Status.Io, Assert.Throws<TensorException>(() => SafeTensors.Load(path)).Status);
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public void AnErrorOfAFileCarriesTheExceptionOfNet()
    {
        using Tensor tensor = Tensor.Ones(1);
        string none = Path.Combine(_folder, "none.npy"), nowhere = Path.Combine(_folder, "none", "x.npy"), wrong = Path.Combine(_folder, "wrong");
        File.WriteAllBytes(wrong, [1, 2, 3]);
        Assert.Equal(none, Assert.IsType<FileNotFoundException>(Inner(() => Tensor.LoadNpy(none))).FileName);
        Assert.IsType<FileNotFoundException>(Inner(() => SafeTensors.Names(none)));
        Assert.IsType<FileNotFoundException>(Inner(() => SafeTensors.Load(none, "x")));
        Assert.IsType<DirectoryNotFoundException>(Inner(() => tensor.SaveNpy(nowhere)));
        Assert.IsType<IOException>(Inner(() => tensor.SaveNpy("")));
        Assert.IsType<IOException>(Inner(() => Tensor.LoadNpy("")));
        Assert.IsType<DirectoryNotFoundException>(Inner(() => SafeTensors.Save(nowhere, [KeyValuePair.Create("x", tensor)])));
        Assert.IsType<IOException>(Inner(() => Tensor.LoadNpy(wrong)));
        Directory.Delete(_folder, recursive: true);

        static Exception? Inner(Action action)
        {
            TensorException error = Assert.Throws<TensorException>(action);
            Assert.Equal(error.Message, error.InnerException!.Message);
            return error.InnerException;
        }
    }
}
