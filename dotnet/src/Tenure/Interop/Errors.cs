// From a status to an exception, in one place.

using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;

namespace Tenure.Interop;

internal static unsafe class Errors
{
    /// <summary>Throws what <paramref name="status"/> stands for, unless it is OK.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Check(int status)
    {
        if (status != 0)
        {
            Throw(status);
        }
    }

    /// <summary>The exception of a failed call. Reads the core's message, which is kept for each thread: call it on
    /// the thread that failed, before anything else crosses.</summary>
    internal static Exception From(int status)
    {
        string message = LastMessage();
        return (Status)status switch
        {
            Status.InvalidHandle => new ClosedException(message),
            Status.InvalidArgument => new InvalidArgumentException(message),
            Status.ShapeMismatch => new ShapeMismatchException(message),
            Status.DtypeMismatch => new DTypeMismatchException(message),
            Status.DeviceMismatch => new DeviceMismatchException(message),
            Status.OutOfMemory or Status.LimitExceeded => new NativeMemoryException(message, (Status)status),
            Status.ScopeClosed or Status.ScopeCapped or Status.Workspace => new ScopeException(message, (Status)status),
            _ => new TensorException(message, (Status)status),
        };
    }

    /// <summary>What the core says of the last call that failed on this thread.</summary>
    internal static string LastMessage()
    {
        nuint needed;
        byte* small = stackalloc byte[512];
        if (Native.tenure_last_error_message(small, 512, &needed) != 0 || needed <= 1)
        {
            return "the native library gave no message";
        }
        if (needed <= 512)
        {
            return Encoding.UTF8.GetString(small, (int)needed - 1);
        }
        byte[] large = new byte[needed];
        fixed (byte* buffer = large)
        {
            Native.tenure_last_error_message(buffer, (nuint)large.Length, &needed);
            return Encoding.UTF8.GetString(buffer, (int)Math.Min(needed, (nuint)large.Length) - 1);
        }
    }

    [DoesNotReturn]
    private static void Throw(int status) => throw From(status);
}
