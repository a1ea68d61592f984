// Tables, images and .idx files. What the core reads in them is tested there.

using Tenure.Data;
using Xunit;

namespace Tenure.Tests;

public sealed class DataFilesTests : IDisposable
{
    /// <summary>Red, green; blue, white.</summary>
    private static readonly byte[] Png = Convert.FromBase64String(
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP4z8DA8J+BkYHh////DAAe9gT9Ce00PgAAAABJRU5ErkJggg==");

    private readonly string _folder = Directory.CreateTempSubdirectory("tenure-data").FullName;
    private readonly Scope _scope = Scope.Open("test");

    public void Dispose()
    {
        _scope.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private string Written(string name, string text)
    {
        string path = Path.Combine(_folder, name);
        File.WriteAllText(path, text);
        return path;
    }

    [Fact]
    public void ATableHasTypedColumns()
    {
        string path = Written("größe.csv", "age,city,ok\n30,Rom,true\n-4,,false\n7,Ä\\t,true\n");
        Table table = Table.ReadCsv(path);
        Assert.Equal(3, table.Rows);
        Assert.Equal(["age", "city", "ok"], table.Columns.Select(column => column.Name));
        Assert.Equal([ColumnType.Int64, ColumnType.Text, ColumnType.Bool], table.Columns.Select(column => column.Type));
        Assert.Equal(1, table.Columns[1].Missing);
        Assert.Equal(2, table.Columns[1].Categories);
        Assert.Equal(["Rom", "Ä\\t"], table.Categories("city"));
        Assert.Empty(table.Categories("age"));
        Assert.Equal([30L, -4, 7], table.Column("age").ToArray<long>());
        Tensor both = table.Tensor(["ok", "city"]);
        Assert.Equal([1f, 0, 0, -1, 1, 1], both.ToArray<float>());
        Assert.Equal([3L, 3], table.Tensor(dtype: DType.F64).Shape.ToArray());
        Assert.Throws<InvalidArgumentException>(() => table.Column("none"));
        Assert.Throws<InvalidArgumentException>(() => table.Tensor([]));
        table.Dispose();
        Assert.Throws<ClosedException>(() => table.Rows);
        Assert.Throws<ClosedException>(() => table.Columns);
    }

    [Fact]
    public void OptionsSayHowATableIsRead()
    {
        string path = Written("a.csv", "01;'a;b'\n10;-\n");
        var options = new CsvOptions
        {
            Header = false,
            Delimiter = ';',
            Quote = '\'',
            Types = new Dictionary<string, ColumnType> { ["0"] = ColumnType.Text },
            Missing = ["-"],
        };
        Table table = Table.ReadCsv(path, options);
        Assert.Equal(["01", "10"], table.Categories("0"));
        Assert.Equal(1, table.Columns[1].Missing);
        Assert.Throws<InvalidArgumentException>(() => Table.ReadCsv(path, new CsvOptions { Delimiter = 'ä' }));
        TensorException ragged = Assert.Throws<TensorException>(() => Table.ReadCsv(Written("b.csv", "a,b\n1,2\n3\n")));
        Assert.Contains("line 3: 1 fields, where the first row has 2", ragged.Message);
        TensorException missing = Assert.Throws<TensorException>(() => Table.ReadCsv(Path.Combine(_folder, "none")));
        Assert.IsType<FileNotFoundException>(missing.InnerException);
    }

    [Fact]
    public void ImagesAndFoldersOfThem()
    {
        Assert.Equal([3L, 2, 2], Images.Decode(Png).Shape.ToArray());
        byte[] pixels = [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255];
        Assert.Equal(pixels, Images.Decode(Png, 3, channelsLast: true).ToArray<byte>());
        Assert.Throws<InvalidArgumentException>(() => Images.Decode(Png, 2));
        Assert.Throws<TensorException>(() => Images.Decode([1, 2]));
        foreach (string name in (string[])["b", "a"])
        {
            File.WriteAllBytes(Path.Combine(Directory.CreateDirectory(Path.Combine(_folder, name)).FullName, "1.png"), Png);
        }
        ImageFolder images = ImageFolder.Of(_folder);
        Assert.Equal(["a", "b"], images.Classes);
        Assert.Equal([0, 1], images.Labels);
        Assert.Equal(2, images.Size);
        byte[] grey = [76, 150, 29, 255];
        Assert.Equal(grey, images.Load(1, 1).ToArray<byte>());
        Assert.Throws<TensorException>(() => ImageFolder.Of(Path.Combine(_folder, "a")));
    }

    [Fact]
    public void AnIdxFileIsATensor()
    {
        string path = Path.Combine(_folder, "a.idx");
        File.WriteAllBytes(path, [0, 0, 8, 1, 0, 0, 0, 2, 5, 6]);
        byte[] elements = [5, 6];
        Assert.Equal(elements, Idx.Load(path).ToArray<byte>());
        File.WriteAllBytes(path, [0, 0, 8, 1, 0, 0, 0, 2, 5]);
        Assert.Throws<TensorException>(() => Idx.Load(path));
    }

    [Fact]
    public void ImagesOf16BitsAreUint16AndWritten()
    {
        string file = Path.Combine(_folder, "out.png");
        Tensor wide = Tensor.Of<ushort>([0, 65535, 256, 7, 8, 9], 2, 3);
        Images.Save(file, wide);
        Tensor again = Images.Load(file);
        Assert.Equal(DType.U16, again.DType);
        Assert.Equal([1L, 2, 3], again.Shape.ToArray());
        Assert.Equal(wide.ToArray<ushort>(), again.ToArray<ushort>());
        Assert.Equal([0, 255, 1, 0, 0, 0], Images.Load(file, asBytes: true).ToArray<byte>());
        Assert.Equal([0, 255, 1, 0, 0, 0], Images.Decode(File.ReadAllBytes(file), asBytes: true).ToArray<byte>());
        Assert.Equal(256f / 65535f, new Nn.ToTensor().Call(again).GetDouble(0, 0, 2));
        Tensor last = Tensor.Of<byte>([1, 2, 3, 4, 5, 6], 1, 2, 3);
        Images.Save(file, last, channelsLast: true);
        Assert.Equal(last.ToArray<byte>(), Images.Load(file, channelsLast: true).ToArray<byte>());
        Assert.Throws<DTypeMismatchException>(() => Images.Save(file, Tensor.Ones(2, 2)));
        Assert.Throws<ShapeMismatchException>(() => Images.Save(file, last.Reshape(6)));
        Assert.Throws<TensorException>(() => Images.Save(Path.Combine(_folder, "no", "x.png"), last));
    }
}
