// Data loaders. Their members are generated (DataLoader.g.cs).

using System.Collections;
using Tenure.Interop;

namespace Tenure.Data;

/// <summary>Goes through the rows of tensors, of files, of a dataset or of an enumerable in batches, shuffled by a seed,
/// epoch after epoch.</summary>
/// <remarks>It holds its own references to the storages of the tensors. Threads that share a loader get each batch
/// once.</remarks>
/// <example><code>
/// var loader = DataLoader.Of([images, labels], 64, shuffle: true, seed: 42);
/// for (int epoch = 0; epoch &lt; 10; epoch++)
/// {
///     foreach (Tensor[] batch in loader)
///     {
///         Tape tape = Tape.Open();
///         Tensor[] watched = net.Watch(tape);
///         Tensor loss = net.Call(batch[0]).CrossEntropy(batch[1]);
///         optimizer.Step(tape.Backward(loss, watched));
///     } // a batch and everything that its step made are freed before the next one is made
/// }
/// </code></example>
public sealed unsafe partial class DataLoader : NativeResource, IEnumerable<Tensor[]>
{
    private IDataset? _dataset;
    private RowStream? _stream;

    /// <summary>Makes a loader of the rows of a dataset. A batch has a tensor for each tensor of a row: those of its rows,
    /// stacked. Rows are fetched on the thread that asks for the batch.</summary>
    /// <param name="dataset">The rows.</param>
    /// <param name="batchSize">Rows of a batch, above 0; the last batch of an epoch may have fewer.</param>
    /// <param name="shuffle">Whether each epoch has an order of its own, which the seed decides.</param>
    /// <param name="seed">The seed of the order.</param>
    /// <param name="dropLast">Whether a last batch with fewer rows is left out.</param>
    /// <returns>A new <c>DataLoader</c>, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException">The size is negative, or the width or
    /// <paramref name="batchSize"/> is not above 0.</exception>
    public static DataLoader Of(IDataset dataset, long batchSize, bool shuffle = false, long seed = 0, bool dropLast = false)
    {
        ArgumentNullException.ThrowIfNull(dataset);
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status = Native.tenure_data_loader_numbers(
            Call.Number(owner), dataset.Size, dataset.Width, batchSize, Flag(shuffle), seed, Flag(dropLast), &made);
        return new DataLoader(made, Call.Made(status, made, owner)) { _dataset = dataset };
    }

    /// <summary>Makes a loader of rows that are enumerated, whose number is not known, such as lines of a file. A batch
    /// has a tensor for each tensor of a row: those of its rows, stacked. They come in their order; the enumerable is
    /// asked for its enumerator again at the beginning of each epoch.</summary>
    /// <remarks>Rows are fetched on the thread that asks for the batch, in a scope of its own, which frees what the
    /// enumerator makes when the batch is complete: what it keeps from row to row it moves out of there, or makes
    /// before. After a failure, and after <see cref="Seek"/>, the enumerator is asked for again, and rows up to the
    /// position are skipped. It is disposed when it has ended or is left.</remarks>
    /// <param name="rows">The rows of an epoch.</param>
    /// <param name="batchSize">Rows of a batch, above 0; the last batch of an epoch may have fewer.</param>
    /// <param name="width">The number of tensors of a row: 2, an input and its target.</param>
    /// <param name="shuffle">Must be false: the rest of a stream is not known, so rows are shuffled where they are
    /// made.</param>
    /// <param name="dropLast">Whether a last batch with fewer rows is left out.</param>
    /// <returns>A new <c>DataLoader</c>, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="InvalidArgumentException"><paramref name="width"/> or <paramref name="batchSize"/> is not above
    /// 0, or <paramref name="shuffle"/> is true.</exception>
    public static DataLoader Of(IEnumerable<Tensor[]> rows, long batchSize, int width = 2, bool shuffle = false, bool dropLast = false)
    {
        ArgumentNullException.ThrowIfNull(rows);
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status = Native.tenure_data_loader_stream(Call.Number(owner), width, batchSize, Flag(shuffle), Flag(dropLast), &made);
        return new DataLoader(made, Call.Made(status, made, owner)) { _stream = new RowStream(rows, width, batchSize, dropLast) };
    }

    /// <summary>The loader of an image folder; a path is a line.</summary>
    internal static DataLoader OfImages(
        string files, Tensor labels, int channels, long batchSize, bool shuffle, long seed, bool dropLast)
    {
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status = Native.tenure_data_loader_images(
            Call.Number(owner), files, labels.Handle, channels, batchSize, Flag(shuffle), seed, Flag(dropLast), &made);
        GC.KeepAlive(labels);
        return new DataLoader(made, Call.Made(status, made, owner));
    }

    private static byte Flag(bool value) => value ? (byte)1 : (byte)0;

    /// <summary>Returns the next batch: a new tensor for each tensor of the loader, with its rows. If it fails, the position
    /// stays, and the call may be repeated.</summary>
    /// <returns>The batch, which the current scope owns, else the caller. It is empty at the end of an epoch; the next
    /// one then is the first of the next epoch.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    /// <exception cref="InvalidArgumentException">A row of a dataset or of an enumerable has another number of tensors
    /// than it says.</exception>
    /// <exception cref="ShapeMismatchException">Rows differ in shape after their transforms.</exception>
    /// <exception cref="TensorException">An image cannot be read.</exception>
    public Tensor[] Next() => _stream is { } stream ? BatchOf(stream) : _dataset is { } rows ? BatchOf(rows) : BatchOfCore();

    /// <summary>The next rows of a stream, stacked, in the current scope. Threads that share it wait for each
    /// other.</summary>
    private Tensor[] BatchOf(RowStream stream)
    {
        lock (stream)
        {
            (long epoch, long batch) = (Epoch, Batch);
            Scope? owner = CurrentScope.Get();
            using Scope scope = Scope.Open("rows");
            try
            {
                List<Tensor[]> rows = stream.Next(epoch, batch);
                if (rows.Count == 0)
                {
                    Seek(unchecked(epoch + 1), 0);
                    return [];
                }
                Tensor[] stacked = HandedOver(stream.Stacked(rows), owner);
                Seek(epoch, batch + 1);
                return stacked;
            }
            catch
            {
                stream.Leave();
                throw;
            }
        }
    }

    /// <summary>Moves a batch to the scope that was current when it was asked for.</summary>
    private static Tensor[] HandedOver(Tensor[] batch, Scope? owner)
    {
        foreach (Tensor tensor in batch)
        {
            if (owner is null)
            {
                tensor.DetachFromScope();
            }
            else
            {
                tensor.MoveTo(owner);
            }
        }
        return batch;
    }

    /// <summary>The rows of the next batch, stacked, in the current scope.</summary>
    private Tensor[] BatchOf(IDataset rows)
    {
        (long epoch, long batch) = (Epoch, Batch);
        Scope? owner = CurrentScope.Get();
        using Scope scope = Scope.Open("rows");
        Tensor[] numbers = BatchOfCore();
        if (numbers.Length == 0)
        {
            return numbers;
        }
        try
        {
            return HandedOver(Stacked(rows, numbers[0].ToArray<long>()), owner);
        }
        catch
        {
            Seek(epoch, batch);
            throw;
        }
    }

    private static Tensor[] Stacked(IDataset rows, long[] numbers)
    {
        int width = rows.Width;
        var fetched = new Tensor[numbers.Length][];
        for (int i = 0; i < fetched.Length; i++)
        {
            fetched[i] = rows.Get(numbers[i]) ?? throw new InvalidArgumentException($"row {numbers[i]} of the dataset is null");
            if (fetched[i].Length != width)
            {
                throw new InvalidArgumentException(
                    $"row {numbers[i]} has {fetched[i].Length} tensors, and the width of the dataset is {width}");
            }
        }
        var stacked = new Tensor[width];
        for (int column = 0; column < width; column++)
        {
            stacked[column] = Tensor.Stack(Array.ConvertAll(fetched, row => row[column]), 0);
        }
        return stacked;
    }

    private Tensor[] BatchOfCore()
    {
        ulong width, count = 0;
        Errors.Check(Native.tenure_data_loader_width(Handle, &width));
        Scope? owner = CurrentScope.Get();
        ulong[] made = new ulong[width];
        int status, attempt = 0;
        fixed (ulong* batch = made)
        {
            do
            {
                status = Native.tenure_data_loader_next(Call.Number(owner), Handle, batch, width, &count);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        GC.KeepAlive(owner);
        GC.KeepAlive(this);
        Errors.Check(status);
        return Call.AdoptAll(made[..(int)count], owner);
    }

    /// <summary>Goes through the batches that are left of this epoch. Each has a scope of its own, which is current in
    /// the body of the loop and is closed before the next batch is made, and when the loop is left.</summary>
    /// <returns>An enumerator; a batch has a tensor for each tensor of the loader.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    public IEnumerator<Tensor[]> GetEnumerator()
    {
        while (true)
        {
            using Scope scope = Scope.Open("batch");
            Tensor[] batch = Next();
            if (batch.Length == 0)
            {
                yield break;
            }
            yield return batch;
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
