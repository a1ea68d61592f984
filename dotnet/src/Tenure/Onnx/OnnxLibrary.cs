// Finds the library of ONNX Runtime for the core, which reads no environment variables and does not
// search packages.

using Tenure.Interop;

namespace Tenure.Onnx;

internal static class OnnxLibrary
{
    /// <summary>An environment variable, or an AppContext value, with the path of the library; it overrides the search.</summary>
    internal const string PathVariable = "TENURE_ONNXRUNTIME";

    /// <summary>Returns the configured path, else the path of the package Microsoft.ML.OnnxRuntime
    /// beside the program; null lets the core use the system's loader.</summary>
    internal static string? Find()
    {
        string? named = Environment.GetEnvironmentVariable(PathVariable) ?? AppContext.GetData(PathVariable) as string;
        return string.IsNullOrEmpty(named) ? Candidates().FirstOrDefault(File.Exists) : named;
    }

    private static IEnumerable<string> Candidates()
    {
        string file = OperatingSystem.IsWindows() ? "onnxruntime.dll"
            : OperatingSystem.IsMacOS() ? "libonnxruntime.dylib" : "libonnxruntime.so";
        string program = AppContext.BaseDirectory;
        IEnumerable<string> folders = [Path.Combine(program, "runtimes", NativeLoader.Rid(), "native"), program];
        // The folders where the host found the native files of NuGet packages.
        if (AppContext.GetData("NATIVE_DLL_SEARCH_DIRECTORIES") is string directories)
        {
            folders = folders.Concat(directories.Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries));
        }
        return folders.Select(folder => Path.Combine(folder, file));
    }
}
