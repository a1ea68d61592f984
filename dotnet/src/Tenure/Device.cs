namespace Tenure;

/// <summary>Where a tensor's memory is. The code is kind &lt;&lt; 16 | index, as in <c>include/tenure.h</c>.</summary>
/// <param name="Code">The number that crosses the boundary; 0 is the CPU.</param>
public readonly record struct Device(int Code)
{
    /// <summary>The machine's own memory.</summary>
    public static Device Cpu => default;

    /// <summary>The GPU with this number.</summary>
    /// <exception cref="ArgumentOutOfRangeException">No number between 0 and 65535.</exception>
    public static Device Cuda(int index = 0)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(index);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(index, ushort.MaxValue);
        return new Device((1 << 16) | index);
    }

    /// <summary>Which of its kind.</summary>
    public int Index => Code & 0xFFFF;

    /// <summary>"cpu" or "cuda:0".</summary>
    public override string ToString() => (Code >> 16) switch
    {
        0 => "cpu",
        1 => $"cuda:{Index}",
        _ => $"device {Code}",
    };
}
