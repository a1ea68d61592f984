using Tenure.Interop;
using Tenure.Reports;

namespace Tenure;

/// <summary>The device that a tensor's memory is on.</summary>
/// <param name="Code">The number of the device in the C API, kind &lt;&lt; 16 | index, as in
/// <c>include/tenure.h</c>; 0 is the CPU.</param>
public readonly record struct Device(int Code)
{
    /// <summary>The CPU.</summary>
    public static Device Cpu => default;

    /// <summary>The GPU with this number.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is not between 0 and
    /// 65535.</exception>
    public static Device Cuda(int index = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(index);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(index, ushort.MaxValue);
        return new Device((1 << 16) | index);
    }

    /// <summary>The default device of the scope that owns a new tensor.</summary>
    internal static Device OfScope => new(-1);

    /// <summary>The number of GPUs that the driver sees; 0 without a driver.</summary>
    public static unsafe int CudaCount
    {
        get
        {
            ulong count;
            Errors.Check(Native.tenure_device_cuda_count(&count));
            Logs.Check();
            return (int)count;
        }
    }

    /// <summary>Whether the device can be used. The driver is looked for at this call.</summary>
    public bool IsAvailable => WhyUnavailable.Length == 0;

    /// <summary>Why the device cannot be used; empty if it can.</summary>
    public unsafe string WhyUnavailable
    {
        get
        {
            int code = Code;
            string reason = NativeText.Read((buffer, capacity, needed) => Native.tenure_device_reason(code, buffer, capacity, needed));
            Logs.Check();
            return reason;
        }
    }

    /// <summary>The product's name of a GPU; "cpu" for the processor.</summary>
    /// <exception cref="TensorException">The device is not available; the message says
    /// why.</exception>
    public unsafe string Name
    {
        get
        {
            int code = Code;
            return NativeText.Read((buffer, capacity, needed) => Native.tenure_device_name(code, buffer, capacity, needed));
        }
    }

    /// <summary>The memory and the compute capability of a GPU at this moment.</summary>
    /// <exception cref="TensorException">The device is not available; the message says
    /// why.</exception>
    /// <exception cref="InvalidArgumentException">It is the processor, which has
    /// neither.</exception>
    public unsafe DeviceProperties Properties()
    {
        DeviceProperties properties;
        Errors.Check(Native.tenure_device_properties(Code, &properties));
        return properties;
    }

    /// <summary>The index among the devices of its kind.</summary>
    public int Index => Code & 0xFFFF;

    /// <summary>"cpu" or "cuda:0".</summary>
    public override string ToString() => (Code >> 16) switch
    {
        0 when Code == 0 => "cpu",
        1 => $"cuda:{Index}",
        _ => $"device {Code}",
    };
}
