// The parameters of a workspace; their properties are generated (WorkspaceConfig.g.cs).
// Invariant: only the core checks whether values are in range and consistent; this stores them. The
// JSON is flat and has every parameter.

using System.Globalization;
using System.Text;
using System.Text.Json;
using Tenure.Interop;

namespace Tenure.Workspaces;

/// <summary>The parameters of a <see cref="Workspace"/>. If two of them contradict each other,
/// creating the workspace, or <see cref="Check"/>, throws an exception that names both.</summary>
/// <example><code>
/// var config = new WorkspaceConfig { InitialSize = 16L &lt;&lt; 20, PolicySpill = SpillPolicy.Reallocate };
/// var larger = config with { InitialSize = 64L &lt;&lt; 20 };
/// </code></example>
public sealed unsafe partial record WorkspaceConfig
{
    /// <summary>Reads the JSON of <see cref="ToJson"/>; an absent parameter gets its
    /// default.</summary>
    /// <exception cref="InvalidArgumentException">The text is not a JSON object; or a parameter is
    /// unknown, out of range, or contradicts another. The message names it.</exception>
    public static WorkspaceConfig FromJson(string json)
    {
        NativeText.Check(json, nameof(json));
        return Parse(NativeText.Read((buffer, room, needed) => Native.tenure_workspace_config_check(json, buffer, room, needed)));
    }

    /// <summary>Returns a flat JSON object with every parameter, under names that are the same in
    /// all languages.</summary>
    /// <exception cref="InvalidArgumentException">A string parameter has an unpaired
    /// surrogate.</exception>
    public string ToJson()
    {
        // The JSON writer would replace an unpaired surrogate by U+FFFD.
        NativeText.CheckPairs(TempFilePath ?? "");
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream))
        {
            writer.WriteStartObject();
            Write(writer);
            writer.WriteEndObject();
        }
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    /// <summary>Returns this if a workspace can be made with it.</summary>
    /// <exception cref="InvalidArgumentException">A parameter is out of range, or two contradict
    /// each other; the message names them.</exception>
    public WorkspaceConfig Check()
    {
        FromJson(ToJson());
        return this;
    }

    /// <summary>Reads JSON from the core, in which every parameter occurs once.</summary>
    internal static WorkspaceConfig Parse(string canonical)
    {
        using JsonDocument document = JsonDocument.Parse(canonical);
        return Read(document.RootElement);
    }

    /// <summary>The device of a name that the core has written.</summary>
    private static Device ParseDevice(string name) =>
        name == "cpu" ? Device.Cpu : Device.Cuda(int.Parse(name["cuda:".Length..], CultureInfo.InvariantCulture));

    /// <summary>Writes NaN and infinity, which JSON does not have, as null. The core rejects null
    /// and names the parameter.</summary>
    private static void WriteNumber(Utf8JsonWriter writer, string name, double value)
    {
        if (double.IsFinite(value))
        {
            writer.WriteNumber(name, value);
        }
        else
        {
            writer.WriteNull(name);
        }
    }

    /// <summary>Writes an undefined enum value as its number. The core rejects the number and names
    /// the parameter.</summary>
    private static void WriteName(Utf8JsonWriter writer, string name, string[] names, int index)
    {
        if (index >= 0 && index < names.Length)
        {
            writer.WriteString(name, names[index]);
        }
        else
        {
            writer.WriteNumber(name, index);
        }
    }
}
