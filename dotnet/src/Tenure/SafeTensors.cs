// Files of named tensors, in Hugging Face's safetensors format.

using System.Text;
using Tenure.Interop;

namespace Tenure;

/// <summary>Reads and writes <c>.safetensors</c> files.</summary>
public static unsafe class SafeTensors
{
    /// <summary>Writes <paramref name="tensors"/> under their names.</summary>
    /// <exception cref="TensorException">The file cannot be written.</exception>
    public static void Save(string path, IEnumerable<KeyValuePair<string, Tensor>> tensors)
    {
        NativeText.Check(path, nameof(path));
        ArgumentNullException.ThrowIfNull(tensors);
        KeyValuePair<string, Tensor>[] entries = [.. tensors];
        Tensor[] values = [.. entries.Select(entry => entry.Value)];
        ulong[] handles = Call.Handles(values);
        byte[] text = NativeText.Pack([.. entries.Select(entry => entry.Key)], out int[] starts);
        byte*[] names = new byte*[starts.Length];
        int status;
        fixed (byte* packed = text)
        fixed (byte** list = names)
        fixed (ulong* ts = handles)
        {
            for (int i = 0; i < starts.Length; i++)
            {
                names[i] = packed + starts[i];
            }
            status = Native.tenure_safetensors_save(path, list, (ulong)handles.Length, ts);
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

    /// <summary>Loads one tensor of the file.</summary>
    /// <exception cref="InvalidArgumentException">The file has no tensor of this name.</exception>
    /// <exception cref="TensorException">The file cannot be read or is not a valid
    /// <c>.safetensors</c> file.</exception>
    public static Tensor Load(string path, string name)
    {
        NativeText.Check(path, nameof(path));
        NativeText.Check(name, nameof(name));
        Scope? owner = CurrentScope.Get();
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_safetensors_load(Call.Number(owner), path, name, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        Errors.CheckFile(status, path);
        return Call.Adopt(status, result, owner);
    }

    /// <summary>Loads all tensors of the file, by name. If one cannot be read, none is
    /// created.</summary>
    /// <inheritdoc cref="Load(string, string)"/>
    public static Dictionary<string, Tensor> Load(string path)
    {
        string[] names = Names(path);
        byte[] text = NativeText.Pack(names, out int[] starts);
        byte*[] list = new byte*[starts.Length];
        ulong[] made = new ulong[names.Length];
        Scope? owner = CurrentScope.Get();
        int status, attempt = 0;
        fixed (byte* packed = text)
        fixed (byte** pointers = list)
        fixed (ulong* handles = made)
        {
            for (int i = 0; i < starts.Length; i++)
            {
                pointers[i] = packed + starts[i];
            }
            do
            {
                status = Native.tenure_safetensors_load_many(
                    Call.Number(owner), path, pointers, (ulong)made.Length, handles);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        GC.KeepAlive(owner);
        Errors.Check(status);
        Tensor[] all = Call.AdoptAll(made, owner);
        var tensors = new Dictionary<string, Tensor>(names.Length);
        for (int i = 0; i < names.Length; i++)
        {
            tensors[names[i]] = all[i];
        }
        return tensors;
    }
}
