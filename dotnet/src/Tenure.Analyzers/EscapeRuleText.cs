// The generated text for one type: a call of Tenure.EscapeRules, or nothing if the type holds
// nothing. The rules are the same as in the library's Interop/EscapeReflection.cs.

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Tenure.Analyzers;

internal static class EscapeRuleText
{
    private const string Rules = "global::Tenure.EscapeRules.";

    /// <summary>Returns the rule of a type of this assembly.</summary>
    internal static string Of(INamedTypeSymbol type, Compilation compilation)
    {
        if (WhyRefused(type) is { } reason)
        {
            return $"{Rules}Refuse({Naming(type, compilation)}, \"{reason}\");";
        }
        return type.IsRecord && MayHold(type) ? $"{Rules}Fields({Naming(type, compilation)});" : "";
    }

    /// <summary>Returns the rule of an anonymous type, in terms of an object with the same
    /// properties. Their types do not matter, because the compiler uses one generic type for
    /// all.</summary>
    internal static string OfAnonymous(ITypeSymbol type)
    {
        IEnumerable<string> parts = type.GetMembers().OfType<IPropertySymbol>().Select(property => $"@{property.Name} = (object)null");
        return type.IsAnonymousType && parts.Any() ? $"{Rules}Fields(new {{ {string.Join(", ", parts)} }});" : "";
    }

    /// <summary>Returns the rules of the records of other assemblies that these types lead
    /// to.</summary>
    internal static string OfForeign(IEnumerable<ITypeSymbol> types, Compilation compilation)
    {
        var seen = new HashSet<ITypeSymbol>(SymbolEqualityComparer.Default);
        var open = new Stack<ITypeSymbol>(types);
        var rules = new List<string>();
        while (open.Count > 0)
        {
            ITypeSymbol type = open.Pop();
            if (type is IArrayTypeSymbol array)
            {
                open.Push(array.ElementType);
            }
            if (type is not INamedTypeSymbol named || !seen.Add(type))
            {
                continue;
            }
            foreach (ITypeSymbol argument in named.TypeArguments)
            {
                open.Push(argument);
            }
            if (IsFrameworks(named.ContainingAssembly))
            {
                continue;
            }
            for (INamedTypeSymbol? level = named; level is not null && IsRecord(level); level = level.BaseType)
            {
                ITypeSymbol[] held = [.. level.GetMembers().OfType<IPropertySymbol>().Where(part => !part.IsStatic).Select(part => part.Type)];
                Array.ForEach(held, open.Push);
                bool isForeign = !SymbolEqualityComparer.Default.Equals(level.ContainingAssembly, compilation.Assembly);
                if (isForeign && !held.All(IsLeaf) && compilation.IsSymbolAccessibleWithin(level.OriginalDefinition, compilation.Assembly))
                {
                    rules.Add($"{Rules}Fields({Naming(level.OriginalDefinition, compilation)});");
                }
            }
        }
        return string.Join("\n", rules);
    }

    /// <summary>Returns an expression for the type: typeof if the assembly's code can name the
    /// type.</summary>
    private static string Naming(INamedTypeSymbol type, Compilation compilation)
    {
        bool isNamed = true;
        for (INamedTypeSymbol? outer = type; outer is not null; outer = outer.ContainingType)
        {
            isNamed &= !outer.IsFileLocal && compilation.IsSymbolAccessibleWithin(outer, compilation.Assembly);
        }
        if (isNamed)
        {
            SymbolDisplayFormat full = SymbolDisplayFormat.FullyQualifiedFormat;
            return $"typeof({(type.IsGenericType ? type.ConstructUnboundIn() : type).ToDisplayString(full)})";
        }
        // The name is a constant, so the trimmer treats the call like typeof.
        return $"global::System.Type.GetType({SymbolDisplay.FormatLiteral(MetadataName(type), quote: true)}, true)";
    }

    private static INamedTypeSymbol ConstructUnboundIn(this INamedTypeSymbol type) =>
        type.TypeParameters.Length > 0 || type.ContainingType is { IsGenericType: true } ? type.ConstructUnboundGenericType() : type;

    private static string MetadataName(INamedTypeSymbol type) =>
        type.ContainingType is { } outer ? $"{MetadataName(outer)}+{type.MetadataName}"
        : type.ContainingNamespace.IsGlobalNamespace ? type.MetadataName
        : $"{type.ContainingNamespace.ToDisplayString(SymbolDisplayFormat.CSharpErrorMessageFormat.WithMiscellaneousOptions(SymbolDisplayMiscellaneousOptions.None))}.{type.MetadataName}";

    /// <summary>Returns the reason why objects of a user's type would run code after a scope has
    /// closed; null if they would not.</summary>
    private static string? WhyRefused(INamedTypeSymbol type)
    {
        const string goesOn = "would go on after the scope has closed: ";
        bool isAwaitable = type.GetMembers("GetAwaiter").Any(member =>
            member is IMethodSymbol { Parameters.Length: 0, IsStatic: false, DeclaredAccessibility: Accessibility.Public });
        return isAwaitable
            ? goesOn + "await it in a body of Scope.UsingAsync"
            : type.AllInterfaces.Any(way => way.OriginalDefinition is { Name: "IAsyncEnumerable" or "IAsyncEnumerator" or "IObservable", Arity: 1 } made
                && IsFrameworks(made.ContainingAssembly))
            ? goesOn + "open a scope in each of its steps, and yield what Scope.UsingAsync returns"
            : null;
    }

    /// <summary>Whether the type is a record. A compiled record struct is not marked, and is
    /// recognized by its compiler-generated members.</summary>
    private static bool IsRecord(INamedTypeSymbol type) => type.IsRecord
        || (type.IsValueType && type.GetMembers("op_Equality").Any(member =>
            member.GetAttributes().Any(mark => mark.AttributeClass?.Name == "CompilerGeneratedAttribute")));

    private static bool MayHold(INamedTypeSymbol type) =>
        type.GetMembers().Any(member => member is IFieldSymbol { IsStatic: false } field && !IsLeaf(field.Type));

    private static bool IsLeaf(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => IsLeaf(array.ElementType),
        IPointerTypeSymbol => true,
        { TypeKind: TypeKind.Enum } => true,
        { SpecialType: SpecialType.System_String or SpecialType.System_Decimal or SpecialType.System_DateTime } => true,
        { SpecialType: >= SpecialType.System_Boolean and <= SpecialType.System_Double } => true,
        _ => false,
    };

    private static bool IsFrameworks(IAssemblySymbol? assembly) =>
        assembly?.Name is { } name && (name.StartsWith("System.", StringComparison.Ordinal) || name is "System" or "netstandard" or "mscorlib");
}
