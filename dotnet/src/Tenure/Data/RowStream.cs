// The rows of an enumerable, and how far its enumerator has come.
// Invariant: the position of a loader is the core's; if it is another one than that of the
// enumerator, or a row has failed, a new one is asked for, and rows are skipped. The caller holds the
// lock.

namespace Tenure.Data;

/// <summary>Rows that come one after another.</summary>
internal sealed class RowStream(IEnumerable<Tensor[]> rows, int width, long batchSize, bool dropLast)
{
    private IEnumerator<Tensor[]>? _at;
    private long _epoch;

    /// <summary>The number of the batch that comes next.</summary>
    private long _batch;

    /// <summary>The rows of this batch; none at the end of the epoch.</summary>
    internal List<Tensor[]> Next(long epoch, long batch)
    {
        if (_at is null || _epoch != epoch || _batch != batch)
        {
            Leave();
            _at = rows.GetEnumerator() ?? throw new InvalidOperationException("the enumerable of the rows has no enumerator");
            for (long skipped = 0; skipped / batchSize < batch && _at.MoveNext(); skipped++)
            {
                Free(_at.Current);
            }
        }
        var next = new List<Tensor[]>();
        while (next.Count < batchSize && _at.MoveNext())
        {
            next.Add(Checked(_at.Current, (batch * batchSize) + next.Count));
        }
        if (next.Count == 0 || (dropLast && next.Count < batchSize))
        {
            Leave();
            return [];
        }
        (_epoch, _batch) = (epoch, batch + 1);
        return next;
    }

    private Tensor[] Checked(Tensor[]? row, long number)
    {
        if (row is null)
        {
            throw new InvalidArgumentException($"row {number} of the stream is null");
        }
        return row.Length == width
            ? row
            : throw new InvalidArgumentException($"row {number} has {row.Length} tensors, and the width of the stream is {width}");
    }

    /// <summary>Frees a row that is skipped, which the scope of the batch would keep until all are.</summary>
    private static void Free(Tensor[]? row)
    {
        foreach (Tensor? tensor in row ?? [])
        {
            if (tensor is not null && ReferenceEquals(tensor.Scope, Scope.Current))
            {
                tensor.Dispose();
            }
        }
    }

    /// <summary>A tensor for each tensor of a row: those of the rows, stacked.</summary>
    internal Tensor[] Stacked(List<Tensor[]> from)
    {
        var stacked = new Tensor[width];
        for (int column = 0; column < width; column++)
        {
            stacked[column] = Tensor.Stack([.. from.Select(row => row[column])], 0);
        }
        return stacked;
    }

    /// <summary>Drops the enumerator, and disposes it.</summary>
    internal void Leave()
    {
        IEnumerator<Tensor[]>? left = _at;
        _at = null;
        left?.Dispose();
    }
}
