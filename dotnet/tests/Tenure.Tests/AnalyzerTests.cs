using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Tenure.Analyzers;
using Xunit;

namespace Tenure.Tests;

/// <summary>The compiler says where a view is left that nobody can dispose.</summary>
public sealed class AnalyzerTests
{
    [Theory]
    [InlineData("foreach (var x in t.View<float>().Span) { }", true)]
    [InlineData("var first = t.View<float>()[0];", true)]
    [InlineData("t.View<float>();", true)]
    [InlineData("_ = t.Export<float>();", true)]
    [InlineData("var memory = t.Export<float>().Memory;", true)]
    [InlineData("t.Export<float>().GetSpan();", true)]
    [InlineData("using var view = t.View<float>(); foreach (var x in view.Span) { }", false)]
    [InlineData("var view = t.View<float>(); view.Dispose();", false)]
    [InlineData("using (t.View<float>()) { }", false)]
    [InlineData("t.View<float>().Dispose();", false)]
    [InlineData("Keep(t.Export<float>()); static void Keep(object kept) { }", false)]
    [InlineData("t.Access<float>(span => span.Clear());", false)]
    public async Task AViewThatIsNotKeptIsNamed(string body, bool warned)
    {
        string program = $"using Tenure; class C {{ void M(Tensor t) {{ {body} }} }}";
        IEnumerable<MetadataReference> references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
            .Split(Path.PathSeparator).Select(path => MetadataReference.CreateFromFile(path));
        var compilation = CSharpCompilation.Create(
            "program",
            [CSharpSyntaxTree.ParseText(program, cancellationToken: TestContext.Current.CancellationToken)],
            references,
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        Assert.DoesNotContain(
            compilation.GetDiagnostics(TestContext.Current.CancellationToken), diagnostic => diagnostic.Severity == DiagnosticSeverity.Error);
        var found = await compilation.WithAnalyzers([new UnkeptViewAnalyzer()])
            .GetAnalyzerDiagnosticsAsync(TestContext.Current.CancellationToken);
        Assert.Equal(warned ? [UnkeptViewAnalyzer.Id] : [], found.Select(diagnostic => diagnostic.Id));
    }
}
