using System.Globalization;
using System.Runtime.CompilerServices;
using Tenure.Reports;
using Tenure.Xunit;
using Xunit;

namespace Tenure.Tests;

/// <summary>Tests marked with [NoLeaks] fail when they leak, and say where.</summary>
public sealed class NoLeaksTests : Balanced
{
    [Fact, NoLeaks]
    public void ATestThatClosesWhatItMakesPasses()
    {
        Assert.Equal(LeakLevel.All, TenureRuntime.LeakLevel);
        using Scope scope = Scope.Open();
        Tensor.Ones(2).Add(1);
    }

    [Theory]
    [InlineData(nameof(LeakyTests.LeavesATensor), "float32 [2,3]{0}, 24 B")]
    [InlineData(nameof(LeakyTests.ForgetsATensor), "float32 [7]{0}, 28 B")]
    [InlineData(nameof(LeakyTests.LeavesAScope), "scope 'left'")]
    public void ATestThatLeaksFailsAndNamesTheLine(string method, string what)
    {
        (int status, string output, string errors) = Child.Run(typeof(LeakyTests), method, (LeakyTests.Variable, "1"));
        Assert.True(status != 0, output + errors);
        Assert.Contains("Failed: 1", output);
        Assert.Contains("LeakException", output);
        Assert.Contains(string.Format(CultureInfo.InvariantCulture, what, TestDevice.On), output);
        Assert.Contains($"made at NoLeaksTests.cs:{LeakyTests.LineOf(method)} in {typeof(LeakyTests).FullName}.{method}", output);
    }

    [Fact]
    public void TheLevelIsAsItWas() => Assert.Equal(LeakLevel.Off, TenureRuntime.LeakLevel);

    [Fact]
    public void AtTheEndOfTheProcessWhatIsAliveIsNamed()
    {
        (_, string output, string errors) = Child.Run(
            typeof(LeakyTests), nameof(LeakyTests.LeavesATensorUnasked), (LeakyTests.Variable, "1"), (Interop.Leaks.Variable, "all"));
        Assert.Contains("Failed: 0", output);
        Assert.Contains("1 not closed when the process ended", errors);
        Assert.Contains($"NoLeaksTests.cs:{LeakyTests.LineOf(nameof(LeakyTests.LeavesATensorUnasked))} in ", errors);
    }
}

/// <summary>What <see cref="NoLeaksTests"/> runs in processes of their own, in which they leak; here they do not.</summary>
public sealed class LeakyTests
{
    internal const string Variable = "TENURE_TESTS_LEAK";
    private static readonly bool Leak = Environment.GetEnvironmentVariable(Variable) is not null;
    private static readonly List<object> Held = [];

    /// <summary>The line of the test that is marked with a comment.</summary>
    internal static int LineOf(string method, [CallerFilePath] string path = "")
    {
        string[] lines = File.ReadAllLines(Path.Combine(Path.GetDirectoryName(path)!, "NoLeaksTests.cs"));
        int declared = Array.FindIndex(lines, line => line.Contains($"public void {method}()"));
        return Array.FindIndex(lines, declared, line => line.EndsWith("// here", StringComparison.Ordinal)) + 1;
    }

    [Fact, NoLeaks]
    public void LeavesATensor()
    {
        Tensor tensor = Tensor.Ones(2, 3); // here
        Leave(tensor);
    }

    [Fact, NoLeaks]
    public void ForgetsATensor()
    {
        Tensor tensor = Tensor.Ones(7); // here
        if (!Leak)
        {
            tensor.Dispose();
        }
    }

    [Fact, NoLeaks]
    public void LeavesAScope()
    {
        Scope scope = Scope.Create(options: new ScopeOptions { Name = "left" }); // here
        scope.Ones(1);
        Leave(scope);
    }

    [Fact]
    public void LeavesATensorUnasked()
    {
        Tensor tensor = Tensor.Ones(2, 3); // here
        Leave(tensor);
    }

    private static void Leave(NativeResource resource)
    {
        if (Leak)
        {
            Held.Add(resource);
        }
        else
        {
            resource.Dispose();
        }
    }
}
