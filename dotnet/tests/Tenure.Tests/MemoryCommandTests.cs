using System.Diagnostics;
using Tenure.Reports;
using Xunit;

namespace Tenure.Tests;

/// <summary>The tool tenure-memory does what tests/memory-command.txt says, as the command line of the jar does.</summary>
public sealed class MemoryCommandTests : Balanced, IAsyncLifetime
{
    private readonly string _folder = Directory.CreateTempSubdirectory("tenure-memory-command").FullName;

    private string In(string name) => Path.Combine(_folder, name);

    public ValueTask InitializeAsync()
    {
        using (Scope scope = Scope.Open("saved scope"))
        {
            Tensor.Zeros(3);
            MemorySnapshot.Take().Save(In("a.json"));
            Tensor.Zeros(10);
            MemorySnapshot.Take().Save(In("later.json"));
        }
        string text = File.ReadAllText(In("a.json"));
        File.WriteAllText(In("version.json"), text.Replace("\"version\": 1", "\"version\": 2"));
        File.WriteAllText(In("cut.json"), text[..(text.Length / 2)]);
        File.WriteAllText(In("empty.json"), "");
        File.WriteAllText(In("text.json"), "hello");
        Directory.CreateDirectory(In("directory"));
        return ValueTask.CompletedTask;
    }

    public ValueTask DisposeAsync()
    {
        Directory.Delete(_folder, recursive: true);
        return ValueTask.CompletedTask;
    }

    [Fact]
    public void EachCaseOfTheListDoesWhatItSays()
    {
        string list = File.ReadAllText(Path.Combine(Tools.Metadata("RepoRoot"), "tests", "memory-command.txt"));
        IEnumerable<string> lines = list.ReplaceLineEndings("\n").Split('\n').Where(line => !line.StartsWith('#'));
        string[][] cases =
        [
            .. string.Join('\n', lines).Split("\n\n", StringSplitOptions.RemoveEmptyEntries).Select(block => block.Trim())
                .Where(block => block.Length > 0).Select(block => block.Replace("{folder}", _folder).Split('\n')),
        ];
        Assert.Empty(cases.SelectMany(Wrong));
        Assert.True(cases.Length > 30, $"{cases.Length} cases");
    }

    private IEnumerable<string> Wrong(string[] expected)
    {
        if (expected.Contains("linux") && !OperatingSystem.IsLinux())
        {
            yield break;
        }
        string[] words = expected[0][1..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        (int status, string output, string error) = Run(Array.ConvertAll(words, word => word.Replace("\"\"", "")));
        foreach (string line in expected[1..])
        {
            string what = line.Split(' ')[0], value = line[what.Length..].TrimStart();
            bool holds = what switch
            {
                "status" => status == int.Parse(value),
                "out" => output.Contains(value),
                "err" => error.Contains(value),
                "file" => new FileInfo(In(value)) is { Exists: true, Length: > 0 },
                "none" => !Path.Exists(In(value)),
                "linux" => true,
                _ => throw new InvalidDataException($"a case has the line {line}"),
            };
            if (!holds)
            {
                yield return $"{expected[0]}: not '{line}' but {status}\n{output}{error}";
            }
        }
        bool isPrinted = expected.Any(line => line.StartsWith("out ")), isRefused = expected.Any(line => line.StartsWith("err "));
        if ((output.Length > 0) != isPrinted || (error.Length > 0) != isRefused)
        {
            yield return $"{expected[0]}: printed '{output}' and '{error}'";
        }
    }

    [Fact]
    public void TheWordThatTheJarWantsMayStandFirst()
    {
        Assert.Equal((0, In("a.json.html") + "\n", ""), Run("memory", In("a.json")));
        (int status, string output, string error) = Run("memory", In("later.json"), "--since", In("a.json"));
        Assert.Equal((0, ""), (status, error));
        Assert.Contains("1 new handles", output);
        Assert.Equal(1, Run("memory").Status); // a file of that name
    }

    [Fact]
    public void OutputThatCannotBeWrittenIsAFailure()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "only Linux has /dev/full");
        string line = $"'{Program}' '{In("a.json")}' --since '{In("a.json")}' >/dev/full";
        Assert.Equal((1, "", "standard output cannot be written\n"), Run(new ProcessStartInfo("sh", ["-c", line])));
    }

    [Fact]
    public void WithoutANativeLibraryTheErrorIsOneLine()
    {
        var start = new ProcessStartInfo(Program, [In("a.json")]);
        start.Environment[Interop.NativeLoader.PathVariable] = In("absent.so");
        (int status, string output, string error) = Run(start);
        Assert.Equal((1, ""), (status, output));
        Assert.Contains("absent.so", error);
        Assert.DoesNotContain(" at ", error);
    }

    private static string Program { get; } = Path.Combine(
        Tools.Metadata("RepoRoot"), "dotnet", "src", "Tenure.Memory.Tool", "bin", Tools.Metadata("Configuration"), "net10.0",
        OperatingSystem.IsWindows() ? "tenure-memory.exe" : "tenure-memory");

    private static (int Status, string Output, string Error) Run(params string[] arguments) =>
        Run(new ProcessStartInfo(Program, arguments));

    private static (int Status, string Output, string Error) Run(ProcessStartInfo start)
    {
        (start.RedirectStandardOutput, start.RedirectStandardError) = (true, true);
        using Process child = Process.Start(start)!;
        Task<string> error = child.StandardError.ReadToEndAsync();
        string output = child.StandardOutput.ReadToEnd();
        child.WaitForExit();
        return (child.ExitCode, output.ReplaceLineEndings("\n"), error.Result.ReplaceLineEndings("\n"));
    }
}
