// Finds and checks the native library, once, when the first function of it is called.
// Invariant: a handle it returns is of a library that speaks this wrapper's ABI version; whatever goes wrong names
// every place that was tried, because "unable to load shared library" is where most first hours with a binding go.

using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Tenure.Interop;

internal static unsafe class NativeLoader
{
    /// <summary>The version of the C ABI that this wrapper was written for.</summary>
    internal const uint AbiVersion = 3;

    /// <summary>An environment variable, or an AppContext value, with the path of the library; it overrides the search.</summary>
    internal const string PathVariable = "TENURE_LIBRARY";

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

    /// <summary>Whether anything has been asked of the core yet.</summary>
    internal static bool IsLoaded => s_library != 0;

    /// <summary>Loads the first candidate that is there; throws with the list of what was tried.</summary>
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
        throw new DllNotFoundException(
            $"The native library of Tenure was not found. Set {PathVariable} to its path, or place it in one of:{tried}");
    }

    /// <summary>Where the library is looked for when nobody names it, in this order.</summary>
    internal static IReadOnlyList<string> Candidates()
    {
        string file = OperatingSystem.IsWindows() ? "tenure.dll" : OperatingSystem.IsMacOS() ? "libtenure.dylib" : "libtenure.so";
        string system = OperatingSystem.IsWindows() ? "win" : OperatingSystem.IsMacOS() ? "osx" : "linux";
        string platform = $"{system}-{RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant()}";
        var paths = new List<string>
        {
            Path.Combine(AppContext.BaseDirectory, "runtimes", platform, "native", file),
            Path.Combine(AppContext.BaseDirectory, file),
        };
        // Where the host found the native files of NuGet packages.
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
        // The runtime asks once for every function; the answer is one library.
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

    /// <summary>Tells the core of the process that it is in. Not through Native: that asks for the library again.</summary>
    private static void Introduce(nint library)
    {
        nint Export(string name) => NativeLibrary.GetExport(library, name);
        ((delegate* unmanaged<int, int>)Export("tenure_leak_set_level"))((int)Leaks.Level);
        ((delegate* unmanaged<ulong, int>)Export("tenure_memory_set_managed_max"))(ManagedHeapLimit());
        ((delegate* unmanaged<int, int>)Export("tenure_pressure_set_collector"))(Pressure.Collector);
        int* word;
        ((delegate* unmanaged<int**, int>)Export("tenure_memory_pressure"))(&word);
        Pressure.Word = word;
        ulong* endings;
        ((delegate* unmanaged<ulong**, int>)Export("tenure_scope_endings"))(&endings);
        Endings.Word = endings;
    }

    /// <summary>What the managed heap may come to take, if somebody has said so. Where nobody has, it may take all memory
    /// there is, which says nothing about how much it is going to need.</summary>
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
        uint version = ((delegate* unmanaged<uint>)function)();
        return version == AbiVersion
            ? library
            : throw new DllNotFoundException(
                $"'{path}' speaks version {version} of Tenure's ABI, this wrapper version {AbiVersion}: use the library of the same release.");
    }
}
