namespace Tenure.Tests;

/// <summary>Things of which any one is asked for, by any thread.</summary>
internal sealed class Pool<T> where T : class
{
    private readonly List<T> _items = [];

    internal T Add(T item)
    {
        lock (_items)
        {
            _items.Add(item);
        }
        return item;
    }

    /// <summary>Any of them, or null; out of the pool then if it is to be <paramref name="taken"/>.</summary>
    internal T? Any(Random random, bool taken = false)
    {
        lock (_items)
        {
            if (_items.Count == 0)
            {
                return null;
            }
            int at = random.Next(_items.Count);
            T item = _items[at];
            if (taken)
            {
                _items.RemoveAt(at);
            }
            return item;
        }
    }

    internal List<T> All()
    {
        lock (_items)
        {
            return [.. _items];
        }
    }

    internal void Clear()
    {
        lock (_items)
        {
            _items.Clear();
        }
    }
}
