// The hand-written members of OnnxValue, which convert between values and objects of .NET. Members
// that are one call into the core are generated (OnnxValue.g.cs).

using System.Globalization;
using System.Text;
using Tenure.Interop;
using Numbers = Tenure.Tensor;

namespace Tenure.Onnx;

/// <summary>An input or output of an <see cref="OnnxModel"/>: a tensor of numbers or of strings, a
/// sequence, a map, or an optional value that is absent.</summary>
/// <remarks>A value does not depend on a model, and never changes, except that a tensor in it shares its
/// elements with the tensor that it was made of. Its memory counts against the limits of the scope that
/// owns it: the bytes of all strings and tensors in it, and 8 bytes for each string.</remarks>
public sealed unsafe partial class OnnxValue : NativeResource
{
    private string[]? _info;

    private delegate int Maker(ulong scope, ulong* made);

    /// <summary>Makes a value of a tensor, which shares its memory; a tensor of a workspace is
    /// copied.</summary>
    /// <param name="tensor">The tensor, of any shape and element type.</param>
    /// <returns>A new value, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="ClosedException">The tensor is closed.</exception>
    public static OnnxValue Of(Numbers tensor)
    {
        ArgumentNullException.ThrowIfNull(tensor);
        OnnxValue made = Make((scope, result) => Native.tenure_onnx_value_of_tensor(scope, tensor.Handle, result));
        GC.KeepAlive(tensor);
        return made;
    }

    /// <summary>Makes a tensor of one string, with no dimensions.</summary>
    /// <param name="text">The string.</param>
    /// <returns>A new value, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException">The string has half a surrogate pair.</exception>
    public static OnnxValue Of(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Texts([text], []);
    }

    /// <summary>Makes a tensor of strings, which models get as UTF-8.</summary>
    /// <param name="texts">The strings in row-major order; they may contain any characters, NUL among
    /// them.</param>
    /// <param name="shape">The sizes of the tensor; none for one dimension with all strings.</param>
    /// <returns>A new value, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException">A string has half a surrogate pair, or a size is
    /// negative.</exception>
    /// <exception cref="ShapeMismatchException">The shape has another number of elements.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    public static OnnxValue Of(string[] texts, params ReadOnlySpan<long> shape)
    {
        ArgumentNullException.ThrowIfNull(texts);
        return Texts(texts, shape.Length == 0 ? [texts.Length] : shape.ToArray());
    }

    /// <summary>Makes a tensor of elements that no <see cref="DType"/> has, such as float8 or int4, from their
    /// bytes. It shares their memory; bytes of a workspace are copied.</summary>
    /// <param name="element"><c>float8e4m3fn</c>, <c>float8e4m3fnuz</c>, <c>float8e5m2</c>,
    /// <c>float8e5m2fnuz</c>, <c>uint4</c> or <c>int4</c>.</param>
    /// <param name="bytes">uint8 of any shape: a byte for each element, or for two elements of 4 bits, of which
    /// the first is in the low half.</param>
    /// <param name="shape">The sizes of the tensor.</param>
    /// <returns>A new value, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException">There is no such element type, or a size is
    /// negative.</exception>
    /// <exception cref="ShapeMismatchException">The shape needs another number of bytes.</exception>
    /// <exception cref="DTypeMismatchException">The bytes are not uint8.</exception>
    /// <exception cref="ClosedException">The tensor of bytes is closed.</exception>
    public static OnnxValue OfRawData(string element, Numbers bytes, params ReadOnlySpan<long> shape)
    {
        NativeText.Check(element, nameof(element));
        ArgumentNullException.ThrowIfNull(bytes);
        long[] sizes = shape.ToArray();
        OnnxValue made = Make((scope, result) =>
        {
            fixed (long* list = sizes)
            {
                return Native.tenure_onnx_value_of_raw_data(scope, element, bytes.Handle, list, (ulong)sizes.Length, result);
            }
        });
        GC.KeepAlive(bytes);
        return made;
    }

    /// <summary>Makes a sequence, which shares the memory of the values; maps are copied.</summary>
    /// <param name="values">Tensors of one element type, or strings, or maps; none for an empty sequence,
    /// which fits any input that is a sequence of tensors.</param>
    /// <returns>A new value, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException">A value is a sequence or absent, or two have different
    /// types.</exception>
    /// <exception cref="ClosedException">A value is closed.</exception>
    public static OnnxValue OfSequence(params ReadOnlySpan<OnnxValue> values)
    {
        OnnxValue[] all = values.ToArray();
        ulong[] handles = Handles(all, nameof(values));
        OnnxValue made = Make((scope, result) =>
        {
            fixed (ulong* list = handles)
            {
                return Native.tenure_onnx_value_of_sequence(scope, list, (ulong)handles.Length, result);
            }
        });
        GC.KeepAlive(all);
        return made;
    }

    /// <inheritdoc cref="OfSequence(ReadOnlySpan{OnnxValue})"/>
    public static OnnxValue OfSequence(IEnumerable<OnnxValue> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        return OfSequence(values.ToArray().AsSpan());
    }

    /// <summary>Makes a map of its keys and its values, which are copied.</summary>
    /// <param name="keys">int64 or strings, each once, in one dimension.</param>
    /// <param name="values">Numbers or strings, as many.</param>
    /// <returns>A new value, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException">Keys or values are of another type or have several
    /// dimensions, or a key is there twice.</exception>
    /// <exception cref="ShapeMismatchException">There are more keys than values, or fewer.</exception>
    public static OnnxValue OfMap(OnnxValue keys, OnnxValue values)
    {
        ArgumentNullException.ThrowIfNull(keys);
        ArgumentNullException.ThrowIfNull(values);
        OnnxValue made = Make((scope, result) => Native.tenure_onnx_value_of_map(scope, keys.Handle, values.Handle, result));
        GC.KeepAlive(keys);
        GC.KeepAlive(values);
        return made;
    }

    /// <summary>Makes a map.</summary>
    /// <typeparam name="TKey">long or string.</typeparam>
    /// <typeparam name="TValue">float, double, long or string.</typeparam>
    /// <param name="map">The entries.</param>
    /// <returns>A new value, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException">Keys or values are of another type.</exception>
    public static OnnxValue OfMap<TKey, TValue>(IReadOnlyDictionary<TKey, TValue> map) where TKey : notnull
    {
        ArgumentNullException.ThrowIfNull(map);
        using OnnxValue keys = Column(nameof(map), map.Keys.ToArray());
        using OnnxValue values = Column(nameof(map), map.Values.ToArray());
        return OfMap(keys, values);
    }

    /// <summary>Makes the absent value of an optional input.</summary>
    /// <returns>A new value, which the current scope owns; without one it is the caller's.</returns>
    public static OnnxValue Absent() => Make(Native.tenure_onnx_value_absent);

    /// <summary>Whether it is a tensor of numbers.</summary>
    public bool IsTensor => Info()[0] == "tensor";

    /// <summary>Whether it is a tensor of strings.</summary>
    public bool IsStrings => Info()[0] == "string";

    /// <summary>Whether it is a tensor of elements that no dtype has, such as float8 or int4.</summary>
    public bool IsRawData => Info()[0] == "raw";

    /// <summary>Whether it is a sequence, of maps too.</summary>
    public bool IsSequence => Info()[0] is "sequence" or "maps";

    /// <summary>Whether it is a map.</summary>
    public bool IsMap => Info()[0] == "map";

    /// <summary>Whether it is an optional value that is absent.</summary>
    public bool IsAbsent => Info()[0] == "absent";

    /// <summary>What it is, such as <c>string</c> or <c>sequence of map of int64 to float32</c>.</summary>
    public string Type => Info()[1];

    /// <summary>The sizes of a tensor, outermost first; none for anything else.</summary>
    public IReadOnlyList<long> Shape => [.. Info()[3..].Select(size => long.Parse(size, CultureInfo.InvariantCulture))];

    /// <summary>Returns the strings of a tensor of strings, in row-major order. Bytes of a model that are
    /// not UTF-8 become U+FFFD.</summary>
    /// <exception cref="InvalidArgumentException">It is not a tensor of strings.</exception>
    /// <exception cref="ClosedException">This is closed.</exception>
    public string[] Strings()
    {
        Scope? owner = CurrentScope.Get();
        ulong bytes, offsets;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_onnx_value_strings(Call.OwnerNumber(owner), Handle, &bytes, &offsets);
        }
        while (Pressure.Retry(status, ref attempt));
        using Numbers all = Call.Adopt(status, bytes, owner, this);
        using Numbers ends = Call.Adopt(status, offsets, owner, this);
        byte[] text = all.ToArray<byte>();
        long[] at = ends.ToArray<long>();
        string[] texts = new string[at.Length - 1];
        for (int i = 0; i < texts.Length; i++)
        {
            texts[i] = Encoding.UTF8.GetString(text, (int)at[i], (int)(at[i + 1] - at[i]));
        }
        return texts;
    }

    /// <summary>Returns the values of a sequence: <c>Get</c> of each.</summary>
    /// <returns>New values, which the current scope owns; without one they are the caller's.</returns>
    /// <exception cref="InvalidArgumentException">It is not a sequence.</exception>
    public IReadOnlyList<OnnxValue> List()
    {
        if (!IsSequence)
        {
            throw new InvalidArgumentException($"the value is {Type}, not a sequence");
        }
        var values = new List<OnnxValue>();
        for (long i = 0; i < Size; i++)
        {
            values.Add(Get(i));
        }
        return values;
    }

    /// <summary>Returns the entries of a map.</summary>
    /// <typeparam name="TKey">long or string.</typeparam>
    /// <typeparam name="TValue">float, double, long or string.</typeparam>
    /// <exception cref="InvalidArgumentException">It is not a map, or its keys or values are of another
    /// type.</exception>
    public IReadOnlyDictionary<TKey, TValue> Map<TKey, TValue>() where TKey : notnull =>
        IsMap ? Entries<TKey, TValue>()[0] : throw new InvalidArgumentException($"the value is {Type}, not a map");

    /// <summary>Returns the entries of a sequence of maps, such as the probabilities that scikit-learn's
    /// classifiers give for each row: a few calls of the core, however many maps there are.</summary>
    /// <typeparam name="TKey">long or string.</typeparam>
    /// <typeparam name="TValue">float, double, long or string.</typeparam>
    /// <exception cref="InvalidArgumentException">It is not a sequence of maps, or keys or values are of
    /// another type.</exception>
    public IReadOnlyList<IReadOnlyDictionary<TKey, TValue>> Maps<TKey, TValue>() where TKey : notnull =>
        Info()[0] == "maps"
            ? Entries<TKey, TValue>()
            : throw new InvalidArgumentException($"the value is {Type}, not a sequence of maps");

    /// <summary>Converts the value to an object of .NET: a <c>string[]</c> for strings, an
    /// <c>IReadOnlyList</c> for a sequence, an <c>IReadOnlyDictionary</c> for a map, null if it is absent,
    /// and for numbers a <c>Tensor</c>, which the current scope owns; for raw data a tensor of its
    /// bytes.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public object? ToObject()
    {
        switch (Info()[0])
        {
            case "tensor":
                return Tensor();
            case "raw":
                return RawData();
            case "string":
                return Strings();
            case "map":
                return Entries<object, object>()[0];
            case "maps":
                return Entries<object, object>();
            case "sequence":
                var values = new List<object?>();
                for (long i = 0; i < Size; i++)
                {
                    using OnnxValue one = Get(i);
                    values.Add(one.ToObject());
                }
                return values;
            default:
                return null;
        }
    }

    /// <summary>What it is, with the sizes of a tensor: <c>OnnxValue(string [2, 1])</c>.</summary>
    public override string ToString()
    {
        try
        {
            string sizes = IsTensor || IsStrings || IsRawData ? $" [{string.Join(", ", Shape)}]" : "";
            return IsClosed ? base.ToString() : $"OnnxValue({Type}{sizes})";
        }
        catch (ClosedException)
        {
            return base.ToString(); // by another thread, since it was asked
        }
    }

    /// <summary>The handles of values; null is named by its index.</summary>
    internal static ulong[] Handles(ReadOnlySpan<OnnxValue> values, string name)
    {
        ulong[] handles = new ulong[values.Length];
        for (int i = 0; i < handles.Length; i++)
        {
            handles[i] = (values[i] ?? throw new ArgumentNullException($"{name}[{i}]")).Handle;
        }
        return handles;
    }

    private string[] Info()
    {
        if (_info is null)
        {
            string text = NativeText.Read((buffer, room, needed) => Native.tenure_onnx_value_info(Handle, buffer, room, needed));
            GC.KeepAlive(this);
            _info = Rows.Of(text).First();
        }
        return _info;
    }

    private IReadOnlyList<IReadOnlyDictionary<TKey, TValue>> Entries<TKey, TValue>() where TKey : notnull
    {
        using OnnxValue keys = Keys(), values = Values();
        Func<int, TKey> key = keys.Elements<TKey>("keys");
        Func<int, TValue> value = values.Elements<TValue>("values");
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_onnx_value_starts(Call.OwnerNumber(owner), Handle, &made);
        }
        while (Pressure.Retry(status, ref attempt));
        using Numbers starts = Call.Adopt(status, made, owner, this);
        long[] at = starts.ToArray<long>();
        var maps = new Dictionary<TKey, TValue>[at.Length - 1];
        for (int i = 0; i < maps.Length; i++)
        {
            maps[i] = [];
            for (int j = (int)at[i]; j < at[i + 1]; j++)
            {
                maps[i][key(j)] = value(j);
            }
        }
        return maps;
    }

    /// <summary>The elements of a tensor as objects of this type.</summary>
    private Func<int, T> Elements<T>(string what)
    {
        Array all;
        if (IsStrings)
        {
            all = Strings();
        }
        else
        {
            using Numbers tensor = Tensor();
            all = tensor.DType switch
            {
                DType.F32 or DType.F16 or DType.BF16 => tensor.ToArray<float>(),
                DType.F64 => tensor.ToArray<double>(),
                DType.I64 => tensor.ToArray<long>(),
                _ => Longs(tensor),
            };
        }
        if (all is T[] elements)
        {
            return i => elements[i];
        }
        if (typeof(T) == typeof(object))
        {
            return i => (T)all.GetValue(i)!;
        }
        string type = all.GetType().GetElementType()!.Name;
        throw new InvalidArgumentException($"the {what} of the map are {Type}, read them as {type}, not {typeof(T).Name}");
    }

    private static long[] Longs(Numbers tensor)
    {
        using Numbers longs = tensor.Cast(DType.I64);
        return longs.ToArray<long>();
    }

    /// <summary>A tensor of one dimension of these elements.</summary>
    private static OnnxValue Column<T>(string name, T[] elements)
    {
        if (elements is string[] texts)
        {
            return Of(texts);
        }
        using Numbers tensor = elements switch
        {
            float[] floats => Numbers.Of(floats),
            double[] doubles => Numbers.Of(doubles),
            long[] longs => Numbers.Of(longs),
            _ => throw new InvalidArgumentException(
                $"{name}: keys and values are long, float, double or string, not {typeof(T).Name}"),
        };
        return Of(tensor);
    }

    private static OnnxValue Texts(string[] texts, long[] shape)
    {
        long[] ends = new long[texts.Length + 1];
        for (int i = 0; i < texts.Length; i++)
        {
            string text = texts[i] ?? throw new ArgumentNullException($"texts[{i}]");
            NativeText.CheckPairs(text);
            ends[i + 1] = ends[i] + Encoding.UTF8.GetByteCount(text);
        }
        if (ends[^1] > Array.MaxLength)
        {
            throw new InvalidArgumentException($"texts: they have {ends[^1]} bytes, at most {Array.MaxLength} are possible");
        }
        byte[] all = new byte[ends[^1]];
        for (int i = 0; i < texts.Length; i++)
        {
            Encoding.UTF8.GetBytes(texts[i], 0, texts[i].Length, all, (int)ends[i]);
        }
        using Numbers bytes = Numbers.Of(all);
        using Numbers offsets = Numbers.Of(ends);
        OnnxValue made = Make((scope, result) =>
        {
            fixed (long* sizes = shape)
            {
                return Native.tenure_onnx_value_of_strings(
                    scope, bytes.Handle, offsets.Handle, sizes, (ulong)shape.Length, result);
            }
        });
        GC.KeepAlive(bytes);
        GC.KeepAlive(offsets);
        return made;
    }

    private static OnnxValue Make(Maker core)
    {
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status, attempt = 0;
        do
        {
            status = core(Call.Number(owner), &made);
        }
        while (Pressure.Retry(status, ref attempt));
        return new OnnxValue(made, Call.Made(status, made, owner));
    }
}
