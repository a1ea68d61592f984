// Files of PyTorch's torch.save.

using Tenure.Interop;

namespace Tenure;

/// <summary>Reads the tensors of files that PyTorch's <c>torch.save</c> wrote: <c>.pt</c>, <c>.pth</c> and the
/// <c>.ckpt</c> of Lightning. Nothing in such a file is run.</summary>
/// <remarks>The name of a tensor is the keys and positions that lead to it, joined by dots: <c>fc.weight</c> in a state
/// dict, <c>state_dict.fc.weight</c> in a checkpoint. A file that is nothing but a tensor has it under the name
/// <c>tensor</c>. Tensors that are read together and share memory in PyTorch do so here. A pickled module, a TorchScript
/// program and the format that PyTorch wrote before version 1.6 are refused, and the message says what to run in
/// Python.</remarks>
public static unsafe class TorchFile
{
    /// <summary>Returns the names of the tensors in a file, sorted.</summary>
    /// <exception cref="TensorException">The file cannot be read or has no tensors by name.</exception>
    public static string[] Names(string path) => [.. Entries(path).Select(entry => entry.Name)];

    /// <summary>Returns what a file says of its tensors, sorted by name; no element is read.</summary>
    /// <exception cref="TensorException">The file cannot be read or has no tensors by name.</exception>
    public static TensorEntry[] Entries(string path)
    {
        NativeText.Check(path, nameof(path));
        return TensorEntry.Of(NamedTensors.Text(path, (buffer, room, needed) =>
            Native.tenure_pth_entries(path, buffer, room, needed)));
    }

    /// <summary>Reads one tensor.</summary>
    /// <param name="path">The file.</param>
    /// <param name="name">The name of the tensor.</param>
    /// <param name="dtype">The element type of the result, to which the elements are converted: then also elements that
    /// no tensor holds, such as those of uint16. Null for as they are stored.</param>
    /// <exception cref="InvalidArgumentException">The file has no tensor of this name.</exception>
    /// <exception cref="TensorException">The file cannot be read or has no tensors by name.</exception>
    public static Tensor Load(string path, string name, DType? dtype = null)
    {
        NativeText.Check(path, nameof(path));
        NativeText.Check(name, nameof(name));
        return NamedTensors.All(path, [name], Loader(path, dtype))[name];
    }

    /// <summary>Reads the tensors of a file, by name. If one cannot be read, none is created.</summary>
    /// <param name="path">The file.</param>
    /// <param name="names">Which tensors to read, such as those below <c>state_dict.</c>; null for all.</param>
    /// <exception cref="TensorException">The file cannot be read or has no tensors by name.</exception>
    public static Dictionary<string, Tensor> Load(string path, Func<string, bool>? names = null) =>
        NamedTensors.All(path, NamedTensors.Accepted(Names(path), names), Loader(path, null));

    private static NamedTensors.Loader Loader(string path, DType? dtype) => (scope, names, handles, room, count) =>
        Native.tenure_pth_load_list(scope, path, names, (int)(dtype ?? 0), handles, room, count);
}
