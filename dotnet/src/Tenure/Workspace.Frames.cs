// By which frames a workspace is current, in which flows: one for each entry that was not left.
// Invariant: one frame, the first one's, is used again, by whoever takes it while it is over; who replaces it takes it first,
// so that no entry is ever without its frame. All others are in a list.

using Tenure.Interop;

namespace Tenure;

public sealed unsafe partial class Workspace
{
    private readonly Lock _gate = new();
    // The frame that is used again, and those that there are besides.
    private Frame? _home;
    private List<Frame>? _others;
    private Scope _cycle;
    private Part[] _parts = [];

    /// <summary>What was made in the last cycle is owned by this: the workspace itself, or the part of its ring.</summary>
    internal Scope CycleScope => Volatile.Read(ref _cycle);

    internal override Scope? Exit =>
        (CurrentScope.EntryOf(this) ?? Last()) is { } entry ? CurrentScope.In(entry.Outer) : base.Exit;

    private void EnterAnew()
    {
        var frame = new Frame(this, CurrentScope.Top(), this);
        Begin(frame);
        frame.Before = ExecutionContext.Capture();
        CurrentScope.Set(frame);
        frame.Within = ExecutionContext.Capture();
        lock (_gate)
        {
            Frame? home = _home;
            if (home is null || home.Reopen())
            {
                _home = frame;
                home?.End();
            }
            else
            {
                (_others ??= []).Add(frame);
            }
        }
    }

    /// <summary>Enters, and notes what is current then. Refused, the frame is over.</summary>
    private void Begin(Frame frame)
    {
        ulong scope, cycle, endings = Holder is null ? 0 : Endings.Now;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_workspace_enter(Handle, Call.Number(CurrentScope.In(frame.Outer)), &scope, &cycle);
        }
        while (Pressure.Retry(status, ref attempt));
        GC.KeepAlive(this);
        if (status != 0)
        {
            frame.End();
            Errors.Check(status);
        }
        if (scope != frame.Scope.Handle)
        {
            frame.Scope = PartOf(scope);
        }
        if (_cycle != frame.Scope)
        {
            _cycle = frame.Scope;
        }
        // What could be entered is open; the part of a ring may have gone when that was emptied.
        FoundOpen(endings);
    }

    /// <summary>The part of the ring that has this number.</summary>
    internal Part PartOf(ulong handle)
    {
        foreach (Part part in _parts)
        {
            if (part.Handle == handle)
            {
                return part;
            }
        }
        lock (_gate)
        {
            Part part = _parts.FirstOrDefault(part => part.Handle == handle) ?? new Part(handle, this);
            _parts = [.. _parts.Where(other => other != part), part];
            return part;
        }
    }

    /// <summary>The frame of the last entry by any flow, if it was not left.</summary>
    private Frame? Last()
    {
        lock (_gate)
        {
            return _others?.FindLast(frame => !frame.IsOver) ?? (_home is { IsOver: false } home ? home : null);
        }
    }

    private void Pop(Frame frame)
    {
        ExecutionContext? before = frame.Before, within = frame.Within;
        if (frame != _home)
        {
            lock (_gate)
            {
                _others?.Remove(frame);
            }
        }
        frame.End();
        if (before is not null && ExecutionContext.Capture() == within)
        {
            // Nothing else has been set in the block, so what was before is all there is to go back to.
            ExecutionContext.Restore(before);
        }
        else
        {
            CurrentScope.Leave(frame, frame.Outer);
        }
    }
}
