// Passes strings to the core and back.
// Invariant: a string arrives unchanged or is rejected. Every import marshals its strings with
// Marshaller, so none is unchecked.

using System.Runtime.InteropServices.Marshalling;
using System.Text;

namespace Tenure.Interop;

internal static unsafe class NativeText
{
    /// <summary>Writes a text and a NUL if there is room, and returns the size that is
    /// needed.</summary>
    internal delegate int Source(byte* buffer, ulong room, ulong* needed);

    /// <summary>Reads the whole text, whatever its length, even if it grows meanwhile.</summary>
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

    /// <summary>Throws if the text would not arrive unchanged: if it is null or has a NUL or an
    /// unpaired surrogate.</summary>
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

    /// <summary>Throws if there is an unpaired surrogate, which UTF-8 cannot encode: it would
    /// arrive as U+FFFD.</summary>
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

    /// <summary>Encodes texts as UTF-8, one after the other, each followed by a NUL.
    /// <paramref name="starts"/> receives the offset of each.</summary>
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

    /// <summary>The marshaller of all imports' strings: .NET's UTF-8 marshaller with a check that
    /// the string arrives unchanged.</summary>
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
