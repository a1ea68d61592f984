// Which line of the user's made or closed something.
// Invariant: nothing here throws, and what a line is called is found out once for each line: reading debug information
// takes a hundred times as long as walking the stack.

using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace Tenure.Interop;

internal static class Sites
{
    private static readonly Assembly Own = typeof(Sites).Assembly;
    private static readonly ConcurrentDictionary<(MethodBase Method, int Offset), string> Known = new();

    /// <summary>"File.cs:12 in Namespace.Class.Method", of the first method on the stack that is neither Tenure's nor
    /// the runtime's; without debug information the method alone.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Where methods are trimmed, the site is unknown.")]
    internal static string Here()
    {
        var trace = new StackTrace(1, fNeedFileInfo: false);
        for (int i = 0; i < trace.FrameCount; i++)
        {
            StackFrame? frame = trace.GetFrame(i);
            if (frame?.GetMethod() is { } method && IsUsers(method))
            {
                (MethodBase, int) line = (method, frame.GetNativeOffset());
                return Known.TryGetValue(line, out string? site) ? site : Known.GetOrAdd(line, Describe(method, i + 1));
            }
        }
        return "";
    }

    private static bool IsUsers(MethodBase method)
    {
        Assembly? assembly = method.Module.Assembly;
        return assembly != Own && assembly != typeof(object).Assembly && assembly != typeof(Enumerable).Assembly;
    }

    private static string Describe(MethodBase method, int depth)
    {
        string name = $"{method.DeclaringType?.FullName}.{method.Name}";
        StackFrame frame = new(depth + 1, needFileInfo: true);
        return frame.GetFileName() is { } file ? $"{Path.GetFileName(file)}:{frame.GetFileLineNumber()} in {name}" : name;
    }
}
