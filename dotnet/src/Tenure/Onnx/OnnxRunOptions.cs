// Options of a model's runs, by which these can be cancelled.

using System.Globalization;
using Tenure.Interop;

namespace Tenure.Onnx;

/// <summary>Options of an <see cref="OnnxModel"/>'s runs, by which these can be cancelled.</summary>
/// <remarks>Any number of runs may have the same options, on any threads and of several models. For a
/// <see cref="CancellationToken"/> alone none are needed: <see cref="OnnxModel.Run(ReadOnlySpan{Tensor}, CancellationToken)"/>.</remarks>
public sealed unsafe partial class OnnxRunOptions : NativeResource
{
    /// <summary>Makes options for any number of runs.</summary>
    /// <param name="logId">What the log calls the runs; null for nothing.</param>
    /// <param name="logLevel">Below what nothing of them is logged; null for that of the model.</param>
    /// <param name="logVerbosity">How much <see cref="OnnxLogLevel.Verbose"/> is, from 0 on.</param>
    /// <returns>New options, which the current scope owns; without one they are the caller's.</returns>
    /// <exception cref="InvalidArgumentException">The name holds a 0, or the number is negative.</exception>
    public static OnnxRunOptions Create(string? logId = null, OnnxLogLevel? logLevel = null, int logVerbosity = 0)
    {
        var fields = new List<string> { $"\"logVerbosity\":{logVerbosity.ToString(CultureInfo.InvariantCulture)}" };
        if (logId is not null)
        {
            fields.Add($"\"logId\":{OnnxOptions.Text(logId)}");
        }
        if (logLevel is { } level)
        {
            fields.Add($"\"logSeverity\":{OnnxOptions.Text(level.ToString())}");
        }
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_onnx_run_options_create(Call.Number(owner), $"{{{string.Join(',', fields)}}}", &made);
        }
        while (Pressure.Retry(status, ref attempt));
        return new OnnxRunOptions(made, Call.Made(status, made, owner));
    }

    /// <summary>Cancels the runs with these options, from any thread. Those in progress throw
    /// <see cref="CancelledException"/> after the operation that each is in, and so do later ones at once; a run that has ended
    /// keeps its outputs. It cannot be taken back. Once this is closed it does nothing.</summary>
    public void Cancel()
    {
        int status = Native.tenure_onnx_run_options_cancel(Handle);
        GC.KeepAlive(this);
        if (status != (int)Status.InvalidHandle)
        {
            Errors.Check(status);
        }
    }

    /// <summary>Whether <see cref="Cancel"/> was called.</summary>
    /// <exception cref="ClosedException">This is closed.</exception>
    public bool IsCancelled
    {
        get
        {
            byte cancelled;
            int status = Native.tenure_onnx_run_options_is_cancelled(Handle, &cancelled);
            GC.KeepAlive(this);
            Errors.Check(status);
            return cancelled != 0;
        }
    }
}
