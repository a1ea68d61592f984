// The collector's way to a handle that nobody closed.
// Invariant: a backstop only ever releases a handle; it runs no code of the user and cannot fail. Releasing a handle that
// has gone already is harmless (the core checks its generation), so it may race with a Dispose or a closing scope.

using System.Runtime.InteropServices;

namespace Tenure.Interop;

/// <summary>Held by one unowned resource, or by a scope; its critical finalizer runs when that can no longer be reached.</summary>
internal sealed unsafe class Backstop : SafeHandle
{
    // Not SafeHandle's own field: that is as wide as a pointer, a handle is always 64 bits.
    private readonly ulong _resource;

    internal Backstop(ulong resource) : base(0, ownsHandle: true) => _resource = resource;

    public override bool IsInvalid => _resource == 0;

    /// <summary>The handle has another owner now, or is gone: the finalizer has nothing left to do.</summary>
    internal void Disarm() => SetHandleAsInvalid();

    protected override bool ReleaseHandle()
    {
        ulong resource = _resource;
        nuint released;
        return Native.tenure_handles_release(&resource, 1, &released) == 0;
    }
}
