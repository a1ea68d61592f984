// Passes the records of ONNX Runtime to the handlers of OnnxModel.Logged, else to a TraceSource.
// Invariant: handlers run as those of the library's log do: on a thread whose call has just ended,
// with no lock held, and their exceptions are ignored.

using System.Diagnostics;
using Tenure.Interop;

namespace Tenure.Onnx;

internal static class OnnxLog
{
    private static readonly TraceSource s_trace = new("Tenure.Onnx", SourceLevels.Warning);

    internal static event Action<OnnxLogRecord>? Handlers;

    /// <summary>From now on records come here.</summary>
    internal static void Begin() => Logs.OnnxRecord = Pass;

    /// <summary>Passes on new records. Called after each call that may have logged something; if
    /// the call failed, after its error message has been read.</summary>
    internal static void Check()
    {
        Begin();
        Logs.Check();
    }

    private static void Pass(int level, string id, string text)
    {
        // The core counts from the most serious level, which is 0.
        var record = new OnnxLogRecord((OnnxLogLevel)((int)OnnxLogLevel.Fatal - level), id, text);
        if (Handlers is not { } handlers)
        {
            Logs.Quietly(() => s_trace.TraceEvent(TypeOf(record.Level), 0, $"[{record.LogId}] {record.Text}"));
            return;
        }
        foreach (Action<OnnxLogRecord> handler in Delegate.EnumerateInvocationList(handlers))
        {
            Logs.Quietly(() => handler(record));
        }
    }

    private static TraceEventType TypeOf(OnnxLogLevel level) => level switch
    {
        OnnxLogLevel.Verbose => TraceEventType.Verbose,
        OnnxLogLevel.Info => TraceEventType.Information,
        OnnxLogLevel.Warning => TraceEventType.Warning,
        OnnxLogLevel.Error => TraceEventType.Error,
        _ => TraceEventType.Critical,
    };
}
