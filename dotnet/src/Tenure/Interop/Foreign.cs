// The foreign resources of a scope: disposables of the user's that the scope disposes, and the
// child scopes that have some.
// Invariant: a disposable is in one list until a thread takes it out to dispose it, and only that
// thread disposes it. A child scope is in the list once. No user code runs under the lock, and
// every operation except TakeAll and Scopes takes constant time, as long as a disposable is removed
// soon after it was added.

namespace Tenure.Interop;

internal sealed class Foreign
{
    private readonly Lock _lock = new();
    // Disposables, and scopes that have some, oldest first.
    private readonly LinkedList<object> _items = [];
    // The nodes of the scopes in the list.
    private readonly Dictionary<object, LinkedListNode<object>> _scopes = new(ReferenceEqualityComparer.Instance);
    private bool _taken;

    /// <summary>Adds a disposable, or a child scope if it is not in the list yet. Returns false if
    /// the scope has closed.</summary>
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

    /// <summary>Whether this child scope is in the list.</summary>
    internal bool Has(Scope child)
    {
        lock (_lock)
        {
            return _scopes.ContainsKey(child);
        }
    }

    /// <summary>Removes an object. Returns false if another thread has taken it out to dispose
    /// it.</summary>
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

    /// <summary>Returns the scopes in the list, oldest first.</summary>
    internal Scope[] Scopes()
    {
        lock (_lock)
        {
            return [.. _items.OfType<Scope>()];
        }
    }

    /// <summary>Takes out all objects, oldest first. If <paramref name="closing"/>, nothing can be
    /// added afterwards.</summary>
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

    /// <summary>Searches from the end, because a thread usually removes what it has just
    /// added.</summary>
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
