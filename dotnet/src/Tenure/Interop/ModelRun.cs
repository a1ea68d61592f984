// A run of a model as monitors see it: a value of the histogram tenure.model.run.duration, and an
// activity of the source Tenure, which is current while the model runs.
// Invariant: while nobody listens to either, a run makes no object and reads no clock. What a listener
// throws does not reach the caller.

using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Tenure.Interop;

internal sealed class ModelRun : IDisposable
{
    internal const string Onnx = "onnx", Batcher = "batcher", Predictor = "predictor";

    // In seconds: a small network takes 5 us, a large one seconds.
    private static readonly double[] s_bounds =
    [
        0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ];

    private static volatile Histogram<double>? s_duration;
    private static volatile ActivitySource? s_source;

    private readonly Histogram<double>? _duration;
    private readonly string _kind;
    private readonly string? _name;
    private readonly Activity? _before;
    private readonly Activity? _activity;
    private readonly long _began;
    private Exception? _error;

    private ModelRun(Histogram<double>? duration, ActivitySource? source, string kind, NativeResource model)
    {
        (_duration, _kind, _name) = (duration, kind, NameOf(model));
        _before = Activity.Current;
        Activity? activity = null;
        Logs.Quietly(() => activity = source?.StartActivity("tenure.model.run"));
        _activity = activity;
        if (activity is null && !ReferenceEquals(Activity.Current, _before))
        {
            Activity.Current = _before; // a listener that throws leaves the new one current
        }
        _began = Stopwatch.GetTimestamp();
    }

    /// <summary>Makes the histogram and the source. Called once.</summary>
    internal static void Start(Meter meter)
    {
        s_duration = meter.CreateHistogram(
            "tenure.model.run.duration",
            "s",
            "How long callers waited for runs of models",
            tags: null,
            new InstrumentAdvice<double> { HistogramBucketBoundaries = s_bounds });
        var source = new ActivitySource(meter.Name, meter.Version);
        s_source = source;
        if (!Unloading.Then(source.Dispose))
        {
            source.Dispose();
        }
    }

    /// <summary>Begins a run, which ends when the result is disposed; null if nobody listens.</summary>
    internal static ModelRun? Begin(string kind, NativeResource model)
    {
        Histogram<double>? duration = s_duration;
        ActivitySource? source = s_source;
        return duration is { Enabled: true } || (source is not null && source.HasListeners())
            ? new ModelRun(duration, source, kind, model)
            : null;
    }

    /// <summary>Called with what the run throws.</summary>
    internal void Failed(Exception error) => _error = error;

    public void Dispose()
    {
        double seconds = Stopwatch.GetElapsedTime(_began).TotalSeconds;
        Logs.Quietly(() =>
        {
            TagList tags = Tags();
            foreach ((string key, object? value) in tags)
            {
                _activity?.SetTag(key, value);
            }
            _duration?.Record(seconds, in tags);
        });
        Logs.Quietly(() =>
        {
            if (_error is not null)
            {
                _activity?.SetStatus(ActivityStatusCode.Error, _error.Message);
            }
            _activity?.Dispose();
        });
        if (_activity is not null && ReferenceEquals(Activity.Current, _activity))
        {
            Activity.Current = _before;
        }
    }

    /// <summary>What is absent has no tag.</summary>
    private TagList Tags()
    {
        var tags = new TagList { { "tenure.model.kind", _kind } };
        if (_name is not null)
        {
            tags.Add("tenure.model.name", _name);
        }
        if (NearestScope() is { } scope)
        {
            tags.Add("tenure.scope.name", scope);
        }
        if (_error is not null)
        {
            tags.Add("error.type", _error.GetType().FullName);
        }
        return tags;
    }

    private static string? NameOf(NativeResource model)
    {
        try
        {
            return model.Name;
        }
        catch (ClosedException)
        {
            return null;
        }
    }

    /// <summary>The name of the current scope, or of the nearest one above it, that is among those
    /// that have numbers.</summary>
    private static string? NearestScope()
    {
        const int Most = 1000; // stale links of closed scopes can loop
        IReadOnlyList<string> names = TenureMeter.Scopes;
        Scope? at = names.Count == 0 ? null : CurrentScope.Get();
        for (int depth = 0; at is not null && depth < Most; depth++)
        {
            if (at.Name is { } name && names.Contains(name))
            {
                return name;
            }
            at = at.Parent;
        }
        return null;
    }
}
