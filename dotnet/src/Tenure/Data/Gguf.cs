// .gguf files of language models.

using Tenure.Interop;

namespace Tenure.Data;

/// <summary>Reads the weights and the metadata of <c>.gguf</c> files, the format of language models for
/// llama.cpp.</summary>
/// <remarks>Shapes are PyTorch's, outermost size first: the file has them the other way round. Quantised elements
/// (<c>Q4_0</c>, <c>Q4_1</c>, <c>Q5_0</c>, <c>Q5_1</c>, <c>Q8_0</c>, <c>Q2_K</c> to <c>Q6_K</c>) are read as
/// <see cref="DType.F32"/>, with the bits of ggml's reference; others as they are. A tensor of another quantised type
/// (<c>IQ4_XS</c>) is refused when it is read, and the others of its file are not.</remarks>
public static unsafe class Gguf
{
    /// <summary>Returns the names of the tensors in a file, sorted.</summary>
    /// <exception cref="TensorException">The file cannot be read, is not a valid <c>.gguf</c> file, is big-endian, or
    /// has another version than 2 and 3.</exception>
    public static string[] Names(string path) => [.. Entries(path).Select(entry => entry.Name)];

    /// <summary>Returns what a file says of its tensors, sorted by name; no element is read.
    /// <see cref="TensorEntry.StoredAs"/> is the type as the file names it, such as <c>Q4_K</c>, and
    /// <see cref="TensorEntry.NBytes"/> its bytes in the file.</summary>
    /// <exception cref="TensorException">As for <see cref="Names"/>.</exception>
    public static TensorEntry[] Entries(string path)
    {
        NativeText.Check(path, nameof(path));
        return TensorEntry.Of(NamedTensors.Text(path, (buffer, room, needed) =>
            Native.tenure_gguf_entries(path, buffer, room, needed)));
    }

    /// <summary>Returns the metadata of a file, such as <c>general.architecture</c>, by key: a text as it is, and
    /// numbers, booleans and arrays as JSON, such as <c>32</c>, <c>true</c> and <c>["a","b"]</c>.</summary>
    /// <exception cref="TensorException">As for <see cref="Names"/>.</exception>
    public static Dictionary<string, string> Metadata(string path)
    {
        NativeText.Check(path, nameof(path));
        string text = NamedTensors.Text(path, (buffer, room, needed) =>
            Native.tenure_gguf_metadata(path, buffer, room, needed));
        return Rows.Of(text).ToDictionary(row => row[0], row => row[1]);
    }

    /// <summary>Reads one tensor.</summary>
    /// <param name="path">The file.</param>
    /// <param name="name">The name of the tensor.</param>
    /// <param name="dtype">The element type of the result, to which the elements are converted. Null for
    /// <see cref="DType.F32"/> of quantised elements, and others as they are stored.</param>
    /// <exception cref="InvalidArgumentException">The file has no tensor of this name.</exception>
    /// <exception cref="TensorException">As for <see cref="Names"/>; the type of elements is not read, or the tensor has
    /// more than 16 axes.</exception>
    public static Tensor Load(string path, string name, DType? dtype = null)
    {
        NativeText.Check(path, nameof(path));
        NativeText.Check(name, nameof(name));
        return NamedTensors.All(path, [name], Loader(path, dtype))[name];
    }

    /// <summary>Reads the tensors of a file, by name. If one cannot be read, none is created. Those of a quantised file
    /// take several times its bytes.</summary>
    /// <param name="path">The file.</param>
    /// <param name="names">Which tensors to read, such as those below <c>blk.0.</c>; null for all.</param>
    /// <param name="dtype">As for one tensor.</param>
    /// <exception cref="TensorException">As for one tensor.</exception>
    public static Dictionary<string, Tensor> Load(string path, Func<string, bool>? names = null, DType? dtype = null) =>
        NamedTensors.All(path, NamedTensors.Accepted(Names(path), names), Loader(path, dtype));

    /// <summary>Makes tensors of what a file holds, by name: those that are not quantised on the memory of the file,
    /// without reading it, as <see cref="SafeTensors.Map"/> does, and the others as
    /// <see cref="Load(string, Func{string, bool}?, DType?)"/> does.</summary>
    /// <remarks>As long as a tensor of it is alive, the file must not be changed or cut by others.</remarks>
    /// <param name="path">The file.</param>
    /// <param name="names">Which tensors to make; null for all.</param>
    /// <exception cref="TensorException">As for one tensor.</exception>
    public static Dictionary<string, Tensor> Map(string path, Func<string, bool>? names = null) => NamedTensors.All(
        path,
        NamedTensors.Accepted(Names(path), names),
        (scope, wanted, handles, room, count) => Native.tenure_gguf_map(scope, path, wanted, handles, room, count));

    private static NamedTensors.Loader Loader(string path, DType? dtype) => (scope, names, handles, room, count) =>
        Native.tenure_gguf_load_list(scope, path, names, (int)(dtype ?? 0), handles, room, count);
}
