using System.Collections.Concurrent;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>What is recorded when the library is loaded, in a process with this setting.</summary>
public sealed class LogStartTests
{
    [Fact]
    public void TheLibraryAndItsThreadsAreIntroducedOnce()
    {
        if (Environment.GetEnvironmentVariable("TENURE_LOG") != "info")
        {
            Child.Run(typeof(LogStartTests), [("TENURE_LOG", "info")]);
            return;
        }
        var records = new ConcurrentQueue<LogRecord>();
        TenureRuntime.Logged += records.Enqueue;
        TenureRuntime.Stats();
        TenureRuntime.LogLevel = LogLevel.Debug;
        LogRecord opened = Assert.Single(records, record => record.Category == "library");
        Assert.Equal(LogLevel.Info, opened.Level);
        string file = Path.GetFileName(Environment.GetEnvironmentVariable("TENURE_LIBRARY") ?? "tenure");
        Assert.StartsWith($"Tenure {TenureRuntime.Version} was opened from ", opened.Text);
        Assert.Contains(file, opened.Text);
        Assert.Contains(records, record => record.Category == "threads" && record.Text.StartsWith("threads that compute at once: "));
    }
}
