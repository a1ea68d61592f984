using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Tenure.Bench;

/// <summary>What every program does: single elements, results into tensors that are there, and mapped files.</summary>
internal static class Everyday
{
    private const int Side = 16;
    private const int Calls = 100_000;
    private const long Gib = 1L << 30;

    public static IEnumerable<(string Key, Func<double> Measure)> All()
    {
        yield return ("csharp.get_element", GetElement);
        yield return ("csharp.add_into_16x16", AddInto);
        yield return ("csharp.into_allocations", IntoAllocations);
        yield return ("csharp.map_1gib_s", () => WithFile(MappedSeconds));
        yield return ("csharp.map_1gib_resident_mib", () => WithFile(MappedResidentMib));
    }

    /// <summary>One element of a matrix of float32, read by its indices.</summary>
    private static double GetElement()
    {
        using Scope scope = Scope.Open();
        Tensor t = Tensor.Rand(Side, Side);
        double sum = 0;
        double ns = Stopclock.Median(times =>
        {
            for (int i = 0; i < times; i++)
            {
                sum += t.GetDouble(i % Side, i / Side % Side);
            }
        });
        return double.IsNaN(sum) ? throw new InvalidOperationException("the elements are not numbers") : ns;
    }

    private static double AddInto()
    {
        using Scope scope = Scope.Open();
        Tensor a = Tensor.Rand(Side, Side), b = Tensor.Rand(Side, Side), output = Tensor.Zeros(Side, Side);
        return Stopclock.Median(times =>
        {
            for (int i = 0; i < times; i++)
            {
                a.AddInto(b, output);
            }
        });
    }

    /// <summary>Requests for memory that 100,000 calls of AddInto and MatMulInto make of the pool.</summary>
    private static double IntoAllocations()
    {
        using Scope scope = Scope.Open();
        Tensor a = Tensor.Rand(Side, Side), b = Tensor.Rand(Side, Side), output = Tensor.Zeros(Side, Side);
        Into(1);
        long before = TenureRuntime.Stats().Allocations;
        Into(Calls);
        return TenureRuntime.Stats().Allocations - before;

        void Into(int times)
        {
            for (int i = 0; i < times; i++)
            {
                a.AddInto(b, output);
                a.MatMulInto(b, output);
            }
        }
    }

    /// <summary>Seconds until the tensors of a file of 1 GiB are there, mapped.</summary>
    private static double MappedSeconds(string file)
    {
        double ns = Stopclock.MedianOf(31, () =>
        {
            using Scope scope = Scope.Open();
            SafeTensors.Map(file);
        });
        return ns / 1e9;
    }

    /// <summary>MiB of the file that are resident when its tensors are there.</summary>
    private static double MappedResidentMib(string file)
    {
        using (Scope.Open())
        {
            SafeTensors.Map(file); // the code of it
        }
        using Scope scope = Scope.Open();
        long before = ResidentOfFiles();
        IReadOnlyDictionary<string, Tensor> tensors = SafeTensors.Map(file);
        double mib = (ResidentOfFiles() - before) / 1024.0;
        return tensors.Values.Sum(tensor => tensor.NBytes) == Gib
            ? Math.Max(0, mib)
            : throw new InvalidOperationException($"the file has {tensors.Count} tensors of another size");
    }

    /// <summary>KiB of mapped files, as Linux counts them.</summary>
    private static long ResidentOfFiles()
    {
        string line = File.ReadLines("/proc/self/status").First(line => line.StartsWith("RssFile", StringComparison.Ordinal));
        return long.Parse(string.Concat(line.Where(char.IsDigit)), CultureInfo.InvariantCulture);
    }

    /// <summary>Measures with a file of 16 tensors of 64 MiB, which is sparse: what is mapped does not depend on it.</summary>
    private static double WithFile(Func<string, double> measure)
    {
        string path = Path.Combine(Path.GetTempPath(), $"tenure-{Environment.ProcessId}.safetensors");
        IEnumerable<string> entries = Enumerable.Range(0, 16).Select(i =>
            $"\"t{i}\":{{\"dtype\":\"F32\",\"shape\":[4096,4096],\"data_offsets\":[{Gib / 16 * i},{Gib / 16 * (i + 1)}]}}");
        string header = $"{{{string.Join(',', entries)}}}";
        byte[] text = Encoding.UTF8.GetBytes(header + new string(' ', (8 - header.Length % 8) % 8));
        byte[] length = new byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(length, text.Length);
        try
        {
            using (FileStream file = File.Create(path))
            {
                file.Write(length);
                file.Write(text);
                file.SetLength(8 + text.Length + Gib);
            }
            return measure(path);
        }
        finally
        {
            File.Delete(path);
        }
    }
}
