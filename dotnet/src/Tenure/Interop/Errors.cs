// Converts the status of a call to an exception.

using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;

namespace Tenure.Interop;

internal static unsafe class Errors
{
    /// <summary>Throws the exception for <paramref name="status"/>, unless it is OK.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Check(int status)
    {
        if (status != 0)
        {
            Throw(status);
        }
    }

    /// <summary>Returns the exception of a failed call. It reads the core's message, which is
    /// stored per thread, so call it on the same thread, before any other call into the
    /// core.</summary>
    internal static Exception From(int status)
    {
        Exception error = Exceptions.Of((Status)status, LastMessage());
        if (status is (int)Status.OutOfMemory or (int)Status.LimitExceeded)
        {
            Logs.Check();
            Refused(error);
        }
        return error;
    }

    /// <summary>Tells listeners of the event source, and the activity that is traced now, that memory
    /// was refused.</summary>
    private static void Refused(Exception error)
    {
        Logs.Quietly(() =>
        {
            TenureEvents.Log.MemoryRefused(error.Message);
            if (Activity.Current is { IsAllDataRequested: true } activity)
            {
                activity.AddEvent(new ActivityEvent(
                    "tenure.memory.refused", tags: new ActivityTagsCollection { ["tenure.message"] = error.Message }));
            }
        });
    }

    /// <summary>As <see cref="Check"/>, for a call that reads or writes a file. For a file error,
    /// the inner exception is the matching .NET exception.</summary>
    internal static void CheckFile(int status, string path)
    {
        if (status == 0)
        {
            return;
        }
        Exception error = From(status);
        throw error is TensorException { Status: Status.Io } ? OfFile(error, path) : error;
    }

    /// <summary>The exception for an error of a file, with the matching .NET exception inside.</summary>
    internal static TensorException OfFile(Exception error, string path) =>
        new(error.Message, Status.Io, InnerOf(error.Message, path));

    private static IOException InnerOf(string message, string path) =>
        path.Length == 0 || File.Exists(path) ? new IOException(message)
        : Path.GetDirectoryName(Path.GetFullPath(path)) is { } folder && !Directory.Exists(folder) ? new DirectoryNotFoundException(message)
        : Directory.Exists(path) ? new IOException(message)
        : new FileNotFoundException(message, path);

    /// <summary>Returns the core's message about the last call that failed on this
    /// thread.</summary>
    internal static string LastMessage()
    {
        ulong needed;
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
            Native.tenure_last_error_message(buffer, (ulong)large.Length, &needed);
            return Encoding.UTF8.GetString(buffer, (int)Math.Min(needed, (ulong)large.Length) - 1);
        }
    }

    [DoesNotReturn]
    private static void Throw(int status) => throw From(status);
}
