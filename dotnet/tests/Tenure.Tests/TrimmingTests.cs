using System.Diagnostics;
using System.Reflection;
using Xunit;

namespace Tenure.Tests;

/// <summary>A trimmed program behaves as the program does. ILLink is run as a publish runs it, but for the framework, which is left
/// as it is: a publish that trims that wants a runtime pack.</summary>
public sealed class TrimmingTests
{
    [Fact]
    public void WhatAResultHoldsEscapesInATrimmedProgram()
    {
        string built = Path.Combine(Metadata("RepoRoot"), "dotnet", "tests", "Tenure.Trimmed", "bin", Metadata("Configuration"), "net10.0");
        string trimmed = Directory.CreateTempSubdirectory("tenure-trimmed").FullName;
        try
        {
            string framework = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
            string warnings = Run(
                Metadata("ILLink"), "-a", Path.Combine(built, "Tenure.Trimmed.dll"), "entrypoint", "-d", built, "-d", framework,
                "--trim-mode", "skip", "--action", "link", "Tenure", "--action", "link", "Tenure.Trimmed", "-out", trimmed);
            Assert.DoesNotContain("IL2", warnings);
            // It has trimmed: what the program does not use is gone.
            Assert.True(new FileInfo(Path.Combine(trimmed, "Tenure.dll")).Length < new FileInfo(Path.Combine(built, "Tenure.dll")).Length / 2);
            foreach (string settings in Directory.GetFiles(built, "*.json"))
            {
                File.Copy(settings, Path.Combine(trimmed, Path.GetFileName(settings)));
            }
            string output = Run(Path.Combine(trimmed, "Tenure.Trimmed.dll"));
            Assert.DoesNotContain("closed", output);
            Assert.Equal(13, output.Split("open, 2 tensors").Length - 1);
        }
        finally
        {
            Directory.Delete(trimmed, recursive: true);
        }
    }

    private static string Metadata(string key) =>
        typeof(TrimmingTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == key).Value!;

    private static string Run(params string[] arguments)
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
