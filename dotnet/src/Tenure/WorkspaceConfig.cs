// What a workspace is made with. Invariant: whether parameters are possible and agree is the core's to say, here only what
// they are; the JSON is flat and has every parameter.

using System.Text;
using System.Text.Json;
using Tenure.Interop;

namespace Tenure;

/// <summary>What a <see cref="Workspace"/> is made with. Two that contradict each other are refused when it is made, or by
/// <see cref="Check"/>, with the names of both.</summary>
/// <example><code>
/// var config = new WorkspaceConfig { InitialSize = 16L &lt;&lt; 20, PolicySpill = SpillPolicy.Reallocate };
/// var larger = config with { InitialSize = 64L &lt;&lt; 20 };
/// </code></example>
public sealed unsafe record WorkspaceConfig
{
    /// <summary>Bytes that the block has from the start; 0: as many as are learned.</summary>
    public long InitialSize { get; init; }

    /// <summary>The most bytes that the block has; beyond them <see cref="PolicySpill"/> decides. 0: no such limit.</summary>
    public long MaxSize { get; init; }

    /// <summary>The least bytes that are learned.</summary>
    public long MinSize { get; init; }

    /// <summary>The share by which the block is larger than was said or learned, under <see cref="AllocationPolicy.Overallocate"/>; of a ring
    /// how many cycles it holds besides one.</summary>
    public double OverallocationLimit { get; init; } = 0.3;

    /// <summary>Where requests are met.</summary>
    public AllocationPolicy PolicyAllocation { get; init; } = AllocationPolicy.Overallocate;

    /// <summary>How the size of the block is found.</summary>
    public LearningPolicy PolicyLearning { get; init; } = LearningPolicy.Optimized;

    /// <summary>How many cycles <see cref="LearningPolicy.Training"/> looks at first.</summary>
    public long CyclesBeforeInitialization { get; init; } = 1;

    /// <summary>Whether there is a second plane.</summary>
    public MirroringPolicy PolicyMirroring { get; init; } = MirroringPolicy.Disabled;

    /// <summary>What becomes of a request that does not fit.</summary>
    public SpillPolicy PolicySpill { get; init; } = SpillPolicy.External;

    /// <summary>Requests outside of up to so many bytes share slabs of this size; 0: each has a block of its own.</summary>
    public long TempBlockSize { get; init; }

    /// <summary>When memory is used anew.</summary>
    public ResetPolicy PolicyReset { get; init; } = ResetPolicy.BlockLeft;

    /// <summary>Where the block lies.</summary>
    public LocationPolicy PolicyLocation { get; init; } = LocationPolicy.Ram;

    /// <summary>The folder of the file, under <see cref="LocationPolicy.Mmap"/>; empty: the system's for such files.</summary>
    public string TempFilePath { get; init; } = "";

    /// <summary>Who shares the block.</summary>
    public WorkspaceMode WorkspaceMode { get; init; } = WorkspaceMode.Enabled;

    /// <summary>Whether entering it while it is entered is refused, members alive at a cycle's end are reported, and bytes outside that
    /// grow from cycle to cycle.</summary>
    public bool UseCycleDetector { get; init; }

    /// <summary>Requests of fewer bytes never go to the device plane.</summary>
    public long HelperMinSize { get; init; }

    /// <summary>Whether the host stands in for a device plane that fails, which is counted; else that is an error.</summary>
    public bool HelperAllowFallback { get; init; } = true;

    /// <summary>Whether leaving is refused while anything else holds memory of the cycle; else that keeps its memory.</summary>
    public bool Strict { get; init; }

    /// <summary>Reads what <see cref="ToJson"/> writes; what is absent has its default.</summary>
    /// <exception cref="InvalidArgumentException">It is no JSON object; or a parameter is unknown, out of range, or contradicts another:
    /// it is named.</exception>
    public static WorkspaceConfig FromJson(string json)
    {
        NativeText.Check(json, nameof(json));
        return Parse(NativeText.Read((buffer, room, needed) => Native.tenure_workspace_config_check(json, buffer, room, needed)));
    }

    /// <summary>A flat object with every parameter, by the names that all languages share.</summary>
    public string ToJson()
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream))
        {
            writer.WriteStartObject();
            writer.WriteNumber("initialSize", InitialSize);
            writer.WriteNumber("maxSize", MaxSize);
            writer.WriteNumber("minSize", MinSize);
            WriteNumber(writer, "overallocationLimit", OverallocationLimit);
            WriteName(writer, "policyAllocation", AllocationPolicyNames.All, (int)PolicyAllocation);
            WriteName(writer, "policyLearning", LearningPolicyNames.All, (int)PolicyLearning);
            writer.WriteNumber("cyclesBeforeInitialization", CyclesBeforeInitialization);
            WriteName(writer, "policyMirroring", MirroringPolicyNames.All, (int)PolicyMirroring);
            WriteName(writer, "policySpill", SpillPolicyNames.All, (int)PolicySpill);
            writer.WriteNumber("tempBlockSize", TempBlockSize);
            WriteName(writer, "policyReset", ResetPolicyNames.All, (int)PolicyReset);
            WriteName(writer, "policyLocation", LocationPolicyNames.All, (int)PolicyLocation);
            writer.WriteString("tempFilePath", TempFilePath);
            WriteName(writer, "workspaceMode", WorkspaceModeNames.All, (int)WorkspaceMode);
            writer.WriteBoolean("useCycleDetector", UseCycleDetector);
            writer.WriteNumber("helperMinSize", HelperMinSize);
            writer.WriteBoolean("helperAllowFallback", HelperAllowFallback);
            writer.WriteBoolean("strict", Strict);
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
        JsonElement of = document.RootElement;
        long Number(string name) => of.GetProperty(name).GetInt64();
        int Index(string name, string[] names) => Array.IndexOf(names, of.GetProperty(name).GetString());
        return new WorkspaceConfig
        {
            InitialSize = Number("initialSize"),
            MaxSize = Number("maxSize"),
            MinSize = Number("minSize"),
            OverallocationLimit = of.GetProperty("overallocationLimit").GetDouble(),
            PolicyAllocation = (AllocationPolicy)Index("policyAllocation", AllocationPolicyNames.All),
            PolicyLearning = (LearningPolicy)Index("policyLearning", LearningPolicyNames.All),
            CyclesBeforeInitialization = Number("cyclesBeforeInitialization"),
            PolicyMirroring = (MirroringPolicy)Index("policyMirroring", MirroringPolicyNames.All),
            PolicySpill = (SpillPolicy)Index("policySpill", SpillPolicyNames.All),
            TempBlockSize = Number("tempBlockSize"),
            PolicyReset = (ResetPolicy)Index("policyReset", ResetPolicyNames.All),
            PolicyLocation = (LocationPolicy)Index("policyLocation", LocationPolicyNames.All),
            TempFilePath = of.GetProperty("tempFilePath").GetString() ?? "",
            WorkspaceMode = (WorkspaceMode)Index("workspaceMode", WorkspaceModeNames.All),
            UseCycleDetector = of.GetProperty("useCycleDetector").GetBoolean(),
            HelperMinSize = Number("helperMinSize"),
            HelperAllowFallback = of.GetProperty("helperAllowFallback").GetBoolean(),
            Strict = of.GetProperty("strict").GetBoolean(),
        };
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
