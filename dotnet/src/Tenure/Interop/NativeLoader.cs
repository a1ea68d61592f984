// Finds, loads and checks the native library, once, when its first function is called.
// Invariant: a returned handle belongs to a library of the same release as this wrapper. Every
// error names all locations that were tried, because a bare "unable to load shared library" costs
// users much time.

using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using Tenure.Reports;

namespace Tenure.Interop;

internal static unsafe class NativeLoader
{
    /// <summary>An environment variable, or an AppContext value, with the path of the library; it overrides the search.</summary>
    internal const string PathVariable = "TENURE_LIBRARY";

    /// <summary>The environment variable for the number of threads that operations use.</summary>
    private const string ThreadsVariable = "TENURE_THREADS";
    private const int MostThreads = 1024;

    /// <summary>The platforms for which the package has a library.</summary>
    internal static readonly string[] Packaged =
        ["linux-x64", "linux-arm64", "linux-musl-x64", "linux-musl-arm64", "osx-x64", "osx-arm64", "win-x64"];

    private static readonly Lock Gate = new();
    private static nint s_library;

    [ModuleInitializer]
    [SuppressMessage("Usage", "CA2255", Justification = "Registers a resolver and loads nothing; there is no earlier place.")]
    internal static void Register()
    {
        NativeLibrary.SetDllImportResolver(typeof(NativeLoader).Assembly, Resolve);
        Unloading.Begin();
        TenureRuntime.Begin();
    }

    /// <summary>Whether the library has been loaded.</summary>
    internal static bool IsLoaded => s_library != 0;

    /// <summary>Loads the first candidate that exists. If there is none, throws an exception that
    /// lists all of them.</summary>
    internal static nint Load(string? named, IReadOnlyList<string> candidates)
    {
        if (!string.IsNullOrEmpty(named))
        {
            return TryLoad(named, out nint chosen, out string failure)
                ? Checked(chosen, named)
                : throw new DllNotFoundException($"{PathVariable} names the native library of Tenure as '{named}': {failure}.");
        }
        var tried = new StringBuilder();
        foreach (string candidate in candidates)
        {
            if (TryLoad(candidate, out nint found, out string failure))
            {
                return Checked(found, candidate);
            }
            tried.Append("\n  ").Append(candidate).Append(": ").Append(failure);
        }
        throw new DllNotFoundException($"{NotFound(Rid())} Set {PathVariable} to its path, or place it in one of:{tried}");
    }

    /// <summary>Returns the error message if no library was found for this platform.</summary>
    internal static string NotFound(string rid) => Packaged.Contains(rid)
        ? $"The native library of Tenure {LibraryVersion.Library} for {rid} was not found; the NuGet package Tenure carries it."
        : $"Tenure {LibraryVersion.Library} has no native library for {rid}, only for {string.Join(", ", Packaged)}.";

    /// <summary>Returns the NuGet name of this platform, such as <c>linux-musl-x64</c>.</summary>
    internal static string Rid()
    {
        string system = OperatingSystem.IsWindows() ? "win" : OperatingSystem.IsMacOS() ? "osx"
            : OperatingSystem.IsLinux() ? "linux" : RuntimeInformation.RuntimeIdentifier.Split('-')[0];
        // The runtime identifier contains the C library that the runtime was built for.
        string runtime = RuntimeInformation.RuntimeIdentifier;
        string musl = runtime.Contains("musl") || runtime.StartsWith("alpine", StringComparison.Ordinal) ? "-musl" : "";
        return $"{system}{musl}-{RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant()}";
    }

    /// <summary>Returns the paths that are searched, in this order, if no path is
    /// configured.</summary>
    internal static IReadOnlyList<string> Candidates()
    {
        string file = OperatingSystem.IsWindows() ? "tenure.dll" : OperatingSystem.IsMacOS() ? "libtenure.dylib" : "libtenure.so";
        var paths = new List<string>
        {
            Path.Combine(AppContext.BaseDirectory, "runtimes", Rid(), "native", file),
            Path.Combine(AppContext.BaseDirectory, file),
        };
        // The folders where the host found the native files of NuGet packages.
        if (AppContext.GetData("NATIVE_DLL_SEARCH_DIRECTORIES") is string directories)
        {
            paths.AddRange(directories.Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
                .Select(directory => Path.Combine(directory, file)));
        }
        return [.. paths.Distinct()];
    }

    private static nint Resolve(string name, Assembly assembly, DllImportSearchPath? searchPath)
    {
        if (name != Native.Library)
        {
            return 0;
        }
        // The runtime calls this once for every imported function; all use one library.
        lock (Gate)
        {
            if (s_library == 0)
            {
                string? named = Environment.GetEnvironmentVariable(PathVariable) ?? AppContext.GetData(PathVariable) as string;
                nint library = Load(named, Candidates());
                Introduce(library);
                s_library = library;
            }
            return s_library;
        }
    }

    /// <summary>Parses the number of threads in a setting; 0, the default, if it is
    /// empty.</summary>
    internal static int Threads(string? given) =>
        string.IsNullOrWhiteSpace(given) ? 0
        : int.TryParse(given, NumberStyles.None | NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out int count) && count <= MostThreads ? count
        : throw new ArgumentException($"environment variable {ThreadsVariable} is '{given}', not a number from 0 to {MostThreads}");

    /// <summary>Passes settings of the process to the core. It does not use Native, which would
    /// resolve the library again.</summary>
    private static void Introduce(nint library)
    {
        nint Export(string name) => NativeLibrary.GetExport(library, name);
        // Sets the initial level only: a level that the program has set since, perhaps through
        // another load context, is kept.
        int level;
        ((delegate* unmanaged<int, int*, int>)Export("tenure_leak_set_initial_level"))((int)Leaks.Level, &level);
        TenureRuntime.BeginWith((LeakLevel)level);
        // Again the initial level only.
        ((delegate* unmanaged<int, int*, int>)Export("tenure_log_set_initial_level"))((int)Logs.Begin(), &level);
        if (level < (int)Logs.WantedByListeners) // of this load context, in a process that has set its level
        {
            ((delegate* unmanaged<int, int>)Export("tenure_log_set_level"))((int)Logs.WantedByListeners);
        }
        ((delegate* unmanaged<ulong, int>)Export("tenure_memory_set_managed_max"))(ManagedHeapLimit());
        ((delegate* unmanaged<int, int>)Export("tenure_pressure_set_collector"))(Pressure.Collector);
        ((delegate* unmanaged<long, int>)Export("tenure_threads_set_initial"))(Threads(Environment.GetEnvironmentVariable(ThreadsVariable)));
        int* word;
        ((delegate* unmanaged<int**, int>)Export("tenure_memory_pressure"))(&word);
        Pressure.Word = word;
        ((delegate* unmanaged<int**, int>)Export("tenure_log_word"))(&word);
        Logs.Word = word;
        ((delegate* unmanaged<int**, int>)Export("tenure_record_waiting"))(&word);
        Leaks.Waiting = word;
        ulong* endings;
        ((delegate* unmanaged<ulong**, int>)Export("tenure_scope_endings"))(&endings);
        Endings.Word = endings;
        TenureMeter.StartLater();
    }

    /// <summary>Returns the configured limit of the managed heap; 0 if none is configured. Without
    /// a limit the heap may take all memory, which does not predict how much it will
    /// need.</summary>
    private static ulong ManagedHeapLimit() =>
        GC.GetConfigurationVariables().TryGetValue("GCHeapHardLimit", out object? limit) && Convert.ToUInt64(limit) is > 0 and ulong bytes
            ? bytes
            : 0;

    private static bool TryLoad(string path, out nint library, out string failure)
    {
        library = 0;
        if (!File.Exists(path))
        {
            failure = "no such file";
            return false;
        }
        try
        {
            library = NativeLibrary.Load(path);
            failure = "";
            return true;
        }
        catch (Exception error) when (error is DllNotFoundException or BadImageFormatException)
        {
            failure = error.Message;
            return false;
        }
    }

    private static nint Checked(nint library, string path)
    {
        if (!NativeLibrary.TryGetExport(library, "tenure_abi_version", out nint function))
        {
            throw new EntryPointNotFoundException($"'{path}' is not the native library of Tenure: it has no tenure_abi_version.");
        }
        uint abi = ((delegate* unmanaged<uint>)function)();
        string version = TextOf(library);
        return abi == LibraryVersion.Abi && version == LibraryVersion.Library
            ? library
            : throw new DllNotFoundException(
                $"'{path}' is of Tenure {version} with ABI version {abi}, this assembly of Tenure {LibraryVersion.Library} with "
                + $"ABI version {LibraryVersion.Abi}: use the library of the same release.");
    }

    /// <summary>Returns the release that a library reports.</summary>
    private static string TextOf(nint library)
    {
        byte* text = stackalloc byte[64];
        ulong needed;
        return NativeLibrary.TryGetExport(library, "tenure_version", out nint function)
            && ((delegate* unmanaged<byte*, ulong, ulong*, int>)function)(text, 64, &needed) == 0
            ? Marshal.PtrToStringUTF8((nint)text) ?? ""
            : "unknown";
    }
}
