using Xunit;

namespace Tenure.Tests;

/// <summary>The tests of the collector once more, in a process each, whatever the compiler and the collector are set to.</summary>
public sealed class RuntimeTests
{
    public static TheoryData<string> Settings =>
    [
        // Everything is compiled once, fully: the earliest that an operand can be seen to be unused.
        "TieredCompilation=0",
        // First quick and dirty, then by what was measured; nothing that was compiled before.
        "TieredCompilation=1 TieredPGO=1 ReadyToRun=0 TC_CallCountThreshold=5 TC_BackgroundWorkerTimeoutMs=0 gcConcurrent=0",
        "gcServer=1 gcConcurrent=1",
        "gcServer=1 gcConcurrent=0 GCHeapCount=2 TieredCompilation=0",
    ];

    [Theory]
    [MemberData(nameof(Settings))]
    public void CollectorTestsPassWith(string settings) =>
        Child.Run(typeof(CollectorTests), settings.Split(' ').Select(setting => setting.Split('=')).Select(pair => ("DOTNET_" + pair[0], pair[1])));
}
