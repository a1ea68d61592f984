// Levels and categories of loggers.
// Invariant: the library's levels up to Debug have the same meaning as the host's, and none is
// Critical: what ONNX Runtime calls fatal is an error of a run.

using Microsoft.Extensions.Logging;
using HostLevel = Microsoft.Extensions.Logging.LogLevel;
using LogLevel = Tenure.Reports.LogLevel;

namespace Tenure.Extensions.Logging;

internal static class Levels
{
    /// <summary>The categories of records, as the library names them.</summary>
    internal static readonly string[] Categories = ["device", "library", "memory", "onnx", "threads", "workspace"];

    private static readonly string[] s_names = [.. Categories.Select(Named)];

    /// <summary>The host's level for one of the library's.</summary>
    internal static HostLevel Of(LogLevel level) => level switch
    {
        LogLevel.Error => HostLevel.Error,
        LogLevel.Warning => HostLevel.Warning,
        LogLevel.Info => HostLevel.Information,
        LogLevel.Debug => HostLevel.Debug,
        LogLevel.Trace => HostLevel.Trace,
        _ => HostLevel.None,
    };

    /// <summary>The name of the logger for a category of records.</summary>
    internal static string Category(string category)
    {
        int index = Array.IndexOf(Categories, category);
        return index >= 0 ? s_names[index] : Named(category);
    }

    /// <summary>The least important level that a logger of this factory lets pass.</summary>
    internal static LogLevel Wanted(ILoggerFactory factory)
    {
        LogLevel wanted = LogLevel.Off;
        foreach (string name in s_names)
        {
            ILogger logger = factory.CreateLogger(name);
            for (LogLevel level = LogLevel.Trace; level > wanted; level--)
            {
                if (logger.IsEnabled(Of(level)))
                {
                    wanted = level;
                }
            }
        }
        return wanted;
    }

    private static string Named(string category) =>
        category.Length == 0 ? "Tenure" : $"Tenure.{char.ToUpperInvariant(category[0])}{category[1..]}";
}
