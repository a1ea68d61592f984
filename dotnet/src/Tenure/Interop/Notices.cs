// Writes to the standard error stream if there is no caller to throw to: on the finalizer thread,
// on a thread of this library, or at the end of the process.
// Invariant: nothing here throws. The stream may be closed, or the ToString of a user's exception
// may throw; either would otherwise end the process.

namespace Tenure.Interop;

internal static class Notices
{
    /// <summary>Writes "tenure: " and the result of <paramref name="text"/>.</summary>
    internal static void Write(Func<string> text)
    {
        try
        {
            Console.Error.WriteLine($"tenure: {text()}");
        }
        catch (Exception)
        {
            // Ignored: there is no other place to report it.
        }
    }

    /// <summary>As <see cref="Write(Func{string})"/>, for an error: writes <paramref name="what"/>
    /// and a description of <paramref name="error"/>.</summary>
    internal static void Write(string what, Exception error) => Write(() => $"{what}: {Described(error)}");

    private static string Described(Exception error)
    {
        try
        {
            return error.ToString();
        }
        catch (Exception)
        {
            return error.GetType().ToString();
        }
    }
}
