// Which line of the user's made or closed something.
// Invariant: nothing here throws, and what a line is called is found out once for each line: reading debug information
// takes a hundred times as long as walking the stack.

using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Tenure.Interop;

[UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "Where methods are trimmed, the site is unknown.")]
internal static class Sites
{
    private static readonly Assembly Own = typeof(Sites).Assembly;
    // By module, so that what is known of the code of a collectible load context goes with it.
    private static readonly ConditionalWeakTable<Module, ConcurrentDictionary<(MethodBase Method, int Offset), (string Text, bool HasLine)>> Known = [];

    /// <summary>"File.cs:12 in Namespace.Class.Method", of the first method on the stack that is neither Tenure's nor
    /// the runtime's; the method alone where there is no debug information, as for the end of a <c>using</c> block.</summary>
    internal static (string Text, bool HasLine) Here()
    {
        if (UsersFrame(fileInfo: false) is not { } frame)
        {
            return ("", false);
        }
        MethodBase method = frame.GetMethod()!;
        (MethodBase, int) line = (method, frame.GetNativeOffset());
        ConcurrentDictionary<(MethodBase, int), (string, bool)> known = Known.GetOrCreateValue(method.Module);
        return known.TryGetValue(line, out (string, bool) site)
            ? site
            : known.GetOrAdd(line, Describe(UsersFrame(fileInfo: true) ?? frame));
    }

    private static StackFrame? UsersFrame(bool fileInfo)
    {
        var trace = new StackTrace(fileInfo);
        for (int i = 0; i < trace.FrameCount; i++)
        {
            if (trace.GetFrame(i) is { } frame && frame.GetMethod() is { } method && IsUsers(method))
            {
                return frame;
            }
        }
        return null;
    }

    private static bool IsUsers(MethodBase method)
    {
        Assembly? assembly = method.Module.Assembly;
        return assembly != Own && assembly != typeof(object).Assembly && assembly != typeof(Enumerable).Assembly;
    }

    private static (string Text, bool HasLine) Describe(StackFrame frame)
    {
        MethodBase method = frame.GetMethod()!;
        string name = $"{method.DeclaringType?.FullName}.{method.Name}";
        return frame.GetFileName() is { } file
            ? ($"{Path.GetFileName(file)}:{frame.GetFileLineNumber()} in {name}", true)
            : (name, false);
    }
}
