// The few shapes a call into the core has. Every operation of the public classes is one line on top of one of these;
// those of another shape are generated whole.
// Invariant: operands and owner stay reachable until the call has returned, here and nowhere else; a failed call makes
// nothing; a refusal of memory is retried once after the collector has freed what nobody uses (see Pressure).

using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static unsafe class Call
{
    /// <summary>(scope, t) to a new tensor.</summary>
    internal static Tensor Unary(delegate*<ulong, ulong, ulong*, int> core, NativeResource t)
    {
        Scope? owner = CurrentScope.OwnerFor(t);
        ulong result;
        int status, attempt = 0;
        do
        {
            status = core(OwnerNumber(owner), t.Handle, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        return Adopt(status, result, owner, t);
    }

    /// <summary>(scope, a, b) to a new tensor.</summary>
    internal static Tensor Binary(
        delegate*<ulong, ulong, ulong, ulong*, int> core,
        NativeResource a,
        Tensor b,
        [CallerArgumentExpression(nameof(b))] string name = "")
    {
        ArgumentNullException.ThrowIfNull(b, name);
        Scope? owner = CurrentScope.OwnerFor(a);
        ulong result;
        int status, attempt = 0;
        do
        {
            status = core(OwnerNumber(owner), a.Handle, b.Handle, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        return Adopt(status, result, owner, a, b);
    }

    /// <summary>(scope, t, value) to a new tensor: a scalar, an axis, an element type.</summary>
    internal static Tensor With<T>(
        delegate*<ulong, ulong, T, ulong*, int> core, Tensor t, T value, [CallerArgumentExpression(nameof(t))] string name = "")
        where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(t, name);
        Scope? owner = CurrentScope.OwnerFor(t);
        ulong result;
        int status, attempt = 0;
        do
        {
            status = core(OwnerNumber(owner), t.Handle, value, &result);
        }
        while (Pressure.Retry(status, ref attempt));
        return Adopt(status, result, owner, t);
    }

    /// <summary>(scope, t, numbers, how many) to a new tensor: a shape or axes.</summary>
    internal static Tensor WithList(delegate*<ulong, ulong, long*, uint, ulong*, int> core, Tensor t, ReadOnlySpan<long> list)
    {
        Scope? owner = CurrentScope.OwnerFor(t);
        ulong result;
        int status, attempt = 0;
        fixed (long* numbers = list)
        {
            do
            {
                status = core(OwnerNumber(owner), t.Handle, numbers, (uint)list.Length, &result);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        return Adopt(status, result, owner, t);
    }

    /// <summary>(scope, t, axes, how many, keep) to a new tensor.</summary>
    internal static Tensor Reduce(
        delegate*<ulong, ulong, long*, uint, byte, ulong*, int> core, Tensor t, ReadOnlySpan<long> axes, bool keepDim)
    {
        Scope? owner = CurrentScope.OwnerFor(t);
        ulong result;
        int status, attempt = 0;
        fixed (long* numbers = axes)
        {
            do
            {
                status = core(OwnerNumber(owner), t.Handle, numbers, (uint)axes.Length, keepDim ? (byte)1 : (byte)0, &result);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        return Adopt(status, result, owner, t);
    }

    /// <summary>(scope, tensors, how many, axis) to a new tensor.</summary>
    internal static Tensor Join(
        delegate*<ulong, ulong*, nuint, long, ulong*, int> core, ReadOnlySpan<Tensor> tensors, long axis)
    {
        ulong[] handles = Handles(tensors);
        Scope? owner = tensors.IsEmpty ? CurrentScope.Get() : CurrentScope.OwnerFor(tensors[0]);
        ulong result;
        int status, attempt = 0;
        fixed (ulong* list = handles)
        {
            do
            {
                status = core(OwnerNumber(owner), list, (nuint)handles.Length, axis, &result);
            }
            while (Pressure.Retry(status, ref attempt));
        }
        Tensor made = Adopt(status, result, owner);
        KeepAlive(tensors);
        return made;
    }

    /// <summary>(t) to a number.</summary>
    internal static T Get<T>(delegate*<ulong, T*, int> core, NativeResource t) where T : unmanaged
    {
        T value;
        int status = core(t.Handle, &value);
        GC.KeepAlive(t);
        Errors.Check(status);
        return value;
    }

    /// <summary>(t, other), changing t.</summary>
    internal static void Change(delegate*<ulong, ulong, int> core, Tensor t, Tensor other)
    {
        ArgumentNullException.ThrowIfNull(other);
        int status, attempt = 0;
        do
        {
            status = core(t.Handle, other.Handle);
        }
        while (Pressure.Retry(status, ref attempt));
        GC.KeepAlive(t);
        GC.KeepAlive(other);
        Errors.Check(status);
    }

    /// <summary>(t, value), changing t.</summary>
    internal static void Change(delegate*<ulong, double, int> core, Tensor t, double value)
    {
        int status = core(t.Handle, value);
        GC.KeepAlive(t);
        Errors.Check(status);
    }

    /// <summary>(t), changing it.</summary>
    internal static void Change(delegate*<ulong, int> core, Tensor t)
    {
        int status = core(t.Handle);
        GC.KeepAlive(t);
        Errors.Check(status);
    }

    /// <summary>The handles of a list, which must hold no null. The caller keeps the list alive to the end of its call.</summary>
    internal static ulong[] Handles(ReadOnlySpan<Tensor> tensors, [CallerArgumentExpression(nameof(tensors))] string name = "")
    {
        ulong[] handles = new ulong[tensors.Length];
        for (int i = 0; i < handles.Length; i++)
        {
            if (tensors[i] is not { } tensor)
            {
                throw new ArgumentNullException($"{name}[{i}]");
            }
            handles[i] = tensor.Handle;
        }
        return handles;
    }

    /// <summary>The tensors of a list, which is read once.</summary>
    internal static Tensor[] Listed(IEnumerable<Tensor> tensors, [CallerArgumentExpression(nameof(tensors))] string name = "")
    {
        ArgumentNullException.ThrowIfNull(tensors, name);
        return [.. tensors];
    }

    /// <summary>Keeps every tensor of a list reachable to here.</summary>
    internal static void KeepAlive(ReadOnlySpan<Tensor> tensors)
    {
        foreach (Tensor tensor in tensors)
        {
            GC.KeepAlive(tensor);
        }
    }

    /// <summary>The wrapper of a tensor just made, unless the call failed; ends the time in which its operands must live.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static Tensor Adopt(
        int status, ulong handle, Scope? owner, object? first = null, object? second = null, object? third = null)
    {
        GC.KeepAlive(first);
        GC.KeepAlive(second);
        GC.KeepAlive(third);
        GC.KeepAlive(owner);
        Errors.Check(status);
        if (owner is null)
        {
            return AdoptUnowned(handle);
        }
        Leaks.Made(handle);
        return new Tensor(handle, HolderOf(owner, handle));
    }

    /// <summary>What cannot be wrapped is released: no scope would do it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Tensor AdoptUnowned(ulong handle)
    {
        Tensor? made = null;
        try
        {
            if (FaultOfOne is { } fault)
            {
                FaultOfOne = null;
                throw fault;
            }
            Leaks.Made(handle);
            made = new Tensor(handle, HolderOf(null, handle));
        }
        finally
        {
            if (made is null)
            {
                nuint released;
                Native.tenure_handles_release(&handle, 1, &released);
            }
        }
        Pressure.AfterUnowned();
        return made;
    }

    /// <summary>Thrown when the last of several is wrapped, by a test: what a full managed heap throws.</summary>
    internal static Exception? Fault;

    /// <summary>As before, when one is that nobody owns.</summary>
    internal static Exception? FaultOfOne;

    /// <summary>The wrappers of tensors that one call made. Where one cannot be made, all of the tensors are released.</summary>
    internal static Tensor[] AdoptAll(ulong[] made, Scope? owner)
    {
        bool done = false;
        try
        {
            var tensors = new Tensor[made.Length];
            for (int i = 0; i < tensors.Length; i++)
            {
                if (Fault is { } fault && i == tensors.Length - 1)
                {
                    Fault = null;
                    throw fault;
                }
                tensors[i] = Adopt(0, made[i], owner);
            }
            done = true;
            return tensors;
        }
        finally
        {
            if (!done)
            {
                fixed (ulong* handles = made)
                {
                    nuint released;
                    Native.tenure_handles_release(handles, (nuint)made.Length, &released);
                }
            }
        }
    }

    /// <summary>As <see cref="Number"/> for the result of an operation: null is nobody, also where another thread gives the operand an
    /// owner at this moment.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong OwnerNumber(Scope? owner) => owner is null ? Native.Unowned : owner.Known();

    /// <summary>The number of the scope that is to own a result; 0 for none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Number(Scope? owner) => owner is null ? 0 : owner.Known();

    /// <summary>The hint of a handle that was just made for <paramref name="owner"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static object HolderOf(Scope? owner, ulong handle) =>
        owner is null ? Backstop.For(handle) : owner.ReclaimsEarly ? new Places(owner, Backstop.For(handle)) : owner;
}
