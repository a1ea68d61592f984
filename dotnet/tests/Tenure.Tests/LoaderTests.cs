using Tenure.Interop;
using Xunit;

namespace Tenure.Tests;

/// <summary>A library that is not found, or not ours, says so.</summary>
public sealed class LoaderTests
{
    private const string Expected = "TENURE_TESTS_LIMIT";

    /// <summary>Of the memory that there is, what the managed heap was promised is not the core's.</summary>
    [Fact]
    public void TheManagedHeapsLimitIsLeftOutOfTheDefault()
    {
        if (Environment.GetEnvironmentVariable(Expected) is { } expected)
        {
            Assert.Equal(expected, TenureRuntime.Stats().LimitBytes.ToString());
            return;
        }
        long wanted = TenureRuntime.Stats().LimitBytes - (256 << 20);
        (int status, string output, string errors) = Child.Run(
            typeof(LoaderTests),
            nameof(TheManagedHeapsLimitIsLeftOutOfTheDefault),
            ("DOTNET_GCHeapHardLimit", "10000000"),
            (Expected, wanted.ToString()));
        Assert.True(status == 0 && output.Contains("Failed: 0"), output + errors);
    }

    /// <summary>Every public class is the first one that is used in a load context of its own.</summary>
    [Fact]
    public void EveryClassThrowsTheSameErrorIfTheLibraryCannotBeLoaded()
    {
        const string absent = "/nowhere/libtenure.so";
        if (Environment.GetEnvironmentVariable(NativeLoader.PathVariable) == absent)
        {
            var uses = new FirstUses();
            Array.ForEach(typeof(Tensor).Assembly.GetExportedTypes(), uses.Use);
            GC.Collect();
            GC.WaitForPendingFinalizers(); // what was half made must not need the library
            Assert.Empty(uses.Faults);
            Assert.True(uses.Refused > 400, $"{uses.Refused} of {uses.Count} uses");
            Assert.StartsWith($"{nameof(DllNotFoundException)}: {NativeLoader.PathVariable} names", uses.First);
            return;
        }
        (int status, string output, string errors) = Child.Run(
            typeof(LoaderTests),
            nameof(EveryClassThrowsTheSameErrorIfTheLibraryCannotBeLoaded),
            (NativeLoader.PathVariable, absent));
        Assert.True(status == 0 && output.Contains("Failed: 0") && !output.Contains("Total: 0"), output + errors);
    }

    [Fact]
    public void EveryPlaceThatWasTriedIsNamed()
    {
        DllNotFoundException error = Assert.Throws<DllNotFoundException>(() => NativeLoader.Load(null, ["/nowhere/a.so", "/nowhere/b.so"]));
        Assert.Contains("/nowhere/a.so: no such file", error.Message);
        Assert.Contains("/nowhere/b.so: no such file", error.Message);
        Assert.Contains("TENURE_LIBRARY", error.Message);
    }

    [Fact]
    public void ANamedLibraryIsTheOnlyOneTried()
    {
        string there = NativeLoader.Candidates().FirstOrDefault(File.Exists) ?? Environment.GetEnvironmentVariable("TENURE_LIBRARY")!;
        DllNotFoundException error = Assert.Throws<DllNotFoundException>(() => NativeLoader.Load("/nowhere/c.so", [there]));
        Assert.Contains("/nowhere/c.so", error.Message);
        Assert.NotEqual(0, NativeLoader.Load(there, []));
        Assert.NotEqual(0, NativeLoader.Load(null, ["/nowhere/a.so", there]));
    }

    [Fact]
    public void WhatIsNoLibraryIsSkippedAndAnotherLibraryIsRefused()
    {
        string text = Path.GetTempFileName();
        File.WriteAllText(text, "not a library");
        Assert.Contains(text, Assert.Throws<DllNotFoundException>(() => NativeLoader.Load(null, [text])).Message);
        File.Delete(text);
        string foreign = Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "libSystem.Native.so");
        Assert.Contains("tenure_abi_version", Assert.Throws<EntryPointNotFoundException>(() => NativeLoader.Load(foreign, [])).Message);
    }

    [Fact]
    public void TheFolderBesideTheAssemblyComesFirst()
    {
        string first = NativeLoader.Candidates()[0];
        Assert.StartsWith(AppContext.BaseDirectory, first);
        Assert.EndsWith(Path.Combine("native", Path.GetFileName(first)), first);
        Assert.Contains("runtimes", first);
        Assert.Equal(LibraryVersion.Abi, Native.tenure_abi_version());
    }

    /// <summary>A small library in C that says it is of another release.</summary>
    [Fact]
    public void ALibraryOfAnotherReleaseIsRefusedByTheNameOfBoth()
    {
        string folder = Directory.CreateTempSubdirectory("tenure-").FullName;
        string source = Path.Combine(folder, "other.c"), other = Path.Combine(folder, "libother.so");
        File.WriteAllText(source, """
            #include <stdint.h>
            #include <string.h>
            unsigned tenure_abi_version(void) { return ABI; }
            int tenure_version(char *buf, uint64_t cap, uint64_t *needed) { *needed = 6; strncpy(buf, "9.9.9", cap); return 0; }
            """);
        foreach (uint abi in (uint[])[LibraryVersion.Abi, LibraryVersion.Abi + 1])
        {
            using var compiler = System.Diagnostics.Process.Start("cc", ["-shared", "-fPIC", $"-DABI={abi}", source, "-o", other + abi]);
            compiler.WaitForExit();
            string message = Assert.Throws<DllNotFoundException>(() => NativeLoader.Load(other + abi, [])).Message;
            Assert.Contains($"{other}{abi}' is of Tenure 9.9.9 with ABI version {abi}", message);
            Assert.Contains($"this assembly of Tenure {LibraryVersion.Library} with ABI version {LibraryVersion.Abi}", message);
            Assert.Contains("use the library of the same release", message);
        }
        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void APlatformIsNamedByWhatItIs()
    {
        Assert.Contains(NativeLoader.Rid(), NativeLoader.Packaged);
        Assert.Contains("for linux-x64 was not found; the NuGet package Tenure carries it", NativeLoader.NotFound("linux-x64"));
        Assert.Contains("has no native library for linux-riscv64, only for linux-x64, ", NativeLoader.NotFound("linux-riscv64"));
        DllNotFoundException error = Assert.Throws<DllNotFoundException>(() => NativeLoader.Load(null, ["/nowhere/a.so"]));
        Assert.StartsWith(NativeLoader.NotFound(NativeLoader.Rid()), error.Message);
    }

    [Fact]
    public void TheVersionIsTheLibrarys()
    {
        Assert.Equal(LibraryVersion.Library, TenureRuntime.Version);
        Assert.Equal(LibraryVersion.Library, typeof(Tensor).Assembly.GetName().Version?.ToString(3));
    }
}
