// Serves the page of the native memory to browsers on this machine.

using Tenure.Interop;

namespace Tenure.Reports;

/// <summary>Serves the page of the native memory to browsers on this machine.
/// <see cref="TenureRuntime.ServeMemoryPage(int)"/> starts it, and <see cref="Dispose"/> ends
/// it.</summary>
public sealed unsafe class MemoryServer : IDisposable
{
    private readonly ulong _number;
    private int _isOver;

    private MemoryServer(ulong number)
    {
        _number = number;
        Address = new Uri(NativeText.Read((buffer, room, needed) => Native.tenure_record_address(number, buffer, room, needed)));
    }

    /// <summary>The address of the page, such as <c>http://127.0.0.1:8123/5f0e.../</c>. Its token is
    /// all that protects the page from other users of the machine.</summary>
    public Uri Address { get; }

    /// <summary>Starts one; <see cref="TenureRuntime.ServeMemoryPage(int)"/> says how.</summary>
    public static MemoryServer Start(int port)
    {
        ulong number;
        Errors.Check(Native.tenure_record_serve(unchecked((ulong)port), MemorySnapshot.Template(), &number));
        return new(number);
    }

    /// <summary>Ends it and waits for its threads, however slow a browser is. A second call does
    /// nothing.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isOver, 1) == 0)
        {
            Errors.Check(Native.tenure_record_stop_serving(_number));
        }
    }

    /// <summary>The same as <see cref="Dispose"/>.</summary>
    public void Close() => Dispose();
}
