using System.Diagnostics;
using Xunit;

namespace Tenure.Tests;

/// <summary>Runs tests of this assembly in a process of its own, with another runtime around them.</summary>
internal static class Child
{
    /// <summary>Passes when all tests of <paramref name="type"/> pass there; a crash is a failure that shows its exit status.</summary>
    public static void Run(Type type, IEnumerable<(string Name, string Value)> environment)
    {
        (int status, string output, string errors) = Start(["-class", type.FullName!], environment);
        Assert.True(status == 0 && output.Contains("Failed: 0"), $"exit status {status}\n{output}{errors}");
        Assert.DoesNotContain("Total: 0", output);
    }

    /// <summary>Runs one test, and returns what its process said.</summary>
    public static (int Status, string Output, string Errors) Run(Type type, string method, params (string, string)[] environment) =>
        Start(["-method", $"{type.FullName}.{method}"], environment);

    private static (int Status, string Output, string Errors) Start(
        string[] arguments, IEnumerable<(string Name, string Value)> environment)
    {
        string program = Path.Combine(AppContext.BaseDirectory, typeof(Child).Assembly.GetName().Name!);
        var start = new ProcessStartInfo(OperatingSystem.IsWindows() ? program + ".exe" : program, [.. arguments, "-noColor", "-noLogo"])
        {
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
        return (child.ExitCode, output, errors.Result);
    }
}
