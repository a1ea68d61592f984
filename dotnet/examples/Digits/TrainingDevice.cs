using System.Globalization;

namespace Tenure.Examples.Digits;

/// <summary>The device that a program trains on: the processor, or what <c>--device cuda:0</c> names.</summary>
internal static class TrainingDevice
{
    /// <summary>
    /// Removes the option from the arguments. Returns 0, or writes an error and returns 2 if the value does
    /// not name a device, 1 if the device is not available.
    /// </summary>
    public static int TakeFrom(ref string[] args, out Device device)
    {
        device = Device.Cpu;
        int at = Array.IndexOf(args, "--device");
        if (at < 0)
        {
            return 0;
        }
        string name = at + 1 < args.Length ? args[at + 1] : "";
        args = [.. args[..at], .. args.Skip(at + 2)];
        if (name.StartsWith("cuda:", StringComparison.Ordinal)
            && ushort.TryParse(name["cuda:".Length..], NumberStyles.None, CultureInfo.InvariantCulture, out ushort index))
        {
            device = Device.Cuda(index);
        }
        else if (name != "cpu")
        {
            Console.Error.WriteLine("--device needs cpu or, for example, cuda:0");
            return 2;
        }
        if (!device.IsAvailable)
        {
            Console.Error.WriteLine(device.WhyUnavailable);
            return 1;
        }
        return 0;
    }
}
