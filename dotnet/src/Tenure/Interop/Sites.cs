// Finds the line of the user's code that creates or closes a resource.
// Invariant: nothing here throws. The text of a line is cached, because reading debug information
// takes a hundred times as long as walking the stack. Only names of methods are read, which
// trimming preserves. So the cache key is the method and offset of the line and of its caller,
// which distinguish overloads.

using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;

namespace Tenure.Interop;

internal static class Sites
{
    // The limit of the cache, so that entries of unloaded code do not pile up.
    private const int MostKnown = 10_000;
    private static readonly string?[] Passed =
        [.. new[] { typeof(Sites), typeof(object), typeof(Enumerable) }.Select(type => type.Assembly.FullName)];
    private static readonly ConcurrentDictionary<(Place Line, Place Caller), (string Text, bool HasLine)> Known = [];

    /// <summary>Returns "File.cs:12 in Namespace.Class.Method" for the first method on the stack
    /// that belongs neither to Tenure nor to the runtime. Without debug information, as for the end
    /// of a <c>using</c> block, it returns the method alone.</summary>
    internal static (string Text, bool HasLine) Here()
    {
        var trace = new StackTrace(fNeedFileInfo: false);
        int users = UsersFrame(trace);
        if (users < 0)
        {
            return ("", false);
        }
        (Place, Place) line = (PlaceOf(trace, users), PlaceOf(trace, users + 1));
        if (Known.TryGetValue(line, out (string, bool) site))
        {
            return site;
        }
        if (Known.Count >= MostKnown)
        {
            Known.Clear();
        }
        var readable = new StackTrace(fNeedFileInfo: true);
        return Known.GetOrAdd(line, Describe(UsersFrame(readable) is >= 0 and var at ? readable.GetFrame(at)! : trace.GetFrame(users)!));
    }

    /// <summary>Returns the index of that frame; -1 if all frames belong to Tenure or the
    /// runtime.</summary>
    private static int UsersFrame(StackTrace trace)
    {
        for (int i = 0; i < trace.FrameCount; i++)
        {
            if (trace.GetFrame(i) is { } frame && DiagnosticMethodInfo.Create(frame) is { } method && !Passed.Contains(method.DeclaringAssemblyName))
            {
                return i;
            }
        }
        return -1;
    }

    private static Place PlaceOf(StackTrace trace, int index)
    {
        StackFrame? frame = trace.GetFrame(index);
        DiagnosticMethodInfo? method = frame is null ? null : DiagnosticMethodInfo.Create(frame);
        return method is null ? default : new(method.DeclaringAssemblyName, method.DeclaringTypeName, method.Name, frame!.GetNativeOffset());
    }

    private static (string Text, bool HasLine) Describe(StackFrame frame)
    {
        DiagnosticMethodInfo? method = DiagnosticMethodInfo.Create(frame);
        // An obfuscator may use names that are not valid UTF-16.
        string name = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes($"{method?.DeclaringTypeName}.{method?.Name}"));
        return frame.GetFileName() is { } file
            ? ($"{Path.GetFileName(file)}:{frame.GetFileLineNumber()} in {name}", true)
            : (name, false);
    }

    private readonly record struct Place(string? Assembly, string? Type, string? Method, int Offset);
}
