// .idx files.

using Tenure.Interop;

namespace Tenure.Data;

/// <summary>Reads <c>.idx</c> files, one tensor each: the format of MNIST and its successors.</summary>
public static unsafe class Idx
{
    /// <summary>Reads the tensor of a file, plain or compressed with gzip:
    /// <c>Idx.Load("train-images-idx3-ubyte.gz")</c>.</summary>
    /// <param name="path">The file.</param>
    /// <returns>A new tensor of the sizes and the element type that the file has.</returns>
    /// <exception cref="TensorException">The file cannot be read or is not a complete <c>.idx</c> file.</exception>
    public static Tensor Load(string path)
    {
        NativeText.Check(path, nameof(path));
        Scope? owner = CurrentScope.Get();
        ulong result;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_idx_load(Call.Number(owner), path, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        Errors.CheckFile(status, path);
        return Call.Adopt(status, result, owner);
    }
}
