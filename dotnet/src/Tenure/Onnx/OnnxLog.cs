// Passes ONNX Runtime's log on to the handlers of OnnxModel.Logged, else to a TraceSource.
// Invariant: handlers run on a thread whose call has just ended, with no lock held. Their
// exceptions are ignored and do not affect the call's result. The core keeps the last records, and
// changes a word with each.

using System.Diagnostics;
using System.Globalization;
using Tenure.Interop;

namespace Tenure.Onnx;

internal static unsafe class OnnxLog
{
    private static readonly TraceSource s_trace = new("Tenure.Onnx", SourceLevels.Warning);
    private static readonly Lock s_lock = new();
    private static int* s_word;
    private static int s_seen;
    private static ulong s_last;

    internal static event Action<OnnxLogRecord>? Handlers;

    /// <summary>Passes on new records. Called after each call that may have logged something; if
    /// the call failed, after its error message has been read.</summary>
    internal static void Check()
    {
        if (s_word == null)
        {
            int* word;
            if (Native.tenure_onnx_model_log_word(&word) != 0)
            {
                return;
            }
            s_word = word;
        }
        int now = Volatile.Read(ref *s_word);
        if (now != Volatile.Read(ref s_seen))
        {
            Read(now);
        }
    }

    private static void Read(int word)
    {
        List<string[]> records;
        lock (s_lock)
        {
            ulong last = s_last;
            records = [.. Rows.Of(NativeText.Read((buffer, room, needed) => Native.tenure_onnx_model_log_records(last, buffer, room, needed)))];
            if (records.Count > 0)
            {
                s_last = ulong.Parse(records[^1][0], CultureInfo.InvariantCulture);
            }
            Volatile.Write(ref s_seen, word);
        }
        foreach (string[] record in records)
        {
            Pass(new OnnxLogRecord((OnnxLogLevel)int.Parse(record[1], CultureInfo.InvariantCulture), record[2], record[3]));
        }
    }

    private static void Pass(OnnxLogRecord record)
    {
        if (Handlers is null)
        {
            Quietly(() => s_trace.TraceEvent(TypeOf(record.Level), 0, $"[{record.LogId}] {record.Text}"));
            return;
        }
        foreach (Action<OnnxLogRecord> handler in Delegate.EnumerateInvocationList(Handlers))
        {
            Quietly(() => handler(record));
        }
    }

    private static void Quietly(Action action)
    {
        try
        {
            action();
        }
        catch (Exception)
        {
            // Ignored: a failing handler must not affect the run, which has its outputs.
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
