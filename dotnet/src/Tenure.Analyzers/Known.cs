// The members of Tenure that the rules speak of, by their names: an analyzer has no reference to the library it is part of.

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Tenure.Analyzers;

/// <summary>What an operation of the user's program is to Tenure.</summary>
internal static class Known
{
    /// <summary>Whether this is a type of Tenure's of that name.</summary>
    internal static bool Is(ITypeSymbol? type, string name) =>
        type is { ContainingNamespace: { } space } && IsTenure(space) && type.Name == name;

    /// <summary>Whether this is Tenure's namespace.</summary>
    internal static bool IsTenure(INamespaceSymbol? space) => space is { Name: "Tenure", ContainingNamespace.IsGlobalNamespace: true };

    /// <summary>Whether this is a type of Tenure's of that name, or is derived from it.</summary>
    internal static bool IsKind(ITypeSymbol? type, string name)
    {
        while (type is not null && !Is(type, name))
        {
            type = type.BaseType;
        }
        return type is not null;
    }

    /// <summary>Whether it makes a tensor: an operation, a view, a maker, an operator.</summary>
    internal static bool Makes(IOperation operation) => operation switch
    {
        // What returns the type of its argument returns the argument.
        IInvocationOperation { TargetMethod: { OriginalDefinition.ReturnType: INamedTypeSymbol result } method } =>
            Is(result, "Tensor") && (Is(method.ContainingType, "Tensor") || IsKind(method.ContainingType, "Scope")),
        IBinaryOperation { OperatorMethod: { } made } => Is(made.ContainingType, "Tensor") && Is(made.ReturnType, "Tensor"),
        IUnaryOperation { OperatorMethod: { } made } => Is(made.ContainingType, "Tensor") && Is(made.ReturnType, "Tensor"),
        _ => false,
    };

    /// <summary>What stands around an operation, without conversions and parentheses.</summary>
    internal static IOperation? Around(IOperation operation)
    {
        IOperation? parent = operation.Parent;
        while (parent is IConversionOperation or IParenthesizedOperation)
        {
            parent = parent.Parent;
        }
        return parent;
    }

    /// <summary>Whether <c>using</c> disposes this value, itself or as the variable that it begins.</summary>
    internal static bool IsUsed(IOperation value)
    {
        IOperation? parent = Around(value);
        while (parent is IVariableInitializerOperation or IVariableDeclaratorOperation or IVariableDeclarationOperation
            or IVariableDeclarationGroupOperation)
        {
            parent = parent.Parent;
        }
        return parent is IUsingDeclarationOperation || (parent is IUsingOperation block && IsIn(block.Resources, value));
    }

    private static bool IsIn(IOperation whole, IOperation part) => whole.Syntax.Span.Contains(part.Syntax.Span);
}
