using Xunit;

namespace Tenure.Tests;

/// <summary>What the code fixes make of a program, by dotnet format: it has Roslyn's own workspaces, as editors have, and it mends all
/// warnings of a file at once.</summary>
public sealed class CodeFixTests
{
    private const string Before = """
        using Tenure;
        using Tenure.Nn;

        for (int i = 0; i < 3; i++)
        {
            // Two of one loop.
            Tensor a = Tensor.Scalar(i);
            Tensor b = a * 2;
        }

        foreach (int i in new int[3])
            Tensor.Scalar(i).Fill(2);

        Tensor sum = Tensor.Scalar(0);
        foreach (int i in new int[3])
            sum = sum + i;

        Tensor t = Tensor.Ones(2);
        float first = t.View<float>()[0]; // the first
        _ = t.Export<float>();
        foreach (float x in t.View<float>().Span)
        {
            Console.WriteLine(x + first);
        }

        t.Add(t);
        t?.Mul(2);
        // Dropped.
        t.Relu(); // on purpose
        t.Add(t).Relu();

        class Holder
        {
            private Scope _kept = Scope.Open();
            private Scope _named = Scope.Open("name");

            void Give(Tensor t, Scope s)
            {
                t.View<float>().Span.Clear();
                // It is kept.
                using var u = s.Keep(t);
                using (Tensor v = t.MoveToOuterScope())
                {
                    v.Fill(1);
                }
                using (s.Own(t))
                    t.Fill(2);
                _kept = Scope.Open(new ScopeOptions { Name = "x" });
                _named = Scope.OutOfWorkspaces();
            }
        }

        class Net : Module
        {
            private readonly Module _fc1, _inner, _first = new ReLU();
            private readonly Tensor _scale;

            public Net(Module inner)
            {
                _fc1 = new Linear(2, 3); // the first
                this._inner = inner;
                _scale = Tensor.Ones(3) * 0.5f;
            }
        }

        """;

    private const string After = """
        using Tenure;
        using Tenure.Nn;

        for (int i = 0; i < 3; i++)
        {
            using var scope = Scope.Open();
            // Two of one loop.
            Tensor a = Tensor.Scalar(i);
            Tensor b = a * 2;
        }

        foreach (int i in new int[3])
        {
            using var scope2 = Scope.Open();
            Tensor.Scalar(i).Fill(2);
        }

        Tensor sum = Tensor.Scalar(0);
        foreach (int i in new int[3])
            sum = sum + i;

        Tensor t = Tensor.Ones(2);
        using var view = t.View<float>();
        float first = view[0]; // the first
        using var view2 = t.Export<float>();
        using var view3 = t.View<float>();
        foreach (float x in view3.Span)
        {
            Console.WriteLine(x + first);
        }

        t.AddInPlace(t);
        t?.MulInPlace(2);
        // Dropped.
        _ = t.Relu(); // on purpose
        _ = t.Add(t).Relu();

        class Holder
        {
            private Scope _kept = Scope.Create();
            private Scope _named = Scope.Create(options: new ScopeOptions { Name = "name" });

            void Give(Tensor t, Scope s)
            {
                using var view4 = t.View<float>();
                view4.Span.Clear();
                // It is kept.
                var u = s.Keep(t);
                {
                    Tensor v = t.MoveToOuterScope();
                    v.Fill(1);
                }
                {
                    s.Own(t);
                    t.Fill(2);
                }
                _kept = Scope.Create(options: new ScopeOptions { Name = "x" });
                _named = Scope.OutOfWorkspaces();
            }
        }

        class Net : Module
        {
            private readonly Module _fc1, _inner, _first = new ReLU();
            private readonly Tensor _scale;

            public Net(Module inner)
            {
                _fc1 = Add("fc1", new Linear(2, 3)); // the first
                this._inner = Add("inner", inner);
                _scale = Parameter("scale", Tensor.Ones(3) * 0.5f);
            }
        }

        """;

    [Fact]
    public void EachRuleHasAFix()
    {
        string folder = Directory.CreateTempSubdirectory("tenure-fix").FullName;
        try
        {
            string Built(string project, string framework) => Path.Combine(
                Tools.Metadata("RepoRoot"), "dotnet", "src", project, "bin", Tools.Metadata("Configuration"), framework, $"{project}.dll");
            File.WriteAllText(Path.Combine(folder, "Fixed.csproj"), $"""
                <Project Sdk="Microsoft.NET.Sdk">
                  <PropertyGroup>
                    <OutputType>Exe</OutputType>
                    <TargetFramework>net10.0</TargetFramework>
                    <ImplicitUsings>enable</ImplicitUsings>
                  </PropertyGroup>
                  <ItemGroup>
                    <Reference Include="{Built("Tenure", "net10.0")}" />
                    <Analyzer Include="{Built("Tenure.Analyzers", "netstandard2.0")}" />
                    <Analyzer Include="{Built("Tenure.Analyzers.CodeFixes", "netstandard2.0")}" />
                  </ItemGroup>
                </Project>
                """);
            string program = Path.Combine(folder, "Program.cs"), project = Path.Combine(folder, "Fixed.csproj");
            // Lines end as those of the file do, and as its settings say; without any, the formatter takes those of the system.
            File.WriteAllText(program, Before.ReplaceLineEndings("\r\n"));
            File.WriteAllText(Path.Combine(folder, ".editorconfig"), "root = true\n[*.cs]\nend_of_line = crlf\n");
            Tools.Run("restore", project);
            Tools.Run(
                "format", "analyzers", project, "--no-restore", "--severity", "info",
                "--diagnostics", "TENURE001", "TENURE002", "TENURE003", "TENURE004", "TENURE005", "TENURE006");
            Assert.Equal(After.ReplaceLineEndings("\r\n"), File.ReadAllText(program));
            // What is left is what the fixes leave to the author, and it compiles.
            string said = Tools.Run("build", project, "--no-restore", "-nodeReuse:false");
            string[] left = [.. said.Split('\n').Where(line => line.Contains("TENURE")).Select(line => line[..line.IndexOf(':')]).Distinct()];
            Assert.Equal(["Program.cs(20,11)", "Program.cs(58,18)", "Program.cs(64,52)"], left.Select(Path.GetFileName).Order());
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
