using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using System.Text.RegularExpressions;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Tenure.Extensions.Logging;
using Tenure.Interop;
using Tenure.Onnx;
using Tenure.Reports;
using Tenure.Workspaces;
using Xunit;
using HostLevel = Microsoft.Extensions.Logging.LogLevel;
using LogLevel = Tenure.Reports.LogLevel;

namespace Tenure.Tests;

/// <summary>The library's records reach the loggers of Microsoft.Extensions.Logging: each with its category, level and event, as
/// long as the factory is there, and at the levels that its filters let pass.</summary>
public sealed class LoggerFactoryTests : Balanced
{
    public LoggerFactoryTests() => TenureRuntime.LogLevel = LogLevel.Warning; // other tests set it

    private static ILoggerFactory Factory(Sink sink, HostLevel level) =>
        LoggerFactory.Create(builder => builder.AddProvider(sink).AddFilter("Tenure", level));

    private static void Trim() => TenureRuntime.Trim();

    [Fact]
    public void EachRecordArrivesWithItsCategoryItsLevelAndItsEvent()
    {
        var sink = new Sink();
        using ILoggerFactory factory = Factory(sink, HostLevel.Trace);
        using IDisposable connection = factory.UseForTenure();
        Assert.Equal(5, CoreLevel());
        Cause();
        sink.AssertHas("Tenure.Threads", HostLevel.Information, 200, "ThreadsChosen", "(set by the program)");
        sink.AssertHas("Tenure.Memory", HostLevel.Warning, 300, "MemoryRefused", "held by: 'requests' 800 B");
        sink.AssertHas("Tenure.Memory", HostLevel.Debug, 301, "MemoryCollected", "the backstop freed ");
        sink.AssertHas("Tenure.Memory", HostLevel.Debug, 302, "MemoryTrimmed", "trimmed cpu: ");
        sink.AssertHas("Tenure.Workspace", HostLevel.Information, 400, "WorkspaceLearned", "workspace 'logged' has learned a size of 4032 bytes");
        sink.AssertHas("Tenure.Workspace", HostLevel.Debug, 401, "WorkspaceSpilled", "8000 bytes of cycle 2 were outside its block");
        sink.AssertHas("Tenure.Workspace", HostLevel.Warning, 402, "WorkspaceRefused", "workspace 'large': the block of ");
        sink.AssertHas("Tenure.Onnx", HostLevel.Debug, 602, "OnnxNotOpened", "/no/such/onnxruntime.so");
        sink.AssertHas("Tenure.Onnx", HostLevel.Warning, 603, "OnnxAbsent", "/no/such/onnxruntime.so");
        sink.AssertHas("Tenure.Library", HostLevel.Warning, 101, "LibraryMissed", " records were missed");
    }

    /// <summary>Has each of the events happen that need no other library.</summary>
    private static void Cause()
    {
        Thread.Sleep(1000); // one refusal a second is recorded, and other tests have some
        TenureRuntime.SetThreads(3);
        TenureRuntime.SetThreads(0);
        using (Scope scope = Scope.Open("requests"))
        {
            scope.Limit = 1000;
            Tensor.Zeros(200);
            Assert.Throws<NativeMemoryException>(() => Tensor.Zeros(100));
        }
        using (Scope scope = Scope.Open())
        {
            Workspace workspace = Workspace.Create("logged", new WorkspaceConfig { OverallocationLimit = 0 });
            foreach (long n in new long[] { 1000, 2000 })
            {
                using Workspace cycle = workspace.Enter();
                Tensor.Zeros(n);
            }
            Workspace large = Workspace.Create("large", new WorkspaceConfig { OverallocationLimit = 3, PolicySpill = SpillPolicy.Reallocate });
            TenureRuntime.SetMemoryLimit((long)TenureRuntime.Stats().LiveBytes + (48 << 20));
            using (Workspace cycle = large.Enter())
            {
                Tensor.Ones(4 << 20);
            }
            TenureRuntime.SetMemoryLimit(0);
        }
        Forget();
        CollectUntil(() => Scope.Current is null && TenureRuntime.Stats().LiveTensors == 0);
        Assert.Throws<TensorException>(() => OnnxModel.Load([0x3a, 0], new OnnxOptions { Library = "/no/such/onnxruntime.so" }));
        for (int i = 0; i < 10_000; i++) // more than are kept, however often they are read meanwhile
        {
            Errors.Check(Native.tenure_memory_trim(0));
        }
        Trim();
    }

    private static void Forget()
    {
        for (int i = 0; i < 100; i++)
        {
            _ = Tensor.Zeros(1);
        }
    }

    [Fact]
    public void WhatHappensOnceAProcessArrivesToo()
    {
        const string Mark = "TENURE_TEST_LOGGER";
        if (Environment.GetEnvironmentVariable(Mark) is null)
        {
            (int status, string output, string errors) = Child.Run(
                typeof(LoggerFactoryTests), nameof(WhatHappensOnceAProcessArrivesToo), (Mark, "1"), ("TENURE_CUDA", "/no/such/libcuda.so"));
            Assert.True(status == 0 && output.Contains("Failed: 0") && !output.Contains("Total: 0"), $"{output}{errors}");
            return;
        }
        var sink = new Sink();
        using ILoggerFactory factory = Factory(sink, HostLevel.Information);
        using IDisposable connection = factory.UseForTenure();
        TenureRuntime.Stats();
        Assert.Equal(0, Device.CudaCount);
        sink.AssertHas("Tenure.Library", HostLevel.Information, 100, "LibraryOpened", $"Tenure {TenureRuntime.Version} was opened from ");
        sink.AssertHas("Tenure.Device", HostLevel.Information, 501, "DeviceAbsent", "TENURE_CUDA names /no/such/libcuda.so");
    }

    [Fact]
    public void RecordsOfModelsArrive()
    {
        Assert.SkipWhen(
            string.IsNullOrEmpty(Environment.GetEnvironmentVariable("TENURE_ONNXRUNTIME")), "TENURE_ONNXRUNTIME names no library");
        const string Mark = "TENURE_TEST_MODELS";
        if (Environment.GetEnvironmentVariable(Mark) is null) // the library is opened once a process
        {
            (int status, string output, string errors) = Child.Run(typeof(LoggerFactoryTests), nameof(RecordsOfModelsArrive), (Mark, "1"));
            Assert.True(status == 0 && output.Contains("Failed: 0") && !output.Contains("Total: 0"), $"{output}{errors}");
            return;
        }
        var sink = new Sink();
        using ILoggerFactory factory = Factory(sink, HostLevel.Information);
        using IDisposable connection = factory.UseForTenure();
        using Scope scope = Scope.Open();
        string file = Path.Combine(Tools.Metadata("RepoRoot"), "tests", "onnx", "data", "pick.onnx");
        OnnxModel pick = OnnxModel.Load(file, new OnnxOptions { SharedWeights = true });
        OnnxModel.Load(file, new OnnxOptions { SharedWeights = true });
        sink.AssertHas("Tenure.Onnx", HostLevel.Information, 601, "OnnxOpened", "ONNX Runtime ");
        sink.AssertHas("Tenure.Onnx", HostLevel.Information, 604, "OnnxShared", "shares the session of another model");
        Tensor absent = Tensor.Of([99L], 1);
        Assert.ThrowsAny<Exception>(() => pick.Run(OnnxRunOptions.Create("request 7", OnnxLogLevel.Warning), absent));
        Entry own = sink.Entries.First(entry => entry.Id.Id == 600);
        Assert.Equal(("Tenure.Onnx", HostLevel.Error, "OnnxRuntime"), (own.Category, own.Level, own.Id.Name));
        Assert.Equal(new("LogId", "request 7"), own.State[0]);
        Assert.Equal($"[request 7] {own.State[1].Value}", own.Text);
    }

    [Fact]
    public void RecordsOfOnnxRuntimeHaveTheirLogIdAsAField()
    {
        var record = new LogRecord(LogLevel.Error, "onnx", "[request 7] odd") { LogId = "request 7" };
        var state = new RecordState(record);
        Assert.Equal("[request 7] odd", state.ToString());
        Assert.Equal(
            [new("LogId", "request 7"), new("Text", "odd"), new KeyValuePair<string, object?>("{OriginalFormat}", "[{LogId}] {Text}")], state);
        Assert.Equal((600, "OnnxRuntime"), (Events.Of(record).Id, Events.Of(record).Name));
        Assert.Equal((0, "renamed"), (Events.Of(record with { Event = "renamed" }).Id, Events.Of(record with { Event = "renamed" }).Name));
    }

    /// <summary>What the core writes, this package has a number for.</summary>
    [Fact]
    public void EachEventOfTheCoreHasANumber()
    {
        string sources = Path.Combine(Tools.Metadata("RepoRoot"), "src");
        var written = new SortedSet<string> { "onnx/", "library/missed", "device/absent" };
        foreach (string file in Directory.EnumerateFiles(sources, "*.rs", SearchOption.AllDirectories))
        {
            string text = File.ReadAllText(file);
            foreach (Match match in Regex.Matches(text, "target: (?:crate::log::)?([A-Z]+),\\s*event = \"([a-z_]+)\";"))
            {
                written.Add($"{match.Groups[1].Value.ToLowerInvariant()}/{match.Groups[2].Value}");
            }
        }
        Assert.Equal(written, Events.All.Keys.Select(key => $"{key.Category}/{key.Event}").ToHashSet().Order(StringComparer.Ordinal));
        Assert.Equal(Events.All.Count, Events.All.Values.Select(id => id.Id).Distinct().Count());
        string targets = File.ReadAllText(Path.Combine(sources, "log", "mod.rs"));
        Assert.Equal(Regex.Matches(targets, "\"tenure::([a-z]+)\"").Select(match => match.Groups[1].Value).Order(), Levels.Categories.Order());
    }

    [Fact]
    public void WhatNoLoggerWantsIsNotMade()
    {
        var sink = new Sink();
        using (ILoggerFactory factory = Factory(sink, HostLevel.Warning))
        using (factory.UseForTenure())
        {
            Assert.Equal(2, CoreLevel());
            Trim();
            long with = Allocated(), without;
            using (ILoggerFactory other = Factory(new Sink(), HostLevel.Debug))
            {
                using IDisposable connection = other.UseForTenure();
                Assert.True(Allocated() > with, "records are made when they are wanted");
            }
            Trim();
            without = Allocated();
            Assert.Equal(0, with);
            Assert.Equal(0, without);
        }
        Assert.DoesNotContain(sink.Entries, entry => entry.Text.StartsWith("trimmed", StringComparison.Ordinal));
    }

    /// <summary>Bytes that this thread allocates in a hundred calls with a record each.</summary>
    private static long Allocated()
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 100; i++)
        {
            Trim();
        }
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    [Fact]
    public void TheLevelFollowsTheFilters()
    {
        var sink = new Sink();
        using ILoggerFactory factory = Factory(sink, HostLevel.Trace);
        sink.Level = HostLevel.Error;
        using IDisposable connection = factory.UseForTenure();
        Assert.Equal(2, CoreLevel()); // of TenureRuntime.Logged
        sink.Level = HostLevel.Debug;
        Assert.True(SpinWait.SpinUntil(() => CoreLevel() == 4, TimeSpan.FromMinutes(1)), "the forwarder asks again");
        Trim();
        sink.AssertHas("Tenure.Memory", HostLevel.Debug, 302, "MemoryTrimmed", "trimmed cpu: ");
        sink.Level = HostLevel.None;
        Assert.True(SpinWait.SpinUntil(() => CoreLevel() == 2, TimeSpan.FromMinutes(1)), "and back");
        Assert.Equal(LogLevel.Warning, TenureRuntime.LogLevel);
    }

    [Fact]
    public void EachFactoryGetsEachRecordOnceWhateverAnotherDoes()
    {
        Sink first = new(), second = new() { Throws = true }, third = new();
        using ILoggerFactory one = Factory(first, HostLevel.Debug), two = Factory(second, HostLevel.Debug), three = Factory(third, HostLevel.Error);
        using IDisposable a = two.UseForTenure(), b = one.UseForTenure(), c = three.UseForTenure(), again = one.UseForTenure();
        Trim();
        Assert.Equal((1, 1, 0), (first.Trims, second.Trims, third.Trims));
        again.Dispose();
        again.Dispose();
        Trim();
        Assert.Equal((2, 2, 0), (first.Trims, second.Trims, third.Trims));
        b.Dispose();
        Trim();
        Assert.Equal((2, 3, 0), (first.Trims, second.Trims, third.Trims));
    }

    [Fact]
    public void ALoggerMayUseTheLibrary()
    {
        var sink = new Sink
        {
            Action = () =>
            {
                Trim();
                using Scope scope = Scope.Open();
                Tensor.Zeros(1);
            },
        };
        using ILoggerFactory factory = Factory(sink, HostLevel.Debug);
        using IDisposable connection = factory.UseForTenure();
        Trim();
        Assert.Equal(1, sink.Trims); // what the logger causes comes with the next call
        sink.Action = null;
        TenureRuntime.Stats();
        Assert.Equal(2, sink.Trims);
    }

    [Fact]
    public void ADisposedFactoryOrConnectionEndsIt()
    {
        var sink = new Sink();
        ILoggerFactory factory = Factory(sink, HostLevel.Debug);
        IDisposable connection = factory.UseForTenure();
        connection.Dispose();
        Assert.Equal(2, CoreLevel());
        Trim();
        Assert.Equal(0, sink.Trims);
        connection = factory.UseForTenure();
        factory.Dispose();
        Trim(); // finds out
        Assert.Equal((0, 2), (sink.Trims, CoreLevel()));
        connection.Dispose();
        Assert.Throws<ObjectDisposedException>(factory.UseForTenure);

        ILoggerFactory quiet = Factory(sink, HostLevel.Debug);
        quiet.UseForTenure();
        quiet.Dispose();
        Assert.True(SpinWait.SpinUntil(() => CoreLevel() == 2, TimeSpan.FromMinutes(1)), "without a record it is found by asking again");
        Assert.Throws<ArgumentNullException>(() => TenureLoggingExtensions.UseForTenure(null!));
        Assert.Throws<ArgumentNullException>(() => TenureLoggingExtensions.AddTenureLogging(null!));
    }

    [Fact]
    public void AContainerBeginsWithItsFirstLoggerAndEndsItWhenItIsDisposed()
    {
        var sink = new Sink();
        var services = new ServiceCollection();
        services.AddLogging(builder => builder.AddProvider(sink).SetMinimumLevel(HostLevel.Debug));
        Assert.Same(services, services.AddTenureLogging());
        services.AddTenureLogging();
        using (ServiceProvider container = services.BuildServiceProvider())
        {
            container.GetRequiredService<ILogger<LoggerFactoryTests>>().LogInformation("begun");
            Assert.Equal(4, CoreLevel());
            Trim();
            Assert.Equal(1, sink.Trims);
        }
        Assert.Equal(2, CoreLevel());
        Trim();
        Assert.Equal(1, sink.Trims);
        Assert.Single(sink.Entries, entry => entry.Text == "begun");
    }

    [Fact]
    public void AContainerThatIsDisposedUnusedHasDoneNothing()
    {
        var services = new ServiceCollection();
        services.AddLogging().AddTenureLogging();
        using (ServiceProvider container = services.BuildServiceProvider())
        {
            container.GetRequiredService<ILoggerFactory>();
        }
        Assert.Equal(2, CoreLevel());
    }

    [Fact]
    public async Task ThreadsMayBeginAndEndItWhileRecordsCome()
    {
        var sink = new Sink();
        using ILoggerFactory factory = Factory(sink, HostLevel.Debug);
        Task[] tasks =
        [
            .. Enumerable.Range(0, 4).Select(i => Task.Run(() =>
            {
                for (int round = 0; round < 200; round++)
                {
                    using IDisposable connection = factory.UseForTenure();
                    Trim();
                }
            })),
        ];
        await Task.WhenAll(tasks);
        Assert.True(sink.Trims > 0);
        Assert.Equal(2, CoreLevel());
        int before = sink.Trims;
        Trim();
        Assert.Equal(before, sink.Trims);
    }

    /// <summary>A program that has loaded both assemblies in a context of its own can let go of them.</summary>
    [Fact]
    public void ACollectibleContextUnloadsThoughItsConnectionIsOpen()
    {
        var sink = new Sink();
        using ILoggerFactory factory = Factory(sink, HostLevel.Debug);
        WeakReference context = ConnectAndUnload(factory);
        for (int i = 0; i < 200 && context.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Thread.Sleep(50);
        }
        Assert.False(context.IsAlive);
        Assert.True(sink.Trims > 0);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference ConnectAndUnload(ILoggerFactory factory)
    {
        var context = new AssemblyLoadContext("logging", isCollectible: true);
        Assembly library = context.LoadFromAssemblyPath(typeof(Tensor).Assembly.Location);
        Assembly logging = context.LoadFromAssemblyPath(typeof(TenureLoggingExtensions).Assembly.Location);
        logging.GetType(typeof(TenureLoggingExtensions).FullName!)!.GetMethod("UseForTenure")!.Invoke(null, [factory]);
        MethodInfo trim = library.GetType("Tenure.TenureRuntime")!.GetMethods().First(method => method.Name == "Trim");
        trim.Invoke(null, [.. trim.GetParameters().Select(_ => Type.Missing)]);
        context.Unload();
        return new WeakReference(context);
    }

    [Fact]
    public void AListenerHasALevelOfItsOwn()
    {
        var records = new ConcurrentQueue<LogRecord>();
        using (var listener = new LogListener(LogLevel.Off, records.Enqueue))
        {
            Trim();
            Assert.Empty(records);
            listener.Level = LogLevel.Debug;
            Trim();
            Assert.Equal(("memory", "trimmed", ""), (records.Single().Category, records.Single().Event, records.Single().LogId));
            Assert.Throws<InvalidArgumentException>(() => listener.Level = (LogLevel)6);
            Assert.Equal(LogLevel.Debug, listener.Level);
            listener.Dispose();
            listener.Dispose();
            Assert.Equal(2, CoreLevel());
        }
        Assert.Throws<InvalidArgumentException>(() => new LogListener((LogLevel)(-1), records.Enqueue));
        Assert.Throws<ArgumentNullException>(() => new LogListener(LogLevel.Info, null!));
        Trim();
        Assert.Single(records);
    }

    private static unsafe int CoreLevel()
    {
        int level;
        Errors.Check(Native.tenure_log_level(&level));
        return level;
    }

    /// <summary>Keeps what loggers are given.</summary>
    private sealed class Sink : ILoggerProvider
    {
        public ConcurrentQueue<Entry> Entries { get; } = new();

        public volatile bool Throws;

        public volatile Action? Action;

        private volatile int _level;

        public HostLevel Level
        {
            get => (HostLevel)_level;
            set => _level = (int)value;
        }

        public int Trims => Entries.Count(entry => entry.Text.StartsWith("trimmed cpu", StringComparison.Ordinal));

        public void AssertHas(string category, HostLevel level, int id, string name, string part)
        {
            // Another thread may have taken the record and be about to pass it on.
            bool isThere = SpinWait.SpinUntil(
                () => Entries.Any(entry => entry.Category == category && entry.Level == level && entry.Id == new EventId(id, name)
                    && entry.Id.Name == name && entry.Text.Contains(part, StringComparison.Ordinal)),
                TimeSpan.FromSeconds(10));
            Assert.True(isThere, $"{name}: {string.Join('\n', Entries)}");
            Entry found = Entries.First(entry => entry.Id.Id == id);
            Assert.Equal([new("Text", found.Text), new KeyValuePair<string, object?>("{OriginalFormat}", "{Text}")], found.State);
        }

        public ILogger CreateLogger(string categoryName) => new SinkLogger(this, categoryName);

        public void Dispose()
        {
        }
    }

    private sealed record Entry(string Category, HostLevel Level, EventId Id, string Text, IReadOnlyList<KeyValuePair<string, object?>> State);

    private sealed class SinkLogger(Sink sink, string category) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(HostLevel logLevel) => logLevel >= sink.Level;

        public void Log<TState>(HostLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            // Copied, because the state may be of a load context that ends.
            IReadOnlyList<KeyValuePair<string, object?>> values = [.. state as IReadOnlyList<KeyValuePair<string, object?>> ?? []];
            sink.Entries.Enqueue(new Entry(category, logLevel, eventId, formatter(state, exception), values));
            sink.Action?.Invoke();
            if (sink.Throws)
            {
                throw new InvalidOperationException("a logger that fails");
            }
        }
    }
}
