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
        Assert.Equal(NativeLoader.AbiVersion, Native.tenure_abi_version());
    }
}
