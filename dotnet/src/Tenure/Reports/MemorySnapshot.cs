// A snapshot of the memory: who holds what, and what has happened.

using Tenure.Interop;

namespace Tenure.Reports;

/// <summary>What was alive at one moment, with its owners, and the events of the recording that was
/// in progress then. It is a text, so it owns no native memory.</summary>
public sealed unsafe class MemorySnapshot
{
    private MemorySnapshot(string json) => Json = json;

    /// <summary>The text of the file.</summary>
    public string Json { get; }

    /// <summary>Takes a snapshot. It is exact if no other thread creates or closes anything
    /// meanwhile.</summary>
    public static MemorySnapshot Take() => new(NativeText.Read(Native.tenure_record_snapshot));

    /// <summary>Reads a file that <see cref="Save"/> has written.</summary>
    /// <exception cref="TensorException">The file cannot be read, or is not a snapshot of this
    /// version of the format.</exception>
    public static MemorySnapshot Read(string file)
    {
        NativeText.Check(file, nameof(file));
        return new(NamedTensors.Text(file, (buffer, room, needed) => Native.tenure_record_load(file, buffer, room, needed)));
    }

    /// <summary>Returns what is new and still alive, and what is gone, since an earlier snapshot of
    /// the same process: by scope, by line, and the largest handles, as text for people.</summary>
    public string Since(MemorySnapshot earlier)
    {
        ArgumentNullException.ThrowIfNull(earlier);
        return NativeText.Read((buffer, room, needed) => Native.tenure_record_since(Json, earlier.Json, buffer, room, needed));
    }

    /// <summary>Writes it to a file, the whole file or nothing. The name of a file that can be read
    /// again usually ends in <c>.tenure-memory.json</c>.</summary>
    /// <param name="file">The file.</param>
    /// <param name="format">The format; others than <see cref="SnapshotFormat.Json"/> are those of
    /// other tools.</param>
    /// <exception cref="TensorException">The file cannot be written.</exception>
    public void Save(string file, SnapshotFormat format = SnapshotFormat.Json)
    {
        NativeText.Check(file, nameof(file));
        Errors.CheckFile(Native.tenure_record_export(Json, file, (int)format), file);
    }

    /// <summary>Writes a page that shows it: one HTML file, which needs no network. It has the live
    /// bytes over time, who holds what at a moment of the recording, and what is new from one moment
    /// to another.</summary>
    /// <exception cref="TensorException">The file cannot be written.</exception>
    public void SavePage(string file)
    {
        NativeText.Check(file, nameof(file));
        Errors.CheckFile(Native.tenure_record_page(Json, Template(), file), file);
    }

    /// <summary>The text of the page, without a snapshot.</summary>
    internal static string Template()
    {
        using Stream page = typeof(MemorySnapshot).Assembly.GetManifestResourceStream("memory-page.html")!;
        using var reader = new StreamReader(page);
        return reader.ReadToEnd();
    }
}
