using System.Reflection;
using Tenure.Tests.Scenarios;
using Xunit;

namespace Tenure.Tests;

/// <summary>The scenarios that Rust, Java and C# share, through the public classes of this one.</summary>
public sealed class ScenarioTests : Balanced
{
    private static readonly string Folder = Path.Combine(
        typeof(ScenarioTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "RepoRoot").Value!,
        "tests",
        "scenarios");

    public static TheoryData<string> Files =>
    [
        .. Directory.GetFiles(Folder, "*.txt").Where(file => !TestDevice.IsElsewhere || RunsOnDevices(file))
            .Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal),
    ];

    [Theory]
    [MemberData(nameof(Files))]
    public void Scenario(string file)
    {
        Assert.SkipWhen(ModelCommands.NeedsLibrary(file), "TENURE_ONNXRUNTIME names no library");
        using (var runner = new Runner(Path.Combine(Folder, file)))
        {
            runner.Run();
        }
        // No test before this one has left anything, nor has this.
        Assert.Equal((0L, 0L, 0L, 0L), Runner.Live(TestDevice.Stats()));
    }

    /// <summary>Whether it holds on any device: the second line says why if it does not. Models are the processor's.</summary>
    private static bool RunsOnDevices(string file) =>
        !Path.GetFileName(file).StartsWith("onnx_", StringComparison.Ordinal)
            && !File.ReadLines(file).ElementAt(1).StartsWith("# only on cpu: ", StringComparison.Ordinal);

    [Fact]
    public void ThereAreSixtyOfThem() => Assert.InRange(Files.Count, 60, int.MaxValue);

    [Theory]
    [InlineData("t = zeros f32 [2]\nexpect_shape t [3]", ":2:", "wanted")]
    [InlineData("t = zeros f32 [2]\nt = zeros f32 [2]", ":2:", "bound twice")]
    [InlineData("frobnicate", ":1:", "no command")]
    [InlineData("zeros f32 [2]", ":1:", "results")]
    [InlineData("t = zeros f32 [2] 3", ":1:", "does not take")]
    [InlineData("t = zeros f32", ":1:", "more words")]
    [InlineData("using s", ":1:", "without its end")]
    [InlineData("end", ":1:", "without a block")]
    [InlineData("t = zeros f32 [2]\nexpect_error INVALID_HANDLE u = neg t", ":2:", "succeeded")]
    [InlineData("t = zeros f32 [2]\nexpect_error IO u = reshape t [3]", ":2:", "ShapeMismatch")]
    [InlineData("expect_error INVALID_HANDLE u = neg x", ":1:", "not bound")]
    [InlineData("t = zeros f32 [2]\nreshape t [3]", ":2:", "ShapeMismatch")]
    [InlineData("t = full f32 1.5 [2]\nexpect_values t [1.5,2]", ":2:", "element 1")]
    [InlineData("using s\nthrow\nend\nfrobnicate", ":4:", "no command")]
    [InlineData("s = create\nrun s\nthrow\nend", ":3:", "outside a using")]
    [InlineData("thread\nfrobnicate\nend", ":2:", "no command")]
    public void AWrongScenarioIsReportedWithItsLine(string text, string line, string message)
    {
        string file = Path.GetTempFileName();
        File.WriteAllText(file, text);
        using (var runner = new Runner(file))
        {
            string reported = Assert.Throws<ScenarioFailure>(runner.Run).Message;
            Assert.Contains(line, reported);
            Assert.Contains(message, reported);
        }
        File.Delete(file);
    }
}
