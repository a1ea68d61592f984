// Archives of arrays, in NumPy's .npz format.

using Tenure.Interop;

namespace Tenure;

/// <summary>Reads and writes <c>.npz</c> files: arrays by name, as NumPy's <c>savez</c> and
/// <c>savez_compressed</c> write them. An array is read when it is asked for, and no other.</summary>
public static unsafe class Npz
{
    /// <summary>Writes arrays to a file, as <c>numpy.savez</c> does.</summary>
    /// <exception cref="TensorException">The file cannot be written, or an array is of bfloat16, which NumPy
    /// lacks; an existing file has not changed.</exception>
    public static void Save(string path, IEnumerable<KeyValuePair<string, Tensor>> arrays) => Save(path, arrays, false);

    /// <summary>Writes arrays to a file and compresses them, as <c>numpy.savez_compressed</c> does.</summary>
    /// <inheritdoc cref="Save(string, IEnumerable{KeyValuePair{string, Tensor}})"/>
    public static void SaveCompressed(string path, IEnumerable<KeyValuePair<string, Tensor>> arrays) =>
        Save(path, arrays, true);

    private static void Save(string path, IEnumerable<KeyValuePair<string, Tensor>> arrays, bool compressed)
    {
        NativeText.Check(path, nameof(path));
        ArgumentNullException.ThrowIfNull(arrays);
        KeyValuePair<string, Tensor>[] entries = [.. arrays];
        Tensor[] values = [.. entries.Select(entry => entry.Value)];
        ulong[] handles = Call.Handles(values);
        string names = Rows.Column([.. entries.Select(entry => entry.Key)]);
        int status;
        fixed (ulong* list = handles)
        {
            status = Native.tenure_npz_save(path, names, list, (ulong)handles.Length, compressed ? (byte)1 : (byte)0);
        }
        Call.KeepAlive(values);
        Errors.CheckFile(status, path);
    }

    /// <summary>Returns the names of the arrays of a file, in the order of the file.</summary>
    /// <exception cref="TensorException">The file cannot be read or is not a valid <c>.npz</c> file.</exception>
    public static string[] Names(string path) => [.. Entries(path).Select(entry => entry.Name)];

    /// <summary>Returns what a file says of its arrays, in the order of the file; no element is read.</summary>
    /// <exception cref="TensorException">The file cannot be read or is not a valid <c>.npz</c> file.</exception>
    public static TensorEntry[] Entries(string path)
    {
        NativeText.Check(path, nameof(path));
        return TensorEntry.Of(NamedTensors.Text(path, (buffer, room, needed) =>
            Native.tenure_npz_entries(path, buffer, room, needed)));
    }

    /// <summary>Reads one array.</summary>
    /// <param name="path">The file.</param>
    /// <param name="name">The name of the array.</param>
    /// <param name="dtype">The element type of the result, to which the elements are converted: then also elements that
    /// no tensor holds, such as those of uint16. Null for as they are stored.</param>
    /// <exception cref="InvalidArgumentException">The file has no array of this name.</exception>
    /// <exception cref="TensorException">The file cannot be read or is not a valid <c>.npz</c> file.</exception>
    public static Tensor Load(string path, string name, DType? dtype = null)
    {
        NativeText.Check(path, nameof(path));
        NativeText.Check(name, nameof(name));
        return NamedTensors.All(path, [name], Loader(path, dtype))[name];
    }

    /// <summary>Reads the arrays of a file, by name. If one cannot be read, none is created.</summary>
    /// <param name="path">The file.</param>
    /// <param name="names">Which arrays to read; null for all.</param>
    /// <exception cref="TensorException">The file cannot be read or is not a valid <c>.npz</c> file.</exception>
    public static Dictionary<string, Tensor> Load(string path, Func<string, bool>? names = null) =>
        NamedTensors.All(path, NamedTensors.Accepted(Names(path), names), Loader(path, null));

    private static NamedTensors.Loader Loader(string path, DType? dtype) => (scope, names, handles, room, count) =>
        Native.tenure_npz_load_list(scope, path, names, (int)(dtype ?? 0), handles, room, count);
}
