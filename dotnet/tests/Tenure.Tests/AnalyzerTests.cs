using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Tenure.Analyzers;
using Xunit;

namespace Tenure.Tests;

/// <summary>What the compiler says of programs that use Tenure, and of which it says nothing.</summary>
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
    public Task AViewThatIsNotKeptIsNamed(string body, bool warned) =>
        Check<UnkeptViewAnalyzer>(InMethod(body), warned ? UnkeptViewAnalyzer.Id : null);

    [Theory]
    [InlineData("t.Add(t);", true)]
    [InlineData("t.Transpose(0, 1);", true)]
    [InlineData("s.Scalar(2);", true)]
    [InlineData("Tensor.Scalar(2);", true)]
    [InlineData("t?.Relu();", true)]
    [InlineData("t.Add(t).Relu();", true)]
    [InlineData("_ = t.Add(t);", false)]
    [InlineData("var sum = t.Add(t);", false)]
    [InlineData("t.AddInPlace(t);", false)]
    [InlineData("t.MoveToOuterScope();", false)]
    [InlineData("s.Attach(t);", false)]
    [InlineData("s.Keep(t);", false)]
    [InlineData("t.Add(t).Dispose();", false)]
    [InlineData("t.Add(t).MoveTo(s);", false)]
    public Task AResultThatIsDroppedIsNamed(string body, bool warned) =>
        Check<DroppedResultAnalyzer>(InMethod(body), warned ? DroppedResultAnalyzer.Id : null);

    [Theory]
    [InlineData("using var u = t.MoveToOuterScope();", true)]
    [InlineData("using var u = t.Add(t).MoveTo(s);", true)]
    [InlineData("using var u = s.Attach(t);", true)]
    [InlineData("using var u = s.Keep(t);", true)]
    [InlineData("using (s.Own(t)) { }", true)]
    [InlineData("using (Tensor u = (Tensor)t.Attach(s)) { u.Relu().Dispose(); }", true)]
    [InlineData("using var u = t.DetachFromScope();", false)]
    [InlineData("using var u = t.Add(t);", false)]
    [InlineData("var u = t.MoveToOuterScope();", false)]
    [InlineData("using (s) { var u = t.MoveTo(s); }", false)]
    [InlineData("using var u = t.MoveTo(s).Abs();", false)]
    public Task WhatIsGivenAwayAndDisposedIsNamed(string body, bool warned) =>
        Check<GivenAwayAnalyzer>(InMethod(body), warned ? GivenAwayAnalyzer.Id : null);

    [Theory]
    [InlineData("for (int i = 0; i < 9; i++) { var t = Tensor.Scalar(2); }", true)]
    [InlineData("foreach (int i in new int[3]) { if (i > 0) { Tensor.Scalar(2).ToArray<float>(); } }", true)]
    [InlineData("Tensor sum = Tensor.Scalar(2); while (true) { sum = sum + 1; }", true)]
    [InlineData("do { using (var scope = Scope.Open()) { } Tensor.Scalar(2); } while (true);", true)]
    [InlineData("for (;;) { var t = Tensor.Scalar(2); using var scope = Scope.Open(); }", true)]
    [InlineData("for (;;) { using var scope = Scope.Open(); var t = Tensor.Scalar(2); }", false)]
    [InlineData("using var scope = Scope.Open(); for (;;) { var t = Tensor.Scalar(2); }", false)]
    [InlineData("using (Scope.Open()) { for (;;) { var t = Tensor.Scalar(2); } }", false)]
    [InlineData("for (;;) { using (Workspace.Get(\"w\").Enter()) { var t = Tensor.Scalar(2); } }", false)]
    [InlineData("for (;;) { using var t = Tensor.Scalar(2); }", false)]
    [InlineData("for (;;) { Scope.Using(() => Tensor.Scalar(2).ToArray<float>()); }", false)]
    [InlineData("Scope s = Scope.Create(); for (;;) { s.Scalar(2); }", false)]
    [InlineData("var t = Tensor.Scalar(2);", false)]
    [InlineData("void Later() { for (;;) { var t = Tensor.Scalar(2); } }", false)]
    public Task ALoopOutsideAnyScopeIsNamed(string program, bool warned) =>
        Check<LoopWithoutScopeAnalyzer>(
            $"using Tenure; {program}", warned ? LoopWithoutScopeAnalyzer.Id : null, OutputKind.ConsoleApplication);

    [Fact]
    public Task InAnotherMethodACallerMayHaveOpenedAScope() =>
        Check<LoopWithoutScopeAnalyzer>(InMethod("for (;;) { t = t + 1; }"), null);

    [Theory]
    [InlineData("_field = Scope.Open();", true)]
    [InlineData("Property = Scope.Open(\"name\");", true)]
    [InlineData("_field ??= Scope.OutOfWorkspaces();", true)]
    [InlineData("_field = Scope.Create();", false)]
    [InlineData("using var scope = Scope.Open();", false)]
    [InlineData("Scope scope = Scope.Open(); scope.Close();", false)]
    public Task AnOpenScopeThatIsKeptIsNamed(string body, bool warned) =>
        Check<OpenScopeKeptAnalyzer>(InMethod(body), warned ? OpenScopeKeptAnalyzer.Id : null);

    [Fact]
    public Task AFieldThatBeginsWithAnOpenScopeIsNamed() =>
        Check<OpenScopeKeptAnalyzer>("using Tenure; class C { public Scope Field = Scope.Open(); }", OpenScopeKeptAnalyzer.Id);

    [Theory]
    [InlineData("_fc = new Linear(2, 3);", true)]
    [InlineData("this._fc = new Linear(2, 3);", true)]
    [InlineData("Part = new Linear(2, 3);", true)]
    [InlineData("_fc = inner;", true)]
    [InlineData("_fc = inner ?? new Linear(2, 3);", true)]
    [InlineData("_fc = deep ? (Module)new Linear(2, 3) : new ReLU();", true)]
    [InlineData("_w = Tensor.Scalar(2);", true)]
    [InlineData("_w = Tensor.Scalar(2) * 0.1f;", true)]
    [InlineData("_fc = Add(\"fc\", new Linear(2, 3));", false)]
    [InlineData("Part = Add(\"part\", new Linear(2, 3));", false)]
    [InlineData("_fc = Add(\"fc\", inner);", false)]
    [InlineData("_fc = inner; Add(\"fc\", inner);", false)]
    [InlineData("_fc = inner; Add(\"fc\", _fc);", false)]
    [InlineData("_fc = new Linear(2, 3); inner.Add(\"fc\", _fc);", false)]
    [InlineData("_later = new Linear(2, 3); Later();", false)]
    [InlineData("var fc = Add(\"fc\", new Linear(2, 3)); _fc = fc;", false)]
    [InlineData("_fc = Make();", false)]
    [InlineData("_w = Parameter(\"w\", Tensor.Scalar(2));", false)]
    [InlineData("_w = Buffer(\"w\", Tensor.Scalar(2));", false)]
    [InlineData("_w = Tensor.Scalar(2); Parameter(\"w\", _w);", false)]
    [InlineData("s_shared = new Linear(2, 3);", false)]
    [InlineData("inner.Eval();", false)]
    public Task AModuleThatKeepsWhatItNeverRegistersIsNamed(string constructor, bool warned) =>
        Check<NeverRegisteredAnalyzer>(
            $$"""
            using Tenure;
            using Tenure.Nn;
            class Net : Module
            {
                private static Module? s_shared;
                private Module? _fc;
                private Module? _later;
                private Tensor? _w;
                private Tensor? _seen;
                Module? Part { get; set; }
                Net(Module inner, bool deep) { {{constructor}} }
                static Module Make() => new Linear(2, 3);
                void Later() => Add("later", _later!);
                protected override Tensor Forward(Tensor x) { _seen = x.Relu(); return _fc!.Call(x); }
            }
            """,
            warned ? NeverRegisteredAnalyzer.Id : null);

    [Theory]
    [InlineData("class Net : Module { private readonly Module _fc = new Linear(2, 3); }", true)]
    [InlineData("class Net : Module { private Module Fc { get; } = new Linear(2, 3); }", true)]
    [InlineData("class Net : Module { private readonly Tensor _w = Tensor.Scalar(3); }", true)]
    [InlineData("class Base : Module; class Net : Base { private Module _fc; Net() { _fc = new Linear(2, 3); } }", true)]
    [InlineData("class Net : Module { private readonly Module _fc = new Linear(2, 3); Net() { Add(\"fc\", _fc); } }", false)]
    [InlineData("class Net : Module { class Other { private Module _fc = new Linear(2, 3); } }", false)]
    [InlineData("class Other { private Module _fc = new Linear(2, 3); private Tensor _w = Tensor.Scalar(3); }", false)]
    [InlineData("partial class Net : Module { Module _fc = new ReLU(); } partial class Net { Net() { Add(\"fc\", _fc); } }", false)]
    public Task FieldsThatBeginWithSomethingNewAreLookedAt(string program, bool warned) =>
        Check<NeverRegisteredAnalyzer>($"using Tenure; using Tenure.Nn; {program}", warned ? NeverRegisteredAnalyzer.Id : null);

    private static string InMethod(string body) =>
        $"using Tenure; class C {{ Scope? _field; Scope? Property {{ get; set; }} void M(Tensor t, Scope s) {{ {body} }} }}";

    private static async Task Check<T>(string program, string? id, OutputKind kind = OutputKind.DynamicallyLinkedLibrary)
        where T : DiagnosticAnalyzer, new()
    {
        IEnumerable<MetadataReference> references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!)
            .Split(Path.PathSeparator).Select(path => MetadataReference.CreateFromFile(path));
        var compilation = CSharpCompilation.Create(
            "program",
            [CSharpSyntaxTree.ParseText(program, cancellationToken: TestContext.Current.CancellationToken)],
            references,
            new CSharpCompilationOptions(kind, nullableContextOptions: NullableContextOptions.Enable));
        Assert.DoesNotContain(
            compilation.GetDiagnostics(TestContext.Current.CancellationToken), diagnostic => diagnostic.Severity == DiagnosticSeverity.Error);
        var found = await compilation.WithAnalyzers([new T()])
            .GetAnalyzerDiagnosticsAsync(TestContext.Current.CancellationToken);
        Assert.Equal(id is null ? [] : [id], found.Select(diagnostic => diagnostic.Id).Distinct());
    }
}
