// The common beginning and end of calls into the core; the calls themselves are generated
// (Tensor.g.cs).
// Invariant: Adopt keeps operands and owner reachable until the call has returned. A failed call
// creates nothing. A call that was refused memory is retried after the collector has freed
// unreachable resources (see Pressure).

using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static unsafe class Call
{
    /// <summary>Returns the owner of a result of several tensors, for which the first tensor
    /// decides.</summary>
    internal static Scope? OwnerFor(ReadOnlySpan<Tensor> tensors) =>
        tensors is [{ } first, ..] ? CurrentScope.OwnerFor(first) : CurrentScope.Get(); // null is refused with the handles

    /// <summary>Returns the hint of a new resource that is not a tensor, or throws if the call
    /// failed. Keeps the owner reachable to here.</summary>
    internal static object Made(int status, ulong handle, Scope? owner)
    {
        GC.KeepAlive(owner);
        Errors.Check(status);
        Leaks.Made(handle);
        return HolderOf(owner, handle);
    }

    /// <summary>Writes as many items as there is room for, and returns how many there
    /// are.</summary>
    internal delegate int Source<T>(T* buffer, ulong room, ulong* count) where T : unmanaged;

    /// <summary>Reads a whole list, even if it grows meanwhile.</summary>
    internal static T[] Read<T>(Source<T> source) where T : unmanaged
    {
        ulong count = 0;
        while (true)
        {
            T[] rows = new T[count + 64];
            fixed (T* start = rows)
            {
                Errors.Check(source(start, (ulong)rows.Length, &count));
            }
            if (count <= (ulong)rows.Length)
            {
                return rows[..(int)count];
            }
        }
    }

    /// <summary>Returns the handles of a list, which must not contain null. The caller keeps the
    /// list alive to the end of its call.</summary>
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

    /// <summary>Copies a sequence of tensors to an array; the sequence is enumerated
    /// once.</summary>
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

    /// <summary>Returns the wrapper of a new tensor, or throws if the call failed. Keeps the
    /// operands reachable to here.</summary>
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

    /// <summary>Wraps an unowned tensor. If that fails, the tensor is released, because no scope
    /// would release it.</summary>
    /// <param name="handle">The tensor.</param>
    /// <param name="wrap">Creates the wrapper; null for a plain tensor.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static Tensor AdoptUnowned(ulong handle, Func<ulong, Tensor>? wrap = null)
    {
        Tensor? made = null;
        try
        {
            Leaks.Made(handle);
            made = wrap is null ? new Tensor(handle, HolderOf(null, handle)) : wrap(handle);
        }
        finally
        {
            if (made is null)
            {
                ulong released;
                Native.tenure_handles_release(&handle, 1, &released);
            }
        }
        Pressure.AfterUnowned();
        return made;
    }

    /// <summary>Wraps the tensors that one call created. If one cannot be wrapped, all of the
    /// tensors are released.</summary>
    /// <param name="made">The tensors.</param>
    /// <param name="owner">The scope that owns them; null for none.</param>
    /// <param name="wrap">Creates each wrapper; null for plain tensors.</param>
    internal static Tensor[] AdoptAll(ulong[] made, Scope? owner, Func<ulong, Tensor>? wrap = null)
    {
        bool done = false;
        try
        {
            var tensors = new Tensor[made.Length];
            for (int i = 0; i < tensors.Length; i++)
            {
                tensors[i] = wrap is null ? Adopt(0, made[i], owner) : wrap(made[i]);
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
                    ulong released;
                    Native.tenure_handles_release(handles, (ulong)made.Length, &released);
                }
            }
        }
    }

    /// <summary>Returns the default element type of a series of numbers: int64 if all are integers,
    /// else float32.</summary>
    internal static DType TypeOf(Scalar start, Scalar end, Scalar step) =>
        start.IsInteger && end.IsInteger && step.IsInteger ? DType.I64 : DType.F32;

    /// <summary>As <see cref="Number"/>, for the result of an operation: for null the result is
    /// unowned, even if another thread gives the operand an owner at the same time.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong OwnerNumber(Scope? owner) => owner is null ? Native.Unowned : owner.Known();

    /// <summary>Returns the number of the scope that will own a result; 0 for null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static ulong Number(Scope? owner) => owner is null ? 0 : owner.Known();

    /// <summary>Returns the hint of a handle that was just created for
    /// <paramref name="owner"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static object HolderOf(Scope? owner, ulong handle) =>
        owner is null ? Backstop.For(handle) : owner.ReclaimsEarly ? new Places(owner, Backstop.For(handle)) : owner;
}
