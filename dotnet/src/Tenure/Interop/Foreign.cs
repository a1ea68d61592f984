// What a scope closes that is not native: objects of the user's, and the child scopes that have such.
// Invariant: an object is in one list until somebody takes it out to dispose it, and whoever took it out is the only one
// who does. A child scope is in the list once. Nothing of the user's runs under the lock, and nothing here takes longer the
// more there is in the list, but to take all.

namespace Tenure.Interop;

internal sealed class Foreign
{
    private readonly Lock _lock = new();
    // Disposables, and scopes that have some; oldest first.
    private readonly LinkedList<object> _items = [];
    // The scopes among them.
    private readonly Dictionary<object, LinkedListNode<object>> _scopes = new(ReferenceEqualityComparer.Instance);
    private bool _taken;

    /// <summary>Adds a disposable, or a child scope unless it is there. False when the scope has closed.</summary>
    internal bool Add(object item)
    {
        lock (_lock)
        {
            if (!_taken && !(item is Scope && _scopes.ContainsKey(item)))
            {
                LinkedListNode<object> node = _items.AddLast(item);
                if (item is Scope)
                {
                    _scopes.Add(item, node);
                }
            }
            return !_taken;
        }
    }

    /// <summary>Whether this child scope is there.</summary>
    internal bool Has(Scope child)
    {
        lock (_lock)
        {
            return _scopes.ContainsKey(child);
        }
    }

    /// <summary>Takes an object out again. False when it has been taken to be disposed.</summary>
    internal bool Remove(object item)
    {
        lock (_lock)
        {
            LinkedListNode<object>? found = item is Scope ? _scopes.GetValueOrDefault(item) : Last(item);
            if (found is not null)
            {
                _items.Remove(found);
                _scopes.Remove(item);
            }
            return found is not null;
        }
    }

    /// <summary>The scopes that are there now, oldest first.</summary>
    internal Scope[] Scopes()
    {
        lock (_lock)
        {
            return [.. _items.OfType<Scope>()];
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
            _scopes.Clear();
            return all;
        }
    }

    /// <summary>What was added last is asked for mostly, by whoever added it.</summary>
    private LinkedListNode<object>? Last(object item)
    {
        LinkedListNode<object>? node = _items.Last;
        while (node is not null && !ReferenceEquals(node.Value, item))
        {
            node = node.Previous;
        }
        return node;
    }
}
