// What a type is, for the walk of Escape, where nobody has said it: found by looking at its members.
// Invariant: a trimmed program does not come here, because a trimmer may have taken what is looked for. There IsOn is false, by
// the package's build/Tenure.targets, and the trimmer takes all of this away. No dependency: F#'s types are known by the name of
// their attribute.

using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text;

namespace Tenure.Interop;

internal static class EscapeReflection
{
    /// <summary>What a project sets to have it in a trimmed program too.</summary>
    internal const string Property = "TenureReflectiveEscape";

    private const string Trimmed = "A trimmer may have taken the members that are looked for.";
    private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    /// <summary>Whether types may be looked at.</summary>
    [FeatureSwitchDefinition("Tenure.ReflectiveEscape")]
    [FeatureGuard(typeof(RequiresUnreferencedCodeAttribute))]
    internal static bool IsOn { get; } = !AppContext.TryGetSwitch("Tenure.ReflectiveEscape", out bool isOn) || isOn;

    /// <summary>Whether all that a sequence can be read as is a sequence of leaves.</summary>
    [RequiresUnreferencedCode(Trimmed)]
    internal static bool IsSequenceOfLeaves(Type type)
    {
        IEnumerable<Type> read = type.GetInterfaces().Append(type).Where(way => EscapeType.IsGeneric(way, typeof(IEnumerable<>)));
        return read.Any() && read.All(way => EscapeType.IsLeaf(way.GetGenericArguments()[0]));
    }

    /// <summary>Whether it implements an interface of this definition.</summary>
    [RequiresUnreferencedCode(Trimmed)]
    internal static bool Is(Type type, Type definition) => type.GetInterfaces().Any(way => EscapeType.IsGeneric(way, definition));

    /// <summary>Whether <c>await</c> takes it.</summary>
    [RequiresUnreferencedCode(Trimmed)]
    internal static bool IsAwaitable(Type type) =>
        type.GetMethod("GetAwaiter", BindingFlags.Instance | BindingFlags.Public, Type.EmptyTypes) is not null;

    /// <summary>Whether the fields of a type are what it is: records, unions, anonymous types, and what a lambda holds. Those of
    /// any other class are its own affair.</summary>
    [RequiresUnreferencedCode(Trimmed)]
    internal static bool IsOpen(Type type) =>
        type.Name.StartsWith("<>f__AnonymousType", StringComparison.Ordinal)
        || type.Name.StartsWith("<>c__DisplayClass", StringComparison.Ordinal)
        || EscapeType.Levels(type).Any(level => IsRecord(level) || IsFSharpData(level));

    /// <summary>The fields of a type and its base classes that may lead to resources.</summary>
    [RequiresUnreferencedCode(Trimmed)]
    internal static FieldInfo[] FieldsOf(Type type) =>
        [.. EscapeType.Levels(type).SelectMany(level => level.GetFields(Own)).Where(field => !EscapeType.IsLeaf(field.FieldType))];

    /// <summary>The compiler marks neither kind of record. Each carries methods that nobody else can or does write.</summary>
    [RequiresUnreferencedCode(Trimmed)]
    private static bool IsRecord(Type type) => type.IsValueType
        ? type.GetMethod("PrintMembers", Any, [typeof(StringBuilder)]) is not null
        : type.GetMethod("<Clone>$", Any) is not null
            || type.GetMethod("get_EqualityContract", Any, Type.EmptyTypes)?.ReturnType == typeof(Type)
            || type.GetProperty("EqualityContract", Any)?.PropertyType == typeof(Type);

    /// <summary>F#'s compiler marks records and unions, not their cases, which are derived from them.</summary>
    private static bool IsFSharpData(Type type)
    {
        const int Union = 1, Record = 2, Kinds = 31;
        return type.GetCustomAttributesData().Any(mark =>
            mark.AttributeType.FullName == "Microsoft.FSharp.Core.CompilationMappingAttribute"
            && mark.ConstructorArguments is [{ Value: int flags }, ..]
            && (flags & Kinds) is Union or Record);
    }
}
