using Tenure.Tests.FSharp;
using Xunit;

namespace Tenure.Tests;

/// <summary>What bodies written in F# return lives on, in F#'s own types too.</summary>
public sealed class FSharpTests : Balanced
{
    public static TheoryData<string> Containers => [.. Bodies.Containers];

    public static TheoryData<string> Lazies => [.. Bodies.Lazies];

    [Theory]
    [MemberData(nameof(Containers))]
    public void WhatTheResultHoldsEscapes(string name)
    {
        using Scope outer = Scope.Open();
        (object result, Tensor first, Tensor second) = Bodies.Run(name);
        Assert.NotNull(result);
        Assert.Equal([1f, 1f], first.ToArray<float>());
        Assert.Equal([2f, 2f], second.ToArray<float>());
        Assert.Equal((2L, 2L, 0L, 16L), Counts(outer));
    }

    [Theory]
    [MemberData(nameof(Lazies))]
    public void WhatWouldRunAfterTheScopeHasClosedIsRefused(string name)
    {
        using Scope outer = Scope.Open();
        Assert.Contains("the result of the body holds", Assert.Throws<InvalidOperationException>(() => Bodies.RunLazy(name)).Message);
        Assert.Equal(default, outer.Stats);
    }

    [Fact]
    public async Task AnAsynchronousBodyOfFSharpToo()
    {
        using Scope outer = Scope.Open();
        var result = await Bodies.RunTyped();
        Assert.Equal([2f, 2f], result.ResultValue.Second.ToArray<float>());
        Assert.Equal(2L, outer.Stats.Tensors);
    }
}
