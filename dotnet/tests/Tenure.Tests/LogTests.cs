using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using Tenure.Interop;
using Tenure.Onnx;
using Tenure.Reports;
using Tenure.Workspaces;
using Xunit;

namespace Tenure.Tests;

/// <summary>The core's records reach the handlers of the program and the listeners of the event
/// source, each with its level and category.</summary>
public sealed class LogTests : Balanced, IDisposable
{
    private readonly ConcurrentQueue<LogRecord> _records = new();
    private int _failures;

    public LogTests() => TenureRuntime.Logged += Handler;

    void IDisposable.Dispose()
    {
        TenureRuntime.Logged -= Handler;
        TenureRuntime.LogLevel = LogLevel.Warning;
        Dispose();
    }

    private void Handler(LogRecord record)
    {
        _records.Enqueue(record);
        using (Scope scope = Scope.Open()) // a handler may use the library
        {
            Tensor.Zeros(1);
        }
        Interlocked.Increment(ref _failures);
        throw new InvalidOperationException("a handler that fails");
    }

    private void AssertHas(string category, LogLevel level, string part) =>
        Assert.Contains(_records, record => record.Category == category && record.Level == level && record.Text.Contains(part));

    [Fact]
    public void TheLevelIsTheCores()
    {
        Assert.Equal(LogLevel.Warning, TenureRuntime.LogLevel);
        foreach (LogLevel level in Enum.GetValues<LogLevel>())
        {
            TenureRuntime.LogLevel = level;
            Assert.Equal((level, (int)level), (TenureRuntime.LogLevel, CoreLevel()));
        }
        Assert.Throws<InvalidArgumentException>(() => TenureRuntime.LogLevel = (LogLevel)6);
        Assert.Equal(LogLevel.Trace, TenureRuntime.LogLevel);
    }

    [Theory]
    [InlineData(null, LogLevel.Warning)]
    [InlineData(" ", LogLevel.Warning)]
    [InlineData("off", LogLevel.Off)]
    [InlineData(" Debug ", LogLevel.Debug)]
    [InlineData("TRACE", LogLevel.Trace)]
    public void ASettingIsALevel(string? setting, LogLevel level) => Assert.Equal(level, Logs.FromSetting(setting));

    [Theory]
    [InlineData("loud")]
    [InlineData("3")]
    [InlineData("error,info")]
    public void ASettingThatIsNoLevelIsNamed(string setting)
    {
        ArgumentException error = Assert.Throws<ArgumentException>(() => Logs.FromSetting(setting));
        Assert.Equal($"environment variable TENURE_LOG is '{setting}', not off, error, warning, info, debug or trace", error.Message);
    }

    [Fact]
    public void ARefusedLimitNamesItsScopeAndItsHolders()
    {
        Thread.Sleep(1000); // one refusal a second is recorded, and other tests have some
        using (Scope scope = Scope.Open("requests"))
        {
            scope.Limit = 1000;
            Tensor.Zeros(200);
            Assert.Throws<NativeMemoryException>(() => Tensor.Zeros(100));
        }
        AssertHas("memory", LogLevel.Warning, "requests");
        AssertHas("memory", LogLevel.Warning, "400 bytes");
        AssertHas("memory", LogLevel.Warning, "held by: 'requests' 800 B");
        Assert.True(_failures > 0, "the handler has thrown, and nothing has noticed");
    }

    [Fact]
    public void ATrimAndThreadsAreRecordedWhenTheCallHasReturned()
    {
        TenureRuntime.LogLevel = LogLevel.Debug;
        TenureRuntime.Trim();
        AssertHas("memory", LogLevel.Debug, "trimmed cpu: ");
        long before = TenureRuntime.Threads();
        TenureRuntime.SetThreads(before + 1);
        AssertHas("threads", LogLevel.Info, $"{before + 1} (set by the program)");
        TenureRuntime.SetThreads(0);
    }

    [Fact]
    public void AWorkspaceRecordsWhatItLearnedAndSpilled()
    {
        TenureRuntime.LogLevel = LogLevel.Debug;
        using (Scope scope = Scope.Open())
        {
            Workspace workspace = Workspace.Create("logged", new WorkspaceConfig { OverallocationLimit = 0 });
            foreach (long n in new long[] { 1000, 2000 })
            {
                using Workspace cycle = workspace.Enter();
                Tensor.Zeros(n);
            }
        }
        AssertHas("workspace", LogLevel.Info, "workspace 'logged' has learned a size of 4032 bytes in cycle 1");
        AssertHas("workspace", LogLevel.Debug, "8000 bytes of cycle 2 were outside its block of 4032 bytes");
    }

    [Fact]
    public void AnAbsentLibraryIsAWarning()
    {
        Assert.Throws<TensorException>(() => OnnxModel.Load([0x3a, 0], new OnnxOptions { Library = "/no/such/onnxruntime.so" }));
        AssertHas("onnx", LogLevel.Warning, "/no/such/onnxruntime.so");
    }

    [Fact]
    public void WhatTheBackstopFreesIsRecordedByAThreadOfThePool()
    {
        TenureRuntime.LogLevel = LogLevel.Debug;
        Forget();
        CollectUntil(() => _records.Any(record => record.Text.StartsWith("the backstop freed ", StringComparison.Ordinal)));
        AssertHas("memory", LogLevel.Debug, "the backstop freed ");
    }

    [Fact]
    public void AListenerOfTheEventSourceGetsWhatItAsksFor()
    {
        using var listener = new Listener();
        TenureRuntime.LogLevel = LogLevel.Off;
        TenureRuntime.Trim();
        Assert.Empty(_records);
        EventWrittenEventArgs written = Assert.Single(listener.Events, one => one.Payload![1]!.ToString()!.StartsWith("trimmed cpu", StringComparison.Ordinal));
        Assert.Equal((EventLevel.Verbose, "Debug", "memory"), (written.Level, written.EventName, written.Payload![0]));
        listener.Dispose();
        Assert.Equal(0, CoreLevel());
    }

    private static void Forget()
    {
        for (int i = 0; i < 100; i++)
        {
            _ = Tensor.Zeros(1);
        }
    }

    private static unsafe int CoreLevel()
    {
        int level;
        Errors.Check(Native.tenure_log_level(&level));
        return level;
    }

    private sealed class Listener : EventListener
    {
        public ConcurrentQueue<EventWrittenEventArgs> Events { get; } = new();

        protected override void OnEventSourceCreated(EventSource source)
        {
            if (source.Name == "Tenure")
            {
                EnableEvents(source, EventLevel.Verbose);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs written)
        {
            if (written.EventSource.Name == "Tenure" && written.EventName != "EventSourceMessage")
            {
                Events?.Enqueue(written);
            }
        }
    }
}
