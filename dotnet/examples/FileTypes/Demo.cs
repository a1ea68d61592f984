// 10,000 requests of eight clients: are the answers those of single runs, how long does one take, does memory grow?

using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace Tenure.Examples.FileTypes;

internal static class Demo
{
    private const int Clients = 8;
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
            int port = FreePort();
            using var server = new Server(kinds, port);
            using var client = new HttpClient { BaseAddress = new Uri($"http://localhost:{port}/") };
            await Ask(client, WarmUp, contents, expected);
            double before = ResidentMib();
            (int wrong, double[] ms) = await Ask(client, Requests, contents, expected);
            double growth = ResidentMib() - before;
            double p50 = ms[(int)(0.5 * (ms.Length - 1))], p99 = ms[(int)(0.99 * (ms.Length - 1))];
            Console.WriteLine(
                $"C#: {Requests} requests of {Clients} clients, p50 {p50:F2} ms, p99 {p99:F2} ms, "
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

    /// <summary>So many requests of eight clients: answers that were not as expected, and how long each took.</summary>
    private static async Task<(int Wrong, double[] Ms)> Ask(HttpClient client, int requests, byte[][] contents, string[] expected)
    {
        double[] ms = new double[requests];
        int next = -1, wrong = 0;
        async Task Client()
        {
            for (int i = Interlocked.Increment(ref next); i < requests; i = Interlocked.Increment(ref next))
            {
                int file = i % contents.Length;
                long began = Stopwatch.GetTimestamp();
                using var body = new ByteArrayContent(contents[file]);
                using HttpResponseMessage response = await client.PostAsync(new Uri("kind", UriKind.Relative), body);
                string answer = await response.Content.ReadAsStringAsync();
                ms[i] = Stopwatch.GetElapsedTime(began).TotalMilliseconds;
                if (!response.IsSuccessStatusCode || answer != expected[file])
                {
                    Interlocked.Increment(ref wrong);
                }
            }
        }
        await Task.WhenAll(Enumerable.Range(0, Clients).Select(_ => Task.Run(Client)));
        Array.Sort(ms);
        return (wrong, ms);
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

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private static double ResidentMib()
    {
        using var self = Process.GetCurrentProcess();
        return self.WorkingSet64 / 1048576.0;
    }
}
