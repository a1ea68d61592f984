// What is said on the standard error stream, where there is no caller to throw to: on a finalizer, on a thread of this
// library, at the end of the process.
// Invariant: nothing here throws. The stream may be closed, and a user's exception may fail to say what it is; both would
// end the process.

namespace Tenure.Interop;

internal static class Notices
{
    /// <summary>Writes "tenure: " and what <paramref name="text"/> gives.</summary>
    internal static void Write(Func<string> text)
    {
        try
        {
            Console.Error.WriteLine($"tenure: {text()}");
        }
        catch (Exception)
        {
            // There is nowhere left to say it.
        }
    }

    /// <summary>As <see cref="Write(Func{string})"/>: what was done when <paramref name="error"/> came.</summary>
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
