using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit;

namespace Tenure.Tests;

/// <summary>The literal 0 converts to any enum. Where a number is as good, it is a number.</summary>
public sealed class OverloadTests : Balanced
{
    [Fact]
    public void AZeroIsANumber()
    {
        using Scope scope = Scope.Open();
        Assert.Equal([-5L, -4, -3, -2, -1], Tensor.Arange(-5, 0).ToArray<long>());
        Assert.Equal([-2L, -1], scope.Arange(-2, 0).ToArray<long>());
        Assert.Equal([-2f, -1], Tensor.Arange(-2.0, 0).ToArray<float>());
        Assert.Equal([0L, 1], Tensor.Arange(2, DType.I64).ToArray<long>());
        Assert.Equal([0L, 1], Tensor.Arange(0, 2, dtype: DType.I64).ToArray<long>());
        Assert.Equal([0], Tensor.Zeros(0).Shape);
        Assert.Equal([0], scope.Full(0, 0).Shape);
    }

    [Fact]
    public void NoOverloadTakesAZeroForAnEnumWhereAnotherTakesANumber()
    {
        var wrong = new List<string>();
        int enums = 0;
        foreach (Type type in typeof(Tensor).Assembly.GetExportedTypes().Concat(typeof(Xunit.NoLeaksAttribute).Assembly.GetExportedTypes()))
        {
            const BindingFlags Own = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
            foreach (IGrouping<string, MethodBase> overloads in type.GetMethods(Own).Concat<MethodBase>(type.GetConstructors(Own)).GroupBy(m => m.Name))
            {
                foreach (MethodBase taking in overloads)
                {
                    ParameterInfo[] parameters = taking.GetParameters();
                    for (int at = 0; at < parameters.Length; at++)
                    {
                        if (parameters[at].ParameterType.IsEnum)
                        {
                            enums++;
                            wrong.AddRange(overloads
                                .Where(other => other != taking && MayBeMeant(taking, other, at) && Priority(other) <= Priority(taking))
                                .Select(other => $"{type.Name}: {taking} takes a 0 that may be meant for {other}"));
                        }
                    }
                }
            }
        }
        Assert.True(enums > 20);
        Assert.Empty(wrong);
    }

    /// <summary>Whether there is a call with numbers up to the one that <paramref name="taking"/> takes for its enum, which both accept.</summary>
    private static bool MayBeMeant(MethodBase taking, MethodBase other, int at)
    {
        for (int count = at + 1; count <= 12; count++)
        {
            if (Enumerable.Range(0, count).All(i => TakesNumber(other, i) && (TakesNumber(taking, i) || TakesZero(taking, i)))
                && Required(taking) <= count && Required(other) <= count)
            {
                return true;
            }
        }
        return false;
    }

    private static int Required(MethodBase method) => method.GetParameters().Count(p => !p.IsOptional && !IsParams(p));

    private static bool TakesZero(MethodBase method, int at) => method.GetParameters().ElementAtOrDefault(at)?.ParameterType.IsEnum == true;

    private static bool TakesNumber(MethodBase method, int at)
    {
        ParameterInfo[] parameters = method.GetParameters();
        ParameterInfo? taken = at < parameters.Length ? parameters[at] : parameters.LastOrDefault(IsParams);
        Type? type = taken is not null && IsParams(taken)
            ? taken.ParameterType.GetElementType() ?? taken.ParameterType.GetGenericArguments()[0]
            : taken?.ParameterType;
        return type is { IsPrimitive: true } && type != typeof(bool) && type != typeof(char) && type != typeof(nint) && type != typeof(nuint);
    }

    private static bool IsParams(ParameterInfo parameter) =>
        parameter.IsDefined(typeof(ParamCollectionAttribute)) || parameter.IsDefined(typeof(ParamArrayAttribute));

    private static int Priority(MethodBase method) => method.GetCustomAttribute<OverloadResolutionPriorityAttribute>()?.Priority ?? 0;
}
