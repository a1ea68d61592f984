using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using System.Runtime.CompilerServices;
using Tenure.Interop;
using Tenure.Models;
using Tenure.Nn;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>The meter has the library's own numbers under the names of the guide, and the event source
/// and activities get what happens.</summary>
public sealed class MetricsTests : Balanced
{
    /// <summary>Collects the instruments of the meter once, by name and tag.</summary>
    private static Dictionary<string, long> Collect()
    {
        Meter own = TenureMeter.Start(); // another load context may have one of the name
        var values = new Dictionary<string, long>();
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, me) =>
            {
                if (ReferenceEquals(instrument.Meter, own))
                {
                    Assert.False(string.IsNullOrEmpty(instrument.Unit));
                    Assert.False(string.IsNullOrEmpty(instrument.Description));
                    me.EnableMeasurementEvents(instrument);
                }
            },
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
        {
            string tag = tags.Length == 0 ? "" : $" {tags[0].Key}={tags[0].Value}";
            values.Add(instrument.Name + tag, value);
        });
        listener.Start();
        listener.RecordObservableInstruments();
        return values;
    }

    [Fact]
    public void TheMeterHasTheNumbersOfStats()
    {
        using Scope scope = Scope.Open(new ScopeOptions { Name = "requests", Limit = 4000 });
        using Workspace workspace = Workspace.Create("metrics");
        Tensor.Zeros(100).Alias();
        Assert.Throws<NativeMemoryException>(() => Tensor.Zeros(1000));
        TenureRuntime.MetricScopes = []; // tests that call everything have set some
        // Again if the collector has freed something meanwhile.
        MemoryStats stats;
        Dictionary<string, long> values;
        int tries = 0;
        do
        {
            stats = TenureRuntime.Stats();
            values = Collect();
        }
        while (!stats.Equals(TenureRuntime.Stats()) && ++tries < 1000);
        Assert.True(stats.Refusals > 0, "the limit of a scope counts");
        Assert.True(stats.LiveWorkspaces > 0);
        Assert.Equal(stats.LiveBytes, values["tenure.memory.used tenure.device=cpu"]);
        Assert.Equal(stats.PeakBytes, values["tenure.memory.peak tenure.device=cpu"]);
        Assert.Equal(stats.ReservedBytes, values["tenure.memory.reserved tenure.device=cpu"]);
        Assert.Equal(stats.LimitBytes, values["tenure.memory.limit tenure.device=cpu"]);
        Assert.Equal(stats.ForeignBytes, values["tenure.memory.foreign tenure.device=cpu"]);
        Assert.Equal(stats.Allocations, values["tenure.memory.allocations tenure.device=cpu"]);
        Assert.Equal(stats.UnownedBytes, values["tenure.memory.unowned"]);
        Assert.Equal(stats.LiveTensors, values["tenure.tensor.count"]);
        Assert.Equal(stats.LiveScopes, values["tenure.scope.count"]);
        Assert.Equal(stats.LiveWorkspaces, values["tenure.workspace.count"]);
        Assert.Equal(stats.Refusals, values["tenure.memory.refusals"]);
        Assert.Equal(stats.BackstopFreed, values["tenure.backstop.freed"]);
        Assert.Equal(stats.Collections, values["tenure.backstop.collections"]);
        Assert.Equal(stats.Leaks, values["tenure.leaks"]);
        Assert.Equal(14, values.Count);
    }

    [Fact]
    public void OnlyScopesThatAreNamedHaveNumbers()
    {
        TenureRuntime.MetricScopes = ["requests", "models", "requests"];
        try
        {
            Assert.Equal(["requests", "models"], TenureRuntime.MetricScopes);
            using Scope scope = Scope.Open("requests");
            using Scope other = Scope.Open("others");
            scope.Zeros(10);
            scope.Child("requests").Zeros(20);
            Dictionary<string, long> values = Collect();
            Assert.Equal(120, values["tenure.scope.memory.used tenure.scope.name=requests"]);
            Assert.Equal(2, values["tenure.scope.tensor.count tenure.scope.name=requests"]);
            Assert.Equal(0, values["tenure.scope.memory.used tenure.scope.name=models"]);
            Assert.DoesNotContain(values.Keys, name => name.Contains("others"));
            Assert.Equal(0, TenureRuntime.ScopeStats("requests").PeakBytes);
        }
        finally
        {
            TenureRuntime.MetricScopes = [];
        }
        Assert.Throws<ArgumentNullException>(() => TenureRuntime.MetricScopes = null!);
        Assert.Equal([Device.Cpu], TenureRuntime.Devices());
    }

    [Fact]
    public void ARefusalIsAnEventOfTheSourceAndOfTheActivity()
    {
        using var listener = new Listener(EventLevel.Warning);
        using var activity = new Activity("request") { IsAllDataRequested = true };
        activity.Start();
        using (Scope scope = Scope.Open(new ScopeOptions { Name = "tight", Limit = 1000 }))
        {
            Assert.Throws<NativeMemoryException>(() => Tensor.Zeros(1000));
        }
        Assert.Contains(listener.Events, one => one.Name == "MemoryRefused" && ((string)one.Payload[0]!).Contains("'tight'"));
        ActivityEvent refused = Assert.Single(activity.Events);
        Assert.Equal("tenure.memory.refused", refused.Name);
        Assert.Contains("'tight'", (string)refused.Tags.Single(tag => tag.Key == "tenure.message").Value!);
    }

    [Fact]
    public void ANameThatNoScopeCanHaveIsRefusedWhereItIsGiven()
    {
        IReadOnlyList<string> before = TenureRuntime.MetricScopes;
        Assert.Throws<InvalidArgumentException>(() => TenureRuntime.MetricScopes = ["fine", "a\0b"]);
        Assert.Throws<InvalidArgumentException>(() => TenureRuntime.MetricScopes = ["\ud800"]);
        Assert.Same(before, TenureRuntime.MetricScopes);
        Collect();
    }

    /// <summary>The values of the histogram of runs, each with its tags.</summary>
    private static List<(double Seconds, Dictionary<string, object?> Tags)> Runs(Action body)
    {
        Meter own = TenureMeter.Start();
        var runs = new List<(double, Dictionary<string, object?>)>();
        using var listener = new MeterListener
        {
            InstrumentPublished = (instrument, me) =>
            {
                if (ReferenceEquals(instrument.Meter, own) && instrument.Name == "tenure.model.run.duration")
                {
                    Assert.Equal("s", instrument.Unit);
                    Assert.False(string.IsNullOrEmpty(instrument.Description));
                    me.EnableMeasurementEvents(instrument);
                }
            },
        };
        listener.SetMeasurementEventCallback<double>((_, value, tags, _) => runs.Add((value, new(tags.ToArray()))));
        listener.Start();
        body();
        return runs;
    }

    [Fact]
    public void ARunOfAModelIsAValueOfTheHistogram()
    {
        using Scope scope = Scope.Open("requests");
        using Scope inner = Scope.Open("inner");
        Module model = Line.Core();
        Batcher batcher = Batcher.Of(model).Named("scores");
        using var predictor = Predictor.Of(batcher, Translator.Of((float x) => Tensor.Of([x]), y => (float)y.Item()));
        batcher.Run(Tensor.Ones(1, 1)); // nobody listens
        var runs = Runs(() =>
        {
            predictor.Predict(1);
            TenureRuntime.MetricScopes = ["requests"];
            try
            {
                predictor.BatchPredict([1, 2]);
                Assert.Throws<ShapeMismatchException>(() => batcher.Run(Tensor.Ones(1, 3)));
            }
            finally
            {
                TenureRuntime.MetricScopes = [];
            }
        });
        Assert.Equal(["batcher", "predictor", "batcher", "predictor", "batcher"], runs.Select(run => run.Tags["tenure.model.kind"]));
        Assert.All(runs, run => Assert.True(run.Seconds is > 0 and < 3600));
        Assert.True(runs[0].Seconds <= runs[1].Seconds);
        Assert.All(runs, run => Assert.Equal("scores", run.Tags["tenure.model.name"]));
        Assert.All(runs[..2], run => Assert.Equal(2, run.Tags.Count)); // no scope, no error
        Assert.Equal("requests", runs[3].Tags["tenure.scope.name"]);
        Assert.Equal(typeof(ShapeMismatchException).FullName, runs[4].Tags["error.type"]);
    }

    [Fact]
    public void ARunOfAModelIsAnActivity()
    {
        TenureMeter.Start();
        var activities = new List<Activity>();
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "Tenure",
            Sample = (ref _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = activities.Add,
        };
        using Scope scope = Scope.Open();
        Batcher batcher = Batcher.Of(Line.Core());
        using var predictor = Predictor.Of(batcher, Translator.Of((float x) => Tensor.Of([x]), y => (float)y.Item()));
        using var request = new Activity("request");
        ActivitySource.AddActivityListener(listener);
        request.Start();
        predictor.Predict(1);
        Assert.Throws<ShapeMismatchException>(() => batcher.Run(Tensor.Ones(1, 3)));
        Assert.Same(request, Activity.Current);
        request.Stop();
        Assert.Equal(["batcher", "predictor", "batcher"], activities.Select(one => one.GetTagItem("tenure.model.kind")));
        Assert.All(activities, one => Assert.Equal("tenure.model.run", one.OperationName));
        Assert.Equal(activities[1].SpanId, activities[0].ParentSpanId);
        Assert.Equal(request.SpanId, activities[1].ParentSpanId);
        Assert.Null(activities[0].GetTagItem("tenure.model.name")); // it has none
        Assert.Equal(ActivityStatusCode.Error, activities[2].Status);
        Assert.Equal(typeof(ShapeMismatchException).FullName, activities[2].GetTagItem("error.type"));
    }

    [Fact]
    public void WhatAListenerOfRunsThrowsDoesNotReachTheCaller()
    {
        TenureMeter.Start();
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "Tenure",
            Sample = (ref _) => ActivitySamplingResult.AllData,
            ActivityStarted = _ => throw new InvalidOperationException("a listener"),
            ActivityStopped = _ => throw new InvalidOperationException("a listener"),
        };
        using Scope scope = Scope.Open();
        Batcher batcher = Batcher.Of(Line.Core());
        ActivitySource.AddActivityListener(listener);
        Assert.Equal([5f], batcher.Run(Tensor.Ones(1, 1))[0].ToArray<float>());
        Assert.Null(Activity.Current);
    }

    [Fact]
    public void LeaksAndWhatTheBackstopFreesAreEvents()
    {
        using var listener = new Listener(EventLevel.Informational);
        LeakLevel before = TenureRuntime.LeakLevel;
        TenureRuntime.LeakLevel = LeakLevel.All;
        try
        {
            Forget();
            Assert.True(SpinWait.SpinUntil(() =>
            {
                TenureRuntime.Drain();
                return listener.Events.Count(IsOurs) >= 5
                    && listener.Events.Where(one => one.Name == "BackstopFreed").Sum(one => (long)one.Payload[0]!) >= 5;
            }, TimeSpan.FromMinutes(1)));
            (_, object?[] leak) = listener.Events.First(IsOurs);
            Assert.Contains("float32 [7]", (string)leak[0]!);
        }
        finally
        {
            TenureRuntime.LeakLevel = before;
            TenureRuntime.ForgetLeaks();
        }
    }

    // What earlier tests forgot is found too.
    private static bool IsOurs((string Name, object?[] Payload) one) => one.Name == "Leak" && ((string)one.Payload[2]!).Contains("MetricsTests");

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Forget()
    {
        for (int i = 0; i < 5; i++)
        {
            Tensor.Zeros(7);
        }
    }

    /// <summary>The events of the source Tenure, from a level on.</summary>
    private sealed class Listener : EventListener
    {
        private readonly EventLevel _level;

        internal Listener(EventLevel level)
        {
            _level = level;
            EnableEvents(TenureEvents.Log, level, TenureEvents.Keywords.Memory);
        }

        internal ConcurrentQueue<(string Name, object?[] Payload)> Events { get; } = new();

        protected override void OnEventWritten(EventWrittenEventArgs data)
        {
            if (data.Level <= _level)
            {
                Events?.Enqueue((data.EventName ?? "", [.. data.Payload ?? (IEnumerable<object?>)[]]));
            }
        }
    }
}
