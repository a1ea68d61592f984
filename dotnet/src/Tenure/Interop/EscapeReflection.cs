// Classifies a type for the search of Escape by reflection over its members, if there is no rule
// for it.
// Invariant: a trimmed program does not run this code, because the trimmer may have removed the
// members. There IsOn is false, set by the package's build/Tenure.targets, and the trimmer removes
// this code. It has no dependency on F#: F# types are recognized by the name of their attribute.

using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text;

namespace Tenure.Interop;

internal static class EscapeReflection
{
    /// <summary>The property that a project sets to keep this code in a trimmed program.</summary>
    internal const string Property = "TenureReflectiveEscape";

    private const string Trimmed = "A trimmer may have taken the members that are looked for.";
    private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    /// <summary>Whether types may be inspected by reflection.</summary>
    [FeatureSwitchDefinition("Tenure.ReflectiveEscape")]
    [FeatureGuard(typeof(RequiresUnreferencedCodeAttribute))]
    internal static bool IsOn { get; } = !AppContext.TryGetSwitch("Tenure.ReflectiveEscape", out bool isOn) || isOn;

    /// <summary>Whether every element type that a sequence can be enumerated as is a
    /// leaf.</summary>
    [RequiresUnreferencedCode(Trimmed)]
    internal static bool IsSequenceOfLeaves(Type type)
    {
        IEnumerable<Type> read = type.GetInterfaces().Append(type).Where(way => EscapeType.IsGeneric(way, typeof(IEnumerable<>)));
        return read.Any() && read.All(way => EscapeType.IsLeaf(way.GetGenericArguments()[0]));
    }

    /// <summary>Whether the type implements an interface with this generic definition.</summary>
    [RequiresUnreferencedCode(Trimmed)]
    internal static bool Is(Type type, Type definition) => type.GetInterfaces().Any(way => EscapeType.IsGeneric(way, definition));

    /// <summary>Whether the type can be awaited.</summary>
    [RequiresUnreferencedCode(Trimmed)]
    internal static bool IsAwaitable(Type type) =>
        type.GetMethod("GetAwaiter", BindingFlags.Instance | BindingFlags.Public, Type.EmptyTypes) is not null;

    /// <summary>Whether the fields of a type are searched: those of records, unions and anonymous
    /// types, and the captured variables of lambdas. The fields of other classes are implementation
    /// details, and are not searched.</summary>
    [RequiresUnreferencedCode(Trimmed)]
    internal static bool IsOpen(Type type) =>
        type.Name.StartsWith("<>f__AnonymousType", StringComparison.Ordinal)
        || type.Name.StartsWith("<>c__DisplayClass", StringComparison.Ordinal)
        || EscapeType.Levels(type).Any(level => IsRecord(level) || IsFSharpData(level));

    /// <summary>Returns the fields of a type and its base classes that may lead to
    /// resources.</summary>
    [RequiresUnreferencedCode(Trimmed)]
    internal static FieldInfo[] FieldsOf(Type type) =>
        [.. EscapeType.Levels(type).SelectMany(level => level.GetFields(Own)).Where(field => !EscapeType.IsLeaf(field.FieldType))];

    /// <summary>Whether the type is a record. The compiler does not mark records, so they are
    /// recognized by compiler-generated methods.</summary>
    [RequiresUnreferencedCode(Trimmed)]
    private static bool IsRecord(Type type) => type.IsValueType
        ? type.GetMethod("PrintMembers", Any, [typeof(StringBuilder)]) is not null
        : type.GetMethod("<Clone>$", Any) is not null
            || type.GetMethod("get_EqualityContract", Any, Type.EmptyTypes)?.ReturnType == typeof(Type)
            || type.GetProperty("EqualityContract", Any)?.PropertyType == typeof(Type);

    /// <summary>Whether the type is an F# record or union. The F# compiler marks these, but not the
    /// cases of a union, which are derived from it.</summary>
    private static bool IsFSharpData(Type type)
    {
        const int Union = 1, Record = 2, Kinds = 31;
        return type.GetCustomAttributesData().Any(mark =>
            mark.AttributeType.FullName == "Microsoft.FSharp.Core.CompilationMappingAttribute"
            && mark.ConstructorArguments is [{ Value: int flags }, ..]
            && (flags & Kinds) is Union or Record);
    }
}
