// Strings on their way to the core.

using System.Text;

namespace Tenure.Interop;

internal static class NativeText
{
    /// <summary>Refuses what would arrive as something else: null, and text with a NUL in it.</summary>
    internal static void Check(string text, string parameter)
    {
        ArgumentNullException.ThrowIfNull(text, parameter);
        int nul = text.IndexOf('\0');
        if (nul >= 0)
        {
            throw new InvalidArgumentException($"{parameter} has a NUL at position {nul}");
        }
    }

    /// <summary>UTF-8 texts one after the other, a NUL behind each; <paramref name="starts"/> gets where each begins.</summary>
    internal static byte[] Pack(IReadOnlyList<string> texts, out int[] starts)
    {
        starts = new int[texts.Count];
        var bytes = new List<byte>();
        for (int i = 0; i < starts.Length; i++)
        {
            Check(texts[i], "name");
            starts[i] = bytes.Count;
            bytes.AddRange(Encoding.UTF8.GetBytes(texts[i]));
            bytes.Add(0);
        }
        return [.. bytes];
    }
}
