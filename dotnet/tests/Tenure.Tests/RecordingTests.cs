using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>Recordings begin and end as a block of code does, and a snapshot has what was
/// recorded.</summary>
public sealed class RecordingTests : Balanced, IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("tenure-").FullName;

    void IDisposable.Dispose()
    {
        Directory.Delete(_folder, recursive: true);
        Dispose();
    }

    [Fact]
    public void ARecordingHasWhatHappenedInItsBlock()
    {
        using (Recording recording = TenureRuntime.Record())
        using (Scope scope = Scope.Open("epoch"))
        {
            Tensor.Zeros(10).Named("weight");
            TenureRuntime.Mark("after the weight");
            string json = MemorySnapshot.Take().Json;
            foreach (string part in new[] { "\"epoch\"", "\"weight\"", "\"after the weight\"", "\"[10]\"", "\"float32\"" })
            {
                Assert.Contains(part, json);
            }
            Assert.Equal(0, recording.Dropped);
        }
        TenureRuntime.Mark("of no recording");
        Assert.DoesNotContain("of no recording", MemorySnapshot.Take().Json);
    }

    [Fact]
    public void WrongUseIsRefused()
    {
        foreach (long events in new[] { 0, -1, long.MinValue, (1L << 26) + 1 })
        {
            Assert.Throws<InvalidArgumentException>(() => TenureRuntime.Record(events));
        }
        Recording recording = TenureRuntime.Record(100);
        Assert.Throws<BusyException>(() => TenureRuntime.Record());
        for (int i = 0; i < 1000; i++)
        {
            TenureRuntime.Mark("a mark");
        }
        Assert.True(recording.Dropped >= 900);
        recording.Dispose();
        recording.Dispose();
        Assert.Throws<ClosedException>(() => recording.Dropped);
        using Recording another = TenureRuntime.Record(1);
        recording.Close(); // of the first one, which is over
        Assert.Equal(0, another.Dropped);
    }

    [Fact]
    public void SampledTensorsHaveTheLineThatMadeThem()
    {
        using (Recording recording = TenureRuntime.Record(1000, siteBytes: 1 << 10))
        using (Scope scope = Scope.Open("lines"))
        {
            MemorySnapshot earlier = MemorySnapshot.Take();
            Tensor.Zeros(1000);
            _ = Tensor.Zeros(2000) + 1;
            string json = MemorySnapshot.Take().Json;
            Assert.Equal(3, json.Split("RecordingTests.cs:").Length); // two lines, each once
            Assert.Contains("\"site_bytes\": 1024", json);
            string since = MemorySnapshot.Take().Since(earlier);
            Assert.Contains("by site, estimated from samples, one each 1024 bytes on average", since);
            Assert.Contains("+2 handles, +16000 bytes, -0, -0 bytes  RecordingTests.cs:", since);
        }
        using (Recording recording = TenureRuntime.Record(1000, siteBytes: 0))
        using (Scope scope = Scope.Open("no lines"))
        {
            Tensor.Zeros(1 << 20);
            Assert.DoesNotContain("RecordingTests.cs", MemorySnapshot.Take().Json);
        }
        Assert.Throws<InvalidArgumentException>(() => TenureRuntime.Record(1000, -1));
        TenureRuntime.Record(1, long.MaxValue).Dispose();
    }

    [Fact]
    public async Task ThePageIsServedToWhoKnowsItsAddress()
    {
        using var client = new HttpClient();
        Uri address;
        using (MemoryServer server = TenureRuntime.ServeMemoryPage(0))
        using (Scope scope = Scope.Open("served scope"))
        {
            Tensor.Zeros(3);
            address = server.Address;
            string page = await client.GetStringAsync(address, TestContext.Current.CancellationToken);
            Assert.Contains("\"served scope\"", page);
            Assert.Contains("<h1>Native memory</h1>", page);
            Assert.Equal(System.Net.HttpStatusCode.NotFound, (await client.GetAsync(new Uri(address, "/"), TestContext.Current.CancellationToken)).StatusCode);
            Assert.Throws<BusyException>(() => TenureRuntime.ServeMemoryPage(address.Port));
            server.Close();
        }
        await Assert.ThrowsAsync<HttpRequestException>(() => client.GetStringAsync(address, TestContext.Current.CancellationToken));
        foreach (int port in new[] { -1, 65_536, int.MinValue })
        {
            Assert.Throws<InvalidArgumentException>(() => TenureRuntime.ServeMemoryPage(port));
        }
    }

    [Fact]
    public void ARecordingMayEndWhileThreadsWrite()
    {
        bool isOver = false;
        var threads = Enumerable.Range(0, 3).Select(number => new Thread(() =>
        {
            while (!Volatile.Read(ref isOver))
            {
                using Scope scope = Scope.Open("turn");
                _ = Tensor.Zeros(3) + 1;
            }
        })).ToArray();
        Array.ForEach(threads, thread => thread.Start());
        for (int i = 1; i < 100; i++)
        {
            using Recording recording = TenureRuntime.Record(i);
            MemorySnapshot snapshot = MemorySnapshot.Take();
            Assert.Contains("0 new handles", snapshot.Since(snapshot));
        }
        Volatile.Write(ref isOver, true);
        Array.ForEach(threads, thread => thread.Join());
    }

    [Fact]
    public void SnapshotsAreSavedReadAndCompared()
    {
        string file = Path.Combine(_folder, "a.tenure-memory.json");
        using (Recording recording = TenureRuntime.Record(1000))
        using (Scope scope = Scope.Open("</script>"))
        {
            Tensor.Zeros(1); // the scope exists in the core from here on
            MemorySnapshot earlier = MemorySnapshot.Take();
            Tensor.Zeros(10);
            MemorySnapshot later = MemorySnapshot.Take();
            Assert.Contains("1 new handles with 40 bytes", later.Since(earlier));
            later.Save(file);
            Assert.Equal(later.Json, MemorySnapshot.Read(file).Json);
            foreach (SnapshotFormat format in Enum.GetValues<SnapshotFormat>())
            {
                string other = Path.Combine(_folder, format.ToString());
                later.Save(other, format);
                Assert.True(new FileInfo(other).Length > 0, other);
            }
            TenureRuntime.MemoryPage(Path.Combine(_folder, "page.html"));
            string page = File.ReadAllText(Path.Combine(_folder, "page.html"));
            Assert.Contains("default-src 'none'", page);
            Assert.Contains("\\u003c/script>", page);
            Assert.Equal(3, page.Split("</script>").Length);
            Assert.DoesNotContain("@SNAPSHOT@", page);
            Assert.Throws<InvalidArgumentException>(() => later.Save(file, (SnapshotFormat)9));
            Assert.Throws<ArgumentNullException>(() => later.Save(null!));
        }
        File.WriteAllText(file, File.ReadAllText(file).Replace("\"version\": 1", "\"version\": 7"));
        TensorException refused = Assert.Throws<TensorException>(() => MemorySnapshot.Read(file));
        Assert.Contains("it has version 7, this library reads version 1", refused.Message);
        Assert.Equal(Status.Io, refused.Status);
        Assert.Throws<TensorException>(() => MemorySnapshot.Read(Path.Combine(_folder, "absent")));
        Assert.Throws<TensorException>(() => MemorySnapshot.Take().Save(Path.Combine(_folder, "no/such/folder")));
    }
}
