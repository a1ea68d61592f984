using System.Globalization;
using System.Runtime.CompilerServices;
using Tenure.Interop;
using Tenure.Reports;
using Tenure.Workspaces;

namespace Tenure.Tests;

/// <summary>The device of this run of the tests: the processor, or what the variable <c>TENURE_TEST_DEVICE</c> names.</summary>
/// <remarks>Where no scope has a default device, it is the default, so that tests run on it as they are. Those with the trait
/// <see cref="Memory"/> = <see cref="Host"/> are about the processor's memory: a run on another device leaves them out.</remarks>
internal static class TestDevice
{
    internal const string Memory = "memory";
    internal const string Host = "host";

    internal static Device Device { get; } = Named(Environment.GetEnvironmentVariable("TENURE_TEST_DEVICE") ?? "cpu");

    /// <summary>Whether the host cannot read the memory of the device.</summary>
    internal static bool IsElsewhere => Device != Device.Cpu;

    /// <summary>A workspace whose block lies on the device.</summary>
    internal static WorkspaceConfig Workspace { get; } = new() { Device = Device };

    /// <summary>What reports say of a tensor's device, after its shape.</summary>
    internal static string On => IsElsewhere ? $" on {Device}" : "";

    /// <summary>How often something is done: the fake driver interprets its kernels, which takes its time.</summary>
    internal static int Rounds(int here) => IsElsewhere ? Math.Max(here / 100, 4) : here;

    internal static MemoryStats Stats() => TenureRuntime.Stats(Device);

    internal static void SetMemoryLimit(long bytes) => TenureRuntime.SetMemoryLimit(bytes, Device);

    internal static void ResetPeak() => TenureRuntime.ResetPeak(Device);

    internal static void Trim() => TenureRuntime.Trim(Device);

    [ModuleInitializer]
    internal static void MakeItTheDefault()
    {
        if (IsElsewhere)
        {
            Errors.Check(Native.tenure_debug_set_default_device(Device.Code));
        }
    }

    private static Device Named(string name) =>
        name == "cpu" ? Device.Cpu : Device.Cuda(int.Parse(name.AsSpan("cuda:".Length), CultureInfo.InvariantCulture));
}
