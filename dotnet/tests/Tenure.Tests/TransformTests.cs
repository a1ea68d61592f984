// Transforms as modules; their numbers are tested in Rust against torchvision's.

using Tenure.Data;
using Tenure.Nn;
using Xunit;

namespace Tenure.Tests;

public class TransformTests
{
    private const string Png =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP4z8DA8J+BkYHh////DAAe9gT9Ce00PgAAAABJRU5ErkJggg==";

    [Fact]
    public void ImagesOfAFolderAreReadAndTransformedByBatch()
    {
        DirectoryInfo root = Directory.CreateTempSubdirectory("tenure-pets");
        foreach (string name in new[] { "cat", "dog" })
        {
            File.WriteAllBytes(Path.Combine(root.CreateSubdirectory(name).FullName, "1.png"), Convert.FromBase64String(Png));
        }
        using Scope scope = Scope.Open("pets");
        var folder = ImageFolder.Of(root.FullName);
        var transform = new Sequential(
            new Resize(4),
            new RandomCrop(3),
            new RandomHorizontalFlip(),
            new ColorJitter(0.2, 0.2),
            new ToTensor(),
            new Normalize([0.5, 0.5, 0.5], [0.25, 0.25, 0.25]));
        var seen = new float[2][];
        for (int ahead = 0; ahead < 2; ahead++)
        {
            DataLoader loader = folder.Loader(3, 2, shuffle: true, seed: 3);
            loader.Transform(0, transform);
            loader.Transform(1, new OneHot(2));
            loader.Prefetch(ahead);
            Tensor[] batch = loader.Next();
            Assert.Equal([2L, 3, 3, 3], batch[0].Shape.ToArray());
            Assert.Equal([2L, 2], batch[1].Shape.ToArray());
            seen[ahead] = batch[0].ToArray<float>();
        }
        Assert.Equal(seen[0], seen[1]);
        File.WriteAllBytes(Path.Combine(root.FullName, "cat", "1.png"), [1]);
        DataLoader broken = folder.Loader(3, 2);
        broken.Prefetch(1);
        Assert.Throws<TensorException>(() => broken.Next());
        root.Delete(true);
    }

    [Fact]
    public void ColumnsAreScaledAsTheyWereMeasured()
    {
        using Scope scope = Scope.Open("table");
        Tensor rows = Tensor.Of([1f, 10, 3, 30]).Reshape(2, 2);
        var standardize = new Standardize(2);
        standardize.Fit(rows);
        var net = new Sequential(standardize, new Linear(2, 1));
        Assert.Equal([-1f, -1, 1, 1], standardize.Call(rows).ToArray<float>());
        Assert.Equal(rows.ToArray<float>(), standardize.Inverse(standardize.Call(rows)).ToArray<float>());
        Assert.Equal(["0.mean", "0.scale", "1.weight", "1.bias"], net.StateDict().Keys);
        var minMax = new MinMax(2);
        minMax.Fit(rows);
        Assert.Equal([0f, 0, 1, 1], minMax.Call(rows).ToArray<float>());
        Assert.Equal(rows.ToArray<float>(), minMax.Inverse(minMax.Call(rows)).ToArray<float>());
        Assert.Throws<ShapeMismatchException>(() => minMax.Fit(Tensor.Ones(2, 3)));
        Assert.Throws<InvalidArgumentException>(() => new MinMax(0));
        Assert.Throws<InvalidArgumentException>(() => new Normalize([0], [0]));
    }
}
