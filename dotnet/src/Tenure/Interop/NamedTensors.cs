// What SafeTensors, Npz, TorchFile and Gguf have in common: files of tensors by name.

namespace Tenure.Interop;

internal static unsafe class NamedTensors
{
    /// <summary>Loads tensors by their names, all or none, into <paramref name="handles"/>.</summary>
    internal delegate int Loader(ulong scope, string names, ulong* handles, ulong room, ulong* count);

    /// <summary>Tensors of these names, by name.</summary>
    internal static Dictionary<string, Tensor> All(string path, IReadOnlyList<string> names, Loader loader)
    {
        string text = Rows.Column(names);
        ulong[] made = new ulong[names.Count];
        Scope? owner = CurrentScope.Get();
        ulong count;
        int status, attempt = 0;
        fixed (ulong* handles = made)
        {
            do
            {
                status = loader(Call.Number(owner), text, handles, (ulong)made.Length, &count);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        GC.KeepAlive(owner);
        Errors.CheckFile(status, path);
        Tensor[] all = Call.AdoptAll(made, owner);
        var tensors = new Dictionary<string, Tensor>(names.Count);
        for (int i = 0; i < names.Count; i++)
        {
            tensors[names[i]] = all[i];
        }
        return tensors;
    }

    /// <summary>Those of <paramref name="all"/> that <paramref name="names"/> accepts; null accepts
    /// all.</summary>
    internal static string[] Accepted(IEnumerable<string> all, Func<string, bool>? names) =>
        [.. names is null ? all : all.Where(names)];

    /// <summary>A text that the core writes of a file.</summary>
    internal static string Text(string path, NativeText.Source source)
    {
        try
        {
            return NativeText.Read(source);
        }
        catch (TensorException e) when (e.Status == Status.Io)
        {
            throw Errors.OfFile(e, path);
        }
    }
}
