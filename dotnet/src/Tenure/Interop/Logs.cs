// Passes the core's records on: to handlers of TenureRuntime.Logged, to listeners, to the event
// source Tenure, and those of ONNX Runtime to OnnxLog.
// Invariant: handlers run on a thread whose call has just ended, with no lock held, or on a thread
// of the pool, and never on the finalizer thread. Their exceptions are ignored and do not affect the
// call's result. The core keeps the last records, and changes a word with each.

using System.Globalization;
using Tenure.Reports;

namespace Tenure.Interop;

internal static unsafe class Logs
{
    private const string Variable = "TENURE_LOG";

    // The address of the core's word. Set when the library is loaded.
    internal static int* Word;

    private static readonly Lock s_lock = new();
    private static int s_seen;
    private static ulong s_last;
    private static int s_queued;
    private static LogLevel s_level = LogLevel.Warning;
    // Replaced as a whole under s_lock.
    private static volatile LogListener[] s_listeners = [];

    // Handlers may call this library.
    [ThreadStatic]
    private static bool t_passing;

    internal static event Action<LogRecord>? Handlers;

    /// <summary>Gets the level, the log id and the text of each record of ONNX Runtime.</summary>
    internal static Action<int, string, string>? OnnxRecord;

    /// <summary>The level of the handlers.</summary>
    internal static LogLevel Level
    {
        get => s_level;
        set
        {
            s_level = value;
            LevelChanged();
        }
    }

    /// <summary>The level that the core needs: what handlers and listeners want.</summary>
    internal static LogLevel Wanted => (LogLevel)Math.Max((int)s_level, (int)WantedByListeners);

    /// <summary>What listeners want, of this class and of the event source.</summary>
    internal static LogLevel WantedByListeners
    {
        get
        {
            LogLevel wanted = TenureEvents.Log.Level;
            foreach (LogListener listener in s_listeners)
            {
                wanted = (LogLevel)Math.Max((int)wanted, (int)listener.Level);
            }
            return wanted;
        }
    }

    /// <summary>Returns a level that exists.</summary>
    internal static LogLevel Checked(LogLevel level) =>
        Enum.IsDefined(level) ? level : throw new InvalidArgumentException($"{(int)level} is not the code of a log level");

    internal static void Add(LogListener listener)
    {
        lock (s_lock)
        {
            s_listeners = [.. s_listeners, listener];
        }
        LevelChanged();
    }

    internal static void Remove(LogListener listener)
    {
        lock (s_lock)
        {
            s_listeners = [.. s_listeners.Where(other => other != listener)];
        }
        LevelChanged();
    }

    /// <summary>Reads the level that the process is started with, and returns what the core needs.
    /// Called once, before the library is used.</summary>
    internal static LogLevel Begin()
    {
        s_level = FromSetting(Environment.GetEnvironmentVariable(Variable));
        return Wanted;
    }

    /// <summary>Parses the level of a setting; Warning if it is empty.</summary>
    internal static LogLevel FromSetting(string? given)
    {
        if (string.IsNullOrWhiteSpace(given))
        {
            return LogLevel.Warning;
        }
        // The codes are the positions of the names.
        int level = Array.FindIndex(Enum.GetNames<LogLevel>(), name => name.Equals(given.Trim(), StringComparison.OrdinalIgnoreCase));
        return level >= 0 ? (LogLevel)level
            : throw new ArgumentException($"environment variable {Variable} is '{given}', not off, error, warning, info, debug or trace");
    }

    /// <summary>Passes on new records. Called after each call that may have logged something; if
    /// the call failed, after its error message has been read.</summary>
    internal static void Check()
    {
        if (Word != null && Volatile.Read(ref *Word) != Volatile.Read(ref s_seen) && !t_passing)
        {
            Read();
        }
    }

    /// <summary>As <see cref="Check"/>, on a thread of the pool: for the finalizer thread.</summary>
    internal static void CheckLater()
    {
        if (Word != null && Volatile.Read(ref *Word) != Volatile.Read(ref s_seen) && Interlocked.Exchange(ref s_queued, 1) == 0)
        {
            ThreadPool.UnsafeQueueUserWorkItem(
                static _ =>
                {
                    Volatile.Write(ref s_queued, 0);
                    Quietly(Check);
                },
                null);
        }
    }

    /// <summary>Tells the core what is wanted now, unless the library is not loaded yet: loading it
    /// does that.</summary>
    internal static void LevelChanged()
    {
        if (NativeLoader.IsLoaded)
        {
            Errors.Check(Native.tenure_log_set_level((int)Wanted));
            Check();
        }
    }

    private static void Read()
    {
        t_passing = true;
        try
        {
            List<string[]> records;
            lock (s_lock)
            {
                int word = Volatile.Read(ref *Word);
                ulong last = s_last;
                records = [.. Rows.Of(NativeText.Read((buffer, room, needed) => Native.tenure_log_records(last, buffer, room, needed)))];
                if (records.Count > 0)
                {
                    s_last = ulong.Parse(records[^1][0], CultureInfo.InvariantCulture);
                }
                Volatile.Write(ref s_seen, word);
            }
            foreach (string[] record in records)
            {
                Pass(int.Parse(record[1], CultureInfo.InvariantCulture), record);
            }
        }
        finally
        {
            t_passing = false;
        }
    }

    private static void Pass(int level, string[] fields)
    {
        (string category, string id, string text) = (fields[2], fields[3], fields[4]);
        if (id.Length > 0)
        {
            OnnxRecord?.Invoke(level, id, text);
            text = $"[{id}] {text}";
        }
        var record = new LogRecord((LogLevel)Math.Max(level, (int)LogLevel.Error), category, text) { LogId = id, Event = fields[5] };
        Quietly(() => TenureEvents.Log.Write(record));
        foreach (LogListener listener in s_listeners)
        {
            Quietly(() => listener.Pass(record));
        }
        if (record.Level > s_level && id.Length == 0)
        {
            return; // a listener has asked for it
        }
        foreach (Action<LogRecord> handler in Delegate.EnumerateInvocationList(Handlers))
        {
            Quietly(() => handler(record));
        }
    }

    internal static void Quietly(Action action)
    {
        try
        {
            action();
        }
        catch (Exception)
        {
            // Ignored: a failing handler must not affect the call, which has its result.
        }
    }
}
