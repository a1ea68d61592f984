// Which line of the user's made or closed something.
// Invariant: nothing here throws, and what a line is called is found out once for each way to it: reading debug information
// takes a hundred times as long as walking the stack. Of a method only its names are asked, which a trimmer leaves as they are;
// so a line is known by the method and offset that it lies in and by those of the caller, which no two overloads share.

using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text;

namespace Tenure.Interop;

internal static class Sites
{
    // What is known of code that was unloaded goes when there is much of it.
    private const int MostKnown = 10_000;
    private static readonly string?[] Passed =
        [.. new[] { typeof(Sites), typeof(object), typeof(Enumerable) }.Select(type => type.Assembly.FullName)];
    private static readonly ConcurrentDictionary<(Place Line, Place Caller), (string Text, bool HasLine)> Known = [];

    /// <summary>"File.cs:12 in Namespace.Class.Method", of the first method on the stack that is neither Tenure's nor
    /// the runtime's; the method alone where there is no debug information, as for the end of a <c>using</c> block.</summary>
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

    /// <summary>Which frame it is; -1 where all are Tenure's and the runtime's.</summary>
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
        // An obfuscator may give names that have no UTF-8.
        string name = Encoding.UTF8.GetString(Encoding.UTF8.GetBytes($"{method?.DeclaringTypeName}.{method?.Name}"));
        return frame.GetFileName() is { } file
            ? ($"{Path.GetFileName(file)}:{frame.GetFileLineNumber()} in {name}", true)
            : (name, false);
    }

    private readonly record struct Place(string? Assembly, string? Type, string? Method, int Offset);
}
