using System.Diagnostics;
using System.Net;
using System.Net.Sockets;

namespace Tenure.Examples.Http;

/// <summary>Eight clients that ask a server at the same time, and compare its answers.</summary>
internal sealed class Clients(Uri address) : IDisposable
{
    /// <summary>How many ask at the same time.</summary>
    public const int Count = 8;

    private readonly HttpClient _client = new();

    /// <summary>An address of this machine that nobody listens to.</summary>
    public static Uri FreeAddress()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return new Uri($"http://localhost:{((IPEndPoint)listener.LocalEndpoint).Port}/");
    }

    public void Dispose() => _client.Dispose();

    /// <summary>So many requests: answers that were not as expected, and how long each took, the shortest first.</summary>
    public async Task<(int Wrong, double[] Ms)> Ask(int requests, byte[][] contents, string[] expected)
    {
        double[] ms = new double[requests];
        int next = -1, wrong = 0;
        async Task Client()
        {
            for (int i = Interlocked.Increment(ref next); i < requests; i = Interlocked.Increment(ref next))
            {
                int content = i % contents.Length;
                long began = Stopwatch.GetTimestamp();
                using var body = new ByteArrayContent(contents[content]);
                using HttpResponseMessage response = await _client.PostAsync(address, body);
                string answer = await response.Content.ReadAsStringAsync();
                ms[i] = Stopwatch.GetElapsedTime(began).TotalMilliseconds;
                if (!response.IsSuccessStatusCode || answer != expected[content])
                {
                    Interlocked.Increment(ref wrong);
                }
            }
        }
        await Task.WhenAll(Enumerable.Range(0, Count).Select(_ => Task.Run(Client)));
        Array.Sort(ms);
        return (wrong, ms);
    }
}
