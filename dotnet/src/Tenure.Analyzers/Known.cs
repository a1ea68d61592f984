// Recognizes Tenure's types and operations by name, because an analyzer has no reference to the
// library.

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Tenure.Analyzers;

/// <summary>Classifies types and operations of the user's program.</summary>
internal static class Known
{
    /// <summary>Whether this is the Tenure type of that name.</summary>
    internal static bool Is(ITypeSymbol? type, string name) =>
        type is { ContainingNamespace: { } space } && IsTenure(space) && type.Name == name;

    /// <summary>Whether this is the namespace Tenure.</summary>
    internal static bool IsTenure(INamespaceSymbol? space) => space is { Name: "Tenure", ContainingNamespace.IsGlobalNamespace: true };

    /// <summary>Whether this is the Tenure type of that name, or is derived from it.</summary>
    internal static bool IsKind(ITypeSymbol? type, string name)
    {
        while (type is not null && !Is(type, name))
        {
            type = type.BaseType;
        }
        return type is not null;
    }

    /// <summary>Whether this is <c>Tenure.Nn.Module</c>, or is derived from it.</summary>
    internal static bool IsModule(ITypeSymbol? type)
    {
        while (type is not null && !(type is { Name: "Module", ContainingNamespace: { Name: "Nn" } space } && IsTenure(space.ContainingNamespace)))
        {
            type = type.BaseType;
        }
        return type is not null;
    }

    /// <summary>Whether the operation creates a tensor: a tensor operation, a view, a factory or an
    /// operator.</summary>
    internal static bool Makes(IOperation operation) => operation switch
    {
        // A generic method that returns the type of its argument returns the argument itself, so
        // the declared return type is checked.
        IInvocationOperation { TargetMethod: { OriginalDefinition.ReturnType: INamedTypeSymbol result } method } =>
            Is(result, "Tensor") && (Is(method.ContainingType, "Tensor") || IsKind(method.ContainingType, "Scope")),
        IBinaryOperation { OperatorMethod: { } made } => Is(made.ContainingType, "Tensor") && Is(made.ReturnType, "Tensor"),
        IUnaryOperation { OperatorMethod: { } made } => Is(made.ContainingType, "Tensor") && Is(made.ReturnType, "Tensor"),
        _ => false,
    };

    /// <summary>Returns the operation around this one, skipping conversions and
    /// parentheses.</summary>
    internal static IOperation? Around(IOperation operation)
    {
        IOperation? parent = operation.Parent;
        while (parent is IConversionOperation or IParenthesizedOperation)
        {
            parent = parent.Parent;
        }
        return parent;
    }

    /// <summary>Whether <c>using</c> disposes this value, directly or through the variable that it
    /// initializes.</summary>
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
