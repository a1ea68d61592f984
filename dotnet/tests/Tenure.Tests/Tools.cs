using System.Diagnostics;
using System.Reflection;
using Xunit;

namespace Tenure.Tests;

/// <summary>The commands of the SDK, and where the build has put what they work on.</summary>
internal static class Tools
{
    internal static string Metadata(string key) =>
        typeof(Tools).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == key).Value!;

    internal static string Run(params string[] arguments)
    {
        var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("DOTNET_ROOT") is { } root ? Path.Combine(root, "dotnet") : "dotnet", arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment[Interop.NativeLoader.PathVariable] =
            Environment.GetEnvironmentVariable(Interop.NativeLoader.PathVariable) ?? Interop.NativeLoader.Candidates().First(File.Exists);
        using Process child = Process.Start(start)!;
        Task<string> errors = child.StandardError.ReadToEndAsync();
        string output = child.StandardOutput.ReadToEnd();
        child.WaitForExit();
        Assert.True(child.ExitCode == 0, $"exit status {child.ExitCode}\n{output}{errors.Result}");
        return output + errors.Result;
    }
}
