using System.Diagnostics;
using System.Globalization;

namespace Tenure.Bench;

/// <summary>This program again, in a process of its own.</summary>
internal static class Child
{
    /// <summary>The numbers that it prints when it is told to do this.</summary>
    public static double[] Run(string program)
    {
        // Through its own executable, or through the host that was given its assembly.
        var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardOutput = true };
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet")
        {
            start.ArgumentList.Add(typeof(Child).Assembly.Location);
        }
        start.ArgumentList.Add(program);
        using Process child = Process.Start(start)!;
        string output = child.StandardOutput.ReadToEnd();
        child.WaitForExit();
        if (child.ExitCode != 0)
        {
            throw new InvalidOperationException($"{start.FileName} {program}: exit status {child.ExitCode}");
        }
        return [.. output.Split(' ').Select(figure => double.Parse(figure, CultureInfo.InvariantCulture))];
    }
}
