using Tenure.Workspaces;
using Xunit;

namespace Tenure.Tests;

/// <summary>What a workspace is made with: defaults, JSON, what is refused.</summary>
public sealed class WorkspaceConfigTests : Balanced
{
    private static readonly WorkspaceConfig Unusual = new()
    {
        InitialSize = 1 << 20,
        MaxSize = 1L << 33,
        MinSize = 128,
        OverallocationLimit = 1.5,
        PolicyAllocation = AllocationPolicy.Overallocate,
        PolicyLearning = LearningPolicy.Training,
        CyclesBeforeInitialization = 5,
        PolicyMirroring = MirroringPolicy.HostOnly,
        PolicySpill = SpillPolicy.Reallocate,
        TempBlockSize = 4096,
        PolicyReset = ResetPolicy.EndOfBufferReached,
        PolicyLocation = LocationPolicy.Mmap,
        TempFilePath = "/tmp/\"an ä\\b\"\n",
        WorkspaceMode = WorkspaceMode.Single,
        UseCycleDetector = true,
        HelperAllowFallback = false,
        Strict = true,
    };

    [Fact]
    public void TheDefaultsAreTheCores()
    {
        Assert.Equal(new WorkspaceConfig(), WorkspaceConfig.FromJson("{}"));
        Workspace plain = Workspace.Create();
        Assert.Equal(new WorkspaceConfig(), plain.Config);
        plain.Destroy();
    }

    [Fact]
    public void ThereAndBackIsTheSame()
    {
        foreach (WorkspaceConfig config in new[] { Unusual, new(), Unusual with { PolicyMirroring = MirroringPolicy.Enabled, HelperMinSize = 7 }, new() { Device = Device.Cuda(3) } })
        {
            WorkspaceConfig back = WorkspaceConfig.FromJson(config.ToJson());
            Assert.Equal(config, back);
            Assert.Equal(config.GetHashCode(), back.GetHashCode());
            Assert.Equal(config.ToJson(), back.ToJson());
            Assert.Same(config, config.Check());
        }
        Assert.NotEqual(new WorkspaceConfig(), new WorkspaceConfig { Strict = true });
        Assert.Contains("MaxSize = 8589934592", Unusual.ToString());
    }

    [Fact]
    public void EveryWordOfEveryPolicyIsTheCores()
    {
        WorkspaceConfig ok = new() { OverallocationLimit = 1, InitialSize = 64 };
        foreach (LearningPolicy policy in Enum.GetValues<LearningPolicy>())
        {
            Assert.Equal(policy, Back(ok with { PolicyLearning = policy }).PolicyLearning);
        }
        foreach (MirroringPolicy policy in Enum.GetValues<MirroringPolicy>())
        {
            Assert.Equal(policy, Back(ok with { PolicyMirroring = policy }).PolicyMirroring);
        }
        foreach (SpillPolicy policy in Enum.GetValues<SpillPolicy>())
        {
            Assert.Equal(policy, Back(ok with { PolicySpill = policy }).PolicySpill);
        }
        foreach (ResetPolicy policy in Enum.GetValues<ResetPolicy>())
        {
            Assert.Equal(policy, Back(ok with { PolicyReset = policy, MaxSize = 1 << 20 }).PolicyReset);
        }
        foreach (LocationPolicy policy in Enum.GetValues<LocationPolicy>())
        {
            Assert.Equal(policy, Back(ok with { PolicyLocation = policy }).PolicyLocation);
        }
        foreach (WorkspaceMode mode in Enum.GetValues<WorkspaceMode>())
        {
            Assert.Equal(mode, Back(ok with { WorkspaceMode = mode }).WorkspaceMode);
        }
        foreach (AllocationPolicy policy in Enum.GetValues<AllocationPolicy>())
        {
            Assert.Equal(policy, Back(ok with { PolicyAllocation = policy, InitialSize = 0 }).PolicyAllocation);
        }

        static WorkspaceConfig Back(WorkspaceConfig config) => WorkspaceConfig.FromJson(config.ToJson());
    }

    public static TheoryData<WorkspaceConfig, string, string> Contradictions => new()
    {
        { new() { InitialSize = 9, MaxSize = 8 }, "initialSize 9", "maxSize 8" },
        { new() { PolicyReset = ResetPolicy.EndOfBufferReached }, "policyReset ENDOFBUFFER_REACHED", "overallocationLimit 0.3" },
        { new() { PolicyLearning = LearningPolicy.Training, CyclesBeforeInitialization = 0 }, "policyLearning TRAINING", "cyclesBeforeInitialization 0" },
        { new() { PolicyLearning = LearningPolicy.None }, "policyLearning NONE", "initialSize 0" },
        { new() { TempFilePath = "/x" }, "policyLocation RAM", "tempFilePath /x" },
        { new() { Device = Device.Cuda(1), PolicyMirroring = MirroringPolicy.Enabled }, "policyMirroring ENABLED", "device cuda:1" },
        { new() { Device = new Device(5) }, "device", "device 5" },
        { new() { OverallocationLimit = double.NaN }, "overallocationLimit", "" },
        { new() { OverallocationLimit = -1 }, "overallocationLimit", "-1" },
        { new() { MinSize = -5 }, "minSize", "-5" },
        { new() { PolicySpill = (SpillPolicy)9 }, "policySpill", "9" },
    };

    [Theory]
    [MemberData(nameof(Contradictions))]
    public void WhatContradictsItselfIsRefusedByName(WorkspaceConfig config, string first, string second)
    {
        foreach (Action refused in new Action[]
        {
            () => config.Check(),
            () => Workspace.Create(config),
            () => Workspace.Get("contradiction", config),
        })
        {
            string message = Assert.Throws<InvalidArgumentException>(refused).Message;
            Assert.Contains(first, message);
            Assert.Contains(second, message);
        }
        Assert.Null(Workspace.Find("contradiction"));
    }

    [Theory]
    [InlineData("{\"maxsize\": 5}", "maxsize")]
    [InlineData("{\"maxSize\": 5, \"maxSize\": 6}", "maxSize")]
    [InlineData("{\"strict\": 1}", "strict")]
    [InlineData("[]", "configuration")]
    [InlineData("{", "configuration")]
    [InlineData("{\"policySpill\": \"external\"}", "policySpill")]
    public void JsonThatIsNoConfigurationIsRefused(string json, string named) =>
        Assert.Contains(named, Assert.Throws<InvalidArgumentException>(() => WorkspaceConfig.FromJson(json)).Message);

    [Fact]
    public void ANameWithANulIsRefused()
    {
        Assert.Throws<InvalidArgumentException>(() => Workspace.Create("a\0b"));
        Assert.Throws<InvalidArgumentException>(() => Workspace.Get("a\0b"));
        Assert.Throws<InvalidArgumentException>(() => Workspace.Find("a\0b"));
        Assert.Throws<InvalidArgumentException>(() => WorkspaceConfig.FromJson("{}\0"));
        Assert.Throws<ArgumentNullException>(() => Workspace.Get(null!));
        Assert.Throws<ArgumentNullException>(() => Workspace.Create((string)null!));
    }
}
