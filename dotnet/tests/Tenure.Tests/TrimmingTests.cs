using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Xunit;

namespace Tenure.Tests;

/// <summary>A trimmed program behaves as the program does. ILLink is run as a publish runs it, but for the framework, which is left
/// as it is: a publish that trims that wants a runtime pack.</summary>
public sealed class TrimmingTests
{
    [Fact]
    public void WhatAResultHoldsEscapesInATrimmedProgram()
    {
        string built = Path.Combine(Tools.Metadata("RepoRoot"), "dotnet", "tests", "Tenure.Trimmed", "bin", Tools.Metadata("Configuration"), "net10.0");
        string trimmed = Directory.CreateTempSubdirectory("tenure-trimmed").FullName;
        try
        {
            string framework = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
            string warnings = Tools.Run(
                Tools.Metadata("ILLink"), "-a", Path.Combine(built, "Tenure.Trimmed.dll"), "entrypoint", "-d", built, "-d", framework,
                "--trim-mode", "skip", "--action", "link", "Tenure", "--action", "link", "Tenure.Trimmed", "--action", "link", "Tenure.Trimmed.Library",
                "--feature", "Tenure.ReflectiveEscape", "false", "--warnaserror", "-out", trimmed);
            Assert.DoesNotContain("IL2", warnings);
            // It has trimmed: what the program does not use is gone.
            Assert.True(new FileInfo(Path.Combine(trimmed, "Tenure.dll")).Length < new FileInfo(Path.Combine(built, "Tenure.dll")).Length / 2);
            foreach (string settings in Directory.GetFiles(built, "*.json"))
            {
                File.Copy(settings, Path.Combine(trimmed, Path.GetFileName(settings)));
            }
            string output = Tools.Run(Path.Combine(trimmed, "Tenure.Trimmed.dll"));
            Assert.Equal(22, output.Split("open, 2 tensors").Length - 1);
            Assert.Equal(6, output.Split("refused, the result of the body holds a ").Length - 1);
            Assert.Contains(
                "holds a Foreign, which has no escape rule, and reflection is off: implement IEscapable, call EscapeRules.Fields(typeof(Foreign)), "
                    + "or set TenureReflectiveEscape to true in the project", output);
            // The trimmer has taken the reflection away.
            Assert.DoesNotContain("EscapeReflection", Types(Path.Combine(trimmed, "Tenure.dll")));
            Assert.Contains("EscapeReflection", Types(Path.Combine(built, "Tenure.dll")));
        }
        finally
        {
            Directory.Delete(trimmed, recursive: true);
        }
    }

    [Fact]
    public void WithoutReflectionTheSameEscapesAndTheSameIsRefused()
    {
        string settings = Path.Combine(AppContext.BaseDirectory, "Tenure.Tests.runtimeconfig.json");
        string off = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid()}.runtimeconfig.json");
        try
        {
            JsonNode read = JsonNode.Parse(File.ReadAllText(settings))!;
            read["runtimeOptions"]!["configProperties"]!["Tenure.ReflectiveEscape"] = false;
            File.WriteAllText(off, read.ToJsonString());
            string output = Tools.Run(
                "exec", "--runtimeconfig", off, "--depsfile", Path.ChangeExtension(typeof(TrimmingTests).Assembly.Location, ".deps.json"),
                typeof(TrimmingTests).Assembly.Location, "-class", typeof(EscapeTests).FullName!, "-class", typeof(ModelTests).FullName!);
            Assert.Contains("Failed: 0", output);
            Assert.DoesNotContain("Total: 0", output);
        }
        finally
        {
            File.Delete(off);
        }
    }

    /// <summary>System.Text.Json's way: what a project says, and what it has by default.</summary>
    [Theory]
    [InlineData("false", "-p:PublishTrimmed=true")]
    [InlineData("false", "-p:PublishAot=true")]
    [InlineData("true", "-p:PublishAot=true", "-p:TenureReflectiveEscape=true")]
    [InlineData("")]
    public void APublishThatTrimsTurnsReflectionOff(string expected, params string[] properties)
    {
        string targets = Path.Combine(Tools.Metadata("RepoRoot"), "dotnet", "src", "Tenure", "build", "Tenure.targets");
        Assert.Equal(expected, Tools.Run(["msbuild", targets, "-getProperty:TenureReflectiveEscape", .. properties]).Trim());
    }

    [Fact]
    public void NothingThatATrimmerSaysIsSuppressed()
    {
        string sources = Path.Combine(Tools.Metadata("RepoRoot"), "dotnet", "src");
        IEnumerable<string> suppressed = Directory.EnumerateFiles(sources, "*.*", SearchOption.AllDirectories)
            .Where(path => Path.GetExtension(path) is ".cs" or ".fs" or ".csproj" or ".fsproj" or ".props" && !path.Contains("/obj/"))
            .Where(path => Regex.IsMatch(File.ReadAllText(path), @"UnconditionalSuppressMessage|IL[23]\d{3}"));
        Assert.Empty(suppressed);
    }

    private static IEnumerable<string> Types(string assembly)
    {
        using var file = new PEReader(File.OpenRead(assembly));
        MetadataReader metadata = file.GetMetadataReader();
        return [.. metadata.TypeDefinitions.Select(type => metadata.GetString(metadata.GetTypeDefinition(type).Name))];
    }
}
