// The wrappers of all scopes that exist in the core, by number, so that each number has one wrapper
// in a process.
// Invariant: a wrapper is added before its number is published, and so before the core can name it
// as an owner. It is found while it is open and reachable; the table does not keep it reachable.
// Adding and finding take no lock: a cell belongs to one wrapper until that is closed or collected,
// and its state changes with every wrapper, so that a reader detects the change. Cells are reused
// and never freed, so there are as many as scopes were open at the same time. The bucket is chosen
// by the low bits of the number, which differ for scopes that are alive together, so a bucket
// seldom has a second cell.

using System.Diagnostics.CodeAnalysis;

namespace Tenure.Interop;

internal static unsafe class ScopeTable
{
    private const int Parts = 64;
    private const int PartSize = 1024;
    private static readonly Lock Gate = new();
    private static readonly Cell?[]?[] Buckets = new Cell?[]?[Parts];

    /// <summary>Adds a wrapper whose number is not published yet.</summary>
    internal static void Add(ulong number, Scope scope)
    {
        ref Cell? first = ref Bucket(number);
        for (Cell? cell = Volatile.Read(ref first); cell is not null; cell = cell.Next)
        {
            if (cell.TryTake(number, scope))
            {
                return;
            }
        }
        var added = new Cell();
        added.TryTake(number, scope);
        do
        {
            added.Next = Volatile.Read(ref first);
        }
        while (Interlocked.CompareExchange(ref first, added, added.Next) != added.Next);
    }

    /// <summary>Returns the wrapper of this number. Creates one if there is none, because the core
    /// or another language has created the scope.</summary>
    internal static Scope Of(ulong number)
    {
        if (Find(number) is { } known)
        {
            return known;
        }
        lock (Gate)
        {
            return Find(number) ?? Made(number);
        }
    }

    private static Scope? Find(ulong number)
    {
        for (Cell? cell = Volatile.Read(ref Bucket(number)); cell is not null; cell = cell.Next)
        {
            if (cell.TryGet(number, out Scope? scope))
            {
                return scope;
            }
        }
        return null;
    }

    private static Scope Made(ulong number)
    {
        ulong cycle, depth, owner;
        if (Native.tenure_workspace_cycle(number, &cycle, &depth) == 0)
        {
            string name = NativeText.Read((buffer, room, needed) => Native.tenure_handle_name(number, buffer, room, needed));
            return new Workspace(number, name, parent: null);
        }
        if (Native.tenure_scope_owner(number, &owner) == 0 && owner != 0 && Find(owner) is Workspace ring)
        {
            return ring.PartOf(number);
        }
        var scope = new Scope(number, null);
        Add(number, scope);
        return scope;
    }

    private static ref Cell? Bucket(ulong number)
    {
        ref Cell?[]? part = ref Buckets[number / PartSize % Parts];
        Cell?[] cells = Volatile.Read(ref part)
            ?? Interlocked.CompareExchange(ref part, new Cell?[PartSize], null)
            ?? part;
        return ref cells[number % PartSize];
    }

    /// <summary>A slot for one wrapper.</summary>
    private sealed class Cell
    {
        // The lowest bit of a state; the other bits count how often the cell was taken.
        private const int Changing = 1;
        private readonly WeakReference<Scope?> _scope = new(null);
        private ulong _number;
        private int _state;

        internal Cell? Next;

        /// <summary>Takes this cell, unless it has the wrapper of another scope that is still in
        /// use.</summary>
        internal bool TryTake(ulong number, Scope scope)
        {
            int state = Volatile.Read(ref _state);
            bool isTaken = (state & Changing) != 0 || (_scope.TryGetTarget(out Scope? held) && !held.IsGone);
            if (isTaken || Interlocked.CompareExchange(ref _state, state | Changing, state) != state)
            {
                return false;
            }
            _number = number;
            _scope.SetTarget(scope);
            Volatile.Write(ref _state, state + Changing + 1);
            return true;
        }

        internal bool TryGet(ulong number, [NotNullWhen(true)] out Scope? scope)
        {
            int state = Volatile.Read(ref _state);
            scope = null;
            return (state & Changing) == 0
                && Volatile.Read(ref _number) == number
                && _scope.TryGetTarget(out scope)
                && Volatile.Read(ref _state) == state;
        }
    }
}
