// Rows that a program fetches.

namespace Tenure.Data;

/// <summary>Rows that a program fetches by their numbers, such as files that are read when they are needed. A
/// <see cref="DataLoader"/> decides which rows a batch has, and stacks them.</summary>
public interface IDataset
{
    /// <summary>The number of rows.</summary>
    public long Size { get; }

    /// <summary>The number of tensors of a row; 2, an input and its target, unless this is implemented.</summary>
    public int Width => 2;

    /// <summary>Returns a row: <see cref="Width"/> tensors, each of the same shape and element type as in every other row.
    /// It runs on the thread that asks for the batch, in a scope of its own, which frees what it makes when the batch is
    /// complete.</summary>
    /// <param name="index">From 0 to <see cref="Size"/> - 1.</param>
    public Tensor[] Get(long index);
}

/// <summary>Datasets of functions and of tensors.</summary>
/// <example><code>
/// IDataset sounds = Dataset.Of(files.Count, i => [Read(files[(int)i]), labels[i]]);
/// var loader = DataLoader.Of(sounds, 32, shuffle: true, seed: 42);
/// </code></example>
public static class Dataset
{
    /// <summary>Returns a dataset of a function.</summary>
    /// <param name="size">The number of rows.</param>
    /// <param name="row">Returns a row by its number.</param>
    /// <param name="width">The number of tensors of a row.</param>
    public static IDataset Of(long size, Func<long, Tensor[]> row, int width = 2)
    {
        ArgumentNullException.ThrowIfNull(row);
        return new OfFunction(size, width, row);
    }

    /// <summary>Returns a dataset of the rows of tensors: their slices along axis 0, as views. It refers to the tensors,
    /// which must stay open.</summary>
    /// <param name="tensors">At least one tensor, each with the same number of rows: <c>[N, ...]</c>.</param>
    /// <exception cref="InvalidArgumentException">There is no tensor, a tensor has no axes, or tensors differ in
    /// rows.</exception>
    public static IDataset Of(params IReadOnlyList<Tensor> tensors)
    {
        ArgumentNullException.ThrowIfNull(tensors);
        Tensor[] columns = [.. tensors];
        if (columns.Length == 0)
        {
            throw new InvalidArgumentException("a dataset needs at least one tensor");
        }
        for (int i = 0; i < columns.Length; i++)
        {
            if (columns[i] is null)
            {
                throw new ArgumentNullException($"{nameof(tensors)}[{i}]");
            }
        }
        long size = columns[0].Shape.Length == 0 ? 0 : columns[0].Shape[0];
        for (int i = 0; i < columns.Length; i++)
        {
            if (columns[i].Shape.Length == 0 || columns[i].Shape[0] != size)
            {
                throw new InvalidArgumentException($"tensor {i} has not {size} rows, as tensor 0 has");
            }
        }
        return Of(size, index => Array.ConvertAll(columns, column => column.Select(0, index)), columns.Length);
    }

    private sealed class OfFunction(long size, int width, Func<long, Tensor[]> row) : IDataset
    {
        public long Size => size;

        public int Width => width;

        public Tensor[] Get(long index) => row(index);
    }
}
