// The event source Tenure, which dotnet-trace and event listeners read: one event a level for the
// records of the log, and events for refused memory, leaks and what the backstop freed.
// Invariant: it exists once the library is loaded, and ends with the load context of this assembly.
// A listener that wants more than the program does raises the core's level while it listens.

using System.Diagnostics.Tracing;
using Tenure.Reports;

namespace Tenure.Interop;

[EventSource(Name = "Tenure")]
internal sealed class TenureEvents : EventSource
{
    internal static readonly TenureEvents Log = new();

    private TenureEvents() => Unloading.Then(Dispose);

    /// <summary>The level that the most demanding listener wants.</summary>
    internal LogLevel Level =>
        IsEnabled(EventLevel.Verbose, EventKeywords.None) ? LogLevel.Debug
        : IsEnabled(EventLevel.Informational, EventKeywords.None) ? LogLevel.Info
        : IsEnabled(EventLevel.Warning, EventKeywords.None) ? LogLevel.Warning
        : IsEnabled(EventLevel.Error, EventKeywords.None) ? LogLevel.Error
        : LogLevel.Off;

    /// <summary>Writes a record as the event of its level.</summary>
    [NonEvent]
    internal void Write(LogRecord record)
    {
        switch (record.Level)
        {
            case LogLevel.Error:
                Error(record.Category, record.Text);
                break;
            case LogLevel.Warning:
                Warning(record.Category, record.Text);
                break;
            case LogLevel.Info:
                Info(record.Category, record.Text);
                break;
            default:
                Debug(record.Category, record.Text);
                break;
        }
    }

    /// <summary>Whether a listener wants to know of leaks.</summary>
    internal bool WantsLeaks => IsEnabled(EventLevel.Warning, Keywords.Memory);

    /// <summary>Whether a listener wants to know what the backstop has freed.</summary>
    internal bool WantsFreed => IsEnabled(EventLevel.Informational, Keywords.Memory);

    [Event(5, Level = EventLevel.Warning, Keywords = Keywords.Memory, Message = "{0}")]
    internal void MemoryRefused(string message)
    {
        if (IsEnabled(EventLevel.Warning, Keywords.Memory))
        {
            WriteEvent(5, message);
        }
    }

    [Event(6, Level = EventLevel.Warning, Keywords = Keywords.Memory, Message = "{0}")]
    internal void Leak(string description, string path, string site) => WriteEvent(6, description, path, site);

    [Event(7, Level = EventLevel.Informational, Keywords = Keywords.Memory, Message = "the backstop freed {0} handles")]
    internal void BackstopFreed(long handles) => WriteEvent(7, handles);

    /// <summary>What a listener may choose.</summary>
    public static class Keywords
    {
        /// <summary>Refused memory, leaks, and what the backstop freed.</summary>
        public const EventKeywords Memory = (EventKeywords)1;
    }

    protected override void OnEventCommand(EventCommandEventArgs command) => Logs.LevelChanged();

    [Event(1, Level = EventLevel.Error, Message = "{0}: {1}")]
    private void Error(string category, string text) => WriteEvent(1, category, text);

    [Event(2, Level = EventLevel.Warning, Message = "{0}: {1}")]
    private void Warning(string category, string text) => WriteEvent(2, category, text);

    [Event(3, Level = EventLevel.Informational, Message = "{0}: {1}")]
    private void Info(string category, string text) => WriteEvent(3, category, text);

    [Event(4, Level = EventLevel.Verbose, Message = "{0}: {1}")]
    private void Debug(string category, string text) => WriteEvent(4, category, text);
}
