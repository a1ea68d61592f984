// Options for runs of a model, which can be cancelled through them.

using System.Globalization;
using Tenure.Interop;

namespace Tenure.Onnx;

/// <summary>Options for runs of an <see cref="OnnxModel"/>, which can be cancelled through
/// them.</summary>
/// <remarks>Several runs may use the same options, on any threads and with different models. To
/// cancel with a <see cref="CancellationToken"/>, no options are needed: see
/// <see cref="OnnxModel.Run(ReadOnlySpan{Tensor}, CancellationToken)"/>.</remarks>
public sealed unsafe partial class OnnxRunOptions : NativeResource
{
    /// <summary>Creates options for any number of runs.</summary>
    /// <param name="logId">The name of the runs in the log; null for none.</param>
    /// <param name="logLevel">The lowest level that is logged for the runs; null for the model's
    /// level.</param>
    /// <param name="logVerbosity">How detailed <see cref="OnnxLogLevel.Verbose"/> is, at least
    /// 0.</param>
    /// <returns>New options, which the current scope owns; unowned if no scope is open.</returns>
    /// <exception cref="InvalidArgumentException">The name contains a NUL character, or the
    /// verbosity is negative.</exception>
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

    /// <summary>Cancels the runs with these options, from any thread. A run in progress throws
    /// <see cref="CancelledException"/> after its current operation, and later runs throw it at
    /// once; a run that has ended keeps its outputs. This cannot be undone. If this is closed, it
    /// does nothing.</summary>
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
