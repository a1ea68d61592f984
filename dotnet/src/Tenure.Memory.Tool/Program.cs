// The command tenure-memory: makes a page, or what another tool opens, of a saved memory snapshot, and
// compares two.
// Invariant: it does what the command line of the jar does for the same arguments (Main.java);
// tests/memory-command.txt has the cases of both.

using Tenure;
using Tenure.Reports;

const int failed = 1, misused = 2;
const string usage = """
    usage: tenure-memory FILE                   writes FILE.html, the page of a saved memory snapshot
           tenure-memory FILE --html PAGE       the same, to another file
           tenure-memory FILE --csv OUT         its events; also --collapsed, --speedscope, --pytorch, --json
           tenure-memory FILE --since EARLIER   prints what is new and gone since an earlier snapshot

    """;

try
{
    return Run(args);
}
catch (IOException)
{
    Console.Error.WriteLine("standard output cannot be written");
    return failed;
}

// 0 if it was done, 1 if a file is refused, 2 for other arguments.
static int Run(string[] arguments)
{
    if (arguments is ["--help" or "help"])
    {
        Console.Out.Write(usage);
        return 0;
    }
    if (arguments is ["memory", _] or ["memory", _, _, _])
    {
        arguments = arguments[1..]; // as for the jar, where it names the command
    }
    if (arguments is not [_] and not [_, _, _])
    {
        Console.Error.Write(usage);
        return misused;
    }
    string option = arguments.Length == 1 ? "--html" : arguments[1];
    SnapshotFormat? format = FormatOf(option);
    if (format is null && option is not ("--html" or "--since"))
    {
        Console.Error.Write(usage);
        return misused;
    }
    string printed;
    try
    {
        printed = Done(arguments[0], option, format, arguments.Length == 1 ? arguments[0] + ".html" : arguments[2]);
    }
    catch (Exception error) when (error is ITenureException or DllNotFoundException)
    {
        Console.Error.WriteLine(error.Message);
        return failed;
    }
    Console.Out.Write(printed);
    return 0;
}

// What is printed: the name of the file that was written, or what is new.
static string Done(string file, string option, SnapshotFormat? format, string other)
{
    MemorySnapshot snapshot = MemorySnapshot.Read(file);
    if (option == "--since")
    {
        return snapshot.Since(MemorySnapshot.Read(other));
    }
    if (format is { } known)
    {
        snapshot.Save(other, known);
    }
    else
    {
        snapshot.SavePage(other);
    }
    return other + Environment.NewLine;
}

// The format that an option names: --csv and so on.
static SnapshotFormat? FormatOf(string option)
{
    foreach (SnapshotFormat format in Enum.GetValues<SnapshotFormat>())
    {
        if (option == $"--{format.ToString().ToLowerInvariant()}")
        {
            return format;
        }
    }
    return null;
}
