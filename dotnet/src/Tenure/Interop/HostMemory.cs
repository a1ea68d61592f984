// Keeps memory of the caller pinned while tensors use it.
// Invariant: each pin has a ticket, which the core gives back when no tensor, view or tape uses the
// memory any more. The core calls nothing: Release takes what came back. It is called when memory
// is wrapped, and by a timer that exists as long as a ticket is out, because a permanent one would
// keep a collectible AssemblyLoadContext alive.

using System.Buffers;

namespace Tenure.Interop;

internal static unsafe class HostMemory
{
    private const int AtOnce = 128;
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(250);
    private static readonly Lock Gate = new();
    private static readonly Dictionary<ulong, MemoryHandle> Held = [];
    private static ulong s_last; // 0 before the first
    private static Timer? s_timer;

    /// <summary>The number of pins.</summary>
    internal static int Count
    {
        get
        {
            lock (Gate)
            {
                return Held.Count;
            }
        }
    }

    /// <summary>Keeps a pin until the ticket that is returned has come back.</summary>
    internal static ulong Hold(MemoryHandle pin)
    {
        Release();
        lock (Gate)
        {
            s_last = s_last == 0 ? Lender() : s_last; // this assembly in another load context has its own tickets
            Held.Add(++s_last, pin);
            s_timer ??= Started();
            return s_last;
        }
    }

    /// <summary>Disposes of the pins whose tickets came back.</summary>
    internal static void Release()
    {
        ulong* tickets = stackalloc ulong[AtOnce];
        ulong n;
        do
        {
            if (Count == 0)
            {
                return;
            }
            Errors.Check(Native.tenure_tensor_returned(s_last, tickets, AtOnce, &n));
            for (ulong i = 0; i < n; i++)
            {
                if (Taken(tickets[i]) is { } pin)
                {
                    // A memory manager of the user's may throw, which concerns nobody here.
                    Logs.Quietly(pin.Dispose);
                }
            }
        }
        while (n == AtOnce);
    }

    private static ulong Lender()
    {
        ulong first;
        Errors.Check(Native.tenure_tensor_lender(&first));
        return first;
    }

    private static MemoryHandle? Taken(ulong ticket)
    {
        lock (Gate)
        {
            if (!Held.Remove(ticket, out MemoryHandle pin))
            {
                return null;
            }
            if (Held.Count == 0)
            {
                s_timer?.Dispose();
                s_timer = null;
            }
            return pin;
        }
    }

    /// <summary>A timer without the execution context, which would keep the current scope alive.</summary>
    private static Timer Started()
    {
        using (ExecutionContext.IsFlowSuppressed() ? default(AsyncFlowControl?) : ExecutionContext.SuppressFlow())
        {
            return new Timer(static _ => Logs.Quietly(Release), null, Period, Period);
        }
    }
}
