// Strings on their way to the core and back.
// Invariant: a string arrives as it is, or is refused. Every import marshals its strings by Marshaller, so none gets past.

using System.Runtime.InteropServices.Marshalling;
using System.Text;

namespace Tenure.Interop;

internal static unsafe class NativeText
{
    /// <summary>Writes a text and a NUL, if there is room, and says how much is needed.</summary>
    internal delegate int Source(byte* buffer, ulong room, ulong* needed);

    /// <summary>The whole text, however long it is and however it grows meanwhile.</summary>
    internal static string Read(Source source)
    {
        byte* small = stackalloc byte[512];
        ulong needed;
        Errors.Check(source(small, 512, &needed));
        if (needed <= 512)
        {
            return Encoding.UTF8.GetString(small, (int)needed - 1);
        }
        while (true)
        {
            byte[] buffer = new byte[needed];
            fixed (byte* large = buffer)
            {
                Errors.Check(source(large, (ulong)buffer.Length, &needed));
                if (needed <= (ulong)buffer.Length)
                {
                    return Encoding.UTF8.GetString(large, (int)needed - 1);
                }
            }
        }
    }

    /// <summary>Refuses what would arrive as something else: null, and text with a NUL or half of a surrogate pair in it.</summary>
    internal static void Check(string text, string parameter)
    {
        ArgumentNullException.ThrowIfNull(text, parameter);
        int nul = text.IndexOf('\0');
        if (nul >= 0)
        {
            throw new InvalidArgumentException($"{parameter} has a NUL at position {nul}");
        }
        CheckPairs(text);
    }

    /// <summary>Refuses half of a surrogate pair, which has no UTF-8: it would arrive as U+FFFD.</summary>
    internal static void CheckPairs(string text)
    {
        int at = text.AsSpan().IndexOfAnyInRange('\ud800', '\udfff');
        while (at >= 0 && at < text.Length)
        {
            if (char.IsSurrogatePair(text, at))
            {
                at += 2;
            }
            else if (char.IsSurrogate(text[at]))
            {
                throw new InvalidArgumentException($"the text has a lone surrogate (U+{(int)text[at]:X4}) at index {at}");
            }
            else
            {
                at++;
            }
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

    /// <summary>How the strings of all imports cross: as .NET's marshaller of UTF-8 has it, but what would not arrive is refused.</summary>
    [CustomMarshaller(typeof(string), MarshalMode.ManagedToUnmanagedIn, typeof(In))]
    internal static class Marshaller
    {
        internal ref struct In
        {
            private Utf8StringMarshaller.ManagedToUnmanagedIn _utf8;

            public static int BufferSize => Utf8StringMarshaller.ManagedToUnmanagedIn.BufferSize;

            public void FromManaged(string? text, Span<byte> buffer)
            {
                if (text is not null)
                {
                    CheckPairs(text);
                }
                _utf8.FromManaged(text, buffer);
            }

            public byte* ToUnmanaged() => _utf8.ToUnmanaged();

            public void Free() => _utf8.Free();
        }
    }
}
