using System.Diagnostics;
using Xunit;

namespace Tenure.Tests;

/// <summary>Runs tests of this assembly in a process of its own, with another runtime around them.</summary>
internal static class Child
{
    /// <summary>Passes when all tests of <paramref name="type"/> pass there; a crash is a failure that shows its exit status.</summary>
    public static void Run(Type type, IEnumerable<(string Name, string Value)> environment)
    {
        string program = Path.Combine(AppContext.BaseDirectory, typeof(Child).Assembly.GetName().Name!);
        var start = new ProcessStartInfo(OperatingSystem.IsWindows() ? program + ".exe" : program)
        {
            ArgumentList = { "-class", type.FullName!, "-noColor", "-noLogo" },
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach ((string name, string value) in environment)
        {
            start.Environment[name] = value;
        }
        using Process child = Process.Start(start)!;
        Task<string> errors = child.StandardError.ReadToEndAsync();
        string output = child.StandardOutput.ReadToEnd();
        child.WaitForExit();
        string all = $"exit status {child.ExitCode}\n{output}{errors.Result}";
        Assert.True(child.ExitCode == 0 && output.Contains("Failed: 0"), all);
        Assert.DoesNotContain("Total: 0", output);
    }
}
