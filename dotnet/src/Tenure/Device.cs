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

    /// <summary>The index among the devices of its kind.</summary>
    public int Index => Code & 0xFFFF;

    /// <summary>"cpu" or "cuda:0".</summary>
    public override string ToString() => (Code >> 16) switch
    {
        0 => "cpu",
        1 => $"cuda:{Index}",
        _ => $"device {Code}",
    };
}
