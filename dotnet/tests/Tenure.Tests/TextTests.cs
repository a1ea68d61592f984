using Tenure.Onnx;
using Tenure.Workspaces;
using Xunit;

namespace Tenure.Tests;

/// <summary>A text arrives in the core as it is, or is refused: half of a surrogate pair has no UTF-8.</summary>
public sealed class TextTests : Balanced
{
    public static TheoryData<string> Ways => [.. Calls.Keys];

    private static readonly Dictionary<string, Action<string>> Calls = new()
    {
        ["Workspace.Get"] = text => Workspace.Get(text),
        ["Workspace.Get with a configuration"] = text => Workspace.Get(text, new WorkspaceConfig()),
        ["Workspace.Find"] = text => Workspace.Find(text),
        ["Workspace.Create"] = text => Workspace.Create(text),
        ["WorkspaceConfig"] = text => Workspace.Create(new WorkspaceConfig { PolicyLocation = LocationPolicy.Mmap, TempFilePath = text }),
        ["LeverageTo"] = text => Tensor.Ones(1).LeverageTo(text),
        ["LeverageOrDetach"] = text => Tensor.Ones(1).LeverageOrDetach(text),
        ["Scope.Open"] = text => Scope.Open(text),
        ["Scope.Child"] = text => Scope.Current!.Child(text),
        ["Scope.Name"] = text => Scope.Current!.Name = text,
        ["Tensor.Name"] = text => Tensor.Ones(1).Name = text,
        ["Named"] = text => Tensor.Ones(1).Named(text),
        ["Parameter.Of"] = text => Parameter.Of(text, Tensor.Ones(1)),
        ["SafeTensors.Save"] = text => SafeTensors.Save(Path.GetTempFileName(), [KeyValuePair.Create(text, Tensor.Ones(1))]),
        ["SafeTensors.Save to a path"] = text => SafeTensors.Save(text, [KeyValuePair.Create("a", Tensor.Ones(1))]),
        ["SafeTensors.Load"] = text => SafeTensors.Load("x.safetensors", text),
        ["SafeTensors.Names"] = text => SafeTensors.Names(text),
        ["SaveNpy"] = text => Tensor.Ones(1).SaveNpy(text),
        ["LoadNpy"] = text => Tensor.LoadNpy(text),
        ["an index"] = text => _ = Tensor.Ones(1)[text],
        ["Get"] = text => Tensor.Ones(1).Get(text),
        ["Set"] = text => Tensor.Ones(1).Set(text, 1),
        ["Einsum"] = text => Tensor.Einsum(text, [Tensor.Ones(1)]),
        ["OnnxModel.Load"] = text => OnnxModel.Load(text),
        ["OnnxOptions.Outputs"] = text => OnnxModel.Load([1], new OnnxOptions { Outputs = [text] }),
        ["OnnxOptions.Library"] = text => OnnxModel.Load([1], new OnnxOptions { Library = text }),
        ["OnnxRunOptions"] = text => OnnxRunOptions.Create(text),
    };

    [Theory]
    [MemberData(nameof(Ways))]
    public void ALoneSurrogateIsRefused(string way)
    {
        using Scope scope = Scope.Open();
        Assert.Equal("the text has a lone surrogate (U+D800) at index 3", Refused("abc\ud800"));
        Assert.Equal("the text has a lone surrogate (U+DBFF) at index 0", Refused("\udbff a"));
        Assert.Equal("the text has a lone surrogate (U+DC00) at index 2", Refused("ab\udc00\ud83d\ude00"));

        string Refused(string text) => Assert.Throws<InvalidArgumentException>(() => Calls[way](text)).Message;
    }

    [Fact]
    public void PairsAndAllElseArriveAsTheyAre()
    {
        foreach (string name in new[] { "\ud83d\ude00", "\ufffd", "\uffff", "e\u0301", "\ue000", "\ud7ff" })
        {
            using Tensor tensor = Tensor.Ones(1).Named(name);
            Assert.Equal(name, tensor.Name);
        }
    }
}
