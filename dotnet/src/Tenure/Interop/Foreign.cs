// What a scope closes that is not native: objects of the user's, and the child scopes that have such.
// Invariant: an object is in one list until somebody takes it out to dispose it, and whoever took it out is the only one
// who does. Nothing of the user's runs under the lock.

namespace Tenure.Interop;

internal sealed class Foreign
{
    private readonly Lock _lock = new();
    // Disposables, and scopes that have some; oldest first.
    private readonly List<object> _items = [];
    private bool _taken;

    /// <summary>Adds a disposable, or a child scope unless it is there. False when the scope has closed.</summary>
    internal bool Add(object item)
    {
        lock (_lock)
        {
            if (!_taken && !(item is Scope && _items.LastIndexOf(item) >= 0))
            {
                _items.Add(item);
            }
            return !_taken;
        }
    }

    /// <summary>Takes an object out again. False when it has been taken to be disposed.</summary>
    internal bool Remove(object item)
    {
        lock (_lock)
        {
            int index = _items.FindLastIndex(other => ReferenceEquals(other, item));
            if (index >= 0)
            {
                _items.RemoveAt(index);
            }
            return index >= 0;
        }
    }

    /// <summary>Takes those scopes out that <paramref name="owner"/> has no more, closed or gone elsewhere, oldest first.</summary>
    internal object[] TakeGone(Scope owner)
    {
        lock (_lock)
        {
            object[] gone = [.. _items.Where(item => item is Scope scope && (!scope.IsOpen || scope.OwnerScope != owner))];
            _items.RemoveAll(gone.Contains);
            return gone;
        }
    }

    /// <summary>Takes all out, oldest first; for good when the scope closes.</summary>
    internal object[] TakeAll(bool closing)
    {
        lock (_lock)
        {
            _taken |= closing;
            object[] all = [.. _items];
            _items.Clear();
            return all;
        }
    }
}
