// What a failed call throws. Invariant: one status, one type; the message is the core's, which names the values.

namespace Tenure;

/// <summary>What each exception of this library is: for code that handles all of them at once.</summary>
/// <remarks>An interface, because each of them is also the exception that .NET has for its kind, such as
/// <see cref="ObjectDisposedException"/> or <see cref="ArgumentException"/>.</remarks>
/// <example><code>
/// catch (Exception error) when (error is ITenureException { Status: Status.LimitExceeded }) { ... }
/// </code></example>
public interface ITenureException
{
    /// <summary>The status the core returned; <see cref="Status.Ok"/> where that did all it was asked and something else
    /// failed.</summary>
    public Status Status { get; }

    /// <summary>What failed, with the values.</summary>
    public string Message { get; }
}

/// <summary>A tensor, scope, tape or optimizer was used after it, or the scope that owned it, was closed.</summary>
public sealed class ClosedException : ObjectDisposedException, ITenureException
{
    internal ClosedException(string message) : base(null, message)
    {
    }

    internal ClosedException(string message, Exception inner) : base(message, inner)
    {
    }

    /// <summary>Always <see cref="Status.InvalidHandle"/>.</summary>
    public Status Status => Status.InvalidHandle;
}

/// <summary>An argument that the operation does not accept.</summary>
public class InvalidArgumentException : ArgumentException, ITenureException
{
    internal InvalidArgumentException(string message, Status status = Status.InvalidArgument) : base(message) => Status = status;

    /// <summary>The status the core returned.</summary>
    public Status Status { get; }
}

/// <summary>Shapes that do not fit each other.</summary>
public sealed class ShapeMismatchException : InvalidArgumentException
{
    internal ShapeMismatchException(string message) : base(message, Status.ShapeMismatch)
    {
    }
}

/// <summary>Element types that do not fit each other or the operation.</summary>
public sealed class DTypeMismatchException : InvalidArgumentException
{
    internal DTypeMismatchException(string message) : base(message, Status.DtypeMismatch)
    {
    }
}

/// <summary>Operands on different devices.</summary>
public sealed class DeviceMismatchException : InvalidArgumentException
{
    internal DeviceMismatchException(string message) : base(message, Status.DeviceMismatch)
    {
    }
}

/// <summary>Native memory was refused, by the system or by a limit that was set; nothing was changed.</summary>
public sealed class NativeMemoryException : OutOfMemoryException, ITenureException
{
    internal NativeMemoryException(string message, Status status) : base(message) => Status = status;

    /// <summary><see cref="Status.OutOfMemory"/> or <see cref="Status.LimitExceeded"/>.</summary>
    public Status Status { get; }
}

/// <summary>A scope refused the call: it is closed, capped, or a workspace that cannot do it.</summary>
public sealed class ScopeException : InvalidOperationException, ITenureException
{
    internal ScopeException(string message, Status status) : base(message) => Status = status;

    /// <summary>The status the core returned.</summary>
    public Status Status { get; }
}

/// <summary>The operation or device does not exist, a file could not be read or written, or the library has a defect.</summary>
/// <remarks>That of a file (<see cref="Status.Io"/>) carries the <see cref="IOException"/> that .NET has for it as its
/// <see cref="Exception.InnerException"/>: a <see cref="FileNotFoundException"/> or a <see cref="DirectoryNotFoundException"/>
/// where there is no such file or folder.</remarks>
public sealed class TensorException : Exception, ITenureException
{
    internal TensorException(string message, Status status, Exception? inner = null) : base(message, inner) => Status = status;

    /// <summary>The status the core returned.</summary>
    public Status Status { get; }
}
