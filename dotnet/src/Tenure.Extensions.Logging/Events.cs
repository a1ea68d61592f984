// The numbers and names of events, by which a program finds records whatever their texts say.
// Invariant: numbers are only ever added. An event that this version does not know has its name and
// the number 0.

using System.Collections.Frozen;
using Microsoft.Extensions.Logging;
using Tenure.Reports;

namespace Tenure.Extensions.Logging;

internal static class Events
{
    /// <summary>The events of the library; the name is that of the category and that of the event.</summary>
    internal static readonly FrozenDictionary<(string Category, string Event), EventId> All =
        new Dictionary<(string, string), EventId>
        {
            [("library", "opened")] = new(100, "LibraryOpened"),
            [("library", "missed")] = new(101, "LibraryMissed"),
            [("threads", "chosen")] = new(200, "ThreadsChosen"),
            [("memory", "refused")] = new(300, "MemoryRefused"),
            [("memory", "collected")] = new(301, "MemoryCollected"),
            [("memory", "trimmed")] = new(302, "MemoryTrimmed"),
            [("workspace", "learned")] = new(400, "WorkspaceLearned"),
            [("workspace", "spilled")] = new(401, "WorkspaceSpilled"),
            [("workspace", "refused")] = new(402, "WorkspaceRefused"),
            [("device", "opened")] = new(500, "DeviceOpened"),
            [("device", "absent")] = new(501, "DeviceAbsent"),
            [("onnx", "")] = new(600, "OnnxRuntime"), // a record of its own
            [("onnx", "opened")] = new(601, "OnnxOpened"),
            [("onnx", "not_opened")] = new(602, "OnnxNotOpened"),
            [("onnx", "absent")] = new(603, "OnnxAbsent"),
            [("onnx", "shared")] = new(604, "OnnxShared"),
            [("onnx", "own_threads")] = new(605, "OnnxOwnThreads"),
        }.ToFrozenDictionary();

    /// <summary>The event of a record.</summary>
    internal static EventId Of(LogRecord record) =>
        All.TryGetValue((record.Category, record.Event), out EventId known) ? known : new EventId(0, record.Event);
}
