// Files of named tensors, in Hugging Face's safetensors format.

using System.Text;
using Tenure.Interop;

namespace Tenure;

/// <summary>Reads and writes <c>.safetensors</c> files.</summary>
public static unsafe class SafeTensors
{
    /// <summary>Writes <paramref name="tensors"/> under their names, and metadata.</summary>
    /// <param name="path">The file; an existing one is replaced.</param>
    /// <param name="tensors">The tensors by name.</param>
    /// <param name="metadata">Texts by name, such as <c>format</c>, <c>pt</c>; null for none.</param>
    /// <exception cref="TensorException">The file cannot be written.</exception>
    public static void Save(
        string path,
        IEnumerable<KeyValuePair<string, Tensor>> tensors,
        IEnumerable<KeyValuePair<string, string>>? metadata = null)
    {
        NativeText.Check(path, nameof(path));
        ArgumentNullException.ThrowIfNull(tensors);
        KeyValuePair<string, Tensor>[] entries = [.. tensors];
        Tensor[] values = [.. entries.Select(entry => entry.Value)];
        ulong[] handles = Call.Handles(values);
        string names = Rows.Column([.. entries.Select(entry => entry.Key)]);
        string? texts = metadata is null ? null : Rows.Pairs(metadata);
        int status;
        fixed (ulong* list = handles)
        {
            status = Native.tenure_safetensors_save_list(path, names, list, (ulong)handles.Length, texts);
        }
        Call.KeepAlive(values);
        Errors.CheckFile(status, path);
    }

    /// <summary>Returns the names of the tensors in the file.</summary>
    /// <exception cref="TensorException">The file cannot be read or is not a valid
    /// <c>.safetensors</c> file.</exception>
    public static string[] Names(string path)
    {
        NativeText.Check(path, nameof(path));
        byte[] buffer = new byte[4096];
        ulong needed;
        while (true)
        {
            int status;
            fixed (byte* start = buffer)
            {
                status = Native.tenure_safetensors_names(path, start, (ulong)buffer.Length, &needed);
            }
            Errors.CheckFile(status, path);
            if (needed <= (ulong)buffer.Length)
            {
                break;
            }
            buffer = new byte[needed];
        }
        // Each name ends with a NUL, so the text after the last one is empty; the whole ends with
        // another NUL.
        string[] names = Encoding.UTF8.GetString(buffer, 0, (int)needed - 1).Split('\0');
        return names[..^1];
    }

    /// <summary>Returns what a file says of its tensors, sorted by name; no element is read.</summary>
    /// <exception cref="TensorException">The file cannot be read or is not a valid
    /// <c>.safetensors</c> file.</exception>
    public static TensorEntry[] Entries(string path)
    {
        NativeText.Check(path, nameof(path));
        return TensorEntry.Of(NamedTensors.Text(path, (buffer, room, needed) =>
            Native.tenure_safetensors_entries(path, buffer, room, needed)));
    }

    /// <summary>Returns the metadata of a file: texts by name.</summary>
    /// <exception cref="TensorException">The file cannot be read or is not a valid
    /// <c>.safetensors</c> file.</exception>
    public static Dictionary<string, string> Metadata(string path)
    {
        NativeText.Check(path, nameof(path));
        string text = NamedTensors.Text(path, (buffer, room, needed) =>
            Native.tenure_safetensors_metadata(path, buffer, room, needed));
        return Rows.Of(text).ToDictionary(row => row[0], row => row[1]);
    }

    /// <summary>Loads one tensor of the file.</summary>
    /// <param name="path">The file, or the index of several (<c>.safetensors.index.json</c>).</param>
    /// <param name="name">The name of the tensor.</param>
    /// <param name="dtype">The element type of the result, to which the elements are converted: then also elements that
    /// no tensor holds, such as floats of 8 bits. Null for as they are stored.</param>
    /// <exception cref="InvalidArgumentException">The file has no tensor of this name.</exception>
    /// <exception cref="TensorException">The file cannot be read or is not a valid
    /// <c>.safetensors</c> file.</exception>
    public static Tensor Load(string path, string name, DType? dtype = null)
    {
        NativeText.Check(path, nameof(path));
        NativeText.Check(name, nameof(name));
        return NamedTensors.All(path, [name], Loader(path, dtype))[name];
    }

    /// <summary>Loads the tensors of the file, by name. If one cannot be read, none is created.</summary>
    /// <param name="path">The file, or the index of several (<c>.safetensors.index.json</c>).</param>
    /// <param name="names">Which tensors to load; null for all.</param>
    /// <param name="dtype">As for one tensor.</param>
    /// <exception cref="TensorException">The file cannot be read or is not a valid
    /// <c>.safetensors</c> file.</exception>
    public static Dictionary<string, Tensor> Load(string path, Func<string, bool>? names = null, DType? dtype = null) =>
        NamedTensors.All(path, NamedTensors.Accepted(Names(path), names), Loader(path, dtype));

    /// <summary>Makes tensors on the memory of a file, by name, without reading it: a page is read when it is first
    /// used, and copied when it is written, so the file stays as it is. What is not aligned in the file is read. No limit
    /// and no statistics count this memory.</summary>
    /// <remarks>As long as a tensor of it is alive, the file must not be changed or cut by others: the system ends a
    /// process that reads beyond the end of a mapped file. Replacing the file as a whole, as <see cref="Save"/> does, is
    /// safe.</remarks>
    /// <param name="path">The file, or the index of several (<c>.safetensors.index.json</c>).</param>
    /// <param name="names">Which tensors to make; null for all.</param>
    /// <exception cref="TensorException">The file cannot be read or is not a valid
    /// <c>.safetensors</c> file.</exception>
    public static Dictionary<string, Tensor> Map(string path, Func<string, bool>? names = null) => NamedTensors.All(
        path,
        NamedTensors.Accepted(Names(path), names),
        (scope, wanted, handles, room, count) => Native.tenure_safetensors_map(scope, path, wanted, handles, room, count));

    private static NamedTensors.Loader Loader(string path, DType? dtype) => (scope, names, handles, room, count) =>
        Native.tenure_safetensors_load_list(scope, path, names, (int)(dtype ?? 0), handles, room, count);
}
