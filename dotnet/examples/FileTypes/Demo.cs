// 10,000 requests of eight clients: are the answers those of single runs, how long does one take, does memory grow?

using System.Diagnostics;
using Tenure.Examples.Http;

namespace Tenure.Examples.FileTypes;

internal static class Demo
{
    private const int Requests = 10_000;
    private const int WarmUp = 4_000;
    private const int MostFiles = 200;

    public static async Task Run(string models)
    {
        string[] names = Files();
        byte[][] contents = Array.ConvertAll(names, File.ReadAllBytes);
        string folder = Directory.CreateDirectory(Path.Combine("target", "demo")).FullName;
        using (var kinds = new FileKinds(models))
        {
            string[] expected = Array.ConvertAll(contents, content => kinds.OfAlone(content).Json);
            File.WriteAllLines(Path.Combine(folder, "csharp_kinds.txt"), names.Zip(expected, (name, json) => $"{name} {json}"));
            kinds.WarmUp();
            Uri address = Clients.FreeAddress();
            using var server = new Server(address.Port, file => kinds.Of(file).Json);
            using var clients = new Clients(address);
            await clients.Ask(WarmUp, contents, expected);
            double before = ResidentMib();
            (int wrong, double[] ms) = await clients.Ask(Requests, contents, expected);
            double growth = ResidentMib() - before;
            double p50 = ms[(int)(0.5 * (ms.Length - 1))], p99 = ms[(int)(0.99 * (ms.Length - 1))];
            Console.WriteLine(
                $"C#: {Requests} requests of {Clients.Count} clients, p50 {p50:F2} ms, p99 {p99:F2} ms, "
                + $"{(double)kinds.Stats.Rows / kinds.Stats.Runs:F2} files a run, resident memory {growth:+0.0;-0.0} MiB");
            File.WriteAllText(
                Path.Combine(folder, "csharp_served.json"),
                $"{{\"csharp.served_requests\": {ms.Length}, \"csharp.served_identical\": {(wrong == 0 ? "true" : "false")}, "
                + $"\"csharp.served_p50_ms\": {p50:F3}, \"csharp.served_p99_ms\": {p99:F3}, "
                + $"\"csharp.served_rss_growth_mib\": {growth:F1}}}\n");
        }
        TenureRuntime.AssertNoLeaks();
        long live = TenureRuntime.Stats().LiveBytes;
        Console.WriteLine($"C#: {live} live bytes at the end");
        File.WriteAllText(Path.Combine(folder, "csharp_served_end.json"), $"{{\"csharp.served_live_bytes_end\": {live}}}\n");
    }

    /// <summary>Files of this repository, the same in each language.</summary>
    private static string[] Files() =>
    [
        .. new[] { "ci", "data", "docs", "include", "src" }
            .SelectMany(folder => Directory.GetFiles(folder, "*", SearchOption.AllDirectories))
            .Select(file => file.Replace('\\', '/'))
            .Where(file => !file.Contains("__pycache__", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
            .Take(MostFiles),
    ];

    private static double ResidentMib()
    {
        using var self = Process.GetCurrentProcess();
        return self.WorkingSet64 / 1048576.0;
    }
}
