// What a workspace is made with; the parameters are in WorkspaceConfig.g.cs. Invariant: whether they are possible and agree is the
// core's to say, here only what they are; the JSON is flat and has every parameter.

using System.Text;
using System.Text.Json;
using Tenure.Interop;

namespace Tenure.Workspaces;

/// <summary>What a <see cref="Workspace"/> is made with. Two that contradict each other are refused when it is made, or by
/// <see cref="Check"/>, with the names of both.</summary>
/// <example><code>
/// var config = new WorkspaceConfig { InitialSize = 16L &lt;&lt; 20, PolicySpill = SpillPolicy.Reallocate };
/// var larger = config with { InitialSize = 64L &lt;&lt; 20 };
/// </code></example>
public sealed unsafe partial record WorkspaceConfig
{
    /// <summary>Reads what <see cref="ToJson"/> writes; what is absent has its default.</summary>
    /// <exception cref="InvalidArgumentException">It is no JSON object; or a parameter is unknown, out of range, or contradicts another:
    /// it is named.</exception>
    public static WorkspaceConfig FromJson(string json)
    {
        NativeText.Check(json, nameof(json));
        return Parse(NativeText.Read((buffer, room, needed) => Native.tenure_workspace_config_check(json, buffer, room, needed)));
    }

    /// <summary>A flat object with every parameter, by the names that all languages share.</summary>
    /// <exception cref="InvalidArgumentException">A text in it has half of a surrogate pair.</exception>
    public string ToJson()
    {
        // The writer would make it U+FFFD.
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
    /// <exception cref="InvalidArgumentException">A parameter is out of range, or two contradict each other: both are named.</exception>
    public WorkspaceConfig Check()
    {
        FromJson(ToJson());
        return this;
    }

    /// <summary>Reads what the core wrote: every parameter is there, once.</summary>
    internal static WorkspaceConfig Parse(string canonical)
    {
        using JsonDocument document = JsonDocument.Parse(canonical);
        return Read(document.RootElement);
    }

    /// <summary>What is no number of JSON's is null there, which the core refuses by the parameter's name.</summary>
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

    /// <summary>What is none of the enum's is its number there, which the core refuses by the parameter's name.</summary>
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
